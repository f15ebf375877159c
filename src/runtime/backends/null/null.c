// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/null/null.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/system/thread.h"
#include "formats/object/elf.h"

static _Atomic uint64_t calls[QN_NULL_CALL_COUNT];
static _Atomic uint64_t ops[QN_OP_KIND_COUNT];
static _Atomic uint64_t live_size;
static qn_null_options options;

static void count(_Atomic uint64_t *counter) {
  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

void qn_null_counts_read(qn_null_counts *out_counts) {
  for (size_t i = 0; i < QN_NULL_CALL_COUNT; ++i)
    out_counts->calls[i] = atomic_load(&calls[i]);
  for (size_t i = 0; i < QN_OP_KIND_COUNT; ++i)
    out_counts->ops[i] = atomic_load(&ops[i]);
  out_counts->live_size = atomic_load(&live_size);
}

void qn_null_counts_reset(void) {
  for (size_t i = 0; i < QN_NULL_CALL_COUNT; ++i)
    atomic_store(&calls[i], 0);
  for (size_t i = 0; i < QN_OP_KIND_COUNT; ++i)
    atomic_store(&ops[i], 0);
}

void qn_null_configure(const qn_null_options *with) {
  options = with ? *with : (qn_null_options){0};
}

// ---- The device

enum { MEMORY_SIZE = 1u << 30 };

typedef struct null_device {
  _Atomic uint64_t textures; // objects created so far
} null_device;

static unsigned null_probe(char *reason, size_t capacity) {
  (void)reason;
  (void)capacity;
  return 1;
}

static qn_result no_memory(const char *what) {
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for %s", what);
}

static qn_result null_open(unsigned ordinal, const qn_backend_options *with,
                           void **out_device) {
  (void)ordinal;
  (void)with;
  null_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return no_memory("the device 'null'");
  count(&calls[QN_NULL_OPEN]);
  *out_device = device;
  return QN_R_OK;
}

static void null_close(void **device) {
  if (*device)
    count(&calls[QN_NULL_CLOSE]);
  qn_free(*device);
  *device = NULL;
}

// The limits are as high as the API allows, so that only the core refuses.
static void null_describe(void *device, qn_device_info *out_info) {
  (void)device;
  const uint64_t live = atomic_load(&live_size);
  *out_info = (qn_device_info){
      .name = "a device that does nothing",
      .memory_size = MEMORY_SIZE,
      .memory_free = live < MEMORY_SIZE ? MEMORY_SIZE - live : 0,
      .compute_major = 9,
      .multiprocessors = 1,
      .wave_size = 32,
      .max_threads = 1024,
      .max_block = {1024, 1024, 64},
      .max_grid = {INT32_MAX, UINT16_MAX, UINT16_MAX},
      .max_threads_mp = 2048,
      .max_blocks_mp = 32,
      .shared_size = 48 * 1024,
      .shared_size_optin = 227 * 1024,
      .shared_size_mp = 228 * 1024,
      .registers = 65536,
      .registers_mp = 65536,
      .constant_size = 65536,
      .texture_1d = 65536,
      .texture_1d_linear = 65536,
      .texture_2d = {65536, 65536},
      .texture_2d_linear = {65536, 65536, 1u << 20},
      .texture_3d = {16384, 16384, 16384},
      .texture_alignment = 256,
      .texture_pitch_alignment = 32,
      .integrated = true,
      .managed = true,
      .concurrent_managed = true,
      .pageable = true,
      .cooperative = true,
      .host_register = true,
  };
  snprintf(out_info->target, sizeof(out_info->target), "%s",
           qn_target_native()->name);
}

// Every image fits, as none is run.
static unsigned null_fitness(void *device, const qn_target *target) {
  (void)device;
  return target->row == qn_target_native() ? 2 : 1;
}

// ---- Memory

enum { ALIGNMENT = 4096 };

// Precedes every block.
typedef struct heap_block {
  size_t size;
} heap_block;

static qn_result allocate_block(size_t size, qn_memory *memory) {
  size_t total;
  if (!qn_add_size(size, sizeof(heap_block) + ALIGNMENT, &total))
    return no_memory("an allocation");
  heap_block *b = qn_alloc(total);
  if (!b)
    return no_memory("an allocation");
  b->size = size;
  atomic_fetch_add(&live_size, size);
  memory->native = b;
  memory->address = memory->host =
      (void *)(uintptr_t)qn_align_up((uintptr_t)(b + 1), ALIGNMENT);
  return QN_R_OK;
}

static qn_result allocate_array(const qn_array_shape *shape,
                                qn_memory *memory) {
  enum { PITCH_ALIGNMENT = 32 };
  const size_t rows = shape->height ? shape->height : 1;
  const size_t slices = shape->depth ? shape->depth : 1;
  const size_t row = shape->width * shape->channels * shape->channel_bits / 8;
  size_t size;
  memory->pitch = (size_t)qn_align_up(row, PITCH_ALIGNMENT);
  if (!qn_mul_size(memory->pitch, rows, &memory->slice) ||
      !qn_mul_size(memory->slice, slices, &size))
    return no_memory("an array");
  QN_CHECK(allocate_block(size, memory));
  memory->address = NULL;
  return QN_R_OK;
}

static qn_result null_allocate(void *device, const qn_memory_request *request,
                               qn_memory *out_memory) {
  (void)device;
  *out_memory = (qn_memory){0};
  count(&calls[QN_NULL_ALLOCATE]);
  switch (request->kind) {
  case QN_MEMORY_DEVICE:
  case QN_MEMORY_HOST:
  case QN_MEMORY_MANAGED:
    return allocate_block(request->size, out_memory);
  case QN_MEMORY_REGISTERED:
    out_memory->address = out_memory->host = request->host;
    return QN_R_OK;
  case QN_MEMORY_ARRAY:
  case QN_MEMORY_MIPMAP: // and its levels, each by itself
  case QN_MEMORY_LEVEL:
    return allocate_array(request->shape, out_memory);
  case QN_MEMORY_EXPORTED:
  case QN_MEMORY_IMPORTED:
  case QN_MEMORY_MAPPED:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device 'null' shares no memory between processes");
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device 'null' has no virtual memory functions");
  }
}

static qn_result null_release(void *device, qn_memory_kind kind,
                              qn_memory *memory) {
  (void)device;
  heap_block *b = memory->native;
  count(&calls[QN_NULL_RELEASE]);
  if (kind != QN_MEMORY_REGISTERED && b) {
    atomic_fetch_sub(&live_size, b->size);
    qn_free(b);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

static qn_result null_texture(void *user, const qn_texture_request *request,
                              uint64_t *value) {
  null_device *device = user;
  count(&calls[QN_NULL_TEXTURE]);
  if (request)
    *value = atomic_fetch_add(&device->textures, 1) + 1;
  return QN_R_OK;
}

// ---- Code

typedef struct null_code {
  uint8_t *image; // copied
  size_t size;
  qn_mutex mutex; // of the rest
  struct variable *variables;
  struct function *functions;
} null_code;

typedef struct function {
  struct function *next;
} function;

typedef struct variable {
  struct variable *next;
  size_t size; // of the bytes that follow
  char *name;
} variable;

static qn_result null_load(void *device, qn_span image, void **out_code) {
  (void)device;
  null_code *code = qn_alloc_array(1, sizeof(*code));
  if (code)
    code->image = qn_alloc(image.size + 1);
  if (!code || !code->image) {
    qn_free(code);
    return no_memory("an image");
  }
  memcpy(code->image, image.data, image.size);
  code->size = image.size;
  qn_mutex_init(&code->mutex);
  count(&calls[QN_NULL_LOAD]);
  *out_code = code;
  return QN_R_OK;
}

static void null_unload(void *device, void **where) {
  (void)device;
  null_code *code = *where;
  if (!code)
    return;
  for (function *f = code->functions; f;) {
    function *next = f->next;
    qn_free(f);
    f = next;
  }
  for (variable *v = code->variables; v;) {
    variable *next = v->next;
    qn_free(v->name);
    qn_free(v);
    v = next;
  }
  qn_mutex_finish(&code->mutex);
  qn_free(code->image);
  qn_free(code);
  count(&calls[QN_NULL_UNLOAD]);
  *where = NULL;
}

static qn_result null_function(void *user, const qn_kernel *kernel,
                               void **out_function,
                               qn_function_info *out_info) {
  null_code *code = user;
  function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return no_memory("a function");
  qn_mutex_lock(&code->mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->mutex);
  count(&calls[QN_NULL_FUNCTION]);
  *out_info = (qn_function_info){
      .max_threads =
          (uint32_t)qn_figure_or(kernel->resources.max_threads, 1024),
      .shared_static =
          (uint32_t)qn_figure_or(kernel->resources.shared_static, 0),
  };
  *out_function = f;
  return QN_R_OK;
}

static variable *find_variable(const null_code *code, const char *symbol) {
  for (variable *v = code->variables; v; v = v->next)
    if (strcmp(v->name, symbol) == 0)
      return v;
  return NULL;
}

// The size comes from the image's symbol; its initial value is not read.
static qn_result make_variable(null_code *code, const char *symbol,
                               variable **out_variable) {
  qn_elf elf;
  qn_elf_symbols symbols;
  qn_elf_symbol found;
  const qn_span image = {code->image, code->size};
  if (qn_failed(qn_elf_open(image, 0, &elf, NULL)) ||
      qn_failed(qn_elf_open_symbols(&elf, &symbols, NULL)))
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device 'null' knows variables of ELF images only");
  if (!qn_elf_find_symbol(&symbols, qn_str_from(symbol), &found) ||
      found.type != QN_ELF_SYMBOL_OBJECT || found.size > MEMORY_SIZE)
    return qn_refuse(QN_R_NOT_FOUND, "the image has no variable '%s'", symbol);
  const size_t name_size = strlen(symbol) + 1;
  variable *v = qn_alloc_array(1, sizeof(*v) + (size_t)found.size);
  if (v)
    v->name = qn_alloc(name_size);
  if (!v || !v->name) {
    qn_free(v);
    return no_memory("a variable");
  }
  memcpy(v->name, symbol, name_size);
  v->size = (size_t)found.size;
  v->next = code->variables;
  code->variables = v;
  *out_variable = v;
  return QN_R_OK;
}

static qn_result null_variable(void *user, const char *symbol,
                               void **out_address, size_t *out_size) {
  null_code *code = user;
  count(&calls[QN_NULL_VARIABLE]);
  qn_mutex_lock(&code->mutex);
  variable *v = find_variable(code, symbol);
  const qn_result result = v ? QN_R_OK : make_variable(code, symbol, &v);
  qn_mutex_unlock(&code->mutex);
  QN_CHECK(result);
  *out_address = v + 1;
  *out_size = v->size;
  return QN_R_OK;
}

static qn_result null_occupancy(void *device, void *fn, uint32_t threads,
                                size_t shared_size, int *out_blocks) {
  (void)device;
  (void)fn;
  (void)shared_size;
  *out_blocks = threads && threads <= 1024 ? (int)(2048 / threads) : 0;
  return QN_R_OK;
}

// ---- Operations

static char *side_row(const qn_copy_side *side, size_t z, size_t y) {
  if (side->array)
    return (char *)side->array->host + (side->z + z) * side->array->slice +
           (side->y + y) * side->array->pitch + side->x;
  return (char *)side->address + z * side->slice + y * side->pitch;
}

static void copy(const qn_op_copy *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memmove(side_row(&op->to, z, y), side_row(&op->from, z, y), op->width);
}

static void fill(const qn_op_fill *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y) {
      char *row = (char *)op->address + z * op->slice + y * op->pitch;
      for (size_t x = 0; x < op->width; ++x)
        memcpy(row + x * op->value_size, &op->value, op->value_size);
    }
}

typedef struct null_event {
  _Atomic uint64_t at; // nanoseconds; 0: never recorded
} null_event;

static qn_result null_submit(void *stream, const qn_op *op) {
  count(&ops[op->kind]);
  switch (op->kind) {
  case QN_OP_KERNEL:
    if (options.on_kernel)
      options.on_kernel(options.user, &op->kernel);
    break;
  case QN_OP_COPY:
    if (options.moves)
      copy(&op->copy);
    break;
  case QN_OP_FILL:
    if (options.moves)
      fill(&op->fill);
    break;
  case QN_OP_HOST:
    op->host.fn(op->host.user);
    break;
  case QN_OP_RECORD:
    atomic_store(&((null_event *)op->event.event)->at, qn_clock_ns());
    break;
  case QN_OP_BATCH:
    for (size_t i = 0; i < op->batch->count; ++i)
      QN_CHECK(null_submit(stream, &op->batch->ops[i]));
    break;
  default:
    break;
  }
  return QN_R_OK;
}

// ---- Streams and events

static qn_result null_stream_create(void *device, bool null, bool non_blocking,
                                    int priority, void **out_stream) {
  (void)device;
  (void)null;
  (void)non_blocking;
  (void)priority;
  *out_stream = qn_alloc(1);
  if (!*out_stream)
    return no_memory("a stream");
  count(&calls[QN_NULL_STREAM_CREATE]);
  return QN_R_OK;
}

static void null_stream_destroy(void **stream) {
  if (*stream)
    count(&calls[QN_NULL_STREAM_DESTROY]);
  qn_free(*stream);
  *stream = NULL;
}

static qn_result null_stream_wait(void *stream, bool block) {
  (void)stream;
  (void)block;
  count(&calls[QN_NULL_STREAM_WAIT]);
  return QN_R_OK;
}

static qn_result null_event_create(void *device, bool timing, bool blocking,
                                   void **out_event) {
  (void)device;
  (void)timing;
  (void)blocking;
  *out_event = qn_alloc_array(1, sizeof(null_event));
  if (!*out_event)
    return no_memory("an event");
  count(&calls[QN_NULL_EVENT_CREATE]);
  return QN_R_OK;
}

static void null_event_destroy(void **event) {
  if (*event)
    count(&calls[QN_NULL_EVENT_DESTROY]);
  qn_free(*event);
  *event = NULL;
}

static qn_result null_event_wait(void *event, bool block) {
  (void)event;
  (void)block;
  count(&calls[QN_NULL_EVENT_WAIT]);
  return QN_R_OK;
}

static qn_result null_event_elapsed(void *from, void *to, double *out_ns) {
  const uint64_t begin = atomic_load(&((null_event *)from)->at);
  const uint64_t end = atomic_load(&((null_event *)to)->at);
  *out_ns = (double)end - (double)begin;
  return QN_R_OK;
}

const qn_backend qn_backend_null = {
    .name = "null",
    .summary = "executes nothing and counts calls",
    .on_request = true,
    .probe = null_probe,
    .open = null_open,
    .close = null_close,
    .describe = null_describe,
    .fitness = null_fitness,
    .allocate = null_allocate,
    .release = null_release,
    .texture = null_texture,
    .load = null_load,
    .unload = null_unload,
    .function = null_function,
    .variable = null_variable,
    .occupancy = null_occupancy,
    .stream_create = null_stream_create,
    .stream_destroy = null_stream_destroy,
    .submit = null_submit,
    .stream_wait = null_stream_wait,
    .event_create = null_event_create,
    .event_destroy = null_event_destroy,
    .event_wait = null_event_wait,
    .event_elapsed = null_event_elapsed,
};

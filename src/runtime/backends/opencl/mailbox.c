// SPDX-License-Identifier: Apache-2.0
// What kernels say to the host: where a module's variables are, what it
// printed, and that it failed. docs/opencl.md has the layout, which the
// compiler writes.
#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "metadata/extract/extract.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/opencl/opencl.h"
#include "runtime/backends/opencl/print.h"

static const char start_name[] = QN_SPIRV_START;

enum {
  RECORDS_SIZE = 4 << 20, // bytes of what is printed between two waits
  FAULT_ASSERT = 2,
  RECORD_FAULT = 2,
};

// In memory that the host and kernels share.
typedef struct shared {
  uint32_t fault, lost, used, capacity;
  uint64_t heap; // the address of a variable that points to the heap, or 0
  uint32_t reserved[10];
  uint8_t records[];
} shared;

typedef struct qn_opencl_mailbox {
  shared *shared;
  qn_memory memory;
  uint32_t read; // bytes of records that were printed
} qn_opencl_mailbox;

// ---- The module's start

typedef struct start {
  qn_opencl_code *code;
  qn_memory addresses; // of the variables, u64 each
  qn_opencl_function function;
  qn_image image;
  qn_arena arena;
} start;

static bool has_start(qn_span image) {
  return memmem(image.data, image.size, start_name, sizeof(start_name)) != NULL;
}

static qn_result allocate(qn_opencl_device *d, size_t size, qn_memory *out) {
  const qn_memory_request request = {.kind = QN_MEMORY_HOST, .size = size};
  QN_CHECK(qn_opencl_allocate(d, &request, out));
  memset(out->host, 0, size);
  return QN_R_OK;
}

static qn_result make_mailbox(qn_opencl_code *code) {
  qn_opencl_mailbox *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->mailbox = m;
  QN_CHECK(allocate(code->device, sizeof(shared) + RECORDS_SIZE, &m->memory));
  m->shared = m->memory.host;
  m->shared->capacity = RECORDS_SIZE;
  qn_mutex_lock(&code->device->codes_mutex);
  code->next = code->device->codes;
  code->device->codes = code;
  qn_mutex_unlock(&code->device->codes_mutex);
  return QN_R_OK;
}

void qn_opencl_mailbox_finish(qn_opencl_code *code) {
  qn_opencl_device *d = code->device;
  qn_opencl_mailbox *m = code->mailbox;
  if (!m)
    return;
  if (m->shared)
    qn_opencl_collect(d);
  qn_mutex_lock(&d->codes_mutex);
  for (qn_opencl_code **at = &d->codes; *at; at = &(*at)->next)
    if (*at == code) {
      *at = code->next;
      break;
    }
  qn_mutex_unlock(&d->codes_mutex);
  (void)qn_opencl_release(d, QN_MEMORY_HOST, &m->memory);
  qn_free(m);
  code->mailbox = NULL;
}

static qn_result run_start(start *s) {
  qn_opencl_device *d = s->code->device;
  qn_opencl_stream *null = atomic_load(&d->null);
  qn_argument arguments[] = {
      {.index = 0, .kind = QN_ARGUMENT_POINTER, .size = sizeof(void *)},
      {.index = 1, .kind = QN_ARGUMENT_VALUE, .size = sizeof(uint64_t)}};
  const qn_kernel record = {.name = qn_str_from(start_name),
                            .arguments_known = true,
                            .arguments = arguments,
                            .argument_count = 2};
  void *addresses = s->addresses.address;
  uint64_t host = (uintptr_t)s->code->mailbox->memory.address;
  void *values[] = {&addresses, &host};
  const qn_op_kernel op = {.function = &s->function,
                           .kernel = &record,
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .args = values};
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  s->function.record = &record;
  QN_CHECK(qn_opencl_launch(null, &op));
  QN_CL(clFinish, null->queue);
  return QN_R_OK;
}

static qn_result keep_variables(start *s) {
  qn_opencl_code *code = s->code;
  const uint64_t *addresses = s->addresses.host;
  const size_t count = s->image.global_count;
  code->variables = qn_alloc_array(count + 1, sizeof(*code->variables));
  for (size_t i = 0; code->variables && i < count; ++i) {
    const qn_global *g = &s->image.globals[i];
    char *name = qn_alloc(g->name.size + 1);
    if (!name)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a variable");
    memcpy(name, g->name.data, g->name.size);
    name[g->name.size] = '\0';
    code->variables[code->variable_count++] =
        (qn_opencl_variable){name, addresses[i], g->size};
  }
  return code->variables
             ? QN_R_OK
             : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for variables");
}

static qn_result start_module(start *s, qn_span image) {
  extern const qn_format qn_format_spirv;
  qn_opencl_code *code = s->code;
  const qn_item item = {.format = &qn_format_spirv, .bytes = image};
  qn_diag diag = {0};
  int error = 0;
  if (qn_failed(qn_image_read(&item, NULL, &s->arena, &s->image, &diag)))
    return qn_refuse_diag(&diag, "reading a module's variables");
  s->function.code = code;
  s->function.blocks_version = UINT64_MAX;
  s->function.kernel =
      qn_opencl.clCreateKernel(code->program, start_name, &error);
  if (!s->function.kernel)
    return qn_opencl_result(error, "clCreateKernel");
  QN_CHECK(qn_opencl_allow_indirect(code->device, s->function.kernel));
  QN_CHECK(make_mailbox(code));
  QN_CHECK(allocate(code->device,
                    (s->image.global_count + 1) * sizeof(uint64_t),
                    &s->addresses));
  QN_CHECK(run_start(s));
  if (code->mailbox->shared->heap)
    QN_CHECK(qn_opencl_give_heap(code->device, code->mailbox->shared->heap));
  return keep_variables(s);
}

qn_result qn_opencl_start(qn_opencl_code *code, qn_span image) {
  start s = {.code = code};
  if (!has_start(image))
    return QN_R_OK;
  qn_mutex_init(&s.function.mutex);
  const qn_result result = start_module(&s, image);
  if (s.function.kernel)
    (void)qn_opencl.clReleaseKernel(s.function.kernel);
  qn_mutex_finish(&s.function.mutex);
  (void)qn_opencl_release(code->device, QN_MEMORY_HOST, &s.addresses);
  qn_arena_finish(&s.arena);
  return result;
}

// ---- Collecting

static void write_out(const qn_opencl_device *d, const qn_buffer *text) {
  if (!text->size)
    return;
  if (d->options.print)
    d->options.print(d->options.user, (const char *)text->data, text->size);
  else
    fwrite(text->data, 1, text->size, stdout);
}

// Prints the records that are there, in order, up to one that is being written.
static void read_records(qn_opencl_mailbox *m, qn_buffer *printed,
                         qn_buffer *fault) {
  shared *s = m->shared;
  uint32_t end = __atomic_load_n(&s->used, __ATOMIC_ACQUIRE);
  end = end < s->capacity ? end : s->capacity;
  while (end - m->read >= QN_PRINT_HEADER) {
    uint8_t *record = s->records + m->read;
    const uint32_t size =
        __atomic_load_n((uint32_t *)(void *)record, __ATOMIC_ACQUIRE);
    if (size < QN_PRINT_HEADER || size > end - m->read)
      break;
    uint32_t kind;
    memcpy(&kind, record + 4, sizeof(kind));
    if (kind != RECORD_FAULT)
      qn_opencl_print((qn_span){record, size}, printed);
    else if (!fault->size) // the first of them is what happened
      qn_opencl_print((qn_span){record, size}, fault);
    memset(record, 0, size); // sizes of later records may lie anywhere
    m->read += size;
  }
}

static bool is_idle(qn_opencl_device *d) {
  bool idle = true;
  const qn_opencl_stream *null = atomic_load(&d->null);
  qn_mutex_lock(&d->streams_mutex);
  for (size_t i = 0; i < d->stream_count && idle; ++i)
    idle = atomic_load(&d->streams[i]->submitted) ==
           atomic_load(&d->streams[i]->done);
  qn_mutex_unlock(&d->streams_mutex);
  return idle &&
         (!null || atomic_load(&null->submitted) == atomic_load(&null->done));
}

// Starts over when everything was read; what was lost needs a device that does
// nothing, as it may be being lost just now.
static void start_over(qn_opencl_device *d, qn_opencl_mailbox *m) {
  shared *s = m->shared;
  uint32_t all = m->read;
  if (m->read &&
      __atomic_compare_exchange_n(&s->used, &all, 0, false, __ATOMIC_ACQ_REL,
                                  __ATOMIC_ACQUIRE)) {
    m->read = 0;
    return;
  }
  const uint32_t lost = __atomic_load_n(&s->lost, __ATOMIC_ACQUIRE);
  if (!lost || !is_idle(d))
    return;
  QN_DEBUG("opencl", "%u printfs were lost: more than %d bytes between waits",
           lost, (int)RECORDS_SIZE);
  memset(s->records, 0, s->capacity);
  __atomic_store_n(&s->lost, 0, __ATOMIC_RELEASE);
  __atomic_store_n(&s->used, 0, __ATOMIC_RELEASE);
  m->read = 0;
}

static void report_fault(qn_opencl_device *d, uint32_t fault,
                         qn_buffer *assertion) {
  const bool is_assert = fault == FAULT_ASSERT;
  const char *text = assertion->size ? qn_buffer_text(assertion)
                     : is_assert     ? "an assertion failed in a kernel"
                                     : "a kernel trapped";
  if (atomic_load(&d->failure))
    return;
  qn_opencl_fail(d, is_assert ? QN_R_ASSERT : QN_R_LAUNCH_FAILURE, text);
  if (is_assert) // reported as by the host's assert
    fprintf(stderr, "%s\n", text);
}

static void collect_code(qn_opencl_device *d, qn_opencl_mailbox *m) {
  const uint32_t fault = __atomic_load_n(&m->shared->fault, __ATOMIC_ACQUIRE);
  if (!fault && !__atomic_load_n(&m->shared->used, __ATOMIC_RELAXED))
    return;
  qn_buffer printed = {0};
  qn_buffer assertion = {0};
  read_records(m, &printed, &assertion);
  write_out(d, &printed);
  start_over(d, m);
  if (fault)
    report_fault(d, fault, &assertion);
  qn_buffer_finish(&printed);
  qn_buffer_finish(&assertion);
}

void qn_opencl_collect(qn_opencl_device *d) {
  if (!__atomic_load_n(&d->codes, __ATOMIC_RELAXED))
    return;
  qn_mutex_lock(&d->codes_mutex);
  for (qn_opencl_code *code = d->codes; code; code = code->next)
    collect_code(d, code->mailbox);
  qn_mutex_unlock(&d->codes_mutex);
}

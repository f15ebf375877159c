// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/wrap/validate.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "base/map.h"
#include "base/text.h"
#include "runtime/backends/wrap/validate_memory.h"
#include "runtime/backends/wrap/wrapper.h"

enum { NAME_SIZE = 160 };

// All guarded by qn_watch_mutex.
static qn_wrapper wrappers[QN_WRAPPERS];
static qn_watch_device *devices;
static qn_map streams;  // streams of inner back ends to qn_watch_device
static qn_map codes;    // loaded code to qn_watch_device
static qn_map reported; // kernels that were warned about
static bool every_kernel;
static bool summarised = true;
static pid_t process; // that registered check_at_exit; not its forks

static void lock(void) { qn_mutex_lock(&qn_watch_mutex); }
static void unlock(void) { qn_mutex_unlock(&qn_watch_mutex); }

static qn_watch_device *device_of(const void *device) {
  for (qn_watch_device *d = devices; d; d = d->next)
    if (d->device == device)
      return d;
  return NULL;
}

static qn_watch_device *owner_of(const qn_map *map, const void *handle) {
  const uint64_t *found = qn_map_find(map, (uintptr_t)handle);
  return found ? (qn_watch_device *)(uintptr_t)*found : NULL;
}

// ---- Ranges of copies and fills

typedef struct range {
  const void *address;
  size_t size;
  bool write;
  bool device;      // else the host's
  const char *what; // "copy to", ...
} range;

static qn_result refuse_range(const range *r, const qn_watch *w,
                              qn_watch_place place) {
  const uintptr_t address = (uintptr_t)r->address;
  char name[NAME_SIZE];
  char text[320];
  if (w)
    qn_watch_name(w, name, sizeof(name));
  if (place == QN_WATCH_NOWHERE)
    snprintf(text, sizeof(text),
             "%s 0x%" PRIxPTR ", which is no memory of a device", r->what,
             address);
  else if (place == QN_WATCH_FREED)
    snprintf(text, sizeof(text), "%s %s, which was freed", r->what, name);
  else if (place == QN_WATCH_BEFORE)
    snprintf(text, sizeof(text), "%s %zu bytes before the start of %s", r->what,
             (size_t)(w->begin - address), name);
  else
    snprintf(text, sizeof(text),
             "%s %zu bytes at offset %zu of %s: %zu bytes too many", r->what,
             r->size, (size_t)(address - w->begin), name,
             (size_t)(address - w->begin) + r->size - w->size);
  qn_watch_report(QN_ERROR, "%s", text);
  return qn_refuse(QN_R_INVALID_VALUE, "%s", text);
}

static void note_access(const range *r, qn_watch *w) {
  char name[NAME_SIZE];
  if (r->write) {
    w->written = true;
  } else if (w->kind == QN_MEMORY_DEVICE && !w->written && !w->hinted) {
    w->hinted = true;
    qn_watch_report(QN_WARNING, "%s %s, which nothing has written yet", r->what,
                    qn_watch_name(w, name, sizeof(name)));
  }
}

static qn_result check_range(const qn_watch_device *device, const range *r) {
  const uintptr_t address = (uintptr_t)r->address;
  qn_watch_place place;
  qn_watch *w = qn_watch_find(address, &place);
  if (place == QN_WATCH_NOWHERE)
    return r->device && !device->info.pageable && !device->info.integrated
               ? refuse_range(r, NULL, place)
               : QN_R_OK;
  if (place == QN_WATCH_INSIDE && (r->size <= w->size - (address - w->begin))) {
    note_access(r, w);
    return QN_R_OK;
  }
  // One past the end is an error, unless the memory has no red zones: then
  // other memory may begin there.
  if (place == QN_WATCH_INSIDE && address == w->begin + w->size && !w->total)
    return QN_R_OK;
  return refuse_range(r, w, place);
}

static size_t extent(size_t width, const size_t counts[2],
                     const size_t steps[2]) {
  return width + (counts[0] - 1) * steps[0] + (counts[1] - 1) * steps[1];
}

static qn_result check_side(const qn_watch_device *device,
                            const qn_copy_side *side, const qn_op_copy *op,
                            const char *what) {
  const size_t counts[] = {op->height, op->depth};
  const size_t steps[] = {side->pitch, side->slice};
  if (side->array || !op->width)
    return QN_R_OK;
  return check_range(device, &(range){.address = side->address,
                                      .size = extent(op->width, counts, steps),
                                      .write = side == &op->to,
                                      .device = side->device,
                                      .what = what});
}

static qn_result check_fill(const qn_watch_device *device,
                            const qn_op_fill *op) {
  const size_t counts[] = {op->height, op->depth};
  const size_t steps[] = {op->pitch, op->slice};
  if (!op->width)
    return QN_R_OK;
  return check_range(device, &(range){.address = op->address,
                                      .size = extent(op->width * op->value_size,
                                                     counts, steps),
                                      .write = true,
                                      .device = true,
                                      .what = "a fill writes to"});
}

// ---- Launches

static qn_str kernel_name(const qn_op_kernel *op) {
  if (!op->kernel)
    return QN_STR("a kernel");
  if (!op->kernel->demangled.size)
    return op->kernel->name;
  return (qn_str){op->kernel->demangled.data,
                  qn_str_find(op->kernel->demangled, '(')};
}

// Prints "argument 2 'out' of 'axpy'".
static void argument_name(const qn_op_kernel *op, const qn_argument *argument,
                          char *text, size_t size) {
  const qn_str name = kernel_name(op);
  if (argument->name.size)
    snprintf(text, size, "argument %u '%.*s' of '%.*s'", argument->index,
             QN_STR_ARG(argument->name), QN_STR_ARG(name));
  else
    snprintf(text, size, "argument %u of '%.*s'", argument->index,
             QN_STR_ARG(name));
}

// The bytes of an argument; NULL when the launch does not provide them.
static const void *argument_bytes(const qn_op_kernel *op,
                                  const qn_argument *argument) {
  if (op->args)
    return op->args[argument->index];
  if (argument->offset > op->packed_size ||
      argument->size > op->packed_size - argument->offset)
    return NULL;
  return (const char *)op->packed + argument->offset;
}

// Warns of host memory that a CPU can read and a GPU could not, once per
// kernel.
static void warn_host(const qn_op_kernel *op, const char *name,
                      uintptr_t address) {
  const uint64_t key = (uintptr_t)op->function;
  if (qn_map_find(&reported, key))
    return;
  if (qn_failed(qn_map_put(&reported, key, 1, NULL)))
    return;
  qn_watch_report(QN_WARNING,
                  "%s is 0x%" PRIxPTR ", memory of the host that was not "
                  "allocated through the API: a GPU could not reach it",
                  name, address);
}

static void check_pointer(const qn_watch_device *device, const qn_op_kernel *op,
                          const qn_argument *argument, uintptr_t address) {
  char name[NAME_SIZE];
  char where[NAME_SIZE];
  qn_watch_place place;
  qn_watch *w = qn_watch_find(address, &place);
  argument_name(op, argument, name, sizeof(name));
  if (w)
    qn_watch_name(w, where, sizeof(where));
  switch (place) {
  case QN_WATCH_INSIDE:
    if (!qn_str_starts(argument->type, QN_STR("const ")))
      w->written = true;
    break;
  case QN_WATCH_FREED:
    qn_watch_report(QN_ERROR, "%s points into %s, which was freed", name,
                    where);
    break;
  case QN_WATCH_BEFORE:
    qn_watch_report(QN_ERROR, "%s points %zu bytes before the start of %s",
                    name, (size_t)(w->begin - address), where);
    break;
  case QN_WATCH_BEHIND:
    qn_watch_report(QN_ERROR, "%s points %zu bytes past the end of %s", name,
                    (size_t)(address - w->begin - w->size), where);
    break;
  case QN_WATCH_NOWHERE:
    if (device->info.pageable || device->info.integrated)
      warn_host(op, name, address);
    else
      qn_watch_report(QN_ERROR,
                      "%s is 0x%" PRIxPTR ", which is no memory of a device",
                      name, address);
  }
}

static bool is_global(const qn_argument *argument) {
  return argument->kind == QN_ARGUMENT_POINTER &&
         argument->size == sizeof(uint64_t) &&
         argument->space != QN_SPACE_SHARED &&
         argument->space != QN_SPACE_PRIVATE;
}

static qn_result check_kernel(qn_watch_device *device, const qn_op_kernel *op) {
  char name[QN_WATCH_NAME];
  snprintf(name, sizeof(name), "%.*s", QN_STR_ARG(kernel_name(op)));
  qn_watch_note_kernel(device, name);
  if (!op->kernel || !op->kernel->arguments_known)
    return QN_R_OK;
  for (size_t i = 0; i < op->kernel->argument_count; ++i) {
    const qn_argument *argument = &op->kernel->arguments[i];
    const void *bytes = argument_bytes(op, argument);
    uint64_t address = 0;
    if (!bytes) {
      char which[NAME_SIZE];
      argument_name(op, argument, which, sizeof(which));
      qn_watch_report(QN_ERROR,
                      op->args ? "%s is missing: its address is NULL"
                               : "%s lies outside the block of %zu bytes",
                      which, op->packed_size);
      return qn_refuse(QN_R_INVALID_VALUE, "%s is missing", which);
    }
    if (!is_global(argument))
      continue;
    memcpy(&address, bytes, sizeof(address));
    if (address)
      check_pointer(device, op, argument, (uintptr_t)address);
  }
  return QN_R_OK;
}

// ---- Operations

static qn_result check_op(qn_watch_device *device, const qn_op *op) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return check_kernel(device, &op->kernel);
  case QN_OP_COPY:
    QN_CHECK(check_side(device, &op->copy.from, &op->copy, "a copy reads"));
    return check_side(device, &op->copy.to, &op->copy, "a copy writes to");
  case QN_OP_FILL:
    return check_fill(device, &op->fill);
  case QN_OP_PREFETCH:
    return check_range(device, &(range){.address = op->prefetch.address,
                                        .size = op->prefetch.size,
                                        .write = true, // it does not read
                                        .what = "a prefetch covers"});
  case QN_OP_WRITE:
  case QN_OP_POLL:
    return check_range(device, &(range){.address = op->value.address,
                                        .size = op->value.size,
                                        .write = true,
                                        .device = true,
                                        .what = "a value is at"});
  case QN_OP_BATCH:
    for (size_t i = 0; i < op->batch->count; ++i)
      QN_CHECK(check_op(device, &op->batch->ops[i]));
    return QN_R_OK;
  default:
    return QN_R_OK;
  }
}

// Checks what kernels did. If streams are still running, their kernels may do
// more and stay suspects.
static void check_memory(qn_watch_device *device) {
  bool idle = true;
  for (size_t i = 0; i < streams.count && idle; ++i) {
    const qn_map_entry *entry = &streams.entries[i];
    if (entry->value == (uintptr_t)device)
      idle = device->inner->stream_wait((void *)(uintptr_t)entry->key, false) !=
             QN_R_NOT_READY;
  }
  qn_watch_check(device, idle);
}

static qn_result submit(qn_wrapper *w, void *stream, const qn_op *op) {
  lock();
  qn_watch_device *device = owner_of(&streams, stream);
  const qn_result result = device ? check_op(device, op) : QN_R_OK;
  const bool wait = device && every_kernel &&
                    (op->kind == QN_OP_KERNEL || op->kind == QN_OP_BATCH);
  unlock();
  QN_CHECK(result);
  QN_CHECK(w->inner->submit(stream, op));
  if (!wait)
    return QN_R_OK;
  const qn_result done = w->inner->stream_wait(stream, true);
  lock();
  check_memory(device);
  unlock();
  return done;
}

static void check_after(const void *stream, qn_result result, bool block) {
  if (result != QN_R_OK || !block)
    return;
  lock();
  qn_watch_device *device = owner_of(&streams, stream);
  if (device)
    check_memory(device);
  unlock();
}

static qn_result stream_wait(qn_wrapper *w, void *stream, bool block) {
  const qn_result result = w->inner->stream_wait(stream, block);
  check_after(stream, result, block);
  return result;
}

// The event's device is not known here, so all devices are checked.
static qn_result event_wait(qn_wrapper *w, void *event, bool block) {
  const qn_result result = w->inner->event_wait(event, block);
  if (result != QN_R_OK || !block)
    return result;
  lock();
  for (qn_watch_device *d = devices; d; d = d->next)
    if (d->inner == w->inner)
      check_memory(d);
  unlock();
  return result;
}

// ---- Streams

static qn_result stream_create(qn_wrapper *w, void *device, bool null,
                               bool non_blocking, int priority, void **out) {
  QN_CHECK(w->inner->stream_create(device, null, non_blocking, priority, out));
  lock();
  const qn_status status =
      qn_map_put(&streams, (uintptr_t)*out, (uintptr_t)device_of(device), NULL);
  unlock();
  if (!qn_failed(status))
    return QN_R_OK;
  w->inner->stream_destroy(out);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch a stream");
}

static void stream_destroy(qn_wrapper *w, void **stream) {
  lock();
  (void)qn_map_remove(&streams, (uintptr_t)*stream);
  unlock();
  w->inner->stream_destroy(stream);
}

// ---- Memory

static bool has_zones(qn_memory_kind kind) {
  return kind == QN_MEMORY_DEVICE || kind == QN_MEMORY_HOST ||
         kind == QN_MEMORY_MANAGED;
}

// Kinds of memory that are recorded but cannot get red zones.
static bool is_known(qn_memory_kind kind) {
  return kind == QN_MEMORY_REGISTERED || kind == QN_MEMORY_IMPORTED;
}

static qn_result allocate_known(const qn_wrapper *w, void *device,
                                const qn_memory_request *request,
                                qn_memory *out_memory) {
  QN_CHECK(w->inner->allocate(device, request, out_memory));
  lock();
  const qn_result known = qn_watch_know(&(qn_watch){
      .kind = request->kind,
      .device = device_of(device),
      .begin = (uintptr_t)out_memory->address,
      .size = request->kind == QN_MEMORY_IMPORTED ? out_memory->pitch
                                                  : request->size});
  unlock();
  if (known != QN_R_OK)
    (void)w->inner->release(device, request->kind, out_memory);
  return known;
}

static qn_result allocate(const qn_wrapper *w, void *device,
                          const qn_memory_request *request,
                          qn_memory *out_memory) {
  if (is_known(request->kind))
    return allocate_known(w, device, request, out_memory);
  // The other process would see the red zone as part of the memory.
  if (request->kind == QN_MEMORY_EXPORTED)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "memory with red zones cannot be given to another "
                     "process: run without QUERN_VALIDATE");
  if (!has_zones(request->kind))
    return w->inner->allocate(device, request, out_memory);
  lock();
  const qn_result result =
      qn_watch_allocate(device_of(device), request, out_memory);
  unlock();
  return result;
}

static bool has_streams(const qn_watch_device *device) {
  for (size_t i = 0; i < streams.count; ++i)
    if (streams.entries[i].value == (uintptr_t)device)
      return true;
  return false;
}

static qn_result release(qn_wrapper *w, void *device, qn_memory_kind kind,
                         qn_memory *memory) {
  lock();
  if (!has_zones(kind)) {
    if (is_known(kind))
      qn_watch_forget(memory->address);
    unlock();
    return w->inner->release(device, kind, memory);
  }
  qn_watch_device *watched = device_of(device);
  // The core destroys a device's streams first, and then frees what the program
  // did not: without streams, this is a leak.
  if (!has_streams(watched))
    qn_watch_leak(memory->address);
  const qn_result result = qn_watch_release(watched, kind, memory);
  unlock();
  return result;
}

static qn_result map(qn_wrapper *w, void *device,
                     const qn_map_request *request) {
  QN_CHECK(w->inner->map(device, request));
  lock();
  qn_result result = QN_R_OK;
  if (request->physical)
    result = qn_watch_know(&(qn_watch){.kind = QN_MEMORY_RESERVED,
                                       .device = device_of(device),
                                       .begin = (uintptr_t)request->address,
                                       .size = request->size});
  else
    qn_watch_forget(request->address);
  unlock();
  return result;
}

// ---- Code

static qn_result load(qn_wrapper *w, void *device, qn_span image,
                      void **out_code) {
  QN_CHECK(w->inner->load(device, image, out_code));
  lock();
  const qn_status status = qn_map_put(&codes, (uintptr_t)*out_code,
                                      (uintptr_t)device_of(device), NULL);
  unlock();
  if (!qn_failed(status))
    return QN_R_OK;
  w->inner->unload(device, out_code);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch an image");
}

static void unload(qn_wrapper *w, void *device, void **code) {
  lock();
  qn_watch_forget_owned(*code);
  (void)qn_map_remove(&codes, (uintptr_t)*code);
  unlock();
  w->inner->unload(device, code);
}

static qn_result variable(qn_wrapper *w, void *code, const char *symbol,
                          void **out_address, size_t *out_size) {
  QN_CHECK(w->inner->variable(code, symbol, out_address, out_size));
  lock();
  qn_watch_device *device = owner_of(&codes, code);
  qn_result result = QN_R_OK;
  if (device)
    result = qn_watch_know(&(qn_watch){.kind = QN_MEMORY_DEVICE,
                                       .device = device,
                                       .begin = (uintptr_t)*out_address,
                                       .size = *out_size,
                                       .owner = code});
  unlock();
  return result;
}

// ---- The summary

static void add_count(qn_buffer *out, uint64_t count, const char *noun) {
  qn_buffer_printf(out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

static void summarise(void) {
  qn_validate_counts counts;
  qn_buffer text = {0};
  qn_watch_counts(&counts);
  add_count(&text, counts.errors, "error");
  qn_buffer_printf(&text, ", ");
  add_count(&text, counts.warnings, "warning");
  if (counts.leaks) {
    qn_buffer_printf(&text, ", ");
    add_count(&text, counts.leaks, "allocation");
    qn_buffer_printf(&text, " never freed (");
    qn_text_size(counts.leaked_size, &text);
    qn_buffer_printf(&text, ")");
  }
  qn_watch_report(QN_NOTE, "%s", qn_buffer_text(&text));
  qn_buffer_finish(&text);
  summarised = true;
}

// Runs while devices still work: vendors' libraries shut down in handlers that
// were registered earlier, which run later.
static void check_at_exit(void) {
  if (process != getpid() || pthread_mutex_trylock(&qn_watch_mutex) != 0)
    return; // another thread is in the middle of a check
  for (qn_watch_device *d = devices; d; d = d->next)
    qn_watch_check_all(d);
  unlock();
}

// Runs after all atexit handlers and destructors of static objects: what is not
// freed by now is leaked.
__attribute__((destructor)) static void summarise_at_exit(void) {
  if (process != getpid() || pthread_mutex_trylock(&qn_watch_mutex) != 0)
    return;
  for (qn_watch_device *d = devices; d; d = d->next)
    qn_watch_report_leaks(d);
  if (!summarised)
    summarise();
  unlock();
}

// ---- Devices

static void drop_device(qn_watch_device *device) {
  if (device->stream)
    device->inner->stream_destroy(&device->stream);
  qn_free(device);
}

static qn_result open_device(qn_wrapper *w, unsigned ordinal,
                             const qn_backend_options *options,
                             void **out_device) {
  qn_watch_device *device = qn_alloc_array(1, sizeof(*device));
  if (!device)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to watch a device");
  device->inner = w->inner;
  qn_result result = w->inner->open(ordinal, options, out_device);
  if (result != QN_R_OK) {
    qn_free(device);
    return result;
  }
  device->device = *out_device;
  result =
      w->inner->stream_create(device->device, false, true, 0, &device->stream);
  if (result != QN_R_OK) {
    drop_device(device);
    w->inner->close(out_device);
    return result;
  }
  w->inner->describe(device->device, &device->info);
  lock();
  device->next = devices;
  devices = device;
  summarised = false;
  if (!process && atexit(check_at_exit) == 0)
    process = getpid();
  unlock();
  return QN_R_OK;
}

// Removes the entries of a device from a map.
static void forget_owned(qn_map *map, const qn_watch_device *device) {
  for (size_t i = map->count; i-- > 0;)
    if (map->entries[i].value == (uintptr_t)device)
      (void)qn_map_remove(map, map->entries[i].key);
}

static void close_device(qn_wrapper *w, void **where) {
  if (!*where)
    return;
  lock();
  qn_watch_device *device = device_of(*where);
  if (device) {
    qn_watch_end(device);
    forget_owned(&streams, device);
    forget_owned(&codes, device);
    for (qn_watch_device **d = &devices; *d; d = &(*d)->next)
      if (*d == device) {
        *d = device->next;
        break;
      }
  }
  if (!devices) {
    qn_map_finish(&reported);
    qn_map_finish(&streams);
    qn_map_finish(&codes);
  }
  unlock();
  if (device)
    drop_device(device);
  w->inner->close(where);
}

// ---- Tables

#define THUNKS(i)                                                              \
  QN_WRAPPER_FUNCTIONS(i)                                                      \
  static qn_result map_##i(void *device, const qn_map_request *r) {            \
    return map(&wrappers[i], device, r);                                       \
  }                                                                            \
  static void unload_##i(void *device, void **code) {                          \
    unload(&wrappers[i], device, code);                                        \
  }                                                                            \
  static qn_result variable_##i(void *code, const char *symbol, void **out,    \
                                size_t *size) {                                \
    return variable(&wrappers[i], code, symbol, out, size);                    \
  }                                                                            \
  static void wrap_##i(qn_backend *table) {                                    \
    wrap_common_##i(table);                                                    \
    table->map = table->map ? map_##i : NULL;                                  \
    table->unload = unload_##i;                                                \
    table->variable = variable_##i;                                            \
  }
THUNKS(0)
THUNKS(1)
THUNKS(2)
THUNKS(3)

static void (*const wrap[])(qn_backend *) = {wrap_0, wrap_1, wrap_2, wrap_3};
static_assert(QN_WRAPPERS == sizeof(wrap) / sizeof(wrap[0]), "one each");

const qn_backend *qn_backend_validate(const qn_backend *inner,
                                      const qn_validate_options *options) {
  lock();
  if (options) {
    every_kernel = options->every_kernel;
    qn_watch_configure(options);
  }
  const qn_backend *found = qn_wrapper_find(wrappers, inner, wrap);
  unlock();
  return found;
}

void qn_validate_counts_read(qn_validate_counts *out_counts) {
  lock();
  qn_watch_counts(out_counts);
  unlock();
}

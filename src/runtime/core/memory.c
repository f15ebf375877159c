// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/memory.h"

#include <limits.h>

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "runtime/core/mempool.h"
#include "runtime/core/virtual.h"

static const char *kind_name(unsigned kind) {
  static const char *const names[] = {
      "device memory",        "pinned memory",   "managed memory",
      "registered memory",    "an array",        "reserved addresses",
      "physical memory",      "exported memory", "memory of another process",
      "memory of another API"};
  return kind < sizeof(names) / sizeof(names[0]) ? names[kind] : "memory";
}

bool qn_memory_find(const void *address, qn_range *out_range) {
  return qn_ranges_find(address, out_range);
}

static qn_result file_memory(qn_device *device,
                             const qn_memory_request *request,
                             qn_memory *memory, void **out) {
  const qn_range range = {
      .start = (uintptr_t)memory->address,
      .size = request->size,
      .device = device,
      .kind = request->kind,
      .flags = request->flags,
      .id = qn_ranges_id(),
      .native = memory->native,
      .host = memory->host,
  };
  if (!qn_ranges_add(&range)) {
    (void)device->backend->release(atomic_load(&device->native), request->kind,
                                   memory);
    return request->kind == QN_MEMORY_REGISTERED
               ? qn_refuse(QN_R_HOST_REGISTERED,
                           "%p is registered already, or is the runtime's own",
                           request->host)
               : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to file %zu bytes",
                           request->size);
  }
  *out = memory->address;
  return QN_R_OK;
}

qn_result qn_memory_allocate(qn_device *device,
                             const qn_memory_request *request, void **out) {
  qn_memory memory = {0};
  *out = NULL;
  if (!request->size)
    return QN_R_OK;
  if (request->size > PTRDIFF_MAX)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no %zu bytes of memory",
                     request->size);
  QN_CHECK(device->backend->allocate(atomic_load(&device->native), request,
                                     &memory));
  return file_memory(device, request, &memory, out);
}

qn_result qn_memory_import(qn_device *device, uint8_t *token, void **out) {
  qn_memory memory = {0};
  qn_memory_request request = {.kind = QN_MEMORY_IMPORTED, .token = token};
  *out = NULL;
  QN_CHECK(device->backend->allocate(atomic_load(&device->native), &request,
                                     &memory));
  request.size = memory.pitch;
  return file_memory(device, &request, &memory, out);
}

// Refuses to free memory, with the reason. `range` holds the address, or is
// empty.
static qn_result refuse_free(const void *address, const qn_range *range,
                             const char *call) {
  if (!range->size)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%s: %p is not allocated, or was freed already", call,
                     address);
  if (range->start != (uintptr_t)address)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%s: %p lies %zu bytes inside an allocation of %zu", call,
                     address, (size_t)((uintptr_t)address - range->start),
                     range->size);
  return qn_refuse(QN_R_INVALID_VALUE, "%s: %p is %s", call, address,
                   range->owner ? "not the program's to free"
                                : kind_name(range->kind));
}

qn_result qn_memory_free(void *address, unsigned kinds, const char *call) {
  qn_range range;
  if (!address)
    return QN_R_OK;
  const bool taken = qn_ranges_take(address, kinds, &range);
  const bool pooled = range.pooled && range.start == (uintptr_t)address;
  if (!taken && !pooled) {
    if (qn_check_on(QN_CPU_CHECK_MEMORY))
      qn_check_bad_free(address, call, false);
    return refuse_free(address, &range, call);
  }
  // A failure of the device is reported at its next use.
  (void)qn_device_synchronize(range.device);
  if (pooled)
    return qn_mempool_free(address, NULL);
  qn_memory memory = {.native = range.native,
                      .address = (void *)range.start,
                      .host = range.host,
                      .pitch = range.size};
  return range.device->backend->release(atomic_load(&range.device->native),
                                        (qn_memory_kind)range.kind, &memory);
}

// ---- Copies

qn_result qn_copy_check(qn_copy_side *side, size_t bytes, int wanted,
                        const char *what) {
  qn_range range;
  if (side->array)
    return QN_R_OK;
  if (!bytes)
    return QN_R_OK;
  if (!side->address)
    return qn_refuse(QN_R_INVALID_VALUE, "the %s of a copy is null", what);
  if (!qn_ranges_find(side->address, &range)) {
    if (qn_check_on(QN_CPU_CHECK_MEMORY) &&
        (wanted == 1 || qn_check_in_heap((uintptr_t)side->address)))
      qn_check_bad_range(side->address, bytes, what);
    if (wanted == 1)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "the %s of a copy, %p, is no device memory, or was "
                       "freed",
                       what, side->address);
    side->device = false;
    side->pageable = true;
    return QN_R_OK;
  }
  side->pageable = false;
  const size_t left =
      range.size - (size_t)((uintptr_t)side->address - range.start);
  if (bytes > left && qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_bad_range(side->address, bytes, what);
  if (bytes > left)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the %s of a copy ends %zu bytes past its allocation of "
                     "%zu bytes",
                     what, bytes - left, range.size);
  if (range.kind == QN_MEMORY_RESERVED)
    QN_CHECK(qn_virtual_check(side->address, bytes, what));
  side->device =
      range.kind == QN_MEMORY_DEVICE || range.kind == QN_MEMORY_MANAGED ||
      range.kind == QN_MEMORY_RESERVED || range.kind == QN_MEMORY_IMPORTED ||
      range.kind == QN_MEMORY_MAPPED;
  if (wanted == 0 && side->device && range.kind != QN_MEMORY_MANAGED &&
      !range.host)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the %s of a copy, %p, is device memory, which the host "
                     "cannot reach",
                     what, side->address);
  return QN_R_OK;
}

// The bytes that a side spans, from the first to the last.
static size_t side_bytes(const qn_op_copy *copy, const qn_copy_side *side) {
  if (!copy->width)
    return 0;
  return (copy->depth - 1) * side->slice + (copy->height - 1) * side->pitch +
         copy->width;
}

// What hipMemcpyKind demands of each side: 1 device memory, 0 host memory, -1
// either.
static qn_result wanted_of(int kind, int *out_to, int *out_from) {
  switch (kind) {
  case QN_COPY_HOST_TO_HOST:
    *out_to = *out_from = 0;
    return QN_R_OK;
  case QN_COPY_HOST_TO_DEVICE:
    *out_to = 1;
    *out_from = 0;
    return QN_R_OK;
  case QN_COPY_DEVICE_TO_HOST:
    *out_to = 0;
    *out_from = 1;
    return QN_R_OK;
  case QN_COPY_DEVICE_TO_DEVICE:
  case QN_COPY_DEVICE_TO_DEVICE_NO_CU:
    *out_to = *out_from = 1;
    return QN_R_OK;
  case QN_COPY_DEFAULT:
    *out_to = *out_from = -1;
    return QN_R_OK;
  default:
    return qn_refuse(QN_R_INVALID_DIRECTION, "%d is no hipMemcpyKind", kind);
  }
}

qn_result qn_copy_check_sides(qn_op_copy *copy, int kind) {
  int to = -1;
  int from = -1;
  QN_CHECK(wanted_of(kind, &to, &from));
  QN_CHECK(
      qn_copy_check(&copy->to, side_bytes(copy, &copy->to), to, "destination"));
  return qn_copy_check(&copy->from, side_bytes(copy, &copy->from), from,
                       "source");
}

qn_result qn_copy_plain(void *to, const void *from, size_t size, int kind,
                        qn_op *out_op) {
  *out_op = (qn_op){
      .kind = QN_OP_COPY,
      .copy = {.to = {.address = to},
               .from = {.address = (void *)(uintptr_t)from},
               .width = size,
               .height = 1,
               .depth = 1},
  };
  return qn_copy_check_sides(&out_op->copy, kind);
}

qn_result qn_copy_rows(qn_rows to, qn_rows from, const size_t extent[2],
                       int kind, qn_op *out_op) {
  if (extent[0] && extent[1] &&
      (to.pitch < extent[0] || from.pitch < extent[0]))
    return qn_refuse(QN_R_INVALID_PITCH,
                     "rows of %zu bytes do not fit a pitch of %zu", extent[0],
                     to.pitch < from.pitch ? to.pitch : from.pitch);
  if (to.pitch > INT_MAX || from.pitch > INT_MAX)
    return qn_refuse(QN_R_INVALID_VALUE, "a pitch is at most %d", INT_MAX);
  *out_op = (qn_op){
      .kind = QN_OP_COPY,
      .copy = {.to = {.address = to.address, .pitch = to.pitch},
               .from = {.address = from.address, .pitch = from.pitch},
               .width = extent[1] ? extent[0] : 0,
               .height = extent[1] ? extent[1] : 1,
               .depth = 1},
  };
  return qn_copy_check_sides(&out_op->copy, kind);
}

// ---- Copies between devices of different back ends

static qn_device *device_of(const qn_copy_side *side) {
  qn_range range;
  return side->device && !side->array && qn_ranges_find(side->address, &range)
             ? range.device
             : NULL;
}

// Copies through host memory; waits for both devices.
static qn_result copy_staged(qn_device *to, qn_device *from,
                             const qn_op_copy *copy) {
  const size_t rows = copy->height * copy->depth;
  uint8_t *stage = qn_alloc(copy->width * rows);
  if (!stage)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to copy between devices");
  qn_op half = {.kind = QN_OP_COPY, .copy = *copy};
  half.copy.to = (qn_copy_side){.address = stage,
                                .pitch = copy->width,
                                .slice = copy->width * copy->height};
  qn_stream *stream = qn_stream_null(from);
  qn_result result = qn_stream_submit_now(stream, &half);
  if (result == QN_R_OK)
    result = qn_stream_wait(stream, true);
  half.copy.from = half.copy.to;
  half.copy.to = copy->to;
  stream = qn_stream_null(to);
  if (result == QN_R_OK)
    result = qn_stream_submit_now(stream, &half);
  if (result == QN_R_OK)
    result = qn_stream_wait(stream, true);
  qn_free(stage);
  return result;
}

// Whether only devices can see the memory: then a copy or fill need not be done
// when the call returns, as the host has to wait anyway to see its effect.
static bool is_unseen(const qn_copy_side *side) {
  qn_range range;
  return side->device &&
         (side->array || (qn_ranges_find(side->address, &range) &&
                          range.kind != QN_MEMORY_MANAGED));
}

static bool blocks(const qn_op_copy *copy, qn_wait wait) {
  switch (wait) {
  case QN_WAIT_ALWAYS:
    return true;
  case QN_WAIT_SEEN:
    return !is_unseen(&copy->to) || !is_unseen(&copy->from);
  default:
    return !copy->to.device && (copy->to.pageable || !copy->from.device);
  }
}

// Whether the stream is capturing.
static bool captures(const qn_stream *stream) {
  return atomic_load_explicit(&stream->capture, memory_order_relaxed) != NULL;
}

qn_result qn_copy_submit(qn_stream *stream, const qn_op *op, qn_wait wait) {
  const qn_op_copy *copy = &op->copy;
  if (!copy->width)
    return QN_R_OK;
  // Only copies between devices can involve two back ends.
  if (copy->to.device && copy->from.device && qn_device_count() > 1) {
    qn_device *to = device_of(&copy->to);
    qn_device *from = device_of(&copy->from);
    if (to && from && to->backend != from->backend) {
      QN_CHECK(qn_stream_wait(stream, true));
      return copy_staged(to, from, copy);
    }
  }
  if (captures(stream))
    return wait ? qn_stream_wait(stream, true) : qn_stream_submit(stream, op);
  QN_CHECK(qn_stream_submit(stream, op));
  return blocks(copy, wait) ? qn_stream_wait(stream, true) : QN_R_OK;
}

qn_result qn_fill_submit(qn_stream *stream, const qn_op_fill *fill, bool wait) {
  qn_copy_side side = {.address = fill->address};
  const size_t row = fill->width * fill->value_size;
  if (!fill->width || !fill->height || !fill->depth)
    return QN_R_OK;
  if (fill->height > 1 && fill->pitch < row)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "rows of %zu bytes do not fit a pitch of %zu", row,
                     fill->pitch);
  QN_CHECK(qn_copy_check(&side,
                         (fill->depth - 1) * fill->slice +
                             (fill->height - 1) * fill->pitch + row,
                         1, "destination"));
  const qn_op op = {.kind = QN_OP_FILL, .fill = *fill};
  if (wait && captures(stream))
    return qn_stream_wait(stream, true); // which refuses
  QN_CHECK(qn_stream_submit(stream, &op));
  return wait && !is_unseen(&side) ? qn_stream_wait(stream, true) : QN_R_OK;
}

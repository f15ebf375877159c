// SPDX-License-Identifier: Apache-2.0
// Streams and events.
#include "hip/core/api.h"

#include "base/alloc.h"

static qn_result create(hipStream_t *to, unsigned flags, int priority) {
  qn_device *device;
  qn_stream *stream;
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_stream_create(device, flags, priority, &stream));
  *to = stream->handle;
  return QN_R_OK;
}

hipError_t hipStreamCreate(hipStream_t *to) {
  QN_HIP_NEED(to);
  return qn_hip(create(to, hipStreamDefault, 0));
}

hipError_t hipStreamCreateWithFlags(hipStream_t *to, unsigned int flags) {
  QN_HIP_NEED(to);
  return qn_hip(create(to, flags, 0));
}

hipError_t hipStreamCreateWithPriority(hipStream_t *to, unsigned int flags,
                                       int priority) {
  QN_HIP_NEED(to);
  return qn_hip(create(to, flags, priority));
}

hipError_t hipStreamDestroy(hipStream_t stream) {
  return qn_hip(qn_stream_destroy(stream));
}

hipError_t hipStreamSynchronize(hipStream_t handle) {
  qn_stream *stream;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  return qn_hip(qn_stream_wait(stream, true));
}

hipError_t hipStreamQuery(hipStream_t handle) {
  qn_stream *stream;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  return qn_hip(qn_stream_wait(stream, false));
}

hipError_t hipStreamWaitEvent(hipStream_t handle, hipEvent_t event_handle,
                              unsigned int flags) {
  qn_stream *stream;
  qn_event *event;
  if (flags > hipEventWaitExternal)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamWaitEvent has no flags 0x%x", flags));
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  QN_HIP_CHECK(qn_event_find(event_handle, &event));
  return qn_hip(qn_stream_wait_event(stream, event));
}

hipError_t hipStreamGetFlags(hipStream_t handle, unsigned int *flags) {
  qn_stream *stream;
  QN_HIP_NEED(flags);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  *flags = stream->flags;
  return hipSuccess;
}

hipError_t hipStreamGetPriority(hipStream_t handle, int *priority) {
  qn_stream *stream;
  QN_HIP_NEED(priority);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  *priority = stream->priority;
  return hipSuccess;
}

hipError_t hipStreamGetDevice(hipStream_t handle, hipDevice_t *device) {
  qn_stream *stream;
  QN_HIP_NEED(device);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  *device = stream->device->ordinal;
  return hipSuccess;
}

int hipGetStreamDeviceId(hipStream_t handle) {
  qn_stream *stream;
  return qn_stream_find(handle, &stream) == QN_R_OK ? stream->device->ordinal
                                                    : -1;
}

hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  qn_device *device;
  QN_HIP_CHECK(qn_device_current(&device));
  if (least)
    *least = device->info.priority_least;
  if (greatest)
    *greatest = device->info.priority_greatest;
  return hipSuccess;
}

// ---- Functions of the host

hipError_t hipLaunchHostFunc(hipStream_t handle, hipHostFn_t function,
                             void *user) {
  qn_stream *stream;
  QN_HIP_NEED(function);
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  const qn_op op = {.kind = QN_OP_HOST, .host = {.fn = function, .user = user}};
  return qn_hip(qn_stream_submit(stream, &op));
}

typedef struct callback {
  hipStreamCallback_t function;
  hipStream_t stream;
  void *user;
} callback;

static void call_back(void *user) {
  const callback c = *(callback *)user;
  qn_free(user);
  c.function(c.stream, hipSuccess, c.user);
}

hipError_t hipStreamAddCallback(hipStream_t handle,
                                hipStreamCallback_t function, void *user,
                                unsigned int flags) {
  qn_stream *stream;
  QN_HIP_NEED(function);
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamAddCallback has no flags 0x%x", flags));
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  if (atomic_load(&stream->capture))
    return qn_hip(qn_refuse(QN_R_CAPTURE_UNSUPPORTED,
                            "callbacks cannot be captured; use "
                            "hipLaunchHostFunc"));
  callback *c = qn_alloc(sizeof(*c));
  if (!c)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a callback"));
  *c = (callback){function, handle, user};
  const qn_op op = {.kind = QN_OP_HOST, .host = {.fn = call_back, .user = c}};
  const qn_result result = qn_stream_submit(stream, &op);
  if (result != QN_R_OK)
    qn_free(c);
  return qn_hip(result);
}

// ---- Values in memory

qn_result qn_hip_check_value(const qn_op *op) {
  qn_copy_side side = {.address = op->value.address};
  if (!side.address || (uintptr_t)side.address % op->value.size)
    return qn_refuse(QN_R_INVALID_VALUE, "%p is no address of %u bytes",
                     side.address, op->value.size);
  return qn_copy_check(&side, op->value.size, -1, "value");
}

static qn_result submit_value(hipStream_t handle, qn_op *op) {
  qn_stream *stream;
  QN_CHECK(qn_stream_find(handle, &stream));
  QN_CHECK(qn_hip_check_value(op));
  return qn_stream_submit(stream, op);
}

// CUDA's operation 8, which HIP's headers lack.
typedef struct reduction {
  int operation;
  unsigned flags;
  int how, type; // CUatomicOperation, CUatomicOperationCapability
  void *address;
  uint64_t value;
  void *alias;
} reduction;
_Static_assert(sizeof(reduction) <= sizeof(hipStreamBatchMemOpParams),
               "a member of CUDA's union");

qn_result qn_hip_reduction(const hipStreamBatchMemOpParams *params,
                           const qn_device *device, qn_op *out) {
  enum { REDUCTION = 8, ADD = 0, AND = 5, OR = 6, WORD = 14, LONG = 22 };
  reduction r;
  memcpy(&r, params, sizeof(r));
  if (r.operation != REDUCTION)
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no operation on memory",
                     r.operation);
  if (r.flags || (r.how != ADD && r.how != AND && r.how != OR) ||
      (r.type != WORD && r.type != LONG))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a reduction adds, ands or ors words of 32 or 64 bits, "
                     "without flags");
  if (!device->backend->on_host)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "reductions by a stream: CU_DEVICE_ATTRIBUTE_ATOMIC_"
                     "REDUCTION_SUPPORTED is 0 for %s",
                     device->info.name);
  *out = (qn_op){.kind = QN_OP_WRITE,
                 .value = {.address = r.address,
                           .value = r.value,
                           .size = r.type == LONG ? 8 : 4,
                           .how = r.how == ADD   ? QN_REDUCE_ADD
                                  : r.how == AND ? QN_REDUCE_AND
                                                 : QN_REDUCE_OR}};
  return qn_hip_check_value(out);
}

qn_result qn_hip_reduce(hipStream_t handle,
                        const hipStreamBatchMemOpParams *params) {
  qn_stream *stream;
  qn_op op;
  QN_CHECK(qn_stream_find(handle, &stream));
  QN_CHECK(qn_hip_reduction(params, stream->device, &op));
  return qn_stream_submit(stream, &op);
}

hipError_t hipStreamWriteValue32(hipStream_t stream, void *address,
                                 uint32_t value, unsigned int flags) {
  (void)flags; // none has a visible effect
  qn_op op = {.kind = QN_OP_WRITE,
              .value = {.address = address, .value = value, .size = 4}};
  return qn_hip(submit_value(stream, &op));
}

hipError_t hipStreamWriteValue64(hipStream_t stream, void *address,
                                 uint64_t value, unsigned int flags) {
  (void)flags;
  qn_op op = {.kind = QN_OP_WRITE,
              .value = {.address = address, .value = value, .size = 8}};
  return qn_hip(submit_value(stream, &op));
}

hipError_t hipStreamWaitValue32(hipStream_t stream, void *address,
                                uint32_t value, unsigned int flags,
                                uint32_t mask) {
  qn_op op = {.kind = QN_OP_POLL,
              .value = {.address = address,
                        .value = value,
                        .mask = mask,
                        .size = 4,
                        .how = flags}};
  if (flags > hipStreamWaitValueNor)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamWaitValue32 has no flags 0x%x", flags));
  return qn_hip(submit_value(stream, &op));
}

hipError_t hipStreamWaitValue64(hipStream_t stream, void *address,
                                uint64_t value, unsigned int flags,
                                uint64_t mask) {
  qn_op op = {.kind = QN_OP_POLL,
              .value = {.address = address,
                        .value = value,
                        .mask = mask,
                        .size = 8,
                        .how = flags}};
  if (flags > hipStreamWaitValueNor)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamWaitValue64 has no flags 0x%x", flags));
  return qn_hip(submit_value(stream, &op));
}

// ---- Events

hipError_t hipEventCreateWithFlags(hipEvent_t *to, unsigned int flags) {
  const unsigned known = hipEventBlockingSync | hipEventDisableTiming |
                         hipEventInterprocess | hipEventDisableSystemFence |
                         hipEventReleaseToDevice | hipEventReleaseToSystem;
  qn_device *device;
  qn_event *event;
  QN_HIP_NEED(to);
  const unsigned release =
      flags & (hipEventDisableSystemFence | hipEventReleaseToDevice |
               hipEventReleaseToSystem);
  if (flags & ~known || (release & (release - 1)) ||
      ((flags & hipEventInterprocess) && !(flags & hipEventDisableTiming)))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "events do not take the flags 0x%x", flags));
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(qn_event_create(device, flags, &event));
  *to = event->handle;
  return hipSuccess;
}

hipError_t hipEventCreate(hipEvent_t *to) {
  return hipEventCreateWithFlags(to, hipEventDefault);
}

hipError_t hipEventDestroy(hipEvent_t event) {
  return qn_hip(qn_event_destroy(event));
}

hipError_t hipEventRecord(hipEvent_t handle, hipStream_t stream_handle) {
  qn_event *event;
  qn_stream *stream;
  QN_HIP_CHECK(qn_event_find(handle, &event));
  QN_HIP_CHECK(qn_stream_find(stream_handle, &stream));
  return qn_hip(qn_event_record(event, stream));
}

hipError_t hipEventRecordWithFlags(hipEvent_t handle, hipStream_t stream,
                                   unsigned int flags) {
  if (flags > hipEventRecordExternal)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipEventRecordWithFlags has no flags 0x%x",
                            flags));
  return hipEventRecord(handle, stream);
}

hipError_t hipEventSynchronize(hipEvent_t handle) {
  qn_event *event;
  QN_HIP_CHECK(qn_event_find(handle, &event));
  return qn_hip(qn_event_wait(event, true));
}

hipError_t hipEventQuery(hipEvent_t handle) {
  qn_event *event;
  QN_HIP_CHECK(qn_event_find(handle, &event));
  return qn_hip(qn_event_wait(event, false));
}

hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop) {
  qn_event *from;
  qn_event *to;
  QN_HIP_NEED(ms);
  QN_HIP_CHECK(qn_event_find(start, &from));
  QN_HIP_CHECK(qn_event_find(stop, &to));
  return qn_hip(qn_event_elapsed(from, to, ms));
}

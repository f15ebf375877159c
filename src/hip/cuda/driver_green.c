// SPDX-License-Identifier: Apache-2.0
// Events of whole contexts, and green contexts: parts of a device's processors
// with streams of their own. The parts are counted, but work of one may also
// use the processors of others, which changes only its speed.
#include "hip/cuda/driver.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/core/api.h"
#include "runtime/core/gate.h"
#include "runtime/core/handles.h"

enum { STREAMS_MAX = 256 };

typedef struct part {
  int device;
  unsigned processors;
} part;

typedef struct green {
  part part;
  CUcontext context;
  qn_mutex mutex; // of the list
  void *streams[STREAMS_MAX];
  size_t count;
} green;

// ---- Contexts' events

static qn_result event_of(CUevent handle, qn_event **out) {
  return qn_event_find(handle, out);
}

static CUresult device_of(CUcontext context, qn_device **out) {
  CUdevice ordinal;
  const CUresult error = cuCtxGetDevice_v2(&ordinal, context);
  if (error != CUDA_SUCCESS)
    return error;
  return qn_cu_result(qn_hip(qn_device_get(ordinal, out)));
}

static qn_result check_device(const qn_event *event, const qn_device *device) {
  return event->device == device
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_HANDLE,
                         "the event is of device %d, the context of device %d",
                         event->device->ordinal, device->ordinal);
}

CUresult cuCtxRecordEvent(CUcontext context, CUevent handle) {
  qn_device *device;
  qn_event *event;
  qn_streams all;
  const CUresult error = device_of(context, &device);
  if (error != CUDA_SUCCESS)
    return error;
  qn_result result = event_of(handle, &event);
  if (result == QN_R_OK)
    result = check_device(event, device);
  if (result == QN_R_OK)
    result = qn_streams_of(device, &all);
  if (result != QN_R_OK)
    return qn_cu_result(qn_hip(result));
  result = qn_streams_record(&all, event);
  qn_streams_drop(&all);
  return qn_cu_result(qn_hip(result));
}

CUresult cuCtxWaitEvent(CUcontext context, CUevent handle) {
  qn_device *device;
  qn_event *event;
  const CUresult error = device_of(context, &device);
  if (error != CUDA_SUCCESS)
    return error;
  qn_result result = event_of(handle, &event);
  if (result == QN_R_OK)
    result = qn_device_wait_event(device, event);
  return qn_cu_result(qn_hip(result));
}

// ---- Resources

// CUDA's partitions: 8 processors from compute capability 9.0 on.
static unsigned granularity(const qn_device *device) {
  if (device->backend->on_host || device->info.compute_major < 6)
    return 1;
  return device->info.compute_major >= 9 ? 8 : 2;
}

// The resource keeps its device where its struct has room.
static void put_resource(const qn_device *device, unsigned processors,
                         CUdevResource *to) {
  const unsigned each = granularity(device);
  const int ordinal = device->ordinal;
  memset(to, 0, sizeof(*to));
  to->type = CU_DEV_RESOURCE_TYPE_SM;
  to->sm = (CUdevSmResource){.smCount = processors,
                             .minSmPartitionSize = each,
                             .smCoscheduledAlignment = each};
  memcpy(to->_internal_padding, &ordinal, sizeof(ordinal));
}

static CUresult get_resource(const CUdevResource *from, qn_device **out) {
  int ordinal;
  memcpy(&ordinal, from->_internal_padding, sizeof(ordinal));
  if (from->type != CU_DEV_RESOURCE_TYPE_SM)
    return qn_cu_result(qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                                         "the resource is of type %d, not of "
                                         "processors",
                                         (int)from->type)));
  return qn_cu_result(qn_hip(qn_device_get(ordinal, out)));
}

// Queues for work: streams share the device's pool of threads, or the vendor's
// hardware queues, whatever a program expects.
enum { QUEUES = 8 };

static bool is_queue(CUdevResourceType type) {
  return type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG ||
         type == CU_DEV_RESOURCE_TYPE_WORKQUEUE;
}

static CUresult refuse_type(CUdevResourceType type) {
  (void)qn_refuse(QN_R_INVALID_VALUE, "there is no resource of type %d here",
                  (int)type);
  return CUDA_ERROR_INVALID_RESOURCE_TYPE;
}

// What a device, or a context with as many of its processors, has of a type.
static CUresult describe(const qn_device *device, unsigned processors,
                         CUdevResourceType type, CUdevResource *to) {
  if (type != CU_DEV_RESOURCE_TYPE_SM && !is_queue(type))
    return refuse_type(type);
  put_resource(device, processors, to);
  if (type == CU_DEV_RESOURCE_TYPE_SM)
    return CUDA_SUCCESS;
  memset(to->_oversize, 0, sizeof(to->_oversize));
  to->type = type;
  if (type == CU_DEV_RESOURCE_TYPE_WORKQUEUE_CONFIG)
    to->wqConfig = (CUdevWorkqueueConfigResource){.device = device->ordinal,
                                                  .wqConcurrencyLimit = QUEUES};
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetDevResource(CUdevice ordinal, CUdevResource *to,
                                CUdevResourceType type) {
  qn_device *device;
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_device_get(ordinal, &device)));
  return describe(device, device->info.multiprocessors, type, to);
}

CUresult cuCtxGetDevResource(CUcontext context, CUdevResource *to,
                             CUdevResourceType type) {
  qn_device *device;
  CU_NEED(to);
  const CUresult error = device_of(context, &device);
  return error != CUDA_SUCCESS
             ? error
             : cuDeviceGetDevResource(device->ordinal, to, type);
}

static unsigned rounded(unsigned least, unsigned each) {
  const unsigned count = least / each + (least % each != 0);
  return (count ? count : 1) * each;
}

CUresult cuDevSmResourceSplitByCount(CUdevResource *result,
                                     unsigned int *group_count,
                                     const CUdevResource *input,
                                     CUdevResource *remaining,
                                     unsigned int flags, unsigned int least) {
  const unsigned known = CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING |
                         CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
  qn_device *device = NULL;
  CU_NEED(group_count);
  CU_NEED(input);
  if (flags & ~known || (result && !*group_count))
    return CUDA_ERROR_INVALID_VALUE;
  const CUresult error = get_resource(input, &device);
  if (error != CUDA_SUCCESS || !device)
    return error;
  const bool loose = flags & CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING;
  const unsigned min_each = granularity(device);
  const unsigned each = rounded(least, loose && min_each > 2 ? 2 : min_each);
  const unsigned most = input->sm.smCount / each;
  if (!most)
    return qn_cu_result(qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "a group would have %u processors of %u",
                  each, input->sm.smCount)));
  const unsigned all = input->sm.smCount;
  const unsigned count = result && *group_count < most ? *group_count : most;
  for (unsigned i = 0; result && i < count; ++i)
    put_resource(device, each, &result[i]);
  *group_count = count;
  if (remaining && all > count * each)
    put_resource(device, all - count * each, remaining);
  else if (remaining)
    memset(remaining, 0, sizeof(*remaining));
  return CUDA_SUCCESS;
}

static CUresult add_resource(const CUdevResource *from, part *sum) {
  qn_device *device = NULL;
  CUdevResource of = *from;
  const bool queue = is_queue(of.type);
  if (queue) // of the device that it was asked of
    of.type = CU_DEV_RESOURCE_TYPE_SM;
  const CUresult error = get_resource(&of, &device);
  if (error != CUDA_SUCCESS || !device)
    return error;
  if (sum->device >= 0 && device->ordinal != sum->device)
    return qn_cu_result(qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "the resources are of several devices")));
  sum->device = device->ordinal;
  sum->processors += queue ? 0 : from->sm.smCount;
  return sum->processors > device->info.multiprocessors
             ? CUDA_ERROR_INVALID_VALUE
             : CUDA_SUCCESS;
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *to, CUdevResource *list,
                                   unsigned int count) {
  part *p;
  CU_NEED(to);
  CU_NEED(list);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  part sum = {.device = -1};
  for (unsigned i = 0; i < count; ++i) {
    const CUresult error = add_resource(&list[i], &sum);
    if (error != CUDA_SUCCESS)
      return error;
  }
  p = qn_alloc(sizeof(*p));
  if (!p)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *p = sum;
  *to = qn_handle_make(QN_HANDLE_PART, p);
  if (*to)
    return CUDA_SUCCESS;
  qn_free(p);
  return CUDA_ERROR_OUT_OF_MEMORY;
}

// ---- Groups of processors of several sizes

typedef CU_DEV_SM_RESOURCE_GROUP_PARAMS group_params;

static CUresult refuse_split(const char *why, unsigned index) {
  (void)qn_refuse(QN_R_INVALID_VALUE, "group %u: %s", index, why);
  return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
}

// The group's number of processors, of `left`; none has localities.
static CUresult size_group(const group_params *p, unsigned index,
                           unsigned usual, unsigned left, unsigned *out) {
  const unsigned each = p->coscheduledSmCount ? p->coscheduledSmCount : usual;
  const bool fill = p->flags & CU_DEV_SM_RESOURCE_GROUP_BACKFILL;
  if (p->flags & ~(unsigned)CU_DEV_SM_RESOURCE_GROUP_BACKFILL)
    return refuse_split("the device has no locality domains", index);
  if (p->preferredCoscheduledSmCount % each)
    return refuse_split("the preferred count of processors that run together "
                        "is no multiple of the least",
                        index);
  const unsigned wanted = p->smCount ? p->smCount : left;
  *out = fill || p->smCount ? wanted : wanted / each * each;
  if (*out > left)
    return refuse_split("fewer processors are left", index);
  if (p->smCount && !fill && p->smCount % each)
    return refuse_split("the count is no multiple of those that run together",
                        index);
  return *out && *out < each && !fill
             ? refuse_split("fewer processors than run together", index)
             : CUDA_SUCCESS;
}

CUresult cuDevSmResourceSplit(CUdevResource *result, unsigned int count,
                              const CUdevResource *input,
                              CUdevResource *remaining, unsigned int flags,
                              CU_DEV_SM_RESOURCE_GROUP_PARAMS *params) {
  qn_device *device = NULL;
  CU_NEED(input);
  CU_NEED(params);
  if (!count || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult error = get_resource(input, &device);
  if (error != CUDA_SUCCESS || !device)
    return error;
  unsigned left = input->sm.smCount;
  for (unsigned i = 0; i < count; ++i) {
    unsigned size = 0;
    error = size_group(&params[i], i, granularity(device), left, &size);
    if (error != CUDA_SUCCESS)
      return error;
    if (result && !size)
      return refuse_split("no processors are left", i);
    if (result)
      put_resource(device, size, &result[i]);
    params[i].smCount = size;
    left -= size;
  }
  if (remaining && left)
    put_resource(device, left, remaining);
  else if (remaining)
    memset(remaining, 0, sizeof(*remaining));
  return CUDA_SUCCESS;
}

// ---- Green contexts

static CUresult find(CUgreenCtx handle, green **out) {
  *out = qn_handle_find(QN_HANDLE_GREEN, handle);
  return *out ? CUDA_SUCCESS
              : qn_cu_result(qn_hip(qn_refuse(
                    QN_R_INVALID_CONTEXT,
                    "%p is no green context, or destroyed", (void *)handle)));
}

CUresult cuGreenCtxCreate(CUgreenCtx *to, CUdevResourceDesc desc,
                          CUdevice ordinal, unsigned int flags) {
  CU_NEED(to);
  const part *p = qn_handle_find(QN_HANDLE_PART, desc);
  if (!p || p->device != ordinal ||
      flags & ~(unsigned)CU_GREEN_CTX_DEFAULT_STREAM)
    return qn_cu_result(
        qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                         "the descriptor is not of device %d, or the flags "
                         "are neither CU_GREEN_CTX_NONE nor "
                         "CU_GREEN_CTX_DEFAULT_STREAM",
                         ordinal)));
  green *g = qn_alloc_array(1, sizeof(*g));
  if (!g)
    return CUDA_ERROR_OUT_OF_MEMORY;
  g->part = *p;
  const CUresult error = cuCtxCreate_v4(&g->context, NULL, 0, ordinal);
  if (error != CUDA_SUCCESS) {
    qn_free(g);
    return error;
  }
  (void)cuCtxPopCurrent_v2(NULL); // it is not the current one
  qn_mutex_init(&g->mutex);
  *to = qn_handle_make(QN_HANDLE_GREEN, g);
  if (*to)
    return CUDA_SUCCESS;
  (void)cuCtxDestroy_v2(g->context);
  qn_mutex_finish(&g->mutex);
  qn_free(g);
  return CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGreenCtxDestroy(CUgreenCtx handle) {
  green *g = qn_handle_remove(QN_HANDLE_GREEN, handle);
  if (!g)
    return CUDA_ERROR_INVALID_CONTEXT;
  (void)cuCtxDestroy_v2(g->context);
  qn_mutex_finish(&g->mutex);
  qn_free(g);
  return CUDA_SUCCESS;
}

CUresult cuCtxFromGreenCtx(CUcontext *to, CUgreenCtx handle) {
  green *g;
  CU_NEED(to);
  const CUresult error = find(handle, &g);
  if (error == CUDA_SUCCESS)
    *to = g->context;
  return error;
}

CUresult cuGreenCtxGetId(CUgreenCtx handle, unsigned long long *id) {
  green *g;
  CU_NEED(id);
  const CUresult error = find(handle, &g);
  return error == CUDA_SUCCESS ? cuCtxGetId(g->context, id) : error;
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx handle, CUdevResource *to,
                                  CUdevResourceType type) {
  green *g;
  qn_device *device;
  CU_NEED(to);
  const CUresult error = find(handle, &g);
  if (error != CUDA_SUCCESS)
    return error;
  CU_CHECK(qn_hip(qn_device_get(g->part.device, &device)));
  return describe(device, g->part.processors, type, to);
}

// ---- Their streams

// Forgets streams that are destroyed. With the mutex held.
static void forget_old(green *g) {
  size_t kept = 0;
  for (size_t i = 0; i < g->count; ++i)
    if (qn_handle_find(QN_HANDLE_STREAM, g->streams[i]))
      g->streams[kept++] = g->streams[i];
  g->count = kept;
}

static CUresult add_stream(green *g, CUstream stream) {
  qn_mutex_lock(&g->mutex);
  forget_old(g);
  const bool room = g->count < STREAMS_MAX;
  if (room)
    g->streams[g->count++] = stream;
  qn_mutex_unlock(&g->mutex);
  return room ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuGreenCtxStreamCreate(CUstream *to, CUgreenCtx handle,
                                unsigned int flags, int priority) {
  green *g;
  qn_device *device;
  qn_stream *stream;
  CU_NEED(to);
  CUresult error = find(handle, &g);
  if (error != CUDA_SUCCESS)
    return error;
  if (flags != CU_STREAM_NON_BLOCKING)
    return qn_cu_result(qn_hip(qn_refuse(
        QN_R_INVALID_VALUE,
        "a stream of a green context has the flag CU_STREAM_NON_BLOCKING")));
  CU_CHECK(qn_hip(qn_device_get(g->part.device, &device)));
  CU_CHECK(qn_hip(qn_stream_create(device, flags, priority, &stream)));
  error = add_stream(g, stream->handle);
  if (error == CUDA_SUCCESS)
    *to = stream->handle;
  else
    (void)qn_stream_destroy(stream->handle);
  return error;
}

typedef struct search {
  const void *stream;
  void *found;
} search;

static bool has_stream(void *user, void *handle, void *object) {
  search *s = user;
  green *g = object;
  qn_mutex_lock(&g->mutex);
  for (size_t i = 0; i < g->count; ++i)
    if (g->streams[i] == s->stream)
      s->found = handle;
  qn_mutex_unlock(&g->mutex);
  return !s->found;
}

CUresult cuStreamGetGreenCtx(CUstream stream, CUgreenCtx *to) {
  qn_stream *found;
  search s = {.stream = stream};
  CU_NEED(to);
  CU_CHECK(qn_hip(qn_stream_find(stream, &found)));
  qn_handle_each(QN_HANDLE_GREEN, has_stream, &s);
  *to = s.found;
  return CUDA_SUCCESS;
}

CUresult cuStreamGetCtx_v2(CUstream stream, CUcontext *to, CUgreenCtx *of) {
  CUgreenCtx found = NULL;
  CU_NEED(to);
  const CUresult error = cuStreamGetGreenCtx(stream, &found);
  if (error != CUDA_SUCCESS)
    return error;
  if (of)
    *of = found;
  return found ? cuCtxFromGreenCtx(to, found) : cuStreamGetCtx(stream, to);
}

CUresult cuStreamGetDevResource(CUstream stream, CUdevResource *to,
                                CUdevResourceType type) {
  CUgreenCtx found = NULL;
  CUdevice ordinal;
  CU_NEED(to);
  CUresult error = cuStreamGetGreenCtx(stream, &found);
  if (error != CUDA_SUCCESS)
    return error;
  if (type != CU_DEV_RESOURCE_TYPE_SM)
    return refuse_type(type);
  if (found)
    return cuGreenCtxGetDevResource(found, to, type);
  error = cuStreamGetDevice(stream, &ordinal);
  return error == CUDA_SUCCESS ? cuDeviceGetDevResource(ordinal, to, type)
                               : error;
}

// Its streams, each held.
static CUresult streams_of(CUgreenCtx handle, qn_streams *out) {
  green *g;
  const CUresult error = find(handle, &g);
  if (error != CUDA_SUCCESS)
    return error;
  qn_mutex_lock(&g->mutex);
  forget_old(g);
  out->items = qn_alloc_array(g->count + 1, sizeof(qn_stream *));
  for (size_t i = 0; i < g->count && out->items; ++i)
    out->items[out->count++] =
        qn_stream_hold(qn_handle_find(QN_HANDLE_STREAM, g->streams[i]));
  qn_mutex_unlock(&g->mutex);
  return out->items ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult with_streams(CUgreenCtx handle, CUevent event,
                             qn_result (*fn)(const qn_streams *streams,
                                             qn_event *event)) {
  qn_event *e;
  qn_streams all = {0};
  CU_CHECK(qn_hip(event_of(event, &e)));
  const CUresult error = streams_of(handle, &all);
  if (error != CUDA_SUCCESS)
    return error;
  const qn_result result = fn(&all, e);
  qn_streams_drop(&all);
  return qn_cu_result(qn_hip(result));
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx handle, CUevent event) {
  return with_streams(handle, event, qn_streams_record);
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx handle, CUevent event) {
  return with_streams(handle, event, qn_streams_wait);
}

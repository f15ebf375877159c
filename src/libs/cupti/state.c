// SPDX-License-Identifier: Apache-2.0
// Threads, names, numbers and times.
#include "libs/cupti/cupti.h"

#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/map.h"
#include "hip/core/api.h"

static qn_thread_memory threads =
    QN_THREAD_MEMORY(sizeof(qn_cupti_thread), NULL);
static atomic_uint last_id;
static atomic_int id_type; // CUpti_ActivityThreadIdType

static qn_mutex mutex = QN_MUTEX_INIT; // of the maps
static qn_map names;                   // a text to its copy
static qn_map streams, events;         // a handle to its id
static uint32_t last_stream = QN_CUPTI_STREAM_NULL + 5, last_event;

qn_cupti_thread *qn_cupti_mine(void) { return qn_thread_memory_get(&threads); }

void qn_cupti_keep_error(int result) {
  qn_cupti_thread *t = qn_cupti_mine();
  if (t)
    t->error = result;
}

CUptiResult cuptiGetLastError(void) {
  qn_cupti_thread *t = qn_cupti_mine();
  const int error = t ? t->error : CUPTI_ERROR_OUT_OF_MEMORY;
  if (t)
    t->error = CUPTI_SUCCESS;
  return (CUptiResult)error;
}

uint32_t qn_cupti_next_id(void) {
  return atomic_fetch_add_explicit(&last_id, 1, memory_order_relaxed) + 1;
}

CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType type) {
  if ((unsigned)type >= CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE)
    return qn_cupti_refuse(CUPTI_ERROR_NOT_SUPPORTED,
                           "CUPTI has no type %d of threads' ids", (int)type);
  atomic_store(&id_type, (int)type);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetThreadIdType(CUpti_ActivityThreadIdType *type) {
  CUPTI_NEED(type);
  *type = (CUpti_ActivityThreadIdType)atomic_load(&id_type);
  return CUPTI_SUCCESS;
}

uint32_t qn_cupti_thread_id(void) {
  return atomic_load(&id_type) == CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM
             ? (uint32_t)syscall(SYS_gettid)
             : (uint32_t)(uintptr_t)pthread_self();
}

const char *qn_cupti_name(const char *text, size_t size) {
  const qn_str key = {text, size};
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find_str(&names, key);
  char *copy = found ? (char *)(uintptr_t)*found : qn_alloc(size + 1);
  if (copy && !found) {
    memcpy(copy, text, size);
    copy[size] = 0;
    if (qn_failed(qn_map_put_str(&names, (qn_str){copy, size}, (uintptr_t)copy,
                                 NULL))) {
      qn_free(copy);
      copy = NULL;
    }
  }
  qn_mutex_unlock(&mutex);
  return copy;
}

// ---- Numbers of objects

static uint32_t number_of(qn_map *map, uint32_t *last, const void *handle) {
  uint32_t number = 0;
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find(map, (uintptr_t)handle);
  if (found)
    number = (uint32_t)*found;
  else if (!qn_failed(qn_map_put(map, (uintptr_t)handle, *last + 1, NULL)))
    number = ++*last;
  qn_mutex_unlock(&mutex);
  return number;
}

uint32_t qn_cupti_context_id(const qn_device *device) {
  return (uint32_t)device->ordinal + 1;
}

CUcontext qn_cupti_context(uint32_t *out_id) {
  const qn_device *device = qn_device_at(qn_device_current_ordinal());
  hipCtx_t context = NULL;
  *out_id = 0;
  if (!device || !atomic_load(&device->native) ||
      hipCtxGetCurrent(&context) != hipSuccess || !context)
    return NULL;
  *out_id = qn_cupti_context_id(device);
  return (CUcontext)(void *)context;
}

uint32_t qn_cupti_stream_id(const qn_stream *stream) {
  return stream->null ? QN_CUPTI_STREAM_NULL
                      : number_of(&streams, &last_stream,
                                  stream->handle ? stream->handle : stream);
}

uint32_t qn_cupti_stream_id_of(const void *handle) {
  qn_stream *stream;
  return qn_stream_find(handle, &stream) == QN_R_OK ? qn_cupti_stream_id(stream)
                                                    : CUPTI_INVALID_STREAM_ID;
}

uint32_t qn_cupti_event_id(const void *handle) {
  return number_of(&events, &last_event, handle);
}

// The device of a context.
static CUptiResult device_of(CUcontext context, const qn_device **out) {
  hipCtx_t before = NULL;
  qn_device *device;
  if (!context && hipCtxGetCurrent((hipCtx_t *)(void *)&context) != hipSuccess)
    context = NULL;
  if (!context || hipCtxGetCurrent(&before) != hipSuccess ||
      hipCtxSetCurrent((hipCtx_t)(void *)context) != hipSuccess)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_CONTEXT, "%p is no context",
                           (void *)context);
  const qn_result result = qn_device_current(&device);
  (void)hipCtxSetCurrent(before);
  if (result != QN_R_OK)
    return qn_cupti_failed(CUPTI_ERROR_INVALID_CONTEXT);
  *out = device;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetContextId(CUcontext context, uint32_t *contextId) {
  const qn_device *device;
  CUPTI_NEED(contextId);
  const CUptiResult result = device_of(context, &device);
  if (result == CUPTI_SUCCESS)
    *contextId = qn_cupti_context_id(device);
  return result;
}

CUptiResult cuptiGetDeviceId(CUcontext context, uint32_t *deviceId) {
  const qn_device *device;
  CUPTI_NEED(deviceId);
  const CUptiResult result = device_of(context, &device);
  if (result == CUPTI_SUCCESS)
    *deviceId = (uint32_t)device->ordinal;
  return result;
}

CUptiResult cuptiGetStreamIdEx(CUcontext context, CUstream stream,
                               uint8_t perThreadStream, uint32_t *streamId) {
  (void)context; // a stream's handle is enough
  CUPTI_NEED(streamId);
  const uint32_t id = qn_cupti_stream_id_of(
      !stream && perThreadStream ? (const void *)CU_STREAM_PER_THREAD
                                 : (const void *)stream);
  if (id == CUPTI_INVALID_STREAM_ID)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_STREAM, "%p is no stream",
                           (void *)stream);
  *streamId = id;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiGetStreamId(CUcontext context, CUstream stream,
                             uint32_t *streamId) {
  return cuptiGetStreamIdEx(context, stream, 0, streamId);
}

// Calls a function of the driver that is not to be seen.
#define UNSEEN(call)                                                           \
  do {                                                                         \
    qn_cupti_thread *t = qn_cupti_mine();                                      \
    if (!t)                                                                    \
      return qn_cupti_failed(CUPTI_ERROR_OUT_OF_MEMORY);                       \
    ++t->depth;                                                                \
    const CUresult status = call;                                              \
    --t->depth;                                                                \
    return status == CUDA_SUCCESS                                              \
               ? CUPTI_SUCCESS                                                 \
               : qn_cupti_failed(CUPTI_ERROR_INVALID_PARAMETER);               \
  } while (0)

CUptiResult cuptiGetGraphId(CUgraph graph, uint32_t *pId) {
  CUPTI_NEED(pId);
  UNSEEN(cuGraphGetId(graph, pId));
}
CUptiResult cuptiGetGraphExecId(CUgraphExec graphExec, uint32_t *pId) {
  CUPTI_NEED(pId);
  UNSEEN(cuGraphExecGetId(graphExec, pId));
}
CUptiResult cuptiGetGraphNodeId(CUgraphNode node, uint64_t *nodeId) {
  CUPTI_NEED(nodeId);
  UNSEEN(cuGraphNodeGetToolsId(node, (unsigned long long *)nodeId));
}

// ---- Time

// The monotonic clock and CUPTI's at the same moment.
typedef struct moment {
  uint64_t ns, time;
} moment;

enum { TRIES = 5 };
static _Atomic(CUpti_TimestampCallbackFunc) program_clock;
static moment first; // with program_clock: since it was registered
static atomic_bool is_ready;

static uint64_t real_time(void) {
  struct timespec t;
  (void)clock_gettime(CLOCK_REALTIME, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t read_clock(void) {
  const CUpti_TimestampCallbackFunc clock = atomic_load(&program_clock);
  return clock ? clock() : real_time();
}

// Of several tries the one that took the least time.
static moment match(void) {
  moment best = {0};
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < TRIES; ++i) {
    const uint64_t before = qn_clock_ns();
    const uint64_t time = read_clock();
    const uint64_t took = qn_clock_ns() - before;
    if (took < least) {
      least = took;
      best = (moment){before + took / 2, time};
    }
  }
  return best;
}

static void prepare(void) {
  if (atomic_load_explicit(&is_ready, memory_order_acquire))
    return;
  qn_mutex_lock(&mutex);
  if (!atomic_load(&is_ready))
    first = match();
  atomic_store(&is_ready, true);
  qn_mutex_unlock(&mutex);
}

uint64_t qn_cupti_time(uint64_t ns) {
  prepare();
  if (!ns)
    return 0;
  if (!atomic_load_explicit(&program_clock, memory_order_relaxed))
    return first.time + (ns - first.ns);
  // The program's clock may have another unit.
  const moment now = match();
  if (now.ns <= first.ns)
    return now.time;
  const double rate = (double)(int64_t)(now.time - first.time) /
                      (double)(int64_t)(now.ns - first.ns);
  return now.time + (uint64_t)(int64_t)((double)(int64_t)(ns - now.ns) * rate);
}

CUptiResult cuptiGetTimestamp(uint64_t *timestamp) {
  CUPTI_NEED(timestamp);
  prepare();
  *timestamp =
      atomic_load(&program_clock) ? read_clock() : qn_cupti_time(qn_clock_ns());
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityRegisterTimestampCallback(
    CUpti_TimestampCallbackFunc funcTimestamp) {
  qn_mutex_lock(&mutex);
  atomic_store(&program_clock, funcTimestamp);
  first = match();
  atomic_store(&is_ready, true);
  qn_mutex_unlock(&mutex);
  return CUPTI_SUCCESS;
}

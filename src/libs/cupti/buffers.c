// SPDX-License-Identifier: Apache-2.0
// Records in the program's buffers.
#include "libs/cupti/cupti.h"

#include <string.h>

enum { UNTIL = 8 }; // bytes: where records begin

typedef struct buffer {
  uint8_t *bytes; // NULL: none
  size_t size, used;
  size_t max_count, count; // of records; max_count 0: as many as fit
} buffer;

static qn_mutex mutex = QN_MUTEX_INIT;
static _Atomic(CUpti_BuffersCallbackRequestFunc) request;
static _Atomic(CUpti_BuffersCallbackCompleteFunc) complete;
static buffer current, spare;
static atomic_size_t dropped;

size_t qn_cupti_record_size(CUpti_ActivityKind kind) {
  switch (kind) {
  case CUPTI_ACTIVITY_KIND_MEMCPY:
    return sizeof(CUpti_ActivityMemcpy6);
  case CUPTI_ACTIVITY_KIND_MEMSET:
    return sizeof(CUpti_ActivityMemset4);
  case CUPTI_ACTIVITY_KIND_KERNEL:
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
    return sizeof(CUpti_ActivityKernel10);
  case CUPTI_ACTIVITY_KIND_DRIVER:
  case CUPTI_ACTIVITY_KIND_RUNTIME:
    return sizeof(CUpti_ActivityAPI);
  case CUPTI_ACTIVITY_KIND_DEVICE:
    return sizeof(CUpti_ActivityDevice5);
  case CUPTI_ACTIVITY_KIND_CONTEXT:
    return sizeof(CUpti_ActivityContext3);
  case CUPTI_ACTIVITY_KIND_STREAM:
    return sizeof(CUpti_ActivityStream);
  case CUPTI_ACTIVITY_KIND_MARKER:
    return sizeof(CUpti_ActivityMarker2);
  case CUPTI_ACTIVITY_KIND_OVERHEAD:
    return sizeof(CUpti_ActivityOverhead3);
  case CUPTI_ACTIVITY_KIND_MEMCPY2:
    return sizeof(CUpti_ActivityMemcpyPtoP4);
  case CUPTI_ACTIVITY_KIND_CUDA_EVENT:
    return sizeof(CUpti_ActivityCudaEvent2);
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION:
    return sizeof(CUpti_ActivitySynchronization2);
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return sizeof(CUpti_ActivityExternalCorrelation);
  case CUPTI_ACTIVITY_KIND_MEMORY2:
    return sizeof(CUpti_ActivityMemory4);
  case CUPTI_ACTIVITY_KIND_MEMORY_POOL:
    return sizeof(CUpti_ActivityMemoryPool2);
  case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
    return sizeof(CUpti_ActivityGraphTrace2);
  default:
    return 0;
  }
}

static bool has_room(const buffer *b, size_t size) {
  return b->bytes && b->size - b->used >= size &&
         (!b->max_count || b->count < b->max_count);
}

// Gives a buffer to the program, and notes how long that took.
static void give(const buffer *b) {
  const uint64_t begin = qn_clock_ns();
  if (!b->bytes)
    return;
  atomic_load (&complete)(NULL, 0, b->bytes, b->size, b->used);
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_OVERHEAD) || !b->used)
    return;
  CUpti_ActivityOverhead3 record = {
      .kind = CUPTI_ACTIVITY_KIND_OVERHEAD,
      .overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH,
      .objectKind = CUPTI_ACTIVITY_OBJECT_THREAD,
      .start = qn_cupti_time(begin),
      .end = qn_cupti_time(qn_clock_ns())};
  record.objectId.pt.threadId = qn_cupti_thread_id();
  qn_cupti_add(&record);
}

// Asks the program for a buffer. Without one, or with one that has no room, the
// record is lost.
static bool ask(size_t size) {
  buffer made = {0};
  const CUpti_BuffersCallbackRequestFunc function = atomic_load(&request);
  if (!function)
    return false;
  function(&made.bytes, &made.size, &made.max_count);
  const size_t skip = -(uintptr_t)made.bytes % UNTIL;
  if (skip || !has_room(&made, size)) { // CUPTI's rule: at multiples of 8
    give(&made);
    return false;
  }
  qn_mutex_lock(&mutex);
  const bool is_taken = current.bytes == NULL;
  buffer left = {0};
  if (is_taken) {
    current = made;
  } else {
    left = spare;
    spare = made;
  }
  qn_mutex_unlock(&mutex);
  give(&left);
  return true;
}

// Puts it into the current buffer. When that is full, *out_full is what the
// program gets.
static bool put(const void *record, size_t size, buffer *out_full) {
  qn_mutex_lock(&mutex);
  const bool fits = has_room(&current, size);
  if (fits) {
    memcpy(current.bytes + current.used, record, size);
    current.used += size;
    ++current.count;
  } else {
    *out_full = current;
    current = spare;
    spare = (buffer){0};
  }
  qn_mutex_unlock(&mutex);
  return fits;
}

void qn_cupti_add(const void *record) {
  CUpti_ActivityKind kind;
  memcpy(&kind, record, sizeof(kind));
  const size_t size = qn_cupti_record_size(kind);
  for (;;) {
    buffer full = {0};
    if (put(record, size, &full))
      return;
    give(&full);
    qn_mutex_lock(&mutex);
    const bool has_none = current.bytes == NULL;
    qn_mutex_unlock(&mutex);
    if (has_none && !ask(size)) {
      atomic_fetch_add(&dropped, 1);
      return;
    }
  }
}

void qn_cupti_deliver(void) {
  qn_mutex_lock(&mutex);
  const buffer full = current;
  current = (buffer){0};
  qn_mutex_unlock(&mutex);
  give(&full);
}

CUptiResult cuptiActivityRegisterCallbacks(
    CUpti_BuffersCallbackRequestFunc funcBufferRequested,
    CUpti_BuffersCallbackCompleteFunc funcBufferCompleted) {
  CUPTI_NEED(funcBufferRequested);
  CUPTI_NEED(funcBufferCompleted);
  atomic_store(&complete, funcBufferCompleted);
  atomic_store(&request, funcBufferRequested);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context,
                                              uint32_t streamId,
                                              size_t *number) {
  (void)context; // buffers are of all contexts and streams
  (void)streamId;
  CUPTI_NEED(number);
  *number = atomic_exchange(&dropped, 0);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetNextRecord(uint8_t *bytes, size_t valid,
                                       CUpti_Activity **record) {
  CUPTI_NEED(bytes);
  CUPTI_NEED(record);
  uint8_t *at = bytes;
  if (*record) {
    const size_t size = qn_cupti_record_size((*record)->kind);
    at = (uint8_t *)*record;
    if (!size || at < bytes || (size_t)(at - bytes) + size > valid)
      return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                             "the record is none of the buffer");
    at += size;
  }
  const size_t left = valid - (size_t)(at - bytes);
  if (left < sizeof(CUpti_Activity))
    return CUPTI_ERROR_MAX_LIMIT_REACHED;
  CUpti_Activity *next = (CUpti_Activity *)(void *)at;
  const size_t size = qn_cupti_record_size(next->kind);
  if (!size || size > left)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_KIND,
                           "the buffer has a record of kind %d",
                           (int)next->kind);
  *record = next;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlushAll(uint32_t flag) {
  (void)flag; // records are whole when they are written
  if (!atomic_load(&complete))
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_OPERATION,
                           "no callbacks for buffers are registered");
  qn_cupti_collect();
  qn_cupti_deliver();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityFlush(CUcontext context, uint32_t streamId,
                               uint32_t flag) {
  (void)context;
  (void)streamId;
  return cuptiActivityFlushAll(flag);
}

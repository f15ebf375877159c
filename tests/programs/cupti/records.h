// SPDX-License-Identifier: Apache-2.0
// A program that profiles itself: CUPTI's records, kept by kind.
#ifndef RECORDS_H
#define RECORDS_H

#include <cupti.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "program.h"

#define CUPTI(expr) CHECK((expr) == CUPTI_SUCCESS)

static std::mutex records_mutex;
static std::vector<CUpti_ActivityKernel10> kernels;
static std::vector<CUpti_ActivityMemcpy6> copies;
static std::vector<CUpti_ActivityMemset4> fills;
static std::vector<CUpti_ActivityAPI> calls, driver_calls;
static std::vector<CUpti_ActivitySynchronization2> syncs;
static std::vector<CUpti_ActivityExternalCorrelation> externals;
static std::vector<CUpti_ActivityMarker2> markers;
static std::vector<CUpti_ActivityMemory4> memories;
static std::vector<CUpti_ActivityGraphTrace2> graphs;
static std::vector<CUpti_ActivityDevice5> device_records;
static std::vector<CUpti_ActivityContext3> contexts;
static std::vector<CUpti_ActivityStream> stream_records;
static std::vector<CUpti_ActivityCudaEvent2> event_records;
static std::vector<CUpti_ActivityOverhead3> overheads;
static size_t buffer_size = 64 * 1024, buffers_given, buffers_back;
static size_t buffer_records; // at most so many in one; 0: as many as fit

template <typename T>
static void keep(std::vector<T> &to, const CUpti_Activity *record) {
  T copy;
  memcpy(&copy, record, sizeof(copy));
  to.push_back(copy);
}

static void keep_record(const CUpti_Activity *record) {
  switch (record->kind) {
  case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
  case CUPTI_ACTIVITY_KIND_KERNEL: return keep(kernels, record);
  case CUPTI_ACTIVITY_KIND_MEMCPY: return keep(copies, record);
  case CUPTI_ACTIVITY_KIND_MEMSET: return keep(fills, record);
  case CUPTI_ACTIVITY_KIND_RUNTIME: return keep(calls, record);
  case CUPTI_ACTIVITY_KIND_DRIVER: return keep(driver_calls, record);
  case CUPTI_ACTIVITY_KIND_SYNCHRONIZATION: return keep(syncs, record);
  case CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION:
    return keep(externals, record);
  case CUPTI_ACTIVITY_KIND_MARKER: return keep(markers, record);
  case CUPTI_ACTIVITY_KIND_MEMORY2: return keep(memories, record);
  case CUPTI_ACTIVITY_KIND_GRAPH_TRACE: return keep(graphs, record);
  case CUPTI_ACTIVITY_KIND_DEVICE: return keep(device_records, record);
  case CUPTI_ACTIVITY_KIND_CONTEXT: return keep(contexts, record);
  case CUPTI_ACTIVITY_KIND_STREAM: return keep(stream_records, record);
  case CUPTI_ACTIVITY_KIND_CUDA_EVENT: return keep(event_records, record);
  case CUPTI_ACTIVITY_KIND_OVERHEAD: return keep(overheads, record);
  default: CHECK(!"a record of a kind that was not enabled");
  }
}

static void CUPTIAPI give_buffer(uint8_t **buffer, size_t *size,
                                 size_t *count) {
  *size = buffer_size;
  *buffer = (uint8_t *)aligned_alloc(8, buffer_size);
  *count = buffer_records;
  std::lock_guard<std::mutex> lock(records_mutex);
  ++buffers_given;
}

static void CUPTIAPI take_buffer(CUcontext, uint32_t, uint8_t *buffer,
                                 size_t size, size_t valid) {
  CUpti_Activity *record = nullptr;
  std::lock_guard<std::mutex> lock(records_mutex);
  size_t count = 0;
  ++buffers_back;
  CHECK(size == buffer_size && valid <= size);
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
    keep_record(record);
    ++count;
  }
  CHECK(!buffer_records || count <= buffer_records);
  free(buffer);
}

static void begin_records(std::vector<CUpti_ActivityKind> kinds) {
  CUPTI(cuptiActivityRegisterCallbacks(give_buffer, take_buffer));
  for (CUpti_ActivityKind kind : kinds)
    CUPTI(cuptiActivityEnable(kind));
}

static void flush_records() {
  CUPTI(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
  size_t dropped = 1;
  CUPTI(cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped));
  CHECK(dropped == 0);
}

static const char *name_of(const CUpti_ActivityAPI &call) {
  const char *name = "";
  CUPTI(cuptiGetCallbackName(call.kind == CUPTI_ACTIVITY_KIND_RUNTIME
                                 ? CUPTI_CB_DOMAIN_RUNTIME_API
                                 : CUPTI_CB_DOMAIN_DRIVER_API,
                             call.cbid, &name));
  return name;
}

// The call of a correlation id; NULL: there is none.
static const CUpti_ActivityAPI *call_of(uint32_t id) {
  for (const std::vector<CUpti_ActivityAPI> *list : {&calls, &driver_calls})
    for (const CUpti_ActivityAPI &call : *list)
      if (call.correlationId == id)
        return &call;
  return nullptr;
}

#endif // RECORDS_H

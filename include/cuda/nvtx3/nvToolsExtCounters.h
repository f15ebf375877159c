// SPDX-License-Identifier: Apache-2.0
//
// NVTX: counters. Samples are not written to traces.
#ifndef QUERN_CUDA_NVTX3_NVTOOLSEXTCOUNTERS_H
#define QUERN_CUDA_NVTX3_NVTOOLSEXTCOUNTERS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "nvToolsExtPayload.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef NVTX_EXT_COUNTERS_COMPATID
#define NVTX_EXT_COUNTERS_COMPATID 0x0102
#endif

#ifndef NVTX_EXT_COUNTERS_MODULEID
#define NVTX_EXT_COUNTERS_MODULEID 4
#endif

#ifndef NVTX_COUNTER_IDS_V1
#define NVTX_COUNTER_IDS_V1
#define NVTX_COUNTER_ID_NONE 0
#define NVTX_COUNTER_ID_STATIC_START (1 << 24)
#define NVTX_COUNTER_ID_DYNAMIC_START (((uint64_t)(1)) << 32)

#endif

#ifndef NVTX_COUNTER_SAMPLES_V1
#define NVTX_COUNTER_SAMPLES_V1
#define NVTX_COUNTER_SAMPLE_ZERO 0
#define NVTX_COUNTER_SAMPLE_UNCHANGED 1
#define NVTX_COUNTER_SAMPLE_UNAVAILABLE 2

#endif

#ifndef NVTX_COUNTER_BATCH_FLAGS_V1
#define NVTX_COUNTER_BATCH_FLAGS_V1
#define NVTX_COUNTER_BATCH_FLAG_BEGINTIME_INTERVAL_PAIR (1 << 32)
#define NVTX_COUNTER_BATCH_FLAG_ENDTIME_INTERVAL_PAIR (2 << 32)

#endif

#ifndef NVTX_COUNTER_TYPEDEFS_V1
#define NVTX_COUNTER_TYPEDEFS_V1

typedef struct nvtxCounterAttr_v1 {
  size_t structSize;
  uint64_t schemaId;
  const char *name;
  const char *description;
  uint64_t scopeId;
  const nvtxSemanticsHeader_t *semantics;
  uint64_t counterId;
} nvtxCounterAttr_t;

typedef struct nvtxCounterBatch_v1 {
  uint64_t counterId;
  const void *counters;
  size_t countersSize;
  uint64_t flags;
  const int64_t *timestamps;
  size_t timestampsSize;
} nvtxCounterBatch_t;

#endif

#ifndef NVTX_COUNTER_API_FUNCTIONS_V1
#define NVTX_COUNTER_API_FUNCTIONS_V1

__QN_NVTX uint64_t nvtxCounterRegister(nvtxDomainHandle_t hDomain,
                                       const nvtxCounterAttr_t *attr) {
  (void)hDomain;
  (void)attr;
  return 0;
}

__QN_NVTX void nvtxCounterSampleInt64(nvtxDomainHandle_t hDomain,
                                      uint64_t counterId, int64_t value) {
  (void)hDomain;
  (void)counterId;
  (void)value;
}

__QN_NVTX void nvtxCounterSampleFloat64(nvtxDomainHandle_t hDomain,
                                        uint64_t counterId, double value) {
  (void)hDomain;
  (void)counterId;
  (void)value;
}

__QN_NVTX void nvtxCounterSample(nvtxDomainHandle_t hDomain, uint64_t counterId,
                                 const void *value, size_t size) {
  (void)hDomain;
  (void)counterId;
  (void)value;
  (void)size;
}

__QN_NVTX void nvtxCounterSampleNoValue(nvtxDomainHandle_t hDomain,
                                        uint64_t counterId, uint8_t reason) {
  (void)hDomain;
  (void)counterId;
  (void)reason;
}

__QN_NVTX void nvtxCounterBatchSubmit(nvtxDomainHandle_t hDomain,
                                      const nvtxCounterBatch_t *counterData) {
  (void)hDomain;
  (void)counterData;
}

#endif

#ifndef NVTX_COUNTER_CALLBACK_ID_V1
#define NVTX_COUNTER_CALLBACK_ID_V1
#define NVTX3EXT_CBID_nvtxCounterRegister 0
#define NVTX3EXT_CBID_nvtxCounterSampleInt64 1
#define NVTX3EXT_CBID_nvtxCounterSampleFloat64 2
#define NVTX3EXT_CBID_nvtxCounterSample 3
#define NVTX3EXT_CBID_nvtxCounterSampleNoValue 4
#define NVTX3EXT_CBID_nvtxCounterBatchSubmit 5

#endif

#ifndef NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIERS_V1
#define NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIERS_V1
#define NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIER_L3(NAME, VERSION, COMPATID)     \
  NAME##_v##VERSION##_cnt##COMPATID
#define NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIER_L2(NAME, VERSION, COMPATID)     \
  NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIER_L3(NAME, VERSION, COMPATID)
#define NVTX_EXT_COUNTERS_VERSIONED_ID(NAME)                                   \
  NVTX_EXT_COUNTERS_VERSIONED_IDENTIFIER_L2(NAME, NVTX_VERSION,                \
                                            NVTX_EXT_COUNTERS_COMPATID)
#endif

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_CUDA_NVTX3_NVTOOLSEXTCOUNTERS_H

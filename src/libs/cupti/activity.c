// SPDX-License-Identifier: Apache-2.0
// Which records a program wants.
#include "libs/cupti/cupti.h"

#include <string.h>

#include "base/system/log.h"
#include "base/system/thread.h"

atomic_bool qn_cupti_kinds[QN_CUPTI_KINDS];
atomic_bool qn_cupti_latency;

// Calls of single functions, by cuptiActivityEnableRuntimeApi and the like: 0
// as the kind, 1 wanted, 2 not wanted.
static atomic_uchar calls[QN_OBSERVED_RUNTIME + 1][QN_CUPTI_NUMBERS];
static atomic_uint single_calls; // wanted ones

static qn_mutex mutex = QN_MUTEX_INIT; // of the observer and the thread

static const qn_observer observer = {
    .enter = qn_cupti_enter,
    .leave = qn_cupti_leave,
    .submit = qn_cupti_submit,
    .mark = qn_cupti_mark,
};

void qn_cupti_update_observer(void) {
  bool is_needed = qn_cupti_has_subscriber() || atomic_load(&single_calls);
  qn_mutex_lock(&mutex);
  for (int i = 0; i < QN_CUPTI_KINDS; ++i)
    is_needed |= atomic_load(&qn_cupti_kinds[i]);
  atomic_store(&qn_observing, is_needed ? &observer : NULL);
  qn_mutex_unlock(&mutex);
}

bool qn_cupti_wants_call(qn_observed_api api, uint32_t number) {
  const unsigned char single =
      number < QN_CUPTI_NUMBERS
          ? atomic_load_explicit(&calls[api][number], memory_order_relaxed)
          : 0;
  return single == 1 ||
         (single == 0 && qn_cupti_wants(api == QN_OBSERVED_RUNTIME
                                            ? CUPTI_ACTIVITY_KIND_RUNTIME
                                            : CUPTI_ACTIVITY_KIND_DRIVER));
}

// ---- Kinds

// Kinds of things that do not occur here, or of which nothing is known: a
// program may ask for them, and gets none.
static bool is_empty(CUpti_ActivityKind kind) {
  switch (kind) {
  case CUPTI_ACTIVITY_KIND_NAME: // NVTX's, which our headers do not keep
  case CUPTI_ACTIVITY_KIND_MARKER_DATA:
  case CUPTI_ACTIVITY_KIND_CDP_KERNEL:
  case CUPTI_ACTIVITY_KIND_PREEMPTION:
  case CUPTI_ACTIVITY_KIND_ENVIRONMENT:
  case CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER:
  case CUPTI_ACTIVITY_KIND_FUNCTION:
  case CUPTI_ACTIVITY_KIND_MODULE:
  case CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE:
  case CUPTI_ACTIVITY_KIND_OPENACC_DATA:
  case CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH:
  case CUPTI_ACTIVITY_KIND_OPENACC_OTHER:
  case CUPTI_ACTIVITY_KIND_NVLINK:
  case CUPTI_ACTIVITY_KIND_PCIE:
  case CUPTI_ACTIVITY_KIND_OPENMP:
  case CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API:
  case CUPTI_ACTIVITY_KIND_JIT:
  case CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE:
  case CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS:
  case CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION:
    return true;
  default:
    return false;
  }
}

static CUptiResult check_kind(CUpti_ActivityKind kind) {
  if ((unsigned)kind >= QN_CUPTI_KINDS || !kind)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_KIND,
                           "CUPTI has no record of kind %d", (int)kind);
  if (is_empty(kind))
    qn_log(QN_LOG_WARNING, "cupti",
           "no records of kind %d will come (docs/cupti.md)", (int)kind);
  else if (!qn_cupti_record_size(kind))
    return qn_cupti_refuse(CUPTI_ERROR_NOT_SUPPORTED,
                           "no records of kind %d are made here "
                           "(docs/cupti.md)",
                           (int)kind);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind) {
  const CUptiResult result = check_kind(kind);
  if (result != CUPTI_SUCCESS)
    return result;
  const bool was = atomic_exchange(&qn_cupti_kinds[kind], true);
  qn_cupti_update_observer();
  if (!was)
    qn_cupti_announce_again(kind);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind) {
  const CUptiResult result = check_kind(kind);
  if (result != CUPTI_SUCCESS)
    return result;
  atomic_store(&qn_cupti_kinds[kind], false);
  qn_cupti_update_observer();
  return CUPTI_SUCCESS;
}

// As Enable: records of what is there already are written there, too.
CUptiResult cuptiActivityEnableAndDump(CUpti_ActivityKind kind) {
  return cuptiActivityEnable(kind);
}

// A kind is wanted of all contexts or of none.
CUptiResult cuptiActivityEnableContext(CUcontext context,
                                       CUpti_ActivityKind kind) {
  CUPTI_NEED(context);
  return cuptiActivityEnable(kind);
}
CUptiResult cuptiActivityDisableContext(CUcontext context,
                                        CUpti_ActivityKind kind) {
  CUPTI_NEED(context);
  return cuptiActivityDisable(kind);
}

static CUptiResult set_call(qn_observed_api api, uint32_t number, bool enable,
                            uint32_t count) {
  if (!number || number >= count)
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                           "CUPTI has no function %u", number);
  const unsigned char before =
      atomic_exchange(&calls[api][number], enable ? 1 : 2);
  if (enable && before != 1)
    atomic_fetch_add(&single_calls, 1);
  if (!enable && before == 1)
    atomic_fetch_sub(&single_calls, 1);
  qn_cupti_update_observer();
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid,
                                          uint8_t enable) {
  return set_call(QN_OBSERVED_RUNTIME, cbid, enable,
                  CUPTI_RUNTIME_TRACE_CBID_SIZE);
}
CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId cbid,
                                         uint8_t enable) {
  return set_call(QN_OBSERVED_DRIVER, cbid, enable,
                  CUPTI_DRIVER_TRACE_CBID_SIZE);
}

// ---- What else can be set

CUptiResult cuptiActivityEnableLatencyTimestamps(uint8_t enable) {
  atomic_store(&qn_cupti_latency, enable != 0);
  return CUPTI_SUCCESS;
}

// Sizes of CUPTI's own buffers, of which there are none here: kept to be read.
static uint64_t attributes[] = {
    [CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE] = 3200000,
    [CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP] = 8388608,
    [CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT] = 250,
    [CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE] = 25000,
    [CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT] = 250,
    [CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER] = 0,
    [CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE] = 3,
    [CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE] = 3,
    [CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED] = 0,
    [CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER] = 0,
    [CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_DEVICE_GRAPHS] = 16777216,
};

static size_t attribute_size(CUpti_ActivityAttribute attribute) {
  return attribute == CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER ||
                 attribute ==
                     CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED ||
                 attribute == CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER
             ? sizeof(uint8_t)
             : sizeof(size_t);
}

static CUptiResult check_attribute(CUpti_ActivityAttribute attribute,
                                   size_t size) {
  if ((size_t)attribute >= sizeof(attributes) / sizeof(attributes[0]))
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                           "CUPTI has no attribute %d", (int)attribute);
  if (size < attribute_size(attribute))
    return qn_cupti_refuse(CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT,
                           "attribute %d needs %zu bytes, got %zu",
                           (int)attribute, attribute_size(attribute), size);
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivityGetAttribute(CUpti_ActivityAttribute attr,
                                      size_t *valueSize, void *value) {
  CUPTI_NEED(valueSize);
  CUPTI_NEED(value);
  const CUptiResult result = check_attribute(attr, *valueSize);
  if (result != CUPTI_SUCCESS)
    return result;
  *valueSize = attribute_size(attr);
  memcpy(value, &attributes[attr], *valueSize); // little-endian
  return CUPTI_SUCCESS;
}

CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute attr,
                                      size_t *valueSize, void *value) {
  CUPTI_NEED(valueSize);
  CUPTI_NEED(value);
  const CUptiResult result = check_attribute(attr, *valueSize);
  if (result != CUPTI_SUCCESS)
    return result;
  attributes[attr] = 0;
  memcpy(&attributes[attr], value, attribute_size(attr));
  return CUPTI_SUCCESS;
}

// ---- External correlation

static CUptiResult check_external(CUpti_ExternalCorrelationKind kind) {
  return kind > CUPTI_EXTERNAL_CORRELATION_KIND_INVALID &&
                 kind < CUPTI_EXTERNAL_CORRELATION_KIND_SIZE
             ? CUPTI_SUCCESS
             : qn_cupti_refuse(CUPTI_ERROR_INVALID_PARAMETER,
                               "CUPTI has no external correlation of kind %d",
                               (int)kind);
}

CUptiResult
cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                       uint64_t id) {
  qn_cupti_thread *t = qn_cupti_mine();
  const CUptiResult result = check_external(kind);
  if (result != CUPTI_SUCCESS)
    return result;
  if (!t)
    return CUPTI_ERROR_OUT_OF_MEMORY;
  if (t->external_count[kind] == QN_CUPTI_EXTERNAL_DEPTH)
    return qn_cupti_refuse(CUPTI_ERROR_OUT_OF_MEMORY,
                           "more than %d external ids within each other",
                           QN_CUPTI_EXTERNAL_DEPTH);
  t->externals[kind][t->external_count[kind]++] = id;
  return CUPTI_SUCCESS;
}

CUptiResult
cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                      uint64_t *lastId) {
  qn_cupti_thread *t = qn_cupti_mine();
  const CUptiResult result = check_external(kind);
  if (result != CUPTI_SUCCESS)
    return result;
  if (!t || !t->external_count[kind])
    return qn_cupti_failed(CUPTI_ERROR_QUEUE_EMPTY);
  --t->external_count[kind];
  if (lastId)
    *lastId = t->externals[kind][t->external_count[kind]];
  return CUPTI_SUCCESS;
}

// ---- Devices, and the end

CUptiResult cuptiComputeCapabilitySupported(int major, int minor,
                                            int *support) {
  (void)minor;
  CUPTI_NEED(support);
  *support = major > 0;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiDeviceSupported(CUdevice dev, int *support) {
  CUPTI_NEED(support);
  if (!qn_device_at(dev))
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_DEVICE, "there is no device %d",
                           dev);
  *support = 1;
  return CUPTI_SUCCESS;
}

CUptiResult
cuptiDeviceVirtualizationMode(CUdevice dev,
                              CUpti_DeviceVirtualizationMode *mode) {
  CUPTI_NEED(mode);
  if (!qn_device_at(dev))
    return qn_cupti_refuse(CUPTI_ERROR_INVALID_DEVICE, "there is no device %d",
                           dev);
  *mode = CUPTI_DEVICE_VIRTUALIZATION_MODE_NONE;
  return CUPTI_SUCCESS;
}

CUptiResult cuptiFinalize(void) {
  qn_cupti_collect();
  qn_cupti_deliver();
  for (int i = 0; i < QN_CUPTI_KINDS; ++i)
    atomic_store(&qn_cupti_kinds[i], false);
  qn_cupti_update_observer();
  return CUPTI_SUCCESS;
}

// ---- What cannot be turned on; off it is

#define ONLY_OFF(name)                                                         \
  CUptiResult name(uint8_t enable) {                                           \
    return enable ? qn_cupti_refuse(CUPTI_ERROR_NOT_SUPPORTED,                 \
                                    #name ": there is no such figure here")    \
                  : CUPTI_SUCCESS;                                             \
  }                                                                            \
  _Static_assert(1, "")
// DONE tells tools/gen_cupti.py.
#define DONE(name) ONLY_OFF(name)
DONE(cuptiActivityEnableLaunchAttributes);
DONE(cuptiActivityEnableDeviceGraph);
DONE(cuptiActivityEnableHWTrace);
DONE(cuptiActivityEnableAllocationSource);
DONE(cuptiActivityEnableAllSyncRecords);
DONE(cuptiActivityEnableCudaEventDeviceTimestamps);

// ---- Buffers given back from time to time

static atomic_uint period_ms; // 0: never
static bool has_thread;       // guarded by `mutex`

static void *flush_often(void *user) {
  qn_mutex own = QN_MUTEX_INIT;
  qn_cond never;
  (void)user;
  qn_cond_init(&never);
  qn_mutex_lock(&own);
  for (;;) {
    const unsigned ms = atomic_load(&period_ms);
    (void)qn_cond_wait_for(&never, &own, (ms ? ms : 100) * UINT64_C(1000000));
    if (atomic_load(&period_ms))
      (void)cuptiActivityFlushAll(0);
  }
  return NULL;
}

CUptiResult cuptiActivityFlushPeriod(uint32_t time) {
  qn_thread thread;
  qn_diag diag = {0};
  atomic_store(&period_ms, time);
  qn_mutex_lock(&mutex);
  if (time && !has_thread)
    has_thread =
        !qn_failed(qn_thread_start(&thread, "cupti", flush_often, NULL, &diag));
  const bool is_fine = has_thread || !time;
  qn_mutex_unlock(&mutex);
  return is_fine ? CUPTI_SUCCESS
                 : qn_cupti_refuse(CUPTI_ERROR_UNKNOWN, "%s", diag.message);
}

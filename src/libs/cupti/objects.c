// SPDX-License-Identifier: Apache-2.0
// What calls make, destroy and wait for: records and callbacks of devices,
// contexts, streams, events, memory, modules and graphs.
#include "libs/cupti/cupti.h"

#include <string.h>
#include <unistd.h>

#include "hip/core/api.h"

typedef enum effect {
  NO_EFFECT,
  SYNC_STREAM,
  SYNC_CONTEXT,
  SYNC_EVENT,
  WAIT_EVENT,
  RECORD_EVENT,
  STREAM_MADE,
  STREAM_GONE,
  ALLOCATE_DEVICE,
  ALLOCATE_ASYNC,
  ALLOCATE_POOL,
  ALLOCATE_PITCH,
  ALLOCATE_PINNED,
  ALLOCATE_MANAGED,
  FREE_DEVICE,
  FREE_ASYNC,
  FREE_PINNED,
  POOL_MADE,
  POOL_GONE,
  POOL_TRIMMED,
  MODULE_MADE,
  MODULE_GONE,
  GRAPH_MADE,
  GRAPH_GONE,
  EXEC_MADE,
  EXEC_GONE,
  GRAPH_LAUNCH,
} effect;

typedef struct row {
  const char *function;
  effect effect;
} row;

static const row rows[] = {
#define EFFECT(function, effect) {function, effect},
#include "libs/cupti/effects.def"
#undef EFFECT
};

// Of each function, once it was called: the effect and 1; 0 is not known yet.
static atomic_uchar known[QN_OBSERVED_RUNTIME + 1][QN_CUPTI_NUMBERS];

static bool is_ending(const char *text) {
  while (strncmp(text, "_v", 2) == 0 && text[2] >= '0' && text[2] <= '9')
    text += 3;
  return !text[0] || strcmp(text, "_ptsz") == 0 || strcmp(text, "_ptds") == 0;
}

static effect effect_of(const qn_observed_call *call) {
  atomic_uchar *place = &known[call->api][call->number];
  const unsigned char before =
      atomic_load_explicit(place, memory_order_relaxed);
  if (before)
    return (effect)(before - 1);
  effect found = NO_EFFECT;
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    const size_t size = strlen(rows[i].function);
    if (strncmp(rows[i].function, call->name, size) == 0 &&
        is_ending(call->name + size))
      found = rows[i].effect;
  }
  atomic_store_explicit(place, (unsigned char)(found + 1),
                        memory_order_relaxed);
  return found;
}

// The parameter at that place; those before it have 8 bytes each.
static const void *word(const qn_observed_call *call, size_t at) {
  return ((const void *const *)call->params)[at];
}
// What a function wrote where its first parameter says.
static void *made(const qn_observed_call *call) {
  void *const *place = word(call, 0);
  return place ? *place : NULL;
}

static const qn_device *here(void) {
  return qn_device_at(qn_device_current_ordinal());
}

// ---- Waiting

static void add_sync(const qn_observed_call *call,
                     CUpti_ActivitySynchronizationType type, uint32_t stream,
                     uint32_t event) {
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION) || !here())
    return;
  qn_cupti_add(&(CUpti_ActivitySynchronization2){
      .kind = CUPTI_ACTIVITY_KIND_SYNCHRONIZATION,
      .type = type,
      .start = qn_cupti_time(call->begin_ns),
      .end = qn_cupti_time(call->end_ns),
      .correlationId = call->id,
      .contextId = qn_cupti_context_id(here()),
      .streamId = stream,
      .cudaEventId = event,
      .returnValue = (uint32_t)*call->result});
}

static void synchronized(CUpti_CallbackIdSync what, const void *stream) {
  uint32_t id;
  CUpti_SynchronizeData given = {.stream = (CUstream)(uintptr_t)stream};
  if (!qn_cupti_callback_wanted(CUPTI_CB_DOMAIN_SYNCHRONIZE, what))
    return;
  given.context = qn_cupti_context(&id);
  qn_cupti_callback(CUPTI_CB_DOMAIN_SYNCHRONIZE, what, &given);
}

static void add_event(const qn_observed_call *call) {
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_CUDA_EVENT) || !here())
    return;
  qn_cupti_add(&(CUpti_ActivityCudaEvent2){
      .kind = CUPTI_ACTIVITY_KIND_CUDA_EVENT,
      .correlationId = call->id,
      .contextId = qn_cupti_context_id(here()),
      .streamId = qn_cupti_stream_id_of(word(call, 1)),
      .eventId = qn_cupti_event_id(word(call, 0)),
      .deviceId = (uint32_t)here()->ordinal});
}

// ---- Memory

static void add_memory(const qn_observed_call *call, bool allocates,
                       CUpti_ActivityMemoryKind kind, uint64_t address,
                       uint64_t bytes) {
  const bool is_async = strstr(call->name, "Async") != NULL;
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMORY2) || !here() || !address)
    return;
  CUpti_ActivityMemory4 record = {
      .kind = CUPTI_ACTIVITY_KIND_MEMORY2,
      .memoryOperationType =
          allocates ? CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION
                    : CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE,
      .memoryKind = kind,
      .correlationId = call->id,
      .address = address,
      .bytes = bytes,
      .timestamp = qn_cupti_time(call->begin_ns),
      .processId = (uint32_t)getpid(),
      .deviceId = (uint32_t)here()->ordinal,
      .contextId = qn_cupti_context_id(here()),
      .streamId = CUPTI_INVALID_STREAM_ID,
      .isAsync = is_async};
  if (is_async)
    record.streamId =
        qn_cupti_stream_id_of(word(call, !allocates                       ? 1
                                         : strstr(call->name, "FromPool") ? 3
                                                                          : 2));
  qn_cupti_add(&record);
}

// Before it is freed: how much it is, in the call's notes.
static void note_size(qn_observed_call *call) {
  CUdeviceptr base;
  size_t size;
  qn_cupti_thread *t = qn_cupti_mine();
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMORY2) || !t || !word(call, 0))
    return;
  if (cuMemGetAddressRange_v2(&base, &size, (CUdeviceptr)word(call, 0)) ==
      CUDA_SUCCESS)
    call->notes[1] = size;
}

static void allocated(const qn_observed_call *call, effect what) {
  const uint64_t address = (uint64_t)(uintptr_t)made(call);
  const size_t *pitch = what == ALLOCATE_PITCH ? word(call, 1) : NULL;
  uint64_t bytes = (uint64_t)(uintptr_t)word(call, 1);
  if (pitch)
    bytes = (uint64_t)*pitch * (uint64_t)(uintptr_t)word(call, 3);
  add_memory(call, true,
             what == ALLOCATE_PINNED    ? CUPTI_ACTIVITY_MEMORY_KIND_PINNED
             : what == ALLOCATE_MANAGED ? CUPTI_ACTIVITY_MEMORY_KIND_MANAGED
                                        : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
             address, bytes);
}

static void add_pool(const qn_observed_call *call, effect what) {
  const void *pool = what == POOL_MADE ? made(call) : word(call, 0);
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_MEMORY_POOL) || !here())
    return;
  qn_cupti_add(&(CUpti_ActivityMemoryPool2){
      .kind = CUPTI_ACTIVITY_KIND_MEMORY_POOL,
      .memoryPoolOperationType =
          what == POOL_MADE ? CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED
          : what == POOL_GONE
              ? CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED
              : CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED,
      .memoryPoolType = CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL,
      .correlationId = call->id,
      .processId = (uint32_t)getpid(),
      .deviceId = (uint32_t)here()->ordinal,
      .minBytesToKeep =
          what == POOL_TRIMMED ? (size_t)(uintptr_t)word(call, 1) : 0,
      .address = (uint64_t)(uintptr_t)pool,
      .timestamp = qn_cupti_time(call->begin_ns)});
}

// ---- Callbacks of objects

static void resource(CUpti_CallbackIdResource what, const void *stream,
                     void *descriptor) {
  uint32_t id;
  CUpti_ResourceData given = {.resourceHandle.stream =
                                  (CUstream)(uintptr_t)stream,
                              .resourceDescriptor = descriptor};
  if (!qn_cupti_callback_wanted(CUPTI_CB_DOMAIN_RESOURCE, what))
    return;
  given.context = qn_cupti_context(&id);
  qn_cupti_callback(CUPTI_CB_DOMAIN_RESOURCE, what, &given);
}

static void module_resource(CUpti_CallbackIdResource what, const void *module) {
  CUpti_ModuleResourceData given = {
      .moduleId = (uint32_t)((uintptr_t)module >> QN_HANDLE_INDEX_SHIFT)};
  resource(what, NULL, &given);
}

static void graph_resource(CUpti_CallbackIdResource what, const void *graph,
                           const void *exec) {
  CUpti_GraphData given = {.graph = (CUgraph)(uintptr_t)graph,
                           .graphExec = (CUgraphExec)(uintptr_t)exec};
  resource(what, NULL, &given);
}

static void stream_made(const qn_observed_call *call) {
  qn_stream *stream;
  const void *handle = made(call);
  if (qn_stream_find(handle, &stream) != QN_R_OK)
    return;
  resource(CUPTI_CBID_RESOURCE_STREAM_CREATED, handle, NULL);
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_STREAM))
    return;
  qn_cupti_add(&(CUpti_ActivityStream){
      .kind = CUPTI_ACTIVITY_KIND_STREAM,
      .contextId = qn_cupti_context_id(stream->device),
      .streamId = qn_cupti_stream_id(stream),
      .priority = (uint32_t)stream->priority,
      .flag = stream->non_blocking
                  ? CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING
                  : CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT,
      .correlationId = call->id});
}

// ---- Before and after a call

void qn_cupti_before(qn_observed_call *call) {
  qn_cupti_thread *t = qn_cupti_mine();
  switch (effect_of(call)) {
  case STREAM_GONE:
    resource(CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, word(call, 0), NULL);
    return;
  case MODULE_GONE:
    module_resource(CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING, word(call, 0));
    return;
  case GRAPH_GONE:
    graph_resource(CUPTI_CBID_RESOURCE_GRAPH_DESTROY_STARTING, word(call, 0),
                   NULL);
    return;
  case EXEC_GONE:
    graph_resource(CUPTI_CBID_RESOURCE_GRAPHEXEC_DESTROY_STARTING, NULL,
                   word(call, 0));
    return;
  case FREE_DEVICE:
  case FREE_ASYNC:
  case FREE_PINNED:
    note_size(call);
    return;
  case GRAPH_LAUNCH:
    if (t)
      t->graph = word(call, 0);
    return;
  default:
    return;
  }
}

static void waited(const qn_observed_call *call, effect what) {
  const void *first = what == SYNC_CONTEXT ? NULL : word(call, 0);
  switch (what) {
  case SYNC_STREAM:
    add_sync(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE,
             qn_cupti_stream_id_of(first), CUPTI_SYNCHRONIZATION_INVALID_VALUE);
    synchronized(CUPTI_CBID_SYNCHRONIZE_STREAM_SYNCHRONIZED, first);
    return;
  case SYNC_CONTEXT:
    add_sync(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE,
             CUPTI_SYNCHRONIZATION_INVALID_VALUE,
             CUPTI_SYNCHRONIZATION_INVALID_VALUE);
    synchronized(CUPTI_CBID_SYNCHRONIZE_CONTEXT_SYNCHRONIZED, NULL);
    return;
  case SYNC_EVENT:
    add_sync(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE,
             CUPTI_SYNCHRONIZATION_INVALID_VALUE, qn_cupti_event_id(first));
    return;
  default:
    add_sync(call, CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT,
             qn_cupti_stream_id_of(first), qn_cupti_event_id(word(call, 1)));
  }
}

void qn_cupti_after(qn_observed_call *call) {
  const effect what = effect_of(call);
  if (!what || *call->result)
    return;
  switch (what) {
  case SYNC_STREAM:
  case SYNC_CONTEXT:
  case SYNC_EVENT:
  case WAIT_EVENT:
    waited(call, what);
    return;
  case RECORD_EVENT:
    add_event(call);
    return;
  case STREAM_MADE:
    stream_made(call);
    return;
  case ALLOCATE_DEVICE:
  case ALLOCATE_ASYNC:
  case ALLOCATE_POOL:
  case ALLOCATE_PITCH:
  case ALLOCATE_PINNED:
  case ALLOCATE_MANAGED:
    allocated(call, what);
    return;
  case FREE_DEVICE:
  case FREE_ASYNC:
  case FREE_PINNED:
    add_memory(call, false,
               what == FREE_PINNED ? CUPTI_ACTIVITY_MEMORY_KIND_PINNED
                                   : CUPTI_ACTIVITY_MEMORY_KIND_DEVICE,
               (uint64_t)(uintptr_t)word(call, 0), call->notes[1]);
    return;
  case POOL_MADE:
  case POOL_GONE:
  case POOL_TRIMMED:
    add_pool(call, what);
    return;
  case MODULE_MADE:
    module_resource(CUPTI_CBID_RESOURCE_MODULE_LOADED, made(call));
    return;
  case GRAPH_MADE:
    graph_resource(CUPTI_CBID_RESOURCE_GRAPH_CREATED, made(call), NULL);
    return;
  case EXEC_MADE:
    graph_resource(CUPTI_CBID_RESOURCE_GRAPHEXEC_CREATED, word(call, 1),
                   made(call));
    return;
  default:
    return;
  }
}

// ---- Devices and their contexts

// The generation (qn_device) in which a device's context was announced, and 1.
static atomic_uint announced[QN_DEVICES_MAX];
static qn_mutex mutex = QN_MUTEX_INIT;
static bool has_hook; // guarded by `mutex`

static void add_context(const qn_device *device) {
  if (!qn_cupti_wants(CUPTI_ACTIVITY_KIND_CONTEXT))
    return;
  qn_cupti_add(&(CUpti_ActivityContext3){
      .kind = CUPTI_ACTIVITY_KIND_CONTEXT,
      .contextId = qn_cupti_context_id(device),
      .deviceId = (uint32_t)device->ordinal,
      .computeApiKind = CUPTI_ACTIVITY_COMPUTE_API_CUDA,
      .nullStreamId = QN_CUPTI_STREAM_NULL,
      .parentContextId = CUPTI_INVALID_CONTEXT_ID,
      .numMultiprocessors = (uint16_t)device->info.multiprocessors,
      .cigMode = CUPTI_CONTEXT_CIG_MODE_NONE});
}

static void leaves(qn_device *device) {
  if (atomic_exchange(&announced[device->ordinal], 0))
    resource(CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, NULL, NULL);
}

static void watch_resets(void) {
  qn_mutex_lock(&mutex);
  const bool is_new = !has_hook;
  has_hook = true;
  qn_mutex_unlock(&mutex);
  if (is_new)
    qn_device_on_reset(leaves);
}

static bool is_open(const qn_device *device) {
  return device && atomic_load(&device->native);
}

void qn_cupti_announce(void) {
  const qn_device *device = here();
  if (!is_open(device) ||
      atomic_load_explicit(&announced[device->ordinal], memory_order_relaxed))
    return;
  watch_resets();
  if (atomic_exchange(&announced[device->ordinal], 1))
    return;
  resource(CUPTI_CBID_RESOURCE_CONTEXT_CREATED, NULL, NULL);
  add_context(device);
}

static void add_device(int ordinal) {
  qn_device *device;
  if (qn_device_get(ordinal, &device) != QN_R_OK)
    return;
  const qn_device_info *d = &device->info;
  CUpti_ActivityDevice5 record = {
      .kind = CUPTI_ACTIVITY_KIND_DEVICE,
      .flags = CUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS,
      // kHz and bits: twice a clock, as memory of GPUs has it
      .globalMemoryBandwidth =
          2 * (uint64_t)d->memory_clock_khz * d->memory_bus_bits / 8,
      .globalMemorySize = d->memory_size,
      .constantMemorySize = d->constant_size,
      .l2CacheSize = d->l2_size,
      .numThreadsPerWarp = d->wave_size,
      .coreClockRate = d->clock_khz,
      .numMemcpyEngines = d->copy_engines,
      .numMultiprocessors = d->multiprocessors,
      .maxWarpsPerMultiprocessor =
          d->wave_size ? d->max_threads_mp / d->wave_size : 0,
      .maxBlocksPerMultiprocessor = d->max_blocks_mp,
      .maxSharedMemoryPerMultiprocessor = d->shared_size_mp,
      .maxRegistersPerMultiprocessor = d->registers_mp,
      .maxRegistersPerBlock = d->registers,
      .maxSharedMemoryPerBlock = d->shared_size,
      .maxThreadsPerBlock = d->max_threads,
      .maxBlockDimX = d->max_block[0],
      .maxBlockDimY = d->max_block[1],
      .maxBlockDimZ = d->max_block[2],
      .maxGridDimX = d->max_grid[0],
      .maxGridDimY = d->max_grid[1],
      .maxGridDimZ = d->max_grid[2],
      .computeCapabilityMajor = d->compute_major,
      .computeCapabilityMinor = d->compute_minor,
      .id = (uint32_t)ordinal,
      .eccEnabled = d->ecc,
      .name = qn_cupti_name(d->name, strlen(d->name)),
      .isCudaVisible = 1};
  memcpy(record.uuid.bytes, d->uuid, sizeof(record.uuid.bytes));
  qn_cupti_add(&record);
}

void qn_cupti_announce_again(CUpti_ActivityKind kind) {
  const int count = (int)qn_device_count();
  for (int i = 0; i < count && kind == CUPTI_ACTIVITY_KIND_DEVICE; ++i)
    add_device(i);
  for (int i = 0; i < count && kind == CUPTI_ACTIVITY_KIND_CONTEXT; ++i)
    if (atomic_load(&announced[i]))
      add_context(qn_device_at(i));
}

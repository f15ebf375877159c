// SPDX-License-Identifier: Apache-2.0
//
// CUPTI's activity records: what ran when. A program gives buffers, which come
// back filled with records of the kinds that it enabled. Times are nanoseconds
// of cuptiGetTimestamp's clock; records lie at multiples of 8 bytes.
#ifndef QUERN_CUDA_CUPTI_ACTIVITY_H
#define QUERN_CUDA_CUPTI_ACTIVITY_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda.h"
#include "cupti_callbacks.h"
#include "cupti_common.h"
#include "cupti_events.h"
#include "cupti_metrics.h"
#include "cupti_result.h"

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#define CUPTI_UNIFIED_MEMORY_CPU_DEVICE_ID ((uint32_t)0xFFFFFFFFU)
#define CUPTI_INVALID_CONTEXT_ID ((uint32_t)0xFFFFFFFFU)
#define CUPTI_INVALID_STREAM_ID ((uint32_t)0xFFFFFFFFU)
#define CUPTI_INVALID_CHANNEL_ID ((uint32_t)0xFFFFFFFFU)
#define invalidNumaId ((uint32_t)0xFFFFFFFF)

typedef enum CUpti_ActivityKind {
  CUPTI_ACTIVITY_KIND_INVALID = 0,
  CUPTI_ACTIVITY_KIND_MEMCPY = 1,
  CUPTI_ACTIVITY_KIND_MEMSET = 2,
  CUPTI_ACTIVITY_KIND_KERNEL = 3,
  CUPTI_ACTIVITY_KIND_DRIVER = 4,
  CUPTI_ACTIVITY_KIND_RUNTIME = 5,
  CUPTI_ACTIVITY_KIND_EVENT = 6,
  CUPTI_ACTIVITY_KIND_METRIC = 7,
  CUPTI_ACTIVITY_KIND_DEVICE = 8,
  CUPTI_ACTIVITY_KIND_CONTEXT = 9,
  CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL = 10,
  CUPTI_ACTIVITY_KIND_NAME = 11,
  CUPTI_ACTIVITY_KIND_MARKER = 12,
  CUPTI_ACTIVITY_KIND_MARKER_DATA = 13,
  CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR = 14,
  CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS = 15,
  CUPTI_ACTIVITY_KIND_BRANCH = 16,
  CUPTI_ACTIVITY_KIND_OVERHEAD = 17,
  CUPTI_ACTIVITY_KIND_CDP_KERNEL = 18,
  CUPTI_ACTIVITY_KIND_PREEMPTION = 19,
  CUPTI_ACTIVITY_KIND_ENVIRONMENT = 20,
  CUPTI_ACTIVITY_KIND_EVENT_INSTANCE = 21,
  CUPTI_ACTIVITY_KIND_MEMCPY2 = 22,
  CUPTI_ACTIVITY_KIND_METRIC_INSTANCE = 23,
  CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION = 24,
  CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER = 25,
  CUPTI_ACTIVITY_KIND_FUNCTION = 26,
  CUPTI_ACTIVITY_KIND_MODULE = 27,
  CUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE = 28,
  CUPTI_ACTIVITY_KIND_SHARED_ACCESS = 29,
  CUPTI_ACTIVITY_KIND_PC_SAMPLING = 30,
  CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO = 31,
  CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION = 32,
  CUPTI_ACTIVITY_KIND_OPENACC_DATA = 33,
  CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH = 34,
  CUPTI_ACTIVITY_KIND_OPENACC_OTHER = 35,
  CUPTI_ACTIVITY_KIND_CUDA_EVENT = 36,
  CUPTI_ACTIVITY_KIND_STREAM = 37,
  CUPTI_ACTIVITY_KIND_SYNCHRONIZATION = 38,
  CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION = 39,
  CUPTI_ACTIVITY_KIND_NVLINK = 40,
  CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT = 41,
  CUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT_INSTANCE = 42,
  CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC = 43,
  CUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC_INSTANCE = 44,
  CUPTI_ACTIVITY_KIND_MEMORY = 45,
  CUPTI_ACTIVITY_KIND_PCIE = 46,
  CUPTI_ACTIVITY_KIND_OPENMP = 47,
  CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API = 48,
  CUPTI_ACTIVITY_KIND_MEMORY2 = 49,
  CUPTI_ACTIVITY_KIND_MEMORY_POOL = 50,
  CUPTI_ACTIVITY_KIND_GRAPH_TRACE = 51,
  CUPTI_ACTIVITY_KIND_JIT = 52,
  CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE = 53,
  CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS = 54,
  CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION = 55,
  CUPTI_ACTIVITY_KIND_COUNT = 56,
  CUPTI_ACTIVITY_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityKind;

typedef enum CUpti_ActivityObjectKind {
  CUPTI_ACTIVITY_OBJECT_UNKNOWN = 0,
  CUPTI_ACTIVITY_OBJECT_PROCESS = 1,
  CUPTI_ACTIVITY_OBJECT_THREAD = 2,
  CUPTI_ACTIVITY_OBJECT_DEVICE = 3,
  CUPTI_ACTIVITY_OBJECT_CONTEXT = 4,
  CUPTI_ACTIVITY_OBJECT_STREAM = 5,
  CUPTI_ACTIVITY_OBJECT_FORCE_INT = 0x7fffffff,
} CUpti_ActivityObjectKind;

typedef union CUpti_ActivityObjectKindId {
  struct {
    uint32_t processId;
    uint32_t threadId;
  } pt;
  struct {
    uint32_t deviceId;
    uint32_t contextId;
    uint32_t streamId;
  } dcs;
} CUpti_ActivityObjectKindId;

typedef struct CUpti_ActivityOverheadCommandBufferFullData {
  uint32_t commandBufferLength;
  uint32_t channelID;
  uint32_t channelType;
} CUpti_ActivityOverheadCommandBufferFullData;

typedef enum CUpti_ActivityOverheadKind {
  CUPTI_ACTIVITY_OVERHEAD_UNKNOWN = 0,
  CUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER = 1,
  CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH = 65536,
  CUPTI_ACTIVITY_OVERHEAD_CUPTI_INSTRUMENTATION = 0x20000,
  CUPTI_ACTIVITY_OVERHEAD_CUPTI_RESOURCE = 0x30000,
  CUPTI_ACTIVITY_OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING = 0x40000,
  CUPTI_ACTIVITY_OVERHEAD_LAZY_FUNCTION_LOADING = 0x50000,
  CUPTI_ACTIVITY_OVERHEAD_COMMAND_BUFFER_FULL = 0x60000,
  CUPTI_ACTIVITY_OVERHEAD_ACTIVITY_BUFFER_REQUEST = 0x70000,
  CUPTI_ACTIVITY_OVERHEAD_UVM_ACTIVITY_INIT = 0x80000,
  CUPTI_ACTIVITY_OVERHEAD_FORCE_INT = 0x7fffffff,
} CUpti_ActivityOverheadKind;

typedef enum CUpti_ActivityComputeApiKind {
  CUPTI_ACTIVITY_COMPUTE_API_UNKNOWN = 0,
  CUPTI_ACTIVITY_COMPUTE_API_CUDA = 1,
  CUPTI_ACTIVITY_COMPUTE_API_CUDA_MPS = 2,
  CUPTI_ACTIVITY_COMPUTE_API_FORCE_INT = 0x7fffffff,
} CUpti_ActivityComputeApiKind;

typedef enum CUpti_ActivityFlag {
  CUPTI_ACTIVITY_FLAG_NONE = 0,
  CUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS = 1,
  CUPTI_ACTIVITY_FLAG_DEVICE_ATTRIBUTE_CUDEVICE = 1,
  CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC = 1,
  CUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS = 1,
  CUPTI_ACTIVITY_FLAG_MARKER_START = 2,
  CUPTI_ACTIVITY_FLAG_MARKER_END = 4,
  CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE = 8,
  CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_SUCCESS = 16,
  CUPTI_ACTIVITY_FLAG_MARKER_SYNC_ACQUIRE_FAILED = 32,
  CUPTI_ACTIVITY_FLAG_MARKER_SYNC_RELEASE = 64,
  CUPTI_ACTIVITY_FLAG_MARKER_COLOR_NONE = 1,
  CUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB = 2,
  CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_SIZE_MASK = 255,
  CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_LOAD = 256,
  CUPTI_ACTIVITY_FLAG_GLOBAL_ACCESS_KIND_CACHED = 512,
  CUPTI_ACTIVITY_FLAG_METRIC_OVERFLOWED = 1,
  CUPTI_ACTIVITY_FLAG_METRIC_VALUE_INVALID = 2,
  CUPTI_ACTIVITY_FLAG_INSTRUCTION_VALUE_INVALID = 1,
  CUPTI_ACTIVITY_FLAG_INSTRUCTION_CLASS_MASK = 510,
  CUPTI_ACTIVITY_FLAG_FLUSH_FORCED = 1,
  CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_SIZE_MASK = 255,
  CUPTI_ACTIVITY_FLAG_SHARED_ACCESS_KIND_LOAD = 256,
  CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC = 1,
  CUPTI_ACTIVITY_FLAG_THRASHING_IN_CPU = 1,
  CUPTI_ACTIVITY_FLAG_THROTTLING_IN_CPU = 1,
  CUPTI_ACTIVITY_FLAG_FORCE_INT = 0x7fffffff,
} CUpti_ActivityFlag;

typedef enum CUpti_ActivityPCSamplingStallReason {
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_INVALID = 0,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_NONE = 1,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_INST_FETCH = 2,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_EXEC_DEPENDENCY = 3,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_DEPENDENCY = 4,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_TEXTURE = 5,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_SYNC = 6,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_CONSTANT_MEMORY_DEPENDENCY = 7,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_PIPE_BUSY = 8,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_MEMORY_THROTTLE = 9,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_NOT_SELECTED = 10,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_OTHER = 11,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_SLEEPING = 12,
  CUPTI_ACTIVITY_PC_SAMPLING_STALL_FORCE_INT = 0x7fffffff,
} CUpti_ActivityPCSamplingStallReason;

typedef enum CUpti_ActivityPCSamplingPeriod {
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_INVALID = 0,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MIN = 1,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_LOW = 2,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MID = 3,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_HIGH = 4,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_MAX = 5,
  CUPTI_ACTIVITY_PC_SAMPLING_PERIOD_FORCE_INT = 0x7fffffff,
} CUpti_ActivityPCSamplingPeriod;

typedef enum CUpti_ActivityMemcpyKind {
  CUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN = 0,
  CUPTI_ACTIVITY_MEMCPY_KIND_HTOD = 1,
  CUPTI_ACTIVITY_MEMCPY_KIND_DTOH = 2,
  CUPTI_ACTIVITY_MEMCPY_KIND_HTOA = 3,
  CUPTI_ACTIVITY_MEMCPY_KIND_ATOH = 4,
  CUPTI_ACTIVITY_MEMCPY_KIND_ATOA = 5,
  CUPTI_ACTIVITY_MEMCPY_KIND_ATOD = 6,
  CUPTI_ACTIVITY_MEMCPY_KIND_DTOA = 7,
  CUPTI_ACTIVITY_MEMCPY_KIND_DTOD = 8,
  CUPTI_ACTIVITY_MEMCPY_KIND_HTOH = 9,
  CUPTI_ACTIVITY_MEMCPY_KIND_PTOP = 10,
  CUPTI_ACTIVITY_MEMCPY_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityMemcpyKind;

typedef enum CUpti_ActivityMemoryKind {
  CUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN = 0,
  CUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE = 1,
  CUPTI_ACTIVITY_MEMORY_KIND_PINNED = 2,
  CUPTI_ACTIVITY_MEMORY_KIND_DEVICE = 3,
  CUPTI_ACTIVITY_MEMORY_KIND_ARRAY = 4,
  CUPTI_ACTIVITY_MEMORY_KIND_MANAGED = 5,
  CUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC = 6,
  CUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC = 7,
  CUPTI_ACTIVITY_MEMORY_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityMemoryKind;

typedef enum CUpti_ActivityPreemptionKind {
  CUPTI_ACTIVITY_PREEMPTION_KIND_UNKNOWN = 0,
  CUPTI_ACTIVITY_PREEMPTION_KIND_SAVE = 1,
  CUPTI_ACTIVITY_PREEMPTION_KIND_RESTORE = 2,
  CUPTI_ACTIVITY_PREEMPTION_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityPreemptionKind;

typedef enum CUpti_ActivityEnvironmentKind {
  CUPTI_ACTIVITY_ENVIRONMENT_UNKNOWN = 0,
  CUPTI_ACTIVITY_ENVIRONMENT_SPEED = 1,
  CUPTI_ACTIVITY_ENVIRONMENT_TEMPERATURE = 2,
  CUPTI_ACTIVITY_ENVIRONMENT_POWER = 3,
  CUPTI_ACTIVITY_ENVIRONMENT_COOLING = 4,
  CUPTI_ACTIVITY_ENVIRONMENT_COUNT = 5,
  CUPTI_ACTIVITY_ENVIRONMENT_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityEnvironmentKind;

typedef enum CUpti_EnvironmentClocksThrottleReason {
  CUPTI_CLOCKS_THROTTLE_REASON_GPU_IDLE = 1,
  CUPTI_CLOCKS_THROTTLE_REASON_USER_DEFINED_CLOCKS = 2,
  CUPTI_CLOCKS_THROTTLE_REASON_SW_POWER_CAP = 4,
  CUPTI_CLOCKS_THROTTLE_REASON_HW_SLOWDOWN = 8,
  CUPTI_CLOCKS_THROTTLE_REASON_UNKNOWN = 0x80000000,
  CUPTI_CLOCKS_THROTTLE_REASON_UNSUPPORTED = 0x40000000,
  CUPTI_CLOCKS_THROTTLE_REASON_NONE = 0,
  CUPTI_CLOCKS_THROTTLE_REASON_FORCE_INT = 0x7fffffff,
} CUpti_EnvironmentClocksThrottleReason;

typedef enum CUpti_ActivityUnifiedMemoryCounterScope {
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_UNKNOWN = 0,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE = 1,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_ALL_DEVICES = 2,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_COUNT = 3,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityUnifiedMemoryCounterScope;

typedef enum CUpti_ActivityUnifiedMemoryCounterKind {
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_UNKNOWN = 0,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_HTOD = 1,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOH = 2,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_CPU_PAGE_FAULT_COUNT = 3,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_GPU_PAGE_FAULT = 4,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THRASHING = 5,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_THROTTLING = 6,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_REMOTE_MAP = 7,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_BYTES_TRANSFER_DTOD = 8,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_COUNT = 9,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityUnifiedMemoryCounterKind;

typedef enum CUpti_ActivityUnifiedMemoryAccessType {
  CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_UNKNOWN = 0,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_READ = 1,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_WRITE = 2,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_ATOMIC = 3,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_ACCESS_TYPE_PREFETCH = 4,
} CUpti_ActivityUnifiedMemoryAccessType;

typedef enum CUpti_ActivityUnifiedMemoryMigrationCause {
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_UNKNOWN = 0,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_USER = 1,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_COHERENCE = 2,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_PREFETCH = 3,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_EVICTION = 4,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_MIGRATION_CAUSE_ACCESS_COUNTERS = 5,
} CUpti_ActivityUnifiedMemoryMigrationCause;

typedef enum CUpti_ActivityUnifiedMemoryRemoteMapCause {
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_UNKNOWN = 0,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_COHERENCE = 1,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_THRASHING = 2,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_POLICY = 3,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_OUT_OF_MEMORY = 4,
  CUPTI_ACTIVITY_UNIFIED_MEMORY_REMOTE_MAP_CAUSE_EVICTION = 5,
} CUpti_ActivityUnifiedMemoryRemoteMapCause;

typedef enum CUpti_ActivityInstructionClass {
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNKNOWN = 0,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_32 = 1,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_64 = 2,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTEGER = 3,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_BIT_CONVERSION = 4,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONTROL_FLOW = 5,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL = 6,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED = 7,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_LOCAL = 8,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_GENERIC = 9,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE = 10,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_CONSTANT = 11,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_TEXTURE = 12,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_GLOBAL_ATOMIC = 13,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_SHARED_ATOMIC = 14,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_SURFACE_ATOMIC = 15,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_INTER_THREAD_COMMUNICATION = 16,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_BARRIER = 17,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_MISCELLANEOUS = 18,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_FP_16 = 19,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_UNIFORM = 20,
  CUPTI_ACTIVITY_INSTRUCTION_CLASS_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ActivityInstructionClass;

typedef enum CUpti_ActivityPartitionedGlobalCacheConfig {
  CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_UNKNOWN = 0,
  CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED = 1,
  CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_OFF = 2,
  CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_ON = 3,
  CUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_FORCE_INT = 0x7fffffff,
} CUpti_ActivityPartitionedGlobalCacheConfig;

typedef enum CUpti_ActivitySynchronizationType {
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN = 0,
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE = 1,
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT = 2,
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE = 3,
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE = 4,
  CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivitySynchronizationType;

typedef enum CUpti_ActivityStreamFlag {
  CUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN = 0,
  CUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT = 1,
  CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING = 2,
  CUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL = 3,
  CUPTI_ACTIVITY_STREAM_CREATE_MASK = 65535,
  CUPTI_ACTIVITY_STREAM_CREATE_FLAG_FORCE_INT = 0x7fffffff,
} CUpti_ActivityStreamFlag;

typedef enum CUpti_LinkFlag {
  CUPTI_LINK_FLAG_INVALID = 0,
  CUPTI_LINK_FLAG_PEER_ACCESS = 2,
  CUPTI_LINK_FLAG_SYSMEM_ACCESS = 4,
  CUPTI_LINK_FLAG_PEER_ATOMICS = 8,
  CUPTI_LINK_FLAG_SYSMEM_ATOMICS = 16,
  CUPTI_LINK_FLAG_FORCE_INT = 0x7fffffff,
} CUpti_LinkFlag;

typedef enum CUpti_ActivityMemoryOperationType {
  CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_INVALID = 0,
  CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_ALLOCATION = 1,
  CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE = 2,
  CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityMemoryOperationType;

typedef enum CUpti_ActivityMemoryPoolType {
  CUPTI_ACTIVITY_MEMORY_POOL_TYPE_INVALID = 0,
  CUPTI_ACTIVITY_MEMORY_POOL_TYPE_LOCAL = 1,
  CUPTI_ACTIVITY_MEMORY_POOL_TYPE_IMPORTED = 2,
  CUPTI_ACTIVITY_MEMORY_POOL_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityMemoryPoolType;

typedef enum CUpti_ActivityMemoryPoolOperationType {
  CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_INVALID = 0,
  CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_CREATED = 1,
  CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_DESTROYED = 2,
  CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED = 3,
  CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityMemoryPoolOperationType;

typedef enum CUpti_ChannelType {
  CUPTI_CHANNEL_TYPE_INVALID = 0,
  CUPTI_CHANNEL_TYPE_COMPUTE = 1,
  CUPTI_CHANNEL_TYPE_ASYNC_MEMCPY = 2,
  CUPTI_CHANNEL_TYPE_DECOMP = 3,
  CUPTI_CHANNEL_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ChannelType;

typedef enum CUpti_ContextCigMode {
  CUPTI_CONTEXT_CIG_MODE_NONE = 0,
  CUPTI_CONTEXT_CIG_MODE_CIG = 1,
  CUPTI_CONTEXT_CIG_MODE_CIG_FALLBACK = 2,
  CUPTI_CONTEXT_CIG_MODE_FORCE_INT = 0x7fffffff,
} CUpti_ContextCigMode;

typedef enum CUpti_NvtxExtPayloadType {
  CUPTI_NVTX_EXT_PAYLOAD_TYPE_UNKNOWN = 0,
  CUPTI_NVTX_EXT_PAYLOAD_TYPE_SCHEMA = 1,
  CUPTI_NVTX_EXT_PAYLOAD_TYPE_ENUM = 2,
  CUPTI_NVTX_EXT_PAYLOAD_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_NvtxExtPayloadType;

typedef struct CUpti_NvtxExtPayloadAttr {
  uint32_t structSize;
  uint32_t type;
  void *attributes;
} CUpti_NvtxExtPayloadAttr;

#define CUPTI_SOURCE_LOCATOR_ID_UNKNOWN 0
#define CUPTI_FUNCTION_INDEX_ID_INVALID 0
#define CUPTI_CORRELATION_ID_UNKNOWN 0
#define CUPTI_GRID_ID_UNKNOWN 0LL
#define CUPTI_TIMESTAMP_UNKNOWN 0LL
#define CUPTI_SYNCHRONIZATION_INVALID_VALUE ((uint32_t)0xFFFFFFFFU)
#define CUPTI_AUTO_BOOST_INVALID_CLIENT_PID 0
#define CUPTI_NVLINK_INVALID_PORT -1
#define CUPTI_MAX_NVLINK_PORTS 32
#define CUPTI_DECOMPRESSED_BYTES_UNKNOWN 0LL

typedef struct PACKED_ALIGNMENT CUpti_ActivityUnifiedMemoryCounterConfig {
  CUpti_ActivityUnifiedMemoryCounterScope scope;
  CUpti_ActivityUnifiedMemoryCounterKind kind;
  uint32_t deviceId;
  uint32_t enable;
} CUpti_ActivityUnifiedMemoryCounterConfig;

typedef struct PACKED_ALIGNMENT CUpti_ActivityAutoBoostState {
  uint32_t enabled;
  uint32_t pid;
} CUpti_ActivityAutoBoostState;

typedef struct PACKED_ALIGNMENT CUpti_ActivityPCSamplingConfig {
  uint32_t size;
  CUpti_ActivityPCSamplingPeriod samplingPeriod;
  uint32_t samplingPeriod2;
} CUpti_ActivityPCSamplingConfig;

typedef struct PACKED_ALIGNMENT CUpti_Activity {
  CUpti_ActivityKind kind;
} CUpti_Activity;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemcpy6 {
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint8_t isDeviceLaunched;
  uint8_t pad2[3];
  uint64_t copyCount;
} CUpti_ActivityMemcpy6;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemcpyPtoP4 {
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
} CUpti_ActivityMemcpyPtoP4;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemset4 {
  CUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint8_t isDeviceLaunched;
  uint8_t pad2[3];
} CUpti_ActivityMemset4;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemory {
  CUpti_ActivityKind kind;
  CUpti_ActivityMemoryKind memoryKind;
  uint64_t address;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint64_t allocPC;
  uint64_t freePC;
  uint32_t processId;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t pad;
  const char *name;
} CUpti_ActivityMemory;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemory4 {
  CUpti_ActivityKind kind;
  CUpti_ActivityMemoryOperationType memoryOperationType;
  CUpti_ActivityMemoryKind memoryKind;
  uint32_t correlationId;
  uint64_t address;
  uint64_t bytes;
  uint64_t timestamp;
  uint64_t PC;
  uint32_t processId;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  const char *name;
  uint32_t isAsync;
  uint32_t pad1;
  struct PACKED_ALIGNMENT {
    CUpti_ActivityMemoryPoolType memoryPoolType;
    uint32_t pad2;
    uint64_t address;
    uint64_t releaseThreshold;
    union {
      uint64_t size;
      uint64_t processId;
    } pool;
    uint64_t utilizedSize;
  } memoryPoolConfig;
  const char *source;
} CUpti_ActivityMemory4;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMemoryPool3 {
  CUpti_ActivityKind kind;
  CUpti_ActivityMemoryPoolOperationType memoryPoolOperationType;
  CUpti_ActivityMemoryPoolType memoryPoolType;
  uint32_t correlationId;
  uint32_t processId;
  uint32_t deviceId;
  size_t minBytesToKeep;
  uint64_t address;
  uint64_t size;
  uint64_t releaseThreshold;
  uint64_t timestamp;
  uint64_t utilizedSize;
  uint8_t isManagedPool;
  uint8_t pad2[7];
} CUpti_ActivityMemoryPool3;

typedef enum CUpti_ActivityLaunchType {
  CUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR = 0,
  CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE = 1,
  CUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE = 2,
  CUPTI_ACTIVITY_LAUNCH_TYPE_CBL_COMMANDLIST = 3,
} CUpti_ActivityLaunchType;

typedef enum CUpti_FuncShmemLimitConfig {
  CUPTI_FUNC_SHMEM_LIMIT_DEFAULT = 0,
  CUPTI_FUNC_SHMEM_LIMIT_OPTIN = 1,
  CUPTI_FUNC_SHMEM_LIMIT_FORCE_INT = 0x7fffffff,
} CUpti_FuncShmemLimitConfig;

typedef struct PACKED_ALIGNMENT CUpti_ActivityKernel10 {
  CUpti_ActivityKind kind;
  union {
    uint8_t both;
    struct {
      uint8_t requested : 4;
      uint8_t executed : 4;
    } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  CUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  CUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  CUaccessPolicyWindow *pAccessPolicyWindow;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t clusterX;
  uint32_t clusterY;
  uint32_t clusterZ;
  uint32_t clusterSchedulingPolicy;
  uint64_t localMemoryTotal_v2;
  uint32_t maxPotentialClusterSize;
  uint32_t maxActiveClusters;
  uint8_t isDeviceLaunched;
  uint8_t padding3[7];
} CUpti_ActivityKernel10;

typedef struct PACKED_ALIGNMENT CUpti_ActivityCdpKernel {
  CUpti_ActivityKind kind;
  union {
    uint8_t both;
    struct {
      uint8_t requested : 4;
      uint8_t executed : 4;
    } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  int64_t parentGridId;
  uint64_t queued;
  uint64_t submitted;
  uint64_t completed;
  uint32_t parentBlockX;
  uint32_t parentBlockY;
  uint32_t parentBlockZ;
  uint32_t pad;
  const char *name;
} CUpti_ActivityCdpKernel;

typedef struct PACKED_ALIGNMENT CUpti_ActivityPreemption {
  CUpti_ActivityKind kind;
  CUpti_ActivityPreemptionKind preemptionKind;
  uint64_t timestamp;
  int64_t gridId;
  uint32_t blockX;
  uint32_t blockY;
  uint32_t blockZ;
  uint32_t pad;
} CUpti_ActivityPreemption;

typedef struct PACKED_ALIGNMENT CUpti_ActivityAPI {
  CUpti_ActivityKind kind;
  CUpti_CallbackId cbid;
  uint64_t start;
  uint64_t end;
  uint32_t processId;
  uint32_t threadId;
  uint32_t correlationId;
  uint32_t returnValue;
} CUpti_ActivityAPI;

typedef struct PACKED_ALIGNMENT CUpti_ActivityEvent {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  CUpti_EventDomainID domain;
  uint32_t correlationId;
} CUpti_ActivityEvent;

typedef struct PACKED_ALIGNMENT CUpti_ActivityEventInstance {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  CUpti_EventDomainID domain;
  uint32_t instance;
  uint64_t value;
  uint32_t correlationId;
  uint32_t pad;
} CUpti_ActivityEventInstance;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMetric {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint32_t correlationId;
  uint8_t flags;
  uint8_t pad[3];
} CUpti_ActivityMetric;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMetricInstance {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint32_t instance;
  uint32_t correlationId;
  uint8_t flags;
  uint8_t pad[7];
} CUpti_ActivityMetricInstance;

typedef struct PACKED_ALIGNMENT CUpti_ActivitySourceLocator {
  CUpti_ActivityKind kind;
  uint32_t id;
  uint32_t lineNumber;
  uint32_t pad;
  const char *fileName;
} CUpti_ActivitySourceLocator;

typedef struct PACKED_ALIGNMENT CUpti_ActivityGlobalAccess3 {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t executed;
  uint64_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t l2_transactions;
  uint64_t theoreticalL2Transactions;
} CUpti_ActivityGlobalAccess3;

typedef struct PACKED_ALIGNMENT CUpti_ActivityBranch2 {
  CUpti_ActivityKind kind;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint32_t diverged;
  uint64_t threadsExecuted;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivityBranch2;

typedef struct PACKED_ALIGNMENT CUpti_ActivityDevice5 {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth;
  uint64_t globalMemorySize;
  uint32_t constantMemorySize;
  uint32_t l2CacheSize;
  uint32_t numThreadsPerWarp;
  uint32_t coreClockRate;
  uint32_t numMemcpyEngines;
  uint32_t numMultiprocessors;
  uint32_t maxIPC;
  uint32_t maxWarpsPerMultiprocessor;
  uint32_t maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor;
  uint32_t maxRegistersPerMultiprocessor;
  uint32_t maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock;
  uint32_t maxThreadsPerBlock;
  uint32_t maxBlockDimX;
  uint32_t maxBlockDimY;
  uint32_t maxBlockDimZ;
  uint32_t maxGridDimX;
  uint32_t maxGridDimY;
  uint32_t maxGridDimZ;
  uint32_t computeCapabilityMajor;
  uint32_t computeCapabilityMinor;
  uint32_t id;
  uint32_t eccEnabled;
  CUuuid uuid;
  const char *name;
  uint8_t isCudaVisible;
  uint8_t isMigEnabled;
  uint8_t reserved[6];
  uint32_t gpuInstanceId;
  uint32_t computeInstanceId;
  CUuuid migUuid;
  uint32_t isNumaNode;
  uint32_t numaId;
} CUpti_ActivityDevice5;

typedef struct PACKED_ALIGNMENT CUpti_ActivityDeviceAttribute {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t deviceId;
  union {
    CUdevice_attribute cu;
    CUpti_DeviceAttribute cupti;
  } attribute;
  union {
    double vDouble;
    uint32_t vUint32;
    uint64_t vUint64;
    int32_t vInt32;
    int64_t vInt64;
  } value;
} CUpti_ActivityDeviceAttribute;

typedef struct PACKED_ALIGNMENT CUpti_ActivityContext3 {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
  uint32_t parentContextId;
  uint8_t isGreenContext;
  uint8_t padding;
  uint16_t numMultiprocessors;
  CUpti_ContextCigMode cigMode;
  uint32_t padding2;
} CUpti_ActivityContext3;

typedef struct PACKED_ALIGNMENT CUpti_ActivityName {
  CUpti_ActivityKind kind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
} CUpti_ActivityName;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMarker2 {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t timestamp;
  uint32_t id;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
  const char *domain;
} CUpti_ActivityMarker2;

typedef struct PACKED_ALIGNMENT CUpti_ActivityMarkerData2 {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t id;
  CUpti_MetricValueKind payloadKind;
  CUpti_MetricValue payload;
  uint32_t color;
  uint32_t category;
  uint32_t cuptiDomainId;
  uint32_t padding;
} CUpti_ActivityMarkerData2;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOverhead3 {
  CUpti_ActivityKind kind;
  CUpti_ActivityOverheadKind overheadKind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t reserved0;
  void *overheadData;
} CUpti_ActivityOverhead3;

typedef struct PACKED_ALIGNMENT CUpti_ActivityEnvironment {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint64_t timestamp;
  CUpti_ActivityEnvironmentKind environmentKind;
  union {
    struct {
      uint32_t smClock;
      uint32_t memoryClock;
      uint32_t pcieLinkGen;
      uint32_t pcieLinkWidth;
      CUpti_EnvironmentClocksThrottleReason clocksThrottleReasons;
    } speed;
    struct {
      uint32_t gpuTemperature;
    } temperature;
    struct {
      uint32_t power;
      uint32_t powerLimit;
    } power;
    struct {
      uint32_t fanSpeed;
    } cooling;
  } data;
} CUpti_ActivityEnvironment;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstructionExecution {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t notPredOffThreadsExecuted;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivityInstructionExecution;

typedef struct PACKED_ALIGNMENT CUpti_ActivityPCSampling3 {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t latencySamples;
  uint32_t samples;
  CUpti_ActivityPCSamplingStallReason stallReason;
  uint64_t pcOffset;
} CUpti_ActivityPCSampling3;

typedef struct PACKED_ALIGNMENT CUpti_ActivityPCSamplingRecordInfo {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint64_t totalSamples;
  uint64_t droppedSamples;
  uint64_t samplingPeriodInCycles;
} CUpti_ActivityPCSamplingRecordInfo;

typedef struct PACKED_ALIGNMENT CUpti_ActivityUnifiedMemoryCounter3 {
  CUpti_ActivityKind kind;
  CUpti_ActivityUnifiedMemoryCounterKind counterKind;
  uint64_t value;
  uint64_t start;
  uint64_t end;
  uint64_t address;
  uint32_t srcId;
  uint32_t dstId;
  uint32_t streamId;
  uint32_t processId;
  uint32_t flags;
  uint32_t pad;
  uint64_t processors[5];
} CUpti_ActivityUnifiedMemoryCounter3;

typedef struct PACKED_ALIGNMENT CUpti_ActivityFunction {
  CUpti_ActivityKind kind;
  uint32_t id;
  uint32_t contextId;
  uint32_t moduleId;
  uint32_t functionIndex;
  uint32_t pad;
  const char *name;
} CUpti_ActivityFunction;

typedef struct PACKED_ALIGNMENT CUpti_ActivityModule {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t id;
  uint32_t cubinSize;
  const void *cubin;
} CUpti_ActivityModule;

typedef struct PACKED_ALIGNMENT CUpti_ActivitySharedAccess {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t sharedTransactions;
  uint64_t theoreticalSharedTransactions;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivitySharedAccess;

typedef struct PACKED_ALIGNMENT CUpti_ActivityCudaEvent2 {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t eventId;
  uint32_t pad;
  uint32_t deviceId;
  uint32_t pad2;
  void *reserved0;
  uint64_t deviceTimestamp;
  uint64_t cudaEventSyncId;
} CUpti_ActivityCudaEvent2;

typedef struct PACKED_ALIGNMENT CUpti_ActivityStream {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t priority;
  CUpti_ActivityStreamFlag flag;
  uint32_t correlationId;
} CUpti_ActivityStream;

typedef struct PACKED_ALIGNMENT CUpti_ActivitySynchronization2 {
  CUpti_ActivityKind kind;
  CUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t cudaEventId;
  uint64_t cudaEventSyncId;
  uint32_t returnValue;
  uint32_t pad;
} CUpti_ActivitySynchronization2;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstructionCorrelation {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint32_t pad;
} CUpti_ActivityInstructionCorrelation;

typedef enum CUpti_OpenAccEventKind {
  CUPTI_OPENACC_EVENT_KIND_INVALID = 0,
  CUPTI_OPENACC_EVENT_KIND_DEVICE_INIT = 1,
  CUPTI_OPENACC_EVENT_KIND_DEVICE_SHUTDOWN = 2,
  CUPTI_OPENACC_EVENT_KIND_RUNTIME_SHUTDOWN = 3,
  CUPTI_OPENACC_EVENT_KIND_ENQUEUE_LAUNCH = 4,
  CUPTI_OPENACC_EVENT_KIND_ENQUEUE_UPLOAD = 5,
  CUPTI_OPENACC_EVENT_KIND_ENQUEUE_DOWNLOAD = 6,
  CUPTI_OPENACC_EVENT_KIND_WAIT = 7,
  CUPTI_OPENACC_EVENT_KIND_IMPLICIT_WAIT = 8,
  CUPTI_OPENACC_EVENT_KIND_COMPUTE_CONSTRUCT = 9,
  CUPTI_OPENACC_EVENT_KIND_UPDATE = 10,
  CUPTI_OPENACC_EVENT_KIND_ENTER_DATA = 11,
  CUPTI_OPENACC_EVENT_KIND_EXIT_DATA = 12,
  CUPTI_OPENACC_EVENT_KIND_CREATE = 13,
  CUPTI_OPENACC_EVENT_KIND_DELETE = 14,
  CUPTI_OPENACC_EVENT_KIND_ALLOC = 15,
  CUPTI_OPENACC_EVENT_KIND_FREE = 16,
  CUPTI_OPENACC_EVENT_KIND_FORCE_INT = 0x7fffffff,
} CUpti_OpenAccEventKind;

typedef enum CUpti_OpenAccConstructKind {
  CUPTI_OPENACC_CONSTRUCT_KIND_UNKNOWN = 0,
  CUPTI_OPENACC_CONSTRUCT_KIND_PARALLEL = 1,
  CUPTI_OPENACC_CONSTRUCT_KIND_KERNELS = 2,
  CUPTI_OPENACC_CONSTRUCT_KIND_LOOP = 3,
  CUPTI_OPENACC_CONSTRUCT_KIND_DATA = 4,
  CUPTI_OPENACC_CONSTRUCT_KIND_ENTER_DATA = 5,
  CUPTI_OPENACC_CONSTRUCT_KIND_EXIT_DATA = 6,
  CUPTI_OPENACC_CONSTRUCT_KIND_HOST_DATA = 7,
  CUPTI_OPENACC_CONSTRUCT_KIND_ATOMIC = 8,
  CUPTI_OPENACC_CONSTRUCT_KIND_DECLARE = 9,
  CUPTI_OPENACC_CONSTRUCT_KIND_INIT = 10,
  CUPTI_OPENACC_CONSTRUCT_KIND_SHUTDOWN = 11,
  CUPTI_OPENACC_CONSTRUCT_KIND_SET = 12,
  CUPTI_OPENACC_CONSTRUCT_KIND_UPDATE = 13,
  CUPTI_OPENACC_CONSTRUCT_KIND_ROUTINE = 14,
  CUPTI_OPENACC_CONSTRUCT_KIND_WAIT = 15,
  CUPTI_OPENACC_CONSTRUCT_KIND_RUNTIME_API = 16,
  CUPTI_OPENACC_CONSTRUCT_KIND_FORCE_INT = 0x7fffffff,
} CUpti_OpenAccConstructKind;

typedef enum CUpti_OpenMpEventKind {
  CUPTI_OPENMP_EVENT_KIND_INVALID = 0,
  CUPTI_OPENMP_EVENT_KIND_PARALLEL = 1,
  CUPTI_OPENMP_EVENT_KIND_TASK = 2,
  CUPTI_OPENMP_EVENT_KIND_THREAD = 3,
  CUPTI_OPENMP_EVENT_KIND_IDLE = 4,
  CUPTI_OPENMP_EVENT_KIND_WAIT_BARRIER = 5,
  CUPTI_OPENMP_EVENT_KIND_WAIT_TASKWAIT = 6,
  CUPTI_OPENMP_EVENT_KIND_FORCE_INT = 0x7fffffff,
} CUpti_OpenMpEventKind;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOpenAcc {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char *srcFile;
  const char *funcName;
} CUpti_ActivityOpenAcc;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOpenAccData {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char *srcFile;
  const char *funcName;
  uint64_t bytes;
  uint64_t hostPtr;
  uint64_t devicePtr;
  const char *varName;
} CUpti_ActivityOpenAccData;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOpenAccLaunch {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char *srcFile;
  const char *funcName;
  uint64_t numGangs;
  uint64_t numWorkers;
  uint64_t vectorLength;
  const char *kernelName;
} CUpti_ActivityOpenAccLaunch;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOpenAccOther {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char *srcFile;
  const char *funcName;
} CUpti_ActivityOpenAccOther;

typedef struct PACKED_ALIGNMENT CUpti_ActivityOpenMp {
  CUpti_ActivityKind kind;
  CUpti_OpenMpEventKind eventKind;
  uint32_t version;
  uint32_t threadId;
  uint64_t start;
  uint64_t end;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
} CUpti_ActivityOpenMp;

typedef enum CUpti_ExternalCorrelationKind {
  CUPTI_EXTERNAL_CORRELATION_KIND_INVALID = 0,
  CUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN = 1,
  CUPTI_EXTERNAL_CORRELATION_KIND_OPENACC = 2,
  CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0 = 3,
  CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1 = 4,
  CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2 = 5,
  CUPTI_EXTERNAL_CORRELATION_KIND_SIZE = 6,
  CUPTI_EXTERNAL_CORRELATION_KIND_FORCE_INT = 0x7fffffff,
} CUpti_ExternalCorrelationKind;

typedef struct PACKED_ALIGNMENT CUpti_ActivityExternalCorrelation {
  CUpti_ActivityKind kind;
  CUpti_ExternalCorrelationKind externalKind;
  uint64_t externalId;
  uint32_t correlationId;
  uint32_t reserved;
} CUpti_ActivityExternalCorrelation;

typedef enum CUpti_DevType {
  CUPTI_DEV_TYPE_INVALID = 0,
  CUPTI_DEV_TYPE_GPU = 1,
  CUPTI_DEV_TYPE_NPU = 2,
  CUPTI_DEV_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_DevType;

typedef struct PACKED_ALIGNMENT CUpti_ActivityNvLink4 {
  CUpti_ActivityKind kind;
  uint32_t nvlinkVersion;
  CUpti_DevType typeDev0;
  CUpti_DevType typeDev1;
  union {
    CUuuid uuidDev;
    struct {
      uint32_t index;
      uint32_t domainId;
    } npu;
  } idDev0;
  union {
    CUuuid uuidDev;
    struct {
      uint32_t index;
      uint32_t domainId;
    } npu;
  } idDev1;
  uint32_t flag;
  uint32_t physicalNvLinkCount;
  int8_t portDev0[32];
  int8_t portDev1[32];
  uint64_t bandwidth;
  uint8_t nvswitchConnected;
  uint8_t pad[7];
} CUpti_ActivityNvLink4;

#define CUPTI_MAX_GPUS 32

typedef enum CUpti_PcieDeviceType {
  CUPTI_PCIE_DEVICE_TYPE_GPU = 0,
  CUPTI_PCIE_DEVICE_TYPE_BRIDGE = 1,
  CUPTI_PCIE_DEVICE_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_PcieDeviceType;

typedef struct PACKED_ALIGNMENT CUpti_ActivityPcie {
  CUpti_ActivityKind kind;
  CUpti_PcieDeviceType type;
  union {
    CUdevice devId;
    uint32_t bridgeId;
  } id;
  uint32_t domain;
  uint16_t pcieGeneration;
  uint16_t linkRate;
  uint16_t linkWidth;
  uint16_t upstreamBus;
  union {
    struct {
      CUuuid uuidDev;
      CUdevice peerDev[32];
    } gpuAttr;
    struct {
      uint16_t secondaryBus;
      uint16_t deviceId;
      uint16_t vendorId;
      uint16_t pad0;
    } bridgeAttr;
  } attr;
} CUpti_ActivityPcie;

typedef enum CUpti_PcieGen {
  CUPTI_PCIE_GEN_GEN1 = 1,
  CUPTI_PCIE_GEN_GEN2 = 2,
  CUPTI_PCIE_GEN_GEN3 = 3,
  CUPTI_PCIE_GEN_GEN4 = 4,
  CUPTI_PCIE_GEN_GEN5 = 5,
  CUPTI_PCIE_GEN_GEN6 = 6,
  CUPTI_PCIE_GEN_FORCE_INT = 0x7fffffff,
} CUpti_PcieGen;

typedef enum CUpti_ConfidentialComputeRotationEventType {
  CUPTI_CONFIDENTIAL_COMPUTE_INVALID_ROTATION_EVENT = 0,
  CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_BLOCKED = 1,
  CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_DRAINED = 2,
  CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_UNBLOCKED = 3,
  CUPTI_CONFIDENTIAL_COMPUTE_EVENT_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ConfidentialComputeRotationEventType;

typedef struct PACKED_ALIGNMENT CUpti_ActivityConfidentialComputeRotation {
  CUpti_ActivityKind kind;
  CUpti_ConfidentialComputeRotationEventType eventType;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t channelId;
  CUpti_ChannelType channelType;
  uint64_t timestamp;
} CUpti_ActivityConfidentialComputeRotation;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstantaneousEvent {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint32_t reserved;
} CUpti_ActivityInstantaneousEvent;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstantaneousEventInstance {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t instance;
  uint8_t pad[3];
} CUpti_ActivityInstantaneousEventInstance;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstantaneousMetric {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t flags;
  uint8_t pad[3];
} CUpti_ActivityInstantaneousMetric;

typedef struct PACKED_ALIGNMENT CUpti_ActivityInstantaneousMetricInstance {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t flags;
  uint8_t instance;
  uint8_t pad[2];
} CUpti_ActivityInstantaneousMetricInstance;

typedef enum CUpti_ActivityJitEntryType {
  CUPTI_ACTIVITY_JIT_ENTRY_INVALID = 0,
  CUPTI_ACTIVITY_JIT_ENTRY_PTX_TO_CUBIN = 1,
  CUPTI_ACTIVITY_JIT_ENTRY_NVVM_IR_TO_PTX = 2,
  CUPTI_ACTIVITY_JIT_ENTRY_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityJitEntryType;

typedef enum CUpti_ActivityJitOperationType {
  CUPTI_ACTIVITY_JIT_OPERATION_INVALID = 0,
  CUPTI_ACTIVITY_JIT_OPERATION_CACHE_LOAD = 1,
  CUPTI_ACTIVITY_JIT_OPERATION_CACHE_STORE = 2,
  CUPTI_ACTIVITY_JIT_OPERATION_COMPILE = 3,
  CUPTI_ACTIVITY_JIT_OPERATION_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityJitOperationType;

typedef struct PACKED_ALIGNMENT CUpti_ActivityJit2 {
  CUpti_ActivityKind kind;
  CUpti_ActivityJitEntryType jitEntryType;
  CUpti_ActivityJitOperationType jitOperationType;
  uint32_t deviceId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t padding;
  uint64_t jitOperationCorrelationId;
  uint64_t cacheSize;
  const char *cachePath;
  uint32_t processId;
  uint32_t threadId;
} CUpti_ActivityJit2;

typedef struct CUpti_ActivityGraphTrace2 {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t graphId;
  uint32_t contextId;
  uint32_t streamId;
  void *reserved;
  uint32_t endDeviceId;
  uint32_t endContextId;
} CUpti_ActivityGraphTrace2;

typedef enum CUpti_DeviceGraphLaunchMode {
  CUPTI_DEVICE_GRAPH_LAUNCH_MODE_INVALID = 0,
  CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET = 1,
  CUPTI_DEVICE_GRAPH_LAUNCH_MODE_TAIL = 2,
  CUPTI_DEVICE_GRAPH_LAUNCH_MODE_FIRE_AND_FORGET_AS_SIBLING = 3,
} CUpti_DeviceGraphLaunchMode;

typedef struct CUpti_ActivityDeviceGraphTrace {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint64_t start;
  uint64_t end;
  uint32_t graphId;
  uint32_t launcherGraphId;
  uint32_t deviceLaunchMode;
  uint32_t contextId;
  uint64_t streamId;
  void *reserved;
} CUpti_ActivityDeviceGraphTrace;

typedef struct CUpti_ActivityMemDecompress {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t correlationId;
  uint32_t numberOfOperations;
  uint64_t sourceBytes;
  void *reserved0;
  uint64_t start;
  uint64_t end;
} CUpti_ActivityMemDecompress;

typedef enum CUpti_ActivityAttribute {
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE = 0,
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP = 1,
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT = 2,
  CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE = 3,
  CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT = 4,
  CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER = 5,
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE = 6,
  CUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE = 7,
  CUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED = 8,
  CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER = 9,
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_DEVICE_GRAPHS = 10,
  CUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT = 0x7fffffff,
} CUpti_ActivityAttribute;

typedef enum CUpti_ActivityThreadIdType {
  CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT = 0,
  CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM = 1,
  CUPTI_ACTIVITY_THREAD_ID_TYPE_SIZE = 2,
  CUPTI_ACTIVITY_THREAD_ID_TYPE_FORCE_INT = 0x7fffffff,
} CUpti_ActivityThreadIdType;

CUptiResult cuptiGetTimestamp(uint64_t *timestamp);
CUptiResult cuptiGetContextId(CUcontext context, uint32_t *contextId);
CUptiResult cuptiGetStreamId(CUcontext context, CUstream stream,
                             uint32_t *streamId);
CUptiResult cuptiGetStreamIdEx(CUcontext context, CUstream stream,
                               uint8_t perThreadStream, uint32_t *streamId);
CUptiResult cuptiGetDeviceId(CUcontext context, uint32_t *deviceId);
CUptiResult cuptiGetGraphNodeId(CUgraphNode node, uint64_t *nodeId);
CUptiResult cuptiGetGraphId(CUgraph graph, uint32_t *pId);
CUptiResult cuptiGetGraphExecId(CUgraphExec graphExec, uint32_t *pId);
CUptiResult cuptiActivityEnable(CUpti_ActivityKind kind);
CUptiResult cuptiActivityEnableAndDump(CUpti_ActivityKind kind);
CUptiResult cuptiActivityDisable(CUpti_ActivityKind kind);
CUptiResult cuptiActivityEnableContext(CUcontext context,
                                       CUpti_ActivityKind kind);
CUptiResult cuptiActivityDisableContext(CUcontext context,
                                        CUpti_ActivityKind kind);
CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context,
                                              uint32_t streamId,
                                              size_t *dropped);
CUptiResult cuptiActivityGetNextRecord(uint8_t *buffer,
                                       size_t validBufferSizeBytes,
                                       CUpti_Activity **record);
typedef void (*CUpti_BuffersCallbackRequestFunc)(uint8_t **, size_t *,
                                                 size_t *);
typedef void (*CUpti_BuffersCallbackCompleteFunc)(CUcontext, uint32_t,
                                                  uint8_t *, size_t, size_t);
CUptiResult cuptiActivityRegisterCallbacks(
    CUpti_BuffersCallbackRequestFunc funcBufferRequested,
    CUpti_BuffersCallbackCompleteFunc funcBufferCompleted);
CUptiResult cuptiActivityFlush(CUcontext context, uint32_t streamId,
                               uint32_t flag);
CUptiResult cuptiActivityFlushAll(uint32_t flag);
CUptiResult cuptiActivityGetAttribute(CUpti_ActivityAttribute attr,
                                      size_t *valueSize, void *value);
CUptiResult cuptiActivitySetAttribute(CUpti_ActivityAttribute attr,
                                      size_t *valueSize, void *value);
CUptiResult cuptiActivityConfigureUnifiedMemoryCounter(
    CUpti_ActivityUnifiedMemoryCounterConfig *config, uint32_t count);
CUptiResult cuptiGetAutoBoostState(CUcontext context,
                                   CUpti_ActivityAutoBoostState *state);
CUptiResult
cuptiActivityConfigurePCSampling(CUcontext ctx,
                                 CUpti_ActivityPCSamplingConfig *config);
CUptiResult cuptiGetLastError(void);
CUptiResult cuptiSetThreadIdType(CUpti_ActivityThreadIdType type);
CUptiResult cuptiGetThreadIdType(CUpti_ActivityThreadIdType *type);
CUptiResult cuptiComputeCapabilitySupported(int major, int minor, int *support);
CUptiResult cuptiDeviceSupported(CUdevice dev, int *support);

typedef enum CUpti_DeviceVirtualizationMode {
  CUPTI_DEVICE_VIRTUALIZATION_MODE_NONE = 0,
  CUPTI_DEVICE_VIRTUALIZATION_MODE_PASS_THROUGH = 1,
  CUPTI_DEVICE_VIRTUALIZATION_MODE_VIRTUAL_GPU = 2,
  CUPTI_DEVICE_VIRTUALIZATION_MODE_FORCE_INT = 0x7fffffff,
} CUpti_DeviceVirtualizationMode;

CUptiResult cuptiDeviceVirtualizationMode(CUdevice dev,
                                          CUpti_DeviceVirtualizationMode *mode);
CUptiResult cuptiFinalize(void);
CUptiResult
cuptiActivityPushExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                       uint64_t id);
CUptiResult
cuptiActivityPopExternalCorrelationId(CUpti_ExternalCorrelationKind kind,
                                      uint64_t *lastId);
CUptiResult cuptiActivityEnableLatencyTimestamps(uint8_t enable);
CUptiResult cuptiActivityFlushPeriod(uint32_t time);
CUptiResult cuptiActivityEnableLaunchAttributes(uint8_t enable);
typedef uint64_t (*CUpti_TimestampCallbackFunc)(void);
CUptiResult cuptiActivityRegisterTimestampCallback(
    CUpti_TimestampCallbackFunc funcTimestamp);
CUptiResult cuptiActivityEnableDeviceGraph(uint8_t enable);
CUptiResult cuptiActivityEnableDriverApi(CUpti_CallbackId cbid, uint8_t enable);
CUptiResult cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid,
                                          uint8_t enable);
CUptiResult cuptiActivityEnableHWTrace(uint8_t enable);
CUptiResult cuptiActivityEnableAllocationSource(uint8_t enable);
CUptiResult cuptiActivityEnableAllSyncRecords(uint8_t enable);
CUptiResult cuptiActivityEnableCudaEventDeviceTimestamps(uint8_t enable);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#include "cupti_activity_deprecated.h"

#endif // QUERN_CUDA_CUPTI_ACTIVITY_H

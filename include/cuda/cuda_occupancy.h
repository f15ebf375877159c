// SPDX-License-Identifier: Apache-2.0
//
// CUDA's occupancy calculator: how many blocks of a kernel a multiprocessor of an
// NVIDIA GPU holds, from the figures of the device and of the kernel, without
// either. Plain C and C++; devices of compute capability 5.0 to 12.1.
//
// The rules are those of CUDA's documentation (its tables of technical
// specifications and its occupancy calculator): registers are given to warps in
// units of 256 in each of a multiprocessor's sub-partitions, shared memory to
// blocks in units of 128 or 256 bytes out of a part of the L1 cache of one of
// some sizes.
#ifndef __cuda_occupancy_h__
#define __cuda_occupancy_h__
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <limits.h>
#include <stddef.h>

#include <quern/device/names_begin.inc>

#if defined(__CUDACC__) || defined(__HIP__)
#define __OCC_INLINE inline __host__ __device__
#else
#define __OCC_INLINE inline
#endif

#define __CUDA_OCC_MAJOR__ 12
#define __CUDA_OCC_MINOR__ 1

typedef enum cudaOccError_enum {
  CUDA_OCC_SUCCESS = 0,
  CUDA_OCC_ERROR_INVALID_INPUT = 1,
  CUDA_OCC_ERROR_UNKNOWN_DEVICE = 2,
} cudaOccError;

typedef enum cudaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT,
} cudaOccPartitionedGCConfig;

typedef enum cudaOccPartitionedGCSupport_enum {
  PARTITIONED_GC_NOT_SUPPORTED,
  PARTITIONED_GC_SUPPORTED,
} cudaOccPartitionedGCSupport;

typedef enum cudaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN,
} cudaOccFuncShmemConfig;

typedef enum cudaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0,
  CACHE_PREFER_SHARED = 1,
  CACHE_PREFER_L1 = 2,
  CACHE_PREFER_EQUAL = 3,
} cudaOccCacheConfig;

// A share of the shared memory in percent, or no preference.
typedef enum cudaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
} cudaOccCarveoutConfig;

// Bits.
typedef enum cudaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10,
  OCC_LIMIT_VIRTUAL_RESOURCES = 0x20,
} cudaOccLimitingFactor;

// The device. Sizes in bytes; in C++ made of a cudaDeviceProp.
typedef struct cudaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
#ifdef __cplusplus
  template <typename DeviceProp>
  __OCC_INLINE cudaOccDeviceProp(const DeviceProp &p)
      : computeMajor(p.major), computeMinor(p.minor),
        maxThreadsPerBlock(p.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(p.maxThreadsPerMultiProcessor),
        regsPerBlock(p.regsPerBlock),
        regsPerMultiprocessor(p.regsPerMultiprocessor), warpSize(p.warpSize),
        sharedMemPerBlock(p.sharedMemPerBlock),
        sharedMemPerMultiprocessor(p.sharedMemPerMultiprocessor),
        numSms(p.multiProcessorCount),
        sharedMemPerBlockOptin(p.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(p.reservedSharedMemPerBlock) {}
  __OCC_INLINE cudaOccDeviceProp()
      : computeMajor(0), computeMinor(0), maxThreadsPerBlock(0),
        maxThreadsPerMultiprocessor(0), regsPerBlock(0),
        regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0), numSms(0), sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0) {}
#endif
} cudaOccDeviceProp;

// The kernel. Sizes in bytes; in C++ made of a cudaFuncAttributes.
typedef struct cudaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  cudaOccPartitionedGCConfig partitionedGCConfig;
  cudaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;
  int virtualResourceCount;
#ifdef __cplusplus
  template <typename FuncAttributes>
  __OCC_INLINE cudaOccFuncAttributes(const FuncAttributes &a)
      : maxThreadsPerBlock(a.maxThreadsPerBlock), numRegs(a.numRegs),
        sharedSizeBytes(a.sharedSizeBytes),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(a.maxDynamicSharedSizeBytes),
        numBlockBarriers(1), virtualResourceCount(0) {}
  __OCC_INLINE cudaOccFuncAttributes()
      : maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT), maxDynamicSharedSizeBytes(0),
        numBlockBarriers(0), virtualResourceCount(0) {}
#endif
} cudaOccFuncAttributes;

typedef struct cudaOccDeviceState {
  cudaOccCacheConfig cacheConfig;
  int carveoutConfig; // percent, or SHAREDMEM_CARVEOUT_DEFAULT
#ifdef __cplusplus
  __OCC_INLINE cudaOccDeviceState()
      : cacheConfig(CACHE_PREFER_NONE),
        carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
} cudaOccDeviceState;

// Blocks that a multiprocessor holds, and by each limit; INT_MAX where there is
// none.
typedef struct cudaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors;
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int blockLimitVirtual;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  cudaOccPartitionedGCConfig partitionedGCConfig;
} cudaOccResult;

// What differs between compute capabilities.
typedef struct __qnOccRules {
  int blocks;      // that a multiprocessor holds at most
  int parts;       // sub-partitions, which have registers each
  int unit;        // bytes in which shared memory is given to blocks
  int maxRegs;     // of a thread
  int barriers;    // for each of the blocks
  int virtuals;    // virtual resources; 0: none are counted
  int halves;      // whether a half can cache global memory for itself
  int carveouts;   // which of the lists of sizes; -1: memory of its own
} __qnOccRules;

static __OCC_INLINE cudaOccError __qnOccRulesOf(__qnOccRules *r, int major,
                                                int minor) {
  r->blocks = 32;
  r->parts = 4;
  r->unit = major >= 8 ? 128 : 256;
  r->maxRegs = major >= 7 ? 256 : 255;
  r->barriers = 2;
  r->virtuals = major >= 10 ? 128 : 0;
  r->halves = 0;
  r->carveouts = -1;
  switch (major) {
  case 5:
    r->halves = minor == 2 || minor == 3;
    return CUDA_OCC_SUCCESS;
  case 6:
    r->parts = minor == 0 ? 2 : 4;
    r->halves = minor != 0;
    return CUDA_OCC_SUCCESS;
  case 7:
    r->blocks = minor == 5 ? 16 : 32;
    r->carveouts = minor == 5 ? 1 : 0;
    return CUDA_OCC_SUCCESS;
  case 8:
    r->blocks = minor == 0 ? 32 : minor == 9 ? 24 : 16;
    r->barriers = minor == 0 ? 2 : 1;
    r->carveouts = minor == 0 || minor == 7 ? 3 : 2;
    return CUDA_OCC_SUCCESS;
  case 9:
    r->carveouts = 4;
    return CUDA_OCC_SUCCESS;
  case 10:
  case 11:
    if (minor == (major == 10 ? 1 : 0)) {
      r->blocks = 24;
      r->barriers = 1;
    }
    r->carveouts = minor == 0 || minor == 1 || minor == 3 ? 4 : -2;
    return CUDA_OCC_SUCCESS;
  case 12:
    r->blocks = 24;
    r->barriers = 1;
    r->carveouts = minor == 0 || minor == 1 ? 2 : -2;
    return CUDA_OCC_SUCCESS;
  default:
    return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  }
}

static __OCC_INLINE int __qnOccUp(int value, int unit) {
  return (value + unit - 1) / unit * unit;
}

// The smallest carveout that has as many bytes.
static __OCC_INLINE cudaOccError __qnOccCarveout(size_t *bytes,
                                                 const __qnOccRules *r) {
  // In KiB, ended by -1: 7.0 and 7.2; 7.5; 8.6, 8.9 and 12; 8.0 and 8.7; 9 to 11.
  const short sizes[5][11] = {
      {0, 8, 16, 32, 64, 96, -1},
      {32, 64, -1},
      {0, 8, 16, 32, 64, 100, -1},
      {0, 8, 16, 32, 64, 100, 132, 164, -1},
      {0, 8, 16, 32, 64, 100, 132, 164, 196, 228, -1},
  };
  if (r->carveouts < 0)
    return CUDA_OCC_ERROR_UNKNOWN_DEVICE;
  for (int k = 0; sizes[r->carveouts][k] >= 0; ++k)
    if (*bytes <= (size_t)sizes[r->carveouts][k] * 1024) {
      *bytes = (size_t)sizes[r->carveouts][k] * 1024;
      return CUDA_OCC_SUCCESS;
    }
  return CUDA_OCC_ERROR_INVALID_INPUT;
}

// The shared memory of a multiprocessor, as the state prefers it.
static __OCC_INLINE cudaOccError __qnOccPreferred(size_t *bytes,
                                                  const cudaOccDeviceProp *p,
                                                  const __qnOccRules *r,
                                                  const cudaOccDeviceState *s) {
  int percent = s->carveoutConfig;
  *bytes = p->sharedMemPerMultiprocessor;
  if (p->computeMajor < 7)
    return CUDA_OCC_SUCCESS;
  if (percent < SHAREDMEM_CARVEOUT_DEFAULT ||
      percent > SHAREDMEM_CARVEOUT_MAX_SHARED)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  if (percent == SHAREDMEM_CARVEOUT_DEFAULT)
    percent = s->cacheConfig == CACHE_PREFER_L1       ? 0
              : s->cacheConfig == CACHE_PREFER_SHARED ? 100
              : s->cacheConfig == CACHE_PREFER_EQUAL  ? 50
                                                      : percent;
  if (percent != SHAREDMEM_CARVEOUT_DEFAULT)
    *bytes = (size_t)percent * p->sharedMemPerMultiprocessor / 100;
  return __qnOccCarveout(bytes, r);
}

// The shared memory that a block may have that asks for `wanted` bytes at most.
static __OCC_INLINE size_t __qnOccBlockLimit(const cudaOccDeviceProp *p,
                                             cudaOccFuncShmemConfig config,
                                             size_t wanted) {
  size_t limit = p->sharedMemPerBlock;
  if (p->computeMajor >= 7 && config == FUNC_SHMEM_LIMIT_OPTIN &&
      wanted > p->sharedMemPerBlock)
    limit = p->sharedMemPerBlockOptin;
  return p->computeMajor >= 8 ? limit + p->reservedSharedMemPerBlock : limit;
}

static __OCC_INLINE cudaOccError __qnOccCheck(const cudaOccDeviceProp *p,
                                              const cudaOccFuncAttributes *a) {
  return p->maxThreadsPerBlock > 0 && p->maxThreadsPerMultiprocessor > 0 &&
                 p->regsPerBlock > 0 && p->regsPerMultiprocessor > 0 &&
                 p->warpSize > 0 && p->sharedMemPerBlock > 0 &&
                 p->sharedMemPerMultiprocessor > 0 && p->numSms > 0 &&
                 a->maxThreadsPerBlock > 0 && a->numRegs >= 0
             ? CUDA_OCC_SUCCESS
             : CUDA_OCC_ERROR_INVALID_INPUT;
}

// Blocks of so many warps in `of`, where each half may be by itself.
static __OCC_INLINE int __qnOccFit(int of, int warps, int in_halves) {
  return in_halves ? of / 2 / warps * 2 : of / warps;
}

// Also turns partitioned caching off where a block does not fit a half.
static __OCC_INLINE int __qnOccByRegs(const cudaOccDeviceProp *p,
                                      const cudaOccFuncAttributes *a,
                                      const __qnOccRules *r, int warps,
                                      cudaOccResult *result) {
  const int of_warp = __qnOccUp(a->numRegs * p->warpSize, 256);
  result->allocatedRegistersPerBlock = of_warp * warps;
  // The hardware checks a block as if it had warps in all sub-partitions.
  if (p->regsPerBlock < of_warp * __qnOccUp(warps, r->parts) ||
      a->numRegs > r->maxRegs)
    return 0;
  if (of_warp == 0)
    return INT_MAX;
  const int fit = p->regsPerMultiprocessor / r->parts / of_warp * r->parts;
  int blocks = 0;
  if (result->partitionedGCConfig != PARTITIONED_GC_OFF)
    blocks = __qnOccFit(fit, warps, 1);
  if (blocks == 0 && result->partitionedGCConfig != PARTITIONED_GC_ON_STRICT) {
    result->partitionedGCConfig = PARTITIONED_GC_OFF;
    blocks = __qnOccFit(fit, warps, 0);
  }
  return blocks;
}

static __OCC_INLINE cudaOccError __qnOccByShared(
    const cudaOccDeviceProp *p, const cudaOccFuncAttributes *a,
    const cudaOccDeviceState *s, size_t dynamic, cudaOccResult *result) {
  __qnOccRules r;
  size_t preferred;
  __qnOccRulesOf(&r, p->computeMajor, p->computeMinor);
  const cudaOccError error = __qnOccPreferred(&preferred, p, &r, s);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  const size_t fixed = a->sharedSizeBytes + p->reservedSharedMemPerBlock;
  const size_t used = (size_t)__qnOccUp((int)(fixed + dynamic), r.unit);
  result->allocatedSharedMemPerBlock = used;
  result->blockLimitSharedMem = 0;
  if ((a->shmemLimitConfig != FUNC_SHMEM_LIMIT_DEFAULT &&
       dynamic > a->maxDynamicSharedSizeBytes) ||
      used > __qnOccBlockLimit(p, a->shmemLimitConfig,
                               fixed + a->maxDynamicSharedSizeBytes))
    return CUDA_OCC_SUCCESS;
  size_t all = preferred;
  if (all < used) { // what is needed goes before what is preferred
    all = p->computeMajor >= 7 ? used : p->sharedMemPerMultiprocessor;
    if (p->computeMajor >= 7 && __qnOccCarveout(&all, &r) != CUDA_OCC_SUCCESS)
      return __qnOccCarveout(&all, &r);
  }
  result->blockLimitSharedMem = used > 0 ? (int)(all / used) : INT_MAX;
  return CUDA_OCC_SUCCESS;
}

static __OCC_INLINE void __qnOccLimit(cudaOccResult *result, int blocks,
                                      unsigned factor) {
  if (blocks < result->activeBlocksPerMultiprocessor) {
    result->activeBlocksPerMultiprocessor = blocks;
    result->limitingFactors = 0;
  }
  if (blocks == result->activeBlocksPerMultiprocessor)
    result->limitingFactors |= factor;
}

// Blocks of `blockSize` threads, with `dynamicSmemSize` bytes of dynamic shared
// memory each, that a multiprocessor holds at once; 0 when not even one fits.
static __OCC_INLINE cudaOccError cudaOccMaxActiveBlocksPerMultiprocessor(
    cudaOccResult *result, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    int blockSize, size_t dynamicSmemSize) {
  const cudaOccDeviceProp *const p = properties;
  const cudaOccFuncAttributes *const a = attributes;
  __qnOccRules r;
  if (!result || !p || !a || !state || blockSize <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  cudaOccError error = __qnOccCheck(p, a);
  if (error == CUDA_OCC_SUCCESS)
    error = __qnOccRulesOf(&r, p->computeMajor, p->computeMinor);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  const int warps = __qnOccUp(blockSize, p->warpSize) / p->warpSize;
  result->partitionedGCConfig =
      r.halves ? a->partitionedGCConfig : PARTITIONED_GC_OFF;
  result->blockLimitRegs = __qnOccByRegs(p, a, &r, warps, result);
  // What does not fit Pascal's later devices is not run by the first either.
  if (p->computeMajor == 6 && p->computeMinor == 0 && result->blockLimitRegs) {
    __qnOccRules later = r;
    later.parts = 4;
    if (__qnOccByRegs(p, a, &later, warps, result) == 0)
      result->blockLimitRegs = 0;
  }
  result->blockLimitWarps =
      blockSize > p->maxThreadsPerBlock
          ? 0
          : __qnOccFit(p->maxThreadsPerMultiprocessor / p->warpSize, warps,
                       result->partitionedGCConfig != PARTITIONED_GC_OFF);
  error = __qnOccByShared(p, a, state, dynamicSmemSize, result);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  result->blockLimitBlocks = r.blocks;
  result->blockLimitBarriers =
      p->computeMajor >= 9 && a->numBlockBarriers > 0
          ? r.blocks * r.barriers / a->numBlockBarriers
          : INT_MAX;
  result->blockLimitVirtual = r.virtuals && a->virtualResourceCount > 0
                                  ? r.virtuals / a->virtualResourceCount
                                  : INT_MAX;
  result->activeBlocksPerMultiprocessor = INT_MAX;
  result->limitingFactors = 0;
  __qnOccLimit(result, result->blockLimitWarps, OCC_LIMIT_WARPS);
  __qnOccLimit(result, result->blockLimitRegs, OCC_LIMIT_REGISTERS);
  __qnOccLimit(result, result->blockLimitSharedMem, OCC_LIMIT_SHARED_MEMORY);
  __qnOccLimit(result, result->blockLimitBlocks, OCC_LIMIT_BLOCKS);
  __qnOccLimit(result, result->blockLimitVirtual, OCC_LIMIT_VIRTUAL_RESOURCES);
  // As CUDA's own does it, barriers are named beside what else would limit.
  const unsigned others = result->limitingFactors;
  __qnOccLimit(result, result->blockLimitBarriers, OCC_LIMIT_BARRIERS);
  result->limitingFactors |= others;
  return CUDA_OCC_SUCCESS;
}

// The most dynamic shared memory in bytes with which a multiprocessor still holds
// `numBlocks` blocks of `blockSize` threads.
static __OCC_INLINE cudaOccError cudaOccAvailableDynamicSMemPerBlock(
    size_t *dynamicSmemSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    int numBlocks, int blockSize) {
  cudaOccResult result;
  __qnOccRules r;
  size_t all = 0;
  if (!dynamicSmemSize || numBlocks <= 0)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, properties, attributes, state, blockSize, 0);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  if (result.activeBlocksPerMultiprocessor < numBlocks)
    return CUDA_OCC_ERROR_INVALID_INPUT;
  __qnOccRulesOf(&r, properties->computeMajor, properties->computeMinor);
  const size_t limit =
      __qnOccBlockLimit(properties, attributes->shmemLimitConfig,
                        properties->sharedMemPerMultiprocessor);
  if (numBlocks == 1) { // all that a block may have, whatever is preferred
    all = limit;
  } else {
    __qnOccPreferred(&all, properties, &r, state);
    if (all == 0) {
      all = 1;
      error = __qnOccCarveout(&all, &r);
      if (error != CUDA_OCC_SUCCESS)
        return error;
    }
  }
  size_t each = all / (size_t)numBlocks / (size_t)r.unit * (size_t)r.unit;
  if (each > limit)
    each = limit;
  each -= attributes->sharedSizeBytes;
  *dynamicSmemSize = each < attributes->maxDynamicSharedSizeBytes
                         ? each
                         : attributes->maxDynamicSharedSizeBytes;
  return CUDA_OCC_SUCCESS;
}

// The search for a block size: the largest first, down to one warp.
typedef struct __qnOccSearch {
  const cudaOccDeviceProp *properties;
  const cudaOccFuncAttributes *attributes;
  const cudaOccDeviceState *state;
  int size;    // the best one
  int blocks;  // of that size that a multiprocessor holds
  int threads; // of them
} __qnOccSearch;

static __OCC_INLINE cudaOccError __qnOccTry(__qnOccSearch *search, int size,
                                            size_t dynamic) {
  cudaOccResult result;
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, search->properties, search->attributes, search->state, size,
      dynamic);
  if (error != CUDA_OCC_SUCCESS)
    return error;
  if (size * result.activeBlocksPerMultiprocessor > search->threads) {
    search->size = size;
    search->blocks = result.activeBlocksPerMultiprocessor;
    search->threads = size * search->blocks;
  }
  return CUDA_OCC_SUCCESS;
}

static __OCC_INLINE int __qnOccLargest(const __qnOccSearch *search) {
  const int device = search->properties->maxThreadsPerBlock;
  const int kernel = search->attributes->maxThreadsPerBlock;
  return device < kernel ? device : kernel;
}

// The body of the search, where `dynamic(size)` is a block's dynamic shared
// memory.
#define __QN_OCC_SEARCH(dynamic)                                               \
  __qnOccSearch search = {properties, attributes, state, 0, 0, 0};            \
  cudaOccError error;                                                          \
  if (!minGridSize || !blockSize || !properties || !attributes || !state)      \
    return CUDA_OCC_ERROR_INVALID_INPUT;                                       \
  error = __qnOccCheck(properties, attributes);                                \
  if (error != CUDA_OCC_SUCCESS)                                               \
    return error;                                                              \
  const int largest = __qnOccLargest(&search), step = properties->warpSize;    \
  for (int up = __qnOccUp(largest, step);                                      \
       up > 0 && search.threads != properties->maxThreadsPerMultiprocessor;    \
       up -= step) {                                                           \
    const int size = up < largest ? up : largest;                              \
    error = __qnOccTry(&search, size, dynamic);                                \
    if (error != CUDA_OCC_SUCCESS)                                             \
      return error;                                                            \
  }                                                                            \
  *minGridSize = search.blocks * properties->numSms;                           \
  *blockSize = search.size;                                                    \
  return CUDA_OCC_SUCCESS

// The block size with which most threads are resident, and how many blocks of it
// fill the device. `blockSizeToDynamicSMemSize` may be NULL: each block has
// `dynamicSMemSize` bytes then.
static __OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  __QN_OCC_SEARCH(blockSizeToDynamicSMemSize ? blockSizeToDynamicSMemSize(size)
                                             : dynamicSMemSize);
}

#ifdef __cplusplus
namespace {

__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    size_t dynamicSMemSize = 0) {
  __QN_OCC_SEARCH(dynamicSMemSize);
}

template <typename UnaryFunction>
__OCC_INLINE cudaOccError cudaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const cudaOccDeviceProp *properties,
    const cudaOccFuncAttributes *attributes, const cudaOccDeviceState *state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  __QN_OCC_SEARCH((size_t)blockSizeToDynamicSMemSize(size));
}

} // namespace
#endif

#undef __QN_OCC_SEARCH

#include <quern/device/names_end.inc>

#endif

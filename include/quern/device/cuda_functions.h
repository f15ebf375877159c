// SPDX-License-Identifier: Apache-2.0
//
// Device functions that only CUDA has: conversions of addresses, pairs of
// floats, byte permutations, clusters (of one block), and older names.
#ifndef QUERN_DEVICE_CUDA_FUNCTIONS_H
#define QUERN_DEVICE_CUDA_FUNCTIONS_H
#pragma clang system_header

#include "math/rounding.h"
#include "memory.h"
#include "sync.h"
#include "warp.h"

// ---- Addresses

#define __QN_SPACE(n) __attribute__((address_space(n))) void
__QN_FN void *__cvta_shared_to_generic(__qn_size_t address) {
  return __qn_from_shared(address);
}
__QN_FN void *__cvta_global_to_generic(__qn_size_t address) {
  return (void *)(__QN_SPACE(1) *)address;
}
__QN_FN void *__cvta_local_to_generic(__qn_size_t address) {
  return (void *)address;
}
__QN_FN void *__cvta_constant_to_generic(__qn_size_t address) {
  return (void *)address;
}
__QN_FN void *__cvta_grid_constant_to_generic(__qn_size_t address) {
  return (void *)address;
}
__QN_FN __qn_size_t __cvta_generic_to_local(const void *p) {
  return (__qn_size_t)p;
}
__QN_FN __qn_size_t __cvta_generic_to_constant(const void *p) {
  return (__qn_size_t)p;
}
__QN_FN __qn_size_t __cvta_generic_to_grid_constant(const void *p) {
  return (__qn_size_t)p;
}
#undef __QN_SPACE

// ---- Pairs of floats, rounded separately

#define __QN_PAIR(mode)                                                        \
  __QN_FN float2 __fadd2_##mode(float2 a, float2 b) {                          \
    return make_float2(__fadd_##mode(a.x, b.x), __fadd_##mode(a.y, b.y));      \
  }                                                                            \
  __QN_FN float2 __fmul2_##mode(float2 a, float2 b) {                          \
    return make_float2(__fmul_##mode(a.x, b.x), __fmul_##mode(a.y, b.y));      \
  }                                                                            \
  __QN_FN float2 __ffma2_##mode(float2 a, float2 b, float2 c) {                \
    return make_float2(__fmaf_##mode(a.x, b.x, c.x),                           \
                       __fmaf_##mode(a.y, b.y, c.y));                          \
  }
__QN_PAIR(rn)
__QN_PAIR(rz)
__QN_PAIR(ru)
__QN_PAIR(rd)
#undef __QN_PAIR

// ---- Byte permutations

__QN_HD unsigned short __nv_bswap16(unsigned short x) {
  return __builtin_bswap16(x);
}
__QN_HD unsigned __nv_bswap32(unsigned x) { return __builtin_bswap32(x); }
__QN_HD unsigned long long __nv_bswap64(unsigned long long x) {
  return __builtin_bswap64(x);
}

// ---- Clusters, of one block each

__QN_FN void __cluster_barrier_arrive(void) {}
__QN_FN void __cluster_barrier_arrive_relaxed(void) {}
__QN_FN __QN_CONVERGENT void __cluster_barrier_wait(void) { __qn_barrier(); }
__QN_FN void __threadfence_cluster(void) { __qn_fence(__QN_SCOPE_DEVICE); }
__QN_FN dim3 __clusterDim(void) { return dim3(1, 1, 1); }
__QN_FN dim3 __clusterRelativeBlockIdx(void) { return dim3(0, 0, 0); }
__QN_FN dim3 __clusterGridDimInClusters(void) {
  return dim3(__qn_grid_dim(0), __qn_grid_dim(1), __qn_grid_dim(2));
}
__QN_FN dim3 __clusterIdx(void) {
  return dim3(__qn_block_id(0), __qn_block_id(1), __qn_block_id(2));
}
__QN_FN unsigned __clusterRelativeBlockRank(void) { return 0; }
__QN_FN unsigned __clusterSizeInBlocks(void) { return 1; }
__QN_FN unsigned __clusterDimIsSpecified(void) { return 0; }
__QN_FN void *__cluster_map_shared_rank(const void *p, unsigned) {
  return (void *)p;
}
__QN_FN unsigned __cluster_query_shared_rank(const void *) { return 0; }
__QN_FN unsigned __isCtaShared(const void *p) { return __isShared(p); }
__QN_FN unsigned __isClusterShared(const void *p) { return __isShared(p); }
__QN_FN unsigned __isGridConstant(const void *) { return 0; }

// ---- Older names

// Numbered barriers for a part of a block: only on NVIDIA. Elsewhere a kernel
// that uses one does not link.
#ifdef __QUERN_TARGET_NVPTX__
__QN_FN __QN_CONVERGENT void __barrier_sync(unsigned id) {
  __asm__ volatile("barrier.sync %0;" : : "r"(id) : "memory");
}
__QN_FN __QN_CONVERGENT void __barrier_sync_count(unsigned id,
                                                  unsigned count) {
  __asm__ volatile("barrier.sync %0, %1;" : : "r"(id), "r"(count) : "memory");
}
#else
__QN_EXTERN __QN_CONVERGENT void __barrier_sync_count(unsigned id,
                                                      unsigned count);
__QN_FN __QN_CONVERGENT void __barrier_sync(unsigned id) {
  if (id == 0)
    __qn_barrier();
  else
    __barrier_sync_count(id, __qn_block_dim(0) * __qn_block_dim(1) *
                                 __qn_block_dim(2));
}
#endif
__QN_FN double int2double(int x) { return (double)x; }
__QN_FN double uint2double(unsigned x) { return (double)x; }
__QN_FN double ll2double(long long x) { return (double)x; }
__QN_FN double ull2double(unsigned long long x) { return (double)x; }

#endif

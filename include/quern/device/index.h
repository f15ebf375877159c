// SPDX-License-Identifier: Apache-2.0
//
// threadIdx, blockIdx, blockDim, gridDim and warpSize. The components are
// properties of type `unsigned`, so that min(n, blockDim.x) deduces one type.
#ifndef QUERN_DEVICE_INDEX_H
#define QUERN_DEVICE_INDEX_H
#pragma clang system_header

#include "target/target.h"
#include "types/vector_types.h"

#define __QN_INDEX(variable, function)                                         \
  struct __qn_##variable##_type {                                              \
    typedef void __qn_index_tag;                                               \
    __declspec(property(get = __qn_x)) unsigned int x;                         \
    __declspec(property(get = __qn_y)) unsigned int y;                         \
    __declspec(property(get = __qn_z)) unsigned int z;                         \
    static __QN_DMEMBER unsigned int __qn_x() { return function(0); }          \
    static __QN_DMEMBER unsigned int __qn_y() { return function(1); }          \
    static __QN_DMEMBER unsigned int __qn_z() { return function(2); }          \
    __QN_DMEMBER operator uint3() const {                                      \
      return uint3{function(0), function(1), function(2)};                     \
    }                                                                          \
  };                                                                           \
  static const __device__ __qn_##variable##_type variable = {};

__QN_INDEX(threadIdx, __qn_thread_id)
__QN_INDEX(blockIdx, __qn_block_id)
__QN_INDEX(blockDim, __qn_block_dim)
__QN_INDEX(gridDim, __qn_grid_dim)
#undef __QN_INDEX

struct __qn_warp_size_type {
  __QN_DMEMBER constexpr operator int() const { return __QN_WARP_SIZE; }
};
#if defined(__QUERN_TARGET_AMDGPU__) && defined(__QUERN_DIALECT_HIP__)
static const __device__ __qn_warp_size_type warpSize = {};
#else
static constexpr __device__ int warpSize = __QN_WARP_SIZE;
#endif

#ifdef __QUERN_DIALECT_HIP__
#define hipThreadIdx_x (threadIdx.x)
#define hipThreadIdx_y (threadIdx.y)
#define hipThreadIdx_z (threadIdx.z)
#define hipBlockIdx_x (blockIdx.x)
#define hipBlockIdx_y (blockIdx.y)
#define hipBlockIdx_z (blockIdx.z)
#define hipBlockDim_x (blockDim.x)
#define hipBlockDim_y (blockDim.y)
#define hipBlockDim_z (blockDim.z)
#define hipGridDim_x (gridDim.x)
#define hipGridDim_y (gridDim.y)
#define hipGridDim_z (gridDim.z)
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The target interface: a small set of functions with the same names and
// semantics on every target. Nothing outside target_*.h uses a target's
// built-ins.
//
//   __qn_thread_id __qn_block_id __qn_block_dim __qn_grid_dim (dim)
//   __qn_lane_id __qn_barrier __qn_barrier_reduce __qn_warp_sync __qn_shuffle
//   __qn_ballot __qn_active_mask __qn_grid_sync __qn_dynamic_shared_size
//   __qn_trap __qn_assert_fail __qn_clock __qn_wall_clock_ns __qn_sleep
//   __qn_malloc __qn_free __qn_fence (scope) __qn_bit_reverse
//   __qn_fast_exp2 __qn_fast_log2 __qn_fast_sin __qn_fast_cos __qn_fast_rcp
//   __qn_fast_rsqrt: approximate, in single precision
//   __qn_is_shared __qn_is_local __qn_is_global __qn_is_constant (pointer)
//
// The host's pass over a program (__QUERN_TARGET_HOST__) uses the CPU's: device
// functions are parsed there but never compiled.
//
// Warps: `__QN_WARP_SIZE` lanes, 32 wherever the source is CUDA, because CUDA
// programs rely on it: a wave of 64 lanes then acts as two warps. HIP programs
// query the size, so they see the hardware's.
#ifndef QUERN_DEVICE_TARGET_H
#define QUERN_DEVICE_TARGET_H
#pragma clang system_header

#include "../qualifiers.h"

// Memory scopes, in the order in which they widen.
#define __QN_SCOPE_WARP 0
#define __QN_SCOPE_BLOCK 1
#define __QN_SCOPE_DEVICE 2
#define __QN_SCOPE_SYSTEM 3

// Kinds of shuffle.
#define __QN_SHUFFLE_INDEX 0
#define __QN_SHUFFLE_UP 1
#define __QN_SHUFFLE_DOWN 2
#define __QN_SHUFFLE_XOR 3

// Reductions over a barrier.
#define __QN_BARRIER_COUNT 0
#define __QN_BARRIER_AND 1
#define __QN_BARRIER_OR 2

#if defined(__QUERN_TARGET_CPU__) || defined(__QUERN_TARGET_HOST__)
#include "target_cpu.h"
#elif defined(__QUERN_TARGET_NVPTX__)
#include "target_nvptx.h"
#elif defined(__QUERN_TARGET_AMDGPU__)
#include "target_amdgpu.h"
#elif defined(__QUERN_TARGET_SPIRV__)
#include "target_spirv.h"
#elif defined(__QUERN_TARGET_HEADER__) // of another family
#include __QUERN_TARGET_HEADER__
#else
#error "define one of __QUERN_TARGET_{CPU,NVPTX,AMDGPU,SPIRV,HOST}__"
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The target interface on CPUs. The functions are external: Quern's passes
// replace every call, so they are never linked. GPUs' built-ins must not be
// used here, although the triple is nvptx.
#ifndef QUERN_DEVICE_TARGET_CPU_H
#define QUERN_DEVICE_TARGET_CPU_H
#pragma clang system_header

#include "common.h"

__QN_FN __qn_u32 __qn_bit_reverse(__qn_u32 x) {
  return __builtin_bitreverse32(x);
}
#define __QN_NATIVE_FLOAT_ATOMICS 1 // and 16-bit and wrapping ones
#define __QN_WARP_SIZE 32

__QN_EXTERN __QN_CONST __qn_u32 __qn_thread_id(__qn_u32 dim);
__QN_EXTERN __QN_CONST __qn_u32 __qn_block_id(__qn_u32 dim);
__QN_EXTERN __QN_CONST __qn_u32 __qn_block_dim(__qn_u32 dim);
__QN_EXTERN __QN_CONST __qn_u32 __qn_grid_dim(__qn_u32 dim);
__QN_EXTERN __QN_CONST __qn_u32 __qn_lane_id(void);
__QN_EXTERN __QN_CONST __qn_u32 __qn_dynamic_shared_size(void);

__QN_EXTERN __QN_CONVERGENT void __qn_barrier(void);
__QN_EXTERN __QN_CONVERGENT int __qn_barrier_reduce(int op, int pred);
__QN_EXTERN __QN_CONVERGENT void __qn_warp_sync(__qn_u64 mask);
__QN_EXTERN __QN_CONVERGENT __qn_u32 __qn_shuffle(int kind, __qn_u64 mask,
                                                  __QN_UNSET __qn_u32 value, __qn_u32 lane,
                                                  __qn_u32 width);
__QN_EXTERN __QN_CONVERGENT __qn_u64 __qn_ballot(__qn_u64 mask, int pred);
__QN_EXTERN __QN_CONVERGENT __qn_u64 __qn_active_mask(void);
__QN_EXTERN __QN_CONVERGENT void __qn_grid_sync(void);
__QN_EXTERN __QN_CONVERGENT void __qn_yield(void);

__QN_EXTERN __attribute__((noreturn, nothrow)) void __qn_trap(void);
__QN_EXTERN __attribute__((noreturn, nothrow)) void
__qn_assert_fail(const char *expression, const char *file, unsigned line,
                 const char *function);
__QN_EXTERN __attribute__((nothrow)) __qn_u64 __qn_clock(void);
__QN_EXTERN __attribute__((nothrow)) __qn_u64 __qn_wall_clock_ns(void);
__QN_EXTERN __attribute__((nothrow)) void *__qn_malloc(__qn_size_t size);
__QN_EXTERN __attribute__((nothrow)) void __qn_free(void *block);
__QN_EXTERN __attribute__((nothrow)) int
__qn_launch_child(const char *kernel, void *arguments, __qn_size_t size,
                  void *shape, int tail);

__QN_FN void __qn_sleep(__qn_u32) {}

__QN_FN void __qn_fence(int scope) { __qn_scoped_fence(scope); }

#include "own_maths.h"
#define __QN_FAST_BY_LIBRARY 1 // no instructions of the machine's
__QN_EXTERN __QN_CONST float __qn_cpu_expf(float) __asm__("_Z3expf");
__QN_EXTERN __QN_CONST float __qn_cpu_exp2f(float) __asm__("_Z4exp2f");
__QN_EXTERN __QN_CONST float __qn_cpu_exp10f(float) __asm__("_Z5exp10f");
__QN_EXTERN __QN_CONST float __qn_cpu_fast_log2f(float);
__QN_EXTERN __QN_CONST float __qn_cpu_fast_sinf(float);
__QN_EXTERN __QN_CONST float __qn_cpu_fast_cosf(float);
__QN_FN float __qn_fast_exp2(float x) { return __qn_cpu_exp2f(x); }
__QN_FN float __qn_fast_log2(float x) { return __qn_cpu_fast_log2f(x); }
__QN_FN float __qn_fast_sin(float x) { return __qn_cpu_fast_sinf(x); }
__QN_FN float __qn_fast_cos(float x) { return __qn_cpu_fast_cosf(x); }
__QN_FN float __qn_fast_rcp(float x) { return 1.0f / x; }
__QN_EXTERN __QN_CONST float __qn_cpu_rsqrtf(float);
__QN_FN float __qn_fast_rsqrt(float x) { return __qn_cpu_rsqrtf(x); }

// One address space: a pointer does not say where it points.
__QN_FN bool __qn_is_shared(const void *) { return false; }
__QN_FN bool __qn_is_local(const void *) { return false; }
__QN_FN bool __qn_is_constant(const void *) { return false; }
__QN_FN bool __qn_is_global(const void *) { return true; }

#endif

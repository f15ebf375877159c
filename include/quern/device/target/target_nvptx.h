// SPDX-License-Identifier: Apache-2.0
//
// The target interface on NVIDIA GPUs.
#ifndef QUERN_DEVICE_TARGET_NVPTX_H
#define QUERN_DEVICE_TARGET_NVPTX_H
#pragma clang system_header

#include "own_maths.h"
#define __QN_WARP_SIZE 32
__QN_FN __qn_u32 __qn_bit_reverse(__qn_u32 x) {
  return __builtin_bitreverse32(x);
}
#define __QN_NATIVE_FLOAT_ATOMICS 1 // and 16-bit and wrapping ones

#define __QN_SREG(name, reg)                                                   \
  __QN_FN __qn_u32 name(__qn_u32 dim) {                                        \
    return dim == 0   ? __nvvm_read_ptx_sreg_##reg##_x()                       \
           : dim == 1 ? __nvvm_read_ptx_sreg_##reg##_y()                       \
                      : __nvvm_read_ptx_sreg_##reg##_z();                      \
  }
__QN_SREG(__qn_thread_id, tid)
__QN_SREG(__qn_block_id, ctaid)
__QN_SREG(__qn_block_dim, ntid)
__QN_SREG(__qn_grid_dim, nctaid)
#undef __QN_SREG

__QN_FN __qn_u32 __qn_lane_id(void) { return __nvvm_read_ptx_sreg_laneid(); }
__QN_FN __qn_u32 __qn_dynamic_shared_size(void) {
  __qn_u32 size;
  __asm__("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
  return size;
}

// Here __syncthreads is clang's built-in; sync.h redefines it later.
__QN_FN void __qn_barrier(void) { __syncthreads(); }
__QN_FN int __qn_barrier_reduce(int op, int pred) {
  return op == __QN_BARRIER_COUNT ? __nvvm_bar0_popc(pred)
         : op == __QN_BARRIER_AND ? __nvvm_bar0_and(pred)
                                  : __nvvm_bar0_or(pred);
}
__QN_FN void __qn_warp_sync(__qn_u64 mask) {
  __nvvm_bar_warp_sync((__qn_u32)mask);
}
__QN_FN __qn_u32 __qn_shuffle(int kind, __qn_u64 mask, __QN_UNSET __qn_u32 value,
                              __qn_u32 lane, __qn_u32 width) {
  // The last operand holds the segment mask and, except for "up", the last
  // lane.
  const int segment = (int)((32 - width) << 8);
  const __qn_u32 lanes = (__qn_u32)mask;
  switch (kind) {
  case __QN_SHUFFLE_INDEX:
    return __nvvm_shfl_sync_idx_i32(lanes, value, lane, segment | 31);
  case __QN_SHUFFLE_UP:
    return __nvvm_shfl_sync_up_i32(lanes, value, lane, segment);
  case __QN_SHUFFLE_DOWN:
    return __nvvm_shfl_sync_down_i32(lanes, value, lane, segment | 31);
  default:
    return __nvvm_shfl_sync_bfly_i32(lanes, value, lane, segment | 31);
  }
}
__QN_FN __qn_u64 __qn_ballot(__qn_u64 mask, int pred) {
  return __nvvm_vote_ballot_sync((__qn_u32)mask, pred != 0);
}
__QN_FN __qn_u64 __qn_active_mask(void) { return __nvvm_activemask(); }

__QN_FN void __qn_fence(int scope) {
  if (scope <= __QN_SCOPE_BLOCK)
    __nvvm_membar_cta();
  else if (scope == __QN_SCOPE_DEVICE)
    __nvvm_membar_gl();
  else
    __nvvm_membar_sys();
}

__QN_FN __attribute__((noreturn)) void __qn_trap(void) { __builtin_trap(); }

// The driver's handler: prints the place and stops the kernel.
__QN_EXTERN __attribute__((noreturn, nothrow)) void
__assertfail(const void *expression, const void *file, unsigned line,
             const void *function, __qn_size_t char_size);
__QN_FN __attribute__((noreturn)) void
__qn_assert_fail(const char *expression, const char *file, unsigned line,
                 const char *function) {
  __assertfail(expression, file, line, function, 1);
}

__QN_FN __qn_u64 __qn_clock(void) { return __nvvm_read_ptx_sreg_clock64(); }
__QN_FN __qn_u64 __qn_wall_clock_ns(void) {
  return __nvvm_read_ptx_sreg_globaltimer();
}
__QN_FN void __qn_sleep(__qn_u32 ns) {
#if __CUDA_ARCH_FEAT_NANOSLEEP || !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700
  __asm__ volatile("nanosleep.u32 %0;" : : "r"(ns));
#else
  (void)ns;
#endif
}

// malloc and free are system calls of the driver.
__QN_EXTERN void *__qn_nv_malloc(__qn_size_t) __asm__("malloc");
__QN_EXTERN void __qn_nv_free(void *) __asm__("free");
__QN_FN void *__qn_malloc(__qn_size_t size) { return __qn_nv_malloc(size); }
__QN_FN void __qn_free(void *block) { __qn_nv_free(block); }

// A barrier of the grid. The first thread of every block adds 1 to the counter;
// the first block adds as much as flips the counter's top bit when all blocks
// have arrived, so that the counter needs no reset between uses.
static __device__ unsigned __qn_grid_counter;
// The counter: the second word of what the driver gives each cooperative launch,
// so that grids that run at a time have one each. A plain launch gets none and
// takes the module's.
__QN_FN unsigned *__qn_grid_word(void) {
  unsigned high, low;
  __asm__("mov.u32 %0, %%envreg1;" : "=r"(high));
  __asm__("mov.u32 %0, %%envreg2;" : "=r"(low));
  const __qn_u64 own = (__qn_u64)high << 32 | low;
  return own ? (unsigned *)(own + sizeof(unsigned)) : &__qn_grid_counter;
}
__QN_FN __attribute__((convergent)) void __qn_grid_sync(void) {
  __qn_barrier();
  if (__qn_thread_id(0) == 0 && __qn_thread_id(1) == 0 &&
      __qn_thread_id(2) == 0) {
    const unsigned blocks =
        __qn_grid_dim(0) * __qn_grid_dim(1) * __qn_grid_dim(2);
    const bool first =
        __qn_block_id(0) == 0 && __qn_block_id(1) == 0 && __qn_block_id(2) == 0;
    const unsigned amount = first ? 0x80000000u - (blocks - 1) : 1u;
    unsigned *const counter = __qn_grid_word();
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
    const unsigned before =
        __scoped_atomic_fetch_add(counter, amount, __ATOMIC_ACQ_REL,
                                  __MEMORY_SCOPE_DEVICE);
    while (((__scoped_atomic_load_n(counter, __ATOMIC_ACQUIRE,
                                    __MEMORY_SCOPE_DEVICE) ^
             before) &
            0x80000000u) == 0) {
    }
    __scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);
  }
  __qn_barrier();
}

__QN_FN float __qn_fast_exp2(float x) { return __nvvm_ex2_approx_f(x); }
__QN_FN float __qn_fast_log2(float x) { return __nvvm_lg2_approx_f(x); }
__QN_FN float __qn_fast_sin(float x) { return __nvvm_sin_approx_f(x); }
__QN_FN float __qn_fast_cos(float x) { return __nvvm_cos_approx_f(x); }
__QN_FN float __qn_fast_rcp(float x) { return 1.0f / x; }
__QN_FN float __qn_fast_rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }

__QN_FN bool __qn_is_shared(const void *p) { return __nvvm_isspacep_shared(p); }
__QN_FN bool __qn_is_local(const void *p) { return __nvvm_isspacep_local(p); }
__QN_FN bool __qn_is_constant(const void *p) {
  return __nvvm_isspacep_const(p);
}
__QN_FN bool __qn_is_global(const void *p) { return __nvvm_isspacep_global(p); }

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Machine interface on SPIR-V (OpenCL environment). What __qn_spirv_* functions
// without a body become, compiler/spirv says. A kernel with warp operations asks
// for sub-groups of 32 lanes and is launched with blocks of one dimension, for
// sub-groups follow rows; see docs/opencl.md.
#ifndef QUERN_DEVICE_TARGET_SPIRV_H
#define QUERN_DEVICE_TARGET_SPIRV_H
#pragma clang system_header

#include "common.h"

#define __QN_NATIVE_FLOAT_ATOMICS 0 // and 16-bit and wrapping ones
#define __QN_WARP_SIZE 32

// By dimension: which of them is asked for is a literal only after inlining.
#define __QN_SPIRV_LAUNCH(name)                                                \
  __QN_EXTERN __QN_CONST __qn_u32 __qn_spirv_##name##_x(void);                 \
  __QN_EXTERN __QN_CONST __qn_u32 __qn_spirv_##name##_y(void);                 \
  __QN_EXTERN __QN_CONST __qn_u32 __qn_spirv_##name##_z(void);                 \
  __QN_FN __qn_u32 __qn_##name(__qn_u32 dim) {                                 \
    return dim == 0   ? __qn_spirv_##name##_x()                                \
           : dim == 1 ? __qn_spirv_##name##_y()                                \
                      : __qn_spirv_##name##_z();                               \
  }
__QN_SPIRV_LAUNCH(thread_id)
__QN_SPIRV_LAUNCH(block_dim)
__QN_SPIRV_LAUNCH(block_id)
__QN_SPIRV_LAUNCH(grid_dim)
#undef __QN_SPIRV_LAUNCH

// The index of a thread in each dimension of its block, out of `linear`, where
// the launch had one.
extern "C" __device__ __attribute__((weak, const, always_inline)) __qn_u32
__qn_spirv_split(__qn_u32 dim, __qn_u32 linear, __qn_u32 width,
                 __qn_u32 height, __qn_u32 depth) {
  if (height * depth == 1)
    return dim == 0 ? linear : 0;
  return dim == 0   ? linear % width
         : dim == 1 ? linear / width % height
                    : linear / (width * height);
}

// SPIR-V's own instruction needs an extension or a graphics device.
__QN_FN __qn_u32 __qn_bit_reverse(__qn_u32 x) {
  x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
  x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
  x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
  return x >> 16 | x << 16;
}

__QN_EXTERN __QN_CONST __qn_u32 __qn_spirv_linear_id(void);
__QN_FN __qn_u32 __qn_lane_id(void) { return __qn_spirv_linear_id() & 31; }
__QN_EXTERN __QN_CONST __qn_u32 __qn_spirv_dynamic_size(void);
__QN_FN __qn_u32 __qn_dynamic_shared_size(void) {
  return __qn_spirv_dynamic_size();
}

// Lets others of the block run, who are waited for (compiler/spirv/exits.h).
#ifdef __QUERN_SPIRV_EMULATES_WARPS__
#define __QN_SPIRV_CANNOT_WAIT // for where they go on is a matter of their warp
#else
__QN_EXTERN __QN_CONVERGENT void __qn_spirv_yield(void);
#endif

// Scope 2 is the work-group; semantics: sequentially consistent over work-group
// and cross-work-group memory.
__QN_EXTERN __QN_CONVERGENT void
__qn_spirv_control_barrier(int execution, int memory,
                           int semantics) __asm__("_Z22__spirv_ControlBarrieriii");
__QN_FN __QN_CONVERGENT void __qn_barrier(void) {
  __qn_spirv_control_barrier(2, 2, 0x10 | 0x100 | 0x200);
}
#ifdef __QUERN_SPIRV_EMULATES_WARPS__
#include "spirv_warps.h"
#else
// No barrier of the sub-group: Intel's CPU takes one for all of the block, and a
// warp may well be alone in its branch. Its lanes go in step, and so a fence
// does; the call marks the kernel as one whose warps have 32 lanes.
__QN_EXTERN __QN_CONVERGENT void __qn_spirv_warp_fence(void);
__QN_FN __QN_CONVERGENT void __qn_warp_sync(__qn_u64) {
  __qn_spirv_warp_fence();
}

__QN_FN __QN_CONVERGENT __qn_u64 __qn_spirv_ballot(bool pred) {
  typedef __qn_u32 lanes __attribute__((ext_vector_type(4)));
  const lanes ballot = __builtin_spirv_subgroup_ballot(pred);
  return ballot[0];
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_ballot(__qn_u64 mask, int pred) {
  return __qn_spirv_ballot(pred != 0) & mask;
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_active_mask(void) {
  return __qn_spirv_ballot(true);
}
__QN_FN __QN_CONVERGENT __qn_u32 __qn_shuffle(int kind, __qn_u64,
                                              __QN_UNSET __qn_u32 value, __qn_u32 lane,
                                              __qn_u32 width) {
  const __qn_u32 self = __qn_lane_id();
  // As NVIDIA's have them, widths beyond 1 to 32 are taken modulo 32.
  width = ((width - 1) & 31) + 1;
  const __qn_u32 source =
      (__qn_u32)__qn_shuffle_source(kind, (int)self, lane, width);
  // A block's last warp may have fewer lanes, and others may have returned; the
  // own value is read for them.
  const bool is_there =
      source < 32 && (__qn_u32)__qn_spirv_ballot(true) >> source & 1;
  return __builtin_spirv_subgroup_shuffle(value, is_there ? source : self);
}
#endif

__QN_FN void __qn_fence(int scope) { __qn_scoped_fence(scope); }

// The same method as on AMD GPUs.
static __device__ __attribute__((shared)) unsigned __qn_spirv_reduce_cell[2];
__QN_BARRIER_REDUCE(__qn_spirv_reduce_cell,
                    __scoped_atomic_fetch_add(&__qn_spirv_reduce_cell[0], 1u,
                                              __ATOMIC_RELAXED,
                                              __MEMORY_SCOPE_WRKGRP))

#include "spirv_host.h"

// The device's own counter, which needs cl_khr_kernel_clock; a second has more
// or fewer of its ticks.
__QN_EXTERN __qn_u64 __qn_spirv_clock(void) __asm__("_Z17clock_read_devicev");
__QN_FN __qn_u64 __qn_clock(void) { return __qn_spirv_clock(); }
__QN_FN __qn_u64 __qn_wall_clock_ns(void) { return __qn_spirv_clock(); }
// Who sleeps waits for others, and reads again what they write.
__QN_FN __QN_CONVERGENT void __qn_sleep(__qn_u32) {
#ifdef __QN_SPIRV_CANNOT_WAIT
  __qn_fence(__QN_SCOPE_BLOCK);
#else
  __qn_spirv_yield();
#endif
}
#include "heap.h"

// See target_nvptx.h; the counter works the same way. The launch must have all
// blocks run at once, which the record says by the first call.
__QN_EXTERN __attribute__((nothrow)) void __qn_spirv_cooperative(void);
static __device__ unsigned __qn_grid_counter;
__QN_FN __QN_CONVERGENT void __qn_grid_sync(void) {
  __qn_spirv_cooperative();
  __qn_barrier();
  if (__qn_thread_id(0) == 0 && __qn_thread_id(1) == 0 &&
      __qn_thread_id(2) == 0) {
    const unsigned blocks =
        __qn_grid_dim(0) * __qn_grid_dim(1) * __qn_grid_dim(2);
    const bool first =
        __qn_block_id(0) == 0 && __qn_block_id(1) == 0 && __qn_block_id(2) == 0;
    const unsigned amount = first ? 0x80000000u - (blocks - 1) : 1u;
    __qn_fence(__QN_SCOPE_DEVICE);
    const unsigned before =
        __scoped_atomic_fetch_add(&__qn_grid_counter, amount, __ATOMIC_ACQ_REL,
                                  __MEMORY_SCOPE_DEVICE);
    while (((__scoped_atomic_load_n(&__qn_grid_counter, __ATOMIC_ACQUIRE,
                                    __MEMORY_SCOPE_DEVICE) ^
             before) &
            0x80000000u) == 0) {
    }
    __qn_fence(__QN_SCOPE_DEVICE);
  }
  __qn_barrier();
}

// OpenCL's native_ functions are as inexact as a device likes.
__QN_EXTERN __QN_CONST float __qn_ocl_exp2(float) __asm__("_Z4exp2f");
__QN_EXTERN __QN_CONST float __qn_ocl_log2(float) __asm__("_Z4log2f");
__QN_EXTERN __QN_CONST float __qn_ocl_sin(float) __asm__("_Z3sinf");
__QN_EXTERN __QN_CONST float __qn_ocl_cos(float) __asm__("_Z3cosf");
__QN_EXTERN __QN_CONST float __qn_ocl_rsqrt(float) __asm__("_Z5rsqrtf");
__QN_FN float __qn_fast_exp2(float x) { return __qn_ocl_exp2(x); }
__QN_FN float __qn_fast_log2(float x) { return __qn_ocl_log2(x); }
__QN_FN float __qn_fast_sin(float x) { return __qn_ocl_sin(x); }
__QN_FN float __qn_fast_cos(float x) { return __qn_ocl_cos(x); }
__QN_FN float __qn_fast_rcp(float x) { return 1.0f / x; }
__QN_FN float __qn_fast_rsqrt(float x) { return __qn_ocl_rsqrt(x); }

// Where a generic pointer points: a cast gives NULL elsewhere. Intel's runtime
// for CPUs gives any of them; there all memory is global, as on CPUs.
__QN_FN bool __qn_is_in(const void *p, bool shared) {
  enum { WORKGROUP = 4, FUNCTION = 7 };
  void *q = (void *)p;
  const bool in_shared =
      __builtin_spirv_generic_cast_to_ptr_explicit(q, WORKGROUP);
  const bool in_local =
      __builtin_spirv_generic_cast_to_ptr_explicit(q, FUNCTION);
  return in_shared != in_local && in_shared == shared;
}
__QN_FN bool __qn_is_shared(const void *p) { return __qn_is_in(p, true); }
__QN_FN bool __qn_is_local(const void *p) { return __qn_is_in(p, false); }
__QN_FN bool __qn_is_constant(const void *) { return false; }
__QN_FN bool __qn_is_global(const void *p) {
  return p && !__qn_is_shared(p) && !__qn_is_local(p);
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// The target interface on AMD GPUs (code object version 5 and later).
#ifndef QUERN_DEVICE_TARGET_AMDGPU_H
#define QUERN_DEVICE_TARGET_AMDGPU_H
#pragma clang system_header

#include "common.h"
#include "own_maths.h"

__QN_FN __qn_u32 __qn_bit_reverse(__qn_u32 x) {
  return __builtin_bitreverse32(x);
}
#define __QN_NATIVE_FLOAT_ATOMICS 1 // and 16-bit and wrapping ones
#ifdef __QUERN_DIALECT_CUDA__
#define __QN_WARP_SIZE 32
#else
#define __QN_WARP_SIZE ((int)__builtin_amdgcn_wavefrontsize())
#endif

// Offsets in the block of implicit arguments that follows a kernel's own.
#define __QN_AMD_BLOCK_COUNT 0
#define __QN_AMD_PRINTF_BUFFER 72
#define __QN_AMD_DYNAMIC_LDS_SIZE 120

template <typename T> __QN_FN T __qn_amd_implicit(unsigned offset) {
  return *(const __attribute__((address_space(4))) T
               *)((const __attribute__((address_space(4))) char *)
                      __builtin_amdgcn_implicitarg_ptr() +
                  offset);
}

__QN_FN __qn_u32 __qn_thread_id(__qn_u32 dim) {
  return dim == 0   ? __builtin_amdgcn_workitem_id_x()
         : dim == 1 ? __builtin_amdgcn_workitem_id_y()
                    : __builtin_amdgcn_workitem_id_z();
}
__QN_FN __qn_u32 __qn_block_id(__qn_u32 dim) {
  return dim == 0   ? __builtin_amdgcn_workgroup_id_x()
         : dim == 1 ? __builtin_amdgcn_workgroup_id_y()
                    : __builtin_amdgcn_workgroup_id_z();
}
__QN_FN __qn_u32 __qn_block_dim(__qn_u32 dim) {
  return dim == 0   ? __builtin_amdgcn_workgroup_size_x()
         : dim == 1 ? __builtin_amdgcn_workgroup_size_y()
                    : __builtin_amdgcn_workgroup_size_z();
}
__QN_FN __qn_u32 __qn_grid_dim(__qn_u32 dim) {
  return __qn_amd_implicit<__qn_u32>(__QN_AMD_BLOCK_COUNT + 4 * dim);
}
__QN_FN __qn_u32 __qn_dynamic_shared_size(void) {
  return __qn_amd_implicit<__qn_u32>(__QN_AMD_DYNAMIC_LDS_SIZE);
}

// The lane in the hardware's wave, of 32 or 64.
__QN_FN __qn_u32 __qn_amd_wave_lane(void) {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}
__QN_FN __qn_u32 __qn_lane_id(void) {
  return __qn_amd_wave_lane() & (__QN_WARP_SIZE - 1);
}

__QN_FN __QN_CONVERGENT void __qn_barrier(void) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

// The lanes of the caller's warp, from a ballot over the whole wave.
__QN_FN __qn_u64 __qn_amd_own_warp(__qn_u64 ballot) {
  if (__QN_WARP_SIZE == 32 && __builtin_amdgcn_wavefrontsize() == 64)
    return (__qn_amd_wave_lane() & 32) ? ballot >> 32 : ballot & 0xffffffffu;
  return ballot;
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_ballot(__qn_u64 mask, int pred) {
  return __qn_amd_own_warp(__builtin_amdgcn_ballot_w64(pred != 0)) & mask;
}
__QN_FN __QN_CONVERGENT __qn_u64 __qn_active_mask(void) {
  return __qn_amd_own_warp(__builtin_amdgcn_ballot_w64(true));
}
__QN_FN __QN_CONVERGENT void __qn_warp_sync(__qn_u64) {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
__QN_FN __QN_CONVERGENT __qn_u32 __qn_shuffle(int kind, __qn_u64,
                                              __QN_UNSET __qn_u32 value, __qn_u32 lane,
                                              __qn_u32 width) {
  const int self = (int)__qn_amd_wave_lane();
  const int source = __qn_shuffle_source(kind, self, lane, width);
  return (__qn_u32)__builtin_amdgcn_ds_bpermute(source << 2, (int)value);
}

__QN_FN void __qn_fence(int scope) { __qn_scoped_fence(scope); }

// Shared memory for reductions over a block; allocated only where it is used.
static __device__ __attribute__((shared)) unsigned __qn_amd_reduce_cell[2];
__QN_BARRIER_REDUCE(__qn_amd_reduce_cell,
                    __hip_atomic_fetch_add(&__qn_amd_reduce_cell[0], 1u,
                                           __ATOMIC_RELAXED,
                                           __HIP_MEMORY_SCOPE_WORKGROUP))

__QN_FN __attribute__((noreturn)) void __qn_trap(void) { __builtin_trap(); }
__QN_FN __qn_u64 __qn_clock(void) {
#ifdef __GFX11__
  // RDNA 3 counts cycles in 20 bits, which go round in less than a millisecond:
  // so that loops that wait end, this is the clock of 100 MHz as one of 2 GHz.
  return __builtin_readsteadycounter() * 20u;
#else
  return __builtin_readcyclecounter();
#endif
}
__QN_FN __qn_u64 __qn_wall_clock_ns(void) {
  // The counter has a fixed rate of 100 MHz.
  return __builtin_readsteadycounter() * 10u;
}
__QN_FN void __qn_sleep(__qn_u32) { __builtin_amdgcn_s_sleep(1); }

#include "heap.h"

// Space for one printf record in the runtime's buffer. The buffer begins with
// two counters, bytes used and bytes available; a record that does not fit is
// dropped (null), as the OpenCL runtimes do.
extern "C" __device__ __attribute__((weak, noinline)) void *
__printf_alloc(unsigned size) {
  typedef __attribute__((address_space(1))) char global_char;
  typedef __attribute__((address_space(1))) unsigned global_uint;
  global_char *buffer = (global_char *)__qn_amd_implicit<__qn_u64>(
      __QN_AMD_PRINTF_BUFFER);
  if (!buffer)
    return nullptr;
  global_uint *header = (global_uint *)buffer;
  const unsigned capacity = header[1];
  unsigned used = __scoped_atomic_load_n(header, __ATOMIC_RELAXED,
                                         __MEMORY_SCOPE_DEVICE);
  for (;;) {
    if (size > capacity || used > capacity - size)
      return nullptr;
    if (__scoped_atomic_compare_exchange_n(
            header, &used, used + size, false, __ATOMIC_RELAXED,
            __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE))
      return (void *)(buffer + 8 + used);
  }
}

// A record of printf's for standard error, with the format in it: the runtime
// takes it for a failed assertion.
__QN_FN __qn_u32 __qn_amd_text_size(const char *text) {
  __qn_u32 size = 0;
  while (text[size])
    ++size;
  return (size + 8) & ~7u;
}
__QN_FN char *__qn_amd_put_text(char *to, const char *text) {
  const __qn_u32 size = __qn_amd_text_size(text);
  bool inside = true;
  for (__qn_u32 i = 0; i < size; ++i) {
    inside = inside && text[i];
    to[i] = inside ? text[i] : 0;
  }
  return to + size;
}
__QN_FN char *__qn_amd_put_number(char *to, __qn_u32 value) {
  const __qn_u64 wide = value;
  __builtin_memcpy(to, &wide, sizeof(wide));
  return to + sizeof(wide);
}
extern "C" inline __device__ __attribute__((noinline, noreturn)) void
__qn_amd_assert_fail(const char *expression, const char *file, unsigned line,
                     const char *function) {
  const char *const format = "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] "
                             "Assertion `%s` failed.\n";
  const __qn_u32 size =
      4 + 7 * 8 + __qn_amd_text_size(format) + __qn_amd_text_size(expression) +
      __qn_amd_text_size(file) + __qn_amd_text_size(function);
  // Records are multiples of four bytes.
  if (char *to = (char *)__printf_alloc(size)) {
    const __qn_u32 control = size << 2 | 1;
    __builtin_memcpy(to, &control, sizeof(control));
    to = __qn_amd_put_text(to + 4, format);
    to = __qn_amd_put_number(__qn_amd_put_text(to, file), line);
    to = __qn_amd_put_text(to, function);
    for (__qn_u32 dim = 0; dim < 3; ++dim)
      to = __qn_amd_put_number(to, __qn_block_id(dim));
    for (__qn_u32 dim = 0; dim < 3; ++dim)
      to = __qn_amd_put_number(to, __qn_thread_id(dim));
    (void)__qn_amd_put_text(to, expression);
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
  }
  __qn_trap();
}
__QN_FN __attribute__((noreturn)) void
__qn_assert_fail(const char *expression, const char *file, unsigned line,
                 const char *function) {
  __qn_amd_assert_fail(expression, file, line, function);
}

// See target_nvptx.h; the counter works the same way.
static __device__ unsigned __qn_grid_counter;
__QN_FN __QN_CONVERGENT void __qn_grid_sync(void) {
  __qn_barrier();
  if (__qn_thread_id(0) == 0 && __qn_thread_id(1) == 0 &&
      __qn_thread_id(2) == 0) {
    const unsigned blocks =
        __qn_grid_dim(0) * __qn_grid_dim(1) * __qn_grid_dim(2);
    const bool first =
        __qn_block_id(0) == 0 && __qn_block_id(1) == 0 && __qn_block_id(2) == 0;
    const unsigned amount = first ? 0x80000000u - (blocks - 1) : 1u;
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
    const unsigned before = __hip_atomic_fetch_add(
        &__qn_grid_counter, amount, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
    while (((__hip_atomic_load(&__qn_grid_counter, __ATOMIC_ACQUIRE,
                               __HIP_MEMORY_SCOPE_AGENT) ^
             before) &
            0x80000000u) == 0)
      __builtin_amdgcn_s_sleep(1);
    __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent");
  }
  __qn_barrier();
}

__QN_FN float __qn_fast_exp2(float x) { return __builtin_amdgcn_exp2f(x); }
__QN_FN float __qn_fast_log2(float x) { return __builtin_amdgcn_logf(x); }
__QN_FN float __qn_fast_sin(float x) {
  // The instruction's unit is turns, of which it allows 256 at most.
  return __builtin_amdgcn_sinf(__builtin_amdgcn_fractf(x * 0.15915494f));
}
__QN_FN float __qn_fast_cos(float x) {
  return __builtin_amdgcn_cosf(__builtin_amdgcn_fractf(x * 0.15915494f));
}
__QN_FN float __qn_fast_rcp(float x) { return __builtin_amdgcn_rcpf(x); }
__QN_FN float __qn_fast_rsqrt(float x) {
  // The instruction flushes subnormal numbers to zero.
  const bool tiny = x < 0x1p-126f;
  const float r = __builtin_amdgcn_rsqf(tiny ? x * 0x1p24f : x);
  return tiny ? r * 0x1p12f : r;
}

__QN_FN bool __qn_is_shared(const void *p) {
  return __builtin_amdgcn_is_shared(
      (const __attribute__((address_space(0))) void *)p);
}
__QN_FN bool __qn_is_local(const void *p) {
  return __builtin_amdgcn_is_private(
      (const __attribute__((address_space(0))) void *)p);
}
__QN_FN bool __qn_is_constant(const void *) { return false; }
__QN_FN bool __qn_is_global(const void *p) {
  return !__qn_is_shared(p) && !__qn_is_local(p);
}

#endif

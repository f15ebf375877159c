// SPDX-License-Identifier: Apache-2.0
//
// clang's built-in functions for AMD GPUs, under their own names, for every
// other target: those that HIP programs call directly. Warps act as waves.
// Functions without a meaning elsewhere are not here, so that calls of them do
// not compile.
#ifndef QUERN_DEVICE_AMDGCN_H
#define QUERN_DEVICE_AMDGCN_H
#pragma clang system_header

#include "target/target.h"
#include "types/half.h"
#include "math/integer.h"
#include "math/math_c.h"
#include "sync.h"
#include "warp.h"

// On the host clang has them as built-ins of the device side.
#if !defined(__QUERN_TARGET_AMDGPU__) && !defined(__QUERN_TARGET_HOST__)

// ---- Where a work-item is

#define __QN_GCN_DIM(axis, n)                                                  \
  __QN_FN unsigned __builtin_amdgcn_workitem_id_##axis(void) {                 \
    return __qn_thread_id(n);                                                  \
  }                                                                            \
  __QN_FN unsigned __builtin_amdgcn_workgroup_id_##axis(void) {                \
    return __qn_block_id(n);                                                   \
  }                                                                            \
  __QN_FN unsigned short __builtin_amdgcn_workgroup_size_##axis(void) {        \
    return (unsigned short)__qn_block_dim(n);                                  \
  }                                                                            \
  __QN_FN unsigned __builtin_amdgcn_grid_size_##axis(void) {                   \
    return __qn_grid_dim(n) * __qn_block_dim(n);                               \
  }
__QN_GCN_DIM(x, 0)
__QN_GCN_DIM(y, 1)
__QN_GCN_DIM(z, 2)
#undef __QN_GCN_DIM
__QN_FN unsigned __builtin_amdgcn_wavefrontsize(void) {
  return __QN_WARP_SIZE;
}
// Lanes below the caller's in a mask, of the low and the high half of a wave.
__QN_FN unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned base) {
  const unsigned lane = __qn_lane_id();
  const unsigned below = lane < 32 ? (1u << lane) - 1 : ~0u;
  return base + (unsigned)__builtin_popcount(mask & below);
}
__QN_FN unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned base) {
  const unsigned lane = __qn_lane_id();
  const unsigned below = lane < 32 ? 0 : (1u << (lane - 32)) - 1;
  return base + (unsigned)__builtin_popcount(mask & below);
}

// ---- Waiting, ordering, time

__QN_FN void __builtin_amdgcn_s_sleep(int n) { __qn_sleep((unsigned)n * 32); }
__QN_FN void __builtin_amdgcn_s_setprio(short) {}
__QN_FN void __builtin_amdgcn_s_waitcnt(int) {}
__QN_FN void __builtin_amdgcn_sched_barrier(int) {}
__QN_FN void __builtin_amdgcn_sched_group_barrier(int, int, int) {}
__QN_FN void __builtin_amdgcn_iglp_opt(int) {}
__QN_FN void __builtin_amdgcn_s_dcache_wb(void) {}
__QN_FN void __builtin_amdgcn_buffer_wbinvl1_vol(void) {}
__QN_FN __QN_CONVERGENT void __builtin_amdgcn_s_barrier(void) {
  __qn_barrier();
}
__QN_FN __QN_CONVERGENT void __builtin_amdgcn_wave_barrier(void) {
  __qn_warp_sync(__qn_active_mask());
}
__QN_FN void __builtin_amdgcn_fence(int, const char *scope, ...) {
  if (scope[0] == 'w') // workgroup, wavefront
    __qn_fence(__QN_SCOPE_BLOCK);
  else
    __qn_fence(scope[0] == 'a' ? __QN_SCOPE_DEVICE : __QN_SCOPE_SYSTEM);
}
__QN_FN unsigned long __builtin_amdgcn_s_memtime(void) { return __qn_clock(); }
__QN_FN unsigned long __builtin_amdgcn_s_memrealtime(void) {
  return __qn_wall_clock_ns() / 10; // 100 MHz
}

// ---- Between lanes

__QN_FN __QN_CONVERGENT __qn_u64 __builtin_amdgcn_ballot_w64(bool pred) {
  return __qn_ballot(__qn_active_mask(), pred);
}
__QN_FN __QN_CONVERGENT unsigned __builtin_amdgcn_ballot_w32(bool pred) {
  return (unsigned)__qn_ballot(__qn_active_mask(), pred);
}
#define __QN_GCN_ICMP(name, T)                                                 \
  __QN_FN __QN_CONVERGENT __qn_u64 name(T a, T b, int how) {                   \
    return __qn_ballot(__qn_active_mask(), how == 32   ? a == b                \
                                           : how == 33 ? a != b                \
                                           : how == 34 ? a > b                 \
                                           : how == 35 ? a >= b                \
                                           : how == 36 ? a < b                 \
                                                       : a <= b);              \
  }
__QN_GCN_ICMP(__builtin_amdgcn_uicmp, unsigned)
__QN_GCN_ICMP(__builtin_amdgcn_uicmpl, __qn_u64)
#undef __QN_GCN_ICMP
__QN_FN __QN_CONVERGENT __qn_u64 __qn_gcn_read_exec(void) {
  return __qn_active_mask();
}
#define __builtin_amdgcn_read_exec() __qn_gcn_read_exec()
#define __builtin_amdgcn_read_exec_lo() ((unsigned)__qn_gcn_read_exec())
#define __builtin_amdgcn_read_exec_hi() ((unsigned)(__qn_gcn_read_exec() >> 32))

__QN_FN __QN_CONVERGENT unsigned __qn_gcn_read_lane(__QN_UNSET unsigned value,
                                                    unsigned lane) {
  return __qn_shuffle(__QN_SHUFFLE_INDEX, __qn_active_mask(), value, lane,
                      __QN_WARP_SIZE);
}
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_readlane(__QN_UNSET int value, int lane) {
  return (int)__qn_gcn_read_lane((unsigned)value, (unsigned)lane);
}
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_readfirstlane(__QN_UNSET int value) {
  return __builtin_amdgcn_readlane(
      value, __builtin_ctzll(__qn_active_mask()));
}
__QN_FN int __builtin_amdgcn_writelane(__QN_UNSET int value, int lane, int old) {
  return (unsigned)lane == __qn_lane_id() ? value : old;
}
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_ds_bpermute(int address,
    __QN_UNSET int value) {
  return (int)__qn_gcn_read_lane((unsigned)value,
                                 (unsigned)address / 4 % __QN_WARP_SIZE);
}
// Sends instead of fetching: of several lanes that send to one, the last wins;
// a lane that none sends to gets 0.
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_ds_permute(int address,
    __QN_UNSET int value) {
  const __qn_u64 lanes = __qn_active_mask();
  const unsigned to = (unsigned)address / 4 % __QN_WARP_SIZE;
  int result = 0;
  for (int from = 0; from < __QN_WARP_SIZE; ++from) {
    const unsigned target =
        __qn_shuffle(__QN_SHUFFLE_INDEX, lanes, to, from, __QN_WARP_SIZE);
    const unsigned sent = __qn_shuffle(__QN_SHUFFLE_INDEX, lanes,
                                       (unsigned)value, from, __QN_WARP_SIZE);
    if (lanes >> from & 1 && target == __qn_lane_id())
      result = (int)sent;
  }
  return result;
}

// Patterns of ds_swizzle: four lanes by a table, or, for 32 lanes, bits of the
// lane's number kept, set and flipped.
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_ds_swizzle(__QN_UNSET int value,
                                                        int pattern) {
  const unsigned lane = __qn_lane_id(), p = (unsigned)pattern;
  unsigned from;
  if (p & 0x8000)
    from = (lane & ~3u) | (p >> 2 * (lane & 3) & 3);
  else
    from = (lane & ~31u) |
           ((((lane & 31) & (p & 31)) | (p >> 5 & 31)) ^ (p >> 10 & 31));
  const __qn_u64 lanes = __qn_active_mask();
  const int got = (int)__qn_gcn_read_lane((unsigned)value, from);
  return lanes >> from & 1 ? got : 0;
}

// The lane that a data-parallel primitive reads, -1 for none. Rows have 16 lanes.
__QN_FN int __qn_gcn_dpp_source(unsigned control) {
  const int lane = (int)__qn_lane_id(), row = lane & ~15, at = lane & 15;
  const int n = (int)(control & 15), size = __QN_WARP_SIZE;
  switch (control >> 4) {
  case 0x10: // row_shl
    return at + n < 16 ? lane + n : -1;
  case 0x11: // row_shr
    return at >= n ? lane - n : -1;
  case 0x12: // row_ror
    return row | ((at - n) & 15);
  case 0x13: // whole waves, by one lane
    return n == 0   ? (lane + 1 < size ? lane + 1 : -1)
           : n == 4 ? (lane + 1) % size
           : n == 8 ? lane - 1
                    : (lane + size - 1) % size;
  case 0x14:
    return n == 0   ? row | (15 - at)             // row_mirror
           : n == 1 ? (lane & ~7) | (7 - (at & 7)) // row_half_mirror
           : n == 2 ? row - 1                      // row_bcast:15
                    : (lane >= 32 ? 31 : -1);      // row_bcast:31
  case 0x15: // row_share
    return row | n;
  case 0x16: // row_xmask
    return lane ^ n;
  default: // quad_perm
    return (lane & ~3) | (int)(control >> 2 * (lane & 3) & 3);
  }
}
__QN_FN __QN_CONVERGENT int
__builtin_amdgcn_update_dpp(__QN_UNSET int old, __QN_UNSET int value, int control, int row_mask,
                            int bank_mask, bool bound_zero) {
  const int from = __qn_gcn_dpp_source((unsigned)control);
  const unsigned lane = __qn_lane_id();
  const __qn_u64 lanes = __qn_active_mask(); // of all, before any goes apart
  const bool valid = from >= 0 && (lanes >> (from & 63) & 1);
  const int got =
      (int)__qn_gcn_read_lane((unsigned)value, valid ? (unsigned)from : lane);
  const bool written = (row_mask >> (lane / 16) & 1) &&
                       (bank_mask >> (lane % 16 / 4) & 1);
  return !written ? old : valid ? got : bound_zero ? 0 : old;
}
__QN_FN __QN_CONVERGENT int __builtin_amdgcn_mov_dpp(__QN_UNSET int value, int control,
                                                     int row_mask,
                                                     int bank_mask,
                                                     bool bound_zero) {
  return __builtin_amdgcn_update_dpp(0, value, control, row_mask, bank_mask,
                                     bound_zero);
}
__QN_FN __QN_CONVERGENT unsigned __builtin_amdgcn_mov_dpp8(__QN_UNSET unsigned value,
                                                           unsigned lanes) {
  const unsigned lane = __qn_lane_id();
  return __qn_gcn_read_lane(value,
                            (lane & ~7u) | (lanes >> 3 * (lane & 7) & 7));
}

// ---- Arithmetic

__QN_FN unsigned __builtin_amdgcn_alignbit(unsigned high, unsigned low,
                                           unsigned shift) {
  return (unsigned)(((__qn_u64)high << 32 | low) >> (shift & 31));
}
__QN_FN unsigned __builtin_amdgcn_alignbyte(unsigned high, unsigned low,
                                            unsigned shift) {
  return (unsigned)(((__qn_u64)high << 32 | low) >> 8 * (shift & 3));
}
__QN_FN unsigned __builtin_amdgcn_ubfe(unsigned x, unsigned at, unsigned n) {
  at &= 31;
  n &= 31;
  return x >> at & ((1u << n) - 1);
}
__QN_FN int __builtin_amdgcn_sbfe(int x, unsigned at, unsigned n) {
  at &= 31;
  n &= 31;
  const unsigned field = (unsigned)x >> at & ((1u << n) - 1);
  return n ? (int)(field << (32 - n)) >> (32 - n) : 0;
}
__QN_FN unsigned __builtin_amdgcn_perm(unsigned a, unsigned b,
                                       unsigned selectors) {
  const __qn_u64 bytes = (__qn_u64)a << 32 | b;
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const unsigned s = selectors >> 8 * i & 255;
    unsigned byte;
    if (s < 8)
      byte = (unsigned)(bytes >> 8 * s) & 255;
    else if (s < 12) // the sign of a half
      byte = bytes >> (16 * (s - 8) + 15) & 1 ? 255 : 0;
    else
      byte = s == 12 ? 0 : 255;
    result |= byte << 8 * i;
  }
  return result;
}
__QN_FN unsigned __qn_gcn_difference(unsigned a, unsigned b) {
  return a > b ? a - b : b - a;
}
__QN_FN unsigned __builtin_amdgcn_sad_u8(unsigned a, unsigned b, unsigned c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    c += __qn_gcn_difference(a >> i & 255, b >> i & 255);
  return c;
}
__QN_FN unsigned __builtin_amdgcn_msad_u8(unsigned a, unsigned b, unsigned c) {
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    if (b >> i & 255)
      c += __qn_gcn_difference(a >> i & 255, b >> i & 255);
  return c;
}
__QN_FN unsigned __builtin_amdgcn_sad_hi_u8(unsigned a, unsigned b,
                                            unsigned c) {
  return (__builtin_amdgcn_sad_u8(a, b, 0) << 16) + c;
}
__QN_FN unsigned __builtin_amdgcn_sad_u16(unsigned a, unsigned b, unsigned c) {
  return c + __qn_gcn_difference(a & 0xffff, b & 0xffff) +
         __qn_gcn_difference(a >> 16, b >> 16);
}
__QN_FN unsigned __builtin_amdgcn_lerp(unsigned a, unsigned b, unsigned c) {
  unsigned result = 0;
#pragma unroll
  for (int i = 0; i < 32; i += 8)
    result |= (((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1) << i;
  return result;
}
// Sums of products of the parts of words, with an accumulator.
template <typename A, typename B, int bits>
__QN_FN int __qn_gcn_dot(unsigned a, unsigned b) {
  int sum = 0;
#pragma unroll
  for (int i = 0; i < 32; i += bits)
    sum += ((int)(A)(a << (32 - bits - i)) >> (32 - bits)) *
           ((int)(B)(b << (32 - bits - i)) >> (32 - bits));
  return sum;
}
template <int bits>
__QN_FN unsigned __qn_gcn_udot(unsigned a, unsigned b) {
  unsigned sum = 0;
#pragma unroll
  for (int i = 0; i < 32; i += bits)
    sum += (a >> i & ((1u << bits) - 1)) * (b >> i & ((1u << bits) - 1));
  return sum;
}
__QN_FN int __qn_gcn_dot_sum(int dot, int c, bool clamp) {
  const long long sum = (long long)dot + c;
  return !clamp               ? (int)sum
         : sum > 2147483647ll ? 2147483647
         : sum < -2147483648ll ? -2147483647 - 1
                               : (int)sum;
}
__QN_FN unsigned __qn_gcn_udot_sum(unsigned dot, unsigned c, bool clamp) {
  const __qn_u64 sum = (__qn_u64)dot + c;
  return clamp && sum > 0xffffffffu ? 0xffffffffu : (unsigned)sum;
}
__QN_FN int __builtin_amdgcn_sdot4(int a, int b, int c, bool clamp) {
  return __qn_gcn_dot_sum(__qn_gcn_dot<int, int, 8>((unsigned)a, (unsigned)b),
                          c, clamp);
}
__QN_FN int __builtin_amdgcn_sdot8(int a, int b, int c, bool clamp) {
  return __qn_gcn_dot_sum(__qn_gcn_dot<int, int, 4>((unsigned)a, (unsigned)b),
                          c, clamp);
}
__QN_FN unsigned __builtin_amdgcn_udot4(unsigned a, unsigned b, unsigned c,
                                        bool clamp) {
  return __qn_gcn_udot_sum(__qn_gcn_udot<8>(a, b), c, clamp);
}
__QN_FN unsigned __builtin_amdgcn_udot8(unsigned a, unsigned b, unsigned c,
                                        bool clamp) {
  return __qn_gcn_udot_sum(__qn_gcn_udot<4>(a, b), c, clamp);
}
__QN_FN int __builtin_amdgcn_sudot4(bool a_signed, int a, bool b_signed, int b,
                                    int c, bool clamp) {
  int dot = 0;
#pragma unroll
  for (int i = 0; i < 32; i += 8) {
    const int x = a >> i & 255, y = b >> i & 255;
    dot += (a_signed ? (int)(signed char)x : x) *
           (b_signed ? (int)(signed char)y : y);
  }
  return __qn_gcn_dot_sum(dot, c, clamp);
}
__QN_FN float __builtin_amdgcn_fdot2(_Float16_2 a, _Float16_2 b, float c,
                                     bool clamp) {
  const float sum =
      (float)a[0] * (float)b[0] + (float)a[1] * (float)b[1] + c;
  return !clamp ? sum : sum < 0.0f ? 0.0f : sum > 1.0f ? 1.0f : sum;
}

// Approximate on AMD GPUs; here as exact as the language's own functions.
__QN_FN float __builtin_amdgcn_sqrtf(float x) { return __builtin_sqrtf(x); }
__QN_FN double __builtin_amdgcn_sqrt(double x) { return __builtin_sqrt(x); }
__QN_FN float __builtin_amdgcn_rcpf(float x) { return 1.0f / x; }
__QN_FN double __builtin_amdgcn_rcp(double x) { return 1.0 / x; }
__QN_FN float __builtin_amdgcn_rsqf(float x) {
  return 1.0f / __builtin_sqrtf(x);
}
__QN_FN double __builtin_amdgcn_rsq(double x) { return 1.0 / __builtin_sqrt(x); }
__QN_FN float __builtin_amdgcn_exp2f(float x) { return __qn_fast_exp2(x); }
__QN_FN float __builtin_amdgcn_logf(float x) { return __qn_fast_log2(x); }
__QN_FN float __builtin_amdgcn_sinf(float turns) { // in turns
  return sinpif(2.0f * turns);
}
__QN_FN float __builtin_amdgcn_cosf(float turns) {
  return cospif(2.0f * turns);
}
__QN_FN float __builtin_amdgcn_fractf(float x) {
  const float f = x - __builtin_floorf(x);
  return f < 0x1.fffffep-1f ? f : 0x1.fffffep-1f;
}
__QN_FN double __builtin_amdgcn_fract(double x) {
  const double f = x - __builtin_floor(x);
  return f < 0x1.fffffffffffffp-1 ? f : 0x1.fffffffffffffp-1;
}
__QN_FN float __builtin_amdgcn_ldexpf(float x, int n) { return ldexpf(x, n); }
__QN_FN double __builtin_amdgcn_ldexp(double x, int n) { return ldexp(x, n); }
__QN_FN float __builtin_amdgcn_fmed3f(float a, float b, float c) {
  const float low = __builtin_fminf(a, b), high = __builtin_fmaxf(a, b);
  return __builtin_fmaxf(low, __builtin_fminf(high, c));
}
__QN_FN float __builtin_amdgcn_fmul_legacy(float a, float b) {
  return a == 0.0f || b == 0.0f ? 0.0f : a * b;
}
__QN_FN unsigned __builtin_amdgcn_cvt_pk_u8_f32(float x, unsigned at,
                                                unsigned old) {
  const unsigned shift = 8 * (at & 3);
  const float r = __builtin_rintf(x);
  const unsigned byte = r > 255.0f ? 255u : r > 0.0f ? (unsigned)r : 0u;
  return (old & ~(255u << shift)) | byte << shift;
}
__QN_FN _Float16_2 __qn_gcn_cvt_pkrtz(float a, float b) {
  const __half x = __float2half_rz(a), y = __float2half_rz(b);
  return _Float16_2{x.__qn_value, y.__qn_value};
}
#define __builtin_amdgcn_cvt_pkrtz(a, b) __qn_gcn_cvt_pkrtz(a, b)
__QN_FN bool __builtin_amdgcn_is_shared(const void *p) {
  return __qn_is_shared(p);
}
__QN_FN bool __builtin_amdgcn_is_private(const void *p) {
  return __qn_is_local(p);
}
__QN_FN unsigned __builtin_amdgcn_atomic_inc32(unsigned *p, unsigned bound, int,
                                               int, bool) {
  return __scoped_atomic_fetch_uinc(p, bound, __ATOMIC_RELAXED,
                                    __MEMORY_SCOPE_DEVICE);
}
__QN_FN unsigned __builtin_amdgcn_atomic_dec32(unsigned *p, unsigned bound, int,
                                               int, bool) {
  return __scoped_atomic_fetch_udec(p, bound, __ATOMIC_RELAXED,
                                    __MEMORY_SCOPE_DEVICE);
}

// ---- Atomic operations on floats, which take pointers into address spaces

#define __builtin_amdgcn_global_atomic_fadd_f32(p, v) atomicAdd((float *)(p), v)
#define __builtin_amdgcn_global_atomic_fadd_f64(p, v)                          \
  atomicAdd((double *)(p), v)
#define __builtin_amdgcn_global_atomic_fmin_f64(p, v)                          \
  atomicMin((double *)(p), v)
#define __builtin_amdgcn_global_atomic_fmax_f64(p, v)                          \
  atomicMax((double *)(p), v)
#define __builtin_amdgcn_flat_atomic_fadd_f32                                  \
  __builtin_amdgcn_global_atomic_fadd_f32
#define __builtin_amdgcn_flat_atomic_fadd_f64                                  \
  __builtin_amdgcn_global_atomic_fadd_f64
#define __builtin_amdgcn_flat_atomic_fmin_f64                                  \
  __builtin_amdgcn_global_atomic_fmin_f64
#define __builtin_amdgcn_flat_atomic_fmax_f64                                  \
  __builtin_amdgcn_global_atomic_fmax_f64
#define __builtin_amdgcn_ds_atomic_fadd_f32                                    \
  __builtin_amdgcn_global_atomic_fadd_f32
#define __builtin_amdgcn_ds_atomic_fadd_f64                                    \
  __builtin_amdgcn_global_atomic_fadd_f64
#define __builtin_amdgcn_ds_faddf(p, v, order, scope, is_volatile)             \
  atomicAdd((float *)(p), v)

#endif

#endif

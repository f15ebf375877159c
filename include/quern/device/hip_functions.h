// SPDX-License-Identifier: Apache-2.0
//
// Device functions that only HIP has: features of the architecture, moves
// between lanes under AMD's names, and functions of ROCm's device libraries
// that programs call directly.
#ifndef QUERN_DEVICE_HIP_FUNCTIONS_H
#define QUERN_DEVICE_HIP_FUNCTIONS_H
#pragma clang system_header

#include "amdgcn.h"
#include "memory.h"

// Features: all on devices; none on the host, as in HIP.
#ifdef __QUERN_TARGET_HOST__
#define __QN_ON_DEVICE (0)
#else
#define __QN_ON_DEVICE (1)
#endif
#define __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_GLOBAL_FLOAT_ATOMIC_EXCH__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_INT32_ATOMICS__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_FLOAT_ATOMIC_EXCH__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_FLOAT_ATOMIC_ADD__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_GLOBAL_INT64_ATOMICS__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_SHARED_INT64_ATOMICS__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_DOUBLES__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_VOTE__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_BALLOT__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_SHUFFLE__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_WARP_FUNNEL_SHIFT__ (0)
#define __HIP_ARCH_HAS_THREAD_FENCE_SYSTEM__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_SYNC_THREAD_EXT__ (0)
#define __HIP_ARCH_HAS_SURFACE_FUNCS__ (0)
#define __HIP_ARCH_HAS_3DGRID__ __QN_ON_DEVICE
#define __HIP_ARCH_HAS_DYNAMIC_PARALLEL__ (0)

// ---- Between lanes

__QN_FN __QN_CONVERGENT unsigned long long __ballot64(int pred) {
  return __qn_ballot(__qn_active_mask(), pred);
}
#define __mbcnt_lo(mask, base) __builtin_amdgcn_mbcnt_lo(mask, base)
#define __mbcnt_hi(mask, base) __builtin_amdgcn_mbcnt_hi(mask, base)
#define __QN_HIP_MOVE(name)                                                    \
  __QN_FN __QN_CONVERGENT unsigned __hip_##name(int lane, unsigned value) {    \
    return (unsigned)__builtin_amdgcn_##name(lane, (int)value);                \
  }                                                                            \
  __QN_FN __QN_CONVERGENT float __hip_##name##f(int lane, float value) {       \
    return __builtin_bit_cast(float, __builtin_amdgcn_##name(                  \
                                         lane, __builtin_bit_cast(int, value)));\
  }
__QN_HIP_MOVE(ds_bpermute)
__QN_HIP_MOVE(ds_permute)
#undef __QN_HIP_MOVE
template <int pattern>
__QN_FN __QN_CONVERGENT unsigned __hip_ds_swizzle_N(unsigned value) {
  return (unsigned)__builtin_amdgcn_ds_swizzle((int)value, pattern);
}
template <int pattern>
__QN_FN __QN_CONVERGENT float __hip_ds_swizzlef_N(float value) {
  return __builtin_bit_cast(
      float, __builtin_amdgcn_ds_swizzle(__builtin_bit_cast(int, value),
                                         pattern));
}
template <int control, int row_mask, int bank_mask, bool bound_zero>
__QN_FN __QN_CONVERGENT int __hip_move_dpp_N(int value) {
  return __builtin_amdgcn_mov_dpp(value, control, row_mask, bank_mask,
                                  bound_zero);
}
#define __hip_ds_swizzle(value, pattern) __hip_ds_swizzle_N<(pattern)>((value))
#define __hip_ds_swizzlef(value, pattern)                                      \
  __hip_ds_swizzlef_N<(pattern)>((value))
#define __hip_move_dpp(value, control, row_mask, bank_mask, bound_zero)        \
  __hip_move_dpp_N<(control), (row_mask), (bank_mask), (bound_zero)>((value))
#define __llvm_amdgcn_ds_swizzle(value, pattern)                               \
  __builtin_amdgcn_ds_swizzle(value, pattern)

// ---- Bits

__QN_FN unsigned __lastbit_u32_u64(unsigned long long x) {
  return x ? (unsigned)__builtin_ctzll(x) : ~0u;
}
__QN_FN unsigned long long __bitextract_u64(unsigned long long x, unsigned at,
                                            unsigned n) {
  at &= 63;
  n &= 63;
  return n ? x << (64 - at - n) >> (64 - n) : 0;
}
__QN_FN unsigned long long __bitinsert_u64(unsigned long long x,
                                           unsigned long long y, unsigned at,
                                           unsigned n) {
  at &= 63;
  n &= 63;
  const unsigned long long mask = (1ull << n) - 1;
  return (x & ~(mask << at)) | ((y & mask) << at);
}
// The position of the n-th set bit from `base` up (n > 0) or down (n < 0), or -1.
__QN_FN int __fns64(unsigned long long mask, unsigned base, int n) {
  int left = n < 0 ? -n : n == 0 ? 1 : n;
  for (int at = (int)base; at >= 0 && at < 64; at += n < 0 ? -1 : 1) {
    if ((mask >> at & 1) && --left == 0)
      return at;
    if (n == 0)
      break;
  }
  return -1;
}
__QN_FN int __fns32(unsigned long long mask, unsigned base, int n) {
  return __fns64(mask & 0xffffffffu, base, n);
}

// ---- Barriers and places

__QN_FN __QN_CONVERGENT void __barrier(int) { __qn_barrier(); }
__QN_FN __QN_CONVERGENT void __work_group_barrier(unsigned) { __qn_barrier(); }
__QN_FN __QN_CONVERGENT void __named_sync(void) { __qn_barrier(); }
#define __CLK_LOCAL_MEM_FENCE 1
#define __CLK_GLOBAL_MEM_FENCE 2

#define __QN_OCKL(name, expression)                                            \
  __QN_FN __qn_size_t __ockl_get_##name(unsigned dim) { return expression; }
__QN_OCKL(local_id, __qn_thread_id(dim))
__QN_OCKL(group_id, __qn_block_id(dim))
__QN_OCKL(local_size, __qn_block_dim(dim))
__QN_OCKL(num_groups, __qn_grid_dim(dim))
__QN_OCKL(global_size, (__qn_size_t)__qn_grid_dim(dim) * __qn_block_dim(dim))
__QN_OCKL(global_id, (__qn_size_t)__qn_block_id(dim) * __qn_block_dim(dim) +
                         __qn_thread_id(dim))
#undef __QN_OCKL
// The multiprocessor that a block runs on: always the same number.
__QN_FN unsigned __smid(void) { return 0; }
__QN_FN __qn_size_t hc_get_workitem_absolute_id(int dim) {
  return __ockl_get_global_id((unsigned)dim);
}
__QN_FN unsigned __ockl_lane_u32(void) { return __qn_lane_id(); }
__QN_FN unsigned __ockl_activelane_u32(void) {
  const __qn_u64 below = (1ull << __qn_lane_id()) - 1;
  return (unsigned)__builtin_popcountll(__qn_active_mask() & below);
}
__QN_FN unsigned __ockl_mul24_u32(unsigned a, unsigned b) {
  return __umul24(a, b);
}
__QN_FN int __ockl_mul24_i32(int a, int b) { return __mul24(a, b); }
__QN_FN unsigned __ockl_mul_hi_u32(unsigned a, unsigned b) {
  return __umulhi(a, b);
}
__QN_FN int __ockl_mul_hi_i32(int a, int b) { return __mulhi(a, b); }
__QN_FN unsigned __ockl_sadd_u32(unsigned a, unsigned b, unsigned c) {
  return __usad(a, b, c);
}
__QN_FN unsigned __ockl_clz_u32(unsigned x) {
  return x ? (unsigned)__builtin_clz(x) : 32;
}
__QN_FN unsigned __ockl_ctz_u32(unsigned x) {
  return x ? (unsigned)__builtin_ctz(x) : 32;
}
__QN_FN unsigned __ockl_popcount_u32(unsigned x) {
  return (unsigned)__builtin_popcount(x);
}

// ---- Products of parts

__QN_FN int __qn_hip_dot(long long sum, bool clamp) {
  return !clamp                 ? (int)sum
         : sum > 2147483647ll   ? 2147483647
         : sum < -2147483648ll  ? -2147483647 - 1
                                : (int)sum;
}
__QN_FN unsigned __qn_hip_udot(__qn_u64 sum, bool clamp) {
  return clamp && sum > 0xffffffffu ? 0xffffffffu : (unsigned)sum;
}

// Four bytes at a time, each modulo 256.
#define __QN_HIP_BYTES(name, op)                                               \
  __QN_FN char4 __hip_hc_##name##8pk(char4 a, char4 b) {                       \
    return make_char4((char)(a.x op b.x), (char)(a.y op b.y),                  \
                      (char)(a.z op b.z), (char)(a.w op b.w));                 \
  }
__QN_HIP_BYTES(add, +)
__QN_HIP_BYTES(sub, -)
__QN_HIP_BYTES(mul, *)
#undef __QN_HIP_BYTES

__QN_FN int amd_mixed_dot(short2 a, short2 b, int c, bool clamp) {
  return __qn_hip_dot((long long)a.x * b.x + (long long)a.y * b.y + c, clamp);
}
__QN_FN unsigned amd_mixed_dot(ushort2 a, ushort2 b, unsigned c, bool clamp) {
  return __qn_hip_udot((__qn_u64)a.x * b.x + (__qn_u64)a.y * b.y + c, clamp);
}
__QN_FN int amd_mixed_dot(char4 a, char4 b, int c, bool clamp) {
  return __qn_hip_dot((long long)a.x * b.x + a.y * b.y + a.z * b.z +
                          a.w * b.w + c,
                      clamp);
}
__QN_FN unsigned amd_mixed_dot(uchar4 a, uchar4 b, unsigned c, bool clamp) {
  return __qn_hip_udot((__qn_u64)a.x * b.x + (unsigned)(a.y * b.y) +
                           (unsigned)(a.z * b.z) + (unsigned)(a.w * b.w) + c,
                       clamp);
}
__QN_FN int amd_mixed_dot(int a, int b, int c, bool clamp) {
  long long sum = c;
  for (int i = 0; i < 32; i += 4)
    sum += (a << (28 - i) >> 28) * (b << (28 - i) >> 28);
  return __qn_hip_dot(sum, clamp);
}
__QN_FN unsigned amd_mixed_dot(unsigned a, unsigned b, unsigned c,
                               bool clamp) {
  __qn_u64 sum = c;
  for (int i = 0; i < 32; i += 4)
    sum += (a >> i & 15) * (b >> i & 15);
  return __qn_hip_udot(sum, clamp);
}
__QN_FN float amd_mixed_dot(__half2 a, __half2 b, float c, bool clamp) {
  const float sum = (float)a.x * (float)b.x + (float)a.y * (float)b.y + c;
  return !clamp ? sum : sum < 0.0f ? 0.0f : sum > 1.0f ? 1.0f : sum;
}

// ---- ROCm's mathematical functions under their own names

#define __QN_OCML_ONE(name)                                                    \
  __QN_FN float __ocml_##name##_f32(float x) { return name##f(x); }            \
  __QN_FN double __ocml_##name##_f64(double x) { return name(x); }
#define __QN_OCML_TWO(name)                                                    \
  __QN_FN float __ocml_##name##_f32(float x, float y) { return name##f(x, y); } \
  __QN_FN double __ocml_##name##_f64(double x, double y) { return name(x, y); }
#define __QN_MATH(arguments, kind, name, ...) __QN_OCML_##arguments(name)
__QN_MATH_FUNCTIONS(__QN_MATH)
#undef __QN_MATH
#undef __QN_OCML_ONE
#undef __QN_OCML_TWO
__QN_FN float __ocml_fma_f32(float a, float b, float c) {
  return fmaf(a, b, c);
}
__QN_FN double __ocml_fma_f64(double a, double b, double c) {
  return fma(a, b, c);
}
#define __QN_OCML_NATIVE(name, function)                                       \
  __QN_FN float __ocml_native_##name##_f32(float x) { return function(x); }
__QN_OCML_NATIVE(sin, __sinf)
__QN_OCML_NATIVE(cos, __cosf)
__QN_OCML_NATIVE(exp, __expf)
__QN_OCML_NATIVE(exp2, __qn_fast_exp2)
__QN_OCML_NATIVE(exp10, __exp10f)
__QN_OCML_NATIVE(log, __logf)
__QN_OCML_NATIVE(log2, __log2f)
__QN_OCML_NATIVE(log10, __log10f)
__QN_OCML_NATIVE(sqrt, __builtin_sqrtf)
__QN_OCML_NATIVE(rsqrt, __qn_fast_rsqrt)
__QN_OCML_NATIVE(recip, __qn_fast_rcp)
#undef __QN_OCML_NATIVE
#define __QN_OCML_HALF(name, function)                                         \
  __QN_FN _Float16 __ocml_##name##_f16(_Float16 x) {                           \
    return (_Float16)function((float)x);                                       \
  }
__QN_OCML_HALF(sqrt, __builtin_sqrtf)
__QN_OCML_HALF(rsqrt, rsqrtf)
__QN_OCML_HALF(ceil, __builtin_ceilf)
__QN_OCML_HALF(floor, __builtin_floorf)
__QN_OCML_HALF(rint, __builtin_rintf)
__QN_OCML_HALF(trunc, __builtin_truncf)
__QN_OCML_HALF(sin, sinf)
__QN_OCML_HALF(cos, cosf)
__QN_OCML_HALF(exp, expf)
__QN_OCML_HALF(exp2, exp2f)
__QN_OCML_HALF(log, logf)
__QN_OCML_HALF(log2, log2f)
__QN_OCML_HALF(log10, log10f)
#undef __QN_OCML_HALF
__QN_FN _Float16 __ocml_fma_f16(_Float16 a, _Float16 b, _Float16 c) {
  return __builtin_elementwise_fma(a, b, c);
}
// With a stated rounding.
#define __QN_OCML_ROUND2(name, f, d, ocml, mode)                               \
  __QN_FN float __ocml_##name##_##ocml##_f32(float a, float b) {               \
    return f##_##mode(a, b);                                                   \
  }                                                                            \
  __QN_FN double __ocml_##name##_##ocml##_f64(double a, double b) {            \
    return d##_##mode(a, b);                                                   \
  }
#define __QN_OCML_ROUND(ocml, mode)                                            \
  __QN_OCML_ROUND2(add, __fadd, __dadd, ocml, mode)                            \
  __QN_OCML_ROUND2(sub, __fsub, __dsub, ocml, mode)                            \
  __QN_OCML_ROUND2(mul, __fmul, __dmul, ocml, mode)                            \
  __QN_OCML_ROUND2(div, __fdiv, __ddiv, ocml, mode)                            \
  __QN_FN float __ocml_sqrt_##ocml##_f32(float a) {                            \
    return __fsqrt_##mode(a);                                                  \
  }                                                                            \
  __QN_FN double __ocml_sqrt_##ocml##_f64(double a) {                          \
    return __dsqrt_##mode(a);                                                  \
  }                                                                            \
  __QN_FN float __ocml_fma_##ocml##_f32(float a, float b, float c) {           \
    return __fmaf_##mode(a, b, c);                                             \
  }                                                                            \
  __QN_FN double __ocml_fma_##ocml##_f64(double a, double b, double c) {       \
    return __fma_##mode(a, b, c);                                              \
  }
__QN_OCML_ROUND(rte, rn)
__QN_OCML_ROUND(rtn, rd)
__QN_OCML_ROUND(rtp, ru)
__QN_OCML_ROUND(rtz, rz)
#undef __QN_OCML_ROUND
#undef __QN_OCML_ROUND2
#define __QN_OCML_TEST(name)                                                   \
  __QN_FN int __ocml_##name##_f32(float x) { return __builtin_##name(x); }     \
  __QN_FN int __ocml_##name##_f64(double x) { return __builtin_##name(x); }
__QN_OCML_TEST(isnan)
__QN_OCML_TEST(isinf)
__QN_OCML_TEST(isfinite)
__QN_OCML_TEST(signbit)
#undef __QN_OCML_TEST
#define __QN_OCML_SCALE(name)                                                  \
  __QN_FN float __ocml_##name##_f32(float x, int n) { return ldexpf(x, n); }   \
  __QN_FN double __ocml_##name##_f64(double x, int n) { return ldexp(x, n); }
__QN_OCML_SCALE(ldexp)
__QN_OCML_SCALE(scalbn)
#undef __QN_OCML_SCALE
__QN_FN int __ocml_ilogb_f32(float x) { return ilogbf(x); }
__QN_FN int __ocml_ilogb_f64(double x) { return ilogb(x); }
#define __llvm_amdgcn_rcp_f32(x) __builtin_amdgcn_rcpf(x)
#define __llvm_amdgcn_rcp_f64(x) __builtin_amdgcn_rcp(x)
#define __llvm_amdgcn_rsq_f32(x) __builtin_amdgcn_rsqf(x)
#define __llvm_amdgcn_rsq_f64(x) __builtin_amdgcn_rsq(x)
#define __llvm_amdgcn_sin_f32(x) __builtin_amdgcn_sinf(x)
#define __llvm_amdgcn_cos_f32(x) __builtin_amdgcn_cosf(x)

#endif

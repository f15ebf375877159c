// SPDX-License-Identifier: Apache-2.0
// Half precision: conversions with every rounding, arithmetic, functions.
// RUN: kernel=half_convert grid=256 block=256 shared=0 args="i32[65536]=zero,expect=fill:1"
// RUN: kernel=half_round grid=256 block=256 shared=0 args="i32[65536]=zero,expect=fill:1"
// RUN: kernel=half_arithmetic grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=half_shared grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=half_zeroes grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 f32[2]=fill:-0.0 f32[64]=fill:-1e-20"
#include "check.h"
#include <cuda_fp16.h>

// What a half's bits mean, from first principles.
__device__ double half_value(unsigned bits) {
  const unsigned exponent = (bits >> 10) & 31, fraction = bits & 1023;
  double v = exponent ? 1024.0 + fraction : (double)fraction;
  const int e = (exponent ? (int)exponent : 1) - 25;
  for (int i = 0; i < e; ++i)
    v *= 2.0;
  for (int i = 0; i > e; --i)
    v *= 0.5;
  return bits & 0x8000 ? -v : v;
}

// Every half, one per thread.
extern "C" __global__ void half_convert(int *result) {
  BEGIN();
  const unsigned bits = (unsigned)self;
  const __half h = __ushort_as_half((unsigned short)bits);
  const float f = __half2float(h);
  if ((bits & 0x7fff) > 0x7c00) {
    CHECK(f != f && __hisnan(h));
    CHECK(__hisnan(__float2half(f)));
  } else if ((bits & 0x7fff) == 0x7c00) {
    CHECK(isinf(f) && (f < 0) == (bits >> 15 != 0));
    CHECK(__half_as_ushort(__float2half(f)) == bits);
  } else {
    CHECK((double)f == half_value(bits));
    CHECK(signbit(f) == (bits >> 15 != 0));
    CHECK(__half_as_ushort(__float2half(f)) == bits);
    CHECK(__half_as_ushort(__half((double)f)) == bits);
    CHECK(__half_as_ushort(__float2half_rz(f)) == bits);
    CHECK((int)h == (int)f);
  }
  PASS(result);
}

// Between every positive half and the next.
extern "C" __global__ void half_round(int *result) {
  BEGIN();
  const unsigned bits = (unsigned)self & 0x7fff;
  if (bits < 0x7bff) {
    const float lo = (float)half_value(bits), hi = (float)half_value(bits + 1);
    const float middle = 0.5f * (lo + hi);
    const float below = __uint_as_float(__float_as_uint(middle) - 1);
    const float above = __uint_as_float(__float_as_uint(middle) + 1);
    const unsigned even = bits + (bits & 1);
    CHECK(__half_as_ushort(__float2half(middle)) == even);
    CHECK(__half_as_ushort(__float2half(below)) == bits);
    CHECK(__half_as_ushort(__float2half(above)) == bits + 1);
    CHECK(__half_as_ushort(__float2half(-above)) == (bits + 1) + 0x8000);
    CHECK(__half_as_ushort(__half((double)middle)) == even);
    CHECK(__half_as_ushort(__half((double)middle * (1 + 0x1p-52))) == bits + 1);
    CHECK(__half_as_ushort(__half((double)middle * (1 - 0x1p-53))) == bits);
    CHECK(__half_as_ushort(__float2half_rz(above)) == bits);
    CHECK(__half_as_ushort(__float2half_ru(below)) == bits + 1);
    CHECK(__half_as_ushort(__float2half_rd(above)) == bits);
    CHECK(__half_as_ushort(__float2half_rd(-below)) == (bits + 1) + 0x8000);
  }
  CHECK(__half_as_ushort(__float2half(65520.0f)) == 0x7c00);
  CHECK(__half_as_ushort(__float2half(65519.0f)) == 0x7bff);
  CHECK(__half_as_ushort(__float2half_rz(1e9f)) == 0x7bff);
  PASS(result);
}

extern "C" __global__ void half_arithmetic(int *result) {
  BEGIN();
  const __half a = __int2half_rn(self), b = __half(0.5f);
  CHECK((float)(a + b) == (float)self + 0.5f);
  CHECK((float)(a * b) == (float)self * 0.5f);
  CHECK((float)(a - b) == (float)self - 0.5f);
  CHECK((float)(a / b) == (float)self * 2.0f);
  CHECK((float)-a == -(float)self);
  CHECK((a < b) == (self == 0) && a >= a && a != b);
  CHECK((float)__hfma(a, b, b) == (float)self * 0.5f + 0.5f);
  // 1 + 2^-11 lies half way between two halves, so only a fused result is right.
  const __half c = __ushort_as_half(0x3c01); // 1 + 2^-10
  CHECK((float)__hfma(c, c, __half(-1.0f)) ==
        (float)__half(0x1p-9f + 0x1p-20f));
  CHECK((float)__hmax(a, b) == fmaxf((float)a, 0.5f));
  CHECK((float)__hmin(a, __half(NAN)) == (float)a);
  CHECK(__hisnan(__hmax_nan(a, __half(NAN))));
  CHECK((float)__habs(-a) == (float)self);
  CHECK((float)hsqrt(__half(0.25f)) == 0.5f);
  CHECK((float)hexp(__half(0.0f)) == 1.0f && (float)hlog2(__half(8.0f)) == 3.0f);
  CHECK((float)hfloor(__half(-1.5f)) == -2.0f);
  CHECK((float)hrint(__half(2.5f)) == 2.0f);
  __half2 p = __floats2half2_rn(1.0f, (float)self);
  p = __hfma2(p, __half2half2(b), p);
  CHECK(__low2float(p) == 1.5f && (float)p.y == (float)__half(1.5f * self));
  CHECK(__half22float2(__hadd2(p, p)).x == 3.0f);
  CHECK((float)__high2half(__lowhigh2highlow(p)) == 1.5f);
  CHECK(__half2int_rn(__half(2.5f)) == 2 && __half2int_ru(__half(2.1f)) == 3);
  CHECK(__half2uint_rz(__half(-3.0f)) == 0u);
  CHECK((float)__hadd_sat(__half(0.75f), __half(0.75f)) == 1.0f);
  CHECK(__heq2_mask(p, p) == 0xffffffffu && __hbgt2(p, p) == false);
  __half d = 3;
  d += a;
  ++d;
  CHECK((float)d == (float)(self + 4));
  PASS(result);
}

extern "C" __global__ void half_shared(int *result) {
  BEGIN();
  __shared__ __half values[64];
  __shared__ half2 pairs[64];
  values[threadIdx.x] = __int2half_rn((int)threadIdx.x);
  pairs[threadIdx.x] = __half2half2(values[threadIdx.x]);
  __syncthreads();
  const int other = 63 - (int)threadIdx.x;
  CHECK((float)values[other] == (float)other);
  CHECK((float)pairs[other].y == (float)other);
  const __half got = __shfl_xor_sync(0xffffffffu, values[threadIdx.x], 1);
  CHECK((int)got == (int)(threadIdx.x ^ 1));
  PASS(result);
}

// Products in float that become -0, or that half has no number for.
extern "C" __global__ void half_zeroes(int *result, const float *zeroes,
                                       const float *tiny) {
  BEGIN();
  const float zero = zeroes[self % 2], small = tiny[threadIdx.x % 64];
  const __half h = __float2half(3.0f);
  CHECK(__half_as_ushort(__float2half(zero * 2.5f)) == 0x8000);
  CHECK(__half_as_ushort(__float2half(zero * -2.5f)) == 0);
  CHECK(__half_as_ushort(__float2half(__half2float(h) * zero)) == 0x8000);
  CHECK(__half_as_ushort(__float2half(small * 2.0f)) == 0x8000);
  CHECK(__half_as_ushort(__float2half(small * -2.0f)) == 0);
  const __half2 two = __floats2half2_rn(zero * 2.5f, small * __half2float(h));
  CHECK(__half_as_ushort(__low2half(two)) == 0x8000);
  CHECK(__half_as_ushort(__high2half(two)) == 0x8000);
  PASS(result);
}

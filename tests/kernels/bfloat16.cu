// SPDX-License-Identifier: Apache-2.0
// bfloat16: conversions with every rounding, arithmetic, functions.
// RUN: kernel=bfloat16_convert grid=256 block=256 shared=0 args="i32[65536]=zero,expect=fill:1"
// RUN: kernel=bfloat16_arithmetic grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=bfloat16_shared grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
#include "check.h"
#include <cuda_bf16.h>

// Every bfloat16 is the upper half of a float.
extern "C" __global__ void bfloat16_convert(int *result) {
  BEGIN();
  const unsigned bits = (unsigned)self, magnitude = bits & 0x7fff;
  const __nv_bfloat16 h = __ushort_as_bfloat16((unsigned short)bits);
  const float f = __bfloat162float(h);
  if (magnitude > 0x7f80) {
    CHECK(f != f && __hisnan(h) && __hisnan(__float2bfloat16(f)));
  } else {
    CHECK(__float_as_uint(f) == bits << 16);
    CHECK(__bfloat16_as_ushort(__float2bfloat16(f)) == bits);
    CHECK(__bfloat16_as_ushort(__nv_bfloat16((double)f)) == bits);
  }
  if (magnitude < 0x7f7f) {
    // The middle between this value and the next of larger magnitude.
    const float middle = __uint_as_float(bits << 16 | 0x8000);
    const float below = __uint_as_float(bits << 16 | 0x7fff);
    const float above = __uint_as_float(bits << 16 | 0x8001);
    const bool negative = bits >> 15;
    CHECK(__bfloat16_as_ushort(__float2bfloat16(middle)) == bits + (bits & 1));
    CHECK(__bfloat16_as_ushort(__float2bfloat16(below)) == bits);
    CHECK(__bfloat16_as_ushort(__float2bfloat16(above)) == bits + 1);
    CHECK(__bfloat16_as_ushort(__float2bfloat16_rz(above)) == bits);
    CHECK(__bfloat16_as_ushort(__float2bfloat16_ru(below)) == bits + !negative);
    CHECK(__bfloat16_as_ushort(__float2bfloat16_rd(below)) == bits + negative);
    if (magnitude >= 0x0080)
      CHECK(__bfloat16_as_ushort(
                __nv_bfloat16((double)middle * (1 + 0x1p-52))) == bits + 1);
  }
  PASS(result);
}

extern "C" __global__ void bfloat16_arithmetic(int *result) {
  BEGIN();
  const __nv_bfloat16 a = __int2bfloat16_rn(self), b = __nv_bfloat16(0.5f);
  CHECK((float)(a * b) == (float)self * 0.5f);
  CHECK((float)(a + a) == 2.0f * (float)self && (float)(a - a) == 0.0f);
  CHECK((float)(a / b) == (float)self * 2.0f && (float)-a == -(float)self);
  CHECK((a < b) == (self == 0) && a <= a);
  CHECK((float)__hfma(a, b, a) == (float)__nv_bfloat16(1.5f * (float)self));
  CHECK((float)__hmax(a, __nv_bfloat16(NAN)) == (float)self);
  CHECK(__hisnan(__hmin_nan(a, __nv_bfloat16(NAN))));
  CHECK((float)__habs(-a) == (float)self);
  CHECK((float)hsqrt(__nv_bfloat16(4.0f)) == 2.0f);
  CHECK((float)hexp2(__nv_bfloat16(3.0f)) == 8.0f);
  const __nv_bfloat162 p = __floats2bfloat162_rn(1.0f, (float)self);
  CHECK(__bfloat1622float2(__hadd2(p, p)).y == 2.0f * (float)self);
  CHECK(__low2float(__hmul2(p, p)) == 1.0f);
  CHECK(__bfloat162int_rz(__nv_bfloat16(-2.75f)) == -2);
  CHECK(__bfloat16_as_ushort(__nv_bfloat16(16777219)) == 0x4b80);
  CHECK(__bfloat16_as_ushort(__nv_bfloat16(0x1000001ll << 30)) == 0x5a80);
  __nv_bfloat16 c = 3;
  c += a;
  CHECK((float)c == (float)(self + 3));
  PASS(result);
}

extern "C" __global__ void bfloat16_shared(int *result) {
  BEGIN();
  __shared__ nv_bfloat16 values[64];
  values[threadIdx.x] = __int2bfloat16_rn((int)threadIdx.x);
  __syncthreads();
  const int other = 63 - (int)threadIdx.x;
  CHECK((float)values[other] == (float)other);
  CHECK((int)__shfl_xor_sync(0xffffffffu, values[threadIdx.x], 2) ==
        (int)(threadIdx.x ^ 2));
  PASS(result);
}

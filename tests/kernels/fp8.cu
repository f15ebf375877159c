// SPDX-License-Identifier: Apache-2.0
// Eight-bit floating point: every code, and every middle between two codes.
// RUN: kernel=fp8_e4m3 grid=1 block=256 shared=0 args="i32[256]=zero,expect=fill:1"
// RUN: kernel=fp8_e5m2 grid=1 block=256 shared=0 args="i32[256]=zero,expect=fill:1"
// RUN: kernel=fp8_limits grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include "check.h"
#include <cuda_fp8.h>

// The value of a finite code: `mantissa` bits and a bias.
__device__ float code_value(int code, int mantissa, int bias) {
  const int field = (code & 0x7f) >> mantissa;
  const int fraction = code & ((1 << mantissa) - 1);
  float v = (float)(field ? fraction + (1 << mantissa) : fraction);
  for (int e = (field ? field : 1) - bias - mantissa; e > 0; --e)
    v *= 2.0f;
  for (int e = (field ? field : 1) - bias - mantissa; e < 0; ++e)
    v *= 0.5f;
  return code & 0x80 ? -v : v;
}

__device__ int fp8_check(int code, int mantissa, int bias, int largest,
                         __nv_fp8_interpretation_t format) {
  int outcome = 1;
  const __nv_fp8_storage_t x = (__nv_fp8_storage_t)code;
  const float f = (float)__half(__nv_cvt_fp8_to_halfraw(x, format));
  if ((code & 0x7f) > largest)
    return 1;
  const float expected = code_value(code, mantissa, bias);
  CHECK(f == expected && signbit(f) == (code >> 7 != 0));
  CHECK(__nv_cvt_float_to_fp8(f, __NV_SATFINITE, format) == x);
  CHECK(__nv_cvt_float_to_fp8(f, __NV_NOSAT, format) == x);
  CHECK(__nv_cvt_double_to_fp8((double)f, __NV_SATFINITE, format) == x);
  if ((code & 0x7f) < largest) {
    const float next = code_value(code + 1, mantissa, bias);
    const float middle = 0.5f * (expected + next);
    const float up = middle * (1 + 0x1p-20f), down = middle * (1 - 0x1p-20f);
    CHECK(__nv_cvt_float_to_fp8(middle, __NV_SATFINITE, format) ==
          code + (code & 1));
    CHECK(__nv_cvt_float_to_fp8(up, __NV_SATFINITE, format) == code + 1);
    CHECK(__nv_cvt_float_to_fp8(down, __NV_SATFINITE, format) == code);
  }
  return outcome;
}

extern "C" __global__ void fp8_e4m3(int *result) {
  result[threadIdx.x] = fp8_check((int)threadIdx.x, 3, 7, 0x7e, __NV_E4M3);
}
extern "C" __global__ void fp8_e5m2(int *result) {
  result[threadIdx.x] = fp8_check((int)threadIdx.x, 2, 15, 0x7b, __NV_E5M2);
}

extern "C" __global__ void fp8_limits(int *result) {
  BEGIN();
  __shared__ __nv_fp8_e4m3 values[64];
  values[threadIdx.x] = __nv_fp8_e4m3((float)self);
  __syncthreads();
  CHECK((float)values[8] == 8.0f && values[8].__x == 0x50);
  CHECK(__nv_fp8_e4m3(1e9f).__x == 0x7e && __nv_fp8_e4m3(-1e9f).__x == 0xfe);
  CHECK(__nv_fp8_e5m2(1e9f).__x == 0x7b && __nv_fp8_e5m2(INFINITY).__x == 0x7b);
  CHECK(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E4M3) == 0x7f);
  CHECK(__nv_cvt_float_to_fp8(1e9f, __NV_NOSAT, __NV_E5M2) == 0x7c);
  CHECK(__nv_cvt_float_to_fp8(NAN, __NV_SATFINITE, __NV_E4M3) % 128 == 0x7f);
  CHECK(isnan((float)__nv_fp8_e4m3(NAN)) && isnan((float)__nv_fp8_e5m2(NAN)));
  CHECK((float)__nv_fp8_e4m3(464.0f) == 448.0f);
  CHECK((float)__nv_fp8_e4m3(0x1p-9f) == 0x1p-9f);
  CHECK((float)__nv_fp8_e4m3(0x1p-10f) == 0.0f);
  CHECK((float)__nv_fp8_e4m3(0x1.8p-10f) == 0x1p-9f);
  const __nv_fp8x2_e4m3 p(make_float2(1.5f, -2.0f));
  CHECK(((float2)p).x == 1.5f && ((float2)p).y == -2.0f);
  PASS(result);
}

// SPDX-License-Identifier: Apache-2.0
// Numbers of four, six and eight bits: every one is what its bits say, and what
// is encoded is the nearest, of two that are as near the even one. Translated to
// HIP, too (tests/hipify).
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include "program.h"

struct format {
  int bits, mantissa, bias, finite; // finite: codes that are numbers
};
static const format formats[] = {
    {4, 1, 1, 8}, {6, 3, 1, 32}, {6, 2, 3, 32}, {8, 3, 7, 127}, {8, 2, 15, 124}};

enum { FORMATS = 5, INPUTS = 4096 };

__host__ __device__ unsigned encode(int f, float x, cudaRoundMode mode) {
  switch (f) {
  case 0:
    return __nv_cvt_float_to_fp4(x, __NV_E2M1, mode);
  case 1:
    return __nv_cvt_float_to_fp6(x, __NV_E2M3, mode);
  case 2:
    return __nv_cvt_float_to_fp6(x, __NV_E3M2, mode);
  case 3:
    return __nv_fp8_e4m3(x).__x;
  default:
    return __nv_fp8_e5m2(x).__x;
  }
}

__host__ __device__ float decode(int f, unsigned char code) {
  const __half_raw h = f == 0 ? __nv_cvt_fp4_to_halfraw(code, __NV_E2M1)
                       : f == 1
                           ? __nv_cvt_fp6_to_halfraw(code, __NV_E2M3)
                       : f == 2
                           ? __nv_cvt_fp6_to_halfraw(code, __NV_E3M2)
                           : __nv_cvt_fp8_to_halfraw(
                                 code, f == 3 ? __NV_E4M3 : __NV_E5M2);
  return __half2float(h);
}

static double number(const format &f, unsigned code) {
  const int field = (int)(code >> f.mantissa);
  const double rest = code & ((1u << f.mantissa) - 1);
  return field ? std::ldexp(rest + (1 << f.mantissa),
                            field - f.bias - f.mantissa)
               : std::ldexp(rest, 1 - f.bias - f.mantissa);
}

static unsigned nearest(const format &f, float x, bool truncate) {
  unsigned best = 0;
  for (unsigned code = 1; code < (unsigned)f.finite; ++code) {
    const double away = std::fabs(number(f, code) - std::fabs((double)x));
    const double kept = std::fabs(number(f, best) - std::fabs((double)x));
    if (truncate ? number(f, code) <= std::fabs((double)x)
                 : away < kept || (away == kept && code % 2 == 0))
      best = code;
  }
  return best | (std::signbit(x) ? 1u << (f.bits - 1) : 0);
}

__global__ void k(const float *in, unsigned char *out) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int f = 0; f < FORMATS; ++f)
    out[f * INPUTS + i] = (unsigned char)encode(f, in[i], cudaRoundNearest);
}

int main() {
  std::vector<float> in(INPUTS);
  unsigned state = 1;
  for (int i = 0; i < INPUTS; ++i) {
    state = state * 1664525u + 1013904223u;
    in[i] = std::ldexp((float)(int)state, (int)(state >> 7) % 24 - 42);
    if (i % 2) // halfway between two
      in[i] = (float)(i % 512 - 256) / 16;
  }
  for (int f = 0; f < FORMATS; ++f)
    for (unsigned code = 0; code < (unsigned)formats[f].finite; ++code) {
      CHECK(decode(f, (unsigned char)code) == number(formats[f], code));
      CHECK(encode(f, (float)number(formats[f], code), cudaRoundNearest) ==
            code);
    }
  for (float x : in)
    for (int f = 0; f < FORMATS; ++f) {
      CHECK(encode(f, x, cudaRoundNearest) == nearest(formats[f], x, false));
      if (f < 3)
        CHECK(encode(f, x, cudaRoundZero) == nearest(formats[f], x, true));
    }
  CHECK(encode(0, NAN, cudaRoundNearest) == 7);
  CHECK(encode(3, -NAN, cudaRoundNearest) == 0x7f);
  CHECK(encode(3, INFINITY, cudaRoundNearest) == 0x7e);
  const __nv_fp4x4_e2m1 four(make_float4(1, -2, 3, 100));
  CHECK(four.__x == 0x75c2 && ((float4)four).y == -2);
  const __nv_fp8x4_e5m2 eight(__float22half2_rn(make_float2(1, 2)),
                              __float22half2_rn(make_float2(3, 4)));
  CHECK(eight.__x == 0x4442403c);

  float *d;
  unsigned char *out;
  std::vector<unsigned char> h(FORMATS * INPUTS);
  OK(cudaMalloc(&d, INPUTS * sizeof(float)));
  OK(cudaMalloc(&out, h.size()));
  OK(cudaMemcpy(d, in.data(), INPUTS * sizeof(float), cudaMemcpyHostToDevice));
  k<<<INPUTS / 64, 64>>>(d, out);
  OK(cudaMemcpy(h.data(), out, h.size(), cudaMemcpyDeviceToHost));
  for (int i = 0; i < INPUTS; ++i)
    for (int f = 0; f < FORMATS; ++f)
      CHECK(h[f * INPUTS + i] == nearest(formats[f], in[i], false));
  OK(cudaFree(d));
  OK(cudaFree(out));
  return done();
}

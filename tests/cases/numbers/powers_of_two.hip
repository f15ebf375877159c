// SPDX-License-Identifier: Apache-2.0
// A HIP program that includes HIP's header of eight bits before one of CUDA's own
// libraries, which uses CUDA's functions of powers of two: they are there, too.
#include <hip/hip_fp8.h>

#include <quern/device/target/cuda_libraries.h> // what such a library reads first

#include <cuda_fp8.h>

#include "program.h"

__global__ void k(unsigned char *out, const float *in) {
  const int i = (int)threadIdx.x;
  out[i] = __nv_cvt_float_to_e8m0(in[i], __NV_SATFINITE, cudaRoundZero);
}

int main() {
  enum { COUNT = 32 };
  float in[COUNT], *x;
  unsigned char *out, h[COUNT];
  for (int i = 0; i < COUNT; ++i)
    in[i] = std::ldexp(1.5f, i - 16);
  OK(hipMalloc(&x, sizeof(in)));
  OK(hipMalloc(&out, sizeof(h)));
  OK(hipMemcpy(x, in, sizeof(in), hipMemcpyHostToDevice));
  k<<<1, COUNT>>>(out, x);
  OK(hipMemcpy(h, out, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i) {
    CHECK(h[i] == 127 + i - 16);
    CHECK(__nv_cvt_float_to_e8m0(in[i], __NV_NOSAT, cudaRoundPosInf) ==
          128 + i - 16);
    CHECK(__nv_cvt_e8m0_to_bf16raw(h[i]).x == (unsigned)h[i] << 7);
  }
  OK(hipFree(x));
  OK(hipFree(out));
  return done();
}

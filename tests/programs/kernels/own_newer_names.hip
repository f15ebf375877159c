// SPDX-License-Identifier: Apache-2.0
// A program's own function under a name that CUDA has only from a compute
// capability on: HIP has no __CUDA_ARCH__, so the program's and ours meet, as in
// sources that were translated from CUDA. The program's is called.
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <cstdio>

#if __CUDA_ARCH__ < 800
// Not what the name says, so that it can be told from ours.
__device__ __half __hmax_nan(__half a, __half b) { return __hadd(a, b); }
#endif

__global__ void compute(const __half *in, float *out, double *sum) {
  out[0] = (float)__hmax_nan(in[0], in[1]);
  out[1] = (float)__hmin_nan(in[0], in[1]); // ours
  atomicAdd(sum, 1);                        // ours, with a conversion
}

int main() {
  const __half in[2] = {__half(1.0f), __half(2.0f)};
  float out[2] = {0, 0};
  double sum = 4;
  __half *p = nullptr;
  float *q = nullptr;
  double *d = nullptr;
  if (hipMalloc(&p, sizeof(in)) || hipMalloc(&q, sizeof(out)) ||
      hipMalloc(&d, sizeof(sum)) ||
      hipMemcpy(p, in, sizeof(in), hipMemcpyHostToDevice) ||
      hipMemcpy(d, &sum, sizeof(sum), hipMemcpyHostToDevice))
    return 1;
  compute<<<1, 3>>>(p, q, d);
  if (hipMemcpy(out, q, sizeof(out), hipMemcpyDeviceToHost) ||
      hipMemcpy(&sum, d, sizeof(sum), hipMemcpyDeviceToHost))
    return 1;
  if (out[0] != 3 || out[1] != 1 || sum != 7) {
    printf("got %g %g %g, expected 3 1 7\n", out[0], out[1], sum);
    return 1;
  }
  return hipFree(p) || hipFree(q) || hipFree(d);
}

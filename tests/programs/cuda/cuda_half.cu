// SPDX-License-Identifier: Apache-2.0
// half, bfloat16 and fp8 in the CUDA dialect.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "program.h"

enum { N = 32 };
__global__ void dot(const half2 *a, const half2 *b, float *to) {
  half2 sum = __float2half2_rn(0);
  for (int i = 0; i < N / 2; ++i)
    sum = __hfma2(a[i], b[i], sum);
  to[0] = __low2float(sum) + __high2float(sum);
  half x = a[1].x;
  x += half(1.5f);
  to[1] = float(x);
  to[2] = float(hsqrt(__float2half(9.0f)));
  to[3] = float(__float2bfloat16(3.0f) * __float2bfloat16(0.5f));
  to[4] = float(__nv_fp8_e4m3(1.75f));
}

int main() {
  half h[N];
  half *a;
  float *to, got[5];
  for (int i = 0; i < N; ++i)
    h[i] = __float2half((float)(i % 8));
  OK(cudaMalloc(&a, sizeof(h)));
  OK(cudaMalloc(&to, sizeof(got)));
  OK(cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice));
  dot<<<1, 1>>>((half2 *)a, (half2 *)a, to);
  OK(cudaMemcpy(got, to, sizeof(got), cudaMemcpyDeviceToHost));
  CHECK(got[0] == 4 * 140 && got[1] == 3.5f && got[2] == 3 && got[3] == 1.5f &&
        got[4] == 1.75f);
  OK(cudaFree(a));
  OK(cudaFree(to));
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// half and bfloat16, on both sides.
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include "program.h"

enum { N = 64 };

__global__ void halves(const __half *a, const __half *b, __half *to) {
  const int i = threadIdx.x;
  to[i] = __hfma(a[i], b[i], __float2half(1.0f));
}
__global__ void pairs(const __half2 *a, float *to) {
  const __half2 s = __hadd2(a[threadIdx.x], __float2half2_rn(0.5f));
  to[threadIdx.x] = __low2float(s) + __high2float(s);
}
__global__ void brains(const __hip_bfloat16 *a, __hip_bfloat16 *to) {
  const int i = threadIdx.x;
  to[i] = __float2bfloat16(__bfloat162float(a[i]) * 2);
}

int main() {
  __half h[N], *a, *b, *c;
  for (int i = 0; i < N; ++i)
    h[i] = __float2half((float)i / 4);
  OK(hipMalloc(&a, sizeof(h)));
  OK(hipMalloc(&b, sizeof(h)));
  OK(hipMalloc(&c, sizeof(h)));
  OK(hipMemcpy(a, h, sizeof(h), hipMemcpyHostToDevice));
  OK(hipMemcpy(b, h, sizeof(h), hipMemcpyHostToDevice));
  halves<<<1, N>>>(a, b, c);
  __half got[N];
  OK(hipMemcpy(got, c, sizeof(got), hipMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i) // i * i / 16 + 1 has at most 11 bits up to 45
    NEAR(__half2float(got[i]), i * i / 16.0 + 1, i < 45 ? 0 : 1e-3);
  float *f, hf[N / 2];
  OK(hipMalloc(&f, sizeof(hf)));
  pairs<<<1, N / 2>>>((const __half2 *)a, f);
  OK(hipMemcpy(hf, f, sizeof(hf), hipMemcpyDeviceToHost));
  for (int i = 0; i < N / 2; ++i)
    CHECK(hf[i] == (2 * i) / 4.0f + (2 * i + 1) / 4.0f + 1);
  __hip_bfloat16 hb[N], *d, *e;
  for (int i = 0; i < N; ++i)
    hb[i] = __float2bfloat16((float)(i - 32));
  OK(hipMalloc(&d, sizeof(hb)));
  OK(hipMalloc(&e, sizeof(hb)));
  OK(hipMemcpy(d, hb, sizeof(hb), hipMemcpyHostToDevice));
  brains<<<1, N>>>(d, e);
  OK(hipMemcpy(hb, e, sizeof(hb), hipMemcpyDeviceToHost));
  for (int i = 0; i < N; ++i)
    CHECK(__bfloat162float(hb[i]) == 2 * (i - 32));
  CHECK(__half2float(__float2half(65504.0f)) == 65504.0f);
  CHECK(std::isinf(__half2float(__float2half(70000.0f))));
  CHECK(__bfloat162float(__float2bfloat16(1.00390625f)) == 1.0f); // to even
  OK(hipFree(a));
  OK(hipFree(b));
  OK(hipFree(c));
  OK(hipFree(d));
  OK(hipFree(e));
  OK(hipFree(f));
  return done();
}

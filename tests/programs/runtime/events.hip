// SPDX-License-Identifier: Apache-2.0
// Events: time, order between streams, state.
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void work(float *p, int n) {
  float x = p[threadIdx.x];
  for (int i = 0; i < n; ++i)
    x = x * 0.999f + 1.0f;
  p[threadIdx.x] = x;
}
__global__ void twice(float *p) { p[threadIdx.x] *= 2; }
__global__ void more(float *p) { p[threadIdx.x] += 1; }

int main() {
  hipStream_t a, b;
  hipEvent_t start, stop, untimed;
  float *d, h[64], ms = -1;
  OK(hipStreamCreate(&a));
  OK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  OK(hipEventCreate(&start));
  OK(hipEventCreateWithFlags(&stop, hipEventBlockingSync));
  FAILS(hipEventCreateWithFlags(&untimed, 0x800), hipErrorInvalidValue);
  OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
  OK(hipMalloc(&d, sizeof(h)));
  OK(hipMemset(d, 0, sizeof(h)));
  OK(hipEventQuery(start)); // never recorded
  OK(hipEventRecord(start, a));
  work<<<1, 64, 0, a>>>(d, 2000000);
  OK(hipEventRecord(stop, a));
  OK(hipEventSynchronize(stop));
  OK(hipEventElapsedTime(&ms, start, stop));
  CHECK(ms > 0.05f && ms < 60000);
  FAILS(hipEventElapsedTime(&ms, start, untimed), hipErrorInvalidHandle);

  // (0 + 1) * 2 + 1, in two streams that wait for each other.
  OK(hipMemset(d, 0, sizeof(h)));
  for (int i = 0; i < 50; ++i) {
    OK(hipMemsetAsync(d, 0, sizeof(h), a));
    more<<<1, 64, 0, a>>>(d);
    OK(hipEventRecord(untimed, a));
    OK(hipStreamWaitEvent(b, untimed, 0));
    twice<<<1, 64, 0, b>>>(d);
    OK(hipEventRecord(untimed, b));
    OK(hipStreamWaitEvent(a, untimed, 0));
    more<<<1, 64, 0, a>>>(d);
    OK(hipMemcpyAsync(h, d, sizeof(h), hipMemcpyDeviceToHost, a));
    OK(hipStreamSynchronize(a));
    CHECK(h[0] == 3 && h[63] == 3);
  }
  OK(hipEventDestroy(start));
  FAILS(hipEventRecord(start, a), hipErrorInvalidHandle);
  FAILS(hipEventDestroy(start), hipErrorInvalidHandle);
  OK(hipEventDestroy(stop));
  OK(hipEventDestroy(untimed));
  OK(hipStreamDestroy(a));
  OK(hipStreamDestroy(b));
  OK(hipFree(d));
  return done();
}

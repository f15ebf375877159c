// SPDX-License-Identifier: Apache-2.0
// Times of events: in order, adding up, within what the host measures; recorded
// again and destroyed while the device has not come to them.
#include <chrono>

#include <hip/hip_runtime.h>

#include "program.h"

static const int kSteps = 12, kRepeats = 1500;

__global__ void work(float *x, int rounds) {
  float v = x[threadIdx.x];
  for (int i = 0; i < rounds; ++i)
    v = v * 0.5f + 1.0f;
  x[threadIdx.x] = v;
}

static float between(hipEvent_t a, hipEvent_t b) {
  float ms = -1;
  OK(hipEventElapsedTime(&ms, a, b));
  return ms;
}

static void add_up(float *x, hipStream_t stream) {
  hipEvent_t at[kSteps + 1];
  const auto began = std::chrono::steady_clock::now();
  for (int i = 0; i <= kSteps; ++i) {
    OK(hipEventCreate(&at[i]));
    OK(hipEventRecord(at[i], stream));
    if (i % 3 == 2)
      OK(hipMemsetAsync(x, 0, 64 * sizeof(*x), stream));
    work<<<1, 64, 0, stream>>>(x, i % 2 ? 400 : 4);
  }
  OK(hipStreamSynchronize(stream));
  const std::chrono::duration<double, std::milli> passed =
      std::chrono::steady_clock::now() - began;
  float sum = 0;
  for (int i = 0; i < kSteps; ++i) {
    const float ms = between(at[i], at[i + 1]);
    CHECK(ms >= 0);
    sum += ms;
  }
  const float all = between(at[0], at[kSteps]);
  CHECK(all > 0 && all <= passed.count());
  CHECK(sum > all - 0.01f && sum < all + 0.01f);
  CHECK(between(at[kSteps], at[0]) == -all);
  for (int i = 0; i <= kSteps; ++i)
    OK(hipEventDestroy(at[i]));
}

// More than a queue of the device holds.
static void record_again(float *x, hipStream_t stream) {
  hipEvent_t first, last;
  OK(hipEventCreate(&first));
  OK(hipEventCreate(&last));
  OK(hipEventRecord(first, stream));
  work<<<1, 64, 0, stream>>>(x, 20000);
  for (int i = 0; i < kRepeats; ++i) {
    OK(hipEventRecord(last, stream));
    if (i % 100 == 0)
      work<<<1, 64, 0, stream>>>(x, 4);
  }
  OK(hipEventSynchronize(last));
  CHECK(between(first, last) > 0);
  work<<<1, 64, 0, stream>>>(x, 2000);
  OK(hipEventRecord(last, stream));
  OK(hipEventDestroy(last));
  OK(hipEventDestroy(first));
}

static void refuse() {
  hipEvent_t untimed, never;
  float ms;
  OK(hipEventCreateWithFlags(&untimed, hipEventDisableTiming));
  OK(hipEventCreate(&never));
  OK(hipEventRecord(untimed));
  OK(hipEventSynchronize(untimed));
  CHECK(hipEventElapsedTime(&ms, untimed, untimed) != hipSuccess);
  CHECK(hipEventElapsedTime(&ms, never, never) != hipSuccess);
  OK(hipEventDestroy(untimed));
  OK(hipEventDestroy(never));
}

int main() {
  float *x;
  hipStream_t stream;
  OK(hipMalloc(&x, 64 * sizeof(*x)));
  OK(hipMemset(x, 0, 64 * sizeof(*x)));
  OK(hipStreamCreate(&stream));
  for (int i = 0; i < 2; ++i) {
    add_up(x, i ? stream : nullptr);
    record_again(x, i ? stream : nullptr);
  }
  refuse();
  OK(hipStreamDestroy(stream));
  OK(hipFree(x));
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// Indices of 32 bits made of those of threads, which have 64: where they are
// side by side, below 0, and where the sum goes round.
#include "program.h"

enum { BLOCKS = 3, THREADS = 96, COUNT = BLOCKS * THREADS, PADDING = 128 };

static __global__ void side_by_side(const int *x, int *y) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  y[i] = 2 * x[i];
}

static __global__ void below(const int *x, int *y) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x - 100u);
  y[i] = 3 * x[i];
}

// The sums of 64 bits are beyond 2^32.
static __global__ void round_about(const int *x, int *y) {
  const int i =
      (int)(blockIdx.x * 0xffffffa0u - threadIdx.x + blockDim.x * 0x80000003u);
  y[i] = 5 * x[i];
}

static __global__ void times_two(const int *x, int *y) {
  const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) * 2 + 1;
  y[i] = 7 * x[i];
}

// Only every `step`th element from `first` on is written; clears them again.
static void expect(int *from, const int *found, int factor, int first,
                   int step) {
  OK(cudaMemcpy((void *)found, from, (2 * COUNT + PADDING) * sizeof(int),
                cudaMemcpyDeviceToHost));
  for (int i = 0; i < 2 * COUNT + PADDING; ++i) {
    const int at = i - first;
    const bool is_written = at >= 0 && at % step == 0 && at / step < COUNT;
    CHECK(found[i] == (is_written ? factor * (i + 1) : -1));
  }
  OK(cudaMemset(from, 0xff, (2 * COUNT + PADDING) * sizeof(int)));
}

int main(void) {
  static int numbers[2 * COUNT + PADDING], found[2 * COUNT + PADDING];
  int *x, *y;
  for (int i = 0; i < 2 * COUNT + PADDING; ++i)
    numbers[i] = i + 1;
  OK(cudaMalloc(&x, sizeof(numbers)));
  OK(cudaMalloc(&y, sizeof(numbers)));
  OK(cudaMemcpy(x, numbers, sizeof(numbers), cudaMemcpyHostToDevice));
  OK(cudaMemset(y, 0xff, sizeof(numbers)));
  side_by_side<<<BLOCKS, THREADS>>>(x, y);
  expect(y, found, 2, 0, 1);
  below<<<BLOCKS, THREADS>>>(x + PADDING, y + PADDING);
  expect(y, found, 3, PADDING - 100, 1);
  // From 288 down to 1.
  round_about<<<BLOCKS, THREADS>>>(x, y);
  expect(y, found, 5, 1, 1);
  times_two<<<BLOCKS, THREADS>>>(x, y);
  expect(y, found, 7, 1, 2);
  OK(cudaFree(x));
  OK(cudaFree(y));
  return 0;
}

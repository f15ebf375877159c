// SPDX-License-Identifier: Apache-2.0
// Work-items that come back to the same element until others have done theirs:
// the loop ends by a count that goes on only then, and nothing that is read
// from memory is in the condition of its end.
// DEVICES: cpu
// OPTIMIZE: 0 1 2 3
#include "program.h"

enum { THREADS = 128, COUNT = 4 * THREADS + 3 };

// Each element needs one before it: of the same warp, of another, of an
// earlier round.
static __host__ __device__ int needed(int k) {
  return k % 3 == 0 ? k - 1 : k % 3 == 1 ? k / 2 : k - 37;
}

static __global__ void depths(volatile int *depth, int count) {
  int k = threadIdx.x + 1, found = 0, before = 0;
  while (k < count) {
    if (depth[k] >= 0) {
      k += blockDim.x;
    } else {
      if (!found) { // looks for it in the first round, and again in others
        const int from = needed(k);
        before = from < 0 ? 0 : depth[from];
        found = before >= 0 ? 2 : 1;
      } else {
        before = depth[needed(k)];
        found = before >= 0 ? 2 : 1;
      }
      if (found == 2) {
        depth[k] = before + 1;
        k += blockDim.x;
        found = 0;
      }
    }
  }
}

// Locks that are tried once a round, as where trees are built.
static __global__ void sums(int *locks, int *values, int count) {
  int k = threadIdx.x;
  while (k < count) {
    int *lock = &locks[k % 7];
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      volatile int *value = values + k % 7;
      *value = *value + k;
      __threadfence();
      atomicExch(lock, 0);
      k += blockDim.x;
    }
  }
}

static bool depths_are_right(const int *depth) {
  static int expected[COUNT];
  bool right = true;
  for (int k = 1; k < COUNT; ++k) {
    const int from = needed(k);
    expected[k] = (from < 0 ? 0 : expected[from]) + 1;
    right &= depth[k] == expected[k];
  }
  return right;
}

int main() {
  int *depth, *locks;
  CHECK(cudaMallocManaged(&depth, COUNT * sizeof *depth) == cudaSuccess);
  CHECK(cudaMallocManaged(&locks, 14 * sizeof *locks) == cudaSuccess);
  for (int k = 0; k < COUNT; ++k)
    depth[k] = k ? -1 : 0;
  for (int k = 0; k < 14; ++k)
    locks[k] = 0;
  depths<<<1, THREADS>>>(depth, COUNT);
  sums<<<1, THREADS>>>(locks, locks + 7, COUNT);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(depths_are_right(depth));
  int expected[7] = {0};
  for (int k = 0; k < COUNT; ++k)
    expected[k % 7] += k;
  for (int k = 0; k < 7; ++k)
    CHECK(locks[7 + k] == expected[k]);
  return 0;
}

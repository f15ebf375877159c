// SPDX-License-Identifier: Apache-2.0
// Loops that hand on the value of the round before last, each thread with its own
// number of rounds: Intel's OpenCL compiler for CPUs ended the process.
#include "program.h"

enum { COUNT = 256, RESULTS = 3 };

static __host__ __device__ unsigned fibonacci(unsigned n) {
  unsigned x = 0, y = 1;
  while (n--) {
    y += x;
    x = y - x;
  }
  return x;
}

static __host__ __device__ unsigned greatest(unsigned a, unsigned b) {
  while (b) {
    const unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

static __host__ __device__ unsigned long long third(unsigned n) {
  unsigned long long x = 0, y = 1, z = 2;
  while (n--) {
    const unsigned long long sum = x + z;
    x = y;
    y = z;
    z = sum;
  }
  return x;
}

static __host__ __device__ void all(unsigned n, unsigned t, unsigned *out) {
  out[0] = fibonacci(n) + fibonacci(t >> 5);
  out[1] = greatest(n, t * 12);
  out[2] = (unsigned)third(n >> 1);
}

static __global__ void kernel(const unsigned *n, unsigned *out) {
  all(n[threadIdx.x], threadIdx.x, out + RESULTS * threadIdx.x);
}

int main() {
  unsigned *n, *out, right[RESULTS];
  OK(cudaMallocManaged(&n, COUNT * sizeof(*n)));
  OK(cudaMallocManaged(&out, RESULTS * COUNT * sizeof(*out)));
  for (unsigned t = 0; t < COUNT; ++t)
    n[t] = t * 2654435761u >> 27;
  kernel<<<1, COUNT>>>(n, out);
  OK(cudaDeviceSynchronize());
  for (unsigned t = 0; t < COUNT; ++t) {
    all(n[t], t, right);
    for (int k = 0; k < RESULTS; ++k)
      CHECK(out[RESULTS * t + k] == right[k]);
  }
  OK(cudaFree(n));
  OK(cudaFree(out));
  return done();
}

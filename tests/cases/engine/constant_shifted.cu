// SPDX-License-Identifier: Apache-2.0
// A constant of 64 bits shifted by a thread's index, and the float of a condition
// that counts as -1: an OpenCL compiler, and LLVM's SPIR-V, had them wrong.
#include "program.h"

#include <cstdint>

enum { COUNT = 256, RESULTS = 3 };

static __host__ __device__ void all(unsigned t, unsigned by, uint64_t *out) {
  out[0] = t < 40 ? UINT64_C(3) << t : 7;
  out[0] ^= t < 40 ? (uint64_t)by << (t + 9) : 1;
  out[1] = t < 26 ? (unsigned)(UINT64_C(0x3fc00000) << t) : 0;
  const int bit = -(int)((t & by) != 0);
  out[2] = (uint64_t)((float)bit * 3 + (float)(double)bit + 100);
}

static __global__ void kernel(uint64_t *out, unsigned by) {
  const unsigned t = threadIdx.x;
  all(t, by, out + RESULTS * t);
}

int main() {
  uint64_t *out, right[RESULTS];
  OK(cudaMallocManaged(&out, RESULTS * COUNT * sizeof(*out)));
  for (unsigned by = 1; by < 8; ++by) {
    kernel<<<1, COUNT>>>(out, by);
    OK(cudaDeviceSynchronize());
    int wrong = 0;
    for (unsigned t = 0; t < COUNT; ++t) {
      all(t, by, right);
      for (int k = 0; k < RESULTS; ++k)
        wrong += out[RESULTS * t + k] != right[k];
    }
    CHECK(wrong == 0);
  }
  OK(cudaFree(out));
  return done();
}

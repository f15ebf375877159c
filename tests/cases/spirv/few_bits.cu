// SPDX-License-Identifier: Apache-2.0
// Operations on bits of numbers that are known to be small, which the optimiser
// makes operations on integers of few bits.
#include "program.h"

enum { COUNT = 256, RESULTS = 5 };

static __host__ __device__ unsigned reversed(unsigned x) {
  unsigned result = 0;
  for (int i = 0; i < 32; ++i)
    result |= (x >> i & 1) << (31 - i);
  return result;
}

static __global__ void few_bits(unsigned *out) {
  const unsigned t = threadIdx.x & 255;
  unsigned *own = out + RESULTS * t;
  own[0] = __brev(t >> 5);
  own[1] = __brev(t >> 3 & 7) >> 29;
  own[2] = (unsigned)__popc(t >> 5);
  own[3] = (unsigned)__clz((int)(t >> 5));
  own[4] = (unsigned)__ffs((int)(t >> 4));
}

int main(void) {
  unsigned *out, found[RESULTS * COUNT];
  OK(cudaMalloc(&out, sizeof(found)));
  few_bits<<<1, COUNT>>>(out);
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  for (unsigned t = 0; t < COUNT; ++t) {
    const unsigned *own = found + RESULTS * t;
    CHECK(own[0] == reversed(t >> 5));
    CHECK(own[1] == reversed(t >> 3 & 7) >> 29);
    CHECK(own[2] == (unsigned)__builtin_popcount(t >> 5));
    CHECK(own[3] == (t >> 5 ? (unsigned)__builtin_clz(t >> 5) : 32));
    CHECK(own[4] == (unsigned)__builtin_ffs((int)(t >> 4)));
  }
  OK(cudaFree(out));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Kernels that begin with threads which leave: at an index taken from something,
// and at one index. Drivers look for the threads that stay.
#include "program.h"

enum { COUNT = 128, LEFT = 63, TOTAL = 100 };

static __device__ unsigned own_id(void) {
  return blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x +
         threadIdx.x;
}

extern "C" __global__ void taken_from(unsigned *out, unsigned total) {
  const unsigned id = own_id(), left = total - id;
  if ((int)left < 0)
    return;
  out[(id + 7) % COUNT] ^= left;
}

extern "C" __global__ void one_leaves(unsigned *out, unsigned total) {
  const unsigned id = own_id();
  if (threadIdx.x == LEFT)
    return;
  out[id] ^= total - id;
}

extern "C" __global__ void one_stays(unsigned *out, unsigned total) {
  const unsigned id = own_id();
  if (threadIdx.x != LEFT)
    return;
  out[id] ^= total - id;
}

typedef void kernel(unsigned *out, unsigned total);

static void run(kernel *which, unsigned *found) {
  const size_t size = COUNT * sizeof(unsigned);
  unsigned *out;
  OK(cudaMalloc(&out, size));
  OK(cudaMemset(out, 0, size));
  which<<<1, COUNT>>>(out, TOTAL);
  OK(cudaMemcpy(found, out, size, cudaMemcpyDeviceToHost));
  OK(cudaFree(out));
}

int main(void) {
  unsigned found[COUNT];
  run(taken_from, found);
  for (unsigned i = 0; i < COUNT; ++i)
    CHECK(found[(i + 7) % COUNT] == (i <= TOTAL ? TOTAL - i : 0));
  run(one_leaves, found);
  for (unsigned i = 0; i < COUNT; ++i)
    CHECK(found[i] == (i != LEFT ? TOTAL - i : 0));
  run(one_stays, found);
  for (unsigned i = 0; i < COUNT; ++i)
    CHECK(found[i] == (i == LEFT ? TOTAL - i : 0));
  return 0;
}

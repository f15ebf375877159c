// SPDX-License-Identifier: Apache-2.0
// malloc in kernels: blocks of many sizes that do not overlap, from many threads
// at once, and more of them in all than the heap has room for at a time.
#include "program.h"

enum { BLOCKS = 8, THREADS = 64, EACH = 8, ROUNDS = 60, LARGEST = 2000 };

static __device__ unsigned next(unsigned *state) {
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

// Every second one is kept for the kernel of the round after.
static __global__ void use(unsigned **kept, int round, unsigned *wrong) {
  const unsigned self = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned state = self * 77 + (unsigned)round, *own[EACH], size[EACH];
  if (kept[self]) {
    const unsigned *old = kept[self];
    for (unsigned i = 1; i < old[0]; ++i)
      if (old[i] != self + i + (unsigned)round - 1)
        atomicAdd(wrong, 1u);
    free(kept[self]);
  }
  for (int k = 0; k < EACH; ++k) {
    size[k] = next(&state) % (LARGEST / sizeof(unsigned)) + 1;
    own[k] = (unsigned *)malloc(size[k] * sizeof(unsigned));
    if (!own[k] || (size_t)own[k] % 16)
      atomicAdd(wrong, 1u);
    for (unsigned i = 0; own[k] && i < size[k]; ++i)
      own[k][i] = self * 31 + (unsigned)k;
  }
  for (int k = 0; k < EACH; ++k)
    for (unsigned i = 0; own[k] && i < size[k]; ++i)
      if (own[k][i] != self * 31 + (unsigned)k)
        atomicAdd(wrong, 1u);
  kept[self] = own[0];
  if (own[0]) {
    for (unsigned i = 1; i < size[0]; ++i)
      own[0][i] = self + i + (unsigned)round;
    own[0][0] = size[0];
  }
  for (int k = 1; k < EACH; ++k)
    free(own[k]);
}

static __global__ void give_back(unsigned **kept) {
  free(kept[blockIdx.x * blockDim.x + threadIdx.x]);
}

static __global__ void too_large(unsigned *wrong) {
  // Volatile: a compiler may take a block that is only compared for there.
  void *volatile block = malloc(~(size_t)0 / 4);
  if (block)
    atomicAdd(wrong, 1u);
  free(nullptr);
}

int main() {
  unsigned **kept, *wrong, found = 0;
  OK(hipMalloc(&kept, BLOCKS * THREADS * sizeof(*kept)));
  OK(hipMalloc(&wrong, sizeof(*wrong)));
  OK(hipMemset(kept, 0, BLOCKS * THREADS * sizeof(*kept)));
  OK(hipMemset(wrong, 0, sizeof(*wrong)));
  OK(hipDeviceSetLimit(hipLimitMallocHeapSize, 24 << 20));
  for (int round = 0; round < ROUNDS; ++round)
    use<<<BLOCKS, THREADS>>>(kept, round, wrong);
  give_back<<<BLOCKS, THREADS>>>(kept);
  too_large<<<1, 1>>>(wrong);
  OK(hipMemcpy(&found, wrong, sizeof(found), hipMemcpyDeviceToHost));
  if (found)
    std::fprintf(stderr, "%u are wrong\n", found);
  CHECK(found == 0);
  OK(hipFree(kept));
  OK(hipFree(wrong));
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// Kernels that write a little beyond small blocks of memory, as rocPRIM's merge does
// (512 bytes into 8): on GPUs nobody sees it, as all blocks have pages of their own.
#include "program.h"

enum { BLOCKS = 24, WRITTEN = 2048 };

static __global__ void write_all(char *block, char value) {
  block[threadIdx.x + blockIdx.x * blockDim.x] = value;
}

static void test(size_t size) {
  char *blocks[BLOCKS], found[WRITTEN];
  for (int i = 0; i < BLOCKS; ++i)
    OK(hipMalloc((void **)&blocks[i], size));
  for (int i = 0; i < BLOCKS; ++i)
    write_all<<<WRITTEN / 256, 256>>>(blocks[i], (char)i);
  for (int i = 0; i < BLOCKS; ++i) {
    OK(hipMemcpy(found, blocks[i], size, hipMemcpyDeviceToHost));
    for (size_t k = 0; k < size; ++k)
      CHECK(found[k] == (char)i);
  }
  for (int i = 0; i < BLOCKS; ++i)
    OK(hipFree(blocks[i]));
}

int main(void) {
  if (getenv("ASAN_OPTIONS"))
    return 0; // there each block ends where it ends
  const size_t sizes[] = {1, 8, 300, 1000};
  for (int round = 0; round < 2; ++round) // with blocks that were free once
    for (size_t size : sizes)
      test(size);
  return 0;
}

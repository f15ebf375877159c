// SPDX-License-Identifier: Apache-2.0
// What is free follows allocations, before anything is stored in them, as on a
// GPU: programs take a share of what is left. The sizes are large beside what
// other processes do meanwhile.
#include <cuda_runtime.h>

#include <stdio.h>

static size_t free_now() {
  size_t bytes = 0, total = 0;
  if (cudaMemGetInfo(&bytes, &total) || bytes > total)
    printf("cudaMemGetInfo fails, or more is free than there is\n");
  return bytes;
}

int main() {
  if (cudaFree(0))
    return 1;
  const size_t before = free_now(), size = before / 2;
  void *block;
  if (cudaMalloc(&block, size))
    return 2;
  const size_t during = free_now();
  if (during > before - size / 2) {
    printf("%zu bytes are free before, %zu with %zu allocated\n", before, during,
           size);
    return 3;
  }
  if (cudaFree(block))
    return 4;
  const size_t after = free_now();
  if (after < before - size / 2) {
    printf("%zu bytes are free before, %zu after all\n", before, after);
    return 5;
  }
  return 0;
}

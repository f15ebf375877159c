// SPDX-License-Identifier: Apache-2.0
// CUDA's printf returns how many arguments it printed.
// FLAGS: -Wno-format-security
// OUTPUT: Hello World
// OUTPUT: 12 of 100: 1.50 text
// OUTPUT: 3 and 4
#include <cuda_runtime.h>

#include <cstring>

#include "program.h"

__global__ void print(int *counts, const char *none, const char *late) {
  counts[0] = printf("Hello World\n");
  counts[1] = printf("%d of %i: %.2f %s\n", 12, 100, 1.5, "text");
  counts[2] = printf("%d%%\n", 5);
  counts[3] = printf(none);
  counts[4] = printf(late, 3, 4); // a format that compilers do not know
}

int main() {
  int *counts;
  char *late;
  OK(cudaMallocManaged((void **)&counts, 5 * sizeof(*counts)));
  OK(cudaMallocManaged((void **)&late, 16));
  std::strcpy(late, "%d and %d\n");
  print<<<1, 1>>>(counts, nullptr, late);
  OK(cudaDeviceSynchronize());
  CHECK(counts[0] == 0);
  CHECK(counts[1] == 4);
  CHECK(counts[2] == 1);
  CHECK(!runs_on("cpu") || counts[3] < 0);
  CHECK(counts[4] == 2);
  OK(cudaFree(late));
  OK(cudaFree(counts));
  return 0;
}

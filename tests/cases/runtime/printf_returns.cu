// SPDX-License-Identifier: Apache-2.0
// CUDA's printf returns how many arguments it printed.
// FLAGS: -Wno-format-security
// OUTPUT: Hello World
// OUTPUT: 12 of 100: 1.50 text
#include <cuda_runtime.h>

#include "program.h"

__global__ void print(int *counts, const char *none) {
  counts[0] = printf("Hello World\n");
  counts[1] = printf("%d of %i: %.2f %s\n", 12, 100, 1.5, "text");
  counts[2] = printf("%d%%\n", 5);
  counts[3] = printf(none);
}

int main() {
  int *counts;
  OK(cudaMallocManaged((void **)&counts, 4 * sizeof(*counts)));
  print<<<1, 1>>>(counts, nullptr);
  OK(cudaDeviceSynchronize());
  CHECK(counts[0] == 0);
  CHECK(counts[1] == 4);
  CHECK(counts[2] == 1);
  CHECK(!runs_on("cpu") || counts[3] < 0);
  OK(cudaFree(counts));
  return 0;
}

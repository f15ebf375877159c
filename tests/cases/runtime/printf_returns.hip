// SPDX-License-Identifier: Apache-2.0
// HIP's printf returns how many characters it printed.
// FLAGS: -Wno-format-security
// OUTPUT: Hello World
// OUTPUT: 12 of 100: 1.50 text
#include <hip/hip_runtime.h>

#include "program.h"

__global__ void print(int *counts, const char *none) {
  counts[0] = printf("Hello World\n");
  counts[1] = printf("%d of %i: %.2f %s\n", 12, 100, 1.5, "text");
  counts[2] = printf("");
  counts[3] = printf(none);
}

int main() {
  int *counts;
  OK(hipMallocManaged((void **)&counts, 4 * sizeof(*counts)));
  print<<<1, 1>>>(counts, nullptr);
  OK(hipDeviceSynchronize());
  CHECK(counts[0] == 12);
  CHECK(!runs_on("cpu") || counts[1] == 21);
  CHECK(counts[2] == 0);
  CHECK(!runs_on("cpu") || counts[3] < 0);
  OK(hipFree(counts));
  return 0;
}

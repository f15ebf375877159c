// SPDX-License-Identifier: Apache-2.0
// A member of a static library, for libraries.hip.
#include <hip/hip_runtime.h>

__constant__ int archived = 40;
static __global__ void read(int *p) { p[0] = archived; }

int archive_run(int *p) {
  read<<<1, 1>>>(p);
  return (int)hipDeviceSynchronize();
}

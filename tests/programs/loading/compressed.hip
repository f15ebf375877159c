// SPDX-License-Identifier: Apache-2.0
// A compressed fat binary.
// FLAGS: --offload-compress
#include <hip/hip_runtime.h>

#include "program.h"

__device__ int factor = 3;
__global__ void scale(int *p) { p[threadIdx.x] *= factor; }

int main() {
  int *p, h[64];
  for (int i = 0; i < 64; ++i)
    h[i] = i;
  OK(hipMalloc(&p, sizeof(h)));
  OK(hipMemcpy(p, h, sizeof(h), hipMemcpyHostToDevice));
  scale<<<1, 64>>>(p);
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < 64; ++i)
    CHECK(h[i] == 3 * i);
  OK(hipFree(p));
  return done();
}

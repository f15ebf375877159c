// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__constant__ int small[100];
__constant__ int large[20000] = {1, 2, 3};
static __constant__ const float larger[2][12000] = {{1.5f}};

extern "C" __global__ void look(float *out, int i) {
  out[i] = larger[i & 1][i] + (float)(large[i] + small[i]);
}

// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__device__ int factor = 2;
__constant__ int offsets[4];

extern "C" __global__ void scale(float *p, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] = p[i] * by * factor + offsets[i & 3];
}

struct Pair {
  char tag;
  double value;
};
__global__ void pairs(char a, Pair pair, short b, double *out) {
  out[0] = a;
  out[1] = pair.tag;
  out[2] = pair.value;
  out[3] = b;
}

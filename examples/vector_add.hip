// SPDX-License-Identifier: Apache-2.0
//
// The smallest HIP kernel file.
//
//   quern run vector_add.hip vector_add --grid 4 --block 256
//       f32[1024]=iota f32[1024]=fill:1 f32[1024]=zero i32=1024 --print 8
#include <hip/hip_runtime.h>

extern "C" __global__ void vector_add(const float *a, const float *b, float *c,
                                      int n) {
  const int i = hipBlockIdx_x * hipBlockDim_x + hipThreadIdx_x;
  if (i < n)
    c[i] = a[i] + b[i];
}

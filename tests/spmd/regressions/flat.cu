// SPDX-License-Identifier: Apache-2.0
// Kernels that ask for their index in the grid only: rows of several groups run
// as one, packets go from one group into the next, and the row's end is masked.
// SHAPES: 300:1 5,7:1,3 2:1 7:37 3:5 40:3 2:128 3:256 300:32 4:16,4 5,2:7,3 2:33,3 3,2,2:8,4,2
typedef unsigned u32;

extern "C" __global__ void regression(const u32 *a, const float *b, u32 *out,
                                      u32 *, u32 n, u32 total) {
  const u32 x = blockIdx.x * blockDim.x + threadIdx.x;
  const u32 y = blockIdx.y * blockDim.y + threadIdx.y;
  const u32 z = blockIdx.z * blockDim.z + threadIdx.z;
  const u32 rows = gridDim.y * blockDim.y, columns = gridDim.x * blockDim.x;
  const u32 id = (z * rows + y) * columns + x;
  float *const reals = (float *)(out + total * 32);
  if (x >= columns - 1)
    return;
  u32 v = a[id & 1023] * 3 + threadIdx.y;
  for (u32 i = 0; i < (id & 7); ++i)
    v ^= v >> 3;
  out[id] = v;
  if (v & 1)
    out[total + id] += id + n + blockDim.x;
  reals[id] = b[(id + 5) & 1023] * 2;
}

// SPDX-License-Identifier: Apache-2.0
// Loops with the grid's step in kernels that ask for no place but the one in the
// grid: blocks that follow one another go by rounds as one (device/cpu/loop.c). Some
// blocks have no round, or a part of one; numbers go from round to round; sizes of
// blocks and grids are read for themselves; work-items leave early.
// SHAPES: 1:64 3:64 5:128 2:192 70:64 3:48 19:256
typedef unsigned u32;

__device__ inline u32 global_x() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void regression(const u32 *a, const float *, u32 *out,
                                      u32 *, u32 n, u32 total) {
  for (u32 i = global_x(); i < total * 3 + (n & 31); i += blockDim.x * gridDim.x)
    out[i % (total * 4)] = a[i & 1023] + i * blockDim.x + gridDim.x;
}

// Blocks without a round, and one with a part of a round.
extern "C" __global__ void regression_few(const u32 *a, const float *, u32 *out,
                                          u32 *, u32 n, u32 total) {
  for (u32 i = global_x(); i < total / 2 + 3; i += blockDim.x * gridDim.x)
    out[i] = a[i & 1023] ^ n;
}

extern "C" __global__ void regression_none(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  for (int i = (int)global_x(); i < (int)(n & 63) - 40;
       i += (int)(blockDim.x * gridDim.x))
    out[i] = a[i & 1023] + total;
}

// What work-items take from round to round is kept in between.
extern "C" __global__ void regression_sums(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  u32 sum = 3, last = global_x();
  for (u32 i = global_x(); i < total * 5 / 2 + 11; i += blockDim.x * gridDim.x) {
    sum = sum * 31 + a[i & 1023];
    last ^= i;
  }
  out[global_x()] = sum;
  out[total + global_x()] = last + n;
}

extern "C" __global__ void regression_left(const u32 *a, const float *,
                                           u32 *out, u32 *, u32 n, u32 total) {
  const u32 t = global_x();
  if (a[t & 255] % 5 == n % 5)
    return;
  u32 sum = 1;
  for (u32 i = t; i < 3 * total + 5; i += blockDim.x * gridDim.x)
    sum = sum * 31 + a[i & 1023];
  out[t] = sum;
}

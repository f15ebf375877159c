// SPDX-License-Identifier: Apache-2.0
// Blocks of several sizes, each of which another packet suits best.
#include <hip/hip_runtime.h>

#include <stdio.h>

__global__ void place(int *out, int width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width)
    out[y * width + x] = 1000 * y + x;
}

__global__ void reversed(int *out, int width) {
  __shared__ int row[4][64];
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int last = blockDim.x - 1;
  row[threadIdx.y][threadIdx.x] = x;
  __syncthreads();
  if (x < width)
    out[threadIdx.y * width + x] = row[threadIdx.y][last - threadIdx.x];
}

int main() {
  enum { WIDTH = 150, ROWS = 4 };
  const int sizes[] = {8, 16, 24, 32, 37, 64, 8, 37};
  int *out;
  if (hipMallocManaged((void **)&out, WIDTH * ROWS * sizeof(int)) != hipSuccess)
    return 1;
  for (int size : sizes) {
    const dim3 grid((WIDTH + size - 1) / size), block(size, ROWS);
    place<<<grid, block>>>(out, WIDTH);
    if (hipDeviceSynchronize() != hipSuccess)
      return 2;
    for (int i = 0; i < WIDTH * ROWS; ++i)
      if (out[i] != 1000 * (i / WIDTH) + i % WIDTH)
        return 3;
    reversed<<<grid, block>>>(out, WIDTH);
    if (hipDeviceSynchronize() != hipSuccess)
      return 4;
    for (int i = 0; i < WIDTH * ROWS; ++i) {
      const int x = i % WIDTH;
      if (out[i] != x / size * size + size - 1 - x % size)
        return 5;
    }
  }
  puts("right");
  return 0;
}

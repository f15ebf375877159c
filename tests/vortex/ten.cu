// SPDX-License-Identifier: Apache-2.0
// Ten kernels of which docs/vortex.md has sizes and instructions (lanes.py).
// RUN: kernel=saxpy grid=64 block=64 shared=0 args="i32=4000 f32=2 f32[4096]=iota f32[4096]=fill:1"
// RUN: kernel=stencil grid=64 block=64 shared=0 args="i32=4000 f32[4096]=iota f32[4096]=zero"
// RUN: kernel=mandelbrot grid=8,8 block=8,8 shared=0 args="i32=64 i32[4096]=zero"
// RUN: kernel=collatz grid=64 block=64 shared=0 args="i32=4000 i32[4096]=zero"
// RUN: kernel=search grid=64 block=64 shared=0 args="i32=4000 i32[4096]=iota i32[4096]=zero"
// RUN: kernel=multiply grid=8,8 block=8,8 shared=0 args="i32=64 f32[4096]=iota f32[4096]=iota f32[4096]=zero"
// RUN: kernel=reduce grid=64 block=64 shared=0 args="i32[4096]=iota i32[64]=zero"
// RUN: kernel=transpose grid=8,8 block=8,8 shared=0 args="i32=64 i32[4096]=iota i32[4096]=zero"
// RUN: kernel=warp_sum grid=64 block=64 shared=0 args="i32[4096]=iota i32[128]=zero"
// RUN: kernel=histogram grid=64 block=64 shared=0 args="i32[4096]=iota i32[64]=zero"
#define AT (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define KERNEL extern "C" __global__ void

KERNEL saxpy(int n, float a, const float *x, float *y) {
  if (AT < n)
    y[AT] += a * x[AT];
}

KERNEL stencil(int n, const float *x, float *y) {
  const int i = AT;
  if (i > 0 && i + 1 < n)
    y[i] = (x[i - 1] + x[i] * 2 + x[i + 1]) / 4;
  else if (i < n)
    y[i] = x[i];
}

KERNEL mandelbrot(int n, int *rounds) {
  const int px = AT, py = (int)(blockIdx.y * blockDim.y + threadIdx.y);
  const float cx = 3.0f * (float)px / (float)n - 2, cy = 2.0f * (float)py / (float)n - 1;
  float x = 0, y = 0;
  int k = 0;
  for (; k < 100 && x * x + y * y < 4; ++k) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  rounds[py * n + px] = k;
}

KERNEL collatz(int n, int *steps) {
  if (AT >= n)
    return;
  unsigned x = (unsigned)AT + 1;
  int count = 0;
  while (x != 1) {
    if (x & 1)
      x = 3 * x + 1;
    else
      x /= 2;
    ++count;
  }
  steps[AT] = count;
}

// Where a sorted array has a number.
KERNEL search(int n, const int *sorted, int *found) {
  const int wanted = AT * 7 % 4096;
  int low = 0, high = n - 1;
  found[AT] = -1;
  while (low <= high) {
    const int middle = (low + high) / 2;
    if (sorted[middle] == wanted) {
      found[AT] = middle;
      break;
    }
    if (sorted[middle] < wanted)
      low = middle + 1;
    else
      high = middle - 1;
  }
}

KERNEL multiply(int n, const float *a, const float *b, float *c) {
  __shared__ float left[8][8], right[8][8];
  const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
  const int column = AT, row = (int)(blockIdx.y * blockDim.y) + ty;
  float sum = 0;
  for (int k = 0; k < n; k += 8) {
    left[ty][tx] = a[row * n + k + tx];
    right[ty][tx] = b[(k + ty) * n + column];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += left[ty][i] * right[i][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

KERNEL reduce(const int *x, int *sums) {
  __shared__ int part[64];
  part[threadIdx.x] = x[AT];
  __syncthreads();
  for (unsigned step = 32; step; step /= 2) {
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = part[0];
}

KERNEL transpose(int n, const int *from, int *to) {
  __shared__ int tile[8][9];
  const int x = (int)(blockIdx.x * 8), y = (int)(blockIdx.y * 8);
  tile[threadIdx.y][threadIdx.x] =
      from[(y + (int)threadIdx.y) * n + x + (int)threadIdx.x];
  __syncthreads();
  to[(x + (int)threadIdx.y) * n + y + (int)threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

KERNEL warp_sum(const int *x, int *sums) {
  int sum = x[AT];
  for (int step = 16; step; step /= 2)
    sum += __shfl_xor_sync(~0u, sum, step);
  if (threadIdx.x % 32 == 0)
    sums[AT / 32] = sum;
}

KERNEL histogram(const int *x, int *counts) {
  atomicAdd(&counts[x[AT] % 16], 1);
}

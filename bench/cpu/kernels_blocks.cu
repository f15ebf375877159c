// SPDX-License-Identifier: Apache-2.0
// Kernels of bench/cpu.py whose work-items share memory or move data about.

__device__ inline int global_x() {
  return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *bins,
                                     int n) {
  __shared__ unsigned counts[256];
  const int t = (int)threadIdx.x;
  counts[t] = 0;
  __syncthreads();
  for (int i = global_x(); i < n; i += (int)(gridDim.x * blockDim.x))
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[t], counts[t]);
}

// In blocks of 32 by 8; a column more keeps banks apart on GPUs.
extern "C" __global__ void transpose(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  const int tx = (int)threadIdx.x, ty = (int)threadIdx.y;
  const int left = (int)blockIdx.x * 32, top = (int)blockIdx.y * 32;
  for (int j = 0; j < 32; j += 8)
    tile[ty + j][tx] = in[(top + ty + j) * n + left + tx];
  __syncthreads();
  for (int j = 0; j < 32; j += 8)
    out[(left + ty + j) * n + top + tx] = tile[tx][ty + j];
}

// Sums up to each element of a block (Hillis and Steele).
extern "C" __global__ void scan(const float *in, float *out) {
  __shared__ float sums[2][256];
  const int t = (int)threadIdx.x, i = global_x();
  int from = 0;
  sums[0][t] = in[i];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    float sum = sums[from][t];
    if (t >= k)
      sum += sums[from][t - k];
    from = 1 - from;
    sums[from][t] = sum;
    __syncthreads();
  }
  out[i] = sums[from][t];
}

// Sums before each element of a block of 512, up and down a tree (Blelloch).
extern "C" __global__ void scan_tree(const float *in, float *out) {
  __shared__ float sums[512];
  const int t = (int)threadIdx.x, start = (int)blockIdx.x * 512;
  sums[2 * t] = in[start + 2 * t];
  sums[2 * t + 1] = in[start + 2 * t + 1];
  int step = 1;
  for (int count = 256; count > 0; count /= 2) {
    __syncthreads();
    if (t < count)
      sums[step * (2 * t + 2) - 1] += sums[step * (2 * t + 1) - 1];
    step *= 2;
  }
  if (t == 0)
    sums[511] = 0;
  for (int count = 1; count < 512; count *= 2) {
    step /= 2;
    __syncthreads();
    if (t < count) {
      const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
      const float sum = sums[left];
      sums[left] = sums[right];
      sums[right] += sum;
    }
  }
  __syncthreads();
  out[start + 2 * t] = sums[2 * t];
  out[start + 2 * t + 1] = sums[2 * t + 1];
}

extern "C" __global__ void dot_double(const double *x, const double *y,
                                      double *out) {
  __shared__ double sums[256];
  const int t = (int)threadIdx.x, i = global_x();
  sums[t] = x[i] * y[i];
  __syncthreads();
  for (int k = (int)blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

__device__ inline float sum_of_warp(float v) {
#pragma unroll
  for (int k = 16; k; k >>= 1)
    v += __shfl_down_sync(~0u, v, k);
  return v;
}

// Of blocks of 256: a sum for each warp, and of those by the first warp.
extern "C" __global__ void block_sum(const float *x, float *out) {
  __shared__ float sums[8];
  const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
  float v = sum_of_warp(x[global_x()]);
  if (lane == 0)
    sums[warp] = v;
  __syncthreads();
  if (warp == 0) {
    v = sum_of_warp(lane < 8 ? sums[lane] : 0);
    if (lane == 0)
      out[blockIdx.x] = v;
  }
}

// Of what a grid's blocks of 256 go over by turns, a sum for each.
extern "C" __global__ void sum_grid(const float *x, float *out, int n) {
  __shared__ float sums[256];
  const int t = (int)threadIdx.x;
  float sum = 0;
  for (int i = global_x(); i < n; i += (int)(gridDim.x * blockDim.x))
    sum += x[i];
  sums[t] = sum;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

// One pass of a bitonic sort, a pair for each work-item.
extern "C" __global__ void sort_step(const unsigned *in, unsigned *out, int j,
                                     int k) {
  const int i = global_x();
  const int low = 2 * i - (i & (j - 1)), high = low + j;
  const unsigned a = in[low], b = in[high];
  const bool swaps = (a > b) == ((low & k) == 0);
  out[low] = swaps ? b : a;
  out[high] = swaps ? a : b;
}

// All passes of blocks of 512.
extern "C" __global__ void sort_block(const unsigned *in, unsigned *out) {
  __shared__ unsigned keys[512];
  const int t = (int)threadIdx.x, start = (int)blockIdx.x * 512;
  keys[t] = in[start + t];
  keys[t + 256] = in[start + t + 256];
  for (int k = 2; k <= 512; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      const int low = 2 * t - (t & (j - 1)), high = low + j;
      const unsigned a = keys[low], b = keys[high];
      if ((a > b) == ((low & k) == 0)) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  __syncthreads();
  out[start + t] = keys[t];
  out[start + t + 256] = keys[t + 256];
}

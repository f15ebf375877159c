// SPDX-License-Identifier: Apache-2.0
//
// A tour of what Quern compiles: plain CUDA kernels, for every target at once.
//
//   quern compile --target native,gfx942,sm_80,spirv64 -o demo.hipfb demo.cu
//   quern inspect demo.hipfb
//   quern run demo.hipfb saxpy --grid 16 --block 256
//       i32=4096 f32=2 f32[4096]=iota f32[4096]=fill:1 --print 8
//
// Kernels that are `extern "C"` keep their names; the others are listed by
// `quern inspect` with both their symbol and their declaration.
#include <cuda_fp16.h>

// ---- A first kernel: y = a * x + y ------------------------------------------------

extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// ---- A sum over an array: barriers and dynamic shared memory -----------------------
//
// Launch with blockDim.x * sizeof(T) bytes of shared memory and a power of two of
// threads. Each block leaves its part in `sums`.

template <typename T>
__global__ void block_sum(int n, const T *values, T *sums) {
  extern __shared__ unsigned char shared[];
  T *partial = reinterpret_cast<T *>(shared);

  // Every thread first walks the array with the stride of the whole grid.
  T sum = T(0);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    sum += values[i];
  partial[threadIdx.x] = sum;
  __syncthreads();

  // Then the block folds its partial sums in half until one is left.
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      partial[threadIdx.x] += partial[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = partial[0];
}

// A template becomes a kernel where it is instantiated.
template __global__ void block_sum<float>(int, const float *, float *);
template __global__ void block_sum<double>(int, const double *, double *);
template __global__ void block_sum<int>(int, const int *, int *);

// ---- A histogram: atomics on shared and on global memory ----------------------------

extern "C" __global__ void histogram(int n, const unsigned char *bytes,
                                     unsigned *counts) {
  __shared__ unsigned local[256];
  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    local[bin] = 0;
  __syncthreads();

  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[bytes[i]], 1u);
  __syncthreads();

  for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
    if (local[bin])
      atomicAdd(&counts[bin], local[bin]);
}

// ---- Softmax of each row: one warp per row, reduced by shuffles ----------------------

constexpr unsigned all_lanes = 0xffffffffu;

__device__ float warp_max(float value) {
  for (int step = 16; step > 0; step /= 2)
    value = fmaxf(value, __shfl_xor_sync(all_lanes, value, step));
  return value;
}

__device__ float warp_sum(float value) {
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_xor_sync(all_lanes, value, step);
  return value;
}

// Launch with a multiple of 32 threads.
extern "C" __global__ void softmax_rows(int rows, int columns,
                                        const float *input, float *output) {
  const int lane = threadIdx.x % 32;
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  input += (size_t)row * columns;
  output += (size_t)row * columns;

  // Subtracting the largest value keeps the exponentials in range.
  float largest = -INFINITY;
  for (int i = lane; i < columns; i += 32)
    largest = fmaxf(largest, input[i]);
  largest = warp_max(largest);

  float sum = 0.0f;
  for (int i = lane; i < columns; i += 32)
    sum += expf(input[i] - largest);
  sum = warp_sum(sum);

  for (int i = lane; i < columns; i += 32)
    output[i] = expf(input[i] - largest) / sum;
}

// ---- A structure as an argument, a table in constant memory ---------------------------

struct blur_options {
  int width, height;
  float strength; // 0: the image as it is, 1: fully blurred
};

// The weights of a 3 by 3 binomial filter.
__constant__ float blur_weights[3][3] = {{1 / 16.f, 2 / 16.f, 1 / 16.f},
                                         {2 / 16.f, 4 / 16.f, 2 / 16.f},
                                         {1 / 16.f, 2 / 16.f, 1 / 16.f}};

extern "C" __global__ void blur(blur_options options, const float *input,
                                float *output) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= options.width || y >= options.height)
    return;

  float sum = 0.0f;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const int column = min(max(x + dx, 0), options.width - 1);
      const int row = min(max(y + dy, 0), options.height - 1);
      sum += blur_weights[dy + 1][dx + 1] * input[row * options.width + column];
    }
  }
  const int i = y * options.width + x;
  output[i] = input[i] + options.strength * (sum - input[i]);
}

// ---- A matrix product in tiles, in half or in single precision -------------------------
//
// c = a * b for square matrices of n rows, n a multiple of TILE; a block of
// TILE by TILE threads computes one tile of c. Products are summed in float.

template <typename T, int TILE>
__global__ void __launch_bounds__(TILE *TILE)
    matmul(int n, const T *a, const T *b, T *c) {
  __shared__ T a_tile[TILE][TILE];
  __shared__ T b_tile[TILE][TILE];
  const int column = blockIdx.x * TILE + threadIdx.x;
  const int row = blockIdx.y * TILE + threadIdx.y;

  float sum = 0.0f;
  for (int k = 0; k < n; k += TILE) {
    a_tile[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + column];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += float(a_tile[threadIdx.y][i]) * float(b_tile[i][threadIdx.x]);
    __syncthreads();
  }
  c[row * n + column] = T(sum);
}

template __global__ void matmul<float, 16>(int, const float *, const float *,
                                           float *);
template __global__ void matmul<half, 16>(int, const half *, const half *,
                                          half *);

// ---- C++ names: a namespace and an overload -----------------------------------------------

namespace demo {

__global__ void scale(int n, float factor, float *values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= factor;
}

__global__ void scale(int n, double factor, double *values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= factor;
}

} // namespace demo

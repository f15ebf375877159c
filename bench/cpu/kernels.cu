// SPDX-License-Identifier: Apache-2.0
// The kernels of bench/cpu.py, as programs for GPUs write them.

__device__ inline int global_x() {
  return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ inline int global_y() {
  return (int)(blockIdx.y * blockDim.y + threadIdx.y);
}

extern "C" __global__ void saxpy(const float *x, float *y, float a, int n) {
  const int i = global_x();
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// The same of an array of any size, by a grid of any size.
extern "C" __global__ void saxpy_grid(const float *x, float *y, float a,
                                      int n) {
  for (int i = global_x(); i < n; i += (int)(gridDim.x * blockDim.x))
    y[i] = a * x[i] + y[i];
}

extern "C" __global__ void copy(const float *x, float *y, int n) {
  const int i = global_x();
  if (i < n)
    y[i] = x[i];
}

extern "C" __global__ void gelu(const float *x, float *y, int n) {
  const int i = global_x();
  if (i < n) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = v / (1.0f + expf(-2.0f * u));
  }
}

extern "C" __global__ void gelu_tanh(const float *x, float *y, int n) {
  const int i = global_x();
  if (i < n) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = 0.5f * v * (1.0f + tanhf(u));
  }
}

extern "C" __global__ void stencil(const float *in, float *out, int w, int h) {
  const int x = global_x(), y = global_y();
  if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1)
    return;
  const int i = y * w + x;
  out[i] = 0.5f * in[i] +
           0.125f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}

extern "C" __global__ void matmul(const float *a, const float *b, float *c,
                                  int n) {
  const int x = global_x(), y = global_y();
  if (x >= n || y >= n)
    return;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}

template <int T>
__device__ inline void tiled(const float *a, const float *b, float *c, int n) {
  __shared__ float as[T][T], bs[T][T];
  const int x = (int)threadIdx.x, y = (int)threadIdx.y;
  const int column = (int)blockIdx.x * T + x, row = (int)blockIdx.y * T + y;
  float sum = 0;
  for (int t = 0; t < n / T; ++t) {
    as[y][x] = a[row * n + t * T + x];
    bs[y][x] = b[(t * T + y) * n + column];
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += as[y][k] * bs[k][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
extern "C" __global__ void tiled16(const float *a, const float *b, float *c,
                                   int n) {
  tiled<16>(a, b, c, n);
}
extern "C" __global__ void tiled32(const float *a, const float *b, float *c,
                                   int n) {
  tiled<32>(a, b, c, n);
}

extern "C" __global__ void reduction(const float *x, float *out, int n) {
  __shared__ float sums[256];
  const int t = (int)threadIdx.x, i = global_x();
  sums[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int k = (int)blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

extern "C" __global__ void softmax(const float *x, float *y, int columns) {
  __shared__ float shared[256];
  const int t = (int)threadIdx.x;
  const float *row = x + (size_t)blockIdx.x * columns;
  float *out = y + (size_t)blockIdx.x * columns;
  float row_max = -__builtin_inff();
  for (int i = t; i < columns; i += 256)
    row_max = fmaxf(row_max, row[i]);
  shared[t] = row_max;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      shared[t] = fmaxf(shared[t], shared[t + k]);
    __syncthreads();
  }
  row_max = shared[0];
  __syncthreads();
  float sum = 0;
  for (int i = t; i < columns; i += 256) {
    const float e = expf(row[i] - row_max);
    out[i] = e;
    sum += e;
  }
  shared[t] = sum;
  __syncthreads();
  for (int k = 128; k > 0; k >>= 1) {
    if (t < k)
      shared[t] += shared[t + k];
    __syncthreads();
  }
  const float factor = 1.0f / shared[0];
  for (int i = t; i < columns; i += 256)
    out[i] *= factor;
}

extern "C" __global__ void mandelbrot(int *out, int w, int h, int limit) {
  const int x = global_x(), y = global_y();
  if (x >= w || y >= h)
    return;
  const float cx = -2.0f + 3.0f * (float)x / (float)w;
  const float cy = -1.5f + 3.0f * (float)y / (float)h;
  float zx = 0, zy = 0;
  int i = 0;
  for (; i < limit; ++i) {
    const float xx = zx * zx, yy = zy * zy;
    if (xx + yy > 4.0f)
      break;
    zy = 2 * zx * zy + cy;
    zx = xx - yy + cx;
  }
  out[y * w + x] = i;
}

extern "C" __global__ void warp_sum(const float *x, float *out) {
  const int i = global_x();
  float v = x[i];
#pragma unroll
  for (int k = 16; k; k >>= 1)
    v += __shfl_down_sync(~0u, v, k);
  if ((threadIdx.x & 31) == 0)
    out[i / 32] = v;
}

// SPDX-License-Identifier: Apache-2.0
// Kernels of bench/cpu.py that compute: bodies, filters, sparse matrices,
// Fourier transforms, and numbers of few bits.
#include <cuda_fp16.h>

__device__ inline int global_x() {
  return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}
__device__ inline int global_y() {
  return (int)(blockIdx.y * blockDim.y + threadIdx.y);
}

// Acceleration of each body by all: place and mass in, tiles of 256.
extern "C" __global__ void nbody(const float4 *bodies, float4 *out, int n) {
  __shared__ float4 tile[256];
  const int t = (int)threadIdx.x;
  const float4 own = bodies[global_x()];
  float ax = 0, ay = 0, az = 0;
  for (int start = 0; start < n; start += 256) {
    tile[t] = bodies[start + t];
    __syncthreads();
    for (int k = 0; k < 256; ++k) {
      const float4 other = tile[k];
      const float dx = other.x - own.x, dy = other.y - own.y,
                  dz = other.z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float factor = other.w * inverse * inverse * inverse;
      ax += dx * factor;
      ay += dy * factor;
      az += dz * factor;
    }
    __syncthreads();
  }
  out[global_x()] = make_float4(ax, ay, az, 0);
}

// Binomial weights.
__constant__ float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
#define W(a) a * 1 / 256.0f, a * 4 / 256.0f, a * 6 / 256.0f, a * 4 / 256.0f,   \
    a * 1 / 256.0f
__constant__ float square[25] = {W(1), W(4), W(6), W(4), W(1)};

extern "C" __global__ void convolution(const float *in, float *out, int w,
                                       int h) {
  const int x = global_x(), y = global_y();
  if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
    return;
  float sum = 0;
#pragma unroll
  for (int j = -2; j <= 2; ++j)
#pragma unroll
    for (int i = -2; i <= 2; ++i)
      sum += square[(j + 2) * 5 + i + 2] * in[(y + j) * w + x + i];
  out[y * w + x] = sum;
}

// The same along rows only, of tiles with a border; zeros beyond the image.
extern "C" __global__ void convolution_row(const float *in, float *out, int w) {
  __shared__ float tile[256 + 4];
  const int t = (int)threadIdx.x, x = global_x(), y = (int)blockIdx.y;
  const float *row = in + y * w;
  tile[t + 2] = row[x];
  if (t < 2) {
    tile[t] = x >= 2 ? row[x - 2] : 0;
    tile[t + 258] = x + 256 < w ? row[x + 256] : 0;
  }
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int k = 0; k < 5; ++k)
    sum += weights[k] * tile[t + k];
  out[y * w + x] = sum;
}

// Compressed rows times a vector: a work-item for each row.
extern "C" __global__ void spmv(const int *starts, const int *columns,
                                const float *values, const float *x, float *y) {
  const int row = global_x();
  float sum = 0;
  for (int k = starts[row]; k < starts[row + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[row] = sum;
}

__device__ inline float sum_of_warp(float v) {
#pragma unroll
  for (int k = 16; k; k >>= 1)
    v += __shfl_down_sync(~0u, v, k);
  return v;
}

// The same, a warp for each row.
extern "C" __global__ void spmv_warp(const int *starts, const int *columns,
                                     const float *values, const float *x,
                                     float *y) {
  const int row = global_x() / 32, lane = (int)threadIdx.x % 32;
  float sum = 0;
  for (int k = starts[row] + lane; k < starts[row + 1]; k += 32)
    sum += values[k] * x[columns[k]];
  sum = sum_of_warp(sum);
  if (lane == 0)
    y[row] = sum;
}

// A pass of radix 2 (Stockham): `p` is the size of what is transformed so far,
// `w` its roots of one.
extern "C" __global__ void fft_step(const float2 *x, float2 *y, const float2 *w,
                                    int half, int p) {
  const int i = global_x();
  if (i >= half)
    return;
  const int k = i & (p - 1);
  const float2 a = x[i], b = x[i + half], root = w[k];
  const float re = b.x * root.x - b.y * root.y;
  const float im = b.x * root.y + b.y * root.x;
  const int to = 2 * i - k;
  y[to] = make_float2(a.x + re, a.y + im);
  y[to + p] = make_float2(a.x - re, a.y - im);
}

extern "C" __global__ void axpy_half(const __half *x, __half *y, float a,
                                     int n) {
  const int i = global_x();
  if (i < n)
    y[i] = __float2half(a * __half2float(x[i]) + __half2float(y[i]));
}

// ---- Products of a matrix of 4-bit numbers with a vector of 8-bit ones, in
// blocks of 32 with a scale each: byte j has elements j and j + 16, plus 8.

struct block4 {
  __half scale;
  unsigned char pairs[16];
};
struct block8 {
  __half scale, sum; // `sum`: of the elements times the scale
  signed char elements[32];
};

// 64 work-items for each row.
extern "C" __global__ void q4_dot(const block4 *a, const block8 *x, float *y,
                                  int blocks) {
  __shared__ float sums[64];
  const int t = (int)threadIdx.x, row = (int)blockIdx.x;
  float sum = 0;
  for (int k = t; k < blocks; k += 64) {
    const block4 *p = &a[row * blocks + k];
    const block8 *q = &x[k];
    int whole = 0;
#pragma unroll
    for (int j = 0; j < 16; ++j) {
      whole += ((p->pairs[j] & 15) - 8) * q->elements[j];
      whole += ((p->pairs[j] >> 4) - 8) * q->elements[j + 16];
    }
    sum += __half2float(p->scale) * __half2float(q->scale) * (float)whole;
  }
  sums[t] = sum;
  __syncthreads();
  for (int k = 32; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    y[row] = sums[0];
}

// A block of 18 bytes has its words at even addresses only.
__device__ inline int word_of(const unsigned char *bytes, int k) {
  const unsigned short *halves = (const unsigned short *)bytes;
  return halves[2 * k] | halves[2 * k + 1] << 16;
}

// A warp for each row, two lanes for each block, four products at once.
extern "C" __global__ void q4_dot_warp(const block4 *a, const block8 *x,
                                       float *y, int blocks) {
  const int row = (int)(blockIdx.x * blockDim.y + threadIdx.y);
  const int lane = (int)threadIdx.x, part = lane % 2 * 2;
  float sum = 0;
  for (int k = lane / 2; k < blocks; k += 16) {
    const block4 *p = &a[row * blocks + k];
    const int *q = (const int *)x[k].elements;
    int whole = 0;
#pragma unroll
    for (int j = part; j < part + 2; ++j) {
      const int word = word_of(p->pairs, j);
      whole = __dp4a(word & 0x0f0f0f0f, q[j], whole);
      whole = __dp4a(word >> 4 & 0x0f0f0f0f, q[j + 4], whole);
    }
    sum += __half2float(p->scale) * (__half2float(x[k].scale) * (float)whole -
                                     4 * __half2float(x[k].sum));
  }
  sum = sum_of_warp(sum);
  if (lane == 0)
    y[row] = sum;
}

// SPDX-License-Identifier: Apache-2.0
// Twelve kernels of the usual kinds; prints the milliseconds of the processor that
// each takes, the least of some rounds. bench/check.py runs it with and without
// checks.
#include <cuda_fp16.h>

#include <cstdio>
#include <cstdlib>
#include <time.h>

__global__ void saxpy(int n, float a, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void half_saxpy(int n, __half a, const __half *x, __half *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

// Bytes from the end of each block to its beginning.
__global__ void reverse(const unsigned char *x, unsigned char *y) {
  __shared__ unsigned char s[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = x[i];
  __syncthreads();
  y[i] = s[blockDim.x - 1 - threadIdx.x];
}

__global__ void stencil(int n, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
    y[j * n + i] = 0.2f * (x[j * n + i] + x[j * n + i - 1] + x[j * n + i + 1] +
                           x[(j - 1) * n + i] + x[(j + 1) * n + i]);
}

__global__ void product(int n, const float *a, const float *b, float *c) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int j = blockIdx.y * blockDim.y + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += a[j * n + k] * b[k * n + i];
  c[j * n + i] = sum;
}

__global__ void tiled(int n, const float *a, const float *b, float *c) {
  __shared__ float s[16][16], t[16][16];
  const int x = threadIdx.x, y = threadIdx.y;
  const int i = blockIdx.x * 16 + x, j = blockIdx.y * 16 + y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[y][x] = a[j * n + k + x];
    t[y][x] = b[(k + y) * n + i];
    __syncthreads();
    for (int d = 0; d < 16; ++d)
      sum += s[y][d] * t[d][x];
    __syncthreads();
  }
  c[j * n + i] = sum;
}

__global__ void transpose(int n, const float *x, float *y) {
  __shared__ float tile[16][17];
  const int i = blockIdx.x * 16, j = blockIdx.y * 16;
  tile[threadIdx.y][threadIdx.x] = x[(j + threadIdx.y) * n + i + threadIdx.x];
  __syncthreads();
  y[(i + threadIdx.y) * n + j + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void reduce(const float *x, float *y) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  tile[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int step = 128; step; step /= 2) {
    if (t < step)
      tile[t] += tile[t + step];
    __syncthreads();
  }
  if (!t)
    y[blockIdx.x] = tile[0];
}

__global__ void warp_sum(const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = x[i];
  for (int step = 16; step; step /= 2)
    value += __shfl_down_sync(0xffffffff, value, step);
  if (threadIdx.x % 32 == 0)
    y[i / 32] = value;
}

__global__ void histogram(int n, const unsigned *x, unsigned *counts) {
  __shared__ unsigned own[64];
  if (threadIdx.x < 64)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&own[x[i] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&counts[threadIdx.x], own[threadIdx.x]);
}

__global__ void rows(int n, const int *first, const int *columns,
                     const float *values, const float *x, float *y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float sum = 0;
  for (int k = first[i]; k < first[i + 1]; ++k)
    sum += values[k] * x[columns[k]];
  y[i] = sum;
}

__global__ void escape(int n, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float cx = (i % n) * 3.0f / n - 2, cy = (i / n) * 2.0f / n - 1;
  float x = 0, y = 0;
  int k = 0;
  for (; k < 100 && x * x + y * y < 4; ++k) {
    const float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  out[i] = k;
}

// Of all threads of the process: what other programs do does not count.
static double used_ms() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

// As many launches a round as take 2 ms, 64 at most.
template <typename F> static void measure(const char *name, F launch) {
  double least = 1e30;
  int launches = 1;
  for (int round = 0; round < 8; ++round) {
    const double start = used_ms();
    for (int i = 0; i < launches; ++i)
      launch();
    cudaDeviceSynchronize();
    const double took = (used_ms() - start) / launches;
    least = took < least ? took : least;
    launches = took > 2 ? 1 : took > 2.0 / 64 ? (int)(2 / took) : 64;
  }
  std::printf("%s %.4f\n", name, least);
}

int main() {
  const int n = 128, count = 1 << 16;
  float *a, *b, *c;
  unsigned *words;
  int *first, *columns;
  cudaMalloc(&a, count * sizeof(float));
  cudaMalloc(&b, count * sizeof(float));
  cudaMalloc(&c, count * sizeof(float));
  cudaMalloc(&words, count * sizeof(unsigned));
  cudaMalloc(&first, (4096 + 1) * sizeof(int));
  cudaMalloc(&columns, count * sizeof(int));
  float *host = (float *)std::malloc(count * sizeof(float));
  int *numbers = (int *)std::malloc(count * sizeof(int));
  for (int i = 0; i < count; ++i) {
    host[i] = i % 100 * 0.01f;
    numbers[i] = (int)((i * 2654435761u >> 7) % 4096);
  }
  cudaMemcpy(a, host, count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(b, host, count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(c, host, count * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(words, numbers, count * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(columns, numbers, count * sizeof(int), cudaMemcpyHostToDevice);
  for (int i = 0; i <= 4096; ++i)
    numbers[i] = i * 16;
  cudaMemcpy(first, numbers, 4097 * sizeof(int), cudaMemcpyHostToDevice);

  const dim3 square(16, 16), grid(n / 16, n / 16), wide(16, 16);
  measure("saxpy", [&] { saxpy<<<256, 256>>>(count, 2, a, b); });
  cudaMemcpy(b, host, count * sizeof(float), cudaMemcpyHostToDevice);
  measure("half_saxpy", [&] {
    half_saxpy<<<256, 256>>>(count, __half(2), (__half *)a, (__half *)b);
  });
  measure("reverse", [&] {
    reverse<<<256, 256>>>((unsigned char *)a, (unsigned char *)b);
  });
  // Floats with their bytes reversed are denormal in part, and some processors
  // take a hundred cycles for each sum of these.
  cudaMemcpy(b, host, count * sizeof(float), cudaMemcpyHostToDevice);
  measure("stencil", [&] { stencil<<<wide, square>>>(256, a, c); });
  measure("product", [&] { product<<<grid, square>>>(n, a, b, c); });
  measure("tiled", [&] { tiled<<<grid, square>>>(n, a, b, c); });
  measure("transpose", [&] { transpose<<<wide, square>>>(256, a, c); });
  measure("reduce", [&] { reduce<<<256, 256>>>(a, c); });
  measure("warp_sum", [&] { warp_sum<<<256, 256>>>(a, c); });
  measure("histogram", [&] { histogram<<<16, 256>>>(count, words, (unsigned *)c); });
  measure("rows", [&] { rows<<<16, 256>>>(4096, first, columns, a, b, c); });
  measure("escape", [&] { escape<<<64, 256>>>(n, (int *)c); });
  for (void *all : {(void *)a, (void *)b, (void *)c, (void *)words,
                    (void *)first, (void *)columns})
    cudaFree(all);
  std::free(host);
  std::free(numbers);
}

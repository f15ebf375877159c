// SPDX-License-Identifier: Apache-2.0
// The form of candle's quantised products: tensor cores by inline PTX where
// __CUDA_ARCH__ says that there are any, sums of products of four bytes
// elsewhere; what no device gets to stops.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
#define HAS_MMA 1
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define HAS_WIDE_MMA 1
#endif

static __device__ void no_device_code(int line) {
  printf("line %d has no code for this device\n", line);
  __trap();
}
#ifdef __CUDA_ARCH__
#define NO_DEVICE_CODE no_device_code(__LINE__)
#else
#define NO_DEVICE_CODE
#endif

static __device__ __forceinline__ void load_a(int *x, const int *tile,
                                              int stride) {
#ifdef HAS_MMA
  const int *at = tile + (threadIdx.x % 16) * stride + threadIdx.x / 16 * 4;
  const unsigned address = (unsigned)__cvta_generic_to_shared(at);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(x[0]), "=r"(x[1]), "=r"(x[2]), "=r"(x[3])
               : "r"(address));
#else
  NO_DEVICE_CODE;
#endif
}

static __device__ __forceinline__ void load_b(int *x, const int *tile,
                                              int stride) {
#ifdef HAS_MMA
  const int *at = tile + (threadIdx.x % 8) * stride + threadIdx.x / 8 % 2 * 4;
  const unsigned address = (unsigned)__cvta_generic_to_shared(at);
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
               : "=r"(x[0]), "=r"(x[1])
               : "r"(address));
#else
  NO_DEVICE_CODE;
#endif
}

// d[16][8] += a[16][32] * b[8][32], of bytes.
static __device__ __forceinline__ void multiply(int *d, const int *a,
                                                const int *b) {
#ifdef HAS_WIDE_MMA
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, "
      "%5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#elif defined(HAS_MMA)
  for (int half = 0; half < 2; ++half)
    for (int rows = 0; rows < 2; ++rows)
      asm("mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 {%0, %1}, {%2}, {%3}, "
          "{%0, %1};"
          : "+r"(d[2 * rows]), "+r"(d[2 * rows + 1])
          : "r"(a[2 * half + rows]), "r"(b[half]));
#else
  NO_DEVICE_CODE;
#endif
}

static __device__ int transposed(int x) {
#ifdef HAS_MMA
  int out;
  asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(out) : "r"(x));
  return out;
#else
  return x;
#endif
}

extern "C" __global__ void tiles(const int *a, const int *b, int *out) {
  __shared__ __align__(16) int left[16 * 8], right[8 * 8];
  for (int i = threadIdx.x; i < 16 * 8; i += 32)
    left[i] = a[i];
  for (int i = threadIdx.x; i < 8 * 8; i += 32)
    right[i] = b[i];
  __syncthreads();
#ifdef HAS_MMA
  int x[4], y[2], d[4] = {0, 0, 0, 0};
  load_a(x, left, 8);
  load_b(y, right, 8);
  multiply(d, x, y);
  for (int i = 0; i < 4; ++i)
    out[(i / 2 * 8 + threadIdx.x / 4) * 8 + threadIdx.x % 4 * 2 + i % 2] = d[i];
  const int twice = transposed(transposed(x[0]));
  if (twice != x[0])
    out[0] = -1;
#else
  for (int i = threadIdx.x; i < 16 * 8; i += 32) {
    int sum = 0;
    for (int k = 0; k < 8; ++k)
      sum = __dp4a(left[i / 8 * 8 + k], right[i % 8 * 8 + k], sum);
    out[i] = sum;
  }
#endif
}

#ifdef TEST
int main() {
  int8_t a[16][32], b[8][32];
  int out[16][8], wrong = 0;
  for (int i = 0; i < 16 * 32; ++i)
    a[i / 32][i % 32] = (int8_t)(i * 53 % 251 - 125);
  for (int i = 0; i < 8 * 32; ++i)
    b[i / 32][i % 32] = (int8_t)(i * 31 % 241 - 120);
  int *da, *db, *dout;
  cudaMalloc(&da, sizeof(a));
  cudaMalloc(&db, sizeof(b));
  cudaMalloc(&dout, sizeof(out));
  cudaMemcpy(da, a, sizeof(a), cudaMemcpyHostToDevice);
  cudaMemcpy(db, b, sizeof(b), cudaMemcpyHostToDevice);
  tiles<<<1, 32>>>(da, db, dout);
  wrong += cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost) !=
           cudaSuccess;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 8; ++j) {
      int sum = 0;
      for (int k = 0; k < 32; ++k)
        sum += a[i][k] * b[j][k];
      wrong += out[i][j] != sum;
    }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif

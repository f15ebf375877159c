// SPDX-License-Identifier: Apache-2.0
// The form of candle's mixture of experts: rows sorted by expert, products of
// tiles by nvcuda::wmma in two shapes and two types, inline PTX for a
// conversion, weights that may be null, and a host function that launches.
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <mma.h>

#include <cassert>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

using namespace nvcuda::wmma;

constexpr int ROWS = 32, COLUMNS = 32, DEPTH = 16, THREADS = 128;

static inline __device__ void store(half &to, float from) {
  uint16_t bits;
  asm volatile("cvt.rn.f16.f32 %0, %1;\n" : "=h"(bits) : "f"(from));
  to = __ushort_as_half(bits);
}
static inline __device__ void store(__nv_bfloat16 &to, float from) {
  to = __float2bfloat16(from);
}

// Copies rows of a tile by 16 bytes; what is outside is zero.
template <typename T, typename F>
static __device__ void fetch(T *tile, int rows, int depth, F &&row_of) {
  const float4 zero = {0, 0, 0, 0};
  for (int i = threadIdx.x * 8; i < rows * DEPTH; i += THREADS * 8) {
    const T *row = row_of(i / DEPTH);
    const int k = i % DEPTH;
    *reinterpret_cast<float4 *>(tile + i) =
        row && k < depth ? *reinterpret_cast<const float4 *>(row + k) : zero;
  }
}

template <typename T, int M, int N, int ACROSS>
__global__ void grouped(const T *__restrict__ input,
                        const T *__restrict__ weights,
                        const int32_t *__restrict__ order,
                        const int32_t *__restrict__ begins,
                        const float *__restrict__ scales, T *__restrict__ out,
                        int width, int depth) {
  extern __shared__ uint8_t bytes[];
  T *a = reinterpret_cast<T *>(bytes), *b = a + ROWS * DEPTH;
  float *c = reinterpret_cast<float *>(b + COLUMNS * DEPTH);
  const int begin = begins[blockIdx.x], end = begins[blockIdx.x + 1];
  const int first = blockIdx.y * COLUMNS, warp = threadIdx.x / 32;
  const T *expert = weights + (size_t)blockIdx.x * width * depth;
  for (int base = begin; base < end; base += ROWS) {
    fragment<accumulator, M, N, DEPTH, float> sum;
    fill_fragment(sum, 0.0f);
    for (int k = 0; k < depth; k += DEPTH) {
      fetch(b, COLUMNS, depth - k, [&](int i) {
        return first + i < width ? expert + (size_t)(first + i) * depth + k
                                 : nullptr;
      });
      fetch(a, ROWS, depth - k, [&](int i) {
        return base + i < end ? input + (size_t)order[base + i] * depth + k
                              : nullptr;
      });
      __syncthreads();
      fragment<matrix_a, M, N, DEPTH, T, row_major> left;
      fragment<matrix_b, M, N, DEPTH, T, col_major> right;
      load_matrix_sync(left, a + warp / ACROSS * M * DEPTH, DEPTH);
      load_matrix_sync(right, b + warp % ACROSS * N * DEPTH, DEPTH);
      mma_sync(sum, left, right, sum);
      __syncthreads();
    }
    store_matrix_sync(c + warp / ACROSS * M * COLUMNS + warp % ACROSS * N, sum,
                      COLUMNS, mem_row_major);
    __syncthreads();
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += THREADS) {
      const int row = base + i / COLUMNS, column = first + i % COLUMNS;
      if (row < end && column < width)
        store(out[(size_t)order[row] * width + column],
              c[i] * (scales ? scales[order[row]] : 1.0f));
    }
    __syncthreads();
  }
}

#define LAUNCH(T, M, N, ACROSS)                                                \
  grouped<T, M, N, ACROSS><<<grid, THREADS, shared, stream>>>(                 \
      (const T *)input, (const T *)weights, order, begins, scales, (T *)out,   \
      width, depth)

extern "C" void launch(const void *input, const void *weights,
                       const int32_t *order, const int32_t *begins,
                       const float *scales, void *out, int experts, int width,
                       int depth, bool is_half, bool tall,
                       cudaStream_t stream) {
  const dim3 grid(experts, (width + COLUMNS - 1) / COLUMNS);
  const size_t shared = (ROWS + COLUMNS) * DEPTH * 2 + ROWS * COLUMNS * 4;
  if (is_half && tall)
    LAUNCH(half, 16, 16, 2);
  else if (is_half)
    LAUNCH(half, 8, 32, 1);
  else if (tall)
    LAUNCH(__nv_bfloat16, 16, 16, 2);
  else
    LAUNCH(__nv_bfloat16, 8, 32, 1);
}

#ifdef TEST
static float number(int i) { return (float)(i * 37 % 17 - 8) / 4; }

template <typename T> static int test(bool is_half, bool tall, bool scaled) {
  const int tokens = 50, experts = 3, width = 40, depth = 24;
  std::vector<T> x(tokens * depth), w(experts * width * depth);
  for (size_t i = 0; i < x.size(); ++i)
    x[i] = T(number((int)i));
  for (size_t i = 0; i < w.size(); ++i)
    w[i] = T(number((int)i * 5 + 3));
  std::vector<int32_t> order, begins{0};
  std::vector<float> scales(tokens);
  for (int e = 0; e < experts; ++e) {
    for (int t = 0; t < tokens; ++t)
      if (t * 7 % 5 / 2 == e)
        order.push_back(t);
    begins.push_back((int32_t)order.size());
  }
  for (int t = 0; t < tokens; ++t)
    scales[t] = 0.25f * (float)(t % 4);
  T *dx, *dw, *dout;
  int32_t *dorder, *dbegins;
  float *dscales;
  cudaMalloc(&dx, x.size() * sizeof(T));
  cudaMalloc(&dw, w.size() * sizeof(T));
  cudaMalloc(&dout, tokens * width * sizeof(T));
  cudaMalloc(&dorder, order.size() * 4);
  cudaMalloc(&dbegins, begins.size() * 4);
  cudaMalloc(&dscales, scales.size() * 4);
  cudaMemcpy(dx, x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(dw, w.data(), w.size() * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(dorder, order.data(), order.size() * 4, cudaMemcpyHostToDevice);
  cudaMemcpy(dbegins, begins.data(), begins.size() * 4,
             cudaMemcpyHostToDevice);
  cudaMemcpy(dscales, scales.data(), scales.size() * 4,
             cudaMemcpyHostToDevice);
  launch(dx, dw, dorder, dbegins, scaled ? dscales : nullptr, dout, experts,
         width, depth, is_half, tall, nullptr);
  std::vector<T> out(tokens * width);
  int wrong = cudaMemcpy(out.data(), dout, out.size() * sizeof(T),
                         cudaMemcpyDeviceToHost) != cudaSuccess;
  for (int e = 0; e < experts; ++e)
    for (int at = begins[e]; at < begins[e + 1]; ++at)
      for (int c = 0; c < width; ++c) {
        const int t = order[at];
        float sum = 0;
        for (int k = 0; k < depth; ++k)
          sum += (float)x[t * depth + k] *
                 (float)w[(e * width + c) * depth + k];
        // Sums are exact; the result is rounded once.
        wrong += (float)out[t * width + c] !=
                 (float)T(sum * (scaled ? scales[t] : 1.0f));
      }
  return wrong;
}

int main() {
  int wrong = 0;
  for (int i = 0; i < 4; ++i) {
    wrong += test<half>(true, i & 1, i & 2);
    wrong += test<__nv_bfloat16>(false, i & 1, i & 2);
  }
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}
#endif

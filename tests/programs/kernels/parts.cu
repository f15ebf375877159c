// SPDX-License-Identifier: Apache-2.0
// Kernels that are compiled separately share all variables: the
// host's, internal ones, those of functions, and constants; tests/compile sees
// that they are separate.
#include "program.h"
#include <cuda_runtime.h>

enum { KERNELS = 12, ITEMS = 256 };

__device__ int seen[KERNELS];
__constant__ float factors[KERNELS];
static __device__ unsigned total = 5;
namespace {
__device__ unsigned hidden;
}
static const __device__ float table[4] = {1, 2, 4, 8};

// One for all kernels, though it is inlined into each.
__device__ unsigned *counter() {
  static __device__ unsigned count = 100;
  return &count;
}

template <int N>
__global__ void step(float *out, const float *in, const unsigned **places) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = in[i];
  // Long enough for parts of their own.
  for (int k = 0; k < N + 2; ++k)
    x = sinf(x + N) * expf(-x * x) + powf(fabsf(x) + 1, .5f) + erff(x * k);
  out[i] = x * factors[N] + table[(i + N) % 4];
  atomicAdd(&total, 1u);
  atomicAdd(&hidden, 2u);
  atomicAdd(counter(), 3u);
  if (i == 0) {
    seen[N] = N + 1;
    places[N] = &total;
    places[KERNELS + N] = &hidden;
    places[2 * KERNELS + N] = counter();
  }
}

// What was counted by all of the others.
__global__ void look(unsigned *out) {
  out[0] = total;
  out[1] = hidden;
  out[2] = *counter();
}

template <int N>
static void launch(float *out, const float *in, const unsigned **places) {
  step<N><<<ITEMS / 64, 64>>>(out + N * ITEMS, in, places);
  if constexpr (N + 1 < KERNELS)
    launch<N + 1>(out, in, places);
}

static float expected(int n, float x, float factor, int i) {
  for (int k = 0; k < n + 2; ++k)
    x = sinf(x + n) * expf(-x * x) + powf(fabsf(x) + 1, .5f) + erff(x * k);
  return x * factor + (1 << (i + n) % 4);
}

int main() {
  float *in, *out, constants[KERNELS];
  unsigned *counts;
  const unsigned **places;
  int shown[KERNELS];
  cudaMallocManaged(&in, ITEMS * sizeof(float));
  cudaMallocManaged(&out, KERNELS * ITEMS * sizeof(float));
  cudaMallocManaged(&counts, 3 * sizeof(unsigned));
  cudaMallocManaged(&places, 3 * KERNELS * sizeof(*places));
  for (int i = 0; i < ITEMS; ++i)
    in[i] = .01f * i - 1;
  for (int n = 0; n < KERNELS; ++n)
    constants[n] = 1 + .5f * n;
  CHECK(cudaMemcpyToSymbol(factors, constants, sizeof(constants)) ==
        cudaSuccess);
  launch<0>(out, in, places);
  look<<<1, 1>>>(counts);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(counts[0] == 5 + KERNELS * ITEMS);
  CHECK(counts[1] == 2 * KERNELS * ITEMS);
  CHECK(counts[2] == 100 + 3 * KERNELS * ITEMS);
  CHECK(cudaMemcpyFromSymbol(shown, seen, sizeof(shown)) == cudaSuccess);
  for (int n = 0; n < KERNELS; ++n) {
    CHECK(shown[n] == n + 1);
    for (int variable = 0; variable < 3; ++variable)
      CHECK(places[variable * KERNELS + n] == places[variable * KERNELS]);
    for (int i = 0; i < ITEMS; ++i) {
      const float want = expected(n, in[i], constants[n], i);
      CHECK(fabsf(out[n * ITEMS + i] - want) <= 1e-3f * (1 + fabsf(want)));
    }
  }
  cudaFree(in);
  cudaFree(out);
  cudaFree(counts);
  cudaFree(places);
  puts("ok");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread's own that are large for a block together, and live across
// barriers: 39 KB for each of 256 threads, 10 MB in all, and 97 KB for 512.
#include "program.h"

enum { BLOCKS = 5, NUMBERS = 501 };

static __host__ __device__ void meet() {
#ifdef __CUDA_ARCH__
  __syncthreads();
#endif
}

template <int LENGTH>
static __host__ __device__ unsigned mixed(const unsigned *x, unsigned thread) {
  unsigned own[LENGTH], sum = 0;
  for (unsigned i = 0; i < LENGTH; ++i)
    own[i] = x[(i * 7 + thread) % NUMBERS];
  meet();
  for (unsigned i = 0; i < NUMBERS; ++i)
    own[x[i] % LENGTH] += own[x[(i + 1) % NUMBERS] % LENGTH] + thread;
  meet();
  for (unsigned i = 0; i < LENGTH; ++i)
    sum = 5 * sum + own[(i * x[3]) % LENGTH];
  return sum;
}

template <int LENGTH> static __global__ void mix(const unsigned *x, unsigned *y) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = mixed<LENGTH>(x, threadIdx.x);
}

template <int LENGTH>
static void check(const std::vector<unsigned> &numbers, int threads) {
  std::vector<unsigned> found(BLOCKS * threads);
  unsigned *x, *y;
  cudaFuncAttributes attributes;
  OK(cudaFuncGetAttributes(&attributes, (const void *)mix<LENGTH>));
  CHECK(attributes.maxThreadsPerBlock >= threads);
  OK(cudaMalloc(&x, NUMBERS * sizeof(*x)));
  OK(cudaMalloc(&y, found.size() * sizeof(*y)));
  OK(cudaMemcpy(x, numbers.data(), NUMBERS * sizeof(*x),
                cudaMemcpyHostToDevice));
  mix<LENGTH><<<BLOCKS, threads>>>(x, y);
  OK(cudaGetLastError());
  OK(cudaMemcpy(found.data(), y, found.size() * sizeof(*y),
                cudaMemcpyDeviceToHost));
  for (int t = 0; t < threads; ++t) {
    const unsigned wanted = mixed<LENGTH>(numbers.data(), t);
    for (int block = 0; block < BLOCKS; ++block)
      CHECK(found[block * threads + t] == wanted);
  }
  OK(cudaFree(x));
  OK(cudaFree(y));
}

int main() {
  std::vector<unsigned> numbers(NUMBERS);
  for (unsigned i = 0; i < NUMBERS; ++i)
    numbers[i] = (i * 7919 + 13) & 0xffff;
  check<10007>(numbers, 256);
  check<25013>(numbers, 512);
  std::printf("ok\n");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Barriers that threads arrive at and wait for separately: producers and
// consumers in one block, by tokens and by parity, with threads that drop out.
#include <cuda_awbarrier.h>
#include <cuda_awbarrier_primitives.h>

#include "program.h"

enum { THREADS = 96, ROUNDS = 5 };

// A ring through all threads' places, each round read after all have written.
__global__ void by_token(int *to) {
  __shared__ nvcuda::experimental::awbarrier barrier;
  __shared__ int places[THREADS];
  const int i = threadIdx.x;
  int sum = 0;
  if (i == 0)
    init(&barrier, THREADS);
  __syncthreads();
  for (int round = 0; round < ROUNDS; ++round) {
    places[i] = i * 10 + round;
    auto token = barrier.arrive();
    sum += round; // work between
    barrier.wait(token);
    sum += places[(i + 1) % THREADS];
    barrier.arrive_and_wait();
  }
  to[i] = sum;
}

// One warp fills a buffer that the others read, phase by phase.
__global__ void by_parity(int *to) {
  __shared__ __mbarrier_t full, empty;
  __shared__ int buffer[32];
  const int i = threadIdx.x;
  int sum = 0;
  if (i == 0) {
    __mbarrier_init(&full, 32);
    __mbarrier_init(&empty, THREADS - 32);
  }
  __syncthreads();
  for (int round = 0; round < ROUNDS; ++round) {
    if (i < 32) {
      while (!__mbarrier_test_wait_parity(&empty, (round & 1) ^ 1))
        continue;
      buffer[i] = 100 * round + i;
      __mbarrier_arrive(&full);
    } else {
      while (!__mbarrier_try_wait_parity(&full, round & 1, 1000))
        continue;
      sum += buffer[i % 32];
      __mbarrier_arrive(&empty);
    }
  }
  to[i] = sum;
}

// A third of the threads leaves after the first phase.
__global__ void drops(int *to, int *pending) {
  __shared__ __mbarrier_t barrier;
  const int i = threadIdx.x;
  if (i == 0)
    __mbarrier_init(&barrier, THREADS);
  __syncthreads();
  __mbarrier_token_t token;
  if (i % 3 == 0)
    token = __mbarrier_arrive_and_drop(&barrier);
  else
    token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token))
    continue;
  if (i % 3 == 0)
    return;
  atomicAdd(to, 1);
  token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token))
    continue;
  to[i] = *(volatile int *)to;
  if (i == 1)
    *pending = (int)__mbarrier_maximum_count();
}

int main() {
  int *d, h[THREADS + 1];
  OK(cudaMalloc(&d, sizeof(h)));
  by_token<<<4, THREADS>>>(d);
  OK(cudaMemcpy(h, d, THREADS * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < THREADS; ++i)
    CHECK(h[i] == 10 + ROUNDS * 10 * ((i + 1) % THREADS) + 10);
  by_parity<<<2, THREADS>>>(d);
  OK(cudaMemcpy(h, d, THREADS * sizeof(int), cudaMemcpyDefault));
  for (int i = 0; i < THREADS; ++i)
    CHECK(h[i] == (i < 32 ? 0 : 1000 + ROUNDS * (i % 32)));
  OK(cudaMemset(d, 0, sizeof(h)));
  drops<<<1, THREADS>>>(d, d + THREADS);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDefault));
  for (int i = 1; i < THREADS; ++i)
    CHECK(h[i] == (i % 3 ? THREADS * 2 / 3 : 0));
  CHECK(h[THREADS] == 0xfffff);
  OK(cudaFree(d));
  return done();
}

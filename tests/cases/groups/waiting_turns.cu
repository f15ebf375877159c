// SPDX-License-Identifier: Apache-2.0
// Threads of a block that take turns: by a compare-and-exchange whose outcome goes
// round a loop, and asleep until others have been.
#include <cuda_runtime.h>

#include "program.h"

enum { THREADS = 96, GATES = 3 };

__device__ bool take(unsigned long long *gates) {
  unsigned long long seen = atomicAdd(gates, 0);
  while (seen == 0)
    __nanosleep(20), seen = atomicAdd(gates, 0ull);
  if (__atomic_compare_exchange_n(gates, &seen, seen - 1, false,
                                  __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    return true;
  while (seen != 0)
    if (__atomic_compare_exchange_n(gates, &seen, seen - 1, false,
                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
      return true;
  return false;
}

// No more than GATES are between the two at a time.
__global__ void gated(int *inside, int *to) {
  __shared__ unsigned long long gates;
  __shared__ int sum;
  if (threadIdx.x == 0) {
    gates = GATES;
    sum = 0;
  }
  __syncthreads();
  while (!take(&gates))
    __nanosleep(20);
  const int others = atomicAdd(&inside[0], 1);
  atomicMax(&inside[1], others);
  atomicAdd(&sum, threadIdx.x);
  atomicSub(&inside[0], 1);
  atomicAdd(&gates, 1ull);
  __syncthreads();
  to[threadIdx.x] = sum;
}

// From the last thread to the first, and some return before others' barrier.
__global__ void in_turns(int *to) {
  __shared__ int turn, product;
  const int i = threadIdx.x;
  if (i == 0) {
    turn = THREADS - 1;
    product = 1;
  }
  __syncthreads();
  while (atomicAdd(&turn, 0) != i)
    __nanosleep(20);
  __threadfence_block();
  product = product * 3 + i;
  to[i] = product;
  __threadfence_block();
  atomicSub(&turn, 1);
  if (i % 3 == 0)
    return;
  __syncthreads();
  to[i] += product;
}

int main() {
  int *inside = nullptr, *to = nullptr, found[2], got[THREADS];
  OK(cudaMalloc((void **)&inside, sizeof(found)));
  OK(cudaMalloc((void **)&to, sizeof(got)));
  OK(cudaMemset(inside, 0, sizeof(found)));
  gated<<<1, THREADS>>>(inside, to);
  OK(cudaMemcpy(got, to, sizeof(got), cudaMemcpyDeviceToHost));
  OK(cudaMemcpy(found, inside, sizeof(found), cudaMemcpyDeviceToHost));
  CHECK(found[0] == 0 && found[1] < GATES);
  for (int i = 0; i < THREADS; ++i)
    CHECK(got[i] == THREADS * (THREADS - 1) / 2);
  in_turns<<<1, THREADS>>>(to);
  OK(cudaMemcpy(got, to, sizeof(got), cudaMemcpyDeviceToHost));
  int wanted[THREADS], product = 1;
  for (int i = THREADS - 1; i >= 0; --i)
    wanted[i] = product = (int)((unsigned)product * 3 + i);
  for (int i = 0; i < THREADS; ++i)
    CHECK((unsigned)got[i] ==
           (unsigned)wanted[i] + (i % 3 ? (unsigned)product : 0));
  std::printf("ok\n");
  OK(cudaFree(inside));
  OK(cudaFree(to));
  return 0;
}

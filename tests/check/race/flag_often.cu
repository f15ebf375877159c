// SPDX-License-Identifier: Apache-2.0
// A group hands numbers to another one by one; the last without a fence. It is
// slow, so that the other mostly waits: a read that finds a flag set must count
// as behind the fence, also when it began before the flag was set.
// With -DTWIN the defect is not there.
#include <cstdio>

enum { TIMES = 2000, PAUSE = 50 };

__global__ void hand_over(int *numbers, int *flags, int *pause, int *sum) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < TIMES; ++i) {
      for (int k = 0; k < PAUSE; ++k)
        atomicAdd(pause, 1);
      numbers[i] = i;
#ifndef TWIN
      if (i < TIMES - 1)
#endif
        __threadfence();
      atomicExch(&flags[i], 1);
    }
  } else {
    for (int i = 0; i < TIMES; ++i) {
      while (!atomicAdd(&flags[i], 0))
        ;
      *sum += numbers[i]; // EXPECT: global-race
    }
  }
}

int main() {
  int *x, sum = 0;
  cudaMalloc(&x, (2 * TIMES + 2) * sizeof(int));
  cudaMemset(x, 0, (2 * TIMES + 2) * sizeof(int));
  hand_over<<<2, 1>>>(x, x + TIMES, x + 2 * TIMES, x + 2 * TIMES + 1);
  cudaMemcpy(&sum, x + 2 * TIMES + 1, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(x);
  return sum != TIMES * (TIMES - 1) / 2;
}

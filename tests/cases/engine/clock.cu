// SPDX-License-Identifier: Apache-2.0
// A thread's clock never goes back, clock() is the lower half of clock64(), and
// what is behind a barrier is later than what was before it. It does not go round
// while a loop waits for it.
// LEVELS: x86-64-v2 x86-64-v3
// OPTIMIZE: 0 2 3
// DEVICES: cpu amdsim
#include "program.h"

enum { BLOCK = 64, BLOCKS = 4, LATE = 1 << 22 };

static __global__ void read(int *bad, float *sink, float x) {
  __shared__ long long before[BLOCK];
  const int t = threadIdx.x;
  int wrong = 0;
  const long long first = clock64();
  const unsigned low = (unsigned)clock();
  const long long second = clock64();
  wrong |= second < first;
  wrong |= (low - (unsigned)first > (unsigned)(second - first)) << 1;
  long long last = second;
  for (int i = 0; i < 50 + t; ++i) {
    x = x * 1.01f + 1.f;
    const long long now = clock64();
    wrong |= (now < last) << 2;
    last = now;
  }
  wrong |= (last == first) << 3;
  before[t] = last;
  __syncthreads();
  const long long behind = clock64();
  for (int i = 0; i < BLOCK; ++i)
    wrong |= (before[i] > behind) << 4;
  while (!t && clock64() - first < LATE)
    continue;
  bad[blockIdx.x * BLOCK + t] = wrong;
  sink[blockIdx.x * BLOCK + t] = x;
}

int main() {
  int *bad, got[BLOCK * BLOCKS];
  float *sink;
  OK(cudaMalloc(&bad, sizeof(got)));
  OK(cudaMalloc(&sink, sizeof(got)));
  read<<<BLOCKS, BLOCK>>>(bad, sink, 1.f);
  OK(cudaMemcpy(got, bad, sizeof(got), cudaMemcpyDeviceToHost));
  for (int wrong : got)
    CHECK(wrong == 0);
  std::puts("ok");
  OK(cudaFree(bad));
  OK(cudaFree(sink));
  return 0;
}

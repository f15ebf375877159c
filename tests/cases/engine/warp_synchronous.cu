// SPDX-License-Identifier: Apache-2.0
// Sums and scans that have no barriers within a warp: shared memory that is
// volatile, and lanes that go in step.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
// DEVICES: cpu
#include "program.h"

enum { BLOCK = 128, COUNT = 1024 };

// What a warp is left with of a sum by halves.
static __device__ void sum_warp(volatile int *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

static __global__ void sum(int *out, const int *in) {
  __shared__ int s[BLOCK];
  const int t = threadIdx.x;
  s[t] = in[blockIdx.x * BLOCK + t];
  __syncthreads();
  for (int k = BLOCK / 2; k > 32; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t < 32)
    sum_warp(s, t);
  if (t == 0)
    out[blockIdx.x] = s[0];
}

// The sums of what is before each lane, in front of which there are zeroes.
static __global__ void scan(int *out, const int *in) {
  __shared__ int all[2 * BLOCK];
  volatile int *s = all;
  const int value = in[blockIdx.x * BLOCK + threadIdx.x];
  int at = 2 * threadIdx.x - (threadIdx.x & 31);
  s[at] = 0;
  at += 32;
  int t = s[at] = value;
  s[at] = t += s[at - 1];
  s[at] = t += s[at - 2];
  s[at] = t += s[at - 4];
  s[at] = t += s[at - 8];
  s[at] = t += s[at - 16];
  out[blockIdx.x * BLOCK + threadIdx.x] = s[at - 1];
}

int main() {
  int host[COUNT], got[COUNT], *in, *out;
  for (int i = 0; i < COUNT; ++i)
    host[i] = (i * 37 + 11) % 101 - 50;
  OK(cudaMalloc(&in, sizeof(host)));
  OK(cudaMalloc(&out, sizeof(host)));
  OK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
  sum<<<COUNT / BLOCK, BLOCK>>>(out, in);
  OK(cudaMemcpy(got, out, COUNT / BLOCK * sizeof(*got),
                cudaMemcpyDeviceToHost));
  for (int b = 0; b < COUNT / BLOCK; ++b) {
    int wanted = 0;
    for (int i = 0; i < BLOCK; ++i)
      wanted += host[b * BLOCK + i];
    CHECK(got[b] == wanted);
  }
  scan<<<COUNT / BLOCK, BLOCK>>>(out, in);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0, wanted = 0; i < COUNT; ++i) {
    wanted = i % 32 ? wanted : 0;
    CHECK(got[i] == wanted);
    wanted += host[i];
  }
  std::puts("ok");
  OK(cudaFree(in));
  OK(cudaFree(out));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A struct that is passed by value is each thread's own where a kernel writes to
// it: what is read there then is not the same for all.
#include "program.h"

enum { COUNT = 64, ENDS = 16, END = 3, STAYS = 5 };

struct passed {
  int ends[ENDS];
};

// Some threads return, the others go on to a barrier.
extern "C" __global__ void returns(passed p, int end, int *out) {
  __shared__ int places[COUNT];
  places[threadIdx.x] = (int)threadIdx.x;
  __syncthreads();
  p.ends[threadIdx.x % ENDS] = STAYS;
  if (p.ends[end] != STAYS)
    return;
  places[threadIdx.x] += COUNT;
  __syncthreads();
  out[threadIdx.x] = places[threadIdx.x / ENDS * ENDS + end];
}

// Each goes round as often as its own number says.
extern "C" __global__ void rounds(passed p, int end, int *out) {
  int sum = 0;
  p.ends[threadIdx.x % ENDS] = (int)threadIdx.x;
  for (int i = 0; i < p.ends[end]; ++i)
    sum += out[i] ^ i;
  __syncthreads();
  out[threadIdx.x] = sum;
}

// Only written: what is written there nobody reads.
extern "C" __global__ void only_written(passed p, int end, int *out) {
  if (out[threadIdx.x] == STAYS)
    p.ends[end] = *(volatile int *)out;
  out[threadIdx.x] = end;
}

int main(void) {
  passed p = {};
  p.ends[END] = 1;
  int *out, found[COUNT] = {};
  OK(cudaMalloc(&out, sizeof(found)));
  OK(cudaMemset(out, 0, sizeof(found)));
  returns<<<1, COUNT>>>(p, END, out);
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i)
    CHECK(found[i] == (i % ENDS == END ? i + COUNT : 0));
  OK(cudaMemset(out, 0, sizeof(found)));
  rounds<<<1, COUNT>>>(p, END, out);
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i) {
    const int n = i % ENDS == END ? i : 1;
    CHECK(found[i] == n * (n - 1) / 2);
  }
  only_written<<<1, COUNT>>>(p, END, out);
  OK(cudaMemcpy(found, out, sizeof(found), cudaMemcpyDeviceToHost));
  CHECK(found[0] == END && found[COUNT - 1] == END);
  OK(cudaFree(out));
  return 0;
}

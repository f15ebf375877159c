// SPDX-License-Identifier: Apache-2.0
// Memory that is written as one type and read as another: nvcc's code may do so,
// as it tells nothing apart by types. CUB shuffles structs as words.
#include "program.h"

struct summary {
  int least;
  double middle;
  long long sum;
};

__global__ void two_views(int *number, float *same, long long *wide, int *out) {
  *number = 1;
  *same = 2.0f;
  out[0] = *number;
  *wide = 0x500000004ll;
  out[1] = *number;
  *same = 0.0f;
  out[2] = (int)*wide;
}

static __device__ __forceinline__ summary from_lane(summary of, int by) {
  summary result;
  unsigned *to = (unsigned *)&result, *from = (unsigned *)&of;
#pragma unroll
  for (unsigned i = 0; i < sizeof(summary) / sizeof(unsigned); ++i)
    to[i] = __shfl_down_sync(~0u, from[i], by);
  return result;
}

static __device__ __forceinline__ summary join(summary a, summary b) {
  return {a.least < b.least ? a.least : b.least, a.middle + b.middle,
          a.sum + b.sum};
}

__global__ void summarise(const summary *in, summary *out) {
  summary mine = in[threadIdx.x];
#pragma unroll
  for (int by = 1; by < 32; by *= 2) {
    const summary other = from_lane(mine, by);
    if (threadIdx.x + by < 32)
      mine = join(mine, other);
  }
  if (threadIdx.x == 0)
    *out = mine;
}

// A number is made of words, and read whole.
__global__ void halves(const unsigned *in, long long *out) {
  long long local;
  unsigned *words = (unsigned *)&local;
  words[0] = in[0];
  words[1] = in[1];
  const long long copy = local;
  words[1] += 1;
  out[0] = copy;
  out[1] = local;
}

int main(void) {
  static const int wanted[] = {0x40000000, 4, 0};
  int *memory, found[6];
  OK(cudaMalloc(&memory, sizeof(found)));
  two_views<<<1, 1>>>(memory, (float *)memory, (long long *)memory, memory + 2);
  OK(cudaMemcpy(found, memory, 5 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < 3; ++i)
    CHECK(found[2 + i] == wanted[i]);

  summary host[32], total, *there;
  for (int i = 0; i < 32; ++i)
    host[i] = {100 - i, i * 0.5, 5 + ((long long)i << 32)};
  OK(cudaMalloc(&there, sizeof(host) + sizeof(total)));
  OK(cudaMemcpy(there, host, sizeof(host), cudaMemcpyHostToDevice));
  summarise<<<1, 32>>>(there, there + 32);
  OK(cudaMemcpy(&total, there + 32, sizeof(total), cudaMemcpyDeviceToHost));
  CHECK(total.least == 69);
  CHECK(total.middle == 248);
  CHECK(total.sum == 160 + (496ll << 32));

  const unsigned words[] = {7, 9};
  long long whole[2];
  OK(cudaMemcpy(memory, words, sizeof(words), cudaMemcpyHostToDevice));
  halves<<<1, 1>>>((unsigned *)memory, (long long *)(memory + 2));
  OK(cudaMemcpy(whole, memory + 2, sizeof(whole), cudaMemcpyDeviceToHost));
  CHECK(whole[0] == 7 + (9ll << 32));
  CHECK(whole[1] == 7 + (10ll << 32));
  OK(cudaFree(there));
  OK(cudaFree(memory));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// malloc, free, new and delete in kernels; memory goes on between kernels.
#include <hip/hip_runtime.h>

#include <new>

#include "program.h"

struct Item {
  int value;
  Item *next;
  __device__ Item(int v, Item *n) : value(v), next(n) {}
};

__global__ void build(Item **lists, int length) {
  const int self = blockIdx.x * blockDim.x + threadIdx.x;
  Item *list = nullptr;
  for (int i = 0; i < length; ++i) {
    void *p = malloc(sizeof(Item));
    list = p ? new (p) Item(self + i, list) : nullptr;
  }
  lists[self] = list;
}
__global__ void sum(Item **lists, int *sums) {
  const int self = blockIdx.x * blockDim.x + threadIdx.x;
  int total = 0;
  for (Item *i = lists[self]; i;) {
    Item *const next = i->next;
    total += i->value;
    free(i);
    i = next;
  }
  sums[self] = total;
}
__global__ void temporary(int *out) {
  int *p = (int *)malloc(100 * sizeof(int));
  for (int i = 0; i < 100; ++i)
    p[i] = i * (int)threadIdx.x;
  out[threadIdx.x] = p[99];
  free(p);
  free(nullptr);
  int *one = new int((int)threadIdx.x), *list = new int[4];
  list[3] = *one;
  out[threadIdx.x] += list[3];
  delete one;
  delete[] list;
}

int main() {
  enum { N = 256, LENGTH = 20 };
  Item **lists;
  int *sums, h[N];
  size_t size = 0;
  OK(hipDeviceGetLimit(&size, hipLimitMallocHeapSize));
  CHECK(size > 0);
  OK(hipMalloc(&lists, N * sizeof(*lists)));
  OK(hipMalloc(&sums, sizeof(h)));
  for (int round = 0; round < 5; ++round) {
    build<<<4, 64>>>(lists, LENGTH);
    sum<<<4, 64>>>(lists, sums);
    OK(hipMemcpy(h, sums, sizeof(h), hipMemcpyDeviceToHost));
    for (int i = 0; i < N; ++i)
      CHECK(h[i] == i * LENGTH + LENGTH * (LENGTH - 1) / 2);
  }
  for (int i = 0; i < 20; ++i)
    temporary<<<1, 64>>>(sums);
  OK(hipMemcpy(h, sums, 64 * sizeof(int), hipMemcpyDeviceToHost));
  CHECK(h[63] == 100 * 63);
  OK(hipFree(lists));
  OK(hipFree(sums));
  return done();
}

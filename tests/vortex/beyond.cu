// SPDX-License-Identifier: Apache-2.0
// Kernels of which block 2 goes beyond its shared memory, for beyond.py.
// usage: beyond KERNEL FROM COUNT, in elements
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum { ITEMS = 64, BLOCKS = 4, BAD = 2 };
extern __shared__ int dynamic[];

struct range {
  int from, count;
};

// Where there is nothing of the block's, in the middle of a loop.
static __device__ int wander(volatile int *s, range r, bool reads) {
  int sum = 0;
  for (int i = r.from + threadIdx.x; i < r.from + r.count; i += blockDim.x)
    if (reads)
      sum += s[i];
    else
      s[i] = i;
  return sum;
}

static __global__ void alone(int *to, range r) {
  dynamic[threadIdx.x] = threadIdx.x;
  if (blockIdx.x == BAD)
    wander(dynamic, r, false);
  to[blockIdx.x * ITEMS + threadIdx.x] = dynamic[threadIdx.x];
}

static __global__ void barrier(int *to, range r) {
  int sum = 0;
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == BAD)
    sum = wander(dynamic, r, true);
  to[blockIdx.x * ITEMS + threadIdx.x] = sum + dynamic[ITEMS - 1 - threadIdx.x];
}

static __global__ void fixed(int *to, range r) {
  __shared__ int s[ITEMS];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == BAD)
    wander(s, r, false);
  __syncthreads();
  to[blockIdx.x * ITEMS + threadIdx.x] = s[ITEMS - 1 - threadIdx.x];
}

// Both, of which the static part comes first.
static __global__ void both(int *to, range r) {
  __shared__ int s[ITEMS];
  s[threadIdx.x] = threadIdx.x;
  dynamic[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  if (blockIdx.x == BAD)
    wander(dynamic, r, false);
  to[blockIdx.x * ITEMS + threadIdx.x] =
      s[ITEMS - 1 - threadIdx.x] + dynamic[threadIdx.x];
}

// A barrier that not all paths meet at the same place.
static __global__ void parted(int *to, range r) {
  dynamic[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < 3; ++i)
    if ((threadIdx.x + i) % 2)
      __syncthreads();
    else
      __syncthreads();
  if (blockIdx.x == BAD)
    wander(dynamic, r, false);
  __syncthreads();
  to[blockIdx.x * ITEMS + threadIdx.x] = dynamic[ITEMS - 1 - threadIdx.x];
}

static __global__ void atomic(int *to, range r) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (blockIdx.x == BAD)
    atomicAdd(&dynamic[r.from + r.count - 1 - threadIdx.x % r.count], 1);
  to[blockIdx.x * ITEMS + threadIdx.x] = dynamic[ITEMS - 1 - threadIdx.x];
}

static __global__ void grid(int *to, range r) {
  cooperative_groups::this_grid().sync();
  dynamic[threadIdx.x] = threadIdx.x;
  if (blockIdx.x == BLOCKS - 1)
    wander(dynamic, r, false);
  cooperative_groups::this_grid().sync();
  to[blockIdx.x * ITEMS + threadIdx.x] = dynamic[ITEMS - 1 - threadIdx.x];
}

// What is right after something went wrong elsewhere, or goes to its very end.
static __global__ void whole(int *to, range r) {
  for (int i = threadIdx.x; i < r.count; i += blockDim.x)
    dynamic[i] = i;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < r.count; ++i)
    sum += dynamic[i];
  to[blockIdx.x * ITEMS + threadIdx.x] = sum - r.count * (r.count - 1) / 2;
}

static const struct {
  const char *name;
  void (*kernel)(int *, range);
  size_t shared;
} kernels[] = {{"alone", alone, ITEMS * 4},   {"barrier", barrier, ITEMS * 4},
               {"fixed", fixed, 0},           {"both", both, ITEMS * 4},
               {"parted", parted, ITEMS * 4}, {"atomic", atomic, ITEMS * 4},
               {"grid", grid, ITEMS * 4},     {"whole", whole, 0}};

int main(int, char **arguments) {
  int *to;
  range r = {atoi(arguments[2]), atoi(arguments[3])};
  void *args[] = {&to, &r};
  int sums[BLOCKS * ITEMS] = {0};
  if (cudaMalloc(&to, sizeof(sums)))
    return 1;
  for (const auto &k : kernels) {
    const size_t shared = k.kernel == whole ? r.count * 4 : k.shared;
    if (strcmp(arguments[1], k.name))
      continue;
    if (k.kernel == grid)
      cudaLaunchCooperativeKernel((const void *)k.kernel, BLOCKS, ITEMS, args,
                                  shared, nullptr);
    else
      cudaLaunchKernel((const void *)k.kernel, BLOCKS, ITEMS, args, shared,
                       nullptr);
  }
  const int result = cudaDeviceSynchronize();
  (void)cudaMemcpy(sums, to, sizeof(sums), cudaMemcpyDeviceToHost);
  int sum = 0;
  for (int one : sums)
    sum += one;
  printf("result %d, sum %d\n", result, sum);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Calls that leave out what HIP's headers give a default.
#include "program.h"

static __device__ int symbol;

static __global__ void add_one(int *p) { *p = symbol + 1; }

static void copy_symbols() {
  int value = 41, back = 0;
  OK(hipMemcpyToSymbolAsync(HIP_SYMBOL(symbol), &value, sizeof(value), 0,
                            hipMemcpyHostToDevice));
  OK(hipMemcpyFromSymbolAsync(&back, HIP_SYMBOL(symbol), sizeof(back), 0,
                              hipMemcpyDeviceToHost));
  OK(hipDeviceSynchronize());
  CHECK(back == 41);
}

static void launch_many() {
  int *p, back = 0;
  OK(hipMalloc(&p, sizeof(*p)));
  void *arguments[] = {&p};
  hipLaunchParams launch = {};
  launch.func = (void *)add_one;
  launch.gridDim = dim3(1);
  launch.blockDim = dim3(1);
  launch.args = arguments;
  OK(hipStreamCreate(&launch.stream));
  OK(hipExtLaunchMultiKernelMultiDevice(&launch, 1));
  OK(hipStreamSynchronize(launch.stream));
  OK(hipMemcpy(&back, p, sizeof(back), hipMemcpyDefault));
  CHECK(back == 42);
  OK(hipLaunchCooperativeKernelMultiDevice(&launch, 1));
  OK(hipStreamDestroy(launch.stream));
  OK(hipFree(p));
}

static void allocate_from_a_pool() {
  hipMemPool_t pool;
  int *p;
  OK(hipDeviceGetDefaultMemPool(&pool, 0));
  OK(hipMallocAsync(&p, sizeof(*p), pool, 0));
  OK(hipFreeAsync(p, 0));
  OK(hipStreamSynchronize(0));
}

int main() {
  int blocks = 0;
  copy_symbols();
  launch_many();
  allocate_from_a_pool();
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, add_one, 64,
                                                           0));
  CHECK(blocks > 0 && hipCreateChannelDescHalf2().y == 16);
  return 0;
}

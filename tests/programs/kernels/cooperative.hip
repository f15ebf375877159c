// SPDX-License-Identifier: Apache-2.0
// Cooperative launches: all blocks are there at a time and wait for each other.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "program.h"

namespace cg = cooperative_groups;

// Each step uses what all blocks wrote in the step before.
__global__ void rotate(int *a, int *b, int n, int steps) {
  const cg::grid_group grid = cg::this_grid();
  const int self = (int)grid.thread_rank();
  for (int i = 0; i < steps; ++i) {
    if (self < n)
      b[self] = a[(self + 1) % n] + 1;
    grid.sync();
    int *const t = a;
    a = b;
    b = t;
  }
}

int main() {
  int has = 0, per = 0, units = 0;
  OK(hipDeviceGetAttribute(&has, hipDeviceAttributeCooperativeLaunch, 0));
  if (!has) {
    std::puts("the device has no cooperative launch");
    return 77;
  }
  OK(hipDeviceGetAttribute(&units, hipDeviceAttributeMultiprocessorCount, 0));
  OK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&per, rotate, 64, 0));
  CHECK(per >= 1 && units >= 1);
  const int blocks = per * units < 16 ? per * units : 16;
  int n = blocks * 64, steps = 40;
  std::vector<int> h(n);
  for (int i = 0; i < n; ++i)
    h[i] = i * 1000;
  int *a, *b;
  OK(hipMalloc(&a, n * sizeof(int)));
  OK(hipMalloc(&b, n * sizeof(int)));
  OK(hipMemcpy(a, h.data(), n * sizeof(int), hipMemcpyHostToDevice));
  void *args[] = {&a, &b, &n, &steps};
  hipStream_t s;
  OK(hipStreamCreate(&s));
  OK(hipLaunchCooperativeKernel(rotate, dim3(blocks), dim3(64), args, 0, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h.data(), a, n * sizeof(int), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i)
    CHECK(h[i] == (i + steps) % n * 1000 + steps);

  // More blocks than fit at a time.
  const unsigned too_many = (unsigned)(per * units) + 1;
  FAILS(
      hipLaunchCooperativeKernel(rotate, dim3(too_many), dim3(64), args, 0, s),
      hipErrorCooperativeLaunchTooLarge);
  (void)hipGetLastError();
  hipLaunchConfig_t config = {};
  hipLaunchAttribute attribute = {};
  attribute.id = hipLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(64);
  config.stream = s;
  config.attrs = &attribute;
  config.numAttrs = 1;
  OK(hipLaunchKernelExC(&config, (const void *)rotate, args));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h.data(), a, n * sizeof(int), hipMemcpyDeviceToHost));
  CHECK(h[0] == 2 * steps % n * 1000 + 2 * steps);

  // In a graph.
  hipGraph_t graph;
  hipGraphExec_t exec;
  OK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  OK(hipLaunchCooperativeKernel(rotate, dim3(blocks), dim3(64), args, 0, s));
  OK(hipStreamEndCapture(s, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, s));
  OK(hipStreamSynchronize(s));
  OK(hipMemcpy(h.data(), a, n * sizeof(int), hipMemcpyDeviceToHost));
  CHECK(h[0] == 3 * steps % n * 1000 + 3 * steps);
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(s));
  OK(hipFree(a));
  OK(hipFree(b));
  return done();
}

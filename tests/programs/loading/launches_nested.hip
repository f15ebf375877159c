// SPDX-License-Identifier: Apache-2.0
// Kernels launched while the arguments of another launch are worked out: each
// keeps its own configuration.
#include <hip/hip_runtime.h>

#include "program.h"

// What clang calls behind the arguments.
extern "C" hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block,
                                                size_t *shared,
                                                hipStream_t *stream);

enum { DEPTH = 12, COUNT_MAX = 16 };

static int *seen; // of each depth: grid, block, dynamic shared memory, argument

__global__ void note(int *to, int value) {
  extern __shared__ int shared[];
  if (blockIdx.x || threadIdx.x)
    return;
  shared[0] = value;
  to[0] = (int)gridDim.x;
  to[1] = (int)blockDim.x;
  to[2] = shared[0];
}

static int launch(int depth) {
  if (depth < DEPTH)
    note<<<depth + 1, 2 * depth + 1, 64>>>(seen + 3 * depth, launch(depth + 1));
  OK(hipGetLastError());
  return 100 + depth;
}

static void test_nested() {
  int h[3 * DEPTH];
  OK(hipMalloc(&seen, sizeof(h)));
  launch(0);
  OK(hipMemcpy(h, seen, sizeof(h), hipMemcpyDeviceToHost));
  for (int i = 0; i < DEPTH; ++i)
    CHECK(h[3 * i] == i + 1 && h[3 * i + 1] == 2 * i + 1 &&
          h[3 * i + 2] == 101 + i);
  OK(hipFree(seen));
}

static void test_limit() {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
  for (unsigned i = 0; i < COUNT_MAX; ++i)
    OK((hipError_t)__hipPushCallConfiguration(dim3(i + 1, 2, 3), dim3(4, i + 5),
                                              i));
  FAILS((hipError_t)__hipPushCallConfiguration(dim3(1), dim3(1)),
        hipErrorInvalidConfiguration);
  for (unsigned i = COUNT_MAX; i-- > 0;) {
    OK(__hipPopCallConfiguration(&grid, &block, &shared, &stream));
    CHECK(grid.x == i + 1 && grid.y == 2 && grid.z == 3);
    CHECK(block.x == 4 && block.y == i + 5 && block.z == 1 && shared == i);
  }
  FAILS(__hipPopCallConfiguration(&grid, &block, &shared, &stream),
        hipErrorMissingConfiguration);
}

int main() {
  test_nested();
  test_limit();
  return done();
}

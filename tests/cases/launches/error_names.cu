// SPDX-License-Identifier: Apache-2.0
// What macros around launches in kernels ask: the name and the text of an
// error.
// DEVICES: cpu
// OUTPUT: cudaErrorInvalidConfiguration: invalid configuration argument
// OUTPUT: cudaSuccess: no error
// OUTPUT: unrecognized error code: unrecognized error code
#include "program.h"

#define LOOK(call)                                                             \
  do {                                                                         \
    cudaError_t found = (call);                                                \
    const char *text = cudaGetErrorString(found);                              \
    printf("%s: %s\n", cudaGetErrorName(found), text);                         \
  } while (0)

static __global__ void child(int *p) { *p = 1; }

static __global__ void parent(int *p, int threads) {
  child<<<1, threads>>>(p);
  LOOK(cudaGetLastError());
  child<<<1, 1>>>(p);
  LOOK(cudaGetLastError());
  LOOK((cudaError_t)12345);
}

int main() {
  int *p, got = 0;
  OK(cudaMalloc(&p, 4));
  parent<<<1, 1>>>(p, 4096);
  OK(cudaMemcpy(&got, p, 4, cudaMemcpyDeviceToHost));
  CHECK(got == 1);
  OK(cudaFree(p));
  return 0;
}

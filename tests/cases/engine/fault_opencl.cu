// SPDX-License-Identifier: Apache-2.0
// A kernel that ends the process, where OpenCL's device is its processors: the
// report says which kernels there were.
// DEVICES: opencl
// ARGS: far
// ARGS: null
// ERRORS: quern: SIG
// ERRORS: that were launched, the newest first: 'wander_
// ERRORS: , 'before(int*)'
#include "program.h"

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

__global__ void before(int *p) { p[threadIdx.x] = threadIdx.x; }

__global__ void wander_far(int *p, long long far) { p[far] = threadIdx.x; }

__global__ void wander_null(int *p, int *other) {
  if (threadIdx.x == 17)
    *other = p[0];
}

static int wander(bool is_null) {
  int *p, first;
  OK(cudaMalloc(&p, 4096));
  before<<<1, 64>>>(p);
  OK(cudaMemcpy(&first, p, sizeof(first), cudaMemcpyDeviceToHost));
  if (is_null)
    wander_null<<<4, 64>>>(p, nullptr);
  else
    wander_far<<<4, 64>>>(p, 1ll << 60);
  return cudaDeviceSynchronize() == cudaSuccess;
}

int main(int, char **arguments) {
  const pid_t child = fork();
  int status;
  if (child == 0)
    _exit(wander(strcmp(arguments[1], "null") == 0));
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  return 0;
}

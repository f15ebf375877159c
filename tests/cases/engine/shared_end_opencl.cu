// SPDX-License-Identifier: Apache-2.0
// A kernel that goes beyond its shared memory, where OpenCL's driver has that on
// stacks of the process: whose end says which kernels it had.
// DEVICES: opencl
// ARGS: dynamic
// ARGS: static
// ERRORS: quern: SIG
// ERRORS: that were launched, the newest first: 'wander_
// ERRORS: , 'before(int*)'
#include "program.h"

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

extern __shared__ int dynamic[];

__global__ void before(int *p) { p[threadIdx.x] = threadIdx.x; }

// Goes up until there is nothing more, as loops with a wrong bound do.
static __device__ void fill(volatile int *s, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    s[i] = i;
}

__global__ void wander_dynamic(int *p, int count) {
  fill(dynamic, count);
  __syncthreads();
  p[threadIdx.x] = dynamic[63 - threadIdx.x];
}

__global__ void wander_static(int *p, int count) {
  __shared__ int s[64];
  fill(s, count);
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}

static int wander(bool is_static) {
  int *p, first;
  OK(cudaMalloc(&p, 4096));
  before<<<1, 64>>>(p);
  OK(cudaMemcpy(&first, p, sizeof(first), cudaMemcpyDeviceToHost));
  if (is_static)
    wander_static<<<4, 64>>>(p, 1 << 24);
  else
    wander_dynamic<<<4, 64, 256>>>(p, 1 << 24);
  return cudaDeviceSynchronize() == cudaSuccess;
}

int main(int, char **arguments) {
  const pid_t child = fork();
  int status;
  if (child == 0)
    _exit(wander(strcmp(arguments[1], "static") == 0));
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A kernel that goes beyond its shared memory faults there, and the report says
// by how much, however the kernel runs. What stood beside shared memory once
// was the runtime's.
// DEVICES: cpu
// ARGS: loop
// ARGS: barrier
// ARGS: fiber
// ARGS: cooperative
// ARGS: static
// ARGS: far
// ERRORS: quern: SIGSEGV at address 0x
// ERRORS: in kernel 'wander_
// ERRORS: bytes beyond the block's shared memory of 256 bytes,
// ERRORS: of which the launch gave
#include "program.h"

#include <cooperative_groups.h>
#include <csignal>
#include <cstring>
#include <unistd.h>

extern __shared__ int dynamic[];

// Goes up until there is nothing more, as loops with a wrong bound do.
static __device__ void fill(int *s, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    *(volatile int *)(s + i) = i;
}

static __global__ void wander_loop(int *p, int count) {
  fill(dynamic, count);
  p[blockIdx.x] = dynamic[threadIdx.x];
}

static __global__ void wander_barrier(int *p, int count) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = dynamic[63 - threadIdx.x];
  fill(dynamic, count);
  __syncthreads();
  p[threadIdx.x] += dynamic[63 - threadIdx.x];
}

// A barrier that not all paths meet at the same place.
static __global__ void wander_fiber(int *p, int count) {
  for (int i = 0; i < 3; ++i)
    if ((threadIdx.x + i) % 2)
      __syncthreads();
    else
      __syncthreads();
  fill(dynamic, count);
  __syncthreads();
  p[threadIdx.x] = dynamic[63 - threadIdx.x];
}

static __global__ void wander_cooperative(int *p, int count) {
  cooperative_groups::this_grid().sync();
  fill(dynamic, count);
  cooperative_groups::this_grid().sync();
  p[threadIdx.x] = dynamic[63 - threadIdx.x];
}

static __global__ void wander_static(int *p, int count) {
  __shared__ int s[64];
  fill(s, count);
  __syncthreads();
  p[threadIdx.x] = s[63 - threadIdx.x];
}

// As far as the largest launch has.
static __global__ void wander_far(int *p, int count) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = dynamic[63 - threadIdx.x] + dynamic[50000 + count % 2];
}

// The program's own way to go on.
static void on_fault(int) { _exit(0); }

int main(int, char **arguments) {
  const char *how = arguments[1];
  void (*kernel)(int *, int) = !strcmp(how, "loop")      ? wander_loop
                               : !strcmp(how, "barrier") ? wander_barrier
                               : !strcmp(how, "fiber")   ? wander_fiber
                               : !strcmp(how, "static")  ? wander_static
                               : !strcmp(how, "far")     ? wander_far
                                                         : wander_cooperative;
  int *p, count = 1 << 16;
  void *args[] = {&p, &count};
  const size_t shared = kernel == wander_static ? 0 : 256;
  std::signal(SIGSEGV, on_fault);
  OK(cudaMalloc(&p, 4096));
  if (kernel == wander_cooperative)
    OK(cudaLaunchCooperativeKernel((const void *)kernel, 4, 64, args, shared,
                                   nullptr));
  else
    kernel<<<4, 64, shared>>>(p, count);
  (void)cudaDeviceSynchronize();
  return 1;
}

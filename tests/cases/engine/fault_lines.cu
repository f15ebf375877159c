// SPDX-License-Identifier: Apache-2.0
// With line tables a fault names the line, and where it was inlined, however
// the kernel runs.
// DEVICES: cpu
// FLAGS: -lineinfo
// ARGS: packet
// ARGS: barrier
// ARGS: fiber
// ARGS: cooperative
// ERRORS: quern: SIGSEGV at address 0x
// ERRORS: fault_lines.cu:22:9, in put<int>
// ERRORS:   inlined at
// ERRORS: fault_lines.cu:28:5, in reach
// ERRORS: 3, in wander_
#include "program.h"

#include <cooperative_groups.h>
#include <csignal>
#include <unistd.h>

template <typename T> static __device__ void put(T *p, long at) {
  p[at] = 2;
}

static __device__ void reach(int *p, long far, bool now) {
  atomicAdd(p + blockIdx.x, 1); // no store that could be one with the other
  if (now)
    put(p, far);
}

static __global__ void wander_packet(int *p, long far) {
  reach(p, far, blockIdx.x == 50 && threadIdx.x >= 17);
}

static __global__ void wander_barrier(int *p, long far) {
  __shared__ int s[64];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  reach(p, far, s[31 - threadIdx.x] == 50 && threadIdx.x == 17);
}

// A barrier that not all paths meet at the same place.
static __global__ void wander_fiber(int *p, long far) {
  for (int i = 0; i < 3; ++i)
    if ((threadIdx.x + i) % 2)
      __syncthreads();
    else
      __syncthreads();
  reach(p, far, blockIdx.x == 50 && threadIdx.x == 17);
}

// Its blocks cannot run one by one, so the thread is not known.
static __global__ void wander_cooperative(int *p, long far) {
  cooperative_groups::this_grid().sync();
  reach(p, far, blockIdx.x == 3 && threadIdx.x == 17);
}

// The program's own way to go on.
static void on_fault(int) { _exit(0); }

int main(int, char **arguments) {
  int *p;
  long far = 1l << 40;
  std::signal(SIGSEGV, on_fault);
  OK(cudaMalloc(&p, 4096));
  void *given[] = {&p, &far};
  switch (arguments[1][0]) {
  case 'p':
    wander_packet<<<100, 32>>>(p, far);
    break;
  case 'b':
    wander_barrier<<<100, 32>>>(p, far);
    break;
  case 'f':
    wander_fiber<<<100, 32>>>(p, far);
    break;
  default:
    OK(cudaLaunchCooperativeKernel(wander_cooperative, 4, 32, given, 0, 0));
  }
  (void)cudaDeviceSynchronize();
  return 1;
}

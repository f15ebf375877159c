// SPDX-License-Identifier: Apache-2.0
// A fault in a kernel, on any thread, names the kernel, the block and the thread
// before the program's own handler is called.
// DEVICES: cpu
// ARGS: packet
// ARGS: barrier
// ERRORS: quern: SIGSEGV at address 0x
// ERRORS: in kernel 'wander_
// ERRORS: quern: in block (50,0,0), thread (17,1,0), of blocks of (32,2,1)
#include "program.h"

#include <csignal>
#include <unistd.h>

static __global__ void wander_packet(int *p, long far) {
  if (blockIdx.x == 50 && threadIdx.x >= 17 && threadIdx.y == 1)
    p[far] = 1;
  p[blockIdx.x] = 1;
}

static __global__ void wander_barrier(int *p, long far) {
  __shared__ int s[64];
  s[threadIdx.x] = blockIdx.x;
  __syncthreads();
  if (s[31 - threadIdx.x] == 50 && threadIdx.x == 17 && threadIdx.y == 1)
    p[far] = 1;
}

// The program's own way to go on.
static void on_fault(int) { _exit(0); }

int main(int, char **arguments) {
  int *p;
  std::signal(SIGSEGV, on_fault);
  OK(cudaMalloc(&p, 4096));
  if (arguments[1][0] == 'p')
    wander_packet<<<100, dim3(32, 2)>>>(p, 1l << 40);
  else
    wander_barrier<<<100, dim3(32, 2)>>>(p, 1l << 40);
  (void)cudaDeviceSynchronize();
  return 1;
}

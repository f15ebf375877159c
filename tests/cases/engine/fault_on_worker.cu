// SPDX-License-Identifier: Apache-2.0
// A fault in a kernel, on any thread, names the kernel, the block and the thread
// before the program's own handler is called. Also where the kernel has overwritten
// the thread's stack up to its end.
// DEVICES: cpu
// ARGS: packet
// ARGS: barrier
// ARGS: own
// ERRORS: quern: SIGSEGV at address 0x
// ERRORS: in kernel 'wander_
// ERRORS: quern: in block (50,0,0), thread (17,1,0), of blocks of (32,2,1)
#include "program.h"

#include <csignal>
#include <cstdlib>
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

// Beyond a thread's own array, as loops with a wrong bound go.
static __global__ void wander_own(int *p, int count) {
  volatile int own[16];
  if (blockIdx.x == 50 && threadIdx.x == 17 && threadIdx.y == 1)
    for (int i = 0; i < count; ++i)
      own[i] = i;
  p[blockIdx.x] = own[threadIdx.x % 16];
}

// The program's own way to go on.
static void on_fault(int) { _exit(0); }

int main(int, char **arguments) {
  int *p;
  std::signal(SIGSEGV, on_fault);
  // Alone: what others do with what is overwritten is anybody's guess.
  if (arguments[1][0] == 'o')
    setenv("QUERN_CPU_THREADS", "1", 1);
  OK(cudaMalloc(&p, 4096));
  if (arguments[1][0] == 'o')
    wander_own<<<100, dim3(32, 2)>>>(p, 1 << 24);
  else if (arguments[1][0] == 'p')
    wander_packet<<<100, dim3(32, 2)>>>(p, 1l << 40);
  else
    wander_barrier<<<100, dim3(32, 2)>>>(p, 1l << 40);
  (void)cudaDeviceSynchronize();
  return 1;
}

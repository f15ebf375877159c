// SPDX-License-Identifier: Apache-2.0
// Without line tables a fault says how to get its line.
// DEVICES: cpu
// ERRORS: quern: compile with -lineinfo, and the source line is shown here
#include "program.h"

#include <csignal>
#include <unistd.h>

static __global__ void wander(int *p, long far) { p[far] = 1; }

static void on_fault(int) { _exit(0); }

int main() {
  int *p;
  std::signal(SIGSEGV, on_fault);
  OK(cudaMalloc(&p, 4096));
  wander<<<1, 1>>>(p, 1l << 40);
  (void)cudaDeviceSynchronize();
  return 1;
}

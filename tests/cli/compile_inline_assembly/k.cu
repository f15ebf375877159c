// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void k(int *p) {
  int x;
  asm("mov.u32 %0, %%laneid;" : "=r"(x));
  *p = x;
}

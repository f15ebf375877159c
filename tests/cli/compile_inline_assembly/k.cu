// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void k(int *p) {
  int x;
  asm("bar.arrive 1, 64;" : "=r"(x));
  *p = x;
}

// SPDX-License-Identifier: Apache-2.0
extern "C" __global__ void k(int *p) { *p = 1; }

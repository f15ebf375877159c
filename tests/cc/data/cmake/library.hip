// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>
__global__ void k(int *p) { *p += 1; }
void launch(int *p) { k<<<1, 1>>>(p); }

// SPDX-License-Identifier: Apache-2.0
#include <thrust/not_there.h>
extern "C" __global__ void k(int *p) { *p = 1; }

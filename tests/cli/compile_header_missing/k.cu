// SPDX-License-Identifier: Apache-2.0
#include "nothere.h"
extern "C" __global__ void k(int *p) { *p = 1; }

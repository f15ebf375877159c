// SPDX-License-Identifier: Apache-2.0
#include <hip/hip_runtime.h>

__device__ int deeper(int x) { return x; }

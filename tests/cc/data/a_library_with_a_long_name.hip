// SPDX-License-Identifier: Apache-2.0
// Device code alone: the host's linker has no reason to take it.
#include <hip/hip_runtime.h>

__device__ int deeper(int x);
__device__ int twice(int x) { return 2 * deeper(x); }

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cuda_runtime.h>

__device__ inline unsigned global_index() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

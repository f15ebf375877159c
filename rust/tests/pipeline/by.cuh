// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cuda_runtime.h>

__device__ inline float by(float x) { return BY * x; }

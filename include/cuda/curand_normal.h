// SPDX-License-Identifier: Apache-2.0
#ifndef QUERN_CUDA_CURAND_NORMAL_H
#define QUERN_CUDA_CURAND_NORMAL_H

#include "curand_kernel.h"

#endif // QUERN_CUDA_CURAND_NORMAL_H

// SPDX-License-Identifier: Apache-2.0
// The driver's functions.
#include "hip/calls/calls.h"

#include "cuda/cuda.h"
#include "cuda/generated_cuda_meta.h"

#define API QN_OBSERVED_DRIVER
#define STATUS CUresult
#include "hip/calls/driver.inc"

// SPDX-License-Identifier: Apache-2.0
// The runtime's functions.
#include "hip/calls/calls.h"

#include "cuda/cuda_runtime_api.h"
#include "cuda/generated_cuda_runtime_api_meta.h"
#include "cuda/generated_cudart_removed_meta.h"

#define API QN_OBSERVED_RUNTIME
#define STATUS cudaError_t
#include "hip/calls/runtime.inc"

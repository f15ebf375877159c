// SPDX-License-Identifier: Apache-2.0
// Functions whose default stream is the calling thread's own; made of the plain
// ones by tools/gen_cuda.py.
#include "hip/cuda/cuda.h"

#define OWN_STREAM(type, call)                                                 \
  qn_stream_default_own(true);                                                 \
  const type error = call;                                                     \
  qn_stream_default_own(false);                                                \
  return error;

#include "hip/cuda/spt.inc"

// Declared by CUDA's headers under the plain names, when a program asks for it.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "hip/cuda/cuda_spt.inc"

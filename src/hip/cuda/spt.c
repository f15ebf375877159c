// SPDX-License-Identifier: Apache-2.0
// Functions whose default stream is the calling thread's own (per-thread
// default stream); tools/gen_cuda.py generates them around the plain ones.
#include "hip/cuda/cuda.h"

#define OWN_STREAM(type, call)                                                 \
  qn_stream_default_own(true);                                                 \
  const type error = call;                                                     \
  qn_stream_default_own(false);                                                \
  return error;

#include "hip/cuda/spt.inc"

// CUDA's headers declare these under the plain names, if a program asks for it.
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#include "hip/cuda/cuda_spt.inc"

// The names that NVIDIA's headers make of them.
#include "hip/cuda/cuda_ptsz.inc"

// SPDX-License-Identifier: Apache-2.0
// What the files of CUDA's API share. It is HIP's API with other names, numbers
// and a few other structs; tools/gen_cuda.py generates most of it.
#ifndef QN_HIP_CUDA_CUDA_H
#define QN_HIP_CUDA_CUDA_H

#include "hip/cuda/cuda.inc" // before what declares them

#include "cuda/cuda_runtime_api.h"
#include "hip/core/api.h"

// HIP's number as CUDA's.
cudaError_t qn_cuda_error(hipError_t error);
// Returns from a function of the runtime.
#define NEED(pointer)                                                          \
  do {                                                                         \
    if (!(pointer))                                                            \
      return qn_cuda_error(qn_hip(qn_refuse(                                   \
          QN_R_INVALID_VALUE, "%s: an argument is null", __func__)));          \
  } while (0)
// CUDA's number of a device attribute as HIP's; -1 when HIP has none.
int qn_cuda_attribute(int attribute);

// Edges of graphs, of both APIs. All have the default type: of others those are
// taken that only let a kernel begin before the one it follows has ended.
qn_result qn_edges_check(const cudaGraphEdgeData *data, size_t count);
// Writes *count edges' data, if `data` is not NULL.
void qn_edges_clear(cudaGraphEdgeData *data, const size_t *count);

// A struct of one API as the same struct of the other; their layouts are equal
// (runtime.c asserts the sizes).
#define AS(type, value)                                                        \
  (((union {                                                                   \
     __typeof__(value) from;                                                   \
     type to;                                                                  \
   }){.from = (value)})                                                        \
       .to)

#endif // QN_HIP_CUDA_CUDA_H

// SPDX-License-Identifier: Apache-2.0
// What cuBLASLt does with a product before it is stored: scales, a bias, an
// activation or its gradient, and sums for the gradient of a bias.
#ifndef QN_LIBS_BLAS_EPILOGUE_H
#define QN_LIBS_BLAS_EPILOGUE_H

#include "libs/blas/gemm.h"
#include "libs/blas/kernel_args.h"
#include "libs/core/mirror.h"

// Addresses are of device memory, read and written when the work is done.
typedef struct qn_epilogue {
  uint32_t what;         // a cublasLtEpilogue_t
  bool swapped;          // the product is D's transpose
  int64_t rows, columns; // of D
  void *bias;
  int bias_type;
  int64_t bias_stride; // elements between members of a batch
  void *aux; // of what comes before an activation, or which of it is positive
  int aux_type;
  int64_t aux_ld, aux_stride; // elements; bits of relu's
  const float *scale_a, *scale_b, *scale_c, *scale_d, *scale_aux;
  float *amax_d, *amax_aux;
} qn_epilogue;

// Makes the product do it; refuses what does not go together.
qn_blas_status qn_epilogue_attach(qn_gemm *gemm, const qn_epilogue *epilogue);

// Whether the kernel of products does it, too, which is then told.
bool qn_epilogue_kernel(const qn_gemm *gemm, qn_kernel_gemm *out);
// Adds what it reads and writes, at most QN_EPILOGUE_REGIONS_MAX.
enum { QN_EPILOGUE_REGIONS_MAX = 9 };
void qn_epilogue_regions(qn_gemm *gemm, qn_libs_copies *out);

#endif // QN_LIBS_BLAS_EPILOGUE_H

// SPDX-License-Identifier: Apache-2.0
// What the older functions have in common: names for four types.
#ifndef QN_LIBS_SPARSE_OLDER_H
#define QN_LIBS_SPARSE_OLDER_H

#include "libs/sparse/sparse.h"

// X(letter, T, type)
#define EACH_TYPE(X)                                                           \
  X(S, float, CUDA_R_32F)                                                      \
  X(D, double, CUDA_R_64F)                                                     \
  X(C, cuComplex, CUDA_C_32F)                                                  \
  X(Z, cuDoubleComplex, CUDA_C_64F)

// Of general matrices alone.
cusparseStatus_t qn_sparse_check_descr(cusparseMatDescr_t descr);

#endif // QN_LIBS_SPARSE_OLDER_H

// SPDX-License-Identifier: Apache-2.0
// Batches of small products of float or double, which are done before OpenBLAS
// has looked at its arguments, on all threads.
#ifndef QN_LIBS_BLAS_SMALL_H
#define QN_LIBS_BLAS_SMALL_H

#include "libs/blas/gemm.h"

// Whether the product is one of those: plain, real, and small.
bool qn_small_fits(const qn_gemm *gemm);

// D = alpha op(A) op(B) + beta C of members `first` to before `last`; alpha and
// beta are `scales`.
void qn_small_run(const qn_gemm *gemm, int64_t first, int64_t last);

#endif // QN_LIBS_BLAS_SMALL_H

// SPDX-License-Identifier: Apache-2.0
// What cuBLAS and cuBLASLt have in common.
#ifndef QN_LIBS_BLAS_CUBLAS_H
#define QN_LIBS_BLAS_CUBLAS_H

#include "cuda/cublas_api.h"
#include "libs/blas/gemm.h"

cublasStatus_t qn_cublas_status(qn_blas_status status);
// Of a cublasComputeType_t; false: it is none.
bool qn_cublas_sum(int compute, qn_gemm_sum *out);

#endif // QN_LIBS_BLAS_CUBLAS_H

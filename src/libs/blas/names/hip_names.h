// SPDX-License-Identifier: Apache-2.0
// What hipBLAS's and rocBLAS's names have in common beside names.h: numbers of
// types, and systems of a type that is named.
#ifndef QN_LIBS_BLAS_NAMES_HIP_NAMES_H
#define QN_LIBS_BLAS_NAMES_HIP_NAMES_H

#include "libs/blas/names.h"
#include "libs/core/types.h"

// ---- Types: both libraries number them like this; -1: none of ours

static inline int type_of(int type) {
  switch (type) {
  case 150:
    return QN_LIBS_F16;
  case 151:
    return QN_LIBS_F32;
  case 152:
    return QN_LIBS_F64;
  case 154:
    return QN_LIBS_C32;
  case 155:
    return QN_LIBS_C64;
  case 160:
    return QN_LIBS_I8;
  case 161:
    return QN_LIBS_U8;
  case 162:
    return QN_LIBS_I32;
  case 168:
    return QN_LIBS_BF16;
  default:
    return -1;
  }
}

static inline bool sum_of(int type, qn_gemm_sum *out) {
  switch (type_of(type)) {
  case QN_LIBS_F16:
    *out = QN_GEMM_HALF;
    return true;
  case QN_LIBS_F32:
  case QN_LIBS_C32:
    *out = QN_GEMM_FLOAT;
    return true;
  case QN_LIBS_F64:
  case QN_LIBS_C64:
    *out = QN_GEMM_DOUBLE;
    return true;
  case QN_LIBS_I32:
    *out = QN_GEMM_INT;
    return true;
  default:
    return false;
  }
}

static inline bool find_trsm(int type, qn_blas_id *out) {
  switch (type) {
  case QN_LIBS_F32:
    *out = QN_BLAS_STRSM;
    return true;
  case QN_LIBS_F64:
    *out = QN_BLAS_DTRSM;
    return true;
  case QN_LIBS_C32:
    *out = QN_BLAS_CTRSM;
    return true;
  case QN_LIBS_C64:
    *out = QN_BLAS_ZTRSM;
    return true;
  default:
    return false;
  }
}
#define TRSM(called, compute, batch)                                           \
  qn_blas_id id;                                                               \
  (void)invA, (void)invA_size;                                                 \
  if (!find_trsm(compute, &id))                                                \
    return finish(qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,                        \
                                 called ": systems of type %d are not solved", \
                                 (int)(compute)));                             \
  return finish(                                                               \
      qn_blas_call(handle, id, false, batch,                                   \
                   (const qn_blas_value[]){SIDE(side), UPLO(uplo), OP(transA), \
                                           DIAG(diag), I(m), I(n), P(alpha),   \
                                           P(A), I(lda), P(B), I(ldb)}))
enum { TRSM_A = 7, TRSM_B = 9 }; // places of the matrices
#endif                           // QN_LIBS_BLAS_NAMES_HIP_NAMES_H

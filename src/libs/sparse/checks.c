// SPDX-License-Identifier: Apache-2.0
#include "libs/sparse/checks.h"

#include "libs/sparse/older.h"

static bool is_small(int type) {
  return type == CUDA_R_16F || type == CUDA_R_16BF || type == CUDA_C_16F ||
         type == CUDA_C_16BF || type == CUDA_R_8I;
}

static bool is_compute(int type) {
  return type == CUDA_R_32F || type == CUDA_R_64F || type == CUDA_C_32F ||
         type == CUDA_C_64F || type == CUDA_R_32I;
}

// A number goes to a type that has no less of it, but small ones and integers
// may take what is rounded.
static bool fits(int from, int to) {
  if (qn_num_is_complex(from) && !qn_num_is_complex(to))
    return false;
  const bool wide = from == CUDA_R_64F || from == CUDA_C_64F;
  return !wide || to == CUDA_R_64F || to == CUDA_C_64F;
}

cusparseStatus_t qn_sparse_check_types(int compute, int a, int b, int out) {
  const bool moves = compute == a && a == b && b == out; // as they are
  const bool good =
      moves || ((is_compute(compute)) && fits(a, compute) && fits(b, compute) &&
                fits(compute, out) &&
                (compute != CUDA_R_32I ||
                 (a == CUDA_R_8I && b == CUDA_R_8I && out == CUDA_R_32I)) &&
                (!is_small(out) || out == a || out == b) && out != CUDA_R_8I);
  return good ? CUSPARSE_STATUS_SUCCESS
              : qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                                 "elements of types %d and %d are not computed "
                                 "with in type %d for one of %d",
                                 a, b, compute, out);
}

cusparseStatus_t qn_sparse_check_op(cusparseOperation_t op) {
  QN_SPARSE_NEED((unsigned)op < 3, "there is no operation %d", (int)op);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_no_buffer(size_t *size) {
  QN_SPARSE_NEED(size, "there is no place for the size of the buffer");
  *size = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_check_descr(cusparseMatDescr_t descr) {
  QN_SPARSE_NEED(qn_sparse_is(descr, QN_SPARSE_MAT_DESCR),
                 "this is no descriptor of a matrix");
  return descr->type == CUSPARSE_MATRIX_TYPE_GENERAL
             ? CUSPARSE_STATUS_SUCCESS
             : qn_sparse_refuse(CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
                                "matrices of type %d are not supported",
                                descr->type);
}

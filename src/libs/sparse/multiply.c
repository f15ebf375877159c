// SPDX-License-Identifier: Apache-2.0
// Products with dense vectors and matrices: SpMV, SpMM, SDDMM.
#include <inttypes.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/vendor.h"

enum { ROWS_AT_ONCE = 512 };

static int64_t chunks(int64_t rows) {
  return (rows + ROWS_AT_ONCE - 1) / ROWS_AT_ONCE;
}

static int64_t end_of(uint64_t chunk, int64_t rows) {
  const int64_t end = ((int64_t)chunk + 1) * ROWS_AT_ONCE;
  return end < rows ? end : rows;
}

// beta y, which a factor of 0 does not read.
static qn_num scaled(qn_num beta, int type, const void *y, int64_t at) {
  return beta == 0 ? 0 : beta * qn_num_load(type, y, at);
}

// ---- Matrix by vector

typedef struct spmv {
  struct cusparseSpMatDescr a;
  struct cusparseDnVecDescr x, y;
  cusparseOperation_t op;
  qn_scalar alpha, beta;
  // Once it runs:
  qn_num alpha_now, beta_now;
  qn_csr csr;
} spmv;

static void spmv_rows(void *user, uint64_t chunk) {
  const spmv *w = user;
  const int64_t end = end_of(chunk, w->csr.rows);
  for (int64_t i = (int64_t)chunk * ROWS_AT_ONCE; i < end; ++i) {
    qn_num sum = 0;
    for (int64_t k = w->csr.start[i]; k < w->csr.start[i + 1]; ++k)
      sum +=
          w->csr.value[k] * qn_num_load(w->x.type, w->x.values, w->csr.col[k]);
    qn_num_store(w->y.type, w->y.values, i,
                 scaled(w->beta_now, w->y.type, w->y.values, i) +
                     (w->alpha_now == 0 ? 0 : w->alpha_now * sum));
  }
}

// Rows of CSR as they are stored, for the type that most programs have.
#define PLAIN_ROWS(T)                                                          \
  static void T##_rows(void *user, uint64_t chunk) {                           \
    const spmv *w = user;                                                      \
    const int *start = w->a.offsets, *col = w->a.indices, base = w->a.base;    \
    const T *value = w->a.values, *x = w->x.values;                            \
    const double alpha = creal(w->alpha_now), beta = creal(w->beta_now);       \
    T *y = w->y.values;                                                        \
    const int64_t end = end_of(chunk, w->a.rows);                              \
    for (int64_t i = (int64_t)chunk * ROWS_AT_ONCE; i < end; ++i) {            \
      double sum = 0;                                                          \
      for (int k = start[i] - base; k < start[i + 1] - base; ++k)              \
        sum += (double)value[k] * (double)x[col[k] - base];                    \
      y[i] = (T)((beta == 0 ? 0 : beta * (double)y[i]) +                       \
                 (alpha == 0 ? 0 : alpha * sum));                              \
    }                                                                          \
  }
PLAIN_ROWS(float)
PLAIN_ROWS(double)

static bool is_plain(const spmv *w) {
  return w->a.format == CUSPARSE_FORMAT_CSR &&
         w->op == CUSPARSE_OPERATION_NON_TRANSPOSE &&
         w->a.offset_type == CUSPARSE_INDEX_32I &&
         w->a.index_type == CUSPARSE_INDEX_32I &&
         (w->a.type == CUDA_R_32F || w->a.type == CUDA_R_64F) &&
         w->x.type == w->a.type && w->y.type == w->a.type;
}

static void run_spmv(const void *args) {
  spmv w = *(const spmv *)args;
  w.alpha_now = qn_scalar_get(&w.alpha);
  w.beta_now = qn_scalar_get(&w.beta);
  if (is_plain(&w)) {
    qn_libs_share(w.a.type == CUDA_R_32F ? float_rows : double_rows, &w,
                  (uint64_t)chunks(w.a.rows));
    return;
  }
  w.csr = qn_csr_op(qn_csr_of(&w.a, 0), w.op);
  qn_libs_share(spmv_rows, &w, (uint64_t)chunks(w.csr.rows));
  qn_csr_free(&w.csr);
}

static cusparseStatus_t check_spmv(const spmv *w, int compute) {
  const bool turns = w->op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int64_t rows = turns ? w->a.cols : w->a.rows;
  const int64_t cols = turns ? w->a.rows : w->a.cols;
  QN_SPARSE_TRY(qn_sparse_check_op(w->op));
  QN_SPARSE_NEED(w->x.size == cols && w->y.size == rows,
                 "vectors of %" PRId64 " and %" PRId64
                 " elements at a matrix of %" PRId64 " by %" PRId64,
                 w->x.size, w->y.size, rows, cols);
  if (w->a.format == CUSPARSE_FORMAT_BLOCKED_ELL || w->a.batch_count != 1)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "SpMV is not made with blocked ELL or batches");
  return qn_sparse_check_types(compute, w->a.type, w->x.type, w->y.type);
}

static cusparseStatus_t begin_spmv(cusparseHandle_t handle, spmv *w,
                                   const void *const *args, int compute) {
  QN_SPARSE_NEED(qn_sparse_is(args[0], QN_SPARSE_SP_MAT) &&
                     qn_sparse_is(args[1], QN_SPARSE_DN_VEC) &&
                     qn_sparse_is(args[2], QN_SPARSE_DN_VEC),
                 "an operand is no descriptor");
  w->a = *(const struct cusparseSpMatDescr *)args[0];
  w->x = *(const struct cusparseDnVecDescr *)args[1];
  w->y = *(const struct cusparseDnVecDescr *)args[2];
  QN_SPARSE_TRY(check_spmv(w, compute));
  QN_SPARSE_NEED(args[3] && args[4], "a factor is null");
  w->alpha = qn_scalar_of(handle, args[3], compute);
  w->beta = qn_scalar_of(handle, args[4], compute);
  return CUSPARSE_STATUS_SUCCESS;
}
#define BEGIN_SPMV()                                                           \
  spmv w = {.op = opA};                                                        \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_TRY(begin_spmv(                                                    \
      handle, &w, (const void *const[]){matA, vecX, vecY, alpha, beta},        \
      (int)computeType))

cusparseStatus_t
cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opA,
                        const void *alpha, cusparseConstSpMatDescr_t matA,
                        cusparseConstDnVecDescr_t vecX, const void *beta,
                        cusparseDnVecDescr_t vecY, cudaDataType computeType,
                        cusparseSpMVAlg_t alg, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA), qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, QN_SPARSE_SCALAR(beta, computeType), vecY, computeType,
                 alg, bufferSize);
  BEGIN_SPMV();
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t
cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opA,
                        const void *alpha, cusparseConstSpMatDescr_t matA,
                        cusparseConstDnVecDescr_t vecX, const void *beta,
                        cusparseDnVecDescr_t vecY, cudaDataType computeType,
                        cusparseSpMVAlg_t alg, void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, QN_SPARSE_SCALAR(beta, computeType), vecY, computeType,
                 alg, externalBuffer);
  BEGIN_SPMV();
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA,
                              const void *alpha, cusparseConstSpMatDescr_t matA,
                              cusparseConstDnVecDescr_t vecX, const void *beta,
                              cusparseDnVecDescr_t vecY,
                              cudaDataType computeType, cusparseSpMVAlg_t alg,
                              void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA),
                  qn_sparse_scale_vector(handle, beta, (int)computeType, vecY));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, QN_SPARSE_SCALAR(beta, computeType), vecY, computeType,
                 alg, externalBuffer);
  BEGIN_SPMV();
  return qn_sparse_submit_described(handle, run_spmv, &w, sizeof(w), true);
}

// ---- Matrix by matrix

// One with fewer members than the product is the same for all of them.
typedef struct spmm {
  struct cusparseSpMatDescr a;
  struct cusparseDnMatDescr b, c;
  cusparseOperation_t op_a, op_b;
  qn_scalar alpha, beta;
  int64_t count;
  // Once it runs:
  qn_num alpha_now, beta_now;
  int64_t member;
  qn_csr csr;
} spmm;

static qn_num dense_value(const struct cusparseDnMatDescr *m, int64_t member,
                          int64_t row, int64_t col) {
  const int64_t first = m->batch_count > 1 ? member * m->batch_stride : 0;
  return qn_num_load(m->type, m->values, first + qn_dense_at(m, row, col));
}

static qn_num op_value(const struct cusparseDnMatDescr *m,
                       cusparseOperation_t op, int64_t member, int64_t row,
                       int64_t col) {
  const bool turns = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const qn_num v = dense_value(m, member, turns ? col : row, turns ? row : col);
  return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(v) : v;
}

static void spmm_rows(void *user, uint64_t chunk) {
  const spmm *w = user;
  const int64_t end = end_of(chunk, w->csr.rows);
  const int64_t first =
      w->c.batch_count > 1 ? w->member * w->c.batch_stride : 0;
  for (int64_t i = (int64_t)chunk * ROWS_AT_ONCE; i < end; ++i)
    for (int64_t j = 0; j < w->c.cols; ++j) {
      qn_num sum = 0;
      for (int64_t k = w->csr.start[i]; k < w->csr.start[i + 1]; ++k)
        sum += w->csr.value[k] *
               op_value(&w->b, w->op_b, w->member, w->csr.col[k], j);
      const int64_t at = first + qn_dense_at(&w->c, i, j);
      qn_num_store(w->c.type, w->c.values, at,
                   scaled(w->beta_now, w->c.type, w->c.values, at) +
                       (w->alpha_now == 0 ? 0 : w->alpha_now * sum));
    }
}

static void run_spmm(const void *args) {
  spmm w = *(const spmm *)args;
  w.alpha_now = qn_scalar_get(&w.alpha);
  w.beta_now = qn_scalar_get(&w.beta);
  for (w.member = 0; w.member < w.count; ++w.member) {
    w.csr =
        qn_csr_op(qn_csr_of(&w.a, w.a.batch_count > 1 ? w.member : 0), w.op_a);
    qn_libs_share(spmm_rows, &w, (uint64_t)chunks(w.csr.rows));
    qn_csr_free(&w.csr);
  }
}

// Whether op_a(A) op_b(B) has the form of C.
typedef struct shape {
  int64_t rows, cols;
} shape;
static shape op_shape(cusparseOperation_t op, int64_t rows, int64_t cols) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? (shape){rows, cols}
                                                : (shape){cols, rows};
}
static cusparseStatus_t check_shapes(shape a, shape b, shape c) {
  QN_SPARSE_NEED(a.cols == b.rows && a.rows == c.rows && b.cols == c.cols,
                 "a product of %" PRId64 " by %" PRId64 " and %" PRId64
                 " by %" PRId64 " is not %" PRId64 " by %" PRId64,
                 a.rows, a.cols, b.rows, b.cols, c.rows, c.cols);
  return CUSPARSE_STATUS_SUCCESS;
}

static bool is_batch(int members, int64_t count) {
  return members == 1 || members == count;
}

static cusparseStatus_t begin_spmm(cusparseHandle_t handle, spmm *w,
                                   const void *const *args, int compute) {
  QN_SPARSE_NEED(qn_sparse_is(args[0], QN_SPARSE_SP_MAT) &&
                     qn_sparse_is(args[1], QN_SPARSE_DN_MAT) &&
                     qn_sparse_is(args[2], QN_SPARSE_DN_MAT),
                 "an operand is no descriptor");
  w->a = *(const struct cusparseSpMatDescr *)args[0];
  w->b = *(const struct cusparseDnMatDescr *)args[1];
  w->c = *(const struct cusparseDnMatDescr *)args[2];
  w->count = w->c.batch_count;
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_a));
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_b));
  QN_SPARSE_TRY(check_shapes(op_shape(w->op_a, w->a.rows, w->a.cols),
                             op_shape(w->op_b, w->b.rows, w->b.cols),
                             (shape){w->c.rows, w->c.cols}));
  QN_SPARSE_NEED(is_batch(w->a.batch_count, w->count) &&
                     is_batch(w->b.batch_count, w->count),
                 "batches of %d and %d members for one of %" PRId64,
                 w->a.batch_count, w->b.batch_count, w->count);
  QN_SPARSE_TRY(
      qn_sparse_check_types(compute, w->a.type, w->b.type, w->c.type));
  QN_SPARSE_NEED(args[3] && args[4], "a factor is null");
  w->alpha = qn_scalar_of(handle, args[3], compute);
  w->beta = qn_scalar_of(handle, args[4], compute);
  return CUSPARSE_STATUS_SUCCESS;
}
#define BEGIN_SPMM()                                                           \
  spmm w = {.op_a = opA, .op_b = opB};                                         \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_TRY(begin_spmm(                                                    \
      handle, &w, (const void *const[]){matA, matB, matC, alpha, beta},        \
      (int)computeType))

cusparseStatus_t cusparseSpMM_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
    cudaDataType computeType, cusparseSpMMAlg_t alg, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_is_dense_empty(matC),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 bufferSize);
  BEGIN_SPMM();
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseSpMM_preprocess(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void *beta, cusparseDnMatDescr_t matC,
    cudaDataType computeType, cusparseSpMMAlg_t alg, void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_is_dense_empty(matC),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 externalBuffer);
  BEGIN_SPMM();
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void *alpha,
                              cusparseConstSpMatDescr_t matA,
                              cusparseConstDnMatDescr_t matB, const void *beta,
                              cusparseDnMatDescr_t matC,
                              cudaDataType computeType, cusparseSpMMAlg_t alg,
                              void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA) || qn_sparse_is_dense_empty(matC),
                  qn_sparse_scale_matrix(handle, beta, (int)computeType, matC));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 externalBuffer);
  BEGIN_SPMM();
  return qn_sparse_submit_described(handle, run_spmm, &w, sizeof(w), true);
}

// ---- The product of dense matrices, where a sparse one has elements

typedef struct sddmm {
  struct cusparseDnMatDescr a, b;
  struct cusparseSpMatDescr c;
  cusparseOperation_t op_a, op_b;
  qn_scalar alpha, beta;
} sddmm;

static void run_sddmm(const void *args) {
  const sddmm *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  const int64_t depth = op_shape(w->op_a, w->a.rows, w->a.cols).cols;
  for (int64_t member = 0; member < w->c.batch_count; ++member) {
    qn_csr c = qn_csr_of(&w->c, member);
    char *values = (char *)w->c.values + member * w->c.values_stride *
                                             (int64_t)qn_num_size(w->c.type);
    for (int64_t i = 0; i < c.rows; ++i)
      for (int64_t k = c.start[i]; k < c.start[i + 1]; ++k) {
        qn_num sum = 0;
        for (int64_t l = 0; l < depth && alpha != 0; ++l)
          sum += op_value(&w->a, w->op_a, member, i, l) *
                 op_value(&w->b, w->op_b, member, l, c.col[k]);
        qn_num_store(w->c.type, values, c.place[k],
                     (beta == 0 ? 0 : beta * c.value[k]) +
                         (alpha == 0 ? 0 : alpha * sum));
      }
    qn_csr_free(&c);
  }
}

static cusparseStatus_t begin_sddmm(cusparseHandle_t handle, sddmm *w,
                                    const void *const *args, int compute) {
  QN_SPARSE_NEED(qn_sparse_is(args[0], QN_SPARSE_DN_MAT) &&
                     qn_sparse_is(args[1], QN_SPARSE_DN_MAT) &&
                     qn_sparse_is(args[2], QN_SPARSE_SP_MAT),
                 "an operand is no descriptor");
  w->a = *(const struct cusparseDnMatDescr *)args[0];
  w->b = *(const struct cusparseDnMatDescr *)args[1];
  w->c = *(const struct cusparseSpMatDescr *)args[2];
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_a));
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_b));
  QN_SPARSE_TRY(check_shapes(op_shape(w->op_a, w->a.rows, w->a.cols),
                             op_shape(w->op_b, w->b.rows, w->b.cols),
                             (shape){w->c.rows, w->c.cols}));
  QN_SPARSE_NEED(is_batch(w->a.batch_count, w->c.batch_count) &&
                     is_batch(w->b.batch_count, w->c.batch_count),
                 "batches of %d and %d members for one of %d", w->a.batch_count,
                 w->b.batch_count, w->c.batch_count);
  QN_SPARSE_TRY(
      qn_sparse_check_types(compute, w->a.type, w->b.type, w->c.type));
  if (w->c.format != CUSPARSE_FORMAT_CSR && w->c.format != CUSPARSE_FORMAT_BSR)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "SDDMM is for CSR and BSR, not format %d",
                            w->c.format);
  QN_SPARSE_NEED(args[3] && args[4], "a factor is null");
  w->alpha = qn_scalar_of(handle, args[3], compute);
  w->beta = qn_scalar_of(handle, args[4], compute);
  return CUSPARSE_STATUS_SUCCESS;
}
#define BEGIN_SDDMM()                                                          \
  sddmm w = {.op_a = opA, .op_b = opB};                                        \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_TRY(begin_sddmm(                                                   \
      handle, &w, (const void *const[]){matA, matB, matC, alpha, beta},        \
      (int)computeType))

cusparseStatus_t cusparseSDDMM_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstDnMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSDDMMAlg_t alg, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matC) || qn_sparse_is_dense_empty(matA),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), matC, computeType, alg,
                 bufferSize);
  BEGIN_SDDMM();
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseSDDMM_preprocess(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstDnMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, const void *beta, cusparseSpMatDescr_t matC,
    cudaDataType computeType, cusparseSDDMMAlg_t alg, void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matC) || qn_sparse_is_dense_empty(matA),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), QN_SPARSE_FILLED(matC),
                 computeType, alg, externalBuffer);
  BEGIN_SDDMM();
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void *alpha,
                               cusparseConstDnMatDescr_t matA,
                               cusparseConstDnMatDescr_t matB, const void *beta,
                               cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t alg,
                               void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matC) || qn_sparse_is_dense_empty(matA),
                  qn_sparse_scale_sparse(handle, beta, (int)computeType, matC));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB,
                 QN_SPARSE_SCALAR(beta, computeType), QN_SPARSE_FILLED(matC),
                 computeType, alg, externalBuffer);
  BEGIN_SDDMM();
  return qn_sparse_submit_described(handle, run_sddmm, &w, sizeof(w), false);
}

// ---- With operators of the program's own

cusparseStatus_t cusparseSpMMOp_createPlan(
    cusparseHandle_t handle, cusparseSpMMOpPlan_t *plan,
    cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
    cusparseDnMatDescr_t matC, cudaDataType computeType,
    cusparseSpMMOpAlg_t alg, const void *addOperationNvvmBuffer,
    size_t addOperationBufferSize, const void *mulOperationNvvmBuffer,
    size_t mulOperationBufferSize, const void *epilogueNvvmBuffer,
    size_t epilogueBufferSize, size_t *SpMMWorkspaceSize) {
  QN_SPARSE_BEGIN();
  (void)opA, (void)opB, (void)matA, (void)matB, (void)matC, (void)computeType;
  (void)alg, (void)addOperationNvvmBuffer, (void)addOperationBufferSize;
  (void)mulOperationNvvmBuffer, (void)mulOperationBufferSize;
  (void)epilogueNvvmBuffer, (void)epilogueBufferSize, (void)SpMMWorkspaceSize;
  QN_SPARSE_NEED(plan, "there is no place for the plan");
  *plan = NULL;
  return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                          "%s: NVIDIA's intermediate code for its linker is "
                          "not read; a kernel of the program's own does it",
                          __func__);
}
cusparseStatus_t cusparseSpMMOp(cusparseSpMMOpPlan_t plan,
                                void *externalBuffer) {
  (void)plan, (void)externalBuffer;
  return qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                          "there is no plan: none is made");
}
cusparseStatus_t cusparseSpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan) {
  return plan ? qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                                 "this is no plan: none is made")
              : CUSPARSE_STATUS_SUCCESS;
}

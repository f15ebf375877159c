// SPDX-License-Identifier: Apache-2.0
// Triangular systems: SpSV and SpSM.
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/vendor.h"

int64_t qn_triangle_solve(const qn_csr *a, qn_triangle what, qn_num *x,
                          int64_t stride) {
  int64_t first = -1;
  for (int64_t n = 0; n < a->rows; ++n) {
    const int64_t i = what.upper ? a->rows - 1 - n : n;
    qn_num sum = x[i * stride], diagonal = 0;
    for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k) {
      const int64_t j = a->col[k];
      if (j == i)
        diagonal = a->value[k];
      else if ((j > i) == what.upper)
        sum -= a->value[k] * x[j * stride];
    }
    if (!what.unit && diagonal == 0 && (first < 0 || i < first))
      first = i;
    x[i * stride] = what.unit ? sum : sum / diagonal;
  }
  return first;
}

// What an analysis leaves: the matrix, and the program's buffer, in which new
// values are kept.
typedef struct analysis {
  bool is_made, is_updated;
  struct cusparseSpMatDescr a;
  void *buffer;
} analysis;
struct cusparseSpSVDescr {
  qn_sparse_object object;
  analysis analysis;
};
struct cusparseSpSMDescr {
  qn_sparse_object object;
  analysis analysis;
};

typedef struct solve {
  struct cusparseSpMatDescr a;
  cusparseOperation_t op, op_b;
  struct cusparseDnMatDescr b, c; // a vector is one column
  qn_scalar alpha;
} solve;

static void run_solve(const void *args) {
  const solve *w = args;
  const bool turns = w->op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool upper = w->a.fill == CUSPARSE_FILL_MODE_UPPER;
  const qn_triangle what = {.upper = upper != turns,
                            .unit = w->a.diag == CUSPARSE_DIAG_TYPE_UNIT};
  const qn_num alpha = qn_scalar_get(&w->alpha);
  const int64_t n = w->c.rows, count = w->c.cols;
  qn_csr a = qn_csr_op(qn_csr_of(&w->a, 0), w->op);
  qn_num *x = qn_sparse_memory((size_t)n, sizeof(*x));
  const bool turns_b = w->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  for (int64_t j = 0; j < count; ++j) {
    for (int64_t i = 0; i < n; ++i) {
      const qn_num v =
          qn_num_load(w->b.type, w->b.values,
                      qn_dense_at(&w->b, turns_b ? j : i, turns_b ? i : j));
      x[i] = alpha *
             (w->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(v) : v);
    }
    (void)qn_triangle_solve(&a, what, x, 1);
    for (int64_t i = 0; i < n; ++i)
      qn_num_store(w->c.type, w->c.values, qn_dense_at(&w->c, i, j), x[i]);
  }
  qn_free(x);
  qn_csr_free(&a);
}

static cusparseStatus_t check_solve(const solve *w, int compute) {
  const bool turns = w->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int64_t rows = turns ? w->b.cols : w->b.rows;
  const int64_t cols = turns ? w->b.rows : w->b.cols;
  QN_SPARSE_TRY(qn_sparse_check_op(w->op));
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_b));
  QN_SPARSE_NEED(w->a.rows == w->a.cols,
                 "the matrix is %" PRId64 " by %" PRId64, w->a.rows, w->a.cols);
  QN_SPARSE_NEED(rows == w->a.rows && w->c.rows == w->a.rows &&
                     cols == w->c.cols,
                 "a system of %" PRId64 " equations with sides of %" PRId64
                 " by %" PRId64 " and %" PRId64 " by %" PRId64,
                 w->a.rows, rows, cols, w->c.rows, w->c.cols);
  if (w->a.batch_count != 1 || w->b.batch_count != 1 || w->c.batch_count != 1)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "batches of triangular systems are not solved");
  if (w->a.format == CUSPARSE_FORMAT_BLOCKED_ELL ||
      w->a.format == CUSPARSE_FORMAT_BSR)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "triangular systems of format %d are not solved",
                            w->a.format);
  if (compute != w->a.type || compute != w->b.type || compute != w->c.type)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "a system of types %d, %d, %d is not solved in %d",
                            w->a.type, w->b.type, w->c.type, compute);
  return qn_sparse_check_types(compute, w->a.type, w->b.type, w->c.type);
}

static struct cusparseDnMatDescr column_of(const struct cusparseDnVecDescr *v) {
  return (struct cusparseDnMatDescr){.rows = v->size,
                                     .cols = 1,
                                     .ld = v->size,
                                     .values = v->values,
                                     .type = v->type,
                                     .order = CUSPARSE_ORDER_COL,
                                     .batch_count = 1};
}

// `args`: the matrix, both sides, alpha.
static cusparseStatus_t begin_vector(cusparseHandle_t handle, solve *w,
                                     const void *const *args, int compute) {
  QN_SPARSE_NEED(qn_sparse_is(args[0], QN_SPARSE_SP_MAT) &&
                     qn_sparse_is(args[1], QN_SPARSE_DN_VEC) &&
                     qn_sparse_is(args[2], QN_SPARSE_DN_VEC),
                 "an operand is no descriptor");
  w->a = *(const struct cusparseSpMatDescr *)args[0];
  w->b = column_of(args[1]);
  w->c = column_of(args[2]);
  QN_SPARSE_TRY(check_solve(w, compute));
  QN_SPARSE_NEED(args[3], "the factor is null");
  w->alpha = qn_scalar_of(handle, args[3], compute);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t begin_matrix(cusparseHandle_t handle, solve *w,
                                     const void *const *args, int compute) {
  QN_SPARSE_NEED(qn_sparse_is(args[0], QN_SPARSE_SP_MAT) &&
                     qn_sparse_is(args[1], QN_SPARSE_DN_MAT) &&
                     qn_sparse_is(args[2], QN_SPARSE_DN_MAT),
                 "an operand is no descriptor");
  w->a = *(const struct cusparseSpMatDescr *)args[0];
  w->b = *(const struct cusparseDnMatDescr *)args[1];
  w->c = *(const struct cusparseDnMatDescr *)args[2];
  QN_SPARSE_TRY(check_solve(w, compute));
  QN_SPARSE_NEED(args[3], "the factor is null");
  w->alpha = qn_scalar_of(handle, args[3], compute);
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t buffer_size(const solve *w, size_t *size) {
  QN_SPARSE_NEED(size, "there is no place for the size of the buffer");
  *size = ((size_t)w->a.nnz + 1) * qn_num_size(w->a.type);
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(analysis *to, const solve *w, void *buffer) {
  *to = (analysis){.is_made = true, .a = w->a, .buffer = buffer};
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t submit_solve(cusparseHandle_t handle,
                                     const analysis *from, solve *w) {
  QN_SPARSE_NEED(from->is_made, "the system was not analysed");
  if (from->is_updated)
    w->a.values = from->buffer;
  return qn_sparse_submit(handle, run_solve, w, sizeof(*w));
}

typedef struct update {
  analysis analysis;
  const void *values;
  bool diagonal;
} update;

static void run_update(const void *args) {
  const update *w = args;
  const struct cusparseSpMatDescr *a = &w->analysis.a;
  const size_t size = qn_num_size(a->type);
  if (!w->diagonal || !w->analysis.is_updated)
    memcpy(w->analysis.buffer, w->diagonal ? a->values : w->values,
           (size_t)a->nnz * size);
  qn_csr rows = qn_csr_of(a, 0);
  for (int64_t i = 0; w->diagonal && i < rows.rows; ++i)
    for (int64_t k = rows.start[i]; k < rows.start[i + 1]; ++k)
      if (rows.col[k] == i)
        memcpy((char *)w->analysis.buffer + (size_t)rows.place[k] * size,
               (const char *)w->values + (size_t)i * size, size);
  qn_csr_free(&rows);
}

static cusparseStatus_t submit_update(cusparseHandle_t handle, analysis *to,
                                      const void *values, int part) {
  QN_SPARSE_NEED(to->is_made && to->buffer, "the system was not analysed");
  QN_SPARSE_NEED(values, "the values are null");
  QN_SPARSE_NEED((unsigned)part < 2, "there is no part %d", part);
  const update w = {*to, values, part == CUSPARSE_SPSV_UPDATE_DIAGONAL};
  QN_SPARSE_TRY(qn_sparse_submit(handle, run_update, &w, sizeof(w)));
  to->is_updated = true;
  return CUSPARSE_STATUS_SUCCESS;
}

#define BEGIN_SPSV()                                                           \
  solve w = {.op = opA};                                                       \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_NEED(qn_sparse_is(spsvDescr, QN_SPARSE_SPSV),                      \
                 "this is no descriptor of a solution");                       \
  QN_SPARSE_TRY(begin_vector(handle, &w,                                       \
                             (const void *const[]){matA, vecX, vecY, alpha},   \
                             (int)computeType))

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr) {
  QN_SPARSE_NEED(descr, "there is no place for the descriptor");
  *descr = qn_sparse_object_create(QN_SPARSE_SPSV, sizeof(**descr));
  return *descr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr) {
  QN_SPARSE_NEED(qn_sparse_is(descr, QN_SPARSE_SPSV),
                 "this is no descriptor of a solution");
  qn_sparse_object_destroy(descr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
    cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
    cusparseDnVecDescr_t vecY, cudaDataType computeType, cusparseSpSVAlg_t alg,
    cusparseSpSVDescr_t spsvDescr, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_is_vector_empty(vecX),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, vecY, computeType, alg, spsvDescr, bufferSize);
  BEGIN_SPSV();
  return buffer_size(&w, bufferSize);
}
cusparseStatus_t
cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                      const void *alpha, cusparseConstSpMatDescr_t matA,
                      cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                      cudaDataType computeType, cusparseSpSVAlg_t alg,
                      cusparseSpSVDescr_t spsvDescr, void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_is_vector_empty(vecX), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, vecY, computeType, alg, spsvDescr, externalBuffer);
  BEGIN_SPSV();
  return analyse(&spsvDescr->analysis, &w, externalBuffer);
}
cusparseStatus_t
cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                   const void *alpha, cusparseConstSpMatDescr_t matA,
                   cusparseConstDnVecDescr_t vecX, cusparseDnVecDescr_t vecY,
                   cudaDataType computeType, cusparseSpSVAlg_t alg,
                   cusparseSpSVDescr_t spsvDescr) {
  QN_SPARSE_EMPTY(qn_sparse_is_vector_empty(vecX), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_SCALAR(alpha, computeType), matA,
                 vecX, vecY, computeType, alg, spsvDescr);
  BEGIN_SPSV();
  return submit_solve(handle, &spsvDescr->analysis, &w);
}
cusparseStatus_t cusparseSpSV_updateMatrix(cusparseHandle_t handle,
                                           cusparseSpSVDescr_t spsvDescr,
                                           void *newValues,
                                           cusparseSpSVUpdate_t updatePart) {
  QN_SPARSE_PASS(spsvDescr, newValues, updatePart);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(spsvDescr, QN_SPARSE_SPSV),
                 "this is no descriptor of a solution");
  return submit_update(handle, &spsvDescr->analysis, newValues,
                       (int)updatePart);
}

#define BEGIN_SPSM()                                                           \
  solve w = {.op = opA, .op_b = opB};                                          \
  QN_SPARSE_BEGIN();                                                           \
  QN_SPARSE_NEED(qn_sparse_is(spsmDescr, QN_SPARSE_SPSM),                      \
                 "this is no descriptor of a solution");                       \
  QN_SPARSE_TRY(begin_matrix(handle, &w,                                       \
                             (const void *const[]){matA, matB, matC, alpha},   \
                             (int)computeType))

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr) {
  QN_SPARSE_NEED(descr, "there is no place for the descriptor");
  *descr = qn_sparse_object_create(QN_SPARSE_SPSM, sizeof(**descr));
  return *descr ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr) {
  QN_SPARSE_NEED(qn_sparse_is(descr, QN_SPARSE_SPSM),
                 "this is no descriptor of a solution");
  qn_sparse_object_destroy(descr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_bufferSize(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
    const void *alpha, cusparseConstSpMatDescr_t matA,
    cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
    cudaDataType computeType, cusparseSpSMAlg_t alg,
    cusparseSpSMDescr_t spsmDescr, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matB),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB, matC,
                 computeType, alg, spsmDescr, bufferSize);
  BEGIN_SPSM();
  return buffer_size(&w, bufferSize);
}
cusparseStatus_t
cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opA,
                      cusparseOperation_t opB, const void *alpha,
                      cusparseConstSpMatDescr_t matA,
                      cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                      cudaDataType computeType, cusparseSpSMAlg_t alg,
                      cusparseSpSMDescr_t spsmDescr, void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matB), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB, matC,
                 computeType, alg, spsmDescr, externalBuffer);
  BEGIN_SPSM();
  return analyse(&spsmDescr->analysis, &w, externalBuffer);
}
cusparseStatus_t
cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opA,
                   cusparseOperation_t opB, const void *alpha,
                   cusparseConstSpMatDescr_t matA,
                   cusparseConstDnMatDescr_t matB, cusparseDnMatDescr_t matC,
                   cudaDataType computeType, cusparseSpSMAlg_t alg,
                   cusparseSpSMDescr_t spsmDescr) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matB), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_OP(opA), QN_SPARSE_OP(opB),
                 QN_SPARSE_SCALAR(alpha, computeType), matA, matB, matC,
                 computeType, alg, spsmDescr);
  BEGIN_SPSM();
  return submit_solve(handle, &spsmDescr->analysis, &w);
}
cusparseStatus_t cusparseSpSM_updateMatrix(cusparseHandle_t handle,
                                           cusparseSpSMDescr_t spsmDescr,
                                           void *newValues,
                                           cusparseSpSMUpdate_t updatePart) {
  QN_SPARSE_PASS(spsmDescr, newValues, updatePart);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(spsmDescr, QN_SPARSE_SPSM),
                 "this is no descriptor of a solution");
  return submit_update(handle, &spsmDescr->analysis, newValues,
                       (int)updatePart);
}

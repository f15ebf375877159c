// SPDX-License-Identifier: Apache-2.0
// The generic functions of vectors, and between sparse and dense matrices.
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/vendor.h"

// ---- Vectors

typedef struct vector_work {
  struct cusparseSpVecDescr x;
  struct cusparseDnVecDescr y;
  qn_scalar alpha, beta;
  bool conjugates;
  void *result;
  int compute;
} vector_work;

static int64_t index_at(const vector_work *w, int64_t i) {
  return qn_index_load(w->x.index_type, w->x.indices, i) - w->x.base;
}

static cusparseStatus_t check_vectors(cusparseConstSpVecDescr_t x,
                                      cusparseConstDnVecDescr_t y) {
  QN_SPARSE_NEED(x && y && qn_sparse_is(x, QN_SPARSE_SP_VEC) &&
                     qn_sparse_is(y, QN_SPARSE_DN_VEC),
                 "a vector is no descriptor");
  QN_SPARSE_NEED(x->size == y->size,
                 "the vectors have %" PRId64 " and %" PRId64 " elements",
                 x->size, y->size);
  return CUSPARSE_STATUS_SUCCESS;
}

static void run_axpby(const void *args) {
  const vector_work *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  for (int64_t i = 0; beta != 1 && i < w->y.size; ++i)
    qn_num_store(w->y.type, w->y.values, i,
                 beta == 0 ? 0 : beta * qn_num_load(w->y.type, w->y.values, i));
  for (int64_t i = 0; alpha != 0 && i < w->x.nnz; ++i) {
    const int64_t at = index_at(w, i);
    qn_num_store(w->y.type, w->y.values, at,
                 qn_num_load(w->y.type, w->y.values, at) +
                     alpha * qn_num_load(w->x.type, w->x.values, i));
  }
}

// Factors have the type of the vectors, float of smaller ones.
static int factor_type(int type) {
  return qn_num_size(type) < 4                       ? CUDA_R_32F
         : type == CUDA_C_16F || type == CUDA_C_16BF ? CUDA_C_32F
                                                     : type;
}

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t vecX, const void *beta,
                               cusparseDnVecDescr_t vecY) {
  const int type = vecX ? factor_type(vecX->type) : 0;
  QN_SPARSE_EMPTY(qn_sparse_is_sparse_vector_empty(vecX),
                  qn_sparse_scale_vector(handle, beta, type, vecY));
  QN_SPARSE_PASS(QN_SPARSE_SCALAR(alpha, type), vecX,
                 QN_SPARSE_SCALAR(beta, type), vecY);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(vecX && vecY, "a vector is null");
  QN_SPARSE_TRY(check_vectors(vecX, vecY));
  QN_SPARSE_NEED(alpha && beta, "a factor is null");
  QN_SPARSE_TRY(
      qn_sparse_check_types(type, vecX->type, vecX->type, vecY->type));
  const vector_work w = {.x = *vecX,
                         .y = *vecY,
                         .alpha = qn_scalar_of(handle, alpha, type),
                         .beta = qn_scalar_of(handle, beta, type)};
  return qn_sparse_submit_described(handle, run_axpby, &w, sizeof(w), true);
}

static void run_gather(const void *args) {
  const vector_work *w = args;
  for (int64_t i = 0; i < w->x.nnz; ++i)
    qn_num_store(w->x.type, w->x.values, i,
                 qn_num_load(w->y.type, w->y.values, index_at(w, i)));
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle,
                                cusparseConstDnVecDescr_t vecY,
                                cusparseSpVecDescr_t vecX) {
  QN_SPARSE_EMPTY(qn_sparse_is_sparse_vector_empty(vecX),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(vecY, vecX);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_vectors(vecX, vecY));
  QN_SPARSE_TRY(
      qn_sparse_check_types(vecX->type, vecX->type, vecX->type, vecY->type));
  const vector_work w = {.x = *vecX, .y = *vecY};
  return qn_sparse_submit_described(handle, run_gather, &w, sizeof(w), true);
}

static void run_scatter(const void *args) {
  const vector_work *w = args;
  for (int64_t i = 0; i < w->x.nnz; ++i)
    qn_num_store(w->y.type, w->y.values, index_at(w, i),
                 qn_num_load(w->x.type, w->x.values, i));
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle,
                                 cusparseConstSpVecDescr_t vecX,
                                 cusparseDnVecDescr_t vecY) {
  QN_SPARSE_EMPTY(qn_sparse_is_sparse_vector_empty(vecX),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(vecX, vecY);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_vectors(vecX, vecY));
  QN_SPARSE_TRY(
      qn_sparse_check_types(vecX->type, vecX->type, vecX->type, vecY->type));
  const vector_work w = {.x = *vecX, .y = *vecY};
  return qn_sparse_submit_described(handle, run_scatter, &w, sizeof(w), true);
}

// x = c x + s y, y = c y - conj(s) x, where x has elements.
static void run_rot(const void *args) {
  const vector_work *w = args;
  const qn_num c = qn_scalar_get(&w->alpha), s = qn_scalar_get(&w->beta);
  for (int64_t i = 0; i < w->x.nnz; ++i) {
    const int64_t at = index_at(w, i);
    const qn_num x = qn_num_load(w->x.type, w->x.values, i);
    const qn_num y = qn_num_load(w->y.type, w->y.values, at);
    qn_num_store(w->x.type, w->x.values, i, c * x + s * y);
    qn_num_store(w->y.type, w->y.values, at, c * y - s * x);
  }
}
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c_coeff,
                             const void *s_coeff, cusparseSpVecDescr_t vecX,
                             cusparseDnVecDescr_t vecY) {
  const int type = vecX ? factor_type(vecX->type) : 0;
  const int real = type == CUDA_C_32F   ? CUDA_R_32F
                   : type == CUDA_C_64F ? CUDA_R_64F
                                        : type;
  QN_SPARSE_EMPTY(qn_sparse_is_sparse_vector_empty(vecX),
                  CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(QN_SPARSE_SCALAR(c_coeff, real),
                 QN_SPARSE_SCALAR(s_coeff, type), vecX, vecY);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(vecX && vecY, "a vector is null");
  QN_SPARSE_TRY(check_vectors(vecX, vecY));
  QN_SPARSE_NEED(c_coeff && s_coeff, "a coefficient is null");
  QN_SPARSE_TRY(
      qn_sparse_check_types(vecX->type, vecX->type, vecX->type, vecY->type));
  const vector_work w = {.x = *vecX,
                         .y = *vecY,
                         .alpha = qn_scalar_of(handle, c_coeff, real),
                         .beta = qn_scalar_of(handle, s_coeff, type)};
  return qn_sparse_submit_described(handle, run_rot, &w, sizeof(w), true);
}

static void run_dot(const void *args) {
  const vector_work *w = args;
  qn_num sum = 0;
  for (int64_t i = 0; i < w->x.nnz; ++i) {
    const qn_num x = qn_num_load(w->x.type, w->x.values, i);
    sum += (w->conjugates ? conj(x) : x) *
           qn_num_load(w->y.type, w->y.values, index_at(w, i));
  }
  qn_num_store(w->compute, w->result, 0, sum);
}

static cusparseStatus_t check_dot(cusparseOperation_t op,
                                  cusparseConstSpVecDescr_t x,
                                  cusparseConstDnVecDescr_t y, int compute) {
  QN_SPARSE_TRY(check_vectors(x, y));
  QN_SPARSE_TRY(qn_sparse_check_op(op));
  return qn_sparse_check_types(compute, x->type, y->type, compute);
}
cusparseStatus_t
cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opX,
                        cusparseConstSpVecDescr_t vecX,
                        cusparseConstDnVecDescr_t vecY, const void *result,
                        cudaDataType computeType, size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_is_sparse_vector_empty(vecX),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(opX, vecX, vecY, result, computeType, bufferSize);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_dot(opX, vecX, vecY, (int)computeType));
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opX,
                              cusparseConstSpVecDescr_t vecX,
                              cusparseConstDnVecDescr_t vecY, void *result,
                              cudaDataType computeType, void *externalBuffer) {
  QN_SPARSE_EMPTY(
      qn_sparse_is_sparse_vector_empty(vecX),
      qn_sparse_answer_zero(handle, result, qn_num_size((int)computeType)));
  QN_SPARSE_PASS(opX, vecX, vecY, result, computeType, externalBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_dot(opX, vecX, vecY, (int)computeType));
  QN_SPARSE_NEED(result, "there is no place for the result");
  const vector_work w = {.x = *vecX,
                         .y = *vecY,
                         .conjugates =
                             opX == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
                         .result = result,
                         .compute = (int)computeType};
  QN_SPARSE_TRY(
      qn_sparse_submit_described(handle, run_dot, &w, sizeof(w), true));
  // In a graph the host's result is there when the graph has run, as with
  // NVIDIA's.
  const bool waits =
      !handle->device_pointers && !qn_libs_captures(handle->stream);
  return waits ? qn_sparse_wait(handle) : CUSPARSE_STATUS_SUCCESS;
}

// ---- Between sparse and dense matrices

typedef struct convert_work {
  struct cusparseSpMatDescr sparse;
  struct cusparseDnMatDescr dense;
  int64_t *nnz; // of an analysis
} convert_work;

static cusparseStatus_t check_pair(cusparseConstSpMatDescr_t sparse,
                                   cusparseConstDnMatDescr_t dense) {
  QN_SPARSE_NEED(qn_sparse_is(sparse, QN_SPARSE_SP_MAT) &&
                     qn_sparse_is(dense, QN_SPARSE_DN_MAT),
                 "a matrix is no descriptor");
  QN_SPARSE_NEED(sparse->rows == dense->rows && sparse->cols == dense->cols,
                 "the matrices are %" PRId64 " by %" PRId64 " and %" PRId64
                 " by %" PRId64,
                 sparse->rows, sparse->cols, dense->rows, dense->cols);
  if (sparse->type != dense->type)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "the matrices have elements of type %d and %d",
                            sparse->type, dense->type);
  if (sparse->batch_count != 1 || dense->batch_count != 1)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "batches are not converted");
  return CUSPARSE_STATUS_SUCCESS;
}

static void run_to_dense(const void *args) {
  const convert_work *w = args;
  qn_csr a = qn_csr_of(&w->sparse, 0);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t j = 0; j < a.cols; ++j)
      qn_num_store(w->dense.type, w->dense.values, qn_dense_at(&w->dense, i, j),
                   0);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = a.start[i]; k < a.start[i + 1]; ++k)
      qn_num_store(w->dense.type, w->dense.values,
                   qn_dense_at(&w->dense, i, a.col[k]), a.value[k]);
  qn_csr_free(&a);
}

cusparseStatus_t cusparseSparseToDense_bufferSize(
    cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
    cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
    size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA), qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(matA, matB, alg, bufferSize);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_pair(matA, matB));
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle,
                                       cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB,
                                       cusparseSparseToDenseAlg_t alg,
                                       void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_has_none(matA),
                  qn_sparse_scale_matrix(handle, NULL, 0, matB));
  QN_SPARSE_PASS(matA, matB, alg, externalBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_pair(matA, matB));
  const convert_work w = {*matA, *matB, NULL};
  return qn_sparse_submit_described(handle, run_to_dense, &w, sizeof(w), true);
}

static qn_num dense_value(const convert_work *w, int64_t row, int64_t col) {
  return qn_num_load(w->dense.type, w->dense.values,
                     qn_dense_at(&w->dense, row, col));
}

static bool has_offsets(const struct cusparseSpMatDescr *m) {
  return m->format != CUSPARSE_FORMAT_COO &&
         m->format != QN_SPARSE_FORMAT_PAIRS;
}

static void store_place(const struct cusparseSpMatDescr *m, int64_t at,
                        int64_t outer, int64_t inner) {
  const bool pairs = m->format == QN_SPARSE_FORMAT_PAIRS;
  const int64_t step = pairs ? 2 : 1;
  if (!has_offsets(m))
    qn_index_store(m->index_type, m->offsets, at * step, outer + m->base);
  qn_index_store(m->index_type, m->indices, at * step + (pairs ? 1 : 0),
                 inner + m->base);
}

// Calls for each element that is kept in the order of the format; a block of
// BSR or ELL is kept with all of its elements.
static void run_analysis(const void *args) {
  const convert_work *w = args;
  const struct cusparseSpMatDescr *m = &w->sparse;
  const bool by_columns = m->format == CUSPARSE_FORMAT_CSC;
  const int64_t outer = by_columns ? m->cols : m->rows;
  const int64_t inner = by_columns ? m->rows : m->cols;
  int64_t count = 0;
  for (int64_t i = 0; i < outer; ++i) {
    if (has_offsets(m))
      qn_index_store(m->offset_type, m->offsets, i, count + m->base);
    for (int64_t j = 0; j < inner; ++j)
      count += dense_value(w, by_columns ? j : i, by_columns ? i : j) != 0;
  }
  if (has_offsets(m))
    qn_index_store(m->offset_type, m->offsets, outer, count + m->base);
  *w->nnz = count;
}

static void run_to_sparse(const void *args) {
  const convert_work *w = args;
  const struct cusparseSpMatDescr *m = &w->sparse;
  const bool by_columns = m->format == CUSPARSE_FORMAT_CSC;
  const int64_t outer = by_columns ? m->cols : m->rows;
  const int64_t inner = by_columns ? m->rows : m->cols;
  int64_t at = 0;
  for (int64_t i = 0; i < outer; ++i)
    for (int64_t j = 0; j < inner; ++j) {
      const qn_num v = dense_value(w, by_columns ? j : i, by_columns ? i : j);
      if (v == 0)
        continue;
      store_place(m, at, i, j);
      qn_num_store(m->type, m->values, at++, v);
    }
}

// The blocks that are there say themselves which elements they take.
static void run_to_blocks(const void *args) {
  const convert_work *w = args;
  qn_csr a = qn_csr_of(&w->sparse, 0);
  for (int64_t i = 0; i < a.rows; ++i)
    for (int64_t k = a.start[i]; k < a.start[i + 1]; ++k)
      qn_num_store(w->sparse.type, w->sparse.values, a.place[k],
                   dense_value(w, i, a.col[k]));
  qn_csr_free(&a);
}

static cusparseStatus_t check_result(cusparseConstSpMatDescr_t sparse,
                                     cusparseConstDnMatDescr_t dense) {
  QN_SPARSE_TRY(check_pair(sparse, dense));
  if (sparse->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "dense matrices are not made into sliced ELL");
  return CUSPARSE_STATUS_SUCCESS;
}

static bool has_blocks(cusparseConstSpMatDescr_t m) {
  return m->format == CUSPARSE_FORMAT_BLOCKED_ELL ||
         m->format == CUSPARSE_FORMAT_BSR;
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(
    cusparseHandle_t handle, cusparseConstDnMatDescr_t matA,
    cusparseSpMatDescr_t matB, cusparseDenseToSparseAlg_t alg,
    size_t *bufferSize) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matA),
                  qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(matA, matB, alg, bufferSize);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_result(matB, matA));
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t alg,
                                                void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matA),
                  qn_sparse_make_none(handle, matB));
  QN_SPARSE_PASS(matA, matB, alg, externalBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_result(matB, matA));
  if (has_blocks(matB))
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_NEED(!has_offsets(matB) || matB->offsets,
                 "the array of offsets is null");
  const convert_work w = {*matB, *matA, &matB->nnz};
  QN_SPARSE_TRY(qn_sparse_check_wait(handle, true));
  QN_SPARSE_TRY(
      qn_sparse_submit_described(handle, run_analysis, &w, sizeof(w), false));
  return qn_sparse_wait(handle);
}
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t alg,
                                               void *externalBuffer) {
  QN_SPARSE_EMPTY(qn_sparse_is_dense_empty(matA), CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(matA, QN_SPARSE_FILLED(matB), alg, externalBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_result(matB, matA));
  QN_SPARSE_NEED(!matB->nnz || (matB->indices && matB->values),
                 "an array is null");
  const convert_work w = {*matB, *matA, NULL};
  return qn_sparse_submit_described(
      handle, has_blocks(matB) ? run_to_blocks : run_to_sparse, &w, sizeof(w),
      false);
}

// SPDX-License-Identifier: Apache-2.0
#include "libs/sparse/empty.h"

#include <stdlib.h>

#include "base/alloc.h"

bool qn_sparse_has_none(cusparseConstSpMatDescr_t m) {
  return qn_sparse_is(m, QN_SPARSE_SP_MAT) && (!m->rows || !m->cols || !m->nnz);
}
bool qn_sparse_is_sparse_vector_empty(cusparseConstSpVecDescr_t v) {
  return qn_sparse_is(v, QN_SPARSE_SP_VEC) && !v->nnz;
}
bool qn_sparse_is_dense_empty(cusparseConstDnMatDescr_t m) {
  return qn_sparse_is(m, QN_SPARSE_DN_MAT) && (!m->rows || !m->cols);
}

bool qn_sparse_is_vector_empty(cusparseConstDnVecDescr_t v) {
  return qn_sparse_is(v, QN_SPARSE_DN_VEC) && !v->size;
}

static cusparseStatus_t copy(cusparseHandle_t handle, void *to,
                             const void *from, size_t size) {
  if (qn_libs_captures(handle->stream))
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "the stream captures, and this waits for it");
  return hipMemcpyAsync(to, from, size, hipMemcpyDefault, handle->stream) ==
                     hipSuccess &&
                 hipStreamSynchronize(handle->stream) == hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}

static cusparseStatus_t read_factor(cusparseHandle_t handle, const void *beta,
                                    int type, qn_num *out) {
  double room[2];
  *out = 0;
  if (!beta)
    return CUSPARSE_STATUS_SUCCESS;
  if (handle->device_pointers) {
    QN_SPARSE_TRY(copy(handle, room, beta, qn_num_size(type)));
    beta = room;
  }
  *out = qn_num_load(type, beta, 0);
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t scale_on_host(cusparseHandle_t handle, qn_num beta,
                                      int type, void *values, int64_t count) {
  const size_t size = (size_t)count * qn_num_size(type);
  void *host = qn_alloc(size);
  if (!host)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  cusparseStatus_t status = copy(handle, host, values, size);
  for (int64_t i = 0; !status && i < count; ++i)
    qn_num_store(type, host, i, beta * qn_num_load(type, host, i));
  if (!status)
    status = copy(handle, values, host, size);
  qn_free(host);
  return status;
}

static cusparseStatus_t scale(cusparseHandle_t handle, qn_num beta, int type,
                              void *values, int64_t count) {
  if (beta == 1 || count <= 0)
    return CUSPARSE_STATUS_SUCCESS;
  if (beta != 0)
    return scale_on_host(handle, beta, type, values, count);
  return hipMemsetAsync(values, 0, (size_t)count * qn_num_size(type),
                        handle->stream) == hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t qn_sparse_scale_vector(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstDnVecDescr_t y) {
  qn_num by;
  QN_SPARSE_NEED(qn_sparse_is(y, QN_SPARSE_DN_VEC), "this is no descriptor");
  QN_SPARSE_TRY(read_factor(handle, beta, type, &by));
  return scale(handle, by, y->type, y->values, y->size);
}

cusparseStatus_t qn_sparse_scale_array(cusparseHandle_t handle,
                                       const void *beta, int type, void *values,
                                       int64_t count) {
  qn_num by;
  QN_SPARSE_TRY(read_factor(handle, beta, type, &by));
  return scale(handle, by, type, values, count);
}

cusparseStatus_t qn_sparse_scale_matrix(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstDnMatDescr_t c) {
  qn_num by;
  QN_SPARSE_NEED(qn_sparse_is(c, QN_SPARSE_DN_MAT), "this is no descriptor");
  QN_SPARSE_TRY(read_factor(handle, beta, type, &by));
  const bool by_rows = c->order == CUSPARSE_ORDER_ROW;
  const int64_t outer = by_rows ? c->rows : c->cols,
                inner = by_rows ? c->cols : c->rows;
  for (int64_t member = 0; member < c->batch_count; ++member)
    for (int64_t i = 0; i < outer; ++i) {
      const int64_t at = member * c->batch_stride + i * c->ld;
      QN_SPARSE_TRY(
          scale(handle, by, c->type,
                (char *)c->values + at * (int64_t)qn_num_size(c->type), inner));
    }
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_scale_sparse(cusparseHandle_t handle,
                                        const void *beta, int type,
                                        cusparseConstSpMatDescr_t c) {
  qn_num by;
  QN_SPARSE_TRY(read_factor(handle, beta, type, &by));
  const int64_t block =
      c->format == CUSPARSE_FORMAT_BSR ? c->block_rows * c->block_cols : 1;
  for (int64_t member = 0; member < c->batch_count; ++member)
    QN_SPARSE_TRY(scale(handle, by, c->type,
                        (char *)c->values + member * c->values_stride *
                                                (int64_t)qn_num_size(c->type),
                        c->nnz * block));
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_answer_zero(cusparseHandle_t handle, void *to,
                                       size_t size) {
  QN_SPARSE_NEED(to, "there is no place for the result");
  if (!handle->device_pointers) {
    memset(to, 0, size);
    return CUSPARSE_STATUS_SUCCESS;
  }
  return hipMemsetAsync(to, 0, size, handle->stream) == hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t qn_sparse_fill_offsets(cusparseHandle_t handle, void *to,
                                        int64_t count, int type, int base) {
  const size_t each = type == CUSPARSE_INDEX_64I ? 8 : 4;
  QN_SPARSE_NEED(to, "the array of offsets is null");
  void *host = qn_alloc((size_t)count * each);
  if (!host)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  for (int64_t i = 0; i < count; ++i)
    qn_index_store(type, host, i, base);
  const cusparseStatus_t status = copy(handle, to, host, (size_t)count * each);
  qn_free(host);
  return status;
}

cusparseStatus_t qn_sparse_make_none(cusparseHandle_t handle,
                                     cusparseSpMatDescr_t m) {
  QN_SPARSE_NEED(qn_sparse_is(m, QN_SPARSE_SP_MAT), "this is no descriptor");
  m->nnz = 0;
  if (m->format != CUSPARSE_FORMAT_CSR && m->format != CUSPARSE_FORMAT_CSC)
    return CUSPARSE_STATUS_SUCCESS;
  return qn_sparse_fill_offsets(
      handle, m->offsets,
      (m->format == CUSPARSE_FORMAT_CSC ? m->cols : m->rows) + 1,
      m->offset_type, m->base);
}

bool qn_sparse_is_other_base(cusparseMatDescr_t a, cusparseMatDescr_t c) {
  return qn_sparse_is(a, QN_SPARSE_MAT_DESCR) &&
         qn_sparse_is(c, QN_SPARSE_MAT_DESCR) && a->base != c->base;
}

bool qn_sparse_is_named(void) {
  const char *path = getenv("QUERN_LIBCUSPARSE");
  return path && path[0];
}

cusparseStatus_t qn_sparse_refuse_unsure(const char *name) {
  return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                          "%s: not known to be right by NVIDIA's library "
                          "(QUERN_LIBCUSPARSE=PATH passes it on all the same)",
                          name);
}

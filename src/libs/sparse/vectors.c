// SPDX-License-Identifier: Apache-2.0
// Descriptors of vectors, and of dense matrices.
#include <inttypes.h>

#include "libs/sparse/sparse.h"
#include "libs/sparse/vendor.h"

#define NEED_TYPE(type)                                                        \
  QN_SPARSE_NEED(qn_num_size((int)(type)), "there are no elements of type %d", \
                 (int)(type))
#define NEED(d, kind)                                                          \
  QN_SPARSE_NEED(qn_sparse_is(d, QN_SPARSE_##kind), "this is no descriptor")
#define SET(to, value)                                                         \
  do {                                                                         \
    QN_SPARSE_NEED(to, "'" #to "' is null");                                   \
    *(to) = (value);                                                           \
  } while (0)

// ---- Sparse vectors

cusparseStatus_t
cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *spVecDescr, int64_t size,
                         int64_t nnz, const void *indices, const void *values,
                         cusparseIndexType_t idxType,
                         cusparseIndexBase_t idxBase, cudaDataType valueType) {
  NEED_TYPE(valueType);
  QN_SPARSE_NEED(spVecDescr, "there is no place for the descriptor");
  QN_SPARSE_NEED(size >= 0 && nnz >= 0 && nnz <= size,
                 "%" PRId64 " elements of a vector of %" PRId64, nnz, size);
  QN_SPARSE_NEED(!nnz || (indices && values), "an array is null");
  QN_SPARSE_NEED(idxType == CUSPARSE_INDEX_32I || idxType == CUSPARSE_INDEX_64I,
                 "there are no indices of type %d", (int)idxType);
  QN_SPARSE_NEED((unsigned)idxBase < 2, "there is no base %d", (int)idxBase);
  struct cusparseSpVecDescr *d =
      qn_sparse_object_create(QN_SPARSE_SP_VEC, sizeof(*d));
  if (!d)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  d->size = size;
  d->nnz = nnz;
  d->indices = (void *)(uintptr_t)indices;
  d->values = (void *)(uintptr_t)values;
  d->index_type = (int)idxType;
  d->base = (int)idxBase;
  d->type = (int)valueType;
  *spVecDescr = d;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *spVecDescr,
                                     int64_t size, int64_t nnz, void *indices,
                                     void *values, cusparseIndexType_t idxType,
                                     cusparseIndexBase_t idxBase,
                                     cudaDataType valueType) {
  return cusparseCreateConstSpVec((cusparseConstSpVecDescr_t *)spVecDescr, size,
                                  nnz, indices, values, idxType, idxBase,
                                  valueType);
}
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t spVecDescr) {
  NEED(spVecDescr, SP_VEC);
  qn_sparse_object_destroy(spVecDescr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseConstSpVecGet(cusparseConstSpVecDescr_t spVecDescr, int64_t *size,
                      int64_t *nnz, const void **indices, const void **values,
                      cusparseIndexType_t *idxType,
                      cusparseIndexBase_t *idxBase, cudaDataType *valueType) {
  NEED(spVecDescr, SP_VEC);
  SET(size, spVecDescr->size);
  SET(nnz, spVecDescr->nnz);
  SET(indices, spVecDescr->indices);
  SET(values, spVecDescr->values);
  SET(idxType, (cusparseIndexType_t)spVecDescr->index_type);
  SET(idxBase, (cusparseIndexBase_t)spVecDescr->base);
  SET(valueType, (cudaDataType)spVecDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t spVecDescr,
                                  int64_t *size, int64_t *nnz, void **indices,
                                  void **values, cusparseIndexType_t *idxType,
                                  cusparseIndexBase_t *idxBase,
                                  cudaDataType *valueType) {
  return cusparseConstSpVecGet(spVecDescr, size, nnz, (const void **)indices,
                               (const void **)values, idxType, idxBase,
                               valueType);
}
cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t spVecDescr,
                                           cusparseIndexBase_t *idxBase) {
  NEED(spVecDescr, SP_VEC);
  SET(idxBase, (cusparseIndexBase_t)spVecDescr->base);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseConstSpVecGetValues(cusparseConstSpVecDescr_t spVecDescr,
                            const void **values) {
  NEED(spVecDescr, SP_VEC);
  SET(values, spVecDescr->values);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t spVecDescr,
                                        void **values) {
  return cusparseConstSpVecGetValues(spVecDescr, (const void **)values);
}
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t spVecDescr,
                                        void *values) {
  NEED(spVecDescr, SP_VEC);
  QN_SPARSE_NEED(values || !spVecDescr->nnz, "'values' is null");
  spVecDescr->values = values;
  return qn_sparse_vendor_changed(&spVecDescr->object);
}

// ---- Dense vectors

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *dnVecDescr,
                                          int64_t size, const void *values,
                                          cudaDataType valueType) {
  NEED_TYPE(valueType);
  QN_SPARSE_NEED(dnVecDescr, "there is no place for the descriptor");
  QN_SPARSE_NEED(size >= 0, "the size is %" PRId64, size);
  QN_SPARSE_NEED(!size || values, "'values' is null");
  struct cusparseDnVecDescr *d =
      qn_sparse_object_create(QN_SPARSE_DN_VEC, sizeof(*d));
  if (!d)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  d->size = size;
  d->values = (void *)(uintptr_t)values;
  d->type = (int)valueType;
  *dnVecDescr = d;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *dnVecDescr,
                                     int64_t size, void *values,
                                     cudaDataType valueType) {
  return cusparseCreateConstDnVec((cusparseConstDnVecDescr_t *)dnVecDescr, size,
                                  values, valueType);
}
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t dnVecDescr) {
  NEED(dnVecDescr, DN_VEC);
  qn_sparse_object_destroy(dnVecDescr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseConstDnVecGet(cusparseConstDnVecDescr_t dnVecDescr,
                                       int64_t *size, const void **values,
                                       cudaDataType *valueType) {
  NEED(dnVecDescr, DN_VEC);
  SET(size, dnVecDescr->size);
  SET(values, dnVecDescr->values);
  SET(valueType, (cudaDataType)dnVecDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t dnVecDescr,
                                  int64_t *size, void **values,
                                  cudaDataType *valueType) {
  return cusparseConstDnVecGet(dnVecDescr, size, (const void **)values,
                               valueType);
}
cusparseStatus_t
cusparseConstDnVecGetValues(cusparseConstDnVecDescr_t dnVecDescr,
                            const void **values) {
  NEED(dnVecDescr, DN_VEC);
  SET(values, dnVecDescr->values);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t dnVecDescr,
                                        void **values) {
  return cusparseConstDnVecGetValues(dnVecDescr, (const void **)values);
}
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t dnVecDescr,
                                        void *values) {
  NEED(dnVecDescr, DN_VEC);
  QN_SPARSE_NEED(values || !dnVecDescr->size, "'values' is null");
  dnVecDescr->values = values;
  return qn_sparse_vendor_changed(&dnVecDescr->object);
}

// ---- Dense matrices

cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *dnMatDescr,
                                          int64_t rows, int64_t cols,
                                          int64_t ld, const void *values,
                                          cudaDataType valueType,
                                          cusparseOrder_t order) {
  const bool by_rows = order == CUSPARSE_ORDER_ROW;
  NEED_TYPE(valueType);
  QN_SPARSE_NEED(dnMatDescr, "there is no place for the descriptor");
  QN_SPARSE_NEED(by_rows || order == CUSPARSE_ORDER_COL, "there is no order %d",
                 (int)order);
  QN_SPARSE_NEED(rows >= 0 && cols >= 0,
                 "the matrix is %" PRId64 " by %" PRId64, rows, cols);
  QN_SPARSE_NEED(ld >= (by_rows ? cols : rows),
                 "'ld' is %" PRId64 ", and must be %" PRId64 " at least", ld,
                 by_rows ? cols : rows);
  QN_SPARSE_NEED(!rows || !cols || values, "'values' is null");
  struct cusparseDnMatDescr *d =
      qn_sparse_object_create(QN_SPARSE_DN_MAT, sizeof(*d));
  if (!d)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  d->rows = rows;
  d->cols = cols;
  d->ld = ld;
  d->values = (void *)(uintptr_t)values;
  d->type = (int)valueType;
  d->order = (int)order;
  d->batch_count = 1;
  *dnMatDescr = d;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *dnMatDescr,
                                     int64_t rows, int64_t cols, int64_t ld,
                                     void *values, cudaDataType valueType,
                                     cusparseOrder_t order) {
  return cusparseCreateConstDnMat((cusparseConstDnMatDescr_t *)dnMatDescr, rows,
                                  cols, ld, values, valueType, order);
}
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t dnMatDescr) {
  NEED(dnMatDescr, DN_MAT);
  qn_sparse_object_destroy(dnMatDescr);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseConstDnMatGet(cusparseConstDnMatDescr_t dnMatDescr,
                                       int64_t *rows, int64_t *cols,
                                       int64_t *ld, const void **values,
                                       cudaDataType *type,
                                       cusparseOrder_t *order) {
  NEED(dnMatDescr, DN_MAT);
  SET(rows, dnMatDescr->rows);
  SET(cols, dnMatDescr->cols);
  SET(ld, dnMatDescr->ld);
  SET(values, dnMatDescr->values);
  SET(type, (cudaDataType)dnMatDescr->type);
  SET(order, (cusparseOrder_t)dnMatDescr->order);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t dnMatDescr,
                                  int64_t *rows, int64_t *cols, int64_t *ld,
                                  void **values, cudaDataType *type,
                                  cusparseOrder_t *order) {
  return cusparseConstDnMatGet(dnMatDescr, rows, cols, ld,
                               (const void **)values, type, order);
}
cusparseStatus_t
cusparseConstDnMatGetValues(cusparseConstDnMatDescr_t dnMatDescr,
                            const void **values) {
  NEED(dnMatDescr, DN_MAT);
  SET(values, dnMatDescr->values);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t dnMatDescr,
                                        void **values) {
  return cusparseConstDnMatGetValues(dnMatDescr, (const void **)values);
}
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t dnMatDescr,
                                        void *values) {
  NEED(dnMatDescr, DN_MAT);
  QN_SPARSE_NEED(values || !dnMatDescr->rows || !dnMatDescr->cols,
                 "'values' is null");
  dnMatDescr->values = values;
  return qn_sparse_vendor_changed(&dnMatDescr->object);
}
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t dnMatDescr,
                                              int batchCount,
                                              int64_t batchStride) {
  NEED(dnMatDescr, DN_MAT);
  QN_SPARSE_NEED(batchCount >= 1 && batchStride >= 0,
                 "%d members, %" PRId64 " apart", batchCount, batchStride);
  dnMatDescr->batch_count = batchCount;
  dnMatDescr->batch_stride = batchStride;
  return qn_sparse_vendor_changed(&dnMatDescr->object);
}
cusparseStatus_t
cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t dnMatDescr,
                             int *batchCount, int64_t *batchStride) {
  NEED(dnMatDescr, DN_MAT);
  SET(batchCount, dnMatDescr->batch_count);
  SET(batchStride, dnMatDescr->batch_stride);
  return CUSPARSE_STATUS_SUCCESS;
}

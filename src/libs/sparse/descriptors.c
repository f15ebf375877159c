// SPDX-License-Identifier: Apache-2.0
// Descriptors of sparse matrices.
#include <inttypes.h>
#include <string.h>

#include "libs/sparse/sparse.h"
#include "libs/sparse/vendor.h"

#define NEED_MATRIX(d)                                                         \
  QN_SPARSE_NEED(qn_sparse_is(d, QN_SPARSE_SP_MAT),                            \
                 "this is no descriptor of a sparse matrix")
#define SET(to, value)                                                         \
  do {                                                                         \
    QN_SPARSE_NEED(to, "'" #to "' is null");                                   \
    *(to) = (value);                                                           \
  } while (0)

static bool is_index(int type) {
  return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}

static cusparseStatus_t check(const struct cusparseSpMatDescr *m) {
  QN_SPARSE_NEED(qn_num_size(m->type), "there are no elements of type %d",
                 m->type);
  QN_SPARSE_NEED(m->rows >= 0 && m->cols >= 0 && m->nnz >= 0,
                 "the matrix is %" PRId64 " by %" PRId64 " with %" PRId64
                 " elements",
                 m->rows, m->cols, m->nnz);
  QN_SPARSE_NEED(is_index(m->index_type) && is_index(m->offset_type),
                 "there are no indices of type %d and %d", m->offset_type,
                 m->index_type);
  QN_SPARSE_NEED((unsigned)m->base < 2, "there is no base %d", m->base);
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t create(cusparseConstSpMatDescr_t *out,
                               const struct cusparseSpMatDescr *what) {
  QN_SPARSE_NEED(out, "there is no place for the descriptor");
  QN_SPARSE_TRY(check(what));
  struct cusparseSpMatDescr *d =
      qn_sparse_object_create(QN_SPARSE_SP_MAT, sizeof(*d));
  if (!d)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  const qn_sparse_object object = d->object;
  *d = *what;
  d->object = object;
  d->batch_count = 1;
  d->fill = d->diag = -1;
  *out = d;
  return CUSPARSE_STATUS_SUCCESS;
}

#define ARRAY(x) ((void *)(uintptr_t)(x))

cusparseStatus_t
cusparseCreateConstCsr(cusparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *csrRowOffsets,
                       const void *csrColInd, const void *csrValues,
                       cusparseIndexType_t csrRowOffsetsType,
                       cusparseIndexType_t csrColIndType,
                       cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_CSR,
                                .rows = rows,
                                .cols = cols,
                                .nnz = nnz,
                                .offsets = ARRAY(csrRowOffsets),
                                .indices = ARRAY(csrColInd),
                                .values = ARRAY(csrValues),
                                .offset_type = (int)csrRowOffsetsType,
                                .index_type = (int)csrColIndType,
                                .base = (int)idxBase,
                                .type = (int)valueType});
}
cusparseStatus_t
cusparseCreateCsr(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *csrRowOffsets, void *csrColInd,
                  void *csrValues, cusparseIndexType_t csrRowOffsetsType,
                  cusparseIndexType_t csrColIndType,
                  cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return cusparseCreateConstCsr((cusparseConstSpMatDescr_t *)spMatDescr, rows,
                                cols, nnz, csrRowOffsets, csrColInd, csrValues,
                                csrRowOffsetsType, csrColIndType, idxBase,
                                valueType);
}

cusparseStatus_t
cusparseCreateConstCsc(cusparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *cscColOffsets,
                       const void *cscRowInd, const void *cscValues,
                       cusparseIndexType_t cscColOffsetsType,
                       cusparseIndexType_t cscRowIndType,
                       cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_CSC,
                                .rows = rows,
                                .cols = cols,
                                .nnz = nnz,
                                .offsets = ARRAY(cscColOffsets),
                                .indices = ARRAY(cscRowInd),
                                .values = ARRAY(cscValues),
                                .offset_type = (int)cscColOffsetsType,
                                .index_type = (int)cscRowIndType,
                                .base = (int)idxBase,
                                .type = (int)valueType});
}
cusparseStatus_t
cusparseCreateCsc(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *cscColOffsets, void *cscRowInd,
                  void *cscValues, cusparseIndexType_t cscColOffsetsType,
                  cusparseIndexType_t cscRowIndType,
                  cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return cusparseCreateConstCsc((cusparseConstSpMatDescr_t *)spMatDescr, rows,
                                cols, nnz, cscColOffsets, cscRowInd, cscValues,
                                cscColOffsetsType, cscRowIndType, idxBase,
                                valueType);
}

cusparseStatus_t
cusparseCreateConstCoo(cusparseConstSpMatDescr_t *spMatDescr, int64_t rows,
                       int64_t cols, int64_t nnz, const void *cooRowInd,
                       const void *cooColInd, const void *cooValues,
                       cusparseIndexType_t cooIdxType,
                       cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_COO,
                                .rows = rows,
                                .cols = cols,
                                .nnz = nnz,
                                .offsets = ARRAY(cooRowInd),
                                .indices = ARRAY(cooColInd),
                                .values = ARRAY(cooValues),
                                .offset_type = (int)cooIdxType,
                                .index_type = (int)cooIdxType,
                                .base = (int)idxBase,
                                .type = (int)valueType});
}
cusparseStatus_t
cusparseCreateCoo(cusparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
                  int64_t nnz, void *cooRowInd, void *cooColInd,
                  void *cooValues, cusparseIndexType_t cooIdxType,
                  cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return cusparseCreateConstCoo((cusparseConstSpMatDescr_t *)spMatDescr, rows,
                                cols, nnz, cooRowInd, cooColInd, cooValues,
                                cooIdxType, idxBase, valueType);
}

cusparseStatus_t cusparseCreateConstBsr(
    cusparseConstSpMatDescr_t *spMatDescr, int64_t brows, int64_t bcols,
    int64_t bnnz, int64_t rowBlockDim, int64_t colBlockDim,
    const void *bsrRowOffsets, const void *bsrColInd, const void *bsrValues,
    cusparseIndexType_t bsrRowOffsetsType, cusparseIndexType_t bsrColIndType,
    cusparseIndexBase_t idxBase, cudaDataType valueType,
    cusparseOrder_t order) {
  QN_SPARSE_NEED(rowBlockDim > 0 && colBlockDim > 0,
                 "blocks are %" PRId64 " by %" PRId64, rowBlockDim,
                 colBlockDim);
  QN_SPARSE_NEED(order == CUSPARSE_ORDER_ROW || order == CUSPARSE_ORDER_COL,
                 "there is no order %d", (int)order);
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_BSR,
                                .rows = brows * rowBlockDim,
                                .cols = bcols * colBlockDim,
                                .nnz = bnnz,
                                .offsets = ARRAY(bsrRowOffsets),
                                .indices = ARRAY(bsrColInd),
                                .values = ARRAY(bsrValues),
                                .offset_type = (int)bsrRowOffsetsType,
                                .index_type = (int)bsrColIndType,
                                .base = (int)idxBase,
                                .type = (int)valueType,
                                .block_rows = rowBlockDim,
                                .block_cols = colBlockDim,
                                .order = (int)order});
}
cusparseStatus_t
cusparseCreateBsr(cusparseSpMatDescr_t *spMatDescr, int64_t brows,
                  int64_t bcols, int64_t bnnz, int64_t rowBlockSize,
                  int64_t colBlockSize, void *bsrRowOffsets, void *bsrColInd,
                  void *bsrValues, cusparseIndexType_t bsrRowOffsetsType,
                  cusparseIndexType_t bsrColIndType,
                  cusparseIndexBase_t idxBase, cudaDataType valueType,
                  cusparseOrder_t order) {
  return cusparseCreateConstBsr(
      (cusparseConstSpMatDescr_t *)spMatDescr, brows, bcols, bnnz, rowBlockSize,
      colBlockSize, bsrRowOffsets, bsrColInd, bsrValues, bsrRowOffsetsType,
      bsrColIndType, idxBase, valueType, order);
}

cusparseStatus_t cusparseCreateConstBlockedEll(
    cusparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
    int64_t ellBlockSize, int64_t ellCols, const void *ellColInd,
    const void *ellValue, cusparseIndexType_t ellIdxType,
    cusparseIndexBase_t idxBase, cudaDataType valueType) {
  QN_SPARSE_NEED(
      ellBlockSize > 0 && ellCols >= 0 && ellCols % ellBlockSize == 0,
      "%" PRId64 " columns of blocks of %" PRId64, ellCols, ellBlockSize);
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_BLOCKED_ELL,
                                .rows = rows,
                                .cols = cols,
                                .nnz = rows * ellCols,
                                .indices = ARRAY(ellColInd),
                                .values = ARRAY(ellValue),
                                .offset_type = (int)ellIdxType,
                                .index_type = (int)ellIdxType,
                                .base = (int)idxBase,
                                .type = (int)valueType,
                                .block_rows = ellBlockSize,
                                .block_cols = ellBlockSize,
                                .ell_cols = ellCols});
}
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *spMatDescr,
                                          int64_t rows, int64_t cols,
                                          int64_t ellBlockSize, int64_t ellCols,
                                          void *ellColInd, void *ellValue,
                                          cusparseIndexType_t ellIdxType,
                                          cusparseIndexBase_t idxBase,
                                          cudaDataType valueType) {
  return cusparseCreateConstBlockedEll(
      (cusparseConstSpMatDescr_t *)spMatDescr, rows, cols, ellBlockSize,
      ellCols, ellColInd, ellValue, ellIdxType, idxBase, valueType);
}

cusparseStatus_t cusparseCreateConstSlicedEll(
    cusparseConstSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols,
    int64_t nnz, int64_t sellValuesSize, int64_t sliceSize,
    const void *sellSliceOffsets, const void *sellColInd,
    const void *sellValues, cusparseIndexType_t sellSliceOffsetsType,
    cusparseIndexType_t sellColIndType, cusparseIndexBase_t idxBase,
    cudaDataType valueType) {
  QN_SPARSE_NEED(sliceSize > 0, "slices have %" PRId64 " rows", sliceSize);
  QN_SPARSE_NEED(sellValuesSize >= nnz,
                 "%" PRId64 " values are stored of %" PRId64 " elements",
                 sellValuesSize, nnz);
  return create(spMatDescr, &(const struct cusparseSpMatDescr){
                                .format = CUSPARSE_FORMAT_SLICED_ELLPACK,
                                .rows = rows,
                                .cols = cols,
                                .nnz = nnz,
                                .offsets = ARRAY(sellSliceOffsets),
                                .indices = ARRAY(sellColInd),
                                .values = ARRAY(sellValues),
                                .offset_type = (int)sellSliceOffsetsType,
                                .index_type = (int)sellColIndType,
                                .base = (int)idxBase,
                                .type = (int)valueType,
                                .slice_rows = sliceSize,
                                .sliced_values = sellValuesSize});
}
cusparseStatus_t
cusparseCreateSlicedEll(cusparseSpMatDescr_t *spMatDescr, int64_t rows,
                        int64_t cols, int64_t nnz, int64_t sellValuesSize,
                        int64_t sliceSize, void *sellSliceOffsets,
                        void *sellColInd, void *sellValues,
                        cusparseIndexType_t sellSliceOffsetsType,
                        cusparseIndexType_t sellColIndType,
                        cusparseIndexBase_t idxBase, cudaDataType valueType) {
  return cusparseCreateConstSlicedEll(
      (cusparseConstSpMatDescr_t *)spMatDescr, rows, cols, nnz, sellValuesSize,
      sliceSize, sellSliceOffsets, sellColInd, sellValues, sellSliceOffsetsType,
      sellColIndType, idxBase, valueType);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t spMatDescr) {
  NEED_MATRIX(spMatDescr);
  qn_sparse_object_destroy(spMatDescr);
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- What a descriptor says

static cusparseStatus_t check_format(cusparseConstSpMatDescr_t d, int format) {
  NEED_MATRIX(d);
  QN_SPARSE_NEED(d->format == format,
                 "the matrix has format %d, and format %d is asked for",
                 d->format, format);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseConstCsrGet(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **csrRowOffsets,
                    const void **csrColInd, const void **csrValues,
                    cusparseIndexType_t *csrRowOffsetsType,
                    cusparseIndexType_t *csrColIndType,
                    cusparseIndexBase_t *idxBase, cudaDataType *valueType) {
  QN_SPARSE_TRY(check_format(spMatDescr, CUSPARSE_FORMAT_CSR));
  SET(rows, spMatDescr->rows);
  SET(cols, spMatDescr->cols);
  SET(nnz, spMatDescr->nnz);
  SET(csrRowOffsets, spMatDescr->offsets);
  SET(csrColInd, spMatDescr->indices);
  SET(csrValues, spMatDescr->values);
  SET(csrRowOffsetsType, (cusparseIndexType_t)spMatDescr->offset_type);
  SET(csrColIndType, (cusparseIndexType_t)spMatDescr->index_type);
  SET(idxBase, (cusparseIndexBase_t)spMatDescr->base);
  SET(valueType, (cudaDataType)spMatDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseCsrGet(cusparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
               int64_t *nnz, void **csrRowOffsets, void **csrColInd,
               void **csrValues, cusparseIndexType_t *csrRowOffsetsType,
               cusparseIndexType_t *csrColIndType, cusparseIndexBase_t *idxBase,
               cudaDataType *valueType) {
  return cusparseConstCsrGet(
      spMatDescr, rows, cols, nnz, (const void **)csrRowOffsets,
      (const void **)csrColInd, (const void **)csrValues, csrRowOffsetsType,
      csrColIndType, idxBase, valueType);
}

cusparseStatus_t
cusparseConstCscGet(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **cscColOffsets,
                    const void **cscRowInd, const void **cscValues,
                    cusparseIndexType_t *cscColOffsetsType,
                    cusparseIndexType_t *cscRowIndType,
                    cusparseIndexBase_t *idxBase, cudaDataType *valueType) {
  QN_SPARSE_TRY(check_format(spMatDescr, CUSPARSE_FORMAT_CSC));
  SET(rows, spMatDescr->rows);
  SET(cols, spMatDescr->cols);
  SET(nnz, spMatDescr->nnz);
  SET(cscColOffsets, spMatDescr->offsets);
  SET(cscRowInd, spMatDescr->indices);
  SET(cscValues, spMatDescr->values);
  SET(cscColOffsetsType, (cusparseIndexType_t)spMatDescr->offset_type);
  SET(cscRowIndType, (cusparseIndexType_t)spMatDescr->index_type);
  SET(idxBase, (cusparseIndexBase_t)spMatDescr->base);
  SET(valueType, (cudaDataType)spMatDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseCscGet(cusparseSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
               int64_t *nnz, void **cscColOffsets, void **cscRowInd,
               void **cscValues, cusparseIndexType_t *cscColOffsetsType,
               cusparseIndexType_t *cscRowIndType, cusparseIndexBase_t *idxBase,
               cudaDataType *valueType) {
  return cusparseConstCscGet(
      spMatDescr, rows, cols, nnz, (const void **)cscColOffsets,
      (const void **)cscRowInd, (const void **)cscValues, cscColOffsetsType,
      cscRowIndType, idxBase, valueType);
}

cusparseStatus_t
cusparseConstCooGet(cusparseConstSpMatDescr_t spMatDescr, int64_t *rows,
                    int64_t *cols, int64_t *nnz, const void **cooRowInd,
                    const void **cooColInd, const void **cooValues,
                    cusparseIndexType_t *idxType, cusparseIndexBase_t *idxBase,
                    cudaDataType *valueType) {
  QN_SPARSE_TRY(check_format(spMatDescr, CUSPARSE_FORMAT_COO));
  SET(rows, spMatDescr->rows);
  SET(cols, spMatDescr->cols);
  SET(nnz, spMatDescr->nnz);
  SET(cooRowInd, spMatDescr->offsets);
  SET(cooColInd, spMatDescr->indices);
  SET(cooValues, spMatDescr->values);
  SET(idxType, (cusparseIndexType_t)spMatDescr->index_type);
  SET(idxBase, (cusparseIndexBase_t)spMatDescr->base);
  SET(valueType, (cudaDataType)spMatDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t spMatDescr, int64_t *rows,
                                int64_t *cols, int64_t *nnz, void **cooRowInd,
                                void **cooColInd, void **cooValues,
                                cusparseIndexType_t *idxType,
                                cusparseIndexBase_t *idxBase,
                                cudaDataType *valueType) {
  return cusparseConstCooGet(spMatDescr, rows, cols, nnz,
                             (const void **)cooRowInd, (const void **)cooColInd,
                             (const void **)cooValues, idxType, idxBase,
                             valueType);
}

cusparseStatus_t cusparseConstBlockedEllGet(
    cusparseConstSpMatDescr_t spMatDescr, int64_t *rows, int64_t *cols,
    int64_t *ellBlockSize, int64_t *ellCols, const void **ellColInd,
    const void **ellValue, cusparseIndexType_t *ellIdxType,
    cusparseIndexBase_t *idxBase, cudaDataType *valueType) {
  QN_SPARSE_TRY(check_format(spMatDescr, CUSPARSE_FORMAT_BLOCKED_ELL));
  SET(rows, spMatDescr->rows);
  SET(cols, spMatDescr->cols);
  SET(ellBlockSize, spMatDescr->block_rows);
  SET(ellCols, spMatDescr->ell_cols);
  SET(ellColInd, spMatDescr->indices);
  SET(ellValue, spMatDescr->values);
  SET(ellIdxType, (cusparseIndexType_t)spMatDescr->index_type);
  SET(idxBase, (cusparseIndexBase_t)spMatDescr->base);
  SET(valueType, (cudaDataType)spMatDescr->type);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseBlockedEllGet(cusparseSpMatDescr_t spMatDescr,
                                       int64_t *rows, int64_t *cols,
                                       int64_t *ellBlockSize, int64_t *ellCols,
                                       void **ellColInd, void **ellValue,
                                       cusparseIndexType_t *ellIdxType,
                                       cusparseIndexBase_t *idxBase,
                                       cudaDataType *valueType) {
  return cusparseConstBlockedEllGet(
      spMatDescr, rows, cols, ellBlockSize, ellCols, (const void **)ellColInd,
      (const void **)ellValue, ellIdxType, idxBase, valueType);
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t spMatDescr,
                                        cusparseFormat_t *format) {
  NEED_MATRIX(spMatDescr);
  SET(format, (cusparseFormat_t)spMatDescr->format);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t spMatDescr,
                                           cusparseIndexBase_t *idxBase) {
  NEED_MATRIX(spMatDescr);
  SET(idxBase, (cusparseIndexBase_t)spMatDescr->base);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseConstSpMatGetValues(cusparseConstSpMatDescr_t spMatDescr,
                            const void **values) {
  NEED_MATRIX(spMatDescr);
  SET(values, spMatDescr->values);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t spMatDescr,
                                        void **values) {
  return cusparseConstSpMatGetValues(spMatDescr, (const void **)values);
}
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t spMatDescr,
                                      int64_t *rows, int64_t *cols,
                                      int64_t *nnz) {
  NEED_MATRIX(spMatDescr);
  SET(rows, spMatDescr->rows);
  SET(cols, spMatDescr->cols);
  SET(nnz, spMatDescr->nnz);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t
cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t spMatDescr,
                             int *batchCount) {
  NEED_MATRIX(spMatDescr);
  SET(batchCount, spMatDescr->batch_count);
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- Changes

static cusparseStatus_t set_pointers(cusparseSpMatDescr_t d, int format,
                                     void *offsets, void *indices,
                                     void *values) {
  QN_SPARSE_TRY(check_format(d, format));
  QN_SPARSE_NEED(offsets && (!d->nnz || (indices && values)),
                 "an array is null");
  d->offsets = offsets;
  d->indices = indices;
  d->values = values;
  return qn_sparse_vendor_changed(&d->object);
}
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t spMatDescr,
                                        void *csrRowOffsets, void *csrColInd,
                                        void *csrValues) {
  return set_pointers(spMatDescr, CUSPARSE_FORMAT_CSR, csrRowOffsets, csrColInd,
                      csrValues);
}
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t spMatDescr,
                                        void *cscColOffsets, void *cscRowInd,
                                        void *cscValues) {
  return set_pointers(spMatDescr, CUSPARSE_FORMAT_CSC, cscColOffsets, cscRowInd,
                      cscValues);
}
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t spMatDescr,
                                        void *cooRows, void *cooColumns,
                                        void *cooValues) {
  return set_pointers(spMatDescr, CUSPARSE_FORMAT_COO, cooRows, cooColumns,
                      cooValues);
}
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t spMatDescr,
                                        void *values) {
  NEED_MATRIX(spMatDescr);
  QN_SPARSE_NEED(values || !spMatDescr->nnz, "'values' is null");
  spMatDescr->values = values;
  return qn_sparse_vendor_changed(&spMatDescr->object);
}

typedef struct strides {
  int64_t offsets, indices, values;
} strides;

static cusparseStatus_t set_batch(cusparseSpMatDescr_t d, int format, int count,
                                  strides by) {
  QN_SPARSE_TRY(check_format(d, format));
  QN_SPARSE_NEED(
      count >= 1 && by.offsets >= 0 && by.indices >= 0 && by.values >= 0,
      "%d members, %" PRId64 ", %" PRId64 " and %" PRId64 " elements apart",
      count, by.offsets, by.indices, by.values);
  d->batch_count = count;
  d->offsets_stride = by.offsets;
  d->indices_stride = by.indices;
  d->values_stride = by.values;
  return qn_sparse_vendor_changed(&d->object);
}
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t spMatDescr,
                                            int batchCount,
                                            int64_t batchStride) {
  return set_batch(spMatDescr, CUSPARSE_FORMAT_COO, batchCount,
                   (strides){batchStride, batchStride, batchStride});
}
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr,
                                            int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsValuesBatchStride) {
  return set_batch(spMatDescr, CUSPARSE_FORMAT_CSR, batchCount,
                   (strides){offsetsBatchStride, columnsValuesBatchStride,
                             columnsValuesBatchStride});
}
cusparseStatus_t cusparseBsrSetStridedBatch(cusparseSpMatDescr_t spMatDescr,
                                            int batchCount,
                                            int64_t offsetsBatchStride,
                                            int64_t columnsBatchStride,
                                            int64_t ValuesBatchStride) {
  return set_batch(
      spMatDescr, CUSPARSE_FORMAT_BSR, batchCount,
      (strides){offsetsBatchStride, columnsBatchStride, ValuesBatchStride});
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t spMatDescr,
                                           cusparseSpMatAttribute_t attribute,
                                           void *data, size_t dataSize) {
  NEED_MATRIX(spMatDescr);
  QN_SPARSE_NEED((unsigned)attribute < 2, "there is no attribute %d",
                 (int)attribute);
  QN_SPARSE_NEED(data && dataSize == sizeof(int), "an attribute has %zu bytes",
                 sizeof(int));
  const int set = attribute == CUSPARSE_SPMAT_FILL_MODE ? spMatDescr->fill
                                                        : spMatDescr->diag;
  const int value = set < 0 ? 0 : set;
  memcpy(data, &value, sizeof(value));
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t spMatDescr,
                                           cusparseSpMatAttribute_t attribute,
                                           void *data, size_t dataSize) {
  int value;
  NEED_MATRIX(spMatDescr);
  QN_SPARSE_NEED((unsigned)attribute < 2, "there is no attribute %d",
                 (int)attribute);
  QN_SPARSE_NEED(data && dataSize == sizeof(int), "an attribute has %zu bytes",
                 sizeof(int));
  memcpy(&value, data, sizeof(value));
  QN_SPARSE_NEED((unsigned)value < 2, "attribute %d cannot be %d",
                 (int)attribute, value);
  if (attribute == CUSPARSE_SPMAT_FILL_MODE)
    spMatDescr->fill = value;
  else
    spMatDescr->diag = value;
  return qn_sparse_vendor_changed(&spMatDescr->object);
}

// ---- Descriptors of the older functions

#define NEED_DESCR(d)                                                          \
  QN_SPARSE_NEED(qn_sparse_is(d, QN_SPARSE_MAT_DESCR), "this is no "           \
                                                       "descriptor")

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descrA) {
  QN_SPARSE_NEED(descrA, "there is no place for the descriptor");
  *descrA = qn_sparse_object_create(QN_SPARSE_MAT_DESCR, sizeof(**descrA));
  return *descrA ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descrA) {
  NEED_DESCR(descrA);
  qn_sparse_object_destroy(descrA);
  return CUSPARSE_STATUS_SUCCESS;
}

#define MEMBER(Name, T, member, last)                                          \
  cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t descrA, T value) {  \
    NEED_DESCR(descrA);                                                        \
    QN_SPARSE_NEED((unsigned)value <= (last), "%d is no enumerator",           \
                   (int)value);                                                \
    descrA->member = (int)value;                                               \
    return qn_sparse_vendor_changed(&descrA->object);                          \
  }                                                                            \
  T cusparseGetMat##Name(const cusparseMatDescr_t descrA) {                    \
    return qn_sparse_is(descrA, QN_SPARSE_MAT_DESCR) ? (T)descrA->member       \
                                                     : (T)0;                   \
  }
MEMBER(Type, cusparseMatrixType_t, type, 3)
MEMBER(FillMode, cusparseFillMode_t, fill, 1)
MEMBER(DiagType, cusparseDiagType_t, diag, 1)
MEMBER(IndexBase, cusparseIndexBase_t, base, 1)

// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's generic functions.
#include <complex.h>

#include "libs/sparse/roc/roc.h"
#include "libs/sparse/vendor.h"

// A call without a buffer asks for its size, so that no size is 0.
enum { MIN_BUFFER = 4 };

#define SPMAT ((cusparseSpMatDescr_t)(uintptr_t)descr)
#define CSPMAT(m) ((cusparseConstSpMatDescr_t)(m))
#define CDNMAT(m) ((cusparseConstDnMatDescr_t)(m))
#define DNMAT(m) ((cusparseDnMatDescr_t)(m))
#define CDNVEC(v) ((cusparseConstDnVecDescr_t)(v))
#define DNVEC(v) ((cusparseDnVecDescr_t)(v))
#define CSPVEC(v) ((cusparseConstSpVecDescr_t)(v))
#define SPVEC(v) ((cusparseSpVecDescr_t)(v))
#define OP(op) qn_rocsparse_op(op)
#define TYPE(type) qn_rocsparse_type(type)

static rocsparse_status sized(cusparseStatus_t status, size_t *size) {
  if (!status && *size < MIN_BUFFER)
    *size = MIN_BUFFER;
  return qn_rocsparse_status(status);
}

static rocsparse_status refuse_stage(const char *name, int stage) {
  (void)qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                         "%s: there is no stage %d", name, stage);
  return rocsparse_status_invalid_value;
}

// ---- What descriptors say

static rocsparse_format format_of(int format) {
  switch (format) {
  case CUSPARSE_FORMAT_CSR:
    return rocsparse_format_csr;
  case CUSPARSE_FORMAT_CSC:
    return rocsparse_format_csc;
  case CUSPARSE_FORMAT_BSR:
    return rocsparse_format_bsr;
  case CUSPARSE_FORMAT_BLOCKED_ELL:
    return rocsparse_format_bell;
  case QN_SPARSE_FORMAT_PAIRS:
    return rocsparse_format_coo_aos;
  default:
    return rocsparse_format_coo;
  }
}

#define FIND()                                                                 \
  QN_ROC_NEED(descr);                                                          \
  const struct cusparseSpMatDescr *a = SPMAT;                                  \
  if (!qn_sparse_is(a, QN_SPARSE_SP_MAT))                                      \
  return rocsparse_status_invalid_value
#define PUT(to, value)                                                         \
  do {                                                                         \
    if (to)                                                                    \
      *(to) = (value);                                                         \
  } while (0)

rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr descr,
                                          int64_t *rows, int64_t *cols,
                                          int64_t *nnz) {
  FIND();
  QN_ROC_NEED(rows);
  QN_ROC_NEED(cols);
  QN_ROC_NEED(nnz);
  *rows = a->rows;
  *cols = a->cols;
  *nnz = a->nnz;
  return rocsparse_status_success;
}
rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr descr,
                                            rocsparse_format *format) {
  FIND();
  QN_ROC_NEED(format);
  *format = format_of(a->format);
  return rocsparse_status_success;
}
rocsparse_status
rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr descr,
                               rocsparse_index_base *idx_base) {
  FIND();
  QN_ROC_NEED(idx_base);
  *idx_base = (rocsparse_index_base)a->base;
  return rocsparse_status_success;
}

typedef struct places {
  int64_t *rows, *cols, *nnz;
  void **first, **second, **values;
  rocsparse_indextype *first_type, *second_type;
  rocsparse_index_base *base;
  rocsparse_datatype *type;
} places;

static rocsparse_status get_all(rocsparse_const_spmat_descr descr, int format,
                                const places *to) {
  FIND();
  if (a->format != format)
    return rocsparse_status_invalid_value;
  PUT(to->rows, a->rows);
  PUT(to->cols, a->cols);
  PUT(to->nnz, a->nnz);
  PUT(to->first, a->offsets);
  PUT(to->second, a->indices);
  PUT(to->values, a->values);
  PUT(to->first_type, (rocsparse_indextype)a->offset_type);
  PUT(to->second_type, (rocsparse_indextype)a->index_type);
  PUT(to->base, (rocsparse_index_base)a->base);
  PUT(to->type, qn_rocsparse_type_of(a->type));
  return rocsparse_status_success;
}
rocsparse_status rocsparse_csr_get(
    const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols,
    int64_t *nnz, void **csr_row_ptr, void **csr_col_ind, void **csr_val,
    rocsparse_indextype *row_ptr_type, rocsparse_indextype *col_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type) {
  return get_all(descr, CUSPARSE_FORMAT_CSR,
                 &(const places){rows, cols, nnz, csr_row_ptr, csr_col_ind,
                                 csr_val, row_ptr_type, col_ind_type, idx_base,
                                 data_type});
}
rocsparse_status rocsparse_coo_get(const rocsparse_spmat_descr descr,
                                   int64_t *rows, int64_t *cols, int64_t *nnz,
                                   void **coo_row_ind, void **coo_col_ind,
                                   void **coo_val,
                                   rocsparse_indextype *idx_type,
                                   rocsparse_index_base *idx_base,
                                   rocsparse_datatype *data_type) {
  return get_all(descr, CUSPARSE_FORMAT_COO,
                 &(const places){rows, cols, nnz, coo_row_ind, coo_col_ind,
                                 coo_val, NULL, idx_type, idx_base, data_type});
}

#define POINTERS(lower, Upper, first, second)                                  \
  rocsparse_status rocsparse_##lower##_set_pointers(                           \
      rocsparse_spmat_descr descr, void *lower##_##first,                      \
      void *lower##_##second, void *lower##_val) {                             \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##SetPointers(SPMAT, lower##_##first,           \
                                             lower##_##second, lower##_val));  \
  }
POINTERS(csr, Csr, row_ptr, col_ind)
POINTERS(csc, Csc, col_ptr, row_ind)
POINTERS(coo, Coo, row_ind, col_ind)

// Attributes are ints on both sides, of the same values.
static bool has_attribute(rocsparse_spmat_attribute attribute) {
  return attribute == rocsparse_spmat_fill_mode ||
         attribute == rocsparse_spmat_diag_type;
}
rocsparse_status
rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr descr,
                              rocsparse_spmat_attribute attribute, void *data,
                              size_t data_size) {
  QN_ROC_NEED(descr);
  QN_ROC_NEED(data);
  if (!has_attribute(attribute))
    return rocsparse_status_not_implemented;
  QN_ROC_DONE(cusparseSpMatGetAttribute(
      SPMAT, (cusparseSpMatAttribute_t)attribute, data, data_size));
}
rocsparse_status
rocsparse_spmat_set_attribute(rocsparse_spmat_descr descr,
                              rocsparse_spmat_attribute attribute,
                              const void *data, size_t data_size) {
  QN_ROC_NEED(descr);
  QN_ROC_NEED(data);
  if (has_attribute(attribute))
    QN_ROC_DONE(cusparseSpMatSetAttribute(SPMAT,
                                          (cusparseSpMatAttribute_t)attribute,
                                          (void *)(uintptr_t)data, data_size));
  // That a matrix is general, or in order, is what functions expect anyway.
  return data_size == sizeof(int) && *(const int *)data == 0
             ? rocsparse_status_success
             : rocsparse_status_not_implemented;
}

rocsparse_status
rocsparse_csr_set_strided_batch(rocsparse_spmat_descr descr, int batch_count,
                                int64_t offsets_batch_stride,
                                int64_t columns_values_batch_stride) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseCsrSetStridedBatch(
      SPMAT, batch_count, offsets_batch_stride, columns_values_batch_stride));
}
rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr descr,
                                                 int batch_count,
                                                 int64_t batch_stride) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseCooSetStridedBatch(SPMAT, batch_count, batch_stride));
}

// ---- Vectors

rocsparse_status rocsparse_axpby(rocsparse_handle handle, const void *alpha,
                                 rocsparse_const_spvec_descr x,
                                 const void *beta, rocsparse_dnvec_descr y) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(x);
  QN_ROC_NEED(beta);
  QN_ROC_NEED(y);
  QN_ROC_DONE(cusparseAxpby(QN_ROC_HANDLE, alpha, CSPVEC(x), beta, DNVEC(y)));
}
rocsparse_status rocsparse_gather(rocsparse_handle handle,
                                  rocsparse_const_dnvec_descr y,
                                  rocsparse_spvec_descr x) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(y);
  QN_ROC_NEED(x);
  QN_ROC_DONE(cusparseGather(QN_ROC_HANDLE, CDNVEC(y), SPVEC(x)));
}
rocsparse_status rocsparse_scatter(rocsparse_handle handle,
                                   rocsparse_const_spvec_descr x,
                                   rocsparse_dnvec_descr y) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(x);
  QN_ROC_NEED(y);
  QN_ROC_DONE(cusparseScatter(QN_ROC_HANDLE, CSPVEC(x), DNVEC(y)));
}
rocsparse_status rocsparse_rot(rocsparse_handle handle, const void *c,
                               const void *s, rocsparse_spvec_descr x,
                               rocsparse_dnvec_descr y) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(c);
  QN_ROC_NEED(s);
  QN_ROC_NEED(x);
  QN_ROC_NEED(y);
  QN_ROC_DONE(cusparseRot(QN_ROC_HANDLE, c, s, SPVEC(x), DNVEC(y)));
}
rocsparse_status rocsparse_spvv(rocsparse_handle handle,
                                rocsparse_operation trans,
                                rocsparse_const_spvec_descr x,
                                rocsparse_const_dnvec_descr y, void *result,
                                rocsparse_datatype compute_type,
                                size_t *buffer_size, void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(x);
  QN_ROC_NEED(y);
  QN_ROC_NEED(result);
  if (temp_buffer)
    QN_ROC_DONE(cusparseSpVV(QN_ROC_HANDLE, OP(trans), CSPVEC(x), CDNVEC(y),
                             result, TYPE(compute_type), temp_buffer));
  QN_ROC_NEED(buffer_size);
  return sized(cusparseSpVV_bufferSize(QN_ROC_HANDLE, OP(trans), CSPVEC(x),
                                       CDNVEC(y), result, TYPE(compute_type),
                                       buffer_size),
               buffer_size);
}

// ---- Products

rocsparse_status
rocsparse_spmv(rocsparse_handle handle, rocsparse_operation trans,
               const void *alpha, rocsparse_const_spmat_descr mat,
               rocsparse_const_dnvec_descr x, const void *beta,
               const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
               rocsparse_spmv_alg alg, rocsparse_spmv_stage stage,
               size_t *buffer_size, void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(mat);
  QN_ROC_NEED(x);
  QN_ROC_NEED(beta);
  QN_ROC_NEED(y);
  (void)alg; // there is one
  switch (stage) {
  case rocsparse_spmv_stage_buffer_size:
    QN_ROC_NEED(buffer_size);
    return sized(
        cusparseSpMV_bufferSize(QN_ROC_HANDLE, OP(trans), alpha, CSPMAT(mat),
                                CDNVEC(x), beta, DNVEC(y), TYPE(compute_type),
                                CUSPARSE_SPMV_ALG_DEFAULT, buffer_size),
        buffer_size);
  case rocsparse_spmv_stage_preprocess:
    return rocsparse_status_success;
  case rocsparse_spmv_stage_compute:
    QN_ROC_DONE(cusparseSpMV(QN_ROC_HANDLE, OP(trans), alpha, CSPMAT(mat),
                             CDNVEC(x), beta, DNVEC(y), TYPE(compute_type),
                             CUSPARSE_SPMV_ALG_DEFAULT, temp_buffer));
  default:
    return refuse_stage(__func__, (int)stage);
  }
}

rocsparse_status rocsparse_spmm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B,
    const void *beta, const rocsparse_dnmat_descr mat_C,
    rocsparse_datatype compute_type, rocsparse_spmm_alg alg,
    rocsparse_spmm_stage stage, size_t *buffer_size, void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(mat_A);
  QN_ROC_NEED(mat_B);
  QN_ROC_NEED(beta);
  QN_ROC_NEED(mat_C);
  (void)alg;
  switch (stage) {
  case rocsparse_spmm_stage_buffer_size:
    QN_ROC_NEED(buffer_size);
    return sized(
        cusparseSpMM_bufferSize(QN_ROC_HANDLE, OP(trans_A), OP(trans_B), alpha,
                                CSPMAT(mat_A), CDNMAT(mat_B), beta,
                                DNMAT(mat_C), TYPE(compute_type),
                                CUSPARSE_SPMM_ALG_DEFAULT, buffer_size),
        buffer_size);
  case rocsparse_spmm_stage_preprocess:
    return rocsparse_status_success;
  case rocsparse_spmm_stage_compute:
    QN_ROC_DONE(cusparseSpMM(QN_ROC_HANDLE, OP(trans_A), OP(trans_B), alpha,
                             CSPMAT(mat_A), CDNMAT(mat_B), beta, DNMAT(mat_C),
                             TYPE(compute_type), CUSPARSE_SPMM_ALG_DEFAULT,
                             temp_buffer));
  default:
    return refuse_stage(__func__, (int)stage);
  }
}

#define SDDMM(suffix, last_type, last, ...)                                    \
  rocsparse_status rocsparse_sddmm##suffix(                                    \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, const void *alpha,                          \
      rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B,            \
      const void *beta, rocsparse_spmat_descr C,                               \
      rocsparse_datatype compute_type, rocsparse_sddmm_alg alg,                \
      last_type last) {                                                        \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(A);                                                            \
    QN_ROC_NEED(B);                                                            \
    QN_ROC_NEED(beta);                                                         \
    QN_ROC_NEED(C);                                                            \
    (void)alg;                                                                 \
    __VA_ARGS__;                                                               \
  }
#define SDDMM_ARGS                                                             \
  QN_ROC_HANDLE, OP(trans_A), OP(trans_B), alpha, CDNMAT(A), CDNMAT(B), beta,  \
      (cusparseSpMatDescr_t)C, TYPE(compute_type), CUSPARSE_SDDMM_ALG_DEFAULT
SDDMM(_buffer_size, size_t *, buffer_size, QN_ROC_NEED(buffer_size);
      return sized(cusparseSDDMM_bufferSize(SDDMM_ARGS, buffer_size),
                   buffer_size))
SDDMM(_preprocess, void *, temp_buffer,
      QN_ROC_DONE(cusparseSDDMM_preprocess(SDDMM_ARGS, temp_buffer)))
SDDMM(, void *, temp_buffer,
      QN_ROC_DONE(cusparseSDDMM(SDDMM_ARGS, temp_buffer)))

// ---- Triangular systems: the analysis, which takes no time, belongs to each

rocsparse_status
rocsparse_spsv(rocsparse_handle handle, rocsparse_operation trans,
               const void *alpha, rocsparse_const_spmat_descr mat,
               rocsparse_const_dnvec_descr x, const rocsparse_dnvec_descr y,
               rocsparse_datatype compute_type, rocsparse_spsv_alg alg,
               rocsparse_spsv_stage stage, size_t *buffer_size,
               void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(mat);
  QN_ROC_NEED(x);
  QN_ROC_NEED(y);
  (void)alg;
#define SPSV                                                                   \
  QN_ROC_HANDLE, OP(trans), alpha, CSPMAT(mat), CDNVEC(x), DNVEC(y),           \
      TYPE(compute_type), CUSPARSE_SPSV_ALG_DEFAULT, descr
  cusparseSpSVDescr_t descr;
  if ((unsigned)stage - 1 > rocsparse_spsv_stage_compute - 1)
    return refuse_stage(__func__, (int)stage);
  if (stage == rocsparse_spsv_stage_buffer_size)
    QN_ROC_NEED(buffer_size);
  QN_ROC_TRY(cusparseSpSV_createDescr(&descr));
  cusparseStatus_t status = stage == rocsparse_spsv_stage_buffer_size
                                ? cusparseSpSV_bufferSize(SPSV, buffer_size)
                                : cusparseSpSV_analysis(SPSV, temp_buffer);
  if (!status && stage == rocsparse_spsv_stage_compute)
    status = cusparseSpSV_solve(SPSV);
  (void)cusparseSpSV_destroyDescr(descr);
  return stage == rocsparse_spsv_stage_buffer_size
             ? sized(status, buffer_size)
             : qn_rocsparse_status(status);
}

rocsparse_status rocsparse_spsm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B,
    const rocsparse_dnmat_descr mat_C, rocsparse_datatype compute_type,
    rocsparse_spsm_alg alg, rocsparse_spsm_stage stage, size_t *buffer_size,
    void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(mat_A);
  QN_ROC_NEED(mat_B);
  QN_ROC_NEED(mat_C);
  (void)alg;
#define SPSM                                                                   \
  QN_ROC_HANDLE, OP(trans_A), OP(trans_B), alpha, CSPMAT(mat_A),               \
      CDNMAT(mat_B), DNMAT(mat_C), TYPE(compute_type),                         \
      CUSPARSE_SPSM_ALG_DEFAULT, descr
  cusparseSpSMDescr_t descr;
  if ((unsigned)stage - 1 > rocsparse_spsm_stage_compute - 1)
    return refuse_stage(__func__, (int)stage);
  if (stage == rocsparse_spsm_stage_buffer_size)
    QN_ROC_NEED(buffer_size);
  QN_ROC_TRY(cusparseSpSM_createDescr(&descr));
  cusparseStatus_t status = stage == rocsparse_spsm_stage_buffer_size
                                ? cusparseSpSM_bufferSize(SPSM, buffer_size)
                                : cusparseSpSM_analysis(SPSM, temp_buffer);
  if (!status && stage == rocsparse_spsm_stage_compute)
    status = cusparseSpSM_solve(SPSM);
  (void)cusparseSpSM_destroyDescr(descr);
  return stage == rocsparse_spsm_stage_buffer_size
             ? sized(status, buffer_size)
             : qn_rocsparse_status(status);
}

// ---- Products of sparse matrices: made when the size is asked for, and again
// when there are arrays for them

typedef struct spgemm {
  cusparseHandle_t handle;
  cusparseOperation_t op_a, op_b;
  const void *alpha, *beta;
  cusparseConstSpMatDescr_t a, b;
  cusparseSpMatDescr_t c;
  cudaDataType type;
  cusparseSpGEMMDescr_t descr;
} spgemm;

#define SPGEMM                                                                 \
  s->handle, s->op_a, s->op_b, s->alpha, s->a, s->b, s->beta, s->c, s->type,   \
      CUSPARSE_SPGEMM_DEFAULT, s->descr

static cusparseStatus_t make_product(const spgemm *s, void *buffer,
                                     bool stores) {
  size_t size = MIN_BUFFER;
  QN_SPARSE_TRY(cusparseSpGEMM_workEstimation(SPGEMM, &size, buffer));
  QN_SPARSE_TRY(cusparseSpGEMM_compute(SPGEMM, &size, buffer));
  if (!stores)
    return CUSPARSE_STATUS_SUCCESS;
  QN_SPARSE_TRY(cusparseSpGEMM_copy(SPGEMM));
  return qn_sparse_wait(s->handle); // the descriptor has the product
}

rocsparse_status
rocsparse_spgemm(rocsparse_handle handle, rocsparse_operation trans_A,
                 rocsparse_operation trans_B, const void *alpha,
                 rocsparse_const_spmat_descr A, rocsparse_const_spmat_descr B,
                 const void *beta, rocsparse_const_spmat_descr D,
                 rocsparse_spmat_descr C, rocsparse_datatype compute_type,
                 rocsparse_spgemm_alg alg, rocsparse_spgemm_stage stage,
                 size_t *buffer_size, void *temp_buffer) {
  static const double _Complex zero = 0;
  spgemm s = {QN_ROC_HANDLE,
              OP(trans_A),
              OP(trans_B),
              alpha,
              &zero,
              CSPMAT(A),
              CSPMAT(B),
              (cusparseSpMatDescr_t)C,
              TYPE(compute_type),
              NULL};
  QN_ROC_BEGIN();
  QN_ROC_NEED(alpha);
  QN_ROC_NEED(A);
  QN_ROC_NEED(B);
  QN_ROC_NEED(C);
  (void)alg;
  if ((beta && D) || qn_sparse_is_vendor(s.handle) || s.handle->device_pointers)
    QN_ROC_DONE(qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                                 "rocsparse_spgemm: D, factors in device "
                                 "memory, and NVIDIA's devices are not taken"));
  if (stage == rocsparse_spgemm_stage_buffer_size) {
    QN_ROC_NEED(buffer_size);
    *buffer_size = MIN_BUFFER;
    return rocsparse_status_success;
  }
  if (stage != rocsparse_spgemm_stage_nnz &&
      stage != rocsparse_spgemm_stage_compute)
    return refuse_stage(__func__, (int)stage);
  QN_ROC_NEED(temp_buffer);
  QN_ROC_TRY(cusparseSpGEMM_createDescr(&s.descr));
  const cusparseStatus_t status =
      make_product(&s, temp_buffer, stage == rocsparse_spgemm_stage_compute);
  (void)cusparseSpGEMM_destroyDescr(s.descr);
  QN_ROC_DONE(status);
}

// ---- Conversions

rocsparse_status rocsparse_sparse_to_dense(rocsparse_handle handle,
                                           rocsparse_const_spmat_descr mat_A,
                                           rocsparse_dnmat_descr mat_B,
                                           rocsparse_sparse_to_dense_alg alg,
                                           size_t *buffer_size,
                                           void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(mat_A);
  QN_ROC_NEED(mat_B);
  (void)alg;
  if (temp_buffer)
    QN_ROC_DONE(
        cusparseSparseToDense(QN_ROC_HANDLE, CSPMAT(mat_A), DNMAT(mat_B),
                              CUSPARSE_SPARSETODENSE_ALG_DEFAULT, temp_buffer));
  QN_ROC_NEED(buffer_size);
  return sized(cusparseSparseToDense_bufferSize(
                   QN_ROC_HANDLE, CSPMAT(mat_A), DNMAT(mat_B),
                   CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer_size),
               buffer_size);
}
rocsparse_status rocsparse_dense_to_sparse(rocsparse_handle handle,
                                           rocsparse_const_dnmat_descr mat_A,
                                           rocsparse_spmat_descr mat_B,
                                           rocsparse_dense_to_sparse_alg alg,
                                           size_t *buffer_size,
                                           void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(mat_A);
  QN_ROC_NEED(mat_B);
  (void)alg;
#define TO_SPARSE                                                              \
  QN_ROC_HANDLE, CDNMAT(mat_A), (cusparseSpMatDescr_t)mat_B,                   \
      CUSPARSE_DENSETOSPARSE_ALG_DEFAULT
  if (temp_buffer && buffer_size)
    QN_ROC_DONE(cusparseDenseToSparse_analysis(TO_SPARSE, temp_buffer));
  if (temp_buffer)
    QN_ROC_DONE(cusparseDenseToSparse_convert(TO_SPARSE, temp_buffer));
  QN_ROC_NEED(buffer_size);
  return sized(cusparseDenseToSparse_bufferSize(TO_SPARSE, buffer_size),
               buffer_size);
}

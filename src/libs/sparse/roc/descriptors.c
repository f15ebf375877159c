// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's handles and descriptors.
#include "libs/sparse/roc/roc.h"

rocsparse_status qn_rocsparse_status(cusparseStatus_t status) {
  switch (status) {
  case CUSPARSE_STATUS_SUCCESS:
    return rocsparse_status_success;
  case CUSPARSE_STATUS_NOT_INITIALIZED:
    return rocsparse_status_invalid_handle;
  case CUSPARSE_STATUS_ALLOC_FAILED:
  case CUSPARSE_STATUS_INSUFFICIENT_RESOURCES:
    return rocsparse_status_memory_error;
  case CUSPARSE_STATUS_INVALID_VALUE:
    return rocsparse_status_invalid_value;
  case CUSPARSE_STATUS_ARCH_MISMATCH:
    return rocsparse_status_arch_mismatch;
  case CUSPARSE_STATUS_ZERO_PIVOT:
    return rocsparse_status_zero_pivot;
  case CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED:
  case CUSPARSE_STATUS_NOT_SUPPORTED:
    return rocsparse_status_not_implemented;
  default:
    return rocsparse_status_internal_error;
  }
}

cusparseOperation_t qn_rocsparse_op(rocsparse_operation op) {
  return (cusparseOperation_t)((int)op - (int)rocsparse_operation_none);
}

// ---- Names of statuses

static const struct {
  const char *name, *description;
} statuses[] = {
    {"rocsparse_status_success", "the call did what was asked for"},
    {"rocsparse_status_invalid_handle", "the handle is none"},
    {"rocsparse_status_not_implemented", "the function is not there"},
    {"rocsparse_status_invalid_pointer", "a pointer is null"},
    {"rocsparse_status_invalid_size", "a size is negative"},
    {"rocsparse_status_memory_error", "memory is short"},
    {"rocsparse_status_internal_error", "the work failed"},
    {"rocsparse_status_invalid_value", "a value is not one of those there are"},
    {"rocsparse_status_arch_mismatch", "the device cannot do it"},
    {"rocsparse_status_zero_pivot", "an element of the diagonal is zero"},
    {"rocsparse_status_not_initialized", "a descriptor is not filled in"},
    {"rocsparse_status_type_mismatch", "types of indices do not fit"},
    {"rocsparse_status_requires_sorted_storage", "indices must be in order"},
};

static bool is_status(rocsparse_status status) {
  return (unsigned)status < sizeof(statuses) / sizeof(statuses[0]);
}
const char *rocsparse_get_status_name(rocsparse_status status) {
  return is_status(status) ? statuses[status].name : "unknown status";
}
const char *rocsparse_get_status_description(rocsparse_status status) {
  return is_status(status) ? statuses[status].description : "unknown status";
}

// ---- Handles

rocsparse_status rocsparse_create_handle(rocsparse_handle *handle) {
  QN_ROC_NEED(handle);
  QN_ROC_DONE(cusparseCreate((cusparseHandle_t *)handle));
}
rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle) {
  QN_ROC_BEGIN();
  QN_ROC_DONE(cusparseDestroy(QN_ROC_HANDLE));
}
rocsparse_status rocsparse_set_stream(rocsparse_handle handle,
                                      hipStream_t stream) {
  QN_ROC_BEGIN();
  QN_ROC_DONE(cusparseSetStream(QN_ROC_HANDLE, (cudaStream_t)stream));
}
rocsparse_status rocsparse_get_stream(rocsparse_handle handle,
                                      hipStream_t *stream) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(stream);
  QN_ROC_DONE(cusparseGetStream(QN_ROC_HANDLE, (cudaStream_t *)stream));
}
rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle,
                                            rocsparse_pointer_mode mode) {
  QN_ROC_BEGIN();
  QN_ROC_DONE(
      cusparseSetPointerMode(QN_ROC_HANDLE, (cusparsePointerMode_t)mode));
}
rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle,
                                            rocsparse_pointer_mode *mode) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(mode);
  QN_ROC_DONE(
      cusparseGetPointerMode(QN_ROC_HANDLE, (cusparsePointerMode_t *)mode));
}
rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(version);
  *version = ROCSPARSE_VERSION_MAJOR * 100000 + ROCSPARSE_VERSION_MINOR * 100 +
             ROCSPARSE_VERSION_PATCH;
  return rocsparse_status_success;
}

// ---- What is said of a matrix by arrays

#define OWN(descr) ((cusparseMatDescr_t)(descr))

rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseCreateMatDescr((cusparseMatDescr_t *)descr));
}
rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDestroyMatDescr(OWN(descr)));
}
rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest,
                                          const rocsparse_mat_descr src) {
  QN_ROC_NEED(dest);
  QN_ROC_NEED(src);
  QN_ROC_TRY(cusparseSetMatType(OWN(dest), cusparseGetMatType(OWN(src))));
  QN_ROC_TRY(
      cusparseSetMatFillMode(OWN(dest), cusparseGetMatFillMode(OWN(src))));
  QN_ROC_TRY(
      cusparseSetMatDiagType(OWN(dest), cusparseGetMatDiagType(OWN(src))));
  QN_ROC_DONE(
      cusparseSetMatIndexBase(OWN(dest), cusparseGetMatIndexBase(OWN(src))));
}

#define PROPERTY(lower, type, upper, theirs)                                   \
  rocsparse_status rocsparse_set_mat_##lower(rocsparse_mat_descr descr,        \
                                             rocsparse_##type value) {         \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(                                                               \
        cusparseSetMat##upper(OWN(descr), (cusparse##theirs##_t)value));       \
  }                                                                            \
  rocsparse_##type rocsparse_get_mat_##lower(                                  \
      const rocsparse_mat_descr descr) {                                       \
    return (rocsparse_##type)cusparseGetMat##upper(OWN(descr));                \
  }
PROPERTY(index_base, index_base, IndexBase, IndexBase)
PROPERTY(type, matrix_type, Type, MatrixType)
PROPERTY(fill_mode, fill_mode, FillMode, FillMode)
PROPERTY(diag_type, diag_type, DiagType, DiagType)

// Functions find out by themselves whether indices are in order.
rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr descr,
                                                rocsparse_storage_mode value) {
  QN_ROC_NEED(descr);
  if ((unsigned)value > rocsparse_storage_mode_unsorted)
    return rocsparse_status_invalid_value;
  OWN(descr)->is_unsorted = value == rocsparse_storage_mode_unsorted;
  return rocsparse_status_success;
}
rocsparse_storage_mode
rocsparse_get_mat_storage_mode(const rocsparse_mat_descr descr) {
  return descr && OWN(descr)->is_unsorted ? rocsparse_storage_mode_unsorted
                                          : rocsparse_storage_mode_sorted;
}

// ---- Types

static const struct {
  rocsparse_datatype theirs;
  cudaDataType ours;
} types[] = {
    {rocsparse_datatype_f16_r, CUDA_R_16F},
    {rocsparse_datatype_bf16_r, CUDA_R_16BF},
    {rocsparse_datatype_f32_r, CUDA_R_32F},
    {rocsparse_datatype_f64_r, CUDA_R_64F},
    {rocsparse_datatype_f32_c, CUDA_C_32F},
    {rocsparse_datatype_f64_c, CUDA_C_64F},
    {rocsparse_datatype_i8_r, CUDA_R_8I},
    {rocsparse_datatype_i32_r, CUDA_R_32I},
};
enum { TYPES = sizeof(types) / sizeof(types[0]), NO_TYPE = -1 };

cudaDataType qn_rocsparse_type(rocsparse_datatype type) {
  for (int i = 0; i < TYPES; ++i)
    if (types[i].theirs == type)
      return types[i].ours;
  return (cudaDataType)NO_TYPE;
}

// Every descriptor was made with one of them.
rocsparse_datatype qn_rocsparse_type_of(int type) {
  int i = 0;
  while (i < TYPES - 1 && (int)types[i].ours != type)
    ++i;
  return types[i].theirs;
}
static bool is_order(rocsparse_order order) {
  return order == rocsparse_order_row || order == rocsparse_order_column;
}
static cusparseOrder_t order_of(rocsparse_order order) {
  return order == rocsparse_order_row ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
}
#define INDEX(type) ((cusparseIndexType_t)(type))
#define BASE(base) ((cusparseIndexBase_t)(base))
#define TYPE(type) qn_rocsparse_type(type)

// ---- Vectors

rocsparse_status rocsparse_create_spvec_descr(rocsparse_spvec_descr *descr,
                                              int64_t size, int64_t nnz,
                                              void *indices, void *values,
                                              rocsparse_indextype idx_type,
                                              rocsparse_index_base idx_base,
                                              rocsparse_datatype data_type) {
  QN_ROC_NEED(descr);
  QN_ROC_SIZE(size);
  QN_ROC_SIZE(nnz);
  QN_ROC_DONE(cusparseCreateSpVec((cusparseSpVecDescr_t *)descr, size, nnz,
                                  indices, values, INDEX(idx_type),
                                  BASE(idx_base), TYPE(data_type)));
}
rocsparse_status rocsparse_create_const_spvec_descr(
    rocsparse_const_spvec_descr *descr, int64_t size, int64_t nnz,
    const void *indices, const void *values, rocsparse_indextype idx_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type) {
  return rocsparse_create_spvec_descr(
      (rocsparse_spvec_descr *)descr, size, nnz, (void *)(uintptr_t)indices,
      (void *)(uintptr_t)values, idx_type, idx_base, data_type);
}
rocsparse_status
rocsparse_destroy_spvec_descr(rocsparse_const_spvec_descr descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDestroySpVec((cusparseConstSpVecDescr_t)descr));
}

// The values of a descriptor, each where there is a place for it.
#define PUT(to, value)                                                         \
  do {                                                                         \
    if (to)                                                                    \
      *(to) = (value);                                                         \
  } while (0)
#define FIND(variable, kind_, type)                                            \
  QN_ROC_NEED(descr);                                                          \
  struct type *variable = (struct type *)(uintptr_t)descr;                     \
  if (!qn_sparse_is(variable, kind_))                                          \
  return rocsparse_status_invalid_value

rocsparse_status rocsparse_spvec_get(const rocsparse_spvec_descr descr,
                                     int64_t *size, int64_t *nnz,
                                     void **indices, void **values,
                                     rocsparse_indextype *idx_type,
                                     rocsparse_index_base *idx_base,
                                     rocsparse_datatype *data_type) {
  FIND(x, QN_SPARSE_SP_VEC, cusparseSpVecDescr);
  PUT(size, x->size);
  PUT(nnz, x->nnz);
  PUT(indices, x->indices);
  PUT(values, x->values);
  PUT(idx_type, (rocsparse_indextype)x->index_type);
  PUT(idx_base, (rocsparse_index_base)x->base);
  PUT(data_type, qn_rocsparse_type_of(x->type));
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnvec_get(const rocsparse_dnvec_descr descr,
                                     int64_t *size, void **values,
                                     rocsparse_datatype *data_type) {
  FIND(x, QN_SPARSE_DN_VEC, cusparseDnVecDescr);
  PUT(size, x->size);
  PUT(values, x->values);
  PUT(data_type, qn_rocsparse_type_of(x->type));
  return rocsparse_status_success;
}
rocsparse_status rocsparse_dnmat_get(const rocsparse_dnmat_descr descr,
                                     int64_t *rows, int64_t *cols, int64_t *ld,
                                     void **values,
                                     rocsparse_datatype *data_type,
                                     rocsparse_order *order) {
  FIND(x, QN_SPARSE_DN_MAT, cusparseDnMatDescr);
  PUT(rows, x->rows);
  PUT(cols, x->cols);
  PUT(ld, x->ld);
  PUT(values, x->values);
  PUT(data_type, qn_rocsparse_type_of(x->type));
  PUT(order, x->order == CUSPARSE_ORDER_ROW ? rocsparse_order_row
                                            : rocsparse_order_column);
  return rocsparse_status_success;
}

// Twins of NVIDIA's follow by cuSPARSE's setters.
#define VALUES(lower, Upper, own)                                              \
  rocsparse_status rocsparse_##lower##_get_values(const own descr,             \
                                                  void **values) {             \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_NEED(values);                                                       \
    QN_ROC_DONE(                                                               \
        cusparse##Upper##GetValues((cusparse##Upper##Descr_t)descr, values));  \
  }                                                                            \
  rocsparse_status rocsparse_##lower##_set_values(own descr, void *values) {   \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_NEED(values);                                                       \
    QN_ROC_DONE(                                                               \
        cusparse##Upper##SetValues((cusparse##Upper##Descr_t)descr, values));  \
  }
VALUES(spvec, SpVec, rocsparse_spvec_descr)
VALUES(dnvec, DnVec, rocsparse_dnvec_descr)
VALUES(dnmat, DnMat, rocsparse_dnmat_descr)
VALUES(spmat, SpMat, rocsparse_spmat_descr)

rocsparse_status rocsparse_create_dnvec_descr(rocsparse_dnvec_descr *descr,
                                              int64_t size, void *values,
                                              rocsparse_datatype data_type) {
  QN_ROC_NEED(descr);
  QN_ROC_SIZE(size);
  QN_ROC_DONE(cusparseCreateDnVec((cusparseDnVecDescr_t *)descr, size, values,
                                  TYPE(data_type)));
}
rocsparse_status
rocsparse_create_const_dnvec_descr(rocsparse_const_dnvec_descr *descr,
                                   int64_t size, const void *values,
                                   rocsparse_datatype data_type) {
  return rocsparse_create_dnvec_descr((rocsparse_dnvec_descr *)descr, size,
                                      (void *)(uintptr_t)values, data_type);
}
rocsparse_status
rocsparse_destroy_dnvec_descr(rocsparse_const_dnvec_descr descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDestroyDnVec((cusparseConstDnVecDescr_t)descr));
}

// ---- Dense matrices

rocsparse_status rocsparse_create_dnmat_descr(rocsparse_dnmat_descr *descr,
                                              int64_t rows, int64_t cols,
                                              int64_t ld, void *values,
                                              rocsparse_datatype data_type,
                                              rocsparse_order order) {
  QN_ROC_NEED(descr);
  QN_ROC_SIZE(rows);
  QN_ROC_SIZE(cols);
  if (!is_order(order))
    return rocsparse_status_invalid_value;
  QN_ROC_DONE(cusparseCreateDnMat((cusparseDnMatDescr_t *)descr, rows, cols, ld,
                                  values, TYPE(data_type), order_of(order)));
}
rocsparse_status rocsparse_create_const_dnmat_descr(
    rocsparse_const_dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld,
    const void *values, rocsparse_datatype data_type, rocsparse_order order) {
  return rocsparse_create_dnmat_descr((rocsparse_dnmat_descr *)descr, rows,
                                      cols, ld, (void *)(uintptr_t)values,
                                      data_type, order);
}
rocsparse_status
rocsparse_destroy_dnmat_descr(rocsparse_const_dnmat_descr descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDestroyDnMat((cusparseConstDnMatDescr_t)descr));
}
rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr descr,
                                                   int batch_count,
                                                   int64_t batch_stride) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDnMatSetStridedBatch((cusparseDnMatDescr_t)descr,
                                           batch_count, batch_stride));
}

// ---- Sparse matrices

#define SPMAT ((cusparseSpMatDescr_t)(uintptr_t)descr)
#define SIZES()                                                                \
  QN_ROC_NEED(descr);                                                          \
  QN_ROC_SIZE(rows);                                                           \
  QN_ROC_SIZE(cols);                                                           \
  QN_ROC_SIZE(nnz)

#define COMPRESSED(lower, Upper, first, second)                                \
  rocsparse_status rocsparse_create_##lower##_descr(                           \
      rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,   \
      void *lower##_##first, void *lower##_##second, void *lower##_val,        \
      rocsparse_indextype first##_type, rocsparse_indextype second##_type,     \
      rocsparse_index_base idx_base, rocsparse_datatype data_type) {           \
    SIZES();                                                                   \
    QN_ROC_DONE(cusparseCreate##Upper(                                         \
        (cusparseSpMatDescr_t *)descr, rows, cols, nnz, lower##_##first,       \
        lower##_##second, lower##_val, INDEX(first##_type),                    \
        INDEX(second##_type), BASE(idx_base), TYPE(data_type)));               \
  }                                                                            \
  rocsparse_status rocsparse_create_const_##lower##_descr(                     \
      rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols,          \
      int64_t nnz, const void *lower##_##first, const void *lower##_##second,  \
      const void *lower##_val, rocsparse_indextype first##_type,               \
      rocsparse_indextype second##_type, rocsparse_index_base idx_base,        \
      rocsparse_datatype data_type) {                                          \
    return rocsparse_create_##lower##_descr(                                   \
        (rocsparse_spmat_descr *)descr, rows, cols, nnz,                       \
        (void *)(uintptr_t)lower##_##first,                                    \
        (void *)(uintptr_t)lower##_##second, (void *)(uintptr_t)lower##_val,   \
        first##_type, second##_type, idx_base, data_type);                     \
  }
COMPRESSED(csr, Csr, row_ptr, col_ind)
COMPRESSED(csc, Csc, col_ptr, row_ind)

rocsparse_status rocsparse_create_coo_descr(rocsparse_spmat_descr *descr,
                                            int64_t rows, int64_t cols,
                                            int64_t nnz, void *coo_row_ind,
                                            void *coo_col_ind, void *coo_val,
                                            rocsparse_indextype idx_type,
                                            rocsparse_index_base idx_base,
                                            rocsparse_datatype data_type) {
  SIZES();
  QN_ROC_DONE(cusparseCreateCoo(
      (cusparseSpMatDescr_t *)descr, rows, cols, nnz, coo_row_ind, coo_col_ind,
      coo_val, INDEX(idx_type), BASE(idx_base), TYPE(data_type)));
}
rocsparse_status rocsparse_create_const_coo_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *coo_row_ind, const void *coo_col_ind, const void *coo_val,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type) {
  return rocsparse_create_coo_descr(
      (rocsparse_spmat_descr *)descr, rows, cols, nnz,
      (void *)(uintptr_t)coo_row_ind, (void *)(uintptr_t)coo_col_ind,
      (void *)(uintptr_t)coo_val, idx_type, idx_base, data_type);
}

rocsparse_status rocsparse_create_bsr_descr(
    rocsparse_spmat_descr *descr, int64_t mb, int64_t nb, int64_t nnzb,
    rocsparse_direction block_dir, int64_t block_dim, void *bsr_row_ptr,
    void *bsr_col_ind, void *bsr_val, rocsparse_indextype row_ptr_type,
    rocsparse_indextype col_ind_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type) {
  QN_ROC_NEED(descr);
  QN_ROC_SIZE(mb);
  QN_ROC_SIZE(nb);
  QN_ROC_SIZE(nnzb);
  QN_ROC_DONE(cusparseCreateBsr(
      (cusparseSpMatDescr_t *)descr, mb, nb, nnzb, block_dim, block_dim,
      bsr_row_ptr, bsr_col_ind, bsr_val, INDEX(row_ptr_type),
      INDEX(col_ind_type), BASE(idx_base), TYPE(data_type),
      block_dir == rocsparse_direction_row ? CUSPARSE_ORDER_ROW
                                           : CUSPARSE_ORDER_COL));
}
rocsparse_status rocsparse_create_const_bsr_descr(
    rocsparse_const_spmat_descr *descr, int64_t mb, int64_t nb, int64_t nnzb,
    rocsparse_direction block_dir, int64_t block_dim, const void *bsr_row_ptr,
    const void *bsr_col_ind, const void *bsr_val,
    rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type) {
  return rocsparse_create_bsr_descr(
      (rocsparse_spmat_descr *)descr, mb, nb, nnzb, block_dir, block_dim,
      (void *)(uintptr_t)bsr_row_ptr, (void *)(uintptr_t)bsr_col_ind,
      (void *)(uintptr_t)bsr_val, row_ptr_type, col_ind_type, idx_base,
      data_type);
}
rocsparse_status
rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr descr) {
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseDestroySpMat(SPMAT));
}

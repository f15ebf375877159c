// SPDX-License-Identifier: Apache-2.0
//
// rocSPARSE, as of ROCm 6: the generic functions, and those of CSR by arrays.
// libquernsparse implements it; docs/libraries.md says what is not there.
#ifndef QUERN_ROCSPARSE_ROCSPARSE_H
#define QUERN_ROCSPARSE_ROCSPARSE_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

#define ROCSPARSE_VERSION_MAJOR 3
#define ROCSPARSE_VERSION_MINOR 4
#define ROCSPARSE_VERSION_PATCH 0

typedef int32_t rocsparse_int;
typedef hipFloatComplex rocsparse_float_complex;
typedef hipDoubleComplex rocsparse_double_complex;
typedef struct _rocsparse_handle *rocsparse_handle;
typedef struct _rocsparse_mat_descr *rocsparse_mat_descr;
typedef struct _rocsparse_mat_info *rocsparse_mat_info;
typedef struct _rocsparse_spvec_descr *rocsparse_spvec_descr;
typedef struct _rocsparse_spvec_descr const *rocsparse_const_spvec_descr;
typedef struct _rocsparse_spmat_descr *rocsparse_spmat_descr;
typedef struct _rocsparse_spmat_descr const *rocsparse_const_spmat_descr;
typedef struct _rocsparse_dnvec_descr *rocsparse_dnvec_descr;
typedef struct _rocsparse_dnvec_descr const *rocsparse_const_dnvec_descr;
typedef struct _rocsparse_dnmat_descr *rocsparse_dnmat_descr;
typedef struct _rocsparse_dnmat_descr const *rocsparse_const_dnmat_descr;

typedef enum rocsparse_status_ {
  rocsparse_status_success = 0,
  rocsparse_status_invalid_handle = 1,
  rocsparse_status_not_implemented = 2,
  rocsparse_status_invalid_pointer = 3,
  rocsparse_status_invalid_size = 4,
  rocsparse_status_memory_error = 5,
  rocsparse_status_internal_error = 6,
  rocsparse_status_invalid_value = 7,
  rocsparse_status_arch_mismatch = 8,
  rocsparse_status_zero_pivot = 9,
  rocsparse_status_not_initialized = 10,
  rocsparse_status_type_mismatch = 11,
  rocsparse_status_requires_sorted_storage = 12
} rocsparse_status;

typedef enum rocsparse_operation_ {
  rocsparse_operation_none = 111,
  rocsparse_operation_transpose = 112,
  rocsparse_operation_conjugate_transpose = 113
} rocsparse_operation;

typedef enum rocsparse_index_base_ {
  rocsparse_index_base_zero = 0,
  rocsparse_index_base_one = 1
} rocsparse_index_base;

typedef enum rocsparse_matrix_type_ {
  rocsparse_matrix_type_general = 0,
  rocsparse_matrix_type_symmetric = 1,
  rocsparse_matrix_type_hermitian = 2,
  rocsparse_matrix_type_triangular = 3
} rocsparse_matrix_type;

typedef enum rocsparse_diag_type_ {
  rocsparse_diag_type_non_unit = 0,
  rocsparse_diag_type_unit = 1
} rocsparse_diag_type;

typedef enum rocsparse_fill_mode_ {
  rocsparse_fill_mode_lower = 0,
  rocsparse_fill_mode_upper = 1
} rocsparse_fill_mode;

typedef enum rocsparse_storage_mode_ {
  rocsparse_storage_mode_sorted = 0,
  rocsparse_storage_mode_unsorted = 1
} rocsparse_storage_mode;

typedef enum rocsparse_action_ {
  rocsparse_action_symbolic = 0,
  rocsparse_action_numeric = 1
} rocsparse_action;

typedef enum rocsparse_direction_ {
  rocsparse_direction_row = 0,
  rocsparse_direction_column = 1
} rocsparse_direction;

typedef enum rocsparse_analysis_policy_ {
  rocsparse_analysis_policy_reuse = 0,
  rocsparse_analysis_policy_force = 1
} rocsparse_analysis_policy;

typedef enum rocsparse_solve_policy_ {
  rocsparse_solve_policy_auto = 0
} rocsparse_solve_policy;

typedef enum rocsparse_pointer_mode_ {
  rocsparse_pointer_mode_host = 0,
  rocsparse_pointer_mode_device = 1
} rocsparse_pointer_mode;

typedef enum rocsparse_indextype_ {
  rocsparse_indextype_u16 = 1,
  rocsparse_indextype_i32 = 2,
  rocsparse_indextype_i64 = 3
} rocsparse_indextype;

typedef enum rocsparse_datatype_ {
  rocsparse_datatype_f16_r = 150,
  rocsparse_datatype_f32_r = 151,
  rocsparse_datatype_f64_r = 152,
  rocsparse_datatype_f32_c = 154,
  rocsparse_datatype_f64_c = 155,
  rocsparse_datatype_i8_r = 160,
  rocsparse_datatype_u8_r = 161,
  rocsparse_datatype_i32_r = 162,
  rocsparse_datatype_u32_r = 163,
  rocsparse_datatype_bf16_r = 168
} rocsparse_datatype;

typedef enum rocsparse_format_ {
  rocsparse_format_coo = 0,
  rocsparse_format_coo_aos = 1,
  rocsparse_format_csr = 2,
  rocsparse_format_csc = 3,
  rocsparse_format_ell = 4,
  rocsparse_format_bell = 5,
  rocsparse_format_bsr = 6
} rocsparse_format;

typedef enum rocsparse_order_ {
  rocsparse_order_row = 0,
  rocsparse_order_column = 1
} rocsparse_order;

typedef enum rocsparse_spmat_attribute_ {
  rocsparse_spmat_fill_mode = 0,
  rocsparse_spmat_diag_type = 1,
  rocsparse_spmat_matrix_type = 2,
  rocsparse_spmat_storage_mode = 3
} rocsparse_spmat_attribute;

typedef enum rocsparse_spmv_alg_ {
  rocsparse_spmv_alg_default = 0,
  rocsparse_spmv_alg_coo = 1,
  rocsparse_spmv_alg_csr_adaptive = 2,
  rocsparse_spmv_alg_csr_rowsplit = 3,
  rocsparse_spmv_alg_csr_stream = 3,
  rocsparse_spmv_alg_ell = 4,
  rocsparse_spmv_alg_coo_atomic = 5,
  rocsparse_spmv_alg_bsr = 6,
  rocsparse_spmv_alg_csr_lrb = 7
} rocsparse_spmv_alg;

typedef enum rocsparse_spmv_stage_ {
  rocsparse_spmv_stage_buffer_size = 1,
  rocsparse_spmv_stage_preprocess = 2,
  rocsparse_spmv_stage_compute = 3
} rocsparse_spmv_stage;

typedef enum rocsparse_spmm_alg_ {
  rocsparse_spmm_alg_default = 0,
  rocsparse_spmm_alg_csr = 1,
  rocsparse_spmm_alg_coo_segmented = 2,
  rocsparse_spmm_alg_coo_atomic = 3,
  rocsparse_spmm_alg_csr_row_split = 4,
  rocsparse_spmm_alg_csr_merge = 5,
  rocsparse_spmm_alg_coo_segmented_atomic = 6,
  rocsparse_spmm_alg_bell = 7,
  rocsparse_spmm_alg_bsr = 8
} rocsparse_spmm_alg;

typedef enum rocsparse_spmm_stage_ {
  rocsparse_spmm_stage_buffer_size = 1,
  rocsparse_spmm_stage_preprocess = 2,
  rocsparse_spmm_stage_compute = 3
} rocsparse_spmm_stage;

typedef enum rocsparse_spsv_alg_ {
  rocsparse_spsv_alg_default = 0
} rocsparse_spsv_alg;

typedef enum rocsparse_spsv_stage_ {
  rocsparse_spsv_stage_buffer_size = 1,
  rocsparse_spsv_stage_preprocess = 2,
  rocsparse_spsv_stage_compute = 3
} rocsparse_spsv_stage;

typedef enum rocsparse_spsm_alg_ {
  rocsparse_spsm_alg_default = 0
} rocsparse_spsm_alg;

typedef enum rocsparse_spsm_stage_ {
  rocsparse_spsm_stage_buffer_size = 1,
  rocsparse_spsm_stage_preprocess = 2,
  rocsparse_spsm_stage_compute = 3
} rocsparse_spsm_stage;

typedef enum rocsparse_spgemm_alg_ {
  rocsparse_spgemm_alg_default = 0
} rocsparse_spgemm_alg;

typedef enum rocsparse_spgemm_stage_ {
  rocsparse_spgemm_stage_buffer_size = 1,
  rocsparse_spgemm_stage_nnz = 2,
  rocsparse_spgemm_stage_compute = 3,
  rocsparse_spgemm_stage_symbolic = 4,
  rocsparse_spgemm_stage_numeric = 5
} rocsparse_spgemm_stage;

typedef enum rocsparse_sddmm_alg_ {
  rocsparse_sddmm_alg_default = 0,
  rocsparse_sddmm_alg_dense = 1
} rocsparse_sddmm_alg;

typedef enum rocsparse_sparse_to_dense_alg_ {
  rocsparse_sparse_to_dense_alg_default = 0
} rocsparse_sparse_to_dense_alg;

typedef enum rocsparse_dense_to_sparse_alg_ {
  rocsparse_dense_to_sparse_alg_default = 0
} rocsparse_dense_to_sparse_alg;

rocsparse_status rocsparse_create_handle(rocsparse_handle *handle);
rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle);
rocsparse_status rocsparse_set_stream(rocsparse_handle handle,
                                      hipStream_t stream);
rocsparse_status rocsparse_get_stream(rocsparse_handle handle,
                                      hipStream_t *stream);
rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle,
                                            rocsparse_pointer_mode mode);
rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle,
                                            rocsparse_pointer_mode *mode);
rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version);
const char *rocsparse_get_status_name(rocsparse_status status);
const char *rocsparse_get_status_description(rocsparse_status status);
rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr);
rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr descr);
rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest,
                                          const rocsparse_mat_descr src);
rocsparse_status rocsparse_set_mat_index_base(rocsparse_mat_descr descr,
                                              rocsparse_index_base value);
rocsparse_index_base
rocsparse_get_mat_index_base(const rocsparse_mat_descr descr);
rocsparse_status rocsparse_set_mat_type(rocsparse_mat_descr descr,
                                        rocsparse_matrix_type value);
rocsparse_matrix_type rocsparse_get_mat_type(const rocsparse_mat_descr descr);
rocsparse_status rocsparse_set_mat_fill_mode(rocsparse_mat_descr descr,
                                             rocsparse_fill_mode value);
rocsparse_fill_mode
rocsparse_get_mat_fill_mode(const rocsparse_mat_descr descr);
rocsparse_status rocsparse_set_mat_diag_type(rocsparse_mat_descr descr,
                                             rocsparse_diag_type value);
rocsparse_diag_type
rocsparse_get_mat_diag_type(const rocsparse_mat_descr descr);
rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr descr,
                                                rocsparse_storage_mode value);
rocsparse_storage_mode
rocsparse_get_mat_storage_mode(const rocsparse_mat_descr descr);
rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info);
rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info);

// ---- Descriptors of the generic functions

rocsparse_status rocsparse_create_spvec_descr(rocsparse_spvec_descr *descr,
                                              int64_t size, int64_t nnz,
                                              void *indices, void *values,
                                              rocsparse_indextype idx_type,
                                              rocsparse_index_base idx_base,
                                              rocsparse_datatype data_type);
rocsparse_status rocsparse_create_const_spvec_descr(
    rocsparse_const_spvec_descr *descr, int64_t size, int64_t nnz,
    const void *indices, const void *values, rocsparse_indextype idx_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status
rocsparse_destroy_spvec_descr(rocsparse_const_spvec_descr descr);
rocsparse_status rocsparse_spvec_get(const rocsparse_spvec_descr descr,
                                     int64_t *size, int64_t *nnz,
                                     void **indices, void **values,
                                     rocsparse_indextype *idx_type,
                                     rocsparse_index_base *idx_base,
                                     rocsparse_datatype *data_type);
rocsparse_status rocsparse_spvec_get_values(const rocsparse_spvec_descr descr,
                                            void **values);
rocsparse_status rocsparse_spvec_set_values(rocsparse_spvec_descr descr,
                                            void *values);
rocsparse_status rocsparse_create_dnvec_descr(rocsparse_dnvec_descr *descr,
                                              int64_t size, void *values,
                                              rocsparse_datatype data_type);
rocsparse_status
rocsparse_create_const_dnvec_descr(rocsparse_const_dnvec_descr *descr,
                                   int64_t size, const void *values,
                                   rocsparse_datatype data_type);
rocsparse_status
rocsparse_destroy_dnvec_descr(rocsparse_const_dnvec_descr descr);
rocsparse_status rocsparse_dnvec_get(const rocsparse_dnvec_descr descr,
                                     int64_t *size, void **values,
                                     rocsparse_datatype *data_type);
rocsparse_status rocsparse_dnvec_get_values(const rocsparse_dnvec_descr descr,
                                            void **values);
rocsparse_status rocsparse_dnvec_set_values(rocsparse_dnvec_descr descr,
                                            void *values);
rocsparse_status rocsparse_create_dnmat_descr(rocsparse_dnmat_descr *descr,
                                              int64_t rows, int64_t cols,
                                              int64_t ld, void *values,
                                              rocsparse_datatype data_type,
                                              rocsparse_order order);
rocsparse_status rocsparse_create_const_dnmat_descr(
    rocsparse_const_dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld,
    const void *values, rocsparse_datatype data_type, rocsparse_order order);
rocsparse_status
rocsparse_destroy_dnmat_descr(rocsparse_const_dnmat_descr descr);
rocsparse_status rocsparse_dnmat_get(const rocsparse_dnmat_descr descr,
                                     int64_t *rows, int64_t *cols, int64_t *ld,
                                     void **values,
                                     rocsparse_datatype *data_type,
                                     rocsparse_order *order);
rocsparse_status rocsparse_dnmat_get_values(const rocsparse_dnmat_descr descr,
                                            void **values);
rocsparse_status rocsparse_dnmat_set_values(rocsparse_dnmat_descr descr,
                                            void *values);
rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr descr,
                                                   int batch_count,
                                                   int64_t batch_stride);
rocsparse_status rocsparse_create_csr_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    void *csr_row_ptr, void *csr_col_ind, void *csr_val,
    rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status rocsparse_create_const_csr_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csr_row_ptr, const void *csr_col_ind, const void *csr_val,
    rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status rocsparse_create_csc_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    void *csc_col_ptr, void *csc_row_ind, void *csc_val,
    rocsparse_indextype col_ptr_type, rocsparse_indextype row_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status rocsparse_create_const_csc_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csc_col_ptr, const void *csc_row_ind, const void *csc_val,
    rocsparse_indextype col_ptr_type, rocsparse_indextype row_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status rocsparse_create_coo_descr(rocsparse_spmat_descr *descr,
                                            int64_t rows, int64_t cols,
                                            int64_t nnz, void *coo_row_ind,
                                            void *coo_col_ind, void *coo_val,
                                            rocsparse_indextype idx_type,
                                            rocsparse_index_base idx_base,
                                            rocsparse_datatype data_type);
rocsparse_status rocsparse_create_const_coo_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *coo_row_ind, const void *coo_col_ind, const void *coo_val,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
rocsparse_status rocsparse_create_bsr_descr(
    rocsparse_spmat_descr *descr, int64_t mb, int64_t nb, int64_t nnzb,
    rocsparse_direction block_dir, int64_t block_dim, void *bsr_row_ptr,
    void *bsr_col_ind, void *bsr_val, rocsparse_indextype row_ptr_type,
    rocsparse_indextype col_ind_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
rocsparse_status rocsparse_create_const_bsr_descr(
    rocsparse_const_spmat_descr *descr, int64_t mb, int64_t nb, int64_t nnzb,
    rocsparse_direction block_dir, int64_t block_dim, const void *bsr_row_ptr,
    const void *bsr_col_ind, const void *bsr_val,
    rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
rocsparse_status
rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr descr);
rocsparse_status rocsparse_csr_get(
    const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols,
    int64_t *nnz, void **csr_row_ptr, void **csr_col_ind, void **csr_val,
    rocsparse_indextype *row_ptr_type, rocsparse_indextype *col_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
rocsparse_status rocsparse_coo_get(const rocsparse_spmat_descr descr,
                                   int64_t *rows, int64_t *cols, int64_t *nnz,
                                   void **coo_row_ind, void **coo_col_ind,
                                   void **coo_val,
                                   rocsparse_indextype *idx_type,
                                   rocsparse_index_base *idx_base,
                                   rocsparse_datatype *data_type);
rocsparse_status rocsparse_csr_set_pointers(rocsparse_spmat_descr descr,
                                            void *csr_row_ptr,
                                            void *csr_col_ind, void *csr_val);
rocsparse_status rocsparse_csc_set_pointers(rocsparse_spmat_descr descr,
                                            void *csc_col_ptr,
                                            void *csc_row_ind, void *csc_val);
rocsparse_status rocsparse_coo_set_pointers(rocsparse_spmat_descr descr,
                                            void *coo_row_ind,
                                            void *coo_col_ind, void *coo_val);
rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr descr,
                                          int64_t *rows, int64_t *cols,
                                          int64_t *nnz);
rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr descr,
                                            rocsparse_format *format);
rocsparse_status
rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr descr,
                               rocsparse_index_base *idx_base);
rocsparse_status rocsparse_spmat_get_values(rocsparse_spmat_descr descr,
                                            void **values);
rocsparse_status rocsparse_spmat_set_values(rocsparse_spmat_descr descr,
                                            void *values);
rocsparse_status
rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr descr,
                              rocsparse_spmat_attribute attribute, void *data,
                              size_t data_size);
rocsparse_status
rocsparse_spmat_set_attribute(rocsparse_spmat_descr descr,
                              rocsparse_spmat_attribute attribute,
                              const void *data, size_t data_size);
rocsparse_status
rocsparse_csr_set_strided_batch(rocsparse_spmat_descr descr, int batch_count,
                                int64_t offsets_batch_stride,
                                int64_t columns_values_batch_stride);
rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr descr,
                                                 int batch_count,
                                                 int64_t batch_stride);

// ---- The generic functions: sizes of buffers are asked for by a stage, or
// without a buffer

rocsparse_status rocsparse_axpby(rocsparse_handle handle, const void *alpha,
                                 rocsparse_const_spvec_descr x,
                                 const void *beta, rocsparse_dnvec_descr y);
rocsparse_status rocsparse_gather(rocsparse_handle handle,
                                  rocsparse_const_dnvec_descr y,
                                  rocsparse_spvec_descr x);
rocsparse_status rocsparse_scatter(rocsparse_handle handle,
                                   rocsparse_const_spvec_descr x,
                                   rocsparse_dnvec_descr y);
rocsparse_status rocsparse_rot(rocsparse_handle handle, const void *c,
                               const void *s, rocsparse_spvec_descr x,
                               rocsparse_dnvec_descr y);
rocsparse_status rocsparse_spvv(rocsparse_handle handle,
                                rocsparse_operation trans,
                                rocsparse_const_spvec_descr x,
                                rocsparse_const_dnvec_descr y, void *result,
                                rocsparse_datatype compute_type,
                                size_t *buffer_size, void *temp_buffer);
rocsparse_status
rocsparse_spmv(rocsparse_handle handle, rocsparse_operation trans,
               const void *alpha, rocsparse_const_spmat_descr mat,
               rocsparse_const_dnvec_descr x, const void *beta,
               const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
               rocsparse_spmv_alg alg, rocsparse_spmv_stage stage,
               size_t *buffer_size, void *temp_buffer);
rocsparse_status rocsparse_spmm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B,
    const void *beta, const rocsparse_dnmat_descr mat_C,
    rocsparse_datatype compute_type, rocsparse_spmm_alg alg,
    rocsparse_spmm_stage stage, size_t *buffer_size, void *temp_buffer);
rocsparse_status
rocsparse_spsv(rocsparse_handle handle, rocsparse_operation trans,
               const void *alpha, rocsparse_const_spmat_descr mat,
               rocsparse_const_dnvec_descr x, const rocsparse_dnvec_descr y,
               rocsparse_datatype compute_type, rocsparse_spsv_alg alg,
               rocsparse_spsv_stage stage, size_t *buffer_size,
               void *temp_buffer);
rocsparse_status rocsparse_spsm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B,
    const rocsparse_dnmat_descr mat_C, rocsparse_datatype compute_type,
    rocsparse_spsm_alg alg, rocsparse_spsm_stage stage, size_t *buffer_size,
    void *temp_buffer);
// Without D.
rocsparse_status
rocsparse_spgemm(rocsparse_handle handle, rocsparse_operation trans_A,
                 rocsparse_operation trans_B, const void *alpha,
                 rocsparse_const_spmat_descr A, rocsparse_const_spmat_descr B,
                 const void *beta, rocsparse_const_spmat_descr D,
                 rocsparse_spmat_descr C, rocsparse_datatype compute_type,
                 rocsparse_spgemm_alg alg, rocsparse_spgemm_stage stage,
                 size_t *buffer_size, void *temp_buffer);
rocsparse_status rocsparse_sddmm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B,
    const void *beta, rocsparse_spmat_descr C, rocsparse_datatype compute_type,
    rocsparse_sddmm_alg alg, size_t *buffer_size);
rocsparse_status rocsparse_sddmm_preprocess(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, const void *alpha,
    rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B,
    const void *beta, rocsparse_spmat_descr C, rocsparse_datatype compute_type,
    rocsparse_sddmm_alg alg, void *temp_buffer);
rocsparse_status rocsparse_sddmm(rocsparse_handle handle,
                                 rocsparse_operation trans_A,
                                 rocsparse_operation trans_B, const void *alpha,
                                 rocsparse_const_dnmat_descr A,
                                 rocsparse_const_dnmat_descr B,
                                 const void *beta, rocsparse_spmat_descr C,
                                 rocsparse_datatype compute_type,
                                 rocsparse_sddmm_alg alg, void *temp_buffer);
rocsparse_status rocsparse_sparse_to_dense(rocsparse_handle handle,
                                           rocsparse_const_spmat_descr mat_A,
                                           rocsparse_dnmat_descr mat_B,
                                           rocsparse_sparse_to_dense_alg alg,
                                           size_t *buffer_size,
                                           void *temp_buffer);
// With a buffer and a place for its size it counts the elements.
rocsparse_status rocsparse_dense_to_sparse(rocsparse_handle handle,
                                           rocsparse_const_dnmat_descr mat_A,
                                           rocsparse_spmat_descr mat_B,
                                           rocsparse_dense_to_sparse_alg alg,
                                           size_t *buffer_size,
                                           void *temp_buffer);

// ---- Matrices by arrays

rocsparse_status rocsparse_csr2coo(rocsparse_handle handle,
                                   const rocsparse_int *csr_row_ptr,
                                   rocsparse_int nnz, rocsparse_int m,
                                   rocsparse_int *coo_row_ind,
                                   rocsparse_index_base idx_base);
rocsparse_status rocsparse_coo2csr(rocsparse_handle handle,
                                   const rocsparse_int *coo_row_ind,
                                   rocsparse_int nnz, rocsparse_int m,
                                   rocsparse_int *csr_row_ptr,
                                   rocsparse_index_base idx_base);
rocsparse_status rocsparse_csr2csc_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               rocsparse_action copy_values,
                                               size_t *buffer_size);
rocsparse_status rocsparse_csrsort_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               size_t *buffer_size);
rocsparse_status rocsparse_csrsort(rocsparse_handle handle, rocsparse_int m,
                                   rocsparse_int n, rocsparse_int nnz,
                                   const rocsparse_mat_descr descr,
                                   const rocsparse_int *csr_row_ptr,
                                   rocsparse_int *csr_col_ind,
                                   rocsparse_int *perm, void *temp_buffer);
rocsparse_status rocsparse_coosort_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *coo_row_ind,
                                               const rocsparse_int *coo_col_ind,
                                               size_t *buffer_size);
rocsparse_status
rocsparse_coosort_by_row(rocsparse_handle handle, rocsparse_int m,
                         rocsparse_int n, rocsparse_int nnz,
                         rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind,
                         rocsparse_int *perm, void *temp_buffer);
rocsparse_status rocsparse_coosort_by_column(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz, rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind,
    rocsparse_int *perm, void *temp_buffer);
rocsparse_status rocsparse_create_identity_permutation(rocsparse_handle handle,
                                                       rocsparse_int n,
                                                       rocsparse_int *p);
rocsparse_status rocsparse_csrmv_clear(rocsparse_handle handle,
                                       rocsparse_mat_info info);
rocsparse_status rocsparse_csrsv_zero_pivot(rocsparse_handle handle,
                                            const rocsparse_mat_descr descr,
                                            rocsparse_mat_info info,
                                            rocsparse_int *position);
rocsparse_status rocsparse_csrsv_clear(rocsparse_handle handle,
                                       const rocsparse_mat_descr descr,
                                       rocsparse_mat_info info);
rocsparse_status rocsparse_csrsm_zero_pivot(rocsparse_handle handle,
                                            rocsparse_mat_info info,
                                            rocsparse_int *position);
rocsparse_status rocsparse_csrsm_clear(rocsparse_handle handle,
                                       rocsparse_mat_info info);
rocsparse_status rocsparse_csrilu0_zero_pivot(rocsparse_handle handle,
                                              rocsparse_mat_info info,
                                              rocsparse_int *position);
rocsparse_status rocsparse_csrilu0_clear(rocsparse_handle handle,
                                         rocsparse_mat_info info);
rocsparse_status rocsparse_csric0_zero_pivot(rocsparse_handle handle,
                                             rocsparse_mat_info info,
                                             rocsparse_int *position);
rocsparse_status rocsparse_csric0_clear(rocsparse_handle handle,
                                        rocsparse_mat_info info);
rocsparse_status rocsparse_csrgeam_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_mat_descr descr_C, rocsparse_int *csr_row_ptr_C,
    rocsparse_int *nnz_C);
rocsparse_status rocsparse_csrgemm_nnz(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D,
    const rocsparse_mat_descr descr_C, rocsparse_int *csr_row_ptr_C,
    rocsparse_int *nnz_C, const rocsparse_mat_info info_C, void *temp_buffer);

rocsparse_status rocsparse_scsrmv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info);
rocsparse_status rocsparse_dcsrmv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info);
rocsparse_status rocsparse_ccsrmv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info);
rocsparse_status rocsparse_zcsrmv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info);
rocsparse_status
rocsparse_scsrmv(rocsparse_handle handle, rocsparse_operation trans,
                 rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
                 const float *alpha, const rocsparse_mat_descr descr,
                 const float *csr_val, const rocsparse_int *csr_row_ptr,
                 const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                 const float *x, const float *beta, float *y);
rocsparse_status
rocsparse_dcsrmv(rocsparse_handle handle, rocsparse_operation trans,
                 rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
                 const double *alpha, const rocsparse_mat_descr descr,
                 const double *csr_val, const rocsparse_int *csr_row_ptr,
                 const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                 const double *x, const double *beta, double *y);
rocsparse_status rocsparse_ccsrmv(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, const rocsparse_float_complex *x,
    const rocsparse_float_complex *beta, rocsparse_float_complex *y);
rocsparse_status rocsparse_zcsrmv(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int n, rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, const rocsparse_double_complex *x,
    const rocsparse_double_complex *beta, rocsparse_double_complex *y);
rocsparse_status
rocsparse_scsrmm(rocsparse_handle handle, rocsparse_operation trans_A,
                 rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
                 rocsparse_int k, rocsparse_int nnz, const float *alpha,
                 const rocsparse_mat_descr descr, const float *csr_val,
                 const rocsparse_int *csr_row_ptr,
                 const rocsparse_int *csr_col_ind, const float *B,
                 rocsparse_int ldb, const float *beta, float *C,
                 rocsparse_int ldc);
rocsparse_status
rocsparse_dcsrmm(rocsparse_handle handle, rocsparse_operation trans_A,
                 rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
                 rocsparse_int k, rocsparse_int nnz, const double *alpha,
                 const rocsparse_mat_descr descr, const double *csr_val,
                 const rocsparse_int *csr_row_ptr,
                 const rocsparse_int *csr_col_ind, const double *B,
                 rocsparse_int ldb, const double *beta, double *C,
                 rocsparse_int ldc);
rocsparse_status rocsparse_ccsrmm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_float_complex *B, rocsparse_int ldb,
    const rocsparse_float_complex *beta, rocsparse_float_complex *C,
    rocsparse_int ldc);
rocsparse_status rocsparse_zcsrmm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_double_complex *B, rocsparse_int ldb,
    const rocsparse_double_complex *beta, rocsparse_double_complex *C,
    rocsparse_int ldc);
rocsparse_status rocsparse_scsrsv_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_dcsrsv_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_ccsrsv_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
    size_t *buffer_size);
rocsparse_status rocsparse_zcsrsv_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
    size_t *buffer_size);
rocsparse_status rocsparse_scsrsv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_dcsrsv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_ccsrsv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
    rocsparse_analysis_policy analysis, rocsparse_solve_policy solve,
    void *temp_buffer);
rocsparse_status rocsparse_zcsrsv_analysis(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
    rocsparse_analysis_policy analysis, rocsparse_solve_policy solve,
    void *temp_buffer);
rocsparse_status rocsparse_scsrsv_solve(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const float *alpha, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info, const float *x,
    float *y, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_dcsrsv_solve(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const double *alpha, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_mat_info info, const double *x,
    double *y, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_ccsrsv_solve(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, const rocsparse_float_complex *x,
    rocsparse_float_complex *y, rocsparse_solve_policy policy,
    void *temp_buffer);
rocsparse_status rocsparse_zcsrsv_solve(
    rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,
    rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, const rocsparse_double_complex *x,
    rocsparse_double_complex *y, rocsparse_solve_policy policy,
    void *temp_buffer);
rocsparse_status rocsparse_scsrsm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const float *alpha, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const float *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy,
    size_t *buffer_size);
rocsparse_status rocsparse_dcsrsm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const double *alpha, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const double *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy,
    size_t *buffer_size);
rocsparse_status rocsparse_ccsrsm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_float_complex *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy,
    size_t *buffer_size);
rocsparse_status rocsparse_zcsrsm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_double_complex *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy,
    size_t *buffer_size);
rocsparse_status rocsparse_scsrsm_analysis(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const float *alpha, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const float *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_dcsrsm_analysis(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const double *alpha, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const double *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_ccsrsm_analysis(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_float_complex *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_zcsrsm_analysis(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_double_complex *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_scsrsm_solve(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const float *alpha, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, float *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_dcsrsm_solve(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const double *alpha, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, double *B, rocsparse_int ldb,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_ccsrsm_solve(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_float_complex *B, rocsparse_int ldb, rocsparse_mat_info info,
    rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_zcsrsm_solve(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,
    rocsparse_int nnz, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_double_complex *B, rocsparse_int ldb, rocsparse_mat_info info,
    rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_scsrilu0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_dcsrilu0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_ccsrilu0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_zcsrilu0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_scsrilu0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_dcsrilu0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_ccsrilu0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_zcsrilu0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status
rocsparse_scsrilu0(rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
                   const rocsparse_mat_descr descr, float *csr_val,
                   const rocsparse_int *csr_row_ptr,
                   const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                   rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status
rocsparse_dcsrilu0(rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
                   const rocsparse_mat_descr descr, double *csr_val,
                   const rocsparse_int *csr_row_ptr,
                   const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                   rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_ccsrilu0(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_zcsrilu0(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_scsric0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_dcsric0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_ccsric0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_zcsric0_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, size_t *buffer_size);
rocsparse_status rocsparse_scsric0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_dcsric0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_ccsric0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status rocsparse_zcsric0_analysis(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_analysis_policy analysis,
    rocsparse_solve_policy solve, void *temp_buffer);
rocsparse_status
rocsparse_scsric0(rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
                  const rocsparse_mat_descr descr, float *csr_val,
                  const rocsparse_int *csr_row_ptr,
                  const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                  rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status
rocsparse_dcsric0(rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
                  const rocsparse_mat_descr descr, double *csr_val,
                  const rocsparse_int *csr_row_ptr,
                  const rocsparse_int *csr_col_ind, rocsparse_mat_info info,
                  rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_ccsric0(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status rocsparse_zcsric0(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,
    const rocsparse_mat_descr descr, rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);
rocsparse_status
rocsparse_scsr2csc(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                   rocsparse_int nnz, const float *csr_val,
                   const rocsparse_int *csr_row_ptr,
                   const rocsparse_int *csr_col_ind, float *csc_val,
                   rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr,
                   rocsparse_action copy_values, rocsparse_index_base idx_base,
                   void *temp_buffer);
rocsparse_status
rocsparse_dcsr2csc(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                   rocsparse_int nnz, const double *csr_val,
                   const rocsparse_int *csr_row_ptr,
                   const rocsparse_int *csr_col_ind, double *csc_val,
                   rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr,
                   rocsparse_action copy_values, rocsparse_index_base idx_base,
                   void *temp_buffer);
rocsparse_status
rocsparse_ccsr2csc(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                   rocsparse_int nnz, const rocsparse_float_complex *csr_val,
                   const rocsparse_int *csr_row_ptr,
                   const rocsparse_int *csr_col_ind,
                   rocsparse_float_complex *csc_val, rocsparse_int *csc_row_ind,
                   rocsparse_int *csc_col_ptr, rocsparse_action copy_values,
                   rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_zcsr2csc(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_double_complex *csc_val, rocsparse_int *csc_row_ind,
    rocsparse_int *csc_col_ptr, rocsparse_action copy_values,
    rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_scsr2dense(rocsparse_handle handle, rocsparse_int m,
                                      rocsparse_int n,
                                      const rocsparse_mat_descr descr,
                                      const float *csr_val,
                                      const rocsparse_int *csr_row_ptr,
                                      const rocsparse_int *csr_col_ind,
                                      float *dense, rocsparse_int ld);
rocsparse_status rocsparse_dcsr2dense(rocsparse_handle handle, rocsparse_int m,
                                      rocsparse_int n,
                                      const rocsparse_mat_descr descr,
                                      const double *csr_val,
                                      const rocsparse_int *csr_row_ptr,
                                      const rocsparse_int *csr_col_ind,
                                      double *dense, rocsparse_int ld);
rocsparse_status rocsparse_ccsr2dense(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_float_complex *dense, rocsparse_int ld);
rocsparse_status rocsparse_zcsr2dense(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_double_complex *dense, rocsparse_int ld);
rocsparse_status
rocsparse_sdense2csr(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                     const rocsparse_mat_descr descr, const float *dense,
                     rocsparse_int ld, const rocsparse_int *nnz_per_rows,
                     float *csr_val, rocsparse_int *csr_row_ptr,
                     rocsparse_int *csr_col_ind);
rocsparse_status
rocsparse_ddense2csr(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                     const rocsparse_mat_descr descr, const double *dense,
                     rocsparse_int ld, const rocsparse_int *nnz_per_rows,
                     double *csr_val, rocsparse_int *csr_row_ptr,
                     rocsparse_int *csr_col_ind);
rocsparse_status
rocsparse_cdense2csr(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                     const rocsparse_mat_descr descr,
                     const rocsparse_float_complex *dense, rocsparse_int ld,
                     const rocsparse_int *nnz_per_rows,
                     rocsparse_float_complex *csr_val,
                     rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status
rocsparse_zdense2csr(rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
                     const rocsparse_mat_descr descr,
                     const rocsparse_double_complex *dense, rocsparse_int ld,
                     const rocsparse_int *nnz_per_rows,
                     rocsparse_double_complex *csr_val,
                     rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_snnz(rocsparse_handle handle,
                                rocsparse_direction dir, rocsparse_int m,
                                rocsparse_int n,
                                const rocsparse_mat_descr descr,
                                const float *dense, rocsparse_int ld,
                                rocsparse_int *nnz_per_row_columns,
                                rocsparse_int *nnz_total_dev_host_ptr);
rocsparse_status rocsparse_dnnz(rocsparse_handle handle,
                                rocsparse_direction dir, rocsparse_int m,
                                rocsparse_int n,
                                const rocsparse_mat_descr descr,
                                const double *dense, rocsparse_int ld,
                                rocsparse_int *nnz_per_row_columns,
                                rocsparse_int *nnz_total_dev_host_ptr);
rocsparse_status rocsparse_cnnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *dense, rocsparse_int ld,
    rocsparse_int *nnz_per_row_columns, rocsparse_int *nnz_total_dev_host_ptr);
rocsparse_status rocsparse_znnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *dense, rocsparse_int ld,
    rocsparse_int *nnz_per_row_columns, rocsparse_int *nnz_total_dev_host_ptr);
rocsparse_status rocsparse_sgthr(rocsparse_handle handle, rocsparse_int nnz,
                                 const float *y, float *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_dgthr(rocsparse_handle handle, rocsparse_int nnz,
                                 const double *y, double *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_cgthr(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_float_complex *y,
                                 rocsparse_float_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_zgthr(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_double_complex *y,
                                 rocsparse_double_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_scsrgeam(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const float *alpha, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const float *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const float *beta,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const float *csr_val_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const rocsparse_mat_descr descr_C,
    float *csr_val_C, const rocsparse_int *csr_row_ptr_C,
    rocsparse_int *csr_col_ind_C);
rocsparse_status rocsparse_dcsrgeam(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const double *alpha, const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const double *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const double *beta,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const double *csr_val_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const rocsparse_mat_descr descr_C,
    double *csr_val_C, const rocsparse_int *csr_row_ptr_C,
    rocsparse_int *csr_col_ind_C);
rocsparse_status rocsparse_ccsrgeam(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_float_complex *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_float_complex *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_float_complex *beta, const rocsparse_mat_descr descr_B,
    rocsparse_int nnz_B, const rocsparse_float_complex *csr_val_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_mat_descr descr_C, rocsparse_float_complex *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C);
rocsparse_status rocsparse_zcsrgeam(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_double_complex *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_double_complex *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_double_complex *beta, const rocsparse_mat_descr descr_B,
    rocsparse_int nnz_B, const rocsparse_double_complex *csr_val_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_mat_descr descr_C, rocsparse_double_complex *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C);
rocsparse_status rocsparse_scsrgemm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const float *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B,
    rocsparse_int nnz_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const float *beta,
    const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D,
    rocsparse_mat_info info_C, size_t *buffer_size);
rocsparse_status rocsparse_dcsrgemm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const double *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const rocsparse_mat_descr descr_B,
    rocsparse_int nnz_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const double *beta,
    const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D,
    rocsparse_mat_info info_C, size_t *buffer_size);
rocsparse_status rocsparse_ccsrgemm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_float_complex *beta, const rocsparse_mat_descr descr_D,
    rocsparse_int nnz_D, const rocsparse_int *csr_row_ptr_D,
    const rocsparse_int *csr_col_ind_D, rocsparse_mat_info info_C,
    size_t *buffer_size);
rocsparse_status rocsparse_zcsrgemm_buffer_size(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_double_complex *beta, const rocsparse_mat_descr descr_D,
    rocsparse_int nnz_D, const rocsparse_int *csr_row_ptr_D,
    const rocsparse_int *csr_col_ind_D, rocsparse_mat_info info_C,
    size_t *buffer_size);
rocsparse_status rocsparse_scsrgemm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const float *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const float *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const float *csr_val_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const float *beta,
    const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const float *csr_val_D, const rocsparse_int *csr_row_ptr_D,
    const rocsparse_int *csr_col_ind_D, const rocsparse_mat_descr descr_C,
    float *csr_val_C, const rocsparse_int *csr_row_ptr_C,
    rocsparse_int *csr_col_ind_C, const rocsparse_mat_info info_C,
    void *temp_buffer);
rocsparse_status rocsparse_dcsrgemm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const double *alpha, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const double *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const double *csr_val_B, const rocsparse_int *csr_row_ptr_B,
    const rocsparse_int *csr_col_ind_B, const double *beta,
    const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const double *csr_val_D, const rocsparse_int *csr_row_ptr_D,
    const rocsparse_int *csr_col_ind_D, const rocsparse_mat_descr descr_C,
    double *csr_val_C, const rocsparse_int *csr_row_ptr_C,
    rocsparse_int *csr_col_ind_C, const rocsparse_mat_info info_C,
    void *temp_buffer);
rocsparse_status rocsparse_ccsrgemm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_float_complex *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_float_complex *csr_val_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_float_complex *beta, const rocsparse_mat_descr descr_D,
    rocsparse_int nnz_D, const rocsparse_float_complex *csr_val_D,
    const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D,
    const rocsparse_mat_descr descr_C, rocsparse_float_complex *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C,
    const rocsparse_mat_info info_C, void *temp_buffer);
rocsparse_status rocsparse_zcsrgemm(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr_A, rocsparse_int nnz_A,
    const rocsparse_double_complex *csr_val_A,
    const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,
    const rocsparse_double_complex *csr_val_B,
    const rocsparse_int *csr_row_ptr_B, const rocsparse_int *csr_col_ind_B,
    const rocsparse_double_complex *beta, const rocsparse_mat_descr descr_D,
    rocsparse_int nnz_D, const rocsparse_double_complex *csr_val_D,
    const rocsparse_int *csr_row_ptr_D, const rocsparse_int *csr_col_ind_D,
    const rocsparse_mat_descr descr_C, rocsparse_double_complex *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C,
    const rocsparse_mat_info info_C, void *temp_buffer);
rocsparse_status rocsparse_sbsrmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const float *alpha,
    const rocsparse_mat_descr descr, const float *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, rocsparse_mat_info info, const float *x,
    const float *beta, float *y);
rocsparse_status rocsparse_dbsrmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const double *alpha,
    const rocsparse_mat_descr descr, const double *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, rocsparse_mat_info info, const double *x,
    const double *beta, double *y);
rocsparse_status rocsparse_cbsrmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb,
    const rocsparse_float_complex *alpha, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    rocsparse_mat_info info, const rocsparse_float_complex *x,
    const rocsparse_float_complex *beta, rocsparse_float_complex *y);
rocsparse_status rocsparse_zbsrmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb,
    const rocsparse_double_complex *alpha, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    rocsparse_mat_info info, const rocsparse_double_complex *x,
    const rocsparse_double_complex *beta, rocsparse_double_complex *y);
rocsparse_status rocsparse_sbsrmm(
    rocsparse_handle handle, rocsparse_direction dir,
    rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int mb,
    rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb, const float *alpha,
    const rocsparse_mat_descr descr, const float *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, const float *B, rocsparse_int ldb,
    const float *beta, float *C, rocsparse_int ldc);
rocsparse_status rocsparse_dbsrmm(
    rocsparse_handle handle, rocsparse_direction dir,
    rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int mb,
    rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb, const double *alpha,
    const rocsparse_mat_descr descr, const double *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, const double *B, rocsparse_int ldb,
    const double *beta, double *C, rocsparse_int ldc);
rocsparse_status rocsparse_cbsrmm(
    rocsparse_handle handle, rocsparse_direction dir,
    rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int mb,
    rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb,
    const rocsparse_float_complex *alpha, const rocsparse_mat_descr descr,
    const rocsparse_float_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    const rocsparse_float_complex *B, rocsparse_int ldb,
    const rocsparse_float_complex *beta, rocsparse_float_complex *C,
    rocsparse_int ldc);
rocsparse_status rocsparse_zbsrmm(
    rocsparse_handle handle, rocsparse_direction dir,
    rocsparse_operation trans_A, rocsparse_operation trans_B, rocsparse_int mb,
    rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb,
    const rocsparse_double_complex *alpha, const rocsparse_mat_descr descr,
    const rocsparse_double_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    const rocsparse_double_complex *B, rocsparse_int ldb,
    const rocsparse_double_complex *beta, rocsparse_double_complex *C,
    rocsparse_int ldc);

// ---- Vectors, blocks, bands and thresholds by arrays

rocsparse_status rocsparse_csr2bsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_nnz);
rocsparse_status rocsparse_csr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_mat_descr bsr_descr, rocsparse_int *bsr_row_ptr,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    rocsparse_int *bsr_nnz_devhost, void *p_buffer);
rocsparse_status rocsparse_gebsr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    const rocsparse_mat_descr descr_C, rocsparse_int *bsr_row_ptr_C,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);
rocsparse_status rocsparse_saxpyi(rocsparse_handle handle, rocsparse_int nnz,
                                  const float *alpha, const float *x_val,
                                  const rocsparse_int *x_ind, float *y,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_daxpyi(rocsparse_handle handle, rocsparse_int nnz,
                                  const double *alpha, const double *x_val,
                                  const rocsparse_int *x_ind, double *y,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_caxpyi(rocsparse_handle handle, rocsparse_int nnz,
                                  const rocsparse_float_complex *alpha,
                                  const rocsparse_float_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_float_complex *y,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_zaxpyi(rocsparse_handle handle, rocsparse_int nnz,
                                  const rocsparse_double_complex *alpha,
                                  const rocsparse_double_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_double_complex *y,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_sdoti(rocsparse_handle handle, rocsparse_int nnz,
                                 const float *x_val, const rocsparse_int *x_ind,
                                 const float *y, float *result,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_ddoti(rocsparse_handle handle, rocsparse_int nnz,
                                 const double *x_val,
                                 const rocsparse_int *x_ind, const double *y,
                                 double *result, rocsparse_index_base idx_base);
rocsparse_status rocsparse_cdoti(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_float_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 const rocsparse_float_complex *y,
                                 rocsparse_float_complex *result,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_zdoti(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_double_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 const rocsparse_double_complex *y,
                                 rocsparse_double_complex *result,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_sgthrz(rocsparse_handle handle, rocsparse_int nnz,
                                  float *y, float *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_dgthrz(rocsparse_handle handle, rocsparse_int nnz,
                                  double *y, double *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_cgthrz(rocsparse_handle handle, rocsparse_int nnz,
                                  rocsparse_float_complex *y,
                                  rocsparse_float_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_zgthrz(rocsparse_handle handle, rocsparse_int nnz,
                                  rocsparse_double_complex *y,
                                  rocsparse_double_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_ssctr(rocsparse_handle handle, rocsparse_int nnz,
                                 const float *x_val, const rocsparse_int *x_ind,
                                 float *y, rocsparse_index_base idx_base);
rocsparse_status rocsparse_dsctr(rocsparse_handle handle, rocsparse_int nnz,
                                 const double *x_val,
                                 const rocsparse_int *x_ind, double *y,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_csctr(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_float_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_float_complex *y,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_zsctr(rocsparse_handle handle, rocsparse_int nnz,
                                 const rocsparse_double_complex *x_val,
                                 const rocsparse_int *x_ind,
                                 rocsparse_double_complex *y,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_cdotci(rocsparse_handle handle, rocsparse_int nnz,
                                  const rocsparse_float_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  const rocsparse_float_complex *y,
                                  rocsparse_float_complex *result,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_zdotci(rocsparse_handle handle, rocsparse_int nnz,
                                  const rocsparse_double_complex *x_val,
                                  const rocsparse_int *x_ind,
                                  const rocsparse_double_complex *y,
                                  rocsparse_double_complex *result,
                                  rocsparse_index_base idx_base);
rocsparse_status rocsparse_sroti(rocsparse_handle handle, rocsparse_int nnz,
                                 float *x_val, const rocsparse_int *x_ind,
                                 float *y, const float *c, const float *s,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_droti(rocsparse_handle handle, rocsparse_int nnz,
                                 double *x_val, const rocsparse_int *x_ind,
                                 double *y, const double *c, const double *s,
                                 rocsparse_index_base idx_base);
rocsparse_status rocsparse_scsr2bsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,
    float *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind);
rocsparse_status rocsparse_dcsr2bsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,
    double *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind);
rocsparse_status rocsparse_ccsr2bsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_int block_dim,
    const rocsparse_mat_descr bsr_descr, rocsparse_float_complex *bsr_val,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind);
rocsparse_status rocsparse_zcsr2bsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_int block_dim,
    const rocsparse_mat_descr bsr_descr, rocsparse_double_complex *bsr_val,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind);
rocsparse_status rocsparse_sbsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr, const float *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, const rocsparse_mat_descr csr_descr,
    float *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status
rocsparse_dbsr2csr(rocsparse_handle handle, rocsparse_direction dir,
                   rocsparse_int mb, rocsparse_int nb,
                   const rocsparse_mat_descr bsr_descr, const double *bsr_val,
                   const rocsparse_int *bsr_row_ptr,
                   const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
                   const rocsparse_mat_descr csr_descr, double *csr_val,
                   rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_cbsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr,
    const rocsparse_float_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    const rocsparse_mat_descr csr_descr, rocsparse_float_complex *csr_val,
    rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_zbsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr,
    const rocsparse_double_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,
    const rocsparse_mat_descr csr_descr, rocsparse_double_complex *csr_val,
    rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_scsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    size_t *p_buffer_size);
rocsparse_status rocsparse_dcsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    size_t *p_buffer_size);
rocsparse_status rocsparse_ccsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, size_t *p_buffer_size);
rocsparse_status rocsparse_zcsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, size_t *p_buffer_size);
rocsparse_status rocsparse_scsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const float *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_mat_descr bsr_descr, float *bsr_val,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim, void *p_buffer);
rocsparse_status rocsparse_dcsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr, const double *csr_val,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_mat_descr bsr_descr, double *bsr_val,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim, void *p_buffer);
rocsparse_status rocsparse_ccsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_float_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const rocsparse_mat_descr bsr_descr,
    rocsparse_float_complex *bsr_val, rocsparse_int *bsr_row_ptr,
    rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, void *p_buffer);
rocsparse_status rocsparse_zcsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_double_complex *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const rocsparse_mat_descr bsr_descr,
    rocsparse_double_complex *bsr_val, rocsparse_int *bsr_row_ptr,
    rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, void *p_buffer);
rocsparse_status rocsparse_sgebsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr, const float *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    const rocsparse_mat_descr csr_descr, float *csr_val,
    rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_dgebsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr,
    const double *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, const rocsparse_mat_descr csr_descr,
    double *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_cgebsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr,
    const rocsparse_float_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, const rocsparse_mat_descr csr_descr,
    rocsparse_float_complex *csr_val, rocsparse_int *csr_row_ptr,
    rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_zgebsr2csr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, const rocsparse_mat_descr bsr_descr,
    const rocsparse_double_complex *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, const rocsparse_mat_descr csr_descr,
    rocsparse_double_complex *csr_val, rocsparse_int *csr_row_ptr,
    rocsparse_int *csr_col_ind);
rocsparse_status rocsparse_sgebsr2gebsc_buffer_size(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const float *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, size_t *p_buffer_size);
rocsparse_status rocsparse_dgebsr2gebsc_buffer_size(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const double *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, size_t *p_buffer_size);
rocsparse_status rocsparse_cgebsr2gebsc_buffer_size(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_float_complex *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    size_t *p_buffer_size);
rocsparse_status rocsparse_zgebsr2gebsc_buffer_size(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_double_complex *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    size_t *p_buffer_size);
rocsparse_status rocsparse_sgebsr2gebsc(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const float *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, float *bsc_val, rocsparse_int *bsc_row_ind,
    rocsparse_int *bsc_col_ptr, rocsparse_action copy_values,
    rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_dgebsr2gebsc(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const double *bsr_val, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,
    rocsparse_int col_block_dim, double *bsc_val, rocsparse_int *bsc_row_ind,
    rocsparse_int *bsc_col_ptr, rocsparse_action copy_values,
    rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_cgebsr2gebsc(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_float_complex *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    rocsparse_float_complex *bsc_val, rocsparse_int *bsc_row_ind,
    rocsparse_int *bsc_col_ptr, rocsparse_action copy_values,
    rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_zgebsr2gebsc(
    rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_double_complex *bsr_val,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    rocsparse_double_complex *bsc_val, rocsparse_int *bsc_row_ind,
    rocsparse_int *bsc_col_ptr, rocsparse_action copy_values,
    rocsparse_index_base idx_base, void *temp_buffer);
rocsparse_status rocsparse_sgebsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const float *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,
    rocsparse_int col_block_dim_A, rocsparse_int row_block_dim_C,
    rocsparse_int col_block_dim_C, size_t *buffer_size);
rocsparse_status rocsparse_dgebsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const double *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,
    rocsparse_int col_block_dim_A, rocsparse_int row_block_dim_C,
    rocsparse_int col_block_dim_C, size_t *buffer_size);
rocsparse_status rocsparse_cgebsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_float_complex *bsr_val_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    size_t *buffer_size);
rocsparse_status rocsparse_zgebsr2gebsr_buffer_size(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_double_complex *bsr_val_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    size_t *buffer_size);
rocsparse_status rocsparse_sgebsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const float *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,
    rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C,
    float *bsr_val_C, rocsparse_int *bsr_row_ptr_C,
    rocsparse_int *bsr_col_ind_C, rocsparse_int row_block_dim_C,
    rocsparse_int col_block_dim_C, void *temp_buffer);
rocsparse_status rocsparse_dgebsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const double *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,
    rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C,
    double *bsr_val_C, rocsparse_int *bsr_row_ptr_C,
    rocsparse_int *bsr_col_ind_C, rocsparse_int row_block_dim_C,
    rocsparse_int col_block_dim_C, void *temp_buffer);
rocsparse_status rocsparse_cgebsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_float_complex *bsr_val_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    const rocsparse_mat_descr descr_C, rocsparse_float_complex *bsr_val_C,
    rocsparse_int *bsr_row_ptr_C, rocsparse_int *bsr_col_ind_C,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    void *temp_buffer);
rocsparse_status rocsparse_zgebsr2gebsr(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_double_complex *bsr_val_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    const rocsparse_mat_descr descr_C, rocsparse_double_complex *bsr_val_C,
    rocsparse_int *bsr_row_ptr_C, rocsparse_int *bsr_col_ind_C,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    void *temp_buffer);
rocsparse_status rocsparse_sbsrxmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int size_of_mask, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const float *alpha, const rocsparse_mat_descr descr,
    const float *bsr_val, const rocsparse_int *bsr_mask_ptr,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_end_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, const float *x,
    const float *beta, float *y);
rocsparse_status rocsparse_dbsrxmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int size_of_mask, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const double *alpha, const rocsparse_mat_descr descr,
    const double *bsr_val, const rocsparse_int *bsr_mask_ptr,
    const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_end_ptr,
    const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, const double *x,
    const double *beta, double *y);
rocsparse_status rocsparse_cbsrxmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int size_of_mask, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_float_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_float_complex *bsr_val,
    const rocsparse_int *bsr_mask_ptr, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_end_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, const rocsparse_float_complex *x,
    const rocsparse_float_complex *beta, rocsparse_float_complex *y);
rocsparse_status rocsparse_zbsrxmv(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,
    rocsparse_int size_of_mask, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_double_complex *alpha,
    const rocsparse_mat_descr descr, const rocsparse_double_complex *bsr_val,
    const rocsparse_int *bsr_mask_ptr, const rocsparse_int *bsr_row_ptr,
    const rocsparse_int *bsr_end_ptr, const rocsparse_int *bsr_col_ind,
    rocsparse_int block_dim, const rocsparse_double_complex *x,
    const rocsparse_double_complex *beta, rocsparse_double_complex *y);
rocsparse_status rocsparse_sgtsv_buffer_size(rocsparse_handle handle,
                                             rocsparse_int m, rocsparse_int n,
                                             const float *dl, const float *d,
                                             const float *du, const float *B,
                                             rocsparse_int ldb,
                                             size_t *buffer_size);
rocsparse_status rocsparse_dgtsv_buffer_size(rocsparse_handle handle,
                                             rocsparse_int m, rocsparse_int n,
                                             const double *dl, const double *d,
                                             const double *du, const double *B,
                                             rocsparse_int ldb,
                                             size_t *buffer_size);
rocsparse_status rocsparse_cgtsv_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_float_complex *dl, const rocsparse_float_complex *d,
    const rocsparse_float_complex *du, const rocsparse_float_complex *B,
    rocsparse_int ldb, size_t *buffer_size);
rocsparse_status rocsparse_zgtsv_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_double_complex *dl, const rocsparse_double_complex *d,
    const rocsparse_double_complex *du, const rocsparse_double_complex *B,
    rocsparse_int ldb, size_t *buffer_size);
rocsparse_status rocsparse_sgtsv(rocsparse_handle handle, rocsparse_int m,
                                 rocsparse_int n, const float *dl,
                                 const float *d, const float *du, float *B,
                                 rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_dgtsv(rocsparse_handle handle, rocsparse_int m,
                                 rocsparse_int n, const double *dl,
                                 const double *d, const double *du, double *B,
                                 rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_cgtsv(rocsparse_handle handle, rocsparse_int m,
                                 rocsparse_int n,
                                 const rocsparse_float_complex *dl,
                                 const rocsparse_float_complex *d,
                                 const rocsparse_float_complex *du,
                                 rocsparse_float_complex *B, rocsparse_int ldb,
                                 void *temp_buffer);
rocsparse_status rocsparse_zgtsv(rocsparse_handle handle, rocsparse_int m,
                                 rocsparse_int n,
                                 const rocsparse_double_complex *dl,
                                 const rocsparse_double_complex *d,
                                 const rocsparse_double_complex *du,
                                 rocsparse_double_complex *B, rocsparse_int ldb,
                                 void *temp_buffer);
rocsparse_status rocsparse_sgtsv_no_pivot_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const float *dl,
    const float *d, const float *du, const float *B, rocsparse_int ldb,
    size_t *buffer_size);
rocsparse_status rocsparse_dgtsv_no_pivot_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const double *dl,
    const double *d, const double *du, const double *B, rocsparse_int ldb,
    size_t *buffer_size);
rocsparse_status rocsparse_cgtsv_no_pivot_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_float_complex *dl, const rocsparse_float_complex *d,
    const rocsparse_float_complex *du, const rocsparse_float_complex *B,
    rocsparse_int ldb, size_t *buffer_size);
rocsparse_status rocsparse_zgtsv_no_pivot_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    const rocsparse_double_complex *dl, const rocsparse_double_complex *d,
    const rocsparse_double_complex *du, const rocsparse_double_complex *B,
    rocsparse_int ldb, size_t *buffer_size);
rocsparse_status rocsparse_sgtsv_no_pivot(rocsparse_handle handle,
                                          rocsparse_int m, rocsparse_int n,
                                          const float *dl, const float *d,
                                          const float *du, float *B,
                                          rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_dgtsv_no_pivot(rocsparse_handle handle,
                                          rocsparse_int m, rocsparse_int n,
                                          const double *dl, const double *d,
                                          const double *du, double *B,
                                          rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_cgtsv_no_pivot(rocsparse_handle handle,
                                          rocsparse_int m, rocsparse_int n,
                                          const rocsparse_float_complex *dl,
                                          const rocsparse_float_complex *d,
                                          const rocsparse_float_complex *du,
                                          rocsparse_float_complex *B,
                                          rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_zgtsv_no_pivot(rocsparse_handle handle,
                                          rocsparse_int m, rocsparse_int n,
                                          const rocsparse_double_complex *dl,
                                          const rocsparse_double_complex *d,
                                          const rocsparse_double_complex *du,
                                          rocsparse_double_complex *B,
                                          rocsparse_int ldb, void *temp_buffer);
rocsparse_status rocsparse_sgtsv_no_pivot_strided_batch_buffer_size(
    rocsparse_handle handle, rocsparse_int m, const float *dl, const float *d,
    const float *du, const float *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, size_t *buffer_size);
rocsparse_status rocsparse_dgtsv_no_pivot_strided_batch_buffer_size(
    rocsparse_handle handle, rocsparse_int m, const double *dl, const double *d,
    const double *du, const double *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, size_t *buffer_size);
rocsparse_status rocsparse_cgtsv_no_pivot_strided_batch_buffer_size(
    rocsparse_handle handle, rocsparse_int m, const rocsparse_float_complex *dl,
    const rocsparse_float_complex *d, const rocsparse_float_complex *du,
    const rocsparse_float_complex *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, size_t *buffer_size);
rocsparse_status rocsparse_zgtsv_no_pivot_strided_batch_buffer_size(
    rocsparse_handle handle, rocsparse_int m,
    const rocsparse_double_complex *dl, const rocsparse_double_complex *d,
    const rocsparse_double_complex *du, const rocsparse_double_complex *x,
    rocsparse_int batch_count, rocsparse_int batch_stride, size_t *buffer_size);
rocsparse_status rocsparse_sgtsv_no_pivot_strided_batch(
    rocsparse_handle handle, rocsparse_int m, const float *dl, const float *d,
    const float *du, float *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, void *temp_buffer);
rocsparse_status rocsparse_dgtsv_no_pivot_strided_batch(
    rocsparse_handle handle, rocsparse_int m, const double *dl, const double *d,
    const double *du, double *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, void *temp_buffer);
rocsparse_status rocsparse_cgtsv_no_pivot_strided_batch(
    rocsparse_handle handle, rocsparse_int m, const rocsparse_float_complex *dl,
    const rocsparse_float_complex *d, const rocsparse_float_complex *du,
    rocsparse_float_complex *x, rocsparse_int batch_count,
    rocsparse_int batch_stride, void *temp_buffer);
rocsparse_status rocsparse_zgtsv_no_pivot_strided_batch(
    rocsparse_handle handle, rocsparse_int m,
    const rocsparse_double_complex *dl, const rocsparse_double_complex *d,
    const rocsparse_double_complex *du, rocsparse_double_complex *x,
    rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer);
rocsparse_status rocsparse_sprune_dense2csr_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const float *A,
    rocsparse_int lda, const float *threshold, const rocsparse_mat_descr descr,
    const float *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, size_t *buffer_size);
rocsparse_status rocsparse_dprune_dense2csr_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const double *A,
    rocsparse_int lda, const double *threshold, const rocsparse_mat_descr descr,
    const double *csr_val, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, size_t *buffer_size);
rocsparse_status rocsparse_sprune_dense2csr_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const float *A,
    rocsparse_int lda, const float *threshold, const rocsparse_mat_descr descr,
    rocsparse_int *csr_row_ptr, rocsparse_int *nnz_total_dev_host_ptr,
    void *temp_buffer);
rocsparse_status rocsparse_dprune_dense2csr_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const double *A,
    rocsparse_int lda, const double *threshold, const rocsparse_mat_descr descr,
    rocsparse_int *csr_row_ptr, rocsparse_int *nnz_total_dev_host_ptr,
    void *temp_buffer);
rocsparse_status rocsparse_sprune_dense2csr(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const float *A,
    rocsparse_int lda, const float *threshold, const rocsparse_mat_descr descr,
    float *csr_val, const rocsparse_int *csr_row_ptr,
    rocsparse_int *csr_col_ind, void *temp_buffer);
rocsparse_status rocsparse_dprune_dense2csr(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const double *A,
    rocsparse_int lda, const double *threshold, const rocsparse_mat_descr descr,
    double *csr_val, const rocsparse_int *csr_row_ptr,
    rocsparse_int *csr_col_ind, void *temp_buffer);
rocsparse_status rocsparse_sprune_csr2csr_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const float *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const float *threshold,
    const rocsparse_mat_descr csr_descr_C, const float *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, const rocsparse_int *csr_col_ind_C,
    size_t *buffer_size);
rocsparse_status rocsparse_dprune_csr2csr_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const double *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const double *threshold,
    const rocsparse_mat_descr csr_descr_C, const double *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, const rocsparse_int *csr_col_ind_C,
    size_t *buffer_size);
rocsparse_status rocsparse_sprune_csr2csr_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const float *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const float *threshold,
    const rocsparse_mat_descr csr_descr_C, rocsparse_int *csr_row_ptr_C,
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);
rocsparse_status rocsparse_dprune_csr2csr_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const double *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const double *threshold,
    const rocsparse_mat_descr csr_descr_C, rocsparse_int *csr_row_ptr_C,
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);
rocsparse_status rocsparse_sprune_csr2csr(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const float *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const float *threshold,
    const rocsparse_mat_descr csr_descr_C, float *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C,
    void *temp_buffer);
rocsparse_status rocsparse_dprune_csr2csr(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n,
    rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,
    const double *csr_val_A, const rocsparse_int *csr_row_ptr_A,
    const rocsparse_int *csr_col_ind_A, const double *threshold,
    const rocsparse_mat_descr csr_descr_C, double *csr_val_C,
    const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C,
    void *temp_buffer);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif

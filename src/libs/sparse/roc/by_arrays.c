// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's vectors, conversions of blocks, bands and thresholds by arrays:
// cuSPARSE's and hipSPARSE's functions, whose arguments are the same.
#include "hipsparse/hipsparse_older.h"
#include "libs/sparse/roc/roc.h"
#include "libs/sparse/roc/info.h"

#define OWN(descr) ((cusparseMatDescr_t)(descr))
#define HIP_HANDLE ((hipsparseHandle_t)handle)
#define HIP_DONE(...) QN_ROC_DONE((cusparseStatus_t)(__VA_ARGS__))

rocsparse_status rocsparse_csr2bsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_nnz) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(m);
  QN_ROC_SIZE(n);
  QN_ROC_NEED(csr_descr);
  QN_ROC_NEED(bsr_descr);
  QN_ROC_NEED(bsr_nnz);
  QN_ROC_DONE(cusparseXcsr2bsrNnz(QN_ROC_HANDLE, (cusparseDirection_t)dir, m, n,
                                  OWN(csr_descr), csr_row_ptr, csr_col_ind,
                                  block_dim, OWN(bsr_descr), bsr_row_ptr,
                                  bsr_nnz));
}

rocsparse_status rocsparse_csr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,
    rocsparse_int n, const rocsparse_mat_descr csr_descr,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    const rocsparse_mat_descr bsr_descr, rocsparse_int *bsr_row_ptr,
    rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    rocsparse_int *bsr_nnz_devhost, void *p_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(m);
  QN_ROC_SIZE(n);
  QN_ROC_NEED(csr_descr);
  QN_ROC_NEED(bsr_descr);
  QN_ROC_NEED(bsr_nnz_devhost);
  QN_ROC_DONE(cusparseXcsr2gebsrNnz(QN_ROC_HANDLE, (cusparseDirection_t)dir, m,
                                    n, OWN(csr_descr), csr_row_ptr, csr_col_ind,
                                    OWN(bsr_descr), bsr_row_ptr, row_block_dim,
                                    col_block_dim, bsr_nnz_devhost, p_buffer));
}

rocsparse_status rocsparse_gebsr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,
    rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A,
    const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,
    rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A,
    const rocsparse_mat_descr descr_C, rocsparse_int *bsr_row_ptr_C,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(mb);
  QN_ROC_SIZE(nb);
  QN_ROC_SIZE(nnzb);
  QN_ROC_NEED(descr_A);
  QN_ROC_NEED(descr_C);
  QN_ROC_NEED(nnz_total_dev_host_ptr);
  QN_ROC_DONE(cusparseXgebsr2gebsrNnz(
      QN_ROC_HANDLE, (cusparseDirection_t)dir, mb, nb, nnzb, OWN(descr_A),
      bsr_row_ptr_A, bsr_col_ind_A, row_block_dim_A, col_block_dim_A,
      OWN(descr_C), bsr_row_ptr_C, row_block_dim_C, col_block_dim_C,
      nnz_total_dev_host_ptr, temp_buffer));
}

// ---- Vectors

#define VECTORS(lower, Upper, T, own, hip)                                     \
  rocsparse_status rocsparse_##lower##axpyi(                                   \
      rocsparse_handle handle, rocsparse_int nnz, const T *alpha,              \
      const T *x_val, const rocsparse_int *x_ind, T *y,                        \
      rocsparse_index_base idx_base) {                                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    QN_ROC_NEED(alpha);                                                        \
    HIP_DONE(hipsparse##Upper##axpyi(HIP_HANDLE, nnz, (const hip *)alpha,      \
                                     (const hip *)x_val, x_ind, (hip *)y,      \
                                     (hipsparseIndexBase_t)idx_base));         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##doti(                                    \
      rocsparse_handle handle, rocsparse_int nnz, const T *x_val,              \
      const rocsparse_int *x_ind, const T *y, T *result,                       \
      rocsparse_index_base idx_base) {                                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    QN_ROC_NEED(result);                                                       \
    HIP_DONE(hipsparse##Upper##doti(HIP_HANDLE, nnz, (const hip *)x_val,       \
                                    x_ind, (const hip *)y, (hip *)result,      \
                                    (hipsparseIndexBase_t)idx_base));          \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gthrz(                                   \
      rocsparse_handle handle, rocsparse_int nnz, T *y, T *x_val,              \
      const rocsparse_int *x_ind, rocsparse_index_base idx_base) {             \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    HIP_DONE(hipsparse##Upper##gthrz(HIP_HANDLE, nnz, (hip *)y, (hip *)x_val,  \
                                     x_ind, (hipsparseIndexBase_t)idx_base));  \
  }                                                                            \
  rocsparse_status rocsparse_##lower##sctr(                                    \
      rocsparse_handle handle, rocsparse_int nnz, const T *x_val,              \
      const rocsparse_int *x_ind, T *y, rocsparse_index_base idx_base) {       \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    HIP_DONE(hipsparse##Upper##sctr(HIP_HANDLE, nnz, (const hip *)x_val,       \
                                    x_ind, (hip *)y,                           \
                                    (hipsparseIndexBase_t)idx_base));          \
  }
VECTORS(s, S, float, float, float)
VECTORS(d, D, double, double, double)
VECTORS(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)
VECTORS(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)
#define CONJUGATED(lower, Upper, T, own, hip)                                  \
  rocsparse_status rocsparse_##lower##dotci(                                   \
      rocsparse_handle handle, rocsparse_int nnz, const T *x_val,              \
      const rocsparse_int *x_ind, const T *y, T *result,                       \
      rocsparse_index_base idx_base) {                                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    QN_ROC_NEED(result);                                                       \
    HIP_DONE(hipsparse##Upper##dotci(HIP_HANDLE, nnz, (const hip *)x_val,      \
                                     x_ind, (const hip *)y, (hip *)result,     \
                                     (hipsparseIndexBase_t)idx_base));         \
  }
CONJUGATED(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)
CONJUGATED(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)
#define ROTATIONS(lower, Upper, T, own, hip)                                   \
  rocsparse_status rocsparse_##lower##roti(                                    \
      rocsparse_handle handle, rocsparse_int nnz, T *x_val,                    \
      const rocsparse_int *x_ind, T *y, const T *c, const T *s,                \
      rocsparse_index_base idx_base) {                                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    QN_ROC_NEED(c);                                                            \
    QN_ROC_NEED(s);                                                            \
    HIP_DONE(hipsparse##Upper##roti(HIP_HANDLE, nnz, (hip *)x_val, x_ind,      \
                                    (hip *)y, (const hip *)c, (const hip *)s,  \
                                    (hipsparseIndexBase_t)idx_base));          \
  }
ROTATIONS(s, S, float, float, float)
ROTATIONS(d, D, double, double, double)

// ---- Blocks

#define BLOCKS(lower, Upper, T, own, hip)                                      \
  rocsparse_status rocsparse_##lower##csr2bsr(                                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,       \
      rocsparse_int n, const rocsparse_mat_descr csr_descr, const T *csr_val,  \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,      \
      rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,            \
      T *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind) {    \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(csr_descr);                                                    \
    QN_ROC_NEED(bsr_descr);                                                    \
    QN_ROC_DONE(cusparse##Upper##csr2bsr(                                      \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, m, n, OWN(csr_descr),         \
        (const own *)csr_val, csr_row_ptr, csr_col_ind, block_dim,             \
        OWN(bsr_descr), (own *)bsr_val, bsr_row_ptr, bsr_col_ind));            \
  }                                                                            \
  rocsparse_status rocsparse_##lower##bsr2csr(                                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,      \
      rocsparse_int nb, const rocsparse_mat_descr bsr_descr, const T *bsr_val, \
      const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,      \
      rocsparse_int block_dim, const rocsparse_mat_descr csr_descr,            \
      T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind) {    \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_NEED(bsr_descr);                                                    \
    QN_ROC_NEED(csr_descr);                                                    \
    QN_ROC_DONE(cusparse##Upper##bsr2csr(                                      \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, mb, nb, OWN(bsr_descr),       \
        (const own *)bsr_val, bsr_row_ptr, bsr_col_ind, block_dim,             \
        OWN(csr_descr), (own *)csr_val, csr_row_ptr, csr_col_ind));            \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csr2gebsr_buffer_size(                   \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,       \
      rocsparse_int n, const rocsparse_mat_descr csr_descr, const T *csr_val,  \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,      \
      rocsparse_int row_block_dim, rocsparse_int col_block_dim,                \
      size_t *p_buffer_size) {                                                 \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(csr_descr);                                                    \
    QN_ROC_DONE(cusparse##Upper##csr2gebsr_bufferSizeExt(                      \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, m, n, OWN(csr_descr),         \
        (const own *)csr_val, csr_row_ptr, csr_col_ind, row_block_dim,         \
        col_block_dim, p_buffer_size));                                        \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csr2gebsr(                               \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,       \
      rocsparse_int n, const rocsparse_mat_descr csr_descr, const T *csr_val,  \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,      \
      const rocsparse_mat_descr bsr_descr, T *bsr_val,                         \
      rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind,                  \
      rocsparse_int row_block_dim, rocsparse_int col_block_dim,                \
      void *p_buffer) {                                                        \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(csr_descr);                                                    \
    QN_ROC_NEED(bsr_descr);                                                    \
    QN_ROC_DONE(cusparse##Upper##csr2gebsr(                                    \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, m, n, OWN(csr_descr),         \
        (const own *)csr_val, csr_row_ptr, csr_col_ind, OWN(bsr_descr),        \
        (own *)bsr_val, bsr_row_ptr, bsr_col_ind, row_block_dim,               \
        col_block_dim, p_buffer));                                             \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gebsr2csr(                               \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,      \
      rocsparse_int nb, const rocsparse_mat_descr bsr_descr, const T *bsr_val, \
      const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,      \
      rocsparse_int row_block_dim, rocsparse_int col_block_dim,                \
      const rocsparse_mat_descr csr_descr, T *csr_val,                         \
      rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind) {                \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_NEED(bsr_descr);                                                    \
    QN_ROC_NEED(csr_descr);                                                    \
    QN_ROC_DONE(cusparse##Upper##gebsr2csr(                                    \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, mb, nb, OWN(bsr_descr),       \
        (const own *)bsr_val, bsr_row_ptr, bsr_col_ind, row_block_dim,         \
        col_block_dim, OWN(csr_descr), (own *)csr_val, csr_row_ptr,            \
        csr_col_ind));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gebsr2gebsc_buffer_size(                 \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,             \
      rocsparse_int nnzb, const T *bsr_val, const rocsparse_int *bsr_row_ptr,  \
      const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,           \
      rocsparse_int col_block_dim, size_t *p_buffer_size) {                    \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_DONE(cusparse##Upper##gebsr2gebsc_bufferSizeExt(                    \
        QN_ROC_HANDLE, mb, nb, nnzb, (const own *)bsr_val, bsr_row_ptr,        \
        bsr_col_ind, row_block_dim, col_block_dim, p_buffer_size));            \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gebsr2gebsc(                             \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb,             \
      rocsparse_int nnzb, const T *bsr_val, const rocsparse_int *bsr_row_ptr,  \
      const rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,           \
      rocsparse_int col_block_dim, T *bsc_val, rocsparse_int *bsc_row_ind,     \
      rocsparse_int *bsc_col_ptr, rocsparse_action copy_values,                \
      rocsparse_index_base idx_base, void *temp_buffer) {                      \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_DONE(cusparse##Upper##gebsr2gebsc(                                  \
        QN_ROC_HANDLE, mb, nb, nnzb, (const own *)bsr_val, bsr_row_ptr,        \
        bsr_col_ind, row_block_dim, col_block_dim, (own *)bsc_val,             \
        bsc_row_ind, bsc_col_ptr, (cusparseAction_t)copy_values,               \
        (cusparseIndexBase_t)idx_base, temp_buffer));                          \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gebsr2gebsr_buffer_size(                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,      \
      rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A, \
      const T *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,                  \
      const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,       \
      rocsparse_int col_block_dim_A, rocsparse_int row_block_dim_C,            \
      rocsparse_int col_block_dim_C, size_t *buffer_size) {                    \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_NEED(descr_A);                                                      \
    QN_ROC_DONE(cusparse##Upper##gebsr2gebsr_bufferSizeExt(                    \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, mb, nb, nnzb, OWN(descr_A),   \
        (const own *)bsr_val_A, bsr_row_ptr_A, bsr_col_ind_A, row_block_dim_A, \
        col_block_dim_A, row_block_dim_C, col_block_dim_C, buffer_size));      \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gebsr2gebsr(                             \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb,      \
      rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr_A, \
      const T *bsr_val_A, const rocsparse_int *bsr_row_ptr_A,                  \
      const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,       \
      rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C,        \
      T *bsr_val_C, rocsparse_int *bsr_row_ptr_C,                              \
      rocsparse_int *bsr_col_ind_C, rocsparse_int row_block_dim_C,             \
      rocsparse_int col_block_dim_C, void *temp_buffer) {                      \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_NEED(descr_A);                                                      \
    QN_ROC_NEED(descr_C);                                                      \
    QN_ROC_DONE(cusparse##Upper##gebsr2gebsr(                                  \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, mb, nb, nnzb, OWN(descr_A),   \
        (const own *)bsr_val_A, bsr_row_ptr_A, bsr_col_ind_A, row_block_dim_A, \
        col_block_dim_A, OWN(descr_C), (own *)bsr_val_C, bsr_row_ptr_C,        \
        bsr_col_ind_C, row_block_dim_C, col_block_dim_C, temp_buffer));        \
  }                                                                            \
  rocsparse_status rocsparse_##lower##bsrxmv(                                  \
      rocsparse_handle handle, rocsparse_direction dir,                        \
      rocsparse_operation trans, rocsparse_int size_of_mask, rocsparse_int mb, \
      rocsparse_int nb, rocsparse_int nnzb, const T *alpha,                    \
      const rocsparse_mat_descr descr, const T *bsr_val,                       \
      const rocsparse_int *bsr_mask_ptr, const rocsparse_int *bsr_row_ptr,     \
      const rocsparse_int *bsr_end_ptr, const rocsparse_int *bsr_col_ind,      \
      rocsparse_int block_dim, const T *x, const T *beta, T *y) {              \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##bsrxmv(                                       \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, qn_rocsparse_op(trans),       \
        size_of_mask, mb, nb, nnzb, (const own *)alpha, OWN(descr),            \
        (const own *)bsr_val, bsr_mask_ptr, bsr_row_ptr, bsr_end_ptr,          \
        bsr_col_ind, block_dim, (const own *)x, (const own *)beta, (own *)y)); \
  }
BLOCKS(s, S, float, float, float)
BLOCKS(d, D, double, double, double)
BLOCKS(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)
BLOCKS(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)

// ---- Bands

#define BANDS(lower, Upper, T, own, hip)                                       \
  rocsparse_status rocsparse_##lower##gtsv_buffer_size(                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl,  \
      const T *d, const T *du, const T *B, rocsparse_int ldb,                  \
      size_t *buffer_size) {                                                   \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_DONE(cusparse##Upper##gtsv2_bufferSizeExt(                          \
        QN_ROC_HANDLE, m, n, (const own *)dl, (const own *)d, (const own *)du, \
        (const own *)B, ldb, buffer_size));                                    \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gtsv(                                    \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl,  \
      const T *d, const T *du, T *B, rocsparse_int ldb, void *temp_buffer) {   \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_DONE(cusparse##Upper##gtsv2(QN_ROC_HANDLE, m, n, (const own *)dl,   \
                                       (const own *)d, (const own *)du,        \
                                       (own *)B, ldb, temp_buffer));           \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gtsv_no_pivot_buffer_size(               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl,  \
      const T *d, const T *du, const T *B, rocsparse_int ldb,                  \
      size_t *buffer_size) {                                                   \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_DONE(cusparse##Upper##gtsv2_nopivot_bufferSizeExt(                  \
        QN_ROC_HANDLE, m, n, (const own *)dl, (const own *)d, (const own *)du, \
        (const own *)B, ldb, buffer_size));                                    \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gtsv_no_pivot(                           \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl,  \
      const T *d, const T *du, T *B, rocsparse_int ldb, void *temp_buffer) {   \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_DONE(cusparse##Upper##gtsv2_nopivot(                                \
        QN_ROC_HANDLE, m, n, (const own *)dl, (const own *)d, (const own *)du, \
        (own *)B, ldb, temp_buffer));                                          \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gtsv_no_pivot_strided_batch_buffer_size( \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d,       \
      const T *du, const T *x, rocsparse_int batch_count,                      \
      rocsparse_int batch_stride, size_t *buffer_size) {                       \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_DONE(cusparse##Upper##gtsv2StridedBatch_bufferSizeExt(              \
        QN_ROC_HANDLE, m, (const own *)dl, (const own *)d, (const own *)du,    \
        (const own *)x, batch_count, batch_stride, buffer_size));              \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gtsv_no_pivot_strided_batch(             \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d,       \
      const T *du, T *x, rocsparse_int batch_count,                            \
      rocsparse_int batch_stride, void *temp_buffer) {                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_DONE(cusparse##Upper##gtsv2StridedBatch(                            \
        QN_ROC_HANDLE, m, (const own *)dl, (const own *)d, (const own *)du,    \
        (own *)x, batch_count, batch_stride, temp_buffer));                    \
  }
BANDS(s, S, float, float, float)
BANDS(d, D, double, double, double)
BANDS(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)
BANDS(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)

// ---- Thresholds

#define THRESHOLDS(lower, Upper, T, own, hip)                                  \
  rocsparse_status rocsparse_##lower##prune_dense2csr_buffer_size(             \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A,   \
      rocsparse_int lda, const T *threshold, const rocsparse_mat_descr descr,  \
      const T *csr_val, const rocsparse_int *csr_row_ptr,                      \
      const rocsparse_int *csr_col_ind, size_t *buffer_size) {                 \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##pruneDense2csr_bufferSizeExt(                 \
        QN_ROC_HANDLE, m, n, (const own *)A, lda, (const own *)threshold,      \
        OWN(descr), (const own *)csr_val, csr_row_ptr, csr_col_ind,            \
        buffer_size));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##prune_dense2csr_nnz(                     \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A,   \
      rocsparse_int lda, const T *threshold, const rocsparse_mat_descr descr,  \
      rocsparse_int *csr_row_ptr, rocsparse_int *nnz_total_dev_host_ptr,       \
      void *temp_buffer) {                                                     \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##pruneDense2csrNnz(                            \
        QN_ROC_HANDLE, m, n, (const own *)A, lda, (const own *)threshold,      \
        OWN(descr), csr_row_ptr, nnz_total_dev_host_ptr, temp_buffer));        \
  }                                                                            \
  rocsparse_status rocsparse_##lower##prune_dense2csr(                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A,   \
      rocsparse_int lda, const T *threshold, const rocsparse_mat_descr descr,  \
      T *csr_val, const rocsparse_int *csr_row_ptr,                            \
      rocsparse_int *csr_col_ind, void *temp_buffer) {                         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##pruneDense2csr(                               \
        QN_ROC_HANDLE, m, n, (const own *)A, lda, (const own *)threshold,      \
        OWN(descr), (own *)csr_val, csr_row_ptr, csr_col_ind, temp_buffer));   \
  }                                                                            \
  rocsparse_status rocsparse_##lower##prune_csr2csr_buffer_size(               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,              \
      const T *csr_val_A, const rocsparse_int *csr_row_ptr_A,                  \
      const rocsparse_int *csr_col_ind_A, const T *threshold,                  \
      const rocsparse_mat_descr csr_descr_C, const T *csr_val_C,               \
      const rocsparse_int *csr_row_ptr_C, const rocsparse_int *csr_col_ind_C,  \
      size_t *buffer_size) {                                                   \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(buffer_size);                                                  \
    QN_ROC_NEED(csr_descr_A);                                                  \
    QN_ROC_NEED(csr_descr_C);                                                  \
    QN_ROC_DONE(cusparse##Upper##pruneCsr2csr_bufferSizeExt(                   \
        QN_ROC_HANDLE, m, n, nnz_A, OWN(csr_descr_A), (const own *)csr_val_A,  \
        csr_row_ptr_A, csr_col_ind_A, (const own *)threshold,                  \
        OWN(csr_descr_C), (const own *)csr_val_C, csr_row_ptr_C,               \
        csr_col_ind_C, buffer_size));                                          \
  }                                                                            \
  rocsparse_status rocsparse_##lower##prune_csr2csr_nnz(                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,              \
      const T *csr_val_A, const rocsparse_int *csr_row_ptr_A,                  \
      const rocsparse_int *csr_col_ind_A, const T *threshold,                  \
      const rocsparse_mat_descr csr_descr_C, rocsparse_int *csr_row_ptr_C,     \
      rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer) {              \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(csr_descr_A);                                                  \
    QN_ROC_NEED(csr_descr_C);                                                  \
    QN_ROC_DONE(cusparse##Upper##pruneCsr2csrNnz(                              \
        QN_ROC_HANDLE, m, n, nnz_A, OWN(csr_descr_A), (const own *)csr_val_A,  \
        csr_row_ptr_A, csr_col_ind_A, (const own *)threshold,                  \
        OWN(csr_descr_C), csr_row_ptr_C, nnz_total_dev_host_ptr,               \
        temp_buffer));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##prune_csr2csr(                           \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      rocsparse_int nnz_A, const rocsparse_mat_descr csr_descr_A,              \
      const T *csr_val_A, const rocsparse_int *csr_row_ptr_A,                  \
      const rocsparse_int *csr_col_ind_A, const T *threshold,                  \
      const rocsparse_mat_descr csr_descr_C, T *csr_val_C,                     \
      const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C,        \
      void *temp_buffer) {                                                     \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(threshold);                                                    \
    QN_ROC_NEED(csr_descr_A);                                                  \
    QN_ROC_NEED(csr_descr_C);                                                  \
    QN_ROC_DONE(cusparse##Upper##pruneCsr2csr(                                 \
        QN_ROC_HANDLE, m, n, nnz_A, OWN(csr_descr_A), (const own *)csr_val_A,  \
        csr_row_ptr_A, csr_col_ind_A, (const own *)threshold,                  \
        OWN(csr_descr_C), (own *)csr_val_C, csr_row_ptr_C, csr_col_ind_C,      \
        temp_buffer));                                                         \
  }
THRESHOLDS(s, S, float, float, float)
THRESHOLDS(d, D, double, double, double)

// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's sums and products of sparse matrices by arrays, and its products
// of blocks.
#include "hipsparse/hipsparse_older.h"
#include "libs/sparse/roc/roc.h"
#include "libs/sparse/roc/info.h"

#define OWN(descr) ((cusparseMatDescr_t)(descr))
#define HIP_HANDLE ((hipsparseHandle_t)handle)
#define HIP(descr) ((hipsparseMatDescr_t)(descr))
#define HIP_DONE(...) QN_ROC_DONE((cusparseStatus_t)(__VA_ARGS__))
#define EACH(X)                                                                \
  X(s, S, float, float, float)                                                 \
  X(d, D, double, double, double)                                              \
  X(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)                 \
  X(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)

#define PATTERN(X)                                                             \
  const rocsparse_mat_descr descr##X, rocsparse_int nnz##X,                    \
      const rocsparse_int *csr_row_ptr##X, const rocsparse_int *csr_col_ind##X
#define MATRIX(X, T)                                                           \
  const rocsparse_mat_descr descr##X, rocsparse_int nnz##X,                    \
      const T *csr_val##X, const rocsparse_int *csr_row_ptr##X,                \
      const rocsparse_int *csr_col_ind##X
#define GIVE_PATTERN(X) HIP(descr##X), nnz##X, csr_row_ptr##X, csr_col_ind##X
#define GIVE(X, hip)                                                           \
  HIP(descr##X), nnz##X, (const hip *)csr_val##X, csr_row_ptr##X, csr_col_ind##X

// ---- Sums

rocsparse_status rocsparse_csrgeam_nnz(rocsparse_handle handle, rocsparse_int m,
                                       rocsparse_int n, PATTERN(_A),
                                       PATTERN(_B),
                                       const rocsparse_mat_descr descr_C,
                                       rocsparse_int *csr_row_ptr_C,
                                       rocsparse_int *nnz_C) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(m);
  QN_ROC_SIZE(n);
  QN_ROC_NEED(descr_A);
  QN_ROC_NEED(descr_B);
  QN_ROC_NEED(descr_C);
  QN_ROC_NEED(nnz_C);
  HIP_DONE(hipsparseXcsrgeamNnz(HIP_HANDLE, m, n, GIVE_PATTERN(_A),
                                GIVE_PATTERN(_B), HIP(descr_C), csr_row_ptr_C,
                                nnz_C));
}

#define SUMS(lower, Upper, T, own, hip)                                        \
  rocsparse_status rocsparse_##lower##csrgeam(                                 \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      const T *alpha, MATRIX(_A, T), const T *beta, MATRIX(_B, T),             \
      const rocsparse_mat_descr descr_C, T *csr_val_C,                         \
      const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C) {      \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    QN_ROC_NEED(descr_A);                                                      \
    QN_ROC_NEED(descr_B);                                                      \
    QN_ROC_NEED(descr_C);                                                      \
    HIP_DONE(hipsparse##Upper##csrgeam(                                        \
        HIP_HANDLE, m, n, (const hip *)alpha, GIVE(_A, hip),                   \
        (const hip *)beta, GIVE(_B, hip), HIP(descr_C), (hip *)csr_val_C,      \
        (int *)(uintptr_t)csr_row_ptr_C, csr_col_ind_C));                      \
  }
EACH(SUMS)

// ---- Products, with D added where there is a beta

static rocsparse_status begin_product(rocsparse_handle handle,
                                      rocsparse_operation a,
                                      rocsparse_operation b,
                                      rocsparse_mat_info info) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(info);
  if (a != rocsparse_operation_none || b != rocsparse_operation_none)
    QN_ROC_DONE(qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                                 "rocsparse_csrgemm does not transpose"));
  if (!info->csrgemm)
    HIP_DONE(hipsparseCreateCsrgemm2Info(&info->csrgemm));
  return rocsparse_status_success;
}
#define BEGIN_PRODUCT()                                                        \
  do {                                                                         \
    const rocsparse_status begun_ =                                            \
        begin_product(handle, trans_A, trans_B, info_C);                       \
    if (begun_)                                                                \
      return begun_;                                                           \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_SIZE(k);                                                            \
  } while (0)

rocsparse_status rocsparse_csrgemm_nnz(
    rocsparse_handle handle, rocsparse_operation trans_A,
    rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,
    rocsparse_int k, PATTERN(_A), PATTERN(_B), PATTERN(_D),
    const rocsparse_mat_descr descr_C, rocsparse_int *csr_row_ptr_C,
    rocsparse_int *nnz_C, const rocsparse_mat_info info_C, void *temp_buffer) {
  BEGIN_PRODUCT();
  QN_ROC_NEED(nnz_C);
  HIP_DONE(hipsparseXcsrgemm2Nnz(
      HIP_HANDLE, m, n, k, GIVE_PATTERN(_A), GIVE_PATTERN(_B), GIVE_PATTERN(_D),
      HIP(descr_C), csr_row_ptr_C, nnz_C, info_C->csrgemm, temp_buffer));
}

#define GEMMS(lower, Upper, T, own, hip)                                       \
  rocsparse_status rocsparse_##lower##csrgemm_buffer_size(                     \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,           \
      rocsparse_int k, const T *alpha, PATTERN(_A), PATTERN(_B),               \
      const T *beta, PATTERN(_D), rocsparse_mat_info info_C,                   \
      size_t *buffer_size) {                                                   \
    BEGIN_PRODUCT();                                                           \
    QN_ROC_NEED(buffer_size);                                                  \
    HIP_DONE(hipsparse##Upper##csrgemm2_bufferSizeExt(                         \
        HIP_HANDLE, m, n, k, (const hip *)alpha, GIVE_PATTERN(_A),             \
        GIVE_PATTERN(_B), (const hip *)beta, GIVE_PATTERN(_D),                 \
        info_C->csrgemm, buffer_size));                                        \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrgemm(                                 \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,           \
      rocsparse_int k, const T *alpha, MATRIX(_A, T), MATRIX(_B, T),           \
      const T *beta, MATRIX(_D, T), const rocsparse_mat_descr descr_C,         \
      T *csr_val_C, const rocsparse_int *csr_row_ptr_C,                        \
      rocsparse_int *csr_col_ind_C, const rocsparse_mat_info info_C,           \
      void *temp_buffer) {                                                     \
    BEGIN_PRODUCT();                                                           \
    HIP_DONE(hipsparse##Upper##csrgemm2(                                       \
        HIP_HANDLE, m, n, k, (const hip *)alpha, GIVE(_A, hip), GIVE(_B, hip), \
        (const hip *)beta, GIVE(_D, hip), HIP(descr_C), (hip *)csr_val_C,      \
        csr_row_ptr_C, csr_col_ind_C, info_C->csrgemm, temp_buffer));          \
  }
EACH(GEMMS)

// ---- Blocks

#define BLOCKS(lower, Upper, T, own, hip)                                      \
  rocsparse_status rocsparse_##lower##bsrmv(                                   \
      rocsparse_handle handle, rocsparse_direction dir,                        \
      rocsparse_operation trans, rocsparse_int mb, rocsparse_int nb,           \
      rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr,     \
      const T *bsr_val, const rocsparse_int *bsr_row_ptr,                      \
      const rocsparse_int *bsr_col_ind, rocsparse_int block_dim,               \
      rocsparse_mat_info info, const T *x, const T *beta, T *y) {              \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(nb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    QN_ROC_NEED(descr);                                                        \
    (void)info; /* may be null */                                              \
    QN_ROC_DONE(cusparse##Upper##bsrmv(                                        \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, qn_rocsparse_op(trans), mb,   \
        nb, nnzb, (const own *)alpha, OWN(descr), (const own *)bsr_val,        \
        bsr_row_ptr, bsr_col_ind, block_dim, (const own *)x,                   \
        (const own *)beta, (own *)y));                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##bsrmm(                                   \
      rocsparse_handle handle, rocsparse_direction dir,                        \
      rocsparse_operation trans_A, rocsparse_operation trans_B,                \
      rocsparse_int mb, rocsparse_int n, rocsparse_int kb, rocsparse_int nnzb, \
      const T *alpha, const rocsparse_mat_descr descr, const T *bsr_val,       \
      const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,      \
      rocsparse_int block_dim, const T *B, rocsparse_int ldb, const T *beta,   \
      T *C, rocsparse_int ldc) {                                               \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(mb);                                                           \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_SIZE(kb);                                                           \
    QN_ROC_SIZE(nnzb);                                                         \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##bsrmm(                                        \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, qn_rocsparse_op(trans_A),     \
        qn_rocsparse_op(trans_B), mb, n, kb, nnzb, (const own *)alpha,         \
        OWN(descr), (const own *)bsr_val, bsr_row_ptr, bsr_col_ind, block_dim, \
        (const own *)B, ldb, (const own *)beta, (own *)C, ldc));               \
  }
EACH(BLOCKS)

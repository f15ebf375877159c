// SPDX-License-Identifier: Apache-2.0
// rocSPARSE's functions of CSR by arrays: hipSPARSE's and cuSPARSE's, whose
// parts of the analysis one object has here.
#include "base/alloc.h"
#include "hipsparse/hipsparse_older.h"
#include "libs/sparse/roc/roc.h"
#include "libs/sparse/roc/info.h"

#define OWN(descr) ((cusparseMatDescr_t)(descr))
#define HIP_HANDLE ((hipsparseHandle_t)handle)
#define HIP(descr) ((hipsparseMatDescr_t)(descr))
#define HIP_OP(op) ((hipsparseOperation_t)qn_rocsparse_op(op))
#define HIP_BASE(base) ((hipsparseIndexBase_t)(base))
#define HIP_DONE(...) QN_ROC_DONE((cusparseStatus_t)(__VA_ARGS__))
#define POLICY CUSPARSE_SOLVE_POLICY_NO_LEVEL
#define HIP_POLICY ((hipsparseSolvePolicy_t)POLICY)
#define EACH(X)                                                                \
  X(s, S, float, float, float)                                                 \
  X(d, D, double, double, double)                                              \
  X(c, C, rocsparse_float_complex, cuComplex, hipFloatComplex)                 \
  X(z, Z, rocsparse_double_complex, cuDoubleComplex, hipDoubleComplex)

// ---- What an analysis leaves

rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info) {
  QN_ROC_NEED(info);
  *info = qn_alloc_array(1, sizeof(**info));
  return *info ? rocsparse_status_success : rocsparse_status_memory_error;
}
#define CLEAR(member, Destroy)                                                 \
  do {                                                                         \
    if (info->member)                                                          \
      (void)Destroy(info->member);                                             \
    info->member = NULL;                                                       \
  } while (0)
rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info) {
  QN_ROC_NEED(info);
  CLEAR(csrsv, hipsparseDestroyCsrsv2Info);
  CLEAR(csrsm, hipsparseDestroyCsrsm2Info);
  CLEAR(csrilu0, cusparseDestroyCsrilu02Info);
  CLEAR(csric0, cusparseDestroyCsric02Info);
  CLEAR(csrgemm, hipsparseDestroyCsrgemm2Info);
  qn_free(info);
  return rocsparse_status_success;
}

// Makes the part of an analysis that is not there yet.
#define HAVE(member, Create)                                                   \
  do {                                                                         \
    QN_ROC_NEED(info);                                                         \
    if (!info->member)                                                         \
      QN_ROC_TRY((cusparseStatus_t)Create(&info->member));                     \
  } while (0)
#define HAVE_CSRSV() HAVE(csrsv, hipsparseCreateCsrsv2Info)
#define HAVE_CSRSM() HAVE(csrsm, hipsparseCreateCsrsm2Info)

#define NO_DESCR const rocsparse_mat_descr descr __attribute__((unused))
#define CLEARS(name, Destroy, ...)                                             \
  rocsparse_status rocsparse_##name##_clear(rocsparse_handle handle,           \
                                            __VA_ARGS__) {                     \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_NEED(info);                                                         \
    CLEAR(name, Destroy);                                                      \
    return rocsparse_status_success;                                           \
  }
CLEARS(csrsv, hipsparseDestroyCsrsv2Info, NO_DESCR, rocsparse_mat_info info)
CLEARS(csrsm, hipsparseDestroyCsrsm2Info, rocsparse_mat_info info)
CLEARS(csrilu0, cusparseDestroyCsrilu02Info, rocsparse_mat_info info)
CLEARS(csric0, cusparseDestroyCsric02Info, rocsparse_mat_info info)

rocsparse_status rocsparse_csrmv_clear(rocsparse_handle handle,
                                       rocsparse_mat_info info) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(info);
  return rocsparse_status_success; // products leave nothing
}

// Which row has no diagonal to divide by, from the base on; -1: none.
#define ZERO_PIVOT(name, Function, cast, ...)                                  \
  rocsparse_status rocsparse_##name##_zero_pivot(                              \
      rocsparse_handle handle, __VA_ARGS__, rocsparse_int *position) {         \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_NEED(info);                                                         \
    QN_ROC_NEED(position);                                                     \
    *position = -1;                                                            \
    if (!info->name)                                                           \
      return rocsparse_status_success;                                         \
    HIP_DONE(Function((cast)handle, info->name, position));                    \
  }
ZERO_PIVOT(csrsv, hipsparseXcsrsv2_zeroPivot, hipsparseHandle_t, NO_DESCR,
           rocsparse_mat_info info)
ZERO_PIVOT(csrsm, hipsparseXcsrsm2_zeroPivot, hipsparseHandle_t,
           rocsparse_mat_info info)
ZERO_PIVOT(csrilu0, cusparseXcsrilu02_zeroPivot, cusparseHandle_t,
           rocsparse_mat_info info)
ZERO_PIVOT(csric0, cusparseXcsric02_zeroPivot, cusparseHandle_t,
           rocsparse_mat_info info)

// ---- Products and triangular systems

#define CHECK_CSR()                                                            \
  QN_ROC_BEGIN();                                                              \
  QN_ROC_SIZE(m);                                                              \
  QN_ROC_SIZE(nnz);                                                            \
  QN_ROC_NEED(descr)
// Without rows there is nothing to read or to write.
#define CHECK_ARRAYS()                                                         \
  do {                                                                         \
    if (m) {                                                                   \
      QN_ROC_NEED(csr_row_ptr);                                                \
      if (nnz) {                                                               \
        QN_ROC_NEED(csr_val);                                                  \
        QN_ROC_NEED(csr_col_ind);                                              \
      }                                                                        \
    }                                                                          \
  } while (0)
#define CSR(T)                                                                 \
  const rocsparse_mat_descr descr, const T *csr_val,                           \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind
#define POLICIES                                                               \
  rocsparse_analysis_policy analysis, rocsparse_solve_policy solve,            \
      void *temp_buffer

#define PRODUCTS(lower, Upper, T, own, hip)                                    \
  rocsparse_status rocsparse_##lower##csrmv_analysis(                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,     \
      rocsparse_int n, rocsparse_int nnz, CSR(T), rocsparse_mat_info info) {   \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(n);                                                            \
    CHECK_ARRAYS();                                                            \
    QN_ROC_NEED(info);                                                         \
    (void)trans;                                                               \
    return rocsparse_status_success;                                           \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrmv(                                   \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,     \
      rocsparse_int n, rocsparse_int nnz, const T *alpha, CSR(T),              \
      rocsparse_mat_info info, const T *x, const T *beta, T *y) {              \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    CHECK_ARRAYS();                                                            \
    (void)info; /* may be null */                                              \
    HIP_DONE(hipsparse##Upper##csrmv(                                          \
        HIP_HANDLE, HIP_OP(trans), m, n, nnz, (const hip *)alpha, HIP(descr),  \
        (const hip *)csr_val, csr_row_ptr, csr_col_ind, (const hip *)x,        \
        (const hip *)beta, (hip *)y));                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrmm(                                   \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n,           \
      rocsparse_int k, rocsparse_int nnz, const T *alpha, CSR(T), const T *B,  \
      rocsparse_int ldb, const T *beta, T *C, rocsparse_int ldc) {             \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_SIZE(k);                                                            \
    QN_ROC_NEED(alpha);                                                        \
    QN_ROC_NEED(beta);                                                         \
    CHECK_ARRAYS();                                                            \
    HIP_DONE(hipsparse##Upper##csrmm2(                                         \
        HIP_HANDLE, HIP_OP(trans_A), HIP_OP(trans_B), m, n, k, nnz,            \
        (const hip *)alpha, HIP(descr), (const hip *)csr_val, csr_row_ptr,     \
        csr_col_ind, (const hip *)B, ldb, (const hip *)beta, (hip *)C, ldc));  \
  }
EACH(PRODUCTS)

#define SYSTEMS(lower, Upper, T, own, hip)                                     \
  rocsparse_status rocsparse_##lower##csrsv_buffer_size(                       \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,     \
      rocsparse_int nnz, CSR(T), rocsparse_mat_info info,                      \
      size_t *buffer_size) {                                                   \
    CHECK_CSR();                                                               \
    QN_ROC_NEED(buffer_size);                                                  \
    HAVE_CSRSV();                                                              \
    HIP_DONE(hipsparse##Upper##csrsv2_bufferSizeExt(                           \
        HIP_HANDLE, HIP_OP(trans), m, nnz, HIP(descr),                         \
        (hip *)(uintptr_t)csr_val, csr_row_ptr, csr_col_ind, info->csrsv,      \
        buffer_size));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrsv_analysis(                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,     \
      rocsparse_int nnz, CSR(T), rocsparse_mat_info info, POLICIES) {          \
    CHECK_CSR();                                                               \
    CHECK_ARRAYS();                                                            \
    HAVE_CSRSV();                                                              \
    (void)analysis;                                                            \
    (void)solve;                                                               \
    HIP_DONE(hipsparse##Upper##csrsv2_analysis(                                \
        HIP_HANDLE, HIP_OP(trans), m, nnz, HIP(descr), (const hip *)csr_val,   \
        csr_row_ptr, csr_col_ind, info->csrsv, HIP_POLICY, temp_buffer));      \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrsv_solve(                             \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m,     \
      rocsparse_int nnz, const T *alpha, CSR(T), rocsparse_mat_info info,      \
      const T *x, T *y, rocsparse_solve_policy policy, void *temp_buffer) {    \
    CHECK_CSR();                                                               \
    QN_ROC_NEED(alpha);                                                        \
    CHECK_ARRAYS();                                                            \
    HAVE_CSRSV();                                                              \
    (void)policy;                                                              \
    HIP_DONE(hipsparse##Upper##csrsv2_solve(                                   \
        HIP_HANDLE, HIP_OP(trans), m, nnz, (const hip *)alpha, HIP(descr),     \
        (const hip *)csr_val, csr_row_ptr, csr_col_ind, info->csrsv,           \
        (const hip *)x, (hip *)y, HIP_POLICY, temp_buffer));                   \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrsm_buffer_size(                       \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,        \
      rocsparse_int nnz, const T *alpha, CSR(T), const T *B,                   \
      rocsparse_int ldb, rocsparse_mat_info info,                              \
      rocsparse_solve_policy policy, size_t *buffer_size) {                    \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(nrhs);                                                         \
    QN_ROC_NEED(buffer_size);                                                  \
    HAVE_CSRSM();                                                              \
    (void)policy;                                                              \
    HIP_DONE(hipsparse##Upper##csrsm2_bufferSizeExt(                           \
        HIP_HANDLE, 0, HIP_OP(trans_A), HIP_OP(trans_B), m, nrhs, nnz,         \
        (const hip *)alpha, HIP(descr), (const hip *)csr_val, csr_row_ptr,     \
        csr_col_ind, (const hip *)B, ldb, info->csrsm, HIP_POLICY,             \
        buffer_size));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrsm_analysis(                          \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,        \
      rocsparse_int nnz, const T *alpha, CSR(T), const T *B,                   \
      rocsparse_int ldb, rocsparse_mat_info info, POLICIES) {                  \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(nrhs);                                                         \
    CHECK_ARRAYS();                                                            \
    HAVE_CSRSM();                                                              \
    (void)analysis;                                                            \
    (void)solve;                                                               \
    HIP_DONE(hipsparse##Upper##csrsm2_analysis(                                \
        HIP_HANDLE, 0, HIP_OP(trans_A), HIP_OP(trans_B), m, nrhs, nnz,         \
        (const hip *)alpha, HIP(descr), (const hip *)csr_val, csr_row_ptr,     \
        csr_col_ind, (const hip *)B, ldb, info->csrsm, HIP_POLICY,             \
        temp_buffer));                                                         \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csrsm_solve(                             \
      rocsparse_handle handle, rocsparse_operation trans_A,                    \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int nrhs,        \
      rocsparse_int nnz, const T *alpha, CSR(T), T *B, rocsparse_int ldb,      \
      rocsparse_mat_info info, rocsparse_solve_policy policy,                  \
      void *temp_buffer) {                                                     \
    CHECK_CSR();                                                               \
    QN_ROC_SIZE(nrhs);                                                         \
    QN_ROC_NEED(alpha);                                                        \
    CHECK_ARRAYS();                                                            \
    HAVE_CSRSM();                                                              \
    (void)policy;                                                              \
    HIP_DONE(hipsparse##Upper##csrsm2_solve(                                   \
        HIP_HANDLE, 0, HIP_OP(trans_A), HIP_OP(trans_B), m, nrhs, nnz,         \
        (const hip *)alpha, HIP(descr), (const hip *)csr_val, csr_row_ptr,     \
        csr_col_ind, (hip *)B, ldb, info->csrsm, HIP_POLICY, temp_buffer));    \
  }
EACH(SYSTEMS)

// ---- Incomplete factors

#define FACTORS_OF(name, Name, Info, lower, Upper, T, own)                     \
  rocsparse_status rocsparse_##lower##name##_buffer_size(                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, CSR(T),     \
      rocsparse_mat_info info, size_t *buffer_size) {                          \
    int size = 0;                                                              \
    CHECK_CSR();                                                               \
    QN_ROC_NEED(buffer_size);                                                  \
    HAVE(name, cusparseCreate##Info);                                          \
    QN_ROC_TRY(cusparse##Upper##Name##_bufferSize(                             \
        QN_ROC_HANDLE, m, nnz, OWN(descr), (own *)(uintptr_t)csr_val,          \
        csr_row_ptr, csr_col_ind, info->name, &size));                         \
    *buffer_size = (size_t)size;                                               \
    return rocsparse_status_success;                                           \
  }                                                                            \
  rocsparse_status rocsparse_##lower##name##_analysis(                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, CSR(T),     \
      rocsparse_mat_info info, POLICIES) {                                     \
    CHECK_CSR();                                                               \
    CHECK_ARRAYS();                                                            \
    HAVE(name, cusparseCreate##Info);                                          \
    (void)analysis;                                                            \
    (void)solve;                                                               \
    QN_ROC_DONE(cusparse##Upper##Name##_analysis(                              \
        QN_ROC_HANDLE, m, nnz, OWN(descr), (own *)(uintptr_t)csr_val,          \
        csr_row_ptr, csr_col_ind, info->name, POLICY, temp_buffer));           \
  }                                                                            \
  rocsparse_status rocsparse_##lower##name(                                    \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,             \
      const rocsparse_mat_descr descr, T *csr_val,                             \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,      \
      rocsparse_mat_info info, rocsparse_solve_policy policy,                  \
      void *temp_buffer) {                                                     \
    CHECK_CSR();                                                               \
    CHECK_ARRAYS();                                                            \
    HAVE(name, cusparseCreate##Info);                                          \
    (void)policy;                                                              \
    QN_ROC_DONE(cusparse##Upper##Name(                                         \
        QN_ROC_HANDLE, m, nnz, OWN(descr), (own *)csr_val, csr_row_ptr,        \
        csr_col_ind, info->name, POLICY, temp_buffer));                        \
  }
#define FACTORS(lower, Upper, T, own, hip)                                     \
  FACTORS_OF(csrilu0, csrilu02, Csrilu02Info, lower, Upper, T, own)            \
  FACTORS_OF(csric0, csric02, Csric02Info, lower, Upper, T, own)
EACH(FACTORS)

// ---- Conversions

rocsparse_status rocsparse_csr2coo(rocsparse_handle handle,
                                   const rocsparse_int *csr_row_ptr,
                                   rocsparse_int nnz, rocsparse_int m,
                                   rocsparse_int *coo_row_ind,
                                   rocsparse_index_base idx_base) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(nnz);
  QN_ROC_SIZE(m);
  QN_ROC_DONE(cusparseXcsr2coo(QN_ROC_HANDLE, csr_row_ptr, nnz, m, coo_row_ind,
                               (cusparseIndexBase_t)idx_base));
}
rocsparse_status rocsparse_coo2csr(rocsparse_handle handle,
                                   const rocsparse_int *coo_row_ind,
                                   rocsparse_int nnz, rocsparse_int m,
                                   rocsparse_int *csr_row_ptr,
                                   rocsparse_index_base idx_base) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(nnz);
  QN_ROC_SIZE(m);
  QN_ROC_DONE(cusparseXcoo2csr(QN_ROC_HANDLE, coo_row_ind, nnz, m, csr_row_ptr,
                               (cusparseIndexBase_t)idx_base));
}
rocsparse_status rocsparse_csr2csc_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               rocsparse_action copy_values,
                                               size_t *buffer_size) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(m);
  QN_ROC_SIZE(n);
  QN_ROC_SIZE(nnz);
  QN_ROC_NEED(buffer_size);
  (void)csr_row_ptr, (void)csr_col_ind, (void)copy_values;
  *buffer_size = 4; // so that there is one to allocate
  return rocsparse_status_success;
}
rocsparse_status rocsparse_csrsort_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *csr_row_ptr,
                                               const rocsparse_int *csr_col_ind,
                                               size_t *buffer_size) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(buffer_size);
  QN_ROC_DONE(cusparseXcsrsort_bufferSizeExt(
      QN_ROC_HANDLE, m, n, nnz, csr_row_ptr, csr_col_ind, buffer_size));
}
rocsparse_status rocsparse_csrsort(rocsparse_handle handle, rocsparse_int m,
                                   rocsparse_int n, rocsparse_int nnz,
                                   const rocsparse_mat_descr descr,
                                   const rocsparse_int *csr_row_ptr,
                                   rocsparse_int *csr_col_ind,
                                   rocsparse_int *perm, void *temp_buffer) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(descr);
  QN_ROC_DONE(cusparseXcsrsort(QN_ROC_HANDLE, m, n, nnz, OWN(descr),
                               csr_row_ptr, csr_col_ind, perm, temp_buffer));
}
rocsparse_status rocsparse_coosort_buffer_size(rocsparse_handle handle,
                                               rocsparse_int m, rocsparse_int n,
                                               rocsparse_int nnz,
                                               const rocsparse_int *coo_row_ind,
                                               const rocsparse_int *coo_col_ind,
                                               size_t *buffer_size) {
  QN_ROC_BEGIN();
  QN_ROC_NEED(buffer_size);
  QN_ROC_DONE(cusparseXcoosort_bufferSizeExt(
      QN_ROC_HANDLE, m, n, nnz, coo_row_ind, coo_col_ind, buffer_size));
}
#define COOSORT(lower, Upper)                                                  \
  rocsparse_status rocsparse_coosort_by_##lower(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      rocsparse_int nnz, rocsparse_int *coo_row_ind,                           \
      rocsparse_int *coo_col_ind, rocsparse_int *perm, void *temp_buffer) {    \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_DONE(cusparseXcoosortBy##Upper(QN_ROC_HANDLE, m, n, nnz,            \
                                          coo_row_ind, coo_col_ind, perm,      \
                                          temp_buffer));                       \
  }
COOSORT(row, Row)
COOSORT(column, Column)

rocsparse_status rocsparse_create_identity_permutation(rocsparse_handle handle,
                                                       rocsparse_int n,
                                                       rocsparse_int *p) {
  QN_ROC_BEGIN();
  QN_ROC_SIZE(n);
  QN_ROC_DONE(cusparseCreateIdentityPermutation(QN_ROC_HANDLE, n, p));
}

#define CONVERSIONS(lower, Upper, T, own, hip)                                 \
  rocsparse_status rocsparse_##lower##csr2csc(                                 \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      rocsparse_int nnz, const T *csr_val, const rocsparse_int *csr_row_ptr,   \
      const rocsparse_int *csr_col_ind, T *csc_val,                            \
      rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr,                  \
      rocsparse_action copy_values, rocsparse_index_base idx_base,             \
      void *temp_buffer) {                                                     \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    (void)temp_buffer;                                                         \
    HIP_DONE(hipsparse##Upper##csr2csc(                                        \
        HIP_HANDLE, m, n, nnz, (const hip *)csr_val, csr_row_ptr, csr_col_ind, \
        (hip *)csc_val, csc_row_ind, csc_col_ptr,                              \
        (hipsparseAction_t)copy_values, HIP_BASE(idx_base)));                  \
  }                                                                            \
  rocsparse_status rocsparse_##lower##csr2dense(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, CSR(T),       \
      T *dense, rocsparse_int ld) {                                            \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(descr);                                                        \
    HIP_DONE(hipsparse##Upper##csr2dense(HIP_HANDLE, m, n, HIP(descr),         \
                                         (const hip *)csr_val, csr_row_ptr,    \
                                         csr_col_ind, (hip *)dense, ld));      \
  }                                                                            \
  rocsparse_status rocsparse_##lower##dense2csr(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,               \
      const rocsparse_mat_descr descr, const T *dense, rocsparse_int ld,       \
      const rocsparse_int *nnz_per_rows, T *csr_val,                           \
      rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind) {                \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(descr);                                                        \
    HIP_DONE(hipsparse##Upper##dense2csr(                                      \
        HIP_HANDLE, m, n, HIP(descr), (const hip *)dense, ld, nnz_per_rows,    \
        (hip *)csr_val, csr_row_ptr, csr_col_ind));                            \
  }                                                                            \
  rocsparse_status rocsparse_##lower##nnz(                                     \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m,       \
      rocsparse_int n, const rocsparse_mat_descr descr, const T *dense,        \
      rocsparse_int ld, rocsparse_int *nnz_per_row_columns,                    \
      rocsparse_int *nnz_total_dev_host_ptr) {                                 \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(m);                                                            \
    QN_ROC_SIZE(n);                                                            \
    QN_ROC_NEED(descr);                                                        \
    QN_ROC_DONE(cusparse##Upper##nnz(                                          \
        QN_ROC_HANDLE, (cusparseDirection_t)dir, m, n, OWN(descr),             \
        (const own *)dense, ld, nnz_per_row_columns, nnz_total_dev_host_ptr)); \
  }                                                                            \
  rocsparse_status rocsparse_##lower##gthr(                                    \
      rocsparse_handle handle, rocsparse_int nnz, const T *y, T *x_val,        \
      const rocsparse_int *x_ind, rocsparse_index_base idx_base) {             \
    QN_ROC_BEGIN();                                                            \
    QN_ROC_SIZE(nnz);                                                          \
    HIP_DONE(hipsparse##Upper##gthr(HIP_HANDLE, nnz, (const hip *)y,           \
                                    (hip *)x_val, x_ind, HIP_BASE(idx_base))); \
  }
EACH(CONVERSIONS)

// SPDX-License-Identifier: Apache-2.0
//
// rocSOLVER: dense systems, factors, eigenvalues, with rocBLAS's handles.
// libquernsolver implements it; docs/libraries.md says what is not there.
#ifndef QUERN_ROCSOLVER_ROCSOLVER_H
#define QUERN_ROCSOLVER_ROCSOLVER_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <rocblas/rocblas.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rocblas_direct_ {
  rocblas_forward_direction = 171,
  rocblas_backward_direction = 172
} rocblas_direct;
typedef enum rocblas_storev_ {
  rocblas_column_wise = 181,
  rocblas_row_wise = 182
} rocblas_storev;
typedef enum rocblas_svect_ {
  rocblas_svect_all = 191,
  rocblas_svect_singular = 192,
  rocblas_svect_overwrite = 193,
  rocblas_svect_none = 194
} rocblas_svect;
typedef enum rocblas_workmode_ {
  rocblas_outofplace = 201,
  rocblas_inplace = 202
} rocblas_workmode;
typedef enum rocblas_evect_ {
  rocblas_evect_original = 211,
  rocblas_evect_tridiagonal = 212,
  rocblas_evect_none = 213
} rocblas_evect;
typedef enum rocblas_eform_ {
  rocblas_eform_ax = 221,
  rocblas_eform_abx = 222,
  rocblas_eform_bax = 223
} rocblas_eform;

rocblas_status rocsolver_sgebrd(rocblas_handle handle, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, float *D, float *E, float *tauq, float *taup);
rocblas_status rocsolver_dgebrd(rocblas_handle handle, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, double *D, double *E, double *tauq, double *taup);
rocblas_status rocsolver_cgebrd(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, float *D, float *E, rocblas_float_complex *tauq, rocblas_float_complex *taup);
rocblas_status rocsolver_zgebrd(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, double *D, double *E, rocblas_double_complex *tauq, rocblas_double_complex *taup);
rocblas_status rocsolver_sgeqrf(rocblas_handle handle, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, float *ipiv);
rocblas_status rocsolver_dgeqrf(rocblas_handle handle, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, double *ipiv);
rocblas_status rocsolver_cgeqrf(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv);
rocblas_status rocsolver_zgeqrf(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv);
rocblas_status rocsolver_sgeqrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, float *const A[], rocblas_int lda, float *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_dgeqrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, double *const A[], rocblas_int lda, double *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_cgeqrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *const A[], rocblas_int lda, rocblas_float_complex *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_zgeqrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *const A[], rocblas_int lda, rocblas_double_complex *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_sgeqrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, rocblas_stride strideA, float *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_dgeqrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, rocblas_stride strideA, double *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_cgeqrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_float_complex *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_zgeqrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_double_complex *ipiv, rocblas_stride strideP, rocblas_int batch_count);
rocblas_status rocsolver_sgesvd(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, float *S, float *U, rocblas_int ldu, float *V, rocblas_int ldv, float *E, rocblas_workmode fast_alg, rocblas_int *info);
rocblas_status rocsolver_dgesvd(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, double *S, double *U, rocblas_int ldu, double *V, rocblas_int ldv, double *E, rocblas_workmode fast_alg, rocblas_int *info);
rocblas_status rocsolver_cgesvd(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, float *S, rocblas_float_complex *U, rocblas_int ldu, rocblas_float_complex *V, rocblas_int ldv, float *E, rocblas_workmode fast_alg, rocblas_int *info);
rocblas_status rocsolver_zgesvd(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, double *S, rocblas_double_complex *U, rocblas_int ldu, rocblas_double_complex *V, rocblas_int ldv, double *E, rocblas_workmode fast_alg, rocblas_int *info);
rocblas_status rocsolver_sgesvd_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, float *const A[], rocblas_int lda, float *S, rocblas_stride strideS, float *U, rocblas_int ldu, rocblas_stride strideU, float *V, rocblas_int ldv, rocblas_stride strideV, float *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dgesvd_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, double *const A[], rocblas_int lda, double *S, rocblas_stride strideS, double *U, rocblas_int ldu, rocblas_stride strideU, double *V, rocblas_int ldv, rocblas_stride strideV, double *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cgesvd_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_float_complex *const A[], rocblas_int lda, float *S, rocblas_stride strideS, rocblas_float_complex *U, rocblas_int ldu, rocblas_stride strideU, rocblas_float_complex *V, rocblas_int ldv, rocblas_stride strideV, float *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zgesvd_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_double_complex *const A[], rocblas_int lda, double *S, rocblas_stride strideS, rocblas_double_complex *U, rocblas_int ldu, rocblas_stride strideU, rocblas_double_complex *V, rocblas_int ldv, rocblas_stride strideV, double *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_sgesvd_strided_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, rocblas_stride strideA, float *S, rocblas_stride strideS, float *U, rocblas_int ldu, rocblas_stride strideU, float *V, rocblas_int ldv, rocblas_stride strideV, float *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dgesvd_strided_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, rocblas_stride strideA, double *S, rocblas_stride strideS, double *U, rocblas_int ldu, rocblas_stride strideU, double *V, rocblas_int ldv, rocblas_stride strideV, double *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cgesvd_strided_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, float *S, rocblas_stride strideS, rocblas_float_complex *U, rocblas_int ldu, rocblas_stride strideU, rocblas_float_complex *V, rocblas_int ldv, rocblas_stride strideV, float *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zgesvd_strided_batched(rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, double *S, rocblas_stride strideS, rocblas_double_complex *U, rocblas_int ldu, rocblas_stride strideU, rocblas_double_complex *V, rocblas_int ldv, rocblas_stride strideV, double *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_sgetrf(rocblas_handle handle, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_dgetrf(rocblas_handle handle, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_cgetrf(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_zgetrf(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_sgetrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, float *const A[], rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dgetrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, double *const A[], rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cgetrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *const A[], rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zgetrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *const A[], rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_sgetrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dgetrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cgetrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zgetrf_strided_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_sgetrs(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, const rocblas_int *ipiv, float *B, rocblas_int ldb);
rocblas_status rocsolver_dgetrs(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, const rocblas_int *ipiv, double *B, rocblas_int ldb);
rocblas_status rocsolver_cgetrs(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, const rocblas_int *ipiv, rocblas_float_complex *B, rocblas_int ldb);
rocblas_status rocsolver_zgetrs(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, const rocblas_int *ipiv, rocblas_double_complex *B, rocblas_int ldb);
rocblas_status rocsolver_sgetrs_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, float *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP, float *const B[], rocblas_int ldb, rocblas_int batch_count);
rocblas_status rocsolver_dgetrs_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, double *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP, double *const B[], rocblas_int ldb, rocblas_int batch_count);
rocblas_status rocsolver_cgetrs_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP, rocblas_float_complex *const B[], rocblas_int ldb, rocblas_int batch_count);
rocblas_status rocsolver_zgetrs_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP, rocblas_double_complex *const B[], rocblas_int ldb, rocblas_int batch_count);
rocblas_status rocsolver_sgetrs_strided_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP, float *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count);
rocblas_status rocsolver_dgetrs_strided_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP, double *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count);
rocblas_status rocsolver_cgetrs_strided_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP, rocblas_float_complex *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count);
rocblas_status rocsolver_zgetrs_strided_batched(rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP, rocblas_double_complex *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count);
rocblas_status rocsolver_sgetri(rocblas_handle handle, rocblas_int n, float *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_dgetri(rocblas_handle handle, rocblas_int n, double *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_cgetri(rocblas_handle handle, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_zgetri(rocblas_handle handle, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);
rocblas_status rocsolver_sgesv(rocblas_handle handle, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, rocblas_int *ipiv, float *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_dgesv(rocblas_handle handle, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, rocblas_int *ipiv, double *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_cgesv(rocblas_handle handle, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_float_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_zgesv(rocblas_handle handle, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, rocblas_int *ipiv, rocblas_double_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_sgels(rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, float *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_dgels(rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, double *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_cgels(rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_zgels(rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_spotrf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_dpotrf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_cpotrf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_zpotrf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_spotrf_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *const A[], rocblas_int lda, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dpotrf_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *const A[], rocblas_int lda, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cpotrf_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *const A[], rocblas_int lda, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zpotrf_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *const A[], rocblas_int lda, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_spotrf_strided_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dpotrf_strided_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cpotrf_strided_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zpotrf_strided_batched(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_spotrs(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, float *B, rocblas_int ldb);
rocblas_status rocsolver_dpotrs(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, double *B, rocblas_int ldb);
rocblas_status rocsolver_cpotrs(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *B, rocblas_int ldb);
rocblas_status rocsolver_zpotrs(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *B, rocblas_int ldb);
rocblas_status rocsolver_spotri(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_dpotri(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_cpotri(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_zpotri(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_sposv(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, float *A, rocblas_int lda, float *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_dposv(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, double *A, rocblas_int lda, double *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_cposv(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_zposv(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *B, rocblas_int ldb, rocblas_int *info);
rocblas_status rocsolver_strtri(rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n, float *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_dtrtri(rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n, double *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_ctrtri(rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_ztrtri(rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_int *info);
rocblas_status rocsolver_sorgqr(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_int k, float *A, rocblas_int lda, float *ipiv);
rocblas_status rocsolver_dorgqr(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_int k, double *A, rocblas_int lda, double *ipiv);
rocblas_status rocsolver_cungqr(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv);
rocblas_status rocsolver_zungqr(rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv);
rocblas_status rocsolver_sorgbr(rocblas_handle handle, rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, float *A, rocblas_int lda, float *ipiv);
rocblas_status rocsolver_dorgbr(rocblas_handle handle, rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, double *A, rocblas_int lda, double *ipiv);
rocblas_status rocsolver_cungbr(rocblas_handle handle, rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv);
rocblas_status rocsolver_zungbr(rocblas_handle handle, rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv);
rocblas_status rocsolver_sorgtr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, float *ipiv);
rocblas_status rocsolver_dorgtr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, double *ipiv);
rocblas_status rocsolver_cungtr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv);
rocblas_status rocsolver_zungtr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv);
rocblas_status rocsolver_sormqr(rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int k, float *A, rocblas_int lda, float *ipiv, float *C, rocblas_int ldc);
rocblas_status rocsolver_dormqr(rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int k, double *A, rocblas_int lda, double *ipiv, double *C, rocblas_int ldc);
rocblas_status rocsolver_cunmqr(rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv, rocblas_float_complex *C, rocblas_int ldc);
rocblas_status rocsolver_zunmqr(rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_int k, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv, rocblas_double_complex *C, rocblas_int ldc);
rocblas_status rocsolver_sormtr(rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans, rocblas_int m, rocblas_int n, float *A, rocblas_int lda, float *ipiv, float *C, rocblas_int ldc);
rocblas_status rocsolver_dormtr(rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans, rocblas_int m, rocblas_int n, double *A, rocblas_int lda, double *ipiv, double *C, rocblas_int ldc);
rocblas_status rocsolver_cunmtr(rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *ipiv, rocblas_float_complex *C, rocblas_int ldc);
rocblas_status rocsolver_zunmtr(rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans, rocblas_int m, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *ipiv, rocblas_double_complex *C, rocblas_int ldc);
rocblas_status rocsolver_ssytrd(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, float *D, float *E, float *tau);
rocblas_status rocsolver_dsytrd(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, double *D, double *E, double *tau);
rocblas_status rocsolver_chetrd(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, float *D, float *E, rocblas_float_complex *tau);
rocblas_status rocsolver_zhetrd(rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, double *D, double *E, rocblas_double_complex *tau);
rocblas_status rocsolver_ssyev(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_dsyev(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, double *D, double *E, rocblas_int *info);
rocblas_status rocsolver_cheev(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_zheev(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, double *D, double *E, rocblas_int *info);
rocblas_status rocsolver_ssyev_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, float *const A[], rocblas_int lda, float *D, rocblas_stride strideD, float *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dsyev_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, double *const A[], rocblas_int lda, double *D, rocblas_stride strideD, double *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cheev_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *const A[], rocblas_int lda, float *D, rocblas_stride strideD, float *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zheev_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *const A[], rocblas_int lda, double *D, rocblas_stride strideD, double *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_ssyev_strided_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, rocblas_stride strideA, float *D, rocblas_stride strideD, float *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_dsyev_strided_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, rocblas_stride strideA, double *D, rocblas_stride strideD, double *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_cheev_strided_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_stride strideA, float *D, rocblas_stride strideD, float *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_zheev_strided_batched(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_stride strideA, double *D, rocblas_stride strideD, double *E, rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
rocblas_status rocsolver_ssyevd(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_dsyevd(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, double *D, double *E, rocblas_int *info);
rocblas_status rocsolver_cheevd(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_zheevd(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, double *D, double *E, rocblas_int *info);
rocblas_status rocsolver_ssygv(rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, float *A, rocblas_int lda, float *B, rocblas_int ldb, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_dsygv(rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, double *A, rocblas_int lda, double *B, rocblas_int ldb, double *D, double *E, rocblas_int *info);
rocblas_status rocsolver_chegv(rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_float_complex *A, rocblas_int lda, rocblas_float_complex *B, rocblas_int ldb, float *D, float *E, rocblas_int *info);
rocblas_status rocsolver_zhegv(rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, rocblas_double_complex *A, rocblas_int lda, rocblas_double_complex *B, rocblas_int ldb, double *D, double *E, rocblas_int *info);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif // QUERN_ROCSOLVER_ROCSOLVER_H

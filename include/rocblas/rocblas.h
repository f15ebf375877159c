// SPDX-License-Identifier: Apache-2.0
//
// rocBLAS: dense linear algebra. libquernblas implements it; docs/libraries.md
// says what does the work on which device, and what is not there.
#ifndef QUERN_ROCBLAS_ROCBLAS_H
#define QUERN_ROCBLAS_ROCBLAS_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <rocblas/internal/rocblas-types.h>
#include <rocblas/internal/rocblas-version.h>

#include <quern/device/names_begin.inc>

#ifdef __cplusplus
extern "C" {
#endif

rocblas_status rocblas_create_handle(rocblas_handle *handle);
rocblas_status rocblas_destroy_handle(rocblas_handle handle);
rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream);
rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream);
rocblas_status rocblas_set_pointer_mode(rocblas_handle handle,
                                        rocblas_pointer_mode mode);
rocblas_status rocblas_get_pointer_mode(rocblas_handle handle,
                                        rocblas_pointer_mode *mode);
rocblas_status rocblas_set_atomics_mode(rocblas_handle handle,
                                        rocblas_atomics_mode mode);
rocblas_status rocblas_get_atomics_mode(rocblas_handle handle,
                                        rocblas_atomics_mode *mode);
rocblas_status rocblas_set_math_mode(rocblas_handle handle,
                                     rocblas_math_mode mode);
rocblas_status rocblas_get_math_mode(rocblas_handle handle,
                                     rocblas_math_mode *mode);
rocblas_pointer_mode rocblas_pointer_to_mode(void *p);
const char *rocblas_status_to_string(rocblas_status status);
void rocblas_initialize(void);
rocblas_status rocblas_get_version_string(char *text, size_t size);
rocblas_status rocblas_get_version_string_size(size_t *size);
// Kept: products need no workspace here.
rocblas_status rocblas_set_workspace(rocblas_handle handle, void *workspace,
                                     size_t size);

rocblas_status rocblas_set_vector(rocblas_int n, rocblas_int size,
                                  const void *x, rocblas_int incx, void *y,
                                  rocblas_int incy);
rocblas_status rocblas_get_vector(rocblas_int n, rocblas_int size,
                                  const void *x, rocblas_int incx, void *y,
                                  rocblas_int incy);
rocblas_status rocblas_set_matrix(rocblas_int rows, rocblas_int columns,
                                  rocblas_int size, const void *a,
                                  rocblas_int lda, void *b, rocblas_int ldb);
rocblas_status rocblas_get_matrix(rocblas_int rows, rocblas_int columns,
                                  rocblas_int size, const void *a,
                                  rocblas_int lda, void *b, rocblas_int ldb);
rocblas_status rocblas_set_vector_async(rocblas_int n, rocblas_int size,
                                        const void *x, rocblas_int incx,
                                        void *y, rocblas_int incy,
                                        hipStream_t stream);
rocblas_status rocblas_get_vector_async(rocblas_int n, rocblas_int size,
                                        const void *x, rocblas_int incx,
                                        void *y, rocblas_int incy,
                                        hipStream_t stream);
rocblas_status rocblas_set_matrix_async(rocblas_int rows, rocblas_int columns,
                                        rocblas_int size, const void *a,
                                        rocblas_int lda, void *b,
                                        rocblas_int ldb, hipStream_t stream);
rocblas_status rocblas_get_matrix_async(rocblas_int rows, rocblas_int columns,
                                        rocblas_int size, const void *a,
                                        rocblas_int lda, void *b,
                                        rocblas_int ldb, hipStream_t stream);

#include <quern/host/libs/rocblas_functions.inc>

// ---- Products of other types: D = alpha op(A) op(B) + beta C

#define __QN_OF(T, number)                                                     \
  rocblas_handle handle, rocblas_operation transa, rocblas_operation transb,   \
      number m, number n, number k, const T *alpha
#define __QN_PRODUCTS(suffix, number)                                          \
  rocblas_status rocblas_hgemm##suffix(                                        \
      __QN_OF(rocblas_half, number), const rocblas_half *A, number lda,        \
      const rocblas_half *B, number ldb, const rocblas_half *beta,             \
      rocblas_half *C, number ldc);                                            \
  rocblas_status rocblas_hgemm_batched##suffix(                                \
      __QN_OF(rocblas_half, number), const rocblas_half *const A[],            \
      number lda, const rocblas_half *const B[], number ldb,                   \
      const rocblas_half *beta, rocblas_half *const C[], number ldc,           \
      number count);                                                           \
  rocblas_status rocblas_hgemm_strided_batched##suffix(                        \
      __QN_OF(rocblas_half, number), const rocblas_half *A, number lda,        \
      rocblas_stride strideA, const rocblas_half *B, number ldb,               \
      rocblas_stride strideB, const rocblas_half *beta, rocblas_half *C,       \
      number ldc, rocblas_stride strideC, number count);                       \
  rocblas_status rocblas_gemm_ex##suffix(                                      \
      __QN_OF(void, number), const void *A, rocblas_datatype a_type,           \
      number lda, const void *B, rocblas_datatype b_type, number ldb,          \
      const void *beta, const void *C, rocblas_datatype c_type, number ldc,    \
      void *D, rocblas_datatype d_type, number ldd,                            \
      rocblas_datatype compute_type, rocblas_gemm_algo algo,                   \
      int32_t solution_index, uint32_t flags);                                 \
  rocblas_status rocblas_gemm_batched_ex##suffix(                              \
      __QN_OF(void, number), const void *A, rocblas_datatype a_type,           \
      number lda, const void *B, rocblas_datatype b_type, number ldb,          \
      const void *beta, const void *C, rocblas_datatype c_type, number ldc,    \
      void *D, rocblas_datatype d_type, number ldd, number count,              \
      rocblas_datatype compute_type, rocblas_gemm_algo algo,                   \
      int32_t solution_index, uint32_t flags);                                 \
  rocblas_status rocblas_gemm_strided_batched_ex##suffix(                      \
      __QN_OF(void, number), const void *A, rocblas_datatype a_type,           \
      number lda, rocblas_stride strideA, const void *B,                       \
      rocblas_datatype b_type, number ldb, rocblas_stride strideB,             \
      const void *beta, const void *C, rocblas_datatype c_type, number ldc,    \
      rocblas_stride strideC, void *D, rocblas_datatype d_type, number ldd,    \
      rocblas_stride strideD, number count, rocblas_datatype compute_type,     \
      rocblas_gemm_algo algo, int32_t solution_index, uint32_t flags);
__QN_PRODUCTS(, rocblas_int)
__QN_PRODUCTS(_64, int64_t)
#undef __QN_PRODUCTS
#undef __QN_OF

// ---- Vectors of any types

#define __QN_EX_ONE(name) rocblas_##name##_ex
#define __QN_EX_MANY(name) rocblas_##name##_batched_ex
#define __QN_EX_FAR(name) rocblas_##name##_strided_batched_ex
#define __QN_EX(Name, name, form) __QN_EX_##form(name)
#define __QN_STATUS rocblas_status
#define __QN_HANDLE rocblas_handle
#define __QN_TYPE rocblas_datatype
#define __QN_STRIDE rocblas_stride
#define __QN_NUMBER rocblas_int
#include <quern/host/libs/blas_vectors.inc>
#undef __QN_EX_ONE
#undef __QN_EX_MANY
#undef __QN_EX_FAR
#define __QN_EX_ONE(name) rocblas_##name##_ex_64
#define __QN_EX_MANY(name) rocblas_##name##_batched_ex_64
#define __QN_EX_FAR(name) rocblas_##name##_strided_batched_ex_64
#define __QN_EX(Name, name, form) __QN_EX_##form(name)
#define __QN_STATUS rocblas_status
#define __QN_HANDLE rocblas_handle
#define __QN_TYPE rocblas_datatype
#define __QN_STRIDE rocblas_stride
#define __QN_NUMBER int64_t
#include <quern/host/libs/blas_vectors.inc>
#undef __QN_EX_ONE
#undef __QN_EX_MANY
#undef __QN_EX_FAR

// ---- Triangular systems. Inverses of blocks are not read.

rocblas_status rocblas_trsm_ex(rocblas_handle handle, rocblas_side side,
                               rocblas_fill uplo, rocblas_operation transA,
                               rocblas_diagonal diag, rocblas_int m,
                               rocblas_int n, const void *alpha, const void *A,
                               rocblas_int lda, void *B, rocblas_int ldb,
                               const void *invA, rocblas_int invA_size,
                               rocblas_datatype compute_type);
rocblas_status rocblas_trsm_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
    rocblas_operation transA, rocblas_diagonal diag, rocblas_int m,
    rocblas_int n, const void *alpha, const void *A, rocblas_int lda, void *B,
    rocblas_int ldb, rocblas_int batch_count, const void *invA,
    rocblas_int invA_size, rocblas_datatype compute_type);
rocblas_status rocblas_trsm_strided_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
    rocblas_operation transA, rocblas_diagonal diag, rocblas_int m,
    rocblas_int n, const void *alpha, const void *A, rocblas_int lda,
    rocblas_stride stride_A, void *B, rocblas_int ldb, rocblas_stride stride_B,
    rocblas_int batch_count, const void *invA, rocblas_int invA_size,
    rocblas_stride stride_invA, rocblas_datatype compute_type);

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif

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

#ifdef __cplusplus
}
#endif

#include <quern/device/names_end.inc>

#endif

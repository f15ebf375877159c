// SPDX-License-Identifier: Apache-2.0
// rocBLAS's names: its numbers turned into ours, and the answers back.
#include "rocblas/rocblas.h"

#include <stdio.h>
#include <string.h>

#include "libs/blas/names/hip_names.h"
#include "runtime/core/memory.h"

static rocblas_status finish(qn_blas_status status) {
  switch (status) {
  case QN_BLAS_OK:
    return rocblas_status_success;
  case QN_BLAS_NOT_INITIALIZED:
    return rocblas_status_invalid_handle;
  case QN_BLAS_NO_MEMORY:
    return rocblas_status_memory_error;
  case QN_BLAS_INVALID_POINTER:
    return rocblas_status_invalid_pointer;
  case QN_BLAS_INVALID_VALUE:
    return rocblas_status_invalid_size;
  case QN_BLAS_INVALID_ENUM:
  case QN_BLAS_NOT_DEFINED:
    return rocblas_status_invalid_value;
  case QN_BLAS_NOT_SUPPORTED:
    return rocblas_status_not_implemented;
  default:
    return rocblas_status_internal_error;
  }
}

// ---- Enumerators as Fortran's letters; 0: none

static char op_letter(rocblas_operation op) {
  return (unsigned)op - 111 < 3 ? "NTC"[op - 111] : 0;
}
static char fill_letter(rocblas_fill fill) {
  return (unsigned)fill - 121 < 2 ? "UL"[fill - 121] : 0;
}
static char side_letter(rocblas_side side) {
  return (unsigned)side - 141 < 2 ? "LR"[side - 141] : 0;
}
static char diag_letter(rocblas_diagonal diag) {
  return (unsigned)diag - 131 < 2 ? "NU"[diag - 131] : 0;
}

#include "libs/blas/names/exports_rocblas.inc"

// ---- Handles

rocblas_status rocblas_create_handle(rocblas_handle *handle) {
  if (!handle)
    return finish(qn_blas_refuse(QN_BLAS_NOT_INITIALIZED,
                                 "there is no place for the handle"));
  *handle = (rocblas_handle)qn_blas_create();
  return *handle ? rocblas_status_success : rocblas_status_memory_error;
}
rocblas_status rocblas_destroy_handle(rocblas_handle handle) {
  return finish(qn_blas_destroy((qn_blas *)handle));
}
rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream) {
  WITH_HANDLE(h->stream = stream);
}
rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream) {
  GET(stream, h->stream);
}
rocblas_status rocblas_set_pointer_mode(rocblas_handle handle,
                                        rocblas_pointer_mode mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->device_pointers = mode == rocblas_pointer_mode_device);
}
rocblas_status rocblas_get_pointer_mode(rocblas_handle handle,
                                        rocblas_pointer_mode *mode) {
  GET(mode, (rocblas_pointer_mode)h->device_pointers);
}
rocblas_status rocblas_set_atomics_mode(rocblas_handle handle,
                                        rocblas_atomics_mode mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->allows_atomics = mode == rocblas_atomics_allowed);
}
rocblas_status rocblas_get_atomics_mode(rocblas_handle handle,
                                        rocblas_atomics_mode *mode) {
  GET(mode, (rocblas_atomics_mode)h->allows_atomics);
}
// Products are not made less exact than their types: the mode is kept only.
rocblas_status rocblas_set_math_mode(rocblas_handle handle,
                                     rocblas_math_mode mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->math_mode = (int)mode,
              h->nvidia_math = mode ? 3 : 0); // CUBLAS_TF32_TENSOR_OP_MATH
}
rocblas_status rocblas_get_math_mode(rocblas_handle handle,
                                     rocblas_math_mode *mode) {
  GET(mode, (rocblas_math_mode)h->math_mode);
}
rocblas_status rocblas_set_workspace(rocblas_handle handle, void *workspace,
                                     size_t size) {
  WITH_HANDLE(h->workspace = workspace, h->workspace_size = size);
}

// Not by hipPointerGetAttributes, which may be libamdhip64.so.5's here.
rocblas_pointer_mode rocblas_pointer_to_mode(void *p) {
  qn_range range;
  return qn_memory_find(p, &range) && range.kind == QN_MEMORY_DEVICE
             ? rocblas_pointer_mode_device
             : rocblas_pointer_mode_host;
}

void rocblas_initialize(void) {}

static const char version[] = "4.3.0.quern";
rocblas_status rocblas_get_version_string_size(size_t *size) {
  if (!size)
    return rocblas_status_invalid_pointer;
  *size = sizeof(version);
  return rocblas_status_success;
}
rocblas_status rocblas_get_version_string(char *text, size_t size) {
  if (!text)
    return rocblas_status_invalid_pointer;
  if (size < sizeof(version))
    return rocblas_status_invalid_size;
  memcpy(text, version, sizeof(version));
  return rocblas_status_success;
}

const char *rocblas_status_to_string(rocblas_status status) {
  static const char *const names[] = {
#define STATUS(name) [rocblas_status_##name] = "rocblas_status_" #name
      STATUS(success),
      STATUS(invalid_handle),
      STATUS(not_implemented),
      STATUS(invalid_pointer),
      STATUS(invalid_size),
      STATUS(memory_error),
      STATUS(internal_error),
      STATUS(perf_degraded),
      STATUS(size_query_mismatch),
      STATUS(size_increased),
      STATUS(size_unchanged),
      STATUS(invalid_value),
      STATUS(continue),
      STATUS(check_numerics_fail),
      STATUS(excluded_from_build),
      STATUS(arch_mismatch),
#undef STATUS
  };
  return (unsigned)status < sizeof(names) / sizeof(names[0])
             ? names[status]
             : "<undefined rocblas_status value>";
}

// ---- Copies

#define COPY(...) finish(qn_blas_copied(&(const qn_blas_copy){__VA_ARGS__}))
#define COPIES(way)                                                            \
  rocblas_status rocblas_##way##_vector(rocblas_int n, rocblas_int size,       \
                                        const void *x, rocblas_int incx,       \
                                        void *y, rocblas_int incy) {           \
    return COPY(1, n, size, x, incx, y, incy);                                 \
  }                                                                            \
  rocblas_status rocblas_##way##_matrix(                                       \
      rocblas_int rows, rocblas_int columns, rocblas_int size, const void *a,  \
      rocblas_int lda, void *b, rocblas_int ldb) {                             \
    return COPY(rows, columns, size, a, lda, b, ldb);                          \
  }                                                                            \
  rocblas_status rocblas_##way##_vector_async(                                 \
      rocblas_int n, rocblas_int size, const void *x, rocblas_int incx,        \
      void *y, rocblas_int incy, hipStream_t stream) {                         \
    return COPY(1, n, size, x, incx, y, incy, true, stream);                   \
  }                                                                            \
  rocblas_status rocblas_##way##_matrix_async(                                 \
      rocblas_int rows, rocblas_int columns, rocblas_int size, const void *a,  \
      rocblas_int lda, void *b, rocblas_int ldb, hipStream_t stream) {         \
    return COPY(rows, columns, size, a, lda, b, ldb, true, stream);            \
  }
COPIES(set)
COPIES(get)

#define PRODUCT(called, D, ...)                                                \
  do {                                                                         \
    qn_gemm gemm = {.name = called,                                            \
                    .op_a = op_letter(transa),                                 \
                    .op_b = op_letter(transb),                                 \
                    .m = m,                                                    \
                    .n = n,                                                    \
                    .k = k,                                                    \
                    .alpha = alpha,                                            \
                    .beta = beta,                                              \
                    __VA_ARGS__};                                              \
    gemm.d = D;                                                                \
    return finish(qn_gemm_call(handle, &gemm));                                \
  } while (0)
#define EX(called, D, ...)                                                     \
  do {                                                                         \
    qn_gemm_sum sum;                                                           \
    (void)algo, (void)solution_index, (void)flags;                             \
    if (!sum_of((int)compute_type, &sum))                                      \
      return finish(qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,                      \
                                   "%s: sums of type %d are not made", called, \
                                   (int)compute_type));                        \
    PRODUCT(called, D, .sum = sum, __VA_ARGS__);                               \
  } while (0)
#define MATRIX(p, type, ld, stride)                                            \
  ((qn_gemm_matrix){p, type_of((int)(type)), ld, stride})
#define H(p, ld, stride) {p, QN_LIBS_F16, ld, stride}
#define BATCH .has_batch = true, .count = count
#define OF(T)                                                                  \
  rocblas_handle handle, rocblas_operation transa, rocblas_operation transb,   \
      N m, N n, N k, const T *alpha
#define PRODUCTS(suffix)                                                       \
  rocblas_status rocblas_hgemm##suffix(                                        \
      OF(rocblas_half), const rocblas_half *A, N lda, const rocblas_half *B,   \
      N ldb, const rocblas_half *beta, rocblas_half *C, N ldc) {               \
    PRODUCT("rocblas_hgemm", gemm.c, .a = H(A, lda, 0), .b = H(B, ldb, 0),     \
            .c = H(C, ldc, 0));                                                \
  }                                                                            \
  rocblas_status rocblas_hgemm_batched##suffix(                                \
      OF(rocblas_half), const rocblas_half *const A[], N lda,                  \
      const rocblas_half *const B[], N ldb, const rocblas_half *beta,          \
      rocblas_half *const C[], N ldc, N count) {                               \
    PRODUCT("rocblas_hgemm_batched", gemm.c, .a = H(A, lda, 0),                \
            .b = H(B, ldb, 0), .c = H(C, ldc, 0), BATCH, .is_array = true);    \
  }                                                                            \
  rocblas_status rocblas_hgemm_strided_batched##suffix(                        \
      OF(rocblas_half), const rocblas_half *A, N lda, rocblas_stride strideA,  \
      const rocblas_half *B, N ldb, rocblas_stride strideB,                    \
      const rocblas_half *beta, rocblas_half *C, N ldc,                        \
      rocblas_stride strideC, N count) {                                       \
    PRODUCT("rocblas_hgemm_strided_batched", gemm.c, .a = H(A, lda, strideA),  \
            .b = H(B, ldb, strideB), .c = H(C, ldc, strideC), BATCH);          \
  }                                                                            \
  rocblas_status rocblas_gemm_ex##suffix(                                      \
      OF(void), const void *A, rocblas_datatype a_type, N lda, const void *B,  \
      rocblas_datatype b_type, N ldb, const void *beta, const void *C,         \
      rocblas_datatype c_type, N ldc, void *D, rocblas_datatype d_type, N ldd, \
      rocblas_datatype compute_type, rocblas_gemm_algo algo,                   \
      int32_t solution_index, uint32_t flags) {                                \
    EX("rocblas_gemm_ex", MATRIX(D, d_type, ldd, 0),                           \
       .a = MATRIX(A, a_type, lda, 0), .b = MATRIX(B, b_type, ldb, 0),         \
       .c = MATRIX(C, c_type, ldc, 0));                                        \
  }                                                                            \
  rocblas_status rocblas_gemm_batched_ex##suffix(                              \
      OF(void), const void *A, rocblas_datatype a_type, N lda, const void *B,  \
      rocblas_datatype b_type, N ldb, const void *beta, const void *C,         \
      rocblas_datatype c_type, N ldc, void *D, rocblas_datatype d_type, N ldd, \
      N count, rocblas_datatype compute_type, rocblas_gemm_algo algo,          \
      int32_t solution_index, uint32_t flags) {                                \
    EX("rocblas_gemm_batched_ex", MATRIX(D, d_type, ldd, 0),                   \
       .a = MATRIX(A, a_type, lda, 0), .b = MATRIX(B, b_type, ldb, 0),         \
       .c = MATRIX(C, c_type, ldc, 0), BATCH, .is_array = true);               \
  }                                                                            \
  rocblas_status rocblas_gemm_strided_batched_ex##suffix(                      \
      OF(void), const void *A, rocblas_datatype a_type, N lda,                 \
      rocblas_stride strideA, const void *B, rocblas_datatype b_type, N ldb,   \
      rocblas_stride strideB, const void *beta, const void *C,                 \
      rocblas_datatype c_type, N ldc, rocblas_stride strideC, void *D,         \
      rocblas_datatype d_type, N ldd, rocblas_stride strideD, N count,         \
      rocblas_datatype compute_type, rocblas_gemm_algo algo,                   \
      int32_t solution_index, uint32_t flags) {                                \
    EX("rocblas_gemm_strided_batched_ex", MATRIX(D, d_type, ldd, strideD),     \
       .a = MATRIX(A, a_type, lda, strideA),                                   \
       .b = MATRIX(B, b_type, ldb, strideB),                                   \
       .c = MATRIX(C, c_type, ldc, strideC), BATCH);                           \
  }
#define N rocblas_int
PRODUCTS()
#undef N
#define N int64_t
PRODUCTS(_64)
#undef N

// ---- Vectors of any types

#undef EX
#define FORM_ONE(name) rocblas_##name##_ex
#define FORM_MANY(name) rocblas_##name##_batched_ex
#define FORM_FAR(name) rocblas_##name##_strided_batched_ex
#define EX(Name, name, form) FORM_##form(name)
#define STATUS rocblas_status
#define HANDLE rocblas_handle
#define TYPE rocblas_datatype
#define STRIDE rocblas_stride
#define N rocblas_int
#define BY type_of
#define WIDE false
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR
#define FORM_ONE(name) rocblas_##name##_ex_64
#define FORM_MANY(name) rocblas_##name##_batched_ex_64
#define FORM_FAR(name) rocblas_##name##_strided_batched_ex_64
#define EX(Name, name, form) FORM_##form(name)
#define STATUS rocblas_status
#define HANDLE rocblas_handle
#define TYPE rocblas_datatype
#define STRIDE rocblas_stride
#define N int64_t
#define BY type_of
#define WIDE true
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR

// ---- Triangular systems

// Inverses of blocks on the diagonal, which these take, are not needed.
rocblas_status rocblas_trsm_ex(rocblas_handle handle, rocblas_side side,
                               rocblas_fill uplo, rocblas_operation transA,
                               rocblas_diagonal diag, rocblas_int m,
                               rocblas_int n, const void *alpha, const void *A,
                               rocblas_int lda, void *B, rocblas_int ldb,
                               const void *invA, rocblas_int invA_size,
                               rocblas_datatype compute_type) {
  TRSM("rocblas_trsm_ex", type_of((int)compute_type), NULL);
}
rocblas_status rocblas_trsm_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
    rocblas_operation transA, rocblas_diagonal diag, rocblas_int m,
    rocblas_int n, const void *alpha, const void *A, rocblas_int lda, void *B,
    rocblas_int ldb, rocblas_int batch_count, const void *invA,
    rocblas_int invA_size, rocblas_datatype compute_type) {
  TRSM("rocblas_trsm_batched_ex", type_of((int)compute_type),
       ARRAYS(batch_count));
}
rocblas_status rocblas_trsm_strided_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo,
    rocblas_operation transA, rocblas_diagonal diag, rocblas_int m,
    rocblas_int n, const void *alpha, const void *A, rocblas_int lda,
    rocblas_stride stride_A, void *B, rocblas_int ldb, rocblas_stride stride_B,
    rocblas_int batch_count, const void *invA, rocblas_int invA_size,
    rocblas_stride stride_invA, rocblas_datatype compute_type) {
  (void)stride_invA;
  TRSM("rocblas_trsm_strided_batched_ex", type_of((int)compute_type),
       STRIDES(batch_count, [TRSM_A] = stride_A, [TRSM_B] = stride_B));
}
#undef TRSM

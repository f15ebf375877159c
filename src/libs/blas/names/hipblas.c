// SPDX-License-Identifier: Apache-2.0
// hipBLAS's names: its numbers turned into ours, and the answers back.
#include "hipblas/hipblas.h"

#include "libs/blas/names/hip_names.h"

static hipblasStatus_t finish(qn_blas_status status) {
  switch (status) {
  case QN_BLAS_OK:
    return HIPBLAS_STATUS_SUCCESS;
  case QN_BLAS_NOT_INITIALIZED:
    return HIPBLAS_STATUS_NOT_INITIALIZED;
  case QN_BLAS_NO_MEMORY:
    return HIPBLAS_STATUS_ALLOC_FAILED;
  case QN_BLAS_INVALID_VALUE:
  case QN_BLAS_NOT_DEFINED:
  case QN_BLAS_INVALID_POINTER:
    return HIPBLAS_STATUS_INVALID_VALUE;
  case QN_BLAS_INVALID_ENUM:
    return HIPBLAS_STATUS_INVALID_ENUM;
  case QN_BLAS_NOT_SUPPORTED:
    return HIPBLAS_STATUS_NOT_SUPPORTED;
  case QN_BLAS_COPY_FAILED:
    return HIPBLAS_STATUS_MAPPING_ERROR;
  default:
    return HIPBLAS_STATUS_EXECUTION_FAILED;
  }
}

// ---- Enumerators as Fortran's letters; 0: none

static char op_letter(hipblasOperation_t op) {
  return (unsigned)op - 111 < 3 ? "NTC"[op - 111] : 0;
}
static char fill_letter(hipblasFillMode_t fill) {
  return (unsigned)fill - 121 < 2 ? "UL"[fill - 121] : 0;
}
static char side_letter(hipblasSideMode_t side) {
  return (unsigned)side - 141 < 2 ? "LR"[side - 141] : 0;
}
static char diag_letter(hipblasDiagType_t diag) {
  return (unsigned)diag - 131 < 2 ? "NU"[diag - 131] : 0;
}

#include "libs/blas/names/exports_hipblas.inc"

// ---- Handles

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle) {
  if (!handle)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "there is no place for the handle")),
           HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  *handle = qn_blas_create();
  return *handle ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}
hipblasStatus_t hipblasDestroy(hipblasHandle_t handle) {
  return finish(qn_blas_destroy(handle));
}
hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream) {
  WITH_HANDLE(h->stream = stream);
}
hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream) {
  GET(stream, h->stream);
}
hipblasStatus_t hipblasSetPointerMode(hipblasHandle_t handle,
                                      hipblasPointerMode_t mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->device_pointers = mode == HIPBLAS_POINTER_MODE_DEVICE);
}
hipblasStatus_t hipblasGetPointerMode(hipblasHandle_t handle,
                                      hipblasPointerMode_t *mode) {
  GET(mode, (hipblasPointerMode_t)h->device_pointers);
}
hipblasStatus_t hipblasSetAtomicsMode(hipblasHandle_t handle,
                                      hipblasAtomicsMode_t mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->allows_atomics = mode == HIPBLAS_ATOMICS_ALLOWED);
}
hipblasStatus_t hipblasGetAtomicsMode(hipblasHandle_t handle,
                                      hipblasAtomicsMode_t *mode) {
  GET(mode, (hipblasAtomicsMode_t)h->allows_atomics);
}
// Products are not made less exact than their types: the mode is kept only.
hipblasStatus_t hipblasSetMathMode(hipblasHandle_t handle, hipblasMath_t mode) {
  static const int nvidia[] = {0, 3, 2, 3, 16, 1}; // cublasMath_t
  WITHIN(mode, 5);
  WITH_HANDLE(h->math_mode = (int)mode, h->nvidia_math = nvidia[mode]);
}
hipblasStatus_t hipblasGetMathMode(hipblasHandle_t handle,
                                   hipblasMath_t *mode) {
  GET(mode, (hipblasMath_t)h->math_mode);
}
hipblasStatus_t hipblasSetWorkspace(hipblasHandle_t handle, void *workspace,
                                    size_t size) {
  WITH_HANDLE(h->workspace = workspace, h->workspace_size = size);
}

const char *hipblasStatusToString(hipblasStatus_t status) {
  static const char *const names[] = {
#define STATUS(name) [HIPBLAS_STATUS_##name] = "HIPBLAS_STATUS_" #name
      STATUS(SUCCESS),        STATUS(NOT_INITIALIZED),
      STATUS(ALLOC_FAILED),   STATUS(INVALID_VALUE),
      STATUS(MAPPING_ERROR),  STATUS(EXECUTION_FAILED),
      STATUS(INTERNAL_ERROR), STATUS(NOT_SUPPORTED),
      STATUS(ARCH_MISMATCH),  STATUS(HANDLE_IS_NULLPTR),
      STATUS(INVALID_ENUM),   STATUS(UNKNOWN),
#undef STATUS
  };
  return (unsigned)status < sizeof(names) / sizeof(names[0])
             ? names[status]
             : "<undefined hipblasStatus_t value>";
}

// ---- Copies

#define COPY(...) finish(qn_blas_copied(&(const qn_blas_copy){__VA_ARGS__}))
#define COPIES(way)                                                            \
  hipblasStatus_t hipblas##way##Vector(int n, int size, const void *x,         \
                                       int incx, void *y, int incy) {          \
    return COPY(1, n, size, x, incx, y, incy);                                 \
  }                                                                            \
  hipblasStatus_t hipblas##way##Matrix(int rows, int columns, int size,        \
                                       const void *a, int lda, void *b,        \
                                       int ldb) {                              \
    return COPY(rows, columns, size, a, lda, b, ldb);                          \
  }                                                                            \
  hipblasStatus_t hipblas##way##VectorAsync(int n, int size, const void *x,    \
                                            int incx, void *y, int incy,       \
                                            hipStream_t stream) {              \
    return COPY(1, n, size, x, incx, y, incy, true, stream);                   \
  }                                                                            \
  hipblasStatus_t hipblas##way##MatrixAsync(int rows, int columns, int size,   \
                                            const void *a, int lda, void *b,   \
                                            int ldb, hipStream_t stream) {     \
    return COPY(rows, columns, size, a, lda, b, ldb, true, stream);            \
  }
COPIES(Set)
COPIES(Get)

// With HIP's own types the sums have numbers of their own.
static bool sum_of_compute(int compute, qn_gemm_sum *out) {
  static const qn_gemm_sum sums[] = {
      QN_GEMM_HALF,   QN_GEMM_HALF,  QN_GEMM_FLOAT, QN_GEMM_FLOAT,
      QN_GEMM_FLOAT,  QN_GEMM_FLOAT, QN_GEMM_FLOAT, QN_GEMM_DOUBLE,
      QN_GEMM_DOUBLE, QN_GEMM_INT,   QN_GEMM_INT};
  if ((unsigned)compute >= sizeof(sums) / sizeof(sums[0]))
    return false;
  *out = sums[compute];
  return true;
}
static int same_type(int type) { return type; }

// What callers mean who were built for hipBLAS 3 and for older ones: HIP's own
// types and these numbers of sums end below where the older types begin.
enum { OLD_TYPES = 150 };
static int any_type(int type) {
  return type < OLD_TYPES ? type : type_of(type);
}
static bool any_sum(int type, qn_gemm_sum *out) {
  return type < OLD_TYPES ? sum_of_compute(type, out) : sum_of(type, out);
}

#define PRODUCT(known, called, ...)                                            \
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
    if (!(known))                                                              \
      return finish(qn_blas_refuse(QN_BLAS_INVALID_ENUM,                       \
                                   called ": no such type to sum in"));        \
    gemm.d = gemm.c;                                                           \
    return finish(qn_gemm_call(handle, &gemm));                                \
  } while (0)
#define PLAIN(tA, tB, tC)                                                      \
  .a = {A, tA, lda, 0}, .b = {B, tB, ldb, 0}, .c = {C, tC, ldc, 0}
#define MANY(tA, tB, tC)                                                       \
  PLAIN(tA, tB, tC), .has_batch = true, .is_array = true, .count = count
#define FAR(tA, tB, tC)                                                        \
  .a = {A, tA, lda, strideA}, .b = {B, tB, ldb, strideB},                      \
  .c = {C, tC, ldc, strideC}, .has_batch = true, .count = count
#define OF(T)                                                                  \
  hipblasHandle_t handle, hipblasOperation_t transa,                           \
      hipblasOperation_t transb, N m, N n, N k, const T *alpha
#define HALVES(suffix)                                                         \
  hipblasStatus_t hipblasHgemm##suffix(                                        \
      OF(hipblasHalf), const hipblasHalf *A, N lda, const hipblasHalf *B,      \
      N ldb, const hipblasHalf *beta, hipblasHalf *C, N ldc) {                 \
    PRODUCT(true, "hipblasHgemm",                                              \
            PLAIN(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                     \
  }                                                                            \
  hipblasStatus_t hipblasHgemmBatched##suffix(                                 \
      OF(hipblasHalf), const hipblasHalf *const A[], N lda,                    \
      const hipblasHalf *const B[], N ldb, const hipblasHalf *beta,            \
      hipblasHalf *const C[], N ldc, N count) {                                \
    PRODUCT(true, "hipblasHgemmBatched",                                       \
            MANY(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                      \
  }                                                                            \
  hipblasStatus_t hipblasHgemmStridedBatched##suffix(                          \
      OF(hipblasHalf), const hipblasHalf *A, N lda, long long strideA,         \
      const hipblasHalf *B, N ldb, long long strideB, const hipblasHalf *beta, \
      hipblasHalf *C, N ldc, long long strideC, N count) {                     \
    PRODUCT(true, "hipblasHgemmStridedBatched",                                \
            FAR(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                       \
  }
#define EX(suffix, type, compute_type, by, sum_by)                             \
  hipblasStatus_t hipblasGemmEx##suffix(                                       \
      OF(void), const void *A, type aType, N lda, const void *B, type bType,   \
      N ldb, const void *beta, void *C, type cType, N ldc,                     \
      compute_type compute, hipblasGemmAlgo_t algo) {                          \
    (void)algo;                                                                \
    PRODUCT(sum_by((int)compute, &gemm.sum), "hipblasGemmEx",                  \
            PLAIN(by((int)aType), by((int)bType), by((int)cType)));            \
  }                                                                            \
  hipblasStatus_t hipblasGemmExWithFlags##suffix(                              \
      OF(void), const void *A, type aType, N lda, const void *B, type bType,   \
      N ldb, const void *beta, void *C, type cType, N ldc,                     \
      compute_type compute, hipblasGemmAlgo_t algo,                            \
      hipblasGemmFlags_t flags) {                                              \
    (void)algo, (void)flags;                                                   \
    PRODUCT(sum_by((int)compute, &gemm.sum), "hipblasGemmExWithFlags",         \
            PLAIN(by((int)aType), by((int)bType), by((int)cType)));            \
  }                                                                            \
  hipblasStatus_t hipblasGemmBatchedEx##suffix(                                \
      OF(void), const void *A[], type aType, N lda, const void *B[],           \
      type bType, N ldb, const void *beta, void *C[], type cType, N ldc,       \
      N count, compute_type compute, hipblasGemmAlgo_t algo) {                 \
    (void)algo;                                                                \
    PRODUCT(sum_by((int)compute, &gemm.sum), "hipblasGemmBatchedEx",           \
            MANY(by((int)aType), by((int)bType), by((int)cType)));             \
  }                                                                            \
  hipblasStatus_t hipblasGemmStridedBatchedEx##suffix(                         \
      OF(void), const void *A, type aType, N lda, hipblasStride strideA,       \
      const void *B, type bType, N ldb, hipblasStride strideB,                 \
      const void *beta, void *C, type cType, N ldc, hipblasStride strideC,     \
      N count, compute_type compute, hipblasGemmAlgo_t algo) {                 \
    (void)algo;                                                                \
    PRODUCT(sum_by((int)compute, &gemm.sum), "hipblasGemmStridedBatchedEx",    \
            FAR(by((int)aType), by((int)bType), by((int)cType)));              \
  }
#define N int
HALVES()
EX(, hipblasDatatype_t, hipblasDatatype_t, any_type, any_sum)
EX(_v2, hipDataType, hipblasComputeType_t, same_type, sum_of_compute)
#undef N
#define N int64_t
HALVES(_64)
EX(_64, hipblasDatatype_t, hipblasDatatype_t, any_type, any_sum)
EX(_v2_64, hipDataType, hipblasComputeType_t, same_type, sum_of_compute)
#undef N

// ---- Vectors of any types

#undef EX
#define FORM_ONE(Name) hipblas##Name##Ex
#define FORM_MANY(Name) hipblas##Name##BatchedEx
#define FORM_FAR(Name) hipblas##Name##StridedBatchedEx
#define EX(Name, name, form) FORM_##form(Name)
#define STATUS hipblasStatus_t
#define HANDLE hipblasHandle_t
#define TYPE hipblasDatatype_t
#define STRIDE hipblasStride
#define N int
#define BY any_type
#define WIDE false
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR
#define FORM_ONE(Name) hipblas##Name##Ex_v2
#define FORM_MANY(Name) hipblas##Name##BatchedEx_v2
#define FORM_FAR(Name) hipblas##Name##StridedBatchedEx_v2
#define EX(Name, name, form) FORM_##form(Name)
#define STATUS hipblasStatus_t
#define HANDLE hipblasHandle_t
#define TYPE hipDataType
#define STRIDE hipblasStride
#define N int
#define BY same_type
#define WIDE false
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR
#define FORM_ONE(Name) hipblas##Name##Ex_64
#define FORM_MANY(Name) hipblas##Name##BatchedEx_64
#define FORM_FAR(Name) hipblas##Name##StridedBatchedEx_64
#define EX(Name, name, form) FORM_##form(Name)
#define STATUS hipblasStatus_t
#define HANDLE hipblasHandle_t
#define TYPE hipblasDatatype_t
#define STRIDE hipblasStride
#define N int64_t
#define BY any_type
#define WIDE true
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR
#define FORM_ONE(Name) hipblas##Name##Ex_v2_64
#define FORM_MANY(Name) hipblas##Name##BatchedEx_v2_64
#define FORM_FAR(Name) hipblas##Name##StridedBatchedEx_v2_64
#define EX(Name, name, form) FORM_##form(Name)
#define STATUS hipblasStatus_t
#define HANDLE hipblasHandle_t
#define TYPE hipDataType
#define STRIDE hipblasStride
#define N int64_t
#define BY same_type
#define WIDE true
#include "libs/blas/names/vectors_names.inc"
#undef FORM_ONE
#undef FORM_MANY
#undef FORM_FAR

// ---- Triangular systems

// Inverses of blocks on the diagonal, which these take, are not needed.
hipblasStatus_t hipblasTrsmEx(hipblasHandle_t handle, hipblasSideMode_t side,
                              hipblasFillMode_t uplo, hipblasOperation_t transA,
                              hipblasDiagType_t diag, int m, int n,
                              const void *alpha, void *A, int lda, void *B,
                              int ldb, const void *invA, int invA_size,
                              hipblasDatatype_t compute_type) {
  TRSM("hipblasTrsmEx", any_type((int)compute_type), NULL);
}
hipblasStatus_t hipblasTrsmBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, void *B, int ldb, int batch_count,
    const void *invA, int invA_size, hipblasDatatype_t compute_type) {
  TRSM("hipblasTrsmBatchedEx", any_type((int)compute_type),
       ARRAYS(batch_count));
}
hipblasStatus_t hipblasTrsmStridedBatchedEx(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, hipblasStride stride_A, void *B,
    int ldb, hipblasStride stride_B, int batch_count, const void *invA,
    int invA_size, hipblasStride stride_invA, hipblasDatatype_t compute_type) {
  (void)stride_invA;
  TRSM("hipblasTrsmStridedBatchedEx", any_type((int)compute_type),
       STRIDES(batch_count, [TRSM_A] = stride_A, [TRSM_B] = stride_B));
}
hipblasStatus_t hipblasTrsmEx_v2(hipblasHandle_t handle, hipblasSideMode_t side,
                                 hipblasFillMode_t uplo,
                                 hipblasOperation_t transA,
                                 hipblasDiagType_t diag, int m, int n,
                                 const void *alpha, void *A, int lda, void *B,
                                 int ldb, const void *invA, int invA_size,
                                 hipDataType compute_type) {
  TRSM("hipblasTrsmEx", same_type((int)compute_type), NULL);
}
hipblasStatus_t hipblasTrsmBatchedEx_v2(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, void *B, int ldb, int batch_count,
    const void *invA, int invA_size, hipDataType compute_type) {
  TRSM("hipblasTrsmBatchedEx", same_type((int)compute_type),
       ARRAYS(batch_count));
}
hipblasStatus_t hipblasTrsmStridedBatchedEx_v2(
    hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,
    hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n,
    const void *alpha, void *A, int lda, hipblasStride stride_A, void *B,
    int ldb, hipblasStride stride_B, int batch_count, const void *invA,
    int invA_size, hipblasStride stride_invA, hipDataType compute_type) {
  (void)stride_invA;
  TRSM("hipblasTrsmStridedBatchedEx", same_type((int)compute_type),
       STRIDES(batch_count, [TRSM_A] = stride_A, [TRSM_B] = stride_B));
}
#undef TRSM

// ---- Factorisations (lapack.h)

#define LAPACK(id, ...)                                                        \
  finish(qn_lapack_call(handle, &(const qn_lapack){.what = QN_LAPACK_##id,     \
                                                   .type = LETTER,             \
                                                   __VA_ARGS__}))
#define ONE .is_strided = true, .count = 1
#define SOME .count = count
#define APART .is_strided = true, .count = count, .stride_a = strideA
// The host's `info` says that the arguments are right.
#define INFO()                                                                 \
  do {                                                                         \
    if (info)                                                                  \
      *info = 0;                                                               \
  } while (0)
#define GETRF(...)                                                             \
  LAPACK(GETRF, .m = n, .n = n, .a = A, .lda = lda, .pivots = ipiv,            \
         .info = info, __VA_ARGS__)
#define GETRS(...)                                                             \
  LAPACK(GETRS, .op = op_letter(trans), .m = n, .n = n, .rhs = nrhs, .a = A,   \
         .lda = lda, .pivots = (int *)(uintptr_t)ipiv, .b = B, .ldb = ldb,     \
         __VA_ARGS__)
#define GEQRF(...)                                                             \
  LAPACK(GEQRF, .m = m, .n = n, .a = A, .lda = lda, .b = tau, .ldb = 1,        \
         __VA_ARGS__)
#define GELS(...)                                                              \
  LAPACK(GELS, .op = op_letter(trans), .m = m, .n = n, .rhs = nrhs, .a = A,    \
         .lda = lda, .b = B, .ldb = ldb, .info = deviceInfo, __VA_ARGS__)
#define SOLVERS(L, T)                                                          \
  hipblasStatus_t hipblas##L##getrf(hipblasHandle_t handle, int n, T *A,       \
                                    int lda, int *ipiv, int *info) {           \
    return GETRF(ONE);                                                         \
  }                                                                            \
  hipblasStatus_t hipblas##L##getrfBatched(hipblasHandle_t handle, int n,      \
                                           T *const A[], int lda, int *ipiv,   \
                                           int *info, int count) {             \
    return GETRF(SOME);                                                        \
  }                                                                            \
  hipblasStatus_t hipblas##L##getrfStridedBatched(                             \
      hipblasHandle_t handle, int n, T *A, int lda, hipblasStride strideA,     \
      int *ipiv, hipblasStride strideP, int *info, int count) {                \
    return GETRF(APART, .stride_pivots = strideP);                             \
  }                                                                            \
  hipblasStatus_t hipblas##L##getrs(                                           \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, \
      int lda, const int *ipiv, T *B, int ldb, int *info) {                    \
    INFO();                                                                    \
    return GETRS(ONE);                                                         \
  }                                                                            \
  hipblasStatus_t hipblas##L##getrsBatched(                                    \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs,       \
      T *const A[], int lda, const int *ipiv, T *const B[], int ldb,           \
      int *info, int count) {                                                  \
    INFO();                                                                    \
    return GETRS(SOME);                                                        \
  }                                                                            \
  hipblasStatus_t hipblas##L##getrsStridedBatched(                             \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, \
      int lda, hipblasStride strideA, const int *ipiv, hipblasStride strideP,  \
      T *B, int ldb, hipblasStride strideB, int *info, int count) {            \
    INFO();                                                                    \
    return GETRS(APART, .stride_pivots = strideP, .stride_b = strideB);        \
  }                                                                            \
  hipblasStatus_t hipblas##L##getriBatched(                                    \
      hipblasHandle_t handle, int n, T *const A[], int lda, int *ipiv,         \
      T *const C[], int ldc, int *info, int count) {                           \
    return LAPACK(GETRI, .m = n, .n = n, .a = A, .lda = lda, .pivots = ipiv,   \
                  .b = C, .ldb = ldc, .info = info, SOME);                     \
  }                                                                            \
  hipblasStatus_t hipblas##L##geqrf(hipblasHandle_t handle, int m, int n,      \
                                    T *A, int lda, T *tau, int *info) {        \
    INFO();                                                                    \
    return GEQRF(ONE);                                                         \
  }                                                                            \
  hipblasStatus_t hipblas##L##geqrfBatched(                                    \
      hipblasHandle_t handle, int m, int n, T *const A[], int lda,             \
      T *const tau[], int *info, int count) {                                  \
    INFO();                                                                    \
    return GEQRF(SOME);                                                        \
  }                                                                            \
  hipblasStatus_t hipblas##L##geqrfStridedBatched(                             \
      hipblasHandle_t handle, int m, int n, T *A, int lda,                     \
      hipblasStride strideA, T *tau, hipblasStride strideP, int *info,         \
      int count) {                                                             \
    INFO();                                                                    \
    return GEQRF(APART, .stride_b = strideP);                                  \
  }                                                                            \
  hipblasStatus_t hipblas##L##gels(                                            \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *A, int lda, T *B, int ldb, int *info, int *deviceInfo) {    \
    INFO();                                                                    \
    return GELS(ONE);                                                          \
  }                                                                            \
  hipblasStatus_t hipblas##L##gelsBatched(                                     \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *const A[], int lda, T *const B[], int ldb, int *info,       \
      int *deviceInfo, int count) {                                            \
    INFO();                                                                    \
    return GELS(SOME);                                                         \
  }                                                                            \
  hipblasStatus_t hipblas##L##gelsStridedBatched(                              \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n,          \
      int nrhs, T *A, int lda, hipblasStride strideA, T *B, int ldb,           \
      hipblasStride strideB, int *info, int *deviceInfo, int count) {          \
    INFO();                                                                    \
    return GELS(APART, .stride_b = strideB);                                   \
  }
#define LETTER 's'
SOLVERS(S, float)
#undef LETTER
#define LETTER 'd'
SOLVERS(D, double)
#undef LETTER
#define LETTER 'c'
SOLVERS(C, hipblasComplex)
#undef LETTER
#define LETTER 'z'
SOLVERS(Z, hipblasDoubleComplex)
#undef LETTER

// SPDX-License-Identifier: Apache-2.0
// cuBLAS's names: its numbers turned into ours, and the answers back.
#include "libs/blas/cublas.h"

#include <string.h>

#include "libs/blas/names.h"
#include "libs/core/logger.h"

cublasStatus_t qn_cublas_status(qn_blas_status status) {
  switch (status) {
  case QN_BLAS_OK:
    return CUBLAS_STATUS_SUCCESS;
  case QN_BLAS_NOT_INITIALIZED:
    return CUBLAS_STATUS_NOT_INITIALIZED;
  case QN_BLAS_NO_MEMORY:
    return CUBLAS_STATUS_ALLOC_FAILED;
  case QN_BLAS_INVALID_VALUE:
  case QN_BLAS_NOT_DEFINED:
  case QN_BLAS_INVALID_POINTER:
  case QN_BLAS_INVALID_ENUM:
    return CUBLAS_STATUS_INVALID_VALUE;
  case QN_BLAS_NOT_SUPPORTED:
    return CUBLAS_STATUS_NOT_SUPPORTED;
  case QN_BLAS_COPY_FAILED:
    return CUBLAS_STATUS_MAPPING_ERROR;
  default:
    return CUBLAS_STATUS_EXECUTION_FAILED;
  }
}

#define finish qn_cublas_status

// ---- Enumerators as Fortran's letters; 0: none

static char op_letter(cublasOperation_t op) {
  return (unsigned)op < 3 ? "NTC"[op] : 0;
}
static char fill_letter(cublasFillMode_t fill) {
  return (unsigned)fill < 2 ? "LU"[fill] : 0;
}
static char side_letter(cublasSideMode_t side) {
  return (unsigned)side < 2 ? "LR"[side] : 0;
}
static char diag_letter(cublasDiagType_t diag) {
  return (unsigned)diag < 2 ? "NU"[diag] : 0;
}

#include "libs/blas/names/exports_cublas.inc"

// ---- Handles

cublasStatus_t cublasCreate_v2(cublasHandle_t *handle) {
  if (!handle)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "there is no place for the handle"));
  *handle = (cublasHandle_t)qn_blas_create();
  return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}

cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
  return finish(qn_blas_destroy((qn_blas *)handle));
}

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version) {
  if (!qn_blas_check(handle))
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!version)
    return CUBLAS_STATUS_INVALID_VALUE;
  *version = CUBLAS_VERSION;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value) {
  static const int values[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR,
                               CUBLAS_VER_PATCH};
  if (!value || (unsigned)type > 2)
    return CUBLAS_STATUS_INVALID_VALUE;
  *value = values[type];
  return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void) { return CUDART_VERSION; }

cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace,
                                     size_t size) {
  WITH_HANDLE(h->workspace = workspace, h->workspace_size = size);
}
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
  WITH_HANDLE(h->stream = (hipStream_t)stream);
}
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream) {
  GET(stream, (cudaStream_t)h->stream);
}
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t *mode) {
  GET(mode, h->device_pointers ? CUBLAS_POINTER_MODE_DEVICE
                               : CUBLAS_POINTER_MODE_HOST);
}
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle,
                                       cublasPointerMode_t mode) {
  WITHIN(mode, 1);
  WITH_HANDLE(h->device_pointers = mode == CUBLAS_POINTER_MODE_DEVICE);
}
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t *mode) {
  GET(mode,
      h->allows_atomics ? CUBLAS_ATOMICS_ALLOWED : CUBLAS_ATOMICS_NOT_ALLOWED);
}
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle,
                                    cublasAtomicsMode_t mode) {
  WITH_HANDLE(h->allows_atomics = mode == CUBLAS_ATOMICS_ALLOWED);
}
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode) {
  GET(mode, (cublasMath_t)h->math_mode);
}
// Products are not made less exact than their types: the mode is kept only.
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
  WITH_HANDLE(h->math_mode = h->nvidia_math = (int)mode);
}
cublasStatus_t cublasGetSmCountTarget(cublasHandle_t handle, int *count) {
  GET(count, h->sm_count);
}
cublasStatus_t cublasSetSmCountTarget(cublasHandle_t handle, int count) {
  WITH_HANDLE(h->sm_count = count);
}

// ---- What products may be made of

cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t *strategy) {
  GET(strategy, (cublasEmulationStrategy_t)h->emulation.strategy);
}
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                          cublasEmulationStrategy_t strategy) {
  WITHIN(strategy, CUBLAS_EMULATION_STRATEGY_EAGER);
  WITH_HANDLE(h->emulation.strategy = (int)strategy);
}
cublasStatus_t cublasGetEmulationSpecialValuesSupport(
    cublasHandle_t handle, cudaEmulationSpecialValuesSupport *mask) {
  GET(mask, (cudaEmulationSpecialValuesSupport)h->emulation.special_values);
}
cublasStatus_t
cublasSetEmulationSpecialValuesSupport(cublasHandle_t handle,
                                       cudaEmulationSpecialValuesSupport mask) {
  WITHIN(mask, QN_BLAS_SPECIAL_VALUES);
  WITH_HANDLE(h->emulation.special_values = (int)mask);
}
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(
    cublasHandle_t handle, cudaEmulationMantissaControl *control) {
  GET(control, (cudaEmulationMantissaControl)h->emulation.mantissa_control);
}
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(
    cublasHandle_t handle, cudaEmulationMantissaControl control) {
  WITHIN(control, CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
  WITH_HANDLE(h->emulation.mantissa_control = (int)control);
}
cublasStatus_t
cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle,
                                                int *count) {
  GET(count, h->emulation.mantissa_bits_max);
}
cublasStatus_t
cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t handle,
                                                int count) {
  if (count < 0)
    return CUBLAS_STATUS_INVALID_VALUE;
  WITH_HANDLE(h->emulation.mantissa_bits_max = count);
}
cublasStatus_t
cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle,
                                              int *offset) {
  GET(offset, h->emulation.mantissa_offset);
}
cublasStatus_t
cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t handle,
                                              int offset) {
  WITH_HANDLE(h->emulation.mantissa_offset = offset);
}
cublasStatus_t
cublasGetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                    int **count) {
  GET(count, h->emulation.mantissa_bits);
}
cublasStatus_t
cublasSetFixedPointEmulationMantissaBitCountPointer(cublasHandle_t handle,
                                                    int *count) {
  WITH_HANDLE(h->emulation.mantissa_bits = count);
}

const char *cublasGetStatusName(cublasStatus_t status) {
  switch (status) {
#define STATUS(name)                                                           \
  case CUBLAS_STATUS_##name:                                                   \
    return "CUBLAS_STATUS_" #name;
    STATUS(SUCCESS)
    STATUS(NOT_INITIALIZED)
    STATUS(ALLOC_FAILED)
    STATUS(INVALID_VALUE)
    STATUS(ARCH_MISMATCH)
    STATUS(MAPPING_ERROR)
    STATUS(EXECUTION_FAILED)
    STATUS(INTERNAL_ERROR)
    STATUS(NOT_SUPPORTED)
    STATUS(LICENSE_ERROR)
#undef STATUS
  default:
    return "CUBLAS_STATUS_UNKNOWN";
  }
}

const char *cublasGetStatusString(cublasStatus_t status) {
  switch (status) {
  case CUBLAS_STATUS_SUCCESS:
    return "success";
  case CUBLAS_STATUS_NOT_INITIALIZED:
    return "the handle was not created";
  case CUBLAS_STATUS_ALLOC_FAILED:
    return "out of memory";
  case CUBLAS_STATUS_INVALID_VALUE:
    return "an argument is not valid";
  case CUBLAS_STATUS_EXECUTION_FAILED:
    return "the work was refused or failed";
  case CUBLAS_STATUS_NOT_SUPPORTED:
    return "not supported";
  default:
    return cublasGetStatusName(status);
  }
}

cublasStatus_t cublasLoggerConfigure(int on, int to_stdout, int to_stderr,
                                     const char *file) {
  qn_logger *logger = qn_blas_logger();
  if (file && !qn_logger_open_file(logger, file))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!file)
    qn_logger_set_file(logger, NULL);
  qn_logger_set_streams(logger, to_stdout, to_stderr);
  (void)qn_logger_set_level(logger, on ? QN_LOG_LEVELS - 1 : QN_LOG_LEVEL_OFF);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasSetLoggerCallback(cublasLogCallback callback) {
  qn_logger_set_text_callback(qn_blas_logger(), callback);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *callback) {
  if (!callback)
    return CUBLAS_STATUS_INVALID_VALUE;
  *callback = qn_logger_text_callback(qn_blas_logger());
  return CUBLAS_STATUS_SUCCESS;
}
void cublasXerbla(const char *name, int info) {
  fprintf(stderr, "cuBLAS: %s: argument %d is not valid\n", name ? name : "",
          info);
}

// ---- Copies: vectors are columns of one element

#define COPY(...) finish(qn_blas_copied(&(const qn_blas_copy){__VA_ARGS__}))
#define COPIES(way, suffix, number)                                            \
  cublasStatus_t cublas##way##Vector##suffix(number n, number size,            \
                                             const void *x, number incx,       \
                                             void *y, number incy) {           \
    return COPY(1, n, size, x, incx, y, incy);                                 \
  }                                                                            \
  cublasStatus_t cublas##way##Matrix##suffix(                                  \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb) {                                                   \
    return COPY(rows, columns, size, a, lda, b, ldb);                          \
  }                                                                            \
  cublasStatus_t cublas##way##VectorAsync##suffix(                             \
      number n, number size, const void *x, number incx, void *y, number incy, \
      cudaStream_t stream) {                                                   \
    return COPY(1, n, size, x, incx, y, incy, true, (hipStream_t)stream);      \
  }                                                                            \
  cublasStatus_t cublas##way##MatrixAsync##suffix(                             \
      number rows, number columns, number size, const void *a, number lda,     \
      void *b, number ldb, cudaStream_t stream) {                              \
    return COPY(rows, columns, size, a, lda, b, ldb, true,                     \
                (hipStream_t)stream);                                          \
  }
COPIES(Set, , int)
COPIES(Get, , int)
COPIES(Set, _64, int64_t)
COPIES(Get, _64, int64_t)

// ---- Products of other types

bool qn_cublas_sum(int compute, qn_gemm_sum *out) {
  switch (compute) {
  case CUBLAS_COMPUTE_16F:
  case CUBLAS_COMPUTE_16F_PEDANTIC:
    *out = QN_GEMM_HALF;
    return true;
  case CUBLAS_COMPUTE_32F:
  case CUBLAS_COMPUTE_32F_PEDANTIC:
  case CUBLAS_COMPUTE_32F_FAST_16F:
  case CUBLAS_COMPUTE_32F_FAST_16BF:
  case CUBLAS_COMPUTE_32F_FAST_TF32:
  case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
    *out = QN_GEMM_FLOAT;
    return true;
  case CUBLAS_COMPUTE_64F:
  case CUBLAS_COMPUTE_64F_PEDANTIC:
  case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
    *out = QN_GEMM_DOUBLE;
    return true;
  case CUBLAS_COMPUTE_32I:
  case CUBLAS_COMPUTE_32I_PEDANTIC:
    *out = QN_GEMM_INT;
    return true;
  default:
    return false;
  }
}

// Older sources give the type of the sums as one of elements'.
static cublasComputeType_t compute_of(int compute) {
  switch (compute) {
  case CUDA_R_16F:
    return CUBLAS_COMPUTE_16F;
  case CUDA_R_32F:
  case CUDA_C_32F:
    return CUBLAS_COMPUTE_32F;
  case CUDA_R_64F:
  case CUDA_C_64F:
    return CUBLAS_COMPUTE_64F;
  case CUDA_R_32I:
    return CUBLAS_COMPUTE_32I;
  default:
    return (cublasComputeType_t)compute;
  }
}

static cublasStatus_t product(cublasHandle_t handle, qn_gemm *g,
                              cublasComputeType_t compute) {
  if (!qn_cublas_sum((int)compute_of((int)compute), &g->sum))
    return finish(qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                                 "%s: %d is no type to sum in", g->name,
                                 (int)compute));
  g->compute = (int)compute_of((int)compute);
  g->d = g->c;
  return finish(qn_gemm_call(handle, g));
}

#define SIZES                                                                  \
  .op_a = op_letter(transa), .op_b = op_letter(transb), .m = m, .n = n,        \
  .k = k, .alpha = alpha, .beta = beta
#define PLAIN(tA, tB, tC)                                                      \
  .a = {A, tA, lda, 0}, .b = {B, tB, ldb, 0}, .c = {C, tC, ldc, 0}
#define MANY(tA, tB, tC)                                                       \
  PLAIN(tA, tB, tC), .has_batch = true, .is_array = true, .count = count
#define FAR(tA, tB, tC)                                                        \
  .a = {A, tA, lda, strideA}, .b = {B, tB, ldb, strideB},                      \
  .c = {C, tC, ldc, strideC}, .has_batch = true, .count = count
#define PRODUCT(compute, called, ...)                                          \
  do {                                                                         \
    qn_gemm gemm = {.name = called, SIZES, __VA_ARGS__};                       \
    return product(handle, &gemm, compute);                                    \
  } while (0)
#define ALL_OF(T)                                                              \
  cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,   \
      N m, N n, N k, const T *alpha

#define PRODUCTS(suffix)                                                       \
  cublasStatus_t cublasGemmEx##suffix(                                         \
      ALL_OF(void), const void *A, cudaDataType Atype, N lda, const void *B,   \
      cudaDataType Btype, N ldb, const void *beta, void *C,                    \
      cudaDataType Ctype, N ldc, cublasComputeType_t compute,                  \
      cublasGemmAlgo_t algo) {                                                 \
    (void)algo;                                                                \
    PRODUCT(compute, "cublasGemmEx",                                           \
            PLAIN((int)Atype, (int)Btype, (int)Ctype));                        \
  }                                                                            \
  cublasStatus_t cublasGemmBatchedEx##suffix(                                  \
      ALL_OF(void), const void *const A[], cudaDataType Atype, N lda,          \
      const void *const B[], cudaDataType Btype, N ldb, const void *beta,      \
      void *const C[], cudaDataType Ctype, N ldc, N count,                     \
      cublasComputeType_t compute, cublasGemmAlgo_t algo) {                    \
    (void)algo;                                                                \
    PRODUCT(compute, "cublasGemmBatchedEx",                                    \
            MANY((int)Atype, (int)Btype, (int)Ctype));                         \
  }                                                                            \
  cublasStatus_t cublasGemmStridedBatchedEx##suffix(                           \
      ALL_OF(void), const void *A, cudaDataType Atype, N lda,                  \
      long long strideA, const void *B, cudaDataType Btype, N ldb,             \
      long long strideB, const void *beta, void *C, cudaDataType Ctype, N ldc, \
      long long strideC, N count, cublasComputeType_t compute,                 \
      cublasGemmAlgo_t algo) {                                                 \
    (void)algo;                                                                \
    PRODUCT(compute, "cublasGemmStridedBatchedEx",                             \
            FAR((int)Atype, (int)Btype, (int)Ctype));                          \
  }                                                                            \
  cublasStatus_t cublasSgemmEx##suffix(                                        \
      ALL_OF(float), const void *A, cudaDataType Atype, N lda, const void *B,  \
      cudaDataType Btype, N ldb, const float *beta, void *C,                   \
      cudaDataType Ctype, N ldc) {                                             \
    PRODUCT(CUBLAS_COMPUTE_32F, "cublasSgemmEx",                               \
            PLAIN((int)Atype, (int)Btype, (int)Ctype));                        \
  }                                                                            \
  cublasStatus_t cublasCgemmEx##suffix(                                        \
      ALL_OF(cuComplex), const void *A, cudaDataType Atype, N lda,             \
      const void *B, cudaDataType Btype, N ldb, const cuComplex *beta,         \
      void *C, cudaDataType Ctype, N ldc) {                                    \
    PRODUCT(CUBLAS_COMPUTE_32F, "cublasCgemmEx",                               \
            PLAIN((int)Atype, (int)Btype, (int)Ctype));                        \
  }                                                                            \
  cublasStatus_t cublasHgemm##suffix(ALL_OF(__half), const __half *A, N lda,   \
                                     const __half *B, N ldb,                   \
                                     const __half *beta, __half *C, N ldc) {   \
    PRODUCT(CUBLAS_COMPUTE_16F, "cublasHgemm",                                 \
            PLAIN(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                     \
  }                                                                            \
  cublasStatus_t cublasHgemmBatched##suffix(                                   \
      ALL_OF(__half), const __half *const A[], N lda, const __half *const B[], \
      N ldb, const __half *beta, __half *const C[], N ldc, N count) {          \
    PRODUCT(CUBLAS_COMPUTE_16F, "cublasHgemmBatched",                          \
            MANY(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                      \
  }                                                                            \
  cublasStatus_t cublasHgemmStridedBatched##suffix(                            \
      ALL_OF(__half), const __half *A, N lda, long long strideA,               \
      const __half *B, N ldb, long long strideB, const __half *beta,           \
      __half *C, N ldc, long long strideC, N count) {                          \
    PRODUCT(CUBLAS_COMPUTE_16F, "cublasHgemmStridedBatched",                   \
            FAR(QN_LIBS_F16, QN_LIBS_F16, QN_LIBS_F16));                       \
  }                                                                            \
  cublasStatus_t cublasCgemm3m##suffix(                                        \
      ALL_OF(cuComplex), const cuComplex *A, N lda, const cuComplex *B, N ldb, \
      const cuComplex *beta, cuComplex *C, N ldc) {                            \
    PRODUCT(CUBLAS_COMPUTE_32F, "cublasCgemm3m",                               \
            PLAIN(QN_LIBS_C32, QN_LIBS_C32, QN_LIBS_C32));                     \
  }                                                                            \
  cublasStatus_t cublasZgemm3m##suffix(                                        \
      ALL_OF(cuDoubleComplex), const cuDoubleComplex *A, N lda,                \
      const cuDoubleComplex *B, N ldb, const cuDoubleComplex *beta,            \
      cuDoubleComplex *C, N ldc) {                                             \
    PRODUCT(CUBLAS_COMPUTE_64F, "cublasZgemm3m",                               \
            PLAIN(QN_LIBS_C64, QN_LIBS_C64, QN_LIBS_C64));                     \
  }
#define N int
PRODUCTS()
#undef N
#define N int64_t
PRODUCTS(_64)
#undef N

// ---- Many small factorisations (lapack.h)

#define LAPACK(id, ...)                                                        \
  finish(qn_lapack_call(handle, &(const qn_lapack){.what = QN_LAPACK_##id,     \
                                                   .type = LETTER,             \
                                                   __VA_ARGS__}))
#define BATCHED(L, T)                                                          \
  cublasStatus_t cublas##L##getrfBatched(cublasHandle_t handle, int n,         \
                                         T *const A[], int lda, int *P_,       \
                                         int *info, int count) {               \
    return LAPACK(GETRF, .m = n, .n = n, .a = A, .lda = lda, .pivots = P_,     \
                  .info = info, .count = count);                               \
  }                                                                            \
  cublasStatus_t cublas##L##getriBatched(                                      \
      cublasHandle_t handle, int n, const T *const A[], int lda,               \
      const int *P_, T *const C[], int ldc, int *info, int count) {            \
    return LAPACK(GETRI, .m = n, .n = n, .a = A, .lda = lda,                   \
                  .pivots = (int *)(uintptr_t)P_, .b = C, .ldb = ldc,          \
                  .info = info, .count = count);                               \
  }                                                                            \
  cublasStatus_t cublas##L##getrsBatched(                                      \
      cublasHandle_t handle, cublasOperation_t trans, int n, int nrhs,         \
      const T *const A[], int lda, const int *P_, T *const B[], int ldb,       \
      int *info, int count) {                                                  \
    if (info)                                                                  \
      *info = 0;                                                               \
    return LAPACK(GETRS, .op = op_letter(trans), .m = n, .n = n, .rhs = nrhs,  \
                  .a = A, .lda = lda, .pivots = (int *)(uintptr_t)P_, .b = B,  \
                  .ldb = ldb, .count = count);                                 \
  }                                                                            \
  cublasStatus_t cublas##L##matinvBatched(                                     \
      cublasHandle_t handle, int n, const T *const A[], int lda,               \
      T *const inverse[], int ld_inverse, int *info, int count) {              \
    return LAPACK(MATINV, .m = n, .n = n, .a = A, .lda = lda, .b = inverse,    \
                  .ldb = ld_inverse, .info = info, .count = count);            \
  }                                                                            \
  cublasStatus_t cublas##L##geqrfBatched(                                      \
      cublasHandle_t handle, int m, int n, T *const A[], int lda,              \
      T *const tau[], int *info, int count) {                                  \
    if (info)                                                                  \
      *info = 0;                                                               \
    return LAPACK(GEQRF, .m = m, .n = n, .a = A, .lda = lda, .b = tau,         \
                  .ldb = 1, .count = count);                                   \
  }                                                                            \
  cublasStatus_t cublas##L##gelsBatched(                                       \
      cublasHandle_t handle, cublasOperation_t trans, int m, int n, int nrhs,  \
      T *const A[], int lda, T *const C[], int ldc, int *info,                 \
      int *device_info, int count) {                                           \
    if (info)                                                                  \
      *info = 0;                                                               \
    return LAPACK(GELS, .op = op_letter(trans), .m = m, .n = n, .rhs = nrhs,   \
                  .a = A, .lda = lda, .b = C, .ldb = ldc, .info = device_info, \
                  .count = count);                                             \
  }                                                                            \
  cublasStatus_t cublas##L##tpttr(cublasHandle_t handle,                       \
                                  cublasFillMode_t uplo, int n, const T *AP,   \
                                  T *A, int lda) {                             \
    return LAPACK(TPTTR, .op = fill_letter(uplo), .m = n, .n = n, .a = AP,     \
                  .lda = n > 1 ? n : 1, .b = A, .ldb = lda);                   \
  }                                                                            \
  cublasStatus_t cublas##L##trttp(cublasHandle_t handle,                       \
                                  cublasFillMode_t uplo, int n, const T *A,    \
                                  int lda, T *AP) {                            \
    return LAPACK(TRTTP, .op = fill_letter(uplo), .m = n, .n = n, .a = A,      \
                  .lda = lda, .b = AP, .ldb = n > 1 ? n : 1);                  \
  }
#define LETTER 's'
BATCHED(S, float)
#undef LETTER
#define LETTER 'd'
BATCHED(D, double)
#undef LETTER
#define LETTER 'c'
BATCHED(C, cuComplex)
#undef LETTER
#define LETTER 'z'
BATCHED(Z, cuDoubleComplex)
#undef LETTER

// SPDX-License-Identifier: Apache-2.0
// cuBLAS's functions of vectors and matrices that say the types of each.
#include "libs/blas/cublas.h"
#include "libs/blas/names.h"

#define finish qn_cublas_status

static char op_letter(cublasOperation_t op) {
  return (unsigned)op < 3 ? "NTC"[op] : 0;
}
static char fill_letter(cublasFillMode_t fill) {
  return (unsigned)fill < 2 ? "LU"[fill] : 0;
}

#define VECTORS(id, ...)                                                       \
  finish(qn_vectors_call(handle,                                               \
                         &(const qn_vectors){.what = QN_VECTORS_##id,          \
                                             .n = n,                           \
                                             .x = {x, (int)xType, incx, 0},    \
                                             .wide = sizeof(N) == 8,           \
                                             __VA_ARGS__}))
#define IN_Y .y = {y, (int)yType, incy, 0}
#define RESULT                                                                 \
  .result = result, .result_type = (int)resultType,                            \
  .compute = (int)executionType
#define ALPHA                                                                  \
  .alpha = alpha, .scalar_type = (int)alphaType, .compute = (int)executionType
#define X const void *x, cudaDataType xType, N incx
#define XW void *x, cudaDataType xType, N incx
#define Y const void *y, cudaDataType yType, N incy
#define YW void *y, cudaDataType yType, N incy
#define H_N cublasHandle_t handle, N n

#define FUNCTIONS(suffix)                                                      \
  cublasStatus_t cublasNrm2Ex##suffix(H_N, X, void *result,                    \
                                      cudaDataType resultType,                 \
                                      cudaDataType executionType) {            \
    return VECTORS(NRM2, .name = "cublasNrm2Ex", RESULT);                      \
  }                                                                            \
  cublasStatus_t cublasAsumEx##suffix(H_N, X, void *result,                    \
                                      cudaDataType resultType,                 \
                                      cudaDataType executionType) {            \
    return VECTORS(ASUM, .name = "cublasAsumEx", RESULT);                      \
  }                                                                            \
  cublasStatus_t cublasDotEx##suffix(H_N, X, Y, void *result,                  \
                                     cudaDataType resultType,                  \
                                     cudaDataType executionType) {             \
    return VECTORS(DOT, .name = "cublasDotEx", IN_Y, RESULT);                  \
  }                                                                            \
  cublasStatus_t cublasDotcEx##suffix(H_N, X, Y, void *result,                 \
                                      cudaDataType resultType,                 \
                                      cudaDataType executionType) {            \
    return VECTORS(DOTC, .name = "cublasDotcEx", IN_Y, RESULT);                \
  }                                                                            \
  cublasStatus_t cublasScalEx##suffix(H_N, const void *alpha,                  \
                                      cudaDataType alphaType, XW,              \
                                      cudaDataType executionType) {            \
    return VECTORS(SCAL, .name = "cublasScalEx", ALPHA);                       \
  }                                                                            \
  cublasStatus_t cublasAxpyEx##suffix(H_N, const void *alpha,                  \
                                      cudaDataType alphaType, X, YW,           \
                                      cudaDataType executionType) {            \
    return VECTORS(AXPY, .name = "cublasAxpyEx", IN_Y, ALPHA);                 \
  }                                                                            \
  cublasStatus_t cublasCopyEx##suffix(H_N, X, YW) {                            \
    return VECTORS(COPY, .name = "cublasCopyEx", IN_Y);                        \
  }                                                                            \
  cublasStatus_t cublasSwapEx##suffix(H_N, XW, YW) {                           \
    return VECTORS(SWAP, .name = "cublasSwapEx", IN_Y);                        \
  }                                                                            \
  cublasStatus_t cublasIamaxEx##suffix(H_N, X, N *result) {                    \
    return VECTORS(AMAX, .name = "cublasIamaxEx", .result = result);           \
  }                                                                            \
  cublasStatus_t cublasIaminEx##suffix(H_N, X, N *result) {                    \
    return VECTORS(AMIN, .name = "cublasIaminEx", .result = result);           \
  }                                                                            \
  cublasStatus_t cublasRotEx##suffix(H_N, XW, YW, const void *c,               \
                                     const void *s, cudaDataType csType,       \
                                     cudaDataType executionType) {             \
    return VECTORS(ROT, .name = "cublasRotEx", IN_Y, .alpha = c, .s = s,       \
                   .scalar_type = (int)csType, .compute = (int)executionType); \
  }                                                                            \
  cublasStatus_t cublasRotmEx##suffix(H_N, XW, YW, const void *param,          \
                                      cudaDataType paramType,                  \
                                      cudaDataType executionType) {            \
    return VECTORS(ROTM, .name = "cublasRotmEx", IN_Y, .alpha = param,         \
                   .scalar_type = (int)paramType,                              \
                   .compute = (int)executionType);                             \
  }

// ---- Symmetric and Hermitian products: of complex numbers, as exact with the
// faster ways of three products

#define RANK_K(called, id, T)                                                  \
  cublasStatus_t called(cublasHandle_t handle, cublasFillMode_t uplo,          \
                        cublasOperation_t trans, N n, N k, const T *alpha,     \
                        const void *A, cudaDataType Atype, N lda,              \
                        const T *beta, void *C, cudaDataType Ctype, N ldc) {   \
    if (Atype != CUDA_C_32F || Ctype != CUDA_C_32F)                            \
      return finish(qn_blas_refuse(                                            \
          QN_BLAS_NOT_SUPPORTED,                                               \
          #called ": elements of types %d and %d are not multiplied here",     \
          (int)Atype, (int)Ctype));                                            \
    return CALL(id, NULL, UPLO(uplo), OP(trans), I(n), I(k), P(alpha), P(A),   \
                I(lda), P(beta), P(C), I(ldc));                                \
  }
#define GEMM3M(called)                                                         \
  cublasStatus_t called(cublasHandle_t handle, cublasOperation_t transa,       \
                        cublasOperation_t transb, N m, N n, N k,               \
                        const cuComplex *alpha, const void *A,                 \
                        cudaDataType Atype, N lda, const void *B,              \
                        cudaDataType Btype, N ldb, const cuComplex *beta,      \
                        void *C, cudaDataType Ctype, N ldc) {                  \
    qn_gemm gemm = {.name = #called,                                           \
                    .op_a = op_letter(transa),                                 \
                    .op_b = op_letter(transb),                                 \
                    .m = m,                                                    \
                    .n = n,                                                    \
                    .k = k,                                                    \
                    .alpha = alpha,                                            \
                    .beta = beta,                                              \
                    .sum = QN_GEMM_FLOAT,                                      \
                    .a = {A, (int)Atype, lda, 0},                              \
                    .b = {B, (int)Btype, ldb, 0},                              \
                    .c = {C, (int)Ctype, ldc, 0}};                             \
    gemm.d = gemm.c;                                                           \
    return finish(qn_gemm_call(handle, &gemm));                                \
  }

#define N int
FUNCTIONS()
RANK_K(cublasCsyrkEx, CSYRK, cuComplex)
RANK_K(cublasCsyrk3mEx, CSYRK, cuComplex)
RANK_K(cublasCherkEx, CHERK, float)
RANK_K(cublasCherk3mEx, CHERK, float)
GEMM3M(cublasCgemm3mEx)
#undef N
#define N int64_t
FUNCTIONS(_64)
RANK_K(cublasCsyrkEx_64, CSYRK, cuComplex)
RANK_K(cublasCsyrk3mEx_64, CSYRK, cuComplex)
RANK_K(cublasCherkEx_64, CHERK, float)
RANK_K(cublasCherk3mEx_64, CHERK, float)
GEMM3M(cublasCgemm3mEx_64)
#undef N

// ---- Rotations

static bool is_real(cudaDataType type) {
  return type == CUDA_R_32F || type == CUDA_R_64F;
}

static cublasStatus_t refuse_type(const char *name, cudaDataType type) {
  return finish(qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                               "%s: types like %d are not taken", name,
                               (int)type));
}

cublasStatus_t cublasRotgEx(cublasHandle_t handle, void *a, void *b,
                            cudaDataType abType, void *c, void *s,
                            cudaDataType csType, cudaDataType executionType) {
  if (!is_real(abType) || abType != csType || abType != executionType)
    return refuse_type("cublasRotgEx", abType);
  return abType == CUDA_R_32F ? CALL(SROTG, NULL, P(a), P(b), P(c), P(s))
                              : CALL(DROTG, NULL, P(a), P(b), P(c), P(s));
}

cublasStatus_t cublasRotmgEx(cublasHandle_t handle, void *d1,
                             cudaDataType d1Type, void *d2, cudaDataType d2Type,
                             void *x1, cudaDataType x1Type, const void *y1,
                             cudaDataType y1Type, void *param,
                             cudaDataType paramType,
                             cudaDataType executionType) {
  if (!is_real(d1Type) || d1Type != d2Type || d1Type != x1Type ||
      d1Type != y1Type || d1Type != paramType || d1Type != executionType)
    return refuse_type("cublasRotmgEx", d1Type);
  return d1Type == CUDA_R_32F
             ? CALL(SROTMG, NULL, P(d1), P(d2), P(x1), P(y1), P(param))
             : CALL(DROTMG, NULL, P(d1), P(d2), P(x1), P(y1), P(param));
}

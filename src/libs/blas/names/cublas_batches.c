// SPDX-License-Identifier: Apache-2.0
// cuBLAS's batches beyond those of BLAS: products of matrices and vectors of
// half and bfloat16, gemm3m, and groups of batches.
#include "libs/blas/cublas.h"

#include "libs/blas/vendor.h"

#define finish qn_cublas_status

static char op_letter(cublasOperation_t op) {
  return (unsigned)op < 3 ? "NTC"[op] : 0;
}

// ---- A matrix and a vector: y^T = alpha x^T op(A)^T + beta y^T, whose vectors
// are matrices of one row

typedef struct matrix_vector {
  const char *name;
  cublasOperation_t op;
  int64_t m, n;
  const float *alpha, *beta;
  qn_gemm_matrix a, x, y; // of vectors, ld is the stride of elements
  int64_t count;
  bool is_array;
} matrix_vector;

static cublasStatus_t multiply(cublasHandle_t handle, const matrix_vector *v) {
  const bool plain = v->op == CUBLAS_OP_N;
  qn_gemm gemm = {.name = v->name,
                  .op_a = 'N',
                  .op_b = !op_letter(v->op) ? 0
                          : plain           ? 'T'
                                            : 'N',
                  .m = 1,
                  .n = plain ? v->m : v->n,
                  .k = plain ? v->n : v->m,
                  .alpha = v->alpha,
                  .beta = v->beta,
                  .sum = QN_GEMM_FLOAT,
                  .a = v->x,
                  .b = v->a,
                  .c = v->y,
                  .d = v->y,
                  .has_batch = true,
                  .is_array = v->is_array,
                  .count = v->count};
  if (v->x.ld <= 0 || v->y.ld <= 0)
    return finish(qn_blas_refuse(
        v->x.ld && v->y.ld ? QN_BLAS_NOT_SUPPORTED : QN_BLAS_INVALID_VALUE,
        "%s: strides of vectors must be positive", v->name));
  return finish(qn_gemm_call(handle, &gemm));
}

#define GEMV(name, TA, type_a, TY, type_y, N, suffix)                          \
  cublasStatus_t cublas##name##gemvBatched##suffix(                            \
      cublasHandle_t handle, cublasOperation_t trans, N m, N n,                \
      const float *alpha, const TA *const Aarray[], N lda,                     \
      const TA *const xarray[], N incx, const float *beta, TY *const yarray[], \
      N incy, N batchCount) {                                                  \
    return multiply(handle,                                                    \
                    &(const matrix_vector){"cublas" #name "gemvBatched",       \
                                           trans,                              \
                                           m,                                  \
                                           n,                                  \
                                           alpha,                              \
                                           beta,                               \
                                           {Aarray, type_a, lda, 0},           \
                                           {xarray, type_a, incx, 0},          \
                                           {yarray, type_y, incy, 0},          \
                                           batchCount,                         \
                                           true});                             \
  }                                                                            \
  cublasStatus_t cublas##name##gemvStridedBatched##suffix(                     \
      cublasHandle_t handle, cublasOperation_t trans, N m, N n,                \
      const float *alpha, const TA *A, N lda, long long strideA, const TA *x,  \
      N incx, long long stridex, const float *beta, TY *y, N incy,             \
      long long stridey, N batchCount) {                                       \
    return multiply(handle, &(const matrix_vector){"cublas" #name              \
                                                   "gemvStridedBatched",       \
                                                   trans,                      \
                                                   m,                          \
                                                   n,                          \
                                                   alpha,                      \
                                                   beta,                       \
                                                   {A, type_a, lda, strideA},  \
                                                   {x, type_a, incx, stridex}, \
                                                   {y, type_y, incy, stridey}, \
                                                   batchCount,                 \
                                                   false});                    \
  }
#define GEMVS(N, suffix)                                                       \
  GEMV(HSH, __half, QN_LIBS_F16, __half, QN_LIBS_F16, N, suffix)               \
  GEMV(HSS, __half, QN_LIBS_F16, float, QN_LIBS_F32, N, suffix)                \
  GEMV(TST, __nv_bfloat16, QN_LIBS_BF16, __nv_bfloat16, QN_LIBS_BF16, N,       \
       suffix)                                                                 \
  GEMV(TSS, __nv_bfloat16, QN_LIBS_BF16, float, QN_LIBS_F32, N, suffix)
GEMVS(int, )
GEMVS(int64_t, _64)

// ---- gemm3m: the same product, as exact

#define COMPLEX_PRODUCT(called, ...)                                           \
  qn_gemm gemm = {.name = called,                                              \
                  .op_a = op_letter(transa),                                   \
                  .op_b = op_letter(transb),                                   \
                  .m = m,                                                      \
                  .n = n,                                                      \
                  .k = k,                                                      \
                  .alpha = alpha,                                              \
                  .beta = beta,                                                \
                  .sum = QN_GEMM_FLOAT,                                        \
                  .has_batch = true,                                           \
                  .count = batchCount,                                         \
                  __VA_ARGS__};                                                \
  gemm.d = gemm.c;                                                             \
  return finish(qn_gemm_call(handle, &gemm))
#define GEMM_3M(N, suffix)                                                     \
  cublasStatus_t cublasCgemm3mBatched##suffix(                                 \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, N m, N n, N k, const cuComplex *alpha,         \
      const cuComplex *const Aarray[], N lda, const cuComplex *const Barray[], \
      N ldb, const cuComplex *beta, cuComplex *const Carray[], N ldc,          \
      N batchCount) {                                                          \
    COMPLEX_PRODUCT("cublasCgemm3mBatched", .is_array = true,                  \
                    .a = {Aarray, QN_LIBS_C32, lda, 0},                        \
                    .b = {Barray, QN_LIBS_C32, ldb, 0},                        \
                    .c = {Carray, QN_LIBS_C32, ldc, 0});                       \
  }                                                                            \
  cublasStatus_t cublasCgemm3mStridedBatched##suffix(                          \
      cublasHandle_t handle, cublasOperation_t transa,                         \
      cublasOperation_t transb, N m, N n, N k, const cuComplex *alpha,         \
      const cuComplex *A, N lda, long long strideA, const cuComplex *B, N ldb, \
      long long strideB, const cuComplex *beta, cuComplex *C, N ldc,           \
      long long strideC, N batchCount) {                                       \
    COMPLEX_PRODUCT("cublasCgemm3mStridedBatched",                             \
                    .a = {A, QN_LIBS_C32, lda, strideA},                       \
                    .b = {B, QN_LIBS_C32, ldb, strideB},                       \
                    .c = {C, QN_LIBS_C32, ldc, strideC});                      \
  }
GEMM_3M(int, )
GEMM_3M(int64_t, _64)

// ---- Groups of batches, each with sizes of its own

typedef struct group_args {
  const char *name;
  const cublasOperation_t *op_a, *op_b;
  const void *m, *n, *k, *lda, *ldb, *ldc, *size; // of `width` bytes each
  size_t width;
  const char *alpha, *beta;
  size_t factor; // bytes of one of them
  const void *const *a, *const *b, *const *c;
  int types[3];
  qn_gemm_sum sum;
  int compute;
  int64_t count;
} group_args;

static int64_t number(const group_args *g, const void *all, int64_t at) {
  return g->width == sizeof(int) ? ((const int *)all)[at]
                                 : ((const int64_t *)all)[at];
}

static qn_gemm group_of(const group_args *g, int64_t at, int64_t member) {
  const qn_gemm_matrix c = {g->c + member, g->types[2], number(g, g->ldc, at),
                            0};
  return (qn_gemm){.name = g->name,
                   .op_a = op_letter(g->op_a[at]),
                   .op_b = op_letter(g->op_b[at]),
                   .m = number(g, g->m, at),
                   .n = number(g, g->n, at),
                   .k = number(g, g->k, at),
                   .alpha = g->alpha + (size_t)at * g->factor,
                   .beta = g->beta + (size_t)at * g->factor,
                   .sum = g->sum,
                   .compute = g->compute,
                   .a = {g->a + member, g->types[0], number(g, g->lda, at), 0},
                   .b = {g->b + member, g->types[1], number(g, g->ldb, at), 0},
                   .c = c,
                   .d = c,
                   .has_batch = true,
                   .is_array = true,
                   .count = number(g, g->size, at)};
}

// All are checked before the first is submitted.
static cublasStatus_t multiply_groups(cublasHandle_t handle,
                                      const group_args *g) {
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (h->device_pointers)
    return finish(qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                                 "%s: scalars of groups are the host's",
                                 g->name));
  const void *const needed[] = {g->op_a, g->op_b, g->m,   g->n,    g->k,
                                g->lda,  g->ldb,  g->ldc, g->size, g->alpha,
                                g->beta, g->a,    g->b,   g->c};
  for (size_t i = 0; i < sizeof(needed) / sizeof(needed[0]); ++i)
    if (!needed[i] && g->count)
      return finish(qn_blas_refuse(QN_BLAS_INVALID_POINTER,
                                   "%s: an array is null", g->name));
  if (g->count < 0)
    return finish(qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                                 "%s: there are fewer groups than none",
                                 g->name));
  qn_blas_status status = QN_BLAS_OK;
  for (int pass = 0; pass < 2; ++pass) {
    int64_t member = 0;
    for (int64_t i = 0; i < g->count && status == QN_BLAS_OK; ++i) {
      const qn_gemm gemm = group_of(g, i, member);
      status = pass                   ? qn_gemm_call(handle, &gemm)
               : qn_blas_is_vendor(h) ? QN_BLAS_OK
                                      : qn_gemm_check(&gemm);
      member += gemm.count;
    }
  }
  return finish(status);
}

#define GROUPS(called, N, bytes, how, ta, tb, tc, by)                          \
  multiply_groups(handle, &(const group_args){called,                          \
                                              transa_array,                    \
                                              transb_array,                    \
                                              m_array,                         \
                                              n_array,                         \
                                              k_array,                         \
                                              lda_array,                       \
                                              ldb_array,                       \
                                              ldc_array,                       \
                                              group_size,                      \
                                              sizeof(N),                       \
                                              (const char *)alpha_array,       \
                                              (const char *)beta_array,        \
                                              bytes,                           \
                                              (const void *const *)Aarray,     \
                                              (const void *const *)Barray,     \
                                              (const void *const *)Carray,     \
                                              {ta, tb, tc},                    \
                                              how,                             \
                                              by,                              \
                                              group_count})
#define GROUPED(L, T, type, how, N, suffix)                                    \
  cublasStatus_t cublas##L##gemmGroupedBatched##suffix(                        \
      cublasHandle_t handle, const cublasOperation_t transa_array[],           \
      const cublasOperation_t transb_array[], const N m_array[],               \
      const N n_array[], const N k_array[], const T alpha_array[],             \
      const T *const Aarray[], const N lda_array[], const T *const Barray[],   \
      const N ldb_array[], const T beta_array[], T *const Carray[],            \
      const N ldc_array[], N group_count, const N group_size[]) {              \
    return GROUPS("cublas" #L "gemmGroupedBatched", N, sizeof(T), how, type,   \
                  type, type, 0);                                              \
  }
#define ALL_GROUPED(N, suffix)                                                 \
  GROUPED(S, float, QN_LIBS_F32, QN_GEMM_FLOAT, N, suffix)                     \
  GROUPED(D, double, QN_LIBS_F64, QN_GEMM_DOUBLE, N, suffix)                   \
  cublasStatus_t cublasGemmGroupedBatchedEx##suffix(                           \
      cublasHandle_t handle, const cublasOperation_t transa_array[],           \
      const cublasOperation_t transb_array[], const N m_array[],               \
      const N n_array[], const N k_array[], const void *alpha_array,           \
      const void *const Aarray[], cudaDataType Atype, const N lda_array[],     \
      const void *const Barray[], cudaDataType Btype, const N ldb_array[],     \
      const void *beta_array, void *const Carray[], cudaDataType Ctype,        \
      const N ldc_array[], N group_count, const N group_size[],                \
      cublasComputeType_t computeType) {                                       \
    static const size_t factors[] = {2, 4, 8, 4};                              \
    qn_gemm_sum sum;                                                           \
    if (!qn_cublas_sum((int)computeType, &sum))                                \
      return finish(qn_blas_refuse(                                            \
          QN_BLAS_INVALID_ENUM,                                                \
          "cublasGemmGroupedBatchedEx: %d is no type to sum in",               \
          (int)computeType));                                                  \
    return GROUPS("cublasGemmGroupedBatchedEx", N, factors[sum], sum,          \
                  (int)Atype, (int)Btype, (int)Ctype, (int)computeType);       \
  }
ALL_GROUPED(int, )
ALL_GROUPED(int64_t, _64)

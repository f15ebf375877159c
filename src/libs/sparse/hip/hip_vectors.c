// SPDX-License-Identifier: Apache-2.0
// hipSPARSE's functions of sparse vectors by arrays, products with a matrix by
// columns, and hybrid matrices, whose form is nobody's to see: they are rows.
#include <complex.h>
#include <string.h>

#include "base/alloc.h"
#include "hipsparse/hipsparse.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"

#define OWN_HANDLE ((cusparseHandle_t)handle)
#define DONE(status) ((hipsparseStatus_t)(status))
#define EACH(X)                                                                \
  X(S, float, float, CUDA_R_32F)                                               \
  X(D, double, double, CUDA_R_64F)                                             \
  X(C, hipFloatComplex, cuComplex, CUDA_C_32F)                                 \
  X(Z, hipDoubleComplex, cuDoubleComplex, CUDA_C_64F)

// ---- Vectors

typedef enum what {
  ADD,
  DOT,
  DOT_CONJUGATED,
  TAKE, // what is gathered becomes 0
  SCATTER,
  ROTATE
} what;

typedef struct vectors {
  what what;
  int count, base, type;
  qn_scalar a, b;
  void *x, *y, *result;
  const int *index;
} vectors;

static void run_at(const vectors *w, int64_t k, qn_num a, qn_num b) {
  const int64_t at = w->index[k] - w->base;
  const qn_num x = w->what == TAKE ? 0 : qn_num_load(w->type, w->x, k);
  const qn_num y = w->what == SCATTER ? 0 : qn_num_load(w->type, w->y, at);
  switch (w->what) {
  case ADD:
    qn_num_store(w->type, w->y, at, y + a * x);
    return;
  case TAKE:
    qn_num_store(w->type, w->x, k, y);
    qn_num_store(w->type, w->y, at, 0);
    return;
  case SCATTER:
    qn_num_store(w->type, w->y, at, x);
    return;
  default: // ROTATE
    qn_num_store(w->type, w->x, k, a * x + b * y);
    qn_num_store(w->type, w->y, at, a * y - b * x);
  }
}

static void run_vectors(const void *args) {
  const vectors *w = args;
  if (w->what == DOT || w->what == DOT_CONJUGATED) {
    qn_num sum = 0;
    for (int64_t k = 0; k < w->count; ++k) {
      const qn_num x = qn_num_load(w->type, w->x, k);
      sum += (w->what == DOT ? x : conj(x)) *
             qn_num_load(w->type, w->y, w->index[k] - w->base);
    }
    qn_num_store(w->type, w->result, 0, sum);
    return;
  }
  const qn_num a =
      w->what == ADD || w->what == ROTATE ? qn_scalar_get(&w->a) : 0;
  const qn_num b = w->what == ROTATE ? qn_scalar_get(&w->b) : 0;
  for (int64_t k = 0; k < w->count; ++k)
    run_at(w, k, a, b);
}

static cusparseStatus_t submit(cusparseHandle_t handle, vectors *w,
                               const void *a, const void *b) {
  const bool dots = w->what == DOT || w->what == DOT_CONJUGATED;
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a function of hipSPARSE 1"));
  QN_SPARSE_NEED(w->count >= 0 && (unsigned)w->base < 2,
                 "%d elements, from %d on", w->count, w->base);
  QN_SPARSE_NEED((w->x && w->index && w->y) || !w->count, "an array is null");
  QN_SPARSE_NEED(!dots || w->result, "there is no place for the result");
  QN_SPARSE_NEED((w->what != ADD && w->what != ROTATE) || a,
                 "a factor is null");
  QN_SPARSE_NEED(w->what != ROTATE || b, "a factor is null");
  if (a)
    w->a = qn_scalar_of(handle, a, w->type);
  if (b)
    w->b = qn_scalar_of(handle, b, w->type);
  return qn_sparse_submit_for(handle, dots && !handle->device_pointers,
                              run_vectors, w, sizeof(*w));
}

#define VECTORS(what_, type_, x_, y_, result_)                                 \
  {.what = what_,                                                              \
   .count = nnz,                                                               \
   .base = (int)idxBase,                                                       \
   .type = type_,                                                              \
   .x = (void *)(uintptr_t)(x_),                                               \
   .y = (void *)(uintptr_t)(y_),                                               \
   .result = result_,                                                          \
   .index = xInd}
#define LEVEL_1(X, T, cuda, type_)                                             \
  hipsparseStatus_t hipsparse##X##axpyi(                                       \
      hipsparseHandle_t handle, int nnz, const T *alpha, const T *xVal,        \
      const int *xInd, T *y, hipsparseIndexBase_t idxBase) {                   \
    vectors w = VECTORS(ADD, type_, xVal, y, NULL);                            \
    return DONE(submit(OWN_HANDLE, &w, alpha, NULL));                          \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##doti(                                        \
      hipsparseHandle_t handle, int nnz, const T *xVal, const int *xInd,       \
      const T *y, T *result, hipsparseIndexBase_t idxBase) {                   \
    vectors w = VECTORS(DOT, type_, xVal, y, result);                          \
    return DONE(submit(OWN_HANDLE, &w, NULL, NULL));                           \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##gthrz(hipsparseHandle_t handle, int nnz,     \
                                        T *y, T *xVal, const int *xInd,        \
                                        hipsparseIndexBase_t idxBase) {        \
    vectors w = VECTORS(TAKE, type_, xVal, y, NULL);                           \
    return DONE(submit(OWN_HANDLE, &w, NULL, NULL));                           \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##sctr(hipsparseHandle_t handle, int nnz,      \
                                       const T *xVal, const int *xInd, T *y,   \
                                       hipsparseIndexBase_t idxBase) {         \
    vectors w = VECTORS(SCATTER, type_, xVal, y, NULL);                        \
    return DONE(submit(OWN_HANDLE, &w, NULL, NULL));                           \
  }
EACH(LEVEL_1)

#define DOTC(X, T, type_)                                                      \
  hipsparseStatus_t hipsparse##X##dotci(                                       \
      hipsparseHandle_t handle, int nnz, const T *xVal, const int *xInd,       \
      const T *y, T *result, hipsparseIndexBase_t idxBase) {                   \
    vectors w = VECTORS(DOT_CONJUGATED, type_, xVal, y, result);               \
    return DONE(submit(OWN_HANDLE, &w, NULL, NULL));                           \
  }
DOTC(C, hipFloatComplex, CUDA_C_32F)
DOTC(Z, hipDoubleComplex, CUDA_C_64F)

#define ROTI(X, T, type_)                                                      \
  hipsparseStatus_t hipsparse##X##roti(                                        \
      hipsparseHandle_t handle, int nnz, T *xVal, const int *xInd, T *y,       \
      const T *c, const T *s, hipsparseIndexBase_t idxBase) {                  \
    vectors w = VECTORS(ROTATE, type_, xVal, y, NULL);                         \
    return DONE(submit(OWN_HANDLE, &w, c, s));                                 \
  }
ROTI(S, float, CUDA_R_32F)
ROTI(D, double, CUDA_R_64F)

// ---- C = alpha A B + beta C, with B by columns

typedef struct product {
  int m, n, k, lda, ldc, type;
  qn_scalar alpha, beta;
  const void *a, *b;
  const int *start, *row; // of B's columns, from 0
  void *c;
} product;

static void run_product(const void *args) {
  const product *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  for (int64_t j = 0; j < w->n; ++j)
    for (int64_t i = 0; i < w->m; ++i) {
      qn_num sum = 0;
      for (int64_t e = w->start[j]; e < w->start[j + 1] && alpha != 0; ++e)
        sum += qn_num_load(w->type, w->a, i + (int64_t)w->row[e] * w->lda) *
               qn_num_load(w->type, w->b, e);
      const int64_t at = i + j * w->ldc;
      qn_num_store(w->type, w->c, at,
                   (beta == 0 ? 0 : beta * qn_num_load(w->type, w->c, at)) +
                       (alpha == 0 ? 0 : alpha * sum));
    }
}

static cusparseStatus_t submit_product(cusparseHandle_t handle, product *w,
                                       const void *alpha, const void *beta) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "gemmi"));
  QN_SPARSE_NEED(w->m >= 0 && w->n >= 0 && w->k >= 0 && w->lda >= w->m &&
                     w->ldc >= w->m,
                 "%d by %d by %d, columns %d and %d apart", w->m, w->n, w->k,
                 w->lda, w->ldc);
  QN_SPARSE_NEED(alpha && beta && w->start && (w->c || !w->m || !w->n),
                 "a factor or an array is null");
  w->alpha = qn_scalar_of(handle, alpha, w->type);
  w->beta = qn_scalar_of(handle, beta, w->type);
  return qn_sparse_submit(handle, run_product, w, sizeof(*w));
}

#define GEMMI(X, T, cuda, type_)                                               \
  hipsparseStatus_t hipsparse##X##gemmi(                                       \
      hipsparseHandle_t handle, int m, int n, int k, int nnz, const T *alpha,  \
      const T *A, int lda, const T *cscValB, const int *cscColPtrB,            \
      const int *cscRowIndB, const T *beta, T *C, int ldc) {                   \
    product w = {.m = m,                                                       \
                 .n = n,                                                       \
                 .k = k,                                                       \
                 .lda = lda,                                                   \
                 .ldc = ldc,                                                   \
                 .type = type_,                                                \
                 .a = A,                                                       \
                 .b = cscValB,                                                 \
                 .start = cscColPtrB,                                          \
                 .row = cscRowIndB,                                            \
                 .c = C};                                                      \
    (void)nnz;                                                                 \
    return DONE(submit_product(OWN_HANDLE, &w, alpha, beta));                  \
  }
EACH(GEMMI)

// ---- Hybrid matrices

struct hipsparseHybMat {
  uint64_t magic;
  int type; // -1: nothing is in it yet
  qn_csr rows;
};
static const uint64_t magic = UINT64_C(0x425948204e5251); // "QRN HYB"

static bool is_hybrid(hipsparseHybMat_t hyb) {
  return hyb && hyb->magic == magic;
}

hipsparseStatus_t hipsparseCreateHybMat(hipsparseHybMat_t *hybA) {
  if (!hybA)
    return DONE(qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                                 "there is no place for the matrix"));
  hipsparseHybMat_t hyb = qn_alloc_array(1, sizeof(*hyb));
  if (!hyb)
    return HIPSPARSE_STATUS_ALLOC_FAILED;
  hyb->magic = magic;
  hyb->type = -1;
  *hybA = hyb;
  return HIPSPARSE_STATUS_SUCCESS;
}

// Work of a stream may still use it.
hipsparseStatus_t hipsparseDestroyHybMat(hipsparseHybMat_t hybA) {
  if (!is_hybrid(hybA))
    return DONE(qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                                 "this is no hybrid matrix"));
  if (hybA->type >= 0)
    (void)hipDeviceSynchronize();
  qn_csr_free(&hybA->rows);
  hybA->magic = 0;
  qn_free(hybA);
  return HIPSPARSE_STATUS_SUCCESS;
}

typedef struct hybrid {
  hipsparseHybMat_t hyb;
  qn_csr_arrays from;
  int base; // of the result
  int *start, *col;
  void *value;
  qn_scalar alpha, beta;
  const void *x;
  void *y;
} hybrid;

static void run_make(const void *args) {
  const hybrid *w = args;
  qn_csr_free(&w->hyb->rows);
  w->hyb->rows = qn_csr_of_arrays(&w->from);
  w->hyb->type = w->from.type;
}
static void run_rows(const void *args) {
  const hybrid *w = args;
  const qn_csr *a = &w->hyb->rows;
  for (int64_t i = 0; i <= a->rows; ++i)
    w->start[i] = (int)a->start[i] + w->base;
  for (int64_t k = 0; k < a->nnz; ++k) {
    w->col[k] = (int)a->col[k] + w->base;
    qn_num_store(w->hyb->type, w->value, k, a->value[k]);
  }
}
static void run_times(const void *args) {
  const hybrid *w = args;
  const qn_csr *a = &w->hyb->rows;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  const int type = w->hyb->type;
  for (int64_t i = 0; i < a->rows; ++i) {
    qn_num sum = 0;
    for (int64_t k = a->start[i]; k < a->start[i + 1] && alpha != 0; ++k)
      sum += a->value[k] * qn_num_load(type, w->x, a->col[k]);
    qn_num_store(type, w->y, i,
                 (beta == 0 ? 0 : beta * qn_num_load(type, w->y, i)) +
                     (alpha == 0 ? 0 : alpha * sum));
  }
}

static cusparseStatus_t make(cusparseHandle_t handle, hybrid *w,
                             cusparseMatDescr_t descr, int width,
                             int partition) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "csr2hyb"));
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(is_hybrid(w->hyb), "this is no hybrid matrix");
  QN_SPARSE_NEED(w->from.rows >= 0 && w->from.cols >= 0 &&
                     (unsigned)partition < 3 && width >= 0,
                 "a size is negative, or there is no partition %d", partition);
  QN_SPARSE_NEED(w->from.start, "the array of offsets is null");
  w->from.base = descr->base;
  return qn_sparse_submit_and_wait(handle, run_make, w, sizeof(*w));
}
static cusparseStatus_t check_hybrid(cusparseHandle_t handle, const hybrid *w,
                                     cusparseMatDescr_t descr, int type) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a hybrid matrix"));
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(is_hybrid(w->hyb), "this is no hybrid matrix");
  QN_SPARSE_NEED(w->hyb->type == type,
                 "the hybrid matrix is of another type, or empty");
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t to_rows(cusparseHandle_t handle, hybrid *w,
                                cusparseMatDescr_t descr, int type) {
  QN_SPARSE_TRY(check_hybrid(handle, w, descr, type));
  QN_SPARSE_NEED(w->start && ((w->col && w->value) || !w->hyb->rows.nnz),
                 "an array is null");
  w->base = descr->base;
  return qn_sparse_submit(handle, run_rows, w, sizeof(*w));
}
static cusparseStatus_t times(cusparseHandle_t handle, hybrid *w,
                              cusparseMatDescr_t descr, int type, int op,
                              const void *alpha, const void *beta) {
  QN_SPARSE_TRY(check_hybrid(handle, w, descr, type));
  if (op != HIPSPARSE_OPERATION_NON_TRANSPOSE)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "hybmv: transposed matrices are not in the "
                            "function");
  QN_SPARSE_NEED(alpha && beta && (w->x || !w->hyb->rows.cols) &&
                     (w->y || !w->hyb->rows.rows),
                 "a factor or an array is null");
  w->alpha = qn_scalar_of(handle, alpha, type);
  w->beta = qn_scalar_of(handle, beta, type);
  return qn_sparse_submit(handle, run_times, w, sizeof(*w));
}

#define OWN(descr) ((cusparseMatDescr_t)(descr))
#define HYBRID(X, T, cuda, type_)                                              \
  hipsparseStatus_t hipsparse##X##csr2hyb(                                     \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *csrSortedValA,                \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      hipsparseHybMat_t hybA, int userEllWidth,                                \
      hipsparseHybPartition_t partitionType) {                                 \
    hybrid w = {.hyb = hybA,                                                   \
                .from = {m, n, csrSortedRowPtrA, csrSortedColIndA,             \
                         csrSortedValA, 0, type_}};                            \
    return DONE(                                                               \
        make(OWN_HANDLE, &w, OWN(descrA), userEllWidth, (int)partitionType));  \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##hyb2csr(                                     \
      hipsparseHandle_t handle, const hipsparseMatDescr_t descrA,              \
      const hipsparseHybMat_t hybA, T *csrSortedValA, int *csrSortedRowPtrA,   \
      int *csrSortedColIndA) {                                                 \
    hybrid w = {.hyb = hybA,                                                   \
                .start = csrSortedRowPtrA,                                     \
                .col = csrSortedColIndA,                                       \
                .value = csrSortedValA};                                       \
    return DONE(to_rows(OWN_HANDLE, &w, OWN(descrA), type_));                  \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##hybmv(                                       \
      hipsparseHandle_t handle, hipsparseOperation_t transA, const T *alpha,   \
      const hipsparseMatDescr_t descrA, const hipsparseHybMat_t hybA,          \
      const T *x, const T *beta, T *y) {                                       \
    hybrid w = {.hyb = hybA, .x = x, .y = y};                                  \
    return DONE(                                                               \
        times(OWN_HANDLE, &w, OWN(descrA), type_, (int)transA, alpha, beta));  \
  }
EACH(HYBRID)

// ---- Sizes of buffers by their other names

#define SIZES(X, T)                                                            \
  hipsparseStatus_t hipsparse##X##pruneDense2csr_bufferSize(                   \
      hipsparseHandle_t handle, int m, int n, const T *A, int lda,             \
      const T *threshold, const hipsparseMatDescr_t descr, const T *csrVal,    \
      const int *csrRowPtr, const int *csrColInd, size_t *bufferSize) {        \
    return hipsparse##X##pruneDense2csr_bufferSizeExt(                         \
        handle, m, n, A, lda, threshold, descr, csrVal, csrRowPtr, csrColInd,  \
        bufferSize);                                                           \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##pruneDense2csrByPercentage_bufferSize(       \
      hipsparseHandle_t handle, int m, int n, const T *A, int lda,             \
      float percentage, const hipsparseMatDescr_t descr, const T *csrVal,      \
      const int *csrRowPtr, const int *csrColInd, pruneInfo_t info,            \
      size_t *bufferSize) {                                                    \
    return hipsparse##X##pruneDense2csrByPercentage_bufferSizeExt(             \
        handle, m, n, A, lda, percentage, descr, csrVal, csrRowPtr, csrColInd, \
        info, bufferSize);                                                     \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##pruneCsr2csr_bufferSize(                     \
      hipsparseHandle_t handle, int m, int n, int nnzA,                        \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, const T *threshold,        \
      const hipsparseMatDescr_t descrC, const T *csrValC,                      \
      const int *csrRowPtrC, const int *csrColIndC, size_t *bufferSize) {      \
    return hipsparse##X##pruneCsr2csr_bufferSizeExt(                           \
        handle, m, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA,           \
        threshold, descrC, csrValC, csrRowPtrC, csrColIndC, bufferSize);       \
  }                                                                            \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrByPercentage_bufferSize(         \
      hipsparseHandle_t handle, int m, int n, int nnzA,                        \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, float percentage,          \
      const hipsparseMatDescr_t descrC, const T *csrValC,                      \
      const int *csrRowPtrC, const int *csrColIndC, pruneInfo_t info,          \
      size_t *bufferSize) {                                                    \
    return hipsparse##X##pruneCsr2csrByPercentage_bufferSizeExt(               \
        handle, m, n, nnzA, descrA, csrValA, csrRowPtrA, csrColIndA,           \
        percentage, descrC, csrValC, csrRowPtrC, csrColIndC, info,             \
        bufferSize);                                                           \
  }
SIZES(S, float)
SIZES(D, double)

hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t dest,
                                        const hipsparseMatDescr_t src) {
  cusparseMatDescr_t to = OWN(dest);
  const struct cusparseMatDescr *from = OWN(src);
  if (!qn_sparse_is(to, QN_SPARSE_MAT_DESCR) ||
      !qn_sparse_is(from, QN_SPARSE_MAT_DESCR))
    return DONE(qn_sparse_refuse(CUSPARSE_STATUS_INVALID_VALUE,
                                 "this is no description of a matrix"));
  (void)cusparseSetMatType(to, (cusparseMatrixType_t)from->type);
  (void)cusparseSetMatFillMode(to, (cusparseFillMode_t)from->fill);
  (void)cusparseSetMatDiagType(to, (cusparseDiagType_t)from->diag);
  (void)cusparseSetMatIndexBase(to, (cusparseIndexBase_t)from->base);
  to->is_unsorted = from->is_unsorted;
  return HIPSPARSE_STATUS_SUCCESS;
}

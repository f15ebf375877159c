// SPDX-License-Identifier: Apache-2.0
// Matrices that become sparse, or sparser, by a threshold, which is given or
// found by the share of the elements that are not above it.
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

// By its name alone: nothing needs to be kept.
struct pruneInfo {
  bool is_there;
};

cusparseStatus_t cusparseCreatePruneInfo(pruneInfo_t *info) {
  QN_SPARSE_NEED(info, "there is no place for the object");
  *info = qn_alloc_array(1, sizeof(**info));
  return *info ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;
}
cusparseStatus_t cusparseDestroyPruneInfo(pruneInfo_t info) {
  QN_SPARSE_NEED(info, "there is no object");
  qn_free(info);
  return CUSPARSE_STATUS_SUCCESS;
}

typedef struct prune {
  const void *dense; // by columns, or else of a matrix by rows
  int ld;
  qn_csr_arrays csr;
  int m, n, type;
  qn_scalar threshold;
  bool by_share;
  double percentage;
  int base; // of the result
  int *start, *col, *nnz;
  void *value;
} prune;

static double element(const prune *w, int64_t at) {
  return creal(qn_num_load(w->type, w->dense ? w->dense : w->csr.value, at));
}

// Calls `take` for each element, row by row.
typedef struct taken {
  const prune *prune;
  double threshold;
  double *sizes; // of all
  int64_t count;
} taken;

static void take(taken *t, int64_t at, int col) {
  const prune *w = t->prune;
  const double x = element(w, at);
  if (t->sizes) {
    t->sizes[t->count++] = fabs(x);
    return;
  }
  if (!(fabs(x) > t->threshold))
    return;
  if (w->value) {
    w->col[t->count] = col + w->base;
    qn_num_store(w->type, w->value, t->count, x);
  }
  ++t->count;
}

static void take_row(taken *t, int row) {
  const prune *w = t->prune;
  const qn_csr_arrays *a = &w->csr;
  for (int j = 0; w->dense && j < w->n; ++j)
    take(t, row + (int64_t)j * w->ld, j);
  for (int k = w->dense ? 0 : a->start[row] - a->base;
       !w->dense && k < a->start[row + 1] - a->base; ++k)
    take(t, k, a->col[k] - a->base);
}

static int by_size(const void *x, const void *y) {
  const double a = *(const double *)x, b = *(const double *)y;
  return (a > b) - (a < b);
}

static double find_threshold(const prune *w) {
  const int64_t all =
      w->dense ? (int64_t)w->m * w->n : w->csr.start[w->m] - w->csr.base;
  if (!w->by_share)
    return creal(qn_scalar_get(&w->threshold));
  if (!all)
    return 0;
  taken t = {.prune = w,
             .sizes = qn_sparse_memory((size_t)all, sizeof(double))};
  for (int i = 0; i < w->m; ++i)
    take_row(&t, i);
  qsort(t.sizes, (size_t)all, sizeof(double), by_size);
  int64_t at = (int64_t)ceil((double)all * (w->percentage / 100)) - 1;
  at = at < 0 ? 0 : at >= all ? all - 1 : at;
  const double found = t.sizes[at];
  qn_free(t.sizes);
  return found;
}

static void run_prune(const void *args) {
  const prune *w = args;
  taken t = {.prune = w, .threshold = find_threshold(w)};
  for (int i = 0; i < w->m; ++i) {
    if (!w->value)
      w->start[i] = (int)t.count + w->base;
    take_row(&t, i);
  }
  if (!w->value)
    w->start[w->m] = (int)t.count + w->base;
  if (w->nnz)
    *w->nnz = (int)t.count;
}

// ---- Calls

static cusparseStatus_t set_source(prune *w, cusparseMatDescr_t descr,
                                   int nnz) {
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(nnz >= 0, "%d elements", nnz);
  w->csr.base = descr->base;
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t set_threshold(cusparseHandle_t handle, prune *w,
                                      const void *threshold) {
  QN_SPARSE_NEED(threshold, "the threshold is null");
  w->threshold = qn_scalar_of(handle, threshold, w->type);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t set_percentage(prune *w, float percentage,
                                       const void *info) {
  QN_SPARSE_NEED(info, "'info' is null");
  QN_SPARSE_NEED(percentage >= 0 && percentage <= 100,
                 "%g is no percentage: it must be 0 to 100",
                 (double)percentage);
  w->by_share = true;
  w->percentage = percentage;
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t set_result(prune *w, cusparseMatDescr_t descr) {
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(w->m >= 0 && w->n >= 0, "%d by %d", w->m, w->n);
  QN_SPARSE_NEED(!w->ld || w->ld >= w->m, "columns of %d rows, %d apart", w->m,
                 w->ld);
  QN_SPARSE_NEED(w->dense || w->csr.start, "an array is null");
  w->base = descr->base;
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t submit_count(cusparseHandle_t handle, prune *w,
                                     cusparseMatDescr_t descr, int *start,
                                     int *nnz) {
  w->start = start;
  w->nnz = nnz;
  QN_SPARSE_TRY(set_result(w, descr));
  QN_SPARSE_NEED(start && nnz, "there is no place for the counts");
  return qn_sparse_submit_for(handle, !handle->device_pointers, run_prune, w,
                              sizeof(*w));
}
// The counts in `start` are there.
static cusparseStatus_t submit_make(cusparseHandle_t handle, prune *w,
                                    cusparseMatDescr_t descr, const int *start,
                                    int *col, void *value) {
  w->start = (int *)(uintptr_t)start;
  w->col = col;
  w->value = value;
  QN_SPARSE_TRY(set_result(w, descr));
  QN_SPARSE_NEED(start && col && value, "an array is null");
  return qn_sparse_submit(handle, run_prune, w, sizeof(*w));
}

#define EACH_REAL(X)                                                           \
  X(H, __half, CUDA_R_16F)                                                     \
  X(S, float, CUDA_R_32F)                                                      \
  X(D, double, CUDA_R_64F)
#define FROM_DENSE(type_) {.dense = A, .ld = lda, .m = m, .n = n, .type = type_}
#define FROM_CSR(type_)                                                        \
  {.csr = {m, n, csrSortedRowPtrA, csrSortedColIndA, csrSortedValA, 0, type_}, \
   .m = m,                                                                     \
   .n = n,                                                                     \
   .type = type_}
#define NOT_PASSED()                                                           \
  do {                                                                         \
    if (qn_sparse_is_vendor(handle))                                           \
      return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,                   \
                              "%s is not passed on to NVIDIA's library",       \
                              __func__);                                       \
  } while (0)

#define PRUNE_DENSE2CSR_SIZE(X, T, type_)                                      \
  cusparseStatus_t cusparse##X##pruneDense2csr_bufferSizeExt(                  \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      const T *threshold, const cusparseMatDescr_t descrC,                     \
      const T *csrSortedValC, const int *csrSortedRowPtrC,                     \
      const int *csrSortedColIndC, size_t *pBufferSizeInBytes) {               \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, A, lda, QN_SPARSE_SCALAR(threshold, type_), descrC,   \
                   csrSortedValC, csrSortedRowPtrC, csrSortedColIndC,          \
                   pBufferSizeInBytes);                                        \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)csrSortedValC, (void)csrSortedRowPtrC, (void)csrSortedColIndC;       \
    QN_SPARSE_TRY(set_result(&w, descrC));                                     \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_REAL(PRUNE_DENSE2CSR_SIZE)

#define PRUNE_DENSE2CSR_NNZ(X, T, type_)                                       \
  cusparseStatus_t cusparse##X##pruneDense2csrNnz(                             \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      const T *threshold, const cusparseMatDescr_t descrC,                     \
      int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer) {         \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, A, lda, QN_SPARSE_SCALAR(threshold, type_), descrC,   \
                   csrSortedRowPtrC, nnzTotalDevHostPtr, pBuffer);             \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)pBuffer;                                                             \
    return submit_count(handle, &w, descrC, csrSortedRowPtrC,                  \
                        nnzTotalDevHostPtr);                                   \
  }
EACH_REAL(PRUNE_DENSE2CSR_NNZ)

#define PRUNE_DENSE2CSR_MAKE(X, T, type_)                                      \
  cusparseStatus_t cusparse##X##pruneDense2csr(                                \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      const T *threshold, const cusparseMatDescr_t descrC, T *csrSortedValC,   \
      const int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer) {     \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, A, lda, QN_SPARSE_SCALAR(threshold, type_), descrC,   \
                   csrSortedValC, csrSortedRowPtrC, csrSortedColIndC,          \
                   pBuffer);                                                   \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)pBuffer;                                                             \
    return submit_make(handle, &w, descrC, csrSortedRowPtrC, csrSortedColIndC, \
                       csrSortedValC);                                         \
  }
EACH_REAL(PRUNE_DENSE2CSR_MAKE)

#define PRUNE_DENSE2CSR_SIZE_BY_PERCENTAGE(X, T, type_)                        \
  cusparseStatus_t cusparse##X##pruneDense2csrByPercentage_bufferSizeExt(      \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      float percentage, const cusparseMatDescr_t descrC,                       \
      const T *csrSortedValC, const int *csrSortedRowPtrC,                     \
      const int *csrSortedColIndC, pruneInfo_t info,                           \
      size_t *pBufferSizeInBytes) {                                            \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)csrSortedValC, (void)csrSortedRowPtrC, (void)csrSortedColIndC;       \
    QN_SPARSE_TRY(set_result(&w, descrC));                                     \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_REAL(PRUNE_DENSE2CSR_SIZE_BY_PERCENTAGE)

#define PRUNE_DENSE2CSR_NNZ_BY_PERCENTAGE(X, T, type_)                         \
  cusparseStatus_t cusparse##X##pruneDense2csrNnzByPercentage(                 \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      float percentage, const cusparseMatDescr_t descrC,                       \
      int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, pruneInfo_t info,        \
      void *pBuffer) {                                                         \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)pBuffer;                                                             \
    return submit_count(handle, &w, descrC, csrSortedRowPtrC,                  \
                        nnzTotalDevHostPtr);                                   \
  }
EACH_REAL(PRUNE_DENSE2CSR_NNZ_BY_PERCENTAGE)

#define PRUNE_DENSE2CSR_MAKE_BY_PERCENTAGE(X, T, type_)                        \
  cusparseStatus_t cusparse##X##pruneDense2csrByPercentage(                    \
      cusparseHandle_t handle, int m, int n, const T *A, int lda,              \
      float percentage, const cusparseMatDescr_t descrC, T *csrSortedValC,     \
      const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,    \
      void *pBuffer) {                                                         \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_DENSE(type_);                                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)pBuffer;                                                             \
    return submit_make(handle, &w, descrC, csrSortedRowPtrC, csrSortedColIndC, \
                       csrSortedValC);                                         \
  }
EACH_REAL(PRUNE_DENSE2CSR_MAKE_BY_PERCENTAGE)

#define PRUNE_CSR2CSR_SIZE(X, T, type_)                                        \
  cusparseStatus_t cusparse##X##pruneCsr2csr_bufferSizeExt(                    \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      const T *threshold, const cusparseMatDescr_t descrC,                     \
      const T *csrSortedValC, const int *csrSortedRowPtrC,                     \
      const int *csrSortedColIndC, size_t *pBufferSizeInBytes) {               \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, QN_SPARSE_SCALAR(threshold, type_),       \
                   descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC,  \
                   pBufferSizeInBytes);                                        \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)csrSortedValC, (void)csrSortedRowPtrC, (void)csrSortedColIndC;       \
    QN_SPARSE_TRY(set_result(&w, descrC));                                     \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_REAL(PRUNE_CSR2CSR_SIZE)

#define PRUNE_CSR2CSR_NNZ(X, T, type_)                                         \
  cusparseStatus_t cusparse##X##pruneCsr2csrNnz(                               \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      const T *threshold, const cusparseMatDescr_t descrC,                     \
      int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *pBuffer) {         \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, QN_SPARSE_SCALAR(threshold, type_),       \
                   descrC, csrSortedRowPtrC, nnzTotalDevHostPtr, pBuffer);     \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)pBuffer;                                                             \
    return submit_count(handle, &w, descrC, csrSortedRowPtrC,                  \
                        nnzTotalDevHostPtr);                                   \
  }
EACH_REAL(PRUNE_CSR2CSR_NNZ)

#define PRUNE_CSR2CSR_MAKE(X, T, type_)                                        \
  cusparseStatus_t cusparse##X##pruneCsr2csr(                                  \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      const T *threshold, const cusparseMatDescr_t descrC, T *csrSortedValC,   \
      const int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer) {     \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, QN_SPARSE_SCALAR(threshold, type_),       \
                   descrC, csrSortedValC, csrSortedRowPtrC, csrSortedColIndC,  \
                   pBuffer);                                                   \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_threshold(handle, &w, threshold));                       \
    (void)pBuffer;                                                             \
    return submit_make(handle, &w, descrC, csrSortedRowPtrC, csrSortedColIndC, \
                       csrSortedValC);                                         \
  }
EACH_REAL(PRUNE_CSR2CSR_MAKE)

#define PRUNE_CSR2CSR_SIZE_BY_PERCENTAGE(X, T, type_)                          \
  cusparseStatus_t cusparse##X##pruneCsr2csrByPercentage_bufferSizeExt(        \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      float percentage, const cusparseMatDescr_t descrC,                       \
      const T *csrSortedValC, const int *csrSortedRowPtrC,                     \
      const int *csrSortedColIndC, pruneInfo_t info,                           \
      size_t *pBufferSizeInBytes) {                                            \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)csrSortedValC, (void)csrSortedRowPtrC, (void)csrSortedColIndC;       \
    QN_SPARSE_TRY(set_result(&w, descrC));                                     \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_REAL(PRUNE_CSR2CSR_SIZE_BY_PERCENTAGE)

#define PRUNE_CSR2CSR_NNZ_BY_PERCENTAGE(X, T, type_)                           \
  cusparseStatus_t cusparse##X##pruneCsr2csrNnzByPercentage(                   \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      float percentage, const cusparseMatDescr_t descrC,                       \
      int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, pruneInfo_t info,        \
      void *pBuffer) {                                                         \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)pBuffer;                                                             \
    return submit_count(handle, &w, descrC, csrSortedRowPtrC,                  \
                        nnzTotalDevHostPtr);                                   \
  }
EACH_REAL(PRUNE_CSR2CSR_NNZ_BY_PERCENTAGE)

#define PRUNE_CSR2CSR_MAKE_BY_PERCENTAGE(X, T, type_)                          \
  cusparseStatus_t cusparse##X##pruneCsr2csrByPercentage(                      \
      cusparseHandle_t handle, int m, int n, int nnzA,                         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      float percentage, const cusparseMatDescr_t descrC, T *csrSortedValC,     \
      const int *csrSortedRowPtrC, int *csrSortedColIndC, pruneInfo_t info,    \
      void *pBuffer) {                                                         \
    NOT_PASSED();                                                              \
    QN_SPARSE_BEGIN();                                                         \
    prune w = FROM_CSR(type_);                                                 \
    QN_SPARSE_TRY(set_source(&w, descrA, nnzA));                               \
    QN_SPARSE_TRY(set_percentage(&w, percentage, info));                       \
    (void)pBuffer;                                                             \
    return submit_make(handle, &w, descrC, csrSortedRowPtrC, csrSortedColIndC, \
                       csrSortedValC);                                         \
  }
EACH_REAL(PRUNE_CSR2CSR_MAKE_BY_PERCENTAGE)

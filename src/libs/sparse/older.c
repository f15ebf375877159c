// SPDX-License-Identifier: Apache-2.0
// The older functions: conversions, sorting, sums of matrices.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

// ---- Offsets and rows

typedef struct rows_work {
  const int *from;
  int *to;
  int nnz, m, base;
} rows_work;

static void run_to_offsets(const void *args) {
  const rows_work *w = args;
  int at = 0;
  for (int i = 0; i <= w->m; ++i) {
    while (at < w->nnz && w->from[at] - w->base < i)
      ++at;
    w->to[i] = at + w->base;
  }
}
static void run_to_rows(const void *args) {
  const rows_work *w = args;
  for (int i = 0; i < w->m; ++i)
    for (int k = w->from[i]; k < w->from[i + 1]; ++k)
      w->to[k - w->base] = i + w->base;
}
static cusparseStatus_t check_rows(const rows_work *w, const void *offsets,
                                   const void *rows) {
  QN_SPARSE_NEED(w->nnz >= 0 && w->m >= 0, "%d elements in %d rows", w->nnz,
                 w->m);
  QN_SPARSE_NEED((unsigned)w->base < 2, "there is no base %d", w->base);
  QN_SPARSE_NEED(offsets && (rows || !w->nnz), "an array is null");
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd,
                                  int nnz, int m, int *csrSortedRowPtr,
                                  cusparseIndexBase_t idxBase) {
  QN_SPARSE_EMPTY(
      !nnz, qn_sparse_fill_offsets(handle, csrSortedRowPtr, (int64_t)m + 1,
                                   CUSPARSE_INDEX_32I, (int)idxBase));
  QN_SPARSE_PASS(cooRowInd, nnz, m, csrSortedRowPtr, idxBase);
  QN_SPARSE_BEGIN();
  const rows_work w = {cooRowInd, csrSortedRowPtr, nnz, m, (int)idxBase};
  QN_SPARSE_TRY(check_rows(&w, csrSortedRowPtr, cooRowInd));
  return qn_sparse_submit(handle, run_to_offsets, &w, sizeof(w));
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle,
                                  const int *csrSortedRowPtr, int nnz, int m,
                                  int *cooRowInd, cusparseIndexBase_t idxBase) {
  QN_SPARSE_EMPTY(!nnz, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(csrSortedRowPtr, nnz, m, cooRowInd, idxBase);
  QN_SPARSE_BEGIN();
  const rows_work w = {csrSortedRowPtr, cooRowInd, nnz, m, (int)idxBase};
  QN_SPARSE_TRY(check_rows(&w, csrSortedRowPtr, cooRowInd));
  return qn_sparse_submit(handle, run_to_rows, &w, sizeof(w));
}

// ---- CSR to CSC

typedef struct turn {
  qn_csr_arrays from;
  void *value;
  int *start, *row;
} turn;

static void run_turn(const void *args) {
  const turn *w = args;
  qn_csr a = qn_csr_of_arrays(&w->from);
  qn_csr t = qn_csr_transposed(&a, false);
  for (int64_t i = 0; i <= t.rows; ++i)
    w->start[i] = (int)t.start[i] + w->from.base;
  for (int64_t k = 0; k < t.nnz; ++k) {
    w->row[k] = (int)t.col[k] + w->from.base;
    if (w->value)
      qn_num_store(w->from.type, w->value, k, t.value[k]);
  }
  qn_csr_free(&a);
  qn_csr_free(&t);
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(
    cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
    int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, size_t *bufferSize) {
  QN_SPARSE_EMPTY(!nnz, qn_sparse_no_buffer(bufferSize));
  QN_SPARSE_PASS(m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscColPtr,
                 cscRowInd, valType, copyValues, idxBase, alg, bufferSize);
  QN_SPARSE_BEGIN();
  return qn_sparse_no_buffer(bufferSize);
}
cusparseStatus_t cusparseCsr2cscEx2(
    cusparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
    int *cscRowInd, cudaDataType valType, cusparseAction_t copyValues,
    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg, void *buffer) {
  QN_SPARSE_EMPTY(!nnz,
                  qn_sparse_fill_offsets(handle, cscColPtr, (int64_t)n + 1,
                                         CUSPARSE_INDEX_32I, (int)idxBase));
  QN_SPARSE_PASS(m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscColPtr,
                 cscRowInd, valType, copyValues, idxBase, alg, buffer);
  QN_SPARSE_BEGIN();
  const bool numeric = copyValues == CUSPARSE_ACTION_NUMERIC;
  const turn w = {{m, n, csrRowPtr, csrColInd, numeric ? csrVal : NULL,
                   (int)idxBase, (int)valType},
                  numeric ? cscVal : NULL,
                  cscColPtr,
                  cscRowInd};
  QN_SPARSE_NEED(m >= 0 && n >= 0 && nnz >= 0, "%d by %d with %d elements", m,
                 n, nnz);
  QN_SPARSE_NEED((unsigned)idxBase < 2, "there is no base %d", (int)idxBase);
  QN_SPARSE_NEED((unsigned)copyValues < 2, "there is no action %d",
                 (int)copyValues);
  QN_SPARSE_NEED(qn_num_size((int)valType), "there are no elements of type %d",
                 (int)valType);
  QN_SPARSE_NEED(csrRowPtr && cscColPtr &&
                     (!nnz || (csrColInd && cscRowInd &&
                               (!numeric || (csrVal && cscVal)))),
                 "an array is null");
  return qn_sparse_submit(handle, run_turn, &w, sizeof(w));
}

// ---- Sorting

typedef struct key {
  int first, second, place;
} key;

static int by_key(const void *x, const void *y) {
  const key *a = x, *b = y;
  if (a->first != b->first)
    return a->first < b->first ? -1 : 1;
  if (a->second != b->second)
    return a->second < b->second ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

typedef struct sort_work {
  int count, nnz, base;
  const int *start; // NULL: all elements together, by `first`
  int *first, *second, *order;
} sort_work;

// Elements from `from` on; a number of the order goes with each.
static void sort_some(const sort_work *w, int from, int count) {
  key *keys = qn_sparse_memory((size_t)count, sizeof(*keys));
  for (int i = 0; i < count; ++i)
    keys[i] = (key){w->first ? w->first[from + i] : 0, w->second[from + i],
                    w->order ? w->order[from + i] : i};
  // Equal ones stay in their order.
  int *order = qn_sparse_memory((size_t)count, sizeof(*order));
  for (int i = 0; i < count; ++i) {
    order[i] = keys[i].place;
    keys[i].place = i;
  }
  qsort(keys, (size_t)count, sizeof(*keys), by_key);
  for (int i = 0; i < count; ++i) {
    if (w->first)
      w->first[from + i] = keys[i].first;
    w->second[from + i] = keys[i].second;
    if (w->order)
      w->order[from + i] = order[keys[i].place];
  }
  qn_free(order);
  qn_free(keys);
}

static void run_sort(const void *args) {
  const sort_work *w = args;
  if (!w->start)
    sort_some(w, 0, w->nnz);
  for (int i = 0; w->start && i < w->count; ++i)
    sort_some(w, w->start[i] - w->base, w->start[i + 1] - w->start[i]);
}

static cusparseStatus_t submit_sort(cusparseHandle_t handle, const sort_work *w,
                                    bool compressed) {
  QN_SPARSE_NEED(w->count >= 0 && w->nnz >= 0, "%d elements in %d", w->nnz,
                 w->count);
  QN_SPARSE_NEED(!compressed || w->start, "the array of offsets is null");
  QN_SPARSE_NEED(!w->nnz || (w->second && (compressed || w->first)),
                 "an array is null");
  return qn_sparse_submit(handle, run_sort, w, sizeof(*w));
}

cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *cooRowsA,
                                                const int *cooColsA,
                                                size_t *pBufferSizeInBytes) {
  QN_SPARSE_EMPTY(!nnz, qn_sparse_no_buffer(pBufferSizeInBytes));
  QN_SPARSE_PASS(m, n, nnz, cooRowsA, cooColsA, pBufferSizeInBytes);
  QN_SPARSE_BEGIN();
  return qn_sparse_no_buffer(pBufferSizeInBytes);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n,
                                       int nnz, int *cooRowsA, int *cooColsA,
                                       int *P, void *pBuffer) {
  QN_SPARSE_EMPTY(!nnz, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(m, n, nnz, cooRowsA, cooColsA, P, pBuffer);
  QN_SPARSE_BEGIN();
  const sort_work w = {m, nnz, 0, NULL, cooRowsA, cooColsA, P};
  return submit_sort(handle, &w, false);
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n,
                                          int nnz, int *cooRowsA, int *cooColsA,
                                          int *P, void *pBuffer) {
  QN_SPARSE_EMPTY(!nnz, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(m, n, nnz, cooRowsA, cooColsA, P, pBuffer);
  QN_SPARSE_BEGIN();
  const sort_work w = {n, nnz, 0, NULL, cooColsA, cooRowsA, P};
  return submit_sort(handle, &w, false);
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *csrRowPtrA,
                                                const int *csrColIndA,
                                                size_t *pBufferSizeInBytes) {
  QN_SPARSE_EMPTY(!nnz, qn_sparse_no_buffer(pBufferSizeInBytes));
  QN_SPARSE_PASS(m, n, nnz, csrRowPtrA, csrColIndA, pBufferSizeInBytes);
  QN_SPARSE_BEGIN();
  return qn_sparse_no_buffer(pBufferSizeInBytes);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n,
                                  int nnz, const cusparseMatDescr_t descrA,
                                  const int *csrRowPtrA, int *csrColIndA,
                                  int *P, void *pBuffer) {
  QN_SPARSE_EMPTY(!nnz, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(m, n, nnz, descrA, csrRowPtrA, csrColIndA, P, pBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(qn_sparse_check_descr(descrA));
  const sort_work w = {m, nnz, descrA->base, csrRowPtrA, NULL, csrColIndA, P};
  return submit_sort(handle, &w, true);
}
cusparseStatus_t cusparseXcscsort_bufferSizeExt(cusparseHandle_t handle, int m,
                                                int n, int nnz,
                                                const int *cscColPtrA,
                                                const int *cscRowIndA,
                                                size_t *pBufferSizeInBytes) {
  QN_SPARSE_EMPTY(!nnz, qn_sparse_no_buffer(pBufferSizeInBytes));
  QN_SPARSE_PASS(m, n, nnz, cscColPtrA, cscRowIndA, pBufferSizeInBytes);
  QN_SPARSE_BEGIN();
  return qn_sparse_no_buffer(pBufferSizeInBytes);
}
cusparseStatus_t cusparseXcscsort(cusparseHandle_t handle, int m, int n,
                                  int nnz, const cusparseMatDescr_t descrA,
                                  const int *cscColPtrA, int *cscRowIndA,
                                  int *P, void *pBuffer) {
  QN_SPARSE_EMPTY(!nnz, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(m, n, nnz, descrA, cscColPtrA, cscRowIndA, P, pBuffer);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(qn_sparse_check_descr(descrA));
  const sort_work w = {n, nnz, descrA->base, cscColPtrA, NULL, cscRowIndA, P};
  return submit_sort(handle, &w, true);
}

typedef struct identity_work {
  int n, *p;
} identity_work;
static void run_identity(const void *args) {
  const identity_work *w = args;
  for (int i = 0; i < w->n; ++i)
    w->p[i] = i;
}
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle,
                                                   int n, int *p) {
  QN_SPARSE_EMPTY(!n, CUSPARSE_STATUS_SUCCESS);
  QN_SPARSE_PASS(n, p);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(n >= 0 && (p || !n), "%d numbers", n);
  const identity_work w = {n, p};
  return qn_sparse_submit(handle, run_identity, &w, sizeof(w));
}

// ---- How many elements of a dense matrix are not zero

typedef struct nnz_work {
  bool by_rows;
  int m, n, type, lda;
  const void *a;
  int *each, *all;
} nnz_work;

static void run_nnz(const void *args) {
  const nnz_work *w = args;
  const int outer = w->by_rows ? w->m : w->n, inner = w->by_rows ? w->n : w->m;
  int all = 0;
  for (int i = 0; i < outer; ++i) {
    int count = 0;
    for (int j = 0; j < inner; ++j)
      count += qn_num_load(w->type, w->a,
                           w->by_rows ? i + (int64_t)j * w->lda
                                      : j + (int64_t)i * w->lda) != 0;
    w->each[i] = count;
    all += count;
  }
  *w->all = all;
}
static cusparseStatus_t submit_nnz(cusparseHandle_t handle, const nnz_work *w,
                                   cusparseDirection_t dir) {
  QN_SPARSE_NEED((unsigned)dir < 2, "there is no direction %d", (int)dir);
  QN_SPARSE_NEED(w->m >= 0 && w->n >= 0 && w->lda >= (w->m > 1 ? w->m : 1),
                 "%d by %d elements, columns %d apart", w->m, w->n, w->lda);
  QN_SPARSE_NEED(w->all && (!w->m || !w->n || (w->a && w->each)),
                 "an array is null");
  return qn_sparse_submit_for(handle, !handle->device_pointers, run_nnz, w,
                              sizeof(*w));
}
// Of matrices without elements on an NVIDIA device.
static cusparseStatus_t count_none(cusparseHandle_t handle, int count,
                                   int *each, int *all) {
  if (count && (!each || hipMemsetAsync(each, 0, (size_t)count * sizeof(*each),
                                        handle->stream) != hipSuccess))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return qn_sparse_answer_zero(handle, all, sizeof(*all));
}
static cusparseStatus_t offsets_of_none(cusparseHandle_t handle,
                                        cusparseMatDescr_t descr, int rows,
                                        int *start, int *all) {
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_TRY(qn_sparse_fill_offsets(handle, start, (int64_t)rows + 1,
                                       CUSPARSE_INDEX_32I, descr->base));
  return qn_sparse_answer_zero(handle, all, sizeof(*all));
}

#define NNZ(X, T, type)                                                        \
  cusparseStatus_t cusparse##X##nnz(                                           \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
      const cusparseMatDescr_t descrA, const T *A, int lda, int *nnzPerRowCol, \
      int *nnzTotalDevHostPtr) {                                               \
    QN_SPARSE_EMPTY(!m || !n,                                                  \
                    count_none(handle, dirA == CUSPARSE_DIRECTION_ROW ? m : n, \
                               nnzPerRowCol, nnzTotalDevHostPtr));             \
    QN_SPARSE_PASS(dirA, m, n, descrA, A, lda, nnzPerRowCol,                   \
                   nnzTotalDevHostPtr);                                        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    const nnz_work w = {dirA == CUSPARSE_DIRECTION_ROW,                        \
                        m,                                                     \
                        n,                                                     \
                        type,                                                  \
                        lda,                                                   \
                        A,                                                     \
                        nnzPerRowCol,                                          \
                        nnzTotalDevHostPtr};                                   \
    return submit_nnz(handle, &w, dirA);                                       \
  }
EACH_TYPE(NNZ)

// ---- y = alpha op(A) x + beta y of a sparse x

typedef struct gemvi {
  cusparseOperation_t op;
  int m, n, lda, nnz, base, type;
  qn_scalar alpha, beta;
  const void *a, *value;
  const int *index;
  void *y;
} gemvi;

static void run_gemvi(const void *args) {
  const gemvi *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  const bool turns = w->op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  for (int i = 0; i < (turns ? w->n : w->m); ++i) {
    qn_num sum = 0;
    for (int k = 0; k < w->nnz && alpha != 0; ++k) {
      const int j = w->index[k] - w->base;
      const qn_num v = qn_num_load(w->type, w->a,
                                   turns ? j + (int64_t)i * w->lda
                                         : i + (int64_t)j * w->lda);
      sum += (w->op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conj(v) : v) *
             qn_num_load(w->type, w->value, k);
    }
    const qn_num y = beta == 0 ? 0 : beta * qn_num_load(w->type, w->y, i);
    qn_num_store(w->type, w->y, i, y + (alpha == 0 ? 0 : alpha * sum));
  }
}
static cusparseStatus_t submit_gemvi(cusparseHandle_t handle, gemvi *w,
                                     const void *alpha, const void *beta) {
  QN_SPARSE_TRY(qn_sparse_check_op(w->op));
  QN_SPARSE_NEED(w->m >= 0 && w->n >= 0 && w->nnz >= 0 &&
                     w->lda >= (w->m > 1 ? w->m : 1),
                 "%d by %d elements, columns %d apart, %d of x", w->m, w->n,
                 w->lda, w->nnz);
  QN_SPARSE_NEED((unsigned)w->base < 2, "there is no base %d", w->base);
  QN_SPARSE_NEED(alpha && beta, "a factor is null");
  QN_SPARSE_NEED(!w->m || !w->n ||
                     (w->y && w->a && (!w->nnz || (w->value && w->index))),
                 "an array is null");
  w->alpha = qn_scalar_of(handle, alpha, w->type);
  w->beta = qn_scalar_of(handle, beta, w->type);
  return qn_sparse_submit(handle, run_gemvi, w, sizeof(*w));
}
static cusparseStatus_t int_size_of_none(int *size) {
  QN_SPARSE_NEED(size, "there is no place for the size");
  *size = 0;
  return CUSPARSE_STATUS_SUCCESS;
}
#define GEMVI_BUFFERSIZE(X, T, type)                                           \
  cusparseStatus_t cusparse##X##gemvi_bufferSize(                              \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, int n,       \
      int nnz, int *pBufferSize) {                                             \
    QN_SPARSE_EMPTY(!m || !n || !nnz, int_size_of_none(pBufferSize));          \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(qn_sparse_word_op(transA, type), m, n, nnz, pBufferSize);   \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_NEED(pBufferSize, "there is no place for the size");             \
    *pBufferSize = 0;                                                          \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
EACH_TYPE(GEMVI_BUFFERSIZE)
#define GEMVI(X, T, type)                                                      \
  cusparseStatus_t cusparse##X##gemvi(                                         \
      cusparseHandle_t handle, cusparseOperation_t transA, int m, int n,       \
      const T *alpha, const T *A, int lda, int nnz, const T *xVal,             \
      const int *xInd, const T *beta, T *y, cusparseIndexBase_t idxBase,       \
      void *pBuffer) {                                                         \
    QN_SPARSE_EMPTY(!m || !n || !nnz,                                          \
                    qn_sparse_scale_array(                                     \
                        handle, beta, type, y,                                 \
                        transA == CUSPARSE_OPERATION_NON_TRANSPOSE ? m : n));  \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(qn_sparse_word_op(transA, type), m, n,                      \
                   QN_SPARSE_SCALAR(alpha, type), A, lda, nnz, xVal, xInd,     \
                   QN_SPARSE_SCALAR(beta, type), y, idxBase, pBuffer);         \
    QN_SPARSE_BEGIN();                                                         \
    gemvi w = {transA, m, n,    lda,  nnz, (int)idxBase, type, {0},            \
               {0},    A, xVal, xInd, y};                                      \
    return submit_gemvi(handle, &w, alpha, beta);                              \
  }
EACH_TYPE(GEMVI)

// ---- C = alpha A + beta B

typedef struct geam {
  qn_csr_arrays a, b;
  qn_scalar alpha, beta;
  int base;
  void *value; // NULL: its pattern alone
  int *start, *col, *nnz;
} geam;

typedef struct sums {
  qn_num *sum;
  int *mark, *cols, count;
} sums;

static void add_row(sums *s, const qn_csr *a, int row, qn_num factor) {
  for (int64_t k = a->start[row]; k < a->start[row + 1]; ++k) {
    const int64_t j = a->col[k];
    if (s->mark[j] != row + 1) {
      s->mark[j] = row + 1;
      s->sum[j] = 0;
      s->cols[s->count++] = (int)j;
    }
    s->sum[j] += factor * a->value[k];
  }
}

static int by_number(const void *x, const void *y) {
  const int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}

static void run_geam(const void *args) {
  const geam *w = args;
  qn_csr a = qn_csr_of_arrays(&w->a), b = qn_csr_of_arrays(&w->b);
  const qn_num alpha = w->value ? qn_scalar_get(&w->alpha) : 1;
  const qn_num beta = w->value ? qn_scalar_get(&w->beta) : 1;
  sums s = {qn_sparse_memory((size_t)a.cols, sizeof(qn_num)),
            qn_sparse_memory((size_t)a.cols, sizeof(int)),
            qn_sparse_memory((size_t)a.cols, sizeof(int)), 0};
  int at = 0;
  for (int i = 0; i < a.rows; ++i) {
    s.count = 0;
    add_row(&s, &a, i, alpha);
    add_row(&s, &b, i, beta);
    qsort(s.cols, (size_t)s.count, sizeof(*s.cols), by_number);
    w->start[i] = at + w->base;
    for (int n = 0; n < s.count; ++n, ++at)
      if (w->value) {
        w->col[at] = s.cols[n] + w->base;
        qn_num_store(w->a.type, w->value, at, s.sum[s.cols[n]]);
      }
  }
  w->start[a.rows] = at + w->base;
  if (w->nnz)
    *w->nnz = at;
  qn_free(s.sum);
  qn_free(s.mark);
  qn_free(s.cols);
  qn_csr_free(&a);
  qn_csr_free(&b);
}

static cusparseStatus_t check_geam(const geam *w, int nnz_a, int nnz_b) {
  QN_SPARSE_NEED(w->a.rows >= 0 && w->a.cols >= 0 && nnz_a >= 0 && nnz_b >= 0,
                 "%d and %d elements in %d by %d", nnz_a, nnz_b, (int)w->a.rows,
                 (int)w->a.cols);
  QN_SPARSE_NEED(w->a.start && w->b.start && w->start && (!nnz_a || w->a.col) &&
                     (!nnz_b || w->b.col),
                 "an array is null");
  return CUSPARSE_STATUS_SUCCESS;
}
#define DESCRIPTORS()                                                          \
  QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                                \
  QN_SPARSE_TRY(qn_sparse_check_descr(descrB));                                \
  QN_SPARSE_TRY(qn_sparse_check_descr(descrC))

// NVIDIA's sums of matrices whose indices begin at different numbers were
// wrong.
static bool bases_differ(cusparseMatDescr_t a, cusparseMatDescr_t b,
                         cusparseMatDescr_t c) {
  return a && b && c && (a->base != b->base || a->base != c->base);
}
static cusparseStatus_t refuse_bases(const char *name) {
  return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                          "%s: the matrices have different bases, with which "
                          "NVIDIA's library is wrong",
                          name);
}
cusparseStatus_t cusparseXcsrgeam2Nnz(
    cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descrA,
    int nnzA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,
    const cusparseMatDescr_t descrB, int nnzB, const int *csrSortedRowPtrB,
    const int *csrSortedColIndB, const cusparseMatDescr_t descrC,
    int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *workspace) {
  QN_SPARSE_EMPTY(bases_differ(descrA, descrB, descrC), refuse_bases(__func__));
  QN_SPARSE_EMPTY(
      !m || !n || (!nnzA && !nnzB),
      offsets_of_none(handle, descrC, m, csrSortedRowPtrC, nnzTotalDevHostPtr));
  QN_SPARSE_UNSURE();
  QN_SPARSE_PASS(m, n, descrA, nnzA, csrSortedRowPtrA, csrSortedColIndA, descrB,
                 nnzB, csrSortedRowPtrB, csrSortedColIndB, descrC,
                 csrSortedRowPtrC, nnzTotalDevHostPtr, workspace);
  QN_SPARSE_BEGIN();
  DESCRIPTORS();
  const geam w = {
      .a = {m, n, csrSortedRowPtrA, csrSortedColIndA, NULL, descrA->base, 0},
      .b = {m, n, csrSortedRowPtrB, csrSortedColIndB, NULL, descrB->base, 0},
      .base = descrC->base,
      .start = csrSortedRowPtrC,
      .nnz = nnzTotalDevHostPtr};
  QN_SPARSE_TRY(check_geam(&w, nnzA, nnzB));
  QN_SPARSE_NEED(w.nnz, "there is no place for the number of elements");
  return qn_sparse_submit_for(handle, !handle->device_pointers, run_geam, &w,
                              sizeof(w));
}
#define CSRGEAM2_BUFFERSIZEEXT(X, T, type)                                     \
  cusparseStatus_t cusparse##X##csrgeam2_bufferSizeExt(                        \
      cusparseHandle_t handle, int m, int n, const T *alpha,                   \
      const cusparseMatDescr_t descrA, int nnzA, const T *csrSortedValA,       \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *beta, \
      const cusparseMatDescr_t descrB, int nnzB, const T *csrSortedValB,       \
      const int *csrSortedRowPtrB, const int *csrSortedColIndB,                \
      const cusparseMatDescr_t descrC, const T *csrSortedValC,                 \
      const int *csrSortedRowPtrC, const int *csrSortedColIndC,                \
      size_t *pBufferSizeInBytes) {                                            \
    QN_SPARSE_EMPTY(bases_differ(descrA, descrB, descrC),                      \
                    refuse_bases(__func__));                                   \
    QN_SPARSE_EMPTY(!m || !n || (!nnzA && !nnzB),                              \
                    qn_sparse_no_buffer(pBufferSizeInBytes));                  \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, QN_SPARSE_SCALAR(alpha, type), descrA, nnzA,          \
                   csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,          \
                   QN_SPARSE_SCALAR(beta, type), descrB, nnzB, csrSortedValB,  \
                   csrSortedRowPtrB, csrSortedColIndB, descrC, csrSortedValC,  \
                   csrSortedRowPtrC, csrSortedColIndC, pBufferSizeInBytes);    \
    QN_SPARSE_BEGIN();                                                         \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_TYPE(CSRGEAM2_BUFFERSIZEEXT)
#define CSRGEAM2(X, T, type)                                                   \
  cusparseStatus_t cusparse##X##csrgeam2(                                      \
      cusparseHandle_t handle, int m, int n, const T *alpha,                   \
      const cusparseMatDescr_t descrA, int nnzA, const T *csrSortedValA,       \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA, const T *beta, \
      const cusparseMatDescr_t descrB, int nnzB, const T *csrSortedValB,       \
      const int *csrSortedRowPtrB, const int *csrSortedColIndB,                \
      const cusparseMatDescr_t descrC, T *csrSortedValC,                       \
      int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer) {           \
    QN_SPARSE_EMPTY(bases_differ(descrA, descrB, descrC),                      \
                    refuse_bases(__func__));                                   \
    QN_SPARSE_EMPTY(!m || !n || (!nnzA && !nnzB), CUSPARSE_STATUS_SUCCESS);    \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(m, n, QN_SPARSE_SCALAR(alpha, type), descrA, nnzA,          \
                   csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,          \
                   QN_SPARSE_SCALAR(beta, type), descrB, nnzB, csrSortedValB,  \
                   csrSortedRowPtrB, csrSortedColIndB, descrC, csrSortedValC,  \
                   csrSortedRowPtrC, csrSortedColIndC, pBuffer);               \
    QN_SPARSE_BEGIN();                                                         \
    DESCRIPTORS();                                                             \
    geam w = {.a = {m, n, csrSortedRowPtrA, csrSortedColIndA, csrSortedValA,   \
                    descrA->base, type},                                       \
              .b = {m, n, csrSortedRowPtrB, csrSortedColIndB, csrSortedValB,   \
                    descrB->base, type},                                       \
              .base = descrC->base,                                            \
              .value = csrSortedValC,                                          \
              .start = csrSortedRowPtrC,                                       \
              .col = csrSortedColIndC};                                        \
    QN_SPARSE_TRY(check_geam(&w, nnzA, nnzB));                                 \
    QN_SPARSE_NEED(alpha && beta, "a factor is null");                         \
    QN_SPARSE_NEED((!nnzA && !nnzB) || (w.value && w.col),                     \
                   "an array is null");                                        \
    w.alpha = qn_scalar_of(handle, alpha, type);                               \
    w.beta = qn_scalar_of(handle, beta, type);                                 \
    if (!w.value)                                                              \
      return CUSPARSE_STATUS_SUCCESS;                                          \
    return qn_sparse_submit(handle, run_geam, &w, sizeof(w));                  \
  }
EACH_TYPE(CSRGEAM2)

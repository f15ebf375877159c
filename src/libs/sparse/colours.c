// SPDX-License-Identifier: Apache-2.0
// Colours of a matrix's graph, in which no two neighbours have the same; rows
// that are sorted, and as they were again.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

struct cusparseColorInfo {
  qn_sparse_object object;
};
struct csru2csrInfo {
  qn_sparse_object object;
  int nnz, *place; // where each element was before it was sorted
};

#define LIFE(Type, create, destroy, kind_)                                     \
  cusparseStatus_t create(Type *info) {                                        \
    QN_SPARSE_NEED(info, "there is no place for the object");                  \
    *info = qn_sparse_object_create(kind_, sizeof(**info));                    \
    return *info ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ALLOC_FAILED;     \
  }                                                                            \
  cusparseStatus_t destroy(Type info) {                                        \
    QN_SPARSE_NEED(qn_sparse_is(info, kind_), "there is no such object");      \
    forget_##kind_(info);                                                      \
    qn_sparse_object_destroy(info);                                            \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
static void forget_QN_SPARSE_COLOUR(cusparseColorInfo_t info) { (void)info; }
// Work of a stream may still use the places.
static void forget_QN_SPARSE_UNSORTED(csru2csrInfo_t info) {
  if (info->place)
    (void)hipDeviceSynchronize();
  qn_free(info->place);
}
LIFE(cusparseColorInfo_t, cusparseCreateColorInfo, cusparseDestroyColorInfo,
     QN_SPARSE_COLOUR)
LIFE(csru2csrInfo_t, cusparseCreateCsru2csrInfo, cusparseDestroyCsru2csrInfo,
     QN_SPARSE_UNSORTED)

// ---- Colours

typedef struct colour {
  qn_csr_arrays a;
  qn_scalar fraction;
  int *count, *of, *order; // `order` may be NULL
} colour;

// The first colour from 0 that no neighbour has; `near` has room for each row.
static int free_colour(const qn_csr *a, const qn_csr *t, const int *of, int row,
                       int *near) {
  const qn_csr *both[] = {a, t};
  for (int side = 0; side < 2; ++side)
    for (int64_t k = both[side]->start[row]; k < both[side]->start[row + 1];
         ++k) {
      const int64_t other = both[side]->col[k];
      if (other != row && of[other] >= 0)
        near[of[other]] = row + 1;
    }
  int c = 0;
  while (near[c] == row + 1)
    ++c;
  return c;
}

static void put_in_order(const colour *w, int count) {
  int at = 0;
  for (int c = 0; c < count; ++c)
    for (int i = 0; i < (int)w->a.rows; ++i)
      if (w->of[i] == c)
        w->order[at++] = i;
}

// One row after another; those beyond the fraction have a colour of their own.
static void run_colour(const void *args) {
  const colour *w = args;
  const int rows = (int)w->a.rows;
  const double wanted = creal(qn_scalar_get(&w->fraction)) * rows;
  qn_csr a = qn_csr_of_arrays(&w->a), t = qn_csr_transposed(&a, false);
  int *near = qn_sparse_memory((size_t)rows + 1, sizeof(int));
  int count = 0;
  for (int i = 0; i < rows; ++i)
    w->of[i] = -1;
  for (int i = 0; i < rows; ++i) {
    w->of[i] = i < wanted ? free_colour(&a, &t, w->of, i, near) : count;
    if (w->of[i] >= count)
      count = w->of[i] + 1;
  }
  if (w->count)
    *w->count = count;
  if (w->order)
    put_in_order(w, count);
  qn_free(near);
  qn_csr_free(&a);
  qn_csr_free(&t);
}

#define COLOUR(X, T, R, type_, real)                                           \
  cusparseStatus_t cusparse##X##csrcolor(                                      \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      const R *fractionToColor, int *ncolors, int *coloring, int *reordering,  \
      const cusparseColorInfo_t info) {                                        \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA, csrSortedRowPtrA,            \
                   csrSortedColIndA, QN_SPARSE_SCALAR(fractionToColor, real),  \
                   ncolors, coloring, reordering, info);                       \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_COLOUR),                       \
                   "'info' is none of colours");                               \
    QN_SPARSE_NEED(m >= 0 && nnz >= 0, "%d rows, %d elements", m, nnz);        \
    QN_SPARSE_NEED(csrSortedRowPtrA && fractionToColor && ncolors &&           \
                       (!m || coloring),                                       \
                   "an array is null");                                        \
    const colour w = {                                                         \
        {m, m, csrSortedRowPtrA, csrSortedColIndA, NULL, descrA->base, type_}, \
        qn_scalar_of(handle, fractionToColor, real),                           \
        ncolors,                                                               \
        coloring,                                                              \
        reordering};                                                           \
    return qn_sparse_submit_for(handle, !handle->device_pointers, run_colour,  \
                                &w, sizeof(w));                                \
  }
COLOUR(S, float, float, CUDA_R_32F, CUDA_R_32F)
COLOUR(D, double, double, CUDA_R_64F, CUDA_R_64F)
COLOUR(C, cuComplex, float, CUDA_C_32F, CUDA_R_32F)
COLOUR(Z, cuDoubleComplex, double, CUDA_C_64F, CUDA_R_64F)

// ---- Rows in order, and as they were

typedef struct sort {
  int rows, base;
  const int *start;
  int *col;
  char *value;
  size_t size; // of an element
  csru2csrInfo_t info;
} sort;

typedef struct entry {
  int col, place;
} entry;

static int by_column(const void *x, const void *y) {
  const entry *a = x, *b = y;
  if (a->col != b->col)
    return a->col < b->col ? -1 : 1;
  return a->place < b->place ? -1 : 1;
}

// Element k comes from place[k], or goes there.
static void move(const sort *w, int nnz, bool back) {
  const int *place = w->info->place;
  char *old = qn_sparse_memory((size_t)nnz, w->size);
  int *old_col = qn_sparse_memory((size_t)nnz, sizeof(int));
  memcpy(old, w->value, (size_t)nnz * w->size);
  memcpy(old_col, w->col, (size_t)nnz * sizeof(int));
  for (int k = 0; k < nnz; ++k) {
    const int from = back ? k : place[k], to = back ? place[k] : k;
    memcpy(w->value + (size_t)to * w->size, old + (size_t)from * w->size,
           w->size);
    w->col[to] = old_col[from];
  }
  qn_free(old);
  qn_free(old_col);
}

static void run_sort(const void *args) {
  const sort *w = args;
  const int nnz = w->rows ? w->start[w->rows] - w->base : 0;
  entry *all = qn_sparse_memory((size_t)nnz, sizeof(*all));
  for (int k = 0; k < nnz; ++k)
    all[k] = (entry){w->col[k], k};
  for (int i = 0; i < w->rows; ++i) {
    const int first = w->start[i] - w->base, end = w->start[i + 1] - w->base;
    qsort(all + first, (size_t)(end - first), sizeof(*all), by_column);
  }
  for (int k = 0; k < nnz && k < w->info->nnz; ++k)
    w->info->place[k] = all[k].place;
  qn_free(all);
  move(w, nnz < w->info->nnz ? nnz : w->info->nnz, false);
}

static void run_back(const void *args) {
  const sort *w = args;
  move(w, w->info->nnz, true);
}

static cusparseStatus_t check_sort(const sort *w, cusparseMatDescr_t descr,
                                   int cols, int nnz) {
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(qn_sparse_is(w->info, QN_SPARSE_UNSORTED),
                 "'info' is none of csru2csr");
  QN_SPARSE_NEED(w->rows >= 0 && cols >= 0 && nnz >= 0, "%d by %d, %d elements",
                 w->rows, cols, nnz);
  QN_SPARSE_NEED(w->start && (!nnz || (w->col && w->value)),
                 "an array is null");
  return CUSPARSE_STATUS_SUCCESS;
}

// The places are written by the stream, so that they must be there before.
static cusparseStatus_t submit_sort(cusparseHandle_t handle, const sort *w,
                                    int nnz) {
  if (w->info->nnz != nnz || !w->info->place) {
    QN_SPARSE_TRY(qn_sparse_check_wait(handle, true));
    QN_SPARSE_TRY(qn_sparse_wait(handle)); // work with the old ones
    qn_free(w->info->place);
    w->info->nnz = 0;
    w->info->place = qn_alloc_array((size_t)nnz + 1, sizeof(int));
    if (!w->info->place)
      return CUSPARSE_STATUS_ALLOC_FAILED;
    w->info->nnz = nnz;
  }
  return qn_sparse_submit(handle, run_sort, w, sizeof(*w));
}

#define SORTS(X, T, type_)                                                     \
  cusparseStatus_t cusparse##X##csru2csr_bufferSizeExt(                        \
      cusparseHandle_t handle, int m, int n, int nnz, T *csrVal,               \
      const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info,               \
      size_t *pBufferSizeInBytes) {                                            \
    QN_SPARSE_PASS(m, n, nnz, csrVal, csrRowPtr, csrColInd, info,              \
                   pBufferSizeInBytes);                                        \
    QN_SPARSE_BEGIN();                                                         \
    (void)csrVal, (void)csrRowPtr, (void)csrColInd;                            \
    QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_UNSORTED) && m >= 0 &&         \
                       n >= 0 && nnz >= 0,                                     \
                   "%d by %d, %d elements, or no object", m, n, nnz);          \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }                                                                            \
  cusparseStatus_t cusparse##X##csru2csr(                                      \
      cusparseHandle_t handle, int m, int n, int nnz,                          \
      const cusparseMatDescr_t descrA, T *csrVal, const int *csrRowPtr,        \
      int *csrColInd, csru2csrInfo_t info, void *pBuffer) {                    \
    QN_SPARSE_PASS(m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info,      \
                   pBuffer);                                                   \
    QN_SPARSE_BEGIN();                                                         \
    (void)pBuffer;                                                             \
    sort w = {m, 0, csrRowPtr, csrColInd, (char *)csrVal, sizeof(T), info};    \
    QN_SPARSE_TRY(check_sort(&w, descrA, n, nnz));                             \
    w.base = descrA->base;                                                     \
    return submit_sort(handle, &w, nnz);                                       \
  }                                                                            \
  cusparseStatus_t cusparse##X##csr2csru(                                      \
      cusparseHandle_t handle, int m, int n, int nnz,                          \
      const cusparseMatDescr_t descrA, T *csrVal, const int *csrRowPtr,        \
      int *csrColInd, csru2csrInfo_t info, void *pBuffer) {                    \
    QN_SPARSE_PASS(m, n, nnz, descrA, csrVal, csrRowPtr, csrColInd, info,      \
                   pBuffer);                                                   \
    QN_SPARSE_BEGIN();                                                         \
    (void)pBuffer;                                                             \
    sort w = {m, 0, csrRowPtr, csrColInd, (char *)csrVal, sizeof(T), info};    \
    QN_SPARSE_TRY(check_sort(&w, descrA, n, nnz));                             \
    QN_SPARSE_NEED(info->place && info->nnz == nnz,                            \
                   "'info' is of %d sorted elements, not of %d", info->nnz,    \
                   nnz);                                                       \
    return qn_sparse_submit(handle, run_back, &w, sizeof(w));                  \
  }
EACH_TYPE(SORTS)

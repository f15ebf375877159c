// SPDX-License-Identifier: Apache-2.0
// The older functions of matrices of square blocks.
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/blocks.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

// A matrix of blocks as a descriptor has it.
struct cusparseSpMatDescr qn_blocks_of(const int *start, const int *col,
                                       const void *value, int type) {
  return (struct cusparseSpMatDescr){.format = CUSPARSE_FORMAT_BSR,
                                     .offsets = (void *)(uintptr_t)start,
                                     .indices = (void *)(uintptr_t)col,
                                     .values = (void *)(uintptr_t)value,
                                     .offset_type = CUSPARSE_INDEX_32I,
                                     .index_type = CUSPARSE_INDEX_32I,
                                     .type = type,
                                     .batch_count = 1};
}

cusparseStatus_t qn_blocks_set_form(struct cusparseSpMatDescr *m,
                                    qn_blocks_form form,
                                    cusparseDirection_t dir) {
  QN_SPARSE_NEED(form.rows >= 0 && form.cols >= 0 && form.height >= 1 &&
                     form.width >= 1,
                 "%d by %d blocks of %d by %d", form.rows, form.cols,
                 form.height, form.width);
  QN_SPARSE_NEED((unsigned)dir < 2, "there is no direction %d", (int)dir);
  QN_SPARSE_NEED(m->offsets, "the array of offsets is null");
  m->rows = (int64_t)form.rows * form.height;
  m->cols = (int64_t)form.cols * form.width;
  m->block_rows = form.height;
  m->block_cols = form.width;
  m->order =
      dir == CUSPARSE_DIRECTION_ROW ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- Products

typedef struct product {
  struct cusparseSpMatDescr a;
  cusparseOperation_t op_a, op_b;
  int n, ldb, ldc; // a vector is one column
  qn_scalar alpha, beta;
  const void *b;
  void *c;
} product;

static void run_product(const void *args) {
  const product *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  const int type = w->a.type;
  const bool turns = w->op_b != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool conjugates = w->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  qn_csr a = qn_csr_op(qn_csr_of(&w->a, 0), w->op_a);
  for (int64_t j = 0; j < w->n; ++j)
    for (int64_t i = 0; i < a.rows; ++i) {
      qn_num sum = 0;
      for (int64_t k = a.start[i]; k < a.start[i + 1] && alpha != 0; ++k) {
        const int64_t l = a.col[k];
        const qn_num b =
            qn_num_load(type, w->b, turns ? j + l * w->ldb : l + j * w->ldb);
        sum += a.value[k] * (conjugates ? conj(b) : b);
      }
      const int64_t at = i + j * w->ldc;
      qn_num_store(type, w->c, at,
                   (beta == 0 ? 0 : beta * qn_num_load(type, w->c, at)) +
                       (alpha == 0 ? 0 : alpha * sum));
    }
  qn_csr_free(&a);
}

static cusparseStatus_t submit_product(cusparseHandle_t handle, product *w,
                                       const void *alpha, const void *beta) {
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_a));
  QN_SPARSE_TRY(qn_sparse_check_op(w->op_b));
  QN_SPARSE_NEED(alpha && beta, "a factor is null");
  QN_SPARSE_NEED((w->b || !w->a.cols) && (w->c || !w->a.rows),
                 "an array is null");
  w->alpha = qn_scalar_of(handle, alpha, w->a.type);
  w->beta = qn_scalar_of(handle, beta, w->a.type);
  return qn_sparse_submit(handle, run_product, w, sizeof(*w));
}

#define BSRMV(X, T, type)                                                      \
  cusparseStatus_t cusparse##X##bsrmv(                                         \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int mb, int nb, int nnzb, const T *alpha,    \
      const cusparseMatDescr_t descrA, const T *bsrSortedValA,                 \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,  \
      const T *x, const T *beta, T *y) {                                       \
    QN_SPARSE_PASS(dirA, transA, mb, nb, nnzb, QN_SPARSE_SCALAR(alpha, type),  \
                   descrA, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA,  \
                   blockDim, x, QN_SPARSE_SCALAR(beta, type), y);              \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    product w = {.a = qn_blocks_of(bsrSortedRowPtrA, bsrSortedColIndA,         \
                                   bsrSortedValA, type),                       \
                 .op_a = transA,                                               \
                 .n = 1,                                                       \
                 .b = x,                                                       \
                 .c = y};                                                      \
    QN_SPARSE_TRY(qn_blocks_set_form(                                          \
        &w.a, (const qn_blocks_form){mb, nb, blockDim, blockDim}, dirA));      \
    w.a.base = descrA->base;                                                   \
    return submit_product(handle, &w, alpha, beta);                            \
  }
EACH_TYPE(BSRMV)
#define BSRMM(X, T, type)                                                      \
  cusparseStatus_t cusparse##X##bsrmm(                                         \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n,   \
      int kb, int nnzb, const T *alpha, const cusparseMatDescr_t descrA,       \
      const T *bsrSortedValA, const int *bsrSortedRowPtrA,                     \
      const int *bsrSortedColIndA, const int blockSize, const T *B,            \
      const int ldb, const T *beta, T *C, int ldc) {                           \
    QN_SPARSE_PASS(dirA, transA, transB, mb, n, kb, nnzb,                      \
                   QN_SPARSE_SCALAR(alpha, type), descrA, bsrSortedValA,       \
                   bsrSortedRowPtrA, bsrSortedColIndA, blockSize, B, ldb,      \
                   QN_SPARSE_SCALAR(beta, type), C, ldc);                      \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    product w = {.a = qn_blocks_of(bsrSortedRowPtrA, bsrSortedColIndA,         \
                                   bsrSortedValA, type),                       \
                 .op_a = transA,                                               \
                 .op_b = transB,                                               \
                 .n = n,                                                       \
                 .ldb = ldb,                                                   \
                 .ldc = ldc,                                                   \
                 .b = B,                                                       \
                 .c = C};                                                      \
    QN_SPARSE_TRY(qn_blocks_set_form(                                          \
        &w.a, (const qn_blocks_form){mb, kb, blockSize, blockSize}, dirA));    \
    const bool turns = transA != CUSPARSE_OPERATION_NON_TRANSPOSE;             \
    const int64_t inner = turns ? w.a.rows : w.a.cols;                         \
    const int64_t outer = turns ? w.a.cols : w.a.rows;                         \
    QN_SPARSE_NEED(                                                            \
        n >= 0 &&                                                              \
            ldb >= (transB == CUSPARSE_OPERATION_NON_TRANSPOSE ? inner : n) && \
            ldc >= outer,                                                      \
        "%d columns, %d and %d apart", n, ldb, ldc);                           \
    w.a.base = descrA->base;                                                   \
    return submit_product(handle, &w, alpha, beta);                            \
  }
EACH_TYPE(BSRMM)

// ---- From CSR and back

// Of a row of blocks where in the result each one is, or will be.
typedef struct row_blocks {
  int *mark, count; // from 1, for a column of blocks; 0: none
} row_blocks;

static void find_blocks(const qn_blocks_work *w, const qn_csr *a, int row,
                        row_blocks *out) {
  const int wide = (int)((a->cols + w->width - 1) / w->width);
  memset(out->mark, 0, (size_t)wide * sizeof(int));
  for (int64_t i = (int64_t)row * w->height;
       i < (int64_t)(row + 1) * w->height && i < a->rows; ++i)
    for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
      out->mark[a->col[k] / w->width] = 1;
  out->count = 0;
  for (int j = 0; j < wide; ++j)
    if (out->mark[j])
      out->mark[j] = ++out->count;
}

static void fill_blocks(const qn_blocks_work *w, const qn_csr *a, int row,
                        int first, const row_blocks *blocks) {
  const int64_t r = w->height, c = w->width;
  const int wide = (int)((a->cols + c - 1) / c);
  for (int j = 0; j < wide; ++j)
    if (blocks->mark[j])
      w->col[first + blocks->mark[j] - 1] = j + w->base;
  for (int64_t e = 0; e < blocks->count * r * c; ++e)
    qn_num_store(w->type, w->value, first * r * c + e, 0);
  for (int64_t i = row * r; i < (row + 1) * r && i < a->rows; ++i)
    for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k) {
      const int64_t y = i % r, x = a->col[k] % c;
      const int64_t block = first + blocks->mark[a->col[k] / c] - 1;
      qn_num_store(w->type, w->value,
                   block * r * c + (w->by_rows ? y * c + x : x * r + y),
                   a->value[k]);
    }
}

void qn_blocks_run(const void *args) {
  const qn_blocks_work *w = args;
  qn_csr a =
      w->is_blocks ? qn_csr_of(&w->blocks, 0) : qn_csr_of_arrays(&w->from);
  const int rows = (int)((a.rows + w->height - 1) / w->height);
  row_blocks blocks = {
      qn_sparse_memory((size_t)(a.cols / w->width) + 1, sizeof(int)), 0};
  int at = 0;
  for (int i = 0; i < rows; ++i) {
    find_blocks(w, &a, i, &blocks);
    w->start[i] = at + w->base;
    if (w->value)
      fill_blocks(w, &a, i, at, &blocks);
    at += blocks.count;
  }
  w->start[rows] = at + w->base;
  if (w->nnz)
    *w->nnz = at;
  qn_free(blocks.mark);
  qn_csr_free(&a);
}

cusparseStatus_t qn_blocks_check(const qn_blocks_work *w,
                                 cusparseDirection_t dir) {
  QN_SPARSE_NEED(w->from.rows >= 0 && w->from.cols >= 0 && w->height >= 1 &&
                     w->width >= 1,
                 "%d by %d in blocks of %d by %d", (int)w->from.rows,
                 (int)w->from.cols, w->height, w->width);
  QN_SPARSE_NEED((unsigned)dir < 2, "there is no direction %d", (int)dir);
  QN_SPARSE_NEED((w->is_blocks || w->from.start) && w->start,
                 "an array of offsets is null");
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t
cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                    int n, const cusparseMatDescr_t descrA,
                    const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                    int blockDim, const cusparseMatDescr_t descrC,
                    int *bsrSortedRowPtrC, int *nnzTotalDevHostPtr) {
  QN_SPARSE_UNSURE_OF_BASES(blockDim, blockDim);
  QN_SPARSE_PASS(dirA, m, n, descrA, csrSortedRowPtrA, csrSortedColIndA,
                 blockDim, descrC, bsrSortedRowPtrC, nnzTotalDevHostPtr);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(qn_sparse_check_descr(descrA));
  QN_SPARSE_TRY(qn_sparse_check_descr(descrC));
  const qn_blocks_work w = {
      .from = {m, n, csrSortedRowPtrA, csrSortedColIndA, NULL, descrA->base, 0},
      .height = blockDim,
      .width = blockDim,
      .base = descrC->base,
      .start = bsrSortedRowPtrC,
      .nnz = nnzTotalDevHostPtr};
  QN_SPARSE_TRY(qn_blocks_check(&w, dirA));
  QN_SPARSE_NEED(w.nnz, "there is no place for the number of blocks");
  return qn_sparse_submit_for(handle, !handle->device_pointers, qn_blocks_run,
                              &w, sizeof(w));
}
#define CSR2BSR(X, T, type_)                                                   \
  cusparseStatus_t cusparse##X##csr2bsr(                                       \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA, int blockDim,  \
      const cusparseMatDescr_t descrC, T *bsrSortedValC,                       \
      int *bsrSortedRowPtrC, int *bsrSortedColIndC) {                          \
    QN_SPARSE_UNSURE_OF_BASES(blockDim, blockDim);                             \
    QN_SPARSE_PASS(dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, blockDim, descrC, bsrSortedValC,          \
                   bsrSortedRowPtrC, bsrSortedColIndC);                        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrC));                              \
    const qn_blocks_work w = {.from = {m, n, csrSortedRowPtrA,                 \
                                       csrSortedColIndA, csrSortedValA,        \
                                       descrA->base, type_},                   \
                              .type = type_,                                   \
                              .height = blockDim,                              \
                              .width = blockDim,                               \
                              .by_rows = dirA == CUSPARSE_DIRECTION_ROW,       \
                              .base = descrC->base,                            \
                              .value = bsrSortedValC,                          \
                              .start = bsrSortedRowPtrC,                       \
                              .col = bsrSortedColIndC};                        \
    QN_SPARSE_TRY(qn_blocks_check(&w, dirA));                                  \
    QN_SPARSE_NEED(!w.value == !w.col, "an array is null");                    \
    return qn_sparse_submit(handle, qn_blocks_run, &w, sizeof(w));             \
  }
EACH_TYPE(CSR2BSR)

void qn_blocks_run_to_rows(const void *args) {
  const qn_blocks_to_rows *w = args;
  qn_csr a = qn_csr_of(&w->a, 0);
  for (int64_t i = 0; i <= a.rows; ++i)
    w->start[i] = (int)a.start[i] + w->base;
  for (int64_t k = 0; k < a.nnz; ++k) {
    w->col[k] = (int)a.col[k] + w->base;
    if (w->value)
      qn_num_store(w->a.type, w->value, k, a.value[k]);
  }
  qn_csr_free(&a);
}

#define BSR2CSR(X, T, type)                                                    \
  cusparseStatus_t cusparse##X##bsr2csr(                                       \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,       \
      const cusparseMatDescr_t descrA, const T *bsrSortedValA,                 \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,  \
      const cusparseMatDescr_t descrC, T *csrSortedValC,                       \
      int *csrSortedRowPtrC, int *csrSortedColIndC) {                          \
    QN_SPARSE_UNSURE_OF_BASES(blockDim, blockDim);                             \
    QN_SPARSE_PASS(dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA,      \
                   bsrSortedColIndA, blockDim, descrC, csrSortedValC,          \
                   csrSortedRowPtrC, csrSortedColIndC);                        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrC));                              \
    qn_blocks_to_rows w = {.a = qn_blocks_of(bsrSortedRowPtrA,                 \
                                             bsrSortedColIndA, bsrSortedValA,  \
                                             type),                            \
                           .base = descrC->base,                               \
                           .value = csrSortedValC,                             \
                           .start = csrSortedRowPtrC,                          \
                           .col = csrSortedColIndC};                           \
    QN_SPARSE_TRY(qn_blocks_set_form(                                          \
        &w.a, (const qn_blocks_form){mb, nb, blockDim, blockDim}, dirA));      \
    QN_SPARSE_NEED(w.start, "the array of offsets is null");                   \
    w.a.base = descrA->base;                                                   \
    return qn_sparse_submit(handle, qn_blocks_run_to_rows, &w, sizeof(w));     \
  }
EACH_TYPE(BSR2CSR)

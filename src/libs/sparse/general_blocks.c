// SPDX-License-Identifier: Apache-2.0
// The older functions of matrices whose blocks need not be square, and products
// of some rows of blocks.
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/blocks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

static cusparseStatus_t check_two(cusparseMatDescr_t a, cusparseMatDescr_t c) {
  QN_SPARSE_TRY(qn_sparse_check_descr(a));
  return qn_sparse_check_descr(c);
}

// Sizes of buffers, which nothing needs, in both their forms.
static cusparseStatus_t no_bytes(int *bytes) {
  size_t none = 0;
  QN_SPARSE_TRY(qn_sparse_no_buffer(bytes ? &none : NULL));
  *bytes = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- From CSR, and back

#define CSR_ARRAYS                                                             \
  {m, n, csrSortedRowPtrA, csrSortedColIndA, NULL, descrA->base, 0}

cusparseStatus_t
cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                      int n, const cusparseMatDescr_t descrA,
                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                      const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                      int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr,
                      void *pBuffer) {
  QN_SPARSE_UNSURE_OF_BASES(rowBlockDim, colBlockDim);
  QN_SPARSE_PASS(dirA, m, n, descrA, csrSortedRowPtrA, csrSortedColIndA, descrC,
                 bsrSortedRowPtrC, rowBlockDim, colBlockDim, nnzTotalDevHostPtr,
                 pBuffer);
  QN_SPARSE_BEGIN();
  (void)pBuffer;
  QN_SPARSE_TRY(check_two(descrA, descrC));
  const qn_blocks_work w = {.from = CSR_ARRAYS,
                            .height = rowBlockDim,
                            .width = colBlockDim,
                            .base = descrC->base,
                            .start = bsrSortedRowPtrC,
                            .nnz = nnzTotalDevHostPtr};
  QN_SPARSE_TRY(qn_blocks_check(&w, dirA));
  QN_SPARSE_NEED(w.nnz, "there is no place for the number of blocks");
  return qn_sparse_submit_for(handle, !handle->device_pointers, qn_blocks_run,
                              &w, sizeof(w));
}

#define CSR_BLOCK_SIZES(X, T, name, S, answer)                                 \
  cusparseStatus_t cusparse##X##name(                                          \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      int rowBlockDim, int colBlockDim, S *pBufferSize) {                      \
    QN_SPARSE_PASS(dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, rowBlockDim, colBlockDim, pBufferSize);   \
    QN_SPARSE_BEGIN();                                                         \
    (void)dirA, (void)csrSortedValA, (void)csrSortedRowPtrA;                   \
    (void)csrSortedColIndA;                                                    \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    QN_SPARSE_NEED(m >= 0 && n >= 0 && rowBlockDim >= 1 && colBlockDim >= 1,   \
                   "%d by %d in blocks of %d by %d", m, n, rowBlockDim,        \
                   colBlockDim);                                               \
    return answer(pBufferSize);                                                \
  }
#define CSR_BLOCKS(X, T, type_)                                                \
  CSR_BLOCK_SIZES(X, T, csr2gebsr_bufferSize, int, no_bytes)                   \
  CSR_BLOCK_SIZES(X, T, csr2gebsr_bufferSizeExt, size_t, qn_sparse_no_buffer)  \
  cusparseStatus_t cusparse##X##csr2gebsr(                                     \
      cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,         \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      const cusparseMatDescr_t descrC, T *bsrSortedValC,                       \
      int *bsrSortedRowPtrC, int *bsrSortedColIndC, int rowBlockDim,           \
      int colBlockDim, void *pBuffer) {                                        \
    QN_SPARSE_UNSURE_OF_BASES(rowBlockDim, colBlockDim);                       \
    QN_SPARSE_PASS(dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA,        \
                   csrSortedColIndA, descrC, bsrSortedValC, bsrSortedRowPtrC,  \
                   bsrSortedColIndC, rowBlockDim, colBlockDim, pBuffer);       \
    QN_SPARSE_BEGIN();                                                         \
    (void)pBuffer;                                                             \
    QN_SPARSE_TRY(check_two(descrA, descrC));                                  \
    qn_blocks_work w = {.from = CSR_ARRAYS,                                    \
                        .height = rowBlockDim,                                 \
                        .width = colBlockDim,                                  \
                        .by_rows = dirA == CUSPARSE_DIRECTION_ROW,             \
                        .base = descrC->base,                                  \
                        .type = type_,                                         \
                        .value = bsrSortedValC,                                \
                        .start = bsrSortedRowPtrC,                             \
                        .col = bsrSortedColIndC};                              \
    w.from.value = csrSortedValA;                                              \
    w.from.type = type_;                                                       \
    QN_SPARSE_TRY(qn_blocks_check(&w, dirA));                                  \
    QN_SPARSE_NEED(!w.value == !w.col, "an array is null");                    \
    return qn_sparse_submit(handle, qn_blocks_run, &w, sizeof(w));             \
  }
EACH_TYPE(CSR_BLOCKS)

static cusparseStatus_t to_rows(cusparseHandle_t handle, qn_blocks_to_rows *w,
                                cusparseMatDescr_t a, cusparseMatDescr_t c) {
  QN_SPARSE_NEED(w->start, "the array of offsets is null");
  w->a.base = a->base;
  w->base = c->base;
  return qn_sparse_submit(handle, qn_blocks_run_to_rows, w, sizeof(*w));
}

cusparseStatus_t
cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,
                   int nb, const cusparseMatDescr_t descrA,
                   const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
                   int rowBlockDim, int colBlockDim,
                   const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                   int *csrSortedColIndC) {
  QN_SPARSE_PASS(dirA, mb, nb, descrA, bsrSortedRowPtrA, bsrSortedColIndA,
                 rowBlockDim, colBlockDim, descrC, csrSortedRowPtrC,
                 csrSortedColIndC);
  QN_SPARSE_BEGIN();
  QN_SPARSE_TRY(check_two(descrA, descrC));
  qn_blocks_to_rows w = {
      .a = qn_blocks_of(bsrSortedRowPtrA, bsrSortedColIndA, NULL, CUDA_R_32F),
      .start = csrSortedRowPtrC,
      .col = csrSortedColIndC};
  QN_SPARSE_TRY(qn_blocks_set_form(
      &w.a, (const qn_blocks_form){mb, nb, rowBlockDim, colBlockDim}, dirA));
  return to_rows(handle, &w, descrA, descrC);
}

#define TO_ROWS(X, T, type_)                                                   \
  cusparseStatus_t cusparse##X##gebsr2csr(                                     \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,       \
      const cusparseMatDescr_t descrA, const T *bsrSortedValA,                 \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,                \
      int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC,       \
      T *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC) {        \
    QN_SPARSE_UNSURE_OF_BASES(rowBlockDim, colBlockDim);                       \
    QN_SPARSE_PASS(dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA,      \
                   bsrSortedColIndA, rowBlockDim, colBlockDim, descrC,         \
                   csrSortedValC, csrSortedRowPtrC, csrSortedColIndC);         \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_two(descrA, descrC));                                  \
    qn_blocks_to_rows w = {.a = qn_blocks_of(bsrSortedRowPtrA,                 \
                                             bsrSortedColIndA, bsrSortedValA,  \
                                             type_),                           \
                           .value = csrSortedValC,                             \
                           .start = csrSortedRowPtrC,                          \
                           .col = csrSortedColIndC};                           \
    QN_SPARSE_TRY(qn_blocks_set_form(                                          \
        &w.a, (const qn_blocks_form){mb, nb, rowBlockDim, colBlockDim},        \
        dirA));                                                                \
    return to_rows(handle, &w, descrA, descrC);                                \
  }
EACH_TYPE(TO_ROWS)

// ---- To other blocks

static cusparseStatus_t set_source(qn_blocks_work *w, cusparseMatDescr_t a,
                                   cusparseMatDescr_t c) {
  QN_SPARSE_TRY(check_two(a, c));
  w->is_blocks = true;
  w->blocks.base = a->base;
  w->base = c->base;
  return CUSPARSE_STATUS_SUCCESS;
}

// NVIDIA's library writes nothing where there are no blocks.
static cusparseStatus_t answer_no_blocks(cusparseHandle_t handle, int *start,
                                         int mb, int from, int to,
                                         cusparseMatDescr_t c, int *count) {
  QN_SPARSE_TRY(qn_sparse_check_descr(c));
  QN_SPARSE_NEED(mb >= 0 && from >= 1 && to >= 1,
                 "%d blocks of %d rows, to be of %d", mb, from, to);
  QN_SPARSE_TRY(qn_sparse_answer_zero(handle, count, sizeof(*count)));
  const int64_t rows = (int64_t)mb * from;
  return qn_sparse_fill_offsets(handle, start, (rows + to - 1) / to + 1,
                                CUSPARSE_INDEX_32I, c->base);
}

cusparseStatus_t cusparseXgebsr2gebsrNnz(
    cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb, int nnzb,
    const cusparseMatDescr_t descrA, const int *bsrSortedRowPtrA,
    const int *bsrSortedColIndA, int rowBlockDimA, int colBlockDimA,
    const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC, int rowBlockDimC,
    int colBlockDimC, int *nnzTotalDevHostPtr, void *pBuffer) {
  QN_SPARSE_EMPTY(!nnzb,
                  answer_no_blocks(handle, bsrSortedRowPtrC, mb, rowBlockDimA,
                                   rowBlockDimC, descrC, nnzTotalDevHostPtr));
  QN_SPARSE_UNSURE_IF(qn_sparse_is_other_base(descrA, descrC));
  QN_SPARSE_PASS(dirA, mb, nb, nnzb, descrA, bsrSortedRowPtrA, bsrSortedColIndA,
                 rowBlockDimA, colBlockDimA, descrC, bsrSortedRowPtrC,
                 rowBlockDimC, colBlockDimC, nnzTotalDevHostPtr, pBuffer);
  QN_SPARSE_BEGIN();
  (void)pBuffer;
  qn_blocks_work w = {.blocks = qn_blocks_of(bsrSortedRowPtrA, bsrSortedColIndA,
                                             NULL, CUDA_R_32F),
                      .height = rowBlockDimC,
                      .width = colBlockDimC,
                      .start = bsrSortedRowPtrC,
                      .nnz = nnzTotalDevHostPtr};
  QN_SPARSE_TRY(set_source(&w, descrA, descrC));
  QN_SPARSE_TRY(qn_blocks_set_form(
      &w.blocks, (const qn_blocks_form){mb, nb, rowBlockDimA, colBlockDimA},
      dirA));
  QN_SPARSE_TRY(qn_blocks_check(&w, dirA));
  QN_SPARSE_NEED(w.nnz, "there is no place for the number of blocks");
  return qn_sparse_submit_for(handle, !handle->device_pointers, qn_blocks_run,
                              &w, sizeof(w));
}

#define BLOCK_SIZES(X, T, name, S, answer)                                     \
  cusparseStatus_t cusparse##X##name(                                          \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,       \
      int nnzb, const cusparseMatDescr_t descrA, const T *bsrSortedValA,       \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,                \
      int rowBlockDimA, int colBlockDimA, int rowBlockDimC, int colBlockDimC,  \
      S *pBufferSize) {                                                        \
    QN_SPARSE_PASS(dirA, mb, nb, nnzb, descrA, bsrSortedValA,                  \
                   bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA,           \
                   colBlockDimA, rowBlockDimC, colBlockDimC, pBufferSize);     \
    QN_SPARSE_BEGIN();                                                         \
    (void)dirA, (void)bsrSortedValA, (void)bsrSortedRowPtrA;                   \
    (void)bsrSortedColIndA;                                                    \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    QN_SPARSE_NEED(mb >= 0 && nb >= 0 && nnzb >= 0 && rowBlockDimA >= 1 &&     \
                       colBlockDimA >= 1 && rowBlockDimC >= 1 &&               \
                       colBlockDimC >= 1,                                      \
                   "%d by %d blocks of %d by %d, to be %d by %d", mb, nb,      \
                   rowBlockDimA, colBlockDimA, rowBlockDimC, colBlockDimC);    \
    return answer(pBufferSize);                                                \
  }
#define TO_BLOCKS(X, T, type_)                                                 \
  BLOCK_SIZES(X, T, gebsr2gebsr_bufferSize, int, no_bytes)                     \
  BLOCK_SIZES(X, T, gebsr2gebsr_bufferSizeExt, size_t, qn_sparse_no_buffer)    \
  cusparseStatus_t cusparse##X##gebsr2gebsr(                                   \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,       \
      int nnzb, const cusparseMatDescr_t descrA, const T *bsrSortedValA,       \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,                \
      int rowBlockDimA, int colBlockDimA, const cusparseMatDescr_t descrC,     \
      T *bsrSortedValC, int *bsrSortedRowPtrC, int *bsrSortedColIndC,          \
      int rowBlockDimC, int colBlockDimC, void *pBuffer) {                     \
    QN_SPARSE_EMPTY(!nnzb, CUSPARSE_STATUS_SUCCESS);                           \
    QN_SPARSE_UNSURE_IF(qn_sparse_is_other_base(descrA, descrC));              \
    QN_SPARSE_PASS(dirA, mb, nb, nnzb, descrA, bsrSortedValA,                  \
                   bsrSortedRowPtrA, bsrSortedColIndA, rowBlockDimA,           \
                   colBlockDimA, descrC, bsrSortedValC, bsrSortedRowPtrC,      \
                   bsrSortedColIndC, rowBlockDimC, colBlockDimC, pBuffer);     \
    QN_SPARSE_BEGIN();                                                         \
    (void)pBuffer;                                                             \
    qn_blocks_work w = {.blocks =                                              \
                            qn_blocks_of(bsrSortedRowPtrA, bsrSortedColIndA,   \
                                         bsrSortedValA, type_),                \
                        .height = rowBlockDimC,                                \
                        .width = colBlockDimC,                                 \
                        .by_rows = dirA == CUSPARSE_DIRECTION_ROW,             \
                        .type = type_,                                         \
                        .value = bsrSortedValC,                                \
                        .start = bsrSortedRowPtrC,                             \
                        .col = bsrSortedColIndC};                              \
    QN_SPARSE_TRY(set_source(&w, descrA, descrC));                             \
    QN_SPARSE_TRY(qn_blocks_set_form(                                          \
        &w.blocks, (const qn_blocks_form){mb, nb, rowBlockDimA, colBlockDimA}, \
        dirA));                                                                \
    QN_SPARSE_TRY(qn_blocks_check(&w, dirA));                                  \
    QN_SPARSE_NEED(!w.value == !w.col, "an array is null");                    \
    return qn_sparse_submit(handle, qn_blocks_run, &w, sizeof(w));             \
  }
EACH_TYPE(TO_BLOCKS)

// ---- By columns of blocks: each block is moved as it is

typedef struct turn {
  int rows, cols, base;
  const int *start, *col;
  const char *value;
  size_t size; // of a block
  char *to_value;
  int *to_row, *to_start;
} turn;

static void run_turn(const void *args) {
  const turn *w = args;
  const int count = w->rows ? w->start[w->rows] - w->base : 0;
  memset(w->to_start, 0, ((size_t)w->cols + 1) * sizeof(int));
  for (int k = 0; k < count; ++k)
    ++w->to_start[w->col[k] - w->base + 1];
  for (int j = 0; j < w->cols; ++j)
    w->to_start[j + 1] += w->to_start[j];
  int *next = qn_sparse_memory((size_t)w->cols, sizeof(int));
  memcpy(next, w->to_start, (size_t)w->cols * sizeof(int));
  for (int i = 0; i < w->rows; ++i)
    for (int k = w->start[i] - w->base; k < w->start[i + 1] - w->base; ++k) {
      const int at = next[w->col[k] - w->base]++;
      w->to_row[at] = i + w->base;
      if (w->to_value)
        memcpy(w->to_value + (size_t)at * w->size,
               w->value + (size_t)k * w->size, w->size);
    }
  for (int j = 0; j <= w->cols; ++j)
    w->to_start[j] += w->base;
  qn_free(next);
}

static cusparseStatus_t submit_turn(cusparseHandle_t handle, const turn *w,
                                    int height, int width) {
  QN_SPARSE_NEED(w->rows >= 0 && w->cols >= 0 && height >= 1 && width >= 1,
                 "%d by %d blocks of %d by %d", w->rows, w->cols, height,
                 width);
  QN_SPARSE_NEED((unsigned)w->base < 2, "there is no base %d", w->base);
  QN_SPARSE_NEED(w->start && w->to_start, "an array of offsets is null");
  return qn_sparse_submit(handle, run_turn, w, sizeof(*w));
}

#define TURN_SIZES(X, T, name, S, answer)                                      \
  cusparseStatus_t cusparse##X##name(                                          \
      cusparseHandle_t handle, int mb, int nb, int nnzb,                       \
      const T *bsrSortedVal, const int *bsrSortedRowPtr,                       \
      const int *bsrSortedColInd, int rowBlockDim, int colBlockDim,            \
      S *pBufferSize) {                                                        \
    QN_SPARSE_PASS(mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr,                \
                   bsrSortedColInd, rowBlockDim, colBlockDim, pBufferSize);    \
    QN_SPARSE_BEGIN();                                                         \
    (void)bsrSortedVal, (void)bsrSortedRowPtr, (void)bsrSortedColInd;          \
    QN_SPARSE_NEED(mb >= 0 && nb >= 0 && nnzb >= 0 && rowBlockDim >= 1 &&      \
                       colBlockDim >= 1,                                       \
                   "%d by %d blocks of %d by %d", mb, nb, rowBlockDim,         \
                   colBlockDim);                                               \
    return answer(pBufferSize);                                                \
  }
#define TURN(X, T, type_)                                                      \
  TURN_SIZES(X, T, gebsr2gebsc_bufferSize, int, no_bytes)                      \
  TURN_SIZES(X, T, gebsr2gebsc_bufferSizeExt, size_t, qn_sparse_no_buffer)     \
  cusparseStatus_t cusparse##X##gebsr2gebsc(                                   \
      cusparseHandle_t handle, int mb, int nb, int nnzb,                       \
      const T *bsrSortedVal, const int *bsrSortedRowPtr,                       \
      const int *bsrSortedColInd, int rowBlockDim, int colBlockDim, T *bscVal, \
      int *bscRowInd, int *bscColPtr, cusparseAction_t copyValues,             \
      cusparseIndexBase_t idxBase, void *pBuffer) {                            \
    QN_SPARSE_PASS(mb, nb, nnzb, bsrSortedVal, bsrSortedRowPtr,                \
                   bsrSortedColInd, rowBlockDim, colBlockDim, bscVal,          \
                   bscRowInd, bscColPtr, copyValues, idxBase, pBuffer);        \
    QN_SPARSE_BEGIN();                                                         \
    (void)pBuffer;                                                             \
    QN_SPARSE_NEED(nnzb >= 0, "%d blocks", nnzb);                              \
    const bool copies = copyValues == CUSPARSE_ACTION_NUMERIC;                 \
    QN_SPARSE_NEED(!copies || !nnzb || (bsrSortedVal && bscVal),               \
                   "an array is null");                                        \
    const size_t elements = (size_t)rowBlockDim * (size_t)colBlockDim;         \
    return submit_turn(                                                        \
        handle,                                                                \
        &(const turn){mb, nb, (int)idxBase, bsrSortedRowPtr, bsrSortedColInd,  \
                      (const char *)bsrSortedVal, elements * sizeof(T),        \
                      copies ? (char *)bscVal : NULL, bscRowInd, bscColPtr},   \
        rowBlockDim, colBlockDim);                                             \
  }
EACH_TYPE(TURN)

// ---- Products of the rows of blocks that a mask names, with ends of their own

typedef struct masked {
  int count, rows, cols, size, base, type;
  bool by_rows;
  const int *mask, *start, *end, *col;
  const void *value, *x;
  void *y;
  qn_scalar alpha, beta;
} masked;

static void run_row(const masked *w, int row, qn_num alpha, qn_num beta) {
  const int64_t n = w->size;
  for (int64_t i = 0; i < n; ++i) {
    qn_num sum = 0;
    for (int k = w->start[row] - w->base; k < w->end[row] - w->base; ++k)
      for (int64_t j = 0; j < n && alpha != 0; ++j)
        sum += qn_num_load(w->type, w->value,
                           k * n * n + (w->by_rows ? i * n + j : j * n + i)) *
               qn_num_load(w->type, w->x, (w->col[k] - w->base) * n + j);
    const int64_t at = row * n + i;
    const qn_num before = beta == 0 ? 0 : qn_num_load(w->type, w->y, at);
    qn_num_store(w->type, w->y, at,
                 (beta == 0 ? 0 : beta * before) +
                     (alpha == 0 ? 0 : alpha * sum));
  }
}

static void run_masked(const void *args) {
  const masked *w = args;
  const qn_num alpha = qn_scalar_get(&w->alpha), beta = qn_scalar_get(&w->beta);
  for (int i = 0; i < w->count; ++i)
    run_row(w, w->mask[i] - w->base, alpha, beta);
}

static cusparseStatus_t submit_masked(cusparseHandle_t handle, masked *w,
                                      cusparseOperation_t op,
                                      cusparseDirection_t dir,
                                      const void *alpha, const void *beta) {
  QN_SPARSE_NEED(w->count >= 0 && w->rows >= 0 && w->cols >= 0 && w->size >= 1,
                 "%d of %d by %d blocks of %d", w->count, w->rows, w->cols,
                 w->size);
  QN_SPARSE_NEED((unsigned)dir < 2, "there is no direction %d", (int)dir);
  QN_SPARSE_NEED(alpha && beta, "a factor is null");
  QN_SPARSE_NEED(!w->count || (w->mask && w->start && w->end && w->y),
                 "an array is null");
  if (op != CUSPARSE_OPERATION_NON_TRANSPOSE)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "bsrxmv: transposed matrices are not in the "
                            "function");
  w->by_rows = dir == CUSPARSE_DIRECTION_ROW;
  w->alpha = qn_scalar_of(handle, alpha, w->type);
  w->beta = qn_scalar_of(handle, beta, w->type);
  return qn_sparse_submit(handle, run_masked, w, sizeof(*w));
}

#define BSRXMV(X, T, type_)                                                    \
  cusparseStatus_t cusparse##X##bsrxmv(                                        \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb,    \
      const T *alpha, const cusparseMatDescr_t descrA, const T *bsrSortedValA, \
      const int *bsrSortedMaskPtrA, const int *bsrSortedRowPtrA,               \
      const int *bsrSortedEndPtrA, const int *bsrSortedColIndA, int blockDim,  \
      const T *x, const T *beta, T *y) {                                       \
    QN_SPARSE_PASS(dirA, transA, sizeOfMask, mb, nb, nnzb,                     \
                   QN_SPARSE_SCALAR(alpha, type_), descrA, bsrSortedValA,      \
                   bsrSortedMaskPtrA, bsrSortedRowPtrA, bsrSortedEndPtrA,      \
                   bsrSortedColIndA, blockDim, x,                              \
                   QN_SPARSE_SCALAR(beta, type_), y);                          \
    QN_SPARSE_BEGIN();                                                         \
    (void)nnzb;                                                                \
    QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                              \
    masked w = {.count = sizeOfMask,                                           \
                .rows = mb,                                                    \
                .cols = nb,                                                    \
                .size = blockDim,                                              \
                .base = descrA->base,                                          \
                .type = type_,                                                 \
                .mask = bsrSortedMaskPtrA,                                     \
                .start = bsrSortedRowPtrA,                                     \
                .end = bsrSortedEndPtrA,                                       \
                .col = bsrSortedColIndA,                                       \
                .value = bsrSortedValA,                                        \
                .x = x,                                                        \
                .y = y};                                                       \
    return submit_masked(handle, &w, transA, dirA, alpha, beta);               \
  }
EACH_TYPE(BSRXMV)

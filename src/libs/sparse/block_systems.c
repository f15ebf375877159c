// SPDX-License-Identifier: Apache-2.0
// Triangular systems of square blocks, of one side and of several: those of
// their elements.
#include <stdatomic.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/empty.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

// The first row of blocks whose diagonal has a zero, from the base of the
// matrix, or -1: work of the stream writes it, maybe after its owner's end.
typedef struct zero {
  atomic_uint refs;
  atomic_int at;
} zero;

typedef struct system_info {
  qn_sparse_object object;
  zero *zero;
  bool is_analysed;
} system_info;
struct bsrsv2Info {
  system_info s;
};
struct bsrsm2Info {
  system_info s;
};

static void drop_zero(zero *z) {
  if (z && atomic_fetch_sub(&z->refs, 1) == 1)
    qn_free(z);
}

static cusparseStatus_t create(system_info **out, qn_sparse_kind kind) {
  QN_SPARSE_NEED(out, "there is no place for the object");
  system_info *made = qn_sparse_object_create(kind, sizeof(*made));
  zero *z = made ? qn_alloc(sizeof(*z)) : NULL;
  if (!z) {
    qn_free(made);
    return CUSPARSE_STATUS_ALLOC_FAILED;
  }
  atomic_init(&z->refs, 1);
  atomic_init(&z->at, -1);
  made->zero = z;
  *out = made;
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t destroy(system_info *s, qn_sparse_kind kind) {
  QN_SPARSE_NEED(qn_sparse_is(s, kind), "this is no object of a system");
  drop_zero(s->zero);
  qn_sparse_object_destroy(s);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t find_zero(cusparseHandle_t handle, const system_info *s,
                                  qn_sparse_kind kind, int *position) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a pivot that is zero"));
  QN_SPARSE_NEED(qn_sparse_is(s, kind), "this is no object of a system");
  QN_SPARSE_NEED(position, "there is no place for the position");
  QN_SPARSE_TRY(qn_sparse_check_wait(handle, true));
  QN_SPARSE_TRY(qn_sparse_wait(handle));
  const int at = atomic_load(&s->zero->at);
  *position = at;
  return at < 0 ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

#define INFO(Name, name, KIND)                                                 \
  cusparseStatus_t cusparseCreate##Name##Info(name##Info_t *info) {            \
    return create((system_info **)info, KIND);                                 \
  }                                                                            \
  cusparseStatus_t cusparseDestroy##Name##Info(name##Info_t info) {            \
    return destroy((system_info *)info, KIND);                                 \
  }                                                                            \
  cusparseStatus_t cusparseX##name##_zeroPivot(                                \
      cusparseHandle_t handle, name##Info_t info, int *position) {             \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(info, position);                                            \
    return find_zero(handle, (const system_info *)info, KIND, position);       \
  }
INFO(Bsrsv2, bsrsv2, QN_SPARSE_BLOCK_SV)
INFO(Bsrsm2, bsrsm2, QN_SPARSE_BLOCK_SM)

// ---- The systems

typedef struct blocks {
  cusparseDirection_t dir;
  int rows, size; // of blocks, and of each
  cusparseMatDescr_t descr;
  const void *value;
  const int *start, *col;
  int type;
  qn_sparse_kind kind;
  system_info *info;
} blocks;

typedef struct sides {
  cusparseOperation_t op_a, op_x;
  int count, ldb, ldx; // of vectors, and how far these are apart
  const void *alpha, *b;
  void *x;
} sides;

typedef struct solve {
  struct cusparseSpMatDescr a;
  qn_triangle what;
  sides sides;
  qn_scalar alpha;
  int rows; // of blocks
  zero *zero;
} solve;

static void drop_solve(const void *args) {
  drop_zero(((const solve *)args)->zero);
}

static int64_t place(const solve *w, int64_t row, int vector, int ld) {
  return w->sides.op_x == CUSPARSE_OPERATION_NON_TRANSPOSE
             ? row + (int64_t)vector * ld
             : vector + row * ld;
}

static void run_solve(const void *args) {
  const solve *w = args;
  const sides *s = &w->sides;
  const bool turns = s->op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const bool conjugates = s->op_x == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  const qn_triangle what = {.upper = w->what.upper != turns,
                            .unit = w->what.unit};
  const qn_num alpha = qn_scalar_get(&w->alpha);
  qn_csr a = qn_csr_op(qn_csr_of(&w->a, 0), s->op_a);
  qn_num *x = qn_sparse_memory((size_t)a.rows, sizeof(*x));
  int64_t first = -1;
  for (int v = 0; v < s->count; ++v) {
    for (int64_t i = 0; i < a.rows; ++i) {
      const qn_num b = qn_num_load(w->a.type, s->b, place(w, i, v, s->ldb));
      x[i] = alpha * (conjugates ? conj(b) : b);
    }
    first = qn_triangle_solve(&a, what, x, 1);
    for (int64_t i = 0; i < a.rows; ++i)
      qn_num_store(w->a.type, s->x, place(w, i, v, s->ldx),
                   conjugates ? conj(x[i]) : x[i]);
  }
  atomic_store(&w->zero->at,
               first < 0 ? -1 : (int)(first / w->a.block_rows) + w->a.base);
  qn_free(x);
  qn_csr_free(&a);
}

static cusparseStatus_t check_blocks(const blocks *m) {
  QN_SPARSE_TRY(qn_sparse_check_descr(m->descr));
  QN_SPARSE_NEED(qn_sparse_is(m->info, m->kind),
                 "this is no object of a system");
  QN_SPARSE_NEED(m->rows >= 0 && m->size >= 1, "%d rows of blocks of %d by %d",
                 m->rows, m->size, m->size);
  QN_SPARSE_NEED((unsigned)m->dir < 2, "there is no direction %d", (int)m->dir);
  QN_SPARSE_NEED(m->start && (!m->rows || (m->col && m->value)),
                 "an array is null");
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t size_of(cusparseHandle_t handle, const blocks *m,
                                size_t *size) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a system of blocks"));
  QN_SPARSE_TRY(check_blocks(m));
  return qn_sparse_no_buffer(size);
}
static cusparseStatus_t int_size(cusparseHandle_t handle, const blocks *m,
                                 int *size) {
  size_t bytes = 0;
  QN_SPARSE_NEED(size, "there is no place for the size of the buffer");
  QN_SPARSE_TRY(size_of(handle, m, &bytes));
  *size = (int)bytes;
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(cusparseHandle_t handle, const blocks *m) {
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a system of blocks"));
  QN_SPARSE_TRY(check_blocks(m));
  m->info->is_analysed = true;
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t submit_solve(cusparseHandle_t handle, const blocks *m,
                                     const sides *s) {
  const bool turned = s->op_x != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int64_t rows = (int64_t)m->rows * m->size;
  const int64_t least = turned ? s->count : rows;
  QN_SPARSE_TRY(qn_sparse_begin(handle, "a system of blocks"));
  QN_SPARSE_TRY(check_blocks(m));
  QN_SPARSE_TRY(qn_sparse_check_op(s->op_a));
  QN_SPARSE_TRY(qn_sparse_check_op(s->op_x));
  QN_SPARSE_NEED(m->info->is_analysed, "the system was not analysed");
  QN_SPARSE_NEED(s->count >= 0 && s->ldb >= least && s->ldx >= least,
                 "%d sides, %d and %d apart", s->count, s->ldb, s->ldx);
  QN_SPARSE_NEED(s->alpha && ((s->b && s->x) || !rows || !s->count),
                 "an array is null");
  const solve w = {.a = {.format = CUSPARSE_FORMAT_BSR,
                         .rows = rows,
                         .cols = rows,
                         .offsets = (void *)(uintptr_t)m->start,
                         .indices = (void *)(uintptr_t)m->col,
                         .values = (void *)(uintptr_t)m->value,
                         .offset_type = CUSPARSE_INDEX_32I,
                         .index_type = CUSPARSE_INDEX_32I,
                         .base = m->descr->base,
                         .type = m->type,
                         .block_rows = m->size,
                         .block_cols = m->size,
                         .order = m->dir == CUSPARSE_DIRECTION_ROW
                                      ? CUSPARSE_ORDER_ROW
                                      : CUSPARSE_ORDER_COL,
                         .batch_count = 1},
                   .what = {.upper = m->descr->fill == CUSPARSE_FILL_MODE_UPPER,
                            .unit = m->descr->diag == CUSPARSE_DIAG_TYPE_UNIT},
                   .sides = *s,
                   .alpha = qn_scalar_of(handle, s->alpha, m->type),
                   .zero = m->info->zero};
  atomic_fetch_add(&w.zero->refs, 1);
  return qn_sparse_submit_holding(handle, run_solve, drop_solve, &w, sizeof(w));
}

#define MATRIX(suffix, dim, KIND, type)                                        \
  const blocks m = {dirA,                                                      \
                    mb,                                                        \
                    dim,                                                       \
                    descrA,                                                    \
                    bsrSortedVal##suffix,                                      \
                    bsrSortedRowPtr##suffix,                                   \
                    bsrSortedColInd##suffix,                                   \
                    type,                                                      \
                    KIND,                                                      \
                    (system_info *)info}

#define BSRSV2(X, T, type)                                                     \
  cusparseStatus_t cusparse##X##bsrsv2_bufferSize(                             \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int mb, int nnzb,                            \
      const cusparseMatDescr_t descrA, T *bsrSortedValA,                       \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,  \
      bsrsv2Info_t info, int *pBufferSizeInBytes) {                            \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, mb, nnzb, descrA, bsrSortedValA,              \
                   bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info,         \
                   pBufferSizeInBytes);                                        \
    MATRIX(A, blockDim, QN_SPARSE_BLOCK_SV, type);                             \
    return int_size(handle, &m, pBufferSizeInBytes);                           \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsv2_bufferSizeExt(                          \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int mb, int nnzb,                            \
      const cusparseMatDescr_t descrA, T *bsrSortedValA,                       \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockSize, \
      bsrsv2Info_t info, size_t *pBufferSize) {                                \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, mb, nnzb, descrA, bsrSortedValA,              \
                   bsrSortedRowPtrA, bsrSortedColIndA, blockSize, info,        \
                   pBufferSize);                                               \
    MATRIX(A, blockSize, QN_SPARSE_BLOCK_SV, type);                            \
    return size_of(handle, &m, pBufferSize);                                   \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsv2_analysis(                               \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int mb, int nnzb,                            \
      const cusparseMatDescr_t descrA, const T *bsrSortedValA,                 \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,  \
      bsrsv2Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {        \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, mb, nnzb, descrA, bsrSortedValA,              \
                   bsrSortedRowPtrA, bsrSortedColIndA, blockDim, info, policy, \
                   pBuffer);                                                   \
    MATRIX(A, blockDim, QN_SPARSE_BLOCK_SV, type);                             \
    return analyse(handle, &m);                                                \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsv2_solve(                                  \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, int mb, int nnzb, const T *alpha,            \
      const cusparseMatDescr_t descrA, const T *bsrSortedValA,                 \
      const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,  \
      bsrsv2Info_t info, const T *f, T *x, cusparseSolvePolicy_t policy,       \
      void *pBuffer) {                                                         \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, mb, nnzb, QN_SPARSE_SCALAR(alpha, type),      \
                   descrA, bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA,  \
                   blockDim, info, f, x, policy, pBuffer);                     \
    MATRIX(A, blockDim, QN_SPARSE_BLOCK_SV, type);                             \
    const int apart = mb * blockDim;                                           \
    const sides s = {transA, CUSPARSE_OPERATION_NON_TRANSPOSE,                 \
                     1,      apart,                                            \
                     apart,  alpha,                                            \
                     f,      x};                                               \
    return submit_solve(handle, &m, &s);                                       \
  }
EACH_TYPE(BSRSV2)

#define BSRSM2(X, T, type)                                                     \
  cusparseStatus_t cusparse##X##bsrsm2_bufferSize(                             \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n,  \
      int nnzb, const cusparseMatDescr_t descrA, T *bsrSortedVal,              \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,   \
      bsrsm2Info_t info, int *pBufferSizeInBytes) {                            \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, transXY, mb, n, nnzb, descrA, bsrSortedVal,   \
                   bsrSortedRowPtr, bsrSortedColInd, blockSize, info,          \
                   pBufferSizeInBytes);                                        \
    MATRIX(, blockSize, QN_SPARSE_BLOCK_SM, type);                             \
    return int_size(handle, &m, pBufferSizeInBytes);                           \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsm2_bufferSizeExt(                          \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n,   \
      int nnzb, const cusparseMatDescr_t descrA, T *bsrSortedVal,              \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,   \
      bsrsm2Info_t info, size_t *pBufferSize) {                                \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, transB, mb, n, nnzb, descrA, bsrSortedVal,    \
                   bsrSortedRowPtr, bsrSortedColInd, blockSize, info,          \
                   pBufferSize);                                               \
    MATRIX(, blockSize, QN_SPARSE_BLOCK_SM, type);                             \
    return size_of(handle, &m, pBufferSize);                                   \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsm2_analysis(                               \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n,  \
      int nnzb, const cusparseMatDescr_t descrA, const T *bsrSortedVal,        \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,   \
      bsrsm2Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {        \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, transXY, mb, n, nnzb, descrA, bsrSortedVal,   \
                   bsrSortedRowPtr, bsrSortedColInd, blockSize, info, policy,  \
                   pBuffer);                                                   \
    MATRIX(, blockSize, QN_SPARSE_BLOCK_SM, type);                             \
    return analyse(handle, &m);                                                \
  }                                                                            \
  cusparseStatus_t cusparse##X##bsrsm2_solve(                                  \
      cusparseHandle_t handle, cusparseDirection_t dirA,                       \
      cusparseOperation_t transA, cusparseOperation_t transXY, int mb, int n,  \
      int nnzb, const T *alpha, const cusparseMatDescr_t descrA,               \
      const T *bsrSortedVal, const int *bsrSortedRowPtr,                       \
      const int *bsrSortedColInd, int blockSize, bsrsm2Info_t info,            \
      const T *B, int ldb, T *X_, int ldx, cusparseSolvePolicy_t policy,       \
      void *pBuffer) {                                                         \
    QN_SPARSE_UNSURE();                                                        \
    QN_SPARSE_PASS(dirA, transA, transXY, mb, n, nnzb,                         \
                   QN_SPARSE_SCALAR(alpha, type), descrA, bsrSortedVal,        \
                   bsrSortedRowPtr, bsrSortedColInd, blockSize, info, B, ldb,  \
                   X_, ldx, policy, pBuffer);                                  \
    MATRIX(, blockSize, QN_SPARSE_BLOCK_SM, type);                             \
    const sides s = {transA, transXY, n, ldb, ldx, alpha, B, X_};              \
    return submit_solve(handle, &m, &s);                                       \
  }
EACH_TYPE(BSRSM2)

// SPDX-License-Identifier: Apache-2.0
// Incomplete factors, in the place of the matrix: A = L U, and A = L L^H.
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

// Where the first pivot was zero, from the base of the matrix, or -1: work of
// the stream writes it, maybe after its owner's end.
typedef struct zero {
  atomic_uint refs;
  atomic_int at;
} zero;

// Pivots not larger than `tolerance` become `value`.
typedef struct boost {
  bool is_on;
  qn_scalar tolerance, value;
} boost;

struct csrilu02Info {
  qn_sparse_object object;
  zero *zero;
  boost boost;
};
struct csric02Info {
  qn_sparse_object object;
  zero *zero;
};
struct bsrilu02Info {
  qn_sparse_object object;
  zero *zero;
  boost boost;
};
struct bsric02Info {
  qn_sparse_object object;
  zero *zero;
  boost boost; // off
};

static void drop_zero(zero *z) {
  if (z && atomic_fetch_sub(&z->refs, 1) == 1)
    qn_free(z);
}

static zero *make_zero(void) {
  zero *z = qn_alloc(sizeof(*z));
  if (z) {
    atomic_init(&z->refs, 1);
    atomic_init(&z->at, -1);
  }
  return z;
}

#define INFO(Name, T, KIND)                                                    \
  cusparseStatus_t cusparseCreate##Name##Info(T##_t *info) {                   \
    QN_SPARSE_NEED(info, "there is no place for the object");                  \
    struct T *made = qn_sparse_object_create(KIND, sizeof(*made));             \
    zero *z = made ? make_zero() : NULL;                                       \
    if (!z) {                                                                  \
      qn_free(made);                                                           \
      return CUSPARSE_STATUS_ALLOC_FAILED;                                     \
    }                                                                          \
    made->zero = z;                                                            \
    *info = made;                                                              \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusparseStatus_t cusparseDestroy##Name##Info(T##_t info) {                   \
    QN_SPARSE_NEED(qn_sparse_is(info, KIND), "this is no object of a factor"); \
    drop_zero(info->zero);                                                     \
    qn_sparse_object_destroy(info);                                            \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
INFO(Csrilu02, csrilu02Info, QN_SPARSE_ILU)
INFO(Csric02, csric02Info, QN_SPARSE_IC)
INFO(Bsrilu02, bsrilu02Info, QN_SPARSE_BLOCK_ILU)
INFO(Bsric02, bsric02Info, QN_SPARSE_BLOCK_IC)

// ---- The factors

typedef struct factor {
  qn_csr_arrays a;
  void *value;
  zero *zero;
  boost boost;
  // Of blocks, with all their elements, the factors are those of elements; 0:
  // there are none.
  int block;
  bool by_columns; // the elements of a block
} factor;

static void drop_factor(const void *args) {
  const factor *w = args;
  drop_zero(w->zero);
}

// Rows with their columns in order; their values are stored by `place`.
static qn_csr elements_of(const factor *w) {
  if (!w->block)
    return qn_csr_of_arrays(&w->a);
  const struct cusparseSpMatDescr blocks = {
      .format = CUSPARSE_FORMAT_BSR,
      .rows = w->a.rows * w->block,
      .cols = w->a.cols * w->block,
      .nnz = w->a.start[w->a.rows] - w->a.base,
      .offsets = (void *)(uintptr_t)w->a.start,
      .indices = (void *)(uintptr_t)w->a.col,
      .values = w->value,
      .offset_type = CUSPARSE_INDEX_32I,
      .index_type = CUSPARSE_INDEX_32I,
      .base = w->a.base,
      .type = w->a.type,
      .block_rows = w->block,
      .block_cols = w->block,
      .order = w->by_columns ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW,
      .batch_count = 1};
  return qn_csr_of(&blocks, 0);
}
static qn_csr sorted(const factor *w) {
  qn_csr a = elements_of(w);
  qn_csr t = qn_csr_transposed(&a, false);
  qn_csr_free(&a);
  a = qn_csr_transposed(&t, false);
  qn_csr_free(&t);
  return a;
}

static void put_back(const factor *w, const qn_csr *a, int64_t zero_at) {
  for (int64_t k = 0; k < a->nnz; ++k)
    qn_num_store(w->a.type, w->value, a->place[k], a->value[k]);
  const int64_t row = w->block ? zero_at / w->block : zero_at;
  atomic_store(&w->zero->at, zero_at < 0 ? -1 : (int)row + w->a.base);
}

// Where in its row each column is, or -1.
static int64_t *make_positions(const qn_csr *a) {
  int64_t *at = qn_sparse_memory((size_t)a->cols, sizeof(*at));
  for (int64_t j = 0; j < a->cols; ++j)
    at[j] = -1;
  return at;
}
static void mark_row(const qn_csr *a, int64_t i, int64_t *at, bool clear) {
  for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
    at[a->col[k]] = clear ? -1 : k;
}

static int64_t diagonal_of(const qn_csr *a, int64_t i) {
  for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
    if (a->col[k] == i)
      return k;
  return -1;
}

static bool boost_pivot(const factor *w, qn_num *pivot) {
  if (w->boost.is_on &&
      cabs(*pivot) <= creal(qn_scalar_get(&w->boost.tolerance)))
    *pivot = qn_scalar_get(&w->boost.value);
  return *pivot != 0;
}

static void run_ilu(const void *args) {
  const factor *w = args;
  qn_csr a = sorted(w);
  int64_t *at = make_positions(&a), first = -1;
  for (int64_t i = 0; i < a.rows; ++i) {
    mark_row(&a, i, at, false);
    for (int64_t k = a.start[i]; k < a.start[i + 1] && a.col[k] < i; ++k) {
      const int64_t j = a.col[k], d = diagonal_of(&a, j);
      if (d < 0)
        continue;
      a.value[k] /= a.value[d];
      for (int64_t l = d + 1; l < a.start[j + 1]; ++l)
        if (at[a.col[l]] >= 0)
          a.value[at[a.col[l]]] -= a.value[k] * a.value[l];
    }
    const int64_t d = diagonal_of(&a, i);
    if ((d < 0 || !boost_pivot(w, &a.value[d])) && first < 0)
      first = i;
    mark_row(&a, i, at, true);
  }
  put_back(w, &a, first);
  qn_free(at);
  qn_csr_free(&a);
}

// The part above the diagonal stays as it is.
static void run_ic(const void *args) {
  const factor *w = args;
  qn_csr a = sorted(w);
  int64_t *at = make_positions(&a), first = -1;
  for (int64_t i = 0; i < a.rows; ++i) {
    double own = 0; // the squares of the row's elements
    mark_row(&a, i, at, false);
    for (int64_t k = a.start[i]; k < a.start[i + 1] && a.col[k] < i; ++k) {
      const int64_t j = a.col[k], d = diagonal_of(&a, j);
      qn_num sum = a.value[k];
      for (int64_t l = a.start[j]; l < a.start[j + 1] && a.col[l] < j; ++l)
        if (at[a.col[l]] >= 0)
          sum -= a.value[at[a.col[l]]] * conj(a.value[l]);
      a.value[k] = d < 0 ? sum : sum / a.value[d];
      own += creal(a.value[k] * conj(a.value[k]));
    }
    const int64_t d = diagonal_of(&a, i);
    const double pivot = d < 0 ? 0 : creal(a.value[d]) - own;
    if (d >= 0)
      a.value[d] = csqrt(pivot);
    if (!(pivot > 0) && first < 0)
      first = i;
    mark_row(&a, i, at, true);
  }
  put_back(w, &a, first);
  qn_free(at);
  qn_csr_free(&a);
}

// What an analysis finds: a diagonal element that is not stored.
static void run_structure(const void *args) {
  const factor *w = args;
  qn_csr a = qn_csr_of_arrays(&w->a);
  int64_t first = -1;
  for (int64_t i = 0; i < a.rows && first < 0; ++i)
    if (diagonal_of(&a, i) < 0)
      first = i;
  atomic_store(&w->zero->at, first < 0 ? -1 : (int)first + w->a.base);
  qn_csr_free(&a);
}

static cusparseStatus_t submit_factor(cusparseHandle_t handle,
                                      void (*run)(const void *args),
                                      const factor *w) {
  QN_SPARSE_NEED(w->a.rows >= 0, "%d rows", (int)w->a.rows);
  QN_SPARSE_NEED(w->a.start && (!w->a.rows || w->a.col), "an array is null");
  atomic_fetch_add(&w->zero->refs, 1);
  return qn_sparse_submit_holding(handle, run, drop_factor, w, sizeof(*w));
}

static cusparseStatus_t zero_pivot(cusparseHandle_t handle, const zero *z,
                                   int *position) {
  QN_SPARSE_NEED(position, "there is no place for the position");
  if (qn_libs_captures(handle->stream))
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "the position waits for the stream, which "
                            "captures");
  if (hipStreamSynchronize(handle->stream) != hipSuccess)
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  *position = atomic_load(&z->at);
  return *position < 0
             ? CUSPARSE_STATUS_SUCCESS
             : qn_sparse_refuse(CUSPARSE_STATUS_ZERO_PIVOT,
                                "the pivot of row %d is zero", *position);
}

#define NEED_INFO(KIND)                                                        \
  QN_SPARSE_TRY(qn_sparse_check_descr(descrA));                                \
  QN_SPARSE_NEED(qn_sparse_is(info, KIND), "this is no object of a factor")
#define ARRAYS(values, number)                                                 \
  {m, m, csrSortedRowPtrA, csrSortedColIndA, values, descrA->base, number}

// ---- A = L U

cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle,
                                             csrilu02Info_t info,
                                             int *position) {
  QN_SPARSE_PASS(info, position);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_ILU),
                 "this is no object of a factor");
  return zero_pivot(handle, info->zero, position);
}
static cusparseStatus_t set_boost(cusparseHandle_t handle, boost *to,
                                  const double *tolerance, const void *value,
                                  cudaDataType type) {
  QN_SPARSE_NEED(tolerance && value, "a number is null");
  *to = (boost){.is_on = true,
                .tolerance = qn_scalar_of(handle, tolerance, CUDA_R_64F),
                .value = qn_scalar_of(handle, value, type)};
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t clear_boost(boost *to) {
  *to = (boost){0};
  return CUSPARSE_STATUS_SUCCESS;
}
#define NUMERIC_BOOST(X, T, type, name, kind)                                  \
  cusparseStatus_t cusparse##X##name##_numericBoost(                           \
      cusparseHandle_t handle, name##Info_t info, int enable_boost,            \
      double *tol, T *boost_val) {                                             \
    QN_SPARSE_PASS(info, enable_boost, tol, boost_val);                        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_NEED(qn_sparse_is(info, kind), "this is no object of a factor"); \
    return enable_boost                                                        \
               ? set_boost(handle, &info->boost, tol, boost_val, type)         \
               : clear_boost(&info->boost);                                    \
  }
#define CSRILU02_NUMERICBOOST(X, T, type)                                      \
  NUMERIC_BOOST(X, T, type, csrilu02, QN_SPARSE_ILU)
EACH_TYPE(CSRILU02_NUMERICBOOST)
#define CSRILU02_BUFFERSIZE(X, T, type)                                        \
  cusparseStatus_t cusparse##X##csrilu02_bufferSize(                           \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedValA,                       \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csrilu02Info_t info, int *pBufferSizeInBytes) {                          \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA, csrSortedRowPtrA,            \
                   csrSortedColIndA, info, pBufferSizeInBytes);                \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_ILU);                                                  \
    QN_SPARSE_NEED(pBufferSizeInBytes, "there is no place for the size");      \
    *pBufferSizeInBytes = 0;                                                   \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
EACH_TYPE(CSRILU02_BUFFERSIZE)
#define CSRILU02_BUFFERSIZEEXT(X, T, type)                                     \
  cusparseStatus_t cusparse##X##csrilu02_bufferSizeExt(                        \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedVal,                        \
      const int *csrSortedRowPtr, const int *csrSortedColInd,                  \
      csrilu02Info_t info, size_t *pBufferSize) {                              \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedVal, csrSortedRowPtr,              \
                   csrSortedColInd, info, pBufferSize);                        \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_ILU);                                                  \
    return qn_sparse_no_buffer(pBufferSize);                                   \
  }
EACH_TYPE(CSRILU02_BUFFERSIZEEXT)
#define CSRILU02_ANALYSIS(X, T, type)                                          \
  cusparseStatus_t cusparse##X##csrilu02_analysis(                             \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csrilu02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {      \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA, csrSortedRowPtrA,            \
                   csrSortedColIndA, info, policy, pBuffer);                   \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_ILU);                                                  \
    const factor w = {.a = ARRAYS(NULL, type), .zero = info->zero};            \
    return submit_factor(handle, run_structure, &w);                           \
  }
EACH_TYPE(CSRILU02_ANALYSIS)
#define CSRILU02(X, T, type)                                                   \
  cusparseStatus_t cusparse##X##csrilu02(                                      \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedValA_valM,                  \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csrilu02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {      \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA,       \
                   csrSortedColIndA, info, policy, pBuffer);                   \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_ILU);                                                  \
    const factor w = {.a = ARRAYS(csrSortedValA_valM, type),                   \
                      .value = csrSortedValA_valM,                             \
                      .zero = info->zero,                                      \
                      .boost = info->boost};                                   \
    QN_SPARSE_NEED(!nnz || csrSortedValA_valM, "the array of values is null"); \
    return submit_factor(handle, run_ilu, &w);                                 \
  }
EACH_TYPE(CSRILU02)

// ---- A = L L^H

cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle,
                                            csric02Info_t info, int *position) {
  QN_SPARSE_PASS(info, position);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_IC),
                 "this is no object of a factor");
  return zero_pivot(handle, info->zero, position);
}
#define CSRIC02_BUFFERSIZE(X, T, type)                                         \
  cusparseStatus_t cusparse##X##csric02_bufferSize(                            \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedValA,                       \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csric02Info_t info, int *pBufferSizeInBytes) {                           \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA, csrSortedRowPtrA,            \
                   csrSortedColIndA, info, pBufferSizeInBytes);                \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_IC);                                                   \
    QN_SPARSE_NEED(pBufferSizeInBytes, "there is no place for the size");      \
    *pBufferSizeInBytes = 0;                                                   \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }
EACH_TYPE(CSRIC02_BUFFERSIZE)
#define CSRIC02_BUFFERSIZEEXT(X, T, type)                                      \
  cusparseStatus_t cusparse##X##csric02_bufferSizeExt(                         \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedVal,                        \
      const int *csrSortedRowPtr, const int *csrSortedColInd,                  \
      csric02Info_t info, size_t *pBufferSize) {                               \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedVal, csrSortedRowPtr,              \
                   csrSortedColInd, info, pBufferSize);                        \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_IC);                                                   \
    return qn_sparse_no_buffer(pBufferSize);                                   \
  }
EACH_TYPE(CSRIC02_BUFFERSIZEEXT)
#define CSRIC02_ANALYSIS(X, T, type)                                           \
  cusparseStatus_t cusparse##X##csric02_analysis(                              \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, const T *csrSortedValA,                 \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csric02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {       \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA, csrSortedRowPtrA,            \
                   csrSortedColIndA, info, policy, pBuffer);                   \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_IC);                                                   \
    const factor w = {.a = ARRAYS(NULL, type), .zero = info->zero};            \
    return submit_factor(handle, run_structure, &w);                           \
  }
EACH_TYPE(CSRIC02_ANALYSIS)
#define CSRIC02(X, T, type)                                                    \
  cusparseStatus_t cusparse##X##csric02(                                       \
      cusparseHandle_t handle, int m, int nnz,                                 \
      const cusparseMatDescr_t descrA, T *csrSortedValA_valM,                  \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA,                \
      csric02Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {       \
    QN_SPARSE_PASS(m, nnz, descrA, csrSortedValA_valM, csrSortedRowPtrA,       \
                   csrSortedColIndA, info, policy, pBuffer);                   \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(QN_SPARSE_IC);                                                   \
    const factor w = {.a = ARRAYS(csrSortedValA_valM, type),                   \
                      .value = csrSortedValA_valM,                             \
                      .zero = info->zero};                                     \
    QN_SPARSE_NEED(!nnz || csrSortedValA_valM, "the array of values is null"); \
    return submit_factor(handle, run_ic, &w);                                  \
  }
EACH_TYPE(CSRIC02)

// ---- The same of blocks

#define BLOCKS(X, T, type, name, FIRST, KIND, run_it)                          \
  cusparseStatus_t cusparse##X##name##_bufferSize(                             \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,     \
      const cusparseMatDescr_t descrA, T *bsrSortedVal,                        \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,    \
      name##Info_t info, int *pBufferSizeInBytes) {                            \
    QN_SPARSE_PASS(dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr,      \
                   bsrSortedColInd, blockDim, info, pBufferSizeInBytes);       \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(KIND);                                                           \
    QN_SPARSE_NEED(pBufferSizeInBytes, "there is no place for the size");      \
    *pBufferSizeInBytes = 0;                                                   \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusparseStatus_t cusparse##X##name##_bufferSizeExt(                          \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,     \
      const cusparseMatDescr_t descrA, T *bsrSortedVal,                        \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockSize,   \
      name##Info_t info, size_t *pBufferSize) {                                \
    int bytes = 0; /* NVIDIA's library lacks this function */                  \
    QN_SPARSE_NEED(pBufferSize, "there is no place for the size");             \
    QN_SPARSE_TRY(cusparse##X##name##_bufferSize(                              \
        handle, dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr,         \
        bsrSortedColInd, blockSize, info, &bytes));                            \
    *pBufferSize = (size_t)bytes;                                              \
    return CUSPARSE_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusparseStatus_t cusparse##X##name##_analysis(                               \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,     \
      const cusparseMatDescr_t descrA, FIRST *bsrSortedVal,                    \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,    \
      name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {        \
    QN_SPARSE_PASS(dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr,      \
                   bsrSortedColInd, blockDim, info, policy, pBuffer);          \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(KIND);                                                           \
    const factor w = {.a = {mb, mb, bsrSortedRowPtr, bsrSortedColInd, NULL,    \
                            descrA->base, type},                               \
                      .zero = info->zero};                                     \
    return submit_factor(handle, run_structure, &w);                           \
  }                                                                            \
  cusparseStatus_t cusparse##X##name(                                          \
      cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nnzb,     \
      const cusparseMatDescr_t descrA, T *bsrSortedVal,                        \
      const int *bsrSortedRowPtr, const int *bsrSortedColInd, int blockDim,    \
      name##Info_t info, cusparseSolvePolicy_t policy, void *pBuffer) {        \
    QN_SPARSE_PASS(dirA, mb, nnzb, descrA, bsrSortedVal, bsrSortedRowPtr,      \
                   bsrSortedColInd, blockDim, info, policy, pBuffer);          \
    QN_SPARSE_BEGIN();                                                         \
    NEED_INFO(KIND);                                                           \
    QN_SPARSE_NEED(blockDim > 0 && (unsigned)dirA < 2,                         \
                   "blocks of %d rows, direction %d", blockDim, (int)dirA);    \
    const factor w = {.a = {mb, mb, bsrSortedRowPtr, bsrSortedColInd,          \
                            bsrSortedVal, descrA->base, type},                 \
                      .value = bsrSortedVal,                                   \
                      .zero = info->zero,                                      \
                      .boost = info->boost,                                    \
                      .block = blockDim,                                       \
                      .by_columns = dirA == CUSPARSE_DIRECTION_COLUMN};        \
    QN_SPARSE_NEED(!nnzb || bsrSortedVal, "the array of values is null");      \
    return submit_factor(handle, run_it, &w);                                  \
  }
#define BSRILU02(X, T, type)                                                   \
  BLOCKS(X, T, type, bsrilu02, T, QN_SPARSE_BLOCK_ILU, run_ilu)                \
  NUMERIC_BOOST(X, T, type, bsrilu02, QN_SPARSE_BLOCK_ILU)
#define BSRIC02(X, T, type)                                                    \
  BLOCKS(X, T, type, bsric02, const T, QN_SPARSE_BLOCK_IC, run_ic)
EACH_TYPE(BSRILU02)
EACH_TYPE(BSRIC02)

cusparseStatus_t cusparseXbsrilu02_zeroPivot(cusparseHandle_t handle,
                                             bsrilu02Info_t info,
                                             int *position) {
  QN_SPARSE_PASS(info, position);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_BLOCK_ILU),
                 "this is no object of a factor");
  return zero_pivot(handle, info->zero, position);
}
cusparseStatus_t cusparseXbsric02_zeroPivot(cusparseHandle_t handle,
                                            bsric02Info_t info, int *position) {
  QN_SPARSE_PASS(info, position);
  QN_SPARSE_BEGIN();
  QN_SPARSE_NEED(qn_sparse_is(info, QN_SPARSE_BLOCK_IC),
                 "this is no object of a factor");
  return zero_pivot(handle, info->zero, position);
}

// SPDX-License-Identifier: Apache-2.0
// Tridiagonal and pentadiagonal systems, by elimination in double.
#include <string.h>

#include "base/alloc.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

enum { DIAGONALS = 5, FILLED = 7 }; // rows exchanged fill two more

// One system: of diagonal d, from the lowest, element i is at i * stride + at.
typedef struct bands {
  int element, m;                   // its type
  const void *diagonals[DIAGONALS]; // NULL: zero
  bool pivots;
  int64_t matrix_stride; // of elements of a diagonal
  void *x;
  int64_t x_stride;  // of elements of a side
  int sides;         // of each matrix
  int64_t side_step; // from one side to the next
  int count;         // of matrices
  int64_t matrix_step, x_step;
} bands;

// Row i has columns i - 2 to i + 4.
typedef struct row {
  qn_num at[FILLED];
} row;

static void load_rows(const bands *w, int64_t matrix, row *rows) {
  for (int i = 0; i < w->m; ++i)
    for (int d = 0; d < DIAGONALS; ++d) {
      const int j = i + d - 2;
      const bool is_there = w->diagonals[d] && j >= 0 && j < w->m;
      rows[i].at[d] =
          is_there ? qn_num_load(w->element, w->diagonals[d],
                                 matrix * w->matrix_step + i * w->matrix_stride)
                   : 0;
    }
}

// Rows and columns are counted from the row's own first one.
static qn_num *element(row *rows, int i, int j) {
  return &rows[i].at[j - i + 2];
}

static void exchange(const bands *w, row *rows, qn_num *x, int i, int k) {
  for (int j = i; j <= i + 4 && j < w->m; ++j) {
    const qn_num kept = *element(rows, i, j);
    *element(rows, i, j) = *element(rows, k, j);
    *element(rows, k, j) = kept;
  }
  for (int s = 0; s < w->sides; ++s) {
    const qn_num kept = x[(int64_t)s * w->m + i];
    x[(int64_t)s * w->m + i] = x[(int64_t)s * w->m + k];
    x[(int64_t)s * w->m + k] = kept;
  }
}

static void eliminate(const bands *w, row *rows, qn_num *x) {
  for (int i = 0; i < w->m; ++i) {
    const int last = i + 2 < w->m ? i + 2 : w->m - 1;
    int best = i;
    for (int k = i + 1; w->pivots && k <= last; ++k)
      if (cabs(*element(rows, k, i)) > cabs(*element(rows, best, i)))
        best = k;
    if (best != i)
      exchange(w, rows, x, i, best);
    for (int k = i + 1; k <= last; ++k) {
      const qn_num factor = *element(rows, k, i);
      if (factor == 0)
        continue;
      const qn_num by = factor / *element(rows, i, i);
      // Of row i the columns that row k has, too.
      for (int j = i; j <= i + 4 && j < w->m; ++j)
        *element(rows, k, j) -= by * *element(rows, i, j);
      for (int s = 0; s < w->sides; ++s)
        x[(int64_t)s * w->m + k] -= by * x[(int64_t)s * w->m + i];
    }
  }
}

static void substitute(const bands *w, row *rows, qn_num *x) {
  for (int i = w->m - 1; i >= 0; --i) {
    qn_num sum = x[i];
    for (int j = i + 1; j <= i + 4 && j < w->m; ++j)
      sum -= *element(rows, i, j) * x[j];
    x[i] = sum / *element(rows, i, i);
  }
}

static void solve_one(void *user, uint64_t matrix) {
  const bands *w = user;
  row *rows = qn_sparse_memory((size_t)w->m, sizeof(*rows));
  qn_num *x = qn_sparse_memory((size_t)w->m * (size_t)w->sides, sizeof(*x));
  const int64_t first = (int64_t)matrix * w->x_step;
  load_rows(w, (int64_t)matrix, rows);
  for (int s = 0; s < w->sides; ++s)
    for (int64_t i = 0; i < w->m; ++i)
      x[(int64_t)s * w->m + i] = qn_num_load(
          w->element, w->x, first + s * w->side_step + i * w->x_stride);
  eliminate(w, rows, x);
  for (int s = 0; s < w->sides; ++s) {
    substitute(w, rows, x + (int64_t)s * w->m);
    for (int64_t i = 0; i < w->m; ++i)
      qn_num_store(w->element, w->x, first + s * w->side_step + i * w->x_stride,
                   x[(int64_t)s * w->m + i]);
  }
  qn_free(rows);
  qn_free(x);
}

static void run_bands(const void *args) {
  bands w = *(const bands *)args;
  qn_libs_share(solve_one, &w, (uint64_t)w.count);
}

static cusparseStatus_t submit_bands(cusparseHandle_t handle, const bands *w,
                                     int least) {
  QN_SPARSE_NEED(w->m >= least && w->sides >= 0 && w->count >= 0,
                 "%d systems of %d equations with %d sides", w->count, w->m,
                 w->sides);
  for (int d = 0; d < DIAGONALS; ++d)
    QN_SPARSE_NEED(w->diagonals[d] || d == 0 || d == DIAGONALS - 1,
                   "a diagonal is null");
  QN_SPARSE_NEED(w->x || !w->sides, "the right side is null");
  return qn_sparse_submit(handle, run_bands, w, sizeof(*w));
}

enum { MIN_SIZE = 3 }; // equations of gtsv2

static cusparseStatus_t check_sides(int m, int n, int ldb) {
  QN_SPARSE_NEED(m >= MIN_SIZE && n >= 0 && ldb >= m,
                 "%d equations with %d sides, %d apart", m, n, ldb);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t check_batch(int m, int count, int stride) {
  QN_SPARSE_NEED(m >= MIN_SIZE && count >= 0 && stride >= m,
                 "%d systems of %d equations, %d apart", count, m, stride);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t check_interleaved(int algo, int last, int m,
                                          int count) {
  QN_SPARSE_NEED(algo >= 0 && algo <= last, "there is no algorithm %d", algo);
  QN_SPARSE_NEED(m >= 1 && count >= 0, "%d systems of %d equations", count, m);
  return CUSPARSE_STATUS_SUCCESS;
}

#define GTSV2_BUFFERSIZEEXT(X, T, type)                                        \
  cusparseStatus_t cusparse##X##gtsv2_bufferSizeExt(                           \
      cusparseHandle_t handle, int m, int n, const T *dl, const T *d,          \
      const T *du, const T *B, int ldb, size_t *bufferSizeInBytes) {           \
    QN_SPARSE_PASS(m, n, dl, d, du, B, ldb, bufferSizeInBytes);                \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_sides(m, n, ldb));                                     \
    return qn_sparse_no_buffer(bufferSizeInBytes);                             \
  }
EACH_TYPE(GTSV2_BUFFERSIZEEXT)
#define GTSV2(X, T, type)                                                      \
  cusparseStatus_t cusparse##X##gtsv2(cusparseHandle_t handle, int m, int n,   \
                                      const T *dl, const T *d, const T *du,    \
                                      T *B, int ldb, void *pBuffer) {          \
    QN_SPARSE_PASS(m, n, dl, d, du, B, ldb, pBuffer);                          \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_sides(m, n, ldb));                                     \
    const bands w = {.element = type,                                          \
                     .m = m,                                                   \
                     .diagonals = {NULL, dl, d, du, NULL},                     \
                     .pivots = true,                                           \
                     .matrix_stride = 1,                                       \
                     .x = B,                                                   \
                     .x_stride = 1,                                            \
                     .sides = n,                                               \
                     .side_step = ldb,                                         \
                     .count = 1};                                              \
    return submit_bands(handle, &w, MIN_SIZE);                                 \
  }
EACH_TYPE(GTSV2)
#define GTSV2_NOPIVOT_BUFFERSIZEEXT(X, T, type)                                \
  cusparseStatus_t cusparse##X##gtsv2_nopivot_bufferSizeExt(                   \
      cusparseHandle_t handle, int m, int n, const T *dl, const T *d,          \
      const T *du, const T *B, int ldb, size_t *bufferSizeInBytes) {           \
    QN_SPARSE_PASS(m, n, dl, d, du, B, ldb, bufferSizeInBytes);                \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_sides(m, n, ldb));                                     \
    return qn_sparse_no_buffer(bufferSizeInBytes);                             \
  }
EACH_TYPE(GTSV2_NOPIVOT_BUFFERSIZEEXT)
#define GTSV2_NOPIVOT(X, T, type)                                              \
  cusparseStatus_t cusparse##X##gtsv2_nopivot(                                 \
      cusparseHandle_t handle, int m, int n, const T *dl, const T *d,          \
      const T *du, T *B, int ldb, void *pBuffer) {                             \
    QN_SPARSE_PASS(m, n, dl, d, du, B, ldb, pBuffer);                          \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_sides(m, n, ldb));                                     \
    const bands w = {.element = type,                                          \
                     .m = m,                                                   \
                     .diagonals = {NULL, dl, d, du, NULL},                     \
                     .matrix_stride = 1,                                       \
                     .x = B,                                                   \
                     .x_stride = 1,                                            \
                     .sides = n,                                               \
                     .side_step = ldb,                                         \
                     .count = 1};                                              \
    return submit_bands(handle, &w, MIN_SIZE);                                 \
  }
EACH_TYPE(GTSV2_NOPIVOT)
#define GTSV2STRIDEDBATCH_BUFFERSIZEEXT(X, T, type)                            \
  cusparseStatus_t cusparse##X##gtsv2StridedBatch_bufferSizeExt(               \
      cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du,    \
      const T *x, int batchCount, int batchStride,                             \
      size_t *bufferSizeInBytes) {                                             \
    QN_SPARSE_PASS(m, dl, d, du, x, batchCount, batchStride,                   \
                   bufferSizeInBytes);                                         \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_batch(m, batchCount, batchStride));                    \
    return qn_sparse_no_buffer(bufferSizeInBytes);                             \
  }
EACH_TYPE(GTSV2STRIDEDBATCH_BUFFERSIZEEXT)
#define GTSV2STRIDEDBATCH(X, T, type)                                          \
  cusparseStatus_t cusparse##X##gtsv2StridedBatch(                             \
      cusparseHandle_t handle, int m, const T *dl, const T *d, const T *du,    \
      T *x, int batchCount, int batchStride, void *pBuffer) {                  \
    QN_SPARSE_PASS(m, dl, d, du, x, batchCount, batchStride, pBuffer);         \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_batch(m, batchCount, batchStride));                    \
    const bands w = {.element = type,                                          \
                     .m = m,                                                   \
                     .diagonals = {NULL, dl, d, du, NULL},                     \
                     .matrix_stride = 1,                                       \
                     .x = x,                                                   \
                     .x_stride = 1,                                            \
                     .sides = 1,                                               \
                     .count = batchCount,                                      \
                     .matrix_step = batchStride,                               \
                     .x_step = batchStride};                                   \
    return submit_bands(handle, &w, MIN_SIZE);                                 \
  }
EACH_TYPE(GTSV2STRIDEDBATCH)
#define GTSVINTERLEAVEDBATCH_BUFFERSIZEEXT(X, T, type)                         \
  cusparseStatus_t cusparse##X##gtsvInterleavedBatch_bufferSizeExt(            \
      cusparseHandle_t handle, int algo, int m, const T *dl, const T *d,       \
      const T *du, const T *x, int batchCount, size_t *pBufferSizeInBytes) {   \
    QN_SPARSE_PASS(algo, m, dl, d, du, x, batchCount, pBufferSizeInBytes);     \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_interleaved(algo, 2, m, batchCount));                  \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_TYPE(GTSVINTERLEAVEDBATCH_BUFFERSIZEEXT)
#define GTSVINTERLEAVEDBATCH(X, T, type)                                       \
  cusparseStatus_t cusparse##X##gtsvInterleavedBatch(                          \
      cusparseHandle_t handle, int algo, int m, T *dl, T *d, T *du, T *x,      \
      int batchCount, void *pBuffer) {                                         \
    QN_SPARSE_PASS(algo, m, dl, d, du, x, batchCount, pBuffer);                \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_interleaved(algo, 2, m, batchCount));                  \
    const bands w = {.element = type,                                          \
                     .m = m,                                                   \
                     .diagonals = {NULL, dl, d, du, NULL},                     \
                     .pivots = algo != 0,                                      \
                     .matrix_stride = batchCount,                              \
                     .x = x,                                                   \
                     .x_stride = batchCount,                                   \
                     .sides = 1,                                               \
                     .count = batchCount,                                      \
                     .matrix_step = 1,                                         \
                     .x_step = 1};                                             \
    return submit_bands(handle, &w, 1);                                        \
  }
EACH_TYPE(GTSVINTERLEAVEDBATCH)
#define GPSVINTERLEAVEDBATCH_BUFFERSIZEEXT(X, T, type)                         \
  cusparseStatus_t cusparse##X##gpsvInterleavedBatch_bufferSizeExt(            \
      cusparseHandle_t handle, int algo, int m, const T *ds, const T *dl,      \
      const T *d, const T *du, const T *dw, const T *x, int batchCount,        \
      size_t *pBufferSizeInBytes) {                                            \
    QN_SPARSE_PASS(algo, m, ds, dl, d, du, dw, x, batchCount,                  \
                   pBufferSizeInBytes);                                        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_interleaved(algo, 0, m, batchCount));                  \
    return qn_sparse_no_buffer(pBufferSizeInBytes);                            \
  }
EACH_TYPE(GPSVINTERLEAVEDBATCH_BUFFERSIZEEXT)
#define GPSVINTERLEAVEDBATCH(X, T, type)                                       \
  cusparseStatus_t cusparse##X##gpsvInterleavedBatch(                          \
      cusparseHandle_t handle, int algo, int m, T *ds, T *dl, T *d, T *du,     \
      T *dw, T *x, int batchCount, void *pBuffer) {                            \
    QN_SPARSE_PASS(algo, m, ds, dl, d, du, dw, x, batchCount, pBuffer);        \
    QN_SPARSE_BEGIN();                                                         \
    QN_SPARSE_TRY(check_interleaved(algo, 0, m, batchCount));                  \
    QN_SPARSE_NEED(ds && dw, "a diagonal is null");                            \
    const bands w = {.element = type,                                          \
                     .m = m,                                                   \
                     .diagonals = {ds, dl, d, du, dw},                         \
                     .pivots = true,                                           \
                     .matrix_stride = batchCount,                              \
                     .x = x,                                                   \
                     .x_stride = batchCount,                                   \
                     .sides = 1,                                               \
                     .count = batchCount,                                      \
                     .matrix_step = 1,                                         \
                     .x_step = 1};                                             \
    return submit_bands(handle, &w, 1);                                        \
  }
EACH_TYPE(GPSVINTERLEAVEDBATCH)

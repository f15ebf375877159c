// SPDX-License-Identifier: Apache-2.0
// The functions of cuSPARSE 10 that hipSPARSE has: those of today by their
// descriptors, and products of sparse matrices with a sum.
#include <complex.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "hipsparse/hipsparse.h"
#include "libs/sparse/checks.h"
#include "libs/sparse/older.h"
#include "libs/sparse/vendor.h"

#define OWN_HANDLE ((cusparseHandle_t)handle)
#define OWN(descr) ((cusparseMatDescr_t)(descr))
#define DONE(status) ((hipsparseStatus_t)(status))
#define THEIRS(X) THEIRS_##X
#define THEIRS_S float
#define THEIRS_D double
#define THEIRS_C cuComplex
#define THEIRS_Z cuDoubleComplex
#define EACH(X)                                                                \
  X(S, float, CUDA_R_32F)                                                      \
  X(D, double, CUDA_R_64F)                                                     \
  X(C, hipFloatComplex, CUDA_C_32F)                                            \
  X(Z, hipDoubleComplex, CUDA_C_64F)

// ---- What is given

typedef struct csr {
  int rows, cols, nnz;
  cusparseMatDescr_t descr;
  const void *value;
  const int *start, *index;
  int type;
} csr;
// What is made.
typedef struct made {
  int rows, cols;
  cusparseMatDescr_t descr;
  void *value;
  int *start, *index;
  int type;
} made;
typedef struct factors {
  const void *alpha, *beta;
} factors;
typedef struct sides {
  int op_a, op_b, count; // of the columns of op(B)
  const void *b;
  void *c;
  int ldb, ldc;
} sides;

static cusparseStatus_t make(hipsparseHandle_t handle, const csr *a,
                             cusparseSpMatDescr_t *out) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_TRY(qn_sparse_check_descr(a->descr));
  QN_SPARSE_TRY(cusparseCreateCsr(
      out, a->rows, a->cols, a->nnz, (void *)(uintptr_t)a->start,
      (void *)(uintptr_t)a->index, (void *)(uintptr_t)a->value,
      CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
      (cusparseIndexBase_t)a->descr->base, (cudaDataType)a->type));
  (*out)->fill = a->descr->fill;
  (*out)->diag = a->descr->diag;
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t multiply_vector(hipsparseHandle_t handle, const csr *a,
                                        int op, const factors *by,
                                        const void **x_y) {
  cusparseSpMatDescr_t m;
  cusparseDnVecDescr_t x = NULL, y = NULL;
  QN_SPARSE_TRY(make(handle, a, &m));
  const cudaDataType type = (cudaDataType)a->type;
  cusparseStatus_t status = cusparseCreateDnVec(
      &x, op ? a->rows : a->cols, (void *)(uintptr_t)x_y[0], type);
  if (!status)
    status = cusparseCreateDnVec(&y, op ? a->cols : a->rows,
                                 (void *)(uintptr_t)x_y[1], type);
  if (!status)
    status = cusparseSpMV(OWN_HANDLE, (cusparseOperation_t)op, by->alpha, m, x,
                          by->beta, y, type, CUSPARSE_SPMV_ALG_DEFAULT, NULL);
  if (x)
    (void)cusparseDestroyDnVec(x);
  if (y)
    (void)cusparseDestroyDnVec(y);
  (void)cusparseDestroySpMat(m);
  return status;
}

static cusparseStatus_t make_dense(const csr *a, const sides *s,
                                   cusparseDnMatDescr_t *b,
                                   cusparseDnMatDescr_t *c) {
  const int rows = s->op_a ? a->cols : a->rows,
            inner = s->op_a ? a->rows : a->cols;
  const cudaDataType type = (cudaDataType)a->type;
  QN_SPARSE_TRY(cusparseCreateDnMat(
      b, s->op_b ? s->count : inner, s->op_b ? inner : s->count, s->ldb,
      (void *)(uintptr_t)s->b, type, CUSPARSE_ORDER_COL));
  return cusparseCreateDnMat(c, rows, s->count, s->ldc, s->c, type,
                             CUSPARSE_ORDER_COL);
}

static cusparseStatus_t multiply_matrix(hipsparseHandle_t handle, const csr *a,
                                        const sides *s, const factors *by) {
  cusparseSpMatDescr_t m;
  cusparseDnMatDescr_t b = NULL, c = NULL;
  QN_SPARSE_TRY(make(handle, a, &m));
  cusparseStatus_t status = make_dense(a, s, &b, &c);
  if (!status)
    status =
        cusparseSpMM(OWN_HANDLE, (cusparseOperation_t)s->op_a,
                     (cusparseOperation_t)s->op_b, by->alpha, m, b, by->beta, c,
                     (cudaDataType)a->type, CUSPARSE_SPMM_ALG_DEFAULT, NULL);
  if (b)
    (void)cusparseDestroyDnMat(b);
  if (c)
    (void)cusparseDestroyDnMat(c);
  (void)cusparseDestroySpMat(m);
  return status;
}

// ---- Triangular systems

typedef struct solution {
  csr a; // as it was analysed
  bool is_made;
} solution;
struct csrsv2Info {
  solution s;
};
struct csrsm2Info {
  solution s;
};
struct csrgemm2Info {
  solution s;
};

#define INFO(Name, name)                                                       \
  hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t *info) {          \
    if (!info)                                                                 \
      return HIPSPARSE_STATUS_INVALID_VALUE;                                   \
    *info = qn_alloc_array(1, sizeof(**info));                                 \
    return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;   \
  }                                                                            \
  hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info) {          \
    if (!info)                                                                 \
      return HIPSPARSE_STATUS_INVALID_VALUE;                                   \
    qn_free(info);                                                             \
    return HIPSPARSE_STATUS_SUCCESS;                                           \
  }
INFO(Csrsv2, csrsv2)
INFO(Csrsm2, csrsm2)
INFO(Csrgemm2, csrgemm2)

static cusparseStatus_t size_of_none(hipsparseHandle_t handle, const void *info,
                                     size_t *size) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_NEED(info, "'info' is null");
  return qn_sparse_no_buffer(size);
}
static cusparseStatus_t int_size(hipsparseHandle_t handle, const void *info,
                                 int *size) {
  size_t bytes = 0;
  QN_SPARSE_NEED(size, "there is no place for the size");
  QN_SPARSE_TRY(size_of_none(handle, info, &bytes));
  *size = (int)bytes;
  return CUSPARSE_STATUS_SUCCESS;
}

static cusparseStatus_t analyse(hipsparseHandle_t handle, const csr *a,
                                solution *s) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_TRY(qn_sparse_check_descr(a->descr));
  QN_SPARSE_NEED(s, "'info' is null");
  QN_SPARSE_NEED(a->rows >= 0 && a->start &&
                     (!a->nnz || (a->index && a->value)),
                 "an array is null");
  *s = (solution){.a = *a, .is_made = true};
  return CUSPARSE_STATUS_SUCCESS;
}

typedef struct pivot {
  csr a;
  int base, *position;
} pivot;
// The first row whose diagonal is missing or zero.
static void run_pivot(const void *args) {
  const pivot *w = args;
  *w->position = -1;
  for (int i = 0; i < w->a.rows; ++i) {
    bool good = false;
    for (int k = w->a.start[i] - w->base; k < w->a.start[i + 1] - w->base; ++k)
      good = good || (w->a.index[k] - w->base == i &&
                      qn_num_load(w->a.type, w->a.value, k) != 0);
    if (!good) {
      *w->position = i + w->base;
      return;
    }
  }
}
static cusparseStatus_t find_pivot(hipsparseHandle_t handle, const solution *s,
                                   int *position) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_NEED(s && s->is_made && position,
                 "the system was not analysed, or there is no place");
  const bool unit = s->a.descr->diag == CUSPARSE_DIAG_TYPE_UNIT;
  int found = -1;
  const pivot w = {s->a, s->a.descr->base, &found};
  if (!unit)
    QN_SPARSE_TRY(
        qn_sparse_submit_and_wait(OWN_HANDLE, run_pivot, &w, sizeof(w)));
  if (!OWN_HANDLE->device_pointers)
    *position = found;
  else if (hipMemcpy(position, &found, sizeof(found), hipMemcpyDefault) !=
           hipSuccess)
    return CUSPARSE_STATUS_EXECUTION_FAILED;
  return found >= 0 ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseXcsrsv2_zeroPivot(hipsparseHandle_t handle,
                                             csrsv2Info_t info, int *position) {
  return DONE(find_pivot(handle, (const solution *)info, position));
}
hipsparseStatus_t hipsparseXcsrsm2_zeroPivot(hipsparseHandle_t handle,
                                             csrsm2Info_t info, int *position) {
  return DONE(find_pivot(handle, (const solution *)info, position));
}

static cusparseStatus_t solve(hipsparseHandle_t handle, const csr *a, int op,
                              const void *alpha,
                              const cusparseDnMatDescr_t *b_x) {
  cusparseSpMatDescr_t m;
  cusparseSpSMDescr_t how = NULL;
  QN_SPARSE_TRY(make(handle, a, &m));
  const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE,
                            op_a = (cusparseOperation_t)op;
  const cudaDataType type = (cudaDataType)a->type;
  cusparseStatus_t status = cusparseSpSM_createDescr(&how);
  if (!status)
    status =
        cusparseSpSM_analysis(OWN_HANDLE, op_a, plain, alpha, m, b_x[0], b_x[1],
                              type, CUSPARSE_SPSM_ALG_DEFAULT, how, NULL);
  if (!status)
    status = cusparseSpSM_solve(OWN_HANDLE, op_a, plain, alpha, m, b_x[0],
                                b_x[1], type, CUSPARSE_SPSM_ALG_DEFAULT, how);
  if (how)
    (void)cusparseSpSM_destroyDescr(how);
  (void)cusparseDestroySpMat(m);
  return status;
}

static cusparseStatus_t need_solution(const void *info) {
  QN_SPARSE_NEED(info && ((const solution *)info)->is_made,
                 "the system was not analysed");
  return CUSPARSE_STATUS_SUCCESS;
}

// Both sides are columns of as many rows as they are apart.
static cusparseStatus_t solve_vector(hipsparseHandle_t handle, const csr *a,
                                     int op, const void *alpha,
                                     const void **info_f_x) {
  cusparseDnMatDescr_t b_x[2] = {NULL, NULL};
  const int ld = a->rows > 1 ? a->rows : 1;
  cusparseStatus_t status = need_solution(info_f_x[0]);
  for (int i = 0; i < 2 && !status; ++i)
    status = cusparseCreateDnMat(&b_x[i], a->rows, 1, ld,
                                 (void *)(uintptr_t)info_f_x[1 + i],
                                 (cudaDataType)a->type, CUSPARSE_ORDER_COL);
  if (!status)
    status = solve(handle, a, op, alpha, b_x);
  for (int i = 0; i < 2; ++i)
    if (b_x[i])
      (void)cusparseDestroyDnMat(b_x[i]);
  return status;
}

// Of the transpose of B rows are solved in their place.
static cusparseStatus_t solve_matrix(hipsparseHandle_t handle, const csr *a,
                                     const sides *s, const void *alpha,
                                     const void *info) {
  cusparseDnMatDescr_t b = NULL;
  QN_SPARSE_TRY(need_solution(info));
  if (s->op_b == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "the conjugate transpose of the right sides");
  QN_SPARSE_TRY(cusparseCreateDnMat(
      &b, a->rows, s->count, s->ldb, s->c, (cudaDataType)a->type,
      s->op_b ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL));
  const cusparseDnMatDescr_t b_x[] = {b, b};
  const cusparseStatus_t status = solve(handle, a, s->op_a, alpha, b_x);
  (void)cusparseDestroyDnMat(b);
  return status;
}

// ---- Conversions

typedef struct to_dense_work {
  csr a;
  int base, lda;
  bool by_columns;
  void *to;
} to_dense_work;
static void run_to_dense(const void *args) {
  const to_dense_work *w = args;
  const int outer = w->by_columns ? w->a.cols : w->a.rows;
  for (int64_t j = 0; j < w->a.cols; ++j)
    for (int64_t i = 0; i < w->a.rows; ++i)
      qn_num_store(w->a.type, w->to, i + j * w->lda, 0);
  for (int i = 0; i < outer; ++i)
    for (int k = w->a.start[i] - w->base; k < w->a.start[i + 1] - w->base;
         ++k) {
      const int64_t other = w->a.index[k] - w->base;
      qn_num_store(w->a.type, w->to,
                   w->by_columns ? other + (int64_t)i * w->lda
                                 : i + other * w->lda,
                   qn_num_load(w->a.type, w->a.value, k));
    }
}
static cusparseStatus_t check_dense(hipsparseHandle_t handle,
                                    cusparseMatDescr_t descr, int rows,
                                    int cols, int lda) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_TRY(qn_sparse_check_descr(descr));
  QN_SPARSE_NEED(rows >= 0 && cols >= 0 && lda >= (rows > 1 ? rows : 1),
                 "%d by %d elements, columns %d apart", rows, cols, lda);
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t to_dense(hipsparseHandle_t handle, const csr *a,
                                 bool by_columns, void *to, int lda) {
  QN_SPARSE_TRY(check_dense(handle, a->descr, a->rows, a->cols, lda));
  QN_SPARSE_NEED(a->start && (to || !a->rows || !a->cols), "an array is null");
  const to_dense_work w = {*a, a->descr->base, lda, by_columns, to};
  return qn_sparse_submit(OWN_HANDLE, run_to_dense, &w, sizeof(w));
}

typedef struct to_sparse_work {
  made c;
  int base, lda;
  bool by_columns;
  const void *from;
} to_sparse_work;
static void run_to_sparse(const void *args) {
  const to_sparse_work *w = args;
  const int outer = w->by_columns ? w->c.cols : w->c.rows;
  const int inner = w->by_columns ? w->c.rows : w->c.cols;
  int at = 0;
  for (int i = 0; i < outer; ++i) {
    w->c.start[i] = at + w->base;
    for (int j = 0; j < inner; ++j) {
      const qn_num v = qn_num_load(w->c.type, w->from,
                                   w->by_columns ? j + (int64_t)i * w->lda
                                                 : i + (int64_t)j * w->lda);
      if (v == 0)
        continue;
      w->c.index[at] = j + w->base;
      qn_num_store(w->c.type, w->c.value, at++, v);
    }
  }
  w->c.start[outer] = at + w->base;
}
static cusparseStatus_t to_sparse(hipsparseHandle_t handle, const made *c,
                                  bool by_columns, const void *from, int lda) {
  QN_SPARSE_TRY(check_dense(handle, c->descr, c->rows, c->cols, lda));
  QN_SPARSE_NEED(c->start && (from || !c->rows || !c->cols),
                 "an array is null");
  const to_sparse_work w = {*c, c->descr->base, lda, by_columns, from};
  return qn_sparse_submit(OWN_HANDLE, run_to_sparse, &w, sizeof(w));
}

typedef struct gather_work {
  csr x;
  int base;
  const void *y;
} gather_work;
static void run_gather(const void *args) {
  const gather_work *w = args;
  for (int i = 0; i < w->x.nnz; ++i)
    qn_num_store(w->x.type, (void *)(uintptr_t)w->x.value, i,
                 qn_num_load(w->x.type, w->y, w->x.index[i] - w->base));
}
static cusparseStatus_t gather(hipsparseHandle_t handle, const csr *x, int base,
                               const void *y) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_NEED(x->nnz >= 0 && (!x->nnz || (x->value && x->index && y)),
                 "an array is null");
  const gather_work w = {*x, base, y};
  return qn_sparse_submit(OWN_HANDLE, run_gather, &w, sizeof(w));
}

// ---- Elements whose absolute value is above a threshold

typedef struct large {
  csr a;
  made c;
  int base, *each, *all;
  double above;
} large;
static bool is_large(const large *w, int64_t k) {
  return cabs(qn_num_load(w->a.type, w->a.value, k)) > w->above;
}
static void run_count(const void *args) {
  const large *w = args;
  int all = 0;
  for (int i = 0; i < w->a.rows; ++i) {
    int count = 0;
    for (int k = w->a.start[i] - w->base; k < w->a.start[i + 1] - w->base; ++k)
      count += is_large(w, k);
    w->each[i] = count;
    all += count;
  }
  *w->all = all;
}
static void run_keep(const void *args) {
  const large *w = args;
  int at = 0;
  for (int i = 0; i < w->a.rows; ++i) {
    w->c.start[i] = at + w->base;
    for (int k = w->a.start[i] - w->base; k < w->a.start[i + 1] - w->base; ++k)
      if (is_large(w, k)) {
        w->c.index[at] = w->a.index[k];
        qn_num_store(w->c.type, w->c.value, at++,
                     qn_num_load(w->a.type, w->a.value, k));
      }
  }
  w->c.start[w->a.rows] = at + w->base;
}
static cusparseStatus_t check_large(hipsparseHandle_t handle, const csr *a,
                                    qn_num tol) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_TRY(qn_sparse_check_descr(a->descr));
  QN_SPARSE_NEED(a->rows >= 0 && a->start, "the array of offsets is null");
  QN_SPARSE_NEED(creal(tol) >= 0, "the threshold is %g", creal(tol));
  return CUSPARSE_STATUS_SUCCESS;
}
static cusparseStatus_t count_large(hipsparseHandle_t handle, const csr *a,
                                    int **each_all, qn_num tol) {
  QN_SPARSE_TRY(check_large(handle, a, tol));
  QN_SPARSE_NEED(each_all[1] && (each_all[0] || !a->rows), "an array is null");
  const large w = {.a = *a,
                   .base = a->descr->base,
                   .each = each_all[0],
                   .all = each_all[1],
                   .above = creal(tol)};
  return qn_sparse_submit_for(OWN_HANDLE, !OWN_HANDLE->device_pointers,
                              run_count, &w, sizeof(w));
}
static cusparseStatus_t keep_large(hipsparseHandle_t handle, const csr *a,
                                   const made *c, qn_num tol) {
  QN_SPARSE_TRY(check_large(handle, a, tol));
  QN_SPARSE_NEED(c->start, "the array of offsets is null");
  const large w = {
      .a = *a, .c = *c, .base = a->descr->base, .above = creal(tol)};
  return qn_sparse_submit(OWN_HANDLE, run_keep, &w, sizeof(w));
}

// ---- Sums and products of sparse matrices

hipsparseStatus_t hipsparseXcsrgeamNnz(
    hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA,
    int nnzA, const int *csrRowPtrA, const int *csrColIndA,
    const hipsparseMatDescr_t descrB, int nnzB, const int *csrRowPtrB,
    const int *csrColIndB, const hipsparseMatDescr_t descrC, int *csrRowPtrC,
    int *nnzTotalDevHostPtr) {
  return DONE(cusparseXcsrgeam2Nnz(OWN_HANDLE, m, n, OWN(descrA), nnzA,
                                   csrRowPtrA, csrColIndA, OWN(descrB), nnzB,
                                   csrRowPtrB, csrColIndB, OWN(descrC),
                                   csrRowPtrC, nnzTotalDevHostPtr, NULL));
}

// C = alpha op(A) op(B) + beta D. Without `alpha` it is 0, or 1 where there is
// no `info`; without `d` there is no sum.
typedef struct product {
  const csr *a, *b, *d;
  const made *c;
  int op_a, op_b;
  const void *alpha, *beta;
} product;
typedef struct product_work {
  csr a, b, d;
  made c;
  int op_a, op_b, base, *count;
  bool has_sum;
  qn_scalar alpha, beta;
} product_work;

static qn_csr rows_of(const csr *a, int op) {
  const qn_csr_arrays arrays = {a->rows,  a->cols,        a->start, a->index,
                                a->value, a->descr->base, a->type};
  return qn_csr_op(qn_csr_of_arrays(&arrays), (cusparseOperation_t)op);
}

typedef struct row {
  qn_num *sum;
  int64_t *mark, *cols, count;
} row;
static void add(row *r, int64_t col, qn_num value, int64_t mark) {
  if (r->mark[col] != mark) {
    r->mark[col] = mark;
    r->sum[col] = 0;
    r->cols[r->count++] = col;
  }
  r->sum[col] += value;
}
static int by_number(const void *x, const void *y) {
  const int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;
  return (a > b) - (a < b);
}
static void make_row(row *r, const qn_csr *all, int64_t i, qn_num alpha,
                     qn_num beta) {
  const qn_csr *a = &all[0], *b = &all[1], *d = &all[2];
  r->count = 0;
  for (int64_t k = a->start[i]; k < a->start[i + 1]; ++k)
    for (int64_t l = b->start[a->col[k]]; l < b->start[a->col[k] + 1]; ++l)
      add(r, b->col[l], alpha * a->value[k] * b->value[l], i + 1);
  for (int64_t k = d->start ? d->start[i] : 0; d->start && k < d->start[i + 1];
       ++k)
    add(r, d->col[k], beta * d->value[k], i + 1);
  qsort(r->cols, (size_t)r->count, sizeof(*r->cols), by_number);
}

static void run_sparse(const void *args) {
  const product_work *w = args;
  qn_csr all[3] = {rows_of(&w->a, w->op_a), rows_of(&w->b, w->op_b), {0}};
  const qn_num alpha = w->count ? 0 : qn_scalar_get(&w->alpha);
  const qn_num beta = w->count || !w->has_sum ? 0 : qn_scalar_get(&w->beta);
  if (w->has_sum)
    all[2] = rows_of(&w->d, 0);
  const size_t wide = (size_t)w->c.cols;
  row r = {qn_sparse_memory(wide, sizeof(qn_num)),
           qn_sparse_memory(wide, sizeof(int64_t)),
           qn_sparse_memory(wide, sizeof(int64_t)), 0};
  int at = 0;
  for (int64_t i = 0; i < w->c.rows; ++i) {
    make_row(&r, all, i, alpha, beta);
    if (w->count)
      w->c.start[i] = at + w->base;
    for (int64_t k = 0; k < r.count && !w->count; ++k) {
      w->c.index[at + k] = (int)r.cols[k] + w->base;
      qn_num_store(w->c.type, w->c.value, at + k, r.sum[r.cols[k]]);
    }
    at += (int)r.count;
  }
  if (w->count) {
    w->c.start[w->c.rows] = at + w->base;
    *w->count = at;
  }
  qn_free(r.sum);
  qn_free(r.mark);
  qn_free(r.cols);
  for (int i = 0; i < 3; ++i)
    qn_csr_free(&all[i]);
}

static cusparseStatus_t check_product(const product *p) {
  const csr *a = p->a, *b = p->b;
  QN_SPARSE_TRY(qn_sparse_check_descr(a->descr));
  QN_SPARSE_TRY(qn_sparse_check_descr(b->descr));
  QN_SPARSE_TRY(qn_sparse_check_descr(p->c->descr));
  if (p->d)
    QN_SPARSE_TRY(qn_sparse_check_descr(p->d->descr));
  QN_SPARSE_TRY(qn_sparse_check_op((cusparseOperation_t)p->op_a));
  QN_SPARSE_TRY(qn_sparse_check_op((cusparseOperation_t)p->op_b));
  QN_SPARSE_NEED(a->rows >= 0 && a->cols >= 0 && b->cols >= 0,
                 "a product of %d by %d and %d", a->rows, a->cols, b->cols);
  QN_SPARSE_NEED(a->start && b->start && p->c->start && (!p->d || p->d->start),
                 "an array of offsets is null");
  return CUSPARSE_STATUS_SUCCESS;
}

// What is stored is not transposed yet.
static csr turned(const csr *a, int op) {
  csr t = *a;
  if (op) {
    t.rows = a->cols;
    t.cols = a->rows;
  }
  return t;
}

static cusparseStatus_t multiply_sparse(hipsparseHandle_t handle,
                                        const product *p, const void *info,
                                        int *count) {
  QN_SPARSE_TRY(qn_sparse_begin(OWN_HANDLE, "a function of hipSPARSE 1"));
  QN_SPARSE_TRY(check_product(p));
  const bool has_sum = p->d && (count || p->beta);
  product_work w = {.a = turned(p->a, p->op_a),
                    .b = turned(p->b, p->op_b),
                    .c = *p->c,
                    .op_a = p->op_a,
                    .op_b = p->op_b,
                    .base = p->c->descr->base,
                    .count = count,
                    .has_sum = has_sum,
                    .alpha = {.type = p->a->type, .value = info ? 0 : 1}};
  if (has_sum)
    w.d = *p->d;
  if (p->alpha)
    w.alpha = qn_scalar_of(OWN_HANDLE, p->alpha, p->a->type);
  if (p->beta)
    w.beta = qn_scalar_of(OWN_HANDLE, p->beta, p->a->type);
  return qn_sparse_submit_for(OWN_HANDLE, count && !OWN_HANDLE->device_pointers,
                              run_sparse, &w, sizeof(w));
}

hipsparseStatus_t
hipsparseXcsrgemmNnz(hipsparseHandle_t handle, hipsparseOperation_t transA,
                     hipsparseOperation_t transB, int m, int n, int k,
                     const hipsparseMatDescr_t descrA, int nnzA,
                     const int *csrRowPtrA, const int *csrColIndA,
                     const hipsparseMatDescr_t descrB, int nnzB,
                     const int *csrRowPtrB, const int *csrColIndB,
                     const hipsparseMatDescr_t descrC, int *csrRowPtrC,
                     int *nnzTotalDevHostPtr) {
  const csr a = {m, k, nnzA, OWN(descrA), NULL, csrRowPtrA, csrColIndA, 0};
  const csr b = {k, n, nnzB, OWN(descrB), NULL, csrRowPtrB, csrColIndB, 0};
  const made c = {m, n, OWN(descrC), NULL, csrRowPtrC, NULL, 0};
  const product p = {
      .a = &a, .b = &b, .c = &c, .op_a = (int)transA, .op_b = (int)transB};
  if (!nnzTotalDevHostPtr)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  return DONE(multiply_sparse(handle, &p, NULL, nnzTotalDevHostPtr));
}
hipsparseStatus_t hipsparseXcsrgemm2Nnz(
    hipsparseHandle_t handle, int m, int n, int k,
    const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA,
    const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB,
    const int *csrRowPtrB, const int *csrColIndB,
    const hipsparseMatDescr_t descrD, int nnzD, const int *csrRowPtrD,
    const int *csrColIndD, const hipsparseMatDescr_t descrC, int *csrRowPtrC,
    int *nnzTotalDevHostPtr, const csrgemm2Info_t info, void *pBuffer) {
  const csr a = {m, k, nnzA, OWN(descrA), NULL, csrRowPtrA, csrColIndA, 0};
  const csr b = {k, n, nnzB, OWN(descrB), NULL, csrRowPtrB, csrColIndB, 0};
  const csr d = {m, n, nnzD, OWN(descrD), NULL, csrRowPtrD, csrColIndD, 0};
  const made c = {m, n, OWN(descrC), NULL, csrRowPtrC, NULL, 0};
  const product p = {.a = &a, .b = &b, .c = &c, .d = csrRowPtrD ? &d : NULL};
  (void)pBuffer;
  if (!nnzTotalDevHostPtr || !info)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  return DONE(multiply_sparse(handle, &p, info, nnzTotalDevHostPtr));
}

// ---- The functions of each type

#define CSRMV(X, T, type)                                                      \
  hipsparseStatus_t hipsparse##X##csrmv(                                       \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n,     \
      int nnz, const T *alpha, const hipsparseMatDescr_t descrA,               \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA,          \
      const T *x, const T *beta, T *y) {                                       \
    const csr a = {m,       n,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const factors by = {alpha, beta};                                          \
    return DONE(multiply_vector(handle, &a, (int)transA, &by,                  \
                                (const void *[]){x, y}));                      \
  }
EACH(CSRMV)

#define CSRMM(X, T, type)                                                      \
  hipsparseStatus_t hipsparse##X##csrmm(                                       \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n,     \
      int k, int nnz, const T *alpha, const hipsparseMatDescr_t descrA,        \
      const T *csrValA, const int *csrRowPtrA, const int *csrColIndA,          \
      const T *B, int ldb, const T *beta, T *C, int ldc) {                     \
    const csr a = {m,       k,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const sides s = {(int)transA, 0, n, B, C, ldb, ldc};                       \
    const factors by = {alpha, beta};                                          \
    return DONE(multiply_matrix(handle, &a, &s, &by));                         \
  }
EACH(CSRMM)

#define CSRMM2(X, T, type)                                                     \
  hipsparseStatus_t hipsparse##X##csrmm2(                                      \
      hipsparseHandle_t handle, hipsparseOperation_t transA,                   \
      hipsparseOperation_t transB, int m, int n, int k, int nnz,               \
      const T *alpha, const hipsparseMatDescr_t descrA, const T *csrValA,      \
      const int *csrRowPtrA, const int *csrColIndA, const T *B, int ldb,       \
      const T *beta, T *C, int ldc) {                                          \
    const csr a = {m,       k,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const sides s = {(int)transA, (int)transB, n, B, C, ldb, ldc};             \
    const factors by = {alpha, beta};                                          \
    return DONE(multiply_matrix(handle, &a, &s, &by));                         \
  }
EACH(CSRMM2)

#define CSRSV2_BUFFERSIZE(X, T, type)                                          \
  hipsparseStatus_t hipsparse##X##csrsv2_bufferSize(                           \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz,   \
      const hipsparseMatDescr_t descrA, T *csrValA, const int *csrRowPtrA,     \
      const int *csrColIndA, csrsv2Info_t info, int *pBufferSizeInBytes) {     \
    (void)transA, (void)m, (void)nnz, (void)descrA, (void)csrValA,             \
        (void)csrRowPtrA, (void)csrColIndA;                                    \
    return DONE(int_size(handle, info, pBufferSizeInBytes));                   \
  }
EACH(CSRSV2_BUFFERSIZE)

#define CSRSV2_BUFFERSIZEEXT(X, T, type)                                       \
  hipsparseStatus_t hipsparse##X##csrsv2_bufferSizeExt(                        \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz,   \
      const hipsparseMatDescr_t descrA, T *csrValA, const int *csrRowPtrA,     \
      const int *csrColIndA, csrsv2Info_t info, size_t *pBufferSizeInBytes) {  \
    (void)transA, (void)m, (void)nnz, (void)descrA, (void)csrValA,             \
        (void)csrRowPtrA, (void)csrColIndA;                                    \
    return DONE(size_of_none(handle, info, pBufferSizeInBytes));               \
  }
EACH(CSRSV2_BUFFERSIZEEXT)

#define CSRSV2_ANALYSIS(X, T, type)                                            \
  hipsparseStatus_t hipsparse##X##csrsv2_analysis(                             \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz,   \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, csrsv2Info_t info,         \
      hipsparseSolvePolicy_t policy, void *pBuffer) {                          \
    const csr a = {m,       m,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    (void)transA, (void)policy, (void)pBuffer;                                 \
    return DONE(analyse(handle, &a, (solution *)info));                        \
  }
EACH(CSRSV2_ANALYSIS)

#define CSRSV2_SOLVE(X, T, type)                                               \
  hipsparseStatus_t hipsparse##X##csrsv2_solve(                                \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int nnz,   \
      const T *alpha, const hipsparseMatDescr_t descrA, const T *csrValA,      \
      const int *csrRowPtrA, const int *csrColIndA, csrsv2Info_t info,         \
      const T *f, T *x, hipsparseSolvePolicy_t policy, void *pBuffer) {        \
    const csr a = {m,       m,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    (void)policy, (void)pBuffer;                                               \
    return DONE(solve_vector(handle, &a, (int)transA, alpha,                   \
                             (const void *[]){info, f, x}));                   \
  }
EACH(CSRSV2_SOLVE)

#define CSRSM2_BUFFERSIZEEXT(X, T, type)                                       \
  hipsparseStatus_t hipsparse##X##csrsm2_bufferSizeExt(                        \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,         \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const T *alpha,   \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, const T *B, int ldb,       \
      csrsm2Info_t info, hipsparseSolvePolicy_t policy,                        \
      size_t *pBufferSizeInBytes) {                                            \
    (void)algo, (void)transA, (void)transB, (void)m, (void)nrhs, (void)nnz,    \
        (void)alpha, (void)descrA, (void)csrValA, (void)csrRowPtrA,            \
        (void)csrColIndA, (void)B, (void)ldb, (void)policy;                    \
    return DONE(size_of_none(handle, info, pBufferSizeInBytes));               \
  }
EACH(CSRSM2_BUFFERSIZEEXT)

#define CSRSM2_ANALYSIS(X, T, type)                                            \
  hipsparseStatus_t hipsparse##X##csrsm2_analysis(                             \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,         \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const T *alpha,   \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, const T *B, int ldb,       \
      csrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer) {       \
    const csr a = {m,       m,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    (void)algo, (void)transA, (void)transB, (void)nrhs, (void)alpha, (void)B,  \
        (void)ldb, (void)policy, (void)pBuffer;                                \
    return DONE(analyse(handle, &a, (solution *)info));                        \
  }
EACH(CSRSM2_ANALYSIS)

#define CSRSM2_SOLVE(X, T, type)                                               \
  hipsparseStatus_t hipsparse##X##csrsm2_solve(                                \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,         \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const T *alpha,   \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, T *B, int ldb,             \
      csrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer) {       \
    const csr a = {m,       m,          nnz,        OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    (void)algo, (void)policy, (void)pBuffer;                                   \
    const sides s = {(int)transA, (int)transB, nrhs, NULL, B, ldb, ldb};       \
    return DONE(solve_matrix(handle, &a, &s, alpha, info));                    \
  }
EACH(CSRSM2_SOLVE)

#define CSR2CSC(X, T, type)                                                    \
  hipsparseStatus_t hipsparse##X##csr2csc(                                     \
      hipsparseHandle_t handle, int m, int n, int nnz, const T *csrValA,       \
      const int *csrRowPtrA, const int *csrColIndA, T *cscVal, int *cscRowInd, \
      int *cscColPtr, hipsparseAction_t copyValues,                            \
      hipsparseIndexBase_t idxBase) {                                          \
    return DONE(cusparseCsr2cscEx2(                                            \
        OWN_HANDLE, m, n, nnz, csrValA, csrRowPtrA, csrColIndA, cscVal,        \
        cscColPtr, cscRowInd, type, (cusparseAction_t)copyValues,              \
        (cusparseIndexBase_t)idxBase, CUSPARSE_CSR2CSC_ALG_DEFAULT, NULL));    \
  }
EACH(CSR2CSC)

#define CSR2DENSE(X, T, type)                                                  \
  hipsparseStatus_t hipsparse##X##csr2dense(                                   \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrRowPtrA, const int *csrColIndA, T *A, int lda) {           \
    const csr a = {                                                            \
        m, n, 0, OWN(descrA), csrValA, csrRowPtrA, csrColIndA, type};          \
    return DONE(to_dense(handle, &a, false, A, lda));                          \
  }
EACH(CSR2DENSE)

#define CSC2DENSE(X, T, type)                                                  \
  hipsparseStatus_t hipsparse##X##csc2dense(                                   \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *cscValA,                      \
      const int *cscRowIndA, const int *cscColPtrA, T *A, int lda) {           \
    const csr a = {                                                            \
        m, n, 0, OWN(descrA), cscValA, cscColPtrA, cscRowIndA, type};          \
    return DONE(to_dense(handle, &a, true, A, lda));                           \
  }
EACH(CSC2DENSE)

#define DENSE2CSR(X, T, type)                                                  \
  hipsparseStatus_t hipsparse##X##dense2csr(                                   \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *A, int lda,                   \
      const int *nnzPerRow, T *csrValA, int *csrRowPtrA, int *csrColIndA) {    \
    (void)nnzPerRow;                                                           \
    const made c = {m, n, OWN(descrA), csrValA, csrRowPtrA, csrColIndA, type}; \
    return DONE(to_sparse(handle, &c, false, A, lda));                         \
  }
EACH(DENSE2CSR)

#define DENSE2CSC(X, T, type)                                                  \
  hipsparseStatus_t hipsparse##X##dense2csc(                                   \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *A, int lda,                   \
      const int *nnzPerColumn, T *cscValA, int *cscRowIndA, int *cscColPtrA) { \
    (void)nnzPerColumn;                                                        \
    const made c = {m, n, OWN(descrA), cscValA, cscColPtrA, cscRowIndA, type}; \
    return DONE(to_sparse(handle, &c, true, A, lda));                          \
  }
EACH(DENSE2CSC)

#define GTHR(X, T, type)                                                       \
  hipsparseStatus_t hipsparse##X##gthr(hipsparseHandle_t handle, int nnz,      \
                                       const T *y, T *xVal, const int *xInd,   \
                                       hipsparseIndexBase_t idxBase) {         \
    const csr a = {nnz, 0, nnz, NULL, xVal, NULL, xInd, type};                 \
    return DONE(gather(handle, &a, (int)idxBase, y));                          \
  }
EACH(GTHR)

#define CSRGEAM(X, T, type)                                                    \
  hipsparseStatus_t hipsparse##X##csrgeam(                                     \
      hipsparseHandle_t handle, int m, int n, const T *alpha,                  \
      const hipsparseMatDescr_t descrA, int nnzA, const T *csrValA,            \
      const int *csrRowPtrA, const int *csrColIndA, const T *beta,             \
      const hipsparseMatDescr_t descrB, int nnzB, const T *csrValB,            \
      const int *csrRowPtrB, const int *csrColIndB,                            \
      const hipsparseMatDescr_t descrC, T *csrValC, int *csrRowPtrC,           \
      int *csrColIndC) {                                                       \
    return DONE(cusparse##X##csrgeam2(                                         \
        OWN_HANDLE, m, n, (const THEIRS(X) *)alpha, OWN(descrA), nnzA,         \
        (const THEIRS(X) *)csrValA, csrRowPtrA, csrColIndA,                    \
        (const THEIRS(X) *)beta, OWN(descrB), nnzB,                            \
        (const THEIRS(X) *)csrValB, csrRowPtrB, csrColIndB, OWN(descrC),       \
        (THEIRS(X) *)csrValC, csrRowPtrC, csrColIndC, NULL));                  \
  }
EACH(CSRGEAM)

#define CSRGEMM(X, T, type)                                                    \
  hipsparseStatus_t hipsparse##X##csrgemm(                                     \
      hipsparseHandle_t handle, hipsparseOperation_t transA,                   \
      hipsparseOperation_t transB, int m, int n, int k,                        \
      const hipsparseMatDescr_t descrA, int nnzA, const T *csrValA,            \
      const int *csrRowPtrA, const int *csrColIndA,                            \
      const hipsparseMatDescr_t descrB, int nnzB, const T *csrValB,            \
      const int *csrRowPtrB, const int *csrColIndB,                            \
      const hipsparseMatDescr_t descrC, T *csrValC, const int *csrRowPtrC,     \
      int *csrColIndC) {                                                       \
    const csr a = {m,       k,          nnzA,       OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const csr b = {k,       n,          nnzB,       OWN(descrB),               \
                   csrValB, csrRowPtrB, csrColIndB, type};                     \
    const made c = {                                                           \
        m,          n,   OWN(descrC), csrValC, (int *)(uintptr_t)csrRowPtrC,   \
        csrColIndC, type};                                                     \
    const product p = {                                                        \
        .a = &a, .b = &b, .c = &c, .op_a = (int)transA, .op_b = (int)transB};  \
    return DONE(multiply_sparse(handle, &p, NULL, NULL));                      \
  }
EACH(CSRGEMM)

#define CSRGEMM2_BUFFERSIZEEXT(X, T, type)                                     \
  hipsparseStatus_t hipsparse##X##csrgemm2_bufferSizeExt(                      \
      hipsparseHandle_t handle, int m, int n, int k, const T *alpha,           \
      const hipsparseMatDescr_t descrA, int nnzA, const int *csrRowPtrA,       \
      const int *csrColIndA, const hipsparseMatDescr_t descrB, int nnzB,       \
      const int *csrRowPtrB, const int *csrColIndB, const T *beta,             \
      const hipsparseMatDescr_t descrD, int nnzD, const int *csrRowPtrD,       \
      const int *csrColIndD, csrgemm2Info_t info,                              \
      size_t *pBufferSizeInBytes) {                                            \
    (void)m, (void)n, (void)k, (void)alpha, (void)descrA, (void)nnzA,          \
        (void)csrRowPtrA, (void)csrColIndA, (void)descrB, (void)nnzB,          \
        (void)csrRowPtrB, (void)csrColIndB, (void)beta, (void)descrD,          \
        (void)nnzD, (void)csrRowPtrD, (void)csrColIndD;                        \
    return DONE(size_of_none(handle, info, pBufferSizeInBytes));               \
  }
EACH(CSRGEMM2_BUFFERSIZEEXT)

#define CSRGEMM2(X, T, type)                                                   \
  hipsparseStatus_t hipsparse##X##csrgemm2(                                    \
      hipsparseHandle_t handle, int m, int n, int k, const T *alpha,           \
      const hipsparseMatDescr_t descrA, int nnzA, const T *csrValA,            \
      const int *csrRowPtrA, const int *csrColIndA,                            \
      const hipsparseMatDescr_t descrB, int nnzB, const T *csrValB,            \
      const int *csrRowPtrB, const int *csrColIndB, const T *beta,             \
      const hipsparseMatDescr_t descrD, int nnzD, const T *csrValD,            \
      const int *csrRowPtrD, const int *csrColIndD,                            \
      const hipsparseMatDescr_t descrC, T *csrValC, const int *csrRowPtrC,     \
      int *csrColIndC, const csrgemm2Info_t info, void *pBuffer) {             \
    const csr a = {m,       k,          nnzA,       OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const csr b = {k,       n,          nnzB,       OWN(descrB),               \
                   csrValB, csrRowPtrB, csrColIndB, type};                     \
    const csr d = {m,       n,          nnzD,       OWN(descrD),               \
                   csrValD, csrRowPtrD, csrColIndD, type};                     \
    const made c = {                                                           \
        m,          n,   OWN(descrC), csrValC, (int *)(uintptr_t)csrRowPtrC,   \
        csrColIndC, type};                                                     \
    const product p = {.a = &a,                                                \
                       .b = &b,                                                \
                       .c = &c,                                                \
                       .d = csrRowPtrD ? &d : NULL,                            \
                       .alpha = alpha,                                         \
                       .beta = beta};                                          \
    (void)pBuffer;                                                             \
    if (!info)                                                                 \
      return HIPSPARSE_STATUS_INVALID_VALUE;                                   \
    return DONE(multiply_sparse(handle, &p, info, NULL));                      \
  }
EACH(CSRGEMM2)

#define NNZ_COMPRESS(X, T, type)                                               \
  hipsparseStatus_t hipsparse##X##nnz_compress(                                \
      hipsparseHandle_t handle, int m, const hipsparseMatDescr_t descrA,       \
      const T *csrValA, const int *csrRowPtrA, int *nnzPerRow, int *nnzC,      \
      T tol) {                                                                 \
    const csr a = {m, 0, 0, OWN(descrA), csrValA, csrRowPtrA, NULL, type};     \
    return DONE(count_large(handle, &a, (int *[]){nnzPerRow, nnzC},            \
                            qn_num_load(type, &tol, 0)));                      \
  }
EACH(NNZ_COMPRESS)

#define CSR2CSR_COMPRESS(X, T, type)                                           \
  hipsparseStatus_t hipsparse##X##csr2csr_compress(                            \
      hipsparseHandle_t handle, int m, int n,                                  \
      const hipsparseMatDescr_t descrA, const T *csrValA,                      \
      const int *csrColIndA, const int *csrRowPtrA, int nnzA,                  \
      const int *nnzPerRow, T *csrValC, int *csrColIndC, int *csrRowPtrC,      \
      T tol) {                                                                 \
    const csr a = {m,       n,          nnzA,       OWN(descrA),               \
                   csrValA, csrRowPtrA, csrColIndA, type};                     \
    const made c = {m, n, OWN(descrA), csrValC, csrRowPtrC, csrColIndC, type}; \
    (void)nnzPerRow;                                                           \
    return DONE(keep_large(handle, &a, &c, qn_num_load(type, &tol, 0)));       \
  }
EACH(CSR2CSR_COMPRESS)

// ---- Coordinates in pairs

hipsparseStatus_t hipsparseCreateCooAoS(hipsparseSpMatDescr_t *spMatDescr,
                                        int64_t rows, int64_t cols, int64_t nnz,
                                        void *cooInd, void *cooValues,
                                        hipsparseIndexType_t cooIdxType,
                                        hipsparseIndexBase_t idxBase,
                                        hipDataType valueType) {
  cusparseSpMatDescr_t m;
  if (!spMatDescr)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  const cusparseStatus_t status =
      cusparseCreateCoo(&m, rows, cols, nnz, cooInd, cooInd, cooValues,
                        (cusparseIndexType_t)cooIdxType,
                        (cusparseIndexBase_t)idxBase, (cudaDataType)valueType);
  if (status == CUSPARSE_STATUS_SUCCESS) {
    m->format = QN_SPARSE_FORMAT_PAIRS;
    *spMatDescr = (hipsparseSpMatDescr_t)m;
  }
  return DONE(status);
}

hipsparseStatus_t hipsparseCooAoSGet(const hipsparseSpMatDescr_t spMatDescr,
                                     int64_t *rows, int64_t *cols, int64_t *nnz,
                                     void **cooInd, void **cooValues,
                                     hipsparseIndexType_t *idxType,
                                     hipsparseIndexBase_t *idxBase,
                                     hipDataType *valueType) {
  const struct cusparseSpMatDescr *d = (cusparseSpMatDescr_t)spMatDescr;
  if (!qn_sparse_is(d, QN_SPARSE_SP_MAT) ||
      d->format != QN_SPARSE_FORMAT_PAIRS || !rows || !cols || !nnz ||
      !cooInd || !cooValues || !idxType || !idxBase || !valueType)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  *rows = d->rows;
  *cols = d->cols;
  *nnz = d->nnz;
  *cooInd = d->indices;
  *cooValues = d->values;
  *idxType = (hipsparseIndexType_t)d->index_type;
  *idxBase = (hipsparseIndexBase_t)d->base;
  *valueType = (hipDataType)d->type;
  return HIPSPARSE_STATUS_SUCCESS;
}

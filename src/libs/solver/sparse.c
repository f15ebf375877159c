// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse systems: by direct.c, on the handle's stream where arrays
// are the device's, at once where they are the host's.
#include "cuda/cusolverSp.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"
#include "libs/solver/direct.h"
#include "libs/solver/given.h"

struct cusolverSpContext {
  qn_solver solver;
};

QN_SOLVER_HANDLE(Sp)

// ---- What is given

// A description is made by the library of sparse matrices, which is there when
// there is one.
int qn_given_base(cusparseMatDescr_t descr) {
  cusparseIndexBase_t (*get)(cusparseMatDescr_t);
  void *address = dlsym(RTLD_DEFAULT, "cusparseGetMatIndexBase");
  memcpy(&get, &address, sizeof(get));
  return descr && address ? (int)get(descr) : 0;
}

qn_complex qn_given_load(char type, const void *p, int64_t at) {
  switch (type) {
  case 's':
    return (qn_complex){((const float *)p)[at], 0};
  case 'd':
    return (qn_complex){((const double *)p)[at], 0};
  case 'c':
    return (qn_complex){((const float *)p)[2 * at],
                        ((const float *)p)[2 * at + 1]};
  default:
    return ((const qn_complex *)p)[at];
  }
}

void qn_given_store(char type, void *p, int64_t at, qn_complex value) {
  switch (type) {
  case 's':
    ((float *)p)[at] = (float)value.re;
    break;
  case 'd':
    ((double *)p)[at] = value.re;
    break;
  case 'c':
    ((float *)p)[2 * at] = (float)value.re;
    ((float *)p)[2 * at + 1] = (float)value.im;
    break;
  default:
    ((qn_complex *)p)[at] = value;
  }
}

bool qn_given_read(const qn_given *g, int at, qn_direct *out) {
  out->n = g->m;
  out->rows = qn_solver_memory((size_t)g->m + 1, sizeof(int));
  out->columns = qn_solver_memory((size_t)g->nnz + 1, sizeof(int));
  out->values = qn_solver_memory((size_t)g->nnz + 1, sizeof(qn_complex));
  bool good = g->m == 0 || g->rows[g->m] - g->base == g->nnz;
  for (int i = 0; i <= g->m && good; ++i) {
    out->rows[i] = g->m ? g->rows[i] - g->base : 0;
    good = out->rows[i] >= (i ? out->rows[i - 1] : 0) && out->rows[i] <= g->nnz;
  }
  for (int k = 0; k < g->nnz && good; ++k) {
    out->columns[k] = g->columns[k] - g->base;
    out->values[k] =
        g->values ? qn_given_load(g->type, g->values, (int64_t)at * g->nnz + k)
                  : (qn_complex){1, 0};
    good = out->columns[k] >= 0 && out->columns[k] < g->n;
  }
  return good;
}

// ---- A system

typedef enum way { BY_QR, BY_CHOLESKY } way;

typedef struct system {
  qn_given a;
  way way;
  int reorder, count; // of a batch
  double tol;
  const void *b;
  void *x;
  int *singularity; // the host's; NULL: nobody asks
} system_;

static bool solve(const system_ *s, const qn_direct *a, const qn_complex *b,
                  qn_complex *x, int *singular) {
  return s->way == BY_QR ? qn_direct_qr(a, b, s->tol, x, singular)
                         : qn_direct_cholesky(a, b, s->tol, x, singular);
}

// With rows and columns in another order, which the result does not show.
static bool solve_in_order(const system_ *s, const qn_direct *a, qn_complex *b,
                           qn_complex *x, int *singular) {
  if (!s->reorder)
    return solve(s, a, b, x, singular);
  qn_direct other = {0};
  const size_t n = (size_t)a->n + 1;
  int *p = qn_solver_memory(n, sizeof(*p));
  qn_complex *turned = qn_solver_memory(n, sizeof(*turned));
  bool good = qn_direct_band(a, p) && qn_direct_permute(a, p, &other);
  for (int i = 0; i < a->n; ++i)
    turned[i] = b[p[i]];
  good = good && solve(s, &other, turned, b, singular);
  for (int i = 0; i < a->n; ++i)
    x[p[i]] = b[i];
  qn_direct_free(&other);
  qn_free(p);
  qn_free(turned);
  return good;
}

static void run_member(const system_ *s, int at) {
  qn_direct a = {0};
  const int n = s->a.m;
  qn_complex *b = qn_solver_memory((size_t)n + 1, sizeof(*b));
  qn_complex *x = qn_solver_memory((size_t)n + 1, sizeof(*x));
  int singular = 0; // as a matrix that is none
  if (qn_given_read(&s->a, at, &a)) {
    for (int i = 0; i < n; ++i)
      b[i] = qn_given_load(s->a.type, s->b, (int64_t)at * n + i);
    if (!solve_in_order(s, &a, b, x, &singular))
      qn_libs_give_up("cusolverSp");
    for (int i = 0; i < n && singular < 0; ++i)
      qn_given_store(s->a.type, s->x, (int64_t)at * n + i, x[i]);
  }
  if (s->singularity)
    *s->singularity = singular;
  qn_direct_free(&a);
  qn_free(b);
  qn_free(x);
}

static void run(const void *args) {
  const system_ *s = args;
  for (int at = 0; at < s->count; ++at)
    run_member(s, at);
}

static cusolverStatus_t check_given(const qn_given *g) {
  QN_SOLVER_NEED(g->m >= 0 && g->n >= 0 && g->nnz >= 0,
                 "a size is negative: %d rows, %d elements", g->m, g->nnz);
  QN_SOLVER_NEED(!g->m || g->rows, "there is no array of rows");
  QN_SOLVER_NEED(!g->nnz || (g->columns && g->values), "there are no elements");
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t submit(cusolverSpHandle_t handle, const char *name,
                               const system_ *s, bool on_host) {
  QN_SOLVER_TRY(on_host ? qn_solver_check(handle)
                        : qn_solver_begin(handle, name));
  QN_SOLVER_TRY(check_given(&s->a));
  QN_SOLVER_NEED(!s->a.m || (s->b && s->x), "a vector is null");
  QN_SOLVER_NEED(s->reorder >= 0 && s->reorder <= 3, "there is no order %d",
                 s->reorder);
  if (on_host) {
    run(s);
    return CUSOLVER_STATUS_SUCCESS;
  }
  QN_SOLVER_TRY(
      qn_solver_submit(handle, (qn_solver_task){.run = run}, s, sizeof(*s)));
  return s->singularity ? qn_solver_wait(handle) : CUSOLVER_STATUS_SUCCESS;
}

#define GIVEN(letter, rows_, columns_)                                         \
  {letter,  rows_,      columns_,  nnz, qn_given_base(descrA),                 \
   csrValA, csrRowPtrA, csrColIndA}
#define CSR(T)                                                                 \
  const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA,    \
      const int *csrColIndA
#define SYSTEM(name, letter, T, R, by, on_host)                                \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int nnz, CSR(T),     \
                        const T *b, R tol, int reorder, T *x,                  \
                        int *singularity) {                                    \
    QN_SOLVER_NEED(singularity, "there is no place for the singularity");      \
    return submit(handle, #name,                                               \
                  &(const system_){.a = GIVEN(letter, m, m),                   \
                                   .way = by,                                  \
                                   .reorder = reorder,                         \
                                   .count = 1,                                 \
                                   .tol = (double)tol,                         \
                                   .b = b,                                     \
                                   .x = x,                                     \
                                   .singularity = singularity},                \
                  on_host);                                                    \
  }

// ---- The eigenvalue nearest a number, by inverse iteration

typedef struct search {
  qn_given a;
  qn_complex near;
  const void *x0;
  int steps_max;
  double eps;
  void *mu; // the host's
  void *x;
} search;

static void multiply(const qn_direct *a, const qn_complex *x, qn_complex *y) {
  for (int i = 0; i < a->n; ++i) {
    y[i] = (qn_complex){0, 0};
    for (int k = a->rows[i]; k < a->rows[i + 1]; ++k) {
      const qn_complex v = a->values[k], z = x[a->columns[k]];
      y[i].re += v.re * z.re - v.im * z.im;
      y[i].im += v.re * z.im + v.im * z.re;
    }
  }
}

static void normalise(qn_complex *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i].re * x[i].re + x[i].im * x[i].im;
  const double norm = sqrt(sum);
  for (int i = 0; i < n && norm > 0; ++i) {
    x[i].re /= norm;
    x[i].im /= norm;
  }
}

// x^H A x of a vector of length 1, and how far A x is from that times x.
static qn_complex quotient(const qn_direct *a, const qn_complex *x,
                           qn_complex *room, double *out_rest) {
  qn_complex mu = {0, 0};
  double rest = 0;
  multiply(a, x, room);
  for (int i = 0; i < a->n; ++i) {
    mu.re += x[i].re * room[i].re + x[i].im * room[i].im;
    mu.im += x[i].re * room[i].im - x[i].im * room[i].re;
  }
  for (int i = 0; i < a->n; ++i) {
    const double re = room[i].re - (mu.re * x[i].re - mu.im * x[i].im);
    const double im = room[i].im - (mu.re * x[i].im + mu.im * x[i].re);
    rest += re * re + im * im;
  }
  *out_rest = sqrt(rest);
  return mu;
}

qn_direct qn_direct_shifted(const qn_direct *a, qn_complex mu) {
  const size_t count = (size_t)a->rows[a->n] + (size_t)a->n;
  qn_direct s = {a->n, qn_solver_memory((size_t)a->n + 1, sizeof(int)),
                 qn_solver_memory(count + 1, sizeof(int)),
                 qn_solver_memory(count + 1, sizeof(qn_complex))};
  int at = 0;
  for (int i = 0; i < a->n; ++i) {
    for (int k = a->rows[i]; k < a->rows[i + 1]; ++k) {
      s.columns[at] = a->columns[k];
      s.values[at++] = a->values[k];
    }
    s.columns[at] = i; // equal places are added
    s.values[at++] = (qn_complex){-mu.re, -mu.im};
    s.rows[i + 1] = at;
  }
  return s;
}

static void run_search(const void *args) {
  const search *s = args;
  const int n = s->a.m;
  qn_direct a = {0};
  qn_complex *x = qn_solver_memory((size_t)n + 1, sizeof(*x));
  qn_complex *y = qn_solver_memory((size_t)n + 1, sizeof(*y));
  qn_complex mu = s->near;
  if (qn_given_read(&s->a, 0, &a) && n) {
    qn_direct other = qn_direct_shifted(&a, s->near);
    double rest = 0;
    int singular = -1;
    for (int i = 0; i < n; ++i)
      x[i] = qn_given_load(s->a.type, s->x0, i);
    normalise(x, n);
    mu = quotient(&a, x, y, &rest);
    for (int step = 0; step < s->steps_max && rest > s->eps; ++step) {
      if (!qn_direct_qr(&other, x, 0, y, &singular))
        qn_libs_give_up("cusolverSp");
      if (singular >= 0)
        break; // the number itself is an eigenvalue
      memcpy(x, y, (size_t)n * sizeof(*x));
      normalise(x, n);
      mu = quotient(&a, x, y, &rest);
    }
    qn_direct_free(&other);
  }
  for (int i = 0; i < n; ++i)
    qn_given_store(s->a.type, s->x, i, x[i]);
  qn_given_store(s->a.type, s->mu, 0, mu);
  qn_direct_free(&a);
  qn_free(x);
  qn_free(y);
}

static cusolverStatus_t submit_search(cusolverSpHandle_t handle,
                                      const char *name, const search *s,
                                      bool on_host) {
  QN_SOLVER_TRY(on_host ? qn_solver_check(handle)
                        : qn_solver_begin(handle, name));
  QN_SOLVER_TRY(check_given(&s->a));
  QN_SOLVER_NEED(s->mu && (!s->a.m || (s->x0 && s->x)), "a vector is null");
  if (on_host) {
    run_search(s);
    return CUSOLVER_STATUS_SUCCESS;
  }
  QN_SOLVER_TRY(qn_solver_submit(handle, (qn_solver_task){.run = run_search}, s,
                                 sizeof(*s)));
  return qn_solver_wait(handle);
}
#define SEARCH(name, letter, T, R, on_host)                                    \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int nnz, CSR(T),     \
                        T mu0, const T *x0, int maxite, R eps, T *mu, T *x) {  \
    return submit_search(handle, #name,                                        \
                         &(const search){GIVEN(letter, m, m),                  \
                                         qn_given_load(letter, &mu0, 0), x0,   \
                                         maxite, (double)eps, mu, x},          \
                         on_host);                                             \
  }

// ---- Batches, of one pattern

cusolverStatus_t cusolverSpCreateCsrqrInfo(csrqrInfo_t *info) {
  QN_SOLVER_NEED(info, "there is no place for the object");
  *info = qn_alloc_array(1, sizeof(**info));
  return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
cusolverStatus_t cusolverSpDestroyCsrqrInfo(csrqrInfo_t info) {
  QN_SOLVER_NEED(info, "the object is null");
  qn_direct_free(&info->kept.a);
  qn_free(info);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverSpXcsrqrAnalysisBatched(cusolverSpHandle_t handle, int m, int n,
                                int nnzA, const cusparseMatDescr_t descrA,
                                const int *csrRowPtrA, const int *csrColIndA,
                                csrqrInfo_t info) {
  (void)descrA;
  QN_SOLVER_BEGIN();
  QN_SOLVER_NEED(info && m >= 0 && nnzA >= 0, "a size is negative");
  QN_SOLVER_NEED((!m || csrRowPtrA) && (!nnzA || csrColIndA),
                 "there is no pattern");
  if (m != n)
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "%d rows and %d columns: batches are of square "
                            "matrices",
                            m, n);
  info->m = m;
  info->n = n;
  info->nnz = nnzA;
  return CUSOLVER_STATUS_SUCCESS;
}
#define BATCH(L, letter, T, R)                                                 \
  cusolverStatus_t cusolverSp##L##csrqrBufferInfoBatched(                      \
      cusolverSpHandle_t handle, int m, int n, int nnz, CSR(T), int batchSize, \
      csrqrInfo_t info, size_t *internalDataInBytes,                           \
      size_t *workspaceInBytes) {                                              \
    (void)descrA, (void)csrValA, (void)csrRowPtrA, (void)csrColIndA;           \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_NEED(info && info->m == m && info->n == n && info->nnz == nnz && \
                       batchSize >= 0,                                         \
                   "the object was not made for this pattern");                \
    QN_SOLVER_NEED(internalDataInBytes && workspaceInBytes,                    \
                   "there is no place for a size");                            \
    *internalDataInBytes = *workspaceInBytes = 1; /* nothing is needed */      \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverSp##L##csrqrsvBatched(                              \
      cusolverSpHandle_t handle, int m, int n, int nnz, CSR(T), const T *b,    \
      T *x, int batchSize, csrqrInfo_t info, void *pBuffer) {                  \
    (void)pBuffer;                                                             \
    QN_SOLVER_NEED(info && info->m == m && info->n == n && info->nnz == nnz && \
                       batchSize >= 0,                                         \
                   "the object was not made for this pattern");                \
    return submit(handle, __func__,                                            \
                  &(const system_){.a = GIVEN(letter, m, n),                   \
                                   .way = BY_QR,                               \
                                   .count = batchSize,                         \
                                   .b = b,                                     \
                                   .x = x},                                    \
                  false);                                                      \
  }

#define ALL(L, letter, T, R)                                                   \
  SYSTEM(cusolverSp##L##csrlsvluHost, letter, T, R, BY_QR, true)               \
  SYSTEM(cusolverSp##L##csrlsvqr, letter, T, R, BY_QR, false)                  \
  SYSTEM(cusolverSp##L##csrlsvqrHost, letter, T, R, BY_QR, true)               \
  SYSTEM(cusolverSp##L##csrlsvchol, letter, T, R, BY_CHOLESKY, false)          \
  SYSTEM(cusolverSp##L##csrlsvcholHost, letter, T, R, BY_CHOLESKY, true)       \
  SEARCH(cusolverSp##L##csreigvsi, letter, T, R, false)                        \
  SEARCH(cusolverSp##L##csreigvsiHost, letter, T, R, true)                     \
  BATCH(L, letter, T, R)
ALL(S, 's', float, float)
ALL(D, 'd', double, double)
ALL(C, 'c', cuComplex, float)
ALL(Z, 'z', cuDoubleComplex, double)

// ---- Orders

static cusolverStatus_t
find_order(const qn_given *g, bool (*find)(const qn_direct *, int *), int *p) {
  qn_direct a = {0};
  QN_SOLVER_NEED(g->m >= 0 && g->nnz >= 0 && (!g->m || (g->rows && p)) &&
                     (!g->nnz || g->columns),
                 "a size is negative, or an array is null");
  const bool good = qn_given_read(g, 0, &a);
  const bool found = good && find(&a, p);
  qn_direct_free(&a);
  QN_SOLVER_NEED(good, "an index is none of the matrix's");
  return found ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}
#define ORDER(name, by)                                                        \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnzA,            \
                        const cusparseMatDescr_t descrA,                       \
                        const int *csrRowPtrA, const int *csrColIndA,          \
                        int *p) {                                              \
    QN_SOLVER_TRY(qn_solver_check(handle));                                    \
    return find_order(&(const qn_given){'d', n, n, nnzA,                       \
                                        qn_given_base(descrA), NULL,           \
                                        csrRowPtrA, csrColIndA},               \
                      by, p);                                                  \
  }
ORDER(cusolverSpXcsrsymrcmHost, qn_direct_band)
ORDER(cusolverSpXcsrsymmdqHost, qn_direct_degree)
ORDER(cusolverSpXcsrsymamdHost, qn_direct_degree)

static bool has_place(const int *begin, const int *end, const int *columns,
                      int base, int j) {
  for (int k = *begin - base; k < *end - base; ++k)
    if (columns[k] - base == j)
      return true;
  return false;
}

cusolverStatus_t cusolverSpXcsrissymHost(cusolverSpHandle_t handle, int m,
                                         int nnzA,
                                         const cusparseMatDescr_t descrA,
                                         const int *csrRowPtrA,
                                         const int *csrEndPtrA,
                                         const int *csrColIndA, int *issym) {
  const int base = qn_given_base(descrA);
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(m >= 0 && nnzA >= 0 && issym &&
                     (!m || (csrRowPtrA && csrEndPtrA && csrColIndA)),
                 "a size is negative, or an array is null");
  *issym = 1;
  for (int i = 0; i < m; ++i)
    for (int k = csrRowPtrA[i] - base; k < csrEndPtrA[i] - base; ++k) {
      const int j = csrColIndA[k] - base;
      QN_SOLVER_NEED(j >= 0 && j < m, "there is no column %d", j);
      if (!has_place(&csrRowPtrA[j], &csrEndPtrA[j], csrColIndA, base, i))
        *issym = 0;
    }
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t
cusolverSpXcsrperm_bufferSizeHost(cusolverSpHandle_t handle, int m, int n,
                                  int nnzA, const cusparseMatDescr_t descrA,
                                  const int *csrRowPtrA, const int *csrColIndA,
                                  const int *p, const int *q,
                                  size_t *bufferSizeInBytes) {
  (void)m, (void)n, (void)nnzA, (void)descrA, (void)csrRowPtrA;
  (void)csrColIndA, (void)p, (void)q;
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(bufferSizeInBytes, "there is no place for the size");
  *bufferSizeInBytes = 1;
  return CUSOLVER_STATUS_SUCCESS;
}

typedef struct place {
  int column, from;
} place;
static int by_column(const void *a, const void *b) {
  const int x = ((const place *)a)->column, y = ((const place *)b)->column;
  return (x > y) - (x < y);
}

// B(i, j) = A(p[i], q[j]); map[k] becomes map[where B's k-th element was].
cusolverStatus_t cusolverSpXcsrpermHost(cusolverSpHandle_t handle, int m, int n,
                                        int nnzA,
                                        const cusparseMatDescr_t descrA,
                                        int *csrRowPtrA, int *csrColIndA,
                                        const int *p, const int *q, int *map,
                                        void *pBuffer) {
  const int base = qn_given_base(descrA);
  (void)pBuffer;
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(m >= 0 && n >= 0 && nnzA >= 0 && (!m || (csrRowPtrA && p)) &&
                     (!n || q) && (!nnzA || (csrColIndA && map)),
                 "a size is negative, or an array is null");
  int *columns = qn_solver_memory((size_t)n + 1, sizeof(*columns));
  int *rows = qn_solver_memory((size_t)m + 1, sizeof(*rows));
  int *old = qn_solver_memory((size_t)nnzA + 1, sizeof(*old));
  place *all = qn_solver_memory((size_t)nnzA + 1, sizeof(*all));
  int count = 0;
  for (int j = 0; j < n; ++j)
    columns[q[j]] = j;
  for (int i = 0; i < m; ++i) {
    const int first = count;
    for (int k = csrRowPtrA[p[i]]; k < csrRowPtrA[p[i] + 1]; ++k)
      all[count++] = (place){columns[csrColIndA[k - base] - base], k - base};
    qsort(all + first, (size_t)(count - first), sizeof(*all), by_column);
    rows[i + 1] = count;
  }
  memcpy(old, map, (size_t)nnzA * sizeof(*old));
  for (int k = 0; k < count; ++k) {
    csrColIndA[k] = all[k].column + base;
    map[k] = old[all[k].from];
  }
  for (int i = 0; i <= m && m; ++i)
    csrRowPtrA[i] = rows[i] + base;
  qn_free(columns);
  qn_free(rows);
  qn_free(old);
  qn_free(all);
  return CUSOLVER_STATUS_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse functions that are the host's alone: least squares, how
// many eigenvalues a box has, and permutations to a diagonal without zeros.
#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/given.h"
#include "libs/solver/solver.h"

typedef double _Complex number;

static number number_at(const qn_given *g, int64_t at) {
  const qn_complex v = qn_given_load(g->type, g->values, at);
  return v.re + v.im * I;
}

static cusolverStatus_t check(const qn_given *g) {
  QN_SOLVER_NEED(g->m >= 0 && g->n >= 0 && g->nnz >= 0,
                 "a size is negative: %d by %d, %d elements", g->m, g->n,
                 g->nnz);
  QN_SOLVER_NEED(!g->m || g->rows, "there is no array of rows");
  QN_SOLVER_NEED(!g->nnz || (g->columns && g->values), "there are no elements");
  QN_SOLVER_NEED(
      !g->m || (g->rows[0] == g->base && g->rows[g->m] - g->base == g->nnz),
      "the offsets are not those of %d elements", g->nnz);
  for (int i = 0; i < g->m; ++i)
    QN_SOLVER_NEED(g->rows[i] <= g->rows[i + 1], "row %d ends before it begins",
                   i);
  for (int k = 0; k < g->nnz; ++k)
    QN_SOLVER_NEED(g->columns[k] - g->base >= 0 &&
                       g->columns[k] - g->base < g->n,
                   "there is no column %d", g->columns[k]);
  return CUSOLVER_STATUS_SUCCESS;
}

// By columns, of m rows.
static number *dense_of(const qn_given *g) {
  const size_t m = (size_t)g->m;
  number *a = qn_solver_memory(m * (size_t)g->n + 1, sizeof(*a));
  for (int i = 0; i < g->m; ++i)
    for (int k = g->rows[i] - g->base; k < g->rows[i + 1] - g->base; ++k)
      a[(size_t)i + (size_t)(g->columns[k] - g->base) * m] += number_at(g, k);
  return a;
}

// ---- Least squares, by reflections with the largest column first

typedef struct squares {
  int m, n, rank;
  number *a, *b; // becomes R above the diagonal; becomes Q^H b
  int *order;    // of columns
} squares;

static double length(const number *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]);
  return sqrt(sum);
}

static void exchange_columns(squares *s, int k) {
  int best = k;
  double most = -1;
  for (int j = k; j < s->n; ++j) {
    const double size = length(s->a + (size_t)j * (size_t)s->m + k, s->m - k);
    if (size > most) {
      most = size;
      best = j;
    }
  }
  for (int i = 0; i < s->m && best != k; ++i) {
    number *x = s->a + (size_t)k * (size_t)s->m + i;
    number *y = s->a + (size_t)best * (size_t)s->m + i;
    const number swap = *x;
    *x = *y;
    *y = swap;
  }
  const int swap = s->order[k];
  s->order[k] = s->order[best];
  s->order[best] = swap;
}

// x -= 2 v (v^H x) / (v^H v)
static void reflect(const number *v, double square, number *x, int n) {
  number sum = 0;
  for (int i = 0; i < n; ++i)
    sum += conj(v[i]) * x[i];
  sum *= 2 / square;
  for (int i = 0; i < n; ++i)
    x[i] -= sum * v[i];
}

// False: what is left of the columns is not larger than tol.
static bool eliminate(squares *s, int k, double tol, number *v) {
  exchange_columns(s, k);
  number *column = s->a + (size_t)k * (size_t)s->m + k;
  const int rows = s->m - k;
  const double size = length(column, rows);
  if (size <= tol)
    return false;
  memcpy(v, column, (size_t)rows * sizeof(*v));
  v[0] += v[0] == 0 ? size : v[0] / cabs(v[0]) * size;
  const double square = length(v, rows) * length(v, rows);
  for (int j = k; j < s->n; ++j)
    reflect(v, square, s->a + (size_t)j * (size_t)s->m + k, rows);
  reflect(v, square, s->b + k, rows);
  return true;
}

static void solve_squares(squares *s, double tol, number *x) {
  number *v = qn_solver_memory((size_t)s->m + 1, sizeof(*v));
  while (s->rank < s->n && s->rank < s->m && eliminate(s, s->rank, tol, v))
    ++s->rank;
  for (int i = s->rank - 1; i >= 0; --i) {
    number sum = s->b[i];
    for (int j = i + 1; j < s->rank; ++j)
      sum -= s->a[(size_t)i + (size_t)j * (size_t)s->m] * x[s->order[j]];
    x[s->order[i]] = sum / s->a[(size_t)i + (size_t)i * (size_t)s->m];
  }
  qn_free(v);
}

typedef struct least {
  const void *b;
  double tol;
  int *rank, *order;
  void *x;
} least;

static cusolverStatus_t fit_squares(cusolverSpHandle_t handle,
                                    const qn_given *g, const least *l,
                                    double *rest) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_TRY(check(g));
  QN_SOLVER_NEED(g->m >= g->n, "%d rows are fewer than %d columns", g->m, g->n);
  QN_SOLVER_NEED(l->rank && (l->b || !g->m) && ((l->x && l->order) || !g->n),
                 "a vector, or the place of an answer, is null");
  squares s = {.m = g->m,
               .n = g->n,
               .a = dense_of(g),
               .b = qn_solver_memory((size_t)g->m + 1, sizeof(number)),
               .order = l->order};
  number *x = qn_solver_memory((size_t)g->n + 1, sizeof(*x));
  for (int j = 0; j < g->n; ++j)
    l->order[j] = j;
  for (int i = 0; i < g->m; ++i) {
    const qn_complex v = qn_given_load(g->type, l->b, i);
    s.b[i] = v.re + v.im * I;
  }
  solve_squares(&s, l->tol, x);
  for (int j = 0; j < g->n; ++j)
    qn_given_store(g->type, l->x, j, (qn_complex){creal(x[j]), cimag(x[j])});
  *l->rank = s.rank;
  *rest = length(s.b + s.rank, g->m - s.rank);
  qn_free(s.a);
  qn_free(s.b);
  qn_free(x);
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- Eigenvalues of a box

typedef void geev_fn(const char *, const char *, const int *, number *,
                     const int *, number *, number *, const int *, number *,
                     const int *, number *, const int *, double *, int *);

static cusolverStatus_t count_values(const qn_given *g, number low, number high,
                                     int *count) {
  void *address = qn_openblas_symbol("zgeev");
  geev_fn *geev;
  memcpy(&geev, &address, sizeof(geev));
  if (!geev)
    return CUSOLVER_STATUS_NOT_SUPPORTED;
  const int n = g->m, ld = n > 1 ? n : 1, one = 1, size = 4 * n + 1;
  int info = 0;
  number *a = dense_of(g), *w = qn_solver_memory((size_t)n + 1, sizeof(*w));
  number *work = qn_solver_memory((size_t)size + 1, sizeof(*work));
  double *reals = qn_solver_memory(2 * (size_t)n + 1, sizeof(*reals));
  qn_openblas_enter((double)n * n * n);
  geev("N", "N", &n, a, &ld, w, NULL, &one, NULL, &one, work, &size, reals,
       &info);
  qn_openblas_leave();
  *count = 0;
  for (int i = 0; i < n && !info; ++i)
    *count += creal(w[i]) >= creal(low) && creal(w[i]) <= creal(high) &&
              cimag(w[i]) >= cimag(low) && cimag(w[i]) <= cimag(high);
  qn_free(a);
  qn_free(w);
  qn_free(work);
  qn_free(reals);
  return info ? CUSOLVER_STATUS_EXECUTION_FAILED : CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t eigenvalues(cusolverSpHandle_t handle,
                                    const qn_given *g, number low, number high,
                                    int *count) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_TRY(check(g));
  QN_SOLVER_NEED(count, "there is no place for the number");
  QN_SOLVER_NEED(creal(low) <= creal(high) && cimag(low) <= cimag(high),
                 "the corners are not in order");
  return count_values(g, low, high, count);
}

// ---- A diagonal without zeros, by paths that exchange columns

typedef struct pairs {
  const qn_given *g;
  int *row_of, *column_of; // of columns, of rows; -1: none
  int *next, *from, *seen; // the element to try; the row before; a row's turn
} pairs;

// The row's next column that is not looked at, or -1.
static int next_column(pairs *p, int row, int turn) {
  const qn_given *g = p->g;
  while (p->next[row] < g->rows[row + 1] - g->base) {
    const int k = p->next[row]++, column = g->columns[k] - g->base;
    if (number_at(g, k) != 0 && p->seen[column] != turn) {
      p->seen[column] = turn;
      return column;
    }
  }
  return -1;
}

static bool pair_row(pairs *p, int first) {
  int row = first;
  p->from[first] = -1;
  p->next[first] = p->g->rows[first] - p->g->base;
  while (row >= 0) {
    int column = next_column(p, row, first + 1);
    if (column < 0) {
      row = p->from[row];
      continue;
    }
    const int other = p->row_of[column];
    if (other >= 0) { // which may find another
      p->from[other] = row;
      p->next[other] = p->g->rows[other] - p->g->base;
      row = other;
      continue;
    }
    for (; row >= 0; row = p->from[row]) {
      const int before = p->column_of[row];
      p->row_of[column] = row;
      p->column_of[row] = column;
      column = before;
    }
    return true;
  }
  return false;
}

static cusolverStatus_t no_zeros(cusolverSpHandle_t handle, const qn_given *g,
                                 int *order, int *count) {
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_TRY(check(g));
  QN_SOLVER_NEED(count && (order || !g->n), "there is no place for an answer");
  const size_t n = (size_t)g->n + 1;
  pairs p = {g,
             qn_solver_memory(n, sizeof(int)),
             qn_solver_memory(n, sizeof(int)),
             qn_solver_memory(n, sizeof(int)),
             qn_solver_memory(n, sizeof(int)),
             qn_solver_memory(n, sizeof(int))};
  for (int i = 0; i < g->n; ++i)
    p.row_of[i] = p.column_of[i] = -1;
  *count = 0;
  for (int i = 0; i < g->n; ++i)
    *count += pair_row(&p, i);
  int left = 0; // columns that no row has
  for (int i = 0; i < g->n; ++i) {
    while (p.column_of[i] < 0 && p.row_of[left] >= 0)
      ++left;
    order[i] = p.column_of[i] >= 0 ? p.column_of[i] : left++;
  }
  int *const all[] = {p.row_of, p.column_of, p.next, p.from, p.seen};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    qn_free(all[i]);
  return CUSOLVER_STATUS_SUCCESS;
}

#define CSR(T)                                                                 \
  const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA,    \
      const int *csrColIndA
#define GIVEN(letter, rows_, columns_)                                         \
  &(const qn_given){                                                           \
      letter,  rows_,      columns_,  nnz, qn_given_base(descrA),              \
      csrValA, csrRowPtrA, csrColIndA}
#define HOST(L, letter, T, R)                                                  \
  cusolverStatus_t cusolverSp##L##csrlsqvqrHost(                               \
      cusolverSpHandle_t handle, int m, int n, int nnz, CSR(T), const T *b,    \
      R tol, int *rankA, T *x, int *p, R *min_norm) {                          \
    double rest = 0;                                                           \
    QN_SOLVER_NEED(min_norm, "there is no place for the norm");                \
    QN_SOLVER_TRY(fit_squares(handle, GIVEN(letter, m, n),                     \
                              &(const least){b, (double)tol, rankA, p, x},     \
                              &rest));                                         \
    *min_norm = (R)rest;                                                       \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverSp##L##csrzfdHost(                                  \
      cusolverSpHandle_t handle, int n, int nnz, CSR(T), int *P, int *numnz) { \
    return no_zeros(handle, GIVEN(letter, n, n), P, numnz);                    \
  }
HOST(S, 's', float, float)
HOST(D, 'd', double, double)
HOST(C, 'c', cuComplex, float)
HOST(Z, 'z', cuDoubleComplex, double)

#define EIGS(L, letter, T, corner)                                             \
  cusolverStatus_t cusolverSp##L##csreigsHost(                                 \
      cusolverSpHandle_t handle, int m, int nnz, CSR(T),                       \
      corner left_bottom_corner, corner right_upper_corner, int *num_eigs) {   \
    return eigenvalues(                                                        \
        handle, GIVEN(letter, m, m),                                           \
        (double)left_bottom_corner.x + (double)left_bottom_corner.y * I,       \
        (double)right_upper_corner.x + (double)right_upper_corner.y * I,       \
        num_eigs);                                                             \
  }
EIGS(S, 's', float, cuComplex)
EIGS(D, 'd', double, cuDoubleComplex)
EIGS(C, 'c', cuComplex, cuComplex)
EIGS(Z, 'z', cuDoubleComplex, cuDoubleComplex)

// By the least degree; options, which are METIS's, are not needed.
cusolverStatus_t cusolverSpXcsrmetisndHost(cusolverSpHandle_t handle, int n,
                                           int nnzA,
                                           const cusparseMatDescr_t descrA,
                                           const int *csrRowPtrA,
                                           const int *csrColIndA,
                                           const int64_t *options, int *p) {
  (void)options;
  return cusolverSpXcsrsymamdHost(handle, n, nnzA, descrA, csrRowPtrA,
                                  csrColIndA, p);
}

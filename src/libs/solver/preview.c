// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's sparse systems in steps: analysed, factorised, solved. What is
// kept between them is the matrix; each system is solved by its factors made
// anew, as direct.c keeps none. Arrays of the device are read once its stream
// is done.
#include "cuda/cusolverSp_LOWLEVEL_PREVIEW.h"

#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"
#include "libs/solver/given.h"
#include "libs/solver/lu.h"

struct csrluInfoHost {
  qn_kept kept;
  double threshold;
};
struct csrqrInfoHost {
  qn_kept kept;
};
struct csrcholInfoHost {
  qn_kept kept;
};
struct csrcholInfo {
  qn_kept kept;
};

typedef enum step_way { STEP_LU, STEP_QR, STEP_CHOLESKY } step_way;

// ---- Objects

#define OBJECT(Name, type)                                                     \
  cusolverStatus_t cusolverSpCreate##Name(type##_t *info) {                    \
    QN_SOLVER_NEED(info, "there is no place for the object");                  \
    *info = qn_alloc_array(1, sizeof(**info));                                 \
    return *info ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;     \
  }                                                                            \
  cusolverStatus_t cusolverSpDestroy##Name(type##_t info) {                    \
    QN_SOLVER_NEED(info, "the object is null");                                \
    qn_direct_free(&info->kept.a);                                             \
    qn_free(info);                                                             \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }
OBJECT(CsrluInfoHost, csrluInfoHost)
OBJECT(CsrqrInfoHost, csrqrInfoHost)
OBJECT(CsrcholInfoHost, csrcholInfoHost)
OBJECT(CsrcholInfo, csrcholInfo)

// ---- Steps

// The handle, and for arrays of the device what runs on its stream.
static cusolverStatus_t begin(cusolverSpHandle_t handle, const char *name,
                              bool on_host) {
  if (on_host)
    return qn_solver_check(handle);
  QN_SOLVER_TRY(qn_solver_begin(handle, name));
  return qn_solver_wait(handle);
}

static cusolverStatus_t analyse(qn_kept *kept, const qn_given *g) {
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_NEED(g->m >= 0 && g->n >= 0 && g->nnz >= 0,
                 "a size is negative: %d by %d, %d elements", g->m, g->n,
                 g->nnz);
  QN_SOLVER_NEED((!g->m || g->rows) && (!g->nnz || g->columns),
                 "there is no pattern");
  if (g->m != g->n)
    return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                            "%d rows and %d columns: steps are for square "
                            "matrices; csrlsqvqrHost takes others",
                            g->m, g->n);
  qn_direct_free(&kept->a);
  *kept = (qn_kept){.m = g->m, .n = g->n, .nnz = g->nnz};
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t check_pattern(const qn_kept *kept, const qn_given *g) {
  QN_SOLVER_NEED(kept->m == g->m && kept->n == g->n && kept->nnz == g->nnz,
                 "the object was analysed for %d by %d with %d elements",
                 kept->m, kept->n, kept->nnz);
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t report_sizes(const qn_kept *kept, const qn_given *g,
                                     size_t *internal, size_t *workspace) {
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_TRY(check_pattern(kept, g));
  QN_SOLVER_NEED(internal && workspace, "there is no place for a size");
  *internal = *workspace = 1; // nothing is needed
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t keep(qn_kept *kept, const qn_given *g,
                             qn_complex shift) {
  qn_direct a = {0};
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_TRY(check_pattern(kept, g));
  QN_SOLVER_NEED(!g->nnz || g->values, "there are no elements");
  if (!qn_given_read(g, 0, &a)) {
    qn_direct_free(&a);
    return qn_solver_refuse(CUSOLVER_STATUS_INVALID_VALUE,
                            "an index is none of the matrix's");
  }
  qn_direct_free(&kept->a);
  kept->a = a;
  if (shift.re != 0 || shift.im != 0) {
    kept->a = qn_direct_shifted(&a, shift);
    qn_direct_free(&a);
  }
  kept->type = g->type;
  return CUSOLVER_STATUS_SUCCESS;
}

static bool solve(const qn_kept *kept, step_way way, const qn_complex *b,
                  double tol, qn_complex *x, int *out_singular) {
  return way == STEP_CHOLESKY
             ? qn_direct_cholesky(&kept->a, b, tol, x, out_singular)
             : qn_direct_qr(&kept->a, b, tol, x, out_singular);
}

static cusolverStatus_t check_kept(const qn_kept *kept, char type) {
  QN_SOLVER_NEED(kept->type == type,
                 "the object has no matrix of this type: it is set up, or "
                 "factorised, before");
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t find_zero(const qn_kept *kept, char type, step_way way,
                                  double tol, int *position) {
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_TRY(check_kept(kept, type));
  QN_SOLVER_NEED(position, "there is no place for the position");
  const size_t n = (size_t)kept->n + 1;
  qn_complex *b = qn_solver_memory(n, sizeof(*b));
  qn_complex *x = qn_solver_memory(n, sizeof(*x));
  const bool good = solve(kept, way, b, tol, x, position);
  qn_free(b);
  qn_free(x);
  return good ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
}

static cusolverStatus_t solve_step(const qn_kept *kept, char type, step_way way,
                                   int n, const void *b, void *x) {
  int singular = -1;
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_TRY(check_kept(kept, type));
  QN_SOLVER_NEED(n == kept->n, "%d unknowns, and the matrix has %d", n,
                 kept->n);
  QN_SOLVER_NEED(!n || (b && x), "a vector is null");
  qn_complex *from = qn_solver_memory((size_t)n + 1, sizeof(*from));
  qn_complex *to = qn_solver_memory((size_t)n + 1, sizeof(*to));
  for (int i = 0; i < n; ++i)
    from[i] = qn_given_load(type, b, i);
  const bool good = solve(kept, way, from, 0, to, &singular);
  for (int i = 0; i < n && good && singular < 0; ++i)
    qn_given_store(type, x, i, to[i]);
  qn_free(from);
  qn_free(to);
  if (!good)
    return CUSOLVER_STATUS_ALLOC_FAILED;
  QN_SOLVER_NEED(singular < 0, "the matrix is singular at %d", singular);
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- LU's factors

static cusolverStatus_t make_lu(csrluInfoHost_t info, qn_lu *lu) {
  int singular = -1;
  if (!qn_lu_make(&info->kept.a, info->threshold, 0, lu, &singular))
    return CUSOLVER_STATUS_ALLOC_FAILED;
  QN_SOLVER_NEED(singular < 0, "the matrix is singular");
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverSpXcsrluNnzHost(cusolverSpHandle_t handle,
                                         int *nnzLRef, int *nnzURef,
                                         csrluInfoHost_t info) {
  qn_lu lu = {0};
  QN_SOLVER_TRY(qn_solver_check(handle));
  QN_SOLVER_NEED(info && info->kept.type, "there are no factors");
  QN_SOLVER_NEED(nnzLRef && nnzURef, "there is no place for a number");
  const cusolverStatus_t status = make_lu(info, &lu);
  if (status == CUSOLVER_STATUS_SUCCESS) {
    *nnzLRef = lu.l.rows[lu.n];
    *nnzURef = lu.u.rows[lu.n];
  }
  qn_lu_free(&lu);
  return status;
}

typedef struct csr_out {
  void *values;
  int *rows, *columns;
  int base;
} csr_out;

static void store_csr(char type, const qn_direct *a, const csr_out *to) {
  for (int i = 0; i <= a->n; ++i)
    to->rows[i] = a->rows[i] + to->base;
  for (int k = 0; k < a->rows[a->n]; ++k) {
    to->columns[k] = a->columns[k] + to->base;
    qn_given_store(type, to->values, k, a->values[k]);
  }
}

static cusolverStatus_t extract(csrluInfoHost_t info, char type, int *p, int *q,
                                const csr_out *l, const csr_out *u) {
  qn_lu lu = {0};
  QN_SOLVER_NEED(info, "the object is null");
  QN_SOLVER_TRY(check_kept(&info->kept, type));
  QN_SOLVER_NEED(p && q && l->rows && u->rows && u->columns && u->values,
                 "an array is null");
  const cusolverStatus_t status = make_lu(info, &lu);
  if (status == CUSOLVER_STATUS_SUCCESS) {
    memcpy(p, lu.p, (size_t)lu.n * sizeof(*p));
    memcpy(q, lu.q, (size_t)lu.n * sizeof(*q));
    store_csr(type, &lu.l, l);
    store_csr(type, &lu.u, u);
  }
  qn_lu_free(&lu);
  return status;
}

static cusolverStatus_t store_diagonal(const qn_kept *kept, char type,
                                       void *to) {
  int singular = -1;
  QN_SOLVER_NEED(kept, "the object is null");
  QN_SOLVER_TRY(check_kept(kept, type));
  QN_SOLVER_NEED(to || !kept->n, "there is no place for the diagonal");
  double *found = qn_solver_memory((size_t)kept->n + 1, sizeof(*found));
  const bool good = qn_direct_cholesky_diagonal(&kept->a, found, &singular);
  const char real = type == 's' || type == 'c' ? 's' : 'd';
  for (int i = 0; i < kept->n && good && singular < 0; ++i)
    qn_given_store(real, to, i, (qn_complex){found[i], 0});
  qn_free(found);
  if (!good)
    return CUSOLVER_STATUS_ALLOC_FAILED;
  QN_SOLVER_NEED(singular < 0, "the matrix is not positive definite at %d",
                 singular);
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- Names

#define KEPT(info) ((info) ? &(info)->kept : NULL)
#define PATTERN(rows_, columns_)                                               \
  (&(const qn_given){'d', rows_, columns_, nnzA, qn_given_base(descrA), NULL,  \
                     csrRowPtrA, csrColIndA})
#define VALUES(letter, rows_, columns_)                                        \
  (&(const qn_given){letter, rows_, columns_, nnzA, qn_given_base(descrA),     \
                     csrValA, csrRowPtrA, csrColIndA})
#define CSR_PATTERN                                                            \
  const cusparseMatDescr_t descrA, const int *csrRowPtrA, const int *csrColIndA
#define CSR(T)                                                                 \
  const cusparseMatDescr_t descrA, const T *csrValA, const int *csrRowPtrA,    \
      const int *csrColIndA
#define BEGIN(on_host) QN_SOLVER_TRY(begin(handle, __func__, on_host))
static const qn_complex no_shift;

#define ANALYSIS(name, type, on_host)                                          \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnzA,            \
                        CSR_PATTERN, type##_t info) {                          \
    BEGIN(on_host);                                                            \
    return analyse(KEPT(info), PATTERN(n, n));                                 \
  }
ANALYSIS(cusolverSpXcsrluAnalysisHost, csrluInfoHost, true)
ANALYSIS(cusolverSpXcsrcholAnalysisHost, csrcholInfoHost, true)
ANALYSIS(cusolverSpXcsrcholAnalysis, csrcholInfo, false)
#define ANALYSIS_QR(name, type, on_host)                                       \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnzA,     \
                        CSR_PATTERN, type##_t info) {                          \
    BEGIN(on_host);                                                            \
    return analyse(KEPT(info), PATTERN(m, n));                                 \
  }
ANALYSIS_QR(cusolverSpXcsrqrAnalysisHost, csrqrInfoHost, true)
ANALYSIS_QR(cusolverSpXcsrqrAnalysis, csrqrInfo, false)

#define SIZES(name, letter, T, type, on_host)                                  \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, int nnzA, CSR(T),    \
                        type##_t info, size_t *internalDataInBytes,            \
                        size_t *workspaceInBytes) {                            \
    BEGIN(on_host);                                                            \
    return report_sizes(KEPT(info), VALUES(letter, n, n), internalDataInBytes, \
                        workspaceInBytes);                                     \
  }
#define SIZES_QR(name, letter, T, type, on_host)                               \
  cusolverStatus_t name(cusolverSpHandle_t handle, int m, int n, int nnzA,     \
                        CSR(T), type##_t info, size_t *internalDataInBytes,    \
                        size_t *workspaceInBytes) {                            \
    BEGIN(on_host);                                                            \
    return report_sizes(KEPT(info), VALUES(letter, m, n), internalDataInBytes, \
                        workspaceInBytes);                                     \
  }
#define ZERO(name, letter, R, type, way, on_host)                              \
  cusolverStatus_t name(cusolverSpHandle_t handle, type##_t info, R tol,       \
                        int *position) {                                       \
    BEGIN(on_host);                                                            \
    return find_zero(KEPT(info), letter, way, (double)tol, position);          \
  }
#define SOLVE(name, letter, T, type, way, on_host)                             \
  cusolverStatus_t name(cusolverSpHandle_t handle, int n, const T *b, T *x,    \
                        type##_t info, void *pBuffer) {                        \
    (void)pBuffer;                                                             \
    BEGIN(on_host);                                                            \
    return solve_step(KEPT(info), letter, way, n, b, x);                       \
  }

#define LU(L, letter, T, R)                                                    \
  SIZES(cusolverSp##L##csrluBufferInfoHost, letter, T, csrluInfoHost, true)    \
  cusolverStatus_t cusolverSp##L##csrluFactorHost(                             \
      cusolverSpHandle_t handle, int n, int nnzA, CSR(T),                      \
      csrluInfoHost_t info, R pivot_threshold, void *pBuffer) {                \
    (void)pBuffer;                                                             \
    BEGIN(true);                                                               \
    QN_SOLVER_TRY(keep(KEPT(info), VALUES(letter, n, n), no_shift));           \
    info->threshold = (double)pivot_threshold;                                 \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  ZERO(cusolverSp##L##csrluZeroPivotHost, letter, R, csrluInfoHost, STEP_LU,   \
       true)                                                                   \
  SOLVE(cusolverSp##L##csrluSolveHost, letter, T, csrluInfoHost, STEP_LU,      \
        true)                                                                  \
  cusolverStatus_t cusolverSp##L##csrluExtractHost(                            \
      cusolverSpHandle_t handle, int *P, int *Q,                               \
      const cusparseMatDescr_t descrL, T *csrValL, int *csrRowPtrL,            \
      int *csrColIndL, const cusparseMatDescr_t descrU, T *csrValU,            \
      int *csrRowPtrU, int *csrColIndU, csrluInfoHost_t info, void *pBuffer) { \
    (void)pBuffer;                                                             \
    BEGIN(true);                                                               \
    return extract(info, letter, P, Q,                                         \
                   &(const csr_out){csrValL, csrRowPtrL, csrColIndL,           \
                                    qn_given_base(descrL)},                    \
                   &(const csr_out){csrValU, csrRowPtrU, csrColIndU,           \
                                    qn_given_base(descrU)});                   \
  }

#define QR(L, letter, T, R, H, type, on_host)                                  \
  SIZES_QR(cusolverSp##L##csrqrBufferInfo##H, letter, T, type, on_host)        \
  cusolverStatus_t cusolverSp##L##csrqrSetup##H(cusolverSpHandle_t handle,     \
                                                int m, int n, int nnzA,        \
                                                CSR(T), T mu, type##_t info) { \
    BEGIN(on_host);                                                            \
    return keep(KEPT(info), VALUES(letter, m, n),                              \
                qn_given_load(letter, &mu, 0));                                \
  }                                                                            \
  cusolverStatus_t cusolverSp##L##csrqrFactor##H(                              \
      cusolverSpHandle_t handle, int m, int n, int nnzA, T *b, T *x,           \
      type##_t info, void *pBuffer) {                                          \
    (void)pBuffer, (void)m, (void)nnzA;                                        \
    BEGIN(on_host);                                                            \
    QN_SOLVER_NEED(info, "the object is null");                                \
    QN_SOLVER_TRY(check_kept(&info->kept, letter));                            \
    return b && x ? solve_step(&info->kept, letter, STEP_QR, n, b, x)          \
                  : CUSOLVER_STATUS_SUCCESS;                                   \
  }                                                                            \
  ZERO(cusolverSp##L##csrqrZeroPivot##H, letter, R, type, STEP_QR, on_host)    \
  cusolverStatus_t cusolverSp##L##csrqrSolve##H(                               \
      cusolverSpHandle_t handle, int m, int n, T *b, T *x, type##_t info,      \
      void *pBuffer) {                                                         \
    (void)pBuffer, (void)m;                                                    \
    BEGIN(on_host);                                                            \
    return solve_step(KEPT(info), letter, STEP_QR, n, b, x);                   \
  }

#define CHOLESKY(L, letter, T, R, H, type, on_host)                            \
  SIZES(cusolverSp##L##csrcholBufferInfo##H, letter, T, type, on_host)         \
  cusolverStatus_t cusolverSp##L##csrcholFactor##H(                            \
      cusolverSpHandle_t handle, int n, int nnzA, CSR(T), type##_t info,       \
      void *pBuffer) {                                                         \
    (void)pBuffer;                                                             \
    BEGIN(on_host);                                                            \
    return keep(KEPT(info), VALUES(letter, n, n), no_shift);                   \
  }                                                                            \
  ZERO(cusolverSp##L##csrcholZeroPivot##H, letter, R, type, STEP_CHOLESKY,     \
       on_host)                                                                \
  SOLVE(cusolverSp##L##csrcholSolve##H, letter, T, type, STEP_CHOLESKY, on_host)

#define ALL(L, letter, T, R)                                                   \
  LU(L, letter, T, R)                                                          \
  QR(L, letter, T, R, Host, csrqrInfoHost, true)                               \
  QR(L, letter, T, R, , csrqrInfo, false)                                      \
  CHOLESKY(L, letter, T, R, Host, csrcholInfoHost, true)                       \
  CHOLESKY(L, letter, T, R, , csrcholInfo, false)                              \
  cusolverStatus_t cusolverSp##L##csrcholDiag(cusolverSpHandle_t handle,       \
                                              csrcholInfo_t info, R *diag) {   \
    BEGIN(false);                                                              \
    return store_diagonal(KEPT(info), letter, diag);                           \
  }
ALL(S, 's', float, float)
ALL(D, 'd', double, double)
ALL(C, 'c', cuComplex, float)
ALL(Z, 'z', cuDoubleComplex, double)

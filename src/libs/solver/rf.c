// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's refactoring (cusolverRf): by refactor.c on the host, in order with
// the null stream; what lies in device memory is copied there and back.
#include "cuda/cusolverRf.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/refactor.h"
#include "libs/solver/solver.h"

static const uint64_t magic = UINT64_C(0x46524f53204e5251); // "QRN SORF"

struct cusolverRfCommon {
  uint64_t magic;
  cusolverRfMatrixFormat_t format;
  cusolverRfUnitDiagonal_t diag;
  cusolverRfFactorization_t factor_alg;
  cusolverRfTriangularSolve_t solve_alg;
  cusolverRfResetValuesFastMode_t fast_mode;
  double zero, boost;
  bool is_batch, is_analysed, is_factored;
  qn_refactor r;
  qn_pattern l, u; // until they are analysed
  // In device memory, once the program asked for them.
  int *device_start, *device_col;
  double *device_values;
};

static cusolverStatus_t check(cusolverRfHandle_t handle) {
  return handle && handle->magic == magic
             ? CUSOLVER_STATUS_SUCCESS
             : qn_solver_refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                                "this is no handle of cusolverRf, or one that "
                                "was destroyed");
}
static cusolverStatus_t no_memory(void) {
  return qn_solver_refuse(CUSOLVER_STATUS_ALLOC_FAILED, "no memory");
}

// ---- The handle and what is set

cusolverStatus_t cusolverRfCreate(cusolverRfHandle_t *handle) {
  QN_SOLVER_NEED(handle, "there is no place for the handle");
  cusolverRfHandle_t h = qn_alloc_array(1, sizeof(*h));
  if (!h)
    return no_memory();
  h->magic = magic;
  h->solve_alg = CUSOLVERRF_TRIANGULAR_SOLVE_ALG1;
  *handle = h;
  return CUSOLVER_STATUS_SUCCESS;
}

static void forget(cusolverRfHandle_t h) {
  qn_refactor_free(&h->r);
  void *const all[] = {h->l.start, h->l.col, h->u.start, h->u.col};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    qn_free(all[i]);
  (void)hipFree(h->device_start);
  (void)hipFree(h->device_col);
  (void)hipFree(h->device_values);
  h->l = h->u = (qn_pattern){0};
  h->device_start = h->device_col = NULL;
  h->device_values = NULL;
  h->is_batch = h->is_analysed = h->is_factored = false;
}

cusolverStatus_t cusolverRfDestroy(cusolverRfHandle_t handle) {
  QN_SOLVER_TRY(check(handle));
  forget(handle);
  handle->magic = 0;
  qn_free(handle);
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfGetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t *format,
                                           cusolverRfUnitDiagonal_t *diag) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED(format && diag, "there is no place for an answer");
  *format = handle->format;
  *diag = handle->diag;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfSetMatrixFormat(cusolverRfHandle_t handle,
                                           cusolverRfMatrixFormat_t format,
                                           cusolverRfUnitDiagonal_t diag) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED((unsigned)format < 2 && (unsigned)diag < 4,
                 "there is no format %d, or no diagonal %d", (int)format,
                 (int)diag);
  QN_SOLVER_NEED(!handle->r.count, "a matrix is set up already");
  handle->format = format;
  handle->diag = diag;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfSetNumericProperties(cusolverRfHandle_t handle,
                                                double zero, double boost) {
  QN_SOLVER_TRY(check(handle));
  handle->zero = zero;
  handle->boost = boost;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfGetNumericProperties(cusolverRfHandle_t handle,
                                                double *zero, double *boost) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED(zero && boost, "there is no place for an answer");
  *zero = handle->zero;
  *boost = handle->boost;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverRfGetNumericBoostReport(cusolverRfHandle_t handle,
                                cusolverRfNumericBoostReport_t *report) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED(report, "there is no place for the answer");
  *report = handle->r.is_boosted ? CUSOLVERRF_NUMERIC_BOOST_USED
                                 : CUSOLVERRF_NUMERIC_BOOST_NOT_USED;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfSetAlgs(cusolverRfHandle_t handle,
                                   cusolverRfFactorization_t factAlg,
                                   cusolverRfTriangularSolve_t solveAlg) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED((unsigned)factAlg < 3 && (unsigned)solveAlg - 1 < 3,
                 "there is no algorithm %d, or none %d", (int)factAlg,
                 (int)solveAlg);
  handle->factor_alg = factAlg;
  handle->solve_alg = solveAlg;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfGetAlgs(cusolverRfHandle_t handle,
                                   cusolverRfFactorization_t *factAlg,
                                   cusolverRfTriangularSolve_t *solveAlg) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED(factAlg && solveAlg, "there is no place for an answer");
  *factAlg = handle->factor_alg;
  *solveAlg = handle->solve_alg;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverRfGetResetValuesFastMode(cusolverRfHandle_t handle,
                                 cusolverRfResetValuesFastMode_t *fastMode) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED(fastMode, "there is no place for the answer");
  *fastMode = handle->fast_mode;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t
cusolverRfSetResetValuesFastMode(cusolverRfHandle_t handle,
                                 cusolverRfResetValuesFastMode_t fastMode) {
  QN_SOLVER_TRY(check(handle));
  QN_SOLVER_NEED((unsigned)fastMode < 2, "there is no mode %d", (int)fastMode);
  handle->fast_mode = fastMode;
  return CUSOLVER_STATUS_SUCCESS;
}

// ---- Arrays of the program's, copied

typedef struct source {
  int n, count;
  const int *start, *col;
} source;

// NULL with a reason: no memory, or an address that nobody knows.
static void *fetch(const void *from, size_t count, size_t size) {
  void *to = qn_alloc_array(count + 1, size);
  if (to && count &&
      hipMemcpy(to, from, count * size, hipMemcpyDefault) != hipSuccess) {
    qn_free(to);
    to = NULL;
  }
  return to;
}

// By rows, from 0, with the place of each element where they were by columns.
static cusolverStatus_t fetch_pattern(cusolverRfHandle_t h, const source *s,
                                      qn_pattern *out, int **out_place) {
  QN_SOLVER_NEED(s->n >= 0 && s->count >= 0 && s->start && s->col,
                 "a size is negative, or an array is null");
  qn_pattern p = {fetch(s->start, (size_t)s->n + 1, sizeof(int)),
                  fetch(s->col, (size_t)s->count, sizeof(int))};
  int *place = qn_alloc_array((size_t)s->count + 1, sizeof(int));
  bool good = p.start && p.col && place;
  const bool sound = good && qn_pattern_is_good(s->n, s->count, &p);
  for (int k = 0; k < s->count && sound; ++k)
    place[k] = k;
  if (sound && h->format == CUSOLVERRF_MATRIX_FORMAT_CSC) {
    qn_pattern turned = {0};
    good = qn_pattern_turn(s->n, &p, &turned, place);
    qn_free(p.start);
    qn_free(p.col);
    p = turned;
  }
  *out = p;
  if (out_place)
    *out_place = place;
  else
    qn_free(place);
  if (!good)
    return no_memory();
  QN_SOLVER_NEED(sound,
                 "offsets or columns are none of a matrix of %d rows "
                 "with %d elements",
                 s->n, s->count);
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t fetch_values(qn_refactor *r, int count,
                                     double *const *arrays) {
  for (int at = 0; at < r->count; ++at) {
    double *given = fetch(arrays[at], (size_t)count, sizeof(double));
    if (!given)
      return no_memory();
    for (int k = 0; k < count; ++k)
      r->as[at][k] = given[r->place[k]];
    qn_free(given);
  }
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t fetch_orders(qn_refactor *r, const int *p,
                                     const int *q) {
  QN_SOLVER_NEED(p && q, "a permutation is null");
  int *new_p = fetch(p, (size_t)r->n, sizeof(int));
  int *new_q = fetch(q, (size_t)r->n, sizeof(int));
  qn_free(r->p);
  qn_free(r->q);
  r->p = new_p;
  r->q = new_q;
  if (!new_p || !new_q)
    return no_memory();
  QN_SOLVER_NEED(qn_is_permutation(r->n, new_p) &&
                     qn_is_permutation(r->n, new_q),
                 "P or Q is no permutation of %d numbers", r->n);
  return CUSOLVER_STATUS_SUCCESS;
}

typedef struct set_up {
  int count; // of matrices
  source a, l, u;
  double *const *values;
  const int *p, *q;
} set_up;

static cusolverStatus_t fill(cusolverRfHandle_t h, const set_up *s) {
  qn_refactor *r = &h->r;
  r->n = s->a.n;
  QN_SOLVER_TRY(fetch_pattern(h, &s->a, &r->a, &r->place));
  QN_SOLVER_TRY(fetch_pattern(h, &s->l, &h->l, NULL));
  QN_SOLVER_TRY(fetch_pattern(h, &s->u, &h->u, NULL));
  r->as = qn_alloc_array((size_t)s->count + 1, sizeof(*r->as));
  if (!r->as)
    return no_memory();
  r->count = s->count;
  for (int at = 0; at < s->count; ++at) {
    r->as[at] = qn_alloc_array((size_t)s->a.count + 1, sizeof(double));
    if (!r->as[at])
      return no_memory();
  }
  QN_SOLVER_TRY(fetch_values(r, s->a.count, s->values));
  return fetch_orders(r, s->p, s->q);
}

static cusolverStatus_t start(cusolverRfHandle_t h, const set_up *s,
                              bool is_batch) {
  QN_SOLVER_TRY(check(h));
  QN_SOLVER_NEED(s->count > 0, "%d matrices", s->count);
  QN_SOLVER_NEED(s->values && s->values[0], "there are no values");
  forget(h);
  const cusolverStatus_t status = fill(h, s);
  if (status != CUSOLVER_STATUS_SUCCESS)
    forget(h);
  h->is_batch = is_batch && status == CUSOLVER_STATUS_SUCCESS;
  return status;
}

cusolverStatus_t
cusolverRfSetupHost(int n, int nnzA, int *h_csrRowPtrA, int *h_csrColIndA,
                    double *h_csrValA, int nnzL, int *h_csrRowPtrL,
                    int *h_csrColIndL, double *h_csrValL, int nnzU,
                    int *h_csrRowPtrU, int *h_csrColIndU, double *h_csrValU,
                    int *h_P, int *h_Q, cusolverRfHandle_t handle) {
  (void)h_csrValL, (void)h_csrValU; // they are made again
  return start(handle,
               &(const set_up){1,
                               {n, nnzA, h_csrRowPtrA, h_csrColIndA},
                               {n, nnzL, h_csrRowPtrL, h_csrColIndL},
                               {n, nnzU, h_csrRowPtrU, h_csrColIndU},
                               &h_csrValA,
                               h_P,
                               h_Q},
               false);
}
cusolverStatus_t cusolverRfSetupDevice(int n, int nnzA, int *csrRowPtrA,
                                       int *csrColIndA, double *csrValA,
                                       int nnzL, int *csrRowPtrL,
                                       int *csrColIndL, double *csrValL,
                                       int nnzU, int *csrRowPtrU,
                                       int *csrColIndU, double *csrValU, int *P,
                                       int *Q, cusolverRfHandle_t handle) {
  return cusolverRfSetupHost(n, nnzA, csrRowPtrA, csrColIndA, csrValA, nnzL,
                             csrRowPtrL, csrColIndL, csrValL, nnzU, csrRowPtrU,
                             csrColIndU, csrValU, P, Q, handle);
}
cusolverStatus_t cusolverRfBatchSetupHost(
    int batchSize, int n, int nnzA, int *h_csrRowPtrA, int *h_csrColIndA,
    double *h_csrValA_array[], int nnzL, int *h_csrRowPtrL, int *h_csrColIndL,
    double *h_csrValL, int nnzU, int *h_csrRowPtrU, int *h_csrColIndU,
    double *h_csrValU, int *h_P, int *h_Q, cusolverRfHandle_t handle) {
  (void)h_csrValL, (void)h_csrValU;
  return start(handle,
               &(const set_up){batchSize,
                               {n, nnzA, h_csrRowPtrA, h_csrColIndA},
                               {n, nnzL, h_csrRowPtrL, h_csrColIndL},
                               {n, nnzU, h_csrRowPtrU, h_csrColIndU},
                               h_csrValA_array,
                               h_P,
                               h_Q},
               true);
}

// ---- New values, of the same pattern

static cusolverStatus_t check_state(cusolverRfHandle_t h, bool is_batch,
                                    bool good, const char *before) {
  QN_SOLVER_TRY(check(h));
  QN_SOLVER_NEED(h->r.count, "no matrix is set up");
  QN_SOLVER_NEED(h->is_batch == is_batch,
                 "the matrix was set up %s, and this is the function %s",
                 h->is_batch ? "in a batch" : "alone",
                 is_batch ? "for batches" : "for one");
  QN_SOLVER_NEED(good, "%s comes before", before);
  return CUSOLVER_STATUS_SUCCESS;
}

static cusolverStatus_t reset(cusolverRfHandle_t h, const source *a,
                              double *const *values, const int *p,
                              const int *q) {
  const int count = h->r.n ? h->r.a.start[h->r.n] : 0;
  QN_SOLVER_NEED(a->n == h->r.n && a->count == count,
                 "%d rows with %d elements: the pattern has %d with %d", a->n,
                 a->count, h->r.n, count);
  QN_SOLVER_NEED(values, "there are no values");
  QN_SOLVER_TRY(fetch_values(&h->r, count, values));
  h->is_factored = false;
  return p && q ? fetch_orders(&h->r, p, q) : CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfResetValues(int n, int nnzA, int *csrRowPtrA,
                                       int *csrColIndA, double *csrValA, int *P,
                                       int *Q, cusolverRfHandle_t handle) {
  QN_SOLVER_TRY(check_state(handle, false, true, ""));
  QN_SOLVER_NEED(csrValA, "there are no values");
  return reset(handle, &(const source){n, nnzA, csrRowPtrA, csrColIndA},
               &csrValA, P, Q);
}
cusolverStatus_t cusolverRfBatchResetValues(int batchSize, int n, int nnzA,
                                            int *csrRowPtrA, int *csrColIndA,
                                            double *csrValA_array[], int *P,
                                            int *Q, cusolverRfHandle_t handle) {
  QN_SOLVER_TRY(check_state(handle, true, true, ""));
  QN_SOLVER_NEED(batchSize == handle->r.count, "%d matrices, not %d", batchSize,
                 handle->r.count);
  double **arrays = fetch(csrValA_array, (size_t)batchSize, sizeof(*arrays));
  if (!arrays)
    return no_memory();
  const cusolverStatus_t status = reset(
      handle, &(const source){n, nnzA, csrRowPtrA, csrColIndA}, arrays, P, Q);
  qn_free(arrays);
  return status;
}

// ---- Factors

static cusolverStatus_t answer(qn_refactor_answer a) {
  switch (a) {
  case QN_REFACTOR_DONE:
    return CUSOLVER_STATUS_SUCCESS;
  case QN_REFACTOR_ZERO_PIVOT:
    return CUSOLVER_STATUS_ZERO_PIVOT;
  case QN_REFACTOR_TOO_LARGE:
    return qn_solver_refuse(CUSOLVER_STATUS_INVALID_VALUE,
                            "the factors have more elements than an int "
                            "counts");
  default:
    return no_memory();
  }
}

static cusolverStatus_t analyse(cusolverRfHandle_t h, bool is_batch) {
  QN_SOLVER_TRY(check_state(h, is_batch, true, ""));
  if (h->is_analysed)
    return CUSOLVER_STATUS_SUCCESS;
  QN_SOLVER_TRY(answer(qn_refactor_analyse(&h->r, &h->l, &h->u)));
  h->is_analysed = true;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfAnalyze(cusolverRfHandle_t handle) {
  return analyse(handle, false);
}
cusolverStatus_t cusolverRfBatchAnalyze(cusolverRfHandle_t handle) {
  return analyse(handle, true);
}

// What the program has in device memory is of the last factors.
static cusolverStatus_t update(cusolverRfHandle_t h) {
  const qn_refactor *r = &h->r;
  const size_t count = r->n ? (size_t)r->m.start[r->n] : 0;
  if (!h->device_values || !count)
    return CUSOLVER_STATUS_SUCCESS;
  return hipMemcpy(h->device_values, r->ms[0], count * sizeof(double),
                   hipMemcpyHostToDevice) == hipSuccess
             ? CUSOLVER_STATUS_SUCCESS
             : CUSOLVER_STATUS_EXECUTION_FAILED;
}

static cusolverStatus_t refactor(cusolverRfHandle_t h, bool is_batch) {
  QN_SOLVER_TRY(check_state(h, is_batch, h && h->is_analysed, "Analyze"));
  const qn_refactor_answer done = qn_refactor_run(&h->r, h->zero, h->boost);
  h->is_factored =
      done == QN_REFACTOR_DONE || (is_batch && done == QN_REFACTOR_ZERO_PIVOT);
  QN_SOLVER_TRY(answer(is_batch && done == QN_REFACTOR_ZERO_PIVOT
                           ? QN_REFACTOR_DONE // BatchZeroPivot says it
                           : done));
  return update(h);
}
cusolverStatus_t cusolverRfRefactor(cusolverRfHandle_t handle) {
  return refactor(handle, false);
}
cusolverStatus_t cusolverRfBatchRefactor(cusolverRfHandle_t handle) {
  return refactor(handle, true);
}
cusolverStatus_t cusolverRfBatchZeroPivot(cusolverRfHandle_t handle,
                                          int *position) {
  QN_SOLVER_TRY(
      check_state(handle, true, handle && handle->is_analysed, "Analyze"));
  QN_SOLVER_NEED(position, "there is no place for the answer");
  bool any = false;
  for (int at = 0; at < handle->r.count; ++at) {
    position[at] = handle->r.zero_pivot[at];
    any = any || position[at] >= 0;
  }
  return any ? CUSOLVER_STATUS_ZERO_PIVOT : CUSOLVER_STATUS_SUCCESS;
}

// ---- Systems

static cusolverStatus_t solve_one(cusolverRfHandle_t h, int at, int nrhs,
                                  double *xf, int ld) {
  const size_t n = (size_t)h->r.n;
  double *room = qn_alloc_array(n + 1, sizeof(double));
  cusolverStatus_t status =
      room ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_ALLOC_FAILED;
  for (int j = 0; j < nrhs && n && status == CUSOLVER_STATUS_SUCCESS; ++j) {
    double *column = xf + (size_t)j * (size_t)ld;
    double *b = fetch(column, n, sizeof(double));
    if (b)
      qn_refactor_solve(&h->r, at, b, room);
    if (!b || hipMemcpy(column, b, n * sizeof(double), hipMemcpyDefault) !=
                  hipSuccess)
      status = CUSOLVER_STATUS_EXECUTION_FAILED;
    qn_free(b);
  }
  qn_free(room);
  return status;
}

static cusolverStatus_t check_solve(cusolverRfHandle_t h, bool is_batch,
                                    int nrhs, int ldxf) {
  QN_SOLVER_TRY(
      check_state(h, is_batch, h && h->is_factored, "a good Refactor"));
  QN_SOLVER_NEED(nrhs >= 0 && ldxf >= h->r.n,
                 "%d columns, %d apart, of %d rows", nrhs, ldxf, h->r.n);
  return CUSOLVER_STATUS_SUCCESS;
}

// P and Q are those of the factors; Temp is not needed.
cusolverStatus_t cusolverRfSolve(cusolverRfHandle_t handle, int *P, int *Q,
                                 int nrhs, double *Temp, int ldt, double *XF,
                                 int ldxf) {
  (void)P, (void)Q, (void)Temp, (void)ldt;
  QN_SOLVER_TRY(check_solve(handle, false, nrhs, ldxf));
  QN_SOLVER_NEED(XF || !nrhs || !handle->r.n, "XF is null");
  return solve_one(handle, 0, nrhs, XF, ldxf);
}
cusolverStatus_t cusolverRfBatchSolve(cusolverRfHandle_t handle, int *P, int *Q,
                                      int nrhs, double *Temp, int ldt,
                                      double *XF_array[], int ldxf) {
  (void)P, (void)Q, (void)Temp, (void)ldt;
  QN_SOLVER_TRY(check_solve(handle, true, nrhs, ldxf));
  QN_SOLVER_NEED(XF_array, "XF_array is null");
  double **arrays = fetch(XF_array, (size_t)handle->r.count, sizeof(*arrays));
  cusolverStatus_t status = arrays ? CUSOLVER_STATUS_SUCCESS : no_memory();
  for (int at = 0; at < handle->r.count && status == CUSOLVER_STATUS_SUCCESS;
       ++at)
    if (handle->r.zero_pivot[at] < 0)
      status = solve_one(handle, at, nrhs, arrays[at], ldxf);
  qn_free(arrays);
  return status;
}

// ---- The factors themselves

cusolverStatus_t cusolverRfAccessBundledFactorsDevice(cusolverRfHandle_t handle,
                                                      int *nnzM, int **Mp,
                                                      int **Mi, double **Mx) {
  QN_SOLVER_TRY(
      check_state(handle, false, handle && handle->is_factored, "Refactor"));
  QN_SOLVER_NEED(nnzM && Mp && Mi && Mx, "there is no place for an answer");
  QN_SOLVER_NEED(handle->format == CUSOLVERRF_MATRIX_FORMAT_CSR,
                 "factors by columns are extracted, not accessed");
  const qn_refactor *r = &handle->r;
  const size_t rows = (size_t)r->n + 1,
               count = r->n ? (size_t)r->m.start[r->n] : 0;
  if (!handle->device_values &&
      (hipMalloc((void **)&handle->device_start, rows * sizeof(int)) !=
           hipSuccess ||
       hipMalloc((void **)&handle->device_col, (count + 1) * sizeof(int)) !=
           hipSuccess ||
       hipMalloc((void **)&handle->device_values,
                 (count + 1) * sizeof(double)) != hipSuccess))
    return no_memory();
  if (hipMemcpy(handle->device_start, r->m.start, rows * sizeof(int),
                hipMemcpyHostToDevice) != hipSuccess ||
      (count && hipMemcpy(handle->device_col, r->m.col, count * sizeof(int),
                          hipMemcpyHostToDevice) != hipSuccess))
    return CUSOLVER_STATUS_EXECUTION_FAILED;
  QN_SOLVER_TRY(update(handle));
  *nnzM = (int)count;
  *Mp = handle->device_start;
  *Mi = handle->device_col;
  *Mx = handle->device_values;
  return CUSOLVER_STATUS_SUCCESS;
}

typedef enum part { BOTH, LOWER, UPPER } part;
typedef struct arrays {
  int count, *start, *col;
  double *values;
} arrays;

// Element e of row i, in the part of the factors; false: it is in another. With
// U's diagonal of ones, L has the pivots and U is divided by them.
static bool element(cusolverRfHandle_t h, part which, int i, int e,
                    double *out) {
  const qn_refactor *r = &h->r;
  const double *m = r->ms[0];
  const bool u_is_unit = h->diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
                         h->diag == CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U;
  const bool stored = h->diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_U ||
                      h->diag == CUSOLVERRF_UNIT_DIAGONAL_STORED_L;
  const int col = r->m.col[e];
  *out = m[e];
  if (u_is_unit && col < i)
    *out *= m[r->diagonal[col]];
  if (u_is_unit && col > i)
    *out /= m[r->diagonal[i]];
  if (col != i || which == BOTH)
    return which == BOTH || (which == LOWER) == (col < i);
  if ((which == LOWER) == u_is_unit) // the pivots
    return true;
  *out = 1;
  return stored;
}

// With malloc, as the program frees them.
static bool extract(cusolverRfHandle_t h, part which, arrays *out) {
  const qn_refactor *r = &h->r;
  const size_t most = r->n ? (size_t)r->m.start[r->n] : 0;
  out->start = malloc(((size_t)r->n + 1) * sizeof(int));
  out->col = malloc((most + 1) * sizeof(int));
  out->values = malloc((most + 1) * sizeof(double));
  out->count = 0;
  if (!out->start || !out->col || !out->values)
    return false;
  for (int i = 0; i < r->n; ++i) {
    out->start[i] = out->count;
    for (int e = r->m.start[i]; e < r->m.start[i + 1]; ++e) {
      double value;
      if (!element(h, which, i, e, &value))
        continue;
      out->col[out->count] = r->m.col[e];
      out->values[out->count++] = value;
    }
  }
  out->start[r->n] = out->count;
  return true;
}

// By columns where the program has them so.
static bool turn(cusolverRfHandle_t h, arrays *a) {
  qn_pattern from = {a->start, a->col}, to = {0};
  if (h->format == CUSOLVERRF_MATRIX_FORMAT_CSR)
    return true;
  int *place = qn_alloc_array((size_t)a->count + 1, sizeof(int));
  double *old = qn_alloc_array((size_t)a->count + 1, sizeof(double));
  const bool good = place && old && qn_pattern_turn(h->r.n, &from, &to, place);
  for (int k = 0; k < a->count && good; ++k)
    old[k] = a->values[place[k]];
  if (good) {
    memcpy(a->start, to.start, ((size_t)h->r.n + 1) * sizeof(int));
    memcpy(a->col, to.col, (size_t)a->count * sizeof(int));
    memcpy(a->values, old, (size_t)a->count * sizeof(double));
  }
  qn_free(place);
  qn_free(old);
  qn_free(to.start);
  qn_free(to.col);
  return good;
}

static void drop(const arrays *a) {
  free(a->start);
  free(a->col);
  free(a->values);
}

static cusolverStatus_t extract_parts(cusolverRfHandle_t h, const part *which,
                                      arrays *out, int count) {
  QN_SOLVER_TRY(check_state(h, false, h && h->is_factored, "Refactor"));
  for (int i = 0; i < count; ++i)
    if (!extract(h, which[i], &out[i]) || !turn(h, &out[i])) {
      for (; i >= 0; --i)
        drop(&out[i]);
      return no_memory();
    }
  return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverRfExtractBundledFactorsHost(cusolverRfHandle_t handle,
                                                     int *h_nnzM, int **h_Mp,
                                                     int **h_Mi,
                                                     double **h_Mx) {
  static const part which[] = {BOTH};
  arrays m = {0};
  QN_SOLVER_NEED(h_nnzM && h_Mp && h_Mi && h_Mx,
                 "there is no place for an answer");
  QN_SOLVER_TRY(extract_parts(handle, which, &m, 1));
  *h_nnzM = m.count;
  *h_Mp = m.start;
  *h_Mi = m.col;
  *h_Mx = m.values;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverRfExtractSplitFactorsHost(
    cusolverRfHandle_t handle, int *h_nnzL, int **h_csrRowPtrL,
    int **h_csrColIndL, double **h_csrValL, int *h_nnzU, int **h_csrRowPtrU,
    int **h_csrColIndU, double **h_csrValU) {
  static const part which[] = {LOWER, UPPER};
  arrays both[2] = {0};
  QN_SOLVER_NEED(h_nnzL && h_csrRowPtrL && h_csrColIndL && h_csrValL &&
                     h_nnzU && h_csrRowPtrU && h_csrColIndU && h_csrValU,
                 "there is no place for an answer");
  QN_SOLVER_TRY(extract_parts(handle, which, both, 2));
  *h_nnzL = both[0].count;
  *h_csrRowPtrL = both[0].start;
  *h_csrColIndL = both[0].col;
  *h_csrValL = both[0].values;
  *h_nnzU = both[1].count;
  *h_csrRowPtrU = both[1].start;
  *h_csrColIndU = both[1].col;
  *h_csrValU = both[1].values;
  return CUSOLVER_STATUS_SUCCESS;
}

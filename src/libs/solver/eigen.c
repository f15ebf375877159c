// SPDX-License-Identifier: Apache-2.0
#include "libs/solver/eigen.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"

// ---- Numbers of the four types

static size_t real_size(char type) {
  return type == 's' || type == 'c' ? sizeof(float) : sizeof(double);
}
static double real_at(char type, const void *array, int64_t at) {
  return real_size(type) == sizeof(float) ? (double)((const float *)array)[at]
                                          : ((const double *)array)[at];
}
static int parts(char type) { return qn_solver_is_complex(type) ? 2 : 1; }

// ---- Plain ones

static qn_routine evd_routine(char type, const qn_eigen_some *w) {
  const bool complex = qn_solver_is_complex(type);
  qn_routine r = {.type = type,
                  .count = 1,
                  .slots = {QN_LETTER(w->job), QN_LETTER(w->fill),
                            QN_NUMBER(w->n), QN_POINTER(w->a),
                            QN_NUMBER(w->lda), QN_POINTER(w->w), QN_WORK,
                            QN_REALS, QN_INTS, QN_INFO}};
  memcpy(r.name, complex ? "heevd" : "syevd", sizeof("heevd"));
  return r;
}

static qn_routine gvd_routine(char type, const qn_eigen_some *w) {
  const bool complex = qn_solver_is_complex(type);
  qn_routine r = {
      .type = type,
      .count = 1,
      .slots = {QN_NUMBER(w->problem), QN_LETTER(w->job), QN_LETTER(w->fill),
                QN_NUMBER(w->n), QN_POINTER(w->a), QN_NUMBER(w->lda),
                QN_POINTER(w->b), QN_NUMBER(w->ldb), QN_POINTER(w->w), QN_WORK,
                QN_REALS, QN_INTS, QN_INFO}};
  memcpy(r.name, complex ? "hegvd" : "sygvd", sizeof("hegvd"));
  return r;
}

#define SYEVD_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sy##evd_bufferSize(                          \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, const T *A, int lda, const R *W,           \
      int *lwork) {                                                            \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, QN_ANSWER(lwork));     \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYEVD_BUFFERSIZE)
#define SYEVD(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sy##evd(                                     \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork,   \
      int *info) {                                                             \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, work,                  \
                   QN_ANSWER(lwork), QN_STATUS(info, 1));                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    NEED_POINTER(W, n);                                                        \
    SUBMIT(element, TEXT(sy) "evd", info, QN_LETTER(job), QN_LETTER(fill),     \
           QN_NUMBER(n), QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(W),         \
           QN_WORK, QN_REALS, QN_INTS, QN_INFO);                               \
  }
QN_SOLVER_EACH(SYEVD)
#define SYGVD_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sy##gvd_bufferSize(                          \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A,        \
      int lda, const T *B, int ldb, const R *W, int *lwork) {                  \
    QN_SOLVER_PASS(itype, jobz, uplo, QN_EXTENT(n), A, lda, B, ldb, W,         \
                   QN_ANSWER(lwork));                                          \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYGVD_BUFFERSIZE)
#define SYGVD(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sy##gvd(                                     \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda,     \
      T *B, int ldb, R *W, T *work, int lwork, int *info) {                    \
    QN_SOLVER_PASS(itype, jobz, uplo, QN_EXTENT(n), A, lda, B, ldb, W, work,   \
                   QN_ANSWER(lwork), QN_STATUS(info, 1));                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    QN_SOLVER_NEED(itype >= 1 && itype <= 3, "there is no problem of type %d", \
                   (int)itype);                                                \
    MATRIX(A, n, n, lda);                                                      \
    MATRIX(B, n, n, ldb);                                                      \
    NEED_POINTER(W, n);                                                        \
    SUBMIT(element, TEXT(sy) "gvd", info, QN_NUMBER((int)itype),               \
           QN_LETTER(job), QN_LETTER(fill), QN_NUMBER(n), QN_POINTER(A),       \
           QN_NUMBER(lda), QN_POINTER(B), QN_NUMBER(ldb), QN_POINTER(W),       \
           QN_WORK, QN_REALS, QN_INTS, QN_INFO);                               \
  }
QN_SOLVER_EACH(SYGVD)

static bool is_job(signed char job) {
  return job == 'A' || job == 'S' || job == 'O' || job == 'N';
}
static cusolverStatus_t check_svd(signed char u, signed char vt) {
  QN_SOLVER_NEED(is_job(u) && is_job(vt) && (u != 'O' || vt != 'O'),
                 "'jobu' and 'jobvt' are %d and %d", u, vt);
  return CUSOLVER_STATUS_SUCCESS;
}
static int lesser(int m, int n) { return m < n ? m : n; }

#define GESVD_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##gesvd_bufferSize(cusolverDnHandle_t handle,  \
                                                   int m, int n, int *lwork) { \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), QN_ANSWER(lwork));              \
    QN_SOLVER_NEED(m >= 0 && n >= 0, "a matrix of %d by %d", m, n);            \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(GESVD_BUFFERSIZE)
#define GESVD(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##gesvd(                                       \
      cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m,   \
      int n, T *A, int lda, R *S, T *U, int ldu, T *VT, int ldvt, T *work,     \
      int lwork, R *rwork, int *info) {                                        \
    QN_SOLVER_PASS(jobu, jobvt, QN_EXTENT(m), QN_EXTENT(n), A, lda, S, U, ldu, \
                   VT, ldvt, work, QN_ANSWER(lwork), rwork,                    \
                   QN_STATUS(info, 1));                                        \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_TRY(check_svd(jobu, jobvt));                                     \
    MATRIX(A, m, n, lda);                                                      \
    const int few = lesser(m, n);                                              \
    NEED_POINTER(S, few);                                                      \
    if (jobu == 'A' || jobu == 'S')                                            \
      MATRIX(U, m, jobu == 'A' ? m : few, ldu);                                \
    if (jobvt == 'A' || jobvt == 'S')                                          \
      MATRIX(VT, jobvt == 'A' ? n : few, n, ldvt);                             \
    SUBMIT(element, "gesvd", info, QN_LETTER(jobu), QN_LETTER(jobvt),          \
           QN_NUMBER(m), QN_NUMBER(n), QN_POINTER(A), QN_NUMBER(lda),          \
           QN_POINTER(S), QN_POINTER(U), QN_NUMBER(qn_at_least_one(ldu)),      \
           QN_POINTER(VT), QN_NUMBER(qn_at_least_one(ldvt)), QN_WORK,          \
           QN_ROOM(5 * few), QN_INFO);                                         \
  }
QN_SOLVER_EACH(GESVD)

// ---- Some of all

static bool is_wanted(const qn_eigen_some *w, int i) {
  const double value = real_at(w->type, w->w, i);
  if (w->range == CUSOLVER_EIG_RANGE_I)
    return i >= w->first - 1 && i < w->last;
  return w->range != CUSOLVER_EIG_RANGE_V ||
         (value > w->above && value <= w->up_to);
}

static void run_some(const void *args) {
  const qn_eigen_some *w = args;
  const size_t column = (size_t)w->lda * qn_solver_size(w->type);
  int info = 0, count = 0;
  qn_routine r = w->problem ? gvd_routine(w->type, w) : evd_routine(w->type, w);
  r.info = &info;
  (void)qn_routine_run(&r);
  for (int i = 0; i < w->n && !info; ++i) {
    if (!is_wanted(w, i))
      continue;
    memmove((char *)w->w + (size_t)count * real_size(w->type),
            (char *)w->w + (size_t)i * real_size(w->type), real_size(w->type));
    if (w->job == 'V')
      memmove((char *)w->a + (size_t)count * column,
              (char *)w->a + (size_t)i * column,
              (size_t)w->n * qn_solver_size(w->type));
    ++count;
  }
  if (w->count)
    *w->count = count;
  if (w->wide_count)
    *w->wide_count = count;
  if (w->info)
    *w->info = info;
}

cusolverStatus_t qn_eigen_some_submit(const void *handle,
                                      const qn_eigen_some *w) {
  QN_SOLVER_NEED(w->range >= CUSOLVER_EIG_RANGE_ALL &&
                     w->range <= CUSOLVER_EIG_RANGE_V,
                 "there is no range %d", (int)w->range);
  QN_SOLVER_NEED(w->range != CUSOLVER_EIG_RANGE_V || w->above < w->up_to,
                 "the range from %g to %g is empty", w->above, w->up_to);
  QN_SOLVER_NEED(w->range != CUSOLVER_EIG_RANGE_I || !w->n ||
                     (w->first >= 1 && w->first <= w->last && w->last <= w->n),
                 "values %d to %d of %d", w->first, w->last, w->n);
  QN_SOLVER_TRY(qn_solver_matrix("A", w->n, w->n, w->a, w->lda));
  QN_SOLVER_NEED(w->w || !w->n, "'W' is null");
  QN_SOLVER_NEED(w->count || w->wide_count,
                 "there is no place for the number of values");
  QN_SOLVER_TRY(qn_routine_find(
      w->type, qn_solver_is_complex(w->type) ? "heevd" : "syevd"));
  QN_SOLVER_TRY(qn_solver_submit(handle, (qn_solver_task){.run = run_some}, w,
                                 sizeof(*w)));
  return qn_solver_wait(handle); // which knows the number
}

#define SOME_VALUES(element, ...)                                              \
  const qn_eigen_some w = {.type = element,                                    \
                           .job = job,                                         \
                           .fill = fill,                                       \
                           .n = n,                                             \
                           .lda = lda,                                         \
                           .a = A,                                             \
                           .w = W,                                             \
                           .info = info,                                       \
                           .range = range,                                     \
                           .above = (double)vl,                                \
                           .up_to = (double)vu,                                \
                           .first = il,                                        \
                           .last = iu,                                         \
                           .count = meig,                                      \
                           __VA_ARGS__};                                       \
  return qn_eigen_some_submit(handle, &w)
#define SYEVDX_BUFFERSIZE(X, T, R, element, sy, or)                            \
  cusolverStatus_t cusolverDn##X##sy##evdx_bufferSize(                         \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cusolverEigRange_t range, cublasFillMode_t uplo, int n, const T *A,      \
      int lda, R vl, R vu, int il, int iu, int *meig, const R *W,              \
      int *lwork) {                                                            \
    QN_SOLVER_PASS(jobz, range, uplo, QN_EXTENT(n), A, lda, vl, vu, il, iu,    \
                   QN_ANSWER(meig), W, QN_ANSWER(lwork));                      \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYEVDX_BUFFERSIZE)
#define SYEVDX(X, T, R, element, sy, or)                                       \
  cusolverStatus_t cusolverDn##X##sy##evdx(                                    \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *A, int lda,   \
      R vl, R vu, int il, int iu, int *meig, R *W, T *work, int lwork,         \
      int *info) {                                                             \
    QN_SOLVER_PASS(jobz, range, uplo, QN_EXTENT(n), A, lda, vl, vu, il, iu,    \
                   QN_ANSWER(meig), W, work, QN_ANSWER(lwork),                 \
                   QN_STATUS(info, 1));                                        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    SOME_VALUES(element, .problem = 0);                                        \
  }
QN_SOLVER_EACH(SYEVDX)
#define SYGVDX_BUFFERSIZE(X, T, R, element, sy, or)                            \
  cusolverStatus_t cusolverDn##X##sy##gvdx_bufferSize(                         \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, \
      int n, const T *A, int lda, const T *B, int ldb, R vl, R vu, int il,     \
      int iu, int *meig, const R *W, int *lwork) {                             \
    QN_SOLVER_PASS(itype, jobz, range, uplo, QN_EXTENT(n), A, lda, B, ldb, vl, \
                   vu, il, iu, QN_ANSWER(meig), W, QN_ANSWER(lwork));          \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYGVDX_BUFFERSIZE)
#define SYGVDX(X, T, R, element, sy, or)                                       \
  cusolverStatus_t cusolverDn##X##sy##gvdx(                                    \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo, \
      int n, T *A, int lda, T *B, int ldb, R vl, R vu, int il, int iu,         \
      int *meig, R *W, T *work, int lwork, int *info) {                        \
    QN_SOLVER_PASS(itype, jobz, range, uplo, QN_EXTENT(n), A, lda, B, ldb, vl, \
                   vu, il, iu, QN_ANSWER(meig), W, work, QN_ANSWER(lwork),     \
                   QN_STATUS(info, 1));                                        \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_NEED(itype >= 1 && itype <= 3, "there is no problem of type %d", \
                   (int)itype);                                                \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(B, n, n, ldb);                                                      \
    SOME_VALUES(element, .problem = (int)itype, .ldb = ldb, .b = B);           \
  }
QN_SOLVER_EACH(SYGVDX)

// ---- The objects of the functions that are Jacobi's in cuSOLVER. LAPACK's go
// to the last digit whatever is asked, in one sweep, and their values are
// sorted.

struct syevjInfo {
  qn_solver_object object;
  qn_outcome *outcome;
};
struct gesvdjInfo {
  qn_solver_object object;
  qn_outcome *outcome;
};

static qn_outcome *make_outcome(void) {
  qn_outcome *o = qn_alloc_array(1, sizeof(*o));
  if (o)
    atomic_init(&o->refs, 1);
  return o;
}
static void drop_outcome(qn_outcome *o) {
  if (o && atomic_fetch_sub(&o->refs, 1) == 1)
    qn_free(o);
}

#define OBJECT(Name, name, KIND)                                               \
  cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info) {          \
    QN_SOLVER_NEED(info, "there is no place for the object");                  \
    struct name##Info *made = qn_alloc_array(1, sizeof(*made));                \
    qn_outcome *outcome = made ? make_outcome() : NULL;                        \
    if (!outcome) {                                                            \
      qn_free(made);                                                           \
      return CUSOLVER_STATUS_ALLOC_FAILED;                                     \
    }                                                                          \
    *made = (struct name##Info){.object = {.kind = KIND}, .outcome = outcome}; \
    *info = made;                                                              \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info) {          \
    QN_SOLVER_NEED(info, "the object is null");                                \
    qn_solver_vendor_drop(&info->object);                                      \
    drop_outcome(info->outcome);                                               \
    qn_free(info);                                                             \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info,          \
                                                   double tolerance) {         \
    QN_SOLVER_NEED(info, "the object is null");                                \
    qn_solver_set(&info->object, 0,                                            \
                  (qn_solver_setting){.setter = __func__,                      \
                                      .is_real = true,                         \
                                      .real = tolerance});                     \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info,          \
                                                   int max_sweeps) {           \
    QN_SOLVER_NEED(info && max_sweeps > 0, "%d sweeps", max_sweeps);           \
    qn_solver_set(                                                             \
        &info->object, 1,                                                      \
        (qn_solver_setting){.setter = __func__, .number = max_sweeps});        \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t info,            \
                                                 int sort_eig) {               \
    QN_SOLVER_NEED(info, "the object is null");                                \
    qn_solver_set(                                                             \
        &info->object, 2,                                                      \
        (qn_solver_setting){.setter = __func__, .number = sort_eig != 0});     \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnX##name##GetResidual(                             \
      cusolverDnHandle_t handle, name##Info_t info, double *residual) {        \
    QN_SOLVER_PASS(info, residual);                                            \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_NEED(info && residual, "an argument is null");                   \
    QN_SOLVER_TRY(qn_solver_wait(handle));                                     \
    *residual = atomic_load(&info->outcome->residual);                         \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolverDnX##name##GetSweeps(                               \
      cusolverDnHandle_t handle, name##Info_t info, int *executed_sweeps) {    \
    QN_SOLVER_PASS(info, executed_sweeps);                                     \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_NEED(info && executed_sweeps, "an argument is null");            \
    QN_SOLVER_TRY(qn_solver_wait(handle));                                     \
    *executed_sweeps = atomic_load(&info->outcome->sweeps);                    \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }
OBJECT(Syevj, syevj, QN_SOLVER_SYEVJ)
OBJECT(Gesvdj, gesvdj, QN_SOLVER_GESVDJ)

// ---- A V - U S, in the norm of Frobenius

typedef struct check {
  char type;
  int m, n, k; // A is m by n, of k values
  const void *a, *u, *v, *s;
  int lda, ldu, ldv;
} check;

static double residual_of(const check *w) {
  const double one[2] = {1, 0}, none[2] = {0, 0};
  const float one_f[2] = {1, 0}, none_f[2] = {0, 0};
  const bool is_float = real_size(w->type) == sizeof(float);
  if (!w->u || !w->s)
    return 0;
  const int ld = qn_at_least_one(w->m);
  void *r =
      qn_solver_memory((size_t)ld * (size_t)w->k, qn_solver_size(w->type));
  const qn_routine product = {
      .name = "gemm",
      .type = w->type,
      .count = 1,
      .slots = {
          QN_LETTER('N'), QN_LETTER('N'), QN_NUMBER(w->m), QN_NUMBER(w->k),
          QN_NUMBER(w->n), QN_POINTER(is_float ? (const void *)one_f : one),
          QN_POINTER(w->a), QN_NUMBER(w->lda), QN_POINTER(w->v),
          QN_NUMBER(w->ldv), QN_POINTER(is_float ? (const void *)none_f : none),
          QN_POINTER(r), QN_NUMBER(ld), QN_INFO}};
  (void)qn_routine_run(&product);
  double sum = 0;
  const int p = parts(w->type);
  for (int64_t j = 0; j < w->k; ++j)
    for (int64_t i = 0; i < (int64_t)w->m * p; ++i) {
      const double d = real_at(w->type, r, j * ld * p + i) -
                       real_at(w->type, w->u, j * w->ldu * p + i) *
                           real_at(w->type, w->s, j);
      sum += d * d;
    }
  qn_free(r);
  return sqrt(sum);
}

static void say(qn_outcome *o, double residual) {
  if (!o)
    return;
  atomic_store(&o->residual, residual);
  atomic_store(&o->sweeps, 1);
}

// The whole matrix of one triangle.
static void *whole_of(const qn_eigen_some *w) {
  const int p = parts(w->type);
  char *to =
      qn_solver_memory((size_t)w->n * (size_t)w->n, qn_solver_size(w->type));
  const size_t size = real_size(w->type);
  for (int64_t j = 0; j < w->n; ++j)
    for (int64_t i = 0; i < w->n; ++i) {
      const bool kept = w->fill == 'L' ? i >= j : i <= j;
      const int64_t from = kept ? i + j * w->lda : j + i * w->lda;
      for (int64_t part = 0; part < p; ++part) {
        double v = real_at(w->type, w->a, from * p + part);
        if (part && (!kept || i == j))
          v = i == j ? 0 : -v;
        const int64_t at = (i + j * w->n) * p + part;
        if (size == sizeof(float))
          ((float *)(void *)to)[at] = (float)v;
        else
          ((double *)(void *)to)[at] = v;
      }
    }
  return to;
}

typedef struct jacobi {
  qn_eigen_some what;
  int count;
  int64_t a_stride, w_stride; // bytes
  qn_outcome *outcome;
} jacobi;

static void drop_jacobi(const void *args) {
  const jacobi *w = args;
  drop_outcome(w->outcome);
}

static void run_jacobi(const void *args) {
  const jacobi *w = args;
  double worst = 0;
  for (int at = 0; at < w->count; ++at) {
    qn_eigen_some one = w->what;
    int info = 0;
    one.a = (char *)w->what.a + at * w->a_stride;
    one.w = (char *)w->what.w + at * w->w_stride;
    void *before = one.job == 'V' && w->outcome ? whole_of(&one) : NULL;
    qn_routine r = evd_routine(one.type, &one);
    r.info = &info;
    (void)qn_routine_run(&r);
    if (w->what.info)
      w->what.info[at] = info;
    if (before) {
      const check c = {one.type, one.n,  one.n,
                       one.n,    before, one.a,
                       one.a,    one.w,  qn_at_least_one(one.n),
                       one.lda,  one.lda};
      worst = fmax(worst, residual_of(&c));
    }
    qn_free(before);
  }
  say(w->outcome, worst);
}

static cusolverStatus_t submit_jacobi(const void *handle, jacobi *w) {
  QN_SOLVER_NEED(w->outcome, "'params' is null");
  QN_SOLVER_NEED(w->count >= 0, "a batch of %d", w->count);
  QN_SOLVER_TRY(
      qn_solver_matrix("A", w->what.n, w->what.n, w->what.a, w->what.lda));
  QN_SOLVER_NEED(w->what.w || !w->what.n, "'W' is null");
  QN_SOLVER_TRY(qn_routine_find(
      w->what.type, qn_solver_is_complex(w->what.type) ? "heevd" : "syevd"));
  QN_SOLVER_TRY(qn_routine_find(w->what.type, "gemm"));
  w->a_stride =
      (int64_t)w->what.lda * w->what.n * (int64_t)qn_solver_size(w->what.type);
  w->w_stride = (int64_t)w->what.n * (int64_t)real_size(w->what.type);
  atomic_fetch_add(&w->outcome->refs, 1);
  return qn_solver_submit(
      handle, (qn_solver_task){.run = run_jacobi, .drop = drop_jacobi}, w,
      sizeof(*w));
}

#define SYEVJ_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sy##evj_bufferSize(                          \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, const T *A, int lda, const R *W,           \
      int *lwork, syevjInfo_t params) {                                        \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, QN_ANSWER(lwork),      \
                   params);                                                    \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYEVJ_BUFFERSIZE)
#define SYEVJ(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sy##evj(                                     \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork,   \
      int *info, syevjInfo_t params) {                                         \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, work,                  \
                   QN_ANSWER(lwork), QN_STATUS(info, 1), params);              \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    jacobi w = {.what = {.type = element,                                      \
                         .job = job,                                           \
                         .fill = fill,                                         \
                         .n = n,                                               \
                         .lda = lda,                                           \
                         .a = A,                                               \
                         .w = W,                                               \
                         .info = info,                                         \
                         .range = CUSOLVER_EIG_RANGE_ALL},                     \
                .count = 1,                                                    \
                .outcome = params ? params->outcome : NULL};                   \
    return submit_jacobi(handle, &w);                                          \
  }
QN_SOLVER_EACH(SYEVJ)
#define SYEVJBATCHED_BUFFERSIZE(X, T, R, element, sy, or)                      \
  cusolverStatus_t cusolverDn##X##sy##evjBatched_bufferSize(                   \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, const T *A, int lda, const R *W,           \
      int *lwork, syevjInfo_t params, int batchSize) {                         \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, QN_ANSWER(lwork),      \
                   params, QN_EXTENT(batchSize));                              \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYEVJBATCHED_BUFFERSIZE)
#define SYEVJBATCHED(X, T, R, element, sy, or)                                 \
  cusolverStatus_t cusolverDn##X##sy##evjBatched(                              \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz,                       \
      cublasFillMode_t uplo, int n, T *A, int lda, R *W, T *work, int lwork,   \
      int *info, syevjInfo_t params, int batchSize) {                          \
    QN_SOLVER_PASS(jobz, uplo, QN_EXTENT(n), A, lda, W, work,                  \
                   QN_ANSWER(lwork), QN_STATUS(info, batchSize), params,       \
                   QN_EXTENT(batchSize));                                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    jacobi w = {.what = {.type = element,                                      \
                         .job = job,                                           \
                         .fill = fill,                                         \
                         .n = n,                                               \
                         .lda = lda,                                           \
                         .a = A,                                               \
                         .w = W,                                               \
                         .info = info,                                         \
                         .range = CUSOLVER_EIG_RANGE_ALL},                     \
                .count = batchSize,                                            \
                .outcome = params ? params->outcome : NULL};                   \
    return submit_jacobi(handle, &w);                                          \
  }
QN_SOLVER_EACH(SYEVJBATCHED)
#define SYGVJ_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sy##gvj_bufferSize(                          \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, const T *A,        \
      int lda, const T *B, int ldb, const R *W, int *lwork,                    \
      syevjInfo_t params) {                                                    \
    QN_SOLVER_PASS(itype, jobz, uplo, QN_EXTENT(n), A, lda, B, ldb, W,         \
                   QN_ANSWER(lwork), params);                                  \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYGVJ_BUFFERSIZE)
#define SYGVJ(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sy##gvj(                                     \
      cusolverDnHandle_t handle, cusolverEigType_t itype,                      \
      cusolverEigMode_t jobz, cublasFillMode_t uplo, int n, T *A, int lda,     \
      T *B, int ldb, R *W, T *work, int lwork, int *info,                      \
      syevjInfo_t params) {                                                    \
    QN_SOLVER_PASS(itype, jobz, uplo, QN_EXTENT(n), A, lda, B, ldb, W, work,   \
                   QN_ANSWER(lwork), QN_STATUS(info, 1), params);              \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    QN_SOLVER_NEED(itype >= 1 && itype <= 3, "there is no problem of type %d", \
                   (int)itype);                                                \
    MATRIX(A, n, n, lda);                                                      \
    MATRIX(B, n, n, ldb);                                                      \
    NEED_POINTER(W, n);                                                        \
    SUBMIT(element, TEXT(sy) "gvd", info, QN_NUMBER((int)itype),               \
           QN_LETTER(job), QN_LETTER(fill), QN_NUMBER(n), QN_POINTER(A),       \
           QN_NUMBER(lda), QN_POINTER(B), QN_NUMBER(ldb), QN_POINTER(W),       \
           QN_WORK, QN_REALS, QN_INTS, QN_INFO);                               \
  }
QN_SOLVER_EACH(SYGVJ)

// ---- Singular values, with V

static void *moved(void *array, int64_t elements, size_t size) {
  return array ? (char *)array + elements * (int64_t)size : NULL;
}

// V of its conjugate transpose, whose columns are `rows` apart.
static void turn(const qn_svd *w, const void *from, int rows, void *to) {
  const int p = parts(w->type);
  const size_t size = qn_solver_size(w->type);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < w->n; ++j) {
      const int64_t at = j + i * w->ldv, source = i + j * rows;
      memcpy((char *)to + (size_t)at * size,
             (const char *)from + (size_t)source * size, size);
      if (p == 2 && size == 8)
        ((float *)to)[2 * at + 1] = -((float *)to)[2 * at + 1];
      else if (p == 2)
        ((double *)to)[2 * at + 1] = -((double *)to)[2 * at + 1];
    }
}

typedef struct svd_member {
  void *a, *s, *u, *v;
} svd_member;

static void *copy_a(const qn_svd *w, const void *a) {
  const size_t size = qn_solver_size(w->type);
  char *to = qn_solver_memory((size_t)w->m * (size_t)w->n, size);
  for (int64_t j = 0; a && j < w->n; ++j)
    memcpy(to + (size_t)(j * w->m) * size,
           (const char *)a + (size_t)(j * w->lda) * size, (size_t)w->m * size);
  return to;
}

static int run_member(const qn_svd *w, const svd_member *x, double *worst) {
  const int few = lesser(w->m, w->n), rows = w->thin ? few : w->n;
  const char job = !w->vectors ? 'N' : w->thin ? 'S' : 'A';
  void *vt = w->vectors ? qn_solver_memory((size_t)rows * (size_t)w->n,
                                           qn_solver_size(w->type))
                        : NULL;
  void *before = w->vectors && w->outcome ? copy_a(w, x->a) : NULL;
  int info = 0;
  const qn_routine r = {
      .name = "gesvd",
      .type = w->type,
      .count = 1,
      .info = &info,
      .slots = {QN_LETTER(job), QN_LETTER(job), QN_NUMBER(w->m),
                QN_NUMBER(w->n), QN_POINTER(x->a), QN_NUMBER(w->lda),
                QN_POINTER(x->s), QN_POINTER(x->u),
                QN_NUMBER(qn_at_least_one(w->ldu)), QN_POINTER(vt),
                QN_NUMBER(qn_at_least_one(rows)), QN_WORK, QN_ROOM(5 * few),
                QN_INFO}};
  (void)qn_routine_run(&r);
  if (vt && x->v)
    turn(w, vt, rows, x->v);
  if (before && x->u && x->v) {
    const check c = {w->type, w->m,   w->n,
                     few,     before, x->u,
                     x->v,    x->s,   qn_at_least_one(w->m),
                     w->ldu,  w->ldv};
    *worst = fmax(*worst, residual_of(&c));
  }
  qn_free(before);
  qn_free(vt);
  return info;
}

static void run_svd(const void *args) {
  const qn_svd *w = args;
  const size_t size = qn_solver_size(w->type);
  double worst = 0;
  for (int64_t i = 0; i < w->count; ++i) {
    const svd_member x = {
        moved(w->a, i * w->a_stride, size),
        moved(w->s, i * w->s_stride, real_size(w->type)),
        moved(w->u, i * w->u_stride, size),
        moved(w->v, i * w->v_stride, size),
    };
    const int info = run_member(w, &x, &worst);
    if (w->info)
      w->info[i] = info;
  }
  say(w->outcome, worst);
}
static void drop_svd(const void *args) {
  const qn_svd *w = args;
  drop_outcome(w->outcome);
}

cusolverStatus_t qn_svd_submit(const void *handle, const qn_svd *w) {
  const int few = lesser(w->m, w->n);
  QN_SOLVER_TRY(qn_solver_matrix("A", w->m, w->n, w->a, w->lda));
  QN_SOLVER_NEED(w->s || !few, "'S' is null");
  QN_SOLVER_NEED(w->count >= 0, "a batch of %d", w->count);
  if (w->vectors) {
    QN_SOLVER_TRY(
        qn_solver_matrix("U", w->m, w->thin ? few : w->m, w->u, w->ldu));
    QN_SOLVER_TRY(
        qn_solver_matrix("V", w->n, w->thin ? few : w->n, w->v, w->ldv));
  }
  QN_SOLVER_TRY(qn_routine_find(w->type, "gesvd"));
  QN_SOLVER_TRY(qn_routine_find(w->type, "gemm"));
  if (w->outcome)
    atomic_fetch_add(&w->outcome->refs, 1);
  return qn_solver_submit(handle,
                          (qn_solver_task){.run = run_svd, .drop = drop_svd}, w,
                          sizeof(*w));
}

#define GESVDJ_BUFFERSIZE(X, T, R, element, sy, or)                            \
  cusolverStatus_t cusolverDn##X##gesvdj_bufferSize(                           \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m,      \
      int n, const T *A, int lda, const R *S, const T *U, int ldu, const T *V, \
      int ldv, int *lwork, gesvdjInfo_t params) {                              \
    QN_SOLVER_PASS(jobz, econ, QN_EXTENT(m), QN_EXTENT(n), A, lda, S, U, ldu,  \
                   V, ldv, QN_ANSWER(lwork), params);                          \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(GESVDJ_BUFFERSIZE)
#define GESVDJ(X, T, R, element, sy, or)                                       \
  cusolverStatus_t cusolverDn##X##gesvdj(                                      \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int econ, int m,      \
      int n, T *A, int lda, R *S, T *U, int ldu, T *V, int ldv, T *work,       \
      int lwork, int *info, gesvdjInfo_t params) {                             \
    QN_SOLVER_PASS(jobz, econ, QN_EXTENT(m), QN_EXTENT(n), A, lda, S, U, ldu,  \
                   V, ldv, work, QN_ANSWER(lwork), QN_STATUS(info, 1),         \
                   params);                                                    \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    const qn_svd w = {.type = element,                                         \
                      .vectors = job == 'V',                                   \
                      .thin = econ != 0,                                       \
                      .m = m,                                                  \
                      .n = n,                                                  \
                      .lda = lda,                                              \
                      .ldu = ldu,                                              \
                      .ldv = ldv,                                              \
                      .count = 1,                                              \
                      .a = A,                                                  \
                      .s = S,                                                  \
                      .u = U,                                                  \
                      .v = V,                                                  \
                      .info = info,                                            \
                      .outcome = params->outcome};                             \
    return qn_svd_submit(handle, &w);                                          \
  }
QN_SOLVER_EACH(GESVDJ)
#define GESVDJBATCHED_BUFFERSIZE(X, T, R, element, sy, or)                     \
  cusolverStatus_t cusolverDn##X##gesvdjBatched_bufferSize(                    \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n,         \
      const T *A, int lda, const R *S, const T *U, int ldu, const T *V,        \
      int ldv, int *lwork, gesvdjInfo_t params, int batchSize) {               \
    QN_SOLVER_PASS(jobz, QN_EXTENT(m), QN_EXTENT(n), A, lda, S, U, ldu, V,     \
                   ldv, QN_ANSWER(lwork), params, QN_EXTENT(batchSize));       \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(GESVDJBATCHED_BUFFERSIZE)
#define GESVDJBATCHED(X, T, R, element, sy, or)                                \
  cusolverStatus_t cusolverDn##X##gesvdjBatched(                               \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int m, int n, T *A,   \
      int lda, R *S, T *U, int ldu, T *V, int ldv, T *work, int lwork,         \
      int *info, gesvdjInfo_t params, int batchSize) {                         \
    QN_SOLVER_PASS(jobz, QN_EXTENT(m), QN_EXTENT(n), A, lda, S, U, ldu, V,     \
                   ldv, work, QN_ANSWER(lwork), QN_STATUS(info, batchSize),    \
                   params, QN_EXTENT(batchSize));                              \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    QN_SOLVER_NEED(params, "'params' is null");                                \
    const qn_svd w = {.type = element,                                         \
                      .vectors = job == 'V',                                   \
                      .m = m,                                                  \
                      .n = n,                                                  \
                      .lda = lda,                                              \
                      .ldu = ldu,                                              \
                      .ldv = ldv,                                              \
                      .count = batchSize,                                      \
                      .a = A,                                                  \
                      .s = S,                                                  \
                      .u = U,                                                  \
                      .v = V,                                                  \
                      .a_stride = (int64_t)lda * n,                            \
                      .s_stride = lesser(m, n),                                \
                      .u_stride = (int64_t)ldu * m,                            \
                      .v_stride = (int64_t)ldv * n,                            \
                      .info = info,                                            \
                      .outcome = params->outcome};                             \
    return qn_svd_submit(handle, &w);                                          \
  }
QN_SOLVER_EACH(GESVDJBATCHED)

// SPDX-License-Identifier: Apache-2.0
// Factors and systems: LU, Cholesky, QR, and reductions to simpler forms.
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"
#include "libs/solver/solver.h"

// ---- Cholesky

#define POTRF_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##potrf_bufferSize(                            \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      int *Lwork) {                                                            \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, QN_ANSWER(Lwork));              \
    NO_WORK(Lwork);                                                            \
  }
QN_SOLVER_EACH(POTRF_BUFFERSIZE)
#define POTRF(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##potrf(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      T *Workspace, int Lwork, int *devInfo) {                                 \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, Workspace, QN_ANSWER(Lwork),    \
                   QN_STATUS(devInfo, 1));                                     \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    SUBMIT(element, "potrf", devInfo, QN_LETTER(fill), QN_NUMBER(n),           \
           QN_POINTER(A), QN_NUMBER(lda), QN_INFO);                            \
  }
QN_SOLVER_EACH(POTRF)
#define POTRS(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##potrs(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,       \
      const T *A, int lda, T *B, int ldb, int *devInfo) {                      \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), QN_EXTENT(nrhs), A, lda, B, ldb,        \
                   QN_STATUS(devInfo, 1));                                     \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    MATRIX(B, n, nrhs, ldb);                                                   \
    SUBMIT(element, "potrs", devInfo, QN_LETTER(fill), QN_NUMBER(n),           \
           QN_NUMBER(nrhs), QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(B),      \
           QN_NUMBER(ldb), QN_INFO);                                           \
  }
QN_SOLVER_EACH(POTRS)
#define POTRI_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##potri_bufferSize(                            \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      int *lwork) {                                                            \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, QN_ANSWER(lwork));              \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(POTRI_BUFFERSIZE)
#define POTRI(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##potri(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      T *work, int lwork, int *devInfo) {                                      \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, work, QN_ANSWER(lwork),         \
                   QN_STATUS(devInfo, 1));                                     \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    SUBMIT(element, "potri", devInfo, QN_LETTER(fill), QN_NUMBER(n),           \
           QN_POINTER(A), QN_NUMBER(lda), QN_INFO);                            \
  }
QN_SOLVER_EACH(POTRI)

// Batches are arrays of addresses in device memory.
static cusolverStatus_t submit_batch(const void *handle, const qn_routine *r,
                                     const void *a, const void *b) {
  QN_SOLVER_NEED(r->count >= 0, "a batch of %d", r->count);
  QN_SOLVER_NEED(!r->count || (a && b), "an array is null");
  return qn_routine_submit(handle, r);
}
#define POTRFBATCHED(X, T, R, element, sy, or)                                 \
  cusolverStatus_t cusolverDn##X##potrfBatched(                                \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *Aarray[],    \
      int lda, int *infoArray, int batchSize) {                                \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), Aarray, lda,                            \
                   QN_STATUS(infoArray, batchSize), QN_EXTENT(batchSize));     \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    QN_SOLVER_NEED(n >= 0 && lda >= (n > 1 ? n : 1),                           \
                   "matrices of %d rows, columns %d apart", n, lda);           \
    QN_SOLVER_TRY(qn_routine_find(element, "potrf"));                          \
    const qn_routine r = {.name = "potrf",                                     \
                          .type = element,                                     \
                          .count = batchSize,                                  \
                          .info = infoArray,                                   \
                          .slots = {QN_LETTER(fill), QN_NUMBER(n),             \
                                    QN_ARRAY(Aarray), QN_NUMBER(lda),          \
                                    QN_INFO}};                                 \
    return submit_batch(handle, &r, Aarray, infoArray);                        \
  }
QN_SOLVER_EACH(POTRFBATCHED)
// d_info is one number for all.
#define POTRSBATCHED(X, T, R, element, sy, or)                                 \
  cusolverStatus_t cusolverDn##X##potrsBatched(                                \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int nrhs,       \
      T *A[], int lda, T *B[], int ldb, int *d_info, int batchSize) {          \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), QN_EXTENT(nrhs), A, lda, B, ldb,        \
                   QN_STATUS(d_info, 1), QN_EXTENT(batchSize));                \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    QN_SOLVER_NEED(n >= 0 && lda >= (n > 1 ? n : 1) && ldb >= (n > 1 ? n : 1), \
                   "matrices of %d rows, columns %d and %d apart", n, lda,     \
                   ldb);                                                       \
    if (nrhs != 1)                                                             \
      return qn_solver_refuse(CUSOLVER_STATUS_INVALID_VALUE,                   \
                              "systems of a batch have one side, not %d",      \
                              nrhs);                                           \
    QN_SOLVER_NEED(d_info, "there is no place for the status");                \
    const qn_routine r = {                                                     \
        .name = "potrs",                                                       \
        .type = element,                                                       \
        .count = batchSize,                                                    \
        .slots = {QN_LETTER(fill), QN_NUMBER(n), QN_NUMBER(nrhs), QN_ARRAY(A), \
                  QN_NUMBER(lda), QN_ARRAY(B), QN_NUMBER(ldb), QN_INFO}};      \
    QN_SOLVER_NEED(hipMemsetAsync(d_info, 0, sizeof(int),                      \
                                  handle->solver.stream) == hipSuccess,        \
                   "the status is not in device memory");                      \
    return submit_batch(handle, &r, A, B);                                     \
  }
QN_SOLVER_EACH(POTRSBATCHED)

// ---- LU

typedef struct lu {
  char type;
  int m, n, lda;
  void *a;
  int *info;
} lu;
static void run_lu(const void *args) {
  const lu *w = args;
  const int info = qn_libs_plain_lu(w->type, w->m, w->n, w->a, w->lda);
  if (w->info)
    *w->info = info;
}

#define GETRF_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##getrf_bufferSize(                            \
      cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *Lwork) {    \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), A, lda, QN_ANSWER(Lwork));      \
    NO_WORK(Lwork);                                                            \
  }
QN_SOLVER_EACH(GETRF_BUFFERSIZE)
#define GETRF(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##getrf(cusolverDnHandle_t handle, int m,      \
                                        int n, T *A, int lda, T *Workspace,    \
                                        int *devIpiv, int *devInfo) {          \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), A, lda, Workspace, devIpiv,     \
                   QN_STATUS(devInfo, 1));                                     \
    QN_SOLVER_BEGIN();                                                         \
    MATRIX(A, m, n, lda);                                                      \
    if (!devIpiv) {                                                            \
      const lu w = {element, m, n, lda, A, devInfo};                           \
      return qn_solver_submit(handle, (qn_solver_task){.run = run_lu}, &w,     \
                              sizeof(w));                                      \
    }                                                                          \
    SUBMIT(element, "getrf", devInfo, QN_NUMBER(m), QN_NUMBER(n),              \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(devIpiv), QN_INFO);       \
  }
QN_SOLVER_EACH(GETRF)
#define LASWP(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##laswp(cusolverDnHandle_t handle, int n,      \
                                        T *A, int lda, int k1, int k2,         \
                                        const int *devIpiv, int incx) {        \
    QN_SOLVER_PASS(QN_EXTENT(n), A, lda, k1, k2, devIpiv, incx);               \
    QN_SOLVER_BEGIN();                                                         \
    QN_SOLVER_NEED(n >= 0 && lda >= 1 && k1 >= 1 && k2 >= k1 - 1,              \
                   "rows %d to %d of %d columns, %d apart", k1, k2, n, lda);   \
    NEED_POINTER(A, n);                                                        \
    NEED_POINTER(devIpiv, n);                                                  \
    SUBMIT(element, "laswp", NULL, QN_NUMBER(n), QN_POINTER(A),                \
           QN_NUMBER(lda), QN_NUMBER(k1), QN_NUMBER(k2), QN_POINTER(devIpiv),  \
           QN_NUMBER(incx), QN_INFO);                                          \
  }
QN_SOLVER_EACH(LASWP)

// Of a factor whose rows stayed: two triangles.
typedef struct plain_solve {
  qn_routine first, second;
  int *info;
} plain_solve;
static void run_plain_solve(const void *args) {
  const plain_solve *w = args;
  (void)qn_routine_run(&w->first);
  (void)qn_routine_run(&w->second);
  if (w->info)
    *w->info = 0;
}
typedef struct system {
  char type, op;
  int n, nrhs, lda, ldb;
  const void *a;
  void *b;
  int *info;
} system;
static qn_routine triangle(const system *s, char fill, char diag) {
  return (qn_routine){.name = "trtrs",
                      .type = s->type,
                      .count = 1,
                      .slots = {QN_LETTER(fill), QN_LETTER(s->op),
                                QN_LETTER(diag), QN_NUMBER(s->n),
                                QN_NUMBER(s->nrhs), QN_POINTER(s->a),
                                QN_NUMBER(s->lda), QN_POINTER(s->b),
                                QN_NUMBER(s->ldb), QN_INFO}};
}
static cusolverStatus_t solve_plain(const void *handle, const system *s) {
  const bool turns = s->op != 'N';
  const plain_solve w = {
      .first = turns ? triangle(s, 'U', 'N') : triangle(s, 'L', 'U'),
      .second = turns ? triangle(s, 'L', 'U') : triangle(s, 'U', 'N'),
      .info = s->info};
  QN_SOLVER_TRY(qn_routine_find(s->type, "trtrs"));
  return qn_solver_submit(handle, (qn_solver_task){.run = run_plain_solve}, &w,
                          sizeof(w));
}

#define GETRS(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##getrs(                                       \
      cusolverDnHandle_t handle, cublasOperation_t trans, int n, int nrhs,     \
      const T *A, int lda, const int *devIpiv, T *B, int ldb, int *devInfo) {  \
    QN_SOLVER_PASS(trans, QN_EXTENT(n), QN_EXTENT(nrhs), A, lda, devIpiv, B,   \
                   ldb, QN_STATUS(devInfo, 1));                                \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(op, op, trans);                                                     \
    MATRIX(A, n, n, lda);                                                      \
    MATRIX(B, n, nrhs, ldb);                                                   \
    if (!devIpiv) {                                                            \
      const system s = {element, op, n, nrhs, lda, ldb, A, B, devInfo};        \
      return solve_plain(handle, &s);                                          \
    }                                                                          \
    SUBMIT(element, "getrs", devInfo, QN_LETTER(op), QN_NUMBER(n),             \
           QN_NUMBER(nrhs), QN_POINTER(A), QN_NUMBER(lda),                     \
           QN_POINTER(devIpiv), QN_POINTER(B), QN_NUMBER(ldb), QN_INFO);       \
  }
QN_SOLVER_EACH(GETRS)

// ---- QR

#define GEQRF_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##geqrf_bufferSize(                            \
      cusolverDnHandle_t handle, int m, int n, T *A, int lda, int *lwork) {    \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), A, lda, QN_ANSWER(lwork));      \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(GEQRF_BUFFERSIZE)
#define GEQRF(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##geqrf(                                       \
      cusolverDnHandle_t handle, int m, int n, T *A, int lda, T *TAU,          \
      T *Workspace, int Lwork, int *devInfo) {                                 \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), A, lda, TAU, Workspace,         \
                   QN_ANSWER(Lwork), QN_STATUS(devInfo, 1));                   \
    QN_SOLVER_BEGIN();                                                         \
    MATRIX(A, m, n, lda);                                                      \
    NEED_POINTER(TAU, m && n);                                                 \
    SUBMIT(element, "geqrf", devInfo, QN_NUMBER(m), QN_NUMBER(n),              \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(TAU), QN_WORK, QN_INFO);  \
  }
QN_SOLVER_EACH(GEQRF)
#define ORGQR_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##or##gqr_bufferSize(                          \
      cusolverDnHandle_t handle, int m, int n, int k, const T *A, int lda,     \
      const T *tau, int *lwork) {                                              \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau,                 \
                   QN_ANSWER(lwork));                                          \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(ORGQR_BUFFERSIZE)
#define ORGQR(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##or##gqr(                                     \
      cusolverDnHandle_t handle, int m, int n, int k, T *A, int lda,           \
      const T *tau, T *work, int lwork, int *info) {                           \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau, work,           \
                   QN_ANSWER(lwork), QN_STATUS(info, 1));                      \
    QN_SOLVER_BEGIN();                                                         \
    MATRIX(A, m, n, lda);                                                      \
    QN_SOLVER_NEED(n <= m && k >= 0 && k <= n,                                 \
                   "%d columns of %d, of %d factors", n, m, k);                \
    NEED_POINTER(tau, k);                                                      \
    SUBMIT(element, TEXT(or) "gqr", info, QN_NUMBER(m), QN_NUMBER(n),          \
           QN_NUMBER(k), QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(tau),       \
           QN_WORK, QN_INFO);                                                  \
  }
QN_SOLVER_EACH(ORGQR)

// A real factor is transposed by either of the two.
static char op_of(char type, char op) {
  return !qn_solver_is_complex(type) && op == 'C' ? 'T' : op;
}
#define ORMQR_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##or##mqr_bufferSize(                          \
      cusolverDnHandle_t handle, cublasSideMode_t side,                        \
      cublasOperation_t trans, int m, int n, int k, const T *A, int lda,       \
      const T *tau, const T *C, int ldc, int *lwork) {                         \
    QN_SOLVER_PASS(side, trans, QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau, C, \
                   ldc, QN_ANSWER(lwork));                                     \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(ORMQR_BUFFERSIZE)
#define ORMQR(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##or##mqr(                                     \
      cusolverDnHandle_t handle, cublasSideMode_t side,                        \
      cublasOperation_t trans, int m, int n, int k, const T *A, int lda,       \
      const T *tau, T *C, int ldc, T *work, int lwork, int *devInfo) {         \
    QN_SOLVER_PASS(side, trans, QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau, C, \
                   ldc, work, QN_ANSWER(lwork), QN_STATUS(devInfo, 1));        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(on, side, side);                                                    \
    LETTER(op, op, trans);                                                     \
    const int rows = on == 'L' ? m : n;                                        \
    QN_SOLVER_NEED(!qn_solver_is_complex(element) || op != 'T',                \
                   "a complex factor is not transposed alone");                \
    QN_SOLVER_NEED(k >= 0 && k <= rows, "%d factors of %d rows", k, rows);     \
    MATRIX(A, rows, k, lda);                                                   \
    MATRIX(C, m, n, ldc);                                                      \
    NEED_POINTER(tau, k);                                                      \
    SUBMIT(element, TEXT(or) "mqr", devInfo, QN_LETTER(on),                    \
           QN_LETTER(op_of(element, op)), QN_NUMBER(m), QN_NUMBER(n),          \
           QN_NUMBER(k), QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(tau),       \
           QN_POINTER(C), QN_NUMBER(ldc), QN_WORK, QN_INFO);                   \
  }
QN_SOLVER_EACH(ORMQR)

// ---- Indefinite systems, and reductions

#define SYTRF_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sytrf_bufferSize(                            \
      cusolverDnHandle_t handle, int n, T *A, int lda, int *lwork) {           \
    QN_SOLVER_PASS(QN_EXTENT(n), A, lda, QN_ANSWER(lwork));                    \
    QN_SOLVER_BEGIN();                                                         \
    MATRIX(A, n, n, lda);                                                      \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYTRF_BUFFERSIZE)
#define SYTRF(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sytrf(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      int *ipiv, T *work, int lwork, int *info) {                              \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, ipiv, work, QN_ANSWER(lwork),   \
                   QN_STATUS(info, 1));                                        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    if (!ipiv)                                                                 \
      return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,                   \
                              "sytrf exchanges rows; 'ipiv' is null");         \
    SUBMIT(element, "sytrf", info, QN_LETTER(fill), QN_NUMBER(n),              \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(ipiv), QN_WORK, QN_INFO); \
  }
QN_SOLVER_EACH(SYTRF)
#define GEBRD_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##gebrd_bufferSize(cusolverDnHandle_t handle,  \
                                                   int m, int n, int *Lwork) { \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), QN_ANSWER(Lwork));              \
    NO_WORK(Lwork);                                                            \
  }
QN_SOLVER_EACH(GEBRD_BUFFERSIZE)
#define GEBRD(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##gebrd(                                       \
      cusolverDnHandle_t handle, int m, int n, T *A, int lda, R *D, R *E,      \
      T *TAUQ, T *TAUP, T *Work, int Lwork, int *devInfo) {                    \
    QN_SOLVER_PASS(QN_EXTENT(m), QN_EXTENT(n), A, lda, D, E, TAUQ, TAUP, Work, \
                   QN_ANSWER(Lwork), QN_STATUS(devInfo, 1));                   \
    QN_SOLVER_BEGIN();                                                         \
    MATRIX(A, m, n, lda);                                                      \
    QN_SOLVER_NEED(!m || !n || (D && E && TAUQ && TAUP), "an array is null");  \
    SUBMIT(element, "gebrd", devInfo, QN_NUMBER(m), QN_NUMBER(n),              \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(D), QN_POINTER(E),        \
           QN_POINTER(TAUQ), QN_POINTER(TAUP), QN_WORK, QN_INFO);              \
  }
QN_SOLVER_EACH(GEBRD)
#define ORGBR_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##or##gbr_bufferSize(                          \
      cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k,   \
      const T *A, int lda, const T *tau, int *lwork) {                         \
    QN_SOLVER_PASS(side, QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau,           \
                   QN_ANSWER(lwork));                                          \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(ORGBR_BUFFERSIZE)
#define ORGBR(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##or##gbr(                                     \
      cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k,   \
      T *A, int lda, const T *tau, T *work, int lwork, int *info) {            \
    QN_SOLVER_PASS(side, QN_EXTENT(m), QN_EXTENT(n), k, A, lda, tau, work,     \
                   QN_ANSWER(lwork), QN_STATUS(info, 1));                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(on, side, side);                                                    \
    MATRIX(A, m, n, lda);                                                      \
    NEED_POINTER(tau, k);                                                      \
    SUBMIT(element, TEXT(or) "gbr", info, QN_LETTER(on == 'L' ? 'Q' : 'P'),    \
           QN_NUMBER(m), QN_NUMBER(n), QN_NUMBER(k), QN_POINTER(A),            \
           QN_NUMBER(lda), QN_POINTER(tau), QN_WORK, QN_INFO);                 \
  }
QN_SOLVER_EACH(ORGBR)
#define SYTRD_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##sy##trd_bufferSize(                          \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A,     \
      int lda, const R *d, const R *e, const T *tau, int *lwork) {             \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, d, e, tau, QN_ANSWER(lwork));   \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(SYTRD_BUFFERSIZE)
#define SYTRD(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sy##trd(                                     \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      R *d, R *e, T *tau, T *work, int lwork, int *info) {                     \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, d, e, tau, work,                \
                   QN_ANSWER(lwork), QN_STATUS(info, 1));                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    QN_SOLVER_NEED(!n || (d && e && tau), "an array is null");                 \
    SUBMIT(element, TEXT(sy) "trd", info, QN_LETTER(fill), QN_NUMBER(n),       \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(d), QN_POINTER(e),        \
           QN_POINTER(tau), QN_WORK, QN_INFO);                                 \
  }
QN_SOLVER_EACH(SYTRD)
#define ORGTR_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##or##gtr_bufferSize(                          \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, const T *A,     \
      int lda, const T *tau, int *lwork) {                                     \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, tau, QN_ANSWER(lwork));         \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(ORGTR_BUFFERSIZE)
#define ORGTR(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##or##gtr(                                     \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      const T *tau, T *work, int lwork, int *info) {                           \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, tau, work, QN_ANSWER(lwork),    \
                   QN_STATUS(info, 1));                                        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    NEED_POINTER(tau, n);                                                      \
    SUBMIT(element, TEXT(or) "gtr", info, QN_LETTER(fill), QN_NUMBER(n),       \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(tau), QN_WORK, QN_INFO);  \
  }
QN_SOLVER_EACH(ORGTR)
#define ORMTR_BUFFERSIZE(X, T, R, element, sy, or)                             \
  cusolverStatus_t cusolverDn##X##or##mtr_bufferSize(                          \
      cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
      cublasOperation_t trans, int m, int n, const T *A, int lda,              \
      const T *tau, const T *C, int ldc, int *lwork) {                         \
    QN_SOLVER_PASS(side, uplo, trans, QN_EXTENT(m), QN_EXTENT(n), A, lda, tau, \
                   C, ldc, QN_ANSWER(lwork));                                  \
    NO_WORK(lwork);                                                            \
  }
QN_SOLVER_EACH(ORMTR_BUFFERSIZE)
#define ORMTR(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##or##mtr(                                     \
      cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, \
      cublasOperation_t trans, int m, int n, T *A, int lda, T *tau, T *C,      \
      int ldc, T *work, int lwork, int *info) {                                \
    QN_SOLVER_PASS(side, uplo, trans, QN_EXTENT(m), QN_EXTENT(n), A, lda, tau, \
                   C, ldc, work, QN_ANSWER(lwork), QN_STATUS(info, 1));        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(on, side, side);                                                    \
    LETTER(fill, uplo, uplo);                                                  \
    LETTER(op, op, trans);                                                     \
    const int rows = on == 'L' ? m : n;                                        \
    MATRIX(A, rows, rows, lda);                                                \
    MATRIX(C, m, n, ldc);                                                      \
    NEED_POINTER(tau, rows);                                                   \
    SUBMIT(element, TEXT(or) "mtr", info, QN_LETTER(on), QN_LETTER(fill),      \
           QN_LETTER(op_of(element, op)), QN_NUMBER(m), QN_NUMBER(n),          \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(tau), QN_POINTER(C),      \
           QN_NUMBER(ldc), QN_WORK, QN_INFO);                                  \
  }
QN_SOLVER_EACH(ORMTR)

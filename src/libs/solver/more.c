// SPDX-License-Identifier: Apache-2.0
// Further factors and decompositions: L^H L, inverses and solutions of
// symmetric factors, the largest singular values, batches of eigenvalues.
#include <math.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"

// ---- Triangles and symmetric factors

#define LAUUM(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##lauum_bufferSize(                            \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      int *lwork) {                                                            \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, QN_ANSWER(lwork));              \
    NO_WORK(lwork);                                                            \
  }                                                                            \
  cusolverStatus_t cusolverDn##X##lauum(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      T *work, int lwork, int *devInfo) {                                      \
    QN_SOLVER_PASS(uplo, QN_EXTENT(n), A, lda, work, QN_ANSWER(lwork),         \
                   QN_STATUS(devInfo, 1));                                     \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    SUBMIT(element, "lauum", devInfo, QN_LETTER(fill), QN_NUMBER(n),           \
           QN_POINTER(A), QN_NUMBER(lda), QN_INFO);                            \
  }
QN_SOLVER_EACH(LAUUM)
#define SYTRI_THEIRS "says that it succeeds, and writes nothing"
#define SYTRI(X, T, R, element, sy, or)                                        \
  cusolverStatus_t cusolverDn##X##sytri_bufferSize(                            \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      const int *ipiv, int *lwork) {                                           \
    QN_SOLVER_NOT_THEIRS(SYTRI_THEIRS);                                        \
    (void)uplo, (void)n, (void)A, (void)lda, (void)ipiv;                       \
    NO_WORK(lwork);                                                            \
  }                                                                            \
  cusolverStatus_t cusolverDn##X##sytri(                                       \
      cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *A, int lda,  \
      const int *ipiv, T *work, int lwork, int *info) {                        \
    QN_SOLVER_NOT_THEIRS(SYTRI_THEIRS);                                        \
    (void)work, (void)lwork; /* LAPACK's is found by the work itself */        \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(fill, uplo, uplo);                                                  \
    MATRIX(A, n, n, lda);                                                      \
    NEED_POINTER(ipiv, n);                                                     \
    SUBMIT(element, "sytri2", info, QN_LETTER(fill), QN_NUMBER(n),             \
           QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(ipiv), QN_WORK, QN_INFO); \
  }
QN_SOLVER_EACH(SYTRI)

typedef struct symmetric {
  char type, fill;
  int n, sides, lda, ldb;
  const void *a;
  void *b;
  const int64_t *pivots; // NULL: no rows were exchanged
  int *info;
} symmetric;

static void run_sytrs(const void *args) {
  const symmetric *w = args;
  int *pivots = qn_solver_memory((size_t)w->n, sizeof(int));
  for (int i = 0; i < w->n; ++i)
    pivots[i] = w->pivots ? (int)w->pivots[i] : i + 1;
  const qn_routine r = {
      .name = "sytrs",
      .type = w->type,
      .count = 1,
      .info = w->info,
      .slots = {QN_LETTER(w->fill), QN_NUMBER(w->n), QN_NUMBER(w->sides),
                QN_POINTER(w->a), QN_NUMBER(w->lda), QN_POINTER(pivots),
                QN_POINTER(w->b), QN_NUMBER(w->ldb), QN_INFO}};
  (void)qn_routine_run(&r);
  qn_free(pivots);
}

static cusolverStatus_t one_type(int a, int b, char *out_type) {
  *out_type = qn_solver_type(a);
  if (*out_type && a == b)
    return CUSOLVER_STATUS_SUCCESS;
  return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                          "elements of types %d and %d", a, b);
}

cusolverStatus_t cusolverDnXsytrs_bufferSize(
    cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n, int64_t nrhs,
    cudaDataType dataTypeA, const void *A, int64_t lda, const int64_t *ipiv,
    cudaDataType dataTypeB, void *B, int64_t ldb,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(uplo, QN_EXTENT(n), QN_EXTENT(nrhs), dataTypeA, A, lda, ipiv,
                 dataTypeB, B, ldb, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXsytrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int64_t n,
                 int64_t nrhs, cudaDataType dataTypeA, const void *A,
                 int64_t lda, const int64_t *ipiv, cudaDataType dataTypeB,
                 void *B, int64_t ldb, void *bufferOnDevice,
                 size_t workspaceInBytesOnDevice, void *bufferOnHost,
                 size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(uplo, QN_EXTENT(n), QN_EXTENT(nrhs), dataTypeA, A, lda, ipiv,
                 dataTypeB, B, ldb, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  char type;
  QN_SOLVER_TRY(one_type((int)dataTypeA, (int)dataTypeB, &type));
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  MATRIX(B, n, nrhs, ldb);
  QN_SOLVER_TRY(qn_routine_find(type, "sytrs"));
  const symmetric w = {type,     fill, (int)n, (int)nrhs, (int)lda,
                       (int)ldb, A,    B,      ipiv,      info};
  return qn_solver_submit(handle, (qn_solver_task){.run = run_sytrs}, &w,
                          sizeof(w));
}

cusolverStatus_t cusolverDnXlarft_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverDirectMode_t direct, cusolverStorevMode_t storev, int64_t n,
    int64_t k, cudaDataType dataTypeV, const void *V, int64_t ldv,
    cudaDataType dataTypeTau, const void *tau, cudaDataType dataTypeT, void *T,
    int64_t ldt, cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, direct, storev, QN_EXTENT(n), k, dataTypeV, V, ldv,
                 dataTypeTau, tau, dataTypeT, T, ldt, computeType,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXlarft(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 cusolverDirectMode_t direct, cusolverStorevMode_t storev,
                 int64_t n, int64_t k, cudaDataType dataTypeV, const void *V,
                 int64_t ldv, cudaDataType dataTypeTau, const void *tau,
                 cudaDataType dataTypeT, void *T, int64_t ldt,
                 cudaDataType computeType, void *bufferOnDevice,
                 size_t workspaceInBytesOnDevice, void *bufferOnHost,
                 size_t workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, direct, storev, QN_EXTENT(n), k, dataTypeV, V, ldv,
                 dataTypeTau, tau, dataTypeT, T, ldt, computeType,
                 bufferOnDevice, QN_ANSWER(workspaceInBytesOnDevice),
                 bufferOnHost, QN_ANSWER(workspaceInBytesOnHost));
  QN_SOLVER_BEGIN();
  char type;
  const bool by_rows = storev == CUBLAS_STOREV_ROWWISE;
  QN_SOLVER_TRY(one_type((int)dataTypeV, (int)dataTypeT, &type));
  QN_SOLVER_TRY(one_type((int)dataTypeTau, (int)computeType, &type));
  QN_SOLVER_NEED((unsigned)direct < 2 && (unsigned)storev < 2,
                 "there is no direction %d, or no order %d", (int)direct,
                 (int)storev);
  MATRIX(V, by_rows ? k : n, by_rows ? n : k, ldv);
  MATRIX(T, k, k, ldt);
  NEED_POINTER(tau, k);
  SUBMIT(type, "larft", NULL,
         QN_LETTER(direct == CUBLAS_DIRECT_FORWARD ? 'F' : 'B'),
         QN_LETTER(by_rows ? 'R' : 'C'), QN_NUMBER(n), QN_NUMBER(k),
         QN_POINTER(V), QN_NUMBER(ldv), QN_POINTER(tau), QN_POINTER(T),
         QN_NUMBER(ldt), QN_INFO);
}

// ---- The largest singular values, with V itself

typedef struct largest {
  char type;
  bool u_wanted, v_wanted;
  int m, n, rank, lda, ldu, ldv, count;
  int64_t a_stride, s_stride, u_stride, v_stride;
  const void *a;
  void *s, *u, *v;
  int *info;
  double *norms; // of what is left, the host's; NULL: nobody asks
} largest;

typedef struct svd_room {
  char *a, *s, *u, *vt;
} svd_room;

static size_t real_size(char type) {
  return qn_solver_size(type) / (qn_solver_is_complex(type) ? 2 : 1);
}
static int few_of(const largest *w) { return w->m < w->n ? w->m : w->n; }

static void store_u(const largest *w, const svd_room *r, int64_t member) {
  const size_t size = qn_solver_size(w->type);
  char *u = (char *)w->u + (size_t)(member * w->u_stride) * size;
  for (int64_t j = 0; j < w->rank; ++j)
    memcpy(u + (size_t)(j * w->ldu) * size, r->u + (size_t)(j * w->m) * size,
           (size_t)w->m * size);
}
static void conjugate(char type, char *element) {
  if (type == 'c')
    ((float *)element)[1] = -((float *)element)[1];
  if (type == 'z')
    ((double *)element)[1] = -((double *)element)[1];
}
static void store_v(const largest *w, const svd_room *r, int64_t member) {
  const size_t size = qn_solver_size(w->type);
  const int few = few_of(w);
  char *v = (char *)w->v + (size_t)(member * w->v_stride) * size;
  for (int64_t j = 0; j < w->rank; ++j)
    for (int64_t i = 0; i < w->n; ++i) {
      char *to = v + (size_t)(i + j * w->ldv) * size;
      memcpy(to, r->vt + (size_t)(j + i * few) * size, size);
      conjugate(w->type, to);
    }
}
// What the values that are not kept leave: exact, as U and V are orthogonal.
static double norm_of_rest(const largest *w, const svd_room *r) {
  double sum = 0;
  for (int i = w->rank; i < few_of(w); ++i) {
    const double s = real_size(w->type) == sizeof(float)
                         ? (double)((const float *)r->s)[i]
                         : ((const double *)r->s)[i];
    sum += s * s;
  }
  return sqrt(sum);
}

static void run_member(const largest *w, const svd_room *r, int64_t member) {
  const size_t size = qn_solver_size(w->type);
  const int few = few_of(w), ld = qn_at_least_one(w->m);
  const char *a = (const char *)w->a + (size_t)(member * w->a_stride) * size;
  const char job = w->u_wanted || w->v_wanted ? 'S' : 'N';
  int info = 0;
  for (int64_t j = 0; j < w->n; ++j)
    memcpy(r->a + (size_t)(j * w->m) * size, a + (size_t)(j * w->lda) * size,
           (size_t)w->m * size);
  const qn_routine routine = {
      .name = "gesvd",
      .type = w->type,
      .count = 1,
      .info = &info,
      .slots = {QN_LETTER(job), QN_LETTER(job), QN_NUMBER(w->m),
                QN_NUMBER(w->n), QN_POINTER(r->a), QN_NUMBER(ld),
                QN_POINTER(r->s), QN_POINTER(r->u), QN_NUMBER(ld),
                QN_POINTER(r->vt), QN_NUMBER(qn_at_least_one(few)), QN_WORK,
                QN_ROOM(5 * (int64_t)few + 1), QN_INFO}};
  (void)qn_routine_run(&routine);
  memcpy((char *)w->s + (size_t)(member * w->s_stride) * real_size(w->type),
         r->s, (size_t)w->rank * real_size(w->type));
  if (w->u_wanted)
    store_u(w, r, member);
  if (w->v_wanted)
    store_v(w, r, member);
  if (w->info)
    w->info[member] = info;
  if (w->norms)
    w->norms[member] = norm_of_rest(w, r);
}

static void run_largest(const void *args) {
  const largest *w = args;
  const size_t size = qn_solver_size(w->type), m = (size_t)w->m,
               n = (size_t)w->n, few = (size_t)few_of(w);
  const svd_room r = {
      qn_solver_memory(m * n, size), qn_solver_memory(few, sizeof(double)),
      qn_solver_memory(m * few, size), qn_solver_memory(n * few, size)};
  for (int64_t member = 0; member < w->count; ++member)
    run_member(w, &r, member);
  qn_free(r.a);
  qn_free(r.s);
  qn_free(r.u);
  qn_free(r.vt);
}

static cusolverStatus_t submit_largest(const void *handle, const largest *w) {
  QN_SOLVER_TRY(qn_solver_matrix("A", w->m, w->n, w->a, w->lda));
  QN_SOLVER_NEED(w->rank >= 0 && w->rank <= few_of(w) && w->count >= 0,
                 "%d values of %d, of %d matrices", w->rank, few_of(w),
                 w->count);
  QN_SOLVER_NEED(w->s || !w->rank, "there is no place for the values");
  if (w->u_wanted)
    QN_SOLVER_TRY(qn_solver_matrix("U", w->m, w->rank, w->u, w->ldu));
  if (w->v_wanted)
    QN_SOLVER_TRY(qn_solver_matrix("V", w->n, w->rank, w->v, w->ldv));
  QN_SOLVER_TRY(qn_routine_find(w->type, "gesvd"));
  QN_SOLVER_TRY(qn_solver_submit(handle, (qn_solver_task){.run = run_largest},
                                 w, sizeof(*w)));
  return w->norms ? qn_solver_wait(handle) : CUSOLVER_STATUS_SUCCESS;
}

#define GESVDA(X, T, R, element, sy, or)                                       \
  cusolverStatus_t cusolverDn##X##gesvdaStridedBatched_bufferSize(             \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m,      \
      int n, const T *d_A, int lda, long long strideA, const R *d_S,           \
      long long strideS, const T *d_U, int ldu, long long strideU,             \
      const T *d_V, int ldv, long long strideV, int *lwork, int batchSize) {   \
    QN_SOLVER_PASS(jobz, rank, QN_EXTENT(m), QN_EXTENT(n), d_A, lda, strideA,  \
                   d_S, strideS, d_U, ldu, strideU, d_V, ldv, strideV,         \
                   QN_ANSWER(lwork), QN_EXTENT(batchSize));                    \
    NO_WORK(lwork);                                                            \
  }                                                                            \
  cusolverStatus_t cusolverDn##X##gesvdaStridedBatched(                        \
      cusolverDnHandle_t handle, cusolverEigMode_t jobz, int rank, int m,      \
      int n, const T *d_A, int lda, long long strideA, R *d_S,                 \
      long long strideS, T *d_U, int ldu, long long strideU, T *d_V, int ldv,  \
      long long strideV, T *d_work, int lwork, int *d_info, double *h_R_nrmF,  \
      int batchSize) {                                                         \
    QN_SOLVER_PASS(jobz, rank, QN_EXTENT(m), QN_EXTENT(n), d_A, lda, strideA,  \
                   d_S, strideS, d_U, ldu, strideU, d_V, ldv, strideV, d_work, \
                   QN_ANSWER(lwork), QN_STATUS(d_info, batchSize), h_R_nrmF,   \
                   QN_EXTENT(batchSize));                                      \
    QN_SOLVER_BEGIN();                                                         \
    LETTER(job, job, jobz);                                                    \
    const bool wanted = job == 'V';                                            \
    const largest w = {element, wanted,    wanted,  m,                         \
                       n,       rank,      lda,     ldu,                       \
                       ldv,     batchSize, strideA, strideS,                   \
                       strideU, strideV,   d_A,     d_S,                       \
                       d_U,     d_V,       d_info,  wanted ? h_R_nrmF : NULL}; \
    return submit_largest(handle, &w);                                         \
  }
QN_SOLVER_EACH(GESVDA)

cusolverStatus_t cusolverDnXgesvdr_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
    signed char jobv, int64_t m, int64_t n, int64_t k, int64_t p,
    int64_t niters, cudaDataType dataTypeA, const void *A, int64_t lda,
    cudaDataType dataTypeSrand, const void *Srand, cudaDataType dataTypeUrand,
    const void *Urand, int64_t ldUrand, cudaDataType dataTypeVrand,
    const void *Vrand, int64_t ldVrand, cudaDataType computeType,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobu, jobv, QN_EXTENT(m), QN_EXTENT(n), k, p, niters,
                 dataTypeA, A, lda, dataTypeSrand, Srand, dataTypeUrand, Urand,
                 ldUrand, dataTypeVrand, Vrand, ldVrand, computeType,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  NO_BYTES();
}
// By all of them: nothing is left to chance, nor `p` and `niters` needed.
cusolverStatus_t
cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
                  signed char jobu, signed char jobv, int64_t m, int64_t n,
                  int64_t k, int64_t p, int64_t niters, cudaDataType dataTypeA,
                  void *A, int64_t lda, cudaDataType dataTypeSrand, void *Srand,
                  cudaDataType dataTypeUrand, void *Urand, int64_t ldUrand,
                  cudaDataType dataTypeVrand, void *Vrand, int64_t ldVrand,
                  cudaDataType computeType, void *bufferOnDevice,
                  size_t workspaceInBytesOnDevice, void *bufferOnHost,
                  size_t workspaceInBytesOnHost, int *d_info) {
  QN_SOLVER_PASS(params, jobu, jobv, QN_EXTENT(m), QN_EXTENT(n), k, p, niters,
                 dataTypeA, A, lda, dataTypeSrand, Srand, dataTypeUrand, Urand,
                 ldUrand, dataTypeVrand, Vrand, ldVrand, computeType,
                 bufferOnDevice, QN_ANSWER(workspaceInBytesOnDevice),
                 bufferOnHost, QN_ANSWER(workspaceInBytesOnHost),
                 QN_STATUS(d_info, 1));
  QN_SOLVER_BEGIN();
  char type;
  QN_SOLVER_TRY(one_type((int)dataTypeA, (int)computeType, &type));
  QN_SOLVER_TRY(one_type((int)dataTypeUrand, (int)dataTypeVrand, &type));
  QN_SOLVER_NEED((jobu == 'S' || jobu == 'N') && (jobv == 'S' || jobv == 'N'),
                 "'jobu' and 'jobv' are %d and %d", jobu, jobv);
  QN_SOLVER_NEED(k >= 0 && k <= INT32_MAX && ldUrand <= INT32_MAX &&
                     ldVrand <= INT32_MAX && m <= INT32_MAX && n <= INT32_MAX &&
                     lda <= INT32_MAX,
                 "the sizes are too large");
  const largest w = {.type = type,
                     .u_wanted = jobu == 'S',
                     .v_wanted = jobv == 'S',
                     .m = (int)m,
                     .n = (int)n,
                     .rank = (int)k,
                     .lda = (int)lda,
                     .ldu = (int)ldUrand,
                     .ldv = (int)ldVrand,
                     .count = 1,
                     .a = A,
                     .s = Srand,
                     .u = Urand,
                     .v = Vrand,
                     .info = d_info};
  return submit_largest(handle, &w);
}

// ---- Eigenvalues of a batch, one matrix behind another

cusolverStatus_t cusolverDnXsyevBatched_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda, cudaDataType dataTypeW,
    const void *W, cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost, int64_t batchSize) {
  QN_SOLVER_PASS(params, jobz, uplo, QN_EXTENT(n), dataTypeA, A, lda, dataTypeW,
                 W, computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost), QN_EXTENT(batchSize));
  NO_BYTES();
}
cusolverStatus_t cusolverDnXsyevBatched(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
    cudaDataType dataTypeA, void *A, int64_t lda, cudaDataType dataTypeW,
    void *W, cudaDataType computeType, void *bufferOnDevice,
    size_t workspaceInBytesOnDevice, void *bufferOnHost,
    size_t workspaceInBytesOnHost, int *info, int64_t batchSize) {
  QN_SOLVER_PASS(params, jobz, uplo, QN_EXTENT(n), dataTypeA, A, lda, dataTypeW,
                 W, computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost),
                 QN_STATUS(info, (int)batchSize), QN_EXTENT(batchSize));
  QN_SOLVER_BEGIN();
  char type, real;
  QN_SOLVER_TRY(one_type((int)dataTypeA, (int)computeType, &type));
  QN_SOLVER_TRY(one_type((int)dataTypeW, (int)dataTypeW, &real));
  LETTER(job, job, jobz);
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  NEED_POINTER(W, n);
  QN_SOLVER_NEED(batchSize >= 0 && batchSize <= INT32_MAX, "a batch of %lld",
                 (long long)batchSize);
  QN_SOLVER_NEED(qn_solver_size(real) == real_size(type) &&
                     !qn_solver_is_complex(real),
                 "the values are of type %d", (int)dataTypeW);
  qn_routine r = {
      .name = "syevd",
      .type = type,
      .count = (int)batchSize,
      .info = info,
      .slots = {QN_LETTER(job), QN_LETTER(fill), QN_NUMBER(n),
                QN_STRIDED(A, lda * n * (int64_t)qn_solver_size(type)),
                QN_NUMBER(lda), QN_STRIDED(W, n * (int64_t)real_size(type)),
                QN_WORK, QN_REALS, QN_INTS, QN_INFO}};
  if (qn_solver_is_complex(type))
    memcpy(r.name, "heevd", sizeof("heevd"));
  return qn_routine_submit(handle, &r);
}

// SPDX-License-Identifier: Apache-2.0
// The functions of any type, with sizes of 64 bits.
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"
#include "libs/solver/eigen.h"

struct cusolverDnParams {
  qn_solver_object object;
  int options[3]; // by cusolverDnFunction_t; every algorithm is the same here
};

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params) {
  QN_SOLVER_NEED(params, "there is no place for the object");
  *params = qn_alloc_array(1, sizeof(**params));
  if (!*params)
    return CUSOLVER_STATUS_ALLOC_FAILED;
  (*params)->object.kind = QN_SOLVER_PARAMS;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params) {
  QN_SOLVER_NEED(params, "the object is null");
  qn_solver_vendor_drop(&params->object);
  qn_free(params);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params,
                                         cusolverDnFunction_t function,
                                         cusolverAlgMode_t algo) {
  QN_SOLVER_NEED(params && (unsigned)function < 3 && (unsigned)algo < 3,
                 "there is no function %d, or no algorithm %d", (int)function,
                 (int)algo);
  params->options[function] = (int)algo;
  return CUSOLVER_STATUS_SUCCESS;
}

// Matrices have the type that is computed in, values its real one.
static cusolverStatus_t check_types(int a, int compute, int other, int real) {
  static const int reals[] = {CUDA_R_32F, CUDA_R_64F, CUDA_R_32F, CUDA_R_64F};
  static const int types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};
  for (int i = 0; i < 4; ++i)
    if (types[i] == a && compute == a && (other < 0 || other == a) &&
        (real < 0 || real == reals[i]))
      return CUSOLVER_STATUS_SUCCESS;
  return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                          "types %d, %d and %d are not computed with in %d", a,
                          other, real, compute);
}
#define TYPES(a, compute, other, real)                                         \
  QN_SOLVER_TRY(check_types((int)(a), (int)(compute), other, real));           \
  const char element = qn_solver_type((int)(a))

cusolverStatus_t cusolverDnXpotrf_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
    int64_t n, cudaDataType dataTypeA, const void *A, int64_t lda,
    cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, uplo, QN_EXTENT(n), dataTypeA, A, lda, computeType,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, -1, -1);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA,
                 void *A, int64_t lda, cudaDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, uplo, QN_EXTENT(n), dataTypeA, A, lda, computeType,
                 bufferOnDevice, QN_ANSWER(workspaceInBytesOnDevice),
                 bufferOnHost, QN_ANSWER(workspaceInBytesOnHost),
                 QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, -1, -1);
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  SUBMIT(element, "potrf", info, QN_LETTER(fill), QN_NUMBER(n), QN_POINTER(A),
         QN_NUMBER(lda), QN_INFO);
}
cusolverStatus_t
cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 cublasFillMode_t uplo, int64_t n, int64_t nrhs,
                 cudaDataType dataTypeA, const void *A, int64_t lda,
                 cudaDataType dataTypeB, void *B, int64_t ldb, int *info) {
  QN_SOLVER_PASS(params, uplo, QN_EXTENT(n), QN_EXTENT(nrhs), dataTypeA, A, lda,
                 dataTypeB, B, ldb, QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, dataTypeA, (int)dataTypeB, -1);
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  MATRIX(B, n, nrhs, ldb);
  SUBMIT(element, "potrs", info, QN_LETTER(fill), QN_NUMBER(n), QN_NUMBER(nrhs),
         QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(B), QN_NUMBER(ldb), QN_INFO);
}
cusolverStatus_t cusolverDnXtrtri_bufferSize(
    cusolverDnHandle_t handle, cublasFillMode_t uplo, cublasDiagType_t diag,
    int64_t n, cudaDataType dataTypeA, void *A, int64_t lda,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(uplo, diag, QN_EXTENT(n), dataTypeA, A, lda,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, dataTypeA, -1, -1);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle,
                                  cublasFillMode_t uplo, cublasDiagType_t diag,
                                  int64_t n, cudaDataType dataTypeA, void *A,
                                  int64_t lda, void *bufferOnDevice,
                                  size_t workspaceInBytesOnDevice,
                                  void *bufferOnHost,
                                  size_t workspaceInBytesOnHost, int *devInfo) {
  QN_SOLVER_PASS(uplo, diag, QN_EXTENT(n), dataTypeA, A, lda, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(devInfo, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, dataTypeA, -1, -1);
  LETTER(fill, uplo, uplo);
  LETTER(unit, diag, diag);
  MATRIX(A, n, n, lda);
  SUBMIT(element, "trtri", devInfo, QN_LETTER(fill), QN_LETTER(unit),
         QN_NUMBER(n), QN_POINTER(A), QN_NUMBER(lda), QN_INFO);
}
cusolverStatus_t cusolverDnXgeqrf_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda,
    cudaDataType dataTypeTau, const void *tau, cudaDataType computeType,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A, lda,
                 dataTypeTau, tau, computeType,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, (int)dataTypeTau, -1);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 int64_t m, int64_t n, cudaDataType dataTypeA, void *A,
                 int64_t lda, cudaDataType dataTypeTau, void *tau,
                 cudaDataType computeType, void *bufferOnDevice,
                 size_t workspaceInBytesOnDevice, void *bufferOnHost,
                 size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A, lda,
                 dataTypeTau, tau, computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, (int)dataTypeTau, -1);
  MATRIX(A, m, n, lda);
  NEED_POINTER(tau, m && n);
  SUBMIT(element, "geqrf", info, QN_NUMBER(m), QN_NUMBER(n), QN_POINTER(A),
         QN_NUMBER(lda), QN_POINTER(tau), QN_WORK, QN_INFO);
}

// ---- LU, whose exchanges of rows are numbers of 64 bits

typedef struct lu {
  char type, op;
  int m, n, lda, nrhs, ldb;
  void *a, *b;
  int64_t *pivots;
  const int64_t *given;
  int *info;
} lu;

static void run_getrf(const void *args) {
  const lu *w = args;
  const int few = w->m < w->n ? w->m : w->n;
  int info = 0;
  if (w->pivots) {
    int *pivots = qn_solver_memory((size_t)few, sizeof(int));
    const qn_routine r = {.name = "getrf",
                          .type = w->type,
                          .count = 1,
                          .info = &info,
                          .slots = {QN_NUMBER(w->m), QN_NUMBER(w->n),
                                    QN_POINTER(w->a), QN_NUMBER(w->lda),
                                    QN_POINTER(pivots), QN_INFO}};
    (void)qn_routine_run(&r);
    for (int i = 0; i < few; ++i)
      w->pivots[i] = pivots[i];
    qn_free(pivots);
  } else {
    info = qn_libs_plain_lu(w->type, w->m, w->n, w->a, w->lda);
  }
  if (w->info)
    *w->info = info;
}

static void run_getrs(const void *args) {
  const lu *w = args;
  int *pivots = qn_solver_memory((size_t)w->n, sizeof(int));
  for (int i = 0; i < w->n; ++i)
    pivots[i] = w->given ? (int)w->given[i] : i + 1;
  const qn_routine r = {
      .name = "getrs",
      .type = w->type,
      .count = 1,
      .info = w->info,
      .slots = {QN_LETTER(w->op), QN_NUMBER(w->n), QN_NUMBER(w->nrhs),
                QN_POINTER(w->a), QN_NUMBER(w->lda), QN_POINTER(pivots),
                QN_POINTER(w->b), QN_NUMBER(w->ldb), QN_INFO}};
  (void)qn_routine_run(&r);
  qn_free(pivots);
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda,
    cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A, lda,
                 computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, -1, -1);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 int64_t m, int64_t n, cudaDataType dataTypeA, void *A,
                 int64_t lda, int64_t *ipiv, cudaDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A, lda, ipiv,
                 computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, -1, -1);
  MATRIX(A, m, n, lda);
  QN_SOLVER_TRY(qn_routine_find(element, "getrf"));
  const lu w = {.type = element,
                .m = (int)m,
                .n = (int)n,
                .lda = (int)lda,
                .a = A,
                .pivots = ipiv,
                .info = info};
  return qn_solver_submit(handle, (qn_solver_task){.run = run_getrf}, &w,
                          sizeof(w));
}
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle,
                                  cusolverDnParams_t params,
                                  cublasOperation_t trans, int64_t n,
                                  int64_t nrhs, cudaDataType dataTypeA,
                                  const void *A, int64_t lda,
                                  const int64_t *ipiv, cudaDataType dataTypeB,
                                  void *B, int64_t ldb, int *info) {
  QN_SOLVER_PASS(params, trans, QN_EXTENT(n), QN_EXTENT(nrhs), dataTypeA, A,
                 lda, ipiv, dataTypeB, B, ldb, QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, dataTypeA, (int)dataTypeB, -1);
  LETTER(op, op, trans);
  MATRIX(A, n, n, lda);
  MATRIX(B, n, nrhs, ldb);
  QN_SOLVER_TRY(qn_routine_find(element, "getrs"));
  const lu w = {.type = element,
                .op = op,
                .n = (int)n,
                .lda = (int)lda,
                .nrhs = (int)nrhs,
                .ldb = (int)ldb,
                .a = (void *)(uintptr_t)A,
                .b = B,
                .given = ipiv,
                .info = info};
  return qn_solver_submit(handle, (qn_solver_task){.run = run_getrs}, &w,
                          sizeof(w));
}

// ---- Eigenvalues and singular values

cusolverStatus_t cusolverDnXsyevd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda, cudaDataType dataTypeW,
    const void *W, cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobz, uplo, QN_EXTENT(n), dataTypeA, A, lda, dataTypeW,
                 W, computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, -1, (int)dataTypeW);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n,
                 cudaDataType dataTypeA, void *A, int64_t lda,
                 cudaDataType dataTypeW, void *W, cudaDataType computeType,
                 void *bufferOnDevice, size_t workspaceInBytesOnDevice,
                 void *bufferOnHost, size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, jobz, uplo, QN_EXTENT(n), dataTypeA, A, lda, dataTypeW,
                 W, computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, -1, (int)dataTypeW);
  LETTER(job, job, jobz);
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  NEED_POINTER(W, n);
  qn_routine r = {.name = "syevd",
                  .type = element,
                  .count = 1,
                  .info = info,
                  .slots = {QN_LETTER(job), QN_LETTER(fill), QN_NUMBER(n),
                            QN_POINTER(A), QN_NUMBER(lda), QN_POINTER(W),
                            QN_WORK, QN_REALS, QN_INTS, QN_INFO}};
  if (qn_solver_is_complex(element))
    memcpy(r.name, "heevd", sizeof("heevd"));
  return qn_routine_submit(handle, &r);
}
cusolverStatus_t cusolverDnXsyevdx_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, cusolverEigRange_t range, cublasFillMode_t uplo,
    int64_t n, cudaDataType dataTypeA, const void *A, int64_t lda, void *vl,
    void *vu, int64_t il, int64_t iu, int64_t *h_meig, cudaDataType dataTypeW,
    const void *W, cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobz, range, uplo, QN_EXTENT(n), dataTypeA, A, lda, vl,
                 vu, il, iu, QN_ANSWER(h_meig), dataTypeW, W, computeType,
                 QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, -1, (int)dataTypeW);
  (void)element;
  NO_BYTES();
}

static double real_of(char type, const void *p) {
  return !p                           ? 0
         : type == 's' || type == 'c' ? (double)*(const float *)p
                                      : *(const double *)p;
}
cusolverStatus_t
cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                  cusolverEigMode_t jobz, cusolverEigRange_t range,
                  cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA,
                  void *A, int64_t lda, void *vl, void *vu, int64_t il,
                  int64_t iu, int64_t *meig64, cudaDataType dataTypeW, void *W,
                  cudaDataType computeType, void *bufferOnDevice,
                  size_t workspaceInBytesOnDevice, void *bufferOnHost,
                  size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, jobz, range, uplo, QN_EXTENT(n), dataTypeA, A, lda, vl,
                 vu, il, iu, QN_ANSWER(meig64), dataTypeW, W, computeType,
                 bufferOnDevice, QN_ANSWER(workspaceInBytesOnDevice),
                 bufferOnHost, QN_ANSWER(workspaceInBytesOnHost),
                 QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, -1, (int)dataTypeW);
  LETTER(job, job, jobz);
  LETTER(fill, uplo, uplo);
  MATRIX(A, n, n, lda);
  QN_SOLVER_NEED(range != CUSOLVER_EIG_RANGE_V || (vl && vu),
                 "an end of the range is null");
  const qn_eigen_some w = {element,
                           job,
                           fill,
                           (int)n,
                           (int)lda,
                           A,
                           W,
                           info,
                           range,
                           real_of(element, vl),
                           real_of(element, vu),
                           (int)il,
                           (int)iu,
                           NULL,
                           meig64};
  return qn_eigen_some_submit(handle, &w);
}
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
    signed char jobvt, int64_t m, int64_t n, cudaDataType dataTypeA,
    const void *A, int64_t lda, cudaDataType dataTypeS, const void *S,
    cudaDataType dataTypeU, const void *U, int64_t ldu, cudaDataType dataTypeVT,
    const void *VT, int64_t ldvt, cudaDataType computeType,
    size_t *workspaceInBytesOnDevice, size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobu, jobvt, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A,
                 lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeVT, VT, ldvt,
                 computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, (int)dataTypeU, (int)dataTypeS);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t
cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                 signed char jobu, signed char jobvt, int64_t m, int64_t n,
                 cudaDataType dataTypeA, void *A, int64_t lda,
                 cudaDataType dataTypeS, void *S, cudaDataType dataTypeU,
                 void *U, int64_t ldu, cudaDataType dataTypeVT, void *VT,
                 int64_t ldvt, cudaDataType computeType, void *bufferOnDevice,
                 size_t workspaceInBytesOnDevice, void *bufferOnHost,
                 size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, jobu, jobvt, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A,
                 lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeVT, VT, ldvt,
                 computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, (int)dataTypeU, (int)dataTypeS);
  QN_SOLVER_NEED(strchr("ASON", jobu) && strchr("ASON", jobvt) && jobu &&
                     jobvt && (jobu != 'O' || jobvt != 'O'),
                 "'jobu' and 'jobvt' are %d and %d", jobu, jobvt);
  const int64_t few = m < n ? m : n;
  MATRIX(A, m, n, lda);
  NEED_POINTER(S, few);
  if (jobu == 'A' || jobu == 'S')
    MATRIX(U, m, jobu == 'A' ? m : few, ldu);
  if (jobvt == 'A' || jobvt == 'S')
    MATRIX(VT, jobvt == 'A' ? n : few, n, ldvt);
  SUBMIT(element, "gesvd", info, QN_LETTER(jobu), QN_LETTER(jobvt),
         QN_NUMBER(m), QN_NUMBER(n), QN_POINTER(A), QN_NUMBER(lda),
         QN_POINTER(S), QN_POINTER(U), QN_NUMBER(qn_at_least_one((int)ldu)),
         QN_POINTER(VT), QN_NUMBER(qn_at_least_one((int)ldvt)), QN_WORK,
         QN_ROOM(5 * few), QN_INFO);
}
cusolverStatus_t cusolverDnXgesvdp_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda, cudaDataType dataTypeS,
    const void *S, cudaDataType dataTypeU, const void *U, int64_t ldu,
    cudaDataType dataTypeV, const void *V, int64_t ldv,
    cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobz, econ, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A,
                 lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeV, V, ldv,
                 computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  TYPES(dataTypeA, computeType, (int)dataTypeU, (int)dataTypeS);
  (void)element;
  NO_BYTES();
}
cusolverStatus_t cusolverDnXgesvdp(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobz, int econ, int64_t m, int64_t n,
    cudaDataType dataTypeA, void *A, int64_t lda, cudaDataType dataTypeS,
    void *S, cudaDataType dataTypeU, void *U, int64_t ldu,
    cudaDataType dataTypeV, void *V, int64_t ldv, cudaDataType computeType,
    void *bufferOnDevice, size_t workspaceInBytesOnDevice, void *bufferOnHost,
    size_t workspaceInBytesOnHost, int *d_info, double *h_err_sigma) {
  QN_SOLVER_PASS(params, jobz, econ, QN_EXTENT(m), QN_EXTENT(n), dataTypeA, A,
                 lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeV, V, ldv,
                 computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(d_info, 1),
                 QN_ANSWER(h_err_sigma));
  QN_SOLVER_BEGIN();
  TYPES(dataTypeA, computeType, (int)dataTypeU, (int)dataTypeS);
  LETTER(job, job, jobz);
  MATRIX(A, m, n, lda);
  QN_SOLVER_NEED(ldu <= INT32_MAX && ldv <= INT32_MAX,
                 "columns of U or V lie too far apart");
  const qn_svd w = {.type = element,
                    .vectors = job == 'V',
                    .thin = econ != 0,
                    .m = (int)m,
                    .n = (int)n,
                    .lda = (int)lda,
                    .ldu = (int)ldu,
                    .ldv = (int)ldv,
                    .count = 1,
                    .a = A,
                    .s = S,
                    .u = U,
                    .v = V,
                    .info = d_info};
  if (h_err_sigma)
    *h_err_sigma = 0; /* nothing is perturbed */
  return qn_svd_submit(handle, &w);
}

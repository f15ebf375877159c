// SPDX-License-Identifier: Apache-2.0
// Eigenvalues of matrices that need not be symmetric.
#include <string.h>

#include "base/alloc.h"
#include "libs/solver/calls.h"

typedef struct general {
  char type, left, right; // jobs: N V
  int n, lda, ldvl, ldvr;
  void *a, *w, *vl, *vr;
  int *info;
} general;

static qn_routine routine_of(const general *g, void *re, void *im) {
  const int ldvl = qn_at_least_one(g->ldvl), ldvr = qn_at_least_one(g->ldvr);
  if (qn_solver_is_complex(g->type))
    return (qn_routine){.name = "geev",
                        .type = g->type,
                        .count = 1,
                        .slots = {QN_LETTER(g->left), QN_LETTER(g->right),
                                  QN_NUMBER(g->n), QN_POINTER(g->a),
                                  QN_NUMBER(g->lda), QN_POINTER(g->w),
                                  QN_POINTER(g->vl), QN_NUMBER(ldvl),
                                  QN_POINTER(g->vr), QN_NUMBER(ldvr), QN_WORK,
                                  QN_ROOM(2 * (int64_t)g->n + 1), QN_INFO}};
  return (qn_routine){
      .name = "geev",
      .type = g->type,
      .count = 1,
      .slots = {QN_LETTER(g->left), QN_LETTER(g->right), QN_NUMBER(g->n),
                QN_POINTER(g->a), QN_NUMBER(g->lda), QN_POINTER(re),
                QN_POINTER(im), QN_POINTER(g->vl), QN_NUMBER(ldvl),
                QN_POINTER(g->vr), QN_NUMBER(ldvr), QN_WORK, QN_INFO}};
}

// LAPACK has real and imaginary parts apart, where the matrix is real.
static void join_parts(const general *g, const void *re, const void *im) {
  const size_t size = qn_solver_size(g->type);
  for (int i = 0; i < g->n; ++i) {
    char *to = (char *)g->w + 2 * (size_t)i * size;
    memcpy(to, (const char *)re + (size_t)i * size, size);
    memcpy(to + size, (const char *)im + (size_t)i * size, size);
  }
}

static void run(const void *args) {
  const general *g = args;
  const size_t n = (size_t)g->n + 1;
  void *re = qn_solver_memory(n, qn_solver_size(g->type));
  void *im = qn_solver_memory(n, qn_solver_size(g->type));
  qn_routine r = routine_of(g, re, im);
  r.info = g->info;
  (void)qn_routine_run(&r);
  if (!qn_solver_is_complex(g->type))
    join_parts(g, re, im);
  qn_free(re);
  qn_free(im);
}

// Eigenvalues are complex; of a real matrix the vectors of a pair of them are
// two columns, as LAPACK has them.
static cusolverStatus_t check_types(int a, int w, int vl, int vr, int compute) {
  const char type = qn_solver_type(a);
  const int wanted = type == 's' || type == 'c' ? CUDA_C_32F : CUDA_C_64F;
  if (type && a == vl && a == vr && a == compute && w == wanted)
    return CUSOLVER_STATUS_SUCCESS;
  return qn_solver_refuse(CUSOLVER_STATUS_NOT_SUPPORTED,
                          "types %d, %d, %d and %d are not computed with in %d",
                          a, w, vl, vr, compute);
}

cusolverStatus_t cusolverDnXgeev_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params,
    cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
    cudaDataType dataTypeA, const void *A, int64_t lda, cudaDataType dataTypeW,
    const void *W, cudaDataType dataTypeVL, const void *VL, int64_t ldvl,
    cudaDataType dataTypeVR, const void *VR, int64_t ldvr,
    cudaDataType computeType, size_t *workspaceInBytesOnDevice,
    size_t *workspaceInBytesOnHost) {
  QN_SOLVER_PASS(params, jobvl, jobvr, QN_EXTENT(n), dataTypeA, A, lda,
                 dataTypeW, W, dataTypeVL, VL, ldvl, dataTypeVR, VR, ldvr,
                 computeType, QN_ANSWER(workspaceInBytesOnDevice),
                 QN_ANSWER(workspaceInBytesOnHost));
  QN_SOLVER_TRY(check_types((int)dataTypeA, (int)dataTypeW, (int)dataTypeVL,
                            (int)dataTypeVR, (int)computeType));
  NO_BYTES();
}

cusolverStatus_t
cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
                cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                cudaDataType dataTypeA, void *A, int64_t lda,
                cudaDataType dataTypeW, void *W, cudaDataType dataTypeVL,
                void *VL, int64_t ldvl, cudaDataType dataTypeVR, void *VR,
                int64_t ldvr, cudaDataType computeType, void *bufferOnDevice,
                size_t workspaceInBytesOnDevice, void *bufferOnHost,
                size_t workspaceInBytesOnHost, int *info) {
  QN_SOLVER_PASS(params, jobvl, jobvr, QN_EXTENT(n), dataTypeA, A, lda,
                 dataTypeW, W, dataTypeVL, VL, ldvl, dataTypeVR, VR, ldvr,
                 computeType, bufferOnDevice,
                 QN_ANSWER(workspaceInBytesOnDevice), bufferOnHost,
                 QN_ANSWER(workspaceInBytesOnHost), QN_STATUS(info, 1));
  QN_SOLVER_BEGIN();
  QN_SOLVER_TRY(check_types((int)dataTypeA, (int)dataTypeW, (int)dataTypeVL,
                            (int)dataTypeVR, (int)computeType));
  LETTER(left, job, jobvl);
  LETTER(right, job, jobvr);
  MATRIX(A, n, n, lda);
  NEED_POINTER(W, n);
  if (left == 'V')
    MATRIX(VL, n, n, ldvl);
  if (right == 'V')
    MATRIX(VR, n, n, ldvr);
  const general g = {.type = qn_solver_type((int)dataTypeA),
                     .left = left,
                     .right = right,
                     .n = (int)n,
                     .lda = (int)lda,
                     .ldvl = left == 'V' ? (int)ldvl : 1,
                     .ldvr = right == 'V' ? (int)ldvr : 1,
                     .a = A,
                     .w = W,
                     .vl = VL,
                     .vr = VR,
                     .info = info};
  QN_SOLVER_TRY(qn_routine_find(g.type, "geev"));
  return qn_solver_submit(handle, (qn_solver_task){.run = run}, &g, sizeof(g));
}

// SPDX-License-Identifier: Apache-2.0
// How calls become jobs, in the functions of the library's own names.
#ifndef QN_LIBS_SOLVER_CALLS_H
#define QN_LIBS_SOLVER_CALLS_H

#include "libs/solver/solver.h"

// What the program gives as a workspace is not needed; one element, or one
// byte.
cusolverStatus_t qn_solver_no_work(const void *handle, const char *name,
                                   int *size);
cusolverStatus_t qn_solver_no_bytes(const void *handle, const char *name,
                                    size_t *on_device, size_t *on_host);
static inline int qn_at_least_one(int n) { return n > 1 ? n : 1; }

// The functions of a kind of handle, whose first member is the solver.
#define QN_SOLVER_HANDLE(Kind)                                                 \
  cusolverStatus_t cusolver##Kind##Create(cusolver##Kind##Handle_t *handle) {  \
    QN_SOLVER_NEED(handle, "there is no place for the handle");                \
    *handle = qn_solver_create();                                              \
    return *handle ? CUSOLVER_STATUS_SUCCESS                                   \
                   : qn_solver_refuse(CUSOLVER_STATUS_ALLOC_FAILED,            \
                                      "there is no device, or no memory");     \
  }                                                                            \
  cusolverStatus_t cusolver##Kind##Destroy(cusolver##Kind##Handle_t handle) {  \
    return qn_solver_destroy(handle);                                          \
  }                                                                            \
  cusolverStatus_t cusolver##Kind##SetStream(cusolver##Kind##Handle_t handle,  \
                                             cudaStream_t streamId) {          \
    QN_SOLVER_TRY(qn_solver_check(handle));                                    \
    handle->solver.stream = (hipStream_t)streamId;                             \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }                                                                            \
  cusolverStatus_t cusolver##Kind##GetStream(cusolver##Kind##Handle_t handle,  \
                                             cudaStream_t *streamId) {         \
    QN_SOLVER_TRY(qn_solver_check(handle));                                    \
    QN_SOLVER_NEED(streamId, "there is no place for the stream");              \
    *streamId = (cudaStream_t)handle->solver.stream;                           \
    return CUSOLVER_STATUS_SUCCESS;                                            \
  }

#define NO_WORK(to) return qn_solver_no_work(handle, __func__, to)
#define MATRIX(a, rows, cols, ld)                                              \
  QN_SOLVER_TRY(qn_solver_matrix(#a, rows, cols, a, ld))
#define NEED_POINTER(p, n) QN_SOLVER_NEED((p) || !(n), "'" #p "' is null")
#define LETTER(name, what, value)                                              \
  const char name = qn_letter_##what(value);                                   \
  QN_SOLVER_NEED(name, "%d is no enumerator of '" #value "'", (int)(value))
#define SUBMIT(letter, routine, to, ...)                                       \
  return qn_routine_submit(handle,                                             \
                           &(const qn_routine){.name = routine,                \
                                               .type = letter,                 \
                                               .count = 1,                     \
                                               .info = to,                     \
                                               .slots = {__VA_ARGS__}})
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define NO_BYTES()                                                             \
  return qn_solver_no_bytes(handle, __func__, workspaceInBytesOnDevice,        \
                            workspaceInBytesOnHost)

#endif // QN_LIBS_SOLVER_CALLS_H

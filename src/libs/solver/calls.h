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

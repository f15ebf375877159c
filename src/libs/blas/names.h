// SPDX-License-Identifier: Apache-2.0
// What the three sets of names have in common (cublas.c, hipblas.c, rocblas.c).
// Each says what finish(), op_letter(), fill_letter(), side_letter() and
// diag_letter() are; a letter of 0 is no enumerator.
#ifndef QN_LIBS_BLAS_NAMES_H
#define QN_LIBS_BLAS_NAMES_H

#include "libs/blas/blas.h"
#include "libs/blas/gemm.h"
#include "libs/blas/lapack.h"
#include "libs/blas/vectors.h"

#define OP(x) {.i = op_letter(x)}
#define UPLO(x) {.i = fill_letter(x)}
#define SIDE(x) {.i = side_letter(x)}
#define DIAG(x) {.i = diag_letter(x)}
#define I(x) {.i = (x)}
#define P(x) {.p = (x)}
#define ARRAYS(n) (&(const qn_blas_batch){.count = (n), .is_array = true})
#define STRIDES(n, ...)                                                        \
  (&(const qn_blas_batch){.count = (n), .strides = {__VA_ARGS__}})
#define CALL(id, batch, ...)                                                   \
  finish(qn_blas_call(handle, QN_BLAS_##id, false, batch,                      \
                      (const qn_blas_value[]){__VA_ARGS__}))
#define CALL_64(id, batch, ...)                                                \
  finish(qn_blas_call(handle, QN_BLAS_##id, true, batch,                       \
                      (const qn_blas_value[]){__VA_ARGS__}))

#define ROTATIONS(id, batch, ...)                                              \
  finish(qn_rotations_call(handle, QN_BLAS_##id, batch,                        \
                           (const qn_blas_value[]){__VA_ARGS__}))

// A getter or setter: what is done with h, when there is one.
#define WITH_HANDLE(...)                                                       \
  do {                                                                         \
    qn_blas *h = qn_blas_check(handle);                                        \
    if (!h)                                                                    \
      return finish(QN_BLAS_NOT_INITIALIZED);                                  \
    __VA_ARGS__;                                                               \
    return finish(QN_BLAS_OK);                                                 \
  } while (0)
#define GET(to, value)                                                         \
  do {                                                                         \
    qn_blas *h = qn_blas_check(handle);                                        \
    if (!h)                                                                    \
      return finish(QN_BLAS_NOT_INITIALIZED);                                  \
    if (!(to))                                                                 \
      return finish(                                                           \
          qn_blas_refuse(QN_BLAS_INVALID_VALUE, "'" #to "' is null"));         \
    *(to) = (value);                                                           \
    return finish(QN_BLAS_OK);                                                 \
  } while (0)
// An enumerator that is kept must be one of 0 to `last`.
#define WITHIN(value, last)                                                    \
  do {                                                                         \
    if ((unsigned)(value) > (last))                                            \
      return finish(qn_blas_refuse(QN_BLAS_INVALID_ENUM,                       \
                                   "%d is no enumerator of '" #value "'",      \
                                   (int)(value)));                             \
  } while (0)

// A copy of a matrix between the host and the device, or of a vector, whose
// elements are columns of one row.
typedef struct qn_blas_copy {
  int64_t rows, columns, size; // of an element in bytes
  const void *from;
  int64_t ld_from;
  void *to;
  int64_t ld_to;
  bool is_async;
  hipStream_t stream;
} qn_blas_copy;
qn_blas_status qn_blas_copied(const qn_blas_copy *copy);

#endif // QN_LIBS_BLAS_NAMES_H

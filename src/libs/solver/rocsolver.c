// SPDX-License-Identifier: Apache-2.0
// rocSOLVER's names, whose handles are rocBLAS's: routines of LAPACK as work of
// the handle's stream. Where rocSOLVER tells no status, nobody is told one.
#include "rocsolver/rocsolver.h"

#include <dlfcn.h>
#include <string.h>

#include "libs/solver/calls.h"
#include "runtime/contract/result.h"

static rocblas_status status_of(cusolverStatus_t status) {
  switch (status) {
  case CUSOLVER_STATUS_SUCCESS:
    return rocblas_status_success;
  case CUSOLVER_STATUS_NOT_INITIALIZED:
    return rocblas_status_invalid_handle;
  case CUSOLVER_STATUS_ALLOC_FAILED:
    return rocblas_status_memory_error;
  case CUSOLVER_STATUS_INVALID_VALUE:
    return rocblas_status_invalid_value;
  case CUSOLVER_STATUS_NOT_SUPPORTED:
    return rocblas_status_not_implemented;
  default:
    return rocblas_status_internal_error;
  }
}

// A program that has such a handle has rocBLAS, too.
static rocblas_status begin(rocblas_handle handle, const char *name,
                            qn_solver *out) {
  rocblas_status (*get_stream)(rocblas_handle, hipStream_t *);
  void *address = dlsym(RTLD_DEFAULT, "rocblas_get_stream");
  hipStream_t stream;
  if (!address) {
    (void)qn_refuse(QN_R_NOT_SUPPORTED, "%s: the program has no rocBLAS", name);
    return rocblas_status_invalid_handle;
  }
  memcpy(&get_stream, &address, sizeof(get_stream));
  const rocblas_status status = get_stream(handle, &stream);
  if (status != rocblas_status_success)
    return status;
  return status_of(qn_solver_on(stream, name, out));
}

// ---- Letters of enumerators; 0: there is none

static char letter_of_fill(rocblas_fill value) {
  return value == rocblas_fill_upper   ? 'U'
         : value == rocblas_fill_lower ? 'L'
                                       : 0;
}
static char letter_of_op(rocblas_operation value) {
  return value == rocblas_operation_none                  ? 'N'
         : value == rocblas_operation_transpose           ? 'T'
         : value == rocblas_operation_conjugate_transpose ? 'C'
                                                          : 0;
}
static char letter_of_side(rocblas_side value) {
  return value == rocblas_side_left    ? 'L'
         : value == rocblas_side_right ? 'R'
                                       : 0;
}
static char letter_of_diag(rocblas_diagonal value) {
  return value == rocblas_diagonal_unit       ? 'U'
         : value == rocblas_diagonal_non_unit ? 'N'
                                              : 0;
}
static char letter_of_svect(rocblas_svect value) {
  static const char letters[] = "ASON";
  return value >= rocblas_svect_all && value <= rocblas_svect_none
             ? letters[value - rocblas_svect_all]
             : 0;
}
static char letter_of_evect(rocblas_evect value) {
  return value == rocblas_evect_original ? 'V'
         : value == rocblas_evect_none   ? 'N'
                                         : 0;
}
static char letter_of_storev(rocblas_storev value) {
  return value == rocblas_column_wise ? 'Q'
         : value == rocblas_row_wise  ? 'P'
                                      : 0;
}
// Of a real matrix both transposes are one.
static char op_of(char type, char op) {
  return !qn_solver_is_complex(type) && op == 'C' ? 'T' : op;
}

// ---- Calls

static rocblas_status run(rocblas_handle handle, const char *name,
                          const qn_routine *r) {
  qn_solver on = {0};
  const rocblas_status status = begin(handle, name, &on);
  if (status != rocblas_status_success)
    return status;
  for (int i = 0; i < QN_SLOTS_MAX && r->slots[i].kind != QN_SLOT_INFO; ++i) {
    const qn_slot *s = &r->slots[i];
    const bool is_letter = s->kind == QN_SLOT_LETTER;
    if (is_letter ? !s->number : s->kind == QN_SLOT_NUMBER && s->number < 0) {
      (void)qn_refuse(QN_R_INVALID_VALUE, "%s: argument %d is not valid", name,
                      i + 2);
      return is_letter ? rocblas_status_invalid_value
                       : rocblas_status_invalid_size;
    }
  }
  if (r->count < 0)
    return rocblas_status_invalid_size;
  return status_of(qn_routine_submit(&on, r));
}

#define RUN(letter, routine, members, to, ...)                                 \
  return run(handle, __func__,                                                 \
             &(const qn_routine){.name = routine,                              \
                                 .type = letter,                               \
                                 .count = members,                             \
                                 .info = to,                                   \
                                 .slots = {__VA_ARGS__}})
#define SIZE(element) ((int64_t)qn_solver_size(element))
#define REAL_SIZE(R) ((int64_t)sizeof(R))
#define FILL QN_LETTER(letter_of_fill(uplo))
#define EVECT QN_LETTER(letter_of_evect(evect))
#define MATRIX_OF(a, ld) QN_POINTER(a), QN_NUMBER(ld)
// The arguments of the three forms: a matrix, an array of them, or one behind
// another.
#define PLAIN_A QN_POINTER(A)
#define ARRAY_A QN_ARRAY(A)
#define STRIDED_A(element) QN_STRIDED(A, strideA *SIZE(element))

// X(letter, T, R, or/un, sy/he)
#define EACH(X)                                                                \
  X(s, float, float, 's', or, sy)                                              \
  X(d, double, double, 'd', or, sy)                                            \
  X(c, rocblas_float_complex, float, 'c', un, he)                              \
  X(z, rocblas_double_complex, double, 'z', un, he)

#define FACTORS(x, T, R, type, or, sy)                                         \
  rocblas_status rocsolver_##x##gebrd(rocblas_handle handle, rocblas_int m,    \
                                      rocblas_int n, T *A, rocblas_int lda,    \
                                      R *D, R *E, T *tauq, T *taup) {          \
    RUN(type, "gebrd", 1, NULL, QN_NUMBER(m), QN_NUMBER(n), MATRIX_OF(A, lda), \
        QN_POINTER(D), QN_POINTER(E), QN_POINTER(tauq), QN_POINTER(taup),      \
        QN_WORK, QN_INFO);                                                     \
  }                                                                            \
  rocblas_status rocsolver_##x##geqrf(rocblas_handle handle, rocblas_int m,    \
                                      rocblas_int n, T *A, rocblas_int lda,    \
                                      T *ipiv) {                               \
    RUN(type, "geqrf", 1, NULL, QN_NUMBER(m), QN_NUMBER(n), MATRIX_OF(A, lda), \
        QN_POINTER(ipiv), QN_WORK, QN_INFO);                                   \
  }                                                                            \
  rocblas_status rocsolver_##x##geqrf_batched(                                 \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[],       \
      rocblas_int lda, T *ipiv, rocblas_stride strideP,                        \
      rocblas_int batch_count) {                                               \
    RUN(type, "geqrf", batch_count, NULL, QN_NUMBER(m), QN_NUMBER(n), ARRAY_A, \
        QN_NUMBER(lda), QN_STRIDED(ipiv, strideP * SIZE(type)), QN_WORK,       \
        QN_INFO);                                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##geqrf_strided_batched(                         \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A,               \
      rocblas_int lda, rocblas_stride strideA, T *ipiv,                        \
      rocblas_stride strideP, rocblas_int batch_count) {                       \
    RUN(type, "geqrf", batch_count, NULL, QN_NUMBER(m), QN_NUMBER(n),          \
        STRIDED_A(type), QN_NUMBER(lda),                                       \
        QN_STRIDED(ipiv, strideP * SIZE(type)), QN_WORK, QN_INFO);             \
  }                                                                            \
  rocblas_status rocsolver_##x##potrf(rocblas_handle handle,                   \
                                      rocblas_fill uplo, rocblas_int n, T *A,  \
                                      rocblas_int lda, rocblas_int *info) {    \
    RUN(type, "potrf", 1, info, FILL, QN_NUMBER(n), MATRIX_OF(A, lda),         \
        QN_INFO);                                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##potrf_batched(                                 \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *const A[],   \
      rocblas_int lda, rocblas_int *info, rocblas_int batch_count) {           \
    RUN(type, "potrf", batch_count, info, FILL, QN_NUMBER(n), ARRAY_A,         \
        QN_NUMBER(lda), QN_INFO);                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##potrf_strided_batched(                         \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *A,           \
      rocblas_int lda, rocblas_stride strideA, rocblas_int *info,              \
      rocblas_int batch_count) {                                               \
    RUN(type, "potrf", batch_count, info, FILL, QN_NUMBER(n), STRIDED_A(type), \
        QN_NUMBER(lda), QN_INFO);                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##trtri(                                         \
      rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag,         \
      rocblas_int n, T *A, rocblas_int lda, rocblas_int *info) {               \
    RUN(type, "trtri", 1, info, FILL, QN_LETTER(letter_of_diag(diag)),         \
        QN_NUMBER(n), MATRIX_OF(A, lda), QN_INFO);                             \
  }                                                                            \
  rocblas_status rocsolver_##x##potri(rocblas_handle handle,                   \
                                      rocblas_fill uplo, rocblas_int n, T *A,  \
                                      rocblas_int lda, rocblas_int *info) {    \
    RUN(type, "potri", 1, info, FILL, QN_NUMBER(n), MATRIX_OF(A, lda),         \
        QN_INFO);                                                              \
  }
EACH(FACTORS)

#define LU(x, T, R, type, or, sy)                                              \
  rocblas_status rocsolver_##x##getrf(rocblas_handle handle, rocblas_int m,    \
                                      rocblas_int n, T *A, rocblas_int lda,    \
                                      rocblas_int *ipiv, rocblas_int *info) {  \
    RUN(type, "getrf", 1, info, QN_NUMBER(m), QN_NUMBER(n), MATRIX_OF(A, lda), \
        QN_POINTER(ipiv), QN_INFO);                                            \
  }                                                                            \
  rocblas_status rocsolver_##x##getrf_batched(                                 \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[],       \
      rocblas_int lda, rocblas_int *ipiv, rocblas_stride strideP,              \
      rocblas_int *info, rocblas_int batch_count) {                            \
    RUN(type, "getrf", batch_count, info, QN_NUMBER(m), QN_NUMBER(n), ARRAY_A, \
        QN_NUMBER(lda), QN_STRIDED(ipiv, strideP * REAL_SIZE(rocblas_int)),    \
        QN_INFO);                                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##getrf_strided_batched(                         \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A,               \
      rocblas_int lda, rocblas_stride strideA, rocblas_int *ipiv,              \
      rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count) {    \
    RUN(type, "getrf", batch_count, info, QN_NUMBER(m), QN_NUMBER(n),          \
        STRIDED_A(type), QN_NUMBER(lda),                                       \
        QN_STRIDED(ipiv, strideP * REAL_SIZE(rocblas_int)), QN_INFO);          \
  }                                                                            \
  rocblas_status rocsolver_##x##getri(rocblas_handle handle, rocblas_int n,    \
                                      T *A, rocblas_int lda,                   \
                                      rocblas_int *ipiv, rocblas_int *info) {  \
    RUN(type, "getri", 1, info, QN_NUMBER(n), MATRIX_OF(A, lda),               \
        QN_POINTER(ipiv), QN_WORK, QN_INFO);                                   \
  }
EACH(LU)

#define SYSTEMS(x, T, R, type, or, sy)                                         \
  rocblas_status rocsolver_##x##getrs(                                         \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n,           \
      rocblas_int nrhs, T *A, rocblas_int lda, const rocblas_int *ipiv, T *B,  \
      rocblas_int ldb) {                                                       \
    RUN(type, "getrs", 1, NULL, QN_LETTER(letter_of_op(trans)), QN_NUMBER(n),  \
        QN_NUMBER(nrhs), MATRIX_OF(A, lda), QN_POINTER(ipiv),                  \
        MATRIX_OF(B, ldb), QN_INFO);                                           \
  }                                                                            \
  rocblas_status rocsolver_##x##getrs_batched(                                 \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n,           \
      rocblas_int nrhs, T *const A[], rocblas_int lda,                         \
      const rocblas_int *ipiv, rocblas_stride strideP, T *const B[],           \
      rocblas_int ldb, rocblas_int batch_count) {                              \
    RUN(type, "getrs", batch_count, NULL, QN_LETTER(letter_of_op(trans)),      \
        QN_NUMBER(n), QN_NUMBER(nrhs), ARRAY_A, QN_NUMBER(lda),                \
        QN_STRIDED(ipiv, strideP * REAL_SIZE(rocblas_int)), QN_ARRAY(B),       \
        QN_NUMBER(ldb), QN_INFO);                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##getrs_strided_batched(                         \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n,           \
      rocblas_int nrhs, T *A, rocblas_int lda, rocblas_stride strideA,         \
      const rocblas_int *ipiv, rocblas_stride strideP, T *B, rocblas_int ldb,  \
      rocblas_stride strideB, rocblas_int batch_count) {                       \
    RUN(type, "getrs", batch_count, NULL, QN_LETTER(letter_of_op(trans)),      \
        QN_NUMBER(n), QN_NUMBER(nrhs), STRIDED_A(type), QN_NUMBER(lda),        \
        QN_STRIDED(ipiv, strideP * REAL_SIZE(rocblas_int)),                    \
        QN_STRIDED(B, strideB * SIZE(type)), QN_NUMBER(ldb), QN_INFO);         \
  }                                                                            \
  rocblas_status rocsolver_##x##gesv(rocblas_handle handle, rocblas_int n,     \
                                     rocblas_int nrhs, T *A, rocblas_int lda,  \
                                     rocblas_int *ipiv, T *B, rocblas_int ldb, \
                                     rocblas_int *info) {                      \
    RUN(type, "gesv", 1, info, QN_NUMBER(n), QN_NUMBER(nrhs),                  \
        MATRIX_OF(A, lda), QN_POINTER(ipiv), MATRIX_OF(B, ldb), QN_INFO);      \
  }                                                                            \
  rocblas_status rocsolver_##x##gels(                                          \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m,           \
      rocblas_int n, rocblas_int nrhs, T *A, rocblas_int lda, T *B,            \
      rocblas_int ldb, rocblas_int *info) {                                    \
    RUN(type, "gels", 1, info, QN_LETTER(op_of(type, letter_of_op(trans))),    \
        QN_NUMBER(m), QN_NUMBER(n), QN_NUMBER(nrhs), MATRIX_OF(A, lda),        \
        MATRIX_OF(B, ldb), QN_WORK, QN_INFO);                                  \
  }                                                                            \
  rocblas_status rocsolver_##x##potrs(                                         \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                 \
      rocblas_int nrhs, T *A, rocblas_int lda, T *B, rocblas_int ldb) {        \
    RUN(type, "potrs", 1, NULL, FILL, QN_NUMBER(n), QN_NUMBER(nrhs),           \
        MATRIX_OF(A, lda), MATRIX_OF(B, ldb), QN_INFO);                        \
  }                                                                            \
  rocblas_status rocsolver_##x##posv(rocblas_handle handle, rocblas_fill uplo, \
                                     rocblas_int n, rocblas_int nrhs, T *A,    \
                                     rocblas_int lda, T *B, rocblas_int ldb,   \
                                     rocblas_int *info) {                      \
    RUN(type, "posv", 1, info, FILL, QN_NUMBER(n), QN_NUMBER(nrhs),            \
        MATRIX_OF(A, lda), MATRIX_OF(B, ldb), QN_INFO);                        \
  }
EACH(SYSTEMS)

#define ORTHOGONAL(x, T, R, type, or, sy)                                      \
  rocblas_status rocsolver_##x##or##gqr(rocblas_handle handle, rocblas_int m,  \
                                        rocblas_int n, rocblas_int k, T *A,    \
                                        rocblas_int lda, T *ipiv) {            \
    RUN(type, TEXT(or) "gqr", 1, NULL, QN_NUMBER(m), QN_NUMBER(n),             \
        QN_NUMBER(k), MATRIX_OF(A, lda), QN_POINTER(ipiv), QN_WORK, QN_INFO);  \
  }                                                                            \
  rocblas_status rocsolver_##x##or##gbr(                                       \
      rocblas_handle handle, rocblas_storev storev, rocblas_int m,             \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv) {          \
    RUN(type, TEXT(or) "gbr", 1, NULL, QN_LETTER(letter_of_storev(storev)),    \
        QN_NUMBER(m), QN_NUMBER(n), QN_NUMBER(k), MATRIX_OF(A, lda),           \
        QN_POINTER(ipiv), QN_WORK, QN_INFO);                                   \
  }                                                                            \
  rocblas_status rocsolver_##x##or##gtr(rocblas_handle handle,                 \
                                        rocblas_fill uplo, rocblas_int n,      \
                                        T *A, rocblas_int lda, T *ipiv) {      \
    RUN(type, TEXT(or) "gtr", 1, NULL, FILL, QN_NUMBER(n), MATRIX_OF(A, lda),  \
        QN_POINTER(ipiv), QN_WORK, QN_INFO);                                   \
  }                                                                            \
  rocblas_status rocsolver_##x##or##mqr(                                       \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans,       \
      rocblas_int m, rocblas_int n, rocblas_int k, T *A, rocblas_int lda,      \
      T *ipiv, T *C, rocblas_int ldc) {                                        \
    RUN(type, TEXT(or) "mqr", 1, NULL, QN_LETTER(letter_of_side(side)),        \
        QN_LETTER(op_of(type, letter_of_op(trans))), QN_NUMBER(m),             \
        QN_NUMBER(n), QN_NUMBER(k), MATRIX_OF(A, lda), QN_POINTER(ipiv),       \
        MATRIX_OF(C, ldc), QN_WORK, QN_INFO);                                  \
  }                                                                            \
  rocblas_status rocsolver_##x##or##mtr(                                       \
      rocblas_handle handle, rocblas_side side, rocblas_fill uplo,             \
      rocblas_operation trans, rocblas_int m, rocblas_int n, T *A,             \
      rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {                       \
    RUN(type, TEXT(or) "mtr", 1, NULL, QN_LETTER(letter_of_side(side)), FILL,  \
        QN_LETTER(op_of(type, letter_of_op(trans))), QN_NUMBER(m),             \
        QN_NUMBER(n), MATRIX_OF(A, lda), QN_POINTER(ipiv), MATRIX_OF(C, ldc),  \
        QN_WORK, QN_INFO);                                                     \
  }
EACH(ORTHOGONAL)

// E is rocSOLVER's own room, and zero where all converged.
#define EIGENVALUES(x, T, R, type, or, sy)                                     \
  rocblas_status rocsolver_##x##sy##trd(                                       \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *A,           \
      rocblas_int lda, R *D, R *E, T *tau) {                                   \
    RUN(type, TEXT(sy) "trd", 1, NULL, FILL, QN_NUMBER(n), MATRIX_OF(A, lda),  \
        QN_POINTER(D), QN_POINTER(E), QN_POINTER(tau), QN_WORK, QN_INFO);      \
  }                                                                            \
  rocblas_status rocsolver_##x##sy##ev(                                        \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo,           \
      rocblas_int n, T *A, rocblas_int lda, R *D, R *E, rocblas_int *info) {   \
    (void)E;                                                                   \
    RUN(type, TEXT(sy) "evd", 1, info, EVECT, FILL, QN_NUMBER(n),              \
        MATRIX_OF(A, lda), QN_POINTER(D), QN_WORK, QN_REALS, QN_INTS,          \
        QN_INFO);                                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##sy##evd(                                       \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo,           \
      rocblas_int n, T *A, rocblas_int lda, R *D, R *E, rocblas_int *info) {   \
    return rocsolver_##x##sy##ev(handle, evect, uplo, n, A, lda, D, E, info);  \
  }                                                                            \
  rocblas_status rocsolver_##x##sy##ev_batched(                                \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo,           \
      rocblas_int n, T *const A[], rocblas_int lda, R *D,                      \
      rocblas_stride strideD, R *E, rocblas_stride strideE, rocblas_int *info, \
      rocblas_int batch_count) {                                               \
    (void)E, (void)strideE;                                                    \
    RUN(type, TEXT(sy) "evd", batch_count, info, EVECT, FILL, QN_NUMBER(n),    \
        ARRAY_A, QN_NUMBER(lda), QN_STRIDED(D, strideD * REAL_SIZE(R)),        \
        QN_WORK, QN_REALS, QN_INTS, QN_INFO);                                  \
  }                                                                            \
  rocblas_status rocsolver_##x##sy##ev_strided_batched(                        \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo,           \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, R *D,      \
      rocblas_stride strideD, R *E, rocblas_stride strideE, rocblas_int *info, \
      rocblas_int batch_count) {                                               \
    (void)E, (void)strideE;                                                    \
    RUN(type, TEXT(sy) "evd", batch_count, info, EVECT, FILL, QN_NUMBER(n),    \
        STRIDED_A(type), QN_NUMBER(lda),                                       \
        QN_STRIDED(D, strideD * REAL_SIZE(R)), QN_WORK, QN_REALS, QN_INTS,     \
        QN_INFO);                                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##sy##gv(                                        \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect,         \
      rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda, T *B,           \
      rocblas_int ldb, R *D, R *E, rocblas_int *info) {                        \
    (void)E;                                                                   \
    RUN(type, TEXT(sy) "gvd", 1, info,                                         \
        QN_NUMBER((int)itype - (int)rocblas_eform_ax + 1), EVECT, FILL,        \
        QN_NUMBER(n), MATRIX_OF(A, lda), MATRIX_OF(B, ldb), QN_POINTER(D),     \
        QN_WORK, QN_REALS, QN_INTS, QN_INFO);                                  \
  }
EACH(EIGENVALUES)

// U and V may be what nobody asks for.
#define VECTORS(u, ldu) u, QN_NUMBER(qn_at_least_one(ldu))
#define FIVE_TIMES_FEW QN_ROOM(5 * (int64_t)(m < n ? m : n) + 1)
#define SINGULAR(x, T, R, type, or, sy)                                        \
  rocblas_status rocsolver_##x##gesvd(                                         \
      rocblas_handle handle, rocblas_svect left_svect,                         \
      rocblas_svect right_svect, rocblas_int m, rocblas_int n, T *A,           \
      rocblas_int lda, R *S, T *U, rocblas_int ldu, T *V, rocblas_int ldv,     \
      R *E, rocblas_workmode fast_alg, rocblas_int *info) {                    \
    (void)E, (void)fast_alg;                                                   \
    RUN(type, "gesvd", 1, info, QN_LETTER(letter_of_svect(left_svect)),        \
        QN_LETTER(letter_of_svect(right_svect)), QN_NUMBER(m), QN_NUMBER(n),   \
        MATRIX_OF(A, lda), QN_POINTER(S), VECTORS(QN_POINTER(U), ldu),         \
        VECTORS(QN_POINTER(V), ldv), QN_WORK, FIVE_TIMES_FEW, QN_INFO);        \
  }                                                                            \
  rocblas_status rocsolver_##x##gesvd_batched(                                 \
      rocblas_handle handle, rocblas_svect left_svect,                         \
      rocblas_svect right_svect, rocblas_int m, rocblas_int n, T *const A[],   \
      rocblas_int lda, R *S, rocblas_stride strideS, T *U, rocblas_int ldu,    \
      rocblas_stride strideU, T *V, rocblas_int ldv, rocblas_stride strideV,   \
      R *E, rocblas_stride strideE, rocblas_workmode fast_alg,                 \
      rocblas_int *info, rocblas_int batch_count) {                            \
    (void)E, (void)fast_alg, (void)strideE;                                    \
    RUN(type, "gesvd", batch_count, info,                                      \
        QN_LETTER(letter_of_svect(left_svect)),                                \
        QN_LETTER(letter_of_svect(right_svect)), QN_NUMBER(m), QN_NUMBER(n),   \
        ARRAY_A, QN_NUMBER(lda), QN_STRIDED(S, strideS * REAL_SIZE(R)),        \
        VECTORS(QN_STRIDED(U, strideU * SIZE(type)), ldu),                     \
        VECTORS(QN_STRIDED(V, strideV * SIZE(type)), ldv), QN_WORK,            \
        FIVE_TIMES_FEW, QN_INFO);                                              \
  }                                                                            \
  rocblas_status rocsolver_##x##gesvd_strided_batched(                         \
      rocblas_handle handle, rocblas_svect left_svect,                         \
      rocblas_svect right_svect, rocblas_int m, rocblas_int n, T *A,           \
      rocblas_int lda, rocblas_stride strideA, R *S, rocblas_stride strideS,   \
      T *U, rocblas_int ldu, rocblas_stride strideU, T *V, rocblas_int ldv,    \
      rocblas_stride strideV, R *E, rocblas_stride strideE,                    \
      rocblas_workmode fast_alg, rocblas_int *info, rocblas_int batch_count) { \
    (void)E, (void)fast_alg, (void)strideE;                                    \
    RUN(type, "gesvd", batch_count, info,                                      \
        QN_LETTER(letter_of_svect(left_svect)),                                \
        QN_LETTER(letter_of_svect(right_svect)), QN_NUMBER(m), QN_NUMBER(n),   \
        STRIDED_A(type), QN_NUMBER(lda),                                       \
        QN_STRIDED(S, strideS * REAL_SIZE(R)),                                 \
        VECTORS(QN_STRIDED(U, strideU * SIZE(type)), ldu),                     \
        VECTORS(QN_STRIDED(V, strideV * SIZE(type)), ldv), QN_WORK,            \
        FIVE_TIMES_FEW, QN_INFO);                                              \
  }
EACH(SINGULAR)

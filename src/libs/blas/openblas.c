// SPDX-License-Identifier: Apache-2.0
// OpenBLAS, by Fortran's convention: every argument is an address. Its own
// functions ignore the hidden lengths of letters.
#include <string.h>

#include "libs/blas/blas.h"

typedef void function(void);

typedef struct entry {
  _Atomic(qn_blas_body *) own;
  _Atomic(function *) theirs;
} entry;
static entry entries[QN_BLAS_FUNCTION_COUNT];

// By which convention a result comes back; the complex ones have a function
// that stores it.
static bool is_stored(const qn_blas_function *f) {
  return f->args[f->count - 1].kind == QN_BLAS_RESULT &&
         (f->element == 'c' || f->element == 'z');
}

static function *find_theirs(const qn_blas_function *f) {
  char symbol[32];
  void *address;
  function *found;
  snprintf(symbol, sizeof(symbol), is_stored(f) ? "cblas_%s_sub" : "%s_",
           f->name);
  address = qn_openblas_function(symbol);
  memcpy(&found, &address, sizeof(found));
  return found;
}

qn_blas_status qn_openblas_find(qn_blas_id id) {
  const qn_blas_function *f = &qn_blas_functions[id];
  entry *e = &entries[id];
  if (atomic_load(&e->own) || atomic_load(&e->theirs))
    return QN_BLAS_OK;
  qn_blas_body *own = qn_blas_more(f->name);
  atomic_store(&e->own, own);
  if (own)
    return QN_BLAS_OK;
  function *theirs = find_theirs(f);
  atomic_store(&e->theirs, theirs);
  return theirs ? QN_BLAS_OK : QN_BLAS_NOT_SUPPORTED;
}

// ---- Calls by the number of arguments

#define A(i) args[i]
#define A1 A(0)
#define A3 A(0), A(1), A(2)
#define A4 A3, A(3)
#define A5 A4, A(4)
#define A6 A5, A(5)
#define A7 A6, A(6)
#define A8 A7, A(7)
#define A9 A8, A(8)
#define A10 A9, A(9)
#define A11 A10, A(10)
#define A12 A11, A(11)
#define A13 A12, A(12)
#define T2 void *, void *
#define T3 T2, void *
#define T4 T3, void *
#define T5 T4, void *
#define T6 T5, void *
#define T7 T6, void *
#define T8 T7, void *
#define T9 T8, void *
#define T10 T9, void *
#define T11 T10, void *
#define T12 T11, void *
#define T13 T12, void *
#define CALL(result, types, ...) ((result (*)(types))f)(__VA_ARGS__)
#define CASE(n)                                                                \
  case n:                                                                      \
    CALL(void, T##n, A##n);                                                    \
    break

static void call_plain(function *f, uint8_t count, void *const *args) {
  switch (count) {
    CASE(4);
    CASE(5);
    CASE(6);
    CASE(7);
    CASE(8);
    CASE(9);
    CASE(10);
    CASE(11);
    CASE(12);
    CASE(13);
  default: // QN_BLAS_VALUES_MAX, more.c's
    break;
  }
}

// Of one vector, or of two.
#define STORE(type)                                                            \
  *(type *)args[count - 1] =                                                   \
      count == 4 ? CALL(type, T3, A3) : CALL(type, T5, A5)

static void call_for_result(function *f, const qn_blas_function *what,
                            void *const *args) {
  const uint8_t count = what->count;
  if (what->args[count - 1].kind == QN_BLAS_RESULT_INDEX)
    STORE(int32_t);
  else if (what->element == 's' || what->element == 'c')
    STORE(float);
  else
    STORE(double);
}

static void call_for_complex(function *f, void *const *args) {
  ((void (*)(int32_t, void *, int32_t, void *, int32_t, void *))f)(
      *(int32_t *)args[0], args[1], *(int32_t *)args[2], args[3],
      *(int32_t *)args[4], args[5]);
}

// About: one side of the largest matrix by the other, and with several of them
// by a third.
static double work_of(const qn_blas_function *what, void *const *args) {
  double sizes[3] = {0, 0, 0}; // the largest first
  int matrices = 0;
  for (uint8_t i = 0; i < what->count; ++i) {
    const qn_blas_kind kind = what->args[i].kind;
    matrices += kind == QN_BLAS_IN_MATRIX || kind == QN_BLAS_MATRIX ||
                kind == QN_BLAS_IN_PACKED || kind == QN_BLAS_PACKED;
    double size = kind == QN_BLAS_INT ? *(const int32_t *)args[i] : 0;
    for (int k = 0; k < 3 && size > 0; ++k)
      if (size > sizes[k]) {
        const double smaller = sizes[k];
        sizes[k] = size;
        size = smaller;
      }
  }
  double work = sizes[0];
  for (int k = 1; k < 3 && k <= matrices; ++k)
    work *= sizes[k] > 0 ? sizes[k] : sizes[0];
  return work;
}

void qn_openblas_run(qn_blas_id id, void *const *args) {
  const qn_blas_function *what = &qn_blas_functions[id];
  qn_blas_body *own = atomic_load(&entries[id].own);
  function *theirs = atomic_load(&entries[id].theirs);
  qn_openblas_enter(work_of(what, args));
  if (own) // which may call OpenBLAS, too
    own(args);
  else if (is_stored(what))
    call_for_complex(theirs, args);
  else if (what->args[what->count - 1].kind >= QN_BLAS_RESULT)
    call_for_result(theirs, what, args);
  else
    call_plain(theirs, what->count, args);
  qn_openblas_leave();
}

// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/lapack.h"

#include <string.h>

#include "base/alloc.h"
#include "libs/blas/vendor.h"
#include "libs/core/mirror.h"

// By Fortran's convention, with the letter of the type.
static void *symbol(char type, const char *name) {
  char text[16];
  snprintf(text, sizeof(text), "%c%s", type, name);
  return qn_openblas_symbol(text);
}

static const char *const routines[] = {
    [QN_LAPACK_GETRF] = "getrf", [QN_LAPACK_GETRI] = "getri",
    [QN_LAPACK_GETRS] = "getrs", [QN_LAPACK_MATINV] = "getri",
    [QN_LAPACK_GEQRF] = "geqrf", [QN_LAPACK_GELS] = "gels",
    [QN_LAPACK_TPTTR] = "tpttr", [QN_LAPACK_TRTTP] = "trttp"};

// ---- One matrix

typedef struct scratch {
  int *pivots; // of rows that stay, or of a factorisation in between
  void *work;
  int work_size; // elements
  void *copy;    // MATINV: of A
} scratch;

#define FUNCTION(name, ...)                                                    \
  void (*name)(__VA_ARGS__);                                                   \
  void *name##_address = symbol(l->type, #name);                               \
  memcpy(&name, &name##_address, sizeof(name))

static void copy_square(const qn_lapack *l, const void *from, int ld_from,
                        void *to, int ld_to) {
  const size_t size = qn_blas_element_size(l->type);
  for (int j = 0; j < l->n && from != to; ++j)
    memcpy((char *)to + (size_t)j * (size_t)ld_to * size,
           (const char *)from + (size_t)j * (size_t)ld_from * size,
           (size_t)l->n * size);
}

static int factor(const qn_lapack *l, void *a, int lda, int *pivots) {
  FUNCTION(getrf, const int *, const int *, void *, const int *, int *, int *);
  int info = 0;
  if (!pivots)
    return qn_libs_plain_lu(l->type, l->n, l->n, a, lda);
  getrf(&l->n, &l->n, a, &lda, pivots, &info);
  return info;
}

static int invert(const qn_lapack *l, void *b, int *pivots, const scratch *s) {
  FUNCTION(getri, const int *, void *, const int *, const int *, void *,
           const int *, int *);
  int info = 0;
  getri(&l->n, b, &l->ldb, pivots, s->work, &s->work_size, &info);
  return info;
}

static int run_one_inside(const qn_lapack *l, void *a, void *b, int *pivots,
                          const scratch *s) {
  int info = 0;
  switch (l->what) {
  case QN_LAPACK_GETRF:
    return factor(l, a, l->lda, pivots);
  case QN_LAPACK_GETRI:
    copy_square(l, a, l->lda, b, l->ldb);
    return invert(l, b, pivots ? pivots : s->pivots, s);
  case QN_LAPACK_MATINV:
    copy_square(l, a, l->lda, b, l->ldb);
    info = factor(l, b, l->ldb, s->copy);
    return info ? info : invert(l, b, s->copy, s);
  case QN_LAPACK_GETRS: {
    FUNCTION(getrs, const char *, const int *, const int *, const void *,
             const int *, const int *, void *, const int *, int *);
    getrs(&l->op, &l->n, &l->rhs, a, &l->lda, pivots ? pivots : s->pivots, b,
          &l->ldb, &info);
    return info;
  }
  case QN_LAPACK_GEQRF: {
    FUNCTION(geqrf, const int *, const int *, void *, const int *, void *,
             void *, const int *, int *);
    geqrf(&l->m, &l->n, a, &l->lda, b, s->work, &s->work_size, &info);
    return info;
  }
  case QN_LAPACK_GELS: {
    FUNCTION(gels, const char *, const int *, const int *, const int *, void *,
             const int *, void *, const int *, void *, const int *, int *);
    gels(&l->op, &l->m, &l->n, &l->rhs, a, &l->lda, b, &l->ldb, s->work,
         &s->work_size, &info);
    return info;
  }
  case QN_LAPACK_TPTTR: {
    FUNCTION(tpttr, const char *, const int *, const void *, void *,
             const int *, int *);
    tpttr(&l->op, &l->n, a, b, &l->ldb, &info);
    return info;
  }
  case QN_LAPACK_TRTTP: {
    FUNCTION(trttp, const char *, const int *, const void *, const int *,
             void *, int *);
    trttp(&l->op, &l->n, a, &l->lda, b, &info);
    return info;
  }
  }
  return info;
}

static int run_one(const qn_lapack *l, void *a, void *b, int *pivots,
                   const scratch *s) {
  qn_openblas_enter((double)l->n * l->n * (l->m > l->rhs ? l->m : l->rhs));
  const int info = run_one_inside(l, a, b, pivots, s);
  qn_openblas_leave();
  return info;
}

// ---- On the stream

static bool make_scratch(const qn_lapack *l, scratch *s) {
  enum { BLOCK = 64 };
  const size_t n = (size_t)l->n + 1;
  s->work_size = BLOCK * (l->m + l->n + l->rhs + 1);
  s->pivots = qn_alloc_array(n, sizeof(int));
  s->copy = qn_alloc_array(n, sizeof(int));
  s->work = qn_alloc_array((size_t)s->work_size, qn_blas_element_size(l->type));
  for (int i = 0; i < l->n && s->pivots; ++i)
    s->pivots[i] = i + 1;
  return s->pivots && s->copy && s->work;
}

static void free_scratch(scratch *s) {
  qn_free(s->pivots);
  qn_free(s->copy);
  qn_free(s->work);
}

static bool is_single(const qn_lapack *l) {
  return l->what == QN_LAPACK_TPTTR || l->what == QN_LAPACK_TRTTP;
}

static void *member(const qn_lapack *l, const void *of, int64_t stride,
                    int at) {
  const int64_t size = (int64_t)qn_blas_element_size(l->type);
  if (!of)
    return NULL;
  return l->is_strided ? (char *)(uintptr_t)of + at * stride * size
                       : ((void *const *)of)[at];
}

static void run_call(void *data) {
  const qn_lapack *l = data;
  const int64_t apart = l->is_strided ? l->stride_pivots : l->n;
  scratch s = {0};
  if (!make_scratch(l, &s))
    qn_libs_give_up(routines[l->what]);
  if (is_single(l))
    (void)run_one(l, (void *)(uintptr_t)l->a, (void *)(uintptr_t)l->b, NULL,
                  &s);
  for (int i = 0; i < l->count && !is_single(l); ++i) {
    int *pivots = l->pivots ? l->pivots + i * apart : NULL;
    void *b = member(l, l->b, l->stride_b, i);
    const int info = run_one(l, member(l, l->a, l->stride_a, i), b, pivots, &s);
    if (l->info)
      l->info[i] = info;
  }
  free_scratch(&s);
}

static void free_call(void *data) { qn_free(data); }

// ---- On copies of a device's memory, a member at a time

typedef struct remote {
  qn_lapack own; // first: of one member
  const void *a, *b;
  qn_libs_copies copies;
} remote;

static void run_remote(void *data) {
  remote *r = data;
  qn_libs_copies_take(&r->copies);
  run_call(&r->own);
}

static void add_region(remote *r, qn_libs_region region, const void **slot) {
  if (region.address)
    qn_libs_copies_add(&r->copies, region, slot);
}

static qn_libs_region matrix_of(const void *p, int64_t rows, int64_t columns,
                                int64_t ld) {
  return (qn_libs_region){.address = (void *)(uintptr_t)p,
                          .width = (size_t)rows,
                          .rows = (size_t)columns,
                          .pitch = (size_t)ld,
                          .members = 1,
                          .is_written = true};
}

// What b is depends on the routine; sizes are bytes once `size` is in them.
static qn_libs_region other_of(const qn_lapack *l, const void *b) {
  const int64_t size = (int64_t)qn_blas_element_size(l->type);
  const int64_t n = l->n, ld = l->ldb * size;
  const int64_t rows = l->m > l->n ? l->m : l->n;
  const int64_t packed = n * (n + 1) / 2 * size;
  switch (l->what) {
  case QN_LAPACK_GEQRF:
    return qn_libs_bytes(b, (size_t)((l->m < n ? l->m : n) * size), true);
  case QN_LAPACK_GETRS:
    return matrix_of(b, n * size, l->rhs, ld);
  case QN_LAPACK_GELS:
    return matrix_of(b, rows * size, l->rhs, ld);
  case QN_LAPACK_TRTTP:
    return qn_libs_bytes(b, (size_t)packed, true);
  default:
    return matrix_of(b, n * size, n, ld);
  }
}

static qn_blas_status call_one(const qn_blas *h, const qn_lapack *what,
                               const void *a, const void *b) {
  remote *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return QN_BLAS_NO_MEMORY;
  const int64_t size = (int64_t)qn_blas_element_size(what->type);
  const int64_t n = what->n;
  const bool packed = what->what == QN_LAPACK_TPTTR;
  qn_lapack *l = &r->own;
  *l = *what;
  r->a = a;
  r->b = b;
  // The first member of a batch of one.
  const void **slot_a = is_single(l) ? (const void **)(void *)&l->a : &r->a;
  const void **slot_b = is_single(l) ? (const void **)(void *)&l->b : &r->b;
  if (!is_single(l)) {
    l->is_strided = false;
    l->a = (void *)&r->a;
    l->b = b ? (void *)&r->b : NULL;
  }
  add_region(r,
             packed ? qn_libs_bytes(a, (size_t)(n * (n + 1) / 2 * size), false)
                    : matrix_of(a, l->m * size, n, l->lda * size),
             slot_a);
  add_region(r, other_of(l, b), slot_b);
  add_region(r, qn_libs_bytes(l->pivots, (size_t)n * sizeof(int), true),
             (const void **)(void *)&l->pivots);
  add_region(r, qn_libs_bytes(l->info, sizeof(int), true),
             (const void **)(void *)&l->info);
  qn_libs_say_mirrored(routines[l->what]);
  const qn_libs_task task = {run_remote, free_call, r};
  return qn_blas_submitted(qn_libs_submit_mirrored(
      h->stream, &task, r->copies.regions, r->copies.count));
}

static qn_blas_status call_remote(const qn_blas *h, const qn_lapack *l) {
  void **a = NULL, **b = NULL;
  qn_blas_status status = QN_BLAS_OK;
  if (is_single(l))
    return call_one(h, l, l->a, l->b);
  if (!l->is_strided && l->a && l->count)
    status = qn_blas_fetch(h, l->a, l->count, &a);
  if (status == QN_BLAS_OK && !l->is_strided && l->b && l->count)
    status = qn_blas_fetch(h, l->b, l->count, &b);
  for (int i = 0; i < l->count && status == QN_BLAS_OK; ++i) {
    const int64_t apart = l->is_strided ? l->stride_pivots : l->n;
    qn_lapack one = *l;
    one.count = 1;
    one.pivots = l->pivots ? l->pivots + i * apart : NULL;
    one.info = l->info ? l->info + i : NULL;
    status = call_one(h, &one, a ? a[i] : member(l, l->a, l->stride_a, i),
                      b ? b[i] : member(l, l->b, l->stride_b, i));
  }
  qn_free(a);
  qn_free(b);
  return status;
}

static qn_blas_status check(const qn_lapack *l) {
  const char *name = routines[l->what];
  const bool asks =
      l->what == QN_LAPACK_GETRS || l->what == QN_LAPACK_GELS || is_single(l);
  // GELS with op transposed has its right sides' rows the other way round.
  const int rows_b = l->what == QN_LAPACK_GELS    ? (l->m > l->n ? l->m : l->n)
                     : l->what == QN_LAPACK_GEQRF ? 1
                                                  : l->n;
  if (asks && !l->op)
    return qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                          "%s: the operation is none of its enumerators", name);
  if (l->m < 0 || l->n < 0 || l->rhs < 0 || l->count < 0)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE, "%s: a size is negative",
                          name);
  if (l->lda < (l->m > 1 ? l->m : 1) ||
      (l->b && l->ldb < (rows_b > 1 ? rows_b : 1)))
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: a leading dimension is too small: %d and %d for "
                          "%d and %d rows",
                          name, l->lda, l->ldb, l->m, rows_b);
  if (l->what == QN_LAPACK_GELS && l->m < l->n)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: systems with fewer rows than columns", name);
  if ((l->count || is_single(l)) && l->n &&
      (!l->a || (!l->b && l->what != QN_LAPACK_GETRF)))
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: a matrix is null",
                          name);
  return QN_BLAS_OK;
}

qn_blas_status qn_lapack_call(void *handle, const qn_lapack *what) {
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return QN_BLAS_NOT_INITIALIZED;
  qn_blas_status status = check(what);
  if (status == QN_BLAS_OK && qn_blas_is_vendor(h))
    return qn_vendor_lapack(h, what);
  const bool is_remote = qn_blas_is_remote(h);
  if (status == QN_BLAS_OK && !is_remote)
    status = qn_blas_check_device(h, routines[what->what]);
  if (status == QN_BLAS_OK && (!symbol(what->type, routines[what->what]) ||
                               !symbol(what->type, "getrf")))
    status = QN_BLAS_NOT_SUPPORTED;
  if (status != QN_BLAS_OK)
    return status;
  if (is_remote)
    return call_remote(h, what);
  qn_lapack *copy = qn_alloc(sizeof(*copy));
  if (!copy)
    return QN_BLAS_NO_MEMORY;
  *copy = *what;
  return qn_blas_submitted(
      qn_libs_submit(h->stream, run_call, free_call, copy));
}

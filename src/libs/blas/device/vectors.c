// SPDX-License-Identifier: Apache-2.0
// BLAS 1 and 2 by kernels.
#include <string.h>

#include "libs/blas/device.h"

enum { CHANGE_GROUPS = 1024, DEPTH = 1024 };

static uint64_t at_most(int64_t count, int64_t most) {
  return (uint64_t)(count < most ? count : most);
}

static uint64_t groups(int64_t n) {
  return (uint64_t)((n + QN_KERNEL_THREADS - 1) / QN_KERNEL_THREADS);
}

static bool done(const qn_own_args *a) {
  *a->out = QN_BLAS_OK;
  return true;
}

// ---- Level 1

// Fortran's name without the letters of its types.
static bool find_what(const qn_blas_function *f, qn_kernel_what *out) {
  static const struct {
    const char *name;
    qn_kernel_what what;
  } all[] = {
      {"axpy", QN_KERNEL_AXPY}, {"scal", QN_KERNEL_SCAL},
      {"copy", QN_KERNEL_COPY}, {"swap", QN_KERNEL_SWAP},
      {"dot", QN_KERNEL_DOT},   {"dotu", QN_KERNEL_DOT},
      {"dotc", QN_KERNEL_DOTC}, {"nrm2", QN_KERNEL_NRM2},
      {"asum", QN_KERNEL_ASUM}, {"amax", QN_KERNEL_AMAX},
      {"amin", QN_KERNEL_AMIN},
  };
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i) {
    const size_t own = strlen(all[i].name), whole = strlen(f->name);
    if (whole > own && whole <= own + 2 &&
        strcmp(f->name + whole - own, all[i].name) == 0) {
      *out = all[i].what;
      return true;
    }
  }
  return false;
}

static bool has_y(qn_kernel_what what) {
  return what != QN_KERNEL_SCAL && what <= QN_KERNEL_DOTC;
}

// With results in the host's memory the device writes to pinned memory, and the
// call waits.
static bool reduce(const qn_own_args *a, qn_kernel_vectors *v) {
  const qn_blas_kind kind = a->f->args[a->f->count - 1].kind;
  void *to = (void *)(uintptr_t)a->call->values[a->f->count - 1].p;
  const size_t one =
      kind == QN_BLAS_RESULT_INDEX
          ? (a->call->wide ? 8 : 4)
          : qn_blas_scalar_size(a->f, kind == QN_BLAS_RESULT ? QN_BLAS_SCALAR
                                                             : QN_BLAS_REAL);
  const size_t size = one * (size_t)v->count;
  v->result = to;
  if (!a->handle->device_pointers &&
      hipHostMalloc(&v->result, size, 0) != hipSuccess)
    return false;
  const qn_own_launch l = {
      "reduce", {at_most(v->count, DEPTH), 1, 1}, QN_KERNEL_THREADS, v};
  const bool launched = qn_own_launch_it(a, &l);
  if (a->handle->device_pointers)
    return launched;
  if (launched && *a->out == QN_BLAS_OK)
    *a->out = qn_blas_wait(a->handle);
  if (launched && *a->out == QN_BLAS_OK)
    memcpy(to, v->result, size);
  (void)hipHostFree(v->result);
  return launched;
}

bool qn_own_level1(const qn_own_args *a) {
  qn_kernel_what what;
  if (!find_what(a->f, &what))
    return false;
  const int64_t n = qn_own_number(a, "n");
  qn_kernel_vectors v = {.n = n,
                         .count = qn_own_count(a),
                         .x = qn_own_vector(a, "x", n),
                         .what = (int)what,
                         .wide = a->call->wide};
  if (!v.count)
    return done(a);
  if (has_y(what))
    v.y = qn_own_vector(a, "y", n);
  else if (v.x.inc <= 0) // it has no elements
    v.n = 0;
  if (what <= QN_KERNEL_SCAL) {
    v.real_alpha = qn_own_is_complex(a) && a->f->args[1].kind == QN_BLAS_REAL;
    v.alpha = qn_own_scalar(a, "alpha");
  }
  if (what >= QN_KERNEL_DOT)
    return reduce(a, &v);
  // One element that all are written to has an order.
  if ((what != QN_KERNEL_SCAL && v.y.inc == 0) ||
      (what == QN_KERNEL_SWAP && v.x.inc == 0))
    return false;
  if (!v.n)
    return done(a);
  const uint64_t x = groups(v.n);
  const qn_own_launch l = {
      "change",
      {x < CHANGE_GROUPS ? x : CHANGE_GROUPS, at_most(v.count, DEPTH), 1},
      QN_KERNEL_THREADS,
      &v};
  return qn_own_launch_it(a, &l);
}

// ---- Level 2

static bool apply(const qn_own_args *a, qn_kernel_gemv *g) {
  const bool by_rows = g->a.row == 1 && g->a.shape == QN_SHAPE_GENERAL;
  g->count = qn_own_count(a);
  g->x = qn_own_vector(a, "x", g->n);
  g->y = qn_own_vector(a, "y", g->m);
  g->alpha = qn_own_scalar(a, "alpha");
  g->beta = qn_own_scalar(a, "beta");
  const qn_own_launch rows = {"rows",
                              {groups(g->m), at_most(g->count, DEPTH), 1},
                              QN_KERNEL_THREADS,
                              g};
  const qn_own_launch row = {"gemv",
                             {(uint64_t)g->m, at_most(g->count, DEPTH), 1},
                             QN_KERNEL_ROW_THREADS,
                             g};
  if (!g->count || !g->m || !g->n)
    return done(a);
  return qn_own_launch_it(a, by_rows ? &rows : &row);
}

static bool apply_general(const qn_own_args *a) {
  const bool plain = qn_own_is(a, "trans", 'N');
  const int64_t m = qn_own_number(a, "m"), n = qn_own_number(a, "n");
  qn_kernel_gemv g = {
      .m = plain ? m : n, .n = plain ? n : m, .a = qn_own_op(a, "A", "trans")};
  return apply(a, &g);
}

static bool apply_symmetric(const qn_own_args *a, bool is_hermitian) {
  const int64_t n = qn_own_number(a, "n");
  qn_kernel_gemv g = {.m = n, .n = n, .a = qn_own_matrix(a, "A")};
  qn_own_set_shape(a, is_hermitian ? QN_SHAPE_HERMITIAN : QN_SHAPE_SYMMETRIC,
                   &g.a);
  return apply(a, &g);
}

static bool update(const qn_own_args *a, qn_kernel_ger *g) {
  g->count = qn_own_count(a);
  g->a = qn_own_matrix(a, "A");
  g->alpha = qn_own_scalar(a, "alpha");
  const qn_own_launch l = {
      "ger",
      {groups(g->m), (uint64_t)g->n, at_most(g->count, DEPTH)},
      QN_KERNEL_THREADS,
      g};
  if (!g->count || !g->m || !g->n)
    return done(a);
  return qn_own_launch_it(a, &l);
}

static bool update_general(const qn_own_args *a) {
  const int64_t m = qn_own_number(a, "m"), n = qn_own_number(a, "n");
  qn_kernel_ger g = {.m = m,
                     .n = n,
                     .x = qn_own_vector(a, "x", m),
                     .y = qn_own_vector(a, "y", n),
                     .conjugates = a->f->name[4] == 'c'};
  return update(a, &g);
}

static bool update_triangle(const qn_own_args *a, bool is_hermitian, bool two) {
  const int64_t n = qn_own_number(a, "n");
  qn_kernel_ger g = {.m = n,
                     .n = n,
                     .x = qn_own_vector(a, "x", n),
                     .y = qn_own_vector(a, two ? "y" : "x", n),
                     .conjugates = is_hermitian,
                     .two = two,
                     .mask = qn_own_is(a, "uplo", 'L') ? QN_MASK_LOWER
                                                       : QN_MASK_UPPER,
                     .real_diagonal = is_hermitian,
                     .real_alpha = is_hermitian && !two};
  return update(a, &g);
}

// A system with one right side.
static bool solve(const qn_own_args *a) {
  const int64_t n = qn_own_number(a, "n");
  const qn_kernel_vector x = qn_own_vector(a, "x", n);
  qn_kernel_trsm s = {.m = n,
                      .n = 1,
                      .count = qn_own_count(a),
                      .a = qn_own_op(a, "A", "trans"),
                      .plain = 1};
  if (x.is_array && x.start) // nowhere to add it
    return false;
  qn_own_set_shape(a, QN_SHAPE_TRIANGLE, &s.a);
  s.b = (qn_kernel_matrix){
      .p = (char *)x.p + x.start * (int64_t)qn_blas_element_size(a->f->element),
      .row = x.inc,
      .step = x.step,
      .is_array = x.is_array};
  const qn_own_launch l = {
      "trsm", {1, at_most(s.count, DEPTH), 1}, QN_KERNEL_ROW_THREADS, &s};
  if (!n || !s.count)
    return done(a);
  return qn_own_launch_it(a, &l);
}

bool qn_own_level2(const qn_own_args *a) {
  const char *name = a->f->name + 1;
  if (strcmp(name, "gemv") == 0)
    return apply_general(a);
  if (strcmp(name, "symv") == 0 || strcmp(name, "hemv") == 0)
    return apply_symmetric(a, name[0] == 'h');
  if (strcmp(name, "ger") == 0 || strcmp(name, "geru") == 0 ||
      strcmp(name, "gerc") == 0)
    return update_general(a);
  if (strcmp(name, "syr") == 0 || strcmp(name, "her") == 0)
    return update_triangle(a, name[0] == 'h', false);
  if (strcmp(name, "syr2") == 0 || strcmp(name, "her2") == 0)
    return update_triangle(a, name[0] == 'h', true);
  return strcmp(name, "trsv") == 0 && solve(a);
}

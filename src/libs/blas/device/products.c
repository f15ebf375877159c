// SPDX-License-Identifier: Apache-2.0
// BLAS 3, and products of other types, by kernels.
#include <string.h>

#include "libs/blas/device.h"
#include "libs/blas/epilogue.h"

enum { DEPTH = 1024 };

static uint64_t depth(int64_t count) {
  return (uint64_t)(count < DEPTH ? count : DEPTH);
}

static bool done(const qn_own_args *a) {
  *a->out = QN_BLAS_OK;
  return true;
}

// ---- Products of BLAS

// Its C is its D; alpha and beta are the call's unless they are set.
static bool multiply(const qn_own_args *a, qn_kernel_gemm *g) {
  const char letters[] = {a->f->element, 0};
  g->count = qn_own_count(a);
  g->c = g->d = qn_own_matrix(a, "C");
  if (!g->m || !g->n || !g->count)
    return done(a);
  return qn_own_launch_gemm(a->handle, letters, g, a->out);
}

static qn_kernel_mask mask_of(const qn_own_args *a) {
  return qn_own_is(a, "uplo", 'L') ? QN_MASK_LOWER : QN_MASK_UPPER;
}

static bool multiply_symmetric(const qn_own_args *a, bool is_hermitian) {
  const int64_t m = qn_own_number(a, "m"), n = qn_own_number(a, "n");
  const bool left = qn_own_is(a, "side", 'L');
  qn_kernel_matrix s = qn_own_matrix(a, "A");
  const qn_kernel_matrix b = qn_own_matrix(a, "B");
  qn_own_set_shape(a, is_hermitian ? QN_SHAPE_HERMITIAN : QN_SHAPE_SYMMETRIC,
                   &s);
  qn_kernel_gemm g = {.m = m,
                      .n = n,
                      .k = left ? m : n,
                      .a = left ? s : b,
                      .b = left ? b : s,
                      .alpha = qn_own_scalar(a, "alpha"),
                      .beta = qn_own_scalar(a, "beta")};
  return multiply(a, &g);
}

// B and C are apart.
static bool multiply_triangle(const qn_own_args *a) {
  const int64_t m = qn_own_number(a, "m"), n = qn_own_number(a, "n");
  const bool left = qn_own_is(a, "side", 'L');
  qn_kernel_matrix t = qn_own_op(a, "A", "trans");
  const qn_kernel_matrix b = qn_own_matrix(a, "B");
  if (b.is_array || b.p == qn_own_matrix(a, "C").p)
    return false;
  qn_own_set_shape(a, QN_SHAPE_TRIANGLE, &t);
  qn_kernel_gemm g = {.m = m,
                      .n = n,
                      .k = left ? m : n,
                      .a = left ? t : b,
                      .b = left ? b : t,
                      .alpha = qn_own_scalar(a, "alpha")};
  return multiply(a, &g);
}

// The transpose of op(X), Hermitian: and conjugated.
static qn_kernel_matrix other_side(const qn_own_args *a, const char *name,
                                   bool is_hermitian) {
  qn_kernel_matrix m = qn_own_transposed(qn_own_op(a, name, "trans"));
  if (is_hermitian)
    m.conjugates = !m.conjugates;
  return m;
}

// C += alpha op(A) op(X)', X being A or B; and for two the other way round.
static bool update(const qn_own_args *a, bool is_hermitian, bool has_b,
                   bool two) {
  const char *second = has_b ? "B" : "A";
  if (qn_own_is_real(a, "alpha") || qn_own_is_real(a, "beta"))
    return false;
  qn_kernel_gemm g = {.m = qn_own_number(a, "n"),
                      .n = qn_own_number(a, "n"),
                      .k = qn_own_number(a, "k"),
                      .a = qn_own_op(a, "A", "trans"),
                      .b = other_side(a, second, is_hermitian),
                      .alpha = qn_own_scalar(a, "alpha"),
                      .beta = qn_own_scalar(a, "beta"),
                      .mask = mask_of(a),
                      .real_diagonal = is_hermitian};
  if (two) // half of it is no Hermitian matrix
    g.real_diagonal = 0;
  if (!multiply(a, &g))
    return false;
  if (!two || *a->out != QN_BLAS_OK)
    return true;
  g.a = qn_own_op(a, "B", "trans");
  g.b = other_side(a, "A", is_hermitian);
  g.beta = qn_own_constant(a->f->element, 1);
  g.conjugates_alpha = is_hermitian;
  g.real_diagonal = is_hermitian;
  return multiply(a, &g);
}

static bool multiply_part(const qn_own_args *a) {
  qn_kernel_gemm g = {.m = qn_own_number(a, "n"),
                      .n = qn_own_number(a, "n"),
                      .k = qn_own_number(a, "k"),
                      .a = qn_own_op(a, "A", "transa"),
                      .b = qn_own_op(a, "B", "transb"),
                      .alpha = qn_own_scalar(a, "alpha"),
                      .beta = qn_own_scalar(a, "beta"),
                      .mask = mask_of(a)};
  return multiply(a, &g);
}

// X op(A) = B is op(A)' X' = B'.
static bool solve(const qn_own_args *a) {
  const int64_t m = qn_own_number(a, "m"), n = qn_own_number(a, "n");
  const bool left = qn_own_is(a, "side", 'L');
  qn_kernel_trsm s = {.m = left ? m : n,
                      .n = left ? n : m,
                      .count = qn_own_count(a),
                      .a = qn_own_op(a, "A", "trans"),
                      .b = qn_own_matrix(a, "B"),
                      .alpha = qn_own_scalar(a, "alpha")};
  qn_own_set_shape(a, QN_SHAPE_TRIANGLE, &s.a);
  if (!left) {
    s.a = qn_own_transposed(s.a);
    s.b = qn_own_transposed(s.b);
  }
  const qn_own_launch l = {
      "trsm", {(uint64_t)s.n, depth(s.count), 1}, QN_KERNEL_ROW_THREADS, &s};
  if (!m || !n || !s.count)
    return done(a);
  return qn_own_launch_it(a, &l);
}

static bool combine(const qn_own_args *a, qn_kernel_geam *g) {
  g->m = qn_own_number(a, "m");
  g->n = qn_own_number(a, "n");
  g->count = qn_own_count(a);
  g->c = qn_own_matrix(a, "C");
  const uint64_t groups =
      (uint64_t)((g->m + QN_KERNEL_THREADS - 1) / QN_KERNEL_THREADS);
  const qn_own_launch l = {
      "geam", {groups, (uint64_t)g->n, depth(g->count)}, QN_KERNEL_THREADS, g};
  if (!g->m || !g->n || !g->count)
    return done(a);
  return qn_own_launch_it(a, &l);
}

bool qn_own_level3(const qn_own_args *a) {
  const char *name = a->f->name + 1;
  if (strcmp(name, "symm") == 0 || strcmp(name, "hemm") == 0)
    return multiply_symmetric(a, name[0] == 'h');
  if (strcmp(name, "trmm") == 0)
    return multiply_triangle(a);
  if (strcmp(name, "syrk") == 0 || strcmp(name, "herk") == 0)
    return update(a, name[0] == 'h', false, false);
  if (strcmp(name, "syrkx") == 0 || strcmp(name, "herkx") == 0)
    return update(a, name[0] == 'h', true, false);
  if (strcmp(name, "syr2k") == 0 || strcmp(name, "her2k") == 0)
    return update(a, name[0] == 'h', true, true);
  if (strcmp(name, "gemmt") == 0)
    return multiply_part(a);
  if (strcmp(name, "trsm") == 0)
    return solve(a);
  if (strcmp(name, "geam") == 0) {
    qn_kernel_geam g = {.a = qn_own_op(a, "A", "transa"),
                        .b = qn_own_op(a, "B", "transb"),
                        .alpha = qn_own_scalar(a, "alpha"),
                        .beta = qn_own_scalar(a, "beta")};
    return combine(a, &g);
  }
  if (strcmp(name, "dgmm") == 0) {
    const bool left = qn_own_is(a, "side", 'L');
    qn_kernel_geam g = {
        .a = qn_own_matrix(a, "A"),
        .x = qn_own_vector(a, "x", qn_own_number(a, left ? "m" : "n")),
        .scales = 1,
        .by_columns = !left};
    return combine(a, &g);
  }
  return false;
}

// ---- Products of any type

static const char *letters_of(const qn_gemm *g) {
  static const struct {
    int in, out;
    const char *letters;
  } all[] = {
      {QN_LIBS_F32, QN_LIBS_F32, "s"},   {QN_LIBS_C32, QN_LIBS_C32, "c"},
      {QN_LIBS_F64, QN_LIBS_F64, "d"},   {QN_LIBS_C64, QN_LIBS_C64, "z"},
      {QN_LIBS_F16, QN_LIBS_F16, "h"},   {QN_LIBS_F16, QN_LIBS_F32, "hs"},
      {QN_LIBS_BF16, QN_LIBS_BF16, "b"}, {QN_LIBS_BF16, QN_LIBS_F32, "bs"},
      {QN_LIBS_I8, QN_LIBS_F32, "is"},   {QN_LIBS_I8, QN_LIBS_I32, "ii"},
  };
  if (g->a.type != g->b.type || g->c.type != g->d.type)
    return NULL;
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (all[i].in == g->a.type && all[i].out == g->d.type)
      return all[i].letters;
  return NULL;
}

static qn_kernel_matrix operand(const qn_gemm *g, const qn_gemm_matrix *m,
                                char op) {
  qn_kernel_matrix k = {.p = (void *)(uintptr_t)m->p,
                        .row = 1,
                        .column = m->ld,
                        .step = g->has_batch ? m->stride : 0,
                        .is_array = g->has_batch && g->is_array,
                        .conjugates = op == 'C'};
  return op == 'N' ? k : qn_own_transposed(k);
}

static qn_kernel_scalar scalar(const qn_blas *h, const qn_gemm *g,
                               const void *p) {
  qn_kernel_scalar s = {0};
  float value = 0;
  if (h->device_pointers) {
    s.p = p;
  } else if (g->sum == QN_GEMM_HALF) {
    qn_libs_to_float(QN_LIBS_F16, p, &value, 1);
    memcpy(s.words, &value, sizeof(value));
  } else {
    memcpy(s.words, p, qn_gemm_scalar_size(g));
  }
  return s;
}

bool qn_own_gemm(const qn_blas *h, const qn_gemm *g, qn_blas_status *out) {
  const char *letters = letters_of(g);
  if (!qn_libs_has_kernels(h->device) || !letters || g->outer[0] || g->outer[1])
    return false;
  qn_kernel_gemm k = {.m = g->m,
                      .n = g->n,
                      .k = g->k,
                      .count = g->has_batch ? g->count : 1,
                      .a = operand(g, &g->a, g->op_a),
                      .b = operand(g, &g->b, g->op_b),
                      .c = operand(g, &g->c, 'N'),
                      .d = operand(g, &g->d, 'N'),
                      .alpha = scalar(h, g, g->alpha),
                      .beta = scalar(h, g, g->beta),
                      .half_scalars = g->sum == QN_GEMM_HALF};
  if (g->begin && !qn_epilogue_kernel(g, &k))
    return false;
  *out = QN_BLAS_OK;
  if (!k.m || !k.n || !k.count)
    return true;
  return qn_own_launch_gemm(h, letters, &k, out);
}

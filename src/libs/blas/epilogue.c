// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/epilogue.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

// cublasLtEpilogue_t is made of these.
enum {
  RELU = 2,
  BIAS = 4,
  D_RELU = 8,
  BIAS_GRADIENT = 16,
  GELU = 32,
  D_GELU = 64,
  AUX = 128,
  SUM_A = 256,
  SUM_B = 512,
};
_Static_assert(sizeof(qn_epilogue) <= QN_GEMM_MORE_SIZE, "");

static const qn_epilogue *of(const qn_gemm *g) {
  return (const qn_epilogue *)(const void *)g->more;
}

static double load(int type, const void *from, int64_t at) {
  double value = 0;
  qn_libs_to_double(type,
                    (const char *)from + at * (int64_t)qn_libs_type_size(type),
                    &value, 1);
  return value;
}
static void store(int type, void *to, int64_t at, double value) {
  qn_libs_from_double(type, &value,
                      (char *)to + at * (int64_t)qn_libs_type_size(type), 1);
}
static double factor(const float *scale) { return scale ? *scale : 1; }
static void raise_to(float *most, double value) {
  if (most && fabs(value) > *most)
    *most = (float)fabs(value);
}

// ---- Activations. GELU is the usual approximation by a hyperbolic tangent.

static double gelu_inner(double x) {
  return 0.79788456080286535588 * (x + 0.044715 * x * x * x);
}
static double gelu(double x) { return 0.5 * x * (1 + tanh(gelu_inner(x))); }
static double gelu_slope(double x) {
  const double t = tanh(gelu_inner(x));
  const double inner = 0.79788456080286535588 * (1 + 3 * 0.044715 * x * x);
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * inner;
}

static bool get_bit(const void *bits, int64_t at) {
  return ((const uint8_t *)bits)[at / 8] >> (at % 8) & 1;
}
static void set_bit(void *bits, int64_t at, bool value) {
  uint8_t *byte = (uint8_t *)bits + at / 8;
  *byte = (uint8_t)((*byte & ~(1u << (at % 8))) | (unsigned)value << (at % 8));
}

static double activate(const qn_epilogue *e, double x, int64_t aux) {
  if (e->what & D_RELU)
    return get_bit(e->aux, aux) ? x : 0;
  if (e->what & D_GELU)
    return x *
           gelu_slope(load(e->aux_type, e->aux, aux) / factor(e->scale_aux));
  if (e->what & AUX && e->what & RELU)
    set_bit(e->aux, aux, x > 0);
  if (e->what & AUX && e->what & GELU) {
    raise_to(e->amax_aux, x);
    store(e->aux_type, e->aux, aux, x * factor(e->scale_aux));
  }
  return e->what & RELU   ? (x > 0    ? x
                             : x != x ? x
                                      : 0)
         : e->what & GELU ? gelu(x)
                          : x;
}

static void finish(const qn_gemm *g, int64_t at, double *values) {
  const qn_epilogue *e = of(g);
  for (int64_t i = 0; i < g->m; ++i) {
    const int64_t row = e->swapped ? at : i, column = e->swapped ? i : at;
    double x = values[i];
    if (e->what & BIAS)
      x += load(e->bias_type, e->bias, g->member * e->bias_stride + row);
    x = activate(e, x, g->member * e->aux_stride + row + column * e->aux_ld);
    raise_to(e->amax_d, x);
    if (e->what & BIAS_GRADIENT)
      g->sums[row] += x;
    values[i] = x * factor(e->scale_d);
  }
}

// ---- Before and after the columns

static void begin(qn_gemm *g) {
  const qn_epilogue *e = of(g);
  g->scales[0] *= factor(e->scale_a) * factor(e->scale_b);
  g->scales[1] *= factor(e->scale_c);
  if (e->amax_d)
    *e->amax_d = 0;
  if (e->amax_aux)
    *e->amax_aux = 0;
  if (e->what & BIAS_GRADIENT) {
    g->sums = qn_alloc_array((size_t)e->rows + 1, sizeof(double));
    if (!g->sums)
      qn_libs_give_up(g->name);
  }
}

// The sums of op(A)'s rows, or of op(B)'s columns.
static void sum_input(const qn_gemm *g, const void *a, const void *b) {
  const qn_epilogue *e = of(g);
  // Which of the product's two it is, after they changed places.
  const bool first = (e->what & SUM_A) ? !e->swapped : e->swapped;
  const qn_gemm_matrix *m = first ? &g->a : &g->b;
  const bool plain = (first ? g->op_a : g->op_b) == 'N';
  const int64_t count = first ? g->m : g->n;
  for (int64_t i = 0; i < count; ++i) {
    double sum = 0;
    for (int64_t l = 0; l < g->k; ++l)
      sum += load(m->type, first ? a : b,
                  first == plain ? i + l * m->ld : l + i * m->ld);
    store(e->bias_type, e->bias, g->member * e->bias_stride + i, sum);
  }
}

static void end_member(qn_gemm *g, const void *a, const void *b) {
  const qn_epilogue *e = of(g);
  if (e->what & (SUM_A | SUM_B))
    sum_input(g, a, b);
  for (int64_t i = 0; i < e->rows && g->sums; ++i) {
    store(e->bias_type, e->bias, g->member * e->bias_stride + i, g->sums[i]);
    g->sums[i] = 0;
  }
}

static bool is_known(uint32_t what) {
  static const uint32_t all[] = {1,  2,  4,   6,   130, 134, 136, 152,
                                 32, 36, 160, 164, 192, 208, 256, 512};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (all[i] == what)
      return true;
  return false;
}

qn_blas_status qn_epilogue_attach(qn_gemm *gemm, const qn_epilogue *e) {
  const bool wants_bias = e->what & (BIAS | BIAS_GRADIENT | SUM_A | SUM_B);
  const bool scales =
      e->scale_a || e->scale_b || e->scale_c || e->scale_d || e->amax_d;
  if (!is_known(e->what))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED, "%s: there is no epilogue %u",
                          gemm->name, e->what);
  if ((wants_bias && !e->bias) || (e->what & AUX && !e->aux))
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER,
                          "%s: epilogue %u has no place for its vector or "
                          "matrix",
                          gemm->name, e->what);
  if (e->what & AUX && e->aux_ld < e->rows)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: the epilogue's matrix has a leading dimension "
                          "of %lld, and must have %lld at least",
                          gemm->name, (long long)e->aux_ld, (long long)e->rows);
  if (e->what == 1 && !scales)
    return QN_BLAS_OK;
  if (qn_libs_type_is_complex(gemm->d.type) || gemm->sum == QN_GEMM_INT)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: epilogue %u of these types", gemm->name,
                          e->what);
  memcpy(gemm->more, e, sizeof(*e));
  gemm->begin = begin;
  gemm->finish = finish;
  gemm->end_member = end_member;
  return QN_BLAS_OK;
}

// ---- For copies of a device's memory

static qn_libs_region bias_region(const qn_gemm *g, const qn_epilogue *e) {
  const int64_t size = (int64_t)qn_libs_type_size(e->bias_type);
  const bool first = (e->what & SUM_A) ? !e->swapped : e->swapped;
  const int64_t count = !(e->what & (SUM_A | SUM_B)) ? e->rows
                        : first                      ? g->m
                                                     : g->n;
  qn_libs_region r =
      qn_libs_bytes(e->bias, (size_t)(count * size),
                    (e->what & (BIAS_GRADIENT | SUM_A | SUM_B)) != 0);
  r.members = (size_t)g->count;
  r.step = e->bias_stride * size;
  return r;
}

// Bits of which are positive, or elements.
static qn_libs_region aux_region(const qn_gemm *g, const qn_epilogue *e) {
  const bool is_written = !(e->what & (D_RELU | D_GELU));
  const int64_t size = (int64_t)qn_libs_type_size(e->aux_type);
  if (e->what & (RELU | D_RELU)) {
    const int64_t bits =
        (g->count - 1) * e->aux_stride + (e->columns - 1) * e->aux_ld + e->rows;
    return qn_libs_bytes(e->aux, (size_t)((bits + 7) / 8), is_written);
  }
  return (qn_libs_region){.address = e->aux,
                          .width = (size_t)(e->rows * size),
                          .rows = (size_t)e->columns,
                          .pitch = (size_t)(e->aux_ld * size),
                          .members = (size_t)g->count,
                          .step = e->aux_stride * size,
                          .is_written = is_written};
}

void qn_epilogue_regions(qn_gemm *g, qn_libs_copies *out) {
  qn_epilogue *e = (qn_epilogue *)(void *)g->more;
  const float **const inputs[] = {&e->scale_a, &e->scale_b, &e->scale_c,
                                  &e->scale_d, &e->scale_aux};
  float **const outputs[] = {&e->amax_d, &e->amax_aux};
  if (g->begin != begin)
    return;
  if (e->bias)
    qn_libs_copies_add(out, bias_region(g, e), (const void **)(void *)&e->bias);
  if (e->aux && e->what & AUX)
    qn_libs_copies_add(out, aux_region(g, e), (const void **)(void *)&e->aux);
  for (size_t i = 0; i < 5; ++i)
    if (*inputs[i])
      qn_libs_copies_add(out, qn_libs_bytes(*inputs[i], sizeof(float), false),
                         (const void **)(void *)inputs[i]);
  for (size_t i = 0; i < 2; ++i)
    if (*outputs[i])
      qn_libs_copies_add(out, qn_libs_bytes(*outputs[i], sizeof(float), true),
                         (const void **)(void *)outputs[i]);
}

// ---- For the kernel of products

bool qn_epilogue_kernel(const qn_gemm *g, qn_kernel_gemm *out) {
  const qn_epilogue *e = of(g);
  const bool scales = e->scale_a || e->scale_b || e->scale_c || e->scale_d ||
                      e->scale_aux || e->amax_d || e->amax_aux;
  const bool known = e->bias_type == QN_LIBS_F32 ||
                     e->bias_type == QN_LIBS_F16 ||
                     e->bias_type == QN_LIBS_BF16;
  if (scales || g->sum == QN_GEMM_DOUBLE || (e->what & BIAS && !known) ||
      e->what & ~(uint32_t)(1 | RELU | BIAS | GELU))
    return false;
  out->epilogue = (e->what & BIAS ? QN_EPILOGUE_BIAS : 0) |
                  (e->what & RELU ? QN_EPILOGUE_RELU : 0) |
                  (e->what & GELU ? QN_EPILOGUE_GELU : 0);
  out->bias = e->bias;
  out->bias_type = e->bias_type;
  out->bias_by_column = e->swapped;
  out->bias_step = e->bias_stride;
  return true;
}

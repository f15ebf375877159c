// SPDX-License-Identifier: Apache-2.0
// Vector operations against references, a million random inputs each, and
// compiled for newer processors against the same for any.
#include <math.h>

#include "amdsim/isa/floats.h"
#include "amdsim/isa/inst.h"
#include "support/draw.h"
#include "support/test.h"

enum { N = QN_AMD_LANES, ROUNDS = 1000000 / N };

// Any bits, or those of numbers that are special somewhere.
static uint32_t draw_word(void) {
  static const uint32_t special[] = {
      0,          0x80000000, 1,          0x007fffff, 0x00800000, 0x3f800000,
      0xbf800000, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3c00,
      0x7c00,     0x7bff,     0x0001,     0x0400,     0x7fffffff, 0xffffffff,
      0x3ff00000, 0x7ff00000, 0x00100000, 0x4b000000, 0x3f000000};
  const uint64_t r = draw();
  return r >> 60 ? (uint32_t)r
                 : special[r % (sizeof(special) / sizeof(special[0]))];
}

static uint32_t a[2 * N], b[2 * N], c[2 * N], d[2 * N], e[2 * N];

static void fill(void) {
  for (unsigned i = 0; i < 2 * N; ++i) {
    a[i] = draw_word();
    b[i] = draw_word();
    c[i] = draw_word();
  }
}

static const qn_amd_row *row_of(const char *name) {
  const qn_amd_row *row = qn_amd_row_find(qn_str_from(name));
  CHECK(row != NULL);
  return row;
}

static qn_amd_vector_op *op_of(const char *name) {
  return qn_amd_ops_base[row_of(name)->op];
}

// ---- Exactly rounded: f(a, b, c) of floats

typedef float reference(float x, float y, float z);

static float add(float x, float y, float z) { return (void)z, x + y; }
static float sub(float x, float y, float z) { return (void)z, x - y; }
static float mul(float x, float y, float z) { return (void)z, x * y; }
static float fused(float x, float y, float z) { return fmaf(x, y, z); }
static float least(float x, float y, float z) {
  return (void)z, x != x ? y : y != y ? x : fminf(x, y);
}
static float nearest(float x, float y, float z) {
  return (void)y, (void)z, rintf(x);
}
static float down(float x, float y, float z) {
  return (void)y, (void)z, floorf(x);
}

static void test_exact(const char *name, reference *f) {
  qn_amd_vector_op *op = op_of(name);
  for (unsigned round = 0; round < ROUNDS; ++round) {
    fill();
    op(d, a, b, c, N);
    for (unsigned i = 0; i < N; ++i) {
      const float want = f(as_float(a[i]), as_float(b[i]), as_float(c[i]));
      const float got = as_float(d[i]);
      CHECK(want != want ? got != got : got == want);
    }
  }
}

// ---- Halves: the nearest to an exact value, by search

static void test_half(const char *name, reference *f) {
  qn_amd_vector_op *op = op_of(name);
  for (unsigned round = 0; round < ROUNDS; ++round) {
    fill();
    op(d, a, b, c, N);
    for (unsigned i = 0; i < N; ++i) {
      const float x = from_half(a[i] & 0xffff), y = from_half(b[i] & 0xffff);
      const float z = from_half(c[i] & 0xffff);
      const double exact = f == fused ? (double)x * y + z : (double)f(x, y, z);
      const float got = from_half(d[i] & 0xffff);
      if (exact != exact || isinf(exact)) {
        CHECK(exact != exact ? got != got : (double)got == exact);
        continue;
      }
      // No neighbour is nearer; a sum in double that is not exact may tie.
      const double error = fabs((double)got - exact);
      for (int step = -1; step <= 1 && !isinf(got); step += 2) {
        const uint32_t bits = ((d[i] & 0x7fff) + (uint32_t)step) & 0x7fff;
        const float other = copysignf(from_half(bits), got);
        CHECK(bits >= 0x7c00 || error <= fabs((double)other - exact));
      }
      CHECK(!isinf(got) || fabs(exact) >= 65519.99);
    }
  }
}

// ---- Approximations: within so many units in the last place

static double inverse(double x) { return 1 / x; }
static double inverse_root(double x) { return 1 / sqrt(x); }

static void test_near(const char *name, double (*f)(double), double low,
                      double high, double ulps) {
  qn_amd_vector_op *op = op_of(name);
  for (unsigned round = 0; round < ROUNDS; ++round) {
    for (unsigned i = 0; i < N; ++i) {
      const double part = (double)(draw() >> 11) * 0x1p-53;
      const float x = (float)(low + (high - low) * part);
      a[i] = bits_of(x);
    }
    op(d, a, b, c, N);
    for (unsigned i = 0; i < N; ++i) {
      const double want = f((double)as_float(a[i]));
      const float got = as_float(d[i]);
      const double unit =
          fabs((double)nextafterf((float)want, INFINITY) - (double)(float)want);
      CHECK(fabs((double)got - want) <= ulps * unit);
    }
  }
}

// ---- Both builds

static bool is_nan_word(qn_amd_type type, const uint32_t *p, unsigned i) {
  if (type == QN_AMD_f64)
    return (p[i + N] & 0x7fffffff) > 0x7ff00000 ||
           ((p[i + N] & 0x7fffffff) == 0x7ff00000 && p[i]);
  return type == QN_AMD_f16 ? (p[i] & 0x7fff) > 0x7c00
                            : (p[i] & 0x7fffffff) > 0x7f800000;
}

static void test_builds(void) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("f16c"))
    return;
  for (size_t k = 0; k < qn_amd_row_count(); ++k) {
    const qn_amd_row *row = qn_amd_row_at(k);
    if (row->name[0] != 'v' || row_of("v_mov_b32")->handler != row->handler)
      continue;
    const qn_amd_type type = (qn_amd_type)row->types[0];
    for (unsigned round = 0; round < 200; ++round) {
      fill();
      memset(d, 0, sizeof(d));
      memset(e, 0, sizeof(e));
      qn_amd_ops_base[row->op](d, a, b, c, N);
      qn_amd_ops_v3[row->op](e, a, b, c, N);
      for (unsigned i = 0; i < N; ++i) {
        const bool same = d[i] == e[i] && d[i + N] == e[i + N];
        const bool nans = is_nan_word(type, d, i) && is_nan_word(type, e, i);
        if (!same && !nans)
          fprintf(stderr, "%s: %08x%08x and %08x%08x of %08x, %08x, %08x\n",
                  row->name, d[i + N], d[i], e[i + N], e[i], a[i], b[i], c[i]);
        CHECK(same || nans);
      }
    }
  }
#endif
}

int main(void) {
  test_exact("v_add_f32", add);
  test_exact("v_sub_f32", sub);
  test_exact("v_mul_f32", mul);
  test_exact("v_fma_f32", fused);
  test_exact("v_min_f32", least);
  test_exact("v_rndne_f32", nearest);
  test_exact("v_floor_f32", down);
  test_half("v_add_f16", add);
  test_half("v_mul_f16", mul);
  test_half("v_fma_f16", fused);
  test_near("v_rcp_f32", inverse, 1e-30, 1e30, 1);
  test_near("v_rsq_f32", inverse_root, 1e-30, 1e30, 1);
  test_near("v_sqrt_f32", sqrt, 1e-30, 1e30, 1);
  test_near("v_exp_f32", exp2, -120, 120, 1);
  test_near("v_log_f32", log2, 1e-30, 1e30, 1);
  test_builds();
  return 0;
}

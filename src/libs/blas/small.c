// SPDX-License-Identifier: Apache-2.0
// A product goes by tiles of two registers of rows and four columns, or of one
// and eight columns, whose sums stay in registers: of 32 bytes, or of 64 where
// the processor has such. Unless op(A) has its columns in whole registers, it
// is laid out so first.
#include "libs/blas/small.h"

#include <string.h>

enum { SIZE_MAX_EACH = 32, COLUMNS = 8, WIDE_COLUMNS = 4 };

bool qn_small_fits(const qn_gemm *g) {
  const int type = g->a.type;
  const bool plain = type == g->b.type && type == g->c.type &&
                     type == g->d.type && !g->begin && !g->finish &&
                     !g->end_member && g->has_batch;
  return plain && g->m <= SIZE_MAX_EACH && g->n <= SIZE_MAX_EACH &&
         g->k <= SIZE_MAX_EACH &&
         ((type == QN_LIBS_F32 && g->sum == QN_GEMM_FLOAT) ||
          (type == QN_LIBS_F64 && g->sum == QN_GEMM_DOUBLE));
}

typedef struct operands {
  const void *a, *b, *c;
  void *d;
} operands;

static const void *member(const qn_gemm *g, const qn_gemm_matrix *m, int64_t at,
                          int64_t size) {
  return g->is_array ? ((const void *const *)m->p)[at]
                     : (const char *)m->p + at * m->stride * size;
}

#define INLINE static inline __attribute__((always_inline))

#define SMALL(T, P, BYTES)                                                     \
  enum { P##_lanes = BYTES / sizeof(T) };                                      \
  typedef T P##_lane __attribute__((vector_size(BYTES), aligned(sizeof(T))));  \
                                                                               \
  INLINE void P##_pack(const qn_gemm *g, const T *a, T *to, int64_t height) {  \
    const int64_t by_row = g->op_a == 'N' ? 1 : g->a.ld;                       \
    const int64_t by_column = g->op_a == 'N' ? g->a.ld : 1;                    \
    for (int64_t l = 0; l < g->k; ++l) {                                       \
      T *column = to + l * height;                                             \
      memset(column + height - P##_lanes, 0, P##_lanes * sizeof(T));           \
      if (by_row == 1)                                                         \
        memcpy(column, a + l * by_column, (size_t)g->m * sizeof(T));           \
      else                                                                     \
        for (int64_t i = 0; i < g->m; ++i)                                     \
          column[i] = a[i * by_row + l];                                       \
    }                                                                          \
  }                                                                            \
                                                                               \
  /* A column of D from the sums; C's may be D. */                             \
  INLINE void P##_store(const qn_gemm *g, const P##_lane *sums,                \
                        const operands *o, int64_t i, int64_t j) {             \
    const T *c = (const T *)o->c + i + j * g->c.ld;                            \
    T *d = (T *)o->d + i + j * g->d.ld;                                        \
    const int64_t rows = g->m - i;                                             \
    const T alpha = (T)g->scales[0], beta = (T)g->scales[1];                   \
    P##_lane x = *sums * alpha;                                                \
    if (rows >= P##_lanes) {                                                   \
      P##_lane y;                                                              \
      if (beta != 0) {                                                         \
        memcpy(&y, c, sizeof(y));                                              \
        x += y * beta;                                                         \
      }                                                                        \
      memcpy(d, &x, sizeof(x));                                                \
      return;                                                                  \
    }                                                                          \
    for (int64_t r = 0; r < rows; ++r)                                         \
      d[r] = beta != 0 ? x[r] + c[r] * beta : x[r];                            \
  }                                                                            \
                                                                               \
  /* Eight columns from `j` on, or those that are left, of which the first     \
     sums do not need D. */                                                    \
  INLINE void P##_block(const qn_gemm *g, const operands *o, const T *packed,  \
                        int64_t height, int64_t i, int64_t j) {                \
    const int64_t next = g->op_b == 'N' ? 1 : g->b.ld;                         \
    const int64_t by = g->op_b == 'N' ? g->b.ld : 1;                           \
    const T *b[COLUMNS];                                                       \
    P##_lane s0 = {0}, s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0,   \
             s7 = s0;                                                          \
    const int64_t left = g->n - j;                                             \
    for (int64_t q = 0; q < COLUMNS; ++q)                                      \
      b[q] = (const T *)o->b + (j + (q < left ? q : 0)) * by;                  \
    for (int64_t l = 0; l < g->k; ++l) {                                       \
      P##_lane a;                                                              \
      memcpy(&a, packed + l * height + i, sizeof(a));                          \
      s0 += a * b[0][l * next];                                                \
      s1 += a * b[1][l * next];                                                \
      s2 += a * b[2][l * next];                                                \
      s3 += a * b[3][l * next];                                                \
      s4 += a * b[4][l * next];                                                \
      s5 += a * b[5][l * next];                                                \
      s6 += a * b[6][l * next];                                                \
      s7 += a * b[7][l * next];                                                \
    }                                                                          \
    P##_store(g, &s0, o, i, j);                                                \
    if (left > 1)                                                              \
      P##_store(g, &s1, o, i, j + 1);                                          \
    if (left > 2)                                                              \
      P##_store(g, &s2, o, i, j + 2);                                          \
    if (left > 3)                                                              \
      P##_store(g, &s3, o, i, j + 3);                                          \
    if (left > 4)                                                              \
      P##_store(g, &s4, o, i, j + 4);                                          \
    if (left > 5)                                                              \
      P##_store(g, &s5, o, i, j + 5);                                          \
    if (left > 6)                                                              \
      P##_store(g, &s6, o, i, j + 6);                                          \
    if (left > 7)                                                              \
      P##_store(g, &s7, o, i, j + 7);                                          \
  }                                                                            \
                                                                               \
  /* Two lanes of rows and four columns: six numbers are read for eight        \
     products. B's elements are `next` apart in a column, its columns `by`. */ \
  INLINE void P##_tile(const qn_gemm *g, const operands *o, const T *a,        \
                       int64_t height, int64_t k, int64_t next, int64_t by,    \
                       int64_t i, int64_t j) {                                 \
    const T *b = (const T *)o->b + j * by;                                     \
    P##_lane s0 = {0}, s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0,   \
             t3 = s0;                                                          \
    for (int64_t l = 0; l < k; ++l) {                                          \
      P##_lane x, y;                                                           \
      memcpy(&x, a + l * height + i, sizeof(x));                               \
      memcpy(&y, a + l * height + i + P##_lanes, sizeof(y));                   \
      const T *q = b + l * next;                                               \
      s0 += x * q[0];                                                          \
      t0 += y * q[0];                                                          \
      s1 += x * q[by];                                                         \
      t1 += y * q[by];                                                         \
      s2 += x * q[2 * by];                                                     \
      t2 += y * q[2 * by];                                                     \
      s3 += x * q[3 * by];                                                     \
      t3 += y * q[3 * by];                                                     \
    }                                                                          \
    P##_store(g, &s0, o, i, j);                                                \
    P##_store(g, &t0, o, i + P##_lanes, j);                                    \
    P##_store(g, &s1, o, i, j + 1);                                            \
    P##_store(g, &t1, o, i + P##_lanes, j + 1);                                \
    P##_store(g, &s2, o, i, j + 2);                                            \
    P##_store(g, &t2, o, i + P##_lanes, j + 2);                                \
    P##_store(g, &s3, o, i, j + 3);                                            \
    P##_store(g, &t3, o, i + P##_lanes, j + 3);                                \
  }                                                                            \
                                                                               \
  INLINE void P##_product(const qn_gemm *g, const operands *o, const T *a,     \
                          int64_t height) {                                    \
    const int64_t next = g->op_b == 'N' ? 1 : g->b.ld;                         \
    const int64_t by = g->op_b == 'N' ? g->b.ld : 1;                           \
    int64_t i = 0;                                                             \
    for (; i + 2 * P##_lanes <= g->m; i += 2 * P##_lanes) {                    \
      int64_t j = 0;                                                           \
      for (; j + WIDE_COLUMNS <= g->n; j += WIDE_COLUMNS)                      \
        P##_tile(g, o, a, height, g->k, next, by, i, j);                       \
      for (int64_t half = 0; half < 2 && j < g->n; ++half)                     \
        P##_block(g, o, a, height, i + half * P##_lanes, j);                   \
    }                                                                          \
    for (; i < g->m; i += P##_lanes)                                           \
      for (int64_t j = 0; j < g->n; j += COLUMNS)                              \
        P##_block(g, o, a, height, i, j);                                      \
  }                                                                            \
                                                                               \
  INLINE void P##_members(const qn_gemm *gemm, int64_t first, int64_t last) {  \
    const qn_gemm copy = *gemm, *g = &copy; /* which no store changes */       \
    const int64_t height = (g->m + P##_lanes - 1) / P##_lanes * P##_lanes;     \
    T packed[SIZE_MAX_EACH * SIZE_MAX_EACH];                                   \
    for (int64_t at = first; at < last; ++at) {                                \
      const operands o = {member(g, &g->a, at, sizeof(T)),                     \
                          member(g, &g->b, at, sizeof(T)),                     \
                          member(g, &g->c, at, sizeof(T)),                     \
                          (void *)(uintptr_t)member(g, &g->d, at, sizeof(T))}; \
      const bool direct = g->op_a == 'N' && g->m == height;                    \
      if (g->k && !direct)                                                     \
        P##_pack(g, o.a, packed, height);                                      \
      const T *a = direct ? o.a : packed;                                      \
      const int64_t by = direct ? g->a.ld : height;                            \
      P##_product(g, &o, a, by);                                               \
    }                                                                          \
  }

SMALL(float, float, 32)
SMALL(double, double, 32)
#ifdef __x86_64__
SMALL(float, float512, 64)
SMALL(double, double512, 64)
#endif

// The batch that most programs have: 16 by 16 numbers that lie one behind
// another, nothing added. As all is known, no loop is left of the sums, which
// have names of their own, as GCC would keep an array of them in memory.
static bool is_16(const qn_gemm *g) {
  return g->a.type == QN_LIBS_F32 && g->m == 16 && g->n == 16 && g->k == 16 &&
         g->op_a == 'N' && g->op_b == 'N' && g->a.ld == 16 && g->b.ld == 16 &&
         g->d.ld == 16 && g->scales[1] == 0;
}

INLINE void store_16(float *d, const float_lane *sum, float alpha) {
  const float_lane x = *sum * alpha;
  memcpy(d, &x, sizeof(x));
}

INLINE void square_16(const float *a, const float *b, float *d, float alpha) {
  for (int j = 0; j < 16; j += WIDE_COLUMNS, b += 64, d += 64) {
    float_lane s0 = {0}, s1 = s0, s2 = s0, s3 = s0, t0 = s0, t1 = s0, t2 = s0,
               t3 = s0;
#pragma GCC unroll 16
    for (int l = 0; l < 16; ++l) {
      float_lane x, y;
      memcpy(&x, a + 16 * l, sizeof(x));
      memcpy(&y, a + 16 * l + float_lanes, sizeof(y));
      s0 += x * b[l];
      t0 += y * b[l];
      s1 += x * b[16 + l];
      t1 += y * b[16 + l];
      s2 += x * b[32 + l];
      t2 += y * b[32 + l];
      s3 += x * b[48 + l];
      t3 += y * b[48 + l];
    }
    store_16(d, &s0, alpha);
    store_16(d + 8, &t0, alpha);
    store_16(d + 16, &s1, alpha);
    store_16(d + 24, &t1, alpha);
    store_16(d + 32, &s2, alpha);
    store_16(d + 40, &t2, alpha);
    store_16(d + 48, &s3, alpha);
    store_16(d + 56, &t3, alpha);
  }
}

// All sums at once, a register each.
INLINE void square_16_wide(const float *a, const float *b, float *d,
                           float alpha) {
  float512_lane s[16] = {0};
#pragma GCC unroll 16
  for (int l = 0; l < 16; ++l) {
    float512_lane x;
    memcpy(&x, a + 16 * l, sizeof(x));
#pragma GCC unroll 16
    for (int q = 0; q < 16; ++q)
      s[q] += x * b[16 * q + l];
  }
#pragma GCC unroll 16
  for (int q = 0; q < 16; ++q) {
    const float512_lane x = s[q] * alpha;
    memcpy(d + 16 * q, &x, sizeof(x));
  }
}

// Has a matrix brought from memory that is needed soon.
INLINE void fetch(const void *matrix) {
  enum { LINE = 64 }; // bytes
#pragma GCC unroll 16
  for (int at = 0; at < 16 * 16 * (int)sizeof(float); at += LINE)
    __builtin_prefetch((const char *)matrix + at);
}

INLINE void squares_16(const qn_gemm *g, int64_t first, int64_t last,
                       bool is_wide) {
  enum { AHEAD = 2 }; // products
  const float alpha = (float)g->scales[0];
  for (int64_t at = first; at < last; ++at) {
    const float *a = member(g, &g->a, at, sizeof(float));
    const float *b = member(g, &g->b, at, sizeof(float));
    float *d = (float *)(uintptr_t)member(g, &g->d, at, sizeof(float));
    if (!is_wide) {
      square_16(a, b, d, alpha);
      continue;
    }
    const int64_t next = at + AHEAD < last ? at + AHEAD : last - 1;
    fetch(member(g, &g->a, next, sizeof(float)));
    fetch(member(g, &g->b, next, sizeof(float)));
    fetch(member(g, &g->d, next, sizeof(float)));
    square_16_wide(a, b, d, alpha);
  }
}

// `name`, in registers of 32 bytes.
#define VARIANT(name, ...)                                                     \
  __VA_ARGS__ static void run_##name(const qn_gemm *g, int64_t first,          \
                                     int64_t last) {                           \
    if (is_16(g))                                                              \
      squares_16(g, first, last, false);                                       \
    else if (g->a.type == QN_LIBS_F32)                                         \
      float_members(g, first, last);                                           \
    else                                                                       \
      double_members(g, first, last);                                          \
  }
VARIANT(plain)
#ifdef __x86_64__
VARIANT(avx2, __attribute__((target("avx2,fma"))))

#define AVX512 __attribute__((target("avx2,fma,avx512f,avx512vl")))
VARIANT(few_rows, AVX512)
// Registers of 64 bytes, where rows fill more than half of one.
AVX512 static void run_avx512(const qn_gemm *g, int64_t first, int64_t last) {
  const int64_t lanes =
      g->a.type == QN_LIBS_F32 ? (int64_t)float_lanes : (int64_t)double_lanes;
  if (is_16(g))
    squares_16(g, first, last, true);
  else if (g->m <= lanes)
    run_few_rows(g, first, last);
  else if (g->a.type == QN_LIBS_F32)
    float512_members(g, first, last);
  else
    double512_members(g, first, last);
}
#endif

void qn_small_run(const qn_gemm *gemm, int64_t first, int64_t last) {
  qn_gemm g = *gemm;
  if (g.scales[0] == 0)
    g.k = 0; // A and B are not read
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")) {
    run_avx512(&g, first, last);
    return;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    run_avx2(&g, first, last);
    return;
  }
#endif
  run_plain(&g, first, last);
}

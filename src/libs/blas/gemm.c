// SPDX-License-Identifier: Apache-2.0
// Products are OpenBLAS's: in float or double, to which elements of other types
// are converted, whole matrices at a time. Integers are summed in double,
// which is exact for them.
#include "libs/blas/gemm.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/device.h"
#include "libs/blas/small.h"
#include "libs/blas/vendor.h"

typedef void gemm_fn(const char *, const char *, const int32_t *,
                     const int32_t *, const int32_t *, const void *,
                     const void *, const int32_t *, const void *,
                     const int32_t *, const void *, void *, const int32_t *);

// ---- Checks

static qn_blas_status check_matrix(const qn_gemm *g, const char *name,
                                   const qn_gemm_matrix *m, int64_t rows,
                                   bool is_used) {
  const int64_t least = rows > 1 ? rows : 1;
  if (!qn_libs_type_size(m->type))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: elements of %s have type %d, which is none that "
                          "products are made of here",
                          g->name, name, m->type);
  if (m->ld < least)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: the leading dimension of %s is %" PRId64
                          ", and must be at least %" PRId64,
                          g->name, name, m->ld, least);
  if (m->ld > INT32_MAX)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: the leading dimension of %s has more than the "
                          "32 bits that OpenBLAS takes",
                          g->name, name);
  if (is_used && !m->p)
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: %s is null", g->name,
                          name);
  return QN_BLAS_OK;
}

static bool is_fp8(int type) {
  return type == QN_LIBS_E4M3 || type == QN_LIBS_E5M2;
}

// Which types go together: A and B, the sums, C and D.
static bool is_known(const qn_gemm *g) {
  const int in = g->a.type, out = g->d.type;
  const bool same = in == g->b.type, keeps = in == out;
  if (g->c.type != out && !is_fp8(out))
    return false;
  switch (g->sum) {
  case QN_GEMM_HALF:
    return same && keeps && in == QN_LIBS_F16;
  case QN_GEMM_DOUBLE:
    return same && keeps && (in == QN_LIBS_F64 || in == QN_LIBS_C64);
  case QN_GEMM_INT:
    return same && in == QN_LIBS_I8 && out == QN_LIBS_I32;
  case QN_GEMM_FLOAT:
    break;
  }
  if (is_fp8(in) && is_fp8(g->b.type))
    return out == QN_LIBS_F32 || out == QN_LIBS_F16 || out == QN_LIBS_BF16 ||
           is_fp8(out);
  if (in == QN_LIBS_F16 || in == QN_LIBS_BF16 || in == QN_LIBS_I8)
    return same && (out == QN_LIBS_F32 || (keeps && in != QN_LIBS_I8));
  return same && keeps && (in == QN_LIBS_F32 || in == QN_LIBS_C32);
}

static qn_blas_status check_types(const qn_gemm *g) {
  static const char *const sums[] = {"half", "float", "double", "int32"};
  if (is_known(g))
    return QN_BLAS_OK;
  return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                        "%s: products of %s and %s to %s, summed in %s, are "
                        "not made here",
                        g->name, qn_libs_type_name(g->a.type),
                        qn_libs_type_name(g->b.type),
                        qn_libs_type_name(g->d.type), sums[g->sum]);
}

qn_blas_status qn_gemm_check(const qn_gemm *g) {
  if (!g->op_a || !g->op_b)
    return qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                          "%s: an operation is none of its enumerators",
                          g->name);
  if (g->m < 0 || g->n < 0 || g->k < 0 || g->count < 0)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: a size is negative: m %" PRId64 ", n %" PRId64
                          ", k %" PRId64 ", %" PRId64 " members",
                          g->name, g->m, g->n, g->k, g->count);
  if (g->m > INT32_MAX || g->n > INT32_MAX || g->k > INT32_MAX)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: a size has more than the 32 bits that OpenBLAS "
                          "takes",
                          g->name);
  if ((g->outer[0] && !is_fp8(g->a.type)) ||
      (g->outer[1] && !is_fp8(g->b.type)))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: factors of rows and columns are for matrices of "
                          "8 bits",
                          g->name);
  if (!g->alpha || !g->beta)
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: %s is null", g->name,
                          g->alpha ? "beta" : "alpha");
  const bool any = g->m && g->n && (!g->has_batch || g->count);
  qn_blas_status status = check_types(g);
  if (status == QN_BLAS_OK)
    status =
        check_matrix(g, "A", &g->a, g->op_a == 'N' ? g->m : g->k, any && g->k);
  if (status == QN_BLAS_OK)
    status =
        check_matrix(g, "B", &g->b, g->op_b == 'N' ? g->k : g->n, any && g->k);
  if (status == QN_BLAS_OK)
    status = check_matrix(g, "C", &g->c, g->m, false);
  return status == QN_BLAS_OK ? check_matrix(g, "D", &g->d, g->m, any) : status;
}

// ---- Scalars

size_t qn_gemm_scalar_size(const qn_gemm *g) {
  if (qn_libs_type_is_complex(g->a.type))
    return qn_libs_type_size(g->a.type);
  return g->sum == QN_GEMM_HALF ? 2 : g->sum == QN_GEMM_DOUBLE ? 8 : 4;
}

static double read_scalar(const qn_gemm *g, const void *from) {
  static const int types[] = {QN_LIBS_F16, QN_LIBS_F32, QN_LIBS_F64,
                              QN_LIBS_I32};
  double value = 0;
  qn_libs_to_double(types[g->sum], from, &value, 1);
  return value;
}

// ---- One product

typedef struct buffers {
  void *a, *b, *d; // converted, or NULL where the matrix itself serves
} buffers;

static bool wants_double(const qn_gemm *g) {
  return g->sum == QN_GEMM_DOUBLE || g->sum == QN_GEMM_INT ||
         g->a.type == QN_LIBS_I8 || g->a.type == QN_LIBS_F64;
}

// The matrix in the type of the sums, its columns one after another.
static void *widen(const qn_gemm_matrix *m, const void *p, int64_t rows,
                   int64_t columns, bool is_double) {
  const size_t width = is_double ? sizeof(double) : sizeof(float);
  const size_t size = qn_libs_type_size(m->type);
  char *to = qn_alloc_array((size_t)(rows * columns), width);
  for (int64_t j = 0; j < columns && to; ++j) {
    const char *from = (const char *)p + (size_t)(j * m->ld) * size;
    char *column = to + (size_t)(j * rows) * width;
    if (is_double)
      qn_libs_to_double(m->type, from, (double *)(void *)column, (size_t)rows);
    else
      qn_libs_to_float(m->type, from, (float *)(void *)column, (size_t)rows);
  }
  return to;
}

// Multiplies rows, or columns, of a widened matrix.
static void scale_outer(void *values, const float *factors, int64_t rows,
                        int64_t columns, bool of_rows, bool is_double) {
  for (int64_t j = 0; j < columns && values && factors; ++j)
    for (int64_t i = 0; i < rows; ++i) {
      const int64_t at = j * rows + i;
      const float by = factors[of_rows ? i : j];
      if (is_double)
        ((double *)values)[at] *= (double)by;
      else
        ((float *)values)[at] *= by;
    }
}

static void store_column(const qn_gemm *g, int64_t j, const void *sums,
                         bool is_double, double *line, void *to) {
  const size_t rows = (size_t)g->m;
  if (!g->finish && !is_double) {
    qn_libs_from_float(g->d.type, sums, to, rows);
    return;
  }
  if (is_double)
    memcpy(line, sums, rows * sizeof(*line));
  else
    qn_libs_to_double(QN_LIBS_F32, sums, line, rows);
  if (g->finish)
    g->finish(g, j, line);
  qn_libs_from_double(g->d.type, line, to, rows);
}

static void store(const qn_gemm *g, const void *sums, bool is_double, void *d) {
  const size_t width = is_double ? sizeof(double) : sizeof(float);
  const size_t size = qn_libs_type_size(g->d.type);
  double *line = qn_alloc_array((size_t)g->m, sizeof(*line));
  for (int64_t j = 0; j < g->n && line; ++j)
    store_column(g, j, (const char *)sums + (size_t)(j * g->m) * width,
                 is_double, line, (char *)d + (size_t)(j * g->d.ld) * size);
  qn_free(line);
}

static gemm_fn *find_gemm(char letter) {
  static const char names[4][6] = {"sgemm", "dgemm", "cgemm", "zgemm"};
  static const char letters[] = "sdcz";
  static _Atomic(gemm_fn *) all[4];
  const size_t i = (size_t)(strchr(letters, letter) - letters);
  gemm_fn *found = atomic_load_explicit(&all[i], memory_order_relaxed);
  if (!found) {
    void *address = qn_openblas_symbol(names[i]);
    memcpy(&found, &address, sizeof(found));
    atomic_store(&all[i], found);
  }
  return found;
}

static void multiply(const qn_gemm *g, char letter, const void *alpha,
                     const void *a, int64_t lda, const void *b, int64_t ldb,
                     const void *beta, void *d, int64_t ldd) {
  const int32_t sizes[] = {(int32_t)g->m, (int32_t)g->n, (int32_t)g->k};
  const int32_t ld[] = {(int32_t)lda, (int32_t)ldb, (int32_t)ldd};
  gemm_fn *gemm = find_gemm(letter);
  qn_openblas_enter((double)g->m * (double)g->n * (double)g->k);
  gemm(&g->op_a, &g->op_b, &sizes[0], &sizes[1], &sizes[2], alpha, a, &ld[0], b,
       &ld[1], beta, d, &ld[2]);
  qn_openblas_leave();
}

// D has the values of C, or is to be overwritten.
static void copy_c(const qn_gemm *g, const void *c, void *d, bool is_read) {
  const size_t size = qn_libs_type_size(g->d.type);
  for (int64_t j = 0; j < g->n && is_read && c != d; ++j)
    memcpy((char *)d + (size_t)(j * g->d.ld) * size,
           (const char *)c + (size_t)(j * g->c.ld) * size, (size_t)g->m * size);
}

// All of one type that OpenBLAS knows, and nothing to finish.
static bool is_plain(const qn_gemm *g) {
  const int type = g->a.type;
  return type == g->b.type && type == g->c.type && type == g->d.type &&
         !g->finish &&
         (qn_libs_type_is_complex(type) ||
          (type == QN_LIBS_F32 && g->sum == QN_GEMM_FLOAT) ||
          (type == QN_LIBS_F64 && g->sum == QN_GEMM_DOUBLE));
}

static void run_plain(const qn_gemm *g, const void *a, const void *b,
                      const void *c, void *d) {
  static const char letters[] = {[QN_LIBS_F32] = 's',
                                 [QN_LIBS_F64] = 'd',
                                 [QN_LIBS_C32] = 'c',
                                 [QN_LIBS_C64] = 'z'};
  static const double zero[2] = {0, 0};
  const bool reads_c = memcmp(g->beta, zero, qn_gemm_scalar_size(g)) != 0;
  copy_c(g, c, d, reads_c);
  multiply(g, letters[g->a.type], g->alpha, a, g->a.ld, b, g->b.ld, g->beta, d,
           g->d.ld);
}

static bool run_wide(const qn_gemm *g, const void *a, const void *b,
                     const void *c, void *d) {
  const bool is_double = wants_double(g);
  const int own = is_double ? QN_LIBS_F64 : QN_LIBS_F32;
  const int64_t rows_a = g->op_a == 'N' ? g->m : g->k;
  const int64_t rows_b = g->op_b == 'N' ? g->k : g->n;
  const float narrow[] = {(float)g->scales[0], (float)g->scales[1]};
  const void *alpha = is_double ? (const void *)&g->scales[0] : &narrow[0];
  const void *beta = is_double ? (const void *)&g->scales[1] : &narrow[1];
  buffers w = {0};
  if (g->a.type != own)
    w.a = widen(&g->a, a, rows_a, g->op_a == 'N' ? g->k : g->m, is_double);
  if (g->b.type != own)
    w.b = widen(&g->b, b, rows_b, g->op_b == 'N' ? g->n : g->k, is_double);
  scale_outer(w.a, g->outer[0], rows_a, g->op_a == 'N' ? g->k : g->m,
              g->op_a == 'N', is_double);
  scale_outer(w.b, g->outer[1], rows_b, g->op_b == 'N' ? g->n : g->k,
              g->op_b != 'N', is_double);
  w.d = g->scales[1] != 0
            ? widen(&g->c, c, g->m, g->n, is_double)
            : qn_alloc_array((size_t)(g->m * g->n),
                             is_double ? sizeof(double) : sizeof(float));
  const bool good =
      (w.a || g->a.type == own) && (w.b || g->b.type == own) && w.d;
  if (good) {
    multiply(g, is_double ? 'd' : 's', alpha, w.a ? w.a : a,
             w.a ? (rows_a > 1 ? rows_a : 1) : g->a.ld, w.b ? w.b : b,
             w.b ? (rows_b > 1 ? rows_b : 1) : g->b.ld, beta, w.d, g->m);
    store(g, w.d, is_double, d);
  }
  qn_free(w.a);
  qn_free(w.b);
  qn_free(w.d);
  return good;
}

// ---- On the stream

enum { SHARE = 64 }; // small products that one thread does at a time

typedef struct call {
  qn_gemm gemm;
  double kept[2][2]; // alpha, beta
} call;

static const void *member(const qn_gemm *g, const qn_gemm_matrix *m,
                          int64_t at) {
  if (!g->has_batch)
    return m->p;
  return g->is_array ? ((const void *const *)m->p)[at]
                     : (const char *)m->p +
                           at * m->stride * (int64_t)qn_libs_type_size(m->type);
}

// Members of a batch of small products, many at a time.
static void run_share(void *user, uint64_t index) {
  const qn_gemm *g = user;
  const int64_t first = (int64_t)index * SHARE;
  const int64_t last = first + SHARE < g->count ? first + SHARE : g->count;
  qn_small_run(g, first, last);
}

void qn_gemm_run(qn_gemm *g) {
  if (!g->m || !g->n)
    return;
  if (!qn_libs_type_is_complex(g->a.type)) {
    g->scales[0] = read_scalar(g, g->alpha);
    g->scales[1] = read_scalar(g, g->beta);
  }
  if (qn_small_fits(g)) {
    qn_libs_share(run_share, g, (uint64_t)((g->count + SHARE - 1) / SHARE));
    return;
  }
  if (g->begin)
    g->begin(g);
  for (int64_t at = 0; at < (g->has_batch ? g->count : 1); ++at) {
    g->member = at;
    const void *a = member(g, &g->a, at), *b = member(g, &g->b, at);
    const void *from = member(g, &g->c, at);
    void *to = (void *)(uintptr_t)member(g, &g->d, at);
    if (is_plain(g))
      run_plain(g, a, b, from, to);
    else if (!run_wide(g, a, b, from, to))
      qn_libs_give_up(g->name);
    if (g->end_member)
      g->end_member(g, a, b);
  }
  qn_free(g->sums);
  g->sums = NULL; // for the next launch of a graph
}

static void run_call(void *data) { qn_gemm_run(&((call *)data)->gemm); }

static void free_call(void *data) { qn_free(data); }

qn_blas_status qn_gemm_call(void *handle, const qn_gemm *gemm) {
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return QN_BLAS_NOT_INITIALIZED;
  if (qn_blas_is_vendor(h))
    return qn_vendor_gemm(h, gemm);
  qn_blas_status status = qn_gemm_check(gemm);
  const bool is_remote = qn_blas_is_remote(h);
  if (status == QN_BLAS_OK && is_remote && qn_own_gemm(h, gemm, &status))
    return status;
  if (status == QN_BLAS_OK && !is_remote)
    status = qn_blas_check_device(h, gemm->name);
  if (status == QN_BLAS_OK && !find_gemm('s'))
    status = QN_BLAS_NOT_SUPPORTED;
  if (status != QN_BLAS_OK)
    return status;
  if (is_remote)
    return qn_gemm_remote(h, gemm);
  call *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return QN_BLAS_NO_MEMORY;
  c->gemm = *gemm;
  if (!h->device_pointers) {
    memcpy(c->kept[0], gemm->alpha, qn_gemm_scalar_size(gemm));
    memcpy(c->kept[1], gemm->beta, qn_gemm_scalar_size(gemm));
    c->gemm.alpha = c->kept[0];
    c->gemm.beta = c->kept[1];
  }
  return qn_blas_submitted(qn_libs_submit(h->stream, run_call, free_call, c));
}

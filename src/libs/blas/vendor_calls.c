// SPDX-License-Identifier: Apache-2.0
// The program's calls in the words of cuBLAS.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/vendor.h"

static int64_t address(const void *p) { return (int64_t)(intptr_t)p; }

static void add(qn_vendor_call *c, int64_t value) {
  c->args[c->count++] = value;
}

static void add_scalar(qn_vendor_call *c, const void *p, size_t size) {
  c->scalars[c->scalar_count].at = c->count;
  c->scalars[c->scalar_count++].size = (uint8_t)size;
  add(c, address(p));
}

// Their enumerators, of Fortran's letters.
static int64_t op_of(int64_t letter) {
  return letter == 'N' ? 0 : letter == 'T' ? 1 : 2;
}

// ---- Functions of BLAS

static bool is_new(const char *name) {
  static const char *const all[] = {"syrkx", "herkx", "geam", "dgmm"};
  for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); ++i)
    if (strcmp(name + 1, all[i]) == 0)
      return true;
  return false;
}

// What rocBLAS has alone.
static bool is_lacking(const char *name) {
  return strcmp(name + 1, "trtri") == 0 || strcmp(name + 1, "gemmt") == 0;
}

// Which batched forms cuBLAS has.
static bool has_form(const char *name, bool is_array) {
  return strcmp(name + 1, "gemm") == 0 || strcmp(name + 1, "gemv") == 0 ||
         (is_array && strcmp(name + 1, "trsm") == 0);
}

static bool is_wide(const qn_blas_function *f, const qn_vendor_blas_call *of) {
  bool wide = of->wide;
  for (uint8_t i = 0; i < f->count && !wide; ++i)
    wide = qn_blas_is_number(f->args[i].kind) && of->values[i].i > INT32_MAX;
  return wide || (of->batch && of->batch->count > INT32_MAX);
}

// What behind the name says what a call is of.
enum form { FORM_ONE, FORM_ARRAY, FORM_STRIDED, FORM_COUNT };
static const char *const form_names[] = {"", "Batched", "StridedBatched"};

static enum form form_of(const qn_blas_batch *batch) {
  return !batch ? FORM_ONE : batch->is_array ? FORM_ARRAY : FORM_STRIDED;
}

static void name_it(const qn_blas_function *f, enum form form, bool wide,
                    char *symbol, size_t size) {
  snprintf(symbol, size, "cublas%c%s%s%s%s", toupper((unsigned char)f->name[0]),
           f->name + 1, form_names[form],
           form != FORM_ONE || is_new(f->name) ? "" : "_v2", wide ? "_64" : "");
}

// ---- Where the arguments of a call go

// What a letter is in cuBLAS's words: 1 or 2, or else 0.
typedef struct enumerator {
  uint8_t from;
  char one, two;
} enumerator;

// The least that a leading dimension may be is one argument, or another unless
// a letter is that.
typedef struct least {
  uint8_t at, by, then, otherwise;
  char letter;
} least;

typedef struct move {
  uint8_t from, to;
} move;

enum { PART_MAX = 4 };

// Of a function in one of its forms, made once: to walk the function's table,
// to put its name together and to look it up would take most of the time of a
// call that is passed on.
typedef struct route {
  void *function;
  const char *name;
  bool wide, waits;
  // Nothing of it is right at a glance: not each OP is defined, or a leading
  // dimension is a sum at least.
  bool is_checked;
  uint8_t argument_count, letter_count, ld_count, stride_count, scalar_count;
  uint8_t word_count;
  uint8_t to[QN_BLAS_VALUES_MAX];
  int64_t numbers[QN_BLAS_VALUES_MAX]; // all bits of a number, or none
  enumerator letters[PART_MAX];
  least lds[PART_MAX];
  move strides[PART_MAX];
  qn_vendor_scalar scalars[QN_VENDOR_SCALARS_MAX];
} route;

static _Atomic(route *) routes[QN_BLAS_FUNCTION_COUNT][FORM_COUNT][2];

static const route *route_of(const qn_vendor_blas_call *of, bool wide) {
  return atomic_load_explicit(&routes[of->id][form_of(of->batch)][wide],
                              memory_order_acquire);
}

static void add_ld(const qn_blas_function *f, uint8_t i, route *r) {
  const qn_blas_rows *rows = &f->args[i].rows;
  const bool has_letter = rows->by >= 0;
  const uint8_t by = has_letter ? (uint8_t)rows->by : i;
  const char letter = f->args[by].kind == QN_BLAS_OP ? 'N' : 'L';
  r->lds[r->ld_count++] = (least){
      i, by, rows->terms[0], has_letter ? rows->other : rows->terms[0], letter};
  if (!has_letter && (rows->count != 1 || rows->plus))
    r->is_checked = true;
}

static void add_argument(const qn_blas_function *f, uint8_t i, route *r) {
  const qn_blas_kind kind = f->args[i].kind;
  r->to[i] = r->word_count++;
  r->numbers[i] = qn_blas_is_number(kind) ? -1 : 0;
  if (kind <= QN_BLAS_DIAG)
    r->letters[r->letter_count++] =
        kind == QN_BLAS_OP
            ? (enumerator){i, 'T', 'C'}
            : (enumerator){i, kind == QN_BLAS_SIDE ? 'R' : 'U', '\1'};
  if (kind == QN_BLAS_LD)
    add_ld(f, i, r);
  if (kind == QN_BLAS_SCALAR || kind == QN_BLAS_REAL)
    r->scalars[r->scalar_count++] =
        (qn_vendor_scalar){r->to[i], (uint8_t)qn_blas_scalar_size(f, kind)};
}

static void make_route(const qn_blas_function *f, enum form form, bool wide,
                       route *r) {
  *r = (route){.name = f->name,
               .wide = wide,
               .is_checked =
                   !qn_blas_is_defined(f, 'T') || !qn_blas_is_defined(f, 'C'),
               .waits = qn_blas_must_wait(f),
               .argument_count = f->count};
  for (uint8_t i = 0; i < f->count; ++i) {
    add_argument(f, i, r);
    if (form == FORM_STRIDED && i && qn_blas_is_data(f->args[i - 1].kind))
      r->strides[r->stride_count++] = (move){(uint8_t)(i - 1), r->word_count++};
  }
}

static void keep_route(const qn_vendor_blas_call *of, const route *r) {
  route *kept = qn_alloc(sizeof(*kept)), *none = NULL;
  if (!kept)
    return; // it is made again
  *kept = *r;
  if (!atomic_compare_exchange_strong(
          &routes[of->id][form_of(of->batch)][r->wide], &none, kept))
    qn_free(kept);
}

// ---- Calls by a route

// The sign bit of a number that is 0.
static inline int64_t sign_of_zero(int64_t value) {
  return (int64_t)(((uint64_t)value - 1) & ~(uint64_t)value);
}

// Whether all arguments are right at a glance: none is 0 or null, no number is
// negative or too wide. Others may be right, too.
static bool pack_numbers(const route *r, const qn_vendor_blas_call *of,
                         int64_t *to) {
  int64_t numbers = 1, zeros = 0;
  for (uint8_t i = 0; i < r->argument_count; ++i) {
    const int64_t value = of->values[i].i;
    to[r->to[i]] = value;
    zeros |= sign_of_zero(value);
    numbers |= value & r->numbers[i];
  }
  if (of->batch) {
    zeros |= sign_of_zero(of->batch->count);
    numbers |= of->batch->count;
    to[r->word_count] = of->batch->count;
  }
  return zeros >= 0 && numbers >= 0 && (r->wide || numbers <= INT32_MAX);
}

static void pack_letters(const route *r, const qn_blas_value *values,
                         int64_t *to) {
  for (uint8_t i = 0; i < r->letter_count; ++i) {
    const enumerator *l = &r->letters[i];
    const int64_t value = values[l->from].i;
    to[r->to[l->from]] = value == l->one ? 1 : value == l->two ? 2 : 0;
  }
}

static bool are_long_enough(const route *r, const qn_blas_value *values) {
  const least *at = r->lds, *end = at + r->ld_count;
  for (; at < end; ++at) {
    const bool then = values[at->by].i == at->letter;
    if (values[at->at].i < values[then ? at->then : at->otherwise].i)
      return false;
  }
  return true;
}

// The arguments in the words of cuBLAS; whether all are right at a glance.
static bool pack(const route *r, const qn_vendor_blas_call *of,
                 qn_vendor_call *c) {
  const bool good = pack_numbers(r, of, c->args);
  pack_letters(r, of->values, c->args);
  for (uint8_t i = 0; of->batch && i < r->stride_count; ++i)
    c->args[r->strides[i].to] = of->batch->strides[r->strides[i].from];
  c->name = r->name;
  c->address = r->function; // the symbol is not read
  c->count = (uint8_t)(r->word_count + (of->batch != NULL));
  c->scalar_count = r->scalar_count;
  memcpy(c->scalars, r->scalars, sizeof(c->scalars));
  c->host_info = -1;
  return good && are_long_enough(r, of->values);
}

bool qn_vendor_blas_at_once(qn_blas *h, const qn_vendor_blas_call *of,
                            qn_blas_status *out_status) {
  const route *r = route_of(of, of->wide);
  qn_vendor_call c;
  if (!r || r->is_checked || (r->waits && !h->device_pointers) ||
      !pack(r, of, &c))
    return false;
  *out_status = qn_vendor_submit(h, &c);
  return true;
}

static qn_blas_status submit_by(qn_blas *h, const qn_vendor_blas_call *of,
                                const route *r) {
  qn_vendor_call c;
  (void)pack(r, of, &c); // it was checked
  return qn_vendor_submit(h, &c);
}

static qn_blas_status submit_one(qn_blas *h, const qn_vendor_blas_call *of) {
  const qn_blas_function *f = &qn_blas_functions[of->id];
  const enum form form = form_of(of->batch);
  const bool wide = is_wide(f, of);
  const route *known = route_of(of, wide);
  char symbol[48];
  route made;
  if (known)
    return submit_by(h, of, known);
  name_it(f, form, wide, symbol, sizeof(symbol));
  make_route(f, form, wide, &made);
  made.function = qn_vendor_symbol(symbol);
  if (!made.function)
    return QN_BLAS_NOT_SUPPORTED;
  keep_route(of, &made);
  return submit_by(h, of, &made);
}

static int64_t width_of_result(const qn_blas_function *f, qn_blas_kind kind,
                               bool wide) {
  if (kind == QN_BLAS_RESULT_INDEX)
    return wide ? 8 : 4;
  return (int64_t)qn_blas_scalar_size(f, kind == QN_BLAS_RESULT ? QN_BLAS_SCALAR
                                                                : QN_BLAS_REAL);
}

// One after another: what hipBLAS and rocBLAS have for many, and cuBLAS not.
static qn_blas_status submit_members(qn_blas *h, const qn_blas_function *f,
                                     const qn_vendor_blas_call *of) {
  const int64_t size = (int64_t)qn_blas_element_size(f->element);
  qn_blas_value values[QN_BLAS_VALUES_MAX];
  qn_blas_status status = QN_BLAS_OK;
  memcpy(values, of->values, f->count * sizeof(*values));
  for (int64_t at = 0; at < of->batch->count && status == QN_BLAS_OK; ++at) {
    for (uint8_t i = 0; i < f->count; ++i) {
      const qn_blas_kind kind = f->args[i].kind;
      const char *from = of->values[i].p;
      if (qn_blas_is_data(kind))
        values[i].p = from + at * of->batch->strides[i] * size;
      else if (kind >= QN_BLAS_RESULT)
        values[i].p = from + at * width_of_result(f, kind, of->wide);
    }
    status = submit_one(
        h, &(const qn_vendor_blas_call){of->id, of->wide, NULL, values});
  }
  return status;
}

qn_blas_status qn_vendor_blas(qn_blas *h, const qn_vendor_blas_call *call) {
  const qn_blas_function *f = &qn_blas_functions[call->id];
  const qn_blas_batch *batch = call->batch;
  const route *r = route_of(call, is_wide(f, call));
  if (r)
    return submit_by(h, call, r);
  if (is_lacking(f->name))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: NVIDIA's library does not have it", f->name);
  if (!batch || has_form(f->name, batch->is_array))
    return submit_one(h, call);
  if (batch->is_array)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: NVIDIA's library has no form of it for arrays "
                          "of addresses",
                          f->name);
  return submit_members(h, f, call);
}

// ---- Products

static int compute_of(const qn_gemm *g) {
  static const int all[] = {[QN_GEMM_HALF] = 64,
                            [QN_GEMM_FLOAT] = 68,
                            [QN_GEMM_DOUBLE] = 70,
                            [QN_GEMM_INT] = 72}; // cublasComputeType_t
  return g->compute ? g->compute : all[g->sum];
}

// By what the sums are made in, and whether elements are complex.
static size_t size_of_factor(const qn_gemm *g) {
  const size_t real = g->sum == QN_GEMM_HALF     ? 2
                      : g->sum == QN_GEMM_DOUBLE ? 8
                                                 : 4;
  return qn_libs_type_is_complex(g->a.type) ? 2 * real : real;
}

static void add_matrix(const qn_gemm *g, const qn_gemm_matrix *m,
                       qn_vendor_call *c) {
  add(c, address(m->p));
  add(c, m->type);
  add(c, m->ld);
  if (g->has_batch && !g->is_array)
    add(c, m->stride);
}

static bool has_wide_sizes(const qn_gemm *g) {
  return g->m > INT32_MAX || g->n > INT32_MAX || g->k > INT32_MAX ||
         g->a.ld > INT32_MAX || g->b.ld > INT32_MAX || g->d.ld > INT32_MAX ||
         g->count > INT32_MAX;
}

// C's values in D, where cuBLAS wants the one matrix.
static qn_blas_status copy_c(const qn_blas *h, const qn_gemm *g) {
  const size_t size = qn_libs_type_size(g->d.type);
  if (g->c.p == g->d.p || !g->c.p || !g->m || !g->n)
    return QN_BLAS_OK;
  if (g->has_batch || g->c.type != g->d.type)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: NVIDIA's library has no form of it with C and "
                          "D apart",
                          g->name);
  return qn_blas_submitted(
      hipMemcpy2DAsync((void *)(uintptr_t)g->d.p, (size_t)g->d.ld * size,
                       g->c.p, (size_t)g->c.ld * size, (size_t)g->m * size,
                       (size_t)g->n, hipMemcpyDeviceToDevice, h->stream));
}

// NULL with a reason.
static void *gemm_function(const qn_gemm *g) {
  static _Atomic(void *) all[FORM_COUNT][2];
  const enum form form = !g->has_batch ? FORM_ONE
                         : g->is_array ? FORM_ARRAY
                                       : FORM_STRIDED;
  const bool wide = has_wide_sizes(g);
  void *found = atomic_load_explicit(&all[form][wide], memory_order_relaxed);
  char symbol[48];
  if (found)
    return found;
  snprintf(symbol, sizeof(symbol), "cublasGemm%sEx%s", form_names[form],
           wide ? "_64" : "");
  found = qn_vendor_symbol(symbol);
  atomic_store_explicit(&all[form][wide], found, memory_order_relaxed);
  return found;
}

qn_blas_status qn_vendor_gemm(qn_blas *h, const qn_gemm *g) {
  enum { DEFAULT_ALGORITHM = -1 };
  qn_vendor_call c = {.name = g->name, .host_info = -1};
  if (!g->op_a || !g->op_b)
    return qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                          "%s: an operation is none of its enumerators",
                          g->name);
  if (!g->alpha || !g->beta)
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: %s is null", g->name,
                          g->alpha ? "beta" : "alpha");
  const qn_blas_status status = copy_c(h, g);
  if (status != QN_BLAS_OK)
    return status;
  c.address = gemm_function(g);
  if (!c.address)
    return QN_BLAS_NOT_SUPPORTED;
  add(&c, op_of(g->op_a));
  add(&c, op_of(g->op_b));
  add(&c, g->m);
  add(&c, g->n);
  add(&c, g->k);
  add_scalar(&c, g->alpha, size_of_factor(g));
  add_matrix(g, &g->a, &c);
  add_matrix(g, &g->b, &c);
  add_scalar(&c, g->beta, size_of_factor(g));
  add_matrix(g, &g->d, &c);
  if (g->has_batch)
    add(&c, g->count);
  add(&c, compute_of(g));
  add(&c, DEFAULT_ALGORITHM);
  return qn_vendor_submit(h, &c);
}

// ---- Factorisations

static void add_host_info(qn_vendor_call *c) {
  c->host_info = (int8_t)c->count;
  add(c, 0);
}

static void add_all(qn_vendor_call *c, const int64_t *values, size_t count) {
  for (size_t i = 0; i < count; ++i)
    add(c, values[i]);
}
#define ADD(...)                                                               \
  add_all(c, (const int64_t[]){__VA_ARGS__},                                   \
          sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static const char *add_lapack(const qn_lapack *l, qn_vendor_call *c) {
  const int64_t a = address(l->a), b = address(l->b);
  const int64_t pivots = address(l->pivots), info = address(l->info);
  switch (l->what) {
  case QN_LAPACK_GETRF:
    ADD(l->n, a, l->lda, pivots, info, l->count);
    return "getrfBatched";
  case QN_LAPACK_GETRI:
    ADD(l->n, a, l->lda, pivots, b, l->ldb, info, l->count);
    return "getriBatched";
  case QN_LAPACK_MATINV:
    ADD(l->n, a, l->lda, b, l->ldb, info, l->count);
    return "matinvBatched";
  case QN_LAPACK_GETRS:
    ADD(op_of(l->op), l->n, l->rhs, a, l->lda, pivots, b, l->ldb);
    add_host_info(c);
    add(c, l->count);
    return "getrsBatched";
  case QN_LAPACK_GEQRF:
    ADD(l->m, l->n, a, l->lda, b);
    add_host_info(c);
    add(c, l->count);
    return "geqrfBatched";
  case QN_LAPACK_GELS:
    ADD(op_of(l->op), l->m, l->n, l->rhs, a, l->lda, b, l->ldb);
    add_host_info(c);
    ADD(info, l->count);
    return "gelsBatched";
  case QN_LAPACK_TPTTR:
    ADD(l->op == 'U', l->n, a, b, l->ldb);
    return "tpttr";
  case QN_LAPACK_TRTTP:
    ADD(l->op == 'U', l->n, a, l->lda, b);
    return "trttp";
  }
  return "";
}

qn_blas_status qn_vendor_lapack(qn_blas *h, const qn_lapack *l) {
  qn_vendor_call c = {.host_info = -1};
  const char *name = add_lapack(l, &c);
  c.name = name;
  if (l->is_strided)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: NVIDIA's library has it for arrays of addresses "
                          "alone",
                          name);
  snprintf(c.symbol, sizeof(c.symbol), "cublas%c%s",
           toupper((unsigned char)l->type), name);
  return qn_vendor_submit(h, &c);
}

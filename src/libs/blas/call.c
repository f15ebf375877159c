// SPDX-License-Identifier: Apache-2.0
// A call of a function of BLAS, from its check to its turn on the stream.
#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/device.h"
#include "libs/blas/gemm.h"
#include "libs/blas/vendor.h"

const qn_blas_function qn_blas_functions[QN_BLAS_FUNCTION_COUNT] = {
#define QN_BLAS(ID, name, element, count, ...)                                 \
  {#name, element, count, {__VA_ARGS__}},
#include "libs/blas/functions.inc"
#undef QN_BLAS
};

size_t qn_blas_element_size(char element) {
  return element == 's' ? 4 : element == 'z' ? 16 : 8;
}

// ---- Checks

static int64_t min_ld(const qn_blas_rows *rows, const qn_blas_value *v) {
  int64_t least = rows->plus;
  if (rows->by >= 0) {
    const char letter = (char)v[rows->by].i;
    const bool other = letter == 'T' || letter == 'C' || letter == 'R';
    least = v[other ? rows->other : rows->terms[0]].i;
  } else {
    for (uint8_t i = 0; i < rows->count; ++i)
      least += v[rows->terms[i]].i;
  }
  return least > 1 ? least : 1;
}

// A size of 0 with which no element is touched.
static bool is_empty(const qn_blas_arg *arg, int64_t value) {
  return arg->kind == QN_BLAS_INT && value == 0 && arg->name[0] != 'k';
}

static bool has_matrix(const qn_blas_function *f) {
  bool found = false;
  for (uint8_t i = 0; i < f->count; ++i)
    found = found || f->args[i].kind == QN_BLAS_IN_MATRIX ||
            f->args[i].kind == QN_BLAS_MATRIX ||
            f->args[i].kind == QN_BLAS_IN_PACKED ||
            f->args[i].kind == QN_BLAS_PACKED;
  return found;
}

// Vectors alone, and the diagonal of dgmm, may be one element repeated.
static bool allows_no_stride(const qn_blas_function *f) {
  return !has_matrix(f) || strcmp(f->name + 1, "dgmm") == 0;
}

static qn_blas_status check_number(const qn_blas_function *f, uint8_t i,
                                   const qn_blas_value *v) {
  const qn_blas_arg *arg = &f->args[i];
  const int64_t min = arg->kind == QN_BLAS_LD    ? min_ld(&arg->rows, v)
                      : arg->kind == QN_BLAS_INT ? 0
                                                 : INT32_MIN;
  if (v[i].i < min)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: '%s' is %" PRId64 ", and must be at least "
                          "%" PRId64,
                          f->name, arg->name, v[i].i, min);
  if (arg->kind == QN_BLAS_STRIDE && v[i].i == 0 && !allows_no_stride(f))
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE, "%s: '%s' is 0", f->name,
                          arg->name);
  return QN_BLAS_OK;
}

static qn_blas_status check_width(const qn_blas_function *f,
                                  const qn_blas_value *v) {
  for (uint8_t i = 0; i < f->count; ++i)
    if (qn_blas_is_number(f->args[i].kind) && v[i].i > INT32_MAX)
      return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                            "%s: '%s' is %" PRId64
                            ", more than the 32 bits that OpenBLAS takes",
                            f->name, f->args[i].name, v[i].i);
  return QN_BLAS_OK;
}

// Of a symmetric product of complex matrices there is no conjugate transpose,
// and of a Hermitian one no plain transpose.
bool qn_blas_is_defined(const qn_blas_function *f, char op) {
  const bool is_complex = f->element == 'c' || f->element == 'z';
  const char *name = f->name + 1;
  if (op == 'N' || !is_complex)
    return true;
  if (!strncmp(name, "syrk", 4) || !strncmp(name, "syr2k", 5))
    return op != 'C';
  if (!strncmp(name, "herk", 4) || !strncmp(name, "her2k", 5))
    return op != 'T';
  return true;
}

static qn_blas_status check_letter(const qn_blas_function *f, uint8_t i,
                                   char letter) {
  if (!letter)
    return qn_blas_refuse(QN_BLAS_INVALID_ENUM,
                          "%s: '%s' is none of its enumerators", f->name,
                          f->args[i].name);
  if (f->args[i].kind == QN_BLAS_OP && !qn_blas_is_defined(f, letter))
    return qn_blas_refuse(QN_BLAS_NOT_DEFINED, "%s: is not defined for '%s' %c",
                          f->name, f->args[i].name, letter);
  return QN_BLAS_OK;
}

// In one round, as it is a good part of what small calls take: pointers to
// elements may be NULL where none is touched, which sizes decide.
static qn_blas_status check(const qn_blas_function *f,
                            const qn_blas_batch *batch,
                            const qn_blas_value *v) {
  bool empty = batch && batch->count == 0;
  uint8_t null = f->count, null_data = f->count; // the first
  for (uint8_t i = 0; i < f->count; ++i) {
    const qn_blas_kind kind = f->args[i].kind;
    qn_blas_status status = QN_BLAS_OK;
    if (kind <= QN_BLAS_DIAG)
      status = check_letter(f, i, (char)v[i].i);
    else if (qn_blas_is_number(kind))
      status = check_number(f, i, v);
    else if (!v[i].p && qn_blas_is_data(kind) && null_data == f->count)
      null_data = i;
    else if (!v[i].p && !qn_blas_is_data(kind) && null == f->count)
      null = i;
    if (status != QN_BLAS_OK)
      return status;
    empty = empty || is_empty(&f->args[i], v[i].i);
  }
  if (batch && batch->count < 0)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: the batch has %" PRId64 " members", f->name,
                          batch->count);
  if (!empty && null_data < null)
    null = null_data;
  return null < f->count
             ? qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: '%s' is null",
                              f->name, f->args[null].name)
             : QN_BLAS_OK;
}

// ---- A call on its stream

typedef struct call {
  qn_blas_id id;
  bool wide;
  bool has_batch;
  qn_blas_batch batch;
  qn_blas_value values[QN_BLAS_VALUES_MAX];
  // Of the scalars that were the host's at the call, their values.
  double scalars[QN_BLAS_VALUES_MAX][2];
  double five[5];
} call;

size_t qn_blas_scalar_size(const qn_blas_function *f, qn_blas_kind kind) {
  const size_t size = qn_blas_element_size(f->element);
  const bool is_complex = f->element == 'c' || f->element == 'z';
  return kind == QN_BLAS_REAL && is_complex ? size / 2 : size;
}

// The program may change them as soon as the call returns.
static void keep_scalars(const qn_blas_function *f, call *c) {
  for (uint8_t i = 0; i < f->count; ++i) {
    const qn_blas_kind kind = f->args[i].kind;
    if (kind == QN_BLAS_SCALAR || kind == QN_BLAS_REAL) {
      memcpy(c->scalars[i], c->values[i].p, qn_blas_scalar_size(f, kind));
      c->values[i].p = c->scalars[i];
    }
  }
}

// A result, or what is read and written, in the host's memory: such arguments
// come last.
bool qn_blas_must_wait(const qn_blas_function *f) {
  return f->args[f->count - 1].kind >= QN_BLAS_IO_SCALAR;
}

static const void *member(const qn_blas_function *f, const call *c, uint8_t i,
                          int64_t at) {
  const qn_blas_kind kind = f->args[i].kind;
  const char *bytes = c->values[i].p;
  const int64_t size = (int64_t)qn_blas_element_size(f->element);
  if (kind >= QN_BLAS_RESULT) {
    const int64_t width = kind == QN_BLAS_RESULT_INDEX ? (c->wide ? 8 : 4)
                          : kind == QN_BLAS_RESULT
                              ? size
                              : (int64_t)qn_blas_scalar_size(f, QN_BLAS_REAL);
    return bytes + at * width;
  }
  if (!qn_blas_is_data(kind))
    return bytes;
  return c->batch.is_array ? ((const void *const *)c->values[i].p)[at]
                           : bytes + at * c->batch.strides[i] * size;
}

// One vector whose stride is not positive has no elements; OpenBLAS's versions
// differ in that.
static bool run_without_elements(const qn_blas_function *f, void *const *args) {
  const qn_blas_arg *last = &f->args[f->count - 1];
  const bool has_result = last->kind >= QN_BLAS_RESULT;
  uint8_t strides = 0, at = 0;
  for (uint8_t i = 0; i < f->count; ++i)
    if (f->args[i].kind == QN_BLAS_STRIDE) {
      ++strides;
      at = i;
    }
  if (has_matrix(f) || strides != 1 || *(int32_t *)args[at] > 0)
    return false;
  if (has_result)
    memset(args[f->count - 1], 0,
           last->kind == QN_BLAS_RESULT_INDEX
               ? sizeof(int32_t)
               : qn_blas_scalar_size(f, QN_BLAS_REAL));
  return true;
}

static void run_member(const qn_blas_function *f, const call *c, int64_t at) {
  void *args[QN_BLAS_VALUES_MAX] = {0};
  char letters[QN_BLAS_VALUES_MAX];
  int32_t numbers[QN_BLAS_VALUES_MAX];
  int32_t index = 0;
  for (uint8_t i = 0; i < f->count; ++i) {
    const qn_blas_kind kind = f->args[i].kind;
    letters[i] = (char)c->values[i].i;
    numbers[i] = (int32_t)c->values[i].i;
    args[i] = kind <= QN_BLAS_DIAG      ? (void *)&letters[i]
              : qn_blas_is_number(kind) ? (void *)&numbers[i]
              : !c->has_batch ? (void *)(uintptr_t)c->values[i].p
                              : (void *)(uintptr_t)member(f, c, i, at);
  }
  const uint8_t last = (uint8_t)(f->count - 1);
  void *to = args[last];
  const bool has_index = f->args[last].kind == QN_BLAS_RESULT_INDEX;
  if (has_index)
    args[last] = &index;
  if (!run_without_elements(f, args) && !qn_blas_run_repeated(f, args))
    qn_openblas_run(c->id, args);
  if (has_index && to && c->wide)
    *(int64_t *)to = index;
  else if (has_index && to)
    *(int32_t *)to = index;
}

static void run_call(void *data) {
  const call *c = data;
  const qn_blas_function *f = &qn_blas_functions[c->id];
  const int64_t count = c->has_batch ? c->batch.count : 1;
  for (int64_t at = 0; at < count; ++at)
    run_member(f, c, at);
}

static void free_call(void *data) { qn_free(data); }

void qn_blas_run_one(const qn_blas_one *one) {
  const qn_blas_function *f = &qn_blas_functions[one->id];
  call c = {.id = one->id, .wide = one->wide};
  memcpy(c.values, one->values, f->count * sizeof(*one->values));
  run_member(f, &c, 0);
}

// ---- On copies of a device's memory, a member at a time

static qn_blas_status fetch_arrays(const qn_blas *h, const qn_blas_function *f,
                                   call *c, void **kept[]) {
  qn_blas_status status = QN_BLAS_OK;
  for (uint8_t i = 0; i < f->count && status == QN_BLAS_OK; ++i)
    if (c->has_batch && c->batch.is_array && qn_blas_is_data(f->args[i].kind)) {
      status = qn_blas_fetch(h, c->values[i].p, c->batch.count, &kept[i]);
      c->values[i].p = kept[i];
    }
  return status;
}

static qn_blas_status call_remote(const qn_blas *h, call *c) {
  const qn_blas_function *f = &qn_blas_functions[c->id];
  void **kept[QN_BLAS_VALUES_MAX] = {0};
  const int64_t count = c->has_batch ? c->batch.count : 1;
  qn_blas_status status = fetch_arrays(h, f, c, kept);
  for (int64_t at = 0; at < count && status == QN_BLAS_OK; ++at) {
    qn_blas_value values[QN_BLAS_VALUES_MAX];
    for (uint8_t i = 0; i < f->count; ++i) {
      const qn_blas_kind kind = f->args[i].kind;
      values[i] = c->values[i];
      if (c->has_batch && kind > QN_BLAS_DIAG && !qn_blas_is_number(kind))
        values[i].p = member(f, c, i, at);
    }
    status = qn_blas_remote(h, &(const qn_blas_one){c->id, c->wide, values});
  }
  for (uint8_t i = 0; i < f->count; ++i)
    qn_free(kept[i]);
  return status;
}

// ---- Batches of products, which gemm.c does

static bool is_gemm(qn_blas_id id) {
  return id == QN_BLAS_SGEMM || id == QN_BLAS_DGEMM || id == QN_BLAS_CGEMM ||
         id == QN_BLAS_ZGEMM;
}

static qn_blas_status call_gemm(qn_blas *h, qn_blas_id id,
                                const qn_blas_batch *batch,
                                const qn_blas_value *v) {
  static const int64_t none[QN_BLAS_VALUES_MAX];
  const int64_t *strides = batch ? batch->strides : none;
  enum { OP_A, OP_B, M, N, K, ALPHA, A, LDA, B, LDB, BETA, C, LDC };
  const char element = qn_blas_functions[id].element;
  const int type = element == 's'   ? QN_LIBS_F32
                   : element == 'd' ? QN_LIBS_F64
                   : element == 'c' ? QN_LIBS_C32
                                    : QN_LIBS_C64;
  const bool is_float = element == 's' || element == 'c';
  qn_gemm gemm = {
      .name = qn_blas_functions[id].name,
      .op_a = (char)v[OP_A].i,
      .op_b = (char)v[OP_B].i,
      .m = v[M].i,
      .n = v[N].i,
      .k = v[K].i,
      .alpha = v[ALPHA].p,
      .beta = v[BETA].p,
      .sum = is_float ? QN_GEMM_FLOAT : QN_GEMM_DOUBLE,
      .a = {v[A].p, type, v[LDA].i, strides[A]},
      .b = {v[B].p, type, v[LDB].i, strides[B]},
      .c = {v[C].p, type, v[LDC].i, strides[C]},
      .has_batch = batch != NULL,
      .is_array = batch && batch->is_array,
      .count = batch ? batch->count : 1,
  };
  gemm.d = gemm.c;
  return qn_gemm_call(h, &gemm);
}

qn_blas_status qn_blas_call(void *handle, qn_blas_id id, bool wide,
                            const qn_blas_batch *batch,
                            const qn_blas_value *values) {
  const qn_blas_function *f = &qn_blas_functions[id];
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return QN_BLAS_NOT_INITIALIZED;
  const qn_vendor_blas_call passed = {id, wide, batch, values};
  qn_blas_status status;
  if (atomic_load_explicit(&h->vendor, memory_order_relaxed) &&
      qn_vendor_blas_at_once(h, &passed, &status))
    return status;
  status = check(f, batch, values);
  const bool waits = !h->device_pointers && qn_blas_must_wait(f);
  if (status == QN_BLAS_OK && waits && qn_libs_captures(h->stream))
    return qn_blas_wait(h); // which refuses
  if (status == QN_BLAS_OK && qn_blas_is_vendor(h))
    return qn_vendor_blas(h, &passed);
  const bool is_remote = qn_blas_is_remote(h);
  if (status == QN_BLAS_OK && is_remote && !(batch && is_gemm(id)) &&
      qn_own_blas(h, &(const qn_own_call){id, wide, batch, values}, &status))
    return status;
  if (status == QN_BLAS_OK && !is_remote)
    status = qn_blas_check_device(h, f->name);
  if (status == QN_BLAS_OK)
    status = check_width(f, values);
  if (status == QN_BLAS_OK && (batch || is_remote) && is_gemm(id))
    return call_gemm(h, id, batch, values);
  if (status == QN_BLAS_OK)
    status = qn_openblas_find(id);
  if (status != QN_BLAS_OK)
    return status;
  call *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return QN_BLAS_NO_MEMORY;
  c->id = id;
  c->wide = wide;
  c->has_batch = batch != NULL;
  if (batch)
    c->batch = *batch;
  memcpy(c->values, values, f->count * sizeof(*values));
  if (is_remote) {
    status = call_remote(h, c);
    free_call(c);
    return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
  }
  if (!h->device_pointers)
    keep_scalars(f, c);
  status = qn_blas_submitted(qn_libs_submit(h->stream, run_call, free_call, c));
  return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
}

// SPDX-License-Identifier: Apache-2.0
// Elements are read as doubles, results rounded once. What BLAS has for one
// type goes there.
#include "libs/blas/vectors.h"

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/vendor.h"
#include "libs/core/mirror.h"

typedef double _Complex number;

static number number_of(double re, double im) {
  const double parts[2] = {re, im};
  number z;
  memcpy(&z, parts, sizeof(z));
  return z;
}

// ---- Checks

static bool has_y(qn_vectors_what what) {
  return what != QN_VECTORS_SCAL && what < QN_VECTORS_NRM2;
}
static bool has_scalar(qn_vectors_what what) {
  return what == QN_VECTORS_AXPY || what == QN_VECTORS_SCAL ||
         what == QN_VECTORS_ROT || what == QN_VECTORS_ROTM;
}
static bool has_result(qn_vectors_what what) { return what >= QN_VECTORS_DOT; }
static bool is_index(qn_vectors_what what) {
  return what == QN_VECTORS_AMAX || what == QN_VECTORS_AMIN;
}

static bool is_floating(int type) {
  return type == QN_LIBS_F16 || type == QN_LIBS_BF16 || type == QN_LIBS_F32 ||
         type == QN_LIBS_F64 || qn_libs_type_is_complex(type);
}

static qn_blas_status check_type(const qn_vectors *v, const char *name,
                                 int type) {
  if (is_floating(type))
    return QN_BLAS_OK;
  return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                        "%s: the type of %s, %s (%d), is none that vectors "
                        "have here",
                        v->name, name, qn_libs_type_name(type), type);
}

// A complex number has no place in a real one.
static qn_blas_status check_mix(const qn_vectors *v) {
  const bool x = qn_libs_type_is_complex(v->x.type);
  const bool y = has_y(v->what) ? qn_libs_type_is_complex(v->y.type) : x;
  const bool scalar =
      has_scalar(v->what) && qn_libs_type_is_complex(v->scalar_type);
  const bool real = v->what == QN_VECTORS_NRM2 || v->what == QN_VECTORS_ASUM;
  const bool result = has_result(v->what) && !is_index(v->what) &&
                      qn_libs_type_is_complex(v->result_type);
  if (x != y || (scalar && !x) ||
      (has_result(v->what) && !is_index(v->what) && result != (x && !real)) ||
      (v->what == QN_VECTORS_ROTM && x))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: real and complex types do not go together like "
                          "this",
                          v->name);
  return QN_BLAS_OK;
}

static qn_blas_status check_types(const qn_vectors *v) {
  qn_blas_status status = check_type(v, "x", v->x.type);
  if (status == QN_BLAS_OK && has_y(v->what))
    status = check_type(v, "y", v->y.type);
  if (status == QN_BLAS_OK && has_scalar(v->what))
    status = check_type(v, "the scalar", v->scalar_type);
  if (status == QN_BLAS_OK && has_result(v->what) && !is_index(v->what))
    status = check_type(v, "the result", v->result_type);
  if (status == QN_BLAS_OK && v->what != QN_VECTORS_COPY &&
      v->what != QN_VECTORS_SWAP && !is_index(v->what))
    status = check_type(v, "what is computed", v->compute);
  return status == QN_BLAS_OK ? check_mix(v) : status;
}

static qn_blas_status check(const qn_vectors *v) {
  const bool any = v->n > 0 && (!v->has_batch || v->count > 0);
  if (v->n < 0 || v->count < 0)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: a size is negative: n %" PRId64 ", %" PRId64
                          " members",
                          v->name, v->n, v->count);
  if ((any && (!v->x.p || (has_y(v->what) && !v->y.p))) ||
      (has_scalar(v->what) && !v->alpha) ||
      (v->what == QN_VECTORS_ROT && !v->s) ||
      (has_result(v->what) && !v->result))
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: an argument is null",
                          v->name);
  return check_types(v);
}

// ---- One element

static number load(const void *p, int type, int64_t at) {
  const char *from = (const char *)p + at * (int64_t)qn_libs_type_size(type);
  double parts[2] = {0, 0};
  if (type == QN_LIBS_C32)
    qn_libs_to_double(QN_LIBS_F32, from, parts, 2);
  else if (type == QN_LIBS_C64)
    qn_libs_to_double(QN_LIBS_F64, from, parts, 2);
  else
    qn_libs_to_double(type, from, parts, 1);
  return number_of(parts[0], parts[1]);
}

static void store(void *p, int type, int64_t at, number value) {
  char *to = (char *)p + at * (int64_t)qn_libs_type_size(type);
  const double parts[2] = {creal(value), cimag(value)};
  if (type == QN_LIBS_C32)
    qn_libs_from_double(QN_LIBS_F32, parts, to, 2);
  else if (type == QN_LIBS_C64)
    qn_libs_from_double(QN_LIBS_F64, parts, to, 2);
  else
    qn_libs_from_double(type, parts, to, 1);
}

// Without the special cases for infinities that C's own has.
static number times(number a, number b) {
  return number_of(creal(a) * creal(b) - cimag(a) * cimag(b),
                   creal(a) * cimag(b) + cimag(a) * creal(b));
}

static int64_t place(const qn_vectors *v, const qn_vectors_vector *of,
                     int64_t i) {
  return of->inc >= 0 ? i * of->inc : (i - (v->n - 1)) * of->inc;
}

// ---- One member of a batch

typedef struct member {
  const qn_vectors *v;
  void *x, *y;
  number alpha, s;
  double five[5];
} member;

static void change(const member *m, int64_t i) {
  const qn_vectors *v = m->v;
  const int64_t ix = place(v, &v->x, i), iy = place(v, &v->y, i);
  const number x = load(m->x, v->x.type, ix);
  const number y = has_y(v->what) ? load(m->y, v->y.type, iy) : 0;
  switch (v->what) {
  case QN_VECTORS_AXPY:
    store(m->y, v->y.type, iy, y + times(m->alpha, x));
    break;
  case QN_VECTORS_SCAL:
    store(m->x, v->x.type, ix, times(m->alpha, x));
    break;
  case QN_VECTORS_COPY:
    store(m->y, v->y.type, iy, x);
    break;
  case QN_VECTORS_SWAP:
    store(m->x, v->x.type, ix, y);
    store(m->y, v->y.type, iy, x);
    break;
  case QN_VECTORS_ROT:
    store(m->x, v->x.type, ix, times(m->alpha, x) + times(m->s, y));
    store(m->y, v->y.type, iy, times(m->alpha, y) - times(conj(m->s), x));
    break;
  default: // ROTM
    store(m->x, v->x.type, ix, m->five[1] * x + m->five[3] * y);
    store(m->y, v->y.type, iy, m->five[2] * x + m->five[4] * y);
  }
}

// The flag before the elements of rotm's matrix says which of them are not
// given.
static void complete(double *five) {
  const double flag = five[0];
  if (flag == -2 || flag == 0)
    five[1] = five[4] = 1;
  if (flag == -2)
    five[2] = five[3] = 0;
  if (flag == 1) {
    five[2] = -1;
    five[3] = 1;
  }
}

static double size1(number x) { return fabs(creal(x)) + fabs(cimag(x)); }

static int64_t find(const member *m) {
  const qn_vectors *v = m->v;
  int64_t best = 0;
  double most = 0;
  for (int64_t i = 0; m->x && i < v->n && v->x.inc > 0; ++i) {
    const double one = size1(load(m->x, v->x.type, i * v->x.inc));
    if (i == 0 || (v->what == QN_VECTORS_AMAX ? one > most : one < most)) {
      most = one;
      best = i + 1;
    }
  }
  return best;
}

// The norm of numbers whose squares may be too large, or too small, for a
// double.
static double norm(const member *m) {
  const qn_vectors *v = m->v;
  double scale = 0, sum = 1;
  for (int64_t i = 0; i < 2 * v->n && v->x.inc > 0; ++i) {
    const number x = load(m->x, v->x.type, i / 2 * v->x.inc);
    const double part = fabs(i % 2 ? cimag(x) : creal(x));
    if (part == 0)
      continue;
    if (isnan(part) || isinf(part))
      return part;
    const double ratio = scale < part ? scale / part : part / scale;
    sum = scale < part ? 1 + sum * ratio * ratio : sum + ratio * ratio;
    scale = scale < part ? part : scale;
  }
  return scale * sqrt(sum);
}

static number reduce(const member *m) {
  const qn_vectors *v = m->v;
  number sum = 0;
  if (!m->x)
    return 0; // it has no elements
  if (v->what == QN_VECTORS_NRM2)
    return norm(m);
  for (int64_t i = 0; i < v->n; ++i) {
    if (v->what == QN_VECTORS_ASUM) {
      if (v->x.inc > 0)
        sum += size1(load(m->x, v->x.type, i * v->x.inc));
      continue;
    }
    const number x = load(m->x, v->x.type, place(v, &v->x, i));
    const number y = load(m->y, v->y.type, place(v, &v->y, i));
    sum += times(v->what == QN_VECTORS_DOTC ? conj(x) : x, y);
  }
  return sum;
}

static void run_member(member *m, int64_t at) {
  const qn_vectors *v = m->v;
  if (is_index(v->what)) {
    if (v->wide)
      ((int64_t *)v->result)[at] = find(m);
    else
      ((int32_t *)v->result)[at] = (int32_t)find(m);
  } else if (has_result(v->what)) {
    store(v->result, v->result_type, at, reduce(m));
  } else if (m->x && (v->what != QN_VECTORS_SCAL || v->x.inc > 0)) {
    for (int64_t i = 0; i < v->n; ++i)
      change(m, i);
  }
}

// ---- On the stream

typedef struct call {
  qn_vectors v;
  double kept[5], kept_s[2]; // scalars that were the host's at the call
} call;

static void *part(const qn_vectors *v, const qn_vectors_vector *of,
                  int64_t at) {
  const char *p = of->p;
  if (v->has_batch && v->is_array)
    return ((void *const *)of->p)[at];
  return (void *)(uintptr_t)(p + at * of->stride *
                                     (int64_t)qn_libs_type_size(of->type));
}

// The program may change them as soon as the call returns.
static void keep_scalars(call *c) {
  qn_vectors *v = &c->v;
  const size_t size = qn_libs_type_size(v->scalar_type);
  if (!has_scalar(v->what))
    return;
  memcpy(c->kept, v->alpha, v->what == QN_VECTORS_ROTM ? 5 * size : size);
  v->alpha = c->kept;
  if (v->s) {
    memcpy(c->kept_s, v->s, size);
    v->s = c->kept_s;
  }
}

static void run_call(void *data) {
  const call *c = data;
  const qn_vectors *v = &c->v;
  for (int64_t at = 0; at < (v->has_batch ? v->count : 1); ++at) {
    member m = {.v = v};
    if (v->n > 0) {
      m.x = part(v, &v->x, at);
      m.y = has_y(v->what) ? part(v, &v->y, at) : m.x;
    }
    if (v->what == QN_VECTORS_ROTM) {
      for (int64_t i = 0; i < 5; ++i)
        m.five[i] = creal(load(v->alpha, v->scalar_type, i));
      complete(m.five);
    } else if (has_scalar(v->what)) {
      m.alpha = load(v->alpha, v->scalar_type, 0);
    }
    if (v->what == QN_VECTORS_ROT)
      m.s = load(v->s, v->scalar_type, 0);
    run_member(&m, at);
  }
}

static void free_call(void *data) { qn_free(data); }

// ---- On copies of a device's memory

typedef struct remote {
  call own; // first
  qn_libs_copies copies;
} remote;

static void run_remote(void *data) {
  remote *r = data;
  qn_libs_copies_take(&r->copies);
  run_call(&r->own);
}

static void add_region(remote *r, qn_libs_region region, const void **slot) {
  qn_libs_copies_add(&r->copies, region, slot);
}

static void add_vector_region(remote *r, qn_vectors_vector *x, bool writes) {
  const qn_vectors *v = &r->own.v;
  const size_t size = qn_libs_type_size(x->type);
  const size_t inc = (size_t)(x->inc < 0 ? -x->inc : x->inc);
  const bool nothing = x->inc <= 0 && !has_y(v->what);
  add_region(r,
             (qn_libs_region){.address = (void *)(uintptr_t)x->p,
                              .width = size,
                              .rows = nothing ? 0
                                      : inc   ? (size_t)v->n
                                              : 1,
                              .pitch = inc ? inc * size : size,
                              .members = v->has_batch ? (size_t)v->count : 1,
                              .step = x->stride * (int64_t)size,
                              .is_written = writes},
             &x->p);
}

static qn_blas_status call_remote(const qn_blas *h, const qn_vectors *what) {
  remote *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return QN_BLAS_NO_MEMORY;
  qn_vectors *v = &r->own.v;
  *v = *what;
  const size_t size = qn_libs_type_size(v->scalar_type);
  const size_t members = v->has_batch ? (size_t)v->count : 1;
  const size_t result =
      is_index(v->what) ? (v->wide ? 8 : 4) : qn_libs_type_size(v->result_type);
  const bool swaps = v->what == QN_VECTORS_SWAP || v->what == QN_VECTORS_ROT ||
                     v->what == QN_VECTORS_ROTM;
  add_vector_region(r, &v->x, swaps || v->what == QN_VECTORS_SCAL);
  if (has_y(v->what))
    add_vector_region(r, &v->y, v->what < QN_VECTORS_DOT);
  if (h->device_pointers && has_scalar(v->what))
    add_region(r,
               qn_libs_bytes(v->alpha,
                             v->what == QN_VECTORS_ROTM ? 5 * size : size,
                             false),
               &v->alpha);
  if (h->device_pointers && v->what == QN_VECTORS_ROT)
    add_region(r, qn_libs_bytes(v->s, size, false), &v->s);
  if (h->device_pointers && has_result(v->what))
    add_region(r, qn_libs_bytes(v->result, members * result, true),
               (const void **)(void *)&v->result);
  if (!h->device_pointers)
    keep_scalars(&r->own);
  qn_libs_say_mirrored(v->name);
  const qn_libs_task task = {run_remote, free_call, r};
  return qn_blas_submitted(qn_libs_submit_mirrored(
      h->stream, &task, r->copies.regions, r->copies.count));
}

// Arrays of addresses: a member at a time.
static qn_blas_status call_members(const qn_blas *h, const qn_vectors *v) {
  void **x = NULL, **y = NULL;
  const size_t result =
      is_index(v->what) ? (v->wide ? 8 : 4) : qn_libs_type_size(v->result_type);
  qn_blas_status status = qn_blas_fetch(h, v->x.p, v->count, &x);
  if (status == QN_BLAS_OK && has_y(v->what))
    status = qn_blas_fetch(h, v->y.p, v->count, &y);
  for (int64_t at = 0; at < v->count && status == QN_BLAS_OK; ++at) {
    qn_vectors one = *v;
    one.has_batch = one.is_array = false;
    one.x.p = x[at];
    one.y.p = y ? y[at] : NULL;
    if (has_result(v->what))
      one.result = (char *)v->result + (size_t)at * result;
    status = call_remote(h, &one);
  }
  qn_free(x);
  qn_free(y);
  return status;
}

// ---- What BLAS has itself

static char letter_of(int type) {
  return type == QN_LIBS_F32   ? 's'
         : type == QN_LIBS_F64 ? 'd'
         : type == QN_LIBS_C32 ? 'c'
         : type == QN_LIBS_C64 ? 'z'
                               : 0;
}

// The functions of the four types, in their order.
static bool find_plain(const qn_vectors *v, qn_blas_id *out) {
#define FOUR(s, d, c, z)                                                       \
  {                                                                            \
    QN_BLAS_##s, QN_BLAS_##d, QN_BLAS_##c, QN_BLAS_##z                         \
  }
  static const qn_blas_id ids[][4] = {
      [QN_VECTORS_AXPY] = FOUR(SAXPY, DAXPY, CAXPY, ZAXPY),
      [QN_VECTORS_SCAL] = FOUR(SSCAL, DSCAL, CSCAL, ZSCAL),
      [QN_VECTORS_COPY] = FOUR(SCOPY, DCOPY, CCOPY, ZCOPY),
      [QN_VECTORS_SWAP] = FOUR(SSWAP, DSWAP, CSWAP, ZSWAP),
      [QN_VECTORS_DOT] = FOUR(SDOT, DDOT, CDOTU, ZDOTU),
      [QN_VECTORS_DOTC] = FOUR(SDOT, DDOT, CDOTC, ZDOTC),
      [QN_VECTORS_NRM2] = FOUR(SNRM2, DNRM2, SCNRM2, DZNRM2),
      [QN_VECTORS_ASUM] = FOUR(SASUM, DASUM, SCASUM, DZASUM),
      [QN_VECTORS_AMAX] = FOUR(ISAMAX, IDAMAX, ICAMAX, IZAMAX),
      [QN_VECTORS_AMIN] = FOUR(ISAMIN, IDAMIN, ICAMIN, IZAMIN),
  };
#undef FOUR
  static const char letters[] = "sdcz";
  const char letter = letter_of(v->x.type);
  const bool real = v->what == QN_VECTORS_NRM2 || v->what == QN_VECTORS_ASUM;
  const int real_type =
      letter == 's' || letter == 'c' ? QN_LIBS_F32 : QN_LIBS_F64;
  if (!letter || v->what == QN_VECTORS_ROT || v->what == QN_VECTORS_ROTM ||
      (has_y(v->what) && v->y.type != v->x.type) ||
      (has_scalar(v->what) && v->scalar_type != v->x.type) ||
      (has_result(v->what) && !is_index(v->what) &&
       v->result_type != (real ? real_type : v->x.type)))
    return false;
  *out = ids[v->what][strchr(letters, letter) - letters];
  return true;
}

static qn_blas_status call_plain(void *handle, qn_blas_id id,
                                 const qn_vectors *v) {
  qn_blas_value values[QN_BLAS_VALUES_MAX] = {{.i = v->n}};
  qn_blas_batch batch = {.count = v->count, .is_array = v->is_array};
  size_t count = 1;
  if (has_scalar(v->what))
    values[count++].p = v->alpha;
  batch.strides[count] = v->x.stride;
  values[count++].p = v->x.p;
  values[count++].i = v->x.inc;
  if (has_y(v->what)) {
    batch.strides[count] = v->y.stride;
    values[count++].p = v->y.p;
    values[count++].i = v->y.inc;
  }
  if (has_result(v->what))
    values[count++].p = v->result;
  return qn_blas_call(handle, id, v->wide, v->has_batch ? &batch : NULL,
                      values);
}

// ---- NVIDIA's library

static void add(qn_vendor_call *c, int64_t value) {
  c->args[c->count++] = value;
}

static void add_vector(qn_vendor_call *c, const qn_vectors_vector *x) {
  add(c, (int64_t)(intptr_t)x->p);
  add(c, x->type);
  add(c, x->inc);
}

static void add_scalar(qn_vendor_call *c, const void *p, size_t size) {
  c->scalars[c->scalar_count].at = c->count;
  c->scalars[c->scalar_count++].size = (uint8_t)size;
  add(c, (int64_t)(intptr_t)p);
}

static qn_blas_status call_vendor(qn_blas *h, const qn_vectors *v) {
  static const char *const names[] = {"Axpy", "Scal", "Copy",  "Swap",
                                      "Rot",  "Rotm", "Dot",   "Dotc",
                                      "Nrm2", "Asum", "Iamax", "Iamin"};
  qn_vendor_call c = {.name = v->name, .host_info = -1};
  const size_t scalar = qn_libs_type_size(v->scalar_type);
  const bool has_alpha =
      v->what == QN_VECTORS_AXPY || v->what == QN_VECTORS_SCAL;
  if (v->has_batch)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "%s: NVIDIA's library has no form of it for batches",
                          v->name);
  snprintf(c.symbol, sizeof(c.symbol), "cublas%sEx%s", names[v->what],
           v->wide ? "_64" : "");
  add(&c, v->n);
  if (has_alpha) {
    add_scalar(&c, v->alpha, scalar);
    add(&c, v->scalar_type);
  }
  add_vector(&c, &v->x);
  if (has_y(v->what))
    add_vector(&c, &v->y);
  if (v->what == QN_VECTORS_ROT || v->what == QN_VECTORS_ROTM) {
    add_scalar(&c, v->alpha, v->what == QN_VECTORS_ROT ? scalar : 5 * scalar);
    if (v->what == QN_VECTORS_ROT)
      add_scalar(&c, v->s, scalar);
    add(&c, v->scalar_type);
  }
  if (has_result(v->what))
    add(&c, (int64_t)(intptr_t)v->result);
  if (has_result(v->what) && !is_index(v->what))
    add(&c, v->result_type);
  if (v->what != QN_VECTORS_COPY && v->what != QN_VECTORS_SWAP &&
      !is_index(v->what))
    add(&c, v->compute);
  return qn_vendor_submit(h, &c);
}

qn_blas_status qn_vectors_call(void *handle, const qn_vectors *what) {
  qn_blas_id id;
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return QN_BLAS_NOT_INITIALIZED;
  qn_blas_status status = check(what);
  if (status != QN_BLAS_OK)
    return status;
  if (find_plain(what, &id))
    return call_plain(handle, id, what);
  const bool waits = !h->device_pointers && has_result(what->what);
  if (waits && qn_libs_captures(h->stream))
    return qn_blas_wait(h); // which refuses
  if (qn_blas_is_vendor(h))
    return call_vendor(h, what);
  if (qn_blas_is_remote(h)) {
    status = what->has_batch && what->is_array && what->n > 0
                 ? call_members(h, what)
                 : call_remote(h, what);
    return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
  }
  status = qn_blas_check_device(h, what->name);
  if (status != QN_BLAS_OK)
    return status;
  call *c = qn_alloc_array(1, sizeof(*c));
  if (!c)
    return QN_BLAS_NO_MEMORY;
  c->v = *what;
  if (!h->device_pointers)
    keep_scalars(c);
  status = qn_blas_submitted(qn_libs_submit(h->stream, run_call, free_call, c));
  return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
}

// ---- Rotations of batches

typedef struct rotations {
  qn_blas_id id;
  qn_blas_batch batch;
  qn_blas_value values[QN_BLAS_VALUES_MAX];
} rotations;

static bool is_number(qn_blas_kind kind) {
  return kind == QN_BLAS_INT || kind == QN_BLAS_STRIDE;
}

static size_t element_size(const qn_blas_function *f, qn_blas_kind kind) {
  const size_t size = qn_blas_element_size(f->element);
  const bool is_complex = f->element == 'c' || f->element == 'z';
  return kind == QN_BLAS_IO_REAL && is_complex ? size / 2 : size;
}

static void run_rotations(void *data) {
  const rotations *r = data;
  const qn_blas_function *f = &qn_blas_functions[r->id];
  for (int64_t at = 0; at < r->batch.count; ++at) {
    void *args[QN_BLAS_VALUES_MAX] = {0};
    int32_t numbers[QN_BLAS_VALUES_MAX];
    for (uint8_t i = 0; i < f->count; ++i) {
      const qn_blas_kind kind = f->args[i].kind;
      const int64_t size = (int64_t)element_size(f, kind);
      const char *p = r->values[i].p;
      numbers[i] = (int32_t)r->values[i].i;
      args[i] = is_number(kind) ? &numbers[i]
                : r->batch.is_array
                    ? ((void *const *)r->values[i].p)[at]
                    : (void *)(uintptr_t)(p + at * r->batch.strides[i] * size);
    }
    qn_openblas_run(r->id, args);
  }
}

// On copies of a device's memory, a member at a time. The scalars of such
// batches are of each member, and may be the host's.
static qn_blas_status rotate_remote(const qn_blas *h, qn_blas_id id,
                                    const qn_blas_batch *batch,
                                    const qn_blas_value *values) {
  const qn_blas_function *f = &qn_blas_functions[id];
  void **kept[QN_BLAS_VALUES_MAX] = {0};
  qn_blas_status status = QN_BLAS_OK;
  for (uint8_t i = 0; i < f->count && status == QN_BLAS_OK; ++i)
    if (batch->is_array && !is_number(f->args[i].kind) && batch->count)
      status = qn_blas_fetch(h, values[i].p, batch->count, &kept[i]);
  for (int64_t at = 0; at < batch->count && status == QN_BLAS_OK; ++at) {
    qn_blas_value own[QN_BLAS_VALUES_MAX];
    for (uint8_t i = 0; i < f->count; ++i) {
      const int64_t size = (int64_t)element_size(f, f->args[i].kind);
      own[i] = values[i];
      if (!is_number(f->args[i].kind))
        own[i].p = batch->is_array ? kept[i][at]
                                   : (const char *)values[i].p +
                                         at * batch->strides[i] * size;
    }
    status = qn_blas_remote(h, &(const qn_blas_one){id, false, own});
  }
  for (uint8_t i = 0; i < f->count; ++i)
    qn_free(kept[i]);
  return status;
}

static qn_blas_status check_rotations(const qn_blas_function *f,
                                      const qn_blas_batch *batch,
                                      const qn_blas_value *values) {
  bool empty = batch->count == 0;
  if (batch->count < 0)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "%s: the batch has %" PRId64 " members", f->name,
                          batch->count);
  for (uint8_t i = 0; i < f->count; ++i) {
    const int64_t value = values[i].i;
    if (!is_number(f->args[i].kind))
      continue;
    if (value > INT32_MAX || value < INT32_MIN ||
        (f->args[i].kind == QN_BLAS_INT && value < 0))
      return qn_blas_refuse(QN_BLAS_INVALID_VALUE, "%s: '%s' is %" PRId64,
                            f->name, f->args[i].name, value);
    empty = empty || (f->args[i].kind == QN_BLAS_INT && value == 0);
  }
  for (uint8_t i = 0; i < f->count && !empty; ++i)
    if (!is_number(f->args[i].kind) && !values[i].p)
      return qn_blas_refuse(QN_BLAS_INVALID_POINTER, "%s: '%s' is null",
                            f->name, f->args[i].name);
  return QN_BLAS_OK;
}

qn_blas_status qn_rotations_call(void *handle, qn_blas_id id,
                                 const qn_blas_batch *batch,
                                 const qn_blas_value *values) {
  const qn_blas_function *f = &qn_blas_functions[id];
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return QN_BLAS_NOT_INITIALIZED;
  qn_blas_status status = check_rotations(f, batch, values);
  const bool has_results = !is_number(f->args[0].kind); // which rotm lacks
  const bool waits = !h->device_pointers && has_results;
  if (status == QN_BLAS_OK && waits && qn_libs_captures(h->stream))
    return qn_blas_wait(h); // which refuses
  const bool is_remote = qn_blas_is_remote(h);
  if (status == QN_BLAS_OK && !is_remote)
    status = qn_blas_check_device(h, f->name);
  if (status == QN_BLAS_OK)
    status = qn_openblas_find(id);
  if (status != QN_BLAS_OK)
    return status;
  if (is_remote) {
    status = rotate_remote(h, id, batch, values);
    return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
  }
  rotations *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return QN_BLAS_NO_MEMORY;
  r->id = id;
  r->batch = *batch;
  memcpy(r->values, values, f->count * sizeof(*values));
  status =
      qn_blas_submitted(qn_libs_submit(h->stream, run_rotations, free_call, r));
  return status == QN_BLAS_OK && waits ? qn_blas_wait(h) : status;
}

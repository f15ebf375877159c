// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/transform.h"

#include <inttypes.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/cublas.h"
#include "libs/core/mirror.h"

#define finish qn_cublas_status

typedef qn_lt_layout layout;
typedef qn_lt_transform transform;

enum { TILE = 32 }; // columns of CUBLASLT_ORDER_COL32

// ---- Checks

static const char *const names[] = {"A", "B", "C"};

static qn_blas_status check_layout(const layout *l, int at) {
  const int64_t rows = (int64_t)l->rows, columns = (int64_t)l->columns;
  const int64_t least = l->order == CUBLASLT_ORDER_COL   ? rows
                        : l->order == CUBLASLT_ORDER_ROW ? columns
                                                         : TILE * rows;
  if (l->order != CUBLASLT_ORDER_COL && l->order != CUBLASLT_ORDER_ROW &&
      l->order != CUBLASLT_ORDER_COL32)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatrixTransform: %s has order %d", names[at],
                          l->order);
  if (!qn_libs_type_size(l->type))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatrixTransform: %s has elements of type %d",
                          names[at], l->type);
  if (l->ld < (least > 1 ? least : 1) || l->count < 0)
    return qn_blas_refuse(
        QN_BLAS_INVALID_VALUE,
        "cublasLtMatrixTransform: the leading dimension of %s is %" PRId64
        ", and must be at least %" PRId64,
        names[at], l->ld, least);
  return QN_BLAS_OK;
}

static bool turns(const transform *t, int at) {
  const int op = at == 0 ? t->desc.op_a : t->desc.op_b;
  return op != CUBLAS_OP_N;
}

static qn_blas_status check_from(const transform *t, int at) {
  const layout *l = &t->layouts[at], *to = &t->layouts[2];
  const int op = at == 0 ? t->desc.op_a : t->desc.op_b;
  const qn_blas_status status = check_layout(l, at);
  if (status != QN_BLAS_OK)
    return status;
  if ((unsigned)op > CUBLAS_OP_C)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "cublasLtMatrixTransform: %d is no operation", op);
  if ((turns(t, at) ? l->columns : l->rows) != to->rows ||
      (turns(t, at) ? l->rows : l->columns) != to->columns ||
      l->count != to->count)
    return qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                          "cublasLtMatrixTransform: %s and C do not fit each "
                          "other",
                          names[at]);
  if (qn_libs_type_is_complex(l->type) != qn_libs_type_is_complex(to->type) ||
      (qn_libs_type_is_complex(l->type) && l->type != to->type))
    return qn_blas_refuse(
        QN_BLAS_NOT_SUPPORTED, "cublasLtMatrixTransform: from %s to %s",
        qn_libs_type_name(l->type), qn_libs_type_name(to->type));
  return QN_BLAS_OK;
}

static bool is_scale(const transform *t) {
  const int type = t->desc.scale_type;
  return qn_libs_type_is_complex(t->layouts[2].type)
             ? type == t->layouts[2].type
             : type == QN_LIBS_F16 || type == QN_LIBS_F32 ||
                   type == QN_LIBS_F64 || type == QN_LIBS_I32;
}

static qn_blas_status check(const transform *t) {
  const layout *to = &t->layouts[2];
  qn_blas_status status = check_layout(to, 2);
  for (int i = 0; i < 2 && status == QN_BLAS_OK; ++i)
    if (t->from[i])
      status = check_from(t, i);
  if (status != QN_BLAS_OK)
    return status;
  if (!is_scale(t))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatrixTransform: factors of type %d",
                          t->desc.scale_type);
  if (t->desc.pointer_mode != CUBLASLT_POINTER_MODE_HOST &&
      t->desc.pointer_mode != CUBLASLT_POINTER_MODE_DEVICE)
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatrixTransform: pointer mode %d",
                          t->desc.pointer_mode);
  const bool any = to->rows && to->columns && to->count;
  if (!t->alpha || (any && !t->to) || (any && !t->from[0] && !t->from[1]) ||
      (t->from[1] && !t->beta))
    return qn_blas_refuse(QN_BLAS_INVALID_POINTER,
                          "cublasLtMatrixTransform: an argument is null");
  return QN_BLAS_OK;
}

// ---- The work

static int64_t place(const layout *l, int64_t row, int64_t column) {
  return l->order == CUBLASLT_ORDER_COL ? row + column * l->ld
         : l->order == CUBLASLT_ORDER_ROW
             ? row * l->ld + column
             : column / TILE * l->ld + row * TILE + column % TILE;
}

typedef struct number {
  double re, im;
} number;

static number load(int type, const void *p, int64_t at) {
  const int real = type == QN_LIBS_C32   ? QN_LIBS_F32
                   : type == QN_LIBS_C64 ? QN_LIBS_F64
                                         : type;
  double parts[2] = {0, 0};
  qn_libs_to_double(real,
                    (const char *)p + at * (int64_t)qn_libs_type_size(type),
                    parts, real == type ? 1 : 2);
  return (number){parts[0], parts[1]};
}

static void store(int type, void *p, int64_t at, number x) {
  const int real = type == QN_LIBS_C32   ? QN_LIBS_F32
                   : type == QN_LIBS_C64 ? QN_LIBS_F64
                                         : type;
  const double parts[2] = {x.re, x.im};
  qn_libs_from_double(real, parts,
                      (char *)p + at * (int64_t)qn_libs_type_size(type),
                      real == type ? 1 : 2);
}

static number times(number a, number b) {
  if (a.im == 0 && b.im == 0)
    return (number){a.re * b.re, 0};
  return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static void add_term(const transform *t, int at, number factor,
                     const int64_t where[3], number *sum) {
  const layout *l = &t->layouts[at];
  const bool turned = turns(t, at);
  const int op = at == 0 ? t->desc.op_a : t->desc.op_b;
  const int64_t row = turned ? where[1] : where[0];
  const int64_t column = turned ? where[0] : where[1];
  if (!t->from[at] || (factor.re == 0 && factor.im == 0))
    return;
  number x =
      load(l->type, t->from[at], where[2] * l->stride + place(l, row, column));
  if (op == CUBLAS_OP_C)
    x.im = -x.im;
  x = times(factor, x);
  sum->re += x.re;
  sum->im += x.im;
}

typedef struct job {
  transform t;
  number factors[2];
  qn_libs_copies copies;
} job;

static void run_column(void *user, uint64_t index) {
  const job *j = user;
  const transform *t = &j->t;
  const layout *to = &t->layouts[2];
  const int64_t column = (int64_t)(index % to->columns);
  const int64_t member = (int64_t)(index / to->columns);
  for (int64_t row = 0; row < (int64_t)to->rows; ++row) {
    const int64_t where[] = {row, column, member};
    number sum = {0, 0};
    add_term(t, 0, j->factors[0], where, &sum);
    add_term(t, 1, j->factors[1], where, &sum);
    store(to->type, t->to, member * to->stride + place(to, row, column), sum);
  }
}

static void run(void *data) {
  job *j = data;
  transform *t = &j->t;
  const layout *to = &t->layouts[2];
  const int type = t->desc.scale_type;
  qn_libs_copies_take(&j->copies);
  j->factors[0] = load(type, t->alpha, 0);
  j->factors[1] = t->from[1] ? load(type, t->beta, 0) : (number){0, 0};
  qn_libs_share(run_column, j, to->columns * (uint64_t)to->count);
}

static void free_job(void *data) { qn_free(data); }

// ---- On copies of a device's memory

static void add(job *j, qn_libs_region region, const void **slot) {
  qn_libs_copies_add(&j->copies, region, slot);
}

static qn_libs_region region_of(const layout *l, const void *p, bool writes) {
  const size_t size = qn_libs_type_size(l->type);
  const bool by_rows = l->order == CUBLASLT_ORDER_ROW;
  const uint64_t tiles = (l->columns + TILE - 1) / TILE;
  qn_libs_region r = {.address = (void *)(uintptr_t)p,
                      .width = (by_rows ? l->columns : l->rows) * size,
                      .rows = by_rows ? l->rows : l->columns,
                      .pitch = (size_t)l->ld * size,
                      .members = (size_t)l->count,
                      .step = l->stride * (int64_t)size,
                      .is_written = writes};
  if (l->order == CUBLASLT_ORDER_COL32) {
    r.width = TILE * l->rows * size;
    r.rows = tiles;
  }
  return r;
}

static hipError_t submit_remote(hipStream_t stream, job *j) {
  transform *t = &j->t;
  const size_t size = qn_libs_type_size(t->desc.scale_type);
  for (int i = 0; i < 2; ++i)
    if (t->from[i] && t->from[i] != t->to)
      add(j, region_of(&t->layouts[i], t->from[i], false), &t->from[i]);
  add(j, region_of(&t->layouts[2], t->to, true), (const void **)(void *)&t->to);
  if (t->desc.pointer_mode == CUBLASLT_POINTER_MODE_DEVICE) {
    add(j, qn_libs_bytes(t->alpha, size, false), &t->alpha);
    if (t->from[1])
      add(j, qn_libs_bytes(t->beta, size, false), &t->beta);
  }
  qn_libs_say_mirrored("cublasLtMatrixTransform");
  const qn_libs_task task = {run, free_job, j};
  return qn_libs_submit_mirrored(stream, &task, j->copies.regions,
                                 j->copies.count);
}

static qn_blas_status submit(const qn_blas *h, hipStream_t stream,
                             const transform *t) {
  job *j = qn_alloc_array(1, sizeof(*j));
  if (!j)
    return QN_BLAS_NO_MEMORY;
  j->t = *t;
  const size_t size = qn_libs_type_size(t->desc.scale_type);
  if (t->desc.pointer_mode == CUBLASLT_POINTER_MODE_HOST) {
    memcpy(j->t.scalars[0], t->alpha, size);
    j->t.alpha = j->t.scalars[0];
    if (t->from[1])
      memcpy(j->t.scalars[1], t->beta, size);
    j->t.beta = j->t.scalars[1];
  }
  if (!qn_blas_is_remote(h))
    return qn_blas_submitted(qn_libs_submit(stream, run, free_job, j));
  // In place there is one copy, which both would be.
  if (t->from[0] == t->to || t->from[1] == t->to) {
    qn_free(j);
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "cublasLtMatrixTransform: in place, on this device");
  }
  return qn_blas_submitted(submit_remote(stream, j));
}

cublasStatus_t cublasLtMatrixTransform(
    cublasLtHandle_t handle, cublasLtMatrixTransformDesc_t transformDesc,
    const void *alpha, const void *A, cublasLtMatrixLayout_t Adesc,
    const void *beta, const void *B, cublasLtMatrixLayout_t Bdesc, void *C,
    cublasLtMatrixLayout_t Cdesc, cudaStream_t stream) {
  qn_blas *h = qn_blas_check(handle);
  if (!h)
    return CUBLAS_STATUS_NOT_INITIALIZED;
  if (!transformDesc || !Cdesc || (A && !Adesc) || (B && !Bdesc))
    return finish(
        qn_blas_refuse(QN_BLAS_INVALID_VALUE,
                       "cublasLtMatrixTransform: a descriptor is null"));
  const layout *c = (const layout *)(const void *)Cdesc;
  transform t = {
      .desc = *(const qn_lt_transform_desc *)(const void *)transformDesc,
      .alpha = alpha,
      .beta = beta,
      .from = {A, B},
      .to = C,
      .layouts = {A ? *(const layout *)(const void *)Adesc : *c,
                  B ? *(const layout *)(const void *)Bdesc : *c, *c}};
  if (qn_blas_is_vendor(h))
    return finish(qn_vendor_lt_transform(h, (hipStream_t)stream, &t));
  qn_blas_status status = check(&t);
  if (status == QN_BLAS_OK && !qn_blas_is_remote(h))
    status = qn_blas_check_device(h, "cublasLtMatrixTransform");
  if (status != QN_BLAS_OK || !c->rows || !c->columns || !c->count)
    return finish(status);
  return finish(submit(h, (hipStream_t)stream, &t));
}

// SPDX-License-Identifier: Apache-2.0
#include "libs/blas/device.h"

#include <stdio.h>
#include <string.h>

static qn_libs_bundle floats = QN_LIBS_BUNDLE("libs/blas_float.hipfb");
static qn_libs_bundle doubles = QN_LIBS_BUNDLE("libs/blas_double.hipfb");

// ---- Arguments by their names

static int place_of(const qn_own_args *a, const char *name) {
  for (int i = 0; i < a->f->count; ++i)
    if (strcmp(a->f->args[i].name, name) == 0)
      return i;
  return -1;
}

int64_t qn_own_number(const qn_own_args *a, const char *name) {
  const int i = place_of(a, name);
  return i < 0 ? 0 : a->call->values[i].i;
}

bool qn_own_is(const qn_own_args *a, const char *name, char letter) {
  return qn_own_number(a, name) == letter;
}

int64_t qn_own_count(const qn_own_args *a) {
  return a->call->batch ? a->call->batch->count : 1;
}

bool qn_own_is_complex(const qn_own_args *a) {
  return a->f->element == 'c' || a->f->element == 'z';
}

qn_kernel_matrix qn_own_matrix(const qn_own_args *a, const char *name) {
  const int i = place_of(a, name);
  const qn_blas_batch *batch = a->call->batch;
  return (qn_kernel_matrix){.p = (void *)(uintptr_t)a->call->values[i].p,
                            .row = 1,
                            .column = a->call->values[i + 1].i,
                            .step = batch ? batch->strides[i] : 0,
                            .is_array = batch && batch->is_array};
}

qn_kernel_matrix qn_own_transposed(qn_kernel_matrix m) {
  const qn_kernel_int row = m.row;
  m.row = m.column;
  m.column = row;
  m.is_lower = !m.is_lower;
  return m;
}

qn_kernel_matrix qn_own_op(const qn_own_args *a, const char *name,
                           const char *op) {
  qn_kernel_matrix m = qn_own_matrix(a, name);
  if (!qn_own_is(a, op, 'N'))
    m = qn_own_transposed(m);
  m.conjugates = qn_own_is(a, op, 'C');
  return m;
}

void qn_own_set_shape(const qn_own_args *a, qn_kernel_shape shape,
                      qn_kernel_matrix *m) {
  m->shape = shape;
  m->is_lower = qn_own_is(a, "uplo", 'L') == (m->row == 1);
  m->is_unit = qn_own_is(a, "diag", 'U');
}

qn_kernel_vector qn_own_vector(const qn_own_args *a, const char *name,
                               int64_t length) {
  const int i = place_of(a, name);
  const qn_blas_batch *batch = a->call->batch;
  const int64_t inc = a->call->values[i + 1].i;
  return (qn_kernel_vector){.p = (void *)(uintptr_t)a->call->values[i].p,
                            .inc = inc,
                            .start = inc < 0 ? (1 - length) * inc : 0,
                            .step = batch ? batch->strides[i] : 0,
                            .is_array = batch && batch->is_array};
}

static bool is_real_scalar(const qn_own_args *a, const char *name) {
  const int i = place_of(a, name);
  return i >= 0 && qn_own_is_complex(a) && a->f->args[i].kind == QN_BLAS_REAL;
}

bool qn_own_is_real(const qn_own_args *a, const char *name) {
  return a->handle->device_pointers && is_real_scalar(a, name);
}

// On the host a real scalar becomes a complex one.
qn_kernel_scalar qn_own_scalar(const qn_own_args *a, const char *name) {
  const int i = place_of(a, name);
  const void *p = a->call->values[i].p;
  qn_kernel_scalar s = {0};
  if (a->handle->device_pointers)
    s.p = p;
  else
    memcpy(s.words, p, qn_blas_scalar_size(a->f, a->f->args[i].kind));
  return s;
}

qn_kernel_scalar qn_own_constant(char element, double value) {
  const float narrow = (float)value;
  qn_kernel_scalar s = {0};
  if (element == 's' || element == 'c')
    memcpy(s.words, &narrow, sizeof(narrow));
  else
    memcpy(s.words, &value, sizeof(value));
  return s;
}

// ---- Launches

typedef struct launch {
  const char *name; // qn_...
  bool is_double;
  const qn_own_launch *what;
} launch;

static bool launch_it(const qn_blas *h, const launch *l, qn_blas_status *out) {
  const qn_own_launch *w = l->what;
  qn_libs_launch made = {.grid = {w->grid[0], w->grid[1], w->grid[2]},
                         .threads = w->threads,
                         .args = w->args};
  if (!qn_libs_fits(&made))
    return false;
  made.kernel =
      qn_libs_kernel(l->is_double ? &doubles : &floats, h->device, l->name);
  if (!made.kernel)
    return false;
  *out = qn_blas_submitted(qn_libs_launch_on(h->stream, &made));
  return true;
}

bool qn_own_launch_it(const qn_own_args *a, const qn_own_launch *l) {
  char name[32];
  const char element = a->f->element;
  snprintf(name, sizeof(name), "qn_%s_%c", l->what, element);
  return launch_it(a->handle,
                   &(const launch){name, element == 'd' || element == 'z', l},
                   a->out);
}

static uint64_t tiles(int64_t n) {
  return (uint64_t)((n + QN_KERNEL_TILE - 1) / QN_KERNEL_TILE);
}

bool qn_own_launch_gemm(const qn_blas *handle, const char *letters,
                        const qn_kernel_gemm *args, qn_blas_status *out) {
  enum { DEPTH = 1024 };
  char name[32];
  const qn_kernel_int count = args->count < DEPTH ? args->count : DEPTH;
  const qn_own_launch l = {
      .grid = {tiles(args->m), tiles(args->n), (uint64_t)count},
      .threads = QN_KERNEL_THREADS,
      .args = args};
  snprintf(name, sizeof(name), "qn_gemm_%s", letters);
  return launch_it(
      handle, &(const launch){name, letters[0] == 'd' || letters[0] == 'z', &l},
      out);
}

// Whether arrays of such sizes can be in the device's memory.
static bool is_possible(const qn_own_args *a) {
  const uint64_t most = qn_libs_memory_size(a->handle->device);
  bool possible = true;
  for (uint8_t i = 0; i < a->f->count; ++i)
    if (a->f->args[i].kind == QN_BLAS_INT || a->f->args[i].kind == QN_BLAS_LD)
      possible = possible && (uint64_t)a->call->values[i].i <= most;
  return possible;
}

bool qn_own_blas(const qn_blas *handle, const qn_own_call *call,
                 qn_blas_status *out) {
  const qn_own_args a = {handle, &qn_blas_functions[call->id], call, out};
  if (!qn_libs_has_kernels(handle->device) || !is_possible(&a))
    return false;
  return qn_own_level1(&a) || qn_own_level2(&a) || qn_own_level3(&a);
}

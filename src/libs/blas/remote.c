// SPDX-License-Identifier: Apache-2.0
// Calls for devices whose memory this machine's processor does not reach:
// OpenBLAS does them on copies, in the stream's order.
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/blas.h"
#include "libs/core/mirror.h"

bool qn_blas_is_remote(const qn_blas *handle) {
  return !qn_libs_on_host(handle->device) && qn_libs_can_mirror(handle->device);
}

qn_blas_status qn_blas_fetch(const qn_blas *handle, const void *array,
                             int64_t count, void ***out) {
  const size_t size = (size_t)count * sizeof(**out);
  if (qn_libs_captures(handle->stream))
    return qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                          "arrays of addresses cannot be captured on this "
                          "device, as the host reads them");
  *out = qn_alloc_array((size_t)count + 1, sizeof(**out));
  if (!*out)
    return QN_BLAS_NO_MEMORY;
  if (!count)
    return QN_BLAS_OK;
  const qn_blas_status status = qn_blas_submitted(
      hipMemcpyAsync(*out, array, size, hipMemcpyDefault, handle->stream));
  return status == QN_BLAS_OK ? qn_blas_wait(handle) : status;
}

// ---- What a call reads and writes

typedef struct job {
  qn_blas_id id;
  bool wide;
  qn_blas_value values[QN_BLAS_VALUES_MAX];
  double scalars[QN_BLAS_VALUES_MAX][2];
  qn_libs_region regions[QN_LIBS_REGIONS_MAX];
  uint8_t at[QN_LIBS_REGIONS_MAX]; // the argument of each
  size_t count;
} job;

// The argument of that name; 0: there is none.
static int64_t number_of(const qn_blas_function *f, const job *j,
                         const char *name) {
  for (uint8_t i = 0; i < f->count; ++i)
    if (strcmp(f->args[i].name, name) == 0)
      return j->values[i].i;
  return 0;
}

static bool is_name(const qn_blas_function *f, const char *name) {
  return strncmp(f->name + 1, name, strlen(name)) == 0;
}

static int64_t length_of(const qn_blas_function *f, const job *j, uint8_t i) {
  const int64_t m = number_of(f, j, "m"), n = number_of(f, j, "n");
  const bool is_x = f->args[i].name[0] == 'x';
  if (is_name(f, "gemv") || is_name(f, "gbmv"))
    return is_x == (j->values[0].i == 'N') ? n : m;
  if (is_name(f, "ger"))
    return is_x ? m : n;
  if (is_name(f, "dgmm"))
    return j->values[0].i == 'L' ? m : n;
  return n;
}

// (m/k,op): without the least of 1 that leading dimensions have.
static int64_t rows_by(const qn_blas_rows *rows, const qn_blas_value *v) {
  const char letter = (char)v[rows->by].i;
  return v[letter == 'N' || letter == 'L' ? rows->terms[0] : rows->other].i;
}

static int64_t columns_of(const qn_blas_function *f, const job *j,
                          const qn_blas_rows *rows) {
  if (rows->by < 0)
    return number_of(f, j, "n");
  const char letter = (char)j->values[rows->by].i;
  if (letter == 'L' || letter == 'R') // it is square
    return rows_by(rows, j->values);
  return j->values[letter == 'N' ? rows->other : rows->terms[0]].i;
}

// BLAS says that one vector whose stride is not positive has no elements.
static bool is_nothing(const qn_blas_function *f, int64_t inc) {
  int strides = 0;
  for (uint8_t i = 0; i < f->count; ++i)
    strides += f->args[i].kind == QN_BLAS_STRIDE ||
               f->args[i].kind == QN_BLAS_LD ||
               f->args[i].kind == QN_BLAS_IN_PACKED ||
               f->args[i].kind == QN_BLAS_PACKED;
  return strides == 1 && inc <= 0;
}

static qn_libs_region vector_of(const qn_blas_function *f, const job *j,
                                uint8_t i) {
  const size_t size = qn_blas_element_size(f->element);
  const int64_t inc = j->values[i + 1].i;
  const size_t distance = (size_t)(inc < 0 ? -inc : inc) * size;
  return (qn_libs_region){.width = size,
                          .rows = is_nothing(f, inc) ? 0
                                  : inc ? (size_t)length_of(f, j, i)
                                        : 1,
                          .pitch = distance ? distance : size,
                          .members = 1};
}

// Of what is symmetric, Hermitian or triangular only a part may be written.
static qn_libs_region matrix_of(const qn_blas_function *f, const job *j,
                                uint8_t i) {
  const size_t size = qn_blas_element_size(f->element);
  const qn_blas_rows *rows = &f->args[i + 1].rows;
  qn_libs_region r = {.rows = (size_t)columns_of(f, j, rows),
                      .pitch = (size_t)j->values[i + 1].i * size,
                      .members = 1};
  r.width = (size_t)rows->plus;
  if (rows->by >= 0)
    r.width = (size_t)rows_by(rows, j->values);
  for (uint8_t t = 0; rows->by < 0 && t < rows->count; ++t)
    r.width += (size_t)j->values[rows->terms[t]].i;
  r.width *= size;
  const bool has_triangle = f->args[i].kind == QN_BLAS_MATRIX &&
                            f->args[0].kind == QN_BLAS_UPLO &&
                            !is_name(f, "trtri"); // which zeroes the rest
  r.triangle = has_triangle ? size : 0;
  r.is_lower = has_triangle && j->values[0].i == 'L';
  return r;
}

static qn_libs_region region_of(const qn_blas_function *f, const job *j,
                                uint8_t i) {
  const qn_blas_kind kind = f->args[i].kind;
  const size_t size = qn_blas_element_size(f->element);
  const size_t n = (size_t)number_of(f, j, "n");
  switch (kind) {
  case QN_BLAS_IN_VECTOR:
  case QN_BLAS_VECTOR:
    return vector_of(f, j, i);
  case QN_BLAS_IN_MATRIX:
  case QN_BLAS_MATRIX:
    return matrix_of(f, j, i);
  case QN_BLAS_IN_PACKED:
  case QN_BLAS_PACKED:
    return qn_libs_bytes(NULL, n * (n + 1) / 2 * size, false);
  case QN_BLAS_FIVE:
    return qn_libs_bytes(NULL, 5 * size, false);
  case QN_BLAS_RESULT_INDEX:
    return qn_libs_bytes(NULL, j->wide ? 8 : 4, false);
  case QN_BLAS_REAL:
  case QN_BLAS_IO_REAL:
  case QN_BLAS_RESULT_REAL:
    return qn_libs_bytes(NULL, qn_blas_scalar_size(f, QN_BLAS_REAL), false);
  default:
    return qn_libs_bytes(NULL, size, false);
  }
}

static bool is_read(qn_blas_kind kind) {
  return kind == QN_BLAS_IN_VECTOR || kind == QN_BLAS_IN_MATRIX ||
         kind == QN_BLAS_IN_PACKED || kind == QN_BLAS_SCALAR ||
         kind == QN_BLAS_REAL;
}

static void add_region(const qn_blas_function *f, job *j, uint8_t i) {
  qn_libs_region r = region_of(f, j, i);
  r.address = (void *)(uintptr_t)j->values[i].p;
  r.is_written = !is_read(f->args[i].kind);
  j->at[j->count] = i;
  j->regions[j->count++] = r;
}

static void describe(const qn_blas *h, const qn_blas_function *f, job *j) {
  for (uint8_t i = 0; i < f->count; ++i) {
    const qn_blas_kind kind = f->args[i].kind;
    if (kind <= QN_BLAS_INT || kind == QN_BLAS_STRIDE || kind == QN_BLAS_LD)
      continue;
    const bool is_scalar = kind == QN_BLAS_SCALAR || kind == QN_BLAS_REAL;
    if (qn_blas_is_data(kind) || h->device_pointers) {
      add_region(f, j, i);
    } else if (is_scalar) { // the program may change it once the call returned
      memcpy(j->scalars[i], j->values[i].p, qn_blas_scalar_size(f, kind));
      j->values[i].p = j->scalars[i];
    }
  }
}

// ---- On the stream

static void run(void *data) {
  job *j = data;
  for (size_t i = 0; i < j->count; ++i)
    j->values[j->at[i]].p = j->regions[i].host;
  qn_blas_run_one(&(const qn_blas_one){j->id, j->wide, j->values});
}

static void free_job(void *data) { qn_free(data); }

qn_blas_status qn_blas_remote(const qn_blas *h, const qn_blas_one *one) {
  const qn_blas_function *f = &qn_blas_functions[one->id];
  job *j = qn_alloc_array(1, sizeof(*j));
  if (!j)
    return QN_BLAS_NO_MEMORY;
  j->id = one->id;
  j->wide = one->wide;
  memcpy(j->values, one->values, f->count * sizeof(*one->values));
  describe(h, f, j);
  qn_libs_say_mirrored(f->name);
  const qn_libs_task task = {run, free_job, j};
  return qn_blas_submitted(
      qn_libs_submit_mirrored(h->stream, &task, j->regions, j->count));
}

// SPDX-License-Identifier: Apache-2.0
#include "libs/core/mirror.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "hip/core/api.h"

void qn_libs_say_mirrored(const char *call) {
  static atomic_bool said;
  if (!atomic_exchange(&said, true) && qn_log_on(QN_LOG_INFO, "libs"))
    qn_log(QN_LOG_INFO, "libs",
           "%s and others that have no kernels for this device work on copies "
           "in the host's memory",
           call);
}

// ---- The host's copies

static size_t magnitude(int64_t step) {
  return step < 0 ? (size_t)-step : (size_t)step;
}

// From the first byte of a member to behind its last.
static bool span_of(const qn_libs_region *r, size_t *out) {
  size_t size;
  if (!r->rows || !r->width) {
    *out = 0;
    return true;
  }
  if (!qn_mul_size(r->rows - 1, r->pitch, &size) || size > SIZE_MAX - r->width)
    return false;
  *out = size + r->width;
  return true;
}

static bool is_empty(const qn_libs_region *r) {
  return !r->rows || !r->width || !r->members || !r->address;
}

// Members at a distance of 0 are one.
static size_t members_of(const qn_libs_region *r) {
  return r->step ? r->members : 1;
}

static bool make_block(qn_libs_region *r) {
  size_t span, size;
  if (is_empty(r))
    return true;
  if (!span_of(r, &span) ||
      !qn_mul_size(members_of(r) - 1, magnitude(r->step), &size) ||
      size > SIZE_MAX - span)
    return false;
  r->block = qn_alloc(size + span);
  r->host = r->block && r->step < 0 ? (char *)r->block + size : r->block;
  return r->block;
}

typedef struct mirrored {
  qn_libs_task task;
  qn_libs_region *regions;
  size_t count;
} mirrored;

static void run(void *user) {
  const mirrored *m = user;
  m->task.run(m->task.data);
}

static void drop(void *user) {
  mirrored *m = user;
  for (size_t i = 0; i < m->count; ++i)
    qn_free(m->regions[i].block);
  m->task.free(m->task.data);
  qn_free(m);
}

// ---- Copies

static qn_result copy(qn_stream *stream, qn_rows device, qn_rows host,
                      const size_t extent[2], bool back) {
  qn_op op;
  QN_CHECK(qn_copy_rows(back ? device : host, back ? host : device, extent,
                        hipMemcpyDefault, &op));
  // The host's side lasts as long as the work: nothing need be kept of it.
  op.copy.to.pageable = op.copy.from.pageable = false;
  return qn_stream_submit(stream, &op);
}

static qn_result copy_rows(qn_stream *stream, const qn_libs_region *r,
                           size_t member, size_t rows, bool back) {
  const int64_t at = (int64_t)member * r->step;
  const bool dense = r->pitch == r->width || rows == 1;
  const size_t width = dense ? r->width * rows : r->width;
  const qn_rows device = {(char *)r->address + at, dense ? width : r->pitch};
  const qn_rows host = {(char *)r->host + at, dense ? width : r->pitch};
  return copy(stream, device, host, (const size_t[2]){width, dense ? 1 : rows},
              back);
}

// What lies between the rows is read with them where it is little.
static qn_result fetch(qn_stream *stream, const qn_libs_region *r) {
  enum { WASTE = 4 };
  size_t span = 0;
  const size_t members = members_of(r);
  (void)span_of(r, &span);
  qn_libs_region whole = *r;
  if (span / WASTE <= r->rows * r->width) {
    whole.width = whole.pitch = span;
    whole.rows = 1;
  }
  if (whole.rows == 1 && members > 1 && r->step > 0 &&
      (size_t)r->step == whole.width) {
    whole.width *= members;
    return copy_rows(stream, &whole, 0, 1, false);
  }
  for (size_t i = 0; i < members; ++i)
    QN_CHECK(copy_rows(stream, &whole, i, whole.rows, false));
  return QN_R_OK;
}

static qn_result store_triangle(qn_stream *stream, const qn_libs_region *r,
                                size_t member) {
  for (size_t j = 0; j < r->rows; ++j) {
    const size_t first = r->is_lower ? j * r->triangle : 0;
    const size_t last = r->is_lower ? r->width : (j + 1) * r->triangle;
    const ptrdiff_t at = (ptrdiff_t)((int64_t)member * r->step) +
                         (ptrdiff_t)(j * r->pitch + first);
    const qn_rows device = {(char *)r->address + at, last - first};
    const qn_rows host = {(char *)r->host + at, last - first};
    if (first < last && last <= r->width)
      QN_CHECK(
          copy(stream, device, host, (const size_t[2]){last - first, 1}, true));
  }
  return QN_R_OK;
}

static qn_result store(qn_stream *stream, const qn_libs_region *r) {
  for (size_t i = 0; i < members_of(r); ++i)
    QN_CHECK(r->triangle ? store_triangle(stream, r, i)
                         : copy_rows(stream, r, i, r->rows, true));
  return QN_R_OK;
}

static qn_result submit_host(qn_stream *stream, void (*fn)(void *), void *m) {
  const qn_op op = {.kind = QN_OP_HOST, .host = {.fn = fn, .user = m}};
  return qn_stream_submit(stream, &op);
}

static qn_result submit_all(qn_stream *stream, mirrored *m) {
  for (size_t i = 0; i < m->count; ++i)
    if (!is_empty(&m->regions[i]) && !m->regions[i].is_unread)
      QN_CHECK(fetch(stream, &m->regions[i]));
  QN_CHECK(submit_host(stream, run, m));
  for (size_t i = 0; i < m->count; ++i)
    if (m->regions[i].is_written && !is_empty(&m->regions[i]))
      QN_CHECK(store(stream, &m->regions[i]));
  return QN_R_OK;
}

// ---- On the stream

static hipError_t submit_captured(hipStream_t handle, qn_stream *stream,
                                  mirrored *m) {
  const hipError_t error = qn_libs_keep_in_graph(handle, drop, m);
  return error == hipSuccess ? qn_hip(submit_all(stream, m)) : error;
}

hipError_t qn_libs_submit_mirrored(hipStream_t handle, const qn_libs_task *task,
                                   qn_libs_region *regions, size_t count) {
  qn_stream *stream;
  mirrored *m = qn_alloc(sizeof(*m));
  bool good = m;
  for (size_t i = 0; i < count; ++i)
    regions[i].host = regions[i].block = NULL;
  if (!m) {
    task->free(task->data);
    return hipErrorOutOfMemory;
  }
  *m = (mirrored){*task, regions, count};
  for (size_t i = 0; i < count && good; ++i)
    good = make_block(&regions[i]);
  const qn_result found = good ? qn_stream_find(handle, &stream) : QN_R_OK;
  if (!good || found != QN_R_OK) {
    drop(m);
    return good ? qn_hip(found) : hipErrorOutOfMemory;
  }
  if (qn_libs_captures(handle))
    return submit_captured(handle, stream, m);
  const qn_result result = submit_all(stream, m);
  if (result != QN_R_OK) // copies may be under way
    (void)qn_stream_wait(stream, true);
  if (result != QN_R_OK || submit_host(stream, drop, m) != QN_R_OK) {
    (void)qn_stream_wait(stream, true);
    drop(m);
  }
  return qn_hip(result);
}

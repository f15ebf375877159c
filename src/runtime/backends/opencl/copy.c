// SPDX-License-Identifier: Apache-2.0
// Copies and fills on OpenCL devices. OpenCL moves runs of bytes only, so
// blocks of rows become one run where they are dense, else one command for each
// row.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

enum {
  STAGE_MAX = 1 << 20,   // bytes of pageable memory that are kept for a copy
  ROWS_MAX = 64,         // more go through the host where it reaches all memory
  AT_ONCE_MAX = 1 << 16, // bytes: Intel's runtime takes 8 us to begin a copy
};

static qn_result copy_run(const qn_opencl_stream *s, void *to, const void *from,
                          size_t size) {
  if (!size || to == from)
    return QN_R_OK;
  const int error = s->device->memory == QN_OPENCL_USM
                        ? s->device->extensions.clEnqueueMemcpyINTEL(
                              s->queue, 0, to, from, size, 0, NULL, NULL)
                        : qn_opencl.clEnqueueSVMMemcpy(s->queue, 0, to, from,
                                                       size, 0, NULL, NULL);
  return qn_opencl_result(error, "copying memory");
}

// ---- Blocks of rows

// A copy that the host makes.
typedef struct host_copy {
  qn_op_copy op;
} host_copy;

static void copy_here(const qn_op_copy *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memmove(qn_spirv_row(&op->to, y, z), qn_spirv_row(&op->from, y, z),
              op->width);
}

static void run_host_copy(void *user) {
  copy_here(&((const host_copy *)user)->op);
  qn_free(user);
}

static qn_result copy_by_host(qn_opencl_stream *s, const qn_op_copy *op) {
  host_copy *copy = qn_alloc_array(1, sizeof(*copy));
  if (!copy)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy");
  copy->op = *op;
  const qn_result result = qn_opencl_submit_host(s, run_host_copy, copy);
  if (result != QN_R_OK)
    qn_free(copy);
  return result;
}

static qn_result copy_rows(qn_opencl_stream *s, const qn_op_copy *op) {
  if (s->device->is_cpu && op->height * op->depth > ROWS_MAX)
    return copy_by_host(s, op);
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      QN_CHECK(copy_run(s, qn_spirv_row(&op->to, y, z),
                        qn_spirv_row(&op->from, y, z), op->width));
  return QN_R_OK;
}

static qn_result copy_lasting(qn_opencl_stream *s, const qn_op_copy *op) {
  if (!op->width || !op->height || !op->depth)
    return QN_R_OK;
  if (qn_spirv_is_dense(op))
    return copy_run(s, op->to.address, op->from.address,
                    op->width * op->height * op->depth);
  return copy_rows(s, op);
}

// ---- Pageable memory

static qn_result wait_copied(const qn_opencl_stream *s) {
  QN_CL(clFinish, s->queue);
  return QN_R_OK;
}

// Keeps what is copied until the copy has run.
static qn_result copy_staged(qn_opencl_stream *s, const qn_op_copy *op,
                             size_t size) {
  uint8_t *stage = qn_alloc(size);
  qn_op_copy reading = *op;
  qn_op_copy writing = *op;
  cl_event *done = NULL;
  if (!stage)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy");
  const qn_copy_side staged = {
      .address = stage, .pitch = op->width, .slice = op->width * op->height};
  reading.to = writing.from = staged;
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memcpy(qn_spirv_row(&reading.to, y, z), qn_spirv_row(&reading.from, y, z),
             op->width);
  qn_result result = copy_lasting(s, &writing);
  if (result == QN_R_OK)
    result = qn_opencl_result(
        qn_opencl.clEnqueueMarkerWithWaitList(s->queue, 0, NULL, &done),
        "clEnqueueMarkerWithWaitList");
  if (result == QN_R_OK) {
    result = qn_opencl_when_done(s->device, done, qn_free, stage);
    (void)qn_opencl.clReleaseEvent(done);
    if (result == QN_R_OK)
      return QN_R_OK;
  }
  (void)wait_copied(s); // it may be reading already
  qn_free(stage);
  return result;
}

static bool is_short(const qn_op_copy *op) {
  size_t size;
  return qn_mul_size(op->width, op->height, &size) &&
         qn_mul_size(size, op->depth, &size) && size <= AT_ONCE_MAX;
}

bool qn_opencl_copy_at_once(qn_opencl_stream *s, const qn_op_copy *given) {
  const qn_opencl_device *d = s->device;
  qn_op_copy op = *given;
  if (!d->is_cpu || d->memory == QN_OPENCL_COARSE || !is_short(given) ||
      !qn_spirv_is_next_free(&s->base))
    return false;
  qn_spirv_resolve(&op.to);
  qn_spirv_resolve(&op.from);
  copy_here(&op);
  return true;
}

qn_result qn_opencl_copy(qn_opencl_stream *s, const qn_op_copy *given,
                         bool lasting) {
  qn_op_copy plain = *given;
  const qn_op_copy *op = &plain;
  size_t size;
  qn_spirv_resolve(&plain.to);
  qn_spirv_resolve(&plain.from);
  if (!op->from.pageable || lasting)
    return copy_lasting(s, op);
  if (qn_mul_size(op->width, op->height, &size) &&
      qn_mul_size(size, op->depth, &size) && size <= STAGE_MAX)
    return size ? copy_staged(s, op, size) : QN_R_OK;
  QN_CHECK(copy_lasting(s, op));
  return wait_copied(s);
}

qn_result qn_opencl_write(qn_spirv_device *d, void *to, const void *from,
                          size_t size) {
  qn_opencl_stream *null = qn_opencl_null((qn_opencl_device *)d);
  const qn_op_copy op = {.to = {.address = to},
                         .from = {.address = (void *)(uintptr_t)from},
                         .width = size,
                         .height = 1,
                         .depth = 1};
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  QN_CHECK(qn_opencl_copy(null, &op, true));
  return wait_copied(null);
}

// ---- Fills

static qn_result fill_run(const qn_opencl_stream *s, const qn_op_fill *op,
                          void *to, size_t values) {
  const size_t size = values * op->value_size;
  if (!size)
    return QN_R_OK;
  const int error =
      s->device->memory == QN_OPENCL_USM
          ? s->device->extensions.clEnqueueMemFillINTEL(
                s->queue, to, &op->value, op->value_size, size, 0, NULL, NULL)
          : qn_opencl.clEnqueueSVMMemFill(s->queue, to, &op->value,
                                          op->value_size, size, 0, NULL, NULL);
  return qn_opencl_result(error, "filling memory");
}

qn_result qn_opencl_fill(qn_opencl_stream *s, const qn_op_fill *op) {
  const size_t row = op->width * op->value_size;
  if (op->height == 1 && op->depth == 1)
    return fill_run(s, op, op->address, op->width);
  if (op->pitch == row && (op->depth == 1 || op->slice == row * op->height))
    return fill_run(s, op, op->address, op->width * op->height * op->depth);
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      QN_CHECK(fill_run(s, op,
                        (char *)op->address + z * op->slice + y * op->pitch,
                        op->width));
  return QN_R_OK;
}

// ---- Hints

qn_result qn_opencl_prefetch(qn_opencl_stream *s, const qn_op *op) {
  const qn_opencl_device *d = s->device;
  if (d->memory != QN_OPENCL_USM || !d->extensions.clEnqueueMigrateMemINTEL ||
      d->is_cpu)
    return QN_R_OK;
  QN_CL_EXTENSION(d, clEnqueueMigrateMemINTEL, s->queue, op->prefetch.address,
                  op->prefetch.size,
                  op->prefetch.to_host ? CL_MIGRATE_TO_HOST : 0, 0, NULL, NULL);
  return QN_R_OK;
}

// SPDX-License-Identifier: Apache-2.0
// Copies and fills on OpenCL devices. OpenCL moves runs of bytes only, so
// blocks of rows become one run where they are dense, else one command for each
// row.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

enum {
  STAGE_MAX = 1 << 20, // bytes of pageable memory that are kept for a copy
  ROWS_MAX = 64,       // more are no commands of their own where that can be
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

static qn_result copy_rows(qn_opencl_stream *s, const qn_op_copy *op) {
  if (s->device->has_native && op->height * op->depth > ROWS_MAX)
    return qn_opencl_native_copy(s, op);
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      QN_CHECK(copy_run(s, qn_copy_row(&op->to, y, z),
                        qn_copy_row(&op->from, y, z), op->width));
  return QN_R_OK;
}

static qn_result copy_lasting(qn_opencl_stream *s, const qn_op_copy *op) {
  if (!op->width || !op->height || !op->depth)
    return QN_R_OK;
  if (s->device->has_native && qn_opencl_is_short_copy(op))
    return qn_opencl_native_copy(s, op);
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

// With a stage that is freed behind it.
static qn_result copy_then_free(qn_opencl_stream *s, const qn_op_copy *op,
                                void *stage) {
  cl_event *done = NULL;
  QN_CHECK(copy_lasting(s, op));
  QN_CL(clEnqueueMarkerWithWaitList, s->queue, 0, NULL, &done);
  const qn_result result = qn_opencl_when_done(s->device, done, qn_free, stage);
  (void)qn_opencl.clReleaseEvent(done);
  return result;
}

// Keeps what is copied until the copy has run.
static qn_result copy_staged(qn_opencl_stream *s, const qn_op_copy *op,
                             size_t size) {
  uint8_t *stage = qn_alloc(size);
  qn_op_copy reading = *op;
  qn_op_copy writing = *op;
  if (!stage)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy");
  const qn_copy_side staged = {
      .address = stage, .pitch = op->width, .slice = op->width * op->height};
  reading.to = writing.from = staged;
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memcpy(qn_copy_row(&reading.to, y, z), qn_copy_row(&reading.from, y, z),
             op->width);
  const qn_result result = s->device->has_native
                               ? qn_opencl_native_staged(s, &writing, stage)
                               : copy_then_free(s, &writing, stage);
  if (result == QN_R_OK)
    return QN_R_OK;
  (void)wait_copied(s); // it may be reading already
  qn_free(stage);
  return result;
}

qn_result qn_opencl_copy(qn_opencl_stream *s, const qn_op_copy *given,
                         bool lasting) {
  qn_op_copy plain = *given;
  const qn_op_copy *op = &plain;
  size_t size;
  qn_array_resolve(&plain.to);
  qn_array_resolve(&plain.from);
  if (!op->from.pageable || lasting)
    return copy_lasting(s, op);
  if (qn_mul_size(op->width, op->height, &size) &&
      qn_mul_size(size, op->depth, &size) && size <= STAGE_MAX)
    return size ? copy_staged(s, op, size) : QN_R_OK;
  QN_CHECK(copy_lasting(s, op));
  return wait_copied(s);
}

qn_result qn_opencl_write(void *user, void *to, const void *from, size_t size) {
  qn_opencl_stream *null = qn_opencl_null(user);
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
  if (s->device->has_native &&
      (qn_opencl_is_short_fill(op) || op->height * op->depth > ROWS_MAX))
    return qn_opencl_native_fill(s, op);
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

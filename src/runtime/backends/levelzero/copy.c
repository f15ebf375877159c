// SPDX-License-Identifier: Apache-2.0
// Copies and fills on Level Zero devices. Of the program's pageable memory the
// driver makes what the device can read.
#include "base/alloc.h"
#include "runtime/backends/levelzero/levelzero.h"

enum { STAGE_MAX = 1 << 20 }; // bytes of pageable memory kept for a copy

static qn_result copy_run(const qn_ze_stream *s, void *to, const void *from,
                          size_t size) {
  if (!size || to == from)
    return QN_R_OK;
  QN_ZE(zeCommandListAppendMemoryCopy, s->list, to, from, size, NULL, 0, NULL);
  return QN_R_OK;
}

// ---- Blocks of rows

static bool fits(size_t value) { return value <= UINT32_MAX; }

static bool is_region(const qn_op_copy *op) {
  return fits(op->width) && fits(op->height) && fits(op->depth) &&
         fits(op->to.pitch) && fits(op->from.pitch) && fits(op->to.slice) &&
         fits(op->from.slice);
}

// A side of one row or slice may say anything of the next one.
static uint32_t slice_of(const qn_copy_side *side, const qn_op_copy *op) {
  return op->depth > 1 ? (uint32_t)side->slice : 0;
}

static uint32_t pitch_of(const qn_copy_side *side, const qn_op_copy *op) {
  return (uint32_t)(op->height > 1 ? side->pitch : op->width);
}

static qn_result copy_region(const qn_ze_stream *s, const qn_op_copy *op) {
  const ze_region region = {.width = (uint32_t)op->width,
                            .height = (uint32_t)op->height,
                            .depth = op->depth > 1 ? (uint32_t)op->depth : 0};
  QN_ZE(zeCommandListAppendMemoryCopyRegion, s->list, op->to.address, &region,
        pitch_of(&op->to, op), slice_of(&op->to, op), op->from.address, &region,
        pitch_of(&op->from, op), slice_of(&op->from, op), NULL, 0, NULL);
  return QN_R_OK;
}

static qn_result copy_rows(const qn_ze_stream *s, const qn_op_copy *op) {
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      QN_CHECK(copy_run(s, qn_copy_row(&op->to, y, z),
                        qn_copy_row(&op->from, y, z), op->width));
  return QN_R_OK;
}

static qn_result copy_lasting(const qn_ze_stream *s, const qn_op_copy *op) {
  if (!op->width || !op->height || !op->depth)
    return QN_R_OK;
  if (qn_spirv_is_dense(op))
    return copy_run(s, op->to.address, op->from.address,
                    op->width * op->height * op->depth);
  return is_region(op) ? copy_region(s, op) : copy_rows(s, op);
}

// ---- Pageable memory

// Keeps what is copied until the copy has run.
static qn_result copy_staged(qn_ze_stream *s, const qn_op_copy *op,
                             size_t size) {
  uint8_t *stage = qn_alloc(size);
  qn_op_copy copy = *op;
  if (!stage)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy");
  copy.from = (qn_copy_side){
      .address = stage, .pitch = op->width, .slice = op->width * op->height};
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height; ++y)
      memcpy(qn_copy_row(&copy.from, y, z), qn_copy_row(&op->from, y, z),
             op->width);
  const qn_result kept = qn_ze_keep(s, qn_free, stage);
  if (kept != QN_R_OK) {
    qn_free(stage);
    return kept;
  }
  return copy_lasting(s, &copy);
}

qn_result qn_ze_copy(qn_ze_stream *s, const qn_op_copy *given, bool lasting,
                     bool *out_wait) {
  qn_op_copy op = *given;
  size_t size;
  qn_array_resolve(&op.to);
  qn_array_resolve(&op.from);
  const bool read_now = op.from.pageable && !lasting;
  const bool staged = read_now && qn_mul_size(op.width, op.height, &size) &&
                      qn_mul_size(size, op.depth, &size) && size <= STAGE_MAX;
  if (staged && size)
    QN_CHECK(copy_staged(s, &op, size));
  else
    QN_CHECK(copy_lasting(s, &op));
  *out_wait |= read_now && !staged;
  return qn_ze_barrier(s);
}

qn_result qn_ze_write(void *user, void *to, const void *from, size_t size) {
  qn_spirv_device *d = user;
  qn_ze_stream *null = (qn_ze_stream *)atomic_load(&d->null);
  const qn_op op = {.kind = QN_OP_COPY,
                    .copy = {.to = {.address = to},
                             .from = {.address = (void *)(uintptr_t)from},
                             .width = size,
                             .height = 1,
                             .depth = 1}};
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  QN_CHECK(qn_ze_submit(null, &op));
  qn_ze_finish(&null->base);
  return qn_spirv_failure(d);
}

// ---- Fills

static qn_result fill_run(const qn_ze_stream *s, const qn_op_fill *op, void *to,
                          size_t values) {
  if (values)
    QN_ZE(zeCommandListAppendMemoryFill, s->list, to, &op->value,
          op->value_size, values * op->value_size, NULL, 0, NULL);
  return QN_R_OK;
}

static qn_result fill(const qn_ze_stream *s, const qn_op_fill *op) {
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

qn_result qn_ze_fill(qn_ze_stream *s, const qn_op_fill *op) {
  QN_CHECK(fill(s, op));
  return qn_ze_barrier(s);
}

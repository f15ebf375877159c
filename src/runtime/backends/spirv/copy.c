// SPDX-License-Identifier: Apache-2.0
// Memory: arrays in plain memory, which copies and textures reach.
#include "base/alloc.h"
#include "runtime/backends/spirv/spirv.h"

void qn_spirv_resolve(qn_copy_side *side) {
  const qn_memory *array = side->array;
  if (!array)
    return;
  side->address = (char *)array->native + side->z * array->slice +
                  side->y * array->pitch + side->x;
  side->pitch = array->pitch;
  side->slice = array->slice;
  side->array = NULL;
}

static bool is_side_dense(const qn_copy_side *side, const qn_op_copy *op) {
  return (op->height == 1 || side->pitch == op->width) &&
         (op->depth == 1 || side->slice == op->width * op->height);
}

bool qn_spirv_is_dense(const qn_op_copy *op) {
  return is_side_dense(&op->to, op) && is_side_dense(&op->from, op);
}

qn_result qn_spirv_array_layout(const qn_spirv_device *d,
                                const qn_array_shape *shape, qn_memory *out,
                                size_t *out_size) {
  const size_t texel = shape->channels * (size_t)(shape->channel_bits / 8);
  const size_t step = d->info.texture_pitch_alignment;
  const size_t rows = shape->height ? shape->height : 1;
  const size_t slices = shape->depth ? shape->depth : 1;
  size_t pitch;
  size_t slice;
  if (!qn_mul_size(shape->width, texel, &pitch) || pitch > SIZE_MAX - step)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an array");
  pitch = (size_t)qn_align_up(pitch, step);
  if (!qn_mul_size(pitch, rows, &slice) ||
      !qn_mul_size(slice, slices, out_size))
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an array");
  out->pitch = pitch;
  out->slice = slice;
  return QN_R_OK;
}

const char *qn_spirv_memory_name(qn_memory_kind kind) {
  switch (kind) {
  case QN_MEMORY_RESERVED:
  case QN_MEMORY_PHYSICAL:
    return "virtual memory functions";
  case QN_MEMORY_EXPORTED:
  case QN_MEMORY_IMPORTED:
    return "memory that several processes share";
  case QN_MEMORY_MAPPED:
    return "memory of other APIs";
  default:
    return "such memory";
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/contract/array.h"

#include "base/alloc.h"

// ---- Arrays

static qn_result refuse_size(const qn_array_shape *shape) {
  return qn_refuse(QN_R_OUT_OF_MEMORY,
                   "no memory for an array of %zu x %zu x %zu elements",
                   shape->width, shape->height, shape->depth);
}

qn_result qn_array_layout(const qn_array_shape *shape, size_t alignment,
                          qn_memory *out, size_t *out_size) {
  const size_t texel = shape->channels * (size_t)(shape->channel_bits / 8);
  const size_t rows = shape->height ? shape->height : 1;
  const size_t slices = shape->depth ? shape->depth : 1;
  size_t pitch;
  size_t slice;
  if (!qn_mul_size(shape->width, texel, &pitch) || pitch > SIZE_MAX - alignment)
    return refuse_size(shape);
  pitch = (size_t)qn_align_up(pitch, alignment);
  if (!qn_mul_size(pitch, rows, &slice) ||
      !qn_mul_size(slice, slices, out_size))
    return refuse_size(shape);
  out->pitch = pitch;
  out->slice = slice;
  return QN_R_OK;
}

void qn_array_resolve(qn_copy_side *side) {
  const qn_memory *array = side->array;
  if (!array)
    return;
  side->address = (char *)array->native + side->z * array->slice +
                  side->y * array->pitch + side->x;
  side->pitch = array->pitch;
  side->slice = array->slice;
  side->array = NULL;
  side->device = true;
}

// ---- Mipmaps: a list of their arrays

static void free_levels(const qn_array_ops *ops, void *device, qn_memory *list,
                        size_t count) {
  for (size_t i = 0; i < count; ++i)
    (void)ops->release(device, QN_MEMORY_ARRAY, &list[i]);
  qn_free(list);
}

qn_result qn_mipmap_make(const qn_array_ops *ops, void *device,
                         const qn_array_shape *first, qn_memory *out) {
  qn_array_shape shape = *first;
  qn_memory *list = qn_alloc_array(shape.levels + 1, sizeof(*list));
  if (!list)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mipmapped array");
  for (uint32_t i = 0; i < first->levels; ++i) {
    const qn_memory_request request = {.kind = QN_MEMORY_ARRAY,
                                       .shape = &shape};
    const qn_result result = ops->allocate(device, &request, &list[i]);
    if (result != QN_R_OK) {
      free_levels(ops, device, list, i);
      return result;
    }
    shape = qn_array_next_level(&shape);
  }
  *out = (qn_memory){.native = list, .pitch = first->levels};
  return QN_R_OK;
}

void qn_mipmap_finish(const qn_array_ops *ops, void *device,
                      qn_memory *mipmap) {
  free_levels(ops, device, mipmap->native, mipmap->pitch);
}

qn_memory qn_mipmap_level(const qn_memory_request *request) {
  return ((const qn_memory *)request->host)[request->offset];
}

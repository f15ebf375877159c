// SPDX-License-Identifier: Apache-2.0
// Textures and surfaces: arrays are plain memory of the device, and so is a
// descriptor of how to read them, which device code does by arithmetic. Results
// are those of CPUs, on devices with and without images.
#include "runtime/contract/texture.h"

#include "base/alloc.h"
#include "runtime/backends/spirv/spirv.h"

// ---- Mipmaps: a list of their arrays

static void free_levels(qn_spirv_device *d, qn_memory *list, size_t count) {
  for (size_t i = 0; i < count; ++i)
    (void)d->ops->release(d, QN_MEMORY_ARRAY, &list[i]);
  qn_free(list);
}

qn_result qn_spirv_mipmap_make(qn_spirv_device *d, const qn_array_shape *first,
                               qn_memory *out) {
  qn_array_shape shape = *first;
  qn_memory *list = qn_alloc_array(shape.levels + 1, sizeof(*list));
  if (!list)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mipmapped array");
  for (uint32_t i = 0; i < first->levels; ++i) {
    const qn_memory_request request = {.kind = QN_MEMORY_ARRAY,
                                       .shape = &shape};
    const qn_result result = d->ops->allocate(d, &request, &list[i]);
    if (result != QN_R_OK) {
      free_levels(d, list, i);
      return result;
    }
    shape = qn_array_next_level(&shape);
  }
  *out = (qn_memory){.native = list, .pitch = first->levels};
  return QN_R_OK;
}

void qn_spirv_mipmap_finish(qn_spirv_device *d, qn_memory *mipmap) {
  free_levels(d, mipmap->native, mipmap->pitch);
}

qn_memory qn_spirv_mipmap_level(const qn_memory_request *request) {
  return ((const qn_memory *)request->host)[request->offset];
}

// ---- Descriptors

// As an array of bytes, which is released without its size.
static qn_result allocate_descriptor(qn_spirv_device *d, size_t size,
                                     qn_memory *out) {
  const qn_array_shape bytes = {
      .width = size, .channels = 1, .channel_bits = 8};
  const qn_memory_request request = {.kind = QN_MEMORY_ARRAY, .shape = &bytes};
  return d->ops->allocate(d, &request, out);
}

static qn_result make_descriptor(qn_spirv_device *d,
                                 const qn_texture_request *request,
                                 qn_memory *out) {
  const size_t size = qn_texture_size(request);
  QN_CHECK(qn_texture_check(request));
  qn_texture *t = qn_alloc(size);
  if (!t)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  qn_result result = allocate_descriptor(d, size, out);
  if (result == QN_R_OK) {
    qn_texture_fill(t, request, (uintptr_t)out->native);
    result = d->ops->write(d, out->native, t, size);
    if (result != QN_R_OK)
      (void)d->ops->release(d, QN_MEMORY_ARRAY, out);
  }
  qn_free(t);
  return result;
}

qn_result qn_spirv_texture(void *user, const qn_texture_request *request,
                           uint64_t *value) {
  qn_spirv_device *d = user;
  qn_memory memory = {0};
  if (!request) {
    memory.native = (void *)(uintptr_t)*value;
    return d->ops->release(d, QN_MEMORY_ARRAY, &memory);
  }
  QN_CHECK(make_descriptor(d, request, &memory));
  *value = (uintptr_t)memory.native;
  return QN_R_OK;
}

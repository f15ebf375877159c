// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: an array for each level, half as large as the one before.
#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/core/handles.h"

qn_result qn_hip_mipmap_find(const void *handle, qn_hip_mipmap **out) {
  *out = qn_handle_find(QN_HANDLE_MIPMAP, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no mipmapped array, or was freed", handle);
}

static qn_result free_mipmap(qn_hip_mipmap *m) {
  qn_result first = QN_R_OK;
  (void)qn_device_synchronize(m->device);
  for (unsigned i = 0; i < m->count; ++i) {
    qn_hip_array *a;
    qn_result result = qn_hip_array_find(m->levels[i], &a);
    if (result == QN_R_OK)
      result = qn_hip_array_free(a);
    if (first == QN_R_OK)
      first = result;
  }
  const qn_result end = m->device->backend->release(
      atomic_load(&m->device->native), QN_MEMORY_MIPMAP, &m->memory);
  qn_free(m);
  return first == QN_R_OK ? end : first;
}

static unsigned most_levels(const qn_array_shape *shape) {
  size_t most = shape->width > shape->height ? shape->width : shape->height;
  unsigned count = 1;
  if (!shape->layered && !shape->cubemap && shape->depth > most)
    most = shape->depth;
  for (; most > 1; most /= 2)
    ++count;
  return count;
}

static qn_result make_levels(qn_hip_mipmap *m, unsigned flags) {
  qn_hip_array like = {.shape = m->shape, .format = m->format, .flags = flags};
  for (; m->count < m->shape.levels; ++m->count) {
    qn_hip_array *a;
    hipArray_t *to = &m->levels[m->count];
    like.shape.levels = 0;
    like.level = true;
    QN_CHECK(qn_hip_array_of_level(m->device, &m->memory, m->count, &like, to));
    QN_CHECK(qn_hip_array_find(*to, &a));
    like.shape = qn_array_next_level(&like.shape);
  }
  return QN_R_OK;
}

static qn_result fill_mipmap(qn_hip_mipmap *m, unsigned flags,
                             hipMipmappedArray_t *to) {
  qn_result result = make_levels(m, flags);
  if (result == QN_R_OK) {
    *to = qn_handle_make(QN_HANDLE_MIPMAP, m);
    if (!*to)
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  }
  if (result != QN_R_OK)
    (void)free_mipmap(m);
  return result;
}

static qn_result make(const hipChannelFormatDesc *format, hipExtent extent,
                      unsigned count, unsigned flags, hipMipmappedArray_t *to) {
  qn_array_shape shape;
  qn_device *device;
  if (!count)
    return qn_refuse(QN_R_INVALID_VALUE, "no mipmapped array of 0 levels");
  QN_CHECK(qn_stream_check_unsafe("an allocation"));
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_array_shape(format, extent, flags, &shape));
  // At most as many as the extent allows.
  const unsigned most = most_levels(&shape);
  shape.levels = count < most ? count : most;
  qn_hip_mipmap *m =
      qn_alloc_array(1, sizeof(*m) + shape.levels * sizeof(m->levels[0]));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mipmapped array");
  m->device = device;
  m->shape = shape;
  m->format = *format;
  const qn_memory_request request = {.kind = QN_MEMORY_MIPMAP,
                                     .shape = &m->shape};
  const qn_result result = device->backend->allocate(
      atomic_load(&device->native), &request, &m->memory);
  if (result != QN_R_OK) {
    qn_free(m);
    return result;
  }
  return fill_mipmap(m, flags, to);
}

static qn_result end(const void *handle) {
  if (!handle)
    return qn_refuse(QN_R_INVALID_VALUE, "the mipmapped array is null");
  if (qn_handle_was(QN_HANDLE_MIPMAP, handle))
    return qn_refuse(QN_R_CONTEXT_DESTROYED, "the array was freed already");
  qn_hip_mipmap *m = qn_handle_remove(QN_HANDLE_MIPMAP, handle);
  return m ? free_mipmap(m)
           : qn_refuse(QN_R_INVALID_HANDLE,
                       "%p is no mipmapped array, or was freed", handle);
}

static qn_result get(const void *handle, unsigned level, hipArray_t *to) {
  qn_hip_mipmap *m;
  QN_CHECK(qn_hip_mipmap_find(handle, &m));
  if (level >= m->count)
    return qn_refuse(QN_R_INVALID_VALUE, "no level %u: there are %u", level,
                     m->count);
  *to = m->levels[level];
  return QN_R_OK;
}

hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *to,
                                   const hipChannelFormatDesc *format,
                                   hipExtent extent, unsigned int levels,
                                   unsigned int flags) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(format);
  return qn_hip(make(format, extent, levels, flags, to));
}

hipError_t hipFreeMipmappedArray(hipMipmappedArray_t array) {
  return qn_hip(end(array));
}

hipError_t hipGetMipmappedArrayLevel(hipArray_t *to,
                                     hipMipmappedArray_const_t array,
                                     unsigned int level) {
  QN_HIP_NEED(to);
  return qn_hip(get(array, level, to));
}

hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *to,
                                   HIP_ARRAY3D_DESCRIPTOR *descriptor,
                                   unsigned int levels) {
  hipChannelFormatDesc format;
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  if (!qn_hip_driver_format(descriptor->Format, descriptor->NumChannels,
                            &format))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "no array of format %d with %u channels",
                            (int)descriptor->Format, descriptor->NumChannels));
  const hipExtent extent = {descriptor->Width, descriptor->Height,
                            descriptor->Depth};
  return qn_hip(make(&format, extent, levels, descriptor->Flags, to));
}

hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t array) {
  return qn_hip(end(array));
}

hipError_t hipMipmappedArrayGetLevel(hipArray_t *to, hipMipmappedArray_t array,
                                     unsigned int level) {
  return hipGetMipmappedArrayLevel(to, array, level);
}

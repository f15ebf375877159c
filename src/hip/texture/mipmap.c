// SPDX-License-Identifier: Apache-2.0
// Mipmapped arrays: an array for each level, half as large as the one before.
#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/core/handles.h"

typedef struct mipmap {
  unsigned count;
  hipArray_t levels[];
} mipmap;

static qn_result find(const void *handle, mipmap **out) {
  *out = qn_handle_find(QN_HANDLE_MIPMAP, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no mipmapped array, or was freed", handle);
}

static qn_result free_levels(mipmap *m) {
  qn_result first = QN_R_OK;
  for (unsigned i = 0; i < m->count; ++i) {
    qn_hip_array *a;
    qn_result result = qn_hip_array_find(m->levels[i], &a);
    if (result == QN_R_OK)
      result = qn_hip_array_free(a);
    if (first == QN_R_OK)
      first = result;
  }
  qn_free(m);
  return first;
}

static size_t half(size_t size) { return size > 1 ? size / 2 : size; }

// The number of layers stays the same.
static hipExtent next_level(hipExtent extent, unsigned flags) {
  const bool layered = (flags & (hipArrayLayered | hipArrayCubemap)) != 0;
  return (hipExtent){half(extent.width), half(extent.height),
                     layered ? extent.depth : half(extent.depth)};
}

static unsigned most_levels(hipExtent extent, unsigned flags) {
  unsigned count = 1;
  for (;;) {
    const hipExtent next = next_level(extent, flags);
    if (next.width == extent.width && next.height == extent.height &&
        next.depth == extent.depth)
      return count;
    extent = next;
    ++count;
  }
}

static qn_result make(const hipChannelFormatDesc *format, hipExtent extent,
                      unsigned count, unsigned flags, hipMipmappedArray_t *to) {
  if (!count)
    return qn_refuse(QN_R_INVALID_VALUE, "no mipmapped array of 0 levels");
  // At most as many as the extent allows.
  const unsigned most = most_levels(extent, flags);
  count = count < most ? count : most;
  mipmap *m = qn_alloc_array(1, sizeof(*m) + count * sizeof(m->levels[0]));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mipmapped array");
  qn_result result = QN_R_OK;
  for (unsigned i = 0; i < count && result == QN_R_OK; ++i) {
    qn_hip_array *a;
    result = qn_hip_array_make(format, extent, flags, &m->levels[i]);
    if (result != QN_R_OK)
      break;
    ++m->count;
    result = qn_hip_array_find(m->levels[i], &a);
    if (result == QN_R_OK)
      a->level = true;
    extent = next_level(extent, flags);
  }
  if (result == QN_R_OK) {
    *to = qn_handle_make(QN_HANDLE_MIPMAP, m);
    if (!*to)
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  }
  if (result != QN_R_OK)
    (void)free_levels(m);
  return result;
}

static qn_result end(const void *handle) {
  if (!handle)
    return qn_refuse(QN_R_INVALID_VALUE, "the mipmapped array is null");
  if (qn_handle_was(QN_HANDLE_MIPMAP, handle))
    return qn_refuse(QN_R_CONTEXT_DESTROYED, "the array was freed already");
  mipmap *m = qn_handle_remove(QN_HANDLE_MIPMAP, handle);
  return m ? free_levels(m)
           : qn_refuse(QN_R_INVALID_HANDLE,
                       "%p is no mipmapped array, or was freed", handle);
}

static qn_result get(const void *handle, unsigned level, hipArray_t *to) {
  mipmap *m;
  QN_CHECK(find(handle, &m));
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

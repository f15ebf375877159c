// SPDX-License-Identifier: Apache-2.0
// Attributes of addresses, and advice about managed memory.
#include "hip/core/api.h"

#include "base/alloc.h"

static hipMemoryType type_of(const qn_range *range) {
  switch (range->kind) {
  case QN_MEMORY_HOST:
  case QN_MEMORY_REGISTERED:
    return hipMemoryTypeHost;
  case QN_MEMORY_MANAGED:
    return hipMemoryTypeManaged;
  default:
    return hipMemoryTypeDevice;
  }
}

// A block of memory or a managed variable. The latter is not an allocation on
// devices that can access all host memory; on others it is registered memory.
static bool find_block(const void *block, qn_range *out) {
  void *start;
  size_t size;
  qn_device *device;
  const bool found = qn_memory_find(block, out);
  if ((found && out->kind != QN_MEMORY_REGISTERED) ||
      !qn_hip_managed_variable(block, &start, &size) ||
      qn_device_current(&device) != QN_R_OK)
    return found;
  const uint64_t id = found ? out->id : 0;
  *out = (qn_range){.start = (uintptr_t)start,
                    .size = size,
                    .device = device,
                    .kind = QN_MEMORY_MANAGED,
                    .id = id,
                    .host = start};
  return true;
}

hipError_t hipPointerGetAttributes(hipPointerAttribute_t *to,
                                   const void *block) {
  qn_range range;
  QN_HIP_NEED(to);
  QN_HIP_NEED(block);
  *to =
      (hipPointerAttribute_t){.type = hipMemoryTypeUnregistered, .device = -2};
  if (!find_block(block, &range)) {
    to->hostPointer = (void *)(uintptr_t)block;
    return hipSuccess;
  }
  const size_t offset = (size_t)((uintptr_t)block - range.start);
  to->type = type_of(&range);
  to->device = range.device->ordinal;
  to->devicePointer = (void *)(uintptr_t)block;
  to->hostPointer = range.host && range.kind != QN_MEMORY_DEVICE
                        ? (char *)range.host + offset
                        : NULL;
  to->isManaged = range.kind == QN_MEMORY_MANAGED;
  to->allocationFlags = range.flags;
  return hipSuccess;
}

static qn_result attribute_of(void *value, hipPointer_attribute attribute,
                              const void *block) {
  qn_range range;
  if (!value)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the attribute");
  if (!find_block(block, &range))
    return qn_refuse(QN_R_INVALID_VALUE, "%p is in no allocation", block);
  switch (attribute) {
  case HIP_POINTER_ATTRIBUTE_CONTEXT:
    *(void **)value = range.device->native;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_MEMORY_TYPE:
    *(unsigned *)value = (unsigned)type_of(&range);
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_DEVICE_POINTER:
    *(const void **)value = block;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_HOST_POINTER:
    if (!range.host || range.kind == QN_MEMORY_DEVICE)
      return qn_refuse(QN_R_INVALID_VALUE, "the host cannot reach %p", block);
    *(const void **)value =
        (char *)range.host + ((uintptr_t)block - range.start);
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    *(unsigned *)value = 0;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_BUFFER_ID:
    *(uint64_t *)value = range.id;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_IS_MANAGED:
    *(unsigned *)value = range.kind == QN_MEMORY_MANAGED;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    *(int *)value = range.device->ordinal;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    *(void **)value = (void *)range.start;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_RANGE_SIZE:
    *(size_t *)value = range.size;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_MAPPED:
    *(unsigned *)value = 1;
    return QN_R_OK;
  case HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS:
    *(unsigned *)value = hipMemAccessFlagsProtReadWrite;
    return QN_R_OK;
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the attribute %d of pointers is not known",
                     (int)attribute);
  }
}

hipError_t hipPointerGetAttribute(void *value, hipPointer_attribute attribute,
                                  hipDeviceptr_t block) {
  return qn_hip(attribute_of(value, attribute, block));
}

hipError_t hipDrvPointerGetAttributes(unsigned int count,
                                      hipPointer_attribute *attributes,
                                      void **values, hipDeviceptr_t block) {
  QN_HIP_NEED(attributes);
  QN_HIP_NEED(values);
  for (unsigned i = 0; i < count; ++i) {
    // Unknown addresses get 0, as HIP's documentation says.
    qn_range range;
    if (!find_block(block, &range)) {
      if (values[i])
        *(unsigned *)values[i] = 0;
      continue;
    }
    QN_HIP_CHECK(attribute_of(values[i], attributes[i], block));
  }
  return hipSuccess;
}

hipError_t hipPointerSetAttribute(const void *value,
                                  hipPointer_attribute attribute,
                                  hipDeviceptr_t block) {
  qn_range range;
  QN_HIP_NEED(value);
  if (attribute != HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "the attribute %d of pointers cannot be set",
                            (int)attribute));
  if (!qn_memory_find(block, &range))
    return qn_hip(qn_refuse(QN_R_INVALID_DEVICE_POINTER,
                            "%p is in no allocation", block));
  return hipSuccess; // copies are synchronous anyway
}

// ---- Managed memory

// Advice about a part of an allocation; the latest comes first in the list.
enum { PAGE = 4096 };

typedef struct advice {
  uint64_t id; // of the allocation
  uintptr_t start;
  size_t size;
  int attribute; // hipMemRangeAttribute
  int value;     // a device, or 1
  bool set;
  struct advice *next;
} advice;

static qn_mutex mutex = QN_MUTEX_INIT;
static advice *advices;

// Advice applies to whole pages.
static qn_result remember(const qn_range *range, const void *block,
                          size_t bytes, int attribute, int value) {
  const uintptr_t end = (uintptr_t)block + bytes;
  const uintptr_t range_end = range->start + range->size;
  const uintptr_t last = (uintptr_t)qn_align_up(end, PAGE);
  uintptr_t start = (uintptr_t)block & ~(uintptr_t)(PAGE - 1);
  start = start < range->start ? range->start : start;
  const size_t size = (last < range_end ? last : range_end) - start;
  advice *a = qn_alloc(sizeof(*a));
  if (!a)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for advice");
  qn_mutex_lock(&mutex);
  // Older advice that it covers entirely no longer counts.
  for (advice **at = &advices; *at;) {
    advice *old = *at;
    if (old->id == range->id && old->attribute == attribute &&
        old->start >= start && old->start + old->size <= start + size &&
        (attribute != hipMemRangeAttributeAccessedBy || old->value == value)) {
      *at = old->next;
      qn_free(old);
    } else {
      at = &old->next;
    }
  }
  *a = (advice){range->id, start, size, attribute, value, true, advices};
  advices = a;
  qn_mutex_unlock(&mutex);
  return QN_R_OK;
}

static qn_result find_managed(const void *block, size_t size, qn_range *out) {
  if (!qn_memory_find(block, out) ||
      (out->kind != QN_MEMORY_MANAGED && !out->device->info.pageable))
    return qn_refuse(QN_R_INVALID_VALUE, "%p is no managed memory", block);
  if (!size || size > out->size - ((uintptr_t)block - out->start))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%zu bytes from %p on do not fit an allocation of %zu",
                     size, block, out->size);
  return QN_R_OK;
}

static qn_result check_location(int device, bool host_allowed) {
  if (qn_device_at(device) || (host_allowed && device == hipCpuDeviceId))
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", device);
}

static qn_result advise(const void *block, size_t size, int what, int device) {
  static const int attributes[] = {0,
                                   hipMemRangeAttributeReadMostly,
                                   hipMemRangeAttributeReadMostly,
                                   hipMemRangeAttributePreferredLocation,
                                   hipMemRangeAttributePreferredLocation,
                                   hipMemRangeAttributeAccessedBy,
                                   hipMemRangeAttributeAccessedBy};
  qn_range range;
  QN_CHECK(find_managed(block, size, &range));
  if (what == hipMemAdviseSetCoarseGrain ||
      what == hipMemAdviseUnsetCoarseGrain)
    return QN_R_OK; // all memory is fine-grained, so these change nothing
  if (what < hipMemAdviseSetReadMostly || what > hipMemAdviseUnsetAccessedBy)
    return qn_refuse(QN_R_INVALID_VALUE, "there is no advice %d", what);
  if (what >= hipMemAdviseSetPreferredLocation &&
      what != hipMemAdviseUnsetPreferredLocation)
    QN_CHECK(check_location(device, true));
  const qn_backend *backend = range.device->backend;
  if (backend->advise)
    QN_CHECK(backend->advise(atomic_load(&range.device->native),
                             (void *)(uintptr_t)block, size, (qn_advice)what));
  const bool set = what & 1;
  const int attribute = attributes[what];
  const int value = attribute == hipMemRangeAttributeReadMostly ? set
                    : set                                       ? device
                                                                : -2;
  return remember(&range, block, size, attribute, value);
}

hipError_t hipMemAdvise(const void *block, size_t size, hipMemoryAdvise what,
                        int device) {
  return qn_hip(advise(block, size, (int)what, device));
}

static int device_of_location(hipMemLocation location) {
  return location.type == hipMemLocationTypeDevice ? location.id
                                                   : hipCpuDeviceId;
}

hipError_t hipMemAdvise_v2(const void *block, size_t size, hipMemoryAdvise what,
                           hipMemLocation location) {
  return qn_hip(advise(block, size, (int)what, device_of_location(location)));
}

static qn_result prefetch(const void *block, size_t size, int device,
                          hipStream_t handle) {
  qn_range range;
  qn_stream *stream;
  QN_CHECK(find_managed(block, size, &range));
  QN_CHECK(check_location(device, true));
  QN_CHECK(qn_stream_find(handle, &stream));
  const qn_op op = {.kind = QN_OP_PREFETCH,
                    .prefetch = {.address = (void *)(uintptr_t)block,
                                 .size = size,
                                 .to_host = device == hipCpuDeviceId}};
  QN_CHECK(qn_stream_submit(stream, &op));
  return remember(&range, block, size, hipMemRangeAttributeLastPrefetchLocation,
                  device);
}

hipError_t hipMemPrefetchAsync(const void *block, size_t size, int device,
                               hipStream_t stream) {
  return qn_hip(prefetch(block, size, device, stream));
}

hipError_t hipMemPrefetchAsync_v2(const void *block, size_t size,
                                  hipMemLocation location, unsigned int flags,
                                  hipStream_t stream) {
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipMemPrefetchAsync_v2 has no flags 0x%x", flags));
  return qn_hip(prefetch(block, size, device_of_location(location), stream));
}

// The value that applies to all of a range, or `none`.
static int advised(const qn_range *range, const void *block, size_t size,
                   int attribute, int none) {
  const uintptr_t start = (uintptr_t)block;
  for (const advice *a = advices; a; a = a->next) {
    if (a->id != range->id || a->attribute != attribute)
      continue;
    if (a->start <= start && start + size <= a->start + a->size)
      return a->value;
    if (a->start < start + size && start < a->start + a->size)
      return none; // parts differ
  }
  return none;
}

static void list_accessed_by(const qn_range *range, const void *block,
                             size_t size, int *out, size_t count) {
  size_t at = 0;
  const uintptr_t start = (uintptr_t)block;
  for (const advice *a = advices; a && at < count; a = a->next)
    if (a->id == range->id && a->attribute == hipMemRangeAttributeAccessedBy &&
        a->value != -2 && a->start <= start &&
        start + size <= a->start + a->size)
      out[at++] = a->value;
  while (at < count)
    out[at++] = hipInvalidDeviceId;
}

static qn_result range_attribute(void *to, size_t to_size, int attribute,
                                 const void *block, size_t size) {
  qn_range range;
  if (!to || to_size < sizeof(int) || to_size % sizeof(int))
    return qn_refuse(QN_R_INVALID_VALUE, "an attribute takes 4 bytes, not %zu",
                     to_size);
  QN_CHECK(find_managed(block, size, &range));
  int *out = to;
  qn_mutex_lock(&mutex);
  qn_result result = QN_R_OK;
  switch (attribute) {
  case hipMemRangeAttributeReadMostly:
    *out = advised(&range, block, size, attribute, 0);
    break;
  case hipMemRangeAttributePreferredLocation:
  case hipMemRangeAttributeLastPrefetchLocation:
    *out = advised(&range, block, size, attribute, hipInvalidDeviceId);
    break;
  case hipMemRangeAttributeAccessedBy:
    list_accessed_by(&range, block, size, out, to_size / sizeof(int));
    break;
  case hipMemRangeAttributeCoherencyMode:
    *out = 0; // fine-grained
    break;
  default:
    result = qn_refuse(QN_R_INVALID_VALUE, "there is no attribute %d of ranges",
                       attribute);
  }
  qn_mutex_unlock(&mutex);
  return result;
}

hipError_t hipMemRangeGetAttribute(void *to, size_t to_size,
                                   hipMemRangeAttribute attribute,
                                   const void *block, size_t size) {
  return qn_hip(range_attribute(to, to_size, (int)attribute, block, size));
}

hipError_t hipMemRangeGetAttributes(void **to, size_t *to_sizes,
                                    hipMemRangeAttribute *attributes,
                                    size_t count, const void *block,
                                    size_t size) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(to_sizes);
  QN_HIP_NEED(attributes);
  for (size_t i = 0; i < count; ++i)
    QN_HIP_CHECK(
        range_attribute(to[i], to_sizes[i], (int)attributes[i], block, size));
  return hipSuccess;
}

hipError_t hipStreamAttachMemAsync(hipStream_t handle, void *block, size_t size,
                                   unsigned int flags) {
  qn_stream *stream;
  qn_range range;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  if (flags != hipMemAttachGlobal && flags != hipMemAttachHost &&
      flags != hipMemAttachSingle)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipStreamAttachMemAsync has no flags 0x%x",
                            flags));
  // Host and device may use managed memory at the same time anyway.
  return qn_hip(find_managed(block, size ? size : 1, &range));
}

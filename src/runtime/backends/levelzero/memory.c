// SPDX-License-Identifier: Apache-2.0
// Memory of Level Zero devices: of the device, of the host, and shared.
#include "base/alloc.h"
#include "runtime/backends/levelzero/levelzero.h"

enum {
  ALIGNMENT = 256, // bytes, as CUDA's; and as device.c says of textures
  PAGE = 4096      // bytes; blocks are whole pages, as opencl/memory.c's
};

static qn_result allocate_native(const qn_ze_device *d, qn_memory_kind kind,
                                 size_t size, void **out_address) {
  const ze_device_alloc_desc device = {.stype = ZE_DEVICE_ALLOC_DESC};
  const ze_host_alloc_desc host = {.stype = ZE_HOST_ALLOC_DESC};
  const size_t room = (size_t)qn_align_up(size, PAGE);
  if (kind == QN_MEMORY_DEVICE && d->base.info.host_reaches)
    kind = QN_MEMORY_MANAGED;
  switch (kind) {
  case QN_MEMORY_HOST:
    QN_ZE(zeMemAllocHost, d->context, &host, room, ALIGNMENT, out_address);
    return QN_R_OK;
  case QN_MEMORY_MANAGED:
    QN_ZE(zeMemAllocShared, d->context, &device, &host, room, ALIGNMENT,
          d->found.device, out_address);
    return QN_R_OK;
  default:
    QN_ZE(zeMemAllocDevice, d->context, &device, room, ALIGNMENT,
          d->found.device, out_address);
    return QN_R_OK;
  }
}

static qn_result allocate_plain(qn_ze_device *d, qn_memory_kind kind,
                                size_t size, qn_memory *out) {
  void *address = NULL;
  if (size > d->alloc_max)
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "%zu bytes; the device allows %llu in one allocation",
                     size, (unsigned long long)d->alloc_max);
  QN_CHECK(allocate_native(d, kind, size, &address));
  if (kind == QN_MEMORY_DEVICE)
    atomic_fetch_add(&d->used, size);
  *out = (qn_memory){.native = address,
                     .address = address,
                     .host = kind == QN_MEMORY_DEVICE ? NULL : address,
                     .pitch = size};
  return QN_R_OK;
}

static qn_result register_host(const qn_ze_device *d,
                               const qn_memory_request *request,
                               qn_memory *out) {
  if (!d->has_system)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "kernels of '%s' cannot reach memory that Level Zero did "
                     "not allocate: use hipHostMalloc",
                     d->base.info.name);
  *out = (qn_memory){.address = request->host, .host = request->host};
  return QN_R_OK;
}

// Arrays are plain memory of the device.
static qn_result allocate_array(qn_ze_device *d, const qn_array_shape *shape,
                                qn_memory *out) {
  qn_memory layout = {0};
  size_t size;
  QN_CHECK(qn_array_layout(shape, d->base.info.texture_pitch_alignment, &layout,
                           &size));
  QN_CHECK(allocate_plain(d, QN_MEMORY_DEVICE, size, out));
  atomic_fetch_sub(&d->used, size); // its size is not known when it is released
  out->address = NULL;
  out->pitch = layout.pitch;
  out->slice = layout.slice;
  return QN_R_OK;
}

qn_result qn_ze_allocate(void *user, const qn_memory_request *request,
                         qn_memory *out_memory) {
  qn_ze_device *d = user;
  *out_memory = (qn_memory){0};
  switch (request->kind) {
  case QN_MEMORY_MANAGED:
    if (!d->base.info.managed)
      return qn_refuse(QN_R_NOT_SUPPORTED,
                       "'%s' has no memory that host and device share",
                       d->base.info.name);
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_DEVICE:
  case QN_MEMORY_HOST:
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_ARRAY:
    return allocate_array(d, request->shape, out_memory);
  case QN_MEMORY_MIPMAP:
    return qn_mipmap_make(&d->base.ops->memory, d, request->shape, out_memory);
  case QN_MEMORY_LEVEL:
    *out_memory = qn_mipmap_level(request);
    return QN_R_OK;
  case QN_MEMORY_REGISTERED:
    return register_host(d, request, out_memory);
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "Level Zero devices have no %s here: see "
                     "docs/levelzero.md",
                     qn_spirv_memory_name(request->kind));
  }
}

qn_result qn_ze_release(void *user, qn_memory_kind kind, qn_memory *memory) {
  qn_ze_device *d = user;
  if (kind == QN_MEMORY_MIPMAP) {
    qn_mipmap_finish(&d->base.ops->memory, d, memory);
  } else if (kind != QN_MEMORY_REGISTERED && kind != QN_MEMORY_LEVEL &&
             memory->native) {
    (void)qn_ze.zeMemFree(d->context, memory->native);
    if (kind == QN_MEMORY_DEVICE)
      atomic_fetch_sub(&d->used, memory->pitch);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

bool qn_ze_is_host_memory(const qn_ze_device *d, const void *address) {
  ze_allocation_properties p = {.stype = ZE_ALLOCATION_PROPERTIES};
  if (qn_ze.zeMemGetAllocProperties(d->context, address, &p, NULL))
    return false;
  return p.type == ZE_MEMORY_HOST || p.type == ZE_MEMORY_SHARED ||
         (p.type == ZE_MEMORY_UNKNOWN && d->has_system);
}

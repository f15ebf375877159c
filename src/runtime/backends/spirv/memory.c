// SPDX-License-Identifier: Apache-2.0
// Memory of all kinds, by what a back end allocates of three: the device's, the
// host's, and what both have.
#include "runtime/backends/spirv/spirv.h"

static qn_result allocate_plain(qn_spirv_device *d, qn_memory_kind kind,
                                size_t size, qn_memory *out) {
  void *address = NULL;
  QN_CHECK(d->ops->allocate(d, kind, size, &address));
  if (kind == QN_MEMORY_DEVICE)
    atomic_fetch_add(&d->used, size);
  *out = (qn_memory){.native = address,
                     .address = address,
                     .host = kind == QN_MEMORY_DEVICE ? NULL : address,
                     .pitch = size};
  return QN_R_OK;
}

static qn_result register_host(const qn_spirv_device *d,
                               const qn_memory_request *request,
                               qn_memory *out) {
  if (!d->has_system)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "kernels of '%s' cannot reach memory that %s did not "
                     "allocate: use hipHostMalloc",
                     d->info.name, d->ops->api);
  *out = (qn_memory){.address = request->host, .host = request->host};
  return QN_R_OK;
}

// Arrays are plain memory of the device.
static qn_result allocate_array(qn_spirv_device *d, const qn_array_shape *shape,
                                qn_memory *out) {
  qn_memory layout = {0};
  size_t size;
  QN_CHECK(
      qn_array_layout(shape, d->info.texture_pitch_alignment, &layout, &size));
  QN_CHECK(allocate_plain(d, QN_MEMORY_DEVICE, size, out));
  atomic_fetch_sub(&d->used, size); // its size is not known when it is released
  out->address = NULL;
  out->pitch = layout.pitch;
  out->slice = layout.slice;
  return QN_R_OK;
}

qn_result qn_spirv_allocate(void *user, const qn_memory_request *request,
                            qn_memory *out_memory) {
  qn_spirv_device *d = user;
  *out_memory = (qn_memory){0};
  switch (request->kind) {
  case QN_MEMORY_MANAGED:
    if (!d->info.managed)
      return qn_refuse(QN_R_NOT_SUPPORTED,
                       "'%s' has no memory that host and device share",
                       d->info.name);
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_DEVICE:
  case QN_MEMORY_HOST:
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_ARRAY:
    return allocate_array(d, request->shape, out_memory);
  case QN_MEMORY_MIPMAP:
    return qn_mipmap_make(&d->ops->memory, d, request->shape, out_memory);
  case QN_MEMORY_LEVEL:
    *out_memory = qn_mipmap_level(request);
    return QN_R_OK;
  case QN_MEMORY_REGISTERED:
    return register_host(d, request, out_memory);
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "%s devices have no %s here: see docs/%s.md", d->ops->api,
                     qn_spirv_memory_name(request->kind), d->ops->area);
  }
}

qn_result qn_spirv_release(void *user, qn_memory_kind kind, qn_memory *memory) {
  qn_spirv_device *d = user;
  if (kind == QN_MEMORY_MIPMAP) {
    qn_mipmap_finish(&d->ops->memory, d, memory);
  } else if (kind != QN_MEMORY_REGISTERED && kind != QN_MEMORY_LEVEL &&
             memory->native) {
    d->ops->release(d, memory->native);
    if (kind == QN_MEMORY_DEVICE)
      atomic_fetch_sub(&d->used, memory->pitch);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

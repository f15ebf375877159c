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

qn_result qn_ze_allocate(qn_spirv_device *base, qn_memory_kind kind,
                         size_t size, void **out_address) {
  const qn_ze_device *d = (const qn_ze_device *)base;
  if (size > d->alloc_max)
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "%zu bytes; the device allows %llu in one allocation",
                     size, (unsigned long long)d->alloc_max);
  return allocate_native(d, kind, size, out_address);
}

void qn_ze_release(qn_spirv_device *base, void *address) {
  const qn_ze_device *d = (const qn_ze_device *)base;
  (void)qn_ze.zeMemFree(d->context, address);
}

bool qn_ze_is_host_memory(const qn_ze_device *d, const void *address) {
  ze_allocation_properties p = {.stype = ZE_ALLOCATION_PROPERTIES};
  if (qn_ze.zeMemGetAllocProperties(d->context, address, &p, NULL))
    return false;
  return p.type == ZE_MEMORY_HOST || p.type == ZE_MEMORY_SHARED ||
         (p.type == ZE_MEMORY_UNKNOWN && d->base.has_system);
}

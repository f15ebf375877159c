// SPDX-License-Identifier: Apache-2.0
// Memory and events shared between processes.
#include <string.h>

#include "hip/core/api.h"

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *to, void *block) {
  qn_range range;
  qn_memory none;
  QN_HIP_NEED(to);
  if (!qn_memory_find(block, &range) || range.kind != QN_MEMORY_DEVICE ||
      range.owner)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%p is no memory that hipMalloc made", block));
  // The whole allocation is shared, as in CUDA.
  const qn_memory_request request = {.kind = QN_MEMORY_EXPORTED,
                                     .size = range.size,
                                     .host = (void *)range.start,
                                     .token = (uint8_t *)to->reserved};
  (void)qn_device_synchronize(range.device);
  return qn_hip(range.device->backend->allocate(
      atomic_load(&range.device->native), &request, &none));
}

hipError_t hipIpcOpenMemHandle(void **to, hipIpcMemHandle_t handle,
                               unsigned int flags) {
  qn_device *device;
  QN_HIP_NEED(to);
  if (flags & ~(unsigned)hipIpcMemLazyEnablePeerAccess)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipIpcOpenMemHandle has no flags 0x%x", flags));
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_memory_import(device, (uint8_t *)handle.reserved, to));
}

hipError_t hipIpcCloseMemHandle(void *block) {
  QN_HIP_NEED(block);
  return qn_hip(
      qn_memory_free(block, 1u << QN_MEMORY_IMPORTED, "hipIpcCloseMemHandle"));
}

hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *to, hipEvent_t handle) {
  qn_event *event;
  QN_HIP_NEED(to);
  if (!handle)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the event is null"));
  QN_HIP_CHECK(qn_event_find(handle, &event));
  return qn_hip(qn_event_export(event, (uint8_t *)to->reserved));
}

hipError_t hipIpcOpenEventHandle(hipEvent_t *to, hipIpcEventHandle_t handle) {
  qn_device *device;
  qn_event *event;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(
      qn_event_import(device, (const uint8_t *)handle.reserved, &event));
  *to = event->handle;
  return hipSuccess;
}

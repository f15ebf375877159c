// SPDX-License-Identifier: Apache-2.0
// Functions for fabrics between machines, and for sharing with graphics: what
// only some of NVIDIA's systems have. They go to the vendor's driver, and are
// refused on other devices with the reason.
#include "hip/cuda/driver.h"

#include <string.h>

#include "runtime/core/stream.h"

#define NO_FABRIC                                                              \
  "no device is in a fabric: CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_"          \
  "SUPPORTED is 0"
#define NO_MULTICAST                                                           \
  "no device has CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, which needs GPUs "   \
  "behind an NVSwitch"
#define NO_GRAPHICS                                                            \
  "no device has CU_DEVICE_ATTRIBUTE_D3D12_CIG_STREAMS_SUPPORTED or "          \
  "CU_DEVICE_ATTRIBUTE_VULKAN_CIG_STREAMS_SUPPORTED"

static CUresult on_device(CUdevice ordinal, const char *call,
                          const char *reason) {
  return qn_device_at(ordinal) ? qn_cu_lacks(call, reason)
                               : CUDA_ERROR_INVALID_DEVICE;
}

// ---- Cliques of devices

CUresult cuDeviceGetFabricClusterUuid(CUuuid *to, CUdevice ordinal) {
  CU_NEED(to);
  return on_device(ordinal, __func__, NO_FABRIC);
}

CUresult cuDeviceGetCliqueCount(size_t *count, CUdevice ordinal) {
  CU_NEED(count);
  if (!qn_device_at(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  *count = 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCliqueInfo(CUcliqueInfo *list, size_t *count,
                               CUdevice ordinal) {
  CU_NEED(count);
  if (*count)
    CU_NEED(list);
  return cuDeviceGetCliqueCount(count, ordinal);
}

// ---- Multicast objects, by device

CUresult cuMulticastBindMem_v2(CUmemGenericAllocationHandle object,
                               CUdevice ordinal, size_t offset,
                               CUmemGenericAllocationHandle memory,
                               size_t memory_offset, size_t size,
                               unsigned long long flags) {
  (void)object, (void)offset, (void)memory, (void)memory_offset;
  if (!size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return on_device(ordinal, __func__, NO_MULTICAST);
}

CUresult cuMulticastBindAddr_v2(CUmemGenericAllocationHandle object,
                                CUdevice ordinal, size_t offset,
                                CUdeviceptr block, size_t size,
                                unsigned long long flags) {
  (void)object, (void)offset;
  if (!block || !size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return on_device(ordinal, __func__, NO_MULTICAST);
}

// ---- Logical endpoints

static CUresult check_endpoint(const CUlogicalEndpointProp *p) {
  return p && p->size &&
                 (p->type == CU_LOGICAL_ENDPOINT_TYPE_UNICAST ||
                  p->type == CU_LOGICAL_ENDPOINT_TYPE_MULTICAST) &&
                 !(p->flags & ~(unsigned)CU_LOGICAL_ENDPOINT_FLAG_COUNTED_OPS)
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogicalEndpointIdReserve(CUlogicalEndpointId *to, cuuint32_t count) {
  CU_NEED(to);
  return count ? qn_cu_lacks(__func__, NO_FABRIC) : CUDA_ERROR_INVALID_VALUE;
}

// None was ever given away.
CUresult cuLogicalEndpointIdRelease(CUlogicalEndpointId id, cuuint32_t count) {
  (void)id, (void)count;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogicalEndpointCreate(CUlogicalEndpointId id,
                                 const CUlogicalEndpointProp *properties) {
  (void)id;
  const CUresult error = check_endpoint(properties);
  return error == CUDA_SUCCESS ? qn_cu_lacks(__func__, NO_FABRIC) : error;
}

CUresult cuLogicalEndpointAddDevice(CUlogicalEndpointId id, CUdevice ordinal) {
  (void)id;
  return on_device(ordinal, __func__, NO_FABRIC);
}

CUresult cuLogicalEndpointDestroy(CUlogicalEndpointId id) {
  (void)id;
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogicalEndpointBindAddr(CUlogicalEndpointId id, CUdevice ordinal,
                                   cuuint64_t offset, void *block,
                                   cuuint64_t size, unsigned long long flags) {
  (void)id, (void)offset;
  if (!block || !size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return on_device(ordinal, __func__, NO_FABRIC);
}

CUresult cuLogicalEndpointBindMem(CUlogicalEndpointId id, CUdevice ordinal,
                                  cuuint64_t offset,
                                  CUmemGenericAllocationHandle memory,
                                  cuuint64_t memory_offset, cuuint64_t size,
                                  unsigned long long flags) {
  (void)id, (void)offset, (void)memory, (void)memory_offset;
  if (!size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return on_device(ordinal, __func__, NO_FABRIC);
}

CUresult cuLogicalEndpointUnbind(CUlogicalEndpointId id, CUdevice ordinal,
                                 cuuint64_t offset, cuuint64_t size) {
  (void)id, (void)offset;
  if (!size)
    return CUDA_ERROR_INVALID_VALUE;
  return on_device(ordinal, __func__, NO_FABRIC);
}

CUresult cuLogicalEndpointExport(void *handle, CUlogicalEndpointId id,
                                 CUlogicalEndpointIpcHandleType type) {
  (void)id;
  CU_NEED(handle);
  return type == CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC
             ? qn_cu_lacks(__func__, NO_FABRIC)
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogicalEndpointImport(CUlogicalEndpointId id, const void *handle,
                                 CUlogicalEndpointIpcHandleType type) {
  (void)id;
  CU_NEED(handle);
  return type == CU_LOGICAL_ENDPOINT_IPC_HANDLE_TYPE_FABRIC
             ? qn_cu_lacks(__func__, NO_FABRIC)
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuLogicalEndpointGetLimits(cuuint64_t *alignment, cuuint64_t *most,
                                    const CUlogicalEndpointProp *properties) {
  CU_NEED(alignment);
  CU_NEED(most);
  const CUresult error = check_endpoint(properties);
  return error == CUDA_SUCCESS ? qn_cu_lacks(__func__, NO_FABRIC) : error;
}

CUresult cuLogicalEndpointQuery(CUlogicalEndpointId id, cuuint32_t count,
                                int *status) {
  (void)id;
  CU_NEED(status);
  return count ? qn_cu_lacks(__func__, NO_FABRIC) : CUDA_ERROR_INVALID_VALUE;
}

// ---- Copies

static CUresult copy_one(const CUDA_FABRIC_COPY_BATCH_OP *op, CUstream stream) {
  const CUfabricCpyOperand *sides[] = {&op->dst, &op->src};
  if (!op->size || op->flags)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < 2; ++i) {
    if (sides[i]->type == CU_FABRIC_COPY_OPERAND_TYPE_LOGICAL_ENDPOINT)
      return qn_cu_lacks("cuFabricCpyBatchAsync", NO_FABRIC);
    if (sides[i]->type != CU_FABRIC_COPY_OPERAND_TYPE_POINTER)
      return CUDA_ERROR_INVALID_VALUE;
  }
  return cuMemcpyAsync(op->dst.op.ptr.ptr, op->src.op.ptr.ptr, op->size,
                       stream);
}

CUresult cuFabricCpyBatchAsync(size_t count, CUDA_FABRIC_COPY_BATCH_OP *list,
                               unsigned long long flags, CUstream stream) {
  CU_NEED(list);
  if (!count || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult error = CUDA_SUCCESS;
  for (size_t i = 0; i < count && error == CUDA_SUCCESS; ++i)
    error = copy_one(&list[i], stream);
  return error;
}

// ---- Sharing a stream's work with graphics

CUresult cuStreamBeginCaptureToCig(CUstream stream,
                                   CUstreamCigCaptureParams *params) {
  qn_stream *found;
  CU_NEED(params);
  CU_NEED(params->streamCigParams);
  CU_CHECK(qn_hip(qn_stream_find(stream, &found)));
  return qn_cu_lacks(__func__, NO_GRAPHICS);
}

CUresult cuStreamEndCaptureToCig(CUstream stream) {
  qn_stream *found;
  CU_CHECK(qn_hip(qn_stream_find(stream, &found)));
  return qn_cu_result(qn_hip(
      qn_refuse(QN_R_ILLEGAL_STATE, "the stream captures for no graphics")));
}

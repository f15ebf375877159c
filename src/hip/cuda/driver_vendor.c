// SPDX-License-Identifier: Apache-2.0
// Functions for what only NVIDIA's devices and their driver have. They go to
// that driver, and are refused on other devices with the reason.
#include "hip/cuda/driver.h"

CUresult qn_cu_lacks(const char *name, const char *why) {
  return qn_cu_result(
      qn_hip(qn_refuse(QN_R_NOT_SUPPORTED, "%s: %s", name, why)));
}

void *qn_cu_vendor(qn_device *device, const char *name) {
  return device->backend->vendor
             ? device->backend->vendor(atomic_load(&device->native), name)
             : NULL;
}

// Returns what the current device's driver returns, if it has the function.
#define PASS_ON(name, types, arguments)                                        \
  do {                                                                         \
    qn_device *device_;                                                        \
    CU_CHECK(qn_hip(qn_device_current(&device_)));                             \
    CUresult(*vendor_) types = qn_cu_vendor(device_, #name);                   \
    if (vendor_)                                                               \
      return vendor_ arguments;                                                \
  } while (0)

// ---- Tensor maps, of Hopper's tensor memory accelerator

#define NO_TENSORS                                                             \
  "tensor maps are for the tensor memory accelerator of sm_90 and later"

enum { RANK_MAX = 5 };

static CUresult check_tensor(const CUtensorMap *map, uint32_t least,
                             uint32_t rank, const void *block) {
  if (!map || (uintptr_t)map % 64 || rank < least || rank > RANK_MAX ||
      !block || (uintptr_t)block % 16)
    return qn_cu_result(qn_hip(qn_refuse(
        QN_R_INVALID_VALUE,
        "a tensor map lies at a multiple of 64 bytes, its tensor at one of 16 "
        "and has %u to %d dimensions",
        least, RANK_MAX)));
  return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeTiled(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *block,
    const cuuint64_t *sizes, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *steps, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  const CUresult error = check_tensor(map, 1, rank, block);
  if (error != CUDA_SUCCESS)
    return error;
  if (!sizes || (rank > 1 && !strides) || !box || !steps)
    return CUDA_ERROR_INVALID_VALUE;
  PASS_ON(cuTensorMapEncodeTiled,
          (CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
           const cuuint64_t *, const cuuint64_t *, const cuuint32_t *,
           const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
           CUtensorMapL2promotion, CUtensorMapFloatOOBfill),
          (map, type, rank, block, sizes, strides, box, steps, interleave,
           swizzle, promotion, fill));
  return qn_cu_lacks(__func__, NO_TENSORS);
}

CUresult cuTensorMapEncodeIm2col(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *block,
    const cuuint64_t *sizes, const cuuint64_t *strides, const int *lower,
    const int *upper, cuuint32_t channels, cuuint32_t pixels,
    const cuuint32_t *steps, CUtensorMapInterleave interleave,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  const CUresult error = check_tensor(map, 3, rank, block);
  if (error != CUDA_SUCCESS)
    return error;
  if (!sizes || !strides || !lower || !upper || !steps)
    return CUDA_ERROR_INVALID_VALUE;
  PASS_ON(cuTensorMapEncodeIm2col,
          (CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
           const cuuint64_t *, const cuuint64_t *, const int *, const int *,
           cuuint32_t, cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
           CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill),
          (map, type, rank, block, sizes, strides, lower, upper, channels,
           pixels, steps, interleave, swizzle, promotion, fill));
  return qn_cu_lacks(__func__, NO_TENSORS);
}

CUresult cuTensorMapEncodeIm2colWide(
    CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *block,
    const cuuint64_t *sizes, const cuuint64_t *strides, int lower, int upper,
    cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *steps,
    CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode,
    CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
    CUtensorMapFloatOOBfill fill) {
  const CUresult error = check_tensor(map, 3, rank, block);
  if (error != CUDA_SUCCESS)
    return error;
  if (!sizes || !strides || !steps)
    return CUDA_ERROR_INVALID_VALUE;
  PASS_ON(cuTensorMapEncodeIm2colWide,
          (CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *,
           const cuuint64_t *, const cuuint64_t *, int, int, cuuint32_t,
           cuuint32_t, const cuuint32_t *, CUtensorMapInterleave,
           CUtensorMapIm2ColWideMode, CUtensorMapSwizzle,
           CUtensorMapL2promotion, CUtensorMapFloatOOBfill),
          (map, type, rank, block, sizes, strides, lower, upper, channels,
           pixels, steps, interleave, mode, swizzle, promotion, fill));
  return qn_cu_lacks(__func__, NO_TENSORS);
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *block) {
  const CUresult error = check_tensor(map, 1, 1, block);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuTensorMapReplaceAddress, (CUtensorMap *, void *), (map, block));
  return qn_cu_lacks(__func__, NO_TENSORS);
}

// Which way the map's values are kept: the driver may choose.
CUresult cuTensorMapSetAllocationClass(CUtensorMap *map,
                                       CUtensorMapAllocClass class,
                                       CUtensorMapAllocClass *out) {
  CU_NEED(map);
  if (class > CU_TENSOR_MAP_ALLOC_CLASS_LARGE)
    return CUDA_ERROR_INVALID_VALUE;
  PASS_ON(cuTensorMapSetAllocationClass,
          (CUtensorMap *, CUtensorMapAllocClass, CUtensorMapAllocClass *),
          (map, class, out));
  return qn_cu_lacks(__func__, NO_TENSORS);
}

// ---- Multicast objects, of NVSwitch

#define NO_MULTICAST                                                           \
  "no device has CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED, which needs GPUs "   \
  "behind an NVSwitch"

static CUresult check_multicast(const CUmulticastObjectProp *properties) {
  return properties && properties->numDevices && properties->size &&
                 !properties->flags
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMulticastCreate(CUmemGenericAllocationHandle *to,
                           const CUmulticastObjectProp *properties) {
  CU_NEED(to);
  const CUresult error = check_multicast(properties);
  return error == CUDA_SUCCESS ? qn_cu_lacks(__func__, NO_MULTICAST) : error;
}

CUresult cuMulticastGetGranularity(size_t *to,
                                   const CUmulticastObjectProp *properties,
                                   CUmulticastGranularity_flags option) {
  (void)option;
  CU_NEED(to);
  const CUresult error = check_multicast(properties);
  return error == CUDA_SUCCESS ? qn_cu_lacks(__func__, NO_MULTICAST) : error;
}

CUresult cuMulticastAddDevice(CUmemGenericAllocationHandle object,
                              CUdevice ordinal) {
  (void)object;
  return qn_device_at(ordinal) ? qn_cu_lacks(__func__, NO_MULTICAST)
                               : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuMulticastBindMem(CUmemGenericAllocationHandle object, size_t offset,
                            CUmemGenericAllocationHandle memory,
                            size_t memory_offset, size_t size,
                            unsigned long long flags) {
  (void)object, (void)offset, (void)memory, (void)memory_offset;
  if (!size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return qn_cu_lacks(__func__, NO_MULTICAST);
}

CUresult cuMulticastBindAddr(CUmemGenericAllocationHandle object, size_t offset,
                             CUdeviceptr block, size_t size,
                             unsigned long long flags) {
  (void)object, (void)offset;
  if (!block || !size || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return qn_cu_lacks(__func__, NO_MULTICAST);
}

CUresult cuMulticastUnbind(CUmemGenericAllocationHandle object,
                           CUdevice ordinal, size_t offset, size_t size) {
  (void)object, (void)offset;
  if (!size)
    return CUDA_ERROR_INVALID_VALUE;
  return qn_device_at(ordinal) ? qn_cu_lacks(__func__, NO_MULTICAST)
                               : CUDA_ERROR_INVALID_DEVICE;
}

// ---- Memory

CUresult cuMemGetHandleForAddressRange(void *handle, CUdeviceptr block,
                                       size_t size, CUmemRangeHandleType type,
                                       unsigned long long flags) {
  CU_NEED(handle);
  if (!block || !size || type != CU_MEM_RANGE_HANDLE_TYPE_DMA_BUF_FD)
    return CUDA_ERROR_INVALID_VALUE;
  PASS_ON(
      cuMemGetHandleForAddressRange,
      (void *, CUdeviceptr, size_t, CUmemRangeHandleType, unsigned long long),
      (handle, block, size, type, flags));
  return qn_cu_lacks(__func__, "memory of a CPU is no dma-buf; "
                               "cuMemExportToShareableHandle shares it");
}

// Where pages of managed or pageable memory are. Without a GPU all are the
// host's, but for what was prefetched elsewhere.
static CUresult check_locations(CUdeviceptr block, size_t size, size_t summary,
                                size_t sampling) {
  hipPointerAttribute_t a;
  if (!block || !size || !summary || summary > size || sampling > summary)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(hipPointerGetAttributes(&a, qn_cu_address(block)));
  return a.type == hipMemoryTypeManaged || a.type == hipMemoryTypeUnregistered
             ? CUDA_SUCCESS
             : qn_cu_result(
                   qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                                    "%p is neither managed nor pageable memory",
                                    qn_cu_address(block))));
}

static CUmemLocation location_at(const char *at, size_t size) {
  int device = hipInvalidDeviceId;
  (void)hipMemRangeGetAttribute(&device, sizeof(device),
                                hipMemRangeAttributeLastPrefetchLocation, at,
                                size);
  CUmemLocation to = {.type = CU_MEM_LOCATION_TYPE_HOST};
  if (device >= 0) {
    to.type = CU_MEM_LOCATION_TYPE_DEVICE;
    to.id = device;
  }
  return to;
}

CUresult cuMemGetLocationInfo(CUdeviceptr block, size_t size, size_t summary,
                              size_t sampling, CUmemLocation *to) {
  CU_NEED(to);
  const CUresult error = check_locations(block, size, summary, sampling);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuMemGetLocationInfo,
          (CUdeviceptr, size_t, size_t, size_t, CUmemLocation *),
          (block, size, summary, sampling, to));
  for (size_t at = 0, i = 0; at < size; at += summary, ++i) {
    const size_t left = size - at < summary ? size - at : summary;
    to[i] = location_at((char *)qn_cu_address(block) + at, left);
  }
  return CUDA_SUCCESS;
}

// HIP's name for it.
hipError_t hipMemGetHandleForAddressRange(void *handle, hipDeviceptr_t block,
                                          size_t size,
                                          hipMemRangeHandleType type,
                                          unsigned long long flags) {
  return (hipError_t)cuMemGetHandleForAddressRange(
      handle, (CUdeviceptr)(uintptr_t)block, size, (CUmemRangeHandleType)type,
      flags);
}

CUresult cuMemBatchDecompressAsync(CUmemDecompressParams *list, size_t count,
                                   unsigned int flags, size_t *error_index,
                                   CUstream stream) {
  qn_stream *found;
  (void)error_index;
  CU_NEED(list);
  if (!count || flags)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(qn_hip(qn_stream_find(stream, &found)));
  return qn_cu_lacks(__func__,
                     "no device has a decompression engine: "
                     "CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK is 0");
}

// ---- Devices

CUresult cuDeviceGetLuid(char *luid, unsigned int *nodes, CUdevice ordinal) {
  CU_NEED(luid);
  CU_NEED(nodes);
  return qn_device_at(ordinal)
             ? qn_cu_lacks(__func__, "only Windows gives adapters such numbers")
             : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetNvSciSyncAttributes(void *list, CUdevice ordinal,
                                        int flags) {
  CU_NEED(list);
  if (flags < 1 || flags > 3)
    return CUDA_ERROR_INVALID_VALUE;
  return qn_device_at(ordinal)
             ? qn_cu_lacks(__func__,
                           "NvSciSync is a library of NVIDIA's Tegra systems")
             : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuGetExportTable(const void **to, const CUuuid *id) {
  CU_NEED(to);
  CU_NEED(id);
  return qn_cu_lacks(__func__, "tables that no header describes are for "
                               "NVIDIA's own libraries");
}

// ---- Core dumps of a GPU's state

#define NO_CORE                                                                \
  "a CPU's kernels are in the core dump of their process, which the system "   \
  "configures"

static CUresult check_core(CUcoredumpSettings setting, const void *value,
                           const size_t *size) {
  return value && size && setting >= CU_COREDUMP_ENABLE_ON_EXCEPTION &&
                 setting < CU_COREDUMP_MAX
             ? CUDA_SUCCESS
             : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuCoredumpGetAttribute(CUcoredumpSettings setting, void *value,
                                size_t *size) {
  const CUresult error = check_core(setting, value, size);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuCoredumpGetAttribute, (CUcoredumpSettings, void *, size_t *),
          (setting, value, size));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings setting, void *value,
                                      size_t *size) {
  const CUresult error = check_core(setting, value, size);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuCoredumpGetAttributeGlobal, (CUcoredumpSettings, void *, size_t *),
          (setting, value, size));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpSetAttribute(CUcoredumpSettings setting, void *value,
                                size_t *size) {
  const CUresult error = check_core(setting, value, size);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuCoredumpSetAttribute, (CUcoredumpSettings, void *, size_t *),
          (setting, value, size));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings setting, void *value,
                                      size_t *size) {
  const CUresult error = check_core(setting, value, size);
  if (error != CUDA_SUCCESS)
    return error;
  PASS_ON(cuCoredumpSetAttributeGlobal, (CUcoredumpSettings, void *, size_t *),
          (setting, value, size));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpRegisterStartCallback(CUcoredumpStatusCallback callback,
                                         void *user,
                                         CUcoredumpCallbackHandle *to) {
  CU_NEED((void *)callback);
  CU_NEED(to);
  PASS_ON(cuCoredumpRegisterStartCallback,
          (CUcoredumpStatusCallback, void *, CUcoredumpCallbackHandle *),
          (callback, user, to));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpRegisterCompleteCallback(CUcoredumpStatusCallback callback,
                                            void *user,
                                            CUcoredumpCallbackHandle *to) {
  CU_NEED((void *)callback);
  CU_NEED(to);
  PASS_ON(cuCoredumpRegisterCompleteCallback,
          (CUcoredumpStatusCallback, void *, CUcoredumpCallbackHandle *),
          (callback, user, to));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpDeregisterStartCallback(CUcoredumpCallbackHandle handle) {
  CU_NEED(handle);
  PASS_ON(cuCoredumpDeregisterStartCallback, (CUcoredumpCallbackHandle),
          (handle));
  return qn_cu_lacks(__func__, NO_CORE);
}

CUresult cuCoredumpDeregisterCompleteCallback(CUcoredumpCallbackHandle handle) {
  CU_NEED(handle);
  PASS_ON(cuCoredumpDeregisterCompleteCallback, (CUcoredumpCallbackHandle),
          (handle));
  return qn_cu_lacks(__func__, NO_CORE);
}

// ---- Checkpoints of a process's GPU state

#define NO_CHECKPOINT                                                          \
  "only NVIDIA's driver takes a process's state off its GPU; without one the " \
  "process has none there"

CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int *thread) {
  CU_NEED(thread);
  PASS_ON(cuCheckpointProcessGetRestoreThreadId, (int, int *), (pid, thread));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointProcessGetState(int pid, CUprocessState *state) {
  CU_NEED(state);
  PASS_ON(cuCheckpointProcessGetState, (int, CUprocessState *), (pid, state));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointProcessLock(int pid, CUcheckpointLockArgs *args) {
  PASS_ON(cuCheckpointProcessLock, (int, CUcheckpointLockArgs *), (pid, args));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointProcessCheckpoint(int pid,
                                       CUcheckpointCheckpointArgs *args) {
  PASS_ON(cuCheckpointProcessCheckpoint, (int, CUcheckpointCheckpointArgs *),
          (pid, args));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointProcessRestore(int pid, CUcheckpointRestoreArgs *args) {
  PASS_ON(cuCheckpointProcessRestore, (int, CUcheckpointRestoreArgs *),
          (pid, args));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointProcessUnlock(int pid, CUcheckpointUnlockArgs *args) {
  PASS_ON(cuCheckpointProcessUnlock, (int, CUcheckpointUnlockArgs *),
          (pid, args));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

CUresult cuCheckpointOperationComplete(CUcheckpointOperationHandle handle) {
  CU_NEED(handle);
  PASS_ON(cuCheckpointOperationComplete, (CUcheckpointOperationHandle),
          (handle));
  return qn_cu_lacks(__func__, NO_CHECKPOINT);
}

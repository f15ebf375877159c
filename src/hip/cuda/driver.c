// SPDX-License-Identifier: Apache-2.0
// CUDA's driver API.
#include "hip/cuda/driver.h"

#include "hip/graph/graph.h"
#include "runtime/core/handles.h"

CUresult qn_cu_result(hipError_t error) {
  const cudaError_t number = qn_cuda_error(error);
  // Numbers that only the runtime API has.
  if (number == cudaErrorInvalidDeviceFunction)
    return CUDA_ERROR_INVALID_HANDLE;
  if (number >= cudaErrorInvalidConfiguration && number < cudaErrorNoDevice &&
      number != (cudaError_t)CUDA_ERROR_STUB_LIBRARY)
    return CUDA_ERROR_INVALID_VALUE;
  return (CUresult)number;
}

static void *address(CUdeviceptr p) { return qn_cu_address(p); }

CUresult qn_cu_refuse(const char *name) {
  return qn_cu_result(qn_hip(
      qn_refuse(QN_R_NOT_SUPPORTED,
                "%s is declared, but this runtime does not have it", name)));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define qn_cuda_error qn_cu_result
#define ERROR CUresult
#define MISSING(name)
#define REFUSED(name, parameters)                                              \
  CUresult name parameters { return qn_cu_refuse(#name); }
#include "hip/cuda/driver.inc"
#undef ERROR
#undef MISSING
#undef REFUSED
#undef qn_cuda_error
#pragma GCC diagnostic pop

// ---- Errors

CUresult cuGetErrorName(CUresult error, const char **name) {
  if (!name)
    return CUDA_ERROR_INVALID_VALUE;
  switch ((int)error) {
  case 0:
    *name = "CUDA_SUCCESS";
    return CUDA_SUCCESS;
#define ATTRIBUTE(number, hip)
#define RUNTIME_ERROR(name, number)
#define DRIVER_ERROR(id, number)                                               \
  case number:                                                                 \
    *name = #id;                                                               \
    return CUDA_SUCCESS;
#include "hip/cuda/numbers.inc"
#undef ATTRIBUTE
#undef RUNTIME_ERROR
#undef DRIVER_ERROR
  default:
    *name = NULL;
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const qn_result_row *row = qn_result_from_cuda((int)error);
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = row ? row->text : NULL;
  return row ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- Devices

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                              CUdevice device) {
  return (CUresult)cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute,
                                          device);
}

CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attribute,
                                 CUdevice from, CUdevice to) {
  return (CUresult)cudaDeviceGetP2PAttribute(
      value, (cudaDeviceP2PAttr)attribute, from, to);
}

// The functions as programs call them (hip/calls).
typedef void any_function(void);
#define __QN_CALL(name, parameters)                                            \
  any_function outer_##name __asm__("quern_cu" #name);
#include "quern/host/driver_api.def"
#undef __QN_CALL

CUresult cuGetProcAddress_v2(const char *symbol, void **to, int version,
                             uint64_t flags,
                             CUdriverProcAddressQueryResult *result) {
  typedef struct entry {
    const char *name;
    any_function *address;
  } entry;
  static const entry entries[] = {
#define __QN_CALL(name, parameters) {"cu" #name, outer_##name},
#include "quern/host/driver_api.def"
#undef __QN_CALL
  };
  (void)version;
  (void)flags;
  if (!symbol || !to)
    return CUDA_ERROR_INVALID_VALUE;
  *to = NULL;
  // "cuMemAlloc" is what the headers call cuMemAlloc_v2.
  const size_t size = strlen(symbol);
  for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); ++i)
    if (strncmp(entries[i].name, symbol, size) == 0 &&
        (!entries[i].name[size] ||
         strncmp(entries[i].name + size, "_v", 2) == 0)) {
      memcpy(to, &entries[i].address, sizeof(*to));
      break;
    }
  if (result)
    *result = *to ? CU_GET_PROC_ADDRESS_SUCCESS
                  : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *to ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

// ---- Functions and launches

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                            CUfunction function) {
  return qn_cu_result(hipFuncGetAttribute(
      value, (hipFunction_attribute)attribute, (hipFunction_t)function));
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute,
                            int value) {
  return qn_cu_result(
      hipFuncSetAttribute(function, (hipFuncAttribute)attribute, value));
}

enum { EXTRA_MAX = 8 };

// The end marker of the list is 0 in CUDA and 3 in HIP.
static void **hip_extra(void **extra, void *list[EXTRA_MAX]) {
  size_t i = 0;
  if (!extra)
    return NULL;
  for (; i + 2 < EXTRA_MAX && extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
    list[i] = extra[i];
    list[i + 1] = extra[i + 1];
  }
  list[i] = HIP_LAUNCH_PARAM_END;
  return list;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x,
                        unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y,
                        unsigned int block_z, unsigned int shared,
                        CUstream stream, void **arguments, void **extra) {
  void *list[EXTRA_MAX];
  return qn_cu_result(hipModuleLaunchKernel(
      (hipFunction_t)function, grid_x, grid_y, grid_z, block_x, block_y,
      block_z, shared, (hipStream_t)stream, arguments, hip_extra(extra, list)));
}

_Static_assert(sizeof(CUlaunchConfig) == sizeof(HIP_LAUNCH_CONFIG) &&
                   sizeof(CUlaunchAttribute) == sizeof(hipLaunchAttribute),
               "laid out alike");

// The one by which kernels may change the node that is captured; NULL: none.
static const CUlaunchAttribute *live_attribute(const CUlaunchConfig *config) {
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id ==
            CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE &&
        config->attrs[i].value.deviceUpdatableKernelNode.deviceUpdatable)
      return &config->attrs[i];
  return NULL;
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                          void **arguments, void **extra) {
  void *list[EXTRA_MAX];
  if (!config)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned int i = 0; i < config->numAttrs; ++i) {
    const CUlaunchAttribute *one = &config->attrs[i];
    if (one->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION &&
        (uint64_t)one->value.clusterDim.x * one->value.clusterDim.y *
                one->value.clusterDim.z >
            1)
      return qn_cu_result(qn_hip(
          qn_refuse(QN_R_NOT_SUPPORTED, "clusters of blocks are not there")));
  }
  const CUlaunchAttribute *live = live_attribute(config);
  hipError_t error =
      live ? qn_hip_live_begin((hipStream_t)config->hStream) : hipSuccess;
  if (error == hipSuccess)
    error = hipDrvLaunchKernelEx((const HIP_LAUNCH_CONFIG *)config,
                                 (hipFunction_t)function, arguments,
                                 hip_extra(extra, list));
  if (error == hipSuccess && live)
    error = qn_hip_live_captured((hipStream_t)config->hStream,
                                 (void *)(uintptr_t)&live->value);
  return qn_cu_result(error);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *grid_size, int *block_size,
                                          CUfunction function,
                                          CUoccupancyB2DSize shared_of,
                                          size_t shared, int limit) {
  if (!shared_of)
    return qn_cu_result(hipModuleOccupancyMaxPotentialBlockSize(
        grid_size, block_size, (hipFunction_t)function, shared, limit));
  // Shared memory depends on the block size, so every size is tried.
  int best = 0;
  int max;
  if (!grid_size || !block_size)
    return CUDA_ERROR_INVALID_VALUE;
  hipError_t error = hipFuncGetAttribute(
      &max, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, (hipFunction_t)function);
  if (limit > 0 && limit < max)
    max = limit;
  for (int size = max - max % 32; size > 0 && error == hipSuccess; size -= 32) {
    int blocks = 0;
    error = hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, (hipFunction_t)function, size, shared_of(size));
    if (blocks * size <= best)
      continue;
    qn_device *device;
    best = blocks * size;
    *block_size = size;
    if (qn_device_current(&device) == QN_R_OK)
      *grid_size = blocks * (int)device->info.multiprocessors;
  }
  return qn_cu_result(error);
}

// Libraries are modules, and their kernels are functions.

CUresult cuLibraryLoadData(CUlibrary *to, const void *code,
                           CUjit_option *options, void **option_values,
                           unsigned int option_count,
                           CUlibraryOption *library_options,
                           void **library_values, unsigned int library_count) {
  (void)options; // for the run-time compiler
  (void)option_values;
  (void)option_count;
  (void)library_options;
  (void)library_values;
  (void)library_count;
  return qn_cu_result(hipModuleLoadData((hipModule_t *)to, code));
}

CUresult cuLibraryUnload(CUlibrary library) {
  return qn_cu_result(hipModuleUnload((hipModule_t)library));
}

CUresult cuLibraryGetKernel(CUkernel *to, CUlibrary library, const char *name) {
  return qn_cu_result(
      hipModuleGetFunction((hipFunction_t *)to, (hipModule_t)library, name));
}

CUresult cuKernelGetFunction(CUfunction *to, CUkernel kernel) {
  if (!to || !qn_handle_find(QN_HANDLE_FUNCTION, kernel))
    return CUDA_ERROR_INVALID_HANDLE;
  *to = (CUfunction)(void *)kernel;
  return CUDA_SUCCESS;
}

// ---- Memory

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return qn_cu_result(
      hipMemcpy(address(to), address(from), size, hipMemcpyDefault));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                       CUstream stream) {
  return qn_cu_result(hipMemcpyAsync(address(to), address(from), size,
                                     hipMemcpyDefault, (hipStream_t)stream));
}

static hipError_t device_of(CUcontext context, int *out_device) {
  hipCtx_t before;
  hipError_t error = hipCtxGetCurrent(&before);
  if (error == hipSuccess)
    error = hipCtxPushCurrent((hipCtx_t)context);
  if (error != hipSuccess)
    return error;
  error = hipCtxGetDevice(out_device);
  (void)hipCtxPopCurrent(NULL);
  (void)hipCtxSetCurrent(before);
  return error;
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context,
                           CUdeviceptr from, CUcontext from_context,
                           size_t size, CUstream stream) {
  int to_device, from_device;
  hipError_t error = device_of(to_context, &to_device);
  if (error == hipSuccess)
    error = device_of(from_context, &from_device);
  if (error != hipSuccess)
    return qn_cu_result(error);
  return qn_cu_result(hipMemcpyPeerAsync(address(to), to_device, address(from),
                                         from_device, size,
                                         (hipStream_t)stream));
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t size) {
  int to_device, from_device;
  hipError_t error = device_of(to_context, &to_device);
  if (error == hipSuccess)
    error = device_of(from_context, &from_device);
  if (error == hipSuccess)
    error =
        hipMemcpyPeer(address(to), to_device, address(from), from_device, size);
  return qn_cu_result(error);
}

hipMemoryType qn_cu_memory_type(CUmemorytype type) {
  switch (type) {
  case CU_MEMORYTYPE_HOST:
    return hipMemoryTypeHost;
  case CU_MEMORYTYPE_DEVICE:
    return hipMemoryTypeDevice;
  case CU_MEMORYTYPE_ARRAY:
    return hipMemoryTypeArray;
  case CU_MEMORYTYPE_UNIFIED:
    return hipMemoryTypeUnified;
  default:
    return hipMemoryTypeUnregistered;
  }
}

static hip_Memcpy2D copy_2d(const CUDA_MEMCPY2D *p) {
  return (hip_Memcpy2D){
      .srcXInBytes = p->srcXInBytes,
      .srcY = p->srcY,
      .srcMemoryType = qn_cu_memory_type(p->srcMemoryType),
      .srcHost = p->srcHost,
      .srcDevice = address(p->srcDevice),
      .srcArray = (hipArray_t)p->srcArray,
      .srcPitch = p->srcPitch,
      .dstXInBytes = p->dstXInBytes,
      .dstY = p->dstY,
      .dstMemoryType = qn_cu_memory_type(p->dstMemoryType),
      .dstHost = p->dstHost,
      .dstDevice = address(p->dstDevice),
      .dstArray = (hipArray_t)p->dstArray,
      .dstPitch = p->dstPitch,
      .WidthInBytes = p->WidthInBytes,
      .Height = p->Height,
  };
}

HIP_MEMCPY3D qn_cu_copy_3d(const CUDA_MEMCPY3D *p) {
  return (HIP_MEMCPY3D){
      .srcXInBytes = p->srcXInBytes,
      .srcY = p->srcY,
      .srcZ = p->srcZ,
      .srcMemoryType = qn_cu_memory_type(p->srcMemoryType),
      .srcHost = p->srcHost,
      .srcDevice = address(p->srcDevice),
      .srcArray = (hipArray_t)p->srcArray,
      .srcPitch = p->srcPitch,
      .srcHeight = p->srcHeight,
      .dstXInBytes = p->dstXInBytes,
      .dstY = p->dstY,
      .dstZ = p->dstZ,
      .dstMemoryType = qn_cu_memory_type(p->dstMemoryType),
      .dstHost = p->dstHost,
      .dstDevice = address(p->dstDevice),
      .dstArray = (hipArray_t)p->dstArray,
      .dstPitch = p->dstPitch,
      .dstHeight = p->dstHeight,
      .WidthInBytes = p->WidthInBytes,
      .Height = p->Height,
      .Depth = p->Depth,
  };
}

CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *copy) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  const hip_Memcpy2D p = copy_2d(copy);
  return qn_cu_result(hipMemcpyParam2D(&p));
}

CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *copy) {
  return cuMemcpy2D_v2(copy);
}

CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  const hip_Memcpy2D p = copy_2d(copy);
  return qn_cu_result(hipMemcpyParam2DAsync(&p, (hipStream_t)stream));
}

CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *copy) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  const HIP_MEMCPY3D p = qn_cu_copy_3d(copy);
  return qn_cu_result(hipDrvMemcpy3D(&p));
}

CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream stream) {
  if (!copy)
    return CUDA_ERROR_INVALID_VALUE;
  const HIP_MEMCPY3D p = qn_cu_copy_3d(copy);
  return qn_cu_result(hipDrvMemcpy3DAsync(&p, (hipStream_t)stream));
}

// ---- Streams

CUresult cuStreamGetCtx(CUstream handle, CUcontext *to) {
  qn_stream *stream;
  if (!to)
    return CUDA_ERROR_INVALID_VALUE;
  if (qn_stream_find(handle, &stream) != QN_R_OK)
    return CUDA_ERROR_INVALID_HANDLE;
  const hipError_t error =
      hipDevicePrimaryCtxRetain((hipCtx_t *)to, stream->device->ordinal);
  (void)hipDevicePrimaryCtxRelease(stream->device->ordinal);
  return qn_cu_result(error);
}

CUresult cuStreamWaitValue32_v2(CUstream stream, CUdeviceptr at, uint32_t value,
                                unsigned int flags) {
  return qn_cu_result(hipStreamWaitValue32((hipStream_t)stream, address(at),
                                           value, flags, UINT32_MAX));
}

CUresult cuStreamWaitValue64_v2(CUstream stream, CUdeviceptr at, uint64_t value,
                                unsigned int flags) {
  return qn_cu_result(hipStreamWaitValue64((hipStream_t)stream, address(at),
                                           value, flags, UINT64_MAX));
}

// SPDX-License-Identifier: Apache-2.0
// The driver API's functions for memory, kernels, contexts and streams that HIP
// has in another form or not at all.
#include "hip/cuda/driver.h"

#include <stddef.h>
#include <string.h>

#include "runtime/core/handles.h"

#define SAME(cuda, hip)                                                        \
  _Static_assert(sizeof(cuda) == sizeof(hip), "laid out alike: " #cuda)
SAME(CUDA_ARRAY_DESCRIPTOR, HIP_ARRAY_DESCRIPTOR);
SAME(CUDA_ARRAY3D_DESCRIPTOR, HIP_ARRAY3D_DESCRIPTOR);
SAME(CUDA_RESOURCE_DESC, HIP_RESOURCE_DESC);
SAME(CUDA_TEXTURE_DESC, HIP_TEXTURE_DESC);
SAME(CUDA_RESOURCE_VIEW_DESC, HIP_RESOURCE_VIEW_DESC);
SAME(CUDA_EXTERNAL_MEMORY_HANDLE_DESC, hipExternalMemoryHandleDesc);
SAME(CUDA_EXTERNAL_MEMORY_BUFFER_DESC, hipExternalMemoryBufferDesc);
SAME(CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC, hipExternalSemaphoreHandleDesc);
SAME(CUDA_HOST_NODE_PARAMS, hipHostNodeParams);
SAME(CUDA_BATCH_MEM_OP_NODE_PARAMS, hipBatchMemOpNodeParams);
SAME(CUstreamBatchMemOpParams, hipStreamBatchMemOpParams);
SAME(CUDA_MEM_ALLOC_NODE_PARAMS, hipMemAllocNodeParams);
SAME(CUmemPoolProps, hipMemPoolProps);
SAME(CUmemAllocationProp, hipMemAllocationProp);
SAME(CUmemLocation, hipMemLocation);
SAME(CUmemcpyAttributes, hipMemcpyAttributes);
SAME(CUDA_MEMCPY3D_BATCH_OP, hipMemcpy3DBatchOp);
SAME(CUstreamAttrValue, hipStreamAttrValue);
_Static_assert(offsetof(CUDA_RESOURCE_DESC, flags) ==
                       offsetof(HIP_RESOURCE_DESC, flags) &&
                   offsetof(CUDA_TEXTURE_DESC, borderColor) ==
                       offsetof(HIP_TEXTURE_DESC, borderColor) &&
                   offsetof(CUDA_EXTERNAL_MEMORY_HANDLE_DESC, size) ==
                       offsetof(hipExternalMemoryHandleDesc, size),
               "laid out alike");

// ---- Contexts

CUresult cuCtxCreate_v4(CUcontext *to, CUctxCreateParams *params,
                        unsigned int flags, CUdevice device) {
  (void)params; // SM affinity and graphics clients: not supported
  return qn_cu_result(hipCtxCreate((hipCtx_t *)to, flags, device));
}

// Makes a context current for a query about it.
static hipError_t enter(CUcontext context) {
  return hipCtxPushCurrent((hipCtx_t)context);
}

static CUresult leave(hipError_t error) {
  (void)hipCtxPopCurrent(NULL);
  return qn_cu_result(error);
}

CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context) {
  if (!context)
    return qn_cu_result(hipCtxGetDevice(device));
  CU_CHECK(enter(context));
  return leave(hipCtxGetDevice(device));
}

CUresult cuCtxSynchronize_v2(CUcontext context) {
  if (!context)
    return qn_cu_result(hipCtxSynchronize());
  CU_CHECK(enter(context));
  return leave(hipCtxSynchronize());
}

CUresult cuCtxSetFlags(unsigned int flags) {
  return qn_cu_result(hipSetDeviceFlags(flags));
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
  hipCtx_t current = (hipCtx_t)context;
  CU_NEED(id);
  if (!context)
    CU_CHECK(hipCtxGetCurrent(&current));
  *id = (unsigned long long)(uintptr_t)current;
  return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxResetPersistingL2Cache(void) { return CUDA_SUCCESS; }

// CUDA's profiler, which other tools took over before CUDA 12.
CUresult cuProfilerInitialize(const char *configuration, const char *output,
                              CUoutput_mode mode) {
  (void)configuration;
  (void)output;
  (void)mode;
  return CUDA_ERROR_PROFILER_DISABLED;
}

CUresult cuCtxAttach(CUcontext *to, unsigned int flags) {
  CU_NEED(to);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  return qn_cu_result(hipCtxGetCurrent((hipCtx_t *)to));
}

CUresult cuCtxDetach(CUcontext context) {
  return qn_cu_result(hipCtxDestroy((hipCtx_t)context));
}

// ---- Devices

CUresult cuDeviceGetProperties(CUdevprop *to, CUdevice device) {
  hipDeviceProp_t p;
  CU_NEED(to);
  CU_CHECK(hipGetDeviceProperties(&p, device));
  *to = (CUdevprop){.maxThreadsPerBlock = p.maxThreadsPerBlock,
                    .sharedMemPerBlock = (int)p.sharedMemPerBlock,
                    .totalConstantMemory = (int)p.totalConstMem,
                    .SIMDWidth = p.warpSize,
                    .memPitch = (int)p.memPitch,
                    .regsPerBlock = p.regsPerBlock,
                    .clockRate = p.clockRate,
                    .textureAlign = (int)p.textureAlignment};
  memcpy(to->maxThreadsDim, p.maxThreadsDim, sizeof(to->maxThreadsDim));
  memcpy(to->maxGridSize, p.maxGridSize, sizeof(to->maxGridSize));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetTexture1DLinearMaxWidth(size_t *width,
                                            CUarray_format format,
                                            unsigned int channels,
                                            CUdevice device) {
  const hipChannelFormatDesc any = {8, 0, 0, 0, hipChannelFormatKindUnsigned};
  (void)format; // the limit is in elements of any format
  (void)channels;
  return qn_cu_result(hipDeviceGetTexture1DLinearMaxWidth(width, &any, device));
}

CUresult cuDeviceGetExecAffinitySupport(int *supported, CUexecAffinityType type,
                                        CUdevice device) {
  (void)type;
  CU_NEED(supported);
  *supported = 0;
  return qn_device_at(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuFlushGPUDirectRDMAWrites(CUflushGPUDirectRDMAWritesTarget target,
                                    CUflushGPUDirectRDMAWritesScope scope) {
  (void)target; // remote writes are always visible
  (void)scope;
  return CUDA_SUCCESS;
}

// ---- Libraries, modules and kernels: kernels are functions

CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
  CU_NEED(mode);
  *mode = CU_MODULE_LAZY_LOADING;
  return CUDA_SUCCESS;
}

CUresult cuLibraryLoadFromFile(CUlibrary *to, const char *path,
                               CUjit_option *options, void **values,
                               unsigned int option_count,
                               CUlibraryOption *library_options,
                               void **library_values,
                               unsigned int library_count) {
  (void)options;
  (void)values;
  (void)option_count;
  (void)library_options;
  (void)library_values;
  (void)library_count;
  return qn_cu_result(hipModuleLoad((hipModule_t *)to, path));
}

CUresult cuLibraryGetKernelCount(unsigned int *count, CUlibrary library) {
  return qn_cu_result(hipModuleGetFunctionCount(count, (hipModule_t)library));
}

CUresult cuLibraryGetModule(CUmodule *to, CUlibrary library) {
  CU_NEED(to);
  if (!qn_handle_find(QN_HANDLE_MODULE, library))
    return CUDA_ERROR_INVALID_HANDLE;
  *to = (CUmodule)(void *)library;
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetGlobal(CUdeviceptr *to, size_t *size, CUlibrary library,
                            const char *name) {
  hipDeviceptr_t address;
  size_t bytes;
  CU_CHECK(hipModuleGetGlobal(&address, &bytes, (hipModule_t)library, name));
  if (to)
    *to = (uintptr_t)address;
  if (size)
    *size = bytes;
  return CUDA_SUCCESS;
}

CUresult cuLibraryGetManaged(CUdeviceptr *to, size_t *size, CUlibrary library,
                             const char *name) {
  return cuLibraryGetGlobal(to, size, library, name);
}

static qn_function *function_of(const void *handle) {
  return qn_handle_find(QN_HANDLE_FUNCTION, handle);
}

CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute,
                              CUkernel kernel, CUdevice device) {
  (void)device; // a kernel belongs to one device
  return cuFuncGetAttribute(value, attribute, (CUfunction)(void *)kernel);
}

CUresult cuKernelSetAttribute(CUfunction_attribute attribute, int value,
                              CUkernel kernel, CUdevice device) {
  (void)device;
  return cuFuncSetAttribute((CUfunction)(void *)kernel, attribute, value);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, CUfunc_cache config,
                                CUdevice device) {
  (void)device;
  return qn_cu_result(
      hipFuncSetCacheConfig((void *)kernel, (hipFuncCache_t)config));
}

CUresult cuFuncGetName(const char **name, CUfunction function) {
  const qn_function *f = function_of(function);
  CU_NEED(name);
  *name = f ? f->name : NULL;
  return f ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuKernelGetName(const char **name, CUkernel kernel) {
  return cuFuncGetName(name, (CUfunction)(void *)kernel);
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                            size_t *size) {
  const qn_function *f = function_of(function);
  CU_NEED(offset);
  if (!f)
    return CUDA_ERROR_INVALID_HANDLE;
  if (index >= f->kernel->argument_count)
    return CUDA_ERROR_INVALID_VALUE;
  qn_kernel_host_place(f->kernel, index, offset, size);
  return CUDA_SUCCESS;
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index, size_t *offset,
                              size_t *size) {
  return cuFuncGetParamInfo((CUfunction)(void *)kernel, index, offset, size);
}

CUresult cuFuncGetParamCount(CUfunction function, size_t *count) {
  const qn_function *f = function_of(function);
  CU_NEED(count);
  if (!f)
    return CUDA_ERROR_INVALID_HANDLE;
  *count = f->kernel->argument_count;
  return CUDA_SUCCESS;
}

CUresult cuKernelGetParamCount(CUkernel kernel, size_t *count) {
  return cuFuncGetParamCount((CUfunction)(void *)kernel, count);
}

CUresult cuFuncIsLoaded(CUfunctionLoadingState *state, CUfunction function) {
  CU_NEED(state);
  *state = CU_FUNCTION_LOADING_STATE_LOADED;
  return function_of(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncLoad(CUfunction function) {
  return function_of(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuLaunchCooperativeKernelMultiDevice(CUDA_LAUNCH_PARAMS *list,
                                              unsigned int count,
                                              unsigned int flags) {
  SAME(CUDA_LAUNCH_PARAMS, hipFunctionLaunchParams);
  return qn_cu_result(hipModuleLaunchCooperativeKernelMultiDevice(
      (hipFunctionLaunchParams *)list, count, flags));
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid_size,
                                                   int *block_size,
                                                   CUfunction function,
                                                   CUoccupancyB2DSize shared_of,
                                                   size_t shared, int limit,
                                                   unsigned int flags) {
  (void)flags; // caching global memory does not reduce occupancy
  return cuOccupancyMaxPotentialBlockSize(grid_size, block_size, function,
                                          shared_of, shared, limit);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *size,
                                                 CUfunction function,
                                                 int blocks, int block_size) {
  return (CUresult)cudaOccupancyAvailableDynamicSMemPerBlock(
      size, function, blocks, block_size);
}

CUresult cuOccupancyMaxPotentialClusterSize(int *size, CUfunction function,
                                            const CUlaunchConfig *config) {
  CU_NEED(size);
  CU_NEED(config);
  *size = 1;
  return function_of(function) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function,
                                      const CUlaunchConfig *config) {
  int blocks = 0;
  qn_device *device;
  CU_NEED(clusters);
  CU_NEED(config);
  CU_CHECK(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, (hipFunction_t)function,
      (int)(config->blockDimX * config->blockDimY * config->blockDimZ),
      config->sharedMemBytes));
  CU_CHECK(qn_hip(qn_device_current(&device)));
  *clusters = blocks * (int)device->info.multiprocessors;
  return CUDA_SUCCESS;
}

// ---- Two-dimensional fills

static CUresult fill_rows(const qn_op_fill *fill, CUstream *stream_or_null) {
  qn_stream *stream;
  qn_result result =
      qn_stream_find(stream_or_null ? *stream_or_null : NULL, &stream);
  if (result == QN_R_OK)
    result = qn_fill_submit(stream, fill, !stream_or_null);
  return qn_cu_result(qn_hip(result));
}

#define FILL_ROWS(name, type, bytes, parameter, stream)                        \
  CUresult name(CUdeviceptr to, size_t pitch, type value, size_t width,        \
                size_t height parameter) {                                     \
    const qn_op_fill fill = {.address = qn_cu_address(to),                     \
                             .value = value,                                   \
                             .value_size = bytes,                              \
                             .width = width,                                   \
                             .height = height,                                 \
                             .depth = 1,                                       \
                             .pitch = pitch};                                  \
    return fill_rows(&fill, stream);                                           \
  }
#define STREAM , CUstream stream
FILL_ROWS(cuMemsetD2D8_v2, unsigned char, 1, , NULL)
FILL_ROWS(cuMemsetD2D16_v2, unsigned short, 2, , NULL)
FILL_ROWS(cuMemsetD2D32_v2, unsigned int, 4, , NULL)
FILL_ROWS(cuMemsetD2D8Async, unsigned char, 1, STREAM, &stream)
FILL_ROWS(cuMemsetD2D16Async, unsigned short, 2, STREAM, &stream)
FILL_ROWS(cuMemsetD2D32Async, unsigned int, 4, STREAM, &stream)
#undef STREAM
#undef FILL_ROWS

// ---- Copies

static CUDA_MEMCPY3D without_contexts(const CUDA_MEMCPY3D_PEER *p) {
  return (CUDA_MEMCPY3D){.srcXInBytes = p->srcXInBytes,
                         .srcY = p->srcY,
                         .srcZ = p->srcZ,
                         .srcMemoryType = p->srcMemoryType,
                         .srcHost = p->srcHost,
                         .srcDevice = p->srcDevice,
                         .srcArray = p->srcArray,
                         .srcPitch = p->srcPitch,
                         .srcHeight = p->srcHeight,
                         .dstXInBytes = p->dstXInBytes,
                         .dstY = p->dstY,
                         .dstZ = p->dstZ,
                         .dstMemoryType = p->dstMemoryType,
                         .dstHost = p->dstHost,
                         .dstDevice = p->dstDevice,
                         .dstArray = p->dstArray,
                         .dstPitch = p->dstPitch,
                         .dstHeight = p->dstHeight,
                         .WidthInBytes = p->WidthInBytes,
                         .Height = p->Height,
                         .Depth = p->Depth};
}

// Addresses identify their device, so the contexts are not needed.
CUresult cuMemcpy3DPeer(const CUDA_MEMCPY3D_PEER *copy) {
  CU_NEED(copy);
  const CUDA_MEMCPY3D p = without_contexts(copy);
  return cuMemcpy3D_v2(&p);
}

CUresult cuMemcpy3DPeerAsync(const CUDA_MEMCPY3D_PEER *copy, CUstream stream) {
  CU_NEED(copy);
  const CUDA_MEMCPY3D p = without_contexts(copy);
  return cuMemcpy3DAsync_v2(&p, stream);
}

CUresult cuMemcpyBatchAsync_v2(CUdeviceptr *to, CUdeviceptr *from,
                               size_t *sizes, size_t count,
                               CUmemcpyAttributes *attributes, size_t *indices,
                               size_t attribute_count, CUstream stream) {
  return qn_cu_result(
      hipMemcpyBatchAsync((void **)to, (void **)from, sizes, count,
                          (hipMemcpyAttributes *)attributes, indices,
                          attribute_count, NULL, (hipStream_t)stream));
}

CUresult cuMemcpyWithAttributesAsync(CUdeviceptr to, CUdeviceptr from,
                                     size_t size,
                                     CUmemcpyAttributes *attributes,
                                     CUstream stream) {
  size_t first = 0;
  CU_NEED(attributes);
  return cuMemcpyBatchAsync_v2(&to, &from, &size, 1, attributes, &first, 1,
                               stream);
}

CUresult cuMemcpy3DWithAttributesAsync(CUDA_MEMCPY3D_BATCH_OP *op,
                                       unsigned long long flags,
                                       CUstream stream) {
  CU_NEED(op);
  return cuMemcpy3DBatchAsync_v2(1, op, flags, stream);
}

// How the host waits for its function is the driver's matter: here its thread
// is woken in either mode.
CUresult cuLaunchHostFunc_v2(CUstream stream, CUhostFn function, void *user,
                             unsigned int mode) {
  if (mode > CU_HOST_TASK_SPINWAIT)
    return qn_cu_result(qn_hip(qn_refuse(
        QN_R_INVALID_VALUE, "%u is no mode of waiting for a host task", mode)));
  return cuLaunchHostFunc(stream, function, user);
}

// ---- Memory

static hipMemLocation location_of(CUmemLocation l) {
  return AS(hipMemLocation, l);
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr block, size_t size,
                               CUmemLocation location, unsigned int flags,
                               CUstream stream) {
  return qn_cu_result(hipMemPrefetchAsync_v2(qn_cu_address(block), size,
                                             location_of(location), flags,
                                             (hipStream_t)stream));
}

CUresult cuMemAdvise_v2(CUdeviceptr block, size_t size, CUmem_advise advice,
                        CUmemLocation location) {
  return qn_cu_result(hipMemAdvise_v2(qn_cu_address(block), size,
                                      (hipMemoryAdvise)advice,
                                      location_of(location)));
}

// ---- Streams

CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID attribute,
                              CUstreamAttrValue *value) {
  return qn_cu_result(hipStreamGetAttribute((hipStream_t)stream,
                                            (hipStreamAttrID)attribute,
                                            (hipStreamAttrValue *)value));
}

CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID attribute,
                              const CUstreamAttrValue *value) {
  return qn_cu_result(hipStreamSetAttribute((hipStream_t)stream,
                                            (hipStreamAttrID)attribute,
                                            (const hipStreamAttrValue *)value));
}

// ---- Surfaces

CUresult cuSurfObjectCreate(CUsurfObject *to,
                            const CUDA_RESOURCE_DESC *resource) {
  CU_NEED(resource);
  if (resource->resType != CU_RESOURCE_TYPE_ARRAY)
    return CUDA_ERROR_INVALID_VALUE;
  const hipResourceDesc r = {
      .resType = hipResourceTypeArray,
      .res.array = {(hipArray_t)resource->res.array.hArray}};
  return qn_cu_result(hipCreateSurfaceObject((hipSurfaceObject_t *)to, &r));
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return qn_cu_result(hipDestroySurfaceObject(object));
}

// ---- Functions of modules

CUresult cuFuncGetModule(CUmodule *to, CUfunction function) {
  const qn_function *f = function_of(function);
  CU_NEED(to);
  if (!f)
    return CUDA_ERROR_INVALID_HANDLE;
  *to = (CUmodule)qn_hip_module_handle(f->module);
  return *to ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuKernelGetLibrary(CUlibrary *to, CUkernel kernel) {
  return cuFuncGetModule((CUmodule *)to, (CUfunction)(void *)kernel);
}

// ---- Pools by location

static CUresult check_location(const CUmemLocation *location,
                               CUmemAllocationType type) {
  CU_NEED(location);
  if (type != CU_MEM_ALLOCATION_TYPE_PINNED ||
      location->type != CU_MEM_LOCATION_TYPE_DEVICE)
    return CUDA_ERROR_NOT_SUPPORTED; // pools are on devices only
  return CUDA_SUCCESS;
}

CUresult cuMemGetDefaultMemPool(CUmemoryPool *to, CUmemLocation *location,
                                CUmemAllocationType type) {
  const CUresult error = check_location(location, type);
  return error != CUDA_SUCCESS ? error
                               : qn_cu_result(hipDeviceGetDefaultMemPool(
                                     (hipMemPool_t *)to, location->id));
}

CUresult cuMemGetMemPool(CUmemoryPool *to, CUmemLocation *location,
                         CUmemAllocationType type) {
  const CUresult error = check_location(location, type);
  return error != CUDA_SUCCESS ? error
                               : qn_cu_result(hipDeviceGetMemPool(
                                     (hipMemPool_t *)to, location->id));
}

CUresult cuMemSetMemPool(CUmemLocation *location, CUmemAllocationType type,
                         CUmemoryPool pool) {
  const CUresult error = check_location(location, type);
  return error != CUDA_SUCCESS ? error
                               : qn_cu_result(hipDeviceSetMemPool(
                                     location->id, (hipMemPool_t)pool));
}

// ---- Batches of managed memory

CUresult cuMemPrefetchBatchAsync(CUdeviceptr *blocks, size_t *sizes,
                                 size_t count, CUmemLocation *locations,
                                 size_t *indices, size_t location_count,
                                 unsigned long long flags, CUstream stream) {
  if (!blocks || !sizes || !count || !locations || !indices ||
      !location_count || location_count > count || indices[0] || flags)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0, at = 0; i < count; ++i) {
    while (at + 1 < location_count && indices[at + 1] <= i)
      ++at;
    CU_CHECK(hipMemPrefetchAsync_v2(qn_cu_address(blocks[i]), sizes[i],
                                    location_of(locations[at]), 0,
                                    (hipStream_t)stream));
  }
  return CUDA_SUCCESS;
}

// Discarded contents are undefined, so they may just as well stay.
CUresult cuMemDiscardBatchAsync(CUdeviceptr *blocks, size_t *sizes,
                                size_t count, unsigned long long flags,
                                CUstream stream) {
  qn_stream *found;
  if (!blocks || !sizes || !count || flags)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t i = 0; i < count; ++i) {
    qn_range range;
    if (!qn_memory_find(qn_cu_address(blocks[i]), &range) ||
        range.kind != QN_MEMORY_MANAGED)
      return CUDA_ERROR_INVALID_VALUE;
  }
  return qn_cu_result(qn_hip(qn_stream_find(stream, &found)));
}

CUresult
cuMemDiscardAndPrefetchBatchAsync(CUdeviceptr *blocks, size_t *sizes,
                                  size_t count, CUmemLocation *locations,
                                  size_t *indices, size_t location_count,
                                  unsigned long long flags, CUstream stream) {
  const CUresult error =
      cuMemDiscardBatchAsync(blocks, sizes, count, flags, stream);
  return error != CUDA_SUCCESS
             ? error
             : cuMemPrefetchBatchAsync(blocks, sizes, count, locations, indices,
                                       location_count, flags, stream);
}

CUresult cuMemcpy3DBatchAsync_v2(size_t count, CUDA_MEMCPY3D_BATCH_OP *list,
                                 unsigned long long flags, CUstream stream) {
  return qn_cu_result(hipMemcpy3DBatchAsync(count, (hipMemcpy3DBatchOp *)list,
                                            NULL, flags, (hipStream_t)stream));
}

// SPDX-License-Identifier: Apache-2.0
// CUDA's runtime where its structs, numbers or parameters differ from HIP's.
#include "hip/cuda/cuda.h"

#include <string.h>

#include "hip/graph/conditional.h"
#include "hip/graph/graph.h"
#include "hip/texture/array.h"

// ---- Devices

enum { WARP = 32 }; // of CUDA's code, on every device

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *to, int device) {
  hipDeviceProp_t p;
  NEED(to);
  const hipError_t error = hipGetDeviceProperties(&p, device);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  // HIP's struct begins with all that CUDA's has.
  _Static_assert(sizeof(*to) <= sizeof(p), "");
  memcpy(to, &p, sizeof(*to));
  const struct {
    enum cudaDeviceAttr attribute;
    void *member; // 32 bits
  } more[] = {
      {cudaDevAttrNumaConfig, &to->deviceNumaConfig},
      {cudaDevAttrNumaId, &to->deviceNumaId},
      {cudaDevAttrMpsEnabled, &to->mpsEnabled},
      {cudaDevAttrHostNumaId, &to->hostNumaId},
      {cudaDevAttrGpuPciDeviceId, &to->gpuPciDeviceID},
      {cudaDevAttrGpuPciSubsystemId, &to->gpuPciSubsystemID},
      {cudaDevAttrHostNumaMultinodeIpcSupported,
       &to->hostNumaMultinodeIpcSupported},
  };
  for (size_t i = 0; i < sizeof(more) / sizeof(*more); ++i)
    (void)cudaDeviceGetAttribute(more[i].member, more[i].attribute, device);
  to->warpSize = WARP; // also where AMD's waves have 64 lanes
  return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted) {
  hipDeviceProp_t p = {0};
  NEED(device);
  NEED(wanted);
  memcpy(&p, wanted, sizeof(*wanted));
  return qn_cuda_error(hipChooseDevice(device, &p));
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attribute,
                                   int device) {
  const int hip = qn_cuda_attribute((int)attribute);
  NEED(value);
  if (attribute == cudaDevAttrWarpSize && qn_device_at(device)) {
    *value = WARP;
    return cudaSuccess;
  }
  if (attribute == cudaDevAttrAtomicReductionSupported &&
      qn_device_at(device)) {
    *value = qn_device_at(device)->backend->on_host;
    return cudaSuccess;
  }
  if (hip >= 0)
    return qn_cuda_error(
        hipDeviceGetAttribute(value, (hipDeviceAttribute_t)hip, device));
  if (!qn_device_at(device))
    return qn_cuda_error(qn_hip(
        qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", device)));
  if ((int)attribute < 1 || (int)attribute > 200)
    return qn_cuda_error(qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                                          "there is no attribute %d of devices",
                                          (int)attribute)));
  *value = 0; // a feature that no device here has
  return cudaSuccess;
}

cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr attribute,
                                      int from, int to) {
  // CUDA counts them from 1.
  return qn_cuda_error(hipDeviceGetP2PAttribute(
      value, (hipDeviceP2PAttr)((int)attribute - 1), from, to));
}

cudaError_t cudaInitDevice(int device, unsigned int device_flags,
                           unsigned int flags) {
  (void)flags;
  const hipError_t error = hipSetDevice(device);
  return qn_cuda_error(error != hipSuccess ? error
                                           : hipSetDeviceFlags(device_flags));
}

cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }

// ---- Memory

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *to,
                                     const void *block) {
  hipPointerAttribute_t p;
  NEED(to);
  const hipError_t error = hipPointerGetAttributes(&p, block);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  *to = (cudaPointerAttributes){.type = (enum cudaMemoryType)p.type,
                                .device = p.device,
                                .devicePointer = p.devicePointer,
                                .hostPointer = p.hostPointer};
  return cudaSuccess;
}

// CUDA's copies between devices never block the host; HIP's of two and three
// dimensions do.

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from,
                         size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
  qn_op op;
  qn_result result = qn_copy_rows(
      (qn_rows){to, to_pitch}, (qn_rows){(void *)(uintptr_t)from, from_pitch},
      (const size_t[2]){width, height}, (int)kind, &op);
  if (result == QN_R_OK)
    result = qn_hip_submit_copy(&op, NULL, QN_WAIT_SEEN);
  return qn_cuda_error(qn_hip(result));
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *copy) {
  qn_op op;
  NEED(copy);
  qn_result result = qn_hip_copy_3d((const hipMemcpy3DParms *)copy, &op);
  if (result == QN_R_OK)
    result = qn_hip_submit_copy(&op, NULL, QN_WAIT_SEEN);
  return qn_cuda_error(qn_hip(result));
}

cudaError_t cudaGetDeviceFlags(unsigned int *flags) {
  const hipError_t error = hipGetDeviceFlags(flags);
  if (error == hipSuccess)
    *flags |= cudaDeviceMapHost; // always on
  return qn_cuda_error(error);
}

cudaError_t cudaMemAdvise_v2(const void *block, size_t size,
                             cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  return qn_cuda_error(hipMemAdvise_v2(block, size, (hipMemoryAdvise)advice,
                                       AS(hipMemLocation, location)));
}

cudaError_t cudaMemPrefetchAsync_v2(const void *block, size_t size,
                                    cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) {
  return qn_cuda_error(hipMemPrefetchAsync_v2(
      block, size, AS(hipMemLocation, location), flags, (hipStream_t)stream));
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                            cudaChannelFormatKind kind) {
  return (cudaChannelFormatDesc){x, y, z, w, kind};
}

// ---- Streams

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
  return qn_cuda_error(hipStreamGetId((hipStream_t)stream, id));
}

cudaError_t cudaStreamCopyAttributes(cudaStream_t to, cudaStream_t from) {
  return qn_cuda_error(
      hipStreamCopyAttributes((hipStream_t)to, (hipStream_t)from));
}

cudaError_t cudaStreamGetAttribute(cudaStream_t stream,
                                   cudaStreamAttrID attribute,
                                   cudaStreamAttrValue *value) {
  return qn_cuda_error(hipStreamGetAttribute((hipStream_t)stream,
                                             (hipStreamAttrID)attribute,
                                             (hipStreamAttrValue *)value));
}

cudaError_t cudaStreamSetAttribute(cudaStream_t stream,
                                   cudaStreamAttrID attribute,
                                   const cudaStreamAttrValue *value) {
  return qn_cuda_error(
      hipStreamSetAttribute((hipStream_t)stream, (hipStreamAttrID)attribute,
                            (const hipStreamAttrValue *)value));
}

// ---- Functions and launches

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *to,
                                  const void *function) {
  hipFuncAttributes a;
  NEED(to);
  const hipError_t error = hipFuncGetAttributes(&a, function);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  *to = (cudaFuncAttributes){
      .sharedSizeBytes = a.sharedSizeBytes,
      .constSizeBytes = a.constSizeBytes,
      .localSizeBytes = a.localSizeBytes,
      .maxThreadsPerBlock = a.maxThreadsPerBlock,
      .numRegs = a.numRegs,
      .ptxVersion = a.ptxVersion,
      .binaryVersion = a.binaryVersion,
      .cacheModeCA = a.cacheModeCA,
      .maxDynamicSharedSizeBytes = a.maxDynamicSharedSizeBytes,
      .preferredShmemCarveout = a.preferredShmemCarveout,
  };
  return cudaSuccess;
}

cudaError_t cudaFuncGetName(const char **name, const void *function) {
  NEED(name);
  *name = qn_hip_kernel_name(function);
  return *name ? cudaSuccess
               : qn_cuda_error(qn_hip(qn_refuse(
                     QN_R_INVALID_FUNCTION,
                     "%p is no kernel that the program registered", function)));
}

// The one by which kernels may change the node that is captured; NULL: none.
static const cudaLaunchAttribute *
live_attribute(const cudaLaunchConfig_t *config) {
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cudaLaunchAttributeDeviceUpdatableKernelNode &&
        config->attrs[i].val.deviceUpdatableKernelNode.deviceUpdatable)
      return &config->attrs[i];
  return NULL;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config,
                                const void *function, void **arguments) {
  NEED(config);
  for (unsigned i = 0; i < config->numAttrs; ++i)
    if (config->attrs[i].id == cudaLaunchAttributeClusterDimension &&
        (uint64_t)config->attrs[i].val.clusterDim.x *
                config->attrs[i].val.clusterDim.y *
                config->attrs[i].val.clusterDim.z >
            1)
      return qn_cuda_error(qn_hip(
          qn_refuse(QN_R_NOT_SUPPORTED, "clusters of blocks are not there")));
  const cudaLaunchAttribute *live = live_attribute(config);
  hipError_t error =
      live ? qn_hip_live_begin((hipStream_t)config->stream) : hipSuccess;
  if (error == hipSuccess)
    error = hipLaunchKernelExC((const hipLaunchConfig_t *)config, function,
                               arguments);
  if (error == hipSuccess && live)
    error = qn_hip_live_captured((hipStream_t)config->stream,
                                 (void *)(uintptr_t)&live->val);
  return qn_cuda_error(error);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid,
                                        dim3 block, void **arguments,
                                        size_t shared, cudaStream_t stream) {
  if (shared > UINT32_MAX)
    return cudaErrorInvalidValue;
  return qn_cuda_error(hipLaunchCooperativeKernel(
      function, grid, block, arguments, (unsigned)shared, (hipStream_t)stream));
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size,
                                                      const void *function,
                                                      int blocks,
                                                      int block_size) {
  qn_device *device;
  qn_function *f;
  NEED(size);
  if (blocks < 1 || block_size < 1)
    return cudaErrorInvalidValue;
  qn_result result = qn_device_current(&device);
  if (result == QN_R_OK)
    result = qn_hip_any_function(function, device, &f);
  if (result != QN_R_OK)
    return qn_cuda_error(qn_hip(result));
  const uint32_t each = device->info.shared_size_mp / (uint32_t)blocks;
  const uint32_t most = each < device->info.shared_size_optin
                            ? each
                            : device->info.shared_size_optin;
  *size = most > f->info.shared_static ? most - f->info.shared_static : 0;
  return cudaSuccess;
}

cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, const void *function,
                                     const cudaLaunchConfig_t *config) {
  (void)function;
  NEED(size);
  NEED(config);
  *size = 1;
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, const void *function,
                                           const cudaLaunchConfig_t *config) {
  int blocks = 0;
  qn_device *device;
  NEED(clusters);
  NEED(config);
  const dim3 b = config->blockDim;
  const hipError_t error = hipOccupancyMaxActiveBlocksPerMultiprocessor(
      &blocks, function, (int)(b.x * b.y * b.z), config->dynamicSmemBytes);
  if (error != hipSuccess || qn_device_current(&device) != QN_R_OK)
    return qn_cuda_error(error);
  *clusters = blocks * (int)device->info.multiprocessors;
  return cudaSuccess;
}

// ---- Graphs

static hipKernelNodeParams kernel_params(const cudaKernelNodeParams *p) {
  return (hipKernelNodeParams){.blockDim = p->blockDim,
                               .extra = p->extra,
                               .func = p->func,
                               .gridDim = p->gridDim,
                               .kernelParams = p->kernelParams,
                               .sharedMemBytes = p->sharedMemBytes};
}

static hipMemsetParams fill_params(const cudaMemsetParams *p) {
  return (hipMemsetParams){.dst = p->dst,
                           .elementSize = p->elementSize,
                           .height = p->height,
                           .pitch = p->pitch,
                           .value = p->value,
                           .width = p->width};
}

#define PLACE                                                                  \
  (hipGraphNode_t *)to, (hipGraph_t)graph, (const hipGraphNode_t *)after,      \
      after_count

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 cudaGraphNodeType *type) {
  enum { BATCH_MEM_OP = 12 }; // the driver's, which the runtime's enum lacks
  hipGraphNodeType hip;
  NEED(type);
  const hipError_t error = hipGraphNodeGetType((hipGraphNode_t)node, &hip);
  const int value =
      hip == hipGraphNodeTypeBatchMemOp    ? (int)BATCH_MEM_OP
      : (int)hip == (int)QN_NODE_CONDITION ? (int)cudaGraphNodeTypeConditional
      : (int)hip == (int)QN_NODE_COPIES    ? (int)cudaGraphNodeTypeMemcpyBatch
                                           : (int)hip;
  if (error == hipSuccess)
    memcpy(type, &value, sizeof(*type));
  return qn_cuda_error(error);
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *to, cudaGraph_t graph,
                                   const cudaGraphNode_t *after,
                                   size_t after_count,
                                   const cudaKernelNodeParams *params) {
  NEED(params);
  const hipKernelNodeParams p = kernel_params(params);
  return qn_cuda_error(hipGraphAddKernelNode(PLACE, &p));
}

cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node,
                                         const cudaKernelNodeParams *params) {
  NEED(params);
  const hipKernelNodeParams p = kernel_params(params);
  return qn_cuda_error(hipGraphKernelNodeSetParams((hipGraphNode_t)node, &p));
}

cudaError_t
cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                 const cudaKernelNodeParams *params) {
  NEED(params);
  const hipKernelNodeParams p = kernel_params(params);
  return qn_cuda_error(hipGraphExecKernelNodeSetParams(
      (hipGraphExec_t)exec, (hipGraphNode_t)node, &p));
}

cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node,
                                         cudaKernelNodeParams *params) {
  hipKernelNodeParams p;
  NEED(params);
  const hipError_t error =
      hipGraphKernelNodeGetParams((hipGraphNode_t)node, &p);
  if (error == hipSuccess)
    *params = (cudaKernelNodeParams){.func = p.func,
                                     .gridDim = p.gridDim,
                                     .blockDim = p.blockDim,
                                     .sharedMemBytes = p.sharedMemBytes,
                                     .kernelParams = p.kernelParams,
                                     .extra = p.extra};
  return qn_cuda_error(error);
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *to, cudaGraph_t graph,
                                   const cudaGraphNode_t *after,
                                   size_t after_count,
                                   const cudaMemsetParams *params) {
  NEED(params);
  const hipMemsetParams p = fill_params(params);
  return qn_cuda_error(hipGraphAddMemsetNode(PLACE, &p));
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node,
                                         const cudaMemsetParams *params) {
  NEED(params);
  const hipMemsetParams p = fill_params(params);
  return qn_cuda_error(hipGraphMemsetNodeSetParams((hipGraphNode_t)node, &p));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const cudaMemsetParams *params) {
  NEED(params);
  const hipMemsetParams p = fill_params(params);
  return qn_cuda_error(hipGraphExecMemsetNodeSetParams(
      (hipGraphExec_t)exec, (hipGraphNode_t)node, &p));
}

cudaError_t cudaGraphMemsetNodeGetParams(cudaGraphNode_t node,
                                         cudaMemsetParams *params) {
  hipMemsetParams p;
  NEED(params);
  const hipError_t error =
      hipGraphMemsetNodeGetParams((hipGraphNode_t)node, &p);
  if (error == hipSuccess)
    *params = (cudaMemsetParams){.dst = p.dst,
                                 .pitch = p.pitch,
                                 .value = p.value,
                                 .elementSize = p.elementSize,
                                 .width = p.width,
                                 .height = p.height};
  return qn_cuda_error(error);
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *to, cudaGraph_t graph,
                                 unsigned long long flags) {
  return qn_cuda_error(qn_hip(
      qn_hip_instantiate((hipGraphExec_t *)to, (hipGraph_t)graph, flags)));
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *to,
                                          cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(to, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *to,
                                           cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params) {
  NEED(params);
  hipGraphInstantiateParams p = {.flags = params->flags};
  const hipError_t error = hipGraphInstantiateWithParams((hipGraphExec_t *)to,
                                                         (hipGraph_t)graph, &p);
  params->errNode_out = (cudaGraphNode_t)p.errNode_out;
  params->result_out = (enum cudaGraphInstantiateResult)p.result_out;
  return qn_cuda_error(error);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result) {
  hipGraphNode_t node = NULL;
  hipGraphExecUpdateResult r = hipGraphExecUpdateError;
  NEED(result);
  const hipError_t error =
      hipGraphExecUpdate((hipGraphExec_t)exec, (hipGraph_t)graph, &node, &r);
  *result = (cudaGraphExecUpdateResultInfo){
      .result = (enum cudaGraphExecUpdateResult)r,
      .errorNode = (cudaGraphNode_t)node};
  return qn_cuda_error(error);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec,
                                             cudaGraphNode_t node,
                                             const cudaMemcpy3DParms *params) {
  return qn_cuda_error(hipGraphExecMemcpyNodeSetParams(
      (hipGraphExec_t)exec, (hipGraphNode_t)node,
      (hipMemcpy3DParms *)(uintptr_t)params));
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned int count) {
  return qn_cuda_error(qn_hip(qn_hip_user_release(object, count)));
}

// HIP's freeing of no array is an error; CUDA's is none.
cudaError_t cudaFreeArray(cudaArray_t array) {
  return array ? qn_cuda_error(hipFreeArray((hipArray_t)array)) : cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array) {
  return array
             ? qn_cuda_error(hipFreeMipmappedArray((hipMipmappedArray_t)array))
             : cudaSuccess;
}

// ---- Textures: CUDA's description has two more members

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *to,
                                    const cudaResourceDesc *resource,
                                    const cudaTextureDesc *texture,
                                    const cudaResourceViewDesc *view) {
  NEED(texture);
  return qn_cuda_error(qn_hip_texture_create(
      (hipTextureObject_t *)to, (const hipResourceDesc *)resource,
      (const hipTextureDesc *)texture, (const hipResourceViewDesc *)view,
      texture->seamlessCubemap != 0));
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *to,
                                            cudaTextureObject_t object) {
  hipTextureDesc texture;
  bool seamless = false;
  NEED(to);
  const hipError_t error =
      hipGetTextureObjectTextureDesc(&texture, (hipTextureObject_t)object);
  if (error != hipSuccess)
    return qn_cuda_error(error);
  (void)qn_hip_texture_is_seamless((hipTextureObject_t)object, &seamless);
  memset(to, 0, sizeof(*to));
  memcpy(to, &texture, sizeof(texture));
  to->seamlessCubemap = seamless;
  return cudaSuccess;
}

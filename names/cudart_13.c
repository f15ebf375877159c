// SPDX-License-Identifier: Apache-2.0
// libcudart.so.13: CUDA 13's forms where libquernhip has CUDA 12's.
#define NEXT_FUNCTIONS(X)                                                      \
  X(cudaGetDeviceProperties, (cudaDeviceProp *, int))                          \
  X(cudaChooseDevice, (int *, const cudaDeviceProp *))                         \
  X(cudaGetTextureObjectResourceDesc,                                          \
    (struct cudaResourceDesc *, cudaTextureObject_t))                          \
  X(cudaGetSurfaceObjectResourceDesc,                                          \
    (struct cudaResourceDesc *, cudaSurfaceObject_t))
#include "old_cudart.h"

// ---- Device properties, of which CUDA 13 dropped some

// X(type, name, dimension)
#define PROPERTIES(X)                                                          \
  X(char, name, [256])                                                         \
  X(cudaUUID_t, uuid, )                                                        \
  X(char, luid, [8])                                                           \
  X(unsigned int, luidDeviceNodeMask, )                                        \
  X(size_t, totalGlobalMem, )                                                  \
  X(size_t, sharedMemPerBlock, )                                               \
  X(int, regsPerBlock, )                                                       \
  X(int, warpSize, )                                                           \
  X(size_t, memPitch, )                                                        \
  X(int, maxThreadsPerBlock, )                                                 \
  X(int, maxThreadsDim, [3])                                                   \
  X(int, maxGridSize, [3])                                                     \
  X(size_t, totalConstMem, )                                                   \
  X(int, major, )                                                              \
  X(int, minor, )                                                              \
  X(size_t, textureAlignment, )                                                \
  X(size_t, texturePitchAlignment, )                                           \
  X(int, multiProcessorCount, )                                                \
  X(int, integrated, )                                                         \
  X(int, canMapHostMemory, )                                                   \
  X(int, maxTexture1D, )                                                       \
  X(int, maxTexture1DMipmap, )                                                 \
  X(int, maxTexture2D, [2])                                                    \
  X(int, maxTexture2DMipmap, [2])                                              \
  X(int, maxTexture2DLinear, [3])                                              \
  X(int, maxTexture2DGather, [2])                                              \
  X(int, maxTexture3D, [3])                                                    \
  X(int, maxTexture3DAlt, [3])                                                 \
  X(int, maxTextureCubemap, )                                                  \
  X(int, maxTexture1DLayered, [2])                                             \
  X(int, maxTexture2DLayered, [3])                                             \
  X(int, maxTextureCubemapLayered, [2])                                        \
  X(int, maxSurface1D, )                                                       \
  X(int, maxSurface2D, [2])                                                    \
  X(int, maxSurface3D, [3])                                                    \
  X(int, maxSurface1DLayered, [2])                                             \
  X(int, maxSurface2DLayered, [3])                                             \
  X(int, maxSurfaceCubemap, )                                                  \
  X(int, maxSurfaceCubemapLayered, [2])                                        \
  X(size_t, surfaceAlignment, )                                                \
  X(int, concurrentKernels, )                                                  \
  X(int, ECCEnabled, )                                                         \
  X(int, pciBusID, )                                                           \
  X(int, pciDeviceID, )                                                        \
  X(int, pciDomainID, )                                                        \
  X(int, tccDriver, )                                                          \
  X(int, asyncEngineCount, )                                                   \
  X(int, unifiedAddressing, )                                                  \
  X(int, memoryBusWidth, )                                                     \
  X(int, l2CacheSize, )                                                        \
  X(int, persistingL2CacheMaxSize, )                                           \
  X(int, maxThreadsPerMultiProcessor, )                                        \
  X(int, streamPrioritiesSupported, )                                          \
  X(int, globalL1CacheSupported, )                                             \
  X(int, localL1CacheSupported, )                                              \
  X(size_t, sharedMemPerMultiprocessor, )                                      \
  X(int, regsPerMultiprocessor, )                                              \
  X(int, managedMemory, )                                                      \
  X(int, isMultiGpuBoard, )                                                    \
  X(int, multiGpuBoardGroupID, )                                               \
  X(int, hostNativeAtomicSupported, )                                          \
  X(int, pageableMemoryAccess, )                                               \
  X(int, concurrentManagedAccess, )                                            \
  X(int, computePreemptionSupported, )                                         \
  X(int, canUseHostPointerForRegisteredMem, )                                  \
  X(int, cooperativeLaunch, )                                                  \
  X(size_t, sharedMemPerBlockOptin, )                                          \
  X(int, pageableMemoryAccessUsesHostPageTables, )                             \
  X(int, directManagedMemAccessFromHost, )                                     \
  X(int, maxBlocksPerMultiProcessor, )                                         \
  X(int, accessPolicyMaxWindowSize, )                                          \
  X(size_t, reservedSharedMemPerBlock, )                                       \
  X(int, hostRegisterSupported, )                                              \
  X(int, sparseCudaArraySupported, )                                           \
  X(int, hostRegisterReadOnlySupported, )                                      \
  X(int, timelineSemaphoreInteropSupported, )                                  \
  X(int, memoryPoolsSupported, )                                               \
  X(int, gpuDirectRDMASupported, )                                             \
  X(unsigned int, gpuDirectRDMAFlushWritesOptions, )                           \
  X(int, gpuDirectRDMAWritesOrdering, )                                        \
  X(unsigned int, memoryPoolSupportedHandleTypes, )                            \
  X(int, deferredMappingCudaArraySupported, )                                  \
  X(int, ipcEventSupported, )                                                  \
  X(int, clusterLaunch, )                                                      \
  X(int, unifiedFunctionPointers, )                                            \
  X(int, deviceNumaConfig, )                                                   \
  X(int, deviceNumaId, )                                                       \
  X(int, mpsEnabled, )                                                         \
  X(int, hostNumaId, )                                                         \
  X(unsigned int, gpuPciDeviceID, )                                            \
  X(unsigned int, gpuPciSubsystemID, )                                         \
  X(int, hostNumaMultinodeIpcSupported, )

typedef struct properties {
#define MEMBER(type, name, dimension) type name dimension;
  PROPERTIES(MEMBER)
#undef MEMBER
  int reserved[56];
} properties;
_Static_assert(sizeof(properties) == 1008, "CUDA 13's cudaDeviceProp");

OLD(get_properties, "cudaGetDeviceProperties", (properties * to, int device)) {
  cudaDeviceProp p;
  const cudaError_t e = next.cudaGetDeviceProperties(to ? &p : NULL, device);
  if (e != cudaSuccess || !to)
    return e;
  memset(to, 0, sizeof(*to));
#define COPY(type, name, dimension)                                            \
  memcpy(&to->name, &p.name, sizeof(to->name));
  PROPERTIES(COPY)
#undef COPY
  return cudaSuccess;
}

OLD(choose_device, "cudaChooseDevice",
    (int *device, const properties *wanted)) {
  cudaDeviceProp p;
  if (!wanted)
    return next.cudaChooseDevice(device, NULL);
  memset(&p, 0, sizeof(p));
#define COPY(type, name, dimension)                                            \
  memcpy(&p.name, &wanted->name, sizeof(p.name));
  PROPERTIES(COPY)
#undef COPY
  return next.cudaChooseDevice(device, &p);
}

// ---- Resources, whose union has grown, with flags behind it

typedef struct resource {
  struct cudaResourceDesc old; // as far as it goes
  char reserved[72];
  unsigned int flags;
} resource;
_Static_assert(offsetof(resource, flags) == 136, "CUDA 13's cudaResourceDesc");

static cudaError_t whole(resource *to, cudaError_t error) {
  if (error == cudaSuccess)
    memset((char *)to + sizeof(to->old), 0, sizeof(*to) - sizeof(to->old));
  return error;
}

OLD(texture_resource, "cudaGetTextureObjectResourceDesc",
    (resource * to, cudaTextureObject_t object)) {
  return whole(to, next.cudaGetTextureObjectResourceDesc(&to->old, object));
}

OLD(surface_resource, "cudaGetSurfaceObjectResourceDesc",
    (resource * to, cudaSurfaceObject_t object)) {
  return whole(to, next.cudaGetSurfaceObjectResourceDesc(&to->old, object));
}

// ---- Places of memory instead of devices

OLD(prefetch, "cudaMemPrefetchAsync",
    (const void *block, size_t size, struct cudaMemLocation place,
     unsigned int flags, cudaStream_t stream)) {
  return cudaMemPrefetchAsync_v2(block, size, place, flags, stream);
}

OLD(prefetch_own, "cudaMemPrefetchAsync_ptsz",
    (const void *block, size_t size, struct cudaMemLocation place,
     unsigned int flags, cudaStream_t stream)) {
  return prefetch(block, size, place, flags, own_stream(stream));
}

OLD(advise, "cudaMemAdvise",
    (const void *block, size_t size, enum cudaMemoryAdvise advice,
     struct cudaMemLocation place)) {
  return cudaMemAdvise_v2(block, size, advice, place);
}

OLD(copy_batch_own, "cudaMemcpyBatchAsync_ptsz",
    (void *const *to, const void *const *from, const size_t *sizes,
     size_t count, struct cudaMemcpyAttributes *attributes, size_t *first,
     size_t attribute_count, cudaStream_t stream)) {
  return cudaMemcpyBatchAsync(to, from, sizes, count, attributes, first,
                              attribute_count, own_stream(stream));
}

OLD(copy_3d_batch_own, "cudaMemcpy3DBatchAsync_ptsz",
    (size_t count, struct cudaMemcpy3DBatchOp *list, unsigned long long flags,
     cudaStream_t stream)) {
  return cudaMemcpy3DBatchAsync(count, list, flags, own_stream(stream));
}

// ---- Graphs: edges have data

OLD(get_edges, "cudaGraphGetEdges",
    (cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
     cudaGraphEdgeData *data, size_t *count)) {
  return cudaGraphGetEdges_v2(graph, from, to, data, count);
}

OLD(get_dependencies, "cudaGraphNodeGetDependencies",
    (cudaGraphNode_t node, cudaGraphNode_t *list, cudaGraphEdgeData *data,
     size_t *count)) {
  return cudaGraphNodeGetDependencies_v2(node, list, data, count);
}

OLD(get_dependents, "cudaGraphNodeGetDependentNodes",
    (cudaGraphNode_t node, cudaGraphNode_t *list, cudaGraphEdgeData *data,
     size_t *count)) {
  return cudaGraphNodeGetDependentNodes_v2(node, list, data, count);
}

OLD(add_dependencies, "cudaGraphAddDependencies",
    (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
     const cudaGraphEdgeData *data, size_t count)) {
  return cudaGraphAddDependencies_v2(graph, from, to, data, count);
}

OLD(remove_dependencies, "cudaGraphRemoveDependencies",
    (cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
     const cudaGraphEdgeData *data, size_t count)) {
  return cudaGraphRemoveDependencies_v2(graph, from, to, data, count);
}

OLD(add_node, "cudaGraphAddNode",
    (cudaGraphNode_t * to, cudaGraph_t graph, const cudaGraphNode_t *after,
     const cudaGraphEdgeData *data, size_t count,
     struct cudaGraphNodeParams *params)) {
  return cudaGraphAddNode_v2(to, graph, after, data, count, params);
}

OLD(capture_info, "cudaStreamGetCaptureInfo",
    (cudaStream_t stream, cudaStreamCaptureStatus *status,
     unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after,
     const cudaGraphEdgeData **data, size_t *count)) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, after, data,
                                     count);
}

OLD(capture_info_own, "cudaStreamGetCaptureInfo_ptsz",
    (cudaStream_t stream, cudaStreamCaptureStatus *status,
     unsigned long long *id, cudaGraph_t *graph, const cudaGraphNode_t **after,
     const cudaGraphEdgeData **data, size_t *count)) {
  return capture_info(own_stream(stream), status, id, graph, after, data,
                      count);
}

OLD(update_capture, "cudaStreamUpdateCaptureDependencies",
    (cudaStream_t stream, cudaGraphNode_t *after,
     const cudaGraphEdgeData *data, size_t count, unsigned int flags)) {
  return cudaStreamUpdateCaptureDependencies_v2(stream, after, data, count,
                                                flags);
}

OLD(update_capture_own, "cudaStreamUpdateCaptureDependencies_ptsz",
    (cudaStream_t stream, cudaGraphNode_t *after,
     const cudaGraphEdgeData *data, size_t count, unsigned int flags)) {
  return update_capture(own_stream(stream), after, data, count, flags);
}

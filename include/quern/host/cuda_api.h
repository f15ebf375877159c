// SPDX-License-Identifier: Apache-2.0
//
// CUDA's runtime: every function, and in C++ the overloads for typed pointers,
// symbols and kernels.
#ifndef QUERN_HOST_CUDA_API_H
#define QUERN_HOST_CUDA_API_H
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "cuda_types.h"
#include "cuda_guards.h"

// What -default-stream=per-thread asks for.
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM) ||                             \
    defined(__HIP_API_PER_THREAD_DEFAULT_STREAM__)
#include "cuda_spt.h"
#endif
// CUDA 12's plain name is the second form.
#define cudaStreamGetCaptureInfo cudaStreamGetCaptureInfo_v2

#define __QN_P(name) cuda##name
#define __QN_P2(before, name) before##cuda##name
#define __QN_PT(name) cuda##name
#define __QN_IS_HIP 0
#define __QN_CALL(name, parameters) cudaError_t __QN_P(name) parameters;
#define __QN_CALL_OF(type, name, parameters) type __QN_P(name) parameters;
__QN_C_BEGIN
#include "api.def"
#include "cuda_api.def"
__QN_C_END
#undef __QN_CALL
#undef __QN_CALL_OF
#include "cuda_before_13.h"
#ifdef __cplusplus
#include "templates.inc"

// Overloads that CUDA alone has.
template <typename T>
inline cudaError_t cudaMallocHost(T **to, size_t size,
                                  unsigned int flags = 0) {
  return cudaHostAlloc((void **)to, size, flags);
}
inline cudaError_t cudaMallocHost(void **to, size_t size, unsigned int flags) {
  return cudaHostAlloc(to, size, flags);
}
template <typename F>
inline cudaError_t cudaFuncGetName(const char **name, F *kernel) {
  return cudaFuncGetName(name, (const void *)kernel);
}
template <typename F>
inline cudaError_t cudaGetKernel(cudaKernel_t *to, F *kernel) {
  return cudaGetKernel(to, (const void *)kernel);
}
template <typename F>
inline cudaError_t
cudaOccupancyAvailableDynamicSMemPerBlock(size_t *size, F *kernel, int blocks,
                                          int threads) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(
      size, (const void *)kernel, blocks, threads);
}
template <typename F>
inline cudaError_t
cudaOccupancyMaxActiveClusters(int *count, F *kernel,
                               const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxActiveClusters(count, (const void *)kernel, config);
}
template <typename F>
inline cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *size, F *kernel,
                                     const cudaLaunchConfig_t *config) {
  return cudaOccupancyMaxPotentialClusterSize(size, (const void *)kernel,
                                              config);
}
// An object that is deleted with its last user.
template <typename T>
inline cudaError_t cudaUserObjectCreate(cudaUserObject_t *to, T *object,
                                        unsigned int count,
                                        unsigned int flags) {
  return cudaUserObjectCreate(
      to, object, [](void *p) { delete (T *)p; }, count, flags);
}
template <typename T>
inline cudaError_t cudaLibraryGetGlobal(T **to, size_t *size,
                                        cudaLibrary_t library,
                                        const char *name) {
  return cudaLibraryGetGlobal((void **)(void *)to, size, library, name);
}
template <typename T>
inline cudaError_t cudaLibraryGetManaged(T **to, size_t *size,
                                         cudaLibrary_t library,
                                         const char *name) {
  return cudaLibraryGetManaged((void **)(void *)to, size, library, name);
}
template <typename T>
inline cudaError_t cudaLibraryGetUnifiedFunction(T **to, cudaLibrary_t library,
                                                 const char *name) {
  return cudaLibraryGetUnifiedFunction((void **)(void *)to, library, name);
}
// CUDA 13's, with places for devices.
inline cudaError_t cudaMemPrefetchAsync(const void *block, size_t size,
                                        cudaMemLocation location,
                                        unsigned int flags,
                                        cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync_v2(block, size, location, flags, stream);
}
inline cudaError_t cudaMemAdvise(const void *block, size_t size,
                                 cudaMemoryAdvise advice,
                                 cudaMemLocation location) {
  return cudaMemAdvise_v2(block, size, advice, location);
}
inline cudaError_t cudaEventCreate(cudaEvent_t *to, unsigned int flags) {
  return cudaEventCreateWithFlags(to, flags);
}
template <typename T>
inline cudaError_t cudaMallocAsync(T **to, size_t size, cudaMemPool_t pool,
                                   cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void **)to, size, pool, stream);
}
// CUDA 13's, with one place or attribute for all.
inline cudaError_t cudaMemcpyBatchAsync(void *const *to,
                                        const void *const *from,
                                        const size_t *sizes, size_t count,
                                        cudaMemcpyAttributes attributes,
                                        cudaStream_t stream) {
  size_t first = 0;
  return cudaMemcpyBatchAsync(to, from, sizes, count, &attributes, &first, 1,
                              stream);
}
inline cudaError_t cudaMemPrefetchBatchAsync(void **blocks, size_t *sizes,
                                             size_t count,
                                             cudaMemLocation location,
                                             unsigned long long flags,
                                             cudaStream_t stream) {
  size_t first = 0;
  return cudaMemPrefetchBatchAsync(blocks, sizes, count, &location, &first, 1,
                                   flags, stream);
}
inline cudaError_t cudaMemDiscardAndPrefetchBatchAsync(
    void **blocks, size_t *sizes, size_t count, cudaMemLocation location,
    unsigned long long flags, cudaStream_t stream) {
  size_t first = 0;
  return cudaMemDiscardAndPrefetchBatchAsync(blocks, sizes, count, &location,
                                             &first, 1, flags, stream);
}
// CUDA 13's, with data of the edges.
inline cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                                     cudaGraphNode_t *to,
                                     cudaGraphEdgeData *data, size_t *count) {
  return cudaGraphGetEdges_v2(graph, from, to, data, count);
}
inline cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                                cudaGraphNode_t *list,
                                                cudaGraphEdgeData *data,
                                                size_t *count) {
  return cudaGraphNodeGetDependencies_v2(node, list, data, count);
}
inline cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                                  cudaGraphNode_t *list,
                                                  cudaGraphEdgeData *data,
                                                  size_t *count) {
  return cudaGraphNodeGetDependentNodes_v2(node, list, data, count);
}
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                            const cudaGraphNode_t *from,
                                            const cudaGraphNode_t *to,
                                            const cudaGraphEdgeData *data,
                                            size_t count) {
  return cudaGraphAddDependencies_v2(graph, from, to, data, count);
}
inline cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                               const cudaGraphNode_t *from,
                                               const cudaGraphNode_t *to,
                                               const cudaGraphEdgeData *data,
                                               size_t count) {
  return cudaGraphRemoveDependencies_v2(graph, from, to, data, count);
}
inline cudaError_t cudaGraphAddNode(cudaGraphNode_t *to, cudaGraph_t graph,
                                    const cudaGraphNode_t *after,
                                    const cudaGraphEdgeData *data, size_t count,
                                    cudaGraphNodeParams *params) {
  return cudaGraphAddNode_v2(to, graph, after, data, count, params);
}
inline cudaError_t cudaStreamUpdateCaptureDependencies(
    cudaStream_t stream, cudaGraphNode_t *after, const cudaGraphEdgeData *data,
    size_t count, unsigned int flags = 0) {
  return cudaStreamUpdateCaptureDependencies_v2(stream, after, data, count,
                                                flags);
}
// (Its plain name is the second form's.)
inline cudaError_t
cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status,
                         unsigned long long *id, cudaGraph_t *graph,
                         const cudaGraphNode_t **after,
                         const cudaGraphEdgeData **data, size_t *count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, after, data,
                                     count);
}
inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *to, cudaGraph_t graph,
                                        cudaGraphNode_t *, char *, size_t) {
  return cudaGraphInstantiate(to, graph, 0ull);
}
#endif
#undef __QN_P
#undef __QN_P2
#undef __QN_PT
#undef __QN_IS_HIP

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What kernels may call of CUDA's runtime to launch others. On CPUs they do; on
// other targets it is declared, so that sources with such code compile, and
// defined nowhere, so that a kernel that comes to a call is refused by its
// name.
#ifndef QUERN_CUDA_CUDA_DEVICE_RUNTIME_API_H
#define QUERN_CUDA_CUDA_DEVICE_RUNTIME_API_H
#ifndef __CUDA_DEVICE_RUNTIME_API_H__
#define __CUDA_DEVICE_RUNTIME_API_H__
#endif
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include <cuda_runtime_api.h>

#if defined(__QUERN_DIALECT_CUDA__) || defined(__QN_CUDA_IS_HIP__)

#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
#define cudaStreamGraphFireAndForgetAsSibling ((cudaStream_t)0x0300000000000000)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)

#ifdef __QUERN_TARGET_CPU__
// The last error that a kernel of this source got; of all its threads, as
// launches have no other result.
static __device__ int __qn_child_error;

// What clang makes of a launch in a kernel. The compiler replaces the kernel by
// its name. Arguments lie behind their size and the block that holds them.
#define __QN_CHILD inline __attribute__((device, always_inline))
extern "C" {
__QN_CHILD void *cudaGetParameterBuffer(size_t, size_t size) {
  char *block = (char *)__qn_malloc(size + 128);
  if (!block)
    return nullptr;
  char *at = (char *)(((size_t)block + 127) & ~(size_t)63);
  ((size_t *)at)[-1] = size;
  ((void **)at)[-2] = block;
  return at;
}
__QN_CHILD cudaError_t cudaLaunchDevice(void *kernel, void *parameters,
                                        dim3 grid, dim3 block, unsigned shared,
                                        cudaStream_t stream) {
  unsigned shape[7] = {grid.x,  grid.y,  grid.z, block.x,
                       block.y, block.z, shared};
  const int error = __qn_launch_child((const char *)kernel, parameters,
                                      ((size_t *)parameters)[-1], shape,
                                      stream == cudaStreamTailLaunch);
  __qn_free(((void **)parameters)[-2]);
  if (error)
    __qn_child_error = error;
  return (cudaError_t)error;
}
__QN_CHILD cudaError_t cudaLaunchDevice_ptsz(void *kernel, void *parameters,
                                             dim3 grid, dim3 block,
                                             unsigned shared,
                                             cudaStream_t stream) {
  return cudaLaunchDevice(kernel, parameters, grid, block, shared, stream);
}
}
#undef __QN_CHILD

__QN_FN cudaError_t cudaPeekAtLastError(void) {
  return (cudaError_t)__qn_child_error;
}
__QN_FN cudaError_t cudaGetLastError(void) {
  const int error = __qn_child_error;
  if (error)
    __qn_child_error = 0;
  return (cudaError_t)error;
}

// Children of a grid run in the order of their launches, whatever their stream,
// and none before the grid has ended: streams and events are always in order.
__QN_FN cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to,
                                              unsigned int flags) {
  if (flags != cudaStreamNonBlocking)
    return cudaErrorInvalidValue;
  *to = (cudaStream_t)(size_t)0x10;
  return cudaSuccess;
}
__QN_FN cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
__QN_FN cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                        unsigned int = 0) {
  return cudaSuccess;
}
__QN_FN cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to,
                                             unsigned int flags) {
  if (flags != cudaEventDisableTiming)
    return cudaErrorInvalidValue;
  *to = (cudaEvent_t)(size_t)0x10;
  return cudaSuccess;
}
__QN_FN cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
__QN_FN cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) {
  return cudaSuccess;
}
__QN_FN cudaError_t __qn_child_memory(const char *what, void *to,
                                      const void *from, size_t size,
                                      cudaStream_t stream) {
  struct {
    void *to;
    const void *from;
    size_t size;
  } words = {to, from, size};
  unsigned shape[7] = {1, 1, 1, 1, 1, 1, 0};
  return (cudaError_t)__qn_launch_child(what, &words, sizeof(words), shape,
                                        stream == cudaStreamTailLaunch);
}
__QN_FN cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream = 0) {
  if (kind != cudaMemcpyDeviceToDevice && kind != cudaMemcpyDefault)
    return cudaErrorInvalidMemcpyDirection;
  return __qn_child_memory(".copy", to, from, size, stream);
}
__QN_FN cudaError_t cudaMemsetAsync(void *to, int value, size_t size,
                                    cudaStream_t stream = 0) {
  return __qn_child_memory(
      ".fill", to, (const void *)(size_t)(unsigned char)value, size, stream);
}

// Graphs, from the kernels of graphs. What is asked, the graph, where its
// handle goes.
enum {
  __qn_graph_which,
  __qn_graph_tail,
  __qn_graph_within,
  __qn_graph_beside
};
__QN_FN cudaError_t __qn_child_graph(size_t what, cudaGraphExec_t graph,
                                     cudaGraphExec_t *to) {
  struct {
    size_t what;
    cudaGraphExec_t graph;
    cudaGraphExec_t *to;
  } words = {what, graph, to};
  unsigned shape[7] = {1, 1, 1, 1, 1, 1, 0};
  return (cudaError_t)__qn_launch_child(".graph", &words, sizeof(words), shape,
                                        0);
}
__QN_FN cudaGraphExec_t cudaGetCurrentGraphExec(void) {
  cudaGraphExec_t graph = nullptr;
  __qn_child_graph(__qn_graph_which, nullptr, &graph);
  return graph;
}
__QN_FN cudaError_t cudaGraphLaunch(cudaGraphExec_t graph,
                                    cudaStream_t stream) {
  const size_t what =
      stream == cudaStreamGraphTailLaunch      ? (size_t)__qn_graph_tail
      : stream == cudaStreamGraphFireAndForget ? (size_t)__qn_graph_within
      : stream == cudaStreamGraphFireAndForgetAsSibling
          ? (size_t)__qn_graph_beside
          : 0;
  const cudaError_t error =
      what ? __qn_child_graph(what, graph, nullptr) : cudaErrorInvalidValue;
  if (error)
    __qn_child_error = error;
  return error;
}

// Kernel nodes that kernels may change: the runtime's qn_kernel_live.
struct __qn_live_node {
  unsigned long long mark;
  unsigned enabled, grid[3];
  size_t size;
  char *args;
};
__QN_FN __qn_live_node *__qn_live(cudaGraphDeviceNode_t node) {
  __qn_live_node *live = (__qn_live_node *)node;
  return live && live->mark == 0x65766c5f6e726571ull ? live : nullptr;
}
__QN_FN cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node,
                                                size_t offset,
                                                const void *value,
                                                size_t size) {
  __qn_live_node *live = __qn_live(node);
  if (!live || offset > live->size || size > live->size - offset ||
      (!value && size))
    return cudaErrorInvalidValue;
  memcpy(live->args + offset, value, size);
  return cudaSuccess;
}
template <typename T>
__QN_FN cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node,
                                                size_t offset, const T &value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
__QN_FN cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node,
                                                  bool enable) {
  __qn_live_node *live = __qn_live(node);
  if (!live)
    return cudaErrorInvalidValue;
  live->enabled = enable;
  return cudaSuccess;
}
__QN_FN cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node,
                                                  dim3 grid) {
  __qn_live_node *live = __qn_live(node);
  if (!live || !grid.x || !grid.y || !grid.z || grid.x > 0x7fffffffu ||
      grid.y > 65535u || grid.z > 65535u)
    return cudaErrorInvalidValue;
  live->grid[0] = grid.x;
  live->grid[1] = grid.y;
  live->grid[2] = grid.z;
  return cudaSuccess;
}
__QN_FN cudaError_t __qn_live_update(const cudaGraphKernelNodeUpdate *update) {
  switch (update->field) {
  case cudaGraphKernelNodeFieldGridDim:
    return cudaGraphKernelNodeSetGridDim(update->node,
                                         update->updateData.gridDim);
  case cudaGraphKernelNodeFieldParam:
    return cudaGraphKernelNodeSetParam(
        update->node, update->updateData.param.offset,
        update->updateData.param.pValue, update->updateData.param.size);
  case cudaGraphKernelNodeFieldEnabled:
    return cudaGraphKernelNodeSetEnabled(update->node,
                                         update->updateData.isEnabled != 0);
  default:
    return cudaErrorInvalidValue;
  }
}
__QN_FN cudaError_t cudaGraphKernelNodeUpdatesApply(
    const cudaGraphKernelNodeUpdate *updates, size_t count) {
  if (!updates && count)
    return cudaErrorInvalidValue;
  for (size_t i = 0; i < count; ++i)
    if (const cudaError_t error = __qn_live_update(updates + i))
      return error;
  return cudaSuccess;
}
#else
// Kernels and graphs are launched, and graphs changed, by kernels on CPUs only:
// calls elsewhere are an error of the compiler's, which names them.
#define __QN_ABSENT(name) __asm__("quern.absent." name " from a kernel")
// Nothing that could fail is there.
__QN_FN cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
__QN_FN cudaError_t cudaGetLastError(void) { return cudaSuccess; }
__device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *to,
                                                 unsigned int flags)
    __QN_ABSENT("cudaStreamCreateWithFlags");
__device__ cudaError_t cudaStreamDestroy(cudaStream_t stream)
    __QN_ABSENT("cudaStreamDestroy");
__device__ cudaError_t cudaStreamWaitEvent(cudaStream_t stream,
                                           cudaEvent_t event,
                                           unsigned int flags = 0)
    __QN_ABSENT("cudaStreamWaitEvent");
__device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *to,
                                                unsigned int flags)
    __QN_ABSENT("cudaEventCreateWithFlags");
__device__ cudaError_t cudaEventDestroy(cudaEvent_t event)
    __QN_ABSENT("cudaEventDestroy");
__device__ cudaError_t cudaEventRecord(cudaEvent_t event,
                                       cudaStream_t stream = 0)
    __QN_ABSENT("cudaEventRecord");
__device__ cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t size,
                                       cudaMemcpyKind kind,
                                       cudaStream_t stream = 0)
    __QN_ABSENT("cudaMemcpyAsync");
__device__ cudaError_t cudaMemsetAsync(void *to, int value, size_t size,
                                       cudaStream_t stream = 0)
    __QN_ABSENT("cudaMemsetAsync");
__device__ cudaGraphExec_t cudaGetCurrentGraphExec(void)
    __QN_ABSENT("cudaGetCurrentGraphExec");
__device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t graph,
                                       cudaStream_t stream)
    __QN_ABSENT("cudaGraphLaunch");
__device__ cudaError_t
cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset,
                            const void *value, size_t size)
    __QN_ABSENT("cudaGraphKernelNodeSetParam");
template <typename T>
__QN_FN cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node,
                                                size_t offset, const T &value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof(T));
}
__device__ cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node,
                                                     bool enable)
    __QN_ABSENT("cudaGraphKernelNodeSetEnabled");
__device__ cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node,
                                                     dim3 grid)
    __QN_ABSENT("cudaGraphKernelNodeSetGridDim");
__device__ cudaError_t cudaGraphKernelNodeUpdatesApply(
    const cudaGraphKernelNodeUpdate *updates, size_t count)
    __QN_ABSENT("cudaGraphKernelNodeUpdatesApply");
// What clang makes of a launch in a kernel.
extern "C" {
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size)
    __QN_ABSENT("a launch");
__device__ cudaError_t cudaLaunchDevice(void *kernel, void *parameters,
                                        dim3 grid, dim3 block, unsigned shared,
                                        cudaStream_t stream)
    __QN_ABSENT("a launch");
__device__ cudaError_t cudaLaunchDevice_ptsz(void *kernel, void *parameters,
                                             dim3 grid, dim3 block,
                                             unsigned shared,
                                             cudaStream_t stream)
    __QN_ABSENT("a launch");
}
#undef __QN_ABSENT
#endif
extern "C" {
__device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance(void);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block,
                                          unsigned shared);
__device__ cudaError_t cudaLaunchDeviceV2(void *parameters,
                                          cudaStream_t stream);
__device__ cudaError_t cudaLaunchDeviceV2_ptsz(void *parameters,
                                               cudaStream_t stream);
}

#if defined(__QUERN_TARGET_CPU__) || defined(__QUERN_TARGET_NVPTX__)
// Memory of the device's heap, as malloc's. The host does not free it.
__QN_FN cudaError_t cudaMalloc(void **to, size_t size) {
  *to = malloc(size);
  return *to || !size ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <typename T> __QN_FN cudaError_t cudaMalloc(T **to, size_t size) {
  *to = (T *)malloc(size);
  return *to || !size ? cudaSuccess : cudaErrorMemoryAllocation;
}
__QN_FN cudaError_t cudaFree(void *block) {
  free(block);
  return cudaSuccess;
}
#endif

// Of the errors that kernels get; the rest have the name of an unknown one.
#define __QN_CHILD_ERRORS(X)                                                   \
  X(Success, "no error")                                                       \
  X(ErrorInvalidValue, "invalid argument")                                     \
  X(ErrorMemoryAllocation, "out of memory")                                    \
  X(ErrorInvalidConfiguration, "invalid configuration argument")               \
  X(ErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")          \
  X(ErrorInvalidDeviceFunction, "invalid device function")                     \
  X(ErrorNotPermitted, "operation not permitted")
__QN_FN const char *cudaGetErrorName(cudaError_t error) {
#define X(name, text)                                                          \
  if (error == cuda##name)                                                     \
    return "cuda" #name;
  __QN_CHILD_ERRORS(X)
#undef X
  return "unrecognized error code";
}
__QN_FN const char *cudaGetErrorString(cudaError_t error) {
#define X(name, text)                                                          \
  if (error == cuda##name)                                                     \
    return text;
  __QN_CHILD_ERRORS(X)
#undef X
  return "unrecognized error code";
}
#undef __QN_CHILD_ERRORS

// The value of a conditional node, whose handle is the address where it lies.
__QN_FN void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                     unsigned int value) {
  *(volatile unsigned int *)handle = value;
  __threadfence_system();
}

// For kernels that start before the one ahead of them in the stream has ended
// (cudaLaunchAttributeProgrammaticStreamSerialization): waits for its results;
// lets the next one start. Elsewhere one ends before the next begins.
#if defined(__QUERN_TARGET_NVPTX__) && __QN_ARCH_HAS(900)
__QN_FN void cudaGridDependencySynchronize(void) {
  __asm__ volatile("griddepcontrol.wait;" ::: "memory");
}
__QN_FN void cudaTriggerProgrammaticLaunchCompletion(void) {
  __asm__ volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
#else
__QN_FN void cudaGridDependencySynchronize(void) {}
__QN_FN void cudaTriggerProgrammaticLaunchCompletion(void) {}
#endif

#endif // CUDA's dialect

#endif

// SPDX-License-Identifier: Apache-2.0
//
// What cudaGraphNodeParams says of each kind of node, where CUDA 13 has another
// form for that than for the functions of one kind; more_types.inc includes it.
#ifndef QUERN_HOST_CUDA13_NODES_H
#define QUERN_HOST_CUDA13_NODES_H

typedef struct CUkern_st *cudaKernel_t;

struct cudaKernelNodeParamsV2 {
  union {
    void *func;
    cudaKernel_t kern;
    cudaFunction_t cuFunc;
  };
  dim3 gridDim;
  dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  cudaExecutionContext_t ctx;
  enum cudaKernelFunctionType functionType;
};
struct cudaMemsetParamsV2 {
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  cudaExecutionContext_t ctx;
};
struct cudaHostNodeParamsV2 {
  cudaHostFn_t fn;
  void *userData;
  unsigned int syncMode;
  cudaExecutionContext_t ctx;
};
struct cudaExternalSemaphoreSignalNodeParamsV2 {
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
  cudaExecutionContext_t ctx;
};
struct cudaExternalSemaphoreWaitNodeParamsV2 {
  cudaExternalSemaphore_t *extSemArray;
  const struct cudaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
  cudaExecutionContext_t ctx;
};
struct cudaMemcpyBatchNodeParams {
  size_t count;
  void **dsts;
  void **srcs;
  size_t *sizes;
  struct cudaMemcpyAttributes *attrs;
  size_t *attrsIdxs;
  size_t numAttrs;
  cudaExecutionContext_t ctx;
};

typedef unsigned long long cudaGraphConditionalHandle;
enum cudaGraphConditionalNodeType {
  cudaGraphCondTypeIf = 0,
  cudaGraphCondTypeWhile = 1,
  cudaGraphCondTypeSwitch = 2
};
struct cudaConditionalNodeParams {
  cudaGraphConditionalHandle handle;
  enum cudaGraphConditionalNodeType type;
  unsigned int size;
  cudaGraph_t *phGraph_out;
  cudaExecutionContext_t ctx;
};

#endif

// SPDX-License-Identifier: Apache-2.0
// Nodes with several external semaphores: each has its own value, the program's
// arrays may end before the node, and clones have what the node had.
#include <cuda.h>
#include <cuda_runtime.h>

#include <sys/mman.h>
#include <unistd.h>

#include "program.h"

enum { COUNT = 3 };

static unsigned long long *values[COUNT];
static cudaExternalSemaphore_t semaphores[COUNT];

static void make(int i) {
  cudaExternalSemaphoreHandleDesc d = {};
  const int fd = memfd_create("semaphore", 0);
  CHECK(fd >= 0 && ftruncate(fd, 8) == 0);
  values[i] = (unsigned long long *)mmap(nullptr, 8, PROT_READ | PROT_WRITE,
                                         MAP_SHARED, fd, 0);
  CHECK(values[i] != MAP_FAILED);
  d.type = cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  d.handle.fd = fd;
  OK(cudaImportExternalSemaphore(&semaphores[i], &d));
}

// The arrays end with the function.
static cudaGraphNode_t add_signals(cudaGraph_t graph, unsigned base) {
  cudaExternalSemaphoreSignalParams list[COUNT] = {};
  cudaExternalSemaphore_t handles[COUNT];
  cudaGraphNode_t node;
  for (unsigned i = 0; i < COUNT; ++i) {
    handles[i] = semaphores[i];
    list[i].params.fence.value = base + i;
  }
  const cudaExternalSemaphoreSignalNodeParams p = {handles, list, COUNT};
  OK(cudaGraphAddExternalSemaphoresSignalNode(&node, graph, nullptr, 0, &p));
  std::memset(list, 0xff, sizeof(list));
  std::memset(handles, 0xff, sizeof(handles));
  return node;
}

static void check_signals(cudaGraphNode_t node, unsigned base) {
  cudaExternalSemaphoreSignalNodeParams p;
  OK(cudaGraphExternalSemaphoresSignalNodeGetParams(node, &p));
  CHECK(p.numExtSems == COUNT);
  for (unsigned i = 0; i < COUNT; ++i)
    CHECK(p.extSemArray[i] == semaphores[i] &&
          p.paramsArray[i].params.fence.value == base + i);
}

static void run(cudaGraph_t graph, unsigned base) {
  cudaGraphExec_t exec;
  OK(cudaGraphInstantiate(&exec, graph, 0));
  OK(cudaGraphLaunch(exec, nullptr));
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < COUNT; ++i)
    CHECK(*values[i] == base + i);
  OK(cudaGraphExecDestroy(exec));
}

int main() {
  cudaGraph_t graph, clone;
  cudaGraphNode_t signal, wait, copy;
  for (int i = 0; i < COUNT; ++i)
    make(i);
  OK(cudaGraphCreate(&graph, 0));
  signal = add_signals(graph, 100);
  check_signals(signal, 100);
  // It waits for what the other node signals.
  CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS waits[COUNT] = {};
  for (unsigned i = 0; i < COUNT; ++i)
    waits[i].params.fence.value = 100 + i;
  const CUDA_EXT_SEM_WAIT_NODE_PARAMS w = {(CUexternalSemaphore *)semaphores,
                                           waits, COUNT};
  OK(cuGraphAddExternalSemaphoresWaitNode((CUgraphNode *)&wait, (CUgraph)graph,
                                          (CUgraphNode *)&signal, 1, &w));
  CUDA_EXT_SEM_WAIT_NODE_PARAMS back;
  OK(cuGraphExternalSemaphoresWaitNodeGetParams((CUgraphNode)wait, &back));
  CHECK(back.numExtSems == COUNT &&
        back.paramsArray[2].params.fence.value == 102);
  run(graph, 100);
  OK(cudaGraphClone(&clone, graph));
  OK(cudaGraphNodeFindInClone(&copy, signal, clone));
  OK(cudaGraphDestroy(graph));
  check_signals(copy, 100);
  for (auto v : values)
    *v = 0;
  run(clone, 100);
  const cudaExternalSemaphoreSignalNodeParams none = {};
  FAILS(cudaGraphExternalSemaphoresSignalNodeSetParams(copy, nullptr),
        cudaErrorInvalidValue);
  FAILS(cudaGraphExternalSemaphoresSignalNodeSetParams(copy, &none),
        cudaErrorInvalidValue);
  OK(cudaGraphDestroy(clone));
  for (auto s : semaphores)
    OK(cudaDestroyExternalSemaphore(s));
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// Memory and semaphores that come as descriptors of files, in streams, captures
// and graphs.
// DEVICES: cpu
#include <hip/hip_runtime.h>

#include "program.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

__global__ void add(int *p, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += value;
}

static void memory() {
  enum { SIZE = 1 << 16, OFFSET = 4096 + 64, COUNT = 1000 };
  const int fd = memfd_create("outside", 0);
  CHECK(fd >= 0 && ftruncate(fd, SIZE) == 0);
  char *own = (char *)mmap(nullptr, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED,
                           fd, 0);
  int *seen = (int *)(own + OFFSET);
  for (int i = 0; i < COUNT; ++i)
    seen[i] = i;
  hipExternalMemory_t memory;
  hipExternalMemoryHandleDesc what = {};
  hipExternalMemoryBufferDesc part = {};
  int *block;
  what.type = hipExternalMemoryHandleTypeOpaqueFd;
  what.handle.fd = dup(fd);
  what.size = SIZE;
  OK(hipImportExternalMemory(&memory, &what));
  part.offset = OFFSET;
  part.size = COUNT * sizeof(int);
  OK(hipExternalMemoryGetMappedBuffer((void **)&block, memory, &part));
  add<<<4, 256>>>(block, COUNT, 100);
  OK(hipDeviceSynchronize());
  CHECK(seen[0] == 100 && seen[COUNT - 1] == COUNT - 1 + 100);
  int last = 0;
  OK(hipMemcpy(&last, block + COUNT - 1, 4, hipMemcpyDeviceToHost));
  CHECK(last == COUNT + 99);
  FAILS(hipMemcpy(&last, block + COUNT, 4, hipMemcpyDeviceToHost),
        hipErrorInvalidValue);
  part.size = SIZE;
  FAILS(hipExternalMemoryGetMappedBuffer((void **)&block, memory, &part),
        hipErrorInvalidValue);
  OK(hipDestroyExternalMemory(memory));
  FAILS(hipDestroyExternalMemory(memory), hipErrorInvalidValue);
  OK(hipFree(block));
  FAILS(hipImportExternalMemory(nullptr, &what), hipErrorInvalidValue);
  FAILS(hipImportExternalMemory(&memory, nullptr), hipErrorInvalidValue);
  what.size = 0;
  FAILS(hipImportExternalMemory(&memory, &what), hipErrorInvalidValue);
  munmap(own, SIZE);
  close(fd);
}

static hipExternalSemaphore_t import(hipExternalSemaphoreHandleType type,
                                     int fd) {
  hipExternalSemaphore_t semaphore;
  hipExternalSemaphoreHandleDesc what = {};
  what.type = type;
  what.handle.fd = fd;
  OK(hipImportExternalSemaphore(&semaphore, &what));
  return semaphore;
}

static void semaphores() {
  const int fd = eventfd(0, 0);
  hipExternalSemaphore_t s =
      import(hipExternalSemaphoreHandleTypeOpaqueFd, dup(fd));
  hipExternalSemaphoreSignalParams signal = {};
  hipExternalSemaphoreWaitParams wait = {};
  hipStream_t stream;
  int *p, value = 0;
  uint64_t one = 1;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  OK(hipMallocManaged((void **)&p, sizeof(*p), hipMemAttachGlobal));
  *p = 0;
  OK(hipWaitExternalSemaphoresAsync(&s, &wait, 1, stream));
  add<<<1, 1, 0, stream>>>(p, 1, 5);
  usleep(20000);
  FAILS(hipStreamQuery(stream), hipErrorNotReady);
  CHECK(write(fd, &one, sizeof(one)) == (ssize_t)sizeof(one));
  OK(hipStreamSynchronize(stream));
  CHECK(*p == 5);
  OK(hipSignalExternalSemaphoresAsync(&s, &signal, 1, stream));
  CHECK(read(fd, &one, sizeof(one)) == (ssize_t)sizeof(one) && one == 1);
  FAILS(hipSignalExternalSemaphoresAsync(&s, &signal, 0, stream),
        hipErrorInvalidValue);
  FAILS(hipSignalExternalSemaphoresAsync(nullptr, &signal, 1, stream),
        hipErrorInvalidValue);
  OK(hipDestroyExternalSemaphore(s));
  FAILS(hipWaitExternalSemaphoresAsync(&s, &wait, 1, stream),
        hipErrorInvalidValue);
  OK(hipStreamDestroy(stream));
  OK(hipFree(p));
  (void)value;
  close(fd);
}

// A timeline, in a graph of nodes and in one that was captured.
static void graphs() {
  const int fd = memfd_create("timeline", 0);
  CHECK(ftruncate(fd, 8) == 0);
  volatile uint64_t *timeline = (volatile uint64_t *)mmap(
      nullptr, 8, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  hipExternalSemaphore_t s =
      import(hipExternalSemaphoreHandleTypeTimelineSemaphoreFd, dup(fd));
  hipExternalSemaphoreSignalParams signal = {};
  hipExternalSemaphoreWaitParams wait = {};
  hipExternalSemaphoreSignalNodeParams signals = {&s, &signal, 1}, got;
  hipExternalSemaphoreWaitNodeParams waits = {&s, &wait, 1};
  hipGraph_t graph;
  hipGraphNode_t first, second;
  hipGraphNodeType type;
  hipGraphExec_t exec;
  hipStream_t stream;
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  wait.params.fence.value = 3;
  signal.params.fence.value = 4;
  OK(hipGraphCreate(&graph, 0));
  OK(hipGraphAddExternalSemaphoresWaitNode(&first, graph, nullptr, 0, &waits));
  OK(hipGraphAddExternalSemaphoresSignalNode(&second, graph, &first, 1,
                                             &signals));
  OK(hipGraphNodeGetType(second, &type));
  CHECK(type == hipGraphNodeTypeExtSemaphoreSignal);
  OK(hipGraphExternalSemaphoresSignalNodeGetParams(second, &got));
  CHECK(got.numExtSems == 1 && got.extSemArray[0] == s);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphLaunch(exec, stream));
  usleep(20000);
  CHECK(*timeline == 0);
  *timeline = 3;
  OK(hipStreamSynchronize(stream));
  CHECK(*timeline == 4);
  // The same with another value, set in the executable graph.
  signal.params.fence.value = 9;
  OK(hipGraphExecExternalSemaphoresSignalNodeSetParams(exec, second, &signals));
  OK(hipGraphDestroy(graph));
  *timeline = 3;
  OK(hipGraphLaunch(exec, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(*timeline == 9);
  OK(hipGraphExecDestroy(exec));

  signal.params.fence.value = 20;
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(hipSignalExternalSemaphoresAsync(&s, &signal, 1, stream));
  OK(hipStreamEndCapture(stream, &graph));
  CHECK(*timeline == 9);
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  OK(hipGraphDestroy(graph));
  OK(hipGraphLaunch(exec, stream));
  OK(hipStreamSynchronize(stream));
  CHECK(*timeline == 20);
  OK(hipGraphExecDestroy(exec));
  OK(hipDestroyExternalSemaphore(s));
  OK(hipStreamDestroy(stream));
  close(fd);
}

int main() {
  memory();
  semaphores();
  graphs();
  return done();
}

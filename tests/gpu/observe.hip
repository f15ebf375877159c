// SPDX-License-Identifier: Apache-2.0
//
// A program with faults on request, for QUERN_VALIDATE and QUERN_TRACE.
//
//   observe             two streams, kernels, copies: no fault
//   observe graph       a captured graph: no fault
//   observe overrun     a kernel writes three integers too far
//   observe underrun    a kernel writes before its memory
//   observe freed       a kernel gets memory that was freed
//   observe late        a kernel writes to memory after it was freed
//   observe unwritten   reads memory that nothing has written
//   observe leak        does not free
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    const hipError_t error = (call);                                           \
    if (error != hipSuccess) {                                                 \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              hipGetErrorString(error));                                       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { COUNT = 1000 };

__global__ void scale(int *out, int first, int last, int factor) {
  const int i = first + (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < last)
    out[i] = factor * i;
}

// Keeps an address behind the back of whoever looks at arguments.
__global__ void keep(int **cell, int *address) { *cell = address; }
__global__ void write_kept(int **cell) { (*cell)[7] = 1; }

static void run_scale(int *out, int first, int last, hipStream_t stream) {
  scale<<<(last - first + 127) / 128, 128, 0, stream>>>(out, first, last, 2);
  CHECK(hipGetLastError());
}

static void check(const int *device) {
  static int host[COUNT];
  CHECK(hipMemcpy(host, device, sizeof(host), hipMemcpyDeviceToHost));
  for (int i = 0; i < COUNT; ++i)
    if (host[i] != 2 * i) {
      fprintf(stderr, "element %d is %d\n", i, host[i]);
      exit(1);
    }
}

static void run_streams(int *one) {
  int *two;
  hipStream_t streams[2];
  CHECK(hipMalloc((void **)&two, COUNT * sizeof(int)));
  for (int i = 0; i < 2; ++i)
    CHECK(hipStreamCreate(&streams[i]));
  for (int round = 0; round < 3; ++round) {
    run_scale(one, 0, COUNT, streams[0]);
    run_scale(two, 0, COUNT, streams[1]);
  }
  CHECK(hipDeviceSynchronize());
  check(two);
  for (int i = 0; i < 2; ++i)
    CHECK(hipStreamDestroy(streams[i]));
  CHECK(hipFree(two));
}

static void run_graph(int *one) {
  int *two;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipMalloc((void **)&two, COUNT * sizeof(int)));
  CHECK(hipStreamCreate(&stream));
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  run_scale(one, 0, COUNT, stream);
  CHECK(hipMemcpyAsync(two, one, COUNT * sizeof(int),
                       hipMemcpyDeviceToDevice, stream));
  CHECK(hipStreamEndCapture(stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  for (int round = 0; round < 2; ++round)
    CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipStreamSynchronize(stream));
  check(two);
  CHECK(hipGraphExecDestroy(exec));
  CHECK(hipGraphDestroy(graph));
  CHECK(hipStreamDestroy(stream));
  CHECK(hipFree(two));
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  int *one;
  int *host = (int *)malloc(COUNT * sizeof(int));
  int **cell;
  CHECK(hipMalloc((void **)&one, COUNT * sizeof(int)));
  CHECK(hipMalloc((void **)&cell, sizeof(int *)));
  if (strcmp(what, "unwritten") == 0)
    CHECK(hipMemcpy(host, one, 16, hipMemcpyDeviceToHost));
  run_scale(one, 0, COUNT, 0);
  check(one);
  if (strcmp(what, "overrun") == 0)
    run_scale(one, 0, COUNT + 3, 0);
  else if (strcmp(what, "underrun") == 0)
    run_scale(one, -2, COUNT, 0);
  else if (strcmp(what, "graph") == 0)
    run_graph(one);
  else if (!what[0])
    run_streams(one);
  CHECK(hipDeviceSynchronize());
  if (strcmp(what, "late") == 0)
    keep<<<1, 1>>>(cell, one);
  CHECK(hipDeviceSynchronize());
  if (strcmp(what, "leak") != 0)
    CHECK(hipFree(one));
  if (strcmp(what, "freed") == 0)
    run_scale(one, 0, 1, 0);
  if (strcmp(what, "late") == 0)
    write_kept<<<1, 1>>>(cell);
  CHECK(hipDeviceSynchronize());
  CHECK(hipFree(cell));
  free(host);
  printf("done\n");
  return 0;
}

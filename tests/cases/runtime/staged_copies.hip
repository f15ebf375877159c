// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies of pageable memory: the source of one to the device may
// be written to, and the target of one to the host read, when the call returns.
#include <hip/hip_runtime.h>

#include "program.h"

static const size_t LARGEST = 4 << 20; // bytes; more than is staged

// Busy for 50 ms, so that what follows in the stream is not done yet.
__global__ void slowly_set(int *p, int value) {
  int ticks_per_ms = 100000;
  const long long start = wall_clock64();
  while (wall_clock64() - start < 50ll * ticks_per_ms) {
  }
  *p = value;
}

static hipStream_t stream;
static int *device;
static int *other;

static int first_of(const int *p) {
  int value = 0;
  OK(hipMemcpy(&value, p, sizeof(value), hipMemcpyDeviceToHost));
  return value;
}

static void plain(size_t size) {
  std::vector<int> host(size / sizeof(int));
  host[0] = 1;
  slowly_set<<<1, 1, 0, stream>>>(other, 1);
  OK(hipMemcpyAsync(device, host.data(), size, hipMemcpyHostToDevice, stream));
  host[0] = 99;
  OK(hipStreamSynchronize(stream));
  CHECK(first_of(device) == 1);
  // Nothing before it.
  host[0] = 2;
  OK(hipMemcpyAsync(device, host.data(), size, hipMemcpyDefault, stream));
  host[0] = 99;
  OK(hipStreamSynchronize(stream));
  CHECK(first_of(device) == 2);
  slowly_set<<<1, 1, 0, stream>>>(device, 7);
  OK(hipMemcpyAsync(host.data(), device, size, hipMemcpyDeviceToHost, stream));
  CHECK(host[0] == 7);
  CHECK(hipStreamQuery(stream) == hipSuccess);
}

static void rows() {
  enum { WIDTH = 5, HEIGHT = 3, PITCH = 32 };
  int host[HEIGHT][8], back[HEIGHT][8];
  for (int y = 0; y < HEIGHT; ++y)
    for (int x = 0; x < 8; ++x)
      host[y][x] = 10 * y + x;
  memset(back, -1, sizeof(back));
  slowly_set<<<1, 1, 0, stream>>>(other, 1);
  OK(hipMemcpy2DAsync(device, PITCH, host, sizeof(host[0]), WIDTH * 4, HEIGHT,
                      hipMemcpyHostToDevice, stream));
  memset(host, 0, sizeof(host));
  OK(hipMemcpy2DAsync(back, sizeof(back[0]), device, PITCH, WIDTH * 4, HEIGHT,
                      hipMemcpyDeviceToHost, stream));
  for (int y = 0; y < HEIGHT; ++y)
    for (int x = 0; x < 8; ++x)
      CHECK(back[y][x] == (x < WIDTH ? 10 * y + x : -1));
}

static void slices() {
  enum { WIDTH = 3, HEIGHT = 2, DEPTH = 4 };
  int host[DEPTH][HEIGHT][WIDTH], back[DEPTH][HEIGHT][WIDTH];
  for (int i = 0; i < WIDTH * HEIGHT * DEPTH; ++i)
    (&host[0][0][0])[i] = i + 1;
  memset(back, -1, sizeof(back));
  hipMemcpy3DParms copy = {};
  copy.srcPtr = make_hipPitchedPtr(host, sizeof(host[0][0]), WIDTH, HEIGHT);
  copy.dstPtr = make_hipPitchedPtr(device, sizeof(host[0][0]), WIDTH, HEIGHT);
  copy.extent = make_hipExtent(sizeof(host[0][0]), HEIGHT, DEPTH);
  copy.kind = hipMemcpyHostToDevice;
  slowly_set<<<1, 1, 0, stream>>>(other, 1);
  OK(hipMemcpy3DAsync(&copy, stream));
  memset(host, 0, sizeof(host));
  copy.srcPtr = copy.dstPtr;
  copy.dstPtr = make_hipPitchedPtr(back, sizeof(back[0][0]), WIDTH, HEIGHT);
  copy.kind = hipMemcpyDeviceToHost;
  OK(hipMemcpy3DAsync(&copy, stream));
  for (int i = 0; i < WIDTH * HEIGHT * DEPTH; ++i)
    CHECK((&back[0][0][0])[i] == i + 1);
}

__device__ int variable;

static void symbols() {
  int value = 5;
  slowly_set<<<1, 1, 0, stream>>>(other, 1);
  OK(hipMemcpyToSymbolAsync(HIP_SYMBOL(variable), &value, sizeof(value), 0,
                            hipMemcpyHostToDevice, stream));
  value = 6;
  int back = 0;
  OK(hipMemcpyFromSymbolAsync(&back, HIP_SYMBOL(variable), sizeof(back), 0,
                              hipMemcpyDeviceToHost, stream));
  CHECK(back == 5);
}

static void arrays() {
  int host[4] = {1, 2, 3, 4};
  int back[4] = {};
  hipArray_t array;
  const hipChannelFormatDesc format = hipCreateChannelDesc<int>();
  OK(hipMallocArray(&array, &format, 4, 0, 0));
  slowly_set<<<1, 1, 0, stream>>>(other, 1);
  OK(hipMemcpy2DToArrayAsync(array, 0, 0, host, sizeof(host), sizeof(host), 1,
                             hipMemcpyHostToDevice, stream));
  memset(host, 0, sizeof(host));
  OK(hipMemcpy2DFromArrayAsync(back, sizeof(back), array, 0, 0, sizeof(back), 1,
                               hipMemcpyDeviceToHost, stream));
  for (int i = 0; i < 4; ++i)
    CHECK(back[i] == i + 1);
  OK(hipFreeArray(array));
}

// Pinned memory is read and written when the copy runs.
static void pinned() {
  int *host;
  OK(hipHostMalloc(&host, sizeof(*host), 0));
  *host = -1;
  slowly_set<<<1, 1, 0, stream>>>(device, 8);
  OK(hipMemcpyAsync(host, device, sizeof(*host), hipMemcpyDeviceToHost, stream));
  CHECK(hipStreamQuery(stream) == hipErrorNotReady);
  OK(hipStreamSynchronize(stream));
  CHECK(*host == 8);
  OK(hipHostFree(host));
}

// What is captured reads the memory at each launch.
static void captured() {
  hipGraph_t graph;
  hipGraphExec_t exec;
  int host = 1, back = 0;
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal));
  OK(hipMemcpyAsync(device, &host, sizeof(host), hipMemcpyHostToDevice,
                    stream));
  OK(hipMemcpyAsync(&back, device, sizeof(back), hipMemcpyDeviceToHost,
                    stream));
  OK(hipStreamEndCapture(stream, &graph));
  OK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  for (host = 3; host < 6; ++host) {
    OK(hipGraphLaunch(exec, stream));
    OK(hipStreamSynchronize(stream));
    CHECK(back == host);
  }
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
}

int main() {
  OK(hipMalloc(&device, LARGEST));
  OK(hipMalloc(&other, sizeof(*other)));
  OK(hipMemset(device, 0, LARGEST));
  OK(hipDeviceSynchronize());
  OK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  for (size_t size : {(size_t)4, (size_t)4096, (size_t)1 << 20, LARGEST})
    plain(size);
  rows();
  slices();
  symbols();
  arrays();
  pinned();
  captured();
  OK(hipStreamDestroy(stream));
  OK(hipFree(device));
  OK(hipFree(other));
  return done();
}

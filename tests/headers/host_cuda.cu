// SPDX-License-Identifier: Apache-2.0
//
// A whole CUDA program: every host call that programs use most, and launches of
// every shape. It is compiled for its kernels; check_host.sh counts them.
#include <cuda_runtime.h>

#include <cuda.h>
#include <cuda_profiler_api.h>
#include <nvrtc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#define LAYOUT(type, size, alignment)                                          \
  static_assert(sizeof(type) == (size) && alignof(type) == (alignment), #type);
#include "layout.inc"

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      std::cerr << cudaGetErrorName(error) << ": "                             \
                << cudaGetErrorString(error) << std::endl;                     \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

__constant__ float coefficients[4];
__device__ int counter;
__managed__ int shared_count;

__global__ void scale(float *data, float factor, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    data[i] *= factor * coefficients[i & 3];
  if (i == 0)
    ++shared_count;
}

template <typename T, int N> __global__ void fill(T *data, T value) {
  extern __shared__ unsigned char scratch[];
  scratch[threadIdx.x] = N;
  data[blockIdx.y * gridDim.x + blockIdx.x] = value + scratch[threadIdx.x];
}

__global__ void empty() {}

template <typename T> struct device_vector {
  explicit device_vector(size_t count) : count(count) {
    CHECK(cudaMalloc(&items, count * sizeof(T)));
  }
  ~device_vector() { cudaFree(items); }
  void fill_with(T value, cudaStream_t stream) {
    fill<T, 7><<<dim3(count, 1), 32, 64, stream>>>(items, value);
  }
  T *items = nullptr;
  size_t count;
};

static void CUDART_CB on_host(void *user) { ++*(int *)user; }
static void on_stream(cudaStream_t, cudaError_t status, void *) {
  CHECK(status);
}

static void devices() {
  int count = 0, value = 0, can = 0;
  CHECK(cudaGetDeviceCount(&count));
  CHECK(cudaSetDevice(0));
  CHECK(cudaGetDevice(&value));
  cudaDeviceProp prop;
  CHECK(cudaGetDeviceProperties(&prop, 0));
  printf("%s %d.%d %zu %d %d %d\n", prop.name, prop.major, prop.minor,
         prop.totalGlobalMem, prop.multiProcessorCount, prop.clockRate,
         prop.maxThreadsDim[0]);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  CHECK(cudaDriverGetVersion(&value));
  CHECK(cudaRuntimeGetVersion(&value));
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1));
  if (can)
    CHECK(cudaDeviceEnablePeerAccess(1, 0));
  size_t free_size, total;
  CHECK(cudaMemGetInfo(&free_size, &total));
}

static void memory(std::vector<float> &host) {
  const size_t size = host.size() * sizeof(float);
  float *a, *pinned, *managed, *pitched;
  void *raw;
  size_t pitch;
  CHECK(cudaMalloc((void **)&a, size));
  CHECK(cudaMalloc(&raw, size));
  CHECK(cudaMallocHost(&pinned, size));
  CHECK(cudaHostAlloc(&pinned, size, cudaHostAllocMapped));
  CHECK(cudaHostRegister(host.data(), size, cudaHostRegisterDefault));
  CHECK(cudaHostGetDevicePointer(&a, pinned, 0));
  CHECK(cudaMallocManaged(&managed, size));
  CHECK(cudaMemAdvise(managed, size, cudaMemAdviseSetReadMostly, 0));
  CHECK(cudaMemPrefetchAsync(managed, size, 0));
  CHECK(cudaMallocPitch(&pitched, &pitch, 64, 64));
  CHECK(cudaMemcpy(a, host.data(), size, cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy2D(pitched, pitch, a, 64, 64, 64, cudaMemcpyDeviceToDevice));
  CHECK(cudaMemset(a, 0, size));
  CHECK(cudaMemset2D(pitched, pitch, 0, 64, 64));
  float values[4] = {1, 2, 3, 4};
  CHECK(cudaMemcpyToSymbol(coefficients, values, sizeof(values)));
  CHECK(cudaMemcpyToSymbol(coefficients, values, 4, 8, cudaMemcpyDefault));
  int count;
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof(int)));
  CHECK(cudaGetSymbolAddress((void **)&a, counter));
  cudaPointerAttributes attributes;
  CHECK(cudaPointerGetAttributes(&attributes, a));
  cudaMemcpy3DParms copy = {0};
  copy.srcPtr = make_cudaPitchedPtr(a, 64, 64, 64);
  copy.extent = make_cudaExtent(64, 64, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3D(&copy));
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaArray_t array;
  CHECK(cudaMallocArray(&array, &format, 64, 64));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture = {};
  texture.addressMode[0] = cudaAddressModeClamp;
  cudaTextureObject_t object = 0;
  CHECK(cudaCreateTextureObject(&object, &resource, &texture, NULL));
  CHECK(cudaDestroyTextureObject(object));
  CHECK(cudaFreeArray(array));
  CHECK(cudaFreeHost(pinned));
  CHECK(cudaFree(raw));
}

static void launches(float *data, int n) {
  cudaStream_t stream, other;
  cudaEvent_t start, stop;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
  CHECK(cudaEventRecord(start));
  empty<<<1, 1>>>();
  scale<<<(n + 255) / 256, 256>>>(data, 2.0f, n);
  dim3 grid(4, 2), block{16, 16};
  scale<<<grid, block, 0, stream>>>(data, 2.0f, n);
  fill<float, 3><<<grid, block.x, 1024, stream>>>(data, 1.0f);
  fill<int, 5><<<dim3{2, 2}, 64, 64>>>((int *)data, 1);
  auto kernel = fill<double, 1>;
  kernel<<<1, 32, 32>>>((double *)data, 0.5);
  CHECK(cudaGetLastError());
  CHECK(cudaPeekAtLastError());
  float factor = 3;
  void *arguments[] = {&data, &factor, &n};
  CHECK(cudaLaunchKernel((void *)scale, grid, block, arguments, 0, stream));
  CHECK(cudaLaunchCooperativeKernel(scale, grid, block, arguments));
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  CHECK(cudaLaunchKernelEx(&config, scale, data, 2.0f, n));
  CHECK(cudaFuncSetAttribute(
      fill<float, 3>, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 16));
  int blocks, size;
  CHECK(cudaOccupancyMaxPotentialBlockSize(&blocks, &size, scale, 0, 0));
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
  cudaFuncAttributes function;
  CHECK(cudaFuncGetAttributes(&function, scale));
  CHECK(cudaEventRecord(stop, stream));
  CHECK(cudaStreamWaitEvent(other, stop, 0));
  CHECK(cudaEventSynchronize(stop));
  float ms;
  CHECK(cudaEventElapsedTime(&ms, start, stop));
  CHECK(cudaMemcpyAsync(data, data, 4, cudaMemcpyDefault, stream));
  CHECK(cudaMemsetAsync(data, 0, 4, stream));
  CHECK(cudaMallocAsync(&data, 1024, stream));
  CHECK(cudaFreeAsync(data, stream));
  CHECK(cudaLaunchHostFunc(stream, on_host, &n));
  CHECK(cudaStreamAddCallback(stream, on_stream, nullptr, 0));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  scale<<<1, 32, 0, stream>>>(data, 1.0f, n);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CHECK(cudaGraphInstantiate(&exec, graph));
  CHECK(cudaGraphLaunch(exec, stream));
  CHECK(cudaGraphExecDestroy(exec));
  CHECK(cudaGraphDestroy(graph));
  if (cudaStreamQuery(stream) == cudaErrorNotReady)
    CHECK(cudaStreamSynchronize(stream));
  CHECK(cudaEventDestroy(start));
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaDeviceSynchronize());
}

static void driver() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction function;
  CUdeviceptr data;
  if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS)
    return;
  cuCtxCreate(&context, CU_CTX_SCHED_AUTO, device);
  cuModuleLoad(&module, "k.cubin");
  cuModuleGetFunction(&function, module, "scale");
  cuMemAlloc(&data, 1024);
  void *arguments[] = {&data};
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
  cuMemFree(data);
  cuCtxDestroy(context);
}

int main() {
  std::vector<float> host(1024);
  std::iota(host.begin(), host.end(), 0.0f);
  const auto begin = std::chrono::steady_clock::now();
  devices();
  memory(host);
  device_vector<float> values(1024);
  auto more = std::make_unique<device_vector<int>>(16);
  values.fill_with(2.0f, 0);
  more->fill_with(2, cudaStreamPerThread);
  launches(values.items, (int)values.count);
  driver();
  std::map<std::string, double> times;
  times["all"] = std::chrono::duration<double>(
                     std::chrono::steady_clock::now() - begin)
                     .count();
  std::sort(host.begin(), host.end(), [](float a, float b) { return a > b; });
  CHECK(cudaDeviceReset());
  return shared_count;
}

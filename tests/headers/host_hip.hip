// SPDX-License-Identifier: Apache-2.0
//
// A whole HIP program: every host call that programs use most, and launches of
// every shape. It is compiled for its kernels; check_host.sh counts them.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

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
    hipError_t error = (call);                                                \
    if (error != hipSuccess) {                                                \
      std::cerr << hipGetErrorName(error) << ": "                             \
                << hipGetErrorString(error) << std::endl;                     \
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
    CHECK(hipMalloc(&items, count * sizeof(T)));
  }
  ~device_vector() { hipFree(items); }
  void fill_with(T value, hipStream_t stream) {
    fill<T, 7><<<dim3(count, 1), 32, 64, stream>>>(items, value);
  }
  T *items = nullptr;
  size_t count;
};

static void on_host(void *user) { ++*(int *)user; }
static void on_stream(hipStream_t, hipError_t status, void *) {
  CHECK(status);
}

static void devices() {
  int count = 0, value = 0, can = 0;
  CHECK(hipGetDeviceCount(&count));
  CHECK(hipSetDevice(0));
  CHECK(hipGetDevice(&value));
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  printf("%s %d.%d %zu %d %d %d\n", prop.name, prop.major, prop.minor,
         prop.totalGlobalMem, prop.multiProcessorCount, prop.warpSize,
         prop.maxThreadsDim[0]);
  puts(prop.gcnArchName);
  CHECK(hipDeviceGetAttribute(&value, hipDeviceAttributeMultiprocessorCount, 0));
  CHECK(hipDriverGetVersion(&value));
  CHECK(hipRuntimeGetVersion(&value));
  CHECK(hipDeviceSetLimit(hipLimitMallocHeapSize, 1 << 20));
  CHECK(hipDeviceSetCacheConfig(hipFuncCachePreferL1));
  CHECK(hipDeviceCanAccessPeer(&can, 0, 1));
  if (can)
    CHECK(hipDeviceEnablePeerAccess(1, 0));
  size_t free_size, total;
  CHECK(hipMemGetInfo(&free_size, &total));
}

static void memory(std::vector<float> &host) {
  const size_t size = host.size() * sizeof(float);
  float *a, *pinned, *managed, *pitched;
  void *raw;
  size_t pitch;
  CHECK(hipMalloc((void **)&a, size));
  CHECK(hipMalloc(&raw, size));
  CHECK(hipMallocHost(&pinned, size));
  CHECK(hipHostMalloc(&pinned, size));
  CHECK(hipHostMalloc((void **)&pinned, size, hipHostMallocNonCoherent));
  CHECK(hipHostAlloc(&pinned, size, hipHostAllocMapped));
  CHECK(hipHostRegister(host.data(), size, hipHostRegisterDefault));
  CHECK(hipHostGetDevicePointer(&a, pinned, 0));
  CHECK(hipMallocManaged(&managed, size));
  CHECK(hipMemAdvise(managed, size, hipMemAdviseSetReadMostly, 0));
  CHECK(hipMemPrefetchAsync(managed, size, 0));
  CHECK(hipMallocPitch(&pitched, &pitch, 64, 64));
  CHECK(hipMemcpy(a, host.data(), size, hipMemcpyHostToDevice));
  CHECK(hipMemcpy2D(pitched, pitch, a, 64, 64, 64, hipMemcpyDeviceToDevice));
  CHECK(hipMemset(a, 0, size));
  CHECK(hipMemset2D(pitched, pitch, 0, 64, 64));
  float values[4] = {1, 2, 3, 4};
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), values,
                          sizeof(values)));
  CHECK(hipMemcpyToSymbol(coefficients, values, 4, 8, hipMemcpyDefault));
  int count;
  CHECK(hipMemcpyFromSymbol(&count, counter, sizeof(int)));
  CHECK(hipGetSymbolAddress((void **)&a, counter));
  hipPointerAttribute_t attributes;
  CHECK(hipPointerGetAttributes(&attributes, a));
  hipMemcpy3DParms copy = {0};
  copy.srcPtr = make_hipPitchedPtr(a, 64, 64, 64);
  copy.extent = make_hipExtent(64, 64, 1);
  copy.kind = hipMemcpyDeviceToDevice;
  CHECK(hipMemcpy3D(&copy));
  hipChannelFormatDesc format = hipCreateChannelDesc<float4>();
  hipArray_t array;
  CHECK(hipMallocArray(&array, &format, 64, 64));
  hipResourceDesc resource = {};
  resource.resType = hipResourceTypeArray;
  resource.res.array.array = array;
  hipTextureDesc texture = {};
  texture.addressMode[0] = hipAddressModeClamp;
  hipTextureObject_t object = 0;
  CHECK(hipCreateTextureObject(&object, &resource, &texture, NULL));
  CHECK(hipDestroyTextureObject(object));
  CHECK(hipFreeArray(array));
  CHECK(hipHostFree(pinned));
  CHECK(hipFree(raw));
}

static void launches(float *data, int n) {
  hipStream_t stream, other;
  hipEvent_t start, stop;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreateWithFlags(&stop, hipEventDisableTiming));
  CHECK(hipEventRecord(start));
  empty<<<1, 1>>>();
  scale<<<(n + 255) / 256, 256>>>(data, 2.0f, n);
  dim3 grid(4, 2), block{16, 16};
  scale<<<grid, block, 0, stream>>>(data, 2.0f, n);
  fill<float, 3><<<grid, block.x, 1024, stream>>>(data, 1.0f);
  fill<int, 5><<<dim3{2, 2}, 64, 64>>>((int *)data, 1);
  auto kernel = fill<double, 1>;
  kernel<<<1, 32, 32>>>((double *)data, 0.5);
  CHECK(hipGetLastError());
  CHECK(hipPeekAtLastError());
  float factor = 3;
  void *arguments[] = {&data, &factor, &n};
  CHECK(hipLaunchKernel((void *)scale, grid, block, arguments, 0, stream));
  CHECK(hipLaunchCooperativeKernel(scale, grid, block, arguments, 0, stream));
  hipLaunchKernelGGL(empty, 1, 1, 0, 0);
  hipLaunchKernelGGL(scale, grid, dim3(256), 0, stream, data, 2.0f, n);
  hipLaunchKernelGGL(HIP_KERNEL_NAME(fill<short, 9>), grid, block, 64, 0,
                     (short *)data, (short)1);
  hipLaunchKernelGGL((fill<char, 11>), dim3(1, 1, 1), dim3(32), 64, stream,
                     (char *)data, (char)1);
  hipExtLaunchKernelGGL(scale, grid, block, 0, stream, start, stop, 0, data,
                        2.0f, n);
  CHECK(hipFuncSetAttribute(
      fill<float, 3>, hipFuncAttributeMaxDynamicSharedMemorySize, 1 << 16));
  int blocks, size;
  CHECK(hipOccupancyMaxPotentialBlockSize(&blocks, &size, scale, 0, 0));
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scale, 256, 0));
  hipFuncAttributes function;
  CHECK(hipFuncGetAttributes(&function, scale));
  CHECK(hipEventRecord(stop, stream));
  CHECK(hipStreamWaitEvent(other, stop, 0));
  CHECK(hipEventSynchronize(stop));
  float ms;
  CHECK(hipEventElapsedTime(&ms, start, stop));
  CHECK(hipMemcpyAsync(data, data, 4, hipMemcpyDefault, stream));
  CHECK(hipMemsetAsync(data, 0, 4, stream));
  CHECK(hipMallocAsync(&data, 1024, stream));
  CHECK(hipFreeAsync(data, stream));
  CHECK(hipLaunchHostFunc(stream, on_host, &n));
  CHECK(hipStreamAddCallback(stream, on_stream, nullptr, 0));
  hipGraph_t graph;
  hipGraphExec_t exec;
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  scale<<<1, 32, 0, stream>>>(data, 1.0f, n);
  CHECK(hipStreamEndCapture(stream, &graph));
  CHECK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  CHECK(hipGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK(hipGraphLaunch(exec, stream));
  CHECK(hipGraphExecDestroy(exec));
  CHECK(hipGraphDestroy(graph));
  if (hipStreamQuery(stream) == hipErrorNotReady)
    CHECK(hipStreamSynchronize(stream));
  CHECK(hipEventDestroy(start));
  CHECK(hipStreamDestroy(stream));
  CHECK(hipDeviceSynchronize());
}

static void modules() {
  hipModule_t module;
  hipFunction_t function;
  hipDeviceptr_t data;
  if (hipInit(0) != hipSuccess || hipModuleLoad(&module, "k.co") != hipSuccess)
    return;
  CHECK(hipModuleGetFunction(&function, module, "scale"));
  CHECK(hipMalloc(&data, 1024));
  void *arguments[] = {&data};
  CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr,
                              arguments, nullptr));
  CHECK(hipModuleUnload(module));
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
  more->fill_with(2, hipStreamPerThread);
  launches(values.items, (int)values.count);
  modules();
  std::map<std::string, double> times;
  times["all"] = std::chrono::duration<double>(
                     std::chrono::steady_clock::now() - begin)
                     .count();
  std::sort(host.begin(), host.end(), [](float a, float b) { return a > b; });
  CHECK(hipDeviceReset());
  return shared_count;
}

// SPDX-License-Identifier: Apache-2.0
// Functions that came with HIP 7.15: parts of a device and their contexts,
// libraries' variables and kernels, batches of managed memory, pools by their
// location, and the clusters that no device launches.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include "program.h"

__global__ void add(int *p, int value) { *p += value; }

static void contexts(int *p) {
  hipDevResource all, part, rest;
  hipDevResourceDesc_t description;
  hipExecutionCtx_t own, green;
  hipStream_t stream;
  hipEvent_t event;
  unsigned long long id, other;
  unsigned count = 1;
  int device = -1;
  OK(hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm));
  CHECK(all.type == hipDevResourceTypeSm && all.sm.smCount > 0);
  FAILS(hipDeviceGetDevResource(0, &all, hipDevResourceTypeInvalid),
        hipErrorInvalidResourceType);
  CHECK(hipGetLastError() == hipErrorInvalidResourceType);
  CHECK(!std::strcmp(hipGetErrorName(hipErrorInvalidResourceType),
                     "hipErrorInvalidResourceType"));
  OK(hipDevSmResourceSplitByCount(&part, &count, &all, &rest, 0, 1));
  CHECK(count == 1 && part.sm.smCount >= 1);
  hipDevSmResourceGroupParams group = {};
  group.flags = hipDevSmResourceGroupBackfill;
  OK(hipDevSmResourceSplit(&part, 1, &all, &rest, 0, &group));
  CHECK(group.smCount == all.sm.smCount && part.sm.smCount == group.smCount);
  group.smCount = all.sm.smCount + 2;
  FAILS(hipDevSmResourceSplit(&part, 1, &all, &rest, 0, &group),
        hipErrorInvalidResourceConfiguration);
  OK(hipDevResourceGenerateDesc(&description, &part, 1));
  OK(hipGreenCtxCreate(&green, description, 0, 0));
  OK(hipDeviceGetExecutionCtx(&own, 0));
  OK(hipExecutionCtxGetDevice(&device, green));
  CHECK(device == 0);
  OK(hipExecutionCtxGetId(green, &id));
  OK(hipExecutionCtxGetId(own, &other));
  CHECK(id != other);
  OK(hipExecutionCtxGetDevResource(green, &rest, hipDevResourceTypeSm));
  CHECK(rest.sm.smCount == part.sm.smCount);
  OK(hipExecutionCtxStreamCreate(&stream, green, hipStreamDefault, 0));
  OK(hipStreamGetDevResource(stream, &rest, hipDevResourceTypeSm));
  CHECK(rest.sm.smCount == part.sm.smCount);
  OK(hipEventCreate(&event));
  *p = 1;
  add<<<1, 1, 0, stream>>>(p, 2);
  OK(hipExecutionCtxRecordEvent(green, event));
  OK(hipExecutionCtxWaitEvent(own, event));
  OK(hipExecutionCtxSynchronize(green));
  CHECK(*p == 3);
  add<<<1, 1>>>(p, 4);
  OK(hipExecutionCtxSynchronize(own));
  CHECK(*p == 7);
  OK(hipStreamDestroy(stream));
  OK(hipEventDestroy(event));
  OK(hipExecutionCtxDestroy(green));
  FAILS(hipExecutionCtxDestroy(green), hipErrorInvalidValue);
}

static void libraries(int *p) {
  hiprtcProgram program;
  hipLibrary_t library;
  hipKernel_t kernels[2] = {};
  size_t size = 0, bytes = 0;
  void *variable = nullptr;
  const char *name;
  CHECK(hiprtcCreateProgram(&program,
                            "__device__ int v = 5;\n"
                            "extern \"C\" __global__ void k(int *p) "
                            "{ *p = v; }\n",
                            "k.hip", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
  CHECK(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_SUCCESS);
  CHECK(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
  std::vector<char> code(size);
  CHECK(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
  CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  OK(hipLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr,
                        nullptr, 0));
  OK(hipLibraryGetGlobal(&variable, &bytes, library, "v"));
  CHECK(variable && bytes == sizeof(int));
  FAILS(hipLibraryGetGlobal(&variable, &bytes, library, "w"), hipErrorNotFound);
  FAILS(hipLibraryGetManaged(&variable, &bytes, library, "w"),
        hipErrorNotFound);
  const int six = 6;
  OK(hipMemcpy(variable, &six, sizeof(six), hipMemcpyHostToDevice));
  OK(hipLibraryEnumerateKernels(kernels, 2, library));
  CHECK(kernels[0] && !kernels[1]);
  OK(hipKernelGetName(&name, kernels[0]));
  CHECK(!std::strcmp(name, "k"));
  OK(hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                           1024, kernels[0], 0));
  FAILS(hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, 2,
                              kernels[0], 0),
        hipErrorInvalidValue);
  void *arguments[] = {&p};
  OK(hipModuleLaunchKernel((hipFunction_t)kernels[0], 1, 1, 1, 1, 1, 1, 0,
                           nullptr, arguments, nullptr));
  OK(hipDeviceSynchronize());
  CHECK(*p == 6);
  OK(hipLibraryUnload(library));
}

static void batches() {
  enum { BYTES = 1 << 16 };
  void *blocks[2];
  size_t sizes[2] = {BYTES, BYTES}, first = 0;
  hipMemLocation location = {};
  location.type = hipMemLocationTypeDevice;
  for (void *&block : blocks)
    OK(hipMallocManaged(&block, BYTES));
  OK(hipMemPrefetchBatchAsync(blocks, sizes, 2, &location, &first, 1, 0, 0));
  OK(hipMemDiscardBatchAsync(blocks, sizes, 2, 0, 0));
  OK(hipMemDiscardAndPrefetchBatchAsync(blocks, sizes, 2, &location, &first, 1,
                                        0, 0));
  OK(hipDrvMemDiscardBatchAsync(blocks, sizes, 2, 0, 0));
  OK(hipDrvMemDiscardAndPrefetchBatchAsync(blocks, sizes, 2, &location, &first,
                                           1, 0, 0));
  FAILS(hipMemPrefetchBatchAsync(blocks, sizes, 0, &location, &first, 1, 0, 0),
        hipErrorInvalidValue);
  OK(hipDeviceSynchronize());
  for (void *block : blocks)
    OK(hipFree(block));
}

static void pools() {
  hipMemLocation location = {};
  hipMemPool_t pool, now;
  location.type = hipMemLocationTypeDevice;
  OK(hipMemGetDefaultMemPool(&pool, &location, hipMemAllocationTypePinned));
  OK(hipMemSetMemPool(&location, hipMemAllocationTypePinned, pool));
  OK(hipMemGetMemPool(&now, &location, hipMemAllocationTypePinned));
  CHECK(now == pool);
  location.type = hipMemLocationTypeHost;
  FAILS(hipMemGetMemPool(&now, &location, hipMemAllocationTypePinned),
        hipErrorNotSupported);
}

static void limits(int *p) {
  hipArrayMemoryRequirements needs;
  hipLaunchConfig_t config = {};
  hipLaunchAttribute cluster = {};
  size_t size = 0;
  int value = 1;
  void *arguments[] = {&p, &value};
  OK(hipOccupancyAvailableDynamicSMemPerBlock(&size, (const void *)add, 1, 64));
  CHECK(size > 0);
  config.gridDim = config.blockDim = dim3(1);
  config.attrs = &cluster;
  config.numAttrs = 1;
  FAILS(hipOccupancyMaxActiveClusters(&value, (const void *)add, &config),
        hipErrorInvalidClusterSize);
  FAILS(hipOccupancyMaxPotentialClusterSize(&value, (const void *)add, &config),
        hipErrorInvalidClusterSize);
  FAILS(hipOccupancyMaxActiveClusters(nullptr, (const void *)add, &config),
        hipErrorInvalidValue);
  cluster.id = hipLaunchAttributeClusterDimension;
  cluster.val.clusterDim = {1, 1, 1};
  OK(hipLaunchKernelExC(&config, (const void *)add, arguments));
  cluster.val.clusterDim = {2, 1, 1};
  FAILS(hipLaunchKernelExC(&config, (const void *)add, arguments),
        hipErrorInvalidClusterSize);
  OK(hipDeviceGetAttribute(&value, hipDeviceAttributeDmaBufSupported, 0));
  FAILS(hipMipmappedArrayGetMemoryRequirements(&needs, nullptr, 0),
        hipErrorInvalidHandle);
}

int main() {
  int *p;
  OK(hipMallocManaged(&p, sizeof(*p)));
  contexts(p);
  libraries(p);
  batches();
  pools();
  limits(p);
  OK(hipFree(p));
  return done();
}

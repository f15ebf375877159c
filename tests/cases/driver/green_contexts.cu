// SPDX-License-Identifier: Apache-2.0
// Parts of a device and their contexts, events of whole contexts, the error log,
// and what is refused because no device here has it.
#include <cuda.h>
#include <cuda_runtime.h>

#include "program.h"

#include <string>

__global__ void add(int *p, int value) { *p += value; }

// Takes a while, so that whoever does not wait is too early.
__global__ void late(int *p, int value) {
  const clock_t begin = clock();
  while (clock() - begin < 20000000)
    continue;
  *p = value;
}

static void parts(CUdevice device, int *p) {
  CUdevResource all, two[2], rest;
  CUdevResourceDesc description;
  CUgreenCtx green, of;
  CUcontext context, same;
  CUstream stream;
  unsigned count = 0;
  OK(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM));
  CHECK(all.type == CU_DEV_RESOURCE_TYPE_SM && all.sm.smCount > 0);
  FAILS(cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_INVALID),
        CUDA_ERROR_INVALID_RESOURCE_TYPE);
  FAILS(cuDeviceGetDevResource(99, &all, CU_DEV_RESOURCE_TYPE_SM),
        CUDA_ERROR_INVALID_DEVICE);
  OK(cuDevSmResourceSplitByCount(nullptr, &count, &all, nullptr, 0, 1));
  CHECK(count >= 1 && count <= all.sm.smCount);
  count = 1;
  OK(cuDevSmResourceSplitByCount(two, &count, &all, &rest, 0, 1));
  CHECK(count == 1 && two[0].sm.smCount >= 1);
  CHECK(two[0].sm.smCount +
            (rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0) ==
        all.sm.smCount);
  FAILS(cuDevSmResourceSplitByCount(two, &count, &all, &rest, 0,
                                    all.sm.smCount + 1),
        CUDA_ERROR_INVALID_VALUE);
  OK(cuDevResourceGenerateDesc(&description, two, 1));
  FAILS(cuDevResourceGenerateDesc(&description, two, 0),
        CUDA_ERROR_INVALID_VALUE);
  FAILS(cuGreenCtxCreate(&green, description, device, 2),
        CUDA_ERROR_INVALID_VALUE);
  OK(cuGreenCtxCreate(&green, description, device,
                      CU_GREEN_CTX_DEFAULT_STREAM));
  OK(cuGreenCtxGetDevResource(green, &all, CU_DEV_RESOURCE_TYPE_SM));
  CHECK(all.sm.smCount == two[0].sm.smCount);
  OK(cuCtxFromGreenCtx(&context, green));
  OK(cuCtxSetCurrent(context));
  OK(cuCtxGetCurrent(&same));
  CHECK(same == context);
  FAILS(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_DEFAULT, 0),
        CUDA_ERROR_INVALID_VALUE);
  OK(cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0));
  OK(cuStreamGetGreenCtx(stream, &of));
  CHECK(of == green);
  OK(cuStreamGetGreenCtx(nullptr, &of));
  CHECK(of == nullptr);
  // Its events stand for the work of all its streams.
  CUevent event;
  int back = 0;
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  late<<<1, 1, 0, (cudaStream_t)stream>>>(p, 31);
  OK(cuGreenCtxRecordEvent(green, event));
  OK(cuEventSynchronize(event));
  OK(cuMemcpy((CUdeviceptr)&back, (CUdeviceptr)p, sizeof(back)));
  CHECK(back == 31);
  OK(cuGreenCtxWaitEvent(green, event));
  OK(cuEventDestroy(event));
  OK(cuStreamDestroy(stream));
  OK(cuGreenCtxDestroy(green));
  FAILS(cuGreenCtxDestroy(green), CUDA_ERROR_INVALID_CONTEXT);
}

static void events(int *p) {
  CUstream a, b, c;
  CUevent event;
  CUcontext context;
  int back = 0;
  OK(cuCtxGetCurrent(&context));
  OK(cuStreamCreate(&a, CU_STREAM_NON_BLOCKING));
  OK(cuStreamCreate(&b, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  late<<<1, 1, 0, (cudaStream_t)a>>>(p, 5);
  OK(cuCtxRecordEvent(context, event));
  OK(cuEventSynchronize(event));
  OK(cuMemcpyAsync((CUdeviceptr)&back, (CUdeviceptr)p, sizeof(back), b));
  OK(cuStreamSynchronize(b));
  CHECK(back == 5);
  // Streams that are there, and one that is made later, wait.
  late<<<1, 1, 0, (cudaStream_t)a>>>(p, 40);
  OK(cuEventRecord(event, a));
  OK(cuCtxWaitEvent(context, event));
  add<<<1, 1, 0, (cudaStream_t)b>>>(p, 2);
  OK(cuStreamSynchronize(b));
  OK(cuMemcpy((CUdeviceptr)&back, (CUdeviceptr)p, sizeof(back)));
  CHECK(back == 42);
  late<<<1, 1, 0, (cudaStream_t)a>>>(p, 70);
  OK(cuEventRecord(event, a));
  OK(cuCtxWaitEvent(context, event));
  OK(cuStreamCreate(&c, CU_STREAM_NON_BLOCKING));
  add<<<1, 1, 0, (cudaStream_t)c>>>(p, 7);
  OK(cuStreamSynchronize(c));
  OK(cuMemcpy((CUdeviceptr)&back, (CUdeviceptr)p, sizeof(back)));
  CHECK(back == 77);
  // No stream of the context may capture.
  CUgraph graph;
  OK(cuStreamBeginCapture(a, CU_STREAM_CAPTURE_MODE_RELAXED));
  FAILS(cuCtxRecordEvent(context, event),
        CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
  OK(cuStreamEndCapture(a, &graph));
  OK(cuGraphDestroy(graph));
  FAILS(cuCtxRecordEvent(context, nullptr), CUDA_ERROR_INVALID_HANDLE);
  for (CUstream s : {a, b, c})
    OK(cuStreamDestroy(s));
  OK(cuEventDestroy(event));
}

static int heard;
static void listen(void *user, CUlogLevel level, char *message, size_t size) {
  ++heard;
  CHECK(user == &heard && level == CU_LOG_LEVEL_ERROR);
  CHECK(std::strlen(message) == size);
}

static void logs() {
  CUlogsCallbackHandle callback;
  CUlogIterator from, later;
  char text[4096];
  size_t size = sizeof(text);
  OK(cuLogsRegisterCallback(listen, &heard, &callback));
  OK(cuLogsCurrent(&from, 0));
  CHECK(cudaMalloc(nullptr, 16) != cudaSuccess);
  CHECK(heard == 1);
  OK(cuLogsDumpToMemory(&from, text, &size, 0));
  CHECK(std::strstr(text, "cudaErrorInvalidValue") && size == std::strlen(text));
  CHECK(std::string(text).find('\n') == size - 1); // one line
  OK(cuLogsCurrent(&later, 0));
  CHECK(later == from);
  size = 8; // no line fits
  from = 0;
  OK(cuLogsDumpToMemory(&from, text, &size, 0));
  CHECK(size == 0 && text[0] == 0);
  OK(cuLogsUnregisterCallback(callback));
  FAILS(cuLogsUnregisterCallback(callback), CUDA_ERROR_INVALID_VALUE);
  CHECK(cudaMalloc(nullptr, 16) != cudaSuccess);
  CHECK(heard == 1);
  FAILS(cudaLogsCurrent(nullptr, 0), cudaErrorInvalidValue);
  FAILS(cudaLogsDumpToFile(nullptr, "/no/such/folder/log", 0),
        cudaErrorInvalidValue);
}

static void queries(CUdevice device) {
  const CUatomicOperation operations[2] = {CU_ATOMIC_OPERATION_INTEGER_ADD,
                                           CU_ATOMIC_OPERATION_CAS};
  unsigned capabilities[2] = {7, 7};
  CUexecAffinityParam affinity;
  CUasyncCallbackHandle handle;
  OK(cuDeviceGetHostAtomicCapabilities(capabilities, operations, 2, device));
  if (runs_on("cpu"))
    CHECK(capabilities[0] & CU_ATOMIC_CAPABILITY_SCALAR_64);
  FAILS(cuDeviceGetHostAtomicCapabilities(capabilities, operations, 0, device),
        CUDA_ERROR_INVALID_VALUE);
  FAILS(cuDeviceGetP2PAtomicCapabilities(capabilities, operations, 2, device,
                                         device),
        CUDA_ERROR_INVALID_DEVICE);
  OK(cuCtxGetExecAffinity(&affinity, CU_EXEC_AFFINITY_TYPE_SM_COUNT));
  CHECK(affinity.param.smCount.val > 0);
  OK(cuDeviceRegisterAsyncNotification(
      device, [](CUasyncNotificationInfo *, void *, CUasyncCallbackHandle) {},
      nullptr, &handle));
  OK(cuDeviceUnregisterAsyncNotification(device, handle));
  FAILS(cuDeviceUnregisterAsyncNotification(device, handle),
        CUDA_ERROR_INVALID_VALUE);
}

// Refused, but only when nothing else is wrong with the call.
static void absent(CUdevice device) {
  CUmemGenericAllocationHandle object;
  CUmulticastObjectProp prop = {};
  char luid[8];
  unsigned nodes;
  FAILS(cuMulticastCreate(&object, &prop), CUDA_ERROR_INVALID_VALUE);
  prop.numDevices = 2;
  prop.size = 1 << 21;
  FAILS(cuMulticastCreate(&object, &prop), CUDA_ERROR_NOT_SUPPORTED);
  FAILS(cuMulticastAddDevice(1, 99), CUDA_ERROR_INVALID_DEVICE);
  FAILS(cuDeviceGetLuid(nullptr, &nodes, device), CUDA_ERROR_INVALID_VALUE);
  FAILS(cuDeviceGetLuid(luid, &nodes, device), CUDA_ERROR_NOT_SUPPORTED);
  if (!runs_on("cpu"))
    return;
  static CUtensorMap map;
  alignas(16) static float tensor[64];
  const cuuint64_t sizes[2] = {8, 8}, strides[1] = {32};
  const cuuint32_t box[2] = {4, 4}, steps[2] = {1, 1};
  FAILS(cuTensorMapEncodeTiled(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 6, tensor, sizes, strides,
            box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
        CUDA_ERROR_INVALID_VALUE);
  FAILS(cuTensorMapEncodeTiled(
            &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, tensor, sizes, strides,
            box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
            CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE),
        CUDA_ERROR_NOT_SUPPORTED);
}

int main() {
  CUdevice device;
  int *p;
  OK(cuInit(0));
  OK(cudaMalloc(&p, sizeof(*p)));
  OK(cuCtxGetDevice(&device));
  parts(device, p);
  events(p);
  logs();
  queries(device);
  absent(device);
  OK(cudaFree(p));
  return done();
}

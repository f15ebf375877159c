// SPDX-License-Identifier: Apache-2.0
// CUDA's driver API: contexts, modules, memory, launches, streams, events.
// MODULE: modules/plain.hip
#include <cuda.h>

#include <string>

#include "program.h"

int main() {
  CUdevice device;
  CUcontext context, now;
  CUmodule module;
  CUfunction scale, none;
  CUdeviceptr p, factor, base;
  size_t size;
  int count = 0, value = 0;
  char name[128];
  OK(cuInit(0));
  OK(cuDeviceGetCount(&count));
  CHECK(count >= 1);
  OK(cuDeviceGet(&device, 0));
  FAILS(cuDeviceGet(&device, 99), CUDA_ERROR_INVALID_DEVICE);
  OK(cuDeviceGetName(name, sizeof(name), device));
  CHECK(name[0]);
  OK(cuDeviceTotalMem(&size, device));
  CHECK(size > 1 << 20);
  OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device));
  CHECK(value == 32);
  OK(cuCtxCreate(&context, 0, device));
  OK(cuCtxGetCurrent(&now));
  CHECK(now == context);
  const std::string path = std::string(getenv("PROGRAM_DATA")) + "/plain.hipfb";
  OK(cuModuleLoad(&module, path.c_str()));
  OK(cuModuleGetFunction(&scale, module, "scale"));
  FAILS(cuModuleGetFunction(&none, module, "nothing"), CUDA_ERROR_NOT_FOUND);
  OK(cuModuleGetGlobal(&factor, &size, module, "factor"));
  CHECK(size == sizeof(int));
  int three = 3;
  OK(cuMemcpyHtoD(factor, &three, sizeof(three)));
  float h[100];
  for (int i = 0; i < 100; ++i)
    h[i] = (float)i;
  OK(cuMemAlloc(&p, sizeof(h)));
  OK(cuMemGetAddressRange(&base, &size, p + 40));
  CHECK(base == p && size == sizeof(h));
  CUstream s;
  CUevent start, stop;
  OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
  OK(cuEventCreate(&start, CU_EVENT_DEFAULT));
  OK(cuEventCreate(&stop, CU_EVENT_DEFAULT));
  OK(cuMemcpyHtoDAsync(p, h, sizeof(h), s));
  int n = 100;
  float by = 0.5f;
  void *args[] = {&p, &n, &by};
  OK(cuEventRecord(start, s));
  OK(cuLaunchKernel(scale, 2, 1, 1, 64, 1, 1, 0, s, args, nullptr));
  OK(cuEventRecord(stop, s));
  OK(cuMemcpyDtoHAsync(h, p, sizeof(h), s));
  OK(cuStreamSynchronize(s));
  for (int i = 0; i < 100; ++i)
    CHECK(h[i] == i * 1.5f);
  float ms = -1;
  OK(cuEventElapsedTime(&ms, start, stop));
  CHECK(ms >= 0);
  OK(cuMemsetD32(p, 0x3f800000, 100)); // 1.0f
  OK(cuMemsetD8(p + 4, 0, 4));
  OK(cuMemcpyDtoH(h, p, sizeof(h)));
  CHECK(h[0] == 1 && h[1] == 0 && h[99] == 1);
  OK(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK,
                        scale));
  CHECK(value >= 64);
  OK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, scale, 64, 0));
  CHECK(value >= 1);
  CUlaunchConfig config = {};
  config.gridDimX = 2;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.blockDimX = 64;
  config.hStream = s;
  OK(cuMemcpyHtoD(p, h, sizeof(h)));
  OK(cuLaunchKernelEx(&config, scale, args, nullptr));
  OK(cuStreamSynchronize(s));
  float again[100];
  OK(cuMemcpyDtoH(again, p, sizeof(again)));
  CHECK(again[99] == h[99] * 1.5f);
#ifndef __HIP__ // HIP says that the configuration is invalid
  FAILS(cuLaunchKernel(scale, 0, 1, 1, 64, 1, 1, 0, s, args, nullptr),
        CUDA_ERROR_INVALID_VALUE);
#endif
  FAILS(cuMemFree(p + 4), CUDA_ERROR_INVALID_VALUE);
  const char *text = nullptr;
  OK(cuGetErrorName(CUDA_ERROR_INVALID_VALUE, &text));
  CHECK(text && text[0]);
#ifndef __HIP__
  CHECK(!strcmp(text, "CUDA_ERROR_INVALID_VALUE"));
#endif
  OK(cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text));
  CHECK(text && *text);
  void *entry = nullptr;
  CUdriverProcAddressQueryResult found;
  OK(cuGetProcAddress("cuMemAlloc", &entry, 12000, 0, &found));
  CHECK(entry);
  OK(cuMemFree(p));
  OK(cuEventDestroy(start));
  OK(cuEventDestroy(stop));
  OK(cuStreamDestroy(s));
  OK(cuModuleUnload(module));
  OK(cuCtxDestroy(context));
  return done();
}

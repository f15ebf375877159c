// SPDX-License-Identifier: Apache-2.0
// Compiling at run time under nvrtc's names, and launching by the driver API.
#include <cuda.h>
#include <nvrtc.h>

#include "program.h"

static const char source[] = R"(
template <typename T> __global__ void scale(T *p, T by) {
  p[threadIdx.x] *= by * SCALE;
}
)";

int main() {
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr));
  OK(nvrtcAddNameExpression(program, "scale<float>"));
  int major = 0, minor = 0;
  CUdevice device;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                          device));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                          device));
  const char *options[] = {"--std=c++17", "-DSCALE=3"};
  const nvrtcResult result = nvrtcCompileProgram(program, 2, options);
  size_t size = 0;
  OK(nvrtcGetProgramLogSize(program, &size));
  std::vector<char> log(size + 1);
  OK(nvrtcGetProgramLog(program, log.data()));
  if (result != NVRTC_SUCCESS) {
    std::printf("not compiled: %s\n", log.data());
    return strstr(log.data(), "compiler") ? 77 : 1;
  }
  const char *name = nullptr;
  OK(nvrtcGetLoweredName(program, "scale<float>", &name));
  OK(nvrtcGetPTXSize(program, &size));
  std::vector<char> code(size);
  OK(nvrtcGetPTX(program, code.data()));
  CUcontext context;
  CUmodule module;
  CUfunction f;
  CUdeviceptr p;
  OK(cuCtxCreate(&context, 0, device));
  OK(cuModuleLoadData(&module, code.data()));
  OK(cuModuleGetFunction(&f, module, name));
  float h[32], by = 2;
  for (int i = 0; i < 32; ++i)
    h[i] = (float)i;
  OK(cuMemAlloc(&p, sizeof(h)));
  OK(cuMemcpyHtoD(p, h, sizeof(h)));
  void *args[] = {&p, &by};
  OK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
  OK(cuMemcpyDtoH(h, p, sizeof(h)));
  for (int i = 0; i < 32; ++i)
    CHECK(h[i] == 6.0f * i);
  OK(cuMemFree(p));
  OK(cuModuleUnload(module));
  OK(nvrtcDestroyProgram(&program));
  CHECK(strstr(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION),
               "RTC_ERROR_COMPILATION"));
  return done();
}

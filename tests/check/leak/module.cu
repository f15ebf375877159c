// SPDX-License-Identifier: Apache-2.0
// A module that is loaded and never unloaded.
#include <cuda.h>
#include <cstdlib>
#include <nvrtc.h>

int main() {
  CUdevice device;
  CUcontext context;
  CUmodule module;
  nvrtcProgram program;
  size_t size;
  cuInit(0);
  cuDeviceGet(&device, 0);
  cuDevicePrimaryCtxRetain(&context, device);
  cuCtxSetCurrent(context);
  nvrtcCreateProgram(&program, "extern \"C\" __global__ void f() {}", "f.cu", 0,
                     nullptr, nullptr);
  if (nvrtcCompileProgram(program, 0, nullptr) != NVRTC_SUCCESS)
    return 3;
  nvrtcGetPTXSize(program, &size);
  char *code = (char *)std::malloc(size);
  nvrtcGetPTX(program, code);
  nvrtcDestroyProgram(&program);
  if (cuModuleLoadData(&module, code) != CUDA_SUCCESS) // EXPECT: leak
    return 4;
  std::free(code);
#ifdef TWIN
  cuModuleUnload(module);
#endif
  cuDevicePrimaryCtxRelease(device);
}

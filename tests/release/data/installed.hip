// SPDX-License-Identifier: Apache-2.0
// What tools/bare.sh --debs compiles with the packages: a kernel of its own, and
// one that hiprtc compiles. Prints 42 twice.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <cstdio>
#include <vector>

__global__ void fill(int *out, int value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

static int read_back(const int *device, size_t count) {
  std::vector<int> host(count);
  if (hipMemcpy(host.data(), device, count * sizeof(int),
                hipMemcpyDeviceToHost) != hipSuccess)
    return -1;
  for (size_t i = 1; i < count; ++i)
    if (host[i] != host[0])
      return -1;
  return host[0];
}

static bool launch_compiled(int *device, int count) {
  static const char source[] =
      "extern \"C\" __global__ void later(int *out) {"
      " out[blockIdx.x * blockDim.x + threadIdx.x] = 42; }";
  hiprtcProgram program;
  if (hiprtcCreateProgram(&program, source, "later.hip", 0, nullptr,
                          nullptr) != HIPRTC_SUCCESS)
    return false;
  if (hiprtcCompileProgram(program, 0, nullptr) != HIPRTC_SUCCESS) {
    size_t size = 0;
    hiprtcGetProgramLogSize(program, &size);
    std::vector<char> log(size + 1);
    hiprtcGetProgramLog(program, log.data());
    std::fprintf(stderr, "%s\n", log.data());
    return false;
  }
  size_t size = 0;
  hiprtcGetCodeSize(program, &size);
  std::vector<char> code(size);
  hiprtcGetCode(program, code.data());
  hipModule_t module;
  hipFunction_t later;
  if (hipModuleLoadData(&module, code.data()) != hipSuccess ||
      hipModuleGetFunction(&later, module, "later") != hipSuccess)
    return false;
  void *args[] = {&device};
  return hipModuleLaunchKernel(later, count / 64, 1, 1, 64, 1, 1, 0, nullptr,
                               args, nullptr) == hipSuccess;
}

int main() {
  enum { COUNT = 1024 };
  int *device = nullptr;
  if (hipMalloc(reinterpret_cast<void **>(&device), COUNT * sizeof(int)) !=
      hipSuccess)
    return 1;
  fill<<<COUNT / 64, 64>>>(device, 42);
  std::printf("%d\n", read_back(device, COUNT));
  fill<<<COUNT / 64, 64>>>(device, 0);
  if (!launch_compiled(device, COUNT))
    return 1;
  std::printf("%d\n", read_back(device, COUNT));
  return hipFree(device) == hipSuccess ? 0 : 1;
}

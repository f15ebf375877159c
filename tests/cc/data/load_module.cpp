// SPDX-License-Identifier: Apache-2.0
// Loads a module from a file: load_module FILE file|data|link.
#include <cuda.h>

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#define CHECK(call)                                                            \
  do {                                                                         \
    const CUresult result = (call);                                            \
    if (result != CUDA_SUCCESS) {                                              \
      const char *name = "?";                                                  \
      cuGetErrorName(result, &name);                                           \
      std::printf("%s: %s\n", #call, name);                                    \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static int link(std::string &text, bool is_ptx, CUmodule *module) {
  CUlinkState state;
  void *image;
  size_t size;
  CHECK(cuLinkCreate(0, nullptr, nullptr, &state));
  CHECK(cuLinkAddData(state, is_ptx ? CU_JIT_INPUT_PTX : CU_JIT_INPUT_CUBIN,
                      text.data(), text.size() + is_ptx, "kernels", 0, nullptr,
                      nullptr));
  CHECK(cuLinkComplete(state, &image, &size));
  CHECK(cuModuleLoadData(module, image));
  CHECK(cuLinkDestroy(state));
  return 0;
}

static int load(const char *path, const char *way, CUmodule *module) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (std::strcmp(way, "file") == 0)
    CHECK(cuModuleLoad(module, path));
  else if (std::strcmp(way, "data") == 0)
    CHECK(cuModuleLoadData(module, text.c_str()));
  else
    return link(text, std::strstr(path, ".ptx") != nullptr, module);
  return 0;
}

int main(int argc, char **argv) {
  enum { COUNT = 100 };
  CUdevice device;
  CUcontext context;
  CUmodule module;
  CUfunction kernel;
  CUdeviceptr memory;
  float values[COUNT];
  int count = COUNT, wrong = 0;
  if (argc != 3)
    return 2;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  if (load(argv[1], argv[2], &module))
    return 1;
  CHECK(cuModuleGetFunction(&kernel, module, "twice"));
  for (int i = 0; i < COUNT; ++i)
    values[i] = (float)i;
  CHECK(cuMemAlloc(&memory, sizeof(values)));
  CHECK(cuMemcpyHtoD(memory, values, sizeof(values)));
  void *args[] = {&memory, &count};
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 128, 1, 1, 0, nullptr, args, nullptr));
  CHECK(cuMemcpyDtoH(values, memory, sizeof(values)));
  for (int i = 0; i < COUNT; ++i)
    wrong += values[i] != 2.0f * (float)i;
  std::printf("%d wrong\n", wrong);
  return wrong != 0;
}

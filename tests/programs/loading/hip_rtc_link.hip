// SPDX-License-Identifier: Apache-2.0
// hiprtc: relocatable code of two programs, linked at run time.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <string>

#include "program.h"

static const char *const sources[] = {
    "__device__ int twice(int v) { return 2 * v; }",
    "__device__ int twice(int v);\n"
    "extern \"C\" __global__ void run(int *p) {\n"
    "  p[threadIdx.x] = twice(threadIdx.x);\n"
    "}"};

static bool compile(const char *source, std::vector<char> *bitcode) {
  hiprtcProgram program;
  size_t size = 0;
  const char *options[] = {"-fgpu-rdc"};
  OK(hiprtcCreateProgram(&program, source, "part.hip", 0, nullptr, nullptr));
  if (hiprtcCompileProgram(program, 1, options) != HIPRTC_SUCCESS) {
    OK(hiprtcGetProgramLogSize(program, &size));
    std::string log(size, '\0');
    OK(hiprtcGetProgramLog(program, &log[0]));
    std::printf("not compiled: %s\n", log.c_str());
    return false;
  }
  OK(hiprtcGetBitcodeSize(program, &size));
  bitcode->resize(size);
  OK(hiprtcGetBitcode(program, bitcode->data()));
  OK(hiprtcDestroyProgram(&program));
  return true;
}

int main() {
  CHECK(!strcmp(hiprtcGetErrorString(HIPRTC_ERROR_LINKING),
                "HIPRTC_ERROR_LINKING"));
  CHECK(!strcmp(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION),
                "HIPRTC_ERROR_COMPILATION"));
  std::vector<char> parts[2];
  for (int i = 0; i < 2; ++i)
    if (!compile(sources[i], &parts[i]))
      return 77;
  hiprtcLinkState state;
  OK(hiprtcLinkCreate(0, nullptr, nullptr, &state));
  for (std::vector<char> &part : parts)
    OK(hiprtcLinkAddData(state, HIPRTC_JIT_INPUT_LLVM_BITCODE, part.data(),
                         part.size(), "part", 0, nullptr, nullptr));
  FAILS(hiprtcLinkAddFile(state, HIPRTC_JIT_INPUT_LLVM_BITCODE, "/no/such/file",
                          0, nullptr, nullptr),
        HIPRTC_ERROR_INVALID_INPUT);
  void *code = nullptr;
  size_t size = 0;
  OK(hiprtcLinkComplete(state, &code, &size));
  CHECK(code && size);
  hipModule_t module;
  hipFunction_t run;
  int *p, h[16];
  OK(hipModuleLoadData(&module, code));
  OK(hipModuleGetFunction(&run, module, "run"));
  OK(hipMalloc(&p, sizeof(h)));
  void *args[] = {&p};
  OK(hipModuleLaunchKernel(run, 1, 1, 1, 16, 1, 1, 0, 0, args, nullptr));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 0 && h[15] == 30);
  OK(hipModuleUnload(module));
  OK(hiprtcLinkDestroy(state));
  OK(hipFree(p));
  return done();
}

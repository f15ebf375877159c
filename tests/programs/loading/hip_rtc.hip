// SPDX-License-Identifier: Apache-2.0
// Compiling at run time: names, headers, logs, errors, launching.
#include <hip/hip_runtime.h>
#include <hip/hiprtc.h>

#include <string>

#include "program.h"

static const char source[] = R"(
#include "by.h"
__device__ int calls;
extern "C" __global__ void add(int *p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += BY + EXTRA;
  if (!i)
    ++calls;
}
template <typename T> __global__ void fill(T *p, T v) { p[threadIdx.x] = v; }
)";

static std::string log_of(hiprtcProgram program) {
  size_t size = 0;
  OK(hiprtcGetProgramLogSize(program, &size));
  std::string log(size, '\0');
  if (size)
    OK(hiprtcGetProgramLog(program, &log[0]));
  return log;
}

int main() {
  int major = 0, minor = 0;
  OK(hiprtcVersion(&major, &minor));
  CHECK(major > 0);
  hiprtcProgram program;
  const char *header = "#define BY 5\n", *header_name = "by.h";
  OK(hiprtcCreateProgram(&program, source, "add.hip", 1, &header,
                         &header_name));
  OK(hiprtcAddNameExpression(program, "fill<double>"));
  OK(hiprtcAddNameExpression(program, "&calls"));
  const char *options[] = {"-DEXTRA=2", "-O3"};
  const hiprtcResult result = hiprtcCompileProgram(program, 2, options);
  if (result != HIPRTC_SUCCESS) {
    const std::string log = log_of(program);
    std::printf("not compiled: %s\n", log.c_str());
    return log.find("compiler") != log.npos ? 77 : 1;
  }
  size_t size = 0;
  OK(hiprtcGetCodeSize(program, &size));
  std::vector<char> code(size);
  OK(hiprtcGetCode(program, code.data()));
  const char *fill_name = nullptr, *calls_name = nullptr;
  OK(hiprtcGetLoweredName(program, "fill<double>", &fill_name));
  OK(hiprtcGetLoweredName(program, "&calls", &calls_name));
  FAILS(hiprtcGetLoweredName(program, "none", &fill_name),
        HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  OK(hiprtcGetLoweredName(program, "fill<double>", &fill_name));
  hipModule_t module;
  hipFunction_t add, fill;
  OK(hipModuleLoadData(&module, code.data()));
  OK(hipModuleGetFunction(&add, module, "add"));
  OK(hipModuleGetFunction(&fill, module, fill_name));
  int *p, n = 100, h[100];
  OK(hipMalloc(&p, 1024));
  OK(hipMemset(p, 0, 1024));
  void *args[] = {&p, &n};
  OK(hipModuleLaunchKernel(add, 2, 1, 1, 64, 1, 1, 0, 0, args, nullptr));
  OK(hipMemcpy(h, p, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 7 && h[99] == 7);
  double v = 1.5, hd[16];
  void *more[] = {&p, &v};
  OK(hipModuleLaunchKernel(fill, 1, 1, 1, 16, 1, 1, 0, 0, more, nullptr));
  OK(hipMemcpy(hd, p, sizeof(hd), hipMemcpyDeviceToHost));
  CHECK(hd[15] == 1.5);
  hipDeviceptr_t calls;
  OK(hipModuleGetGlobal(&calls, &size, module, calls_name));
  OK(hipMemcpyDtoH(&n, calls, sizeof(n)));
  CHECK(n == 1);
  OK(hipModuleUnload(module));
  OK(hiprtcDestroyProgram(&program));

  // What does not compile says where.
  OK(hiprtcCreateProgram(&program, "__global__ void f() { oops; }", "bad.hip",
                         0, nullptr, nullptr));
  FAILS(hiprtcCompileProgram(program, 0, nullptr), HIPRTC_ERROR_COMPILATION);
  const std::string log = log_of(program);
  CHECK(log.find("oops") != log.npos && log.find("bad.hip") != log.npos);
  FAILS(hiprtcGetCodeSize(program, &size), HIPRTC_ERROR_INVALID_PROGRAM);
  OK(hiprtcDestroyProgram(&program));
  FAILS(hiprtcDestroyProgram(&program), HIPRTC_ERROR_INVALID_PROGRAM);
  FAILS(hiprtcCompileProgram(nullptr, 0, nullptr),
        HIPRTC_ERROR_INVALID_PROGRAM);
  OK(hipFree(p));
  return done();
}

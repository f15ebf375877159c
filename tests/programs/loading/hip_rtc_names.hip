// SPDX-License-Identifier: Apache-2.0
// What hiprtc gives sources without any #include.
#include <hip/hiprtc.h>

#include "program.h"

#include <cstring>
#include <string>

static const char *const sources[] = {
    "extern \"C\" __global__ void k(float *to) {"
    "  __half a = __float2half(1.5f);"
    "  half2 b = __halves2half2(a, a);"
    "  to[0] = __half2float(__hadd(a, a)) + __low2float(__hadd2(b, b)); }",
    "extern \"C\" __global__ void k(float *to) {"
    "  __hip_bfloat16 a = __float2bfloat16(3.0f);"
    "  to[0] = __bfloat162float(a) * 2; }",
    "extern \"C\" __global__ void k(float *to) {"
    "  hipFloatComplex z = hipCmulf(make_hipFloatComplex(1, 2),"
    "                               make_hipFloatComplex(2, -1));"
    "  to[0] = z.x * z.y - z.y - HIP_INF_F < 0 ? z.x + z.y - 1 : 0; }",
    "template <typename T> struct limited {"
    "  static const bool value = __hip_internal::is_integral<T>::value; };"
    "extern \"C\" __global__ void k(float *to) {"
    "  __hip_internal::uint32_t n = 3;"
    "  __hip_internal::enable_if<limited<int>::value, int>::type m = 3;"
    "  to[0] = __hip_internal::is_same<int, float>::value ? 0 : n + m; }",
    "extern \"C\" __global__ void k(float *to) {"
    "  uint8_t a = 250; int64_t b = INT64_MAX; size_t c = sizeof(b);"
    "  to[0] = std::is_same<int, int>::value && b > 0 ? a - 252 + c : 0; }",
};

int main() {
  float *to;
  OK(hipMalloc(&to, sizeof(*to)));
  for (const char *source : sources) {
    hiprtcProgram program;
    hipModule_t module;
    hipFunction_t function;
    float result = 0;
    size_t size = 0;
    CHECK(hiprtcCreateProgram(&program, source, "names.hip", 0, nullptr,
                              nullptr) == HIPRTC_SUCCESS);
    if (hiprtcCompileProgram(program, 0, nullptr) != HIPRTC_SUCCESS) {
      (void)hiprtcGetProgramLogSize(program, &size);
      std::string log(size, 0);
      (void)hiprtcGetProgramLog(program, &log[0]);
      std::printf("%s\n%s\n", source, log.c_str());
      return 1;
    }
    CHECK(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
    std::string code(size, 0);
    CHECK(hiprtcGetCode(program, &code[0]) == HIPRTC_SUCCESS);
    OK(hipModuleLoadData(&module, code.data()));
    OK(hipModuleGetFunction(&function, module, "k"));
    void *arguments[] = {&to};
    OK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments,
                             nullptr));
    OK(hipMemcpy(&result, to, sizeof(result), hipMemcpyDeviceToHost));
    if (result != 6) {
      std::printf("%g of\n%s\n", result, source);
      return 1;
    }
    OK(hipModuleUnload(module));
    CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  }
  OK(hipFree(to));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel at run time, in a folder whose value.h it includes, and
// prints what the kernel wrote.
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>

#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    if ((int)(call) != 0) {                                                    \
      fprintf(stderr, "%s failed\n", #call);                                   \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

int main(void) {
  static const char source[] =
      "#include <value.h>\n"
      "template <int N> __global__ void write(int *p) { *p = VALUE + N; }\n";
  const char *options[] = {"-I."}, *name = NULL;
  hiprtcProgram program;
  hipModule_t module;
  hipFunction_t function;
  int *device, value = 0;
  size_t size;
  CHECK(hiprtcCreateProgram(&program, source, "write.hip", 0, NULL, NULL));
  CHECK(hiprtcAddNameExpression(program, "write<1>"));
  CHECK(hiprtcCompileProgram(program, 1, options));
  CHECK(hiprtcGetCodeSize(program, &size));
  char *code = malloc(size);
  CHECK(hiprtcGetCode(program, code));
  CHECK(hiprtcGetLoweredName(program, "write<1>", &name));
  CHECK(hipModuleLoadData(&module, code));
  CHECK(hipModuleGetFunction(&function, module, name));
  CHECK(hipMalloc((void **)&device, sizeof(*device)));
  void *arguments[] = {&device};
  CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments,
                              NULL));
  CHECK(hipMemcpy(&value, device, sizeof(value), hipMemcpyDeviceToHost));
  printf("%d\n", value);
  CHECK(hiprtcDestroyProgram(&program));
  CHECK(hipModuleUnload(module));
  CHECK(hipFree(device));
  free(code);
  return 0;
}

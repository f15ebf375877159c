// SPDX-License-Identifier: Apache-2.0
// hiprtc and nvrtc: sources with headers, name expressions, options, logs, code
// that modules take, bitcode and its linking. With --absent the tool is not
// there.
#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <nvrtc.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(what)                                                            \
  do {                                                                         \
    if (!(what)) {                                                             \
      fprintf(stderr, "line %d: %s\n", __LINE__, #what);                       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static char log_text[1 << 16];

static const char *hip_log(hiprtcProgram program) {
  size_t size;
  CHECK(hiprtcGetProgramLogSize(program, &size) == HIPRTC_SUCCESS);
  CHECK(size < sizeof(log_text));
  CHECK(hiprtcGetProgramLog(program, log_text) == HIPRTC_SUCCESS);
  CHECK(strlen(log_text) + 1 == size);
  return log_text;
}

static const char source[] =
    "#include <sub/two.h>\n"
    "namespace n {\n"
    "template <class T, int N> __global__ void scale(T *p) {\n"
    "  p[threadIdx.x] *= N * TWO * HALF * 2;\n"
    "}\n"
    "}\n"
    "__constant__ int offset[4];\n"
    "__global__ void plain(float *p) { p[threadIdx.x] += offset[1]; }\n";

static hiprtcProgram create(void) {
  hiprtcProgram program = NULL;
  const char *text[] = {"#define TWO 2\n"};
  const char *name[] = {"sub/two.h"};
  CHECK(hiprtcCreateProgram(&program, source, "my.hip", 1, text, name) ==
        HIPRTC_SUCCESS);
  return program;
}

static void check_wrong_use(void) {
  hiprtcProgram program = NULL;
  const char *text[] = {""};
  const char *outside[] = {"../x.h"};
  size_t size;
  CHECK(hiprtcCreateProgram(NULL, "", "", 0, NULL, NULL) ==
        HIPRTC_ERROR_INVALID_INPUT);
  CHECK(hiprtcCreateProgram(&program, NULL, "", 0, NULL, NULL) ==
        HIPRTC_ERROR_INVALID_INPUT);
  CHECK(hiprtcCreateProgram(&program, "", "", 1, text, outside) ==
        HIPRTC_ERROR_INVALID_INPUT);
  CHECK(hiprtcCompileProgram(NULL, 0, NULL) == HIPRTC_ERROR_INVALID_PROGRAM);
  CHECK(hiprtcDestroyProgram(NULL) == HIPRTC_ERROR_INVALID_PROGRAM);
  program = create();
  CHECK(hiprtcGetCodeSize(program, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
  CHECK(hiprtcGetLoweredName(program, "x", &(const char *){NULL}) ==
        HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION);
  CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS && !program);
  CHECK(!strcmp(hiprtcGetErrorString(HIPRTC_ERROR_COMPILATION),
                "HIPRTC_ERROR_COMPILATION"));
}

static void run_code(const void *code, const char *scale, const char *offset) {
  hipModule_t module;
  hipFunction_t function;
  hipDeviceptr_t place;
  size_t size;
  float values[8], *p;
  const int offsets[4] = {0, 1000, 0, 0};
  for (int i = 0; i < 8; ++i)
    values[i] = (float)i;
  CHECK(hipModuleLoadData(&module, code) == hipSuccess);
  CHECK(hipModuleGetFunction(&function, module, scale) == hipSuccess);
  CHECK(hipModuleGetGlobal(&place, &size, module, offset) == hipSuccess);
  CHECK(size == sizeof(offsets));
  CHECK(hipMalloc((void **)&p, sizeof(values)) == hipSuccess);
  CHECK(hipMemcpy(p, values, sizeof(values), hipMemcpyHostToDevice) ==
        hipSuccess);
  void *arguments[] = {&p};
  CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, arguments,
                              NULL) == hipSuccess);
  CHECK(hipMemcpyHtoD(place, offsets, sizeof(offsets)) == hipSuccess);
  CHECK(hipModuleGetFunction(&function, module, "_Z5plainPf") == hipSuccess);
  CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 8, 1, 1, 0, NULL, arguments,
                              NULL) == hipSuccess);
  CHECK(hipMemcpy(values, p, sizeof(values), hipMemcpyDeviceToHost) ==
        hipSuccess);
  for (int i = 0; i < 8; ++i)
    CHECK(values[i] == (float)(i * 6 + 1000));
  CHECK(hipFree(p) == hipSuccess && hipModuleUnload(module) == hipSuccess);
}

static void check_compile(void) {
  static const char *const names[] = {"n::scale<float, 3>", "&offset", "plain",
                                      "n::scale<int, 1+1>"};
  static const char *const lowered[] = {"_ZN1n5scaleIfLi3EEEvPT_", "offset",
                                        "_Z5plainPf",
                                        "_ZN1n5scaleIiLi2EEEvPT_"};
  const char *options[] = {"--offload-arch=gfx942", "-std=c++17", "-DHALF=0.5f",
                           "-O2"};
  const char *got[4];
  size_t size;
  hiprtcProgram program = create();
  for (int i = 0; i < 4; ++i)
    CHECK(hiprtcAddNameExpression(program, names[i]) == HIPRTC_SUCCESS);
  const hiprtcResult result = hiprtcCompileProgram(program, 4, options);
  if (result != HIPRTC_SUCCESS)
    fprintf(stderr, "%s\n", hip_log(program));
  CHECK(result == HIPRTC_SUCCESS);
  CHECK(hiprtcAddNameExpression(program, "late") ==
        HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
  for (int i = 0; i < 4; ++i)
    CHECK(hiprtcGetLoweredName(program, names[i], &got[i]) == HIPRTC_SUCCESS &&
          !strcmp(got[i], lowered[i]));
  CHECK(hiprtcGetLoweredName(program, "other", &got[3]) ==
        HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID);
  CHECK(hiprtcGetBitcodeSize(program, &size) == HIPRTC_ERROR_INVALID_PROGRAM);
  CHECK(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS && size > 1000);
  char *code = malloc(size);
  CHECK(code && hiprtcGetCode(program, code) == HIPRTC_SUCCESS);
  run_code(code, got[0], got[1]);
  free(code);
  CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
}

static void check_failures(void) {
  hiprtcProgram program;
  const char *wrong[] = {"-nonsense"};
  CHECK(hiprtcCreateProgram(&program, "__global__ void k() { missing(); }\n",
                            "bad.hip", 0, NULL, NULL) == HIPRTC_SUCCESS);
  CHECK(hiprtcCompileProgram(program, 0, NULL) == HIPRTC_ERROR_COMPILATION);
  CHECK(strstr(hip_log(program), "bad.hip:1:") &&
        strstr(log_text, "'missing'"));
  CHECK(hiprtcCompileProgram(program, 1, wrong) == HIPRTC_ERROR_INVALID_OPTION);
  CHECK(strstr(hip_log(program), "unknown option '-nonsense'"));
  CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
}

static void check_linking(void) {
  static const char *const parts[] = {
      "__device__ int twice(int x);\n"
      "extern \"C\" __global__ void k(int *p) { *p = twice(*p); }\n",
      "__device__ int twice(int x) { return 2 * x; }\n"};
  const char *options[] = {"-fgpu-rdc"};
  hiprtcLinkState state;
  void *image;
  size_t size;
  CHECK(hiprtcLinkCreate(0, NULL, NULL, &state) == HIPRTC_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    hiprtcProgram program;
    CHECK(hiprtcCreateProgram(&program, parts[i], "part.hip", 0, NULL, NULL) ==
          HIPRTC_SUCCESS);
    CHECK(hiprtcCompileProgram(program, 1, options) == HIPRTC_SUCCESS);
    CHECK(hiprtcGetBitcodeSize(program, &size) == HIPRTC_SUCCESS);
    char *bitcode = malloc(size);
    CHECK(bitcode && hiprtcGetBitcode(program, bitcode) == HIPRTC_SUCCESS);
    CHECK(hiprtcLinkAddData(state, HIPRTC_JIT_INPUT_LLVM_BUNDLED_BITCODE,
                            bitcode, size, "part", 0, NULL,
                            NULL) == HIPRTC_SUCCESS);
    free(bitcode);
    CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  }
  CHECK(hiprtcLinkComplete(state, &image, &size) == HIPRTC_SUCCESS);
  hipModule_t module;
  hipFunction_t function;
  int *p, value = 21;
  CHECK(hipModuleLoadData(&module, image) == hipSuccess);
  CHECK(hipModuleGetFunction(&function, module, "k") == hipSuccess);
  CHECK(hipMalloc((void **)&p, 4) == hipSuccess);
  CHECK(hipMemcpy(p, &value, 4, hipMemcpyHostToDevice) == hipSuccess);
  void *arguments[] = {&p};
  CHECK(hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments,
                              NULL) == hipSuccess);
  CHECK(hipMemcpy(&value, p, 4, hipMemcpyDeviceToHost) == hipSuccess);
  CHECK(value == 42);
  CHECK(hipModuleUnload(module) == hipSuccess);
  CHECK(hiprtcLinkDestroy(state) == HIPRTC_SUCCESS);
}

static void check_cuda_names(void) {
  nvrtcProgram program;
  const char *options[] = {"--gpu-architecture=compute_80", "--use_fast_math",
                           "--std=c++17"};
  const char *name;
  size_t size;
  int major, minor;
  CHECK(nvrtcVersion(&major, &minor) == NVRTC_SUCCESS && major == 12);
  CHECK(nvrtcCreateProgram(
            &program,
            "#ifndef __CUDACC__\n#error dialect\n#endif\n"
            "template <class T> __global__ void f(T *p) { *p = __expf(*p); }",
            NULL, 0, NULL, NULL) == NVRTC_SUCCESS);
  CHECK(nvrtcAddNameExpression(program, "f<float>") == NVRTC_SUCCESS);
  CHECK(nvrtcCompileProgram(program, 3, options) == NVRTC_SUCCESS);
  CHECK(nvrtcGetLoweredName(program, "f<float>", &name) == NVRTC_SUCCESS &&
        !strcmp(name, "_Z1fIfEvPT_"));
  CHECK(nvrtcGetPTXSize(program, &size) == NVRTC_SUCCESS && size > 1000);
  char *code = malloc(size);
  CHECK(code && nvrtcGetPTX(program, code) == NVRTC_SUCCESS);
  hipModule_t module;
  CHECK(hipModuleLoadData(&module, code) == hipSuccess);
  CHECK(hipModuleUnload(module) == hipSuccess);
  free(code);
  CHECK(nvrtcDestroyProgram(&program) == NVRTC_SUCCESS && !program);
}

static void check_absent(void) {
  hiprtcProgram program;
  CHECK(hiprtcCreateProgram(&program, "__global__ void k() {}", "k.hip", 0,
                            NULL, NULL) == HIPRTC_SUCCESS);
  CHECK(hiprtcCompileProgram(program, 0, NULL) == HIPRTC_ERROR_COMPILATION);
  CHECK(strstr(hip_log(program), "the tool 'quern' is not there"));
  CHECK(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
}

int main(int argc, char **argv) {
  if (argc > 1 && !strcmp(argv[1], "--absent")) {
    check_absent();
    return 0;
  }
  check_wrong_use();
  check_compile();
  check_failures();
  check_linking();
  check_cuda_names();
  return 0;
}

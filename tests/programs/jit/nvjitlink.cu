// SPDX-License-Identifier: Apache-2.0
// Two programs of nvrtc, compiled to be linked: by nvJitLink as code for
// link-time optimisation and as what nvrtc calls PTX, and by the driver.
#include <cuda.h>
#include <nvJitLink.h>
#include <nvrtc.h>

#include <string>
#include <vector>

#include "program.h"

static const char helper[] = "__device__ int twice(int x) { return 2 * x; }\n"
                             "__constant__ int more = 5;\n";
static const char kernel[] =
    "extern __device__ int twice(int x);\n"
    "extern __constant__ int more;\n"
    "extern \"C\" __global__ void k(int *p) {\n"
    "  p[threadIdx.x] = twice(p[threadIdx.x]) + more;\n"
    "}\n";
static const char whole[] = "extern \"C\" __global__ void k(int *p) {\n"
                            "  p[threadIdx.x] = 2 * p[threadIdx.x] + 5;\n"
                            "}\n";
static std::string arch;

static std::vector<char> compile(const char *text, const char *how, bool lto) {
  nvrtcProgram program;
  OK(nvrtcCreateProgram(&program, text, "a.cu", 0, nullptr, nullptr));
  const std::string option = "-arch=" + arch;
  const char *options[] = {option.c_str(), how};
  const nvrtcResult result = nvrtcCompileProgram(program, how ? 2 : 1, options);
  size_t size = 0;
  if (result != NVRTC_SUCCESS) {
    OK(nvrtcGetProgramLogSize(program, &size));
    std::vector<char> log(size + 1);
    OK(nvrtcGetProgramLog(program, log.data()));
    std::printf("not compiled: %s\n", log.data());
    exit(strstr(log.data(), "compiler") ? 77 : 1);
  }
  OK(lto ? nvrtcGetLTOIRSize(program, &size) : nvrtcGetPTXSize(program, &size));
  std::vector<char> code(size);
  OK(lto ? nvrtcGetLTOIR(program, code.data())
         : nvrtcGetPTX(program, code.data()));
  OK(nvrtcDestroyProgram(&program));
  return code;
}

static void check_code(const void *code) {
  CUmodule module;
  CUfunction f;
  CUdeviceptr p;
  int h[32];
  for (int i = 0; i < 32; ++i)
    h[i] = i;
  OK(cuModuleLoadData(&module, code));
  OK(cuModuleGetFunction(&f, module, "k"));
  OK(cuMemAlloc(&p, sizeof(h)));
  OK(cuMemcpyHtoD(p, h, sizeof(h)));
  void *args[] = {&p};
  OK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
  OK(cuMemcpyDtoH(h, p, sizeof(h)));
  for (int i = 0; i < 32; ++i)
    CHECK(h[i] == 2 * i + 5);
  OK(cuMemFree(p));
  OK(cuModuleUnload(module));
}

static nvJitLinkHandle begin(std::vector<const char *> options) {
  nvJitLinkHandle link = nullptr;
  const std::string option = "-arch=" + arch;
  options.push_back(option.c_str());
  OK(nvJitLinkCreate(&link, (uint32_t)options.size(), options.data()));
  return link;
}

static void add(nvJitLinkHandle link, nvJitLinkInputType type,
                const std::vector<char> &code) {
  OK(nvJitLinkAddData(link, type, code.data(), code.size(), "code"));
}

static void finish(nvJitLinkHandle link, bool ptx) {
  size_t size = 0;
  OK(nvJitLinkComplete(link));
  CHECK(nvJitLinkComplete(link) == NVJITLINK_ERROR_INVALID_INPUT);
  OK(ptx ? nvJitLinkGetLinkedPtxSize(link, &size)
         : nvJitLinkGetLinkedCubinSize(link, &size));
  std::vector<char> code(size);
  OK(ptx ? nvJitLinkGetLinkedPtx(link, code.data())
         : nvJitLinkGetLinkedCubin(link, code.data()));
  OK(nvJitLinkDestroy(&link));
  CHECK(!link);
  check_code(code.data());
}

static void link_optimised(const char *more) {
  std::vector<const char *> options = {"-lto", "-O3"};
  if (more)
    options.push_back(more);
  nvJitLinkHandle link = begin(options);
  add(link, NVJITLINK_INPUT_LTOIR, compile(helper, "-dlto", true));
  add(link, NVJITLINK_INPUT_ANY, compile(kernel, "-dlto", true));
  finish(link, more != nullptr);
}

static void link_relocatable() {
  nvJitLinkHandle link = begin({});
  add(link, NVJITLINK_INPUT_PTX, compile(helper, "-rdc=true", false));
  add(link, NVJITLINK_INPUT_PTX, compile(kernel, "-rdc=true", false));
  finish(link, false);
}

static void link_one() {
  nvJitLinkHandle link = begin({"-maxrregcount=64"});
  add(link, NVJITLINK_INPUT_PTX, compile(whole, nullptr, false));
  finish(link, false);
}

static void link_by_driver() {
  CUlinkState state;
  void *code;
  size_t size;
  std::vector<char> parts[] = {compile(helper, "-rdc=true", false),
                               compile(kernel, "-rdc=true", false)};
  OK(cuLinkCreate(0, nullptr, nullptr, &state));
  for (auto &part : parts)
    OK(cuLinkAddData(state, CU_JIT_INPUT_PTX, part.data(), part.size(), "part",
                     0, nullptr, nullptr));
  OK(cuLinkComplete(state, &code, &size));
  check_code(code);
  OK(cuLinkDestroy(state));
}

static void check_errors() {
  nvJitLinkHandle link = nullptr;
  const char *none[] = {"-lto"}, *strange[] = {"-arch=sm_80", "-strange"};
  const char *ptx[] = {"-arch=sm_80", "-ptx"}, *old[] = {"-arch=sm_11"};
  const char *bad[] = {"-arch=gfx90a"};
  CHECK(nvJitLinkCreate(&link, 1, none) == NVJITLINK_ERROR_MISSING_ARCH);
  CHECK(nvJitLinkCreate(&link, 2, strange) ==
        NVJITLINK_ERROR_UNRECOGNIZED_OPTION);
  CHECK(nvJitLinkCreate(&link, 2, ptx) == NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS);
  CHECK(nvJitLinkCreate(&link, 1, old) == NVJITLINK_ERROR_UNSUPPORTED_ARCH);
  CHECK(nvJitLinkCreate(&link, 1, bad) == NVJITLINK_ERROR_UNRECOGNIZED_ARCH);
  CHECK(nvJitLinkCreate(nullptr, 1, bad) == NVJITLINK_ERROR_NULL_INPUT);
  CHECK(!link);
  link = begin({});
  const auto one = compile(whole, nullptr, false);
  const auto lto = compile(kernel, "-dlto", true);
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, lto.data(), lto.size(),
                         "lto") == NVJITLINK_ERROR_LTO_NOT_ENABLED);
  CHECK(nvJitLinkAddData(link, NVJITLINK_INPUT_PTX, "nothing", 7, "words") ==
        NVJITLINK_ERROR_UNRECOGNIZED_INPUT);
  CHECK(nvJitLinkAddFile(link, NVJITLINK_INPUT_PTX, "/no/such/file") ==
        NVJITLINK_ERROR_INVALID_INPUT);
  OK(nvJitLinkAddFile(link, NVJITLINK_INPUT_LIBRARY, "libcudadevrt.a"));
  add(link, NVJITLINK_INPUT_PTX, one);
  add(link, NVJITLINK_INPUT_PTX, one);
  CHECK(nvJitLinkComplete(link) == NVJITLINK_ERROR_FINALIZE);
  size_t size = 0;
  OK(nvJitLinkGetErrorLogSize(link, &size));
  std::vector<char> log(size);
  OK(nvJitLinkGetErrorLog(link, log.data()));
  CHECK(strstr(log.data(), "words") && strstr(log.data(), "-rdc=true"));
  CHECK(nvJitLinkGetLinkedCubinSize(link, &size) ==
        NVJITLINK_ERROR_INVALID_INPUT);
  OK(nvJitLinkDestroy(&link));
  CHECK(nvJitLinkDestroy(&link) == NVJITLINK_ERROR_INVALID_INPUT);
  // A function that no input has.
  link = begin({"-lto"});
  add(link, NVJITLINK_INPUT_LTOIR, lto);
  CHECK(nvJitLinkComplete(link) == NVJITLINK_ERROR_FINALIZE);
  OK(nvJitLinkGetErrorLogSize(link, &size));
  log.resize(size);
  OK(nvJitLinkGetErrorLog(link, log.data()));
  CHECK(strstr(log.data(), "twice"));
  OK(nvJitLinkDestroy(&link));
}

int main() {
  CUdevice device;
  CUcontext context;
  int major = 0, minor = 0;
  unsigned version[2] = {};
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                          device));
  OK(cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                          device));
  arch = "sm_" + std::to_string(10 * major + minor);
  OK(cuCtxCreate(&context, 0, device));
  OK(nvJitLinkVersion(&version[0], &version[1]));
  CHECK(version[0] >= 12);
  link_optimised(nullptr);
  link_optimised("-ptx");
  link_relocatable();
  link_one();
  link_by_driver();
  check_errors();
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// NVVM IR through libNVVM to PTX, which the driver API loads, on CPUs as well:
// text of either form of pointers, several modules, libdevice, warps, shared
// memory, options, link-time code, and what is refused. The PTX goes through
// nvPTXCompiler, too.
#include <cuda.h>
#include <math.h>
#include <nvJitLink.h>
#include <nvPTXCompiler.h>
#include <nvvm.h>

#include <string>
#include <vector>

#include "program.h"

#define HEAD                                                                   \
  "target triple = \"nvptx64-nvidia-cuda\"\n"                                  \
  "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"

// Typed pointers, as NVVM's dialect of LLVM 7 has them.
static const char typed[] =
    "target datalayout = \"e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-"
    "i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-"
    "v64:64:64-v128:128:128-n16:32:64\"\n" HEAD
    "@tile = internal addrspace(3) global [64 x double] undef, align 8\n"
    "@scale = addrspace(1) global double 1.0, align 8\n"
    "declare void @llvm.nvvm.barrier0()\n"
    "declare double @__nv_sin(double)\n"
    "declare double @helper(double)\n"
    "define void @k(double* nocapture %p, i32 %n) {\n"
    "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
    "  %a = getelementptr inbounds double, double* %p, i32 %t\n"
    "  %x = load double, double* %a, align 8\n"
    "  %y = call double @__nv_sin(double %x)\n"
    "  %z = call double @helper(double %y)\n"
    "  %s = getelementptr inbounds [64 x double], [64 x double] addrspace(3)* "
    "@tile, i32 0, i32 %t\n"
    "  store double %z, double addrspace(3)* %s, align 8\n"
    "  call void @llvm.nvvm.barrier0()\n"
    "  %m = sub i32 %n, 1\n"
    "  %u = sub i32 %m, %t\n"
    "  %r = getelementptr inbounds [64 x double], [64 x double] addrspace(3)* "
    "@tile, i32 0, i32 %u\n"
    "  %w = load double, double addrspace(3)* %r, align 8\n"
    "  %f = load double, double addrspace(1)* @scale, align 8\n"
    "  %v = fmul double %w, %f\n"
    "  store double %v, double* %a, align 8\n"
    "  ret void\n"
    "}\n"
    "!nvvm.annotations = !{!0}\n"
    "!0 = !{void (double*, i32)* @k, !\"kernel\", i32 1}\n"
    "!nvvmir.version = !{!1}\n"
    "!1 = !{i32 2, i32 0, i32 3, i32 1}\n";
static const char helper[] = HEAD "define double @helper(double %x) {\n"
                                  "  %y = fadd double %x, 3.0\n"
                                  "  ret double %y\n"
                                  "}\n";
static const char unused[] = HEAD "declare void @nowhere()\n"
                                  "define void @other() {\n"
                                  "  call void @nowhere()\n"
                                  "  ret void\n"
                                  "}\n";
// Opaque pointers and a kernel's calling convention.
static const char warps[] =
    HEAD "declare { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32, i32, i32, "
         "i32)\n"
         "declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)\n"
         // Two that LLVM does not have.
         "declare { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, "
         "i32)\n"
         "declare { i32, i1 } @llvm.nvvm.vote.sync(i32, i32, i1)\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
         "declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
         "declare float @llvm.nvvm.fma.rm.f(float, float, float)\n"
         "declare i32 @llvm.nvvm.f2i.rp(float)\n"
         "define ptx_kernel void @w(ptr addrspace(1) %p) {\n"
         "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
         "  %l = call i32 @llvm.nvvm.read.ptx.sreg.laneid()\n"
         "  %a1 = call { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, "
         "i32 %l, i32 1, i32 31)\n"
         "  %a2 = extractvalue { i32, i1 } %a1, 0\n"
         "  %a3 = call { i32, i1 } @llvm.nvvm.shfl.sync.i32(i32 -1, i32 3, "
         "i32 %a2, i32 1, i32 31)\n"
         "  %a4 = extractvalue { i32, i1 } %a3, 0\n"
         "  %a5 = icmp eq i32 %a4, %l\n"
         "  %a6 = call { i32, i1 } @llvm.nvvm.vote.sync(i32 -1, i32 0, i1 "
         "%a5)\n"
         "  %a7 = extractvalue { i32, i1 } %a6, 1\n"
         "  %lane = select i1 %a7, i32 %l, i32 7\n"
         "  %b = call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 -1, i32 "
         "%lane, i32 1, i32 31)\n"
         "  %v = extractvalue { i32, i1 } %b, 0\n"
         "  %ok = extractvalue { i32, i1 } %b, 1\n"
         "  %m = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %ok)\n"
         "  %c = call i32 @llvm.ctpop.i32(i32 %m)\n"
         "  %x = uitofp i32 %v to float\n"
         "  %q = call float @llvm.nvvm.fma.rm.f(float %x, float 0.5, float "
         "0.0)\n"
         "  %h = call i32 @llvm.nvvm.f2i.rp(float %q)\n"
         "  %s = mul i32 %c, 1000\n"
         "  %r = add i32 %s, %h\n"
         "  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst\n"
         "  %i = add i32 %t, 1\n"
         "  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i\n"
         "  store i32 %r, ptr addrspace(1) %a\n"
         "  ret void\n"
         "}\n"
         "declare i32 @llvm.ctpop.i32(i32)\n";

static std::string log_of(nvvmProgram program) {
  size_t size = 0;
  OK(nvvmGetProgramLogSize(program, &size));
  std::string text(size, ' ');
  OK(nvvmGetProgramLog(program, &text[0]));
  return text.c_str();
}

static void add(nvvmProgram program, const char *text, const char *name) {
  OK(nvvmAddModuleToProgram(program, text, strlen(text), name));
}

static std::vector<char> compile(nvvmProgram program,
                                 std::vector<const char *> options) {
  const nvvmResult result =
      nvvmCompileProgram(program, (int)options.size(), options.data());
  if (result != NVVM_SUCCESS) {
    std::printf("not compiled: %s: %s\n", nvvmGetErrorString(result),
                log_of(program).c_str());
    exit(strstr(log_of(program).c_str(), "compiler") ? 77 : 1);
  }
  size_t size = 0;
  OK(nvvmGetCompiledResultSize(program, &size));
  std::vector<char> code(size);
  OK(nvvmGetCompiledResult(program, code.data()));
  OK(nvvmDestroyProgram(&program));
  return code;
}

static void check_typed(const void *code, double scale) {
  const int n = 64;
  double h[n];
  CUmodule module;
  CUfunction k;
  CUdeviceptr p, variable;
  size_t size;
  for (int i = 0; i < n; ++i)
    h[i] = i * 0.25;
  OK(cuModuleLoadData(&module, code));
  OK(cuModuleGetFunction(&k, module, "k"));
  OK(cuModuleGetGlobal(&variable, &size, module, "scale"));
  CHECK(size == sizeof(scale));
  OK(cuMemcpyHtoD(variable, &scale, sizeof(scale)));
  OK(cuMemAlloc(&p, sizeof(h)));
  OK(cuMemcpyHtoD(p, h, sizeof(h)));
  int count = n;
  void *args[] = {&p, &count};
  OK(cuLaunchKernel(k, 1, 1, 1, n, 1, 1, 0, nullptr, args, nullptr));
  OK(cuMemcpyDtoH(h, p, sizeof(h)));
  for (int i = 0; i < n; ++i)
    CHECK(fabs(h[i] - scale * (sin((n - 1 - i) * 0.25) + 3)) < 1e-12);
  OK(cuMemFree(p));
  OK(cuModuleUnload(module));
}

static void check_warps(const void *code) {
  int h[33] = {0};
  CUmodule module;
  CUfunction k;
  CUdeviceptr p;
  OK(cuModuleLoadData(&module, code));
  OK(cuModuleGetFunction(&k, module, "w"));
  OK(cuMemAlloc(&p, sizeof(h)));
  OK(cuMemcpyHtoD(p, h, sizeof(h)));
  void *args[] = {&p};
  OK(cuLaunchKernel(k, 1, 1, 1, 32, 1, 1, 0, nullptr, args, nullptr));
  OK(cuMemcpyDtoH(h, p, sizeof(h)));
  CHECK(h[0] == 32);
  for (int i = 0; i < 32; ++i) {
    const int from = i < 31 ? i + 1 : 31; // lane 31 keeps its own
    CHECK(h[i + 1] == 31000 + (from + 1) / 2);
  }
  OK(cuMemFree(p));
  OK(cuModuleUnload(module));
}

static std::vector<char> compile_typed(std::vector<const char *> options) {
  nvvmProgram program;
  OK(nvvmCreateProgram(&program));
  add(program, typed, "typed.ll");
  add(program, helper, "helper.ll");
  OK(nvvmLazyAddModuleToProgram(program, unused, sizeof(unused), nullptr));
  OK(nvvmVerifyProgram(program, (int)options.size(), options.data()));
  return compile(program, options);
}

static void check_modules(void) {
  const std::vector<char> ptx = compile_typed({"-arch=compute_80"});
  CHECK(!ptx.back() && strstr(ptx.data(), ".target sm_80"));
  CHECK(strstr(ptx.data(), ".entry k("));
  check_typed(ptx.data(), 2.0);
  check_typed(compile_typed({"-arch=compute_75", "-opt=0", "-ftz=1",
                             "-prec-div=0", "-prec-sqrt=0", "-fma=0",
                             "-generate-line-info"})
                  .data(),
              0.5);
  nvvmProgram program;
  OK(nvvmCreateProgram(&program));
  add(program, warps, "warps.ll");
  check_warps(compile(program, {}).data());
}

// Code for linking later is what nvJitLink takes with -lto.
static void check_linked_later(void) {
  const std::vector<char> code =
      compile_typed({"-arch=compute_80", "-gen-lto"});
  const char *options[] = {"-arch=sm_80", "-lto"};
  nvJitLinkHandle link;
  OK(nvJitLinkCreate(&link, 2, options));
  OK(nvJitLinkAddData(link, NVJITLINK_INPUT_LTOIR, code.data(), code.size(),
                      "typed"));
  OK(nvJitLinkComplete(link));
  size_t size = 0;
  OK(nvJitLinkGetLinkedCubinSize(link, &size));
  std::vector<char> image(size);
  OK(nvJitLinkGetLinkedCubin(link, image.data()));
  OK(nvJitLinkDestroy(&link));
  check_typed(image.data(), 4.0);
}

// ---- Errors

static nvvmResult result_of(const char *text, std::vector<const char *> options,
                            bool verify, std::string *log) {
  nvvmProgram program;
  OK(nvvmCreateProgram(&program));
  add(program, text, "some name.ll");
  const nvvmResult result =
      verify ? nvvmVerifyProgram(program, (int)options.size(), options.data())
             : nvvmCompileProgram(program, (int)options.size(), options.data());
  size_t size;
  CHECK(result == NVVM_SUCCESS || nvvmGetCompiledResultSize(program, &size) ==
                                      NVVM_ERROR_INVALID_PROGRAM);
  *log = log_of(program);
  OK(nvvmDestroyProgram(&program));
  return result;
}

static void check_errors(void) {
  static const char broken[] =
      HEAD "define void @f() {\n  call void @missing()\n  ret void\n}\n";
  std::string log;
  nvvmProgram program = nullptr;
  CHECK(nvvmDestroyProgram(&program) == NVVM_ERROR_INVALID_PROGRAM);
  OK(nvvmCreateProgram(&program));
  CHECK(nvvmAddModuleToProgram(program, nullptr, 1, "") ==
        NVVM_ERROR_INVALID_INPUT);
  CHECK(nvvmCompileProgram(program, 0, nullptr) ==
        NVVM_ERROR_NO_MODULE_IN_PROGRAM);
  OK(nvvmDestroyProgram(&program));
  CHECK(result_of(broken, {}, true, &log) ==
        NVVM_ERROR_INVALID_IR);
  CHECK(strstr(log.c_str(), "some name.ll:4:13: error:"));
  CHECK(strstr(log.c_str(), "call void @missing()"));
  CHECK(result_of(broken, {}, false, &log) ==
        NVVM_ERROR_COMPILATION);
  CHECK(result_of("BC\xc0\xde nothing", {}, false, &log) ==
        NVVM_ERROR_COMPILATION);
  CHECK(result_of(helper, {"-arch=compute_1"}, false, &log) ==
        NVVM_ERROR_INVALID_OPTION);
  CHECK(result_of(helper, {"-opt=7"}, false, &log) ==
        NVVM_ERROR_INVALID_OPTION);
  CHECK(result_of(helper, {"-nonsense"}, false, &log) ==
        NVVM_ERROR_INVALID_OPTION);
  CHECK(strstr(log.c_str(), "-nonsense"));
  CHECK(result_of("!nvvmir.version = !{!0}\n!0 = !{i32 9, i32 0}\n", {}, true,
                  &log) == NVVM_ERROR_IR_VERSION_MISMATCH);
  CHECK(result_of("target triple = \"nvptx-nvidia-cuda\"\n", {}, true, &log) ==
        NVVM_ERROR_INVALID_IR);
}

static void check_versions(void) {
  int major = 0, minor = 0, debug_major = 0, debug_minor = 0;
  OK(nvvmVersion(&major, &minor));
  CHECK(major == 2);
  OK(nvvmIRVersion(&major, &minor, &debug_major, &debug_minor));
  CHECK(major == 2 && debug_major == 3);
  OK(nvvmLLVMVersion("compute_100", &major));
  CHECK(major >= 22);
  CHECK(nvvmLLVMVersion("sm_1", &major) == NVVM_ERROR_INVALID_INPUT);
}

// ---- The assembler

static std::string error_log(nvPTXCompilerHandle compiler) {
  size_t size = 0;
  OK(nvPTXCompilerGetErrorLogSize(compiler, &size));
  std::string log(size + 1, ' ');
  OK(nvPTXCompilerGetErrorLog(compiler, &log[0]));
  return log.c_str();
}

static void check_assembler(void) {
  const std::vector<char> ptx = compile_typed({"-arch=compute_80"});
  const char *options[] = {"--gpu-name=sm_80"};
  nvPTXCompilerHandle compiler;
  size_t size = 0;
  OK(nvPTXCompilerCreate(&compiler, ptx.size(), ptx.data()));
  CHECK(nvPTXCompilerGetCompiledProgramSize(compiler, &size) ==
        NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE);
  OK(nvPTXCompilerCompile(compiler, 1, options));
  OK(nvPTXCompilerGetCompiledProgramSize(compiler, &size));
  std::vector<char> image(size);
  OK(nvPTXCompilerGetCompiledProgram(compiler, image.data()));
  const char *refused[] = {"-o=somewhere"};
  CHECK(nvPTXCompilerCompile(compiler, 1, refused) ==
        NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  OK(nvPTXCompilerDestroy(&compiler));
  check_typed(image.data(), 3.0);
  OK(nvPTXCompilerCreate(&compiler, 8, ".nothing"));
  CHECK(nvPTXCompilerCompile(compiler, 1, options) ==
        NVPTXCOMPILE_ERROR_COMPILATION_FAILURE);
  CHECK(strstr(error_log(compiler).c_str(), "error"));
  OK(nvPTXCompilerDestroy(&compiler));
  CHECK(nvPTXCompilerDestroy(&compiler) ==
        NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE);
}

int main() {
  CUdevice device;
  CUcontext context;
  OK(cuInit(0));
  OK(cuDeviceGet(&device, 0));
  OK(cuCtxCreate(&context, 0, device));
  check_versions();
  check_modules();
  check_linked_later();
  check_errors();
  check_assembler();
  std::printf("ok\n");
  return 0;
}

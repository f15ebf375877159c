// SPDX-License-Identifier: Apache-2.0
#include "hipify/translate.h"

#include "support/hipify_test.h"

static const char *keep(const char *source) {
  return with(source, (qn_hipify_options){0});
}

static const char *ggl(const char *source) {
  return with(source, (qn_hipify_options){.launch = QN_LAUNCH_GGL});
}

static const char *found(const char *source) {
  (void)keep(source);
  return qn_buffer_text(&rules);
}

static void test_names(void) {
  CHECK_TEXT(keep("cudaMalloc(&p, n);"), "hipMalloc(&p, n);");
  CHECK_TEXT(keep("a.cudaMalloc(); a->cudaFree();"),
             "a.cudaMalloc(); a->cudaFree();");
  CHECK_TEXT(keep("mine::cudaFree(p); ::cudaFree(p);"),
             "mine::cudaFree(p); ::hipFree(p);");
  CHECK_TEXT(keep("return ::cudaFree(p);"), "return ::hipFree(p);");
  CHECK_TEXT(keep("\"cudaFree\" 'cudaFree' // cudaFree\n/* cudaFree */"),
             "\"cudaFree\" 'cudaFree' // cudaFree\n/* cudaFree */");
  CHECK_TEXT(keep("R\"x(cudaFree)\" cudaFree)x\" cudaFree"),
             "R\"x(cudaFree)\" cudaFree)x\" hipFree");
  CHECK_TEXT(keep("cuda\\\nFree(p)"), "hipFree(p)");
  CHECK_TEXT(keep("cuda\\\r\nFree(p)"), "hipFree(p)");
  CHECK_TEXT(keep("1'000 + cudaSuccess"), "1'000 + hipSuccess");
  CHECK_TEXT(keep("\xe4\xff cudaFree \xe4"), "\xe4\xff hipFree \xe4");
  CHECK_TEXT(keep("cudaFree\xc3\xa4"), "cudaFree\xc3\xa4"); // another name
  CHECK_TEXT(keep("CUresult r = cuMemAlloc(&p, 4);"),
             "hipError_t r = hipMalloc(&p, 4);");
  CHECK_TEXT(keep("cub::BlockReduce<int> cub; using namespace cub;"),
             "hipcub::BlockReduce<int> cub; using namespace hipcub;");
  CHECK_TEXT(keep("using ::cub::Sum; typename ::cub::X y; const ::cub::X z; "
                  "a::cub::X b;"),
             "using ::hipcub::Sum; typename ::hipcub::X y; const ::hipcub::X "
             "z; a::cub::X b;");
  CHECK_TEXT(keep("thrust::cuda::par cuda::x"), "thrust::hip::par cuda::x");
  CHECK_TEXT(keep("int old = CUDA_VERSION < 11020;"), "int old = 0 < 11020;");
  CHECK_TEXT(keep("CUDA_VERSION'3' CUDA_VERSION.x"),
             "CUDA_VERSION'3' CUDA_VERSION.x");
  // What stands under a test that now asks for the device's side.
  CHECK_TEXT(keep("#ifdef __CUDA_ARCH__\n#define NO f(__CUDA_ARCH__)\n"
                  "#define H (defined(__CUDA_ARCH__) && __CUDA_ARCH__ > 7)\n"
                  "#define __CUDA_ARCH__ 5\nint a = __CUDA_ARCH__;\n#endif\n"),
             "#ifdef __HIP_DEVICE_COMPILE__\n#define NO f(0)\n"
             "#define H (defined(__CUDA_ARCH__) && 0 > 7)\n"
             "#define __CUDA_ARCH__ 5\nint a = 0;\n#endif\n");
  CHECK_TEXT(keep("struct A : B { int f() {} F *cuMemMap{nullptr}; };"),
             "struct A : B { int f() {} F *cuMemMap{nullptr}; };");
  CHECK_TEXT(keep("F *cuMemMap{nullptr};"), "F *hipMemMap{nullptr};");
  CHECK_TEXT(keep("struct A {}; void f() { F *cuMemMap = 0; }"),
             "struct A {}; void f() { F *hipMemMap = 0; }");
  CHECK_TEXT(keep("#ifdef __CUDA_ARCH__\n#endif\n"),
             "#ifdef __HIP_DEVICE_COMPILE__\n#endif\n");
  CHECK_TEXT(keep("#if !defined(__CUDA_ARCH__) && A\n#endif\n"),
             "#if !defined(__HIP_DEVICE_COMPILE__) && A\n#endif\n");
  CHECK_TEXT(keep("#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ > 1\n#endif\n"),
             "#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ > 1\n#endif\n");
  CHECK_TEXT(keep("#ifdef __NVCC__\n#endif\n"), "#ifdef __HIPCC__\n#endif\n");
  CHECK_TEXT(keep("CUdeviceptr D() const;\nauto a = this->D() + n;"),
             "hipDeviceptr_t D() const;\n"
             "auto a = (hipDeviceptr_t)((char *)this->D() + n);");
  CHECK_TEXT(keep("ncclAllReduce(cublasSgemm)"), "ncclAllReduce(hipblasSgemm)");
  CHECK_TEXT(keep("CUDA_SUCCESS CU_DEVICE_CPU CU_MEMHOSTALLOC_PORTABLE"),
             "hipSuccess hipCpuDeviceId hipHostAllocPortable");
  CHECK_TEXT(
      keep("CUgraphNode n; CUmipmappedArray a; syevjInfo_t i;"),
      "hipGraphNode_t n; hipMipmappedArray_t a; hipsolverSyevjInfo_t i;");
  CHECK_TEXT(keep("cudaDevAttrMaxSurface2DHeight cudaLaunchParams l; "
                  "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE "
                  "CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS"),
             "hipDeviceAttributeMaxSurface2D hipLaunchParams l; "
             "hipDeviceAttributeMaxTexture3DAlt "
             "hipDeviceAttributeMaxTextureCubemapLayered");
  CHECK_TEXT(keep("cusparseDcsrsv2_bufferSizeExt(h); cuMemAdvise_v2(p);"),
             "hipsparseDcsrsv2_bufferSizeExt(h); hipMemAdvise_v2(p);");
  CHECK_TEXT(keep("cudaLaunchKernel(k<int>, g, b, a, 0, s); "
                  "cudaLaunchKernel((void *)k, g, b, a, 0, s);"),
             "hipLaunchKernel((const void *)(k<int>), g, b, a, 0, s); "
             "hipLaunchKernel((void *)k, g, b, a, 0, s);");
  CHECK_TEXT(keep("struct CUstream_st *s; cuEventDestroy_v2(e);"),
             "struct ihipStream_t *s; hipEventDestroy(e);");
  CHECK_TEXT(keep(""), "");
}

// HIP is no old version of CUDA: tests for one are of a version that is there.
static void test_versions(void) {
  CHECK_TEXT(keep("#if CUDART_VERSION < 11020\n#endif\n"),
             "#if (defined(CUDART_VERSION) && CUDART_VERSION < 11020)\n"
             "#endif\n");
  CHECK_TEXT(
      keep("#elif !defined(A) && (B || 9 >= __CUDACC_VER_MAJOR__)\n"),
      "#elif !defined(A) && (B || (defined(__CUDACC_VER_MAJOR__) && 9 >= "
      "__CUDACC_VER_MAJOR__))\n");
  CHECK_TEXT(keep("# if CUDA_VERSION <= OLD \\\n || X // cudaFree\n"),
             "# if (defined(CUDA_VERSION) && CUDA_VERSION <= OLD) \\\n || X // "
             "cudaFree\n");
  // A source that refuses to be without a version.
  CHECK_TEXT(keep("#ifndef CUDART_VERSION\n# error \"none\"\n"
                  "#elif (CUDART_VERSION >= 10000)\n#else\n#endif\n"),
             "#if !defined(CUDART_VERSION) && !defined(HIP_VERSION)\n"
             "# error \"none\"\n"
             "#elif defined(HIP_VERSION) || (CUDART_VERSION >= 10000)\n"
             "#else\n#endif\n");
  CHECK_TEXT(keep("#if !defined(CUDA_VERSION)\n#error\n"
                  "#elif CUDA_VERSION > 9\n#endif\n"),
             "#if !defined(CUDA_VERSION) && !defined(HIP_VERSION)\n#error\n"
             "#elif defined(HIP_VERSION) || CUDA_VERSION > 9\n#endif\n");
  CHECK_TEXT(keep("#ifndef CUDART_VERSION\n#error\n#elif CUDA_VERSION > 9\n"),
             "#if !defined(CUDART_VERSION) && !defined(HIP_VERSION)\n#error\n"
             "#elif CUDA_VERSION > 9\n");
  static const char *const same[] = {
      "#ifndef CUDA_VERSION\n#elif CUDA_VERSION > 9\n#endif\n#error\n",
      "#if !defined(CUDA_VERSION) && A\n#error\n#elif CUDA_VERSION > 9\n",
      "#elif CUDA_VERSION > 9\n",
      "#if CUDART_VERSION >= 11020\n#endif\n",
      "#if 11020 < CUDART_VERSION\n#endif\n",
      "#if CUDART_VERSION == 11020\n#endif\n",
      "#if defined(CUDA_VERSION) && CUDA_VERSION < 11020\n#endif\n",
      "#if !defined CUDA_VERSION || CUDA_VERSION < 11020\n#endif\n",
      "#if CUDA_VERSION / 1000 < 11\n#endif\n",
      "#if 2 * CUDA_VERSION < 22000\n#endif\n",
      "#if CUDA_VERSION < VERSION(11, 2)\n#endif\n",
      "#if CUDA_VERSION << 2\n#endif\n",
      "#if 1 >> CUDA_VERSION\n#endif\n",
      "#if CUDA_VERSION <\n#endif\n",
      "#if CUDA_VERSION < 11000 + 20\n#endif\n",
      "#if > CUDA_VERSION\n#endif\n",
      "#define OLD (CUDA_VERSION < 11020)\n",
  };
  for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); ++i)
    CHECK_TEXT(keep(same[i]), same[i]);
}

// cublas.h: its functions by hipBLAS's, with a function of our own.
static void test_first_blas(void) {
  const char *out =
      keep("#include <cublas.h>\n"
           "float f() { cublasInit(); cublasSscal(n, 2, x, 1); "
           "cublasSetVector(n, 4, a, 1, x, 1); "
           "return cublasIsamax(n, x, 1) + ::cublasSasum(n, x, 1); "
           "}\n");
  const char *end = strstr(out, "#endif\n#include");
  CHECK(end);
  CHECK_TEXT(end, "#endif\n#include <hipblas/hipblas.h>\n"
                  "float f() { hipifyBlasInit(); hipifyBlas(hipblasSscal)(n, "
                  "2, x, 1); hipblasSetVector(n, 4, a, 1, x, 1); return "
                  "hipifyBlas(hipblasIsamax)(n, x, 1) + "
                  "hipifyBlas(::hipblasSasum)(n, x, 1); }\n");
  CHECK_TEXT(keep("#include <cublas.h>\nint i;\n"),
             "#include <hipblas/hipblas.h>\nint i;\n");
  CHECK_TEXT(keep("#include <cublas_v2.h>\nfloat f() { cublasSscal(h); }\n"),
             "#include <hipblas/hipblas.h>\nfloat f() { hipblasSscal(h); }\n");
}

// Labels for what HIP's types do not have.
static void test_labels(void) {
  CHECK_TEXT(keep("switch (r) { case CUFFT_LICENSE_ERROR: return 1; }"),
             "switch (r) { /* case CUFFT_LICENSE_ERROR: */ return 1; }");
  CHECK_TEXT(keep("case CUFFT_SUCCESS: case CUFFT_LICENSE_ERROR : f();"),
             "case HIPFFT_SUCCESS: /* case CUFFT_LICENSE_ERROR : */ f();");
  CHECK_TEXT(found("case CUFFT_LICENSE_ERROR:"), "unsupported");
  static const char *const same[] = {
      "x = CUFFT_LICENSE_ERROR;",
      "case CUFFT_LICENSE_ERROR /* or so */:",
      "case CUFFT_LICENSE_ERROR \\\n:",
      "case CUFFT_LICENSE_ERROR::x:",
      "case CUFFT_LICENSE_ERROR + 1:",
      "f(); [[fallthrough]]; case CUFFT_LICENSE_ERROR: g();",
      "/* case CUFFT_LICENSE_ERROR: */ return 1;",
      "c ? CUFFT_LICENSE_ERROR : d;",
  };
  for (size_t i = 0; i < sizeof(same) / sizeof(same[0]); ++i)
    CHECK_TEXT(keep(same[i]), same[i]);
}

// Names that other releases of HIP have otherwise, or not.
static void test_releases(void) {
  static const char source[] = "cublasCgemm(h); cublasSgemm(h);";
  const qn_hipify_options five = {.release = 5 << 8 | 7};
  const qn_hipify_options six = {.release = 6 << 8 | 4};
  const qn_hipify_options seven = {.release = 7 << 8};
  CHECK_TEXT(with(source, five), "hipblasCgemm(h); hipblasSgemm(h);");
  CHECK_TEXT(with(source, six), "hipblasCgemm_v2(h); hipblasSgemm(h);");
  CHECK_TEXT(with(source, seven), "hipblasCgemm(h); hipblasSgemm(h);");
  CHECK_TEXT(keep(source), "hipblasCgemm(h); hipblasSgemm(h);");
  CHECK_TEXT(with("cublasGemmEx(cudaDevAttrPciDomainId)", six),
             "hipblasGemmEx_v2(hipDeviceAttributePciDomainID)");
  CHECK_TEXT(with("cublasGemmEx(cudaDevAttrPciDomainId)", seven),
             "hipblasGemmEx(hipDeviceAttributePciDomainId)");
  CHECK_TEXT(with("cublasComputeType_t t;", five), "cublasComputeType_t t;");
  CHECK_TEXT(qn_buffer_text(&rules), "unsupported");
  CHECK_TEXT(with("cublasComputeType_t t;", six), "hipblasComputeType_t t;");
  CHECK_TEXT(qn_buffer_text(&rules), "");
  const qn_hipify_options comments = {.release = 6 << 8, .comments = true};
  CHECK_TEXT(with("// cublasZscal\n;", comments), "// hipblasZscal_v2\n;");
}

// An argument that HIP's function does not have.
static void test_removed(void) {
  CHECK_TEXT(keep("cuOccupancyMaxPotentialBlockSize(&g, &b, f, 0, 0, 64);"),
             "hipModuleOccupancyMaxPotentialBlockSize(&g, &b, f, 0, 64);");
  CHECK_TEXT(
      keep("cuOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f, NULL , n, 0, "
           "1);"),
      "hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&g, &b, f , n, 0, 1);");
  CHECK_TEXT(found("cuOccupancyMaxPotentialBlockSize(&g, &b, f, size, 0, 64);"),
             "unsupported");
  CHECK_TEXT(found("cuOccupancyMaxPotentialBlockSize(ALL);"), "");
  // CUDA 13's forms, which have data of edges, and those of before.
  CHECK_TEXT(keep("cudaGraphAddNode(&n, g, d, 2, &p); "
                  "cudaGraphAddNode(&n, g, d, nullptr, 2, &p); "
                  "cudaGraphAddNode_v2(&n, g, d, 0, 2, &p);"),
             "hipGraphAddNode(&n, g, d, 2, &p); "
             "hipGraphAddNode(&n, g, d, 2, &p); "
             "hipGraphAddNode(&n, g, d, 2, &p);");
  CHECK_TEXT(found("cuGraphGetEdges(g, a, b, data, &n);"), "unsupported");
  CHECK_TEXT(found("cuGraphGetEdges(g, a, b, &n);"), "");
  CHECK_TEXT(keep("cudaStreamGetCaptureInfo(s, &t, &i, &g, &d, NULL, &n); "
                  "cudaStreamGetCaptureInfo(s, &t, &i);"),
             "hipStreamGetCaptureInfo_v2(s, &t, &i, &g, &d, &n); "
             "hipStreamGetCaptureInfo(s, &t, &i);");
  CHECK_TEXT(keep("cudaMemPrefetchAsync(p, n, here, 0, s); "
                  "cudaMemPrefetchAsync(p, n, 0, s); cuCtxCreate(&c, 0, f, d)"),
             "hipMemPrefetchAsync_v2(p, n, here, 0, s); "
             "hipMemPrefetchAsync(p, n, 0, s); hipCtxCreate(&c, f, d)");
}

static void test_includes(void) {
  CHECK_TEXT(keep("#include <cuda_runtime.h>\n"),
             "#include <hip/hip_runtime.h>\n");
  CHECK_TEXT(keep("#include \"cuda_runtime.h\"\n"),
             "#include \"hip/hip_runtime.h\"\n");
  CHECK_TEXT(keep("#include <cuda.h>\r\n#include <cuda_runtime.h>\r\nx\r\n"),
             "#include <hip/hip_runtime.h>\r\nx\r\n");
  CHECK_TEXT(keep("#include <cuda.h>\n#include <cuda.h> // twice\n"
                  "#include <cuda.h> x\n"),
             "#include <hip/hip_runtime.h>\n // twice\n"
             "#include <hip/hip_runtime.h> x\n");
  // An include inside a condition does not count after it.
  CHECK_TEXT(keep("#ifdef A\n#include <cuda.h>\n#endif\n"
                  "#include <cuda_runtime.h>\n"),
             "#ifdef A\n#include <hip/hip_runtime.h>\n#endif\n"
             "#include <hip/hip_runtime.h>\n");
  CHECK_TEXT(keep("#ifdef A\n#include <cuda.h>\n#else\n#include <cuda.h>\n"
                  "#endif\n"),
             "#ifdef A\n#include <hip/hip_runtime.h>\n#else\n"
             "#include <hip/hip_runtime.h>\n#endif\n");
  CHECK_TEXT(keep("#if __has_include(<cuda.h>)\n#include <cuda.h>\n#endif\n"),
             "#if __has_include(<hip/hip_runtime.h>)\n"
             "#include <hip/hip_runtime.h>\n#endif\n");
  // What nvcc includes by itself, in host code of a file k.cu.
  const qn_hipify_options cu = {.implicit_runtime = true};
  CHECK_TEXT(with("cudaFree(p);", cu),
             "#include <hip/hip_runtime.h>\nhipFree(p);");
  CHECK_TEXT(with("#include <cuda_runtime.h>\ncudaFree(p);", cu),
             "#include <hip/hip_runtime.h>\nhipFree(p);");
  CHECK_TEXT(with("int main() {}", cu), "int main() {}");
  CHECK_TEXT(keep("cudaFree(p);"), "hipFree(p);");
  // Device code without the runtime header.
  CHECK_TEXT(keep("__global__ void k();"),
             "#include <hip/hip_runtime.h>\n__global__ void k();");
  CHECK_TEXT(keep("// a\n#include <x.h>\n__device__ int i;"),
             "// a\n#include <hip/hip_runtime.h>\n#include <x.h>\n"
             "__device__ int i;");
  CHECK_TEXT(keep("#pragma once\n__device__ int i;"),
             "#pragma once\n#include <hip/hip_runtime.h>\n__device__ int i;");
  CHECK_TEXT(keep("#ifndef A\n#define A\n__device__ int i;\n#endif"),
             "#ifndef A\n#define A\n#include <hip/hip_runtime.h>\n"
             "__device__ int i;\n#endif");
  CHECK_TEXT(keep("#ifdef A\n#include <x.h>\n#endif\n__device__ int i;"),
             "#include <hip/hip_runtime.h>\n#ifdef A\n#include <x.h>\n#endif\n"
             "__device__ int i;");
  CHECK_TEXT(keep("\xef\xbb\xbf__device__ int i;\r\n"),
             "\xef\xbb\xbf#include <hip/hip_runtime.h>\r\n"
             "__device__ int i;\r\n");
  CHECK_TEXT(keep("int threads;"), "int threads;");
}

static void test_transforms(void) {
  // Each operation, and a call that it does not change.
  CHECK_TEXT(keep("cudaMemcpyToSymbol(s, f(a, b), n)"),
             "hipMemcpyToSymbol(HIP_SYMBOL(s), f(a, b), n)");
  CHECK_TEXT(keep("cudaMemcpyFromSymbol(p, t[1], cudaSuccess)"),
             "hipMemcpyFromSymbol(p, HIP_SYMBOL(t[1]), hipSuccess)");
  CHECK_TEXT(keep("cudaMemcpyToSymbol(HIP_SYMBOL(s), p, n)"),
             "hipMemcpyToSymbol(HIP_SYMBOL(s), p, n)");
  CHECK_TEXT(keep("f = cudaMemcpyToSymbol;"), "f = hipMemcpyToSymbol;");
  CHECK_TEXT(keep("cudaEventCreate(&e)"), "hipEventCreate(&e)");
  CHECK_TEXT(keep("cudaEventCreate(&e, 2)"), "hipEventCreateWithFlags(&e, 2)");
  CHECK_TEXT(keep("cudaFuncSetAttribute(k<1, 2>, a, 1)"),
             "hipFuncSetAttribute((const void *)(k<1, 2>), a, 1)");
  CHECK_TEXT(keep("cudaFuncGetAttributes(&a, k)"),
             "hipFuncGetAttributes(&a, (const void *)(k))");
  CHECK_TEXT(keep("cudaFuncSetAttribute((const void *)(k), a, 1)"),
             "hipFuncSetAttribute((const void *)(k), a, 1)");
  CHECK_TEXT(keep("cudaGraphInstantiate(&e, g, 0)"),
             "hipGraphInstantiateWithFlags(&e, g, 0)");
  CHECK_TEXT(keep("cudaGraphInstantiate(&e, g, 0, 0, 0)"),
             "hipGraphInstantiate(&e, g, 0, 0, 0)");
  CHECK_TEXT(keep("cudaStreamGetCaptureInfo(s, &t, &i)"),
             "hipStreamGetCaptureInfo(s, &t, &i)");
  CHECK_TEXT(keep("cudaStreamGetCaptureInfo(s, &t, &i, &g, &d, &n)"),
             "hipStreamGetCaptureInfo_v2(s, &t, &i, &g, &d, &n)");
  CHECK_TEXT(keep("cuMemcpy(a, b, n)"), "hipMemcpy(a, b, n, hipMemcpyDefault)");
  CHECK_TEXT(keep("cuMemcpyAsync(a, b, n, s)"),
             "hipMemcpyAsync(a, b, n, hipMemcpyDefault, s)");
  CHECK_TEXT(keep("cudaGraphExecUpdate(e, g, &info)"),
             "hipGraphExecUpdate(e, g, &(&info)->errorNode, &(&info)->result)");
  CHECK_TEXT(keep("cudaGraphExecUpdate(e, g, &node, &result)"),
             "hipGraphExecUpdate(e, g, &node, &result)");
  CHECK_TEXT(found("cudaGraphExecUpdate(e, g, &f(cudaFree)->x)"),
             "unsupported");
  CHECK_TEXT(keep("{ cudaGraphExecUpdateResultInfo info; }"),
             "{ struct { hipGraphExecUpdateResult result; hipGraphNode_t "
             "errorNode, errorFromNode; } info; }");
  CHECK_TEXT(found("f(cudaGraphExecUpdateResultInfo info);"), "unsupported");
}

static void test_pointers(void) {
  CHECK_TEXT(keep("CUdeviceptr p, q; f(p + 4, q - (n + 1) * 2);"),
             "hipDeviceptr_t p, q; f((hipDeviceptr_t)((char *)p + 4), "
             "(hipDeviceptr_t)((char *)q - (n + 1) * 2));");
  CHECK_TEXT(keep("CUdeviceptr p; p += n * 2;"),
             "hipDeviceptr_t p; p = (hipDeviceptr_t)((char *)p + (n * 2));");
  CHECK_TEXT(keep("CUdeviceptr p; p += h->n; f(p + h->n, p + a - > b);"),
             "hipDeviceptr_t p; p = (hipDeviceptr_t)((char *)p + (h->n)); "
             "f((hipDeviceptr_t)((char *)p + h->n), p + a - > b);");
  CHECK_TEXT(keep("b##CUdeviceptr p; f(p + 1);"),
             "b##CUdeviceptr p; f(p + 1);");
  CHECK_TEXT(keep("CUdeviceptr p; x = p + sizeof(CUdeviceptr);"),
             "hipDeviceptr_t p; x = (hipDeviceptr_t)((char *)p + "
             "sizeof(hipDeviceptr_t));");
  CHECK_TEXT(keep("CUdeviceptr p; return p + f(a, b);"),
             "hipDeviceptr_t p; return (hipDeviceptr_t)((char *)p + f(a, b));");
  // Reported and unchanged: operands of other operators, differences,
  // conditions.
  CHECK_TEXT(keep("CUdeviceptr p; f(2 * p + 1, p + 1 < e, -p + 1);"),
             "hipDeviceptr_t p; f(2 * p + 1, p + 1 < e, -p + 1);");
  CHECK_TEXT(keep("CUdeviceptr p, q; n = p - q; f(p - g(q));"),
             "hipDeviceptr_t p, q; n = p - q; f(p - g(q));");
  CHECK_TEXT(keep("CUdeviceptr p; p++; p->x; a.p + 1; f(p, +4);"),
             "hipDeviceptr_t p; p++; p->x; a.p + 1; f(p, +4);");
}

static void test_strings(void) {
  const qn_hipify_options api = {.api_strings = true};
  CHECK_TEXT(with("dlsym(h, \"cudaFree\"); puts(\"cudaFree\");", api),
             "dlsym(h, \"hipFree\"); puts(\"cudaFree\");");
  CHECK_TEXT(with("strcmp(cudaGetErrorName(e), \"cudaSuccess\")", api),
             "strcmp(hipGetErrorName(e), \"hipSuccess\")");
  CHECK_TEXT(found("nvJitLinkCreate(&h, n, options);"), "unsupported");
  // The nearest name, and one that takes other arguments, are none to look up.
  CHECK_TEXT(with("dlsym(h, \"cuLaunch\"); dlsym(h, \"cuMemcpyAsync\");", api),
             "dlsym(h, \"cuLaunch\"); dlsym(h, \"cuMemcpyAsync\");");
  // What is between counts without its directives, which may go.
  CHECK_TEXT(with("dlsym(h,\n#include <cuda.h>\n#include <cuda.h>\n"
                  "\"cudaFree\")",
                  api),
             "dlsym(h,\n#include <hip/hip_runtime.h>\n\"hipFree\")");
  CHECK_TEXT(found("dlsym(h, \"cuLaunch\"); dlsym(h, \"ncclSend\");"),
             "string");
  CHECK_TEXT(found("f(&cuMemcpyAsync);"), "unsupported");
  CHECK_TEXT(found("#include <cublas.h>"), "");
  CHECK_TEXT(found("#include <cublas_v2.h>"), "");
  // What stands between is no argument, and no directive is broken.
  CHECK_TEXT(keep("cudaMemcpyToSymbol(\n#if A\na,\n#endif\nb, c);"),
             "hipMemcpyToSymbol(\n#if A\na,\n#endif\nb, c);");
  CHECK_TEXT(with("f(dlsym(h, \"cuInit\")); dlsym; g(\"cuInit\");", api),
             "f(dlsym(h, \"hipInit\")); dlsym; g(\"cuInit\");");
  CHECK_TEXT(found("#define cuMemcpyAsync mine"), "");
  CHECK_TEXT(keep("#define cudaFree hipFree\n#define cudaMalloc(p, n) \\\n"
                  "  hipMalloc(p, n)\n#define cudaInit mine\n"
                  "#define FREE cudaFree\n"),
             "#define cudaFree hipFree\n#define cudaMalloc(p, n) \\\n"
             "  hipMalloc(p, n)\n#define cudaInit mine\n"
             "#define FREE hipFree\n");
}

static void test_launches(void) {
  CHECK_TEXT(keep("#include <cuda.h>\nk<<<a, b>>>(c);"),
             "#include <hip/hip_runtime.h>\nk<<<a, b>>>(c);");
#define HEAD "#include <hip/hip_runtime.h>\n"
  CHECK_TEXT(ggl(HEAD "k<<<a, b>>>(c);"),
             HEAD "hipLaunchKernelGGL(k, dim3(a), dim3(b), 0, 0, c);");
  CHECK_TEXT(ggl(HEAD "k<<<a, b, c, cudaStreamLegacy>>>();"), HEAD
             "hipLaunchKernelGGL(k, dim3(a), dim3(b), c, hipStreamLegacy);");
  CHECK_TEXT(ggl(HEAD "k<<<a, b>>>(c"), HEAD "k<<<a, b>>>(c");
  CHECK_TEXT(qn_buffer_text(&rules), "launch");
  // As AMD's tools write it: dim3() around variables too, templates in a macro.
  CHECK_TEXT(ggl(HEAD "dim3 g(2), b{4}; k<T><<<g, b>>>(c);"),
             HEAD "dim3 g(2), b{4}; hipLaunchKernelGGL(HIP_KERNEL_NAME(k<T>), "
                  "dim3(g), dim3(b), 0, 0, c);");
  CHECK_TEXT(ggl(HEAD "k<<<dim3(1, 2), {3, 4}>>>(c);"),
             HEAD "hipLaunchKernelGGL(k, dim3(1, 2), dim3(3, 4), 0, 0, c);");
  CHECK_TEXT(ggl(HEAD "x = a << 1; b <<= 2; c >>= d >> 3;"),
             HEAD "x = a << 1; b <<= 2; c >>= d >> 3;");
  CHECK_TEXT(ggl(HEAD "#define L(c) k<<<c>>>(1)\n"),
             HEAD "#define L(c) k<<<c>>>(1)\n");
  CHECK_TEXT(ggl(HEAD "#define L(...) k<<<1, 2>>>(__VA_ARGS__)\n"),
             HEAD "#define L(...) hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0"
                  ", ##__VA_ARGS__)\n");
}

// Kernels and contexts that are hard to recognise.
static void test_statements(void) {
  // Nothing is launched in a condition, whose '<' compares.
  CHECK_TEXT(keep(HEAD "#if A <<<{1}>>> (2)\n#endif"),
             HEAD "#if A <<<{1}>>> (2)\n#endif");
  CHECK_TEXT(keep(HEAD "k<1\n#if 3 > A\n, 2\n#endif\n><<<{1}, 2>>>(p);"),
             HEAD "k<1\n#if 3 > A\n, 2\n#endif\n><<<dim3(1), 2>>>(p);");
  CHECK_TEXT(ggl(HEAD "#if B < k\n<<<1, 2>>>(p);\n#endif"),
             HEAD "#if B < k\n<<<1, 2>>>(p);\n#endif");
  CHECK_TEXT(
      ggl(HEAD "X<N>::template k<3><<<1, 2>>>(p);"),
      HEAD "hipLaunchKernelGGL(HIP_KERNEL_NAME(X<N>::template k<3>), dim3(1), "
           "dim3(2), 0, 0, p);");
  CHECK_TEXT(with(HEAD "x.template k<1><<<1, 2>>>(p);",
                  (qn_hipify_options){.launch = QN_LAUNCH_GGL}),
             HEAD
             "hipLaunchKernelGGL(HIP_KERNEL_NAME(x.template k<1>), dim3(1), "
             "dim3(2), 0, 0, p);");
  CHECK_TEXT(keep(HEAD "f<<<{}Y k<<<{1},2>>>()>>>()"),
             HEAD "f<<<{}Y k<<<dim3(1),2>>>()>>>()");
  // Arguments that the template deduces may be of other types than it takes.
  static const char *const deduced[] = {
      HEAD "template <class T> __global__ void k(T *p);\nk<<<1, 2>>>(p);",
      HEAD "template <class T> static __global__ void k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <class T> inline void __global__ k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <int N, class T> __global__ void k(T *);\n"
           "k<4><<<1, 2>>>(p);",
      HEAD "template <class T, class... A> __global__ void k(T *, A...);\n"
           "k<int><<<1, 2>>>(p, 1);",
      HEAD "template <class T, int N = (2 > 1)> __global__ void k(T *);\n"
           "k<><<<1, 2>>>(p);",
      HEAD "template <class T>\n__launch_bounds__(2, 1)\n__global__ void "
           "k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <class T>\n#if A > 1\n[[maybe_unused]]\n#endif\n"
           "__global__ void k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <class T> requires (sizeof(T) > 1) && C<T>\n"
           "__global__ void k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <class T> __global__ void __attribute__((cold)) "
           "k(T *);\nk<<<1, 2>>>(p);",
      HEAD "template <class T> __global__ BOUNDS(2) void k(T *);\n"
           "k<<<1, 2>>>(p);"};
  for (size_t i = 0; i < sizeof(deduced) / sizeof(deduced[0]); ++i)
    CHECK_TEXT(with(deduced[i], (qn_hipify_options){.launch = QN_LAUNCH_API}),
               deduced[i]);
  // Kernels of a name that take other arguments; but not one that is only
  // declared before.
  static const char several[] =
      HEAD "__global__ void k(int, int);\ntemplate <int N>\n__global__ void "
           "k(int);\nk<1><<<1, 2>>>(1); k<<<1, 2>>>(1, 2);";
  CHECK_TEXT(with(several, (qn_hipify_options){.launch = QN_LAUNCH_API}),
             several);
  static const char types[] =
      HEAD "__global__ void k(int *p);\n__global__ void k(int);\n"
           "k<<<1, 2>>>(1);";
  CHECK_TEXT(with(types, (qn_hipify_options){.launch = QN_LAUNCH_API}), types);
  CHECK(strstr(with(HEAD "__global__ void k(int, int);\n"
                         "__global__ void k(const int a, int b = 2) {}\n"
                         "k<<<1, 2>>>(1, 2);",
                    (qn_hipify_options){.launch = QN_LAUNCH_API}),
               "hipifyLaunch(k, dim3(1), dim3(2), 0, 0, 1, 2);"));
  CHECK(strstr(with(HEAD "template <class T> void f(T);\n__launch_bounds__(2) "
                         "__global__ void k(int *);\nk<<<1, 2>>>(p);",
                    (qn_hipify_options){.launch = QN_LAUNCH_API}),
               "hipifyLaunch(k, dim3(1), dim3(2), 0, 0, p);"));
  CHECK(strstr(with(HEAD "template <class T, int N = (2 > 1)> __global__ void "
                         "k(T *);\nk<int><<<1, 2>>>(p);",
                    (qn_hipify_options){.launch = QN_LAUNCH_API}),
               "hipifyLaunch(k<int>, dim3(1), dim3(2), 0, 0, p);"));
  // Kernels of other files, unless the file has one of that name itself.
  static const char header[] =
      "template <class T> __global__ void k(T *);\n"
      "template <class T> __launch_bounds__(2) __global__ void n(T *);\n"
      "__global__ void m(int);";
  static const char launches[] =
      HEAD "__global__ void n(int *);\n"
           "k<<<1, 2>>>(p); n<<<1, 2>>>(p); m<<<1, 2>>>(1);";
  qn_map kernels = {0};
  CHECK(!qn_failed(qn_hipify_kernels(
      (qn_span){(const uint8_t *)header, sizeof(header) - 1}, &kernels, NULL)));
  CHECK(strstr(with(launches, (qn_hipify_options){.launch = QN_LAUNCH_API,
                                                  .kernels = &kernels}),
               "k<<<1, 2>>>(p); "
               "hipifyLaunch(n, dim3(1), dim3(2), 0, 0, p); "
               "hipifyLaunch(m, dim3(1), dim3(2), 0, 0, 1);"));
  qn_map_finish(&kernels);
  // What follows braces is not part of them.
  CHECK_TEXT(keep(HEAD "k<<<{} << 1, 2>>>()"), HEAD "k<<<{} << 1, 2>>>()");
  // The include comes before the first launch, even at the start of the file.
  CHECK_TEXT(ggl("k<<<1, 2>>>(p);"),
             HEAD "hipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, p);");
  CHECK(strncmp(with("k<<<1, 2>>>(p);",
                     (qn_hipify_options){.launch = QN_LAUNCH_API}),
                HEAD "#ifndef HIPIFY_LAUNCH\n",
                sizeof(HEAD "#ifndef HIPIFY_LAUNCH\n") - 1) == 0);
  static const char *const before[] = {
      "f(); ",    "{ ",          "lab: ",          "f(); lab: ", "{ a: b: ",
      "case 1: ", "case A::b: ", "case f(1, 2): ", "default: ",  "else ",
      "do ",      "if (x) ",     "\n#if X\nlab: ", "} lab: "};
  for (size_t i = 0; i < sizeof(before) / sizeof(before[0]); ++i) {
    qn_buffer source = {0}, wanted = {0};
    qn_buffer_printf(&source, HEAD "%sk<<<1, 2>>>(p);", before[i]);
    qn_buffer_printf(&wanted,
                     HEAD "%shipLaunchKernelGGL(k, dim3(1), dim3(2), 0, 0, p);",
                     before[i]);
    CHECK_TEXT(ggl(qn_buffer_text(&source)), qn_buffer_text(&wanted));
    qn_buffer_finish(&source);
    qn_buffer_finish(&wanted);
  }
  static const char *const inside[] = {
      "x = ",      "return ", "f(), ",           "a ? b : ",
      "a ?\nb : ", "(",       "case 1: a ? b : "};
  for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); ++i) {
    qn_buffer source = {0};
    qn_buffer_printf(&source, HEAD "%sk<<<1, 2>>>(p);", inside[i]);
    CHECK_TEXT(ggl(qn_buffer_text(&source)), qn_buffer_text(&source));
    CHECK_TEXT(qn_buffer_text(&rules), "launch");
    qn_buffer_finish(&source);
  }
}

static void test_options(void) {
  CHECK_TEXT(with("// cudaFree, cudaMalloc\nint x;",
                  (qn_hipify_options){.comments = true}),
             "// hipFree, hipMalloc\nint x;");
  CHECK_TEXT(with("int x; /* cudaFree */ // cudaMalloc",
                  (qn_hipify_options){.comments = true}),
             "int x; /* hipFree */ // hipMalloc");
  CHECK_TEXT(
      with("dlsym(h, \"cudaFree\")", (qn_hipify_options){.api_strings = true}),
      "dlsym(h, \"hipFree\")");
  CHECK_TEXT(
      with("puts(\"cudaFree\")", (qn_hipify_options){.api_strings = true}),
      "puts(\"cudaFree\")");
  const char *const defines[] = {"A=2", "B"};
  const qn_hipify_options live = {
      .live_only = true, .defines = defines, .define_count = 2};
  CHECK_TEXT(with("#if 0\ncudaFree\n#else\ncudaFree\n#endif", live),
             "#if 0\ncudaFree\n#else\nhipFree\n#endif");
  CHECK_TEXT(with("#if A > 1 && defined(B)\ncudaFree\n#elif C\ncudaFree\n"
                  "#endif",
                  live),
             "#if A > 1 && defined(B)\nhipFree\n#elif C\ncudaFree\n#endif");
  CHECK_TEXT(with("#ifdef C\ncudaFree\n#endif\n#if (A - 2) * 3 != 0\ncudaFree\n"
                  "#endif",
                  live),
             "#ifdef C\nhipFree\n#endif\n#if (A - 2) * 3 != 0\ncudaFree\n"
             "#endif");
  static const char *const undefined[] = {"U", "V"};
  const qn_hipify_options without = {
      .live_only = true, .undefined = undefined, .undefined_count = 2};
  CHECK_TEXT(with("#ifdef U\ncudaFree\n#else\ncudaFree\n#endif", without),
             "#ifdef U\ncudaFree\n#else\nhipFree\n#endif");
  CHECK_TEXT(with("#ifndef U\ncudaFree\n#else\ncudaFree\n#endif", without),
             "#ifndef U\nhipFree\n#else\ncudaFree\n#endif");
  CHECK_TEXT(with("#if defined(U) || V > 0\ncudaFree\n#endif", without),
             "#if defined(U) || V > 0\ncudaFree\n#endif");
  CHECK_TEXT(with("#if defined(U) || W > 0\ncudaFree\n#endif", without),
             "#if defined(U) || W > 0\nhipFree\n#endif");
  CHECK_TEXT(with("__ballot_sync(0xffffffff, x); __any_sync(-1, x); "
                  "__all_sync(m, x);",
                  (qn_hipify_options){.fix_masks = true}),
             "__ballot_sync(~0ull, x); __any_sync(~0ull, x); "
             "__all_sync(m, x);");
  CHECK_TEXT(with("n = __popc(__ballot_sync(m, x)) + __ffs(__activemask()) + "
                  "__clz(__activemask());",
                  (qn_hipify_options){.fix_ballots = true}),
             "n = __popcll(__ballot_sync(m, x)) + __ffsll(__activemask()) + "
             "__clz(__activemask());");
  CHECK_TEXT(with("s = R\"(__global__ void k(cudaStream_t s) { x; })\"; "
                  "t = R\"(cudaStream_t in a text without device code)\";",
                  (qn_hipify_options){.kernel_strings = true}),
             "s = R\"(__global__ void k(hipStream_t s) { x; })\"; "
             "t = R\"(cudaStream_t in a text without device code)\";");
  CHECK_TEXT(with("cudaFree(p)", (qn_hipify_options){.lint_only = true}),
             "cudaFree(p)");
}

// Every rule: a source that triggers it and one that almost does.
static const struct {
  qn_rule rule;
  const char *has, *has_not;
} examples[] = {
    {QN_RULE_UNSUPPORTED, "cudaGetExportTable(a, b);", "x.cudaGetExportTable;"},
    {QN_RULE_UNKNOWN, "cudaMallock(&p, 1);",
     "int cudaMallock(int *p); f(cudaMallock);"},
    {QN_RULE_POINTER, "CUdeviceptr d; f(x * d + 4);",
     "CUdeviceptr d; f(d + 4);"},
    {QN_RULE_POINTER, "CUdeviceptr d, e; f(d - e);",
     "CUdeviceptr d; f(d, +4);"},
    {QN_RULE_DEPRECATED, "cudaProfilerStart();", "cudaDeviceReset();"},
    {QN_RULE_PASTE, "#define F(x) cudaMalloc##x\n",
     "#define F(x) cudaMalloc x\n"},
    {QN_RULE_STRING, "dlsym(h, \"cudaFree\");", "puts(\"cudaFree\");"},
    {QN_RULE_STRING,
     "strcmp(cudaGetErrorName(e), \"cudaErrorMemoryAllocation\");",
     "puts(\"cudaErrorMemoryAllocation\");"},
    {QN_RULE_MASK, "__shfl_sync(0xffffffffu, a, b);",
     "__shfl_sync(~0ull, a, b);"},
    {QN_RULE_MASK, "const unsigned all = 0xFFFFFFFF; __any_sync(all, 1);",
     "const unsigned all = 0xFFFF; __any_sync(all, 1);"},
    {QN_RULE_LANES, "int l = threadIdx.x & 31;", "int l = threadIdx.x & 63;"},
    {QN_RULE_LANES, "w = tid >> 5;", "w = tid >> 6;"},
    {QN_RULE_LANES,
     "for (int o = 16; o > 0; o /= 2) x += __shfl_down_sync(m, x, o);",
     "for (int o = 32; o > 0; o /= 2) x += __shfl_down_sync(m, x, o);"},
    {QN_RULE_LANES,
     "for (o = 16; o; o >>= 1) { x += __shfl_xor_sync(m, x, o); }",
     "int o = 16; x += __shfl_xor_sync(m, x, o);"},
    {QN_RULE_IN_STEP, "if (tid < 32) f(s);", "if (tid < 64) f(s);"},
    {QN_RULE_IN_STEP, "if (threadIdx.x < 32) f(s);", "for (; tid < 32;) f(s);"},
    {QN_RULE_IN_STEP, "volatile __shared__ int s[64];",
     "__shared__ int s[64]; volatile int x;"},
    {QN_RULE_IN_STEP, "__shared__ volatile int s[64];",
     "extern __shared__ int s[];"},
    {QN_RULE_STRING,
     "s = R\"(__global__ void k() { cudaDeviceSynchronize(); })\";",
     "s = R\"(__global__ void k() { __syncthreads(); int i = 1 + 2; })\";"},
    {QN_RULE_MASK, "__shfl_sync(~0u, a, b);", "__shfl_sync(~0ull, a, b);"},
    {QN_RULE_MASK, "__shfl_sync(UINT_MAX, a, b);",
     "__shfl_sync(ULLONG_MAX, a, b);"},
    {QN_RULE_WARP_SIZE, "#define WARP_SIZE 32\n", "#define TILE_SIZE 32\n"},
    {QN_RULE_WARP_SIZE, "constexpr int kWarpSize = 32;",
     "constexpr int kWarpSize = 64;"},
    {QN_RULE_BALLOT, "unsigned m = __ballot_sync(a, b);",
     "unsigned long long m = __ballot_sync(a, b);"},
    {QN_RULE_BALLOT, "n = __popc(__activemask());",
     "n = __popcll(__activemask());"},
    {QN_RULE_TILE, "cg::tiled_partition<32>(b);",
     "cg::tiled_partition<16>(b);"},
    {QN_RULE_LEGACY_SHUFFLE, "x = __shfl(a, 1);", "x = __shfl_sync(m, a, 1);"},
    {QN_RULE_PTX, "asm volatile(\"mov.u32 %0, %laneid;\" : \"=r\"(x));",
     "asm volatile(\"\" ::: \"memory\");"},
    {QN_RULE_PTX, "__asm__(\"frobnicate.s32 %0;\" : \"=r\"(x));", "f(\"x\");"},
    {QN_RULE_ARCH, "#if __CUDA_ARCH__ >= 700\n#endif\n",
     "#if __HIP_DEVICE_COMPILE__\n#endif\n"},
    {QN_RULE_VERSION, "#if CUDART_VERSION > 11000\n#endif\n",
     "#if HIP_VERSION > 1\n#endif\n"},
    {QN_RULE_CACHE_HINT, "x = __ldcs(p);", "x = __ldg(p);"},
    {QN_RULE_LIBRARY, "cuda::barrier<x> b;", "mine::barrier<x> b;"},
    {QN_RULE_LIBRARY, "nvcuda::wmma::fragment<a> f;",
     "rocwmma::fragment<a> f;"},
    {QN_RULE_TEXTURE_REFERENCE, "texture<float, 1> t;", "int texture = 1;"},
    {QN_RULE_SHARED_LIMIT, "cudaFuncSetAttribute(k, a, 98304);",
     "cudaFuncSetAttribute(k, a, 65536);"},
    {QN_RULE_INCLUDE, "#include <cuda_pipeline.h>\n", "#include \"mine.h\"\n"},
};

static bool has_rule(const char *source, qn_rule rule) {
  const char *name = qn_rule_name(rule) + sizeof("hipify-") - 1;
  const char *at = found(source);
  const size_t size = strlen(name);
  for (; (at = strstr(at, name)); at += size)
    if (at[size] == ' ' || at[size] == '\0')
      return true;
  return false;
}

static void test_rules(void) {
  // Tested by test_launches and in reverse_test.c.
  bool seen[QN_RULE_COUNT] = {[QN_RULE_LAUNCH] = true,
                              [QN_RULE_NO_CUDA] = true,
                              [QN_RULE_AMBIGUOUS] = true};
  for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); ++i) {
    const qn_rule rule = examples[i].rule;
    seen[rule] = true;
    CHECK(has_rule(examples[i].has, rule));
    CHECK(!has_rule(examples[i].has_not, rule));
    bool silenced[QN_RULE_COUNT] = {false};
    silenced[rule] = true;
    (void)with(examples[i].has, (qn_hipify_options){.silenced = silenced});
    CHECK(!strstr(qn_buffer_text(&rules),
                  qn_rule_name(rule) + sizeof("hipify-") - 1));
  }
  for (int i = 0; i < QN_RULE_COUNT; ++i) {
    qn_rule rule;
    CHECK(seen[i]);
    CHECK(qn_rule_find(qn_str_from(qn_rule_name((qn_rule)i)), &rule));
    CHECK(rule == (qn_rule)i && qn_rule_text(rule)[0]);
  }
}

// Names that the project declares itself are not reported.
static void test_own_names(void) {
  CHECK_TEXT(found("#define cudaCheck(x) x\ncudaCheck(1);"), "");
  CHECK_TEXT(found("struct cuMatrix { int a; };\ncuMatrix m;"), "");
  CHECK_TEXT(found("static float *cuAllocate(int n);\np = cuAllocate(1);"), "");
  CHECK_TEXT(found("p = a * cuAllocate(1);"), "unknown");
  CHECK_TEXT(found("cuAllocate(1); cuAllocate(2);"), "unknown"); // once
}

// Edits in reverse order: the outer ones come first.
static void test_nested(void) {
  qn_buffer source = {0}, wanted = {0};
  for (int i = 0; i < 2000; ++i) {
    qn_buffer_printf(&source, "cudaMemcpyToSymbol(");
    qn_buffer_printf(&wanted, "hipMemcpyToSymbol(HIP_SYMBOL(");
  }
  qn_buffer_printf(&source, "x");
  qn_buffer_printf(&wanted, "x");
  for (int i = 0; i < 2000; ++i) {
    qn_buffer_printf(&source, ", p, n)");
    qn_buffer_printf(&wanted, "), p, n)");
  }
  CHECK_TEXT(keep(qn_buffer_text(&source)), qn_buffer_text(&wanted));
  qn_buffer_finish(&source);
  qn_buffer_finish(&wanted);
}

// A translation must fail at whichever allocation fails.
static bool translate_once(bool reverse) {
  static const char part[] =
      "#include <cuda_runtime.h>\n__global__ void cudaMine(int *p);\n"
      "#define cudaOwn 0xffffffff\ndim3 g; CUdeviceptr d; f(d + 1);\n"
      "struct C { C(CUdeviceptr p) { CUdeviceptr q; f(q + 1); } };\n"
      "k<<<g, 2>>>(cudaFoo); __ballot_sync(cudaOwn, x); hipMalloc(p, hipFoo);\n"
      "hipLaunchKernelGGL(k, 1, 2, 0, 0); cu\\\nInit(0);\n";
  static char source[40 * sizeof(part)];
  for (size_t i = 0; i < 40; ++i)
    memcpy(source + i * (sizeof(part) - 1), part, sizeof(part));
  const qn_hipify_options options = {
      .reverse = reverse, .launch = reverse ? QN_LAUNCH_KEEP : QN_LAUNCH_API};
  qn_hipify_result r = {0};
  qn_diag diag = {0};
  const qn_status status =
      qn_hipify(qn_str_span(qn_str_from(source)), &options, &r, &diag);
  CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
  qn_hipify_finish(&r);
  return !qn_failed(status);
}
static bool translate_forward(void) { return translate_once(false); }
static bool translate_backward(void) { return translate_once(true); }

static void test_memory(void) {
  CHECK(test_fail_allocations(translate_forward) > 10);
  CHECK(test_fail_allocations(translate_backward) > 10);
}

static void test_bad(void) {
  qn_hipify_result r = {0};
  qn_diag diag = {0};
  const qn_hipify_options options = {0};
  CHECK(qn_hipify((qn_span){(const uint8_t *)"a\0b", 3}, &options, &r, &diag)
            .code == QN_E_UNSUPPORTED);
  CHECK(diag.message[0]);
  qn_hipify_finish(&r);
  static const char *const halves[] = {"k<<<",
                                       "k<<<a, b>>>",
                                       "<<<a>>>(",
                                       "cudaMemcpyToSymbol(",
                                       "asm(",
                                       "asm volatile(\"x",
                                       "R\"a(b",
                                       "/* x",
                                       "#include",
                                       "#include <cuda.h",
                                       "#define",
                                       "#if",
                                       "template<",
                                       "cudaFuncSetAttribute(,,",
                                       "'",
                                       "\\",
                                       "a::",
                                       "::cudaFree",
                                       "##cudaFree##",
                                       "#define A(x k<<<x"};
  for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); ++i) {
    (void)keep(halves[i]);
    (void)ggl(halves[i]);
    (void)with(halves[i], (qn_hipify_options){.launch = QN_LAUNCH_API,
                                              .live_only = true,
                                              .comments = true});
  }
}

int main(void) {
  test_names();
  test_versions();
  test_first_blas();
  test_labels();
  test_releases();
  test_removed();
  test_includes();
  test_transforms();
  test_pointers();
  test_strings();
  test_launches();
  test_statements();
  test_options();
  test_rules();
  test_own_names();
  test_nested();
  test_memory();
  test_bad();
  qn_buffer_finish(&text);
  qn_buffer_finish(&rules);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// From HIP to CUDA: qn_hipify with `reverse`.
#include "hipify/translate.h"

#include "support/hipify_test.h"

static const char *back(const char *source) {
  return with(source, (qn_hipify_options){.reverse = true});
}

static const char *found(const char *source) {
  (void)back(source);
  return qn_buffer_text(&rules);
}

static void test_names(void) {
  CHECK_TEXT(back("#define hipFree cudaFree\n"), "#define hipFree cudaFree\n");
  CHECK_TEXT(found("hiprtcLinkCreate(n, keys, values, &state);"), "no-cuda");
  CHECK_TEXT(back("hipMalloc(&p, n); hipFree(p);"),
             "cudaMalloc(&p, n); cudaFree(p);");
  CHECK_TEXT(back("a.hipMalloc(); b->hipFree(); mine::hipFree(p);"),
             "a.hipMalloc(); b->hipFree(); mine::hipFree(p);");
  CHECK_TEXT(back("\"hipFree\" // hipFree\n::hipFree(p);"),
             "\"hipFree\" // hipFree\n::cudaFree(p);");
  CHECK_TEXT(back("hip\\\nFree(p)"), "cudaFree(p)");
  CHECK_TEXT(back("\xef\xbb\xbfhipFree(p);\r\n\xe4"), "\xef\xbb\xbf"
                                                      "cudaFree(p);\r\n\xe4");
  CHECK_TEXT(back("hipcub::BlockReduce<int> hipcub; thrust::hip::par"),
             "cub::BlockReduce<int> hipcub; thrust::cuda::par");
  CHECK_TEXT(back("hipcub::CachingDeviceAllocator a; f(hipcub::hipFree);"),
             "cub::CachingDeviceAllocator a; f(cub::cudaFree);");
  CHECK_TEXT(back("ncclAllReduce(hipblasSgemm, __syncthreads())"),
             "ncclAllReduce(cublasSgemm, __syncthreads())");
  CHECK_TEXT(back("hipHostMalloc(&p, n); hipHostMalloc(&p, n, f);"),
             "cudaMallocHost(&p, n); cudaHostAlloc(&p, n, f);");
  CHECK_TEXT(back("hipThreadIdx_x + hipBlockDim_y"),
             "threadIdx.x + blockDim.y");
  CHECK_TEXT(back("int hip = height;"), "int hip = height;");
  CHECK_TEXT(back(""), "");
  // What is CUDA already is unchanged.
  CHECK_TEXT(back("#include <cuda.h>\nk<<<1, 2>>>(cudaMalloc);"),
             "#include <cuda.h>\nk<<<1, 2>>>(cudaMalloc);");
  CHECK_TEXT(qn_buffer_text(&rules), "");
}

static void test_apis(void) {
  // The driver API's names, in files that use only that API.
  CHECK_TEXT(back("hipError_t e = hipModuleLoad(&m, f); hipDeviceptr_t p; "
                  "hipMalloc(&p, 4);"
                  "e == hipSuccess; hipMemcpy(a, b, n, hipMemcpyDefault);"),
             "#include <cuda.h>\n"
             "CUresult e = cuModuleLoad(&m, f); CUdeviceptr p; "
             "cuMemAlloc(&p, 4);"
             "e == CUDA_SUCCESS; cuMemcpy(a, b, n);");
  CHECK_TEXT(back("hipModuleLoad(&m, f); void *p; hipMalloc(&p, 4);"),
             "#include <cuda.h>\ncuModuleLoad(&m, f); void *p; "
             "cudaMalloc(&p, 4);");
  CHECK_TEXT(back("#include <hip/hip_runtime.h>\nhipCtxDestroy(c);"),
             "#include <cuda.h>\ncuCtxDestroy(c);");
  CHECK_TEXT(back("hipError_t e = hipModuleLoad(&m, f); hipStreamCreate(&s);"),
             "#include <cuda.h>\n"
             "cudaError_t e = cuModuleLoad(&m, f); cudaStreamCreate(&s);");
  CHECK_TEXT(qn_buffer_text(&rules), "ambiguous");
  CHECK_TEXT(with("hipError_t e;",
                  (qn_hipify_options){.reverse = true, .api = QN_API_DRIVER}),
             "#include <cuda.h>\nCUresult e;");
  CHECK_TEXT(with("hipError_t e; hipModuleLoad(&m, f);",
                  (qn_hipify_options){.reverse = true, .api = QN_API_RUNTIME}),
             "#include <cuda.h>\ncudaError_t e; cuModuleLoad(&m, f);");
  // An argument that CUDA's form does not have, with another value than
  // expected.
  CHECK_TEXT(with("hipMemcpy(a, b, n, kind)",
                  (qn_hipify_options){.reverse = true, .api = QN_API_DRIVER}),
             "cudaMemcpy(a, b, n, kind)");
}

static void test_launches(void) {
  CHECK_TEXT(back("hipLaunchKernelGGL(k, dim3(a), dim3(b), 0, s, c, d);"),
             "k<<<dim3(a), dim3(b), 0, s>>>(c, d);");
  CHECK_TEXT(back("hipLaunchKernelGGL(k, a, b, 0, 0);"),
             "k<<<a, b, 0, 0>>>();");
  CHECK_TEXT(back("hipLaunchKernelGGL(HIP_KERNEL_NAME(n::k<a, 3>), 1, f(b, c), "
                  "0, 0, hipSuccess);"),
             "n::k<a, 3><<<1, f(b, c), 0, 0>>>(cudaSuccess);");
  CHECK_TEXT(back("hipLaunchKernelGGL((k<a, 3>), 1, 2, 0, 0,\n  p);"),
             "k<a, 3><<<1, 2, 0, 0>>>(\n  p);");
  CHECK_TEXT(back("hipLaunchKernelGGL(*f, 1, 2, 0, 0, p);"),
             "(*f)<<<1, 2, 0, 0>>>(p);");
  CHECK_TEXT(back("hipLaunchKernelGGL((*f[1]), 1, 2, 0, 0, p);"),
             "(*f[1])<<<1, 2, 0, 0>>>(p);");
  CHECK_TEXT(back("hipLaunchKernelGGL(a->f, 1, /* b */ 2, 0, 0 /* c */, p);"),
             "a->f<<<1, /* b */ 2, 0, 0 /* c */>>>(p);");
  CHECK_TEXT(back("#define L(k, ...) hipLaunchKernelGGL(k, 1, 2, 0, 0, "
                  "##__VA_ARGS__)\n"),
             "#define L(k, ...) k<<<1, 2, 0, 0>>>(__VA_ARGS__)\n");
  CHECK_TEXT(back("#define L(...) hipLaunchKernelGGL(__VA_ARGS__)\n"),
             "#define L(...) hipLaunchKernelGGL(__VA_ARGS__)\n");
  CHECK_TEXT(qn_buffer_text(&rules), "launch");
  CHECK_TEXT(back("hipLaunchKernel((const void *)k, g, b, args, 0, s);"),
             "cudaLaunchKernel((const void *)k, g, b, args, 0, s);");
}

static void test_syntax(void) {
  CHECK_TEXT(back("hipMemcpyToSymbol(HIP_SYMBOL(t[1]), p, 4);"),
             "cudaMemcpyToSymbol(t[1], p, 4);");
  CHECK_TEXT(back("HIP_DYNAMIC_SHARED(float, s)\n"
                  "HIP_DYNAMIC_SHARED(float,s);"),
             "extern __shared__ float s[];\nextern __shared__ float s[];");
  CHECK_TEXT(back("hipGraphExecUpdate(e, g, &(&i)->errorNode, &(&i)->result)"),
             "cudaGraphExecUpdate(e, g, &i)");
  CHECK_TEXT(back("struct { hipGraphExecUpdateResult result; hipGraphNode_t "
                  "errorNode, errorFromNode; } info;"),
             "cudaGraphExecUpdateResultInfo info;");
  CHECK_TEXT(back("struct { hipGraphExecUpdateResult result; } info;"),
             "struct { cudaGraphExecUpdateResult result; } info;");
}

static void test_includes(void) {
  CHECK_TEXT(back("#include <hip/hip_runtime.h>\n#include <hip/hip_fp16.h>\n"
                  "#include \"hip/hip_runtime.h\"\n__global__ void k();"),
             "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n"
             "__global__ void k();");
  CHECK_TEXT(back("#if __has_include(<hip/hiprtc.h>)\n#endif\n"),
             "#if __has_include(<nvrtc.h>)\n#endif\n");
  CHECK_TEXT(found("#include <hip/hip_ext.h>\n"), "include");
  CHECK_TEXT(found("#include <rocprim/rocprim.hpp>\n"), "include");
  CHECK_TEXT(found("#include \"mine.h\"\n"), "");
}

static void test_strings(void) {
  CHECK_TEXT(with("dlsym(h, \"hipFree\"); puts(\"hipFree\"); // hipFree",
                  (qn_hipify_options){
                      .reverse = true, .api_strings = true, .comments = true}),
             "dlsym(h, \"cudaFree\"); puts(\"hipFree\"); // cudaFree");
  CHECK_TEXT(found("dlsym(h, \"hipFree\");"), "string");
}

// Each rule of the reverse direction: a source that triggers it, and one that
// almost does.
static void test_rules(void) {
  CHECK_TEXT(found("hipExtFoo(); hipExtFoo();"), "no-cuda"); // once
  CHECK_TEXT(found("int hipExtFoo(); f(hipExtFoo);"), "");
  CHECK_TEXT(found("#define hipFoo 1\nf(hipFoo);"), "");
  CHECK_TEXT(found("__builtin_amdgcn_s_barrier();"), "no-cuda");
  CHECK_TEXT(found("rocblas_sgemm(h);"), "no-cuda");
  CHECK_TEXT(found("#ifdef __HIP_PLATFORM_AMD__\n#endif"), "no-cuda");
  CHECK_TEXT(found("x = __shfl(a, 1);"), "no-cuda");
  CHECK_TEXT(found("x = __shfl_sync(m, a, 1);"), "");
  CHECK_TEXT(found("asm volatile(\"s_nop 0\");"), "no-cuda");
  CHECK_TEXT(found("asm(\"mov.u32 %0, %laneid;\" : \"=r\"(x));"), "");
  CHECK_TEXT(found("hipGraphExecUpdate(e, g, &n, &r)"), "no-cuda");
  CHECK_TEXT(found("hiprtcGetBitcode(a, b);"), "ambiguous");
  CHECK_TEXT(found("hiprtcGetCode(a, b);"), "");
  CHECK_TEXT(found("hipFunction_t f; hipStreamCreate(&s); hipCtxDestroy(c);"),
             "");
  CHECK_TEXT(found("hipStream_t s; hipStreamCreate(&s); hipCtxDestroy(c);"),
             ""); // both APIs have the same type
}

// Translated sources translate back.
static void test_round(void) {
  static const char *const sources[] = {
      "#include <cuda_runtime.h>\n__global__ void k();\n"
      "cudaMemcpyToSymbol(a, b, n);",
      "#include <cuda_runtime.h>\nk<a, b><<<dim3(1), dim3(2), 0, s>>>(c);",
      "#include <cuda.h>\nCUresult r = cuInit(0); CUdeviceptr p; "
      "cuMemcpy(p, q, n);",
      "#include <cublas_v2.h>\n#include <curand_kernel.h>\ncublasDgemm(h);"};
  for (size_t i = 0; i < sizeof(sources) / sizeof(sources[0]); ++i) {
    qn_buffer hip = {0};
    qn_buffer_append_str(
        &hip, qn_str_from(with(sources[i],
                               (qn_hipify_options){.launch = QN_LAUNCH_GGL})));
    CHECK_TEXT(back(qn_buffer_text(&hip)), sources[i]);
    CHECK_TEXT(back(sources[i]), sources[i]);
    qn_buffer_finish(&hip);
  }
}

// Incomplete constructs: what cannot be parsed is unchanged, and is reported.
static const struct half {
  const char *source;
  const char *translated; // NULL: the same
  const char *driver;     // with the driver API: NULL: the same as that
  const char *rule;
} halves[] = {
    {"hipLaunchKernelGGL", NULL, NULL, "launch"},
    {"hipLaunchKernelGGL(", NULL, NULL, "launch"},
    {"hipLaunchKernelGGL()", NULL, NULL, "launch"},
    {"hipLaunchKernelGGL(,,,,,)", NULL, NULL, "launch"},
    {"hipLaunchKernelGGL(k, 1, 2, 3, 4", NULL, NULL, "launch"},
    {"HIP_SYMBOL", NULL, NULL, "no-cuda"},
    {"HIP_SYMBOL(", NULL, NULL, ""},
    {"HIP_SYMBOL()", "", NULL, ""},
    {"HIP_SYMBOL(HIP_SYMBOL(a)", "a", NULL, ""}, // one ')' ends both
    {"HIP_KERNEL_NAME(a", NULL, NULL, ""},
    {"HIP_DYNAMIC_SHARED(a", NULL, NULL, "no-cuda"},
    {"HIP_DYNAMIC_SHARED(,)", NULL, NULL, "no-cuda"},
    {"hipGraphExecUpdate(", "cudaGraphExecUpdate(",
     "#include <cuda.h>\ncuGraphExecUpdate(", "no-cuda"},
    {"hipGraphExecUpdate(,,,)", "cudaGraphExecUpdate(,,,)",
     "#include <cuda.h>\ncuGraphExecUpdate(,,,)", "no-cuda"},
    {"hipGraphExecUpdate(e, g, &()->errorNode, &()->result)",
     "cudaGraphExecUpdate(e, g, &()->errorNode, &()->result)",
     "#include <cuda.h>\ncuGraphExecUpdate(e, g, &()->errorNode, &()->result)",
     "no-cuda"},
    {"hipGraphExecUpdateResult", "cudaGraphExecUpdateResult",
     "#include <cuda.h>\nCUgraphExecUpdateResult", ""},
    {"struct { hipGraphExecUpdateResult", "struct { cudaGraphExecUpdateResult",
     "#include <cuda.h>\nstruct { CUgraphExecUpdateResult", ""},
    {"hipMemcpy(a", "cudaMemcpy(a", NULL, ""},
    {"asm(", NULL, NULL, ""},
    {"__shfl", NULL, NULL, ""},
    {"\"h", NULL, NULL, ""},
    {"#include", NULL, NULL, ""},
    {"hipThreadIdx_", NULL, NULL, "no-cuda"},
    {"::hip", NULL, NULL, ""},
    {"hip", NULL, NULL, ""},
};

static void test_bad(void) {
  for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); ++i)
    for (int api = QN_API_AUTO; api <= QN_API_DRIVER; ++api) {
      const struct half *h = &halves[i];
      const char *expected = h->translated ? h->translated : h->source;
      if (api == QN_API_DRIVER && h->driver)
        expected = h->driver;
      CHECK_TEXT(with(h->source, (qn_hipify_options){.reverse = true,
                                                     .api = (qn_hip_api)api,
                                                     .comments = true,
                                                     .api_strings = true}),
                 expected);
      CHECK_TEXT(qn_buffer_text(&rules), h->rule);
    }
}

int main(void) {
  test_names();
  test_apis();
  test_launches();
  test_syntax();
  test_includes();
  test_strings();
  test_rules();
  test_round();
  test_bad();
  qn_buffer_finish(&text);
  qn_buffer_finish(&rules);
  return 0;
}

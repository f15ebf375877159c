// SPDX-License-Identifier: Apache-2.0
#include "hipify/names.h"

#include "support/test.h"

static const char *hip(const char *cuda) {
  const qn_cuda_name *row = qn_cuda_name_find(qn_str_from(cuda));
  return row ? row->hip : NULL;
}

// Every name finds its own row, and nothing that only begins so.
static void test_all(void) {
  size_t count;
  const qn_cuda_name *rows = qn_cuda_names(&count);
  CHECK(count > 9000);
  for (size_t i = 0; i < count; ++i) {
    const qn_str name = qn_str_from(rows[i].cuda);
    CHECK(qn_cuda_name_find(name) == &rows[i]);
    CHECK(i == 0 || strcmp(rows[i - 1].cuda, rows[i].cuda) < 0);
    CHECK(rows[i].status == QN_NAME_UNSUPPORTED ||
          rows[i].status == QN_NAME_SAME || rows[i].hip[0]);
    const qn_cuda_name *part =
        qn_cuda_name_find((qn_str){name.data, name.size - 1});
    CHECK(part != &rows[i]);
    // No result is a name that would be translated again.
    const qn_cuda_name *again = qn_cuda_name_find(qn_str_from(rows[i].hip));
    CHECK(!again || rows[i].status == QN_NAME_UNSUPPORTED ||
          again->status == QN_NAME_SAME);
  }
}

static void test_some(void) {
  CHECK_TEXT(hip("cudaMalloc"), "hipMalloc");
  CHECK_TEXT(hip("cudaError_t"), "hipError_t");
  CHECK_TEXT(hip("CUDA_ERROR_OUT_OF_MEMORY"), "hipErrorOutOfMemory");
  CHECK_TEXT(hip("cuMemcpy2D"), "hipMemcpyParam2D");
  CHECK_TEXT(hip("cuLaunchKernel"), "hipModuleLaunchKernel");
  CHECK_TEXT(hip("cuGetErrorString"), "hipDrvGetErrorString");
  CHECK_TEXT(hip("CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT"),
             "hipDeviceAttributeMultiprocessorCount");
  CHECK_TEXT(hip("cudaDevAttrMaxSharedMemoryPerBlockOptin"),
             "hipDeviceAttributeSharedMemPerBlockOptin");
  CHECK_TEXT(hip("cudaThreadSynchronize"), "hipDeviceSynchronize");
  CHECK_TEXT(hip("cublasSgemm_v2"), "hipblasSgemm");
  CHECK_TEXT(hip("CUFFT_R2C"), "HIPFFT_R2C");
  CHECK_TEXT(hip("curand_uniform"), "hiprand_uniform");
  CHECK_TEXT(hip("nvrtcGetPTX"), "hiprtcGetCode");
  CHECK_TEXT(hip("cuda_runtime.h"), "hip/hip_runtime.h");
  CHECK_TEXT(hip("nccl.h"), "rccl/rccl.h");
  CHECK(!hip("hipMalloc") && !hip("x") && !hip(""));
  CHECK(!qn_cuda_name_find((qn_str){NULL, 0}));
  const qn_cuda_name *back = qn_hip_name_find(QN_STR("hipMalloc"));
  CHECK(back && strstr(back->cuda, "lloc"));
  CHECK_TEXT(qn_name_kind_text(QN_NAME_FUNCTION), "function");
}

static void test_like(void) {
  static const char *const like[] = {"cudaFoo", "cuFoo",     "CU_X",
                                     "CUDA_X",  "cublasFoo", "nvrtcFoo"};
  static const char *const unlike[] = {"cuda",    "cu",      "cube", "CUBE",
                                       "curious", "cudafoo", "CU_",  "hipFoo"};
  for (size_t i = 0; i < sizeof(like) / sizeof(like[0]); ++i)
    CHECK(qn_cuda_name_like(qn_str_from(like[i])));
  for (size_t i = 0; i < sizeof(unlike) / sizeof(unlike[0]); ++i)
    CHECK(!qn_cuda_name_like(qn_str_from(unlike[i])));
}

int main(void) {
  test_all();
  test_some();
  test_like();
  return 0;
}

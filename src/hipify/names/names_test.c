// SPDX-License-Identifier: Apache-2.0
#include "hipify/names/names.h"

#include <strings.h>

#include "support/test.h"

static const char *hip(const char *cuda) {
  const qn_cuda_name *row = qn_cuda_name_find(qn_str_from(cuda));
  return row ? row->hip : NULL;
}

// Every name finds its own row; without its last character it does not.
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
  CHECK_TEXT(qn_name_kind_text(QN_NAME_FUNCTION), "function");
}

static const char *roc(const char *cuda, qn_libraries libraries) {
  const qn_cuda_name *row = qn_cuda_name_find(qn_str_from(cuda));
  return row ? qn_cuda_name_roc(row, libraries)->hip : NULL;
}

static void test_roc(void) {
  size_t count, renamed = 0;
  const qn_cuda_name *rows = qn_cuda_names(&count);
  for (size_t i = 0; i < count; ++i) {
    CHECK(qn_cuda_name_roc(&rows[i], QN_LIBRARIES_HIP) == &rows[i]);
    const qn_cuda_name *name = qn_cuda_name_roc(&rows[i], QN_LIBRARIES_ROC);
    CHECK_TEXT(name->cuda, rows[i].cuda);
    CHECK(name == &rows[i] || name->status == QN_NAME_UNSUPPORTED ||
          strncasecmp(name->hip, "roc", 3) == 0 ||
          strncasecmp(name->hip, "miopen", 6) == 0);
    renamed += name != &rows[i] && name->status == QN_NAME_OK;
  }
  CHECK(renamed > 1100);
  CHECK_TEXT(roc("cublasSgemmStridedBatched", QN_LIBRARIES_ROC),
             "rocblas_sgemm_strided_batched");
  CHECK_TEXT(roc("cublasSgemm", QN_LIBRARIES_MIOPEN), "hipblasSgemm");
  CHECK_TEXT(roc("cudnnHandle_t", QN_LIBRARIES_MIOPEN), "miopenHandle_t");
  CHECK_TEXT(roc("CUSPARSE_INDEX_BASE_ZERO", QN_LIBRARIES_ROC),
             "rocsparse_index_base_zero");
  CHECK_TEXT(roc("cudaMalloc", QN_LIBRARIES_ROC), "hipMalloc");
  CHECK_TEXT(roc("curand_kernel.h", QN_LIBRARIES_ROC),
             "rocrand/rocrand_kernel.h");
  // Other arguments: only the nearest.
  const qn_cuda_name *ex = qn_cuda_name_roc(
      qn_cuda_name_find(QN_STR("cublasGemmEx")), QN_LIBRARIES_ROC);
  CHECK(ex->status == QN_NAME_UNSUPPORTED);
  CHECK_TEXT(ex->hip, "rocblas_gemm_ex");
  CHECK_TEXT(qn_library_of(ex, QN_LIBRARIES_ROC), "rocBLAS");
  CHECK_TEXT(qn_library_of(ex, QN_LIBRARIES_MIOPEN), "HIP");
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

// The reverse: each HIP name finds itself, and maps to a row that translates to
// it, except where reverse.tsv says otherwise; a compiler's own functions stay.
static void test_back(void) {
  static const char *const chosen[] = {"hipSuccess", "HIP_SUCCESS"};
  size_t count;
  size_t several = 0;
  const qn_cuda_name *rows = qn_cuda_names(&count);
  for (size_t i = 0; i < count; ++i) {
    qn_hip_name back;
    if (rows[i].status == QN_NAME_UNSUPPORTED)
      continue;
    if (qn_str_starts(qn_str_from(rows[i].hip), QN_STR("__builtin_"))) {
      CHECK(!qn_hip_name_find(qn_str_from(rows[i].hip), &back));
      continue;
    }
    CHECK(qn_hip_name_find(qn_str_from(rows[i].hip), &back));
    CHECK_TEXT(back.hip, rows[i].hip);
    const bool exact = strcmp(back.hip, chosen[0]) != 0 &&
                       strcmp(back.hip, chosen[1]) != 0 &&
                       rows[i].kind != QN_NAME_HEADER;
    CHECK(!exact || !back.runtime || !strcmp(back.runtime->hip, back.hip));
    CHECK(!exact || !back.driver || !strcmp(back.driver->hip, back.hip));
    several += !back.runtime && !back.driver;
  }
  CHECK(several < 10);
  qn_hip_name name;
  CHECK(qn_hip_name_find(QN_STR("hipMalloc"), &name));
  CHECK_TEXT(name.runtime->cuda, "cudaMalloc");
  CHECK_TEXT(name.driver->cuda, "cuMemAlloc");
  CHECK(qn_hip_name_find(QN_STR("hipHostMalloc"), &name));
  CHECK_TEXT(name.transform, "count:2=cudaMallocHost");
  CHECK(qn_hip_name_find(QN_STR("hipDeviceSynchronize"), &name));
  CHECK_TEXT(name.runtime->cuda, "cudaDeviceSynchronize");
  CHECK(qn_hip_name_find(QN_STR("hipModuleLoad"), &name) && !name.runtime);
  CHECK(!qn_hip_name_find(QN_STR("cudaMalloc"), &name));
  CHECK(qn_hip_name_like(QN_STR("hipFoo")));
  CHECK(qn_hip_name_like(QN_STR("__builtin_amdgcn_s_barrier")));
  CHECK(!qn_hip_name_like(QN_STR("hip")) && !qn_hip_name_like(QN_STR("hips")));
  CHECK(!qn_hip_name_like(QN_STR("height")) &&
        !qn_hip_name_like(QN_STR("HIP_")));
}

int main(void) {
  test_all();
  test_some();
  test_roc();
  test_like();
  test_back();
  return 0;
}

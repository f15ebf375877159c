// SPDX-License-Identifier: Apache-2.0
// BLAS on an NVIDIA device that is none (tests/gpu/fake_cuda.c): what reaches
// its libcublas (tests/gpu/fake_cublas.c), on which stream, in which state.
#include <stdio.h>
#include <sys/wait.h>

#include "cuda/cublasLt.h"
#include "cuda/cublas_v2.h"
#include "hip/hip_runtime_api.h"
#include "libs/blas/blas.h"
#include "runtime/contract/result.h"
#include "support/fake.h"
#include "support/test.h"

static void (*fake_blas_clear)(void);
static const char *(*fake_blas_log)(void);
static void (*fake_blas_fail)(const char *name, int status);
static int (*fake_blas_handles)(void);

#define OK(call) CHECK_INT(call, 0)

static void check_log(int line, const char *expected) {
  fake_check(line, fake_blas_log(), expected);
  fake_blas_clear();
}
#define LOG(expected) check_log(__LINE__, expected)

// Whether a line says so, and whether one does not.
static bool logged(const char *text) { return strstr(fake_blas_log(), text); }

static const float *const A = (const float *)0xa0;
static const float *const B = (const float *)0xb0;
static float *const C = (float *)0xc0;

// ---- At once

static void test_gemm(void) {
  cublasHandle_t handle;
  float alpha = 2, beta = 3;
  OK(cublasCreate_v2(&handle));
  LOG(""); // nothing of theirs before it is needed
  OK(cublasSgemm_v2(handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 5, 6, &alpha, A, 7, B,
                    8, &beta, C, 9));
  LOG("create\nmode\nmath\nstream\n"
      "sgemm stream 0x1 mode 0 math 0 workspace 0: 10 4 5 6 2 0xa0 7 0xb0 8 3 "
      "0xc0 9\n");
  OK(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  OK(cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE));
  OK(cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_C, 4, 5, 6, A, A, 7, B, 8, B,
                    C, 9));
  LOG("mode\nmath\n"
      "sgemm stream 0x1 mode 1 math 3 workspace 0: 02 4 5 6 at 0xa0 0xa0 7 "
      "0xb0 8 at 0xb0 0xc0 9\n");
  OK(cublasDestroy_v2(handle));
  // The next handle has the same one of theirs, in a state of its own.
  OK(cublasCreate_v2(&handle));
  OK(cublasStrsm_v2(handle, CUBLAS_SIDE_RIGHT, CUBLAS_FILL_MODE_UPPER,
                    CUBLAS_OP_T, CUBLAS_DIAG_UNIT, 3, 2, &alpha, A, 3, C, 3));
  LOG("mode\nmath\nstream\n"
      "strsm stream 0x1 mode 0 math 0 workspace 0: 1111 3 2 2 0xa0 3 0xc0 3\n");
  int64_t index = 0;
  OK(cublasIsamax_v2_64(handle, INT64_C(1) << 33, A, 2, &index));
  CHECK(index == INT64_C(1) << 40);
  LOG("isamax_64 stream 0x1 mode 0 math 0 workspace 0: 8589934592 0xa0 2\n");
  OK(cublasDestroy_v2(handle));
}

static void test_streams(void) {
  hipStream_t stream;
  cublasHandle_t handle;
  const float one = 1;
  OK(cublasCreate_v2(&handle));
  OK(hipStreamCreate(&stream));
  OK(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1));
  fake_blas_clear();
  OK(cublasSetWorkspace_v2(handle, (void *)0x100, 5 << 20));
  OK(cublasSetStream_v2(handle, (cudaStream_t)stream));
  OK(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1));
  // The driver's stream, not the number that the program has for it.
  CHECK(logged("stream\nworkspace\nsaxpy stream 0x"));
  CHECK(!logged("stream 0x1 ") && logged(" workspace 5:"));
  char theirs[64], ours[64];
  snprintf(ours, sizeof(ours), "stream %p ", (void *)stream);
  snprintf(theirs, sizeof(theirs), "%s", fake_blas_log());
  CHECK(!strstr(theirs, ours));
  fake_blas_clear();
  OK(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1));
  CHECK(strncmp(fake_blas_log(), "saxpy", 5) == 0);
  fake_blas_clear();
  OK(cublasDestroy_v2(handle));
  OK(hipStreamDestroy(stream));
}

static void test_products(void) {
  cublasHandle_t handle;
  const float alpha = 2, beta = 3;
  OK(cublasCreate_v2(&handle));
  OK(cublasGemmStridedBatchedEx(
      handle, CUBLAS_OP_T, CUBLAS_OP_N, 4, 5, 6, &alpha, A, CUDA_R_16F, 7, 100,
      B, CUDA_R_16F, 8, 200, &beta, C, CUDA_R_32F, 9, 300, 11,
      CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  CHECK(logged("gemm stream 0x1 mode 0 math 0 workspace 0: 10 4 5 6 2 0xa0 2 7 "
               "100 0xb0 2 8 200 3 0xc0 0 9 300 x11 compute 77 algo -1\n"));
  fake_blas_clear();
  const float *const as[] = {A};
  float *const bs[] = {C};
  int info = 9;
  OK(cublasSgetrsBatched(handle, CUBLAS_OP_T, 4, 2, as, 5, (const int *)0xe0,
                         bs, 6, &info, 3));
  CHECK_INT(info, 0);
  LOG("getrs stream 0x1 mode 0 math 0 workspace 0: 1 4 2 0xa0 5 0xe0 0xc0 6 "
      "x3\n");
  OK(cublasDestroy_v2(handle));
}

// ---- Failures

static void test_failures(void) {
  static const struct {
    int theirs;
    cublasStatus_t ours;
  } rows[] = {{3, CUBLAS_STATUS_ALLOC_FAILED},
              {7, CUBLAS_STATUS_INVALID_VALUE},
              {13, CUBLAS_STATUS_EXECUTION_FAILED},
              {15, CUBLAS_STATUS_NOT_SUPPORTED}};
  cublasHandle_t handle;
  const float one = 1;
  OK(cublasCreate_v2(&handle));
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    fake_blas_fail("cublasSaxpy_v2", rows[i].theirs);
    CHECK_INT(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1), rows[i].ours);
    CHECK(strstr(qn_reason(), "saxpy: ") && strstr(qn_reason(), "NVIDIA"));
  }
  fake_blas_fail("cublasSetStream_v2", 14);
  CHECK_INT(cublasSetStream_v2(handle, NULL), 0); // nothing happens yet
  OK(cublasDestroy_v2(handle));
  OK(cublasCreate_v2(&handle));
  CHECK_INT(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1),
            CUBLAS_STATUS_EXECUTION_FAILED);
  OK(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1)); // it is set again
  fake_blas_clear();
  // What theirs has not is refused by its name, and wrong calls before it.
  double d[5] = {0};
  CHECK_INT(cublasDrotmg_v2(handle, d, d, d, d, d),
            CUBLAS_STATUS_NOT_SUPPORTED);
  CHECK(strstr(qn_reason(), "has no function cublasDrotmg_v2"));
  CHECK_INT(cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, A,
                           3, B, 4, &one, C, 4),
            CUBLAS_STATUS_INVALID_VALUE);
  LOG("");
  OK(cublasDestroy_v2(handle));
}

// A call that is like one before is passed on without most checks; one that is
// wrong is refused as before.
static void test_wrong_behind_right(void) {
  static const struct {
    cublasOperation_t op;
    int k, lda;
    bool has_a;
    cublasStatus_t status;
    const char *reason;
  } rows[] = {
      {CUBLAS_OP_N, 6, 4, true, CUBLAS_STATUS_SUCCESS, NULL},
      {CUBLAS_OP_T, 6, 6, true, CUBLAS_STATUS_SUCCESS, NULL},
      {CUBLAS_OP_N, 0, 4, true, CUBLAS_STATUS_SUCCESS, NULL},
      {CUBLAS_OP_N, 6, 3, true, CUBLAS_STATUS_INVALID_VALUE, "'lda' is 3"},
      {CUBLAS_OP_T, 6, 5, true, CUBLAS_STATUS_INVALID_VALUE, "'lda' is 5"},
      {CUBLAS_OP_N, -1, 4, true, CUBLAS_STATUS_INVALID_VALUE, "'k' is -1"},
      {CUBLAS_OP_N, 6, 4, false, CUBLAS_STATUS_INVALID_VALUE, "'A' is null"},
      {(cublasOperation_t)9, 6, 4, true, CUBLAS_STATUS_INVALID_VALUE,
       "'transa' is none"},
  };
  cublasHandle_t handle;
  const float one = 1;
  OK(cublasCreate_v2(&handle));
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
    OK(cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 5, 6, &one, A, 4, B,
                      6, &one, C, 4));
    fake_blas_clear();
    CHECK_INT(cublasSgemm_v2(handle, rows[i].op, CUBLAS_OP_N, 4, 5, rows[i].k,
                             &one, rows[i].has_a ? A : NULL, rows[i].lda, B, 6,
                             &one, C, 4),
              rows[i].status);
    CHECK(!rows[i].reason || strstr(qn_reason(), rows[i].reason));
    CHECK((fake_blas_log()[0] != '\0') == !rows[i].reason);
  }
  fake_blas_clear();
  OK(cublasDestroy_v2(handle));
}

static void test_many_handles(void) {
  const int before = fake_blas_handles();
  const float one = 1;
  for (int i = 0; i < 10000; ++i) {
    cublasHandle_t handle;
    OK(cublasCreate_v2(&handle));
    OK(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1));
    OK(cublasDestroy_v2(handle));
    fake_blas_clear();
  }
  CHECK_INT(fake_blas_handles(), before);
}

// ---- Graphs

static void test_graph(void) {
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  cublasHandle_t handle;
  float alpha = 2;
  OK(hipStreamCreate(&stream));
  OK(cublasCreate_v2(&handle));
  OK(cublasSetStream_v2(handle, (cudaStream_t)stream));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(cublasSaxpy_v2(handle, 6, &alpha, A, 1, C, 1));
  alpha = 5;
  OK(cublasSaxpy_v2(handle, 7, &alpha, A, 1, C, 1));
  float result;
  CHECK_INT(cublasSdot_v2(handle, 7, A, 1, B, 1, &result),
            CUBLAS_STATUS_NOT_SUPPORTED);
  OK(hipStreamEndCapture(stream, &graph));
  LOG(""); // not yet
  alpha = 8;
  OK(cublasDestroy_v2(handle));
  size_t count = 0;
  OK(hipGraphGetNodes(graph, NULL, &count));
  CHECK_INT(count, 2);
  OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  OK(hipGraphDestroy(graph));
  OK(hipGraphLaunch(exec, stream));
  CHECK(logged(" mode 0 math 0 workspace 32: 6 2 0xa0 1 0xc0 1\n"));
  CHECK(logged(" mode 0 math 0 workspace 32: 7 5 0xa0 1 0xc0 1\n"));
  fake_blas_clear();
  OK(hipGraphLaunch(exec, stream));
  LOG("");
  OK(hipGraphExecDestroy(exec));
  OK(hipStreamDestroy(stream));
}

// ---- cuBLASLt

static void test_lt(void) {
  cublasLtHandle_t handle;
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t a, b, c;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t result[2];
  const int32_t transposed = CUBLAS_OP_T, count = 3;
  const uint32_t epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  const void *bias = (void *)0x40;
  const uint64_t room = 4096;
  const float alpha = 2, beta = 0;
  int found = 0;
  OK(cublasLtCreate(&handle));
  OK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_TRANSA,
                                    &transposed, sizeof(transposed)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                    &epilogue, sizeof(epilogue)));
  OK(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER,
                                    &bias, sizeof(bias)));
  OK(cublasLtMatrixLayoutCreate(&a, CUDA_R_16F, 6, 4, 8));
  OK(cublasLtMatrixLayoutSetAttribute(a, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                                      &count, sizeof(count)));
  OK(cublasLtMatrixLayoutCreate(&b, CUDA_R_16F, 6, 5, 6));
  OK(cublasLtMatrixLayoutCreate(&c, CUDA_R_16F, 4, 5, 4));
  OK(cublasLtMatmulPreferenceCreate(&preference));
  OK(cublasLtMatmulPreferenceSetAttribute(
      preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room,
      sizeof(room)));
  OK(cublasLtMatmulAlgoGetHeuristic(handle, desc, a, b, c, c, preference, 2,
                                    result, &found));
  CHECK_INT(found, 1);
  CHECK_INT(result[0].algo.data[7], 77);
  CHECK(logged("choose 2 by 1=4096\n"));
  OK(cublasLtMatmulAlgoCheck(handle, desc, a, b, c, c, &result[0].algo,
                             &result[1]));
  CHECK(logged("check 77\n"));
  fake_blas_clear();
  OK(cublasLtMatmul(handle, desc, &alpha, A, a, B, b, &beta, C, c, C, c,
                    &result[0].algo, (void *)0x100, 4096, NULL));
  LOG("lt compute 68 scale 0 3=1 7=6 8=64; 6x4/8 type 2 5=3; 6x5/6 type 2; "
      "4x5/4 type 2; 4x5/4 type 2; 2 0 algo 77 workspace 4096 stream 0x1\n");
  fake_blas_fail("cublasLtMatmul", 15);
  CHECK_INT(cublasLtMatmul(handle, desc, &alpha, A, a, B, b, &beta, C, c, C, c,
                           NULL, NULL, 0, NULL),
            CUBLAS_STATUS_NOT_SUPPORTED);
  OK(cublasLtMatmulPreferenceDestroy(preference));
  OK(cublasLtMatrixLayoutDestroy(a));
  OK(cublasLtMatrixLayoutDestroy(b));
  OK(cublasLtMatrixLayoutDestroy(c));
  OK(cublasLtMatmulDescDestroy(desc));
  OK(cublasLtDestroy(handle));
}

// ---- Without their library

// In a separate process: the library is looked up once.
static void test_without(void) {
  const pid_t child = fork();
  int status = 0;
  CHECK(child >= 0);
  if (child == 0) {
    cublasHandle_t handle;
    const float one = 1;
    CHECK(setenv("QUERN_LIBCUBLAS", "libquern-no-such.so.1", 1) == 0);
    OK(cublasCreate_v2(&handle));
    CHECK_INT(cublasSaxpy_v2(handle, 1, &one, A, 1, C, 1),
              CUBLAS_STATUS_NOT_SUPPORTED);
    CHECK(strstr(qn_reason(), "QUERN_LIBCUBLAS"));
    OK(cublasDestroy_v2(handle));
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
}

int main(void) {
  (void)fake_open("libfake_cuda.so", "QUERN_LIBCUDA");
  CHECK(setenv("QUERN_DEVICE", "cuda", 1) == 0);
  test_without();
  void *library = fake_open("libfake_cublas.so", "QUERN_LIBCUBLAS");
  (void)fake_open("libfake_cublas.so", "QUERN_LIBCUBLASLT");
  fake_find(library, "fake_blas_clear", &fake_blas_clear);
  fake_find(library, "fake_blas_log", &fake_blas_log);
  fake_find(library, "fake_blas_fail", &fake_blas_fail);
  fake_find(library, "fake_blas_handles", &fake_blas_handles);
  test_gemm();
  test_streams();
  test_products();
  test_failures();
  test_wrong_behind_right();
  test_many_handles();
  test_graph();
  test_lt();
  return 0;
}

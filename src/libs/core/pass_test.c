// SPDX-License-Identifier: Apache-2.0
// cuSPARSE and cuSOLVER on an NVIDIA device that is none
// (tests/gpu/fake_cuda.c): what reaches its libraries
// (tests/gpu/fake_passed.c), and what is answered without them.
#include <stdio.h>

#include "cuda/cusolverDn.h"
#include "cuda/cusparse.h"
#include "hip/hip_runtime_api.h"
#include "runtime/contract/result.h"
#include "support/fake.h"
#include "support/test.h"

static void (*fake_passed_clear)(void);
static const char *(*fake_passed_log)(void);
static int (*fake_passed_live)(void);

#define OK(call) CHECK_INT(call, 0)
static void check_log(int line, const char *expected) {
  fake_check(line, fake_passed_log(), expected);
  fake_passed_clear();
}
#define LOG(expected) check_log(__LINE__, expected)

static void *device_memory(size_t size) {
  void *p;
  OK(hipMalloc(&p, size));
  OK(hipMemset(p, 0x55, size));
  return p;
}

// ---- cuSPARSE

static const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;

static void test_products(void) {
  cusparseHandle_t handle;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t x, y;
  const float alpha = 2, beta = 3;
  size_t size = 0;
  OK(cusparseCreate(&handle));
  OK(cusparseCreateCsr(&a, 4, 5, 6, (void *)0xa0, (void *)0xa1, (void *)0xa2,
                       CUSPARSE_INDEX_64I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
  OK(cusparseCreateDnVec(&x, 5, (void *)0xb0, CUDA_R_32F));
  OK(cusparseCreateDnVec(&y, 4, (void *)0xc0, CUDA_R_32F));
  const cusparseFillMode_t upper = CUSPARSE_FILL_MODE_UPPER;
  OK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, (void *)&upper,
                               sizeof(upper)));
  LOG(""); // nothing of theirs before it is needed
  OK(cusparseSpMV_bufferSize(handle, plain, &alpha, a, x, &beta, y, CUDA_R_32F,
                             CUSPARSE_SPMV_CSR_ALG2, &size));
  CHECK_INT(size, 77);
  LOG("stream 0x1\nmode 0\ncsr 4 5 6 0xa0 0xa1 0xa2 3 2 1 0\n"
      "attribute 0 1 of 4\nvector 5 0xb0 0\nvector 4 0xc0 0\n"
      "size 0 2 3 type 0 alg 3\n");
  OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
  // Of real numbers both transposes are one, and theirs takes one alone.
  OK(cusparseSpMV(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, &alpha, a, x,
                  &beta, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                  (void *)0xd0));
  LOG("stream 0x1\nmode 1\nspmv 1 0 1 2 type 0 alg 0 buffer 0xd0\n");
  OK(cusparseDestroySpMat(a));
  OK(cusparseDestroyDnVec(x));
  OK(cusparseDestroyDnVec(y));
  OK(cusparseDestroy(handle));
  CHECK_INT(fake_passed_live(), 0);
}

static void test_empty_products(void) {
  cusparseHandle_t handle;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t x, y;
  const float alpha = 2, zero = 0;
  float beta = 3;
  size_t size = 9;
  float *values = device_memory(16);
  float *device_beta = device_memory(4);
  const float before[4] = {1, 2, 3, 4};
  OK(hipMemcpy(values, before, sizeof(before), hipMemcpyHostToDevice));
  OK(hipMemcpy(device_beta, &beta, 4, hipMemcpyHostToDevice));
  OK(cusparseCreate(&handle));
  OK(cusparseCreateCsr(&a, 4, 0, 0, (void *)0xa0, NULL, NULL,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  OK(cusparseCreateDnVec(&x, 0, NULL, CUDA_R_32F));
  OK(cusparseCreateDnVec(&y, 4, values, CUDA_R_32F));
  OK(cusparseSpMV_bufferSize(handle, plain, &alpha, a, x, &beta, y, CUDA_R_32F,
                             CUSPARSE_SPMV_ALG_DEFAULT, &size));
  CHECK_INT(size, 0);
  OK(cusparseSpMV(handle, plain, &alpha, a, x, &beta, y, CUDA_R_32F,
                  CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  float after[4];
  OK(hipMemcpy(after, values, sizeof(after), hipMemcpyDeviceToHost));
  for (int i = 0; i < 4; ++i)
    CHECK(after[i] == 3 * before[i]);
  OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
  OK(cusparseSpMV(handle, plain, device_beta, a, x, device_beta, y, CUDA_R_32F,
                  CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  OK(hipMemcpy(after, values, sizeof(after), hipMemcpyDeviceToHost));
  CHECK(after[3] == 36);
  OK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
  OK(cusparseSpMV(handle, plain, &alpha, a, x, &zero, y, CUDA_R_32F,
                  CUSPARSE_SPMV_ALG_DEFAULT, NULL));
  OK(hipMemcpy(after, values, sizeof(after), hipMemcpyDeviceToHost));
  CHECK(after[0] == 0 && after[3] == 0);
  LOG("");
  OK(cusparseDestroySpMat(a));
  OK(cusparseDestroyDnVec(x));
  OK(cusparseDestroyDnVec(y));
  OK(cusparseDestroy(handle));
  OK(hipFree(values));
  OK(hipFree(device_beta));
}

static void test_conversions(void) {
  cusparseHandle_t handle;
  cusparseSpMatDescr_t to;
  cusparseDnMatDescr_t from;
  int64_t rows, cols, nnz;
  int *offsets = device_memory(5 * sizeof(int)), read[5];
  OK(cusparseCreate(&handle));
  OK(cusparseCreateCsr(&to, 4, 0, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                       CUDA_R_32F));
  OK(cusparseCreateDnMat(&from, 4, 0, 4, NULL, CUDA_R_32F, CUSPARSE_ORDER_COL));
  OK(cusparseDenseToSparse_analysis(handle, from, to,
                                    CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, NULL));
  OK(hipMemcpy(read, offsets, sizeof(read), hipMemcpyDeviceToHost));
  for (int i = 0; i < 5; ++i)
    CHECK_INT(read[i], 1);
  LOG("");
  OK(cusparseDestroyDnMat(from));
  // What theirs counts is ours, too.
  OK(cusparseDestroySpMat(to));
  OK(cusparseCreateCsr(&to, 4, 4, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ONE,
                       CUDA_R_32F));
  OK(cusparseCreateDnMat(&from, 4, 4, 4, (void *)0xb0, CUDA_R_32F,
                         CUSPARSE_ORDER_COL));
  OK(cusparseDenseToSparse_analysis(
      handle, from, to, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, (void *)0xd0));
  CHECK(strstr(fake_passed_log(), "dense 4 4 4 0xb0 0 1\n"));
  CHECK(strstr(fake_passed_log(), "analysis 0xd0\n"));
  fake_passed_clear();
  OK(cusparseSpMatGetSize(to, &rows, &cols, &nnz));
  CHECK_INT(nnz, 33);
  OK(cusparseDestroyDnMat(from));
  OK(cusparseDestroySpMat(to));
  OK(cusparseDestroy(handle));
  OK(hipFree(offsets));
  CHECK_INT(fake_passed_live(), 0);
}

// A size in bytes that only a function with an int tells, and a function that
// theirs does not have.
static void test_missing(void) {
  cusparseHandle_t handle;
  cusparseMatDescr_t a;
  csrilu02Info_t info;
  size_t size = SIZE_MAX;
  OK(cusparseCreate(&handle));
  OK(cusparseCreateMatDescr(&a));
  OK(cusparseCreateCsrilu02Info(&info));
  OK(cusparseScsrilu02_bufferSizeExt(handle, 4, 5, a, (float *)0xa0,
                                     (int *)0xa1, (int *)0xa2, info, &size));
  CHECK(size == (size_t)1 << 30);
  LOG("stream 0x1\nmode 0\nilu 4 5 0xa0 0xa1 0xa2\n");
  CHECK_INT(cusparseScsrilu02_bufferSizeExt(handle, 4, 5, a, (float *)0xa0,
                                            (int *)0xa1, (int *)0xa2, info,
                                            NULL),
            CUSPARSE_STATUS_INVALID_VALUE);
  CHECK_INT(cusparseXgebsr2csr(handle, CUSPARSE_DIRECTION_ROW, 1, 1, a,
                               (int *)0xa0, (int *)0xa1, 2, 3, a, (int *)0xb0,
                               (int *)0xb1),
            CUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK(strstr(qn_reason(), "does not have the function cusparseXgebsr2csr"));
  OK(cusparseDestroyCsrilu02Info(info));
  OK(cusparseDestroyMatDescr(a));
  OK(cusparseDestroy(handle));
  LOG("");
  CHECK_INT(fake_passed_live(), 0);
}

// ---- cuSOLVER

static void test_factors(void) {
  cusolverDnHandle_t handle;
  int size = 0;
  double *const a = (double *)0xa0, *const work = (double *)0xb0;
  OK(cusolverDnCreate(&handle));
  OK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, 4, a, 5,
                                 &size));
  CHECK_INT(size, 55);
  OK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_UPPER, 4, a, 5, work, size,
                      (int *)0xc0));
  LOG("stream 0x1\nsize 1 4 0xa0 5\nstream 0x1\n"
      "potrf 1 4 0xa0 5 0xb0 55 0xc0\n");
  // Without rows the status is 0, and theirs is not asked.
  int *info = device_memory(sizeof(int)), read = -1;
  OK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, 0, a, 5,
                                 &size));
  CHECK_INT(size, 0);
  OK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_UPPER, 0, a, 5, work, size,
                      info));
  OK(hipMemcpy(&read, info, sizeof(read), hipMemcpyDeviceToHost));
  CHECK_INT(read, 0);
  LOG("");
  // An object of theirs where the program has none.
  OK(cusolverDnXpotrs(handle, NULL, CUBLAS_FILL_MODE_LOWER, INT64_C(1) << 33, 2,
                      CUDA_R_64F, a, 5, CUDA_R_64F, work, 6, (int *)0xc0));
  LOG("stream 0x1\nparams\n"
      "xpotrs params 0 8589934592 2 1 0xa0 5 1 0xb0 6 0xc0\n");
  OK(cusolverDnDestroy(handle));
  OK(hipFree(info));
}

static void test_real_arguments(void) {
  cusolverDnHandle_t handle;
  int count = 0;
  OK(cusolverDnCreate(&handle));
  OK(cusolverDnSsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_V,
                       CUBLAS_FILL_MODE_LOWER, 4, (float *)0xa0, 5, -1.5f,
                       2.25f, 1, 2, &count, (float *)0xb0, (float *)0xc0, 6,
                       (int *)0xd0));
  CHECK_INT(count, 3);
  OK(cusolverDnDsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR, CUSOLVER_EIG_RANGE_V,
                       CUBLAS_FILL_MODE_LOWER, 4, (double *)0xa0, 5, -1.5, 2.25,
                       1, 2, &count, (double *)0xb0, (double *)0xc0, 6,
                       (int *)0xd0));
  CHECK_INT(count, 4);
  LOG("stream 0x1\nevdx 1 1003 0 4 0xa0 5 -1.5 2.25 1 2 0xb0 0xc0 6 0xd0\n"
      "stream 0x1\nevdx 1 1003 0 4 0xa0 5 -1.5 2.25 1 2 0xb0 0xc0 6 0xd0\n");
  syevjInfo_t info;
  double residual = 0;
  OK(cusolverDnCreateSyevjInfo(&info));
  OK(cusolverDnXsyevjSetTolerance(info, 1e-3));
  OK(cusolverDnXsyevjSetMaxSweeps(info, 7));
  OK(cusolverDnXsyevjGetResidual(handle, info, &residual));
  CHECK(residual == 0.25);
  LOG("stream 0x1\njacobi\ntolerance 0.001\nsweeps 7\nresidual\n");
  OK(cusolverDnDestroySyevjInfo(info));
  OK(cusolverDnDestroy(handle));
}

// Calls of a stream that captures are made when the graph is made ready: with
// the scalars of then, and descriptors that the program has destroyed. What
// asks for a size is asked at once, what else tells the host something refused.
static void test_capture(void) {
  cusolverDnHandle_t handle;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  int size = 0, count = -1;
  OK(cusolverDnCreate(&handle));
  OK(hipStreamCreate(&stream));
  OK(cusolverDnSetStream(handle, (cudaStream_t)stream));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_UPPER, 4,
                                 (double *)0xa0, 5, &size));
  CHECK_INT(size, 55);
  CHECK(strstr(fake_passed_log(), "size 1 4 0xa0 5\n"));
  fake_passed_clear();
  OK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_UPPER, 4, (double *)0xa0, 5,
                      (double *)0xb0, size, (int *)0xc0));
  CHECK_INT(cusolverDnSsyevdx(handle, CUSOLVER_EIG_MODE_VECTOR,
                              CUSOLVER_EIG_RANGE_V, CUBLAS_FILL_MODE_LOWER, 4,
                              (float *)0xa0, 5, -1.5f, 2.25f, 1, 2, &count,
                              (float *)0xb0, (float *)0xc0, 6, (int *)0xd0),
            CUSOLVER_STATUS_NOT_SUPPORTED);
  CHECK(strstr(qn_reason(), "tells the host"));
  CHECK_INT(count, -1);
  OK(hipStreamEndCapture(stream, &graph));
  OK(cusolverDnDestroy(handle)); // the graph has one of its own
  LOG("");
  for (int i = 0; i < 2; ++i) { // the second time with the same handle
    OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
    OK(hipGraphLaunch(exec, stream));
    CHECK(strstr(fake_passed_log(), "\npotrf 1 4 0xa0 5 0xb0 55 0xc0\n"));
    fake_passed_clear();
    OK(hipGraphExecDestroy(exec));
  }
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(stream));
}

static void test_capture_of_objects(void) {
  cusparseHandle_t handle;
  cusparseSpMatDescr_t a;
  cusparseDnVecDescr_t x, y;
  cusparseDnMatDescr_t m;
  hipStream_t stream;
  hipGraph_t graph;
  hipGraphExec_t exec;
  float alpha = 2, beta = 3;
  const int live = fake_passed_live();
  OK(cusparseCreate(&handle));
  OK(hipStreamCreate(&stream));
  OK(cusparseSetStream(handle, (cudaStream_t)stream));
  OK(cusparseCreateCsr(&a, 4, 5, 6, (void *)0xa0, (void *)0xa1, (void *)0xa2,
                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                       CUSPARSE_INDEX_BASE_ONE, CUDA_R_32F));
  OK(cusparseCreateDnVec(&x, 5, (void *)0xb0, CUDA_R_32F));
  OK(cusparseCreateDnVec(&y, 4, (void *)0xc0, CUDA_R_32F));
  OK(cusparseCreateDnMat(&m, 4, 4, 4, (void *)0xe0, CUDA_R_32F,
                         CUSPARSE_ORDER_COL));
  OK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  OK(cusparseSDDMM(handle, plain, plain, &alpha, m, m, &beta, a, CUDA_R_32F,
                   CUSPARSE_SDDMM_ALG_DEFAULT, (void *)0xf0));
  OK(cusparseSpMV(handle, plain, &alpha, a, x, &beta, y, CUDA_R_32F,
                  CUSPARSE_SPMV_ALG_DEFAULT, (void *)0xd0));
  OK(hipStreamEndCapture(stream, &graph));
  alpha = beta = 99;
  OK(cusparseDestroySpMat(a));
  OK(cusparseDestroyDnMat(m));
  OK(cusparseDestroyDnVec(x));
  OK(cusparseDestroyDnVec(y));
  OK(cusparseDestroy(handle));
  LOG("");
  OK(hipGraphInstantiate(&exec, graph, NULL, NULL, 0));
  OK(hipGraphLaunch(exec, stream));
  CHECK(strstr(fake_passed_log(), "csr 4 5 6 0xa0 0xa1 0xa2 2 2 1 0\n"));
  CHECK(strstr(fake_passed_log(), "vector 5 0xb0 0\nvector 4 0xc0 0\n"));
  CHECK(strstr(fake_passed_log(), "sddmm 0 0 1 2 type 0 buffer 0xf0\n"));
  CHECK(strstr(fake_passed_log(),
               "times 2 and 3\nspmv 0 0 1 2 type 0 alg 0 buffer 0xd0\n"));
  OK(hipGraphExecDestroy(exec));
  OK(hipGraphDestroy(graph));
  OK(hipStreamDestroy(stream));
  fake_passed_clear();
  CHECK_INT(fake_passed_live(), live + 1); // the spare handle
}

int main(void) {
  (void)fake_open("libfake_cuda.so", "QUERN_LIBCUDA");
  CHECK(setenv("QUERN_DEVICE", "cuda", 1) == 0);
  void *library = fake_open("libfake_passed.so", "QUERN_LIBCUSPARSE");
  (void)fake_open("libfake_passed.so", "QUERN_LIBCUSOLVER");
  fake_find(library, "fake_passed_clear", &fake_passed_clear);
  fake_find(library, "fake_passed_log", &fake_passed_log);
  fake_find(library, "fake_passed_live", &fake_passed_live);
  test_products();
  test_empty_products();
  test_conversions();
  test_missing();
  test_factors();
  test_real_arguments();
  test_capture();
  test_capture_of_objects();
  return 0;
}

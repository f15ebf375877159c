// SPDX-License-Identifier: Apache-2.0
// Every handle and descriptor of the libraries is created, used where it is
// cheap, and destroyed 10,000 times: the memory that is allocated does not
// grow. With LeakSanitizer nothing is left at the end, either.
//
//   handles [COUNT]
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/cublasLt.h"
#include "cuda/cublasXt.h"
#include "cuda/cublas_v2.h"
#include "cuda/cufft.h"
#include "cuda/curand.h"
#include "cuda/cusolverDn.h"
#include "cuda/cusolverRf.h"
#include "cuda/cusolverSp.h"
#include "cuda/cusparse.h"
#include "cuda/nccl.h"
#include "cuda/nvml.h"
#include "hipblas/hipblas.h"
#include "hipfft/hipfft.h"
#include "hiprand/hiprand.h"
#include "hipsolver/hipsolver.h"
#include "hipsparse/hipsparse.h"
#include "rocblas/rocblas.h"
#include "rocfft/rocfft.h"
#include "rocsparse/rocsparse.h"

#define GOOD(call)                                                             \
  do {                                                                         \
    const int status_ = (int)(call);                                           \
    if (status_) {                                                             \
      fprintf(stderr, "%s:%d: %s is %d\n", __FILE__, __LINE__, #call,          \
              status_);                                                        \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

static int ints[64] = {0, 1, 2, 3, 4};
static float floats[64] = {1, 2, 3, 4};

// What only is created and destroyed.
#define SIMPLE(create, destroy, type, ...)                                     \
  static void do_##create(void) {                                              \
    type handle;                                                               \
    GOOD(create(&handle, ##__VA_ARGS__));                                      \
    GOOD(destroy(handle));                                                     \
  }

// ---- BLAS

static void do_cublasCreate_v2(void) {
  const float one = 1, zero = 0;
  cublasHandle_t handle;
  GOOD(cublasCreate_v2(&handle));
  GOOD(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, floats, 2,
                   floats + 8, 2, &zero, floats + 16, 2));
  GOOD(cudaDeviceSynchronize());
  GOOD(cublasDestroy_v2(handle));
}
static void do_cublasLtCreate(void) {
  const float one = 1, zero = 0;
  cublasLtHandle_t handle;
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t layout;
  cublasLtMatmulPreference_t preference;
  cublasLtMatmulHeuristicResult_t found;
  int count = 0;
  GOOD(cublasLtCreate(&handle));
  GOOD(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  GOOD(cublasLtMatrixLayoutCreate(&layout, CUDA_R_32F, 2, 2, 2));
  GOOD(cublasLtMatmulPreferenceCreate(&preference));
  GOOD(cublasLtMatmulAlgoGetHeuristic(handle, desc, layout, layout, layout,
                                      layout, preference, 1, &found, &count));
  GOOD(cublasLtMatmul(handle, desc, &one, floats, layout, floats + 8, layout,
                      &zero, floats + 16, layout, floats + 16, layout,
                      &found.algo, NULL, 0, NULL));
  GOOD(cudaDeviceSynchronize());
  GOOD(cublasLtMatmulPreferenceDestroy(preference));
  GOOD(cublasLtMatrixLayoutDestroy(layout));
  GOOD(cublasLtMatmulDescDestroy(desc));
  GOOD(cublasLtDestroy(handle));
}
static void do_cublasXtCreate(void) {
  const float one = 1, zero = 0;
  int device = 0;
  cublasXtHandle_t handle;
  GOOD(cublasXtCreate(&handle));
  GOOD(cublasXtDeviceSelect(handle, 1, &device));
  GOOD(cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, floats, 2,
                     floats + 8, 2, &zero, floats + 16, 2));
  GOOD(cublasXtDestroy(handle));
}
SIMPLE(hipblasCreate, hipblasDestroy, hipblasHandle_t)
SIMPLE(rocblas_create_handle, rocblas_destroy_handle, rocblas_handle)

// ---- Random numbers

static void draw(curandGenerator_t generator, int type) {
  if (type < CURAND_RNG_QUASI_DEFAULT)
    GOOD(curandGenerateUniform(generator, floats, 8));
  GOOD(curandDestroyGenerator(generator));
}
static const int generators[] = {
    CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A,
    CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32,
    CURAND_RNG_QUASI_SOBOL64};
enum { GENERATORS = sizeof(generators) / sizeof(generators[0]) };
static unsigned turn;
static void do_curandCreateGenerator(void) {
  const int type = generators[turn++ % GENERATORS];
  curandGenerator_t generator;
  GOOD(curandCreateGenerator(&generator, (curandRngType_t)type));
  draw(generator, type);
  GOOD(cudaDeviceSynchronize()); // the host's generators write there, too
}
static void do_curandCreateGeneratorHost(void) {
  const int type = generators[turn++ % GENERATORS];
  curandGenerator_t generator;
  GOOD(curandCreateGeneratorHost(&generator, (curandRngType_t)type));
  draw(generator, type);
}
SIMPLE(hiprandCreateGenerator, hiprandDestroyGenerator, hiprandGenerator_t,
       HIPRAND_RNG_PSEUDO_XORWOW)
SIMPLE(hiprandCreateGeneratorHost, hiprandDestroyGenerator, hiprandGenerator_t,
       HIPRAND_RNG_PSEUDO_PHILOX4_32_10)

// ---- Fourier transforms

static void do_cufftCreate(void) {
  cufftHandle plan;
  size_t size;
  GOOD(cufftCreate(&plan));
  GOOD(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));
  GOOD(cufftExecC2C(plan, (cufftComplex *)(void *)floats,
                    (cufftComplex *)(void *)floats, CUFFT_FORWARD));
  GOOD(cudaDeviceSynchronize());
  GOOD(cufftDestroy(plan));
}
SIMPLE(cufftPlan1d, cufftDestroy, cufftHandle, 8, CUFFT_R2C, 2)
SIMPLE(cufftPlan2d, cufftDestroy, cufftHandle, 4, 8, CUFFT_C2C)
SIMPLE(cufftPlan3d, cufftDestroy, cufftHandle, 4, 2, 2, CUFFT_Z2Z)
SIMPLE(hipfftCreate, hipfftDestroy, hipfftHandle)
SIMPLE(hipfftPlan1d, hipfftDestroy, hipfftHandle, 8, HIPFFT_R2C, 2)

// ---- Sparse matrices

static cusparseHandle_t sparse; // of those that are used

SIMPLE(cusparseCreate, cusparseDestroy, cusparseHandle_t)
SIMPLE(cusparseCreateMatDescr, cusparseDestroyMatDescr, cusparseMatDescr_t)
SIMPLE(cusparseCreateCsrilu02Info, cusparseDestroyCsrilu02Info, csrilu02Info_t)
SIMPLE(cusparseCreateCsric02Info, cusparseDestroyCsric02Info, csric02Info_t)
SIMPLE(cusparseCreateSpVec, cusparseDestroySpVec, cusparseSpVecDescr_t, 4, 2,
       ints, floats, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)
SIMPLE(cusparseCreateDnVec, cusparseDestroyDnVec, cusparseDnVecDescr_t, 4,
       floats, CUDA_R_32F)
SIMPLE(cusparseCreateDnMat, cusparseDestroyDnMat, cusparseDnMatDescr_t, 2, 2, 2,
       floats, CUDA_R_32F, CUSPARSE_ORDER_COL)
SIMPLE(cusparseCreateCsc, cusparseDestroySpMat, cusparseSpMatDescr_t, 2, 2, 2,
       ints, ints, floats, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)
SIMPLE(cusparseCreateCoo, cusparseDestroySpMat, cusparseSpMatDescr_t, 2, 2, 2,
       ints, ints, floats, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
       CUDA_R_32F)
SIMPLE(cusparseCreateBsr, cusparseDestroySpMat, cusparseSpMatDescr_t, 2, 2, 2,
       2, 2, ints, ints, floats, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
       CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F, CUSPARSE_ORDER_ROW)
SIMPLE(cusparseCreateBlockedEll, cusparseDestroySpMat, cusparseSpMatDescr_t, 4,
       4, 2, 2, ints, floats, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
       CUDA_R_32F)

static cusparseSpMatDescr_t diagonal(void) {
  cusparseSpMatDescr_t matrix;
  GOOD(cusparseCreateCsr(&matrix, 4, 4, 4, ints, ints, floats,
                         CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                         CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
  return matrix;
}
static void do_cusparseCreateCsr(void) {
  const float one = 1, zero = 0;
  cusparseSpMatDescr_t a = diagonal();
  cusparseDnVecDescr_t x, y;
  GOOD(cusparseCreateDnVec(&x, 4, floats, CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&y, 4, floats + 8, CUDA_R_32F));
  GOOD(cusparseSpMV(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero,
                    y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, floats + 32));
  GOOD(cudaDeviceSynchronize());
  GOOD(cusparseDestroyDnVec(x));
  GOOD(cusparseDestroyDnVec(y));
  GOOD(cusparseDestroySpMat(a));
}
static void do_cusparseSpSV_createDescr(void) {
  const float one = 1;
  cusparseSpMatDescr_t a = diagonal();
  cusparseDnVecDescr_t x, y;
  cusparseSpSVDescr_t solve;
  GOOD(cusparseCreateDnVec(&x, 4, floats, CUDA_R_32F));
  GOOD(cusparseCreateDnVec(&y, 4, floats + 8, CUDA_R_32F));
  GOOD(cusparseSpSV_createDescr(&solve));
  GOOD(cusparseSpSV_analysis(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a,
                             x, y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solve,
                             floats + 32));
  GOOD(cusparseSpSV_solve(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x,
                          y, CUDA_R_32F, CUSPARSE_SPSV_ALG_DEFAULT, solve));
  GOOD(cusparseSpSV_destroyDescr(solve));
  GOOD(cudaDeviceSynchronize());
  GOOD(cusparseDestroyDnVec(x));
  GOOD(cusparseDestroyDnVec(y));
  GOOD(cusparseDestroySpMat(a));
}
SIMPLE(cusparseSpSM_createDescr, cusparseSpSM_destroyDescr, cusparseSpSMDescr_t)
static void do_cusparseSpGEMM_createDescr(void) {
  const float one = 1, zero = 0;
  static char buffer[4096];
  size_t size = sizeof(buffer);
  cusparseSpMatDescr_t a = diagonal(), c = diagonal();
  cusparseSpGEMMDescr_t product;
  GOOD(cusparseSpGEMM_createDescr(&product));
  GOOD(cusparseSpGEMM_workEstimation(
      sparse, CUSPARSE_OPERATION_NON_TRANSPOSE,
      CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, a, &zero, c, CUDA_R_32F,
      CUSPARSE_SPGEMM_DEFAULT, product, &size, buffer));
  GOOD(cusparseSpGEMM_compute(sparse, CUSPARSE_OPERATION_NON_TRANSPOSE,
                              CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, a,
                              &zero, c, CUDA_R_32F, CUSPARSE_SPGEMM_DEFAULT,
                              product, &size, buffer));
  GOOD(cusparseSpGEMM_destroyDescr(product));
  GOOD(cusparseDestroySpMat(a));
  GOOD(cusparseDestroySpMat(c));
}
SIMPLE(hipsparseCreate, hipsparseDestroy, hipsparseHandle_t)
SIMPLE(cusparseCreateBsrsv2Info, cusparseDestroyBsrsv2Info, bsrsv2Info_t)
SIMPLE(cusparseCreateBsrsm2Info, cusparseDestroyBsrsm2Info, bsrsm2Info_t)
SIMPLE(cusparseCreatePruneInfo, cusparseDestroyPruneInfo, pruneInfo_t)
SIMPLE(cusparseCreateColorInfo, cusparseDestroyColorInfo, cusparseColorInfo_t)
static void do_cusparseCreateCsru2csrInfo(void) {
  static int starts[] = {0, 2}, columns[2];
  csru2csrInfo_t info;
  cusparseMatDescr_t descr;
  columns[0] = 1, columns[1] = 0;
  GOOD(cusparseCreateCsru2csrInfo(&info));
  GOOD(cusparseCreateMatDescr(&descr));
  GOOD(cusparseScsru2csr(sparse, 1, 2, 2, descr, floats, starts, columns, info,
                         NULL));
  GOOD(cusparseDestroyCsru2csrInfo(info));
  GOOD(cusparseDestroyMatDescr(descr));
}
SIMPLE(rocsparse_create_handle, rocsparse_destroy_handle, rocsparse_handle)
SIMPLE(rocsparse_create_mat_descr, rocsparse_destroy_mat_descr,
       rocsparse_mat_descr)
// With all that an analysis makes of it.
static void do_rocsparse_create_mat_info(void) {
  rocsparse_handle handle;
  rocsparse_mat_descr descr;
  rocsparse_mat_info info;
  size_t size;
  GOOD(rocsparse_create_handle(&handle));
  GOOD(rocsparse_create_mat_descr(&descr));
  GOOD(rocsparse_create_mat_info(&info));
  GOOD(rocsparse_scsrsv_buffer_size(handle, rocsparse_operation_none, 2, 2,
                                    descr, floats, ints, ints, info, &size));
  GOOD(rocsparse_scsrilu0_buffer_size(handle, 2, 2, descr, floats, ints, ints,
                                      info, &size));
  GOOD(rocsparse_destroy_mat_info(info));
  GOOD(rocsparse_destroy_mat_descr(descr));
  GOOD(rocsparse_destroy_handle(handle));
}
SIMPLE(rocfft_plan_description_create, rocfft_plan_description_destroy,
       rocfft_plan_description)
SIMPLE(rocfft_execution_info_create, rocfft_execution_info_destroy,
       rocfft_execution_info)
static void do_rocfft_plan_create(void) {
  const size_t length = 8;
  void *in[] = {floats}, *out[] = {floats + 16};
  rocfft_plan plan;
  GOOD(rocfft_plan_create(&plan, rocfft_placement_notinplace,
                          rocfft_transform_type_complex_forward,
                          rocfft_precision_single, 1, &length, 1, NULL));
  GOOD(rocfft_execute(plan, in, out, NULL));
  GOOD(cudaDeviceSynchronize());
  GOOD(rocfft_plan_destroy(plan));
}
SIMPLE(hipsparseCreateMatDescr, hipsparseDestroyMatDescr, hipsparseMatDescr_t)

// ---- Dense systems

static void do_cusolverDnCreate(void) {
  cusolverDnHandle_t handle;
  int size = 0;
  static float matrix[4] = {4, 1, 1, 3}, work[64];
  static int info;
  GOOD(cusolverDnCreate(&handle));
  GOOD(cusolverDnSpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, matrix, 2,
                                   &size));
  matrix[0] = 4, matrix[1] = 1, matrix[3] = 3;
  GOOD(cusolverDnSpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, matrix, 2, work,
                        size, &info));
  GOOD(cudaDeviceSynchronize());
  GOOD(info);
  GOOD(cusolverDnDestroy(handle));
}
SIMPLE(cusolverDnCreateParams, cusolverDnDestroyParams, cusolverDnParams_t)
SIMPLE(cusolverDnCreateSyevjInfo, cusolverDnDestroySyevjInfo, syevjInfo_t)
SIMPLE(cusolverDnCreateGesvdjInfo, cusolverDnDestroyGesvdjInfo, gesvdjInfo_t)
SIMPLE(hipsolverCreate, hipsolverDestroy, hipsolverHandle_t)
SIMPLE(cusolverSpCreateCsrqrInfo, cusolverSpDestroyCsrqrInfo, csrqrInfo_t)
static void do_cusolverSpCreate(void) {
  cusolverSpHandle_t handle;
  static double values[4] = {4, 3, 2, 1}, b[4] = {1, 1, 1, 1}, x[4];
  int singular = 0;
  GOOD(cusolverSpCreate(&handle));
  GOOD(cusolverSpDcsrlsvchol(handle, 4, 4, NULL, values, ints, ints, b, 0, 1, x,
                             &singular));
  GOOD(cusolverSpDcsrlsvqr(handle, 4, 4, NULL, values, ints, ints, b, 0, 0, x,
                           &singular));
  GOOD(cusolverSpDestroy(handle));
}
static void do_cusolverRfCreate(void) {
  static int empty[5];
  static double values[4] = {4, 3, 2, 1}, x[4] = {1, 1, 1, 1};
  cusolverRfHandle_t handle;
  int count, *starts, *columns;
  double *factors;
  GOOD(cusolverRfCreate(&handle));
  GOOD(cusolverRfSetupHost(4, 4, ints, ints, values, 0, empty, ints, values, 4,
                           ints, ints, values, ints, ints, handle));
  GOOD(cusolverRfAnalyze(handle));
  GOOD(cusolverRfRefactor(handle));
  GOOD(cusolverRfAccessBundledFactorsDevice(handle, &count, &starts, &columns,
                                            &factors));
  GOOD(cusolverRfSolve(handle, ints, ints, 1, NULL, 4, x, 4));
  GOOD(cusolverRfDestroy(handle));
}
SIMPLE(hipsolverSpCreate, hipsolverSpDestroy, hipsolverSpHandle_t)
SIMPLE(hipsolverRfCreate, hipsolverRfDestroy, hipsolverRfHandle_t)
SIMPLE(hipsolverCreateSyevjInfo, hipsolverDestroySyevjInfo,
       hipsolverSyevjInfo_t)
SIMPLE(hipsolverDnCreate, hipsolverDnDestroy, hipsolverHandle_t)

// ---- Ranks, and the management library

static void do_ncclCommInitAll(void) {
  const int devices[] = {0, 0};
  ncclComm_t comms[2];
  ncclRedOp_t op;
  float scalar = 2;
  GOOD(ncclCommInitAll(comms, 2, devices));
  GOOD(ncclRedOpCreatePreMulSum(&op, &scalar, ncclFloat,
                                ncclScalarHostImmediate, comms[0]));
  GOOD(ncclRedOpDestroy(op, comms[0]));
  GOOD(ncclCommDestroy(comms[0]));
  GOOD(ncclCommDestroy(comms[1]));
}
static void do_ncclCommInitRank(void) {
  ncclComm_t comm;
  ncclUniqueId id;
  GOOD(ncclGetUniqueId(&id));
  GOOD(ncclCommInitRank(&comm, 1, id, 0));
  GOOD(ncclAllReduce(floats, floats, 4, ncclFloat, ncclSum, comm, NULL));
  GOOD(cudaDeviceSynchronize());
  GOOD(ncclCommDestroy(comm));
}
static void do_nvmlInit_v2(void) {
  nvmlDevice_t device;
  GOOD(nvmlInit_v2());
  GOOD(nvmlDeviceGetHandleByIndex(0, &device));
  GOOD(nvmlShutdown());
}

// ---- Of each the memory before and after

static size_t allocated(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// Queues keep what they had for a while: the most that is allocated in so many
// turns before, and the least after.
static size_t measure(void (*work)(void), int turns, bool wants_most) {
  enum { STEP = 60 };
  size_t found = wants_most ? 0 : SIZE_MAX;
  for (int i = 0; i < turns; ++i) {
    work();
    if (i % STEP != STEP - 1)
      continue;
    GOOD(cudaDeviceSynchronize());
    const size_t now = allocated();
    if (wants_most ? now > found : now < found)
      found = now;
  }
  return found;
}

// A leak comes back in each round; what queues came to keep, when other
// programs held their threads up, does not.
static int try_one(const char *name, void (*work)(void), int count) {
  enum { BYTES_MAX = 25, ROUNDS = 4 }; // of one turn; the least leak is 32
  const int turns = count < 600 ? count : 600;
  const size_t limit = 8192 + (size_t)count * BYTES_MAX;
  size_t grown = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    const size_t before = measure(work, turns, true);
    for (int i = 0; i < count; ++i)
      work();
    const size_t after = measure(work, turns, false);
    if (after <= before + limit)
      return 0;
    grown = after - before;
  }
  fprintf(stderr, "%s: %d times leave %zu bytes\n", name, count, grown);
  return 1;
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 10000;
  int wrong = 0;
  GOOD(cusparseCreate(&sparse));
#define TRY(name) wrong += try_one(#name, do_##name, count);
  TRY(cublasCreate_v2)
  TRY(cublasLtCreate)
  TRY(cublasXtCreate)
  TRY(hipblasCreate)
  TRY(rocblas_create_handle)
  TRY(curandCreateGenerator)
  TRY(curandCreateGeneratorHost)
  TRY(hiprandCreateGenerator)
  TRY(hiprandCreateGeneratorHost)
  TRY(cufftCreate)
  TRY(cufftPlan1d)
  TRY(cufftPlan2d)
  TRY(cufftPlan3d)
  TRY(hipfftCreate)
  TRY(hipfftPlan1d)
  TRY(cusparseCreate)
  TRY(cusparseCreateMatDescr)
  TRY(cusparseCreateCsrilu02Info)
  TRY(cusparseCreateCsric02Info)
  TRY(cusparseCreateSpVec)
  TRY(cusparseCreateDnVec)
  TRY(cusparseCreateDnMat)
  TRY(cusparseCreateCsc)
  TRY(cusparseCreateCoo)
  TRY(cusparseCreateBsr)
  TRY(cusparseCreateBlockedEll)
  TRY(cusparseCreateCsr)
  TRY(cusparseSpSV_createDescr)
  TRY(cusparseSpSM_createDescr)
  TRY(cusparseSpGEMM_createDescr)
  TRY(hipsparseCreate)
  TRY(hipsparseCreateMatDescr)
  TRY(cusparseCreateBsrsv2Info)
  TRY(cusparseCreateBsrsm2Info)
  TRY(cusparseCreatePruneInfo)
  TRY(cusparseCreateColorInfo)
  TRY(cusparseCreateCsru2csrInfo)
  TRY(rocsparse_create_handle)
  TRY(rocsparse_create_mat_descr)
  TRY(rocsparse_create_mat_info)
  TRY(rocfft_plan_description_create)
  TRY(rocfft_execution_info_create)
  TRY(rocfft_plan_create)
  TRY(cusolverDnCreate)
  TRY(cusolverDnCreateParams)
  TRY(cusolverDnCreateSyevjInfo)
  TRY(cusolverDnCreateGesvdjInfo)
  TRY(hipsolverDnCreate)
  TRY(hipsolverCreate)
  TRY(cusolverSpCreate)
  TRY(cusolverSpCreateCsrqrInfo)
  TRY(cusolverRfCreate)
  TRY(hipsolverSpCreate)
  TRY(hipsolverRfCreate)
  TRY(hipsolverCreateSyevjInfo)
  TRY(ncclCommInitAll)
  TRY(ncclCommInitRank)
  TRY(nvmlInit_v2)
  GOOD(cusparseDestroy(sparse));
  printf("%d of each, %d leak\n", count, wrong);
  return wrong != 0;
}

// SPDX-License-Identifier: Apache-2.0
// What programs set of the libraries and nothing comes of here but what is read
// back, and their logs: each refused call at level 1, in a file and to the program's
// function, until logging is turned off for good.
// FLAGS: -lcublasLt -lcublas -lcusparse -lcusolver -lcufft -std=c++17
// DEVICES: cpu
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <cufftXt.h>
#include <cusolverDn.h>
#include <cusparse.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <unistd.h>

#include "program.h"

struct Said {
  int count = 0, level = 0;
  std::string function, message;
};
static Said said;
static void hear(int level, const char *function, const char *message) {
  ++said.count;
  said.level = level;
  said.function = function;
  said.message = message;
}
static std::string line;
static void hear_line(const char *text) { line = text; }

static bool has(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}
static std::string read_file(const char *path) {
  std::string text;
  if (FILE *f = std::fopen(path, "r")) {
    for (int c; (c = std::fgetc(f)) != EOF;)
      text += char(c);
    std::fclose(f);
  }
  return text;
}

// The six functions of one library; `refuse` makes a call that it refuses.
template <typename Refuse, typename Set, typename File, typename Open,
          typename Level, typename Mask, typename Disable>
static void check_log(const char *library, Refuse refuse, Set set_callback,
                      File set_file, Open open, Level set_level, Mask set_mask,
                      Disable disable) {
  char path[] = "/tmp/quern-log-XXXXXX";
  const int fd = mkstemp(path);
  CHECK(fd >= 0);
  close(fd);
  said = Said();
  OK(set_callback(hear));
  refuse();
  CHECK(said.count == 0); // nothing was asked for
  OK(set_level(1));
  refuse();
  CHECK(said.count == 1 && said.level == 1 && !said.message.empty());
  OK(open(path));
  refuse();
  CHECK(said.count == 2);
  const std::string text = read_file(path);
  CHECK(has(text, library) && has(text, "[Error]") &&
        has(text, said.message.c_str()));
  OK(set_mask(16)); // calls, and not errors
  refuse();
  CHECK(said.count == 2 && read_file(path) == text);
  CHECK(set_level(6) != 0 && set_level(-1) != 0 && set_mask(32) != 0);
  CHECK(open("/nowhere/at/all") != 0);
  // The program's own file, which it closes.
  OK(set_level(5));
  OK(set_callback(nullptr));
  FILE *own = std::fopen(path, "w");
  OK(set_file(own));
  refuse();
  OK(set_file(nullptr));
  std::fclose(own);
  CHECK(has(read_file(path), "[Error]"));
  OK(set_callback(hear));
  OK(disable());
  refuse();
  CHECK(said.count == 2);
  unlink(path);
}
#define LOG(library, prefix, refuse)                                           \
  check_log(library, refuse, prefix##SetCallback, prefix##SetFile,             \
            prefix##OpenFile, prefix##SetLevel, prefix##SetMask,               \
            prefix##ForceDisable)

static void check_cublas() {
  cublasHandle_t h;
  char path[] = "/tmp/quern-log-XXXXXX";
  cublasLogCallback callback = nullptr;
  close(mkstemp(path));
  OK(cublasCreate(&h));
  OK(cublasLoggerConfigure(1, 0, 0, path));
  OK(cublasSetLoggerCallback(hear_line));
  OK(cublasGetLoggerCallback(&callback));
  CHECK(callback == hear_line);
  CHECK(cublasSscal(h, 3, nullptr, nullptr, 1) != CUBLAS_STATUS_SUCCESS);
  CHECK(has(line, "[cublas]") && has(read_file(path), "[Error]"));
  line.clear();
  OK(cublasLoggerConfigure(0, 0, 0, nullptr));
  CHECK(cublasSscal(h, 3, nullptr, nullptr, 1) != CUBLAS_STATUS_SUCCESS);
  CHECK(line.empty());
  OK(cublasSetLoggerCallback(nullptr));
  CHECK(cublasLoggerConfigure(1, 0, 0, "/nowhere/at/all") ==
        CUBLAS_STATUS_INVALID_VALUE);
  unlink(path);
  // What products may be made of.
  cudaEmulationStrategy strategy;
  cudaEmulationSpecialValuesSupport values;
  cudaEmulationMantissaControl control;
  int number = -1, *pointer = &number;
  OK(cublasGetEmulationStrategy(h, &strategy));
  CHECK(strategy == CUDA_EMULATION_STRATEGY_DEFAULT);
  OK(cublasSetEmulationStrategy(h, CUDA_EMULATION_STRATEGY_EAGER));
  OK(cublasGetEmulationStrategy(h, &strategy));
  CHECK(strategy == CUDA_EMULATION_STRATEGY_EAGER);
  CHECK(cublasSetEmulationStrategy(h, (cudaEmulationStrategy)7) ==
        CUBLAS_STATUS_INVALID_VALUE);
  OK(cublasGetEmulationSpecialValuesSupport(h, &values));
  CHECK(values == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
  OK(cublasSetEmulationSpecialValuesSupport(
      h, CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN));
  OK(cublasGetEmulationSpecialValuesSupport(h, &values));
  CHECK(values == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_NAN);
  OK(cublasSetFixedPointEmulationMantissaControl(
      h, CUDA_EMULATION_MANTISSA_CONTROL_FIXED));
  OK(cublasGetFixedPointEmulationMantissaControl(h, &control));
  CHECK(control == CUDA_EMULATION_MANTISSA_CONTROL_FIXED);
  OK(cublasSetFixedPointEmulationMaxMantissaBitCount(h, 55));
  OK(cublasGetFixedPointEmulationMaxMantissaBitCount(h, &number));
  CHECK(number == 55);
  OK(cublasSetFixedPointEmulationMantissaBitOffset(h, -2));
  OK(cublasGetFixedPointEmulationMantissaBitOffset(h, &number));
  CHECK(number == -2);
  OK(cublasGetFixedPointEmulationMantissaBitCountPointer(h, &pointer));
  CHECK(pointer == nullptr);
  OK(cublasSetFixedPointEmulationMantissaBitCountPointer(h, &number));
  OK(cublasGetFixedPointEmulationMantissaBitCountPointer(h, &pointer));
  CHECK(pointer == &number);
  OK(cublasDestroy(h));
  OK(cublasCreate(&h)); // another has none of it
  OK(cublasGetEmulationStrategy(h, &strategy));
  OK(cublasGetEmulationSpecialValuesSupport(h, &values));
  CHECK(strategy == CUDA_EMULATION_STRATEGY_DEFAULT &&
        values == CUDA_EMULATION_SPECIAL_VALUES_SUPPORT_DEFAULT);
  cublasComputeType_t compute;
  OK(cublasMigrateComputeType(h, CUDA_C_64F, &compute));
  CHECK(compute == CUBLAS_COMPUTE_64F);
  OK(cublasDestroy(h));
}

static void check_solver() {
  cusolverDnHandle_t h;
  cudaEmulationStrategy strategy;
  OK(cusolverDnCreate(&h));
  OK(cusolverDnGetEmulationStrategy(h, &strategy));
  CHECK(strategy == CUDA_EMULATION_STRATEGY_DEFAULT);
  OK(cusolverDnSetEmulationStrategy(h, CUDA_EMULATION_STRATEGY_PERFORMANT));
  OK(cusolverDnGetEmulationStrategy(h, &strategy));
  CHECK(strategy == CUDA_EMULATION_STRATEGY_PERFORMANT);
  CHECK(cusolverDnSetEmulationStrategy(h, (cudaEmulationStrategy)5) ==
        CUSOLVER_STATUS_INVALID_VALUE);
  OK(cusolverDnDestroy(h));
}

static void check_fft() {
  cufftHandle plan;
  long long value = -1;
  size_t size = 0;
  OK(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
  OK(cufftGetPlanPropertyInt64(plan, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT,
                               &value));
  CHECK(value == 0);
  OK(cufftSetPlanPropertyInt64(
      plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, 4));
  OK(cufftGetPlanPropertyInt64(
      plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, &value));
  CHECK(value == 4);
  OK(cufftResetPlanProperty(plan,
                            NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS));
  OK(cufftGetPlanPropertyInt64(
      plan, NVFFT_PLAN_PROPERTY_INT64_MAX_NUM_HOST_THREADS, &value));
  CHECK(value == 0);
  CHECK(cufftSetPlanPropertyInt64(plan, (cufftProperty)9, 1) ==
        CUFFT_INVALID_VALUE);
  CHECK(cufftSetPlanPropertyInt64(12345, NVFFT_PLAN_PROPERTY_INT64_PATIENT_JIT,
                                  1) == CUFFT_INVALID_PLAN);
  OK(cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_MINIMAL, &size));
  size = 0;
  const cufftResult user =
      cufftXtSetWorkAreaPolicy(plan, CUFFT_WORKAREA_USER, &size);
  size_t wanted = 0;
  OK(cufftGetSize(plan, &wanted));
  CHECK(user == (wanted ? CUFFT_NOT_SUPPORTED : CUFFT_SUCCESS));
  CHECK(cufftXtSetWorkAreaPolicy(plan, (cufftXtWorkAreaPolicy)3, &size) ==
        CUFFT_INVALID_VALUE);
  CHECK(cufftXtSetJITCallback(plan, "f", &size, sizeof(size),
                              CUFFT_CB_LD_COMPLEX, nullptr) ==
        CUFFT_NOT_SUPPORTED);
  OK(cufftDestroy(plan));
}

static void check_sparse() {
  cusparseHandle_t h;
  cusparseSpMMOpPlan_t plan = (cusparseSpMMOpPlan_t)&h;
  size_t size = 0;
  OK(cusparseCreate(&h));
  CHECK(cusparseSpMMOp_createPlan(
            h, &plan, CUSPARSE_OPERATION_NON_TRANSPOSE,
            CUSPARSE_OPERATION_NON_TRANSPOSE, nullptr, nullptr, nullptr,
            CUDA_R_32F, CUSPARSE_SPMM_OP_ALG_DEFAULT, nullptr, 0, nullptr, 0,
            nullptr, 0, &size) == CUSPARSE_STATUS_NOT_SUPPORTED &&
        plan == nullptr);
  CHECK(cusparseSpMMOp(plan, nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  OK(cusparseSpMMOp_destroyPlan(plan));
  OK(cusparseDestroy(h));
}

int main() {
  check_cublas();
  check_solver();
  check_fft();
  check_sparse();
  LOG("[cublas]", cublasLtLogger, [] {
    CHECK(cublasLtMatmul(nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                         nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                         nullptr, nullptr, 0, nullptr) ==
          CUBLAS_STATUS_NOT_INITIALIZED);
  });
  LOG("[cusparse]", cusparseLogger, [] {
    CHECK(cusparseCreate(nullptr) == CUSPARSE_STATUS_INVALID_VALUE);
  });
  CHECK(said.function == "cusparseCreate");
  LOG("[cusolver]", cusolverDnLogger, [] {
    CHECK(cusolverDnSetStream(nullptr, nullptr) != CUSOLVER_STATUS_SUCCESS);
  });
  puts("settings and logs");
  return 0;
}

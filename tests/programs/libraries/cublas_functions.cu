// SPDX-License-Identifier: Apache-2.0
// Every function that cuBLAS has in common with BLAS.
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu opencl
#include <cublas_v2.h>

#define handle_t cublasHandle_t
#define GPU(name) cuda##name
#define LIBRARY(Name, name) cublas##Name
#define LIBRARY_64(Name, name) cublas##Name##_64
#define LIBRARY_BATCHED(Name, name) cublas##Name##Batched
#define LIBRARY_BATCHED_64(Name, name) cublas##Name##Batched_64
#define LIBRARY_STRIDED(Name, name) cublas##Name##StridedBatched
#define LIBRARY_STRIDED_64(Name, name) cublas##Name##StridedBatched_64
#define FORMS_OF(cuda, hip, roc) cuda
#define INVALID_VALUE CUBLAS_STATUS_INVALID_VALUE

#include <string>

static long long number_of(const std::string &kind, char letter) {
  switch (kind[0]) {
  case 'o':
    return letter == 'N' ? CUBLAS_OP_N : letter == 'T' ? CUBLAS_OP_T : CUBLAS_OP_C;
  case 'u':
    return letter == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  case 's':
    return letter == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
  default:
    return letter == 'N' ? CUBLAS_DIAG_NON_UNIT : CUBLAS_DIAG_UNIT;
  }
}
static int use_device_pointers(cublasHandle_t handle, bool device) {
  return cublasSetPointerMode(handle, device ? CUBLAS_POINTER_MODE_DEVICE
                                             : CUBLAS_POINTER_MODE_HOST);
}

#include "libraries/functions.h"

int main() {
  cublasHandle_t handle;
  OK(cublasCreate(&handle));
  const int wrong = test_functions(handle);
  OK(cublasDestroy(handle));
  return wrong ? 1 : done();
}

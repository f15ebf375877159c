// SPDX-License-Identifier: Apache-2.0
// Every function that hipBLAS has in common with BLAS.
// FLAGS: -lhipblas -std=c++17
// DEVICES: cpu opencl
#include <hipblas/hipblas.h>

#define handle_t hipblasHandle_t
#define GPU(name) hip##name
#define LIBRARY(Name, name) hipblas##Name
#define LIBRARY_64(Name, name) hipblas##Name##_64
#define LIBRARY_BATCHED(Name, name) hipblas##Name##Batched
#define LIBRARY_BATCHED_64(Name, name) hipblas##Name##Batched_64
#define LIBRARY_STRIDED(Name, name) hipblas##Name##StridedBatched
#define LIBRARY_STRIDED_64(Name, name) hipblas##Name##StridedBatched_64
#define FORMS_OF(cuda, hip, roc) hip
#define INVALID_VALUE HIPBLAS_STATUS_INVALID_VALUE

#include <string>

static long long number_of(const std::string &kind, char letter) {
  switch (kind[0]) {
  case 'o':
    return letter == 'N' ? 111 : letter == 'T' ? 112 : 113;
  case 'u':
    return letter == 'U' ? 121 : 122;
  case 's':
    return letter == 'L' ? 141 : 142;
  default:
    return letter == 'N' ? 131 : 132;
  }
}
static int use_device_pointers(hipblasHandle_t handle, bool device) {
  return hipblasSetPointerMode(handle, device ? HIPBLAS_POINTER_MODE_DEVICE
                                              : HIPBLAS_POINTER_MODE_HOST);
}

#include "libraries/functions.h"

int main() {
  hipblasHandle_t handle;
  OK(hipblasCreate(&handle));
  const int wrong = test_functions(handle);
  OK(hipblasDestroy(handle));
  return wrong ? 1 : done();
}

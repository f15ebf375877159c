// SPDX-License-Identifier: Apache-2.0
// Every function that rocBLAS has in common with BLAS.
// FLAGS: -lrocblas -std=c++17
// DEVICES: cpu opencl
#include <rocblas/rocblas.h>

#define handle_t rocblas_handle
#define GPU(name) hip##name
#define LIBRARY(Name, name) rocblas_##name
#define LIBRARY_64(Name, name) rocblas_##name##_64
#define LIBRARY_BATCHED(Name, name) rocblas_##name##_batched
#define LIBRARY_BATCHED_64(Name, name) rocblas_##name##_batched_64
#define LIBRARY_STRIDED(Name, name) rocblas_##name##_strided_batched
#define LIBRARY_STRIDED_64(Name, name) rocblas_##name##_strided_batched_64
#define FORMS_OF(cuda, hip, roc) roc
#define INVALID_VALUE rocblas_status_invalid_value

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
static int use_device_pointers(rocblas_handle handle, bool device) {
  return rocblas_set_pointer_mode(handle, device ? rocblas_pointer_mode_device
                                                 : rocblas_pointer_mode_host);
}

#include "libraries/functions.h"

int main() {
  rocblas_handle handle;
  OK(rocblas_create_handle(&handle));
  const int wrong = test_functions(handle);
  OK(rocblas_destroy_handle(handle));
  return wrong ? 1 : done();
}

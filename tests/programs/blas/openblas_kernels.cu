// SPDX-License-Identifier: Apache-2.0
// OpenBLAS does not fall back to kernels without AVX on processors that it does
// not know, and what it was told stays out of the program's environment.
// FLAGS: -lcublas -ldl
// DEVICES: cpu
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

#include "program.h"

static bool same(const char *a, const char *b) {
  return a == b || (a && b && strcmp(a, b) == 0);
}

int main() {
  const char *const told = getenv("OPENBLAS_CORETYPE"); // by the user
  cublasHandle_t handle;
  float values[4] = {1, 2, 3, 4}, sum = 0;
  OK(cublasCreate(&handle));
  OK(cublasSasum(handle, 4, values, 1, &sum));
  CHECK(sum == 10);
  OK(cublasDestroy(handle));
  CHECK(same(getenv("OPENBLAS_CORETYPE"), told));
  void *library = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_NOLOAD);
  CHECK(library != nullptr);
  const auto name = (const char *(*)())dlsym(library, "openblas_get_corename");
#if defined(__x86_64__)
  if (name && !told && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    CHECK(strcmp(name(), "Prescott") != 0);
#endif
  return done();
}

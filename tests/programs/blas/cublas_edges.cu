// SPDX-License-Identifier: Apache-2.0
// Functions of vectors read and write nothing beyond their ends: arrays of the
// program that end, and that begin, at pages that cannot be touched.
// FLAGS: -lcublas -std=c++17
// DEVICES: cpu
#include <cublas_v2.h>
#include <sys/mman.h>

#include <complex>

#include "program.h"

#define GOOD(call) CHECK((call) == CUBLAS_STATUS_SUCCESS)
enum { PAGE = 1 << 16, LARGEST = 40 };

// Memory between two pages that are not there.
struct Guarded {
  char *base;
  Guarded() {
    base = (char *)mmap(nullptr, 3 * PAGE, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(base != MAP_FAILED);
    CHECK(mprotect(base, PAGE, PROT_NONE) == 0);
    CHECK(mprotect(base + 2 * PAGE, PAGE, PROT_NONE) == 0);
  }
  ~Guarded() { munmap(base, 3 * PAGE); }
  // So many bytes at its beginning, or at its end.
  template <class T> T *at(bool end, size_t bytes) {
    return (T *)(end ? base + 2 * PAGE - bytes : base + PAGE);
  }
};

static cublasHandle_t handle;

template <class T> struct Functions; // of one type
#define FUNCTIONS(T, V, letter, dot)                                           \
  template <> struct Functions<V> {                                            \
    static void run(int n, V *x, int incx, V *y, int incy) {                   \
      T result, alpha = {};                                                    \
      GOOD(cublas##letter##dot(handle, n, (T *)x, incx, (T *)y, incy,          \
                               &result));                                      \
      GOOD(cublas##letter##axpy(handle, n, &alpha, (T *)x, incx, (T *)y,       \
                                incy));                                        \
      GOOD(cublas##letter##copy(handle, n, (T *)x, incx, (T *)y, incy));       \
      GOOD(cublas##letter##swap(handle, n, (T *)x, incx, (T *)y, incy));       \
      GOOD(cublas##letter##scal(handle, n, &alpha, (T *)x, abs(incx)));        \
    }                                                                          \
  };
FUNCTIONS(float, float, S, dot)
FUNCTIONS(double, double, D, dot)
FUNCTIONS(cuComplex, std::complex<float>, C, dotu)
FUNCTIONS(cuDoubleComplex, std::complex<double>, Z, dotc)

template <class V> static void test() {
  static const int incs[][2] = {{1, 1}, {2, 3}, {-1, 2}, {1, -2}, {-3, -1}};
  Guarded first, second;
  for (auto &inc : incs)
    for (int n = 0; n < LARGEST; ++n)
      for (int ends = 0; ends < 4; ++ends) {
        const size_t x = n ? ((size_t)(n - 1) * abs(inc[0]) + 1) * sizeof(V) : 0;
        const size_t y = n ? ((size_t)(n - 1) * abs(inc[1]) + 1) * sizeof(V) : 0;
        Functions<V>::run(n, first.at<V>(ends & 1, x), inc[0],
                          second.at<V>(ends & 2, y), inc[1]);
        OK(cudaDeviceSynchronize());
      }
}

int main() {
  GOOD(cublasCreate(&handle));
  test<float>();
  test<double>();
  test<std::complex<float>>();
  test<std::complex<double>>();
  GOOD(cublasDestroy(handle));
  std::printf("ok\n");
  return 0;
}

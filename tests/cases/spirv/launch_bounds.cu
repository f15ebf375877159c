// SPDX-License-Identifier: Apache-2.0
// Launch bounds with commas inside: arguments of templates, as CCCL has them.
#include "program.h"

template <class A, class B> struct sizes {
  static constexpr size_t threads = sizeof(A) * sizeof(B);
};
enum { NAMED = 96 };

template <class A, class B>
__launch_bounds__(sizes<A, B>::threads, 1) __global__ void both(A *a, B b) {
  *a = (A)b;
}
__launch_bounds__(NAMED) __global__ void named(int *a) { *a = 4; }
#ifdef __SIZEOF_INT128__ // only where the type is
__device__ unsigned long long upper(unsigned long long a) {
  return (unsigned long long)((unsigned __int128)a * a >> 64);
}
#endif

int main(void) {
  cudaFuncAttributes of;
  OK(cudaFuncGetAttributes(&of, both<double, long long>));
  CHECK(of.maxThreadsPerBlock == 64);
  OK(cudaFuncGetAttributes(&of, named));
  CHECK(of.maxThreadsPerBlock == NAMED);
  return 0;
}

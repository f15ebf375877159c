// SPDX-License-Identifier: Apache-2.0
// Names that HIP's headers bring: complex conversions, atomics that are safe or
// not, what an architecture has, C's functions of float in std, and launches
// between events of a template by its name.
#include <hip/hip_complex.h>
#include <hip/hip_ext.h>
#include <hip/hip_runtime.h>

#include <cmath>

#include "program.h"

int on_host = __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__;

template <typename T> __global__ void add(const T *a, T *b) {
  b[threadIdx.x] += a[threadIdx.x];
}

__global__ void k(float *f, double *d, int *has) {
  safeAtomicMin(&f[0], 1.f);
  unsafeAtomicMin(&f[1], 1.f);
  safeAtomicMax(&f[2], 1.f);
  unsafeAtomicMax(&f[3], 1.f);
  safeAtomicAdd(&f[4], 0.5f);
  unsafeAtomicAdd(&f[4], 0.25f);
  safeAtomicMin(&d[0], 1.);
  unsafeAtomicMax(&d[1], 1.);
  unsafeAtomicAdd(&d[2], safeAtomicAdd(&d[2], 1.));
  f[5] = std::floorf(f[5]) + 10 * std::ceilf(f[5]) + 100 * std::sqrtf(16.f) +
         1000 * std::fmaf(2.f, 3.f, 1.f);
  *has = __HIP_ARCH_HAS_GLOBAL_INT32_ATOMICS__ && __HIP_ARCH_HAS_DOUBLES__ &&
         !__HIP_ARCH_HAS_DYNAMIC_PARALLEL__;
}

int main() {
  float h[] = {2, 2, -2, -2, 1, 1.5};
  double hd[] = {2, -2, 3};
  struct {
    float f[6];
    double d[3];
    int has, a[32], b[32];
  } *d, back;
  OK(hipMalloc(&d, sizeof(*d)));
  OK(hipMemset(d, 0, sizeof(*d)));
  OK(hipMemcpy(d->f, h, sizeof(h), hipMemcpyHostToDevice));
  OK(hipMemcpy(d->d, hd, sizeof(hd), hipMemcpyHostToDevice));
  k<<<1, 1>>>(d->f, d->d, &d->has);
  for (int i = 0; i < 32; ++i)
    back.a[i] = i;
  OK(hipMemcpy(d->a, back.a, sizeof(back.a), hipMemcpyHostToDevice));
  int *a = d->a, *b = d->b;
  for (int i = 0; i < 2; ++i)
    hipExtLaunchKernelGGL(add, dim3(1), dim3(32), 0, 0, nullptr, nullptr, 0,
                          (const int *)a, b);
  hipExtLaunchKernelGGL(add<int>, dim3(1), dim3(32), 0, 0, nullptr, nullptr, 0,
                        a, b);
  OK(hipMemcpy(&back, d, sizeof(back), hipMemcpyDeviceToHost));
  CHECK(back.f[0] == 1 && back.f[1] == 1 && back.f[2] == 1 && back.f[3] == 1);
  CHECK(back.f[4] == 1.75f && back.f[5] == 7421);
  CHECK(back.d[0] == 1 && back.d[1] == 1 && back.d[2] == 7);
  CHECK(back.has && !on_host);
  for (int i = 0; i < 32; ++i)
    CHECK(back.b[i] == 3 * i);
  const hipDoubleComplex wide =
      hipComplexFloatToDouble(make_hipFloatComplex(1, 2));
  CHECK(wide.x == 1 && wide.y == 2);
  CHECK(hipComplexDoubleToFloat(wide).y == 2);
  OK(hipFree(d));
  return done();
}

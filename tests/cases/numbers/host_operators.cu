// SPDX-License-Identifier: Apache-2.0
// A type whose operators are the device's alone where it has instructions for them,
// as Eigen's half is: the host's functions that use them are looked at in the
// device's pass, too, where nothing is made of them.
#include <cuda_fp16.h>

#include "program.h"

struct number : __half_raw {
  __host__ __device__ explicit number(float f) : __half_raw(__half(f)) {}
  __host__ __device__ number(const __half &h) : __half_raw(h) {}
  __host__ __device__ operator float() const { return (float)__half(*this); }
};

#ifdef __CUDA_ARCH__
__device__ number operator-(const number &a, const number &b) {
  return __hsub(a, b);
}
__device__ number operator*(const number &a, const number &b) {
  return __hmul(a, b);
}
#else
__host__ __device__ number operator-(const number &a, const number &b) {
  return number((float)a - (float)b);
}
__host__ __device__ number operator*(const number &a, const number &b) {
  return number((float)a * (float)b);
}
#endif

// The host's: in the device's pass no operator fits, and those of __half and of
// float fit alike.
static number between(const number &x, const number &y) {
  return (y - x) * number(0.5f);
}
template <typename T> struct picks {
  static T run(const T &x, const T &y) { return between(x, y) - x; }
};

__global__ void differ(float *out) {
  out[threadIdx.x] = (float)(number(3.0f * threadIdx.x) - number(1.0f));
}

int main() {
  float *out;
  OK(cudaMallocManaged(&out, 8 * sizeof(float)));
  differ<<<1, 8>>>(out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i)
    CHECK(out[i] == 3.0f * i - 1);
  CHECK((float)picks<number>::run(number(1.0f), number(5.0f)) == 1.0f);
  OK(cudaFree(out));
  return done();
}

// SPDX-License-Identifier: Apache-2.0
// A function of the host that uses operators which, when the device's code is
// made, only the device has, as Eigen's half does.
// OUTPUT: 3 3
#include <cstdio>
#include <cuda_fp16.h>

struct number : __half_raw {
  __host__ __device__ number(float f) : __half_raw(__float2half(f)) {}
  __host__ __device__ operator float() const {
    return __half2float(__half(*this));
  }
};

#ifdef __CUDA_ARCH__
__device__ number operator+(const number &a, const number &b) {
  return number(float(a) + float(b));
}
#else
__host__ number operator+(const number &a, const number &b) {
  return number(float(a) + float(b));
}
#endif

static number of_host(const number &a, const number &b) { return a + b; }

__global__ void add(float *out) {
  *out = float(number(1) + number(2));
}

int main() {
  float *p, result = 0;
  cudaMalloc(&p, sizeof(result));
  add<<<1, 1>>>(p);
  cudaMemcpy(&result, p, sizeof(result), cudaMemcpyDeviceToHost);
  std::printf("%g %g\n", float(of_host(number(1), number(2))), result);
  return 0;
}

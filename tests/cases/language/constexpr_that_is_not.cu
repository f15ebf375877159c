// SPDX-License-Identifier: Apache-2.0
// nvcc takes a constexpr function that can never be a constant.
#include "program.h"

struct bits {
  static constexpr __host__ __device__ float infinity() {
    unsigned value = 0x7f800000;
    return *reinterpret_cast<float *>(&value);
  }
};

static __global__ void store(float *p) { *p = bits::infinity(); }

int main() {
  float *p, back = 0;
  OK(cudaMalloc(&p, sizeof(*p)));
  store<<<1, 1>>>(p);
  OK(cudaMemcpy(&back, p, sizeof(back), cudaMemcpyDefault));
  CHECK(back > 1e38f && bits::infinity() > 1e38f);
  OK(cudaFree(p));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Variables of the device: copies, addresses, sizes, managed ones, templates.
#include <hip/hip_runtime.h>

#include "program.h"

__device__ int counter = 3;
__constant__ float table[8] = {1, 2, 3};
__device__ double wide[4];
__managed__ int shared_count = 10;
static __device__ int local_to_file;
template <typename T> __device__ T of_type;

__global__ void use(float *out) {
  const int i = threadIdx.x;
  out[i] = table[i];
  atomicAdd(&counter, 1);
  if (i == 0) {
    ++shared_count;
    wide[2] = 2.5;
    local_to_file = 77;
    of_type<int> += 1;
  }
}

int main() {
  float *d, h[8];
  int n = 0;
  CHECK(shared_count == 10);
  OK(hipMalloc(&d, sizeof(h)));
  const float fresh[2] = {50, 60};
  OK(hipMemcpyToSymbol(HIP_SYMBOL(table), fresh, sizeof(fresh), 8));
  use<<<1, 8>>>(d);
  OK(hipMemcpy(h, d, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(h[0] == 1 && h[1] == 2 && h[2] == 50 && h[3] == 60 && h[4] == 0);
  OK(hipMemcpyFromSymbol(&n, HIP_SYMBOL(counter), sizeof(n)));
  CHECK(n == 11);
  CHECK(shared_count == 11);
  double w = 0;
  OK(hipMemcpyFromSymbol(&w, HIP_SYMBOL(wide), sizeof(w), 16));
  CHECK(w == 2.5);
  OK(hipMemcpyFromSymbol(&n, HIP_SYMBOL(local_to_file), sizeof(n)));
  CHECK(n == 77);
  OK(hipMemcpyFromSymbol(&n, HIP_SYMBOL(of_type<int>), sizeof(n)));
  CHECK(n == 1);
  void *address;
  size_t size;
  OK(hipGetSymbolAddress(&address, HIP_SYMBOL(counter)));
  OK(hipGetSymbolSize(&size, HIP_SYMBOL(wide)));
  CHECK(size == sizeof(wide));
  n = 100;
  OK(hipMemcpy(address, &n, sizeof(n), hipMemcpyHostToDevice));
  n = 0;
  OK(hipMemcpyFromSymbolAsync(&n, HIP_SYMBOL(counter), sizeof(n), 0,
                              hipMemcpyDeviceToHost, 0));
  OK(hipDeviceSynchronize());
  CHECK(n == 100);
  FAILS(hipMemcpyToSymbol(HIP_SYMBOL(counter), &n, 4, 1), hipErrorInvalidValue);
  FAILS(hipMemcpyToSymbol(&n, &n, 4), hipErrorInvalidSymbol);
  FAILS(hipFree(address), hipErrorInvalidValue);
  OK(hipFree(d));
  return done();
}

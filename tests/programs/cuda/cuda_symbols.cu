// SPDX-License-Identifier: Apache-2.0
// Variables of the device in the CUDA dialect.
#include "program.h"

__constant__ float table[4] = {1, 2, 3, 4};
__device__ int counter;
template <int I> __device__ int each = I;

__global__ void use(float *to) {
  to[threadIdx.x] = table[threadIdx.x] + each<5>;
  atomicAdd(&counter, 2);
}

int main() {
  float *d, h[4];
  const float fresh[2] = {30, 40};
  int n = 0;
  OK(cudaMalloc(&d, sizeof(h)));
  OK(cudaMemcpyToSymbol(table, fresh, sizeof(fresh), 2 * sizeof(float)));
  use<<<1, 4>>>(d);
  OK(cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost));
  CHECK(h[0] == 6 && h[1] == 7 && h[2] == 35 && h[3] == 45);
  OK(cudaMemcpyFromSymbol(&n, counter, sizeof(n)));
  CHECK(n == 8);
  void *address;
  size_t size;
  OK(cudaGetSymbolAddress(&address, table));
  OK(cudaGetSymbolSize(&size, table));
  CHECK(size == 16);
  OK(cudaMemcpy(h, address, 16, cudaMemcpyDeviceToHost));
  CHECK(h[3] == 40);
  OK(cudaMemcpyToSymbolAsync(counter, &n, sizeof(n), 0, cudaMemcpyHostToDevice,
                             0));
  FAILS(cudaMemcpyToSymbol(counter, &n, 8), cudaErrorInvalidValue);
  FAILS(cudaGetSymbolSize(&size, n), cudaErrorInvalidSymbol);
  OK(cudaFree(d));
  return done();
}

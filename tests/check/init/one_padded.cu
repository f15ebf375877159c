// SPDX-License-Identifier: Apache-2.0
// A single result that is a struct with padding: copied as a whole. A number
// that is missing is none.
// With -DTWIN the defect is not there.
#include <cuda_runtime.h>

struct result {
  bool found;
  long long count, place;
  char mark;
};
struct extreme {
  int index;
  double value;
  int times;
};

__global__ void look(result *r) {
  r->found = true;
  r->count = 3;
#ifdef TWIN
  r->place = 4;
#endif
  r->mark = 'x';
}
__global__ void most(extreme *e) {
  e->index = 1;
  e->value = 2;
  e->times = 3;
}
__global__ void three(int *x) { x[threadIdx.x] = 1; }

int main() {
  extreme *e, extremes;
  cudaMalloc(&e, sizeof(*e));
  most<<<1, 1>>>(e);
  cudaMemcpy(&extremes, e, sizeof(*e), cudaMemcpyDeviceToHost);
  cudaFree(e);
#ifndef TWIN
  int *x, all[4];
  cudaMalloc(&x, sizeof(all));
  three<<<1, 3>>>(x);
  cudaMemcpy(all, x, sizeof(all), cudaMemcpyDeviceToHost); // EXPECT: uninitialised-copy
  cudaFree(x);
#endif
  result *r, got;
  cudaMalloc(&r, sizeof(*r));
  look<<<1, 1>>>(r);
  cudaMemcpy(&got, r, sizeof(got), cudaMemcpyDeviceToHost); // EXPECT: uninitialised-copy
  cudaFree(r);
  return got.mark != 'x';
}

// SPDX-License-Identifier: Apache-2.0
// Kernels that launch kernels through pointers: chosen at run time, from a table,
// handed to a function, template arguments; a null pointer is an error.
// DEVICES: cpu
#include <cuda_runtime.h>

#include "program.h"

using Kernel = void (*)(int *, int);

__global__ void add(int *p, int value) { atomicAdd(p, value); }
__global__ void multiply(int *p, int value) { *p *= value; }
template <int N> __global__ void shift(int *p, int value) { *p = (*p << N) + value; }

__device__ Kernel table[] = {add, multiply, shift<4>};

__device__ void launch(Kernel kernel, int *p, int value) {
  kernel<<<1, 1>>>(p, value);
}

// By a choice, a table, a function and a template's argument.
template <Kernel KERNEL> __device__ void launch_fixed(int *p, int value) {
  KERNEL<<<1, 2>>>(p, value);
}

__global__ void start(int *p, int which) {
  Kernel kernel = which & 1 ? add : multiply;
  kernel<<<1, 1>>>(p, 3);
  table[which % 3]<<<1, 1>>>(p, 5);
  launch(which & 2 ? shift<4> : add, p, 7);
  launch_fixed<add>(p, 11);
}

__global__ void wrong(int *p, Kernel kernel, int *error) {
  kernel<<<1, 1>>>(p, 1);
  *error = (int)cudaGetLastError();
}

static int apply(int kind, int v, int value) {
  return kind == 0 ? v + value : kind == 1 ? v * value : (v << 4) + value;
}

int main() {
  int *p, *error;
  OK(cudaMallocManaged(&p, sizeof(*p)));
  OK(cudaMallocManaged(&error, sizeof(*error)));
  for (int which = 0; which < 6; ++which) {
    *p = which + 1;
    start<<<1, 1>>>(p, which);
    OK(cudaDeviceSynchronize());
    int v = apply(which & 1 ? 0 : 1, which + 1, 3);
    v = apply(which % 3, v, 5);
    v = apply(which & 2 ? 2 : 0, v, 7);
    CHECK(*p == v + 22);
  }
  *error = 0;
  wrong<<<1, 1>>>(p, nullptr, error);
  OK(cudaDeviceSynchronize());
  CHECK(*error == cudaErrorInvalidDeviceFunction);
  OK(cudaFree(p));
  OK(cudaFree(error));
  return done();
}

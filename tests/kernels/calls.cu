// SPDX-License-Identifier: Apache-2.0
// Calls that cannot be inlined: recursion, function pointers, virtual functions.
// SKIP: spirv64 (SPIR-V has neither recursion nor indirect calls)
// RUN: kernel=recursion grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=pointers grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=virtuals grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=not_inlined grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
#include "check.h"

__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

extern "C" __global__ void recursion(int *result) {
  BEGIN();
  CHECK(fibonacci(10) == 55);
  CHECK(fibonacci(self % 8) == (self % 8 < 2 ? self % 8
                                             : fibonacci(self % 8 - 1) +
                                                   fibonacci(self % 8 - 2)));
  PASS(result);
}

typedef int (*operation)(int, int);
__device__ __noinline__ int add(int a, int b) { return a + b; }
__device__ __noinline__ int subtract(int a, int b) { return a - b; }
__device__ __noinline__ int multiply(int a, int b) { return a * b; }
__device__ operation operations[3] = {add, subtract, multiply};

extern "C" __global__ void pointers(int *result) {
  BEGIN();
  const int expected[3] = {self + 3, self - 3, self * 3};
  CHECK(operations[self % 3](self, 3) == expected[self % 3]);
  operation f = self & 1 ? add : subtract;
  CHECK(f(10, self) == (self & 1 ? 10 + self : 10 - self));
  PASS(result);
}

struct shape {
  __device__ virtual float area() const = 0;
};
struct square : shape {
  float side;
  __device__ explicit square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct rectangle : shape {
  float a, b;
  __device__ rectangle(float a, float b) : a(a), b(b) {}
  __device__ float area() const override { return a * b; }
};

extern "C" __global__ void virtuals(int *result) {
  BEGIN();
  const square s((float)self);
  const rectangle r((float)self, 2.0f);
  const shape *either = self & 1 ? (const shape *)&s : (const shape *)&r;
  CHECK(either->area() == (float)(self & 1 ? self * self : self * 2));
  PASS(result);
}

__device__ __noinline__ void store(int *to, float4 v, int i) {
  to[i] = (int)(v.x + v.y + v.z + v.w);
}
extern "C" __global__ void not_inlined(int *result) {
  store(result, make_float4(0.25f, 0.25f, 0.25f, 0.25f), (int)threadIdx.x);
}

// SPDX-License-Identifier: Apache-2.0
// FLAGS: -std=c++20
// C++ in kernels: templates, lambdas, virtual and pointed-to functions,
// recursion, structs by value, constants, atomics, warps, tiles, clocks.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include "program.h"

namespace cg = cooperative_groups;
enum { N = 256 };

// ---- Templates and lambdas
template <typename T, int STEP, typename F>
__global__ void each(T *p, int n, F f) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += STEP * gridDim.x * blockDim.x)
    p[i] = f(p[i], i);
}

// ---- Virtual functions, pointers to functions, recursion
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ Square(float a) : a(a) {}
  __device__ float area() const override { return a * a; }
};
struct Circle : Shape {
  float r;
  __device__ Circle(float r) : r(r) {}
  __device__ float area() const override { return 3 * r * r; }
};
__global__ void shapes(float *out) {
  const Square square(3);
  const Circle circle(2);
  const Shape *const all[] = {&square, &circle};
  out[threadIdx.x] = all[threadIdx.x % 2]->area();
}
__device__ int plus(int a, int b) { return a + b; }
__device__ int times(int a, int b) { return a * b; }
__device__ int (*const operations[])(int, int) = {plus, times};
__global__ void apply(int *p) {
  p[threadIdx.x] = operations[p[threadIdx.x] & 1]((int)threadIdx.x, 3);
}
__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__global__ void recurse(int *p) { p[threadIdx.x] = fibonacci(threadIdx.x); }

// ---- Large arguments, bounds, a variable of constants
struct Big {
  double values[64];
  char tag;
};
__constant__ Big constants;
__global__ void __launch_bounds__(64, 2) big(Big b, double *p) {
  p[threadIdx.x] =
      b.values[threadIdx.x] + constants.values[threadIdx.x] + b.tag;
}

// ---- Atomics, warps, tiles, clocks
struct Totals {
  int sum, max, min, swapped;
  unsigned bits;
  float real;
  double wide;
  unsigned long long count;
};
__global__ void atomics(Totals *t) {
  const int self = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&t->sum, self);
  atomicMax(&t->max, self);
  atomicMin(&t->min, -self);
  atomicOr(&t->bits, 1u << self % 32);
  atomicAdd(&t->real, 0.5f);
  atomicAdd(&t->wide, 0.25);
  atomicInc((unsigned *)&t->swapped, 9);
  unsigned long long seen = t->count, was;
  do {
    was = seen;
    seen = atomicCAS(&t->count, was, was + 2);
  } while (seen != was);
}
__global__ void warps(int *p) {
  const int lane = threadIdx.x % warpSize;
  int v = lane;
  for (int by = warpSize / 2; by; by /= 2)
    v += __shfl_down(v, by);
  v = __shfl(v, 0);
  const int odd = __popcll(__ballot(lane & 1));
  p[threadIdx.x] = v * 1000 + odd + (__any(lane == 3) ? 100 : 0) +
                   (__all(lane >= 0) ? 200 : 0);
}
__global__ void tiles(int *p) {
  const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int v = (int)tile.thread_rank();
  for (int by = 8; by; by /= 2)
    v += tile.shfl_xor(v, by);
  p[threadIdx.x] = v;
}
__global__ void clocks(long long *p) {
  const long long start = clock64();
  long long x = start | 1;
  for (int i = 0; i < 1000; ++i)
    x = x * 7 + 1;
  p[0] = clock64() - start;
  p[1] = x;
  p[2] = (long long)wall_clock64();
}

template <typename T> static T *device(size_t n) {
  T *p;
  OK(hipMalloc(&p, n * sizeof(T)));
  OK(hipMemset(p, 0, n * sizeof(T)));
  return p;
}
template <typename T> static std::vector<T> host(T *p, size_t n) {
  std::vector<T> v(n);
  OK(hipMemcpy(v.data(), p, n * sizeof(T), hipMemcpyDeviceToHost));
  return v;
}

static void test_language() {
  float *f = device<float>(N);
  const float by = 2.5f;
  each<float, 1>
      <<<2, 64>>>(f, N, [=] __device__(float x, int i) { return x + by * i; });
  hipLaunchKernelGGL(HIP_KERNEL_NAME(each<float, 1>), dim3(1), dim3(32), 0, 0,
                     f, N, [] __device__(float x, int) { return x + 1; });
  for (int i = 0; const float x : host(f, N))
    CHECK(x == 2.5f * i++ + 1);
  shapes<<<1, 4>>>(f);
  CHECK(host(f, 4)[0] == 9 && host(f, 4)[3] == 12);
  int *p = device<int>(N);
  const int odd[2] = {0, 1};
  OK(hipMemcpy(p, odd, sizeof(odd), hipMemcpyHostToDevice));
  apply<<<1, 2>>>(p);
  CHECK(host(p, 2)[0] == 3 && host(p, 2)[1] == 3);
  recurse<<<1, 16>>>(p);
  CHECK(host(p, 16)[15] == 610 && host(p, 16)[1] == 1);
  Big b, c;
  for (int i = 0; i < 64; ++i) {
    b.values[i] = i;
    c.values[i] = 1000 * i;
  }
  b.tag = 5;
  OK(hipMemcpyToSymbol(HIP_SYMBOL(constants), &c, sizeof(c)));
  double *d = device<double>(64);
  big<<<1, 64>>>(b, d);
  for (int i = 0; const double x : host(d, 64))
    CHECK(x == 1001 * i++ + 5);
  OK(hipFree(f));
  OK(hipFree(p));
  OK(hipFree(d));
}

int main() {
  test_language();
  Totals *t = device<Totals>(1);
  atomics<<<4, 64>>>(t);
  const Totals all = host(t, 1)[0];
  CHECK(all.sum == N * (N - 1) / 2 && all.max == N - 1);
  CHECK(all.min == 1 - N && all.bits == ~0u && all.real == N / 2);
  CHECK(all.wide == N / 4 && all.count == 2 * N && all.swapped == N % 10);
  int *p = device<int>(N);
  int size = 0;
  OK(hipDeviceGetAttribute(&size, hipDeviceAttributeWarpSize, 0));
  warps<<<1, 128>>>(p);
  for (const int x : host(p, 128))
    CHECK(x == size * (size - 1) / 2 * 1000 + size / 2 + 300);
  tiles<<<1, 64>>>(p);
  for (const int x : host(p, 64))
    CHECK(x == 120);
  long long *c = device<long long>(3);
  clocks<<<1, 1>>>(c);
  CHECK(host(c, 3)[0] > 0 && host(c, 3)[2] > 0);
  OK(hipFree(t));
  OK(hipFree(p));
  OK(hipFree(c));
  return done();
}

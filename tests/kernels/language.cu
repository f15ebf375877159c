// SPDX-License-Identifier: Apache-2.0
// What C++ brings: constants, structures, templates, switches, types of every size,
// the standard library.
// RUN: kernel=constants grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=structures grid=1 block=64 shared=0 args="i32=0 i32[64]=zero,expect=fill:1"
// RUN: kernel=many_types grid=1 block=64 shared=0 args="i8=-5 u8=200 i16=-300 u16=60000 i64=-5000000000 f64=0.25 i32[64]=zero,expect=fill:1"
// RUN: kernel=_ZN5outer5inner7doubledEPi grid=1 block=64 shared=0 args="i32[64]=iota,expect=@ref/even64.i32"
// RUN: kernel=_Z8overloadiPi grid=1 block=64 shared=0 args="i32=1 i32[64]=zero,expect=fill:1"
// RUN: kernel=_Z8overloadfPi grid=1 block=64 shared=0 args="f32=1 i32[64]=zero,expect=fill:1"
// RUN: kernel=_Z9templatedIiLi3EEvPT_ grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=control_flow grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1"
// RUN: kernel=standard_library grid=1 block=64 shared=0 args="i32[64]=zero,expect=fill:1"
// RUN: kernel=address_spaces grid=1 block=64 shared=0 args="i32=2 i32[64]=zero,expect=fill:1"
#include "check.h"
#include <algorithm>
#include <array>
#include <cuda/std/limits>
#include <limits>
#include <tuple>
#include <type_traits>

__constant__ int table[4] = {10, 20, 30, 40};
__constant__ struct {
  float scale;
  double offset;
} settings = {2.0f, 0.5};
__device__ int counter = 7;
__device__ const float weights[3] = {1.0f, 2.0f, 4.0f};
static constexpr int primes[] = {2, 3, 5, 7};

extern "C" __global__ void constants(int *result) {
  BEGIN();
  CHECK(table[self & 3] == 10 * ((self & 3) + 1));
  CHECK(settings.scale == 2.0f && settings.offset == 0.5);
  CHECK(counter == 7);
  CHECK(weights[self % 3] == (float)(1 << self % 3));
  CHECK(primes[self & 3] >= 2);
  PASS(result);
}

struct inner_values {
  char c;
  double d;
  short s[3];
};
struct all_values {
  int a;
  inner_values in;
  float f[4];
  const int *p;
};

extern "C" __global__ void many_types(signed char i8, unsigned char u8,
                                      short i16, unsigned short u16,
                                      long long i64, double f64, int *result) {
  BEGIN();
  CHECK(i8 == -5 && u8 == 200 && i16 == -300 && u16 == 60000);
  CHECK(i64 == -5000000000ll && f64 == 0.25);
  PASS(result);
}

__device__ all_values fill(int seed, const int *p) {
  all_values v = {};
  v.a = seed;
  v.in.c = (char)(seed & 15);
  v.in.d = seed * 0.5;
  for (int i = 0; i < 3; ++i)
    v.in.s[i] = (short)(seed * i);
  for (int i = 0; i < 4; ++i)
    v.f[i] = (float)(seed + i);
  v.p = p;
  return v;
}

extern "C" __global__ void structures(int zero, int *result) {
  BEGIN();
  const all_values v = fill(self + zero, result);
  const all_values w = v;
  CHECK(w.a == self && w.in.c == (char)(self & 15) && w.in.d == self * 0.5);
  CHECK(w.in.s[(self + zero) % 3] == self * (self % 3));
  CHECK(w.f[self & 3] == (float)(self + (self & 3)) && w.p == result);
  CHECK(sizeof(inner_values) == 24);
  PASS(result);
}

namespace outer {
namespace inner {
__global__ void doubled(int *values) { values[threadIdx.x] *= 2; }
} // namespace inner
} // namespace outer

__global__ void overload(int one, int *result) { result[threadIdx.x] = one; }
__global__ void overload(float one, int *result) {
  result[threadIdx.x] = (int)one;
}

template <typename T, int N> __device__ T power(T x) {
  if constexpr (N == 0)
    return T(1);
  else
    return x * power<T, N - 1>(x);
}
template <typename T, int N> __global__ void templated(T *result) {
  result[threadIdx.x] = power<T, N>(T(2)) == T(8);
}
template __global__ void templated<int, 3>(int *);
template __global__ void templated<float, 3>(float *);

extern "C" __global__ void control_flow(int *result) {
  BEGIN();
  // A switch with fallthrough, on a value that differs in every thread.
  int state = 0;
  switch (self % 5) {
  case 0:
    state += 1;
    [[fallthrough]];
  case 1:
    state += 10;
    break;
  case 3:
    state += 100;
    break;
  default:
    state += 1000;
  }
  const int expected[5] = {11, 10, 1000, 100, 1000};
  CHECK(state == expected[self % 5]);
  // A loop with several exits, nested in one that ends differently everywhere.
  int sum = 0;
  for (int i = 0; i <= self; ++i) {
    if (i % 7 == 6)
      continue;
    for (int j = 0;; ++j) {
      if (j > i)
        break;
      if (j == 5)
        goto next;
      ++sum;
    }
  next:;
  }
  int check = 0;
  for (int i = 0; i <= self; ++i)
    check += i % 7 == 6 ? 0 : i + 1 < 5 ? i + 1 : 5;
  CHECK(sum == check);
  // Collatz: a different number of rounds for every thread.
  int n = self + 1, rounds = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    ++rounds;
  }
  CHECK(self != 26 || rounds == 111);
  CHECK(self != 6 || rounds == 16);
  PASS(result);
}

extern "C" __global__ void standard_library(int *result) {
  BEGIN();
  std::array<int, 4> a = {4, 3, 2, 1};
  CHECK(a[self & 3] == 4 - (self & 3) && a.size() == 4);
  std::tuple<int, float> t(self, 2.5f);
  CHECK(std::get<0>(t) == self && std::get<1>(t) == 2.5f);
  CHECK(std::max(self, 5) == (self > 5 ? self : 5));
  CHECK(std::min(1.5f, 2.5f) == 1.5f);
  int x = 1, y = 2;
  std::swap(x, y);
  CHECK(x == 2 && y == 1);
  CHECK(std::numeric_limits<float>::infinity() > 1e38f);
  CHECK(cuda::std::numeric_limits<int>::max() == 2147483647);
  CHECK((std::is_same<decltype(std::sqrt(2.0f)), float>::value));
  CHECK((std::is_same<decltype(std::pow(2.0f, 2.0)), double>::value));
  CHECK((std::is_same<decltype(std::exp(1)), double>::value));
  CHECK(std::abs(-2.5f) == 2.5f && std::abs(-3) == 3 && std::abs(-4l) == 4);
  CHECK(std::isnan(NAN) && std::isinf(INFINITY) && !std::isfinite(INFINITY));
  CHECK(std::fmin(1.0f, 2.0f) == 1.0f && std::floor(2.5) == 2.0);
  CHECK(std::fabs(std::exp(1) - 2.718281828459045) < 1e-15);
  CHECK(std::fabs(std::pow(2.0f, 0.5f) - 1.41421356f) < 1e-6f);
  auto square = [=](int v) { return v * v + self; };
  CHECK(square(3) == 9 + self);
  PASS(result);
}

// Exactly one of the three where it is known; where everything may be global,
// shared and own memory may be called so.
static __device__ int where_is(const void *p) {
  return (__isShared(p) ? 1 : 0) | (__isLocal(p) ? 2 : 0) |
         (__isGlobal(p) ? 4 : 0);
}

extern "C" __global__ void address_spaces(int two, int *result) {
  __shared__ int ours[64];
  int own[4] = {two, 1, two, 3};
  BEGIN();
  const void *places[4] = {&ours[self], &own[two & 3], &counter, result};
  ours[self] = own[two & 1];
  const int own_is = where_is(places[1]), shared_is = where_is(places[0]);
  CHECK(shared_is == 1 || shared_is == 4);
  CHECK(own_is == 2 || own_is == 4);
  CHECK(where_is(places[two]) == 4 && where_is(result) == 4);
  CHECK(own_is == 4 || shared_is == 1);
  const int any = where_is(places[self & 3]);
  CHECK(any == 1 || any == 2 || any == 4);
  PASS(result);
}

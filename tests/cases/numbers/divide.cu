// SPDX-License-Identifier: Apache-2.0
// Divisions that C leaves undefined do not stop a GPU: by zero all bits are
// set, and the lowest number by -1 is itself.
// DEVICES: cpu
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
#include "program.h"

enum { LANES = 64 };

template <typename T> struct pair {
  T a, b;
};

template <typename T> static __global__ void divide(pair<T> *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const pair<T> own = x[i];
  x[i] = {(T)(own.a / own.b), (T)(own.a % own.b)};
}

// By the same number in all lanes, which need not be asked of each.
template <typename T> static __global__ void divide_all(pair<T> *x, T by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T a = x[i].a;
  x[i] = {(T)(a / by), (T)(a % by)};
}

// Where no lane divides by zero that gets there.
template <typename T> static __global__ void divide_some(pair<T> *x) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const pair<T> own = x[i];
  if (own.b)
    x[i] = {(T)(own.a / own.b), (T)(own.a % own.b)};
}

template <typename T> static pair<T> expect(pair<T> x) {
  const bool is_signed = (T)-1 < (T)0;
  if (!x.b)
    return {(T)-1, (T)-1};
  if (is_signed && x.b == (T)-1)
    return {(T)(0 - (unsigned long long)x.a), 0};
  return {(T)(x.a / x.b), (T)(x.a % x.b)};
}

template <typename T> static void check(const pair<T> *got, const pair<T> *x) {
  for (int i = 0; i < LANES; ++i) {
    const pair<T> wanted = expect(x[i]);
    CHECK(got[i].a == wanted.a && got[i].b == wanted.b);
  }
}

template <typename T> static void run(int width) {
  pair<T> x[LANES], got[LANES], *memory;
  const T low = (T)((T)1 << (sizeof(T) * 8 - 1));
  const T numbers[8] = {0, 1, 7, (T)-7, low, (T)(low + 1), (T)-1, 100};
  for (int i = 0; i < LANES; ++i)
    x[i] = {numbers[i % 8], numbers[i / 8]};
  OK(cudaMalloc(&memory, sizeof(x)));
  OK(cudaMemcpy(memory, x, sizeof(x), cudaMemcpyHostToDevice));
  divide<<<LANES / width, width>>>(memory);
  OK(cudaMemcpy(got, memory, sizeof(x), cudaMemcpyDeviceToHost));
  check(got, x);
  for (int k = 0; k < 8; ++k) {
    OK(cudaMemcpy(memory, x, sizeof(x), cudaMemcpyHostToDevice));
    divide_all<<<LANES / width, width>>>(memory, numbers[k]);
    OK(cudaMemcpy(got, memory, sizeof(x), cudaMemcpyDeviceToHost));
    pair<T> same[LANES];
    for (int i = 0; i < LANES; ++i)
      same[i] = {x[i].a, numbers[k]};
    check(got, same);
  }
  OK(cudaMemcpy(memory, x, sizeof(x), cudaMemcpyHostToDevice));
  divide_some<<<LANES / width, width>>>(memory);
  OK(cudaMemcpy(got, memory, sizeof(x), cudaMemcpyDeviceToHost));
  for (int i = 0; i < LANES; ++i) {
    const pair<T> wanted = x[i].b ? expect(x[i]) : x[i];
    CHECK(got[i].a == wanted.a && got[i].b == wanted.b);
  }
  OK(cudaFree(memory));
}

int main() {
  for (int width = 1; width <= LANES; width *= 8) {
    run<signed char>(width);
    run<unsigned char>(width);
    run<short>(width);
    run<unsigned short>(width);
    run<int>(width);
    run<unsigned>(width);
    run<long long>(width);
    run<unsigned long long>(width);
  }
  std::puts("ok");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Floating point beyond an integer's range, as PTX's cvt has it: the nearest
// number; NaN is 0, or with 64 bits on either side only the top bit. What is
// narrower than int is cut from one. Numbers are those of an H100.
// DEVICES: cpu
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
#include "program.h"

enum { COUNT = 8, LANES = 32 };

template <typename R, typename A>
static __global__ void convert(R *out, const A *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (R)in[i % COUNT];
}

template <typename R> static __global__ void fold(R *out) {
  const volatile int one = 1;
  const float large = 1e30f, none = NAN;
  if (one) {
    out[0] = (R)large;
    out[1] = (R)-large;
    out[2] = (R)none;
  }
}

typedef unsigned long long bits;

template <typename R, typename A>
static void run(int width, const bits (&wanted)[COUNT]) {
  const A in[COUNT] = {(A)1e30,  (A)-1e30, (A)NAN,  (A)3e9,
                       (A)-3e9, (A)300.7, (A)-1.5, (A)70000};
  R *out, got[LANES];
  A *memory;
  OK(cudaMalloc(&out, sizeof(got)));
  OK(cudaMalloc(&memory, sizeof(in)));
  OK(cudaMemcpy(memory, in, sizeof(in), cudaMemcpyHostToDevice));
  convert<<<LANES / width, width>>>(out, memory);
  OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
  for (int i = 0; i < LANES; ++i)
    CHECK(got[i] == (R)wanted[i % COUNT]);
  if (sizeof(A) == 4) {
    fold<<<1, 1>>>(out);
    OK(cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost));
    for (int i = 0; i < 3; ++i)
      CHECK(got[i] == (R)wanted[i]);
  }
  OK(cudaFree(out));
  OK(cudaFree(memory));
}

static const bits float_to_int[] = {0x7fffffff, 0x80000000, 0,          0x7fffffff,
                                    0x80000000, 300,        0xffffffff, 70000};
static const bits float_to_unsigned[] = {0xffffffff, 0,   0, 3000000000,
                                         0,          300, 0, 70000};
static const bits to_long[] = {INT64_MAX,        1ull << 63, 1ull << 63,
                               3000000000,       (bits)-3000000000,
                               300,              (bits)-1, 70000};
static const bits to_unsigned_long[] = {~0ull, 0,   1ull << 63, 3000000000,
                                        0,     300, 0,          70000};
static const bits double_to_int[] = {0x7fffffff, 0x80000000, 0x80000000,
                                     0x7fffffff, 0x80000000, 300,
                                     0xffffffff, 70000};
static const bits double_to_unsigned[] = {0xffffffff, 0,   0x80000000, 3000000000,
                                          0,          300, 0,          70000};

int main() {
  for (int width = 1; width <= LANES; width *= LANES) {
    run<int, float>(width, float_to_int);
    run<signed char, float>(width, float_to_int);
    run<short, float>(width, float_to_int);
    run<unsigned, float>(width, float_to_unsigned);
    run<unsigned char, float>(width, float_to_unsigned);
    run<unsigned short, float>(width, float_to_unsigned);
    run<long long, float>(width, to_long);
    run<unsigned long long, float>(width, to_unsigned_long);
    run<int, double>(width, double_to_int);
    run<short, double>(width, double_to_int);
    run<unsigned, double>(width, double_to_unsigned);
    run<unsigned char, double>(width, double_to_unsigned);
    run<long long, double>(width, to_long);
    run<unsigned long long, double>(width, to_unsigned_long);
  }
  std::puts("ok");
  return 0;
}

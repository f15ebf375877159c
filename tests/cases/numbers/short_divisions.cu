// SPDX-License-Identifier: Apache-2.0
// Quotients and remainders of numbers that have fewer bits than their type, as
// code generators like to shorten them: at the ends of each range and between.
#include "program.h"

typedef long long i64;
typedef unsigned long long u64;

enum { COUNT = 4096 };

// A number of so many bits, with its sign or without.
template <int BITS> static __host__ __device__ i64 low(u64 x) {
  return (i64)(x & (~0ull >> (64 - BITS)));
}
template <int BITS> static __host__ __device__ i64 low_signed(u64 x) {
  return (i64)(x << (64 - BITS)) >> (64 - BITS);
}

// One operation at a time: a quotient beside its remainder is made otherwise.
template <int BITS, int FORM>
static __host__ __device__ i64 divide(u64 x, u64 y) {
  const i64 a = low<BITS>(x), b = low<BITS>(y) ? low<BITS>(y) : 1;
  const i64 s = low_signed<BITS>(x), t = low_signed<BITS>(y);
  const i64 u = t ? t : -1;
  if (FORM == 2 || FORM == 3)
    if ((int)s == -2147483647 - 1 && (int)u == -1)
      return 0;
  switch (FORM) {
  case 0:
    return (unsigned)a / (unsigned)b;
  case 1:
    return (unsigned)a % (unsigned)b;
  case 2:
    return (int)s / (int)u;
  case 3:
    return (int)s % (int)u;
  case 4:
    return (i64)((u64)a / (u64)b);
  case 5:
    return (i64)((u64)a % (u64)b);
  case 6:
    return s / u;
  case 7:
    return s % u;
  case 8: // with a sign that is taken as if there were none
    return (unsigned)(int)s / (unsigned)(int)u;
  default:
    return (unsigned)(int)s % (unsigned)(int)u;
  }
}

template <int BITS, int FORM>
static __global__ void run(const u64 *x, const u64 *y, i64 *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = divide<BITS, FORM>(x[i], y[i]);
}

static u64 *x, *y;
static i64 *out;

template <int BITS, int FORM> static void check_form() {
  OK(cudaMemset(out, 0xff, sizeof(i64) * COUNT));
  run<BITS, FORM><<<COUNT / 64, 64>>>(x, y, out);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < COUNT; ++i)
    if (out[i] != divide<BITS, FORM>(x[i], y[i])) {
      printf("%d bits, form %d of %llx, %llx: %lld, not %lld\n", BITS, FORM, x[i],
             y[i], out[i], divide<BITS, FORM>(x[i], y[i]));
      exit(1);
    }
}

template <int BITS> static void check() {
  check_form<BITS, 0>();
  check_form<BITS, 1>();
  check_form<BITS, 2>();
  check_form<BITS, 3>();
  check_form<BITS, 4>();
  check_form<BITS, 5>();
  check_form<BITS, 6>();
  check_form<BITS, 7>();
  check_form<BITS, 8>();
  check_form<BITS, 9>();
}

// Small divisors, and dividends one below a multiple of them, are the worst.
static void fill(int i) {
  static u64 state = 1;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  const u64 other = state ^ state >> 29;
  const int bits = 1 + (int)(state >> 58) % 33;
  y[i] = i % 2 ? 1 + (other >> 57) : other >> (64 - bits) | 1;
  x[i] = state >> 20;
  if (i % 4 == 1)
    x[i] = (x[i] & 0xffffff) / y[i] * y[i] + (u64)(y[i] - 1);
  if (i % 4 == 3)
    x[i] = (x[i] & 0x7fffff) / y[i] * y[i] - 1;
  if (i % 4 == 2)
    x[i] = ~0ull << (i / 4 % 33); // the least of so many bits, and -1
  if (i % 8 == 2)
    y[i] = ~0ull;
}

int main() {
  OK(cudaMallocManaged((void **)&x, sizeof(u64) * COUNT));
  OK(cudaMallocManaged((void **)&y, sizeof(u64) * COUNT));
  OK(cudaMallocManaged((void **)&out, sizeof(i64) * COUNT));
  for (int i = 0; i < COUNT; ++i)
    fill(i);
  check<8>();
  check<16>();
  check<22>();
  check<23>();
  check<24>();
  check<25>();
  check<32>();
  OK(cudaFree(x));
  OK(cudaFree(y));
  OK(cudaFree(out));
  return 0;
}

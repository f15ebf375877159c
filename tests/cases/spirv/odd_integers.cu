// SPDX-License-Identifier: Apache-2.0
// Every operation on integers of widths that devices do not have, against the
// host's. LLVM's optimiser makes such integers; _BitInt asks for them by name.
#include "program.h"

#include <stdint.h>

enum { ROWS = 256, OPERATIONS = 22 };

struct row {
  int64_t result[OPERATIONS];
};

template <int BITS> struct numbers {
  typedef unsigned _BitInt(BITS) natural;
  typedef signed _BitInt(BITS) whole;
  natural a, b;
  whole s, t;
  unsigned by; // less than the width
};

// As many bits as the number has, with zeros before them.
template <class T> __host__ __device__ int64_t zeros(T x) {
  return (int64_t)(uint64_t)x;
}

template <int BITS>
__host__ __device__ void calculate(const numbers<BITS> &of, int64_t *r) {
  typedef typename numbers<BITS>::natural natural;
  typedef typename numbers<BITS>::whole whole;
  const natural a = of.a, b = of.b;
  const whole s = of.s, t = of.t;
  *r++ = zeros((natural)(a + b));
  *r++ = zeros((natural)(a * b));
  *r++ = zeros((natural)(b ? a / b : a));
  *r++ = zeros((natural)(b ? a % b : a));
  *r++ = (int64_t)(t && t != -1 ? (whole)(s / t) : s);
  *r++ = (int64_t)(t && t != -1 ? (whole)(s % t) : s);
  *r++ = a < b;
  *r++ = s < t;
  *r++ = (int64_t)(s > t ? s : t);
  *r++ = (int64_t)(whole)(s < 0 ? -s : s);
  *r++ = (int64_t)(float)s;
  *r++ = (int64_t)((float)a / 2);
  *r++ = zeros((natural)((natural)(a + b) < a ? ~(natural)0 : a + b));
  *r++ = zeros((natural)(a < b ? 0 : a - b));
}

template <int BITS>
__host__ __device__ void move_bits(const numbers<BITS> &of, int64_t *r) {
  typedef typename numbers<BITS>::natural natural;
  const natural a = of.a, b = of.b;
  const unsigned by = of.by;
  *r++ = zeros((natural)(a << by));
  *r++ = zeros((natural)(a >> by));
  *r++ = (int64_t)(of.s >> by);
  *r++ = zeros((natural)(a << by | a >> (BITS - by) % BITS));
  int ones = 0;
  for (natural rest = a; rest; rest &= (natural)(rest - 1))
    ++ones;
  *r++ = ones;
  switch ((natural)(a & 15)) {
  case 0:
    *r++ = 77;
    break;
  case 1:
    *r++ = zeros(b);
    break;
  case 2:
    *r++ = -5;
    break;
  case 3:
    *r++ = by;
    break;
  default:
    *r++ = 9;
  }
  natural stored[4];
  for (unsigned i = 0; i < 4; ++i)
    stored[i] = (natural)(a + i);
  *r++ = zeros(stored[by & 3]);
  typename numbers<BITS>::whole sum = of.s;
  for (int i = 0; i < 5; ++i)
    sum = (typename numbers<BITS>::whole)(sum * 3 + of.t);
  *r++ = (int64_t)sum;
}

enum { CALCULATED = 14 };

template <int BITS>
__host__ __device__ void fill(const uint64_t *in, row *out) {
  typedef numbers<BITS> n;
  const n of = {(typename n::natural)in[0], (typename n::natural)in[1],
                (typename n::whole)in[0], (typename n::whole)in[1],
                (unsigned)(in[1] % BITS)};
  calculate<BITS>(of, out->result);
  move_bits<BITS>(of, out->result + CALCULATED);
}

template <int BITS> __global__ void fill_all(const uint64_t *in, row *out) {
  fill<BITS>(in + 2 * threadIdx.x, out + threadIdx.x);
}

// Numbers of all sizes.
static uint64_t number(unsigned at) {
  const uint64_t x = (at + 1) * 0x9e3779b97f4a7c15ull;
  const uint64_t mixed = (x ^ x >> 29) * 0xbf58476d1ce4e5b9ull;
  return at % 3 == 0 ? mixed & 63 : at % 7 == 0 ? mixed >> at % 64 : mixed;
}

template <int BITS> static void test(const uint64_t *in, uint64_t *there) {
  row *rows, found[ROWS], wanted;
  OK(cudaMalloc(&rows, sizeof(found)));
  fill_all<BITS><<<1, ROWS>>>(there, rows);
  OK(cudaMemcpy(found, rows, sizeof(found), cudaMemcpyDeviceToHost));
  OK(cudaFree(rows));
  for (unsigned i = 0; i < ROWS; ++i) {
    fill<BITS>(in + 2 * i, &wanted);
    for (unsigned k = 0; k < OPERATIONS; ++k)
      if (found[i].result[k] != wanted.result[k]) {
        fprintf(stderr, "%d bits, operation %u of %llx, %llx: %llx, not %llx\n",
                BITS, k, (long long)in[2 * i], (long long)in[2 * i + 1],
                (long long)found[i].result[k], (long long)wanted.result[k]);
        exit(1);
      }
  }
}

int main(void) {
  uint64_t in[2 * ROWS], *there;
  for (unsigned i = 0; i < 2 * ROWS; ++i)
    in[i] = number(i);
  OK(cudaMalloc(&there, sizeof(in)));
  OK(cudaMemcpy(there, in, sizeof(in), cudaMemcpyHostToDevice));
  test<5>(in, there);
  test<7>(in, there);
  test<12>(in, there);
  test<24>(in, there);
  test<31>(in, there);
  test<33>(in, there);
  test<48>(in, there);
  test<63>(in, there);
  OK(cudaFree(there));
  return 0;
}

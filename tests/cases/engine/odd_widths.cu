// SPDX-License-Identifier: Apache-2.0
// Integers of 33 bits and the like, which the optimiser makes of loops, too, and
// not every back end knows: the same as on the host.
#include "program.h"

#include <cstdint>

enum { COUNT = 4096, RESULTS = 5 };

template <int Bits> struct widths {
  typedef _BitInt(Bits) whole;
  typedef unsigned _BitInt(Bits) natural;
};

template <int Bits>
static __host__ __device__ uint64_t mix(uint64_t a, uint64_t b) {
  typedef typename widths<Bits>::whole whole;
  typedef typename widths<Bits>::natural natural;
  const natural x = (natural)a, y = (natural)b;
  const whole s = (whole)a, t = (whole)b;
  natural made = x * y + (x ^ y) - (x & 77);
  made += (natural)(x << (b % Bits)) ^ (natural)(x >> (a % Bits));
  made ^= (natural)(s >> (b % Bits));
  made += x / (natural)(y | 1);
  made ^= (natural)(s / (whole)(t | 3)) + (natural)(s % (whole)(t | 5));
  // Rounds of which no closed form is found.
  for (unsigned i = 0; i < b % 5; ++i)
    made = made > x ? (natural)(made - i) : (natural)(made * 3 + 1);
  uint64_t result = (uint64_t)made << 1;
  result ^= (uint64_t)(int64_t)(whole)made;
  result += (s < t ? 1 : 2) + (x < y ? 4 : 8) + (s == t ? 16 : 0);
  result ^= (uint64_t)(int64_t)((double)s * 0.5) + (uint64_t)(float)(x & 0xff);
  return result ^ (uint64_t)(s < t ? s : t) ^ (uint64_t)(x < y ? y : x) << 7;
}

// A sum of a loop's counter, which has 33 bits when it is compared.
static __host__ __device__ uint64_t sum_of(unsigned n, unsigned base) {
  unsigned sum = base, seen = 0;
  for (unsigned i = 0;; ++i) {
    seen = sum == 0 ? 5 : 65537;
    sum += i;
    if (i >= n)
      break;
    seen ^= i;
  }
  return sum ^ seen;
}

// Counters of 3 bits, from one round to the next.
static __host__ __device__ unsigned rounds_of(unsigned rounds, unsigned last) {
  unsigned sum = 0;
  rounds &= 7;
  while (rounds-- > 0) {
    for (unsigned i = 0, end = (unsigned)(short)rounds & 7; i < end; ++i)
      sum += i;
    last = (unsigned char)sum;
    sum += rounds;
  }
  return sum + last;
}

static __host__ __device__ void all(unsigned i, uint64_t *out) {
  const uint64_t a = i * UINT64_C(0x9e3779b97f4a7c15);
  const uint64_t b = (a >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
  out[0] = mix<33>(a, b);
  out[1] = mix<20>(a >> 7, b >> 3);
  out[2] = mix<51>(a, b) ^ mix<7>(a >> 20, b >> 9);
  out[3] = sum_of(i & 1023, (unsigned)b) ^ mix<12>(b, a);
  out[4] = rounds_of((unsigned)a, (unsigned)b);
}

static __global__ void kernel(uint64_t *out) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  all(i, out + RESULTS * i);
}

int main() {
  uint64_t *out, right[RESULTS];
  unsigned wrong = 0;
  OK(cudaMallocManaged(&out, RESULTS * COUNT * sizeof(*out)));
  kernel<<<COUNT / 64, 64>>>(out);
  OK(cudaDeviceSynchronize());
  for (unsigned i = 0; i < COUNT; ++i) {
    all(i, right);
    for (int k = 0; k < RESULTS; ++k)
      if (out[RESULTS * i + k] != right[k] && ++wrong < 5)
        std::printf("%u, %d: %llx, not %llx\n", i, k,
                    (unsigned long long)out[RESULTS * i + k],
                    (unsigned long long)right[k]);
  }
  CHECK(wrong == 0);
  OK(cudaFree(out));
  return done();
}

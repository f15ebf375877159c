// SPDX-License-Identifier: Apache-2.0
// Values that cost nothing, such as conversions, on one of several ways that meet:
// code generators move them in front of the ways, and must not mix them up.
// OPTIMIZE: 0 2 3
#include "program.h"

enum { ITEMS = 64, WORDS = 4 };
typedef unsigned long long u64;

struct state {
  unsigned kept;
  u64 wide;
  unsigned char small;
  short half;
  float real;
};

// What a way takes of the state, in one instruction or none.
template <int KIND> static __host__ __device__ unsigned taken(const state &s) {
  if (KIND == 0)
    return s.small;
  if (KIND == 1)
    return (unsigned)s.wide;
  if (KIND == 2)
    return (unsigned)(int)s.half;
  if (KIND == 3)
    return (unsigned)(s.wide >> 32);
#ifdef __CUDA_ARCH__
  return __float_as_uint(-s.real);
#else
  const float negative = -s.real;
  unsigned bits;
  __builtin_memcpy(&bits, &negative, sizeof(bits));
  return bits;
#endif
}

static __host__ __device__ void count(float *sum, float by) {
#ifdef __CUDA_ARCH__
  atomicAdd(sum, by);
#else
  *sum += by;
#endif
}

// Ways that fall into one another, and that leave values as they are.
template <int KIND>
static __host__ __device__ unsigned go(unsigned way, const unsigned *next,
                                       float *sum) {
  state s = {0x7fffffffu, way * 0x1234567890ull, (unsigned char)(way + 3),
             (short)(7 - way), 1.5f + way};
  for (int round = 2; round >= 0; --round) {
    switch (s.kept & 3) {
    case 3:
    case 2:
      switch (way & 7) {
      case 4:
        s.small = (unsigned char)way;
        s.wide = way;
        s.half = (short)way;
        s.real = way;
        break;
      case 1:
        count(sum, 1);
        break;
      default:
        s.kept = taken<KIND>(s);
      }
    default:
      way = next[round];
    }
  }
  return s.kept + way;
}

// One way of several parts, one that converts, and an empty one.
template <int KIND>
static __host__ __device__ unsigned part(unsigned way, const unsigned *next,
                                         float *sum) {
  state s = {way, way * 0x9876543210ull, (unsigned char)way, (short)~way,
             0.25f * way};
  unsigned value = way;
  for (unsigned k = 0; k < WORDS; ++k) {
    s.small += 3;
    s.wide += next[k];
    if (way & 1) {
      if (way & 2)
        value = next[k];
      else if (way & 4)
        count(sum, 2);
    } else if (way & 8) {
      value = taken<KIND>(s);
    }
    way = way / 3 + next[k] % 16;
  }
  return value;
}

template <int KIND>
static __global__ void ways(const unsigned *next, unsigned *out, float *sums) {
  const unsigned i = threadIdx.x;
  out[i] = go<KIND>(i, next + WORDS * i, sums);
  out[ITEMS + i] = part<KIND>(i, next + WORDS * i, sums + 1);
}

template <int KIND> static void check() {
  unsigned *next, *out;
  float *sums, expected[2] = {};
  OK(cudaMallocManaged(&next, ITEMS * WORDS * sizeof(*next)));
  OK(cudaMallocManaged(&out, 2 * ITEMS * sizeof(*out)));
  OK(cudaMallocManaged(&sums, sizeof(expected)));
  sums[0] = sums[1] = 0;
  unsigned seed = 12345;
  for (int i = 0; i < ITEMS * WORDS; ++i)
    next[i] = (seed = seed * 1664525 + 1013904223) >> 7;
  ways<KIND><<<1, ITEMS>>>(next, out, sums);
  OK(cudaDeviceSynchronize());
  for (int i = 0; i < ITEMS; ++i) {
    CHECK(out[i] == go<KIND>(i, next + WORDS * i, expected));
    CHECK(out[ITEMS + i] == part<KIND>(i, next + WORDS * i, expected + 1));
  }
  CHECK(sums[0] == expected[0] && sums[1] == expected[1]);
  OK(cudaFree(next));
  OK(cudaFree(out));
  OK(cudaFree(sums));
}

int main() {
  check<0>();
  check<1>();
  check<2>();
  check<3>();
  check<4>();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Threads of a warp that go different ways, and what each of them finds alone.
// RUN: kernel=nested grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=leaving grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=returning grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=into_loops grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=choosing grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=wide_numbers grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=reals grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=calling grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=counting grid=3 block=50 shared=0 args="i32[150]=zero,expect=fill:1 i32[8]=zero"
// RUN: kernel=after_barriers grid=4 block=16 shared=0 args="i32[64]=zero,expect=fill:1 i32[1]=zero"
// RUN: kernel=after_barriers grid=2 block=64 shared=0 args="i32[128]=zero,expect=fill:1 i32[1]=zero"
#include "check.h"

typedef unsigned long long u64;

// All threads together, and then one after another, which cannot diverge.
#define ALONE(result, zero, ...)                                               \
  do {                                                                         \
    BEGIN();                                                                   \
    const int own = opaque(self, zero);                                        \
    const auto together = __VA_ARGS__(own);                                    \
    for (unsigned k = 0; k < blockDim.x; ++k)                                  \
      if (threadIdx.x == k) {                                                  \
        const auto alone = __VA_ARGS__(opaque(self, zero));                    \
        CHECK(together == alone);                                              \
      }                                                                        \
    PASS(result);                                                              \
  } while (0)

static __device__ unsigned mix(unsigned x) {
  x = (x ^ (x >> 15)) * 0x2c1b3c6du;
  return x ^ (x >> 12);
}

// ---- Branches in loops, and loops in branches

static __device__ unsigned nest(int seed) {
  unsigned sum = (unsigned)seed, x = mix(sum);
  for (int i = 0; i < (int)(x % 7) + 2; ++i) {
    if (x >> i & 1) {
      for (unsigned k = 0; k < (x >> 8) % 5; ++k) {
        if ((sum + k) % 3 == 0)
          sum += mix(k);
        else if ((sum ^ k) & 4)
          sum ^= 0x55;
      }
    } else {
      if (sum & 8) {
        sum = sum * 3 + 1;
        if (sum & 16)
          x = mix(x);
      } else {
        sum -= (unsigned)i;
      }
      sum += 5;
    }
    sum = mix(sum);
  }
  return sum;
}

extern "C" __global__ void nested(int *result, const int *zero) {
  ALONE(result, zero, nest);
}

// ---- Breaks and continues, out of several loops

static __device__ unsigned leave(int seed) {
  unsigned sum = 1, x = mix((unsigned)seed + 3);
  for (unsigned i = 0;; ++i) {
    x = mix(x + i);
    if (x % 5 == 0)
      continue;
    if (x % 17 == 1 || i > 40)
      break;
    unsigned k = x % 6;
    do {
      if ((x >> k) % 11 == 2)
        goto out;
      if ((x >> k) & 1)
        continue;
      sum += k * i;
      if (sum % 13 == 5)
        break;
    } while (k-- > 0);
    while (sum > 1000) {
      sum /= 2;
      if (sum % 7 == 3)
        break;
    }
    sum += i;
  }
  sum += 100000;
out:
  return sum ^ x;
}

extern "C" __global__ void leaving(int *result, const int *zero) {
  ALONE(result, zero, leave);
}

// ---- Returns

static __device__ unsigned give_back(int seed) {
  unsigned x = mix((unsigned)seed + 11);
  if (x % 4 == 0)
    return x;
  for (unsigned i = 0; i < 20; ++i) {
    if (x % 9 == i)
      return i * 1000 + x;
    for (unsigned k = i; k < x % 8; ++k) {
      x = mix(x);
      if (x % 29 == 0)
        return x - k;
    }
    if (x % 3 == 1)
      x += i;
    else if (x % 31 == 4)
      return 7;
  }
  return x + 1;
}

extern "C" __global__ void returning(int *result, const int *zero) {
  BEGIN();
  const int own = opaque(self, zero);
  result[self] = 1;
  if (own % 13 == 12)
    return; // before the others begin
  const unsigned together = give_back(own);
  for (unsigned k = 0; k < blockDim.x; ++k) {
    if (threadIdx.x != k)
      continue;
    CHECK(together == give_back(opaque(self, zero)));
    if (outcome == 1)
      return; // while others go round
  }
  PASS(result);
}

// ---- Loops that are entered in the middle

static __device__ unsigned jump_in(int seed) {
  unsigned x = mix((unsigned)seed + 17), count = 0;
  if (x & 1)
    goto second;
  if (x & 2)
    goto third;
first:
  x = mix(x);
  ++count;
  if (count > 30)
    goto end;
second:
  if (x % 7 < 3)
    goto first;
  x += count;
third:
  count += 2;
  if (x % 5 == 1)
    goto second;
  if (x % 3 != 0)
    goto first;
end:
  return x ^ (count << 24);
}

extern "C" __global__ void into_loops(int *result, const int *zero) {
  ALONE(result, zero, jump_in);
}

// ---- Switches, conditions, and choices that are no branches in the source

static __device__ unsigned choose(int seed) {
  unsigned x = mix((unsigned)seed + 23), sum = 0;
  for (int i = 0; i < 9; ++i) {
    switch (x % 11) {
    case 0:
      sum += 3;
    case 1:
      sum ^= x;
      break;
    case 4:
    case 5:
      sum = sum < x ? x - sum : sum - x;
      break;
    case 7:
      x += 9;
      continue;
    case 9:
      return sum;
    default:
      sum = max(sum, x % 97) + min((int)x, (int)sum);
    }
    if ((sum & 1 && x & 2) || (sum & 4 && !(x & 8)))
      sum += (unsigned)abs((int)x) + (unsigned)__clz((int)(x & sum)) +
             (unsigned)__ffs((int)sum) + (unsigned)__popc(x);
    x = mix(x + sum);
  }
  return sum;
}

extern "C" __global__ void choosing(int *result, const int *zero) {
  ALONE(result, zero, choose);
}

// ---- 64 bits, which machines of 32 have no instructions for

static __device__ u64 widen(int seed) {
  const unsigned x = mix((unsigned)seed + 29);
  u64 a = (u64)x << 32 | mix(x + 1), b = (u64)mix(x + 2) << 32 | x;
  u64 sum = 0;
  for (unsigned i = 0; i < 6; ++i) {
    const unsigned by = (unsigned)(a >> (i * 7)) % 64;
    sum += a << by ^ b >> by ^ (u64)((long long)a >> by);
    if (a < b)
      sum += 1;
    if ((long long)a >= (long long)b)
      sum ^= min(a, b);
    sum += a / (b % 1000 + 1) + (u64)((long long)b % (long long)(by + 1));
    sum += (u64)__clzll((long long)a) + (u64)__popcll(b);
    a = a > sum ? a * 3 : b;
    b = (long long)b < 0 ? b + sum : sum;
  }
  return sum;
}

extern "C" __global__ void wide_numbers(int *result, const int *zero) {
  ALONE(result, zero, widen);
}

// ---- Floating point

static __device__ unsigned calculate(int seed) {
  float f = (float)(int)(mix((unsigned)seed) % 2000) / 7.0f - 100.0f;
  double d = f * 3.0;
  for (int i = 0; i < 5; ++i) {
    f = f < 0 ? floorf(f / 2) + 0.75f : ceilf(f * 0.7f) - 0.3f;
    f += rintf(f / 3) + truncf(f / 5) + roundf(f / 11);
    d = fmin(d, (double)f) + fmax(d / 2, 1.5) + floor(d / 3);
    if (d > 100)
      d -= (double)(long long)(f * 10);
    f += (float)(f > d) - (float)-(int)(d < i) + (float)(bool)(i & 1 && f > 3);
    f = fminf(f, 1000.0f) + sqrtf(fabsf(f)) + expf(-fabsf(f) / 50);
  }
  return __float_as_uint(f) ^ (unsigned)__double_as_longlong(d);
}

extern "C" __global__ void reals(int *result, const int *zero) {
  ALONE(result, zero, calculate);
}

// ---- Calls that are not inlined: recursion, and through pointers, neither of
// which SPIR-V has

static __device__ __noinline__ unsigned descend(unsigned n, unsigned x) {
#ifndef __QUERN_TARGET_SPIRV__
  if (n >= 2 && x % 19 != 0)
    return x & 1 ? descend(n - 1, mix(x)) + descend(n - 2, x / 2)
                 : descend(n / 2, x + 1);
#endif
  return x + n / 16;
}

static __device__ __noinline__ unsigned add_up(unsigned n, unsigned x) {
  return n + x;
}

static __device__ unsigned call(int seed) {
#ifndef __QUERN_TARGET_SPIRV__
  unsigned (*const functions[])(unsigned, unsigned) = {descend, add_up};
#endif
  unsigned x = mix((unsigned)seed + 31), sum = 0;
  for (unsigned i = 0; i < 3 + x % 3; ++i) {
#ifdef __QUERN_TARGET_SPIRV__
    sum += (x >> i) & 1 ? add_up(i + 3, x) : descend(i + 3, x);
#else
    sum += functions[(x >> i) & 1](i + 3, x);
#endif
    if (sum & 2)
      sum += descend(5, sum);
    x = mix(x);
  }
  return sum;
}

extern "C" __global__ void calling(int *result, const int *zero) {
  ALONE(result, zero, call);
}

// ---- Atomic operations of some threads

extern "C" __global__ void counting(int *result, int *counts) {
  BEGIN();
  const unsigned x = mix((unsigned)self);
  result[self] = 1;
  if (x % 3 == 0)
    return;
  for (unsigned i = 0; i < x % 4; ++i) {
    const int before = atomicAdd(&counts[i], 1);
    if (before < 0 || before >= (int)(gridDim.x * blockDim.x))
      result[self] = -__LINE__;
    if (before & 1)
      atomicMax(&counts[4 + i], before);
  }
}

// ---- Barriers around it

extern "C" __global__ void after_barriers(int *result, const int *zero) {
  __shared__ unsigned found[64];
  BEGIN();
  for (int round = 0; round < 3; ++round) {
    const unsigned x = nest(opaque(self, zero) + round);
    found[threadIdx.x] = x % 3 == 0 ? leave((int)(x % 100)) : x;
    __syncthreads();
    const unsigned other = (threadIdx.x + 1 + (unsigned)round) % blockDim.x;
    const int base = self - (int)threadIdx.x + (int)other;
    const unsigned y = nest(opaque(base, zero) + round);
    CHECK(found[other] == (y % 3 == 0 ? leave((int)(y % 100)) : y));
    __syncthreads();
  }
  PASS(result);
}

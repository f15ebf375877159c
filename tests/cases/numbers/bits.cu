// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics at their limits, and floating point where it is least like
// numbers: the same at run time and folded, in every way of running.
// LEVELS: x86-64-v2 x86-64-v3 x86-64-v4
// OPTIMIZE: 0 2 3
// DEVICES: cpu
#include "program.h"

typedef unsigned long long u64;

enum { COUNT = 43 };

// `zero` is 0 and `one` is 1, which the compiler is told or not.
static __device__ void compute(u64 *o, unsigned zero, unsigned one) {
  int i = 0;
  const float none = __int_as_float(0x7fc00000 + (int)zero);
  const float tiny = __int_as_float((int)one);
  const double wide_none = (double)none;
  o[i++] = __brev(one);
  o[i++] = __brev(zero);
  o[i++] = __brevll(one);
  o[i++] = (unsigned)__clz((int)zero);
  o[i++] = (unsigned)__clz(-(int)one);
  o[i++] = (unsigned)__clzll(zero);
  o[i++] = (unsigned)__ffs((int)zero);
  o[i++] = (unsigned)__ffs((int)(one << 31));
  o[i++] = (unsigned)__ffsll(zero);
  o[i++] = (unsigned)__ffsll((u64)one << 63);
  o[i++] = (unsigned)__popc(zero - one);
  o[i++] = (unsigned)__popcll((u64)zero - one);
  o[i++] = __byte_perm(0x33221100 + zero, 0x77665544, 0x7531);
  o[i++] = __byte_perm(0x33221100 + zero, 0x77665544, 0xfdb9);
  o[i++] = (unsigned)__mulhi((int)(one << 31), (int)(one << 31));
  o[i++] = __umulhi(zero - one, zero - one);
  o[i++] = __umul64hi((u64)zero - one, (u64)zero - one);
  o[i++] = (u64)__mul64hi((long long)((u64)one << 63),
                          (long long)((u64)one << 63));
  o[i++] = (unsigned)__hadd((int)(one << 31), -(int)one);
  o[i++] = (unsigned)__rhadd((int)0x7fffffff, (int)one);
  o[i++] = __sad((int)(one << 31), 0x7fffffff, zero);
  o[i++] = (unsigned)__mul24((int)(0x800000 * one), 2);
  o[i++] = (unsigned)abs((int)(one << 31));
  o[i++] = (u64)llabs((long long)((u64)one << 63));
  // A number wins over NaN.
  o[i++] = __float_as_uint(fminf(none, 2.f));
  o[i++] = __float_as_uint(fmaxf(2.f, none));
  o[i++] = (u64)__double_as_longlong(fmin(wide_none, 3.0));
  o[i++] = __float_as_uint(fmaxf(none, none)) & 0x7fc00000;
  // Subnormal numbers are numbers.
  o[i++] = __float_as_uint(tiny + tiny);
  o[i++] = __float_as_uint(tiny * 0.5f);
  o[i++] = tiny > 0.f;
  // Rounding, and conversions that say how.
  o[i++] = __float_as_uint(__fadd_rz(1.f, tiny));
  o[i++] = __float_as_uint(__fadd_ru(1.f, tiny));
  o[i++] = __float_as_uint(__fdiv_rd((float)one, 3.f));
  o[i++] = __float_as_uint(__fdiv_ru((float)one, 3.f));
  o[i++] = (unsigned)__float2int_rn(2.5f * (float)one);
  o[i++] = (unsigned)__float2int_ru(2.1f * (float)one);
  o[i++] = (unsigned)__float2int_rd(-2.1f * (float)one);
  o[i++] = (unsigned)__float2int_rz(3e9f * (float)one);
  o[i++] = (unsigned)__float2uint_rn(-3.f * (float)one);
  o[i++] = (unsigned)__float2int_rn(none);
  o[i++] = (u64)__float2ll_rn(none);
  o[i++] = (unsigned)__double2int_rn(wide_none);
}

static __global__ void at_run_time(u64 *o, unsigned zero, unsigned one) {
  compute(o + COUNT * threadIdx.x, zero, one);
}

static __global__ void folded(u64 *o) { compute(o + COUNT * threadIdx.x, 0, 1); }

static const u64 wanted[] = {
    0x80000000, 0, 1ull << 63, 32, 0, 64, 0, 32, 0, 64, 32, 64, 0x77553311,
    0x77553311, 0x40000000, 0xfffffffe, ~0ull - 1, 1ull << 62, 0xbfffffff,
    0x40000000, 0xffffffff, 0xff000000, 0x80000000, 1ull << 63, 0x40000000,
    0x40000000, 0x4008000000000000, 0x7fc00000, 2, 0, 1, 0x3f800000, 0x3f800001,
    0x3eaaaaaa, 0x3eaaaaab, 2, 3, (unsigned)-3, 0x7fffffff, 0, 0, 1ull << 63,
    0x80000000};

static void check(u64 *memory, int count) {
  static u64 got[32 * COUNT];
  OK(cudaMemcpy(got, memory, (size_t)count * COUNT * 8,
                cudaMemcpyDeviceToHost));
  for (int t = 0; t < count; ++t)
    for (size_t i = 0; i < sizeof(wanted) / 8; ++i)
      if (got[t * COUNT + i] != wanted[i]) {
        std::fprintf(stderr, "%zu of thread %d: %llx, not %llx\n", i, t,
                     got[t * COUNT + i], wanted[i]);
        std::exit(1);
      }
}

int main() {
  u64 *memory;
  OK(cudaMalloc(&memory, 32 * COUNT * 8));
  for (int count = 1; count <= 32; count += 31) {
    at_run_time<<<1, count>>>(memory, 0, 1);
    check(memory, count);
    folded<<<1, count>>>(memory);
    check(memory, count);
  }
  std::puts("ok");
  OK(cudaFree(memory));
  return 0;
}

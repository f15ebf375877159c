// SPDX-License-Identifier: Apache-2.0
//
// What the files of the CPU's maths library share. The library is bitcode that
// is linked into every CPU image before kernels become packets, under the names
// of OpenCL's built-ins; libclc provides what it lacks.
//
// Functions are written for vectors: both sides of a condition are computed and
// one is selected; loops have constant counts; branches are for rare cases.
// Exact products use product_rest. QN_FMA says whether the machine has fused
// multiply-add: the library is compiled with and without (maths-fma.bc,
// maths.bc), to bitcode that is the same for all machines. QN_SOFT_DOUBLE is
// for such as do doubles by integers (maths-soft.bc): polynomials are by
// integers as a whole there (fixed.h). QN_GPU is for GPUs (maths-nvidia.bc,
// maths-amd.bc), where a double may take as long as 64 floats: functions of
// float that are done in double are left to libclc there, or done without
// (special_float.h).
#ifndef QUERN_CPU_MATH_H
#define QUERN_CPU_MATH_H

typedef unsigned u32;
typedef unsigned long long u64;
typedef int i32;
typedef long long i64;

// A function of the library: type, OpenCL's mangled name, own name, parameters.
#define EXPORT(type, symbol, name, ...)                                        \
  type name(__VA_ARGS__) __asm__(symbol);                                      \
  type name(__VA_ARGS__)
// A function of float that is done in double, and that libclc has.
#ifdef QN_GPU
#define BY_DOUBLE(type, symbol, name, ...) static inline type name(__VA_ARGS__)
#else
#define BY_DOUBLE EXPORT
#endif
#define INLINE static inline __attribute__((always_inline))
// A function that is rarely needed, for some lanes: it is not inlined, and is
// called lane by lane (src/compiler/targets/cpu.c finds it by its name). On
// GPUs a call would cost all registers that calls use.
#ifdef QN_GPU
#define RARE(type, name, ...) INLINE type qn_math_rare_##name(__VA_ARGS__)
#else
#define RARE(type, name, ...)                                                  \
  type qn_math_rare_##name(__VA_ARGS__);                                       \
  __attribute__((noinline)) type qn_math_rare_##name(__VA_ARGS__)
#endif
// A function that packets do as a whole (src/compiler/spmd/emit/call.c). It
// reads and writes no memory.
#define WHOLE(type, name, ...)                                                 \
  type qn_math_whole_##name(__VA_ARGS__);                                      \
  __attribute__((noinline, const)) type qn_math_whole_##name(__VA_ARGS__)

#define BITS(x) __builtin_bit_cast(u32, (float)(x))
#define BITS64(x) __builtin_bit_cast(u64, (double)(x))
#define FLOAT(x) __builtin_bit_cast(float, (u32)(x))
#define DOUBLE(x) __builtin_bit_cast(double, (u64)(x))
#define INFINITY_F __builtin_inff()
#define INFINITY_D __builtin_inf()
#define NAN_F __builtin_nanf("")
#define NAN_D __builtin_nan("")

// Selects without a branch; both values are computed.
INLINE float pick(_Bool c, float yes, float no) { return c ? yes : no; }
INLINE double pick_d(_Bool c, double yes, double no) { return c ? yes : no; }

// The same of values that take long by integers, where only one is computed.
#ifdef QN_SOFT_DOUBLE
#define PICK_LONG(c, yes, no) ((c) ? (yes) : (no))
#else
#define PICK_LONG(c, yes, no) pick_d(c, yes, no)
#endif

INLINE float abs_f(float x) { return __builtin_fabsf(x); }
INLINE double abs_d(double x) { return __builtin_fabs(x); }

// The nearest integer, for magnitudes up to 2^21 (2^50): adding 1.5 * 2^23
// shifts the fraction out and leaves the integer in the lowest bits.
#define SHIFT_F 0x1.8p23f
#define SHIFT_D 0x1.8p52
INLINE float nearest(float x, i32 *whole) {
  const float shifted = x + SHIFT_F;
  *whole = (i32)(BITS(shifted) - BITS(SHIFT_F));
  return shifted - SHIFT_F;
}
INLINE double nearest_d(double x, i64 *whole) {
  const double shifted = x + SHIFT_D;
  *whole = (i64)(BITS64(shifted) - BITS64(SHIFT_D));
  return shifted - SHIFT_D;
}

// x * 2^n for results that may be subnormal or too large, |n| < 252 (2044).
INLINE float scale(float x, i32 n) {
  const i32 half = n >> 1;
  return x * FLOAT((u32)(half + 127) << 23) *
         FLOAT((u32)(n - half + 127) << 23);
}
INLINE double scale_d(double x, i64 n) {
  const i64 half = (i32)n >> 1;
  return x * DOUBLE((u64)(half + 1023) << 52) *
         DOUBLE((u64)(n - half + 1023) << 52);
}

// a * b - product, exactly, where product is a * b rounded.
INLINE double product_rest(double a, double b, double product) {
#ifdef QN_FMA
  return __builtin_fma(a, b, -product);
#else
#pragma clang fp contract(off)
  const u64 upper = ~(u64)0 << 27;
  const double a1 = DOUBLE(BITS64(a) & upper), a2 = a - a1;
  const double b1 = DOUBLE(BITS64(b) & upper), b2 = b - b1;
  return ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2;
#endif
}

// A sum of two numbers, the second far smaller: twice the precision.
typedef struct pair {
  double hi, lo;
} pair;
// |a| >= |b|
INLINE pair fast_sum(double a, double b) {
#pragma clang fp contract(off)
  const double hi = a + b;
  return (pair){hi, b - (hi - a)};
}
INLINE pair two_sum(double a, double b) {
#pragma clang fp contract(off)
  const double hi = a + b, part = hi - a;
  return (pair){hi, (a - (hi - part)) + (b - part)};
}
INLINE pair two_product(double a, double b) {
  const double hi = a * b;
  return (pair){hi, product_rest(a, b, hi)};
}
INLINE pair pair_product(pair a, pair b) {
  const pair p = two_product(a.hi, b.hi);
  return fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

#endif

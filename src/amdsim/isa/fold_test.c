// SPDX-License-Identifier: Apache-2.0
// Floating-point operations against what LLVM's constant folding makes of the
// same numbers, which is exact arithmetic in software, and approximations
// against the C library's in long double: 20,000 random inputs each, with
// --long a million.
#include <llvm-c/Core.h>
#include <math.h>

#include "amdsim/isa/floats.h"
#include "amdsim/isa/inst.h"
#include "support/draw.h"
#include "support/test.h"

enum { N = QN_AMD_LANES, ROUNDS_A_CONTEXT = 64 };

static unsigned rounds = 20000 / N;

static uint32_t a[2 * N], b[2 * N], c[2 * N], d[2 * N];

static void set(uint32_t *at, unsigned lane, uint64_t value) {
  at[lane] = (uint32_t)value;
  at[lane + N] = (uint32_t)(value >> 32);
}
static uint64_t get(const uint32_t *at, unsigned lane) {
  return at[lane] | (uint64_t)at[lane + N] << 32;
}

typedef struct format {
  qn_amd_type type;
  unsigned bits, exponent_bits;
} format;

static const format half = {QN_AMD_f16, 16, 5}, single = {QN_AMD_f32, 32, 8},
                    wide = {QN_AMD_f64, 64, 11}, word = {QN_AMD_i32, 32, 0},
                    natural = {QN_AMD_u32, 32, 0};

// Any bits, but of every second pair of floats the exponents are near each
// other, so that sums are more than one of the two.
static uint64_t draw_number(const format *f, uint64_t other, bool is_near) {
  const unsigned low = f->bits - 1 - f->exponent_bits;
  const uint64_t mask =
      f->bits == 64 ? UINT64_MAX : (UINT64_C(1) << f->bits) - 1;
  uint64_t r = draw() & mask;
  if (!is_near || !f->exponent_bits)
    return r;
  const uint64_t ones = (UINT64_C(1) << f->exponent_bits) - 1;
  const uint64_t e = ((other >> low) + draw() % 7 - 3) & ones;
  return (r & ~(ones << low)) | e << low;
}

static double value_of(const format *f, uint64_t bits) {
  return f->type == QN_AMD_f16   ? (double)from_half((uint32_t)bits)
         : f->type == QN_AMD_f32 ? (double)as_float((uint32_t)bits)
         : f->type == QN_AMD_f64 ? as_double(bits)
         : f->type == QN_AMD_i32 ? (double)(int32_t)bits
                                 : (double)(uint32_t)bits;
}

static LLVMTypeRef type_of(LLVMContextRef context, const format *f) {
  return f->type == QN_AMD_f16   ? LLVMHalfTypeInContext(context)
         : f->type == QN_AMD_f32 ? LLVMFloatTypeInContext(context)
         : f->type == QN_AMD_f64 ? LLVMDoubleTypeInContext(context)
                                 : LLVMInt32TypeInContext(context);
}

// A constant of these bits; a number of 32 bits becomes a float by its bits,
// too.
static LLVMValueRef constant(LLVMContextRef context, const format *f,
                             uint64_t bits) {
  if (!f->exponent_bits)
    return LLVMConstInt(type_of(context, f), bits, 0);
  return LLVMConstBitCast(
      LLVMConstInt(LLVMIntTypeInContext(context, f->bits), bits, 0),
      type_of(context, f));
}

static double folded_value(const format *f, LLVMValueRef value) {
  LLVMBool loses = 0;
  if (f->type == QN_AMD_i32)
    return (double)LLVMConstIntGetSExtValue(value);
  if (f->type == QN_AMD_u32)
    return (double)LLVMConstIntGetZExtValue(value);
  return LLVMConstRealGetDouble(value, &loses);
}

typedef struct folding {
  const char *name; // the instruction
  LLVMOpcode op;
  const format *from, *to;
  unsigned sources;
} folding;

static LLVMValueRef fold(LLVMContextRef context, LLVMBuilderRef builder,
                         const folding *f, unsigned lane) {
  LLVMValueRef x = constant(context, f->from, get(a, lane));
  if (f->sources == 1)
    return LLVMBuildCast(builder, f->op, x, type_of(context, f->to), "");
  return LLVMBuildBinOp(builder, f->op, x,
                        constant(context, f->from, get(b, lane)), "");
}

static void compare(LLVMContextRef context, LLVMBuilderRef builder,
                    const folding *f, unsigned lane) {
  const double x = value_of(f->from, get(a, lane));
  if (!f->to->exponent_bits && // LLVM does not say what others become
      !(x > (f->to->type == QN_AMD_i32 ? -2147483649.0 : -1.0) &&
        x < (f->to->type == QN_AMD_i32 ? 2147483648.0 : 4294967296.0)))
    return;
  LLVMValueRef result = fold(context, builder, f, lane);
  CHECK(LLVMIsConstant(result));
  const double want = folded_value(f->to, result);
  const double got = value_of(f->to, get(d, lane));
  const bool right =
      want != want ? got != got : bits_of_double(got) == bits_of_double(want);
  if (!right)
    fprintf(stderr, "%s of %a, %a is %a, not %a\n", f->name, x,
            value_of(f->from, get(b, lane)), want, got);
  CHECK(right);
}

static void test_folding(const folding *f) {
  const qn_amd_row *row = qn_amd_row_find(qn_str_from(f->name));
  CHECK(row != NULL);
  for (unsigned round = 0; round < rounds; round += ROUNDS_A_CONTEXT) {
    LLVMContextRef context = LLVMContextCreate();
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    for (unsigned k = 0; k < ROUNDS_A_CONTEXT; ++k) {
      for (unsigned lane = 0; lane < N; ++lane) {
        set(a, lane, draw_number(f->from, 0, false));
        set(b, lane, draw_number(f->from, get(a, lane), lane % 2 == 0));
        set(d, lane, 0);
      }
      qn_amd_ops_base[row->op](d, a, b, c, N);
      for (unsigned lane = 0; lane < N; ++lane)
        compare(context, builder, f, lane);
    }
    LLVMDisposeBuilder(builder);
    LLVMContextDispose(context);
  }
}

static const folding foldings[] = {
    {"v_add_f16", LLVMFAdd, &half, &half, 2},
    {"v_sub_f16", LLVMFSub, &half, &half, 2},
    {"v_mul_f16", LLVMFMul, &half, &half, 2},
    {"v_add_f32", LLVMFAdd, &single, &single, 2},
    {"v_sub_f32", LLVMFSub, &single, &single, 2},
    {"v_mul_f32", LLVMFMul, &single, &single, 2},
    {"v_add_f64", LLVMFAdd, &wide, &wide, 2},
    {"v_mul_f64", LLVMFMul, &wide, &wide, 2},
    {"v_cvt_f16_f32", LLVMFPTrunc, &single, &half, 1},
    {"v_cvt_f32_f64", LLVMFPTrunc, &wide, &single, 1},
    {"v_cvt_f32_f16", LLVMFPExt, &half, &single, 1},
    {"v_cvt_f64_f32", LLVMFPExt, &single, &wide, 1},
    {"v_cvt_f32_i32", LLVMSIToFP, &word, &single, 1},
    {"v_cvt_f32_u32", LLVMUIToFP, &natural, &single, 1},
    {"v_cvt_f64_i32", LLVMSIToFP, &word, &wide, 1},
    {"v_cvt_f64_u32", LLVMUIToFP, &natural, &wide, 1},
    {"v_cvt_i32_f32", LLVMFPToSI, &single, &word, 1},
    {"v_cvt_u32_f32", LLVMFPToUI, &single, &natural, 1},
    {"v_cvt_i32_f64", LLVMFPToSI, &wide, &word, 1},
    {"v_cvt_u32_f64", LLVMFPToUI, &wide, &natural, 1},
};

// ---- Approximations

static long double inverse(long double x) { return 1 / x; }
static long double inverse_root(long double x) { return 1 / sqrtl(x); }
// Of a quarter of a turn at most, so that zeroes are where they should be.
static long double quarter_sine(long double x) {
  x = x > 0.25L ? 0.5L - x : x < -0.25L ? -0.5L - x : x;
  return sinl(x * 6.283185307179586476925286766559L);
}
static long double turns_sine(long double x) {
  return quarter_sine(x - rintl(x));
}
static long double turns_cosine(long double x) {
  return quarter_sine(0.25L - fabsl(x - rintl(x)));
}

typedef struct approximation {
  const char *name;
  const format *format;
  long double (*exact)(long double);
  double low, high; // powers of two of the arguments, or arguments themselves
  bool is_power, is_signed;
  double units; // in the last place
} approximation;

static double argument(const approximation *t) {
  const double part = (double)(draw() >> 11) * 0x1p-53;
  const double x = t->low + (t->high - t->low) * part;
  const double r = t->is_power ? exp2(x) : x;
  return t->is_signed && draw() >> 63 ? -r : r;
}

static uint64_t bits_as(const format *f, double x) {
  return f->type == QN_AMD_f16   ? to_half((float)x)
         : f->type == QN_AMD_f32 ? bits_of((float)x)
                                 : bits_of_double(x);
}

// The distance of numbers where `x` is.
static long double unit_at(const format *f, long double x) {
  const int digits = f->type == QN_AMD_f16   ? 11
                     : f->type == QN_AMD_f32 ? 24
                                             : 53;
  const int least = f->type == QN_AMD_f16   ? -24
                    : f->type == QN_AMD_f32 ? -149
                                            : -1074;
  int e = 0;
  (void)frexpl(x, &e);
  return ldexpl(1, e - digits > least ? e - digits : least);
}

static void test_approximation(const approximation *t) {
  const qn_amd_row *row = qn_amd_row_find(qn_str_from(t->name));
  CHECK(row != NULL);
  for (unsigned round = 0; round < rounds; ++round) {
    for (unsigned lane = 0; lane < N; ++lane)
      set(a, lane, bits_as(t->format, argument(t)));
    qn_amd_ops_base[row->op](d, a, b, c, N);
    for (unsigned lane = 0; lane < N; ++lane) {
      const double x = value_of(t->format, get(a, lane));
      const double got = value_of(t->format, get(d, lane));
      const long double want = t->exact((long double)x);
      const long double most = t->units * unit_at(t->format, want);
      if (!(fabsl((long double)got - want) <= most))
        fprintf(stderr, "%s of %a is %La, not %a\n", t->name, x, want, got);
      CHECK(fabsl((long double)got - want) <= most);
    }
  }
}

static const approximation approximations[] = {
    {"v_rcp_f16", &half, inverse, -13, 13, true, true, 1},
    {"v_rsq_f16", &half, inverse_root, -13, 15, true, false, 1},
    {"v_sqrt_f16", &half, sqrtl, -14, 15, true, false, 1},
    {"v_exp_f16", &half, exp2l, -14, 15, false, false, 1},
    {"v_log_f16", &half, log2l, -14, 15, true, false, 1},
    {"v_sin_f16", &half, turns_sine, -256, 256, false, false, 1},
    {"v_cos_f16", &half, turns_cosine, -256, 256, false, false, 1},
    {"v_rcp_f32", &single, inverse, -125, 125, true, true, 1},
    {"v_rsq_f32", &single, inverse_root, -126, 127, true, false, 1},
    {"v_sqrt_f32", &single, sqrtl, -126, 127, true, false, 1},
    {"v_exp_f32", &single, exp2l, -126, 127, false, false, 1},
    {"v_log_f32", &single, log2l, -126, 127, true, false, 1},
    {"v_sin_f32", &single, turns_sine, -256, 256, false, false, 1},
    {"v_cos_f32", &single, turns_cosine, -256, 256, false, false, 1},
    {"v_rcp_f64", &wide, inverse, -1021, 1021, true, true, 1},
    {"v_rsq_f64", &wide, inverse_root, -1022, 1023, true, false, 2},
    {"v_sqrt_f64", &wide, sqrtl, -1022, 1023, true, false, 1},
};

int main(int count, char **words) {
  if (count > 1 && strcmp(words[1], "--long") == 0)
    rounds = 1000000 / N;
  for (size_t k = 0; k < sizeof(foldings) / sizeof(foldings[0]); ++k)
    test_folding(&foldings[k]);
  for (size_t k = 0; k < sizeof(approximations) / sizeof(approximations[0]);
       ++k)
    test_approximation(&approximations[k]);
  return 0;
}

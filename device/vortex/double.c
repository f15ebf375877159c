// SPDX-License-Identifier: Apache-2.0
// Double precision by integers, for machines without the extension D: what
// LLVM's code generator calls then. Rounded to the nearest, ties to even.
#include <stdint.h>

#if __riscv_flen != 64 || defined(QN_TEST_DOUBLE)

#ifdef QN_TEST_DOUBLE
#define NAME(name) test_##name
#define HIDDEN
#else
#define NAME(name) name
#define HIDDEN __attribute__((visibility("hidden")))
#endif

typedef uint64_t bits;

#define SIGN (UINT64_C(1) << 63)
#define INFINITY_BITS (UINT64_C(0x7ff) << 52)
#define NAN_BITS UINT64_C(0x7ff8000000000000)
#define FRACTION (((UINT64_C(1)) << 52) - 1)

static bits to_bits(double value) { return __builtin_bit_cast(bits, value); }
static double from_bits(bits value) {
  return __builtin_bit_cast(double, value);
}
static bits magnitude(bits a) { return a & ~SIGN; }
static int is_nan(bits a) { return magnitude(a) > INFINITY_BITS; }
static int is_infinite(bits a) { return magnitude(a) == INFINITY_BITS; }

// A finite number: mantissa * 2^(exponent - 1075), the mantissa's top bit is
// bit 52 unless it is 0.
typedef struct parts {
  uint64_t mantissa;
  int exponent;
} parts;

static parts open(bits a) {
  parts p = {a & FRACTION, (int)(a >> 52 & 0x7ff)};
  if (p.exponent) {
    p.mantissa |= UINT64_C(1) << 52;
  } else if (p.mantissa) {
    const int shift = __builtin_clzll(p.mantissa) - 11;
    p.mantissa <<= shift;
    p.exponent = 1 - shift;
  }
  return p;
}

// From a mantissa with its top bit in bit 62, whose lowest bit stands for all
// that was cut off, times 2^(exponent - 1085).
static bits pack(bits sign, uint64_t mantissa, int exponent) {
  enum { EXTRA = 10 };
  if (exponent < 1) {
    const int shift = 1 - exponent;
    const uint64_t lost = shift < 64 ? mantissa << (64 - shift) : mantissa;
    mantissa = shift < 64 ? mantissa >> shift : 0;
    mantissa |= lost != 0;
    exponent = 0;
  }
  const uint64_t half = UINT64_C(1) << (EXTRA - 1);
  const uint64_t rest = mantissa & (2 * half - 1);
  mantissa >>= EXTRA;
  mantissa += rest > half || (rest == half && (mantissa & 1));
  // The top bit adds to the exponent; so does what rounding carries.
  const bits whole =
      exponent ? ((bits)(exponent - 1) << 52) + mantissa : mantissa;
  if (exponent > 2046 || whole >= INFINITY_BITS)
    return sign | INFINITY_BITS;
  return sign | whole;
}

// The same from any mantissa but 0.
static bits normalise(bits sign, uint64_t mantissa, int exponent) {
  if (mantissa >> 63)
    return pack(sign, mantissa >> 1 | (mantissa & 1), exponent + 1);
  const int shift = __builtin_clzll(mantissa) - 1;
  return pack(sign, mantissa << shift, exponent - shift);
}

// ---- Arithmetic

static bits add_bits(bits a, bits b) {
  if (is_nan(a) || is_nan(b))
    return NAN_BITS;
  if (is_infinite(a))
    return is_infinite(b) && a != b ? NAN_BITS : a;
  if (is_infinite(b))
    return b;
  if (magnitude(a) < magnitude(b)) {
    const bits other = a;
    a = b;
    b = other;
  }
  if (!magnitude(b))
    return magnitude(a) ? a : a & b;
  const parts x = open(a), y = open(b);
  const uint64_t large = x.mantissa << 10;
  uint64_t small = y.mantissa << 10;
  const int shift = x.exponent - y.exponent;
  if (shift > 0)
    small = shift < 63 ? small >> shift | ((small << (64 - shift)) != 0) : 1;
  const bits sign = a & SIGN;
  if (!((a ^ b) & SIGN))
    return normalise(sign, large + small, x.exponent);
  return large == small ? 0 : normalise(sign, large - small, x.exponent);
}

typedef struct product {
  uint64_t high, low;
} product;

static product multiply(uint64_t a, uint64_t b) {
  const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  const uint64_t low = al * bl, mid = ah * bl + (low >> 32);
  const uint64_t mid2 = al * bh + (uint32_t)mid;
  return (product){ah * bh + (mid >> 32) + (mid2 >> 32),
                   mid2 << 32 | (uint32_t)low};
}

static bits multiply_bits(bits a, bits b) {
  const bits sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b))
    return NAN_BITS;
  if (is_infinite(a) || is_infinite(b))
    return magnitude(a) && magnitude(b) ? sign | INFINITY_BITS : NAN_BITS;
  if (!magnitude(a) || !magnitude(b))
    return sign;
  const parts x = open(a), y = open(b);
  // 53 and 53 bits, shifted so that the high word has 62 or 63 of them.
  const product p = multiply(x.mantissa << 11, y.mantissa << 11);
  return normalise(sign, p.high | (p.low != 0), x.exponent + y.exponent - 1023);
}

static bits divide_bits(bits a, bits b) {
  const bits sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b))
    return NAN_BITS;
  if (is_infinite(a))
    return is_infinite(b) ? NAN_BITS : sign | INFINITY_BITS;
  if (is_infinite(b))
    return sign;
  if (!magnitude(b))
    return magnitude(a) ? sign | INFINITY_BITS : NAN_BITS;
  if (!magnitude(a))
    return sign;
  const parts x = open(a), y = open(b);
  // 62 bits of the quotient, one after another.
  uint64_t rest = x.mantissa, quotient = 0;
  for (int i = 0; i < 62; ++i) {
    quotient <<= 1;
    if (rest >= y.mantissa) {
      rest -= y.mantissa;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return normalise(sign, quotient | (rest != 0),
                   x.exponent - y.exponent + 1024);
}

static bits root_bits(bits a) {
  if (is_nan(a) || (a & SIGN && magnitude(a)))
    return NAN_BITS;
  if (!magnitude(a) || is_infinite(a))
    return a;
  const parts x = open(a);
  // Of mantissa * 4^26 or twice that: 53 bits, two more and the rest.
  const int odd = !(x.exponent & 1);
  uint64_t left = x.mantissa << (10 + odd);
  uint64_t root = 0, rest = 0;
  for (int i = 0; i < 60; ++i) {
    rest = rest << 2 | left >> 62;
    left <<= 2;
    const uint64_t trial = root << 2 | 1;
    root <<= 1;
    if (rest >= trial) {
      rest -= trial;
      root |= 1;
    }
  }
  const int half = (x.exponent - odd - 1) / 2;
  return normalise(0, root << 1 | (rest != 0), half + 514);
}

HIDDEN double NAME(__adddf3)(double a, double b) {
  return from_bits(add_bits(to_bits(a), to_bits(b)));
}
HIDDEN double NAME(__subdf3)(double a, double b) {
  return from_bits(add_bits(to_bits(a), to_bits(b) ^ SIGN));
}
HIDDEN double NAME(__muldf3)(double a, double b) {
  return from_bits(multiply_bits(to_bits(a), to_bits(b)));
}
HIDDEN double NAME(__divdf3)(double a, double b) {
  return from_bits(divide_bits(to_bits(a), to_bits(b)));
}
HIDDEN double NAME(sqrt)(double a) { return from_bits(root_bits(to_bits(a))); }

// ---- Comparisons: less than, equal to, greater than 0

static int compare(bits a, bits b, int unordered) {
  if (is_nan(a) || is_nan(b))
    return unordered;
  if (!magnitude(a | b))
    return 0;
  const int64_t x = (int64_t)(a & SIGN ? SIGN - a : a);
  const int64_t y = (int64_t)(b & SIGN ? SIGN - b : b);
  return x < y ? -1 : x > y;
}
HIDDEN int NAME(__eqdf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), 1);
}
HIDDEN int NAME(__nedf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), 1);
}
HIDDEN int NAME(__ltdf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), 1);
}
HIDDEN int NAME(__ledf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), 1);
}
HIDDEN int NAME(__gtdf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), -1);
}
HIDDEN int NAME(__gedf2)(double a, double b) {
  return compare(to_bits(a), to_bits(b), -1);
}
HIDDEN int NAME(__unorddf2)(double a, double b) {
  return is_nan(to_bits(a)) || is_nan(to_bits(b));
}

// ---- Conversions

HIDDEN double NAME(__floatunsidf)(uint32_t a) {
  return from_bits(a ? normalise(0, a, 1085) : 0);
}
HIDDEN double NAME(__floatsidf)(int32_t a) {
  const uint32_t size = a < 0 ? 0 - (uint32_t)a : (uint32_t)a;
  return from_bits(a ? normalise(a < 0 ? SIGN : 0, size, 1085) : 0);
}
// Exactly what stands in 64 bits: the lowest bit of 63 only says that more was
// cut off.
static bits from_integer(bits sign, uint64_t size) {
  if (!size)
    return 0;
  const int shift = __builtin_clzll(size);
  const uint64_t whole = size << shift;
  return pack(sign, whole >> 1 | (whole & 1), 1086 - shift);
}
HIDDEN double NAME(__floatundidf)(uint64_t a) {
  return from_bits(from_integer(0, a));
}
HIDDEN double NAME(__floatdidf)(int64_t a) {
  return from_bits(
      from_integer(a < 0 ? SIGN : 0, a < 0 ? 0 - (uint64_t)a : (uint64_t)a));
}

// Cut towards zero; `most` where it is larger, and for infinity.
static uint64_t cut(bits a, unsigned width, uint64_t most) {
  const int exponent = (int)(a >> 52 & 0x7ff);
  if (exponent < 1023)
    return 0;
  if (exponent >= 1023 + (int)width)
    return most;
  const uint64_t mantissa = (a & FRACTION) | UINT64_C(1) << 52;
  return exponent >= 1075 ? mantissa << (exponent - 1075)
                          : mantissa >> (1075 - exponent);
}
static int64_t cut_signed(bits a, unsigned width) {
  const uint64_t most = (UINT64_C(1) << (width - 1)) - 1;
  if (is_nan(a))
    return 0;
  const uint64_t size = cut(a, width - 1, most + (a >> 63));
  return (int64_t)(a & SIGN ? 0 - size : size);
}
static uint64_t cut_unsigned(bits a, unsigned width) {
  if (is_nan(a) || a & SIGN)
    return 0;
  return cut(a, width, UINT64_MAX >> (64 - width));
}
HIDDEN int32_t NAME(__fixdfsi)(double a) {
  return (int32_t)cut_signed(to_bits(a), 32);
}
HIDDEN int64_t NAME(__fixdfdi)(double a) { return cut_signed(to_bits(a), 64); }
HIDDEN uint32_t NAME(__fixunsdfsi)(double a) {
  return (uint32_t)cut_unsigned(to_bits(a), 32);
}
HIDDEN uint64_t NAME(__fixunsdfdi)(double a) {
  return cut_unsigned(to_bits(a), 64);
}

HIDDEN double NAME(__extendsfdf2)(float a) {
  const uint32_t b = __builtin_bit_cast(uint32_t, a);
  const bits sign = (bits)(b >> 31) << 63;
  const int exponent = (int)(b >> 23 & 0xff);
  const uint32_t fraction = b & 0x7fffff;
  if (exponent == 0xff)
    return from_bits(fraction ? NAN_BITS : sign | INFINITY_BITS);
  if (!exponent)
    return from_bits(fraction ? normalise(sign, fraction, 1085 - 149) : sign);
  return from_bits(sign | (bits)(exponent + 1023 - 127) << 52 |
                   (bits)fraction << 29);
}
HIDDEN float NAME(__truncdfsf2)(double a) {
  const bits b = to_bits(a);
  const uint32_t sign = (uint32_t)(b >> 63) << 31;
  int exponent = (int)(b >> 52 & 0x7ff) - 1023 + 127;
  uint64_t mantissa = (b & FRACTION) | UINT64_C(1) << 52;
  if (is_nan(b))
    return __builtin_bit_cast(float, UINT32_C(0x7fc00000));
  if (exponent < 1) { // 29 bits are cut, and more of a small number
    const int shift = 1 - exponent;
    mantissa =
        shift < 54 ? mantissa >> shift | ((mantissa << (64 - shift)) != 0) : 1;
    exponent = 0;
  }
  if (!magnitude(b))
    return __builtin_bit_cast(float, sign);
  const uint64_t half = UINT64_C(1) << 28;
  const uint64_t rest = mantissa & (2 * half - 1);
  uint32_t kept = (uint32_t)(mantissa >> 29);
  kept += rest > half || (rest == half && (kept & 1));
  const uint32_t whole =
      exponent ? ((uint32_t)(exponent - 1) << 23) + kept : kept;
  if (exponent > 254 || whole >= UINT32_C(0x7f800000))
    return __builtin_bit_cast(float, sign | UINT32_C(0x7f800000));
  return __builtin_bit_cast(float, sign | whole);
}

// ---- Whole numbers

typedef enum direction { TO_ZERO, DOWN, UP, TO_EVEN, AWAY } direction;

static bits round_bits_by(bits a, direction how) {
  const int exponent = (int)(a >> 52 & 0x7ff);
  if (is_nan(a))
    return NAN_BITS;
  if (exponent >= 1075)
    return a;
  const bits sign = a & SIGN;
  const bits one = sign | UINT64_C(1023) << 52;
  const int up = (how == DOWN && sign) || (how == UP && !sign);
  if (exponent < 1023) {
    if (!magnitude(a))
      return a;
    const int half = exponent == 1022;
    const int rounds =
        up || (how == AWAY && half) || (how == TO_EVEN && half && a & FRACTION);
    return rounds ? one : sign;
  }
  const uint64_t unit = UINT64_C(1) << (1075 - exponent);
  const uint64_t rest = a & (unit - 1);
  bits whole = a & ~(unit - 1);
  const int carry =
      rest && (up || (how == AWAY && rest >= unit / 2) ||
               (how == TO_EVEN &&
                (rest > unit / 2 || (rest == unit / 2 && whole & unit))));
  // 1023 is the exponent of a unit whose bit is the hidden one, which is odd.
  if (how == TO_EVEN && exponent == 1023 && rest == unit / 2)
    return whole + unit;
  return carry ? whole + unit : whole;
}
#define ROUNDING(name, how)                                                    \
  HIDDEN double NAME(name)(double a) {                                         \
    return from_bits(round_bits_by(to_bits(a), how));                          \
  }
ROUNDING(trunc, TO_ZERO)
ROUNDING(floor, DOWN)
ROUNDING(ceil, UP)
ROUNDING(rint, TO_EVEN)
ROUNDING(nearbyint, TO_EVEN)
ROUNDING(roundeven, TO_EVEN)
ROUNDING(round, AWAY)

HIDDEN double NAME(fmin)(double a, double b) {
  const bits x = to_bits(a), y = to_bits(b);
  if (is_nan(x) || is_nan(y))
    return is_nan(x) ? b : a;
  const int order = compare(x, y, 0);
  return order ? (order < 0 ? a : b) : from_bits(x | y);
}
HIDDEN double NAME(fmax)(double a, double b) {
  const bits x = to_bits(a), y = to_bits(b);
  if (is_nan(x) || is_nan(y))
    return is_nan(x) ? b : a;
  const int order = compare(x, y, 0);
  return order ? (order > 0 ? a : b) : from_bits(x & y);
}

#endif // no doubles

// SPDX-License-Identifier: Apache-2.0
// Double precision by integers, for machines without the extension D: what
// LLVM's code generator calls then. Rounded to the nearest, ties to even.
//
// Each operation has a short way for normal numbers, and another for the rest.
// Divisions and roots begin with the machine's own in single precision, whose
// error integers then take away.
#include <stdint.h>

#if __riscv_flen != 64 || defined(QN_TEST_DOUBLE)

#ifdef QN_TEST_DOUBLE // tests/device/double_test.c: on any machine
#define NAME(name) test_##name
#define HIDDEN
#else
#define NAME(name) name
#define HIDDEN __attribute__((visibility("hidden")))
#endif
#define RARE __attribute__((noinline, cold))
#define INLINE static inline __attribute__((always_inline))
#define likely(x) __builtin_expect(!!(x), 1)

typedef uint64_t bits;

#define SIGN (UINT64_C(1) << 63)
#define INFINITY_BITS (UINT64_C(0x7ff) << 52)
#define NAN_BITS UINT64_C(0x7ff8000000000000)
#define FRACTION (((UINT64_C(1)) << 52) - 1)
#define LEADING (UINT64_C(1) << 52)
enum { BIAS = 1023, EXPONENT_MAX = 2046 };

static bits to_bits(double value) { return __builtin_bit_cast(bits, value); }
static double from_bits(bits value) {
  return __builtin_bit_cast(double, value);
}
static bits magnitude(bits a) { return a & ~SIGN; }
static int is_nan(bits a) { return magnitude(a) > INFINITY_BITS; }
static int is_infinite(bits a) { return magnitude(a) == INFINITY_BITS; }
INLINE uint32_t upper(uint64_t a) { return (uint32_t)(a >> 32); }
INLINE int exponent_of(bits a) { return (int)(upper(a) >> 20 & 0x7ff); }
INLINE int is_normal(int exponent) {
  return (unsigned)exponent - 1 < EXPONENT_MAX;
}

// The place of the highest bit that is set; not of 0. The base instructions
// have none for it, but a float's exponent, of one that is cut, says it.
INLINE int top_bit(uint32_t a) {
#ifdef __riscv
  float cut;
  __asm__("fcvt.s.wu %0, %1, rtz" : "=f"(cut) : "r"(a));
  return (int)(__builtin_bit_cast(uint32_t, cut) >> 23) - 127;
#else
  return 31 - __builtin_clz(a);
#endif
}
// How far the highest bit of a number but 0 is from bit 62; -1 from bit 63.
INLINE int above(uint64_t a) {
  return upper(a) ? 30 - top_bit(upper(a)) : 62 - top_bit((uint32_t)a);
}
INLINE uint64_t halve_sticky(uint64_t a) { return a >> 1 | (a & 1); }

// Cut bits set the lowest one; any shift.
INLINE uint64_t shift_sticky(uint64_t a, unsigned shift) {
  uint32_t low = (uint32_t)a, high = upper(a), lost = 0;
  if (shift >= 32) {
    if (shift >= 64)
      return a != 0;
    lost = low;
    low = high;
    high = 0;
    shift -= 32;
  }
  lost |= low << 1 << (31 - shift);
  low = low >> shift | high << 1 << (31 - shift);
  return (uint64_t)(high >> shift) << 32 | low | (lost != 0);
}

// A finite number: mantissa * 2^(exponent - 1075), the mantissa's top bit is
// bit 52 unless it is 0.
typedef struct parts {
  uint64_t mantissa;
  int exponent;
} parts;

INLINE parts open_normal(bits a) {
  return (parts){(a & FRACTION) | LEADING, exponent_of(a)};
}
static parts open(bits a) {
  const uint64_t mantissa = a & FRACTION;
  if (exponent_of(a))
    return open_normal(a);
  if (!mantissa)
    return (parts){0, 0};
  const int shift = above(mantissa) - 10;
  return (parts){mantissa << shift, 1 - shift};
}

// ---- Rounding

static RARE bits pack_rare(bits sign, uint64_t mantissa, int exponent) {
  enum { EXTRA = 10, HALF = 1 << (EXTRA - 1) };
  if (exponent > EXPONENT_MAX)
    return sign | INFINITY_BITS;
  mantissa = shift_sticky(mantissa, (unsigned)(1 - exponent));
  // What is rounded up to the least normal number has its bits.
  return sign | (mantissa + (HALF - 1) + (mantissa >> EXTRA & 1)) >> EXTRA;
}

// From a mantissa with its top bit in bit 62, whose lowest bit stands for all
// that was cut off, times 2^(exponent - 1085).
INLINE bits pack(bits sign, uint64_t mantissa, int exponent) {
  enum { EXTRA = 10, HALF = 1 << (EXTRA - 1) };
  if (!likely(is_normal(exponent)))
    return pack_rare(sign, mantissa, exponent);
  const uint64_t rounded =
      (mantissa + (HALF - 1) + ((uint32_t)mantissa >> EXTRA & 1)) >> EXTRA;
  // The top bit adds to the exponent; so does what rounding carries.
  return sign + ((bits)((uint32_t)(exponent - 1) << 20) << 32) + rounded;
}

// The same from any mantissa but 0.
static bits normalise(bits sign, uint64_t mantissa, int exponent) {
  if (mantissa >> 63)
    return pack(sign, halve_sticky(mantissa), exponent + 1);
  const int shift = above(mantissa);
  return pack(sign, mantissa << shift, exponent - shift);
}

// ---- Sums

INLINE bits add_parts(bits signs, bits sign, parts x, parts y) {
  uint64_t sum = x.mantissa << 10;
  const uint64_t small =
      shift_sticky(y.mantissa << 10, (unsigned)(x.exponent - y.exponent));
  if (!(signs & SIGN)) {
    sum += small;
    return sum >> 63 ? pack(sign, halve_sticky(sum), x.exponent + 1)
                     : pack(sign, sum, x.exponent);
  }
  sum -= small;
  if (!sum)
    return 0;
  if (sum >> 62)
    return pack(sign, sum, x.exponent);
  const int shift = above(sum);
  return pack(sign, sum << shift, x.exponent - shift);
}

// Of which a is the larger one.
static RARE bits add_rare(bits a, bits b) {
  if (is_nan(a) || is_nan(b))
    return NAN_BITS;
  if (is_infinite(a))
    return is_infinite(b) && a != b ? NAN_BITS : a;
  if (!magnitude(b))
    return magnitude(a) ? a : a & b;
  return add_parts(a ^ b, a & SIGN, open(a), open(b));
}

static bits add_bits(bits a, bits b) {
  if (a << 1 < b << 1) {
    const bits other = a;
    a = b;
    b = other;
  }
  // The larger exponent is a's.
  if (!likely(exponent_of(a) <= EXPONENT_MAX && exponent_of(b)))
    return add_rare(a, b);
  return add_parts(a ^ b, a & SIGN, open_normal(a), open_normal(b));
}

// ---- Products

typedef struct product {
  uint64_t high, low;
} product;

INLINE product multiply(uint64_t a, uint64_t b) {
  const uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  const uint64_t low = al * bl, mid = ah * bl + (low >> 32);
  const uint64_t mid2 = al * bh + (uint32_t)mid;
  return (product){ah * bh + (mid >> 32) + (mid2 >> 32),
                   mid2 << 32 | (uint32_t)low};
}

INLINE bits multiply_parts(bits sign, parts x, parts y) {
  // 53 and 53 bits, shifted so that the high word has 62 or 63 of them.
  const product p = multiply(x.mantissa << 11, y.mantissa << 10);
  const uint64_t high = p.high | (p.low != 0);
  const int exponent = x.exponent + y.exponent - BIAS;
  return high >> 62 ? pack(sign, high, exponent + 1)
                    : pack(sign, high << 1, exponent);
}

static RARE bits multiply_rare(bits a, bits b) {
  const bits sign = (a ^ b) & SIGN;
  if (is_nan(a) || is_nan(b))
    return NAN_BITS;
  if (is_infinite(a) || is_infinite(b))
    return magnitude(a) && magnitude(b) ? sign | INFINITY_BITS : NAN_BITS;
  if (!magnitude(a) || !magnitude(b))
    return sign;
  return multiply_parts(sign, open(a), open(b));
}

static bits multiply_bits(bits a, bits b) {
  if (!likely(is_normal(exponent_of(a)) && is_normal(exponent_of(b))))
    return multiply_rare(a, b);
  return multiply_parts((a ^ b) & SIGN, open_normal(a), open_normal(b));
}

// ---- Fused multiply-add

static product shift_wide_sticky(product p, unsigned shift) {
  if (shift >= 64) {
    p = (product){0, p.high | (p.low != 0)};
    shift -= 64;
    return (product){0, shift_sticky(p.low, shift)};
  }
  if (!shift)
    return p;
  const uint64_t low = shift_sticky(p.low, shift);
  return (product){p.high >> shift, low | p.high << (64 - shift)};
}

static product subtract_wide(product a, product b) {
  return (product){a.high - b.high - (a.low < b.low), a.low - b.low};
}

// The exact product and the third number stand in 128 bits, with their top bit
// in bit 125, or 126 of a product.
INLINE bits fuse_parts(bits sign, bits sign_z, parts x, parts y, parts z) {
  product p = multiply(x.mantissa << 11, y.mantissa << 10);
  product a = {z.mantissa << 9, 0};
  int exponent = x.exponent + y.exponent - BIAS;
  const int distance = exponent - z.exponent;
  if (distance >= 0) {
    a = shift_wide_sticky(a, (unsigned)distance);
  } else {
    p = shift_wide_sticky(p, (unsigned)-distance);
    exponent = z.exponent;
  }
  if (sign == sign_z) {
    p.low += a.low;
    p.high += a.high + (p.low < a.low);
  } else {
    p = subtract_wide(p, a);
    if (p.high >> 63) {
      p = subtract_wide((product){0, 0}, p);
      sign = sign_z;
    }
  }
  if (!p.high) { // it was taken away almost whole, and what is left is exact
    if (!p.low)
      return 0;
    return normalise(sign, p.low, exponent - 63);
  }
  const int shift = above(p.high);
  if (shift < 0)
    return pack(sign, halve_sticky(p.high | (p.low != 0)), exponent + 2);
  if (shift) {
    p.high = p.high << shift | p.low >> (64 - shift);
    p.low <<= shift;
  }
  return pack(sign, p.high | (p.low != 0), exponent + 1 - shift);
}

static RARE bits fuse_rare(bits a, bits b, bits c) {
  // Infinite, none, or no number: the product is exact by itself.
  if (exponent_of(a) > EXPONENT_MAX || exponent_of(b) > EXPONENT_MAX ||
      !magnitude(a) || !magnitude(b))
    return add_bits(multiply_bits(a, b), c);
  if (is_nan(c))
    return NAN_BITS;
  if (is_infinite(c))
    return c;
  if (!magnitude(c))
    return multiply_bits(a, b);
  return fuse_parts((a ^ b) & SIGN, c & SIGN, open(a), open(b), open(c));
}

static bits fuse_bits(bits a, bits b, bits c) {
  if (!likely(is_normal(exponent_of(a)) && is_normal(exponent_of(b)) &&
              is_normal(exponent_of(c))))
    return fuse_rare(a, b, c);
  return fuse_parts((a ^ b) & SIGN, c & SIGN, open_normal(a), open_normal(b),
                    open_normal(c));
}

// ---- Quotients

// At most 2^92 / divisor, and less by few; divisor is from 2^60 to 2^61.
static uint32_t reciprocal(uint64_t divisor) {
  const uint32_t high = (uint32_t)(divisor >> 29);
  // 23 bits of 2^63 / high, and by one step of Newton's the rest.
  const uint32_t first = (uint32_t)(0x1.fffffep61f / (float)high) << 1;
  const int64_t rest = (int64_t)(SIGN - (uint64_t)high * first);
  const int64_t step = ((int64_t)(int32_t)(rest >> 12) * (int64_t)first) >> 32;
  const uint32_t second = first + (uint32_t)(int32_t)(step >> 19);
  // Of high, which is cut, and of the shifts.
  enum { ERROR = 3 };
  return second - ERROR;
}

INLINE bits divide_parts(bits sign, parts x, parts y) {
  const uint64_t divisor = y.mantissa << 8;
  const uint32_t inverse = reciprocal(divisor);
  uint64_t rest = x.mantissa << 8, quotient = 0;
  // 29 bits at a time. A digit may be too small by few, never too large.
  for (int k = 0; k < 2; ++k) {
    uint32_t digit = (uint32_t)((uint64_t)upper(rest) * inverse >> 31);
    rest = (rest << 29) - digit * divisor;
    for (; rest >= divisor; rest -= divisor)
      ++digit;
    quotient = (quotient << 29) + digit;
  }
  const int exponent = x.exponent - y.exponent + BIAS;
  quotient = quotient << 4 | (rest != 0);
  return quotient >> 62 ? pack(sign, quotient, exponent)
                        : pack(sign, quotient << 1, exponent - 1);
}

static RARE bits divide_rare(bits a, bits b) {
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
  return divide_parts(sign, open(a), open(b));
}

static bits divide_bits(bits a, bits b) {
  if (!likely(is_normal(exponent_of(a)) && is_normal(exponent_of(b))))
    return divide_rare(a, b);
  return divide_parts((a ^ b) & SIGN, open_normal(a), open_normal(b));
}

// ---- Roots

// square * 2^60 - root^2
static product root_rest(uint64_t square, uint64_t root) {
  return subtract_wide((product){square >> 4, square << 60},
                       multiply(root, root));
}

// Of a number from 2^62 up, the root of it times 2^60, wrong by 2 at most.
static uint64_t root_of(uint64_t square) {
  const uint32_t first =
      (uint32_t)(__builtin_sqrtf((float)upper(square)) * 0x1.fffffcp15f);
  // 22 bits are right, and twice as many after each step of Newton's.
  const int64_t rest = (int64_t)(square - (uint64_t)first * first);
  const float step = (float)(int32_t)(rest >> 13) / (float)first;
  uint64_t root = ((uint64_t)first << 30) +
                  ((uint64_t)(int64_t)(int32_t)(step * 0x1p31f) << 11);
  const product left = root_rest(square, root);
  const int32_t small = (int32_t)(left.high << 12 | left.low >> 52);
  const float last = (float)small / (float)upper(root) * 0x1p19f;
  return root + (uint64_t)(int64_t)(int32_t)last;
}

INLINE bits root_parts(parts x) {
  const int odd = !(x.exponent & 1);
  const uint64_t square = x.mantissa << (10 + odd);
  uint64_t root = root_of(square);
  // No root is halfway between two numbers; where it may be on either side of
  // that, the sign of what is left says on which.
  enum { HALF = 1 << 8, REST = 2 * HALF - 1, NEAR = 4 };
  const uint32_t rest = (uint32_t)root & REST;
  if (rest - (HALF - NEAR) <= 2 * NEAR) {
    root = (root & ~(uint64_t)REST) | HALF;
    root += root_rest(square, root).high >> 63 ? ~UINT64_C(0) : 1;
  }
  return pack(0, root << 1, (x.exponent - odd - BIAS) / 2 + BIAS);
}

static bits root_bits(bits a) {
  if (likely(!(a & SIGN) && is_normal(exponent_of(a))))
    return root_parts(open_normal(a));
  if (is_nan(a) || (a & SIGN && magnitude(a)))
    return NAN_BITS;
  if (!magnitude(a) || is_infinite(a))
    return a;
  return root_parts(open(a));
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
HIDDEN double NAME(fma)(double a, double b, double c) {
  return from_bits(fuse_bits(to_bits(a), to_bits(b), to_bits(c)));
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
  const int shift = above(size);
  return shift < 0 ? pack(sign, halve_sticky(size), 1086)
                   : pack(sign, size << shift, 1085 - shift);
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

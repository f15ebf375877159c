// SPDX-License-Identifier: Apache-2.0
// Functions that LLVM's code generators call if a machine lacks an instruction.
// Images are linked without a C library or compiler-rt, so they are here; the
// linker takes those that an image needs. Names and semantics are those of the
// compilers' run-time ABI.
#include <stddef.h>
#include <stdint.h>

#define HIDDEN __attribute__((visibility("hidden")))

// ---- Memory

HIDDEN void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  char *t = to;
  const char *f = from;
  for (; size >= 8; size -= 8, t += 8, f += 8)
    __builtin_memcpy_inline(t, f, 8);
  while (size--)
    *t++ = *f++;
  return to;
}

HIDDEN void *memmove(void *to, const void *from, size_t size) {
  char *t = to;
  const char *f = from;
  if ((uintptr_t)t - (uintptr_t)f >= size)
    return memcpy(to, from, size);
  while (size--)
    t[size] = f[size];
  return to;
}

HIDDEN void *memset(void *to, int value, size_t size) {
  char *t = to;
  const uint64_t word = 0x0101010101010101u * (uint8_t)value;
  for (; size >= 8; size -= 8, t += 8)
    __builtin_memcpy_inline(t, &word, 8);
  while (size--)
    *t++ = (char)value;
  return to;
}

HIDDEN int memcmp(const void *a, const void *b, size_t size) {
  const uint8_t *x = a;
  const uint8_t *y = b;
  for (; size; --size, ++x, ++y)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
}

HIDDEN int bcmp(const void *a, const void *b, size_t size) {
  return memcmp(a, b, size);
}

HIDDEN size_t strlen(const char *text) {
  size_t size = 0;
  while (text[size])
    ++size;
  return size;
}

// ---- Half and bfloat16

static uint32_t float_bits(float value) {
  return __builtin_bit_cast(uint32_t, value);
}
static float bits_float(uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}

static float half_to_float(uint16_t half) {
  const uint32_t sign = (uint32_t)(half & 0x8000) << 16;
  const uint32_t magnitude = half & 0x7fff;
  if (magnitude >= 0x7c00) // infinity, NaN
    return bits_float(sign | 0x7f800000u | (magnitude & 0x3ff) << 13);
  if (magnitude >= 0x400) // normal
    return bits_float(sign | ((magnitude << 13) + 0x38000000u));
  const float small = (float)(int)magnitude * 0x1p-24f;
  return bits_float(sign | float_bits(small));
}

// Rounds a value's magnitude bits to nearest even, dropping `drop` bits.
static uint64_t round_bits(uint64_t bits, unsigned drop) {
  if (drop > 63)
    return 0;
  const uint64_t half = (uint64_t)1 << (drop - 1);
  const uint64_t rest = bits & (((uint64_t)1 << drop) - 1);
  const uint64_t kept = bits >> drop;
  return kept + (rest > half || (rest == half && (kept & 1)));
}

// From binary64: one rounding, whatever the source was.
static uint16_t double_to_half(double value) {
  const uint64_t bits = __builtin_bit_cast(uint64_t, value);
  const uint16_t sign = (uint16_t)(bits >> 48 & 0x8000);
  const uint64_t magnitude = bits & INT64_MAX;
  const uint64_t mantissa = bits & 0xfffffffffffffu;
  const int exponent = (int)(magnitude >> 52) - 1023;
  if (exponent == 1024)
    return (uint16_t)(sign | 0x7c00 |
                      (mantissa ? 0x200 | (uint16_t)(mantissa >> 42) : 0));
  if (exponent >= 16)
    return sign | 0x7c00;
  const uint64_t whole = mantissa | (uint64_t)1 << 52;
  if (exponent < -14) { // subnormal, in units of 2^-24
    const int drop = 42 + (-14 - exponent);
    return sign | (uint16_t)(drop > 54 ? 0 : round_bits(whole, (unsigned)drop));
  }
  return (uint16_t)(sign + (uint16_t)((exponent + 14) << 10) +
                    (uint16_t)round_bits(whole, 42));
}

static uint16_t float_to_bfloat(float value) {
  const uint32_t bits = float_bits(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1)) >> 16);
}

// Rounds to odd, so that a second rounding gives the correct result.
static float double_to_float_odd(double value) {
  const float nearest = (float)value;
  if ((double)nearest == value || nearest != nearest)
    return nearest;
  uint32_t bits = float_bits(nearest);
  const int above = (double)nearest > value;
  const int negative = bits >> 31;
  if (!(bits & 1))
    bits += above == negative ? 1u : ~0u;
  return bits_float(bits);
}

// _Float16 and __bf16 are passed according to the machine's ABI; if the
// compiler has no such type, as 16-bit integers.
#if defined(__x86_64__) || defined(__aarch64__) || defined(__riscv)
typedef _Float16 half_arg;
#define HALF_BITS(h) __builtin_bit_cast(uint16_t, h)
#define BITS_HALF(b) __builtin_bit_cast(_Float16, (uint16_t)(b))
typedef __bf16 bfloat_arg;
#define BITS_BFLOAT(b) __builtin_bit_cast(__bf16, (uint16_t)(b))
#endif

HIDDEN float __extendhfsf2(half_arg h) { return half_to_float(HALF_BITS(h)); }
HIDDEN double __extendhfdf2(half_arg h) { return half_to_float(HALF_BITS(h)); }
HIDDEN half_arg __truncsfhf2(float f) { return BITS_HALF(double_to_half(f)); }
HIDDEN half_arg __truncdfhf2(double d) { return BITS_HALF(double_to_half(d)); }
HIDDEN bfloat_arg __truncsfbf2(float f) {
  return BITS_BFLOAT(float_to_bfloat(f));
}
HIDDEN bfloat_arg __truncdfbf2(double d) {
  return BITS_BFLOAT(float_to_bfloat(double_to_float_odd(d)));
}

// ---- Rounding, for machines without the instruction

#define DEFINE_ROUNDING(type, suffix, limit)                                   \
  HIDDEN type trunc##suffix(type x) {                                          \
    const type a = __builtin_elementwise_abs(x);                               \
    if (!(a < (limit)))                                                        \
      return x;                                                                \
    return __builtin_copysign##suffix((type)(int64_t)x, x);                    \
  }                                                                            \
  HIDDEN type floor##suffix(type x) {                                          \
    const type t = trunc##suffix(x);                                           \
    return __builtin_copysign##suffix(t > x ? t - 1 : t, x);                   \
  }                                                                            \
  HIDDEN type ceil##suffix(type x) {                                           \
    const type t = trunc##suffix(x);                                           \
    return __builtin_copysign##suffix(t < x ? t + 1 : t, x);                   \
  }                                                                            \
  HIDDEN type round##suffix(type x) {                                          \
    const type t = trunc##suffix(x);                                           \
    const type a = __builtin_elementwise_abs(x - t);                           \
    return a >= (type)0.5 ? t + __builtin_copysign##suffix((type)1, x) : t;    \
  }                                                                            \
  HIDDEN type rint##suffix(type x) {                                           \
    const type t = trunc##suffix(x);                                           \
    const type a = __builtin_elementwise_abs(x - t);                           \
    const int odd = (int64_t)t & 1;                                            \
    const int up = a > (type)0.5 || (a == (type)0.5 && odd);                   \
    return __builtin_copysign##suffix(                                         \
        up ? t + __builtin_copysign##suffix((type)1, x) : t, x);               \
  }                                                                            \
  HIDDEN type nearbyint##suffix(type x) { return rint##suffix(x); }            \
  HIDDEN type roundeven##suffix(type x) { return rint##suffix(x); }

DEFINE_ROUNDING(float, f, 0x1p23f)
#ifndef QN_SOFT_DOUBLE
DEFINE_ROUNDING(double, , 0x1p52)
#else
double round(double x);
double rint(double x);
#endif

// To integers, of which machines of 32 bits have the narrow ones at most.
#define DEFINE_INTEGERS(type, suffix)                                          \
  HIDDEN long lround##suffix(type x) { return (long)round##suffix(x); }        \
  HIDDEN long lrint##suffix(type x) { return (long)rint##suffix(x); }          \
  HIDDEN long long llround##suffix(type x) {                                   \
    return (long long)round##suffix(x);                                        \
  }                                                                            \
  HIDDEN long long llrint##suffix(type x) { return (long long)rint##suffix(x); }

DEFINE_INTEGERS(float, f)
DEFINE_INTEGERS(double, )

// ---- Scaling

// 2^n for a normal result.
static double power_of_two(int n) {
  return __builtin_bit_cast(double, (uint64_t)(1023 + n) << 52);
}

HIDDEN double frexp(double x, int *exponent) {
  uint64_t bits = __builtin_bit_cast(uint64_t, x);
  int e = (int)(bits >> 52 & 0x7ff);
  *exponent = 0;
  if (e == 0x7ff || x == 0)
    return x;
  if (e == 0) {
    bits = __builtin_bit_cast(uint64_t, x * 0x1p64);
    e = (int)(bits >> 52 & 0x7ff) - 64;
  }
  *exponent = e - 1022;
  return __builtin_bit_cast(double, (bits & 0x800fffffffffffffu) |
                                        (uint64_t)1022 << 52);
}
// x * 2^n with one rounding: every step but the last stays normal.
HIDDEN double ldexp(double x, int n) {
  int e;
  if (x == 0 || !(__builtin_fabs(x) < __builtin_inf()))
    return x;
  const double m = frexp(x, &e);
  if (n > 4000)
    n = 4000;
  if (n < -4000)
    n = -4000;
  const int k = e + n;
  if (k > 1024)
    return m * 0x1p1023 * 0x1p1023;
  if (k < -1100)
    return m * 0x1p-1022 * 0x1p-1022;
  if (k > -1000)
    return m * power_of_two(k - 1) * 2;
  return m * power_of_two(k + 200) * 0x1p-200;
}
HIDDEN float ldexpf(float x, int n) { return (float)ldexp(x, n); }
HIDDEN double scalbn(double x, int n) { return ldexp(x, n); }
HIDDEN float scalbnf(float x, int n) { return ldexpf(x, n); }

HIDDEN float frexpf(float x, int *exponent) {
  return (float)frexp(x, exponent);
}

// ---- Remainders: exact, by long division

HIDDEN double fmod(double x, double y) {
  const double ay = __builtin_fabs(y);
  double r = __builtin_fabs(x);
  if (!(r < __builtin_inf()) || y != y || ay == 0)
    return __builtin_nan("");
  if (r < ay)
    return x;
  int er;
  int ey;
  (void)frexp(r, &er);
  (void)frexp(ay, &ey);
  for (int shift = er - ey; shift >= 0; --shift) {
    const double step = ldexp(ay, shift);
    if (r >= step)
      r -= step;
  }
  return __builtin_copysign(r, x);
}
HIDDEN float fmodf(float x, float y) { return (float)fmod(x, y); }

// ---- Fused multiply-add

HIDDEN float fmaf(float x, float y, float z) {
  const double product = (double)x * y; // exact
  const double sum = product + z;
  const double back = sum - product;
  const double error = (product - (sum - back)) + (z - back);
  uint64_t bits = __builtin_bit_cast(uint64_t, sum);
  const int finite = (bits >> 52 & 0x7ff) != 0x7ff;
  if (finite && error != 0 && !(bits & 1)) // to odd
    bits += (error > 0) == (sum > 0) ? 1u : ~(uint64_t)0;
  return (float)__builtin_bit_cast(double, bits);
}

#ifndef QN_SOFT_DOUBLE // which has it by integers
typedef struct wide {
  uint64_t high, low;
} wide;

static wide multiply(uint64_t a, uint64_t b) {
  const uint64_t a0 = (uint32_t)a;
  const uint64_t a1 = a >> 32;
  const uint64_t b0 = (uint32_t)b;
  const uint64_t b1 = b >> 32;
  const uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const uint64_t other = a0 * b1 + (uint32_t)middle;
  return (wide){a1 * b1 + (middle >> 32) + (other >> 32),
                other << 32 | (uint32_t)(a0 * b0)};
}

static wide shift_left(wide v, unsigned n) {
  if (!n)
    return v;
  if (n >= 64)
    return (wide){v.low << (n - 64), 0};
  return (wide){v.high << n | v.low >> (64 - n), v.low << n};
}

// Lost bits set the lowest bit (sticky bit).
static wide shift_right_sticky(wide v, unsigned n) {
  if (!n)
    return v;
  if (n >= 128)
    return (wide){0, (v.high | v.low) != 0};
  wide r;
  int lost;
  if (n >= 64) {
    lost = v.low != 0 || (n > 64 && v.high << (128 - n));
    r = (wide){0, n == 64 ? v.high : v.high >> (n - 64)};
  } else {
    lost = v.low << (64 - n) != 0;
    r = (wide){v.high >> n, v.low >> n | v.high << (64 - n)};
  }
  r.low |= (uint64_t)lost;
  return r;
}

static int less(wide a, wide b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static wide subtract(wide a, wide b) {
  return (wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

static wide add(wide a, wide b) {
  const uint64_t low = a.low + b.low;
  return (wide){a.high + b.high + (low < a.low), low};
}

// The magnitude of a finite non-zero value as mantissa * 2^exponent.
static uint64_t mantissa_of(double x, int *exponent) {
  int e;
  const double m = frexp(__builtin_fabs(x), &e);
  *exponent = e - 53;
  return (uint64_t)(m * 0x1p53);
}

// value * 2^exponent, rounded once to nearest even.
static double round_wide(wide value, int exponent, int negative) {
  const int top = value.high ? 127 - __builtin_clzll(value.high)
                             : 63 - __builtin_clzll(value.low);
  const int e = exponent + top;
  int keep = 53;
  if (e < -1022)
    keep -= -1022 - e;
  if (keep < 0)
    keep = 0;
  int drop = top + 1 - keep;
  if (keep == 0) // below or near half of the smallest subnormal
    drop = -1074 - exponent;
  uint64_t kept;
  if (drop <= 0) {
    kept = value.low;
    drop = 0;
  } else {
    const wide v =
        shift_right_sticky(value, (unsigned)(drop > 2 ? drop - 2 : 0));
    const wide two = drop > 2 ? v : shift_left(value, (unsigned)(2 - drop));
    kept = two.low >> 2 | two.high << 62;
    const unsigned rest = (unsigned)(two.low & 3);
    kept += rest > 2 || (rest == 2 && (kept & 1));
  }
  const double magnitude = ldexp((double)kept, exponent + drop);
  return negative ? -magnitude : magnitude;
}

HIDDEN double fma(double x, double y, double z) {
  const double inf = __builtin_inf();
  const int special = !(__builtin_fabs(x) < inf) ||
                      !(__builtin_fabs(y) < inf) || x == 0 || y == 0;
  if (special)
    return x * y + z;
  // The exact product is finite and not zero, even if it would round so.
  if (!(__builtin_fabs(z) < inf))
    return z;
  if (z == 0)
    return x * y;
  int ex;
  int ey;
  int ez;
  const uint64_t mx = mantissa_of(x, &ex);
  const uint64_t my = mantissa_of(y, &ey);
  const uint64_t mz = mantissa_of(z, &ez);
  // Both with their top bit near bit 124, so that sums fit in 127 bits.
  wide p = shift_left(multiply(mx, my), 20);
  wide a = shift_left((wide){0, mz}, 72);
  int e = ex + ey - 20;
  const int difference = e - (ez - 72);
  if (difference > 0) {
    a = shift_right_sticky(a, (unsigned)difference);
  } else {
    p = shift_right_sticky(p, (unsigned)-difference);
    e = ez - 72;
  }
  const int sign_p = __builtin_signbit(x) != __builtin_signbit(y);
  const int sign_z = __builtin_signbit(z) != 0;
  if (sign_p == sign_z)
    return round_wide(add(p, a), e, sign_p);
  if (!less(p, a) && !less(a, p))
    return 0;
  return less(p, a) ? round_wide(subtract(a, p), e, sign_z)
                    : round_wide(subtract(p, a), e, sign_p);
}
#endif

// ---- Integers wider than the machine's

#define DEFINE_DIVISION(type, signed_type, bits, u, s)                         \
  static type divide_##u(type a, type b, type *rest) {                         \
    type q = 0;                                                                \
    type r = 0;                                                                \
    for (int i = bits - 1; i >= 0; --i) {                                      \
      const type carry = r >> (bits - 1);                                      \
      r = r << 1 | (a >> i & 1);                                               \
      if (carry || r >= b) {                                                   \
        r -= b;                                                                \
        q |= (type)1 << i;                                                     \
      }                                                                        \
    }                                                                          \
    *rest = r;                                                                 \
    return q;                                                                  \
  }                                                                            \
  HIDDEN type __udiv##u(type a, type b) {                                      \
    type rest;                                                                 \
    return divide_##u(a, b, &rest);                                            \
  }                                                                            \
  HIDDEN type __umod##u(type a, type b) {                                      \
    type rest;                                                                 \
    (void)divide_##u(a, b, &rest);                                             \
    return rest;                                                               \
  }                                                                            \
  HIDDEN signed_type __div##s(signed_type a, signed_type b) {                  \
    type rest;                                                                 \
    const type q = divide_##u(a < 0 ? 0 - (type)a : (type)a,                   \
                              b < 0 ? 0 - (type)b : (type)b, &rest);           \
    return (signed_type)((a < 0) != (b < 0) ? 0 - q : q);                      \
  }                                                                            \
  HIDDEN signed_type __mod##s(signed_type a, signed_type b) {                  \
    type rest;                                                                 \
    (void)divide_##u(a < 0 ? 0 - (type)a : (type)a,                            \
                     b < 0 ? 0 - (type)b : (type)b, &rest);                    \
    return (signed_type)(a < 0 ? 0 - rest : rest);                             \
  }

#if __SIZEOF_POINTER__ == 8
DEFINE_DIVISION(unsigned __int128, __int128, 128, ti3, ti3)
#else
DEFINE_DIVISION(uint64_t, int64_t, 64, di3, di3)

#ifndef QN_SOFT_DOUBLE // which has these by integers
HIDDEN uint64_t __fixunsdfdi(double x) {
  if (!(x >= 1))
    return 0;
  if (x >= 0x1p64)
    return UINT64_MAX;
  const uint32_t high = (uint32_t)(x * 0x1p-32);
  const uint32_t low = (uint32_t)(x - high * 0x1p32);
  return (uint64_t)high << 32 | low;
}
HIDDEN int64_t __fixdfdi(double x) {
  if (x >= 0x1p63)
    return INT64_MAX;
  if (x <= -0x1p63)
    return INT64_MIN;
  return x < 0 ? -(int64_t)__fixunsdfdi(-x) : (int64_t)__fixunsdfdi(x);
}
#else
uint64_t __fixunsdfdi(double x);
int64_t __fixdfdi(double x);
#endif
HIDDEN uint64_t __fixunssfdi(float x) { return __fixunsdfdi(x); }
HIDDEN int64_t __fixsfdi(float x) { return __fixdfdi(x); }

#ifndef QN_SOFT_DOUBLE
// The sum of two exact parts rounds once.
HIDDEN double __floatundidf(uint64_t x) {
  return (double)(uint32_t)(x >> 32) * 0x1p32 + (double)(uint32_t)x;
}
HIDDEN double __floatdidf(int64_t x) {
  return (double)(int32_t)(x >> 32) * 0x1p32 + (double)(uint32_t)x;
}
#else
double __floatundidf(uint64_t x);
#endif
// Folds the bits beyond a double's precision into its lowest bit: rounding to
// odd.
static uint64_t fold(uint64_t x) {
  return x >> 53 ? (x & ~(uint64_t)0x7ff) | ((x & 0x7ff) ? 0x800 : 0) : x;
}
HIDDEN float __floatundisf(uint64_t x) { return (float)__floatundidf(fold(x)); }
HIDDEN float __floatdisf(int64_t x) {
  const uint64_t magnitude = x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
  const float f = __floatundisf(magnitude);
  return x < 0 ? -f : f;
}
#endif

#ifndef QN_NO_ATOMICS

// ---- 64-bit atomics on 32-bit machines: under one lock

#if __SIZEOF_POINTER__ == 4
static uint32_t atomic_lock;

static void lock(void) {
  while (__atomic_exchange_n(&atomic_lock, 1, __ATOMIC_ACQUIRE))
    ;
}
static void unlock(void) {
  __atomic_store_n(&atomic_lock, 0, __ATOMIC_RELEASE);
}

#define DEFINE_ATOMIC(name, expression)                                        \
  HIDDEN uint64_t quern_##name(volatile uint64_t *at, uint64_t value,          \
                               int order) __asm__("__atomic_" #name "_8");     \
  uint64_t quern_##name(volatile uint64_t *at, uint64_t value, int order) {    \
    (void)order;                                                               \
    lock();                                                                    \
    const uint64_t old = *at;                                                  \
    *at = (expression);                                                        \
    unlock();                                                                  \
    return old;                                                                \
  }
DEFINE_ATOMIC(exchange, value)
DEFINE_ATOMIC(fetch_add, old + value)
DEFINE_ATOMIC(fetch_sub, old - value)
DEFINE_ATOMIC(fetch_and, old &value)
DEFINE_ATOMIC(fetch_or, old | value)
DEFINE_ATOMIC(fetch_xor, old ^ value)

HIDDEN uint64_t quern_load(const volatile uint64_t *at,
                           int order) __asm__("__atomic_load_8");
uint64_t quern_load(const volatile uint64_t *at, int order) {
  (void)order;
  lock();
  const uint64_t value = *at;
  unlock();
  return value;
}

HIDDEN void quern_store(volatile uint64_t *at, uint64_t value,
                        int order) __asm__("__atomic_store_8");
void quern_store(volatile uint64_t *at, uint64_t value, int order) {
  (void)order;
  lock();
  *at = value;
  unlock();
}

HIDDEN int quern_compare(volatile uint64_t *at, uint64_t *expected,
                         uint64_t desired, int success,
                         int failure) __asm__("__atomic_compare_exchange_8");
int quern_compare(volatile uint64_t *at, uint64_t *expected, uint64_t desired,
                  int success, int failure) {
  (void)success;
  (void)failure;
  lock();
  const uint64_t old = *at;
  const int same = old == *expected;
  if (same)
    *at = desired;
  else
    *expected = old;
  unlock();
  return same;
}
#endif

// ---- Atomics of 16 bytes, for levels of a machine without an instruction

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 word16;

// Every x86 machine but the first has it, which its level cannot say.
static int has_instruction(void) {
#if defined(__x86_64__)
  enum { YES = 1, NO = 2, CX16 = 1 << 13 };
  static int known;
  int now = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (!now) {
    uint32_t a = 1, b, c = 0, d;
    __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
    now = c & CX16 ? YES : NO;
    __atomic_store_n(&known, now, __ATOMIC_RELAXED);
  }
  return now == YES;
#else
  return 0;
#endif
}

// Compares and exchanges; `expected` receives what was there.
static int exchange_if(word16 *at, word16 *expected, word16 desired) {
#if defined(__x86_64__)
  uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
  char done;
  __asm__ volatile("lock cmpxchg16b %1\n\tsete %0"
                   : "=q"(done), "+m"(*at), "+a"(low), "+d"(high)
                   : "b"((uint64_t)desired), "c"((uint64_t)(desired >> 64))
                   : "memory", "cc");
  *expected = (word16)high << 64 | low;
  return done;
#else
  (void)at, (void)expected, (void)desired;
  return 0;
#endif
}

// Otherwise a lock for all words of that place, in this image.
static char *lock_of(const volatile void *at) {
  enum { LOCKS = 64 };
  static char locks[LOCKS];
  char *lock = &locks[(uintptr_t)at / sizeof(word16) % LOCKS];
  while (__atomic_test_and_set(lock, __ATOMIC_ACQUIRE))
    continue;
  return lock;
}

HIDDEN _Bool __atomic_compare_exchange_16(volatile void *at, void *expected,
                                          word16 desired, int success,
                                          int failure) {
  word16 *there = (word16 *)(uintptr_t)at;
  word16 *wanted = expected;
  (void)success, (void)failure;
  if (has_instruction())
    return exchange_if(there, wanted, desired);
  char *lock = lock_of(at);
  const word16 found = *there;
  const int same = found == *wanted;
  if (same)
    *there = desired;
  __atomic_clear(lock, __ATOMIC_RELEASE);
  *wanted = found;
  return same;
}

HIDDEN word16 __atomic_exchange_16(volatile void *at, word16 value, int order) {
  word16 found = *(word16 *)(uintptr_t)at; // if torn, the exchange below fails
  while (!__atomic_compare_exchange_16(at, &found, value, order, order))
    continue;
  return found;
}

HIDDEN word16 __atomic_load_16(const volatile void *at, int order) {
  word16 found = 0;
  (void)__atomic_compare_exchange_16((volatile void *)(uintptr_t)at, &found, 0,
                                     order, order);
  return found;
}

HIDDEN void __atomic_store_16(volatile void *at, word16 value, int order) {
  (void)__atomic_exchange_16(at, value, order);
}
#endif

#endif // QN_NO_ATOMICS

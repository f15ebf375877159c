// SPDX-License-Identifier: Apache-2.0
// Text of floating-point numbers, as printf's %f, %e, %g and %a, exactly, by
// integers alone (a machine of 32 bits has no doubles).
#include <stddef.h>
#include <stdint.h>

enum {
  LIMBS = 160, // of nine decimal digits: 2^1024 and 1074 places
  BILLION = 1000000000,
  POINT = 40, // limbs before the decimal point
  DIGITS_MAX = 9 * LIMBS,
};

typedef struct spec {
  int left, plus, space, alternate, zero;
  int width, precision; // -1: none
  char kind;
} spec;

typedef struct text {
  char *out;
  size_t size, length;
} text;

static void put(text *t, char c) {
  if (t->length + 1 < t->size)
    t->out[t->length++] = c;
}
static void put_times(text *t, char c, int count) {
  for (; count > 0; --count)
    put(t, c);
}

static int read_number(const char **s) {
  int number = 0;
  for (; **s >= '0' && **s <= '9'; ++*s)
    if (number < 100000)
      number = number * 10 + (**s - '0');
  return number;
}

static spec read_spec(const char *s) {
  spec p = {.precision = -1};
  for (++s; *s == '-' || *s == '+' || *s == ' ' || *s == '#' || *s == '0';
       ++s) {
    p.left |= *s == '-';
    p.plus |= *s == '+';
    p.space |= *s == ' ';
    p.alternate |= *s == '#';
    p.zero |= *s == '0';
  }
  p.width = read_number(&s);
  if (*s == '.') {
    ++s;
    p.precision = read_number(&s);
  }
  p.kind = *s;
  return p;
}

// ---- Decimal digits

// A number's digits, each a byte 0 to 9, most significant first; `exponent` is
// that of the first.
typedef struct decimal {
  unsigned char digits[DIGITS_MAX + 1];
  int count, exponent;
} decimal;

// limbs[POINT - 1] are units, limbs[POINT] billionths.
static void make_decimal(uint64_t mantissa, int exponent, decimal *d) {
  uint32_t limbs[LIMBS] = {0};
  for (int i = POINT - 1; mantissa; --i, mantissa /= BILLION)
    limbs[i] = (uint32_t)(mantissa % BILLION);
  for (; exponent > 0; exponent -= exponent < 29 ? exponent : 29) {
    const int by = exponent < 29 ? exponent : 29;
    uint64_t carry = 0;
    for (int i = LIMBS - 1; i >= 0; --i) {
      carry += (uint64_t)limbs[i] << by;
      limbs[i] = (uint32_t)(carry % BILLION);
      carry /= BILLION;
    }
  }
  for (; exponent < 0; exponent += -exponent < 9 ? -exponent : 9) {
    const int by = -exponent < 9 ? -exponent : 9;
    uint32_t rest = 0;
    for (int i = 0; i < LIMBS; ++i) {
      const uint32_t low = limbs[i] & ((1u << by) - 1);
      limbs[i] = (limbs[i] >> by) + rest;
      rest = (uint32_t)(BILLION >> by) * low;
    }
  }
  d->count = 0;
  d->exponent = 0;
  for (int i = 0; i < LIMBS; ++i)
    for (uint32_t unit = BILLION / 10, left = limbs[i]; unit; unit /= 10) {
      const unsigned char digit = (unsigned char)(left / unit % 10);
      const int place = (POINT - 1 - i) * 9 + (unit == 1          ? 0
                                               : unit == 10       ? 1
                                               : unit == 100      ? 2
                                               : unit == 1000     ? 3
                                               : unit == 10000    ? 4
                                               : unit == 100000   ? 5
                                               : unit == 1000000  ? 6
                                               : unit == 10000000 ? 7
                                                                  : 8);
      if (!d->count && !digit)
        continue;
      if (!d->count)
        d->exponent = place;
      d->digits[d->count++] = digit;
    }
}

// Keeps `keep` digits, rounded to the nearest, ties to even. With keep < 0, or
// 0 and less than half, nothing is left.
static void round_to(decimal *d, int keep) {
  if (keep >= d->count)
    return;
  int up = 0;
  if (keep >= 0) {
    int rest = 0;
    for (int i = keep + 1; i < d->count; ++i)
      rest |= d->digits[i];
    const int odd = keep > 0 && (d->digits[keep - 1] & 1);
    up = d->digits[keep] > 5 || (d->digits[keep] == 5 && (rest || odd));
  }
  d->count = keep > 0 ? keep : 0;
  if (!up)
    return;
  int i = d->count - 1;
  while (i >= 0 && d->digits[i] == 9)
    d->digits[i--] = 0;
  if (i >= 0) {
    ++d->digits[i];
    return;
  }
  for (int k = d->count; k > 0; --k)
    d->digits[k] = d->digits[k - 1];
  d->digits[0] = 1;
  ++d->exponent;
  if (d->count < keep || keep == 0)
    ++d->count;
}

static int digit_at(const decimal *d, int place) {
  const int i = d->exponent - place;
  return d->count && i >= 0 && i < d->count ? d->digits[i] : 0;
}

// ---- The forms

static void put_fixed(text *t, const decimal *d, const spec *p, int places) {
  for (int place = d->count && d->exponent > 0 ? d->exponent : 0; place >= 0;
       --place)
    put(t, (char)('0' + digit_at(d, place)));
  if (places > 0 || p->alternate)
    put(t, '.');
  for (int place = -1; place >= -places; --place)
    put(t, (char)('0' + digit_at(d, place)));
}

static void put_exponent(text *t, char letter, int exponent, int least) {
  char digits[8];
  int count = 0;
  put(t, letter);
  put(t, exponent < 0 ? '-' : '+');
  unsigned left = exponent < 0 ? 0u - (unsigned)exponent : (unsigned)exponent;
  do
    digits[count++] = (char)('0' + left % 10);
  while (left /= 10);
  while (count < least)
    digits[count++] = '0';
  while (count)
    put(t, digits[--count]);
}

static void put_scientific(text *t, const decimal *d, const spec *p, int places,
                           char letter) {
  put(t, (char)('0' + (d->count ? d->digits[0] : 0)));
  if (places > 0 || p->alternate)
    put(t, '.');
  for (int i = 1; i <= places; ++i)
    put(t, (char)('0' + (i < d->count ? d->digits[i] : 0)));
  put_exponent(t, letter, d->count ? d->exponent : 0, 2);
}

static void put_general(text *t, decimal *d, const spec *p, char letter) {
  const int precision = p->precision < 0 ? 6 : p->precision ? p->precision : 1;
  round_to(d, precision);
  const int exponent = d->count ? d->exponent : 0;
  int used = precision;
  if (!p->alternate) {
    used = d->count;
    while (used > 1 && !d->digits[used - 1])
      --used;
    used = used ? used : 1;
  }
  if (exponent < -4 || exponent >= precision)
    put_scientific(t, d, p, used - 1, letter);
  else
    put_fixed(t, d, p, used - 1 - exponent > 0 ? used - 1 - exponent : 0);
}

static void put_hexadecimal(text *t, uint64_t bits, const spec *p, int upper) {
  const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  uint64_t mantissa = bits & UINT64_C(0xfffffffffffff);
  const int biased = (int)(bits >> 52 & 0x7ff);
  int exponent = biased ? biased - 1023 : mantissa ? -1022 : 0;
  int places = p->precision;
  mantissa |= (uint64_t)(biased != 0) << 52;
  if (places >= 0 && places < 13) {
    const unsigned drop = 4 * (13 - (unsigned)places);
    const uint64_t half = UINT64_C(1) << (drop - 1);
    const uint64_t rest = mantissa & (2 * half - 1);
    mantissa >>= drop;
    mantissa += rest > half || (rest == half && (mantissa & 1));
    mantissa <<= drop;
  }
  if (places < 0)
    for (places = 13;
         places && !(mantissa >> (4 * (13 - (unsigned)places)) & 15);)
      --places;
  put(t, '0');
  put(t, upper ? 'X' : 'x');
  put(t, (char)('0' + (char)(mantissa >> 52)));
  if (places > 0 || p->alternate)
    put(t, '.');
  for (int i = 1; i <= places; ++i)
    put(t, i <= 13 ? digits[mantissa >> (52 - 4 * i) & 15] : '0');
  put_exponent(t, upper ? 'P' : 'p', exponent, 1);
}

static void put_finite(text *t, uint64_t bits, const spec *p) {
  const char kind = (char)(p->kind | 32);
  const int upper = p->kind != kind;
  const int biased = (int)(bits >> 52 & 0x7ff);
  const uint64_t mantissa =
      (bits & UINT64_C(0xfffffffffffff)) | (uint64_t)(biased != 0) << 52;
  const int places = p->precision < 0 ? 6 : p->precision;
  decimal d;
  if (kind == 'a') {
    put_hexadecimal(t, bits, p, upper);
    return;
  }
  make_decimal(mantissa, (biased ? biased : 1) - 1075, &d);
  if (kind == 'f') {
    round_to(&d, d.exponent + 1 + places);
    put_fixed(t, &d, p, places);
  } else if (kind == 'e') {
    round_to(&d, places + 1);
    put_scientific(t, &d, p, places, upper ? 'E' : 'e');
  } else {
    put_general(t, &d, p, upper ? 'E' : 'e');
  }
}

// As snprintf of one number; `spec` as in "%-8.3f".
size_t qn_vx_format_real(void *user, char *out, size_t size, const char *format,
                         double value) {
  const spec p = read_spec(format);
  const uint64_t bits = __builtin_bit_cast(uint64_t, value);
  const int special = (bits >> 52 & 0x7ff) == 0x7ff;
  const char sign = bits >> 63 ? '-' : p.plus ? '+' : p.space ? ' ' : '\0';
  char body[480];
  text b = {.out = body, .size = sizeof(body)};
  text t = {.out = out, .size = size};
  (void)user;
  if (special) {
    const char *name = bits & UINT64_C(0xfffffffffffff) ? "nan" : "inf";
    for (; *name; ++name)
      put(&b, (char)(p.kind & 32 ? *name : *name & ~32));
  } else {
    put_finite(&b, bits, &p);
  }
  const int pad = p.width - (int)b.length - (sign != '\0');
  const int zeros = p.zero && !p.left && !special;
  if (!p.left && !zeros)
    put_times(&t, ' ', pad);
  if (sign)
    put(&t, sign);
  size_t from = 0;
  if (zeros && (p.kind | 32) == 'a' && b.length > 1)
    for (; from < 2; ++from)
      put(&t, body[from]);
  if (zeros)
    put_times(&t, '0', pad);
  for (; from < b.length; ++from)
    put(&t, body[from]);
  if (p.left)
    put_times(&t, ' ', pad);
  out[t.length] = '\0';
  return t.length;
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/run/args.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/suggestion.h"

// ---- Numbers

static const struct {
  const char *name;
  size_t size;
  bool real;
} numbers[QN_NUMBER_COUNT] = {
    [QN_NUMBER_I8] = {"i8", 1, false},   [QN_NUMBER_U8] = {"u8", 1, false},
    [QN_NUMBER_I16] = {"i16", 2, false}, [QN_NUMBER_U16] = {"u16", 2, false},
    [QN_NUMBER_I32] = {"i32", 4, false}, [QN_NUMBER_U32] = {"u32", 4, false},
    [QN_NUMBER_I64] = {"i64", 8, false}, [QN_NUMBER_U64] = {"u64", 8, false},
    [QN_NUMBER_F16] = {"f16", 2, true},  [QN_NUMBER_BF16] = {"bf16", 2, true},
    [QN_NUMBER_F32] = {"f32", 4, true},  [QN_NUMBER_F64] = {"f64", 8, true},
};

size_t qn_number_size(qn_number type) { return numbers[type].size; }
const char *qn_number_name(qn_number type) { return numbers[type].name; }
bool qn_number_is_real(qn_number type) { return numbers[type].real; }

static uint64_t get_bits(const uint8_t *at, size_t size) {
  uint64_t bits = 0;
  memcpy(&bits, at, size); // in the machine's byte order, little-endian
  return bits;
}

static double half_to_double(uint16_t bits) {
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 1023;
  double value;
  if (exponent == 31)
    value = mantissa ? NAN : INFINITY;
  else
    value =
        exponent ? ldexp(1024 + mantissa, exponent - 25) : ldexp(mantissa, -24);
  return bits & 0x8000 ? -value : value;
}

// Rounds `value` to `mantissa` stored bits and minimum exponent `min_exponent`,
// to nearest even.
static double round_to(double value, int mantissa, int min_exponent) {
  int exponent;
  if (value == 0 || !isfinite(value))
    return value;
  (void)frexp(value, &exponent);
  const int unit =
      (exponent - 1 > min_exponent ? exponent - 1 : min_exponent) - mantissa;
  return ldexp(nearbyint(ldexp(value, -unit)), unit);
}

static uint16_t double_to_half(double value) {
  const uint16_t sign = signbit(value) ? 0x8000 : 0;
  const double a = fabs(round_to(value, 10, -14));
  if (isnan(value))
    return 0x7e00;
  if (a >= 65520)
    return sign | 0x7c00;
  int exponent;
  if (a < 0x1p-14)
    return (uint16_t)(sign | (uint16_t)ldexp(a, 24));
  const double m = frexp(a, &exponent);
  return (uint16_t)(sign | (exponent + 14) << 10 |
                    ((uint16_t)(m * 2048) & 1023));
}

static uint16_t double_to_bfloat(double value) {
  const float rounded = (float)round_to(value, 7, -126);
  uint32_t bits;
  memcpy(&bits, &rounded, sizeof(bits));
  return isnan(value) ? 0x7fc0 : (uint16_t)(bits >> 16);
}

double qn_number_get(qn_number type, const uint8_t *bytes, size_t index) {
  const size_t size = numbers[type].size;
  const uint64_t bits = get_bits(bytes + index * size, size);
  float f;
  double d;
  uint32_t low = (uint32_t)bits;
  switch (type) {
  case QN_NUMBER_F16:
    return half_to_double((uint16_t)bits);
  case QN_NUMBER_BF16:
    low <<= 16;
    memcpy(&f, &low, sizeof(f));
    return (double)f;
  case QN_NUMBER_F32:
    memcpy(&f, &low, sizeof(f));
    return (double)f;
  case QN_NUMBER_F64:
    memcpy(&d, &bits, sizeof(d));
    return d;
  case QN_NUMBER_U8:
  case QN_NUMBER_U16:
  case QN_NUMBER_U32:
  case QN_NUMBER_U64:
    return (double)bits;
  default: {
    const unsigned unused = (unsigned)(64 - 8 * size);
    return (double)((int64_t)(bits << unused) >> unused);
  }
  }
}

void qn_number_print(qn_number type, const uint8_t *bytes, size_t index,
                     char out[48]) {
  const uint64_t bits =
      get_bits(bytes + index * numbers[type].size, numbers[type].size);
  if (type == QN_NUMBER_U64)
    snprintf(out, 48, "%" PRIu64, bits);
  else if (type == QN_NUMBER_I64)
    snprintf(out, 48, "%" PRId64, (int64_t)bits);
  else if (type == QN_NUMBER_F64)
    snprintf(out, 48, "%.17g", qn_number_get(type, bytes, index));
  else // ten digits hold any 32-bit integer
    snprintf(out, 48, type == QN_NUMBER_F32 ? "%.9g" : "%.10g",
             qn_number_get(type, bytes, index));
}

static void put_real(qn_number type, double value, uint8_t *at) {
  const float f = (float)value;
  const uint16_t h =
      type == QN_NUMBER_BF16 ? double_to_bfloat(value) : double_to_half(value);
  if (type == QN_NUMBER_F64)
    memcpy(at, &value, sizeof(value));
  else if (type == QN_NUMBER_F32)
    memcpy(at, &f, sizeof(f));
  else
    memcpy(at, &h, sizeof(h));
}

// Wraps as a C conversion does; for iota in small types.
static void put_integer(qn_number type, uint64_t value, uint8_t *at) {
  if (numbers[type].real)
    put_real(type, (double)value, at);
  else
    memcpy(at, &value, numbers[type].size);
}

static bool fits_integer(qn_number type, bool negative, uint64_t magnitude) {
  const unsigned bits = (unsigned)(8 * numbers[type].size);
  const bool is_signed = (type - QN_NUMBER_I8) % 2 == 0;
  if (is_signed) {
    const uint64_t max = (UINT64_C(1) << (bits - 1)) - 1 + negative;
    return magnitude <= max;
  }
  return !negative && (bits == 64 || magnitude >> bits == 0);
}

static qn_status parse_number(qn_number type, qn_str text, uint8_t *at,
                              qn_diag *diag) {
  char copy[64];
  char *end;
  if (text.size && text.size < sizeof(copy)) {
    memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    errno = 0;
    if (numbers[type].real) {
      const double value = strtod(copy, &end);
      if (!*end) {
        put_real(type, value, at);
        return qn_ok();
      }
    } else {
      const bool negative = copy[0] == '-';
      const uint64_t magnitude = strtoull(copy + negative, &end, 0);
      const uint64_t value = negative ? 0 - magnitude : magnitude;
      if (!*end && !errno && end > copy + negative) {
        if (!fits_integer(type, negative, magnitude))
          return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                         "'%.*s' does not fit in %s", QN_STR_ARG(text),
                         numbers[type].name);
        put_integer(type, value, at);
        return qn_ok();
      }
    }
  }
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "'%.*s' is no number of %s",
                 QN_STR_ARG(text), numbers[type].name);
}

static qn_status find_type(qn_str name, qn_number *out_type, qn_diag *diag) {
  qn_suggestion suggestion;
  qn_suggestion_init(&suggestion, name);
  for (int i = 0; i < QN_NUMBER_COUNT; ++i) {
    if (qn_str_equal(name, qn_str_from(numbers[i].name))) {
      *out_type = (qn_number)i;
      return qn_ok();
    }
    qn_suggestion_offer(&suggestion, qn_str_from(numbers[i].name));
  }
  const qn_status status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                                   "unknown type '%.*s'", QN_STR_ARG(name));
  if (suggestion.count)
    qn_suggestion_hint(&suggestion, diag);
  else
    qn_diag_hint(diag, "Types are i8 u8 i16 u16 i32 u32 i64 u64 f16 bf16 f32 "
                       "f64, as in f32=2.5 or f32[1024]=iota.");
  return status;
}

// ---- Contents of buffers

// A generator with a fixed sequence per seed, the same on every machine
// (SplitMix64, by Steele, Lea and Flood).
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Reals in [-1, 1), integers over their whole range.
static void fill_random(qn_number type, size_t count, uint64_t seed,
                        uint8_t *bytes) {
  const size_t size = numbers[type].size;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t bits = next_random(&seed);
    if (numbers[type].real)
      put_real(type, (double)(bits >> 11) * 0x1p-52 - 1, bytes + i * size);
    else
      put_integer(type, bits, bytes + i * size);
  }
}

static qn_status fill_file(qn_str path, size_t size, uint8_t *bytes,
                           qn_diag *diag) {
  char name[4096];
  qn_file file;
  snprintf(name, sizeof(name), "%.*s", QN_STR_ARG(path));
  QN_TRY(qn_file_open(name, 0, &file, diag));
  qn_status status = qn_ok();
  if (file.bytes.size != size)
    status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "'%s' has %zu bytes, and the buffer %zu", name,
                     file.bytes.size, size);
  else
    memcpy(bytes, file.bytes.data, size);
  qn_file_close(&file);
  return status;
}

static qn_status fill(qn_number type, size_t count, qn_str how, uint8_t *bytes,
                      qn_diag *diag) {
  const size_t size = numbers[type].size;
  if (qn_str_equal(how, QN_STR("zero"))) {
    memset(bytes, 0, count * size);
    return qn_ok();
  }
  if (qn_str_equal(how, QN_STR("iota"))) {
    for (size_t i = 0; i < count; ++i)
      put_integer(type, i, bytes + i * size);
    return qn_ok();
  }
  if (qn_str_starts(how, QN_STR("fill:"))) {
    uint8_t one[8];
    QN_TRY(parse_number(type, qn_str_skip(how, 5), one, diag));
    for (size_t i = 0; i < count; ++i)
      memcpy(bytes + i * size, one, size);
    return qn_ok();
  }
  if (qn_str_starts(how, QN_STR("rand:"))) {
    uint64_t seed;
    QN_TRY(parse_number(QN_NUMBER_U64, qn_str_skip(how, 5), (uint8_t *)&seed,
                        diag));
    fill_random(type, count, seed, bytes);
    return qn_ok();
  }
  if (qn_str_starts(how, QN_STR("@")))
    return fill_file(qn_str_skip(how, 1), count * size, bytes, diag);
  const qn_status status = qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                                   "unknown contents '%.*s'", QN_STR_ARG(how));
  qn_diag_hint(diag, "Contents are zero, iota, fill:VALUE, rand:SEED and "
                     "@FILE.");
  return status;
}

// ---- Arguments

static qn_status parse_expectation(qn_run_arg *arg, qn_str option,
                                   qn_diag *diag) {
  const size_t count = arg->size / numbers[arg->type].size;
  if (qn_str_starts(option, QN_STR("expect="))) {
    arg->expected = qn_alloc(arg->size);
    return arg->expected ? fill(arg->type, count, qn_str_skip(option, 7),
                                arg->expected, diag)
                         : qn_fail_memory(diag, "an expectation");
  }
  if (qn_str_starts(option, QN_STR("tol=")))
    return parse_number(QN_NUMBER_F64, qn_str_skip(option, 4),
                        (uint8_t *)&arg->tolerance, diag);
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                 "unknown option '%.*s' of an argument; there are expect= and "
                 "tol=",
                 QN_STR_ARG(option));
}

static qn_status parse_buffer(qn_run_arg *arg, qn_str count_text, qn_str rest,
                              qn_diag *diag) {
  uint64_t count;
  qn_str how;
  arg->is_buffer = true;
  QN_TRY(parse_number(QN_NUMBER_U64, count_text, (uint8_t *)&count, diag));
  if (count == 0 ||
      !qn_mul_size((size_t)count, numbers[arg->type].size, &arg->size))
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "a buffer of %.*s elements cannot be",
                   QN_STR_ARG(count_text));
  // Aligned like device memory, and padded so that it has no neighbour.
  arg->bytes = qn_alloc_aligned(256, (size_t)qn_align_up(arg->size, 256));
  arg->initial = qn_alloc(arg->size);
  if (!arg->bytes || !arg->initial)
    return qn_fail_memory(diag, "a buffer");
  (void)qn_str_split(&rest, ',', &how);
  QN_TRY(fill(arg->type, (size_t)count, how, arg->bytes, diag));
  memcpy(arg->initial, arg->bytes, arg->size);
  qn_str option;
  while (qn_str_split(&rest, ',', &option))
    QN_TRY(parse_expectation(arg, option, diag));
  snprintf(arg->shown, sizeof(arg->shown), "a pointer to %s",
           numbers[arg->type].name);
  arg->pointer = arg->bytes;
  arg->value =
      (qn_value){QN_VALUE_POINTER, &arg->pointer, sizeof(void *), arg->shown};
  return qn_ok();
}

static qn_status parse_scalar(qn_run_arg *arg, qn_str text, qn_diag *diag) {
  QN_TRY(parse_number(arg->type, text, arg->scalar, diag));
  snprintf(arg->shown, sizeof(arg->shown), "%s", numbers[arg->type].name);
  arg->value =
      (qn_value){numbers[arg->type].real ? QN_VALUE_REAL : QN_VALUE_INTEGER,
                 arg->scalar, numbers[arg->type].size, arg->shown};
  return qn_ok();
}

// {f32=2,i32=7}: members at their natural offsets.
static qn_status parse_struct(qn_run_arg *arg, qn_str text, qn_diag *diag) {
  size_t at = 0;
  size_t alignment = 1;
  qn_str rest = {text.data + 1, text.size - 2};
  qn_str member;
  while (qn_str_split(&rest, ',', &member)) {
    const size_t equal = qn_str_find(member, '=');
    qn_number type;
    QN_TRY(find_type((qn_str){member.data, equal}, &type, diag));
    const size_t size = numbers[type].size;
    at = (size_t)qn_align_up(at, size);
    if (at + size > sizeof(arg->scalar))
      return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                     "a struct argument of more than %zu bytes",
                     sizeof(arg->scalar));
    QN_TRY(parse_number(type, qn_str_skip(member, equal + 1), arg->scalar + at,
                        diag));
    at += size;
    alignment = size > alignment ? size : alignment;
  }
  snprintf(arg->shown, sizeof(arg->shown), "a struct");
  arg->value = (qn_value){QN_VALUE_BYTES, arg->scalar,
                          (size_t)qn_align_up(at, alignment), arg->shown};
  return qn_ok();
}

static qn_status parse(qn_str text, qn_run_arg *arg, qn_diag *diag) {
  static void *const null = NULL;
  if (qn_str_equal(text, QN_STR("null"))) {
    arg->value =
        (qn_value){QN_VALUE_POINTER, &null, sizeof(null), "a null pointer"};
    return qn_ok();
  }
  if (qn_str_starts(text, QN_STR("{")) && qn_str_ends(text, QN_STR("}")))
    return parse_struct(arg, text, diag);
  const size_t equal = qn_str_find(text, '=');
  if (equal == text.size) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "'%.*s' is no argument: there is no '='", QN_STR_ARG(text));
    qn_diag_hint(diag, "Write a value as i32=5, a buffer as f32[1024]=iota.");
    return status;
  }
  qn_str name = {text.data, equal};
  const qn_str rest = qn_str_skip(text, equal + 1);
  const size_t bracket = qn_str_find(name, '[');
  const bool is_buffer = bracket < name.size && name.data[equal - 1] == ']';
  const qn_str count = {text.data + bracket + 1,
                        is_buffer ? equal - bracket - 2 : 0};
  if (is_buffer)
    name.size = bracket;
  QN_TRY(find_type(name, &arg->type, diag));
  return is_buffer ? parse_buffer(arg, count, rest, diag)
                   : parse_scalar(arg, rest, diag);
}

qn_status qn_run_arg_parse(const char *text, qn_run_arg *out_arg,
                           qn_diag *diag) {
  memset(out_arg, 0, sizeof(*out_arg));
  const qn_status status = parse(qn_str_from(text), out_arg, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "reading the argument '%s'", text);
  return status;
}

void qn_run_arg_finish(qn_run_arg *arg) {
  qn_free_aligned(arg->bytes);
  qn_free(arg->initial);
  qn_free(arg->expected);
  arg->bytes = arg->initial = arg->expected = NULL;
}

bool qn_run_arg_check(const qn_run_arg *arg, double *out_worst,
                      size_t *out_index) {
  const size_t size = numbers[arg->type].size;
  *out_worst = 0;
  for (size_t i = 0; i < arg->size / size; ++i) {
    if (memcmp(arg->bytes + i * size, arg->expected + i * size, size) == 0)
      continue;
    const double got = qn_number_get(arg->type, arg->bytes, i);
    const double want = qn_number_get(arg->type, arg->expected, i);
    const double scale = fabs(want) > 1 ? fabs(want) : 1;
    // NaN equals NaN here; compared with anything else its error is infinite.
    const double error = isnan(got) && isnan(want)   ? 0
                         : isnan(got) || isnan(want) ? INFINITY
                                                     : fabs(got - want) / scale;
    const bool exact = arg->tolerance == 0;
    if (error > *out_worst)
      *out_worst = error;
    if (exact ? !(got == want || (isnan(got) && isnan(want)))
              : !(error <= arg->tolerance)) {
      *out_index = i;
      return false;
    }
  }
  return true;
}

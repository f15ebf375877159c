// SPDX-License-Identifier: Apache-2.0
#include "libs/core/types.h"

#include <math.h>
#include <string.h>

// ---- Formats of small floats, by their bits

static float float_of(uint32_t bits) {
  float value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

static uint32_t bits_of(float value) {
  uint32_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

typedef struct small_float {
  unsigned exponent_bits, mantissa_bits;
  bool has_infinity; // else the largest exponent has numbers, too
} small_float;

static const small_float half_format = {5, 10, true};
static const small_float e5m2_format = {5, 2, true};
static const small_float e4m3_format = {4, 3, false};

static inline float decode(uint32_t code, small_float f) {
  const uint32_t mantissa = code & ((1u << f.mantissa_bits) - 1);
  const uint32_t top = (1u << f.exponent_bits) - 1;
  const uint32_t exponent = code >> f.mantissa_bits & top;
  const uint32_t sign = code >> (f.exponent_bits + f.mantissa_bits) << 31;
  const int bias = (int)(top >> 1);
  if (exponent == top &&
      (f.has_infinity || mantissa == (1u << f.mantissa_bits) - 1))
    return float_of(sign | 0x7f800000u | mantissa << (23 - f.mantissa_bits));
  if (exponent)
    return float_of(sign | (exponent + (uint32_t)(127 - bias)) << 23 |
                    mantissa << (23 - f.mantissa_bits));
  const float magnitude =
      ldexpf((float)mantissa, 1 - bias - (int)f.mantissa_bits);
  return sign ? -magnitude : magnitude;
}

// What is beyond the largest number: the infinity of half, else that number.
static uint32_t overflow(small_float f, uint32_t sign, bool saturates) {
  const uint32_t top = (1u << f.exponent_bits) - 1;
  const uint32_t infinity = top << f.mantissa_bits;
  if (!f.has_infinity)
    return sign | (infinity + (1u << f.mantissa_bits) - 2);
  return sign | (saturates ? infinity - 1 : infinity);
}

static inline uint32_t encode(float value, small_float f, bool saturates) {
  const uint32_t bits = bits_of(value);
  const uint32_t sign = bits >> 31 << (f.exponent_bits + f.mantissa_bits);
  const uint32_t top = (1u << f.exponent_bits) - 1;
  const int bias = (int)(top >> 1);
  if (value != value)
    return sign | top << f.mantissa_bits |
           (f.has_infinity ? 1u << (f.mantissa_bits - 1)
                           : (1u << f.mantissa_bits) - 1);
  const int exponent = (int)(bits >> 23 & 255) - 127 + bias;
  if (!(bits << 1))
    return sign;
  const uint32_t mantissa =
      (bits & 0x7fffff) | (bits >> 23 & 255 ? 0x800000 : 0);
  // How much of the mantissa goes: more below the smallest normal number.
  const int gone =
      23 - (int)f.mantissa_bits + (exponent < 1 ? 1 - exponent : 0);
  if (gone > 24)
    return sign;
  const uint32_t rest = mantissa & ((1u << gone) - 1),
                 middle = 1u << (gone - 1);
  uint32_t code = mantissa >> gone;
  code += rest > middle || (rest == middle && (code & 1));
  if (exponent > 0)
    code += (uint32_t)(exponent - 1) << f.mantissa_bits;
  const uint32_t largest = overflow(f, 0, true);
  return code > largest ? overflow(f, sign, saturates) : sign | code;
}

static inline float bfloat_to_float(uint16_t code) {
  return float_of((uint32_t)code << 16);
}

static inline uint16_t float_to_bfloat(float value) {
  const uint32_t bits = bits_of(value);
  if (value != value)
    return (uint16_t)(bits >> 16 | 0x40);
  return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static int64_t to_integer(double value, double least, double most) {
  return value != value  ? 0
         : value < least ? (int64_t)least
         : value > most  ? (int64_t)most
                         : (int64_t)nearbyint(value);
}

// ---- The types

#define EACH_TYPE(CASE)                                                        \
  CASE(QN_LIBS_F32, float, *x, (float)v)                                       \
  CASE(QN_LIBS_F64, double, *x, v)                                             \
  CASE(QN_LIBS_F16, uint16_t, decode(*x, half_format),                         \
       (uint16_t)encode((float)v, half_format, false))                         \
  CASE(QN_LIBS_BF16, uint16_t, bfloat_to_float(*x), float_to_bfloat((float)v)) \
  CASE(QN_LIBS_I8, int8_t, *x, (int8_t)to_integer((double)v, -128, 127))       \
  CASE(QN_LIBS_U8, uint8_t, *x, (uint8_t)to_integer((double)v, 0, 255))        \
  CASE(QN_LIBS_I32, int32_t, *x,                                               \
       (int32_t)to_integer((double)v, INT32_MIN, INT32_MAX))                   \
  CASE(QN_LIBS_E4M3, uint8_t, decode(*x, e4m3_format),                         \
       (uint8_t)encode((float)v, e4m3_format, true))                           \
  CASE(QN_LIBS_E5M2, uint8_t, decode(*x, e5m2_format),                         \
       (uint8_t)encode((float)v, e5m2_format, true))

int qn_libs_no_enumerator(void) { return -1; }

size_t qn_libs_type_size(int type) {
  static const uint8_t sizes[] = {
#define CASE(id, T, from, to) [id] = sizeof(T),
      EACH_TYPE(CASE)
#undef CASE
          [QN_LIBS_C32] = 2 * sizeof(float),
      [QN_LIBS_C64] = 2 * sizeof(double)};
  return type >= 0 && type < (int)sizeof(sizes) ? sizes[type] : 0;
}

bool qn_libs_type_is_complex(int type) {
  return type == QN_LIBS_C32 || type == QN_LIBS_C64;
}

const char *qn_libs_type_name(int type) {
  static const struct {
    int type;
    const char *name;
  } names[] = {{QN_LIBS_F32, "float"},      {QN_LIBS_F64, "double"},
               {QN_LIBS_F16, "half"},       {QN_LIBS_I8, "int8"},
               {QN_LIBS_C32, "complex"},    {QN_LIBS_C64, "complex double"},
               {QN_LIBS_U8, "uint8"},       {QN_LIBS_I32, "int32"},
               {QN_LIBS_BF16, "bfloat16"},  {QN_LIBS_E4M3, "fp8 (e4m3)"},
               {QN_LIBS_E5M2, "fp8 (e5m2)"}};
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
    if (names[i].type == type)
      return names[i].name;
  return "a type that is not known";
}

#define CONVERT(name, wide)                                                    \
  void qn_libs_to_##name(int type, const void *from, wide *to, size_t count) { \
    switch (type) {                                                            \
      EACH_TYPE(LOAD)                                                          \
    default:                                                                   \
      break;                                                                   \
    }                                                                          \
  }                                                                            \
  void qn_libs_from_##name(int type, const wide *from, void *to,               \
                           size_t count) {                                     \
    switch (type) {                                                            \
      EACH_TYPE(STORE)                                                         \
    default:                                                                   \
      break;                                                                   \
    }                                                                          \
  }
#define LOAD(id, T, get, put)                                                  \
  case id:                                                                     \
    for (size_t i = 0; i < count; ++i) {                                       \
      const T *x = (const T *)from + i;                                        \
      to[i] = get;                                                             \
    }                                                                          \
    break;
#define STORE(id, T, get, put)                                                 \
  case id:                                                                     \
    for (size_t i = 0; i < count; ++i) {                                       \
      const double v = from[i];                                                \
      ((T *)to)[i] = put;                                                      \
    }                                                                          \
    break;
CONVERT(double, double)
#undef LOAD
#undef STORE
#define LOAD(id, T, get, put)                                                  \
  case id:                                                                     \
    for (size_t i = 0; i < count; ++i) {                                       \
      const T *x = (const T *)from + i;                                        \
      to[i] = (float)(get);                                                    \
    }                                                                          \
    break;
#define STORE(id, T, get, put)                                                 \
  case id:                                                                     \
    for (size_t i = 0; i < count; ++i) {                                       \
      const float v = from[i];                                                 \
      ((T *)to)[i] = put;                                                      \
    }                                                                          \
    break;
CONVERT(float, float)

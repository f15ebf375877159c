// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void qn_base64_encode(qn_span bytes, qn_buffer *out) {
  for (size_t i = 0; i < bytes.size; i += 3) {
    const size_t left = bytes.size - i;
    const uint32_t bits = (uint32_t)bytes.data[i] << 16 |
                          (left > 1 ? (uint32_t)bytes.data[i + 1] << 8 : 0) |
                          (left > 2 ? bytes.data[i + 2] : 0);
    const char text[4] = {
        digits[bits >> 18],
        digits[bits >> 12 & 63],
        left > 1 ? digits[bits >> 6 & 63] : '=',
        left > 2 ? digits[bits & 63] : '=',
    };
    qn_buffer_append(out, text, sizeof(text));
  }
}

// The value of a digit, or 64.
static uint32_t digit_value(char c) {
  if (c >= 'A' && c <= 'Z')
    return (uint32_t)(c - 'A');
  if (c >= 'a' && c <= 'z')
    return (uint32_t)(c - 'a' + 26);
  if (c >= '0' && c <= '9')
    return (uint32_t)(c - '0' + 52);
  return c == '+' ? 62 : c == '/' ? 63 : 64;
}

// How many characters of the last four are padding.
static size_t padding_of(qn_str text) {
  if (text.size < 4 || text.data[text.size - 1] != '=')
    return 0;
  return text.data[text.size - 2] == '=' ? 2 : 1;
}

bool qn_base64_decode(qn_str text, uint8_t *out, size_t *out_size) {
  const size_t pad = padding_of(text);
  size_t size = 0;
  if (text.size % 4)
    return false;
  for (size_t i = 0; i < text.size; i += 4) {
    const size_t real = i + 4 == text.size ? 4 - pad : 4;
    uint32_t bits = 0;
    for (size_t j = 0; j < 4; ++j) {
      const uint32_t value = j < real ? digit_value(text.data[i + j]) : 0;
      if (value == 64)
        return false;
      bits = bits << 6 | value;
    }
    for (size_t j = 0; j + 1 < real; ++j)
      out[size++] = (uint8_t)(bits >> (16 - 8 * j));
  }
  *out_size = size;
  return true;
}

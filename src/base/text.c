// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

size_t qn_utf8_decode(qn_str text, uint32_t *out_point) {
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const uint8_t *b = (const uint8_t *)text.data;
  if (b[0] < 0x80) {
    *out_point = b[0];
    return 1;
  }
  const size_t size = b[0] >= 0xf0 ? 4 : b[0] >= 0xe0 ? 3 : 2;
  if (b[0] < 0xc2 || b[0] > 0xf4 || text.size < size)
    return 0;
  uint32_t point = b[0] & (0x7fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((b[i] & 0xc0) != 0x80)
      return 0;
    point = point << 6 | (b[i] & 0x3f);
  }
  if (point < smallest[size] || point > 0x10ffff ||
      (point >= 0xd800 && point <= 0xdfff))
    return 0;
  *out_point = point;
  return size;
}

static bool is_control(uint32_t point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0);
}

// The number of bytes at the start of `text` that need no escape in either kind
// of output: nearly all of what is ever printed, copied in one go.
static size_t plain_size(qn_str text) {
  // Eight bytes at a time: the high bit of a byte in `odd` is set when that
  // byte may need a closer look.
  const uint64_t ones = UINT64_MAX / 255, highs = ones << 7;
  size_t size = 0;
  while (text.size - size >= 8) {
    uint64_t word;
    memcpy(&word, text.data + size, 8);
    const uint64_t quote = word ^ (ones * '"'), slash = word ^ (ones * '\\');
    const uint64_t odd = word | (word - ones * ' ') | (word + ones) |
                         (quote - ones) | (slash - ones);
    if (odd & highs)
      break;
    size += 8;
  }
  while (size < text.size && text.data[size] >= ' ' && text.data[size] < 0x7f &&
         text.data[size] != '"' && text.data[size] != '\\')
    ++size;
  return size;
}

void qn_text_print(qn_str text, qn_buffer *out) {
  for (size_t i = 0, size; i < text.size; i += size ? size : 1) {
    const qn_str rest = {text.data + i, text.size - i};
    size = plain_size(rest);
    if (size) {
      qn_buffer_append(out, rest.data, size);
      continue;
    }
    uint32_t point;
    size = qn_utf8_decode(rest, &point);
    if (size && !is_control(point))
      qn_buffer_append(out, rest.data, size);
    else if (*rest.data == '\n')
      qn_buffer_append(out, "\\n", 2);
    else if (*rest.data == '\t')
      qn_buffer_append(out, "\\t", 2);
    else
      for (size_t j = 0; j < (size ? size : 1); ++j)
        qn_buffer_printf(out, "\\x%02x", (uint8_t)rest.data[j]);
  }
}

void qn_text_json(qn_str text, qn_buffer *out) {
  qn_buffer_append(out, "\"", 1);
  for (size_t i = 0, size; i < text.size; i += size ? size : 1) {
    const qn_str rest = {text.data + i, text.size - i};
    size = plain_size(rest);
    if (size) {
      qn_buffer_append(out, rest.data, size);
      continue;
    }
    uint32_t point;
    size = qn_utf8_decode(rest, &point);
    if (!size)
      qn_buffer_append(out, "\xef\xbf\xbd", 3); // U+FFFD
    else if (point == '"' || point == '\\')
      qn_buffer_printf(out, "\\%c", (char)point);
    else if (point == '\n')
      qn_buffer_append(out, "\\n", 2);
    else if (point == '\t')
      qn_buffer_append(out, "\\t", 2);
    else if (is_control(point))
      qn_buffer_printf(out, "\\u%04x", point);
    else
      qn_buffer_append(out, rest.data, size);
  }
  qn_buffer_append(out, "\"", 1);
}

void qn_text_json_real(double value, qn_buffer *out) {
  if (!isfinite(value)) {
    qn_buffer_append(out, "null", 4);
    return;
  }
  char text[40];
  for (int digits = 1; digits <= 17; ++digits) {
    snprintf(text, sizeof(text), "%.*g", digits, value);
    if (strtod(text, NULL) == value)
      break;
  }
  qn_buffer_append_str(out, qn_str_from(text));
}

size_t qn_text_width(qn_str text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size; ++i)
    width += ((uint8_t)text.data[i] & 0xc0) != 0x80;
  return width;
}

void qn_text_size(uint64_t bytes, qn_buffer *out) {
  static const char *const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1000) {
    qn_buffer_printf(out, "%u byte%s", (unsigned)bytes, bytes == 1 ? "" : "s");
    return;
  }
  double value = (double)bytes / 1000;
  size_t unit = 0;
  for (; value >= 999.5 && unit < 5; ++unit)
    value /= 1000;
  qn_buffer_printf(out, value < 9.95 ? "%.1f %s" : "%.0f %s", value,
                   units[unit]);
}

// Matches the set that starts after the '[' at *at against `byte`, and moves
// *at past its ']'. An unterminated set is a plain '['.
static bool match_set(qn_str pattern, size_t *at, char byte) {
  size_t i = *at + 1;
  const bool negated = i < pattern.size && pattern.data[i] == '!';
  i += negated;
  bool found = false;
  for (const size_t first = i; i < pattern.size; ++i) {
    if (pattern.data[i] == ']' && i > first) {
      *at = i + 1;
      return found != negated;
    }
    if (i + 2 < pattern.size && pattern.data[i + 1] == '-' &&
        pattern.data[i + 2] != ']') {
      found |= (uint8_t)byte >= (uint8_t)pattern.data[i] &&
               (uint8_t)byte <= (uint8_t)pattern.data[i + 2];
      i += 2;
    } else {
      found |= byte == pattern.data[i];
    }
  }
  ++*at;
  return byte == '[';
}

bool qn_text_glob(qn_str pattern, qn_str text) {
  size_t p = 0, t = 0, star = SIZE_MAX, star_text = 0;
  while (t < text.size) {
    size_t next = p;
    bool matches = false;
    if (p < pattern.size) {
      if (pattern.data[p] == '*') {
        star = p++;
        star_text = t;
        continue;
      }
      if (pattern.data[p] == '[') {
        matches = match_set(pattern, &next, text.data[t]);
      } else {
        matches = pattern.data[p] == '?' || pattern.data[p] == text.data[t];
        ++next;
      }
    }
    if (matches) {
      p = next;
      ++t;
    } else if (star != SIZE_MAX) {
      p = star + 1; // the last '*' takes one more byte
      t = ++star_text;
    } else {
      return false;
    }
  }
  while (p < pattern.size && pattern.data[p] == '*')
    ++p;
  return p == pattern.size;
}

bool qn_text_uint(qn_str text, uint64_t *out_value) {
  const bool hex = qn_str_starts(text, QN_STR("0x"));
  if (hex)
    text = qn_str_skip(text, 2);
  if (!text.size)
    return false;
  uint64_t value = 0;
  for (size_t i = 0; i < text.size; ++i) {
    const char c = text.data[i];
    unsigned digit;
    if (c >= '0' && c <= '9')
      digit = (unsigned)(c - '0');
    else if (hex && (c | 32) >= 'a' && (c | 32) <= 'f')
      digit = (unsigned)((c | 32) - 'a') + 10;
    else
      return false;
    if (__builtin_mul_overflow(value, hex ? 16 : 10, &value) ||
        __builtin_add_overflow(value, digit, &value))
      return false;
  }
  *out_value = value;
  return true;
}

bool qn_text_int(qn_str text, int64_t *out_value) {
  const bool negative = qn_str_starts(text, QN_STR("-"));
  uint64_t value;
  if (!qn_text_uint(negative ? qn_str_skip(text, 1) : text, &value) ||
      value > (uint64_t)INT64_MAX + negative)
    return false;
  *out_value = negative ? (int64_t)(0 - value) : (int64_t)value;
  return true;
}

qn_str qn_text_plain(qn_str text, char *out, size_t size) {
  size_t length = 0;
  for (size_t i = 0; i < text.size && length < size; ++i) {
    if (text.data[i] != '\033') {
      out[length++] = text.data[i];
      continue;
    }
    while (i < text.size && text.data[i] != 'm')
      ++i;
  }
  return (qn_str){out, length};
}

bool qn_text_contains(qn_str text, const char *part) {
  return qn_str_search(text, qn_str_from(part)) != NULL;
}

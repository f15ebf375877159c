// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/print.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/reader.h"

enum { SPEC_MAX = 64 };

// A conversion of a format: "%-*.3lld".
typedef struct conversion {
  char spec[SPEC_MAX]; // flags, width, precision; then "ll" and the letter
  size_t size;
  int shorts, longs; // of h and l before the letter
  char letter;
} conversion;

static void put(conversion *c, char letter) {
  if (c->size + 8 < SPEC_MAX)
    c->spec[c->size++] = letter;
  c->spec[c->size] = '\0';
}

static void put_number(conversion *c, int value) {
  char text[16];
  snprintf(text, sizeof(text), "%d", value);
  for (const char *at = text; *at; ++at)
    put(c, *at);
}

static uint64_t take(qn_reader *r) { return qn_read_u64(r, "argument"); }

// Reads a conversion behind its '%'; `*` takes an argument.
static qn_str parse(qn_str rest, qn_reader *r, conversion *out) {
  *out = (conversion){.spec = "%", .size = 1};
  for (; rest.data && rest.size; rest = qn_str_skip(rest, 1)) {
    const char c = rest.data[0];
    if (c == '*')
      put_number(out, (int)take(r));
    else if (c == 'h')
      ++out->shorts;
    else if (c == 'l' || c == 'j' || c == 'z' || c == 't' || c == 'q')
      ++out->longs;
    else if (strchr("-+ #0123456789.", c))
      put(out, c);
    else if (c != 'L') {
      out->letter = c;
      return qn_str_skip(rest, 1);
    }
  }
  return rest;
}

static int64_t narrow(const conversion *c, uint64_t value) {
  if (c->longs)
    return (int64_t)value;
  if (c->shorts > 1)
    return (signed char)value;
  return c->shorts ? (short)value : (int)value;
}

static uint64_t narrow_unsigned(const conversion *c, uint64_t value) {
  if (c->longs)
    return value;
  if (c->shorts > 1)
    return (unsigned char)value;
  return c->shorts ? (unsigned short)value : (unsigned)value;
}

static qn_str take_text(qn_reader *r) {
  const uint64_t size = take(r);
  if (size == UINT64_MAX)
    return QN_STR("(null)");
  if (size > r->in.size - r->at) {
    r->failed = true;
    return (qn_str){0};
  }
  const qn_span bytes = qn_read_bytes(r, (size_t)size, "text");
  while (!r->failed && r->at % 8 && r->at < r->in.size)
    (void)qn_read_u8(r, "padding");
  return (qn_str){(const char *)bytes.data, bytes.size};
}

// The formats are made here, of checked parts.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static void print_one(conversion *c, qn_reader *r, qn_buffer *out) {
  const char letter = c->letter;
  if (letter == 's') {
    const qn_str text = take_text(r);
    char *copy = qn_alloc(text.size + 1);
    if (copy) {
      memcpy(copy, text.data ? text.data : "", text.size);
      copy[text.size] = '\0';
      put(c, 's');
      qn_buffer_printf(out, c->spec, copy);
    }
    qn_free(copy);
  } else if (letter == 'c') {
    put(c, 'c');
    qn_buffer_printf(out, c->spec, (int)take(r));
  } else if (letter == 'd' || letter == 'i') {
    put(c, 'l'), put(c, 'l'), put(c, letter);
    qn_buffer_printf(out, c->spec, (long long)narrow(c, take(r)));
  } else if (letter && strchr("uoxX", letter)) {
    put(c, 'l'), put(c, 'l'), put(c, letter);
    qn_buffer_printf(out, c->spec,
                     (unsigned long long)narrow_unsigned(c, take(r)));
  } else if (letter && strchr("fFeEgGaA", letter)) {
    const uint64_t bits = take(r);
    double value;
    memcpy(&value, &bits, sizeof(value));
    put(c, letter);
    qn_buffer_printf(out, c->spec, value);
  } else if (letter == 'p') {
    put(c, 'p');
    qn_buffer_printf(out, c->spec, (void *)(uintptr_t)take(r));
  } else if (letter == 'n') {
    (void)take(r);
  }
}
#pragma GCC diagnostic pop

void qn_spirv_print(qn_span record, qn_buffer *out) {
  qn_reader r = qn_reader_over(record, 0);
  (void)qn_read_u64(&r, "size and kind");
  const uint32_t size = qn_read_u32(&r, "format size");
  (void)qn_read_u32(&r, "argument count");
  if (r.failed || size > record.size - QN_PRINT_HEADER)
    return;
  const qn_span format = qn_read_bytes(&r, size, "format");
  while (!r.failed && r.at % 8 && r.at < record.size)
    (void)qn_read_u8(&r, "padding");
  if (r.failed || !format.data)
    return;
  qn_str rest = {(const char *)format.data, format.size};
  while (rest.data && rest.size) {
    const size_t plain = qn_str_find(rest, '%');
    qn_buffer_append(out, rest.data, plain);
    rest = qn_str_skip(rest, plain + 1);
    if (!rest.data || !rest.size)
      continue;
    if (rest.data[0] == '%') {
      qn_buffer_append(out, "%", 1);
      rest = qn_str_skip(rest, 1);
      continue;
    }
    conversion c;
    rest = parse(rest, &r, &c);
    if (r.failed)
      return;
    print_one(&c, &r, out);
  }
}

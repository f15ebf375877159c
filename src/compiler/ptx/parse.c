// SPDX-License-Identifier: Apache-2.0
#include "compiler/ptx/parse.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/text.h"

enum { DEPTH_MAX = 3, NUMBER_MAX = 63 };

// ---- Characters

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static void advance(qn_ptx_reader *r, size_t count) {
  r->rest = qn_str_skip(r->rest, count);
}

bool qn_ptx_skip(qn_ptx_reader *r) {
  while (r->rest.size) {
    const char c = r->rest.data[0];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
      advance(r, 1);
    } else if (qn_str_starts(r->rest, QN_STR("//"))) {
      advance(r, qn_str_find(r->rest, '\n'));
    } else if (qn_str_starts(r->rest, QN_STR("/*"))) {
      const char *end = qn_str_search(qn_str_skip(r->rest, 2), QN_STR("*/"));
      advance(r, end ? (size_t)(end - r->rest.data) + 2 : r->rest.size);
    } else {
      return true;
    }
  }
  return false;
}

bool qn_ptx_take(qn_ptx_reader *r, char c) {
  if (!qn_ptx_skip(r) || r->rest.data[0] != c)
    return false;
  advance(r, 1);
  return true;
}

qn_str qn_ptx_name(qn_ptx_reader *r) {
  size_t size = 0;
  if (!qn_ptx_skip(r))
    return (qn_str){0};
  if (r->rest.data[0] == '%')
    size = 1;
  if (size == r->rest.size || !is_letter(r->rest.data[size]))
    return (qn_str){0};
  while (size < r->rest.size &&
         (is_letter(r->rest.data[size]) || is_digit(r->rest.data[size])))
    ++size;
  const qn_str name = {r->rest.data, size};
  advance(r, size);
  return name;
}

qn_status qn_ptx_expected(const qn_ptx_reader *r, const char *what,
                          qn_diag *diag) {
  size_t shown = 0;
  while (shown < r->rest.size && shown < 32 && r->rest.data[shown] != '\n')
    ++shown;
  const char *text = r->rest.data ? r->rest.data : "";
  if (r->instruction.size)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "the PTX instruction '%.*s' (expected %s at '%.*s')",
                   QN_STR_ARG(r->instruction), what, (int)shown, text);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "PTX that cannot be read: expected %s at '%.*s'", what,
                 (int)shown, text);
}

// ---- Numbers

static qn_status read_number(qn_ptx_reader *r, qn_ptx_argument *out,
                             qn_diag *diag) {
  char text[NUMBER_MAX + 1];
  size_t size = 0;
  bool negative = false, is_real = false;
  if (r->rest.data[0] == '-') {
    negative = true;
    advance(r, 1);
  }
  while (size < r->rest.size && size < NUMBER_MAX) {
    const char c = r->rest.data[size];
    const bool exponent = size && (c == '+' || c == '-') && is_real &&
                          (text[size - 1] == 'e' || text[size - 1] == 'E');
    if (!is_letter(c) && !is_digit(c) && c != '.' && !exponent)
      break;
    is_real = is_real || c == '.';
    text[size++] = c;
  }
  text[size] = '\0';
  char *end = text;
  const bool is_single = text[0] == '0' && (text[1] | 32) == 'f';
  const bool is_double = text[0] == '0' && (text[1] | 32) == 'd';
  if (is_single || is_double) {
    out->kind = is_single ? QN_PTX_SINGLE : QN_PTX_DOUBLE;
    out->number = strtoull(text + 2, &end, 16);
    if (negative)
      out->number ^= is_single ? 0x80000000u : (uint64_t)1 << 63;
  } else if (is_real) {
    const double value = negative ? -strtod(text, &end) : strtod(text, &end);
    out->kind = QN_PTX_DOUBLE;
    memcpy(&out->number, &value, sizeof(value));
  } else {
    const bool binary = text[0] == '0' && (text[1] | 32) == 'b';
    out->kind = QN_PTX_INTEGER;
    out->number = strtoull(binary ? text + 2 : text, &end, binary ? 2 : 0);
    if (*end == 'U' || *end == 'u')
      ++end;
    if (negative)
      out->number = 0 - out->number;
  }
  if (!size || *end)
    return qn_ptx_expected(r, "a number", diag);
  advance(r, size);
  return qn_ok();
}

// ---- Arguments

static qn_status read_argument(qn_ptx_reader *r, unsigned depth,
                               qn_ptx_argument *out, qn_diag *diag);

static qn_status read_parts(qn_ptx_reader *r, unsigned depth, char end,
                            qn_ptx_argument *out, qn_diag *diag) {
  out->parts =
      qn_arena_alloc(r->arena, QN_PTX_ARGUMENTS_MAX, sizeof(*out->parts));
  if (!out->parts)
    return qn_fail_memory(diag, "an instruction");
  while (!qn_ptx_take(r, end)) {
    if (out->part_count == QN_PTX_ARGUMENTS_MAX)
      return qn_ptx_expected(r, "fewer parts", diag);
    if (out->part_count && !qn_ptx_take(r, ','))
      return qn_ptx_expected(r, "a comma", diag);
    QN_TRY(read_argument(r, depth + 1, &out->parts[out->part_count++], diag));
  }
  return qn_ok();
}

static qn_status read_address(qn_ptx_reader *r, unsigned depth,
                              qn_ptx_argument *out, qn_diag *diag) {
  qn_ptx_argument number = {0};
  out->kind = QN_PTX_ADDRESS;
  out->parts = QN_ARENA_NEW(r->arena, qn_ptx_argument);
  if (!out->parts)
    return qn_fail_memory(diag, "an instruction");
  out->part_count = 1;
  QN_TRY(read_argument(r, depth + 1, out->parts, diag));
  if (qn_ptx_take(r, '+')) {
    // It may be an operand that is a constant.
    QN_TRY(read_argument(r, depth + 1, &number, diag));
    if (number.kind == QN_PTX_INTEGER) {
      out->offset = (int64_t)number.number;
    } else {
      qn_ptx_argument *both = qn_arena_alloc(r->arena, 2, sizeof(*out->parts));
      if (!both)
        return qn_fail_memory(diag, "an instruction");
      both[0] = out->parts[0];
      both[1] = number;
      out->parts = both;
      out->part_count = 2;
    }
  } else if (qn_ptx_skip(r) && r->rest.data[0] == '-') {
    QN_TRY(read_number(r, &number, diag));
    out->offset = (int64_t)number.number;
  }
  return qn_ptx_take(r, ']') ? qn_ok() : qn_ptx_expected(r, "']'", diag);
}

// Special registers have parts (%tid.x).
static void read_special(qn_ptx_reader *r, qn_ptx_argument *out) {
  out->kind = QN_PTX_SPECIAL;
  if (r->rest.size > 1 && r->rest.data[0] == '.' &&
      strchr("xyzw", r->rest.data[1])) {
    out->name.size += 2;
    advance(r, 2);
  }
}

// Bytes and halves of registers: a.b0, a.h10, a.b3210.
static void read_selector(qn_ptx_reader *r, qn_ptx_argument *out) {
  const qn_str text = r->rest;
  if (text.size < 3 || text.data[0] != '.' ||
      (text.data[1] != 'b' && text.data[1] != 'h'))
    return;
  size_t size = 2;
  while (size < text.size && is_digit(text.data[size]))
    ++size;
  if (size == 2)
    return;
  out->selector = (qn_str){text.data + 1, size - 1};
  advance(r, size);
}

static qn_status read_argument(qn_ptx_reader *r, unsigned depth,
                               qn_ptx_argument *out, qn_diag *diag) {
  if (depth > DEPTH_MAX || !qn_ptx_skip(r))
    return qn_ptx_expected(r, "an argument", diag);
  if (qn_ptx_take(r, '{')) {
    out->kind = QN_PTX_VECTOR;
    return read_parts(r, depth, '}', out, diag);
  }
  if (qn_ptx_take(r, '['))
    return read_address(r, depth, out, diag);
  out->is_inverted = qn_ptx_take(r, '!');
  if (qn_ptx_skip(r) && (is_digit(r->rest.data[0]) || r->rest.data[0] == '-'))
    return read_number(r, out, diag);
  out->name = qn_ptx_name(r);
  if (!out->name.size)
    return qn_ptx_expected(r, "a register or a number", diag);
  if (out->name.data[0] == '%')
    read_special(r, out);
  read_selector(r, out);
  if (qn_ptx_take(r, '|')) {
    out->second = qn_ptx_name(r);
    if (!out->second.size)
      return qn_ptx_expected(r, "a predicate", diag);
  }
  return qn_ok();
}

// ---- Instructions

static qn_status read_guard(qn_ptx_reader *r, qn_ptx_instruction *out,
                            qn_diag *diag) {
  if (!qn_ptx_take(r, '@'))
    return qn_ok();
  out->is_guard_inverted = qn_ptx_take(r, '!');
  out->guard = qn_ptx_name(r);
  return out->guard.size ? qn_ok() : qn_ptx_expected(r, "a predicate", diag);
}

// "ld.global.L1::no_allocate.v2.u32": the parts between the dots.
static qn_status read_parts_of_name(qn_ptx_reader *r, qn_ptx_instruction *out,
                                    qn_diag *diag) {
  if (!qn_ptx_skip(r))
    return qn_ptx_expected(r, "an instruction", diag);
  const char *start = r->rest.data;
  for (;;) {
    size_t size = 0;
    while (size < r->rest.size &&
           (is_letter(r->rest.data[size]) || is_digit(r->rest.data[size]) ||
            r->rest.data[size] == ':'))
      ++size;
    if (!size || out->part_count > QN_PTX_MODIFIERS_MAX)
      return qn_ptx_expected(r, "the name of an instruction", diag);
    out->parts[out->part_count++] = (qn_str){r->rest.data, size};
    advance(r, size);
    if (!r->rest.size || r->rest.data[0] != '.')
      break;
    advance(r, 1);
  }
  out->text = (qn_str){start, (size_t)(r->rest.data - start)};
  return qn_ok();
}

qn_status qn_ptx_read(qn_ptx_reader *r, qn_ptx_instruction *out,
                      qn_diag *diag) {
  QN_TRY(read_guard(r, out, diag));
  QN_TRY(read_parts_of_name(r, out, diag));
  r->instruction = out->text;
  // The last statement needs no semicolon.
  while (!qn_ptx_take(r, ';') && qn_ptx_skip(r) && r->rest.data[0] != '}') {
    if (out->argument_count == QN_PTX_ARGUMENTS_MAX)
      return qn_ptx_expected(r, "fewer arguments", diag);
    if (out->argument_count && !qn_ptx_take(r, ','))
      return qn_ptx_expected(r, "a comma or ';'", diag);
    QN_TRY(read_argument(r, 0, &out->arguments[out->argument_count++], diag));
  }
  r->instruction = (qn_str){0};
  return qn_ok();
}

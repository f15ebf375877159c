// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/constraints.h"

#include <string.h>

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (c >= '0' && c <= '9');
}

// The size of the word, literal or other token that a text starts with.
static size_t quoted_size(qn_str text) {
  size_t size = 1;
  while (size < text.size && text.data[size] != text.data[0])
    size += text.data[size] == '\\' ? 2 : 1;
  return size < text.size ? size + 1 : text.size;
}

// Of R"mark( ... )mark".
static size_t raw_size(qn_str text) {
  const size_t open = qn_str_find(text, '(');
  const size_t mark = open > 2 ? open - 2 : 0;
  for (size_t i = open; i + mark + 1 < text.size; ++i)
    if (text.data[i] == ')' && text.data[i + mark + 1] == '"' &&
        memcmp(text.data + i + 1, text.data + 2, mark) == 0)
      return i + mark + 2;
  return text.size;
}

static size_t word_size(qn_str text) {
  size_t size = 0;
  // A digit's quote is no character's: 1'000.
  const bool is_number = text.data[0] >= '0' && text.data[0] <= '9';
  while (size < text.size &&
         (is_word(text.data[size]) || (is_number && text.data[size] == '\'')))
    ++size;
  const char last = text.data[size ? size - 1 : 0];
  return last == 'R' && size < text.size && text.data[size] == '"' && size < 4
             ? size - 1 + raw_size(qn_str_skip(text, size - 1))
             : size;
}

static size_t token_size(qn_str text) {
  const char c = text.data[0];
  if (c == '"' || c == '\'')
    return quoted_size(text);
  return is_word(c) ? word_size(text) : 1;
}

static bool is_assembly(qn_str word) {
  return qn_str_equal(word, QN_STR("asm")) ||
         qn_str_equal(word, QN_STR("__asm__")) ||
         qn_str_equal(word, QN_STR("__asm"));
}

// Where in the text of a file one is.
typedef struct place {
  bool pending;   // behind `asm`, before its parenthesis
  unsigned depth; // of parentheses, in one
  unsigned part;  // of the statement: 0 the template, 1 outputs, 2 inputs
} place;

static void append_constraint(qn_str literal, qn_buffer *out) {
  for (size_t i = 0; i < literal.size; ++i) {
    const char c = literal.data[i];
    qn_buffer_u8(out, (uint8_t)(strchr("hlfdqvs", c) ? 'r'
                                : c == 'I'           ? 'n'
                                                     : c));
  }
}

// What a token changes; `space` and line marks change nothing.
static void step(place *p, qn_str token) {
  const char c = token.data[0];
  if (is_assembly(token)) {
    *p = (place){.pending = true};
  } else if (p->pending) {
    p->depth = c == '(';
    p->pending = !p->depth && (is_word(c) || strchr(" \t\n", c));
  } else if (p->depth) {
    if (c == '(')
      ++p->depth;
    else if (c == ')')
      --p->depth;
    else if (c == ':' && p->depth == 1)
      ++p->part;
    if (!p->depth)
      *p = (place){0};
  }
}

static bool is_constraint(const place *p, qn_str token) {
  return token.data[0] == '"' && p->depth == 1 &&
         (p->part == 1 || p->part == 2);
}

void qn_constraints_rewrite(qn_str text, qn_buffer *out) {
  place p = {0};
  bool starts = true; // a line
  while (text.size) {
    const bool marks = starts && text.data[0] == '#';
    const size_t size = marks ? qn_str_find(text, '\n') : token_size(text);
    const qn_str token = {text.data, size};
    if (is_constraint(&p, token) && !marks)
      append_constraint(token, out);
    else
      qn_buffer_append(out, token.data, token.size);
    if (!marks)
      step(&p, token);
    starts = !marks && size == 1 && token.data[0] == '\n';
    text = qn_str_skip(text, size);
  }
}

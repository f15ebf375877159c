// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/words.h"

#include <string.h>

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool qn_ir_is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$' ||
         c == '-' || c == '+';
}

// Space, and comments up to the end of their lines.
static size_t space_size(qn_str s) {
  size_t at = 0;
  while (at < s.size && (is_space(s.data[at]) || s.data[at] == ';')) {
    if (s.data[at] == ';')
      at += qn_str_find(qn_str_skip(s, at), '\n');
    else
      ++at;
  }
  return at;
}

// A quoted text, with its quotes; one without an end is as long as the rest.
static size_t quoted_size(qn_str s) {
  const size_t inside = qn_str_find(qn_str_skip(s, 1), '"');
  return inside + 2 > s.size ? s.size : inside + 2;
}

static size_t word_size(qn_str s) {
  const bool sigil = memchr("%@!#^", s.data[0], 5) != NULL;
  size_t at = sigil;
  if (at < s.size && s.data[at] == '"')
    return at + quoted_size(qn_str_skip(s, at));
  while (at < s.size && qn_ir_is_word_character(s.data[at]))
    ++at;
  return at ? at : 1;
}

qn_str qn_ir_word(qn_str *rest, bool *out_space) {
  const size_t space = space_size(*rest);
  const size_t size = space                  ? space
                      : rest->data[0] == '"' ? quoted_size(*rest)
                                             : word_size(*rest);
  const qn_str word = {rest->data, size};
  *rest = qn_str_skip(*rest, size);
  *out_space = space != 0;
  return word;
}

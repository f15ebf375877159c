// SPDX-License-Identifier: Apache-2.0
// Brackets that match, and the arguments between them.
#include "base/alloc.h"
#include "hipify/pass.h"

static bool is_open(char c) { return c == '(' || c == '[' || c == '{'; }
static bool is_close(char c) { return c == ')' || c == ']' || c == '}'; }

// For each token: the one after its closing bracket. Brackets match by depth
// alone. NULL when out of memory.
static uint32_t *match_brackets(const qn_pass *p) {
  const size_t count = p->tokens.count;
  uint32_t *closes = qn_alloc_array(count + 1, sizeof(*closes));
  size_t open = SIZE_MAX; // the innermost, whose entry links to the outer one
  for (size_t i = 0; closes && i < count; ++i) {
    const char c = qn_punct_at(p, i);
    if (is_open(c)) {
      closes[i] = (uint32_t)open; // UINT32_MAX: none
      open = i;
    } else if (is_close(c) && open != SIZE_MAX) {
      const uint32_t outer = closes[open];
      closes[open] = (uint32_t)i + 1;
      open = outer == UINT32_MAX ? SIZE_MAX : outer;
    }
  }
  while (closes && open != SIZE_MAX) { // not closed
    const uint32_t outer = closes[open];
    closes[open] = (uint32_t)count;
    open = outer == UINT32_MAX ? SIZE_MAX : outer;
  }
  return closes;
}

size_t qn_skip_brackets(const qn_pass *p, size_t open) {
  int depth = 0;
  for (size_t i = open; i < p->tokens.count; ++i) {
    const char c = qn_punct_at(p, i);
    if (is_open(c))
      ++depth;
    else if (is_close(c) && --depth == 0)
      return i + 1;
    if (i - open != QN_FAR || !is_open(qn_punct_at(p, open)))
      continue;
    // Many long searches would take too long: use a table.
    if (!p->found->closes)
      p->found->closes = match_brackets(p);
    if (p->found->closes)
      return p->found->closes[open];
  }
  return p->tokens.count;
}

size_t qn_open_of(const qn_pass *p, size_t i, char open, char close) {
  int depth = 0;
  const size_t first = i > QN_FAR ? i - QN_FAR : 0;
  for (;; --i) {
    const char c = qn_punct_at(p, i);
    if (c == close)
      ++depth;
    else if (c == open && --depth == 0)
      return i;
    else if (close == '>' && (c == ';' || c == '{' || c == '}'))
      return SIZE_MAX;
    if (i == first)
      return SIZE_MAX;
  }
}

// Whether a template's argument list begins at the '<' at i: it must close
// before the enclosing brackets do, and contain nothing that ends an
// expression.
static size_t skip_template(const qn_pass *p, size_t i, size_t limit) {
  int depth = 0;
  if (limit - i > QN_FAR)
    limit = i + QN_FAR;
  for (; i < limit; ++i) {
    const char c = qn_punct_at(p, i);
    if (c == '<')
      ++depth;
    else if (c == '>' && --depth == 0)
      return i + 1;
    else if (c == '(' || c == '[' || c == '{')
      i = qn_skip_brackets(p, i) - 1;
    else if (c == ')' || c == ']' || c == '}' || c == ';' || c == '&' ||
             c == '|' || c == '=')
      return 0;
  }
  return 0;
}

bool qn_split_arguments(const qn_pass *p, size_t open, qn_arguments *out) {
  const size_t end = qn_skip_brackets(p, open);
  out->count = 0;
  if (end == p->tokens.count && qn_punct_at(p, end - 1) != ')')
    return false;
  out->close = end - 1;
  if (open + 1 == out->close)
    return true;
  size_t first = open + 1;
  const bool directive = qn_at(p, open)->flags & QN_TOKEN_DIRECTIVE;
  for (size_t i = first; i <= out->close; ++i) {
    const char c = qn_punct_at(p, i);
    if (c == '#' && !directive && qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE)
      return false; // #if between arguments: which are they?
    if (c == '<' && i > first && qn_at(p, i - 1)->kind == QN_TOKEN_NAME) {
      const size_t behind = skip_template(p, i, out->close);
      if (behind) {
        i = behind - 1;
        continue;
      }
    }
    if (i == out->close || c == ',') {
      if (out->count == QN_ARGUMENTS_MAX)
        return false;
      out->first[out->count] = first;
      out->end[out->count++] = i;
      first = i + 1;
    } else if (c == '(' || c == '[' || c == '{') {
      i = qn_skip_brackets(p, i) - 1;
    }
  }
  return true;
}

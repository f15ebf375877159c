// SPDX-License-Identifier: Apache-2.0
// Which branches of #if the preprocessor keeps, as far as constants and -D
// decide. If a condition depends on anything else, all its branches are kept.
// And conditions on CUDA's version that HIP would take for an old one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hipify/pass.h"

enum { NESTED_MAX = 64 };

typedef enum truth { NO, YES, UNSURE } truth;

typedef struct branch {
  truth taken; // an earlier branch was
  bool dead;   // this branch, or an enclosing one
  bool outer_dead;
} branch;

typedef struct reader { // of one condition
  const qn_pass *p;
  size_t at, end;
  bool unsure;
  int depth;
} reader;

// The value of a -D, or NULL.
static const char *defined_as(const qn_pass *p, qn_str name) {
  for (size_t i = 0; i < p->options->define_count; ++i) {
    const char *d = p->options->defines[i];
    const size_t size = strcspn(d, "=");
    if (size == name.size && memcmp(d, name.data, size) == 0)
      return d[size] ? d + size + 1 : "1";
  }
  return NULL;
}

// NO for a -U; otherwise a name may be defined elsewhere.
static truth is_defined(const qn_pass *p, qn_str name) {
  if (defined_as(p, name))
    return YES;
  for (size_t i = 0; i < p->options->undefined_count; ++i)
    if (qn_str_equal(name, qn_str_from(p->options->undefined[i])))
      return NO;
  return UNSURE;
}

static bool is_char(const reader *r, size_t i, char c) {
  return i < r->end && qn_is_punct(r->p, i, c);
}

static int64_t read_sum(reader *r, int level);

static int64_t read_primary(reader *r) {
  const qn_token *t = qn_at(r->p, r->at);
  if (r->at >= r->end || ++r->depth > 200) {
    r->unsure = true;
    return 0;
  }
  const qn_str text = qn_token_text(r->p->source, t);
  ++r->at;
  if (t->kind == QN_TOKEN_NUMBER)
    return qn_number_value(text);
  if (t->kind == QN_TOKEN_PUNCT && text.data[0] == '!')
    return !read_primary(r);
  if (t->kind == QN_TOKEN_PUNCT && text.data[0] == '-')
    return -read_primary(r);
  if (t->kind == QN_TOKEN_PUNCT && text.data[0] == '(') {
    const int64_t value = read_sum(r, 0);
    if (is_char(r, r->at, ')'))
      ++r->at;
    else
      r->unsure = true;
    return value;
  }
  if (t->kind == QN_TOKEN_NAME && qn_str_equal(text, QN_STR("defined"))) {
    const bool in_brackets = is_char(r, r->at, '(');
    r->at += in_brackets;
    const truth known = is_defined(r->p, qn_text_at(r->p, r->at));
    r->at += 1 + (size_t)in_brackets;
    r->unsure |= known == UNSURE;
    return known == YES;
  }
  const char *value = t->kind == QN_TOKEN_NAME ? defined_as(r->p, text) : NULL;
  if (!value) { // an undefined name is 0
    r->unsure |= t->kind != QN_TOKEN_NAME || is_defined(r->p, text) == UNSURE;
    return 0;
  }
  return strtoll(value, NULL, 0);
}

// Operators by level, lowest precedence first; of one or two characters each.
static bool read_operator(reader *r, int level, char out[3]) {
  static const char *const levels[] = {
      "||", "&&", "== !=", "<= >= < >", "+ -", "* / %"};
  char text[3] = {0};
  for (int i = 0; i < 2; ++i)
    if (r->at + (size_t)i < r->end &&
        qn_at(r->p, r->at + (size_t)i)->kind == QN_TOKEN_PUNCT)
      text[i] = (char)r->p->source.data[qn_at(r->p, r->at + (size_t)i)->offset];
  for (const char *at = levels[level]; *at;) {
    const size_t size = strcspn(at, " ");
    if (strncmp(text, at, size) == 0) {
      memcpy(out, at, size);
      out[size] = '\0';
      r->at += size;
      return true;
    }
    at += size + (at[size] == ' ');
  }
  return false;
}

static int64_t apply(const char *op, int64_t a, int64_t b) {
  switch (op[0]) {
  case '|':
    return a || b;
  case '&':
    return a && b;
  case '=':
    return a == b;
  case '!':
    return a != b;
  case '<':
    return op[1] ? a <= b : a < b;
  case '>':
    return op[1] ? a >= b : a > b;
  case '+':
    return (int64_t)((uint64_t)a + (uint64_t)b);
  case '-':
    return (int64_t)((uint64_t)a - (uint64_t)b);
  case '*':
    return (int64_t)((uint64_t)a * (uint64_t)b);
  case '/':
    return b && !(a == INT64_MIN && b == -1) ? a / b : 0;
  default:
    return b && b != -1 ? a % b : 0;
  }
}

static int64_t read_sum(reader *r, int level) {
  enum { LEVELS = 6 };
  if (level == LEVELS || ++r->depth > 200)
    return read_primary(r);
  char op[3];
  int64_t value = read_sum(r, level + 1);
  while (!r->unsure && read_operator(r, level, op)) {
    // The other operand may be unknown where it does not matter.
    const bool settled = (op[0] == '|' && value) || (op[0] == '&' && !value);
    const int64_t other = read_sum(r, level + 1);
    if (settled)
      r->unsure = false;
    value = apply(op, value, other);
  }
  return value;
}

static truth evaluate(const qn_pass *p, size_t from, size_t end) {
  reader r = {.p = p, .at = from, .end = end};
  const int64_t value = read_sum(&r, 0);
  return r.unsure || r.at != end ? UNSURE : value ? YES : NO;
}

static size_t line_end(const qn_pass *p, size_t i) {
  ++i;
  while (i < p->tokens.count && !(qn_at(p, i)->flags & QN_TOKEN_FIRST))
    ++i;
  return i;
}

static truth condition(const qn_pass *p, size_t word, size_t end) {
  if (qn_is(p, word, "if") || qn_is(p, word, "elif"))
    return evaluate(p, word + 1, end);
  const truth known = is_defined(p, qn_text_at(p, word + 1));
  if (known == UNSURE)
    return UNSURE;
  return (known == YES) == qn_is(p, word, "ifdef") ? YES : NO;
}

void qn_mark_dead(qn_pass *p) {
  branch stack[NESTED_MAX];
  size_t depth = 0;
  for (size_t i = 0; i < p->tokens.count;) {
    qn_token *t = &p->tokens.items[i];
    const bool dead = depth && stack[depth - 1].dead;
    const bool directive = t->flags & QN_TOKEN_FIRST && qn_is_punct(p, i, '#');
    const size_t end = directive ? line_end(p, i) : i + 1;
    if (!directive) {
      if (dead)
        t->flags |= QN_TOKEN_DEAD;
      i = end;
      continue;
    }
    const size_t word = i + 1;
    if (qn_is(p, word, "if") || qn_is(p, word, "ifdef") ||
        qn_is(p, word, "ifndef")) {
      if (depth == NESTED_MAX)
        return; // too deep: everything is kept
      const truth value = condition(p, word, end);
      stack[depth++] = (branch){value, dead || value == NO, dead};
    } else if (depth && qn_is(p, word, "elif")) {
      branch *b = &stack[depth - 1];
      const truth value = b->taken == YES ? NO : condition(p, word, end);
      b->dead = b->outer_dead || value == NO;
      if (value != NO)
        b->taken = b->taken == NO ? value : UNSURE;
    } else if (depth && qn_is(p, word, "else")) {
      branch *b = &stack[depth - 1];
      b->dead = b->outer_dead || b->taken == YES;
    } else if (depth && qn_is(p, word, "endif")) {
      --depth;
    } else if (dead) {
      for (size_t k = i; k < end; ++k)
        p->tokens.items[k].flags |= QN_TOKEN_DEAD;
    }
    i = end;
  }
}

// ---- Tests of CUDA's version

// `old > VERSION`, `VERSION < old` and their forms with `=`: [*out_first,
// *out_last] when the test stands by itself, between brackets, && and ||.
static bool is_older_test(const qn_pass *p, size_t i, size_t word, size_t end,
                          size_t *out_first, size_t *out_last) {
  const bool ahead = qn_is_punct(p, i + 1, '<');
  if (!ahead && (i < word + 3 ||
                 !(qn_is_punct(p, i - 1, '>') ||
                   (qn_is_punct(p, i - 1, '=') && qn_is_punct(p, i - 2, '>')))))
    return false;
  const size_t equal = ahead ? i + 2 : i - 1;
  const size_t size = 1 + (size_t)qn_is_punct(p, equal, '=');
  *out_first = ahead ? i : i - size - 1;
  *out_last = ahead ? i + size + 1 : i;
  const size_t other = ahead ? *out_last : *out_first;
  const char before = qn_punct_at(p, *out_first - 1);
  const char behind = qn_punct_at(p, *out_last + 1);
  return *out_last < end && *out_first > word &&
         (qn_at(p, other)->kind == QN_TOKEN_NUMBER ||
          qn_at(p, other)->kind == QN_TOKEN_NAME) &&
         (*out_first == word + 1 || before == '(' || before == '&' ||
          before == '|') &&
         (*out_last + 1 == end || behind == ')' || behind == '&' ||
          behind == '|');
}

// The first token of token i's line, and of the next.
static size_t line_of(const qn_pass *p, size_t i) {
  size_t first = i;
  while (first && !(qn_at(p, first)->flags & QN_TOKEN_FIRST) &&
         i - first < QN_FAR)
    --first;
  return first;
}
static size_t line_after(const qn_pass *p, size_t i) {
  size_t end = i + 1;
  while (end < p->tokens.count && !(qn_at(p, end)->flags & QN_TOKEN_FIRST) &&
         end - i < QN_FAR)
    ++end;
  return end;
}

static bool is_directive(const qn_pass *p, size_t line, const char *word) {
  return qn_is_punct(p, line, '#') && qn_is(p, line + 1, word);
}

// `#ifndef NAME`, or `#if !defined(NAME)`, and behind it `#error`: the source
// refuses to be without a version. The condition is [line, end).
static bool is_refused(const qn_pass *p, size_t line, size_t end, qn_str name) {
  if (!is_directive(p, end, "error"))
    return false;
  if (is_directive(p, line, "ifndef"))
    return end == line + 3 && qn_str_equal(qn_text_at(p, line + 2), name);
  const size_t open = qn_is_punct(p, line + 4, '(');
  return is_directive(p, line, "if") && qn_is_punct(p, line + 2, '!') &&
         qn_is(p, line + 3, "defined") && end == line + 5 + 2 * open &&
         qn_str_equal(qn_text_at(p, line + 4 + open), name);
}

// `#elif NAME >= number`, in brackets or not.
static bool is_newer_test(const qn_pass *p, size_t line, size_t end,
                          qn_str name) {
  const size_t open = qn_is_punct(p, line + 2, '(');
  const size_t at = line + 2 + open;
  const size_t equal = qn_is_punct(p, at + 2, '=');
  return is_directive(p, line, "elif") &&
         qn_str_equal(qn_text_at(p, at), name) && qn_is_punct(p, at + 1, '>') &&
         qn_at(p, at + 2 + equal)->kind == QN_TOKEN_NUMBER &&
         end == at + 3 + equal + open && qn_is_punct(p, end - 1, ')') == open;
}

bool qn_allow_no_version(qn_pass *p, size_t i) {
  const size_t line = line_of(p, i);
  const size_t end = line_after(p, i);
  const qn_str name = qn_text_at(p, i);
  if (is_refused(p, line, end, name)) {
    if (is_directive(p, line, "ifndef")) {
      qn_edit_token(p, line + 1, "if");
      qn_edit_before(p, i, "!defined(");
      qn_edit_after(p, i, ") && !defined(HIP_VERSION)");
    } else {
      qn_edit_after(p, end - 1, " && !defined(HIP_VERSION)");
    }
    return true;
  }
  if (line < 2 || !is_newer_test(p, line, end, name))
    return false;
  const size_t error = line_of(p, line - 1);
  if (!error || !is_refused(p, line_of(p, error - 1), error, name))
    return false;
  qn_edit_before(p, line + 2, "defined(HIP_VERSION) || ");
  return true;
}

bool qn_guard_version(qn_pass *p, size_t i) {
  const size_t word = line_of(p, i) + 1;
  const size_t end = line_after(p, i);
  size_t first, last;
  if (end - i == QN_FAR || !(qn_is(p, word, "if") || qn_is(p, word, "elif")) ||
      !is_older_test(p, i, word, end, &first, &last))
    return false;
  const qn_str name = qn_text_at(p, i);
  for (size_t k = word + 1; k < end; ++k)
    if (qn_is(p, k, "defined") &&
        qn_str_equal(name, qn_text_at(p, k + 1 + qn_is_punct(p, k + 1, '('))))
      return false; // as the source has it
  char guard[64];
  const int size =
      snprintf(guard, sizeof(guard), "(defined(%.*s) && ", QN_STR_ARG(name));
  if (size < 0 || (size_t)size >= sizeof(guard))
    return false;
  qn_edit_before(p, first, guard);
  qn_edit_after(p, last, ")");
  return true;
}

bool qn_is_defined_operand(const qn_pass *p, size_t i) {
  const size_t back = i > 1 && qn_is_punct(p, i - 1, '(') ? 2 : 1;
  return i >= back && (qn_is(p, i - back, "defined") ||
                       (back == 1 && (qn_is(p, i - 1, "ifdef") ||
                                      qn_is(p, i - 1, "ifndef"))));
}

bool qn_asks_for_device(const qn_pass *p, size_t i) {
  enum { DIRECTIVE_FAR = 256 };
  const qn_str name = qn_text_at(p, i);
  size_t k = i;
  while (k && i - k < DIRECTIVE_FAR &&
         !(qn_is_punct(p, k, '#') && qn_at(p, k)->flags & QN_TOKEN_FIRST))
    --k;
  if (!qn_is_punct(p, k, '#') || !(qn_at(p, i)->flags & QN_TOKEN_DIRECTIVE) ||
      qn_at(p, i)->flags & QN_TOKEN_IN_DEFINE)
    return false;
  for (++k; k < p->tokens.count && k < i + DIRECTIVE_FAR; ++k) {
    const qn_token *t = qn_at(p, k);
    if (!(t->flags & QN_TOKEN_DIRECTIVE) || t->flags & QN_TOKEN_FIRST)
      break;
    if (t->kind == QN_TOKEN_NAME && qn_str_equal(qn_text_at(p, k), name) &&
        !qn_is_defined_operand(p, k))
      return false;
  }
  return true;
}

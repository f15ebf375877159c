// SPDX-License-Identifier: Apache-2.0
// Arithmetic with CUdeviceptr, an integer, which hipDeviceptr_t, a pointer to
// void, does not support: through char * where the extent of the expression is
// simple, reported otherwise.
#include "hipify/pass.h"

// `p + n`, `p - n`, `p += n`; not `p++`, `p->x`.
static bool is_arithmetic(const qn_pass *p, size_t i) {
  const bool plus = qn_is_punct(p, i + 1, '+') && !qn_is_punct(p, i + 2, '+');
  const bool minus = qn_is_punct(p, i + 1, '-') &&
                     !qn_is_punct(p, i + 2, '-') && !qn_is_punct(p, i + 2, '>');
  return (plus || minus) && (i == 0 || !qn_is_punct(p, i - 1, '.'));
}

// Whether nothing before token i binds to it.
static bool begins_expression(const qn_pass *p, size_t i, bool statement) {
  if (i == 0)
    return true;
  if (statement)
    return qn_is_punct(p, i - 1, ';') || qn_is_punct(p, i - 1, '{') ||
           qn_is_punct(p, i - 1, '}') || qn_is_punct(p, i - 1, ')');
  const qn_token *before = qn_at(p, i - 1);
  if (before->kind == QN_TOKEN_NAME)
    return qn_is(p, i - 1, "return");
  return qn_is_punct(p, i - 1, '(') || qn_is_punct(p, i - 1, ',') ||
         qn_is_punct(p, i - 1, '[') || qn_is_punct(p, i - 1, '{') ||
         (qn_is_punct(p, i - 1, '=') && i > 1 &&
          qn_at(p, i - 2)->kind == QN_TOKEN_NAME);
}

static bool is_pointer(const qn_pass *p, size_t i) {
  return qn_at(p, i)->flags & QN_TOKEN_POINTER;
}

static bool is_arrow(const qn_pass *p, size_t i) {
  return qn_is_punct(p, i, '-') && qn_is_punct(p, i + 1, '>') &&
         qn_at(p, i + 1)->offset == qn_at(p, i)->offset + 1;
}

// The token after the sum that continues at `i`; 0 when it contains an operator
// of lower precedence than +, or another such pointer.
static size_t end_of_sum(const qn_pass *p, size_t i) {
  static const char ends[] = ",;)]}", loose[] = "<>=!&|^?:";
  while (i < p->tokens.count && !is_pointer(p, i)) {
    const qn_token *t = qn_at(p, i);
    const bool is_punct = t->kind == QN_TOKEN_PUNCT;
    const char c = (char)(is_punct ? p->source.data[t->offset] : '+');
    if (strchr(ends, c))
      return i;
    if (is_arrow(p, i)) {
      i += 2;
      continue;
    }
    if (strchr(loose, c))
      return 0;
    if (c != '(' && c != '[') {
      ++i;
      continue;
    }
    const size_t end = qn_skip_brackets(p, i);
    if (end - i > QN_FAR)
      return 0;
    while (++i < end)
      if (is_pointer(p, i))
        return 0;
  }
  return 0;
}

static void mend_sum(qn_pass *p, size_t i, size_t end) {
  qn_edit_before(p, i, "(hipDeviceptr_t)((char *)");
  qn_edit_after(p, end - 1, ")");
}

// `p += n` becomes `p = (hipDeviceptr_t)((char *)p + (n))`.
static void mend_step(qn_pass *p, size_t i, qn_str name, size_t end) {
  const uint32_t from = qn_at(p, i + 1)->offset;
  const char sign = (char)p->source.data[from];
  char text[256];
  snprintf(text, sizeof(text), "= (hipDeviceptr_t)((char *)%.*s %c",
           QN_STR_ARG(name), sign);
  qn_edit_add(p, from, 2, qn_str_from(text));
  qn_edit_before(p, i + 3, "(");
  qn_edit_after(p, end - 1, "))");
}

// `this->name() + n`: the function is the object's own.
static size_t first_of(const qn_pass *p, size_t i) {
  return i >= 3 && qn_is_punct(p, i - 1, '>') && qn_is_punct(p, i - 2, '-') &&
                 qn_is(p, i - 3, "this")
             ? i - 3
             : i;
}

static size_t last_of(const qn_pass *p, size_t i) {
  return qn_is_punct(p, i + 1, '(') && qn_is_punct(p, i + 2, ')') ? i + 2 : i;
}

// `p % n`, `p & n`, `p++`: what an integer has, other than sums.
static bool is_other_operand(const qn_pass *p, size_t i) {
  const char next = qn_punct_at(p, i + 1), behind = qn_punct_at(p, i + 2);
  const char prior = i > 1 ? qn_punct_at(p, i - 1) : '\0';
  if (next && strchr("%*/^", next))
    return true;
  if (next && strchr("&|", next) && behind != next)
    return true;
  if (next && strchr("+-<>", next) && behind == next)
    return true;
  return prior == '~' ||
         ((prior == '+' || prior == '-') && qn_punct_at(p, i - 2) == prior);
}

void qn_report_operand(qn_pass *p, size_t i) {
  if (is_other_operand(p, i))
    qn_find_at(p, QN_RULE_POINTER, i, i,
               "'%.*s' becomes a pointer to void, which has no arithmetic",
               QN_STR_ARG(qn_text_at(p, i)));
}

// `static_cast<CUdeviceptr>(n)` of an integer; that of a pointer stays right.
static void mend_cast(qn_pass *p, size_t i) {
  if (i > 1 && qn_is_punct(p, i - 1, '<') && qn_is(p, i - 2, "static_cast") &&
      qn_is_punct(p, i + 1, '>') && !p->options->lint_only)
    qn_edit_token(p, i - 2, "reinterpret_cast");
}

void qn_translate_pointer(qn_pass *p, size_t i) {
  const qn_str name = qn_text_at(p, i);
  const bool is_sure = !(qn_at(p, i)->flags & QN_TOKEN_UNSURE);
  const size_t last = is_pointer(p, i) ? last_of(p, i) : i;
  if (qn_is(p, i, "CUdeviceptr"))
    mend_cast(p, i);
  if (!is_pointer(p, i) || !is_arithmetic(p, last))
    return;
  const bool step = qn_is_punct(p, last + 2, '=');
  const size_t start = first_of(p, i), first = last + (step ? 3 : 2);
  const size_t end = end_of_sum(p, first);
  const bool plain =
      is_sure && end > first && name.size < 128 && (!step || last == i) &&
      begins_expression(p, start, step) && (!step || qn_is_punct(p, end, ';'));
  if (p->options->lint_only || !plain)
    qn_find_at(p, QN_RULE_POINTER, i, i + 1,
               is_sure ? "'%.*s' becomes a pointer to void, which has no "
                         "arithmetic"
                       : "'%.*s' may be a CUdeviceptr, which becomes a pointer "
                         "to void and has no arithmetic",
               QN_STR_ARG(name));
  else if (step)
    mend_step(p, i, name, end);
  else
    mend_sum(p, start, end);
}

// SPDX-License-Identifier: Apache-2.0
// Edits of a call's arguments, from the `transform` of a name's row: operations
// separated by ';'. Arguments are counted from 0.
//   count:N=NAME   a call with N arguments is a call of NAME
//   symbol:N       argument N is a device variable: HIP_SYMBOL(...)
//   insert:N=TEXT  TEXT becomes argument N
//   function:N     argument N is a kernel: (const void *)
//   remove:N       argument N goes if it is a null pointer, else is reported
//   remove:N=COUNT the same in calls with COUNT arguments
//   others         HIP's function takes others: reported
//   members:N=A,B  argument N, the last, points to a structure; HIP takes
//                  pointers to its members A and B
#include <stdlib.h>
#include <string.h>

#include "hipify/pass.h"

typedef struct operation {
  qn_str name;
  unsigned argument;
  qn_str value;
} operation;

static bool next_operation(qn_str *rest, operation *out) {
  qn_str one;
  if (!qn_str_split(rest, ';', &one))
    return false;
  const size_t colon = qn_str_find(one, ':');
  *out = (operation){.name = {one.data, colon}};
  if (colon == one.size)
    return true;
  const qn_str tail = qn_str_skip(one, colon + 1);
  const size_t equals = qn_str_find(tail, '=');
  out->argument = (unsigned)strtoul(tail.data, NULL, 10);
  if (equals < tail.size)
    out->value = qn_str_skip(tail, equals + 1);
  return true;
}

static bool is_wrapped(const qn_pass *p, size_t first) {
  return qn_is(p, first, "HIP_SYMBOL");
}

// Casts: `(const void *)...`, `(void *)...`, `reinterpret_cast<...>(...)`.
static bool is_cast(const qn_pass *p, size_t first) {
  return qn_is(p, first, "reinterpret_cast") ||
         (qn_is_punct(p, first, '(') &&
          (qn_is(p, first + 1, "void") || qn_is(p, first + 2, "void")));
}

static void wrap(qn_pass *p, const qn_arguments *a, unsigned n, qn_str before,
                 const char *after) {
  if (n >= a->count || a->first[n] >= a->end[n])
    return;
  qn_edit_add(p, qn_at(p, a->first[n])->offset, 0, before);
  qn_edit_after(p, a->end[n] - 1, after);
}

static void insert(qn_pass *p, const qn_arguments *a, const operation *op) {
  char text[128];
  if (op->argument < a->count) {
    snprintf(text, sizeof(text), "%.*s, ", QN_STR_ARG(op->value));
    qn_edit_add(p, qn_at(p, a->first[op->argument])->offset, 0,
                qn_str_from(text));
  } else {
    snprintf(text, sizeof(text), "%s%.*s", a->count ? ", " : "",
             QN_STR_ARG(op->value));
    qn_edit_add(p, qn_at(p, a->close)->offset, 0, qn_str_from(text));
  }
}

static bool is_null(const qn_pass *p, size_t first, size_t end) {
  return end == first + 1 && (qn_is(p, first, "0") || qn_is(p, first, "NULL") ||
                              qn_is(p, first, "nullptr"));
}

// Takes a null pointer out, with the comma before it.
static void remove_null(qn_pass *p, const qn_arguments *a,
                        const operation *op) {
  const unsigned n = op->argument;
  if (!n || n >= a->count ||
      (op->value.size && (unsigned)qn_number_value(op->value) != a->count))
    return; // not this form of the call
  if (!is_null(p, a->first[n], a->end[n])) {
    qn_find_at(p, QN_RULE_UNSUPPORTED, a->first[n], a->end[n] - 1,
               "HIP's function has no such argument, which has to be null");
    return;
  }
  const qn_token *before = qn_at(p, a->end[n - 1] - 1);
  const qn_token *last = qn_at(p, a->end[n] - 1);
  const uint32_t from = before->offset + before->size;
  qn_edit_add(p, from, last->offset + last->size - from, (qn_str){0});
}

// An argument that will be repeated must contain nothing to translate.
static bool is_translated(const qn_pass *p, size_t first, size_t end) {
  for (size_t i = first; i < end; ++i)
    if (qn_at(p, i)->kind == QN_TOKEN_NAME &&
        qn_cuda_name_find(qn_text_at(p, i)))
      return true;
  return false;
}

// `&info` becomes `&(&info)->a, &(&info)->b`.
static void split_members(qn_pass *p, const qn_arguments *a,
                          const operation *op) {
  qn_buffer text = {0};
  qn_str members = op->value;
  qn_str member;
  if (op->argument + 1 != a->count)
    return; // not this form of the call
  if (is_translated(p, a->first[op->argument], a->end[op->argument])) {
    qn_find_at(p, QN_RULE_UNSUPPORTED, a->first[op->argument],
               a->end[op->argument] - 1,
               "HIP takes pointers to the members '%.*s' here",
               QN_STR_ARG(op->value));
    return;
  }
  const uint32_t from = qn_at(p, a->first[op->argument])->offset;
  const qn_token *last = qn_at(p, a->end[op->argument] - 1);
  const qn_str whole = {(const char *)p->source.data + from,
                        last->offset + last->size - from};
  while (qn_str_split(&members, ',', &member))
    qn_buffer_printf(&text, "%s&(%.*s)->%.*s", text.size ? ", " : "",
                     QN_STR_ARG(whole), QN_STR_ARG(member));
  qn_edit_add(p, from, (uint32_t)whole.size, qn_buffer_str(&text));
  qn_buffer_finish(&text);
}

bool qn_changes_arguments(const char *transform) {
  qn_str rest = qn_str_from(transform);
  operation op;
  while (next_operation(&rest, &op))
    if (qn_str_equal(op.name, QN_STR("insert")) ||
        (qn_str_equal(op.name, QN_STR("remove")) && !op.value.size) ||
        qn_str_equal(op.name, QN_STR("members")) ||
        qn_str_equal(op.name, QN_STR("others")))
      return true;
  return false;
}

void qn_edit_arguments(qn_pass *p, size_t i, const qn_cuda_name *name) {
  qn_arguments a = {0};
  const bool is_call =
      qn_is_punct(p, i + 1, '(') && qn_split_arguments(p, i + 1, &a);
  qn_str rest = qn_str_from(name->transform);
  operation op;
  qn_str renamed =
      name->status == QN_NAME_SAME ? (qn_str){0} : qn_str_from(name->hip);
  while (is_call && next_operation(&rest, &op)) {
    if (qn_str_equal(op.name, QN_STR("count")) && a.count == op.argument)
      renamed = op.value;
    else if (qn_str_equal(op.name, QN_STR("symbol")) && op.argument < a.count &&
             !is_wrapped(p, a.first[op.argument]))
      wrap(p, &a, op.argument, QN_STR("HIP_SYMBOL("), ")");
    else if (qn_str_equal(op.name, QN_STR("insert")))
      insert(p, &a, &op);
    else if (qn_str_equal(op.name, QN_STR("remove")))
      remove_null(p, &a, &op);
    else if (qn_str_equal(op.name, QN_STR("members")))
      split_members(p, &a, &op);
    else if (qn_str_equal(op.name, QN_STR("function")) &&
             op.argument < a.count && !is_cast(p, a.first[op.argument]))
      wrap(p, &a, op.argument, QN_STR("(const void *)("), ")");
  }
  const bool defined = i && qn_is(p, i - 1, "define");
  const bool others = strcmp(name->transform, "others") == 0;
  if (!defined &&
      (others || (!is_call && qn_changes_arguments(name->transform)))) {
    qn_find_at(p, QN_RULE_UNSUPPORTED, i, i,
               "'%s' takes other arguments than '%s'%s", name->hip, name->cuda,
               others ? ""
               : qn_is_punct(p, i + 1, '(')
                   ? ", which are not a plain list here"
                   : ", and is not called here");
    qn_find_name(p, name);
  }
  if (renamed.size)
    qn_edit_add(p, qn_at(p, i)->offset, qn_at(p, i)->size, renamed);
}

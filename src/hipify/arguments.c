// SPDX-License-Identifier: Apache-2.0
// Edits of a call's arguments, by the `transform` of a name's row: operations
// separated by ';', arguments counted from 0.
//   count:N=NAME   a call with N arguments is NAME's
//   symbol:N       argument N is a variable of the device: HIP_SYMBOL(...)
//   cast:N=TYPE    argument N is cast
//   insert:N=TEXT  TEXT becomes argument N
//   drop:N         argument N goes
//   function:N     argument N is a kernel: (const void *)
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

// `(const void *)...`, `(void *)...`, `reinterpret_cast<...>(...)`.
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

static void cast(qn_pass *p, const qn_arguments *a, const operation *op) {
  char text[128];
  snprintf(text, sizeof(text), "(%.*s)(", QN_STR_ARG(op->value));
  wrap(p, a, op->argument, qn_str_from(text), ")");
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

// With the comma before it, or behind it for the first.
static void drop(qn_pass *p, const qn_arguments *a, unsigned n) {
  if (n >= a->count)
    return;
  const uint32_t from =
      n ? qn_at(p, a->end[n - 1])->offset : qn_at(p, a->first[n])->offset;
  const uint32_t to = n              ? qn_at(p, a->end[n])->offset
                      : a->count > 1 ? qn_at(p, a->first[1])->offset
                                     : qn_at(p, a->end[n])->offset;
  qn_edit_add(p, from, to - from, QN_STR(""));
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
    else if (qn_str_equal(op.name, QN_STR("cast")))
      cast(p, &a, &op);
    else if (qn_str_equal(op.name, QN_STR("insert")))
      insert(p, &a, &op);
    else if (qn_str_equal(op.name, QN_STR("drop")))
      drop(p, &a, op.argument);
    else if (qn_str_equal(op.name, QN_STR("function")) &&
             op.argument < a.count && !is_cast(p, a.first[op.argument]))
      wrap(p, &a, op.argument, QN_STR("(const void *)("), ")");
  }
  if (renamed.size)
    qn_edit_add(p, qn_at(p, i)->offset, qn_at(p, i)->size, renamed);
}

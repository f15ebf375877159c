// SPDX-License-Identifier: Apache-2.0
// md_pushf and md_loadf. A format is checked completely before anything is
// done, so what follows may rely on its syntax.
#include "metadata/md/md.h"

#include <stdarg.h>

enum { NESTING_MAX = 64 };

// ---- The shape of a format

static const char *skip_spaces(const char *at) {
  while (*at == ' ')
    ++at;
  return at;
}

static const char *check_item(const char *at, unsigned depth);

// Past the closing bracket of a list, or NULL.
static const char *check_list(const char *at, unsigned depth) {
  const bool table = *at == '{';
  const char end = table ? '}' : ']';
  at = skip_spaces(at + 1);
  if (*at == end)
    return at + 1;
  for (;;) {
    at = check_item(at, depth + 1);
    if (at && table)
      at = *skip_spaces(at) == ':' ? check_item(skip_spaces(at) + 1, depth + 1)
                                   : NULL;
    if (!at)
      return NULL;
    at = skip_spaces(at);
    if (*at == end)
      return at + 1;
    if (*at != ',')
      return NULL;
    ++at;
  }
}

// Past one item, or NULL when there is none.
static const char *check_item(const char *at, unsigned depth) {
  at = skip_spaces(at);
  if (depth > NESTING_MAX || !*at)
    return NULL;
  if (*at == '[' || *at == '{')
    return check_list(at, depth);
  return strchr("zsfui", *at) ? at + 1 : NULL;
}

static bool check_format(const char *format) {
  const char *at = skip_spaces(format);
  while (at && *at)
    at = (at = check_item(at, 0)) ? skip_spaces(at) : NULL;
  return at != NULL;
}

// ---- Pushing

typedef struct format_run {
  md_stack stack;
  const char *at;
  va_list args;
} format_run;

static int push_item(format_run *run);

static int push_list(format_run *run) {
  const bool table = *run->at == '{';
  const int list =
      table ? md_push_hashtable(run->stack, 0) : md_push_array(run->stack, 0);
  if (list < 0)
    return list;
  for (run->at = skip_spaces(run->at + 1); *run->at != ']' && *run->at != '}';
       run->at = skip_spaces(run->at)) {
    if (*run->at == ',')
      ++run->at;
    const int first = push_item(run);
    if (first < 0)
      return first;
    int added;
    if (table) {
      run->at = skip_spaces(run->at) + 1; // the colon
      const int value = push_item(run);
      added = value < 0 ? value
                        : md_hashtable_setkv(run->stack, list, first, value);
      if (added >= 0)
        (void)md_pop(run->stack);
    } else {
      added = md_array_append(run->stack, list, first);
    }
    if (added < 0)
      return added;
    (void)md_pop(run->stack);
  }
  ++run->at;
  return list;
}

// Pushes one item; returns its index, or an error, with partial results left on
// the stack.
static int push_item(format_run *run) {
  run->at = skip_spaces(run->at);
  const char kind = *run->at;
  if (kind == '[' || kind == '{')
    return push_list(run);
  ++run->at;
  switch (kind) {
  case 'z':
    return md_push_zstr(run->stack, va_arg(run->args, const char *));
  case 's': {
    const size_t size = va_arg(run->args, size_t);
    return md_push_bytes(run->stack, va_arg(run->args, const void *), size);
  }
  case 'f':
    return md_push_real(run->stack, va_arg(run->args, double));
  case 'u':
    return md_push_uint(run->stack, va_arg(run->args, uint64_t));
  default:
    return md_push_sint(run->stack, va_arg(run->args, int64_t));
  }
}

int md_pushf(md_stack stack, const char *fmt, ...) {
  if (!check_format(fmt))
    return MD_E_INVALID_FMT_STR;
  if (!*skip_spaces(fmt))
    return md_top(stack);
  if (stack->finalized)
    return MD_E_STACK_FINALIZED;
  const size_t before = stack->count;
  format_run run = {.stack = stack, .at = fmt};
  int result = MD_SUCCESS;
  va_start(run.args, fmt);
  while (*skip_spaces(run.at) && !MD_CHECK_ERR(result))
    result = push_item(&run);
  va_end(run.args);
  while (MD_CHECK_ERR(result) && stack->count > before)
    (void)md_pop(stack);
  return MD_CHECK_ERR(result) ? result : md_top(stack);
}

// ---- Loading

static int load_item(format_run *run, md_value value, bool dry);

static int load_list(format_run *run, md_value list, bool dry) {
  const bool table = *run->at == '{';
  if (list->type != (table ? MD_TYPE_HASH : MD_TYPE_ARRAY))
    return MD_E_TYPE_ERR;
  size_t next = 0;
  for (run->at = skip_spaces(run->at + 1); *run->at != ']' && *run->at != '}';
       run->at = skip_spaces(run->at)) {
    if (*run->at == ',' || *run->at == ':')
      ++run->at;
    if (next >= list->u.list.count)
      return MD_E_INDEX_ERR;
    const int loaded = load_item(run, list->u.list.items[next++], dry);
    if (loaded != MD_SUCCESS)
      return loaded;
  }
  ++run->at;
  return MD_SUCCESS;
}

static int load_scalar(format_run *run, char kind, md_value value) {
  size_t size;
  switch (kind) {
  case 'z':
    return md_get_zstr(value, va_arg(run->args, char **), &size);
  case 's': {
    size_t *out_size = va_arg(run->args, size_t *);
    return md_get_bytes(value, va_arg(run->args, char **), out_size);
  }
  case 'f':
    return md_get_real(value, va_arg(run->args, double *));
  case 'u':
    return md_get_uint(value, va_arg(run->args, uint64_t *));
  default:
    return md_get_sint(value, va_arg(run->args, int64_t *));
  }
}

static bool has_type(char kind, md_value value) {
  static const char kinds[] = {'i', 'u', 'f', 's', 'z'}; // by md_value_type
  return value->type < sizeof(kinds) && kinds[value->type] == kind;
}

// With `dry` only checks types, and consumes no arguments.
static int load_item(format_run *run, md_value value, bool dry) {
  run->at = skip_spaces(run->at);
  const char kind = *run->at;
  if (kind == '[' || kind == '{')
    return load_list(run, value, dry);
  ++run->at;
  if (!has_type(kind, value))
    return MD_E_TYPE_ERR;
  return dry ? MD_SUCCESS : load_scalar(run, kind, value);
}

static int load_all(format_run *run, const char *format, bool dry) {
  size_t next = 0;
  int result = MD_SUCCESS;
  for (run->at = format; *skip_spaces(run->at) && result == MD_SUCCESS;) {
    md_value value = md_get_value(run->stack, next++);
    result = value ? load_item(run, value, dry) : MD_E_INDEX_ERR;
  }
  return result;
}

int md_loadf(md_stack stack, const char *fmt, ...) {
  if (!check_format(fmt))
    return MD_E_INVALID_FMT_STR;
  format_run run = {.stack = stack};
  int result = load_all(&run, fmt, true);
  if (result != MD_SUCCESS)
    return result;
  va_start(run.args, fmt);
  result = load_all(&run, fmt, false);
  va_end(run.args);
  return result == MD_SUCCESS ? md_top(stack) : result;
}

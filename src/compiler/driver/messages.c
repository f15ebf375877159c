// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/messages.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/system/rule.h"
#include "base/text.h"

enum { TARGETS_MAX = 4096 };

void qn_messages_finish(qn_message_set *set) {
  qn_arena_finish(&set->arena);
  *set = (qn_message_set){0};
}

// ---- Splitting

// Whether a line begins a message: an error or a warning, or the include stack
// above one.
static bool begins_message(qn_str line, bool *is_stack) {
  char copy[1024];
  const qn_str text = qn_text_plain(line, copy, sizeof(copy));
  *is_stack = qn_str_starts(text, QN_STR("In file included from ")) ||
              qn_str_starts(text, QN_STR("In module "));
  return *is_stack || qn_text_contains(text, ": error: ") ||
         qn_text_contains(text, ": warning: ") ||
         qn_text_contains(text, ": fatal error: ") ||
         qn_str_starts(text, QN_STR("error: ")) ||
         qn_str_starts(text, QN_STR("warning: ")) ||
         qn_str_starts(text, QN_STR("note: ")) ||
         qn_str_starts(text, QN_STR("fatal error: ")) ||
         qn_str_starts(text, QN_STR("ptxas ")) ||
         qn_str_starts(text, QN_STR("ld.lld"));
}

// "2 warnings and 1 error generated when compiling for gfx942."
static bool is_count(qn_str line) {
  char copy[256];
  const qn_str text = qn_text_plain(line, copy, sizeof(copy));
  return text.size && text.data[0] >= '0' && text.data[0] <= '9' &&
         qn_text_contains(text, " generated") &&
         (qn_text_contains(text, " error") ||
          qn_text_contains(text, " warning"));
}

static qn_status add_message(qn_message_set *set, size_t target, qn_str text,
                             qn_diag *diag) {
  qn_message *message = NULL;
  for (size_t i = 0; i < set->count && !message; ++i)
    if (qn_str_equal(set->items[i].text, text))
      message = &set->items[i];
  if (!message) {
    qn_message *items = qn_arena_grow(&set->arena, set->items, set->count,
                                      &set->capacity, sizeof(*items));
    uint8_t *targets = qn_arena_alloc(&set->arena, TARGETS_MAX, 1);
    const qn_str copy = qn_arena_copy(&set->arena, text);
    if (!items || !targets || !copy.data)
      return qn_fail_memory(diag, "a compiler's messages");
    set->items = items;
    message = &set->items[set->count++];
    *message = (qn_message){copy, targets, TARGETS_MAX};
  }
  message->targets[target] = 1;
  return qn_ok();
}

qn_status qn_messages_add(qn_message_set *set, size_t target, qn_str printed,
                          qn_diag *diag) {
  if (target >= TARGETS_MAX)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "more than %d targets",
                   TARGETS_MAX);
  size_t start = 0;
  bool stack = false; // the message so far is an include stack only
  for (size_t at = 0; at < printed.size;) {
    const qn_str rest = qn_str_skip(printed, at);
    const size_t length = qn_str_find(rest, '\n');
    const qn_str line = {rest.data, length};
    bool is_stack;
    const bool begins = begins_message(line, &is_stack);
    if ((begins && !(stack && at > start)) || is_count(line)) {
      if (at > start)
        QN_TRY(add_message(set, target,
                           (qn_str){printed.data + start, at - start}, diag));
      start = at;
    }
    stack = begins ? is_stack : stack;
    at += length < rest.size ? length + 1 : length;
    if (is_count(line))
      start = at;
  }
  if (start < printed.size)
    QN_TRY(add_message(set, target, qn_str_skip(printed, start), diag));
  return qn_ok();
}

// ---- Printing

static void print_targets(const qn_message *message,
                          const qn_compile_params *params, qn_buffer *out) {
  const size_t count = params->target_count;
  size_t said = 0;
  for (size_t i = 0; i < count; ++i)
    said += message->targets[i];
  if (said == count)
    return;
  qn_buffer_append_str(out, params->color ? QN_STR("\033[1m[") : QN_STR("["));
  const char *separator = "";
  for (size_t i = 0; i < count; ++i) {
    if (!message->targets[i])
      continue;
    qn_buffer_printf(out, "%s%s", separator, params->targets[i].name);
    separator = ", ";
  }
  qn_buffer_append_str(out, params->color ? QN_STR("]\033[0m ") : QN_STR("] "));
}

static const struct {
  const char *text, *hint;
} hints[] = {
#define QN_HINT(text, hint) {text, hint},
#include "compiler/driver/hints.def"
#undef QN_HINT
};
enum { HINT_COUNT = sizeof(hints) / sizeof(hints[0]) };

// `given`: the hints that were printed.
static void print_hint(qn_str message, bool *given, qn_buffer *out) {
  for (size_t i = 0; i < HINT_COUNT; ++i)
    if (!given[i] && qn_text_contains(message, hints[i].text)) {
      given[i] = true;
      qn_buffer_printf(out, "   = hint: %s\n", hints[i].hint);
    }
}

qn_status qn_messages_print(const qn_message_set *set,
                            const qn_compile_params *params, qn_buffer *out,
                            qn_diag *diag) {
  bool given[HINT_COUNT] = {false};
  for (size_t i = 0; i < set->count; ++i) {
    const qn_message *message = &set->items[i];
    print_targets(message, params, out);
    qn_buffer_append_str(out, message->text);
    if (!qn_str_ends(message->text, QN_STR("\n")))
      qn_buffer_u8(out, '\n');
    print_hint(message->text, given, out);
  }
  return qn_buffer_check(out, diag);
}

// ---- Dependencies

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

qn_status qn_messages_dependencies(qn_str rules, qn_buffer *out,
                                   qn_diag *diag) {
  qn_arena arena = {0};
  char **paths = NULL;
  size_t count = 0;
  size_t capacity = 0;
  char *path;
  while ((path = qn_rule_next(&rules, &arena)) != NULL) {
    char **grown =
        qn_arena_grow(&arena, paths, count, &capacity, sizeof(*paths));
    if (!grown) {
      qn_arena_finish(&arena);
      return qn_fail_memory(diag, "the list of dependencies");
    }
    paths = grown;
    paths[count++] = path;
  }
  if (count)
    qsort(paths, count, sizeof(*paths), compare_paths);
  for (size_t i = 0; i < count; ++i)
    if (!i || strcmp(paths[i], paths[i - 1]))
      qn_buffer_append(out, paths[i], strlen(paths[i]) + 1);
  qn_arena_finish(&arena);
  return qn_buffer_check(out, diag);
}

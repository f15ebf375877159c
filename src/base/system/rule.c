// SPDX-License-Identifier: Apache-2.0
#include "base/system/rule.h"

#include <string.h>

#include "base/system/file.h"

static void append_escaped(qn_buffer *rule, const char *path) {
  for (; *path; ++path) {
    if (*path == ' ' || *path == '#')
      qn_buffer_u8(rule, '\\');
    if (*path == '$')
      qn_buffer_u8(rule, '$');
    qn_buffer_u8(rule, (uint8_t)*path);
  }
}

void qn_rule_begin(qn_buffer *rule, const char *target) {
  append_escaped(rule, target);
  qn_buffer_u8(rule, ':');
}

void qn_rule_add(qn_buffer *rule, const char *path) {
  qn_buffer_append_str(rule, QN_STR(" \\\n  "));
  append_escaped(rule, path);
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// How many bytes at the start of `text` continue the line.
static size_t continuation(qn_str text) {
  if (qn_str_starts(text, QN_STR("\\\n")))
    return 2;
  return qn_str_starts(text, QN_STR("\\\r\n")) ? 3 : 0;
}

static bool is_escape(qn_str text) {
  return qn_str_starts(text, QN_STR("\\ ")) ||
         qn_str_starts(text, QN_STR("\\#")) ||
         qn_str_starts(text, QN_STR("$$"));
}

static qn_str skip_space(qn_str rest) {
  while (rest.size && (is_space(rest.data[0]) || continuation(rest)))
    rest = qn_str_skip(rest, is_space(rest.data[0]) ? 1 : continuation(rest));
  return rest;
}

static char *take_word(qn_str *rest, qn_arena *arena) {
  qn_buffer word = {0};
  while (rest->size && !is_space(rest->data[0]) && !continuation(*rest)) {
    *rest = qn_str_skip(*rest, is_escape(*rest) ? 1 : 0);
    qn_buffer_u8(&word, (uint8_t)rest->data[0]);
    *rest = qn_str_skip(*rest, 1);
  }
  const qn_str text = qn_buffer_str(&word);
  char *copy = (char *)qn_arena_copy(arena, text).data;
  qn_buffer_finish(&word);
  return copy;
}

char *qn_rule_next(qn_str *rules, qn_arena *arena) {
  for (*rules = skip_space(*rules); rules->size; *rules = skip_space(*rules)) {
    char *word = take_word(rules, arena);
    if (!word)
      return NULL;
    const size_t length = strlen(word);
    if (length && word[length - 1] != ':')
      return word;
  }
  return NULL;
}

const char *qn_rule_path(qn_arena *arena, const char *output) {
  const qn_str path = qn_str_from(output);
  const qn_str stem = {path.data, path.size - qn_path_extension(path).size};
  return qn_arena_printf(arena, "%.*s.d", QN_STR_ARG(stem)).data;
}

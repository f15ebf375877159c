// SPDX-License-Identifier: Apache-2.0
#include "targets/shared_object.h"

#include <ctype.h>
#include <string.h>

#include "targets/edit_rules.h"

// ---- One declaration

typedef struct cursor {
  const char *at, *end;
} cursor;

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static qn_str between(const char *from, const char *to) {
  return (qn_str){from, (size_t)(to - from)};
}

static qn_str trim(qn_str s) {
  while (s.size && isspace((unsigned char)s.data[0]))
    s = qn_str_skip(s, 1);
  while (s.size && isspace((unsigned char)s.data[s.size - 1]))
    --s.size;
  return s;
}

// Where the variable's name begins, or NULL.
static const char *find_name(qn_str text, unsigned line, unsigned column) {
  const char *at = qn_edit_place(text, line, column);
  return at && is_word(*at) && (at == text.data || !is_word(at[-1])) ? at
                                                                     : NULL;
}

// The word before `name` in the same statement, or NULL.
static const char *find_shared(qn_str text, const char *name) {
  static const char word[] = "__shared__";
  const size_t size = sizeof(word) - 1;
  for (const char *at = name; at > text.data && !strchr(";{}#", at[-1]); --at)
    if ((size_t)(at - text.data) >= size &&
        memcmp(at - size, word, size) == 0 && !is_word(*at))
      return at - size;
  return NULL;
}

// Moves behind the bracket that closes the one at `c`.
static bool skip_bracket(cursor *c) {
  size_t depth = 0;
  for (; c->at < c->end; ++c->at) {
    depth += strchr("([{", *c->at) != NULL;
    depth -= strchr(")]}", *c->at) != NULL;
    if (!depth)
      return ++c->at, true;
  }
  return false;
}

// The next part of a list that ends at a comma or at `c->end`; commas in
// brackets and between <> are not of the list.
static qn_str next_part(cursor *c) {
  const char *from = c->at;
  for (size_t angles = 0; c->at < c->end;) {
    if (strchr("([{", *c->at)) {
      if (!skip_bracket(c))
        c->at = c->end;
      continue;
    }
    if (*c->at == ',' && !angles)
      return between(from, c->at++);
    angles += *c->at == '<';
    angles -= angles && *c->at == '>';
    ++c->at;
  }
  return between(from, c->end);
}

// Divides "TYPE NAME[2][N]" from its end.
typedef struct declarator {
  qn_str type, name, bounds;
} declarator;

static bool divide(qn_str text, declarator *out) {
  text = trim(text);
  qn_str head = text;
  while (head.size && head.data[head.size - 1] == ']') {
    size_t depth = 0;
    do {
      --head.size;
      depth += head.data[head.size] == ']';
      depth -= head.data[head.size] == '[';
    } while (depth && head.size);
    head = trim(head);
  }
  size_t size = 0;
  while (size < head.size && is_word(head.data[head.size - 1 - size]))
    ++size;
  const char *name = head.data + head.size - size;
  *out = (declarator){.type = trim(between(text.data, name)),
                      .name = {name, size},
                      .bounds = trim(qn_str_skip(text, head.size))};
  return size && !isdigit((unsigned char)name[0]);
}

static bool starts_with_word(qn_str text, const char *word) {
  const size_t size = strlen(word);
  return text.size > size && memcmp(text.data, word, size) == 0 &&
         !is_word(text.data[size]);
}

// Takes what belongs to the variable, not to its type, from the type's start.
static void take_specifiers(qn_str *type, qn_buffer *out) {
  static const char *const with_arguments[] = {"alignas", "__align__",
                                               "__attribute__"};
  for (;;) {
    cursor c = {type->data, type->data + type->size};
    if (starts_with_word(*type, "static"))
      c.at += strlen("static");
    for (size_t i = 0; i < 3; ++i)
      if (starts_with_word(*type, with_arguments[i])) {
        c.at += qn_str_find(*type, '(');
        if (c.at >= c.end || !skip_bracket(&c))
          return;
      }
    if (c.at == type->data)
      return;
    qn_buffer_printf(out, " %.*s", QN_STR_ARG(between(type->data, c.at)));
    *type = trim(between(c.at, c.end));
  }
}

static bool is_plain(qn_str type) {
  for (size_t i = 0; i < type.size; ++i)
    if (strchr("{}=*&;\"", type.data[i]))
      return false;
  return type.size != 0 && !starts_with_word(type, "extern") &&
         !qn_str_starts(type, QN_STR("::__qn_shared_object")); // changed before
}

// Whether a lambda in the rest of the block copies what it uses.
static bool is_copied(const char *at, const char *end) {
  size_t depth = 1;
  for (; at + 1 < end && depth; ++at) {
    depth += *at == '{';
    depth -= *at == '}';
    if (at[0] == '[' && at[1] == '=')
      return true;
  }
  return false;
}

static bool has_comment(qn_str text) {
  for (size_t i = 0; i + 1 < text.size; ++i)
    if (text.data[i] == '/' && strchr("/*", text.data[i + 1]))
      return true;
  return false;
}

// What had several lines in one.
static void append_line(qn_str text, qn_buffer *out) {
  for (size_t i = 0; i < text.size; ++i)
    qn_buffer_append(out, text.data[i] == '\n' ? " " : text.data + i, 1);
}

// Writes the bytes' declaration to `storage`, the reference to `names`.
static bool rewrite(qn_str list, qn_buffer *storage, qn_buffer *names) {
  cursor c = {list.data, list.data + list.size};
  declarator d;
  if (!divide(next_part(&c), &d))
    return false;
  qn_str type = d.type;
  take_specifiers(&type, storage);
  if (!is_plain(type))
    return false;
  qn_buffer_printf(storage, " ::__qn_shared_object<%.*s>", QN_STR_ARG(type));
  for (bool first = true;; first = false) {
    const qn_str name = d.name, bounds = d.bounds;
    qn_buffer_printf(storage, "%s __qn_shared_%.*s%.*s", first ? "" : ",",
                     QN_STR_ARG(name), QN_STR_ARG(bounds));
    qn_buffer_printf(names,
                     " %.*s (&%.*s)%.*s = reinterpret_cast<%.*s (&)%.*s>("
                     "__qn_shared_%.*s);",
                     QN_STR_ARG(type), QN_STR_ARG(name), QN_STR_ARG(bounds),
                     QN_STR_ARG(type), QN_STR_ARG(bounds), QN_STR_ARG(name));
    if (c.at >= c.end)
      return true;
    if (!divide(next_part(&c), &d) || d.type.size)
      return false;
  }
}

bool qn_shared_object_edit(qn_str text, unsigned line, unsigned column,
                           qn_buffer *out) {
  const char *name = find_name(text, line, column);
  const char *shared = name ? find_shared(text, name) : NULL;
  const char *end = text.data + text.size;
  const char *stop = shared ? memchr(name, ';', (size_t)(end - name)) : NULL;
  if (!stop || is_copied(stop, end))
    return false;
  const char *list = shared + strlen("__shared__");
  if (has_comment(between(list, stop)))
    return false;
  qn_buffer storage = {0}, names = {0};
  const bool known = rewrite(between(list, stop), &storage, &names);
  if (known) {
    qn_buffer_append_str(out, between(text.data, list));
    append_line(qn_buffer_str(&storage), out);
    qn_buffer_append(out, ";", 1);
    append_line(qn_buffer_str(&names), out);
    for (const char *at = list; at < stop; ++at)
      if (*at == '\n')
        qn_buffer_append(out, "\n", 1);
    qn_buffer_append_str(out, between(stop + 1, end));
  }
  qn_buffer_finish(&storage);
  qn_buffer_finish(&names);
  return known;
}

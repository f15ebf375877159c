// SPDX-License-Identifier: Apache-2.0
#include "targets/edit_rules.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && isspace((unsigned char)*at))
    ++at;
  return at;
}

const char *qn_edit_place(qn_str text, unsigned line, unsigned column) {
  const char *at = text.data, *end = text.data + text.size;
  if (!line || !column)
    return NULL;
  for (; line > 1 && at < end; --line) {
    at = memchr(at, '\n', (size_t)(end - at));
    if (!at)
      return NULL;
    ++at;
  }
  return (size_t)(end - at) > column ? at + column - 1 : NULL;
}

// ---- Launches

// Whether three of `c` with blanks among them begin at `at`, and where they
// end.
static bool is_triple(const char *at, const char *end, char c,
                      const char **out_end) {
  for (unsigned found = 0; at < end; ++at) {
    if (*at == c && ++found == 3)
      return *out_end = at + 1, true;
    if (*at != c && (!found || !isspace((unsigned char)*at)))
      return false;
  }
  return false;
}

// Behind a comment or a literal that begins at `at`; `at` where none does.
static const char *skip_text(const char *at, const char *end) {
  const bool line = at + 1 < end && at[0] == '/' && at[1] == '/';
  if (line || (at + 1 < end && at[0] == '/' && at[1] == '*')) {
    const char *from = at + 2;
    while (from < end &&
           (line ? *from != '\n'
                 : from[-1] != '/' || from[-2] != '*' || from - at < 4))
      ++from;
    return from;
  }
  if (*at != '"' && *at != '\'')
    return at;
  if (*at == '\'' && isalnum((unsigned char)at[-1])) // 1'000
    return at;
  for (const char *from = at + 1; from < end && *from != '\n'; ++from) {
    if (*from == *at)
      return from + 1;
    from += *from == '\\';
  }
  return at + 1;
}

// The three that end the launch whose configuration begins at `at`, or NULL.
static const char *find_close(const char *at, const char *end,
                              const char **out_end) {
  for (size_t depth = 0; at < end;) {
    const char *next = skip_text(at, end);
    if (next != at) {
      at = next;
      continue;
    }
    if (strchr(";{}", *at))
      return NULL;
    if (!depth && is_triple(at, end, '>', out_end)) {
      const char *behind = skip_blanks(*out_end, end);
      if (behind < end && *behind == '(')
        return at;
    }
    depth += *at == '(';
    depth -= *at == ')' && depth;
    ++at;
  }
  return NULL;
}

// Three of `c` in the `size` characters at `to`: blanks come behind them, and
// then as many ends of lines as there were.
static void join(char *to, size_t size, char c) {
  size_t lines = 0;
  for (size_t i = 0; i < size; ++i)
    lines += to[i] == '\n';
  memset(to, ' ', size);
  memset(to + size - lines, '\n', lines);
  memset(to, c, 3);
}

// Changes all in the copy `to` of the text; whether there were any.
static bool join_launches(qn_str text, char *to) {
  const char *const end = text.data + text.size;
  bool any = false;
  for (const char *at = text.data + 1; at < end;) {
    const char *open_end, *close_end;
    const char *next = at < end ? skip_text(at, end) : end;
    if (next != at) {
      at = next;
      continue;
    }
    if (!is_triple(at, end, '<', &open_end)) {
      ++at;
      continue;
    }
    const char *close = find_close(open_end, end, &close_end);
    if (close && (open_end - at > 3 || close_end - close > 3)) {
      join(to + (at - text.data), (size_t)(open_end - at), '<');
      join(to + (close - text.data), (size_t)(close_end - close), '>');
      any = true;
    }
    at = open_end;
  }
  return any;
}

bool qn_edit_launches(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out) {
  const char *at = qn_edit_place(text, line, column);
  if (!at)
    return false;
  qn_buffer copy = {0};
  qn_buffer_append_str(&copy, text);
  if (copy.failed) {
    qn_buffer_finish(&copy);
    return false;
  }
  const bool any = join_launches(text, (char *)copy.data);
  if (any)
    qn_buffer_append_str(out, qn_buffer_str(&copy));
  qn_buffer_finish(&copy);
  return any;
}

// ---- Words that are missing

static void insert(qn_str text, const char *at, const char *word,
                   qn_buffer *out) {
  qn_buffer_append(out, text.data, (size_t)(at - text.data));
  qn_buffer_append(out, word, strlen(word));
  qn_buffer_append(out, at, (size_t)(text.data + text.size - at));
}

// The last characters before `at` but spaces are these.
static bool is_behind(qn_str text, const char *at, const char *what) {
  const size_t size = strlen(what);
  while (at > text.data && isspace((unsigned char)at[-1]))
    --at;
  return (size_t)(at - text.data) >= size && memcmp(at - size, what, size) == 0;
}

bool qn_edit_template(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out) {
  const char *const end = text.data + text.size;
  const char *name = qn_edit_place(text, line, column), *behind = name;
  if (!name || !is_word(*name) ||
      (!is_behind(text, name, ".") && !is_behind(text, name, "->")))
    return false;
  while (behind < end && is_word(*behind))
    ++behind;
  behind = skip_blanks(behind, end);
  if (behind == end || *behind != '<')
    return false;
  insert(text, name, "template ", out);
  return true;
}

// The word, when it stands in the declaration whose name is at `name`.
static const char *find_before(qn_str text, const char *name,
                               const char *word) {
  const size_t size = strlen(word);
  for (const char *at = name; at > text.data && !strchr(";{}", at[-1]);) {
    --at;
    if ((size_t)(name - at) > size && memcmp(at, word, size) == 0 &&
        !is_word(at[size]) && (at == text.data || !is_word(at[-1])))
      return at;
  }
  return NULL;
}

bool qn_edit_host_too(qn_str text, unsigned line, unsigned column,
                      qn_buffer *out) {
  const char *name = qn_edit_place(text, line, column);
  const char *device = name ? find_before(text, name, "__device__") : NULL;
  if (!device || find_before(text, name, "__host__"))
    return false;
  insert(text, device, "__host__ ", out);
  return true;
}

bool qn_edit_guide(qn_str text, unsigned line, unsigned column,
                   qn_buffer *out) {
  const char *name = qn_edit_place(text, line, column);
  static const char words[] = "__host__ __device__ ";
  const size_t size = sizeof(words) - 1;
  if (!name || !is_word(*name) ||
      ((size_t)(text.data + text.size - name) > size &&
       memcmp(name, words, size) == 0)) // changed before
    return false;
  insert(text, name, words, out);
  return true;
}

// ---- Bounds that are constant

// The next place from `from` on where the word stands alone, or NULL.
static const char *find_word(qn_str text, const char *from, qn_str word) {
  const char *const end = text.data + text.size;
  for (const char *at = from; (size_t)(end - at) >= word.size; ++at)
    if (memcmp(at, word.data, word.size) == 0 &&
        (at == text.data || !is_word(at[-1])) &&
        (at + word.size == end || !is_word(at[word.size])))
      return at;
  return NULL;
}

// Whether the word at `at`, of that size, is defined there by one number:
// behind a type, and before "= 12;".
static bool is_definition(qn_str text, const char *at, size_t size) {
  const char *const end = text.data + text.size;
  const char *before = at, *value = skip_blanks(at + size, end);
  while (before > text.data && isspace((unsigned char)before[-1]))
    --before;
  if (before == at || before == text.data || !is_word(before[-1]) ||
      value == end || *value != '=')
    return false;
  value = skip_blanks(value + 1, end);
  const char *const digits = value;
  while (value < end && isdigit((unsigned char)*value))
    ++value;
  const char *const behind = skip_blanks(value, end);
  return value > digits && behind < end && *behind == ';';
}

// Whether what stands around the word may change it.
static bool may_change(qn_str text, const char *at, size_t size) {
  static const char *const changes[] = {
      "=",  "++", "--", "+=", "-=",  "*=", "/=",
      "%=", "&=", "|=", "^=", "<<=", ">>="};
  const char *const end = text.data + text.size;
  const char *const behind = skip_blanks(at + size, end);
  if (is_behind(text, at, "++") || is_behind(text, at, "--") ||
      is_behind(text, at, "&"))
    return true;
  for (size_t k = 0; k < sizeof(changes) / sizeof(changes[0]); ++k) {
    const size_t length = strlen(changes[k]);
    if ((size_t)(end - behind) > length &&
        memcmp(behind, changes[k], length) == 0 &&
        (length > 1 || behind[1] != '='))
      return true;
  }
  return false;
}

bool qn_edit_bound(qn_str text, unsigned line, unsigned column,
                   qn_buffer *out) {
  const char *const end = text.data + text.size;
  const char *name = qn_edit_place(text, line, column), *defined = NULL;
  qn_str word = {name, 0};
  if (!name || !is_word(*name) || isdigit((unsigned char)*name))
    return false;
  while (name + word.size < end && is_word(name[word.size]))
    ++word.size;
  for (const char *at = text.data; (at = find_word(text, at, word));
       at += word.size) {
    if (at < name && is_definition(text, at, word.size)) {
      if (defined)
        return false; // which of them is meant is not known
      defined = at;
    } else if (may_change(text, at, word.size)) {
      return false;
    }
  }
  const char *const of = defined;
  while (defined && defined > text.data && !strchr(";{}", defined[-1]))
    --defined;
  if (!defined)
    return false;
  defined = skip_blanks(defined, end);
  for (const char *at = defined; at < of; ++at)
    if (!is_word(*at) && !isspace((unsigned char)*at) && *at != ':')
      return false; // no plain type
  static const char made[] = "constexpr ";
  if ((size_t)(end - defined) > sizeof(made) &&
      memcmp(defined, made, sizeof(made) - 1) == 0)
    return false; // changed before
  insert(text, defined, made, out);
  return true;
}

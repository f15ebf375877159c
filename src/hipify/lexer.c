// SPDX-License-Identifier: Apache-2.0
#include "hipify/lexer.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"

enum { SIZE_LIMIT = 1 << 30 };

// What a byte can begin.
enum { OTHER, LETTER, DIGIT, BLANK, NEWLINE };

typedef struct lexer {
  const uint8_t *at, *end, *start;
  qn_token *items;
  size_t count, capacity;
  uint8_t line_flags; // DIRECTIVE, IN_DEFINE
  bool first;         // nothing but blanks on the line so far
  bool space;
  bool wants_header; // behind #include, __has_include(
  uint8_t directive; // tokens seen on a directive's line, capped
  bool failed;
} lexer;

static uint8_t class_of[256];

static void init_classes(void) {
  for (int c = 0; c < 256; ++c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
        c == '$' || c >= 0x80)
      class_of[c] = LETTER;
    else if (c >= '0' && c <= '9')
      class_of[c] = DIGIT;
    else if (c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r')
      class_of[c] = BLANK;
    else if (c == '\n')
      class_of[c] = NEWLINE;
  }
}

static pthread_once_t classes_once = PTHREAD_ONCE_INIT;

// The size of a backslash with a newline behind it, or 0.
static size_t splice(const lexer *l, const uint8_t *at) {
  if (at >= l->end || *at != '\\')
    return 0;
  if (at + 1 < l->end && at[1] == '\n')
    return 2;
  if (at + 2 < l->end && at[1] == '\r' && at[2] == '\n')
    return 3;
  return 0;
}

static qn_token *add(lexer *l, qn_token_kind kind, const uint8_t *from) {
  if (l->count + 1 >= l->capacity) {
    const size_t capacity = l->capacity * 2;
    qn_token *grown = qn_realloc(l->items, capacity * sizeof(*grown));
    if (!grown) {
      l->failed = true;
      l->at = l->end;
      return NULL;
    }
    l->items = grown;
    l->capacity = capacity;
  }
  qn_token *t = &l->items[l->count++];
  *t = (qn_token){(uint32_t)(from - l->start), (uint32_t)(l->at - from),
                  (uint8_t)kind,
                  (uint8_t)(l->line_flags | (l->first ? QN_TOKEN_FIRST : 0) |
                            (l->space ? QN_TOKEN_SPACE : 0))};
  l->first = false;
  l->space = false;
  return t;
}

static void end_line(lexer *l) {
  l->line_flags = 0;
  l->first = true;
  l->space = true;
  l->wants_header = false;
  l->directive = 0;
}

// ---- White space and comments

static void skip_line_comment(lexer *l) {
  while (l->at < l->end && *l->at != '\n') {
    const size_t spliced = splice(l, l->at);
    l->at += spliced ? spliced : 1;
  }
}

static void skip_comment(lexer *l) {
  l->at += 2;
  while (l->at < l->end) {
    const uint8_t *star = memchr(l->at, '*', (size_t)(l->end - l->at));
    if (!star) {
      l->at = l->end;
      return;
    }
    l->at = star + 1;
    if (l->at < l->end && *l->at == '/') {
      ++l->at;
      return;
    }
  }
}

static void skip_blank(lexer *l) {
  for (;;) {
    const uint8_t *at = l->at;
    if (at == l->end)
      return;
    const size_t spliced = splice(l, at);
    if (class_of[*at] == BLANK) {
      ++l->at;
    } else if (spliced) {
      l->at += spliced;
    } else if (*at == '\n') {
      ++l->at;
      end_line(l);
      continue;
    } else if (*at == '/' && at + 1 < l->end && at[1] == '/') {
      skip_line_comment(l);
    } else if (*at == '/' && at + 1 < l->end && at[1] == '*') {
      skip_comment(l);
    } else {
      return;
    }
    l->space = true;
  }
}

// ---- Literals

// Up to an unescaped `quote`, or to the end of the line.
static void skip_quoted(lexer *l, uint8_t quote) {
  while (l->at < l->end && *l->at != '\n') {
    const uint8_t c = *l->at++;
    if (c == quote)
      return;
    if (c == '\\' && l->at < l->end) {
      if (*l->at == '\r' && l->at + 1 < l->end && l->at[1] == '\n')
        ++l->at;
      ++l->at;
    }
  }
}

// R"delimiter( ... )delimiter"; at the quote.
static void skip_raw(lexer *l) {
  const uint8_t *delimiter = ++l->at;
  while (l->at < l->end && *l->at != '(' && *l->at != '\n' && *l->at != '"' &&
         l->at - delimiter < 17)
    ++l->at;
  const size_t size = (size_t)(l->at - delimiter);
  if (l->at == l->end || *l->at != '(') {
    l->at = delimiter; // no raw string: taken as a plain one
    skip_quoted(l, '"');
    return;
  }
  for (;;) {
    const uint8_t *close = memchr(l->at, ')', (size_t)(l->end - l->at));
    if (!close) {
      l->at = l->end;
      return;
    }
    l->at = close + 1;
    if ((size_t)(l->end - l->at) > size && l->at[size] == '"' &&
        memcmp(l->at, delimiter, size) == 0) {
      l->at += size + 1;
      return;
    }
  }
}

// A literal's prefix before a quote: "", u8, u, U, L, and R at its end.
static bool is_prefix(const uint8_t *name, size_t size, bool *out_raw) {
  *out_raw = size && name[size - 1] == 'R';
  if (*out_raw)
    --size;
  return size == 0 || (size == 1 && strchr("uUL", name[0])) ||
         (size == 2 && name[0] == 'u' && name[1] == '8');
}

static void lex_suffix(lexer *l) { // of user-defined literals
  while (l->at < l->end &&
         (class_of[*l->at] == LETTER || class_of[*l->at] == DIGIT))
    ++l->at;
}

static void lex_number(lexer *l) {
  const uint8_t *from = l->at;
  while (l->at < l->end) {
    const uint8_t c = *l->at;
    const uint8_t next = l->at + 1 < l->end ? l->at[1] : 0;
    if ((c == '+' || c == '-') && strchr("eEpP", l->at[-1]) && l->at > from) {
      ++l->at;
    } else if (c == '\'' &&
               (class_of[next] == DIGIT || class_of[next] == LETTER)) {
      l->at += 2; // a digit separator
    } else if (c == '.' || class_of[c] == DIGIT || class_of[c] == LETTER) {
      ++l->at;
    } else {
      break;
    }
  }
  add(l, QN_TOKEN_NUMBER, from);
}

static void lex_header(lexer *l, uint8_t close) {
  const uint8_t *from = l->at++;
  while (l->at < l->end && *l->at != close && *l->at != '\n')
    ++l->at;
  if (l->at < l->end && *l->at == close)
    ++l->at;
  add(l, QN_TOKEN_HEADER, from);
  l->wants_header = false;
}

// ---- Names, and what they say of the line

static bool is_text(const uint8_t *at, size_t size, const char *text) {
  return size == strlen(text) && memcmp(at, text, size) == 0;
}

static void note_name(lexer *l, const uint8_t *from) {
  const size_t size = (size_t)(l->at - from);
  if (l->line_flags & QN_TOKEN_DIRECTIVE && l->directive == 1) {
    // The directive's own name.
    if (is_text(from, size, "define"))
      l->line_flags |= QN_TOKEN_IN_DEFINE;
    else if (is_text(from, size, "include") ||
             is_text(from, size, "include_next") ||
             is_text(from, size, "import"))
      l->wants_header = true;
    l->directive = 2;
  }
  if (*from == '_' && (is_text(from, size, "__has_include") ||
                       is_text(from, size, "__has_include_next")))
    l->wants_header = true;
}

static void lex_name(lexer *l) {
  const uint8_t *from = l->at;
  bool spliced = false;
  bool raw;
  for (;;) {
    while (l->at < l->end &&
           (class_of[*l->at] == LETTER || class_of[*l->at] == DIGIT))
      ++l->at;
    const size_t gap = splice(l, l->at);
    const uint8_t *after = l->at + gap;
    if (!gap || after >= l->end ||
        (class_of[*after] != LETTER && class_of[*after] != DIGIT))
      break;
    spliced = true;
    l->at = after;
  }
  const size_t size = (size_t)(l->at - from);
  if (l->at < l->end && (*l->at == '"' || *l->at == '\'') && size <= 3 &&
      is_prefix(from, size, &raw) && !(raw && *l->at == '\'')) {
    const uint8_t quote = *l->at;
    if (raw) {
      skip_raw(l);
    } else {
      ++l->at;
      skip_quoted(l, quote);
    }
    lex_suffix(l);
    add(l, quote == '"' ? QN_TOKEN_STRING : QN_TOKEN_CHAR, from);
    return;
  }
  note_name(l, from);
  qn_token *t = add(l, QN_TOKEN_NAME, from);
  if (t && spliced)
    t->flags |= QN_TOKEN_SPLICED;
}

static void lex_other(lexer *l) {
  const uint8_t *from = l->at;
  const uint8_t c = *from;
  if (l->wants_header && (c == '<' || c == '"')) {
    lex_header(l, c == '<' ? '>' : '"');
    return;
  }
  ++l->at;
  if (c == '"' || c == '\'') {
    skip_quoted(l, c);
    lex_suffix(l);
    add(l, c == '"' ? QN_TOKEN_STRING : QN_TOKEN_CHAR, from);
    return;
  }
  if (c == '.' && l->at < l->end && class_of[*l->at] == DIGIT) {
    l->at = from;
    lex_number(l);
    return;
  }
  if (c == '#' && l->first) {
    l->line_flags = QN_TOKEN_DIRECTIVE;
    l->directive = 1;
  }
  add(l, QN_TOKEN_PUNCT, from);
}

qn_status qn_lex(qn_span source, qn_tokens *out, qn_diag *diag) {
  (void)pthread_once(&classes_once, init_classes);
  *out = (qn_tokens){0};
  if (source.size > SIZE_LIMIT)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "the source is larger than 1 GiB");
  const uint8_t *nul = source.size ? memchr(source.data, 0, source.size) : NULL;
  if (nul)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){(uint64_t)(nul - source.data), 1, NULL, 0, 0},
                   "the file is no text: it has a zero byte");
  lexer l = {.at = source.data,
             .start = source.data,
             .end = source.data + source.size,
             .capacity = source.size / 6 + 64,
             .first = true};
  // A byte order mark is no part of the first name.
  if (source.size >= 3 && memcmp(source.data, "\xef\xbb\xbf", 3) == 0)
    l.at += 3;
  l.items = qn_alloc(l.capacity * sizeof(*l.items));
  if (!l.items)
    return qn_fail_memory(diag, "the tokens of a source");
  for (;;) {
    skip_blank(&l);
    if (l.at >= l.end)
      break;
    switch (class_of[*l.at]) {
    case LETTER:
      lex_name(&l);
      break;
    case DIGIT:
      lex_number(&l);
      break;
    default:
      lex_other(&l);
    }
  }
  if (l.failed) {
    qn_free(l.items);
    return qn_fail_memory(diag, "the tokens of a source");
  }
  l.items[l.count] = (qn_token){(uint32_t)source.size, 0, QN_TOKEN_END, 0};
  *out = (qn_tokens){l.items, l.count};
  return qn_ok();
}

void qn_tokens_finish(qn_tokens *tokens) {
  qn_free(tokens->items);
  *tokens = (qn_tokens){0};
}

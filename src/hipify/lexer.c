// SPDX-License-Identifier: Apache-2.0
#include "hipify/lexer.h"

#include <pthread.h>
#include <string.h>

#include "base/alloc.h"

enum { SIZE_LIMIT = 1 << 30 };

// Classes of bytes. Letters and digits come first: they continue names.
enum { LETTER, DIGIT, BLANK, NEWLINE, SLASH, SPLICE, QUOTE, PLAIN, OTHER };

typedef struct lexer {
  const uint8_t *at, *end, *start;
  qn_tokens out;
  size_t capacity, mark_capacity;
  qn_vocabulary words;
  uint8_t flags;     // of the next token
  bool wants_header; // after #include, __has_include(
  bool after_define; // the next name is a macro's
  uint8_t directive; // tokens seen on a directive's line, capped
  bool failed;
} lexer;

static uint8_t class_of[256];

static void init_classes(void) {
  for (int c = 0; c < 256; ++c) {
    class_of[c] = PLAIN;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
        c == '$' || c >= 0x80)
      class_of[c] = LETTER;
    else if (c >= '0' && c <= '9')
      class_of[c] = DIGIT;
    else if (c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r')
      class_of[c] = BLANK;
  }
  class_of['\n'] = NEWLINE;
  class_of['/'] = SLASH;
  class_of['\\'] = SPLICE;
  class_of['"'] = class_of['\''] = QUOTE;
  class_of['<'] = class_of['#'] = class_of['.'] = OTHER;
  class_of['+'] = class_of['-'] = OTHER;
}

static pthread_once_t classes_once = PTHREAD_ONCE_INIT;

static inline bool is_word(uint8_t c) { return class_of[c] <= DIGIT; }

// ---- Runs of bytes, eight at a time: where one ends is hard to predict, and a
// mispredicted branch costs more than eight bytes.

#define EVERY(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t load(const uint8_t *at) {
  uint64_t bytes;
  memcpy(&bytes, at, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  bytes = __builtin_bswap64(bytes);
#endif
  return bytes;
}

// Sets the top bit of each byte from `low` to `high`; bytes must be below 0x80.
static inline uint64_t within(uint64_t bytes, uint8_t low, uint8_t high) {
  return (bytes + EVERY(0x80 - low)) & ~(bytes + EVERY(0x7f - high));
}

// Sets the top bit of each byte that cannot be part of a name.
static inline uint64_t no_word(uint64_t bytes) {
  const uint64_t ascii = bytes & EVERY(0x7f);
  const uint64_t word = within(ascii, '0', '9') |
                        within(ascii | EVERY(0x20), 'a', 'z') |
                        within(ascii, '_', '_') | within(ascii, '$', '$');
  return ~(word | bytes) & EVERY(0x80);
}

// Past the letters and digits at `at`.
static inline const uint8_t *skip_word(const uint8_t *at, const uint8_t *end) {
  while (end - at >= 8) {
    const uint64_t other = no_word(load(at));
    if (other)
      return at + (__builtin_ctzll(other) >> 3);
    at += 8;
  }
  while (at < end && is_word(*at))
    ++at;
  return at;
}

// Past the blanks at `at`.
static inline const uint8_t *skip_spaces(const uint8_t *at,
                                         const uint8_t *end) {
  while (end - at >= 8) {
    const uint64_t other = load(at) ^ EVERY(' ');
    if (other)
      return at + (__builtin_ctzll(other) >> 3);
    at += 8;
  }
  return at;
}

// The size of a backslash and the newline after it, or 0.
static size_t splice(const lexer *l, const uint8_t *at) {
  if (at >= l->end || *at != '\\')
    return 0;
  if (at + 1 < l->end && at[1] == '\n')
    return 2;
  if (at + 2 < l->end && at[1] == '\r' && at[2] == '\n')
    return 3;
  return 0;
}

// ---- Tokens

// Doubles an array's capacity; returns the old one when out of memory, which
// ends the scan.
static void *grow(lexer *l, void *items, size_t *capacity, size_t size) {
  void *grown = qn_realloc(items, *capacity * 2 * size);
  qn_alloc_large(grown, *capacity * 2 * size);
  if (!grown) {
    l->failed = true;
    l->at = l->end;
    return items;
  }
  *capacity *= 2;
  return grown;
}

// Adds the token from `from` to the current position.
static inline void add(lexer *l, qn_token_kind kind, const uint8_t *from,
                       uint16_t word) {
  // Keeps room for one more token: the end.
  if (l->out.count + 1 >= l->capacity) {
    l->out.items = grow(l, l->out.items, &l->capacity, sizeof(*l->out.items));
    if (l->failed)
      return;
  }
  l->out.items[l->out.count++] =
      (qn_token){(uint32_t)(from - l->start), (uint32_t)(l->at - from),
                 (uint8_t)kind, l->flags, word};
  l->flags &= (uint8_t)~(QN_TOKEN_FIRST | QN_TOKEN_SPACE);
}

// Marks token `i`, once.
static void mark(lexer *l, size_t i) {
  qn_tokens *out = &l->out;
  if (out->mark_count && out->marks[out->mark_count - 1] == i)
    return;
  if (out->mark_count >= l->mark_capacity) {
    out->marks = grow(l, out->marks, &l->mark_capacity, sizeof(*out->marks));
    if (l->failed)
      return;
  }
  out->marks[out->mark_count++] = (uint32_t)i;
}

// Marks the token that was added last, which must exist.
static void mark_last(lexer *l) {
  if (!l->failed)
    mark(l, l->out.count - 1);
}

static void end_line(lexer *l) {
  l->flags = QN_TOKEN_FIRST | QN_TOKEN_SPACE;
  l->wants_header = false;
  l->after_define = false;
  l->directive = 0;
}

// ---- Comments

// Up to a newline without a backslash before it.
static void skip_line_comment(lexer *l) {
  for (;;) {
    const uint8_t *end = memchr(l->at, '\n', (size_t)(l->end - l->at));
    if (!end) {
      l->at = l->end;
      return;
    }
    l->at = end;
    if (end[-1] != '\\' && !(end[-1] == '\r' && end[-2] == '\\'))
      return;
    ++l->at;
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

// ---- Literals

// Up to the unescaped `quote`, or to the end of the line.
static void skip_quoted(lexer *l, uint8_t quote) {
  const uint8_t *at = l->at;
  while (at < l->end && *at != '\n') {
    const uint8_t c = *at++;
    if (c == quote)
      break;
    if (c == '\\' && at < l->end) {
      if (*at == '\r' && at + 1 < l->end && at[1] == '\n')
        ++at;
      ++at;
    }
  }
  l->at = at;
}

// R"delimiter( ... )delimiter"; called at the quote.
static void skip_raw(lexer *l) {
  const uint8_t *delimiter = ++l->at;
  while (l->at < l->end && *l->at != '(' && *l->at != '\n' && *l->at != '"' &&
         l->at - delimiter < 17)
    ++l->at;
  const size_t size = (size_t)(l->at - delimiter);
  if (l->at == l->end || *l->at != '(') {
    l->at = delimiter; // not a raw string: treated as a plain one
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

// A literal's prefix before a quote: "", u8, u, U, L, each optionally with an R
// after it.
static bool is_prefix(const uint8_t *name, size_t size, bool *out_raw) {
  *out_raw = size && name[size - 1] == 'R';
  if (*out_raw)
    --size;
  return size == 0 || (size == 1 && strchr("uUL", name[0])) ||
         (size == 2 && name[0] == 'u' && name[1] == '8');
}

// Ends a literal, with the suffix of a user-defined one. A string is marked
// when it may be a function's name, or may contain device code.
static void end_literal(lexer *l, const uint8_t *from, uint8_t quote) {
  l->at = skip_word(l->at, l->end);
  add(l, quote == '"' ? QN_TOKEN_STRING : QN_TOKEN_CHAR, from, QN_WORD_NONE);
  const uint8_t initial = l->words == QN_WORDS_CUDA ? 'c' : 'h';
  enum { CODE_MIN = 32 }; // bytes; less is not a kernel
  const size_t size = (size_t)(l->at - from);
  if ((from[0] == '"' && size >= 6 && (from[1] | 0x20) == initial) ||
      (quote == '"' && size >= CODE_MIN &&
       qn_str_search(qn_span_str((qn_span){from, size}), QN_STR("__global__"))))
    mark_last(l);
}

static void lex_literal(lexer *l) {
  const uint8_t *from = l->at++;
  skip_quoted(l, *from);
  end_literal(l, from, *from);
}

static void lex_number(lexer *l) {
  const uint8_t *from = l->at;
  const uint8_t *at = from;
  // Most numbers have one digit.
  if (at + 1 < l->end && !is_word(at[1]) && at[1] != '.' && at[1] != '\'' &&
      *at != '.') {
    ++l->at;
    add(l, QN_TOKEN_NUMBER, from, QN_WORD_NONE);
    return;
  }
  while (at < l->end) {
    at = skip_word(at, l->end);
    if (at == l->end)
      break;
    const uint8_t c = *at;
    if (c == '.')
      ++at;
    else if ((c == '+' || c == '-') && at > from &&
             ((at[-1] | 0x20) == 'e' || (at[-1] | 0x20) == 'p'))
      ++at;
    else if (c == '\'' && at + 1 < l->end && is_word(at[1]))
      at += 2; // a digit separator
    else
      break;
  }
  l->at = at;
  add(l, QN_TOKEN_NUMBER, from, QN_WORD_NONE);
  const size_t size = (size_t)(at - from);
  if (size >= 10 && size <= 12 && from[0] == '0' && (from[1] | 0x20) == 'x')
    mark_last(l); // may be a mask
}

static void lex_header(lexer *l, uint8_t close) {
  const uint8_t *from = l->at++;
  while (l->at < l->end && *l->at != close && *l->at != '\n')
    ++l->at;
  if (l->at < l->end && *l->at == close)
    ++l->at;
  add(l, QN_TOKEN_HEADER, from, QN_WORD_NONE);
  mark_last(l);
  l->wants_header = false;
}

// ---- Names, and what they tell about the line

static bool is_text(const uint8_t *at, size_t size, const char *text) {
  return size == strlen(text) && memcmp(at, text, size) == 0;
}

// A name in a directive; returns whether it is a macro being defined.
static bool note_directive(lexer *l, const uint8_t *from, size_t size) {
  const bool defined = l->after_define;
  l->after_define = is_text(from, size, "define");
  if (l->directive == 1) { // the directive's own name
    if (l->after_define)
      l->flags |= QN_TOKEN_IN_DEFINE;
    else if (is_text(from, size, "include") ||
             is_text(from, size, "include_next") ||
             is_text(from, size, "import"))
      l->wants_header = true;
    l->directive = 2;
  }
  return defined;
}

// Contains "warp" and ends like "size".
static bool may_be_warp_size(const uint8_t *from, size_t size) {
  if (size < 8 || (from[size - 1] | 0x20) != 'e')
    return false;
  for (size_t i = 0; i + 8 <= size; ++i)
    if ((from[i] | 0x20) == 'w' && (from[i + 1] | 0x20) == 'a')
      return true;
  return false;
}

// Whether a name that is in no table has a form that matters.
static bool has_shape(const lexer *l, const uint8_t *from, size_t size) {
  const qn_str name = {(const char *)from, size};
  if (from[0] == '_' && size > 1 && from[1] == '_')
    return true;
  if (l->words == QN_WORDS_CUDA ? qn_cuda_name_like(name)
                                : qn_hip_name_like(name))
    return true;
  return may_be_warp_size(from, size);
}

// The table's word for a name that contains spliced line ends.
static uint16_t find_spliced(const lexer *l, const uint8_t *from) {
  uint8_t name[128];
  size_t size = 0;
  for (const uint8_t *at = from; at < l->at && size < sizeof(name); ++at)
    if (is_word(*at))
      name[size++] = *at;
  const uint16_t word = qn_word_find(l->words, name, size);
  return word == QN_WORD_NONE ? QN_WORD_LOOK : word;
}

// After a name's first part: the parts after spliced line ends.
static bool skip_spliced(lexer *l) {
  bool spliced = false;
  for (;;) {
    const size_t gap = splice(l, l->at);
    const uint8_t *after = l->at + gap;
    if (!gap || after >= l->end || !is_word(*after))
      return spliced;
    spliced = true;
    l->at = skip_word(after, l->end);
  }
}

static void lex_prefixed(lexer *l, const uint8_t *from, bool raw) {
  const uint8_t quote = *l->at;
  if (raw) {
    skip_raw(l);
  } else {
    ++l->at;
    skip_quoted(l, quote);
  }
  end_literal(l, from, quote);
}

static void lex_name(lexer *l) {
  const uint8_t *from = l->at;
  const uint8_t *at = skip_word(from, l->end);
  l->at = at;
  const bool spliced = at < l->end && *at == '\\' && skip_spliced(l);
  const size_t size = (size_t)(l->at - from);
  bool raw;
  if (l->at < l->end && class_of[*l->at] == QUOTE && size <= 3 &&
      is_prefix(from, size, &raw) && !(raw && *l->at == '\'')) {
    lex_prefixed(l, from, raw);
    return;
  }
  bool defined = false;
  if (l->flags & QN_TOKEN_DIRECTIVE)
    defined = note_directive(l, from, size);
  if (*from == '_' && (is_text(from, size, "__has_include") ||
                       is_text(from, size, "__has_include_next")))
    l->wants_header = true;
  uint16_t word =
      spliced ? find_spliced(l, from) : qn_word_find(l->words, from, size);
  if (word == QN_WORD_NONE && (defined || has_shape(l, from, size)))
    word = QN_WORD_LOOK;
  add(l, QN_TOKEN_NAME, from, word);
  if (l->failed)
    return;
  if (spliced)
    l->out.items[l->out.count - 1].flags |= QN_TOKEN_SPLICED;
  if (word != QN_WORD_NONE)
    mark_last(l);
}

// Tokens whose meaning does not depend on their context.
static inline void lex_plain(lexer *l) {
  const uint8_t *from = l->at++;
  add(l, QN_TOKEN_PUNCT, from, *from);
}

static void lex_punct(lexer *l) {
  const uint8_t *from = l->at++;
  const uint8_t c = *from;
  const uint8_t next = l->at < l->end ? *l->at : 0;
  if (c == '<' && l->wants_header) {
    l->at = from;
    lex_header(l, '>');
    return;
  }
  if (c == '.' && class_of[next] == DIGIT) {
    l->at = from;
    lex_number(l);
    return;
  }
  const bool directive = c == '#' && l->flags & QN_TOKEN_FIRST;
  if (directive) {
    l->flags |= QN_TOKEN_DIRECTIVE;
    l->directive = 1;
  }
  add(l, QN_TOKEN_PUNCT, from, c);
  if (l->failed)
    return;
  const bool triple =
      c == '<' && next == '<' && l->end - from > 2 && from[2] == '<';
  if (directive || triple)
    mark_last(l);
  // Possibly arithmetic with a device pointer.
  const size_t i = l->out.count - 1;
  if ((c != '+' && c != '-') || next == c || next == '>' || !i)
    return;
  const qn_token *before = &l->out.items[i - 1];
  if (before->kind == QN_TOKEN_NAME)
    mark(l, i - 1);
  else if (i > 2 && before->kind == QN_TOKEN_PUNCT && before->word == ')' &&
           before[-1].kind == QN_TOKEN_PUNCT && before[-1].word == '(' &&
           before[-2].kind == QN_TOKEN_NAME)
    mark(l, i - 3);
}

// ---- The whole

static void lex_slash(lexer *l) {
  const uint8_t next = l->at + 1 < l->end ? l->at[1] : 0;
  if (next != '/' && next != '*') {
    lex_punct(l);
    return;
  }
  if (next == '/')
    skip_line_comment(l);
  else
    skip_comment(l);
  l->flags |= QN_TOKEN_SPACE;
}

static void lex_backslash(lexer *l) {
  const size_t spliced = splice(l, l->at);
  if (!spliced) {
    lex_punct(l);
    return;
  }
  l->at += spliced;
  l->flags |= QN_TOKEN_SPACE;
}

static void skip_blanks(lexer *l) {
  const uint8_t *at = l->at + 1;
  while (at < l->end && class_of[*at] == BLANK)
    ++at;
  l->at = at;
  l->flags |= QN_TOKEN_SPACE;
}

static void lex_all(lexer *l) {
  while (l->at < l->end) {
    switch (class_of[*l->at]) {
    case LETTER:
      lex_name(l);
      break;
    case DIGIT:
      lex_number(l);
      break;
    case BLANK:
      skip_blanks(l);
      break;
    case NEWLINE:
      l->at = skip_spaces(l->at + 1, l->end);
      end_line(l);
      break;
    case SLASH:
      lex_slash(l);
      break;
    case SPLICE:
      lex_backslash(l);
      break;
    case QUOTE:
      if (*l->at == '"' && l->wants_header)
        lex_header(l, '"');
      else
        lex_literal(l);
      break;
    case PLAIN:
      lex_plain(l);
      break;
    default:
      lex_punct(l);
    }
  }
}

qn_status qn_lex(qn_span source, qn_vocabulary words, qn_tokens *out,
                 qn_diag *diag) {
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
             .capacity = source.size / 4 + 64,
             .mark_capacity = source.size / 32 + 64,
             .words = words,
             .flags = QN_TOKEN_FIRST};
  // A byte order mark is not part of the first name.
  if (source.size >= 3 && memcmp(source.data, "\xef\xbb\xbf", 3) == 0)
    l.at += 3;
  l.out.items = qn_alloc(l.capacity * sizeof(*l.out.items));
  l.out.marks = qn_alloc(l.mark_capacity * sizeof(*l.out.marks));
  qn_alloc_large(l.out.items, l.capacity * sizeof(*l.out.items));
  if (l.out.items && l.out.marks)
    lex_all(&l);
  else
    l.failed = true;
  *out = l.out;
  if (l.failed) {
    qn_tokens_finish(out);
    return qn_fail_memory(diag, "the tokens of a source");
  }
  out->items[out->count] =
      (qn_token){(uint32_t)source.size, 0, QN_TOKEN_END, 0, 0};
  return qn_ok();
}

void qn_tokens_finish(qn_tokens *tokens) {
  qn_free(tokens->items);
  qn_free(tokens->marks);
  *tokens = (qn_tokens){0};
}

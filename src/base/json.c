// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include "base/buffer.h"
#include "base/map.h"
#include "base/text.h"

typedef struct parser {
  qn_span text;
  size_t at;
  qn_arena *arena;
  qn_diag *diag;
} parser;

static qn_status wrong(parser *p, size_t at, size_t size, const char *what) {
  return qn_fail(p->diag, QN_E_MALFORMED, qn_place_text(p->text, at, size),
                 "%s", what);
}

static qn_status hinted(parser *p, size_t at, const char *what,
                        const char *hint) {
  const qn_status status = wrong(p, at, 1, what);
  qn_diag_hint(p->diag, "%s", hint);
  return status;
}

// The next byte, or -1 at the end.
static int peek(const parser *p) {
  return p->at < p->text.size ? p->text.data[p->at] : -1;
}

static void skip_space(parser *p) {
  while (p->at < p->text.size && strchr(" \t\r\n", p->text.data[p->at]) &&
         p->text.data[p->at])
    ++p->at;
}

// ---- Strings

static bool read_hex(const parser *p, size_t at, uint32_t *out_value) {
  *out_value = 0;
  if (p->text.size - at < 4 || at > p->text.size)
    return false;
  for (size_t i = at; i < at + 4; ++i) {
    const uint8_t c = p->text.data[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0)
      return false;
    *out_value = *out_value << 4 | (uint32_t)digit;
  }
  return true;
}

static void append_point(qn_buffer *out, uint32_t point) {
  if (point < 0x80) {
    qn_buffer_u8(out, (uint8_t)point);
  } else if (point < 0x800) {
    qn_buffer_u8(out, (uint8_t)(0xc0 | point >> 6));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point & 63)));
  } else if (point < 0x10000) {
    qn_buffer_u8(out, (uint8_t)(0xe0 | point >> 12));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point >> 6 & 63)));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point & 63)));
  } else {
    qn_buffer_u8(out, (uint8_t)(0xf0 | point >> 18));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point >> 12 & 63)));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point >> 6 & 63)));
    qn_buffer_u8(out, (uint8_t)(0x80 | (point & 63)));
  }
}

// "\uXXXX" at p->at, which is at the 'u'; two of them for code points beyond 16
// bits.
static qn_status read_unicode(parser *p, qn_buffer *out) {
  const size_t start = p->at - 1;
  uint32_t point, low;
  if (!read_hex(p, p->at + 1, &point))
    return wrong(p, start, 2, "'\\u' needs four hexadecimal digits");
  p->at += 5;
  if (point >= 0xd800 && point < 0xdc00) {
    if (p->text.size - p->at < 6 || p->text.data[p->at] != '\\' ||
        p->text.data[p->at + 1] != 'u' || !read_hex(p, p->at + 2, &low) ||
        low < 0xdc00 || low > 0xdfff)
      return wrong(p, start, 6, "half of a surrogate pair");
    point = 0x10000 + ((point - 0xd800) << 10) + (low - 0xdc00);
    p->at += 6;
  } else if (point >= 0xdc00 && point < 0xe000) {
    return wrong(p, start, 6, "half of a surrogate pair");
  }
  append_point(out, point);
  return qn_ok();
}

static qn_status read_escape(parser *p, qn_buffer *out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  ++p->at; // the backslash
  const int c = peek(p);
  const char *found = c > 0 ? strchr(from, c) : NULL;
  if (c == 'u')
    return read_unicode(p, out);
  if (!found)
    return wrong(p, p->at - 1, 2, "unknown escape in a string");
  qn_buffer_u8(out, (uint8_t)to[found - from]);
  ++p->at;
  return qn_ok();
}

static qn_status read_characters(parser *p, size_t start, qn_buffer *out) {
  for (int c; (c = peek(p)) != '"';) {
    if (c < 0 || c == '\n')
      return wrong(p, start, 1, "a string without its closing quote");
    if (c < 0x20)
      return hinted(p, p->at, "a control character in a string",
                    "Write it as an escape, a tab as \\t.");
    if (c == '\\') {
      QN_TRY(read_escape(p, out));
      continue;
    }
    uint32_t point;
    const qn_str rest = {(const char *)p->text.data + p->at,
                         p->text.size - p->at};
    const size_t size = qn_utf8_decode(rest, &point);
    if (!size)
      return wrong(p, p->at, 1, "invalid UTF-8 in a string");
    qn_buffer_append(out, rest.data, size);
    p->at += size;
  }
  ++p->at;
  return qn_ok();
}

// Reads the string that begins at p->at.
static qn_status read_string(parser *p, qn_str *out_text) {
  const size_t start = p->at++;
  // Most strings need no decoding.
  size_t end = p->at;
  while (end < p->text.size && p->text.data[end] >= 0x20 &&
         p->text.data[end] < 0x7f && p->text.data[end] != '"' &&
         p->text.data[end] != '\\')
    ++end;
  if (end < p->text.size && p->text.data[end] == '"') {
    *out_text = (qn_str){(const char *)p->text.data + p->at, end - p->at};
    p->at = end + 1;
    return qn_ok();
  }
  qn_buffer decoded = {0};
  qn_status status = read_characters(p, start, &decoded);
  if (!qn_failed(status))
    status = qn_buffer_check(&decoded, p->diag);
  if (!qn_failed(status)) {
    *out_text = qn_arena_copy(p->arena, qn_buffer_str(&decoded));
    if (!out_text->data)
      status = qn_fail_memory(p->diag, "a string");
  }
  qn_buffer_finish(&decoded);
  return status;
}

// ---- Numbers and words

static size_t skip_digits(parser *p) {
  const size_t start = p->at;
  while (peek(p) >= '0' && peek(p) <= '9')
    ++p->at;
  return p->at - start;
}

static qn_status read_number(parser *p, qn_json *value) {
  const size_t start = p->at;
  if (peek(p) == '-')
    ++p->at;
  const bool zero = peek(p) == '0';
  const size_t digits = skip_digits(p);
  if (!digits)
    return wrong(p, start, p->at - start, "a number without digits");
  if (zero && digits > 1)
    return wrong(p, start, p->at - start, "a number that begins with 0");
  if (peek(p) == '.') {
    ++p->at;
    if (!skip_digits(p))
      return wrong(p, start, p->at - start, "a number that ends with a point");
  }
  if (peek(p) == 'e' || peek(p) == 'E') {
    ++p->at;
    if (peek(p) == '+' || peek(p) == '-')
      ++p->at;
    if (!skip_digits(p))
      return wrong(p, start, p->at - start, "an exponent without digits");
  }
  value->type = QN_JSON_NUMBER;
  value->text = (qn_str){(const char *)p->text.data + start, p->at - start};
  return qn_ok();
}

static qn_status read_word(parser *p, qn_json *value) {
  static const struct {
    qn_str word;
    qn_json_type type;
  } words[] = {{{"null", 4}, QN_JSON_NULL},
               {{"true", 4}, QN_JSON_TRUE},
               {{"false", 5}, QN_JSON_FALSE}};
  const qn_str rest = {(const char *)p->text.data + p->at,
                       p->text.size - p->at};
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i)
    if (qn_str_starts(rest, words[i].word)) {
      value->type = words[i].type;
      p->at += words[i].word.size;
      return qn_ok();
    }
  const int c = peek(p);
  if (c < 0)
    return wrong(p, p->at, 0, "the text ends where a value is expected");
  if (c == '\'')
    return hinted(p, p->at, "a value cannot begin with a single quote",
                  "Strings stand in double quotes.");
  if (c == '/' || c == '#')
    return hinted(p, p->at, "JSON has no comments",
                  "Remove it, or put the text into a key \"description\".");
  if (c == ']' || c == '}')
    return hinted(p, p->at, "a value is expected here",
                  "JSON has no comma after the last element.");
  return wrong(p, p->at, 1, "a value is expected here");
}

// ---- Arrays and objects

static qn_status read_value(parser *p, unsigned depth, qn_json *value);

static qn_json *append(parser *p, qn_json *parent, qn_json **last) {
  qn_json *item = QN_ARENA_NEW(p->arena, qn_json);
  if (!item) {
    (void)qn_fail_memory(p->diag, "a value");
    return NULL;
  }
  if (*last)
    (*last)->next = item;
  else
    parent->first = item;
  *last = item;
  ++parent->count;
  return item;
}

// After an element: sets `*out_more` when another follows.
static qn_status read_separator(parser *p, char end, bool *out_more) {
  skip_space(p);
  const int c = peek(p);
  if (c == ',' || c == end) {
    ++p->at;
    *out_more = c == ',';
    skip_space(p);
    if (*out_more && peek(p) == end)
      return hinted(p, p->at, "a comma without an element after it",
                    "JSON has no comma after the last element.");
    return qn_ok();
  }
  if (c < 0)
    return wrong(p, p->at, 0,
                 end == ']' ? "the text ends within an array"
                            : "the text ends within an object");
  return wrong(p, p->at, 1,
               end == ']' ? "expected ',' or ']' after an element"
                          : "expected ',' or '}' after a value");
}

static qn_status read_array(parser *p, unsigned depth, qn_json *value) {
  qn_json *last = NULL;
  value->type = QN_JSON_ARRAY;
  ++p->at;
  skip_space(p);
  bool more = peek(p) != ']';
  if (!more)
    ++p->at;
  while (more) {
    qn_json *item = append(p, value, &last);
    if (!item)
      return (qn_status){QN_E_MEMORY};
    QN_TRY(read_value(p, depth, item));
    QN_TRY(read_separator(p, ']', &more));
  }
  return qn_ok();
}

static qn_status read_key(parser *p, qn_json *item, qn_map *keys) {
  skip_space(p);
  if (peek(p) != '"')
    return peek(p) < 0 ? wrong(p, p->at, 0, "the text ends within an object")
                       : wrong(p, p->at, 1,
                               "a key in double quotes is "
                               "expected here");
  item->key_offset = p->at;
  QN_TRY(read_string(p, &item->key));
  item->key_size = p->at - item->key_offset;
  if (qn_map_find_str(keys, item->key))
    return qn_fail(p->diag, QN_E_MALFORMED, qn_json_key_place(p->text, item),
                   "the key '%.*s' is there twice", QN_STR_ARG(item->key));
  QN_TRY(qn_map_put_str(keys, item->key, 1, p->diag));
  skip_space(p);
  if (peek(p) != ':')
    return wrong(p, p->at, peek(p) >= 0, "expected ':' after a key");
  ++p->at;
  return qn_ok();
}

static qn_status read_members(parser *p, unsigned depth, qn_json *value,
                              qn_map *keys) {
  qn_json *last = NULL;
  for (bool more = true; more;) {
    qn_json *item = append(p, value, &last);
    if (!item)
      return (qn_status){QN_E_MEMORY};
    QN_TRY(read_key(p, item, keys));
    QN_TRY(read_value(p, depth, item));
    QN_TRY(read_separator(p, '}', &more));
  }
  return qn_ok();
}

static qn_status read_object(parser *p, unsigned depth, qn_json *value) {
  qn_map keys = {0};
  value->type = QN_JSON_OBJECT;
  ++p->at;
  skip_space(p);
  if (peek(p) == '}') {
    ++p->at;
    return qn_ok();
  }
  const qn_status status = read_members(p, depth, value, &keys);
  qn_map_finish(&keys);
  return status;
}

static qn_status read_value(parser *p, unsigned depth, qn_json *value) {
  skip_space(p);
  value->offset = p->at;
  const int c = peek(p);
  qn_status status;
  if ((c == '[' || c == '{') && depth == QN_JSON_DEPTH_MAX)
    return qn_fail(p->diag, QN_E_LIMIT, qn_place_text(p->text, p->at, 1),
                   "nested deeper than %d levels", QN_JSON_DEPTH_MAX);
  if (c == '[') {
    status = read_array(p, depth + 1, value);
  } else if (c == '{') {
    status = read_object(p, depth + 1, value);
  } else if (c == '"') {
    value->type = QN_JSON_STRING;
    status = read_string(p, &value->text);
  } else if (c == '-' || (c >= '0' && c <= '9')) {
    status = read_number(p, value);
  } else {
    status = read_word(p, value);
  }
  value->size = p->at - value->offset;
  return status;
}

// ---- Use

qn_status qn_json_parse(qn_span text, qn_arena *arena, const qn_json **out_root,
                        qn_diag *diag) {
  parser p = {.text = text, .arena = arena, .diag = diag};
  qn_json *root = QN_ARENA_NEW(arena, qn_json);
  if (!root)
    return qn_fail_memory(diag, "a value");
  if (text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0)
    p.at = 3; // a byte-order mark, as some editors write it
  QN_TRY(read_value(&p, 0, root));
  skip_space(&p);
  if (p.at != text.size)
    return wrong(&p, p.at, 1, "more text after the end of the value");
  *out_root = root;
  return qn_ok();
}

const qn_json *qn_json_get(const qn_json *value, const char *key) {
  if (!value || value->type != QN_JSON_OBJECT)
    return NULL;
  for (const qn_json *item = value->first; item; item = item->next)
    if (qn_str_equal(item->key, qn_str_from(key)))
      return item;
  return NULL;
}

qn_place qn_json_place(qn_span text, const qn_json *value) {
  return qn_place_text(text, value->offset, value->size);
}

qn_place qn_json_key_place(qn_span text, const qn_json *value) {
  return qn_place_text(text, value->key_offset, value->key_size);
}

bool qn_json_int(const qn_json *value, int64_t *out_value) {
  return value->type == QN_JSON_NUMBER && qn_text_int(value->text, out_value);
}

const char *qn_json_type_name(qn_json_type type) {
  static const char *const names[] = {
      [QN_JSON_NULL] = "null",       [QN_JSON_FALSE] = "false",
      [QN_JSON_TRUE] = "true",       [QN_JSON_NUMBER] = "a number",
      [QN_JSON_STRING] = "a string", [QN_JSON_ARRAY] = "a list",
      [QN_JSON_OBJECT] = "an object"};
  return names[type];
}

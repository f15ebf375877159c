// SPDX-License-Identifier: Apache-2.0
#include "formats/encoding/yaml.h"

#include "base/text.h"

qn_yaml qn_yaml_over(qn_span text, uint64_t origin) {
  return (qn_yaml){.text = qn_span_str(text), .origin = origin};
}

static void fail(qn_yaml *y, const char *wrong, size_t at) {
  if (!y->wrong) {
    y->wrong = wrong;
    y->wrong_at = at;
  }
}

static qn_str trim(qn_str s) {
  while (s.size && s.data[0] == ' ')
    s = qn_str_skip(s, 1);
  while (s.size && (s.data[s.size - 1] == ' ' || s.data[s.size - 1] == '\r' ||
                    s.data[s.size - 1] == '\0'))
    --s.size;
  return s;
}

// The size of the quoted text at the start of `s`, including its closing quote;
// 0: it does not end. Two single quotes in a row stand for one.
static size_t quoted_size(qn_str s) {
  const char quote = s.data[0];
  for (size_t i = 1; i < s.size; ++i) {
    if (quote == '"' && s.data[i] == '\\')
      ++i;
    else if (s.data[i] == quote && quote == '\'' && i + 1 < s.size &&
             s.data[i + 1] == quote)
      ++i;
    else if (s.data[i] == quote)
      return i + 1;
  }
  return 0;
}

static bool is_quoted(qn_str s) {
  return s.size && (s.data[0] == '\'' || s.data[0] == '"');
}

// The scalar in `s`, without quotes and comment.
static qn_str read_scalar(qn_yaml *y, qn_str s, size_t line_at) {
  s = trim(s);
  if (is_quoted(s)) {
    const size_t size = quoted_size(s);
    if (!size)
      fail(y, "a closing quote", line_at);
    return size ? (qn_str){s.data + 1, size - 2} : (qn_str){0};
  }
  for (size_t i = 0; i < s.size; ++i)
    if (s.data[i] == '#' && (i == 0 || s.data[i - 1] == ' '))
      return trim((qn_str){s.data, i});
  return s;
}

// Where the ':' after the key at the start of `s` is; s.size: there is no key.
static size_t find_colon(qn_str s) {
  size_t i = is_quoted(s) ? quoted_size(s) : 0;
  for (; i < s.size; ++i)
    if (s.data[i] == ':' &&
        (i + 1 == s.size || s.data[i + 1] == ' ' || s.data[i + 1] == '\r'))
      return i;
  return s.size;
}

// Removes the keys that a line at `indent` is not nested in.
static void leave_keys(qn_yaml *y, size_t indent) {
  if (y->depth > QN_YAML_DEPTH_MAX &&
      indent <= y->keys[QN_YAML_DEPTH_MAX - 1].indent)
    y->depth = QN_YAML_DEPTH_MAX;
  while (y->depth && y->depth <= QN_YAML_DEPTH_MAX &&
         y->keys[y->depth - 1].indent >= indent)
    --y->depth;
}

static void enter_key(qn_yaml *y, size_t indent, qn_str key) {
  if (y->depth < QN_YAML_DEPTH_MAX) {
    y->keys[y->depth].indent = indent;
    y->keys[y->depth].key = key;
  }
  if (y->depth <= QN_YAML_DEPTH_MAX)
    ++y->depth;
}

// A key without a value is pushed when the next line is read.
static void read_body(qn_yaml *y, qn_str body, size_t indent, size_t line_at,
                      qn_yaml_line *out) {
  while (qn_str_starts(body, QN_STR("- ")) ||
         qn_str_equal(trim(body), QN_STR("-"))) {
    out->item = true;
    size_t skip = 1;
    while (skip < body.size && body.data[skip] == ' ')
      ++skip;
    body = qn_str_skip(body, skip);
    indent += skip;
  }
  leave_keys(y, indent);
  const size_t colon = find_colon(body);
  if (colon == body.size) {
    out->value = read_scalar(y, body, line_at);
    return;
  }
  out->key = read_scalar(y, (qn_str){body.data, colon}, line_at);
  out->value = read_scalar(y, qn_str_skip(body, colon + 1), line_at);
  if (out->value.size == 0)
    enter_key(y, indent, out->key);
}

bool qn_yaml_next(qn_yaml *y, qn_yaml_line *out_line) {
  while (!y->wrong && y->at < y->text.size) {
    const size_t start = y->at;
    const qn_str rest = qn_str_skip(y->text, start);
    const size_t size = qn_str_find(rest, '\n');
    const qn_str line = {rest.data, size};
    y->at = start + size + (size < rest.size);
    size_t indent = 0;
    while (indent < line.size && line.data[indent] == ' ')
      ++indent;
    const qn_str body = qn_str_skip(line, indent), text = trim(body);
    if (text.size == 0 || text.data[0] == '#' ||
        (indent == 0 && qn_str_starts(text, QN_STR("---"))))
      continue;
    if (indent == 0 && qn_str_equal(text, QN_STR("..."))) {
      y->at = y->text.size;
      return false;
    }
    if (text.data[0] == '\t') {
      fail(y, "spaces as the indent", start);
      return false;
    }
    *out_line = (qn_yaml_line){0};
    read_body(y, body, indent, start, out_line);
    return !y->wrong;
  }
  return false;
}

bool qn_yaml_below(const qn_yaml *y, const char *const *keys) {
  // A key that the line itself pushes is not an enclosing one.
  size_t i = 0;
  for (; keys[i]; ++i)
    if (i >= y->depth || i >= QN_YAML_DEPTH_MAX ||
        !qn_str_equal(y->keys[i].key, qn_str_from(keys[i])))
      return false;
  return i == y->depth;
}

qn_status qn_yaml_finish(const qn_yaml *y, qn_diag *diag) {
  if (!y->wrong)
    return qn_ok();
  return qn_fail(diag, QN_E_MALFORMED,
                 (qn_place){.offset = y->origin + y->wrong_at, .field = "YAML"},
                 "expected %s in the YAML text", y->wrong);
}

size_t qn_yaml_numbers(qn_str value, uint64_t *out_numbers, size_t capacity) {
  if (value.size < 2 || value.data[0] != '[' ||
      value.data[value.size - 1] != ']')
    return 0;
  qn_str rest = {value.data + 1, value.size - 2}, piece;
  size_t count = 0;
  while (count < capacity && qn_str_split(&rest, ',', &piece))
    if (!qn_text_uint(trim(piece), &out_numbers[count++]))
      return 0;
  return count;
}

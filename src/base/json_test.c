// SPDX-License-Identifier: Apache-2.0
#include "base/json.h"

#include "support/test.h"

static qn_span span(const char *text) {
  return (qn_span){(const uint8_t *)text, strlen(text)};
}

static const char sample[] = "{\n  \"name\": \"a\\u00e9\\n\\ud83d\\ude00\",\n"
                             "  \"list\": [1, -2.5e3, true, false, null, {}],\n"
                             "  \"empty\": []\n}\n";

static void test_values(void) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  const qn_json *root;
  int64_t number;
  CHECK_OK(qn_json_parse(span(sample), &arena, &root, &diag), &diag);
  CHECK_INT(root->type, QN_JSON_OBJECT);
  CHECK_INT(root->count, 3);
  CHECK_STR(qn_json_get(root, "name")->text, "a\xc3\xa9\n\xf0\x9f\x98\x80");
  const qn_json *list = qn_json_get(root, "list");
  CHECK_INT(list->count, 6);
  CHECK(qn_json_int(list->first, &number) && number == 1);
  CHECK(!qn_json_int(list->first->next, &number));
  CHECK_STR(list->first->next->text, "-2.5e3");
  CHECK_INT(qn_json_get(root, "empty")->count, 0);
  CHECK(!qn_json_get(root, "nam"));
  CHECK(!qn_json_get(list, "name"));
  const qn_place place = qn_json_place(span(sample), list->first->next);
  CHECK_INT(place.line, 3);
  CHECK_INT(place.column, 15);
  CHECK_INT(place.size, 6);
  CHECK_INT(qn_json_key_place(span(sample), list).column, 3);
  qn_arena_finish(&arena);
}

// What is wrong, and the place that must be reported.
static const struct {
  const char *text, *message;
  uint32_t line, column;
} bad[] = {
    {"", "the text ends where a value is expected", 1, 1},
    {"{\"a\": 1,}", "a comma without an element after it", 1, 9},
    {"[1, 2,\n]", "a comma without an element after it", 2, 1},
    {"[1 2]", "expected ',' or ']' after an element", 1, 4},
    {"{\"a\" 1}", "expected ':' after a key", 1, 6},
    {"{\"a\": 1 \"b\": 2}", "expected ',' or '}' after a value", 1, 9},
    {"{a: 1}", "a key in double quotes is expected here", 1, 2},
    {"{\"a\": 1,\n \"a\": 2}", "the key 'a' is there twice", 2, 2},
    {"{\"a\": 'x'}", "a value cannot begin with a single quote", 1, 7},
    {"// note\n{}", "JSON has no comments", 1, 1},
    {"[\"a]", "a string without its closing quote", 1, 2},
    {"[\"a\nb\"]", "a string without its closing quote", 1, 2},
    {"[\"a\tb\"]", "a control character in a string", 1, 4},
    {"[\"\\x\"]", "unknown escape in a string", 1, 3},
    {"[\"\\u12g4\"]", "'\\u' needs four hexadecimal digits", 1, 3},
    {"[\"\\ud800\"]", "half of a surrogate pair", 1, 3},
    {"[\"\\udc00\"]", "half of a surrogate pair", 1, 3},
    {"[\"\xff\"]", "invalid UTF-8 in a string", 1, 3},
    {"[01]", "a number that begins with 0", 1, 2},
    {"[1.]", "a number that ends with a point", 1, 2},
    {"[1e]", "an exponent without digits", 1, 2},
    {"[-]", "a number without digits", 1, 2},
    {"[NaN]", "a value is expected here", 1, 2},
    {"[1] x", "more text after the end of the value", 1, 5},
    {"[[1]", "the text ends within an array", 1, 5},
    {"{\"a\": 1", "the text ends within an object", 1, 8},
};

static void test_failures(void) {
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    qn_arena arena = {0};
    qn_diag diag = {0};
    const qn_json *root = NULL;
    CHECK_INT(qn_json_parse(span(bad[i].text), &arena, &root, &diag).code,
              QN_E_MALFORMED);
    CHECK_TEXT(diag.message, bad[i].message);
    CHECK_INT(diag.place.line, bad[i].line);
    CHECK_INT(diag.place.column, bad[i].column);
    CHECK(!root);
    qn_arena_finish(&arena);
  }
}

static void test_depth(void) {
  char deep[2 * QN_JSON_DEPTH_MAX + 3];
  for (int extra = 0; extra < 2; ++extra) {
    const size_t levels = QN_JSON_DEPTH_MAX + (size_t)extra;
    qn_arena arena = {0};
    const qn_json *root;
    memset(deep, '[', levels);
    memset(deep + levels, ']', levels);
    const qn_span text = {(const uint8_t *)deep, 2 * levels};
    CHECK_INT(qn_json_parse(text, &arena, &root, NULL).code,
              extra ? QN_E_LIMIT : QN_OK);
    qn_arena_finish(&arena);
  }
}

// No proper prefix of a document is a document.
static void test_prefixes(void) {
  for (size_t size = 0; size + 2 < sizeof(sample); ++size) {
    qn_arena arena = {0};
    const qn_json *root;
    CHECK(qn_failed(qn_json_parse((qn_span){(const uint8_t *)sample, size},
                                  &arena, &root, NULL)));
    qn_arena_finish(&arena);
  }
}

static bool parse_sample(void) {
  qn_arena arena = {0};
  qn_diag diag = {0};
  const qn_json *root;
  const qn_status status = qn_json_parse(span(sample), &arena, &root, &diag);
  qn_arena_finish(&arena);
  CHECK(!qn_failed(status) || status.code == QN_E_MEMORY);
  return !qn_failed(status);
}

int main(void) {
  test_values();
  test_failures();
  test_depth();
  test_prefixes();
  CHECK(test_fail_allocations(parse_sample) > 0);
  return 0;
}

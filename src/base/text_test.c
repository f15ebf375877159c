// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include "support/test.h"

static const char *printed(qn_str text, bool json) {
  static qn_buffer out;
  qn_buffer_clear(&out);
  if (json)
    qn_text_json(text, &out);
  else
    qn_text_print(text, &out);
  return qn_buffer_text(&out);
}

static const char *real(double value) {
  static qn_buffer out;
  qn_buffer_clear(&out);
  qn_text_json_real(value, &out);
  return qn_buffer_text(&out);
}

static const char *size(uint64_t value) {
  static qn_buffer out;
  qn_buffer_clear(&out);
  qn_text_size(value, &out);
  return qn_buffer_text(&out);
}

static bool glob(const char *pattern, const char *text) {
  return qn_text_glob(qn_str_from(pattern), qn_str_from(text));
}

static void test_escapes(void) {
  CHECK_TEXT(printed(QN_STR("a\tb\n\x1b[1m\x7f"), false),
             "a\\tb\\n\\x1b[1m\\x7f");
  CHECK_TEXT(printed(QN_STR("\xff\xc3\xa9\xc3"), false), "\\xff\xc3\xa9\\xc3");
  CHECK_TEXT(printed(QN_STR("a\"\\\n\x01"), true), "\"a\\\"\\\\\\n\\u0001\"");
  CHECK_TEXT(printed(QN_STR("\xed\xa0\x80"), true), // a lone surrogate
             "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
  // C1 control characters are escaped too, also when encoded as UTF-8.
  CHECK_TEXT(printed(QN_STR("\xc2\x9b"), false), "\\xc2\\x9b");
  CHECK_TEXT(printed((qn_str){"a\0b", 3}, false), "a\\x00b");
}

// Every code point, encoded by the rules, decodes to itself; no other sequence
// of up to three bytes decodes to it.
static void test_utf8(void) {
  for (uint32_t a = 0; a < 256; ++a)
    for (uint32_t b = 0; b < 256; ++b) {
      const char bytes[2] = {(char)a, (char)b};
      uint32_t point;
      const size_t used = qn_utf8_decode((qn_str){bytes, 2}, &point);
      const bool two = a >= 0xc2 && a <= 0xdf && b >= 0x80 && b <= 0xbf;
      CHECK_INT(used, a < 0x80 ? 1 : two ? 2 : 0);
      if (two)
        CHECK_INT(point, (a & 31) << 6 | (b & 63));
    }
  uint32_t point;
  CHECK_INT(qn_utf8_decode(QN_STR("\xf0\x9f\x98\x80"), &point), 4);
  CHECK_INT(point, 0x1f600);
  CHECK_INT(qn_utf8_decode(QN_STR("\xf0\x80\x80\x80"), &point), 0); // overlong
  CHECK_INT(qn_utf8_decode(QN_STR("\xf4\x90\x80\x80"), &point), 0); // too large
  CHECK_INT(qn_utf8_decode(QN_STR("\xe2\x82"), &point), 0);         // cut
}

static void test_numbers(void) {
  CHECK_TEXT(real(0.1), "0.1");
  CHECK_TEXT(real(1.0 / 3), "0.3333333333333333");
  CHECK_TEXT(real(-0.0), "-0");
  CHECK_TEXT(real(1e300), "1e+300");
  CHECK_TEXT(real(1.0 / 0.0), "null");
  CHECK_TEXT(size(1), "1 byte");
  CHECK_TEXT(size(999), "999 bytes");
  CHECK_TEXT(size(1234), "1.2 kB");
  CHECK_TEXT(size(41234), "41 kB");
  CHECK_TEXT(size(999600), "1.0 MB");
  CHECK_TEXT(size(UINT64_MAX), "18 EB");
  uint64_t u;
  int64_t i;
  CHECK(qn_text_uint(QN_STR("18446744073709551615"), &u) && u == UINT64_MAX);
  CHECK(!qn_text_uint(QN_STR("18446744073709551616"), &u));
  CHECK(qn_text_uint(QN_STR("0xFf"), &u) && u == 255);
  CHECK(!qn_text_uint(QN_STR("0x"), &u) && !qn_text_uint(QN_STR(""), &u));
  CHECK(!qn_text_uint(QN_STR("1 "), &u) && !qn_text_uint(QN_STR("+1"), &u));
  CHECK(qn_text_int(QN_STR("-9223372036854775808"), &i) && i == INT64_MIN);
  CHECK(!qn_text_int(QN_STR("9223372036854775808"), &i));
  CHECK(!qn_text_int(QN_STR("--1"), &i));
}

static void test_glob(void) {
  CHECK(glob("", "") && !glob("", "a") && glob("*", "") && glob("*", "abc"));
  CHECK(glob("a*c", "abc") && glob("a*c", "ac") && !glob("a*c", "acb"));
  CHECK(glob("*axpy*", "saxpy_f32") && !glob("?axpy", "axpy"));
  CHECK(glob("gfx[0-9]*", "gfx90a") && !glob("gfx[!0-9]*", "gfx90a"));
  CHECK(glob("[]]", "]") && glob("[a-]", "-") && glob("[", "["));
  // Exponential time in a recursive matcher.
  char text[201] = {0}, pattern[101] = {0};
  memset(text, 'a', 200);
  for (int i = 0; i < 100; i += 2)
    memcpy(pattern + i, "a*", 2);
  pattern[99] = 'b';
  CHECK(!glob(pattern, text));
}

int main(void) {
  test_escapes();
  test_utf8();
  test_numbers();
  test_glob();
  CHECK_INT(qn_text_width(QN_STR("a\xc3\xa9z")), 3);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "base/diag.h"

#include <errno.h>

#include "base/buffer.h"
#include "support/test.h"

static const char *shown(const qn_diag *diag, qn_span input, bool color,
                         bool json) {
  static qn_buffer out;
  qn_buffer_clear(&out);
  const qn_diag_view view = {"a.bin", input, color, json};
  qn_diag_write(diag, QN_ERROR, &view, &out);
  return qn_buffer_text(&out);
}

static void test_first_wins(void) {
  qn_diag diag = {0};
  qn_diag_context(&diag, "nothing");
  qn_diag_hint(&diag, "Nothing.");
  CHECK(!diag.context[0] && !diag.hint[0]);
  CHECK(qn_fail(&diag, QN_E_LIMIT, QN_NOWHERE, "first").code == QN_E_LIMIT);
  CHECK(qn_fail(&diag, QN_E_IO, QN_NOWHERE, "second").code == QN_E_IO);
  CHECK_TEXT(diag.message, "first");
  CHECK(qn_fail(NULL, QN_E_IO, QN_NOWHERE, "nobody listens").code == QN_E_IO);
  errno = ENOENT;
  diag = (qn_diag){0};
  (void)qn_fail_errno(&diag, "open", "x.bin");
  CHECK_TEXT(diag.message, "could not open 'x.bin': No such file or directory");
}

static void test_binary(void) {
  uint8_t bytes[54] = {0};
  for (uint8_t i = 0; i < 6; ++i)
    bytes[48 + i] = (uint8_t)(i + 1);
  const qn_span input = {bytes, sizeof(bytes)};
  qn_diag diag = {0};
  (void)qn_fail(&diag, QN_E_MALFORMED, (qn_place){0x34, 255, "image.code"},
                "image.code needs 255 bytes at 0x34, only 2 remain");
  qn_diag_context(&diag, "reading image %d of %d", 2, 2);
  qn_diag_context(&diag, "reading 'a.bin'");
  qn_diag_hint(&diag, "The file looks truncated; check the copy.");
  CHECK_TEXT(
      shown(&diag, input, false, false),
      "error[malformed]: image.code needs 255 bytes at 0x34, only 2 remain\n"
      "  --> a.bin:0x34\n"
      "   | 00000030: 01 02 03 04 05 06\n"
      "   |                       ^~~~~ image.code\n"
      "   = while reading image 2 of 2\n"
      "   = while reading 'a.bin'\n"
      "   = hint: The file looks truncated; check the copy.\n");
  CHECK_TEXT(
      shown(&diag, input, false, true),
      "{\"schema\":\"quern.diagnostic/1\",\"severity\":\"error\",\"code\":"
      "\"malformed\",\"message\":\"image.code needs 255 bytes at 0x34, only 2 "
      "remain\",\"path\":\"a.bin\",\"offset\":52,\"size\":255,\"field\":"
      "\"image.code\",\"context\":[\"reading image 2 of 2\",\"reading "
      "'a.bin'\"],\"hint\":\"The file looks truncated; check the copy.\"}\n");
  CHECK(strstr(shown(&diag, input, true, false),
               "\x1b[1;31merror[malformed]\x1b[0m: \x1b[1mimage.code"));
}

static void test_source(void) {
  const qn_span text = qn_str_span(QN_STR("one\n\ttwo caf\xc3\xa9 x, y\n"));
  qn_diag diag = {0};
  (void)qn_fail(&diag, QN_E_MALFORMED, qn_place_text(text, 15, 2),
                "expected '}', found 'x'");
  CHECK_INT(diag.place.line, 2);
  CHECK_INT(diag.place.column, 12);
  CHECK_TEXT(shown(&diag, text, false, false),
             "error[malformed]: expected '}', found 'x'\n"
             "  --> a.bin:2:12\n"
             "   | 2:  two caf\xc3\xa9 x, y\n"
             "   |              ^~\n");
  // At the very end, in an empty text, and in a long line.
  diag = (qn_diag){0};
  (void)qn_fail(&diag, QN_E_MALFORMED, qn_place_text(text, 99, 0), "end");
  CHECK_TEXT(shown(&diag, text, false, false), "error[malformed]: end\n"
                                               "  --> a.bin:3:1\n"
                                               "   | 3: \n"
                                               "   |    ^\n");
  CHECK(shown(&diag, (qn_span){0}, false, false));
  char line[1000];
  memset(line, 'a', sizeof(line));
  const qn_span large = {(const uint8_t *)line, sizeof(line)};
  diag = (qn_diag){0};
  (void)qn_fail(&diag, QN_E_MALFORMED, qn_place_text(large, 500, 600), "far");
  const char *got = shown(&diag, large, false, false);
  CHECK(strlen(got) < 400 && strstr(got, "   | 1: ...aaa"));
}

static void test_long_texts(void) {
  qn_diag diag = {0};
  char name[1000];
  memset(name, 'x', sizeof(name));
  memcpy(name + 240, "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 12);
  name[999] = '\0';
  (void)qn_fail(&diag, QN_E_IO, QN_NOWHERE, "%s", name);
  CHECK(strlen(diag.message) < sizeof(diag.message));
  CHECK(strcmp(diag.message + strlen(diag.message) - 3, "...") == 0);
  CHECK(!strstr(shown(&diag, (qn_span){0}, false, false), "\\x"));
  for (int i = 0; i < 100; ++i)
    qn_diag_context(&diag, "in a very deep place number %d", i);
  CHECK(strlen(diag.context) < sizeof(diag.context));
}

static unsigned seen;
static void see(void *user, qn_severity severity, const qn_diag *diag,
                const char *path, qn_span input) {
  (void)input;
  CHECK(user == &seen && diag->message[0] && strcmp(path, "p") == 0);
  CHECK(severity != QN_ERROR || diag->code == QN_E_MALFORMED);
  ++seen;
}

static void test_report(void) {
  qn_report report = {.emit = see, .user = &seen, .maximum = 2, .path = "p"};
  qn_report_note(&report, QN_NOWHERE, "a %d", 1);
  qn_report_warning(&report, QN_NOWHERE, "b");
  qn_report_error(&report, QN_E_MALFORMED, QN_NOWHERE, "c");
  qn_report_error(NULL, QN_E_MALFORMED, QN_NOWHERE, "nobody listens");
  CHECK_INT(seen, 2);
  CHECK(report.counts[QN_NOTE] == 1 && report.counts[QN_WARNING] == 1 &&
        report.counts[QN_ERROR] == 1);
}

int main(void) {
  test_first_wins();
  test_binary();
  test_source();
  test_long_texts();
  test_report();
  for (unsigned code = 0; code <= QN_E_INTERNAL; ++code)
    CHECK(qn_code_name((qn_code)code));
  return 0;
}

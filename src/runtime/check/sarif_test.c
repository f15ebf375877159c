// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "runtime/check/print.h"
#include "support/test.h"

static const qn_check_frame place = {
    .file = {"/srv/a/src/x y.cu", 17}, .line = 3, .column = 7};

static void print(const qn_check_shown *shown, char *text, size_t size) {
  const qn_out_params params = {.format = QN_OUT_JSON, .fd = -1};
  qn_out *o = qn_out_create(&params);
  qn_check_print_sarif(o, &(qn_check_log){.root = "/srv/a",
                                          .program = "/opt/app",
                                          .all = &shown,
                                          .count = 1});
  CHECK(!qn_failed(qn_out_finish(o, NULL)));
  const qn_str log = qn_out_memory(o);
  const size_t kept = log.size < size - 1 ? log.size : size - 1;
  memcpy(text, log.data, kept);
  text[kept] = '\0';
  qn_out_destroy(&o);
}

// Where a result begins: behind the rules and the root.
static const char *result_in(const char *text) {
  const char *found = strstr(text, "\"results\"");
  CHECK(found != NULL);
  return found;
}

static void test_texts(void) {
  static char text[1 << 16];
  qn_check_shown s = {.kernel = "f<S{1}>", .sides = {{.count = 1}}};
  s.finding.rule = QN_CHECK_LEAK;
  qn_check_say(&s.finding, "what {0} says");
  s.sides[0].frames[0] = place;
  print(&s, text, sizeof(text));
  const char *result = result_in(text);
  CHECK(strstr(result, "what {{0}} says in kernel 'f<S{{1}}>'"));
  CHECK(strstr(result, "\"src/x%20y.cu\""));
  CHECK(strstr(result, "%SRCROOT%"));
  CHECK(strstr(result, "startLine"));
  CHECK(strstr(text, "file:///srv/a/"));
}

// Without a line the program is the place, as services ask for one.
static void test_no_place(void) {
  static char text[1 << 16];
  qn_check_shown s = {.kernel = ""};
  s.finding.rule = QN_CHECK_LEAK;
  qn_check_say(&s.finding, "a leak");
  print(&s, text, sizeof(text));
  CHECK(strstr(result_in(text), "file:///opt/app"));
  CHECK(!strstr(result_in(text), "region"));
  s.sides[0].count = 1;
  s.sides[0].frames[0] = place;
  s.sides[0].frames[0].line = 0;
  print(&s, text, sizeof(text));
  CHECK(strstr(result_in(text), "x%20y.cu"));
  CHECK(!strstr(result_in(text), "region"));
}

int main(void) {
  test_texts();
  test_no_place();
  return 0;
}

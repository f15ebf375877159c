// SPDX-License-Identifier: Apache-2.0
#include "base/system/rule.h"

#include "support/test.h"

// Checks that `rules` name the paths of `wanted`, joined by '|'.
static void check_paths(const char *rules, const char *wanted) {
  qn_arena arena = {0};
  qn_buffer out = {0};
  qn_str rest = qn_str_from(rules);
  for (char *path; (path = qn_rule_next(&rest, &arena)) != NULL;)
    qn_buffer_printf(&out, "%s%s", out.size ? "|" : "", path);
  qn_buffer_u8(&out, 0);
  CHECK_TEXT((const char *)out.data, wanted);
  qn_buffer_finish(&out);
  qn_arena_finish(&arena);
}

static void test_reading(void) {
  check_paths("", "");
  check_paths("a.o:", "");
  check_paths("a.o: b.c", "b.c");
  check_paths("a.o: b.c \\\n  c.h\\\n d.h\n", "b.c|c.h|d.h");
  check_paths("a.o: b.c \\\r\n c.h\r\n", "b.c|c.h");
  check_paths("a.o: b\\ c.h d\\#e.h f$$g.h", "b c.h|d#e.h|f$g.h");
  check_paths("a.o: x.h\nx.h:\n\nb.o: y.h", "x.h|y.h");
  check_paths("a.o: back\\slash.h end\\", "back\\slash.h|end\\");
  check_paths("a.o: one$two", "one$two");
}

static void test_writing(void) {
  qn_buffer rule = {0};
  qn_rule_begin(&rule, "a b.o");
  qn_rule_add(&rule, "c#d.h");
  qn_rule_add(&rule, "e$f.h");
  qn_buffer_u8(&rule, 0);
  CHECK_TEXT((const char *)rule.data, "a\\ b.o: \\\n  c\\#d.h \\\n  e$$f.h");
  check_paths((const char *)rule.data, "c#d.h|e$f.h");
  qn_buffer_finish(&rule);
}

static void test_path(void) {
  qn_arena arena = {0};
  CHECK_TEXT(qn_rule_path(&arena, "dir.x/a.o"), "dir.x/a.d");
  CHECK_TEXT(qn_rule_path(&arena, "dir.x/a"), "dir.x/a.d");
  CHECK_TEXT(qn_rule_path(&arena, "a.tar.gz"), "a.tar.d");
  CHECK_TEXT(qn_rule_path(&arena, ".hidden"), ".hidden.d");
  qn_arena_finish(&arena);
}

int main(void) {
  test_reading();
  test_writing();
  test_path();
  return 0;
}

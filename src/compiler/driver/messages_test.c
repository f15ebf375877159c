// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/messages.h"

#include "support/test.h"

static qn_target targets[3];
static qn_compile_params params = {.targets = targets, .target_count = 3};

static void add(qn_message_set *set, size_t target, const char *text) {
  qn_diag diag = {0};
  CHECK_OK(qn_messages_add(set, target, qn_str_from(text), &diag), &diag);
}

static void expect(qn_message_set *set, const char *wanted) {
  qn_diag diag = {0};
  qn_buffer out = {0};
  CHECK_OK(qn_messages_print(set, &params, &out, &diag), &diag);
  CHECK_TEXT(qn_buffer_text(&out), wanted);
  qn_buffer_finish(&out);
  qn_messages_finish(set);
}

static const char first[] = "a.cu:1:2: error: no x\n"
                            "    1 |  x\n"
                            "      |  ^\n"
                            "a.h:5:1: note: declared here\n";
static const char second[] = "In file included from a.cu:1:\n"
                             "In file included from b.h:7:\n"
                             "c.h:3:4: warning: odd [-Wodd]\n"
                             "    3 | y\n";

// A message of all targets is printed once, without a prefix.
static void test_merging(void) {
  qn_message_set set = {0};
  char both[1024];
  snprintf(both, sizeof(both), "%s%s1 warning and 1 error generated.\n", first,
           second);
  for (size_t i = 0; i < 3; ++i)
    add(&set, i, both);
  CHECK_INT(set.count, 2);
  snprintf(both, sizeof(both), "%s%s", first, second);
  expect(&set, both);
}

static void test_prefixes(void) {
  qn_message_set set = {0};
  add(&set, 0, first);
  add(&set, 2, second);
  add(&set, 2, first);
  char wanted[1024];
  snprintf(wanted, sizeof(wanted), "[one, three] %s[three] %s", first, second);
  expect(&set, wanted);
}

// A hint stands once, below the first message that it is for.
static void test_hints(void) {
  static const char odd[] = "a.cu:%d:2: error: call to __host__ function from "
                            "__global__ function\n";
  qn_message_set set = {0};
  char one[128], other[128], wanted[512];
  snprintf(one, sizeof(one), odd, 1);
  snprintf(other, sizeof(other), odd, 2);
  for (size_t i = 0; i < 3; ++i) {
    add(&set, i, one);
    add(&set, i, other);
  }
  snprintf(wanted, sizeof(wanted),
           "%s   = hint: Code for the device can call it when it is marked "
           "__device__, or __host__ __device__.\n%s",
           one, other);
  expect(&set, wanted);
}

// A last line without its end, nothing at all, and the same message twice.
static void test_edges(void) {
  qn_message_set set = {0};
  add(&set, 1, "");
  add(&set, 1, "ld.lld: error: undefined symbol: f\n>>> used by k");
  add(&set, 1, "ld.lld: error: undefined symbol: f\n>>> used by k");
  CHECK_INT(set.count, 1);
  expect(&set, "[two] ld.lld: error: undefined symbol: f\n>>> used by k\n");
  add(&set, 0, "ptxas info    : one\nptxas warning : two\n");
  CHECK_INT(set.count, 2);
  qn_messages_finish(&set);
  add(&set, 0, "3 errors generated.\n");
  expect(&set, "");
  qn_diag diag = {0};
  CHECK(qn_failed(qn_messages_add(&set, 4096, QN_STR("x"), &diag)));
  CHECK_INT(diag.code, QN_E_LIMIT);
  qn_messages_finish(&set);
}

// Colour escapes do not hide where messages begin.
static void test_colour(void) {
  qn_message_set set = {0};
  add(&set, 0,
      "\033[1ma.cu:1:1: \033[0m\033[0;1;31merror: \033[0mno\n"
      "\033[1mb.cu:1:1: \033[0m\033[0;1;31merror: \033[0mno\n");
  CHECK_INT(set.count, 2);
  qn_messages_finish(&set);
}

// ---- Dependencies

static void depend(const char *rules, const char *wanted, size_t size) {
  qn_diag diag = {0};
  qn_buffer out = {0};
  CHECK_OK(qn_messages_dependencies(qn_str_from(rules), &out, &diag), &diag);
  CHECK_INT(out.size, size);
  CHECK(size == 0 || memcmp(out.data, wanted, size) == 0);
  qn_buffer_finish(&out);
}

#define DEPEND(rules, wanted) depend(rules, wanted, sizeof(wanted) - 1)

static void test_dependencies(void) {
  DEPEND("a.bc: a.cu", "a.cu\0");
  DEPEND("a.bc: b.h a.cu \\\n  b.h \\\n /usr/x.h\n", "/usr/x.h\0a.cu\0b.h\0");
  DEPEND("a.bc: my\\ file.h cost$$.h\n", "cost$.h\0my file.h\0");
  DEPEND("a.bc: a.cu\nb.bc: a.cu b.cu\n", "a.cu\0b.cu\0");
  DEPEND("a.bc: back\\slash.h\n", "back\\slash.h\0");
  DEPEND("a.bc: a\\#b.h\n", "a#b.h\0");
  depend("", "", 0);
  depend("a.bc:\n", "", 0);
}

int main(void) {
  static const char *const names[] = {"one", "two", "three"};
  for (size_t i = 0; i < 3; ++i)
    snprintf(targets[i].name, sizeof(targets[i].name), "%s", names[i]);
  test_merging();
  test_prefixes();
  test_hints();
  test_edges();
  test_colour();
  test_dependencies();
  return 0;
}

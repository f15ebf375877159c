// SPDX-License-Identifier: Apache-2.0
#include "cli/core/opt.h"

#include "support/test.h"

typedef struct options {
  bool flag, yes;
  unsigned count, choice;
  const char *text, *none;
  qn_opt_list list;
  int64_t number;
  double real;
} options;

static const qn_opt opts[] = {
    {.name = "flag",
     .letter = 'f',
     .kind = QN_OPT_FLAG,
     .offset = offsetof(options, flag)},
    {.name = "yes",
     .kind = QN_OPT_FLAG,
     .offset = offsetof(options, yes),
     .initial = "yes",
     .flags = QN_OPT_NEGATABLE},
    {.name = "count",
     .letter = 'c',
     .kind = QN_OPT_COUNT,
     .offset = offsetof(options, count)},
    {.name = "choice",
     .kind = QN_OPT_CHOICE,
     .choices = "none|zstd",
     .initial = "zstd",
     .offset = offsetof(options, choice)},
    {.name = "text",
     .letter = 't',
     .kind = QN_OPT_STRING,
     .value = "TEXT",
     .initial = "a",
     .offset = offsetof(options, text)},
    {.name = "none", .kind = QN_OPT_STRING, .offset = offsetof(options, none)},
    {.letter = 'I', .kind = QN_OPT_LIST, .offset = offsetof(options, list)},
    {.name = "include",
     .kind = QN_OPT_LIST,
     .flags = QN_OPT_ONE_DASH,
     .offset = offsetof(options, list)},
    {.letter = 'O',
     .kind = QN_OPT_INT,
     .min = 0,
     .max = 3,
     .initial = "3",
     .offset = offsetof(options, number)},
    {.name = "real", .kind = QN_OPT_REAL, .offset = offsetof(options, real)},
    {0},
};

static options got;
static qn_opt_parse parsed;
static qn_arena arena;
static qn_diag diag;

static qn_code read_words(const char *const *words) {
  qn_arena_finish(&arena);
  got = (options){0};
  diag = (qn_diag){0};
  parsed = (qn_opt_parse){.targets = {{opts, &got}}, .target_count = 1};
  return qn_opt_read(&parsed, words, &arena, &diag).code;
}

#define READ(...) read_words((const char *const[]){__VA_ARGS__, NULL})

static void test_values(void) {
  CHECK(read_words((const char *const[]){NULL}) == QN_OK);
  CHECK(!got.flag && got.yes && !got.count && got.choice == 1 && !got.none);
  CHECK_TEXT(got.text, "a");
  CHECK(got.number == 3 && parsed.operands.count == 0 &&
        !parsed.operands.items[0]);
  CHECK(READ("x", "-fccO1", "--choice=none", "-tb", "--no-yes", "-", "--real",
             "2.5e3", "--none=", "-Ia", "-I", "b", "-include", "c",
             "-include=d", "--include", "e", "--", "-f", "@y") == QN_OK);
  CHECK(got.flag && !got.yes && got.count == 2 && got.choice == 0);
  CHECK_TEXT(got.text, "b");
  CHECK_TEXT(got.none, "");
  CHECK(got.number == 1 && got.real == 2500);
  CHECK_INT(got.list.count, 5);
  for (size_t i = 0; i < 5; ++i)
    CHECK(got.list.items[i][0] == "abcde"[i] && !got.list.items[i][1]);
  CHECK_INT(parsed.operands.count, 4);
  CHECK_TEXT(parsed.operands.items[0], "x");
  CHECK_TEXT(parsed.operands.items[1], "-");
  CHECK_TEXT(parsed.operands.items[2], "-f");
  CHECK_TEXT(parsed.operands.items[3], "@y");
  // A value may look like an option; the last occurrence counts.
  CHECK(READ("--text", "--flag", "-t", "-c") == QN_OK);
  CHECK_TEXT(got.text, "-c");
  CHECK(!got.flag && !got.count);
}

static void test_wrong_use(void) {
  CHECK(READ("--flga") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "unknown option '--flga'");
  CHECK_TEXT(diag.hint, "Did you mean '--flag'?");
  CHECK(READ("-incldue", "x") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.hint, "Did you mean '-include' or '--include'?");
  CHECK(READ("--no-flag") == QN_E_ARGUMENT);
  CHECK(READ("-fz") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "unknown option '-z'");
  CHECK(READ("--flag=yes") == QN_E_ARGUMENT);
  CHECK(READ("--text") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "option '--text' needs a value: TEXT");
  CHECK(READ("--choice", "zst") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.hint, "Did you mean 'zstd'?");
  CHECK(READ("-O4") == QN_E_ARGUMENT);
  CHECK_TEXT(diag.message, "option '-O' needs an integer from 0 to 3; got '4'");
  CHECK(READ("-O") == QN_E_ARGUMENT);
  CHECK(READ("--real=1x") == QN_E_ARGUMENT);
  CHECK(READ("@/no/such/file") == QN_E_NOT_FOUND);
}

// What follows a program is its own.
static void test_another(void) {
  const char *const words[] = {"--flag", "app", "--flga", "-x", NULL};
  parsed = (qn_opt_parse){
      .targets = {{opts, &got}}, .target_count = 1, .ends_at_operand = true};
  CHECK(!qn_failed(qn_opt_read(&parsed, words, &arena, &diag)));
  CHECK(got.flag);
  CHECK_INT(parsed.operands.count, 3);
  CHECK_TEXT(parsed.operands.items[1], "--flga");
}

static bool read_once(void) {
  const qn_code code = READ("-Ia", "-Ib", "x", "y", "--real=1");
  CHECK(code == QN_OK || (code == QN_E_MEMORY && diag.message[0]));
  return code == QN_OK;
}

int main(void) {
  test_values();
  test_wrong_use();
  test_another();
  CHECK(test_fail_allocations(read_once) >= 1);
  qn_arena_finish(&arena);
  return 0;
}

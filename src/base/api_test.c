// SPDX-License-Identifier: Apache-2.0
// The rules of include/quern/error.h: errors, and structs that state their
// size, with a struct that was extended twice.
#include "base/api.h"

#include "support/test.h"

typedef struct first {
  size_t size;
  uint32_t a, b;
} first;

typedef struct second {
  size_t size;
  uint32_t a, b;
  const char *text;
} second;

typedef struct third { // of a program newer than the library
  size_t size;
  uint32_t a, b;
  const char *text;
  uint64_t more;
} third;

// The library's own version is the second one.
static const qn_api_struct about = {"thing", sizeof(second), sizeof(first)};

static void test_take(void) {
  qn_diag diag = {0};
  second own;
  const first old = {sizeof(old), 1, 2};
  memset(&own, 0xff, sizeof(own));
  CHECK_OK(qn_api_take(&old, about, &own, &diag), &diag);
  CHECK(own.a == 1 && own.b == 2 && own.text == NULL);
  const second same = {sizeof(same), 3, 4, "x"};
  CHECK_OK(qn_api_take(&same, about, &own, &diag), &diag);
  CHECK(own.a == 3 && own.text == same.text);
  third newer = {.size = sizeof(newer), .a = 5};
  CHECK_OK(qn_api_take(&newer, about, &own, &diag), &diag);
  CHECK_INT(own.a, 5);
  newer.more = UINT64_C(1) << 63;
  CHECK_INT(qn_api_take(&newer, about, &own, &diag).code, QN_E_UNSUPPORTED);
  CHECK(strstr(diag.message, "a 'thing' sets members"));
  static const size_t wrong[] = {0, 1, sizeof(first) - 1, 65537, SIZE_MAX};
  for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); ++i) {
    diag = (qn_diag){0};
    newer.size = wrong[i];
    CHECK_INT(qn_api_take(&newer, about, &own, &diag).code, QN_E_ARGUMENT);
    CHECK_TEXT(diag.hint, "Set its member 'size' to sizeof(thing).");
  }
  CHECK_INT(qn_api_take(NULL, about, &own, NULL).code, QN_E_ARGUMENT);
}

static void test_give(void) {
  const second own = {0, 7, 8, "text"};
  struct {
    first thing;
    uint64_t behind;
  } old = {{sizeof(first), 0, 0}, 42};
  CHECK_OK(qn_api_check_out(&old.thing, about, NULL), &(qn_diag){0});
  qn_api_give(&own, about, &old.thing);
  CHECK(old.thing.size == sizeof(first) && old.thing.b == 8);
  CHECK_INT(old.behind, 42);
  third newer = {.size = sizeof(newer), .more = 9};
  qn_api_give(&own, about, &newer);
  CHECK(newer.size == sizeof(newer) && newer.a == 7 && newer.more == 9);
  CHECK_TEXT(newer.text, "text");
  CHECK_INT(qn_api_check_out(NULL, about, NULL).code, QN_E_ARGUMENT);
}

static qn_status fail(qn_diag *diag) {
  const qn_status status =
      qn_fail(diag, QN_E_MALFORMED, (qn_place){.offset = 0x34, .size = 2},
              "it needs 255\nbytes");
  qn_diag_context(diag, "reading image 2");
  qn_diag_context(diag, "reading 'x'");
  qn_diag_hint(diag, "Check it.");
  return status;
}

static void test_errors(void) {
  qn_diag diag = {0}, back = {0};
  quern_error error = QUERN_ERROR_INIT;
  char text[QUERN_ERROR_TEXT_SIZE], tiny[8];
  const qn_status status = fail(&diag);
  CHECK_INT(qn_api_answer(qn_ok(), &diag, &error), QUERN_OK);
  CHECK_INT(error.status, QUERN_OK);
  CHECK_INT(quern_error_format(&error, text, sizeof(text)), 0);
  CHECK_INT(qn_api_answer(status, &diag, &error), QUERN_E_MALFORMED);
  CHECK(error.offset == 0x34 && error.extent == 2 && error.line == 0);
  static const char expected[] = "error[malformed]: it needs 255\\nbytes\n"
                                 "  --> 0x34\n"
                                 "   = while reading image 2\n"
                                 "   = while reading 'x'\n"
                                 "   = hint: Check it.\n";
  CHECK_INT(quern_error_format(&error, text, sizeof(text)),
            sizeof(expected) - 1);
  CHECK_TEXT(text, expected);
  CHECK_INT(quern_error_format(&error, tiny, sizeof(tiny)),
            sizeof(expected) - 1);
  CHECK_TEXT(tiny, "error[m");
  CHECK_INT(quern_error_format(&error, NULL, 0), sizeof(expected) - 1);
  CHECK_INT(qn_api_fail(&back, &error).code, QN_E_MALFORMED);
  CHECK_TEXT(back.hint, "Check it.");
  CHECK(back.place.offset == 0x34);
  // The next one replaces it completely.
  CHECK_INT(qn_api_refuse(&error, "'%s' is NULL", "x"), QUERN_E_ARGUMENT);
  CHECK_TEXT(error.message, "'x' is NULL");
  CHECK(!error.context[0] && !error.hint[0] && error.offset == QUERN_NOWHERE);
  // A failure without a message.
  CHECK_INT(qn_api_answer((qn_status){QN_E_IO}, NULL, &error), QUERN_E_IO);
  CHECK_TEXT(error.message, "io");
  CHECK_INT(qn_api_answer(status, &diag, NULL), QUERN_E_MALFORMED);
  // An error whose size is not set is left alone.
  quern_error unset = {0};
  CHECK_INT(qn_api_answer(status, &diag, &unset), QUERN_E_MALFORMED);
  CHECK(!unset.message[0] && unset.status == QUERN_OK);
}

static quern_error without_memory;
static bool format_once(void) {
  char text[256];
  const size_t size = quern_error_format(&without_memory, text, sizeof(text));
  CHECK(size == strlen(text) && strstr(text, "error[memory]: none"));
  return strstr(text, "hint") != NULL;
}

int main(void) {
  test_take();
  test_give();
  test_errors();
  for (int code = QUERN_OK; code <= QUERN_E_INTERNAL; ++code)
    CHECK_TEXT(quern_status_name((quern_status)code),
               qn_code_name((qn_code)code));
  CHECK_TEXT(quern_status_name((quern_status)11), "unknown");
  CHECK_TEXT(quern_status_name((quern_status)-1), "unknown");
  without_memory = (quern_error)QUERN_ERROR_INIT;
  without_memory.status = QUERN_E_MEMORY;
  snprintf(without_memory.message, sizeof(without_memory.message), "none");
  snprintf(without_memory.hint, sizeof(without_memory.hint), "x");
  CHECK(test_fail_allocations(format_once) > 0);
  return 0;
}

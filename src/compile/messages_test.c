// SPDX-License-Identifier: Apache-2.0
#include "compile/messages.h"

#include "support/test.h"

// What was visited, as one text: "severity|targets|file:line:column|text|".
static char seen[4096];

static void visit(void *user, const quern_diagnostic *d) {
  const size_t at = strlen(seen);
  CHECK_INT(d->size, sizeof(*d));
  snprintf(seen + at, sizeof(seen) - at, "%d|%s|%s:%u:%u|%s|%s\n",
           (int)d->severity, d->targets, d->file, d->line, d->column, d->text,
           d->excerpt);
  if (user)
    ++*(int *)user;
}

static qn_diag read_text(const char *text) {
  qn_diag failure = {0}, diag = {0};
  seen[0] = '\0';
  CHECK_OK(qn_messages_read(qn_str_from(text), visit, NULL, &failure, &diag),
           &diag);
  return failure;
}

static void test_places(void) {
  const qn_diag failure =
      read_text("In file included from a.cu:1:\n"
                "[gfx942, sm_80] dir/x:y.h:12:3: warning: odd: error: no\n"
                "   12 | text\n"
                "      | ^\n"
                "a.cu:7: note: see here\n"
                "ld.lld: error: undefined symbol: k\n"
                "warning: without a place\n"
                "2 warnings generated.\n"
                "fatal error: too many\n"
                "a.cu:4294967296:1: error: beyond\n");
  CHECK_TEXT(seen, "1|gfx942, sm_80|dir/x:y.h:12:3|odd: error: no|"
                   "   12 | text\n      | ^\n\n"
                   "0||a.cu:7:0|see here|\n"
                   "2||ld.lld:0:0|undefined symbol: k|\n"
                   "1||:0:0|without a place|\n"
                   "2||:0:0|too many|\n"
                   "2||a.cu:4294967296:1:0|beyond|\n");
  // The first error, in the words of who found it.
  CHECK_INT(failure.code, QN_E_TOOLCHAIN);
  CHECK_TEXT(failure.message, "undefined symbol: k");
}

static void test_failures(void) {
  qn_diag failure = read_text("a.cu:1:38: error: use of 'y'\n"
                              "2 of 2 targets failed; nothing was written\n");
  CHECK_TEXT(failure.message, "a.cu:1:38: use of 'y'");
  CHECK_INT(failure.place.line, 1);
  CHECK_INT(failure.place.column, 38);
  failure = read_text("error[not-found]: unknown target 'x'\n"
                      "   = hint: See 'quern targets'.\n");
  CHECK_INT(failure.code, QN_E_NOT_FOUND);
  CHECK_TEXT(failure.message, "unknown target 'x'");
  CHECK_TEXT(failure.hint, "See 'quern targets'.");
  CHECK_TEXT(seen, "");
  // What a compiler says comes before the tool's summary, whose hint stays.
  failure = read_text("error: undefined symbol 'miss(float*)'\n"
                      "error[toolchain]: 1 symbol is undefined\n"
                      "   = while compiling for sm_80\n"
                      "   = hint: Define it.\n");
  CHECK_TEXT(failure.message, "undefined symbol 'miss(float*)'");
  CHECK_TEXT(failure.context, "compiling for sm_80");
  CHECK_TEXT(failure.hint, "Define it.");
  CHECK_INT(read_text("").code, QN_OK);
  CHECK_INT(read_text("error[nonsense]: x\n:\n[\n[]\n: error: \n").code,
            QN_E_TOOLCHAIN);
  CHECK_TEXT(seen, "2||:0:0||\n");
  (void)read_text("a.cu:0:7: error: no\n"); // lines count from 1
  CHECK_TEXT(seen, "2||a.cu:0:0|no|\n");
}

static bool read_again(void) {
  qn_diag failure = {0}, diag = {0};
  int count = 0;
  seen[0] = '\0';
  const qn_status status = qn_messages_read(
      QN_STR("a.cu:1:2: error: one\n  1 | x\na.cu:2:2: warning: two\n"), visit,
      &count, &failure, &diag);
  if (qn_failed(status)) {
    CHECK_INT(status.code, QN_E_MEMORY);
    CHECK_INT(diag.code, QN_E_MEMORY);
    return false;
  }
  CHECK_INT(count, 2);
  return true;
}

int main(void) {
  test_places();
  test_failures();
  CHECK(test_fail_allocations(read_again) > 0);
  return 0;
}

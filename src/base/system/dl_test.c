// SPDX-License-Identifier: Apache-2.0
#include "base/system/dl.h"

#include "support/test.h"

typedef struct maths {
  double (*cos)(double x);
  double (*sine)(double x);
  void (*absent)(void);
} maths;

#define QN_DL_TABLE maths
static const qn_dl_symbol symbols[] = {
    QN_DL_ENTRY(true, double, cos, (double x))
        QN_DL_ENTRY_AS(true, double, sine, "sin", (double x))
            QN_DL_ENTRY_AS(false, void, absent, "qn_no_such_function", (void))};
static const qn_dl_symbol required[] = {
    QN_DL_ENTRY_AS(true, void, absent, "qn_no_such_function", (void))};

int main(void) {
  qn_dl dl = {0};
  qn_diag diag = {0};
  qn_buffer tried = {0};
  static const char *const names[] = {"libqn-no-such.so.9", "libm.so.6", NULL};
  CHECK_OK(qn_dl_open(names, &dl, &tried, &diag), &diag);
  CHECK(strstr(dl.path, "libm.so.6"));
  CHECK_TEXT(qn_buffer_text(&tried),
             "libqn-no-such.so.9: cannot open shared object file: No such file "
             "or directory\n");
  maths table = {0};
  CHECK_OK(qn_dl_load(&dl, symbols, 3, &table, &diag), &diag);
  CHECK(table.cos(0) == 1 && table.sine(0) == 0 && !table.absent);
  CHECK(qn_dl_load(&dl, required, 1, &table, &diag).code == QN_E_UNSUPPORTED);
  CHECK(strstr(diag.message, "has no function 'qn_no_such_function'"));
  qn_dl_close(&dl);
  qn_dl_close(&dl);
  CHECK(!qn_dl_find(&dl, "cos"));

  static const char *const none[] = {"libqn-a.so", "libqn-b.so", NULL};
  diag = (qn_diag){0};
  CHECK(qn_dl_open(none, &dl, NULL, &diag).code == QN_E_NOT_FOUND);
  CHECK_TEXT(diag.message, "could not load 'libqn-a.so'");
  CHECK_TEXT(diag.context, "trying 'libqn-b.so' too");
  qn_buffer_finish(&tried);
  return 0;
}

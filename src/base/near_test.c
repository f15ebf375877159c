// SPDX-License-Identifier: Apache-2.0
#include "base/near.h"

#include "support/test.h"

static unsigned distance(const char *a, const char *b) {
  return qn_near_distance(qn_str_from(a), qn_str_from(b), 2);
}

static const char *hint(const char *asked, const char *const *names) {
  static qn_diag diag;
  qn_near near;
  diag = (qn_diag){0};
  (void)qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE, "no '%s'", asked);
  qn_near_init(&near, qn_str_from(asked));
  for (; *names; ++names)
    qn_near_offer(&near, qn_str_from(*names));
  qn_near_hint(&near, &diag);
  return diag.hint;
}

int main(void) {
  CHECK_INT(distance("", ""), 0);
  CHECK_INT(distance("ab", ""), 2);
  CHECK_INT(distance("abc", ""), 3);
  CHECK_INT(distance("inspect", "inpsect"), 1); // neighbours swapped
  CHECK_INT(distance("inspect", "inspct"), 1);
  CHECK_INT(distance("inspect", "xnspecx"), 2);
  CHECK_INT(distance("inspect", "compile"), 3);
  char large[100];
  memset(large, 'a', sizeof(large));
  CHECK_INT(qn_near_distance((qn_str){large, 100}, (qn_str){large, 100}, 2), 3);

  const char *const commands[] = {"compile", "inspect", "run", "bundle", NULL};
  CHECK_TEXT(hint("inspekt", commands), "Did you mean 'inspect'?");
  CHECK_TEXT(hint("rn", commands), "Did you mean 'run'?");
  CHECK_TEXT(hint("xx", commands), "");
  // Nearest first, ties in the order offered, at most three.
  const char *const targets[] = {"gfx900", "gfx908", "gfx90a",
                                 "gfx942", "gfx906", NULL};
  CHECK_TEXT(hint("gfx90", targets),
             "Did you mean 'gfx900', 'gfx908' or 'gfx90a'?");
  CHECK_TEXT(hint("gfx94a", targets),
             "Did you mean 'gfx90a', 'gfx942' or 'gfx900'?");
  const char *const twice[] = {"saxpy", "saxpy", "saxpx", "saxpy", NULL};
  CHECK_TEXT(hint("saxpi", twice), "Did you mean 'saxpy' or 'saxpx'?");
  return 0;
}

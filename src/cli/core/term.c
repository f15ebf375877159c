// SPDX-License-Identifier: Apache-2.0
#include "cli/core/term.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"

enum { NARROWEST = 40 };

static bool is_set(const char *name) {
  const char *value = getenv(name);
  return value && value[0];
}

bool qn_term_color(int fd, qn_color choice) {
  if (choice != QN_COLOR_AUTO)
    return choice == QN_COLOR_ALWAYS;
  if (is_set("NO_COLOR"))
    return false;
  const char *force = getenv("CLICOLOR_FORCE");
  if (force && force[0] && strcmp(force, "0") != 0)
    return true;
  const char *term = getenv("TERM");
  return term && strcmp(term, "dumb") != 0 && isatty(fd);
}

unsigned qn_term_width(int fd) {
  if (!isatty(fd))
    return 0;
  uint64_t columns = 0;
  struct winsize size;
  if (!qn_text_uint(qn_str_from(getenv("COLUMNS")), &columns) &&
      ioctl(fd, TIOCGWINSZ, &size) == 0)
    columns = size.ws_col;
  if (columns == 0)
    return 80;
  return columns < NARROWEST ? NARROWEST : (unsigned)columns;
}

// SPDX-License-Identifier: Apache-2.0
// What the streams are: terminals or not, with colour or not, how wide.
#ifndef QN_CLI_CORE_TERM_H
#define QN_CLI_CORE_TERM_H

#include <stdbool.h>

typedef enum qn_color {
  QN_COLOR_AUTO,
  QN_COLOR_ALWAYS,
  QN_COLOR_NEVER,
} qn_color;

// Whether `fd` gets colour: --color first, then NO_COLOR, CLICOLOR_FORCE,
// TERM=dumb, then whether it is a terminal.
bool qn_term_color(int fd, qn_color choice);

// Columns of the terminal `fd`: COLUMNS, or what the terminal says; 0 when it
// is not a terminal.
unsigned qn_term_width(int fd);

#endif // QN_CLI_CORE_TERM_H

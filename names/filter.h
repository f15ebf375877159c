// SPDX-License-Identifier: Apache-2.0
// A function of a filter: the loader takes libquernhip's of that name, so that
// this one never runs.
#ifndef QUERN_NAMES_FILTER_H
#define QUERN_NAMES_FILTER_H

#include <stdlib.h>

#define FILTER(name)                                                           \
  __attribute__((visibility("default"))) void name(void);                      \
  void name(void) { abort(); }

// Marks the libraries of this folder: qn_dl_open does not take them for the
// vendors'.
FILTER(quern_drop_in)

#endif // QUERN_NAMES_FILTER_H

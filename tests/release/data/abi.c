// SPDX-License-Identifier: Apache-2.0
// The library of abi.h.
#include "quern/abi.h"

quern_code quern_use(const quern_sized *sized, quern_plain plain) {
  return sized->first == plain.first ? QUERN_FIRST : QUERN_SECOND;
}

#ifndef REMOVED
#ifdef PARAMETER
int quern_keep(long value) { return value != 0; }
#else
int quern_keep(int value) { return value; }
#endif
#endif

#ifdef ADDED
__attribute__((visibility("default"))) int quern_added(void);
int quern_added(void) { return 1; }
#endif

// No public ABI: what it looks like is our own.
struct qn_own {
#ifdef PRIVATE
  long more;
#endif
  int value;
};
__attribute__((visibility("default"))) int qn_private(struct qn_own *own);
int qn_private(struct qn_own *own) { return own->value; }

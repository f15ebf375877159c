// SPDX-License-Identifier: Apache-2.0
// Numbers for tests that try many: the same ones in each run (xorshift).
#ifndef QN_TESTS_SUPPORT_DRAW_H
#define QN_TESTS_SUPPORT_DRAW_H

#include <stdint.h>

static inline uint64_t draw(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

#endif // QN_TESTS_SUPPORT_DRAW_H

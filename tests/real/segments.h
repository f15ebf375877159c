// SPDX-License-Identifier: Apache-2.0
//
// Segments of very different lengths, some empty.
#ifndef QUERN_TESTS_REAL_SEGMENTS_H
#define QUERN_TESTS_REAL_SEGMENTS_H

#include <vector>

// Where each segment begins, and the end of the last.
inline std::vector<int> segments(size_t n) {
  static const size_t lengths[] = {1, 0, 7, 40, 300, 3, 2500, 0, 64};
  std::vector<int> out(1, 0);
  for (size_t at = 0, i = 0; at < n; ++i) {
    at += lengths[i % (sizeof lengths / sizeof lengths[0])];
    out.push_back((int)(at < n ? at : n));
  }
  return out;
}

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Evaluation of Chebyshev series.
#ifndef QUERN_DEVICE_SERIES_H
#define QUERN_DEVICE_SERIES_H
#pragma clang system_header

#include "math_c.h"
#include "series_tables.h"

// Clenshaw's sum of a Chebyshev series at t in [-1, 1].
template <int N>
__QN_FN double __qn_chebyshev(const double (&c)[N], double t) {
  double b1 = 0.0, b2 = 0.0;
#pragma unroll
  for (int k = N - 1; k > 0; --k) {
    const double b = __builtin_fma(2.0 * t, b1, c[k] - b2);
    b2 = b1;
    b1 = b;
  }
  return __builtin_fma(t, b1, c[0] - b2);
}
#define __QN_SERIES(table, t)                                                  \
  ([](double at) {                                                             \
    constexpr double c[] = table;                                              \
    return __qn_chebyshev(c, at);                                              \
  }(t))

#endif

// SPDX-License-Identifier: Apache-2.0
#include "libs/rand/poisson.h"

#include <math.h>

#include "base/alloc.h"

struct qn_poisson {
  double mean;
  uint32_t first, count;
  double below[]; // up to first + i
};

void qn_poisson_destroy(qn_poisson **poisson) {
  qn_free(*poisson);
  *poisson = NULL;
}

bool qn_poisson_make(qn_poisson **poisson, double mean) {
  // Beyond these lies less than 2^-64.
  const double reach = 10 * sqrt(mean) + 30;
  const double low = floor(mean - reach);
  const uint32_t first = low > 0 ? (uint32_t)low : 0;
  const uint32_t count = (uint32_t)(mean + reach) - first + 1;
  if (*poisson && (*poisson)->mean == mean)
    return true;
  qn_poisson *p = qn_alloc(sizeof(*p) + count * sizeof(p->below[0]));
  if (!p)
    return false;
  p->mean = mean;
  p->first = first;
  p->count = count;
  long double sum = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const long double k = (long double)first + i;
    sum +=
        expl(k * logl((long double)mean) - (long double)mean - lgammal(k + 1));
    p->below[i] = (double)sum;
  }
  qn_poisson_destroy(poisson);
  *poisson = p;
  return true;
}

uint32_t qn_poisson_find(const qn_poisson *p, double u) {
  uint32_t low = 0, high = p->count - 1;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (u <= p->below[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return p->first + low;
}

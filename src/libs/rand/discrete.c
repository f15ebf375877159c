// SPDX-License-Identifier: Apache-2.0
#include "libs/rand/discrete.h"

#include <math.h>
#include <stddef.h>

#include "base/alloc.h"

typedef struct discrete {
  uint32_t first, count;
  double below[];
} discrete;

static qn_rand_status upload(const discrete *d, void **out) {
  const size_t size = sizeof(*d) + d->count * sizeof(d->below[0]);
  void *device = NULL;
  if (hipMalloc(&device, size) != hipSuccess)
    return QN_RAND_NO_MEMORY;
  if (hipMemcpy(device, d, size, hipMemcpyHostToDevice) != hipSuccess) {
    (void)hipFree(device);
    return QN_RAND_INTERNAL;
  }
  *out = device;
  return QN_RAND_OK;
}

static bool is_share(double value) { return value >= 0 && isfinite(value); }

qn_rand_status qn_discrete_create(const double *shares, uint32_t count,
                                  uint32_t first, void **out) {
  long double all = 0, sum = 0;
  if (!shares || !out || !count)
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE, "there are no numbers");
  for (uint32_t i = 0; i < count; ++i) {
    if (!is_share(shares[i]))
      return qn_rand_refuse(QN_RAND_OUT_OF_RANGE,
                            "the share of number %u is %g", i, shares[i]);
    all += shares[i];
  }
  if (all <= 0)
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE, "no number has a share");
  discrete *d = qn_alloc(sizeof(*d) + count * sizeof(d->below[0]));
  if (!d)
    return QN_RAND_NO_MEMORY;
  d->first = first;
  d->count = count;
  for (uint32_t i = 0; i < count; ++i) {
    sum += shares[i];
    d->below[i] = (double)(sum / all);
  }
  const qn_rand_status status = upload(d, out);
  qn_free(d);
  return status;
}

// Numbers farther from the mean than this have less than 2^-64 together.
qn_rand_status qn_discrete_create_poisson(double mean, void **out) {
  enum { MEAN_MAX = 400000 };
  if (!(mean > 0 && mean <= MEAN_MAX))
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE, "the mean is %g", mean);
  const double reach = 10 * sqrt(mean) + 30, low = floor(mean - reach);
  const uint32_t first = low > 0 ? (uint32_t)low : 0;
  const uint32_t count = (uint32_t)(mean + reach) - first + 1;
  double *shares = qn_alloc_array(count, sizeof(*shares));
  if (!shares)
    return QN_RAND_NO_MEMORY;
  for (uint32_t i = 0; i < count; ++i) {
    const long double k = (long double)first + i;
    shares[i] = (double)expl(k * logl((long double)mean) - (long double)mean -
                             lgammal(k + 1));
  }
  const qn_rand_status status = qn_discrete_create(shares, count, first, out);
  qn_free(shares);
  return status;
}

qn_rand_status qn_discrete_destroy(void *distribution) {
  if (!distribution)
    return qn_rand_refuse(QN_RAND_OUT_OF_RANGE, "the distribution is null");
  return hipFree(distribution) == hipSuccess ? QN_RAND_OK
                                             : QN_RAND_OUT_OF_RANGE;
}

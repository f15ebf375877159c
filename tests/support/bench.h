// SPDX-License-Identifier: Apache-2.0
// The harness of X_bench.c: runs a body often enough to be measured, and prints
// one line of JSON: the least and the median time of a call, and the throughput
// where the body handles bytes or items.
#ifndef QN_TESTS_SUPPORT_BENCH_H
#define QN_TESTS_SUPPORT_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system/thread.h"

enum { BENCH_SAMPLES = 15, BENCH_SAMPLE_NS = 10000000 };

static inline int bench_order(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double bench_sample(void (*body)(void *user), void *user,
                                  uint64_t calls) {
  const uint64_t start = qn_clock_ns();
  for (uint64_t i = 0; i < calls; ++i)
    body(user);
  return (double)(qn_clock_ns() - start) / (double)calls;
}

// `units` is how many of `unit` ("MB", "items") one call handles; 0 for none.
static inline void bench(const char *name, void (*body)(void *user), void *user,
                         double units, const char *unit) {
  uint64_t calls = 1;
  while (bench_sample(body, user, calls) * (double)calls < BENCH_SAMPLE_NS)
    calls *= 2; // also warms up
  double ns[BENCH_SAMPLES];
  for (int i = 0; i < BENCH_SAMPLES; ++i)
    ns[i] = bench_sample(body, user, calls);
  qsort(ns, BENCH_SAMPLES, sizeof(ns[0]), bench_order);
  printf("{\"name\":\"%s\",\"ns_min\":%.1f,\"ns_median\":%.1f", name, ns[0],
         ns[BENCH_SAMPLES / 2]);
  if (units > 0)
    printf(",\"per_second\":%.4g,\"unit\":\"%s\"",
           units * 1e9 / ns[BENCH_SAMPLES / 2], unit);
  printf("}\n");
  fflush(stdout);
}

#endif // QN_TESTS_SUPPORT_BENCH_H

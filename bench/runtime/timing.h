// SPDX-License-Identifier: Apache-2.0
// Time, medians and reports of the benchmarks of this folder; C and C++.
#ifndef QUERN_BENCH_TIMING_H
#define QUERN_BENCH_TIMING_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline int compare_doubles(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

// Sorts the values.
static inline double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof(*values), compare_doubles);
  return values[count / 2];
}

static inline void report(const char *name, double value) {
  printf("{\"name\": \"%s\", \"value\": %.6g}\n", name, value);
}

#endif

// SPDX-License-Identifier: Apache-2.0
// What the machine can do.
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../runtime/timing.h"
#include "rows.h"

#ifdef __AVX512F__
enum { BYTES = 64 };
#else
enum { BYTES = 32 };
#endif

typedef float lanes __attribute__((vector_size(BYTES)));

double peak_gflops(int repeats) {
  // As many as hide an FMA's latency.
  enum { SUMS = 10, STEPS = 1 << 20, LANES = BYTES / 4 };
  double best = 0;
  for (int r = 0; r < repeats; ++r) {
    double count = 0;
    const double start = now_ns();
#pragma omp parallel reduction(+ : count)
    {
      lanes sums[SUMS] = {0}, x = {0}, y = {0};
      for (int i = 0; i < LANES; ++i) {
        x[i] = 1.0f + (float)r * 1e-9f;
        y[i] = 1e-9f;
      }
      for (int i = 0; i < STEPS; ++i)
        for (int k = 0; k < SUMS; ++k)
          sums[k] = sums[k] * x + y;
      float all = 0;
      for (int k = 0; k < SUMS; ++k)
        all += sums[k][k % LANES];
      volatile float keep = all;
      (void)keep;
      count += 2.0 * LANES * SUMS * STEPS;
    }
    best = fmax(best, count / (now_ns() - start));
  }
  return best;
}

static void read_all(const char *from, size_t size) {
  float all = 0;
#pragma omp parallel for reduction(+ : all)
  for (size_t i = 0; i < size / (4 * BYTES); ++i) {
    const lanes *p = (const lanes *)(const void *)(from + i * 4 * BYTES);
    const lanes sum = (p[0] + p[1]) + (p[2] + p[3]);
    __asm__ volatile("" : : "x"(sum)); // it is needed
  }
  (void)all;
}

// A part for each thread, as large as it can be: memcpy goes past the caches
// where that is worth it.
static void copy_all(const char *from, char *to, size_t size) {
#pragma omp parallel
  {
    const size_t count = (size_t)omp_get_num_threads();
    const size_t part = size / count / 4096 * 4096;
    const size_t start = (size_t)omp_get_thread_num() * part;
    memcpy(to + start, from + start, part);
  }
}

// Of the best of `repeats` rounds of 2 ms, GB/s of what is read and written.
static double rate(const char *from, char *to, size_t size, int repeats) {
  double best = 0;
  for (int r = 0; r < repeats; ++r) {
    double bytes = 0, time = 0;
    const double start = now_ns();
    do {
      if (to)
        copy_all(from, to, size);
      else
        read_all(from, size);
      bytes += (double)size * (to ? 2 : 1);
      time = now_ns() - start;
    } while (time < 2e6);
    best = fmax(best, bytes / time);
  }
  return best;
}

// What is read and written in equal parts is a copy; the rest is read, or
// written as fast as it is read.
double memory_ns(const row *r, int repeats) {
  size_t size = 0;
  for (int i = 0; i < BUFFERS; ++i)
    size += r->buffers[i].count * 4;
  size = (size + 8191) / 8192 * 8192;
  char *memory = aligned_alloc(4096, size);
  if (!memory)
    return 0;
  memset(memory, 1, size);
  const double both = 2 * fmin(r->reads, r->writes);
  double time = 0;
  if (both > 0)
    time += both / rate(memory, memory + size / 2, size / 2, repeats);
  if (r->reads != r->writes)
    time += fabs(r->reads - r->writes) / rate(memory, NULL, size, repeats);
  free(memory);
  return time;
}

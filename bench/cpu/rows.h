// SPDX-License-Identifier: Apache-2.0
// The rows of bench/cpu.py: a kernel's launch, its buffers, and the same work
// as plain C with OpenMP.
#ifndef QUERN_BENCH_CPU_ROWS_H
#define QUERN_BENCH_CPU_ROWS_H

#include <stddef.h>

enum { BUFFERS = 3, ARGUMENTS = 6 };

// What a buffer starts as.
typedef enum fill { FILL_ZERO, FILL_SMALL, FILL_INDEX } fill;

typedef struct buffer {
  size_t count; // of 4-byte elements
  fill fill;    // SMALL: floats in [-1, 1)
} buffer;

typedef struct argument {
  enum { END, BUFFER, INT, FLOAT } kind;
  int number; // or the buffer's
  float real;
} argument;

typedef struct row {
  const char *name;
  const char *kernel;
  unsigned grid[2], block[2];
  buffer buffers[BUFFERS];
  argument arguments[ARGUMENTS];
  // The same work; `data` has the buffers.
  void (*reference)(float *const data[BUFFERS]);
  int result;       // the buffer that is compared
  double tolerance; // relative to the largest element
  double flops;     // by FMA, for the share of the peak; 0: not told
  double bytes;     // read and written, for the rate; 0: not told
} row;

extern const row rows[];
extern const size_t row_count;

// f32 operations by FMA that one core does, GFLOP/s, and bytes that one core
// copies in memory, GB/s: the best of `repeats`.
double peak_gflops(int repeats);
double peak_bandwidth(int repeats);

#endif

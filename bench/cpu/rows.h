// SPDX-License-Identifier: Apache-2.0
// The rows of bench/cpu.py: a kernel's launch, its buffers, and the same work
// as plain C with OpenMP.
#ifndef QUERN_BENCH_CPU_ROWS_H
#define QUERN_BENCH_CPU_ROWS_H

#include <stdbool.h>
#include <stddef.h>

enum { BUFFERS = 5, ARGUMENTS = 8 };

// What a buffer starts as.
typedef enum fill {
  FILL_ZERO,
  FILL_SMALL,  // floats in [-1, 1)
  FILL_DOUBLE, // the same in double
  FILL_HALF,   // and in half
  FILL_INDEX,  // floats from 0 to 1023
  FILL_BITS,   // any
  FILL_ROOTS,  // exp(-pi i k / count) for count / 2 numbers k
  FILL_STARTS, // of the rows of a sparse matrix, and of its elements' columns
  FILL_COLUMNS,
  FILL_KEYS, // any below 2^17
  FILL_Q4,   // blocks of 32 numbers: a half, and 4 bits each
  FILL_Q8,   // the same: two halves, the second the sum, and 8 bits each
} fill;

typedef struct buffer {
  size_t count; // of 4-byte elements
  fill fill;
} buffer;

// Rows of the sparse matrix have 16 to 47 elements.
enum { SPARSE_ROWS = 1 << 13, SPARSE_COUNT = SPARSE_ROWS * 63 / 2 };

// What a result is compared as.
typedef enum element { ELEMENT_FLOAT, ELEMENT_HALF, ELEMENT_DOUBLE } element;

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
  int result; // the buffer that is compared
  element element;
  double tolerance;     // relative to the largest element; 0: the same bits
  double flops;         // by FMA, for the share of the peak; 0: not told
  double reads, writes; // bytes; 0: not told
} row;

extern const row rows[];
extern const size_t row_count;

void fill_buffer(float *to, const buffer *b);

// What the machine can do with the threads that OpenMP takes, the best of
// `repeats`: f32 operations by FMA, GFLOP/s; and the least time of reading and
// writing as many bytes as a row does, of buffers as large as its own, ns.
double peak_gflops(int repeats);
double memory_ns(const row *r, int repeats);

#endif

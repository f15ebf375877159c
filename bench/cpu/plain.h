// SPDX-License-Identifier: Apache-2.0
// The rows' work in plain C with OpenMP, as a programmer writes it who knows
// the machine but no kernels; and the sizes of the rows.
#ifndef QUERN_BENCH_CPU_PLAIN_H
#define QUERN_BENCH_CPU_PLAIN_H

#include "rows.h"

enum {
  SIDE = 512,
  MANY = 1 << 20,
  STREAM = 1 << 24,
  CACHED = 1 << 16,
  GRID = 128, // blocks of 256 of loops with the grid's step
  WIDE = 4096,
  COLUMNS = 1024,
  MAX_STEPS = 256,
  TURNED = 1024, // side of the matrix that is transposed
  BODIES = 2048,
  DONE = 256, // size of the transforms that an FFT's pass joins
  SORT_J = 1024,
  SORT_K = 4096,
  BYTE_ROWS = 4096, // of a matrix of bytes
  BYTE_WORDS = 256, // of a row, four bytes each
  TABLE = 1 << 12,  // that is searched
  Q4_ROWS = 1024,
  Q4_BLOCKS = 128, // of a row, 32 elements each
};

// plain.c
void plain_saxpy_cached(float *const d[BUFFERS]);
void plain_saxpy_grid(float *const d[BUFFERS]);
void plain_saxpy_stream(float *const d[BUFFERS]);
void plain_copy_stream(float *const d[BUFFERS]);
void plain_gelu(float *const d[BUFFERS]);
void plain_gelu_tanh(float *const d[BUFFERS]);
void plain_stencil(float *const d[BUFFERS]);
void plain_stencil_wide(float *const d[BUFFERS]);
void plain_matmul(float *const d[BUFFERS]);
void plain_tiled16(float *const d[BUFFERS]);
void plain_tiled32(float *const d[BUFFERS]);
void plain_reduction(float *const d[BUFFERS]);
void plain_softmax(float *const d[BUFFERS]);
void plain_mandelbrot(float *const d[BUFFERS]);
void plain_warp_sum(float *const d[BUFFERS]);

// plain_blocks.c
void plain_histogram(float *const d[BUFFERS]);
void plain_transpose(float *const d[BUFFERS]);
void plain_scan(float *const d[BUFFERS]);
void plain_scan_tree(float *const d[BUFFERS]);
void plain_dot_double(float *const d[BUFFERS]);
void plain_block_sum(float *const d[BUFFERS]);
void plain_sum_grid(float *const d[BUFFERS]);
void plain_sort_step(float *const d[BUFFERS]);
void plain_sort_block(float *const d[BUFFERS]);

// plain_maths.c
void plain_nbody(float *const d[BUFFERS]);
void plain_convolution(float *const d[BUFFERS]);
void plain_convolution_row(float *const d[BUFFERS]);
void plain_spmv(float *const d[BUFFERS]);
void plain_fft_step(float *const d[BUFFERS]);
void plain_axpy_half(float *const d[BUFFERS]);
void plain_q4_dot(float *const d[BUFFERS]);

// plain_steps.c
void plain_sort_xor(float *const d[BUFFERS]);
void plain_scan_sweep(float *const d[BUFFERS]);
void plain_sum_blocks(float *const d[BUFFERS]);
void plain_hadamard(float *const d[BUFFERS]);
void plain_odd_even(float *const d[BUFFERS]);
void plain_bytes_dot(float *const d[BUFFERS]);
void plain_lower_bound(float *const d[BUFFERS]);
void plain_hash(float *const d[BUFFERS]);
void plain_steps_to_one(float *const d[BUFFERS]);
void plain_adam(float *const d[BUFFERS]);
void plain_one_item(float *const d[BUFFERS]);

#endif

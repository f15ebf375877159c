// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>

#include "plain.h"

void plain_histogram(float *const d[BUFFERS]) {
  const uint8_t *in = (const uint8_t *)d[0];
  uint32_t *bins = (uint32_t *)(void *)d[1];
#pragma omp parallel for reduction(+ : bins[ : 256])
  for (int i = 0; i < MANY; ++i)
    ++bins[in[i]];
}

// In tiles, so that both sides' lines stay in the cache.
void plain_transpose(float *const d[BUFFERS]) {
  enum { TILE = 32 };
  const float *in = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int top = 0; top < TURNED; top += TILE)
    for (int left = 0; left < TURNED; left += TILE)
      for (int y = 0; y < TILE; ++y)
        for (int x = 0; x < TILE; ++x)
          out[(left + y) * TURNED + top + x] =
              in[(top + x) * TURNED + left + y];
}

void plain_scan(float *const d[BUFFERS]) {
  const float *in = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY; block += 256) {
    float sum = 0;
    for (int i = block; i < block + 256; ++i) {
      sum += in[i];
      out[i] = sum;
    }
  }
}

void plain_scan_tree(float *const d[BUFFERS]) {
  const float *in = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY; block += 512) {
    float sum = 0;
    for (int i = block; i < block + 512; ++i) {
      const float x = in[i];
      out[i] = sum;
      sum += x;
    }
  }
}

void plain_dot_double(float *const d[BUFFERS]) {
  const double *x = (const double *)(const void *)d[0];
  const double *y = (const double *)(const void *)d[1];
  double *out = (double *)(void *)d[2];
#pragma omp parallel for
  for (int block = 0; block < MANY / 2 / 256; ++block) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 256; ++i)
      sum += x[block * 256 + i] * y[block * 256 + i];
    out[block] = sum;
  }
}

void plain_block_sum(float *const d[BUFFERS]) { plain_reduction(d); }

void plain_sum_grid(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int block = 0; block < GRID; ++block) {
    float sum = 0;
    for (int start = block * 256; start < MANY; start += GRID * 256)
#pragma omp simd reduction(+ : sum)
      for (int i = start; i < start + 256; ++i)
        sum += x[i];
    out[block] = sum;
  }
}

static inline void exchange(const uint32_t *in, uint32_t *out, int i, int j,
                            int k) {
  const uint32_t a = in[i], b = in[i + j];
  const uint32_t min = a < b ? a : b, max = a < b ? b : a;
  out[i] = i & k ? max : min;
  out[i + j] = i & k ? min : max;
}

void plain_sort_step(float *const d[BUFFERS]) {
  const uint32_t *in = (const uint32_t *)(const void *)d[0];
  uint32_t *out = (uint32_t *)(void *)d[1];
#pragma omp parallel for
  for (int start = 0; start < MANY; start += 2 * SORT_J)
#pragma omp simd
    for (int i = start; i < start + SORT_J; ++i)
      exchange(in, out, i, SORT_J, SORT_K);
}

// The network: its loops have the same length whatever the keys are.
void plain_sort_block(float *const d[BUFFERS]) {
  const uint32_t *in = (const uint32_t *)(const void *)d[0];
  uint32_t *out = (uint32_t *)(void *)d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY; block += 512) {
    uint32_t keys[512];
    for (int i = 0; i < 512; ++i)
      keys[i] = in[block + i];
    for (int k = 2; k <= 512; k *= 2)
      for (int j = k / 2; j > 0; j /= 2)
        for (int start = 0; start < 512; start += 2 * j)
#pragma omp simd
          for (int i = start; i < start + j; ++i)
            exchange(keys, keys, i, j, k);
    for (int i = 0; i < 512; ++i)
      out[block + i] = keys[i];
  }
}

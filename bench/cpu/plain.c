// SPDX-License-Identifier: Apache-2.0
#include "plain.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void saxpy(const float *x, float *y, int n) {
#pragma omp parallel for simd
  for (int i = 0; i < n; ++i)
    y[i] = 2.0f * x[i] + y[i];
}
void plain_saxpy_cached(float *const d[BUFFERS]) { saxpy(d[0], d[1], CACHED); }
void plain_saxpy_grid(float *const d[BUFFERS]) { saxpy(d[0], d[1], MANY); }
void plain_saxpy_stream(float *const d[BUFFERS]) { saxpy(d[0], d[1], STREAM); }

void plain_copy_stream(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < STREAM; ++i)
    y[i] = x[i];
}

void plain_gelu(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = v / (1.0f + expf(-2.0f * u));
  }
}

void plain_gelu_tanh(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *y = d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = x[i];
    const float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    y[i] = 0.5f * v * (1.0f + tanhf(u));
  }
}

static void stencil_of(const float *in, float *out, int side) {
#pragma omp parallel for
  for (int y = 1; y < side - 1; ++y)
    for (int x = 1; x < side - 1; ++x) {
      const size_t i = (size_t)y * (size_t)side + (size_t)x;
      out[i] =
          0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] +
                                   in[i - (size_t)side] + in[i + (size_t)side]);
    }
}
void plain_stencil(float *const d[BUFFERS]) { stencil_of(d[0], d[1], SIDE); }
void plain_stencil_wide(float *const d[BUFFERS]) {
  stencil_of(d[0], d[1], WIDE);
}

// The order of loops that a C programmer takes for vectors.
void plain_matmul(float *const d[BUFFERS]) {
  const float *a = d[0], *b = d[1];
  float *c = d[2];
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    memset(c + y * SIDE, 0, SIDE * sizeof(float));
    for (int k = 0; k < SIDE; ++k)
      for (int x = 0; x < SIDE; ++x)
        c[y * SIDE + x] += a[y * SIDE + k] * b[k * SIDE + x];
  }
}

// The same in tiles of `tile`, a constant where it is inlined.
static inline void tile_of(float *const d[BUFFERS], int ty, int tx, int tile) {
  const float *a = d[0], *b = d[1];
  float *c = d[2];
  float sums[32][32] = {{0}};
  for (int t = 0; t < SIDE; t += tile)
    for (int y = 0; y < tile; ++y) {
      float row[32];
      memcpy(row, sums[y], (size_t)tile * sizeof(float));
      for (int k = 0; k < tile; ++k)
        for (int x = 0; x < tile; ++x)
          row[x] += a[(ty + y) * SIDE + t + k] * b[(t + k) * SIDE + tx + x];
      memcpy(sums[y], row, (size_t)tile * sizeof(float));
    }
  for (int y = 0; y < tile; ++y)
    for (int x = 0; x < tile; ++x)
      c[(ty + y) * SIDE + tx + x] = sums[y][x];
}

// What OpenMP runs is a function of its own, which has to see the size.
void plain_tiled16(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int ty = 0; ty < SIDE; ty += 16)
    for (int tx = 0; tx < SIDE; tx += 16)
      tile_of(d, ty, tx, 16);
}
void plain_tiled32(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int ty = 0; ty < SIDE; ty += 32)
    for (int tx = 0; tx < SIDE; tx += 32)
      tile_of(d, ty, tx, 32);
}

void plain_reduction(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY / 256; ++block) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 256; ++i)
      sum += x[block * 256 + i];
    out[block] = sum;
  }
}

void plain_softmax(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    const float *in = d[0] + y * COLUMNS;
    float *out = d[1] + y * COLUMNS;
    float row_max = -FLT_MAX, sum = 0;
#pragma omp simd reduction(max : row_max)
    for (int i = 0; i < COLUMNS; ++i)
      row_max = fmaxf(row_max, in[i]);
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < COLUMNS; ++i) {
      out[i] = expf(in[i] - row_max);
      sum += out[i];
    }
    const float factor = 1.0f / sum;
    for (int i = 0; i < COLUMNS; ++i)
      out[i] *= factor;
  }
}

void plain_mandelbrot(float *const d[BUFFERS]) {
  int *out = (int *)(void *)d[0];
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = 0; y < SIDE; ++y)
    for (int x = 0; x < SIDE; ++x) {
      const float cx = -2.0f + 3.0f * (float)x / (float)SIDE;
      const float cy = -1.5f + 3.0f * (float)y / (float)SIDE;
      float zx = 0, zy = 0;
      int i = 0;
      for (; i < MAX_STEPS; ++i) {
        const float xx = zx * zx, yy = zy * zy;
        if (xx + yy > 4.0f)
          break;
        zy = 2 * zx * zy + cy;
        zx = xx - yy + cx;
      }
      out[y * SIDE + x] = i;
    }
}

void plain_warp_sum(float *const d[BUFFERS]) {
  const float *x = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int warp = 0; warp < MANY / 32; ++warp) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < 32; ++i)
      sum += x[warp * 32 + i];
    out[warp] = sum;
  }
}

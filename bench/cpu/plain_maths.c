// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "plain.h"

// Coordinates apart, which vectors want.
void plain_nbody(float *const d[BUFFERS]) {
  static float x[BODIES], y[BODIES], z[BODIES], mass[BODIES];
  for (int i = 0; i < BODIES; ++i) {
    x[i] = d[0][4 * i];
    y[i] = d[0][4 * i + 1];
    z[i] = d[0][4 * i + 2];
    mass[i] = d[0][4 * i + 3];
  }
  float *out = d[1];
#pragma omp parallel for
  for (int i = 0; i < BODIES; ++i) {
    float ax = 0, ay = 0, az = 0;
#pragma omp simd reduction(+ : ax, ay, az)
    for (int k = 0; k < BODIES; ++k) {
      const float dx = x[k] - x[i], dy = y[k] - y[i], dz = z[k] - z[i];
      const float inverse = 1.0f / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float factor = mass[k] * inverse * inverse * inverse;
      ax += dx * factor;
      ay += dy * factor;
      az += dz * factor;
    }
    out[4 * i] = ax;
    out[4 * i + 1] = ay;
    out[4 * i + 2] = az;
    out[4 * i + 3] = 0;
  }
}

static const float weights[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

void plain_convolution(float *const d[BUFFERS]) {
  const float *in = d[0];
  float *out = d[1];
#pragma omp parallel for
  for (int y = 2; y < SIDE - 2; ++y)
    for (int x = 2; x < SIDE - 2; ++x) {
      float sum = 0;
      for (int j = -2; j <= 2; ++j)
        for (int i = -2; i <= 2; ++i)
          sum += weights[j + 2] * weights[i + 2] * in[(y + j) * SIDE + x + i];
      out[y * SIDE + x] = sum;
    }
}

static float pixel(const float *row, int x) {
  return x < 0 || x >= COLUMNS ? 0 : row[x];
}

void plain_convolution_row(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int y = 0; y < SIDE; ++y) {
    const float *row = d[0] + y * COLUMNS;
    float *out = d[1] + y * COLUMNS;
    for (int x = 2; x < COLUMNS - 2; ++x) {
      float sum = 0;
      for (int k = 0; k < 5; ++k)
        sum += weights[k] * row[x + k - 2];
      out[x] = sum;
    }
    for (int x = 0; x < COLUMNS; x += x == 1 ? COLUMNS - 3 : 1) {
      float sum = 0;
      for (int k = 0; k < 5; ++k)
        sum += weights[k] * pixel(row, x + k - 2);
      out[x] = sum;
    }
  }
}

void plain_spmv(float *const d[BUFFERS]) {
  const int *starts = (const int *)(const void *)d[0];
  const int *columns = (const int *)(const void *)d[1];
  const float *values = d[2], *x = d[3];
  float *y = d[4];
#pragma omp parallel for
  for (int row = 0; row < SPARSE_ROWS; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int k = starts[row]; k < starts[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}

typedef struct complex32 {
  float re, im;
} complex32;

void plain_fft_step(float *const d[BUFFERS]) {
  const complex32 *x = (const complex32 *)(const void *)d[0];
  complex32 *y = (complex32 *)(void *)d[1];
  const complex32 *w = (const complex32 *)(const void *)d[2];
#pragma omp parallel for
  for (int start = 0; start < MANY / 4; start += DONE)
#pragma omp simd
    for (int k = 0; k < DONE; ++k) {
      const complex32 a = x[start + k], b = x[start + k + MANY / 4];
      const float re = b.re * w[k].re - b.im * w[k].im;
      const float im = b.re * w[k].im + b.im * w[k].re;
      y[2 * start + k] = (complex32){a.re + re, a.im + im};
      y[2 * start + k + DONE] = (complex32){a.re - re, a.im - im};
    }
}

void plain_axpy_half(float *const d[BUFFERS]) {
  const _Float16 *x = (const _Float16 *)(const void *)d[0];
  _Float16 *y = (_Float16 *)(void *)d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY; ++i)
    y[i] = (_Float16)(2.0f * (float)x[i] + (float)y[i]);
}

typedef struct block4 {
  _Float16 scale;
  uint8_t pairs[16];
} block4;

typedef struct block8 {
  _Float16 scale, sum;
  int8_t elements[32];
} block8;

void plain_q4_dot(float *const d[BUFFERS]) {
  const block4 *a = (const block4 *)(const void *)d[0];
  const block8 *x = (const block8 *)(const void *)d[1];
  float *y = d[2];
#pragma omp parallel for
  for (int row = 0; row < Q4_ROWS; ++row) {
    float sum = 0;
    for (int k = 0; k < Q4_BLOCKS; ++k) {
      const block4 *p = &a[row * Q4_BLOCKS + k];
      int whole = 0;
      for (int j = 0; j < 16; ++j) {
        whole += ((p->pairs[j] & 15) - 8) * x[k].elements[j];
        whole += ((p->pairs[j] >> 4) - 8) * x[k].elements[j + 16];
      }
      sum += (float)p->scale * (float)x[k].scale * (float)whole;
    }
    y[row] = sum;
  }
}

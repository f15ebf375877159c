// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdint.h>

#include "plain.h"

static inline void exchange(uint32_t *keys, int i, int j, int k) {
  const uint32_t a = keys[i], b = keys[i + j];
  const uint32_t min = a < b ? a : b, max = a < b ? b : a;
  keys[i] = i & k ? max : min;
  keys[i + j] = i & k ? min : max;
}

void plain_sort_xor(float *const d[BUFFERS]) {
  const uint32_t *in = (const uint32_t *)(const void *)d[0];
  uint32_t *out = (uint32_t *)(void *)d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY / 4; block += 256) {
    uint32_t keys[256];
    for (int i = 0; i < 256; ++i)
      keys[i] = in[block + i];
    for (int k = 2; k <= 256; k *= 2)
      for (int j = k / 2; j > 0; j /= 2)
        for (int start = 0; start < 256; start += 2 * j)
#pragma omp simd
          for (int i = start; i < start + j; ++i)
            exchange(keys, i, j, k);
    for (int i = 0; i < 256; ++i)
      out[block + i] = keys[i];
  }
}

void plain_scan_sweep(float *const d[BUFFERS]) { plain_scan_tree(d); }
void plain_sum_blocks(float *const d[BUFFERS]) { plain_reduction(d); }

void plain_hadamard(float *const d[BUFFERS]) {
#pragma omp parallel for
  for (int block = 0; block < MANY; block += 512) {
    float data[512];
    for (int i = 0; i < 512; ++i)
      data[i] = d[0][block + i];
    for (int stride = 256; stride > 0; stride /= 2)
      for (int start = 0; start < 512; start += 2 * stride)
#pragma omp simd
        for (int i = start; i < start + stride; ++i) {
          const float a = data[i], b = data[i + stride];
          data[i] = a + b;
          data[i + stride] = a - b;
        }
    for (int i = 0; i < 512; ++i)
      d[1][block + i] = data[i];
  }
}

void plain_odd_even(float *const d[BUFFERS]) {
  const uint32_t *in = (const uint32_t *)(const void *)d[0];
  uint32_t *out = (uint32_t *)(void *)d[1];
#pragma omp parallel for
  for (int block = 0; block < MANY / 16; block += 128) {
    uint32_t keys[128];
    for (int i = 0; i < 128; ++i)
      keys[i] = in[block + i];
    for (int turn = 0; turn < 128; ++turn)
      for (int i = turn & 1; i + 1 < 128; i += 2) {
        const uint32_t a = keys[i], b = keys[i + 1];
        keys[i] = a < b ? a : b;
        keys[i + 1] = a < b ? b : a;
      }
    for (int i = 0; i < 128; ++i)
      out[block + i] = keys[i];
  }
}

void plain_bytes_dot(float *const d[BUFFERS]) {
  const int8_t *a = (const int8_t *)d[0], *x = (const int8_t *)d[1];
  int *y = (int *)(void *)d[2];
#pragma omp parallel for simd
  for (int row = 0; row < BYTE_ROWS; ++row) {
    int sum = 0;
    for (int k = 0; k < BYTE_WORDS; ++k)
      for (int b = 0; b < 4; ++b)
        sum += a[4 * (k * BYTE_ROWS + row) + b] * x[4 * k + b];
    y[row] = sum;
  }
}

void plain_lower_bound(float *const d[BUFFERS]) {
  const uint32_t *table = (const uint32_t *)(const void *)d[0];
  const uint32_t *keys = (const uint32_t *)(const void *)d[1];
  int *out = (int *)(void *)d[2];
#pragma omp parallel for
  for (int i = 0; i < MANY / 4; ++i) {
    int first = 0;
    for (int count = TABLE; count > 0;) {
      const int half = count / 2;
      const bool right = table[first + half] < keys[i];
      first = right ? first + half + 1 : first;
      count = right ? count - half - 1 : half;
    }
    out[i] = first;
  }
}

void plain_hash(float *const d[BUFFERS]) {
  const uint32_t *in = (const uint32_t *)(const void *)d[0];
  uint32_t *out = (uint32_t *)(void *)d[1];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 8; ++i) {
    uint32_t h = 0x9747b28c;
    for (int k = 0; k < 8; ++k) {
      uint32_t w = in[k * (MANY / 8) + i] * 0xcc9e2d51;
      w = (w << 15 | w >> 17) * 0x1b873593;
      h ^= w;
      h = (h << 13 | h >> 19) * 5 + 0xe6546b64;
    }
    h = (h ^ h >> 16) * 0x85ebca6b;
    h = (h ^ h >> 13) * 0xc2b2ae35;
    out[i] = h ^ h >> 16;
  }
}

void plain_steps_to_one(float *const d[BUFFERS]) {
  int *out = (int *)(void *)d[0];
#pragma omp parallel for schedule(dynamic, 1024)
  for (int i = 0; i < MANY / 16; ++i) {
    uint32_t x = (uint32_t)i + 1;
    int steps = 0;
    for (; x != 1; ++steps)
      x = x & 1 ? 3 * x + 1 : x / 2;
    out[i] = steps;
  }
}

void plain_adam(float *const d[BUFFERS]) {
  const float *gradient = d[0];
  float *weights = d[1], *first = d[2], *second = d[3];
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float g = gradient[i];
    const float m = 0.9f * first[i] + 0.1f * g;
    const float v = 0.999f * second[i] + 0.001f * g * g;
    first[i] = m;
    second[i] = v;
    weights[i] -= 0.001f * m / (sqrtf(v) + 1e-8f);
  }
}

void plain_one_item(float *const d[BUFFERS]) {
#pragma omp parallel for simd
  for (int i = 0; i < MANY / 4; ++i) {
    const float v = d[0][i];
    d[1][i] = v * v * v - 2.0f * v + 1.0f;
  }
}

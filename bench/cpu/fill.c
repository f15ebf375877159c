// SPDX-License-Identifier: Apache-2.0
// What the rows' buffers start as: the same in each run.
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "rows.h"

static uint32_t mixed(uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352d;
  x = (x ^ x >> 15) * 0x846ca68b;
  return x ^ x >> 16;
}

static float small(size_t k) { return (float)(k * 7919 % 1000) / 500.0f - 1; }

static void fill_bits(uint32_t *to, size_t count) {
  for (size_t k = 0; k < count; ++k)
    to[k] = mixed((uint32_t)k);
}

static void fill_starts(int *to, size_t count) {
  to[0] = 0;
  for (size_t k = 1; k < count; ++k)
    to[k] = to[k - 1] + 16 + (int)(k * 5 % 32);
}

static void fill_roots(float *to, size_t count) {
  for (size_t k = 0; k < count / 2; ++k) {
    const double angle =
        -3.14159265358979323846 * 2 * (double)k / (double)count;
    to[2 * k] = (float)cos(angle);
    to[2 * k + 1] = (float)sin(angle);
  }
}

static void put_half(uint8_t *to, float value) {
  const _Float16 half = (_Float16)value;
  memcpy(to, &half, sizeof(half));
}

// Random numbers, then the halves at the start of each block of `size` bytes.
static void fill_blocks(uint8_t *to, size_t bytes, size_t size) {
  for (size_t k = 0; k < bytes; ++k)
    to[k] = (uint8_t)mixed((uint32_t)k);
  for (size_t k = 0; k + size <= bytes; k += size) {
    const float scale = 0.01f + (float)(k / size % 64) / 1024.0f;
    put_half(to + k, scale);
    if (size != 36)
      continue;
    int sum = 0;
    for (int i = 4; i < 36; ++i)
      sum += (int8_t)to[k + (size_t)i];
    put_half(to + k + 2, scale * (float)sum);
  }
}

void fill_buffer(float *to, const buffer *b) {
  void *any = to;
  switch (b->fill) {
  case FILL_ZERO:
    memset(to, 0, b->count * 4);
    break;
  case FILL_SMALL:
    for (size_t k = 0; k < b->count; ++k)
      to[k] = small(k);
    break;
  case FILL_DOUBLE:
    for (size_t k = 0; k < b->count / 2; ++k)
      ((double *)any)[k] = (double)small(k);
    break;
  case FILL_HALF:
    for (size_t k = 0; k < b->count * 2; ++k)
      ((_Float16 *)any)[k] = (_Float16)small(k);
    break;
  case FILL_INDEX:
    for (size_t k = 0; k < b->count; ++k)
      to[k] = (float)(k % 1024);
    break;
  case FILL_KEYS:
    for (size_t k = 0; k < b->count; ++k)
      ((uint32_t *)any)[k] = mixed((uint32_t)k) >> 15;
    break;
  case FILL_BITS:
    fill_bits(any, b->count);
    break;
  case FILL_ROOTS:
    fill_roots(to, b->count);
    break;
  case FILL_STARTS:
    fill_starts(any, b->count);
    break;
  case FILL_COLUMNS:
    for (size_t k = 0; k < b->count; ++k)
      ((uint32_t *)any)[k] = mixed((uint32_t)k) % SPARSE_ROWS;
    break;
  case FILL_Q4:
    fill_blocks(any, b->count * 4, 18);
    break;
  case FILL_Q8:
    fill_blocks(any, b->count * 4, 36);
    break;
  }
}

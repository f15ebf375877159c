// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/cpu.h"
#include "runtime/check/check.h"

// Where a side starts, and the distances of its rows and of its slices.
typedef struct side {
  uint8_t *start;
  size_t pitch, slice; // bytes
} side;

static side resolve(const qn_copy_side *s) {
  if (!s->array)
    return (side){s->address, s->pitch, s->slice};
  const qn_memory *a = s->array;
  uint8_t *start = a->native;
  return (side){start + s->z * a->slice + s->y * a->pitch + s->x, a->pitch,
                a->slice};
}

void qn_cpu_copy(const qn_op_copy *copy) {
  const side to = resolve(&copy->to);
  const side from = resolve(&copy->from);
  if (!copy->width)
    return;
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_copied(copy);
  for (size_t z = 0; z < copy->depth; ++z)
    for (size_t y = 0; y < copy->height; ++y)
      // Overlapping ranges are the program's mistake, but must do no harm.
      memmove(to.start + z * to.slice + y * to.pitch,
              from.start + z * from.slice + y * from.pitch, copy->width);
}

static void fill_row(uint8_t *row, const qn_op_fill *fill) {
  switch (fill->value_size) {
  case 1:
    memset(row, (int)(fill->value & 0xff), fill->width);
    return;
  case 2: {
    const uint16_t value = (uint16_t)fill->value;
    for (size_t i = 0; i < fill->width; ++i)
      memcpy(row + i * sizeof(value), &value, sizeof(value));
    return;
  }
  default:
    for (size_t i = 0; i < fill->width; ++i)
      memcpy(row + i * sizeof(fill->value), &fill->value, sizeof(fill->value));
  }
}

void qn_cpu_fill(const qn_op_fill *fill) {
  uint8_t *start = fill->address;
  if (!fill->width)
    return;
  if (qn_check_on(QN_CPU_CHECK_ALL))
    qn_check_filled(fill);
  for (size_t z = 0; z < fill->depth; ++z)
    for (size_t y = 0; y < fill->height; ++y)
      fill_row(start + z * fill->slice + y * fill->pitch, fill);
}

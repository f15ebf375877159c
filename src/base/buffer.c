// SPDX-License-Identifier: Apache-2.0
#include "base/buffer.h"

#include <stdio.h>

#include "base/alloc.h"

void qn_buffer_finish(qn_buffer *b) {
  qn_free(b->data);
  *b = (qn_buffer){0};
}

void qn_buffer_clear(qn_buffer *b) {
  b->size = 0;
  b->failed = false;
}

// Makes room for `size` more bytes and a NUL.
static bool reserve(qn_buffer *b, size_t size) {
  size_t wanted;
  if (b->failed)
    return false;
  if (!qn_add_size(b->size, size, &wanted) || wanted >= SIZE_MAX / 2) {
    b->failed = true;
    return false;
  }
  ++wanted;
  if (wanted <= b->capacity)
    return true;
  size_t capacity = b->capacity ? b->capacity : 256;
  while (capacity < wanted)
    capacity *= 2;
  uint8_t *grown = qn_realloc(b->data, capacity);
  if (!grown) {
    b->failed = true;
    return false;
  }
  b->data = grown;
  b->capacity = capacity;
  return true;
}

void qn_buffer_reserve(qn_buffer *b, size_t size) {
  if (reserve(b, size))
    qn_alloc_large(b->data, b->capacity);
}

void qn_buffer_append_grown(qn_buffer *b, const void *bytes, size_t size) {
  if (size == 0 || !reserve(b, size))
    return;
  memcpy(b->data + b->size, bytes, size);
  b->size += size;
}

void qn_buffer_decimal(qn_buffer *b, uint64_t value) {
  char digits[20];
  size_t at = sizeof(digits);
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value);
  qn_buffer_append(b, digits + at, sizeof(digits) - at);
}

void qn_buffer_vprintf(qn_buffer *b, const char *format, va_list args) {
  va_list again;
  va_copy(again, args);
  // First into the existing room; most texts fit.
  const size_t room = b->failed ? 0 : b->capacity - b->size;
  const int length =
      vsnprintf(room ? (char *)b->data + b->size : NULL, room, format, args);
  if (length < 0)
    b->failed = true;
  else if ((size_t)length < room)
    b->size += (size_t)length;
  else if (reserve(b, (size_t)length)) {
    vsnprintf((char *)b->data + b->size, (size_t)length + 1, format, again);
    b->size += (size_t)length;
  }
  va_end(again);
}

void qn_buffer_printf(qn_buffer *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  qn_buffer_vprintf(b, format, args);
  va_end(args);
}

static void store(uint8_t *to, uint64_t value, size_t size, bool big_endian) {
  for (size_t i = 0; i < size; ++i)
    to[i] = (uint8_t)(value >> (8 * (big_endian ? size - 1 - i : i)));
}

void qn_buffer_int(qn_buffer *b, uint64_t value, size_t size, bool big_endian) {
  uint8_t bytes[8];
  store(bytes, value, size, big_endian);
  qn_buffer_append(b, bytes, size);
}

void qn_buffer_u8(qn_buffer *b, uint8_t value) {
  qn_buffer_int(b, value, 1, false);
}
void qn_buffer_u16(qn_buffer *b, uint16_t value) {
  qn_buffer_int(b, value, 2, false);
}
void qn_buffer_u32(qn_buffer *b, uint32_t value) {
  qn_buffer_int(b, value, 4, false);
}
void qn_buffer_u64(qn_buffer *b, uint64_t value) {
  qn_buffer_int(b, value, 8, false);
}

void qn_buffer_zero(qn_buffer *b, size_t size) {
  if (size == 0 || !reserve(b, size))
    return;
  memset(b->data + b->size, 0, size);
  b->size += size;
}

void qn_buffer_align(qn_buffer *b, size_t alignment) {
  qn_buffer_zero(b, (size_t)(qn_align_up(b->size, alignment) - b->size));
}

void qn_buffer_patch(qn_buffer *b, size_t offset, uint64_t value, size_t size,
                     bool big_endian) {
  if (!b->failed && offset <= b->size && size <= b->size - offset)
    store(b->data + offset, value, size, big_endian);
}

const char *qn_buffer_text(qn_buffer *b) {
  if (!reserve(b, 0))
    return "";
  b->data[b->size] = '\0';
  return (const char *)b->data;
}

qn_status qn_buffer_check(const qn_buffer *b, qn_diag *diag) {
  if (!b->failed)
    return qn_ok();
  return qn_fail(diag, QN_E_MEMORY, QN_NOWHERE,
                 "no memory for an output of more than %zu bytes", b->size);
}

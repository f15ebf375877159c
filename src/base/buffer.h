// SPDX-License-Identifier: Apache-2.0
// Growable bytes: the writer that every format writer and every text builder
// uses.
//
// Failures are sticky, like a reader's: append as much as you like, then check
// once with qn_buffer_check. After a failure the contents are unusable.
#ifndef QN_BASE_BUFFER_H
#define QN_BASE_BUFFER_H

#include <stdarg.h>

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_buffer {
  uint8_t *data; // owned
  size_t size;   // bytes written
  size_t capacity;
  bool failed; // an allocation failed
} qn_buffer;

// A zeroed qn_buffer is empty and ready; `finish` frees and zeroes it.
void qn_buffer_finish(qn_buffer *b);
// Forgets the contents, keeps the storage.
void qn_buffer_clear(qn_buffer *b);

// Reserves room for `size` more bytes.
void qn_buffer_reserve(qn_buffer *b, size_t size);
// The part of qn_buffer_append that may allocate.
void qn_buffer_append_grown(qn_buffer *b, const void *bytes, size_t size);
static inline void qn_buffer_append(qn_buffer *b, const void *bytes,
                                    size_t size) {
  if (b->failed || size == 0 || size >= b->capacity - b->size) {
    qn_buffer_append_grown(b, bytes, size);
    return;
  }
  memcpy(b->data + b->size, bytes, size);
  b->size += size;
}
static inline void qn_buffer_append_str(qn_buffer *b, qn_str text) {
  qn_buffer_append(b, text.data, text.size);
}
// A decimal number.
void qn_buffer_decimal(qn_buffer *b, uint64_t value);
void qn_buffer_printf(qn_buffer *b, const char *format, ...) QN_PRINTF(2, 3);
void qn_buffer_vprintf(qn_buffer *b, const char *format, va_list args)
    QN_PRINTF(2, 0);

// Little-endian integers.
void qn_buffer_u8(qn_buffer *b, uint8_t value);
void qn_buffer_u16(qn_buffer *b, uint16_t value);
void qn_buffer_u32(qn_buffer *b, uint32_t value);
void qn_buffer_u64(qn_buffer *b, uint64_t value);
// `size` bytes (1 to 8) of `value`, in either byte order.
void qn_buffer_int(qn_buffer *b, uint64_t value, size_t size, bool big_endian);

void qn_buffer_zero(qn_buffer *b, size_t size);
// Appends zeroes up to a multiple of `alignment` (a power of two) from the
// start.
void qn_buffer_align(qn_buffer *b, size_t alignment);
// Overwrites `size` bytes (1 to 8) at `offset`, which were appended before.
void qn_buffer_patch(qn_buffer *b, size_t offset, uint64_t value, size_t size,
                     bool big_endian);

// The contents; valid until the next append.
static inline qn_span qn_buffer_span(const qn_buffer *b) {
  return (qn_span){b->data, b->size};
}
static inline qn_str qn_buffer_str(const qn_buffer *b) {
  return (qn_str){(const char *)b->data, b->size};
}
// The contents as a C string (a NUL is kept after the end). Never NULL: after a
// failure it is "".
const char *qn_buffer_text(qn_buffer *b);

// OK, or QN_E_MEMORY.
qn_status qn_buffer_check(const qn_buffer *b, qn_diag *diag);

#endif // QN_BASE_BUFFER_H

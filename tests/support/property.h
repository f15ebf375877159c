// SPDX-License-Identifier: Apache-2.0
// Properties that every reader of untrusted bytes must have. Each test gives
// the reader exact-size heap copies, so that a sanitizer sees any overread.
#ifndef QN_TESTS_SUPPORT_PROPERTY_H
#define QN_TESTS_SUPPORT_PROPERTY_H

#include "support/test.h"

// Reads `file` whole, touches what it found, and frees it.
typedef qn_status property_read_fn(qn_span file, qn_diag *diag);

// One read: a failure has a message and its code, success has neither.
static inline qn_code property_read(property_read_fn *read,
                                    const uint8_t *bytes, size_t size) {
  uint8_t *copy = malloc(size ? size : 1);
  CHECK(copy);
  if (size)
    memcpy(copy, bytes, size);
  qn_diag diag = {0};
  const qn_status status = read((qn_span){copy, size}, &diag);
  CHECK_INT(status.code, diag.code);
  CHECK(qn_failed(status) == (diag.message[0] != '\0'));
  free(copy);
  return status.code;
}

// No proper prefix of at least `least` bytes reads as a whole file would;
// `strict` false: for formats without a length, it only must not crash.
static inline void property_prefixes(property_read_fn *read, qn_span good,
                                     bool strict) {
  CHECK_INT(property_read(read, good.data, good.size), QN_OK);
  for (size_t size = 0; size < good.size; ++size) {
    const qn_code code = property_read(read, good.data, size);
    if (strict && code == QN_OK)
      fprintf(stderr, "the first %zu of %zu bytes read\n", size, good.size);
    CHECK(!strict || code != QN_OK);
  }
}

// Every byte takes values that tend to hurt, one byte at a time, then pairs of
// neighbours.
static inline void property_mutants(property_read_fn *read, qn_span good) {
  static const uint8_t values[] = {0,    1,    2,    3,    4,    7,    8,
                                   0x0f, 0x10, 0x20, 0x3f, 0x40, 0x7f, 0x80,
                                   0x81, 0xc1, 0xdd, 0xdf, 0xfe, 0xff};
  uint8_t *bytes = malloc(good.size ? good.size : 1);
  CHECK(bytes);
  for (size_t i = 0; i < good.size; ++i) {
    for (size_t v = 0; v < sizeof(values); ++v) {
      memcpy(bytes, good.data, good.size);
      bytes[i] = values[v];
      (void)property_read(read, bytes, good.size);
      if (i + 1 < good.size) {
        bytes[i + 1] = 0xff;
        (void)property_read(read, bytes, good.size);
      }
    }
    for (unsigned bit = 0; bit < 8; ++bit) {
      memcpy(bytes, good.data, good.size);
      bytes[i] ^= (uint8_t)(1u << bit);
      (void)property_read(read, bytes, good.size);
    }
  }
  free(bytes);
}

// Each allocation of one read fails once: the answer is QN_E_MEMORY, nothing
// leaks and nothing crashes. A reader that can do without what it could not get
// may also succeed.
static inline void property_memory(property_read_fn *read, qn_span good) {
  for (uint64_t n = 1;; ++n) {
    const uint64_t before = qn_alloc_count();
    qn_alloc_fail_at(n);
    const qn_code code = property_read(read, good.data, good.size);
    qn_alloc_fail_at(0);
    CHECK(code == QN_OK || code == QN_E_MEMORY);
    if (qn_alloc_count() - before < n) {
      CHECK_INT(code, QN_OK);
      return;
    }
    CHECK(n < 100000);
  }
}

static inline void property_all(property_read_fn *read, qn_span good,
                                bool strict) {
  property_prefixes(read, good, strict);
  property_mutants(read, good);
  property_memory(read, good);
}

#endif // QN_TESTS_SUPPORT_PROPERTY_H

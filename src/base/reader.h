// SPDX-License-Identifier: Apache-2.0
// A bounds-checked cursor over untrusted bytes.
//
// Reads never fail loudly: the first read that does not fit sets a sticky
// failure, and from then on every read returns zero or an empty span. Read a
// whole record, then ask once with qn_reader_finish. So zeroes must be
// harmless; anything that drives a loop, an allocation or an index goes through
// qn_read_count or qn_reader_window first.
#ifndef QN_BASE_READER_H
#define QN_BASE_READER_H

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_reader {
  qn_span in;      // the window
  uint64_t origin; // file offset of in.data[0]
  size_t at;       // next byte; always <= in.size
  bool big_endian;
  bool failed;
  qn_place bad;  // first failure
  uint64_t have; // bytes that were left there
} qn_reader;

qn_reader qn_reader_over(qn_span in, uint64_t origin);

uint8_t qn_read_u8(qn_reader *r, const char *field);
uint16_t qn_read_u16(qn_reader *r, const char *field);
uint32_t qn_read_u32(qn_reader *r, const char *field);
uint64_t qn_read_u64(qn_reader *r, const char *field);
// Marks `r` failed, when it is not: `size` bytes do not fit. Always empty.
qn_span qn_read_short(qn_reader *r, uint64_t size, const char *field);
static inline qn_span qn_read_bytes(qn_reader *r, uint64_t size,
                                    const char *field) {
  if (r->failed || size > r->in.size - r->at)
    return qn_read_short(r, size, field);
  const qn_span got = {r->in.data + r->at, (size_t)size};
  r->at += (size_t)size;
  return got;
}

// Reads a u32 element count and rejects one that cannot fit in the rest of the
// window at `min_size` bytes (not 0) per element. Call it before allocating.
size_t qn_read_count(qn_reader *r, size_t min_size, const char *field);

// A child window [offset, offset+size) of `r`, keeping absolute file offsets.
// Out of range: `r` fails, and the child is empty and failed.
qn_reader qn_reader_window(qn_reader *r, uint64_t offset, uint64_t size,
                           const char *field);

// OK, or QN_E_MALFORMED with the place and the missing byte count.
qn_status qn_reader_finish(const qn_reader *r, qn_diag *diag);

#endif // QN_BASE_READER_H

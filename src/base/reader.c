// SPDX-License-Identifier: Apache-2.0
#include "base/reader.h"

#include <inttypes.h>

qn_reader qn_reader_over(qn_span in, uint64_t origin) {
  return (qn_reader){.in = in, .origin = origin};
}

static void fail_at(qn_reader *r, uint64_t offset, uint64_t size, uint64_t have,
                    const char *field) {
  if (r->failed)
    return;
  r->failed = true;
  r->bad = (qn_place){r->origin + offset, size, field};
  r->have = have;
}

qn_span qn_read_short(qn_reader *r, uint64_t size, const char *field) {
  fail_at(r, r->at, size, r->in.size - r->at, field);
  return (qn_span){0};
}

// Inlined with a constant width, each byte order compiles to one load.
static inline uint64_t read_int(qn_reader *r, size_t width, const char *field) {
  const qn_span raw = qn_read_bytes(r, width, field);
  uint64_t value = 0;
  if (!raw.size)
    return 0;
  if (r->big_endian)
    for (size_t i = 0; i < width; ++i)
      value |= (uint64_t)raw.data[i] << (8 * (width - 1 - i));
  else
    for (size_t i = 0; i < width; ++i)
      value |= (uint64_t)raw.data[i] << (8 * i);
  return value;
}

uint8_t qn_read_u8(qn_reader *r, const char *field) {
  const qn_span raw = qn_read_bytes(r, 1, field);
  return raw.size ? raw.data[0] : 0;
}

uint16_t qn_read_u16(qn_reader *r, const char *field) {
  return (uint16_t)read_int(r, 2, field);
}

uint32_t qn_read_u32(qn_reader *r, const char *field) {
  return (uint32_t)read_int(r, 4, field);
}

uint64_t qn_read_u64(qn_reader *r, const char *field) {
  return read_int(r, 8, field);
}

size_t qn_read_count(qn_reader *r, size_t min_size, const char *field) {
  const size_t start = r->at;
  const uint32_t count = qn_read_u32(r, field);
  const size_t left = r->in.size - r->at;
  if (!r->failed && count > left / min_size) {
    fail_at(r, start, 4, left, field);
    return 0;
  }
  return count;
}

qn_reader qn_reader_window(qn_reader *r, uint64_t offset, uint64_t size,
                           const char *field) {
  qn_reader child = {.big_endian = r->big_endian};
  // Written without `offset + size`, which can wrap.
  if (!r->failed && (offset > r->in.size || size > r->in.size - offset))
    fail_at(r, offset, size, offset > r->in.size ? 0 : r->in.size - offset,
            field);
  if (r->failed) {
    child.failed = true;
    child.bad = r->bad;
    child.have = r->have;
    return child;
  }
  child.in = (qn_span){r->in.data + offset, (size_t)size};
  child.origin = r->origin + offset;
  return child;
}

qn_status qn_reader_finish(const qn_reader *r, qn_diag *diag) {
  if (!r->failed)
    return qn_ok();
  return qn_fail(diag, QN_E_MALFORMED, r->bad,
                 "%s needs %" PRIu64 " bytes at 0x%" PRIx64 ", only %" PRIu64
                 " remain",
                 r->bad.field, r->bad.size, r->bad.offset, r->have);
}

// SPDX-License-Identifier: Apache-2.0
#include "formats/xclbin.h"

#include <inttypes.h>

#include "base/reader.h"
#include "formats/format.h"

enum {
  LENGTH_AT = 304,
  SECTIONS_AT = 456,
  SECTION_SIZE = 40,
  SECTIONS_MAX = 0x10000,
};

bool qn_xclbin_probe(qn_span bytes) {
  return bytes.size >= 8 && memcmp(bytes.data, "xclbin2\0", 8) == 0;
}

qn_status qn_xclbin_open(qn_span bytes, uint64_t origin, qn_xclbin *out_xclbin,
                         qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, origin);
  (void)qn_read_bytes(&r, LENGTH_AT, "signature");
  const uint64_t length = qn_read_u64(&r, "length");
  (void)qn_read_bytes(&r, 18, "time and patch");
  qn_xclbin x = {
      .file = bytes,
      .origin = origin,
      .major = qn_read_u8(&r, "version"),
      .minor = qn_read_u8(&r, "version"),
  };
  (void)qn_read_bytes(&r, 20, "mode and platform id");
  x.platform = qn_span_str(qn_read_bytes(&r, 64, "platform"));
  x.platform.size = qn_str_find(x.platform, '\0');
  (void)qn_read_bytes(&r, 32, "xclbin id and debug binary");
  const uint32_t count = qn_read_u32(&r, "section count");
  (void)qn_read_u32(&r, "padding");
  QN_TRY(qn_reader_finish(&r, diag));
  if (length > bytes.size)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin + LENGTH_AT, 8, "length"},
                   "the xclbin has %" PRIu64 " bytes, only %zu are there",
                   length, bytes.size);
  if (count > SECTIONS_MAX ||
      (uint64_t)count * SECTION_SIZE > bytes.size - SECTIONS_AT)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin + SECTIONS_AT - 8, 4, "section count"},
                   "%" PRIu32 " sections do not fit in the file", count);
  x.section_count = count;
  *out_xclbin = x;
  return qn_ok();
}

qn_status qn_xclbin_section(const qn_xclbin *x, uint32_t kind,
                            qn_span *out_bytes, uint64_t *out_offset,
                            qn_diag *diag) {
  qn_reader whole = qn_reader_over(x->file, x->origin);
  qn_reader r = qn_reader_window(&whole, SECTIONS_AT,
                                 x->section_count * SECTION_SIZE, "sections");
  *out_bytes = (qn_span){0};
  for (size_t i = 0; i < x->section_count; ++i) {
    const uint32_t found = qn_read_u32(&r, "section kind");
    (void)qn_read_bytes(&r, 20, "section name");
    const uint64_t offset = qn_read_u64(&r, "section offset");
    const uint64_t size = qn_read_u64(&r, "section size");
    if (found != kind)
      continue;
    const qn_reader section =
        qn_reader_window(&whole, offset, size, "section contents");
    QN_TRY(qn_reader_finish(&whole, diag));
    *out_bytes = section.in;
    *out_offset = section.origin;
    return qn_ok();
  }
  return qn_reader_finish(&r, diag);
}

const qn_format qn_format_xclbin = {
    .name = "xclbin",
    .summary = "AMD/Xilinx device binary",
    .probe = qn_xclbin_probe,
};

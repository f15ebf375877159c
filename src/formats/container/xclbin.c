// SPDX-License-Identifier: Apache-2.0
#include "formats/container/xclbin.h"

#include <inttypes.h>

#include "base/reader.h"
#include "formats/core/format.h"

enum {
  LENGTH_AT = 304,
  SECTIONS_AT = 456,
  SECTION_SIZE = 40,
  SECTIONS_MAX = 0x10000,
  PDIS_AT = 120, // in an AIE partition
  PDI_SIZE = 96,
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

// ---- AIE partitions: their programmable device images

// An array in a section: u32 count, u32 offset of its elements from the
// section's start; elements have `size` bytes.
static qn_reader read_array(qn_reader *section, qn_reader *at, size_t size,
                            const char *field) {
  const uint64_t count = qn_read_u32(at, field);
  const uint64_t offset = qn_read_u32(at, field);
  return qn_reader_window(section, offset, count * size, field);
}

// The NUL-terminated text at `offset` of the section; empty when outside it.
static qn_str text_at(const qn_reader *section, uint64_t offset) {
  if (offset == 0 || offset >= section->in.size)
    return (qn_str){0};
  qn_str text = {(const char *)section->in.data + offset,
                 section->in.size - (size_t)offset};
  text.size = qn_str_find(text, '\0');
  return text;
}

// A PDI: u8 uuid[16], an array of the image's bytes, and an array of the groups
// of its CDOs, the first of which has a name.
static qn_status walk_pdi(qn_walk *walk, qn_reader *section, qn_reader *pdi,
                          qn_str partition, qn_diag *diag) {
  enum { GROUP_SIZE = 96 };
  (void)qn_read_bytes(pdi, 16, "PDI uuid");
  const qn_reader image = read_array(section, pdi, 1, "PDI image");
  qn_reader groups = read_array(section, pdi, GROUP_SIZE, "CDO groups");
  (void)qn_read_bytes(pdi, PDI_SIZE - 32, "PDI");
  QN_TRY(qn_reader_finish(section, diag));
  QN_TRY(qn_reader_finish(pdi, diag));
  const uint32_t name =
      groups.in.size ? qn_read_u32(&groups, "CDO group name") : 0;
  const qn_str label = text_at(section, name);
  return qn_walk_member(walk, image.in, image.origin,
                        label.size ? label : partition, diag);
}

static qn_status walk(qn_walk *walk, qn_span bytes, uint64_t origin,
                      qn_diag *diag) {
  qn_xclbin x;
  qn_span partition;
  uint64_t offset = 0;
  QN_TRY(qn_xclbin_open(bytes, origin, &x, diag));
  QN_TRY(qn_xclbin_section(&x, QN_XCLBIN_AIE, &partition, &offset, diag));
  if (!partition.size)
    return qn_ok();
  qn_reader section = qn_reader_over(partition, offset);
  qn_reader head = section;
  (void)qn_read_u32(&head, "schema version");
  const qn_str name = text_at(&section, qn_read_u32(&head, "partition name"));
  (void)qn_read_bytes(&head, PDIS_AT - 8, "AIE partition");
  qn_reader pdis = read_array(&section, &head, PDI_SIZE, "PDIs");
  QN_TRY(qn_reader_finish(&head, diag));
  QN_TRY(qn_reader_finish(&section, diag));
  while (pdis.at < pdis.in.size)
    QN_TRY(walk_pdi(walk, &section, &pdis, name, diag));
  return qn_ok();
}

const qn_format qn_format_xclbin = {
    .name = "xclbin",
    .summary = "AMD/Xilinx device binary",
    .plural = "Xilinx binaries",
    .extension = ".xclbin",
    .probe = qn_xclbin_probe,
    .walk = walk,
    .is_image = true,
};

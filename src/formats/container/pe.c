// SPDX-License-Identifier: Apache-2.0
// Windows programs and libraries with GPU code in them. Section names are cut
// to 8 bytes (".hip_fat", ".nv_fatb"), so all data sections are searched.
//
// Offset 0x3c: u32 offset of "PE\0\0"; then u16 machine, u16 sections, 12
// bytes, u16 size of the optional header, u16; that header; and for each
// section 40 bytes: name[8], 8 bytes, u32 size, u32 offset in the file, 12
// bytes, u32 flags.
#include "base/reader.h"
#include "formats/container/scan.h"

enum {
  OFFSET_AT = 0x3c,
  SECTION_SIZE = 40,
  FLAG_CODE = 0x20,
  FLAG_DATA = 0x40,
};

static bool find_header(qn_span bytes, uint64_t *out_offset) {
  qn_reader r = qn_reader_over(bytes, 0);
  const qn_span magic = qn_read_bytes(&r, 2, "magic");
  if (!magic.size || memcmp(magic.data, "MZ", 2) != 0)
    return false;
  r.at = bytes.size < OFFSET_AT ? bytes.size : OFFSET_AT;
  *out_offset = qn_read_u32(&r, "PE offset");
  qn_reader header = qn_reader_window(&r, *out_offset, 24, "PE header");
  const qn_span sign = qn_read_bytes(&header, 4, "PE signature");
  return sign.size && memcmp(sign.data, "PE\0\0", 4) == 0;
}

static bool probe(qn_span bytes) {
  uint64_t offset;
  return find_header(bytes, &offset);
}

static qn_status walk_pe(qn_walk *walk, qn_span bytes, uint64_t origin,
                         qn_diag *diag) {
  uint64_t at;
  if (!find_header(bytes, &at))
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 2, "magic"},
                   "not a Windows program");
  qn_reader whole = qn_reader_over(bytes, origin);
  qn_reader r = qn_reader_window(&whole, at, bytes.size - at, "PE header");
  (void)qn_read_bytes(&r, 6, "PE signature and machine");
  const uint16_t count = qn_read_u16(&r, "section count");
  (void)qn_read_bytes(&r, 12, "COFF header");
  const uint16_t optional = qn_read_u16(&r, "optional header size");
  (void)qn_read_bytes(&r, 2u + optional, "optional header");
  const qn_span table =
      qn_read_bytes(&r, (uint64_t)count * SECTION_SIZE, "section table");
  QN_TRY(qn_reader_finish(&r, diag));
  qn_reader sections = qn_reader_over(table, r.origin);
  for (unsigned i = 0; i < count; ++i) {
    (void)qn_read_bytes(&sections, 16, "section name");
    const uint32_t size = qn_read_u32(&sections, "section size");
    const uint32_t offset = qn_read_u32(&sections, "section offset");
    (void)qn_read_bytes(&sections, 12, "section relocations");
    const uint32_t flags = qn_read_u32(&sections, "section flags");
    qn_reader outer = whole; // a broken section must not hide the others
    const qn_reader section = qn_reader_window(&outer, offset, size, "section");
    if ((flags & FLAG_DATA) && !(flags & FLAG_CODE) && section.in.size)
      QN_TRY(qn_scan(walk, section.in, section.origin, origin, diag));
  }
  return qn_ok();
}

const qn_format qn_format_pe = {
    .name = "pe",
    .summary = "Windows program or library",
    .plural = "programs with GPU code",
    .probe = probe,
    .walk = walk_pe,
    .contains_only = true,
};

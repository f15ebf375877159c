// SPDX-License-Identifier: Apache-2.0
// 64-bit Mach-O programs and libraries with GPU code in them.
//
// Header, 32 bytes, little-endian: u32 magic 0xfeedfacf, 12 bytes, u32 number
// of commands, 12 bytes. Each command: u32 kind, u32 size. Kind 0x19 is a
// segment of 72 bytes with the u32 number of its sections at 64, followed by 80
// bytes per section: name[16], segment[16], u64 address, u64 size, u32 offset,
// 12 bytes, u32 flags, 12 bytes.
#include "base/reader.h"
#include "formats/container/scan.h"

enum {
  COMMAND_MIN = 8,
  COMMAND_SEGMENT = 0x19,
  TYPE_ZEROFILL = 1,
  CODE_FLAGS = (int)0x80000400,
};

static bool probe(qn_span bytes) {
  return bytes.size >= 32 && memcmp(bytes.data, "\xcf\xfa\xed\xfe", 4) == 0;
}

static qn_status walk_segment(qn_walk *walk, qn_reader *whole,
                              qn_reader *command, qn_diag *diag) {
  (void)qn_read_bytes(command, 56, "segment");
  const size_t count = qn_read_count(command, 80, "section count");
  (void)qn_read_u32(command, "segment flags");
  for (size_t i = 0; i < count && !command->failed; ++i) {
    (void)qn_read_bytes(command, 40, "section name");
    const uint64_t size = qn_read_u64(command, "section size");
    const uint32_t offset = qn_read_u32(command, "section offset");
    (void)qn_read_bytes(command, 12, "section relocations");
    const uint32_t flags = qn_read_u32(command, "section flags");
    (void)qn_read_bytes(command, 12, "section");
    qn_reader outer = *whole; // a broken section must not hide the others
    const qn_reader section = qn_reader_window(&outer, offset, size, "section");
    if (!(flags & (uint32_t)CODE_FLAGS) && (flags & 0xff) != TYPE_ZEROFILL &&
        section.in.size)
      QN_TRY(qn_scan(walk, section.in, section.origin, whole->origin, diag));
  }
  return qn_reader_finish(command, diag);
}

static qn_status walk_macho(qn_walk *walk, qn_span bytes, uint64_t origin,
                            qn_diag *diag) {
  qn_reader whole = qn_reader_over(bytes, origin);
  qn_reader r = whole;
  (void)qn_read_bytes(&r, 16, "Mach-O header");
  const size_t count = qn_read_count(&r, COMMAND_MIN, "command count");
  (void)qn_read_bytes(&r, 12, "Mach-O header");
  for (size_t i = 0; i < count; ++i) {
    const size_t start = r.at;
    const uint32_t kind = qn_read_u32(&r, "command");
    const uint32_t size = qn_read_u32(&r, "command size");
    QN_TRY(qn_reader_finish(&r, diag));
    if (size < COMMAND_MIN)
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){origin + start + 4, 4, "command size"},
                     "load command of %u bytes, expected at least 8", size);
    qn_reader command =
        qn_reader_window(&r, r.at, size - COMMAND_MIN, "load command");
    QN_TRY(qn_reader_finish(&r, diag));
    r.at += size - COMMAND_MIN;
    if (kind == COMMAND_SEGMENT)
      QN_TRY(walk_segment(walk, &whole, &command, diag));
  }
  return qn_ok();
}

const qn_format qn_format_macho = {
    .name = "mach-o",
    .summary = "macOS program or library",
    .plural = "programs with GPU code",
    .probe = probe,
    .walk = walk_macho,
    .contains_only = true,
};

// SPDX-License-Identifier: Apache-2.0
// ELF files of the host: an image for the CPU when they hold our note, and a
// container when GPU code is linked into them.
//
// GPU code is searched for in all data sections, by magic: NVIDIA's libraries
// have fat binaries in .data, .ldata and others besides .nv_fatbin.
#include "formats/object/elf.h"
#include "formats/container/bundle.h"
#include "formats/container/scan.h"

enum {
  TYPE_PROGBITS = 1,
  TYPE_OFFLOADING = 0x6fff4c0b,
};

// Old versions of clang -fgpu-rdc leave one section per entry, named by its id.
static const qn_str entry_prefix = {QN_BUNDLE_MAGIC,
                                    sizeof(QN_BUNDLE_MAGIC) - 1};

// A section that holds only bundles starts with a valid one, unless it holds a
// single image of another kind, or a placeholder of the linker's.
static qn_status walk_named(qn_walk *walk, const qn_elf_section *section,
                            uint64_t origin, qn_diag *diag) {
  if (!qn_scan_starts(section->bytes) && qn_format_detect(section->bytes))
    return qn_walk_member(walk, section->bytes, origin + section->offset,
                          (qn_str){0}, diag);
  return qn_scan(walk, section->bytes, origin + section->offset, origin, diag);
}

static qn_status walk_elf(qn_walk *walk, qn_span bytes, uint64_t origin,
                          qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(bytes, origin, &elf, diag));
  for (size_t i = 1; i < elf.section_count; ++i) {
    qn_elf_section section;
    if (qn_failed(qn_elf_section_at(&elf, i, &section, NULL)))
      continue; // a broken section must not hide the others
    const bool is_data = section.type == TYPE_PROGBITS &&
                         (section.flags & QN_ELF_FLAG_ALLOC) &&
                         !(section.flags & QN_ELF_FLAG_EXEC);
    if (qn_str_equal(section.name, QN_STR(".hip_fatbin")))
      QN_TRY(walk_named(walk, &section, origin, diag));
    else if (qn_str_starts(section.name, entry_prefix) &&
             section.bytes.size > 1)
      QN_TRY(qn_walk_member(walk, section.bytes, origin + section.offset,
                            qn_str_skip(section.name, entry_prefix.size),
                            diag));
    else if (section.type == TYPE_OFFLOADING && section.bytes.size)
      QN_TRY(qn_walk_member(walk, section.bytes, origin + section.offset,
                            (qn_str){0}, diag));
    else if (is_data)
      QN_TRY(
          qn_scan(walk, section.bytes, origin + section.offset, origin, diag));
  }
  return qn_ok();
}

const qn_format qn_format_elf = {
    .name = "elf",
    .summary = "ELF object, program or library of a CPU",
    .plural = "programs with GPU code",
    .extension = ".so",
    .magic = {QN_ELF_MAGIC, sizeof(QN_ELF_MAGIC) - 1},
    .measure = qn_elf_measure,
    .probe = qn_elf_probe,
    .walk = walk_elf,
};

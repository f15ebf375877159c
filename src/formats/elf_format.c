// SPDX-License-Identifier: Apache-2.0
// ELF files of the host: an image for the CPU when they hold our note, and a
// container when GPU code was linked into them.
#include "formats/elf.h"
#include "formats/format.h"

// clang -fgpu-rdc of old leaves one section for each entry, named by its id.
static const qn_str entry_prefix = {"__CLANG_OFFLOAD_BUNDLE__", 24};

// Sections that hold bundles, one per translation unit.
static bool holds_bundles(qn_str name) {
  return qn_str_equal(name, QN_STR(".hip_fatbin"));
}

// What is in a section of bundles: those of its formats, with zeroes between.
static qn_status walk_section(qn_walk *walk, const qn_elf_section *section,
                              uint64_t origin, qn_diag *diag) {
  size_t at = 0;
  while (at < section->bytes.size && section->bytes.data[at] == 0)
    ++at;
  const qn_span rest = {section->bytes.data + at, section->bytes.size - at};
  if (!rest.size || !qn_format_detect(rest))
    return qn_ok(); // a linker's placeholder
  return qn_walk_member(walk, rest, origin + section->offset + at, (qn_str){0},
                        diag);
}

static qn_status walk_elf(qn_walk *walk, qn_span bytes, uint64_t origin,
                          qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(bytes, origin, &elf, diag));
  for (size_t i = 1; i < elf.section_count; ++i) {
    qn_elf_section section;
    if (qn_failed(qn_elf_section_at(&elf, i, &section, NULL)))
      continue; // a broken section hides no other
    if (holds_bundles(section.name))
      QN_TRY(walk_section(walk, &section, origin, diag));
    else if (qn_str_starts(section.name, entry_prefix) &&
             section.bytes.size > 1)
      QN_TRY(qn_walk_member(walk, section.bytes, origin + section.offset,
                            qn_str_skip(section.name, entry_prefix.size),
                            diag));
  }
  return qn_ok();
}

const qn_format qn_format_elf = {
    .name = "elf",
    .summary = "ELF object, program or library of a CPU",
    .probe = qn_elf_probe,
    .walk = walk_elf,
};

// SPDX-License-Identifier: Apache-2.0
// ELF files of the host: an image for the CPU when they hold our note, and a
// container when GPU code was linked into them.
//
// GPU code is looked for in all data sections, by magic: libraries of NVIDIA
// keep fat binaries in .data, .ldata and others besides .nv_fatbin. What a
// magic claims is checked before it is believed, for it occurs by chance.
#include "base/arena.h"
#include "formats/bundle.h"
#include "formats/ccob.h"
#include "formats/elf.h"
#include "formats/fatbin.h"
#include "formats/format.h"

enum {
  ALIGNMENT = 8,
  TYPE_PROGBITS = 1,
  TYPE_OFFLOADING = 0x6fff4c0b,
  // Claims of bundles in one section that prove false, before bundles are no
  // longer looked for in it: each may cost half a millisecond.
  FALSE_CLAIMS_MAX = 256,
};

// clang -fgpu-rdc of old leaves one section for each entry, named by its id.
static const qn_str entry_prefix = {"__CLANG_OFFLOAD_BUNDLE__", 24};

// The size of the bundle that starts at bytes.data[0]; 0: none does. Version 1
// of CCOB does not say its size, and is not looked for within a section.
static uint64_t measure_bundle(qn_span bytes, qn_arena *arena) {
  qn_bundle bundle;
  if (qn_bundle_probe(bytes) &&
      !qn_failed(qn_bundle_read(bytes, 0, arena, &bundle, NULL)))
    return bundle.size;
  qn_ccob ccob;
  if (qn_ccob_probe(bytes) && bytes.data[4] != 1 &&
      !qn_failed(qn_ccob_read(bytes, 0, &ccob, NULL)))
    return ccob.size;
  return 0;
}

// Whether one of the three magics may start here; four bytes can be read.
static bool may_start(const uint8_t *at) {
  uint32_t word;
  memcpy(&word, at, sizeof(word));
  uint32_t magics[3];
  memcpy(&magics[0], "\x50\xed\x55\xba", 4);
  memcpy(&magics[1], "__CL", 4);
  memcpy(&magics[2], "CCOB", 4);
  return word == magics[0] || word == magics[1] || word == magics[2];
}

// Containers are aligned by their offset in the ELF file, whatever the
// section's alignment is.
static qn_status scan_section(qn_walk *walk, const qn_elf_section *section,
                              uint64_t origin, qn_diag *diag) {
  const qn_span bytes = section->bytes;
  const uint64_t start = origin + section->offset;
  size_t at = (size_t)((ALIGNMENT - section->offset % ALIGNMENT) % ALIGNMENT);
  size_t false_claims = 0;
  while (at < bytes.size && bytes.size - at >= 16) {
    if (!may_start(bytes.data + at)) {
      at += ALIGNMENT;
      continue;
    }
    const qn_span rest = {bytes.data + at, bytes.size - at};
    uint64_t size = 0;
    if (!qn_fatbin_measure(rest, &size) && false_claims < FALSE_CLAIMS_MAX) {
      qn_arena arena = {0};
      size = measure_bundle(rest, &arena);
      qn_arena_finish(&arena);
      false_claims += size == 0;
    }
    if (size)
      QN_TRY(qn_walk_member(walk, (qn_span){rest.data, (size_t)size},
                            start + at, (qn_str){0}, diag));
    at += size ? (size_t)((size + ALIGNMENT - 1) & ~(uint64_t)(ALIGNMENT - 1))
               : ALIGNMENT;
  }
  return qn_ok();
}

// A section that holds nothing but bundles: what it starts with must be good,
// unless the linker left only a placeholder.
static qn_status walk_named(qn_walk *walk, const qn_elf_section *section,
                            uint64_t origin, qn_diag *diag) {
  qn_arena arena = {0};
  const bool good = measure_bundle(section->bytes, &arena) != 0;
  qn_arena_finish(&arena);
  if (!good && qn_format_detect(section->bytes))
    return qn_walk_member(walk, section->bytes, origin + section->offset,
                          (qn_str){0}, diag);
  return scan_section(walk, section, origin, diag);
}

static qn_status walk_elf(qn_walk *walk, qn_span bytes, uint64_t origin,
                          qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(bytes, origin, &elf, diag));
  for (size_t i = 1; i < elf.section_count; ++i) {
    qn_elf_section section;
    if (qn_failed(qn_elf_section_at(&elf, i, &section, NULL)))
      continue; // a broken section hides no other
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
      QN_TRY(scan_section(walk, &section, origin, diag));
  }
  return qn_ok();
}

const qn_format qn_format_elf = {
    .name = "elf",
    .summary = "ELF object, program or library of a CPU",
    .probe = qn_elf_probe,
    .walk = walk_elf,
};

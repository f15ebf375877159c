// SPDX-License-Identifier: Apache-2.0
// Builds small ELF files in memory, of either class and byte order.
#ifndef QN_TESTS_SUPPORT_ELF_BUILDER_H
#define QN_TESTS_SUPPORT_ELF_BUILDER_H

#include "base/buffer.h"
#include "formats/object/elf.h"

typedef struct elf_part { // a section
  const char *name;
  uint32_t type;
  uint32_t link, info;
  uint64_t entry_size;
  uint64_t nobits_size; // of a NOBITS section
  qn_span bytes;
} elf_part;

typedef struct elf_plan {
  bool is_32, big_endian;
  uint8_t os_abi, abi_version;
  uint16_t type, machine;
  uint32_t flags;
  const elf_part *parts; // sections from index 1 on
  size_t count;
  bool reversed;      // contents in the file in reverse order
  bool no_sections;   // stripped of section headers
  bool note_segments; // a PT_NOTE for each SHT_NOTE
} elf_plan;

typedef struct elf_writer {
  const elf_plan *plan;
  qn_buffer *out;
} elf_writer;

static inline void elf_int(elf_writer *w, uint64_t value, size_t size) {
  qn_buffer_int(w->out, value, size, w->plan->big_endian);
}

static inline void elf_word(elf_writer *w, uint64_t value) {
  elf_int(w, value, w->plan->is_32 ? 4 : 8);
}

static inline void elf_put_header(elf_writer *w, uint64_t segments_at,
                                  size_t segments, uint64_t sections_at) {
  const elf_plan *p = w->plan;
  const uint8_t ident[16] = {0x7f,
                             'E',
                             'L',
                             'F',
                             p->is_32 ? 1 : 2,
                             p->big_endian ? 2 : 1,
                             1,
                             p->os_abi,
                             p->abi_version};
  qn_buffer_append(w->out, ident, sizeof(ident));
  elf_int(w, p->type, 2);
  elf_int(w, p->machine, 2);
  elf_int(w, 1, 4);
  elf_word(w, 0);
  elf_word(w, segments ? segments_at : 0);
  elf_word(w, p->no_sections ? 0 : sections_at);
  elf_int(w, p->flags, 4);
  elf_int(w, p->is_32 ? 52 : 64, 2);
  elf_int(w, p->is_32 ? 32 : 56, 2);
  elf_int(w, segments, 2);
  elf_int(w, p->is_32 ? 40 : 64, 2);
  elf_int(w, p->no_sections ? 0 : p->count + 2, 2);
  elf_int(w, p->no_sections ? 0 : p->count + 1, 2);
}

static inline void elf_put_segment(elf_writer *w, uint64_t offset,
                                   uint64_t size) {
  elf_int(w, QN_ELF_SEGMENT_NOTE, 4);
  if (!w->plan->is_32)
    elf_int(w, 4, 4);
  elf_word(w, offset);
  elf_word(w, offset);
  elf_word(w, offset);
  elf_word(w, size);
  elf_word(w, size);
  if (w->plan->is_32)
    elf_int(w, 4, 4);
  elf_word(w, 4);
}

static inline void elf_put_section(elf_writer *w, uint32_t name,
                                   const elf_part *part, uint64_t offset,
                                   uint64_t size) {
  elf_int(w, name, 4);
  elf_int(w, part->type, 4);
  elf_word(w, 2);
  elf_word(w, offset); // the address is the offset
  elf_word(w, offset);
  elf_word(w, size);
  elf_int(w, part->link, 4);
  elf_int(w, part->info, 4);
  elf_word(w, 8);
  elf_word(w, part->entry_size);
}

// Appends the file to the empty `out`. At most 32 sections.
static inline void elf_build(const elf_plan *plan, qn_buffer *out) {
  elf_writer w = {plan, out};
  uint64_t offsets[32] = {0};
  qn_buffer names = {0};
  uint32_t name_at[33];
  qn_buffer_u8(&names, 0);
  size_t segments = 0;
  for (size_t i = 0; i < plan->count; ++i) {
    name_at[i] = (uint32_t)names.size;
    qn_buffer_append(&names, plan->parts[i].name,
                     strlen(plan->parts[i].name) + 1);
    segments += plan->note_segments && plan->parts[i].type == QN_ELF_NOTE;
  }
  name_at[plan->count] = (uint32_t)names.size;
  qn_buffer_append(&names, ".shstrtab", 10);

  const uint64_t header = plan->is_32 ? 52 : 64;
  const uint64_t segment_size = plan->is_32 ? 32 : 56;
  uint64_t at = header + segments * segment_size;
  for (size_t i = 0; i < plan->count; ++i) {
    const size_t k = plan->reversed ? plan->count - 1 - i : i;
    at = (at + 7) & ~UINT64_C(7);
    offsets[k] = at;
    at += plan->parts[k].bytes.size;
  }
  const uint64_t names_at = at;
  const uint64_t sections_at = (at + names.size + 7) & ~UINT64_C(7);
  elf_put_header(&w, header, segments, sections_at);
  for (size_t i = 0; i < plan->count && segments; ++i)
    if (plan->parts[i].type == QN_ELF_NOTE)
      elf_put_segment(&w, offsets[i], plan->parts[i].bytes.size);
  for (size_t i = 0; i < plan->count; ++i) {
    const size_t k = plan->reversed ? plan->count - 1 - i : i;
    qn_buffer_align(out, 8);
    qn_buffer_append(out, plan->parts[k].bytes.data, plan->parts[k].bytes.size);
  }
  if (!plan->no_sections) {
    qn_buffer_append(out, names.data, names.size);
    qn_buffer_align(out, 8);
    const elf_part none = {0};
    elf_put_section(&w, 0, &none, 0, 0);
    for (size_t i = 0; i < plan->count; ++i)
      elf_put_section(&w, name_at[i], &plan->parts[i], offsets[i],
                      plan->parts[i].nobits_size ? plan->parts[i].nobits_size
                                                 : plan->parts[i].bytes.size);
    const elf_part strings = {.type = QN_ELF_STRTAB};
    elf_put_section(&w, name_at[plan->count], &strings, names_at, names.size);
  }
  qn_buffer_finish(&names);
}

// Appends one symbol to the contents of a symbol table.
static inline void elf_put_symbol(qn_buffer *table, const elf_plan *plan,
                                  uint32_t name, uint8_t type, uint8_t other,
                                  uint16_t section, uint64_t value,
                                  uint64_t size) {
  elf_writer w = {plan, table};
  elf_int(&w, name, 4);
  if (plan->is_32) {
    elf_int(&w, value, 4);
    elf_int(&w, size, 4);
  }
  elf_int(&w, 0x10u | type, 1); // global
  elf_int(&w, other, 1);
  elf_int(&w, section, 2);
  if (!plan->is_32) {
    elf_int(&w, value, 8);
    elf_int(&w, size, 8);
  }
}

#endif // QN_TESTS_SUPPORT_ELF_BUILDER_H

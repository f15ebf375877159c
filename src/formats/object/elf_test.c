// SPDX-License-Identifier: Apache-2.0
#include "formats/object/elf.h"

#include "support/elf_builder.h"
#include "support/property.h"

typedef struct collected {
  size_t count;
  qn_elf_note last;
} collected;

static bool on_note(void *user, const qn_elf_note *note) {
  collected *c = user;
  ++c->count;
  c->last = *note;
  return true;
}

// Calls everything that the reader offers.
static qn_status read_all(qn_span file, qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(file, 0, &elf, diag));
  volatile uint8_t sum = 0;
  for (size_t i = 0; i < elf.section_count && i < 64; ++i) {
    qn_elf_section section;
    QN_TRY(qn_elf_section_at(&elf, i, &section, diag));
    for (size_t k = 0; k < section.bytes.size; ++k)
      sum = (uint8_t)(sum + section.bytes.data[k]);
  }
  for (size_t i = 0; i < elf.segment_count && i < 64; ++i) {
    qn_elf_segment segment;
    QN_TRY(qn_elf_segment_at(&elf, i, &segment, diag));
  }
  qn_elf_symbols symbols;
  QN_TRY(qn_elf_open_symbols(&elf, &symbols, diag));
  for (size_t i = 0; i < symbols.count && i < 64; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
    qn_span bytes;
    uint64_t offset;
    if (qn_elf_symbol_bytes(&elf, &symbol, &bytes, &offset) && bytes.size)
      sum = (uint8_t)(sum + bytes.data[bytes.size - 1]);
  }
  collected c = {0};
  return qn_elf_walk_notes(&elf, on_note, &c, diag);
}

static void put_note(qn_buffer *b, bool big) {
  qn_buffer_int(b, 4, 4, big);
  qn_buffer_int(b, 5, 4, big);
  qn_buffer_int(b, 7, 4, big);
  qn_buffer_append(b, "Own\0hello\0\0\0", 12);
}

static void test_variant(elf_plan plan) {
  qn_buffer note = {0}, symbols = {0}, file = {0};
  put_note(&note, plan.big_endian);
  elf_put_symbol(&symbols, &plan, 0, 0, 0, 0, 0, 0);
  elf_put_symbol(&symbols, &plan, 1, QN_ELF_SYMBOL_OBJECT, 0, 2, 2, 3);
  const elf_part parts[] = {
      {.name = ".note.x", .type = QN_ELF_NOTE, .bytes = qn_buffer_span(&note)},
      {.name = ".data", .type = 1, .bytes = {(const uint8_t *)"abcdefgh", 8}},
      {.name = ".bss", .type = QN_ELF_NOBITS, .nobits_size = UINT32_MAX},
      {.name = ".symtab",
       .type = QN_ELF_SYMTAB,
       .link = 5,
       .entry_size = plan.is_32 ? 16 : 24,
       .bytes = qn_buffer_span(&symbols)},
      {.name = ".strtab",
       .type = QN_ELF_STRTAB,
       .bytes = {(const uint8_t *)"\0thing", 7}},
  };
  plan.parts = parts;
  plan.count = sizeof(parts) / sizeof(parts[0]);
  plan.type = QN_ELF_REL;
  plan.machine = 243;
  elf_build(&plan, &file);

  qn_diag diag = {0};
  qn_elf elf;
  CHECK_OK(qn_elf_open(qn_buffer_span(&file), 0, &elf, &diag), &diag);
  CHECK_INT(elf.machine, 243);
  CHECK_INT(qn_elf_machine(qn_buffer_span(&file)), 243);
  collected c = {0};
  CHECK_OK(qn_elf_walk_notes(&elf, on_note, &c, &diag), &diag);
  CHECK_INT(c.count, 1); // segments and sections are not both counted
  CHECK_STR(c.last.owner, "Own");
  CHECK_STR(qn_span_str(c.last.descriptor), "hello");
  if (!plan.no_sections) {
    qn_elf_section section;
    CHECK(qn_elf_find_section(&elf, QN_STR(".bss"), &section));
    CHECK_INT(section.bytes.size, 0);
    CHECK(!qn_elf_find_section(&elf, QN_STR(".no"), &section));
    qn_elf_symbols table;
    CHECK_OK(qn_elf_open_symbols(&elf, &table, &diag), &diag);
    qn_elf_symbol symbol;
    CHECK(qn_elf_find_symbol(&table, QN_STR("thing"), &symbol));
    qn_span bytes;
    uint64_t offset;
    CHECK(qn_elf_symbol_bytes(&elf, &symbol, &bytes, &offset));
    CHECK_STR(qn_span_str(bytes), "cde");
  }
  // Without section headers nothing marks the file's end.
  property_all(read_all, qn_buffer_span(&file), !plan.no_sections);
  qn_buffer_finish(&note);
  qn_buffer_finish(&symbols);
  qn_buffer_finish(&file);
}

int main(void) {
  test_variant((elf_plan){0});
  test_variant((elf_plan){.is_32 = true});
  test_variant((elf_plan){.big_endian = true, .note_segments = true});
  test_variant((elf_plan){.is_32 = true, .big_endian = true});
  test_variant((elf_plan){.reversed = true, .note_segments = true});
  test_variant((elf_plan){.no_sections = true, .note_segments = true});
  return 0;
}

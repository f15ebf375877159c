// SPDX-License-Identifier: Apache-2.0
#include "formats/object/elf_append.h"

#include "support/elf_builder.h"
#include "support/property.h"

static const uint8_t code[] = {1, 2, 3};
static const uint8_t note[] = {9, 8, 7, 6, 5};

static elf_plan plan_of(bool is_32, bool big, uint16_t type) {
  static const elf_part parts[] = {
      {".text", 1, 0, 0, 0, 0, {code, sizeof(code)}},
      {".data", 1, 0, 0, 0, 0, {code, sizeof(code)}},
  };
  return (elf_plan){.is_32 = is_32,
                    .big_endian = big,
                    .type = type,
                    .machine = QN_ELF_MACHINE_RISCV,
                    .parts = parts,
                    .count = 2};
}

static const qn_elf_addition addition = {
    .name = ".note.added",
    .type = QN_ELF_NOTE,
    .flags = QN_ELF_FLAG_ALLOC,
    .alignment = 4,
    .bytes = {note, sizeof(note)},
};

static void check_append(bool is_32, bool big) {
  const elf_plan plan = plan_of(is_32, big, QN_ELF_REL);
  qn_buffer file = {0}, added = {0}, twice = {0};
  qn_elf elf, after;
  qn_elf_section section;
  qn_diag diag = {0};
  elf_build(&plan, &file);
  CHECK_OK(qn_elf_open(qn_buffer_span(&file), 0, &elf, &diag), &diag);
  CHECK_OK(qn_elf_append(&elf, &addition, &added, &diag), &diag);
  CHECK_OK(qn_elf_open(qn_buffer_span(&added), 0, &after, &diag), &diag);
  CHECK_INT(after.section_count, elf.section_count + 1);
  CHECK(qn_elf_find_section(&after, QN_STR(".note.added"), &section));
  CHECK_INT(section.type, QN_ELF_NOTE);
  CHECK_INT(section.flags, QN_ELF_FLAG_ALLOC);
  CHECK_INT(section.alignment, 4);
  CHECK_INT(section.offset % 4, 0);
  CHECK(section.bytes.size == sizeof(note) &&
        memcmp(section.bytes.data, note, sizeof(note)) == 0);
  // The old contents are unchanged.
  CHECK(qn_elf_find_section(&after, QN_STR(".text"), &section));
  CHECK(memcmp(section.bytes.data, code, sizeof(code)) == 0);
  CHECK(memcmp(added.data + 64, file.data + 64, 3) == 0);
  // Appending twice works, too.
  CHECK_OK(qn_elf_append(&after, &addition, &twice, &diag), &diag);
  CHECK_OK(qn_elf_open(qn_buffer_span(&twice), 0, &after, &diag), &diag);
  CHECK_INT(after.section_count, elf.section_count + 2);
  qn_buffer_finish(&file);
  qn_buffer_finish(&added);
  qn_buffer_finish(&twice);
}

static qn_status append_to(qn_span file, qn_diag *diag) {
  qn_elf elf;
  qn_buffer out = {0};
  QN_TRY(qn_elf_open(file, 0, &elf, diag));
  const qn_status status = qn_elf_append(&elf, &addition, &out, diag);
  qn_buffer_finish(&out);
  return status;
}

int main(void) {
  for (int i = 0; i < 4; ++i)
    check_append(i & 1, i & 2);
  // A linked file, with segments, and a file without a section table are
  // refused.
  elf_plan plan = plan_of(false, false, QN_ELF_DYN);
  qn_buffer file = {0};
  qn_diag diag = {0};
  elf_build(&plan, &file);
  CHECK_INT(append_to(qn_buffer_span(&file), &diag).code, QN_E_UNSUPPORTED);
  CHECK(strstr(diag.hint, "before they are linked"));
  qn_buffer_finish(&file);
  plan = plan_of(true, false, QN_ELF_REL);
  plan.no_sections = true;
  diag = (qn_diag){0};
  elf_build(&plan, &file);
  CHECK_INT(append_to(qn_buffer_span(&file), &diag).code, QN_E_UNSUPPORTED);
  qn_buffer_finish(&file);
  plan = plan_of(false, true, QN_ELF_REL);
  elf_build(&plan, &file);
  property_all(append_to, qn_buffer_span(&file), false);
  qn_buffer_finish(&file);
  return 0;
}

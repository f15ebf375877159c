// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/code.h"

#include "support/elf_builder.h"
#include "support/test.h"

// A code object with these words as its code, under the symbol "code".
static void build(qn_buffer *out, const uint32_t *words, size_t count) {
  qn_buffer symbols = {0}, code = {0};
  elf_part parts[] = {
      {.name = ".text", .type = QN_ELF_NOTE},
      {.name = ".strtab",
       .type = QN_ELF_STRTAB,
       .bytes = {(const uint8_t *)"\0code", 6}},
      {.name = ".symtab", .type = 2, .link = 2, .entry_size = 24},
  };
  elf_plan plan = {.type = 3,
                   .machine = QN_ELF_MACHINE_AMDGPU,
                   .parts = parts,
                   .count = 3,
                   .note_segments = true};
  const uint64_t at = 120; // behind the headers of file and segment
  for (size_t k = 0; k < count; ++k)
    qn_buffer_int(&code, words[k], 4, false);
  elf_put_symbol(&symbols, &plan, 0, 0, 0, 0, 0, 0);
  elf_put_symbol(&symbols, &plan, 1, 2, 0, 1, at, code.size);
  parts[0].bytes = (qn_span){code.data, code.size};
  parts[2].bytes = (qn_span){symbols.data, symbols.size};
  elf_build(&plan, out);
  out->data[64] = 1; // the segment is loaded,
  out->data[68] = 5; // and is code
  qn_buffer_finish(&code);
  qn_buffer_finish(&symbols);
}

static const qn_amd_inst *first(qn_amd_code *code, qn_diag *diag) {
  qn_amd_symbol symbol;
  CHECK(qn_amd_code_symbol(code, QN_STR("code"), &symbol));
  const unsigned lanes = qn_amd_code_chip(code)->major < 10 ? 64 : 32;
  return qn_amd_code_at(code, symbol.address, lanes, diag);
}

static qn_amd_code *load(const char *chip_name, const uint32_t *words,
                         size_t count) {
  qn_amd_chip chip;
  qn_amd_code *code = NULL;
  qn_buffer file = {0};
  qn_diag diag = {0};
  build(&file, words, count);
  CHECK(qn_amd_chip_find(qn_str_from(chip_name), &chip));
  CHECK_OK(
      qn_amd_code_load((qn_span){file.data, file.size}, &chip, &code, &diag),
      &diag);
  qn_buffer_finish(&file);
  return code;
}

// v_cmpx_gt_u64_e64 s[2:3], v[4:5], with what stands where others have their
// destination: 0 of older compilers, EXEC of newer ones.
static void test_cmpx_without_destination(void) {
  for (unsigned k = 0; k < 2; ++k) {
    const uint32_t words[] = {0xd4f40000 | (k ? 0x7e : 0), 0x00020802};
    qn_diag diag = {0};
    qn_amd_code *code = load("gfx1030", words, 2);
    const qn_amd_inst *i = first(code, &diag);
    CHECK(i && !diag.message[0]);
    CHECK_STR(qn_str_from(i->row->name), "v_cmpx_gt_u64");
    CHECK_INT(i->size, 8);
    qn_amd_code_unload(&code);
  }
}

static void test_no_instruction(void) {
  // The destination of v_cmp is a register; no number there is taken for
  // granted.
  const uint32_t words[] = {0xd4ff00ff, 0xffffffff};
  qn_diag diag = {0};
  qn_amd_code *code = load("gfx1030", words, 2);
  CHECK(!first(code, &diag));
  CHECK(strstr(diag.message, "is no instruction of gfx1030"));
  qn_amd_code_unload(&code);
}

// Parts of registers that there are not, for which LLVM ends the process.
static void test_no_part(const char *chip) {
  static const uint32_t rows[][2] = {
      {0x0a0000f9, 0x06070002}, {0x0a0000f9, 0x07060002},
      {0x0a0000f9, 0x06060702}, {0x7d8204f9, 0x06070002},
      {0x7d8204f9, 0x07060002}, {0x0b72b6f9, 0x01a7a0c2}};
  for (size_t k = 0; k < sizeof(rows) / sizeof(rows[0]); ++k) {
    qn_diag diag = {0};
    qn_amd_code *code = load(chip, rows[k], 2);
    CHECK(!first(code, &diag));
    CHECK(strstr(diag.message, "is no instruction of"));
    qn_amd_code_unload(&code);
  }
  const uint32_t good[] = {0x0a0000f9, 0x06060602};
  qn_diag diag = {0};
  qn_amd_code *code = load(chip, good, 2);
  const qn_amd_inst *i = first(code, &diag);
  CHECK(i && i->sdwa);
  qn_amd_code_unload(&code);
}

int main(void) {
  test_no_part("gfx906");
  test_no_part("gfx1030");
  test_cmpx_without_destination();
  test_no_instruction();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "formats/object/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile uint8_t sink;

static void touch(qn_span bytes) {
  for (size_t i = 0; i < bytes.size; ++i)
    sink ^= bytes.data[i];
}

static bool on_note(void *user, const qn_elf_note *note) {
  (void)user;
  touch(qn_str_span(note->owner));
  touch(note->descriptor);
  return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { LOOKED_AT = 4096 };
  qn_elf elf;
  qn_diag diag = {0};
  if (qn_failed(qn_elf_open((qn_span){data, size}, 0, &elf, &diag))) {
    if (!diag.message[0])
      __builtin_trap();
    return 0;
  }
  for (size_t i = 0; i < elf.section_count && i < LOOKED_AT; ++i) {
    qn_elf_section section;
    if (!qn_failed(qn_elf_section_at(&elf, i, &section, NULL))) {
      touch(qn_str_span(section.name));
      touch(section.bytes);
    }
  }
  qn_elf_symbols symbols;
  if (!qn_failed(qn_elf_open_symbols(&elf, &symbols, NULL)))
    for (size_t i = 0; i < symbols.count && i < LOOKED_AT; ++i) {
      const qn_elf_symbol symbol = qn_elf_symbol_at(&symbols, i);
      qn_span bytes;
      uint64_t offset;
      touch(qn_str_span(symbol.name));
      if (qn_elf_symbol_bytes(&elf, &symbol, &bytes, &offset))
        touch(bytes);
    }
  if (qn_failed(qn_elf_walk_notes(&elf, on_note, NULL, &diag)) !=
      (diag.message[0] != 0))
    __builtin_trap();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A code object of any bytes, the decoding of all its code, and the parsing of
// texts that no disassembler wrote.
#include "amdsim/core/code.h"

#include "amdsim/core/handlers.h"
#include "formats/object/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse_text(qn_str text, const qn_amd_chip *chip) {
  qn_amd_inst pair[2] = {{0}};
  qn_diag diag = {0};
  pair[0].second = &pair[1];
  const bool failed = qn_failed(qn_amd_parse(text, chip, pair, &diag));
  if (failed != (diag.message[0] != 0) || (!failed && !pair[0].handler))
    __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  qn_amd_chip chip;
  qn_amd_code *code = NULL;
  qn_diag diag = {0};
  qn_elf elf;
  qn_elf_symbols symbols;
  const qn_span bytes = {data, size};
  if (!qn_amd_chip_find(size % 2 ? QN_STR("gfx1100") : QN_STR("gfx90a"), &chip))
    return 0;
  if (!qn_elf_probe(bytes)) {
    parse_text(qn_span_str(bytes), &chip);
    return 0;
  }
  if (qn_failed(qn_amd_code_load(bytes, &chip, &code, &diag))) {
    if (!diag.message[0])
      __builtin_trap();
    return 0;
  }
  if (!qn_failed(qn_elf_open(bytes, 0, &elf, NULL)) &&
      !qn_failed(qn_elf_open_symbols(&elf, &symbols, NULL)))
    for (size_t k = 0; k < symbols.count && k < 64; ++k) {
      const qn_elf_symbol s = qn_elf_symbol_at(&symbols, k);
      qn_amd_symbol found;
      if (!qn_amd_code_symbol(code, s.name, &found))
        continue;
      for (uint64_t at = 0; at < found.size && at < 256; at += 4)
        (void)qn_amd_code_at(code, found.address + at, 64, NULL);
    }
  qn_amd_code_unload(&code);
  return 0;
}

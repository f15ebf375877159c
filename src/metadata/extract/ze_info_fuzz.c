// SPDX-License-Identifier: Apache-2.0
// The input becomes the YAML text of a zebin, and of an AMD code object of
// version 2.
#include "support/elf_builder.h"
#include "support/fuzz.h"

static void read_built(const elf_plan *plan) {
  qn_buffer file = {0};
  elf_build(plan, &file);
  if (!file.failed)
    fuzz_file(file.data, file.size);
  qn_buffer_finish(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const elf_part info = {
      .name = ".ze_info", .type = 0xff000011, .bytes = {data, size}};
  read_built(
      &(elf_plan){.type = 1, .machine = 205, .parts = &info, .count = 1});
  qn_buffer note = {0};
  qn_buffer_u32(&note, 4);
  qn_buffer_u32(&note, (uint32_t)size);
  qn_buffer_u32(&note, 10);
  qn_buffer_append(&note, "AMD\0", 4);
  qn_buffer_append(&note, data, size);
  qn_buffer_align(&note, 4);
  const elf_part part = {
      .name = ".note", .type = QN_ELF_NOTE, .bytes = qn_buffer_span(&note)};
  if (!note.failed)
    read_built(&(elf_plan){
        .os_abi = 64, .type = 3, .machine = 224, .parts = &part, .count = 1});
  qn_buffer_finish(&note);
  return 0;
}

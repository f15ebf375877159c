// SPDX-License-Identifier: Apache-2.0
// Lines of the addresses of an arbitrary file: every frame is whole.
#include "formats/object/dwarf_line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static volatile char sink;

static void touch(qn_str text) {
  for (size_t i = 0; i < text.size; ++i)
    sink ^= text.data[i];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  enum { FRAMES = 8, STEPS = 64, EXPANDED_MAX = 1 << 20 };
  qn_elf elf;
  qn_arena arena = {0};
  qn_dwarf dwarf = {.arena = &arena};
  if (qn_failed(qn_elf_open((qn_span){data, size}, 0, &elf, NULL)))
    return 0;
  const qn_dwarf_input input = {
      .elf = &elf, .expanded_max = EXPANDED_MAX, .lines = true};
  if (!qn_failed(qn_dwarf_add(&dwarf, &input, NULL)))
    for (uint64_t address = 0; address < STEPS; ++address) {
      qn_dwarf_frame frames[FRAMES];
      const size_t count =
          qn_dwarf_frames(&dwarf, address * 64, frames, FRAMES);
      if (count > FRAMES)
        __builtin_trap();
      for (size_t i = 0; i < count; ++i) {
        touch(frames[i].function);
        touch(frames[i].directory);
        touch(frames[i].file);
      }
    }
  qn_dwarf_finish(&dwarf);
  qn_arena_finish(&arena);
  return 0;
}

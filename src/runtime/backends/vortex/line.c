// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <stdio.h>

#include "formats/object/dwarf_line.h"
#include "metadata/debug/demangle.h"
#include "runtime/backends/vortex/device.h"

enum {
  FRAMES_MAX = 16,
  EXPANDED_MAX = 1 << 30, // bytes of sections that were compressed
};

static void print_frame(const qn_dwarf_frame *f, qn_arena *arena, char *out,
                        size_t size) {
  const qn_str plain = qn_demangle(arena, f->function).text;
  const qn_str name = plain.size ? plain : f->function;
  snprintf(out, size, ", at %.*s:%" PRIu64 "%s%.*s", QN_STR_ARG(f->file),
           (uint64_t)f->line, name.size ? ", in " : "", QN_STR_ARG(name));
}

static void find_line(const qn_vx_code *c, uint64_t address, char *out,
                      size_t size) {
  qn_arena arena = {0};
  qn_elf elf;
  const qn_span bytes = {c->file.image.data + c->header.elf_offset,
                         c->header.elf_size};
  if (qn_failed(qn_elf_open(bytes, 0, &elf, NULL)))
    return;
  qn_dwarf dwarf = {.arena = &arena};
  qn_dwarf_frame frames[FRAMES_MAX];
  const qn_dwarf_input input = {
      .elf = &elf, .lines = true, .expanded_max = EXPANDED_MAX};
  size_t count = 0;
  if (!qn_failed(qn_dwarf_add(&dwarf, &input, NULL)))
    count = qn_dwarf_frames(&dwarf, address, frames, FRAMES_MAX);
  for (size_t i = 0; i < count && !out[0]; ++i)
    if (frames[i].line && frames[i].file.size)
      print_frame(&frames[i], &arena, out, size);
  qn_dwarf_finish(&dwarf);
  qn_arena_finish(&arena);
}

void qn_vx_line(const qn_vx_device *d, uint64_t pc, char *out, size_t size) {
  out[0] = '\0';
  for (const qn_vx_code *c = d->codes; c; c = c->next)
    if (c->header.elf_size && pc >= c->block->address &&
        pc - c->block->address < c->block->size)
      find_line(c, pc - c->moved, out, size);
}

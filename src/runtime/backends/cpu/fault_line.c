// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/fault_line.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "formats/object/dwarf_line.h"
#include "metadata/debug/demangle.h"

enum {
  FRAMES_MAX = 16,
  EXPANDED_MAX = 1 << 30, // bytes of sections that were compressed
};

static qn_span map_image(int fd) {
  struct stat status;
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size <= 0)
    return (qn_span){0};
  void *bytes =
      mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  return bytes == MAP_FAILED ? (qn_span){0}
                             : (qn_span){bytes, (size_t)status.st_size};
}

static bool holds(const qn_elf *elf, uint64_t address) {
  for (size_t i = 0; i < elf->segment_count; ++i) {
    qn_elf_segment s;
    if (!qn_failed(qn_elf_segment_at(elf, i, &s, NULL)) &&
        s.type == QN_ELF_SEGMENT_LOAD && address >= s.address &&
        address - s.address < s.memory_size)
      return true;
  }
  return false;
}

static void say_frame(qn_arena *arena, const qn_dwarf_frame *f, bool is_first,
                      qn_cpu_say_fn *say) {
  char text[1024], column[24] = "";
  const qn_str name = f->function;
  const qn_demangled plain = qn_demangle(arena, name);
  const qn_str shown = plain.text.size ? plain.text : name;
  if (f->column)
    snprintf(column, sizeof(column), ":%llu", (unsigned long long)f->column);
  const int size = snprintf(
      text, sizeof(text), "quern: %s %.*s%s%.*s:%llu%s%s%.*s\n",
      is_first ? "at" : "  inlined at",
      f->directory.size < 300 ? (int)f->directory.size : 0,
      f->directory.data ? f->directory.data : "",
      f->directory.size && f->directory.size < 300 ? "/" : "",
      f->file.size < 300 ? (int)f->file.size : 300, f->file.data,
      (unsigned long long)f->line, column, shown.size ? ", in " : "",
      shown.size < 300 ? (int)shown.size : 300, shown.data ? shown.data : "");
  say(text, size < (int)sizeof(text) ? size : (int)sizeof(text) - 1);
}

// Frames without a line are those of the loops around work-items.
static bool say_frames(qn_arena *arena, const qn_elf *elf, uint64_t address,
                       qn_cpu_say_fn *say) {
  qn_dwarf dwarf = {.arena = arena};
  qn_dwarf_frame frames[FRAMES_MAX];
  const qn_dwarf_input input = {
      .elf = elf, .lines = true, .expanded_max = EXPANDED_MAX};
  bool said = false;
  if (qn_failed(qn_dwarf_add(&dwarf, &input, NULL)))
    return false;
  const size_t count = qn_dwarf_frames(&dwarf, address, frames, FRAMES_MAX);
  for (size_t i = 0; i < count; ++i)
    if (frames[i].line && frames[i].file.size) {
      say_frame(arena, &frames[i], !said, say);
      said = true;
    }
  return said;
}

static bool has_lines(const qn_elf *elf) {
  qn_elf_section section;
  return qn_elf_find_section(elf, QN_STR(".debug_line"), &section);
}

void qn_cpu_say_lines(const cpu_function *function, uintptr_t pc,
                      qn_cpu_say_fn *say) {
  static const char hint[] =
      "quern: compile with -lineinfo, and the source line is shown here\n";
  int fd;
  uintptr_t base;
  qn_elf elf;
  qn_arena arena = {0};
  qn_cpu_image(function, &fd, &base);
  const qn_span bytes = map_image(fd);
  if (!bytes.size || qn_failed(qn_elf_open(bytes, 0, &elf, NULL)))
    return;
  const uint64_t address = (uint64_t)(pc - base);
  if (!has_lines(&elf))
    say(hint, (int)sizeof(hint) - 1);
  else if (holds(&elf, address))
    (void)say_frames(&arena, &elf, address, say);
  qn_arena_finish(&arena);
  (void)munmap((void *)(uintptr_t)bytes.data, bytes.size);
}

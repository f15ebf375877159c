// SPDX-License-Identifier: Apache-2.0
// Lines of the files of tests/corpus/dwarf_line (source.txt, by -O2 -shared and
// -gdwarf-4 or -gdwarf-5), and of damaged ones.
#include "formats/object/dwarf_line.h"

#include "base/system/file.h"
#include "support/property.h"

enum { FRAMES = 8 };

typedef struct opened {
  qn_elf elf;
  qn_arena arena;
  qn_dwarf dwarf;
} opened;

static qn_status open_dwarf(opened *o, qn_span file, qn_diag *diag) {
  *o = (opened){0};
  o->dwarf.arena = &o->arena;
  qn_status status = qn_elf_open(file, 0, &o->elf, diag);
  if (qn_failed(status))
    return status;
  const qn_dwarf_input input = {
      .elf = &o->elf, .expanded_max = 1 << 20, .lines = true};
  return qn_dwarf_add(&o->dwarf, &input, diag);
}

static void close_dwarf(opened *o) {
  qn_dwarf_finish(&o->dwarf);
  qn_arena_finish(&o->arena);
}

static qn_elf_symbol find_symbol(const qn_elf *elf, const char *name) {
  qn_elf_symbols symbols;
  qn_elf_symbol symbol = {0};
  CHECK_OK(qn_elf_open_symbols(elf, &symbols, NULL), &(qn_diag){0});
  CHECK(qn_elf_find_symbol(&symbols, qn_str_from(name), &symbol));
  CHECK(symbol.size);
  return symbol;
}

static void check_frame(const qn_dwarf_frame *f, uint64_t line,
                        const char *function) {
  CHECK_INT(f->line, line);
  CHECK(f->column);
  CHECK(qn_str_equal(f->function, qn_str_from(function)));
  CHECK_STR(f->file, "lines.c");
}

// The store of the innermost function has the lines of all three; the code
// around it has the outermost only.
static void check_kernel(opened *o) {
  const qn_elf_symbol k = find_symbol(&o->elf, "k");
  bool found_inlined = false, found_outer = false;
  for (uint64_t i = 0; i < k.size; ++i) {
    qn_dwarf_frame f[FRAMES];
    const size_t count = qn_dwarf_frames(&o->dwarf, k.value + i, f, FRAMES);
    CHECK(count >= 1 && count <= 3);
    if (count == 3) {
      check_frame(&f[0], 2, "put");
      check_frame(&f[1], 6, "reach");
      check_frame(&f[2], 10, "k");
      found_inlined = true;
      CHECK_INT(qn_dwarf_frames(&o->dwarf, k.value + i, f, 2), 2);
    }
    if (count == 1 && f[0].line == 9) {
      check_frame(&f[0], 9, "k");
      found_outer = true;
    }
  }
  CHECK(found_inlined && found_outer);
}

static qn_status read_lines(qn_span file, qn_diag *diag) {
  opened o;
  qn_dwarf_frame f[FRAMES];
  const qn_status status = open_dwarf(&o, file, diag);
  for (uint64_t at = 0; !qn_failed(status) && at < 0x3000; at += 0x101)
    CHECK(qn_dwarf_frames(&o.dwarf, at, f, FRAMES) <= FRAMES);
  close_dwarf(&o);
  return status;
}

// Damages only the sections that are read.
static void damage_file(qn_span file) {
  uint8_t *bytes = malloc(file.size);
  uint64_t state = 1;
  CHECK(bytes);
  for (int round = 0; round < 4000; ++round) {
    qn_elf elf;
    memcpy(bytes, file.data, file.size);
    CHECK_OK(qn_elf_open(file, 0, &elf, NULL), &(qn_diag){0});
    for (size_t i = 1; i < elf.section_count; ++i) {
      qn_elf_section s;
      if (qn_failed(qn_elf_section_at(&elf, i, &s, NULL)) ||
          !qn_str_starts(s.name, QN_STR(".debug_")) || !s.bytes.size)
        continue;
      state = state * 6364136223846793005u + 1442695040888963407u;
      bytes[s.offset + (state >> 33) % s.bytes.size] = (uint8_t)(state >> 25);
    }
    (void)property_read(read_lines, bytes, file.size);
  }
  free(bytes);
}

int main(void) {
  static const char *const paths[] = {
      "tests/corpus/dwarf_line/clang4.so", "tests/corpus/dwarf_line/clang5.so",
      "tests/corpus/dwarf_line/gcc4.so", "tests/corpus/dwarf_line/gcc5.so"};
  for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); ++i) {
    qn_file file = {0};
    qn_diag diag = {0};
    opened o;
    qn_dwarf_frame f[FRAMES];
    CHECK_OK(qn_file_open(paths[i], 0, &file, &diag), &diag);
    CHECK_OK(open_dwarf(&o, file.bytes, &diag), &diag);
    check_kernel(&o);
    const qn_elf_symbol plain = find_symbol(&o.elf, "plain");
    CHECK_INT(qn_dwarf_frames(&o.dwarf, plain.value, f, FRAMES), 1);
    check_frame(&f[0], 12, "plain");
    CHECK_INT(qn_dwarf_frames(&o.dwarf, 1, f, FRAMES), 0);
    CHECK_INT(qn_dwarf_frames(&o.dwarf, plain.value + 0x100000, f, FRAMES), 0);
    close_dwarf(&o);
    damage_file(file.bytes);
    property_memory(read_lines, file.bytes);
    qn_file_close(&file);
  }
  return 0;
}

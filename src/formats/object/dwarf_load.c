// SPDX-License-Identifier: Apache-2.0
// The debug sections of an ELF file: found, expanded, relocated; and where a
// package of split units (.dwp) keeps the parts of each unit.
#include "formats/object/dwarf_load.h"

#include <inttypes.h>

#include "formats/core/expand.h"

enum {
  SECTION_COMPRESSED = 0x800, // sh_flags
  COMPRESSED_ZLIB = 1,        // ch_type
  COMPRESSED_ZSTD = 2,
  SECTION_RELA = 4, // sh_type
  SECTION_REL = 9,
};

typedef struct loader {
  qn_dwarf *d;
  const qn_dwarf_input *input;
  uint32_t file;
  uint64_t expandable; // bytes left
  qn_elf_symbols symbols;
  bool has_symbols;
} loader;

// ---- Compressed sections

static qn_status expand(loader *l, const qn_elf_section *section,
                        qn_compressed *what, qn_span *out, qn_diag *diag) {
  qn_span bytes;
  what->place = (qn_place){section->offset, 0, "compressed section", 0, 0};
  what->what = "the compressed debug section";
  QN_TRY(qn_expand(what, l->expandable, &bytes, diag));
  l->expandable -= bytes.size;
  // In the arena, with everything else that a parse produces.
  uint8_t *copy = qn_arena_alloc(l->d->arena, 1, bytes.size ? bytes.size : 1);
  if (copy && bytes.size)
    memcpy(copy, bytes.data, bytes.size);
  *out = (qn_span){copy, bytes.size};
  qn_expand_free(bytes);
  return copy ? qn_ok() : qn_fail_memory(diag, "the expanded debug section");
}

// SHF_COMPRESSED: a header, then the stream.
static qn_status expand_flagged(loader *l, const qn_elf_section *section,
                                qn_span *out, qn_diag *diag) {
  qn_reader r = qn_reader_over(section->bytes, section->offset);
  r.big_endian = l->input->elf->big_endian;
  qn_compressed what = {0};
  const uint32_t type = qn_read_u32(&r, "ch_type");
  if (l->input->elf->is_64) {
    (void)qn_read_u32(&r, "ch_reserved");
    what.size = qn_read_u64(&r, "ch_size");
    (void)qn_read_u64(&r, "ch_addralign");
  } else {
    what.size = qn_read_u32(&r, "ch_size");
    (void)qn_read_u32(&r, "ch_addralign");
  }
  QN_TRY(qn_reader_finish(&r, diag));
  if (type != COMPRESSED_ZLIB && type != COMPRESSED_ZSTD)
    return qn_fail(
        diag, QN_E_UNSUPPORTED, (qn_place){section->offset, 4, "ch_type", 0, 0},
        "section '%.*s' has compression %" PRIu32 ", which is not supported",
        QN_STR_ARG(section->name), type);
  what.method =
      type == COMPRESSED_ZLIB ? QN_COMPRESSION_ZLIB : QN_COMPRESSION_ZSTD;
  what.bytes = (qn_span){r.in.data + r.at, r.in.size - r.at};
  return expand(l, section, &what, out, diag);
}

// The older .zdebug_info: "ZLIB", the size in big-endian, the stream.
static qn_status expand_named(loader *l, const qn_elf_section *section,
                              qn_span *out, qn_diag *diag) {
  qn_reader r = qn_reader_over(section->bytes, section->offset);
  r.big_endian = true;
  const qn_span magic = qn_read_bytes(&r, 4, "magic");
  qn_compressed what = {.method = QN_COMPRESSION_ZLIB};
  what.size = qn_read_u64(&r, "size");
  QN_TRY(qn_reader_finish(&r, diag));
  if (memcmp(magic.data, "ZLIB", 4) != 0)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){section->offset, 4, "magic", 0, 0},
                   "section '%.*s' is compressed in an unknown way",
                   QN_STR_ARG(section->name));
  what.bytes = (qn_span){r.in.data + r.at, r.in.size - r.at};
  return expand(l, section, &what, out, diag);
}

// ---- Relocations

typedef enum action { SKIP, STORE, ADD, SUBTRACT } action;

// What a relocation does, and to how many bytes; SKIP for those of code, which
// do not matter here. From each machine's psABI.
static action action_of(uint16_t machine, uint32_t type, size_t *size) {
  static const struct {
    uint16_t machine;
    uint8_t size, action;
    uint32_t type;
  } known[] = {
      {QN_ELF_MACHINE_X86_64, 8, STORE, 1},    // R_X86_64_64
      {QN_ELF_MACHINE_X86_64, 4, STORE, 10},   // R_X86_64_32
      {QN_ELF_MACHINE_X86_64, 4, STORE, 11},   // R_X86_64_32S
      {QN_ELF_MACHINE_AARCH64, 8, STORE, 257}, // R_AARCH64_ABS64
      {QN_ELF_MACHINE_AARCH64, 4, STORE, 258}, // R_AARCH64_ABS32
      {QN_ELF_MACHINE_AMDGPU, 8, STORE, 3},    // R_AMDGPU_ABS64
      {QN_ELF_MACHINE_AMDGPU, 4, STORE, 6},    // R_AMDGPU_ABS32
      {QN_ELF_MACHINE_RISCV, 4, STORE, 1},     // R_RISCV_32
      {QN_ELF_MACHINE_RISCV, 8, STORE, 2},     // R_RISCV_64
      {QN_ELF_MACHINE_RISCV, 1, ADD, 33},      // R_RISCV_ADD8 ...
      {QN_ELF_MACHINE_RISCV, 2, ADD, 34},
      {QN_ELF_MACHINE_RISCV, 4, ADD, 35},
      {QN_ELF_MACHINE_RISCV, 8, ADD, 36},
      {QN_ELF_MACHINE_RISCV, 1, SUBTRACT, 37},
      {QN_ELF_MACHINE_RISCV, 2, SUBTRACT, 38},
      {QN_ELF_MACHINE_RISCV, 4, SUBTRACT, 39},
      {QN_ELF_MACHINE_RISCV, 8, SUBTRACT, 40},
      {QN_ELF_MACHINE_RISCV, 1, STORE, 54},
      {QN_ELF_MACHINE_RISCV, 2, STORE, 55},
      {QN_ELF_MACHINE_RISCV, 4, STORE, 56},
      {QN_ELF_MACHINE_CUDA, 4, STORE, 1},
      {QN_ELF_MACHINE_CUDA, 8, STORE, 2},
  };
  for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
    if (known[i].machine == machine && known[i].type == type) {
      *size = known[i].size;
      return (action)known[i].action;
    }
  return SKIP;
}

static void patch(const qn_elf *elf, uint8_t *at, size_t size, action what,
                  uint64_t value) {
  uint64_t old = 0;
  for (size_t i = 0; i < size; ++i)
    old |= (uint64_t)at[i] << 8 * (elf->big_endian ? size - 1 - i : i);
  value = what == ADD ? old + value : what == SUBTRACT ? old - value : value;
  for (size_t i = 0; i < size; ++i)
    at[i] = (uint8_t)(value >> 8 * (elf->big_endian ? size - 1 - i : i));
}

// Applies one relocation table to a copy of the section that it is for.
static qn_status relocate(loader *l, const qn_elf_section *table,
                          uint8_t *bytes, size_t size, qn_diag *diag) {
  const qn_elf *elf = l->input->elf;
  const bool addends = table->type == SECTION_RELA;
  const size_t word = elf->is_64 ? 8 : 4;
  const size_t entry = word * (addends ? 3 : 2);
  qn_reader r = qn_reader_over(table->bytes, table->offset);
  r.big_endian = elf->big_endian;
  for (size_t left = table->bytes.size / entry; left; --left) {
    const uint64_t offset =
        elf->is_64 ? qn_read_u64(&r, "r_offset") : qn_read_u32(&r, "r_offset");
    const uint64_t info =
        elf->is_64 ? qn_read_u64(&r, "r_info") : qn_read_u32(&r, "r_info");
    uint64_t value = 0;
    if (addends)
      value = elf->is_64
                  ? qn_read_u64(&r, "r_addend")
                  : (uint64_t)(int64_t)(int32_t)qn_read_u32(&r, "r_addend");
    const uint32_t type =
        (uint32_t)(elf->is_64 ? info & UINT32_MAX : info & 0xff);
    const uint64_t symbol = elf->is_64 ? info >> 32 : info >> 8;
    size_t width = 0;
    action what = action_of(elf->machine, type, &width);
    if (what == SKIP)
      continue;
    if (symbol >= l->symbols.count || offset > size || width > size - offset)
      return qn_fail(diag, QN_E_MALFORMED,
                     (qn_place){table->offset, 0, "relocation", 0, 0},
                     "a relocation of section '%.*s' lies outside",
                     QN_STR_ARG(table->name));
    value += qn_elf_symbol_at(&l->symbols, (size_t)symbol).value;
    if (!addends && what == STORE)
      what = ADD; // the addend is in place
    patch(elf, bytes + offset, width, what, value);
  }
  return qn_reader_finish(&r, diag);
}

static qn_status relocate_all(loader *l, const qn_elf_section *section,
                              qn_span *inout, qn_diag *diag) {
  const qn_elf *elf = l->input->elf;
  if (elf->type != QN_ELF_REL)
    return qn_ok();
  uint8_t *copy = NULL;
  for (size_t i = 1; i < elf->section_count; ++i) {
    qn_elf_section table;
    if (qn_failed(qn_elf_section_at(elf, i, &table, NULL)) ||
        (table.type != SECTION_RELA && table.type != SECTION_REL) ||
        table.info != section->index)
      continue;
    if (!l->has_symbols) {
      QN_TRY(qn_elf_open_symbols(elf, &l->symbols, diag));
      l->has_symbols = true;
    }
    if (!copy) {
      copy = qn_arena_alloc(l->d->arena, 1, inout->size ? inout->size : 1);
      if (!copy)
        return qn_fail_memory(diag, "the relocated debug section");
      if (inout->size)
        memcpy(copy, inout->data, inout->size);
    }
    QN_TRY(relocate(l, &table, copy, inout->size, diag));
  }
  if (copy)
    inout->data = copy;
  return qn_ok();
}

// ---- Finding sections

// What follows ".debug_" or ".zdebug_" in a section's name, without ".dwo";
// empty for other sections and, depending on `split`, for those with or without
// ".dwo".
static qn_str plain_name(const loader *l, qn_str name, bool *is_named) {
  const qn_str dwo = QN_STR(".dwo");
  *is_named = qn_str_starts(name, QN_STR(".zdebug_"));
  if (!*is_named && !qn_str_starts(name, QN_STR(".debug_")))
    return (qn_str){0};
  name = qn_str_skip(name, *is_named ? 8 : 7);
  if (qn_str_ends(name, dwo) != l->input->split)
    return (qn_str){0};
  if (l->input->split)
    name.size -= dwo.size;
  return name;
}

static qn_status load(loader *l, const qn_elf_section *section, bool is_named,
                      qn_span *out, qn_diag *diag) {
  qn_status status;
  if (section->flags & SECTION_COMPRESSED)
    status = expand_flagged(l, section, out, diag);
  else if (is_named)
    status = expand_named(l, section, out, diag);
  else {
    *out = section->bytes;
    status = qn_ok();
  }
  if (!qn_failed(status))
    status = relocate_all(l, section, out, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "reading section '%.*s'", QN_STR_ARG(section->name));
  return status;
}

static qn_status add_part(loader *l, qn_span bytes, bool is_types,
                          qn_diag *diag) {
  qn_dwarf *d = l->d;
  qn_dwarf_part *grown = qn_arena_grow(d->arena, d->parts, d->part_count,
                                       &d->part_capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the list of debug sections");
  d->parts = grown;
  grown[d->part_count++] = (qn_dwarf_part){bytes, is_types, l->file};
  return qn_ok();
}

static qn_status load_sections(loader *l, qn_diag *diag) {
  static const qn_str names[QN_DWARF_SECTION_COUNT] = {
      [QN_DWARF_ABBREV] = {"abbrev", 6},
      [QN_DWARF_STR] = {"str", 3},
      [QN_DWARF_LINE_STR] = {"line_str", 8},
      [QN_DWARF_STR_OFFSETS] = {"str_offsets", 11},
      [QN_DWARF_LINE] = {"line", 4},
      [QN_DWARF_ADDR] = {"addr", 4},
      [QN_DWARF_RNGLISTS] = {"rnglists", 8},
      [QN_DWARF_RANGES] = {"ranges", 6},
  };
  const size_t wanted =
      l->input->lines ? QN_DWARF_SECTION_COUNT : QN_DWARF_FIRST_OF_LINES;
  for (size_t i = 1; i < l->input->elf->section_count; ++i) {
    qn_elf_section section;
    qn_span bytes;
    bool is_named;
    if (qn_failed(qn_elf_section_at(l->input->elf, i, &section, NULL)) ||
        section.type == QN_ELF_NOBITS)
      continue;
    const qn_str name = plain_name(l, section.name, &is_named);
    const bool is_types = qn_str_equal(name, QN_STR("types"));
    if (is_types || qn_str_equal(name, QN_STR("info"))) {
      QN_TRY(load(l, &section, is_named, &bytes, diag));
      QN_TRY(add_part(l, bytes, is_types, diag));
    }
    for (size_t k = 0; name.size && k < wanted; ++k)
      if (qn_str_equal(name, names[k]) &&
          !l->d->files[l->file].sections[k].size) {
        QN_TRY(load(l, &section, is_named, &bytes, diag));
        l->d->files[l->file].sections[k] = bytes;
      }
  }
  return qn_ok();
}

// ---- Packages: .debug_cu_index and .debug_tu_index say where in the joint
// sections the abbreviations and string offsets of a unit begin.

enum {
  INDEX_ABBREV = 3,
  INDEX_STR_OFFSETS = 6,
  INDEX_INFO = 1,
  INDEX_TYPES = 2
};

typedef struct package_index {
  qn_reader r;
  uint32_t columns, units;
  uint64_t ids, offsets, sizes; // of the tables, in r.in
} package_index;

static uint32_t word_at(const package_index *x, uint64_t at) {
  qn_reader r = x->r;
  const qn_reader one = qn_reader_window(&r, at, 4, "index");
  qn_reader word = one;
  return qn_read_u32(&word, "index");
}

static bool open_index(const loader *l, const char *name, package_index *out) {
  qn_elf_section section;
  if (!qn_elf_find_section(l->input->elf, qn_str_from(name), &section))
    return false;
  qn_reader r = qn_reader_over(section.bytes, 0);
  r.big_endian = l->input->elf->big_endian;
  (void)qn_read_u32(&r, "version"); // 2, or 5 and padding, in 4 bytes
  const uint32_t columns = qn_read_u32(&r, "columns");
  const uint32_t units = qn_read_u32(&r, "units");
  const uint32_t slots = qn_read_u32(&r, "slots");
  const uint64_t ids = 16 + (uint64_t)slots * 12;
  const uint64_t table = (uint64_t)columns * units * 4;
  if (r.failed || !columns || columns > 16 || !units ||
      ids > section.bytes.size ||
      (uint64_t)columns * 4 + 2 * table > section.bytes.size - ids)
    return false;
  *out = (package_index){r,   columns,           units,
                         ids, ids + columns * 4, ids + columns * 4 + table};
  return true;
}

// The first unit of a part at or after an offset. Units are in order.
static size_t first_from(const qn_dwarf *d, size_t low, uint32_t part,
                         uint64_t offset) {
  size_t high = d->unit_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const qn_dwarf_unit *u = &d->units[middle];
    if (u->part < part || (u->part == part && u->start < offset))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// Relocates the units of a contribution by where its other parts begin.
static void shift_units(loader *l, const package_index *x, size_t first_unit,
                        bool types) {
  uint32_t column[8] = {0}; // by INDEX_..., plus 1
  for (uint32_t c = 0; c < x->columns; ++c) {
    const uint32_t id = word_at(x, x->ids + c * 4);
    if (id < 8)
      column[id] = c + 1;
  }
  const uint32_t info = column[INDEX_INFO]    ? column[INDEX_INFO]
                        : column[INDEX_TYPES] ? column[INDEX_TYPES]
                                              : 0;
  if (!info || !column[INDEX_ABBREV] || first_unit == l->d->unit_count)
    return;
  uint32_t part = l->d->units[first_unit].part; // a package has one per kind
  while (part < l->d->part_count &&
         l->d->parts[part].is_types != (column[INDEX_INFO] == 0))
    ++part;
  for (uint32_t row = 0; row < x->units; ++row) {
    const uint64_t at = (uint64_t)row * x->columns * 4;
    const uint64_t start = word_at(x, x->offsets + at + (info - 1) * 4);
    const uint64_t size = word_at(x, x->sizes + at + (info - 1) * 4);
    for (size_t i = first_from(l->d, first_unit, part, start);
         i < l->d->unit_count; ++i) {
      qn_dwarf_unit *u = &l->d->units[i];
      if (u->part != part || u->start >= start + size)
        break;
      if (u->is_type != types)
        continue;
      u->abbrev_offset +=
          word_at(x, x->offsets + at + (column[INDEX_ABBREV] - 1) * 4);
      if (column[INDEX_STR_OFFSETS])
        u->str_offsets_start =
            word_at(x, x->offsets + at + (column[INDEX_STR_OFFSETS] - 1) * 4);
    }
  }
}

// ---- A file

qn_status qn_dwarf_add(qn_dwarf *d, const qn_dwarf_input *input,
                       qn_diag *diag) {
  qn_dwarf_file *grown = qn_arena_grow(d->arena, d->files, d->file_count,
                                       &d->file_capacity, sizeof(*grown));
  if (!grown)
    return qn_fail_memory(diag, "the debug information");
  d->files = grown;
  grown[d->file_count] = (qn_dwarf_file){.big_endian = input->elf->big_endian,
                                         .split = input->split};
  loader l = {.d = d,
              .input = input,
              .file = (uint32_t)d->file_count++,
              .expandable = input->expanded_max};
  const size_t first_part = d->part_count, first_unit = d->unit_count;
  QN_TRY(load_sections(&l, diag));
  if (d->part_count == first_part)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "the file has no debug information");
  for (size_t i = first_part; i < d->part_count; ++i)
    if (!qn_dwarf_list_units(d, (uint32_t)i))
      return qn_dwarf_check(d, diag);
  package_index x;
  if (input->split && open_index(&l, ".debug_cu_index", &x))
    shift_units(&l, &x, first_unit, false);
  if (input->split && open_index(&l, ".debug_tu_index", &x))
    shift_units(&l, &x, first_unit, true);
  return qn_ok();
}

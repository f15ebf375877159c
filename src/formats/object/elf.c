// SPDX-License-Identifier: Apache-2.0
#include "formats/object/elf.h"

#include <inttypes.h>

enum {
  IDENT_SIZE = 16,
  HEADER_SIZE_32 = 52,
  HEADER_SIZE_64 = 64,
  INDEX_EXTENDED = 0xffff, // SHN_XINDEX and PN_XNUM
  INDEX_FIRST_RESERVED = 0xff00,
};

bool qn_elf_probe(qn_span file) {
  return file.size >= 4 && memcmp(file.data, QN_ELF_MAGIC, 4) == 0;
}

uint16_t qn_elf_machine(qn_span file) {
  if (!qn_elf_probe(file) || file.size < 20)
    return 0;
  const uint8_t *at = file.data + 18;
  return (uint16_t)(file.data[5] == 2 ? at[0] << 8 | at[1]
                                      : at[1] << 8 | at[0]);
}

qn_str qn_elf_string(qn_span table, uint64_t offset) {
  if (offset >= table.size)
    return (qn_str){0};
  const qn_str rest = {(const char *)table.data + offset,
                       table.size - (size_t)offset};
  const size_t size = qn_str_find(rest, '\0');
  return size == rest.size ? (qn_str){0} : (qn_str){rest.data, size};
}

// A word of the file's class: 4 or 8 bytes.
static uint64_t read_word(qn_reader *r, bool is_64, const char *field) {
  return is_64 ? qn_read_u64(r, field) : qn_read_u32(r, field);
}

static qn_reader reader_of(const qn_elf *elf) {
  qn_reader r = qn_reader_over(elf->file, elf->origin);
  r.big_endian = elf->big_endian;
  return r;
}

// ---- Sections

// Reads header `index` without looking at names or contents.
static qn_status read_section(const qn_elf *elf, size_t index,
                              qn_elf_section *out_section, uint32_t *out_name,
                              qn_diag *diag) {
  qn_reader whole = reader_of(elf);
  qn_reader r =
      qn_reader_window(&whole, elf->section_offset + index * elf->section_entry,
                       elf->section_entry, "section header");
  qn_elf_section section = {.index = index};
  *out_name = qn_read_u32(&r, "sh_name");
  section.type = qn_read_u32(&r, "sh_type");
  section.flags = read_word(&r, elf->is_64, "sh_flags");
  section.address = read_word(&r, elf->is_64, "sh_addr");
  section.offset = read_word(&r, elf->is_64, "sh_offset");
  section.size = read_word(&r, elf->is_64, "sh_size");
  section.link = qn_read_u32(&r, "sh_link");
  section.info = qn_read_u32(&r, "sh_info");
  section.alignment = read_word(&r, elf->is_64, "sh_addralign");
  section.entry_size = read_word(&r, elf->is_64, "sh_entsize");
  QN_TRY(qn_reader_finish(&r, diag));
  *out_section = section;
  return qn_ok();
}

qn_status qn_elf_section_at(const qn_elf *elf, size_t index,
                            qn_elf_section *out_section, qn_diag *diag) {
  qn_elf_section section;
  uint32_t name;
  QN_TRY(read_section(elf, index, &section, &name, diag));
  section.name = qn_elf_string(elf->names, name);
  if (section.type != QN_ELF_NOBITS && section.type != 0) {
    qn_reader whole = reader_of(elf);
    section.bytes = qn_reader_window(&whole, section.offset, section.size,
                                     "section contents")
                        .in;
    const qn_status status = qn_reader_finish(&whole, diag);
    if (qn_failed(status)) {
      qn_diag_context(diag, "reading section %zu of %zu", index,
                      elf->section_count);
      return status;
    }
  }
  *out_section = section;
  return qn_ok();
}

bool qn_elf_find_section(const qn_elf *elf, qn_str name,
                         qn_elf_section *out_section) {
  for (size_t i = 1; i < elf->section_count; ++i) {
    qn_elf_section section;
    uint32_t name_offset;
    if (qn_failed(read_section(elf, i, &section, &name_offset, NULL)) ||
        !qn_str_equal(qn_elf_string(elf->names, name_offset), name))
      continue;
    if (!qn_failed(qn_elf_section_at(elf, i, out_section, NULL)))
      return true;
  }
  return false;
}

bool qn_elf_find_type(const qn_elf *elf, uint32_t type,
                      qn_elf_section *out_section) {
  for (size_t i = 1; i < elf->section_count; ++i) {
    qn_elf_section section;
    uint32_t name_offset;
    if (!qn_failed(read_section(elf, i, &section, &name_offset, NULL)) &&
        section.type == type &&
        !qn_failed(qn_elf_section_at(elf, i, out_section, NULL)))
      return true;
  }
  return false;
}

// ---- Segments

qn_status qn_elf_segment_at(const qn_elf *elf, size_t index,
                            qn_elf_segment *out_segment, qn_diag *diag) {
  qn_reader whole = reader_of(elf);
  qn_reader r =
      qn_reader_window(&whole, elf->segment_offset + index * elf->segment_entry,
                       elf->segment_entry, "program header");
  qn_elf_segment segment = {.type = qn_read_u32(&r, "p_type")};
  if (elf->is_64)
    segment.flags = qn_read_u32(&r, "p_flags");
  segment.offset = read_word(&r, elf->is_64, "p_offset");
  segment.address = read_word(&r, elf->is_64, "p_vaddr");
  (void)read_word(&r, elf->is_64, "p_paddr");
  segment.file_size = read_word(&r, elf->is_64, "p_filesz");
  segment.memory_size = read_word(&r, elf->is_64, "p_memsz");
  if (!elf->is_64)
    segment.flags = qn_read_u32(&r, "p_flags");
  segment.alignment = read_word(&r, elf->is_64, "p_align");
  QN_TRY(qn_reader_finish(&r, diag));
  segment.bytes = qn_reader_window(&whole, segment.offset, segment.file_size,
                                   "segment contents")
                      .in;
  const qn_status status = qn_reader_finish(&whole, diag);
  if (qn_failed(status)) {
    qn_diag_context(diag, "reading segment %zu of %zu", index,
                    elf->segment_count);
    return status;
  }
  *out_segment = segment;
  return qn_ok();
}

// ---- Opening

typedef struct header_counts {
  uint16_t segment_entry, segments, section_entry, sections, names_index;
} header_counts;

static header_counts read_header(qn_reader *r, qn_elf *elf) {
  elf->type = qn_read_u16(r, "e_type");
  elf->machine = qn_read_u16(r, "e_machine");
  elf->version = qn_read_u32(r, "e_version"); // not 1 in cubins: no check
  (void)read_word(r, elf->is_64, "e_entry");
  elf->segment_offset = read_word(r, elf->is_64, "e_phoff");
  elf->section_offset = read_word(r, elf->is_64, "e_shoff");
  elf->flags = qn_read_u32(r, "e_flags");
  (void)qn_read_u16(r, "e_ehsize");
  header_counts counts;
  counts.segment_entry = qn_read_u16(r, "e_phentsize");
  counts.segments = qn_read_u16(r, "e_phnum");
  counts.section_entry = qn_read_u16(r, "e_shentsize");
  counts.sections = qn_read_u16(r, "e_shnum");
  counts.names_index = qn_read_u16(r, "e_shstrndx");
  return counts;
}

// Checks that `count` entries of `entry` bytes fit at `offset`.
static qn_status check_table(const qn_elf *elf, uint64_t offset, uint64_t count,
                             uint64_t entry, uint64_t min_size,
                             const char *field, qn_diag *diag) {
  if (count == 0)
    return qn_ok();
  if (entry < min_size)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){elf->origin, 0, field},
                   "%s has entries of %" PRIu64 " bytes, expected %" PRIu64,
                   field, entry, min_size);
  qn_reader whole = reader_of(elf);
  uint64_t size;
  if (__builtin_mul_overflow(count, entry, &size))
    size = UINT64_MAX;
  (void)qn_reader_window(&whole, offset, size, field);
  return qn_reader_finish(&whole, diag);
}

// Fills in the counts and the names, which are in section 0 when they do not
// fit in the header.
static qn_status open_tables(qn_elf *elf, header_counts counts, qn_diag *diag) {
  const uint64_t section_size = elf->is_64 ? 64 : 40;
  const uint64_t segment_size = elf->is_64 ? 56 : 32;
  elf->section_entry = counts.section_entry;
  elf->segment_entry = counts.segment_entry;
  uint64_t sections = elf->section_offset ? counts.sections : 0;
  uint64_t segments = elf->segment_offset ? counts.segments : 0;
  uint64_t names_index = counts.names_index;

  const bool need_first =
      elf->section_offset &&
      (counts.sections == 0 || names_index == INDEX_EXTENDED ||
       counts.segments == INDEX_EXTENDED);
  if (need_first) {
    QN_TRY(check_table(elf, elf->section_offset, 1, counts.section_entry,
                       section_size, "section table", diag));
    qn_elf_section first;
    uint32_t name;
    QN_TRY(read_section(elf, 0, &first, &name, diag));
    if (counts.sections == 0)
      sections = first.size;
    if (names_index == INDEX_EXTENDED)
      names_index = first.link;
    if (counts.segments == INDEX_EXTENDED)
      segments = first.info;
  }
  QN_TRY(check_table(elf, elf->section_offset, sections, counts.section_entry,
                     section_size, "section table", diag));
  QN_TRY(check_table(elf, elf->segment_offset, segments, counts.segment_entry,
                     segment_size, "program header table", diag));
  elf->section_count = (size_t)sections;
  elf->segment_count = (size_t)segments;

  qn_elf_section names;
  if (names_index != 0 && names_index < sections &&
      !qn_failed(qn_elf_section_at(elf, (size_t)names_index, &names, NULL)))
    elf->names = names.bytes;
  return qn_ok();
}

qn_status qn_elf_open(qn_span file, uint64_t origin, qn_elf *out_elf,
                      qn_diag *diag) {
  if (!qn_elf_probe(file))
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, 4, "magic"},
                   "not an ELF file");
  qn_elf elf = {.file = file, .origin = origin};
  qn_reader r = qn_reader_over(file, origin);
  const qn_span ident = qn_read_bytes(&r, IDENT_SIZE, "e_ident");
  QN_TRY(qn_reader_finish(&r, diag));
  const uint8_t class = ident.data[4], order = ident.data[5];
  if (class != 1 && class != 2)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin + 4, 1, "EI_CLASS"},
                   "ELF class %u, expected 1 (32 bits) or 2 (64 bits)", class);
  if (order != 1 && order != 2)
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin + 5, 1, "EI_DATA"},
                   "ELF byte order %u, expected 1 (little) or 2 (big)", order);
  elf.is_64 = class == 2;
  elf.big_endian = r.big_endian = order == 2;
  elf.os_abi = ident.data[7];
  elf.abi_version = ident.data[8];
  const header_counts counts = read_header(&r, &elf);
  QN_TRY(qn_reader_finish(&r, diag));
  QN_TRY(open_tables(&elf, counts, diag));
  *out_elf = elf;
  return qn_ok();
}

qn_str qn_elf_machine_name(const qn_elf *elf) {
  switch (elf->machine) {
  case QN_ELF_MACHINE_X86_64:
    return QN_STR("x86-64");
  case QN_ELF_MACHINE_AARCH64:
    return QN_STR("aarch64");
  case QN_ELF_MACHINE_RISCV:
    return elf->is_64 ? QN_STR("riscv64") : QN_STR("riscv32");
  case QN_ELF_MACHINE_AMDGPU:
    return QN_STR("amdgcn");
  default:
    return (qn_str){0};
  }
}

// ---- The end

static uint64_t later(uint64_t end, const qn_elf *elf, qn_span part) {
  const uint64_t stop =
      part.size ? (uint64_t)(part.data - elf->file.data) + part.size : 0;
  return stop > end ? stop : end;
}

qn_status qn_elf_measure(qn_span file, uint64_t *out_size, qn_diag *diag) {
  qn_elf elf;
  QN_TRY(qn_elf_open(file, 0, &elf, diag));
  uint64_t end = elf.is_64 ? HEADER_SIZE_64 : HEADER_SIZE_32;
  const uint64_t tables[] = {
      elf.section_offset + elf.section_count * elf.section_entry,
      elf.segment_offset + elf.segment_count * elf.segment_entry};
  for (size_t i = 0; i < 2; ++i)
    end = tables[i] > end ? tables[i] : end;
  for (size_t i = 0; i < elf.section_count; ++i) {
    qn_elf_section section;
    QN_TRY(qn_elf_section_at(&elf, i, &section, diag));
    end = later(end, &elf, section.bytes);
  }
  for (size_t i = 0; i < elf.segment_count; ++i) {
    qn_elf_segment segment;
    QN_TRY(qn_elf_segment_at(&elf, i, &segment, diag));
    end = later(end, &elf, segment.bytes);
  }
  *out_size = end;
  return qn_ok();
}

// ---- Symbols

qn_status qn_elf_open_table(const qn_elf *elf, const qn_elf_section *table,
                            qn_elf_symbols *out_symbols, qn_diag *diag) {
  const size_t min_size = elf->is_64 ? 24 : 16;
  if (table->entry_size < min_size || table->entry_size > table->size)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){elf->origin + table->offset, 0, "symbol table"},
                   "symbol table has entries of %" PRIu64
                   " bytes, expected %zu",
                   table->entry_size, min_size);
  qn_elf_section names = {0};
  if (table->link && table->link < elf->section_count)
    QN_TRY(qn_elf_section_at(elf, table->link, &names, diag));
  qn_elf_symbols symbols = {
      .elf = elf,
      .entries = table->bytes,
      .names = names.bytes,
      .offset = table->offset,
      .entry_size = (size_t)table->entry_size,
      .count = table->bytes.size / (size_t)table->entry_size,
  };
  qn_elf_section extended;
  if (qn_elf_find_type(elf, QN_ELF_SYMTAB_SHNDX, &extended) &&
      extended.link == table->index)
    symbols.extended = extended.bytes;
  *out_symbols = symbols;
  return qn_ok();
}

qn_status qn_elf_open_symbols(const qn_elf *elf, qn_elf_symbols *out_symbols,
                              qn_diag *diag) {
  qn_elf_section table;
  if (!qn_elf_find_type(elf, QN_ELF_SYMTAB, &table) &&
      !qn_elf_find_type(elf, QN_ELF_DYNSYM, &table)) {
    *out_symbols = (qn_elf_symbols){.elf = elf};
    return qn_ok();
  }
  if (table.size == 0) {
    *out_symbols = (qn_elf_symbols){.elf = elf};
    return qn_ok();
  }
  return qn_elf_open_table(elf, &table, out_symbols, diag);
}

// The section of a symbol; 0 for undefined, absolute and common ones.
static size_t symbol_section(const qn_elf_symbols *symbols, size_t index,
                             uint16_t raw) {
  if (raw != INDEX_EXTENDED)
    return raw < INDEX_FIRST_RESERVED ? raw : 0;
  qn_reader r = qn_reader_over(symbols->extended, 0);
  r.big_endian = symbols->elf->big_endian;
  qn_reader word = qn_reader_window(&r, index * UINT64_C(4), 4, "index");
  return qn_read_u32(&word, "index");
}

qn_elf_symbol qn_elf_symbol_at(const qn_elf_symbols *symbols, size_t index) {
  const bool is_64 = symbols->elf->is_64;
  qn_reader table = qn_reader_over(symbols->entries, symbols->offset);
  table.big_endian = symbols->elf->big_endian;
  qn_reader r = qn_reader_window(&table, index * symbols->entry_size,
                                 symbols->entry_size, "symbol");
  qn_elf_symbol symbol = {0};
  const uint32_t name = qn_read_u32(&r, "st_name");
  if (!is_64) {
    symbol.value = qn_read_u32(&r, "st_value");
    symbol.size = qn_read_u32(&r, "st_size");
  }
  const uint8_t bits = qn_read_u8(&r, "st_info");
  symbol.other = qn_read_u8(&r, "st_other");
  const uint16_t section = qn_read_u16(&r, "st_shndx");
  if (is_64) {
    symbol.value = qn_read_u64(&r, "st_value");
    symbol.size = qn_read_u64(&r, "st_size");
  }
  symbol.type = bits & 0xf;
  symbol.binding = bits >> 4;
  symbol.section = symbol_section(symbols, index, section);
  symbol.name = qn_elf_string(symbols->names, name);
  return symbol;
}

bool qn_elf_find_symbol(const qn_elf_symbols *symbols, qn_str name,
                        qn_elf_symbol *out_symbol) {
  for (size_t i = 1; i < symbols->count; ++i) {
    const qn_elf_symbol symbol = qn_elf_symbol_at(symbols, i);
    if (qn_str_equal(symbol.name, name)) {
      *out_symbol = symbol;
      return true;
    }
  }
  return false;
}

bool qn_elf_symbol_bytes(const qn_elf *elf, const qn_elf_symbol *symbol,
                         qn_span *out_bytes, uint64_t *out_offset) {
  qn_elf_section section;
  if (symbol->section == 0 || symbol->section >= elf->section_count ||
      qn_failed(qn_elf_section_at(elf, symbol->section, &section, NULL)))
    return false;
  uint64_t start = symbol->value;
  if (elf->type != QN_ELF_REL) {
    if (start < section.address)
      return false;
    start -= section.address;
  }
  if (start > section.bytes.size || symbol->size > section.bytes.size - start)
    return false;
  *out_bytes = (qn_span){section.bytes.data + start, (size_t)symbol->size};
  *out_offset = section.offset + start;
  return true;
}

// ---- Notes

// Names and descriptors are padded to 4, even where the alignment is 8 (only
// GNU property notes are padded to 8, and they are not needed here).
static uint64_t padded(uint32_t size) { return ((uint64_t)size + 3) & ~3ull; }

typedef struct note_walk {
  const qn_elf *elf;
  qn_elf_note_fn *visit;
  void *user;
  size_t seen;
  bool ended; // the visitor stopped the walk
} note_walk;

// Walks the notes of one segment or section at `offset` of the file.
static qn_status walk_notes_in(note_walk *w, qn_span bytes, uint64_t offset,
                               qn_diag *diag) {
  qn_reader r = qn_reader_over(bytes, w->elf->origin + offset);
  r.big_endian = w->elf->big_endian;
  while (r.at < bytes.size && !w->ended) {
    const uint32_t owner_size = qn_read_u32(&r, "note.namesz");
    const uint32_t size = qn_read_u32(&r, "note.descsz");
    const uint32_t type = qn_read_u32(&r, "note.type");
    const qn_span owner = qn_read_bytes(&r, padded(owner_size), "note.name");
    // The last descriptor's padding may be missing.
    const size_t start = r.at;
    const qn_span descriptor = qn_read_bytes(&r, size, "note.desc");
    QN_TRY(qn_reader_finish(&r, diag));
    const uint64_t skip = padded(size) - size;
    r.at += skip < bytes.size - r.at ? (size_t)skip : bytes.size - r.at;
    qn_str name = {(const char *)owner.data, owner_size};
    name.size = qn_str_find(name, '\0');
    const qn_elf_note note = {name, type, descriptor, offset + start};
    ++w->seen;
    w->ended = !w->visit(w->user, &note);
  }
  return qn_ok();
}

static qn_status walk_segments(note_walk *w, qn_diag *diag) {
  qn_status result = qn_ok();
  for (size_t i = 0; i < w->elf->segment_count && !w->ended; ++i) {
    qn_elf_segment segment;
    qn_status status = qn_elf_segment_at(w->elf, i, &segment, NULL);
    if (qn_failed(status) || segment.type != QN_ELF_SEGMENT_NOTE)
      continue; // a broken segment of another kind does not matter
    status = walk_notes_in(w, segment.bytes, segment.offset, diag);
    if (qn_failed(status))
      result = status;
  }
  return result;
}

static qn_status walk_sections(note_walk *w, qn_diag *diag) {
  qn_status result = qn_ok();
  for (size_t i = 1; i < w->elf->section_count && !w->ended; ++i) {
    qn_elf_section section;
    qn_status status = qn_elf_section_at(w->elf, i, &section, NULL);
    if (qn_failed(status) || section.type != QN_ELF_NOTE)
      continue;
    status = walk_notes_in(w, section.bytes, section.offset, diag);
    if (qn_failed(status))
      result = status;
  }
  return result;
}

qn_status qn_elf_walk_notes(const qn_elf *elf, qn_elf_note_fn *visit,
                            void *user, qn_diag *diag) {
  note_walk w = {.elf = elf, .visit = visit, .user = user};
  // The reason is reported only if the whole walk fails.
  qn_diag found = {0};
  qn_status status = walk_segments(&w, &found);
  if (w.seen == 0) {
    found = (qn_diag){0};
    status = walk_sections(&w, &found);
  }
  if (w.ended)
    return qn_ok();
  if (qn_failed(status) && diag && diag->code == QN_OK)
    *diag = found;
  return status;
}

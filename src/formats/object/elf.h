// SPDX-License-Identifier: Apache-2.0
// ELF, 32 and 64 bits, both byte orders: headers, sections, segments, notes and
// symbols of an untrusted file.
//
// Opening checks the extents of the tables; each section or segment is checked
// when it is asked for, so one bad section does not hide the others. Everything
// borrows from the file. Nothing is allocated. Overlapping sections are
// allowed: cubins of sm_100 have them.
//
// Own code instead of libelf: its handles are not thread-safe in Debian's build
// and it rejects cubins' e_version in places.
#ifndef QN_FORMATS_OBJECT_ELF_H
#define QN_FORMATS_OBJECT_ELF_H

#include "base/diag.h"
#include "base/reader.h"
#include "base/span.h"

enum {
  QN_ELF_MACHINE_X86_64 = 62,
  QN_ELF_MACHINE_AARCH64 = 183,
  QN_ELF_MACHINE_CUDA = 190,
  QN_ELF_MACHINE_INTELGT = 205,
  QN_ELF_MACHINE_AMDGPU = 224,
  QN_ELF_MACHINE_RISCV = 243,
};

enum {
  QN_ELF_REL = 1, // e_type
  QN_ELF_EXEC = 2,
  QN_ELF_DYN = 3,
};

enum {
  QN_ELF_PROGRAM_DATA = 1, // sh_type
  QN_ELF_SYMTAB = 2,
  QN_ELF_STRTAB = 3,
  QN_ELF_NOTE = 7,
  QN_ELF_NOBITS = 8,
  QN_ELF_DYNSYM = 11,
  QN_ELF_SYMTAB_SHNDX = 18,
};

enum {
  QN_ELF_FLAG_ALLOC = 2,
  QN_ELF_FLAG_EXEC = 4,
  QN_ELF_FLAG_RETAIN = 0x200000, // --gc-sections keeps it
}; // sh_flags
enum { QN_ELF_SEGMENT_LOAD = 1, QN_ELF_SEGMENT_NOTE = 4 }; // p_type
enum { QN_ELF_SYMBOL_OBJECT = 1, QN_ELF_SYMBOL_FUNC = 2 }; // symbol type

typedef struct qn_elf {
  qn_span file;
  uint64_t origin; // of file.data[0] in the outermost file, for messages
  bool is_64, big_endian;
  uint8_t os_abi, abi_version;
  uint16_t type, machine;
  uint32_t version, flags;
  uint64_t section_offset, segment_offset;
  size_t section_count, segment_count; // 0 when there is no such table
  size_t section_entry, segment_entry; // bytes
  qn_span names;                       // section names; empty: none
} qn_elf;

typedef struct qn_elf_section {
  size_t index;
  qn_str name; // empty when it has none
  uint32_t type, link, info;
  uint64_t flags, address, offset, size, alignment, entry_size;
  qn_span bytes; // contents; empty for NOBITS
} qn_elf_section;

typedef struct qn_elf_segment {
  uint32_t type, flags;
  uint64_t offset, address, file_size, memory_size, alignment;
  qn_span bytes;
} qn_elf_segment;

typedef struct qn_elf_symbol {
  qn_str name;
  uint64_t value, size;
  uint8_t type, binding, other;
  size_t section; // index; 0 undefined, absolute or common
} qn_elf_symbol;

// A symbol table and its strings, ready to read.
typedef struct qn_elf_symbols {
  const qn_elf *elf;
  qn_span entries, names;
  qn_span extended; // SHT_SYMTAB_SHNDX words; empty: none
  uint64_t offset;  // of `entries` in elf->file
  size_t entry_size;
  size_t count;
} qn_elf_symbols;

#define QN_ELF_MAGIC "\177ELF"

// Whether `file` starts like ELF.
bool qn_elf_probe(qn_span file);
// e_machine of what starts like ELF, else 0.
uint16_t qn_elf_machine(qn_span file);

qn_status qn_elf_open(qn_span file, uint64_t origin, qn_elf *out_elf,
                      qn_diag *diag);
// The bytes up to the end of the last section, segment or table. What more than
// `file` is needed to say so is the place of the failure.
qn_status qn_elf_measure(qn_span file, uint64_t *out_size, qn_diag *diag);
// What targets.csv calls the lowest CPU of this machine, "amdgcn" for AMD;
// empty for others.
qn_str qn_elf_machine_name(const qn_elf *elf);
// `index` is below section_count (segment_count).
qn_status qn_elf_section_at(const qn_elf *elf, size_t index,
                            qn_elf_section *out_section, qn_diag *diag);
qn_status qn_elf_segment_at(const qn_elf *elf, size_t index,
                            qn_elf_segment *out_segment, qn_diag *diag);
// The first readable section of that name (or type); false when there is none.
// Sections that are broken are skipped.
bool qn_elf_find_section(const qn_elf *elf, qn_str name,
                         qn_elf_section *out_section);
bool qn_elf_find_type(const qn_elf *elf, uint32_t type,
                      qn_elf_section *out_section);

// The .symtab, or .dynsym when there is none; no table gives count 0.
qn_status qn_elf_open_symbols(const qn_elf *elf, qn_elf_symbols *out_symbols,
                              qn_diag *diag);
// As above, the section `table` of type SYMTAB or DYNSYM.
qn_status qn_elf_open_table(const qn_elf *elf, const qn_elf_section *table,
                            qn_elf_symbols *out_symbols, qn_diag *diag);
// `index` is below count. A symbol whose name lies outside has an empty name.
qn_elf_symbol qn_elf_symbol_at(const qn_elf_symbols *symbols, size_t index);
// The first symbol of that name; false when there is none.
bool qn_elf_find_symbol(const qn_elf_symbols *symbols, qn_str name,
                        qn_elf_symbol *out_symbol);
// The bytes of a symbol: section-relative in ET_REL, by address otherwise.
// False when they are not in the file.
bool qn_elf_symbol_bytes(const qn_elf *elf, const qn_elf_symbol *symbol,
                         qn_span *out_bytes, uint64_t *out_offset);

typedef struct qn_elf_note {
  qn_str owner;
  uint32_t type;
  qn_span descriptor;
  uint64_t offset; // of the descriptor in elf->file
} qn_elf_note;

// Called for each note; false ends the walk.
typedef bool qn_elf_note_fn(void *user, const qn_elf_note *note);

// Visits the notes of the program headers, or when these hold none those of
// the sections, in file order. A malformed note ends its segment; what follows
// in other segments is still visited, and the failure is returned at the end
// unless the visitor ended the walk.
qn_status qn_elf_walk_notes(const qn_elf *elf, qn_elf_note_fn *visit,
                            void *user, qn_diag *diag);

// NUL-terminated text at `offset` of a string table; empty when it lies outside
// or does not end.
qn_str qn_elf_string(qn_span table, uint64_t offset);

#endif // QN_FORMATS_OBJECT_ELF_H

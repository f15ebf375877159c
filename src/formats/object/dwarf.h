// SPDX-License-Identifier: Apache-2.0
// DWARF 2 to 5 of an untrusted file: units, entries (DIEs) and their
// attributes; of split files and type units too. Ranges and line tables are
// what dwarf_line.h reads; locations are never looked at.
//
// Own code instead of elfutils' libdw 0.188: that needs 0.93 s of CPU to find a
// function in 105 MB where we may use 0.6, gives wrong strings for relocatable
// files unless libdwfl is asked, reads no zstd sections and no type units in
// them, and is not made for hostile input. bench/dwarf.py compares.
//
// A damaged entry ends what is read of it: functions return false, and the
// first damage is kept for qn_dwarf_check. Everything lives in the arena or
// borrows from the files. One qn_dwarf belongs to one thread at a time.
#ifndef QN_FORMATS_OBJECT_DWARF_H
#define QN_FORMATS_OBJECT_DWARF_H

#include "base/arena.h"
#include "base/map.h"
#include "formats/object/elf.h"

// The names that are used here (DWARF 5, chapter 7).
enum {
  QN_DW_TAG_ARRAY = 0x01,
  QN_DW_TAG_CLASS = 0x02,
  QN_DW_TAG_ENUMERATION = 0x04,
  QN_DW_TAG_FORMAL_PARAMETER = 0x05,
  QN_DW_TAG_LEXICAL_BLOCK = 0x0b,
  QN_DW_TAG_MEMBER = 0x0d,
  QN_DW_TAG_POINTER = 0x0f,
  QN_DW_TAG_REFERENCE = 0x10,
  QN_DW_TAG_COMPILE_UNIT = 0x11,
  QN_DW_TAG_STRUCTURE = 0x13,
  QN_DW_TAG_SUBROUTINE = 0x15,
  QN_DW_TAG_TYPEDEF = 0x16,
  QN_DW_TAG_UNION = 0x17,
  QN_DW_TAG_UNSPECIFIED_PARAMETERS = 0x18,
  QN_DW_TAG_INHERITANCE = 0x1c,
  QN_DW_TAG_INLINED_SUBROUTINE = 0x1d,
  QN_DW_TAG_PTR_TO_MEMBER = 0x1f,
  QN_DW_TAG_SUBRANGE = 0x21,
  QN_DW_TAG_BASE_TYPE = 0x24,
  QN_DW_TAG_CONST = 0x26,
  QN_DW_TAG_ENUMERATOR = 0x28,
  QN_DW_TAG_SUBPROGRAM = 0x2e,
  QN_DW_TAG_TEMPLATE_TYPE = 0x2f,
  QN_DW_TAG_TEMPLATE_VALUE = 0x30,
  QN_DW_TAG_VOLATILE = 0x35,
  QN_DW_TAG_RESTRICT = 0x37,
  QN_DW_TAG_NAMESPACE = 0x39,
  QN_DW_TAG_UNSPECIFIED_TYPE = 0x3b,
  QN_DW_TAG_RVALUE_REFERENCE = 0x42,
  QN_DW_TAG_ATOMIC = 0x47,
  QN_DW_TAG_PARAMETER_PACK = 0x4108, // DW_TAG_GNU_formal_parameter_pack
};

enum {
  QN_DW_AT_SIBLING = 0x01,
  QN_DW_AT_NAME = 0x03,
  QN_DW_AT_BYTE_SIZE = 0x0b,
  QN_DW_AT_BIT_SIZE = 0x0d,
  QN_DW_AT_STMT_LIST = 0x10,
  QN_DW_AT_LOW_PC = 0x11,
  QN_DW_AT_HIGH_PC = 0x12,
  QN_DW_AT_COMP_DIR = 0x1b,
  QN_DW_AT_INLINE = 0x20,
  QN_DW_AT_PRODUCER = 0x25,
  QN_DW_AT_UPPER_BOUND = 0x2f,
  QN_DW_AT_ABSTRACT_ORIGIN = 0x31,
  QN_DW_AT_ARTIFICIAL = 0x34,
  QN_DW_AT_CALLING_CONVENTION = 0x36,
  QN_DW_AT_COUNT = 0x37,
  QN_DW_AT_MEMBER_LOCATION = 0x38,
  QN_DW_AT_DECL_LINE = 0x3b,
  QN_DW_AT_DECLARATION = 0x3c,
  QN_DW_AT_ENCODING = 0x3e,
  QN_DW_AT_EXTERNAL = 0x3f,
  QN_DW_AT_SPECIFICATION = 0x47,
  QN_DW_AT_TYPE = 0x49,
  QN_DW_AT_RANGES = 0x55,
  QN_DW_AT_CALL_COLUMN = 0x57,
  QN_DW_AT_CALL_FILE = 0x58,
  QN_DW_AT_CALL_LINE = 0x59,
  QN_DW_AT_VIRTUALITY = 0x4c,
  QN_DW_AT_OBJECT_POINTER = 0x64,
  QN_DW_AT_SIGNATURE = 0x69,
  QN_DW_AT_DATA_BIT_OFFSET = 0x6b,
  QN_DW_AT_LINKAGE_NAME = 0x6e,
  QN_DW_AT_STR_OFFSETS_BASE = 0x72,
  QN_DW_AT_ADDR_BASE = 0x73,
  QN_DW_AT_RNGLISTS_BASE = 0x74,
  QN_DW_AT_DWO_NAME = 0x76,
  QN_DW_AT_ALIGNMENT = 0x88,
  QN_DW_AT_DELETED = 0x8a,
  QN_DW_AT_DEFAULTED = 0x8b,
  QN_DW_AT_MIPS_LINKAGE_NAME = 0x2007,
  QN_DW_AT_GNU_VECTOR = 0x2107,
  QN_DW_AT_GNU_DWO_NAME = 0x2130,
  QN_DW_AT_GNU_DWO_ID = 0x2131,
  QN_DW_AT_LLVM_ADDRESS_SPACE = 0x3e08,
  QN_DW_AT_ADDRESS_CLASS = 0x33,
};

enum {
  QN_DW_CC_PASS_BY_REFERENCE = 4,
  QN_DW_CC_PASS_BY_VALUE = 5,
  QN_DW_CC_OPENCL_KERNEL = 0xc7,
};

// The sections of one file that are read.
typedef enum qn_dwarf_section {
  QN_DWARF_ABBREV,
  QN_DWARF_STR,
  QN_DWARF_LINE_STR,
  QN_DWARF_STR_OFFSETS,
  QN_DWARF_FIRST_OF_LINES, // what follows is only read for lines
  QN_DWARF_LINE = QN_DWARF_FIRST_OF_LINES,
  QN_DWARF_ADDR,
  QN_DWARF_RNGLISTS,
  QN_DWARF_RANGES,
  QN_DWARF_SECTION_COUNT,
} qn_dwarf_section;

typedef struct qn_dwarf_part { // a .debug_info or .debug_types section
  qn_span bytes;
  bool is_types;
  uint32_t file;
} qn_dwarf_part;

typedef struct qn_dwarf_file {
  qn_span sections[QN_DWARF_SECTION_COUNT];
  bool big_endian;
  bool split; // .dwo or .dwp
} qn_dwarf_file;

typedef struct qn_dwarf_unit {
  uint32_t part;
  uint8_t version, address_size, offset_size; // offset_size 4 or 8
  bool is_type, is_skeleton, root_known;
  uint64_t start, end, first; // of the header, past the unit, the root entry
  uint64_t abbrev_offset;
  uint64_t id;          // signature of a type unit, id of a split one
  uint64_t type_offset; // of a type unit
  uint64_t str_offsets_base;
  uint64_t str_offsets_start; // of this unit's contribution in a .dwp
} qn_dwarf_unit;

// An entry: `next` is where its first child or its sibling stands.
typedef struct qn_die {
  uint32_t unit;
  uint16_t tag;
  bool has_children;
  uint64_t offset; // in its section
  uint64_t code, attributes, next;
} qn_die;

typedef struct qn_dwarf_value {
  uint16_t form;
  bool known;
  uint64_t number; // constants, offsets, references, flags, indices
  qn_span block;   // blocks, expressions, inline strings (without their NUL)
} qn_dwarf_value;

typedef struct qn_dwarf {
  qn_arena *arena;
  qn_dwarf_file *files;
  size_t file_count, file_capacity;
  qn_dwarf_part *parts;
  size_t part_count, part_capacity;
  qn_dwarf_unit *units;
  size_t unit_count, unit_capacity;
  qn_map signatures; // of type units, to unit + 1
  bool memory;       // ran out of it
  bool damaged;
  qn_place place; // of the first damage; offset in its section
  const char *what;
  struct qn_abbrevs *tables[4]; // read last
  unsigned turn;
} qn_dwarf;

// Finishes what is not in the arena. Accepts a zeroed one.
void qn_dwarf_finish(qn_dwarf *dwarf);

// Adds a file's sections and lists its units. Sections that are compressed are
// expanded, those of a relocatable file relocated; `split`: take .debug_*.dwo.
// QN_E_NOT_FOUND when the file has no .debug_info.
typedef struct qn_dwarf_input {
  const qn_elf *elf;
  bool split;
  uint64_t expanded_max; // bytes that sections may expand to
  bool lines;            // for dwarf_line.h, too
} qn_dwarf_input;
qn_status qn_dwarf_add(qn_dwarf *dwarf, const qn_dwarf_input *input,
                       qn_diag *diag);

// OK, or QN_E_MALFORMED with the first damage that was met.
qn_status qn_dwarf_check(const qn_dwarf *dwarf, qn_diag *diag);

// ---- Entries

bool qn_die_root(qn_dwarf *d, uint32_t unit, qn_die *out);
// The entry at `offset` of the unit's section, which lies in the unit.
bool qn_die_at(qn_dwarf *d, uint32_t unit, uint64_t offset, qn_die *out);
// False at the end of the list, too.
bool qn_die_child(qn_dwarf *d, const qn_die *die, qn_die *out);
bool qn_die_sibling(qn_dwarf *d, const qn_die *die, qn_die *out);
// One number for an entry, for maps.
uint64_t qn_die_key(const qn_dwarf *d, const qn_die *die);

// ---- Attributes; a value that does not exist is not `known`

qn_dwarf_value qn_die_get(qn_dwarf *d, const qn_die *die, uint16_t attribute);
bool qn_die_flag(qn_dwarf *d, const qn_die *die, uint16_t attribute);
// A constant; `other` when it does not exist or is an expression.
uint64_t qn_die_number(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                       uint64_t other);
qn_str qn_die_text(qn_dwarf *d, const qn_die *die, uint16_t attribute);
// The entry referred to, a type unit's type by its signature. False when there
// is no such attribute, or it leads nowhere.
bool qn_die_ref(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                qn_die *out);
// An address, in place or by its number in .debug_addr; false when it is not
// known.
bool qn_die_address(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                    uint64_t *out);
bool qn_dwarf_address(qn_dwarf *d, uint32_t unit, uint64_t number,
                      uint64_t *out);
// Where in its section the list of an entry's addresses is.
bool qn_die_ranges(qn_dwarf *d, const qn_die *die, uint64_t *out_offset);

// ---- All functions

// A subprogram entry, as far as finding one needs.
typedef struct qn_dwarf_function {
  qn_die die;
  qn_str name, linkage_name; // empty: none of its own
  bool is_declaration;
  bool is_inline;     // an abstract entry
  bool is_kernel;     // by its calling convention
  bool in_type;       // a child of a class
  bool has_reference; // a specification or an abstract origin
  bool has_address;
  uint64_t address; // low_pc, not of those that need .debug_addr
  uint64_t target;  // what it refers to: a qn_die_key
} qn_dwarf_function;

// False ends the walk.
typedef bool qn_dwarf_visit_fn(void *user, const qn_dwarf_function *function);

// Visits every subprogram entry that is not within another one, in file order.
void qn_dwarf_functions(qn_dwarf *d, qn_dwarf_visit_fn *visit, void *user);

#endif // QN_FORMATS_OBJECT_DWARF_H

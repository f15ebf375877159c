// SPDX-License-Identifier: Apache-2.0
// Line number programs (DWARF 5, 6.2), lists of ranges (2.17.3), and entries of
// inlined functions (3.3.8).
#include "formats/object/dwarf_line.h"

enum {
  DEPTH_MAX = 64,   // scopes within one another
  FORMATS_MAX = 16, // fields of an entry for a file
};

// ---- Reading

static uint64_t read_uleb(qn_reader *r) {
  uint64_t value = 0;
  for (unsigned shift = 0; !r->failed; shift += 7) {
    const uint8_t byte = qn_read_u8(r, "number");
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      break;
  }
  return value;
}

static int64_t read_sleb(qn_reader *r) {
  uint64_t value = 0;
  for (unsigned shift = 0; !r->failed;) {
    const uint8_t byte = qn_read_u8(r, "number");
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (!(byte & 0x80)) {
      if (byte & 0x40 && shift < 64)
        value |= UINT64_MAX << shift;
      break;
    }
  }
  return (int64_t)value;
}

static uint64_t read_word(qn_reader *r, size_t size) {
  return size == 8   ? qn_read_u64(r, "number")
         : size == 4 ? qn_read_u32(r, "number")
         : size == 2 ? qn_read_u16(r, "number")
                     : qn_read_u8(r, "number");
}

static qn_str read_text(qn_reader *r) {
  const qn_str text = qn_elf_string((qn_span){r->in.data, r->in.size}, r->at);
  (void)qn_read_bytes(r, (uint64_t)text.size + 1, "text");
  return text;
}

// A section of the unit's file from `offset` on.
static qn_reader open_at(const qn_dwarf *d, uint32_t unit,
                         qn_dwarf_section section, uint64_t offset) {
  const qn_dwarf_file *file = &d->files[d->parts[d->units[unit].part].file];
  const qn_span bytes = file->sections[section];
  qn_reader whole = qn_reader_over(bytes, 0);
  whole.big_endian = file->big_endian;
  return qn_reader_window(&whole, offset,
                          offset <= bytes.size ? bytes.size - offset : 0,
                          "section");
}

// ---- Ranges

// One entry of a list of DWARF 5. `*base` is what its offsets are relative to;
// false at the end.
static bool read_range(qn_dwarf *d, uint32_t unit, qn_reader *r, uint64_t *base,
                       uint64_t range[2]) {
  enum { END, BASEX, STARTX_ENDX, STARTX_LENGTH, OFFSETS, BASE, ENDS, LENGTH };
  const size_t size = d->units[unit].address_size;
  const uint8_t kind = qn_read_u8(r, "kind of a range");
  range[0] = range[1] = 0;
  switch (kind) {
  case BASEX:
    return qn_dwarf_address(d, unit, read_uleb(r), base);
  case STARTX_ENDX:
    return qn_dwarf_address(d, unit, read_uleb(r), &range[0]) &&
           qn_dwarf_address(d, unit, read_uleb(r), &range[1]);
  case STARTX_LENGTH:
    if (!qn_dwarf_address(d, unit, read_uleb(r), &range[0]))
      return false;
    range[1] = range[0] + read_uleb(r);
    return true;
  case OFFSETS:
    range[0] = *base + read_uleb(r);
    range[1] = *base + read_uleb(r);
    return true;
  case BASE:
    *base = read_word(r, size);
    return true;
  case ENDS:
    range[0] = read_word(r, size);
    range[1] = read_word(r, size);
    return true;
  case LENGTH:
    range[0] = read_word(r, size);
    range[1] = range[0] + read_uleb(r);
    return true;
  default: // END, or not known
    return false;
  }
}

// The same of .debug_ranges, before DWARF 5.
static bool read_old_range(size_t size, qn_reader *r, uint64_t *base,
                           uint64_t range[2]) {
  const uint64_t highest = size == 8 ? UINT64_MAX : UINT32_MAX;
  range[0] = read_word(r, size);
  range[1] = read_word(r, size);
  if (!range[0] && !range[1])
    return false;
  if (range[0] == highest) {
    *base = range[1];
    range[0] = range[1] = 0;
    return true;
  }
  range[0] += *base;
  range[1] += *base;
  return true;
}

static bool lists_address(qn_dwarf *d, const qn_die *die, uint64_t offset,
                          uint64_t address) {
  const qn_dwarf_unit *unit = &d->units[die->unit];
  const bool is_old = unit->version < 5;
  const size_t size = unit->address_size;
  uint64_t base = 0, range[2];
  qn_die root;
  if (qn_die_root(d, die->unit, &root))
    (void)qn_die_address(d, &root, QN_DW_AT_LOW_PC, &base);
  qn_reader r = open_at(d, die->unit,
                        is_old ? QN_DWARF_RANGES : QN_DWARF_RNGLISTS, offset);
  while (!r.failed && (is_old ? read_old_range(size, &r, &base, range)
                              : read_range(d, die->unit, &r, &base, range)))
    if (!r.failed && address >= range[0] && address < range[1])
      return true;
  return false;
}

static bool has_address(qn_dwarf *d, const qn_die *die, uint64_t address) {
  uint64_t low, high, offset;
  if (qn_die_ranges(d, die, &offset))
    return lists_address(d, die, offset, address);
  if (!qn_die_address(d, die, QN_DW_AT_LOW_PC, &low))
    return false;
  if (!qn_die_address(d, die, QN_DW_AT_HIGH_PC, &high))
    high = low + qn_die_number(d, die, QN_DW_AT_HIGH_PC, 0);
  return address >= low && address < high;
}

// ---- The head of a line table

typedef struct lines {
  qn_dwarf *d;
  uint32_t unit;
  uint16_t version;
  uint8_t offset_size, address_size, step, line_range, opcode_base;
  int8_t line_base;
  qn_reader lengths; // of the standard operations' operands
  qn_reader names;   // the tables of directories and files
  qn_reader program;
} lines;

static bool open_lines(qn_dwarf *d, uint32_t unit, uint64_t offset,
                       lines *out) {
  qn_reader r = open_at(d, unit, QN_DWARF_LINE, offset);
  *out = (lines){.d = d,
                 .unit = unit,
                 .offset_size = 4,
                 .address_size = d->units[unit].address_size};
  uint64_t size = qn_read_u32(&r, "length of a line table");
  if (size == UINT32_MAX) {
    size = qn_read_u64(&r, "length of a line table");
    out->offset_size = 8;
  }
  qn_reader body = qn_reader_window(&r, r.at, size, "line table");
  out->version = qn_read_u16(&body, "version");
  if (out->version == 5) {
    out->address_size = qn_read_u8(&body, "size of an address");
    (void)qn_read_u8(&body, "size of a segment");
  }
  const uint64_t head = read_word(&body, out->offset_size);
  const size_t names_start = body.at;
  out->step = qn_read_u8(&body, "step of addresses");
  const uint8_t parallel =
      out->version >= 4 ? qn_read_u8(&body, "operations") : 1;
  (void)qn_read_u8(&body, "is a statement");
  out->line_base = (int8_t)qn_read_u8(&body, "line base");
  out->line_range = qn_read_u8(&body, "line range");
  out->opcode_base = qn_read_u8(&body, "operation base");
  if (body.failed || out->version < 2 || out->version > 5 || parallel != 1 ||
      !out->line_range || !out->opcode_base ||
      head > body.in.size - names_start)
    return false;
  out->lengths = qn_reader_window(&body, body.at, out->opcode_base - 1u,
                                  "lengths of operations");
  const uint64_t at = (uint64_t)body.at + out->opcode_base - 1u;
  const uint64_t start = names_start + head;
  if (at > start)
    return false;
  out->names = qn_reader_window(&body, at, start - at, "names of files");
  out->program =
      qn_reader_window(&body, start, body.in.size - start, "line program");
  return !body.failed;
}

// ---- Names of files

typedef struct entry {
  qn_str name;
  uint64_t directory;
} entry;

// Directories or files before DWARF 5: texts up to an empty one, files with
// three numbers each. The entry of that number, from 1.
static bool find_old(qn_reader *r, bool files, uint64_t number, entry *out) {
  bool found = false;
  for (uint64_t i = 1; !r->failed; ++i) {
    entry e = {.name = read_text(r)};
    if (r->failed || !e.name.size)
      break;
    if (files) {
      e.directory = read_uleb(r);
      (void)read_uleb(r);
      (void)read_uleb(r);
    }
    if (i == number && !r->failed) {
      *out = e;
      found = true;
    }
  }
  return found && !r->failed;
}

typedef struct field {
  uint64_t content, form;
} field;

static qn_str text_at(const lines *l, qn_dwarf_section section,
                      uint64_t offset) {
  qn_reader r = open_at(l->d, l->unit, section, offset);
  return r.failed ? (qn_str){0} : read_text(&r);
}

// One field; forms that cannot be skipped fail the reader.
static void read_field(const lines *l, qn_reader *r, const field *f,
                       entry *out) {
  enum { PATH = 1, DIRECTORY = 2 };
  enum {
    BLOCK2 = 3,
    DATA2 = 5,
    DATA4 = 6,
    DATA8 = 7,
    STRING = 8,
    DATA1 = 0x0b,
    STRP = 0x0e,
    UDATA = 0x0f,
    DATA16 = 0x1e,
    LINE_STRP = 0x1f
  };
  qn_str text = {0};
  uint64_t number = 0;
  switch (f->form) {
  case STRING:
    text = read_text(r);
    break;
  case STRP:
    text = text_at(l, QN_DWARF_STR, read_word(r, l->offset_size));
    break;
  case LINE_STRP:
    text = text_at(l, QN_DWARF_LINE_STR, read_word(r, l->offset_size));
    break;
  case UDATA:
    number = read_uleb(r);
    break;
  case DATA1:
  case DATA2:
  case DATA4:
  case DATA8:
    number = read_word(r, f->form == DATA1   ? 1
                          : f->form == DATA2 ? 2
                          : f->form == DATA4 ? 4
                                             : 8);
    break;
  case DATA16:
    (void)qn_read_bytes(r, 16, "checksum");
    break;
  default:
    (void)qn_read_bytes(r, UINT64_MAX, "form of a field");
  }
  if (f->content == PATH)
    out->name = text;
  else if (f->content == DIRECTORY)
    out->directory = number;
}

// A table of DWARF 5: fields, and entries of them. `*out` is that of the
// number, from 0, when there is one.
static bool find_new(const lines *l, qn_reader *r, uint64_t number,
                     entry *out) {
  field fields[FORMATS_MAX];
  bool found = false;
  const uint8_t count = qn_read_u8(r, "count of fields");
  if (count > FORMATS_MAX)
    return false;
  for (uint8_t i = 0; i < count; ++i) {
    fields[i].content = read_uleb(r);
    fields[i].form = read_uleb(r);
  }
  const uint64_t entries = read_uleb(r);
  if (!count)
    return false;
  for (uint64_t i = 0; i < entries && !r->failed; ++i) {
    entry e = {0};
    for (uint8_t k = 0; k < count; ++k)
      read_field(l, r, &fields[k], &e);
    if (i == number && !r->failed) {
      *out = e;
      found = true;
    }
  }
  return found && !r->failed;
}

static qn_str unit_directory(const lines *l) {
  qn_die root;
  return qn_die_root(l->d, l->unit, &root)
             ? qn_die_text(l->d, &root, QN_DW_AT_COMP_DIR)
             : (qn_str){0};
}

static void name_file(const lines *l, uint64_t number, qn_dwarf_frame *frame) {
  const bool is_old = l->version < 5;
  qn_reader directories = l->names, files = l->names;
  entry file = {0}, directory = {0}, none;
  if (is_old)
    (void)find_old(&files, false, 0, &none);
  else
    (void)find_new(l, &files, UINT64_MAX, &none);
  if (!(is_old ? find_old(&files, true, number, &file)
               : find_new(l, &files, number, &file)))
    return;
  frame->file = file.name;
  if (qn_str_starts(file.name, QN_STR("/")))
    return;
  if (is_old && !file.directory)
    frame->directory = unit_directory(l);
  else if (is_old ? find_old(&directories, false, file.directory, &directory)
                  : find_new(l, &directories, file.directory, &directory))
    frame->directory = directory.name;
}

// ---- Programs

typedef struct row {
  uint64_t address, file, line, column;
} row;

typedef struct run {
  row now, before;
  bool has_before;
  uint64_t wanted;
} run;

// A row is there: whether the one before holds the wanted address.
static bool take_row(run *s, bool is_end) {
  const bool found = s->has_before && s->wanted >= s->before.address &&
                     s->wanted < s->now.address;
  if (!found) {
    s->before = s->now;
    s->has_before = !is_end;
  }
  return found;
}

static void reset_row(run *s) { s->now = (row){.file = 1, .line = 1}; }

static bool extended(const lines *l, qn_reader *r, run *s) {
  enum { END_SEQUENCE = 1, SET_ADDRESS = 2 };
  const uint64_t size = read_uleb(r);
  qn_reader body = qn_reader_window(r, r->at, size, "operation");
  (void)qn_read_bytes(r, size, "operation");
  const uint8_t code = qn_read_u8(&body, "operation");
  if (body.failed)
    return false;
  if (code == SET_ADDRESS)
    s->now.address = read_word(&body, l->address_size);
  if (code != END_SEQUENCE)
    return false;
  const bool found = take_row(s, true);
  reset_row(s);
  return found;
}

static bool standard(const lines *l, qn_reader *r, uint8_t code, run *s) {
  enum { COPY = 1, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN };
  enum { CONST_ADD_PC = 8, FIXED_ADVANCE_PC = 9 };
  switch (code) {
  case COPY:
    return take_row(s, false);
  case ADVANCE_PC:
    s->now.address += read_uleb(r) * l->step;
    return false;
  case ADVANCE_LINE:
    s->now.line += (uint64_t)read_sleb(r);
    return false;
  case SET_FILE:
    s->now.file = read_uleb(r);
    return false;
  case SET_COLUMN:
    s->now.column = read_uleb(r);
    return false;
  case CONST_ADD_PC:
    s->now.address +=
        (uint64_t)((255u - l->opcode_base) / l->line_range) * l->step;
    return false;
  case FIXED_ADVANCE_PC:
    s->now.address += qn_read_u16(r, "advance");
    return false;
  default: { // skipped by the count of its operands
    qn_reader lengths = l->lengths;
    (void)qn_read_bytes(&lengths, code - 1u, "operation");
    for (unsigned left = qn_read_u8(&lengths, "operands"); left; --left)
      (void)read_uleb(r);
    return false;
  }
  }
}

static bool find_row(const lines *l, uint64_t address, row *out) {
  run s = {.wanted = address};
  qn_reader r = l->program;
  bool found = false;
  reset_row(&s);
  while (!found && !r.failed && r.at < r.in.size) {
    const uint8_t code = qn_read_u8(&r, "operation");
    if (code >= l->opcode_base) {
      const unsigned adjusted = code - (unsigned)l->opcode_base;
      s.now.address += (uint64_t)(adjusted / l->line_range) * l->step;
      s.now.line +=
          (uint64_t)(int64_t)(l->line_base + (int)(adjusted % l->line_range));
      found = take_row(&s, false);
    } else {
      found = code ? standard(l, &r, code, &s) : extended(l, &r, &s);
    }
  }
  *out = s.before;
  return found && !r.failed;
}

// ---- Scopes

// The name of a function, of what it was inlined from or declared as.
static qn_str name_of(qn_dwarf *d, const qn_die *die) {
  enum { REFERENCES_MAX = 4 };
  qn_die at = *die;
  qn_str name = {0};
  for (int i = 0; i < REFERENCES_MAX; ++i) {
    const qn_str linkage = qn_die_text(d, &at, QN_DW_AT_LINKAGE_NAME);
    if (linkage.size)
      return linkage;
    if (!name.size)
      name = qn_die_text(d, &at, QN_DW_AT_NAME);
    qn_die next;
    if (!qn_die_ref(d, &at, QN_DW_AT_ABSTRACT_ORIGIN, &next) &&
        !qn_die_ref(d, &at, QN_DW_AT_SPECIFICATION, &next))
      break;
    at = next;
  }
  return name;
}

typedef struct scopes {
  qn_die items[DEPTH_MAX]; // functions only, outermost first
  size_t count;
} scopes;

static bool may_hold(uint16_t tag) {
  return tag == QN_DW_TAG_SUBPROGRAM || tag == QN_DW_TAG_INLINED_SUBROUTINE ||
         tag == QN_DW_TAG_LEXICAL_BLOCK;
}

// Of the children of `parent` the one that has the address.
static bool find_scope(qn_dwarf *d, const qn_die *parent, uint64_t address,
                       qn_die *out) {
  qn_die at;
  for (bool more = qn_die_child(d, parent, &at); more;) {
    if (may_hold(at.tag) && has_address(d, &at, address)) {
      *out = at;
      return true;
    }
    // Functions of a namespace have their code in an entry of the unit.
    qn_die next;
    more = qn_die_sibling(d, &at, &next);
    at = next;
  }
  return false;
}

static void find_scopes(qn_dwarf *d, const qn_die *root, uint64_t address,
                        scopes *out) {
  qn_die at = *root, inner;
  for (size_t depth = 0; depth < DEPTH_MAX; ++depth) {
    if (!find_scope(d, &at, address, &inner))
      return;
    if (inner.tag != QN_DW_TAG_LEXICAL_BLOCK)
      out->items[out->count++] = inner;
    at = inner;
  }
}

// ---- Frames

static size_t fill(const lines *l, const row *found, const scopes *s,
                   qn_dwarf_frame *frames, size_t max) {
  size_t count = 0;
  uint64_t file = found->file;
  qn_dwarf_frame frame = {.line = found->line, .column = found->column};
  for (size_t i = s->count; count < max; --i) {
    if (i)
      frame.function = name_of(l->d, &s->items[i - 1]);
    name_file(l, file, &frame);
    frames[count++] = frame;
    if (!i || s->items[i - 1].tag != QN_DW_TAG_INLINED_SUBROUTINE)
      break;
    const qn_die *call = &s->items[i - 1];
    frame = (qn_dwarf_frame){
        .line = qn_die_number(l->d, call, QN_DW_AT_CALL_LINE, 0),
        .column = qn_die_number(l->d, call, QN_DW_AT_CALL_COLUMN, 0)};
    file = qn_die_number(l->d, call, QN_DW_AT_CALL_FILE, UINT64_MAX);
  }
  return count;
}

size_t qn_dwarf_frames(qn_dwarf *d, uint64_t address, qn_dwarf_frame *frames,
                       size_t max) {
  for (uint32_t unit = 0; unit < d->unit_count; ++unit) {
    qn_die root;
    lines l;
    row found;
    scopes s = {.count = 0};
    if (d->units[unit].is_type || !qn_die_root(d, unit, &root))
      continue;
    const qn_dwarf_value table = qn_die_get(d, &root, QN_DW_AT_STMT_LIST);
    if (!table.known || !open_lines(d, unit, table.number, &l) ||
        !find_row(&l, address, &found))
      continue;
    find_scopes(d, &root, address, &s);
    return fill(&l, &found, &s, frames, max);
  }
  return 0;
}

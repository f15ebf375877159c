// SPDX-License-Identifier: Apache-2.0
// Units, abbreviations, entries and attributes of DWARF. The sections come from
// dwarf_load.c.
#include "formats/object/dwarf.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "formats/object/dwarf_load.h"

// Forms (DWARF 5, 7.5.6, and the GNU ones).
enum {
  FORM_ADDR = 0x01,
  FORM_BLOCK2 = 0x03,
  FORM_BLOCK4 = 0x04,
  FORM_DATA2 = 0x05,
  FORM_DATA4 = 0x06,
  FORM_DATA8 = 0x07,
  FORM_STRING = 0x08,
  FORM_BLOCK = 0x09,
  FORM_BLOCK1 = 0x0a,
  FORM_DATA1 = 0x0b,
  FORM_FLAG = 0x0c,
  FORM_SDATA = 0x0d,
  FORM_STRP = 0x0e,
  FORM_UDATA = 0x0f,
  FORM_REF_ADDR = 0x10,
  FORM_REF1 = 0x11,
  FORM_REF2 = 0x12,
  FORM_REF4 = 0x13,
  FORM_REF8 = 0x14,
  FORM_REF_UDATA = 0x15,
  FORM_INDIRECT = 0x16,
  FORM_SEC_OFFSET = 0x17,
  FORM_EXPRLOC = 0x18,
  FORM_FLAG_PRESENT = 0x19,
  FORM_STRX = 0x1a,
  FORM_ADDRX = 0x1b,
  FORM_REF_SUP4 = 0x1c,
  FORM_STRP_SUP = 0x1d,
  FORM_DATA16 = 0x1e,
  FORM_LINE_STRP = 0x1f,
  FORM_REF_SIG8 = 0x20,
  FORM_IMPLICIT_CONST = 0x21,
  FORM_LOCLISTX = 0x22,
  FORM_RNGLISTX = 0x23,
  FORM_REF_SUP8 = 0x24,
  FORM_STRX1 = 0x25,
  FORM_STRX2 = 0x26,
  FORM_STRX3 = 0x27,
  FORM_STRX4 = 0x28,
  FORM_ADDRX1 = 0x29,
  FORM_ADDRX2 = 0x2a,
  FORM_ADDRX3 = 0x2b,
  FORM_ADDRX4 = 0x2c,
  FORM_GNU_ADDR_INDEX = 0x1f01,
  FORM_GNU_STR_INDEX = 0x1f02,
  FORM_GNU_REF_ALT = 0x1f20,
  FORM_GNU_STRP_ALT = 0x1f21,
};

// ---- Damage

static bool damage(qn_dwarf *d, uint64_t offset, const char *what) {
  if (!d->damaged) {
    d->damaged = true;
    d->place = (qn_place){offset, 0, what, 0, 0};
    d->what = what;
  }
  return false;
}

qn_status qn_dwarf_check(const qn_dwarf *d, qn_diag *diag) {
  if (d->memory)
    return qn_fail_memory(diag, "the debug information");
  if (d->damaged)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the debug information is damaged: %s at 0x%" PRIx64
                   " of its section",
                   d->what, d->place.offset);
  return qn_ok();
}

// ---- Reading at a cursor. When bytes are missing, `bad` is set, zero is
// returned and the cursor is at the end.

typedef struct cursor {
  const uint8_t *at, *end;
  bool bad, big;
} cursor;

static uint64_t take_fixed(cursor *c, size_t size) {
  uint64_t value = 0;
  if ((size_t)(c->end - c->at) < size) {
    c->bad = true;
    c->at = c->end;
    return 0;
  }
  if (c->big)
    for (size_t i = 0; i < size; ++i)
      value = value << 8 | c->at[i];
  else
    for (size_t i = size; i-- > 0;)
      value = value << 8 | c->at[i];
  c->at += size;
  return value;
}

static uint64_t take_uleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0; c->at < c->end; shift += 7) {
    const uint8_t byte = *c->at++;
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
  c->bad = true;
  return 0;
}

static int64_t take_sleb(cursor *c) {
  uint64_t value = 0;
  for (unsigned shift = 0; c->at < c->end;) {
    const uint8_t byte = *c->at++;
    if (shift < 64)
      value |= (uint64_t)(byte & 0x7f) << shift;
    shift += 7;
    if (!(byte & 0x80)) {
      if (byte & 0x40 && shift < 64)
        value |= UINT64_MAX << shift;
      return (int64_t)value;
    }
  }
  c->bad = true;
  return 0;
}

static inline void skip(cursor *c, uint64_t size) {
  if ((uint64_t)(c->end - c->at) < size) {
    c->bad = true;
    c->at = c->end;
  } else {
    c->at += size;
  }
}

// ---- Abbreviations

typedef struct spec {
  uint16_t attribute, form;
  int16_t size;     // of the form, as from form_size
  int64_t constant; // of FORM_IMPLICIT_CONST
} spec;

typedef struct abbrev {
  uint64_t code;
  uint32_t first, count; // in specs
  uint16_t tag;
  bool has_children;
  int32_t fixed; // bytes of all attributes; -1: they vary
} abbrev;

// One table, and what its forms' sizes depend on.
typedef struct qn_abbrevs {
  uint32_t file;
  uint64_t offset;
  uint8_t address_size, offset_size, version;
  bool dense; // codes are 1, 2, 3, ...
  abbrev *items;
  size_t count, capacity;
  spec *specs;
  size_t spec_count, spec_capacity;
  qn_map by_code; // when not dense
} abbrevs;

static void clear_table(abbrevs *t) {
  qn_map_finish(&t->by_code);
  qn_free(t->items);
  qn_free(t->specs);
  *t = (abbrevs){0};
}

void qn_dwarf_finish(qn_dwarf *d) {
  for (size_t i = 0; i < sizeof(d->tables) / sizeof(d->tables[0]); ++i)
    if (d->tables[i]) {
      clear_table(d->tables[i]);
      qn_free(d->tables[i]);
    }
  qn_map_finish(&d->signatures);
  *d = (qn_dwarf){0};
}

// The bytes of a form: -1 when they vary, -2 for an unknown form.
static int form_size(const abbrevs *t, uint16_t form) {
  switch (form) {
  case FORM_FLAG_PRESENT:
  case FORM_IMPLICIT_CONST:
    return 0;
  case FORM_DATA1:
  case FORM_FLAG:
  case FORM_REF1:
  case FORM_STRX1:
  case FORM_ADDRX1:
    return 1;
  case FORM_DATA2:
  case FORM_REF2:
  case FORM_STRX2:
  case FORM_ADDRX2:
    return 2;
  case FORM_STRX3:
  case FORM_ADDRX3:
    return 3;
  case FORM_DATA4:
  case FORM_REF4:
  case FORM_REF_SUP4:
  case FORM_STRX4:
  case FORM_ADDRX4:
    return 4;
  case FORM_DATA8:
  case FORM_REF8:
  case FORM_REF_SIG8:
  case FORM_REF_SUP8:
    return 8;
  case FORM_DATA16:
    return 16;
  case FORM_ADDR:
    return t->address_size;
  case FORM_REF_ADDR: // in version 2 as wide as an address
    return t->version == 2 ? t->address_size : t->offset_size;
  case FORM_STRP:
  case FORM_SEC_OFFSET:
  case FORM_STRP_SUP:
  case FORM_LINE_STRP:
  case FORM_GNU_REF_ALT:
  case FORM_GNU_STRP_ALT:
    return t->offset_size;
  case FORM_BLOCK:
  case FORM_BLOCK1:
  case FORM_BLOCK2:
  case FORM_BLOCK4:
  case FORM_EXPRLOC:
  case FORM_STRING:
  case FORM_SDATA:
  case FORM_UDATA:
  case FORM_REF_UDATA:
  case FORM_STRX:
  case FORM_ADDRX:
  case FORM_LOCLISTX:
  case FORM_RNGLISTX:
  case FORM_GNU_ADDR_INDEX:
  case FORM_GNU_STR_INDEX:
  case FORM_INDIRECT:
    return -1;
  default:
    return -2;
  }
}

// Grows a heap array by one element.
static bool grow(void **items, size_t count, size_t *capacity, size_t size) {
  size_t bytes;
  const size_t room = *capacity ? *capacity * 2 : 64;
  if (count < *capacity)
    return true;
  void *grown =
      qn_mul_size(room, size, &bytes) ? qn_realloc(*items, bytes) : NULL;
  if (!grown)
    return false;
  *items = grown;
  *capacity = room;
  return true;
}

// Reads the attributes of one abbreviation; false when they have no end.
static bool read_specs(qn_dwarf *d, abbrevs *t, abbrev *a, cursor *c) {
  enum { SPECS_MAX = 1024 };
  int32_t fixed = 0;
  a->first = (uint32_t)t->spec_count;
  for (a->count = 0; a->count <= SPECS_MAX; ++a->count) {
    const uint64_t attribute = take_uleb(c), form = take_uleb(c);
    if (c->bad || attribute > UINT16_MAX || form > UINT16_MAX)
      return damage(d, t->offset, "an abbreviation");
    if (!attribute && !form) {
      a->fixed = fixed;
      return true;
    }
    const int64_t constant = form == FORM_IMPLICIT_CONST ? take_sleb(c) : 0;
    const int size = form_size(t, (uint16_t)form);
    if (size == -2)
      return damage(d, t->offset, "an unknown form in an abbreviation");
    fixed = fixed < 0 || size < 0 ? -1 : fixed + size;
    void *specs = t->specs;
    const bool room =
        grow(&specs, t->spec_count, &t->spec_capacity, sizeof(spec));
    t->specs = specs;
    if (!room) {
      d->memory = true;
      return false;
    }
    t->specs[t->spec_count++] =
        (spec){(uint16_t)attribute, (uint16_t)form, (int16_t)size, constant};
  }
  return damage(d, t->offset, "an abbreviation without an end");
}

static bool add_abbrev(qn_dwarf *d, abbrevs *t, const abbrev *a) {
  void *items = t->items;
  const bool room = grow(&items, t->count, &t->capacity, sizeof(abbrev));
  t->items = items;
  if (!room) {
    d->memory = true;
    return false;
  }
  if (t->dense && a->code != t->count + 1) {
    t->dense = false;
    for (size_t i = 0; i < t->count; ++i)
      d->memory |=
          qn_failed(qn_map_put(&t->by_code, t->items[i].code, i, NULL));
  }
  if (!t->dense) {
    if (qn_map_find(&t->by_code, a->code))
      return damage(d, t->offset, "an abbreviation that is there twice");
    d->memory |= qn_failed(qn_map_put(&t->by_code, a->code, t->count, NULL));
  }
  t->items[t->count++] = *a;
  return !d->memory;
}

static bool read_table(qn_dwarf *d, abbrevs *t) {
  const qn_span bytes = d->files[t->file].sections[QN_DWARF_ABBREV];
  t->dense = true;
  t->count = t->spec_count = 0;
  qn_map_finish(&t->by_code);
  if (t->offset >= bytes.size)
    return damage(d, t->offset,
                  "a table of abbreviations outside of its "
                  "section");
  cursor c = {bytes.data + t->offset, bytes.data + bytes.size, false, false};
  for (;;) {
    abbrev a = {.code = take_uleb(&c)};
    if (!a.code && !c.bad)
      return true;
    const uint64_t tag = take_uleb(&c);
    a.has_children = take_fixed(&c, 1) != 0;
    a.tag = (uint16_t)tag;
    if (c.bad || tag > UINT16_MAX)
      return damage(d, t->offset, "an abbreviation");
    if (!read_specs(d, t, &a, &c) || !add_abbrev(d, t, &a))
      return false;
  }
}

// The abbreviation table of a unit, from a cache of those last read.
static const abbrevs *table_of(qn_dwarf *d, const qn_dwarf_unit *unit) {
  enum { TABLES = sizeof(d->tables) / sizeof(d->tables[0]) };
  const uint32_t file = d->parts[unit->part].file;
  for (size_t i = 0; i < TABLES; ++i) {
    const abbrevs *t = d->tables[i];
    if (t && t->offset == unit->abbrev_offset && t->file == file &&
        t->address_size == unit->address_size &&
        t->offset_size == unit->offset_size &&
        (t->version == 2) == (unit->version == 2))
      return t;
  }
  abbrevs **slot = &d->tables[d->turn++ % TABLES];
  if (!*slot && !(*slot = qn_alloc_array(1, sizeof(abbrevs)))) {
    d->memory = true;
    return NULL;
  }
  abbrevs *t = *slot;
  t->file = file;
  t->offset = unit->abbrev_offset;
  t->address_size = unit->address_size;
  t->offset_size = unit->offset_size;
  t->version = unit->version;
  if (read_table(d, t))
    return t;
  t->offset = UINT64_MAX; // matches no lookup
  return NULL;
}

static const abbrev *find_abbrev(const abbrevs *t, uint64_t code) {
  if (t->dense)
    return code && code <= t->count ? &t->items[code - 1] : NULL;
  const uint64_t *at = qn_map_find(&t->by_code, code);
  return at ? &t->items[*at] : NULL;
}

// ---- Attributes

static cursor cursor_at(const qn_dwarf *d, const qn_dwarf_unit *unit,
                        uint64_t offset) {
  const qn_dwarf_part *part = &d->parts[unit->part];
  return (cursor){part->bytes.data + offset, part->bytes.data + unit->end,
                  false, d->files[part->file].big_endian};
}

static void skip_form(cursor *c, const abbrevs *t, uint16_t form);

// The value of one attribute.
static inline void skip_spec(cursor *c, const abbrevs *t, const spec *s) {
  if (s->size >= 0)
    skip(c, (uint64_t)s->size);
  else
    skip_form(c, t, s->form);
}

static void skip_form(cursor *c, const abbrevs *t, uint16_t form) {
  const int size = form_size(t, form);
  if (size >= 0) {
    skip(c, (uint64_t)size);
    return;
  }
  switch (form) {
  case FORM_BLOCK:
  case FORM_EXPRLOC:
    skip(c, take_uleb(c));
    return;
  case FORM_BLOCK1:
    skip(c, take_fixed(c, 1));
    return;
  case FORM_BLOCK2:
    skip(c, take_fixed(c, 2));
    return;
  case FORM_BLOCK4:
    skip(c, take_fixed(c, 4));
    return;
  case FORM_STRING: {
    const uint8_t *end =
        c->at < c->end ? memchr(c->at, 0, (size_t)(c->end - c->at)) : NULL;
    c->bad |= !end;
    c->at = end ? end + 1 : c->end;
    return;
  }
  case FORM_INDIRECT: {
    const uint64_t real = take_uleb(c);
    // One level only, and no constant that would be in the abbreviation.
    if (real == FORM_INDIRECT || real == FORM_IMPLICIT_CONST ||
        real > UINT16_MAX || form_size(t, (uint16_t)real) == -2)
      c->bad = true;
    else
      skip_form(c, t, (uint16_t)real);
    return;
  }
  default:
    (void)take_uleb(c);
  }
}

static void read_block(cursor *c, uint64_t size, qn_dwarf_value *out) {
  const uint8_t *start = c->at;
  skip(c, size);
  if (!c->bad)
    out->block = (qn_span){start, (size_t)size};
}

static qn_dwarf_value read_form(cursor *c, const abbrevs *t, const spec *s) {
  qn_dwarf_value v = {.form = s->form, .known = true};
  if (v.form == FORM_INDIRECT) {
    const uint64_t real = take_uleb(c);
    if (real == FORM_INDIRECT || real == FORM_IMPLICIT_CONST ||
        real > UINT16_MAX || form_size(t, (uint16_t)real) == -2)
      c->bad = true;
    v.form = (uint16_t)real;
  }
  const int size = v.form == s->form ? s->size : form_size(t, v.form);
  switch (c->bad ? FORM_FLAG_PRESENT : v.form) {
  case FORM_FLAG_PRESENT:
    v.number = 1;
    break;
  case FORM_IMPLICIT_CONST:
    v.number = (uint64_t)s->constant;
    break;
  case FORM_SDATA:
    v.number = (uint64_t)take_sleb(c);
    break;
  case FORM_BLOCK:
  case FORM_EXPRLOC:
    read_block(c, take_uleb(c), &v);
    break;
  case FORM_BLOCK1:
    read_block(c, take_fixed(c, 1), &v);
    break;
  case FORM_BLOCK2:
    read_block(c, take_fixed(c, 2), &v);
    break;
  case FORM_BLOCK4:
    read_block(c, take_fixed(c, 4), &v);
    break;
  case FORM_DATA16:
    read_block(c, 16, &v);
    break;
  case FORM_STRING: {
    const uint8_t *start = c->at;
    skip_form(c, t, FORM_STRING);
    if (!c->bad)
      v.block = (qn_span){start, (size_t)(c->at - start) - 1};
    break;
  }
  default:
    v.number = size >= 0 ? take_fixed(c, (size_t)size) : take_uleb(c);
  }
  v.known = !c->bad;
  return v;
}

qn_dwarf_value qn_die_get(qn_dwarf *d, const qn_die *die, uint16_t attribute) {
  const qn_dwarf_unit *unit = &d->units[die->unit];
  const abbrevs *t = table_of(d, unit);
  const abbrev *a = t ? find_abbrev(t, die->code) : NULL;
  cursor c = cursor_at(d, unit, die->attributes);
  for (uint32_t i = 0; a && i < a->count && !c.bad; ++i) {
    const spec *s = &t->specs[a->first + i];
    if (s->attribute == attribute) {
      const qn_dwarf_value v = read_form(&c, t, s);
      if (c.bad)
        (void)damage(d, die->offset, "an attribute");
      return v;
    }
    skip_spec(&c, t, s);
  }
  if (c.bad)
    (void)damage(d, die->offset, "an attribute");
  return (qn_dwarf_value){0};
}

bool qn_die_flag(qn_dwarf *d, const qn_die *die, uint16_t attribute) {
  const qn_dwarf_value v = qn_die_get(d, die, attribute);
  return v.known && v.number != 0;
}

uint64_t qn_die_number(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                       uint64_t other) {
  const qn_dwarf_value v = qn_die_get(d, die, attribute);
  if (!v.known)
    return other;
  switch (v.form) {
  case FORM_DATA1:
  case FORM_DATA2:
  case FORM_DATA4:
  case FORM_DATA8:
  case FORM_UDATA:
  case FORM_SDATA:
  case FORM_IMPLICIT_CONST:
  case FORM_FLAG:
  case FORM_FLAG_PRESENT:
    return v.number;
  case FORM_BLOCK1:
  case FORM_BLOCK:
  case FORM_EXPRLOC: { // DW_OP_plus_uconst N: offsets from old versions of GCC
    enum { OP_PLUS_UCONST = 0x23 };
    if (v.block.size < 2 || v.block.data[0] != OP_PLUS_UCONST)
      return other;
    cursor c = {v.block.data + 1, v.block.data + v.block.size, false, false};
    const uint64_t number = take_uleb(&c);
    return c.bad || c.at != c.end ? other : number;
  }
  default:
    return other;
  }
}

// ---- Strings

static qn_str string_at(qn_dwarf *d, qn_span table, uint64_t offset) {
  if (offset >= table.size) {
    (void)damage(d, offset, "a string outside of its section");
    return (qn_str){0};
  }
  const qn_str text = qn_elf_string(table, offset);
  return text;
}

// DW_AT_str_offsets_base of the unit, from its root entry, which cannot itself
// need it for that. Split units of DWARF 5 start after the table's header.
static uint64_t strings_base(qn_dwarf *d, uint32_t index) {
  qn_dwarf_unit *unit = &d->units[index];
  if (!unit->root_known) {
    qn_die root;
    unit->root_known = true;
    unit->str_offsets_base = unit->str_offsets_start;
    const bool split = d->files[d->parts[unit->part].file].split;
    if (split && unit->version >= 5)
      unit->str_offsets_base += unit->offset_size == 8 ? 16 : 8;
    if (qn_die_root(d, index, &root)) {
      const qn_dwarf_value base =
          qn_die_get(d, &root, QN_DW_AT_STR_OFFSETS_BASE);
      if (base.known)
        unit->str_offsets_base = base.number;
    }
  }
  return unit->str_offsets_base;
}

static qn_str string_of_index(qn_dwarf *d, uint32_t index, uint64_t number) {
  const uint64_t base = strings_base(d, index);
  const qn_dwarf_unit *unit = &d->units[index];
  const qn_dwarf_file *file = &d->files[d->parts[unit->part].file];
  const qn_span table = file->sections[QN_DWARF_STR_OFFSETS];
  if (base > table.size || number >= (table.size - base) / unit->offset_size) {
    (void)damage(d, number, "the index of a string");
    return (qn_str){0};
  }
  cursor c = {table.data + base + number * unit->offset_size,
              table.data + table.size, false, file->big_endian};
  return string_at(d, file->sections[QN_DWARF_STR],
                   take_fixed(&c, unit->offset_size));
}

static qn_str value_text(qn_dwarf *d, uint32_t unit, const qn_dwarf_value *v) {
  const qn_dwarf_file *file = &d->files[d->parts[d->units[unit].part].file];
  if (!v->known)
    return (qn_str){0};
  switch (v->form) {
  case FORM_STRING:
    return qn_span_str(v->block);
  case FORM_STRP:
    return string_at(d, file->sections[QN_DWARF_STR], v->number);
  case FORM_LINE_STRP:
    return string_at(d, file->sections[QN_DWARF_LINE_STR], v->number);
  case FORM_STRX:
  case FORM_STRX1:
  case FORM_STRX2:
  case FORM_STRX3:
  case FORM_STRX4:
  case FORM_GNU_STR_INDEX:
    return string_of_index(d, unit, v->number);
  default: // in a supplementary file, which is not supported
    return (qn_str){0};
  }
}

qn_str qn_die_text(qn_dwarf *d, const qn_die *die, uint16_t attribute) {
  const qn_dwarf_value v = qn_die_get(d, die, attribute);
  return value_text(d, die->unit, &v);
}

// ---- Addresses

// The number at `index` of a table of `size` bytes each, after the unit's base.
static bool take_indexed(qn_dwarf *d, uint32_t unit, qn_dwarf_section section,
                         uint64_t at, size_t size, uint64_t *out) {
  const qn_dwarf_file *file = &d->files[d->parts[d->units[unit].part].file];
  const qn_span table = file->sections[section];
  if (at > table.size || size > table.size - at)
    return damage(d, at, "an index into a table of addresses");
  cursor c = {table.data + at, table.data + table.size, false,
              file->big_endian};
  *out = take_fixed(&c, size);
  return true;
}

// A base that the unit's root entry has; 0 when there is none.
static uint64_t root_base(qn_dwarf *d, uint32_t unit, uint16_t attribute) {
  qn_die root;
  const qn_dwarf_value v = qn_die_root(d, unit, &root)
                               ? qn_die_get(d, &root, attribute)
                               : (qn_dwarf_value){0};
  return v.known ? v.number : 0;
}

bool qn_dwarf_address(qn_dwarf *d, uint32_t unit, uint64_t number,
                      uint64_t *out) {
  const size_t size = d->units[unit].address_size;
  uint64_t at;
  return !__builtin_mul_overflow(number, size, &at) &&
         !__builtin_add_overflow(at, root_base(d, unit, QN_DW_AT_ADDR_BASE),
                                 &at) &&
         take_indexed(d, unit, QN_DWARF_ADDR, at, size, out);
}

bool qn_die_address(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                    uint64_t *out) {
  const qn_dwarf_value v = qn_die_get(d, die, attribute);
  if (v.known && v.form == FORM_ADDR) {
    *out = v.number;
    return true;
  }
  const bool by_number = v.form == FORM_ADDRX ||
                         v.form == FORM_GNU_ADDR_INDEX ||
                         (v.form >= FORM_ADDRX1 && v.form <= FORM_ADDRX4);
  return v.known && by_number && qn_dwarf_address(d, die->unit, v.number, out);
}

bool qn_die_ranges(qn_dwarf *d, const qn_die *die, uint64_t *out_offset) {
  const qn_dwarf_value v = qn_die_get(d, die, QN_DW_AT_RANGES);
  *out_offset = v.number;
  if (!v.known || v.form != FORM_RNGLISTX)
    return v.known;
  const size_t size = d->units[die->unit].offset_size;
  const uint64_t base = root_base(d, die->unit, QN_DW_AT_RNGLISTS_BASE);
  uint64_t at, offset;
  if (__builtin_mul_overflow(v.number, size, &at) ||
      __builtin_add_overflow(at, base, &at) ||
      !take_indexed(d, die->unit, QN_DWARF_RNGLISTS, at, size, &offset))
    return false;
  return !__builtin_add_overflow(offset, base, out_offset);
}

// ---- Entries

uint64_t qn_die_key(const qn_dwarf *d, const qn_die *die) {
  return (uint64_t)d->units[die->unit].part << 44 | die->offset;
}

// Reads the entry at the cursor; false also for a null entry, and then `*out`
// is the end of the list.
static bool read_die(qn_dwarf *d, uint32_t index, uint64_t offset,
                     qn_die *out) {
  const qn_dwarf_unit *unit = &d->units[index];
  const uint8_t *start = d->parts[unit->part].bytes.data;
  const abbrevs *t = table_of(d, unit);
  if (!t)
    return false;
  cursor c = cursor_at(d, unit, offset);
  *out = (qn_die){.unit = index, .offset = offset};
  out->code = take_uleb(&c);
  out->attributes = out->next = (uint64_t)(c.at - start);
  if (c.bad)
    return damage(d, offset, "an entry outside of its unit");
  if (!out->code)
    return false;
  const abbrev *a = find_abbrev(t, out->code);
  if (!a)
    return damage(d, offset, "an entry without an abbreviation");
  out->tag = a->tag;
  out->has_children = a->has_children;
  if (a->fixed >= 0)
    skip(&c, (uint64_t)a->fixed);
  else
    for (uint32_t i = 0; i < a->count; ++i)
      skip_spec(&c, t, &t->specs[a->first + i]);
  out->next = (uint64_t)(c.at - start);
  return c.bad ? damage(d, offset, "an entry outside of its unit") : true;
}

bool qn_die_at(qn_dwarf *d, uint32_t unit, uint64_t offset, qn_die *out) {
  const qn_dwarf_unit *u = &d->units[unit];
  if (offset < u->first || offset >= u->end)
    return damage(d, offset, "a reference outside of its unit");
  return read_die(d, unit, offset, out);
}

bool qn_die_root(qn_dwarf *d, uint32_t unit, qn_die *out) {
  const qn_dwarf_unit *u = &d->units[unit];
  return u->first < u->end && read_die(d, unit, u->first, out);
}

bool qn_die_child(qn_dwarf *d, const qn_die *die, qn_die *out) {
  const qn_dwarf_unit *unit = &d->units[die->unit];
  return die->has_children && die->next < unit->end &&
         read_die(d, die->unit, die->next, out);
}

// Where the contents of an entry end.
static bool skip_children(qn_dwarf *d, const qn_die *die, uint64_t *out_next) {
  const qn_dwarf_unit *unit = &d->units[die->unit];
  *out_next = die->next;
  if (!die->has_children)
    return true;
  const qn_dwarf_value sibling = qn_die_get(d, die, QN_DW_AT_SIBLING);
  if (sibling.known && sibling.number < unit->end - unit->start &&
      unit->start + sibling.number > die->next) {
    *out_next = unit->start + sibling.number;
    return true;
  }
  size_t depth = 1;
  uint64_t at = die->next;
  while (depth) {
    qn_die inner;
    if (at >= unit->end)
      return damage(d, die->offset, "an entry whose children have no end");
    if (read_die(d, die->unit, at, &inner))
      depth += inner.has_children;
    else if (d->damaged || d->memory)
      return false;
    else
      --depth;
    at = inner.next;
  }
  *out_next = at;
  return true;
}

bool qn_die_sibling(qn_dwarf *d, const qn_die *die, qn_die *out) {
  uint64_t next;
  return skip_children(d, die, &next) && next < d->units[die->unit].end &&
         read_die(d, die->unit, next, out);
}

// ---- References

// The unit of a section that contains an offset; SIZE_MAX: none. The units of a
// section are in order and contiguous in the list.
static size_t unit_at(const qn_dwarf *d, uint32_t part, uint64_t offset) {
  size_t low = 0, high = d->unit_count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const qn_dwarf_unit *u = &d->units[middle];
    if (u->part < part || (u->part == part && u->end <= offset))
      low = middle + 1;
    else
      high = middle;
  }
  return low < d->unit_count && d->units[low].part == part &&
                 d->units[low].first <= offset
             ? low
             : SIZE_MAX;
}

// The target of a reference: a unit and an offset in its section.
static bool resolve(qn_dwarf *d, uint32_t index, const qn_dwarf_value *v,
                    uint32_t *out_unit, uint64_t *out_offset) {
  const qn_dwarf_unit *unit = &d->units[index];
  if (!v->known)
    return false;
  switch (v->form) {
  case FORM_REF1:
  case FORM_REF2:
  case FORM_REF4:
  case FORM_REF8:
  case FORM_REF_UDATA:
    if (v->number >= unit->end - unit->start)
      return damage(d, v->number, "a reference outside of its unit");
    *out_unit = index;
    *out_offset = unit->start + v->number;
    return true;
  case FORM_REF_ADDR: {
    const size_t found = unit_at(d, unit->part, v->number);
    if (found == SIZE_MAX)
      return damage(d, v->number, "a reference outside of its section");
    *out_unit = (uint32_t)found;
    *out_offset = v->number;
    return true;
  }
  case FORM_REF_SIG8: {
    const uint64_t *found = qn_map_find(&d->signatures, v->number);
    if (!found)
      return false; // in a file that is not loaded
    *out_unit = (uint32_t)(*found - 1);
    *out_offset = d->units[*out_unit].start + d->units[*out_unit].type_offset;
    return true;
  }
  default:
    return false;
  }
}

bool qn_die_ref(qn_dwarf *d, const qn_die *die, uint16_t attribute,
                qn_die *out) {
  const qn_dwarf_value v = qn_die_get(d, die, attribute);
  uint32_t unit;
  uint64_t offset;
  return resolve(d, die->unit, &v, &unit, &offset) &&
         qn_die_at(d, unit, offset, out);
}

// ---- Units

static bool add_unit(qn_dwarf *d, const qn_dwarf_unit *unit) {
  qn_dwarf_unit *grown = qn_arena_grow(d->arena, d->units, d->unit_count,
                                       &d->unit_capacity, sizeof(*grown));
  if (!grown) {
    d->memory = true;
    return false;
  }
  d->units = grown;
  grown[d->unit_count++] = *unit;
  // Type units with the same signature are equal: keep the first.
  if (unit->is_type && !qn_map_find(&d->signatures, unit->id))
    d->memory |=
        qn_failed(qn_map_put(&d->signatures, unit->id, d->unit_count, NULL));
  return !d->memory;
}

// Reads the header at `*at` and moves past the unit.
static bool read_unit(qn_dwarf *d, uint32_t part, uint64_t *at) {
  enum { TYPE = 2, SKELETON = 4, SPLIT_COMPILE = 5, SPLIT_TYPE = 6 };
  const qn_span bytes = d->parts[part].bytes;
  const bool big = d->files[d->parts[part].file].big_endian;
  cursor c = {bytes.data + *at, bytes.data + bytes.size, false, big};
  qn_dwarf_unit u = {.part = part, .start = *at, .offset_size = 4};
  uint64_t size = take_fixed(&c, 4);
  if (size == UINT32_MAX) {
    size = take_fixed(&c, 8);
    u.offset_size = 8;
  }
  const uint64_t body = (uint64_t)(c.at - bytes.data);
  if (c.bad || size > bytes.size - body)
    return damage(d, *at, "the length of a unit");
  u.end = *at = body + size;
  c.end = bytes.data + u.end;
  u.version = (uint8_t)take_fixed(&c, 2);
  if (u.version < 2 || u.version > 5)
    return c.bad || !size ? true : damage(d, u.start, "the version of a unit");
  uint64_t kind = d->parts[part].is_types ? TYPE : 0;
  if (u.version == 5) {
    kind = take_fixed(&c, 1);
    u.address_size = (uint8_t)take_fixed(&c, 1);
  }
  u.abbrev_offset = take_fixed(&c, u.offset_size);
  if (u.version < 5)
    u.address_size = (uint8_t)take_fixed(&c, 1);
  u.is_type = kind == TYPE || kind == SPLIT_TYPE;
  u.is_skeleton = kind == SKELETON;
  if (u.is_type || kind == SKELETON || kind == SPLIT_COMPILE)
    u.id = take_fixed(&c, 8);
  if (u.is_type)
    u.type_offset = take_fixed(&c, u.offset_size);
  u.first = (uint64_t)(c.at - bytes.data);
  if (c.bad || !u.address_size || u.address_size > 8 ||
      (u.address_size & (u.address_size - 1)))
    return damage(d, u.start, "the header of a unit");
  return add_unit(d, &u);
}

bool qn_dwarf_list_units(qn_dwarf *d, uint32_t part) {
  uint64_t at = 0;
  while (at < d->parts[part].bytes.size)
    if (!read_unit(d, part, &at))
      return false;
  return true;
}

// ---- All functions

// Entries whose children are searched. Functions nested in functions are not
// looked for.
static bool may_hold_functions(uint16_t tag) {
  return tag == QN_DW_TAG_COMPILE_UNIT || tag == QN_DW_TAG_NAMESPACE ||
         tag == QN_DW_TAG_STRUCTURE || tag == QN_DW_TAG_CLASS ||
         tag == QN_DW_TAG_UNION || tag == 0x3c /* partial unit */ ||
         tag == 0x1e /* module */;
}

static void read_function(qn_dwarf *d, const abbrevs *t, const abbrev *a,
                          cursor *c, qn_dwarf_function *f) {
  enum { WITH_NAMES = 4 };
  const uint32_t unit = f->die.unit;
  qn_dwarf_value v;
  for (uint32_t i = 0; i < a->count; ++i) {
    const spec *s = &t->specs[a->first + i];
    switch (s->attribute) {
    case QN_DW_AT_NAME:
      v = read_form(c, t, s);
      f->name = value_text(d, unit, &v);
      break;
    case QN_DW_AT_LINKAGE_NAME:
    case QN_DW_AT_MIPS_LINKAGE_NAME:
      v = read_form(c, t, s);
      f->linkage_name = value_text(d, unit, &v);
      break;
    case QN_DW_AT_DECLARATION:
      f->is_declaration = read_form(c, t, s).number != 0;
      break;
    case QN_DW_AT_INLINE:
      f->is_inline = read_form(c, t, s).number != 0;
      break;
    case QN_DW_AT_CALLING_CONVENTION:
      f->is_kernel = read_form(c, t, s).number == QN_DW_CC_OPENCL_KERNEL;
      break;
    case QN_DW_AT_LOW_PC:
      v = read_form(c, t, s);
      f->has_address = v.form == FORM_ADDR;
      f->address = v.number;
      break;
    case QN_DW_AT_SPECIFICATION:
    case QN_DW_AT_ABSTRACT_ORIGIN: {
      qn_die target = {0};
      v = read_form(c, t, s);
      f->has_reference = resolve(d, unit, &v, &target.unit, &target.offset);
      f->target = f->has_reference ? qn_die_key(d, &target) : 0;
      break;
    }
    default:
      skip_spec(c, t, s);
    }
  }
}

// The sibling that an entry refers to, when it lies ahead; 0: none.
static uint64_t named_sibling(const qn_dwarf_unit *unit, const abbrevs *t,
                              const abbrev *a, cursor c, uint64_t next) {
  // Compilers put it among the first attributes, if at all.
  for (uint32_t i = 0; i < a->count && i < 2; ++i) {
    const spec *s = &t->specs[a->first + i];
    if (s->attribute == QN_DW_AT_SIBLING) {
      const uint64_t at = read_form(&c, t, s).number;
      const bool good = !c.bad && s->form != FORM_REF_ADDR &&
                        at < unit->end - unit->start && unit->start + at > next;
      return good ? unit->start + at : 0;
    }
    skip_spec(&c, t, s);
  }
  return 0;
}

typedef struct scan {
  qn_dwarf *d;
  qn_dwarf_visit_fn *visit;
  void *user;
} scan;

// What encloses the current entry: the tags that matter.
typedef struct nesting {
  size_t depth;  // of lists that are open
  size_t hidden; // depth at which a list opened whose contents do not matter
  size_t type;   // depth at which the innermost class opened, 0 none
} nesting;

static bool scan_unit(const scan *s, uint32_t index) {
  qn_dwarf *d = s->d;
  const qn_dwarf_unit *unit = &d->units[index];
  const abbrevs *t = table_of(d, unit);
  if (!t)
    return !d->memory;
  const uint8_t *start = d->parts[unit->part].bytes.data;
  cursor c = cursor_at(d, unit, unit->first);
  nesting n = {0};
  while (c.at < c.end && !c.bad) {
    const uint8_t *entry = c.at;
    const uint64_t code =
        c.at < c.end && *c.at < 0x80 ? *c.at++ : take_uleb(&c);
    if (!code) {
      if (!n.depth)
        break; // padding after the root
      --n.depth;
      n.hidden = n.depth < n.hidden ? 0 : n.hidden;
      n.type = n.depth < n.type ? 0 : n.type;
      continue;
    }
    const abbrev *a = find_abbrev(t, code);
    if (!a)
      return damage(d, (uint64_t)(entry - start),
                    "an entry without an "
                    "abbreviation");
    cursor attributes = c;
    const bool wanted = a->tag == QN_DW_TAG_SUBPROGRAM && !n.hidden;
    qn_dwarf_function f = {.die = {index, a->tag, a->has_children,
                                   (uint64_t)(entry - start), code,
                                   (uint64_t)(c.at - start), 0}};
    if (wanted)
      read_function(d, t, a, &c, &f);
    else if (a->fixed >= 0)
      skip(&c, (uint64_t)a->fixed);
    else
      for (uint32_t i = 0; i < a->count; ++i)
        skip_spec(&c, t, &t->specs[a->first + i]);
    const uint64_t next = (uint64_t)(c.at - start);
    if (wanted && !c.bad) {
      f.die.next = next;
      f.in_type = n.type != 0;
      if (!s->visit(s->user, &f))
        return false;
      t = table_of(d, unit); // the visitor may have evicted it
      if (!t)
        return !d->memory;
      a = find_abbrev(t, code);
    }
    if (!a || !a->has_children)
      continue;
    const bool holds = may_hold_functions(a->tag);
    const uint64_t sibling =
        holds ? 0 : named_sibling(unit, t, a, attributes, next);
    if (sibling) {
      c.at = start + sibling;
      continue;
    }
    ++n.depth;
    if (!holds && !n.hidden)
      n.hidden = n.depth;
    if (holds && !n.type && a->tag != QN_DW_TAG_COMPILE_UNIT &&
        a->tag != QN_DW_TAG_NAMESPACE)
      n.type = n.depth;
  }
  if (c.bad)
    (void)damage(d, unit->start, "a unit");
  return true;
}

void qn_dwarf_functions(qn_dwarf *d, qn_dwarf_visit_fn *visit, void *user) {
  const scan s = {d, visit, user};
  for (size_t i = 0; i < d->unit_count; ++i)
    if (!d->units[i].is_type && !scan_unit(&s, (uint32_t)i))
      return;
}

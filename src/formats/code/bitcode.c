// SPDX-License-Identifier: Apache-2.0
#include "formats/code/bitcode.h"

#include "base/buffer.h"
#include "base/reader.h"
#include "formats/core/format.h"

enum {
  WRAPPER_MAGIC = 0x0b17c0de,
  MAGIC = 0xdec04342,
  ABBREV_END = 0,
  ABBREV_BLOCK = 1,
  ABBREV_DEFINE = 2,
  ABBREV_RECORD = 3,
  ABBREV_FIRST = 4,
  BLOCK_INFO = 0,
  BLOCK_MODULE = 8,
  BLOCK_IDENTIFICATION = 13,
  BLOCK_STRINGS = 23,
  IDENTIFICATION_STRING = 1,
  MODULE_TRIPLE = 2,
  MODULE_FUNCTION = 8,
  MODULE_SOURCE = 16,
  STRINGS_BLOB = 1,
  INFO_BLOCK = 1,
  OPERATIONS_MAX = 256, // of one abbreviation
  ABBREVIATIONS_MAX = 1024,
  VALUES_KEPT = 8, // of a record; texts are kept whole
  CONVENTION_PTX_KERNEL = 71,
  CONVENTION_SPIR_KERNEL = 76,
  CONVENTION_AMDGPU_KERNEL = 91,
};

typedef enum encoding {
  ENCODING_LITERAL,
  ENCODING_FIXED,
  ENCODING_VBR,
  ENCODING_ARRAY,
  ENCODING_CHAR6,
  ENCODING_BLOB,
} encoding;

typedef struct operation {
  encoding encoding;
  uint64_t value; // the literal, or bits
} operation;

typedef struct abbreviation {
  operation *operations;
  size_t count;
} abbreviation;

typedef struct abbreviations {
  const struct abbreviations *given; // numbered before these; NULL: none
  abbreviation *items;
  size_t count, capacity;
  qn_arena arena;
} abbreviations;

// The first error found in the file, other than its being too short.
typedef struct fault {
  const char *what; // NULL: nothing
  uint64_t at;
} fault;

// Reads bits from a window of 32-bit little-endian words, lowest bit first.
typedef struct bits {
  qn_reader reader;
  uint64_t held; // the lowest `count` bits come next
  unsigned count;
  fault *fault;
} bits;

// A record as it is read: the first values, and all as text.
typedef struct record {
  uint64_t code;
  uint64_t values[VALUES_KEPT];
  size_t count;
  qn_span blob;
} record;

typedef struct bitcode {
  qn_arena *arena;
  qn_bitcode *out;
  qn_arena scratch;
  abbreviations of_info[3]; // by BLOCKINFO, for the blocks that are read
  size_t capacity;          // of functions
  uint64_t *places;         // of functions' names: offset and size
  size_t place_capacity;
  qn_span strings; // of the first module
  fault fault;
  bool memory; // out of memory
} bitcode;

bool qn_bitcode_probe(qn_span bytes) {
  return bytes.size >= 4 && (memcmp(bytes.data, "BC\xc0\xde", 4) == 0 ||
                             memcmp(bytes.data, "\xde\xc0\x17\x0b", 4) == 0);
}

static qn_status note_bitcode(void *user, const qn_item *item, qn_diag *diag) {
  (void)diag;
  *(bool *)user |= item->format == &qn_format_bitcode;
  return qn_ok();
}

bool qn_bitcode_is_inside(qn_span file) {
  qn_limits limits = qn_limits_default;
  bool found = false;
  limits.detail = QN_DETAIL_IMAGE;
  (void)qn_format_walk(file, &limits, note_bitcode, &found, NULL);
  return found;
}

bool qn_bitcode_is_kernel(uint32_t convention) {
  return convention == CONVENTION_PTX_KERNEL ||
         convention == CONVENTION_SPIR_KERNEL ||
         convention == CONVENTION_AMDGPU_KERNEL;
}

// ---- Bits

static void fail(bits *b, const char *what) {
  if (b->reader.failed)
    return;
  if (!b->fault->what)
    *b->fault = (fault){what, b->reader.origin + b->reader.at};
  b->reader.failed = true;
}

static uint64_t take(bits *b, unsigned count, const char *what) {
  uint64_t value = 0;
  unsigned done = 0;
  while (done < count && !b->reader.failed) {
    if (!b->count) {
      b->held = qn_read_u32(&b->reader, what);
      b->count = 32;
    }
    const unsigned part = count - done < b->count ? count - done : b->count;
    value |= (b->held & ((UINT64_C(1) << part) - 1)) << done;
    b->held >>= part;
    b->count -= part;
    done += part;
  }
  return b->reader.failed ? 0 : value;
}

// A variable-width integer: groups of `width` bits, the highest of which says
// that another follows.
static uint64_t take_vbr(bits *b, unsigned width, const char *what) {
  uint64_t value = 0;
  const uint64_t more = UINT64_C(1) << (width - 1);
  for (unsigned shift = 0; !b->reader.failed; shift += width - 1) {
    const uint64_t group = take(b, width, what);
    if (shift >= 64) {
      fail(b, what);
      return 0;
    }
    value |= (group & (more - 1)) << shift;
    if (!(group & more))
      return value;
  }
  return 0;
}

static void align(bits *b) { b->count = 0; }

static bool at_end(const bits *b) {
  return b->reader.failed ||
         (b->reader.in.size - b->reader.at < 4 && b->count == 0);
}

// ---- Abbreviations

static operation take_operation(bits *b) {
  operation op = {ENCODING_LITERAL, 0};
  if (take(b, 1, "abbreviation")) {
    op.value = take_vbr(b, 8, "abbreviation");
    return op;
  }
  op.encoding = (encoding)take(b, 3, "encoding");
  if (op.encoding == ENCODING_LITERAL || op.encoding > ENCODING_BLOB)
    fail(b, "encoding");
  if (op.encoding == ENCODING_FIXED || op.encoding == ENCODING_VBR)
    op.value = take_vbr(b, 5, "width");
  if (op.value > 64 || (op.encoding == ENCODING_VBR && op.value == 1))
    fail(b, "width");
  if (op.encoding == ENCODING_VBR && op.value == 0)
    op = (operation){ENCODING_LITERAL, 0}; // takes no bits
  return op;
}

static void define_abbreviation(bitcode *c, abbreviations *list, bits *b) {
  const uint64_t count = take_vbr(b, 5, "abbreviation");
  if (count == 0 || count > OPERATIONS_MAX || list->count == ABBREVIATIONS_MAX)
    fail(b, "abbreviation");
  if (b->reader.failed)
    return;
  abbreviation *items = qn_arena_grow(&list->arena, list->items, list->count,
                                      &list->capacity, sizeof(*items));
  operation *operations =
      qn_arena_alloc(&list->arena, (size_t)count, sizeof(*operations));
  if (items)
    list->items = items; // its capacity is counted
  if (!items || !operations) {
    c->memory = true;
    fail(b, "abbreviation");
    return;
  }
  for (size_t i = 0; i < count; ++i)
    operations[i] = take_operation(b);
  items[list->count++] = (abbreviation){operations, (size_t)count};
}

static const abbreviation *find_abbreviation(const abbreviations *list,
                                             uint64_t id) {
  const size_t given = list->given ? list->given->count : 0;
  const uint64_t index = id - ABBREV_FIRST;
  if (index < given)
    return &list->given->items[index];
  return index - given < list->count ? &list->items[index - given] : NULL;
}

// ---- Records

static uint64_t take_scalar(bits *b, const operation *op) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
  switch (op->encoding) {
  case ENCODING_LITERAL:
    return op->value;
  case ENCODING_FIXED:
    return take(b, (unsigned)op->value, "value");
  case ENCODING_VBR:
    return take_vbr(b, (unsigned)op->value, "value");
  case ENCODING_CHAR6:
    return (uint64_t)letters[take(b, 6, "letter")];
  default:
    fail(b, "value");
    return 0;
  }
}

static void keep_value(record *r, uint64_t value, qn_buffer *text,
                       bool *first) {
  if (*first) {
    r->code = value;
    *first = false;
    return;
  }
  if (r->count < VALUES_KEPT)
    r->values[r->count] = value;
  ++r->count;
  if (text)
    qn_buffer_u8(text, (uint8_t)value);
}

static void take_blob(bits *b, record *r) {
  const uint64_t size = take_vbr(b, 6, "size");
  align(b);
  r->blob = qn_read_bytes(&b->reader, size, "blob");
  (void)qn_read_bytes(&b->reader, -size & 3, "padding");
}

static void take_abbreviated(bits *b, const abbreviation *a, record *r,
                             qn_buffer *text) {
  bool first = true;
  for (size_t i = 0; i < a->count && !b->reader.failed; ++i) {
    const operation *op = &a->operations[i];
    if (op->encoding == ENCODING_BLOB) {
      take_blob(b, r);
      return;
    }
    if (op->encoding != ENCODING_ARRAY) {
      keep_value(r, take_scalar(b, op), text, &first);
      continue;
    }
    uint64_t count = take_vbr(b, 6, "count");
    const operation *element = &a->operations[++i];
    const bool spends =
        i < a->count &&
        (element->encoding != ENCODING_LITERAL &&
         (element->encoding == ENCODING_CHAR6 || element->value > 0));
    if (count && !spends) {
      fail(b, "array"); // elements of no bits: any number would fit
      return;
    }
    for (; count && !b->reader.failed; --count)
      keep_value(r, take_scalar(b, element), text, &first);
  }
}

// Reads the record that abbreviation `id` introduces; its values as bytes go to
// `text`, which may be NULL.
static record take_record(bits *b, uint64_t id, const abbreviations *list,
                          qn_buffer *text) {
  record r = {0};
  if (id != ABBREV_RECORD) {
    const abbreviation *a = find_abbreviation(list, id);
    if (a)
      take_abbreviated(b, a, &r, text);
    else
      fail(b, "abbreviation");
    return r;
  }
  r.code = take_vbr(b, 6, "code");
  uint64_t count = take_vbr(b, 6, "count");
  bool first = false;
  for (; count && !b->reader.failed; --count)
    keep_value(&r, take_vbr(b, 6, "value"), text, &first);
  return r;
}

// ---- Blocks

typedef struct block {
  uint64_t id;
  unsigned width; // of abbreviations' ids
  bits bits;      // of its contents
} block;

// Takes the header of a block and its contents out of `b`.
static block take_block(bits *b) {
  block out = {.id = take_vbr(b, 8, "block"), .bits.fault = b->fault};
  out.width = (unsigned)take_vbr(b, 4, "width");
  align(b);
  const uint64_t size = UINT64_C(4) * qn_read_u32(&b->reader, "block size");
  if (out.width < 2 || out.width > 32)
    fail(b, "width");
  const uint64_t at = b->reader.at;
  (void)qn_read_bytes(&b->reader, size, "block");
  out.bits.reader = qn_reader_window(&b->reader, at, size, "block");
  return out;
}

static abbreviations *info_of(bitcode *c, uint64_t id) {
  switch (id) {
  case BLOCK_MODULE:
    return &c->of_info[0];
  case BLOCK_IDENTIFICATION:
    return &c->of_info[1];
  case BLOCK_STRINGS:
    return &c->of_info[2];
  default:
    return NULL;
  }
}

static void read_info(bitcode *c, block *info) {
  bits *b = &info->bits;
  const abbreviations none = {0};
  abbreviations ignored = {0}, *of = &ignored;
  while (!at_end(b)) {
    const uint64_t id = take(b, info->width, "abbreviation");
    if (id == ABBREV_END)
      break;
    if (id == ABBREV_BLOCK) {
      (void)take_block(b);
    } else if (id == ABBREV_DEFINE) {
      ignored.count = 0;
      define_abbreviation(c, of, b);
    } else {
      const record r = take_record(b, id, &none, NULL);
      abbreviations *next = info_of(c, r.values[0]);
      if (r.code == INFO_BLOCK && r.count)
        of = next ? next : &ignored;
    }
  }
  qn_arena_finish(&ignored.arena);
}

static qn_str keep_text(bitcode *c, const qn_buffer *text) {
  const qn_str copy = qn_arena_copy(c->arena, qn_buffer_str(text));
  c->memory |= copy.data == NULL;
  return copy;
}

// The record's values: offset and size of the name, type, calling convention,
// whether it is only declared.
static void add_function(bitcode *c, const record *r) {
  qn_bitcode *out = c->out;
  if (r->count < 5)
    return; // LLVM 4 and older: no string table
  qn_bitcode_function *functions =
      qn_arena_grow(c->arena, out->functions, out->function_count, &c->capacity,
                    sizeof(*functions));
  uint64_t *places = qn_arena_grow(&c->scratch, c->places, out->function_count,
                                   &c->place_capacity, 2 * sizeof(*places));
  if (places)
    c->places = places; // its capacity is counted
  if (functions)
    out->functions = functions;
  if (!functions || !places) {
    c->memory = true;
    return;
  }
  const size_t i = out->function_count++;
  places[2 * i] = r->values[0];
  places[2 * i + 1] = r->values[1];
  functions[i] = (qn_bitcode_function){
      .convention = (uint32_t)r->values[3],
      .declared_only = r->values[4] != 0,
  };
}

static void read_record(bitcode *c, uint64_t id, const record *r,
                        const qn_buffer *text) {
  qn_bitcode *out = c->out;
  const bool first = out->modules <= 1;
  if (id == BLOCK_IDENTIFICATION && r->code == IDENTIFICATION_STRING &&
      !out->producer.size)
    out->producer = keep_text(c, text);
  else if (id == BLOCK_MODULE && r->code == MODULE_TRIPLE && first)
    out->triple = keep_text(c, text);
  else if (id == BLOCK_MODULE && r->code == MODULE_SOURCE && first)
    out->source = keep_text(c, text);
  else if (id == BLOCK_MODULE && r->code == MODULE_FUNCTION && first)
    add_function(c, r);
  else if (id == BLOCK_STRINGS && r->code == STRINGS_BLOB && !c->strings.size)
    c->strings = r->blob;
}

// Reads one of the three blocks that matter; blocks nested in it are skipped,
// except the one that defines abbreviations.
static void read_block(bitcode *c, block *k) {
  bits *b = &k->bits;
  qn_buffer text = {0};
  abbreviations list = {.given = info_of(c, k->id)};
  while (!at_end(b)) {
    const uint64_t id = take(b, k->width, "abbreviation");
    if (id == ABBREV_END)
      break;
    if (id == ABBREV_BLOCK) {
      block inner = take_block(b);
      if (inner.id == BLOCK_INFO && !b->reader.failed)
        read_info(c, &inner);
      if (inner.bits.reader.failed)
        b->reader = inner.bits.reader;
    } else if (id == ABBREV_DEFINE) {
      define_abbreviation(c, &list, b);
    } else {
      text.size = 0;
      const record r = take_record(b, id, &list, &text);
      if (!b->reader.failed)
        read_record(c, k->id, &r, &text);
    }
  }
  c->memory |= text.failed;
  qn_buffer_finish(&text);
  qn_arena_finish(&list.arena);
}

// ---- The file

static void name_functions(bitcode *c) {
  for (size_t i = 0; i < c->out->function_count; ++i) {
    const uint64_t at = c->places[2 * i], size = c->places[2 * i + 1];
    if (at <= c->strings.size && size <= c->strings.size - at)
      c->out->functions[i].name =
          (qn_str){(const char *)c->strings.data + at, (size_t)size};
  }
}

static void read_stream(bitcode *c, bits *b) {
  while (!at_end(b)) {
    if (take(b, 2, "abbreviation") != ABBREV_BLOCK) {
      fail(b, "block");
      return;
    }
    block k = take_block(b);
    if (b->reader.failed)
      return;
    c->out->modules += k.id == BLOCK_MODULE;
    if (info_of(c, k.id))
      read_block(c, &k);
    if (k.bits.reader.failed) {
      b->reader = k.bits.reader;
      return;
    }
  }
}

// The contents of a wrapper: u32 magic, version, offset, size, CPU.
static qn_reader unwrap(qn_reader *r) {
  qn_reader head = *r;
  if (qn_read_u32(&head, "magic") != WRAPPER_MAGIC)
    return *r;
  (void)qn_read_u32(&head, "version");
  const uint32_t offset = qn_read_u32(&head, "offset");
  const uint32_t size = qn_read_u32(&head, "size");
  return qn_reader_window(r, offset, size, "wrapped bitcode");
}

qn_status qn_bitcode_read(qn_span bytes, uint64_t origin, qn_arena *arena,
                          qn_bitcode *out_bitcode, qn_diag *diag) {
  qn_reader whole = qn_reader_over(bytes, origin);
  bitcode c = {.arena = arena, .out = out_bitcode};
  bits b = {.reader = unwrap(&whole), .fault = &c.fault};
  *out_bitcode = (qn_bitcode){0};
  if (!b.reader.failed && qn_read_u32(&b.reader, "magic") != MAGIC)
    fail(&b, "magic");
  read_stream(&c, &b);
  name_functions(&c);
  qn_arena_finish(&c.scratch);
  for (size_t i = 0; i < sizeof(c.of_info) / sizeof(c.of_info[0]); ++i)
    qn_arena_finish(&c.of_info[i].arena);
  if (c.memory)
    return qn_fail_memory(diag, "the bitcode's functions");
  if (c.fault.what)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){c.fault.at, 4, c.fault.what, 0, 0},
                   "LLVM bitcode is malformed here");
  return qn_reader_finish(&b.reader, diag);
}

const qn_format qn_format_bitcode = {
    .name = "bitcode",
    .summary = "LLVM bitcode",
    .plural = "LLVM bitcode",
    .extension = ".bc",
    .probe = qn_bitcode_probe,
};

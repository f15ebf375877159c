// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/spirv/parts.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "formats/code/spirv.h"

enum {
  WORTH_SIZE = 64 << 10, // bytes of a module that is taken apart
  // Opcodes that only this file looks at.
  OP_UNDEF = 1,
  OP_CONSTANT_FIRST = 41,
  OP_SPEC_CONSTANT_OP = 52,
  OP_DECORATION_GROUP = 73,
  OP_GROUP_MEMBER_DECORATE = 75,
  OP_LABEL = 248,
  OP_DECORATE_ID = 332,
  OP_DECORATE_STRING = 5632,
  STORAGE_CROSS_WORKGROUP = 5,
  DECORATION_CONSTANT = 22,
};

static const uint32_t nobody = UINT32_MAX; // owner of what all parts have

// What is known of an id.
typedef struct fact {
  uint32_t owner;    // the function that defines it, or nobody
  uint32_t function; // the function that it is, or nobody
  bool is_constant;  // decorated so
  bool is_shared;    // a variable that two programs cannot both have, or of one
} fact;

typedef struct body {
  uint32_t id;
  uint32_t part;   // of a kernel
  bool is_kernel;  //
  bool is_shared;  // it, or what it calls, uses what is shared
  bool is_reached; // from the part that is written
} body;

typedef struct call {
  uint32_t from, to; // functions
} call;

struct qn_spirv_parts {
  qn_arena arena;
  qn_spirv module;
  fact *ids;
  body *functions;
  size_t function_count, function_capacity;
  call *calls;
  size_t call_count, call_capacity;
  size_t part_count;
};

// ---- Walking

// The instruction's word of that number, 0 its first; 0 where it has none.
static uint32_t word(const qn_spirv_op *op, size_t number) {
  qn_reader r = op->operands;
  uint32_t value = 0;
  for (size_t i = 0; i < number; ++i)
    value = qn_read_u32(&r, "operand");
  return r.failed ? 0 : value;
}

// What is no id is 0, of which nothing is known.
static fact *find(const qn_spirv_parts *p, uint32_t number) {
  return &p->ids[number < p->module.bound ? number : 0];
}

typedef bool visit(qn_spirv_parts *p, const qn_spirv_op *op, uint32_t function,
                   void *user);

// Calls `use` for each instruction with the function that it is in; false: it
// was false, or the module is malformed.
static bool walk(qn_spirv_parts *p, visit *use, void *user) {
  size_t at = QN_SPIRV_HEADER_SIZE;
  uint32_t seen = 0;
  bool inside = false;
  for (;;) {
    qn_spirv_op op;
    qn_diag diag = {0};
    bool end = false;
    if (qn_failed(qn_spirv_next(&p->module, &at, &op, &end, &diag)))
      return false;
    if (end)
      return !inside;
    if (op.opcode == QN_SPIRV_FUNCTION && inside)
      return false;
    inside |= op.opcode == QN_SPIRV_FUNCTION;
    if (!use(p, &op, inside ? seen : nobody, user))
      return false;
    if (op.opcode != QN_SPIRV_FUNCTION_END)
      continue;
    inside = false;
    ++seen;
  }
}

// ---- What defines what

static bool has_no_result(uint16_t opcode) {
  // OpNop, OpLine, OpStore, copies of memory, OpImageWrite, barriers,
  // OpAtomicStore, merges, branches, ends, lifetimes, OpNoLine,
  // OpAtomicFlagClear, OpAssumeTrueKHR.
  static const uint16_t opcodes[] = {0,   8,   56,  62,  63,  64,  99,  224,
                                     225, 228, 246, 247, 249, 250, 251, 252,
                                     253, 254, 255, 256, 257, 317, 319, 5630};
  for (size_t i = 0; i < sizeof(opcodes) / sizeof(opcodes[0]); ++i)
    if (opcodes[i] == opcode)
      return true;
  return false;
}

static bool is_constant(uint16_t opcode) {
  return opcode >= OP_CONSTANT_FIRST && opcode <= OP_SPEC_CONSTANT_OP;
}

static bool add_function(qn_spirv_parts *p, const qn_spirv_op *op) {
  p->functions = qn_arena_grow(&p->arena, p->functions, p->function_count,
                               &p->function_capacity, sizeof(*p->functions));
  if (!p->functions)
    return false;
  find(p, word(op, 2))->function = (uint32_t)p->function_count;
  p->functions[p->function_count++] = (body){.id = word(op, 2)};
  return true;
}

static bool define(qn_spirv_parts *p, const qn_spirv_op *op, uint32_t function,
                   void *user) {
  (void)user;
  if (op->opcode == QN_SPIRV_DECORATE && word(op, 2) == DECORATION_CONSTANT)
    find(p, word(op, 1))->is_constant = true;
  if (op->opcode == QN_SPIRV_FUNCTION && !add_function(p, op))
    return false;
  if (function != nobody && !has_no_result(op->opcode))
    find(p, word(op, op->opcode == OP_LABEL ? 1 : 2))->owner = function;
  // Debug information and groups of decorations name what parts may lack.
  return function != nobody || (op->opcode != QN_SPIRV_EXT_INST &&
                                (op->opcode < OP_DECORATION_GROUP ||
                                 op->opcode > OP_GROUP_MEMBER_DECORATE));
}

// ---- What is shared

static bool names_shared(const qn_spirv_parts *p, const qn_spirv_op *op) {
  qn_reader r = op->operands;
  while (qn_spirv_words_left(&r))
    if (find(p, qn_read_u32(&r, "operand"))->is_shared)
      return true;
  return false;
}

static bool add_call(qn_spirv_parts *p, uint32_t from, uint32_t to) {
  if (p->call_count && p->calls[p->call_count - 1].from == from &&
      p->calls[p->call_count - 1].to == to)
    return true;
  p->calls = qn_arena_grow(&p->arena, p->calls, p->call_count,
                           &p->call_capacity, sizeof(*p->calls));
  if (!p->calls)
    return false;
  p->calls[p->call_count++] = (call){from, to};
  return true;
}

// In a function each word counts as an id: a number that is none makes a part
// larger, no more.
static bool note_uses(qn_spirv_parts *p, const qn_spirv_op *op, uint32_t from) {
  qn_reader r = op->operands;
  while (qn_spirv_words_left(&r)) {
    const fact *used = find(p, qn_read_u32(&r, "operand"));
    p->functions[from].is_shared |= used->is_shared;
    if (used->function != nobody && used->function != from &&
        !add_call(p, from, used->function))
      return false;
  }
  return true;
}

static bool relate(qn_spirv_parts *p, const qn_spirv_op *op, uint32_t function,
                   void *user) {
  (void)user;
  if (function != nobody)
    return note_uses(p, op, function);
  const bool is_variable = op->opcode == QN_SPIRV_VARIABLE;
  fact *made = find(p, word(op, 2));
  if (is_variable && word(op, 3) == STORAGE_CROSS_WORKGROUP)
    made->is_shared |= !made->is_constant;
  // A constant's own words may be any number, those of others are ids.
  if ((is_variable || is_constant(op->opcode)) &&
      op->opcode != QN_SPIRV_CONSTANT && op->opcode != QN_SPIRV_SPEC_CONSTANT)
    made->is_shared |= names_shared(p, op);
  if (op->opcode == QN_SPIRV_ENTRY_POINT) {
    const uint32_t kernel = find(p, word(op, 2))->function;
    if (kernel == nobody)
      return false;
    p->functions[kernel].is_kernel = true;
  }
  return true;
}

// Functions that call what uses something shared use it, too.
static void spread(qn_spirv_parts *p) {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < p->call_count; ++i) {
      body *from = &p->functions[p->calls[i].from];
      if (from->is_shared || !p->functions[p->calls[i].to].is_shared)
        continue;
      from->is_shared = changed = true;
    }
  }
}

static void number_parts(qn_spirv_parts *p) {
  p->part_count = 1;
  for (size_t i = 0; i < p->function_count; ++i) {
    body *f = &p->functions[i];
    f->part = f->is_kernel && !f->is_shared ? (uint32_t)p->part_count++ : 0;
  }
}

// ---- Finding parts

static bool separate(qn_spirv_parts *p, qn_span image) {
  qn_diag diag = {0};
  uint8_t *copy = qn_arena_alloc(&p->arena, image.size, 1);
  if (!copy)
    return false;
  memcpy(copy, image.data, image.size);
  if (qn_failed(
          qn_spirv_open((qn_span){copy, image.size}, 0, &p->module, &diag)) ||
      p->module.big_endian || !p->module.bound || p->module.bound > image.size)
    return false;
  p->ids = qn_arena_alloc(&p->arena, p->module.bound, sizeof(*p->ids));
  if (!p->ids)
    return false;
  for (uint32_t i = 0; i < p->module.bound; ++i)
    p->ids[i] = (fact){nobody, nobody, false, false};
  if (!walk(p, define, NULL) || !walk(p, relate, NULL))
    return false;
  spread(p);
  number_parts(p);
  return p->part_count > 2 || (p->part_count == 2 && p->function_count > 1);
}

qn_spirv_parts *qn_spirv_parts_find_in(qn_span image, size_t size) {
  if (image.size < size || !qn_spirv_probe(image))
    return NULL;
  qn_spirv_parts *p = qn_alloc_array(1, sizeof(*p));
  if (!p || separate(p, image))
    return p;
  qn_spirv_parts_free(p);
  return NULL;
}

qn_spirv_parts *qn_spirv_parts_find(qn_span image) {
  return qn_spirv_parts_find_in(image, WORTH_SIZE);
}

void qn_spirv_parts_free(qn_spirv_parts *p) {
  if (!p)
    return;
  qn_arena_finish(&p->arena);
  qn_free(p);
}

size_t qn_spirv_parts_count(const qn_spirv_parts *p) { return p->part_count; }

typedef struct search {
  const char *name;
  uint32_t part;
} search;

static bool compare_name(qn_spirv_parts *p, const qn_spirv_op *op,
                         uint32_t function, void *user) {
  search *s = user;
  if (op->opcode != QN_SPIRV_ENTRY_POINT)
    return function == nobody; // no more follow
  qn_reader r = op->operands;
  (void)qn_read_u32(&r, "model");
  const fact *kernel = find(p, qn_read_u32(&r, "function"));
  if (qn_str_equal(qn_spirv_text(&r, "name"), qn_str_from(s->name)) &&
      kernel->function != nobody)
    s->part = p->functions[kernel->function].part;
  return true;
}

size_t qn_spirv_part_of(qn_spirv_parts *p, const char *kernel) {
  search s = {.name = kernel};
  (void)walk(p, compare_name, &s);
  return s.part;
}

// ---- Writing one

static bool is_entry_of(const qn_spirv_parts *p, uint32_t entry,
                        uint32_t part) {
  const uint32_t function = find(p, entry)->function;
  return function != nobody && p->functions[function].part == part;
}

typedef struct writing {
  uint32_t part;
  qn_buffer *out;
} writing;

// Whether an instruction outside of functions is in a part.
static bool belongs(const qn_spirv_parts *p, const qn_spirv_op *op,
                    uint32_t part) {
  uint32_t owner;
  switch (op->opcode) {
  case QN_SPIRV_ENTRY_POINT:
    return is_entry_of(p, word(op, 2), part);
  case QN_SPIRV_EXECUTION_MODE:
  case QN_SPIRV_EXECUTION_MODE_ID:
    return is_entry_of(p, word(op, 1), part);
  case QN_SPIRV_MODULE_PROCESSED: // the record, which the driver does not need
    return false;
  case QN_SPIRV_NAME:
  case QN_SPIRV_DECORATE:
  case OP_DECORATE_ID:
  case OP_DECORATE_STRING:
    owner = find(p, word(op, 1))->owner;
    return owner == nobody || p->functions[owner].is_reached;
  default:
    return true;
  }
}

static bool write_op(qn_spirv_parts *p, const qn_spirv_op *op,
                     uint32_t function, void *user) {
  const writing *w = user;
  if (function == nobody ? belongs(p, op, w->part)
                         : p->functions[function].is_reached)
    qn_buffer_append(w->out, p->module.bytes.data + op->offset, op->size);
  return true;
}

static void reach(qn_spirv_parts *p, uint32_t part) {
  for (size_t i = 0; i < p->function_count; ++i)
    p->functions[i].is_reached =
        p->functions[i].is_kernel && p->functions[i].part == part;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < p->call_count; ++i) {
      body *to = &p->functions[p->calls[i].to];
      if (to->is_reached || !p->functions[p->calls[i].from].is_reached)
        continue;
      to->is_reached = changed = true;
    }
  }
}

bool qn_spirv_part_write(qn_spirv_parts *p, size_t part, qn_buffer *out) {
  writing w = {(uint32_t)part, out};
  reach(p, w.part);
  qn_buffer_append(out, p->module.bytes.data, QN_SPIRV_HEADER_SIZE);
  return walk(p, write_op, &w) && !out->failed;
}

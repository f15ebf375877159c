// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/casts.h"

#include "base/alloc.h"
#include "formats/code/spirv.h"

enum {
  CAPABILITY_INT8 = 39,
  CLASS_GENERIC = 8,
  CLASSES = 16, // of storage, those of OpenCL among them
  BOUND_AT = 12,
};

// What the types of a module say; ids, 0 where there is none.
typedef struct types {
  uint32_t byte;
  uint32_t to_byte[CLASSES]; // pointers to bytes, by their storage
  uint32_t bound;
  bool used[CLASSES]; // a cast needs the pointer
  size_t casts;
} types;

static void read_type(types *t, const qn_spirv_op *op) {
  qn_reader r = op->operands;
  const uint32_t id = qn_read_u32(&r, "type");
  const uint32_t first = qn_read_u32(&r, "width or storage");
  const uint32_t second = qn_read_u32(&r, "sign or type");
  if (r.failed)
    return;
  if (op->opcode == QN_SPIRV_TYPE_INT && first == 8)
    t->byte = id;
  if (op->opcode == QN_SPIRV_TYPE_POINTER && first < CLASSES && t->byte &&
      second == t->byte)
    t->to_byte[first] = id;
}

// Whether the instruction is a cast; its four operands.
static bool is_cast(const qn_spirv_op *op, uint32_t operands[4]) {
  qn_reader r = op->operands;
  if (op->opcode != QN_SPIRV_CAST_EXPLICIT)
    return false;
  for (size_t i = 0; i < 4; ++i)
    operands[i] = qn_read_u32(&r, "operand");
  return !r.failed && operands[3] < CLASSES;
}

static qn_status read_types(const qn_spirv *module, types *t, qn_diag *diag) {
  size_t at = QN_SPIRV_HEADER_SIZE;
  for (;;) {
    qn_spirv_op op;
    uint32_t operands[4];
    bool end = false;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (end)
      return qn_ok();
    if (op.opcode == QN_SPIRV_TYPE_INT || op.opcode == QN_SPIRV_TYPE_POINTER)
      read_type(t, &op);
    if (!is_cast(&op, operands))
      continue;
    ++t->casts;
    t->used[operands[3]] = t->used[CLASS_GENERIC] = true;
  }
}

static void add_types(types *t, qn_buffer *out) {
  if (!t->byte) {
    t->byte = t->bound++;
    qn_spirv_put(out, QN_SPIRV_TYPE_INT, (const uint32_t[]){t->byte, 8, 0}, 3);
  }
  for (uint32_t i = 0; i < CLASSES; ++i) {
    if (!t->used[i] || t->to_byte[i])
      continue;
    t->to_byte[i] = t->bound++;
    qn_spirv_put(out, QN_SPIRV_TYPE_POINTER,
                 (const uint32_t[]){t->to_byte[i], i, t->byte}, 3);
  }
}

static void put_cast(types *t, const uint32_t operands[4], qn_buffer *out) {
  const uint32_t type = operands[0], result = operands[1];
  const uint32_t bytes = t->to_byte[operands[3]];
  const uint32_t from = t->bound++;
  const uint32_t made = type == bytes ? result : t->bound++;
  qn_spirv_put(out, QN_SPIRV_BITCAST,
               (const uint32_t[]){t->to_byte[CLASS_GENERIC], from, operands[2]},
               3);
  qn_spirv_put(out, QN_SPIRV_CAST_EXPLICIT,
               (const uint32_t[]){bytes, made, from, operands[3]}, 4);
  if (made != result)
    qn_spirv_put(out, QN_SPIRV_BITCAST, (const uint32_t[]){type, result, made},
                 3);
}

static qn_status write_module(const qn_spirv *module, types *t, qn_buffer *out,
                              qn_diag *diag) {
  const bool has_byte = t->byte;
  bool typed = false;
  size_t at = QN_SPIRV_HEADER_SIZE;
  qn_buffer_append(out, module->bytes.data, QN_SPIRV_HEADER_SIZE);
  if (!has_byte)
    qn_spirv_put(out, QN_SPIRV_CAPABILITY, (const uint32_t[]){CAPABILITY_INT8},
                 1);
  for (;;) {
    qn_spirv_op op;
    uint32_t operands[4];
    bool end = false;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (end)
      return qn_ok();
    if (op.opcode == QN_SPIRV_FUNCTION && !typed) {
      add_types(t, out);
      typed = true;
    }
    if (is_cast(&op, operands))
      put_cast(t, operands, out);
    else
      qn_buffer_append(out, module->bytes.data + op.offset, op.size);
  }
}

qn_status qn_spirv_settle_casts(qn_span bytes, qn_buffer *out, qn_diag *diag) {
  qn_spirv module;
  types t = {0};
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  t.bound = module.bound;
  QN_TRY(read_types(&module, &t, diag));
  const size_t start = out->size;
  if (t.casts) {
    QN_TRY(write_module(&module, &t, out, diag));
    for (size_t i = 0; !out->failed && i < 4; ++i)
      out->data[start + BOUND_AT + i] = (uint8_t)(t.bound >> 8 * i);
  } else {
    qn_buffer_append(out, bytes.data, bytes.size);
  }
  return qn_buffer_check(out, diag);
}

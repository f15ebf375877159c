// SPDX-License-Identifier: Apache-2.0
// Our record as a variable of a SPIR-V module, which is what LLVM's back end
// generates from the array that the pass plug-in adds: an OpVariable named
// __quern_md_..., its initialiser an OpConstantComposite of 32-bit words.
#include "base/alloc.h"
#include "base/map.h"
#include "formats/code/spirv.h"
#include "metadata/record/record.h"
#include "metadata/record/spirv.h"

enum { OP_CONSTANT_NULL = 46 };

typedef struct search {
  uint32_t variable, initialiser; // ids; 0: not met yet
  qn_map words;                   // constants: from id to value
  qn_buffer bytes;
  bool found, memory;
} search;

// Names and variables precede their uses, except for the name of a variable,
// which precedes everything.
static void visit(search *s, const qn_spirv_op *op, bool constants) {
  qn_reader r = op->operands;
  const uint32_t first = qn_read_u32(&r, "operand");
  if (!constants && op->opcode == QN_SPIRV_NAME && !s->variable) {
    if (qn_str_starts(qn_spirv_text(&r, "name"),
                      QN_STR(QN_RECORD_SYMBOL_PREFIX)))
      s->variable = first;
    return;
  }
  const uint32_t id = qn_read_u32(&r, "result");
  if (!constants && op->opcode == QN_SPIRV_VARIABLE && s->variable &&
      id == s->variable) {
    (void)qn_read_u32(&r, "storage class");
    s->initialiser = qn_read_u32(&r, "initialiser");
  } else if (constants && op->opcode == QN_SPIRV_CONSTANT) {
    const uint32_t value = qn_read_u32(&r, "value");
    if (!r.failed)
      s->memory |= qn_failed(qn_map_put(&s->words, id, value, NULL));
  } else if (constants && op->opcode == OP_CONSTANT_NULL) {
    s->memory |= qn_failed(qn_map_put(&s->words, id, 0, NULL));
  } else if (constants && op->opcode == QN_SPIRV_CONSTANT_COMPOSITE &&
             id == s->initialiser && !s->found) {
    s->found = true;
    for (size_t left = qn_spirv_words_left(&r); left; --left) {
      const uint64_t *value =
          qn_map_find(&s->words, qn_read_u32(&r, "constituent"));
      s->found &= value != NULL;
      qn_buffer_u32(&s->bytes, value ? (uint32_t)*value : 0);
    }
  }
}

static qn_status walk(const qn_spirv *module, search *s, bool constants,
                      qn_diag *diag) {
  size_t at = QN_SPIRV_HEADER_SIZE;
  for (bool end = false; !end && !s->memory && !s->found;) {
    qn_spirv_op op;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (!end)
      visit(s, &op, constants);
  }
  return s->memory ? qn_fail_memory(diag, "the record") : qn_ok();
}

qn_status qn_spirv_find_array(qn_span bytes, qn_arena *arena, qn_span *out_camd,
                              qn_diag *diag) {
  qn_spirv module;
  search s = {0};
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  qn_status status = walk(&module, &s, false, diag);
  if (!qn_failed(status) && s.initialiser)
    status = walk(&module, &s, true, diag);
  if (!qn_failed(status) && !s.found)
    status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                     "no record of Quern in this module");
  if (!qn_failed(status))
    status = qn_buffer_check(&s.bytes, diag);
  if (!qn_failed(status)) {
    const qn_str copy = qn_arena_copy(arena, qn_buffer_str(&s.bytes));
    *out_camd = qn_str_span(copy);
    if (!copy.data)
      status = qn_fail_memory(diag, "the record");
  }
  qn_map_finish(&s.words);
  qn_buffer_finish(&s.bytes);
  return status;
}

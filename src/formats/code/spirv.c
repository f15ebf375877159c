// SPDX-License-Identifier: Apache-2.0
#include "formats/code/spirv.h"

#include <inttypes.h>

enum { MAGIC = 0x07230203, WORD = 4 };

bool qn_spirv_probe(qn_span file) {
  return file.size >= WORD && (memcmp(file.data, "\3\2\43\7", WORD) == 0 ||
                               memcmp(file.data, "\7\43\2\3", WORD) == 0);
}

qn_status qn_spirv_open(qn_span bytes, uint64_t origin, qn_spirv *out_module,
                        qn_diag *diag) {
  if (!qn_spirv_probe(bytes))
    return qn_fail(diag, QN_E_MALFORMED, (qn_place){origin, WORD, "magic"},
                   "not a SPIR-V module");
  qn_reader r = qn_reader_over(bytes, origin);
  qn_spirv module = {
      .bytes = bytes,
      .origin = origin,
      .big_endian = bytes.data[0] == 7,
  };
  r.big_endian = module.big_endian;
  (void)qn_read_u32(&r, "magic");
  module.version = qn_read_u32(&r, "version");
  module.generator = qn_read_u32(&r, "generator");
  module.bound = qn_read_u32(&r, "bound");
  const uint32_t schema = qn_read_u32(&r, "schema");
  QN_TRY(qn_reader_finish(&r, diag));
  if (schema != 0)
    return qn_fail(diag, QN_E_UNSUPPORTED,
                   (qn_place){origin + 16, WORD, "schema"},
                   "SPIR-V schema %" PRIu32 ", expected 0", schema);
  if (bytes.size % WORD)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){origin + bytes.size - bytes.size % WORD, 0, NULL},
                   "a SPIR-V module of %zu bytes, expected a multiple of 4",
                   bytes.size);
  *out_module = module;
  return qn_ok();
}

qn_status qn_spirv_next(const qn_spirv *module, size_t *inout_at,
                        qn_spirv_op *out_op, bool *out_end, qn_diag *diag) {
  *out_end = *inout_at >= module->bytes.size;
  if (*out_end)
    return qn_ok();
  qn_reader whole = qn_reader_over(module->bytes, module->origin);
  whole.big_endian = module->big_endian;
  qn_reader head = qn_reader_window(&whole, *inout_at, WORD, "instruction");
  const uint32_t word = qn_read_u32(&head, "instruction");
  const size_t size = (size_t)(word >> 16) * WORD;
  if (!head.failed && size == 0)
    return qn_fail(diag, QN_E_MALFORMED,
                   (qn_place){module->origin + *inout_at, WORD, "word count"},
                   "instruction of 0 words at 0x%" PRIx64,
                   module->origin + *inout_at);
  qn_reader op = qn_reader_window(&whole, *inout_at, size, "instruction");
  QN_TRY(qn_reader_finish(&whole, diag));
  op.at = WORD;
  *out_op = (qn_spirv_op){
      .opcode = (uint16_t)(word & 0xffff),
      .offset = *inout_at,
      .size = size,
      .operands = op,
  };
  *inout_at += size;
  return qn_ok();
}

size_t qn_spirv_words_left(const qn_reader *operands) {
  return operands->failed ? 0 : (operands->in.size - operands->at) / WORD;
}

qn_str qn_spirv_text(qn_reader *operands, const char *field) {
  const qn_span rest = {operands->in.data + operands->at,
                        operands->failed ? 0
                                         : operands->in.size - operands->at};
  size_t size = 0;
  if (operands->big_endian) {
    // The NUL is in the lowest byte of a word, or in a higher one.
    while (size < rest.size && rest.data[size] && rest.data[size + 1] &&
           rest.data[size + 2] && rest.data[size + 3])
      size += WORD;
  } else {
    size = qn_str_find(qn_span_str(rest), '\0');
  }
  const uint64_t words = size / WORD + 1; // including the word with the NUL
  const qn_span raw = qn_read_bytes(operands, words * WORD, field);
  if (operands->failed || operands->big_endian)
    return (qn_str){0};
  return (qn_str){(const char *)raw.data, size};
}

void qn_spirv_put(qn_buffer *out, uint32_t opcode, const uint32_t *operands,
                  uint32_t count) {
  qn_buffer_int(out, (count + 1) << 16 | opcode, 4, false);
  for (uint32_t i = 0; i < count; ++i)
    qn_buffer_int(out, operands[i], 4, false);
}

// SPDX-License-Identifier: Apache-2.0
#include "metadata/record/spirv.h"

#include "base/alloc.h"
#include "base/base64.h"
#include "formats/code/spirv.h"

// An instruction's text may have 65,535 bytes (a universal limit of SPIR-V);
// pieces are multiples of 4, so that each is valid base64 on its own.
enum { PIECE_SIZE = 60000, PREFIX_SIZE = 40, MAX_PIECES = 9999 };

static const qn_str prefix = {"quern.record.1", 14};

// ---- Reading

static bool is_record(const qn_spirv_op *op) {
  qn_reader operands = op->operands;
  if (op->opcode == QN_SPIRV_STRING)
    (void)qn_read_u32(&operands, "id");
  else if (op->opcode != QN_SPIRV_MODULE_PROCESSED)
    return false;
  return qn_str_starts(qn_spirv_text(&operands, "text"), prefix);
}

// The base64 text of an instruction for which is_record holds, its index among
// the pieces and their number.
static bool parse_piece(const qn_spirv_op *op, qn_str *out_text,
                        size_t *out_piece, size_t *out_pieces) {
  qn_reader operands = op->operands;
  if (op->opcode == QN_SPIRV_STRING)
    (void)qn_read_u32(&operands, "id");
  qn_str text = qn_str_skip(qn_spirv_text(&operands, "text"), prefix.size);
  size_t numbers[2] = {0, 0};
  for (size_t i = 0; i < 2; ++i) {
    if (!text.size || text.data[0] != '/')
      return false;
    text = qn_str_skip(text, 1);
    while (text.size && text.data[0] >= '0' && text.data[0] <= '9' &&
           numbers[i] <= MAX_PIECES) {
      numbers[i] = 10 * numbers[i] + (size_t)(text.data[0] - '0');
      text = qn_str_skip(text, 1);
    }
  }
  if (!text.size || text.data[0] != ':')
    return false;
  *out_text = qn_str_skip(text, 1);
  *out_piece = numbers[0];
  *out_pieces = numbers[1];
  return numbers[0] >= 1 && numbers[0] <= numbers[1] &&
         numbers[1] <= MAX_PIECES;
}

static qn_status fail_piece(const qn_spirv *module, const qn_spirv_op *op,
                            qn_diag *diag) {
  return qn_fail(diag, QN_E_MALFORMED,
                 (qn_place){module->origin + op->offset, op->size, "record"},
                 "the record in the SPIR-V module is damaged");
}

// Appends the pieces, which are in order, to `out` (which has the size of
// `module`).
static qn_status collect(const qn_spirv *module, uint8_t *out, size_t *out_size,
                         qn_diag *diag) {
  size_t at = QN_SPIRV_HEADER_SIZE, size = 0, next = 1, pieces = 0;
  for (;;) {
    qn_spirv_op op;
    bool end;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (end || op.opcode == QN_SPIRV_FUNCTION)
      break;
    if (!is_record(&op))
      continue;
    qn_str text;
    size_t piece, of, got;
    if (!parse_piece(&op, &text, &piece, &of) || piece != next ||
        (pieces && of != pieces) || !qn_base64_decode(text, out + size, &got))
      return fail_piece(module, &op, diag);
    size += got;
    pieces = of;
    ++next;
  }
  if (next == 1)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "no record of Quern in this SPIR-V module");
  if (next != pieces + 1)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "the record in the SPIR-V module has %zu of %zu pieces",
                   next - 1, pieces);
  *out_size = size;
  return qn_ok();
}

qn_status qn_spirv_find_record(qn_span bytes, qn_arena *arena,
                               qn_span *out_camd, qn_diag *diag) {
  qn_spirv module;
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  // The decoded bytes are fewer than the text's. The first search needs no
  // buffer, so that a module without a record costs no memory.
  size_t at = QN_SPIRV_HEADER_SIZE, room = 0;
  for (;;) {
    qn_spirv_op op;
    bool end;
    QN_TRY(qn_spirv_next(&module, &at, &op, &end, diag));
    if (end || op.opcode == QN_SPIRV_FUNCTION)
      break;
    if (is_record(&op))
      room += op.size;
  }
  uint8_t *decoded = qn_arena_alloc(arena, room ? room : 1, 1);
  if (!decoded)
    return qn_fail_memory(diag, "the record");
  size_t size = 0;
  QN_TRY(collect(&module, decoded, &size, diag));
  *out_camd = (qn_span){decoded, size};
  return qn_ok();
}

// ---- Writing

// Whether the instruction precedes OpString (`names` false) or
// OpModuleProcessed (`names` true) in a module's order.
static bool stands_before(uint16_t opcode, bool names) {
  switch (opcode) {
  case QN_SPIRV_CAPABILITY:
  case QN_SPIRV_EXTENSION:
  case QN_SPIRV_EXT_INST_IMPORT:
  case QN_SPIRV_MEMORY_MODEL:
  case QN_SPIRV_ENTRY_POINT:
  case QN_SPIRV_EXECUTION_MODE:
  case QN_SPIRV_EXECUTION_MODE_ID:
  case QN_SPIRV_STRING:
  case QN_SPIRV_SOURCE:
  case QN_SPIRV_SOURCE_CONTINUED:
  case QN_SPIRV_SOURCE_EXTENSION:
    return true;
  case QN_SPIRV_NAME:
  case QN_SPIRV_MEMBER_NAME:
  case QN_SPIRV_MODULE_PROCESSED:
    return names;
  default:
    return false;
  }
}

static void write_word(qn_buffer *out, uint32_t word, bool big_endian) {
  qn_buffer_int(out, word, 4, big_endian);
}

// Characters fill words from the low byte up, in either byte order.
static void write_text(qn_buffer *out, qn_str text, bool big_endian) {
  for (size_t i = 0; i <= text.size; i += 4) {
    uint32_t word = 0;
    for (size_t j = 0; j < 4 && i + j < text.size; ++j)
      word |= (uint32_t)(uint8_t)text.data[i + j] << 8 * j;
    write_word(out, word, big_endian);
  }
}

// Appends the instructions. `*inout_bound` grows by the number of ids used.
static qn_status write_pieces(qn_str text, bool as_string, bool big_endian,
                              uint32_t *inout_bound, qn_buffer *out,
                              qn_diag *diag) {
  const size_t pieces =
      text.size ? (text.size + PIECE_SIZE - 1) / PIECE_SIZE : 1;
  if (pieces > MAX_PIECES)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "a record of %zu bytes does not fit in a SPIR-V module",
                   text.size);
  for (size_t i = 0; i < pieces; ++i) {
    qn_str rest = qn_str_skip(text, i * PIECE_SIZE);
    rest.size = rest.size < PIECE_SIZE ? rest.size : PIECE_SIZE;
    char line[PREFIX_SIZE + PIECE_SIZE];
    const int head = snprintf(
        line, PREFIX_SIZE, "%.*s/%zu/%zu:", QN_STR_ARG(prefix), i + 1, pieces);
    if (rest.size)
      memcpy(line + head, rest.data, rest.size);
    const qn_str whole = {line, (size_t)head + rest.size};
    const uint32_t words =
        (uint32_t)(whole.size / 4 + 1) + (as_string ? 2u : 1u);
    write_word(out,
               words << 16 |
                   (as_string ? QN_SPIRV_STRING : QN_SPIRV_MODULE_PROCESSED),
               big_endian);
    if (as_string)
      write_word(out, (*inout_bound)++, big_endian);
    write_text(out, whole, big_endian);
  }
  return qn_ok();
}

// The module with `text` added; its header's bound is patched at the end.
static qn_status write_module(const qn_spirv *module, qn_str text,
                              qn_buffer *out, qn_diag *diag) {
  const bool as_string = module->version < 0x00010100;
  const size_t start = out->size;
  uint32_t bound = module->bound;
  bool written = false;
  qn_buffer_append(out, module->bytes.data, QN_SPIRV_HEADER_SIZE);
  size_t at = QN_SPIRV_HEADER_SIZE;
  for (;;) {
    qn_spirv_op op;
    bool end;
    QN_TRY(qn_spirv_next(module, &at, &op, &end, diag));
    if (!written && (end || !stands_before(op.opcode, !as_string))) {
      written = true;
      QN_TRY(
          write_pieces(text, as_string, module->big_endian, &bound, out, diag));
    }
    if (end)
      break;
    if (written || !is_record(&op))
      qn_buffer_append(out, module->bytes.data + op.offset, op.size);
  }
  QN_TRY(qn_buffer_check(out, diag));
  qn_buffer_patch(out, start + 12, bound, 4, module->big_endian);
  return qn_ok();
}

bool qn_spirv_is_internal(qn_str name) {
  return qn_str_equal(name, QN_STR(QN_SPIRV_START)) ||
         qn_str_starts(name, QN_STR(QN_SPIRV_INITIAL));
}

qn_status qn_spirv_add_record(qn_span bytes, qn_span camd, qn_buffer *out,
                              qn_diag *diag) {
  qn_spirv module;
  QN_TRY(qn_spirv_open(bytes, 0, &module, diag));
  qn_buffer text = {0};
  qn_base64_encode(camd, &text);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = write_module(&module, qn_buffer_str(&text), out, diag);
  qn_buffer_finish(&text);
  return status;
}

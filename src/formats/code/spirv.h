// SPDX-License-Identifier: Apache-2.0
// SPIR-V modules as a stream of instructions, in either byte order.
//
// Own code instead of SPIRV-Tools, a C++ library that would come into every
// program that launches a kernel.
#ifndef QN_FORMATS_CODE_SPIRV_H
#define QN_FORMATS_CODE_SPIRV_H

#include "base/buffer.h"
#include "base/diag.h"
#include "base/reader.h"

enum { QN_SPIRV_HEADER_SIZE = 20 };

// The opcodes that Quern looks at.
enum {
  QN_SPIRV_SOURCE_CONTINUED = 2,
  QN_SPIRV_SOURCE = 3,
  QN_SPIRV_SOURCE_EXTENSION = 4,
  QN_SPIRV_NAME = 5,
  QN_SPIRV_MEMBER_NAME = 6,
  QN_SPIRV_STRING = 7,
  QN_SPIRV_EXTENSION = 10,
  QN_SPIRV_EXT_INST_IMPORT = 11,
  QN_SPIRV_EXT_INST = 12,
  QN_SPIRV_MEMORY_MODEL = 14,
  QN_SPIRV_ENTRY_POINT = 15,
  QN_SPIRV_EXECUTION_MODE = 16,
  QN_SPIRV_CAPABILITY = 17,
  QN_SPIRV_TYPE_VOID = 19,
  QN_SPIRV_TYPE_BOOL = 20,
  QN_SPIRV_TYPE_INT = 21,
  QN_SPIRV_TYPE_FLOAT = 22,
  QN_SPIRV_TYPE_VECTOR = 23,
  QN_SPIRV_TYPE_MATRIX = 24,
  QN_SPIRV_TYPE_IMAGE = 25,
  QN_SPIRV_TYPE_SAMPLER = 26,
  QN_SPIRV_TYPE_SAMPLED_IMAGE = 27,
  QN_SPIRV_TYPE_ARRAY = 28,
  QN_SPIRV_TYPE_STRUCT = 30,
  QN_SPIRV_TYPE_OPAQUE = 31,
  QN_SPIRV_TYPE_POINTER = 32,
  QN_SPIRV_TYPE_FUNCTION = 33,
  QN_SPIRV_TYPE_EVENT = 34,
  QN_SPIRV_TYPE_QUEUE = 37,
  QN_SPIRV_TYPE_PIPE = 38,
  QN_SPIRV_CONSTANT = 43,
  QN_SPIRV_CONSTANT_COMPOSITE = 44,
  QN_SPIRV_SPEC_CONSTANT = 50,
  QN_SPIRV_SPEC_CONSTANT_COMPOSITE = 51,
  QN_SPIRV_FUNCTION = 54,
  QN_SPIRV_FUNCTION_PARAMETER = 55,
  QN_SPIRV_FUNCTION_END = 56,
  QN_SPIRV_FUNCTION_CALL = 57,
  QN_SPIRV_VARIABLE = 59,
  QN_SPIRV_DECORATE = 71,
  QN_SPIRV_MEMBER_DECORATE = 72,
  QN_SPIRV_CAST_EXPLICIT = 123, // OpGenericCastToPtrExplicit
  QN_SPIRV_BITCAST = 124,
  QN_SPIRV_MODULE_PROCESSED = 330,
  QN_SPIRV_EXECUTION_MODE_ID = 331,
  QN_SPIRV_TYPE_UNTYPED_POINTER = 4417,
};

typedef struct qn_spirv {
  qn_span bytes;
  uint64_t origin;
  bool big_endian;
  uint32_t version;   // 0x00010400 is 1.4
  uint32_t generator; //
  uint32_t bound;     // ids are below it
} qn_spirv;

// One instruction; `operands` reads its words after the first.
typedef struct qn_spirv_op {
  uint16_t opcode;
  size_t offset; // bytes from the start of the module
  size_t size;   // bytes, the first word included
  qn_reader operands;
} qn_spirv_op;

bool qn_spirv_probe(qn_span file);
// Checks the header and that the size is a multiple of 4.
qn_status qn_spirv_open(qn_span module, uint64_t origin, qn_spirv *out_module,
                        qn_diag *diag);

// Reads the instruction at `*inout_at` (QN_SPIRV_HEADER_SIZE for the first) and
// moves on; `*out_end` becomes true, and nothing is read, at the end.
qn_status qn_spirv_next(const qn_spirv *module, size_t *inout_at,
                        qn_spirv_op *out_op, bool *out_end, qn_diag *diag);

// How many words are left among the operands.
size_t qn_spirv_words_left(const qn_reader *operands);

// Takes a literal text off the operands: a NUL-terminated run of words. In a
// big-endian module the text is only comparable, not readable, and is given as
// empty. A text without its NUL is a failure of the reader.
qn_str qn_spirv_text(qn_reader *operands, const char *field);

// Appends an instruction to a little-endian module.
void qn_spirv_put(qn_buffer *out, uint32_t opcode, const uint32_t *operands,
                  uint32_t count);

#endif // QN_FORMATS_CODE_SPIRV_H

// SPDX-License-Identifier: Apache-2.0
// What a row of matrix.def says, in its `arg`.
#ifndef QN_AMDSIM_ISA_MATRIX_H
#define QN_AMDSIM_ISA_MATRIX_H

enum {
  QN_MATRIX_F32,
  QN_MATRIX_F16,
  QN_MATRIX_BF16,
  QN_MATRIX_I8,
  QN_MATRIX_F64,
  QN_MATRIX_F16_OUT,
  QN_MATRIX_BF16_OUT,
  QN_MATRIX_I4,
  QN_MATRIX_FP8_FP8, // A's kind and B's, 4 bits of an exponent or 5; counted
  QN_MATRIX_FP8_BF8, // from here on as the two bits of a number
  QN_MATRIX_BF8_FP8,
  QN_MATRIX_BF8_BF8,
  QN_MATRIX_XF32, // floats, of whose fractions 10 bits are multiplied
};
#define QN_MATRIX(rows, inner, blocks, kind)                                   \
  ((rows) | (inner) << 8 | (blocks) << 16 | QN_MATRIX_##kind << 24)

#endif // QN_AMDSIM_ISA_MATRIX_H

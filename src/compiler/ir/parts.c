// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/parts.h"

enum { LANES_MAX = 64 };

// Lanes from `first` on, of two concatenated vectors.
static LLVMValueRef take(LLVMBuilderRef b, LLVMValueRef one, LLVMValueRef other,
                         unsigned first, unsigned count) {
  LLVMTypeRef word =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(one)));
  LLVMValueRef lanes[LANES_MAX];
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = LLVMConstInt(word, first + k, false);
  return LLVMBuildShuffleVector(b, one, other, LLVMConstVector(lanes, count),
                                "");
}

LLVMValueRef qn_ir_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first,
                        unsigned count) {
  return take(b, vector, LLVMGetPoison(LLVMTypeOf(vector)), first, count);
}

LLVMValueRef qn_ir_join_parts(LLVMBuilderRef b, LLVMValueRef *parts,
                              unsigned count) {
  unsigned size = LLVMGetVectorSize(LLVMTypeOf(parts[0]));
  for (; count > 1; count /= 2, size *= 2)
    for (size_t k = 0; k < count / 2; ++k)
      parts[k] = take(b, parts[2 * k], parts[2 * k + 1], 0, 2 * size);
  return parts[0];
}

LLVMValueRef qn_ir_real(LLVMTypeRef type, double number) {
  LLVMValueRef one = LLVMConstReal(qn_ir_scalar(type), number);
  LLVMValueRef lanes[LANES_MAX];
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return one;
  const unsigned count = LLVMGetVectorSize(type);
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = one;
  return LLVMConstVector(lanes, count);
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/parts.h"

#include <llvm-c/DebugInfo.h>

enum { LANES_MAX = 128 };

LLVMValueRef qn_ir_shuffle(LLVMBuilderRef b, LLVMValueRef one,
                           LLVMValueRef other, const int *lanes,
                           unsigned count) {
  LLVMTypeRef word =
      LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(one)));
  LLVMValueRef mask[LANES_MAX];
  for (unsigned k = 0; k < count; ++k)
    mask[k] = lanes[k] < 0 ? LLVMGetPoison(word)
                           : LLVMConstInt(word, (unsigned)lanes[k], false);
  return LLVMBuildShuffleVector(b, one,
                                other ? other : LLVMGetPoison(LLVMTypeOf(one)),
                                LLVMConstVector(mask, count), "");
}

// Lanes from `first` on, of two concatenated vectors.
static LLVMValueRef take(LLVMBuilderRef b, LLVMValueRef one, LLVMValueRef other,
                         unsigned first, unsigned count) {
  int lanes[LANES_MAX];
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = (int)(first + k);
  return qn_ir_shuffle(b, one, other, lanes, count);
}

LLVMValueRef qn_ir_part(LLVMBuilderRef b, LLVMValueRef vector, unsigned first,
                        unsigned count) {
  return take(b, vector, NULL, first, count);
}

LLVMValueRef qn_ir_join_parts(LLVMBuilderRef b, LLVMValueRef *parts,
                              unsigned count) {
  unsigned size = LLVMGetVectorSize(LLVMTypeOf(parts[0]));
  for (; count > 1; count /= 2, size *= 2)
    for (size_t k = 0; k < count / 2; ++k)
      parts[k] = take(b, parts[2 * k], parts[2 * k + 1], 0, 2 * size);
  return parts[0];
}

LLVMValueRef qn_ir_behind(LLVMBuilderRef b, LLVMValueRef address, unsigned at) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(address));
  LLVMValueRef by = LLVMConstInt(LLVMInt64TypeInContext(c), at, false);
  return LLVMBuildGEP2(b, LLVMInt8TypeInContext(c), address, &by, 1, "");
}

unsigned qn_ir_store_alignment(LLVMValueRef store) {
  if (LLVMIsAStoreInst(store))
    return LLVMGetAlignment(store);
  const unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
  LLVMAttributeRef set = LLVMGetCallSiteEnumAttribute(store, 2, kind);
  return set ? (unsigned)LLVMGetEnumAttributeValue(set) : 1;
}

LLVMValueRef qn_ir_store_part(LLVMBuilderRef b, LLVMValueRef store,
                              LLVMValueRef part, unsigned at) {
  LLVMContextRef c = LLVMGetTypeContext(LLVMTypeOf(part));
  const unsigned alignment = qn_ir_store_alignment(store);
  const unsigned step = at & -at; // what its place is aligned to
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(store));
  LLVMValueRef made =
      LLVMBuildStore(b, part, qn_ir_behind(b, LLVMGetOperand(store, 1), at));
  LLVMSetAlignment(made, step && step < alignment ? step : alignment);
  size_t kinds;
  LLVMValueMetadataEntry *all =
      LLVMInstructionGetAllMetadataOtherThanDebugLoc(store, &kinds);
  for (unsigned k = 0; k < kinds; ++k)
    LLVMSetMetadata(
        made, LLVMValueMetadataEntriesGetKind(all, k),
        LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, k)));
  LLVMDisposeValueMetadataEntries(all);
  return made;
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

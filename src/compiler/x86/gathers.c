// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/gathers.h"

#include <llvm-c/DebugInfo.h>

enum { WORD = 32 };

// A vector of addresses: `base` plus an index of each lane, extended by `cast`.
typedef struct places {
  LLVMValueRef base, indices;
  LLVMTypeRef of;  // what an index counts
  LLVMOpcode cast; // 0: none
} places;

static bool is_all_set(LLVMValueRef mask) {
  if (!LLVMIsAConstant(mask))
    return false;
  for (unsigned k = 0; k < qn_ir_lanes(mask); ++k) {
    LLVMValueRef bit = LLVMGetAggregateElement(mask, k);
    if (!bit || !LLVMIsAConstantInt(bit) || !LLVMConstIntGetZExtValue(bit))
      return false;
  }
  return true;
}

static bool read_places(LLVMValueRef addresses, places *p) {
  if (!LLVMIsAGetElementPtrInst(addresses) ||
      LLVMGetNumOperands(addresses) != 2)
    return false;
  *p = (places){.base = LLVMGetOperand(addresses, 0),
                .indices = LLVMGetOperand(addresses, 1),
                .of = LLVMGetGEPSourceElementType(addresses)};
  if (qn_ir_lanes(p->base) || !qn_ir_lanes(p->indices))
    return false;
  if (qn_ir_is(p->indices, LLVMSExt) || qn_ir_is(p->indices, LLVMZExt)) {
    p->cast = LLVMGetInstructionOpcode(p->indices);
    p->indices = LLVMGetOperand(p->indices, 0);
  }
  return true;
}

static bool is_gather_of_words(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  if (!callee ||
      !qn_str_starts(qn_ir_name(callee), QN_STR("llvm.masked.gather.")))
    return false;
  LLVMTypeRef type = qn_ir_scalar(LLVMTypeOf(i));
  return LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
         qn_ir_width(type) == WORD;
}

static LLVMValueRef load_lane(LLVMBuilderRef b, const places *p,
                              LLVMTypeRef type, LLVMValueRef lane) {
  LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef index = LLVMBuildExtractElement(b, p->indices, lane, "");
  if (p->cast)
    index = LLVMBuildCast(b, p->cast, index, wide, "");
  LLVMValueRef loaded = LLVMBuildLoad2(
      b, type, LLVMBuildGEP2(b, p->of, p->base, &index, 1, ""), "");
  LLVMSetAlignment(loaded, 1);
  return loaded;
}

static void split(LLVMBuilderRef b, LLVMValueRef gather, const places *p) {
  LLVMTypeRef type = qn_ir_scalar(LLVMTypeOf(gather));
  LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef made = LLVMGetPoison(LLVMTypeOf(gather));
  LLVMPositionBuilderBefore(b, gather);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(gather));
  for (unsigned k = 0; k < qn_ir_lanes(gather); ++k) {
    LLVMValueRef lane = LLVMConstInt(word, k, false);
    made =
        LLVMBuildInsertElement(b, made, load_lane(b, p, type, lane), lane, "");
  }
  LLVMReplaceAllUsesWith(gather, made);
  LLVMInstructionEraseFromParent(gather);
}

void qn_x86_split_gathers(LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      places p;
      next = LLVMGetNextInstruction(i);
      if (is_gather_of_words(i) && is_all_set(LLVMGetOperand(i, 1)) &&
          read_places(LLVMGetOperand(i, 0), &p))
        split(b, i, &p);
    }
  LLVMDisposeBuilder(b);
}

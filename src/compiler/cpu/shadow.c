// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/shadow.h"

#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"

// ---- Types

static LLVMTypeRef scalar_type(LLVMModuleRef module, LLVMTypeRef type) {
  LLVMContextRef context = LLVMGetTypeContext(type);
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(module);
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind:
    return type;
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
    return LLVMInt16TypeInContext(context);
  case LLVMFloatTypeKind:
    return LLVMInt32TypeInContext(context);
  case LLVMDoubleTypeKind:
    return LLVMInt64TypeInContext(context);
  case LLVMPointerTypeKind:
    return LLVMIntTypeInContext(context,
                                (unsigned)LLVMSizeOfTypeInBits(td, type));
  default:
    return NULL;
  }
}

LLVMTypeRef qn_cpu_shadow_type(LLVMModuleRef module, LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    return scalar_type(module, type);
  LLVMTypeRef element = scalar_type(module, LLVMGetElementType(type));
  return element ? LLVMVectorType(element, LLVMGetVectorSize(type)) : NULL;
}

LLVMValueRef qn_cpu_shadow_of(const qn_cpu_shadows *s, LLVMValueRef value) {
  const uint64_t *found = qn_map_find(&s->of, (uintptr_t)value);
  return found ? (LLVMValueRef)(uintptr_t)*found : NULL;
}

static LLVMTypeRef type_for(const qn_cpu_shadows *s, LLVMValueRef value) {
  return qn_cpu_shadow_type(s->module, LLVMTypeOf(value));
}

static LLVMValueRef or_none(const qn_cpu_shadows *s, LLVMValueRef value) {
  LLVMValueRef shadow = qn_cpu_shadow_of(s, value);
  return shadow ? shadow : LLVMConstNull(type_for(s, value));
}

static bool is_vector(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind;
}

// ---- What follows

bool qn_cpu_shadow_follows(LLVMValueRef i) {
  if (LLVMIsACallInst(i)) {
    LLVMValueRef callee = qn_ir_callee(i);
    return callee && LLVMIsDeclaration(callee) &&
           qn_devlib_called_by(i) == QN_DEVLIB_NONE;
  }
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
  case LLVMSelect:
  case LLVMICmp:
  case LLVMFCmp:
  case LLVMFNeg:
  case LLVMFreeze:
  case LLVMGetElementPtr:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
    return true;
  default:
    return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i);
  }
}

bool qn_cpu_shadow_computes(LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
  case LLVMSelect:
  case LLVMFreeze:
  case LLVMExtractElement:
  case LLVMInsertElement:
  case LLVMShuffleVector:
  case LLVMOr:
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMSExt:
  case LLVMBitCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
    return false;
  case LLVMAnd:
  case LLVMShl:
  case LLVMLShr:
    return !LLVMIsConstant(LLVMGetOperand(i, 1));
  default:
    return true;
  }
}

// ---- Bits

static LLVMValueRef join(const qn_cpu_shadows *s, LLVMValueRef a,
                         LLVMValueRef b) {
  if (!a || !b)
    return a ? a : b;
  return LLVMBuildOr(s->builder, a, b, "");
}

// Where a bit of an element is set, as one bit for each element.
static LLVMValueRef any_of(const qn_cpu_shadows *s, LLVMValueRef shadow) {
  return LLVMBuildICmp(s->builder, LLVMIntNE, shadow,
                       LLVMConstNull(LLVMTypeOf(shadow)), "");
}

LLVMValueRef qn_cpu_shadow_any(const qn_cpu_shadows *s, LLVMValueRef shadow) {
  LLVMTypeRef type = LLVMTypeOf(shadow);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
  if (!is_vector(type))
    return any_of(s, shadow);
  // By elements, as packets have no casts of vectors.
  LLVMValueRef all = NULL;
  for (unsigned k = 0; k < LLVMGetVectorSize(type); ++k)
    all = join(s, all,
               LLVMBuildExtractElement(s->builder, shadow,
                                       LLVMConstInt(i32, k, false), ""));
  return any_of(s, all);
}

// All bits of each element of which one is set; the elements may be of another
// size, but for those of a vector beside no vector all of it counts.
static LLVMValueRef spread(const qn_cpu_shadows *s, LLVMValueRef shadow,
                           LLVMTypeRef type) {
  LLVMTypeRef own = LLVMTypeOf(shadow);
  const bool alike =
      is_vector(own) == is_vector(type) &&
      (!is_vector(own) || LLVMGetVectorSize(own) == LLVMGetVectorSize(type));
  if (alike)
    return LLVMBuildSExtOrBitCast(s->builder, any_of(s, shadow), type, "");
  return LLVMBuildSelect(s->builder, qn_cpu_shadow_any(s, shadow),
                         LLVMConstAllOnes(type), LLVMConstNull(type), "");
}

// All of the result, where any bit of an operand's element is set.
static LLVMValueRef of_any_operand(const qn_cpu_shadows *s, LLVMValueRef i) {
  const int count = LLVMGetNumOperands(i) - (LLVMIsACallInst(i) ? 1 : 0);
  LLVMTypeRef type = type_for(s, i);
  LLVMValueRef all = NULL;
  for (int k = 0; k < count; ++k) {
    LLVMValueRef shadow = qn_cpu_shadow_of(s, LLVMGetOperand(i, (unsigned)k));
    all = join(s, all, shadow ? spread(s, shadow, type) : NULL);
  }
  return all;
}

// ---- Instructions

// A bit of `a & b` is known where one operand's bit is known to be 0; of
// `a | b`, to be 1.
static LLVMValueRef of_logic(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMBuilderRef b = s->builder;
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  LLVMValueRef own = or_none(s, x), other = or_none(s, y);
  if (LLVMGetInstructionOpcode(i) == LLVMOr) {
    x = LLVMBuildNot(b, x, "");
    y = LLVMBuildNot(b, y, "");
  }
  LLVMValueRef both = LLVMBuildAnd(b, own, other, "");
  both = LLVMBuildOr(b, both, LLVMBuildAnd(b, own, y, ""), "");
  return LLVMBuildOr(b, both, LLVMBuildAnd(b, x, other, ""), "");
}

// Sums and products: from the lowest such bit on.
static LLVMValueRef of_sum(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMValueRef both = join(s, qn_cpu_shadow_of(s, LLVMGetOperand(i, 0)),
                           qn_cpu_shadow_of(s, LLVMGetOperand(i, 1)));
  return LLVMBuildOr(s->builder, both, LLVMBuildNeg(s->builder, both, ""), "");
}

static LLVMValueRef of_shift(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  LLVMValueRef shadow =
      LLVMBuildBinOp(s->builder, LLVMGetInstructionOpcode(i),
                     or_none(s, LLVMGetOperand(i, 0)), by, "");
  LLVMValueRef other = qn_cpu_shadow_of(s, by);
  return join(s, shadow, other ? spread(s, other, LLVMTypeOf(shadow)) : NULL);
}

static LLVMValueRef of_binary(const qn_cpu_shadows *s, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMAnd:
  case LLVMOr:
    return of_logic(s, i);
  case LLVMXor:
    return join(s, qn_cpu_shadow_of(s, LLVMGetOperand(i, 0)),
                qn_cpu_shadow_of(s, LLVMGetOperand(i, 1)));
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
    return of_sum(s, i);
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return of_shift(s, i);
  default:
    return of_any_operand(s, i);
  }
}

static LLVMValueRef of_cast(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMTypeRef type = type_for(s, i);
  LLVMValueRef shadow = qn_cpu_shadow_of(s, LLVMGetOperand(i, 0));
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMTrunc:
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast:
    return LLVMBuildIntCast2(s->builder, shadow, type, false, "");
  case LLVMSExt:
    return LLVMBuildSExt(s->builder, shadow, type, "");
  case LLVMBitCast:
    return LLVMBuildBitCast(s->builder, shadow, type, "");
  default:
    return spread(s, shadow, type);
  }
}

static bool is_number(LLVMTypeRef type) {
  type = is_vector(type) ? LLVMGetElementType(type) : type;
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

// Known to differ where a bit that is known in both does.
static LLVMValueRef of_equal(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMBuilderRef b = s->builder;
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  LLVMValueRef both = LLVMBuildOr(b, or_none(s, x), or_none(s, y), "");
  LLVMValueRef differ =
      LLVMBuildAnd(b, LLVMBuildXor(b, x, y, ""), LLVMBuildNot(b, both, ""), "");
  LLVMValueRef known = LLVMBuildICmp(b, LLVMIntNE, differ,
                                     LLVMConstNull(LLVMTypeOf(differ)), "");
  return LLVMBuildAnd(b, any_of(s, both), LLVMBuildNot(b, known, ""), "");
}

static LLVMIntPredicate without_sign(LLVMIntPredicate p) {
  switch (p) {
  case LLVMIntSGT:
    return LLVMIntUGT;
  case LLVMIntSGE:
    return LLVMIntUGE;
  case LLVMIntSLT:
    return LLVMIntULT;
  case LLVMIntSLE:
    return LLVMIntULE;
  default:
    return p;
  }
}

// With its sign turned, so that the order of numbers with a sign is that of
// those without.
static LLVMValueRef turned(const qn_cpu_shadows *s, LLVMValueRef x) {
  LLVMBuilderRef b = s->builder;
  LLVMValueRef ones = LLVMConstAllOnes(LLVMTypeOf(x));
  LLVMValueRef one = LLVMBuildNeg(b, ones, "");
  LLVMValueRef sign = LLVMBuildNot(b, LLVMBuildLShr(b, ones, one, ""), "");
  return LLVMBuildXor(b, x, sign, "");
}

// Whether the least and the greatest that the operands may be compare alike.
static LLVMValueRef of_order(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMBuilderRef b = s->builder;
  LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
  LLVMValueRef own = or_none(s, x), other = or_none(s, y);
  const LLVMIntPredicate asked = LLVMGetICmpPredicate(i);
  const LLVMIntPredicate p = without_sign(asked);
  if (p != asked) {
    x = turned(s, x);
    y = turned(s, y);
  }
  LLVMValueRef min_x = LLVMBuildAnd(b, x, LLVMBuildNot(b, own, ""), "");
  LLVMValueRef max_x = LLVMBuildOr(b, x, own, "");
  LLVMValueRef min_y = LLVMBuildAnd(b, y, LLVMBuildNot(b, other, ""), "");
  LLVMValueRef max_y = LLVMBuildOr(b, y, other, "");
  return LLVMBuildXor(b, LLVMBuildICmp(b, p, min_x, max_y, ""),
                      LLVMBuildICmp(b, p, max_x, min_y, ""), "");
}

static LLVMValueRef of_comparison(const qn_cpu_shadows *s, LLVMValueRef i) {
  const LLVMIntPredicate p = LLVMGetICmpPredicate(i);
  if (!is_number(LLVMTypeOf(LLVMGetOperand(i, 0))))
    return of_any_operand(s, i);
  return p == LLVMIntEQ || p == LLVMIntNE ? of_equal(s, i) : of_order(s, i);
}

// Where the condition is not known both are alike in what they agree on.
static LLVMValueRef of_select(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMBuilderRef b = s->builder;
  LLVMValueRef condition = LLVMGetOperand(i, 0);
  LLVMValueRef x = LLVMGetOperand(i, 1), y = LLVMGetOperand(i, 2);
  LLVMValueRef own = or_none(s, x), other = or_none(s, y);
  LLVMValueRef shadow = LLVMBuildSelect(b, condition, own, other, "");
  LLVMValueRef unsure = qn_cpu_shadow_of(s, condition);
  if (!unsure)
    return shadow;
  LLVMValueRef differ = LLVMConstAllOnes(LLVMTypeOf(shadow));
  if (is_number(LLVMTypeOf(x)))
    differ = LLVMBuildOr(b, LLVMBuildXor(b, x, y, ""),
                         LLVMBuildOr(b, own, other, ""), "");
  return LLVMBuildSelect(b, unsure, differ, shadow, "");
}

static LLVMValueRef of_extract(const qn_cpu_shadows *s, LLVMValueRef i) {
  LLVMValueRef from = qn_cpu_shadow_of(s, LLVMGetOperand(i, 0));
  LLVMValueRef index = qn_cpu_shadow_of(s, LLVMGetOperand(i, 1));
  LLVMValueRef shadow =
      from ? LLVMBuildExtractElement(s->builder, from, LLVMGetOperand(i, 1), "")
           : NULL;
  return join(s, shadow, index ? spread(s, index, type_for(s, i)) : NULL);
}

static LLVMValueRef of_shuffle(const qn_cpu_shadows *s, LLVMValueRef i) {
  enum { LANES_MAX = 64 };
  LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(i)));
  LLVMValueRef lanes[LANES_MAX];
  const unsigned count = LLVMGetNumMaskElements(i);
  if (count > LANES_MAX)
    return of_any_operand(s, i);
  for (unsigned k = 0; k < count; ++k) {
    const int lane = LLVMGetMaskValue(i, k);
    lanes[k] = LLVMConstInt(
        i32, lane == LLVMGetUndefMaskElem() ? 0 : (unsigned)lane, false);
  }
  return LLVMBuildShuffleVector(s->builder, or_none(s, LLVMGetOperand(i, 0)),
                                or_none(s, LLVMGetOperand(i, 1)),
                                LLVMConstVector(lanes, count), "");
}

static bool has_shadows(const qn_cpu_shadows *s, LLVMValueRef i) {
  for (int k = 0; k < LLVMGetNumOperands(i); ++k)
    if (qn_cpu_shadow_of(s, LLVMGetOperand(i, (unsigned)k)))
      return true;
  return false;
}

LLVMValueRef qn_cpu_shadow_build(const qn_cpu_shadows *s, LLVMValueRef i) {
  // What comes from code that never runs has none.
  if (!has_shadows(s, i))
    return LLVMConstNull(type_for(s, i));
  if (LLVMIsABinaryOperator(i))
    return of_binary(s, i);
  if (LLVMIsACastInst(i))
    return of_cast(s, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMICmp:
    return of_comparison(s, i);
  case LLVMSelect:
    return of_select(s, i);
  case LLVMFreeze:
    return qn_cpu_shadow_of(s, LLVMGetOperand(i, 0));
  case LLVMExtractElement:
    return of_extract(s, i);
  case LLVMInsertElement:
    return LLVMBuildInsertElement(s->builder, or_none(s, LLVMGetOperand(i, 0)),
                                  or_none(s, LLVMGetOperand(i, 1)),
                                  LLVMGetOperand(i, 2), "");
  case LLVMShuffleVector:
    return of_shuffle(s, i);
  default:
    return of_any_operand(s, i);
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/variables.h"

static bool has_pointer(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return true;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind:
    return has_pointer(LLVMGetElementType(type));
  case LLVMStructTypeKind:
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
      if (has_pointer(LLVMStructGetTypeAtIndex(type, i)))
        return true;
    return false;
  default:
    return false;
  }
}

static LLVMTypeRef without_pointers(qn_unit *unit, LLVMTypeRef type);

// NULL when out of memory.
static LLVMTypeRef struct_without(qn_unit *unit, LLVMTypeRef type) {
  const unsigned count = LLVMCountStructElementTypes(type);
  LLVMTypeRef *members = qn_arena_alloc(&unit->arena, count, sizeof(*members));
  for (unsigned i = 0; members && i < count; ++i) {
    members[i] = without_pointers(unit, LLVMStructGetTypeAtIndex(type, i));
    if (!members[i])
      return NULL;
  }
  return members ? LLVMStructTypeInContext(unit->context, members, count,
                                           LLVMIsPackedStruct(type))
                 : NULL;
}

static LLVMTypeRef without_pointers(qn_unit *unit, LLVMTypeRef type) {
  LLVMTypeRef element = NULL;
  if (!has_pointer(type))
    return type;
  switch (LLVMGetTypeKind(type)) {
  case LLVMArrayTypeKind:
    element = without_pointers(unit, LLVMGetElementType(type));
    return element ? LLVMArrayType2(element, LLVMGetArrayLength2(type)) : NULL;
  case LLVMVectorTypeKind:
    return LLVMVectorType(LLVMInt64TypeInContext(unit->context),
                          LLVMGetVectorSize(type));
  case LLVMStructTypeKind:
    return struct_without(unit, type);
  default:
    return LLVMInt64TypeInContext(unit->context);
  }
}

typedef struct settling {
  qn_unit *unit;
  LLVMBuilderRef b;
  LLVMTypeRef i64;
} settling;

static void replace(LLVMValueRef i, LLVMValueRef made) {
  LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
}

static bool settle_variable(settling *s, LLVMValueRef i) {
  LLVMTypeRef type = without_pointers(s->unit, LLVMGetAllocatedType(i));
  if (!type)
    return false;
  LLVMValueRef made =
      LLVMBuildArrayAlloca(s->b, type, LLVMGetOperand(i, 0), "");
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  replace(i, made);
  return true;
}

static bool settle_step(settling *s, LLVMValueRef i) {
  enum { INDICES_MAX = 16 };
  LLVMValueRef indices[INDICES_MAX];
  const unsigned count = LLVMGetNumIndices(i);
  LLVMTypeRef type = without_pointers(s->unit, LLVMGetGEPSourceElementType(i));
  if (!type || count > INDICES_MAX)
    return type;
  for (unsigned k = 0; k < count; ++k)
    indices[k] = LLVMGetOperand(i, k + 1);
  replace(i,
          LLVMBuildGEPWithNoWrapFlags(s->b, type, LLVMGetOperand(i, 0), indices,
                                      count, "", LLVMGEPGetNoWrapFlags(i)));
  return true;
}

static void settle_load(const settling *s, LLVMValueRef i) {
  LLVMValueRef made = LLVMBuildLoad2(s->b, s->i64, LLVMGetOperand(i, 0), "");
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  LLVMSetVolatile(made, LLVMGetVolatile(i));
  replace(i, LLVMBuildIntToPtr(s->b, made, LLVMTypeOf(i), ""));
}

static void settle_store(const settling *s, LLVMValueRef i) {
  LLVMValueRef value =
      LLVMBuildPtrToInt(s->b, LLVMGetOperand(i, 0), s->i64, "");
  LLVMValueRef made = LLVMBuildStore(s->b, value, LLVMGetOperand(i, 1));
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  LLVMSetVolatile(made, LLVMGetVolatile(i));
  LLVMInstructionEraseFromParent(i);
}

static bool is_private(LLVMValueRef address) {
  return LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0;
}

static bool is_pointer(LLVMValueRef value) {
  return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind;
}

static bool is_plain(LLVMValueRef access) {
  return LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

// False when out of memory.
static bool settle(settling *s, LLVMValueRef i) {
  LLVMPositionBuilderBefore(s->b, i);
  if (LLVMIsAAllocaInst(i) && has_pointer(LLVMGetAllocatedType(i)))
    return settle_variable(s, i);
  if (LLVMIsAGetElementPtrInst(i) && is_private(LLVMGetOperand(i, 0)) &&
      has_pointer(LLVMGetGEPSourceElementType(i)))
    return settle_step(s, i);
  if (LLVMIsALoadInst(i) && is_private(LLVMGetOperand(i, 0)) && is_pointer(i) &&
      is_plain(i))
    settle_load(s, i);
  else if (LLVMIsAStoreInst(i) && is_private(LLVMGetOperand(i, 1)) &&
           is_pointer(LLVMGetOperand(i, 0)) && is_plain(i))
    settle_store(s, i);
  return true;
}

qn_status qn_spirv_settle_variables(qn_unit *unit, qn_diag *diag) {
  settling s = {.unit = unit,
                .b = LLVMCreateBuilderInContext(unit->context),
                .i64 = LLVMInt64TypeInContext(unit->context)};
  bool good = true;
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i && good;
           i = next) {
        next = LLVMGetNextInstruction(i);
        good = settle(&s, i);
      }
  LLVMDisposeBuilder(s.b);
  return good ? qn_ok() : qn_fail_memory(diag, "the types of variables");
}

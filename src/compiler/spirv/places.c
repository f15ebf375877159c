// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/places.h"

#include <string.h>

#include "compiler/ir/ir.h"

// ---- Addresses

enum { INDICES_MAX = 8 };

// The type of what an address with all of its indices points to; NULL: in a
// struct, or not known.
static LLVMTypeRef pointee(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 2; type && k < (unsigned)LLVMGetNumOperands(address); ++k)
    type = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type)
                                                      : NULL;
  return type;
}

static bool has_one_use(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use && !LLVMGetNextUse(use);
}

// The address of the array's part, when `i` is an element of it.
static LLVMValueRef part_of(LLVMValueRef i) {
  LLVMValueRef part = LLVMGetOperand(i, 0);
  if (LLVMGetNumOperands(i) != 2 || !LLVMIsAGetElementPtrInst(part) ||
      !has_one_use(part) || LLVMGetNumOperands(part) >= INDICES_MAX ||
      LLVMGetTypeKind(LLVMTypeOf(part)) != LLVMPointerTypeKind)
    return NULL;
  LLVMTypeRef type = pointee(part);
  return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                 LLVMGetElementType(type) == LLVMGetGEPSourceElementType(i)
             ? part
             : NULL;
}

static LLVMValueRef join(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef part) {
  LLVMValueRef indices[INDICES_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(part) - 1;
  for (unsigned k = 0; k < count; ++k)
    indices[k] = LLVMGetOperand(part, k + 1);
  indices[count] = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef made =
      LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(part),
                    LLVMGetOperand(part, 0), indices, count + 1, "");
  LLVMSetIsInBounds(made, LLVMIsInBounds(i) && LLVMIsInBounds(part));
  return made;
}

void qn_spirv_join_places(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef part = LLVMIsAGetElementPtrInst(i) ? part_of(i) : NULL;
        if (!part)
          continue;
        LLVMReplaceAllUsesWith(i, join(b, i, part));
        LLVMInstructionEraseFromParent(i);
        LLVMInstructionEraseFromParent(part);
      }
  LLVMDisposeBuilder(b);
}

// ---- Accesses

// The type of what an address's last index counts; NULL: members of a struct.
static LLVMTypeRef counted(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 2; type && k < (unsigned)LLVMGetNumOperands(address); ++k) {
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    type = kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind
               ? LLVMGetElementType(type)
               : NULL;
  }
  return type;
}

static bool has_constants(LLVMValueRef address) {
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k)
    if (!LLVMIsAConstant(LLVMGetOperand(address, k)))
      return false;
  return true;
}

// Whether another address of the same pointer counts elements of another type.
static bool is_mixed(LLVMValueRef address) {
  LLVMTypeRef type = counted(address);
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMGetOperand(address, 0)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef other = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(other) &&
        LLVMGetOperand(other, 0) == LLVMGetOperand(address, 0) &&
        !has_constants(other) && counted(other) != type)
      return true;
  }
  return false;
}

static bool has_mixed(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsAGetElementPtrInst(i) && !has_constants(i) && is_mixed(i))
        return true;
  return false;
}

// Passes leave functions alone that have both.
static const char *const left_alone[] = {"optnone", "noinline"};
enum { WORDS = sizeof(left_alone) / sizeof(left_alone[0]) };

typedef struct before {
  LLVMValueRef function;
  bool had[WORDS];
} before;

static unsigned kind_of(size_t word) {
  return LLVMGetEnumAttributeKindForName(left_alone[word],
                                         strlen(left_alone[word]));
}

static void leave_alone(before *b) {
  const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(b->function));
  for (size_t i = 0; i < WORDS; ++i) {
    b->had[i] = LLVMGetEnumAttributeAtIndex(b->function, at, kind_of(i));
    if (!b->had[i])
      LLVMAddAttributeAtIndex(b->function, at,
                              LLVMCreateEnumAttribute(context, kind_of(i), 0));
  }
}

static void put_back(const before *b) {
  const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (size_t i = 0; i < WORDS; ++i)
    if (!b->had[i])
      LLVMRemoveEnumAttributeAtIndex(b->function, at, kind_of(i));
}

qn_status qn_spirv_join_accesses(qn_unit *unit, qn_diag *diag) {
  before *kept = NULL;
  size_t count = 0, capacity = 0;
  QN_EACH_FUNCTION (function, unit->module)
    if (has_mixed(function)) {
      before *more =
          qn_arena_grow(&unit->arena, kept, count, &capacity, sizeof(*kept));
      if (!more)
        return qn_fail_memory(diag, "a list of functions");
      kept = more;
      kept[count] = (before){.function = function};
      leave_alone(&kept[count++]);
    }
  const qn_status status =
      qn_ir_run_passes(unit->module, "function(load-store-vectorizer)",
                       unit->machine, false, diag);
  for (size_t i = 0; i < count; ++i)
    put_back(&kept[i]);
  return status;
}

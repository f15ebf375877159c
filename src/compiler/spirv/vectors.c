// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/vectors.h"

#include <string.h>

#include "compiler/ir/ir.h"

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

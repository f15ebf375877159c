// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/clone.h"

#include "base/alloc.h"

typedef struct cloning {
  LLVMValueRef from, to;
  LLVMBuilderRef b;
  qn_map made; // from values and blocks of `from`
  qn_diag *diag;
  qn_status status; // of noting
} cloning;

static void note(cloning *c, const void *from, const void *made) {
  if (!qn_failed(c->status))
    c->status = qn_map_put(&c->made, (uintptr_t)from, (uintptr_t)made, c->diag);
}

// What stands for a value; itself where it is none of the function's.
static void *made_of(const cloning *c, const void *from) {
  const uint64_t *made = qn_map_find(&c->made, (uintptr_t)from);
  return (void *)(uintptr_t)(made ? *made : (uintptr_t)from);
}

// ---- The function

static void copy_attributes(const cloning *c, LLVMAttributeIndex at) {
  LLVMAttributeRef attributes[64];
  const unsigned count = LLVMGetAttributeCountAtIndex(c->from, at);
  if (count > sizeof(attributes) / sizeof(attributes[0]))
    return;
  LLVMGetAttributesAtIndex(c->from, at, attributes);
  for (unsigned i = 0; i < count; ++i)
    LLVMAddAttributeAtIndex(c->to, at, attributes[i]);
}

static void copy_metadata(const cloning *c) {
  size_t count = 0;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(c->from, &count);
  for (unsigned i = 0; i < count; ++i)
    LLVMGlobalSetMetadata(c->to, LLVMValueMetadataEntriesGetKind(all, i),
                          LLVMValueMetadataEntriesGetMetadata(all, i));
  LLVMDisposeValueMetadataEntries(all);
}

static void declare(cloning *c, const char *name) {
  c->to = LLVMAddFunction(LLVMGetGlobalParent(c->from), name,
                          LLVMGlobalGetValueType(c->from));
  LLVMSetFunctionCallConv(c->to, LLVMGetFunctionCallConv(c->from));
  LLVMSetLinkage(c->to, LLVMGetLinkage(c->from));
  LLVMSetVisibility(c->to, LLVMGetVisibility(c->from));
  copy_attributes(c, (LLVMAttributeIndex)LLVMAttributeFunctionIndex);
  copy_attributes(c, LLVMAttributeReturnIndex);
  for (unsigned i = 0; i < LLVMCountParams(c->from); ++i) {
    copy_attributes(c, i + 1);
    note(c, LLVMGetParam(c->from, i), LLVMGetParam(c->to, i));
  }
  copy_metadata(c);
}

// ---- Its code

// With the operands of the original: values further down are not made yet.
static void copy_instruction(cloning *c, LLVMValueRef i) {
  LLVMValueRef made;
  if (LLVMIsAPHINode(i)) {
    made = LLVMBuildPhi(c->b, LLVMTypeOf(i), "");
  } else {
    made = LLVMInstructionClone(i);
    LLVMInsertIntoBuilder(c->b, made);
  }
  note(c, i, made);
}

static void complete_phi(const cloning *c, LLVMValueRef phi) {
  for (unsigned k = 0; k < LLVMCountIncoming(phi); ++k) {
    LLVMValueRef value = made_of(c, LLVMGetIncomingValue(phi, k));
    LLVMBasicBlockRef from = made_of(c, LLVMGetIncomingBlock(phi, k));
    LLVMAddIncoming(made_of(c, phi), &value, &from, 1);
  }
}

static void complete(const cloning *c, LLVMValueRef i) {
  LLVMValueRef made = made_of(c, i);
  if (LLVMIsAPHINode(i)) {
    complete_phi(c, i);
    return;
  }
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (!LLVMValueIsBasicBlock(operand))
      LLVMSetOperand(made, k, made_of(c, operand));
  }
  if (LLVMIsATerminatorInst(i))
    for (unsigned k = 0; k < LLVMGetNumSuccessors(i); ++k)
      LLVMSetSuccessor(made, k, made_of(c, LLVMGetSuccessor(i, k)));
}

static void copy_code(cloning *c) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(c->from));
  QN_EACH_BLOCK (block, c->from)
    note(c, block, LLVMAppendBasicBlockInContext(context, c->to, ""));
  QN_EACH_BLOCK (block, c->from) {
    LLVMPositionBuilderAtEnd(c->b, made_of(c, block));
    QN_EACH_INSTRUCTION (i, block)
      copy_instruction(c, i);
  }
  QN_EACH_BLOCK (block, c->from)
    QN_EACH_INSTRUCTION (i, block)
      complete(c, i);
}

qn_status qn_ir_clone(LLVMValueRef function, const char *name,
                      LLVMValueRef *out_clone, qn_diag *diag) {
  cloning c = {
      .from = function,
      .b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function))),
      .diag = diag,
      .status = qn_ok()};
  declare(&c, name);
  copy_code(&c);
  LLVMDisposeBuilder(c.b);
  qn_map_finish(&c.made);
  *out_clone = c.to;
  return c.status;
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/debug.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/cpu/context.h"
#include "compiler/contract/functions.h"

enum { DW_ATE_UNSIGNED = 7, DW_OP_DEREF = 0x06, DW_OP_PLUS_UCONST = 0x23 };

static const struct {
  const char *name;
  unsigned offset; // in the context
} variables[] = {
    {"threadIdx", QN_ITEM_THREAD_X},
    {"blockIdx", QN_ITEM_BLOCK_X},
    {"blockDim", QN_ITEM_BLOCK_DIM_X},
    {"gridDim", QN_ITEM_GRID_DIM_X},
};

// struct { unsigned x, y, z; }
static LLVMMetadataRef make_type(LLVMDIBuilderRef builder,
                                 LLVMMetadataRef scope, LLVMMetadataRef file) {
  static const char *const names[] = {"x", "y", "z"};
  enum { BITS = 32, COUNT = 3 };
  LLVMMetadataRef word = LLVMDIBuilderCreateBasicType(
      builder, "unsigned int", 12, BITS, DW_ATE_UNSIGNED, LLVMDIFlagZero);
  LLVMMetadataRef members[COUNT];
  for (unsigned i = 0; i < COUNT; ++i)
    members[i] = LLVMDIBuilderCreateMemberType(
        builder, scope, names[i], 1, file, 0, BITS, BITS, (uint64_t)i * BITS,
        LLVMDIFlagZero, word);
  return LLVMDIBuilderCreateStructType(
      builder, scope, "uint3", 5, file, 0, (uint64_t)COUNT * BITS, BITS,
      LLVMDIFlagZero, NULL, members, COUNT, 0, NULL, "", 0);
}

// Stores the context in the stack frame, where a debugger finds it at every
// line of code that is not optimised.
static LLVMValueRef keep_context(LLVMBuilderRef b, LLVMValueRef function) {
  LLVMValueRef context = qn_cpu_context_of(function);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef place = LLVMBuildAlloca(b, LLVMTypeOf(context), "quern.item");
  LLVMBuildStore(b, context, place);
  return place;
}

static void describe_one(LLVMDIBuilderRef builder, LLVMValueRef function) {
  LLVMMetadataRef scope = LLVMGetSubprogram(function);
  LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  const unsigned line = LLVMDISubprogramGetLine(scope);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMValueRef place = keep_context(b, function);
  LLVMDisposeBuilder(b);
  LLVMMetadataRef type = make_type(builder, scope, file);
  LLVMMetadataRef at =
      LLVMDIBuilderCreateDebugLocation(c, line, 0, scope, NULL);
  LLVMValueRef behind = LLVMGetNextInstruction(LLVMGetNextInstruction(place));
  for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); ++i) {
    uint64_t operations[] = {DW_OP_DEREF, DW_OP_PLUS_UCONST,
                             variables[i].offset};
    LLVMMetadataRef variable = LLVMDIBuilderCreateAutoVariable(
        builder, scope, variables[i].name, strlen(variables[i].name), file,
        line, type, false, LLVMDIFlagArtificial, 0);
    LLVMMetadataRef expression =
        LLVMDIBuilderCreateExpression(builder, operations, 3);
    LLVMDIBuilderInsertDeclareRecordBefore(builder, place, variable, expression,
                                           at, behind);
  }
}

qn_status qn_cpu_describe_items(unsigned count, LLVMValueRef const *functions,
                                LLVMModuleRef module, qn_diag *diag) {
  LLVMDIBuilderRef builder = LLVMCreateDIBuilder(module);
  if (!builder)
    return qn_fail_memory(diag, "debug information");
  for (unsigned i = 0; i < count; ++i)
    if (LLVMGetSubprogram(functions[i]) && !LLVMIsDeclaration(functions[i]))
      describe_one(builder, functions[i]);
  LLVMDIBuilderFinalize(builder);
  LLVMDisposeDIBuilder(builder);
  return qn_ok();
}

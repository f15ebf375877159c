// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/printf.h"

// OpenCL's constant address space in SPIR-V's numbering.
enum { AS_OPENCL_CONSTANT = 2 };

// The same string in the constant address space.
static LLVMValueRef constant_copy(qn_unit *unit, LLVMValueRef literal) {
  const qn_str name = qn_arena_printf(&unit->arena, "%.*s.constant",
                                      QN_STR_ARG(qn_ir_name(literal)));
  LLVMValueRef made = LLVMGetNamedGlobal(unit->module, name.data);
  if (made)
    return made;
  made =
      LLVMAddGlobalInAddressSpace(unit->module, LLVMGlobalGetValueType(literal),
                                  name.data, AS_OPENCL_CONSTANT);
  LLVMSetInitializer(made, LLVMGetInitializer(literal));
  LLVMSetGlobalConstant(made, true);
  LLVMSetLinkage(made, LLVMInternalLinkage);
  LLVMSetUnnamedAddress(made, LLVMGlobalUnnamedAddr);
  return made;
}

static LLVMValueRef opencl_printf(qn_unit *unit) {
  static const char name[] = "_Z6printfPU3AS2Kcz";
  LLVMValueRef found = LLVMGetNamedFunction(unit->module, name);
  if (found)
    return found;
  LLVMTypeRef format =
      LLVMPointerTypeInContext(unit->context, AS_OPENCL_CONSTANT);
  LLVMValueRef made =
      LLVMAddFunction(unit->module, name,
                      LLVMFunctionType(LLVMInt32TypeInContext(unit->context),
                                       &format, 1, true));
  LLVMSetFunctionCallConv(made, 75); // spir_func
  return made;
}

static qn_status rewrite(qn_unit *unit, LLVMBuilderRef b, LLVMValueRef call,
                         qn_diag *diag) {
  enum { VALUES_MAX = 64 };
  LLVMValueRef values[VALUES_MAX];
  const unsigned count = LLVMGetNumArgOperands(call);
  LLVMValueRef format = qn_ir_literal(LLVMGetOperand(call, 0));
  const qn_str caller =
      qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  if (!format || count > VALUES_MAX)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   format ? "a printf of %u arguments in '%.*s'; SPIR-V's "
                            "back end takes fewer"
                          : "the format of a printf (of %u arguments) in "
                            "'%.*s' is not a string literal, as SPIR-V wants",
                   count, QN_STR_ARG(caller));
  for (unsigned i = 0; i < count; ++i) {
    LLVMValueRef operand = LLVMGetOperand(call, i);
    LLVMValueRef literal = qn_ir_literal(operand);
    values[i] = literal ? constant_copy(unit, literal) : operand;
  }
  LLVMValueRef callee = opencl_printf(unit);
  LLVMPositionBuilderBefore(b, call);
  LLVMValueRef made = LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee,
                                     values, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(callee));
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  return qn_ok();
}

qn_status qn_spirv_lower_printf(qn_unit *unit, qn_diag *diag) {
  LLVMValueRef print = LLVMGetNamedFunction(unit->module, "printf");
  if (!print || !LLVMIsDeclaration(print))
    return qn_ok();
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef at = LLVMGetFirstInstruction(block), next;
           at && !qn_failed(status); at = next) {
        next = LLVMGetNextInstruction(at);
        if (qn_ir_callee(at) == print)
          status = rewrite(unit, b, at, diag);
      }
  LLVMDisposeBuilder(b);
  return status;
}

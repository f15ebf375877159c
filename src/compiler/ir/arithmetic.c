// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/arithmetic.h"

static LLVMValueRef number(LLVMValueRef like, int64_t value) {
  return LLVMConstInt(LLVMTypeOf(like), (uint64_t)value, true);
}

static LLVMValueRef is_number(LLVMBuilderRef b, LLVMValueRef x, int64_t value) {
  return LLVMBuildICmp(b, LLVMIntEQ, x, number(x, value), "");
}

static LLVMValueRef call(LLVMBuilderRef b, LLVMModuleRef module,
                         const char *name, LLVMTypeRef *types,
                         LLVMValueRef value) {
  LLVMValueRef callee = qn_ir_intrinsic(module, name, types, 2);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, &value, 1,
                        "");
}

// ---- Shifts

static LLVMValueRef shift(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0), count = LLVMGetOperand(i, 1);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const unsigned width = qn_ir_width(LLVMTypeOf(i));
  LLVMValueRef fits =
      LLVMBuildICmp(b, LLVMIntULT, count, number(count, width), "");
  // Of a literal, the comparison is one: its shift would be folded to poison.
  LLVMValueRef most = number(count, opcode == LLVMAShr ? width - 1 : 0);
  if (LLVMIsAConstantInt(count) || opcode == LLVMAShr)
    count = LLVMBuildSelect(b, fits, count, most, "");
  LLVMValueRef made = LLVMBuildBinOp(b, opcode, x, count, "");
  return opcode == LLVMAShr ? made
                            : LLVMBuildSelect(b, fits, made, number(x, 0), "");
}

static bool shift_fits(LLVMValueRef i) {
  LLVMValueRef count = LLVMGetOperand(i, 1);
  return LLVMIsAConstantInt(count) &&
         LLVMConstIntGetZExtValue(count) < qn_ir_width(LLVMTypeOf(i));
}

// ---- Divisions

// A divisor of 1 stands in for those that are special.
static LLVMValueRef divide(LLVMBuilderRef b, LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0), by = LLVMGetOperand(i, 1);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  LLVMValueRef none = is_number(b, by, 0);
  LLVMValueRef minus = is_signed ? is_number(b, by, -1) : NULL;
  LLVMValueRef special = is_signed ? LLVMBuildOr(b, none, minus, "") : none;
  LLVMValueRef made = LLVMBuildBinOp(
      b, opcode, x, LLVMBuildSelect(b, special, number(by, 1), by, ""), "");
  if (opcode == LLVMSDiv)
    made = LLVMBuildSelect(b, minus, LLVMBuildNeg(b, x, ""), made, "");
  return LLVMBuildSelect(b, none, number(x, -1), made, "");
}

static bool division_fits(LLVMValueRef i) {
  LLVMValueRef by = LLVMGetOperand(i, 1);
  return LLVMIsAConstantInt(by) && !LLVMIsNull(by) &&
         LLVMConstIntGetSExtValue(by) != -1;
}

// ---- Conversions

static bool is_conversion(LLVMValueRef i, const char *intrinsic,
                          LLVMOpcode opcode) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee ? qn_str_starts(qn_ir_name(callee), qn_str_from(intrinsic))
                : LLVMGetInstructionOpcode(i) == opcode;
}

// What is narrower is converted to 32 bits, and cut.
static LLVMValueRef convert(LLVMBuilderRef b, LLVMModuleRef module,
                            LLVMValueRef i) {
  LLVMValueRef x = LLVMGetOperand(i, 0);
  LLVMContextRef c = LLVMGetModuleContext(module);
  LLVMTypeRef type = LLVMTypeOf(i);
  const unsigned width = qn_ir_width(type);
  const bool is_wide = width > 32;
  LLVMTypeRef to = is_wide ? type : LLVMInt32TypeInContext(c);
  LLVMTypeRef types[] = {to, LLVMTypeOf(x)};
  LLVMValueRef made =
      call(b, module,
           is_conversion(i, "llvm.fptosi.sat", LLVMFPToSI) ? "llvm.fptosi.sat"
                                                           : "llvm.fptoui.sat",
           types, x);
  if (is_wide || LLVMGetTypeKind(LLVMTypeOf(x)) == LLVMDoubleTypeKind) {
    LLVMValueRef top =
        LLVMConstInt(to, UINT64_C(1) << (is_wide ? width - 1 : 31), false);
    made = LLVMBuildSelect(b, LLVMBuildFCmp(b, LLVMRealUNO, x, x, ""), top,
                           made, "");
  }
  return to == type ? made : LLVMBuildTrunc(b, made, type, "");
}

static bool has_range(LLVMValueRef i) {
  const unsigned width = qn_ir_width(LLVMTypeOf(i));
  return width > 1 && width <= 64;
}

// ---- All

// What `i` becomes, or NULL where it is defined as it is.
static LLVMValueRef define(LLVMBuilderRef b, LLVMModuleRef module,
                           LLVMValueRef i) {
  LLVMPositionBuilderBefore(b, i);
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
    return has_range(i) && !shift_fits(i) ? shift(b, i) : NULL;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
    return has_range(i) && !division_fits(i) ? divide(b, i) : NULL;
  case LLVMCall:
    if (!is_conversion(i, "llvm.fptosi.sat", LLVMFPToSI) &&
        !is_conversion(i, "llvm.fptoui.sat", LLVMFPToUI))
      return NULL;
    return has_range(i) ? convert(b, module, i) : NULL;
  case LLVMFPToSI:
  case LLVMFPToUI:
    return has_range(i) ? convert(b, module, i) : NULL;
  default:
    return NULL;
  }
}

// The lowest number's magnitude is itself, and there are 32 zeroes in 0.
static void define_call(LLVMValueRef i) {
  static const char *const names[] = {"llvm.abs.", "llvm.ctlz.", "llvm.cttz."};
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  for (size_t k = 0; callee && k < sizeof(names) / sizeof(names[0]); ++k)
    if (qn_str_starts(qn_ir_name(callee), qn_str_from(names[k])))
      LLVMSetOperand(i, 1, LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, 1))));
}

// What clang folded to poison is a number like any other.
static void define_operands(LLVMValueRef i) {
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); ++k) {
    LLVMValueRef operand = LLVMGetOperand(i, k);
    if (LLVMIsPoison(operand) && qn_ir_width(LLVMTypeOf(operand)))
      LLVMSetOperand(i, k, LLVMConstNull(LLVMTypeOf(operand)));
  }
}

static bool is_shift(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  return opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
}

static void define_all(LLVMModuleRef module, bool shifts_only) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (shifts_only && !is_shift(i))
          continue;
        define_operands(i);
        define_call(i);
        LLVMValueRef made = define(b, module, i);
        if (!made)
          continue;
        LLVMReplaceAllUsesWith(i, made);
        LLVMInstructionEraseFromParent(i);
      }
  LLVMDisposeBuilder(b);
}

void qn_ir_define_arithmetic(LLVMModuleRef module) {
  define_all(module, false);
}

void qn_ir_define_shifts(LLVMModuleRef module) { define_all(module, true); }

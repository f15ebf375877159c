// SPDX-License-Identifier: Apache-2.0
// Instructions of a packet that do not access memory.
#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/operation.h"
#include "compiler/spmd/emit/frame.h"

// What an instruction does. Indices in the grid are not negative in launches of
// packets, so by powers of 2 they are shifted and masked; LLVM would have to
// round towards 0.
static LLVMOpcode opcode_of(LLVMValueRef i) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if ((opcode != LLVMSDiv && opcode != LLVMSRem) ||
      !qn_spmd_is_total_index(LLVMGetOperand(i, 0)))
    return opcode;
  LLVMValueRef by = LLVMGetOperand(i, 1);
  if (!LLVMIsAConstantInt(by) || LLVMConstIntGetSExtValue(by) <= 0)
    return opcode;
  return opcode == LLVMSDiv ? LLVMUDiv : LLVMURem;
}

LLVMValueRef qn_spmd_clone(qn_spmd_emitter *e, LLVMValueRef i) {
  const unsigned count = (unsigned)LLVMGetNumOperands(i);
  LLVMValueRef operands[QN_SPMD_OPERANDS_MAX];
  const LLVMOpcode opcode = opcode_of(i);
  if (opcode != LLVMGetInstructionOpcode(i)) {
    LLVMValueRef first = qn_spmd_scalar(e, LLVMGetOperand(i, 0));
    return LLVMBuildBinOp(e->b, opcode, first,
                          qn_spmd_scalar(e, LLVMGetOperand(i, 1)), "");
  }
  for (unsigned k = 0; k < count; ++k)
    operands[k] = qn_spmd_scalar(e, LLVMGetOperand(i, k));
  LLVMValueRef made = LLVMInstructionClone(i);
  for (unsigned k = 0; k < count; ++k)
    LLVMSetOperand(made, k, operands[k]);
  LLVMInsertIntoBuilder(e->b, made);
  return made;
}

// ---- Linear values: arithmetic on lane 0's. That lane may be inactive, so
// flags about overflow are dropped.

static LLVMValueRef linear_address(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef indices[QN_SPMD_OPERANDS_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(i) - 1;
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef index = LLVMGetOperand(i, k + 1);
    const bool narrow =
        qn_spmd_is_strided(qn_spmd_shape_of(e->shapes, index)) &&
        LLVMGetIntTypeWidth(LLVMTypeOf(index)) < 8 * LLVMPointerSize(e->layout);
    indices[k] = narrow ? qn_spmd_widen(e, index, true, e->i64)
                        : qn_spmd_scalar(e, index);
  }
  return LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(i),
                       qn_spmd_scalar(e, LLVMGetOperand(i, 0)), indices, count,
                       "");
}

static LLVMValueRef linear_value(qn_spmd_emitter *e, LLVMValueRef i) {
  const LLVMOpcode opcode = opcode_of(i);
  LLVMValueRef a = LLVMGetOperand(i, 0);
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMShl:
  case LLVMAnd:
  case LLVMURem: // by a constant
  case LLVMSRem:
  case LLVMOr:
  case LLVMXor: // with -1
    return LLVMBuildBinOp(e->b, opcode == LLVMOr ? LLVMAdd : opcode,
                          qn_spmd_scalar(e, a),
                          qn_spmd_scalar(e, LLVMGetOperand(i, 1)), "");
  case LLVMSExt:
    return qn_spmd_widen(e, a, true, LLVMTypeOf(i));
  case LLVMZExt:
    return qn_spmd_widen(e, a, LLVMGetNNeg(i), LLVMTypeOf(i));
  case LLVMTrunc:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
    return LLVMBuildCast(e->b, opcode, qn_spmd_scalar(e, a), LLVMTypeOf(i), "");
  case LLVMFreeze:
    return LLVMBuildFreeze(e->b, qn_spmd_scalar(e, a), "");
  case LLVMSelect:
    return LLVMBuildSelect(e->b, qn_spmd_scalar(e, a),
                           qn_spmd_scalar(e, LLVMGetOperand(i, 1)),
                           qn_spmd_scalar(e, LLVMGetOperand(i, 2)), "");
  case LLVMGetElementPtr:
    return linear_address(e, i);
  default:
    qn_spmd_unforeseen(e, i, "an unknown kind of index");
    return LLVMGetPoison(LLVMTypeOf(i));
  }
}

// ---- Varying values

static bool divides(LLVMOpcode opcode) {
  return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem ||
         opcode == LLVMSRem;
}

// Machines divide no vectors of integers: LLVM would do it lane by lane. A
// quotient a / b that is no integer is at least 1 / b below the next one, which
// is 1 / a of it: more than half a unit in the last place of a floating-point
// number with more bits than a has, so it is not rounded up to that integer.
static bool divides_in_real(const qn_spmd_emitter *e, LLVMValueRef i) {
  return e->machine.madd_bits && divides(LLVMGetInstructionOpcode(i)) &&
         !LLVMIsAConstant(LLVMGetOperand(i, 1)) &&
         LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 32;
}

static LLVMValueRef divide_in_real(qn_spmd_emitter *e, LLVMValueRef i,
                                   LLVMValueRef a, LLVMValueRef b) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  const bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMTypeRef real = LLVMVectorType(LLVMGetIntTypeWidth(LLVMTypeOf(i)) <= 16
                                        ? LLVMFloatTypeInContext(e->context)
                                        : LLVMDoubleTypeInContext(e->context),
                                    e->width);
  const LLVMOpcode to = is_signed ? LLVMSIToFP : LLVMUIToFP;
  LLVMValueRef quotient =
      LLVMBuildFDiv(e->b, LLVMBuildCast(e->b, to, a, real, ""),
                    LLVMBuildCast(e->b, to, b, real, ""), "");
  quotient = LLVMBuildCast(e->b, is_signed ? LLVMFPToSI : LLVMFPToUI, quotient,
                           type, "");
  return opcode == LLVMUDiv || opcode == LLVMSDiv
             ? quotient
             : LLVMBuildSub(e->b, a, LLVMBuildMul(e->b, quotient, b, ""), "");
}

static LLVMValueRef varying_binary(qn_spmd_emitter *e, LLVMValueRef i) {
  const LLVMOpcode opcode = opcode_of(i);
  LLVMValueRef a = qn_spmd_vector(e, LLVMGetOperand(i, 0));
  LLVMValueRef b = qn_spmd_vector(e, LLVMGetOperand(i, 1));
  if (divides(opcode) && e->mask)
    b = LLVMBuildSelect(e->b, e->mask, b,
                        qn_spmd_splat(e, LLVMConstInt(LLVMTypeOf(i), 1, false)),
                        "");
  if (divides_in_real(e, i))
    return divide_in_real(e, i, a, b);
  LLVMValueRef made = LLVMBuildBinOp(e->b, opcode, a, b, "");
  qn_ir_copy_flags(i, made);
  return made;
}

static LLVMValueRef varying_address(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef indices[QN_SPMD_OPERANDS_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(i) - 1;
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef index = LLVMGetOperand(i, k + 1);
    indices[k] = qn_spmd_is_uniform(e->shapes, index)
                     ? qn_spmd_scalar(e, index)
                     : qn_spmd_vector(e, index);
  }
  LLVMValueRef base = LLVMGetOperand(i, 0);
  return LLVMBuildGEP2(e->b, LLVMGetGEPSourceElementType(i),
                       qn_spmd_is_uniform(e->shapes, base)
                           ? qn_spmd_scalar(e, base)
                           : qn_spmd_vector(e, base),
                       indices, count, "");
}

static LLVMValueRef varying_select(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef condition = LLVMGetOperand(i, 0);
  LLVMValueRef a = qn_spmd_vector(e, LLVMGetOperand(i, 1));
  LLVMValueRef b = qn_spmd_vector(e, LLVMGetOperand(i, 2));
  if (qn_spmd_is_uniform(e->shapes, condition))
    return LLVMBuildSelect(e->b, qn_spmd_scalar(e, condition), a, b, "");
  LLVMValueRef made = qn_spmd_blend(e, qn_spmd_vector(e, condition), a, b);
  qn_ir_copy_flags(i, made);
  return made;
}

static LLVMValueRef varying_cast(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMTypeRef type = qn_spmd_vector_type(e, LLVMTypeOf(i));
  LLVMValueRef from = qn_spmd_vector(e, LLVMGetOperand(i, 0));
  if (!type)
    return LLVMGetPoison(LLVMTypeOf(i));
  LLVMValueRef made =
      LLVMBuildCast(e->b, LLVMGetInstructionOpcode(i), from, type, "");
  qn_ir_copy_flags(i, made);
  return made;
}

static bool has_scalar_type(LLVMValueRef value) {
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  return kind != LLVMVectorTypeKind && kind != LLVMArrayTypeKind &&
         kind != LLVMStructTypeKind;
}

static LLVMValueRef varying_value(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef made;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  switch (opcode) {
  case LLVMICmp:
    made = qn_spmd_compare_narrow(e, i);
    return made ? made
                : LLVMBuildICmp(e->b, LLVMGetICmpPredicate(i),
                                qn_spmd_vector(e, LLVMGetOperand(i, 0)),
                                qn_spmd_vector(e, LLVMGetOperand(i, 1)), "");
  case LLVMFCmp:
    made = LLVMBuildFCmp(e->b, LLVMGetFCmpPredicate(i),
                         qn_spmd_vector(e, LLVMGetOperand(i, 0)),
                         qn_spmd_vector(e, LLVMGetOperand(i, 1)), "");
    qn_ir_copy_flags(i, made);
    return made;
  case LLVMFNeg:
    made = LLVMBuildFNeg(e->b, qn_spmd_vector(e, LLVMGetOperand(i, 0)), "");
    qn_ir_copy_flags(i, made);
    return made;
  case LLVMSelect:
    return varying_select(e, i);
  case LLVMFreeze:
    return LLVMBuildFreeze(e->b, qn_spmd_vector(e, LLVMGetOperand(i, 0)), "");
  case LLVMGetElementPtr:
    return varying_address(e, i);
  case LLVMExtractValue:
    if (LLVMGetNumIndices(i) != 1)
      break;
    return LLVMBuildExtractValue(e->b, qn_spmd_vector(e, LLVMGetOperand(i, 0)),
                                 LLVMGetIndices(i)[0], "");
  case LLVMInsertValue:
    if (LLVMGetNumIndices(i) != 1)
      break;
    return LLVMBuildInsertValue(e->b, qn_spmd_vector(e, LLVMGetOperand(i, 0)),
                                qn_spmd_vector(e, LLVMGetOperand(i, 1)),
                                LLVMGetIndices(i)[0], "");
  default:
    if (LLVMIsABinaryOperator(i) && has_scalar_type(i))
      return varying_binary(e, i);
    if (LLVMIsACastInst(i) && has_scalar_type(i) &&
        has_scalar_type(LLVMGetOperand(i, 0)))
      return varying_cast(e, i);
  }
  qn_spmd_unforeseen(e, i, "vectors and arrays that differ between work-items");
  return LLVMGetPoison(LLVMTypeOf(i));
}

// ---- Private variables: one copy for each lane

// Defines the addresses; each row's copies follow those of the row before.
static void define_rows(qn_spmd_emitter *e, LLVMValueRef i, LLVMValueRef all) {
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, i);
  const unsigned rows = shape.kind == QN_SPMD_ROWS ? e->rows : 1;
  for (e->row = 0; e->row < rows; ++e->row) {
    LLVMValueRef at =
        qn_spmd_int(e, e->i64, (uint64_t)shape.stride * e->columns * e->row);
    qn_spmd_define(e, i,
                   e->row ? LLVMBuildGEP2(e->b, e->i8, all, &at, 1, "") : all);
  }
  e->row = 0;
}

static void private_variable(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef copies = LLVMGetOperand(i, 0);
  LLVMValueRef in_frame = qn_spmd_frame_variable(e, i);
  if (in_frame) {
    define_rows(e, i, in_frame);
    return;
  }
  const uint64_t count = LLVMConstIntGetZExtValue(copies) * e->width;
  LLVMValueRef made = qn_spmd_variable(
      e, LLVMArrayType2(LLVMGetAllocatedType(i), count), "private");
  LLVMSetAlignment(made, LLVMGetAlignment(i));
  define_rows(e, i, made);
}

// ---- All

static bool divides_uniform(const qn_spmd_emitter *e, LLVMValueRef i) {
  return qn_spmd_is_uniform(e->shapes, i) &&
         divides(LLVMGetInstructionOpcode(i));
}

bool qn_spmd_needs_lane(const qn_spmd_emitter *e, LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block) {
    if (divides_uniform(e, i) || LLVMIsAStoreInst(i) ||
        LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i) ||
        LLVMIsAFenceInst(i))
      return true;
    if (LLVMIsALoadInst(i) && qn_spmd_context_field(i) < 0)
      return true;
    LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
    if (LLVMIsACallInst(i) &&
        (!callee || !qn_str_starts(qn_ir_name(callee), QN_STR("llvm."))))
      return true;
  }
  return false;
}

// In packets of one work-item all is as in the source, but for its barriers.
static void do_single(qn_spmd_emitter *e, LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  const qn_spmd_known *known =
      callee ? qn_spmd_known_intrinsic(qn_ir_name(callee)) : NULL;
  if (LLVMIsAPHINode(i) || qn_spmd_is_barrier(i) ||
      (known && known->kind == QN_SPMD_NO_OPERATION))
    return;
  if (qn_spmd_context_field(i) >= 0) {
    qn_spmd_load(e, i);
    return;
  }
  if (qn_devlib_is_check(qn_devlib_called_by(i))) {
    qn_spmd_check(e, i);
    return;
  }
  LLVMValueRef made = qn_spmd_clone(e, i);
  if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
    qn_spmd_define(e, i, made);
}

void qn_spmd_instruction(qn_spmd_emitter *e, LLVMValueRef i) {
  if (e->width == 1) {
    do_single(e, i);
    return;
  }
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMPHI:
    return;
  case LLVMAlloca:
    private_variable(e, i);
    return;
  case LLVMLoad:
    qn_spmd_load(e, i);
    return;
  case LLVMStore:
    qn_spmd_store(e, i);
    return;
  case LLVMCall:
    qn_spmd_call(e, i);
    return;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    qn_spmd_atomic(e, i);
    return;
  case LLVMFence:
    qn_spmd_clone(e, i);
    return;
  case LLVMInvoke:
  case LLVMVAArg:
  case LLVMLandingPad:
    qn_spmd_unforeseen(e, i, "an exception or a variable argument list");
    return;
  default:
    break;
  }
  const qn_spmd_shape shape = qn_spmd_shape_of(e->shapes, i);
  if (shape.kind == QN_SPMD_VARYING) {
    qn_spmd_define(e, i, varying_value(e, i));
    return;
  }
  const unsigned rows = shape.kind == QN_SPMD_ROWS ? e->rows : 1;
  for (e->row = 0; e->row < rows; ++e->row)
    qn_spmd_define(e, i,
                   qn_spmd_is_strided(shape) ? linear_value(e, i)
                                             : qn_spmd_clone(e, i));
  e->row = 0;
}

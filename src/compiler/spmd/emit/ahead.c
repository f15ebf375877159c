// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/ahead.h"

#include "compiler/ir/lines.h"
#include "compiler/spmd/emit/emit.h"
#include "quern/cpu_abi.h"

// The operands of the calls (contract/functions.def).
enum { ADDRESS = 1, SIZE = 2, HOW = 3, VALUE = 4 };

// What an instruction is to the two copies.
typedef enum part {
  IN_BOTH,
  WORK,           // of the plain one alone
  BARRIER,        // the same, as a call
  READ,           // the same, from memory that kernels write
  CHECK_OF_GROUP, // of neither
  CHECK_OF_HEAP,  // of that in front
  REFUSED,        // there are no copies
} part;

// ---- What a kernel does

static bool is_parameter(LLVMValueRef load) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(load));
  LLVMValueRef address = LLVMGetOperand(load, 0);
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return address == LLVMGetParam(function, 0) ||
         address == LLVMGetParam(function, 1);
}

static part part_of_address(LLVMValueRef address) {
  return qn_spmd_is_group_memory(address)  ? CHECK_OF_GROUP
         : qn_spmd_is_by_argument(address) ? CHECK_OF_HEAP
                                           : REFUSED;
}

static bool is_atomic(LLVMValueRef check) {
  return LLVMConstIntGetZExtValue(LLVMGetOperand(check, HOW)) &
         QN_CPU_ACCESS_ATOMIC;
}

// Shadows are those of device memory, which are looked at in front, and of what
// was made of it.
static part part_of_check(LLVMValueRef i, qn_devlib_function function) {
  switch (function) {
  case QN_DEVLIB_CHECK_ACCESS:
    return is_atomic(i) ? REFUSED : part_of_address(LLVMGetOperand(i, ADDRESS));
  case QN_DEVLIB_CHECK_OBJECT:
    return is_atomic(i) || !qn_devlib_is_access_of(i, QN_CHECK_SHARED)
               ? REFUSED
               : CHECK_OF_GROUP;
  case QN_DEVLIB_CHECK_SHADOW:
    return part_of_address(LLVMGetOperand(i, ADDRESS));
  case QN_DEVLIB_CHECK_VALUE:
  case QN_DEVLIB_CHECK_STORED:
    return CHECK_OF_GROUP;
  default:
    return REFUSED;
  }
}

static part part_of(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  if (qn_devlib_is_check(function))
    return part_of_check(i, function);
  if (function == QN_DEVLIB_BARRIER)
    return BARRIER;
  if (LLVMIsAStoreInst(i))
    return LLVMGetVolatile(i) ||
                   LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic
               ? REFUSED
               : WORK;
  if (LLVMIsAAllocaInst(i) || qn_spmd_has_effect(i))
    return REFUSED;
  return LLVMIsALoadInst(i) && !is_parameter(i) ? READ : IN_BOTH;
}

// ---- What depends on what is read

static qn_status mark(qn_map *marks, LLVMValueRef value, qn_diag *diag) {
  if (qn_map_find(marks, (uintptr_t)value))
    return qn_ok();
  QN_TRY(qn_map_put(marks, (uintptr_t)value, 1, diag));
  for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
    QN_TRY(mark(marks, LLVMGetUser(use), diag));
  return qn_ok();
}

static bool is_marked(const qn_map *marks, LLVMValueRef value) {
  return qn_map_find(marks, (uintptr_t)value) != NULL;
}

// Whether it decides what is looked at in front, by something that was read.
static bool decides(const qn_map *marks, LLVMValueRef i) {
  return LLVMIsATerminatorInst(i)
             ? is_marked(marks, i)
             : part_of(i) == CHECK_OF_HEAP &&
                   (is_marked(marks, LLVMGetOperand(i, ADDRESS)) ||
                    is_marked(marks, LLVMGetOperand(i, SIZE)));
}

static qn_status may_split(LLVMValueRef item, qn_map *marks, bool *out_may,
                           qn_diag *diag) {
  bool may = true;
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      const part p = part_of(i);
      may = may && p != REFUSED;
      if (p == READ || qn_devlib_called_by(i) == QN_DEVLIB_CHECK_SHADOW)
        QN_TRY(mark(marks, i, diag));
    }
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      may = may && !decides(marks, i);
  *out_may = may;
  return qn_ok();
}

// ---- The copies

// Shadows that are left out are 0: all was written.
static void leave_out(LLVMValueRef i) {
  LLVMTypeRef type = LLVMTypeOf(i);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
    LLVMReplaceAllUsesWith(i, LLVMConstNull(type));
  LLVMInstructionEraseFromParent(i);
}

static bool is_check(part p) {
  return p == CHECK_OF_GROUP || p == CHECK_OF_HEAP;
}

static void keep_part(LLVMValueRef made, bool ahead) {
  QN_EACH_BLOCK (block, made)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      const part p = part_of(i);
      next = LLVMGetNextInstruction(i);
      if (p == IN_BOTH)
        continue;
      if (ahead ? p != CHECK_OF_HEAP : is_check(p))
        leave_out(i);
      else if (ahead && qn_devlib_called_by(i) == QN_DEVLIB_CHECK_ACCESS)
        LLVMSetOperand(i, VALUE,
                       LLVMConstNull(LLVMTypeOf(LLVMGetOperand(i, VALUE))));
    }
}

static qn_status copy(LLVMValueRef item, LLVMTargetMachineRef machine,
                      bool ahead, LLVMValueRef *out_made, qn_diag *diag) {
  static const char pipeline[] =
      "instcombine<no-verify-fixpoint>,simplifycfg,adce,loop-simplify,lcssa,"
      "loop(loop-rotate,indvars,loop-deletion),"
      "instcombine<no-verify-fixpoint>,simplifycfg,instsimplify,adce,"
      "mergereturn,lower-switch,loop-simplify,lcssa";
  QN_TRY(qn_lines_clone(item, ahead ? "quern.ahead" : "quern.plain", out_made,
                        diag));
  keep_part(*out_made, ahead);
  return qn_ir_run_function_passes(*out_made, pipeline, machine, diag);
}

qn_status qn_spmd_split_checks(LLVMValueRef item, LLVMTargetMachineRef machine,
                               qn_spmd_split *out_split, qn_diag *diag) {
  qn_map marks = {0};
  bool may = false;
  *out_split = (qn_spmd_split){0};
  const qn_status status = may_split(item, &marks, &may, diag);
  qn_map_finish(&marks);
  if (qn_failed(status) || !may)
    return status;
  QN_TRY(copy(item, machine, true, &out_split->ahead, diag));
  return copy(item, machine, false, &out_split->plain, diag);
}

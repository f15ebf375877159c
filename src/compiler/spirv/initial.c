// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/initial.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/clone.h"
#include "compiler/spirv/start.h"
#include "metadata/record/spirv.h"

enum { INSTRUCTIONS_MAX = 2000 }; // drivers compile each kernel for long

typedef struct constant {
  LLVMValueRef global;
  LLVMValueRef twin; // with the same initialiser, and truly constant
} constant;

typedef struct initial {
  qn_unit *unit;
  constant *constants;
  size_t count;
} initial;

// ---- Constants that only the host can write

// By which the runtime finds the variable.
static bool is_of_start(LLVMValueRef i) {
  LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(i));
  return qn_str_equal(qn_ir_name(function), QN_STR(QN_SPIRV_START));
}

// Of constants that nothing uses any more some are left.
static bool is_part(LLVMValueRef user) {
  if (!LLVMIsAConstantExpr(user))
    return LLVMIsAGetElementPtrInst(user);
  const LLVMOpcode opcode = LLVMGetConstOpcode(user);
  return opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast ||
         opcode == LLVMPtrToInt || !LLVMGetFirstUse(user);
}

static bool only_loaded(LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) ||
        (LLVMIsAInstruction(user) && is_of_start(user)))
      continue;
    if (!is_part(user) || !only_loaded(user))
      return false;
  }
  return true;
}

static bool is_known(LLVMValueRef global) {
  LLVMValueRef value = LLVMGetInitializer(global);
  return value && qn_ir_address_space(global) == QN_AS_GLOBAL &&
         !LLVMIsNull(value) && !LLVMIsUndef(value) &&
         !qn_spirv_has_address(value) && only_loaded(global);
}

static qn_status find_constants(initial *s, qn_diag *diag) {
  const qn_record *record = &s->unit->record;
  s->constants = qn_arena_alloc(&s->unit->arena, record->global_count + 1,
                                sizeof(*s->constants));
  if (!s->constants)
    return qn_fail_memory(diag, "constants");
  for (size_t i = 0; i < record->global_count; ++i) {
    const qn_str name = record->globals[i].name;
    LLVMValueRef global =
        LLVMGetNamedGlobalWithLength(s->unit->module, name.data, name.size);
    if (record->globals[i].constant && global && is_known(global))
      s->constants[s->count++] = (constant){global, NULL};
  }
  return qn_ok();
}

// ---- Kernels

// The constant that a known address lies in.
static LLVMValueRef named_in(LLVMValueRef address) {
  while (LLVMIsAConstantExpr(address))
    address = LLVMGetOperand(address, 0);
  return address;
}

// Whether something that a kernel loads would be known.
static bool would_know(const initial *s, LLVMValueRef kernel) {
  size_t instructions = 0;
  bool found = false;
  QN_EACH_BLOCK (block, kernel)
    QN_EACH_INSTRUCTION (i, block) {
      if (++instructions > INSTRUCTIONS_MAX)
        return false;
      for (size_t k = 0; LLVMIsALoadInst(i) && k < s->count; ++k)
        found |= !LLVMGetVolatile(i) &&
                 named_in(LLVMGetOperand(i, 0)) == s->constants[k].global;
    }
  return found;
}

static void make_twins(initial *s) {
  for (size_t k = 0; k < s->count; ++k) {
    LLVMValueRef global = s->constants[k].global;
    LLVMValueRef twin = LLVMAddGlobalInAddressSpace(
        s->unit->module, LLVMGlobalGetValueType(global), "initial",
        qn_ir_address_space(global));
    LLVMSetInitializer(twin, LLVMGetInitializer(global));
    LLVMSetGlobalConstant(twin, true);
    LLVMSetLinkage(twin, LLVMInternalLinkage);
    LLVMSetAlignment(twin, LLVMGetAlignment(global));
    s->constants[k].twin = twin;
  }
}

// What is not known even so is loaded from the variable itself.
static void drop_twins(const initial *s) {
  for (size_t k = 0; k < s->count; ++k) {
    LLVMReplaceAllUsesWith(s->constants[k].twin, s->constants[k].global);
    LLVMDeleteGlobal(s->constants[k].twin);
  }
}

static qn_status add_kernel(const initial *s, const qn_kernel *record,
                            qn_diag *diag) {
  LLVMModuleRef module = s->unit->module;
  LLVMValueRef kernel = LLVMGetNamedFunctionWithLength(
      module, record->name.data, record->name.size);
  LLVMValueRef clone;
  if (!kernel || LLVMIsDeclaration(kernel) || LLVMGetSubprogram(kernel) ||
      !would_know(s, kernel))
    return qn_ok();
  const qn_str name = qn_arena_printf(&s->unit->arena, QN_SPIRV_INITIAL "%.*s",
                                      QN_STR_ARG(record->name));
  if (!name.data)
    return qn_fail_memory(diag, "a kernel's name");
  QN_TRY(qn_ir_clone(kernel, name.data, &clone, diag));
  for (size_t k = 0; k < s->count; ++k)
    qn_ir_replace_global(clone, s->constants[k].global, s->constants[k].twin);
  return qn_ir_run_function_passes(clone, "instsimplify", s->unit->machine,
                                   diag);
}

qn_status qn_spirv_add_initial(qn_unit *unit, qn_diag *diag) {
  initial s = {.unit = unit};
  qn_status status = qn_ok();
  QN_TRY(find_constants(&s, diag));
  if (!s.count)
    return status;
  make_twins(&s);
  for (size_t i = 0; i < unit->record.kernel_count && !qn_failed(status); ++i)
    status = add_kernel(&s, &unit->record.kernels[i], diag);
  drop_twins(&s);
  return status;
}

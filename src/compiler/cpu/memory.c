// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/memory.h"

#include <llvm-c/Target.h>

#include "base/alloc.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/sanitize.h"
#include "compiler/contract/cost.h"
#include "compiler/contract/functions.h"
#include "compiler/spmd/analysis/shape.h"
#include "quern/cpu_abi.h"

// Alignment of a group's shared memory and of the dynamic part's start: a cache
// line, enough for every vector type.
enum { SHARED_ALIGNMENT = 64 };

// ---- Shared variables

// The address of the group's shared memory plus `offset`, computed at the start
// of `function`.
static LLVMValueRef shared_address(LLVMValueRef function, uint64_t offset) {
  LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  LLVMTypeRef pointer = LLVMPointerTypeInContext(c, 0);
  LLVMTypeRef i8 = LLVMInt8TypeInContext(c);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef at = LLVMConstInt(i64, QN_ITEM_SHARED, false);
  LLVMValueRef field =
      LLVMBuildInBoundsGEP2(b, i8, qn_cpu_context_of(function), &at, 1, "");
  LLVMValueRef base = LLVMBuildLoad2(b, pointer, field, "shared");
  LLVMValueRef skip = LLVMConstInt(i64, offset, false);
  LLVMValueRef address = LLVMBuildInBoundsGEP2(b, i8, base, &skip, 1, "");
  LLVMDisposeBuilder(b);
  return address;
}

// Casts between address spaces have no effect here: replaces them by their
// operand.
static void forward_casts(LLVMValueRef value, LLVMValueRef plain) {
  for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAAddrSpaceCastInst(user) &&
        LLVMGetPointerAddressSpace(LLVMTypeOf(user)) == 0) {
      LLVMReplaceAllUsesWith(user, plain);
      LLVMInstructionEraseFromParent(user);
    }
  }
}

// Replaces the uses of `global` in one function by its address.
static void replace_in(LLVMValueRef function, LLVMValueRef global,
                       uint64_t offset) {
  if (LLVMIsDeclaration(function) || !qn_ir_uses(function, global))
    return;
  LLVMValueRef address = shared_address(function, offset);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(address));
  LLVMValueRef cast =
      LLVMBuildAddrSpaceCast(b, address, LLVMTypeOf(global), "");
  LLVMDisposeBuilder(b);
  qn_ir_replace_global(function, global, cast);
  forward_casts(cast, address);
  if (!LLVMGetFirstUse(cast))
    LLVMInstructionEraseFromParent(cast);
}

static qn_status place_shared(qn_unit *unit, LLVMValueRef global,
                              uint64_t offset, qn_diag *diag) {
  QN_TRY(qn_ir_check_initializers(unit->module, global, diag));
  QN_EACH_FUNCTION (function, unit->module)
    replace_in(function, global, offset);
  if (!qn_ir_delete_unused(unit->module, global))
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
                   "a use of shared variable '%.*s' is left",
                   QN_STR_ARG(qn_ir_name(global)));
  return qn_ok();
}

static bool has_zones(const qn_unit *unit) {
  return qn_cpu_is_sanitized(unit) ||
         qn_cpu_checks_in(unit) & QN_CPU_CHECK_MEMORY;
}

// The size with a red zone after it, in images that have them.
static uint64_t guard(qn_unit *unit, uint64_t size) {
  if (!has_zones(unit))
    return size;
  const uint64_t end =
      qn_align_up(size, QN_SHARED_RED_ZONE) + QN_SHARED_RED_ZONE;
  qn_buffer_u32(&unit->red_zones, (uint32_t)size);
  qn_buffer_u32(&unit->red_zones, (uint32_t)(end - size));
  return end;
}

// Where a variable may begin. Large ones are at a cache line's start, so that a
// packet's rows do not cross lines, and that a kernel's code is not another one
// because of what else is in the image. In images with red zones there is none
// between them that would be nobody's.
static uint64_t place_of(const qn_unit *unit, LLVMValueRef global,
                         uint64_t size) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(unit->module);
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  const unsigned stated = LLVMGetAlignment(global);
  uint64_t alignment = stated ? stated : LLVMABIAlignmentOfType(td, type);
  const uint64_t own = LLVMABISizeOfType(td, type);
  while (!has_zones(unit) && alignment < SHARED_ALIGNMENT &&
         2 * alignment <= own)
    alignment *= 2;
  return qn_align_up(size, alignment);
}

static qn_status lower_shared(qn_unit *unit, uint64_t *out_size,
                              qn_diag *diag) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(unit->module);
  uint64_t size = 0;
  // Static variables first, then all dynamic ones at the same offset.
  for (int dynamic = 0; dynamic < 2; ++dynamic) {
    if (dynamic)
      size = qn_align_up(size, SHARED_ALIGNMENT);
    for (LLVMValueRef global = LLVMGetFirstGlobal(unit->module), next; global;
         global = next) {
      next = LLVMGetNextGlobal(global);
      if (qn_ir_address_space(global) != QN_AS_SHARED ||
          qn_ir_is_dynamic_shared(global) != (dynamic == 1))
        continue;
      const uint64_t own =
          LLVMABISizeOfType(td, LLVMGlobalGetValueType(global));
      if (!dynamic)
        size = place_of(unit, global, size);
      QN_TRY(place_shared(unit, global, size, diag));
      if (!dynamic)
        size = guard(unit, size + own);
    }
  }
  unit->shared_end = (uint32_t)size;
  *out_size = size + (has_zones(unit) ? QN_SHARED_TAIL : 0);
  return qn_buffer_check(&unit->red_zones, diag);
}

// ---- Device and constant variables

// The metadata of variables that kernels only read.
static const char constant_name[] = "quern.constant";

static void mark_constant(LLVMModuleRef module, LLVMValueRef global) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMGlobalSetMetadata(global, qn_ir_metadata_kind(context, constant_name),
                        LLVMMDNodeInContext2(context, NULL, 0));
}

static void move_to_memory(LLVMModuleRef module, LLVMValueRef global) {
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  LLVMValueRef made = LLVMAddGlobal(module, type, "");
  const bool visible = LLVMGetLinkage(global) == LLVMExternalLinkage;
  LLVMSetInitializer(made, LLVMGetInitializer(global));
  LLVMSetAlignment(made, LLVMGetAlignment(global));
  LLVMSetLinkage(made, LLVMGetLinkage(global));
  // The host may write a __constant__ variable before a launch.
  LLVMSetGlobalConstant(made, LLVMIsGlobalConstant(global) && !visible);
  LLVMSetExternallyInitialized(made, LLVMIsExternallyInitialized(global));
  if (qn_ir_address_space(global) == QN_AS_CONSTANT)
    mark_constant(module, made);
  char *name = LLVMCreateMessage(qn_ir_name(global).data);
  LLVMSetValueName2(global, "", 0);
  LLVMSetValueName2(made, name, strlen(name));
  LLVMDisposeMessage(name);
  // Casts first, so that no cast of a cast is left.
  for (LLVMUseRef use = LLVMGetFirstUse(global); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAConstantExpr(user) &&
        LLVMGetConstOpcode(user) == LLVMAddrSpaceCast &&
        LLVMGetPointerAddressSpace(LLVMTypeOf(user)) == 0)
      LLVMReplaceAllUsesWith(user, made);
  }
  if (LLVMGetFirstUse(global))
    LLVMReplaceAllUsesWith(global,
                           LLVMConstAddrSpaceCast(made, LLVMTypeOf(global)));
  LLVMDeleteGlobal(global);
}

qn_status qn_cpu_lower_memory(qn_unit *unit, uint64_t *out_shared,
                              qn_diag *diag) {
  QN_TRY(lower_shared(unit, out_shared, diag));
  for (LLVMValueRef global = LLVMGetFirstGlobal(unit->module), next; global;
       global = next) {
    next = LLVMGetNextGlobal(global);
    if (qn_ir_address_space(global) != 0 && !LLVMIsDeclaration(global) &&
        LLVMGetLinkage(global) != LLVMAppendingLinkage)
      move_to_memory(unit->module, global);
  }
  return qn_ok();
}

// The variable that an address is in, by constant or other offsets.
static LLVMValueRef variable_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) &&
          LLVMGetConstOpcode(address) == LLVMGetElementPtr))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAGlobalVariable(address);
}

static bool is_constant(LLVMValueRef global, unsigned kind) {
  size_t count;
  bool is = false;
  LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(global, &count);
  for (size_t i = 0; i < count; ++i)
    is |= LLVMValueMetadataEntriesGetKind(all, (unsigned)i) == kind;
  LLVMDisposeValueMetadataEntries(all);
  return is;
}

// A plain load from a constant variable.
static bool reads_constant(LLVMValueRef i, unsigned kind) {
  if (!LLVMIsALoadInst(i) || LLVMGetVolatile(i) ||
      LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return false;
  LLVMValueRef global = variable_of(LLVMGetOperand(i, 0));
  return global && is_constant(global, kind);
}

static void mark_constants(LLVMValueRef function, unsigned kind,
                           unsigned invariant, LLVMValueRef node) {
  unsigned count = 0;
  for (unsigned pass = 0; pass < 2; ++pass)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block) {
        if (!reads_constant(i, kind))
          continue;
        ++count;
        if (pass == 1)
          LLVMSetMetadata(i, invariant, node);
        else if (count > QN_COST_CONSTANTS_MAX)
          return;
      }
}

void qn_cpu_mark_constants(LLVMModuleRef module) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMValueRef node =
      LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0));
  QN_EACH_FUNCTION (function, module)
    mark_constants(function, qn_ir_metadata_kind(context, constant_name),
                   qn_ir_metadata_kind(context, "invariant.load"), node);
}

// ---- Indices that wrap

static bool points_to_shared(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsALoadInst(address) &&
         qn_spmd_context_field(address) == QN_ITEM_SHARED;
}

static bool is_negative(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) < 0;
}

// Whether a zero-extended difference can be negative: it would wrap to nearly
// 2^32, gigabytes ahead.
static bool may_go_below_zero(LLVMValueRef index) {
  if (!LLVMIsAZExtInst(index))
    return false;
  LLVMValueRef from = LLVMGetOperand(index, 0);
  if (!LLVMIsAInstruction(from) || LLVMGetIntTypeWidth(LLVMTypeOf(from)) != 32)
    return false;
  switch (LLVMGetInstructionOpcode(from)) {
  case LLVMSub:
    return true;
  case LLVMAdd:
  case LLVMXor:
    return is_negative(LLVMGetOperand(from, 1));
  default:
    return false;
  }
}

static void wrap_index(LLVMBuilderRef b, LLVMValueRef address) {
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k) {
    LLVMValueRef index = LLVMGetOperand(address, k);
    if (!may_go_below_zero(index))
      continue;
    LLVMPositionBuilderBefore(b, address);
    LLVMSetOperand(
        address, k,
        LLVMBuildSExt(b, LLVMGetOperand(index, 0), LLVMTypeOf(index), ""));
    LLVMGEPSetNoWrapFlags(address, 0);
  }
}

void qn_cpu_wrap_shared(LLVMModuleRef module) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (LLVMIsAGetElementPtrInst(i) && LLVMCountParams(function) &&
            points_to_shared(i))
          wrap_index(b, i);
  LLVMDisposeBuilder(b);
}

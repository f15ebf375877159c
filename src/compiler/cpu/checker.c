// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/checker.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"
#include "compiler/spmd/analysis/check.h"
#include "metadata/debug/demangle.h"
#include "quern/cpu_abi.h"

static LLVMTypeRef i8_type(const qn_cpu_checker *c) {
  return LLVMInt8TypeInContext(c->unit->context);
}

LLVMValueRef qn_cpu_number32(const qn_cpu_checker *c, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(c->unit->context), value, false);
}

LLVMValueRef qn_cpu_number64(const qn_cpu_checker *c, uint64_t value) {
  return LLVMConstInt(LLVMInt64TypeInContext(c->unit->context), value, false);
}

LLVMValueRef qn_cpu_constant(const qn_unit *unit, LLVMValueRef value) {
  LLVMValueRef global =
      LLVMAddGlobal(unit->module, LLVMTypeOf(value), "quern.check");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

bool qn_cpu_calls(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), qn_str_from(name));
}

// ---- Objects

// The operand that an address is computed from; NULL: it is computed from none.
LLVMValueRef qn_cpu_base_of(LLVMValueRef address) {
  if (LLVMIsAGetElementPtrInst(address) || LLVMIsABitCastInst(address) ||
      LLVMIsAAddrSpaceCastInst(address))
    return LLVMGetOperand(address, 0);
  if (!LLVMIsAConstantExpr(address))
    return NULL;
  switch (LLVMGetConstOpcode(address)) {
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
    return LLVMGetOperand(address, 0);
  default:
    return NULL;
  }
}

static bool moves(LLVMValueRef address) {
  return LLVMIsAGetElementPtrInst(address) ||
         (LLVMIsAConstantExpr(address) &&
          LLVMGetConstOpcode(address) == LLVMGetElementPtr);
}

// Adds the bytes by which an address with constant indices is further than its
// base; false: some are none.
static bool add_offset(LLVMTargetDataRef td, LLVMValueRef address,
                       int64_t *offset) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k) {
    uint64_t size;
    if (!LLVMIsAConstantInt(LLVMGetOperand(address, k)))
      return false;
    LLVMValueRef index = qn_ir_index(td, address, k, &type, &size);
    *offset += (int64_t)size * (index ? LLVMConstIntGetSExtValue(index) : 1);
  }
  return true;
}

qn_cpu_object qn_cpu_object_of(const qn_cpu_checker *c, LLVMValueRef address) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  qn_cpu_object o = {.is_whole = true, .is_fixed = true};
  for (LLVMValueRef next = qn_cpu_base_of(address); next;
       next = qn_cpu_base_of(address)) {
    o.is_whole = o.is_whole && !moves(address);
    o.is_fixed =
        o.is_fixed && (!moves(address) || add_offset(td, address, &o.offset));
    address = next;
  }
  if (LLVMIsAAllocaInst(address)) {
    LLVMValueRef count = LLVMGetOperand(address, 0);
    o.base = address;
    o.space = QN_CHECK_LOCAL;
    if (LLVMIsAConstantInt(count))
      o.size = LLVMConstIntGetZExtValue(count) *
               LLVMABISizeOfType(td, LLVMGetAllocatedType(address));
  } else if (LLVMIsAGlobalVariable(address)) {
    o.base = address;
    o.space = qn_ir_address_space(address) == QN_AS_SHARED ? QN_CHECK_SHARED
                                                           : QN_CHECK_GLOBAL;
    if (!qn_ir_is_dynamic_shared(address))
      o.size = LLVMABISizeOfType(td, LLVMGlobalGetValueType(address));
  } else if (LLVMIsAArgument(address)) {
    LLVMValueRef function = LLVMGetParamParent(address);
    for (unsigned i = 0; i < LLVMCountParams(function); ++i)
      if (LLVMGetParam(function, i) == address) {
        LLVMTypeRef held = qn_ir_pointee(function, i);
        o.base = held ? address : NULL;
        o.size = held ? LLVMABISizeOfType(td, held) : 0;
      }
  }
  return o;
}

// Adds the bytes of an address's indices to `*sum`; false: some are no
// multiple.
static bool add_indices(const qn_cpu_checker *c, LLVMValueRef address,
                        unsigned alignment, LLVMValueRef *sum) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k) {
    uint64_t size;
    if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(address, k))) !=
        LLVMIntegerTypeKind)
      return false;
    LLVMValueRef index = qn_ir_index(td, address, k, &type, &size);
    if (size % alignment)
      return false;
    LLVMValueRef number =
        index ? LLVMBuildIntCast2(c->builder, index, i64, true, "")
              : qn_cpu_number64(c, 1);
    number = LLVMBuildMul(c->builder, number, qn_cpu_number64(c, size), "");
    *sum = LLVMBuildAdd(c->builder, *sum, number, "");
  }
  return true;
}

LLVMValueRef qn_cpu_offset_of(const qn_cpu_checker *c, LLVMValueRef address,
                              unsigned alignment) {
  LLVMValueRef sum = qn_cpu_number64(c, 0);
  for (LLVMValueRef next = qn_cpu_base_of(address); next;
       next = qn_cpu_base_of(address)) {
    if (moves(address) && !add_indices(c, address, alignment, &sum))
      return NULL;
    address = next;
  }
  return sum;
}

// Whether it reads a field of the work-item's context.
bool qn_cpu_is_context(LLVMValueRef load) {
  LLVMValueRef address = LLVMGetOperand(load, 0);
  for (LLVMValueRef next = qn_cpu_base_of(address); next;
       next = qn_cpu_base_of(address))
    address = next;
  return LLVMIsAArgument(address) &&
         address == qn_cpu_context_of(LLVMGetParamParent(address));
}

// The name of a variable as the source has it: that of LLVM's without what
// clang adds, or of its function.
LLVMValueRef qn_cpu_name_of(qn_cpu_checker *c, LLVMValueRef variable) {
  const uint64_t *known = qn_map_find(&c->names, (uintptr_t)variable);
  if (known)
    return (LLVMValueRef)(uintptr_t)*known;
  size_t size;
  const char *text = LLVMGetValueName2(variable, &size);
  qn_str name = {text, size};
  const qn_demangled readable = qn_demangle(&c->unit->arena, name);
  if (readable.text.size)
    name = readable.text;
  // "rev(int*)::tile": the name in its function.
  for (size_t i = name.size; i-- > 1;)
    if (name.data[i] == ':' && name.data[i - 1] == ':') {
      name = qn_str_skip(name, i + 1);
      break;
    }
  // "x.addr", "tile.i.i": clang's and the inliner's.
  const size_t end = qn_str_find(name, '.');
  if (end && end < name.size && !LLVMIsAGlobalVariable(variable))
    name.size = end;
  LLVMValueRef made = qn_cpu_constant(
      c->unit,
      LLVMConstStringInContext2(c->unit->context, name.data ? name.data : "",
                                name.size, false));
  (void)qn_map_put(&c->names, (uintptr_t)variable, (uintptr_t)made, NULL);
  return made;
}

LLVMValueRef qn_cpu_plain(const qn_cpu_checker *c, LLVMValueRef address) {
  LLVMTypeRef p = LLVMPointerTypeInContext(c->unit->context, 0);
  return LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0
             ? address
             : LLVMBuildAddrSpaceCast(c->builder, address, p, "");
}

void qn_cpu_finish_call(LLVMValueRef call, LLVMValueRef instruction) {
  qn_ir_keep_place(call); // the access's
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(instruction));
}

// ---- Local arrays: which bytes were written

// Whether an array is only ever accessed where it is seen to be.
static bool stays(LLVMValueRef address, unsigned depth) {
  enum { DEPTH_MAX = 8 };
  if (depth > DEPTH_MAX)
    return false;
  for (LLVMUseRef at = LLVMGetFirstUse(address); at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsALoadInst(user) || qn_ir_is_lifetime(user) ||
        (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address) ||
        qn_cpu_calls(user, "llvm.memset.") ||
        qn_cpu_calls(user, "llvm.memcpy.") ||
        qn_cpu_calls(user, "llvm.memmove."))
      continue;
    if (!qn_cpu_base_of(user) || !stays(user, depth + 1))
      return false;
  }
  return true;
}

bool qn_cpu_stays(LLVMValueRef variable) { return stays(variable, 0); }

// What is read and was not written is any number, but one: the array may become
// registers, of which LLVM knows that nobody wrote them.
static void freeze_loads(LLVMBuilderRef b, LLVMValueRef address) {
  for (LLVMUseRef at = LLVMGetFirstUse(address); at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsALoadInst(user)) {
      LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(user));
      LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(user));
      LLVMValueRef frozen = LLVMBuildFreeze(b, user, "");
      LLVMReplaceAllUsesWith(user, frozen);
      LLVMSetOperand(frozen, 0, user);
    } else if (qn_cpu_base_of(user)) {
      freeze_loads(b, user);
    }
  }
}

static qn_status mark_array(qn_cpu_checker *c, LLVMValueRef array,
                            uint64_t size, qn_diag *diag) {
  LLVMBuilderRef b = c->builder;
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(array));
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMValueRef shadow =
      LLVMBuildAlloca(b, LLVMArrayType2(i8_type(c), size), "quern.shadow");
  LLVMSetAlignment(shadow, LLVMGetAlignment(array));
  LLVMBuildMemSet(b, shadow, LLVMConstInt(i8_type(c), 0xff, false),
                  qn_cpu_number64(c, size), LLVMGetAlignment(array));
  freeze_loads(b, array);
  return qn_map_put(&c->marks, (uintptr_t)array, (uintptr_t)shadow, diag);
}

qn_status qn_cpu_mark_arrays(qn_cpu_checker *c, LLVMValueRef function,
                             qn_diag *diag) {
  enum { SIZE_MAX_MARKED = 16384 };
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i))
      continue;
    const qn_cpu_object o = qn_cpu_object_of(c, i);
    if (o.size && o.size <= SIZE_MAX_MARKED && stays(i, 0))
      QN_TRY(mark_array(c, i, o.size, diag));
  }
  return qn_ok();
}

// As the address is computed from the array, so that both become registers.
static LLVMValueRef shadow_at(const qn_cpu_checker *c, LLVMValueRef address,
                              LLVMValueRef shadow) {
  enum { INDICES_MAX = 16 };
  LLVMValueRef base = qn_cpu_base_of(address), indices[INDICES_MAX];
  LLVMValueRef at = base ? shadow_at(c, base, shadow) : shadow;
  if (!base || !at || !moves(address))
    return at;
  const unsigned count = (unsigned)LLVMGetNumOperands(address) - 1;
  for (unsigned k = 0; k < count && count <= INDICES_MAX; ++k)
    indices[k] = LLVMGetOperand(address, k + 1);
  return count > INDICES_MAX
             ? NULL
             : LLVMBuildGEP2(c->builder, LLVMGetGEPSourceElementType(address),
                             at, indices, count, "");
}

LLVMValueRef qn_cpu_shadow_at(const qn_cpu_checker *c, LLVMValueRef address) {
  const qn_cpu_object o = qn_cpu_object_of(c, address);
  const uint64_t *shadow =
      o.base ? qn_map_find(&c->marks, (uintptr_t)o.base) : NULL;
  return shadow ? shadow_at(c, address, (LLVMValueRef)(uintptr_t)*shadow)
                : NULL;
}

// ---- Loops that wait

static bool is_volatile_load(LLVMValueRef i) {
  return LLVMIsALoadInst(i) && LLVMGetVolatile(i);
}

static bool has_volatile_load(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (is_volatile_load(i))
        return true;
  return false;
}

static qn_status find_polls_in(qn_cpu_checker *c, const qn_spmd_node *node,
                               qn_diag *diag) {
  QN_EACH_INSTRUCTION (i, node->block)
    if (is_volatile_load(i))
      QN_TRY(qn_map_put(&c->polls, (uintptr_t)i, 1, diag));
  return qn_ok();
}

qn_status qn_cpu_find_polls(qn_cpu_checker *c, LLVMValueRef function,
                            qn_diag *diag) {
  qn_map_finish(&c->polls);
  if (!has_volatile_load(function))
    return qn_ok();
  qn_spmd_graph graph;
  qn_arena arena = {0};
  const qn_spmd_graph_params params = {
      .start = LLVMGetEntryBasicBlock(function), .arena = &arena};
  qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  // Without loops of such a graph, as with a switch, none is known to wait.
  for (unsigned n = 0; !qn_failed(status) && !graph.reason && n < graph.count;
       ++n) {
    const qn_spmd_node *node = &graph.nodes[n];
    if (node->block && node->loop < graph.loop_count &&
        qn_spmd_loop_waits(&graph, node->loop))
      status = find_polls_in(c, node, diag);
  }
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

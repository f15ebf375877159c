// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/check.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/check_stack.h"
#include "compiler/cpu/context.h"
#include "compiler/ir/scopes.h"
#include "metadata/debug/demangle.h"
#include "metadata/model/check.h"
#include "quern/cpu_abi.h"

unsigned qn_cpu_checks_in(const qn_unit *unit) {
  const unsigned inside = QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE |
                          QN_CPU_CHECK_INIT | QN_CPU_CHECK_SYNC;
  return unit->ops->family == QN_FAMILY_CPU ? unit->params->checks & inside : 0;
}

// What is known of the variable that an address is in.
typedef struct object {
  LLVMValueRef base; // NULL: not known
  qn_check_space space;
  uint64_t size; // bytes; 0: not known
  bool is_whole; // the address is where it begins
} object;

// An access to be checked. Without `size`, its size is `bytes`.
typedef struct use {
  LLVMValueRef address, size;
  uint64_t bytes;
  unsigned how;       // QN_CPU_ACCESS_...
  LLVMValueRef value; // that it writes; NULL: not known
} use;

typedef struct checker {
  qn_unit *unit;
  LLVMBuilderRef builder;
  unsigned kinds;
  unsigned block_scope; // LLVM's number of the scope "block"
  qn_map marks;         // of local arrays: to their bytes of what was written
  qn_map names;         // of variables: to constants with their names
} checker;

static LLVMTypeRef i8_type(const checker *c) {
  return LLVMInt8TypeInContext(c->unit->context);
}

static LLVMValueRef number32(const checker *c, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(c->unit->context), value, false);
}

static LLVMValueRef number64(const checker *c, uint64_t value) {
  return LLVMConstInt(LLVMInt64TypeInContext(c->unit->context), value, false);
}

static LLVMValueRef constant(const qn_unit *unit, LLVMValueRef value) {
  LLVMValueRef global =
      LLVMAddGlobal(unit->module, LLVMTypeOf(value), "quern.check");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

LLVMValueRef qn_cpu_red_zones(qn_unit *unit, unsigned *out_count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  const unsigned count = (unsigned)(unit->red_zones.size / 4);
  LLVMValueRef *words =
      qn_arena_alloc(&unit->arena, count + 1u, sizeof(*words));
  if (!words)
    return NULL;
  for (unsigned i = 0; i < count; ++i) {
    uint32_t word;
    memcpy(&word, unit->red_zones.data + 4 * (size_t)i, 4);
    words[i] = LLVMConstInt(i32, word, false);
  }
  *out_count = count / 2;
  return constant(unit, LLVMConstArray2(i32, words, count));
}

// ---- Accesses

static bool is_function(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), qn_str_from(name));
}

static unsigned copies(LLVMValueRef i, use uses[2]) {
  const bool sets = is_function(i, "llvm.memset.");
  if (!sets && !is_function(i, "llvm.memcpy.") &&
      !is_function(i, "llvm.memmove."))
    return 0;
  LLVMValueRef size = LLVMGetOperand(i, 2);
  uses[0] = (use){.address = LLVMGetOperand(i, sets ? 0 : 1),
                  .size = size,
                  .how = sets ? QN_CPU_ACCESS_WRITE : 0};
  uses[1] = (use){.address = LLVMGetOperand(i, 0),
                  .size = size,
                  .how = QN_CPU_ACCESS_WRITE};
  return sets ? 1 : 2;
}

static unsigned order_of(LLVMAtomicOrdering order) {
  switch (order) {
  case LLVMAtomicOrderingAcquire:
    return QN_CPU_ACCESS_ACQUIRE;
  case LLVMAtomicOrderingRelease:
    return QN_CPU_ACCESS_RELEASE;
  case LLVMAtomicOrderingAcquireRelease:
  case LLVMAtomicOrderingSequentiallyConsistent:
    return QN_CPU_ACCESS_ACQUIRE | QN_CPU_ACCESS_RELEASE;
  default:
    return 0;
  }
}

// With other work-items an atomic operation of one alone is not atomic.
static unsigned atomic_how(const checker *c, LLVMValueRef i,
                           LLVMAtomicOrdering order) {
  if (LLVMGetAtomicSyncScopeID(i) == QN_IR_SCOPE_THREAD)
    return 0;
  return QN_CPU_ACCESS_ATOMIC | order_of(order) |
         (LLVMGetAtomicSyncScopeID(i) == c->block_scope ? QN_CPU_ACCESS_BLOCK
                                                        : 0);
}

static unsigned log2_of(unsigned value) {
  unsigned log = 0;
  while (value > 1 && log < 15) {
    value >>= 1;
    ++log;
  }
  return log;
}

static use use_of(const checker *c, LLVMValueRef i, LLVMValueRef address,
                  LLVMTypeRef type, unsigned how) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  const unsigned alignment = LLVMGetAlignment(i);
  return (use){.address = address,
               .bytes = LLVMStoreSizeOfType(td, type),
               .how = how | log2_of(alignment) << QN_CPU_ACCESS_ALIGN_SHIFT};
}

// Whether a value is what a compare-and-swap expects: the read before it may be
// torn from its order without harm, as the swap then fails.
static bool is_expected(LLVMValueRef value, unsigned depth) {
  enum { DEPTH_MAX = 6 };
  for (LLVMUseRef at = LLVMGetFirstUse(value); at && depth < DEPTH_MAX;
       at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsAAtomicCmpXchgInst(user) && LLVMGetOperand(user, 1) == value)
      return true;
    if ((LLVMIsAPHINode(user) || LLVMIsACastInst(user) ||
         LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user)) &&
        is_expected(user, depth + 1))
      return true;
  }
  return false;
}

// The accesses of an instruction; returns their number. Volatile ones count as
// atomic, as in PTX's model of memory.
static unsigned find_uses(const checker *c, LLVMValueRef i, use uses[2]) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
    const bool stores = LLVMIsAStoreInst(i) != NULL;
    const LLVMAtomicOrdering order = LLVMGetOrdering(i);
    LLVMValueRef value = stores ? LLVMGetOperand(i, 0) : i;
    unsigned how = stores ? QN_CPU_ACCESS_WRITE : 0;
    if (order != LLVMAtomicOrderingNotAtomic)
      how |= atomic_how(c, i, order);
    else if (LLVMGetVolatile(i))
      how |= QN_CPU_ACCESS_ATOMIC | QN_CPU_ACCESS_VOLATILE;
    else if (!stores && is_expected(i, 0))
      how |= QN_CPU_ACCESS_ATOMIC;
    uses[0] = use_of(c, i, LLVMGetOperand(i, stores), LLVMTypeOf(value), how);
    uses[0].value = stores ? value : NULL;
    return 1;
  }
  if (LLVMIsAAtomicRMWInst(i)) {
    uses[0] =
        use_of(c, i, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)),
               QN_CPU_ACCESS_WRITE | QN_CPU_ACCESS_BOTH |
                   atomic_how(c, i, LLVMGetOrdering(i)));
    return 1;
  }
  if (LLVMIsAAtomicCmpXchgInst(i)) {
    uses[0] =
        use_of(c, i, LLVMGetOperand(i, 0), LLVMTypeOf(LLVMGetOperand(i, 1)),
               QN_CPU_ACCESS_WRITE | QN_CPU_ACCESS_BOTH |
                   atomic_how(c, i, LLVMGetCmpXchgSuccessOrdering(i)));
    return 1;
  }
  return copies(i, uses);
}

// ---- Objects

// The operand that an address is computed from; NULL: it is computed from none.
static LLVMValueRef base_of(LLVMValueRef address) {
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

static object object_of(const checker *c, LLVMValueRef address) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  object o = {.is_whole = true};
  for (LLVMValueRef next = base_of(address); next; next = base_of(address)) {
    o.is_whole = o.is_whole && !moves(address);
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
        is_function(user, "llvm.memset.") ||
        is_function(user, "llvm.memcpy.") || is_function(user, "llvm.memmove."))
      continue;
    if (!base_of(user) || !stays(user, depth + 1))
      return false;
  }
  return true;
}

static qn_status mark_array(checker *c, LLVMValueRef array, uint64_t size,
                            qn_diag *diag) {
  LLVMBuilderRef b = c->builder;
  LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(array));
  LLVMValueRef marks =
      LLVMBuildAlloca(b, LLVMArrayType2(i8_type(c), size), "quern.written");
  LLVMBuildMemSet(b, marks, LLVMConstInt(i8_type(c), 0, false),
                  number64(c, size), 1);
  return qn_map_put(&c->marks, (uintptr_t)array, (uintptr_t)marks, diag);
}

static qn_status mark_arrays(checker *c, LLVMValueRef function, qn_diag *diag) {
  enum { SIZE_MAX_MARKED = 16384 };
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i))
      continue;
    const object o = object_of(c, i);
    if (o.size && o.size <= SIZE_MAX_MARKED && stays(i, 0))
      QN_TRY(mark_array(c, i, o.size, diag));
  }
  return qn_ok();
}

// Whether a loaded value is only put elsewhere in the group's or the
// work-item's own memory: it does not matter yet whether anybody wrote it.
static bool is_only_moved(const checker *c, LLVMValueRef load) {
  LLVMUseRef first = LLVMGetFirstUse(load);
  for (LLVMUseRef at = first; at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsAStoreInst(user)) {
      const object o = object_of(c, LLVMGetOperand(user, 1));
      if (o.base && o.space != QN_CHECK_GLOBAL)
        continue;
    }
    // A field of bits is read to be written.
    if (LLVMIsABinaryOperator(user) &&
        LLVMGetInstructionOpcode(user) == LLVMAnd &&
        LLVMIsAConstantInt(LLVMGetOperand(user, 1)) &&
        LLVMConstIntGetSExtValue(LLVMGetOperand(user, 1)) < 0)
      continue;
    return false;
  }
  return true;
}

// ---- Calls

// The name of a variable as the source has it: that of LLVM's without what
// clang adds, or of its function.
static LLVMValueRef name_of(checker *c, LLVMValueRef variable) {
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
  LLVMValueRef made =
      constant(c->unit, LLVMConstStringInContext2(c->unit->context,
                                                  name.data ? name.data : "",
                                                  name.size, false));
  (void)qn_map_put(&c->names, (uintptr_t)variable, (uintptr_t)made, NULL);
  return made;
}

static LLVMValueRef plain(const checker *c, LLVMValueRef address) {
  LLVMTypeRef p = LLVMPointerTypeInContext(c->unit->context, 0);
  return LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0
             ? address
             : LLVMBuildAddrSpaceCast(c->builder, address, p, "");
}

// Whether an access needs no check: it is of a variable's own first bytes, or
// of an argument.
static bool is_harmless(const checker *c, const use *u, const object *o) {
  if (o->space != QN_CHECK_LOCAL || !o->base)
    return false;
  if (qn_map_find(&c->marks, (uintptr_t)o->base))
    return false;
  return !o->size || (o->is_whole && !u->size && u->bytes <= o->size);
}

static void finish_call(LLVMValueRef call, LLVMValueRef instruction) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(call));
  const unsigned nomerge = LLVMGetEnumAttributeKindForName("nomerge", 7);
  LLVMAddCallSiteAttribute(call, (unsigned)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(context, nomerge, 0));
  // What it returns to is where the access is.
  LLVMSetTailCallKind(call, LLVMTailCallKindNoTail);
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(instruction));
}

// A value of up to 8 bytes as a number of 64 bits; 0 for others.
static LLVMValueRef bits_of(const checker *c, const use *u) {
  LLVMBuilderRef b = c->builder;
  LLVMContextRef context = c->unit->context;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  if (!u->value || u->bytes > 8)
    return number64(c, 0);
  LLVMTypeRef bits = LLVMIntTypeInContext(context, (unsigned)u->bytes * 8);
  LLVMTypeRef type = LLVMTypeOf(u->value);
  switch (LLVMGetTypeKind(type)) {
  case LLVMPointerTypeKind:
    return LLVMBuildPtrToInt(b, u->value, i64, "");
  case LLVMIntegerTypeKind:
    return LLVMBuildZExtOrBitCast(b, u->value, i64, "");
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
    return LLVMBuildZExtOrBitCast(b, LLVMBuildBitCast(b, u->value, bits, ""),
                                  i64, "");
  default:
    return number64(c, 0);
  }
}

// The call for an access, where the builder is, for some kinds of checks.
static void call_check(checker *c, LLVMValueRef instruction, const use *u,
                       const object *o, unsigned kinds) {
  LLVMBuilderRef b = c->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  LLVMTypeRef p = LLVMPointerTypeInContext(c->unit->context, 0);
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  const unsigned how = u->how | kinds << QN_CPU_ACCESS_KINDS_SHIFT;
  LLVMValueRef size = u->size ? LLVMBuildZExtOrBitCast(b, u->size, i64, "")
                              : number64(c, u->bytes);
  LLVMValueRef values[10] = {qn_cpu_context_of(function), plain(c, u->address),
                             size, number32(c, how), bits_of(c, u)};
  LLVMValueRef call;
  if (o->base && o->size) {
    const uint64_t *marks = qn_map_find(&c->marks, (uintptr_t)o->base);
    values[5] = plain(c, o->base);
    values[6] = number64(c, o->size);
    values[7] = name_of(c, o->base);
    values[8] = number32(c, o->space);
    values[9] =
        marks ? (LLVMValueRef)(uintptr_t)*marks : LLVMConstPointerNull(p);
    call = qn_devlib_call(b, QN_DEVLIB_CHECK_OBJECT, values, 10);
  } else {
    call = qn_devlib_call(b, QN_DEVLIB_CHECK_ACCESS, values, 5);
  }
  finish_call(call, instruction);
}

// Whether `to` can be reached from `from`, over a few blocks.
static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                     unsigned depth) {
  enum { DEPTH_MAX = 8 };
  LLVMValueRef last = LLVMGetBasicBlockTerminator(from);
  if (from == to)
    return true;
  for (unsigned i = 0;
       last && depth < DEPTH_MAX && i < LLVMGetNumSuccessors(last); ++i)
    if (leads_to(LLVMGetSuccessor(last, i), to, depth + 1))
      return true;
  return false;
}

static bool is_of_loop(LLVMValueRef phi) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
  for (unsigned i = 0; i < LLVMCountIncoming(phi); ++i)
    if (leads_to(block, LLVMGetIncomingBlock(phi, i), 0))
      return true;
  return false;
}

// Whether a value is loaded for the next round of a loop, which may not come.
static bool is_for_next_round(LLVMValueRef load) {
  LLVMUseRef at = LLVMGetFirstUse(load);
  bool all = at != NULL;
  for (; at && all; at = LLVMGetNextUse(at))
    all = LLVMIsAPHINode(LLVMGetUser(at)) && is_of_loop(LLVMGetUser(at));
  return all;
}

enum { USES_MAX = 4 };

// The places where a value that was loaded in advance is used, if all are in
// other blocks, which may never run; 0: it is used at once, or in many.
static unsigned later_uses(LLVMValueRef load, LLVMValueRef users[USES_MAX]) {
  unsigned count = 0;
  for (LLVMUseRef at = LLVMGetFirstUse(load); at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsAPHINode(user))
      continue;
    if (LLVMGetInstructionParent(user) == LLVMGetInstructionParent(load) ||
        count == USES_MAX)
      return 0;
    users[count++] = user;
  }
  return count;
}

// ---- Moves: what was not written is then not written elsewhere

// Where the marks of an address in a local array are; else NULL.
static LLVMValueRef marks_at(const checker *c, LLVMValueRef address) {
  LLVMBuilderRef b = c->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  const object o = object_of(c, address);
  const uint64_t *marks = qn_map_find(&c->marks, (uintptr_t)o.base);
  if (!o.base || !marks)
    return LLVMConstPointerNull(LLVMPointerTypeInContext(c->unit->context, 0));
  LLVMValueRef offset =
      LLVMBuildSub(b, LLVMBuildPtrToInt(b, plain(c, address), i64, ""),
                   LLVMBuildPtrToInt(b, plain(c, o.base), i64, ""), "");
  return LLVMBuildGEP2(b, i8_type(c), (LLVMValueRef)(uintptr_t)*marks, &offset,
                       1, "");
}

static void move_marks(const checker *c, LLVMValueRef instruction,
                       LLVMValueRef from, LLVMValueRef to, LLVMValueRef size) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  LLVMValueRef values[] = {qn_cpu_context_of(function),
                           plain(c, from),
                           plain(c, to),
                           LLVMBuildZExtOrBitCast(c->builder, size, i64, ""),
                           marks_at(c, from),
                           marks_at(c, to)};
  finish_call(qn_devlib_call(c->builder, QN_DEVLIB_CHECK_MOVE, values, 6),
              instruction);
}

// The load whose value a store only puts elsewhere; NULL: there is none.
static LLVMValueRef moved_by(const checker *c, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0);
  const object o = object_of(c, LLVMGetOperand(store, 1));
  return LLVMIsALoadInst(value) && !LLVMGetVolatile(value) && o.base &&
                 o.space != QN_CHECK_GLOBAL && is_only_moved(c, value)
             ? value
             : NULL;
}

static void check_use(checker *c, LLVMValueRef instruction, const use *u) {
  const object o = object_of(c, u->address);
  const unsigned init = QN_CPU_CHECK_INIT;
  LLVMValueRef users[USES_MAX];
  unsigned later = 0, kinds = c->kinds;
  if (is_harmless(c, u, &o))
    return;
  if (LLVMIsALoadInst(instruction) && kinds & init &&
      !is_only_moved(c, instruction))
    later = later_uses(instruction, users);
  if (!(u->how & QN_CPU_ACCESS_WRITE) &&
      (u->size || later || is_only_moved(c, instruction) ||
       is_for_next_round(instruction)))
    kinds &= ~init;
  call_check(c, instruction, u, &o, kinds);
  for (unsigned i = 0; i < later; ++i) {
    LLVMPositionBuilderBefore(c->builder, users[i]);
    call_check(c, instruction, u, &o, init);
  }
}

// The accesses of an instruction, and what it moves.
static void check_uses(checker *c, LLVMValueRef i, const use *uses,
                       unsigned count) {
  const bool inits = c->kinds & QN_CPU_CHECK_INIT;
  // Before the checks, which use the value, too.
  LLVMValueRef load = inits && LLVMIsAStoreInst(i) ? moved_by(c, i) : NULL;
  for (unsigned k = 0; k < count; ++k)
    check_use(c, i, &uses[k]);
  if (inits && count == 2)
    move_marks(c, i, uses[0].address, uses[1].address, uses[0].size);
  else if (load)
    move_marks(c, i, LLVMGetOperand(load, 0), uses[0].address,
               number64(c, uses[0].bytes));
}

static void check_fence(const checker *c, LLVMValueRef fence) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(fence));
  const unsigned how = LLVMGetAtomicSyncScopeID(fence) == c->block_scope
                           ? QN_CPU_ACCESS_BLOCK
                           : 0;
  LLVMValueRef values[] = {qn_cpu_context_of(function), number32(c, how)};
  finish_call(qn_devlib_call(c->builder, QN_DEVLIB_CHECK_FENCE, values, 2),
              fence);
}

// Whether it reads a field of the work-item's context.
static bool is_context(LLVMValueRef load) {
  LLVMValueRef address = LLVMGetOperand(load, 0);
  for (LLVMValueRef next = base_of(address); next; next = base_of(address))
    address = next;
  return LLVMIsAArgument(address) &&
         address == qn_cpu_context_of(LLVMGetParamParent(address));
}

static void check_instruction(checker *c, LLVMValueRef i) {
  use uses[2];
  // What the library's functions return to is where they are called.
  if (qn_devlib_called_by(i) != QN_DEVLIB_NONE)
    finish_call(i, i);
  if (LLVMIsALoadInst(i) && is_context(i))
    return;
  // One of the thread alone is for the compiler.
  const bool fences =
      LLVMIsAFenceInst(i) && LLVMGetAtomicSyncScopeID(i) != QN_IR_SCOPE_THREAD;
  if (fences && !(c->kinds & QN_CPU_CHECK_RACE))
    return;
  LLVMPositionBuilderBefore(c->builder, i);
  LLVMSetCurrentDebugLocation2(c->builder, LLVMInstructionGetDebugLoc(i));
  if (fences) {
    check_fence(c, i);
    return;
  }
  const bool watches =
      c->kinds & (QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE | QN_CPU_CHECK_INIT);
  const unsigned count = watches ? find_uses(c, i, uses) : 0;
  check_uses(c, i, uses, count);
}

static void check_function(checker *c, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      check_instruction(c, i);
    }
}

// ---- Returns before the end

static bool is_plain(LLVMValueRef i) {
  LLVMValueRef to = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 1) : NULL;
  return qn_ir_is_lifetime(i) || LLVMIsABranchInst(i) || LLVMIsALoadInst(i) ||
         (to && LLVMIsAAllocaInst(to));
}

static bool is_named(const char *name, size_t size, const char *start) {
  return qn_str_starts((qn_str){name, size}, qn_str_from(start));
}

// Whether a block ends by a `return`, by what clang calls where it leads.
static bool leads_to_return(LLVMBasicBlockRef block) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
  bool cleans = false;
  if (!last || !LLVMIsABranchInst(last) || LLVMIsConditional(last))
    return false;
  QN_EACH_INSTRUCTION (i, block) {
    size_t size = 0;
    if (LLVMIsAStoreInst(i)) {
      const char *to = LLVMGetValueName2(LLVMGetOperand(i, 1), &size);
      LLVMValueRef value = LLVMGetOperand(i, 0);
      cleans |= is_named(to, size, "cleanup.dest") &&
                LLVMIsAConstantInt(value) &&
                LLVMConstIntGetZExtValue(value) == 1;
    }
  }
  const char *to = LLVMGetBasicBlockName(LLVMGetSuccessor(last, 0));
  return cleans || qn_str_starts(qn_str_from(to), QN_STR("return"));
}

// Whether nothing comes before it in its block.
static bool returns_early(LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (!is_plain(i))
      return false;
  return leads_to_return(block);
}

// Kernels that say nowhere `return` before their end: a work-item that ends
// before a barrier went around it.
static const char around[] = "quern-around";

bool qn_cpu_goes_around(LLVMValueRef function) {
  return LLVMGetStringAttributeAtIndex(
      function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, around,
      sizeof(around) - 1);
}

void qn_cpu_note_around(LLVMValueRef function) {
  qn_ir_set_attribute(function, around, "");
}

void qn_cpu_find_returns(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module) {
    bool returns = !qn_ir_is_kernel(function);
    QN_EACH_BLOCK (block, function)
      returns = returns || leads_to_return(block);
    if (!returns)
      qn_cpu_note_around(function);
  }
}

// A work-item that has returned is no longer waited for; one that goes around a
// barrier and on is a mistake.
static void note_returns(const checker *c, LLVMValueRef kernel) {
  QN_EACH_BLOCK (block, kernel) {
    if (!returns_early(block))
      continue;
    LLVMValueRef item = qn_cpu_context_of(kernel);
    LLVMPositionBuilderBefore(c->builder, LLVMGetBasicBlockTerminator(block));
    qn_devlib_call(c->builder, QN_DEVLIB_CHECK_RETURN, &item, 1);
  }
}

// By this the runtime knows what an image checks; LLVM does not load the
// section.
static qn_status mark_image(qn_unit *unit, qn_diag *diag) {
  qn_buffer text = {0};
  qn_buffer_append_str(&text, QN_STR("--check="));
  for (unsigned bit = 1; bit <= QN_CPU_CHECK_SYNC; bit <<= 1)
    if (qn_cpu_checks_in(unit) & bit)
      qn_buffer_printf(&text, "%s%s",
                       qn_buffer_text(&text)[text.size - 1] == '=' ? "" : ",",
                       qn_check_kind_name(bit));
  const qn_unit_bytes what = {.bytes = qn_buffer_span(&text),
                              .name = "quern.checks",
                              .section = ".llvmcmd",
                              .alignment = 1};
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_unit_add_bytes(unit, &what, diag);
  qn_buffer_finish(&text);
  return status;
}

qn_status qn_cpu_add_checks(qn_unit *unit, qn_diag *diag) {
  QN_TRY(mark_image(unit, diag));
  checker c = {.unit = unit,
               .kinds = qn_cpu_checks_in(unit),
               .block_scope = qn_ir_scope_block(unit->context)};
  const qn_target_row *row = unit->target->row;
  qn_unit_set_target(unit, row->cpu, row->features);
  c.builder = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && c.kinds & QN_CPU_CHECK_SYNC &&
        qn_ir_is_kernel(function))
      note_returns(&c, function);
  qn_status status = qn_ir_run_passes(
      unit->module,
      "always-inline,function(sroa<modify-cfg>,early-cse<memssa>)",
      unit->machine, false, diag);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && LLVMCountParams(function) &&
        qn_cpu_has_context(function) && !qn_failed(status)) {
      if (c.kinds & QN_CPU_CHECK_INIT)
        status = mark_arrays(&c, function, diag);
      check_function(&c, function);
    }
  if (c.kinds & QN_CPU_CHECK_MEMORY && !qn_failed(status))
    status = qn_cpu_check_stacks(unit, &c.marks, diag);
  LLVMDisposeBuilder(c.builder);
  qn_map_finish(&c.marks);
  qn_map_finish(&c.names);
  return status;
}

qn_status qn_cpu_check_entry(qn_unit *unit, LLVMValueRef item, qn_diag *diag) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  unsigned count = 0;
  LLVMValueRef zones = qn_cpu_red_zones(unit, &count);
  if (!zones)
    return qn_fail_memory(diag, "a kernel's entry");
  LLVMValueRef values[] = {LLVMGetParam(item, 0), zones,
                           LLVMConstInt(i32, count, false),
                           LLVMConstInt(i32, unit->shared_end, false)};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(item)));
  qn_devlib_call(b, QN_DEVLIB_CHECK_BEGIN, values, 4);
  LLVMDisposeBuilder(b);
  return qn_ok();
}

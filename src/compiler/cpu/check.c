// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/check.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/check_stack.h"
#include "compiler/cpu/check_values.h"
#include "compiler/cpu/checker.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/copy.h"
#include "compiler/ir/scopes.h"
#include "compiler/spmd/analysis/counted.h"
#include "compiler/spmd/emit/emit.h"
#include "metadata/debug/demangle.h"
#include "metadata/model/check.h"
#include "quern/cpu_abi.h"

unsigned qn_cpu_checks_in(const qn_unit *unit) {
  const unsigned inside = QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE |
                          QN_CPU_CHECK_INIT | QN_CPU_CHECK_SYNC;
  return unit->ops->family == QN_FAMILY_CPU ? unit->params->checks & inside : 0;
}

bool qn_cpu_may_check_packets(const qn_unit *unit) {
  // Without 64 bits there is no heap whose marks tell.
  return !qn_cpu_checks_in(unit) || unit->target->row->pointer_size == 8;
}

// Operations on memory, without an order of their own, are watched: in kernels
// without fences they make nothing else known. Of a group's scope they are
// where the memory is the group's.
static const char *refuse_atomic(uint64_t how, bool shared) {
  return how & QN_CPU_ACCESS_VOLATILE ? "volatile accesses under --check=race"
         : !(how & QN_CPU_ACCESS_BOTH)
             ? "atomic loads and stores under --check=race"
         : how & (QN_CPU_ACCESS_ACQUIRE | QN_CPU_ACCESS_RELEASE)
             ? "atomic operations with an order under --check=race"
         : how & QN_CPU_ACCESS_BLOCK && !shared
             ? "atomic operations of a block's scope under --check=race"
             : NULL;
}

// What packets cannot watch of an access: odd parts of granules, some atomic
// ones, and copies.
static const char *refuse_access(LLVMValueRef call) {
  enum { SIZE = 2, HOW = 3, WIDEST = 16 };
  const uint64_t how = LLVMConstIntGetZExtValue(LLVMGetOperand(call, HOW));
  LLVMValueRef size = LLVMGetOperand(call, SIZE);
  if (!(how >> QN_CPU_ACCESS_KINDS_SHIFT & QN_CPU_CHECK_RACE) ||
      qn_devlib_is_access_of(call, QN_CHECK_LOCAL))
    return NULL;
  const char *reason =
      how & QN_CPU_ACCESS_ATOMIC
          ? refuse_atomic(how, qn_devlib_is_access_of(call, QN_CHECK_SHARED))
          : NULL;
  if (reason)
    return reason;
  if (!LLVMIsAConstantInt(size) || LLVMConstIntGetZExtValue(size) > WIDEST)
    return "copies under --check=race";
  const uint64_t bytes = LLVMConstIntGetZExtValue(size);
  const bool is_part = bytes == 1 || bytes == 2;
  const uint64_t unit = is_part ? bytes : QN_CPU_CHECK_GRANULE;
  if (is_part && how & QN_CPU_ACCESS_ATOMIC)
    return "atomic operations on less than 4 bytes under --check=race";
  return bytes % unit || QN_CPU_ACCESS_ALIGNMENT(how) % unit
             ? "accesses of parts of 4 bytes under --check=race"
             : NULL;
}

// Whatever is inlined or simplified.
static const char *refuse_ever(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  if (function == QN_DEVLIB_CHECK_FENCE)
    return "fences under --check=race";
  return qn_devlib_is_access(function) ? refuse_access(i) : NULL;
}

bool qn_cpu_never_watches(const qn_unit *unit, LLVMValueRef function) {
  bool never = false;
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      never = never || refuse_ever(i);
  return never && qn_cpu_checks_in(unit) & QN_CPU_CHECK_RACE;
}

static const char *refuse_watch(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  const char *reason = refuse_ever(i);
  if (reason)
    return reason;
  if (qn_ir_is_indirect_call(i))
    return "calls of functions under --check=race";
  return callee && function == QN_DEVLIB_NONE && !LLVMIsDeclaration(callee) &&
                 qn_cpu_has_context(callee)
             ? "calls of functions under --check=race"
             : NULL;
}

// Each takes much code, and as long to compile.
enum { WATCHED_MAX = 100 };

const char *qn_cpu_refuse_watch(const qn_unit *unit, LLVMValueRef item) {
  if (!(qn_cpu_checks_in(unit) & QN_CPU_CHECK_RACE))
    return NULL;
  if (!qn_spmd_can_watch(unit->module))
    return "the machine, whose places in code are not known, under "
           "--check=race";
  unsigned count = 0;
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block) {
      const char *reason = refuse_watch(i);
      if (reason)
        return reason;
      count += qn_devlib_is_access(qn_devlib_called_by(i));
    }
  if (count > WATCHED_MAX)
    return "its size, more than 100 accesses under --check=race";
  return NULL;
}

// An access to be checked. Without `size`, its size is `bytes`.
typedef struct use {
  LLVMValueRef address, size;
  uint64_t bytes;
  unsigned how;       // QN_CPU_ACCESS_...
  LLVMValueRef value; // that it writes; NULL: not known
} use;

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
  return qn_cpu_constant(unit, LLVMConstArray2(i32, words, count));
}

// ---- Accesses

static unsigned copies(LLVMValueRef i, use uses[2]) {
  const bool sets = qn_cpu_calls(i, "llvm.memset.");
  if (!sets && !qn_cpu_calls(i, "llvm.memcpy.") &&
      !qn_cpu_calls(i, "llvm.memmove."))
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
static unsigned atomic_how(const qn_cpu_checker *c, LLVMValueRef i,
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

// What GPUs need: the widest access has 16 bytes. That a type asks for more, as
// a struct that the element is in, does not matter to them.
static unsigned needed_alignment(LLVMValueRef i) {
  enum { WIDEST = 16 };
  const unsigned asked = LLVMGetAlignment(i);
  return asked < WIDEST ? asked : WIDEST;
}

static use use_of(const qn_cpu_checker *c, LLVMValueRef i, LLVMValueRef address,
                  LLVMTypeRef type, unsigned how) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(c->unit->module);
  const unsigned alignment = needed_alignment(i);
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
static unsigned find_uses(const qn_cpu_checker *c, LLVMValueRef i,
                          use uses[2]) {
  if (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) {
    const bool stores = LLVMIsAStoreInst(i) != NULL;
    const LLVMAtomicOrdering order = LLVMGetOrdering(i);
    LLVMValueRef value = stores ? LLVMGetOperand(i, 0) : i;
    unsigned how = stores ? QN_CPU_ACCESS_WRITE : 0;
    if (order != LLVMAtomicOrderingNotAtomic)
      how |= atomic_how(c, i, order);
    else if (LLVMGetVolatile(i))
      how |=
          QN_CPU_ACCESS_ATOMIC |
          (qn_map_find(&c->polls, (uintptr_t)i) ? 0 : QN_CPU_ACCESS_VOLATILE);
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

// ---- Calls

// Whether an access needs no check: it is of a variable's own first bytes, or
// of an argument.
static bool is_harmless(const use *u, const qn_cpu_object *o) {
  if (o->space != QN_CHECK_LOCAL || !o->base)
    return false;
  return !o->size || (o->is_whole && !u->size && u->bytes <= o->size);
}

// Whether constants say that an access is inside of its variable.
static bool is_inside(const use *u, const qn_cpu_object *o) {
  const unsigned alignment = (unsigned)QN_CPU_ACCESS_ALIGNMENT(u->how);
  return o->base && o->is_fixed && !u->size && o->offset >= 0 &&
         u->bytes <= o->size && (uint64_t)o->offset <= o->size - u->bytes &&
         o->offset % alignment == 0 && LLVMGetAlignment(o->base) >= alignment;
}

// A value of up to 8 bytes as a number of 64 bits; 0 for others.
static LLVMValueRef bits_of(const qn_cpu_checker *c, const use *u) {
  LLVMBuilderRef b = c->builder;
  LLVMContextRef context = c->unit->context;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(context);
  if (!u->value || u->bytes > 8)
    return qn_cpu_number64(c, 0);
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
  case LLVMVectorTypeKind: // of whole bytes: its size is `bytes`
    return LLVMBuildZExtOrBitCast(b, LLVMBuildBitCast(b, u->value, bits, ""),
                                  i64, "");
  default:
    return qn_cpu_number64(c, 0);
  }
}

// The address and the base of an access of a local variable by numbers, so that
// the variable may become registers once they are constants; false: it is none
// that is only accessed where it is seen, or not plainly aligned.
static bool count_from_base(const qn_cpu_checker *c, const use *u,
                            const qn_cpu_object *o, LLVMValueRef *out_address,
                            LLVMValueRef *out_base) {
  LLVMTypeRef p = LLVMPointerTypeInContext(c->unit->context, 0);
  const unsigned alignment = (unsigned)QN_CPU_ACCESS_ALIGNMENT(u->how);
  if (c->kinds & QN_CPU_CHECK_RACE || !LLVMIsAAllocaInst(o->base) ||
      LLVMGetAlignment(o->base) < alignment || !qn_cpu_stays(o->base))
    return false;
  LLVMValueRef offset = qn_cpu_offset_of(c, u->address, alignment);
  if (!offset)
    return false;
  *out_address = LLVMBuildIntToPtr(c->builder, offset, p, "");
  *out_base = LLVMConstPointerNull(p);
  return true;
}

// Whether plain reads only take values somewhere, which check_values.c follows.
static bool only_reads(const use *u) { return !(u->how & QN_CPU_ACCESS_WRITE); }

// The call for an access, where the builder is, for some kinds of checks.
static void call_check(qn_cpu_checker *c, LLVMValueRef instruction,
                       const use *u, const qn_cpu_object *o, unsigned kinds) {
  LLVMBuilderRef b = c->builder;
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  const unsigned how = u->how | kinds << QN_CPU_ACCESS_KINDS_SHIFT;
  LLVMValueRef size = u->size ? LLVMBuildZExtOrBitCast(b, u->size, i64, "")
                              : qn_cpu_number64(c, u->bytes);
  LLVMValueRef values[9] = {qn_cpu_context_of(function),
                            qn_cpu_plain(c, u->address), size,
                            qn_cpu_number32(c, how), bits_of(c, u)};
  LLVMValueRef call;
  if (o->base && o->size) {
    if (!count_from_base(c, u, o, &values[1], &values[5]))
      values[5] = qn_cpu_plain(c, o->base);
    values[6] = qn_cpu_number64(c, o->size);
    values[7] = qn_cpu_name_of(c, o->base);
    values[8] = qn_cpu_number32(c, o->space);
    call = qn_devlib_call(b, QN_DEVLIB_CHECK_OBJECT, values, 9);
  } else {
    const uint64_t *good = qn_map_find(&c->ranges, (uintptr_t)instruction);
    values[5] = good ? (LLVMValueRef)(uintptr_t)*good : NULL;
    call = good ? qn_devlib_call(b, QN_DEVLIB_CHECK_UNLESS, values, 6)
                : qn_devlib_call(b, QN_DEVLIB_CHECK_ACCESS, values, 5);
  }
  qn_cpu_finish_call(call, instruction);
}

// ---- Shadows of local arrays, and moves

// What is written there has no bits in its shadow; where it has, check_values.c
// puts them behind the store.
static void clear_shadow(const qn_cpu_checker *c, const use *u) {
  enum { WORD = 8 };
  LLVMBuilderRef b = c->builder;
  LLVMContextRef context = c->unit->context;
  LLVMValueRef to = qn_cpu_shadow_at(c, u->address);
  const uint64_t alignment = QN_CPU_ACCESS_ALIGNMENT(u->how);
  if (to && u->size)
    LLVMBuildMemSet(b, to, LLVMConstNull(LLVMInt8TypeInContext(context)),
                    u->size, 1);
  for (uint64_t at = 0; to && at < u->bytes; at += WORD) {
    const uint64_t part = u->bytes - at < WORD ? u->bytes - at : WORD;
    LLVMTypeRef type = LLVMIntTypeInContext(context, (unsigned)part * 8);
    LLVMValueRef offset = qn_cpu_number64(c, at);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(
        b, LLVMInt8TypeInContext(context), to, &offset, 1, "");
    LLVMValueRef store = LLVMBuildStore(b, LLVMConstNull(type), place);
    LLVMSetAlignment(store, (unsigned)(alignment < WORD ? alignment : WORD));
  }
}

// What was not written is then not written elsewhere.
static void move_shadow(const qn_cpu_checker *c, LLVMValueRef instruction,
                        LLVMValueRef from, LLVMValueRef to, LLVMValueRef size) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  LLVMTypeRef i64 = LLVMInt64TypeInContext(c->unit->context);
  LLVMValueRef none =
      LLVMConstPointerNull(LLVMPointerTypeInContext(c->unit->context, 0));
  LLVMValueRef own = qn_cpu_shadow_at(c, from), other = qn_cpu_shadow_at(c, to);
  if (own && other) {
    LLVMBuildMemMove(c->builder, other, 1, own, 1, size);
    return;
  }
  LLVMValueRef values[] = {qn_cpu_context_of(function),
                           qn_cpu_plain(c, from),
                           qn_cpu_plain(c, to),
                           LLVMBuildZExtOrBitCast(c->builder, size, i64, ""),
                           own ? own : none,
                           other ? other : none};
  qn_cpu_finish_call(
      qn_devlib_call(c->builder, QN_DEVLIB_CHECK_MOVE, values, 6), instruction);
}

// Whether both sides of a move are local arrays with shadows.
static bool moves_shadow(const qn_cpu_checker *c, const use uses[2]) {
  for (unsigned k = 0; k < 2; ++k) {
    const qn_cpu_object o = qn_cpu_object_of(c, uses[k].address);
    if (!o.base || !qn_map_find(&c->marks, (uintptr_t)o.base))
      return false;
  }
  return true;
}

// What an access is checked for.
static unsigned kinds_of(const qn_cpu_checker *c, const use *u) {
  return c->kinds & (QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_RACE |
                     (only_reads(u) ? 0u : QN_CPU_CHECK_INIT));
}

// The same where the variable is known: all of a device variable is written
// from the start, and local arrays have shadows.
static unsigned kinds_of_object(const qn_cpu_checker *c, const use *u,
                                const qn_cpu_object *o) {
  const bool is_known = o->base && o->space != QN_CHECK_SHARED;
  return kinds_of(c, u) & ~(is_known ? (unsigned)QN_CPU_CHECK_INIT : 0u);
}

// In a loop's copy, accesses that were all looked at in front of it are known
// to be good.
static bool is_known(const qn_cpu_checker *c, LLVMValueRef i) {
  const uint64_t *found = qn_map_find(&c->ranges, (uintptr_t)i);
  return found && !*found;
}

static void check_use(qn_cpu_checker *c, LLVMValueRef instruction,
                      const use *u) {
  const qn_cpu_object o = qn_cpu_object_of(c, u->address);
  unsigned kinds = is_known(c, instruction) ? 0 : kinds_of_object(c, u, &o);
  // Nobody else accesses them.
  if (o.base && o.space == QN_CHECK_LOCAL)
    kinds &= ~(unsigned)QN_CPU_CHECK_RACE;
  if (kinds && !is_harmless(u, &o) &&
      !(kinds == QN_CPU_CHECK_MEMORY && is_inside(u, &o)))
    call_check(c, instruction, u, &o, kinds);
}

// The accesses of an instruction, and what it moves.
static void check_uses(qn_cpu_checker *c, LLVMValueRef i, const use *uses,
                       unsigned count) {
  const bool follows = c->kinds & QN_CPU_CHECK_INIT;
  for (unsigned k = 0; k < count; ++k) {
    check_use(c, i, &uses[k]);
    if (follows && !only_reads(&uses[k]) &&
        !(count == 2 && moves_shadow(c, uses)))
      clear_shadow(c, &uses[k]);
  }
  if (follows && count == 2)
    move_shadow(c, i, uses[0].address, uses[1].address, uses[0].size);
}

static void check_fence(const qn_cpu_checker *c, LLVMValueRef fence) {
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(fence));
  const unsigned how = LLVMGetAtomicSyncScopeID(fence) == c->block_scope
                           ? QN_CPU_ACCESS_BLOCK
                           : 0;
  LLVMValueRef values[] = {qn_cpu_context_of(function),
                           qn_cpu_number32(c, how)};
  qn_cpu_finish_call(
      qn_devlib_call(c->builder, QN_DEVLIB_CHECK_FENCE, values, 2), fence);
}

static void check_instruction(qn_cpu_checker *c, LLVMValueRef i) {
  use uses[2];
  // What the library's functions return to is where they are called.
  if (qn_devlib_called_by(i) != QN_DEVLIB_NONE)
    qn_cpu_finish_call(i, i);
  if (LLVMIsALoadInst(i) && qn_cpu_is_context(i))
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

static void check_function(qn_cpu_checker *c, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      check_instruction(c, i);
    }
}

// ---- Accesses of loops: in front of them, for all rounds

// Whether its rounds' accesses may be looked at together: those of 1, 2, 4 or 8
// bytes that are of no variable that is known. Packets look at what was written
// in each round.
static bool is_in_row(const qn_cpu_checker *c, LLVMValueRef i, const use *u) {
  enum { SIZE_MAX_EACH = 8 };
  return kinds_of(c, u) &&
         !(kinds_of(c, u) & QN_CPU_CHECK_INIT &&
           qn_cpu_may_check_packets(c->unit)) &&
         !(u->how & QN_CPU_ACCESS_ATOMIC) && !u->size && u->bytes &&
         u->bytes <= SIZE_MAX_EACH && !(u->bytes & (u->bytes - 1)) &&
         !qn_cpu_object_of(c, u->address).base &&
         !(LLVMIsALoadInst(i) && qn_cpu_is_context(i));
}

static LLVMValueRef check_rounds(qn_cpu_checker *c,
                                 const qn_spmd_counted *counted, LLVMValueRef i,
                                 const use *u) {
  LLVMBuilderRef b = c->builder;
  LLVMValueRef one = qn_cpu_number64(c, 1), none = qn_cpu_number64(c, 0);
  LLVMPositionBuilderBefore(b, counted->before);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
  LLVMValueRef rounds = qn_spmd_rounds(counted, b);
  LLVMValueRef numbers[] = {none, one, LLVMBuildSub(b, rounds, one, "")};
  LLVMValueRef values[7] = {
      qn_cpu_context_of(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)))};
  for (unsigned k = 0; k < 3; ++k)
    values[k + 1] =
        qn_cpu_plain(c, qn_spmd_in_round(counted, b, u->address, numbers[k]));
  values[4] = rounds;
  values[5] = qn_cpu_number64(c, u->bytes);
  values[6] =
      qn_cpu_number32(c, u->how | kinds_of(c, u) << QN_CPU_ACCESS_KINDS_SHIFT);
  LLVMValueRef call = qn_devlib_call(b, QN_DEVLIB_CHECK_RANGE, values, 7);
  qn_cpu_finish_call(call, i);
  return call;
}

// The rounds' accesses that are looked at in front of a loop: whether all of
// them are good, in the loop's preheader; NULL: there are none.
static qn_status check_all_rounds(qn_cpu_checker *c,
                                  const qn_spmd_counted *counted,
                                  LLVMValueRef *out_good, qn_diag *diag) {
  const qn_spmd_graph *graph = counted->graph;
  LLVMValueRef none = qn_cpu_number32(c, 0);
  use uses[2];
  *out_good = NULL;
  for (unsigned n = 0; n < graph->count; ++n) {
    if (!qn_spmd_in_each_round(counted, n))
      continue;
    QN_EACH_INSTRUCTION (i, graph->nodes[n].block) {
      if (find_uses(c, i, uses) != 1 || !is_in_row(c, i, &uses[0]) ||
          !qn_spmd_has_step(counted, uses[0].address))
        continue;
      LLVMValueRef good = check_rounds(c, counted, i, &uses[0]);
      QN_TRY(qn_map_put(&c->ranges, (uintptr_t)i, (uintptr_t)good, diag));
      LLVMValueRef is_good =
          LLVMBuildICmp(c->builder, LLVMIntNE, good, none, "");
      *out_good = *out_good ? LLVMBuildAnd(c->builder, *out_good, is_good, "")
                            : is_good;
    }
  }
  return qn_ok();
}

static void note_known(qn_cpu_checker *c, const qn_cpu_copy *copy,
                       LLVMBasicBlockRef block) {
  QN_EACH_INSTRUCTION (i, block)
    if (qn_map_find(&c->ranges, (uintptr_t)i))
      (void)qn_map_put(&c->ranges, (uintptr_t)qn_cpu_copy_image(copy, i), 0,
                       NULL);
}

// The loop once more, without these checks, for when they are all good.
static qn_status copy_loop(qn_cpu_checker *c, const qn_spmd_counted *counted,
                           LLVMValueRef good, qn_diag *diag) {
  enum { BLOCKS_MAX = 16 };
  const qn_spmd_graph *graph = counted->graph;
  LLVMBasicBlockRef blocks[BLOCKS_MAX] = {
      graph->nodes[graph->loops[counted->loop].header].block};
  unsigned count = 1;
  if (LLVMIsConditional(counted->before))
    return qn_ok();
  for (unsigned n = 0; n < graph->count; ++n) {
    if (!qn_spmd_in_loop(graph, counted->loop, n) ||
        graph->nodes[n].block == blocks[0])
      continue;
    if (count == BLOCKS_MAX)
      return qn_ok();
    blocks[count++] = graph->nodes[n].block;
  }
  qn_cpu_copy copy = {.b = c->builder, .blocks = blocks, .count = count};
  LLVMBasicBlockRef made = qn_cpu_copy_blocks(&copy, "checked");
  for (unsigned k = 0; k < count; ++k)
    note_known(c, &copy, blocks[k]);
  qn_map_finish(&copy.made);
  if (copy.failed)
    return qn_fail_memory(diag, "the checks of a loop");
  LLVMPositionBuilderBefore(c->builder, counted->before);
  LLVMBuildCondBr(c->builder, good, made, blocks[0]);
  LLVMInstructionEraseFromParent(counted->before);
  return qn_ok();
}

static qn_status check_loop(qn_cpu_checker *c, const qn_spmd_graph *graph,
                            unsigned loop, qn_diag *diag) {
  qn_spmd_counted counted;
  LLVMValueRef good;
  if (!qn_spmd_find_counted(graph, loop, c->builder, &counted))
    return qn_ok();
  QN_TRY(check_all_rounds(c, &counted, &good, diag));
  return good && c->kinds == QN_CPU_CHECK_MEMORY
             ? copy_loop(c, &counted, good, diag)
             : qn_ok();
}

static qn_status check_loops(qn_cpu_checker *c, LLVMValueRef function,
                             qn_diag *diag) {
  qn_spmd_graph graph;
  qn_arena arena = {0};
  const qn_spmd_graph_params params = {
      .start = LLVMGetEntryBasicBlock(function), .arena = &arena};
  qn_map_finish(&c->ranges);
  qn_status status = qn_spmd_graph_init(&graph, &params, diag);
  // Without loops of such a graph, as with a switch, each access is for itself.
  for (unsigned loop = 0;
       !qn_failed(status) && !graph.reason && loop < graph.loop_count; ++loop)
    status = check_loop(c, &graph, loop, diag);
  qn_spmd_graph_finish(&graph);
  qn_arena_finish(&arena);
  return status;
}

// ---- Returns before the end

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

// Whether that is a `return` of the source's, and not the end of its text:
// clang puts the block that returns right behind what is at the end.
static bool returns_early(LLVMBasicBlockRef block) {
  if (!leads_to_return(block))
    return false;
  return LLVMGetNextBasicBlock(block) !=
         LLVMGetSuccessor(LLVMGetBasicBlockTerminator(block), 0);
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
static void note_returns(const qn_cpu_checker *c, LLVMValueRef kernel) {
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

// All of a function's checks but those of its stack; its arrays are left to
// qn_cpu_guard_arrays.
static qn_status check_whole(qn_cpu_checker *c, LLVMValueRef function,
                             qn_map *arrays, qn_diag *diag) {
  if (c->kinds & QN_CPU_CHECK_MEMORY)
    QN_TRY(qn_cpu_find_arrays(c, function, arrays, diag));
  QN_TRY(check_loops(c, function, diag));
  if (c->kinds & QN_CPU_CHECK_INIT)
    QN_TRY(qn_cpu_check_values(c, function, diag));
  if (c->kinds & QN_CPU_CHECK_RACE)
    QN_TRY(qn_cpu_find_polls(c, function, diag));
  check_function(c, function);
  return qn_ok();
}

// Where neither order nor barriers are checked, the calls leave what kernels
// know of memory as it is: LLVM may keep what was loaded, though not load
// before a check.
static void describe_checks(const qn_cpu_checker *c) {
  enum { INACCESSIBLE = 3 << 2 }; // of LLVM's memory effects: both, no other
  const bool leaves =
      !(c->kinds & ~(unsigned)(QN_CPU_CHECK_MEMORY | QN_CPU_CHECK_INIT));
  const unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
  for (int f = 0; f < QN_DEVLIB_COUNT && leaves; ++f) {
    LLVMValueRef check = qn_devlib_is_check((qn_devlib_function)f)
                             ? qn_devlib_get(c->unit->module, f)
                             : NULL;
    if (!check)
      continue;
    qn_ir_add_flag(check, "nounwind");
    LLVMAddAttributeAtIndex(
        check, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
        LLVMCreateEnumAttribute(c->unit->context, kind, INACCESSIBLE));
  }
}

qn_status qn_cpu_add_checks(qn_unit *unit, qn_diag *diag) {
  qn_map arrays = {0};
  QN_TRY(mark_image(unit, diag));
  qn_cpu_checker c = {.unit = unit,
                      .kinds = qn_cpu_checks_in(unit),
                      .block_scope = qn_ir_scope_block(unit->context)};
  const qn_target_row *row = unit->target->row;
  qn_unit_set_target(unit, row->cpu, row->features);
  c.builder = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && c.kinds & QN_CPU_CHECK_SYNC &&
        qn_ir_is_kernel(function))
      note_returns(&c, function);
  // Loops that are copied need what they compute for others in phis.
  qn_status status = qn_ir_run_passes(
      unit->module,
      c.kinds == QN_CPU_CHECK_MEMORY
          ? "always-inline,function(sroa<modify-cfg>,early-cse<memssa>,"
            "lower-switch,loop-simplify,lcssa)"
          : "always-inline,function(sroa<modify-cfg>,early-cse<memssa>,"
            "lower-switch)",
      unit->machine, false, diag);
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function) && LLVMCountParams(function) &&
        qn_cpu_has_context(function) && !qn_failed(status))
      status = check_whole(&c, function, &arrays, diag);
  if (c.kinds & QN_CPU_CHECK_MEMORY && !qn_failed(status))
    status = qn_cpu_check_stacks(unit, &c.marks, diag);
  if (!qn_failed(status))
    qn_cpu_guard_arrays(&c, &arrays);
  describe_checks(&c);
  qn_map_finish(&arrays);
  LLVMDisposeBuilder(c.builder);
  qn_map_finish(&c.marks);
  qn_map_finish(&c.names);
  qn_map_finish(&c.polls);
  qn_map_finish(&c.ranges);
  return status;
}

void qn_cpu_check_packets(const qn_unit *unit, LLVMBuilderRef b,
                          LLVMValueRef runner, const qn_cpu_zones *zones) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMValueRef values[] = {runner, zones->all,
                           LLVMConstInt(i32, zones->count, false),
                           LLVMConstInt(i32, unit->shared_end, false)};
  qn_devlib_call(b, QN_DEVLIB_CHECK_ZONES, values, 4);
}

// Whether a check of a local variable's access, by numbers, is plainly good.
static bool is_settled(LLVMValueRef i) {
  enum { ADDRESS = 1, SIZE = 2, BASE = 5, OBJECT_SIZE = 6 };
  if (qn_devlib_called_by(i) != QN_DEVLIB_CHECK_OBJECT ||
      !LLVMIsNull(LLVMGetOperand(i, BASE)) ||
      !LLVMIsAConstantInt(LLVMGetOperand(i, SIZE)))
    return false;
  LLVMValueRef address = LLVMGetOperand(i, ADDRESS);
  const bool fixed = LLVMIsAConstantExpr(address) &&
                     LLVMGetConstOpcode(address) == LLVMIntToPtr &&
                     LLVMIsAConstantInt(LLVMGetOperand(address, 0));
  if (!fixed && !LLVMIsNull(address))
    return false;
  const uint64_t offset =
      fixed ? LLVMConstIntGetZExtValue(LLVMGetOperand(address, 0)) : 0;
  const uint64_t size = LLVMConstIntGetZExtValue(LLVMGetOperand(i, SIZE));
  const uint64_t whole =
      LLVMConstIntGetZExtValue(LLVMGetOperand(i, OBJECT_SIZE));
  return size <= whole && offset <= whole - size;
}

// Whether it is about a shadow without bits.
static bool is_plain(LLVMValueRef i) {
  const qn_devlib_function function = qn_devlib_called_by(i);
  const unsigned shadow = function == QN_DEVLIB_CHECK_STORED ? 3 : 1;
  return (function == QN_DEVLIB_CHECK_STORED ||
          function == QN_DEVLIB_CHECK_LOCAL ||
          function == QN_DEVLIB_CHECK_VALUE) &&
         LLVMIsAConstantInt(LLVMGetOperand(i, shadow)) &&
         LLVMIsNull(LLVMGetOperand(i, shadow));
}

void qn_cpu_drop_checks(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_settled(i) || is_plain(i))
          LLVMInstructionEraseFromParent(i);
      }
}

// Memory for what is known of a work-item's values, where the builder is.
static LLVMValueRef make_values(const qn_unit *unit, LLVMBuilderRef b) {
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  return qn_cpu_checks_in(unit) & QN_CPU_CHECK_INIT
             ? LLVMBuildAlloca(b, LLVMArrayType2(i64, QN_CHECK_VALUES_SIZE / 8),
                               "quern.values")
             : LLVMConstPointerNull(LLVMPointerTypeInContext(unit->context, 0));
}

qn_status qn_cpu_check_entry(qn_unit *unit, LLVMValueRef item, qn_diag *diag) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  unsigned count = 0;
  LLVMValueRef zones = qn_cpu_red_zones(unit, &count);
  if (!zones)
    return qn_fail_memory(diag, "a kernel's entry");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(item)));
  LLVMValueRef values[] = {LLVMGetParam(item, 0),
                           zones,
                           LLVMConstInt(i32, count, false),
                           LLVMConstInt(i32, unit->shared_end, false),
                           make_values(unit, b),
                           LLVMConstInt(i32, qn_cpu_checks_in(unit), false)};
  qn_devlib_call(b, QN_DEVLIB_CHECK_BEGIN, values, 6);
  LLVMDisposeBuilder(b);
  return qn_ok();
}

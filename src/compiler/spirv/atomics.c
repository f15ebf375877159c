// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/atomics.h"

#include <stdio.h>

#include "compiler/spirv/spaces.h"

enum { NAME_SIZE = 96, AS_PRIVATE = 0, CC_SPIR_FUNCTION = 75 };

// SPIR-V's numbers.
enum {
  SCOPE_ALL = 0,
  SCOPE_DEVICE = 1,
  SCOPE_GROUP = 2,
  SCOPE_SUB_GROUP = 3,
  SCOPE_THREAD = 4,
  ORDER_ACQUIRE_RELEASE = 0x8,
  ORDER_TOTAL = 0x10,
  MEMORY_SHARED_AND_GLOBAL = 0x100 | 0x200,
};

typedef enum atomic_kind { UPDATE, EXCHANGE_IF, LOAD, STORE } atomic_kind;

// One operation; values are integers wherever `type` is no update's own.
typedef struct atomic {
  atomic_kind kind;
  LLVMAtomicRMWBinOp op; // UPDATE
  LLVMTypeRef type;      // of the value in memory
  unsigned width;        // its bits
  unsigned space;        // of the pointer
  unsigned scope;        // LLVM's number
} atomic;

typedef struct atomics {
  qn_unit *unit;
  LLVMContextRef c;
  LLVMBuilderRef b;
} atomics;

// ---- Small builders

static LLVMTypeRef bits(const atomics *a, unsigned width) {
  return LLVMIntTypeInContext(a->c, width);
}

static LLVMTypeRef pointer(const atomics *a, unsigned space) {
  return LLVMPointerTypeInContext(a->c, space);
}

static LLVMValueRef constant(LLVMTypeRef type, uint64_t value) {
  return LLVMConstInt(type, value, false);
}

// The same bits as another type.
static LLVMValueRef recast(const atomics *a, LLVMValueRef value,
                           LLVMTypeRef to) {
  LLVMTypeRef from = LLVMTypeOf(value);
  if (from == to)
    return value;
  if (LLVMGetTypeKind(from) == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(a->b, value, to, "");
  return LLVMGetTypeKind(to) == LLVMPointerTypeKind
             ? LLVMBuildIntToPtr(a->b, value, to, "")
             : LLVMBuildBitCast(a->b, value, to, "");
}

static LLVMValueRef call(const atomics *a, LLVMValueRef callee,
                         LLVMValueRef *arguments, unsigned count) {
  LLVMValueRef made = LLVMBuildCall2(a->b, LLVMGlobalGetValueType(callee),
                                     callee, arguments, count, "");
  LLVMSetInstructionCallConv(made, LLVMGetFunctionCallConv(callee));
  return made;
}

// A builtin of the SPIR-V back end, by its mangled name.
static LLVMValueRef builtin(const atomics *a, const char *name,
                            LLVMTypeRef type) {
  LLVMValueRef found = LLVMGetNamedFunction(a->unit->module, name);
  if (found)
    return found;
  LLVMValueRef made = LLVMAddFunction(a->unit->module, name, type);
  LLVMSetFunctionCallConv(made, CC_SPIR_FUNCTION);
  qn_ir_add_flag(made, "nounwind");
  return made;
}

static unsigned scope_number(const atomics *a, unsigned scope) {
  static const struct {
    const char *name;
    unsigned number;
  } scopes[] = {{"device", SCOPE_DEVICE},       {"agent", SCOPE_DEVICE},
                {"workgroup", SCOPE_GROUP},     {"subgroup", SCOPE_SUB_GROUP},
                {"wavefront", SCOPE_SUB_GROUP}, {"singlethread", SCOPE_THREAD}};
  for (size_t i = 0; i < sizeof(scopes) / sizeof(scopes[0]); ++i)
    if (LLVMGetSyncScopeID(a->c, scopes[i].name, strlen(scopes[i].name)) ==
        scope)
      return scopes[i].number;
  return SCOPE_ALL;
}

// ---- Order

static bool releases(LLVMAtomicOrdering order) {
  return order == LLVMAtomicOrderingRelease ||
         order == LLVMAtomicOrderingAcquireRelease ||
         order == LLVMAtomicOrderingSequentiallyConsistent;
}

static bool acquires(LLVMAtomicOrdering order) {
  return order == LLVMAtomicOrderingAcquire ||
         order == LLVMAtomicOrderingAcquireRelease ||
         order == LLVMAtomicOrderingSequentiallyConsistent;
}

// The back end's own fences order no memory.
static void build_fence(const atomics *a, unsigned scope,
                        LLVMAtomicOrdering order) {
  LLVMTypeRef i32 = bits(a, 32);
  LLVMTypeRef types[] = {i32, i32};
  LLVMTypeRef type =
      LLVMFunctionType(LLVMVoidTypeInContext(a->c), types, 2, false);
  const unsigned semantics = MEMORY_SHARED_AND_GLOBAL |
                             (order == LLVMAtomicOrderingSequentiallyConsistent
                                  ? ORDER_TOTAL
                                  : ORDER_ACQUIRE_RELEASE);
  LLVMValueRef arguments[] = {constant(i32, scope_number(a, scope)),
                              constant(i32, semantics)};
  call(a, builtin(a, "_Z21__spirv_MemoryBarrierjj", type), arguments, 2);
}

static void fence_around(const atomics *a, LLVMValueRef i, unsigned scope,
                         LLVMAtomicOrdering order) {
  if (releases(order)) {
    LLVMPositionBuilderBefore(a->b, i);
    build_fence(a, scope, order);
  }
  if (acquires(order)) {
    LLVMPositionBuilderBefore(a->b, LLVMGetNextInstruction(i));
    build_fence(a, scope, order);
  }
}

// ---- Plain arithmetic

static LLVMValueRef choose(const atomics *a, LLVMIntPredicate predicate,
                           LLVMValueRef x, LLVMValueRef y) {
  return LLVMBuildSelect(a->b, LLVMBuildICmp(a->b, predicate, x, y, ""), x, y,
                         "");
}

static LLVMValueRef call_float(const atomics *a, const char *name,
                               LLVMValueRef x, LLVMValueRef y) {
  LLVMTypeRef type = LLVMTypeOf(x);
  LLVMValueRef arguments[] = {x, y};
  return call(a, qn_ir_intrinsic(a->unit->module, name, &type, 1), arguments,
              2);
}

// Of counters that wrap at a bound, and of differences that stop at 0.
static LLVMValueRef apply_bounded(const atomics *a, LLVMAtomicRMWBinOp op,
                                  LLVMValueRef old, LLVMValueRef v) {
  LLVMBuilderRef b = a->b;
  LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(old));
  LLVMValueRef one = constant(LLVMTypeOf(old), 1);
  LLVMValueRef fits = LLVMBuildICmp(b, LLVMIntUGE, old, v, "");
  LLVMValueRef less = LLVMBuildSub(b, old, v, "");
  switch (op) {
  case LLVMAtomicRMWBinOpUIncWrap:
    return LLVMBuildSelect(b, fits, zero, LLVMBuildAdd(b, old, one, ""), "");
  case LLVMAtomicRMWBinOpUDecWrap:
    return LLVMBuildSelect(
        b,
        LLVMBuildOr(b, LLVMBuildICmp(b, LLVMIntEQ, old, zero, ""),
                    LLVMBuildICmp(b, LLVMIntUGT, old, v, ""), ""),
        v, LLVMBuildSub(b, old, one, ""), "");
  case LLVMAtomicRMWBinOpUSubCond:
    return LLVMBuildSelect(b, fits, less, old, "");
  case LLVMAtomicRMWBinOpUSubSat:
    return LLVMBuildSelect(b, fits, less, zero, "");
  default:
    return NULL;
  }
}

static LLVMValueRef apply(const atomics *a, LLVMAtomicRMWBinOp op,
                          LLVMValueRef old, LLVMValueRef v) {
  switch (op) {
  case LLVMAtomicRMWBinOpXchg:
    return v;
  case LLVMAtomicRMWBinOpAdd:
    return LLVMBuildAdd(a->b, old, v, "");
  case LLVMAtomicRMWBinOpSub:
    return LLVMBuildSub(a->b, old, v, "");
  case LLVMAtomicRMWBinOpAnd:
    return LLVMBuildAnd(a->b, old, v, "");
  case LLVMAtomicRMWBinOpNand:
    return LLVMBuildNot(a->b, LLVMBuildAnd(a->b, old, v, ""), "");
  case LLVMAtomicRMWBinOpOr:
    return LLVMBuildOr(a->b, old, v, "");
  case LLVMAtomicRMWBinOpXor:
    return LLVMBuildXor(a->b, old, v, "");
  case LLVMAtomicRMWBinOpMax:
    return choose(a, LLVMIntSGT, old, v);
  case LLVMAtomicRMWBinOpMin:
    return choose(a, LLVMIntSLT, old, v);
  case LLVMAtomicRMWBinOpUMax:
    return choose(a, LLVMIntUGT, old, v);
  case LLVMAtomicRMWBinOpUMin:
    return choose(a, LLVMIntULT, old, v);
  case LLVMAtomicRMWBinOpFAdd:
    return LLVMBuildFAdd(a->b, old, v, "");
  case LLVMAtomicRMWBinOpFSub:
    return LLVMBuildFSub(a->b, old, v, "");
  case LLVMAtomicRMWBinOpFMax:
    return call_float(a, "llvm.maxnum", old, v);
  case LLVMAtomicRMWBinOpFMin:
    return call_float(a, "llvm.minnum", old, v);
  case LLVMAtomicRMWBinOpFMaximum:
    return call_float(a, "llvm.maximum", old, v);
  case LLVMAtomicRMWBinOpFMinimum:
    return call_float(a, "llvm.minimum", old, v);
  default:
    return apply_bounded(a, op, old, v);
  }
}

static bool is_native(const atomic *what) {
  const bool update =
      what->kind != UPDATE || (what->op <= LLVMAtomicRMWBinOpUMin &&
                               what->op != LLVMAtomicRMWBinOpNand);
  return update && (what->width == 32 || what->width == 64) &&
         LLVMGetTypeKind(what->type) == LLVMIntegerTypeKind &&
         (what->space == QN_AS_GLOBAL || what->space == QN_AS_SHARED);
}

// ---- The operation itself, as LLVM writes it

// `values` are those that follow the pointer in the helpers below.
static LLVMValueRef build_operation(const atomics *a, const atomic *what,
                                    LLVMValueRef p,
                                    const LLVMValueRef *values) {
  const LLVMAtomicOrdering relaxed = LLVMAtomicOrderingMonotonic;
  LLVMValueRef made;
  switch (what->kind) {
  case UPDATE:
    return LLVMBuildAtomicRMWSyncScope(a->b, what->op, p, values[0], relaxed,
                                       what->scope);
  case EXCHANGE_IF:
    return LLVMBuildAtomicCmpXchgSyncScope(a->b, p, values[0], values[1],
                                           relaxed, relaxed, what->scope);
  case LOAD:
    made = LLVMBuildLoad2(a->b, what->type, p, "");
    break;
  default:
    made = LLVMBuildStore(a->b, values[0], p);
  }
  LLVMSetOrdering(made, relaxed);
  LLVMSetAtomicSyncScopeID(made, what->scope);
  LLVMSetAlignment(made, what->width / 8);
  return made;
}

// Loads and stores, which the back end takes for plain ones, by its builtins.
static LLVMValueRef call_access(const atomics *a, const atomic *what,
                                LLVMValueRef p, LLVMValueRef value) {
  char name[NAME_SIZE];
  const char letter = what->width == 32 ? 'j' : 'm';
  const bool load = what->kind == LOAD;
  LLVMTypeRef i32 = bits(a, 32);
  LLVMTypeRef types[] = {pointer(a, what->space), i32, i32, what->type};
  LLVMValueRef arguments[] = {p, constant(i32, scope_number(a, what->scope)),
                              constant(i32, 0), value};
  if (load)
    snprintf(name, sizeof(name), "_Z18__spirv_AtomicLoadPU3AS%u%cjj",
             what->space, letter);
  else
    snprintf(name, sizeof(name), "_Z19__spirv_AtomicStorePU3AS%u%cjj%c",
             what->space, letter, letter);
  LLVMTypeRef type =
      LLVMFunctionType(load ? what->type : LLVMVoidTypeInContext(a->c), types,
                       load ? 3 : 4, false);
  return call(a, builtin(a, name, type), arguments, load ? 3 : 4);
}

// ---- Helpers: one function for each operation that is not native. That of a
// compare-exchange returns what was there.

typedef struct helper {
  const atomics *a;
  const atomic *what;
  LLVMValueRef function;
  LLVMValueRef p;
  LLVMValueRef values[2];
} helper;

static LLVMBasicBlockRef add_block(const helper *h) {
  return LLVMAppendBasicBlockInContext(h->a->c, h->function, "");
}

static void build_return(const helper *h, LLVMValueRef value) {
  if (h->what->kind == STORE)
    LLVMBuildRetVoid(h->a->b);
  else
    LLVMBuildRet(h->a->b, value);
}

// A thread's own memory.
static void build_private(const helper *h) {
  LLVMBuilderRef b = h->a->b;
  if (h->what->kind == STORE) {
    LLVMBuildStore(b, h->values[0], h->p);
    build_return(h, NULL);
    return;
  }
  LLVMValueRef old = LLVMBuildLoad2(b, h->what->type, h->p, "");
  if (h->what->kind == UPDATE)
    LLVMBuildStore(b, apply(h->a, h->what->op, old, h->values[0]), h->p);
  if (h->what->kind == EXCHANGE_IF) {
    LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, old, h->values[0], "");
    LLVMBuildStore(b, LLVMBuildSelect(b, same, h->values[1], old, ""), h->p);
  }
  build_return(h, old);
}

// A generic pointer as one into `space`: NULL where it points elsewhere.
static LLVMValueRef cast_to(const helper *h, unsigned space) {
  static const char name[] = "llvm.spv.generic.cast.to.ptr.explicit";
  LLVMTypeRef type = pointer(h->a, space);
  return call(h->a, qn_ir_intrinsic(h->a->unit->module, name, &type, 1),
              (LLVMValueRef *)&h->p, 1);
}

static void build_in_space(const helper *h, LLVMValueRef p, unsigned space) {
  atomic what = *h->what;
  what.space = space;
  LLVMValueRef made = build_operation(h->a, &what, p, h->values);
  build_return(h, what.kind == EXCHANGE_IF
                      ? LLVMBuildExtractValue(h->a->b, made, 0, "")
                      : made);
}

// Where a generic pointer points: shared memory, the thread's own, or else.
static void build_generic(const helper *h) {
  LLVMBuilderRef b = h->a->b;
  static const unsigned spaces[] = {QN_AS_SHARED, AS_PRIVATE};
  for (size_t i = 0; i < 2; ++i) {
    LLVMBasicBlockRef here = add_block(h), next = add_block(h);
    LLVMValueRef p = cast_to(h, spaces[i]);
    LLVMBuildCondBr(
        b, LLVMBuildICmp(b, LLVMIntNE, p, LLVMConstNull(LLVMTypeOf(p)), ""),
        here, next);
    LLVMPositionBuilderAtEnd(b, here);
    build_in_space(h, p, spaces[i]);
    LLVMPositionBuilderAtEnd(b, next);
  }
  build_in_space(
      h, LLVMBuildAddrSpaceCast(b, h->p, pointer(h->a, QN_AS_GLOBAL), ""),
      QN_AS_GLOBAL);
}

// The word that a value lies in, and the value's place in it; for values of 32
// and 64 bits the value itself.
typedef struct word {
  LLVMTypeRef type, value_type; // integers
  LLVMValueRef p, shift, mask;  // mask: of the other bits
  atomic access;
} word;

static word find_word(const helper *h) {
  LLVMBuilderRef b = h->a->b;
  const unsigned width = h->what->width < 32 ? 32 : h->what->width;
  word w = {.type = bits(h->a, width),
            .value_type = bits(h->a, h->what->width),
            .p = h->p,
            .access = *h->what};
  w.access.type = w.type;
  w.access.width = width;
  if (h->what->width >= 32)
    return w;
  LLVMTypeRef i64 = bits(h->a, 64);
  LLVMValueRef address = LLVMBuildPtrToInt(b, h->p, i64, "");
  w.p = LLVMBuildIntToPtr(
      b, LLVMBuildAnd(b, address, constant(i64, ~UINT64_C(3)), ""),
      LLVMTypeOf(h->p), "");
  LLVMValueRef byte = LLVMBuildAnd(b, LLVMBuildTrunc(b, address, w.type, ""),
                                   constant(w.type, 3), "");
  w.shift = LLVMBuildShl(b, byte, constant(w.type, 3), "");
  w.mask = LLVMBuildNot(
      b,
      LLVMBuildShl(b, constant(w.type, (UINT64_C(1) << h->what->width) - 1),
                   w.shift, ""),
      "");
  return w;
}

static LLVMValueRef value_of(const helper *h, const word *w,
                             LLVMValueRef whole) {
  return w->shift ? LLVMBuildTrunc(h->a->b,
                                   LLVMBuildLShr(h->a->b, whole, w->shift, ""),
                                   w->value_type, "")
                  : whole;
}

static LLVMValueRef with_value(const helper *h, const word *w,
                               LLVMValueRef whole, LLVMValueRef value) {
  LLVMBuilderRef b = h->a->b;
  if (!w->shift)
    return value;
  return LLVMBuildOr(
      b, LLVMBuildAnd(b, whole, w->mask, ""),
      LLVMBuildShl(b, LLVMBuildZExt(b, value, w->type, ""), w->shift, ""), "");
}

static LLVMValueRef load_word(const helper *h, const word *w) {
  atomic load = w->access;
  load.kind = LOAD;
  return build_operation(h->a, &load, w->p, NULL);
}

// Ends the block with an attempt to put `value` in place of what `whole` has;
// back to `loop` when another thread came between, else to `done`.
static void build_attempt(const helper *h, const word *w, LLVMValueRef whole,
                          LLVMValueRef value, LLVMBasicBlockRef *blocks) {
  LLVMBuilderRef b = h->a->b;
  atomic attempt = w->access;
  attempt.kind = EXCHANGE_IF;
  LLVMValueRef values[] = {whole, with_value(h, w, whole, value)};
  LLVMValueRef pair = build_operation(h->a, &attempt, w->p, values);
  LLVMValueRef seen = LLVMBuildExtractValue(b, pair, 0, "");
  LLVMBasicBlockRef here = LLVMGetInsertBlock(b);
  LLVMBuildCondBr(b, LLVMBuildExtractValue(b, pair, 1, ""), blocks[1],
                  blocks[0]);
  LLVMAddIncoming(whole, &seen, &here, 1);
}

// Starts the loop; what the word holds is its phi.
static LLVMValueRef build_head(const helper *h, const word *w,
                               LLVMBasicBlockRef loop) {
  LLVMBuilderRef b = h->a->b;
  LLVMValueRef first = load_word(h, w);
  LLVMBasicBlockRef before = LLVMGetInsertBlock(b);
  LLVMBuildBr(b, loop);
  LLVMPositionBuilderAtEnd(b, loop);
  LLVMValueRef whole = LLVMBuildPhi(b, w->type, "");
  LLVMAddIncoming(whole, &first, &before, 1);
  return whole;
}

static void build_update_loop(const helper *h) {
  const word w = find_word(h);
  LLVMBasicBlockRef blocks[] = {add_block(h), add_block(h)};
  LLVMValueRef whole = build_head(h, &w, blocks[0]);
  LLVMValueRef old = recast(h->a, value_of(h, &w, whole), h->what->type);
  LLVMValueRef made = apply(h->a, h->what->op, old, h->values[0]);
  build_attempt(h, &w, whole, recast(h->a, made, w.value_type), blocks);
  LLVMPositionBuilderAtEnd(h->a->b, blocks[1]);
  build_return(h, old);
}

static void build_exchange_loop(const helper *h) {
  LLVMBuilderRef b = h->a->b;
  const word w = find_word(h);
  LLVMBasicBlockRef blocks[] = {add_block(h), add_block(h)};
  LLVMBasicBlockRef same = add_block(h);
  LLVMValueRef whole = build_head(h, &w, blocks[0]);
  LLVMValueRef old = value_of(h, &w, whole);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, old, h->values[0], ""), same,
                  blocks[1]);
  LLVMPositionBuilderAtEnd(b, same);
  build_attempt(h, &w, whole, h->values[1], blocks);
  LLVMPositionBuilderAtEnd(b, blocks[1]);
  build_return(h, old);
}

// A value narrower than a word: of the word around it.
static void build_narrow_access(const helper *h) {
  const word w = find_word(h);
  if (h->what->kind == LOAD) {
    build_return(h, value_of(h, &w, load_word(h, &w)));
    return;
  }
  atomic update = *h->what;
  update.kind = UPDATE;
  update.op = LLVMAtomicRMWBinOpXchg;
  build_operation(h->a, &update, h->p, h->values);
  build_return(h, NULL);
}

static void build_body(const helper *h) {
  if (h->what->space == AS_PRIVATE)
    build_private(h);
  else if (h->what->space == QN_AS_SPIRV_GENERIC)
    build_generic(h);
  else if (h->what->kind == UPDATE)
    build_update_loop(h);
  else if (h->what->kind == EXCHANGE_IF)
    build_exchange_loop(h);
  else
    build_narrow_access(h);
}

static LLVMTypeRef helper_type(const atomics *a, const atomic *what) {
  LLVMTypeRef types[] = {pointer(a, what->space), what->type, what->type};
  LLVMTypeRef result =
      what->kind == STORE ? LLVMVoidTypeInContext(a->c) : what->type;
  const unsigned count = what->kind == LOAD          ? 1
                         : what->kind == EXCHANGE_IF ? 3
                                                     : 2;
  return LLVMFunctionType(result, types, count, false);
}

static LLVMValueRef find_helper(const atomics *a, const atomic *what) {
  char name[NAME_SIZE];
  char *type = LLVMPrintTypeToString(what->type);
  snprintf(name, sizeof(name), "quern.atomic.%d.%d.%s.%u.%u", (int)what->kind,
           what->kind == UPDATE ? (int)what->op : 0, type, what->space,
           what->scope);
  LLVMDisposeMessage(type);
  LLVMValueRef found = LLVMGetNamedFunction(a->unit->module, name);
  if (found)
    return found;
  LLVMValueRef made =
      LLVMAddFunction(a->unit->module, name, helper_type(a, what));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  LLVMSetFunctionCallConv(made, CC_SPIR_FUNCTION);
  qn_ir_add_flag(made, "alwaysinline");
  qn_ir_add_flag(made, "nounwind");
  helper h = {.a = a, .what = what, .function = made};
  h.p = LLVMGetParam(made, 0);
  for (unsigned i = 1; i < LLVMCountParams(made); ++i)
    h.values[i - 1] = LLVMGetParam(made, i);
  LLVMBasicBlockRef before = LLVMGetInsertBlock(a->b);
  LLVMPositionBuilderAtEnd(a->b, add_block(&h));
  build_body(&h);
  if (before)
    LLVMPositionBuilderAtEnd(a->b, before);
  return made;
}

// ---- Instructions

static bool is_atomic_access(LLVMValueRef i) {
  return (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
         LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
}

// What an instruction does; its pointer and values, in `operands`.
static atomic read_instruction(const atomics *a, LLVMValueRef i,
                               LLVMValueRef operands[3]) {
  atomic what = {.scope = LLVMGetAtomicSyncScopeID(i)};
  const unsigned count = LLVMIsAAtomicCmpXchgInst(i) ? 3
                         : LLVMIsALoadInst(i)        ? 1
                                                     : 2;
  const bool store = LLVMIsAStoreInst(i);
  for (unsigned k = 0; k < count; ++k)
    operands[store ? 1 - k : k] = LLVMGetOperand(i, k);
  what.kind = store                         ? STORE
              : LLVMIsALoadInst(i)          ? LOAD
              : LLVMIsAAtomicCmpXchgInst(i) ? EXCHANGE_IF
                                            : UPDATE;
  if (what.kind == UPDATE)
    what.op = LLVMGetAtomicRMWBinOp(i);
  what.type = count > 1 ? LLVMTypeOf(operands[1]) : LLVMTypeOf(i);
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(a->unit->module);
  what.width = (unsigned)LLVMSizeOfTypeInBits(td, what.type);
  what.space = LLVMGetPointerAddressSpace(LLVMTypeOf(operands[0]));
  return what;
}

// Values that are only moved are moved as integers.
static bool moves_only(const atomic *what) {
  return what->kind != UPDATE || what->op == LLVMAtomicRMWBinOpXchg;
}

// The pair that a compare-exchange gives: what was there, and whether it was
// what was expected.
static LLVMValueRef build_pair(const atomics *a, LLVMValueRef old,
                               LLVMValueRef expected, LLVMTypeRef type) {
  LLVMTypeRef members[2];
  LLVMGetStructElementTypes(type, members);
  LLVMValueRef same = LLVMBuildICmp(a->b, LLVMIntEQ, old, expected, "");
  LLVMValueRef pair = LLVMBuildInsertValue(a->b, LLVMGetPoison(type),
                                           recast(a, old, members[0]), 0, "");
  return LLVMBuildInsertValue(a->b, pair, same, 1, "");
}

static void replace(const atomics *a, LLVMValueRef i, atomic what,
                    LLVMValueRef operands[3]) {
  LLVMPositionBuilderBefore(a->b, i);
  if (moves_only(&what))
    what.type = bits(a, what.width);
  LLVMValueRef callee = NULL;
  const bool access = what.kind == LOAD || what.kind == STORE;
  if (!is_native(&what)) {
    callee = find_helper(a, &what);
    LLVMPositionBuilderBefore(a->b, i);
  }
  unsigned count = 1;
  for (; count < 3 && operands[count]; ++count)
    operands[count] = recast(a, operands[count], what.type);
  LLVMValueRef made =
      callee   ? call(a, callee, operands, count)
      : access ? call_access(a, &what, operands[0], operands[1])
               : build_operation(a, &what, operands[0], operands + 1);
  if (!callee && what.kind == EXCHANGE_IF)
    made = LLVMBuildExtractValue(a->b, made, 0, "");
  if (what.kind == EXCHANGE_IF)
    made = build_pair(a, made, operands[1], LLVMTypeOf(i));
  else if (what.kind != STORE)
    made = recast(a, made, LLVMTypeOf(i));
  if (what.kind != STORE)
    LLVMReplaceAllUsesWith(i, made);
  LLVMInstructionEraseFromParent(i);
}

static LLVMAtomicOrdering order_of(LLVMValueRef i) {
  return LLVMIsAAtomicCmpXchgInst(i) ? LLVMGetCmpXchgSuccessOrdering(i)
                                     : LLVMGetOrdering(i);
}

static bool is_settled(const atomic *what, LLVMAtomicOrdering order) {
  return is_native(what) && order == LLVMAtomicOrderingMonotonic &&
         (what->kind == UPDATE || what->kind == EXCHANGE_IF);
}

static qn_status lower_one(const atomics *a, LLVMValueRef i, qn_diag *diag) {
  LLVMValueRef operands[3] = {0};
  if (LLVMIsAFenceInst(i)) {
    LLVMPositionBuilderBefore(a->b, i);
    build_fence(a, LLVMGetAtomicSyncScopeID(i), LLVMGetOrdering(i));
    LLVMInstructionEraseFromParent(i);
    return qn_ok();
  }
  const atomic what = read_instruction(a, i, operands);
  const LLVMAtomicOrdering order = order_of(i);
  if (is_settled(&what, order))
    return qn_ok();
  if (what.width > 64)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "SPIR-V has no atomic operations on %u bits; '%.*s' needs "
                   "one",
                   what.width,
                   QN_STR_ARG(qn_ir_name(
                       LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)))));
  fence_around(a, i, what.scope, order);
  replace(a, i, what, operands);
  return qn_ok();
}

static qn_status lower_function(const atomics *a, LLVMValueRef function,
                                qn_diag *diag) {
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (LLVMIsAFenceInst(i) || LLVMIsAAtomicRMWInst(i) ||
          LLVMIsAAtomicCmpXchgInst(i) || is_atomic_access(i))
        QN_TRY(lower_one(a, i, diag));
    }
  return qn_ok();
}

qn_status qn_spirv_lower_atomics(qn_unit *unit, qn_diag *diag) {
  const atomics a = {.unit = unit,
                     .c = unit->context,
                     .b = LLVMCreateBuilderInContext(unit->context)};
  qn_status status = qn_ok();
  // Helpers come behind all others, and their own operations are lowered then.
  QN_EACH_FUNCTION (function, unit->module)
    if (!qn_failed(status))
      status = lower_function(&a, function, diag);
  LLVMDisposeBuilder(a.b);
  return status;
}

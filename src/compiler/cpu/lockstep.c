// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/lockstep.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/cpu/context.h"
#include "compiler/cpu/overlap.h"
#include "compiler/ir/copies.h"
#include "compiler/spmd/analysis/shape.h"

// ---- Where an address points

enum { DEPTH_MAX = 8 };

static bool may_be_shared(LLVMValueRef address, unsigned depth);

// A pointer that is loaded: from a variable of the function, it is one of those
// that are stored there.
static bool loaded_may_be_shared(LLVMValueRef load, unsigned depth) {
  LLVMValueRef from = LLVMGetOperand(load, 0);
  if (qn_spmd_context_field(load) >= 0)
    return qn_spmd_context_field(load) == QN_ITEM_SHARED;
  while (LLVMIsAGetElementPtrInst(from))
    from = LLVMGetOperand(from, 0);
  if (LLVMIsAArgument(from))
    return may_be_shared(from, depth);
  if (!LLVMIsAAllocaInst(from))
    return true;
  for (LLVMUseRef use = LLVMGetFirstUse(from); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user) || qn_ir_is_lifetime(user))
      continue;
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != from ||
        may_be_shared(LLVMGetOperand(user, 0), depth + 1))
      return true;
  }
  return false;
}

static bool argument_may_be_shared(LLVMValueRef argument) {
  const qn_str name = qn_ir_name(LLVMGetParamParent(argument));
  return !qn_str_starts(name, QN_STR("quern.item")) &&
         !qn_str_starts(name, QN_STR("quern.kernel"));
}

static bool may_be_shared(LLVMValueRef address, unsigned depth) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  if (depth > DEPTH_MAX)
    return true;
  if (LLVMIsAArgument(address))
    return argument_may_be_shared(address);
  if (LLVMIsAAllocaInst(address) || LLVMIsAConstant(address))
    return false;
  if (LLVMIsALoadInst(address))
    return loaded_may_be_shared(address, depth);
  if (LLVMIsASelectInst(address))
    return may_be_shared(LLVMGetOperand(address, 1), depth + 1) ||
           may_be_shared(LLVMGetOperand(address, 2), depth + 1);
  if (LLVMIsAPHINode(address)) {
    for (unsigned i = 0; i < LLVMCountIncoming(address); ++i)
      if (may_be_shared(LLVMGetIncomingValue(address, i), depth + 1))
        return true;
    return false;
  }
  return true;
}

// ---- Accesses

// What happened since the last step: any reads, any writes, writes that are not
// told apart, and from the bit STORE on, stores of the function.
enum { READ = 1, WRITTEN = 2, OTHERS = 4, STORE = 3, STORES_MAX = 61 };

typedef struct access {
  LLVMValueRef read, written; // addresses, or NULL
  bool is_volatile;
} access;

// The non-atomic accesses of an instruction to what may be shared memory.
static access access_of(LLVMValueRef i) {
  access a = {0};
  if ((LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) &&
      LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return a;
  if (LLVMIsALoadInst(i) && qn_spmd_context_field(i) < 0)
    a.read = LLVMGetOperand(i, 0);
  else if (LLVMIsAStoreInst(i))
    a.written = LLVMGetOperand(i, 1);
  else if (qn_ir_is_copy(i)) {
    a.written = LLVMGetOperand(i, 0);
    a.read = LLVMGetOperand(i, 1);
  }
  a.is_volatile =
      (LLVMIsALoadInst(i) || LLVMIsAStoreInst(i)) && LLVMGetVolatile(i);
  if (a.read && !may_be_shared(a.read, 0))
    a.read = NULL;
  if (a.written && !may_be_shared(a.written, 0))
    a.written = NULL;
  return a;
}

// Before functions have contexts: any address but that of a variable.
static bool is_foreign(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address) || LLVMIsACastInst(address))
    address = LLVMGetOperand(address, 0);
  return !LLVMIsAAllocaInst(address) && !LLVMIsAConstant(address);
}

bool qn_cpu_may_touch_shared(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if ((LLVMIsALoadInst(i) && is_foreign(LLVMGetOperand(i, 0))) ||
          (LLVMIsAStoreInst(i) && is_foreign(LLVMGetOperand(i, 1))) ||
          qn_ir_is_copy(i))
        return true;
  return false;
}

// ---- Steps

typedef struct walk {
  LLVMBuilderRef b;   // NULL: only analyses
  LLVMValueRef place; // with `b`: the context of the function
  bool found;         // whether a step is needed somewhere
  bool overwrites;    // ... between two stores that are likely to overlap
  bool looks;         // stores are remembered behind steps, for `reads`
  bool reads;         // with `looks`: what other lanes have stored is read
  qn_map before;      // by block: what happened since the last step
  LLVMTargetDataRef layout;
  qn_written stores[STORES_MAX]; // by bit
  qn_map numbers;                // of stores
} walk;

static bool synchronises(LLVMValueRef i) {
  const qn_devlib_function f = qn_devlib_called_by(i);
  return qn_devlib_is_warp_op(f) || qn_devlib_is_barrier(f) ||
         f == QN_DEVLIB_GRID_SYNC || f == QN_DEVLIB_WARP_STEP;
}

static bool calls_own_code(LLVMValueRef i) {
  if (!LLVMIsACallInst(i))
    return false;
  LLVMValueRef callee = qn_ir_callee(i);
  return callee ? !LLVMIsDeclaration(callee) &&
                      qn_devlib_called_by(i) == QN_DEVLIB_NONE
                : qn_ir_is_indirect_call(i);
}

static void step(walk *w, LLVMValueRef before, LLVMValueRef address) {
  w->found = true;
  if (!w->b)
    return;
  LLVMValueRef values[] = {w->place, address};
  LLVMPositionBuilderBefore(w->b, before);
  LLVMValueRef made = qn_devlib_call(w->b, QN_DEVLIB_WARP_STEP, values, 2);
  LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(before));
}

// Splits a copy within shared memory: all lanes read before any writes.
static void split_copy(walk *w, LLVMValueRef copy, const access *a) {
  uint64_t size;
  w->found = true;
  if (!w->b || !qn_ir_copy_size(copy, &size))
    return;
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(copy));
  LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(copy)));
  LLVMPositionBuilderBefore(
      w->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef held =
      LLVMBuildAlloca(w->b, LLVMArrayType2(i8, size), "in_step");
  LLVMSetAlignment(held, 16);
  LLVMPositionBuilderBefore(w->b, copy);
  LLVMValueRef bytes = LLVMGetOperand(copy, 2);
  LLVMBuildMemCpy(w->b, held, 16, a->read, qn_ir_copy_alignment(copy, 1),
                  bytes);
  step(w, copy, a->written);
  LLVMBuildMemCpy(w->b, a->written, qn_ir_copy_alignment(copy, 0), held, 16,
                  bytes);
  LLVMInstructionEraseFromParent(copy);
}

// The bit of a store, or of all that have none of their own.
static uint64_t bit_of(walk *w, LLVMValueRef store, LLVMValueRef address) {
  const uint64_t *known = qn_map_find(&w->numbers, (uintptr_t)store);
  uint64_t number = known ? *known : w->numbers.count;
  if (!known &&
      (number == STORES_MAX ||
       qn_failed(qn_map_put(&w->numbers, (uintptr_t)store, number, NULL))))
    return OTHERS;
  if (!known) {
    uint64_t size = 0;
    if (LLVMIsAStoreInst(store))
      size =
          LLVMStoreSizeOfType(w->layout, LLVMTypeOf(LLVMGetOperand(store, 0)));
    else if (!qn_ir_copy_size(store, &size))
      size = UINT32_MAX;
    w->stores[number] = qn_cpu_written(w->layout, store, address, size);
  }
  return (uint64_t)1 << (STORE + number);
}

// Whether a store may overwrite what another lane has stored since the last
// step, which in lockstep came before.
static qn_overlap overwrites(const walk *w, uint64_t bit, uint64_t done) {
  qn_overlap most = QN_OVERLAP_NONE;
  if (bit == OTHERS || (done & OTHERS))
    return done & WRITTEN ? QN_OVERLAP_POSSIBLE : QN_OVERLAP_NONE;
  unsigned number = 0;
  while (bit != (uint64_t)1 << (STORE + number))
    ++number;
  for (unsigned i = 0; i < w->numbers.count; ++i) {
    if (i == number || !(done >> (STORE + i) & 1))
      continue;
    const qn_overlap now = qn_cpu_overlap(&w->stores[i], &w->stores[number]);
    most = now > most ? now : most;
  }
  return most;
}

// Whether a read may be of what another lane has stored, with no barrier
// between.
static bool reads_others(const walk *w, LLVMValueRef read, LLVMValueRef address,
                         uint64_t done) {
  const uint64_t size = LLVMStoreSizeOfType(w->layout, LLVMTypeOf(read));
  const qn_written what = qn_cpu_written(w->layout, read, address, size);
  for (unsigned i = 0; i < w->numbers.count; ++i)
    if ((done >> (STORE + i) & 1) && qn_cpu_reads_others(&w->stores[i], &what))
      return true;
  return false;
}

// The accesses since the last step after `i`.
static uint64_t pass(walk *w, LLVMValueRef i, uint64_t done) {
  if (synchronises(i))
    return 0;
  if (calls_own_code(i))
    return READ | WRITTEN | OTHERS;
  const access a = access_of(i);
  if (!a.read && !a.written)
    return done;
  if (w->looks) {
    w->reads |=
        LLVMIsALoadInst(i) && a.read && reads_others(w, i, a.read, done);
    return a.written ? done | bit_of(w, i, a.written) : done;
  }
  const unsigned hidden = a.is_volatile ? READ | WRITTEN
                          : a.read      ? WRITTEN
                                        : READ;
  const uint64_t bit = a.written ? bit_of(w, i, a.written) : 0;
  const qn_overlap overlap =
      bit && !a.read ? overwrites(w, bit, done) : QN_OVERLAP_NONE;
  w->overwrites |= overlap == QN_OVERLAP_LIKELY;
  if ((done & hidden) || overlap) {
    step(w, i, a.read ? a.read : a.written);
    done = 0;
  }
  if (!a.read || !a.written)
    return done | (a.read ? READ : WRITTEN | bit);
  split_copy(w, i, &a);
  return WRITTEN | bit;
}

static uint64_t pass_block(walk *w, LLVMBasicBlockRef block) {
  const uint64_t *known = qn_map_find(&w->before, (uintptr_t)block);
  uint64_t done = known ? *known : 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
    next = LLVMGetNextInstruction(i);
    done = pass(w, i, done);
  }
  return done;
}

static bool join(walk *w, LLVMBasicBlockRef block, uint64_t done) {
  const uint64_t *known = qn_map_find(&w->before, (uintptr_t)block);
  const uint64_t both = done | (known ? *known : 0);
  return (!known || both != *known) &&
         !qn_failed(qn_map_put(&w->before, (uintptr_t)block, both, NULL));
}

// Finds the accesses that may have happened at the start of each block; other
// functions than kernels start with both.
static void find_before(walk *w, LLVMValueRef function) {
  LLVMBuilderRef b = w->b;
  const bool is_kernel = qn_str_starts(qn_ir_name(function), QN_STR("quern."));
  w->b = NULL;
  bool changed = join(w, LLVMGetEntryBasicBlock(function),
                      is_kernel ? 0 : READ | WRITTEN | OTHERS);
  while (changed) {
    changed = false;
    QN_EACH_BLOCK (block, function) {
      const uint64_t done = pass_block(w, block);
      LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
      for (unsigned k = 0; end && k < LLVMGetNumSuccessors(end); ++k)
        changed |= join(w, LLVMGetSuccessor(end, k), done);
    }
  }
  w->b = b;
  w->found = false;
  w->overwrites = false;
}

static bool finds_reads(LLVMValueRef function) {
  walk w = {.looks = true};
  w.layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  find_before(&w, function);
  QN_EACH_BLOCK (block, function)
    (void)pass_block(&w, block);
  qn_map_finish(&w.before);
  qn_map_finish(&w.numbers);
  return w.reads;
}

// Returns READ | WRITTEN if a step is needed somewhere, and OTHERS if one is
// between two stores.
static unsigned walk_function(LLVMValueRef function, LLVMBuilderRef b) {
  walk w = {.b = b};
  if (LLVMIsDeclaration(function) || !qn_cpu_has_context(function))
    return 0;
  w.layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
  w.place = qn_cpu_context_of(function);
  find_before(&w, function);
  QN_EACH_BLOCK (block, function)
    (void)pass_block(&w, block);
  qn_map_finish(&w.before);
  qn_map_finish(&w.numbers);
  return (w.found ? READ | WRITTEN : 0u) | (w.overwrites ? OTHERS : 0u);
}

static unsigned walk_all(LLVMModuleRef module, LLVMValueRef item,
                         LLVMBuilderRef b) {
  qn_map reached = {0};
  unsigned found = qn_ir_reach(module, item, &reached) ? 0 : READ | WRITTEN;
  for (size_t i = 0; i < reached.count; ++i)
    found |= walk_function((LLVMValueRef)(uintptr_t)reached.entries[i].key, b);
  qn_map_finish(&reached);
  return found;
}

bool qn_cpu_needs_steps(LLVMModuleRef module, LLVMValueRef item,
                        bool *out_overwrites) {
  const unsigned found = walk_all(module, item, NULL);
  *out_overwrites = (found & OTHERS) != 0;
  return found != 0;
}

// Whether a work-item also reads at an address that it writes to.
static bool also_reads(LLVMValueRef function, LLVMValueRef address) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsALoadInst(i) && LLVMGetOperand(i, 0) == address)
        return true;
  return false;
}

static bool is_handed_on(LLVMValueRef store) {
  LLVMValueRef value =
      LLVMIsAStoreInst(store) ? LLVMGetOperand(store, 0) : NULL;
  return value && LLVMIsALoadInst(value) &&
         may_be_shared(LLVMGetOperand(value, 0), 0) &&
         may_be_shared(LLVMGetOperand(store, 1), 0);
}

bool qn_cpu_moves_on(LLVMValueRef item) {
  QN_EACH_BLOCK (block, item)
    QN_EACH_INSTRUCTION (i, block)
      if (is_handed_on(i) && !also_reads(item, LLVMGetOperand(i, 1)))
        return true;
  return finds_reads(item);
}

void qn_cpu_add_steps(LLVMModuleRef module, LLVMValueRef item) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
  (void)walk_all(module, item, b);
  LLVMDisposeBuilder(b);
}

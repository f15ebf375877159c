// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/places.h"

#include <string.h>

#include "compiler/spirv/divergence.h"
#include "compiler/spirv/forms.h"

// ---- Addresses

enum { INDICES_MAX = 8 };

// The type of what an address with all of its indices points to; NULL: in a
// struct, or not known.
static LLVMTypeRef pointee(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 2; type && k < (unsigned)LLVMGetNumOperands(address); ++k)
    type = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type)
                                                      : NULL;
  return type;
}

// The address of the array's part, when `i` is an element of it.
static LLVMValueRef part_of(LLVMValueRef i) {
  LLVMValueRef part = LLVMGetOperand(i, 0);
  if (LLVMGetNumOperands(i) != 2 || !LLVMIsAGetElementPtrInst(part) ||
      !qn_ir_has_one_use(part) || LLVMGetNumOperands(part) >= INDICES_MAX ||
      LLVMGetTypeKind(LLVMTypeOf(part)) != LLVMPointerTypeKind)
    return NULL;
  LLVMTypeRef type = pointee(part);
  return type && LLVMGetTypeKind(type) == LLVMArrayTypeKind &&
                 LLVMGetElementType(type) == LLVMGetGEPSourceElementType(i)
             ? part
             : NULL;
}

static LLVMValueRef join(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef part) {
  LLVMValueRef indices[INDICES_MAX];
  const unsigned count = (unsigned)LLVMGetNumOperands(part) - 1;
  for (unsigned k = 0; k < count; ++k)
    indices[k] = LLVMGetOperand(part, k + 1);
  indices[count] = LLVMGetOperand(i, 1);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef made =
      LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(part),
                    LLVMGetOperand(part, 0), indices, count + 1, "");
  LLVMSetIsInBounds(made, LLVMIsInBounds(i) && LLVMIsInBounds(part));
  return made;
}

void qn_spirv_join_places(qn_unit *unit) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        LLVMValueRef part = LLVMIsAGetElementPtrInst(i) ? part_of(i) : NULL;
        if (!part)
          continue;
        LLVMReplaceAllUsesWith(i, join(b, i, part));
        LLVMInstructionEraseFromParent(i);
        LLVMInstructionEraseFromParent(part);
      }
  LLVMDisposeBuilder(b);
}

// ---- Accesses

// The type of what an address's last index counts; NULL: members of a struct.
static LLVMTypeRef counted(LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  for (unsigned k = 2; type && k < (unsigned)LLVMGetNumOperands(address); ++k) {
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    type = kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind
               ? LLVMGetElementType(type)
               : NULL;
  }
  return type;
}

static bool has_constants(LLVMValueRef address) {
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(address); ++k)
    if (!LLVMIsAConstant(LLVMGetOperand(address, k)))
      return false;
  return true;
}

// Whether another address of the same pointer counts elements of another type.
static bool is_mixed(LLVMValueRef address) {
  LLVMTypeRef type = counted(address);
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMGetOperand(address, 0)); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef other = LLVMGetUser(use);
    if (LLVMIsAGetElementPtrInst(other) &&
        LLVMGetOperand(other, 0) == LLVMGetOperand(address, 0) &&
        !has_constants(other) && counted(other) != type)
      return true;
  }
  return false;
}

static bool has_mixed(LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsAGetElementPtrInst(i) && !has_constants(i) && is_mixed(i))
        return true;
  return false;
}

// Passes leave functions alone that have both.
static const char *const left_alone[] = {"optnone", "noinline"};
enum { WORDS = sizeof(left_alone) / sizeof(left_alone[0]) };

typedef struct before {
  LLVMValueRef function;
  bool had[WORDS];
} before;

static unsigned kind_of(size_t word) {
  return LLVMGetEnumAttributeKindForName(left_alone[word],
                                         strlen(left_alone[word]));
}

static void leave_alone(before *b) {
  const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(b->function));
  for (size_t i = 0; i < WORDS; ++i) {
    b->had[i] = LLVMGetEnumAttributeAtIndex(b->function, at, kind_of(i));
    if (!b->had[i])
      LLVMAddAttributeAtIndex(b->function, at,
                              LLVMCreateEnumAttribute(context, kind_of(i), 0));
  }
}

static void put_back(const before *b) {
  const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (size_t i = 0; i < WORDS; ++i)
    if (!b->had[i])
      LLVMRemoveEnumAttributeAtIndex(b->function, at, kind_of(i));
}

qn_status qn_spirv_join_accesses(qn_unit *unit, qn_diag *diag) {
  before *kept = NULL;
  size_t count = 0, capacity = 0;
  QN_EACH_FUNCTION (function, unit->module)
    if (has_mixed(function)) {
      before *more =
          qn_arena_grow(&unit->arena, kept, count, &capacity, sizeof(*kept));
      if (!more)
        return qn_fail_memory(diag, "a list of functions");
      kept = more;
      kept[count] = (before){.function = function};
      leave_alone(&kept[count++]);
    }
  const qn_status status =
      qn_ir_run_passes(unit->module, "function(load-store-vectorizer)",
                       unit->machine, false, diag);
  for (size_t i = 0; i < count; ++i)
    put_back(&kept[i]);
  return status;
}

// ---- Arrays of a thread's own

typedef struct keeper {
  qn_unit *unit;
  LLVMBuilderRef b;
  LLVMTargetDataRef td;
  const qn_spmd_graph *graph; // of a kernel; NULL: of any other function
  uint64_t *parted;           // nodes that not all threads come to
} keeper;

static LLVMValueRef variable_of(LLVMValueRef address) {
  while (LLVMIsAGetElementPtrInst(address))
    address = LLVMGetOperand(address, 0);
  return LLVMIsAAllocaInst(address) ? address : NULL;
}

// Whether something may be read through an address where not all threads are.
static bool is_read(const keeper *k, LLVMValueRef address) {
  for (LLVMUseRef use = LLVMGetFirstUse(address); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef i = LLVMGetUser(use);
    if (LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != address)
      continue;
    const unsigned node =
        k->graph ? qn_spmd_node_of(k->graph, LLVMGetInstructionParent(i))
                 : QN_SPMD_NONE;
    if (LLVMIsAGetElementPtrInst(i)
            ? is_read(k, i)
            : node == QN_SPMD_NONE || qn_spmd_bit(k->parted, node))
      return true;
  }
  return false;
}

// How many elements of a size the variable has that `address` is a constant
// number of them into, which is stored; 0: not known.
static uint64_t elements_of(const keeper *k, LLVMValueRef address,
                            uint64_t size, uint64_t *out_start) {
  uint64_t bytes = 0;
  for (; LLVMIsAGetElementPtrInst(address);
       address = LLVMGetOperand(address, 0)) {
    if (LLVMGetNumOperands(address) != 2 || !has_constants(address))
      return 0;
    bytes += LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1)) *
             LLVMABISizeOfType(k->td, LLVMGetGEPSourceElementType(address));
  }
  LLVMValueRef count = LLVMGetOperand(address, 0);
  if (!size || bytes % size || !LLVMIsAConstantInt(count))
    return 0;
  *out_start = bytes / size;
  return LLVMConstIntGetZExtValue(count) *
         LLVMABISizeOfType(k->td, LLVMGetAllocatedType(address)) / size;
}

// An index behind `start` elements, so that both stay below `count`.
static LLVMValueRef keep(const keeper *k, LLVMValueRef index, uint64_t start,
                         uint64_t count) {
  LLVMTypeRef type = LLVMTypeOf(index);
  LLVMValueRef last =
      LLVMBuildXor(k->b, LLVMConstInt(type, count - 1, false),
                   qn_spirv_thread_zero(k->unit, k->b, type), "");
  LLVMValueRef first = LLVMConstInt(type, start, false);
  LLVMValueRef whole = start ? LLVMBuildAdd(k->b, index, first, "") : index;
  LLVMValueRef is_inside = LLVMBuildICmp(k->b, LLVMIntULE, whole, last, "");
  LLVMValueRef kept = LLVMBuildSelect(k->b, is_inside, whole, last, "");
  return start ? LLVMBuildSub(k->b, kept, first, "") : kept;
}

static void keep_index(const keeper *k, LLVMValueRef address, unsigned operand,
                       uint64_t start, uint64_t count) {
  enum { HALF = 32 };
  LLVMValueRef index = LLVMGetOperand(address, operand);
  if (LLVMIsAConstant(index) || !count || count > INT32_MAX)
    return;
  LLVMPositionBuilderBefore(k->b, address);
  LLVMTypeRef half = LLVMIntTypeInContext(k->unit->context, HALF);
  LLVMTypeRef type = LLVMTypeOf(index);
  const bool extends = LLVMIsASExtInst(index) || LLVMIsAZExtInst(index);
  if (extends && !start && LLVMTypeOf(LLVMGetOperand(index, 0)) == half)
    index = LLVMBuildZExt(k->b, keep(k, LLVMGetOperand(index, 0), start, count),
                          type, "");
  else
    index = keep(k, index, start, count);
  LLVMSetOperand(address, operand, index);
}

static void keep_inside(const keeper *k, LLVMValueRef address) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
  uint64_t start = 0;
  const uint64_t count = elements_of(k, LLVMGetOperand(address, 0),
                                     LLVMABISizeOfType(k->td, type), &start);
  keep_index(k, address, 1, start, count);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(address); ++i) {
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    LLVMValueRef index = LLVMGetOperand(address, i);
    if (kind == LLVMStructTypeKind) {
      type = LLVMStructGetTypeAtIndex(
          type, (unsigned)LLVMConstIntGetZExtValue(index));
      continue;
    }
    if (kind == LLVMArrayTypeKind)
      keep_index(k, address, i, 0, LLVMGetArrayLength2(type));
    type = LLVMGetElementType(type);
  }
}

static void keep_all(const keeper *k, LLVMValueRef function) {
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsAGetElementPtrInst(i) && !has_constants(i) && variable_of(i) &&
          is_read(k, i))
        keep_inside(k, i);
}

static keeper open_keeper(qn_unit *unit) {
  return (keeper){.unit = unit,
                  .b = LLVMCreateBuilderInContext(unit->context),
                  .td = LLVMGetModuleDataLayout(unit->module)};
}

static qn_status keep_in_kernel(qn_unit *unit, const qn_spirv_divergence *d,
                                qn_arena *arena, qn_diag *diag) {
  const qn_spmd_graph *graph = d->graph;
  keeper k = open_keeper(unit);
  k.graph = graph;
  k.parted = qn_spmd_bits(arena, graph->count);
  uint64_t *set = qn_spmd_bits(arena, graph->count);
  const size_t words = (graph->count + 63) / 64;
  for (unsigned i = 0; k.parted && set && i < graph->count; ++i) {
    if (!qn_spmd_bit(d->branches, i))
      continue;
    memset(set, 0, words * sizeof(*set));
    qn_spirv_parted(graph, i, set);
    for (size_t at = 0; at < words; ++at)
      k.parted[at] |= set[at];
  }
  if (k.parted && set)
    keep_all(&k, LLVMGetBasicBlockParent(graph->nodes[0].block));
  LLVMDisposeBuilder(k.b);
  return k.parted && set ? qn_ok()
                         : qn_fail_memory(diag, "a kernel's branches");
}

qn_status qn_spirv_keep_inside(qn_unit *unit, qn_diag *diag) {
  const keeper k = open_keeper(unit);
  QN_EACH_FUNCTION (function, unit->module)
    if (!qn_ir_is_kernel(function))
      keep_all(&k, function);
  LLVMDisposeBuilder(k.b);
  return qn_spirv_each_divergence(unit, keep_in_kernel, diag);
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/emit/registers.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "base/alloc.h"
#include "compiler/contract/cost.h"
#include "compiler/ir/parts.h"

enum {
  LANES_MAX = 64, // of an access
};

// The place of a lane that is off.
static const int64_t NOWHERE = INT64_MIN;

// What is done at a place.
typedef enum access_kind {
  LOAD,
  STORE,
  GATHER,  // of lanes at places of their own
  SCATTER, // the same
} access_kind;

typedef struct access {
  access_kind kind;
  LLVMValueRef instruction;
  LLVMTypeRef type;   // of what is loaded or stored
  LLVMValueRef mask;  // of lanes; NULL: all
  LLVMValueRef other; // loads: of the other lanes
  unsigned lanes;
  bool is_vector;
  int64_t places[LANES_MAX]; // elements from where the memory begins
} access;

typedef struct keeping {
  LLVMContextRef context;
  LLVMTargetDataRef layout;
  LLVMValueRef function, memory;
  bool always;
  LLVMBuilderRef b;
  LLVMTypeRef element; // of all; NULL: none was seen
  unsigned size;       // bytes of an element
  unsigned lanes;      // of a variable
  int64_t first, last; // elements that are accessed
  LLVMValueRef *parts; // variables, from `low` on
  int64_t low;         // number of the first variable
  unsigned part_count;
  qn_arena arena;
  access *accesses;
  size_t count, capacity;
} keeping;

// ---- Addresses

// The number of lanes; 1 for scalars.
static unsigned lanes_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type)
                                                     : 1;
}

static bool constant_lane(LLVMValueRef index, unsigned lane, int64_t *out) {
  LLVMValueRef value = index;
  if (LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMVectorTypeKind)
    value =
        LLVMIsAConstant(index) ? LLVMGetAggregateElement(index, lane) : NULL;
  if (!value || !LLVMIsAConstantInt(value) ||
      LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
    return false;
  *out = LLVMConstIntGetSExtValue(value);
  return true;
}

// Adds the bytes that a GEP goes on by, in one lane.
static bool add_gep(const keeping *k, LLVMValueRef gep, unsigned lane,
                    int64_t *bytes) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); ++i) {
    int64_t index;
    if (i > 1) {
      if (LLVMGetTypeKind(type) != LLVMArrayTypeKind)
        return false;
      type = LLVMGetElementType(type);
    }
    if (!constant_lane(LLVMGetOperand(gep, i), lane, &index) ||
        index < -INT32_MAX || index > INT32_MAX)
      return false;
    *bytes += index * (int64_t)LLVMABISizeOfType(k->layout, type);
  }
  return true;
}

// One step back from a lane of an address, or of addresses, to what it is made
// of; false: there is none, and `*value` stays.
static bool step_back(const keeping *k, LLVMValueRef *value, unsigned *lane,
                      int64_t *bytes) {
  LLVMValueRef v = *value;
  int64_t index;
  if (!LLVMIsAInstruction(v))
    return false;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMGetElementPtr: {
    int64_t sum = *bytes;
    if (!add_gep(k, v, *lane, &sum))
      return false;
    *bytes = sum;
    *value = LLVMGetOperand(v, 0);
    return true;
  }
  case LLVMShuffleVector: {
    const int from = LLVMGetMaskValue(v, *lane);
    const unsigned lanes = lanes_of(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (from < 0)
      return false;
    *value = LLVMGetOperand(v, (unsigned)from >= lanes);
    *lane = (unsigned)from % lanes;
    return true;
  }
  case LLVMInsertElement:
    if (!constant_lane(LLVMGetOperand(v, 2), 0, &index))
      return false;
    *value = LLVMGetOperand(v, index == *lane);
    return true;
  case LLVMExtractElement:
    if (!constant_lane(LLVMGetOperand(v, 1), 0, &index))
      return false;
    *value = LLVMGetOperand(v, 0);
    *lane = (unsigned)index;
    return true;
  default:
    return false;
  }
}

// What a lane's address begins at, and the bytes from there.
static LLVMValueRef base_of(const keeping *k, LLVMValueRef address,
                            unsigned lane, int64_t *bytes) {
  *bytes = 0;
  while (step_back(k, &address, &lane, bytes)) {
  }
  return address;
}

// ---- Accesses

static bool is_element(const keeping *k, LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  const bool is_number = kind == LLVMIntegerTypeKind ||
                         kind == LLVMFloatTypeKind ||
                         kind == LLVMDoubleTypeKind;
  return is_number && (!k->element || LLVMSizeOfTypeInBits(k->layout, type) ==
                                          8 * (uint64_t)k->size);
}

static bool take_type(keeping *k, access *a, LLVMTypeRef type) {
  a->type = type;
  a->is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  a->lanes = lanes_of(type);
  LLVMTypeRef element = a->is_vector ? LLVMGetElementType(type) : type;
  if (a->lanes > LANES_MAX || !is_element(k, element))
    return false;
  const uint64_t bits = LLVMSizeOfTypeInBits(k->layout, element);
  if (bits != 32 && bits != 64)
    return false;
  k->element = k->element ? k->element : element;
  k->size = (unsigned)bits / 8;
  return true;
}

// Whether a lane is known to be off.
static bool is_off(const access *a, unsigned lane) {
  LLVMValueRef on = a->mask && LLVMIsAConstant(a->mask)
                        ? LLVMGetAggregateElement(a->mask, lane)
                        : NULL;
  return on && LLVMIsNull(on);
}

// Whether a lane's address is another than the memory's: lanes that are off
// store to a variable (access.c).
static bool is_other(const keeping *k, LLVMValueRef base, int64_t bytes) {
  return base != k->memory && !bytes &&
         LLVMTypeOf(base) == LLVMTypeOf(k->memory);
}

// Finds the lanes' places: one after another, or each of its own. Those that
// are off have none.
static bool take_places(keeping *k, access *a, LLVMValueRef address) {
  const bool is_own = a->kind == GATHER || a->kind == SCATTER;
  for (unsigned lane = 0; lane < a->lanes; ++lane) {
    int64_t bytes;
    a->places[lane] = NOWHERE;
    if (is_off(a, lane))
      continue;
    LLVMValueRef base = base_of(k, address, is_own ? lane : 0, &bytes);
    if (a->kind == SCATTER && !a->mask && is_other(k, base, bytes))
      continue;
    if (base != k->memory || bytes % k->size)
      return false;
    const int64_t place = bytes / k->size + (is_own ? 0 : lane);
    a->places[lane] = place;
    k->first = place < k->first ? place : k->first;
    k->last = place > k->last ? place : k->last;
  }
  return true;
}

static bool is_all_ones(LLVMValueRef mask) {
  for (unsigned i = 0; i < lanes_of(LLVMTypeOf(mask)); ++i) {
    LLVMValueRef on = LLVMGetAggregateElement(mask, i);
    if (!on || !LLVMIsAConstantInt(on) || LLVMIsNull(on))
      return false;
  }
  return true;
}

// Calls of LLVM's masked operations, whose operands begin with what is stored.
static bool take_masked(keeping *k, access *a) {
  static const struct {
    const char *name;
    access_kind kind;
  } known[] = {{"llvm.masked.load.", LOAD},
               {"llvm.masked.store.", STORE},
               {"llvm.masked.gather.", GATHER},
               {"llvm.masked.scatter.", SCATTER}};
  LLVMValueRef i = a->instruction;
  LLVMValueRef callee = qn_ir_callee(i);
  const qn_str name = callee ? qn_ir_name(callee) : QN_STR("");
  for (unsigned n = 0; n < sizeof(known) / sizeof(known[0]); ++n) {
    if (!qn_str_starts(name, qn_str_from(known[n].name)))
      continue;
    a->kind = known[n].kind;
    const bool stores = a->kind == STORE || a->kind == SCATTER;
    const unsigned count = LLVMGetNumArgOperands(i);
    a->mask = LLVMGetOperand(i, stores ? count - 1 : count - 2);
    a->other = stores ? NULL : LLVMGetOperand(i, count - 1);
    if (LLVMIsAConstant(a->mask) && is_all_ones(a->mask))
      a->mask = NULL;
    return take_type(k, a, LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i)) &&
           take_places(k, a, LLVMGetOperand(i, stores));
  }
  return false;
}

static bool take(keeping *k, access *a) {
  LLVMValueRef i = a->instruction;
  if (LLVMIsACallInst(i))
    return take_masked(k, a);
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if ((!stores && !LLVMIsALoadInst(i)) || LLVMGetVolatile(i) ||
      LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return false;
  a->kind = stores ? STORE : LOAD;
  return take_type(k, a, LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i)) &&
         take_places(k, a, LLVMGetOperand(i, stores));
}

static bool take_access(keeping *k, LLVMValueRef user) {
  access *grown = qn_arena_grow(&k->arena, k->accesses, k->count, &k->capacity,
                                sizeof(*grown));
  if (!grown)
    return false;
  k->accesses = grown;
  access *a = &k->accesses[k->count];
  *a = (access){.instruction = user};
  return take(k, a) && ++k->count;
}

static bool take_uses(keeping *k, LLVMValueRef pointer);

// A lane of addresses: one in the memory, or another that was put beside them,
// such as the one at which lanes that are off store.
static bool take_lane(keeping *k, LLVMValueRef extracted) {
  int64_t bytes;
  LLVMValueRef base = base_of(k, extracted, 0, &bytes);
  if (base == k->memory)
    return take_uses(k, extracted);
  if (base == extracted || !is_other(k, base, bytes))
    return false;
  LLVMReplaceAllUsesWith(extracted, base);
  return true;
}

// Takes all uses of an address in the memory, or of several.
static bool take_uses(keeping *k, LLVMValueRef pointer) {
  for (LLVMUseRef use = LLVMGetFirstUse(pointer); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool taken;
    if (LLVMIsAGetElementPtrInst(user))
      taken = LLVMGetOperand(user, 0) == pointer && take_uses(k, user);
    else if (LLVMIsAShuffleVectorInst(user) || LLVMIsAInsertElementInst(user))
      taken = take_uses(k, user);
    else if (LLVMIsAExtractElementInst(user))
      taken = take_lane(k, user);
    else
      taken = !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == pointer) &&
              take_access(k, user);
    if (!taken)
      return false;
  }
  return true;
}

// ---- Variables

static int64_t part_of(const keeping *k, int64_t place) {
  const int64_t lanes = k->lanes;
  return (place >= 0 ? place : place - lanes + 1) / lanes;
}

static LLVMValueRef variable(keeping *k, int64_t part) {
  return k->parts[part - k->low];
}

static LLVMTypeRef part_type(const keeping *k) {
  return LLVMVectorType(k->element, k->lanes);
}

// Whether what is loaded or stored goes through shuffles in any case.
static bool is_shuffled(const access *a) {
  if (a->kind == STORE)
    return qn_ir_is(LLVMGetOperand(a->instruction, 0), LLVMShuffleVector);
  for (LLVMUseRef use = LLVMGetFirstUse(a->instruction); use;
       use = LLVMGetNextUse(use))
    if (!LLVMIsAShuffleVectorInst(LLVMGetUser(use)))
      return false;
  return true;
}

// Whether memory is as good: more variables than the machine has registers,
// most of which are only loaded and stored, whole, again and again.
static bool is_better_in_memory(const keeping *k) {
  size_t plain = 0, all = 0;
  const int64_t held = (k->last - k->first) / k->lanes + 1;
  for (size_t n = 0; n < k->count; ++n) {
    const access *a = &k->accesses[n];
    const unsigned parts = (a->lanes + k->lanes - 1) / k->lanes;
    const bool is_row = a->kind == LOAD || a->kind == STORE;
    all += parts;
    if (is_row && a->lanes >= k->lanes && !is_shuffled(a))
      plain += parts;
  }
  return held > QN_COST_SIZED_HELD &&
         all > QN_COST_SIZED_OFTEN * (size_t)held && plain > all / 2;
}

static bool make_variables(keeping *k) {
  k->lanes = QN_COST_SIZED_REGISTER / k->size;
  if (!k->always && is_better_in_memory(k))
    return false;
  if ((k->last - k->first + 1) * k->size > QN_COST_SIZED_BYTES_MAX)
    return false;
  k->low = part_of(k, k->first);
  k->part_count = (unsigned)(part_of(k, k->last) - k->low + 1);
  k->parts = qn_arena_alloc(&k->arena, k->part_count, sizeof(LLVMValueRef));
  if (!k->parts)
    return false;
  LLVMPositionBuilderBefore(
      k->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(k->function)));
  for (unsigned i = 0; i < k->part_count; ++i)
    k->parts[i] = LLVMBuildAlloca(k->b, part_type(k), "shared");
  for (unsigned i = 0; i < k->part_count; ++i)
    LLVMBuildStore(k->b, LLVMConstNull(part_type(k)), k->parts[i]);
  return true;
}

// ---- Loads

static LLVMValueRef number(const keeping *k, unsigned value) {
  return LLVMConstInt(LLVMInt32TypeInContext(k->context), value, false);
}

static LLVMValueRef load_part(keeping *k, int64_t part) {
  return LLVMBuildLoad2(k->b, part_type(k), variable(k, part), "");
}

// A vector of `count` lanes that come from up to two variables.
static LLVMValueRef load_two(keeping *k, const int64_t *places, unsigned count,
                             const int64_t parts[2], unsigned part_count) {
  int lanes[LANES_MAX];
  for (unsigned i = 0; i < count; ++i) {
    lanes[i] = -1;
    if (places[i] == NOWHERE)
      continue;
    const int64_t part = part_of(k, places[i]);
    lanes[i] = (int)(places[i] - part * k->lanes) +
               (part == parts[0] ? 0 : (int)k->lanes);
  }
  LLVMValueRef first = load_part(k, parts[0]);
  return qn_ir_shuffle(k->b, first,
                       part_count > 1 ? load_part(k, parts[1]) : NULL, lanes,
                       count);
}

// The variables that lanes come from, each once; returns how many, at most
// `max` + 1.
static unsigned find_parts(const keeping *k, const int64_t *places,
                           unsigned count, int64_t *parts, unsigned max) {
  unsigned found = 0;
  for (unsigned i = 0; i < count && found <= max; ++i) {
    if (places[i] == NOWHERE)
      continue;
    const int64_t part = part_of(k, places[i]);
    unsigned n = 0;
    while (n < found && parts[n] != part)
      ++n;
    if (n == found) {
      if (found < max)
        parts[found] = part;
      ++found;
    }
  }
  return found;
}

static LLVMValueRef load_lanes(keeping *k, const int64_t *places,
                               unsigned count) {
  int64_t parts[2];
  int lanes[LANES_MAX];
  const unsigned found = find_parts(k, places, count, parts, 2);
  if (!found)
    return LLVMGetPoison(LLVMVectorType(k->element, count));
  if (found <= 2)
    return load_two(k, places, count, parts, found);
  // Both halves, one after the other; an odd lane by itself.
  const unsigned half = count / 2, rest = count - half;
  LLVMValueRef low = load_lanes(k, places, half);
  LLVMValueRef high = load_lanes(k, places + half, rest);
  for (unsigned i = 0; i < rest; ++i)
    lanes[i] = i < half ? (int)i : -1;
  if (half != rest)
    low = qn_ir_shuffle(k->b, low, NULL, lanes, rest);
  for (unsigned i = 0; i < count; ++i)
    lanes[i] = (int)(i < half ? i : rest + i - half);
  return qn_ir_shuffle(k->b, low, high, lanes, count);
}

static LLVMTypeRef kept_type(const keeping *k, const access *a) {
  return a->is_vector ? LLVMVectorType(k->element, a->lanes) : k->element;
}

// What keeps LLVM from making masked stores of a load from memory (access.c) is
// in the way here.
static void remove_fences(LLVMValueRef loaded) {
  for (LLVMUseRef use = LLVMGetFirstUse(loaded); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? qn_ir_callee(user) : NULL;
    if (LLVMIsABitCastInst(user))
      remove_fences(user);
    else if (callee && qn_str_starts(qn_ir_name(callee),
                                     QN_STR("llvm.arithmetic.fence.")))
      LLVMReplaceAllUsesWith(user, loaded);
  }
}

static void keep_load(keeping *k, const access *a) {
  LLVMValueRef made;
  if (a->is_vector) {
    made = load_lanes(k, a->places, a->lanes);
  } else {
    const int64_t part = part_of(k, a->places[0]);
    made = LLVMBuildExtractElement(
        k->b, load_part(k, part),
        number(k, (unsigned)(a->places[0] - part * k->lanes)), "");
  }
  made = LLVMBuildBitCast(k->b, made, a->type, "");
  if (a->mask)
    made = LLVMBuildSelect(k->b, a->mask, made, a->other, "");
  remove_fences(a->instruction);
  LLVMReplaceAllUsesWith(a->instruction, made);
}

// ---- Stores

// Stores the lanes that belong to a variable; of several to the same place the
// last one counts.
static void store_part(keeping *k, const access *a, LLVMValueRef value,
                       int64_t part) {
  int from[LANES_MAX], merged[LANES_MAX];
  bool whole = true;
  for (unsigned l = 0; l < k->lanes; ++l) {
    from[l] = -1;
    for (unsigned i = 0; i < a->lanes; ++i)
      if (a->places[i] == part * k->lanes + l)
        from[l] = (int)i;
    merged[l] = (int)(from[l] < 0 ? l : k->lanes + l);
    whole &= from[l] >= 0;
  }
  LLVMValueRef made = qn_ir_shuffle(k->b, value, NULL, from, k->lanes);
  if (!whole)
    made = qn_ir_shuffle(k->b, load_part(k, part), made, merged, k->lanes);
  LLVMBuildStore(k->b, made, variable(k, part));
}

static void store_scalar(keeping *k, const access *a, LLVMValueRef value) {
  const int64_t part = part_of(k, a->places[0]);
  LLVMValueRef made = LLVMBuildInsertElement(
      k->b, load_part(k, part), value,
      number(k, (unsigned)(a->places[0] - part * k->lanes)), "");
  LLVMBuildStore(k->b, made, variable(k, part));
}

// Stores the lanes of a scatter that go elsewhere.
static void store_others(keeping *k, const access *a, LLVMValueRef value) {
  for (unsigned lane = 0; lane < a->lanes; ++lane) {
    int64_t bytes;
    if (a->places[lane] != NOWHERE)
      continue;
    LLVMValueRef base =
        base_of(k, LLVMGetOperand(a->instruction, 1), lane, &bytes);
    LLVMBuildStore(
        k->b, LLVMBuildExtractElement(k->b, value, number(k, lane), ""), base);
  }
}

static void keep_store(keeping *k, const access *a) {
  int64_t parts[LANES_MAX];
  LLVMValueRef value = LLVMGetOperand(a->instruction, 0);
  if (a->kind == SCATTER && !a->mask)
    store_others(k, a, value);
  value = LLVMBuildBitCast(k->b, value, kept_type(k, a), "");
  if (!a->is_vector) {
    store_scalar(k, a, value);
    return;
  }
  if (a->mask && !LLVMIsAConstant(a->mask))
    value = LLVMBuildSelect(k->b, a->mask, value,
                            load_lanes(k, a->places, a->lanes), "");
  const unsigned count = find_parts(k, a->places, a->lanes, parts, LANES_MAX);
  for (unsigned n = 0; n < count; ++n)
    store_part(k, a, value, parts[n]);
}

// ---- All

// Whether lanes that may be off share a place with others: which of them stores
// last is not known.
static bool is_unclear(const access *a) {
  if (a->kind != SCATTER || !a->mask || LLVMIsAConstant(a->mask))
    return false;
  for (unsigned i = 0; i < a->lanes; ++i)
    for (unsigned n = 0; n < i; ++n)
      if (a->places[i] == a->places[n])
        return true;
  return false;
}

static void keep_all(keeping *k) {
  for (size_t n = 0; n < k->count; ++n) {
    const access *a = &k->accesses[n];
    LLVMPositionBuilderBefore(k->b, a->instruction);
    LLVMSetCurrentDebugLocation2(k->b,
                                 LLVMInstructionGetDebugLoc(a->instruction));
    if (a->kind == LOAD || a->kind == GATHER)
      keep_load(k, a);
    else
      keep_store(k, a);
    LLVMInstructionEraseFromParent(a->instruction);
  }
}

bool qn_spmd_keep_in_registers(LLVMValueRef function, LLVMValueRef memory,
                               bool always) {
  LLVMModuleRef module = LLVMGetGlobalParent(function);
  keeping k = {.function = function,
               .memory = memory,
               .context = LLVMGetModuleContext(module),
               .always = always,
               .layout = LLVMGetModuleDataLayout(module),
               .first = INT64_MAX,
               .last = INT64_MIN};
  bool fits = take_uses(&k, memory);
  for (size_t n = 0; n < k.count && fits; ++n)
    fits = !is_unclear(&k.accesses[n]);
  if (fits && k.count) {
    k.b = LLVMCreateBuilderInContext(k.context);
    fits = make_variables(&k);
    if (fits)
      keep_all(&k);
    LLVMDisposeBuilder(k.b);
  }
  qn_arena_finish(&k.arena);
  return fits;
}

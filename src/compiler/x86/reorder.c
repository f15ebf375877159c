// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/reorder.h"

#include <llvm-c/DebugInfo.h>

#include "base/map.h"
#include "compiler/ir/parts.h"

enum {
  LANES_MAX = 128,  // of a shuffle
  VALUES_MAX = 512, // of a web
  REGISTER = 256,   // bits
  MANY = 3,         // instructions for a register of two others' lanes
};

// Values that are computed from each other lane by lane, which have the same
// number of lanes, and the shuffles that they come from. All are to have their
// lanes in the same order.
typedef struct web {
  unsigned lanes;
  unsigned group; // lanes whose middle quarters change places; 0: none does
  qn_map values;
  qn_map shuffles; // the web's own, and those of its values
  const qn_map *seen;
  bool fits;
} web;

// What of a shuffle has its lanes in another order.
typedef struct moved {
  unsigned group;
  bool result, sides[2];
} moved;

static bool has(const qn_map *map, LLVMValueRef value) {
  return qn_map_find(map, (uintptr_t)value) != NULL;
}

static LLVMValueRef value_at(const qn_map *map, size_t i) {
  return (LLVMValueRef)(uintptr_t)map->entries[i].key;
}

// Where a lane is to be, if the middle quarters of so many change places. Twice
// is where it was.
static unsigned place_of(unsigned group, unsigned lane) {
  const unsigned quarter = group / 4;
  if (!quarter)
    return lane;
  switch (lane % group / quarter) {
  case 1:
    return lane + quarter;
  case 2:
    return lane - quarter;
  default:
    return lane;
  }
}

// ---- What belongs to a web

// A shuffle whose lanes are all the same, which have no order.
static bool is_splat(LLVMValueRef value) {
  if (!qn_ir_is(value, LLVMShuffleVector))
    return false;
  for (unsigned i = 1; i < qn_ir_lanes(value); ++i)
    if (LLVMGetMaskValue(value, i) != LLVMGetMaskValue(value, 0))
      return false;
  return true;
}

static bool is_known_constant(LLVMValueRef value, unsigned lanes) {
  for (unsigned i = 0; i < lanes; ++i)
    if (!LLVMGetAggregateElement(value, i))
      return false;
  return true;
}

static bool is_lanewise(LLVMValueRef value) {
  return LLVMIsAInstruction(value) &&
         (LLVMIsAPHINode(value) || qn_ir_is_each_lane_alone(value));
}

static void put(web *w, qn_map *map, LLVMValueRef value) {
  if (!has(map, value))
    w->fits &= !qn_failed(qn_map_put(map, (uintptr_t)value, 0, NULL));
}

static void add_value(web *w, LLVMValueRef value) {
  const unsigned lanes = qn_ir_lanes(value);
  if (!lanes || is_splat(value))
    return;
  if (LLVMIsAConstant(value)) {
    w->fits &= is_known_constant(value, lanes);
    return;
  }
  const bool is_shuffle = qn_ir_is(value, LLVMShuffleVector);
  w->fits &= lanes == w->lanes && (is_shuffle || is_lanewise(value)) &&
             !has(w->seen, value);
  put(w, &w->values, value);
  if (is_shuffle)
    put(w, &w->shuffles, value);
}

// Whether a value is compared with no bits or all, or its bits are counted.
static bool is_counted(LLVMValueRef bits) {
  for (LLVMUseRef use = LLVMGetFirstUse(bits); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    LLVMValueRef callee = LLVMIsACallInst(user) ? qn_ir_callee(user) : NULL;
    LLVMValueRef limit = LLVMIsAICmpInst(user) ? LLVMGetOperand(user, 1) : NULL;
    const bool is_test =
        limit &&
        (LLVMGetICmpPredicate(user) == LLVMIntEQ ||
         LLVMGetICmpPredicate(user) == LLVMIntNE) &&
        LLVMGetOperand(user, 0) == bits && LLVMIsAConstantInt(limit) &&
        (LLVMIsNull(limit) || limit == LLVMConstAllOnes(LLVMTypeOf(limit)));
    if (!is_test &&
        !(callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.ctpop."))))
      return false;
  }
  return true;
}

// Whether what a user makes of a vector does not depend on the order of lanes.
static bool is_orderless(LLVMValueRef user) {
  if (LLVMIsABitCastInst(user))
    return qn_ir_width(LLVMTypeOf(user)) && is_counted(user);
  LLVMValueRef callee = LLVMIsACallInst(user) ? qn_ir_callee(user) : NULL;
  return callee && qn_ir_width(LLVMTypeOf(user)) &&
         qn_str_starts(qn_ir_name(callee), QN_STR("llvm.vector.reduce."));
}

// A lane that is known when it is compiled.
static bool is_pick(LLVMValueRef user) {
  return qn_ir_is(user, LLVMExtractElement) &&
         LLVMIsAConstantInt(LLVMGetOperand(user, 1));
}

static void add_user(web *w, LLVMValueRef user) {
  if (qn_ir_is(user, LLVMShuffleVector)) {
    w->fits &= qn_ir_lanes(user) != 0 && qn_ir_lanes(user) <= LANES_MAX;
    put(w, &w->shuffles, user);
  } else if (is_lanewise(user)) {
    add_value(w, user);
  } else {
    w->fits &= is_pick(user) || is_orderless(user);
  }
}

// Finds all that a shuffle's lanes go into, and what that is computed from.
static void find_web(web *w, LLVMValueRef shuffle) {
  w->lanes = qn_ir_lanes(shuffle);
  w->fits = w->lanes <= LANES_MAX / 2;
  add_value(w, shuffle);
  for (size_t at = 0; at < w->values.count && w->fits; ++at) {
    LLVMValueRef value = value_at(&w->values, at);
    const unsigned count = qn_ir_is(value, LLVMShuffleVector)
                               ? 0
                               : (unsigned)LLVMGetNumOperands(value);
    for (unsigned k = 0; k < count; ++k)
      add_value(w, LLVMGetOperand(value, k));
    for (LLVMUseRef use = LLVMGetFirstUse(value); use;
         use = LLVMGetNextUse(use))
      add_user(w, LLVMGetUser(use));
    w->fits &= w->values.count < VALUES_MAX;
  }
}

// ---- What shuffles cost

static moved moved_by(const web *w, LLVMValueRef shuffle, unsigned group) {
  return (moved){.group = group,
                 .result = has(&w->values, shuffle),
                 .sides = {has(&w->values, LLVMGetOperand(shuffle, 0)),
                           has(&w->values, LLVMGetOperand(shuffle, 1))}};
}

// The lane of both vectors, one after the other, that one of a shuffle's is
// taken from once all are at their places; -1: any.
static int lane_from(const moved *m, LLVMValueRef shuffle, unsigned lane) {
  const int from =
      LLVMGetMaskValue(shuffle, m->result ? place_of(m->group, lane) : lane);
  const int count = (int)qn_ir_lanes(LLVMGetOperand(shuffle, 0));
  if (from < 0)
    return from;
  const int before = from < count ? 0 : count;
  return m->sides[before != 0]
             ? before + (int)place_of(m->group, (unsigned)(from - before))
             : from;
}

// Whether lanes are taken from the same half, the same places in both, by pairs
// or by turns from two registers: vshufps, vunpcklps and the like.
static bool is_within_halves(const int *from, int count) {
  const int half = count / 2;
  if (half < 2) // lanes as large as halves
    return false;
  bool by_pairs = true, low = true, high = true;
  for (int i = 0; i < count; ++i) {
    const int at = i % half, place = from[i] % half;
    if (from[i] < 0 || from[i] % count / half != i / half ||
        from[i] / count != from[at] / count ||
        (half > 2 && place != from[at] % half))
      return false;
    by_pairs &= from[i] / count == from[at - at % (half / 2)] / count;
    low &= place == at / 2 && from[at] / count == from[at % 2] / count;
    high &=
        place == at / 2 + half / 2 && from[at] / count == from[at % 2] / count;
  }
  return by_pairs || low || high;
}

// Whether lanes are every second one, or two rows by turns.
static bool is_regular(const int *from, int count) {
  bool steps = true, turns = true;
  for (int i = 0; i < count; ++i) {
    steps &= from[i] == from[0] + 2 * i;
    turns &= from[i] == from[i % 2] + i / 2;
  }
  return steps || turns;
}

// About how many instructions it takes to put a register's lanes together.
static unsigned cost_of_register(const int *from, int count) {
  int sources[REGISTER / 32], in_place[REGISTER / 32];
  unsigned known = 0, still = 0;
  for (int i = 0; i < count; ++i) {
    unsigned k = 0;
    while (k < known && sources[k] != from[i] / count)
      ++k;
    if (from[i] < 0)
      continue;
    if (k == known)
      in_place[k] = true, sources[known++] = from[i] / count;
    in_place[k] &= from[i] % count == i;
  }
  for (unsigned k = 0; k < known; ++k)
    still += in_place[k] != 0;
  if (known < 2)
    return known - still;
  if (known > 2)
    return MANY * (known - 1);
  return still == 2 || is_within_halves(from, count) ? 1
         : still || is_regular(from, count)          ? 2
                                                     : MANY;
}

static int cost_of(LLVMValueRef shuffle, moved m) {
  int from[LANES_MAX];
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(shuffle));
  const LLVMTypeKind kind = LLVMGetTypeKind(element);
  const bool is_wide = kind == LLVMDoubleTypeKind ||
                       kind == LLVMPointerTypeKind || qn_ir_width(element) > 32;
  const unsigned count = is_wide ? REGISTER / 64 : REGISTER / 32;
  const unsigned lanes = qn_ir_lanes(shuffle);
  unsigned cost = 0;
  if (lanes % count)
    return 1;
  for (unsigned i = 0; i < lanes; ++i)
    from[i] = lane_from(&m, shuffle, i);
  for (unsigned i = 0; i < lanes; i += count)
    cost += cost_of_register(from + i, (int)count);
  return (int)cost;
}

// What is gained by an order; nothing where a block would lose, which may be
// one that runs more often.
static int gain_of(web *w, unsigned group) {
  int all = 0;
  if (w->lanes % group)
    return 0;
  for (size_t i = 0; i < w->shuffles.count; ++i) {
    LLVMValueRef s = value_at(&w->shuffles, i);
    const int gain = cost_of(s, (moved){0}) - cost_of(s, moved_by(w, s, group));
    w->shuffles.entries[i].value = (uint64_t)(int64_t)gain;
    all += gain;
  }
  for (size_t i = 0; i < w->shuffles.count && all > 0; ++i) {
    LLVMBasicBlockRef block =
        LLVMGetInstructionParent(value_at(&w->shuffles, i));
    int64_t here = 0;
    for (size_t k = 0; k < w->shuffles.count; ++k)
      if (LLVMGetInstructionParent(value_at(&w->shuffles, k)) == block)
        here += (int64_t)w->shuffles.entries[k].value;
    if (here < 0)
      return 0;
  }
  return all;
}

// ---- Another order

// A function's.
typedef struct walk {
  LLVMBuilderRef b;
  qn_map seen; // values that are in a web already
} walk;

// Has the operands that are constant, and single lanes, go to their places.
static void move_value(const web *w, LLVMValueRef value) {
  LLVMValueRef lanes[LANES_MAX];
  const unsigned count = qn_ir_is(value, LLVMShuffleVector)
                             ? 0
                             : (unsigned)LLVMGetNumOperands(value);
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef operand = LLVMGetOperand(value, k);
    if (!LLVMIsAConstant(operand) || !qn_ir_lanes(operand))
      continue;
    for (unsigned i = 0; i < w->lanes; ++i)
      lanes[i] = LLVMGetAggregateElement(operand, place_of(w->group, i));
    LLVMSetOperand(value, k, LLVMConstVector(lanes, w->lanes));
  }
  for (LLVMUseRef use = LLVMGetFirstUse(value); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!is_pick(user))
      continue;
    LLVMValueRef at = LLVMGetOperand(user, 1);
    const unsigned lane = (unsigned)LLVMConstIntGetZExtValue(at);
    if (lane < w->lanes)
      LLVMSetOperand(
          user, 1,
          LLVMConstInt(LLVMTypeOf(at), place_of(w->group, lane), false));
  }
}

// Whether a shuffle's lanes are added to another's, or taken from them: LLVM
// makes vhaddps of two shuffles in this order and a sum, which takes longer.
static bool is_summed(LLVMValueRef shuffle) {
  for (LLVMUseRef use = LLVMGetFirstUse(shuffle); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (qn_ir_is(user, LLVMFAdd) || qn_ir_is(user, LLVMFSub))
      return true;
  }
  return false;
}

// The shuffle with all lanes from and at their places, of the same vectors.
static LLVMValueRef make_shuffle(LLVMBuilderRef b, LLVMValueRef shuffle,
                                 moved m) {
  int from[LANES_MAX];
  const unsigned lanes = qn_ir_lanes(shuffle);
  for (unsigned i = 0; i < lanes; ++i)
    from[i] = lane_from(&m, shuffle, i);
  LLVMPositionBuilderBefore(b, shuffle);
  LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(shuffle));
  return qn_ir_shuffle(b, LLVMGetOperand(shuffle, 0),
                       LLVMGetOperand(shuffle, 1), from, lanes);
}

// Gives the web its order. The shuffles that it had stay without users and
// vectors, so that what is known by its address stays so.
static void reorder(walk *f, web *w) {
  for (size_t i = 0; i < w->values.count; ++i)
    move_value(w, value_at(&w->values, i));
  for (size_t i = 0; i < w->shuffles.count; ++i) {
    LLVMValueRef s = value_at(&w->shuffles, i);
    const moved m = moved_by(w, s, w->group);
    LLVMValueRef made = make_shuffle(f->b, s, m);
    if (m.result)
      put(w, &f->seen, made);
    if (m.result && is_summed(s))
      made = qn_ir_fence(f->b, made);
    w->shuffles.entries[i].value = (uintptr_t)made;
  }
  for (size_t i = 0; i < w->shuffles.count; ++i)
    LLVMReplaceAllUsesWith(
        value_at(&w->shuffles, i),
        (LLVMValueRef)(uintptr_t)w->shuffles.entries[i].value);
  for (size_t i = 0; i < w->shuffles.count; ++i) {
    LLVMValueRef s = value_at(&w->shuffles, i);
    LLVMValueRef none = LLVMGetPoison(LLVMTypeOf(LLVMGetOperand(s, 0)));
    LLVMSetOperand(s, 0, none);
    LLVMSetOperand(s, 1, none);
  }
}

// Gives the web that begins with a shuffle another order, if that is worth it.
static void try_web(walk *f, LLVMValueRef shuffle) {
  web w = {.seen = &f->seen};
  find_web(&w, shuffle);
  for (size_t i = 0; i < w.values.count; ++i)
    put(&w, &f->seen, value_at(&w.values, i));
  if (w.fits) {
    const int doubles = gain_of(&w, REGISTER / 64);
    const int words = gain_of(&w, REGISTER / 32);
    w.group = words >= doubles ? REGISTER / 32 : REGISTER / 64;
    if (words > 0 || doubles > 0)
      reorder(f, &w);
  }
  qn_map_finish(&w.values);
  qn_map_finish(&w.shuffles);
}

// A shuffle of two vectors' lanes, of 32 bits or 64, that another order makes
// cheaper.
static bool may_begin(LLVMValueRef i) {
  const unsigned lanes = qn_ir_is(i, LLVMShuffleVector) ? qn_ir_lanes(i) : 0;
  if (!lanes || lanes > LANES_MAX / 2 || LLVMIsUndef(LLVMGetOperand(i, 1)))
    return false;
  const unsigned bits = qn_ir_number_width(LLVMGetElementType(LLVMTypeOf(i)));
  const moved m = {.group = bits ? REGISTER / bits : 0, .result = true};
  return (bits == 32 || bits == 64) && lanes % m.group == 0 &&
         cost_of(i, m) < cost_of(i, (moved){0});
}

void qn_x86_reorder_lanes(LLVMValueRef function) {
  walk f = {.b = LLVMCreateBuilderInContext(
                LLVMGetModuleContext(LLVMGetGlobalParent(function)))};
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (may_begin(i) && !has(&f.seen, i))
        try_web(&f, i);
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block); i; i = next) {
      next = LLVMGetNextInstruction(i);
      if (qn_ir_is(i, LLVMShuffleVector) && !LLVMGetFirstUse(i) &&
          LLVMIsPoison(LLVMGetOperand(i, 0)))
        LLVMInstructionEraseFromParent(i);
    }
  qn_map_finish(&f.seen);
  LLVMDisposeBuilder(f.b);
}

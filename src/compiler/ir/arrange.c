// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/arrange.h"

#include "compiler/ir/parts.h"

enum {
  REGISTER = 8, // lanes of 32 bits
  HALF = 4,
  LANES_MAX = 32,
};

// An operation on two shuffles of the same vectors, and the place of each of
// its lanes.
typedef struct pair {
  LLVMValueRef operation;
  LLVMValueRef shuffles[2];
  unsigned count;
  int from[2][LANES_MAX]; // lanes of both vectors, one after the other
  int place[LANES_MAX];
} pair;

static bool has_words(LLVMValueRef vector) {
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(vector));
  const LLVMTypeKind kind = LLVMGetTypeKind(element);
  return kind == LLVMFloatTypeKind ||
         (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 32);
}

// Whether a user takes lanes for the next operation, or one of them. Where they
// are put together with others, their order is worth having.
static bool is_orderless(LLVMValueRef user) {
  return qn_ir_is(user, LLVMExtractElement)
             ? LLVMIsAConstantInt(LLVMGetOperand(user, 1)) != NULL
             : qn_ir_is(user, LLVMShuffleVector) && qn_ir_has_one_use(user) &&
                   LLVMIsABinaryOperator(LLVMGetUser(LLVMGetFirstUse(user)));
}

// Finds an operation whose lanes may be in any order.
static bool find_pair(LLVMValueRef i, pair *p) {
  p->operation = i;
  p->count = qn_ir_lanes(i);
  if (!LLVMIsABinaryOperator(i) || !p->count || p->count % REGISTER ||
      p->count > LANES_MAX || !has_words(i))
    return false;
  for (unsigned k = 0; k < 2; ++k) {
    LLVMValueRef s = p->shuffles[k] = LLVMGetOperand(i, k);
    if (!qn_ir_is(s, LLVMShuffleVector) || !qn_ir_has_one_use(s) ||
        LLVMGetOperand(s, 0) != LLVMGetOperand(p->shuffles[0], 0) ||
        LLVMGetOperand(s, 1) != LLVMGetOperand(p->shuffles[0], 1) ||
        qn_ir_lanes(LLVMGetOperand(s, 0)) % REGISTER)
      return false;
    for (unsigned lane = 0; lane < p->count; ++lane)
      p->from[k][lane] = LLVMGetMaskValue(s, lane);
  }
  for (LLVMUseRef use = LLVMGetFirstUse(i); use; use = LLVMGetNextUse(use))
    if (!is_orderless(LLVMGetUser(use)))
      return false;
  return true;
}

// Whether the lane comes from that half of that register, on both sides.
static bool is_from(const pair *p, unsigned lane, int half) {
  return p->from[0][lane] / HALF == half && p->from[1][lane] / HALF == half &&
         p->from[0][lane] >= 0 && p->from[1][lane] >= 0;
}

// Finds the lanes of a register of the result, from `first` on, that come from
// a half; whether there are two.
static bool find_two(const pair *p, unsigned first, int half,
                     unsigned lanes[2]) {
  unsigned count = 0;
  for (unsigned l = first; l < first + REGISTER; ++l)
    if (is_from(p, l, half)) {
      if (count < 2)
        lanes[count] = l;
      ++count;
    }
  return count == 2;
}

static bool are_alike(const pair *p, unsigned a, unsigned b) {
  return p->from[0][a] % HALF == p->from[0][b] % HALF &&
         p->from[1][a] % HALF == p->from[1][b] % HALF;
}

// Gives the lanes that come from both halves of a register two places each,
// the same in both halves of the result.
static bool place_two(pair *p, unsigned first, int source, unsigned at) {
  unsigned low[2], high[2];
  if (!find_two(p, first, 2 * source, low) ||
      !find_two(p, first, 2 * source + 1, high))
    return false;
  const bool straight = are_alike(p, low[0], high[0]);
  if (!are_alike(p, low[0], high[!straight]) ||
      !are_alike(p, low[1], high[straight]))
    return false;
  p->place[low[0]] = (int)(first + at);
  p->place[low[1]] = (int)(first + at + 1);
  p->place[high[!straight]] = (int)(first + HALF + at);
  p->place[high[straight]] = (int)(first + HALF + at + 1);
  return true;
}

// Finds places for a register of the result that comes from two registers.
static bool place_register(pair *p, unsigned first) {
  const int a = p->from[0][first] / REGISTER;
  int b = -1;
  for (unsigned l = first; l < first + REGISTER; ++l)
    if (p->from[0][l] >= 0 && p->from[0][l] / REGISTER != a)
      b = p->from[0][l] / REGISTER;
  return p->from[0][first] >= 0 && b >= 0 && place_two(p, first, a, 0) &&
         place_two(p, first, b, 2);
}

static LLVMValueRef shuffle_like(LLVMBuilderRef b, LLVMValueRef shuffle,
                                 const int *lanes, unsigned count) {
  LLVMPositionBuilderBefore(b, shuffle);
  return qn_ir_shuffle(b, LLVMGetOperand(shuffle, 0),
                       LLVMGetOperand(shuffle, 1), lanes, count);
}

// Has a user take the operation's lanes from their places.
static void move_user(LLVMBuilderRef b, const pair *p, LLVMValueRef user) {
  int lanes[2 * LANES_MAX];
  if (qn_ir_is(user, LLVMExtractElement)) {
    LLVMValueRef at = LLVMGetOperand(user, 1);
    const uint64_t lane = LLVMConstIntGetZExtValue(at);
    if (lane < p->count)
      LLVMSetOperand(
          user, 1,
          LLVMConstInt(LLVMTypeOf(at), (unsigned)p->place[lane], false));
    return;
  }
  const unsigned count = qn_ir_lanes(user);
  for (unsigned l = 0; l < count; ++l) {
    const int from = LLVMGetMaskValue(user, l);
    const bool second = from >= (int)p->count;
    const int before = second ? (int)p->count : 0;
    lanes[l] = from >= 0 && LLVMGetOperand(user, second) == p->operation
                   ? p->place[from - before] + before
                   : from;
  }
  LLVMReplaceAllUsesWith(user, shuffle_like(b, user, lanes, count));
  LLVMInstructionEraseFromParent(user);
}

static void arrange(LLVMBuilderRef b, pair *p) {
  LLVMValueRef users[LANES_MAX];
  unsigned count = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(p->operation); use;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    bool is_new = true;
    for (unsigned k = 0; k < count; ++k)
      is_new &= users[k] != user;
    if (is_new && (count == LANES_MAX || qn_ir_lanes(user) > 2 * LANES_MAX))
      return;
    if (is_new)
      users[count++] = user;
  }
  for (unsigned k = 0; k < 2; ++k) {
    int lanes[LANES_MAX];
    for (unsigned l = 0; l < p->count; ++l)
      lanes[p->place[l]] = p->from[k][l];
    LLVMValueRef old = p->shuffles[k];
    LLVMValueRef made = shuffle_like(b, old, lanes, p->count);
    LLVMReplaceAllUsesWith(old, k ? made : qn_ir_fence(b, made));
    LLVMInstructionEraseFromParent(old);
  }
  for (unsigned k = 0; k < count; ++k)
    move_user(b, p, users[k]);
}

void qn_ir_arrange_lanes(LLVMValueRef function) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      pair p;
      bool fits = find_pair(i, &p);
      for (unsigned l = 0; fits && l < p.count; l += REGISTER)
        fits = place_register(&p, l);
      if (fits)
        arrange(b, &p);
    }
  LLVMDisposeBuilder(b);
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/ir/narrow.h"

#include "base/map.h"
#include "compiler/ir/parts.h"

enum {
  LANES_MAX = 64,
  OPERANDS_MAX = 3,
  REGISTER = 128, // bits of the narrowest vectors that are worth it
};

// Values whose lanes are computed each from the same lanes of others, or that
// move lanes, by the lanes that are used; 0: not known yet.
typedef struct narrowing {
  LLVMBuilderRef b;
  qn_map used; // value to bits of lanes
  qn_map made; // value to its narrow form
  bool failed;
} narrowing;

static uint64_t first_lanes(unsigned count) {
  return count >= 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

// A shuffle of one vector.
static bool is_move(LLVMValueRef i) {
  return LLVMIsAShuffleVectorInst(i) &&
         LLVMIsUndef(LLVMGetOperand(i, 1)) && // or poison
         qn_ir_lanes(LLVMGetOperand(i, 0)) <= LANES_MAX &&
         LLVMGetNumMaskElements(i) <= LANES_MAX;
}

static bool is_pick(LLVMValueRef i) {
  return LLVMIsAExtractElementInst(i) &&
         LLVMIsAConstantInt(LLVMGetOperand(i, 1));
}

static bool can_narrow(LLVMValueRef value) {
  return LLVMIsAInstruction(value) && qn_ir_lanes(value) > 1 &&
         qn_ir_lanes(value) <= LANES_MAX &&
         (qn_ir_is_each_lane_alone(value) || is_move(value));
}

static unsigned operands_of(LLVMValueRef i) {
  return LLVMIsACallInst(i)            ? LLVMGetNumArgOperands(i)
         : LLVMIsAShuffleVectorInst(i) ? 1
                                       : (unsigned)LLVMGetNumOperands(i);
}

// ---- Which lanes are used

static uint64_t used_lanes(narrowing *n, LLVMValueRef value);

// The lanes of `value` that a user of it reads.
static uint64_t read_by(narrowing *n, LLVMValueRef user, LLVMValueRef value) {
  const unsigned lanes = qn_ir_lanes(value);
  if (is_pick(user)) {
    const uint64_t lane = LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
    return lane < lanes ? UINT64_C(1) << lane : 0;
  }
  if (!can_narrow(user))
    return first_lanes(lanes);
  const uint64_t used = used_lanes(n, user);
  if (!is_move(user))
    return used;
  uint64_t read = 0;
  for (unsigned i = 0; i < LLVMGetNumMaskElements(user); ++i) {
    const int from = LLVMGetMaskValue(user, i);
    if (used >> i & 1 && from >= 0 && (unsigned)from < lanes)
      read |= UINT64_C(1) << from;
  }
  return read;
}

static uint64_t used_lanes(narrowing *n, LLVMValueRef value) {
  const uint64_t *known = qn_map_find(&n->used, (uintptr_t)value);
  if (known)
    return *known;
  const uint64_t all = first_lanes(qn_ir_lanes(value));
  uint64_t used = 0;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use && used != all;
       use = LLVMGetNextUse(use))
    used |= read_by(n, LLVMGetUser(use), value);
  n->failed |= qn_failed(qn_map_put(&n->used, (uintptr_t)value, used, NULL));
  return used;
}

// How many of its first lanes a value is to have.
static unsigned width_of(narrowing *n, LLVMValueRef value) {
  const unsigned lanes = qn_ir_lanes(value);
  LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(value));
  const unsigned kind = LLVMGetTypeKind(element);
  const unsigned bits = kind == LLVMIntegerTypeKind
                            ? LLVMGetIntTypeWidth(element)
                        : kind == LLVMFloatTypeKind ? 32
                                                    : 64;
  const uint64_t used = used_lanes(n, value);
  unsigned width = REGISTER / (bits < 32 ? 32 : bits);
  for (width = width ? width : 1; used & ~first_lanes(width);)
    width *= 2;
  return width < lanes ? width : lanes;
}

// ---- Narrow forms

// All lanes of what is made here count as used: others that use the wide form
// go over to it later.
static LLVMValueRef note_made(narrowing *n, LLVMValueRef made) {
  if (LLVMIsAInstruction(made))
    n->failed |= qn_failed(qn_map_put(&n->used, (uintptr_t)made,
                                      first_lanes(qn_ir_lanes(made)), NULL));
  return made;
}

static LLVMTypeRef narrow_type(LLVMValueRef value, unsigned width) {
  return LLVMVectorType(LLVMGetElementType(LLVMTypeOf(value)), width);
}

// Takes the lanes `from`, -1 for any.
static LLVMValueRef take(narrowing *n, LLVMValueRef value, const int *from,
                         unsigned width) {
  return note_made(n, qn_ir_shuffle(n->b, value, NULL, from, width));
}

static LLVMValueRef narrow(narrowing *n, LLVMValueRef value);

// The first lanes of an operand.
static LLVMValueRef first_of(narrowing *n, LLVMValueRef operand,
                             unsigned width) {
  int from[LANES_MAX];
  LLVMValueRef whole = can_narrow(operand) ? narrow(n, operand) : operand;
  if (qn_ir_lanes(whole) == width ||
      !qn_ir_lanes(whole)) // or a scalar condition
    return whole;
  for (unsigned i = 0; i < width; ++i)
    from[i] = (int)i;
  return take(n, whole, from, width);
}

static LLVMValueRef build_call(narrowing *n, LLVMValueRef i,
                               LLVMValueRef *operands, unsigned width) {
  const unsigned id = LLVMGetIntrinsicID(qn_ir_callee(i));
  LLVMTypeRef type = narrow_type(i, width);
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(
      LLVMGetGlobalParent(qn_ir_callee(i)), id, &type, 1);
  return LLVMBuildCall2(n->b, LLVMGlobalGetValueType(callee), callee, operands,
                        operands_of(i), "");
}

// The instruction `i` on narrow operands. Flags about overflow are left out.
static LLVMValueRef build(narrowing *n, LLVMValueRef i, LLVMValueRef *o,
                          unsigned width) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
  if (LLVMIsABinaryOperator(i))
    return LLVMBuildBinOp(n->b, opcode, o[0], o[1], "");
  if (LLVMIsACastInst(i))
    return LLVMBuildCast(n->b, opcode, o[0], narrow_type(i, width), "");
  switch (opcode) {
  case LLVMFNeg:
    return LLVMBuildFNeg(n->b, o[0], "");
  case LLVMFreeze:
    return LLVMBuildFreeze(n->b, o[0], "");
  case LLVMICmp:
    return LLVMBuildICmp(n->b, LLVMGetICmpPredicate(i), o[0], o[1], "");
  case LLVMFCmp:
    return LLVMBuildFCmp(n->b, LLVMGetFCmpPredicate(i), o[0], o[1], "");
  case LLVMSelect:
    return LLVMBuildSelect(n->b, o[0], o[1], o[2], "");
  default:
    return build_call(n, i, o, width);
  }
}

static LLVMValueRef narrow_move(narrowing *n, LLVMValueRef i, unsigned width) {
  int from[LANES_MAX];
  const uint64_t used = used_lanes(n, i);
  LLVMValueRef operand = LLVMGetOperand(i, 0);
  LLVMValueRef source = can_narrow(operand) ? narrow(n, operand) : operand;
  for (unsigned k = 0; k < width; ++k) {
    const int lane = LLVMGetMaskValue(i, k);
    from[k] = used >> k & 1 && lane < (int)qn_ir_lanes(operand) ? lane : -1;
  }
  LLVMPositionBuilderBefore(n->b, i);
  return take(n, source, from, width);
}

// The value with as many lanes as are used, or itself.
static LLVMValueRef narrow(narrowing *n, LLVMValueRef value) {
  const uint64_t *known = qn_map_find(&n->made, (uintptr_t)value);
  if (known)
    return (LLVMValueRef)(uintptr_t)*known;
  const unsigned width = width_of(n, value);
  LLVMValueRef operands[OPERANDS_MAX] = {NULL}, made = value;
  const unsigned count = operands_of(value);
  const bool takes_narrow = is_move(value) &&
                            can_narrow(LLVMGetOperand(value, 0)) &&
                            width_of(n, LLVMGetOperand(value, 0)) <
                                qn_ir_lanes(LLVMGetOperand(value, 0));
  if (width < qn_ir_lanes(value) || takes_narrow) {
    if (is_move(value)) {
      made = narrow_move(n, value, width);
    } else {
      for (unsigned k = 0; k < count; ++k) {
        // Its own operands are made at their places.
        LLVMValueRef operand = LLVMGetOperand(value, k);
        if (can_narrow(operand))
          (void)narrow(n, operand);
      }
      LLVMPositionBuilderBefore(n->b, value);
      for (unsigned k = 0; k < count; ++k)
        operands[k] = first_of(n, LLVMGetOperand(value, k), width);
      made = note_made(n, build(n, value, operands, width));
      if (LLVMIsAInstruction(made) && LLVMCanValueUseFastMathFlags(value) &&
          LLVMCanValueUseFastMathFlags(made))
        LLVMSetFastMathFlags(made, LLVMGetFastMathFlags(value));
    }
  }
  n->failed |=
      qn_failed(qn_map_put(&n->made, (uintptr_t)value, (uintptr_t)made, NULL));
  return made;
}

// ---- Functions

// Whether lanes of `value` are moved on the way to it.
static bool comes_by_moves(LLVMValueRef value, unsigned depth) {
  enum { DEPTH_MAX = 6 };
  if (!can_narrow(value) || depth > DEPTH_MAX)
    return false;
  if (is_move(value))
    return true;
  for (unsigned k = 0; k < operands_of(value); ++k)
    if (comes_by_moves(LLVMGetOperand(value, k), depth + 1))
      return true;
  return false;
}

static bool is_worth_it(narrowing *n, LLVMValueRef value) {
  return comes_by_moves(value, 0) && width_of(n, value) < qn_ir_lanes(value);
}

// An element, or elements that are spread, of what can be narrow.
static void narrow_below(narrowing *n, LLVMValueRef i) {
  LLVMValueRef value = LLVMGetOperand(i, 0);
  if (!is_worth_it(n, value))
    return;
  if (is_pick(i)) {
    LLVMSetOperand(i, 0, narrow(n, value));
    return;
  }
  int from[LANES_MAX];
  const unsigned width = qn_ir_lanes(i);
  LLVMValueRef source = narrow(n, value);
  // Lanes that nobody uses may be lost.
  for (unsigned k = 0; k < width; ++k) {
    const int lane = LLVMGetMaskValue(i, k);
    from[k] = lane < (int)qn_ir_lanes(source) ? lane : -1;
  }
  LLVMPositionBuilderBefore(n->b, i);
  LLVMReplaceAllUsesWith(i, take(n, source, from, width));
  // So that the wide value has one use less.
  LLVMSetOperand(i, 0, LLVMGetPoison(LLVMTypeOf(value)));
}

// ---- Sums of which all lanes have the same

// Looks through what does not change lanes.
static LLVMValueRef plain_form(LLVMValueRef value) {
  while ((LLVMIsAFreezeInst(value) || LLVMIsABitCastInst(value)) &&
         can_narrow(value))
    value = LLVMGetOperand(value, 0);
  return value;
}

// The lanes of `value` are those of the result, each exchanged with the one
// whose number differs in the bits returned; 0: it is no such move.
static unsigned exchange_of(LLVMValueRef value, LLVMValueRef *out_from) {
  LLVMValueRef move = plain_form(value);
  if (!is_move(move))
    return 0;
  *out_from = plain_form(LLVMGetOperand(move, 0));
  const unsigned lanes = qn_ir_lanes(move);
  const int by = LLVMGetMaskValue(move, 0);
  if (by <= 0 || qn_ir_lanes(*out_from) != lanes)
    return 0;
  for (unsigned i = 0; i < lanes; ++i)
    if (LLVMGetMaskValue(move, i) != (int)(i ^ (unsigned)by))
      return 0;
  return (unsigned)by;
}

// Operations whose result is the same, bit for bit, if operands are exchanged.
static bool is_symmetric(LLVMValueRef i) {
  switch (LLVMIsABinaryOperator(i) ? LLVMGetInstructionOpcode(i) : LLVMRet) {
  case LLVMAdd:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
  case LLVMFAdd:
  case LLVMFMul:
    return true;
  default:
    return false;
  }
}

// Bits of a lane's number on which the value does not depend, as
// `sum += __shfl_xor(sum, 16)` removes them one by one.
static unsigned same_along(LLVMValueRef value) {
  unsigned bits = 0;
  for (value = plain_form(value); can_narrow(value) && is_symmetric(value);) {
    LLVMValueRef from = NULL;
    LLVMValueRef a = LLVMGetOperand(value, 0), b = LLVMGetOperand(value, 1);
    unsigned by = exchange_of(b, &from);
    if (!by || from != plain_form(a)) {
      by = exchange_of(a, &from);
      if (!by || from != plain_form(b))
        break;
    }
    // One bit each, and none twice.
    if ((by & (by - 1)) || (bits & by))
      break;
    bits |= by;
    value = from;
  }
  return bits;
}

// Takes the first lane for all, where all have the same.
static void spread_first(narrowing *n, LLVMValueRef value) {
  const unsigned lanes = qn_ir_lanes(value);
  if (lanes < 8 || (lanes & (lanes - 1)) || !can_narrow(value) ||
      !is_symmetric(value) || same_along(value) != lanes - 1)
    return;
  static const int first[LANES_MAX] = {0};
  LLVMPositionBuilderBefore(n->b, LLVMGetNextInstruction(value));
  LLVMValueRef spread = take(n, value, first, lanes);
  LLVMReplaceAllUsesWith(value, spread);
  LLVMSetOperand(spread, 0, value);
}

static void narrow_function(LLVMValueRef function) {
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  narrowing n = {.b = LLVMCreateBuilderInContext(context)};
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      spread_first(&n, i);
  for (unsigned moves = 0; moves < 2; ++moves)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block)
        if (!n.failed && (moves ? is_move(i) : is_pick(i)))
          narrow_below(&n, i);
  // Only now, as an address may not be that of another value meanwhile.
  bool dropped = true;
  while (dropped) {
    dropped = false;
    for (size_t k = 0; k < n.made.count; ++k) {
      LLVMValueRef value = (LLVMValueRef)(uintptr_t)n.made.entries[k].key;
      if (!value || LLVMGetFirstUse(value) ||
          n.made.entries[k].value == n.made.entries[k].key)
        continue;
      LLVMInstructionEraseFromParent(value);
      n.made.entries[k].key = 0;
      dropped = true;
    }
  }
  qn_map_finish(&n.used);
  qn_map_finish(&n.made);
  LLVMDisposeBuilder(n.b);
}

void qn_ir_narrow_vectors(LLVMModuleRef module) {
  QN_EACH_FUNCTION (function, module)
    if (!LLVMIsDeclaration(function))
      narrow_function(function);
}

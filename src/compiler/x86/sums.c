// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/sums.h"

#include "compiler/ir/parts.h"

enum {
  WORD = 32,
  LANES = 8, // of a register, and sums at a time
  STEPS = 3, // of a sum by halves
  VECTOR_MAX = 64,
  DEPTH_MAX = 8, // shuffles and casts one after another
};

// Vectors that are summed up, by the same operation, into the lanes of another.
typedef struct sums {
  LLVMBuilderRef b;
  LLVMValueRef operation; // one of them, whose flags all have
  LLVMValueRef of[VECTOR_MAX];
  unsigned count;
} sums;

typedef struct lane {
  LLVMValueRef vector;
  unsigned index;
} lane;

// Where a lane comes from, behind what only moves it.
static lane origin(LLVMValueRef vector, unsigned index) {
  for (unsigned depth = 0; depth < DEPTH_MAX; ++depth) {
    if (qn_ir_is(vector, LLVMFreeze) ||
        (qn_ir_is(vector, LLVMBitCast) &&
         qn_ir_lanes(LLVMGetOperand(vector, 0)) == qn_ir_lanes(vector))) {
      vector = LLVMGetOperand(vector, 0);
    } else if (qn_ir_is(vector, LLVMShuffleVector)) {
      const int from = LLVMGetMaskValue(vector, index);
      const unsigned count = qn_ir_lanes(LLVMGetOperand(vector, 0));
      if (from < 0)
        break;
      index = (unsigned)from % count;
      vector = LLVMGetOperand(vector, (unsigned)from >= count);
    } else {
      break;
    }
  }
  return (lane){vector, index};
}

static bool is_like(LLVMValueRef operation, LLVMValueRef other) {
  return LLVMIsABinaryOperator(operation) &&
         LLVMGetInstructionOpcode(operation) ==
             LLVMGetInstructionOpcode(other) &&
         qn_ir_scalar(LLVMTypeOf(operation)) ==
             qn_ir_scalar(LLVMTypeOf(other)) &&
         (!LLVMCanValueUseFastMathFlags(other) ||
          LLVMGetFastMathFlags(operation) == LLVMGetFastMathFlags(other));
}

// Whether a lane is the sum by halves of lanes `first`, `first + stride` and so
// on of one register; `*out_of` is that register, NULL at first.
static bool is_sum(const sums *s, lane at, unsigned first, unsigned stride,
                   LLVMValueRef *out_of) {
  const lane from = origin(at.vector, at.index);
  if (stride == LANES) {
    if (!*out_of)
      *out_of = from.vector;
    return from.vector == *out_of && from.index == first &&
           qn_ir_lanes(from.vector) == LANES &&
           qn_ir_scalar(LLVMTypeOf(from.vector)) ==
               qn_ir_scalar(LLVMTypeOf(s->operation));
  }
  if (!is_like(from.vector, s->operation))
    return false;
  for (unsigned k = 0; k < 2; ++k)
    if (!is_sum(s, (lane){LLVMGetOperand(from.vector, k), from.index},
                first + k * stride, 2 * stride, out_of))
      return false;
  return true;
}

// Reads lane `index` of what `insert` makes.
static bool read_sum(sums *s, LLVMValueRef insert, unsigned index) {
  LLVMValueRef value = LLVMGetOperand(insert, 1);
  LLVMValueRef place = LLVMGetOperand(insert, 2);
  if (!LLVMIsAConstantInt(place) || LLVMConstIntGetZExtValue(place) != index ||
      !qn_ir_is(value, LLVMExtractElement))
    return false;
  LLVMValueRef from = LLVMGetOperand(value, 1);
  if (!LLVMIsAConstantInt(from))
    return false;
  const lane top = origin(LLVMGetOperand(value, 0),
                          (unsigned)LLVMConstIntGetZExtValue(from));
  if (!s->operation)
    s->operation = top.vector;
  s->of[index] = NULL;
  return LLVMIsABinaryOperator(s->operation) &&
         is_sum(s, top, 0, 1, &s->of[index]);
}

// Whether a vector has a sum in each of its lanes: `insert` is the last of as
// many insertions, the first of which is into nothing.
static bool read_sums(sums *s, LLVMValueRef insert) {
  s->count = qn_ir_lanes(insert);
  s->operation = NULL;
  if (s->count % LANES || s->count & (s->count - 1) || s->count > VECTOR_MAX ||
      qn_ir_number_width(qn_ir_scalar(LLVMTypeOf(insert))) != WORD)
    return false;
  for (unsigned index = s->count; index-- > 0;) {
    if (!qn_ir_is(insert, LLVMInsertElement) || !read_sum(s, insert, index))
      return false;
    insert = LLVMGetOperand(insert, 0);
  }
  return LLVMIsUndef(insert);
}

// The next step of two registers: lanes of both that belong together, of which
// the first is at `first` of each group, and the second `by` behind it.
static LLVMValueRef step(const sums *s, LLVMValueRef one, LLVMValueRef other,
                         const int *lanes, int by) {
  int seconds[LANES];
  for (unsigned k = 0; k < LANES; ++k)
    seconds[k] = lanes[k] + by;
  LLVMValueRef made =
      LLVMBuildBinOp(s->b, LLVMGetInstructionOpcode(s->operation),
                     qn_ir_shuffle(s->b, one, other, lanes, LANES),
                     qn_ir_shuffle(s->b, one, other, seconds, LANES), "");
  qn_ir_copy_flags(s->operation, made);
  return made;
}

// The sums of eight registers in the lanes of one.
static LLVMValueRef join(const sums *s, LLVMValueRef *of) {
  static const int lanes[STEPS][LANES] = {{0, 1, 2, 3, 8, 9, 10, 11},
                                          {0, 1, 8, 9, 4, 5, 12, 13},
                                          {0, 2, 8, 10, 4, 6, 12, 14}};
  LLVMValueRef halves[LANES / 2];
  for (unsigned k = 0; k < LANES / 2; ++k)
    halves[k] = step(s, of[k], of[k + LANES / 2], lanes[0], 4);
  LLVMValueRef low = step(s, halves[0], halves[1], lanes[1], 2);
  LLVMValueRef high = step(s, halves[2], halves[3], lanes[1], 2);
  return step(s, low, high, lanes[2], 1);
}

void qn_x86_join_sums(LLVMValueRef function) {
  sums s = {.b = LLVMCreateBuilderInContext(
                LLVMGetModuleContext(LLVMGetGlobalParent(function)))};
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block) {
      if (!qn_ir_is(i, LLVMInsertElement) || !read_sums(&s, i))
        continue;
      LLVMPositionBuilderBefore(s.b, i);
      LLVMValueRef parts[VECTOR_MAX / LANES];
      for (unsigned k = 0; k < s.count / LANES; ++k)
        parts[k] = join(&s, s.of + k * LANES);
      LLVMReplaceAllUsesWith(i, qn_ir_join_parts(s.b, parts, s.count / LANES));
    }
  LLVMDisposeBuilder(s.b);
}

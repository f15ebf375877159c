// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/stores.h"

#include "compiler/ir/parts.h"

enum {
  PIECES_MAX = 16,
  // Of a function; each is three blocks a register.
  STORES_MAX = 64,
  DEPTH_MAX = 4, // shuffles one after another
};

typedef struct row {
  LLVMBuilderRef b;
  LLVMValueRef store; // a call of llvm.masked.store
  unsigned lanes;     // of a register
  unsigned count;     // registers
  unsigned bytes;     // of a register
  unsigned alignment;
} row;

// A register's part: what is stored, words that are negative in lanes that are
// on, and whether all are.
typedef struct piece {
  LLVMValueRef value, words, is_whole;
} piece;

// Bits of a vector's elements that memory has masks for; 0: it has none.
static unsigned word_of(LLVMValueRef vector) {
  const unsigned width = qn_ir_number_width(qn_ir_scalar(LLVMTypeOf(vector)));
  return width == 32 || width == 64 ? width : 0;
}

static LLVMValueRef operand(const row *r, unsigned index) {
  return LLVMGetOperand(r->store, index);
}

static bool is_masked_store(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee &&
         qn_str_starts(qn_ir_name(callee), QN_STR("llvm.masked.store."));
}

// Whether a row is one or more registers, of words with a mask that is known
// when it runs.
static bool read_row(row *r, LLVMValueRef store, unsigned bits) {
  r->store = store;
  LLVMTypeRef type = LLVMTypeOf(operand(r, 0));
  const unsigned width = word_of(operand(r, 0));
  const unsigned all = width * LLVMGetVectorSize(type);
  if (!width || all % bits || all / bits > PIECES_MAX ||
      LLVMIsAConstant(operand(r, 2)))
    return false;
  r->count = all / bits;
  r->lanes = bits / width;
  r->bytes = bits / 8;
  r->alignment = qn_ir_store_alignment(store);
  return r->count > 0;
}

static LLVMTypeRef integer_like(const row *r, unsigned bits) {
  return LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(operand(r, 0))),
                              bits);
}

static LLVMValueRef mask_of(const row *r, const piece *p) {
  return LLVMBuildICmp(r->b, LLVMIntSLT, p->words,
                       LLVMConstNull(LLVMTypeOf(p->words)), "");
}

// Words cross from block to block, as a mask does not go well there.
static piece take(const row *r, unsigned at) {
  LLVMTypeRef words =
      LLVMVectorType(integer_like(r, r->bytes * 8 / r->lanes), r->lanes);
  piece p = {
      .value = qn_ir_part(r->b, operand(r, 0), at * r->lanes, r->lanes),
      .words = LLVMBuildSExt(
          r->b, qn_ir_part(r->b, operand(r, 2), at * r->lanes, r->lanes), words,
          ""),
  };
  LLVMTypeRef bits = integer_like(r, r->lanes);
  p.is_whole = LLVMBuildICmp(r->b, LLVMIntEQ,
                             LLVMBuildBitCast(r->b, mask_of(r, &p), bits, ""),
                             LLVMConstAllOnes(bits), "");
  return p;
}

static void store_in_part(const row *r, const piece *p, unsigned at) {
  LLVMValueRef arguments[] = {p->value,
                              qn_ir_behind(r->b, operand(r, 1), at * r->bytes),
                              mask_of(r, p)};
  LLVMTypeRef types[] = {LLVMTypeOf(p->value), LLVMTypeOf(arguments[1])};
  LLVMValueRef callee = LLVMGetIntrinsicDeclaration(
      LLVMGetGlobalParent(qn_ir_callee(r->store)),
      LLVMGetIntrinsicID(qn_ir_callee(r->store)), types, 2);
  LLVMValueRef made = LLVMBuildCall2(r->b, LLVMGlobalGetValueType(callee),
                                     callee, arguments, 3, "");
  LLVMSetInstrParamAlignment(made, 2,
                             r->alignment < r->bytes ? r->alignment : r->bytes);
}

static LLVMBasicBlockRef begin(const row *r, LLVMBasicBlockRef next) {
  LLVMBasicBlockRef block = LLVMInsertBasicBlockInContext(
      LLVMGetTypeContext(LLVMTypeOf(operand(r, 0))), next, "");
  LLVMPositionBuilderAtEnd(r->b, block);
  return block;
}

static void store_piece(const row *r, const piece *p, unsigned at) {
  LLVMBasicBlockRef head = qn_ir_split_before(r->store, "");
  LLVMBasicBlockRef next = LLVMGetInstructionParent(r->store);
  LLVMBasicBlockRef whole = begin(r, next);
  qn_ir_store_part(r->b, r->store, p->value, at * r->bytes);
  LLVMBuildBr(r->b, next);
  LLVMBasicBlockRef partly = begin(r, next);
  store_in_part(r, p, at);
  LLVMBuildBr(r->b, next);
  LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(head));
  LLVMPositionBuilderAtEnd(r->b, head);
  LLVMBuildCondBr(r->b, p->is_whole, whole, partly);
}

static void split(const row *r) {
  piece pieces[PIECES_MAX];
  LLVMPositionBuilderBefore(r->b, r->store);
  for (unsigned at = 0; at < r->count; ++at)
    pieces[at] = take(r, at);
  for (unsigned at = 0; at < r->count; ++at)
    store_piece(r, &pieces[at], at);
  LLVMInstructionEraseFromParent(r->store);
}

void qn_x86_store_whole_registers(LLVMValueRef function, unsigned bits) {
  row rows[STORES_MAX];
  unsigned count = 0;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (count < STORES_MAX && is_masked_store(i) &&
          read_row(&rows[count], i, bits))
        rows[count++].b = b;
  for (unsigned k = 0; k < count; ++k)
    split(&rows[k]);
  LLVMDisposeBuilder(b);
}

// ---- Choices

// Whether a shuffle takes whole registers of `bits`: it is nothing but other
// names for them then.
static bool keeps_registers(LLVMValueRef shuffle, unsigned bits) {
  const unsigned width = word_of(shuffle);
  if (!width || !qn_ir_is(shuffle, LLVMShuffleVector))
    return false;
  const int lanes = (int)(bits / width), count = (int)qn_ir_lanes(shuffle);
  for (int k = 0; k < count; ++k) {
    const int from = LLVMGetMaskValue(shuffle, (unsigned)k);
    if (from >= 0 &&
        (from % lanes != k % lanes ||
         from / lanes !=
             LLVMGetMaskValue(shuffle, (unsigned)(k / lanes * lanes)) / lanes))
      return false;
  }
  return count >= lanes;
}

// Whether a vector is, or has registers of, what was loaded from an address.
static bool has_loaded(LLVMValueRef value, LLVMValueRef address, unsigned bits,
                       unsigned depth) {
  if (LLVMIsALoadInst(value))
    return LLVMGetOperand(value, 0) == address;
  return depth < DEPTH_MAX && keeps_registers(value, bits) &&
         (has_loaded(LLVMGetOperand(value, 0), address, bits, depth + 1) ||
          has_loaded(LLVMGetOperand(value, 1), address, bits, depth + 1));
}

static void hide_loaded(LLVMBuilderRef b, LLVMValueRef choice, unsigned index) {
  LLVMValueRef loaded = LLVMGetOperand(choice, index);
  LLVMPositionBuilderBefore(b, choice);
  LLVMSetOperand(choice, index, qn_ir_fence_words(b, loaded, word_of(loaded)));
}

// Whether it is the larger or the smaller of two, which is an instruction.
static bool is_extreme(LLVMValueRef choice) {
  LLVMValueRef by = LLVMGetOperand(choice, 0), one = LLVMGetOperand(choice, 1),
               other = LLVMGetOperand(choice, 2);
  if (!qn_ir_is(by, LLVMICmp) && !qn_ir_is(by, LLVMFCmp))
    return false;
  LLVMValueRef left = LLVMGetOperand(by, 0), right = LLVMGetOperand(by, 1);
  return (left == one && right == other) || (left == other && right == one);
}

// A vector of words that is chosen lane by lane.
static bool is_choice(LLVMValueRef value) {
  return qn_ir_is(value, LLVMSelect) && word_of(value) &&
         qn_ir_lanes(LLVMGetOperand(value, 0)) && !is_extreme(value);
}

static void keep_stored(LLVMBuilderRef b, LLVMValueRef value,
                        LLVMValueRef address, unsigned bits, unsigned depth) {
  if (is_choice(value)) {
    for (unsigned k = 1; k <= 2; ++k)
      if (has_loaded(LLVMGetOperand(value, k), address, bits, 0))
        hide_loaded(b, value, k);
  } else if (depth < DEPTH_MAX && keeps_registers(value, bits)) {
    for (unsigned k = 0; k < 2; ++k)
      keep_stored(b, LLVMGetOperand(value, k), address, bits, depth + 1);
  }
}

void qn_x86_keep_choices(LLVMValueRef function, unsigned bits) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  QN_EACH_BLOCK (block, function)
    QN_EACH_INSTRUCTION (i, block)
      if (LLVMIsAStoreInst(i))
        keep_stored(b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), bits, 0);
  LLVMDisposeBuilder(b);
}

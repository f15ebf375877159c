// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/bytes.h"

#include <llvm-c/Target.h>

#include "compiler/spmd/analysis/effect.h"

enum {
  LEAVES_MAX = 64, // of a sum
  BYTES = 4,       // of a word
};

// What one factor of a product is made of: a byte that is loaded, of which
// some bits are taken, and a constant.
typedef struct factor {
  LLVMValueRef load;
  LLVMValueRef base; // of its address, `offset` bytes before it
  int64_t offset;
  unsigned taken; // the opcode, And or LShr by `number`; 0: all bits
  uint64_t number;
  int64_t plus;
  bool is_signed;
} factor;

// What is added up: `a` times `b`, or any other value.
typedef struct leaf {
  LLVMValueRef value;
  factor a, b;
  bool is_product;
  bool is_done; // part of a product of words
} leaf;

typedef struct sum {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef b;
  LLVMTypeRef i8, i32, i64;
  LLVMBasicBlockRef block;
  LLVMValueRef root;
  leaf leaves[LEAVES_MAX];
  unsigned count;
  LLVMValueRef made; // so far; NULL: nothing
  // `plus` times what is to be added yet.
  LLVMValueRef more;
  int64_t plus;
} sum;

// ---- Reading a sum

// Takes `value op number` apart.
static LLVMValueRef take_bits(LLVMValueRef value, factor *f) {
  const bool takes = qn_ir_is(value, LLVMAnd) || qn_ir_is(value, LLVMLShr);
  if (!takes || !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) || f->taken)
    return value;
  f->taken = LLVMGetInstructionOpcode(value);
  f->number = LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
  return LLVMGetOperand(value, 0);
}

static void find_base(const sum *s, factor *f) {
  LLVMTargetDataRef layout = LLVMGetModuleDataLayout(s->module);
  f->base = LLVMGetOperand(f->load, 0);
  while (LLVMIsAGetElementPtrInst(f->base) &&
         LLVMGetNumOperands(f->base) == 2 &&
         LLVMIsAConstantInt(LLVMGetOperand(f->base, 1))) {
    f->offset += LLVMConstIntGetSExtValue(LLVMGetOperand(f->base, 1)) *
                 (int64_t)LLVMABISizeOfType(
                     layout, LLVMGetGEPSourceElementType(f->base));
    f->base = LLVMGetOperand(f->base, 0);
  }
}

static bool read_factor(const sum *s, LLVMValueRef value, factor *f) {
  *f = (factor){0};
  if (qn_ir_is(value, LLVMAdd) &&
      LLVMIsAConstantInt(LLVMGetOperand(value, 1))) {
    f->plus = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
    value = LLVMGetOperand(value, 0);
  }
  value = take_bits(value, f);
  f->is_signed = qn_ir_is(value, LLVMSExt);
  if ((!f->is_signed && !qn_ir_is(value, LLVMZExt)) ||
      (f->is_signed && f->taken))
    return false;
  value = LLVMGetOperand(value, 0);
  if (!f->is_signed)
    value = take_bits(value, f);
  if (!LLVMIsALoadInst(value) || LLVMTypeOf(value) != s->i8 ||
      LLVMGetVolatile(value) ||
      LLVMGetOrdering(value) != LLVMAtomicOrderingNotAtomic ||
      LLVMGetInstructionParent(value) != s->block)
    return false;
  f->load = value;
  find_base(s, f);
  return f->plus >= -128 && f->plus <= 127 &&
         f->number < (f->taken == LLVMLShr ? 8 : 256);
}

// Whether pairs of products of such bytes with signed ones fit 16 bits, or the
// byte is signed itself.
static bool is_first(const factor *f) {
  return f->is_signed || (f->taken == LLVMAnd && f->number < 128) ||
         (f->taken == LLVMLShr && f->number > 0);
}

static bool is_second(const factor *f) {
  return f->is_signed && !f->taken && !f->plus;
}

static void add_leaf(sum *s, LLVMValueRef value) {
  leaf *l = &s->leaves[s->count++];
  *l = (leaf){.value = value};
  if (!qn_ir_is(value, LLVMMul) || !qn_ir_has_one_use(value))
    return;
  for (unsigned k = 0; k < 2 && !l->is_product; ++k)
    l->is_product = read_factor(s, LLVMGetOperand(value, k), &l->a) &&
                    read_factor(s, LLVMGetOperand(value, 1 - k), &l->b) &&
                    is_first(&l->a) && is_second(&l->b);
}

// False: they are too many.
static bool read_sum(sum *s, LLVMValueRef value) {
  const bool goes_on = qn_ir_is(value, LLVMAdd) &&
                       LLVMGetInstructionParent(value) == s->block &&
                       (value == s->root || qn_ir_has_one_use(value));
  if (goes_on)
    return read_sum(s, LLVMGetOperand(value, 0)) &&
           read_sum(s, LLVMGetOperand(value, 1));
  if (s->count == LEAVES_MAX)
    return false;
  add_leaf(s, value);
  return true;
}

// ---- Neighbours

static bool are_neighbours(const factor *a, const factor *b, int64_t by) {
  return a->base == b->base && b->offset == a->offset + by &&
         a->taken == b->taken && a->number == b->number && a->plus == b->plus &&
         a->is_signed == b->is_signed;
}

// Finds the products of the bytes after those of `first`, too.
static bool find_word(sum *s, unsigned first, leaf *out[BYTES]) {
  out[0] = &s->leaves[first];
  for (int64_t k = 1; k < BYTES; ++k) {
    out[k] = NULL;
    for (unsigned n = 0; n < s->count && !out[k]; ++n) {
      leaf *l = &s->leaves[n];
      if (l->is_product && !l->is_done &&
          are_neighbours(&out[0]->a, &l->a, k) &&
          are_neighbours(&out[0]->b, &l->b, k))
        out[k] = l;
    }
    if (!out[k])
      return false;
  }
  return true;
}

// Whether nothing between the load and the sum's end may write to memory.
static bool is_unchanged(const sum *s, LLVMValueRef load) {
  for (LLVMValueRef i = load; i; i = LLVMGetNextInstruction(i)) {
    if (i == s->root)
      return true;
    if (qn_spmd_has_effect(i))
      return false;
  }
  return false;
}

// ---- Words

static LLVMValueRef constant(const sum *s, uint64_t value) {
  return LLVMConstInt(s->i32, value, true);
}

static LLVMValueRef in_all_bytes(const sum *s, uint64_t value) {
  return constant(s, (value & 255) * 0x01010101u);
}

static LLVMValueRef load_word(const sum *s, const factor *f) {
  LLVMValueRef by = LLVMConstInt(s->i64, (uint64_t)f->offset, true);
  LLVMValueRef made = LLVMBuildLoad2(
      s->b, s->i32, LLVMBuildGEP2(s->b, s->i8, f->base, &by, 1, ""), "");
  LLVMSetAlignment(made, LLVMGetAlignment(f->load));
  return made;
}

static LLVMValueRef bits_of_word(const sum *s, const factor *f) {
  LLVMValueRef word = load_word(s, f);
  if (!f->taken)
    return word;
  if (f->taken == LLVMAnd)
    return LLVMBuildAnd(s->b, word, in_all_bytes(s, f->number), "");
  word = LLVMBuildLShr(s->b, word, constant(s, f->number), "");
  return LLVMBuildAnd(s->b, word, in_all_bytes(s, 255u >> f->number), "");
}

static void add_value(sum *s, LLVMValueRef value) {
  s->made = s->made ? LLVMBuildAdd(s->b, s->made, value, "") : value;
}

static void end_more(sum *s) {
  if (s->more)
    add_value(s,
              LLVMBuildMul(s->b, s->more, constant(s, (uint64_t)s->plus), ""));
  s->more = NULL;
}

// Adds `plus` times `value`; those with the same factor are added up first.
static void add_more(sum *s, LLVMValueRef value, int64_t plus) {
  if (s->plus != plus)
    end_more(s);
  s->plus = plus;
  s->more = s->more ? LLVMBuildAdd(s->b, s->more, value, "") : value;
}

// The product of words, which the library has if the program uses it.
static LLVMValueRef dot_function(const sum *s) {
  static const char name[] = "qn_math_whole_dot4";
  LLVMValueRef made = LLVMGetNamedFunction(s->module, name);
  if (made)
    return made;
  LLVMTypeRef types[] = {s->i32, s->i32};
  made = LLVMAddFunction(s->module, name,
                         LLVMFunctionType(s->i32, types, 2, false));
  LLVMSetLinkage(made, LLVMInternalLinkage);
  qn_ir_add_flag(made, "alwaysinline");
  qn_ir_add_flag(made, "nounwind");
  LLVMBuilderRef b = LLVMCreateBuilderInContext(s->context);
  LLVMPositionBuilderAtEnd(b,
                           LLVMAppendBasicBlockInContext(s->context, made, ""));
  LLVMValueRef all = constant(s, 0), up = constant(s, 24);
  for (uint64_t k = 0; k < BYTES; ++k) {
    LLVMValueRef parts[2];
    for (unsigned n = 0; n < 2; ++n)
      parts[n] = LLVMBuildAShr(
          b,
          LLVMBuildShl(b, LLVMGetParam(made, n), constant(s, 24 - 8 * k), ""),
          up, "");
    all = LLVMBuildAdd(b, all, LLVMBuildMul(b, parts[0], parts[1], ""), "");
  }
  LLVMBuildRet(b, all);
  LLVMDisposeBuilder(b);
  return made;
}

static LLVMValueRef dot(const sum *s, LLVMValueRef a, LLVMValueRef b) {
  LLVMValueRef function = dot_function(s), args[] = {a, b};
  return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function, args,
                        2, "");
}

// ---- All

static bool join_word(sum *s, unsigned first) {
  leaf *word[BYTES];
  if (!s->leaves[first].is_product || s->leaves[first].is_done ||
      !find_word(s, first, word))
    return false;
  for (unsigned k = 0; k < BYTES; ++k)
    if (!is_unchanged(s, word[k]->a.load) || !is_unchanged(s, word[k]->b.load))
      return false;
  const leaf *l = word[0];
  LLVMValueRef a = bits_of_word(s, &l->a), b = load_word(s, &l->b);
  add_value(s, dot(s, a, b));
  if (l->a.plus)
    add_more(s, dot(s, in_all_bytes(s, 1), b), l->a.plus);
  for (unsigned k = 0; k < BYTES; ++k)
    word[k]->is_done = true;
  return true;
}

static bool join_sum(sum *s) {
  bool any = false;
  s->count = 0;
  s->made = s->more = NULL;
  if (!read_sum(s, s->root) || s->count < BYTES)
    return false;
  LLVMPositionBuilderBefore(s->b, s->root);
  for (unsigned n = 0; n < s->count; ++n)
    any |= join_word(s, n);
  if (!any)
    return false;
  end_more(s);
  for (unsigned n = 0; n < s->count; ++n)
    if (!s->leaves[n].is_done)
      add_value(s, s->leaves[n].value);
  LLVMReplaceAllUsesWith(s->root, s->made);
  return true;
}

// Whether it ends a sum: what it is added to is another one.
static bool is_root(LLVMValueRef i) {
  if (!qn_ir_is(i, LLVMAdd))
    return false;
  LLVMValueRef user =
      qn_ir_has_one_use(i) ? LLVMGetUser(LLVMGetFirstUse(i)) : NULL;
  return !(user && qn_ir_is(user, LLVMAdd) &&
           LLVMGetInstructionParent(user) == LLVMGetInstructionParent(i));
}

bool qn_cpu_join_bytes(LLVMModuleRef module) {
  bool any = false;
  LLVMContextRef c = LLVMGetModuleContext(module);
  sum s = {.context = c,
           .module = module,
           .b = LLVMCreateBuilderInContext(c),
           .i8 = LLVMInt8TypeInContext(c),
           .i32 = LLVMInt32TypeInContext(c),
           .i64 = LLVMInt64TypeInContext(c)};
  QN_EACH_FUNCTION (function, module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (i, block) {
        s.block = block;
        s.root = i;
        if (is_root(i) && LLVMTypeOf(i) == s.i32)
          any |= join_sum(&s);
      }
  LLVMDisposeBuilder(s.b);
  return any;
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/x86/gathers.h"

#include <llvm-c/DebugInfo.h>

#include "compiler/ir/parts.h"

enum {
  WORD = 32,
  DEPTH_MAX = 8,    // shuffles of a mask one after another
  LANES_MAX = 64,   // of a gather
  LOADS_MAX = 2048, // of a function
};

// A vector of addresses: `base` plus an index of each lane, extended by `cast`.
typedef struct places {
  LLVMValueRef base, indices;
  LLVMTypeRef of; // what an index counts
  unsigned cast;  // an LLVMOpcode; 0: none
} places;

// Whether a lane of a mask is known to be on: it is constant, or comes from
// where it is.
static bool is_on(LLVMValueRef mask, unsigned lane) {
  for (unsigned depth = 0; depth < DEPTH_MAX; ++depth) {
    if (LLVMIsAConstant(mask)) {
      LLVMValueRef bit = LLVMGetAggregateElement(mask, lane);
      return bit && LLVMIsAConstantInt(bit) &&
             LLVMConstIntGetZExtValue(bit) == 1;
    }
    if (!qn_ir_is(mask, LLVMShuffleVector))
      return false;
    const int from = LLVMGetMaskValue(mask, lane);
    LLVMValueRef first = LLVMGetOperand(mask, 0);
    const unsigned count = qn_ir_lanes(first);
    if (from < 0)
      return false;
    mask = (unsigned)from < count ? first : LLVMGetOperand(mask, 1);
    lane = (unsigned)from % count;
  }
  return false;
}

static bool are_on(LLVMValueRef mask, unsigned first, unsigned count) {
  for (unsigned k = first; k < first + count; ++k)
    if (!is_on(mask, k))
      return false;
  return true;
}

static bool read_places(LLVMValueRef addresses, places *p) {
  if (!LLVMIsAGetElementPtrInst(addresses) ||
      LLVMGetNumOperands(addresses) != 2)
    return false;
  *p = (places){.base = LLVMGetOperand(addresses, 0),
                .indices = LLVMGetOperand(addresses, 1),
                .of = LLVMGetGEPSourceElementType(addresses)};
  if (qn_ir_lanes(p->base) || !qn_ir_lanes(p->indices))
    return false;
  if (qn_ir_is(p->indices, LLVMSExt) || qn_ir_is(p->indices, LLVMZExt)) {
    p->cast = LLVMGetInstructionOpcode(p->indices);
    p->indices = LLVMGetOperand(p->indices, 0);
  }
  return true;
}

static bool is_gather_of_words(LLVMValueRef i) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  if (!callee ||
      !qn_str_starts(qn_ir_name(callee), QN_STR("llvm.masked.gather.")))
    return false;
  LLVMTypeRef type = qn_ir_scalar(LLVMTypeOf(i));
  return LLVMGetTypeKind(type) == LLVMFloatTypeKind ||
         qn_ir_width(type) == WORD;
}

static LLVMValueRef load_lane(LLVMBuilderRef b, const places *p,
                              LLVMTypeRef type, LLVMValueRef lane) {
  LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(type));
  LLVMValueRef index = LLVMBuildExtractElement(b, p->indices, lane, "");
  if (p->cast)
    index = LLVMBuildCast(b, (LLVMOpcode)p->cast, index, wide, "");
  LLVMValueRef loaded = LLVMBuildLoad2(
      b, type, LLVMBuildGEP2(b, p->of, p->base, &index, 1, ""), "");
  LLVMSetAlignment(loaded, 1);
  return loaded;
}

// A part of a gather's lanes.
typedef struct part {
  LLVMBuilderRef b;
  LLVMValueRef gather;
  const places *places;
  unsigned first, count;
} part;

static LLVMTypeRef word_of(const part *p) {
  return LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(p->gather)));
}

static LLVMValueRef load_part(const part *p) {
  LLVMTypeRef type = qn_ir_scalar(LLVMTypeOf(p->gather));
  LLVMValueRef made = LLVMGetPoison(LLVMVectorType(type, p->count));
  for (unsigned k = 0; k < p->count; ++k) {
    LLVMValueRef lane = LLVMConstInt(word_of(p), p->first + k, false);
    made = LLVMBuildInsertElement(p->b, made,
                                  load_lane(p->b, p->places, type, lane),
                                  LLVMConstInt(word_of(p), k, false), "");
  }
  return made;
}

// The part's lanes of a vector.
static LLVMValueRef take(const part *p, LLVMValueRef from) {
  return qn_ir_part(p->b, from, p->first, p->count);
}

static unsigned align_kind(void) {
  static const char name[] = "align";
  return LLVMGetEnumAttributeKindForName(name, sizeof(name) - 1);
}

static LLVMValueRef gather_part(const part *p) {
  LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(word_of(p)));
  LLVMTypeRef type = qn_ir_scalar(LLVMTypeOf(p->gather));
  LLVMValueRef indices = take(p, p->places->indices);
  if (p->places->cast)
    indices = LLVMBuildCast(p->b, (LLVMOpcode)p->places->cast, indices,
                            LLVMVectorType(wide, p->count), "");
  LLVMValueRef args[] = {
      LLVMBuildGEP2(p->b, p->places->of, p->places->base, &indices, 1, ""),
      take(p, LLVMGetOperand(p->gather, 1)),
      LLVMGetPoison(LLVMVectorType(type, p->count))};
  LLVMTypeRef types[] = {LLVMTypeOf(args[2]), LLVMTypeOf(args[0])};
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(p->gather)));
  LLVMValueRef callee = qn_ir_intrinsic(module, "llvm.masked.gather", types, 2);
  LLVMValueRef made =
      LLVMBuildCall2(p->b, LLVMGlobalGetValueType(callee), callee, args, 3, "");
  LLVMAttributeRef align =
      LLVMGetCallSiteEnumAttribute(p->gather, 1, align_kind());
  if (align)
    LLVMAddCallSiteAttribute(made, 1, align);
  return made;
}

// Two vectors one behind the other, of which the second may be shorter.
static LLVMValueRef join(const part *p, LLVMValueRef a, LLVMValueRef b) {
  int lanes[LANES_MAX];
  const unsigned before = qn_ir_lanes(a), count = before + p->count;
  for (unsigned k = 0; k < before; ++k)
    lanes[k] = k < p->count ? (int)k : -1;
  b = qn_ir_shuffle(p->b, b, NULL, lanes, before);
  for (unsigned k = 0; k < count; ++k)
    lanes[k] = (int)k;
  return qn_ir_shuffle(p->b, a, b, lanes, count);
}

static void split(part *p, unsigned lanes) {
  LLVMValueRef made = NULL;
  LLVMPositionBuilderBefore(p->b, p->gather);
  LLVMSetCurrentDebugLocation2(p->b, LLVMInstructionGetDebugLoc(p->gather));
  for (p->first = 0; p->first < lanes; p->first += p->count) {
    LLVMValueRef own = are_on(LLVMGetOperand(p->gather, 1), p->first, p->count)
                           ? load_part(p)
                           : gather_part(p);
    made = made ? join(p, made, own) : own;
  }
  LLVMReplaceAllUsesWith(p->gather, made);
  LLVMInstructionEraseFromParent(p->gather);
}

// Whether lanes that are off may have any value.
static bool leaves_open(LLVMValueRef gather) {
  return LLVMIsUndef(LLVMGetOperand(gather, 2));
}

// Returns how many words it loads for a gather.
static unsigned visit(LLVMBuilderRef b, LLVMValueRef i, unsigned width) {
  places found;
  if (!is_gather_of_words(i) || !read_places(LLVMGetOperand(i, 0), &found))
    return 0;
  LLVMValueRef mask = LLVMGetOperand(i, 1);
  const unsigned lanes = qn_ir_lanes(i);
  part p = {.b = b, .gather = i, .places = &found};
  p.count = lanes < width || lanes % width ? lanes : width;
  if (lanes > LANES_MAX || (!are_on(mask, 0, lanes) && !leaves_open(i)))
    return 0;
  unsigned loads = 0;
  for (unsigned first = 0; first < lanes; first += p.count)
    loads += are_on(mask, first, p.count) ? p.count : 0;
  if (loads)
    split(&p, lanes);
  return loads;
}

void qn_x86_split_gathers(LLVMValueRef function, unsigned lanes) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(
      LLVMGetModuleContext(LLVMGetGlobalParent(function)));
  unsigned loads = 0;
  QN_EACH_BLOCK (block, function)
    for (LLVMValueRef next, i = LLVMGetFirstInstruction(block);
         i && loads < LOADS_MAX; i = next) {
      next = LLVMGetNextInstruction(i);
      loads += visit(b, i, lanes);
    }
  LLVMDisposeBuilder(b);
}

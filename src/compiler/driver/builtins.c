// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/builtins.h"

#include <llvm-c/DebugInfo.h>
#include <math.h>

typedef struct site {
  LLVMBuilderRef b;
  LLVMValueRef call;
  LLVMTypeRef type; // of the first argument
} site;

static LLVMValueRef argument(const site *s, unsigned index) {
  return LLVMGetOperand(s->call, index);
}

// A call of the intrinsic of one type.
static LLVMValueRef call(const site *s, const char *name, LLVMTypeRef type,
                         LLVMValueRef *arguments, unsigned count) {
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call)));
  LLVMValueRef function = qn_ir_intrinsic(module, name, &type, 1);
  return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(function), function,
                        arguments, count, "");
}

static LLVMValueRef call_one(const site *s, const char *name, LLVMValueRef x) {
  return call(s, name, LLVMTypeOf(x), &x, 1);
}

static LLVMValueRef to_integer(const site *s, const char *rounding) {
  return LLVMBuildFPToSI(s->b, call_one(s, rounding, argument(s, 0)),
                         LLVMTypeOf(s->call), "");
}

static LLVMValueRef expand_round(const site *s) {
  return to_integer(s, "llvm.round");
}

// Two values, as such intrinsics return them.
static LLVMValueRef pair(const site *s, LLVMValueRef first,
                         LLVMValueRef second) {
  LLVMValueRef both = LLVMBuildInsertValue(
      s->b, LLVMGetPoison(LLVMTypeOf(s->call)), first, 0, "");
  return LLVMBuildInsertValue(s->b, both, second, 1, "");
}

// The fraction has the sign of x, that of an infinity is 0.
static LLVMValueRef expand_modf(const site *s) {
  LLVMValueRef x = argument(s, 0);
  LLVMValueRef whole = call_one(s, "llvm.trunc", x);
  LLVMValueRef infinite =
      LLVMBuildFCmp(s->b, LLVMRealOEQ, call_one(s, "llvm.fabs", x),
                    LLVMConstReal(s->type, (double)INFINITY), "");
  LLVMValueRef rest = LLVMBuildSelect(s->b, infinite, LLVMConstNull(s->type),
                                      LLVMBuildFSub(s->b, x, whole, ""), "");
  LLVMValueRef two[] = {rest, x};
  return pair(s, call(s, "llvm.copysign", s->type, two, 2), whole);
}

static LLVMValueRef expand_sincos(const site *s) {
  return pair(s, call_one(s, "llvm.sin", argument(s, 0)),
              call_one(s, "llvm.cos", argument(s, 0)));
}

static LLVMValueRef expand_powi(const site *s) {
  LLVMValueRef two[] = {argument(s, 0),
                        LLVMBuildSIToFP(s->b, argument(s, 1), s->type, "")};
  return call(s, "llvm.pow", s->type, two, 2);
}

typedef struct expansion {
  const char *name; // with the dot behind it
  LLVMValueRef (*expand)(const site *s);
} expansion;

static const expansion expansions[] = {
    {"llvm.lround.", expand_round}, {"llvm.llround.", expand_round},
    {"llvm.modf.", expand_modf},    {"llvm.sincos.", expand_sincos},
    {"llvm.powi.", expand_powi},
};

// Those that libraries have for float and double alone.
static const char *const of_half[] = {
    "llvm.sin",   "llvm.cos",  "llvm.tan",  "llvm.asin", "llvm.acos",
    "llvm.atan",  "llvm.sinh", "llvm.cosh", "llvm.tanh", "llvm.exp",
    "llvm.exp2",  "llvm.log",  "llvm.log2", "llvm.pow",  "llvm.exp10",
    "llvm.log10", "llvm.atan2"};

static LLVMValueRef as_float(const site *s, const char *name) {
  LLVMTypeRef wide = LLVMFloatTypeInContext(LLVMGetTypeContext(s->type));
  LLVMValueRef arguments[2];
  const unsigned count = LLVMGetNumArgOperands(s->call);
  for (unsigned i = 0; i < count && i < 2; ++i)
    arguments[i] = LLVMBuildFPExt(s->b, argument(s, i), wide, "");
  return LLVMBuildFPTrunc(s->b, call(s, name, wide, arguments, count), s->type,
                          "");
}

static LLVMValueRef expand(const site *s, qn_str name, qn_family family) {
  const bool cpu = family == QN_FAMILY_CPU || family == QN_FAMILY_VORTEX;
  const bool half = cpu || family == QN_FAMILY_NVIDIA;
  if (!cpu && (qn_str_starts(name, QN_STR("llvm.lrint.")) ||
               qn_str_starts(name, QN_STR("llvm.llrint."))))
    return to_integer(s, "llvm.rint");
  for (size_t i = 0; i < sizeof(expansions) / sizeof(expansions[0]); ++i)
    if (qn_str_starts(name, qn_str_from(expansions[i].name)))
      return expansions[i].expand(s);
  for (size_t i = 0; half && i < sizeof(of_half) / sizeof(of_half[0]); ++i) {
    const qn_str known = qn_str_from(of_half[i]);
    if (qn_str_starts(name, known) &&
        qn_str_equal(qn_str_skip(name, known.size), QN_STR(".f16")))
      return as_float(s, of_half[i]);
  }
  return NULL;
}

static void expand_calls(LLVMValueRef function, LLVMBuilderRef b,
                         qn_family family) {
  for (LLVMUseRef use = LLVMGetFirstUse(function), next; use; use = next) {
    next = LLVMGetNextUse(use);
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function)
      continue;
    LLVMPositionBuilderBefore(b, user);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(user));
    const site s = {b, user, LLVMTypeOf(LLVMGetOperand(user, 0))};
    LLVMValueRef made = expand(&s, qn_ir_name(function), family);
    if (!made)
      return;
    LLVMReplaceAllUsesWith(user, made);
    LLVMInstructionEraseFromParent(user);
  }
}

void qn_builtins_expand(const qn_unit *unit) {
  const qn_family family = unit->target->row->family;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_FUNCTION (function, unit->module)
    if (qn_ir_is_intrinsic(function))
      expand_calls(function, b, family);
  LLVMDisposeBuilder(b);
}

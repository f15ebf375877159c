// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit/maths.h"

#include <stdio.h>

enum { PARAMETERS_MAX = 2, SYMBOL_MAX = 64 };

// With one or two arguments of the result's type.
static const struct {
  const char *name;
  unsigned arguments;
} functions[] = {
    {"exp", 1},       {"exp2", 1},   {"exp10", 1}, {"expm1", 1},
    {"log", 1},       {"log2", 1},   {"log10", 1}, {"log1p", 1},
    {"logb", 1},      {"sin", 1},    {"cos", 1},   {"tan", 1},
    {"asin", 1},      {"acos", 1},   {"atan", 1},  {"sinh", 1},
    {"cosh", 1},      {"tanh", 1},   {"asinh", 1}, {"acosh", 1},
    {"atanh", 1},     {"cbrt", 1},   {"erf", 1},   {"erfc", 1},
    {"tgamma", 1},    {"lgamma", 1}, {"pow", 2},   {"fmod", 2},
    {"remainder", 2}, {"atan2", 2},  {"hypot", 2}, {"fdim", 2},
    {"nextafter", 2},
};

// The letter of a floating-point type in C++'s names; 0 for any other type.
static char letter_of(LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  return kind == LLVMFloatTypeKind ? 'f' : kind == LLVMDoubleTypeKind ? 'd' : 0;
}

// Whether `symbol` is C's or LLVM's name of function `name` in that type.
static bool is_called(qn_str symbol, const char *name, char letter) {
  char c[SYMBOL_MAX], llvm[SYMBOL_MAX];
  snprintf(c, sizeof(c), "%s%s", name, letter == 'f' ? "f" : "");
  snprintf(llvm, sizeof(llvm), "llvm.%s.f%s", name,
           letter == 'f' ? "32" : "64");
  return qn_str_equal(symbol, qn_str_from(c)) ||
         qn_str_equal(symbol, qn_str_from(llvm));
}

static LLVMValueRef library_function(LLVMModuleRef module, size_t i,
                                     LLVMTypeRef type, char letter) {
  char name[SYMBOL_MAX];
  snprintf(name, sizeof(name), "_Z%zu%s%c%s", strlen(functions[i].name),
           functions[i].name, letter,
           functions[i].arguments < 2 ? ""
           : letter == 'f'            ? "f"
                                      : "d");
  LLVMValueRef found = LLVMGetNamedFunction(module, name);
  return found ? found : LLVMAddFunction(module, name, type);
}

static LLVMValueRef replacement(LLVMModuleRef module, LLVMValueRef function) {
  LLVMTypeRef type = LLVMGlobalGetValueType(function);
  LLVMTypeRef parameters[PARAMETERS_MAX];
  const char letter = letter_of(LLVMGetReturnType(type));
  const unsigned count = LLVMCountParamTypes(type);
  if (!LLVMIsDeclaration(function) || !letter || !count ||
      count > PARAMETERS_MAX)
    return NULL;
  LLVMGetParamTypes(type, parameters);
  for (unsigned i = 0; i < count; ++i)
    if (parameters[i] != LLVMGetReturnType(type))
      return NULL;
  for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i)
    if (functions[i].arguments == count &&
        is_called(qn_ir_name(function), functions[i].name, letter))
      return library_function(module, i, type, letter);
  return NULL;
}

void qn_unit_bind_maths(LLVMModuleRef module) {
  for (LLVMValueRef function = LLVMGetFirstFunction(module), next; function;
       function = next) {
    next = LLVMGetNextFunction(function);
    LLVMValueRef made = replacement(module, function);
    if (!made)
      continue;
    // Intrinsics are only called, so all uses can be replaced.
    LLVMReplaceAllUsesWith(function, made);
    if (next == made)
      next = LLVMGetNextFunction(made);
    LLVMDeleteFunction(function);
  }
}

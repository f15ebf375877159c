// SPDX-License-Identifier: Apache-2.0
#include "compiler/contract/functions.h"

#include <llvm-c/Target.h>

#include <assert.h>

enum { PARAMETERS_MAX = 10 };

// Who calls a function (functions.def).
typedef enum use { ASKED, RUNS, CHECKS } use;

// Lists of types end with qn_d_void.
typedef struct row {
  const char *name;
  use use;
  qn_devlib_type result;
  qn_devlib_type parameters[PARAMETERS_MAX + 1];
} row;

static const row rows[] = {
#define QN_DEVLIB(NAME, name, use, result, ...)                                \
  {"qn_cpu_" #name, use, result, {__VA_ARGS__}},
#include "compiler/contract/functions.def"
#undef QN_DEVLIB
};

typedef struct layout {
  const char *name;
  qn_devlib_type fields[QN_DEVLIB_FIELDS_MAX + 1];
} layout;

// clang-format off
static const layout layouts[] = {
#define QN_DEVLIB_STRUCT(NAME, name) {"quern." #name, {
#define QN_DEVLIB_FIELD(type, name) type,
#define QN_DEVLIB_END(name) }},
#include "compiler/contract/structs.def"
#undef QN_DEVLIB_STRUCT
#undef QN_DEVLIB_FIELD
#undef QN_DEVLIB_END
};
// clang-format on

static unsigned count_types(const qn_devlib_type *types) {
  unsigned count = 0;
  while (types[count] != qn_d_void)
    ++count;
  return count;
}

// ---- Types

static LLVMTypeRef type_of(LLVMModuleRef module, qn_devlib_type type) {
  LLVMContextRef c = LLVMGetModuleContext(module);
  switch (type) {
  case qn_d_void:
    return LLVMVoidTypeInContext(c);
  case qn_d_int:
  case qn_d_u32:
    return LLVMInt32TypeInContext(c);
  case qn_d_u64:
    return LLVMInt64TypeInContext(c);
  case qn_d_size:
    return LLVMIntPtrTypeInContext(c, LLVMGetModuleDataLayout(module));
  default:
    return LLVMPointerTypeInContext(c, 0);
  }
}

static LLVMTypeRef function_type(LLVMModuleRef module, const row *r) {
  LLVMTypeRef types[PARAMETERS_MAX];
  const unsigned count = count_types(r->parameters);
  for (unsigned i = 0; i < count; ++i)
    types[i] = type_of(module, r->parameters[i]);
  return LLVMFunctionType(type_of(module, r->result), types, count, false);
}

// ---- Functions

const char *qn_devlib_name(qn_devlib_function function) {
  return rows[function].name;
}

qn_devlib_function qn_devlib_find(LLVMValueRef function) {
  const qn_str name = qn_ir_name(function);
  if (!qn_str_starts(name, QN_STR("qn_cpu_")))
    return QN_DEVLIB_NONE;
  for (int i = 0; i < QN_DEVLIB_COUNT; ++i)
    if (qn_str_equal(name, qn_str_from(rows[i].name)))
      return (qn_devlib_function)i;
  return QN_DEVLIB_NONE;
}

qn_devlib_function qn_devlib_called_by(LLVMValueRef instruction) {
  LLVMValueRef callee =
      LLVMIsACallInst(instruction) ? qn_ir_callee(instruction) : NULL;
  return callee ? qn_devlib_find(callee) : QN_DEVLIB_NONE;
}

bool qn_devlib_is_warp_op(qn_devlib_function function) {
  return function == QN_DEVLIB_SHUFFLE || function == QN_DEVLIB_BALLOT ||
         function == QN_DEVLIB_ACTIVE_MASK || function == QN_DEVLIB_WARP_SYNC;
}

bool qn_devlib_is_barrier(qn_devlib_function function) {
  return function == QN_DEVLIB_BARRIER || function == QN_DEVLIB_BARRIER_REDUCE;
}

bool qn_devlib_is_access(qn_devlib_function function) {
  return function == QN_DEVLIB_CHECK_ACCESS ||
         function == QN_DEVLIB_CHECK_UNLESS ||
         function == QN_DEVLIB_CHECK_OBJECT;
}

bool qn_devlib_is_access_of(LLVMValueRef call, qn_check_space space) {
  enum { SPACE = 8 };
  return qn_devlib_called_by(call) == QN_DEVLIB_CHECK_OBJECT &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(call, SPACE)) == space;
}

bool qn_devlib_is_check(qn_devlib_function function) {
  return qn_devlib_is_access(function) || function == QN_DEVLIB_CHECK_RANGE ||
         function == QN_DEVLIB_CHECK_SHADOW ||
         function == QN_DEVLIB_CHECK_LOCAL ||
         function == QN_DEVLIB_CHECK_VALUE ||
         function == QN_DEVLIB_CHECK_STORED ||
         function == QN_DEVLIB_CHECK_RETURN;
}

LLVMValueRef qn_devlib_get(LLVMModuleRef module, qn_devlib_function function) {
  return LLVMGetNamedFunction(module, rows[function].name);
}

LLVMValueRef qn_devlib_declare(LLVMModuleRef module,
                               qn_devlib_function function) {
  const row *r = &rows[function];
  LLVMValueRef found = qn_devlib_get(module, function);
  if (found)
    return found;
  LLVMValueRef made =
      LLVMAddFunction(module, r->name, function_type(module, r));
  if (r->use != RUNS)
    LLVMSetVisibility(made, LLVMHiddenVisibility);
  if (r->use == ASKED) {
    qn_ir_add_flag(made, "nounwind");
    qn_ir_add_flag(made, "convergent");
  }
  return made;
}

LLVMValueRef qn_devlib_call(LLVMBuilderRef b, qn_devlib_function function,
                            LLVMValueRef *values, unsigned count) {
  LLVMModuleRef module =
      LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(b)));
  const row *r = &rows[function];
  assert(count == count_types(r->parameters));
  for (unsigned i = 0; i < count; ++i)
    assert(LLVMTypeOf(values[i]) == type_of(module, r->parameters[i]));
  (void)r;
  LLVMValueRef callee = qn_devlib_declare(module, function);
  return LLVMBuildCall2(b, LLVMGlobalGetValueType(callee), callee, values,
                        count, "");
}

// ---- Constants

LLVMValueRef qn_devlib_constant(LLVMModuleRef module, qn_devlib_struct kind,
                                const LLVMValueRef *values, unsigned count) {
  const layout *l = &layouts[kind];
  LLVMValueRef fields[QN_DEVLIB_FIELDS_MAX];
  assert(count == count_types(l->fields));
  for (unsigned i = 0; i < count; ++i) {
    LLVMTypeRef type = type_of(module, l->fields[i]);
    fields[i] = values[i] ? values[i] : LLVMConstNull(type);
    assert(LLVMTypeOf(fields[i]) == type);
  }
  LLVMValueRef value = LLVMConstStructInContext(LLVMGetModuleContext(module),
                                                fields, count, false);
  LLVMValueRef global = LLVMAddGlobal(module, LLVMTypeOf(value), l->name);
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  LLVMSetUnnamedAddress(global, LLVMGlobalUnnamedAddr);
  return global;
}

// ---- Checks

static qn_status fail_type(const char *name, LLVMTypeRef found,
                           LLVMTypeRef expected, qn_diag *diag) {
  char *a = LLVMPrintTypeToString(expected);
  char *b = LLVMPrintTypeToString(found);
  const qn_status status =
      qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE,
              "the device library's '%s' is '%s'; the compiler expects '%s'",
              name, b, a);
  LLVMDisposeMessage(a);
  LLVMDisposeMessage(b);
  return status;
}

qn_status qn_devlib_check_builtin(LLVMValueRef call,
                                  qn_devlib_function function, qn_diag *diag) {
  LLVMModuleRef module = LLVMGetGlobalParent(
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  const row *r = &rows[function];
  LLVMTypeRef found = LLVMGetCalledFunctionType(call);
  LLVMTypeRef types[PARAMETERS_MAX];
  const unsigned count = LLVMCountParamTypes(found);
  bool fits = count + 1 == count_types(r->parameters) &&
              LLVMGetReturnType(found) == type_of(module, r->result);
  if (fits)
    LLVMGetParamTypes(found, types);
  for (unsigned i = 0; i < count && fits; ++i)
    fits = types[i] == type_of(module, r->parameters[i + 1]);
  return fits ? qn_ok()
              : fail_type(r->name, found, function_type(module, r), diag);
}

static qn_status check_calls(LLVMValueRef function, const char *name,
                             LLVMTypeRef expected, qn_diag *diag) {
  for (LLVMUseRef at = LLVMGetFirstUse(function); at; at = LLVMGetNextUse(at)) {
    LLVMValueRef user = LLVMGetUser(at);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function &&
        LLVMGetCalledFunctionType(user) != expected)
      return fail_type(name, LLVMGetCalledFunctionType(user), expected, diag);
  }
  return qn_ok();
}

qn_status qn_devlib_check(LLVMModuleRef module, qn_diag *diag) {
  for (int i = 0; i < QN_DEVLIB_COUNT; ++i) {
    LLVMValueRef function = qn_devlib_get(module, (qn_devlib_function)i);
    if (!function)
      continue;
    LLVMTypeRef expected = function_type(module, &rows[i]);
    LLVMTypeRef found = LLVMGlobalGetValueType(function);
    if (found != expected)
      return fail_type(rows[i].name, found, expected, diag);
    QN_TRY(check_calls(function, rows[i].name, expected, diag));
  }
  return qn_ok();
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/spirv/start.h"

#include <llvm-c/Target.h>

#include "metadata/record/spirv.h"

#define HOST "__quern_host"
#define HEAP "__quern_heap"

enum { HOST_HEAP = 16 }; // where the host's block has the heap's variable

static void define(qn_unit *unit, const char *name) {
  LLVMValueRef global = LLVMGetNamedGlobal(unit->module, name);
  if (!global || !LLVMIsDeclaration(global))
    return;
  LLVMSetInitializer(global, LLVMConstNull(LLVMGlobalGetValueType(global)));
  // Until the kernel below is there, somebody else sets it.
  LLVMSetLinkage(global, LLVMExternalLinkage);
}

void qn_spirv_add_host(qn_unit *unit) {
  define(unit, HOST);
  define(unit, HEAP);
}

typedef struct start {
  qn_unit *unit;
  LLVMBuilderRef b;
  LLVMTargetDataRef td;
  LLVMTypeRef i8, i64, global; // a pointer to global memory
  LLVMValueRef function;       // the kernel; NULL until it is needed
} start;

static void need_kernel(start *s) {
  LLVMContextRef c = s->unit->context;
  LLVMTypeRef types[] = {s->global, s->i64};
  if (s->function)
    return;
  s->function = LLVMAddFunction(
      s->unit->module, QN_SPIRV_START,
      LLVMFunctionType(LLVMVoidTypeInContext(c), types, 2, false));
  LLVMSetFunctionCallConv(s->function, QN_CC_SPIR_KERNEL);
  qn_ir_add_flag(s->function, "nounwind");
  LLVMPositionBuilderAtEnd(s->b,
                           LLVMAppendBasicBlockInContext(c, s->function, ""));
}

// ---- Initialisers

bool qn_spirv_has_address(LLVMValueRef value) {
  if (LLVMIsAGlobalValue(value) || LLVMIsAConstantExpr(value))
    return true;
  for (int i = 0; LLVMIsAConstant(value) && i < LLVMGetNumOperands(value); ++i)
    if (qn_spirv_has_address(LLVMGetOperand(value, (unsigned)i)))
      return true;
  return false;
}

// What a constant is the address of, through any expression; NULL: of nothing.
static LLVMValueRef named_in(LLVMValueRef value) {
  if (LLVMIsAGlobalValue(value))
    return value;
  for (int i = 0; LLVMIsAConstant(value) && i < LLVMGetNumOperands(value);
       ++i) {
    LLVMValueRef found = named_in(LLVMGetOperand(value, (unsigned)i));
    if (found)
      return found;
  }
  return NULL;
}

// Addresses of functions, which nothing can call, stay empty.
static void store_address(start *s, LLVMValueRef global, uint64_t offset,
                          LLVMValueRef value) {
  LLVMValueRef named = named_in(value);
  if (named && LLVMIsAFunction(named))
    return;
  need_kernel(s);
  LLVMValueRef index = LLVMConstInt(s->i64, offset, false);
  LLVMValueRef address =
      LLVMBuildInBoundsGEP2(s->b, s->i8, global, &index, 1, "");
  LLVMSetAlignment(LLVMBuildStore(s->b, value, address), 1);
}

static LLVMValueRef empty(start *s, LLVMValueRef global, uint64_t offset,
                          LLVMValueRef value);

static LLVMValueRef empty_elements(start *s, LLVMValueRef global,
                                   uint64_t offset, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  const bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
  const unsigned count = (unsigned)LLVMGetNumOperands(value);
  LLVMTypeRef element = is_struct ? NULL : LLVMGetElementType(type);
  const uint64_t stride = element ? LLVMABISizeOfType(s->td, element) : 0;
  LLVMValueRef *made =
      qn_arena_alloc(&s->unit->arena, count + 1, sizeof(LLVMValueRef));
  if (!made)
    return value;
  for (unsigned i = 0; i < count; ++i)
    made[i] = empty(
        s, global,
        offset + (is_struct ? LLVMOffsetOfElement(s->td, type, i) : i * stride),
        LLVMGetOperand(value, i));
  if (!is_struct)
    return LLVMConstArray2(element, made, count);
  return LLVMGetStructName(type)
             ? LLVMConstNamedStruct(type, made, count)
             : LLVMConstStructInContext(s->unit->context, made, count,
                                        LLVMIsPackedStruct(type));
}

// The constant at `offset` bytes of `global` without addresses, which are
// stored by the kernel.
static LLVMValueRef empty(start *s, LLVMValueRef global, uint64_t offset,
                          LLVMValueRef value) {
  if (!qn_spirv_has_address(value))
    return value;
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
  if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind)
    return empty_elements(s, global, offset, value);
  store_address(s, global, offset, value);
  return LLVMConstNull(LLVMTypeOf(value));
}

static void empty_initializers(start *s) {
  QN_EACH_GLOBAL (global, s->unit->module) {
    LLVMValueRef value = LLVMGetInitializer(global);
    if (!value || qn_ir_address_space(global) != QN_AS_GLOBAL ||
        !qn_spirv_has_address(value) ||
        qn_str_starts(qn_ir_name(global), QN_STR("llvm.")))
      continue;
    LLVMSetInitializer(global, empty(s, global, 0, value));
    LLVMSetGlobalConstant(global, false);
  }
}

// ---- What the runtime asks

static void store_addresses(start *s) {
  const qn_record *record = &s->unit->record;
  for (size_t i = 0; i < record->global_count; ++i) {
    const qn_str name = record->globals[i].name;
    LLVMValueRef global =
        LLVMGetNamedGlobalWithLength(s->unit->module, name.data, name.size);
    need_kernel(s);
    if (global) // __constant__ is what the host may still change
      LLVMSetGlobalConstant(global, false);
    LLVMValueRef index = LLVMConstInt(s->i64, i, false);
    LLVMValueRef place = LLVMBuildInBoundsGEP2(
        s->b, s->i64, LLVMGetParam(s->function, 0), &index, 1, "");
    LLVMBuildStore(s->b,
                   global ? LLVMBuildPtrToInt(s->b, global, s->i64, "")
                          : LLVMConstNull(s->i64),
                   place);
  }
}

static void store_host(start *s) {
  LLVMValueRef host = LLVMGetNamedGlobal(s->unit->module, HOST);
  if (!host)
    return;
  LLVMSetLinkage(host, LLVMInternalLinkage);
  if (!LLVMGetFirstUse(host))
    return;
  need_kernel(s);
  LLVMBuildStore(s->b, LLVMGetParam(s->function, 1), host);
}

// Tells the host, if there is one, of the variable.
static void store_heap(start *s) {
  LLVMContextRef c = s->unit->context;
  LLVMValueRef heap = LLVMGetNamedGlobal(s->unit->module, HEAP);
  if (!heap || !LLVMGetFirstUse(heap))
    return;
  need_kernel(s);
  LLVMBasicBlockRef tell =
      LLVMAppendBasicBlockInContext(c, s->function, "tell");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(c, s->function, "end");
  LLVMValueRef host = LLVMGetParam(s->function, 1);
  LLVMBuildCondBr(
      s->b, LLVMBuildICmp(s->b, LLVMIntNE, host, LLVMConstNull(s->i64), ""),
      tell, end);
  LLVMPositionBuilderAtEnd(s->b, tell);
  LLVMValueRef place =
      LLVMBuildAdd(s->b, host, LLVMConstInt(s->i64, HOST_HEAP, false), "");
  LLVMBuildStore(s->b, LLVMBuildPtrToInt(s->b, heap, s->i64, ""),
                 LLVMBuildIntToPtr(s->b, place, s->global, ""));
  LLVMBuildBr(s->b, end);
  LLVMPositionBuilderAtEnd(s->b, end);
}

void qn_spirv_add_start(qn_unit *unit) {
  LLVMContextRef c = unit->context;
  start s = {.unit = unit,
             .b = LLVMCreateBuilderInContext(c),
             .td = LLVMGetModuleDataLayout(unit->module),
             .i8 = LLVMInt8TypeInContext(c),
             .i64 = LLVMInt64TypeInContext(c),
             .global = LLVMPointerTypeInContext(c, QN_AS_GLOBAL)};
  empty_initializers(&s);
  store_addresses(&s);
  store_host(&s);
  store_heap(&s);
  if (s.function)
    LLVMBuildRetVoid(s.b);
  LLVMDisposeBuilder(s.b);
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/cpu/sanitize.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include "compiler/contract/functions.h"
#include "compiler/unit/codegen.h"
#include "compiler/cpu/check.h"
#include "compiler/cpu/context.h"

bool qn_cpu_is_sanitized(const qn_unit *unit) {
  return unit->ops->family == QN_FAMILY_CPU &&
         unit->params->sanitizers & QN_SANITIZE_ADDRESS;
}

static LLVMValueRef constant(const qn_unit *unit, LLVMValueRef value) {
  LLVMValueRef global =
      LLVMAddGlobal(unit->module, LLVMTypeOf(value), "quern.sanitize");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetLinkage(global, LLVMPrivateLinkage);
  return global;
}

static void call_at_start(qn_unit *unit, LLVMValueRef item, qn_str name,
                          LLVMValueRef zones, unsigned count) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMValueRef values[] = {
      LLVMGetParam(item, 0),
      constant(unit, LLVMConstStringInContext2(unit->context, name.data,
                                               name.size, false)),
      zones, LLVMConstInt(i32, count, false),
      LLVMConstInt(i32, unit->shared_end, false)};
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderBefore(
      b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(item)));
  qn_devlib_call(b, QN_DEVLIB_SANITIZE_ITEM, values, 5);
  LLVMDisposeBuilder(b);
}

static void call_at_end(qn_unit *unit, LLVMValueRef entry) {
  enum { SCRATCH = 4 }; // parameter of qn_cpu_entry
  LLVMValueRef scratch = LLVMGetParam(entry, SCRATCH);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  QN_EACH_BLOCK (block, entry) {
    LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
    if (!last || LLVMGetInstructionOpcode(last) != LLVMRet)
      continue;
    LLVMPositionBuilderBefore(b, last);
    qn_devlib_call(b, QN_DEVLIB_SANITIZE_END, &scratch, 1);
  }
  LLVMDisposeBuilder(b);
}

qn_status qn_cpu_sanitize_entry(qn_unit *unit, LLVMValueRef item, qn_str name,
                                qn_diag *diag) {
  unsigned count = 0;
  LLVMValueRef zones = qn_cpu_red_zones(unit, &count);
  LLVMValueRef entry = LLVMGetNamedFunction(unit->module, name.data);
  if (!zones || !entry)
    return qn_fail_memory(diag, "a kernel's entry");
  call_at_start(unit, item, name, zones, count);
  call_at_end(unit, entry);
  return qn_ok();
}

void qn_cpu_sanitize_module(qn_unit *unit) {
  // Detecting use after return works on the thread's own stack only, but here
  // work-items are fibers, on stacks of their own.
  static const char *const options[] = {"-asan-use-after-return=never", NULL};
  QN_EACH_FUNCTION (function, unit->module)
    if (!LLVMIsDeclaration(function))
      qn_ir_add_flag(function, "sanitize_address");
  qn_codegen_options(options);
}

const char *qn_cpu_sanitize_pipeline(const qn_unit *unit) {
  static const char *const levels[] = {"default<O0>,asan", "default<O1>,asan",
                                       "default<O2>,asan", "default<O3>,asan"};
  return levels[unit->params->opt_level & 3];
}

void qn_cpu_sanitize_hand_over(const qn_unit *unit) {
  static const struct {
    const char *list, *function;
    qn_devlib_function becomes;
  } both[] = {
      {"llvm.global_ctors", "asan.module_ctor", QN_DEVLIB_SANITIZE_START},
      {"llvm.global_dtors", "asan.module_dtor", QN_DEVLIB_SANITIZE_STOP}};
  for (size_t i = 0; i < 2; ++i) {
    LLVMValueRef list = LLVMGetNamedGlobal(unit->module, both[i].list);
    LLVMValueRef function =
        LLVMGetNamedFunction(unit->module, both[i].function);
    if (!list || !function)
      continue;
    LLVMDeleteGlobal(list);
    LLVMSetComdat(function, NULL);
    const char *name = qn_devlib_name(both[i].becomes);
    LLVMSetValueName2(function, name, strlen(name));
    LLVMSetLinkage(function, LLVMExternalLinkage);
    LLVMSetVisibility(function, LLVMHiddenVisibility);
  }
}

bool qn_cpu_sanitize_provides(qn_str symbol) {
  static const char *const prefixes[] = {"__asan_", "___asan_", "__start_asan_",
                                         "__stop_asan_"};
  for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); ++i)
    if (qn_str_starts(symbol, qn_str_from(prefixes[i])))
      return true;
  return false;
}

// ---- Races

bool qn_cpu_finds_races(const qn_unit *unit) {
  return unit->ops->family == QN_FAMILY_CPU &&
         unit->params->sanitizers & QN_SANITIZE_SHARED_RACE;
}

// An access of an instruction to some bytes of memory.
typedef struct memory_use {
  LLVMValueRef address, size;
  bool is_write;
} memory_use;

static LLVMValueRef i32_number(const qn_unit *unit, uint64_t value) {
  return LLVMConstInt(LLVMInt32TypeInContext(unit->context), value, false);
}

static bool is_memory_function(LLVMValueRef i, const char *name) {
  LLVMValueRef callee = LLVMIsACallInst(i) ? qn_ir_callee(i) : NULL;
  return callee && qn_str_starts(qn_ir_name(callee), qn_str_from(name));
}

// The accesses of a plain load or store, or of LLVM's functions for copying
// memory; returns their number.
static unsigned find_uses(const qn_unit *unit, LLVMValueRef i,
                          memory_use uses[2]) {
  LLVMTargetDataRef td = LLVMGetModuleDataLayout(unit->module);
  const bool sets = is_memory_function(i, "llvm.memset.");
  if (sets || is_memory_function(i, "llvm.memcpy.") ||
      is_memory_function(i, "llvm.memmove.")) {
    LLVMValueRef size = LLVMGetOperand(i, 2);
    uses[0] = (memory_use){LLVMGetOperand(i, sets ? 0 : 1), size, sets};
    uses[1] = (memory_use){LLVMGetOperand(i, 0), size, true};
    return sets ? 1 : 2;
  }
  const bool stores = LLVMIsAStoreInst(i) != NULL;
  if ((!stores && !LLVMIsALoadInst(i)) ||
      LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic)
    return 0;
  LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(i, 0) : i);
  uses[0] =
      (memory_use){LLVMGetOperand(i, stores),
                   i32_number(unit, LLVMStoreSizeOfType(td, type)), stores};
  return 1;
}

static bool is_watched(LLVMValueRef address) {
  return !LLVMIsAAllocaInst(address) && !LLVMIsAGlobalVariable(address);
}

static LLVMValueRef site_text(qn_unit *unit, LLVMValueRef instruction) {
  const qn_str site = qn_ir_location(instruction, &unit->arena);
  return constant(unit, LLVMConstStringInContext2(unit->context,
                                                  site.data ? site.data : "",
                                                  site.size, false));
}

static qn_status watch(qn_unit *unit, LLVMBuilderRef b,
                       LLVMValueRef instruction, qn_diag *diag) {
  memory_use uses[2];
  LLVMTypeRef p = LLVMPointerTypeInContext(unit->context, 0);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMValueRef function =
      LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
  const unsigned count = find_uses(unit, instruction, uses);
  LLVMPositionBuilderBefore(b, instruction);
  for (unsigned k = 0; k < count; ++k) {
    LLVMValueRef address = uses[k].address;
    if (!is_watched(address))
      continue;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) != 0)
      address = LLVMBuildAddrSpaceCast(b, address, p, "");
    LLVMValueRef values[] = {qn_cpu_context_of(function),
                             address,
                             LLVMBuildTruncOrBitCast(b, uses[k].size, i32, ""),
                             i32_number(unit, uses[k].is_write),
                             i32_number(unit, unit->shared_end),
                             site_text(unit, instruction)};
    LLVMValueRef call = qn_devlib_call(b, QN_DEVLIB_RACE_ACCESS, values, 6);
    LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(instruction));
    if (!call)
      return qn_fail_memory(diag, "a call");
  }
  return qn_ok();
}

qn_status qn_cpu_watch_accesses(qn_unit *unit, qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef instruction = LLVMGetFirstInstruction(block), next;
           instruction && !qn_failed(status); instruction = next) {
        next = LLVMGetNextInstruction(instruction);
        status = watch(unit, b, instruction, diag);
      }
  LLVMDisposeBuilder(b);
  return status;
}

// ---- Undefined behaviour

bool qn_cpu_checks_undefined(const qn_unit *unit) {
  return unit->ops->family == QN_FAMILY_CPU &&
         unit->params->sanitizers & QN_SANITIZE_UNDEFINED;
}

void qn_cpu_undefined_args(qn_args *args) {
#define CHECKS                                                                 \
  "alignment,array-bounds,bool,builtin,enum,integer-divide-by-zero,null,"      \
  "pointer-overflow,return,shift-base,shift-exponent,"                         \
  "signed-integer-overflow,unreachable"
  qn_args_add(args, "-fsanitize=" CHECKS);
  qn_args_add(args, "-fsanitize-trap=" CHECKS);
#undef CHECKS
}

// The message for a number that clang passes to llvm.ubsantrap (its
// SanitizerHandler).
static const char *check_text(uint64_t kind) {
  static const char *const texts[] = {
      [0] = "signed integer overflow",
      [1] = "unreachable code was reached",
      [3] = "division by zero, or overflow",
      [8] = "a built-in function has a wrong argument",
      [10] = "a value that its type does not have",
      [11] = "a function ended without returning a value",
      [12] = "signed integer overflow",
      [13] = "signed integer overflow",
      [18] = "an index beyond its array",
      [19] = "pointer overflow",
      [20] = "a shift by too much, or of a negative value",
      [21] = "signed integer overflow",
      [22] = "a null or misaligned pointer",
  };
  const char *text =
      kind < sizeof(texts) / sizeof(texts[0]) ? texts[kind] : NULL;
  return text ? text : "a check failed";
}

// "file.cu:12:5" of a check. Clang puts an inlined frame of its own around the
// trap.
static qn_str check_site(qn_unit *unit, LLVMValueRef trap) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(trap);
  while (at && !LLVMDILocationGetLine(at) && LLVMDILocationGetInlinedAt(at))
    at = LLVMDILocationGetInlinedAt(at);
  LLVMMetadataRef file =
      at ? LLVMDIScopeGetFile(LLVMDILocationGetScope(at)) : NULL;
  unsigned size = 0;
  const char *name = file ? LLVMDIFileGetFilename(file, &size) : NULL;
  return name && LLVMDILocationGetLine(at)
             ? qn_arena_printf(&unit->arena, "%.*s:%u:%u", (int)size, name,
                               LLVMDILocationGetLine(at),
                               LLVMDILocationGetColumn(at))
             : (qn_str){0};
}

// __qn_undefined(what, site), which becomes a call of the device library once
// functions have contexts.
static LLVMValueRef report_function(const qn_unit *unit) {
  static const char name[] = "__qn_undefined";
  LLVMTypeRef p = LLVMPointerTypeInContext(unit->context, 0);
  LLVMTypeRef types[] = {p, p};
  LLVMValueRef found = LLVMGetNamedFunction(unit->module, name);
  if (found)
    return found;
  LLVMValueRef made = LLVMAddFunction(
      unit->module, name,
      LLVMFunctionType(LLVMVoidTypeInContext(unit->context), types, 2, false));
  LLVMSetVisibility(made, LLVMHiddenVisibility);
  return made;
}

static void report_undefined(qn_unit *unit, LLVMBuilderRef b,
                             LLVMValueRef trap) {
  LLVMValueRef report = report_function(unit);
  LLVMValueRef kind = LLVMGetOperand(trap, 0);
  const qn_str what = qn_str_from(check_text(
      LLVMIsAConstantInt(kind) ? LLVMConstIntGetZExtValue(kind) : UINT64_MAX));
  const qn_str site = check_site(unit, trap);
  LLVMValueRef values[] = {
      constant(unit, LLVMConstStringInContext2(unit->context, what.data,
                                               what.size, false)),
      constant(unit, LLVMConstStringInContext2(unit->context,
                                               site.data ? site.data : "",
                                               site.size, false))};
  LLVMPositionBuilderBefore(b, trap);
  LLVMValueRef call =
      LLVMBuildCall2(b, LLVMGlobalGetValueType(report), report, values, 2, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(trap));
  LLVMInstructionEraseFromParent(trap);
}

qn_status qn_cpu_report_undefined(qn_unit *unit, qn_diag *diag) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  if (!b)
    return qn_fail_memory(diag, "a call");
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      for (LLVMValueRef instruction = LLVMGetFirstInstruction(block), next;
           instruction; instruction = next) {
        next = LLVMGetNextInstruction(instruction);
        LLVMValueRef callee =
            LLVMIsACallInst(instruction) ? qn_ir_callee(instruction) : NULL;
        if (callee &&
            qn_str_equal(qn_ir_name(callee), QN_STR("llvm.ubsantrap")))
          report_undefined(unit, b, instruction);
      }
  LLVMDisposeBuilder(b);
  return qn_ok();
}

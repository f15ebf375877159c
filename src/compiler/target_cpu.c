// SPDX-License-Identifier: Apache-2.0
// CPUs: a shared object with one exported function per kernel
// (quern/cpu_abi.h).
//
// The source comes in compiled for the NVPTX triple, which keeps kernels, their
// arguments and shared variables one to one with the source; here it is moved
// to the CPU. Work-items run one after another in loops that the optimiser
// sees; kernels with barriers or warp operations run each work-item on a stack
// of its own (device/cpu/runner.c). The vectorising engine replaces both,
// kernel by kernel; the stacks stay for what it cannot do.
#include "compiler/unit.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Target.h>

#include "compiler/codegen.h"
#include "compiler/cpu_context.h"
#include "compiler/cpu_memory.h"
#include "compiler/cpu_sanitize.h"
#include "compiler/describe.h"
#include "quern/cpu_abi.h"

static void add_front_end_args(const qn_unit *unit, qn_args *args) {
  const bool wide = unit->target->row->pointer_size == 8;
  qn_args_add_pair(args, "-triple",
                   wide ? "nvptx64-nvidia-cuda" : "nvptx-nvidia-cuda");
  // The most capable one the headers know: types such as bfloat16 are native.
  qn_args_add_pair(args, "-target-cpu", "sm_90");
  qn_args_add_pair(args, "-target-feature", "+ptx80");
  if (qn_cpu_checks_undefined(unit))
    qn_cpu_undefined_args(args);
}

// The name of the device library's files for a triple: its first part.
static qn_str machine_name(const qn_unit *unit) {
  const qn_str triple = qn_str_from(unit->target->row->triple);
  return (qn_str){triple.data, qn_str_find(triple, '-')};
}

// ---- What cannot be moved to a CPU

static qn_status refuse(qn_unit *unit, LLVMValueRef call, const char *what,
                        qn_str name, qn_diag *diag) {
  const qn_str caller =
      qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  qn_buffer_printf(&unit->messages,
                   "error: %s '%.*s' in '%.*s' is not supported on %s\n", what,
                   QN_STR_ARG(name), QN_STR_ARG(caller), unit->target->name);
  return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                 "%s is not supported on CPUs", what);
}

static qn_status check_call(qn_unit *unit, LLVMValueRef call, qn_diag *diag) {
  LLVMValueRef called = LLVMGetCalledValue(call);
  if (LLVMIsAInlineAsm(called)) {
    size_t size;
    const char *text = LLVMGetInlineAsmAsmString(called, &size);
    // An empty template is a barrier to the optimiser, in any language.
    return size ? refuse(unit, call, "inline assembly", (qn_str){text, size},
                         diag)
                : qn_ok();
  }
  LLVMValueRef callee = qn_ir_callee(call);
  if (callee && qn_str_starts(qn_ir_name(callee), QN_STR("llvm.nvvm.")))
    return refuse(unit, call, "the NVIDIA instruction", qn_ir_name(callee),
                  diag);
  return qn_ok();
}

static qn_status check_calls(qn_unit *unit, qn_diag *diag) {
  qn_status status = qn_ok();
  QN_EACH_FUNCTION (function, unit->module)
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction)) {
          const qn_status one = check_call(unit, instruction, diag);
          status = qn_failed(one) ? one : status;
        }
  return status;
}

// ---- Retargeting

// Attributes that mean something to NVPTX only, or forbid what a CPU may do.
static void strip_attributes(LLVMModuleRef module) {
  static const char *const strings[] = {"nvvm.maxntid",
                                        "nvvm.reqntid",
                                        "nvvm.minctasm",
                                        "nvvm.maxnreg",
                                        "uniform-work-group-size",
                                        "frame-pointer",
                                        "stack-protector-buffer-size",
                                        "no-builtins",
                                        "no-trapping-math"};
  QN_EACH_FUNCTION (function, module) {
    for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); ++i)
      LLVMRemoveStringAttributeAtIndex(function, ~0u, strings[i],
                                       (unsigned)strlen(strings[i]));
    if (!qn_ir_is_kernel(function))
      LLVMSetFunctionCallConv(function, LLVMCCallConv);
    QN_EACH_BLOCK (block, function)
      QN_EACH_INSTRUCTION (instruction, block)
        if (LLVMIsACallInst(instruction))
          LLVMSetInstructionCallConv(instruction, LLVMCCallConv);
  }
}

// ---- Entries

typedef enum run_kind {
  RUN_LOOP,    // one work-item after another
  RUN_GUARDED, // the same, on a stack that a failure can leave
  RUN_ITEMS,   // each work-item on its own stack
} run_kind;

static run_kind run_kind_of(const qn_unit *unit, LLVMValueRef kernel,
                            uint32_t flags) {
  if (flags &
          (QN_KERNEL_BARRIERS | QN_KERNEL_WARP_OPS | QN_KERNEL_COOPERATIVE) ||
      qn_cpu_finds_races(unit))
    return RUN_ITEMS;
  return qn_cpu_can_fail(unit->module, kernel) ? RUN_GUARDED : RUN_LOOP;
}

static LLVMTypeRef pointer_type(const qn_unit *unit) {
  return LLVMPointerTypeInContext(unit->context, 0);
}

static LLVMValueRef i64_at(LLVMBuilderRef b, const qn_unit *unit,
                           LLVMValueRef base, uint64_t offset) {
  LLVMTypeRef i8 = LLVMInt8TypeInContext(unit->context);
  LLVMValueRef index =
      LLVMConstInt(LLVMInt64TypeInContext(unit->context), offset, false);
  return LLVMBuildInBoundsGEP2(b, i8, base, &index, 1, "");
}

// The argument of the kernel's parameter `index`: loaded from the block, or its
// address for a struct passed by value.
static LLVMValueRef load_argument(LLVMBuilderRef b, const qn_unit *unit,
                                  LLVMValueRef kernel, unsigned parameter,
                                  LLVMValueRef block,
                                  const qn_argument *argument) {
  LLVMValueRef address = i64_at(b, unit, block, argument->offset);
  if (qn_ir_pointee(kernel, parameter))
    return address;
  LLVMValueRef value = LLVMBuildLoad2(
      b, LLVMTypeOf(LLVMGetParam(kernel, parameter)), address, "");
  LLVMSetAlignment(value, (unsigned)argument->alignment);
  LLVMValueRef none = LLVMMetadataAsValue(
      unit->context, LLVMMDNodeInContext2(unit->context, NULL, 0));
  LLVMSetMetadata(value,
                  LLVMGetMDKindIDInContext(unit->context, "invariant.load", 14),
                  none);
  return value;
}

// `NAME.item(context, args)`: the kernel for one work-item.
static LLVMValueRef make_item_function(qn_unit *unit, LLVMValueRef kernel,
                                       const qn_kernel *record) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef parameters[] = {p, p};
  const unsigned count = LLVMCountParams(kernel);
  LLVMValueRef *values = qn_arena_alloc(&unit->arena, count, sizeof(*values));
  if (!values)
    return NULL;
  LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(unit->context),
                                      parameters, 2, false);
  LLVMValueRef made = LLVMAddFunction(unit->module, "quern.item", type);
  LLVMSetLinkage(made, LLVMInternalLinkage);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderAtEnd(
      b, LLVMAppendBasicBlockInContext(unit->context, made, ""));
  values[0] = LLVMGetParam(made, 0);
  for (unsigned i = 1; i < count; ++i)
    values[i] = load_argument(b, unit, kernel, i, LLVMGetParam(made, 1),
                              &record->arguments[i - 1]);
  LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(kernel), kernel,
                                     values, count, "");
  for (unsigned i = 1; i < count; ++i) {
    LLVMTypeRef held = qn_ir_pointee(kernel, i);
    if (held) {
      const unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
      const unsigned align = LLVMGetEnumAttributeKindForName("align", 5);
      LLVMAddCallSiteAttribute(
          call, i + 1, LLVMCreateTypeAttribute(unit->context, byval, held));
      LLVMAddCallSiteAttribute(
          call, i + 1,
          LLVMCreateEnumAttribute(unit->context, align,
                                  record->arguments[i - 1].alignment));
    }
  }
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  qn_ir_remove_flag(kernel, "noinline");
  if (unit->params->opt_level)
    qn_ir_add_flag(kernel, "alwaysinline");
  return made;
}

// A declaration of the device library; made once.
static LLVMValueRef library_function(const qn_unit *unit, const char *name,
                                     LLVMTypeRef *parameters, unsigned count) {
  LLVMValueRef found = LLVMGetNamedFunction(unit->module, name);
  if (found)
    return found;
  return LLVMAddFunction(unit->module, name,
                         LLVMFunctionType(LLVMVoidTypeInContext(unit->context),
                                          parameters, count, false));
}

enum { ENTRY_PARAMETERS = 5 };

static void entry_types(const qn_unit *unit, LLVMTypeRef types[5]) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef i64 = LLVMInt64TypeInContext(unit->context);
  const LLVMTypeRef all[ENTRY_PARAMETERS] = {p, p, i64, i64, p};
  memcpy(types, all, sizeof(all));
}

// A function (args, launch, first, last, scratch[, runner]) around
// qn_cpu_run_loop.
static LLVMValueRef make_loop(const qn_unit *unit, const char *name,
                              LLVMValueRef item, uint64_t shared,
                              bool guarded) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMTypeRef own[ENTRY_PARAMETERS + 1];
  entry_types(unit, own);
  own[ENTRY_PARAMETERS] = p;
  LLVMTypeRef called[] = {p, own[0], own[1], own[2], own[3], own[4], i32, p};
  LLVMValueRef run = library_function(unit, "qn_cpu_run_loop", called, 8);
  LLVMValueRef made =
      LLVMAddFunction(unit->module, name,
                      LLVMFunctionType(LLVMVoidTypeInContext(unit->context),
                                       own, ENTRY_PARAMETERS + guarded, false));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderAtEnd(
      b, LLVMAppendBasicBlockInContext(unit->context, made, ""));
  LLVMValueRef values[] = {item,
                           LLVMGetParam(made, 0),
                           LLVMGetParam(made, 1),
                           LLVMGetParam(made, 2),
                           LLVMGetParam(made, 3),
                           LLVMGetParam(made, 4),
                           LLVMConstInt(i32, shared, false),
                           guarded ? LLVMGetParam(made, ENTRY_PARAMETERS)
                                   : LLVMConstNull(p)};
  LLVMBuildCall2(b, LLVMGlobalGetValueType(run), run, values, 8, "");
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return made;
}

// An entry that hands `function` to a run function of the device library.
static LLVMValueRef make_call(const qn_unit *unit, const char *run_name,
                              const char *name, LLVMValueRef function,
                              uint64_t shared) {
  LLVMTypeRef p = pointer_type(unit);
  LLVMTypeRef i32 = LLVMInt32TypeInContext(unit->context);
  LLVMTypeRef own[ENTRY_PARAMETERS];
  entry_types(unit, own);
  LLVMTypeRef called[] = {p, own[0], own[1], own[2], own[3], own[4], i32};
  LLVMValueRef run = library_function(unit, run_name, called, 7);
  LLVMValueRef made =
      LLVMAddFunction(unit->module, name,
                      LLVMFunctionType(LLVMVoidTypeInContext(unit->context),
                                       own, ENTRY_PARAMETERS, false));
  LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
  LLVMPositionBuilderAtEnd(
      b, LLVMAppendBasicBlockInContext(unit->context, made, ""));
  LLVMValueRef values[7] = {function};
  for (unsigned i = 0; i < ENTRY_PARAMETERS; ++i)
    values[1 + i] = LLVMGetParam(made, i);
  values[6] = LLVMConstInt(i32, shared, false);
  LLVMBuildCall2(b, LLVMGlobalGetValueType(run), run, values, 7, "");
  LLVMBuildRetVoid(b);
  LLVMDisposeBuilder(b);
  return made;
}

static qn_status make_entry(qn_unit *unit, qn_kernel *record, uint64_t shared,
                            qn_diag *diag) {
  LLVMValueRef kernel = LLVMGetNamedFunction(unit->module, record->name.data);
  if (!kernel)
    return qn_fail(diag, QN_E_INTERNAL, QN_NOWHERE, "kernel '%.*s' was lost",
                   QN_STR_ARG(record->name));
  const run_kind kind = run_kind_of(unit, kernel, record->flags);
  LLVMSetValueName2(kernel, "quern.kernel", 12);
  LLVMSetFunctionCallConv(kernel, LLVMCCallConv);
  LLVMSetLinkage(kernel, LLVMInternalLinkage);
  LLVMSetVisibility(kernel, LLVMDefaultVisibility);
  LLVMValueRef item = make_item_function(unit, kernel, record);
  if (!item)
    return qn_fail_memory(diag, "a kernel's entry");
  if (kind == RUN_ITEMS) {
    make_call(unit, "qn_cpu_run_items", record->name.data, item, shared);
  } else if (kind == RUN_GUARDED) {
    LLVMValueRef loop = make_loop(unit, "quern.loop", item, shared, true);
    LLVMSetLinkage(loop, LLVMInternalLinkage);
    make_call(unit, "qn_cpu_run_guarded", record->name.data, loop, shared);
  } else {
    make_loop(unit, record->name.data, item, shared, false);
  }
  if (qn_cpu_is_sanitized(unit))
    QN_TRY(qn_cpu_sanitize_entry(unit, item, record->name, diag));
  qn_entry *one = QN_ARENA_NEW(&unit->arena, qn_entry);
  if (!one)
    return qn_fail_memory(diag, "the description of a kernel");
  *one = (qn_entry){.symbol = record->name,
                    .isa = qn_str_from(unit->target->name),
                    .width = 1,
                    .min_factor = 1,
                    .sub_group = 1}; // blocks of any size
  record->entries = one;
  record->entry_count = 1;
  return qn_ok();
}

// ---- The family

static qn_status lower(qn_unit *unit, qn_diag *diag) {
  const qn_target_row *row = unit->target->row;
  uint64_t shared;
  QN_TRY(check_calls(unit, diag));
  QN_TRY(qn_describe_finish(unit->module, &unit->record, diag));
  QN_TRY(qn_codegen_machine(unit, row->triple, row->cpu, row->features, diag));
  qn_unit_internalize(unit, LLVMDefaultVisibility);
  if (qn_cpu_checks_undefined(unit))
    QN_TRY(qn_cpu_tell_undefined(unit, diag));
  QN_TRY(qn_cpu_add_context(unit, diag));
  QN_TRY(qn_cpu_lower_memory(unit, &shared, diag));
  if (qn_cpu_finds_races(unit))
    QN_TRY(qn_cpu_watch_accesses(unit, diag));
  QN_TRY(qn_unit_link_maths(unit, "nvptx64--.bc", diag));
  strip_attributes(unit->module);
  for (size_t i = 0; i < unit->record.kernel_count; ++i)
    QN_TRY(
        make_entry(unit, (qn_kernel *)&unit->record.kernels[i], shared, diag));
  const qn_str machine = machine_name(unit);
  const qn_str library = qn_arena_printf(
      &unit->arena, "%s/cpu-%.*s.bc", unit->tools->device, QN_STR_ARG(machine));
  QN_TRY(qn_unit_link_library(unit, library.data, diag));
  qn_unit_internalize_library(unit);
  qn_unit_set_target(unit, row->cpu, row->features);
  if (qn_cpu_is_sanitized(unit))
    qn_cpu_sanitize_module(unit);
  return qn_ok();
}

static const char *pipeline(const qn_unit *unit) {
  return qn_cpu_is_sanitized(unit) ? qn_cpu_sanitize_pipeline(unit)
                                   : qn_unit_pipeline(unit);
}

// The device library's archive provides the rest at link time.
static bool is_provided(const qn_unit *unit, qn_str symbol) {
  return qn_str_starts(symbol, QN_STR("qn_cpu_")) ||
         (qn_cpu_is_sanitized(unit) && qn_cpu_sanitize_provides(symbol));
}

static qn_status add_record(qn_unit *unit, qn_diag *diag) {
  if (qn_cpu_is_sanitized(unit))
    qn_cpu_sanitize_hand_over(unit);
  return qn_unit_add_note(unit, QN_AS_GENERIC, diag);
}

static qn_status link_image(qn_unit *unit, qn_span object, qn_buffer *out_image,
                            qn_diag *diag) {
  const qn_str machine = machine_name(unit);
  const qn_str archive = qn_arena_printf(
      &unit->arena, "%s/cpu-%.*s.a", unit->tools->device, QN_STR_ARG(machine));
  // A sanitized image takes its run-time library from the program.
  const qn_str sanitize =
      qn_arena_printf(&unit->arena, "%s/cpu-%.*s-sanitize.o",
                      unit->tools->device, QN_STR_ARG(machine));
  const char *const extra[] = {"--gc-sections",
                               "-z",
                               "noexecstack",
                               "--hash-style=gnu",
                               "-z",
                               "now",
                               "--exclude-libs=ALL",
                               archive.data,
                               qn_cpu_is_sanitized(unit) ? "-z" : NULL,
                               "undefs",
                               sanitize.data,
                               NULL};
  return qn_codegen_link_elf(unit, object, extra, out_image, diag);
}

const qn_family_ops qn_family_cpu = {
    .family = QN_FAMILY_CPU,
    .language = "cuda",
    .macro = "__QUERN_TARGET_CPU__",
    .extension = ".so",
    .add_front_end_args = add_front_end_args,
    .lower = lower,
    .pipeline = pipeline,
    .is_provided = is_provided,
    .add_record = add_record,
    .link = link_image,
    .code = LLVMObjectFile,
};

// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/steps.h"

#include <llvm-c/BitWriter.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>

#include "base/system/file.h"
#include "compiler/driver/add_metadata.h"
#include "compiler/driver/builtins.h"
#include "compiler/driver/host_tables.h"
#include "compiler/driver/managed.h"
#include "compiler/driver/parts.h"
#include "compiler/driver/sources.h"
#include "compiler/ir/describe.h"
#include "compiler/ir/shared_memory.h"
#include "compiler/targets/family.h"
#include "metadata/debug/demangle.h"
#include "quern/version.h"

// Keeps a text or binary intermediate under --save-temps.
static qn_status save(qn_unit *unit, const char *suffix, qn_span bytes,
                      qn_diag *diag) {
  if (!unit->params->save_temps)
    return qn_ok();
  return qn_file_write(qn_unit_path(unit, suffix), bytes, diag);
}

static qn_status save_ir(qn_unit *unit, const char *suffix, qn_diag *diag) {
  if (!unit->params->save_temps)
    return qn_ok();
  char *text = LLVMPrintModuleToString(unit->module);
  const qn_status status =
      save(unit, suffix, qn_str_span(qn_str_from(text)), diag);
  LLVMDisposeMessage(text);
  return status;
}

// ---- Removed lists, added stubs

// Clang keeps device variables alive by llvm.compiler.used, and in HIP adds a
// marker of the compilation. Here linkage decides what stays.
static void drop_lists(LLVMModuleRef module, bool annotations) {
  static const char *const lists[] = {"llvm.compiler.used", "llvm.used",
                                      "llvm.global.annotations"};
  for (size_t i = 0; i < (annotations ? 3u : 2u); ++i) {
    LLVMValueRef list = LLVMGetNamedGlobal(module, lists[i]);
    if (list)
      LLVMDeleteGlobal(list);
  }
}

static void drop_used_lists(LLVMModuleRef module) {
  drop_lists(module, true);
  for (LLVMValueRef global = LLVMGetFirstGlobal(module), next; global;
       global = next) {
    next = LLVMGetNextGlobal(global);
    if (qn_str_starts(qn_ir_name(global), QN_STR("__hip_cuid_")) &&
        !LLVMGetFirstUse(global))
      LLVMDeleteGlobal(global);
  }
}

// Functions that C++'s vtables refer to: calling one is an error of the
// program.
static void define_virtual_stubs(qn_unit *unit) {
  static const char *const names[] = {"__cxa_pure_virtual",
                                      "__cxa_deleted_virtual"};
  for (size_t i = 0; i < 2; ++i) {
    LLVMValueRef stub = LLVMGetNamedFunction(unit->module, names[i]);
    if (!stub || !LLVMIsDeclaration(stub))
      continue;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(unit->context);
    LLVMPositionBuilderAtEnd(
        b, LLVMAppendBasicBlockInContext(unit->context, stub, ""));
    LLVMValueRef trap = qn_ir_intrinsic(unit->module, "llvm.trap", NULL, 0);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
  }
}

// ---- Missing symbols

// PTX made of NVVM IR may be linked with other PTX.
static bool is_linked_later(const qn_unit *unit) {
  return unit->params->module_count && unit->ops->family == QN_FAMILY_NVIDIA;
}

static bool is_missing(const qn_unit *unit, LLVMValueRef symbol) {
  return !is_linked_later(unit) && LLVMIsDeclaration(symbol) &&
         LLVMGetFirstUse(symbol) &&
         !(LLVMIsAFunction(symbol) && qn_ir_is_intrinsic(symbol)) &&
         !qn_ir_is_dynamic_shared(symbol) &&
         !qn_map_find(&unit->elsewhere, (uintptr_t)symbol) &&
         !(unit->ops->is_provided &&
           unit->ops->is_provided(unit, qn_ir_name(symbol)));
}

// Remembers where each undefined symbol is first used, "'f' at a.cu:3:5", while
// there is still debug information.
static void note_uses(qn_unit *unit) {
  QN_EACH_FUNCTION (symbol, unit->module) {
    LLVMUseRef use = LLVMGetFirstUse(symbol);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    if (!LLVMIsDeclaration(symbol) || !user || qn_ir_is_intrinsic(symbol) ||
        !LLVMIsAInstruction(user))
      continue;
    const qn_str at = qn_ir_location(user, &unit->arena);
    const qn_str symbol_of_caller =
        qn_ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)));
    const qn_str readable = qn_demangle(&unit->arena, symbol_of_caller).text;
    const qn_str caller = readable.size ? readable : symbol_of_caller;
    const qn_str name = qn_arena_copy(&unit->arena, qn_ir_name(symbol));
    const qn_str text = qn_arena_printf(&unit->arena, ", used by '%.*s'%s%.*s",
                                        QN_STR_ARG(caller),
                                        at.size ? " at " : "", QN_STR_ARG(at));
    // Out of memory the message is only shorter.
    if (name.data && text.data)
      qn_ignore(
          qn_map_put_str(&unit->first_uses, name, (uintptr_t)text.data, NULL),
          "the message is only shorter");
  }
}

static qn_status check_missing(qn_unit *unit, qn_diag *diag) {
  qn_str *names = NULL;
  size_t count = 0;
  size_t capacity = 0;
  for (int kind = 0; kind < 2; ++kind)
    for (LLVMValueRef symbol = kind ? LLVMGetFirstGlobal(unit->module)
                                    : LLVMGetFirstFunction(unit->module);
         symbol; symbol = kind ? LLVMGetNextGlobal(symbol)
                               : LLVMGetNextFunction(symbol)) {
      if (!is_missing(unit, symbol))
        continue;
      names =
          qn_arena_grow(&unit->arena, names, count, &capacity, sizeof(*names));
      if (!names)
        return qn_fail_memory(diag, "the list of undefined symbols");
      names[count++] = qn_ir_name(symbol);
    }
  return count ? qn_unit_fail_missing(unit, names, count, diag) : qn_ok();
}

// ---- The steps

// A pragma of a loop that could not be followed, of which nobody can tell where
// it is; nor does nvcc say that.
static bool is_placeless(const char *text) {
  const qn_str start = QN_STR("<unknown>:0:0: loop not ");
  return qn_str_starts(qn_str_from(text), start);
}

// LLVM's warnings and errors, kept as messages of the target.
static void on_llvm_message(LLVMDiagnosticInfoRef info, void *user) {
  qn_unit *unit = user;
  const LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  if (severity != LLVMDSError && severity != LLVMDSWarning)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  if (severity == LLVMDSError || !is_placeless(text))
    qn_buffer_printf(&unit->messages, "%s: %s\n",
                     severity == LLVMDSError ? "error" : "warning", text);
  LLVMDisposeMessage(text);
}

static qn_status describe(qn_unit *unit, qn_diag *diag) {
  unit->record.target = qn_str_from(unit->target->name);
  unit->record.producer = QN_STR("quern " QUERN_VERSION);
  QN_TRY(qn_describe_module(unit->module, unit->target->row->wave_size,
                            &unit->arena, &unit->record, diag));
  if (unit->record.kernel_count == 0 && !unit->params->may_be_empty) {
    const qn_status status =
        qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "no kernel in '%s'",
                qn_unit_source_name(unit));
    qn_diag_hint(diag, "Mark kernels __global__, and instantiate templates "
                       "explicitly: template __global__ void k<float>(...);");
    return status;
  }
  return qn_ok();
}

static qn_status emit(qn_unit *unit, LLVMCodeGenFileType kind, qn_buffer *out,
                      qn_diag *diag) {
  LLVMMemoryBufferRef bytes = NULL;
  char *message = NULL;
  if (LLVMTargetMachineEmitToMemoryBuffer(unit->machine, unit->module, kind,
                                          &message, &bytes)) {
    const qn_status status =
        qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "code generation failed: %s",
                message ? message : "");
    LLVMDisposeMessage(message);
    return status;
  }
  qn_buffer_append(out, LLVMGetBufferStart(bytes), LLVMGetBufferSize(bytes));
  LLVMDisposeMemoryBuffer(bytes);
  return qn_buffer_check(out, diag);
}

// An error that LLVM reported through the context, but not by its result.
static qn_status check_reported(const qn_unit *unit, size_t before,
                                qn_diag *diag) {
  const char *text = qn_buffer_text((qn_buffer *)&unit->messages);
  if (unit->messages.size > before && strstr(text + before, "error: "))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "code generation failed");
  return qn_ok();
}

// Optimises the module's code.
static qn_status optimise(qn_unit *unit, qn_diag *diag) {
  const char *pipeline =
      unit->ops->pipeline ? unit->ops->pipeline(unit) : qn_unit_pipeline(unit);
  QN_TRY(qn_ir_run_passes(unit->module, pipeline, unit->machine,
                          unit->params->opt_level > 1 && !unit->is_vectorised,
                          diag));
  QN_TRY(check_missing(unit, diag));
  return unit->ops->finish_code ? unit->ops->finish_code(unit, diag) : qn_ok();
}

// LLVM's own name for such a section, which it does not load.
static qn_status embed_bitcode(qn_unit *unit, qn_diag *diag) {
  const qn_unit_bytes what = {.bytes = qn_buffer_span(&unit->bitcode),
                              .name = "quern.bitcode",
                              .section = ".llvmbc",
                              .alignment = 16};
  return qn_unit_add_bytes(unit, &what, diag);
}

// Describes the kernels as they are now.
static qn_status record(qn_unit *unit, bool separate, qn_diag *diag) {
  QN_TRY(qn_shared_memory_measure(unit->module, unit->params->opt_level > 0,
                                  &unit->record, diag));
  // In a quick compilation kernels are run through pointers, so each would seem
  // to reach all others. A family whose kernels can be separate knows all
  // before.
  if (!unit->params->quick && !separate)
    QN_TRY(qn_describe_finish(unit->module, &unit->record, diag));
  const qn_metadata_params metadata = {.module = unit->module,
                                       .record = &unit->record};
  QN_TRY(qn_metadata_build(&metadata, &unit->camd, diag));
  if (unit->ops->add_record)
    QN_TRY(unit->ops->add_record(unit, diag));
  if (unit->bitcode.size)
    QN_TRY(embed_bitcode(unit, diag));
  return save_ir(unit, ".ll", diag);
}

static qn_status emit_code(qn_unit *unit, qn_buffer *out_code, qn_diag *diag) {
  const size_t before = unit->messages.size;
  QN_TRY(emit(unit, unit->ops->code, out_code, diag));
  return check_reported(unit, before, diag);
}

static qn_status make_part(qn_unit *unit, qn_buffer *out_code, qn_diag *diag) {
  QN_TRY(optimise(unit, diag));
  return emit_code(unit, out_code, diag);
}

static qn_status write_bitcode(const qn_unit *unit, qn_buffer *out_image,
                               qn_diag *diag) {
  LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(unit->module);
  qn_buffer_append(out_image, LLVMGetBufferStart(bytes),
                   LLVMGetBufferSize(bytes));
  LLVMDisposeMemoryBuffer(bytes);
  return qn_buffer_check(out_image, diag);
}

static qn_status generate(qn_unit *unit, qn_buffer *out_image, qn_diag *diag) {
  if (unit->params->emit == QN_EMIT_LLVM) {
    char *text = LLVMPrintModuleToString(unit->module);
    qn_buffer_append_str(out_image, qn_str_from(text));
    LLVMDisposeMessage(text);
    return qn_buffer_check(out_image, diag);
  }
  if (unit->params->emit == QN_EMIT_LLVM_BITCODE)
    return write_bitcode(unit, out_image, diag);
  if (unit->params->emit == QN_EMIT_ASM)
    return emit(unit, LLVMAssemblyFile, out_image, diag);
  qn_buffer code = {0};
  qn_status status = emit_code(unit, &code, diag);
  if (!qn_failed(status))
    status = unit->ops->link(unit, qn_buffer_span(&code), out_image, diag);
  qn_buffer_finish(&code);
  return status;
}

static bool embeds_bitcode(const qn_unit *unit) {
  return unit->params->embed_bitcode && unit->ops->family == QN_FAMILY_CPU;
}

// Reads the name expressions of hiprtc and nvrtc and removes them.
static qn_status take_names(qn_unit *unit, qn_diag *diag) {
  static const char prefix[] = "__qn_rtc_name_";
  qn_buffer lines = {0};
  if (!unit->params->lowered_names)
    return qn_ok();
  drop_lists(unit->module, false); // the lists refer to the variables
  for (LLVMValueRef global = LLVMGetFirstGlobal(unit->module), next; global;
       global = next) {
    next = LLVMGetNextGlobal(global);
    const qn_str name = qn_ir_name(global);
    LLVMValueRef value = LLVMGetInitializer(global);
    if (!qn_str_starts(name, qn_str_from(prefix)) || !value)
      continue;
    while (LLVMIsAConstantExpr(value))
      value = LLVMGetOperand(value, 0);
    if (LLVMIsAGlobalValue(value))
      qn_buffer_printf(&lines, "%.*s %.*s\n",
                       QN_STR_ARG(qn_str_skip(name, sizeof(prefix) - 1)),
                       QN_STR_ARG(qn_ir_name(value)));
    LLVMReplaceAllUsesWith(global, LLVMGetUndef(LLVMTypeOf(global)));
    LLVMDeleteGlobal(global);
  }
  qn_status status = qn_buffer_check(&lines, diag);
  if (!qn_failed(status))
    status = qn_file_write(unit->params->lowered_names, qn_buffer_span(&lines),
                           diag);
  qn_buffer_finish(&lines);
  return status;
}

// Whether the sources have no device code and may have none.
static bool is_empty(const qn_unit *unit) {
  return unit->params->may_be_empty && !unit->record.kernel_count &&
         !unit->record.global_count && !is_linked_later(unit);
}

// Reduces debug information to what the image keeps.
static qn_status reduce_debug(qn_unit *unit, qn_diag *diag) {
  if (unit->params->debug == QN_DEBUG_NONE)
    LLVMStripModuleDebugInfo(unit->module);
  return unit->params->debug == QN_DEBUG_LINES
             ? qn_ir_run_passes(unit->module, "strip-nonlinetable-debuginfo",
                                NULL, false, diag)
             : qn_ok();
}

qn_status qn_unit_compile(qn_unit *unit, qn_buffer *out_image, qn_diag *diag) {
  unit->ops = qn_family_find(unit->target->row->family);
  if (!unit->ops)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "this build of Quern cannot compile for '%s' targets",
                   qn_family_name(unit->target->row->family));
  unit->context = LLVMContextCreate();
  LLVMContextSetDiagnosticHandler(unit->context, on_llvm_message, unit);
  QN_TRY(qn_sources_read(unit, diag));
  if (unit->params->dry_run)
    return unit->params->emit == QN_EMIT_BITCODE
               ? qn_ok()
               : unit->ops->link(unit, (qn_span){0}, out_image, diag);
  if (!unit->module)
    return qn_ok();
  QN_TRY(take_names(unit, diag));
  if (unit->params->emit == QN_EMIT_BITCODE)
    return write_bitcode(unit, out_image, diag);
  if (embeds_bitcode(unit))
    QN_TRY(write_bitcode(unit, &unit->bitcode, diag));
  QN_TRY(qn_managed_lower(unit, diag));
  QN_TRY(qn_host_tables_drop(unit, is_missing, diag));
  QN_TRY(describe(unit, diag));
  if (is_empty(unit))
    return qn_ok();
  drop_used_lists(unit->module);
  define_virtual_stubs(unit);
  qn_builtins_expand(unit);
  note_uses(unit);
  QN_TRY(reduce_debug(unit, diag));
  QN_TRY(unit->ops->lower(unit, diag));
  QN_TRY(qn_ir_verify(unit->module, "lowering", diag));
  bool separate;
  QN_TRY(qn_parts_make(unit, make_part, &separate, diag));
  if (!separate)
    QN_TRY(optimise(unit, diag));
  QN_TRY(record(unit, separate, diag));
  return generate(unit, out_image, diag);
}

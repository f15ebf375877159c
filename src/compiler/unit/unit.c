// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit/unit.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>

#include "base/system/file.h"
#include "base/system/process.h"
#include "metadata/debug/demangle.h"

// ---- Tools and files

qn_status qn_unit_run_tool(qn_unit *unit, const qn_args *args, qn_diag *diag) {
  if (args->failed)
    return qn_fail_memory(diag, "a command line");
  qn_process_print(args->items, &unit->commands);
  qn_buffer_u8(&unit->commands, '\n');
  if (unit->params->dry_run)
    return qn_ok();
  const qn_process_params params = {.args = args->items};
  qn_process_result result = {0};
  qn_status status = qn_process_run(&params, &result, diag);
  if (!qn_failed(status)) {
    qn_buffer_append(&unit->messages, result.err.data, result.err.size);
    qn_buffer_append(&unit->messages, result.out.data, result.out.size);
    const qn_str tool = qn_path_name(qn_str_from(args->items[0]));
    if (result.signal)
      status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                       "%.*s was ended by signal %d", QN_STR_ARG(tool),
                       result.signal);
    else if (result.exit_code)
      status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                       "%.*s failed with exit status %d", QN_STR_ARG(tool),
                       result.exit_code);
  }
  qn_process_result_finish(&result);
  return status;
}

const char *qn_unit_source_name(const qn_unit *unit) {
  const qn_compile_params *params = unit->params;
  return params->source_count   ? params->sources[0]
         : params->module_count ? params->modules[0].path
                                : params->bitcode[0].path;
}

const char *qn_unit_path(qn_unit *unit, const char *suffix) {
  const char *folder =
      unit->params->save_temps ? unit->params->save_temps : unit->temp;
  const qn_str stem = qn_path_stem(qn_str_from(qn_unit_source_name(unit)));
  return qn_arena_printf(&unit->arena, "%s/%.*s-%s%s", folder, QN_STR_ARG(stem),
                         unit->target->name, suffix)
      .data;
}

// ---- Reading and linking modules

qn_status qn_unit_read_bitcode(qn_unit *unit, const char *path, bool lazily,
                               LLVMModuleRef *out_module, qn_diag *diag) {
  LLVMMemoryBufferRef bytes;
  char *message = NULL;
  if (LLVMCreateMemoryBufferWithContentsOfFile(path, &bytes, &message)) {
    const qn_status status = qn_fail(diag, QN_E_IO, QN_NOWHERE,
                                     "could not read '%s': %s", path, message);
    LLVMDisposeMessage(message);
    return status;
  }
  const LLVMBool failed =
      lazily ? LLVMGetBitcodeModuleInContext2(unit->context, bytes, out_module)
             : LLVMParseBitcodeInContext2(unit->context, bytes, out_module);
  if (!lazily || failed)
    LLVMDisposeMemoryBuffer(bytes);
  if (failed)
    return qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                   "cannot read the LLVM bitcode of '%s'", path);
  return qn_ok();
}

void qn_unit_make_optional(LLVMModuleRef library) {
  QN_EACH_FUNCTION (function, library) {
    if (LLVMIsDeclaration(function) ||
        LLVMGetLinkage(function) == LLVMInternalLinkage ||
        LLVMGetLinkage(function) == LLVMPrivateLinkage)
      continue;
    LLVMSetLinkage(function, LLVMLinkOnceODRLinkage);
  }
  QN_EACH_GLOBAL (global, library) {
    const LLVMLinkage linkage = LLVMGetLinkage(global);
    if (!LLVMIsDeclaration(global) && linkage != LLVMInternalLinkage &&
        linkage != LLVMPrivateLinkage && linkage != LLVMAppendingLinkage)
      LLVMSetLinkage(global, LLVMLinkOnceODRLinkage);
  }
}

// Adds a library to the dependencies, as a make rule like clang's.
static void note_dependency(qn_unit *unit, const char *path) {
  if (!unit->params->dependencies)
    return;
  qn_buffer_append_str(&unit->dependencies, QN_STR("quern: "));
  for (; *path; ++path) {
    if (*path == ' ' || *path == '#')
      qn_buffer_u8(&unit->dependencies, '\\');
    if (*path == '$')
      qn_buffer_u8(&unit->dependencies, '$');
    qn_buffer_u8(&unit->dependencies, (uint8_t)*path);
  }
  qn_buffer_u8(&unit->dependencies, '\n');
}

// LLVM does not inline a function that must not know C's into one that may.
static void let_inline(LLVMModuleRef library) {
  const qn_str name = QN_STR("no-builtins");
  QN_EACH_FUNCTION (function, library)
    LLVMRemoveStringAttributeAtIndex(function, ~0u, name.data,
                                     (unsigned)name.size);
}

qn_status qn_unit_link_library(qn_unit *unit, const char *path, qn_diag *diag) {
  LLVMModuleRef library;
  note_dependency(unit, path);
  QN_TRY(qn_unit_read_bitcode(unit, path, true, &library, diag));
  LLVMSetTarget(library, LLVMGetTarget(unit->module));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(unit->module));
  qn_unit_make_optional(library);
  let_inline(library);
  if (LLVMLinkModules2(unit->module, library))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "cannot link the device library '%s'", path);
  return qn_ok();
}

qn_status qn_unit_link_own_maths(qn_unit *unit, const char *name,
                                 qn_diag *diag) {
  const qn_str path =
      qn_arena_printf(&unit->arena, "%s/%s", unit->tools->device, name);
  return qn_unit_link_library(unit, path.data, diag);
}

qn_status qn_unit_link_maths(qn_unit *unit, const char *name, qn_diag *diag) {
  if (!unit->tools->clc_dir) {
    const qn_status status =
        qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                "cannot find libclc's bitcode, the maths library of '%s'",
                unit->target->name);
    qn_diag_hint(diag, "Install Debian's package libclc-22, or set "
                       "QUERN_LIBCLC to its folder.");
    return status;
  }
  const qn_str path =
      qn_arena_printf(&unit->arena, "%s/%s", unit->tools->clc_dir, name);
  QN_TRY(qn_unit_link_library(unit, path.data, diag));
  qn_unit_internalize_library(unit);
  return qn_ok();
}

// ---- Shaping the module

// PTX that libNVVM makes is linked with other PTX by functions' names.
static bool is_for_others(const qn_unit *unit, LLVMValueRef function) {
  return unit->params->module_count && unit->ops->family == QN_FAMILY_NVIDIA &&
         LLVMGetLinkage(function) == LLVMExternalLinkage;
}

static void internalize_functions(qn_unit *unit, LLVMVisibility visibility) {
  QN_EACH_FUNCTION (function, unit->module) {
    if (LLVMIsDeclaration(function) || is_for_others(unit, function))
      continue;
    LLVMSetComdat(function, NULL);
    if (qn_ir_is_kernel(function)) {
      LLVMSetLinkage(function, LLVMExternalLinkage);
      LLVMSetVisibility(function, visibility);
    } else {
      LLVMSetVisibility(function, LLVMDefaultVisibility);
      LLVMSetLinkage(function, LLVMInternalLinkage);
    }
  }
}

void qn_unit_internalize(qn_unit *unit, LLVMVisibility visibility) {
  internalize_functions(unit, visibility);
  QN_EACH_GLOBAL (global, unit->module) {
    const LLVMLinkage linkage = LLVMGetLinkage(global);
    if (LLVMIsDeclaration(global) || linkage == LLVMAppendingLinkage ||
        linkage == LLVMPrivateLinkage || linkage == LLVMInternalLinkage)
      continue;
    LLVMSetComdat(global, NULL);
    if (LLVMIsExternallyInitialized(global)) {
      LLVMSetLinkage(global, LLVMExternalLinkage);
      LLVMSetVisibility(global, visibility);
    } else {
      LLVMSetVisibility(global, LLVMDefaultVisibility);
      LLVMSetLinkage(global, LLVMInternalLinkage);
    }
  }
}

qn_status qn_unit_add_note(qn_unit *unit, qn_diag *diag) {
  qn_buffer note = {0};
  qn_status status =
      qn_note_write(qn_buffer_span(&unit->camd), false, &note, diag);
  if (!qn_failed(status))
    status = qn_unit_add_bytes(
        unit,
        &(qn_unit_bytes){.bytes = qn_buffer_span(&note),
                         .name = "quern.note",
                         .section = QN_NOTE_SECTION,
                         .address_space = unit->ops->record_space,
                         .alignment = 4},
        diag);
  qn_buffer_finish(&note);
  return status;
}

void qn_unit_internalize_library(qn_unit *unit) {
  QN_EACH_FUNCTION (function, unit->module)
    if (LLVMGetLinkage(function) == LLVMLinkOnceODRLinkage) {
      LLVMSetComdat(function, NULL);
      LLVMSetVisibility(function, LLVMDefaultVisibility);
      LLVMSetLinkage(function, LLVMInternalLinkage);
    }
  QN_EACH_GLOBAL (global, unit->module)
    if (LLVMGetLinkage(global) == LLVMLinkOnceODRLinkage) {
      LLVMSetComdat(global, NULL);
      LLVMSetVisibility(global, LLVMDefaultVisibility);
      LLVMSetLinkage(global, LLVMInternalLinkage);
    }
}

void qn_unit_set_target(qn_unit *unit, const char *cpu, const char *features) {
  enum { SCALE_BITS = 128, SCALE_MAX = 16 };
  const unsigned scale = unit->target->row->vector_bits / SCALE_BITS;
  static const char *const names[] = {"target-cpu", "target-features",
                                      "tune-cpu"};
  QN_EACH_FUNCTION (function, unit->module) {
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
      LLVMRemoveStringAttributeAtIndex(function, ~0u, names[i],
                                       (unsigned)strlen(names[i]));
    if (qn_ir_is_intrinsic(function))
      continue;
    if (*cpu)
      qn_ir_set_attribute(function, "target-cpu", cpu);
    if (*features)
      qn_ir_set_attribute(function, "target-features", features);
    if (scale)
      qn_ir_set_vector_scale(function, scale, SCALE_MAX);
  }
}

void qn_unit_align_shared(qn_unit *unit) {
  enum { ALIGNMENT_MIN = 16 };
  QN_EACH_GLOBAL (global, unit->module)
    if (qn_ir_is_dynamic_shared(global) &&
        LLVMGetAlignment(global) < ALIGNMENT_MIN)
      LLVMSetAlignment(global, ALIGNMENT_MIN);
}

qn_status qn_unit_add_bytes(qn_unit *unit, const qn_unit_bytes *what,
                            qn_diag *diag) {
  LLVMValueRef value = LLVMConstStringInContext2(
      unit->context, (const char *)what->bytes.data, what->bytes.size, true);
  LLVMValueRef global = LLVMAddGlobalInAddressSpace(
      unit->module, LLVMTypeOf(value), what->name, what->address_space);
  if (!global)
    return qn_fail_memory(diag, "the record");
  LLVMSetInitializer(global, value);
  LLVMSetGlobalConstant(global, true);
  LLVMSetAlignment(global, what->alignment);
  if (what->section) {
    LLVMSetSection(global, what->section);
    LLVMSetLinkage(global, LLVMInternalLinkage);
  }
  LLVMTypeRef generic = LLVMPointerTypeInContext(unit->context, 0);
  LLVMValueRef used =
      what->address_space ? LLVMConstAddrSpaceCast(global, generic) : global;
  LLVMValueRef array = LLVMConstArray2(generic, &used, 1);
  LLVMValueRef list =
      LLVMAddGlobal(unit->module, LLVMTypeOf(array), "llvm.compiler.used");
  LLVMSetInitializer(list, array);
  LLVMSetLinkage(list, LLVMAppendingLinkage);
  LLVMSetSection(list, "llvm.metadata");
  return qn_ok();
}

// ---- Missing symbols

// What one reads of a name that stands for something the target lacks; empty
// when it is a name of the program's.
static qn_str lacking(qn_str name, bool *is_assembly) {
  const qn_str refused = QN_STR(QN_UNIT_REFUSED),
               absent = QN_STR(QN_UNIT_ABSENT);
  *is_assembly = qn_str_starts(name, refused);
  if (*is_assembly)
    return qn_str_skip(name, refused.size);
  return qn_str_starts(name, absent) ? qn_str_skip(name, absent.size)
                                     : (qn_str){0};
}

qn_status qn_unit_fail_missing(qn_unit *unit, qn_str const *names, size_t count,
                               qn_diag *diag) {
  size_t refused = 0;
  bool is_assembly, has_assembly = false, has_amd = false;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t *use = qn_map_find_str(&unit->first_uses, names[i]);
    const char *where = use ? (const char *)(uintptr_t)*use : "";
    const qn_str what = lacking(names[i], &is_assembly);
    if (what.size) {
      const bool is_amd = qn_str_starts(what, QN_STR("AMD's assembly"));
      has_assembly |= is_assembly && !is_amd;
      has_amd |= is_amd;
      qn_buffer_printf(&unit->messages,
                       "error: %.*s is not supported on %s%s\n",
                       QN_STR_ARG(what), unit->target->name, where);
      ++refused;
      continue;
    }
    const qn_str shown = qn_demangle(&unit->arena, names[i]).text;
    qn_buffer_printf(&unit->messages, "error: undefined symbol '%.*s'%s\n",
                     QN_STR_ARG(shown.size ? shown : names[i]), where);
  }
  if (refused == count) {
    const qn_status status =
        qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                "%zu use%s of what the target does not have", count,
                count == 1 ? "" : "s");
    if (has_assembly)
      qn_diag_hint(diag,
                   "Sources choose their assembly by __CUDA_ARCH__: "
                   "--persona=SM names an older GPU than the %u taken.",
                   unit->params->persona ? unit->params->persona
                                         : QN_PERSONA_DEFAULT);
    else if (has_amd)
      qn_diag_hint(diag, "Put what is for AMD's GPUs behind '#ifdef "
                         "__AMDGCN__', with code for others beside it.");
    else
      qn_diag_hint(diag, "Other targets may have it: --targets=LIST names "
                         "those to compile for.");
    return status;
  }
  const qn_status status =
      qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "%zu symbol%s undefined", count,
              count == 1 ? " is" : "s are");
  qn_diag_hint(diag, "Device code must define what it calls; check that the "
                     "function is marked __device__.");
  return status;
}

// ---- The end

const char *qn_unit_pipeline(const qn_unit *unit) {
  static const char *const levels[] = {"default<O0>", "default<O1>",
                                       "default<O2>", "default<O3>"};
  return levels[unit->params->opt_level & 3];
}

void qn_unit_finish(qn_unit *unit) {
  if (unit->machine)
    LLVMDisposeTargetMachine(unit->machine);
  if (unit->module)
    LLVMDisposeModule(unit->module);
  if (unit->context)
    LLVMContextDispose(unit->context);
  qn_map_finish(&unit->first_uses);
  qn_map_finish(&unit->elsewhere);
  for (size_t i = 0; i < unit->object_count; ++i)
    qn_buffer_finish(&unit->objects[i]);
  qn_buffer_finish(&unit->red_zones);
  qn_buffer_finish(&unit->bitcode);
  qn_buffer_finish(&unit->camd);
  qn_buffer_finish(&unit->messages);
  qn_buffer_finish(&unit->commands);
  qn_buffer_finish(&unit->dependencies);
  qn_arena_finish(&unit->arena);
}

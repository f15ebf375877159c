// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <stdio.h>

#include "base/file.h"
#include "base/process.h"
#include "compiler/add_metadata.h"
#include "compiler/describe.h"
#include "compiler/front_end.h"
#include "compiler/shared_memory.h"
#include "compiler/managed.h"
#include "metadata/demangle.h"
#include "quern/version.h"

static const qn_family_ops *const families[] = {
    &qn_family_amd, &qn_family_nvidia, &qn_family_spirv, &qn_family_cpu};

const qn_family_ops *qn_family_find(qn_family family) {
  for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); ++i)
    if (families[i]->family == family)
      return families[i];
  return NULL;
}

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

// What messages and intermediate files are called after.
static const char *first_source(const qn_unit *unit) {
  const qn_compile_params *params = unit->params;
  return params->source_count ? params->sources[0] : params->bitcode[0].path;
}

const char *qn_unit_path(qn_unit *unit, const char *suffix) {
  const char *folder =
      unit->params->save_temps ? unit->params->save_temps : unit->temp;
  const qn_str stem = qn_path_stem(qn_str_from(first_source(unit)));
  return qn_arena_printf(&unit->arena, "%s/%.*s-%s%s", folder, QN_STR_ARG(stem),
                         unit->target->name, suffix)
      .data;
}

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

// ---- Reading and linking modules

// LLVM's warnings and errors, kept as messages of the target.
static void on_llvm_message(LLVMDiagnosticInfoRef info, void *user) {
  qn_unit *unit = user;
  const LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
  if (severity != LLVMDSError && severity != LLVMDSWarning)
    return;
  char *text = LLVMGetDiagInfoDescription(info);
  qn_buffer_printf(&unit->messages, "%s: %s\n",
                   severity == LLVMDSError ? "error" : "warning", text);
  LLVMDisposeMessage(text);
}

static qn_status read_bitcode(qn_unit *unit, const char *path, bool lazily,
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

// Clang's marker of a HIP compilation has one name in all sources.
static void make_marker_local(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (qn_str_starts(qn_ir_name(global), QN_STR("__hip_cuid_")))
      LLVMSetLinkage(global, LLVMInternalLinkage);
}

// The length of a name before the mark that clang gives to what is static in
// its source and known to the host ("x.static.<hash>"); its own size without.
static size_t unmarked_size(qn_str name) {
  static const char *const marks[] = {".static.", ".intern.", "__static__",
                                      "__intern__"};
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); ++i) {
    const char *at = memmem(name.data, name.size, marks[i], strlen(marks[i]));
    if (at)
      return (size_t)(at - name.data);
  }
  return name.size;
}

// Clang names a static variable by the mark from where the host first uses it;
// device code before that refers to it without.
static qn_status join_static_names(qn_unit *unit, LLVMModuleRef module,
                                   qn_diag *diag) {
  for (LLVMValueRef global = LLVMGetFirstGlobal(module), next; global;
       global = next) {
    next = LLVMGetNextGlobal(global);
    const qn_str name = qn_ir_name(global);
    const qn_str plain =
        qn_arena_copy(&unit->arena, (qn_str){name.data, unmarked_size(name)});
    if (!plain.data)
      return qn_fail_memory(diag, "a name");
    LLVMValueRef other =
        plain.size < name.size ? LLVMGetNamedGlobal(module, plain.data) : NULL;
    if (!other || !LLVMIsDeclaration(other) ||
        LLVMTypeOf(other) != LLVMTypeOf(global))
      continue;
    LLVMReplaceAllUsesWith(other, global);
    if (other == next)
      next = LLVMGetNextGlobal(other);
    LLVMDeleteGlobal(other);
  }
  return qn_ok();
}

// PTX takes no dots in names, so clang writes the marks with underscores where
// the language is CUDA. The host knows them with dots, and so does a CPU image.
static qn_status mark_with_dots(qn_unit *unit, LLVMValueRef global,
                                qn_diag *diag) {
  const qn_str name = qn_ir_name(global);
  const size_t at = unmarked_size(name);
  if (at == name.size || name.data[at] == '.' || name.size < at + 10)
    return qn_ok();
  const qn_str dotted = qn_arena_printf(&unit->arena, "%.*s.%.6s.%.*s", (int)at,
                                        name.data, name.data + at + 2,
                                        QN_STR_ARG(qn_str_skip(name, at + 10)));
  if (!dotted.data)
    return qn_fail_memory(diag, "a name");
  LLVMSetValueName2(global, dotted.data, dotted.size);
  return qn_ok();
}

static qn_status settle_names(qn_unit *unit, LLVMModuleRef module,
                              qn_diag *diag) {
  QN_TRY(join_static_names(unit, module, diag));
  if (unit->ops->family != QN_FAMILY_CPU)
    return qn_ok();
  QN_EACH_GLOBAL (global, module)
    QN_TRY(mark_with_dots(unit, global, diag));
  QN_EACH_FUNCTION (function, module)
    QN_TRY(mark_with_dots(unit, function, diag));
  return qn_ok();
}

// Adds a module's contents to those of the modules before it.
static qn_status add_module(qn_unit *unit, const char *bitcode,
                            const char *source, qn_diag *diag) {
  LLVMModuleRef module;
  QN_TRY(read_bitcode(unit, bitcode, false, &module, diag));
  make_marker_local(module);
  QN_TRY(settle_names(unit, module, diag));
  if (!unit->module)
    unit->module = module;
  else if (LLVMLinkModules2(unit->module, module))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "cannot link '%s' to the sources before it", source);
  return qn_ok();
}

// Whether `library` defines a symbol that the module only declares.
static bool defines_missing(LLVMModuleRef module, LLVMModuleRef library) {
  QN_EACH_FUNCTION (function, library)
    if (!LLVMIsDeclaration(function)) {
      LLVMValueRef own =
          LLVMGetNamedFunction(module, qn_ir_name(function).data);
      if (own && LLVMIsDeclaration(own))
        return true;
    }
  QN_EACH_GLOBAL (global, library)
    if (!LLVMIsDeclaration(global)) {
      LLVMValueRef own = LLVMGetNamedGlobal(module, qn_ir_name(global).data);
      if (own && LLVMIsDeclaration(own))
        return true;
    }
  return false;
}

// Links a lazy file where it is needed; `*out_linked` says so.
static qn_status add_if_needed(qn_unit *unit, const char *path,
                               bool *out_linked, qn_diag *diag) {
  LLVMModuleRef library;
  *out_linked = false;
  if (!unit->module)
    return qn_ok();
  QN_TRY(read_bitcode(unit, path, false, &library, diag));
  const bool needed = defines_missing(unit->module, library);
  LLVMDisposeModule(library);
  *out_linked = needed;
  return needed ? add_module(unit, path, path, diag) : qn_ok();
}

static bool is_for(const qn_unit *unit, const qn_bitcode_file *file) {
  return strcmp(file->target, unit->target->name) == 0;
}

static qn_status read_bitcode_files(qn_unit *unit, qn_diag *diag) {
  const qn_bitcode_file *files = unit->params->bitcode;
  const size_t count = unit->params->bitcode_count;
  bool *linked = qn_arena_alloc(&unit->arena, count ? count : 1, 1);
  if (!linked)
    return qn_fail_memory(diag, "the list of files");
  for (size_t i = 0; i < count; ++i)
    if (!files[i].lazy && is_for(unit, &files[i]))
      QN_TRY(add_module(unit, files[i].path, files[i].path, diag));
  // One that comes in may need another.
  for (bool again = true; again;) {
    again = false;
    for (size_t i = 0; i < count; ++i) {
      if (!files[i].lazy || linked[i] || !is_for(unit, &files[i]))
        continue;
      QN_TRY(add_if_needed(unit, files[i].path, &linked[i], diag));
      again = again || linked[i];
    }
  }
  return qn_ok();
}

static qn_status read_sources(qn_unit *unit, qn_diag *diag) {
  for (size_t i = 0; i < unit->params->source_count; ++i) {
    const qn_str suffix = qn_arena_printf(&unit->arena, "-%zu.bc", i);
    const char *path = qn_unit_path(
        unit, unit->params->source_count > 1 ? suffix.data : ".bc");
    QN_TRY(qn_front_end_run(unit, unit->params->sources[i], path, diag));
    if (!unit->params->dry_run)
      QN_TRY(add_module(unit, path, unit->params->sources[i], diag));
  }
  return unit->params->dry_run ? qn_ok() : read_bitcode_files(unit, diag);
}

static bool is_intrinsic(LLVMValueRef function) {
  return qn_str_starts(qn_ir_name(function), QN_STR("llvm."));
}

// Linkonce functions come in only where something refers to them.
static void make_optional(LLVMModuleRef library) {
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

// A library is read as headers are: a rule as clang writes them says so.
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

qn_status qn_unit_link_library(qn_unit *unit, const char *path, qn_diag *diag) {
  LLVMModuleRef library;
  note_dependency(unit, path);
  QN_TRY(read_bitcode(unit, path, true, &library, diag));
  LLVMSetTarget(library, LLVMGetTarget(unit->module));
  LLVMSetDataLayout(library, LLVMGetDataLayoutStr(unit->module));
  make_optional(library);
  if (LLVMLinkModules2(unit->module, library))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "cannot link the device library '%s'", path);
  return qn_ok();
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

static void internalize_functions(qn_unit *unit, LLVMVisibility visibility) {
  QN_EACH_FUNCTION (function, unit->module) {
    if (LLVMIsDeclaration(function))
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

qn_status qn_unit_add_note(qn_unit *unit, unsigned address_space,
                           qn_diag *diag) {
  qn_buffer note = {0};
  qn_status status =
      qn_note_write(qn_buffer_span(&unit->camd), false, &note, diag);
  if (!qn_failed(status))
    status = qn_unit_add_bytes(unit,
                               &(qn_unit_bytes){.bytes = qn_buffer_span(&note),
                                                .name = "quern.note",
                                                .section = QN_NOTE_SECTION,
                                                .address_space = address_space,
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
  enum { SCALE_BITS = 128, SCALE_MOST = 16 };
  const unsigned scale = unit->target->row->vector_bits / SCALE_BITS;
  static const char *const names[] = {"target-cpu", "target-features",
                                      "tune-cpu"};
  QN_EACH_FUNCTION (function, unit->module) {
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i)
      LLVMRemoveStringAttributeAtIndex(function, ~0u, names[i],
                                       (unsigned)strlen(names[i]));
    if (is_intrinsic(function))
      continue;
    if (*cpu)
      qn_ir_set_attribute(function, "target-cpu", cpu);
    if (*features)
      qn_ir_set_attribute(function, "target-features", features);
    if (scale)
      qn_ir_set_vector_scale(function, scale, SCALE_MOST);
  }
}

void qn_unit_align_shared(qn_unit *unit) {
  enum { LEAST = 16 };
  QN_EACH_GLOBAL (global, unit->module)
    if (qn_ir_is_dynamic_shared(global) && LLVMGetAlignment(global) < LEAST)
      LLVMSetAlignment(global, LEAST);
}

// Clang keeps device variables alive through llvm.compiler.used, and in HIP
// adds a marker of the compilation. Linkage keeps what has to stay.
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
    LLVMValueRef trap = LLVMGetIntrinsicDeclaration(
        unit->module, LLVMLookupIntrinsicID("llvm.trap", 9), NULL, 0);
    LLVMBuildCall2(b, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
  }
}

// ---- Missing symbols

static bool is_missing(const qn_unit *unit, LLVMValueRef symbol) {
  return LLVMIsDeclaration(symbol) && LLVMGetFirstUse(symbol) &&
         !(LLVMIsAFunction(symbol) && is_intrinsic(symbol)) &&
         !qn_ir_is_dynamic_shared(symbol) &&
         !(unit->ops->is_provided &&
           unit->ops->is_provided(unit, qn_ir_name(symbol)));
}

// Remembers where each undefined symbol is first used, "'f' at a.cu:3:5", while
// the debug information is there to tell.
static void note_uses(qn_unit *unit) {
  QN_EACH_FUNCTION (symbol, unit->module) {
    LLVMUseRef use = LLVMGetFirstUse(symbol);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    if (!LLVMIsDeclaration(symbol) || !user || is_intrinsic(symbol) ||
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
    // Without memory the message is only shorter.
    if (name.data && text.data)
      (void)qn_map_put_str(&unit->first_uses, name, (uintptr_t)text.data, NULL)
          .code;
  }
}

qn_status qn_unit_fail_missing(qn_unit *unit, qn_str const *names, size_t count,
                               qn_diag *diag) {
  for (size_t i = 0; i < count; ++i) {
    const uint64_t *use = qn_map_find_str(&unit->first_uses, names[i]);
    const qn_str shown = qn_demangle(&unit->arena, names[i]).text;
    qn_buffer_printf(&unit->messages, "error: undefined symbol '%.*s'%s\n",
                     QN_STR_ARG(shown.size ? shown : names[i]),
                     use ? (const char *)(uintptr_t)*use : "");
  }
  const qn_status status =
      qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "%zu symbol%s undefined", count,
              count == 1 ? " is" : "s are");
  qn_diag_hint(diag, "Device code must define what it calls; check that the "
                     "function is marked __device__.");
  return status;
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

const char *qn_unit_pipeline(const qn_unit *unit) {
  static const char *const levels[] = {"default<O0>", "default<O1>",
                                       "default<O2>", "default<O3>"};
  return levels[unit->params->opt_level & 3];
}

static qn_status describe(qn_unit *unit, qn_diag *diag) {
  unit->record.target = qn_str_from(unit->target->name);
  unit->record.producer = QN_STR("quern " QUERN_VERSION);
  QN_TRY(qn_describe_module(unit->module, unit->target->row->wave_size,
                            &unit->arena, &unit->record, diag));
  if (unit->record.kernel_count == 0 && !unit->params->may_be_empty) {
    const qn_status status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                                     "no kernel in '%s'", first_source(unit));
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

static qn_status optimise(qn_unit *unit, qn_diag *diag) {
  const char *pipeline =
      unit->ops->pipeline ? unit->ops->pipeline(unit) : qn_unit_pipeline(unit);
  QN_TRY(qn_ir_run_passes(unit->module, pipeline, unit->machine,
                          unit->params->opt_level > 1 && !unit->is_vectorised,
                          diag));
  QN_TRY(check_missing(unit, diag));
  QN_TRY(qn_shared_memory_measure(unit->module, unit->params->opt_level > 0,
                                  &unit->record, diag));
  // Where kernels are run through pointers, each seems to reach all others.
  if (!unit->params->quick)
    QN_TRY(qn_describe_finish(unit->module, &unit->record, diag));
  const qn_metadata_params metadata = {.module = unit->module,
                                       .record = &unit->record};
  QN_TRY(qn_metadata_build(&metadata, &unit->camd, diag));
  if (unit->ops->add_record)
    QN_TRY(unit->ops->add_record(unit, diag));
  return save_ir(unit, ".ll", diag);
}

static qn_status generate(qn_unit *unit, qn_buffer *out_image, qn_diag *diag) {
  const size_t before = unit->messages.size;
  if (unit->params->emit == QN_EMIT_LLVM) {
    char *text = LLVMPrintModuleToString(unit->module);
    qn_buffer_append_str(out_image, qn_str_from(text));
    LLVMDisposeMessage(text);
    return qn_buffer_check(out_image, diag);
  }
  if (unit->params->emit == QN_EMIT_ASM)
    return emit(unit, LLVMAssemblyFile, out_image, diag);
  qn_buffer code = {0};
  qn_status status = emit(unit, unit->ops->code, &code, diag);
  if (!qn_failed(status))
    status = check_reported(unit, before, diag);
  if (!qn_failed(status))
    status = unit->ops->link(unit, qn_buffer_span(&code), out_image, diag);
  qn_buffer_finish(&code);
  return status;
}

static qn_status write_bitcode(const qn_unit *unit, qn_buffer *out_image,
                               qn_diag *diag) {
  LLVMMemoryBufferRef bytes = LLVMWriteBitcodeToMemoryBuffer(unit->module);
  qn_buffer_append(out_image, LLVMGetBufferStart(bytes),
                   LLVMGetBufferSize(bytes));
  LLVMDisposeMemoryBuffer(bytes);
  return qn_buffer_check(out_image, diag);
}

// Takes the name expressions of hiprtc and nvrtc out of the module.
static qn_status take_names(qn_unit *unit, qn_diag *diag) {
  static const char prefix[] = "__qn_rtc_name_";
  qn_buffer lines = {0};
  if (!unit->params->lowered_names)
    return qn_ok();
  drop_lists(unit->module, false); // they hold the variables
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

// Whether the sources have nothing for a device.
static bool is_empty(const qn_unit *unit) {
  return unit->params->may_be_empty && !unit->record.kernel_count &&
         !unit->record.global_count;
}

// Leaves what the image is to keep for debuggers.
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
  QN_TRY(read_sources(unit, diag));
  if (unit->params->dry_run)
    return unit->params->emit == QN_EMIT_BITCODE
               ? qn_ok()
               : unit->ops->link(unit, (qn_span){0}, out_image, diag);
  if (!unit->module)
    return qn_ok();
  QN_TRY(take_names(unit, diag));
  if (unit->params->emit == QN_EMIT_BITCODE)
    return write_bitcode(unit, out_image, diag);
  QN_TRY(qn_managed_lower(unit, diag));
  QN_TRY(describe(unit, diag));
  if (is_empty(unit))
    return qn_ok();
  drop_used_lists(unit->module);
  define_virtual_stubs(unit);
  note_uses(unit);
  QN_TRY(reduce_debug(unit, diag));
  QN_TRY(unit->ops->lower(unit, diag));
  QN_TRY(qn_ir_verify(unit->module, "lowering", diag));
  QN_TRY(optimise(unit, diag));
  return generate(unit, out_image, diag);
}

void qn_unit_finish(qn_unit *unit) {
  if (unit->machine)
    LLVMDisposeTargetMachine(unit->machine);
  if (unit->module)
    LLVMDisposeModule(unit->module);
  if (unit->context)
    LLVMContextDispose(unit->context);
  qn_map_finish(&unit->first_uses);
  qn_buffer_finish(&unit->red_zones);
  qn_buffer_finish(&unit->camd);
  qn_buffer_finish(&unit->messages);
  qn_buffer_finish(&unit->commands);
  qn_buffer_finish(&unit->dependencies);
  qn_arena_finish(&unit->arena);
}

// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/sources.h"

#include <llvm-c/Linker.h>

#include "compiler/driver/assembly.h"
#include "compiler/driver/front_end.h"
#include "compiler/driver/nvvm.h"
#include "compiler/ir/references.h"
#include "compiler/ir/scopes.h"
#include "compiler/targets/amd_printf.h"

// Makes clang's marker of a HIP compilation internal, as several sources may
// define it.
static void make_marker_local(LLVMModuleRef module) {
  QN_EACH_GLOBAL (global, module)
    if (qn_str_starts(qn_ir_name(global), QN_STR("__hip_cuid_")))
      LLVMSetLinkage(global, LLVMInternalLinkage);
}

// The length of a name before the mark that clang adds to static kernels and
// variables that the host uses ("x.static.<hash>"); the whole size without one.
static size_t unmarked_size(qn_str name) {
  static const char *const marks[] = {".static.", ".intern.", "__static__",
                                      "__intern__"};
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); ++i) {
    const char *at = qn_str_search(name, qn_str_from(marks[i]));
    if (at)
      return (size_t)(at - name.data);
  }
  return name.size;
}

// Clang adds the mark to a static variable where the host first uses it; device
// code before that refers to it without. Joins the two.
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

// PTX does not allow dots in names, so for CUDA clang writes the marks with
// underscores. The host's names have dots, and so have those of a CPU image.
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

// The host's names have marks with -fgpu-rdc alone, and not where only we asked
// for it.
static qn_status unmark(qn_unit *unit, LLVMModuleRef module,
                        LLVMValueRef global, qn_diag *diag) {
  const qn_str name = qn_ir_name(global);
  const size_t size = unmarked_size(name);
  if (size == name.size)
    return qn_ok();
  const qn_str plain = qn_arena_copy(&unit->arena, (qn_str){name.data, size});
  if (!plain.data)
    return qn_fail_memory(diag, "a name");
  if (!LLVMGetNamedFunction(module, plain.data) &&
      !LLVMGetNamedGlobal(module, plain.data))
    LLVMSetValueName2(global, plain.data, plain.size);
  return qn_ok();
}

static qn_status settle_names(qn_unit *unit, LLVMModuleRef module,
                              const char *source, qn_diag *diag) {
  QN_TRY(join_static_names(unit, module, diag));
  if (qn_front_end_launches(unit->params, source)) {
    QN_EACH_GLOBAL (global, module)
      QN_TRY(unmark(unit, module, global, diag));
    QN_EACH_FUNCTION (function, module)
      QN_TRY(unmark(unit, module, function, diag));
  }
  if (unit->ops->family != QN_FAMILY_CPU &&
      unit->ops->family != QN_FAMILY_VORTEX)
    return qn_ok();
  QN_EACH_GLOBAL (global, module)
    QN_TRY(mark_with_dots(unit, global, diag));
  QN_EACH_FUNCTION (function, module)
    QN_TRY(mark_with_dots(unit, function, diag));
  return qn_ok();
}

// HIP's printf returns the number of characters, CUDA's that of arguments: from
// here on they have different names.
static void name_printf(const qn_unit *unit, LLVMModuleRef module) {
  const bool is_spirv = unit->target->row->family == QN_FAMILY_SPIRV;
  LLVMValueRef print =
      LLVMGetNamedFunction(module, is_spirv ? "printf" : "vprintf");
  if (print && LLVMIsDeclaration(print))
    LLVMSetValueName2(print, QN_HIP_PRINTF, strlen(QN_HIP_PRINTF));
}

// Adds a module's contents to those of the modules before it. `hip`: it was a
// source in HIP.
static qn_status add_module(qn_unit *unit, const char *bitcode,
                            const char *source, bool hip, qn_diag *diag) {
  LLVMModuleRef module;
  QN_TRY(qn_unit_read_bitcode(unit, bitcode, false, &module, diag));
  if (unit->ops->family == QN_FAMILY_CPU &&
      (unit->params->checks || unit->params->embed_bitcode))
    qn_ir_set_scopes(module);
  make_marker_local(module);
  qn_ir_open_static_references(module);
  if (hip)
    name_printf(unit, module);
  if (unit->ops->family == QN_FAMILY_AMD)
    qn_amd_count_printed(module, hip);
  QN_TRY(settle_names(unit, module, source, diag));
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
  QN_TRY(qn_unit_read_bitcode(unit, path, false, &library, diag));
  const bool needed = defines_missing(unit->module, library);
  LLVMDisposeModule(library);
  *out_linked = needed;
  return needed ? add_module(unit, path, path, false, diag) : qn_ok();
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
      QN_TRY(add_module(unit, files[i].path, files[i].path, false, diag));
  // A file that is added may need another.
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

qn_status qn_sources_read(qn_unit *unit, qn_diag *diag) {
  for (size_t i = 0; i < unit->params->source_count; ++i) {
    const qn_str suffix = qn_arena_printf(&unit->arena, "-%zu.bc", i);
    const char *path = qn_unit_path(
        unit, unit->params->source_count > 1 ? suffix.data : ".bc");
    QN_TRY(qn_front_end_run(unit, unit->params->sources[i], path, diag));
    if (unit->params->dry_run)
      continue;
    const char *source = unit->params->sources[i];
    const bool hip =
        qn_front_end_dialect(unit->params, source) == QN_DIALECT_HIP;
    QN_TRY(add_module(unit, path, source, hip, diag));
  }
  if (unit->params->dry_run)
    return qn_ok();
  QN_TRY(read_bitcode_files(unit, diag));
  if (unit->params->module_count)
    QN_TRY(qn_nvvm_read(unit, diag));
  if (!unit->module)
    return qn_ok();
  if (unit->ops->settle_names)
    unit->ops->settle_names(unit);
  return qn_assembly_translate(unit, diag);
}

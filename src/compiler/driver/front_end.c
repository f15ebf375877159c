// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/front_end.h"

#include <stdio.h>

#include "base/system/file.h"
#include "compiler/driver/constraints.h"
#include "package/cache/precompiled.h"
#include "targets/cuda_libraries.h"
#include "targets/device_launch.h"
#include "targets/headers.h"
#include "targets/late_templates.h"
#include "targets/references.h"
#include "targets/source_edits.h"

// What a run of clang does with a source.
typedef enum step {
  COMPILE,
  PREPROCESS,
  COMPILE_PREPROCESSED,
  PRECOMPILE, // our headers alone, as every compilation reads them first
} step;

// A run of clang.
typedef struct job {
  qn_unit *unit;
  const char *source;
  step what;
  const char *dependencies;  // path of the rules that it writes; NULL: none
  const char *precompiled;   // our headers; NULL: it reads them
  const char *const *cxx;    // the C++ library's folders, which a NULL ends
  bool launches, references; // what is in the source
  bool late;                 // templates are read where they are instantiated
  bool deferred;             // errors count only where code is made
} job;

qn_dialect qn_front_end_dialect(const qn_compile_params *params,
                                const char *source) {
  if (params->dialect != QN_DIALECT_AUTO)
    return params->dialect;
  const qn_str extension = qn_path_extension(qn_str_from(source));
  return qn_str_equal(extension, QN_STR(".cu")) ||
                 qn_str_equal(extension, QN_STR(".cuh"))
             ? QN_DIALECT_CUDA
             : QN_DIALECT_HIP;
}

// Undefines the macros and, if `on`, defines them with these values.
static void define_all(const char *const (*macros)[2], size_t count, bool on,
                       qn_args *args) {
  for (size_t i = 0; i < count; ++i) {
    QN_ARGS_PRINTF(args, "-U%s", macros[i][0]);
    if (on)
      QN_ARGS_PRINTF(args, "-D%s=%s", macros[i][0], macros[i][1]);
  }
}

// As headers of CUDA's C++ libraries read nvcc's macros in a HIP unit.
static void define_for_libraries(const qn_unit *unit,
                                 const char *const (*macros)[2], size_t count,
                                 qn_args *args) {
  const bool nvidia = unit->ops->family == QN_FAMILY_NVIDIA;
  const unsigned persona =
      unit->params->persona ? unit->params->persona : QN_PERSONA_DEFAULT;
  for (size_t i = 0; i < count; ++i)
    QN_ARGS_PRINTF(args, "-D" QN_CUDA_LIBRARY_PREFIX "%s=%s", macros[i][0] + 2,
                   macros[i][1]);
  QN_ARGS_PRINTF(args, "-D" QN_CUDA_LIBRARY_PREFIX "CUDA_ARCH__=%u",
                 nvidia ? unit->target->row->mach : persona);
  if (unit->target->row->wave_size == 64)
    qn_args_add(args, "-D" QN_CUDA_LIBRARY_PREFIX "WARPS_OF_64__=1");
}

// Defines the macros of the dialect's own compiler, in whatever language clang
// runs, as sources test them.
static void add_dialect(const qn_unit *unit, qn_dialect dialect,
                        qn_args *args) {
  static const char *const hip_macros[][2] = {{"__HIP__", "1"},
                                              {"__HIPCC__", "1"},
                                              {"__HIP_DEVICE_COMPILE__", "1"},
                                              {"__HIP_PLATFORM_AMD__", "1"}};
  static const char *const cuda_macros[][2] = {
#define QN_CUDA_MACRO(name, value) {name, value},
#include "targets/dialect.def"
#undef QN_CUDA_MACRO
  };
  const bool cuda = dialect == QN_DIALECT_CUDA;
  define_all(hip_macros, sizeof(hip_macros) / sizeof(hip_macros[0]), !cuda,
             args);
  define_all(cuda_macros, sizeof(cuda_macros) / sizeof(cuda_macros[0]), cuda,
             args);
  if (!cuda)
    define_for_libraries(unit, cuda_macros,
                         sizeof(cuda_macros) / sizeof(cuda_macros[0]), args);
  QN_ARGS_PRINTF(args, "-D__QUERN_DIALECT_%s__=1", cuda ? "CUDA" : "HIP");
  const unsigned persona = unit->params->persona
                               ? unit->params->persona
                               : (cuda ? QN_PERSONA_DEFAULT : 0);
  if (unit->ops->family == QN_FAMILY_NVIDIA && cuda)
    return; // there clang's own __CUDA_ARCH__ is right
  qn_args_add(args, "-U__CUDA_ARCH__");
  if (persona)
    QN_ARGS_PRINTF(args, "-D__CUDA_ARCH__=%u", persona);
}

static void add_folder(void *user, const char *option, qn_str path) {
  qn_args *args = user;
  const char *copy = qn_arena_copy(args->arena, path).data;
  qn_args_add_pair(args, option, copy);
}

static void add_headers(const job *j, bool wide, qn_args *args) {
  const qn_toolchain *tools = j->unit->tools;
  qn_args_add_pair(args, "-resource-dir", tools->resource_dir);
  qn_args_add(args, "-internal-isystem");
  QN_ARGS_PRINTF(args, "%s/cuda", tools->include);
  qn_args_add_pair(args, "-internal-isystem", tools->include);
  if (!wide) { // headers for 32 bits that the host's C library does not have
    qn_args_add(args, "-internal-isystem");
    QN_ARGS_PRINTF(args, "%s/quern/device/compat32", tools->include);
  }
  for (const char *const *folder = j->cxx; folder && *folder; ++folder)
    qn_args_add_pair(args, "-internal-isystem", *folder);
  qn_args_add(args, "-internal-isystem");
  QN_ARGS_PRINTF(args, "%s/include", tools->resource_dir);
  qn_args_add_pair(args, "-internal-isystem", "/usr/local/include");
  for (const char *const *folder = tools->c_include; folder && *folder;
       ++folder)
    qn_args_add_pair(args, "-internal-externc-isystem", *folder);
  qn_headers_environment(add_folder, args);
}

// Replaces other toolchains' headers, wherever they are found, by ours.
static qn_status add_overlay(qn_unit *unit, qn_args *args, qn_diag *diag) {
  bool made;
  const char *path = qn_unit_path(unit, ".headers.json");
  QN_TRY(qn_headers_overlay(unit->tools->include, args->items,
                            unit->params->dry_run ? NULL : path, &made, diag));
  if (made)
    qn_args_add_pair(args, "-ivfsoverlay", path);
  return qn_ok();
}

// As HIP's units read the headers of CUDA's C++ libraries.
static qn_status add_libraries(const job *j, qn_args *args, qn_diag *diag) {
  qn_unit *unit = j->unit;
  bool made;
  const char *path = qn_unit_path(unit, ".libraries.json");
  if (unit->params->dry_run || j->what == COMPILE_PREPROCESSED ||
      qn_front_end_dialect(unit->params, j->source) != QN_DIALECT_HIP)
    return qn_ok();
  if (!path)
    return qn_fail_memory(diag, "a path");
  QN_TRY(qn_cuda_libraries_overlay(args->items, path, &made, diag));
  if (made)
    qn_args_add_pair(args, "-ivfsoverlay", path);
  return qn_ok();
}

static void add_language(const qn_unit *unit, step what, qn_args *args) {
  static const char *const fixed[] = {
      "-fcuda-is-device", "-fcuda-allow-variadic-functions",
      "-fgnuc-version=4.2.1", "-fcxx-exceptions", "-fexceptions", "-fdeclspec",
      // nvcc takes such functions, deduction guides and a > b > c
      "-Wno-invalid-constexpr", "-Wno-deprecated-attributes",
      "-Wno-error=parentheses", "-fno-threadsafe-statics",
      // nor does nvcc tell objects in memory apart by their types: CUB passes
      // structs between lanes as words
      "-relaxed-aliasing", "-ffp-contract=fast-honor-pragmas"};
  for (size_t i = 0; i < sizeof(fixed) / sizeof(fixed[0]); ++i)
    qn_args_add(args, fixed[i]);
  qn_args_add(args, "-std=c++17");
  QN_ARGS_PRINTF(args, "-O%u", unit->params->opt_level);
  // Names and types of kernel arguments come from debug information; it is
  // removed again after they are read, unless -g asks for it.
  qn_args_add(args, "-debug-info-kind=limited");
  qn_args_add(args, "-dwarf-version=5");
  qn_args_add(args, "-disable-O0-optnone");
  qn_args_add(args, "-disable-llvm-passes");
  qn_args_add(args, what == PREPROCESS   ? "-E"
                    : what == PRECOMPILE ? "-emit-pch"
                                         : "-emit-llvm-bc");
}

// The program's own options; what they include, a preprocessed source has, and
// comes after our headers.
static void add_own(const qn_compile_params *params, step what, qn_args *args) {
  const bool bare = what == COMPILE_PREPROCESSED || what == PRECOMPILE;
  for (const char *const *extra = params->front_end_args; extra && *extra;
       ++extra)
    if (bare && strcmp(*extra, "-include") == 0 && extra[1])
      ++extra;
    else
      qn_args_add(args, *extra);
}

bool qn_front_end_launches(const qn_compile_params *params,
                           const char *source) {
  for (const char *const *word = params->front_end_args; word && *word; ++word)
    if (strcmp(*word, "-fgpu-rdc") == 0)
      return false;
  return qn_source_launches(source, params->front_end_args);
}

// Our headers, before the program's -include options, as nvcc's are.
static void add_prelude(const job *j, qn_args *args) {
  if (j->what == COMPILE_PREPROCESSED)
    return;
  if (!j->precompiled) {
    qn_args_add_pair(args, "-include", "quern/device/prelude.h");
    return;
  }
  qn_args_add_pair(args, "-include-pch", j->precompiled);
}

// Adds all arguments except the overlay, the output and the source.
static void build(const job *j, qn_args *args) {
  const qn_unit *unit = j->unit;
  const qn_compile_params *params = unit->params;
  qn_args_add_pair(args, unit->tools->clang, "-cc1");
  unit->ops->add_front_end_args(unit, args);
  // The host whose headers are read: its type sizes must be the target's.
  const bool wide = unit->target->row->pointer_size == 8;
  qn_args_add_pair(args, "-aux-triple",
                   wide ? "x86_64-pc-linux-gnu" : "riscv32-unknown-linux-gnu");
  qn_args_add(args, "-x");
  QN_ARGS_PRINTF(args, "%s%s", unit->ops->language,
                 j->what == COMPILE_PREPROCESSED ? "-cpp-output"
                 : j->what == PRECOMPILE         ? "-header"
                                                 : "");
  if (strcmp(unit->ops->language, "hip") == 0)
    qn_args_add(args, "-fhip-new-launch-api");
  add_language(unit, j->what, args);
  if (j->late)
    qn_args_add(args, QN_LATE_TEMPLATES);
  if (j->deferred)
    qn_args_add(args, "-fgpu-defer-diag");
  add_dialect(unit, qn_front_end_dialect(params, j->source), args);
  if (j->launches)
    qn_args_add(args, "-fgpu-rdc"); // without it clang has no such launches
  if (j->references)
    qn_args_add(args, "-D__QUERN_TEXTURE_REFERENCES__=1");
  QN_ARGS_PRINTF(args, "-D%s=1", unit->ops->macro);
  if (unit->ops->header)
    QN_ARGS_PRINTF(args, "-D__QUERN_TARGET_HEADER__=\"%s\"", unit->ops->header);
  qn_args_add(args, "-D__QUERN__=1");
  add_prelude(j, args);
  add_own(params, j->what, args);
  add_headers(j, wide, args);
  if (j->dependencies) {
    qn_args_add_pair(args, "-dependency-file", j->dependencies);
    qn_args_add_pair(args, "-MT", "quern");
    qn_args_add(args, "-sys-header-deps");
  }
  if (params->color)
    qn_args_add(args, "-fcolor-diagnostics");
}

// Takes our headers in precompiled form where the cache has them.
// Where debug information is kept they are not used: it would differ a little.
static qn_status find_precompiled(job *of, qn_diag *diag) {
  qn_unit *unit = of->unit;
  const qn_compile_params *params = unit->params;
  if (params->dry_run || params->save_temps || params->debug != QN_DEBUG_NONE ||
      params->emit == QN_EMIT_BITCODE)
    return qn_ok();
  qn_args args = {.arena = &unit->arena};
  const char *path = qn_unit_path(unit, ".pch");
  job j = *of;
  j.what = PRECOMPILE;
  j.dependencies = qn_unit_path(unit, ".pch.d");
  build(&j, &args);
  QN_TRY(add_overlay(unit, &args, diag));
  // Else every compilation instantiates what our headers use.
  qn_args_add(&args, "-fpch-instantiate-templates");
  qn_args_add(&args, "-fno-pch-timestamp"); // the cache compares contents
  QN_ARGS_PRINTF(&args, "%s/" QN_PRECOMPILED_SOURCE, unit->tools->include);
  if (args.failed || !path || !j.dependencies)
    return qn_fail_memory(diag, "a command line");
  const qn_precompiled_params what = {.args = args.items,
                                      .own = params->front_end_args,
                                      .rules = j.dependencies,
                                      .path = path};
  if (qn_precompiled_get(&what))
    of->precompiled = path;
  return qn_ok();
}

// How a source is read: `overlay` has files in changed form.
typedef struct reading {
  const char *overlay; // NULL: as they are
  bool late, deferred; // as in jobs
} reading;

static qn_status run(qn_unit *unit, const char *source, step what, reading how,
                     const char *output, qn_diag *diag) {
  qn_args args = {.arena = &unit->arena};
  const bool wanted =
      unit->params->dependencies && what != COMPILE_PREPROCESSED;
  job j = {.unit = unit,
           .source = source,
           .what = what,
           .dependencies = wanted ? qn_unit_path(unit, ".d") : NULL,
           .launches = qn_front_end_launches(unit->params, source),
           .references = qn_source_has_references(source),
           .late = how.late,
           .deferred = how.deferred};
  QN_TRY(qn_toolchain_cxx_folders(unit->tools, unit->params->front_end_args,
                                  &unit->arena, &j.cxx, diag));
  if (what == COMPILE && !how.late && !how.deferred)
    QN_TRY(find_precompiled(&j, diag));
  build(&j, &args);
  QN_TRY(add_overlay(unit, &args, diag));
  QN_TRY(add_libraries(&j, &args, diag));
  if (how.overlay)
    qn_args_add_pair(&args, "-ivfsoverlay", how.overlay);
  qn_args_add_pair(&args, "-o", output);
  qn_args_add(&args, source);
  return qn_unit_run_tool(unit, &args, diag);
}

// ---- Operands of PTX and of AMD's assembly, for which clang's other targets
// have no letters

static bool lacks_letters(qn_unit *unit, size_t before) {
  const bool other = unit->ops->family != QN_FAMILY_NVIDIA;
  const char *said = qn_buffer_text(&unit->messages) + before;
  const char *error = strstr(said, "put constraint '");
  return other && error && strstr(error, "' in asm");
}

static qn_status rewrite_file(const char *path, qn_diag *diag) {
  qn_file file;
  qn_buffer text = {0};
  QN_TRY(qn_file_open(path, 0, &file, diag));
  qn_constraints_rewrite(qn_span_str(file.bytes), &text);
  qn_file_close(&file);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  return status;
}

// Once more, with the letters changed behind the preprocessor.
static qn_status run_rewritten(qn_unit *unit, const char *source, reading how,
                               const char *output, qn_diag *diag) {
  const char *preprocessed =
      qn_arena_printf(&unit->arena, "%s.ii", output).data;
  if (!preprocessed)
    return qn_fail_memory(diag, "a path");
  QN_TRY(run(unit, source, PREPROCESS, how, preprocessed, diag));
  QN_TRY(rewrite_file(preprocessed, diag));
  return run(unit, preprocessed, COMPILE_PREPROCESSED,
             (reading){.late = how.late, .deferred = how.deferred}, output,
             diag);
}

// ---- Once more and again, as long as what clang refuses can be changed

static bool helps_late(qn_unit *unit, const char *source, size_t before) {
  const char *said = qn_buffer_text(&unit->messages) + before;
  return qn_late_templates_help((qn_str){said, unit->messages.size - before},
                                source);
}

// nvcc does not look into functions of the host when it makes a device's code;
// those that use operators which only the device has, as Eigen's, are refused
// by clang. Not from the start: what is deferred is good where templates try
// it.
static bool helps_deferred(qn_unit *unit, size_t before) {
  const char *said = qn_buffer_text(&unit->messages) + before;
  return strstr(said, "error: use of overloaded operator '") != NULL;
}

static qn_status run_edited(qn_unit *unit, const char *source,
                            const char *output, qn_source_edits *edits,
                            qn_diag *diag) {
  const size_t before = unit->messages.size;
  reading how = {0};
  for (unsigned round = 0;; ++round) {
    bool changed = false;
    qn_diag why = {0};
    how.overlay = edits->overlay;
    qn_status status = run(unit, source, COMPILE, how, output, &why);
    if (qn_failed(status) && round < QN_EDIT_ROUNDS_MAX)
      QN_TRY(qn_source_edits_make(
          edits, qn_str_skip(qn_buffer_str(&unit->messages), before), &changed,
          diag));
    if (changed) {
      unit->messages.size = before;
      continue;
    }
    if (qn_failed(status) && lacks_letters(unit, before)) {
      unit->messages.size = before;
      return run_rewritten(unit, source, how, output, diag);
    }
    if (qn_failed(status) && !how.late && helps_late(unit, source, before)) {
      unit->messages.size = before;
      how.late = true;
      continue;
    }
    if (qn_failed(status) && !how.deferred && helps_deferred(unit, before)) {
      unit->messages.size = before;
      how.deferred = true;
      continue;
    }
    if (diag)
      *diag = why;
    return status;
  }
}

static const char *temporary(void *unit, const char *suffix) {
  return qn_unit_path(unit, suffix);
}

qn_status qn_front_end_run(qn_unit *unit, const char *source,
                           const char *output, qn_diag *diag) {
  qn_source_edits edits = {.arena = &unit->arena,
                           .temporary = temporary,
                           .user = unit,
                           .is_device = true};
  const qn_status status = run_edited(unit, source, output, &edits, diag);
  if (!qn_failed(status))
    qn_buffer_append_str(&unit->messages, qn_buffer_str(&edits.warnings));
  qn_source_edits_finish(&edits);
  if (qn_failed(status) || !unit->params->dependencies || unit->params->dry_run)
    return status;
  qn_file file;
  QN_TRY(qn_file_open(qn_unit_path(unit, ".d"), 0, &file, diag));
  qn_buffer_append(&unit->dependencies, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  return qn_buffer_check(&unit->dependencies, diag);
}

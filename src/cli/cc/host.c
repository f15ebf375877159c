// SPDX-License-Identifier: Apache-2.0
// The host side: clang as compiler and as linker driver.
// Both dialects are compiled as HIP, so that one registration ABI reaches the
// runtime (docs/registration.md); a dialect is a matter of macros.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/process.h"
#include "base/system/rule.h"
#include "cli/cc/cc.h"
#include "package/cache/precompiled.h"
#include "targets/cuda_libraries.h"
#include "targets/device_launch.h"
#include "targets/headers.h"
#include "targets/late_templates.h"
#include "targets/source_edits.h"
#include "targets/references.h"
#include "targets/tool.h"

const char *cc_temp_path(cc_request *r, const char *source,
                         const char *suffix) {
  const qn_str stem = qn_path_stem(qn_str_from(source));
  return qn_arena_printf(r->arena, "%s/%.*s%s",
                         r->save_temps ? r->save_temps : r->temp.path,
                         QN_STR_ARG(stem), suffix)
      .data;
}

// ---- Running

// Whether this is the first line of a message without colours.
static bool is_message(qn_str line) {
  return qn_str_search(line, QN_STR("warning: ")) ||
         qn_str_search(line, QN_STR("error: "));
}

// Prints the device compilers' messages that are not in `host`: most warnings
// are about lines that both sides compile.
static void print_rest(const qn_buffer *device, qn_str host) {
  qn_str rest = qn_buffer_str(device), line;
  bool skip = false;
  while (rest.size && qn_str_split(&rest, '\n', &line)) {
    if (is_message(line)) {
      const size_t prefix =
          line.size && line.data[0] == '[' ? qn_str_find(line, ' ') + 1 : 0;
      const qn_str text = qn_str_skip(line, prefix);
      skip = text.size && qn_str_search(host, text);
    }
    if (!skip && line.size)
      fprintf(stderr, "%.*s\n", QN_STR_ARG(line));
  }
}

static void echo(const qn_buffer *text, FILE *to) {
  if (text->size)
    fwrite(text->data, 1, text->size, to);
}

static void show(const qn_process_result *result,
                 const qn_buffer *device_messages, qn_buffer *out) {
  if (out)
    qn_buffer_append(out, result->out.data, result->out.size);
  else
    echo(&result->out, stdout);
  if (!out || result->exit_code)
    echo(&result->err, stderr);
  if (device_messages)
    print_rest(device_messages, qn_buffer_str(&result->err));
}

static qn_status judge(const qn_process_result *result, qn_diag *diag) {
  if (result->signal)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "clang was ended by signal %d", result->signal);
  if (result->exit_code)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "clang failed with exit status %d", result->exit_code);
  return qn_ok();
}

// Ways in which clang takes what it refuses otherwise.
typedef struct another_way {
  // Kernels' shared variables may have constructors (targets/shared_object.h is
  // the device's side of it).
  bool local;
  bool late; // targets/late_templates.h
  bool bare; // kernels have no bodies
  qn_source_edits *edits;
  bool edited;        // in this round
  unsigned rounds;    // that found one more
  const char *blanks; // overlay of what the host does not read; NULL: none
} another_way;

static bool differs(const another_way *way, const another_way *before) {
  return way->edited || way->local != before->local ||
         way->late != before->late || way->bare != before->bare;
}

// Sets whether there is one more way, after what clang said.
static qn_status find_way(qn_buffer *said, const char *source, another_way *way,
                          bool *out_found, qn_diag *diag) {
  static const char refusal[] =
      "initialization is not supported for __shared__ variables";
  const another_way before = *way;
  if (way->rounds++ == QN_EDIT_ROUNDS_MAX)
    return qn_ok();
  QN_TRY(qn_source_edits_make(way->edits, qn_buffer_str(said), &way->edited,
                              diag));
  if (strstr(qn_buffer_text(said), refusal))
    way->local = true;
  else if (!way->edited && qn_late_templates_help(qn_buffer_str(said), source))
    way->late = true;
  if (!differs(way, &before) && qn_bare_kernels_help(qn_buffer_str(said)))
    way->bare = true;
  *out_found = differs(way, &before);
  return qn_ok();
}

// Runs clang. Its output goes to the same streams of ours; with `out`, standard
// output goes there, and the rest is shown only on failure. With `way`, a
// failure after which there is one more shows nothing, and changes `*way`.
static qn_status run_unless(cc_request *r, const qn_args *args,
                            const qn_buffer *device_messages, qn_buffer *out,
                            const char *source, another_way *way,
                            qn_diag *diag) {
  qn_buffer command = {0};
  if (args->failed)
    return qn_fail_memory(diag, "a command line");
  qn_process_print(args->items, &command);
  qn_buffer_u8(&command, '\n');
  if (r->dry_run)
    (void)qn_cli_print(r->cli, &command);
  else if (r->verbose)
    echo(&command, stderr);
  qn_buffer_finish(&command);
  if (r->dry_run)
    return qn_ok();
  const qn_process_params params = {.args = args->items};
  qn_process_result result = {0};
  qn_status status = qn_process_run(&params, &result, diag);
  if (!qn_failed(status)) {
    bool found = false;
    if (way && result.exit_code)
      status = find_way(&result.err, source, way, &found, diag);
    if (!found && !qn_failed(status)) {
      show(&result, device_messages, out);
      status = judge(&result, diag);
    }
  }
  qn_process_result_finish(&result);
  return status;
}

static qn_status run(cc_request *r, const qn_args *args,
                     const qn_buffer *device_messages, qn_buffer *out,
                     qn_diag *diag) {
  return run_unless(r, args, device_messages, out, NULL, NULL, diag);
}

// ---- Compiling

static void define(qn_args *args, const char *name, const char *value) {
  QN_ARGS_PRINTF(args, "-U%s", name);
  QN_ARGS_PRINTF(args, "-D%s=%s", name, value);
}

static void add_dialect(const cc_request *r, const cc_input *input,
                        qn_args *args) {
  static const char *const hip[] = {"__HIP__", "__HIPCC__"};
  static const char *const cuda[][2] = {
#define QN_CUDA_MACRO(name, value) {name, value},
#include "targets/dialect.def"
#undef QN_CUDA_MACRO
  };
  const bool is_cuda = input->language == CC_CUDA;
  qn_args_add_pair(args, "-x", "hip");
  qn_args_add_pair(args, "--offload-host-only", "--offload-arch=gfx906");
  // Neither those of a ROCm installation, nor clang's own.
  qn_args_add_pair(args, "-nogpuinc", "-nogpulib");
  qn_args_add_pair(args, "--start-no-unused-arguments", "-nohipwrapperinc");
  qn_args_add(args, "--end-no-unused-arguments");
  qn_args_add(args, "-fdeclspec");
  qn_args_add(args, "-Wno-invalid-constexpr");     // nvcc takes such functions
  qn_args_add(args, "-Wno-deprecated-attributes"); // and deduction guides
  qn_args_add(args, "-Wno-error=parentheses");     // and a > b > c
  QN_ARGS_PRINTF(args, "-std=%s", r->standard ? r->standard : "gnu++17");
  QN_ARGS_PRINTF(args, "-D__QUERN_DIALECT_%s__=1", cc_dialect(input));
  if (qn_source_has_references(input->path))
    qn_args_add(args, "-D__QUERN_TEXTURE_REFERENCES__=1");
  qn_args_add_pair(args, "-D__QUERN_TARGET_HOST__=1", "-D__QUERN__=1");
  if (is_cuda) {
    for (size_t i = 0; i < 2; ++i)
      QN_ARGS_PRINTF(args, "-U%s", hip[i]);
    for (size_t i = 0; i < sizeof(cuda) / sizeof(cuda[0]); ++i)
      define(args, cuda[i][0], cuda[i][1]);
    if (r->relocatable)
      define(args, "__CUDACC_RDC__", "1");
  } else {
    define(args, "__HIP_PLATFORM_AMD__", "1");
    for (size_t i = 0; i < sizeof(cuda) / sizeof(cuda[0]); ++i)
      QN_ARGS_PRINTF(args, "-D" QN_CUDA_LIBRARY_PREFIX "%s=%s", cuda[i][0] + 2,
                     cuda[i][1]);
  }
}

static void add_bundle(cc_request *r, const cc_input *input, const char *bundle,
                       qn_args *args) {
  // Clang's default id would depend on the name of our temporary folder.
  QN_ARGS_PRINTF(args, "-cuid=%s", cc_relocatable_id(r, input));
  if (!r->relocatable) {
    if (bundle) {
      qn_args_add_pair(args, "-Xclang", "-fcuda-include-gpubinary");
      qn_args_add_pair(args, "-Xclang", bundle);
    }
    return;
  }
  qn_args_add(args, "-fgpu-rdc");
  if (bundle) {
    qn_args_add(args, "-Xclang");
    QN_ARGS_PRINTF(args, "-fembed-offload-object=%s", bundle);
  }
}

// Where -MD writes: beside the output, as other compilers do.
static void add_rules(cc_request *r, const cc_input *input, const char *output,
                      qn_args *args) {
  if (!r->rules.count)
    return;
  for (size_t i = 0; i < r->rules.count; ++i)
    qn_args_add(args, r->rules.items[i]);
  const char *named = r->output && r->mode != CC_RULES ? r->output : output;
  if (!r->rules_target) {
    const qn_str stem = qn_path_stem(qn_str_from(input->path));
    qn_args_add(args, "-MT");
    if (named && r->mode != CC_LINK)
      qn_args_add(args, named);
    else
      QN_ARGS_PRINTF(args, "%.*s.o", QN_STR_ARG(stem));
  }
  const char *path = r->rules_file;
  if (!path && r->mode != CC_RULES)
    path = qn_rule_path(r->arena, named ? named : input->path);
  if (path)
    qn_args_add_pair(args, "-MF", path);
}

static const char *mode_option(cc_mode mode) {
  switch (mode) {
  case CC_ASSEMBLY:
    return "-S";
  case CC_PREPROCESS:
    return "-E";
  case CC_SYNTAX:
    return "-fsyntax-only";
  case CC_RULES:
    return NULL;
  default:
    return "-c";
  }
}

// Selects the C++ library that device code is compiled with, unless the user
// selects another.
static void add_library(const cc_request *r, qn_args *args) {
  char folder[PATH_MAX];
  for (size_t i = 0; i < r->host.count; ++i)
    if (strncmp(r->host.items[i], "--gcc-", 6) == 0)
      return;
  if (qn_headers_gcc_folder(folder, sizeof(folder)))
    QN_ARGS_PRINTF(args, "--gcc-install-dir=%s", folder);
}

static void start(const cc_request *r, qn_args *args) {
  qn_args_add(args, r->clang);
  add_library(r, args);
  if (r->verbose)
    qn_args_add(args, "-v");
  if (r->color)
    qn_args_add(args, "-fcolor-diagnostics");
}

// Adds our replacements for other toolchains' headers, wherever those are
// found.
static qn_status add_overlay(cc_request *r, const cc_input *input,
                             qn_args *args, qn_diag *diag) {
  bool made;
  const char *ours = qn_arena_printf(r->arena, "%s/include", r->root).data;
  const char *path = cc_temp_path(r, input->path, ".headers.json");
  if (!ours || !path)
    return qn_fail_memory(diag, "a path");
  QN_TRY(qn_headers_overlay(ours, args->items, r->dry_run ? NULL : path, &made,
                            diag));
  if (made)
    qn_args_add_pair(args, "-ivfsoverlay", path);
  return qn_ok();
}

// As HIP's units read the headers of CUDA's C++ libraries.
static qn_status add_cuda_libraries(cc_request *r, const cc_input *input,
                                    qn_args *args, qn_diag *diag) {
  bool made;
  const char *path = cc_temp_path(r, input->path, ".host.libraries.json");
  if (r->dry_run || input->language != CC_HIP)
    return qn_ok();
  if (!path)
    return qn_fail_memory(diag, "a path");
  QN_TRY(qn_cuda_libraries_overlay(args->items, path, &made, diag));
  if (made)
    qn_args_add_pair(args, "-ivfsoverlay", path);
  return qn_ok();
}

static const char *blanked_path(void *user, size_t index, const char *path) {
  qn_source_edits *edits = user;
  char suffix[32];
  snprintf(suffix, sizeof(suffix), "-%zu.txt", index);
  const char *to = edits->temporary(edits->user, suffix);
  const char *copy = qn_arena_copy(edits->arena, qn_str_from(path)).data;
  if (to && copy)
    qn_source_edits_know(edits, copy, to);
  return copy ? to : NULL;
}

// Launches in kernels are no matter of the host's.
static qn_status find_blanks(cc_request *r, const cc_input *input,
                             another_way *way, qn_diag *diag) {
  bool made = false;
  const qn_launch_blanks params = {
      .source = input->path,
      .words = r->host.items,
      .overlay_path = cc_temp_path(r, input->path, ".host.json"),
      .kernels = way->bare,
      .text_path = blanked_path,
      .user = way->edits};
  if (!params.overlay_path)
    return qn_fail_memory(diag, "a path");
  if (r->dry_run)
    return qn_ok();
  QN_TRY(qn_source_overlay(&params, &made, diag));
  way->blanks = made ? params.overlay_path : NULL;
  return qn_ok();
}

static void add_changed(const another_way *way, qn_args *args) {
  if (way->blanks)
    qn_args_add_pair(args, "-ivfsoverlay", way->blanks);
  if (way->edits->overlay)
    qn_args_add_pair(args, "-ivfsoverlay", way->edits->overlay);
}

// What is compiled, and our headers before it.
typedef struct host_job {
  const cc_input *input;
  bool alone;              // our headers, without what the program includes
  const char *precompiled; // them; NULL: they are read
} host_job;

static void add_prelude(const host_job *j, qn_args *args) {
  if (!j->precompiled) {
    qn_args_add_pair(args, "-include", "quern/device/prelude.h");
    return;
  }
  qn_args_add_pair(args, "-Xclang", "-include-pch");
  qn_args_add_pair(args, "-Xclang", j->precompiled);
}

static void add_own(const cc_request *r, const host_job *j, qn_args *args) {
  for (size_t i = 0; i < r->host.count; ++i)
    if (j->alone && i + 1 < r->host.count &&
        strcmp(r->host.items[i], "-include") == 0)
      ++i;
    else
      qn_args_add(args, r->host.items[i]);
  qn_args_add(args, "-isystem");
  QN_ARGS_PRINTF(args, "%s/include/cuda", r->root);
  qn_args_add(args, "-isystem");
  QN_ARGS_PRINTF(args, "%s/include", r->root);
}

static bool is_c(const cc_input *input) {
  const qn_str name = qn_str_from(input->x ? input->x : input->path);
  return qn_str_ends(name, QN_STR(".c")) || qn_str_equal(name, QN_STR("c"));
}

// All but what is embedded, overlays, rules and files.
static void add_options(const cc_request *r, const host_job *j, qn_args *args) {
  const cc_input *input = j->input;
  const bool offloads = input->language != CC_HOST;
  start(r, args);
  if (mode_option(r->mode))
    qn_args_add(args, mode_option(r->mode));
  if (r->host_optimize)
    QN_ARGS_PRINTF(args, "-O%s", r->host_optimize);
  if (r->checks || r->embed_bitcode)
    qn_args_add(args, "-gline-tables-only");
  if (offloads) {
    add_dialect(r, input, args);
    add_prelude(j, args);
  } else if (input->x) {
    qn_args_add_pair(args, "-x", input->x);
  }
  // -std applies by the language of a file, as with other compilers.
  if (!offloads && r->standard && is_c(input) == !strstr(r->standard, "++"))
    QN_ARGS_PRINTF(args, "-std=%s", r->standard);
  add_own(r, j, args);
}

// ---- Our headers in precompiled form

// Not with debug information, which would differ a little.
static bool may_precompile(const cc_request *r, const cc_input *input) {
  if (input->language == CC_HOST || r->dry_run || r->verbose || r->save_temps ||
      (r->mode != CC_LINK && r->mode != CC_OBJECT))
    return false;
  for (size_t i = 0; i < r->host.count; ++i)
    if (strncmp(r->host.items[i], "-g", 2) == 0)
      return false;
  return true;
}

static qn_status find_precompiled(cc_request *r, host_job *j, qn_diag *diag) {
  qn_args args = {.arena = r->arena};
  const host_job alone = {.input = j->input, .alone = true};
  const char *path = cc_temp_path(r, j->input->path, ".host.pch");
  const char *rules = cc_temp_path(r, j->input->path, ".host.pch.d");
  if (!may_precompile(r, j->input))
    return qn_ok();
  add_options(r, &alone, &args);
  qn_args_add_pair(&args, "-Xclang", "-emit-pch");
  // Else every compilation instantiates what our headers use.
  qn_args_add_pair(&args, "-Xclang", "-fpch-instantiate-templates");
  // The cache compares contents.
  qn_args_add_pair(&args, "-Xclang", "-fno-pch-timestamp");
  if (r->relocatable)
    qn_args_add(&args, "-fgpu-rdc");
  QN_TRY(add_overlay(r, j->input, &args, diag));
  qn_args_add_pair(&args, "-MD", "-MT");
  qn_args_add_pair(&args, "quern", "-MF");
  qn_args_add(&args, rules);
  QN_ARGS_PRINTF(&args, "%s/include/" QN_PRECOMPILED_SOURCE, r->root);
  if (args.failed || !path || !rules)
    return qn_fail_memory(diag, "a command line");
  const qn_precompiled_params what = {
      .args = args.items, .own = r->host.items, .rules = rules, .path = path};
  if (qn_precompiled_get(&what))
    j->precompiled = path;
  return qn_ok();
}

// ---- A source

static qn_status compile(cc_request *r, const cc_input *input,
                         const char *bundle, const char *output,
                         another_way *way, const qn_buffer *device_messages,
                         qn_diag *diag) {
  qn_args args = {.arena = r->arena};
  const bool offloads = input->language != CC_HOST;
  host_job j = {.input = input};
  if (!way->local && !way->late) // neither is known to precompiled headers
    QN_TRY(find_precompiled(r, &j, diag));
  add_options(r, &j, &args);
  if (way->local)
    qn_args_add(&args, "-D__QUERN_SHARED_IS_LOCAL__=1");
  if (way->late)
    qn_args_add_pair(&args, QN_LATE_TEMPLATES,
                     "-Wno-delayed-template-parsing-in-cxx20");
  if (offloads && r->mode != CC_PREPROCESS && r->mode != CC_RULES)
    add_bundle(r, input, bundle, &args);
  QN_TRY(add_overlay(r, input, &args, diag));
  QN_TRY(add_cuda_libraries(r, input, &args, diag));
  add_changed(way, &args);
  add_rules(r, input, output, &args);
  if (output && strcmp(output, "-") != 0)
    qn_args_add_pair(&args, "-o", output);
  qn_args_add(&args, input->path);
  return run_unless(r, &args, device_messages, NULL, input->path,
                    offloads ? way : NULL, diag);
}

typedef struct temporary_of {
  cc_request *r;
  const cc_input *input;
} temporary_of;

static const char *temporary(void *user, const char *suffix) {
  const temporary_of *of = user;
  char own[64];
  snprintf(own, sizeof(own), ".host%s", suffix);
  return cc_temp_path(of->r, of->input->path, own);
}

static qn_status compile_in_ways(cc_request *r, const cc_input *input,
                                 const char *bundle, const char *output,
                                 another_way *way,
                                 const qn_buffer *device_messages,
                                 qn_diag *diag) {
  bool again = true;
  if (input->language != CC_HOST)
    QN_TRY(find_blanks(r, input, way, diag));
  while (again) {
    const another_way tried = *way;
    way->edited = false;
    QN_TRY(compile(r, input, bundle, output, way, device_messages, diag));
    again = differs(way, &tried);
    if (way->bare == tried.bare)
      continue;
    // Changes of before are found again, in what is left.
    qn_source_edits_restart(way->edits);
    QN_TRY(find_blanks(r, input, way, diag));
  }
  return qn_ok();
}

qn_status cc_host_compile(cc_request *r, const cc_input *input,
                          const char *bundle, const char *output,
                          const qn_buffer *device_messages, qn_diag *diag) {
  temporary_of of = {r, input};
  qn_source_edits edits = {
      .arena = r->arena, .temporary = temporary, .user = &of};
  another_way way = {.edits = &edits};
  const qn_status status =
      compile_in_ways(r, input, bundle, output, &way, device_messages, diag);
  qn_source_edits_finish(&edits);
  if (qn_failed(status) && input->language == CC_HOST && !is_c(input))
    qn_cli_done(
        r->cli,
        "note: '%s' was compiled for the host alone; if it has kernels, "
        "give its dialect by -x hip or -x cu",
        input->name);
  return status;
}

qn_status cc_host_assemble(cc_request *r, const char *source,
                           const char *output, qn_diag *diag) {
  qn_args args = {.arena = r->arena};
  start(r, &args);
  qn_args_add_pair(&args, "-c", "-o");
  qn_args_add_pair(&args, output, source);
  return run(r, &args, NULL, NULL, diag);
}

qn_status cc_host_query(cc_request *r, qn_diag *diag) {
  qn_args args = {.arena = r->arena};
  start(r, &args);
  qn_args_add(&args, r->query);
  return run(r, &args, NULL, NULL, diag);
}

// ---- Linking

static void add_words(const cc_request *r, qn_args *args) {
  for (size_t i = 0; i < r->word_count; ++i)
    qn_args_add(args, r->words[i].text ? r->words[i].text
                                       : r->inputs[r->words[i].input].object);
}

// libquernhip is beside the folder of our own files. Programs find it by an
// rpath, and depend on it only when they use it.
static qn_status add_runtime(const cc_request *r, qn_args *args,
                             qn_diag *diag) {
  char beside[sizeof(r->root) + 4], folder[PATH_MAX];
  snprintf(beside, sizeof(beside), "%s/..", r->root);
  const qn_str library = qn_arena_printf(r->arena, "%s/libquernhip.so", beside);
  if (!library.data)
    return qn_fail_memory(diag, "a path");
  if (!realpath(beside, folder) || access(library.data, R_OK) != 0) {
    const qn_status status =
        qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                "cannot find the runtime '%s'", library.data);
    qn_diag_hint(diag, "Set QUERN_HOME to the prefix of an installation, or "
                       "link with --no-hip-rt.");
    return status;
  }
  QN_ARGS_PRINTF(args, "-L%s", folder);
  qn_args_add(args, "-Wl,--push-state,--as-needed");
  qn_args_add(args, "-lquernhip");
  qn_args_add(args, "-Wl,--pop-state");
  QN_ARGS_PRINTF(args, "-Wl,-rpath,%s", folder);
  // Build systems link the toolkit's libraries by their files.
  if (r->as != CC_AS_QUERN)
    QN_ARGS_PRINTF(args, "-Wl,-rpath,%s/quern/drop-in", folder);
  return qn_ok();
}

qn_status cc_host_link(cc_request *r, const char *extra, qn_diag *diag) {
  qn_args args = {.arena = r->arena};
  start(r, &args);
  qn_args_add(&args, "--driver-mode=g++");
  if (r->shared)
    qn_args_add(&args, "-shared");
  if (r->partial)
    qn_args_add(&args, "-r");
  qn_args_add_pair(&args, "-o", r->output ? r->output : "a.out");
  add_words(r, &args);
  if (extra)
    qn_args_add(&args, extra);
  if (r->checks) {
    // The runtime finds it, and checks then from the start.
    QN_ARGS_PRINTF(&args, "-Wl,--defsym=quern_check_kinds=%u", r->checks);
    qn_args_add(&args, "-Wl,--export-dynamic-symbol=quern_check_kinds");
  }
  if (!r->no_runtime && !r->partial)
    QN_TRY(add_runtime(r, &args, diag));
  cc_persona_show_link(r);
  return run(r, &args, NULL, NULL, diag);
}

qn_status cc_host_trial(cc_request *r, qn_buffer *out, qn_diag *diag) {
  char linker[PATH_MAX];
  qn_args args = {.arena = r->arena};
  if (!qn_tool_locate(qn_tool_find("lld"), linker, sizeof(linker), NULL,
                      NULL)) {
    const qn_status status =
        qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                "cannot find ld.lld, which lists what is taken from archives");
    qn_diag_hint(diag, "Install Debian's package lld-" QUERN_LLVM_MAJOR
                       ", or set QUERN_LLD.");
    return status;
  }
  start(r, &args);
  qn_args_add(&args, "--driver-mode=g++");
  if (r->shared)
    qn_args_add(&args, "-shared");
  QN_ARGS_PRINTF(&args, "--ld-path=%s", linker);
  qn_args_add(&args, "-Wl,--trace,--unresolved-symbols=ignore-all");
  qn_args_add(&args, "-Wl,--noinhibit-exec"); // hidden symbols still fail
  qn_args_add_pair(&args, "-o", cc_temp_path(r, "trial", ".out"));
  add_words(r, &args);
  return run(r, &args, NULL, out, diag);
}

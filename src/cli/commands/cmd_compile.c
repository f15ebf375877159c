// SPDX-License-Identifier: Apache-2.0
// quern compile: sources to one bundle with an image for every target.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/rule.h"
#include "base/text.h"
#include "cli/commands/compile_explain.h"
#include "cli/core/compiler.h"
#include "cli/hipify/report.h"

enum { TARGETS_MAX = 512, LEVELS_MAX = 8 };
enum { EMIT_BUNDLE, EMIT_IMAGE, EMIT_LLVM, EMIT_ASM };

typedef struct compile_options {
  qn_opt_list targets, level_names;
  qn_target levels[LEVELS_MAX]; // parsed
  size_t level_count;
  const char *output;
  unsigned emit;
  const char *dialect;
  const char *level;  // -O
  unsigned opt_level; // parsed
  bool debug, lines;
  qn_opt_list defines, undefines, includes, system_includes, forced, warnings,
      features;
  const char *standard;
  int64_t persona;
  int64_t ptx_version;
  int64_t jobs;
  unsigned compress;
  const char *save_temps;
  bool dependencies;
  const char *dependency_file;
  bool dry_run;
  bool no_cache;
  bool explain;
} compile_options;

// ---- Front-end options

// Options passed to clang unchanged: the letter or word, then the value.
static const struct {
  size_t offset;
  const char *prefix;
  const char *separate; // the option, if its value is a separate argument
} passed[] = {
    {offsetof(compile_options, defines), "-D", NULL},
    {offsetof(compile_options, undefines), "-U", NULL},
    {offsetof(compile_options, includes), "-I", NULL},
    {offsetof(compile_options, system_includes), NULL, "-isystem"},
    {offsetof(compile_options, forced), NULL, "-include"},
    {offsetof(compile_options, warnings), "-W", NULL},
    {offsetof(compile_options, features), "-f", NULL},
};

static const char **front_end_args(const compile_options *options, bool piped,
                                   qn_arena *arena) {
  size_t count = 4;
  for (size_t i = 0; i < sizeof(passed) / sizeof(passed[0]); ++i) {
    const qn_opt_list *list =
        (const void *)((const char *)options + passed[i].offset);
    count += 2 * list->count;
  }
  const char **args = qn_arena_alloc(arena, count, sizeof(*args));
  size_t at = 0;
  if (args && piped) {
    args[at++] = "-iquote";
    args[at++] = ".";
  }
  for (size_t i = 0; args && i < sizeof(passed) / sizeof(passed[0]); ++i) {
    const qn_opt_list *list =
        (const void *)((const char *)options + passed[i].offset);
    for (size_t k = 0; k < list->count; ++k) {
      if (passed[i].separate)
        args[at++] = passed[i].separate;
      args[at++] = qn_arena_printf(arena, "%s%s",
                                   passed[i].prefix ? passed[i].prefix : "",
                                   list->items[k])
                       .data;
    }
  }
  if (args && options->standard)
    args[at++] = qn_arena_printf(arena, "-std=%s", options->standard).data;
  return args;
}

// ---- Outputs

// "file.cu" becomes "file.hipfb", in the working folder.
static const char *default_output(const char *source, const char *extension,
                                  qn_arena *arena) {
  const qn_str stem = qn_path_stem(qn_str_from(source));
  return qn_arena_printf(arena, "%.*s%s", QN_STR_ARG(stem), extension).data;
}

static qn_status write_bundle(const qn_cli *cli, const compile_options *options,
                              const qn_compile_result *result, const char *path,
                              qn_diag *diag) {
  size_t count = 0;
  qn_buffer bytes = {0};
  qn_buffer size = {0};
  qn_status status =
      qn_cli_make_bundle(result, options->compress == 1, &bytes, &count, diag);
  if (!qn_failed(status))
    status = qn_cli_write(cli, path, qn_buffer_span(&bytes), diag);
  qn_text_size(bytes.size, &size);
  if (!qn_failed(status) && strcmp(path, "-") != 0)
    qn_cli_done(cli, "wrote %s (%zu image%s, %s)", path, count,
                count == 1 ? "" : "s", qn_buffer_text(&size));
  qn_buffer_finish(&size);
  qn_buffer_finish(&bytes);
  return status;
}

static const char *emitted_extension(const compile_options *options,
                                     const qn_target_result *result) {
  if (options->emit == EMIT_LLVM)
    return ".ll";
  if (options->emit == EMIT_ASM)
    return result->target->row->family == QN_FAMILY_NVIDIA ? ".ptx" : ".s";
  return result->extension;
}

// One file per target: the output itself if there is only one, otherwise
// "<stem>.<target><extension>" in the folder that the output names.
static qn_status write_each(const qn_cli *cli, const compile_options *options,
                            const qn_compile_result *result, const char *source,
                            qn_arena *arena, qn_diag *diag) {
  struct stat about;
  const bool single = result->target_count == 1;
  const bool is_folder = options->output &&
                         stat(options->output, &about) == 0 &&
                         S_ISDIR(about.st_mode);
  if (!single && options->output && !is_folder) {
    const qn_status status =
        qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                "'%s' is not a folder, and %zu targets give a file each",
                options->output, result->target_count);
    qn_diag_hint(diag, "Make the folder first, or ask for one target.");
    return status;
  }
  const qn_str stem = qn_path_stem(qn_str_from(source));
  for (size_t i = 0; i < result->target_count; ++i) {
    const qn_target_result *target = &result->targets[i];
    const char *extension = emitted_extension(options, target);
    const char *path =
        single && options->output && !is_folder
            ? options->output
            : qn_arena_printf(arena, "%s%s%.*s.%s%s",
                              is_folder ? options->output : "",
                              is_folder ? "/" : "", QN_STR_ARG(stem),
                              target->target->name, extension)
                  .data;
    QN_TRY(qn_cli_write(cli, path, qn_buffer_span(&target->image), diag));
    if (strcmp(path, "-") != 0)
      qn_cli_done(cli, "wrote %s", path);
  }
  return qn_ok();
}

static qn_status write_dependencies(const compile_options *options,
                                    const qn_compile_result *result,
                                    const char *output, qn_arena *arena,
                                    qn_diag *diag) {
  const char *path = options->dependency_file ? options->dependency_file
                                              : qn_rule_path(arena, output);
  if (!path)
    return qn_fail_memory(diag, "a path");
  return qn_cli_write_rule(result, output, path, diag);
}

// ---- Progress

typedef struct progress {
  const qn_cli *cli;
  struct timespec start;
  bool shown;
} progress;

static void show_progress(void *user, size_t done, size_t count) {
  progress *p = user;
  struct timespec now;
  if (!p->cli->tty_err || p->cli->quiet || getenv("QUERN_NO_PROGRESS"))
    return;
  clock_gettime(CLOCK_MONOTONIC, &now);
  const double elapsed = (double)(now.tv_sec - p->start.tv_sec) +
                         (double)(now.tv_nsec - p->start.tv_nsec) / 1e9;
  if (elapsed < 0.5)
    return;
  fprintf(stderr, "\r\033[Kcompiled %zu of %zu targets", done, count);
  p->shown = true;
  if (done == count)
    fputs("\r\033[K", stderr);
  fflush(stderr);
}

// ---- The command

static qn_dialect dialect_of(const char *name) {
  if (name && strcmp(name, "cuda") == 0)
    return QN_DIALECT_CUDA;
  if (name && strcmp(name, "cu") == 0) // nvcc's word
    return QN_DIALECT_CUDA;
  return name && strcmp(name, "hip") == 0 ? QN_DIALECT_HIP : QN_DIALECT_AUTO;
}

// -g alone preserves everything for a debugger; with a level, what that allows.
static qn_debug debug_of(const compile_options *options) {
  if (options->lines || (options->explain && !options->debug))
    return QN_DEBUG_LINES;
  if (!options->debug)
    return QN_DEBUG_NONE;
  return options->level ? qn_debug_at_level(options->opt_level) : QN_DEBUG_FULL;
}

// False when `text` is not a level.
static bool read_level(const char *text, unsigned *out_level) {
  if (!text) {
    *out_level = 3;
    return true;
  }
  *out_level = (unsigned)(text[0] - '0');
  return text[0] >= '0' && text[0] <= '3' && !text[1];
}

static int finish(const qn_cli *cli, const compile_options *options,
                  const qn_compile_result *result, qn_arena *arena) {
  qn_diag diag = {0};
  const char *source = cli->operands[0];
  if (options->explain && !options->output)
    return qn_cli_explain_kernels(cli, result);
  const char *output = options->output
                           ? options->output
                           : default_output(source, ".hipfb", arena);
  qn_status status =
      options->emit == EMIT_BUNDLE
          ? write_bundle(cli, options, result, output, &diag)
          : write_each(cli, options, result, source, arena, &diag);
  if (!qn_failed(status) && options->dependencies)
    status = write_dependencies(options, result, output, arena, &diag);
  if (qn_failed(status))
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  return options->explain ? qn_cli_explain_kernels(cli, result) : QN_EXIT_OK;
}

// Only bundles are cached: other products are for inspection.
static qn_status run_compiler(const compile_options *options,
                              const qn_compile_params *params,
                              qn_compile_result *result, bool *out_no_compiler,
                              qn_diag *diag) {
  const qn_compiler_api *api;
  if (options->emit == EMIT_BUNDLE && !options->dry_run &&
      !options->save_temps && !options->no_cache && !options->explain)
    return qn_cli_compile(params, result, out_no_compiler, diag);
  const qn_status loaded = qn_cli_load_compiler(&api, diag);
  *out_no_compiler = qn_failed(loaded);
  return qn_failed(loaded) ? loaded : api->compile(params, result, diag);
}

// `sources` are those of the command line, but files.
static int compile(const qn_cli *cli, const compile_options *options,
                   const char *const *sources, const qn_target *targets,
                   size_t count, qn_arena *arena) {
  qn_diag diag = {0};
  bool piped = false;
  progress shown = {.cli = cli};
  clock_gettime(CLOCK_MONOTONIC, &shown.start);
  for (size_t i = 0; i < cli->operand_count; ++i)
    piped = piped || sources[i] != cli->operands[i];
  const qn_compile_params params = {
      .sources = sources,
      .source_count = cli->operand_count,
      .targets = targets,
      .target_count = count,
      .levels = options->levels,
      .level_count = options->level_count,
      .front_end_args = front_end_args(options, piped, arena),
      .dialect = dialect_of(options->dialect),
      .emit = options->emit == EMIT_LLVM  ? QN_EMIT_LLVM
              : options->emit == EMIT_ASM ? QN_EMIT_ASM
                                          : QN_EMIT_IMAGE,
      .opt_level = options->opt_level,
      .debug = debug_of(options),
      .persona = (unsigned)options->persona,
      .ptx_version = (unsigned)options->ptx_version,
      .jobs = (unsigned)options->jobs,
      .save_temps = options->save_temps,
      .dependencies = options->dependencies,
      .dry_run = options->dry_run,
      .explain = options->explain,
      .color = cli->color_err,
      .on_target = show_progress,
      .user = &shown,
  };
  qn_compile_result result = {0};
  bool no_compiler = false;
  const qn_status status =
      run_compiler(options, &params, &result, &no_compiler, &diag);
  if (no_compiler) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    qn_compile_result_finish(&result);
    return QN_EXIT_ENVIRONMENT;
  }
  int code;
  if (options->dry_run && !qn_failed(status)) {
    code = qn_cli_print(cli, &result.commands);
  } else {
    if (cli->verbose && result.commands.size)
      fwrite(result.commands.data, 1, result.commands.size, stderr);
    code = qn_cli_compile_failed(cli, &result, status, &diag);
    if (code == QN_EXIT_OK)
      code = finish(cli, options, &result, arena);
    else
      for (size_t i = 0; i < cli->operand_count; ++i)
        qn_hipify_hint(cli, sources[i]);
  }
  qn_compile_result_finish(&result);
  return code;
}

static qn_status read_targets(const compile_options *options,
                              qn_target *targets, size_t *out_count,
                              qn_diag *diag) {
  *out_count = 0;
  for (size_t i = 0; i < options->targets.count; ++i)
    QN_TRY(qn_target_parse_list(qn_str_from(options->targets.items[i]), targets,
                                TARGETS_MAX, out_count, diag));
  if (!options->targets.count)
    return qn_target_parse_list(QN_STR("native"), targets, TARGETS_MAX,
                                out_count, diag);
  return qn_ok();
}

// Compiles files, and standard input as one.
static int compile_all(const qn_cli *cli, const compile_options *options,
                       const qn_target *targets, size_t count,
                       qn_arena *arena) {
  qn_temp temp = {0};
  qn_diag diag = {0};
  const char **sources =
      qn_arena_alloc(arena, cli->operand_count, sizeof(*sources));
  qn_status status =
      sources ? qn_ok() : qn_fail_memory(&diag, "the names of sources");
  for (size_t i = 0; i < cli->operand_count && !qn_failed(status); ++i) {
    sources[i] = cli->operands[i];
    if (strcmp(sources[i], "-") != 0 || options->dry_run)
      continue;
    status = temp.path[0] ? qn_fail(&diag, QN_E_ARGUMENT, QN_NOWHERE,
                                    "standard input ('-') is given twice")
                          : qn_temp_create(&temp, &diag);
    if (!qn_failed(status))
      status = qn_cli_keep_piped(&temp, arena, &sources[i],
                                 options->dependencies, &diag);
  }
  const int code = qn_failed(status)
                       ? qn_cli_fail(cli, &diag, NULL, (qn_span){0})
                       : compile(cli, options, sources, targets, count, arena);
  qn_temp_finish(&temp);
  return code;
}

// Each must be a level above one of the targets.
static qn_status read_levels(compile_options *options, const qn_target *targets,
                             size_t count, qn_diag *diag) {
  for (size_t i = 0; i < options->level_names.count; ++i)
    QN_TRY(qn_target_parse_list(qn_str_from(options->level_names.items[i]),
                                options->levels, LEVELS_MAX,
                                &options->level_count, diag));
  return qn_cli_check_levels(options->levels, options->level_count, targets,
                             count, diag);
}

static int compile_run(qn_cli *cli, const void *given) {
  compile_options read = *(const compile_options *)given;
  const compile_options *options = &read;
  qn_diag diag = {0};
  qn_arena arena = {0};
  size_t count;
  qn_target *targets = qn_alloc_array(TARGETS_MAX, sizeof(*targets));
  if (!targets) {
    (void)qn_fail_memory(&diag, "the list of targets");
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  }
  int code;
  if (options->dialect && dialect_of(options->dialect) == QN_DIALECT_AUTO)
    code = qn_cli_usage(cli, "-x takes 'cuda' or 'hip', not '%s'",
                        options->dialect);
  else if (!read_level(options->level, &read.opt_level))
    code =
        qn_cli_usage(cli, "option '-O' needs an integer from 0 to 3; got '%s'",
                     options->level);
  else if (qn_failed(read_targets(options, targets, &count, &diag)) ||
           qn_failed(read_levels(&read, targets, count, &diag))) {
    (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
    code = QN_EXIT_USAGE; // an unknown target, or too many
  } else
    code = compile_all(cli, options, targets, count, &arena);
  qn_free(targets);
  qn_arena_finish(&arena);
  return code;
}

#define FIELD(name) offsetof(compile_options, name)

static const qn_opt compile_opts[] = {
    {"target", 't', QN_OPT_LIST, FIELD(targets), "LIST",
     "targets, comma-separated: gfx942, sm_90, x86-64-v3, spirv64, ...\n"
     "Groups such as amd, nvidia, cpu and all stand for their members; "
     "ptx80 is PTX alone for compute capability 8.0; native, the default, is "
     "the CPU of this machine. 'quern targets' lists them.",
     NULL, NULL, NULL, 0, 0, 0},
    {"output", 'o', QN_OPT_STRING, FIELD(output), "FILE",
     "where to write; default <stem>.hipfb", NULL, NULL, NULL, 0, 0, 0},
    {"emit", 0, QN_OPT_CHOICE, FIELD(emit), "KIND",
     "what to write\nimage, llvm and asm write a file for each target.", NULL,
     "bundle", "bundle|image|llvm|asm", 0, 0, 0},
    {"compress", 0, QN_OPT_CHOICE, FIELD(compress), "METHOD",
     "compress the bundle", NULL, "none", "none|zstd", 0, 0, 0},
    {"jobs", 'j', QN_OPT_INT, FIELD(jobs), "N",
     "targets, and parts of them, compiled at a time; 0 is one per CPU", NULL,
     "0", NULL, 0, 1024, 0},
    {"dry-run", 'n', QN_OPT_FLAG, FIELD(dry_run), NULL,
     "print the commands and run none of them", NULL, NULL, NULL, 0, 0, 0},
    {"no-cache", 0, QN_OPT_FLAG, FIELD(no_cache), NULL,
     "neither look in the cache nor put anything there", NULL, NULL, NULL, 0, 0,
     0},
    {"explain", 0, QN_OPT_FLAG, FIELD(explain), NULL,
     "print how each kernel runs on a CPU, why, and what costs\n"
     "In packets of how many work-items, or why not; what is gathered, masked "
     "and kept across barriers, with lines, and what to change. Nothing is "
     "written but with -o, and then with line numbers.",
     NULL, NULL, NULL, 0, 0, 0},
    {"save-temps", 0, QN_OPT_STRING, FIELD(save_temps), "DIR",
     "keep the intermediate files in this folder", NULL, NULL, NULL, 0, 0, 0},
    {"MD", 0, QN_OPT_FLAG, FIELD(dependencies), NULL,
     "write the headers read as a make rule, <output>.d", NULL, NULL, NULL, 0,
     0, QN_OPT_ONE_DASH},
    {"MF", 0, QN_OPT_STRING, FIELD(dependency_file), "FILE", "where -MD writes",
     NULL, NULL, NULL, 0, 0, QN_OPT_ONE_DASH},
    {"levels", 0, QN_OPT_LIST, FIELD(level_names), "LIST",
     "code for these better CPUs, too, in the images of others\n"
     "As in -t x86-64 --levels x86-64-v3,x86-64-v4: one image, of which each "
     "machine takes the best that it runs.",
     "Code", NULL, NULL, 0, 0, 0},
    {NULL, 'O', QN_OPT_STRING, FIELD(level), "LEVEL",
     "optimisation level, 0 to 3; 3 unless given", "Code", NULL, NULL, 0, 0, 0},
    {NULL, 'g', QN_OPT_FLAG, FIELD(debug), NULL,
     "keep debug information in the images\n"
     "CPUs then run one work-item at a time, but not with -O3 given as well.",
     "Code", NULL, NULL, 0, 0, 0},
    {"lineinfo", 0, QN_OPT_FLAG, FIELD(lines), NULL,
     "keep line numbers in the images, of code as fast as without", "Code",
     NULL, NULL, 0, 0, QN_OPT_ONE_DASH},
    {"persona", 0, QN_OPT_INT, FIELD(persona), "N",
     "value of __CUDA_ARCH__ off NVIDIA; 0 is 890 for CUDA sources, none for "
     "HIP",
     "Code", "0", NULL, 0, 9999, 0},
    {"ptx-version", 0, QN_OPT_INT, FIELD(ptx_version), "N",
     "least PTX version, 80 for 8.0; 0 is what the target needs", "Code", "0",
     NULL, 0, 999, 0},
    {NULL, 'x', QN_OPT_STRING, FIELD(dialect), "DIALECT",
     "cuda or hip, whatever the files are called", "Sources", NULL, NULL, 0, 0,
     0},
    {"std", 0, QN_OPT_STRING, FIELD(standard), "STANDARD",
     "language standard; c++17 unless given", "Sources", NULL, NULL, 0, 0,
     QN_OPT_ONE_DASH},
    {NULL, 'D', QN_OPT_LIST, FIELD(defines), "NAME[=VALUE]", "define a macro",
     "Sources", NULL, NULL, 0, 0, 0},
    {NULL, 'U', QN_OPT_LIST, FIELD(undefines), "NAME", "undefine a macro",
     "Sources", NULL, NULL, 0, 0, 0},
    {NULL, 'I', QN_OPT_LIST, FIELD(includes), "DIR", "search headers here",
     "Sources", NULL, NULL, 0, 0, 0},
    {"isystem", 0, QN_OPT_LIST, FIELD(system_includes), "DIR",
     "search headers here, without their warnings", "Sources", NULL, NULL, 0, 0,
     QN_OPT_ONE_DASH},
    {"include", 0, QN_OPT_LIST, FIELD(forced), "FILE",
     "include a file before the source", "Sources", NULL, NULL, 0, 0,
     QN_OPT_ONE_DASH},
    {NULL, 'W', QN_OPT_LIST, FIELD(warnings), "WARNING",
     "warnings, as clang takes them", "Sources", NULL, NULL, 0, 0, 0},
    {NULL, 'f', QN_OPT_LIST, FIELD(features), "FEATURE",
     "language features, as 'clang -cc1' takes them", "Sources", NULL, NULL, 0,
     0, 0},
    {0},
};

const qn_command qn_command_compile = {
    .name = "compile",
    .group = "make",
    .summary = "compile CUDA or HIP kernels for many targets into one bundle",
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT_MAX,
    .examples =
        "quern compile saxpy.cu                           # for this CPU\n"
        "quern compile saxpy.cu -t gfx942,sm_90,x86-64-v3 # one bundle\n"
        "quern compile k.hip -t amd,nvidia -o k.hipfb     # whole groups\n"
        "quern compile k.cu -t sm_90 --emit asm -o -      # PTX to the screen\n"
        "quern compile k.cu -t gfx942 -n                  # only the commands\n"
        "quern compile k.cu -t x86-64-v3 --explain        # how it runs",
    .description =
        "Compiles sources in the CUDA or HIP dialect, as they are and with no "
        "vendor's SDK, for every target asked for, and writes one offload "
        "bundle. Several sources are linked into one image per target. Each "
        "image carries an exact description of its kernels.\n\n"
        "Messages of the compilers come with file, line and caret; what all "
        "targets say is said once, the rest is prefixed with the targets.",
    .formats = 1 << QN_OUT_JSON | 1 << QN_OUT_JSONL,
    .opts = compile_opts,
    .opts_size = sizeof(compile_options),
    .run = compile_run,
};

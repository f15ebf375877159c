// SPDX-License-Identifier: Apache-2.0
// quern pregen: generates a folder of kernels from a configuration.
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/install.h"
#include "cli/core/command.h"
#include "cli/core/compiler.h"
#include "pregen/engine.h"
#include "pregen/generate.h"
#include "pregen/model.h"
#include "pregen/plan.h"

enum { PLAN_NONE, PLAN_NINJA, PLAN_JSON };
enum { ENGINE_LOCAL, ENGINE_NINJA, ENGINE_SLURM };
enum { FAILED_SHOWN = 10 };

typedef struct options {
  const char *config;
  const char *model;
  const char *output;
  const char *kernels;
  const char *filter;
  const char *arch;
  int64_t jobs;
  int64_t memory;
  bool dry_run, force, no_cache, images, manifest_only;
  unsigned plan, engine;
  const char *rule;      // file
  const char *rule_name; // its target; NULL: the manifest
  qn_opt_list engine_args;
} options;

typedef struct session {
  const qn_cli *cli;
  const options *chosen;
  struct timespec start;
  bool shown; // a progress line is visible
  bool reported;
  qn_map files;                              // that were read, for the rule
  qn_arena arena;                            // their names, and messages
  const qn_pregen_job *failed[FAILED_SHOWN]; // the first ones
  size_t failed_count;                       // of all
  qn_map messages;                           // of compilers, that were printed
  size_t repeated; // kernels whose messages were printed for others before
} session;

// ---- Progress

static double elapsed(const session *s) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)(now.tv_sec - s->start.tv_sec) +
         (double)(now.tv_nsec - s->start.tv_nsec) / 1e9;
}

static void hide_progress(session *s) {
  if (s->shown)
    fputs("\r\033[K", stderr);
  s->shown = false;
}

static void show_progress(void *user, size_t done, size_t count) {
  session *s = user;
  if (!s->cli->tty_err || s->cli->quiet || getenv("QUERN_NO_PROGRESS") ||
      elapsed(s) < 0.5)
    return;
  hide_progress(s);
  if (done < count) {
    fprintf(stderr, "generated %zu of %zu kernels", done, count);
    s->shown = true;
  }
  fflush(stderr);
}

static void note_files(session *s, qn_str files) {
  for (size_t at = 0; at < files.size;) {
    const qn_str path = qn_str_from(files.data + at);
    at += path.size + 1;
    if (qn_map_find_str(&s->files, path))
      continue;
    const qn_str copy = qn_arena_copy(&s->arena, path);
    if (copy.data)
      qn_ignore(qn_map_put_str(&s->files, copy, 1, NULL),
                "without memory the list is shorter");
  }
}

static int compare_entries(const void *a, const void *b) {
  const qn_map_entry *x = a, *y = b;
  return strcmp(x->text, y->text);
}

// Writes the rule with the manifest's dependencies.
static int write_rule(session *s) {
  const char *folder = s->chosen->output;
  qn_buffer files = {0};
  qn_diag diag = {0};
  const char *output =
      s->chosen->rule_name
          ? s->chosen->rule_name
          : qn_arena_printf(&s->arena, "%s/" QN_MANIFEST_FILE, folder).data;
  if (s->files.count)
    qsort(s->files.entries, s->files.count, sizeof(*s->files.entries),
          compare_entries);
  for (size_t i = 0; i < s->files.count; ++i)
    qn_buffer_append(&files, s->files.entries[i].text,
                     strlen(s->files.entries[i].text) + 1);
  qn_status status = qn_buffer_check(&files, &diag);
  if (!qn_failed(status) && output)
    status = qn_cli_write_files(qn_buffer_str(&files), output, s->chosen->rule,
                                &diag);
  qn_buffer_finish(&files);
  return qn_failed(status) ? qn_cli_fail(s->cli, &diag, NULL, (qn_span){0})
                           : QN_EXIT_OK;
}

static void note_failed(session *s, const qn_pregen_job *job) {
  if (s->failed_count < FAILED_SHOWN)
    s->failed[s->failed_count] = job;
  ++s->failed_count;
}

// What a compiler says of one kernel it may say of thousands.
static void print_messages(session *s, qn_str text) {
  if (!text.size)
    return;
  if (!s->cli->verbose && qn_map_find_str(&s->messages, text)) {
    ++s->repeated;
    return;
  }
  hide_progress(s);
  fwrite(text.data, 1, text.size, stderr);
  const qn_str copy = qn_arena_copy(&s->arena, text);
  if (copy.data)
    qn_ignore(qn_map_put_str(&s->messages, copy, 1, NULL),
              "without memory they are printed again");
}

static void report_job(void *user, const qn_pregen_job *job,
                       const qn_made *made, const qn_diag *failed) {
  session *s = user;
  const bool verbose = s->cli->verbose;
  note_files(s, qn_buffer_str(&made->object.files));
  if (failed || verbose)
    hide_progress(s);
  if (verbose && made->commands.size)
    fwrite(made->commands.data, 1, made->commands.size, stderr);
  print_messages(s, qn_buffer_str(&made->object.messages));
  if (failed) {
    qn_diag diag = *failed;
    qn_diag_context(&diag, "generating '%s' for '%s'", job->kernel->name,
                    job->arch);
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    note_failed(s, job);
  } else {
    qn_cli_verbose(s->cli, "%s %s/%s",
                   made->commands.size ? "generated" : "cached   ", job->arch,
                   job->kernel->name);
  }
}

static void report(void *user, qn_severity severity, const qn_diag *diag,
                   const char *path, qn_span input) {
  session *s = user;
  s->reported = true;
  qn_cli_print_diag(s->cli, severity, diag, path, input);
}

// ---- Doing it

// Where kernels came from.
static void print_origins(const session *s, const qn_generate_result *result) {
  const unsigned seconds = (unsigned)elapsed(s);
  const size_t made = result->done - result->hits;
  char time[40];
  if (seconds < 60)
    snprintf(time, sizeof(time), "%.1f s", elapsed(s));
  else
    snprintf(time, sizeof(time), "%u min %u s", seconds / 60, seconds % 60);
  if (result->hits)
    qn_cli_done(s->cli, "%zu from the cache, %zu compiled, in %s", result->hits,
                made, time);
  else if (made)
    qn_cli_done(s->cli, "%zu compiled in %s", made, time);
  if (s->repeated)
    qn_cli_done(s->cli, "of %zu more the compiler says what it says above",
                s->repeated);
}

// Messages may be thousands of lines back.
static void print_failed(const session *s) {
  if (!s->failed_count)
    return;
  qn_cli_done(s->cli, "%zu failed:", s->failed_count);
  for (size_t i = 0; i < s->failed_count && i < FAILED_SHOWN; ++i)
    qn_cli_done(s->cli, "  %s/%s", s->failed[i]->arch,
                s->failed[i]->kernel->name);
  if (s->failed_count > FAILED_SHOWN)
    qn_cli_done(s->cli, "  and %zu more", s->failed_count - FAILED_SHOWN);
}

static int finish(const session *s, const qn_generate_result *result,
                  bool here) {
  qn_cli_done(s->cli, "Generated %zu/%zu kernel(s) successfully", result->done,
              result->count);
  if (here)
    print_origins(s, result);
  print_failed(s);
  if (result->done == result->count)
    return QN_EXIT_OK;
  return result->environment ? QN_EXIT_ENVIRONMENT : QN_EXIT_FAILED;
}

static int generate(session *s, const qn_pregen_plan *plan) {
  const options *o = s->chosen;
  qn_diag diag = {0};
  qn_generate_result result = {0};
  const qn_generate_params params = {
      .plan = plan,
      .output = o->output,
      .jobs = (unsigned)o->jobs,
      .memory = (uint64_t)o->memory << 20,
      .force = o->force,
      .no_cache = o->no_cache,
      .images = o->images,
      .want_files = o->rule != NULL,
      .load = qn_cli_load_compiler,
      .on_job = report_job,
      .on_progress = show_progress,
      .user = s,
  };
  const qn_status status = qn_generate(&params, &result, &diag);
  hide_progress(s);
  int code = finish(s, &result, true);
  if (code == QN_EXIT_OK && o->rule)
    code = write_rule(s);
  return qn_failed(status) ? qn_cli_fail(s->cli, &diag, NULL, (qn_span){0})
                           : code;
}

// Adds what other processes generated to the manifest.
static int adopt(session *s, const qn_pregen_plan *plan) {
  qn_output output = {.folder = s->chosen->output};
  qn_generate_result result = {0};
  qn_diag diag = {0};
  for (size_t i = 0; i < plan->count; ++i) {
    qn_diag missing = {0};
    if (!plan->jobs[i].wanted)
      continue;
    ++result.count;
    if (!qn_failed(qn_output_adopt(&output, &plan->jobs[i], &missing))) {
      ++result.done;
      continue;
    }
    (void)qn_cli_fail(s->cli, &missing, NULL, (qn_span){0});
    note_failed(s, &plan->jobs[i]);
  }
  const qn_status status = qn_output_finish(&output, &diag);
  qn_output_destroy(&output);
  const int code = finish(s, &result, false);
  return qn_failed(status) ? qn_cli_fail(s->cli, &diag, NULL, (qn_span){0})
                           : code;
}

static const char *own_path(char *path, size_t capacity) {
  return qn_prefix_find("bin/quern", path, capacity) ? path : "quern";
}

static int plan_out(session *s, const qn_plan_params *params) {
  qn_diag diag = {0};
  if (s->chosen->plan == PLAN_NINJA) {
    qn_buffer text = {0};
    const qn_status status = qn_plan_ninja(params, &text, &diag);
    const int code = qn_failed(status)
                         ? qn_cli_fail(s->cli, &diag, NULL, (qn_span){0})
                         : qn_cli_print(s->cli, &text);
    qn_buffer_finish(&text);
    return code;
  }
  qn_cli json = *s->cli;
  if (s->chosen->plan == PLAN_JSON)
    json.format = QN_OUT_JSON;
  qn_out *o = qn_cli_out(&json);
  qn_plan_write(params, o);
  return qn_cli_out_end(&json, &o, QN_EXIT_OK);
}

static int with_engine(session *s, const qn_plan_params *params) {
  qn_diag diag = {0};
  qn_engine_result result = {0};
  const qn_engine_params engine = {
      .plan = params,
      .kind =
          s->chosen->engine == ENGINE_NINJA ? QN_ENGINE_NINJA : QN_ENGINE_SLURM,
      .jobs = (unsigned)s->chosen->jobs,
      .args = s->chosen->engine_args.items,
      .arg_count = s->chosen->engine_args.count,
      .verbose = s->cli->verbose != 0,
  };
  const qn_status status = qn_engine_run(&engine, &result, &diag);
  fwrite(result.messages.data, 1, result.messages.size, stderr);
  qn_buffer_finish(&result.messages);
  if (qn_failed(status)) {
    (void)qn_cli_fail(s->cli, &diag, NULL, (qn_span){0});
    return status.code == QN_E_NOT_FOUND ? QN_EXIT_ENVIRONMENT : QN_EXIT_FAILED;
  }
  const int code = adopt(s, params->plan);
  return result.failed && code == QN_EXIT_OK ? QN_EXIT_FAILED : code;
}

static int carry_out(session *s, const qn_pregen_options *read,
                     const qn_pregen_plan *plan) {
  const options *o = s->chosen;
  char tool[PATH_MAX];
  const qn_plan_params params = {.plan = plan,
                                 .tool = own_path(tool, sizeof(tool)),
                                 .output = o->output,
                                 .options = read};
  if (o->dry_run || o->plan != PLAN_NONE)
    return plan_out(s, &params);
  if (o->manifest_only)
    return adopt(s, plan);
  return o->engine == ENGINE_LOCAL ? generate(s, plan)
                                   : with_engine(s, &params);
}

static size_t count_wanted(const qn_pregen_plan *plan) {
  size_t count = 0;
  for (size_t i = 0; i < plan->count; ++i)
    count += plan->jobs[i].wanted;
  return count;
}

// What the configuration's reader would report for each of its kernels.
static bool are_archs(const char *list, qn_diag *diag) {
  enum { TARGETS_MAX = 1024 };
  qn_target *targets = qn_alloc(TARGETS_MAX * sizeof(*targets));
  size_t count = 0;
  const bool good =
      !list || strcmp(list, "aie2") == 0 || strcmp(list, "aie2p") == 0 ||
      (targets && !qn_failed(qn_target_parse_list(qn_str_from(list), targets,
                                                  TARGETS_MAX, &count, diag)));
  qn_free(targets);
  return good;
}

// Prints the configuration for a model.
static int print_model(const qn_cli *cli, const options *o) {
  qn_diag diag = {0};
  qn_buffer config = {0}, notes = {0};
  qn_str rest, line;
  const qn_status status = qn_pregen_model(
      o->model, o->arch ? o->arch : "native", &config, &notes, &diag);
  int code = qn_failed(status) ? qn_cli_fail(cli, &diag, o->model, (qn_span){0})
                               : QN_EXIT_OK;
  rest = qn_buffer_str(&notes);
  while (code == QN_EXIT_OK && rest.size && qn_str_split(&rest, '\n', &line))
    if (line.size)
      qn_cli_done(cli, "note: %.*s", QN_STR_ARG(line));
  if (code == QN_EXIT_OK)
    code = qn_cli_print(cli, &config);
  qn_buffer_finish(&config);
  qn_buffer_finish(&notes);
  return code;
}

static int pregen_run(qn_cli *cli, const void *given) {
  const options *o = given;
  session s = {.cli = cli, .chosen = o};
  qn_diag diag = {0};
  qn_pregen_plan plan;
  if (o->model && (o->config || o->output))
    return qn_cli_usage(cli, "--model prints a configuration, which --config "
                             "and --output-dir are for");
  if (!are_archs(o->arch, &diag))
    return qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  if (o->model)
    return print_model(cli, o);
  if (!o->config)
    return qn_cli_usage(cli, "--config is missing");
  if (!o->output)
    return qn_cli_usage(cli, "--output-dir is missing");
  clock_gettime(CLOCK_MONOTONIC, &s.start);
  const qn_pregen_options read = {.config = o->config,
                                  .kernels_dir = o->kernels,
                                  .filter = o->filter,
                                  .arch = o->arch};
  int code;
  if (qn_failed(qn_pregen_read(&read, report, &s, &plan, &diag))) {
    // Every error was reported with its place.
    code = s.reported ? QN_EXIT_FAILED
                      : qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  } else if (o->filter && !count_wanted(&plan)) {
    qn_ignore(qn_fail(&diag, QN_E_NOT_FOUND, QN_NOWHERE,
                      "no kernel matches '%s'", o->filter),
              "it is in the diag");
    code = qn_cli_fail(cli, &diag, NULL, (qn_span){0});
  } else {
    code = carry_out(&s, &read, &plan);
  }
  qn_pregen_plan_finish(&plan);
  qn_map_finish(&s.files);
  qn_map_finish(&s.messages);
  qn_arena_finish(&s.arena);
  return code;
}

#define FIELD(name) offsetof(options, name)

static const qn_opt opts[] = {
    {"config", 0, QN_OPT_STRING, FIELD(config), "FILE",
     "the kernels to generate, in JSON", NULL, NULL, NULL, 0, 0, 0},
    {"output-dir", 0, QN_OPT_STRING, FIELD(output), "DIR",
     "where to write ARCH/NAME.hipfb and the manifest", NULL, NULL, NULL, 0, 0,
     0},
    {"model", 0, QN_OPT_STRING, FIELD(model), "FILE",
     "print the configuration of the kernels with which the back end for ggml "
     "runs this GGUF file",
     NULL, NULL, NULL, 0, 0, 0},
    {"kernels-dir", 0, QN_OPT_STRING, FIELD(kernels), "DIR",
     "where to look for sources before the configuration's folder and the "
     "installed kernels",
     NULL, NULL, NULL, 0, 0, 0},
    {"jobs", 'j', QN_OPT_INT, FIELD(jobs), "N",
     "kernels at a time; 0 is one per CPU, and what make's jobserver lets",
     NULL, "0", NULL, 0, 1024, 0},
    {"memory", 0, QN_OPT_INT, FIELD(memory), "MB",
     "memory for all jobs together; 0 is three quarters of what is free", NULL,
     "0", NULL, 0, 1 << 30, 0},
    {"arch", 0, QN_OPT_STRING, FIELD(arch), "LIST",
     "for these targets or groups instead of what the configuration says", NULL,
     NULL, NULL, 0, 0, 0},
    {"filter", 0, QN_OPT_STRING, FIELD(filter), "PATTERN",
     "only kernels whose name, exported name or ARCH/NAME matches", NULL, NULL,
     NULL, 0, 0, 0},
    {"force", 0, QN_OPT_FLAG, FIELD(force), NULL,
     "generate also what the cache has", NULL, NULL, NULL, 0, 0, 0},
    {"no-cache", 0, QN_OPT_FLAG, FIELD(no_cache), NULL,
     "neither look in the cache nor put anything there", NULL, NULL, NULL, 0, 0,
     0},
    {"images", 0, QN_OPT_FLAG, FIELD(images), NULL,
     "write the plain image beside each bundle, too", NULL, NULL, NULL, 0, 0,
     0},
    {"MF", 0, QN_OPT_STRING, FIELD(rule), "FILE",
     "write what was read as a make rule for the manifest; not with --engine",
     NULL, NULL, NULL, 0, 0, QN_OPT_ONE_DASH},
    {"MT", 0, QN_OPT_STRING, FIELD(rule_name), "NAME",
     "what the rule of -MF is for, instead of the manifest", NULL, NULL, NULL,
     0, 0, QN_OPT_ONE_DASH},
    {"dry-run", 'n', QN_OPT_FLAG, FIELD(dry_run), NULL,
     "check the configuration and list its kernels; needs no compiler", NULL,
     NULL, NULL, 0, 0, 0},
    {"plan", 0, QN_OPT_CHOICE, FIELD(plan), "FORM",
     "write the plan to standard output instead of carrying it out", "Scale",
     "none", "none|ninja|json", 0, 0, 0},
    {"engine", 0, QN_OPT_CHOICE, FIELD(engine), "ENGINE",
     "who carries the plan out\nninja runs it by Ninja. slurm submits an array "
     "job and waits for it: the output folder, the sources and Quern must be "
     "at the same paths on all nodes, and so should the cache (QUERN_CACHE).",
     "Scale", "local", "local|ninja|slurm", 0, 0, 0},
    {"engine-arg", 0, QN_OPT_LIST, FIELD(engine_args), "WORD",
     "handed to ninja or sbatch, as in --engine-arg=--partition=gpu", "Scale",
     NULL, NULL, 0, 0, 0},
    {"manifest-only", 0, QN_OPT_FLAG, FIELD(manifest_only), NULL,
     "only write the manifest for kernels that are there", "Scale", NULL, NULL,
     0, 0, 0},
    {0},
};

const qn_command qn_command_pregen = {
    .name = "pregen",
    .group = "make",
    .summary = "generate all kernels of a configuration ahead of time",
    .operands = "",
    .examples =
        "quern pregen --config k.json --output-dir kernels    # all of them\n"
        "quern pregen --config k.json --output-dir kernels -n # only check\n"
        "quern pregen --config k.json --output-dir kernels --filter "
        "'gfx942/*'\n"
        "quern pregen --model m.gguf --arch native,sm_90 > k.json\n"
        "quern pregen --config k.json --output-dir k --plan ninja > "
        "build.ninja",
    .description =
        "Reads a configuration in the form of ggml-hsa's kernel generator, "
        "with several architectures for a kernel, sources of your own and "
        "included files besides (docs/pregen.md), and writes a bundle for "
        "each kernel and architecture, with a manifest by which 'quern "
        "kernels' and programs find them.\n\n"
        "Kernels that the cache has are taken from it, so a run that was "
        "killed goes on where it stopped, and several at a time share the "
        "work. A kernel that fails does not keep the others back.",
    .opts = opts,
    .opts_size = sizeof(options),
    .formats = 1u << QN_OUT_JSON | 1u << QN_OUT_JSONL,
    .programs = "ggml-hsa-gen-kernels",
    .run = pregen_run,
};

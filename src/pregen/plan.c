// SPDX-License-Identifier: Apache-2.0
#include "pregen/plan.h"

#include "base/map.h"
#include "base/system/process.h"
#include "package/store/manifest.h"

typedef struct command {
  qn_arena *arena;
  const char **words;
  size_t count, capacity;
  bool failed;
} command;

static void add(command *c, const char *word) {
  const char **words =
      qn_arena_grow(c->arena, c->words, c->count, &c->capacity, sizeof(*words));
  if (!words || (c->count && !c->words[c->count - 1]))
    c->failed = true;
  if (!words)
    return;
  c->words = words;
  words[c->count++] = word;
}

static const char *const *finish(command *c) {
  add(c, NULL);
  return c->failed ? NULL : c->words;
}

static const char *output_of(const qn_plan_params *params,
                             const qn_pregen_job *job, const char *suffix,
                             qn_arena *arena) {
  return qn_arena_printf(arena, "%s/%s/%s%s", params->output, job->arch,
                         job->kernel->name, suffix)
      .data;
}

// The options that selected the configuration, for a command that reads it
// again.
static void add_config(const qn_plan_params *params, command *c) {
  add(c, params->tool);
  add(c, "pregen");
  add(c, "--config");
  add(c, params->options->config);
  add(c, "--output-dir");
  add(c, params->output);
  if (params->options->kernels_dir) {
    add(c, "--kernels-dir");
    add(c, params->options->kernels_dir);
  }
  if (params->options->arch) {
    add(c, "--arch");
    add(c, params->options->arch);
  }
}

static const char *const *npu_command(const qn_plan_params *params,
                                      const qn_pregen_job *job,
                                      qn_arena *arena) {
  command c = {.arena = arena};
  add_config(params, &c);
  add(&c, "--filter");
  add(&c, qn_arena_printf(arena, "%s/%s", job->arch, job->kernel->name).data);
  return finish(&c);
}

const char *const *qn_plan_command(const qn_plan_params *params,
                                   const qn_pregen_job *job, qn_arena *arena) {
  const qn_pregen_kernel *k = job->kernel;
  command c = {.arena = arena};
  if (job->npu)
    return npu_command(params, job, arena);
  add(&c, params->tool);
  add(&c, "compile");
  add(&c, "-q");
  add(&c, "--target");
  add(&c, job->target.name);
  add(&c, "--compress");
  add(&c, "zstd");
  add(&c, qn_arena_printf(arena, "-O%u", k->opt_level).data);
  if (k->debug)
    add(&c, "-g");
  for (const char *const *arg = k->args; *arg; ++arg)
    add(&c, *arg);
  add(&c, "-MD");
  add(&c, "-MF");
  add(&c, output_of(params, job, ".d", arena));
  add(&c, "-o");
  add(&c, output_of(params, job, ".hipfb", arena));
  for (const char *const *path = k->paths; *path; ++path)
    add(&c, *path);
  return finish(&c);
}

const char *const *qn_plan_last_command(const qn_plan_params *params,
                                        qn_arena *arena) {
  command c = {.arena = arena};
  add_config(params, &c);
  add(&c, "-q");
  add(&c, "--manifest-only");
  return finish(&c);
}

// ---- Ninja

// A path in a list of files, as Ninja reads it.
static void put_path(qn_buffer *out, const char *path) {
  for (; path && *path; ++path) {
    if (*path == ' ' || *path == ':' || *path == '$')
      qn_buffer_u8(out, '$');
    qn_buffer_u8(out, (uint8_t)*path);
  }
}

// A shell command, as Ninja reads it.
static void put_command(qn_buffer *out, const char *const *words) {
  qn_buffer text = {0};
  qn_process_print(words, &text);
  for (size_t i = 0; i < text.size; ++i) {
    if (text.data[i] == '$')
      qn_buffer_u8(out, '$');
    qn_buffer_u8(out, text.data[i]);
  }
  out->failed |= text.failed;
  qn_buffer_finish(&text);
}

static void put_job(const qn_plan_params *params, const qn_pregen_job *job,
                    qn_arena *arena, qn_buffer *out) {
  const char *const *words = qn_plan_command(params, job, arena);
  if (!words) {
    out->failed = true;
    return;
  }
  qn_buffer_append_str(out, QN_STR("build "));
  put_path(out, output_of(params, job, job->npu ? ".pdi" : ".hipfb", arena));
  qn_buffer_append_str(out, QN_STR(": kernel"));
  for (const char *const *path = job->kernel->paths; *path; ++path) {
    qn_buffer_u8(out, ' ');
    put_path(out, *path);
  }
  qn_buffer_append_str(out, QN_STR("\n  command = "));
  put_command(out, words);
  if (!job->npu) {
    qn_buffer_append_str(out, QN_STR("\n  depfile = "));
    put_path(out, output_of(params, job, ".d", arena));
    qn_buffer_append_str(out, QN_STR("\n  deps = gcc"));
  }
  qn_buffer_printf(out, "\n  what = %s for %s\n", job->kernel->name, job->arch);
}

static void put_manifest(const qn_plan_params *params, qn_arena *arena,
                         qn_buffer *out) {
  const qn_pregen_plan *plan = params->plan;
  const char *const *words = qn_plan_last_command(params, arena);
  const qn_str path =
      qn_arena_printf(arena, "%s/" QN_MANIFEST_FILE, params->output);
  if (!words || !path.data) {
    out->failed = true;
    return;
  }
  qn_buffer_append_str(out, QN_STR("build "));
  put_path(out, path.data);
  qn_buffer_append_str(out, QN_STR(": kernel"));
  for (size_t i = 0; i < plan->count; ++i) {
    const qn_pregen_job *job = &plan->jobs[i];
    if (!job->wanted)
      continue;
    qn_buffer_u8(out, ' ');
    put_path(out, output_of(params, job, job->npu ? ".pdi" : ".hipfb", arena));
  }
  qn_buffer_append_str(out, QN_STR(" | "));
  put_path(out, params->options->config);
  qn_buffer_append_str(out, QN_STR("\n  command = "));
  put_command(out, words);
  qn_buffer_append_str(out, QN_STR("\n  what = the manifest\ndefault "));
  put_path(out, path.data);
  qn_buffer_u8(out, '\n');
}

qn_status qn_plan_ninja(const qn_plan_params *params, qn_buffer *out,
                        qn_diag *diag) {
  qn_arena arena = {0};
  qn_buffer_append_str(
      out, QN_STR("# Generated by quern pregen --plan ninja: do not edit.\n"
                  "ninja_required_version = 1.3\n\n"
                  "rule kernel\n"
                  "  command = $command\n"
                  "  description = $what\n"
                  "  restat = 1\n\n"));
  for (size_t i = 0; i < params->plan->count; ++i)
    if (params->plan->jobs[i].wanted)
      put_job(params, &params->plan->jobs[i], &arena, out);
  put_manifest(params, &arena, out);
  qn_arena_finish(&arena);
  return qn_buffer_check(out, diag);
}

// ---- The document

static const qn_column columns[] = {
    {"arch", NULL, false}, {"name", NULL, false}, {"source", NULL, false}};

static void write_job(const qn_plan_params *params, const qn_pregen_job *job,
                      qn_out *o) {
  qn_arena arena = {0};
  qn_out_begin_line(o, NULL);
  qn_out_text(o, "arch", job->arch);
  qn_out_text(o, "name", job->kernel->name);
  qn_out_text(o, "source", job->kernel->paths[0]);
  qn_out_begin_array(o, "aliases");
  for (const qn_pregen_alias *a = job->aliases; a; a = a->next)
    qn_out_str(o, NULL, a->name);
  qn_out_end_array(o);
  qn_out_text(o, "output",
              output_of(params, job, job->npu ? ".pdi" : ".hipfb", &arena));
  qn_out_begin_array(o, "command");
  const char *const *words = qn_plan_command(params, job, &arena);
  for (; words && *words; ++words)
    qn_out_text(o, NULL, *words);
  qn_out_end_array(o);
  qn_out_end(o);
  qn_arena_finish(&arena);
}

void qn_plan_write(const qn_plan_params *params, qn_out *o) {
  qn_arena arena = {0};
  qn_out_begin(o, NULL);
  qn_out_only(o, QN_OUT_DATA_ONLY);
  qn_out_text(o, "schema", "quern.plan/1");
  qn_out_begin_array(o, "last");
  const char *const *words = qn_plan_last_command(params, &arena);
  for (; words && *words; ++words)
    qn_out_text(o, NULL, *words);
  qn_out_end_array(o);
  qn_out_only(o, QN_OUT_ALL);
  qn_out_begin_table(o, "kernels", columns, 3);
  for (size_t i = 0; i < params->plan->count; ++i)
    if (params->plan->jobs[i].wanted)
      write_job(params, &params->plan->jobs[i], o);
  qn_out_end_table(o);
  qn_out_end(o);
  qn_arena_finish(&arena);
}

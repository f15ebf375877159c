// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/process.h"
#include "base/system/thread.h"
#include "base/reader.h"
#include "compiler/driver/add_metadata.h"
#include "compiler/driver/messages.h"
#include "compiler/unit/toolchain.h"
#include "compiler/driver/steps.h"
#include "compiler/targets/family.h"

// What a worker needs, and what its reply holds: byte strings, each after a u64
// size: messages, commands, dependencies, explanation, image; and a flag byte.
typedef struct job {
  const qn_compile_params *params;
  const qn_toolchain *tools;
  const qn_target *target;
  const char *temp;
  const int *cores; // qn_unit's
} job;

static void append_part(qn_buffer *reply, qn_span part) {
  qn_buffer_u64(reply, part.size);
  qn_buffer_append(reply, part.data, part.size);
}

static qn_status work(void *user, qn_buffer *reply, qn_diag *diag) {
  const job *j = user;
  qn_unit unit = {
      .params = j->params,
      .tools = j->tools,
      .target = j->target,
      .temp = j->temp,
      .cores = j->cores,
  };
  qn_buffer image = {0};
  const qn_status status = qn_unit_compile(&unit, &image, diag);
  append_part(reply, qn_buffer_span(&unit.messages));
  append_part(reply, qn_buffer_span(&unit.commands));
  append_part(reply, qn_buffer_span(&unit.dependencies));
  append_part(reply, qn_buffer_span(&unit.explanation));
  append_part(reply, qn_failed(status) ? (qn_span){0} : qn_buffer_span(&image));
  qn_buffer_u8(reply, unit.is_ptx);
  qn_buffer_finish(&image);
  // The worker is about to exit, so LLVM's objects need not be destroyed.
  return status;
}

// ---- Collecting

static qn_span next_part(qn_reader *r) {
  const uint64_t size = qn_read_u64(r, "part.size");
  return qn_read_bytes(r, size, "part");
}

typedef struct collected {
  qn_message_set messages;
  qn_buffer rules; // dependency rules of all targets
} collected;

// LLVM ends the process when its back end meets code that it does not support.
// This is the source's fault more often than ours, so it is reported as an
// error of the compiler.
static void explain_llvm_error(qn_target_result *result) {
  static const char mark[] = "LLVM ERROR: ";
  const char *said = strstr(result->diag.message, mark);
  if (result->status.code != QN_E_INTERNAL || !said)
    return;
  qn_diag diag = {0};
  result->status =
      qn_fail(&diag, QN_E_TOOLCHAIN, QN_NOWHERE, "LLVM cannot compile this: %s",
              said + sizeof(mark) - 1);
  result->diag = diag;
}

static qn_status collect(const qn_worker *worker, qn_target_result *result,
                         size_t index, collected *all,
                         qn_compile_result *out_result, qn_diag *diag) {
  result->status = worker->status;
  result->diag = worker->diag;
  result->cpu_s = worker->user_s + worker->system_s;
  explain_llvm_error(result);
  if (!worker->reply.size)
    return qn_ok();
  qn_reader r = qn_reader_over(qn_buffer_span(&worker->reply), 0);
  const qn_span messages = next_part(&r);
  const qn_span commands = next_part(&r);
  const qn_span dependencies = next_part(&r);
  const qn_span explanation = next_part(&r);
  const qn_span image = next_part(&r);
  result->is_ptx = qn_read_u8(&r, "flags") != 0;
  QN_TRY(qn_reader_finish(&r, diag));
  result->reported = messages.size != 0;
  QN_TRY(qn_messages_add(&all->messages, index, qn_span_str(messages), diag));
  qn_buffer_append(&out_result->commands, commands.data, commands.size);
  qn_buffer_append(&all->rules, dependencies.data, dependencies.size);
  qn_buffer_append(&result->explanation, explanation.data, explanation.size);
  QN_TRY(qn_buffer_check(&result->explanation, diag));
  qn_buffer_append(&result->image, image.data, image.size);
  return qn_buffer_check(&result->image, diag);
}

typedef struct progress {
  const qn_compile_params *params;
  size_t done;
  unsigned jobs;
  int cores[2]; // qn_unit's pipe; -1: none
} progress;

// Puts cores that no target uses at the others' disposal.
static void give_cores(const progress *p, size_t count) {
  for (; count && p->cores[1] >= 0; --count)
    if (write(p->cores[1], "", 1) != 1)
      return; // full, or gone: they do without
}

// Whether make runs us, and others: -jN of it then says how many.
static bool is_below_make(void) {
  const char *flags = getenv("MAKEFLAGS");
  return flags && strstr(flags, "--jobserver-");
}

static void begin_progress(progress *p, const qn_compile_params *params) {
  const size_t count = params->target_count;
  *p = (progress){.params = params,
                  .jobs = params->jobs ? params->jobs : qn_cpu_count(),
                  .cores = {-1, -1}};
  if (pipe2(p->cores, O_CLOEXEC | O_NONBLOCK) != 0)
    p->cores[0] = p->cores[1] = -1;
  if (p->jobs > count && (params->jobs || !is_below_make()))
    give_cores(p, p->jobs - count);
}

static void end_progress(const progress *p) {
  for (unsigned i = 0; i < 2; ++i)
    if (p->cores[i] >= 0)
      (void)close(p->cores[i]);
}

static void on_done(void *user, size_t index) {
  progress *p = user;
  (void)index;
  ++p->done;
  if (p->params->target_count - p->done < p->jobs)
    give_cores(p, 1);
  if (p->params->on_target)
    p->params->on_target(p->params->user, p->done, p->params->target_count);
}

static const char *extension_of(const qn_target_result *result) {
  return result->is_ptx ? ".ptx" : qn_target_extension(result->target->row);
}

// The status of the whole call: the first failed target's, with a count.
static qn_status judge(qn_compile_result *result, qn_diag *diag) {
  size_t failed = 0;
  const qn_target_result *first = NULL;
  for (size_t i = 0; i < result->target_count; ++i) {
    qn_target_result *target = &result->targets[i];
    target->extension = extension_of(target);
    if (!qn_failed(target->status))
      continue;
    first = first ? first : target;
    // The sources were found before, so a worker can only miss a tool.
    result->environment |= target->status.code == QN_E_NOT_FOUND;
    ++failed;
  }
  if (!failed)
    return qn_ok();
  return qn_fail(diag, first->status.code, QN_NOWHERE,
                 "%zu of %zu targets failed", failed, result->target_count);
}

static qn_status run_jobs(const qn_compile_params *params,
                          const qn_toolchain *tools, const char *temp,
                          qn_worker *workers, job *jobs,
                          qn_compile_result *out_result, qn_diag *diag) {
  progress done;
  begin_progress(&done, params);
  for (size_t i = 0; i < params->target_count; ++i) {
    jobs[i] = (job){params, tools, &params->targets[i], temp,
                    done.cores[0] < 0 ? NULL : done.cores};
    workers[i] = (qn_worker){
        .fn = work, .user = &jobs[i], .name = params->targets[i].name};
    out_result->targets[i].target = &params->targets[i];
  }
  qn_status status = qn_workers_run(workers, params->target_count, params->jobs,
                                    on_done, &done, diag);
  end_progress(&done);
  QN_TRY(status);
  collected all = {0};
  for (size_t i = 0; i < params->target_count && !qn_failed(status); ++i)
    status = collect(&workers[i], &out_result->targets[i], i, &all, out_result,
                     diag);
  if (!qn_failed(status))
    status =
        qn_messages_print(&all.messages, params, &out_result->messages, diag);
  if (!qn_failed(status) && params->dependencies)
    status = qn_messages_dependencies(qn_buffer_str(&all.rules),
                                      &out_result->dependencies, diag);
  qn_messages_finish(&all.messages);
  qn_buffer_finish(&all.rules);
  return status;
}

// The folder for intermediate files: the caller's, one of our own, or, when
// nothing will be run, the one that the commands would be run in.
static qn_status make_folder(const qn_compile_params *params, qn_temp *temp,
                             qn_diag *diag) {
  if (params->dry_run) {
    snprintf(temp->path, sizeof(temp->path), ".");
    return qn_ok();
  }
  if (!params->save_temps)
    return qn_temp_create(temp, diag);
  if (mkdir(params->save_temps, 0777) != 0 && errno != EEXIST)
    return qn_fail_errno(diag, "create", params->save_temps);
  return qn_ok();
}

qn_status qn_compile(const qn_compile_params *params,
                     qn_compile_result *out_result, qn_diag *diag) {
  qn_arena arena = {0};
  qn_toolchain tools;
  qn_temp temp = {0};
  const size_t count = params->target_count;
  *out_result = (qn_compile_result){0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < params->source_count && !qn_failed(status); ++i) {
    qn_file file;
    status = qn_file_open(params->sources[i], 0, &file, diag);
    if (!qn_failed(status))
      qn_file_close(&file);
  }
  if (!qn_failed(status)) {
    status = qn_toolchain_find(&arena, &tools, diag);
    out_result->environment = qn_failed(status);
  }
  if (!qn_failed(status))
    status = make_folder(params, &temp, diag);
  qn_worker *workers = qn_alloc_array(count ? count : 1, sizeof(*workers));
  job *jobs = qn_alloc_array(count ? count : 1, sizeof(*jobs));
  out_result->targets =
      qn_alloc_array(count ? count : 1, sizeof(*out_result->targets));
  if (!qn_failed(status) && (!workers || !jobs || !out_result->targets))
    status = qn_fail_memory(diag, "the list of targets");
  if (!qn_failed(status)) {
    out_result->target_count = count;
    status =
        run_jobs(params, &tools, temp.path, workers, jobs, out_result, diag);
  }
  if (!qn_failed(status))
    status = judge(out_result, diag);
  for (size_t i = 0; workers && i < count; ++i) {
    qn_buffer_finish(&workers[i].reply);
    qn_buffer_finish(&workers[i].err);
  }
  qn_free(workers);
  qn_free(jobs);
  if (!params->dry_run)
    qn_temp_finish(&temp);
  qn_arena_finish(&arena);
  return status;
}

__attribute__((visibility("default"))) const qn_compiler_api *
qn_compiler_get_api(void) {
  static const qn_compiler_api api = {
      .version = QN_COMPILER_API_VERSION,
      .compile = qn_compile,
      .metadata = qn_metadata_run,
  };
  return &api;
}

// SPDX-License-Identifier: Apache-2.0
// Kernels of AMD's AI engines: IRON, a Python package, generates them. A helper
// in Python imports the configuration's source and calls its function; this
// file runs the helper.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/system/file.h"
#include "base/system/install.h"
#include "base/system/process.h"
#include "pregen/make.h"

enum {
  NO_IRON = 3, // the helper's exit codes
  WORDS_MAX = 32,
};

// The command line; words are in `arena` or borrowed.
typedef struct command {
  qn_arena arena;
  const char *words[WORDS_MAX];
  size_t count;
  bool failed;
} command;

static void add(command *c, const char *word) {
  if (!word || c->count + 1 >= WORDS_MAX)
    c->failed = true;
  else
    c->words[c->count++] = word;
}

static void add_pair(command *c, const char *option, const char *value) {
  add(c, option);
  add(c, value);
}

static const char *tensor_text(command *c, const qn_tensor *tensor) {
  qn_buffer text = {0};
  qn_tensor_print(tensor, &text);
  const char *copy = qn_arena_copy(&c->arena, qn_buffer_str(&text)).data;
  c->failed |= text.failed;
  qn_buffer_finish(&text);
  return copy;
}

static qn_status find_python(char *path, size_t capacity, qn_diag *diag) {
  const char *chosen = getenv("QUERN_PYTHON");
  if (qn_process_find(chosen && chosen[0] ? chosen : "python3", path, capacity))
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "cannot find Python (tried QUERN_PYTHON, python3 in PATH)");
  qn_diag_hint(diag, "Install python3, and IRON in it.");
  return status;
}

static const char *in_folder(command *c, const char *folder, const char *name) {
  return qn_arena_printf(&c->arena, "%s/%s", folder, name).data;
}

static void build(const qn_pregen_job *job, const char *folder, command *c) {
  const qn_pregen_kernel *k = job->kernel;
  add_pair(c, "--kernel-source", k->paths[0]);
  add_pair(c, "--kernel-name", k->function.data);
  add_pair(c, "--arch", job->arch);
  for (size_t i = 0; i < k->call.src_count; ++i)
    add_pair(c, "--input-tensor", tensor_text(c, &k->call.src[i]));
  add_pair(c, "--output-tensor", tensor_text(c, &k->call.dst));
  add_pair(c, "--pdi", in_folder(c, folder, "pdi"));
  add_pair(c, "--insts", in_folder(c, folder, "insts"));
  add_pair(c, "--work-dir", folder);
}

static qn_status read_output(const char *folder, const char *name,
                             size_t multiple, qn_buffer *out, qn_diag *diag) {
  char path[PATH_MAX];
  qn_file file;
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   "IRON ended well but wrote no %s", name);
  const bool good = file.bytes.size && file.bytes.size % multiple == 0;
  qn_buffer_append(out, file.bytes.data, file.bytes.size);
  qn_status status = qn_buffer_check(out, diag);
  if (!good)
    status = qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                     "IRON wrote %zu bytes of %s, which cannot be",
                     file.bytes.size, name);
  qn_file_close(&file);
  return status;
}

// The last line that the helper wrote is used as the message.
static qn_status judge(const qn_pregen_kernel *k, const command *c,
                       const qn_process_result *result, qn_diag *diag) {
  qn_str text = qn_buffer_str(&result->err), line = {0}, last = {0};
  while (text.size && qn_str_split(&text, '\n', &line))
    if (line.size)
      last = line;
  if (result->exit_code == 0)
    return qn_ok();
  if (result->exit_code != NO_IRON)
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE, "IRON failed: %.*s",
                   QN_STR_ARG(last));
  const qn_status status =
      qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
              "Failed to import kernel build module: %.*s", QN_STR_ARG(last));
  qn_diag_context(diag, "importing IRON and '%s' with '%s'", k->paths[0],
                  c->words[0]);
  qn_diag_hint(diag,
               "Activate IRON's environment (source env_setup.sh), or set "
               "QUERN_PYTHON to its Python.%s",
               qn_pregen_is_shipped(k->function, qn_str_from(k->shown[0]))
                   ? " Other targets have this operation without IRON: "
                     "--arch native, or what 'quern targets' lists."
                   : "");
  return status;
}

static qn_status run(const qn_pregen_kernel *k, command *c, qn_made *made,
                     qn_diag *diag) {
  qn_process_result result = {0};
  if (c->failed)
    return qn_fail_memory(diag, "a command line");
  c->words[c->count] = NULL;
  qn_process_print(c->words, &made->commands);
  qn_buffer_u8(&made->commands, '\n');
  qn_status status =
      qn_process_run(&(qn_process_params){.args = c->words}, &result, diag);
  if (!qn_failed(status))
    status = judge(k, c, &result, diag);
  if (result.exit_code != NO_IRON)
    qn_buffer_append_str(&made->object.messages, qn_buffer_str(&result.err));
  qn_process_result_finish(&result);
  return status;
}

qn_status qn_make_npu(const qn_pregen_job *job, qn_made *made, qn_diag *diag) {
  char python[PATH_MAX], helper[PATH_MAX];
  qn_temp temp = {0};
  command c = {0};
  QN_TRY(find_python(python, sizeof(python), diag));
  if (!qn_install_find("pregen/iron.py", helper, sizeof(helper)))
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "cannot find Quern's pregen/iron.py");
  QN_TRY(qn_temp_create(&temp, diag));
  add(&c, python);
  add(&c, helper);
  build(job, temp.path, &c);
  qn_status status = run(job->kernel, &c, made, diag);
  if (!qn_failed(status))
    status = read_output(temp.path, "pdi", 1, &made->object.bundle, diag);
  if (!qn_failed(status)) // instructions are 4-byte words
    status = read_output(temp.path, "insts", 4, &made->insts, diag);
  qn_temp_finish(&temp);
  qn_arena_finish(&c.arena);
  return status;
}

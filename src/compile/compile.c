// SPDX-License-Identifier: Apache-2.0
// The public interface to compilation, include/quern/compile.h.
#include "quern/compile.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/api.h"
#include "base/system/file.h"
#include "compile/child.h"
#include "compile/messages.h"

#define PARAMS QN_API_STRUCT(quern_compile_params, reserved)

enum {
  FLAGS = QUERN_COMPILE_LINES | QUERN_COMPILE_DEBUG | QUERN_COMPILE_COMPRESS |
          QUERN_COMPILE_NO_CACHE,
  LEVEL_MAX = 3,
  JOBS_MAX = 1024,
  // What the tool's exit code says beyond its messages.
  EXIT_USAGE = 2,
  EXIT_ENVIRONMENT = 3,
};

struct quern_bundle {
  qn_buffer bytes;
};

// One compilation: the folder of its files, and the command line.
typedef struct job {
  const quern_compile_params *params;
  const char *folder;
  qn_child child;
  char headers[PATH_MAX], output[PATH_MAX], tool[PATH_MAX];
  bool in_memory; // something of it is not one of the caller's files
} job;

// ---- Checking

static qn_status refuse(qn_diag *diag, const char *what, size_t index) {
  return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "%s %zu is NULL", what,
                 index);
}

static bool is_plain(const char *text) {
  for (; *text; ++text)
    if ((unsigned char)*text < ' ')
      return false;
  return true;
}

static qn_status check_files(const quern_compile_params *p, qn_diag *diag) {
  if (!p->sources || !p->source_count)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "there is no source");
  for (size_t i = 0; i < p->source_count; ++i) {
    const char *name = p->sources[i].name;
    if (!name)
      return refuse(diag, "the name of source", i);
    if (!name[0] || !is_plain(name))
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "the name of source %zu is empty or has control "
                     "characters",
                     i);
  }
  for (size_t i = 0; i < p->header_count; ++i)
    if (!p->headers || !p->headers[i].name || !p->headers[i].text)
      return refuse(diag, "the name or the text of header", i);
  return qn_ok();
}

static qn_status check_lists(const quern_compile_params *p, qn_diag *diag) {
  for (size_t i = 0; i < p->target_count; ++i) {
    if (!p->targets || !p->targets[i])
      return refuse(diag, "target", i);
    if (!p->targets[i][0])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "target %zu is empty", i);
  }
  for (size_t i = 0; i < p->option_count; ++i)
    if (!p->options || !p->options[i])
      return refuse(diag, "option", i);
  return qn_ok();
}

static qn_status check(const quern_compile_params *p, qn_diag *diag) {
  QN_TRY(check_files(p, diag));
  QN_TRY(check_lists(p, diag));
  if (p->level > LEVEL_MAX || p->jobs > JOBS_MAX)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   p->level > LEVEL_MAX
                       ? "the level of optimisation is %u, at most 3"
                       : "%u jobs are more than 1024",
                   p->level > LEVEL_MAX ? p->level : p->jobs);
  if (p->dialect && strcmp(p->dialect, "cuda") != 0 &&
      strcmp(p->dialect, "hip") != 0)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "the dialect is 'cuda' or 'hip', not '%s'", p->dialect);
  if ((p->flags & ~(uint32_t)FLAGS) || p->reserved)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a compilation has no flag 0x%x",
                   p->reserved ? p->reserved : p->flags & ~(uint32_t)FLAGS);
  return qn_ok();
}

// ---- The command line

// Options with a value, in the same word or the next; and those without, by
// what they begin with. Anything else could be an option of the tool itself.
static const char *const valued[] = {"-isystem", "-include", "-D", "-U", "-I"};
static const char *const joined[] = {"-std=", "-W", "-f"};
enum {
  VALUED_COUNT = sizeof(valued) / sizeof(valued[0]),
  JOINED_COUNT = sizeof(joined) / sizeof(joined[0]),
};

static qn_status add_option(job *j, size_t *index, qn_diag *diag) {
  const quern_compile_params *p = j->params;
  const char *option = p->options[*index];
  const qn_str text = qn_str_from(option);
  for (size_t i = 0; i < VALUED_COUNT; ++i) {
    const qn_str name = qn_str_from(valued[i]);
    if (!qn_str_starts(text, name))
      continue;
    const char *value = option + name.size;
    if (!value[0] && ++*index == p->option_count)
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "option '%s' needs a value", option);
    if (!value[0])
      value = p->options[*index];
    if (name.size == 2) {
      qn_child_add_text(&j->child, valued[i], value);
    } else { // long names take their value as a word
      qn_child_add(&j->child, valued[i]);
      qn_child_add(&j->child, value);
    }
    return qn_ok();
  }
  for (size_t i = 0; i < JOINED_COUNT; ++i)
    if (qn_str_starts(text, qn_str_from(joined[i])) &&
        text.size > strlen(joined[i])) {
      qn_child_add(&j->child, option);
      return qn_ok();
    }
  const qn_status status =
      qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
              "'%s' is no option of a compilation", option);
  qn_diag_hint(diag, "Those are -D, -U, -I, -isystem, -include, -std=, -W and "
                     "-f; all else is a member of quern_compile_params.");
  return status;
}

static void add_number(job *j, const char *before, uint32_t number) {
  char text[16];
  snprintf(text, sizeof(text), "%u", number);
  qn_child_add_text(&j->child, before, text);
}

static void add_switches(job *j) {
  const quern_compile_params *p = j->params;
  qn_child *c = &j->child;
  qn_child_add(c, j->tool);
  qn_child_add(c, "compile");
  qn_child_add(c, "--color=never");
  qn_child_add(c, "-q");
  add_number(j, "-O", p->level);
  add_number(j, "-j", p->jobs);
  for (size_t i = 0; i < p->target_count; ++i) {
    qn_child_add(c, "-t");
    qn_child_add(c, p->targets[i]);
  }
  if (p->dialect) {
    qn_child_add(c, "-x");
    qn_child_add(c, p->dialect);
  }
  if (p->flags & QUERN_COMPILE_LINES)
    qn_child_add(c, "-lineinfo");
  if (p->flags & QUERN_COMPILE_DEBUG)
    qn_child_add(c, "-g");
  if (p->flags & QUERN_COMPILE_COMPRESS)
    qn_child_add(c, "--compress=zstd");
  // Files of a temporary folder would only fill the cache.
  if ((p->flags & QUERN_COMPILE_NO_CACHE) || j->in_memory)
    qn_child_add(c, "--no-cache");
  if (p->header_count)
    qn_child_add_text(c, "-I", j->headers);
}

// ---- Sources

static void add_line_directive(const char *name, qn_buffer *out) {
  qn_buffer_append_str(out, QN_STR("#line 1 \""));
  for (; *name; ++name) {
    if (*name == '"' || *name == '\\')
      qn_buffer_u8(out, '\\');
    qn_buffer_u8(out, (uint8_t)*name);
  }
  qn_buffer_append_str(out, QN_STR("\"\n"));
}

// Writes source `index` to a file, which says what it is called.
static qn_status write_source(job *j, size_t index, qn_str *out_path,
                              qn_diag *diag) {
  const quern_source *source = &j->params->sources[index];
  qn_buffer text = {0};
  const bool cuda = qn_str_ends(qn_str_from(source->name), QN_STR(".cu"));
  *out_path = qn_arena_printf(&j->child.arena, "%s/source%zu.%s", j->folder,
                              index, cuda ? "cu" : "hip");
  add_line_directive(source->name, &text);
  qn_buffer_append(&text, source->text, source->text_size);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status) && !out_path->data)
    status = qn_fail_memory(diag, "a path");
  if (!qn_failed(status))
    status = qn_file_write(out_path->data, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  return status;
}

static qn_status add_sources(job *j, qn_diag *diag) {
  const quern_compile_params *p = j->params;
  qn_child_add(&j->child, "-o");
  qn_child_add(&j->child, j->output);
  qn_child_add(&j->child, "--");
  for (size_t i = 0; i < p->source_count; ++i) {
    const char *name = p->sources[i].name;
    qn_str path;
    if (p->sources[i].text) {
      QN_TRY(write_source(j, i, &path, diag));
      qn_child_add(&j->child, path.data);
    } else {
      // A file's name is not standard input, an option, or a list of them.
      const bool odd = name[0] == '-' || name[0] == '@';
      qn_child_add_text(&j->child, odd ? "./" : "", name);
    }
  }
  return qn_ok();
}

static qn_status write_headers(job *j, qn_diag *diag) {
  const quern_compile_params *p = j->params;
  if (!p->header_count)
    return qn_ok();
  qn_memory_file *files = qn_alloc_array(p->header_count, sizeof(*files));
  if (!files)
    return qn_fail_memory(diag, "the headers");
  for (size_t i = 0; i < p->header_count; ++i)
    files[i] = (qn_memory_file){p->headers[i].name,
                                {p->headers[i].text, p->headers[i].text_size}};
  const qn_status status =
      qn_memory_files_write(files, p->header_count, j->headers, diag);
  qn_free(files);
  return status;
}

// ---- Results

// Appends `text` without every "<folder>/", so that headers in memory are
// called what they were called.
static void append_without(qn_str text, const char *folder, qn_buffer *out) {
  char prefix[PATH_MAX + 2];
  const int size = snprintf(prefix, sizeof(prefix), "%s/", folder);
  while (text.size) {
    const char *at = qn_str_search(text, (qn_str){prefix, (size_t)size});
    const size_t before = at ? (size_t)(at - text.data) : text.size;
    qn_buffer_append(out, text.data, before);
    text = qn_str_skip(text, before + (at ? (size_t)size : 0));
  }
}

// What the exit code means when it is not 0.
static qn_status explain(const qn_process_result *result, const qn_diag *said,
                         qn_diag *diag) {
  qn_code code = said->code;
  if (result->signal || result->exit_code > EXIT_ENVIRONMENT)
    code = QN_E_INTERNAL;
  else if (result->exit_code == EXIT_ENVIRONMENT)
    code = QN_E_TOOLCHAIN;
  else if (code == QN_OK)
    code = result->exit_code == EXIT_USAGE ? QN_E_ARGUMENT : QN_E_TOOLCHAIN;
  if (said->code == QN_OK)
    return qn_fail(diag, code, QN_NOWHERE,
                   result->signal ? "the compiler was ended by signal %d"
                                  : "the compiler failed with exit code %d",
                   result->signal ? result->signal : result->exit_code);
  *diag = *said;
  diag->code = code;
  return (qn_status){code};
}

static qn_status take_result(job *j, const qn_process_result *result,
                             qn_buffer *to, qn_diag *diag) {
  qn_buffer text = {0};
  qn_diag said = {0};
  qn_file file;
  append_without(qn_buffer_str(&result->err), j->headers, &text);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status))
    status = qn_messages_read(qn_buffer_str(&text), j->params->on_diagnostic,
                              j->params->user, &said, diag);
  qn_buffer_finish(&text);
  QN_TRY(status);
  // A program that ignores SIGCHLD never learns the exit code.
  if (result->exit_code || (said.code != QN_OK && !qn_path_exists(j->output)))
    return explain(result, &said, diag);
  QN_TRY(qn_file_open(j->output, 0, &file, diag));
  qn_buffer_append(to, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  return qn_buffer_check(to, diag);
}

static qn_status run_tool(job *j, qn_process_result *out, qn_diag *diag) {
  qn_diag why = {0};
  const qn_status status = qn_child_run(&j->child, j->params->on_progress,
                                        j->params->user, out, &why);
  if (status.code == QN_E_LIMIT)
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                   "the compilation was cancelled");
  if (qn_failed(status) && diag->code == QN_OK)
    *diag = why;
  return status;
}

static qn_status run(job *j, qn_buffer *to, qn_diag *diag) {
  const quern_compile_params *p = j->params;
  qn_process_result result = {0};
  QN_TRY(qn_child_find_tool(j->tool, diag));
  QN_TRY(write_headers(j, diag));
  add_switches(j);
  for (size_t i = 0; i < p->option_count; ++i)
    QN_TRY(add_option(j, &i, diag));
  QN_TRY(add_sources(j, diag));
  QN_TRY(run_tool(j, &result, diag));
  const qn_status status = take_result(j, &result, to, diag);
  qn_process_result_finish(&result);
  return status;
}

static qn_status compile(const quern_compile_params *params, qn_buffer *to,
                         qn_diag *diag) {
  qn_temp temp;
  job j = {.params = params, .in_memory = params->header_count > 0};
  QN_TRY(check(params, diag));
  QN_TRY(qn_temp_create(&temp, diag));
  j.folder = temp.path;
  snprintf(j.headers, sizeof(j.headers), "%s/include", temp.path);
  snprintf(j.output, sizeof(j.output), "%s/bundle", temp.path);
  for (size_t i = 0; i < params->source_count; ++i)
    j.in_memory |= params->sources[i].text != NULL;
  const qn_status status = run(&j, to, diag);
  qn_child_finish(&j.child);
  qn_temp_finish(&temp);
  return status;
}

quern_status quern_compile(const quern_compile_params *params,
                           quern_bundle **out_bundle, quern_error *error) {
  qn_diag diag = {0};
  quern_compile_params own;
  if (!out_bundle)
    return qn_api_refuse(error, "'out_bundle' is NULL");
  qn_status status = qn_api_take(params, PARAMS, &own, &diag);
  quern_bundle *bundle = NULL;
  if (!qn_failed(status)) {
    bundle = qn_alloc_array(1, sizeof(*bundle));
    status = bundle ? compile(&own, &bundle->bytes, &diag)
                    : qn_fail_memory(&diag, "a bundle");
  }
  if (qn_failed(status))
    quern_bundle_destroy(bundle);
  else
    *out_bundle = bundle;
  return qn_api_answer(status, &diag, error);
}

const void *quern_bundle_bytes(const quern_bundle *bundle, size_t *out_size) {
  if (out_size)
    *out_size = bundle ? bundle->bytes.size : 0;
  return bundle ? bundle->bytes.data : NULL;
}

void quern_bundle_destroy(quern_bundle *bundle) {
  if (!bundle)
    return;
  qn_buffer_finish(&bundle->bytes);
  qn_free(bundle);
}

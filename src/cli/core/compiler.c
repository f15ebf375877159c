// SPDX-License-Identifier: Apache-2.0
#include "cli/core/compiler.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/system/dl.h"
#include "base/system/file.h"
#include "base/system/install.h"
#include "base/system/rule.h"
#include "package/bundle/package.h"

#define LIBRARY "libquern-compiler.so"

qn_status qn_cli_load_compiler(const qn_compiler_api **out_api, qn_diag *diag) {
  static qn_dl library; // one per process
  static const qn_compiler_api *api;
  if (api) {
    *out_api = api;
    return qn_ok();
  }
  char path[PATH_MAX];
  if (!qn_install_find(LIBRARY, path, sizeof(path))) {
    const qn_status status = qn_fail(
        diag, QN_E_TOOLCHAIN, QN_NOWHERE,
        "this installation of Quern cannot compile: " LIBRARY " is not there");
    qn_diag_hint(diag, "Build Quern where LLVM " QUERN_LLVM_MAJOR
                       " is installed; 'quern doctor' "
                       "shows the paths tried.");
    return status;
  }
  const char *const names[] = {path, NULL};
  QN_TRY(qn_dl_open(names, &library, NULL, diag));
  const qn_compiler_api *(*get)(void);
  void *symbol = qn_dl_find(&library, "qn_compiler_get_api");
  memcpy(&get, &symbol, sizeof(get));
  api = symbol ? get() : NULL;
  if (!api || api->version != QN_COMPILER_API_VERSION) {
    api = NULL;
    return qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
                   LIBRARY " belongs to another version of Quern");
  }
  *out_api = api;
  return qn_ok();
}

qn_status qn_cli_check_levels(const qn_target *levels, size_t level_count,
                              const qn_target *targets, size_t count,
                              qn_diag *diag) {
  for (size_t i = 0; i < level_count; ++i) {
    size_t k = 0;
    while (k < count && !qn_target_is_above(levels[i].row, targets[k].row))
      ++k;
    if (k == count) {
      const qn_status status =
          qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                  "no target has '%s' as a better level", levels[i].name);
      qn_diag_hint(diag, "Name the least one that is to do as a target, as in "
                         "-t x86-64-v2 --levels x86-64-v3,x86-64-v4.");
      return status;
    }
  }
  return qn_ok();
}

static bool same_failure(const qn_target_result *a, const qn_target_result *b) {
  return qn_failed(a->status) && qn_failed(b->status) &&
         strcmp(a->diag.message, b->diag.message) == 0;
}

// Reported once for all targets that failed like target `first`.
static void print_failure(const qn_cli *cli, const qn_compile_result *result,
                          size_t first) {
  char names[200];
  size_t size = 0;
  const qn_target_result *target = &result->targets[first];
  qn_diag diag = target->diag;
  for (size_t i = first; i < result->target_count; ++i) {
    if (!same_failure(target, &result->targets[i]))
      continue;
    const int count =
        snprintf(names + size, sizeof(names) - size, "%s%s", size ? ", " : "",
                 result->targets[i].target->name);
    if (count < 0 || (size_t)count >= sizeof(names) - size)
      break; // a truncated list is enough
    size += (size_t)count;
  }
  names[size] = '\0';
  qn_diag_context(&diag, "compiling for %s", names);
  (void)qn_cli_fail(cli, &diag, NULL, (qn_span){0});
}

// Whether messages were printed that are the whole reason.
static bool speaks_for_itself(const qn_target_result *target) {
  return target->reported && target->status.code == QN_E_TOOLCHAIN &&
         !target->diag.hint[0];
}

// The header that clang did not find, of those that only libraries over CUDA
// have; empty: none.
static qn_str find_missing(qn_str messages, const char **out_library) {
  static const struct {
    const char *begins, *library;
  } known[] = {{"thrust/", "Thrust"}, {"cub/", "CUB"}};
  const qn_str mark = QN_STR("fatal error: '");
  qn_str line;
  while (qn_str_split(&messages, '\n', &line)) {
    const char *at = qn_str_search(line, mark);
    if (!at || !qn_str_ends(line, QN_STR("' file not found")))
      continue;
    const qn_str rest = qn_str_skip(line, (size_t)(at - line.data) + mark.size);
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); ++i)
      if (qn_str_starts(rest, qn_str_from(known[i].begins))) {
        *out_library = known[i].library;
        return (qn_str){rest.data, qn_str_find(rest, '\'')};
      }
  }
  return (qn_str){0};
}

static void report_missing(const qn_cli *cli, const qn_buffer *messages) {
  const char *library = NULL;
  const qn_str name = find_missing(qn_buffer_str(messages), &library);
  if (!name.size)
    return;
  qn_diag note = {.place = QN_NOWHERE};
  snprintf(note.message, sizeof(note.message),
           "'%.*s' is of %s, which is not part of Quern", QN_STR_ARG(name),
           library);
  snprintf(note.hint, sizeof(note.hint),
           "Install Debian's libthrust-dev, or name the folder of CCCL's "
           "headers or a toolkit's with -I.");
  qn_cli_print_diag(cli, QN_NOTE, &note, NULL, (qn_span){0});
}

// nvcc takes such calls, so programs for it have them.
static void report_host_call(const qn_cli *cli, const qn_buffer *messages) {
  if (!qn_str_search(qn_buffer_str(messages),
                     QN_STR("reference to __host__ function '")) ||
      !qn_str_search(qn_buffer_str(messages),
                     QN_STR("' in __host__ __device__ function")))
    return;
  qn_diag note = {.place = QN_NOWHERE};
  snprintf(note.message, sizeof(note.message),
           "a kernel reaches a call of a function that is the host's alone; "
           "nvcc only warns, and leaves undefined what the kernel does then");
  snprintf(note.hint, sizeof(note.hint),
           "Keep the call from devices (#ifndef __CUDA_ARCH__), or make the "
           "function __host__ __device__.");
  qn_cli_print_diag(cli, QN_NOTE, &note, NULL, (qn_span){0});
}

int qn_cli_compile_failed(const qn_cli *cli, const qn_compile_result *result,
                          qn_status status, const qn_diag *diag) {
  size_t failed = 0;
  if (result->messages.size)
    fwrite(result->messages.data, 1, result->messages.size, stderr);
  if (!qn_failed(status))
    return QN_EXIT_OK;
  report_missing(cli, &result->messages);
  report_host_call(cli, &result->messages);
  for (size_t i = 0; i < result->target_count; ++i) {
    const qn_target_result *target = &result->targets[i];
    bool reported = false;
    if (!qn_failed(target->status))
      continue;
    ++failed;
    for (size_t k = 0; k < i; ++k)
      reported = reported || same_failure(&result->targets[k], target);
    if (!reported && !speaks_for_itself(target))
      print_failure(cli, result, i);
  }
  if (!failed) {
    const int code = qn_cli_fail(cli, diag, NULL, (qn_span){0});
    return result->environment ? QN_EXIT_ENVIRONMENT : code;
  }
  if (result->target_count > 1)
    qn_cli_done(cli, "%zu of %zu targets failed; nothing was written", failed,
                result->target_count);
  return result->environment ? QN_EXIT_ENVIRONMENT : qn_exit_code(status.code);
}

// The entry id; an NVIDIA image that stayed PTX is named as PTX.
static qn_str entry_id(const qn_target_result *result, qn_arena *arena) {
  qn_target target = *result->target;
  qn_buffer id = {0};
  if (result->is_ptx)
    target.ptx_only = true;
  qn_target_print_id(&target, &id);
  const qn_str copy = qn_arena_copy(arena, qn_buffer_str(&id));
  qn_buffer_finish(&id);
  return copy;
}

qn_status qn_cli_make_bundle(const qn_compile_result *result, bool compress,
                             qn_buffer *out, size_t *out_count, qn_diag *diag) {
  qn_arena arena = {0};
  qn_bundle_entry *entries =
      qn_arena_alloc(&arena, result->target_count + 1, sizeof(*entries));
  if (!entries)
    return qn_fail_memory(diag, "the bundle");
  size_t count = 0;
  for (size_t i = 0; i < result->target_count; ++i) {
    const qn_str id = entry_id(&result->targets[i], &arena);
    // Without ptxas, sm_80 and ptx80 are the same PTX.
    bool taken = result->targets[i].image.size == 0;
    for (size_t k = 0; k < count; ++k)
      taken = taken || qn_str_equal(entries[k].id, id);
    if (!taken)
      entries[count++] = (qn_bundle_entry){
          .id = id, .bytes = qn_buffer_span(&result->targets[i].image)};
  }
  const qn_package_params params = {
      .entries = entries, .entry_count = count, .compress = compress};
  const qn_status status = qn_package_write(&params, out, diag);
  qn_arena_finish(&arena);
  *out_count = count;
  return status;
}

// ---- Rules for make

// A path as make reads it.
qn_status qn_cli_write_rule(const qn_compile_result *result, const char *output,
                            const char *path, qn_diag *diag) {
  return qn_cli_write_files(qn_buffer_str(&result->dependencies), output, path,
                            diag);
}

qn_status qn_cli_write_files(qn_str files, const char *output, const char *path,
                             qn_diag *diag) {
  qn_buffer rule = {0};
  qn_rule_begin(&rule, output);
  const char *end = files.data + files.size;
  for (const char *at = files.data; files.size && at < end;
       at += strlen(at) + 1)
    qn_rule_add(&rule, at);
  qn_buffer_u8(&rule, '\n');
  qn_status status = qn_buffer_check(&rule, diag);
  if (!qn_failed(status))
    status = qn_file_write(path, qn_buffer_span(&rule), diag);
  qn_buffer_finish(&rule);
  return status;
}

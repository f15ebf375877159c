// SPDX-License-Identifier: Apache-2.0
// Compilation through the cache, target by target.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "cli/core/compiler.h"
#include "pregen/object.h"

typedef struct job {
  const qn_compile_params *params;
  qn_compile_params own; // with the targets that must be compiled
  qn_arena arena;
  qn_objects objects;
  const char *folder;       // from "-fmacro-prefix-map=<folder>=", or NULL
  const char *const *shown; // sources without it, or NULL
  qn_buffer *keys;          // one for each target
  qn_target *missing;
  size_t *indices; // of the missing targets
  size_t missing_count;
} job;

// Finds a folder that is omitted from names in messages, and the names of the
// sources without it.
static bool find_folder(job *j) {
  static const char option[] = "-fmacro-prefix-map=";
  const qn_compile_params *params = j->params;
  for (const char *const *arg = params->front_end_args; arg && *arg; ++arg) {
    const char *value = *arg + sizeof(option) - 1;
    const size_t size = strlen(*arg);
    if (strncmp(*arg, option, sizeof(option) - 1) != 0 ||
        (*arg)[size - 1] != '=' || size < sizeof(option) + 1)
      continue;
    j->folder =
        qn_arena_copy(&j->arena, (qn_str){value, strlen(value) - 1}).data;
  }
  if (!j->folder)
    return true;
  const char **shown =
      qn_arena_alloc(&j->arena, params->source_count, sizeof(*shown));
  const size_t size = strlen(j->folder);
  for (size_t i = 0; shown && i < params->source_count; ++i)
    shown[i] = strncmp(params->sources[i], j->folder, size) == 0
                   ? params->sources[i] + size
                   : params->sources[i];
  j->shown = shown;
  return shown != NULL;
}

static qn_object_params object_of(const job *j, size_t target) {
  return (qn_object_params){.compile = j->params,
                            .target = &j->params->targets[target],
                            .shown = j->shown,
                            .folder = j->folder,
                            .want_files = j->params->dependencies};
}

static void add_files(qn_compile_result *result, qn_str files) {
  qn_buffer_append_str(&result->dependencies, files);
}

// Gets a target from the cache.
static bool find(job *j, size_t i, qn_compile_result *result) {
  qn_object object = {0};
  const qn_object_params params = object_of(j, i);
  qn_target_result *target = &result->targets[i];
  if (!j->keys[i].size ||
      !qn_object_get(&j->objects, &params, qn_buffer_str(&j->keys[i]), &object))
    return false;
  const bool good = !qn_failed(qn_object_image(&object, &target->image, NULL));
  if (good) {
    target->is_ptx = object.is_ptx;
    target->extension = "";
    qn_buffer_append_str(&result->messages, qn_buffer_str(&object.messages));
    add_files(result, qn_buffer_str(&object.files));
  } else {
    qn_buffer_finish(&target->image);
  }
  qn_object_finish(&object);
  return good;
}

static void look_up(job *j, qn_compile_result *result) {
  for (size_t i = 0; i < j->params->target_count; ++i) {
    const qn_object_params params = object_of(j, i);
    result->targets[i].target = &j->params->targets[i];
    if (qn_failed(qn_object_key(&j->objects, &params, &j->keys[i], NULL)))
      qn_buffer_finish(&j->keys[i]);
    if (find(j, i, result))
      continue;
    j->missing[j->missing_count] = j->params->targets[i];
    j->indices[j->missing_count++] = i;
  }
}

// Waits for another process that makes the same. Holding several locks could
// deadlock, so at most one is ever taken.
static void wait_for_other(job *j, qn_compile_result *result) {
  if (j->missing_count != 1 || !j->keys[j->indices[0]].size)
    return;
  const qn_str key = qn_buffer_str(&j->keys[j->indices[0]]);
  if (qn_cache_take(&j->objects.cache, key, true) == QN_CACHE_LOCKED &&
      find(j, j->indices[0], result))
    j->missing_count = 0;
}

// Warnings for several targets are reported together and cannot be assigned to
// one: a target with messages is stored only when it was compiled alone.
static void store(job *j, const qn_compile_result *made) {
  const bool alone = made->target_count == 1 && !j->params->color;
  for (size_t k = 0; k < made->target_count; ++k) {
    const qn_target_result *target = &made->targets[k];
    const size_t i = j->indices[k];
    const qn_object_params params = object_of(j, i);
    qn_object object = {0};
    if ((target->reported && !alone) || !j->keys[i].size ||
        !target->image.size ||
        qn_failed(qn_object_make(&j->params->targets[i], target->is_ptx,
                                 qn_buffer_span(&target->image), &object,
                                 NULL)))
      continue;
    if (target->reported)
      qn_buffer_append_str(&object.messages, qn_buffer_str(&made->messages));
    qn_buffer_append_str(&object.files, qn_buffer_str(&made->dependencies));
    qn_ignore(qn_object_put(&j->objects, &params, qn_buffer_str(&j->keys[i]),
                            &object, NULL),
              "the work is done all the same");
    qn_object_finish(&object);
  }
}

// Moves the compiled targets to their positions among all.
static void join(job *j, qn_compile_result *made, qn_compile_result *result) {
  for (size_t k = 0; k < made->target_count; ++k) {
    const size_t i = j->indices[k];
    result->targets[i] = made->targets[k];
    result->targets[i].target = &j->params->targets[i];
  }
  qn_free(made->targets);
  qn_buffer_append_str(&result->messages, qn_buffer_str(&made->messages));
  qn_buffer_append_str(&result->commands, qn_buffer_str(&made->commands));
  add_files(result, qn_buffer_str(&made->dependencies));
  result->environment = made->environment;
  qn_buffer_finish(&made->messages);
  qn_buffer_finish(&made->commands);
  qn_buffer_finish(&made->dependencies);
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Sorts the paths of several targets and removes duplicates.
static void sort_files(qn_buffer *files) {
  qn_arena arena = {0};
  const char **paths = NULL;
  size_t count = 0, capacity = 0;
  for (size_t at = 0; at < files->size;) {
    const char *path = (const char *)files->data + at;
    const char **grown =
        qn_arena_grow(&arena, paths, count, &capacity, sizeof(*paths));
    if (!grown)
      break;
    paths = grown;
    paths[count++] = path;
    at += strlen(path) + 1;
  }
  qn_buffer sorted = {0};
  if (count)
    qsort(paths, count, sizeof(*paths), compare_texts);
  for (size_t i = 0; i < count; ++i)
    if (!i || strcmp(paths[i], paths[i - 1]) != 0)
      qn_buffer_append(&sorted, paths[i], strlen(paths[i]) + 1);
  qn_buffer_finish(files);
  *files = sorted;
  qn_arena_finish(&arena);
}

static qn_status compile_missing(job *j, qn_compile_result *result,
                                 bool *out_no_compiler, qn_diag *diag) {
  const qn_compiler_api *api;
  qn_compile_result made = {0};
  const qn_status loaded = qn_cli_load_compiler(&api, diag);
  *out_no_compiler = qn_failed(loaded);
  if (qn_failed(loaded))
    return loaded;
  j->own = *j->params;
  j->own.targets = j->missing;
  j->own.target_count = j->missing_count;
  j->own.dependencies = true;
  const qn_status status = api->compile(&j->own, &made, diag);
  if (!qn_failed(status))
    store(j, &made);
  join(j, &made, result);
  return status;
}

static qn_status plainly(const qn_compile_params *params,
                         qn_compile_result *out_result, bool *out_no_compiler,
                         qn_diag *diag) {
  const qn_compiler_api *api;
  const qn_status loaded = qn_cli_load_compiler(&api, diag);
  *out_no_compiler = qn_failed(loaded);
  return qn_failed(loaded) ? loaded : api->compile(params, out_result, diag);
}

static void finish(job *j) {
  for (size_t i = 0; j->keys && i < j->params->target_count; ++i)
    qn_buffer_finish(&j->keys[i]);
  qn_free(j->keys);
  qn_free(j->missing);
  qn_free(j->indices);
  qn_objects_close(&j->objects);
  qn_arena_finish(&j->arena);
}

qn_status qn_cli_compile(const qn_compile_params *params,
                         qn_compile_result *out_result, bool *out_no_compiler,
                         qn_diag *diag) {
  job j = {.params = params};
  const size_t count = params->target_count;
  *out_result = (qn_compile_result){0};
  *out_no_compiler = false;
  qn_objects_open(&j.objects, false);
  if (!qn_objects_on(&j.objects) || !find_folder(&j)) {
    finish(&j);
    return plainly(params, out_result, out_no_compiler, diag);
  }
  j.keys = qn_alloc_array(count + 1, sizeof(*j.keys));
  j.missing = qn_alloc_array(count + 1, sizeof(*j.missing));
  j.indices = qn_alloc_array(count + 1, sizeof(*j.indices));
  out_result->targets = qn_alloc_array(count + 1, sizeof(*out_result->targets));
  qn_status status = qn_ok();
  if (!j.keys || !j.missing || !j.indices || !out_result->targets) {
    status = qn_fail_memory(diag, "the list of targets");
  } else {
    out_result->target_count = count;
    look_up(&j, out_result);
    wait_for_other(&j, out_result);
    if (j.missing_count)
      status = compile_missing(&j, out_result, out_no_compiler, diag);
    if (params->dependencies)
      sort_files(&out_result->dependencies);
  }
  finish(&j);
  return status;
}

// SPDX-License-Identifier: Apache-2.0
#include "package/cache/precompiled.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "base/system/process.h"
#include "base/system/rule.h"

// An entry without parts says that the headers were wanted once; one with an
// empty part that they cannot be precompiled: clang has something to say about
// them, which every compilation is to repeat.

typedef struct work {
  const qn_precompiled_params *params;
  qn_cache cache;
  qn_buffer text; // of the key
  qn_cache_key key;
} work;

// ---- The key

static bool is_any_of(const char *arg, const char *const *names) {
  for (; *names; ++names)
    if (strcmp(arg, *names) == 0)
      return true;
  return false;
}

// Whether an option of the user's means the same in every working folder.
static bool is_absolute(const char *arg) {
  static const char *const alone[] = {"-I",         "-isystem", "-iquote",
                                      "-idirafter", "-include", NULL};
  static const char *const starts[] = {"/",  "-I/", "-isystem/", "-D", "-U",
                                       "-W", "-f",  "-std=",     "-O", "-m"};
  if (is_any_of(arg, alone)) // what follows is looked at by itself
    return true;
  for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); ++i)
    if (strncmp(arg, starts[i], strlen(starts[i])) == 0)
      return true;
  return false;
}

static void add_word(qn_buffer *key, const char *word) {
  qn_buffer_printf(key, "%zu ", strlen(word));
  qn_buffer_append_str(key, qn_str_from(word));
  qn_buffer_u8(key, '\n');
}

static bool read_part(const char *path, qn_buffer *out) {
  qn_file file;
  qn_diag ignored = {0};
  if (qn_failed(qn_file_open(path, 0, &file, &ignored)))
    return false;
  qn_buffer_append(out, file.bytes.data, file.bytes.size);
  qn_file_close(&file);
  return !out->failed;
}

// What is in a temporary file counts, not its path.
static void add_file(qn_buffer *key, const char *path) {
  qn_buffer text = {0};
  if (read_part(path, &text)) {
    qn_buffer_printf(key, "%zu ", text.size);
    qn_buffer_append(key, text.data, text.size);
  }
  qn_buffer_finish(&text);
}

// The variables in which clang's driver looks for folders of headers; paths in
// them may be relative. True when one is set.
static bool add_environment(qn_buffer *key) {
  static const char *const names[] = {"CPATH", "C_INCLUDE_PATH",
                                      "CPLUS_INCLUDE_PATH"};
  bool any = false;
  for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); ++i) {
    const char *value = getenv(names[i]);
    if (!value)
      continue;
    any = true;
    add_word(key, names[i]);
    add_word(key, value);
  }
  return any;
}

static bool make_key(work *w) {
  const qn_precompiled_params *p = w->params;
  char folder[PATH_MAX];
  bool absolute;
  qn_buffer_append_str(&w->text, QN_STR("precompiled 1\n"));
  if (!qn_cache_identify(p->args[0], &w->text))
    return false;
  for (const char *const *arg = p->args; *arg; ++arg) {
    if (strcmp(*arg, p->rules) == 0)
      continue;
    add_word(&w->text, *arg);
    if (strcmp(*arg, "-ivfsoverlay") == 0 && arg[1])
      add_file(&w->text, *++arg);
  }
  absolute = !add_environment(&w->text);
  for (const char *const *arg = p->own; arg && *arg; ++arg)
    absolute &= is_absolute(*arg);
  if (!absolute && getcwd(folder, sizeof(folder)))
    qn_buffer_printf(&w->text, "in %s\n", folder);
  w->key = (qn_cache_key){.text = qn_buffer_str(&w->text)};
  return !w->text.failed;
}

// ---- Making

// Runs the command. True when it succeeds and has nothing to say.
static bool run(const qn_precompiled_params *p) {
  size_t count = 0;
  qn_diag ignored = {0};
  qn_process_result result = {0};
  while (p->args[count])
    ++count;
  const char **args = qn_alloc_array(count + 3, sizeof(*args));
  if (!args)
    return false;
  memcpy(args, p->args, count * sizeof(*args));
  args[count] = "-o";
  args[count + 1] = p->path;
  const qn_process_params params = {.args = args};
  const bool good = !qn_failed(qn_process_run(&params, &result, &ignored)) &&
                    result.exit_code == 0 && result.err.size == 0;
  qn_process_result_finish(&result);
  qn_free(args);
  return good;
}

// The files that the rules name, a line each.
static void list_files(qn_span rules, qn_buffer *out) {
  qn_arena arena = {0};
  qn_str text = qn_span_str(rules);
  const char *path;
  while ((path = qn_rule_next(&text, &arena)) != NULL) {
    qn_buffer_append_str(out, qn_str_from(path));
    qn_buffer_u8(out, '\n');
  }
  qn_arena_finish(&arena);
}

static void put(work *w, qn_str files, const qn_cache_entry *entry) {
  qn_diag ignored = {0};
  qn_ignore(qn_cache_put(&w->cache, &w->key, files, entry, &ignored),
            "they are only made again");
}

// Makes them and puts them into the cache, or that they cannot be made.
static bool make(work *w) {
  const qn_precompiled_params *p = w->params;
  qn_cache_entry entry = {.part_count = 1};
  qn_buffer rules = {0}, files = {0};
  const bool good = run(p) && read_part(p->path, &entry.parts[0]) &&
                    read_part(p->rules, &rules);
  if (good)
    list_files(qn_buffer_span(&rules), &files);
  else
    qn_buffer_finish(&entry.parts[0]);
  if (!files.failed)
    put(w, qn_buffer_str(&files), &entry);
  qn_buffer_finish(&rules);
  qn_buffer_finish(&files);
  qn_cache_entry_finish(&entry);
  return good;
}

// ---- Using

// With the key locked, so that one process makes what many wait for; those go
// on without.
static bool make_locked(work *w) {
  const qn_str text = w->key.text;
  if (qn_cache_take(&w->cache, text, false) == QN_CACHE_BUSY)
    return false;
  const bool made = make(w);
  qn_cache_release(&w->cache, text);
  return made;
}

static bool get(work *w, bool at_first) {
  qn_cache_entry entry = {0};
  qn_diag ignored = {0};
  if (!qn_cache_get(&w->cache, &w->key, &entry)) {
    if (at_first)
      return make_locked(w);
    put(w, (qn_str){0}, &entry);
    return false;
  }
  bool good = false;
  if (entry.part_count == 0)
    good = make_locked(w);
  else if (entry.parts[0].size)
    good = !qn_failed(qn_file_write(w->params->path,
                                    qn_buffer_span(&entry.parts[0]), &ignored));
  qn_cache_entry_finish(&entry);
  return good;
}

bool qn_precompiled_get(const qn_precompiled_params *params) {
  const char *mode = getenv("QUERN_PRECOMPILED");
  work w = {.params = params};
  if (mode && strcmp(mode, "off") == 0)
    return false;
  qn_cache_open(&w.cache);
  const bool good = w.cache.folder[0] && make_key(&w) &&
                    get(&w, mode && strcmp(mode, "first") == 0);
  qn_buffer_finish(&w.text);
  qn_cache_close(&w.cache);
  return good;
}

// SPDX-License-Identifier: Apache-2.0
#include "compile/child.h"

#include <errno.h>
#include <sys/stat.h>

#include "base/system/file.h"
#include "base/system/install.h"

// ---- Files in memory

bool qn_memory_file_is_safe(const char *name) {
  qn_str rest = qn_str_from(name), part;
  if (!rest.size || name[0] == '/')
    return false;
  while (rest.size && qn_str_split(&rest, '/', &part))
    if (qn_str_equal(part, QN_STR("..")))
      return false;
  return name[strlen(name) - 1] != '/';
}

// "<folder>/<name>", the first `size` bytes of the name.
static qn_status join(const char *folder, const char *name, size_t size,
                      char path[PATH_MAX], qn_diag *diag) {
  if (size < PATH_MAX &&
      snprintf(path, PATH_MAX, "%s/%.*s", folder, (int)size, name) < PATH_MAX)
    return qn_ok();
  return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE,
                 "the file's name '%s' is too long", name);
}

// Makes the folders of "a/b/c.h" below `folder`.
static qn_status make_folders(const char *folder, const char *name,
                              qn_diag *diag) {
  char path[PATH_MAX];
  for (const char *slash = strchr(name, '/'); slash;
       slash = strchr(slash + 1, '/')) {
    QN_TRY(join(folder, name, (size_t)(slash - name), path, diag));
    if (mkdir(path, 0700) != 0 && errno != EEXIST)
      return qn_fail_errno(diag, "create", path);
  }
  return qn_ok();
}

qn_status qn_memory_files_write(const qn_memory_file *files, size_t count,
                                const char *folder, qn_diag *diag) {
  if (mkdir(folder, 0700) != 0)
    return qn_fail_errno(diag, "create", folder);
  for (size_t i = 0; i < count; ++i) {
    char path[PATH_MAX];
    const char *name = files[i].name;
    if (!qn_memory_file_is_safe(name))
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "'%s' cannot be a header's name: it is absolute, or leads "
                     "out of its folder",
                     name);
    QN_TRY(make_folders(folder, name, diag));
    QN_TRY(join(folder, name, strlen(name), path, diag));
    QN_TRY(qn_file_write(path, qn_str_span(files[i].text), diag));
  }
  return qn_ok();
}

// ---- The tool

qn_status qn_child_find_tool(char path[PATH_MAX], qn_diag *diag) {
  if (qn_prefix_find("bin/quern", path, PATH_MAX))
    return qn_ok();
  const qn_status status =
      qn_fail(diag, QN_E_TOOLCHAIN, QN_NOWHERE,
              "cannot compile: the tool 'quern' is not there");
  qn_diag_hint(diag, "Install Quern whole, or let QUERN_HOME name the prefix "
                     "that has bin/quern.");
  return status;
}

void qn_child_add(qn_child *c, const char *word) {
  const char **words = qn_arena_grow(&c->arena, c->words, c->count,
                                     &c->capacity, sizeof(*words));
  if (!words) {
    c->failed = true;
    return;
  }
  c->words = words;
  words[c->count++] = word;
}

void qn_child_add_text(qn_child *c, const char *before, const char *after) {
  const qn_str text = qn_arena_printf(&c->arena, "%s%s", before, after);
  if (text.data)
    qn_child_add(c, text.data);
  else
    c->failed = true;
}

qn_status qn_child_run(qn_child *c, bool (*on_wait)(void *user, double seconds),
                       void *user, qn_process_result *out_result,
                       qn_diag *diag) {
  qn_child_add(c, NULL);
  if (c->failed)
    return qn_fail_memory(diag, "a command line");
  const qn_process_params params = {
      .args = c->words, .on_wait = on_wait, .user = user};
  return qn_process_run(&params, out_result, diag);
}

void qn_child_finish(qn_child *c) {
  qn_arena_finish(&c->arena);
  *c = (qn_child){0};
}

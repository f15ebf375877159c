// SPDX-License-Identifier: Apache-2.0
#include "cli/hipify/members.h"

#include <string.h>

#include "base/system/file.h"
#include "base/text.h"
#include "hipify/translate.h"

// Adds what a file declares; few files have the type at all.
static qn_status add_file(const char *path, qn_arena *arena, qn_map *members,
                          qn_diag *diag) {
  qn_file file = {0};
  if (strcmp(path, "-") == 0 || qn_failed(qn_file_open(path, 0, &file, NULL)))
    return qn_ok(); // said when it is translated
  qn_status status = qn_ok();
  if (qn_str_search(qn_span_str(file.bytes), QN_STR("CUdeviceptr")))
    status = qn_hipify_members(file.bytes, arena, members, diag);
  qn_file_close(&file);
  // What is no text is said when it is translated.
  return status.code == QN_E_MEMORY ? status : qn_ok();
}

static bool is_source(const char *path) {
  static const char *const extensions[] = {".cu",  ".c",   ".cc",
                                           ".cpp", ".cxx", ".hip"};
  const qn_str extension = qn_path_extension(qn_str_from(path));
  for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(extensions[i])))
      return true;
  return false;
}

// Classes for other files are in headers.
static qn_status add_headers(const qn_hipify_files *files, qn_arena *arena,
                             qn_map *members, qn_diag *diag) {
  for (size_t i = 0; i < files->count; ++i)
    if (!is_source(files->paths[i]) &&
        !qn_hipify_files_keeps(files, files->paths[i]))
      QN_TRY(add_file(files->paths[i], arena, members, diag));
  return qn_ok();
}

static qn_status add_class(qn_hipify_classes *classes, qn_str name,
                           qn_diag *diag) {
  static const char *const marks[] = {"::", ">"}; // A::f(), make_unique<A>()
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); ++i) {
    const qn_str use =
        qn_arena_printf(&classes->arena, "%.*s%s", QN_STR_ARG(name), marks[i]);
    if (!use.data)
      return qn_fail_memory(diag, "the names of classes");
    QN_TRY(qn_map_put_str(&classes->uses, use, 1, diag));
  }
  return qn_ok();
}

qn_status qn_hipify_classes_read(qn_hipify_classes *classes,
                                 const qn_hipify_files *files, qn_diag *diag) {
  qn_map members = {0};
  qn_status status = add_headers(files, &classes->arena, &members, diag);
  for (size_t i = 0; i < members.count && !qn_failed(status); ++i) {
    const qn_str key = qn_map_entry_str(&members.entries[i]);
    const qn_str name = {key.data, qn_str_find(key, ':')};
    if (name.size && name.size < key.size)
      status = add_class(classes, name, diag);
  }
  qn_map_finish(&members);
  return status;
}

void qn_hipify_classes_finish(qn_hipify_classes *classes) {
  qn_map_finish(&classes->uses);
  qn_arena_finish(&classes->arena);
}

qn_status qn_hipify_members_of(const qn_hipify_classes *classes,
                               const char *path, qn_span source,
                               qn_hipify_known *out, qn_diag *diag) {
  const qn_opt_list none = {0};
  qn_hipify_files all = {.globs = &none, .excludes = &none};
  bool is_used = false;
  for (size_t i = 0; i < classes->uses.count && !is_used; ++i)
    is_used = qn_str_search(qn_span_str(source),
                            qn_map_entry_str(&classes->uses.entries[i]));
  if (!is_used || strcmp(path, "-") == 0)
    return qn_ok();
  qn_hipify_files_add(&all, path);
  qn_hipify_files_follow(&all);
  const qn_status status = add_headers(&all, &out->arena, &out->members, diag);
  qn_hipify_files_finish(&all);
  return status;
}

void qn_hipify_known_finish(qn_hipify_known *known) {
  qn_map_finish(&known->members);
  qn_arena_finish(&known->arena);
}

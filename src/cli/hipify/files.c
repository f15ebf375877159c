// SPDX-License-Identifier: Apache-2.0
#include "cli/hipify/files.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/system/file.h"
#include "base/text.h"
#include "targets/cuda_libraries.h"

void qn_hipify_files_finish(qn_hipify_files *f) {
  qn_map_finish(&f->seen);
  qn_map_finish(&f->kept);
  qn_arena_finish(&f->arena);
  *f = (qn_hipify_files){0};
}

static bool matches(const qn_opt_list *globs, qn_str path) {
  for (size_t i = 0; i < globs->count; ++i)
    if (qn_text_glob(qn_str_from(globs->items[i]), path) ||
        qn_text_glob(qn_str_from(globs->items[i]), qn_path_name(path)))
      return true;
  return false;
}

static bool is_source(const qn_hipify_files *f, qn_str path) {
  static const char *const extensions[] = {
      ".cu",  ".cuh", ".hu",  ".c",   ".cc",  ".cpp", ".cxx", ".h",  ".hh",
      ".hpp", ".hxx", ".ipp", ".inl", ".inc", ".hip", ".tpp", ".tcc"};
  if (f->globs->count)
    return matches(f->globs, path);
  const qn_str extension = qn_path_extension(path);
  for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(extensions[i])))
      return true;
  return false;
}

// Whether a file was added before; records that it is added now.
static bool is_seen(qn_hipify_files *f, const char *path) {
  struct stat info;
  if (strcmp(path, "-") == 0 || stat(path, &info) != 0)
    return false; // reported when it is opened
  const qn_str key =
      qn_arena_printf(&f->arena, "%llu:%llu", (unsigned long long)info.st_dev,
                      (unsigned long long)info.st_ino);
  if (!key.data || qn_map_find_str(&f->seen, key))
    return key.data != NULL;
  f->failed |= qn_failed(qn_map_put_str(&f->seen, key, 1, NULL));
  return false;
}

bool qn_hipify_files_keeps(const qn_hipify_files *f, const char *path) {
  return qn_map_find_str(&f->kept, qn_str_from(path)) != NULL;
}

static void add_path(qn_hipify_files *f, const char *path, bool kept) {
  if (is_seen(f, path))
    return;
  const qn_str copy = qn_arena_copy(&f->arena, qn_str_from(path));
  const char **grown = qn_arena_grow(&f->arena, f->paths, f->count,
                                     &f->capacity, sizeof(*grown));
  if (grown)
    f->paths = grown; // its capacity is counted
  if (!grown || !copy.data) {
    f->failed = true;
    return;
  }
  f->paths[f->count++] = copy.data;
  if (kept)
    f->failed |= qn_failed(qn_map_put_str(&f->kept, copy, 1, NULL));
}

static int compare_paths(const void *a, const void *b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_folder(qn_hipify_files *f, const char *folder, int depth,
                       bool kept) {
  enum { DEPTH_MAX = 64 };
  DIR *dir = depth < DEPTH_MAX ? opendir(folder) : NULL;
  if (!dir)
    return;
  for (const struct dirent *e; (e = readdir(dir));) {
    char path[PATH_MAX];
    struct stat info;
    if (e->d_name[0] == '.')
      continue; // hidden, or the folder itself
    const int size = snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
    if (size < 0 || (size_t)size >= sizeof(path) || lstat(path, &info) != 0 ||
        matches(f->excludes, qn_str_from(path)))
      continue;
    if (S_ISDIR(info.st_mode))
      add_folder(f, path, depth + 1,
                 kept || qn_cuda_library_folder(qn_str_from(path)));
    else if (S_ISREG(info.st_mode) && is_source(f, qn_str_from(path)))
      add_path(f, path, kept);
  }
  closedir(dir);
}

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

// ---- compile_commands.json: only "file" and "directory" matter

// The string without escapes at `*rest`, which is past the opening quote.
static qn_str read_json_string(qn_arena *arena, qn_str *rest) {
  char *text = qn_arena_alloc(arena, rest->size + 1, 1);
  size_t size = 0;
  size_t i = 0;
  for (; text && i < rest->size && rest->data[i] != '"'; ++i) {
    if (rest->data[i] == '\\' && i + 1 < rest->size)
      ++i;
    text[size++] = rest->data[i];
  }
  *rest = qn_str_skip(*rest, i < rest->size ? i + 1 : i);
  if (text)
    text[size] = '\0';
  return (qn_str){text, text ? size : 0};
}

static void add_command(qn_hipify_files *f, qn_str folder, qn_str file) {
  if (!file.size || !is_source(f, file))
    return;
  const qn_str path =
      file.data[0] == '/' || !folder.size
          ? file
          : qn_arena_printf(&f->arena, "%.*s/%.*s", QN_STR_ARG(folder),
                            QN_STR_ARG(file));
  if (path.data && !matches(f->excludes, path))
    add_path(f, path.data, false);
}

qn_status qn_hipify_files_commands(qn_hipify_files *f, const char *path,
                                   qn_diag *diag) {
  qn_file file = {0};
  QN_TRY(qn_file_open(path, 0, &file, diag));
  qn_str rest = {(const char *)file.bytes.data, file.bytes.size};
  qn_str key = {0};
  qn_str folder = {0};
  qn_str name = {0};
  while (rest.size) {
    const char c = rest.data[0];
    rest = qn_str_skip(rest, 1);
    if (c == '"') {
      const qn_str text = read_json_string(&f->arena, &rest);
      if (qn_str_equal(key, QN_STR("file")))
        name = text;
      else if (qn_str_equal(key, QN_STR("directory")))
        folder = text;
      key = key.size ? (qn_str){0} : text;
    } else if (c == '}') {
      add_command(f, folder, name);
      name = folder = key = (qn_str){0};
    } else if (c == ',' || c == '[' || c == '{') {
      key = (qn_str){0};
    }
  }
  qn_file_close(&file);
  return qn_ok();
}

// Whether the path, or a folder of it, is to be left alone.
static bool is_excluded(const qn_hipify_files *f, qn_str path) {
  for (qn_str part = path; part.size; --part.size)
    if ((part.size == path.size || path.data[part.size] == '/') &&
        matches(f->excludes, part))
      return true;
  return false;
}

void qn_hipify_files_add(qn_hipify_files *f, const char *path) {
  const size_t first = f->count;
  if (is_excluded(f, qn_str_from(path)))
    return;
  if (!is_folder(path)) {
    add_path(f, path, false);
    return;
  }
  add_folder(f, path, 0, false);
  if (f->count > first)
    qsort(f->paths + first, f->count - first, sizeof(*f->paths), compare_paths);
}

// ---- Headers

static size_t skip_blanks(qn_str line, size_t at) {
  while (at < line.size && (line.data[at] == ' ' || line.data[at] == '\t'))
    ++at;
  return at;
}

// The path of `#include "path"`; empty for any other line. Includes in comments
// and inactive branches count too: translating more files does no harm.
static qn_str included(qn_str line) {
  static const char word[] = "include";
  size_t at = skip_blanks(line, 0);
  if (at == line.size || line.data[at] != '#')
    return (qn_str){0};
  at = skip_blanks(line, at + 1);
  if (!qn_str_starts(qn_str_skip(line, at), QN_STR("include")))
    return (qn_str){0};
  at = skip_blanks(line, at + sizeof(word) - 1);
  if (at == line.size || line.data[at] != '"')
    return (qn_str){0};
  const qn_str rest = qn_str_skip(line, at + 1);
  const size_t end = qn_str_find(rest, '"');
  return end < rest.size ? (qn_str){rest.data, end} : (qn_str){0};
}

// Whether a header is of a library that the file which includes it is not of.
static bool enters_library(const char *path, const char *from) {
  for (const char *end = path; (end = strchr(end, '/')); ++end) {
    const qn_str folder = {path, (size_t)(end - path)};
    if (qn_cuda_library_folder(folder) &&
        strncmp(path, from, folder.size + 1) != 0)
      return true;
  }
  return false;
}

static void add_header(qn_hipify_files *f, const char *from, qn_str header) {
  char path[PATH_MAX];
  struct stat info;
  const char *slash = strrchr(from, '/');
  const int size =
      snprintf(path, sizeof(path), "%.*s%.*s",
               slash ? (int)(slash - from) + 1 : 0, from, QN_STR_ARG(header));
  if (!header.size || header.data[0] == '/' || size < 0 ||
      (size_t)size >= sizeof(path) || stat(path, &info) != 0 ||
      !S_ISREG(info.st_mode) || !is_source(f, qn_str_from(path)) ||
      matches(f->excludes, qn_str_from(path)))
    return;
  add_path(f, path, enters_library(path, from));
}

static void follow_file(qn_hipify_files *f, const char *path) {
  qn_file file = {0};
  qn_str line;
  if (strcmp(path, "-") == 0 || qn_failed(qn_file_open(path, 0, &file, NULL)))
    return;
  qn_str rest = {(const char *)file.bytes.data, file.bytes.size};
  while (qn_str_split(&rest, '\n', &line)) {
    const qn_str header = included(line);
    if (header.size)
      add_header(f, path, header);
  }
  qn_file_close(&file);
}

void qn_hipify_files_follow(qn_hipify_files *f) {
  for (size_t i = 0; i < f->count; ++i) // the loop appends to it
    if (!qn_hipify_files_keeps(f, f->paths[i]))
      follow_file(f, f->paths[i]);
}

// SPDX-License-Identifier: Apache-2.0
#include "targets/cuda_libraries.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/system/file.h"
#include "base/text.h"
#include "targets/headers.h"

// A library's folder and a header that says whose it is.
static const char *const libraries[][2] = {{"thrust", "detail/config.h"},
                                           {"cub", "util_arch.cuh"},
                                           {"cuda", "std/detail/__config"},
                                           {"cuda", "std/__cccl/compiler.h"},
                                           {"nv", "target"}};
enum { LIBRARY_COUNT = sizeof(libraries) / sizeof(libraries[0]) };

bool qn_cuda_library_folder(qn_str path) {
  char mark[PATH_MAX];
  for (size_t i = 0; i < LIBRARY_COUNT; ++i)
    if (qn_str_equal(qn_path_name(path), qn_str_from(libraries[i][0])) &&
        (size_t)snprintf(mark, sizeof(mark), "%.*s/%s", QN_STR_ARG(path),
                         libraries[i][1]) < sizeof(mark) &&
        qn_path_exists(mark))
      return true;
  return false;
}

// ---- A header

static bool is_name_part(char c) {
  return c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         (c >= '0' && c <= '9');
}

bool qn_cuda_library_macro(qn_str name) {
  static const char *const whole[] = {"__NVCC__", "__CUDA__", "CUDART_VERSION"};
  for (size_t i = 0; i < sizeof(whole) / sizeof(whole[0]); ++i)
    if (qn_str_equal(name, qn_str_from(whole[i])))
      return true;
  return qn_str_starts(name, QN_STR("__CUDACC_")) ||
         qn_str_starts(name, QN_STR("__CUDA_ARCH_"));
}

// Appends `text` with the macros under our names; whether there was one.
static bool rename_macros(qn_str text, qn_buffer *out) {
  const char *end = text.data + text.size, *from = text.data, *p = text.data;
  if (!qn_text_contains(text, "CUDA") && !qn_text_contains(text, "__NVCC__"))
    return false;
  while (p && (p = memchr(p, '_', (size_t)(end - p)))) { // all have one
    const char *start = p;
    while (start > text.data && is_name_part(start[-1]))
      --start;
    while (p < end && is_name_part(*p))
      ++p;
    const qn_str name = {start, (size_t)(p - start)};
    if (!qn_cuda_library_macro(name))
      continue;
    qn_buffer_append(out, from, (size_t)(start - from));
    qn_buffer_append_str(out, QN_STR(QN_CUDA_LIBRARY_PREFIX));
    from = start + (*start == '_' ? 2 : 0);
  }
  const bool any = from != text.data;
  if (any)
    qn_buffer_append(out, from, (size_t)(end - from));
  return any;
}

// What every one of them reads first, in one of these forms.
static const char before[] = "#include <quern/device/target/cuda_libraries.h>\n"
                             "#line 1\n";

// rocThrust's names of the device's system, where the version is known by which
// the library names a namespace around all of it.
static const char hip_names[] =
    "\nTHRUST_NAMESPACE_BEGIN\n"
    "namespace system { namespace cuda {} namespace hip = cuda; }\n"
    "namespace cuda {} namespace hip = cuda;\n"
    "THRUST_NAMESPACE_END\n";

bool qn_cuda_library_rewrite(qn_str name, qn_str text, qn_buffer *out) {
  const bool has_names = qn_str_equal(name, QN_STR("thrust/detail/config.h"));
  const size_t start = out->size;
  qn_buffer_append_str(out, QN_STR(before));
  if (!rename_macros(text, out)) {
    if (!has_names) {
      out->size = start;
      return false;
    }
    qn_buffer_append_str(out, text);
  }
  if (has_names)
    qn_buffer_append_str(out, QN_STR(hip_names));
  return true;
}

// ---- All of them

typedef struct search {
  qn_arena arena;
  const char **seen; // folders already visited
  size_t seen_count, seen_capacity;
  const char *path; // of the overlay
  qn_buffer entries;
  size_t count; // of files that were written
  qn_diag *diag;
  qn_status status;
} search;

static bool goes_on(const search *s) { return !qn_failed(s->status); }

static void fail_memory(search *s) {
  if (goes_on(s))
    s->status = qn_fail_memory(s->diag, "lists of headers");
}

static void write_copy(search *s, const char *path, const qn_buffer *text) {
  const char *copy =
      qn_arena_printf(&s->arena, "%s.%zu.h", s->path, s->count).data;
  if (!copy || text->failed) {
    fail_memory(s);
    return;
  }
  char absolute[PATH_MAX];
  s->status = qn_file_write(copy, qn_buffer_span(text), s->diag);
  qn_headers_overlay_entry(&s->entries, !s->count++, path,
                           qn_path_absolute(copy, absolute) ? absolute : copy);
}

// `name` is the end of `path`, from the library's own folder on.
static void add_file(search *s, const char *path, const char *name) {
  qn_file file;
  qn_buffer text = {0};
  if (qn_failed(qn_file_open(path, 0, &file, NULL)))
    return; // clang says why if it matters
  if (qn_cuda_library_rewrite(qn_str_from(name), qn_span_str(file.bytes),
                              &text))
    write_copy(s, path, &text);
  qn_file_close(&file);
  qn_buffer_finish(&text);
}

static bool is_hidden(const struct dirent *entry) {
  return entry->d_name[0] == '.';
}

// All below the folder; `name` is the end of `path`, as above. Links are left
// alone, as they may lead back.
static void add_all(search *s, const char *path, const char *name) {
  DIR *folder = opendir(path);
  if (!folder)
    return;
  const size_t root = strlen(path) - strlen(name);
  for (const struct dirent *entry; goes_on(s) && (entry = readdir(folder));) {
    const char *below =
        qn_arena_printf(&s->arena, "%s/%s", path, entry->d_name).data;
    if (!below)
      fail_memory(s);
    else if (entry->d_type == DT_DIR && !is_hidden(entry))
      add_all(s, below, below + root);
    else if (entry->d_type == DT_REG)
      add_file(s, below, below + root);
  }
  closedir(folder);
}

static bool is_new(search *s, const char *folder) {
  for (size_t i = 0; i < s->seen_count; ++i)
    if (strcmp(s->seen[i], folder) == 0)
      return false;
  const char **seen = qn_arena_grow(&s->arena, s->seen, s->seen_count,
                                    &s->seen_capacity, sizeof(*seen));
  const char *copy = qn_arena_copy(&s->arena, qn_str_from(folder)).data;
  if (seen)
    s->seen = seen; // its capacity is counted
  if (!seen || !copy) {
    fail_memory(s);
    return false;
  }
  s->seen[s->seen_count++] = copy;
  return true;
}

static void add_folder(void *user, const char *option, qn_str path) {
  search *s = user;
  char absolute[PATH_MAX];
  (void)option;
  const char *copy = qn_arena_copy(&s->arena, path).data;
  if (!copy || !qn_path_absolute(copy, absolute))
    return;
  for (size_t i = 0; goes_on(s) && i < LIBRARY_COUNT; ++i) {
    const qn_str below =
        qn_arena_printf(&s->arena, "%s/%s", absolute, libraries[i][0]);
    const qn_str mark = qn_arena_printf(
        &s->arena, "%s/%s", below.data ? below.data : "", libraries[i][1]);
    if (!below.data || !mark.data)
      fail_memory(s);
    else if (qn_path_exists(mark.data) && is_new(s, below.data))
      add_all(s, below.data, below.data + below.size - strlen(libraries[i][0]));
  }
}

qn_status qn_cuda_libraries_overlay(const char *const *args, const char *path,
                                    bool *out_made, qn_diag *diag) {
  search s = {.path = path, .diag = diag, .status = qn_ok()};
  qn_buffer text = {0};
  qn_headers_each_folder(args, add_folder, &s);
  *out_made = s.count != 0;
  // Clang is to name the headers as they are called.
  qn_buffer_printf(&text,
                   "{\"version\":0,\"use-external-names\":false,"
                   "\"roots\":[%.*s]}\n",
                   QN_STR_ARG(qn_buffer_str(&s.entries)));
  if (goes_on(&s) && s.entries.failed)
    fail_memory(&s);
  if (goes_on(&s))
    s.status = qn_buffer_check(&text, diag);
  if (goes_on(&s) && *out_made)
    s.status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  qn_buffer_finish(&s.entries);
  qn_arena_finish(&s.arena);
  return s.status;
}

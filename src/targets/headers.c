// SPDX-License-Identifier: Apache-2.0
#include "targets/headers.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/text.h"

// ---- The C++ library

const char *qn_headers_multiarch(void) {
#if defined(__x86_64__)
  return "x86_64-linux-gnu";
#elif defined(__aarch64__)
  return "aarch64-linux-gnu";
#elif defined(__riscv)
  return "riscv64-linux-gnu";
#else
#error "name this machine's multiarch folder"
#endif
}

static bool has_headers(unsigned version) {
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "/usr/include/c++/%u/cmath", version);
  if (!qn_path_exists(path))
    return false;
  snprintf(path, sizeof(path), "/usr/include/%s/c++/%u/bits/c++config.h",
           qn_headers_multiarch(), version);
  return qn_path_exists(path);
}

static bool gcc_folder(unsigned version, char *out_path, size_t capacity) {
  char start[PATH_MAX];
  snprintf(start, sizeof(start), "/usr/lib/gcc/%s/%u/crtbegin.o",
           qn_headers_multiarch(), version);
  if (!qn_path_exists(start))
    return false;
  *strrchr(start, '/') = '\0';
  return snprintf(out_path, capacity, "%s", start) < (int)capacity;
}

unsigned qn_headers_gcc(void) {
  unsigned best = 0, best_complete = 0;
  char path[PATH_MAX];
  DIR *folder = opendir("/usr/include/c++");
  if (!folder)
    return 0;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    char *end;
    const unsigned long number = strtoul(entry->d_name, &end, 10);
    if (end == entry->d_name || (*end != '\0' && *end != '.') ||
        number >= 1000 || !has_headers((unsigned)number))
      continue;
    if (number > best)
      best = (unsigned)number;
    if (number > best_complete &&
        gcc_folder((unsigned)number, path, sizeof(path)))
      best_complete = (unsigned)number;
  }
  closedir(folder);
  return best_complete ? best_complete : best;
}

bool qn_headers_gcc_folder(char *out_path, size_t capacity) {
  const unsigned version = qn_headers_gcc();
  return version && gcc_folder(version, out_path, capacity);
}

void qn_headers_environment(qn_headers_folder_fn *fn, void *user) {
  static const char *const variables[][2] = {
      {"CPATH", "-I"}, {"CPLUS_INCLUDE_PATH", "-isystem"}};
  for (size_t i = 0; i < 2; ++i) {
    const char *value = getenv(variables[i][0]);
    qn_str rest = qn_str_from(value ? value : ""), part;
    while (rest.size && qn_str_split(&rest, ':', &part))
      if (part.size)
        fn(user, variables[i][1], part);
  }
}

// ---- Other toolchains' headers

bool qn_headers_cuda_libraries(char *out_path, size_t capacity) {
  const char *const roots[] = {getenv("CUDA_HOME"), getenv("CUDA_PATH"),
                               "/usr/local/cuda", "/usr/local"};
  for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); ++i) {
    char mark[PATH_MAX];
    if (!roots[i] || snprintf(mark, sizeof(mark), "%s/include/cccl/thrust",
                              roots[i]) >= (int)sizeof(mark))
      continue;
    if (!qn_path_exists(mark))
      continue;
    *strrchr(mark, '/') = '\0';
    return snprintf(out_path, capacity, "%s", mark) < (int)capacity;
  }
  return false;
}

// Headers that only an installation of CUDA or HIP has, or a part of one that
// another project brings: numba-cuda has those of small floats alone.
static const char *const marks[] = {"cuda_runtime_api.h", "cuda_fp16.hpp",
                                    "hip/hip_runtime_api.h"};

// A search for headers of other toolchains in progress.
typedef struct overlay {
  const char *ours; // the folder include
  qn_arena arena;
  const char **seen; // folders already visited
  size_t seen_count, seen_capacity;
  qn_buffer *out;
  bool failed; // out of memory
} overlay;

void qn_headers_overlay_entry(qn_buffer *out, bool is_first, const char *name,
                              const char *contents) {
  qn_buffer_printf(out,
                   "%s\n{\"type\":\"file\",\"name\":", is_first ? "" : ",");
  qn_text_json(qn_str_from(name), out);
  qn_buffer_printf(out, ",\"external-contents\":");
  qn_text_json(qn_str_from(contents), out);
  qn_buffer_printf(out, "}");
}

// CUDA's C++ library, below cuda/, is another project and used as it is.
static bool is_replaced(const char *name) {
  return name[0] != '.' && strcmp(name, "cuda") != 0;
}

// Adds the files in `theirs` that also exist below `ours`.
static void add_common(overlay *o, const char *ours, const char *theirs) {
  DIR *folder = opendir(ours);
  if (!folder)
    return;
  for (const struct dirent *entry; (entry = readdir(folder));) {
    const char *name = entry->d_name;
    const char *mine = qn_arena_printf(&o->arena, "%s/%s", ours, name).data;
    const char *other = qn_arena_printf(&o->arena, "%s/%s", theirs, name).data;
    if (!mine || !other) {
      o->failed = true;
      break;
    }
    if (!is_replaced(name) || !qn_path_exists(other))
      continue;
    if (strchr(name, '.'))
      qn_headers_overlay_entry(o->out, !o->out->size, other, mine);
    else
      add_common(o, mine, other);
  }
  closedir(folder);
}

static bool is_new(overlay *o, const char *folder) {
  for (size_t i = 0; i < o->seen_count; ++i)
    if (strcmp(o->seen[i], folder) == 0)
      return false;
  const char **seen = qn_arena_grow(&o->arena, o->seen, o->seen_count,
                                    &o->seen_capacity, sizeof(*seen));
  if (!seen) {
    o->failed = true;
    return false;
  }
  o->seen = seen;
  o->seen[o->seen_count++] = folder;
  return true;
}

static bool is_ours(const overlay *o, const char *folder) {
  char real[PATH_MAX], own[PATH_MAX];
  if (!realpath(folder, real) || !realpath(o->ours, own))
    return false;
  const size_t size = strlen(own);
  return strncmp(real, own, size) == 0 &&
         (real[size] == '\0' || real[size] == '/');
}

static void add_folder(overlay *o, const char *path) {
  bool is_marked = false;
  char absolute[PATH_MAX];
  if (!qn_path_absolute(path, absolute))
    return;
  const char *folder = qn_arena_copy(&o->arena, qn_str_from(absolute)).data;
  if (!folder || !is_new(o, folder)) {
    o->failed = o->failed || !folder;
    return;
  }
  for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); ++i) {
    const char *mark =
        qn_arena_printf(&o->arena, "%s/%s", folder, marks[i]).data;
    is_marked = is_marked || (mark && qn_path_exists(mark));
  }
  if (!is_marked || is_ours(o, folder))
    return;
  static const char *const parts[][2] = {{"cuda", ""}, {"hip", "/hip"}};
  for (size_t i = 0; i < 2; ++i) {
    const char *own =
        qn_arena_printf(&o->arena, "%s/%s", o->ours, parts[i][0]).data;
    const char *theirs =
        qn_arena_printf(&o->arena, "%s%s", folder, parts[i][1]).data;
    if (own && theirs)
      add_common(o, own, theirs);
    else
      o->failed = true;
  }
}

static void add_part(void *user, const char *option, qn_str path) {
  overlay *o = user;
  (void)option;
  const char *copy = qn_arena_copy(&o->arena, path).data;
  if (copy)
    add_folder(o, copy);
  else
    o->failed = true;
}

// The folder that a command-line argument adds to the search path, given the
// next argument; NULL for any other argument.
static const char *folder_of(const char *word, const char *next) {
  static const char *const options[] = {"-internal-externc-isystem",
                                        "-internal-isystem",
                                        "-idirafter",
                                        "-isystem",
                                        "-iquote",
                                        "-I"};
  for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); ++i) {
    const size_t size = strlen(options[i]);
    if (strncmp(word, options[i], size) == 0)
      return word[size] ? word + size : next;
  }
  return NULL;
}

void qn_headers_each_folder(const char *const *args, qn_headers_folder_fn *fn,
                            void *user) {
  static const char *const machine[] = {"/usr/local/include", "/usr/include"};
  for (; args && *args; ++args) {
    const char *folder = folder_of(args[0], args[1]);
    if (folder)
      fn(user, "-I", qn_str_from(folder));
  }
  qn_headers_environment(fn, user);
  for (size_t i = 0; i < sizeof(machine) / sizeof(machine[0]); ++i)
    fn(user, "-idirafter", qn_str_from(machine[i]));
}

qn_status qn_headers_overlay(const char *ours, const char *const *args,
                             const char *path, bool *out_made, qn_diag *diag) {
  qn_buffer entries = {0};
  overlay o = {.ours = ours, .out = &entries};
  qn_headers_each_folder(args, add_part, &o);
  qn_buffer text = {0};
  *out_made = entries.size != 0;
  qn_buffer_printf(&text, "{\"version\":0,\"roots\":[%.*s]}\n",
                   QN_STR_ARG(qn_buffer_str(&entries)));
  qn_status status = o.failed || entries.failed
                         ? qn_fail_memory(diag, "lists of headers")
                         : qn_buffer_check(&text, diag);
  if (!qn_failed(status) && *out_made && path)
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  qn_buffer_finish(&entries);
  qn_arena_finish(&o.arena);
  return status;
}

// SPDX-License-Identifier: Apache-2.0
// The compilers that `quern cc` replaces: what their names and conventions
// imply beyond their options.
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/cc/cc.h"
#include "hip/hip_version.h"
#include "quern/version.h"
#include "targets/headers.h"

// The CUDA release that we report as nvcc; headers see the same number
// (dialect.def).
#define CUDA_RELEASE "12.8"

static const struct {
  const char *name; // for --as, and of the program
  cc_persona persona;
} names[] = {{"quern", CC_AS_QUERN},
             {"quern-cc", CC_AS_QUERN},
             {"nvcc", CC_AS_NVCC},
             {"hipcc", CC_AS_HIPCC}};

bool cc_persona_find(const char *name, cc_persona *out) {
  for (size_t i = 0; name && i < sizeof(names) / sizeof(names[0]); ++i)
    if (strcmp(names[i].name, name) == 0) {
      *out = names[i].persona;
      return true;
    }
  return false;
}

// ---- Languages

static bool is_cxx(const char *path) {
  static const char *const extensions[] = {".cpp", ".cc",  ".cxx", ".c++", ".C",
                                           ".cp",  ".hpp", ".hxx", ".hh"};
  const qn_str extension = qn_path_extension(qn_str_from(path));
  for (size_t i = 0; i < sizeof(extensions) / sizeof(extensions[0]); ++i)
    if (qn_str_equal(extension, qn_str_from(extensions[i])))
      return true;
  return false;
}

static qn_str trim_start(qn_str s) {
  while (s.size && (s.data[0] == ' ' || s.data[0] == '\t'))
    s = qn_str_skip(s, 1);
  return s;
}

// Whether a line is `#include <hip/hip_runtime.h>`: the file then needs HIP's
// own compiler.
static bool includes_runtime(qn_str line) {
  qn_str rest = trim_start(line);
  if (!qn_str_starts(rest, QN_STR("#")))
    return false;
  rest = trim_start(qn_str_skip(rest, 1));
  if (!qn_str_starts(rest, QN_STR("include")))
    return false;
  rest = trim_start(qn_str_skip(rest, strlen("include")));
  return qn_str_starts(rest, QN_STR("<hip/hip_runtime.h>")) ||
         qn_str_starts(rest, QN_STR("\"hip/hip_runtime.h\""));
}

// A file that cannot be read is reported by its compiler.
static bool is_hip_source(const char *path) {
  qn_file file;
  bool found = false;
  if (strcmp(path, "-") == 0 || qn_failed(qn_file_open(path, 0, &file, NULL)))
    return false;
  qn_str rest = {(const char *)file.bytes.data, file.bytes.size}, line;
  while (!found && rest.size && qn_str_split(&rest, '\n', &line))
    found = includes_runtime(line);
  qn_file_close(&file);
  return found;
}

cc_language cc_persona_language(const cc_request *r, const char *path,
                                cc_language by_name) {
  switch (r->as) {
  case CC_AS_HIPCC: // which treats CUDA files as HIP, too
    return is_cxx(path) || by_name == CC_CUDA ? CC_HIP : by_name;
  case CC_AS_QUERN:
    return is_cxx(path) && is_hip_source(path) ? CC_HIP : by_name;
  case CC_AS_NVCC:
    break;
  }
  return by_name;
}

// ---- Headers

void cc_persona_headers(cc_request *r) {
  char folder[PATH_MAX];
  if (r->as != CC_AS_NVCC || !qn_headers_cuda_libraries(folder, sizeof(folder)))
    return;
  // Before our own, which have some of the same headers: the two do not mix.
  qn_args_add(&r->host, "-isystem");
  QN_ARGS_PRINTF(&r->host, "%s", folder);
  qn_args_add(&r->device, "-internal-isystem");
  QN_ARGS_PRINTF(&r->device, "%s", folder);
}

// Whether it is one of our own folders, which every compilation has at its end:
// build systems name the toolkit's again, and then before all others.
static bool is_own_folder(const cc_request *r, const char *path) {
  static const char *const folders[] = {"include", "include/cuda",
                                        "toolkit/include"};
  char own[PATH_MAX], theirs[PATH_MAX], text[PATH_MAX];
  if (!realpath(path, theirs))
    return false;
  for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); ++i) {
    snprintf(text, sizeof(text), "%s/%s", r->root, folders[i]);
    if (realpath(text, own) && strcmp(own, theirs) == 0)
      return true;
  }
  return false;
}

// How many words of `items` add a folder of headers: 2 for "-I DIR"; 0.
static size_t folder_words(const char *const *items, const char **out_path) {
  static const char *const options[] = {"-isystem", "-I", "-idirafter"};
  for (size_t i = 0; i < sizeof(options) / sizeof(options[0]); ++i) {
    const size_t size = strlen(options[i]);
    if (strncmp(items[0], options[i], size) != 0)
      continue;
    *out_path = items[0][size] ? items[0] + size : items[1];
    return *out_path ? (items[0][size] ? 1 : 2) : 0;
  }
  return 0;
}

static void drop_own(const cc_request *r, qn_args *args) {
  size_t kept = 0;
  for (size_t i = 0, words; i < args->count; i += words) {
    const char *path = NULL;
    words = folder_words(args->items + i, &path);
    const bool own = words && is_own_folder(r, path);
    words = words ? words : 1;
    for (size_t j = 0; j < words && !own; ++j)
      args->items[kept++] = args->items[i + j];
  }
  if (args->items)
    args->items[kept] = NULL;
  args->count = kept;
}

void cc_persona_drop_own(cc_request *r) {
  drop_own(r, &r->host);
  drop_own(r, &r->device);
}

// ---- What others say while they link

void cc_persona_show_link(const cc_request *r) {
  const char *path = getenv("PATH");
  if (r->as != CC_AS_NVCC || !r->verbose)
    return;
  fprintf(stderr,
          "#$ TOP=%s/toolkit\n"
          "#$ PATH=%s/toolkit/bin:%s\n"
          "#$ LIBRARIES=  \"-L%s/toolkit/lib64\"\n"
          "#$ %s/toolkit/bin/nvcc",
          r->root, r->root, path ? path : "", r->root, r->root);
  for (size_t i = 0; i < r->input_count; ++i)
    if (r->inputs[i].object)
      fprintf(stderr, " \"%s\"", r->inputs[i].object);
  fprintf(stderr, "  \"-L%s/toolkit/lib64\"  -lcudart -o \"%s\"\n", r->root,
          r->output ? r->output : "a.out");
}

// ---- Queries that compilers answer

// Another release for build systems that compare it with their own, as
// PyTorch's does; what is not two numbers is none.
static const char *cuda_release(void) {
  enum { LARGEST = 99 };
  const char *asked = getenv("QUERN_CUDA_RELEASE");
  if (!asked || !isdigit((unsigned char)asked[0]))
    return CUDA_RELEASE;
  char *end;
  const long major = strtol(asked, &end, 10);
  if (major < 1 || major > LARGEST || *end != '.' ||
      !isdigit((unsigned char)end[1]))
    return CUDA_RELEASE;
  const long minor = strtol(end + 1, &end, 10);
  return minor <= LARGEST && !*end ? asked : CUDA_RELEASE;
}

// Build systems parse these lines.
static void print_version(const cc_request *r) {
  if (r->as == CC_AS_NVCC)
    printf("nvcc: Quern " QUERN_VERSION ", in the place of the CUDA compiler\n"
           "Cuda compilation tools, release %s, V%s.0\n",
           cuda_release(), cuda_release());
  else if (r->as == CC_AS_HIPCC)
    printf("HIP version: %d.%d.%d-quern\n", HIP_VERSION_MAJOR,
           HIP_VERSION_MINOR, HIP_VERSION_PATCH);
  else
    printf("quern cc " QUERN_VERSION ", host compiler:\n");
}

static void print_architectures(const char *prefix) {
  size_t count;
  const qn_target_row *rows = qn_target_rows(&count);
  for (size_t i = 0; i < count; ++i)
    if (strncmp(rows[i].name, "sm_", 3) == 0)
      printf("%s%s\n", prefix, rows[i].name + 3);
}

bool cc_persona_answer(const cc_request *r) {
  bool is_whole = false;
  if (r->asks_host)
    return false;
  if (strcmp(r->query, "--version") == 0) {
    print_version(r);
    is_whole = r->as == CC_AS_NVCC;
  } else if (strcmp(r->query, "--list-gpu-arch") == 0) {
    print_architectures("compute_");
    is_whole = true;
  } else if (strcmp(r->query, "--list-gpu-code") == 0) {
    print_architectures("sm_");
    is_whole = true;
  }
  fflush(stdout);
  return is_whole;
}

// CCCL's iterators have distances of 128 bits where there are such integers,
// and kernels' names have their types.
void cc_agree_on_types(cc_request *r) {
  static const char *const macros[] = {"CCCL_DISABLE_INT128_SUPPORT",
                                       "_CCCL_DISABLE_INT128"};
  bool has_spirv = false;
  for (size_t i = 0; i < r->target_count; ++i)
    has_spirv |= r->targets[i].row->family == QN_FAMILY_SPIRV;
  for (size_t i = 0; has_spirv && i < sizeof(macros) / sizeof(macros[0]); ++i) {
    QN_ARGS_PRINTF(&r->host, "-D%s=1", macros[i]);
    QN_ARGS_PRINTF(&r->device, "-D%s=1", macros[i]);
  }
}

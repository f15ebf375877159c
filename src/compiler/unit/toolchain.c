// SPDX-License-Identifier: Apache-2.0
#include "compiler/unit/toolchain.h"

#include <limits.h>
#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/file.h"
#include "base/system/install.h"
#include "compiler/unit/args.h"
#include "targets/headers.h"
#include "targets/tool.h"

#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define MAJOR TEXT(LLVM_VERSION_MAJOR)

// The path of a tool of the table, or NULL.
static const char *find_tool(qn_arena *arena, const char *id) {
  char path[PATH_MAX];
  return qn_tool_locate(qn_tool_find(id), path, sizeof(path), NULL, NULL)
             ? qn_arena_copy(arena, qn_str_from(path)).data
             : NULL;
}

// The first of `folders` in which `file` exists.
static const char *find_folder(const char *const *folders, const char *file) {
  char path[PATH_MAX];
  for (; *folders; ++folders) {
    snprintf(path, sizeof(path), "%s/%s", *folders, file);
    if (qn_path_exists(path))
      return *folders;
  }
  return NULL;
}

// The host's C++ and C headers, as clang's driver would find them: device code
// includes <cmath>, <type_traits> and the like from there.
static void find_headers(qn_arena *arena, qn_toolchain *tools) {
  qn_args cxx = {.arena = arena};
  qn_args c = {.arena = arena};
  const unsigned version = qn_headers_gcc();
  if (version) {
    QN_ARGS_PRINTF(&cxx, "/usr/include/c++/%u", version);
    QN_ARGS_PRINTF(&cxx, "/usr/include/%s/c++/%u", qn_headers_multiarch(),
                   version);
    QN_ARGS_PRINTF(&cxx, "/usr/include/c++/%u/backward", version);
  }
  QN_ARGS_PRINTF(&c, "/usr/include/%s", qn_headers_multiarch());
  qn_args_add(&c, "/usr/include");
  tools->cxx_include = cxx.items;
  tools->c_include = c.items;
}

// libc++'s headers, as clang's driver would find them: beside clang.
static const char *find_libcxx(qn_arena *arena, const char *resource_dir) {
  char path[PATH_MAX], real[PATH_MAX];
  snprintf(path, sizeof(path), "%s/../../../include/c++/v1", resource_dir);
  return realpath(path, real) ? qn_arena_copy(arena, qn_str_from(real)).data
                              : NULL;
}

// Clang's resource folder beside its real path: BIN/../lib/clang/MAJOR.
static const char *find_resource_dir(qn_arena *arena, const char *clang) {
  char real[PATH_MAX];
  if (!realpath(clang, real))
    return NULL;
  char *slash = strrchr(real, '/');
  *slash = '\0';
  const qn_str folder = qn_arena_printf(arena, "%s/../lib/clang/" MAJOR, real);
  char shorter[PATH_MAX];
  return folder.data && realpath(folder.data, shorter)
             ? qn_arena_copy(arena, qn_str_from(shorter)).data
             : NULL;
}

static const char *find_ours(qn_arena *arena, const char *relative) {
  char path[PATH_MAX];
  return qn_install_find(relative, path, sizeof(path))
             ? qn_arena_copy(arena, qn_str_from(path)).data
             : NULL;
}

// ROCm's device libraries: below ROCM_PATH when that is set, which may be ""
// for none.
static const char *find_rocm(qn_arena *arena, const char *const *folders) {
  const char *root = getenv("ROCM_PATH");
  if (!root)
    return find_folder(folders, "ocml.bc");
  const qn_str folder = qn_arena_printf(arena, "%s/amdgcn/bitcode", root);
  const char *const one[] = {folder.data ? folder.data : "", NULL};
  return *root ? find_folder(one, "ocml.bc") : NULL;
}

static qn_status fail_missing(qn_diag *diag, const char *what,
                              const char *tried, const char *hint) {
  const qn_status status = qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                   "cannot find %s (tried %s)", what, tried);
  qn_diag_hint(diag, "%s", hint);
  return status;
}

qn_status qn_toolchain_find(qn_arena *arena, qn_toolchain *out_tools,
                            qn_diag *diag) {
  static const char *const rocm[] = {"/opt/rocm/amdgcn/bitcode",
                                     "/usr/lib/x86_64-linux-gnu/amdgcn/bitcode",
                                     NULL};
  qn_toolchain tools = {
      .clang = find_tool(arena, "clang"),
      .lld = find_tool(arena, "lld"),
      .ptxas = find_tool(arena, "ptxas"),
      .libdevice = find_tool(arena, "libdevice"),
      .ocloc = find_tool(arena, "ocloc"),
      .clc_dir = find_tool(arena, "libclc"),
      .rocm_dir = find_rocm(arena, rocm),
      .include = find_ours(arena, "include"),
      .device = find_ours(arena, "device"),
  };
  if (!tools.clang)
    return fail_missing(diag, "clang " MAJOR,
                        "QUERN_CLANG, clang-" MAJOR " in PATH, "
                        "/usr/lib/llvm-" MAJOR "/bin",
                        "Install Debian's package clang-" MAJOR ".");
  tools.resource_dir = find_resource_dir(arena, tools.clang);
  if (!tools.resource_dir)
    return fail_missing(
        diag, "clang's own headers", "lib/clang/" MAJOR " beside its folder",
        "Install Debian's package libclang-common-" MAJOR "-dev.");
  if (!tools.include || !tools.device)
    return fail_missing(diag,
                        tools.include ? "Quern's folder device"
                                      : "Quern's folder include",
                        "QUERN_HOME and the folders beside the program",
                        "Set QUERN_HOME to the folder Quern is installed in.");
  find_headers(arena, &tools);
  tools.libcxx_include = find_libcxx(arena, tools.resource_dir);
  *out_tools = tools;
  return qn_ok();
}

qn_status qn_toolchain_cxx_folders(const qn_toolchain *tools,
                                   const char *const *options, qn_arena *arena,
                                   const char *const **out_folders,
                                   qn_diag *diag) {
  const char *library = "";
  bool has_none = false;
  for (; options && *options; ++options) {
    has_none = has_none || strcmp(*options, "-nostdinc++") == 0;
    if (strncmp(*options, "-stdlib=", strlen("-stdlib=")) == 0)
      library = *options + strlen("-stdlib=");
  }
  static const char *const none[] = {NULL};
  *out_folders = has_none ? none : tools->cxx_include;
  if (has_none || strcmp(library, "libc++") != 0)
    return qn_ok();
  if (!tools->libcxx_include)
    return fail_missing(diag, "libc++'s headers", "include/c++/v1 beside clang",
                        "Install Debian's package libc++-" MAJOR "-dev.");
  qn_args one = {.arena = arena};
  qn_args_add(&one, tools->libcxx_include);
  *out_folders = one.items;
  return one.failed ? qn_fail_memory(diag, "a list of folders") : qn_ok();
}

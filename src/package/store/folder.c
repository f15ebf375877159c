// SPDX-License-Identifier: Apache-2.0
// One folder of kernels: ARCH/NAME.hipfb, and for aie2 ARCH/NAME.pdi with
// ARCH/NAME_insts.bin, as listed in the manifest or as found in the folder.
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "package/bundle/package.h"
#include "package/store/store.h"
#include "targets/target.h"

enum { MANIFEST_LIMIT = 1 << 30, NAMES_MAX = 1000000 };

static bool is_npu(qn_str arch) {
  return qn_str_equal(arch, QN_STR("aie2")) ||
         qn_str_equal(arch, QN_STR("aie2p"));
}

// ---- Without a manifest

typedef struct scan {
  const char *path;
  qn_arena *arena;
  qn_manifest_kernel *kernels;
  size_t count, capacity;
} scan;

// Adds the file `name` of the architecture's folder, if it is a kernel.
static qn_status add_file(scan *s, qn_str arch, const char *file,
                          qn_diag *diag) {
  const bool npu = is_npu(arch);
  const qn_str name = qn_str_from(file);
  const qn_str suffix = npu ? QN_STR(".pdi") : QN_STR(".hipfb");
  if (!qn_str_ends(name, suffix) || name.size == suffix.size ||
      s->count == NAMES_MAX)
    return qn_ok();
  const qn_str stem =
      qn_arena_copy(s->arena, (qn_str){file, name.size - suffix.size});
  qn_manifest_kernel *kernels = qn_arena_grow(s->arena, s->kernels, s->count,
                                              &s->capacity, sizeof(*kernels));
  if (!stem.data || !kernels)
    return qn_fail_memory(diag, "the list of kernels");
  s->kernels = kernels;
  qn_manifest_kernel *k = &kernels[s->count++];
  *k = (qn_manifest_kernel){.arch = arch, .name = stem};
  k->code.path = qn_arena_printf(s->arena, "%.*s/%s", QN_STR_ARG(arch), file);
  if (npu)
    k->insts.path = qn_arena_printf(s->arena, "%.*s/%.*s_insts.bin",
                                    QN_STR_ARG(arch), QN_STR_ARG(stem));
  return k->code.path.data ? qn_ok() : qn_fail_memory(diag, "a path");
}

static qn_status scan_arch(scan *s, const char *name, qn_diag *diag) {
  qn_target target;
  const qn_str arch = qn_arena_copy(s->arena, qn_str_from(name));
  const qn_str path = qn_arena_printf(s->arena, "%s/%s", s->path, name);
  if (!arch.data || !path.data)
    return qn_fail_memory(diag, "the list of kernels");
  if (!is_npu(arch) && qn_failed(qn_target_parse(arch, &target, NULL)))
    return qn_ok(); // not an architecture's folder
  DIR *entries = opendir(path.data);
  qn_status status = qn_ok();
  for (const struct dirent *e;
       entries && !qn_failed(status) && (e = readdir(entries));)
    status = add_file(s, arch, e->d_name, diag);
  if (entries)
    (void)closedir(entries);
  return status;
}

static int by_name(const void *a, const void *b) {
  const qn_manifest_kernel *x = a, *y = b;
  return strcmp(x->code.path.data, y->code.path.data);
}

qn_status qn_store_folder_scan(const char *path, qn_arena *arena,
                               qn_manifest *out, qn_diag *diag) {
  scan s = {.path = path, .arena = arena};
  qn_status status = qn_ok();
  DIR *entries = opendir(path);
  if (!entries)
    return qn_fail_errno(diag, "read", path);
  for (const struct dirent *e; !qn_failed(status) && (e = readdir(entries));)
    if (e->d_name[0] != '.')
      status = scan_arch(&s, e->d_name, diag);
  (void)closedir(entries);
  if (s.count)
    qsort(s.kernels, s.count, sizeof(*s.kernels), by_name);
  *out = (qn_manifest){s.kernels, s.count};
  return status;
}

// ---- Folders

qn_status qn_store_folder_open(const char *path, qn_arena *arena,
                               qn_store_folder *out, qn_diag *diag) {
  struct stat about;
  const qn_str manifest = qn_arena_printf(arena, "%s/" QN_MANIFEST_FILE, path);
  if (!manifest.data)
    return qn_fail_memory(diag, "a path");
  if (stat(path, &about) != 0)
    return errno == ENOENT ? qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                                     "the folder '%s' is not there", path)
                           : qn_fail_errno(diag, "read", path);
  if (!S_ISDIR(about.st_mode))
    return qn_fail(diag, QN_E_IO, QN_NOWHERE, "'%s' is not a folder", path);
  qn_status status =
      qn_file_open(manifest.data, MANIFEST_LIMIT, &out->text, NULL);
  if (status.code == QN_E_NOT_FOUND)
    return qn_store_folder_scan(path, arena, &out->manifest, diag);
  if (qn_failed(status))
    return qn_fail_errno(diag, "read", manifest.data);
  out->has_manifest = true;
  status = qn_manifest_read(out->text.bytes, arena, &out->manifest, diag);
  if (qn_failed(status))
    qn_diag_context(diag, "reading '%s'", manifest.data);
  return status;
}

void qn_store_folder_close(qn_store_folder *folder) {
  qn_file_close(&folder->text);
}

// ---- Fitness

// A folder may hold only text where the assembler was missing: its fitness is
// at least that of the text.
unsigned qn_store_fitness(qn_str arch, qn_str device) {
  qn_target target;
  qn_buffer id = {0};
  if (is_npu(arch) || is_npu(device))
    return qn_str_equal(arch, device);
  if (qn_failed(qn_target_parse(arch, &target, NULL)))
    return 0;
  qn_target_print_id(&target, &id);
  unsigned best =
      id.failed ? 0 : qn_package_fitness(qn_buffer_str(&id), device);
  if (qn_target_leave_as_text(&target)) {
    qn_buffer_clear(&id);
    qn_target_print_id(&target, &id);
    const unsigned text =
        id.failed ? 0 : qn_package_fitness(qn_buffer_str(&id), device);
    best = text > best ? text : best;
  }
  qn_buffer_finish(&id);
  return best;
}

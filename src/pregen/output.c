// SPDX-License-Identifier: Apache-2.0
#include "pregen/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/system/file.h"
#include "base/map.h"

enum { MANIFEST_LIMIT = 1 << 30 };

static qn_status make_folder(const char *path, qn_diag *diag) {
  char part[PATH_MAX];
  if (snprintf(part, sizeof(part), "%s/", path) >= (int)sizeof(part))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  for (char *at = part + 1; (at = strchr(at, '/')); ++at) {
    *at = '\0';
    if (mkdir(part, 0777) != 0 && errno != EEXIST)
      return qn_fail_errno(diag, "create", part);
    *at = '/';
  }
  return qn_ok();
}

static bool is_same(const char *path, qn_span bytes) {
  qn_file file;
  if (qn_failed(qn_file_open(path, bytes.size, &file, NULL)))
    return false; // missing, or larger
  const bool same = file.bytes.size == bytes.size &&
                    memcmp(file.bytes.data, bytes.data, bytes.size) == 0;
  qn_file_close(&file);
  return same;
}

// Writes `arch/name<suffix>` and describes it for the manifest.
static qn_status put(qn_output *o, const qn_pregen_job *job, const char *suffix,
                     qn_span bytes, qn_manifest_file *out_file, qn_diag *diag) {
  const qn_str name = qn_arena_printf(&o->arena, "%s/%s%s", job->arch,
                                      job->kernel->name, suffix);
  const qn_str path =
      name.data ? qn_arena_printf(&o->arena, "%s/%s", o->folder, name.data)
                : name;
  if (!path.data)
    return qn_fail_memory(diag, "a path");
  if (out_file)
    *out_file = (qn_manifest_file){name, bytes.size, qn_hash64(bytes)};
  if (is_same(path.data, bytes))
    return qn_ok();
  qn_status status = qn_file_write(path.data, bytes, NULL);
  if (!qn_failed(status))
    return status;
  char folder[PATH_MAX];
  snprintf(folder, sizeof(folder), "%s/%s", o->folder, job->arch);
  QN_TRY(make_folder(folder, diag));
  return qn_file_write(path.data, bytes, diag);
}

static qn_status put_image(qn_output *o, const qn_pregen_job *job,
                           const qn_made *made, qn_diag *diag) {
  qn_buffer image = {0};
  qn_status status = qn_object_image(&made->object, &image, diag);
  if (!qn_failed(status))
    status =
        put(o, job,
            made->object.is_ptx ? ".ptx" : qn_target_extension(job->target.row),
            qn_buffer_span(&image), NULL, diag);
  qn_buffer_finish(&image);
  return status;
}

// ---- The manifest

static qn_manifest_kernel *note(qn_output *o, const qn_pregen_job *job,
                                qn_diag *diag) {
  size_t count = 0;
  const qn_pregen_kernel *k = job->kernel;
  for (const qn_pregen_alias *a = job->aliases; a; a = a->next)
    ++count;
  qn_manifest_kernel *kernels = qn_arena_grow(&o->arena, o->kernels, o->count,
                                              &o->capacity, sizeof(*kernels));
  qn_str *aliases = qn_arena_alloc(&o->arena, count + 1, sizeof(*aliases));
  if (!kernels || !aliases) {
    (void)qn_fail_memory(diag, "the manifest");
    return NULL;
  }
  count = 0;
  for (const qn_pregen_alias *a = job->aliases; a; a = a->next)
    aliases[count++] = a->name;
  const qn_ggml_op *known;
  const bool has_call =
      k->has_tensors &&
      !qn_failed(qn_ggml_op_find(qn_str_from(k->call.op->name), &known, NULL));
  o->kernels = kernels;
  kernels[o->count] = (qn_manifest_kernel){
      .arch = qn_str_from(job->arch),
      .name = qn_str_from(k->name),
      .symbol = job->npu ? (qn_str){0} : qn_str_from(k->symbol),
      .aliases = aliases,
      .alias_count = count,
      .has_call = has_call,
      .call = k->call,
  };
  return &kernels[o->count++];
}

qn_status qn_output_write(qn_output *o, const qn_pregen_job *job,
                          const qn_made *made, qn_diag *diag) {
  qn_manifest_file code, insts = {0};
  const qn_span bytes = qn_buffer_span(&made->object.bundle);
  QN_TRY(put(o, job, job->npu ? ".pdi" : ".hipfb", bytes, &code, diag));
  if (job->npu)
    QN_TRY(
        put(o, job, "_insts.bin", qn_buffer_span(&made->insts), &insts, diag));
  else if (o->images)
    QN_TRY(put_image(o, job, made, diag));
  qn_manifest_kernel *kernel = note(o, job, diag);
  if (!kernel)
    return (qn_status){QN_E_MEMORY};
  kernel->code = code;
  kernel->insts = insts;
  return qn_ok();
}

// The description of an existing file.
static qn_status describe(qn_output *o, const qn_pregen_job *job,
                          const char *suffix, qn_manifest_file *out,
                          qn_diag *diag) {
  qn_file file;
  const qn_str name = qn_arena_printf(&o->arena, "%s/%s%s", job->arch,
                                      job->kernel->name, suffix);
  const qn_str path =
      name.data ? qn_arena_printf(&o->arena, "%s/%s", o->folder, name.data)
                : name;
  if (!path.data)
    return qn_fail_memory(diag, "a path");
  QN_TRY(qn_file_open(path.data, 0, &file, diag));
  *out = (qn_manifest_file){name, file.bytes.size, qn_hash64(file.bytes)};
  qn_file_close(&file);
  return qn_ok();
}

qn_status qn_output_adopt(qn_output *o, const qn_pregen_job *job,
                          qn_diag *diag) {
  qn_manifest_file code, insts = {0};
  QN_TRY(describe(o, job, job->npu ? ".pdi" : ".hipfb", &code, diag));
  if (job->npu)
    QN_TRY(describe(o, job, "_insts.bin", &insts, diag));
  qn_manifest_kernel *kernel = note(o, job, diag);
  if (!kernel)
    return (qn_status){QN_E_MEMORY};
  kernel->code = code;
  kernel->insts = insts;
  return qn_ok();
}

static bool is_there(const qn_output *o, const qn_manifest_file *file) {
  char path[PATH_MAX];
  struct stat about;
  const int size = snprintf(path, sizeof(path), "%s/%.*s", o->folder,
                            QN_STR_ARG(file->path));
  return size > 0 && (size_t)size < sizeof(path) && stat(path, &about) == 0 &&
         (uint64_t)about.st_size == file->size;
}

static qn_str key_of(qn_output *o, const qn_manifest_kernel *k) {
  return qn_arena_printf(&o->arena, "%.*s/%.*s", QN_STR_ARG(k->arch),
                         QN_STR_ARG(k->name));
}

// Adds the old manifest's entries that are not part of this run.
static qn_status keep_old(qn_output *o, const qn_manifest *old, qn_diag *diag) {
  qn_map ours = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < o->count && !qn_failed(status); ++i)
    status = qn_map_put_str(&ours, key_of(o, &o->kernels[i]), 1, diag);
  for (size_t i = 0; i < old->count && !qn_failed(status); ++i) {
    const qn_manifest_kernel *k = &old->kernels[i];
    if (qn_map_find_str(&ours, key_of(o, k)) || !is_there(o, &k->code))
      continue;
    qn_manifest_kernel *kernels = qn_arena_grow(&o->arena, o->kernels, o->count,
                                                &o->capacity, sizeof(*kernels));
    if (!kernels) {
      status = qn_fail_memory(diag, "the manifest");
    } else {
      o->kernels = kernels;
      kernels[o->count++] = *k;
    }
  }
  qn_map_finish(&ours);
  return status;
}

static qn_status merge_and_write(qn_output *o, const char *path,
                                 qn_diag *diag) {
  qn_file file = {0};
  qn_manifest old = {0};
  qn_buffer text = {0};
  qn_status status = qn_ok();
  if (!qn_failed(qn_file_open(path, MANIFEST_LIMIT, &file, NULL)) &&
      !qn_failed(qn_manifest_read(file.bytes, &o->arena, &old, NULL)))
    status = keep_old(o, &old, diag);
  qn_manifest all = {o->kernels, o->count};
  qn_manifest_write(&all, &text);
  if (!qn_failed(status))
    status = qn_buffer_check(&text, diag);
  if (!qn_failed(status) &&
      !qn_str_equal(qn_span_str(file.bytes), qn_buffer_str(&text)))
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  qn_file_close(&file);
  return status;
}

qn_status qn_output_finish(qn_output *o, qn_diag *diag) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof(path), "%s/%s", o->folder, QN_MANIFEST_FILE) >=
      (int)sizeof(path))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  if (!o->count && !qn_path_exists(path))
    return qn_ok(); // nothing was generated: nothing is written
  QN_TRY(make_folder(o->folder, diag));
  // The lock is on the folder itself; where that is impossible, the last writer
  // wins.
  const int fd = open(o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    (void)flock(fd, LOCK_EX);
  const qn_status status = merge_and_write(o, path, diag);
  if (fd >= 0)
    (void)close(fd);
  return status;
}

void qn_output_destroy(qn_output *o) { qn_arena_finish(&o->arena); }

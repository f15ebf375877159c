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
#include "base/map.h"
#include "base/system/file.h"
#include "base/system/thread.h"
#include "package/bundle/package.h"
#include "package/store/store.h"

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

static const char *path_of(const qn_output *o, qn_str name, char *path,
                           size_t capacity) {
  const int size =
      snprintf(path, capacity, "%s/%.*s", o->folder, QN_STR_ARG(name));
  return size > 0 && (size_t)size < capacity ? path : NULL;
}

// A bundle is opened, which compares its contents with its hash: a power cut
// may have left only a part of it. Instructions of aie2 are 4-byte words.
static bool is_whole(qn_str name, qn_span bytes) {
  qn_package package;
  if (qn_str_ends(name, QN_STR(".hipfb"))) {
    if (qn_failed(qn_package_open(bytes, NULL, &package, NULL)))
      return false;
    qn_package_finish(&package);
    return true;
  }
  return bytes.size &&
         (!qn_str_ends(name, QN_STR("_insts.bin")) || bytes.size % 4 == 0);
}

// Completes the description of a file that another process wrote.
static qn_status describe(const qn_output *o, qn_manifest_file *file,
                          qn_diag *diag) {
  char path[PATH_MAX];
  qn_file opened;
  qn_status status = qn_ok();
  if (!path_of(o, file->path, path, sizeof(path)))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  QN_TRY(qn_file_open(path, 0, &opened, diag));
  if (is_whole(file->path, opened.bytes)) {
    file->size = opened.bytes.size;
    file->hash = qn_hash64(opened.bytes);
  } else {
    status = qn_fail(diag, QN_E_MALFORMED, QN_NOWHERE,
                     "'%s' is damaged: it is not a whole kernel", path);
  }
  qn_file_close(&opened);
  return status;
}

static qn_status describe_kernel(const qn_output *o, qn_manifest_kernel *k,
                                 qn_diag *diag) {
  QN_TRY(describe(o, &k->code, diag));
  return k->insts.path.size ? describe(o, &k->insts, diag) : qn_ok();
}

static qn_str file_of(qn_output *o, const qn_pregen_job *job,
                      const char *suffix) {
  return qn_arena_printf(&o->arena, "%s/%s%s", job->arch, job->kernel->name,
                         suffix);
}

qn_status qn_output_adopt(qn_output *o, const qn_pregen_job *job,
                          qn_diag *diag) {
  qn_manifest_kernel files = {0};
  files.code.path = file_of(o, job, job->npu ? ".pdi" : ".hipfb");
  if (job->npu)
    files.insts.path = file_of(o, job, "_insts.bin");
  if (!files.code.path.data || (job->npu && !files.insts.path.data))
    return qn_fail_memory(diag, "a path");
  QN_TRY(describe_kernel(o, &files, diag));
  qn_manifest_kernel *kernel = note(o, job, diag);
  if (!kernel)
    return (qn_status){QN_E_MEMORY};
  kernel->code = files.code;
  kernel->insts = files.insts;
  return qn_ok();
}

// ---- What other runs made

// The manifest being made; all but the noted kernels lives in `arena`.
typedef struct merge {
  const qn_output *output;
  qn_arena arena;
  qn_map names; // arch/name of those below
  qn_manifest_kernel *kernels;
  size_t count, capacity;
  struct timespec written; // when the old manifest was
  bool described;          // a newer file: the manifest is to be newer still
} merge;

static qn_status add(merge *m, const qn_manifest_kernel *k, qn_diag *diag) {
  const qn_str key = qn_arena_printf(&m->arena, "%.*s/%.*s",
                                     QN_STR_ARG(k->arch), QN_STR_ARG(k->name));
  qn_manifest_kernel *kernels = qn_arena_grow(&m->arena, m->kernels, m->count,
                                              &m->capacity, sizeof(*kernels));
  if (!key.data || !kernels)
    return qn_fail_memory(diag, "the manifest");
  m->kernels = kernels;
  kernels[m->count++] = *k;
  return qn_map_put_str(&m->names, key, 1, diag);
}

static bool has(const merge *m, const qn_manifest_kernel *k) {
  char key[1024]; // names of files are shorter
  const int size = snprintf(key, sizeof(key), "%.*s/%.*s", QN_STR_ARG(k->arch),
                            QN_STR_ARG(k->name));
  return size > 0 && (size_t)size < sizeof(key) &&
         qn_map_find_str(&m->names, qn_str_from(key));
}

// Whether the file is the one that the old manifest describes. One that is
// newer than the manifest comes from a run that was killed before it wrote one.
static bool is_as_described(const merge *m, const qn_manifest_file *file) {
  char path[PATH_MAX];
  struct stat about;
  if (!path_of(m->output, file->path, path, sizeof(path)) ||
      stat(path, &about) != 0 || (uint64_t)about.st_size != file->size)
    return false;
  const struct timespec *at = &about.st_mtim;
  return at->tv_sec < m->written.tv_sec ||
         (at->tv_sec == m->written.tv_sec && at->tv_nsec <= m->written.tv_nsec);
}

// Adds the old manifest's kernels that are not part of this run and are there.
static qn_status keep_old(merge *m, const qn_manifest *old, qn_diag *diag) {
  for (size_t i = 0; i < old->count; ++i) {
    qn_manifest_kernel k = old->kernels[i];
    if (has(m, &k))
      continue;
    if (is_as_described(m, &k.code) &&
        (!k.insts.path.size || is_as_described(m, &k.insts)))
      QN_TRY(add(m, &k, diag));
    else if (!qn_failed(describe_kernel(m->output, &k, NULL))) {
      m->described = true;
      QN_TRY(add(m, &k, diag));
    }
  }
  return qn_ok();
}

// Adds kernels of the folder that no manifest has: those of a run that was
// killed, or of a plan whose --manifest-only is still to come. Their exported
// names are not known.
static qn_status keep_strays(merge *m, qn_diag *diag) {
  qn_manifest found = {0};
  if (qn_failed(
          qn_store_folder_scan(m->output->folder, &m->arena, &found, NULL)))
    return qn_ok();
  for (size_t i = 0; i < found.count; ++i) {
    qn_manifest_kernel *k = &found.kernels[i];
    if (!has(m, k) && !qn_failed(describe_kernel(m->output, k, NULL)))
      QN_TRY(add(m, k, diag));
  }
  return qn_ok();
}

static qn_status put_all(merge *m, const char *path, qn_span old,
                         qn_diag *diag) {
  qn_buffer text = {0};
  qn_manifest all = {m->kernels, m->count};
  qn_manifest_write(&all, &text);
  qn_status status = qn_buffer_check(&text, diag);
  if (!qn_failed(status) &&
      (m->described || !qn_str_equal(qn_span_str(old), qn_buffer_str(&text))))
    status = qn_file_write(path, qn_buffer_span(&text), diag);
  qn_buffer_finish(&text);
  return status;
}

static qn_status merge_and_write(const qn_output *o, const char *path,
                                 bool strays, qn_diag *diag) {
  merge m = {.output = o};
  struct stat about;
  qn_file file = {0};
  qn_manifest old = {0};
  qn_status status = qn_ok();
  for (size_t i = 0; i < o->count && !qn_failed(status); ++i)
    status = add(&m, &o->kernels[i], diag);
  if (stat(path, &about) == 0)
    m.written = about.st_mtim;
  if (!qn_failed(status) &&
      !qn_failed(qn_file_open(path, MANIFEST_LIMIT, &file, NULL)) &&
      !qn_failed(qn_manifest_read(file.bytes, &m.arena, &old, NULL)))
    status = keep_old(&m, &old, diag);
  if (!qn_failed(status) && strays)
    status = keep_strays(&m, diag);
  if (!qn_failed(status) && (m.count || file.bytes.size))
    status = put_all(&m, path, file.bytes, diag);
  qn_file_close(&file);
  qn_map_finish(&m.names);
  qn_arena_finish(&m.arena);
  return status;
}

static qn_status put_manifest(const qn_output *o, bool last, qn_diag *diag) {
  char path[PATH_MAX];
  if (!path_of(o, QN_STR(QN_MANIFEST_FILE), path, sizeof(path)))
    return qn_fail(diag, QN_E_LIMIT, QN_NOWHERE, "a path is too long");
  // The lock is on the folder itself; where that is impossible, the last writer
  // wins.
  const int fd = open(o->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd >= 0)
    (void)flock(fd, LOCK_EX);
  const qn_status status = merge_and_write(o, path, last, diag);
  if (fd >= 0)
    (void)close(fd);
  return status;
}

// Writes what is there so far, in at most a twentieth of the time: a run that
// is killed leaves nothing that only it knew.
static void put_progress(qn_output *o) {
  const uint64_t start = qn_clock_ns();
  if (start < o->next_progress)
    return;
  qn_ignore(put_manifest(o, false, NULL), "the run's end writes it again");
  const uint64_t end = qn_clock_ns();
  o->next_progress = end + 20 * (end - start);
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
  put_progress(o);
  return qn_ok();
}

qn_status qn_output_finish(qn_output *o, qn_diag *diag) {
  if (o->count)
    QN_TRY(make_folder(o->folder, diag));
  else if (!qn_path_exists(o->folder))
    return qn_ok(); // nothing was generated: nothing is written
  return put_manifest(o, true, diag);
}

void qn_output_destroy(qn_output *o) { qn_arena_finish(&o->arena); }

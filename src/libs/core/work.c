// SPDX-License-Identifier: Apache-2.0
#include "libs/core/work.h"

#include <dlfcn.h>
#include <glob.h>
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/dl.h"
#include "base/system/log.h"
#include "hip/core/api.h"
#include "runtime/backends/cpu/pool.h"
#include "runtime/check/check.h"

// By this qn_dl_open knows libraries of ours that have a vendor's file name.
extern const char quern_drop_in;
const char quern_drop_in = 1;

// ---- Work on a stream

typedef struct work {
  void (*run)(void *data);
  void (*free)(void *data);
  void *data;
} work;

static void run_once(void *user) {
  work *w = user;
  w->run(w->data);
  w->free(w->data);
  qn_free(w);
}

static void run_again(void *user) {
  const work *w = user;
  w->run(w->data);
}

static void drop(void *user) {
  work *w = user;
  w->free(w->data);
  qn_free(w);
}

static hipStreamCaptureStatus capture_of(hipStream_t stream,
                                         hipGraph_t *out_graph) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  *out_graph = NULL;
  if (hipStreamGetCaptureInfo_v2(stream, &status, NULL, out_graph, NULL,
                                 NULL) != hipSuccess)
    return hipStreamCaptureStatusNone;
  return status;
}

hipError_t qn_libs_keep_in_graph(hipStream_t stream, void (*free)(void *data),
                                 void *data) {
  hipGraph_t graph = NULL;
  hipUserObject_t object;
  hipError_t error = hipErrorIllegalState;
  if (capture_of(stream, &graph) == hipStreamCaptureStatusActive && graph)
    error = hipUserObjectCreate(&object, data, free, 1,
                                hipUserObjectNoDestructorSync);
  if (error != hipSuccess) {
    free(data);
    return error;
  }
  error = hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove);
  if (error != hipSuccess)
    (void)hipUserObjectRelease(object, 1);
  return error;
}

hipError_t qn_libs_submit(hipStream_t stream, void (*run)(void *data),
                          void (*free)(void *data), void *data) {
  hipGraph_t graph;
  work *w = qn_alloc(sizeof(*w));
  if (!w) {
    free(data);
    return hipErrorOutOfMemory;
  }
  *w = (work){run, free, data};
  if (qn_check_on(QN_CPU_CHECK_INIT))
    qn_check_reached(data, malloc_usable_size(data));
  if (capture_of(stream, &graph) == hipStreamCaptureStatusActive && graph) {
    const hipError_t kept = qn_libs_keep_in_graph(stream, drop, w);
    return kept == hipSuccess ? hipLaunchHostFunc(stream, run_again, w) : kept;
  }
  const hipError_t error = hipLaunchHostFunc(stream, run_once, w);
  if (error != hipSuccess)
    drop(w);
  return error;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static qn_pool *pool; // NULL: it could not be made
static pid_t pool_owner;

static void make_pool(void) {
  pool_owner = getpid();
  if (qn_failed(qn_pool_create(0, &pool, NULL)))
    pool = NULL;
}

// A child of a fork has none of its parent's threads.
void qn_libs_share(void (*run)(void *user, uint64_t index), void *user,
                   uint64_t count) {
  if (count > 1)
    (void)pthread_once(&once, make_pool);
  if (count > 1 && pool && pool_owner == getpid()) {
    qn_pool_run(pool, run, user, count);
    return;
  }
  for (uint64_t i = 0; i < count; ++i)
    run(user, i);
}

_Noreturn void qn_libs_give_up(const char *what) {
  fprintf(stderr, "quern: %s: out of memory on a stream\n", what);
  abort();
}

// A stream that is there says so itself; what HIP's call says of others counts.
bool qn_libs_captures(hipStream_t stream) {
  hipGraph_t graph;
  qn_stream *s;
  if (qn_stream_find(stream, &s) == QN_R_OK &&
      !atomic_load_explicit(&s->capture, memory_order_relaxed))
    return false;
  return capture_of(stream, &graph) != hipStreamCaptureStatusNone;
}

// QUERN_LIBS, which is for tests.
static bool prefers(const char *way) {
  const char *asked = getenv("QUERN_LIBS");
  return asked && strcmp(asked, way) == 0;
}

bool qn_libs_on_host(int ordinal) {
  qn_device *device;
  return qn_device_get(ordinal, &device) == QN_R_OK &&
         (device->backend->on_host || device->info.host_reaches) &&
         !prefers("kernels") && !prefers("copies");
}

bool qn_libs_can_mirror(int ordinal) {
  qn_device *device;
  return qn_device_get(ordinal, &device) == QN_R_OK &&
         !device->backend->has_native &&
         strcmp(device->backend->name, "null") != 0; // which runs nothing
}

bool qn_libs_is_device_memory(const void *address) {
  qn_range range;
  return qn_ranges_find(address, &range) && range.kind == QN_MEMORY_DEVICE;
}

bool qn_libs_has_kernels(int ordinal) {
  return qn_libs_can_mirror(ordinal) && !qn_libs_on_host(ordinal) &&
         !prefers("copies");
}

// ---- What vendors' libraries submit themselves

bool qn_libs_is_native(int ordinal) {
  qn_device *device;
  return qn_device_get(ordinal, &device) == QN_R_OK &&
         device->backend->has_native;
}

static qn_result run_native(void *user, void *stream) {
  const qn_libs_native *what = user;
  return (qn_result)what->run(what->data, stream);
}

static hipError_t run_on(qn_stream *stream, const qn_libs_native *what) {
  if (!stream->device->backend->has_native)
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "the stream is of a device that vendors' "
                            "libraries do not work on"));
  qn_op op; // whose other kinds are larger, and are not read
  op.kind = QN_OP_NATIVE;
  op.native.fn = run_native;
  op.native.user = (void *)(uintptr_t)what;
  return qn_hip(qn_stream_submit(stream, &op));
}

hipError_t qn_libs_run_native(hipStream_t handle, const qn_libs_native *what) {
  qn_stream *stream;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  return run_on(stream, what);
}

bool qn_libs_try_native(hipStream_t handle, const qn_libs_native *what,
                        hipError_t *out_error) {
  qn_stream *stream;
  const qn_result found = qn_stream_find(handle, &stream);
  if (found == QN_R_OK &&
      atomic_load_explicit(&stream->capture, memory_order_relaxed) &&
      qn_libs_captures(handle))
    return false;
  *out_error = found == QN_R_OK ? run_on(stream, what) : qn_hip(found);
  return true;
}

hipError_t qn_libs_ask_native(int ordinal, const qn_libs_native *what) {
  qn_device *device;
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  const qn_op op = {
      .kind = QN_OP_NATIVE,
      .native = {.fn = run_native, .user = (void *)(uintptr_t)what}};
  return qn_hip(qn_stream_submit_now(qn_stream_null(device), &op));
}

static void drop_native(void *user) {
  qn_libs_native *what = user;
  what->free(what->data);
  qn_free(what);
}

hipError_t qn_libs_capture_native(hipStream_t stream,
                                  const qn_libs_native *what) {
  qn_libs_native *copy = qn_alloc(sizeof(*copy));
  if (!copy) {
    what->free(what->data);
    return hipErrorOutOfMemory;
  }
  *copy = *what;
  const hipError_t error = qn_libs_keep_in_graph(stream, drop_native, copy);
  return error == hipSuccess ? qn_libs_run_native(stream, copy) : error;
}

// ---- Libraries

enum { PATH_SIZE = 1024 };

// A vendor's libraries call one another by the names that ours have, too.
static void *open_path(const char *path, bool is_vendor) {
  const char *const names[] = {path, NULL};
  qn_diag diag = {0};
  qn_dl dl = {0};
  const bool good =
      !qn_failed(is_vendor ? qn_dl_open_separate(names, &dl, NULL, &diag)
                           : qn_dl_open(names, &dl, NULL, &diag));
  if (!good)
    QN_DEBUG("libs", "%s", diag.message);
  return good ? dl.handle : NULL;
}

// What stays open, for the loader to find by its name.
static void open_needs(const char *path, const char *needs) {
  char beside[PATH_SIZE];
  const char *slash = strrchr(path, '/');
  if (!slash || !needs)
    return;
  snprintf(beside, sizeof(beside), "%.*s/%s", (int)(slash - path), path, needs);
  (void)open_path(beside, true);
}

// Folders of CUDA's toolkits, of the system, and of NVIDIA's packages for
// Python; %s is a variable's value.
static const struct {
  const char *variable, *pattern;
} folders[] = {
    {"CUDA_HOME", "%s/lib64"},
    {"CUDA_PATH", "%s/lib64"},
    {NULL, "/usr/local/cuda/lib64"},
    {NULL, "/usr/local/cuda-*/lib64"},
    {NULL, "/usr/local/cuda-*/lib"},
    {NULL, "/usr/lib/x86_64-linux-gnu"},
    {NULL, "/usr/lib/aarch64-linux-gnu"},
    {NULL, "/usr/lib64"},
    {"VIRTUAL_ENV", "%s/lib/python3*/site-packages/nvidia/*/lib"},
    {"CONDA_PREFIX", "%s/lib"},
    {"CONDA_PREFIX", "%s/lib/python3*/site-packages/nvidia/*/lib"},
    {NULL, "/usr/local/lib/python3*/*-packages/nvidia/*/lib"},
    {NULL, "/usr/lib/python3*/*-packages/nvidia/*/lib"},
    {NULL, "/opt/*/.venv/lib/python3*/site-packages/nvidia/*/lib"},
    {NULL, "/opt/*/lib/python3*/site-packages/nvidia/*/lib"},
};

static void *open_in(const char *folder, const char *name, const char *needs) {
  char pattern[PATH_SIZE];
  glob_t found = {0};
  void *handle = NULL;
  if (snprintf(pattern, sizeof(pattern), "%s/%s", folder, name) <
          (int)sizeof(pattern) &&
      glob(pattern, 0, NULL, &found) == 0)
    for (size_t i = 0; i < found.gl_pathc && !handle; ++i) {
      open_needs(found.gl_pathv[i], needs);
      handle = open_path(found.gl_pathv[i], true);
    }
  globfree(&found);
  return handle;
}

static void *open_in_folders(const qn_libs_opened *library, size_t at) {
  void *handle = NULL;
  for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]) && !handle; ++i) {
    char folder[PATH_SIZE];
    const char *value =
        folders[i].variable ? getenv(folders[i].variable) : NULL;
    const char *rest = folders[i].pattern;
    if (folders[i].variable && (!value || !value[0]))
      continue;
    snprintf(folder, sizeof(folder), "%s%s", value ? value : "",
             value ? rest + 2 : rest);
    handle = open_in(folder, library->names[at],
                     library->needs ? library->needs[at] : NULL);
  }
  return handle;
}

static const char *need_of(const qn_libs_opened *library, const char *path) {
  for (size_t i = 0; library->needs && library->names[i]; ++i)
    if (strstr(path, library->names[i]))
      return library->needs[i];
  return NULL;
}

static void *open_any(qn_libs_opened *library) {
  void *handle = atomic_load(&library->handle);
  if (handle)
    return handle;
  const char *asked = library->variable ? getenv(library->variable) : NULL;
  if (asked && asked[0]) {
    open_needs(asked, need_of(library, asked));
    handle = open_path(asked, !library->package);
  } else {
    for (size_t i = 0; !handle && library->names[i]; ++i)
      handle = open_path(library->names[i], !library->package);
    for (size_t i = 0;
         !handle && library->variable && !library->package && library->names[i];
         ++i)
      handle = open_in_folders(library, i);
  }
  if (handle)
    atomic_store(&library->handle, handle); // twice is the same one
  return handle;
}

// The loader takes longer than some calls that are passed on.
static void *look_up(qn_libs_opened *library, void *handle, const char *name) {
  uint32_t hash = 2166136261u;
  for (const char *c = name; *c; ++c)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  _Atomic(qn_libs_found *) *place = &library->found[hash % QN_LIBS_FOUND];
  const qn_libs_found *found = atomic_load(place);
  if (found && strcmp(found->name, name) == 0)
    return found->address;
  void *address = dlsym(handle, name);
  const size_t size = strlen(name) + 1;
  qn_libs_found *made =
      address && !found ? qn_alloc(sizeof(*made) + size) : NULL;
  qn_libs_found *none = NULL;
  if (!made)
    return address;
  made->address = address;
  memcpy(made->name, name, size);
  if (!atomic_compare_exchange_strong(place, &none, made))
    qn_free(made);
  return address;
}

void *qn_libs_symbol(qn_libs_opened *library, const char *name) {
  void *handle = open_any(library);
  void *address = handle ? look_up(library, handle, name) : NULL;
  if (!handle && library->package)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "there is no %s on this machine, which does this work on "
                    "its processor; it is in Debian's package %s",
                    library->names[0], library->package);
  else if (!handle)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "%s, which does this work on the device, cannot be opened "
                    "(%s may say where it is; QUERN_LOG=debug tells what was "
                    "tried)",
                    library->names[0], library->variable);
  else if (!address)
    (void)qn_refuse(QN_R_NOT_SUPPORTED, "%s has no function %s",
                    library->names[0], name);
  return address;
}

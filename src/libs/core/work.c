// SPDX-License-Identifier: Apache-2.0
#include "libs/core/work.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/system/dl.h"
#include "hip/core/api.h"
#include "runtime/backends/cpu/pool.h"

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

static hipError_t add_to_graph(hipStream_t stream, hipGraph_t graph, work *w) {
  hipUserObject_t object;
  hipError_t error =
      hipUserObjectCreate(&object, w, drop, 1, hipUserObjectNoDestructorSync);
  if (error != hipSuccess) {
    drop(w);
    return error;
  }
  error = hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove);
  if (error != hipSuccess) {
    (void)hipUserObjectRelease(object, 1);
    return error;
  }
  return hipLaunchHostFunc(stream, run_again, w);
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

hipError_t qn_libs_submit(hipStream_t stream, void (*run)(void *data),
                          void (*free)(void *data), void *data) {
  hipGraph_t graph;
  work *w = qn_alloc(sizeof(*w));
  if (!w) {
    free(data);
    return hipErrorOutOfMemory;
  }
  *w = (work){run, free, data};
  if (capture_of(stream, &graph) == hipStreamCaptureStatusActive && graph)
    return add_to_graph(stream, graph, w);
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

bool qn_libs_captures(hipStream_t stream) {
  hipGraph_t graph;
  return capture_of(stream, &graph) != hipStreamCaptureStatusNone;
}

bool qn_libs_on_host(int ordinal) {
  qn_device *device;
  return qn_device_get(ordinal, &device) == QN_R_OK && device->backend->on_host;
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

hipError_t qn_libs_run_native(hipStream_t handle, const qn_libs_native *what) {
  qn_stream *stream;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  if (!stream->device->backend->has_native)
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "the stream is of a device that vendors' "
                            "libraries do not work on"));
  const qn_op op = {
      .kind = QN_OP_NATIVE,
      .native = {.fn = run_native, .user = (void *)(uintptr_t)what}};
  return qn_hip(qn_stream_submit(stream, &op));
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
  hipGraph_t graph;
  hipUserObject_t object;
  qn_libs_native *copy = qn_alloc(sizeof(*copy));
  if (!copy) {
    what->free(what->data);
    return hipErrorOutOfMemory;
  }
  *copy = *what;
  hipError_t error = hipErrorIllegalState;
  if (capture_of(stream, &graph) == hipStreamCaptureStatusActive && graph)
    error = hipUserObjectCreate(&object, copy, drop_native, 1,
                                hipUserObjectNoDestructorSync);
  if (error != hipSuccess) {
    drop_native(copy);
    return error;
  }
  error = hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove);
  if (error != hipSuccess) {
    (void)hipUserObjectRelease(object, 1);
    return error;
  }
  return qn_libs_run_native(stream, copy);
}

// ---- Libraries

static void *open_any(qn_libs_opened *library) {
  const char *asked = library->variable ? getenv(library->variable) : NULL;
  const char *const one[] = {asked, NULL};
  void *handle = atomic_load(&library->handle);
  qn_diag diag = {0};
  qn_dl dl = {0};
  if (!handle && !qn_failed(qn_dl_open(asked && asked[0] ? one : library->names,
                                       &dl, NULL, &diag)))
    handle = dl.handle;
  if (handle)
    atomic_store(&library->handle, handle); // twice is the same one
  return handle;
}

void *qn_libs_symbol(qn_libs_opened *library, const char *name) {
  void *handle = open_any(library);
  void *address = handle ? dlsym(handle, name) : NULL;
  if (!handle && library->package)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "there is no %s on this machine, which does this work on "
                    "its processor; it is in Debian's package %s",
                    library->names[0], library->package);
  else if (!handle)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "there is no %s on this machine, which does this work on "
                    "the device (%s may say where it is)",
                    library->names[0], library->variable);
  else if (!address)
    (void)qn_refuse(QN_R_NOT_SUPPORTED, "%s has no function %s",
                    library->names[0], name);
  return address;
}

// SPDX-License-Identifier: Apache-2.0
#include "libs/core/work.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "hip/core/api.h"

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

// ---- Libraries

static void *open_any(qn_libs_opened *library) {
  void *handle = atomic_load(&library->handle);
  for (size_t i = 0; !handle && library->names[i]; ++i)
    handle = dlopen(library->names[i], RTLD_NOW | RTLD_LOCAL);
  if (handle)
    atomic_store(&library->handle, handle); // twice is the same one
  return handle;
}

void *qn_libs_symbol(qn_libs_opened *library, const char *name) {
  void *handle = open_any(library);
  void *address = handle ? dlsym(handle, name) : NULL;
  if (!handle)
    (void)qn_refuse(QN_R_NOT_SUPPORTED,
                    "there is no %s on this machine, which does this work on "
                    "its processor; it is in Debian's package %s",
                    library->names[0], library->package);
  else if (!address)
    (void)qn_refuse(QN_R_NOT_SUPPORTED, "%s has no function %s",
                    library->names[0], name);
  return address;
}

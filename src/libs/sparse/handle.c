// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/core/logger.h"
#include "libs/sparse/remote.h"
#include "libs/sparse/sparse.h"
#include "libs/sparse/vendor.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256 };
static const uint64_t magic = UINT64_C(0x45535053204e5251); // "QRN SPSE"
static const uint64_t object_magic = UINT64_C(0x4a424f53204e5251);

// As handles of BLAS, those that are destroyed wait for the next one.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cusparseContext *destroyed;

static qn_logger logger = QN_LOGGER("cusparse");

QN_LOGGER_FUNCTIONS(cusparse, cusparseStatus_t, CUSPARSE_STATUS_SUCCESS,
                    CUSPARSE_STATUS_INVALID_VALUE, &logger)

cusparseStatus_t(qn_sparse_refuse)(const char *function,
                                   cusparseStatus_t status, const char *format,
                                   ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  qn_logger_refusal(&logger, function, reason);
  return status;
}

bool qn_sparse_is_handle(cusparseHandle_t handle) {
  return handle && handle->magic == magic;
}

static cusparseStatus_t check(cusparseHandle_t handle) {
  if (qn_sparse_is_handle(handle))
    return CUSPARSE_STATUS_SUCCESS;
  return qn_sparse_refuse(CUSPARSE_STATUS_NOT_INITIALIZED,
                          handle ? "this is no handle, or a destroyed one"
                                 : "the handle is null");
}

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle) {
  int device = 0;
  QN_SPARSE_NEED(handle, "there is no place for the handle");
  if (hipGetDevice(&device) != hipSuccess)
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_INITIALIZED,
                            "there is no device");
  pthread_mutex_lock(&lock);
  struct cusparseContext *h = destroyed;
  if (h)
    destroyed = h->next;
  pthread_mutex_unlock(&lock);
  h = h ? h : qn_alloc_array(1, sizeof(*h));
  if (!h)
    return CUSPARSE_STATUS_ALLOC_FAILED;
  *h = (struct cusparseContext){.magic = magic, .device = device};
  *handle = h;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  QN_SPARSE_TRY(check(handle));
  qn_sparse_vendor_release(handle);
  pthread_mutex_lock(&lock);
  *handle = (struct cusparseContext){.next = destroyed};
  destroyed = handle;
  pthread_mutex_unlock(&lock);
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version) {
  QN_SPARSE_TRY(check(handle));
  QN_SPARSE_NEED(version, "there is no place for the version");
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value) {
  static const int values[] = {CUSPARSE_VER_MAJOR, CUSPARSE_VER_MINOR,
                               CUSPARSE_VER_PATCH};
  QN_SPARSE_NEED(value && (unsigned)type < 3, "there is no property %d",
                 (int)type);
  *value = values[type];
  return CUSPARSE_STATUS_SUCCESS;
}

#define STATUS(X)                                                              \
  X(SUCCESS, "success")                                                        \
  X(NOT_INITIALIZED, "the handle is not initialised")                          \
  X(ALLOC_FAILED, "out of memory")                                             \
  X(INVALID_VALUE, "an argument is not valid")                                 \
  X(ARCH_MISMATCH, "the device lacks something")                               \
  X(MAPPING_ERROR, "memory could not be mapped")                               \
  X(EXECUTION_FAILED, "the work failed on the device")                         \
  X(INTERNAL_ERROR, "an internal error")                                       \
  X(MATRIX_TYPE_NOT_SUPPORTED, "the type of the matrix is not supported")      \
  X(ZERO_PIVOT, "a pivot is zero")                                             \
  X(NOT_SUPPORTED, "this is not supported")                                    \
  X(INSUFFICIENT_RESOURCES, "there is not enough of a resource")

const char *cusparseGetErrorName(cusparseStatus_t status) {
  switch (status) {
#define X(name, text)                                                          \
  case CUSPARSE_STATUS_##name:                                                 \
    return "CUSPARSE_STATUS_" #name;
    STATUS(X)
#undef X
  default:
    return "unrecognized error code";
  }
}

const char *cusparseGetErrorString(cusparseStatus_t status) {
  switch (status) {
#define X(name, text)                                                          \
  case CUSPARSE_STATUS_##name:                                                 \
    return text;
    STATUS(X)
#undef X
  default:
    return "unrecognized error code";
  }
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle,
                                   cudaStream_t streamId) {
  QN_SPARSE_TRY(check(handle));
  handle->stream = (hipStream_t)streamId;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle,
                                   cudaStream_t *streamId) {
  QN_SPARSE_TRY(check(handle));
  QN_SPARSE_NEED(streamId, "there is no place for the stream");
  *streamId = (cudaStream_t)handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle,
                                        cusparsePointerMode_t *mode) {
  QN_SPARSE_TRY(check(handle));
  QN_SPARSE_NEED(mode, "there is no place for the mode");
  *mode = handle->device_pointers ? CUSPARSE_POINTER_MODE_DEVICE
                                  : CUSPARSE_POINTER_MODE_HOST;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle,
                                        cusparsePointerMode_t mode) {
  QN_SPARSE_TRY(check(handle));
  QN_SPARSE_NEED((unsigned)mode < 2, "there is no pointer mode %d", (int)mode);
  handle->device_pointers = mode == CUSPARSE_POINTER_MODE_DEVICE;
  return CUSPARSE_STATUS_SUCCESS;
}

// ---- Work

cusparseStatus_t qn_sparse_begin(cusparseHandle_t handle, const char *name) {
  QN_SPARSE_TRY(check(handle));
  if (!qn_libs_on_host(handle->device) && !qn_sparse_is_remote(handle))
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "%s: nothing does it on this device", name);
  return CUSPARSE_STATUS_SUCCESS;
}

typedef struct work {
  void (*run)(const void *args);
  void (*drop)(const void *args); // NULL: nothing
  _Alignas(16) char args[];
} work;

static void run_work(void *data) {
  work *w = data;
  w->run(w->args);
}

static void free_work(void *data) {
  work *w = data;
  if (w->drop)
    w->drop(w->args);
  qn_free(w);
}

cusparseStatus_t qn_sparse_submit_holding(cusparseHandle_t handle,
                                          void (*run)(const void *args),
                                          void (*drop)(const void *args),
                                          const void *args, size_t size) {
  if (qn_sparse_is_remote(handle)) {
    if (drop)
      drop(args);
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "nothing does it in the memory of this device");
  }
  work *w = qn_alloc(sizeof(*w) + size);
  if (!w) {
    if (drop)
      drop(args);
    return CUSPARSE_STATUS_ALLOC_FAILED;
  }
  w->run = run;
  w->drop = drop;
  memcpy(w->args, args, size);
  return qn_libs_submit(handle->stream, run_work, free_work, w) == hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t qn_sparse_submit(cusparseHandle_t handle,
                                  void (*run)(const void *args),
                                  const void *args, size_t size) {
  return qn_sparse_submit_holding(handle, run, NULL, args, size);
}

cusparseStatus_t qn_sparse_submit_described(cusparseHandle_t handle,
                                            void (*run)(const void *args),
                                            const void *args, size_t size,
                                            bool keeps_sparse) {
  return qn_sparse_is_remote(handle)
             ? qn_sparse_submit_remote(handle, run, args, size, keeps_sparse)
             : qn_sparse_submit(handle, run, args, size);
}

cusparseStatus_t qn_sparse_check_wait(cusparseHandle_t handle, bool waits) {
  if (waits && qn_libs_captures(handle->stream))
    return qn_sparse_refuse(CUSPARSE_STATUS_NOT_SUPPORTED,
                            "what the host is told waits for the stream, "
                            "which captures");
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t qn_sparse_wait(cusparseHandle_t handle) {
  return hipStreamSynchronize(handle->stream) == hipSuccess
             ? CUSPARSE_STATUS_SUCCESS
             : CUSPARSE_STATUS_EXECUTION_FAILED;
}

cusparseStatus_t qn_sparse_submit_and_wait(cusparseHandle_t handle,
                                           void (*run)(const void *args),
                                           const void *args, size_t size) {
  QN_SPARSE_TRY(qn_sparse_check_wait(handle, true));
  QN_SPARSE_TRY(qn_sparse_submit(handle, run, args, size));
  return qn_sparse_wait(handle);
}

cusparseStatus_t qn_sparse_submit_for(cusparseHandle_t handle, bool waits,
                                      void (*run)(const void *args),
                                      const void *args, size_t size) {
  return waits ? qn_sparse_submit_and_wait(handle, run, args, size)
               : qn_sparse_submit(handle, run, args, size);
}

void *qn_sparse_memory(size_t count, size_t size) {
  void *memory = qn_alloc_array(count + 1, size);
  if (!memory)
    qn_libs_give_up("sparse matrices");
  return memory;
}

// ---- Objects

void *qn_sparse_object_create(qn_sparse_kind kind, size_t size) {
  qn_sparse_object *object = qn_alloc_array(1, size);
  if (object)
    *object = (qn_sparse_object){.magic = object_magic, .kind = kind};
  return object;
}

void qn_sparse_object_destroy(const void *object) {
  qn_sparse_object *o = (qn_sparse_object *)(uintptr_t)object;
  qn_sparse_vendor_drop(o);
  o->magic = 0;
  qn_free(o);
}

bool qn_sparse_is(const void *object, qn_sparse_kind kind) {
  const qn_sparse_object *o = object;
  return o && o->magic == object_magic && o->kind == kind;
}

// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "libs/blas/blas.h"
#include "libs/blas/vendor.h"
#include "libs/core/logger.h"
#include "runtime/contract/result.h"

enum { REASON_SIZE = 256 };
static const uint64_t magic = UINT64_C(0x53414c42204e5251); // "QRN BLAS"

// Handles that are destroyed wait here for the next one to be created: a use of
// one behind its end reads memory that is still a handle's, and is refused.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static qn_blas *destroyed;

static qn_blas *take(void) {
  pthread_mutex_lock(&lock);
  qn_blas *handle = destroyed;
  if (handle)
    destroyed = handle->next;
  pthread_mutex_unlock(&lock);
  return handle ? handle : qn_alloc_array(1, sizeof(*handle));
}

static void put_back(qn_blas *handle) {
  pthread_mutex_lock(&lock);
  memset(handle, 0, sizeof(*handle));
  handle->next = destroyed;
  destroyed = handle;
  pthread_mutex_unlock(&lock);
}

qn_blas *qn_blas_create(void) {
  int device = 0;
  if (hipGetDevice(&device) != hipSuccess)
    return NULL;
  qn_blas *handle = take();
  if (handle) {
    memset(handle, 0, sizeof(*handle));
    handle->magic = magic;
    handle->device = device;
    handle->emulation.special_values = QN_BLAS_SPECIAL_VALUES;
  }
  return handle;
}

qn_blas_status qn_blas_destroy(qn_blas *handle) {
  if (!qn_blas_check(handle))
    return QN_BLAS_NOT_INITIALIZED;
  // Work that is submitted holds nothing of the handle.
  qn_vendor_release(handle);
  put_back(handle);
  return QN_BLAS_OK;
}

qn_blas *qn_blas_check(void *handle) {
  qn_blas *h = handle;
  if (h && h->magic == magic)
    return h;
  (void)qn_blas_refuse(QN_BLAS_NOT_INITIALIZED,
                       h ? "this is no handle, or one that was destroyed"
                         : "the handle is null");
  return NULL;
}

// Of cuBLASLt, too, which does its work.
struct qn_logger *qn_blas_logger(void) {
  static qn_logger logger = QN_LOGGER("cublas");
  return &logger;
}

qn_blas_status(qn_blas_refuse)(qn_blas_status status, const char *format, ...) {
  char reason[REASON_SIZE];
  va_list list;
  va_start(list, format);
  vsnprintf(reason, sizeof(reason), format, list);
  va_end(list);
  (void)qn_refuse(QN_R_INVALID_VALUE, "%s", reason);
  qn_logger_refusal(qn_blas_logger(), "", reason);
  return status;
}

qn_blas_status qn_blas_check_device(const qn_blas *handle, const char *name) {
  return qn_libs_on_host(handle->device)
             ? QN_BLAS_OK
             : qn_blas_refuse(QN_BLAS_NOT_SUPPORTED,
                              "%s: nothing does it on this device", name);
}

bool qn_blas_is_vendor(const qn_blas *handle) {
  return qn_libs_is_native(handle->device);
}

qn_blas_status qn_blas_submitted(hipError_t error) {
  switch (error) {
  case hipSuccess:
    return QN_BLAS_OK;
  case hipErrorOutOfMemory:
    return QN_BLAS_NO_MEMORY;
  case hipErrorNotSupported:
    return QN_BLAS_NOT_SUPPORTED;
  default:
    return QN_BLAS_FAILED;
  }
}

qn_blas_status qn_blas_wait(const qn_blas *handle) {
  if (qn_libs_captures(handle->stream))
    return qn_blas_refuse(
        QN_BLAS_NOT_SUPPORTED,
        "a result in the host's memory waits for the stream, which captures; "
        "the pointer mode for device memory does not");
  return qn_blas_submitted(hipStreamSynchronize(handle->stream));
}

// SPDX-License-Identifier: Apache-2.0
// The error log: why calls were refused, line by line.
#include "hip/cuda/driver.h"

#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buffer.h"
#include "runtime/core/handles.h"

enum { DUMP_MAX = 25600 }; // bytes, in memory

typedef struct listener {
  CUlogsCallback fn;
  void *user;
} listener;

typedef struct message {
  char text[QN_REASON_SIZE + 80];
} message;

static size_t format_line(qn_result result, const char *reason, message *to) {
  const char *name = cudaGetErrorName(qn_cuda_error((hipError_t)result));
  const int size =
      snprintf(to->text, sizeof(to->text), "[CUDA][E] %s: %s", name, reason);
  return size < (int)sizeof(to->text) ? (size_t)size : sizeof(to->text) - 1;
}

// ---- Callbacks

static bool report(void *user, void *handle, void *object) {
  message *m = user;
  const listener *l = object;
  (void)handle;
  l->fn(l->user, CU_LOG_LEVEL_ERROR, m->text, strlen(m->text));
  return true;
}

// A callback may itself call a function that is refused.
static _Thread_local bool reporting;

static void report_all(qn_result result, const char *reason) {
  message m;
  if (reporting)
    return;
  reporting = true;
  (void)format_line(result, reason, &m);
  qn_handle_each(QN_HANDLE_LISTENER, report, &m);
  reporting = false;
}

CUresult cuLogsRegisterCallback(CUlogsCallback fn, void *user,
                                CUlogsCallbackHandle *to) {
  CU_NEED(fn);
  listener *l = qn_alloc(sizeof(*l));
  if (!l)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *l = (listener){fn, user};
  void *handle = qn_handle_make(QN_HANDLE_LISTENER, l);
  if (!handle) {
    qn_free(l);
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
  if (to)
    *to = handle;
  qn_reasons_watch(report_all);
  return CUDA_SUCCESS;
}

CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle handle) {
  listener *l = qn_handle_remove(QN_HANDLE_LISTENER, handle);
  // Its memory stays: another thread may be in the callback.
  return l ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

// ---- What was logged

CUresult cuLogsCurrent(CUlogIterator *to, unsigned int flags) {
  CU_NEED(to);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  *to = (CUlogIterator)qn_reasons_next();
  return CUDA_SUCCESS;
}

// The number behind an iterator, of which 32 bits are known; of those that are
// kept, the first.
static uint64_t first_of(const CUlogIterator *from, uint64_t next) {
  const uint64_t oldest = next > QN_REASONS_KEPT ? next - QN_REASONS_KEPT : 0;
  if (!from)
    return oldest;
  const uint64_t behind = (uint32_t)((uint32_t)next - *from);
  return behind > next - oldest ? oldest : next - behind;
}

static void append(uint64_t number, qn_buffer *out) {
  qn_reason_entry entry;
  message m;
  if (!qn_reasons_get(number, &entry))
    return;
  (void)format_line(entry.result, entry.text, &m);
  qn_buffer_printf(out, "%s\n", m.text);
}

CUresult cuLogsDumpToFile(CUlogIterator *from, const char *path,
                          unsigned int flags) {
  qn_buffer text = {0};
  CU_NEED(path);
  if (flags)
    return CUDA_ERROR_INVALID_VALUE;
  const uint64_t next = qn_reasons_next();
  for (uint64_t i = first_of(from, next); i < next; ++i)
    append(i, &text);
  FILE *file = fopen(path, "w");
  const qn_span bytes = qn_buffer_span(&text);
  bool good = file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size;
  if (file && fclose(file) != 0)
    good = false;
  qn_buffer_finish(&text);
  if (!good)
    return CUDA_ERROR_INVALID_VALUE;
  if (from)
    *from = (CUlogIterator)next;
  return CUDA_SUCCESS;
}

// The last lines that fit, and how many did not.
CUresult cuLogsDumpToMemory(CUlogIterator *from, char *to, size_t *size,
                            unsigned int flags) {
  CU_NEED(to);
  CU_NEED(size);
  if (flags || !*size)
    return CUDA_ERROR_INVALID_VALUE;
  const size_t room = *size < DUMP_MAX ? *size : DUMP_MAX;
  const uint64_t next = qn_reasons_next();
  const uint64_t first = first_of(from, next);
  size_t used = 0;
  uint64_t at = next;
  for (; at > first; --at) { // from the last line backwards
    qn_buffer line = {0};
    append(at - 1, &line);
    const qn_span bytes = qn_buffer_span(&line);
    const bool fits = bytes.size + used + 1 <= room;
    if (fits && bytes.size) {
      memmove(to + bytes.size, to, used);
      memcpy(to, bytes.data, bytes.size);
      used += bytes.size;
    }
    qn_buffer_finish(&line);
    if (!fits)
      break;
  }
  to[used] = '\0';
  *size = used;
  if (from)
    *from = (CUlogIterator)next;
  return CUDA_SUCCESS;
}

// ---- The runtime's names

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t fn, void *user,
                                     cudaLogsCallbackHandle *to) {
  return (cudaError_t)cuLogsRegisterCallback((CUlogsCallback)(void *)fn, user,
                                             to);
}
cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle handle) {
  return (cudaError_t)cuLogsUnregisterCallback(handle);
}
cudaError_t cudaLogsCurrent(cudaLogIterator *to, unsigned int flags) {
  return (cudaError_t)cuLogsCurrent(to, flags);
}
cudaError_t cudaLogsDumpToFile(cudaLogIterator *from, const char *path,
                               unsigned int flags) {
  return (cudaError_t)cuLogsDumpToFile(from, path, flags);
}
cudaError_t cudaLogsDumpToMemory(cudaLogIterator *from, char *to, size_t *size,
                                 unsigned int flags) {
  return (cudaError_t)cuLogsDumpToMemory(from, to, size, flags);
}

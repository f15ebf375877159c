// SPDX-License-Identifier: Apache-2.0
// The end of the process while there is work: Intel's runtime for CPUs ends it
// by force when other threads call it, or its work goes on, while it is taken
// down. So before that other threads come to a halt at their next call of a
// back end, and running work gets some time to be done.
#ifndef QN_RUNTIME_BACKENDS_SPIRV_ENDING_H
#define QN_RUNTIME_BACKENDS_SPIRV_ENDING_H

#include "runtime/backends/spirv/spirv.h"

// Around every call that may reach a driver.
void qn_spirv_enter(void);
void qn_spirv_leave(void);

// Once the drivers are loaded: what they do at the end comes after this.
void qn_spirv_watch_end(void);

// A function of a back end's table, by the name `qn_<prefix>_<slot>` of its own
// one.
#define QN_SPIRV_GUARD(prefix, slot, parameters, arguments)                    \
  static qn_result guarded_##slot parameters {                                 \
    qn_spirv_enter();                                                          \
    const qn_result result = qn_##prefix##_##slot arguments;                   \
    qn_spirv_leave();                                                          \
    return result;                                                             \
  }
#define QN_SPIRV_GUARD_VOID(prefix, slot, parameters, arguments)               \
  static void guarded_##slot parameters {                                      \
    qn_spirv_enter();                                                          \
    qn_##prefix##_##slot arguments;                                            \
    qn_spirv_leave();                                                          \
  }

// All that may reach a driver; then GUARDED(slot) is what the table has.
#define QN_SPIRV_GUARDS(prefix)                                                \
  QN_SPIRV_GUARD(                                                              \
      prefix, open,                                                            \
      (unsigned ordinal, const qn_backend_options *options, void **device),    \
      (ordinal, options, device))                                              \
  QN_SPIRV_GUARD(                                                              \
      spirv, allocate,                                                         \
      (void *device, const qn_memory_request *request, qn_memory *memory),     \
      (device, request, memory))                                               \
  QN_SPIRV_GUARD(spirv, release,                                               \
                 (void *device, qn_memory_kind kind, qn_memory *memory),       \
                 (device, kind, memory))                                       \
  QN_SPIRV_GUARD(                                                              \
      spirv, texture,                                                          \
      (void *device, const qn_texture_request *request, uint64_t *value),      \
      (device, request, value))                                                \
  QN_SPIRV_GUARD(spirv, load, (void *device, qn_span image, void **code),      \
                 (device, image, code))                                        \
  QN_SPIRV_GUARD_VOID(spirv, unload, (void *device, void **code),              \
                      (device, code))                                          \
  QN_SPIRV_GUARD(spirv, function_get,                                          \
                 (void *code, const qn_kernel *kernel, void **function,        \
                  qn_function_info *info),                                     \
                 (code, kernel, function, info))                               \
  QN_SPIRV_GUARD(prefix, stream_create,                                        \
                 (void *device, bool null, bool non_blocking, int priority,    \
                  void **stream),                                              \
                 (device, null, non_blocking, priority, stream))               \
  QN_SPIRV_GUARD(prefix, submit, (void *stream, const qn_op *op),              \
                 (stream, op))                                                 \
  QN_SPIRV_GUARD_VOID(prefix, event_destroy, (void **event), (event))          \
  QN_SPIRV_GUARD(prefix, event_wait, (void *event, bool block),                \
                 (event, block))                                               \
  QN_SPIRV_GUARD(prefix, event_elapsed, (void *from, void *to, double *ns),    \
                 (from, to, ns))                                               \
  QN_SPIRV_GUARD_VOID(spirv, stream_destroy, (void **stream), (stream))        \
  QN_SPIRV_GUARD(spirv, stream_wait, (void *stream, bool block),               \
                 (stream, block))

#endif // QN_RUNTIME_BACKENDS_SPIRV_ENDING_H

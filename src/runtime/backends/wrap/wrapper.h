// SPDX-License-Identifier: Apache-2.0
// What back ends around another have in common: a table for each inner back
// end.
#ifndef QN_RUNTIME_BACKENDS_WRAP_WRAPPER_H
#define QN_RUNTIME_BACKENDS_WRAP_WRAPPER_H

#include "runtime/contract/backend.h"

enum { QN_WRAPPERS = 4 };

typedef struct qn_wrapper {
  const qn_backend *inner; // NULL: free
  qn_backend table;
} qn_wrapper;

// The table around `inner`, made at the first call (a copy of inner's that
// wrap[i] then changes); NULL when all are taken. The caller holds the lock of
// `wrappers`.
const qn_backend *
qn_wrapper_find(qn_wrapper *wrappers, const qn_backend *inner,
                void (*const wrap[QN_WRAPPERS])(qn_backend *));

// Functions of the table that get no handle which would lead to the inner back
// end: each calls the file's own function with wrappers[i] as its first
// argument. wrap_common_##i puts them into a table.
#define QN_WRAPPER_FUNCTIONS(i)                                                \
  static qn_result open_##i(unsigned ordinal, const qn_backend_options *o,     \
                            void **out) {                                      \
    return open_device(&wrappers[i], ordinal, o, out);                         \
  }                                                                            \
  static void close_##i(void **device) { close_device(&wrappers[i], device); } \
  static qn_result allocate_##i(void *device, const qn_memory_request *r,      \
                                qn_memory *out) {                              \
    return allocate(&wrappers[i], device, r, out);                             \
  }                                                                            \
  static qn_result release_##i(void *device, qn_memory_kind kind,              \
                               qn_memory *memory) {                            \
    return release(&wrappers[i], device, kind, memory);                        \
  }                                                                            \
  static qn_result load_##i(void *device, qn_span image, void **out) {         \
    return load(&wrappers[i], device, image, out);                             \
  }                                                                            \
  static qn_result stream_create_##i(                                          \
      void *device, bool null, bool non_blocking, int priority, void **out) {  \
    return stream_create(&wrappers[i], device, null, non_blocking, priority,   \
                         out);                                                 \
  }                                                                            \
  static void stream_destroy_##i(void **stream) {                              \
    stream_destroy(&wrappers[i], stream);                                      \
  }                                                                            \
  static qn_result submit_##i(void *stream, const qn_op *op) {                 \
    return submit(&wrappers[i], stream, op);                                   \
  }                                                                            \
  static qn_result stream_wait_##i(void *stream, bool block) {                 \
    return stream_wait(&wrappers[i], stream, block);                           \
  }                                                                            \
  static qn_result event_wait_##i(void *event, bool block) {                   \
    return event_wait(&wrappers[i], event, block);                             \
  }                                                                            \
  static void wrap_common_##i(qn_backend *table) {                             \
    table->open = open_##i;                                                    \
    table->close = close_##i;                                                  \
    table->allocate = allocate_##i;                                            \
    table->release = release_##i;                                              \
    table->load = load_##i;                                                    \
    table->stream_create = stream_create_##i;                                  \
    table->stream_destroy = stream_destroy_##i;                                \
    table->submit = submit_##i;                                                \
    table->stream_wait = stream_wait_##i;                                      \
    table->event_wait = event_wait_##i;                                        \
  }

#endif // QN_RUNTIME_BACKENDS_WRAP_WRAPPER_H

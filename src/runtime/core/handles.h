// SPDX-License-Identifier: Apache-2.0
// Handles: how a program refers to an object. A handle that was never given
// out, or whose object is gone, is recognised, so misuse is an error, not a
// crash.
//
// Finding takes no lock. An object must not be freed while another thread uses
// what it found: that is the program's own mistake, as with any handle.
#ifndef QN_RUNTIME_CORE_HANDLES_H
#define QN_RUNTIME_CORE_HANDLES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/system/thread.h"

typedef enum qn_handle_kind {
  QN_HANDLE_STREAM = 1,
  QN_HANDLE_EVENT,
  QN_HANDLE_MODULE,
  QN_HANDLE_FUNCTION,
  QN_HANDLE_GRAPH,
  QN_HANDLE_NODE,
  QN_HANDLE_EXEC,
  QN_HANDLE_ARRAY,
  QN_HANDLE_POOL,
  QN_HANDLE_CONTEXT,
  QN_HANDLE_PHYSICAL, // memory without address
  QN_HANDLE_USER,     // a graph's user object
  QN_HANDLE_PROGRAM,  // hiprtc
  QN_HANDLE_MIPMAP,
  QN_HANDLE_OUTSIDE,   // memory of another API
  QN_HANDLE_SEMAPHORE, // of another API
  QN_HANDLE_LINK,      // a linker's state
  QN_HANDLE_PART,      // of a device's processors
  QN_HANDLE_GREEN,     // a context for such a part
  QN_HANDLE_LISTENER,  // a callback for messages
  QN_HANDLE_NOTICE,    // a callback for notifications
  QN_HANDLE_TEXREF,    // made by the program, not a variable
  QN_HANDLE_GRAPHICS,  // a resource of OpenGL's
  QN_HANDLE_KIND_COUNT,
} qn_handle_kind;

// NULL when out of memory.
void *qn_handle_make(qn_handle_kind kind, void *object);
// The object; NULL when `handle` is not that of a living object.
static inline void *qn_handle_find(qn_handle_kind kind, const void *handle);
// Whether it was the handle of an object that is gone.
bool qn_handle_was(qn_handle_kind kind, const void *handle);
// Like qn_handle_find, and invalidates the handle. Of several threads, one gets
// the object.
void *qn_handle_remove(qn_handle_kind kind, const void *handle);
// Calls `visit` for each living object until it returns false. Objects made or
// removed meanwhile may be missed.
void qn_handle_each(qn_handle_kind kind,
                    bool (*visit)(void *user, void *handle, void *object),
                    void *user);

// ---- Looking up, here for launches

// A handle is {generation, index, kind}: not a pointer, never below 16, and
// reused only after 2^27 others in its slot.
enum {
  QN_HANDLE_KIND_SHIFT = 4,
  QN_HANDLE_INDEX_SHIFT = 9,
  QN_HANDLE_INDEX_BITS = 25,
  QN_HANDLE_GENERATION_SHIFT = QN_HANDLE_INDEX_SHIFT + QN_HANDLE_INDEX_BITS,
  QN_HANDLE_CHUNK_SIZE = 512,
  QN_HANDLE_CHUNK_COUNT = 1 << 16,
  QN_HANDLE_GENERATION_MASK = (1 << 27) - 1,
};

typedef struct qn_handle_entry {
  atomic_uintptr_t handle; // 0: free
  _Atomic(void *) object;
  uint32_t generation;
  uint32_t next_free; // index + 1
} qn_handle_entry;

typedef struct qn_handle_table {
  qn_mutex mutex;
  uint32_t used;                  // entries ever given out
  uint32_t first_free, last_free; // index + 1; the oldest is used first
  _Atomic(qn_handle_entry *) chunks[QN_HANDLE_CHUNK_COUNT];
} qn_handle_table;

extern _Atomic(qn_handle_table *) qn_handle_tables[QN_HANDLE_KIND_COUNT];

_Static_assert(QN_HANDLE_KIND_COUNT <=
                   1 << (QN_HANDLE_INDEX_SHIFT - QN_HANDLE_KIND_SHIFT),
               "every kind has a number");
_Static_assert(QN_HANDLE_CHUNK_SIZE *QN_HANDLE_CHUNK_COUNT ==
                   1 << QN_HANDLE_INDEX_BITS,
               "every index has a place");

static inline qn_handle_entry *qn_handle_entry_at(qn_handle_table *t,
                                                  uint32_t index) {
  qn_handle_entry *chunk = atomic_load_explicit(
      &t->chunks[index / QN_HANDLE_CHUNK_SIZE], memory_order_acquire);
  return chunk ? &chunk[index % QN_HANDLE_CHUNK_SIZE] : NULL;
}

static inline qn_handle_entry *qn_handle_entry_of(qn_handle_kind kind,
                                                  uintptr_t handle) {
  qn_handle_table *t =
      atomic_load_explicit(&qn_handle_tables[kind], memory_order_acquire);
  const uint32_t index = (uint32_t)(handle >> QN_HANDLE_INDEX_SHIFT) &
                         ((1u << QN_HANDLE_INDEX_BITS) - 1);
  if (!t)
    return NULL;
  qn_handle_entry *e = qn_handle_entry_at(t, index);
  return e && handle &&
                 atomic_load_explicit(&e->handle, memory_order_acquire) ==
                     handle
             ? e
             : NULL;
}

static inline void *qn_handle_find(qn_handle_kind kind, const void *handle) {
  qn_handle_entry *e = qn_handle_entry_of(kind, (uintptr_t)handle);
  return e ? atomic_load_explicit(&e->object, memory_order_relaxed) : NULL;
}

#endif // QN_RUNTIME_CORE_HANDLES_H

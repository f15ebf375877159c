// SPDX-License-Identifier: Apache-2.0
#include "runtime/handles.h"

#include <stdatomic.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/diag.h"
#include "base/thread.h"

// A handle is {generation, index, kind}: no pointer, never below 16, and never
// used twice before 2^27 others had its place.
enum {
  KIND_SHIFT = 4,
  INDEX_SHIFT = 8,
  INDEX_BITS = 28,
  GENERATION_SHIFT = INDEX_SHIFT + INDEX_BITS,
  CHUNK_SIZE = 512,
  CHUNK_COUNT = 1 << 16,
  GENERATION_MASK = (1 << 27) - 1,
};

typedef struct entry {
  atomic_uintptr_t handle; // 0: free
  _Atomic(void *) object;
  uint32_t generation;
  uint32_t next_free; // index + 1
} entry;

typedef struct table {
  qn_mutex mutex;
  uint32_t used;                  // entries ever given out
  uint32_t first_free, last_free; // index + 1; the oldest is used first
  _Atomic(entry *) chunks[CHUNK_COUNT];
} table;

// Allocated at the first use: a table's directory is large.
static _Atomic(table *) tables[QN_HANDLE_KIND_COUNT];

static table *make_table(qn_handle_kind kind) {
  table *t = atomic_load_explicit(&tables[kind], memory_order_acquire);
  if (t)
    return t;
  table *fresh = qn_alloc_array(1, sizeof(*fresh));
  if (!fresh)
    return NULL;
  qn_mutex_init(&fresh->mutex);
  if (atomic_compare_exchange_strong(&tables[kind], &t, fresh))
    return fresh;
  qn_free(fresh);
  return t;
}

static entry *entry_at(table *t, uint32_t index) {
  entry *chunk = atomic_load_explicit(&t->chunks[index / CHUNK_SIZE],
                                      memory_order_acquire);
  return chunk ? &chunk[index % CHUNK_SIZE] : NULL;
}

static entry *take_free(table *t, uint32_t *out_index) {
  if (t->first_free) {
    *out_index = t->first_free - 1;
    entry *e = entry_at(t, *out_index);
    t->first_free = e->next_free;
    if (!t->first_free)
      t->last_free = 0;
    return e;
  }
  if (t->used == CHUNK_SIZE * CHUNK_COUNT)
    return NULL;
  *out_index = t->used;
  if (t->used % CHUNK_SIZE == 0) {
    entry *chunk = qn_alloc_array(CHUNK_SIZE, sizeof(*chunk));
    if (!chunk)
      return NULL;
    atomic_store_explicit(&t->chunks[t->used / CHUNK_SIZE], chunk,
                          memory_order_release);
  }
  return entry_at(t, t->used++);
}

void *qn_handle_make(qn_handle_kind kind, void *object) {
  uint32_t index;
  uintptr_t handle = 0;
  table *t = make_table(kind);
  if (!t)
    return NULL;
  qn_mutex_lock(&t->mutex);
  entry *e = take_free(t, &index);
  if (e) {
    e->generation = (e->generation + 1) & GENERATION_MASK;
    handle = (uintptr_t)e->generation << GENERATION_SHIFT |
             (uintptr_t)index << INDEX_SHIFT | (uintptr_t)kind << KIND_SHIFT;
    atomic_store_explicit(&e->object, object, memory_order_relaxed);
    atomic_store_explicit(&e->handle, handle, memory_order_release);
  }
  qn_mutex_unlock(&t->mutex);
  return (void *)handle;
}

static inline entry *find(qn_handle_kind kind, uintptr_t handle) {
  table *t = atomic_load_explicit(&tables[kind], memory_order_acquire);
  const uint32_t index =
      (uint32_t)(handle >> INDEX_SHIFT) & ((1u << INDEX_BITS) - 1);
  if (!t || index >= CHUNK_SIZE * CHUNK_COUNT)
    return NULL;
  entry *e = entry_at(t, index);
  return e && handle &&
                 atomic_load_explicit(&e->handle, memory_order_acquire) ==
                     handle
             ? e
             : NULL;
}

QN_HOT void *qn_handle_find(qn_handle_kind kind, const void *handle) {
  entry *e = find(kind, (uintptr_t)handle);
  return e ? atomic_load_explicit(&e->object, memory_order_relaxed) : NULL;
}

void *qn_handle_remove(qn_handle_kind kind, const void *handle) {
  entry *e = find(kind, (uintptr_t)handle);
  if (!e)
    return NULL;
  table *t = atomic_load_explicit(&tables[kind], memory_order_acquire);
  void *object = NULL;
  qn_mutex_lock(&t->mutex);
  if (atomic_load(&e->handle) == (uintptr_t)handle) {
    object = atomic_load_explicit(&e->object, memory_order_relaxed);
    atomic_store(&e->handle, 0);
    const uint32_t index =
        (uint32_t)((uintptr_t)handle >> INDEX_SHIFT) & ((1u << INDEX_BITS) - 1);
    e->next_free = 0;
    if (t->last_free)
      entry_at(t, t->last_free - 1)->next_free = index + 1;
    else
      t->first_free = index + 1;
    t->last_free = index + 1;
  }
  qn_mutex_unlock(&t->mutex);
  return object;
}

void qn_handle_each(qn_handle_kind kind,
                    bool (*visit)(void *user, void *handle, void *object),
                    void *user) {
  table *t = atomic_load_explicit(&tables[kind], memory_order_acquire);
  if (!t)
    return;
  qn_mutex_lock(&t->mutex);
  const uint32_t used = t->used;
  qn_mutex_unlock(&t->mutex);
  for (uint32_t i = 0; i < used; ++i) {
    entry *e = entry_at(t, i);
    const uintptr_t handle = atomic_load(&e->handle);
    if (handle &&
        !visit(user, (void *)handle,
               atomic_load_explicit(&e->object, memory_order_relaxed)))
      return;
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/handles.h"

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "base/diag.h"

// Allocated at the first use: a table's directory is large.
_Atomic(qn_handle_table *) qn_handle_tables[QN_HANDLE_KIND_COUNT];

static qn_handle_table *make_table(qn_handle_kind kind) {
  qn_handle_table *t =
      atomic_load_explicit(&qn_handle_tables[kind], memory_order_acquire);
  if (t)
    return t;
  qn_handle_table *fresh = qn_alloc_array(1, sizeof(*fresh));
  if (!fresh)
    return NULL;
  qn_mutex_init(&fresh->mutex);
  if (atomic_compare_exchange_strong(&qn_handle_tables[kind], &t, fresh))
    return fresh;
  qn_free(fresh);
  return t;
}

static qn_handle_entry *take_free(qn_handle_table *t, uint32_t *out_index) {
  if (t->first_free) {
    *out_index = t->first_free - 1;
    qn_handle_entry *e = qn_handle_entry_at(t, *out_index);
    t->first_free = e->next_free;
    if (!t->first_free)
      t->last_free = 0;
    return e;
  }
  if (t->used == QN_HANDLE_CHUNK_SIZE * QN_HANDLE_CHUNK_COUNT)
    return NULL;
  *out_index = t->used;
  if (t->used % QN_HANDLE_CHUNK_SIZE == 0) {
    qn_handle_entry *chunk =
        qn_alloc_array(QN_HANDLE_CHUNK_SIZE, sizeof(*chunk));
    if (!chunk)
      return NULL;
    atomic_store_explicit(&t->chunks[t->used / QN_HANDLE_CHUNK_SIZE], chunk,
                          memory_order_release);
  }
  return qn_handle_entry_at(t, t->used++);
}

// What the program is told that it did not destroy; NULL: nothing.
static const char *name_of(qn_handle_kind kind) {
  switch (kind) {
  case QN_HANDLE_STREAM:
    return "a stream";
  case QN_HANDLE_EVENT:
    return "an event";
  case QN_HANDLE_MODULE:
    return "a module";
  case QN_HANDLE_GRAPH:
    return "a graph";
  case QN_HANDLE_EXEC:
    return "an executable graph";
  case QN_HANDLE_ARRAY:
    return "an array";
  default:
    return NULL;
  }
}

void *qn_handle_make(qn_handle_kind kind, void *object) {
  uint32_t index;
  uintptr_t handle = 0;
  qn_handle_table *t = make_table(kind);
  if (!t)
    return NULL;
  qn_mutex_lock(&t->mutex);
  qn_handle_entry *e = take_free(t, &index);
  if (e) {
    e->generation = (e->generation + 1) & QN_HANDLE_GENERATION_MASK;
    handle = (uintptr_t)e->generation << QN_HANDLE_GENERATION_SHIFT |
             (uintptr_t)index << QN_HANDLE_INDEX_SHIFT |
             (uintptr_t)kind << QN_HANDLE_KIND_SHIFT;
    atomic_store_explicit(&e->object, object, memory_order_relaxed);
    atomic_store_explicit(&e->handle, handle, memory_order_release);
  }
  qn_mutex_unlock(&t->mutex);
  if (qn_check_on(QN_CPU_CHECK_LEAK) && handle && name_of(kind))
    qn_check_made(kind, (void *)handle, name_of(kind));
  return (void *)handle;
}

bool qn_handle_was(qn_handle_kind kind, const void *handle) {
  const uintptr_t value = (uintptr_t)handle;
  const uint32_t index = (uint32_t)(value >> QN_HANDLE_INDEX_SHIFT) &
                         ((1u << QN_HANDLE_INDEX_BITS) - 1);
  qn_handle_table *t =
      atomic_load_explicit(&qn_handle_tables[kind], memory_order_acquire);
  if (!t || (value & ((1u << QN_HANDLE_INDEX_SHIFT) - 1)) !=
                (uintptr_t)kind << QN_HANDLE_KIND_SHIFT)
    return false;
  qn_mutex_lock(&t->mutex);
  const qn_handle_entry *e =
      index < t->used ? qn_handle_entry_at(t, index) : NULL;
  const uintptr_t generation = value >> QN_HANDLE_GENERATION_SHIFT;
  const bool was = e && generation && generation <= e->generation &&
                   atomic_load(&e->handle) != value;
  qn_mutex_unlock(&t->mutex);
  return was;
}

void *qn_handle_remove(qn_handle_kind kind, const void *handle) {
  qn_handle_entry *e = qn_handle_entry_of(kind, (uintptr_t)handle);
  if (!e)
    return NULL;
  qn_handle_table *t =
      atomic_load_explicit(&qn_handle_tables[kind], memory_order_acquire);
  void *object = NULL;
  qn_mutex_lock(&t->mutex);
  if (atomic_load(&e->handle) == (uintptr_t)handle) {
    object = atomic_load_explicit(&e->object, memory_order_relaxed);
    atomic_store(&e->handle, 0);
    const uint32_t index =
        (uint32_t)((uintptr_t)handle >> QN_HANDLE_INDEX_SHIFT) &
        ((1u << QN_HANDLE_INDEX_BITS) - 1);
    e->next_free = 0;
    if (t->last_free)
      qn_handle_entry_at(t, t->last_free - 1)->next_free = index + 1;
    else
      t->first_free = index + 1;
    t->last_free = index + 1;
  }
  qn_mutex_unlock(&t->mutex);
  if (qn_check_on(QN_CPU_CHECK_LEAK))
    qn_check_gone(kind, handle);
  return object;
}

void qn_handle_each(qn_handle_kind kind,
                    bool (*visit)(void *user, void *handle, void *object),
                    void *user) {
  qn_handle_table *t =
      atomic_load_explicit(&qn_handle_tables[kind], memory_order_acquire);
  if (!t)
    return;
  qn_mutex_lock(&t->mutex);
  const uint32_t used = t->used;
  qn_mutex_unlock(&t->mutex);
  for (uint32_t i = 0; i < used; ++i) {
    qn_handle_entry *e = qn_handle_entry_at(t, i);
    const uintptr_t handle = atomic_load(&e->handle);
    if (handle &&
        !visit(user, (void *)handle,
               atomic_load_explicit(&e->object, memory_order_relaxed)))
      return;
  }
}

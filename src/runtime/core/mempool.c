// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/mempool.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/check/check.h"
#include "runtime/core/handles.h"

typedef struct qn_pool_block {
  struct qn_pool_block *next;
  qn_mempool *pool;
  qn_memory memory;
  qn_memory_kind kind; // DEVICE, or IMPORTED, which is not used again
  size_t size;         // bytes
  size_t asked;        // bytes in use
  bool used;
  bool in_graph;     // a graph has it
  bool taken;        // and a launch has allocated it, which nobody freed since
  qn_stream *stream; // that freed it, held; NULL: any stream may reuse it
  void *event;       // native; recorded when it was freed
} qn_pool_block;

enum { ROUND = 512 };

// A device's pools; qn_device.memory_pools points to it.
typedef struct device_pools {
  qn_mempool *own, *current;
} device_pools;

static qn_mutex pools_mutex = QN_MUTEX_INIT;

// ---- Pools

qn_result qn_mempool_create(qn_device *device, qn_mempool **out_pool) {
  qn_mempool *pool = qn_alloc_array(1, sizeof(*pool));
  if (!pool)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a memory pool");
  pool->device = device;
  pool->reuse[0] = pool->reuse[1] = pool->reuse[2] = 1;
  qn_mutex_init(&pool->mutex);
  pool->handle = qn_handle_make(QN_HANDLE_POOL, pool);
  if (!pool->handle) {
    qn_free(pool);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a memory pool");
  }
  *out_pool = pool;
  return QN_R_OK;
}

static void free_pool(qn_mempool *pool) {
  qn_mutex_finish(&pool->mutex);
  qn_free(pool);
}

qn_result qn_mempool_destroy(qn_mempool *pool) {
  if (pool->is_default)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a device's own memory pool cannot be destroyed");
  (void)qn_handle_remove(QN_HANDLE_POOL, pool->handle);
  qn_mutex_lock(&pools_mutex);
  device_pools *all = pool->device->memory_pools;
  if (all && all->current == pool)
    all->current = all->own;
  qn_mutex_unlock(&pools_mutex);
  (void)qn_device_synchronize(pool->device);
  qn_mempool_trim(pool, 0);
  qn_mutex_lock(&pool->mutex);
  pool->dead = true;
  const bool empty = !pool->blocks;
  qn_mutex_unlock(&pool->mutex);
  if (empty)
    free_pool(pool);
  return QN_R_OK;
}

static void drop_block(qn_pool_block *b) {
  const qn_device *device = b->pool->device;
  qn_range range;
  if (b->event)
    device->backend->event_destroy(&b->event);
  if (b->stream)
    qn_stream_drop(b->stream);
  (void)qn_ranges_remove(b->memory.address, &range);
  (void)device->backend->release(atomic_load(&device->native), b->kind,
                                 &b->memory);
  qn_free(b);
}

// Frees a device's pools with all their blocks, before it is closed or reset.
static void forget_device(qn_device *device) {
  qn_mutex_lock(&pools_mutex);
  device_pools *all = device->memory_pools;
  device->memory_pools = NULL;
  qn_mutex_unlock(&pools_mutex);
  if (!all)
    return;
  (void)qn_handle_remove(QN_HANDLE_POOL, all->own->handle);
  while (all->own->blocks) {
    qn_pool_block *b = all->own->blocks;
    all->own->blocks = b->next;
    drop_block(b);
  }
  free_pool(all->own);
  qn_free(all);
}

static qn_result pools_of(qn_device *device, device_pools **out) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&pools_mutex);
  device_pools *all = device->memory_pools;
  if (!all) {
    all = qn_alloc_array(1, sizeof(*all));
    result = all ? qn_mempool_create(device, &all->own) : QN_R_OUT_OF_MEMORY;
    if (result == QN_R_OK) {
      all->own->is_default = true;
      all->current = all->own;
      device->memory_pools = all;
      qn_device_on_reset(forget_device);
    } else {
      qn_free(all);
    }
  }
  qn_mutex_unlock(&pools_mutex);
  *out = all;
  return result;
}

qn_result qn_mempool_default(qn_device *device, qn_mempool **out_pool) {
  device_pools *all;
  QN_CHECK(pools_of(device, &all));
  *out_pool = all->own;
  return QN_R_OK;
}

qn_result qn_mempool_current(qn_device *device, qn_mempool **out_pool) {
  device_pools *all;
  QN_CHECK(pools_of(device, &all));
  *out_pool = all->current;
  return QN_R_OK;
}

void qn_mempool_set_current(qn_device *device, qn_mempool *pool) {
  device_pools *all;
  if (pools_of(device, &all) == QN_R_OK)
    all->current = pool;
}

// ---- Blocks

// Whether a stream may reuse a block now. With the mutex held.
static bool may_have(qn_pool_block *b, const qn_stream *stream) {
  if (b->used)
    return false;
  if (!b->stream || b->stream == stream)
    return true;
  if (b->pool->device->backend->event_wait(b->event, false) != QN_R_OK)
    return false;
  qn_stream_drop(b->stream);
  b->stream = NULL;
  return true;
}

// The smallest that fits and wastes at most half of itself.
static qn_pool_block *find_block(qn_mempool *pool, size_t size,
                                 const qn_stream *stream) {
  qn_pool_block *best = NULL;
  // What is checked is not used again: a late use of it would not be seen.
  if (qn_check_on(QN_CPU_CHECK_ALL))
    return NULL;
  for (qn_pool_block *b = pool->blocks; b; b = b->next)
    if (b->kind == QN_MEMORY_DEVICE && b->size >= size && b->size / 2 <= size &&
        (!best || b->size < best->size) && may_have(b, stream))
      best = b;
  return best;
}

static void count_use(qn_mempool *pool, qn_pool_block *b, size_t asked) {
  b->used = true;
  b->asked = asked;
  pool->used += b->size;
  if (pool->used > pool->used_high)
    pool->used_high = pool->used;
}

static qn_result new_block(qn_mempool *pool, const qn_memory_request *request,
                           qn_pool_block **out_block) {
  const qn_device *device = pool->device;
  qn_pool_block *b = qn_alloc_array(1, sizeof(*b));
  if (!b)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a block");
  b->pool = pool;
  b->kind = request->kind;
  qn_result result = device->backend->allocate(atomic_load(&device->native),
                                               request, &b->memory);
  b->size = b->kind == QN_MEMORY_IMPORTED ? b->memory.pitch : request->size;
  if (result == QN_R_OK)
    result = device->backend->event_create(atomic_load(&device->native), false,
                                           false, &b->event);
  const qn_range range = {
      .start = (uintptr_t)b->memory.address,
      .size = b->size,
      .device = pool->device,
      .kind = QN_MEMORY_DEVICE,
      .id = qn_ranges_id(),
      .native = b->memory.native,
      .host = b->memory.host,
      .owner = b,
      .pooled = true,
  };
  if (result == QN_R_OK && !qn_ranges_add(&range))
    result = QN_R_OUT_OF_MEMORY;
  if (result != QN_R_OK) {
    if (b->memory.native)
      (void)device->backend->release(atomic_load(&device->native), b->kind,
                                     &b->memory);
    qn_free(b);
    return result;
  }
  b->next = pool->blocks;
  pool->blocks = b;
  pool->reserved += b->size;
  if (pool->reserved > pool->reserved_high)
    pool->reserved_high = pool->reserved;
  *out_block = b;
  return QN_R_OK;
}

// Those that are not used again must not become more and more.
static void trim_checked(qn_mempool *pool) {
  enum { MANY = 1024 };
  size_t idle = 0;
  qn_mutex_lock(&pool->mutex);
  for (const qn_pool_block *b = pool->blocks; b; b = b->next)
    idle += !b->used;
  qn_mutex_unlock(&pool->mutex);
  if (idle > MANY)
    qn_mempool_trim(pool, 0);
}

qn_result qn_mempool_allocate(qn_mempool *pool, size_t size, qn_stream *stream,
                              void **out) {
  *out = NULL;
  if (!size)
    return QN_R_OK;
  if (size > PTRDIFF_MAX - ROUND)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no %zu bytes of memory", size);
  // What is checked has no bytes beyond its end.
  const bool checked = qn_check_on(QN_CPU_CHECK_ALL);
  const qn_memory_request request = {
      .kind = QN_MEMORY_DEVICE,
      .size = checked ? size : (size_t)qn_align_up(size, ROUND)};
  qn_result result = QN_R_OK;
  if (checked)
    trim_checked(pool);
  qn_mutex_lock(&pool->mutex);
  qn_pool_block *b = find_block(pool, request.size, stream);
  if (!b) {
    result = new_block(pool, &request, &b);
    if (result == QN_R_OUT_OF_MEMORY) {
      qn_mutex_unlock(&pool->mutex);
      qn_mempool_trim(pool, 0);
      qn_mutex_lock(&pool->mutex);
      result = new_block(pool, &request, &b);
    }
  }
  if (result == QN_R_OK) {
    // On the same stream the new use comes after all earlier ones.
    count_use(pool, b, size);
    *out = b->memory.address;
    if (checked)
      qn_check_pooled(*out, true);
  }
  qn_mutex_unlock(&pool->mutex);
  return result;
}

typedef struct checked_free {
  void *address;
  uint32_t op;
} checked_free;

static void end_checked(void *user) {
  checked_free *f = user;
  qn_check_pool_freed(f->address, f->op);
  qn_free(f);
}

// The memory is free once the stream comes there; with none, at once.
static qn_result free_checked(void *address, qn_stream *stream) {
  qn_check_pooled(address, false);
  if (!stream) {
    (void)qn_check_release(address);
    return QN_R_OK;
  }
  checked_free *f = qn_alloc(sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a free");
  *f = (checked_free){address, qn_check_mark(stream->native)};
  const qn_op op = {.kind = QN_OP_HOST, .host = {.fn = end_checked, .user = f}};
  qn_check_ours = true; // no operation of the program's
  const qn_result result = qn_stream_submit_now(stream, &op);
  qn_check_ours = false;
  if (result != QN_R_OK)
    qn_free(f);
  return result;
}

static qn_result give_back(qn_pool_block *b, qn_stream *stream) {
  qn_mempool *pool = b->pool;
  qn_result result = QN_R_OK;
  qn_mutex_lock(&pool->mutex);
  const bool in_use = b->in_graph ? b->taken : b->used;
  if (!in_use && qn_check_on(QN_CPU_CHECK_MEMORY))
    qn_check_bad_free(b->memory.address, stream ? "hipFreeAsync" : "hipFree",
                      b->in_graph);
  if (!in_use)
    result = qn_refuse(
        QN_R_INVALID_VALUE, "%p was freed already%s", b->memory.address,
        b->in_graph ? ", or no launch has allocated it yet" : "");
  if (b->in_graph) {
    b->taken = false; // the next launch allocates it again
    qn_mutex_unlock(&pool->mutex);
    return result;
  }
  if (result == QN_R_OK && stream) {
    const qn_op op = {.kind = QN_OP_RECORD, .event = {.event = b->event}};
    result = qn_stream_submit_now(stream, &op);
  }
  if (result == QN_R_OK) {
    if (b->stream)
      qn_stream_drop(b->stream);
    b->stream = stream ? qn_stream_hold(stream) : NULL;
    b->used = false;
    pool->used -= b->size;
    if (qn_check_in_heap((uintptr_t)b->memory.address) &&
        qn_check_on(QN_CPU_CHECK_ALL))
      result = free_checked(b->memory.address, stream);
  }
  const bool dead = pool->dead;
  qn_mutex_unlock(&pool->mutex);
  if (dead && result == QN_R_OK) {
    (void)qn_device_synchronize(pool->device);
    qn_mempool_trim(pool, 0);
    if (!pool->blocks)
      free_pool(pool);
  }
  return result;
}

qn_result qn_mempool_free(void *address, qn_stream *stream) {
  qn_range range;
  if (!address)
    return QN_R_OK;
  if (!qn_ranges_find(address, &range) || range.start != (uintptr_t)address)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%p is not allocated, or was freed already", address);
  if (range.pooled)
    return give_back(range.owner, stream);
  // hipFreeAsync also frees hipMalloc's memory; then it waits, as hipFree does.
  return qn_memory_free(address,
                        1u << QN_MEMORY_DEVICE | 1u << QN_MEMORY_MANAGED,
                        "hipFreeAsync");
}

// ---- Graphs

static qn_pool_block *block_of(void *address) {
  qn_range range;
  return address && qn_ranges_find(address, &range) && range.pooled &&
                 range.start == (uintptr_t)address
             ? range.owner
             : NULL;
}

void qn_mempool_join_graph(void *address) {
  qn_pool_block *b = block_of(address);
  if (b)
    b->in_graph = true; // nobody else has it yet
}

bool qn_mempool_is_graphs(void *address) {
  const qn_pool_block *b = block_of(address);
  if (!b)
    return false;
  qn_mutex_lock(&b->pool->mutex);
  const bool is_graphs = b->in_graph;
  qn_mutex_unlock(&b->pool->mutex);
  return is_graphs;
}

void qn_mempool_leave_graph(void *address) {
  qn_pool_block *b = block_of(address);
  if (!b)
    return; // the device was reset
  qn_mutex_lock(&b->pool->mutex);
  const bool taken = b->taken;
  b->in_graph = b->taken = false;
  qn_mutex_unlock(&b->pool->mutex);
  if (!taken)
    (void)give_back(b, NULL);
}

static qn_result change(const qn_graph_change *c, bool frees_first) {
  qn_pool_block *b = block_of(c->address);
  if (!b)
    return QN_R_OK; // of 0 bytes, or the device was reset
  qn_mutex_lock(&b->pool->mutex);
  const bool refused =
      b->in_graph && b->taken == c->allocates && !(c->allocates && frees_first);
  if (!refused)
    b->taken = c->allocates;
  qn_mutex_unlock(&b->pool->mutex);
  if (!refused)
    return QN_R_OK;
  return qn_refuse(
      QN_R_INVALID_VALUE,
      c->allocates
          ? "%p, which the graph allocates, was not freed since a launch did: "
            "free it, or instantiate with AutoFreeOnLaunch"
          : "%p, which the graph frees, was freed already, or no launch has "
            "allocated it",
      c->address);
}

qn_result qn_mempool_graph_launch(const qn_graph_change *changes, size_t count,
                                  bool frees_first) {
  for (size_t i = 0; i < count; ++i) {
    const qn_result result = change(&changes[i], frees_first);
    if (result != QN_R_OK) {
      qn_mempool_graph_undo(changes, i);
      return result;
    }
  }
  return QN_R_OK;
}

void qn_mempool_graph_undo(const qn_graph_change *changes, size_t count) {
  while (count-- > 0) {
    qn_pool_block *b = block_of(changes[count].address);
    if (!b)
      continue;
    qn_mutex_lock(&b->pool->mutex);
    b->taken = !changes[count].allocates;
    qn_mutex_unlock(&b->pool->mutex);
  }
}

// ---- Other processes

// What a pool's descriptor leads to.
typedef struct pool_record {
  char magic[8];
  uint8_t uuid[16]; // of the device
} pool_record;
static const char pool_magic[8] = "qnpool1";

qn_result qn_mempool_export(const qn_mempool *pool, int *out_fd) {
  pool_record record = {0};
  if (!pool->exportable)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the pool was not made to be exported: handleTypes has no "
                     "descriptor");
  memcpy(record.magic, pool_magic, sizeof(record.magic));
  memcpy(record.uuid, pool->device->info.uuid, sizeof(record.uuid));
  const int fd = memfd_create("quern-pool", MFD_CLOEXEC);
  if (fd < 0)
    return qn_refuse(QN_R_OPERATING_SYSTEM, "no descriptor is left");
  if (write(fd, &record, sizeof(record)) != (ssize_t)sizeof(record)) {
    close(fd);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a descriptor");
  }
  *out_fd = fd;
  return QN_R_OK;
}

static qn_device *device_of(const pool_record *record) {
  const unsigned count = qn_device_count();
  qn_device *device;
  for (unsigned i = 0; i < count; ++i)
    if (qn_device_get((int)i, &device) == QN_R_OK &&
        memcmp(device->info.uuid, record->uuid, sizeof(record->uuid)) == 0)
      return device;
  return NULL;
}

qn_result qn_mempool_import(int fd, qn_mempool **out_pool) {
  pool_record record;
  if (pread(fd, &record, sizeof(record), 0) != (ssize_t)sizeof(record) ||
      memcmp(record.magic, pool_magic, sizeof(record.magic)) != 0)
    return qn_refuse(QN_R_INVALID_VALUE, "descriptor %d is no memory pool", fd);
  qn_device *device = device_of(&record);
  if (!device)
    return qn_refuse(QN_R_INVALID_DEVICE,
                     "the pool is of a device that this process does not have");
  QN_CHECK(qn_mempool_create(device, out_pool));
  (*out_pool)->imported = true;
  return QN_R_OK;
}

qn_result qn_mempool_export_block(void *address, uint8_t *token) {
  qn_range range;
  qn_memory none;
  if (!qn_ranges_find(address, &range) || !range.pooled ||
      range.start != (uintptr_t)address)
    return qn_refuse(QN_R_INVALID_VALUE, "%p is no memory of a pool", address);
  const qn_pool_block *b = range.owner;
  if (!b->pool->exportable || !b->used)
    return qn_refuse(QN_R_INVALID_VALUE,
                     b->used ? "the pool of %p was not made to be exported"
                             : "%p was freed already",
                     address);
  const qn_memory_request request = {.kind = QN_MEMORY_EXPORTED,
                                     .size = b->size,
                                     .host = address,
                                     .token = token};
  (void)qn_device_synchronize(range.device);
  return range.device->backend->allocate(atomic_load(&range.device->native),
                                         &request, &none);
}

qn_result qn_mempool_import_block(qn_mempool *pool, uint8_t *token,
                                  void **out) {
  const qn_memory_request request = {.kind = QN_MEMORY_IMPORTED,
                                     .token = token};
  qn_pool_block *b;
  *out = NULL;
  if (!pool->imported)
    return qn_refuse(QN_R_INVALID_VALUE, "the pool is this process's own");
  qn_mempool_trim(pool, 0); // what was imported and freed
  qn_mutex_lock(&pool->mutex);
  const qn_result result = new_block(pool, &request, &b);
  if (result == QN_R_OK) {
    count_use(pool, b, b->size);
    *out = b->memory.address;
  }
  qn_mutex_unlock(&pool->mutex);
  return result;
}

void qn_mempool_trim(qn_mempool *pool, uint64_t keep) {
  qn_mutex_lock(&pool->mutex);
  for (qn_pool_block **at = &pool->blocks; *at && pool->reserved > keep;) {
    qn_pool_block *b = *at;
    if (!may_have(b, NULL)) {
      at = &b->next;
      continue;
    }
    *at = b->next;
    pool->reserved -= b->size;
    drop_block(b);
  }
  qn_mutex_unlock(&pool->mutex);
}

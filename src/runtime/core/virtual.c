// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/virtual.h"

#include "base/alloc.h"
#include "runtime/core/handles.h"

typedef struct mapping {
  uintptr_t start;
  size_t size, offset;
  qn_physical *physical;
  bool read, write;
  struct mapping *next;
} mapping;

// Mapping is rare and slow, so one lock guards everything.
static qn_mutex mutex = QN_MUTEX_INIT;
static mapping *mappings;

static qn_result check_granularity(const qn_device *device, size_t size,
                                   const char *what) {
  const uint32_t unit = device->info.granularity;
  if (!unit || !device->backend->map)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device has no virtual memory functions");
  if (!size || size % unit)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%s of %zu bytes is no multiple of the granularity, %u",
                     what, size, unit);
  return QN_R_OK;
}

// ---- Memory

static qn_result make_physical(qn_device *device,
                               const qn_memory_request *request,
                               qn_physical **out) {
  qn_physical *p = qn_alloc_array(1, sizeof(*p));
  if (!p)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  p->device = device;
  p->refs = 1;
  p->exportable = request->exportable;
  qn_result result = device->backend->allocate(atomic_load(&device->native),
                                               request, &p->memory);
  if (result == QN_R_OK) {
    // Not every driver reports the size of imported memory.
    p->size = request->size     ? request->size
              : p->memory.pitch ? p->memory.pitch
                                : SIZE_MAX;
    p->handle = qn_handle_make(QN_HANDLE_PHYSICAL, p);
    if (!p->handle) {
      (void)device->backend->release(atomic_load(&device->native),
                                     QN_MEMORY_PHYSICAL, &p->memory);
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
    }
  }
  if (result != QN_R_OK) {
    qn_free(p);
    return result;
  }
  *out = p;
  return QN_R_OK;
}

qn_result qn_physical_create(qn_device *device, size_t size, bool exportable,
                             qn_physical **out) {
  const qn_memory_request request = {
      .kind = QN_MEMORY_PHYSICAL, .size = size, .exportable = exportable};
  QN_CHECK(check_granularity(device, size, "memory"));
  return make_physical(device, &request, out);
}

qn_result qn_physical_import(qn_device *device, int fd, qn_physical **out) {
  const qn_memory_request request = {
      .kind = QN_MEMORY_PHYSICAL, .fd = &fd, .exportable = true};
  if (!device->backend->map)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the device has no virtual memory functions");
  return make_physical(device, &request, out);
}

qn_result qn_physical_export(const qn_physical *p, int *out_fd) {
  qn_memory none;
  const qn_memory_request request = {
      .kind = QN_MEMORY_EXPORTED, .host = p->memory.native, .fd = out_fd};
  if (!p->exportable)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the memory was not made to be exported: "
                     "requestedHandleTypes has no descriptor");
  return p->device->backend->allocate(atomic_load(&p->device->native), &request,
                                      &none);
}

qn_result qn_physical_retain(qn_physical *p) {
  qn_mutex_lock(&mutex);
  ++p->refs;
  qn_mutex_unlock(&mutex);
  return QN_R_OK;
}

// With the mutex held.
static qn_result drop(qn_physical *p) {
  if (--p->refs)
    return QN_R_OK;
  (void)qn_handle_remove(QN_HANDLE_PHYSICAL, p->handle);
  const qn_result result = p->device->backend->release(
      atomic_load(&p->device->native), QN_MEMORY_PHYSICAL, &p->memory);
  qn_free(p);
  return result;
}

qn_result qn_physical_release(qn_physical *p) {
  qn_mutex_lock(&mutex);
  const qn_result result = drop(p);
  qn_mutex_unlock(&mutex);
  return result;
}

// ---- Addresses

qn_result qn_virtual_reserve(qn_device *device, size_t size, size_t alignment,
                             void *wanted, void **out) {
  if (alignment & (alignment - 1))
    return qn_refuse(QN_R_INVALID_VALUE, "%zu is no power of two", alignment);
  QN_CHECK(check_granularity(device, size, "a reservation"));
  const qn_memory_request request = {.kind = QN_MEMORY_RESERVED,
                                     .size = size,
                                     .host = wanted,
                                     .alignment = alignment};
  return qn_memory_allocate(device, &request, out);
}

static mapping **find(uintptr_t address) {
  for (mapping **at = &mappings; *at; at = &(*at)->next)
    if (address - (*at)->start < (*at)->size)
      return at;
  return NULL;
}

static bool overlaps(uintptr_t start, size_t size) {
  for (const mapping *m = mappings; m; m = m->next)
    if (m->start < start + size && start < m->start + m->size)
      return true;
  return false;
}

qn_result qn_virtual_free(void *address, size_t size) {
  qn_range range;
  if (!qn_ranges_find(address, &range) || range.kind != QN_MEMORY_RESERVED ||
      range.start != (uintptr_t)address || range.size != size)
    return qn_refuse(QN_R_INVALID_VALUE, "%p with %zu bytes is no reservation",
                     address, size);
  qn_mutex_lock(&mutex);
  const bool busy = overlaps(range.start, size);
  qn_mutex_unlock(&mutex);
  if (busy)
    return qn_refuse(QN_R_INVALID_VALUE, "memory is still mapped there");
  return qn_memory_free(address, 1u << QN_MEMORY_RESERVED, "hipMemAddressFree");
}

static qn_result map(mapping *m) {
  const qn_device *device = m->physical->device;
  const qn_map_request request = {
      .address = (void *)m->start,
      .size = m->size,
      .offset = m->offset,
      .physical = m->physical->memory.native,
      .read = m->read,
      .write = m->write,
  };
  return device->backend->map(atomic_load(&device->native), &request);
}

static qn_result map_locked(void *address, size_t size, size_t offset,
                            qn_physical *physical) {
  if (overlaps((uintptr_t)address, size))
    return qn_refuse(QN_R_ALREADY_MAPPED, "memory is mapped there already");
  mapping *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mapping");
  *m = (mapping){.start = (uintptr_t)address,
                 .size = size,
                 .offset = offset,
                 .physical = physical};
  const qn_result result = map(m);
  if (result != QN_R_OK) {
    qn_free(m);
    return result;
  }
  ++physical->refs;
  m->next = mappings;
  mappings = m;
  return QN_R_OK;
}

qn_result qn_virtual_map(void *address, size_t size, size_t offset,
                         qn_physical *physical) {
  qn_range range;
  QN_CHECK(check_granularity(physical->device, size, "a mapping"));
  if (offset > physical->size || size > physical->size - offset)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%zu bytes at offset %zu do not fit memory of %zu", size,
                     offset, physical->size);
  if (!qn_ranges_find(address, &range) || range.kind != QN_MEMORY_RESERVED ||
      size > range.size - ((uintptr_t)address - range.start))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%p with %zu bytes is not inside a reservation", address,
                     size);
  qn_mutex_lock(&mutex);
  const qn_result result = map_locked(address, size, offset, physical);
  qn_mutex_unlock(&mutex);
  return result;
}

static qn_result unmap_locked(uintptr_t start, size_t size) {
  const uintptr_t end = start + size;
  for (uintptr_t at = start; at < end;) {
    mapping **where = find(at);
    if (!where || (*where)->start != at || (*where)->size > end - at)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "%p is not where a mapping begins, or it ends later",
                       (void *)at);
    mapping *m = *where;
    const qn_device *device = m->physical->device;
    const qn_map_request request = {.address = (void *)m->start,
                                    .size = m->size};
    QN_CHECK(device->backend->map(atomic_load(&device->native), &request));
    at += m->size;
    *where = m->next;
    (void)drop(m->physical);
    qn_free(m);
  }
  return QN_R_OK;
}

qn_result qn_virtual_unmap(void *address, size_t size) {
  qn_range range;
  if (!size)
    return qn_refuse(QN_R_INVALID_VALUE, "no 0 bytes to unmap");
  if (qn_ranges_find(address, &range))
    (void)qn_device_synchronize(range.device);
  qn_mutex_lock(&mutex);
  const qn_result result = unmap_locked((uintptr_t)address, size);
  qn_mutex_unlock(&mutex);
  return result;
}

static qn_result access_locked(uintptr_t start, size_t size, bool read,
                               bool write) {
  for (uintptr_t at = start; at < start + size;) {
    mapping **where = find(at);
    if (!where)
      return qn_refuse(QN_R_INVALID_VALUE, "nothing is mapped at %p",
                       (void *)at);
    mapping *m = *where;
    m->read = read;
    m->write = write;
    QN_CHECK(map(m));
    at = m->start + m->size;
  }
  return QN_R_OK;
}

qn_result qn_virtual_access(void *address, size_t size, bool read, bool write) {
  qn_mutex_lock(&mutex);
  const qn_result result = access_locked((uintptr_t)address, size, read, write);
  qn_mutex_unlock(&mutex);
  return result;
}

qn_result qn_virtual_get_access(void *address, unsigned *out_access) {
  qn_mutex_lock(&mutex);
  mapping **where = find((uintptr_t)address);
  if (where)
    *out_access = (unsigned)(*where)->read | (unsigned)(*where)->write << 1;
  qn_mutex_unlock(&mutex);
  return where ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "nothing is mapped at %p",
                           address);
}

qn_result qn_virtual_physical(void *address, qn_physical **out) {
  qn_mutex_lock(&mutex);
  mapping **where = find((uintptr_t)address);
  if (where) {
    *out = (*where)->physical;
    ++(*out)->refs;
  }
  qn_mutex_unlock(&mutex);
  return where ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "nothing is mapped at %p",
                           address);
}

qn_result qn_virtual_check(const void *address, size_t bytes,
                           const char *what) {
  bool good = true;
  qn_mutex_lock(&mutex);
  for (uintptr_t at = (uintptr_t)address;
       good && at < (uintptr_t)address + bytes;) {
    mapping **where = find(at);
    good = where && ((*where)->read || (*where)->write);
    if (good)
      at = (*where)->start + (*where)->size;
  }
  qn_mutex_unlock(&mutex);
  return good ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "the %s of a copy, %p, is reserved, but not mapped "
                          "or not accessible",
                          what, address);
}

// SPDX-License-Identifier: Apache-2.0
// Virtual memory functions, where HSA's runtime has them (since ROCm 5.6).
#include <unistd.h>

#include "base/alloc.h"
#include "runtime/backends/hsa/hsa.h"

struct qn_hsa_mapping {
  qn_hsa_mapping *next;
  void *address;
  bool accessible;
};

bool qn_hsa_has_virtual(const qn_hsa_api *api) {
  return api->hsa_amd_vmem_address_reserve && api->hsa_amd_vmem_address_free &&
         api->hsa_amd_vmem_handle_create && api->hsa_amd_vmem_handle_release &&
         api->hsa_amd_vmem_map && api->hsa_amd_vmem_unmap &&
         api->hsa_amd_vmem_set_access;
}

static qn_result has_virtual(const qn_hsa_device *d) {
  return d->info.granularity
             ? QN_R_OK
             : qn_refuse(QN_R_NOT_SUPPORTED,
                         "HSA's runtime has no virtual memory functions");
}

// More than was asked for, when the alignment is more than the library's own.
qn_result qn_hsa_reserve(qn_hsa_device *d, const qn_memory_request *request,
                         qn_memory *out) {
  QN_CHECK(has_virtual(d));
  const size_t unit = d->info.granularity;
  const size_t alignment = request->alignment > unit ? request->alignment : 0;
  size_t size;
  void *base = NULL;
  if (!qn_add_size(request->size, alignment, &size))
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "%zu bytes aligned to %zu are too many", request->size,
                     alignment);
  QN_CHECK(qn_hsa_result(d,
                         d->driver->api.hsa_amd_vmem_address_reserve(
                             &base, size, (uintptr_t)request->host, 0),
                         "reserving addresses"));
  const uintptr_t mask = alignment ? alignment - 1 : 0;
  out->native = base;
  out->pitch = size;
  out->address = (void *)(((uintptr_t)base + mask) & ~mask);
  if (d->info.host_reaches)
    out->host = out->address;
  return QN_R_OK;
}

// Memory that a file descriptor stands for.
static qn_result import_physical(qn_hsa_device *d, int fd, qn_memory *out) {
  const qn_hsa_api *api = &d->driver->api;
  hsa_physical physical = {0};
  const off_t size = lseek(fd, 0, SEEK_END);
  if (!api->hsa_amd_vmem_import_shareable_handle)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "HSA's runtime takes no memory by descriptors");
  if (size <= 0)
    return qn_refuse(QN_R_INVALID_VALUE, "descriptor %d is no memory", fd);
  QN_CHECK(
      qn_hsa_result(d, api->hsa_amd_vmem_import_shareable_handle(fd, &physical),
                    "taking memory by a descriptor"));
  out->native = (void *)(uintptr_t)physical.handle;
  out->pitch = (size_t)size;
  atomic_fetch_add(&d->used, out->pitch);
  return QN_R_OK;
}

qn_result qn_hsa_create_physical(qn_hsa_device *d,
                                 const qn_memory_request *request,
                                 qn_memory *out) {
  enum { ANY_TYPE = 0 };
  QN_CHECK(has_virtual(d));
  if (request->fd)
    return import_physical(d, *request->fd, out);
  hsa_physical physical = {0};
  QN_CHECK(qn_hsa_result(d,
                         d->driver->api.hsa_amd_vmem_handle_create(
                             d->coarse, request->size, ANY_TYPE, 0, &physical),
                         "making memory"));
  out->native = (void *)(uintptr_t)physical.handle;
  out->pitch = request->size;
  atomic_fetch_add(&d->used, request->size);
  return QN_R_OK;
}

qn_result qn_hsa_export_physical(const qn_hsa_device *d,
                                 const qn_memory_request *request) {
  const qn_hsa_api *api = &d->driver->api;
  if (!api->hsa_amd_vmem_export_shareable_handle)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "HSA's runtime gives no descriptors of memory");
  return qn_hsa_result(
      d,
      api->hsa_amd_vmem_export_shareable_handle(
          request->fd, (hsa_physical){(uintptr_t)request->host}, 0),
      "making a descriptor of memory");
}

qn_result qn_hsa_release_virtual(qn_hsa_device *d, qn_memory_kind kind,
                                 const qn_memory *memory) {
  const qn_hsa_api *api = &d->driver->api;
  if (kind == QN_MEMORY_RESERVED)
    return qn_hsa_result(
        d, api->hsa_amd_vmem_address_free(memory->native, memory->pitch),
        "giving addresses back");
  atomic_fetch_sub(&d->used, memory->pitch);
  return qn_hsa_result(d,
                       api->hsa_amd_vmem_handle_release(
                           (hsa_physical){(uintptr_t)memory->native}),
                       "freeing memory");
}

static qn_result set_access(qn_hsa_device *d, qn_hsa_mapping *m, size_t size,
                            unsigned may) {
  const hsa_access access = {(hsa_permission)may, d->agent};
  if (!may && !m->accessible)
    return QN_R_OK;
  QN_CHECK(qn_hsa_result(
      d, d->driver->api.hsa_amd_vmem_set_access(m->address, size, &access, 1),
      "giving access to memory"));
  m->accessible = may != 0;
  return QN_R_OK;
}

// Access goes first: the runtime does not unmap what somebody may use.
static qn_result unmap(qn_hsa_device *d, qn_hsa_mapping **where, size_t size) {
  qn_hsa_mapping *m = *where;
  if (!m)
    return qn_refuse(QN_R_INVALID_VALUE, "nothing is mapped there");
  QN_CHECK(set_access(d, m, size, 0));
  QN_CHECK(qn_hsa_result(d, d->driver->api.hsa_amd_vmem_unmap(m->address, size),
                         "unmapping memory"));
  *where = m->next;
  qn_free(m);
  return QN_R_OK;
}

static qn_result map_new(qn_hsa_device *d, const qn_map_request *request,
                         qn_hsa_mapping **where) {
  qn_hsa_mapping *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mapping");
  m->address = request->address;
  const qn_result result =
      qn_hsa_result(d,
                    d->driver->api.hsa_amd_vmem_map(
                        request->address, request->size, request->offset,
                        (hsa_physical){(uintptr_t)request->physical}, 0),
                    "mapping memory");
  if (result != QN_R_OK) {
    qn_free(m);
    return result;
  }
  *where = m;
  return QN_R_OK;
}

// The core makes one call at a time.
qn_result qn_hsa_map(void *user, const qn_map_request *request) {
  qn_hsa_device *d = user;
  qn_hsa_mapping **where = &d->mappings;
  QN_CHECK(has_virtual(d));
  while (*where && (*where)->address != request->address)
    where = &(*where)->next;
  if (!request->physical)
    return unmap(d, where, request->size);
  if (!*where)
    QN_CHECK(map_new(d, request, where));
  return set_access(d, *where, request->size,
                    (request->read ? (unsigned)HSA_MAY_READ : 0) |
                        (request->write ? (unsigned)HSA_MAY_BOTH : 0));
}

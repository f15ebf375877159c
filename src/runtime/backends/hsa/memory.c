// SPDX-License-Identifier: Apache-2.0
// Memory of a GPU and of the host, copies and fills.
#include "base/alloc.h"
#include "runtime/backends/hsa/hsa.h"
#include "runtime/contract/texture.h"

// ---- Allocating

static qn_result allocate_in(const qn_hsa_device *d, hsa_pool pool, size_t size,
                             void **out) {
  enum { ALLOCATION_MIN = 4096 };
  const size_t rounded = size < ALLOCATION_MIN ? ALLOCATION_MIN : size;
  return qn_hsa_result(d,
                       d->driver->api.hsa_amd_memory_pool_allocate(
                           pool, d->driver->simulated ? size : rounded, 0, out),
                       "allocating memory");
}

static qn_result allocate_own(qn_hsa_device *d, size_t size, void **out) {
  QN_CHECK(allocate_in(d, d->coarse, size, out));
  const qn_result result = qn_hsa_own(d, *out);
  if (result != QN_R_OK)
    (void)d->driver->api.hsa_amd_memory_pool_free(*out);
  return result;
}

static hsa_status free_own(qn_hsa_device *d, void *memory) {
  qn_hsa_disown(d, memory);
  return d->driver->api.hsa_amd_memory_pool_free(memory);
}

// All GPUs reach memory of the host.
static qn_result allocate_on_host(const qn_hsa_device *d, size_t size,
                                  void **out) {
  const qn_hsa_driver *driver = d->driver;
  QN_CHECK(allocate_in(d, driver->fine, size, out));
  const hsa_status status = driver->api.hsa_amd_agents_allow_access(
      driver->gpu_count, driver->gpus, NULL, *out);
  if (status != HSA_SUCCESS)
    (void)driver->api.hsa_amd_memory_pool_free(*out);
  return qn_hsa_result(d, status, "making memory accessible");
}

void *qn_hsa_host_memory(qn_hsa_device *d, size_t size) {
  void *memory = NULL;
  return allocate_on_host(d, size, &memory) == QN_R_OK ? memory : NULL;
}

void qn_hsa_free_memory(const qn_hsa_device *d, void *memory) {
  if (memory)
    (void)d->driver->api.hsa_amd_memory_pool_free(memory);
}

static qn_result lock_host(const qn_hsa_device *d,
                           const qn_memory_request *request, qn_memory *out) {
  hsa_agent gpus[QN_HSA_AGENTS_MAX];
  memcpy(gpus, d->driver->gpus, sizeof(gpus));
  QN_CHECK(qn_hsa_result(d,
                         d->driver->api.hsa_amd_memory_lock(
                             request->host, request->size, gpus,
                             (int)d->driver->gpu_count, &out->address),
                         "locking memory of the host"));
  out->host = out->native = request->host;
  return QN_R_OK;
}

// ---- Arrays and textures: plain memory of the device

static qn_result allocate_array(qn_hsa_device *d, const qn_array_shape *shape,
                                qn_memory *out) {
  size_t size;
  QN_CHECK(qn_array_layout(shape, d->info.texture_pitch_alignment, out, &size));
  // Not counted as used: its size is not known when it is released.
  return allocate_own(d, size, &out->native);
}

static qn_result write_device(void *device, void *to, const void *from,
                              size_t size) {
  return qn_hsa_move(device, QN_HSA_TO_DEVICE, to, from, size);
}

static const qn_array_ops array_ops = {
    .allocate = qn_hsa_allocate,
    .release = qn_hsa_release,
    .write = write_device,
};

qn_result qn_hsa_texture(void *device, const qn_texture_request *request,
                         uint64_t *value) {
  return qn_texture_object(&array_ops, device, request, value);
}

// ---- Kinds of memory

qn_result qn_hsa_allocate(void *user, const qn_memory_request *request,
                          qn_memory *out_memory) {
  qn_hsa_device *d = user;
  *out_memory = (qn_memory){0};
  switch (request->kind) {
  case QN_MEMORY_DEVICE:
    QN_CHECK(allocate_own(d, request->size, &out_memory->address));
    if (d->info.host_reaches)
      out_memory->host = out_memory->address;
    break;
  case QN_MEMORY_HOST:
  case QN_MEMORY_MANAGED:
    QN_CHECK(allocate_on_host(d, request->size, &out_memory->address));
    out_memory->host = out_memory->address;
    break;
  case QN_MEMORY_REGISTERED:
    return lock_host(d, request, out_memory);
  case QN_MEMORY_ARRAY:
    return allocate_array(d, request->shape, out_memory);
  case QN_MEMORY_MIPMAP:
    return qn_mipmap_make(&array_ops, d, request->shape, out_memory);
  case QN_MEMORY_LEVEL:
    *out_memory = qn_mipmap_level(request);
    return QN_R_OK;
  case QN_MEMORY_EXPORTED:
    return qn_hsa_export(d, request);
  case QN_MEMORY_IMPORTED:
    return qn_hsa_import(d, request, out_memory);
  case QN_MEMORY_MAPPED:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "memory of other APIs is for the CPU only");
  case QN_MEMORY_RESERVED:
    return qn_hsa_reserve(d, request, out_memory);
  case QN_MEMORY_PHYSICAL:
    return qn_hsa_create_physical(d, request, out_memory);
  }
  out_memory->native = out_memory->address;
  atomic_fetch_add(&d->used, request->size);
  out_memory->pitch = request->size;
  return QN_R_OK;
}

qn_result qn_hsa_release(void *user, qn_memory_kind kind, qn_memory *memory) {
  qn_hsa_device *d = user;
  hsa_status status = HSA_SUCCESS;
  if (kind == QN_MEMORY_RESERVED || kind == QN_MEMORY_PHYSICAL) {
    const qn_result result = qn_hsa_release_virtual(d, kind, memory);
    *memory = (qn_memory){0};
    return result;
  }
  if (kind == QN_MEMORY_IMPORTED) {
    status = d->driver->api.hsa_amd_ipc_memory_detach(memory->native);
  } else if (kind == QN_MEMORY_MIPMAP) {
    qn_mipmap_finish(&array_ops, d, memory);
  } else if (kind == QN_MEMORY_ARRAY) {
    status = free_own(d, memory->native);
  } else if (kind == QN_MEMORY_REGISTERED) {
    status = d->driver->api.hsa_amd_memory_unlock(memory->native);
  } else if (memory->address) {
    status = free_own(d, memory->address);
    atomic_fetch_sub(&d->used, memory->pitch);
  }
  *memory = (qn_memory){0};
  return qn_hsa_result(d, status, "freeing memory");
}

// ---- Copying

// Between addresses that the GPU reaches, by its engines.
static qn_result move_by_engine(qn_hsa_device *d, void *to, bool to_device,
                                const void *from, bool from_device,
                                size_t size) {
  const qn_hsa_api *api = &d->driver->api;
  hsa_signal done;
  QN_CHECK(qn_hsa_result(d, api->hsa_signal_create(1, 0, NULL, &done),
                         "making a signal"));
  const hsa_status status = api->hsa_amd_memory_async_copy(
      to, to_device ? d->agent : d->driver->host, from,
      from_device ? d->agent : d->driver->host, size, 0, NULL, done);
  if (status == HSA_SUCCESS)
    (void)api->hsa_signal_wait_scacquire(done, HSA_LESS, 1, UINT64_MAX,
                                         HSA_BLOCKED);
  (void)api->hsa_signal_destroy(done);
  return qn_hsa_result(d, status, "copying");
}

qn_result qn_hsa_move(qn_hsa_device *d, qn_hsa_way direction, void *to,
                      const void *from, size_t size) {
  const bool to_device = direction & QN_HSA_TO_DEVICE;
  const bool from_device = direction & QN_HSA_FROM_DEVICE;
  enum { STAGE = 1 << 20 };
  if (d->info.host_reaches || (!to_device && !from_device)) {
    memmove(to, from, size);
    return QN_R_OK;
  }
  if (to_device && from_device)
    return move_by_engine(d, to, true, from, true, size);
  // The host's side may be memory that the GPU does not reach.
  uint8_t *stage = qn_hsa_host_memory(d, size < STAGE ? size : STAGE);
  qn_result result = stage ? QN_R_OK : QN_R_OUT_OF_MEMORY;
  for (size_t at = 0; at < size && result == QN_R_OK; at += STAGE) {
    const size_t part = size - at < STAGE ? size - at : STAGE;
    if (to_device)
      memcpy(stage, (const char *)from + at, part);
    result = to_device
                 ? move_by_engine(d, (char *)to + at, true, stage, false, part)
                 : move_by_engine(d, stage, false, (const char *)from + at,
                                  true, part);
    if (!to_device && result == QN_R_OK)
      memcpy((char *)to + at, stage, part);
  }
  qn_hsa_free_memory(d, stage);
  return result;
}

static qn_hsa_way way(const qn_copy_side *to, const qn_copy_side *from) {
  return (qn_hsa_way)((to->device ? QN_HSA_TO_DEVICE : 0) |
                      (from->device ? QN_HSA_FROM_DEVICE : 0));
}

static qn_result copy_rows(qn_hsa_device *d, const qn_op_copy *op) {
  const qn_copy_side *to = &op->to, *from = &op->from;
  for (size_t z = 0; z < op->depth; ++z) {
    const bool dense =
        op->height > 1 && to->pitch == op->width && from->pitch == op->width;
    if (dense) {
      QN_CHECK(qn_hsa_move(d, way(to, from), qn_copy_row(to, 0, z),
                           qn_copy_row(from, 0, z), op->width * op->height));
      continue;
    }
    for (size_t y = 0; y < op->height; ++y)
      QN_CHECK(qn_hsa_move(d, way(to, from), qn_copy_row(to, y, z),
                           qn_copy_row(from, y, z), op->width));
  }
  return QN_R_OK;
}

qn_result qn_hsa_copy(qn_hsa_device *d, const qn_op_copy *op) {
  qn_op_copy plain = *op;
  qn_array_resolve(&plain.to);
  qn_array_resolve(&plain.from);
  return copy_rows(d, &plain);
}

// ---- Filling

static void fill_row(void *row, const qn_op_fill *op) {
  if (op->value_size == 1) {
    memset(row, (int)op->value, op->width);
    return;
  }
  for (size_t x = 0; x < op->width; ++x)
    memcpy((char *)row + x * op->value_size, &op->value, op->value_size);
}

qn_result qn_hsa_fill(qn_hsa_device *d, const qn_op_fill *op) {
  size_t size;
  void *pattern = NULL;
  qn_result result = QN_R_OK;
  if (!qn_mul_size(op->width, op->value_size, &size))
    return qn_refuse(QN_R_INVALID_VALUE, "a row of %zu values is too long",
                     op->width);
  if (!d->info.host_reaches) {
    pattern = qn_alloc(size);
    if (!pattern)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a fill");
    fill_row(pattern, op);
  }
  for (size_t z = 0; z < op->depth; ++z)
    for (size_t y = 0; y < op->height && result == QN_R_OK; ++y) {
      char *row = (char *)op->address + z * op->slice + y * op->pitch;
      if (pattern)
        result = qn_hsa_move(d, QN_HSA_TO_DEVICE, row, pattern, size);
      else
        fill_row(row, op);
    }
  qn_free(pattern);
  return result;
}

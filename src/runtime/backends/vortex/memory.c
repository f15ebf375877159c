// SPDX-License-Identifier: Apache-2.0
// Device memory and copies. Addresses of the device mean nothing to the host.
#include <inttypes.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "runtime/backends/vortex/device.h"

// ---- Blocks

qn_vx_block *qn_vx_take(qn_vx_device *d, uint64_t at, uint64_t size) {
  qn_vx_block *b = qn_alloc_array(1, sizeof(*b));
  if (!b)
    return NULL;
  const int result =
      at ? d->api->vx_mem_reserve(d->handle, at, size, VX_MEM_READ_WRITE,
                                  &b->buffer)
         : d->api->vx_mem_alloc(d->handle, size, VX_MEM_READ_WRITE, &b->buffer);
  if (result || d->api->vx_mem_address(b->buffer, &b->address)) {
    qn_free(b);
    return NULL;
  }
  b->size = size;
  b->next = d->blocks;
  d->blocks = b;
  return b;
}

void qn_vx_give(qn_vx_device *d, qn_vx_block *block) {
  if (!block)
    return;
  for (qn_vx_block **link = &d->blocks; *link; link = &(*link)->next)
    if (*link == block) {
      *link = block->next;
      break;
    }
  (void)d->api->vx_mem_free(block->buffer);
  qn_free(block);
}

static const qn_vx_block *find_block(const qn_vx_device *d, uint64_t address,
                                     uint64_t size) {
  for (const qn_vx_block *b = d->blocks; b; b = b->next)
    if (address >= b->address && address - b->address <= b->size &&
        size <= b->size - (address - b->address))
      return b;
  return NULL;
}

static qn_result refuse_address(uint64_t address, size_t size) {
  return qn_refuse(QN_R_INVALID_VALUE,
                   "%zu bytes at 0x%" PRIx64 " are not the device's", size,
                   address);
}

qn_result qn_vx_write(qn_vx_device *d, uint64_t address, const void *bytes,
                      size_t size) {
  const qn_vx_block *b = find_block(d, address, size);
  if (!size)
    return QN_R_OK;
  if (!b)
    return refuse_address(address, size);
  return d->api->vx_copy_to_dev(b->buffer, bytes, address - b->address, size)
             ? qn_refuse(QN_R_LAUNCH_FAILURE,
                         "libvortex did not copy %zu bytes to the device", size)
             : QN_R_OK;
}

qn_result qn_vx_read(qn_vx_device *d, void *bytes, uint64_t address,
                     size_t size) {
  const qn_vx_block *b = find_block(d, address, size);
  if (!size)
    return QN_R_OK;
  if (!b)
    return refuse_address(address, size);
  return d->api->vx_copy_from_dev(bytes, b->buffer, address - b->address, size)
             ? qn_refuse(QN_R_LAUNCH_FAILURE,
                         "libvortex did not copy %zu bytes from the device",
                         size)
             : QN_R_OK;
}

// ---- Copies

static void *row_of(const qn_copy_side *side, size_t z, size_t y) {
  return (char *)side->address + z * side->slice + y * side->pitch;
}

// `bytes` has room for a row.
static qn_result copy_row(qn_vx_device *d, const qn_op_copy *op, void *to,
                          const void *from, void *bytes) {
  if (op->to.device && op->from.device) {
    QN_CHECK(qn_vx_read(d, bytes, (uintptr_t)from, op->width));
    return qn_vx_write(d, (uintptr_t)to, bytes, op->width);
  }
  if (op->to.device)
    return qn_vx_write(d, (uintptr_t)to, from, op->width);
  if (op->from.device)
    return qn_vx_read(d, to, (uintptr_t)from, op->width);
  memmove(to, from, op->width);
  return QN_R_OK;
}

qn_result qn_vx_copy(qn_vx_device *d, const qn_op_copy *op) {
  const bool bounces = op->to.device && op->from.device;
  void *bytes = bounces ? qn_alloc(op->width) : NULL;
  qn_result result = bounces && !bytes
                         ? qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy")
                         : QN_R_OK;
  for (size_t z = 0; z < op->depth && result == QN_R_OK; ++z)
    for (size_t y = 0; y < op->height && result == QN_R_OK; ++y)
      result = copy_row(d, op, row_of(&op->to, z, y), row_of(&op->from, z, y),
                        bytes);
  qn_free(bytes);
  return result;
}

static void fill_row(const qn_op_fill *op, char *row) {
  for (size_t x = 0; x < op->width; ++x)
    memcpy(row + x * op->value_size, &op->value, op->value_size);
}

// Host memory is filled in place, as pinned memory is an address of the host's.
qn_result qn_vx_fill(qn_vx_device *d, const qn_op_fill *op) {
  const size_t size = op->width * op->value_size;
  char *row = qn_alloc(size);
  qn_result result =
      row ? QN_R_OK : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a fill");
  const bool device = find_block(d, (uintptr_t)op->address, 1) != NULL;
  if (row)
    fill_row(op, row);
  for (size_t z = 0; z < op->depth && result == QN_R_OK; ++z)
    for (size_t y = 0; y < op->height && result == QN_R_OK; ++y) {
      char *to = (char *)op->address + z * op->slice + y * op->pitch;
      if (device)
        result = qn_vx_write(d, (uintptr_t)to, row, size);
      else
        memcpy(to, row, size);
    }
  qn_free(row);
  return result;
}

// ---- The table's

// Of memory that the host reaches, too, `host` is set.
static qn_result allocate_device(qn_vx_device *d, size_t size, bool host,
                                 qn_memory *out) {
  qn_mutex_lock(&d->mutex);
  qn_vx_block *b = qn_vx_take(d, 0, size ? size : 1);
  qn_mutex_unlock(&d->mutex);
  if (!b)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "the device has no %zu bytes", size);
  out->native = b;
  out->address = (void *)(uintptr_t)b->address;
  out->host = host ? out->address : NULL;
  return QN_R_OK;
}

qn_result qn_vx_allocate(void *device, const qn_memory_request *request,
                         qn_memory *out_memory) {
  enum { ALIGNMENT = 4096 };
  qn_vx_device *d = device;
  *out_memory = (qn_memory){0};
  switch (request->kind) {
  case QN_MEMORY_DEVICE:
    return allocate_device(d, request->size, false, out_memory);
  case QN_MEMORY_HOST:
    if (d->is_host)
      return allocate_device(d, request->size, true, out_memory);
    out_memory->host = qn_alloc_aligned(ALIGNMENT, request->size);
    if (!out_memory->host)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no %zu bytes of memory",
                       request->size);
    out_memory->native = out_memory->address = out_memory->host;
    return QN_R_OK;
  case QN_MEMORY_REGISTERED:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "memory of the program's own (hipHostRegister, "
                     "__managed__): a Vortex does not reach it");
  case QN_MEMORY_MANAGED:
    if (d->is_host)
      return allocate_device(d, request->size, true, out_memory);
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "managed memory: a Vortex reaches none of the host's");
  case QN_MEMORY_ARRAY:
  case QN_MEMORY_MIPMAP:
  case QN_MEMORY_LEVEL:
    return qn_refuse(QN_R_NOT_SUPPORTED, "arrays and textures on Vortex");
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "virtual memory and other processes' memory on Vortex");
  }
}

qn_result qn_vx_release(void *device, qn_memory_kind kind, qn_memory *memory) {
  qn_vx_device *d = device;
  if (kind == QN_MEMORY_HOST && !d->is_host) {
    qn_free_aligned(memory->native);
  } else if (kind == QN_MEMORY_DEVICE || kind == QN_MEMORY_HOST ||
             kind == QN_MEMORY_MANAGED) {
    qn_mutex_lock(&d->mutex);
    qn_vx_give(d, memory->native);
    qn_mutex_unlock(&d->mutex);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

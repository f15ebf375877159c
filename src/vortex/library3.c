// SPDX-License-Identifier: Apache-2.0
// libvortex's interface of version 3 over the simulator: devices, buffers and
// what hosts map of them, modules, kernels. Queues and events are timeline.h's.
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "formats/container/vxbin.h"
#include "vortex/timeline.h"

#define DECLARE(result, name, parameters) VX_EXPORT result name parameters;
VX_FUNCTIONS_2(DECLARE)
VX_FUNCTIONS_3(DECLARE)
VX_FUNCTIONS_3_MORE(DECLARE)
#undef DECLARE

struct vx_module {
  vx_device *device;
  vx_buffer_h buffer;
  void *bytes; // of the file
  qn_vxbin file;
  uint32_t references;
};

// ---- Devices and buffers

int vx_device_count(uint32_t *count) {
  if (!count)
    return VX_ERR_INVALID_VALUE;
  *count = 1;
  return VX_SUCCESS;
}
int vx_device_open(uint32_t index, vx_device_h *device) {
  if (index)
    return VX_ERR_INVALID_VALUE;
  return vx_dev_open(device) ? VX_ERR_DEVICE_LOST : VX_SUCCESS;
}
int vx_device_retain(vx_device_h device) {
  vx_device *d = device;
  if (!d)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&d->order);
  ++d->references;
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}
int vx_device_release(vx_device_h device) {
  vx_device *d = device;
  if (!d)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&d->order);
  const bool is_last = --d->references == 0;
  qn_mutex_unlock(&d->order);
  if (is_last) {
    qn_vx_timeline_finish(d);
    (void)vx_dev_close(d);
  }
  return VX_SUCCESS;
}
int vx_device_memory_info(vx_device_h device, uint64_t *free, uint64_t *used) {
  return vx_mem_info(device, free, used) ? VX_ERR_INVALID_HANDLE : VX_SUCCESS;
}
// A block is as many threads as a warp has, by as many warps as a core has.
int vx_device_max_occupancy_grid(vx_device_h device, uint32_t ndim,
                                 const uint32_t *global_dim, uint32_t *grid,
                                 uint32_t *block) {
  const vx_device *d = device;
  if (!d || !global_dim || !grid || !block || ndim < 1 || ndim > 3)
    return d ? VX_ERR_INVALID_VALUE : VX_ERR_INVALID_HANDLE;
  const qn_vx_config *c = qn_vx_sim_config(d->sim);
  const uint32_t sizes[] = {c->threads, c->warps, 1};
  for (uint32_t i = 0; i < ndim; ++i) {
    block[i] = sizes[i];
    grid[i] = global_dim[i] / sizes[i] + (global_dim[i] % sizes[i] != 0);
  }
  return VX_SUCCESS;
}
int vx_device_query(vx_device_h device, uint32_t id, uint64_t *value) {
  return vx_dev_caps(device, id, value) ? VX_ERR_INVALID_VALUE : VX_SUCCESS;
}
int vx_buffer_create(vx_device_h device, uint64_t size, uint32_t flags,
                     vx_buffer_h *buffer) {
  return vx_mem_alloc(device, size, (int)flags, buffer)
             ? VX_ERR_OUT_OF_DEVICE_MEMORY
             : VX_SUCCESS;
}
int vx_buffer_reserve(vx_device_h device, uint64_t address, uint64_t size,
                      uint32_t flags, vx_buffer_h *buffer) {
  return vx_mem_reserve(device, address, size, (int)flags, buffer)
             ? VX_ERR_OUT_OF_DEVICE_MEMORY
             : VX_SUCCESS;
}
int vx_buffer_retain(vx_buffer_h buffer) {
  vx_buffer *b = buffer;
  if (!b)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&b->device->mutex);
  ++b->references;
  qn_mutex_unlock(&b->device->mutex);
  return VX_SUCCESS;
}
int vx_buffer_release(vx_buffer_h buffer) {
  return vx_mem_free(buffer) ? VX_ERR_INVALID_HANDLE : VX_SUCCESS;
}
int vx_buffer_address(vx_buffer_h buffer, uint64_t *address) {
  return vx_mem_address(buffer, address) ? VX_ERR_INVALID_VALUE : VX_SUCCESS;
}

int vx_buffer_access(vx_buffer_h buffer, uint64_t offset, uint64_t size,
                     uint32_t flags) {
  return vx_mem_access(buffer, offset, size, (int)flags) ? VX_ERR_INVALID_VALUE
                                                         : VX_SUCCESS;
}

// ---- Mapped buffers

vx_mapping *qn_vx_mapping_make(vx_buffer *b, uint64_t offset, uint64_t size,
                               uint32_t flags) {
  vx_mapping *m = qn_alloc(sizeof(*m));
  void *host = m ? qn_alloc_array((size_t)size, 1) : NULL;
  if (!host) {
    qn_free(m);
    return NULL;
  }
  *m = (vx_mapping){NULL, b, offset, size, flags, host};
  (void)vx_buffer_retain(b);
  qn_mutex_lock(&b->device->mutex);
  m->next = b->device->mappings;
  b->device->mappings = m;
  qn_mutex_unlock(&b->device->mutex);
  return m;
}

vx_mapping *qn_vx_mapping_take(vx_buffer *b, const void *host) {
  vx_mapping *found = NULL;
  qn_mutex_lock(&b->device->mutex);
  for (vx_mapping **link = &b->device->mappings; *link; link = &(*link)->next)
    if ((*link)->host == host && (*link)->buffer == b) {
      found = *link;
      *link = found->next;
      break;
    }
  qn_mutex_unlock(&b->device->mutex);
  return found;
}

int qn_vx_mapping_end(vx_mapping *m) {
  const bool lost = m->flags & VX_MEM_WRITE &&
                    vx_copy_to_dev(m->buffer, m->host, m->offset, m->size);
  (void)vx_mem_free(m->buffer);
  qn_free(m->host);
  qn_free(m);
  return lost ? VX_ERR_INVALID_VALUE : VX_SUCCESS;
}

int vx_buffer_map(vx_buffer_h buffer, uint64_t offset, uint64_t size,
                  uint32_t flags, void **host) {
  if (!buffer)
    return VX_ERR_INVALID_HANDLE;
  if (!host || !size || !qn_vx_library_has(buffer, offset, size))
    return VX_ERR_INVALID_VALUE;
  const vx_mapping *m = qn_vx_mapping_make(buffer, offset, size, flags);
  if (!m)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  // Also where it is mapped for writing alone: who writes a part keeps the
  // rest.
  *host = m->host;
  return vx_copy_from_dev(m->host, buffer, offset, size) ? VX_ERR_INVALID_VALUE
                                                         : VX_SUCCESS;
}

int vx_buffer_unmap(vx_buffer_h buffer, void *host) {
  if (!buffer)
    return VX_ERR_INVALID_HANDLE;
  vx_mapping *m = qn_vx_mapping_take(buffer, host);
  return m ? qn_vx_mapping_end(m) : VX_ERR_INVALID_VALUE;
}

// ---- Modules

static int load(vx_module *m) {
  qn_diag diag = {0};
  if (qn_failed(qn_vxbin_read((qn_span){m->bytes, m->file.image.size}, 0,
                              &m->file, &diag)) ||
      m->file.version < 2) {
    fprintf(stderr, "vortex: %s\n", diag.message);
    return VX_ERR_INVALID_VALUE;
  }
  if (vx_mem_reserve(m->device, m->file.min, m->file.max - m->file.min,
                     VX_MEM_READ_WRITE, &m->buffer))
    return VX_ERR_OUT_OF_DEVICE_MEMORY;
  return vx_copy_to_dev(m->buffer, m->file.image.data, 0, m->file.image.size)
             ? VX_ERR_INVALID_VALUE
             : VX_SUCCESS;
}

int vx_module_load_bytes(vx_device_h device, const void *bytes, size_t size,
                         vx_module_h *out) {
  if (!device || !bytes || !out)
    return VX_ERR_INVALID_VALUE;
  vx_module *m = qn_alloc_array(1, sizeof(*m));
  if (m)
    m->bytes = qn_alloc(size);
  if (!m || !m->bytes) {
    qn_free(m);
    return VX_ERR_OUT_OF_HOST_MEMORY;
  }
  memcpy(m->bytes, bytes, size);
  m->device = device;
  m->references = 1;
  m->file.image.size = size; // until it is read
  const int result = load(m);
  if (result == VX_SUCCESS)
    *out = m;
  else
    (void)vx_module_release(m);
  return result;
}

static int load_bytes(void *device, const void *bytes, uint64_t size,
                      void **out) {
  return vx_module_load_bytes(device, bytes, (size_t)size, out);
}

int vx_module_load_file(vx_device_h device, const char *path,
                        vx_module_h *out) {
  if (!device || !path || !out)
    return VX_ERR_INVALID_VALUE;
  const int result = qn_vx_library_file(device, path, load_bytes, out);
  return result < 0 ? VX_ERR_INVALID_VALUE : result;
}

static void drop_module(vx_module *m) {
  if (--m->references)
    return;
  if (m->buffer)
    (void)vx_mem_free(m->buffer);
  qn_free(m->bytes);
  qn_free(m);
}
int vx_module_release(vx_module_h handle) {
  vx_module *m = handle;
  if (!m)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = m->device;
  qn_mutex_lock(&d->order);
  drop_module(m);
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}
int vx_module_retain(vx_module_h handle) {
  vx_module *m = handle;
  if (!m)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&m->device->order);
  ++m->references;
  qn_mutex_unlock(&m->device->order);
  return VX_SUCCESS;
}

static bool find_kernel(const vx_module *m, qn_str name, uint64_t *out_entry) {
  qn_vxbin file = m->file;
  qn_str one;
  *out_entry = m->file.min;
  if (file.version == 2)
    return qn_str_equal(name, QN_STR("main"));
  for (size_t i = 0; i < m->file.count; ++i)
    if (qn_vxbin_next(&file, &one, out_entry) && qn_str_equal(one, name))
      return true;
  return false;
}

int vx_module_get_kernel(vx_module_h handle, const char *name,
                         vx_kernel_h *out) {
  vx_module *m = handle;
  uint64_t entry;
  if (!m || !name || !out)
    return VX_ERR_INVALID_HANDLE;
  if (!find_kernel(m, qn_str_from(name), &entry))
    return VX_ERR_INVALID_VALUE;
  vx_kernel *k = qn_alloc(sizeof(*k));
  if (!k)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  *k = (vx_kernel){m, m->file.min, entry, 1};
  (void)vx_module_retain(m);
  *out = k;
  return VX_SUCCESS;
}

void qn_vx_kernel_drop(vx_kernel *k) {
  if (--k->references)
    return;
  drop_module(k->module);
  qn_free(k);
}
int vx_kernel_release(vx_kernel_h handle) {
  vx_kernel *k = handle;
  if (!k)
    return VX_ERR_INVALID_HANDLE;
  vx_device *d = k->module->device;
  qn_mutex_lock(&d->order);
  qn_vx_kernel_drop(k);
  qn_mutex_unlock(&d->order);
  return VX_SUCCESS;
}
int vx_kernel_retain(vx_kernel_h handle) {
  vx_kernel *k = handle;
  if (!k)
    return VX_ERR_INVALID_HANDLE;
  qn_mutex_lock(&k->module->device->order);
  ++k->references;
  qn_mutex_unlock(&k->module->device->order);
  return VX_SUCCESS;
}
int vx_kernel_get_max_block_size(vx_kernel_h handle, uint32_t *x, uint32_t *y,
                                 uint32_t *z) {
  const vx_kernel *k = handle;
  const uint32_t one = 1;
  uint32_t grid[3], block[3] = {0};
  if (!k || !x || !y || !z)
    return VX_ERR_INVALID_HANDLE;
  const int result = vx_device_max_occupancy_grid(
      k->module->device, 3, (const uint32_t[]){one, one, one}, grid, block);
  *x = block[0];
  *y = block[1];
  *z = block[2];
  return result;
}

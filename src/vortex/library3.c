// SPDX-License-Identifier: Apache-2.0
// libvortex's interface of version 3 over the simulator: queues, modules,
// kernels. Everything is done when it is enqueued; events are done from the
// first on.
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "formats/container/vxbin.h"
#include "vortex/library.h"

#define DECLARE(result, name, parameters) VX_EXPORT result name parameters;
VX_FUNCTIONS_2(DECLARE)
VX_FUNCTIONS_3(DECLARE)
#undef DECLARE
VX_EXPORT int vx_device_count(uint32_t *count);
VX_EXPORT int vx_device_open(uint32_t index, vx_device_h *device);
VX_EXPORT int vx_device_release(vx_device_h device);
VX_EXPORT int vx_device_query(vx_device_h device, uint32_t id, uint64_t *value);
VX_EXPORT int vx_buffer_create(vx_device_h device, uint64_t size,
                               uint32_t flags, vx_buffer_h *buffer);
VX_EXPORT int vx_buffer_reserve(vx_device_h device, uint64_t address,
                                uint64_t size, uint32_t flags,
                                vx_buffer_h *buffer);
VX_EXPORT int vx_buffer_release(vx_buffer_h buffer);
VX_EXPORT int vx_buffer_address(vx_buffer_h buffer, uint64_t *address);
VX_EXPORT int vx_enqueue_write(vx_queue_h queue, vx_buffer_h to,
                               uint64_t offset, const void *host, uint64_t size,
                               uint32_t wait_count, const vx_event_h *waits,
                               vx_event_h *event);
VX_EXPORT int vx_enqueue_read(vx_queue_h queue, void *host, vx_buffer_h from,
                              uint64_t offset, uint64_t size,
                              uint32_t wait_count, const vx_event_h *waits,
                              vx_event_h *event);
VX_EXPORT int vx_enqueue_copy(vx_queue_h queue, vx_buffer_h to,
                              uint64_t to_offset, vx_buffer_h from,
                              uint64_t from_offset, uint64_t size,
                              uint32_t wait_count, const vx_event_h *waits,
                              vx_event_h *event);
VX_EXPORT int vx_copy_dev_to_dev(vx_buffer_h to, uint64_t to_offset,
                                 vx_buffer_h from, uint64_t from_offset,
                                 uint64_t size);
VX_EXPORT int vx_queue_flush(vx_queue_h queue);
VX_EXPORT int vx_module_load_file(vx_device_h device, const char *path,
                                  vx_module_h *module);
VX_EXPORT int vx_event_wait_value(vx_event_h event, uint64_t value,
                                  uint64_t timeout_ns);
VX_EXPORT int vx_event_release(vx_event_h event);

typedef struct queue {
  vx_device *device;
} queue;

typedef struct module {
  vx_device *device;
  vx_buffer_h buffer;
  void *bytes; // of the file
  qn_vxbin file;
} module;

typedef struct kernel {
  module *module;
  uint64_t entry;
} kernel;

// Every event is this one: it is done.
static int done;

static int finish(vx_event_h *event) {
  if (event)
    *event = &done;
  return VX_SUCCESS;
}

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
int vx_device_release(vx_device_h device) {
  return vx_dev_close(device) ? VX_ERR_INVALID_HANDLE : VX_SUCCESS;
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
int vx_buffer_release(vx_buffer_h buffer) {
  return vx_mem_free(buffer) ? VX_ERR_INVALID_HANDLE : VX_SUCCESS;
}
int vx_buffer_address(vx_buffer_h buffer, uint64_t *address) {
  return vx_mem_address(buffer, address) ? VX_ERR_INVALID_VALUE : VX_SUCCESS;
}

// ---- Queues

int vx_queue_create(vx_device_h device, const vx_queue_info_t *info,
                    vx_queue_h *out) {
  vx_device *d = device;
  if (!d || !out || (info && info->struct_size < sizeof(size_t)))
    return VX_ERR_INVALID_VALUE;
  if (qn_vx_sim_config(d->sim)->version != 3)
    return VX_ERR_NOT_SUPPORTED;
  queue *q = qn_alloc(sizeof(*q));
  if (!q)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  q->device = d;
  *out = q;
  return VX_SUCCESS;
}

int vx_queue_release(vx_queue_h q) {
  qn_free(q);
  return q ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}

int vx_queue_finish(vx_queue_h handle, uint64_t timeout_ns) {
  const queue *q = handle;
  (void)timeout_ns;
  if (!q)
    return VX_ERR_INVALID_HANDLE;
  return q->device->has_failed ? VX_ERR_DEVICE_LOST : VX_SUCCESS;
}

int vx_enqueue_write(vx_queue_h q, vx_buffer_h to, uint64_t offset,
                     const void *host, uint64_t size, uint32_t wait_count,
                     const vx_event_h *waits, vx_event_h *event) {
  (void)wait_count;
  (void)waits;
  if (!q || vx_copy_to_dev(to, host, offset, size))
    return VX_ERR_INVALID_VALUE;
  return finish(event);
}

int vx_enqueue_read(vx_queue_h q, void *host, vx_buffer_h from, uint64_t offset,
                    uint64_t size, uint32_t wait_count, const vx_event_h *waits,
                    vx_event_h *event) {
  (void)wait_count;
  (void)waits;
  if (!q || vx_copy_from_dev(host, from, offset, size))
    return VX_ERR_INVALID_VALUE;
  return finish(event);
}

int vx_enqueue_copy(vx_queue_h q, vx_buffer_h to, uint64_t to_offset,
                    vx_buffer_h from, uint64_t from_offset, uint64_t size,
                    uint32_t wait_count, const vx_event_h *waits,
                    vx_event_h *event) {
  (void)wait_count;
  (void)waits;
  if (!q || vx_copy_dev_to_dev(to, to_offset, from, from_offset, size))
    return VX_ERR_INVALID_VALUE;
  return finish(event);
}

int vx_queue_flush(vx_queue_h q) {
  return q ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}

int vx_event_wait_value(vx_event_h event, uint64_t value, uint64_t timeout_ns) {
  (void)value;
  (void)timeout_ns;
  return event ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}
int vx_event_release(vx_event_h event) {
  return event ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}

// ---- Modules

static int load(module *m) {
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
  module *m = qn_alloc_array(1, sizeof(*m));
  if (m)
    m->bytes = qn_alloc(size);
  if (!m || !m->bytes) {
    qn_free(m);
    return VX_ERR_OUT_OF_HOST_MEMORY;
  }
  memcpy(m->bytes, bytes, size);
  m->device = device;
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

int vx_module_release(vx_module_h handle) {
  module *m = handle;
  if (!m)
    return VX_ERR_INVALID_HANDLE;
  if (m->buffer)
    (void)vx_mem_free(m->buffer);
  qn_free(m->bytes);
  qn_free(m);
  return VX_SUCCESS;
}

static bool find_kernel(const module *m, qn_str name, uint64_t *out_entry) {
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
  module *m = handle;
  uint64_t entry;
  if (!m || !name || !out)
    return VX_ERR_INVALID_HANDLE;
  if (!find_kernel(m, qn_str_from(name), &entry))
    return VX_ERR_INVALID_VALUE;
  kernel *k = qn_alloc(sizeof(*k));
  if (!k)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  *k = (kernel){m, entry};
  *out = k;
  return VX_SUCCESS;
}

int vx_kernel_release(vx_kernel_h k) {
  qn_free(k);
  return k ? VX_SUCCESS : VX_ERR_INVALID_HANDLE;
}

// ---- Launches

static int run(vx_device *d, const kernel *k, const vx_launch_info_t *info) {
  vx_buffer *args =
      qn_vx_library_take(d, 0, info->args_size, VX_MEM_READ_WRITE);
  if (!args)
    return VX_ERR_OUT_OF_DEVICE_MEMORY;
  (void)qn_vx_sim_write(d->sim, args->address,
                        (qn_span){info->args_host, info->args_size});
  qn_vx_start start = {.start = k->module->file.min,
                       .entry = k->entry,
                       .args = args->address,
                       .local_size = info->lmem_size};
  for (uint32_t i = 0; i < 3; ++i) {
    start.grid[i] = i < info->ndim ? info->grid_dim[i] : 1;
    start.block[i] = i < info->ndim ? info->block_dim[i] : 1;
  }
  const bool ran = qn_vx_library_run(d, &start);
  qn_mutex_unlock(&d->mutex);
  (void)vx_mem_free(args);
  qn_mutex_lock(&d->mutex);
  return ran ? VX_SUCCESS : VX_ERR_DEVICE_LOST;
}

int vx_enqueue_launch(vx_queue_h handle, const vx_launch_info_t *info,
                      uint32_t wait_count, const vx_event_h *waits,
                      vx_event_h *event) {
  queue *q = handle;
  (void)wait_count;
  (void)waits;
  if (!q || !info || !info->kernel)
    return VX_ERR_INVALID_HANDLE;
  // Older launches end before the dimensions of clusters.
  if (info->struct_size < offsetof(vx_launch_info_t, cluster_dim) ||
      info->ndim < 1 || info->ndim > 3)
    return VX_ERR_INVALID_INFO;
  for (uint32_t i = 0; info->struct_size >= sizeof(*info) && i < info->ndim;
       ++i)
    if (info->cluster_dim[i] > 1)
      return VX_ERR_NOT_SUPPORTED;
  qn_mutex_lock(&q->device->mutex);
  const int result = run(q->device, info->kernel, info);
  qn_mutex_unlock(&q->device->mutex);
  return result == VX_SUCCESS ? finish(event) : result;
}

// SPDX-License-Identifier: Apache-2.0
// What version 3's queues take (timeline.h). Arguments are checked when they
// are enqueued; what the host's pointers point to is read when it is their
// turn, but arguments of kernels and patterns.
#include <string.h>

#include "base/alloc.h"
#include "vortex/timeline.h"

#define DECLARE(result, name, parameters) VX_EXPORT result name parameters;
VX_FUNCTIONS_2(DECLARE)
VX_FUNCTIONS_3(DECLARE)
VX_FUNCTIONS_3_MORE(DECLARE)
#undef DECLARE
VX_EXPORT int vx_copy_dev_to_dev(vx_buffer_h to, uint64_t to_offset,
                                 vx_buffer_h from, uint64_t from_offset,
                                 uint64_t size);
VX_EXPORT int vx_dcr_write(vx_device_h device, uint32_t address,
                           uint32_t value);
VX_EXPORT int vx_dcr_read(vx_device_h device, uint32_t address, uintptr_t third,
                          uint32_t *fourth);

static int result_of(int old_result) {
  return old_result ? VX_ERR_INVALID_VALUE : VX_SUCCESS;
}

// ---- Bytes in a row

static int run_write(vx_command *c) {
  return result_of(vx_copy_to_dev(c->to, c->host, c->to_offset, c->size));
}
int vx_enqueue_write(vx_queue_h q, vx_buffer_h to, uint64_t offset,
                     const void *host, uint64_t size, VX_WAITS) {
  if (!host || !qn_vx_library_has(to, offset, size))
    return VX_ERR_INVALID_VALUE;
  const vx_command c = {.run = run_write,
                        .to = to,
                        .to_offset = offset,
                        .host = (void *)host,
                        .size = size};
  return qn_vx_submit(q, &c, wait_count, waits, event);
}

static int run_read(vx_command *c) {
  return result_of(vx_copy_from_dev(c->host, c->from, c->from_offset, c->size));
}
int vx_enqueue_read(vx_queue_h q, void *host, vx_buffer_h from, uint64_t offset,
                    uint64_t size, VX_WAITS) {
  if (!host || !qn_vx_library_has(from, offset, size))
    return VX_ERR_INVALID_VALUE;
  const vx_command c = {.run = run_read,
                        .from = from,
                        .from_offset = offset,
                        .host = host,
                        .size = size};
  return qn_vx_submit(q, &c, wait_count, waits, event);
}

static int run_copy(vx_command *c) {
  return result_of(vx_copy_dev_to_dev(c->to, c->to_offset, c->from,
                                      c->from_offset, c->size));
}
int vx_enqueue_copy(vx_queue_h q, vx_buffer_h to, uint64_t to_offset,
                    vx_buffer_h from, uint64_t from_offset, uint64_t size,
                    VX_WAITS) {
  if (!qn_vx_library_has(to, to_offset, size) ||
      !qn_vx_library_has(from, from_offset, size))
    return VX_ERR_INVALID_VALUE;
  const vx_command c = {.run = run_copy,
                        .to = to,
                        .to_offset = to_offset,
                        .from = from,
                        .from_offset = from_offset,
                        .size = size};
  return qn_vx_submit(q, &c, wait_count, waits, event);
}

static int run_fill(vx_command *c) {
  uint8_t *all = qn_alloc((size_t)c->size);
  if (!all)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  for (uint64_t at = 0; at < c->size; at += c->bytes_size)
    memcpy(all + at, c->bytes, c->bytes_size);
  const int result = vx_copy_to_dev(c->to, all, c->to_offset, c->size);
  qn_free(all);
  return result_of(result);
}
int vx_enqueue_fill_buffer(vx_queue_h q, vx_buffer_h to, uint64_t offset,
                           uint64_t size, const void *pattern,
                           size_t pattern_size, VX_WAITS) {
  if (!pattern || !pattern_size || size % pattern_size ||
      !qn_vx_library_has(to, offset, size))
    return VX_ERR_INVALID_VALUE;
  vx_command c = {.run = run_fill,
                  .to = to,
                  .to_offset = offset,
                  .size = size,
                  .bytes = qn_alloc(pattern_size),
                  .bytes_size = pattern_size};
  if (!c.bytes)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  memcpy(c.bytes, pattern, pattern_size);
  return qn_vx_submit(q, &c, wait_count, waits, event);
}

// ---- Rows

// One side of rows: bytes from one to the next.
typedef struct side {
  uint64_t first, row, slice;
} side;

// False where a sum does not fit.
static bool find_side(const size_t region[3], const size_t origin[3],
                      size_t row_pitch, size_t slice_pitch, side *out) {
  size_t slice, rows, layers;
  out->row = row_pitch ? row_pitch : region[0];
  if (!qn_mul_size(region[1], (size_t)out->row, &slice))
    return false;
  out->slice = slice_pitch ? slice_pitch : slice;
  if (out->row < region[0] ||
      !qn_mul_size(origin[1], (size_t)out->row, &rows) ||
      !qn_mul_size(origin[2], (size_t)out->slice, &layers) ||
      !qn_add_size(rows, layers, &rows) || !qn_add_size(rows, origin[0], &rows))
    return false;
  out->first = rows;
  return true;
}

static bool find_sides(const vx_rect_info_t *r, side *buffer, side *host) {
  return find_side(r->region, r->buffer_origin, r->buffer_row_pitch,
                   r->buffer_slice_pitch, buffer) &&
         find_side(r->region, r->host_origin, r->host_row_pitch,
                   r->host_slice_pitch, host);
}

// Whether all rows of a side are in a buffer.
static bool are_within(const vx_buffer *b, const size_t region[3],
                       const side *s) {
  size_t rows, layers, end;
  if (!region[0] || !region[1] || !region[2])
    return b != NULL;
  return qn_mul_size(region[1] - 1, (size_t)s->row, &rows) &&
         qn_mul_size(region[2] - 1, (size_t)s->slice, &layers) &&
         qn_add_size(rows, layers, &end) && qn_add_size(end, region[0], &end) &&
         qn_vx_library_has(b, s->first, end);
}

static int move_row(const vx_command *c, uint64_t buffer, uint64_t host) {
  const uint64_t size = c->rect.region[0];
  uint8_t *bytes = c->host;
  if (c->to && c->from)
    return vx_copy_dev_to_dev(c->to, buffer, c->from, host, size);
  return c->to ? vx_copy_to_dev(c->to, bytes + host, buffer, size)
               : vx_copy_from_dev(bytes + host, c->from, buffer, size);
}
static int run_rows(vx_command *c) {
  side buffer, host;
  int result = !find_sides(&c->rect, &buffer, &host);
  for (size_t z = 0; z < c->rect.region[2]; ++z)
    for (size_t y = 0; y < c->rect.region[1] && !result; ++y)
      result = move_row(c, buffer.first + z * buffer.slice + y * buffer.row,
                        host.first + z * host.slice + y * host.row);
  return result_of(result);
}

static int enqueue_rows(vx_queue_h q, vx_command *c, const vx_rect_info_t *info,
                        VX_WAITS) {
  side buffer, host;
  if (!info || info->struct_size < sizeof(*info))
    return VX_ERR_INVALID_INFO;
  if (!find_sides(info, &buffer, &host) ||
      !are_within(c->to ? c->to : c->from, info->region, &buffer) ||
      (c->to && c->from ? !are_within(c->from, info->region, &host) : !c->host))
    return VX_ERR_INVALID_VALUE;
  c->run = run_rows;
  c->rect = *info;
  return qn_vx_submit(q, c, wait_count, waits, event);
}
int vx_enqueue_write_rect(vx_queue_h q, vx_buffer_h to, const void *host,
                          const vx_rect_info_t *info, VX_WAITS) {
  vx_command c = {.to = to, .host = (void *)host};
  return to ? enqueue_rows(q, &c, info, wait_count, waits, event)
            : VX_ERR_INVALID_HANDLE;
}
int vx_enqueue_read_rect(vx_queue_h q, void *host, vx_buffer_h from,
                         const vx_rect_info_t *info, VX_WAITS) {
  vx_command c = {.from = from, .host = host};
  return from ? enqueue_rows(q, &c, info, wait_count, waits, event)
              : VX_ERR_INVALID_HANDLE;
}
int vx_enqueue_copy_rect(vx_queue_h q, vx_buffer_h to, vx_buffer_h from,
                         const vx_rect_info_t *info, VX_WAITS) {
  vx_command c = {.to = to, .from = from};
  return to && from ? enqueue_rows(q, &c, info, wait_count, waits, event)
                    : VX_ERR_INVALID_HANDLE;
}

// ---- Mapped buffers

int vx_enqueue_map(vx_queue_h q, vx_buffer_h buffer, uint64_t offset,
                   uint64_t size, uint32_t flags, VX_WAITS, void **host) {
  if (!host || !size || !qn_vx_library_has(buffer, offset, size))
    return VX_ERR_INVALID_VALUE;
  vx_mapping *m = qn_vx_mapping_make(buffer, offset, size, flags);
  if (!m)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  const vx_command c = {.run = run_read,
                        .from = buffer,
                        .from_offset = offset,
                        .host = m->host,
                        .size = size};
  void *bytes = m->host;
  const int result = qn_vx_submit(q, &c, wait_count, waits, event);
  if (result == VX_SUCCESS) {
    *host = bytes;
    return VX_SUCCESS;
  }
  m = qn_vx_mapping_take(buffer, bytes);
  m->flags = 0;
  (void)qn_vx_mapping_end(m);
  return result;
}

static int run_unmap(vx_command *c) {
  vx_mapping *m = qn_vx_mapping_take(c->to, c->host);
  return m ? qn_vx_mapping_end(m) : VX_ERR_INVALID_VALUE;
}
int vx_enqueue_unmap(vx_queue_h q, vx_buffer_h buffer, void *host, VX_WAITS) {
  const vx_command c = {.run = run_unmap, .to = buffer, .host = host};
  return buffer ? qn_vx_submit(q, &c, wait_count, waits, event)
                : VX_ERR_INVALID_HANDLE;
}

// ---- Registers, and the order of commands

static int run_set(vx_command *c) {
  return result_of(vx_dcr_write(c->queue->device, (uint32_t)c->to_offset,
                                (uint32_t)c->size));
}
int vx_enqueue_dcr_write(vx_queue_h q, uint32_t address, uint32_t value,
                         VX_WAITS) {
  const vx_command c = {.run = run_set, .to_offset = address, .size = value};
  return qn_vx_submit(q, &c, wait_count, waits, event);
}
static int run_get(vx_command *c) {
  return result_of(
      vx_dcr_read(c->queue->device, (uint32_t)c->from_offset, 0, c->host));
}
int vx_enqueue_dcr_read(vx_queue_h q, uint32_t address, uint32_t *host,
                        VX_WAITS) {
  const vx_command c = {.run = run_get, .from_offset = address, .host = host};
  return host ? qn_vx_submit(q, &c, wait_count, waits, event)
              : VX_ERR_INVALID_VALUE;
}

int vx_enqueue_barrier(vx_queue_h q, VX_WAITS) {
  return qn_vx_submit(q, &(vx_command){0}, wait_count, waits, event);
}

static int enqueue_other(vx_queue_h q, const vx_command *c, VX_WAITS) {
  const vx_queue *own = q;
  if (!q || !c->other || c->other->device != own->device)
    return VX_ERR_INVALID_HANDLE;
  return qn_vx_submit(q, c, wait_count, waits, event);
}
int vx_enqueue_signal(vx_queue_h q, vx_event_h other, uint64_t value,
                      VX_WAITS) {
  const vx_command c = {.other = other, .value = value};
  return enqueue_other(q, &c, wait_count, waits, event);
}
int vx_enqueue_wait_value(vx_queue_h q, vx_event_h other, uint64_t value,
                          VX_WAITS) {
  const vx_command c = {
      .other = other, .value = value, .waits_for_other = true};
  return enqueue_other(q, &c, wait_count, waits, event);
}

// ---- Launches

static int run_launch(vx_command *c) {
  vx_device *d = c->queue->device;
  const vx_launch_info_t *info = &c->launch;
  qn_vx_start start = {.start = c->kernel->start,
                       .entry = c->kernel->entry,
                       .local_size = info->lmem_size};
  for (uint32_t i = 0; i < 3; ++i) {
    start.grid[i] = i < info->ndim ? info->grid_dim[i] : 1;
    start.block[i] = i < info->ndim ? info->block_dim[i] : 1;
  }
  qn_mutex_lock(&d->mutex);
  vx_buffer *args = qn_vx_library_take(d, 0, c->bytes_size, VX_MEM_READ_WRITE);
  bool ran = false;
  if (args) {
    start.args = args->address;
    (void)qn_vx_sim_write(d->sim, args->address,
                          (qn_span){c->bytes, c->bytes_size});
    ran = qn_vx_library_run(d, &start);
  }
  qn_mutex_unlock(&d->mutex);
  if (!args)
    return VX_ERR_OUT_OF_DEVICE_MEMORY;
  (void)vx_mem_free(args);
  return ran ? VX_SUCCESS : VX_ERR_DEVICE_LOST;
}

static int check_launch(const vx_launch_info_t *info) {
  // Older launches end before the dimensions of clusters.
  if (info->struct_size < offsetof(vx_launch_info_t, cluster_dim) ||
      info->ndim < 1 || info->ndim > 3 || (info->args_size && !info->args_host))
    return VX_ERR_INVALID_INFO;
  for (uint32_t i = 0; info->struct_size >= sizeof(*info) && i < info->ndim;
       ++i)
    if (info->cluster_dim[i] > 1)
      return VX_ERR_NOT_SUPPORTED;
  return VX_SUCCESS;
}

int vx_enqueue_launch(vx_queue_h q, const vx_launch_info_t *info, VX_WAITS) {
  if (!q || !info || !info->kernel)
    return VX_ERR_INVALID_HANDLE;
  const int result = check_launch(info);
  if (result != VX_SUCCESS)
    return result;
  vx_command c = {.run = run_launch,
                  .kernel = info->kernel,
                  .bytes = qn_alloc(info->args_size ? info->args_size : 1),
                  .bytes_size = info->args_size};
  if (!c.bytes)
    return VX_ERR_OUT_OF_HOST_MEMORY;
  if (info->args_size)
    memcpy(c.bytes, info->args_host, info->args_size);
  memcpy(&c.launch, info, offsetof(vx_launch_info_t, cluster_dim));
  return qn_vx_submit(q, &c, wait_count, waits, event);
}

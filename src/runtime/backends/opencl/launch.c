// SPDX-License-Identifier: Apache-2.0
// Launches of kernels on OpenCL devices: arguments of every kind, and the grid.
#include "base/alloc.h"
#include "runtime/backends/opencl/fault.h"
#include "runtime/backends/opencl/opencl.h"

// ---- Arguments

static qn_result refuse_argument(const qn_opencl_function *f, uint32_t index,
                                 int error) {
  return qn_spirv_refuse_argument(f->base.entry.record, index,
                                  qn_opencl_result(error, "clSetKernelArg"));
}

static int set_pointer(const qn_opencl_function *f, uint32_t index,
                       const void *value) {
  const qn_opencl_device *d = qn_opencl_device_of(f);
  const void *address;
  memcpy(&address, value, sizeof(address));
  return d->memory == QN_OPENCL_USM
             ? d->extensions.clSetKernelArgMemPointerINTEL(f->kernel, index,
                                                           address)
             : qn_opencl.clSetKernelArgSVMPointer(f->kernel, index, address);
}

// OpenCL takes no local memory of 0 bytes.
static int set_shared(const qn_opencl_function *f, uint32_t index,
                      uint32_t size) {
  enum { SIZE_MIN = 16 };
  return qn_opencl.clSetKernelArg(f->kernel, index,
                                  size > SIZE_MIN ? size : SIZE_MIN, NULL);
}

// A kernel keeps its arguments, so a value that is as in the launch before is
// not set again; an address only while it means the same memory.
static int set_value(const qn_opencl_function *f, uint32_t index,
                     const qn_argument *a, const void *value, bool is_kept) {
  const size_t size = (size_t)a->size;
  uint8_t *kept = f->base.kept ? f->base.kept + a->offset : NULL;
  if (kept && is_kept && memcmp(kept, value, size) == 0)
    return 0;
  const int error =
      a->kind == QN_ARGUMENT_POINTER
          ? set_pointer(f, index, value)
          : qn_opencl.clSetKernelArg(f->kernel, index, size, value);
  if (kept && !error)
    memcpy(kept, value, size);
  return error;
}

static qn_result set_arguments(qn_opencl_function *f, const qn_op_kernel *op) {
  const qn_kernel *k = op->kernel;
  const uint64_t version = atomic_load(&qn_opencl_device_of(f)->memory_version);
  const bool same_memory = f->base.is_kept && f->memory_version == version;
  f->memory_version = version;
  for (size_t i = 0; i < k->argument_count; ++i) {
    const qn_argument *a = &k->arguments[i];
    const uint32_t index = (uint32_t)i;
    const bool is_kept =
        a->kind == QN_ARGUMENT_POINTER ? same_memory : f->base.is_kept;
    const int error =
        a->kind == QN_ARGUMENT_SHARED
            ? set_shared(f, index, op->shared_size)
            : set_value(f, index, a, qn_spirv_value(op, i), is_kept);
    if (error) {
      f->base.is_kept = false;
      return refuse_argument(f, index, error);
    }
  }
  f->base.is_kept = f->base.kept != NULL;
  return QN_R_OK;
}

static qn_result set_hidden(const qn_opencl_function *f,
                            const qn_op_kernel *op) {
  for (size_t i = 0; i < f->base.entry.hidden_count; ++i) {
    const qn_spirv_hidden *h = &f->base.entry.hidden[i];
    const int error =
        h->kind == QN_HIDDEN_SHARED
            ? set_shared(f, h->index, op->shared_size)
            : qn_opencl.clSetKernelArg(f->kernel, h->index, sizeof(uint32_t),
                                       qn_spirv_hidden_value(h, op));
    if (error)
      return refuse_argument(f, h->index, error);
  }
  return QN_R_OK;
}

// ---- Memory that the kernel is told of

// All with the device's `blocks_mutex` held, so that no block goes meanwhile.

static qn_result unmap_blocks(const qn_opencl_device *d, cl_queue *queue) {
  for (size_t i = 0; i < d->block_count; ++i)
    if (d->blocks[i].mapped)
      QN_CL(clEnqueueSVMUnmap, queue, d->blocks[i].address, 0, NULL, NULL);
  return QN_R_OK;
}

static qn_result map_blocks(const qn_opencl_device *d, cl_queue *queue) {
  for (size_t i = 0; i < d->block_count; ++i)
    if (d->blocks[i].mapped)
      QN_CL(clEnqueueSVMMap, queue, 0, CL_MAP_READ_WRITE, d->blocks[i].address,
            d->blocks[i].size, 0, NULL, NULL);
  return QN_R_OK;
}

// Any of the blocks may be reached through pointers in memory.
static qn_result list_blocks(qn_opencl_function *f) {
  const qn_opencl_device *d = qn_opencl_device_of(f);
  if (f->blocks_version == d->blocks_version)
    return QN_R_OK;
  void **addresses = qn_alloc_array(d->block_count + 1, sizeof(*addresses));
  if (!addresses)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a launch");
  for (size_t i = 0; i < d->block_count; ++i)
    addresses[i] = d->blocks[i].address;
  const int error = d->block_count
                        ? qn_opencl.clSetKernelExecInfo(
                              f->kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS,
                              d->block_count * sizeof(*addresses), addresses)
                        : 0;
  qn_free(addresses);
  if (error)
    return qn_opencl_result(error, "clSetKernelExecInfo");
  f->blocks_version = d->blocks_version;
  return QN_R_OK;
}

// ---- Launching

// Drivers take less time for fewer dimensions.
static unsigned dimensions_of(const size_t global[3]) {
  if (global[2] != 1)
    return 3;
  return global[1] != 1 ? 2 : 1;
}

// Work-items of the whole launch and of a group.
static void measure(const qn_opencl_function *f, const qn_op_kernel *op,
                    size_t global[3], size_t local[3]) {
  uint32_t items[3];
  qn_spirv_items(&f->base.entry, op, items);
  for (int i = 0; i < 3; ++i) {
    local[i] = items[i];
    global[i] = local[i] * op->grid[i];
  }
}

// The groups that run at a time are counted again: the driver's limit depends
// on the arguments, too, and a launch beyond it may wait for itself.
static qn_result check_resident(const qn_opencl_stream *s,
                                const qn_opencl_function *f,
                                const size_t groups[3], const size_t local[3]) {
  const size_t wanted = groups[0] * groups[1] * groups[2];
  size_t most = 0;
  QN_CL_EXTENSION(s->device, clGetKernelMaxConcurrentWorkGroupCountINTEL,
                  s->queue, f->kernel, 3, NULL, local, &most);
  if (wanted <= most)
    return QN_R_OK;
  return qn_refuse(QN_R_COOPERATIVE_TOO_LARGE,
                   "%zu blocks of a cooperative launch; the driver runs %zu at "
                   "a time",
                   wanted, most);
}

// A kernel keeps how it is launched.
static qn_result set_concurrent(qn_opencl_function *f, bool on) {
  const uint32_t type = on;
  if (f->is_concurrent == on ||
      qn_opencl_device_of(f)->extensions.clEnqueueNDCountKernelINTEL)
    return QN_R_OK;
  QN_CL(clSetKernelExecInfo, f->kernel, CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL,
        sizeof(type), &type);
  f->is_concurrent = on;
  return QN_R_OK;
}

static qn_result enqueue(qn_opencl_stream *s, qn_opencl_function *f,
                         const qn_op_kernel *op) {
  const size_t groups[3] = {op->grid[0], op->grid[1], op->grid[2]};
  size_t global[3];
  size_t local[3];
  measure(f, op, global, local);
  if (s->device->is_cpu)
    qn_opencl_note_launch(op->kernel);
  const bool concurrent = op->cooperative && s->device->base.info.cooperative;
  if (concurrent && s->device->is_cpu)
    return qn_opencl_launch_together(s, f, op, global, local);
  if (concurrent)
    QN_CHECK(check_resident(s, f, groups, local));
  if (concurrent && s->device->extensions.clEnqueueNDCountKernelINTEL) {
    QN_CL_EXTENSION(s->device, clEnqueueNDCountKernelINTEL, s->queue, f->kernel,
                    3, NULL, groups, local, 0, NULL, NULL);
    return QN_R_OK;
  }
  QN_CHECK(set_concurrent(f, concurrent));
  QN_CL(clEnqueueNDRangeKernel, s->queue, f->kernel, dimensions_of(global),
        NULL, global, local, 0, NULL, NULL);
  return QN_R_OK;
}

// Where memory is shared virtual memory.
static qn_result enqueue_with_blocks(qn_opencl_stream *s, qn_opencl_function *f,
                                     const qn_op_kernel *op) {
  const qn_opencl_device *d = s->device;
  QN_CHECK(list_blocks(f));
  if (d->memory != QN_OPENCL_COARSE)
    return enqueue(s, f, op);
  QN_CHECK(unmap_blocks(d, s->queue));
  const qn_result result = enqueue(s, f, op);
  QN_CHECK(map_blocks(d, s->queue));
  return result;
}

static qn_result launch_locked(qn_opencl_stream *s, qn_opencl_function *f,
                               const qn_op_kernel *op) {
  qn_opencl_device *d = s->device;
  QN_CHECK(set_arguments(f, op));
  if (f->base.entry.hidden_count)
    QN_CHECK(set_hidden(f, op));
  if (d->memory == QN_OPENCL_USM)
    return enqueue(s, f, op);
  qn_mutex_lock(&d->blocks_mutex);
  const qn_result result = enqueue_with_blocks(s, f, op);
  qn_mutex_unlock(&d->blocks_mutex);
  return result;
}

qn_result qn_opencl_launch(qn_opencl_stream *s, const qn_op_kernel *op) {
  qn_opencl_function *f = op->function;
  if (f->base.initial && qn_spirv_is_initial(f->base.code))
    f = (qn_opencl_function *)f->base.initial;
  qn_mutex_lock(&f->base.mutex);
  const qn_result result = launch_locked(s, f, op);
  qn_mutex_unlock(&f->base.mutex);
  return result;
}

static qn_result record_locked(qn_opencl_function *f, const qn_op_kernel *op,
                               cl_command_buffer *buffer,
                               qn_opencl_points points) {
  size_t global[3];
  size_t local[3];
  QN_CHECK(set_arguments(f, op));
  QN_CHECK(set_hidden(f, op));
  QN_CHECK(set_concurrent(f, false));
  if (qn_opencl_device_of(f)->is_cpu)
    qn_opencl_note_launch(op->kernel);
  measure(f, op, global, local);
  QN_CL_EXTENSION(qn_opencl_device_of(f), clCommandNDRangeKernelKHR, buffer,
                  NULL, NULL, f->kernel, dimensions_of(global), NULL, global,
                  local, points.wait_count,
                  points.wait_count ? points.waits : NULL, points.own, NULL);
  return QN_R_OK;
}

qn_result qn_opencl_launch_recorded(const qn_op_kernel *op,
                                    cl_command_buffer *buffer,
                                    qn_opencl_points points) {
  qn_opencl_function *f = op->function;
  qn_mutex_lock(&f->base.mutex);
  const qn_result result = record_locked(f, op, buffer, points);
  qn_mutex_unlock(&f->base.mutex);
  return result;
}

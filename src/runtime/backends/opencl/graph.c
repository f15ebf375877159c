// SPDX-License-Identifier: Apache-2.0
// Graphs: kernels that follow one another in a batch become a command buffer at
// the first launch, which costs the host half as much as the kernels one by
// one. All else is submitted operation by operation.
#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/opencl/opencl.h"

enum { KERNELS_MIN = 4 }; // fewer take as long one by one

// Kernels of a batch from `first` on.
typedef struct kernels {
  size_t first, count;
  cl_command_buffer *buffer;
} kernels;

typedef struct prepared {
  const qn_opencl_device *device;
  size_t count;
  kernels parts[];
} prepared;

static bool is_plain(const qn_op *op) {
  return op->kind == QN_OP_KERNEL && !op->kernel.cooperative;
}

static size_t count_kernels(const qn_batch *batch, size_t first) {
  size_t i = first;
  while (i < batch->count && is_plain(&batch->ops[i]))
    ++i;
  return i - first;
}

static void drop_prepared(void *user) {
  prepared *p = user;
  for (size_t i = 0; i < p->count; ++i)
    (void)p->device->extensions.clReleaseCommandBufferKHR(p->parts[i].buffer);
  qn_free(p);
}

// ---- Recording

// The points of those kernels of the part that operation `i` waits for; what
// lies before the part, the queue waits for.
static unsigned find_waits(const qn_batch *batch, const kernels *part, size_t i,
                           const uint32_t *points, uint32_t *out_waits) {
  unsigned count = 0;
  for (uint32_t k = 0; k < batch->after_count[i]; ++k)
    if (batch->after[i][k] >= part->first)
      out_waits[count++] = points[batch->after[i][k] - part->first];
  return count;
}

static qn_result record_kernels(const qn_batch *batch, const kernels *part,
                                uint32_t *points) {
  uint32_t *waits = points + part->count;
  for (size_t i = part->first; i < part->first + part->count; ++i) {
    const unsigned count = find_waits(batch, part, i, points, waits);
    QN_CHECK(qn_opencl_launch_recorded(
        &batch->ops[i].kernel, part->buffer,
        (qn_opencl_points){waits, count, &points[i - part->first]}));
  }
  return QN_R_OK;
}

static qn_result record(const qn_opencl_device *d, const qn_batch *batch,
                        const kernels *part) {
  uint32_t *points = qn_alloc_array(2 * part->count, sizeof(*points));
  if (!points)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a graph");
  const qn_result result = record_kernels(batch, part, points);
  qn_free(points);
  QN_CHECK(result);
  QN_CL_EXTENSION(d, clFinalizeCommandBufferKHR, part->buffer);
  return QN_R_OK;
}

// A graph may be launched again before it is done.
static cl_command_buffer *create_buffer(const qn_opencl_stream *s, int *error) {
  const uint64_t properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                 CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_queue *queue = s->queue;
  return s->device->extensions.clCreateCommandBufferKHR(1, &queue, properties,
                                                        error);
}

static qn_result add_part(const qn_opencl_stream *s, const qn_batch *batch,
                          prepared *p, size_t first) {
  int error = 0;
  kernels *part = &p->parts[p->count];
  *part = (kernels){.first = first, .count = count_kernels(batch, first)};
  part->buffer = create_buffer(s, &error);
  if (!part->buffer)
    return qn_opencl_result(error, "clCreateCommandBufferKHR");
  ++p->count;
  return record(s->device, batch, part);
}

static qn_result prepare_parts(const qn_opencl_stream *s, const qn_batch *batch,
                               prepared *p) {
  for (size_t i = 0; i < batch->count;) {
    const size_t count = count_kernels(batch, i);
    if (count >= KERNELS_MIN)
      QN_CHECK(add_part(s, batch, p, i));
    i += count ? count : 1;
  }
  return QN_R_OK;
}

static bool has_command_buffers(const qn_opencl_device *d) {
  const qn_opencl_extensions *x = &d->extensions;
  return d->memory == QN_OPENCL_USM && x->clCreateCommandBufferKHR &&
         x->clFinalizeCommandBufferKHR && x->clReleaseCommandBufferKHR &&
         x->clEnqueueCommandBufferKHR && x->clCommandNDRangeKernelKHR &&
         (qn_opencl_number(d->device,
                           CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
          CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR);
}

// What the driver does not record is submitted kernel by kernel, for good.
static prepared *prepare(const qn_opencl_stream *s, const qn_batch *batch) {
  const size_t most = batch->count / KERNELS_MIN;
  prepared *p = qn_alloc(sizeof(*p) + most * sizeof(p->parts[0]));
  if (!p)
    return NULL;
  *p = (prepared){.device = s->device};
  if (has_command_buffers(s->device) && prepare_parts(s, batch, p) != QN_R_OK) {
    QN_DEBUG("opencl", "a graph is no command buffer: %s", qn_reason());
    while (p->count)
      (void)s->device->extensions.clReleaseCommandBufferKHR(
          p->parts[--p->count].buffer);
  }
  return p;
}

// ---- Launching

// The part that begins with operation `i`; NULL: none.
static const kernels *find_part(const prepared *p, size_t i) {
  for (size_t k = 0; p && k < p->count; ++k)
    if (p->parts[k].first == i)
      return &p->parts[k];
  return NULL;
}

size_t qn_opencl_submit_recorded(qn_opencl_stream *s, qn_batch *batch,
                                 size_t i) {
  if (!batch->prepared) {
    batch->prepared = prepare(s, batch);
    batch->drop = drop_prepared;
  }
  const prepared *p = batch->prepared;
  const kernels *part = find_part(p, i);
  cl_queue *queue = s->queue;
  if (!part || p->device != s->device)
    return 0;
  // Not by a queue of other properties than the one it was recorded for.
  const int error = s->device->extensions.clEnqueueCommandBufferKHR(
      1, &queue, part->buffer, 0, NULL, NULL);
  if (error)
    QN_DEBUG("opencl", "clEnqueueCommandBufferKHR: %s",
             qn_opencl_error_name(error));
  return error ? 0 : part->count;
}

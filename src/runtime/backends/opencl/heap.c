// SPDX-License-Identifier: Apache-2.0
// The memory of malloc in kernels: one heap for a device, made when the first
// module that allocates is loaded. include/quern/device/target/spirv_heap.h
// has what lies in it.
#include "base/alloc.h"
#include "runtime/backends/opencl/opencl.h"

enum {
  SIZE_DEFAULT = 8 << 20,
  HEAD_SIZE = 1024,
  UNIT = 16,
};

static qn_result write_to(qn_opencl_stream *s, void *to, const uint64_t *values,
                          size_t count) {
  const size_t size = count * sizeof(*values);
  const qn_op_copy op = {.to = {.address = to},
                         .from = {.address = (void *)(uintptr_t)values},
                         .width = size,
                         .height = 1,
                         .depth = 1};
  QN_CHECK(qn_opencl_copy(s, &op, true));
  QN_CL(clFinish, s->queue);
  return QN_R_OK;
}

static qn_result make_heap(qn_opencl_device *d, qn_opencl_stream *s) {
  const size_t *wanted = d->options.heap_size;
  const size_t size = wanted && *wanted ? *wanted : SIZE_DEFAULT;
  const qn_memory_request request = {
      .kind = QN_MEMORY_DEVICE,
      .size = qn_align_up(size < HEAD_SIZE ? HEAD_SIZE : size, UNIT)};
  const uint64_t head[HEAD_SIZE / sizeof(uint64_t)] = {request.size,
                                                       HEAD_SIZE / UNIT};
  QN_CHECK(qn_opencl_allocate(d, &request, &d->heap));
  return write_to(s, d->heap.address, head, HEAD_SIZE / sizeof(*head));
}

qn_result qn_opencl_give_heap(qn_opencl_device *d, uint64_t variable) {
  qn_opencl_stream *null = atomic_load(&d->null);
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->codes_mutex);
  if (!d->heap.address)
    result = make_heap(d, null);
  qn_mutex_unlock(&d->codes_mutex);
  const uint64_t address = (uintptr_t)d->heap.address;
  return result == QN_R_OK
             ? write_to(null, (void *)(uintptr_t)variable, &address, 1)
             : result;
}

void qn_opencl_heap_finish(qn_opencl_device *d) {
  if (d->heap.address)
    (void)qn_opencl_release(d, QN_MEMORY_DEVICE, &d->heap);
}

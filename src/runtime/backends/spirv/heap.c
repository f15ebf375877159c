// SPDX-License-Identifier: Apache-2.0
// The memory of malloc in kernels: one heap for a device, made when the first
// module that allocates is loaded. include/quern/device/target/spirv_heap.h
// has what lies in it.
#include "base/alloc.h"
#include "runtime/backends/spirv/spirv.h"

enum {
  SIZE_DEFAULT = 8 << 20,
  HEAD_SIZE = 1024,
  UNIT = 16,
};

static qn_result make_heap(qn_spirv_device *d) {
  const size_t *wanted = d->options.heap_size;
  const size_t size = wanted && *wanted ? *wanted : SIZE_DEFAULT;
  const qn_memory_request request = {
      .kind = QN_MEMORY_DEVICE,
      .size = qn_align_up(size < HEAD_SIZE ? HEAD_SIZE : size, UNIT)};
  const uint64_t head[HEAD_SIZE / sizeof(uint64_t)] = {request.size,
                                                       HEAD_SIZE / UNIT};
  QN_CHECK(d->ops->allocate(d, &request, &d->heap));
  return d->ops->write(d, d->heap.address, head, sizeof(head));
}

qn_result qn_spirv_give_heap(qn_spirv_device *d, uint64_t variable) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->codes_mutex);
  if (!d->heap.address)
    result = make_heap(d);
  qn_mutex_unlock(&d->codes_mutex);
  const uint64_t address = (uintptr_t)d->heap.address;
  return result == QN_R_OK ? d->ops->write(d, (void *)(uintptr_t)variable,
                                           &address, sizeof(address))
                           : result;
}

void qn_spirv_heap_finish(qn_spirv_device *d) {
  if (d->heap.address)
    (void)d->ops->release(d, QN_MEMORY_DEVICE, &d->heap);
}

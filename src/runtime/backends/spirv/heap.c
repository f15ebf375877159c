// SPDX-License-Identifier: Apache-2.0
// The memory of malloc in kernels: one heap for a device, made when the first
// module that allocates is loaded. include/quern/device/target/heap.h
// has what lies in it.
#include "runtime/backends/spirv/spirv.h"
#include "runtime/contract/kernel_heap.h"

static qn_result make_heap(qn_spirv_device *d) {
  const qn_memory_request request = {
      .kind = QN_MEMORY_DEVICE,
      .size = qn_kernel_heap_size(d->options.heap_size)};
  const qn_kernel_heap head = qn_kernel_heap_head(request.size);
  QN_CHECK(d->ops->memory.allocate(d, &request, &d->heap));
  return d->ops->memory.write(d, d->heap.address, &head, sizeof(head));
}

qn_result qn_spirv_give_heap(qn_spirv_device *d, uint64_t variable) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->codes_mutex);
  if (!d->heap.address)
    result = make_heap(d);
  qn_mutex_unlock(&d->codes_mutex);
  const uint64_t address = (uintptr_t)d->heap.address;
  return result == QN_R_OK
             ? d->ops->memory.write(d, (void *)(uintptr_t)variable, &address,
                                    sizeof(address))
             : result;
}

void qn_spirv_heap_finish(qn_spirv_device *d) {
  if (d->heap.address)
    (void)d->ops->memory.release(d, QN_MEMORY_DEVICE, &d->heap);
}

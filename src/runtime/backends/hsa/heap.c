// SPDX-License-Identifier: Apache-2.0
// The memory of malloc in kernels: one heap for a device, made when the first
// code that allocates is loaded.
#include "runtime/backends/hsa/hsa.h"
#include "runtime/contract/kernel_heap.h"

enum { ROCM_HEAP_SIZE = 131072 };

static qn_result make_heap(qn_hsa_device *d) {
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE,
                                     .size = qn_kernel_heap_size(d->heap_size)};
  const qn_kernel_heap head = qn_kernel_heap_head(request.size);
  QN_CHECK(qn_hsa_allocate(d, &request, &d->heap));
  return qn_hsa_move(d, QN_HSA_TO_DEVICE, d->heap.address, &head, sizeof(head));
}

qn_result qn_hsa_give_heap(qn_hsa_code *code) {
  qn_hsa_device *d = code->device;
  qn_result result = QN_R_OK;
  hsa_symbol symbol;
  void *variable;
  size_t size;
  if (d->driver->api.hsa_executable_get_symbol_by_name(
          code->executable, "__quern_heap", &d->agent, &symbol) != HSA_SUCCESS)
    return QN_R_OK; // it does not allocate
  QN_CHECK(qn_hsa_variable(code, "__quern_heap", &variable, &size));
  if (size != sizeof(uint64_t))
    return qn_refuse(QN_R_INVALID_IMAGE,
                     "the image's variable '__quern_heap' has %zu bytes, "
                     "expected %zu",
                     size, sizeof(uint64_t));
  qn_mutex_lock(&d->heap_mutex);
  if (!d->heap.address)
    result = make_heap(d);
  qn_mutex_unlock(&d->heap_mutex);
  const uint64_t address = (uintptr_t)d->heap.address;
  return result == QN_R_OK ? qn_hsa_move(d, QN_HSA_TO_DEVICE, variable,
                                         &address, sizeof(address))
                           : result;
}

// All zeroes is a heap of ROCm's without memory: it asks the host for more.
qn_result qn_hsa_make_rocm_heap(qn_hsa_device *d) {
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE,
                                     .size = ROCM_HEAP_SIZE};
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->heap_mutex);
  if (!d->rocm_heap.address) {
    result = qn_hsa_allocate(d, &request, &d->rocm_heap);
    const qn_op_fill zeroes = {.address = d->rocm_heap.address,
                               .value_size = 1,
                               .width = ROCM_HEAP_SIZE,
                               .height = 1,
                               .depth = 1};
    if (result == QN_R_OK)
      result = qn_hsa_fill(d, &zeroes);
  }
  qn_mutex_unlock(&d->heap_mutex);
  return result;
}

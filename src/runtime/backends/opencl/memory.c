// SPDX-License-Identifier: Apache-2.0
// Memory of OpenCL devices: unified shared memory, or shared virtual memory,
// fine-grained or coarse-grained.
//
// Coarse-grained memory belongs to the host while it is mapped and to the
// device else. What the host may touch is mapped except while a kernel runs, so
// that a program finds its results after it has waited.
#include "runtime/backends/opencl/opencl.h"

#include "base/alloc.h"

// ---- Blocks that kernels are told of

static qn_result add_block(qn_opencl_device *d, const qn_opencl_block *block) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&d->blocks_mutex);
  if (d->block_count == d->block_capacity) {
    const size_t capacity = d->block_capacity * 2 + 16;
    qn_opencl_block *grown = qn_realloc(d->blocks, capacity * sizeof(*grown));
    if (grown) {
      d->blocks = grown;
      d->block_capacity = capacity;
    } else {
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an allocation");
    }
  }
  if (result == QN_R_OK) {
    d->blocks[d->block_count++] = *block;
    ++d->blocks_version;
  }
  qn_mutex_unlock(&d->blocks_mutex);
  return result;
}

// With the mutex held.
static void remove_block(qn_opencl_device *d, const void *address) {
  for (size_t i = 0; i < d->block_count; ++i)
    if (d->blocks[i].address == address) {
      d->blocks[i] = d->blocks[--d->block_count];
      ++d->blocks_version;
      break;
    }
}

// ---- Allocating

enum {
  ALIGNMENT = QN_OPENCL_USM_ALIGNMENT, // bytes, as CUDA's
  PAGE = 4096                          // bytes
};

// Blocks are whole pages, as GPUs' are: kernels of libraries write beyond
// smaller ones (rocPRIM's merge). Drivers for CPUs give what is asked.
static size_t room_for(const qn_opencl_device *d, size_t size) {
  return size > d->alloc_max ? size : (size_t)qn_align_up(size, PAGE);
}

static void *allocate_usm(const qn_opencl_device *d, qn_memory_kind kind,
                          size_t size, const char **out_call, int *error) {
  const qn_opencl_extensions *x = &d->extensions;
  const size_t room = room_for(d, size);
  switch (kind) {
  case QN_MEMORY_HOST:
    *out_call = "clHostMemAllocINTEL";
    return x->clHostMemAllocINTEL(d->context, NULL, room, ALIGNMENT, error);
  case QN_MEMORY_MANAGED:
    *out_call = "clSharedMemAllocINTEL";
    return x->clSharedMemAllocINTEL(d->context, d->device, NULL, room,
                                    ALIGNMENT, error);
  default:
    *out_call = "clDeviceMemAllocINTEL";
    return x->clDeviceMemAllocINTEL(d->context, d->device, NULL, room,
                                    ALIGNMENT, error);
  }
}

static void *allocate_svm(const qn_opencl_device *d, size_t size,
                          const char **out_call, int *error) {
  const bool atomics =
      d->memory == QN_OPENCL_FINE && d->base.info.concurrent_managed;
  const uint64_t flags =
      CL_MEM_READ_WRITE |
      (d->memory == QN_OPENCL_FINE ? CL_MEM_SVM_FINE_GRAIN_BUFFER : 0u) |
      (atomics ? CL_MEM_SVM_ATOMICS : 0u);
  *out_call = "clSVMAlloc";
  *error = 0;
  return qn_opencl.clSVMAlloc(d->context, flags, room_for(d, size),
                              QN_OPENCL_SVM_ALIGNMENT);
}

// A launch names all blocks: none goes while it does.
void qn_opencl_release(qn_spirv_device *base, void *address) {
  qn_opencl_device *d = (qn_opencl_device *)base;
  atomic_fetch_add(&d->memory_version, 1);
  if (d->memory == QN_OPENCL_USM) {
    (void)d->extensions.clMemFreeINTEL(d->context, address);
    return;
  }
  qn_mutex_lock(&d->blocks_mutex);
  remove_block(d, address);
  qn_opencl.clSVMFree(d->context, address);
  qn_mutex_unlock(&d->blocks_mutex);
}

static qn_result refuse_size(const qn_opencl_device *d, size_t size,
                             const char *call, int error) {
  if (size > d->alloc_max)
    return qn_refuse(QN_R_OUT_OF_MEMORY,
                     "%s: %zu bytes; the device allows %llu in one allocation",
                     call, size, (unsigned long long)d->alloc_max);
  if (error && error != -4 && error != CL_OUT_OF_RESOURCES &&
      error != CL_OUT_OF_HOST_MEMORY)
    return qn_opencl_result(error, call);
  return qn_refuse(QN_R_OUT_OF_MEMORY, "%s: no %zu bytes of memory (%s, %d)",
                   call, size, qn_opencl_error_name(error), error);
}

static qn_result map_block(qn_opencl_device *d, void *address, size_t size) {
  const qn_opencl_stream *null = qn_opencl_null(d);
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  QN_CL(clEnqueueSVMMap, null->queue, 1, CL_MAP_READ_WRITE, address, size, 0,
        NULL, NULL);
  return QN_R_OK;
}

// Blocks of shared virtual memory are kept on a list.
static qn_result keep_block(qn_opencl_device *d, void *address, size_t size,
                            bool host) {
  const qn_opencl_block block = {address, size,
                                 host && d->memory == QN_OPENCL_COARSE};
  if (d->memory == QN_OPENCL_USM)
    return QN_R_OK;
  QN_CHECK(add_block(d, &block));
  return block.mapped ? map_block(d, address, size) : QN_R_OK;
}

qn_result qn_opencl_allocate(qn_spirv_device *base, qn_memory_kind kind,
                             size_t size, void **out_address) {
  qn_opencl_device *d = (qn_opencl_device *)base;
  const char *call;
  int error = 0;
  void *address = d->memory == QN_OPENCL_USM
                      ? allocate_usm(d, kind, size, &call, &error)
                      : allocate_svm(d, size, &call, &error);
  if (!address)
    return refuse_size(d, size, call, error);
  atomic_fetch_add(&d->memory_version, 1);
  const qn_result result =
      keep_block(d, address, size, kind != QN_MEMORY_DEVICE);
  if (result == QN_R_OK)
    *out_address = address;
  else
    qn_opencl_release(base, address);
  return result;
}

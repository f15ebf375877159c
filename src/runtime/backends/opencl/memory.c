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
static void free_native(qn_opencl_device *d, void *address) {
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

static qn_result allocate_plain(qn_opencl_device *d, qn_memory_kind kind,
                                size_t size, qn_memory *out) {
  const char *call;
  int error = 0;
  void *address = d->memory == QN_OPENCL_USM
                      ? allocate_usm(d, kind, size, &call, &error)
                      : allocate_svm(d, size, &call, &error);
  if (!address)
    return refuse_size(d, size, call, error);
  atomic_fetch_add(&d->memory_version, 1);
  const bool host = kind != QN_MEMORY_DEVICE;
  const qn_result result = keep_block(d, address, size, host);
  if (result != QN_R_OK) {
    free_native(d, address);
    return result;
  }
  if (kind == QN_MEMORY_DEVICE)
    atomic_fetch_add(&d->used, size);
  *out = (qn_memory){.native = address,
                     .address = address,
                     .host = host ? address : NULL,
                     .pitch = size};
  return QN_R_OK;
}

static qn_result register_host(const qn_opencl_device *d,
                               const qn_memory_request *request,
                               qn_memory *out) {
  if (!d->has_system)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "kernels of '%s' cannot reach memory that OpenCL did not "
                     "allocate: use hipHostMalloc",
                     d->base.info.name);
  *out = (qn_memory){.address = request->host, .host = request->host};
  return QN_R_OK;
}

// Arrays are plain memory of the device.
static qn_result allocate_array(qn_opencl_device *d,
                                const qn_array_shape *shape, qn_memory *out) {
  qn_memory layout = {0};
  size_t size;
  QN_CHECK(qn_array_layout(shape, d->base.info.texture_pitch_alignment, &layout,
                           &size));
  QN_CHECK(allocate_plain(d, QN_MEMORY_DEVICE, size, out));
  atomic_fetch_sub(&d->used, size); // its size is not known when it is released
  out->address = NULL;
  out->pitch = layout.pitch;
  out->slice = layout.slice;
  return QN_R_OK;
}

qn_result qn_opencl_allocate(void *user, const qn_memory_request *request,
                             qn_memory *out_memory) {
  qn_opencl_device *d = user;
  *out_memory = (qn_memory){0};
  switch (request->kind) {
  case QN_MEMORY_MANAGED:
    if (!d->base.info.managed)
      return qn_refuse(QN_R_NOT_SUPPORTED,
                       "'%s' has no memory that host and device share",
                       d->base.info.name);
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_DEVICE:
  case QN_MEMORY_HOST:
    return allocate_plain(d, request->kind, request->size, out_memory);
  case QN_MEMORY_ARRAY:
    return allocate_array(d, request->shape, out_memory);
  case QN_MEMORY_MIPMAP:
    return qn_mipmap_make(&d->base.ops->memory, d, request->shape, out_memory);
  case QN_MEMORY_LEVEL:
    *out_memory = qn_mipmap_level(request);
    return QN_R_OK;
  case QN_MEMORY_REGISTERED:
    return register_host(d, request, out_memory);
  default:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "OpenCL devices have no %s here: see docs/opencl.md",
                     qn_spirv_memory_name(request->kind));
  }
}

qn_result qn_opencl_release(void *user, qn_memory_kind kind,
                            qn_memory *memory) {
  qn_opencl_device *d = user;
  if (kind == QN_MEMORY_MIPMAP) {
    qn_mipmap_finish(&d->base.ops->memory, d, memory);
  } else if (kind != QN_MEMORY_REGISTERED && kind != QN_MEMORY_LEVEL &&
             memory->native) {
    free_native(d, memory->native);
    if (kind == QN_MEMORY_DEVICE)
      atomic_fetch_sub(&d->used, memory->pitch);
  }
  *memory = (qn_memory){0};
  return QN_R_OK;
}

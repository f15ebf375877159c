// SPDX-License-Identifier: Apache-2.0
// Allocations, copies and fills.
#include "hip/core/api.h"

static const unsigned DEVICE_KINDS =
    1u << QN_MEMORY_DEVICE | 1u << QN_MEMORY_MANAGED | 1u << QN_MEMORY_MAPPED;
static const unsigned HOST_KINDS = 1u << QN_MEMORY_HOST;

static qn_result allocate(qn_memory_kind kind, void **to, size_t size,
                          unsigned flags) {
  qn_device *device;
  const qn_memory_request request = {
      .kind = kind, .size = size, .flags = flags};
  QN_CHECK(qn_stream_check_unsafe("an allocation"));
  QN_CHECK(qn_device_current(&device));
  return qn_memory_allocate(device, &request, to);
}

hipError_t hipMalloc(void **to, size_t size) {
  QN_HIP_NEED(to);
  return qn_hip(allocate(QN_MEMORY_DEVICE, to, size, 0));
}

hipError_t hipExtMallocWithFlags(void **to, size_t size, unsigned int flags) {
  QN_HIP_NEED(to);
  if (flags & ~7u)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipExtMallocWithFlags has no flags 0x%x", flags));
  return qn_hip(allocate(QN_MEMORY_DEVICE, to, size, flags));
}

// Freeing waits for the device. It is allowed during a capture, as captured
// work does not run.
static qn_result release(void *block, unsigned kinds, const char *caller) {
  return qn_memory_free(block, kinds, caller);
}

hipError_t hipFree(void *block) {
  return qn_hip(release(block, DEVICE_KINDS, "hipFree"));
}

hipError_t hipHostMalloc(void **to, size_t size, unsigned int flags) {
  const unsigned coherence = hipHostMallocCoherent | hipHostMallocNonCoherent;
  const unsigned known = hipHostMallocPortable | hipHostMallocMapped |
                         hipHostMallocWriteCombined | hipHostMallocNumaUser |
                         hipHostMallocUncached | coherence;
  QN_HIP_NEED(to);
  if (flags & ~known || (flags & coherence) == coherence)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "pinned memory has no flags 0x%x", flags));
  return qn_hip(allocate(QN_MEMORY_HOST, to, size, flags));
}

hipError_t hipHostAlloc(void **to, size_t size, unsigned int flags) {
  return hipHostMalloc(to, size, flags);
}

hipError_t hipMallocHost(void **to, size_t size) {
  QN_HIP_NEED(to);
  return qn_hip(allocate(QN_MEMORY_HOST, to, size, 0));
}

hipError_t hipMemAllocHost(void **to, size_t size) {
  QN_HIP_NEED(to);
  return qn_hip(allocate(QN_MEMORY_HOST, to, size, 0));
}

hipError_t hipHostFree(void *block) {
  return qn_hip(release(block, HOST_KINDS, "hipHostFree"));
}

hipError_t hipFreeHost(void *block) {
  return qn_hip(release(block, HOST_KINDS, "hipFreeHost"));
}

hipError_t hipMallocManaged(void **to, size_t size, unsigned int flags) {
  QN_HIP_NEED(to);
  if (flags != hipMemAttachGlobal && flags != hipMemAttachHost)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipMallocManaged has no flags 0x%x", flags));
  if (!size)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "no managed memory of 0 bytes"));
  return qn_hip(allocate(QN_MEMORY_MANAGED, to, size, flags));
}

hipError_t hipHostRegister(void *block, size_t size, unsigned int flags) {
  qn_device *device;
  void *address;
  QN_HIP_NEED(block);
  if (!size)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no 0 bytes to register"));
  const unsigned known = hipHostRegisterPortable | hipHostRegisterMapped |
                         hipHostRegisterIoMemory | hipHostRegisterReadOnly |
                         hipExtHostRegisterUncached;
  if (flags & ~known)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipHostRegister has no flags 0x%x", flags));
  const qn_memory_request request = {.kind = QN_MEMORY_REGISTERED,
                                     .size = size,
                                     .flags = flags,
                                     .host = block};
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_memory_allocate(device, &request, &address));
}

hipError_t hipHostUnregister(void *block) {
  qn_range range;
  QN_HIP_NEED(block);
  if (!qn_memory_find(block, &range) || range.kind != QN_MEMORY_REGISTERED ||
      range.start != (uintptr_t)block)
    return qn_hip(
        qn_refuse(QN_R_HOST_NOT_REGISTERED, "%p is not registered", block));
  return qn_hip(
      qn_memory_free(block, 1u << QN_MEMORY_REGISTERED, "hipHostUnregister"));
}

static qn_result find_host(const void *block, qn_range *out) {
  if (qn_memory_find(block, out) &&
      (out->kind == QN_MEMORY_HOST || out->kind == QN_MEMORY_REGISTERED))
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_VALUE, "%p is no pinned memory of the host",
                   block);
}

hipError_t hipHostGetDevicePointer(void **to, void *block, unsigned int flags) {
  qn_range range;
  QN_HIP_NEED(to);
  (void)flags;
  QN_HIP_CHECK(find_host(block, &range));
  *to = block; // host and device share one address space
  return hipSuccess;
}

hipError_t hipHostGetFlags(unsigned int *flags, void *block) {
  qn_range range;
  QN_HIP_NEED(flags);
  QN_HIP_CHECK(find_host(block, &range));
  *flags = range.flags;
  return hipSuccess;
}

static qn_result allocate_pitch(void **to, size_t *pitch, size_t width,
                                size_t rows) {
  qn_device *device;
  size_t size;
  QN_CHECK(qn_stream_check_unsafe("an allocation"));
  QN_CHECK(qn_device_current(&device));
  const size_t alignment =
      device->info.texture_alignment ? device->info.texture_alignment : 256;
  if (width > SIZE_MAX - alignment)
    return qn_refuse(QN_R_INVALID_VALUE, "rows of %zu bytes are too long",
                     width);
  *pitch = (width + alignment - 1) / alignment * alignment;
  if (__builtin_mul_overflow(*pitch, rows, &size))
    return qn_refuse(QN_R_OUT_OF_MEMORY, "%zu rows of %zu bytes", rows, width);
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = size};
  return qn_memory_allocate(device, &request, to);
}

hipError_t hipMallocPitch(void **to, size_t *pitch, size_t width,
                          size_t height) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(pitch);
  return qn_hip(allocate_pitch(to, pitch, width, height));
}

hipError_t hipMemAllocPitch(hipDeviceptr_t *to, size_t *pitch, size_t width,
                            size_t height, unsigned int element_size) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(pitch);
  if (element_size != 4 && element_size != 8 && element_size != 16)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "elements have 4, 8 or 16 bytes, not %u",
                            element_size));
  return qn_hip(allocate_pitch(to, pitch, width, height));
}

hipError_t hipMalloc3D(hipPitchedPtr *to, hipExtent extent) {
  size_t pitch;
  void *block;
  size_t rows;
  QN_HIP_NEED(to);
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the extent is too large"));
  QN_HIP_CHECK(allocate_pitch(&block, &pitch, extent.width, rows));
  *to = (hipPitchedPtr){block, pitch, extent.width, extent.height};
  return hipSuccess;
}

hipError_t hipMemGetInfo(size_t *free_size, size_t *total_size) {
  qn_device *device;
  qn_device_info info;
  QN_HIP_CHECK(qn_device_current(&device));
  device->backend->describe(atomic_load(&device->native), &info);
  if (free_size)
    *free_size = info.memory_free;
  if (total_size)
    *total_size = info.memory_size;
  return hipSuccess;
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t *base, size_t *size,
                                 hipDeviceptr_t block) {
  qn_range range;
  if (!qn_memory_find(block, &range))
    return qn_hip(qn_refuse(QN_R_NOT_FOUND, "%p is in no allocation", block));
  if (base)
    *base = (void *)range.start;
  if (size)
    *size = range.size;
  return hipSuccess;
}

hipError_t hipMemPtrGetInfo(void *block, size_t *size) {
  qn_range range;
  QN_HIP_NEED(size);
  if (!qn_memory_find(block, &range))
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "%p is in no allocation", block));
  *size = range.size;
  return hipSuccess;
}

// ---- Copies

static qn_result copy(void *to, const void *from, size_t size, int kind,
                      hipStream_t handle, bool wait) {
  qn_stream *stream;
  qn_op op;
  QN_CHECK(qn_stream_find(handle, &stream));
  if (wait)
    QN_CHECK(qn_stream_check_unsafe("a copy that waits"));
  QN_CHECK(qn_copy_plain(to, from, size, kind, &op));
  return qn_copy_submit(stream, &op, wait ? QN_WAIT_SEEN : QN_WAIT_NOT);
}

hipError_t hipMemcpy(void *to, const void *from, size_t size,
                     hipMemcpyKind kind) {
  return qn_hip(copy(to, from, size, (int)kind, NULL, true));
}

hipError_t hipMemcpyAsync(void *to, const void *from, size_t size,
                          hipMemcpyKind kind, hipStream_t stream) {
  return qn_hip(copy(to, from, size, (int)kind, stream, false));
}

hipError_t hipMemcpyWithStream(void *to, const void *from, size_t size,
                               hipMemcpyKind kind, hipStream_t stream) {
  return qn_hip(copy(to, from, size, (int)kind, stream, true));
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t to, const void *from, size_t size) {
  return qn_hip(copy(to, from, size, QN_COPY_HOST_TO_DEVICE, NULL, true));
}

hipError_t hipMemcpyDtoH(void *to, hipDeviceptr_t from, size_t size) {
  return qn_hip(copy(to, from, size, QN_COPY_DEVICE_TO_HOST, NULL, true));
}

hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t size) {
  return qn_hip(copy(to, from, size, QN_COPY_DEVICE_TO_DEVICE, NULL, true));
}

hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t to, const void *from, size_t size,
                              hipStream_t stream) {
  return qn_hip(copy(to, from, size, QN_COPY_HOST_TO_DEVICE, stream, false));
}

hipError_t hipMemcpyDtoHAsync(void *to, hipDeviceptr_t from, size_t size,
                              hipStream_t stream) {
  return qn_hip(copy(to, from, size, QN_COPY_DEVICE_TO_HOST, stream, false));
}

hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t to, hipDeviceptr_t from,
                              size_t size, hipStream_t stream) {
  return qn_hip(copy(to, from, size, QN_COPY_DEVICE_TO_DEVICE, stream, false));
}

static qn_result copy_peer(void *to, const void *from, const int devices[2],
                           size_t size, hipStream_t *stream_or_null) {
  for (int i = 0; i < 2; ++i)
    if (!qn_device_at(devices[i]))
      return qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                       devices[i]);
  return copy(to, from, size, QN_COPY_DEVICE_TO_DEVICE,
              stream_or_null ? *stream_or_null : NULL, !stream_or_null);
}

hipError_t hipMemcpyPeer(void *to, int to_device, const void *from,
                         int from_device, size_t size) {
  const int devices[2] = {to_device, from_device};
  return qn_hip(copy_peer(to, from, devices, size, NULL));
}

hipError_t hipMemcpyPeerAsync(void *to, int to_device, const void *from,
                              int from_device, size_t size,
                              hipStream_t stream) {
  const int devices[2] = {to_device, from_device};
  return qn_hip(copy_peer(to, from, devices, size, &stream));
}

qn_result qn_hip_submit_copy(const qn_op *op, hipStream_t handle,
                             qn_wait wait) {
  qn_stream *stream;
  QN_CHECK(qn_stream_find(handle, &stream));
  if (wait != QN_WAIT_NOT)
    QN_CHECK(qn_stream_check_unsafe("a copy that waits"));
  return qn_copy_submit(stream, op, wait);
}

hipError_t hipMemcpy2D(void *to, size_t to_pitch, const void *from,
                       size_t from_pitch, size_t width, size_t height,
                       hipMemcpyKind kind) {
  qn_op op;
  QN_HIP_CHECK(qn_copy_rows((qn_rows){to, to_pitch},
                            (qn_rows){(void *)(uintptr_t)from, from_pitch},
                            (const size_t[2]){width, height}, (int)kind, &op));
  return qn_hip(qn_hip_submit_copy(&op, NULL, QN_WAIT_ALWAYS)); // as on AMD
}

hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                            size_t from_pitch, size_t width, size_t height,
                            hipMemcpyKind kind, hipStream_t stream) {
  qn_op op;
  QN_HIP_CHECK(qn_copy_rows((qn_rows){to, to_pitch},
                            (qn_rows){(void *)(uintptr_t)from, from_pitch},
                            (const size_t[2]){width, height}, (int)kind, &op));
  return qn_hip(qn_hip_submit_copy(&op, stream, QN_WAIT_NOT));
}

// ---- Symbols

static qn_result symbol_range(const void *symbol, size_t offset, size_t size,
                              hipStream_t stream_handle, void **out) {
  qn_stream *stream;
  size_t whole;
  void *address;
  QN_CHECK(qn_stream_find(stream_handle, &stream));
  QN_CHECK(qn_hip_symbol(symbol, stream->device, &address, &whole));
  if (offset > whole || size > whole - offset)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%zu bytes at offset %zu do not fit a variable of %zu",
                     size, offset, whole);
  *out = (char *)address + offset;
  return QN_R_OK;
}

hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *from,
                                  size_t size, size_t offset,
                                  hipMemcpyKind kind, hipStream_t stream) {
  void *to = NULL;
  QN_HIP_CHECK(symbol_range(symbol, offset, size, stream, &to));
  return qn_hip(copy(to, from, size, (int)kind, stream, false));
}

hipError_t hipMemcpyToSymbol(const void *symbol, const void *from, size_t size,
                             size_t offset, hipMemcpyKind kind) {
  void *to = NULL;
  QN_HIP_CHECK(symbol_range(symbol, offset, size, NULL, &to));
  return qn_hip(copy(to, from, size, (int)kind, NULL, true));
}

hipError_t hipMemcpyFromSymbolAsync(void *to, const void *symbol, size_t size,
                                    size_t offset, hipMemcpyKind kind,
                                    hipStream_t stream) {
  void *from = NULL;
  QN_HIP_CHECK(symbol_range(symbol, offset, size, stream, &from));
  return qn_hip(copy(to, from, size, (int)kind, stream, false));
}

hipError_t hipMemcpyFromSymbol(void *to, const void *symbol, size_t size,
                               size_t offset, hipMemcpyKind kind) {
  void *from = NULL;
  QN_HIP_CHECK(symbol_range(symbol, offset, size, NULL, &from));
  return qn_hip(copy(to, from, size, (int)kind, NULL, true));
}

hipError_t hipGetSymbolAddress(void **to, const void *symbol) {
  qn_device *device;
  size_t size;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_hip_symbol(symbol, device, to, &size));
}

hipError_t hipGetSymbolSize(size_t *size, const void *symbol) {
  qn_device *device;
  void *address;
  QN_HIP_NEED(size);
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_hip_symbol(symbol, device, &address, size));
}

// ---- Fills

static qn_result fill(const qn_op_fill *op, hipStream_t *stream_or_null) {
  qn_stream *stream;
  QN_CHECK(qn_stream_find(stream_or_null ? *stream_or_null : NULL, &stream));
  if (!stream_or_null)
    QN_CHECK(qn_stream_check_unsafe("a fill that waits"));
  return qn_fill_submit(stream, op, !stream_or_null);
}

static qn_op_fill plain_fill(void *to, uint32_t value, uint32_t value_size,
                             size_t count) {
  return (qn_op_fill){.address = to,
                      .value = value,
                      .value_size = value_size,
                      .width = count,
                      .height = 1,
                      .depth = 1};
}

#define FILL(name, pointer, type, bytes)                                       \
  hipError_t name(pointer to, type value, size_t count) {                      \
    const qn_op_fill op = plain_fill(to, (uint32_t)value, bytes, count);       \
    return qn_hip(fill(&op, NULL));                                            \
  }                                                                            \
  hipError_t name##Async(pointer to, type value, size_t count,                 \
                         hipStream_t stream) {                                 \
    const qn_op_fill op = plain_fill(to, (uint32_t)value, bytes, count);       \
    return qn_hip(fill(&op, &stream));                                         \
  }
FILL(hipMemset, void *, int, 1)
FILL(hipMemsetD8, hipDeviceptr_t, unsigned char, 1)
FILL(hipMemsetD16, hipDeviceptr_t, unsigned short, 2)
FILL(hipMemsetD32, hipDeviceptr_t, int, 4)
#undef FILL

static qn_op_fill cube_fill(hipPitchedPtr to, int value, hipExtent extent) {
  return (qn_op_fill){.address = to.ptr,
                      .value = (uint32_t)value,
                      .value_size = 1,
                      .width = extent.width,
                      .height = extent.height,
                      .depth = extent.depth,
                      .pitch = to.pitch,
                      .slice = to.pitch * to.ysize};
}

hipError_t hipMemset2D(void *to, size_t pitch, int value, size_t width,
                       size_t height) {
  const qn_op_fill op = cube_fill((hipPitchedPtr){to, pitch, width, height},
                                  value, (hipExtent){width, height, 1});
  return qn_hip(fill(&op, NULL));
}

hipError_t hipMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                            size_t height, hipStream_t stream) {
  const qn_op_fill op = cube_fill((hipPitchedPtr){to, pitch, width, height},
                                  value, (hipExtent){width, height, 1});
  return qn_hip(fill(&op, &stream));
}

hipError_t hipMemset3D(hipPitchedPtr to, int value, hipExtent extent) {
  const qn_op_fill op = cube_fill(to, value, extent);
  return qn_hip(fill(&op, NULL));
}

hipError_t hipMemset3DAsync(hipPitchedPtr to, int value, hipExtent extent,
                            hipStream_t stream) {
  const qn_op_fill op = cube_fill(to, value, extent);
  return qn_hip(fill(&op, &stream));
}

// SPDX-License-Identifier: Apache-2.0
// Launches on several devices, links between devices, and what devices report
// as missing.
#include "hip/core/api.h"

#include "base/alloc.h"

// ---- Cooperative launches on several devices

// Every stream is on a device of its own, and none is a null stream.
static qn_result check_streams(const hipStream_t *streams, unsigned count) {
  uint64_t seen = 0;
  for (unsigned i = 0; i < count; ++i) {
    qn_stream *stream;
    if (!streams[i])
      return qn_refuse(QN_R_INVALID_HANDLE,
                       "launches on several devices need streams of their own");
    QN_CHECK(qn_stream_find(streams[i], &stream));
    if (stream->null)
      return qn_refuse(QN_R_INVALID_HANDLE, "a null stream is not allowed");
    const uint64_t bit = 1ull << stream->device->ordinal;
    if (seen & bit)
      return qn_refuse(QN_R_INVALID_DEVICE, "two launches are on device %d",
                       stream->device->ordinal);
    seen |= bit;
  }
  return QN_R_OK;
}

static bool alike(dim3 a, dim3 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}

static qn_result check_launches(const hipLaunchParams *list, unsigned count) {
  for (unsigned i = 1; i < count; ++i)
    if (list[i].func != list[0].func ||
        !alike(list[i].gridDim, list[0].gridDim) ||
        !alike(list[i].blockDim, list[0].blockDim) ||
        list[i].sharedMem != list[0].sharedMem)
      return qn_refuse(QN_R_INVALID_VALUE,
                       "launch %u differs from the first in more than its "
                       "arguments and its stream",
                       i);
  return QN_R_OK;
}

static qn_result check_count(const void *list, unsigned count, unsigned flags) {
  const unsigned known = hipCooperativeLaunchMultiDeviceNoPreSync |
                         hipCooperativeLaunchMultiDeviceNoPostSync;
  if (!list || !count || count > qn_device_count())
    return qn_refuse(QN_R_INVALID_VALUE, "%u launches: there are %u devices",
                     count, qn_device_count());
  return flags & ~known ? qn_refuse(QN_R_INVALID_VALUE,
                                    "launches on several devices have no flags "
                                    "0x%x",
                                    flags)
                        : QN_R_OK;
}

// Unless NoPreSync is given, waits for earlier work of the devices.
static qn_result wait_before(const hipStream_t *streams, unsigned count,
                             unsigned flags) {
  for (unsigned i = 0;
       i < count && !(flags & hipCooperativeLaunchMultiDeviceNoPreSync); ++i) {
    qn_stream *stream;
    QN_CHECK(qn_stream_find(streams[i], &stream));
    QN_CHECK(qn_stream_wait(stream, true));
  }
  return QN_R_OK;
}

typedef hipError_t launch_fn(const void *list, unsigned index);

static hipError_t launch_one(const void *list, unsigned index) {
  const hipLaunchParams *p = (const hipLaunchParams *)list + index;
  return hipLaunchCooperativeKernel(p->func, p->gridDim, p->blockDim, p->args,
                                    (unsigned)p->sharedMem, p->stream);
}

static hipError_t launch_function(const void *list, unsigned index) {
  const hipFunctionLaunchParams *p =
      (const hipFunctionLaunchParams *)list + index;
  return hipModuleLaunchCooperativeKernel(
      p->function, p->gridDimX, p->gridDimY, p->gridDimZ, p->blockDimX,
      p->blockDimY, p->blockDimZ, p->sharedMemBytes, p->hStream,
      p->kernelParams);
}

static hipError_t launch_all(const void *list, const hipStream_t *streams,
                             unsigned count, unsigned flags,
                             launch_fn *launch) {
  const int before = qn_device_current_ordinal();
  qn_result result = check_streams(streams, count);
  if (result == QN_R_OK)
    result = wait_before(streams, count, flags);
  hipError_t error = qn_hip(result);
  for (unsigned i = 0; i < count && error == hipSuccess; ++i) {
    qn_stream *stream;
    error = qn_hip(qn_stream_find(streams[i], &stream));
    if (error == hipSuccess)
      error = hipSetDevice(stream->device->ordinal);
    if (error == hipSuccess)
      error = launch(list, i);
  }
  (void)hipSetDevice(before);
  return error;
}

hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *list,
                                                 int count,
                                                 unsigned int flags) {
  hipStream_t streams[QN_DEVICES_MAX];
  QN_HIP_CHECK(check_count(list, count > 0 ? (unsigned)count : 0, flags));
  QN_HIP_CHECK(check_launches(list, (unsigned)count));
  for (int i = 0; i < count; ++i)
    streams[i] = list[i].stream;
  return launch_all(list, streams, (unsigned)count, flags, launch_one);
}

hipError_t hipModuleLaunchCooperativeKernelMultiDevice(
    hipFunctionLaunchParams *list, unsigned int count, unsigned int flags) {
  hipStream_t streams[QN_DEVICES_MAX];
  QN_HIP_CHECK(check_count(list, count, flags));
  for (unsigned i = 0; i < count; ++i)
    streams[i] = list[i].hStream;
  return launch_all(list, streams, count, flags, launch_function);
}

// ---- Connections

hipError_t hipExtGetLinkTypeAndHopCount(int device, int other, uint32_t *type,
                                        uint32_t *hops) {
  enum { LINK_PCI_EXPRESS = 2, LINK_NVLINK_OR_XGMI = 4 };
  const qn_device *a = qn_device_at(device);
  const qn_device *b = qn_device_at(other);
  QN_HIP_NEED(type);
  QN_HIP_NEED(hops);
  if (!a || !b)
    return qn_hip(qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                            a ? other : device));
  if (a == b)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "a device is not connected with itself"));
  // Back ends say only whether one device reaches the other's memory.
  *type = a->backend == b->backend && a->backend->peer ? LINK_NVLINK_OR_XGMI
                                                       : LINK_PCI_EXPRESS;
  *hops = 1;
  return hipSuccess;
}

// ---- Features that the device attributes report as missing

// Sparse arrays, which cannot be created.
hipError_t hipMemMapArrayAsync(hipArrayMapInfo *list, unsigned int count,
                               hipStream_t stream) {
  qn_stream *found;
  QN_HIP_NEED(list);
  QN_HIP_CHECK(qn_stream_find(stream, &found));
  if (!count)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no arrays"));
  return qn_hip(
      qn_refuse(QN_R_INVALID_VALUE, "the array was not made as a sparse one"));
}

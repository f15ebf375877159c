// SPDX-License-Identifier: Apache-2.0
// Copies in batches, and three-dimensional ones between devices.
#include "hip/core/api.h"

// ---- Between devices -------------------------------------------------------

// Addresses and arrays say which device they are of.
static hipError_t peers_of(const hipMemcpy3DPeerParms *copy,
                           hipMemcpy3DParms *out) {
  QN_HIP_NEED(copy);
  for (int i = 0; i < 2; ++i) {
    const int ordinal = i ? copy->dstDevice : copy->srcDevice;
    if (!qn_device_at(ordinal))
      return qn_hip(
          qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d", ordinal));
  }
  *out = (hipMemcpy3DParms){.srcArray = copy->srcArray,
                            .srcPos = copy->srcPos,
                            .srcPtr = copy->srcPtr,
                            .dstArray = copy->dstArray,
                            .dstPos = copy->dstPos,
                            .dstPtr = copy->dstPtr,
                            .extent = copy->extent,
                            .kind = hipMemcpyDefault};
  return hipSuccess;
}

hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms *copy) {
  hipMemcpy3DParms p;
  const hipError_t error = peers_of(copy, &p);
  return error ? error : hipMemcpy3D(&p);
}

hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms *copy,
                                hipStream_t stream) {
  hipMemcpy3DParms p;
  const hipError_t error = peers_of(copy, &p);
  return error ? error : hipMemcpy3DAsync(&p, stream);
}

// ---- Batches ---------------------------------------------------------------

// Which copy failed is not told: what is checked here is wrong for all.
static hipError_t check_batch(bool valid, hipStream_t stream, size_t *failed) {
  if (failed)
    *failed = SIZE_MAX;
  if (!valid)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "a batch needs its lists, attributes from the "
                            "first copy on, and no flags"));
  if (!stream || stream == hipStreamLegacy)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "batches are not for the null stream"));
  return hipSuccess;
}

// One after the other: a batch promises no order, so any is right.
hipError_t hipMemcpyBatchAsync(void **to, void **from, size_t *sizes,
                               size_t count, hipMemcpyAttributes *attributes,
                               size_t *first, size_t attribute_count,
                               size_t *failed, hipStream_t stream) {
  const bool valid = count && to && from && sizes && attributes && first &&
                     attribute_count && attribute_count <= count && !first[0];
  const hipError_t error = check_batch(valid, stream, failed);
  if (error != hipSuccess)
    return error;
  for (size_t i = 0; i < count; ++i) {
    const hipError_t e =
        hipMemcpyAsync(to[i], from[i], sizes[i], hipMemcpyDefault, stream);
    if (e != hipSuccess) {
      if (failed)
        *failed = i;
      return e;
    }
  }
  return hipSuccess;
}

// Bytes of an element; 0: no array.
static size_t texel_of(hipArray_t array) {
  HIP_ARRAY3D_DESCRIPTOR d;
  if (hipArray3DGetDescriptor(&d, array) != hipSuccess)
    return 0;
  switch (d.Format) {
  case HIP_AD_FORMAT_UNSIGNED_INT8:
  case HIP_AD_FORMAT_SIGNED_INT8:
    return d.NumChannels;
  case HIP_AD_FORMAT_FLOAT:
  case HIP_AD_FORMAT_UNSIGNED_INT32:
  case HIP_AD_FORMAT_SIGNED_INT32:
    return 4 * (size_t)d.NumChannels;
  case HIP_AD_FORMAT_UNSIGNED_INT16:
  case HIP_AD_FORMAT_SIGNED_INT16:
  case HIP_AD_FORMAT_HALF:
    return 2 * (size_t)d.NumChannels;
  default:
    return 0;
  }
}

// Extents count elements of an array, or else bytes.
static hipError_t copy_one(const hipMemcpy3DBatchOp *op, hipStream_t stream) {
  const hipMemcpy3DOperand *from = &op->src;
  const hipMemcpy3DOperand *to = &op->dst;
  const bool from_array = from->type == hipMemcpyOperandTypeArray;
  const bool to_array = to->type == hipMemcpyOperandTypeArray;
  const size_t unit = from_array ? texel_of(from->op.array.array)
                      : to_array ? texel_of(to->op.array.array)
                                 : 1;
  if (!unit)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "an operand is no array with elements of a "
                            "known size"));
  HIP_MEMCPY3D p = {
      .WidthInBytes = op->extent.width * unit,
      .Height = op->extent.height,
      .Depth = op->extent.depth,
      .srcMemoryType = from_array ? hipMemoryTypeArray : hipMemoryTypeUnified,
      .dstMemoryType = to_array ? hipMemoryTypeArray : hipMemoryTypeUnified};
  if (from_array) {
    p.srcArray = from->op.array.array;
    p.srcXInBytes = from->op.array.offset.x * unit;
    p.srcY = from->op.array.offset.y;
    p.srcZ = from->op.array.offset.z;
  } else {
    p.srcDevice = from->op.ptr.ptr;
    p.srcPitch = from->op.ptr.rowLength * unit;
    p.srcHeight = from->op.ptr.layerHeight;
  }
  if (to_array) {
    p.dstArray = to->op.array.array;
    p.dstXInBytes = to->op.array.offset.x * unit;
    p.dstY = to->op.array.offset.y;
    p.dstZ = to->op.array.offset.z;
  } else {
    p.dstDevice = to->op.ptr.ptr;
    p.dstPitch = to->op.ptr.rowLength * unit;
    p.dstHeight = to->op.ptr.layerHeight;
  }
  return hipDrvMemcpy3DAsync(&p, stream);
}

hipError_t hipMemcpy3DBatchAsync(size_t count, hipMemcpy3DBatchOp *list,
                                 size_t *failed, unsigned long long flags,
                                 hipStream_t stream) {
  const hipError_t error = check_batch(count && list && !flags, stream, failed);
  if (error != hipSuccess)
    return error;
  for (size_t i = 0; i < count; ++i) {
    const hipError_t e = copy_one(&list[i], stream);
    if (e != hipSuccess) {
      if (failed)
        *failed = i;
      return e;
    }
  }
  return hipSuccess;
}

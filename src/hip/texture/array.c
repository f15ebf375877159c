// SPDX-License-Identifier: Apache-2.0
#include "hip/texture/array.h"

#include <limits.h>

#include "base/alloc.h"
#include "runtime/core/handles.h"

// ---- Formats

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w,
                                          hipChannelFormatKind kind) {
  return (hipChannelFormatDesc){x, y, z, w, kind};
}

bool qn_hip_shape_from(const hipChannelFormatDesc *f, qn_array_shape *shape) {
  const int bits[4] = {f->x, f->y, f->z, f->w};
  uint32_t channels = 0;
  for (int i = 0; i < 4; ++i) {
    if (!bits[i])
      break;
    if (bits[i] != bits[0])
      return false;
    ++channels;
  }
  for (uint32_t i = channels; i < 4; ++i)
    if (bits[i])
      return false;
  if ((bits[0] != 8 && bits[0] != 16 && bits[0] != 32) || channels == 3)
    return false;
  switch (f->f) {
  case hipChannelFormatKindSigned:
    shape->kind = QN_TEXEL_SIGNED;
    break;
  case hipChannelFormatKindUnsigned:
    shape->kind = QN_TEXEL_UNSIGNED;
    break;
  case hipChannelFormatKindFloat:
    shape->kind = QN_TEXEL_FLOAT;
    if (bits[0] == 8)
      return false;
    break;
  default:
    return false;
  }
  shape->channels = channels;
  shape->channel_bits = (uint32_t)bits[0];
  return true;
}

bool qn_hip_driver_format(hipArray_Format format, unsigned channels,
                          hipChannelFormatDesc *out) {
  static const struct {
    hipArray_Format format;
    int bits;
    hipChannelFormatKind kind;
  } formats[] = {
      {HIP_AD_FORMAT_UNSIGNED_INT8, 8, hipChannelFormatKindUnsigned},
      {HIP_AD_FORMAT_UNSIGNED_INT16, 16, hipChannelFormatKindUnsigned},
      {HIP_AD_FORMAT_UNSIGNED_INT32, 32, hipChannelFormatKindUnsigned},
      {HIP_AD_FORMAT_SIGNED_INT8, 8, hipChannelFormatKindSigned},
      {HIP_AD_FORMAT_SIGNED_INT16, 16, hipChannelFormatKindSigned},
      {HIP_AD_FORMAT_SIGNED_INT32, 32, hipChannelFormatKindSigned},
      {HIP_AD_FORMAT_HALF, 16, hipChannelFormatKindFloat},
      {HIP_AD_FORMAT_FLOAT, 32, hipChannelFormatKindFloat},
  };
  for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); ++i)
    if (formats[i].format == format &&
        (channels == 1 || channels == 2 || channels == 4)) {
      const int b = formats[i].bits;
      *out =
          (hipChannelFormatDesc){b, channels > 1 ? b : 0, channels > 2 ? b : 0,
                                 channels > 3 ? b : 0, formats[i].kind};
      return true;
    }
  return false;
}

hipArray_Format qn_hip_format_of(const qn_array_shape *shape) {
  const int log = shape->channel_bits == 8    ? 0
                  : shape->channel_bits == 16 ? 1
                                              : 2;
  switch (shape->kind) {
  case QN_TEXEL_UNSIGNED:
    return (hipArray_Format)(HIP_AD_FORMAT_UNSIGNED_INT8 + log);
  case QN_TEXEL_SIGNED:
    return (hipArray_Format)(HIP_AD_FORMAT_SIGNED_INT8 + log);
  default:
    return log == 1 ? HIP_AD_FORMAT_HALF : HIP_AD_FORMAT_FLOAT;
  }
}

size_t qn_hip_array_texel(const qn_hip_array *array) {
  return array->shape.channels * (array->shape.channel_bits / 8);
}

// ---- Arrays

qn_result qn_hip_array_find(const void *handle, qn_hip_array **out) {
  *out = qn_handle_find(QN_HANDLE_ARRAY, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE, "%p is no array, or was freed",
                          handle);
}

// A cubemap has six square faces, or with layers six of each.
static bool is_cube(const qn_array_shape *shape) {
  return shape->width == shape->height &&
         (shape->layered ? shape->depth && shape->depth % 6 == 0
                         : shape->depth == 6);
}

qn_result qn_hip_array_shape(const hipChannelFormatDesc *format,
                             hipExtent extent, unsigned flags,
                             qn_array_shape *out) {
  *out = (qn_array_shape){.width = extent.width,
                          .height = extent.height,
                          .depth = extent.depth,
                          .layered = (flags & hipArrayLayered) != 0,
                          .cubemap = (flags & hipArrayCubemap) != 0,
                          .surface = (flags & hipArraySurfaceLoadStore) != 0};
  if (!qn_hip_shape_from(format, out))
    return qn_refuse(QN_R_INVALID_CHANNEL,
                     "no array has channels of %d, %d, %d and %d bits",
                     format->x, format->y, format->z, format->w);
  if (!extent.width || (extent.depth && !extent.height && !out->layered))
    return qn_refuse(QN_R_INVALID_VALUE, "no array of %zu x %zu x %zu",
                     extent.width, extent.height, extent.depth);
  return !out->cubemap || is_cube(out)
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE,
                         "no cubemap of %zu x %zu x %zu: faces are square, and "
                         "there are six",
                         extent.width, extent.height, extent.depth);
}

// With the memory that `request` gives.
static qn_result make_array(qn_device *device, const qn_memory_request *request,
                            const qn_hip_array *like, hipArray_t *out) {
  const qn_memory_kind kind = request->kind;
  qn_hip_array *a = qn_alloc_array(1, sizeof(*a));
  if (!a)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for an array");
  *a = *like;
  a->device = device;
  qn_result result = device->backend->allocate(atomic_load(&device->native),
                                               request, &a->memory);
  if (result == QN_R_OK) {
    a->handle = qn_handle_make(QN_HANDLE_ARRAY, a);
    if (!a->handle) {
      result = QN_R_OUT_OF_MEMORY;
      (void)device->backend->release(atomic_load(&device->native), kind,
                                     &a->memory);
    }
  }
  if (result != QN_R_OK) {
    qn_free(a);
    return result;
  }
  *out = a->handle;
  return QN_R_OK;
}

qn_result qn_hip_array_make(const hipChannelFormatDesc *format,
                            hipExtent extent, unsigned flags, hipArray_t *out) {
  qn_device *device;
  qn_hip_array like = {.format = *format, .flags = flags};
  QN_CHECK(qn_stream_check_unsafe("an allocation"));
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_array_shape(format, extent, flags, &like.shape));
  const qn_memory_request request = {.kind = QN_MEMORY_ARRAY,
                                     .shape = &like.shape};
  return make_array(device, &request, &like, out);
}

qn_result qn_hip_array_of_level(qn_device *device, const qn_memory *mipmap,
                                size_t level, const qn_hip_array *like,
                                hipArray_t *out) {
  const qn_memory_request request = {.kind = QN_MEMORY_LEVEL,
                                     .host = mipmap->native,
                                     .offset = level,
                                     .shape = &like->shape};
  return make_array(device, &request, like, out);
}

static qn_result free_array(const void *handle) {
  qn_hip_array *a;
  if (!handle)
    return qn_refuse(QN_R_INVALID_VALUE, "the array is null");
  if (qn_handle_was(QN_HANDLE_ARRAY, handle))
    return qn_refuse(QN_R_CONTEXT_DESTROYED, "the array was freed already");
  QN_CHECK(qn_hip_array_find(handle, &a));
  if (a->level)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "the array is a level of a mipmapped one");
  return qn_hip_array_free(a);
}

qn_result qn_hip_array_free(qn_hip_array *a) {
  const void *handle = a->handle;
  (void)qn_device_synchronize(a->device);
  if (qn_handle_remove(QN_HANDLE_ARRAY, handle) != a)
    return qn_refuse(QN_R_INVALID_HANDLE, "the array was freed meanwhile");
  const qn_result result = a->device->backend->release(
      atomic_load(&a->device->native),
      a->level ? QN_MEMORY_LEVEL : QN_MEMORY_ARRAY, &a->memory);
  qn_free(a);
  return result;
}

hipError_t hipMallocArray(hipArray_t *to, const hipChannelFormatDesc *format,
                          size_t width, size_t height, unsigned int flags) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(format);
  return qn_hip(
      qn_hip_array_make(format, (hipExtent){width, height, 0}, flags, to));
}

hipError_t hipMalloc3DArray(hipArray_t *to, const hipChannelFormatDesc *format,
                            hipExtent extent, unsigned int flags) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(format);
  return qn_hip(qn_hip_array_make(format, extent, flags, to));
}

hipError_t hipFreeArray(hipArray_t array) { return qn_hip(free_array(array)); }
hipError_t hipArrayDestroy(hipArray_t array) {
  return qn_hip(free_array(array));
}

hipError_t hipArray3DCreate(hipArray_t *to,
                            const HIP_ARRAY3D_DESCRIPTOR *descriptor) {
  hipChannelFormatDesc format;
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  if (!qn_hip_driver_format(descriptor->Format, descriptor->NumChannels,
                            &format))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "no array of format %d with %u channels",
                            (int)descriptor->Format, descriptor->NumChannels));
  return qn_hip(qn_hip_array_make(
      &format,
      (hipExtent){descriptor->Width, descriptor->Height, descriptor->Depth},
      descriptor->Flags, to));
}

hipError_t hipArrayCreate(hipArray_t *to,
                          const HIP_ARRAY_DESCRIPTOR *descriptor) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(descriptor);
  return hipArray3DCreate(
      to, &(HIP_ARRAY3D_DESCRIPTOR){.Width = descriptor->Width,
                                    .Height = descriptor->Height,
                                    .Format = descriptor->Format,
                                    .NumChannels = descriptor->NumChannels});
}

hipError_t hipArrayGetInfo(hipChannelFormatDesc *format, hipExtent *extent,
                           unsigned int *flags, hipArray_t array) {
  qn_hip_array *a;
  QN_HIP_CHECK(qn_hip_array_find(array, &a));
  if (format)
    *format = a->format;
  if (extent)
    *extent = (hipExtent){a->shape.width, a->shape.height, a->shape.depth};
  if (flags)
    *flags = a->flags;
  return hipSuccess;
}

hipError_t hipGetChannelDesc(hipChannelFormatDesc *to, hipArray_const_t array) {
  qn_hip_array *a;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_array_find(array, &a));
  *to = a->format;
  return hipSuccess;
}

hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *to, hipArray_t array) {
  qn_hip_array *a;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_array_find(array, &a));
  *to = (HIP_ARRAY_DESCRIPTOR){.Width = a->shape.width,
                               .Height = a->shape.height,
                               .Format = qn_hip_format_of(&a->shape),
                               .NumChannels = a->shape.channels};
  return hipSuccess;
}

hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *to,
                                   hipArray_t array) {
  qn_hip_array *a;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_hip_array_find(array, &a));
  *to = (HIP_ARRAY3D_DESCRIPTOR){.Width = a->shape.width,
                                 .Height = a->shape.height,
                                 .Depth = a->shape.depth,
                                 .Format = qn_hip_format_of(&a->shape),
                                 .NumChannels = a->shape.channels,
                                 .Flags = a->flags};
  return hipSuccess;
}

// ---- Copies with arrays

// `x` in bytes. Rows and slices that do not exist count as one.
static qn_result array_side(const void *handle, size_t x, size_t y, size_t z,
                            qn_copy_side *side) {
  qn_hip_array *a;
  QN_CHECK(qn_hip_array_find(handle, &a));
  *side = (qn_copy_side){
      .array = &a->memory, .x = x, .y = y, .z = z, .device = true};
  return QN_R_OK;
}

static qn_result check_array(const void *handle, const qn_copy_side *side,
                             const qn_op_copy *copy) {
  const qn_hip_array *a = qn_handle_find(QN_HANDLE_ARRAY, handle);
  if (!handle || !copy->width)
    return QN_R_OK;
  const size_t width = a->shape.width * qn_hip_array_texel(a);
  const size_t height = a->shape.height ? a->shape.height : 1;
  const size_t depth = a->shape.depth ? a->shape.depth : 1;
  if (side->x <= width && copy->width <= width - side->x && side->y <= height &&
      copy->height <= height - side->y && side->z <= depth &&
      copy->depth <= depth - side->z)
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_VALUE,
                   "%zu bytes x %zu x %zu at %zu, %zu, %zu do not fit an array "
                   "of %zu bytes x %zu x %zu",
                   copy->width, copy->height, copy->depth, side->x, side->y,
                   side->z, width, height, depth);
}

static qn_result check_pitch(const qn_copy_side *side, const qn_op_copy *copy) {
  if (side->array)
    return QN_R_OK;
  if (copy->height * copy->depth > 1 && side->pitch < copy->width)
    return qn_refuse(QN_R_INVALID_PITCH,
                     "rows of %zu bytes do not fit a pitch of %zu", copy->width,
                     side->pitch);
  if (side->pitch > INT_MAX)
    return qn_refuse(QN_R_INVALID_VALUE, "a pitch is at most %d, not %zu",
                     INT_MAX, side->pitch);
  if (copy->depth > 1 && side->slice / copy->height < side->pitch)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "slices of %zu rows do not fit a height of %zu",
                     copy->height, side->pitch ? side->slice / side->pitch : 0);
  return QN_R_OK;
}

static qn_result finish_copy(qn_op *op, const void *to, const void *from,
                             int kind) {
  qn_op_copy *copy = &op->copy;
  op->kind = QN_OP_COPY;
  if (!copy->width || !copy->height || !copy->depth) {
    copy->width = 0;
    copy->height = copy->depth = 1;
    return QN_R_OK;
  }
  QN_CHECK(check_array(to, &copy->to, copy));
  QN_CHECK(check_array(from, &copy->from, copy));
  QN_CHECK(check_pitch(&copy->to, copy));
  QN_CHECK(check_pitch(&copy->from, copy));
  return qn_copy_check_sides(copy, kind);
}

// A side in memory that starts at `at`; `rows`: from one slice to the next.
static qn_copy_side memory_side(void *start, size_t pitch, size_t rows,
                                hipPos at) {
  return (qn_copy_side){.address = start ? (char *)start + at.z * pitch * rows +
                                               at.y * pitch + at.x
                                         : NULL,
                        .pitch = pitch,
                        .slice = pitch * rows};
}

// A pitch or a height of 0 means that of the copied region.
static qn_copy_side pitched_side(hipPitchedPtr p, hipPos pos,
                                 const qn_op_copy *copy) {
  return memory_side(p.ptr, p.pitch ? p.pitch : copy->width,
                     p.ysize ? p.ysize : copy->height, pos);
}

qn_result qn_hip_copy_3d(const hipMemcpy3DParms *p, qn_op *op) {
  qn_hip_array *array = NULL;
  *op = (qn_op){0};
  qn_op_copy *copy = &op->copy;
  if ((p->srcArray && p->srcPtr.ptr) || (p->dstArray && p->dstPtr.ptr))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a side of a copy is an array or a pointer, not both");
  const void *any = p->dstArray ? p->dstArray : p->srcArray;
  if (any)
    QN_CHECK(qn_hip_array_find(any, &array));
  // With an array, the width counts its elements.
  const size_t unit = array ? qn_hip_array_texel(array) : 1;
  copy->width = p->extent.width * unit;
  copy->height = p->extent.height;
  copy->depth = p->extent.depth;
  if (p->dstArray)
    QN_CHECK(array_side(p->dstArray, p->dstPos.x * unit, p->dstPos.y,
                        p->dstPos.z, &copy->to));
  else
    copy->to = pitched_side(p->dstPtr, p->dstPos, copy);
  if (p->srcArray)
    QN_CHECK(array_side(p->srcArray, p->srcPos.x * unit, p->srcPos.y,
                        p->srcPos.z, &copy->from));
  else
    copy->from = pitched_side(p->srcPtr, p->srcPos, copy);
  return finish_copy(op, p->dstArray, p->srcArray, (int)p->kind);
}

// One side of a copy in the driver's structs; `type` says which member counts.
typedef struct driver_side {
  hipMemoryType type;
  const void *host;
  hipDeviceptr_t device;
  hipArray_t array;
  size_t x, y, z, pitch, rows;
} driver_side;

static qn_result driver_copy_side(const driver_side *d, const qn_op_copy *copy,
                                  qn_copy_side *side) {
  void *start;
  switch (d->type) {
  case hipMemoryTypeArray:
    return array_side(d->array, d->x, d->y, d->z, side);
  case hipMemoryTypeHost:
    start = (void *)(uintptr_t)d->host;
    break;
  case hipMemoryTypeDevice:
  case hipMemoryTypeUnified:
  case hipMemoryTypeManaged:
    start = d->device;
    break;
  default:
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no kind of memory",
                     (int)d->type);
  }
  if (!start)
    return qn_refuse(QN_R_INVALID_VALUE, "a side of the copy is null");
  *side =
      memory_side(start, d->pitch ? d->pitch : copy->width,
                  d->rows ? d->rows : copy->height, (hipPos){d->x, d->y, d->z});
  return QN_R_OK;
}

static int driver_kind(hipMemoryType to, hipMemoryType from) {
  const bool to_host = to == hipMemoryTypeHost;
  const bool from_host = from == hipMemoryTypeHost;
  if (to == hipMemoryTypeUnified || from == hipMemoryTypeUnified)
    return QN_COPY_DEFAULT;
  return to_host     ? from_host ? QN_COPY_HOST_TO_HOST : QN_COPY_DEVICE_TO_HOST
         : from_host ? QN_COPY_HOST_TO_DEVICE
                     : QN_COPY_DEVICE_TO_DEVICE;
}

qn_result qn_hip_copy_driver_3d(const HIP_MEMCPY3D *p, qn_op *op) {
  const driver_side to = {p->dstMemoryType, p->dstHost,     p->dstDevice,
                          p->dstArray,      p->dstXInBytes, p->dstY,
                          p->dstZ,          p->dstPitch,    p->dstHeight};
  const driver_side from = {p->srcMemoryType, p->srcHost,     p->srcDevice,
                            p->srcArray,      p->srcXInBytes, p->srcY,
                            p->srcZ,          p->srcPitch,    p->srcHeight};
  *op = (qn_op){.copy = {.width = p->WidthInBytes,
                         .height = p->Height,
                         .depth = p->Depth}};
  QN_CHECK(driver_copy_side(&to, &op->copy, &op->copy.to));
  QN_CHECK(driver_copy_side(&from, &op->copy, &op->copy.from));
  return finish_copy(op, op->copy.to.array ? p->dstArray : NULL,
                     op->copy.from.array ? p->srcArray : NULL,
                     driver_kind(p->dstMemoryType, p->srcMemoryType));
}

qn_result qn_hip_copy_driver_2d(const hip_Memcpy2D *p, qn_op *op) {
  const HIP_MEMCPY3D whole = {
      .srcXInBytes = p->srcXInBytes,
      .srcY = p->srcY,
      .srcMemoryType = p->srcMemoryType,
      .srcHost = p->srcHost,
      .srcDevice = p->srcDevice,
      .srcArray = p->srcArray,
      .srcPitch = p->srcPitch,
      .dstXInBytes = p->dstXInBytes,
      .dstY = p->dstY,
      .dstMemoryType = p->dstMemoryType,
      .dstHost = p->dstHost,
      .dstDevice = p->dstDevice,
      .dstArray = p->dstArray,
      .dstPitch = p->dstPitch,
      .WidthInBytes = p->WidthInBytes,
      .Height = p->Height,
      .Depth = 1,
  };
  return qn_hip_copy_driver_3d(&whole, op);
}

static qn_result submit(const qn_op *op, hipStream_t *stream_or_null) {
  return stream_or_null ? qn_hip_submit_copy(op, *stream_or_null, QN_WAIT_NOT)
                        : qn_hip_submit_copy(op, NULL, QN_WAIT_SEEN);
}

// A copy from a struct, and its form with a stream.
#define COPY(name, type, read, wait)                                           \
  hipError_t name(const type *copy) {                                          \
    qn_op op;                                                                  \
    QN_HIP_NEED(copy);                                                         \
    QN_HIP_CHECK(read(copy, &op));                                             \
    return qn_hip(qn_hip_submit_copy(&op, NULL, wait));                        \
  }                                                                            \
  hipError_t name##Async(const type *copy, hipStream_t stream) {               \
    qn_op op;                                                                  \
    QN_HIP_NEED(copy);                                                         \
    QN_HIP_CHECK(read(copy, &op));                                             \
    return qn_hip(submit(&op, &stream));                                       \
  }
COPY(hipMemcpy3D, hipMemcpy3DParms, qn_hip_copy_3d, QN_WAIT_ALWAYS)
COPY(hipDrvMemcpy3D, HIP_MEMCPY3D, qn_hip_copy_driver_3d, QN_WAIT_SEEN)
COPY(hipMemcpyParam2D, hip_Memcpy2D, qn_hip_copy_driver_2d, QN_WAIT_SEEN)
#undef COPY

hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *copy) {
  return hipMemcpyParam2D(copy);
}

static qn_copy_side plain_side(const void *address, size_t pitch) {
  return (qn_copy_side){.address = (void *)(uintptr_t)address, .pitch = pitch};
}

static qn_result to_array(hipArray_t array, const size_t at[2],
                          qn_copy_side from, const size_t extent[2],
                          qn_op *op) {
  *op = (qn_op){
      .copy = {
          .from = from, .width = extent[0], .height = extent[1], .depth = 1}};
  return array_side(array, at[0], at[1], 0, &op->copy.to);
}

static qn_result from_array(const void *array, const size_t at[2],
                            qn_copy_side to, const size_t extent[2],
                            qn_op *op) {
  *op = (qn_op){
      .copy = {.to = to, .width = extent[0], .height = extent[1], .depth = 1}};
  return array_side(array, at[0], at[1], 0, &op->copy.from);
}

hipError_t hipMemcpy2DToArrayAsync(hipArray_t to, size_t x, size_t y,
                                   const void *from, size_t pitch, size_t width,
                                   size_t height, hipMemcpyKind kind,
                                   hipStream_t stream) {
  qn_op op;
  QN_HIP_CHECK(to_array(to, (size_t[2]){x, y}, plain_side(from, pitch),
                        (size_t[2]){width, height}, &op));
  QN_HIP_CHECK(finish_copy(&op, to, NULL, (int)kind));
  return qn_hip(submit(&op, &stream));
}

hipError_t hipMemcpy2DToArray(hipArray_t to, size_t x, size_t y,
                              const void *from, size_t pitch, size_t width,
                              size_t height, hipMemcpyKind kind) {
  qn_op op;
  QN_HIP_CHECK(to_array(to, (size_t[2]){x, y}, plain_side(from, pitch),
                        (size_t[2]){width, height}, &op));
  QN_HIP_CHECK(finish_copy(&op, to, NULL, (int)kind));
  return qn_hip(submit(&op, NULL));
}

hipError_t hipMemcpy2DFromArrayAsync(void *to, size_t pitch,
                                     hipArray_const_t from, size_t x, size_t y,
                                     size_t width, size_t height,
                                     hipMemcpyKind kind, hipStream_t stream) {
  qn_op op;
  QN_HIP_CHECK(from_array(from, (size_t[2]){x, y}, plain_side(to, pitch),
                          (size_t[2]){width, height}, &op));
  QN_HIP_CHECK(finish_copy(&op, NULL, from, (int)kind));
  return qn_hip(submit(&op, &stream));
}

hipError_t hipMemcpy2DFromArray(void *to, size_t pitch, hipArray_const_t from,
                                size_t x, size_t y, size_t width, size_t height,
                                hipMemcpyKind kind) {
  qn_op op;
  QN_HIP_CHECK(from_array(from, (size_t[2]){x, y}, plain_side(to, pitch),
                          (size_t[2]){width, height}, &op));
  QN_HIP_CHECK(finish_copy(&op, NULL, from, (int)kind));
  return qn_hip(submit(&op, NULL));
}

hipError_t hipMemcpy2DArrayToArray(hipArray_t to, size_t to_x, size_t to_y,
                                   hipArray_const_t from, size_t from_x,
                                   size_t from_y, size_t width, size_t height,
                                   hipMemcpyKind kind) {
  qn_op op;
  QN_HIP_CHECK(to_array(to, (size_t[2]){to_x, to_y}, (qn_copy_side){0},
                        (size_t[2]){width, height}, &op));
  QN_HIP_CHECK(array_side(from, from_x, from_y, 0, &op.copy.from));
  QN_HIP_CHECK(finish_copy(&op, to, from, (int)kind));
  return qn_hip(submit(&op, NULL));
}

// The old functions treat an array's rows as one run of bytes.

typedef struct run {
  qn_hip_array *array;
  const void *handle;
  size_t offset; // bytes from its start, rows without padding
  size_t size;
} run;

// Copies up to the end of a row, then whole rows, then the rest.
static qn_result copy_run(run *r, char *memory, bool to, hipStream_t *stream) {
  const size_t row = r->array->shape.width * qn_hip_array_texel(r->array);
  while (r->size) {
    const size_t x = r->offset % row;
    const size_t y = r->offset / row;
    const size_t rows = x || r->size < row ? 1 : r->size / row;
    size_t width = row - x;
    if (rows == 1 && width > r->size)
      width = r->size;
    qn_op op;
    const size_t at[2] = {x, y};
    const size_t extent[2] = {width, rows};
    if (to)
      QN_CHECK(to_array((hipArray_t)(uintptr_t)r->handle, at,
                        plain_side(memory, width), extent, &op));
    else
      QN_CHECK(
          from_array(r->handle, at, plain_side(memory, width), extent, &op));
    QN_CHECK(finish_copy(&op, to ? r->handle : NULL, to ? NULL : r->handle,
                         QN_COPY_DEFAULT));
    QN_CHECK(submit(&op, stream));
    memory += width * rows;
    r->offset += width * rows;
    r->size -= width * rows;
  }
  return QN_R_OK;
}

static qn_result copy_linear(const void *array, size_t offset, const void *host,
                             size_t size, bool to, hipStream_t *stream) {
  run r = {.handle = array, .offset = offset, .size = size};
  QN_CHECK(qn_hip_array_find(array, &r.array));
  return copy_run(&r, (char *)(uintptr_t)host, to, stream);
}

size_t qn_hip_linear_offset(const void *array, size_t x, size_t y) {
  const qn_hip_array *a = qn_handle_find(QN_HANDLE_ARRAY, array);
  return a ? y * a->shape.width * qn_hip_array_texel(a) + x : 0;
}

qn_result qn_hip_copy_linear(const qn_hip_linear *l, bool to_array,
                             hipStream_t stream) {
  return copy_linear(l->array, qn_hip_linear_offset(l->array, l->x, l->y),
                     l->memory, l->size, to_array, &stream);
}

hipError_t hipMemcpyToArray(hipArray_t to, size_t x, size_t y, const void *from,
                            size_t size, hipMemcpyKind kind) {
  (void)kind;
  return qn_hip(
      copy_linear(to, qn_hip_linear_offset(to, x, y), from, size, true, NULL));
}

hipError_t hipMemcpyFromArray(void *to, hipArray_const_t from, size_t x,
                              size_t y, size_t size, hipMemcpyKind kind) {
  (void)kind;
  return qn_hip(copy_linear(from, qn_hip_linear_offset(from, x, y), to, size,
                            false, NULL));
}

hipError_t hipMemcpyAtoH(void *to, hipArray_t from, size_t offset,
                         size_t size) {
  return qn_hip(copy_linear(from, offset, to, size, false, NULL));
}

hipError_t hipMemcpyHtoA(hipArray_t to, size_t offset, const void *from,
                         size_t size) {
  return qn_hip(copy_linear(to, offset, from, size, true, NULL));
}

hipError_t hipMemcpyAtoD(hipDeviceptr_t to, hipArray_t from, size_t offset,
                         size_t size) {
  return qn_hip(copy_linear(from, offset, to, size, false, NULL));
}

hipError_t hipMemcpyDtoA(hipArray_t to, size_t offset, hipDeviceptr_t from,
                         size_t size) {
  return qn_hip(copy_linear(to, offset, from, size, true, NULL));
}

hipError_t hipMemcpyAtoHAsync(void *to, hipArray_t from, size_t offset,
                              size_t size, hipStream_t stream) {
  return qn_hip(copy_linear(from, offset, to, size, false, &stream));
}

hipError_t hipMemcpyHtoAAsync(hipArray_t to, size_t offset, const void *from,
                              size_t size, hipStream_t stream) {
  return qn_hip(copy_linear(to, offset, from, size, true, &stream));
}

hipError_t hipMemcpyAtoA(hipArray_t to, size_t to_offset, hipArray_t from,
                         size_t from_offset, size_t size) {
  qn_hip_array *a;
  QN_HIP_CHECK(qn_hip_array_find(to, &a));
  char *stage = qn_alloc(size + 1);
  if (!stage)
    return qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY, "no memory to copy arrays"));
  qn_result result = copy_linear(from, from_offset, stage, size, false, NULL);
  if (result == QN_R_OK)
    result = copy_linear(to, to_offset, stage, size, true, NULL);
  qn_free(stage);
  return qn_hip(result);
}

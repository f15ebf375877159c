// SPDX-License-Identifier: Apache-2.0
// Texture and surface objects.
#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "hip/texture/array.h"
#include "runtime/check/check.h"
#include "runtime/contract/texture.h"

// Of things that are left at the end, beside the kinds of handles.
enum { CHECKED_TEXTURE = QN_HANDLE_KIND_COUNT };

// An object, as needed to describe and destroy it.
typedef struct object {
  qn_device *device;
  bool surface;
  hipResourceDesc resource;
  hipTextureDesc texture;
  hipResourceViewDesc view;
  bool has_view, seamless;
} object;

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_map objects; // by value

static qn_result source_of(const hipResourceDesc *r, qn_texture_request *out) {
  qn_hip_array *array;
  qn_hip_mipmap *mipmap;
  qn_range range;
  const hipChannelFormatDesc *format;
  size_t bytes;
  switch (r->resType) {
  case hipResourceTypeArray:
    QN_CHECK(qn_hip_array_find(r->res.array.array, &array));
    out->array = &array->memory;
    out->shape = array->shape;
    return QN_R_OK;
  case hipResourceTypeLinear:
    out->address = r->res.linear.devPtr;
    format = &r->res.linear.desc;
    bytes = r->res.linear.sizeInBytes;
    break;
  case hipResourceTypePitch2D:
    out->address = r->res.pitch2D.devPtr;
    out->pitch = r->res.pitch2D.pitchInBytes;
    out->shape.width = r->res.pitch2D.width;
    out->shape.height = r->res.pitch2D.height;
    format = &r->res.pitch2D.desc;
    bytes = out->shape.height ? (out->shape.height - 1) * out->pitch + 1 : 0;
    break;
  case hipResourceTypeMipmappedArray:
    QN_CHECK(qn_hip_mipmap_find(r->res.mipmap.mipmap, &mipmap));
    out->array = &mipmap->memory;
    out->shape = mipmap->shape;
    out->levels = mipmap->count;
    return QN_R_OK;
  default:
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no kind of resource",
                     (int)r->resType);
  }
  if (!qn_hip_shape_from(format, &out->shape))
    return qn_refuse(QN_R_INVALID_CHANNEL,
                     "no texture has channels of %d, %d, %d and %d bits",
                     format->x, format->y, format->z, format->w);
  if (!qn_memory_find(out->address, &range) ||
      bytes > range.size - ((uintptr_t)out->address - range.start))
    return qn_refuse(QN_R_INVALID_VALUE,
                     "%p with %zu bytes is no memory of a device", out->address,
                     bytes);
  if (r->resType == hipResourceTypeLinear)
    out->shape.width =
        bytes / (out->shape.channels * (out->shape.channel_bits / 8));
  return QN_R_OK;
}

static qn_result settings_of(const hipTextureDesc *t, qn_texture_request *out) {
  for (int i = 0; i < 3; ++i) {
    if ((unsigned)t->addressMode[i] > hipAddressModeBorder)
      return qn_refuse(QN_R_INVALID_VALUE, "%d is no mode of address",
                       (int)t->addressMode[i]);
    out->address_mode[i] = (uint32_t)t->addressMode[i];
  }
  out->linear = t->filterMode == hipFilterModeLinear;
  out->normalized_coords = t->normalizedCoords != 0;
  out->normalized_read = t->readMode == hipReadModeNormalizedFloat;
  out->srgb = t->sRGB != 0;
  out->levels_linear = t->mipmapFilterMode == hipFilterModeLinear;
  out->level_bias = t->mipmapLevelBias;
  out->level_min = t->minMipmapLevelClamp;
  out->level_max = t->maxMipmapLevelClamp;
  out->anisotropy = t->maxAnisotropy;
  if (out->levels && !out->normalized_coords)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "textures of mipmapped arrays have normalised "
                     "coordinates");
  memcpy(out->border, t->borderColor, sizeof(out->border));
  const qn_array_shape seen = qn_texture_seen(out);
  const bool is_float = seen.kind == QN_TEXEL_FLOAT || out->normalized_read;
  if (out->normalized_read && seen.kind != QN_TEXEL_FLOAT &&
      seen.channel_bits > 16)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "integers of 32 bits cannot be read as normalised floats");
  if (out->linear && !is_float)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "linear filtering needs floats, or reading as normalised "
                     "floats");
  return QN_R_OK;
}

static qn_result create(const qn_texture_request *request, const object *known,
                        unsigned long long *to) {
  qn_device *device;
  uint64_t value;
  qn_diag diag = {0};
  QN_CHECK(qn_device_current(&device));
  if (!device->backend->texture)
    return qn_refuse(QN_R_NOT_SUPPORTED, "the device has no textures");
  object *o = qn_alloc(sizeof(*o));
  if (!o)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture object");
  *o = *known;
  o->device = device;
  qn_result result =
      device->backend->texture(atomic_load(&device->native), request, &value);
  if (result == QN_R_OK) {
    qn_mutex_lock(&mutex);
    if (qn_failed(qn_map_put(&objects, value, (uintptr_t)o, &diag)))
      result = qn_refuse_diag(&diag, "filing a texture object");
    qn_mutex_unlock(&mutex);
  }
  if (result != QN_R_OK) {
    qn_free(o);
    return result;
  }
  *to = value;
  if (qn_check_on(QN_CPU_CHECK_LEAK))
    qn_check_made(CHECKED_TEXTURE, (const void *)(uintptr_t)value,
                  known->surface ? "a surface object" : "a texture object");
  return QN_R_OK;
}

static qn_result destroy(unsigned long long value, bool surface) {
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find(&objects, value);
  object *o = found ? (object *)(uintptr_t)*found : NULL;
  if (o && o->surface == surface)
    (void)qn_map_remove(&objects, value);
  else
    o = NULL;
  qn_mutex_unlock(&mutex);
  if (!o)
    return value ? qn_refuse(QN_R_INVALID_VALUE, "0x%llx is no %s object",
                             value, surface ? "surface" : "texture")
                 : QN_R_OK;
  if (qn_check_on(QN_CPU_CHECK_LEAK))
    qn_check_gone(CHECKED_TEXTURE, (const void *)(uintptr_t)value);
  (void)qn_device_synchronize(o->device);
  uint64_t native = value;
  const qn_result result = o->device->backend->texture(
      atomic_load(&o->device->native), NULL, &native);
  qn_free(o);
  return result;
}

static qn_result view_of(const hipResourceViewDesc *view,
                         qn_texture_view *out) {
  if ((unsigned)view->format > hipResViewFormatUnsignedBlockCompressed7)
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no format of a view",
                     (int)view->format);
  *out = (qn_texture_view){.format = view->format,
                           .width = view->width,
                           .height = view->height,
                           .depth = view->depth,
                           .first_level = view->firstMipmapLevel,
                           .last_level = view->lastMipmapLevel,
                           .first_layer = view->firstLayer,
                           .last_layer = view->lastLayer};
  return QN_R_OK;
}

hipError_t hipCreateTextureObject(hipTextureObject_t *to,
                                  const hipResourceDesc *resource,
                                  const hipTextureDesc *texture,
                                  const hipResourceViewDesc *view) {
  return qn_hip_texture_create(to, resource, texture, view, false);
}

hipError_t qn_hip_texture_create(hipTextureObject_t *to,
                                 const hipResourceDesc *resource,
                                 const hipTextureDesc *texture,
                                 const hipResourceViewDesc *view,
                                 bool seamless) {
  qn_texture_request request = {.seamless = seamless};
  QN_HIP_NEED(to);
  QN_HIP_NEED(resource);
  QN_HIP_NEED(texture);
  QN_HIP_CHECK(source_of(resource, &request));
  if (view)
    QN_HIP_CHECK(view_of(view, &request.view));
  QN_HIP_CHECK(settings_of(texture, &request));
  object known = {.resource = *resource,
                  .texture = *texture,
                  .has_view = view != NULL,
                  .seamless = seamless};
  if (view)
    known.view = *view;
  return qn_hip(create(&request, &known, to));
}

hipError_t hipDestroyTextureObject(hipTextureObject_t value) {
  return qn_hip(destroy(value, false));
}

hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *to,
                                  const hipResourceDesc *resource) {
  qn_texture_request request = {.surface = true};
  QN_HIP_NEED(to);
  QN_HIP_NEED(resource);
  if (resource->resType != hipResourceTypeArray)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "surfaces are of arrays only"));
  QN_HIP_CHECK(source_of(resource, &request));
  const object known = {.surface = true, .resource = *resource};
  return qn_hip(create(&request, &known, to));
}

hipError_t hipDestroySurfaceObject(hipSurfaceObject_t value) {
  return qn_hip(destroy(value, true));
}

static qn_result find(unsigned long long value, object *out) {
  qn_mutex_lock(&mutex);
  const uint64_t *found = qn_map_find(&objects, value);
  if (found)
    *out = *(const object *)(uintptr_t)*found;
  qn_mutex_unlock(&mutex);
  return found ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "0x%llx is no texture object",
                           value);
}

hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *to,
                                           hipTextureObject_t value) {
  object o = {0};
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find(value, &o));
  *to = o.resource;
  return hipSuccess;
}

hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *to,
                                          hipTextureObject_t value) {
  object o = {0};
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find(value, &o));
  *to = o.texture;
  return hipSuccess;
}

hipError_t qn_hip_texture_is_seamless(hipTextureObject_t value, bool *out) {
  object o = {0};
  QN_HIP_CHECK(find(value, &o));
  *out = o.seamless;
  return hipSuccess;
}

hipError_t hipGetTextureObjectResourceViewDesc(hipResourceViewDesc *to,
                                               hipTextureObject_t value) {
  object o = {0};
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find(value, &o));
  if (!o.has_view)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "the texture was made without a view"));
  *to = o.view;
  return hipSuccess;
}

hipError_t hipDeviceGetTexture1DLinearMaxWidth(
    size_t *width, const hipChannelFormatDesc *format, int ordinal) {
  qn_device *device;
  QN_HIP_NEED(width);
  QN_HIP_NEED(format);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  *width = device->info.texture_1d_linear;
  return hipSuccess;
}

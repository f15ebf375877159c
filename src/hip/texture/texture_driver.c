// SPDX-License-Identifier: Apache-2.0
// Texture objects from the driver's structs.
#include <string.h>

#include "hip/texture/array.h"

static qn_result resource_of(const HIP_RESOURCE_DESC *d, hipResourceDesc *out) {
  *out = (hipResourceDesc){.resType = (hipResourceType)d->resType};
  switch (d->resType) {
  case HIP_RESOURCE_TYPE_ARRAY:
    out->res.array.array = d->res.array.hArray;
    return QN_R_OK;
  case HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    out->res.mipmap.mipmap = d->res.mipmap.hMipmappedArray;
    return QN_R_OK;
  case HIP_RESOURCE_TYPE_LINEAR:
    out->res.linear.devPtr = d->res.linear.devPtr;
    out->res.linear.sizeInBytes = d->res.linear.sizeInBytes;
    return qn_hip_driver_format(d->res.linear.format, d->res.linear.numChannels,
                                &out->res.linear.desc)
               ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "no such format");
  case HIP_RESOURCE_TYPE_PITCH2D:
    out->res.pitch2D.devPtr = d->res.pitch2D.devPtr;
    out->res.pitch2D.width = d->res.pitch2D.width;
    out->res.pitch2D.height = d->res.pitch2D.height;
    out->res.pitch2D.pitchInBytes = d->res.pitch2D.pitchInBytes;
    return qn_hip_driver_format(d->res.pitch2D.format,
                                d->res.pitch2D.numChannels,
                                &out->res.pitch2D.desc)
               ? QN_R_OK
               : qn_refuse(QN_R_INVALID_VALUE, "no such format");
  default:
    return qn_refuse(QN_R_INVALID_VALUE, "%d is no kind of resource",
                     (int)d->resType);
  }
}

// Whether elements are floats already, or too wide to be read as floats.
static bool stays_as_it_is(const hipResourceDesc *r) {
  hipChannelFormatDesc format = {0};
  qn_hip_array *array;
  if (r->resType == hipResourceTypeLinear)
    format = r->res.linear.desc;
  else if (r->resType == hipResourceTypePitch2D)
    format = r->res.pitch2D.desc;
  else if (r->resType == hipResourceTypeArray &&
           qn_hip_array_find(r->res.array.array, &array) == QN_R_OK)
    format = array->format;
  return format.f == hipChannelFormatKindFloat || format.x > 16;
}

enum { SEAMLESS_CUBEMAP = 0x40 }; // CU_TRSF_SEAMLESS_CUBEMAP, not in HIP

static hipTextureDesc texture_of(const HIP_TEXTURE_DESC *d,
                                 const hipResourceDesc *resource) {
  const bool as_integer = (d->flags & HIP_TRSF_READ_AS_INTEGER) != 0;
  hipTextureDesc out = {
      .filterMode = (hipTextureFilterMode)d->filterMode,
      .readMode = as_integer || stays_as_it_is(resource)
                      ? hipReadModeElementType
                      : hipReadModeNormalizedFloat,
      .sRGB = (d->flags & HIP_TRSF_SRGB) != 0,
      .normalizedCoords = (d->flags & HIP_TRSF_NORMALIZED_COORDINATES) != 0,
      .maxAnisotropy = d->maxAnisotropy,
      .mipmapFilterMode = (hipTextureFilterMode)d->mipmapFilterMode,
      .mipmapLevelBias = d->mipmapLevelBias,
      .minMipmapLevelClamp = d->minMipmapLevelClamp,
      .maxMipmapLevelClamp = d->maxMipmapLevelClamp,
  };
  for (int i = 0; i < 3; ++i)
    out.addressMode[i] = (hipTextureAddressMode)d->addressMode[i];
  memcpy(out.borderColor, d->borderColor, sizeof(out.borderColor));
  return out;
}

hipError_t hipTexObjectCreate(hipTextureObject_t *to,
                              const HIP_RESOURCE_DESC *resource,
                              const HIP_TEXTURE_DESC *texture,
                              const HIP_RESOURCE_VIEW_DESC *view) {
  hipResourceDesc r;
  hipResourceViewDesc v;
  QN_HIP_NEED(to);
  QN_HIP_NEED(resource);
  QN_HIP_NEED(texture);
  QN_HIP_CHECK(resource_of(resource, &r));
  const hipTextureDesc t = texture_of(texture, &r);
  if (view)
    v = (hipResourceViewDesc){.format = (hipResourceViewFormat)view->format,
                              .width = view->width,
                              .height = view->height,
                              .depth = view->depth,
                              .firstMipmapLevel = view->firstMipmapLevel,
                              .lastMipmapLevel = view->lastMipmapLevel,
                              .firstLayer = view->firstLayer,
                              .lastLayer = view->lastLayer};
  return qn_hip_texture_create(to, &r, &t, view ? &v : NULL,
                               (texture->flags & SEAMLESS_CUBEMAP) != 0);
}

hipError_t hipTexObjectDestroy(hipTextureObject_t object) {
  return hipDestroyTextureObject(object);
}

static void put_format(const hipChannelFormatDesc *f, hipArray_Format *format,
                       unsigned *channels) {
  qn_array_shape shape = {0};
  if (!qn_hip_shape_from(f, &shape))
    return;
  *format = qn_hip_format_of(&shape);
  *channels = shape.channels;
}

hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *to,
                                       hipTextureObject_t object) {
  hipResourceDesc r;
  QN_HIP_NEED(to);
  const hipError_t error = hipGetTextureObjectResourceDesc(&r, object);
  if (error != hipSuccess)
    return error;
  *to = (HIP_RESOURCE_DESC){.resType = (HIPresourcetype)r.resType};
  switch (r.resType) {
  case hipResourceTypeArray:
    to->res.array.hArray = r.res.array.array;
    break;
  case hipResourceTypeMipmappedArray:
    to->res.mipmap.hMipmappedArray = r.res.mipmap.mipmap;
    break;
  case hipResourceTypeLinear:
    to->res.linear.devPtr = r.res.linear.devPtr;
    to->res.linear.sizeInBytes = r.res.linear.sizeInBytes;
    put_format(&r.res.linear.desc, &to->res.linear.format,
               &to->res.linear.numChannels);
    break;
  default:
    to->res.pitch2D.devPtr = r.res.pitch2D.devPtr;
    to->res.pitch2D.width = r.res.pitch2D.width;
    to->res.pitch2D.height = r.res.pitch2D.height;
    to->res.pitch2D.pitchInBytes = r.res.pitch2D.pitchInBytes;
    put_format(&r.res.pitch2D.desc, &to->res.pitch2D.format,
               &to->res.pitch2D.numChannels);
  }
  return hipSuccess;
}

hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *to,
                                      hipTextureObject_t object) {
  hipTextureDesc t;
  QN_HIP_NEED(to);
  bool seamless = false;
  const hipError_t error = hipGetTextureObjectTextureDesc(&t, object);
  if (error != hipSuccess)
    return error;
  (void)qn_hip_texture_is_seamless(object, &seamless);
  *to = (HIP_TEXTURE_DESC){
      .filterMode = (HIPfilter_mode)t.filterMode,
      .flags = (t.readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER
                                                     : 0u) |
               (t.normalizedCoords ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
               (t.sRGB ? HIP_TRSF_SRGB : 0u) |
               (seamless ? SEAMLESS_CUBEMAP : 0u),
      .maxAnisotropy = t.maxAnisotropy,
      .mipmapFilterMode = (HIPfilter_mode)t.mipmapFilterMode,
      .mipmapLevelBias = t.mipmapLevelBias,
      .minMipmapLevelClamp = t.minMipmapLevelClamp,
      .maxMipmapLevelClamp = t.maxMipmapLevelClamp,
  };
  for (int i = 0; i < 3; ++i)
    to->addressMode[i] = (HIPaddress_mode)t.addressMode[i];
  memcpy(to->borderColor, t.borderColor, sizeof(to->borderColor));
  return hipSuccess;
}

hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *to,
                                           hipTextureObject_t object) {
  hipResourceViewDesc v;
  QN_HIP_NEED(to);
  const hipError_t error = hipGetTextureObjectResourceViewDesc(&v, object);
  if (error != hipSuccess)
    return error;
  *to = (HIP_RESOURCE_VIEW_DESC){.format = (HIPresourceViewFormat)v.format,
                                 .width = v.width,
                                 .height = v.height,
                                 .depth = v.depth,
                                 .firstMipmapLevel = v.firstMipmapLevel,
                                 .lastMipmapLevel = v.lastMipmapLevel,
                                 .firstLayer = v.firstLayer,
                                 .lastLayer = v.lastLayer};
  return hipSuccess;
}

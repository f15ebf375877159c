// SPDX-License-Identifier: Apache-2.0
// Texture references: a texture object behind a variable of the program. What a
// reference is bound to is stored here, as its struct has no room for it; its
// object is created anew when it changes.
#include <string.h>

#include "base/alloc.h"
#include "hip/texture/array.h"
#include "runtime/check/check.h"

typedef struct reference {
  textureReference *texture;
  void *object;       // of a module: the variable, which holds an object
  const void *module; // its handle
  hipResourceDesc resource;
  size_t offset; // bytes from where the resource begins to what was bound
  bool bound;
  float border[4];
  struct reference *next;
} reference;

static qn_mutex mutex = QN_MUTEX_INIT; // of all of them
static reference *references;

// With the mutex held, as for all functions that take a reference. NULL: no
// memory.
static reference *find(const textureReference *texture) {
  for (reference *r = references; r; r = r->next)
    if (r->texture == texture)
      return r;
  reference *r = qn_alloc_array(1, sizeof(*r));
  if (!r)
    return NULL;
  r->texture = (textureReference *)(uintptr_t)texture;
  r->next = references;
  references = r;
  return r;
}

// Sets the variable on the device, if the program registered one.
static qn_result store(const reference *r) {
  qn_device *device;
  void *address;
  size_t size;
  QN_CHECK(qn_device_current(&device));
  address = r->object;
  size = sizeof(r->texture->textureObject);
  if (!address && qn_hip_symbol(r->texture, device, &address, &size) != QN_R_OK)
    return QN_R_OK;
  const bool whole = size >= sizeof(*r->texture);
  const void *from =
      whole ? (const void *)r->texture : &r->texture->textureObject;
  qn_op op;
  QN_CHECK(qn_copy_plain(address, from,
                         whole ? sizeof(*r->texture)
                               : sizeof(r->texture->textureObject),
                         QN_COPY_DEFAULT, &op));
  return qn_hip_submit_copy(&op, NULL, QN_WAIT_ALWAYS);
}

static qn_result unbind(reference *r) {
  textureReference *t = r->texture;
  if (t->textureObject)
    (void)hipDestroyTextureObject(t->textureObject);
  t->textureObject = 0;
  r->bound = false;
  return QN_R_OK;
}

// Creates the object from what the reference is bound to and its read modes.
static qn_result bind(reference *r) {
  textureReference *t = r->texture;
  hipTextureDesc d = {.filterMode = t->filterMode,
                      .readMode = t->readMode,
                      .sRGB = t->sRGB,
                      .normalizedCoords = t->normalized,
                      .maxAnisotropy = t->maxAnisotropy,
                      .mipmapFilterMode = t->mipmapFilterMode,
                      .mipmapLevelBias = t->mipmapLevelBias,
                      .minMipmapLevelClamp = t->minMipmapLevelClamp,
                      .maxMipmapLevelClamp = t->maxMipmapLevelClamp};
  memcpy(d.addressMode, t->addressMode, sizeof(d.addressMode));
  memcpy(d.borderColor, r->border, sizeof(d.borderColor));
  (void)unbind(r);
  qn_check_ours = true; // the program has no object to destroy
  const hipError_t error =
      hipCreateTextureObject(&t->textureObject, &r->resource, &d, NULL);
  qn_check_ours = false;
  if (error != hipSuccess)
    return (qn_result)error;
  r->bound = true;
  return store(r);
}

void qn_hip_forget_reference(const textureReference *texture) {
  qn_mutex_lock(&mutex);
  for (reference **at = &references; *at; at = &(*at)->next)
    if ((*at)->texture == texture) {
      reference *gone = *at;
      *at = gone->next;
      qn_free(gone);
      break;
    }
  qn_mutex_unlock(&mutex);
}

typedef qn_result change_fn(reference *r, const void *what);

// Changes a reference, and its object if there is one.
static hipError_t change(const textureReference *texture, change_fn *fn,
                         const void *what) {
  QN_HIP_NEED(texture);
  qn_mutex_lock(&mutex);
  reference *r = find(texture);
  qn_result result =
      r ? fn(r, what)
        : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a texture reference");
  if (result == QN_R_OK && r->bound)
    result = bind(r);
  qn_mutex_unlock(&mutex);
  return qn_hip(result);
}

typedef struct placed {
  hipResourceDesc resource;
  size_t offset;
} placed;

static qn_result set_resource(reference *r, const void *what) {
  const placed *p = what;
  const placed before = {r->resource, r->offset};
  r->resource = p->resource;
  r->offset = p->offset;
  const qn_result result = bind(r);
  if (result != QN_R_OK) {
    r->resource = before.resource;
    r->offset = before.offset;
  }
  return result;
}

static hipError_t bind_to(const textureReference *texture,
                          const hipResourceDesc *resource) {
  return change(texture, set_resource, &(placed){.resource = *resource});
}

// 1 for a format without bits, which creating the object refuses.
static size_t pixel_bytes(const hipChannelFormatDesc *f) {
  const int bits = f->x + f->y + f->z + f->w;
  return bits >= 8 ? (size_t)bits / 8 : 1;
}

// Memory, which begins at `*block` in the resource. A texture begins at a
// multiple of the device's alignment: bound further on, programs are told the
// bytes that their fetches have to add, and those that do not ask are refused.
static hipError_t bind_memory(const textureReference *texture,
                              hipResourceDesc *resource, void **block,
                              size_t *offset) {
  qn_device *device;
  qn_result result = qn_device_current(&device);
  if (result != QN_R_OK)
    return qn_hip(result);
  const size_t alignment =
      device->info.texture_alignment ? device->info.texture_alignment : 1;
  const size_t over = (uintptr_t)*block % alignment;
  if (over && !offset)
    return qn_hip(qn_refuse(
        QN_R_INVALID_VALUE,
        "the address is %zu bytes behind a multiple of the %zu at which the "
        "device's textures begin; a program that binds it asks for the offset, "
        "which its fetches add",
        over, alignment));
  *block = (char *)*block - over;
  if (resource->resType == hipResourceTypeLinear)
    resource->res.linear.sizeInBytes += over;
  else
    resource->res.pitch2D.width +=
        over / pixel_bytes(&resource->res.pitch2D.desc);
  const hipError_t error =
      change(texture, set_resource, &(placed){*resource, over});
  if (error == hipSuccess && offset)
    *offset = over;
  return error;
}

// Copies the reference; its object is 0 when it is not bound.
static hipError_t ask(const textureReference *texture, reference *out) {
  QN_HIP_NEED(texture);
  qn_mutex_lock(&mutex);
  const reference *r = find(texture);
  if (r)
    *out = *r;
  qn_mutex_unlock(&mutex);
  return r ? hipSuccess
           : qn_hip(qn_refuse(QN_R_OUT_OF_MEMORY,
                              "no memory for a texture reference"));
}

// ---- The runtime's functions

hipError_t hipGetTextureReference(const textureReference **to,
                                  const void *symbol) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(symbol);
  *to = symbol; // the variable is the reference
  return hipSuccess;
}

hipError_t hipGetTextureAlignmentOffset(size_t *offset,
                                        const textureReference *texture) {
  reference r;
  QN_HIP_NEED(offset);
  const hipError_t error = ask(texture, &r);
  if (error != hipSuccess)
    return error;
  if (!r.bound)
    return qn_hip(
        qn_refuse(QN_R_INVALID_TEXTURE, "the texture is bound to nothing"));
  *offset = r.offset;
  return hipSuccess;
}

// The bytes up to the end of the allocation, if the program gives no size.
static size_t bytes_from(const void *block, size_t size) {
  qn_range range;
  if (!qn_memory_find(block, &range))
    return size;
  const size_t left = range.size - ((uintptr_t)block - range.start);
  return size < left ? size : left;
}

hipError_t hipBindTexture(size_t *offset, const textureReference *texture,
                          const void *block, const hipChannelFormatDesc *format,
                          size_t size) {
  QN_HIP_NEED(format);
  QN_HIP_NEED(block);
  hipResourceDesc r = {.resType = hipResourceTypeLinear,
                       .res.linear = {(void *)(uintptr_t)block, *format,
                                      bytes_from(block, size)}};
  return bind_memory(texture, &r, &r.res.linear.devPtr, offset);
}

hipError_t hipBindTexture2D(size_t *offset, const textureReference *texture,
                            const void *block,
                            const hipChannelFormatDesc *format, size_t width,
                            size_t height, size_t pitch) {
  QN_HIP_NEED(format);
  QN_HIP_NEED(block);
  hipResourceDesc r = {
      .resType = hipResourceTypePitch2D,
      .res.pitch2D = {(void *)(uintptr_t)block, *format, width, height, pitch}};
  return bind_memory(texture, &r, &r.res.pitch2D.devPtr, offset);
}

hipError_t hipBindTextureToArray(const textureReference *texture,
                                 hipArray_const_t array,
                                 const hipChannelFormatDesc *format) {
  QN_HIP_NEED(format);
  const hipResourceDesc r = {.resType = hipResourceTypeArray,
                             .res.array = {(hipArray_t)(uintptr_t)array}};
  return bind_to(texture, &r);
}

hipError_t hipBindTextureToMipmappedArray(const textureReference *texture,
                                          hipMipmappedArray_const_t array,
                                          const hipChannelFormatDesc *format) {
  QN_HIP_NEED(format);
  const hipResourceDesc r = {
      .resType = hipResourceTypeMipmappedArray,
      .res.mipmap = {(hipMipmappedArray_t)(uintptr_t)array}};
  return bind_to(texture, &r);
}

static qn_result drop(reference *r, const void *what) {
  (void)what;
  return unbind(r);
}

hipError_t hipUnbindTexture(const textureReference *texture) {
  return change(texture, drop, NULL);
}

// ---- The driver's functions

// The module's variable holds only the object, so what the program sets is kept
// here.
static qn_result of_module(const void *module, void *object,
                           textureReference **to) {
  qn_result result = QN_R_OK;
  qn_mutex_lock(&mutex);
  reference *r = references;
  while (r && (r->object != object || r->module != module))
    r = r->next;
  if (!r) {
    textureReference *t = qn_alloc_array(1, sizeof(*t));
    r = t ? find(t) : NULL;
    if (r) {
      r->object = object;
      r->module = module;
      t->numChannels = 1;
      for (int i = 0; i < 3; ++i)
        t->addressMode[i] = hipAddressModeClamp;
    } else {
      qn_free(t);
      result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a reference");
    }
  }
  if (r)
    *to = r->texture;
  qn_mutex_unlock(&mutex);
  return result;
}

hipError_t hipModuleGetTexRef(textureReference **to, hipModule_t module,
                              const char *name) {
  hipDeviceptr_t address;
  size_t size;
  QN_HIP_NEED(to);
  *to = NULL;
  QN_HIP_NEED(name);
  const hipError_t error = hipModuleGetGlobal(&address, &size, module, name);
  if (error != hipSuccess)
    return error;
  // The object is in front; SPIR-V images keep what is behind it.
  if (size != sizeof((*to)->textureObject) && size != sizeof(**to))
    return qn_hip(
        qn_refuse(QN_R_NOT_FOUND, "'%s' is no texture reference", name));
  return qn_hip(of_module(module, address, to));
}

#define SET(name, parameter, statement)                                        \
  static qn_result set_##name(reference *r, const void *what) {                \
    textureReference *t = r->texture;                                          \
    const parameter *p = what;                                                 \
    statement;                                                                 \
    return QN_R_OK;                                                            \
  }
typedef struct address_mode {
  int dimension;
  enum hipTextureAddressMode mode;
} address_mode;
typedef struct format_pair {
  hipArray_Format format;
  int channels;
} format_pair;
typedef struct clamp {
  float min, max;
} clamp;
typedef enum hipTextureFilterMode filter_mode;
SET(mode, address_mode, t->addressMode[p->dimension] = p->mode)
SET(filter, filter_mode, t->filterMode = *p)
SET(mip_filter, filter_mode, t->mipmapFilterMode = *p)
SET(bias, float, t->mipmapLevelBias = *p)
SET(anisotropy, unsigned, t->maxAnisotropy = *p)
SET(clamps, clamp,
    (t->minMipmapLevelClamp = p->min, t->maxMipmapLevelClamp = p->max))
SET(format, format_pair, (t->format = p->format, t->numChannels = p->channels))
SET(border, float, ((void)t, memcpy(r->border, p, sizeof(r->border))))
SET(flags, unsigned,
    (t->readMode = *p & HIP_TRSF_READ_AS_INTEGER ? hipReadModeElementType
                                                 : hipReadModeNormalizedFloat,
     t->normalized = (*p & HIP_TRSF_NORMALIZED_COORDINATES) != 0,
     t->sRGB = (*p & HIP_TRSF_SRGB) != 0))
#undef SET

hipError_t hipTexRefSetAddressMode(textureReference *texture, int dimension,
                                   enum hipTextureAddressMode mode) {
  if (dimension < 0 || dimension > 2 || (unsigned)mode > hipAddressModeBorder)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "no address mode %d of dimension %d", (int)mode,
                            dimension));
  return change(texture, set_mode, &(address_mode){dimension, mode});
}

hipError_t hipTexRefSetFilterMode(textureReference *texture,
                                  enum hipTextureFilterMode mode) {
  return change(texture, set_filter, &mode);
}

hipError_t hipTexRefSetMipmapFilterMode(textureReference *texture,
                                        enum hipTextureFilterMode mode) {
  return change(texture, set_mip_filter, &mode);
}

hipError_t hipTexRefSetMipmapLevelBias(textureReference *texture, float bias) {
  return change(texture, set_bias, &bias);
}

hipError_t hipTexRefSetMipmapLevelClamp(textureReference *texture, float least,
                                        float most) {
  return change(texture, set_clamps, &(clamp){least, most});
}

hipError_t hipTexRefSetMaxAnisotropy(textureReference *texture,
                                     unsigned int value) {
  return change(texture, set_anisotropy, &value);
}

hipError_t hipTexRefSetBorderColor(textureReference *texture, float *color) {
  QN_HIP_NEED(color);
  return change(texture, set_border, color);
}

hipError_t hipTexRefSetFlags(textureReference *texture, unsigned int flags) {
  return change(texture, set_flags, &flags);
}

hipError_t hipTexRefSetFormat(textureReference *texture, hipArray_Format format,
                              int channels) {
  hipChannelFormatDesc none;
  if (!qn_hip_driver_format(format, (unsigned)channels, &none))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no format %d of %d channels",
                            (int)format, channels));
  return change(texture, set_format, &(format_pair){format, channels});
}

hipError_t hipTexRefSetArray(textureReference *texture, hipArray_const_t array,
                             unsigned int flags) {
  hipChannelFormatDesc format;
  if (flags != HIP_TRSA_OVERRIDE_FORMAT)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipTexRefSetArray wants HIP_TRSA_OVERRIDE_FORMAT, "
                            "not 0x%x",
                            flags));
  const hipError_t error = hipGetChannelDesc(&format, array);
  return error == hipSuccess ? hipBindTextureToArray(texture, array, &format)
                             : error;
}

hipError_t hipTexRefSetMipmappedArray(textureReference *texture,
                                      struct hipMipmappedArray *array,
                                      unsigned int flags) {
  const hipChannelFormatDesc any = {0};
  if (flags != HIP_TRSA_OVERRIDE_FORMAT)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipTexRefSetMipmappedArray wants "
                            "HIP_TRSA_OVERRIDE_FORMAT, not 0x%x",
                            flags));
  return hipBindTextureToMipmappedArray(texture, array, &any);
}

hipError_t hipTexRefSetAddress(size_t *offset, textureReference *texture,
                               hipDeviceptr_t block, size_t size) {
  hipChannelFormatDesc format;
  QN_HIP_NEED(texture);
  if (!qn_hip_driver_format(texture->format, (unsigned)texture->numChannels,
                            &format))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipTexRefSetFormat has not said the format"));
  return hipBindTexture(offset, texture, block, &format, size);
}

hipError_t hipTexRefSetAddress2D(textureReference *texture,
                                 const HIP_ARRAY_DESCRIPTOR *descriptor,
                                 hipDeviceptr_t block, size_t pitch) {
  hipChannelFormatDesc format;
  QN_HIP_NEED(texture);
  QN_HIP_NEED(descriptor);
  if (!qn_hip_driver_format(descriptor->Format, descriptor->NumChannels,
                            &format))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no format %d of %u channels",
                            (int)descriptor->Format, descriptor->NumChannels));
  return hipBindTexture2D(NULL, texture, block, &format, descriptor->Width,
                          descriptor->Height, pitch);
}

// Copies a reference; refuses one that is not bound to this kind of resource.
static hipError_t ask_bound(const textureReference *texture,
                            hipResourceType type, reference *out) {
  const hipError_t error = ask(texture, out);
  if (error != hipSuccess)
    return error;
  return out->bound && out->resource.resType == type
             ? hipSuccess
             : qn_hip(
                   qn_refuse(QN_R_INVALID_VALUE,
                             "the texture is bound to nothing of that kind"));
}

hipError_t hipTexRefGetAddress(hipDeviceptr_t *to,
                               const textureReference *texture) {
  reference r;
  QN_HIP_NEED(to);
  hipError_t error = ask(texture, &r);
  if (error == hipSuccess && r.bound &&
      r.resource.resType == hipResourceTypePitch2D) {
    *to = (char *)r.resource.res.pitch2D.devPtr + r.offset;
    return hipSuccess;
  }
  error = ask_bound(texture, hipResourceTypeLinear, &r);
  if (error == hipSuccess)
    *to = (char *)r.resource.res.linear.devPtr + r.offset;
  return error;
}

hipError_t hipTexRefGetArray(hipArray_t *to, const textureReference *texture) {
  reference r;
  QN_HIP_NEED(to);
  const hipError_t error = ask_bound(texture, hipResourceTypeArray, &r);
  if (error == hipSuccess)
    *to = r.resource.res.array.array;
  return error;
}

hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *to,
                                      const textureReference *texture) {
  reference r;
  QN_HIP_NEED(to);
  const hipError_t error =
      ask_bound(texture, hipResourceTypeMipmappedArray, &r);
  if (error == hipSuccess)
    *to = r.resource.res.mipmap.mipmap;
  return error;
}

hipError_t hipTexRefGetBorderColor(float *color,
                                   const textureReference *texture) {
  reference r;
  QN_HIP_NEED(color);
  const hipError_t error = ask(texture, &r);
  if (error == hipSuccess)
    memcpy(color, r.border, sizeof(r.border));
  return error;
}

hipError_t hipTexRefGetAddressMode(enum hipTextureAddressMode *mode,
                                   const textureReference *texture,
                                   int dimension) {
  QN_HIP_NEED(mode);
  QN_HIP_NEED(texture);
  if (dimension < 0 || dimension > 2)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "there is no dimension %d", dimension));
  *mode = texture->addressMode[dimension];
  return hipSuccess;
}

#define GET(name, type, parameter, value)                                      \
  hipError_t hipTexRefGet##name(type *parameter,                               \
                                const textureReference *texture) {             \
    QN_HIP_NEED(parameter);                                                    \
    QN_HIP_NEED(texture);                                                      \
    *parameter = value;                                                        \
    return hipSuccess;                                                         \
  }
GET(FilterMode, enum hipTextureFilterMode, mode, texture->filterMode)
GET(MipmapFilterMode, enum hipTextureFilterMode, mode,
    texture->mipmapFilterMode)
GET(MipmapLevelBias, float, bias, texture->mipmapLevelBias)
GET(MaxAnisotropy, int, value, (int)texture->maxAnisotropy)
GET(Flags, unsigned int, flags,
    (texture->readMode == hipReadModeElementType ? HIP_TRSF_READ_AS_INTEGER
                                                 : 0u) |
        (texture->normalized ? HIP_TRSF_NORMALIZED_COORDINATES : 0u) |
        (texture->sRGB ? HIP_TRSF_SRGB : 0u))
#undef GET

hipError_t hipTexRefGetMipmapLevelClamp(float *least, float *most,
                                        const textureReference *texture) {
  QN_HIP_NEED(least);
  QN_HIP_NEED(most);
  QN_HIP_NEED(texture);
  *least = texture->minMipmapLevelClamp;
  *most = texture->maxMipmapLevelClamp;
  return hipSuccess;
}

hipError_t hipTexRefGetFormat(hipArray_Format *format, int *channels,
                              const textureReference *texture) {
  QN_HIP_NEED(format);
  QN_HIP_NEED(channels);
  QN_HIP_NEED(texture);
  *format = texture->format;
  *channels = texture->numChannels;
  return hipSuccess;
}

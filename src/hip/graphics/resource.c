// SPDX-License-Identifier: Apache-2.0
#include "hip/graphics/resource.h"

#include "base/alloc.h"
#include "hip/graphics/gl.h"
#include "runtime/core/handles.h"

// Guarded by nothing: OpenGL's context is one thread's anyway.
typedef struct graphics_resource {
  bool is_image;
  unsigned flags; // QN_MAP_*
  gl_uint buffer;
  size_t size; // bytes of the buffer or of all slices
  void *memory;
  gl_image image;
  hipArray_t *slices;
  bool mapped;
} graphics_resource;

static qn_result find(const void *handle, graphics_resource **out) {
  *out = qn_handle_find(QN_HANDLE_GRAPHICS, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no resource that a graphics API registered",
                          handle);
}

static qn_result check_flags(unsigned flags) {
  return flags <= QN_MAP_WRITE_DISCARD
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE, "%u is no way to map a resource",
                         flags);
}

// HIP's functions have reported their own reasons.
static qn_result result_of(hipError_t error) { return (qn_result)error; }

// ---- Registering

static void free_resource(graphics_resource *r) {
  for (unsigned i = 0; r->slices && i < r->image.slices; ++i)
    if (r->slices[i])
      (void)hipFreeArray(r->slices[i]);
  qn_free(r->slices);
  if (r->memory)
    (void)hipFree(r->memory);
  qn_free(r);
}

static hipChannelFormatDesc format_of(const gl_image *image) {
  static const hipChannelFormatKind kinds[] = {
      [GL_KIND_UNSIGNED] = hipChannelFormatKindUnsigned,
      [GL_KIND_SIGNED] = hipChannelFormatKindSigned,
      [GL_KIND_FLOAT] = hipChannelFormatKindFloat};
  const int bits = (int)image->bits;
  return (hipChannelFormatDesc){.x = bits,
                                .y = image->channels > 1 ? bits : 0,
                                .z = image->channels > 2 ? bits : 0,
                                .w = image->channels > 3 ? bits : 0,
                                .f = kinds[image->kind]};
}

static qn_result make_slices(graphics_resource *r) {
  const hipChannelFormatDesc format = format_of(&r->image);
  const hipExtent extent = {r->image.width, r->image.height, r->image.depth};
  r->slices = qn_alloc_array(r->image.slices, sizeof(*r->slices));
  if (!r->slices)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a resource");
  for (unsigned i = 0; i < r->image.slices; ++i)
    QN_CHECK(result_of(hipMalloc3DArray(&r->slices[i], &format, extent,
                                        hipArraySurfaceLoadStore)));
  return QN_R_OK;
}

static qn_result make_buffer(graphics_resource *r, const gl *g) {
  QN_CHECK(qn_gl_buffer_size(g, r->buffer, &r->size));
  return result_of(hipMalloc(&r->memory, r->size));
}

static qn_result make_image(graphics_resource *r, const gl *g, gl_uint name,
                            gl_enum target) {
  QN_CHECK(qn_gl_describe(g, name, target, &r->image));
  r->size = qn_gl_slice_size(&r->image) * r->image.slices;
  return make_slices(r);
}

static qn_result add(graphics_resource *r, qn_result result,
                     hipGraphicsResource_t *to) {
  if (result == QN_R_OK) {
    *to = qn_handle_make(QN_HANDLE_GRAPHICS, r);
    if (*to)
      return QN_R_OK;
    result = qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a handle");
  }
  free_resource(r);
  return result;
}

// Flags of registering beyond those of mapping: surfaces (4), gathers (8).
enum { REGISTER_MAP = 3, REGISTER_ALL = 15 };

static qn_result begin(hipGraphicsResource_t *to, unsigned flags, gl *g,
                       graphics_resource **out) {
  if (!to)
    return qn_refuse(QN_R_INVALID_VALUE, "nowhere to store a resource");
  if (flags & ~(unsigned)REGISTER_ALL)
    return qn_refuse(QN_R_INVALID_VALUE, "flags 0x%x are not known", flags);
  QN_CHECK(check_flags(flags & REGISTER_MAP));
  QN_CHECK(qn_gl_open(g));
  *out = qn_alloc_array(1, sizeof(**out));
  if (!*out)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a resource");
  (*out)->flags = flags & REGISTER_MAP;
  return QN_R_OK;
}

hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource_t *to, GLuint buffer,
                                       unsigned int flags) {
  gl g;
  graphics_resource *r;
  QN_HIP_CHECK(begin(to, flags, &g, &r));
  r->buffer = buffer;
  return qn_hip(add(r, make_buffer(r, &g), to));
}

hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource_t *to, GLuint image,
                                      GLenum target, unsigned int flags) {
  gl g;
  graphics_resource *r;
  QN_HIP_CHECK(begin(to, flags, &g, &r));
  r->is_image = true;
  return qn_hip(add(r, make_image(r, &g, image, target), to));
}

// A context draws where it likes; its images are copied to any device.
hipError_t hipGLGetDevices(unsigned int *out_count, int *devices,
                           unsigned int capacity, hipGLDeviceList which) {
  gl g;
  if (!out_count || !devices || !capacity || which < hipGLDeviceListAll ||
      which > hipGLDeviceListNextFrame)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "no room for devices, or list %d", (int)which));
  *out_count = 0;
  QN_HIP_CHECK(qn_gl_open(&g));
  devices[(*out_count)++] = qn_device_current_ordinal();
  return hipSuccess;
}

// ---- Mapping

enum { TO_DEVICE = 1, TO_GRAPHICS = 0 };

static qn_result copy_slice(const graphics_resource *r, unsigned slice,
                            void *host, bool to_device) {
  const size_t row = qn_gl_row_size(&r->image);
  const hipPitchedPtr memory = {host, row, row, r->image.height};
  const size_t depth = r->image.depth ? r->image.depth : 1;
  hipMemcpy3DParms copy = {.extent = {r->image.width, r->image.height, depth},
                           .kind = to_device ? hipMemcpyHostToDevice
                                             : hipMemcpyDeviceToHost};
  if (to_device) {
    copy.srcPtr = memory;
    copy.dstArray = r->slices[slice];
  } else {
    copy.srcArray = r->slices[slice];
    copy.dstPtr = memory;
  }
  return result_of(hipMemcpy3D(&copy));
}

static qn_result copy_image(const graphics_resource *r, const gl *g, char *host,
                            bool to_device) {
  if (to_device)
    QN_CHECK(qn_gl_read_image(g, &r->image, host));
  for (unsigned i = 0; i < r->image.slices; ++i)
    QN_CHECK(
        copy_slice(r, i, host + i * qn_gl_slice_size(&r->image), to_device));
  return to_device ? QN_R_OK : qn_gl_write_image(g, &r->image, host);
}

static qn_result copy_buffer(const graphics_resource *r, const gl *g,
                             char *host, bool to_device) {
  if (to_device)
    QN_CHECK(qn_gl_read_buffer(g, r->buffer, r->size, host));
  QN_CHECK(result_of(
      to_device ? hipMemcpy(r->memory, host, r->size, hipMemcpyHostToDevice)
                : hipMemcpy(host, r->memory, r->size, hipMemcpyDeviceToHost)));
  return to_device ? QN_R_OK : qn_gl_write_buffer(g, r->buffer, r->size, host);
}

static qn_result copy(const graphics_resource *r, bool to_device) {
  gl g;
  if (r->flags == (to_device ? QN_MAP_WRITE_DISCARD : QN_MAP_READ_ONLY))
    return QN_R_OK;
  QN_CHECK(qn_gl_open(&g));
  char *host = qn_alloc(r->size);
  if (!host)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a copy of a resource");
  const qn_result result = r->is_image ? copy_image(r, &g, host, to_device)
                                       : copy_buffer(r, &g, host, to_device);
  qn_free(host);
  return result;
}

static qn_result check_all(int count, hipGraphicsResource_t *list,
                           bool mapped) {
  if (count <= 0 || !list)
    return qn_refuse(QN_R_INVALID_VALUE, "no resources");
  for (int i = 0; i < count; ++i) {
    graphics_resource *r;
    QN_CHECK(find(list[i], &r));
    if (r->mapped && !mapped)
      return qn_refuse(QN_R_ALREADY_MAPPED, "resource %d is mapped", i);
    if (!r->mapped && mapped)
      return qn_refuse(QN_R_NOT_MAPPED, "resource %d is not mapped", i);
  }
  return QN_R_OK;
}

// Copies wait for the stream, in whose order they come.
static qn_result change_all(int count, hipGraphicsResource_t *list,
                            hipStream_t stream, bool map) {
  QN_CHECK(check_all(count, list, !map));
  QN_CHECK(result_of(hipStreamSynchronize(stream)));
  for (int i = 0; i < count; ++i) {
    graphics_resource *r;
    QN_CHECK(find(list[i], &r));
    QN_CHECK(copy(r, map));
    r->mapped = map;
  }
  return QN_R_OK;
}

hipError_t hipGraphicsMapResources(int count, hipGraphicsResource_t *list,
                                   hipStream_t stream) {
  qn_stream *found;
  QN_HIP_CHECK(qn_stream_find(stream, &found));
  return qn_hip(change_all(count, list, stream, true));
}

hipError_t hipGraphicsUnmapResources(int count, hipGraphicsResource_t *list,
                                     hipStream_t stream) {
  qn_stream *found;
  QN_HIP_CHECK(qn_stream_find(stream, &found));
  return qn_hip(change_all(count, list, stream, false));
}

static qn_result find_mapped(const void *handle, graphics_resource **out) {
  QN_CHECK(find(handle, out));
  return (*out)->mapped
             ? QN_R_OK
             : qn_refuse(QN_R_NOT_MAPPED, "%p is not mapped", handle);
}

hipError_t hipGraphicsResourceGetMappedPointer(void **to, size_t *size,
                                               hipGraphicsResource_t resource) {
  graphics_resource *r;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find_mapped(resource, &r));
  if (r->is_image)
    return qn_hip(qn_refuse(QN_R_NOT_MAPPED_POINTER,
                            "%p is an image, which is mapped as arrays",
                            (void *)resource));
  *to = r->memory;
  if (size)
    *size = r->size;
  return hipSuccess;
}

hipError_t hipGraphicsSubResourceGetMappedArray(hipArray_t *to,
                                                hipGraphicsResource_t resource,
                                                unsigned int index,
                                                unsigned int level) {
  graphics_resource *r;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find_mapped(resource, &r));
  if (!r->is_image)
    return qn_hip(qn_refuse(QN_R_NOT_MAPPED_ARRAY,
                            "%p is a buffer, which is mapped as memory",
                            (void *)resource));
  if (index >= r->image.slices || level)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "slice %u of level %u: there are %u slices, and "
                            "only the first level is mapped",
                            index, level, r->image.slices));
  *to = r->slices[index];
  return hipSuccess;
}

hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t resource) {
  graphics_resource *r = qn_handle_remove(QN_HANDLE_GRAPHICS, resource);
  if (!r)
    return qn_hip(find(resource, &r));
  const qn_result result = r->mapped ? copy(r, false) : QN_R_OK;
  free_resource(r);
  return qn_hip(result);
}

qn_result qn_hip_graphics_set_flags(const void *resource, unsigned flags) {
  graphics_resource *r;
  QN_CHECK(check_flags(flags));
  QN_CHECK(find(resource, &r));
  if (r->mapped)
    return qn_refuse(QN_R_ALREADY_MAPPED, "%p is mapped", resource);
  r->flags = flags;
  return QN_R_OK;
}

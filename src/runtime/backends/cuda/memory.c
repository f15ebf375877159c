// SPDX-License-Identifier: Apache-2.0
// Memory, address ranges, textures and peers of NVIDIA GPUs.
#include "runtime/backends/cuda/cuda.h"

#include "base/alloc.h"
#include "runtime/contract/texture.h"

enum { // flags of the driver's calls
  HOST_PORTABLE = 1,
  HOST_MAPPED = 2,
  HOST_FLAGS = 7,      // with write-combined; HIP's others mean nothing here
  REGISTER_FLAGS = 11, // portable, mapped, read-only
  REGISTER_IO = 4,
  MANAGED_GLOBAL = 1,
  MANAGED_FLAGS = 3, // attached to all streams, or to the host
  ARRAY_LAYERED = 1,
  ARRAY_CUBEMAP = 4,
  ARRAY_SURFACE = 2,
  LOCATION_DEVICE = 1,
  PHYSICAL_PINNED = 1,
  HANDLE_FILE = 1,
  ACCESS_NONE = 0,
  ACCESS_READ = 1,
  ACCESS_ALL = 3,
};

// ---- Allocation

static qn_result allocate_device(const qn_memory_request *request,
                                 qn_memory *memory) {
  cu_address address = 0;
  QN_CUDA(cuMemAlloc, &address, request->size);
  memory->native = memory->address = qn_cuda_pointer(address);
  return QN_R_OK;
}

static qn_result device_address(void *host, qn_memory *memory) {
  cu_address address = 0;
  QN_CUDA(cuMemHostGetDevicePointer, &address, host, 0);
  memory->native = memory->host = host;
  memory->address = qn_cuda_pointer(address);
  return QN_R_OK;
}

static qn_result allocate_host(const qn_memory_request *request,
                               qn_memory *memory) {
  void *host = NULL;
  QN_CUDA(cuMemHostAlloc, &host, request->size,
          (request->flags & HOST_FLAGS) | HOST_PORTABLE | HOST_MAPPED);
  const qn_result result = device_address(host, memory);
  if (result != QN_R_OK)
    (void)qn_cuda.cuMemFreeHost(host);
  return result;
}

static qn_result allocate_managed(const qn_memory_request *request,
                                  qn_memory *memory) {
  const unsigned flags = request->flags & MANAGED_FLAGS;
  cu_address address = 0;
  QN_CUDA(cuMemAllocManaged, &address, request->size,
          flags == 2 ? flags : MANAGED_GLOBAL);
  memory->native = memory->address = memory->host = qn_cuda_pointer(address);
  return QN_R_OK;
}

static qn_result register_host(const qn_memory_request *request,
                               qn_memory *memory) {
  QN_CUDA(cuMemHostRegister, request->host, request->size,
          (request->flags & (REGISTER_FLAGS | REGISTER_IO)) | HOST_PORTABLE |
              HOST_MAPPED);
  const qn_result result = device_address(request->host, memory);
  if (result != QN_R_OK)
    (void)qn_cuda.cuMemHostUnregister(request->host);
  return result;
}

static int element_format(const qn_array_shape *shape) {
  const uint32_t bits = shape->channel_bits;
  const int size = bits == 8 ? 0 : bits == 16 ? 1 : 2;
  switch (shape->kind) {
  case QN_TEXEL_UNSIGNED:
    return CU_FORMAT_U8 + size;
  case QN_TEXEL_SIGNED:
    return CU_FORMAT_S8 + size;
  default:
    return bits == 16 ? CU_FORMAT_F16 : CU_FORMAT_F32;
  }
}

static qn_result check_shape(const qn_array_shape *shape) {
  const uint32_t bits = shape->channel_bits;
  if ((bits != 8 && bits != 16 && bits != 32) ||
      (bits == 8 && shape->kind == QN_TEXEL_FLOAT))
    return qn_refuse(QN_R_INVALID_CHANNEL,
                     "an NVIDIA GPU has no %s elements of %u bits",
                     shape->kind == QN_TEXEL_FLOAT ? "float" : "integer", bits);
  return QN_R_OK;
}

static cu_array_desc array_of(const qn_array_shape *shape) {
  return (cu_array_desc){
      .width = shape->width,
      .height = shape->height,
      .depth = shape->depth,
      .format = element_format(shape),
      .channels = shape->channels,
      .flags = (shape->layered ? ARRAY_LAYERED : 0u) |
               (shape->surface ? ARRAY_SURFACE : 0u) |
               (shape->cubemap ? ARRAY_CUBEMAP : 0u),
  };
}

static qn_result allocate_mipmap(const qn_memory_request *request,
                                 qn_memory *memory) {
  cu_mipmap *mipmap = NULL;
  QN_CHECK(check_shape(request->shape));
  const cu_array_desc desc = array_of(request->shape);
  if (!qn_cuda.cuMipmappedArrayCreate)
    return qn_refuse(QN_R_NOT_SUPPORTED, "the driver has no mipmapped arrays");
  QN_CUDA(cuMipmappedArrayCreate, &mipmap, &desc, request->shape->levels);
  memory->native = mipmap;
  return QN_R_OK;
}

// It belongs to its mipmap.
static qn_result get_level(const qn_memory_request *request,
                           qn_memory *memory) {
  cu_array *array = NULL;
  QN_CUDA(cuMipmappedArrayGetLevel, &array, request->host,
          (unsigned)request->offset);
  memory->native = array;
  return QN_R_OK;
}

static qn_result allocate_array(const qn_memory_request *request,
                                qn_memory *memory) {
  const qn_array_shape *shape = request->shape;
  cu_array *array = NULL;
  QN_CHECK(check_shape(shape));
  const cu_array_desc desc = array_of(shape);
  QN_CUDA(cuArray3DCreate, &array, &desc);
  memory->native = array;
  return QN_R_OK;
}

// ---- Memory shared between processes

static qn_result check_files(void);

static qn_result export_memory(const qn_memory_request *request) {
  cu_token token;
  if (request->fd) {
    QN_CHECK(check_files());
    QN_CUDA(cuMemExportToShareableHandle, request->fd,
            qn_cuda_address(request->host), HANDLE_FILE, 0);
    return QN_R_OK;
  }
  QN_CUDA(cuIpcGetMemHandle, &token, qn_cuda_address(request->host));
  memcpy(request->token, token.bytes, sizeof(token.bytes));
  return QN_R_OK;
}

static qn_result import_memory(const qn_memory_request *request,
                               qn_memory *memory) {
  enum { LAZY_PEERS = 1 };
  cu_token token;
  cu_address address = 0;
  memcpy(token.bytes, request->token, sizeof(token.bytes));
  QN_CUDA(cuIpcOpenMemHandle, &address, token, LAZY_PEERS);
  memory->native = memory->address = qn_cuda_pointer(address);
  const int error =
      qn_cuda.cuMemGetAddressRange(&address, &memory->pitch, address);
  if (error)
    (void)qn_cuda.cuIpcCloseMemHandle(qn_cuda_address(memory->native));
  return qn_cuda_result(error, "cuMemGetAddressRange");
}

// ---- Addresses and physical memory

static cu_physical physical_of(int device) {
  return (cu_physical){.type = PHYSICAL_PINNED,
                       .location = {LOCATION_DEVICE, device}};
}

static bool has_ranges(void) {
  return qn_cuda.cuMemAddressReserve && qn_cuda.cuMemAddressFree &&
         qn_cuda.cuMemCreate && qn_cuda.cuMemRelease && qn_cuda.cuMemMap &&
         qn_cuda.cuMemUnmap && qn_cuda.cuMemSetAccess &&
         qn_cuda.cuMemGetAllocationGranularity;
}

static qn_result check_ranges(void) {
  return has_ranges()
             ? QN_R_OK
             : qn_refuse(QN_R_NOT_SUPPORTED,
                         "the driver is too old for virtual memory functions");
}

uint32_t qn_cuda_granularity(int device) {
  const cu_physical physical = physical_of(device);
  size_t granularity = 0;
  if (!has_ranges() ||
      qn_cuda.cuMemGetAllocationGranularity(&granularity, &physical, 0))
    return 0;
  return granularity <= UINT32_MAX ? (uint32_t)granularity : 0;
}

// The driver needs the size again to free a reservation: `native` holds it.
static qn_result reserve(const qn_memory_request *request, qn_memory *memory) {
  cu_address address = 0;
  QN_CHECK(check_ranges());
  QN_CUDA(cuMemAddressReserve, &address, request->size, request->alignment,
          qn_cuda_address(request->host), 0);
  memory->address = qn_cuda_pointer(address);
  memory->native = (void *)(uintptr_t)request->size;
  return QN_R_OK;
}

static qn_result check_files(void) {
  return qn_cuda.cuMemExportToShareableHandle &&
                 qn_cuda.cuMemImportFromShareableHandle
             ? QN_R_OK
             : qn_refuse(
                   QN_R_NOT_SUPPORTED,
                   "the driver is too old to share memory by descriptors");
}

static qn_result create_physical(const qn_cuda_device *device,
                                 const qn_memory_request *request,
                                 qn_memory *memory) {
  cu_physical physical = physical_of(device->device);
  unsigned long long handle = 0;
  QN_CHECK(check_ranges());
  if (request->fd) {
    QN_CHECK(check_files());
    QN_CUDA(cuMemImportFromShareableHandle, &handle,
            (void *)(intptr_t)*request->fd, HANDLE_FILE);
    memory->native = qn_cuda_pointer(handle);
    return QN_R_OK;
  }
  if (request->exportable)
    physical.handle_types = HANDLE_FILE;
  QN_CUDA(cuMemCreate, &handle, request->size, &physical, 0);
  memory->native = qn_cuda_pointer(handle);
  return QN_R_OK;
}

static qn_result set_access(const qn_cuda_device *device,
                            const qn_map_request *request) {
  const cu_access access = {
      .location = {LOCATION_DEVICE, device->device},
      .flags = request->write  ? ACCESS_ALL
               : request->read ? ACCESS_READ
                               : ACCESS_NONE,
  };
  QN_CUDA(cuMemSetAccess, qn_cuda_address(request->address), request->size,
          &access, 1);
  return QN_R_OK;
}

static qn_result unmap_range(qn_cuda_device *device,
                             const qn_map_request *request) {
  QN_CUDA(cuMemUnmap, qn_cuda_address(request->address), request->size);
  (void)qn_map_remove(&device->mapped, qn_cuda_address(request->address));
  return QN_R_OK;
}

static qn_result map_range(qn_cuda_device *device,
                           const qn_map_request *request) {
  const cu_address address = qn_cuda_address(request->address);
  QN_CHECK(check_ranges());
  QN_CHECK(qn_cuda_enter(device));
  if (!request->physical)
    return unmap_range(device, request);
  if (!qn_map_find(&device->mapped, address)) {
    if (qn_failed(qn_map_put(&device->mapped, address, request->size, NULL)))
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a mapping");
    const int error = qn_cuda.cuMemMap(address, request->size, request->offset,
                                       qn_cuda_address(request->physical), 0);
    if (error) {
      (void)qn_map_remove(&device->mapped, address);
      return qn_cuda_result(error, "cuMemMap");
    }
    if (!request->read && !request->write)
      return QN_R_OK; // without access, as the driver maps it
  }
  return set_access(device, request);
}

qn_result qn_cuda_map(void *user, const qn_map_request *request) {
  qn_cuda_device *device = user;
  qn_mutex_lock(&device->mutex);
  const qn_result result = map_range(device, request);
  qn_mutex_unlock(&device->mutex);
  return result;
}

// ---- The table's functions

qn_result qn_cuda_allocate(void *user, const qn_memory_request *request,
                           qn_memory *out_memory) {
  const qn_cuda_device *device = user;
  *out_memory = (qn_memory){0};
  QN_CHECK(qn_cuda_enter(device));
  switch (request->kind) {
  case QN_MEMORY_DEVICE:
    return allocate_device(request, out_memory);
  case QN_MEMORY_HOST:
    return allocate_host(request, out_memory);
  case QN_MEMORY_MANAGED:
    return allocate_managed(request, out_memory);
  case QN_MEMORY_REGISTERED:
    return register_host(request, out_memory);
  case QN_MEMORY_ARRAY:
    return allocate_array(request, out_memory);
  case QN_MEMORY_MIPMAP:
    return allocate_mipmap(request, out_memory);
  case QN_MEMORY_LEVEL:
    return get_level(request, out_memory);
  case QN_MEMORY_RESERVED:
    return reserve(request, out_memory);
  case QN_MEMORY_PHYSICAL:
    return create_physical(device, request, out_memory);
  case QN_MEMORY_EXPORTED:
    return export_memory(request);
  case QN_MEMORY_IMPORTED:
    return import_memory(request, out_memory);
  case QN_MEMORY_MAPPED:
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "memory of other APIs is for the CPU only");
  }
  return qn_refuse(QN_R_INVALID_VALUE, "there is no memory of kind %d",
                   (int)request->kind);
}

static int free_native(qn_memory_kind kind, const qn_memory *memory,
                       const char **out_call) {
  switch (kind) {
  case QN_MEMORY_HOST:
    *out_call = "cuMemFreeHost";
    return qn_cuda.cuMemFreeHost(memory->native);
  case QN_MEMORY_REGISTERED:
    *out_call = "cuMemHostUnregister";
    return qn_cuda.cuMemHostUnregister(memory->native);
  case QN_MEMORY_ARRAY:
    *out_call = "cuArrayDestroy";
    return qn_cuda.cuArrayDestroy(memory->native);
  case QN_MEMORY_MIPMAP:
    *out_call = "cuMipmappedArrayDestroy";
    return qn_cuda.cuMipmappedArrayDestroy(memory->native);
  case QN_MEMORY_LEVEL:
    return 0;
  case QN_MEMORY_RESERVED:
    *out_call = "cuMemAddressFree";
    return qn_cuda.cuMemAddressFree(qn_cuda_address(memory->address),
                                    (size_t)(uintptr_t)memory->native);
  case QN_MEMORY_PHYSICAL:
    *out_call = "cuMemRelease";
    return qn_cuda.cuMemRelease(qn_cuda_address(memory->native));
  case QN_MEMORY_IMPORTED:
    *out_call = "cuIpcCloseMemHandle";
    return qn_cuda.cuIpcCloseMemHandle(qn_cuda_address(memory->native));
  default:
    *out_call = "cuMemFree";
    return qn_cuda.cuMemFree(qn_cuda_address(memory->native));
  }
}

qn_result qn_cuda_release(void *user, qn_memory_kind kind, qn_memory *memory) {
  const char *call = NULL;
  // After the driver has shut down its memory is gone.
  const int current =
      qn_cuda.cuCtxSetCurrent(((const qn_cuda_device *)user)->context);
  if (current == CU_DEINITIALIZED) {
    *memory = (qn_memory){0};
    return QN_R_OK;
  }
  if (current)
    return qn_cuda_result(current, "cuCtxSetCurrent");
  qn_cuda_current = ((const qn_cuda_device *)user)->context;
  const int error = free_native(kind, memory, &call);
  if (error && error != CU_DEINITIALIZED)
    return qn_cuda_result(error, call);
  *memory = (qn_memory){0};
  return QN_R_OK;
}

qn_result qn_cuda_advise(void *user, void *address, size_t size,
                         qn_advice advice) {
  const qn_cuda_device *device = user;
  QN_CHECK(qn_cuda_enter(device));
  QN_CUDA(cuMemAdvise, qn_cuda_address(address), size, (int)advice,
          device->device);
  return QN_R_OK;
}

// ---- Textures

enum {
  RESOURCE_ARRAY = 0,
  RESOURCE_MIPMAP = 1,
  RESOURCE_LINEAR = 2,
  RESOURCE_PITCHED = 3,
  CLAMP = 1, // address mode
  TEXTURE_INTEGER = 1,
  TEXTURE_NORMALIZED = 2,
  TEXTURE_SRGB = 16,
  TEXTURE_SEAMLESS = 64,
};

static cu_resource resource_of(const qn_texture_request *request) {
  const qn_array_shape *shape = &request->shape;
  const size_t texel = (size_t)shape->channels * shape->channel_bits / 8;
  cu_resource resource = {.type = RESOURCE_ARRAY};
  if (request->array) {
    resource.type = request->levels ? RESOURCE_MIPMAP : RESOURCE_ARRAY;
    resource.array = request->array->native; // or a mipmap
  } else if (request->pitch && shape->height) {
    resource.type = RESOURCE_PITCHED;
    resource.pitched.address = qn_cuda_address(request->address);
    resource.pitched.format = element_format(shape);
    resource.pitched.channels = shape->channels;
    resource.pitched.width = shape->width;
    resource.pitched.height = shape->height;
    resource.pitched.pitch = request->pitch;
  } else {
    resource.type = RESOURCE_LINEAR;
    resource.linear.address = qn_cuda_address(request->address);
    resource.linear.format = element_format(shape);
    resource.linear.channels = shape->channels;
    resource.linear.size = shape->width * texel;
  }
  return resource;
}

// The driver's struct, whose numbers of formats are the runtime's.
static cu_view view_of(const qn_texture_view *v) {
  return (cu_view){.format = v->format,
                   .width = v->width,
                   .height = v->height,
                   .depth = v->depth,
                   .first_level = v->first_level,
                   .last_level = v->last_level,
                   .first_layer = v->first_layer,
                   .last_layer = v->last_layer};
}

static qn_result create_texture(const qn_texture_request *request,
                                uint64_t *value) {
  const cu_resource resource = resource_of(request);
  const bool whole = qn_texture_seen(request).kind != QN_TEXEL_FLOAT &&
                     !request->normalized_read;
  unsigned long long object = 0;
  cu_texture texture = {
      .filter = request->linear,
      .flags = (whole ? TEXTURE_INTEGER : 0u) |
               (request->normalized_coords ? TEXTURE_NORMALIZED : 0u) |
               (request->srgb ? TEXTURE_SRGB : 0u) |
               (request->seamless ? TEXTURE_SEAMLESS : 0u),
      .anisotropy = request->anisotropy,
      .mipmap_filter = request->levels_linear,
      .mipmap_bias = request->level_bias,
      .mipmap_min = request->level_min,
      .mipmap_max = request->level_max,
  };
  // To the hardware a 1D texture has a height of 1; with other address modes it
  // would blend in the border in y.
  const int dimensions = request->shape.height ? 3 : 1;
  for (int i = 0; i < 3; ++i)
    texture.address_mode[i] =
        i < dimensions ? (int)request->address_mode[i] : CLAMP;
  memcpy(texture.border, request->border, sizeof(texture.border));
  QN_CHECK(check_shape(&request->shape));
  const cu_view view = view_of(&request->view);
  QN_CUDA(cuTexObjectCreate, &object, &resource, &texture,
          view.format ? &view : NULL);
  *value = object;
  return QN_R_OK;
}

static qn_result create_surface(qn_cuda_device *device,
                                const qn_texture_request *request,
                                uint64_t *value) {
  const cu_resource resource = resource_of(request);
  unsigned long long object = 0;
  if (!request->array)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "a surface needs an array; this one is linear memory");
  QN_CUDA(cuSurfObjectCreate, &object, &resource);
  qn_mutex_lock(&device->mutex);
  const qn_status status = qn_map_put(&device->surfaces, object, 1, NULL);
  qn_mutex_unlock(&device->mutex);
  if (qn_failed(status)) {
    (void)qn_cuda.cuSurfObjectDestroy(object);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a surface");
  }
  *value = object;
  return QN_R_OK;
}

static qn_result destroy_texture(qn_cuda_device *device, uint64_t value) {
  qn_mutex_lock(&device->mutex);
  const bool surface = qn_map_remove(&device->surfaces, value);
  qn_mutex_unlock(&device->mutex);
  const int error = surface ? qn_cuda.cuSurfObjectDestroy(value)
                            : qn_cuda.cuTexObjectDestroy(value);
  if (error && error != CU_DEINITIALIZED)
    return qn_cuda_result(error, surface ? "cuSurfObjectDestroy"
                                         : "cuTexObjectDestroy");
  return QN_R_OK;
}

qn_result qn_cuda_texture(void *user, const qn_texture_request *request,
                          uint64_t *value) {
  qn_cuda_device *device = user;
  QN_CHECK(qn_cuda_enter(device));
  if (!request)
    return destroy_texture(device, *value);
  return request->surface ? create_surface(device, request, value)
                          : create_texture(request, value);
}

// ---- Peers

bool qn_cuda_reaches(void *user, void *other) {
  const qn_cuda_device *device = user;
  const qn_cuda_device *peer = other;
  int can = 0;
  return !qn_cuda.cuDeviceCanAccessPeer(&can, device->device, peer->device) &&
         can;
}

qn_result qn_cuda_peer(void *user, void *other, bool enable) {
  const qn_cuda_device *device = user;
  const qn_cuda_device *peer = other;
  int can = 0;
  QN_CHECK(qn_cuda_enter(device));
  if (!enable) {
    QN_CUDA(cuCtxDisablePeerAccess, peer->context);
    return QN_R_OK;
  }
  QN_CUDA(cuDeviceCanAccessPeer, &can, device->device, peer->device);
  if (!can)
    return qn_refuse(QN_R_PEER_UNSUPPORTED,
                     "device %d cannot reach the memory of device %d",
                     device->device, peer->device);
  QN_CUDA(cuCtxEnablePeerAccess, peer->context, 0);
  return QN_R_OK;
}

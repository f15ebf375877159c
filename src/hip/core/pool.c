// SPDX-License-Identifier: Apache-2.0
// Stream-ordered allocation and virtual memory.
#include "hip/core/api.h"

#include <string.h>

#include "runtime/check/check.h"
#include "runtime/core/graph.h"
#include "runtime/core/handles.h"
#include "runtime/core/mempool.h"
#include "runtime/core/virtual.h"

static qn_result find_pool(hipMemPool_t handle, qn_mempool **out) {
  *out = qn_handle_find(QN_HANDLE_POOL, handle);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_VALUE,
                          "%p is no memory pool, or destroyed", (void *)handle);
}

// ---- Allocation

// What a node frees is the graph's, and no leak of the program.
static void leave_to_graph(const void *block) {
  if (qn_check_on(QN_CPU_CHECK_LEAK))
    qn_check_pooled(block, false);
}

static void leave_graph(void *address) { qn_mempool_leave_graph(address); }

// The memory lives as long as the graph, its copies, and launches of them.
static qn_result give_to_graph(void *address, hipGraph_t graph) {
  hipUserObject_t object;
  if (hipUserObjectCreate(&object, address, leave_graph, 1,
                          hipUserObjectNoDestructorSync) != hipSuccess)
    return QN_R_OUT_OF_MEMORY;
  qn_mempool_join_graph(address);
  if (hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove) ==
      hipSuccess)
    return QN_R_OK;
  (void)hipUserObjectRelease(object, 1);
  return QN_R_INVALID_VALUE;
}

// In a capture the memory is allocated at once and belongs to the graph.
static qn_result allocate(qn_mempool *pool, size_t size, hipStream_t handle,
                          void **to) {
  qn_stream *stream;
  qn_node *node;
  qn_capture_info info;
  if (!to)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the address");
  QN_CHECK(qn_stream_find(handle, &stream));
  if (!pool)
    QN_CHECK(qn_mempool_current(stream->device, &pool));
  if (pool->device != stream->device)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "the pool is of device %d, the stream of %d",
                     pool->device->ordinal, stream->device->ordinal);
  QN_CHECK(qn_mempool_allocate(pool, size, stream, to));
  if (!atomic_load(&stream->capture)) {
    if (*to && qn_check_on(QN_CPU_CHECK_RACE))
      qn_check_pool_made(*to, stream->native);
    return QN_R_OK;
  }
  QN_CHECK(qn_capture_add(stream, QN_NODE_ALLOCATE, &node));
  node->memory = *to;
  node->memory_size = size;
  qn_capture_get_info(stream, &info);
  return *to ? give_to_graph(*to, info.graph->handle) : QN_R_OK;
}

hipError_t hipMallocAsync(void **to, size_t size, hipStream_t stream) {
  return qn_hip(allocate(NULL, size, stream, to));
}

hipError_t hipMallocFromPoolAsync(void **to, size_t size, hipMemPool_t pool,
                                  hipStream_t stream) {
  qn_mempool *p;
  QN_HIP_CHECK(find_pool(pool, &p));
  return qn_hip(allocate(p, size, stream, to));
}

static qn_result check_graphs(void *block) {
  return !block || qn_mempool_is_graphs(block)
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE,
                         "a graph frees only what a graph allocates, which %p "
                         "is not",
                         block);
}

hipError_t hipFreeAsync(void *block, hipStream_t handle) {
  qn_stream *stream;
  qn_node *node;
  QN_HIP_CHECK(qn_stream_find(handle, &stream));
  if (!atomic_load(&stream->capture))
    return qn_hip(qn_mempool_free(block, stream));
  QN_HIP_CHECK(check_graphs(block));
  QN_HIP_CHECK(qn_capture_add(stream, QN_NODE_FREE, &node));
  node->memory = block;
  leave_to_graph(block);
  return hipSuccess;
}

static qn_result find_graph_place(hipGraph_t graph, const hipGraphNode_t *after,
                                  size_t count, qn_node_type type,
                                  qn_node **out) {
  qn_graph *g = qn_handle_find(QN_HANDLE_GRAPH, graph);
  if (!g || (count && !after))
    return qn_refuse(QN_R_INVALID_VALUE, "%p is no graph, or destroyed",
                     (void *)graph);
  QN_CHECK(qn_graph_add(g, type, NULL, 0, out));
  for (size_t i = 0; i < count; ++i) {
    qn_node *one = qn_handle_find(QN_HANDLE_NODE, after[i]);
    if (!one || one->graph != g) {
      qn_node_destroy(*out);
      return qn_refuse(QN_R_INVALID_VALUE,
                       "a node waits only for nodes of its own graph");
    }
    QN_CHECK(qn_node_add_after(*out, one));
  }
  return QN_R_OK;
}

hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *to, hipGraph_t graph,
                                   const hipGraphNode_t *after,
                                   size_t after_count,
                                   hipMemAllocNodeParams *params) {
  qn_device *device;
  qn_mempool *pool;
  qn_node *node;
  QN_HIP_NEED(to);
  QN_HIP_NEED(params);
  QN_HIP_CHECK(qn_device_get(params->poolProps.location.id, &device));
  QN_HIP_CHECK(qn_mempool_default(device, &pool));
  QN_HIP_CHECK(
      find_graph_place(graph, after, after_count, QN_NODE_ALLOCATE, &node));
  const qn_result result = qn_mempool_allocate(
      pool, params->bytesize, qn_stream_null(device), &params->dptr);
  if (result != QN_R_OK) {
    qn_node_destroy(node);
    return qn_hip(result);
  }
  node->memory = params->dptr;
  node->memory_size = params->bytesize;
  QN_HIP_CHECK(qn_node_set_extra(node, params, sizeof(*params)));
  if (params->dptr)
    QN_HIP_CHECK(give_to_graph(params->dptr, graph));
  *to = node->handle;
  return hipSuccess;
}

hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t handle,
                                         hipMemAllocNodeParams *params) {
  const qn_node *node = qn_handle_find(QN_HANDLE_NODE, handle);
  QN_HIP_NEED(params);
  if (!node || node->type != QN_NODE_ALLOCATE)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no allocation node"));
  *params = (hipMemAllocNodeParams){.bytesize = node->memory_size,
                                    .dptr = node->memory};
  if (node->extra)
    memcpy(params, node->extra, sizeof(*params));
  return hipSuccess;
}

hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *to, hipGraph_t graph,
                                  const hipGraphNode_t *after,
                                  size_t after_count, void *block) {
  qn_node *node;
  QN_HIP_NEED(to);
  QN_HIP_NEED(block);
  QN_HIP_CHECK(check_graphs(block));
  QN_HIP_CHECK(
      find_graph_place(graph, after, after_count, QN_NODE_FREE, &node));
  node->memory = block;
  leave_to_graph(block);
  *to = node->handle;
  return hipSuccess;
}

hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t handle, void *block) {
  const qn_node *node = qn_handle_find(QN_HANDLE_NODE, handle);
  QN_HIP_NEED(block);
  if (!node || node->type != QN_NODE_FREE)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "no node that frees"));
  *(void **)block = node->memory;
  return hipSuccess;
}

// Graphs allocate from the device's default pool.
hipError_t hipDeviceGetGraphMemAttribute(int ordinal,
                                         hipGraphMemAttributeType attribute,
                                         void *value) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(qn_mempool_default(device, &pool));
  const uint64_t values[] = {pool->used, pool->used_high, pool->reserved,
                             pool->reserved_high};
  if ((unsigned)attribute >= sizeof(values) / sizeof(values[0]))
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "there is no attribute %d",
                            (int)attribute));
  memcpy(value, &values[attribute], sizeof(uint64_t));
  return hipSuccess;
}

hipError_t hipDeviceSetGraphMemAttribute(int ordinal,
                                         hipGraphMemAttributeType attribute,
                                         void *value) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(qn_mempool_default(device, &pool));
  if (attribute == hipGraphMemAttrUsedMemHigh)
    pool->used_high = pool->used;
  else if (attribute == hipGraphMemAttrReservedMemHigh)
    pool->reserved_high = pool->reserved;
  else
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "attribute %d cannot be set",
                            (int)attribute));
  return hipSuccess;
}

hipError_t hipDeviceGraphMemTrim(int ordinal) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(qn_mempool_default(device, &pool));
  qn_mempool_trim(pool, 0);
  return hipSuccess;
}

// ---- Pools

hipError_t hipMemPoolCreate(hipMemPool_t *to,
                            const hipMemPoolProps *properties) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_NEED(to);
  QN_HIP_NEED(properties);
  if (properties->allocType != hipMemAllocationTypePinned ||
      properties->location.type != hipMemLocationTypeDevice)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "pools are of pinned memory of a device"));
  const int types = (int)properties->handleTypes;
  QN_HIP_CHECK(qn_device_get(properties->location.id, &device));
  if (types &&
      (types != hipMemHandleTypePosixFileDescriptor || !device->info.shares))
    return qn_hip(qn_refuse(
        QN_R_NOT_SUPPORTED, "pools are shared by descriptors%s",
        device->info.shares ? "" : ", which this device does not support"));
  QN_HIP_CHECK(qn_mempool_create(device, &pool));
  pool->exportable = types != 0;
  *to = pool->handle;
  return hipSuccess;
}

hipError_t hipMemPoolDestroy(hipMemPool_t handle) {
  qn_mempool *pool;
  QN_HIP_CHECK(find_pool(handle, &pool));
  return qn_hip(qn_mempool_destroy(pool));
}

// Attributes of four bytes, then those of eight.
hipError_t hipMemPoolSetAttribute(hipMemPool_t handle, hipMemPoolAttr attribute,
                                  void *value) {
  qn_mempool *pool;
  uint64_t wide = 0;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(find_pool(handle, &pool));
  if (attribute >= hipMemPoolAttrReleaseThreshold)
    memcpy(&wide, value, sizeof(wide));
  switch (attribute) {
  case hipMemPoolReuseFollowEventDependencies:
  case hipMemPoolReuseAllowOpportunistic:
  case hipMemPoolReuseAllowInternalDependencies:
    memcpy(&pool->reuse[attribute - hipMemPoolReuseFollowEventDependencies],
           value, sizeof(int));
    return hipSuccess;
  case hipMemPoolAttrReleaseThreshold:
    pool->threshold = wide;
    return hipSuccess;
  case hipMemPoolAttrReservedMemHigh:
  case hipMemPoolAttrUsedMemHigh:
    if (wide)
      return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                              "a high-water mark can only be set to 0"));
    if (attribute == hipMemPoolAttrUsedMemHigh)
      pool->used_high = pool->used;
    else
      pool->reserved_high = pool->reserved;
    return hipSuccess;
  default:
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "attribute %d of pools cannot be set",
                            (int)attribute));
  }
}

hipError_t hipMemPoolGetAttribute(hipMemPool_t handle, hipMemPoolAttr attribute,
                                  void *value) {
  qn_mempool *pool;
  QN_HIP_NEED(value);
  QN_HIP_CHECK(find_pool(handle, &pool));
  const uint64_t values[] = {pool->threshold, pool->reserved,
                             pool->reserved_high, pool->used, pool->used_high};
  const unsigned i = (unsigned)attribute - hipMemPoolAttrReleaseThreshold;
  if (attribute >= hipMemPoolReuseFollowEventDependencies &&
      attribute < hipMemPoolAttrReleaseThreshold)
    memcpy(value,
           &pool->reuse[attribute - hipMemPoolReuseFollowEventDependencies],
           sizeof(int));
  else if (i < sizeof(values) / sizeof(values[0]))
    memcpy(value, &values[i], sizeof(uint64_t));
  else
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "there is no attribute %d of pools",
                            (int)attribute));
  return hipSuccess;
}

hipError_t hipMemPoolSetAccess(hipMemPool_t handle,
                               const hipMemAccessDesc *list, size_t count) {
  qn_mempool *pool;
  QN_HIP_CHECK(find_pool(handle, &pool));
  for (size_t i = 0; i < count; ++i) {
    QN_HIP_NEED(list);
    const qn_device *peer = qn_device_at(list[i].location.id);
    if (!peer)
      return qn_hip(qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                              list[i].location.id));
    if (peer->backend != pool->device->backend)
      return qn_hip(qn_refuse(QN_R_PEER_UNSUPPORTED,
                              "device %d cannot reach the pool's memory",
                              list[i].location.id));
  }
  return hipSuccess;
}

hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t handle,
                               hipMemLocation *location) {
  qn_mempool *pool;
  QN_HIP_NEED(flags);
  QN_HIP_NEED(location);
  QN_HIP_CHECK(find_pool(handle, &pool));
  const qn_device *peer = qn_device_at(location->id);
  *flags = peer && peer->backend == pool->device->backend
               ? hipMemAccessFlagsProtReadWrite
               : hipMemAccessFlagsProtNone;
  return hipSuccess;
}

// ---- Pools of several processes

static hipError_t check_sharing(hipMemAllocationHandleType type,
                                unsigned int flags) {
  if (type != hipMemHandleTypePosixFileDescriptor || flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "pools are shared by descriptors, without flags"));
  return hipSuccess;
}

hipError_t hipMemPoolExportToShareableHandle(void *handle, hipMemPool_t from,
                                             hipMemAllocationHandleType type,
                                             unsigned int flags) {
  qn_mempool *pool;
  QN_HIP_NEED(handle);
  QN_HIP_CHECK(find_pool(from, &pool));
  const hipError_t error = check_sharing(type, flags);
  return error ? error : qn_hip(qn_mempool_export(pool, handle));
}

hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *to, void *handle,
                                               hipMemAllocationHandleType type,
                                               unsigned int flags) {
  qn_mempool *pool;
  QN_HIP_NEED(to);
  const hipError_t error = check_sharing(type, flags);
  if (error)
    return error;
  QN_HIP_CHECK(qn_mempool_import((int)(intptr_t)handle, &pool));
  *to = pool->handle;
  return hipSuccess;
}

hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *to, void *block) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(block);
  return qn_hip(qn_mempool_export_block(block, to->reserved));
}

hipError_t hipMemPoolImportPointer(void **to, hipMemPool_t handle,
                                   hipMemPoolPtrExportData *from) {
  qn_mempool *pool;
  QN_HIP_NEED(to);
  QN_HIP_NEED(from);
  QN_HIP_CHECK(find_pool(handle, &pool));
  return qn_hip(qn_mempool_import_block(pool, from->reserved, to));
}

hipError_t hipMemPoolTrimTo(hipMemPool_t handle, size_t keep) {
  qn_mempool *pool;
  QN_HIP_CHECK(find_pool(handle, &pool));
  qn_mempool_trim(pool, keep);
  return hipSuccess;
}

hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *to, int ordinal) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(qn_mempool_default(device, &pool));
  *to = pool->handle;
  return hipSuccess;
}

hipError_t hipDeviceGetMemPool(hipMemPool_t *to, int ordinal) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(qn_mempool_current(device, &pool));
  *to = pool->handle;
  return hipSuccess;
}

hipError_t hipDeviceSetMemPool(int ordinal, hipMemPool_t handle) {
  qn_device *device;
  qn_mempool *pool;
  QN_HIP_CHECK(qn_device_get(ordinal, &device));
  QN_HIP_CHECK(find_pool(handle, &pool));
  if (pool->device != device)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "the pool is of device %d, not of %d",
                            pool->device->ordinal, ordinal));
  if (pool->imported)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "the pool is another process's: a device's own "
                            "cannot be"));
  qn_mempool_set_current(device, pool);
  return hipSuccess;
}

// ---- Virtual memory

static qn_result find_physical(hipMemGenericAllocationHandle_t handle,
                               qn_physical **out) {
  *out = qn_handle_find(QN_HANDLE_PHYSICAL, handle);
  return *out
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE,
                         "%p is no memory handle, or released", (void *)handle);
}

static qn_result check_properties(const hipMemAllocationProp *properties,
                                  qn_device **device) {
  if (!properties || properties->type != hipMemAllocationTypePinned ||
      properties->location.type != hipMemLocationTypeDevice)
    return qn_refuse(QN_R_INVALID_VALUE,
                     "memory handles are of pinned memory of a device");
  return qn_device_get(properties->location.id, device);
}

hipError_t
hipMemGetAllocationGranularity(size_t *size,
                               const hipMemAllocationProp *properties,
                               hipMemAllocationGranularity_flags option) {
  qn_device *device;
  QN_HIP_NEED(size);
  if ((unsigned)option > hipMemAllocationGranularityRecommended)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "there is no option %d", (int)option));
  QN_HIP_CHECK(check_properties(properties, &device));
  if (!device->info.granularity)
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "the device has no virtual memory functions"));
  *size = device->info.granularity;
  return hipSuccess;
}

hipError_t hipMemAddressReserve(void **to, size_t size, size_t alignment,
                                void *wanted, unsigned long long flags) {
  qn_device *device;
  QN_HIP_NEED(to);
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipMemAddressReserve has no flags 0x%llx", flags));
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_virtual_reserve(device, size, alignment, wanted, to));
}

hipError_t hipMemAddressFree(void *address, size_t size) {
  return qn_hip(qn_virtual_free(address, size));
}

hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *to, size_t size,
                        const hipMemAllocationProp *properties,
                        unsigned long long flags) {
  qn_device *device;
  qn_physical *physical;
  QN_HIP_NEED(to);
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipMemCreate has no flags 0x%llx", flags));
  QN_HIP_CHECK(check_properties(properties, &device));
  const int types = (int)properties->requestedHandleTypes;
  if (types != hipMemHandleTypeNone &&
      types != hipMemHandleTypePosixFileDescriptor)
    return qn_hip(qn_refuse(QN_R_NOT_SUPPORTED,
                            "memory is exported to descriptors only, not as "
                            "0x%x",
                            types));
  QN_HIP_CHECK(qn_physical_create(device, size, types != 0, &physical));
  *to = physical->handle;
  return hipSuccess;
}

hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle) {
  qn_physical *physical;
  QN_HIP_CHECK(find_physical(handle, &physical));
  return qn_hip(qn_physical_release(physical));
}

hipError_t hipMemMap(void *address, size_t size, size_t offset,
                     hipMemGenericAllocationHandle_t handle,
                     unsigned long long flags) {
  qn_physical *physical;
  if (flags)
    return qn_hip(
        qn_refuse(QN_R_INVALID_VALUE, "hipMemMap has no flags 0x%llx", flags));
  QN_HIP_CHECK(find_physical(handle, &physical));
  return qn_hip(qn_virtual_map(address, size, offset, physical));
}

hipError_t hipMemUnmap(void *address, size_t size) {
  return qn_hip(qn_virtual_unmap(address, size));
}

hipError_t hipMemSetAccess(void *address, size_t size,
                           const hipMemAccessDesc *list, size_t count) {
  QN_HIP_NEED(list);
  if (!count)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE, "the list is empty"));
  for (size_t i = 0; i < count; ++i) {
    if (!qn_device_at(list[i].location.id))
      return qn_hip(qn_refuse(QN_R_INVALID_DEVICE, "there is no device %d",
                              list[i].location.id));
    const unsigned flags = list[i].flags;
    QN_HIP_CHECK(qn_virtual_access(address, size, flags & 1, flags & 2));
  }
  return hipSuccess;
}

hipError_t hipMemGetAccess(unsigned long long *flags,
                           const hipMemLocation *location, void *address) {
  unsigned access;
  QN_HIP_NEED(flags);
  QN_HIP_NEED(location);
  QN_HIP_CHECK(qn_virtual_get_access(address, &access));
  *flags = access;
  return hipSuccess;
}

hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *to,
                                        void *address) {
  qn_physical *physical;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_virtual_physical(address, &physical));
  *to = physical->handle;
  return hipSuccess;
}

hipError_t hipMemGetAllocationPropertiesFromHandle(
    hipMemAllocationProp *to, hipMemGenericAllocationHandle_t handle) {
  qn_physical *physical;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(find_physical(handle, &physical));
  *to = (hipMemAllocationProp){
      .type = hipMemAllocationTypePinned,
      .requestedHandleTypes = physical->exportable
                                  ? hipMemHandleTypePosixFileDescriptor
                                  : hipMemHandleTypeNone,
      .location = {hipMemLocationTypeDevice, physical->device->ordinal}};
  return hipSuccess;
}

// ---- Memory by descriptors

static qn_result check_descriptor(hipMemAllocationHandleType type) {
  return type == hipMemHandleTypePosixFileDescriptor
             ? QN_R_OK
             : qn_refuse(QN_R_INVALID_VALUE,
                         "handles are descriptors of files, not of type 0x%x",
                         (unsigned)type);
}

hipError_t hipMemExportToShareableHandle(void *to,
                                         hipMemGenericAllocationHandle_t handle,
                                         hipMemAllocationHandleType type,
                                         unsigned long long flags) {
  qn_physical *physical;
  int fd;
  QN_HIP_NEED(to);
  if (flags)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "hipMemExportToShareableHandle has no flags 0x%llx",
                            flags));
  QN_HIP_CHECK(check_descriptor(type));
  QN_HIP_CHECK(find_physical(handle, &physical));
  QN_HIP_CHECK(qn_physical_export(physical, &fd));
  memcpy(to, &fd, sizeof(fd));
  return hipSuccess;
}

hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *to,
                                           void *handle,
                                           hipMemAllocationHandleType type) {
  qn_device *device;
  qn_physical *physical;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(check_descriptor(type));
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(qn_physical_import(device, (int)(intptr_t)handle, &physical));
  *to = physical->handle;
  return hipSuccess;
}

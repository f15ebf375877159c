// SPDX-License-Identifier: Apache-2.0
// What the driver API can be asked about devices, modules and arrays.
#include "hip/cuda/driver.h"

#include <string.h>

#include "base/alloc.h"
#include "hip/graphics/resource.h"
#include "hip/texture/array.h"
#include "runtime/core/handles.h"

// ---- Devices

static CUresult no_such(const char *what) {
  return qn_cu_result(qn_hip(qn_refuse(QN_R_INVALID_VALUE, "%s", what)));
}

// What processors and their device do to the memory of both at once.
static unsigned capability(CUatomicOperation operation) {
  const unsigned words = CU_ATOMIC_CAPABILITY_REDUCTION |
                         CU_ATOMIC_CAPABILITY_SCALAR_32 |
                         CU_ATOMIC_CAPABILITY_SCALAR_64;
  switch (operation) {
  case CU_ATOMIC_OPERATION_INTEGER_ADD:
  case CU_ATOMIC_OPERATION_INTEGER_MIN:
  case CU_ATOMIC_OPERATION_INTEGER_MAX:
    return words | CU_ATOMIC_CAPABILITY_SIGNED | CU_ATOMIC_CAPABILITY_UNSIGNED;
  case CU_ATOMIC_OPERATION_INTEGER_INCREMENT:
  case CU_ATOMIC_OPERATION_INTEGER_DECREMENT:
    return CU_ATOMIC_CAPABILITY_REDUCTION | CU_ATOMIC_CAPABILITY_SCALAR_32 |
           CU_ATOMIC_CAPABILITY_UNSIGNED;
  case CU_ATOMIC_OPERATION_AND:
  case CU_ATOMIC_OPERATION_OR:
  case CU_ATOMIC_OPERATION_XOR:
    return words;
  case CU_ATOMIC_OPERATION_EXCHANGE:
  case CU_ATOMIC_OPERATION_CAS:
    return CU_ATOMIC_CAPABILITY_SCALAR_32 | CU_ATOMIC_CAPABILITY_SCALAR_64;
  case CU_ATOMIC_OPERATION_FLOAT_ADD:
    return words;
  default:
    return 0; // no single instruction
  }
}

static CUresult capabilities(unsigned *to, const CUatomicOperation *operations,
                             unsigned count, bool native) {
  for (unsigned i = 0; i < count; ++i)
    if ((unsigned)operations[i] >= CU_ATOMIC_OPERATION_MAX)
      return no_such("there is no such atomic operation");
  for (unsigned i = 0; i < count; ++i)
    to[i] = native ? capability(operations[i]) : 0;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetHostAtomicCapabilities(unsigned int *to,
                                           const CUatomicOperation *operations,
                                           unsigned int count,
                                           CUdevice ordinal) {
  qn_device *device;
  CU_NEED(to);
  CU_NEED(operations);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(qn_hip(qn_device_get(ordinal, &device)));
  CUresult (*vendor)(unsigned *, const CUatomicOperation *, unsigned, int) =
      qn_cu_vendor(device, "cuDeviceGetHostAtomicCapabilities");
  if (vendor)
    return vendor(to, operations, count, (int)device->backend_ordinal);
  return capabilities(to, operations, count, device->backend->on_host);
}

CUresult cuDeviceGetP2PAtomicCapabilities(unsigned int *to,
                                          const CUatomicOperation *operations,
                                          unsigned int count, CUdevice from,
                                          CUdevice other) {
  qn_device *a, *b;
  CU_NEED(to);
  CU_NEED(operations);
  if (!count)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(qn_hip(qn_device_get(from, &a)));
  CU_CHECK(qn_hip(qn_device_get(other, &b)));
  if (a == b)
    return CUDA_ERROR_INVALID_DEVICE;
  CUresult (*vendor)(unsigned *, const CUatomicOperation *, unsigned, int,
                     int) =
      a->backend == b->backend
          ? qn_cu_vendor(a, "cuDeviceGetP2PAtomicCapabilities")
          : NULL;
  if (vendor)
    return vendor(to, operations, count, (int)a->backend_ordinal,
                  (int)b->backend_ordinal);
  return capabilities(to, operations, count,
                      a->backend->on_host && b->backend->on_host);
}

CUresult cuCtxGetExecAffinity(CUexecAffinityParam *to,
                              CUexecAffinityType type) {
  qn_device *device;
  CU_NEED(to);
  if (type != CU_EXEC_AFFINITY_TYPE_SM_COUNT)
    return CUDA_ERROR_INVALID_VALUE;
  CU_CHECK(qn_hip(qn_device_current(&device)));
  *to = (CUexecAffinityParam){.type = type,
                              .param.smCount = {device->info.multiprocessors}};
  return CUDA_SUCCESS;
}

// A notification says that the process has more memory than its share, which
// nobody gives it here: the callback is kept and never called.
CUresult cuDeviceRegisterAsyncNotification(CUdevice ordinal, CUasyncCallback fn,
                                           void *user,
                                           CUasyncCallbackHandle *to) {
  CU_NEED(fn);
  CU_NEED(to);
  (void)user;
  if (!qn_device_at(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  static char nobody;
  *to = qn_handle_make(QN_HANDLE_NOTICE, &nobody);
  return *to ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuDeviceUnregisterAsyncNotification(CUdevice ordinal,
                                             CUasyncCallbackHandle handle) {
  if (!qn_device_at(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  return qn_handle_remove(QN_HANDLE_NOTICE, handle) ? CUDA_SUCCESS
                                                    : CUDA_ERROR_INVALID_VALUE;
}

// ---- Kernels of a module

CUresult cuModuleEnumerateFunctions(CUfunction *to, unsigned int count,
                                    CUmodule module) {
  const qn_hip_module *m = qn_handle_find(QN_HANDLE_MODULE, module);
  CU_NEED(to);
  if (!m)
    return CUDA_ERROR_INVALID_HANDLE;
  const qn_image *image = qn_module_image(m->module);
  for (size_t i = 0; i < count && i < image->kernel_count; ++i) {
    qn_function *f;
    CU_CHECK(qn_hip(qn_module_function(m->module, &image->kernels[i], &f)));
    CU_CHECK(hipModuleGetFunction((hipFunction_t *)&to[i], (hipModule_t)module,
                                  f->name));
  }
  return CUDA_SUCCESS;
}

CUresult cuLibraryEnumerateKernels(CUkernel *to, unsigned int count,
                                   CUlibrary library) {
  return cuModuleEnumerateFunctions((CUfunction *)to, count,
                                    (CUmodule)(void *)library);
}

// Functions that host and device call by one address: no device has
// CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS.
CUresult cuLibraryGetUnifiedFunction(void **to, CUlibrary library,
                                     const char *symbol) {
  CU_NEED(to);
  CU_NEED(symbol);
  if (!qn_handle_find(QN_HANDLE_MODULE, library))
    return CUDA_ERROR_INVALID_HANDLE;
  return qn_cu_result(qn_hip(qn_refuse(
      QN_R_NOT_FOUND, "the library has no function '%s' for host and device",
      symbol)));
}

// ---- Arrays: none is sparse, planar or without memory

static CUresult check_array(const void *array) {
  qn_hip_array *found;
  return qn_cu_result(qn_hip(qn_hip_array_find(array, &found)));
}

static CUresult check_mipmap(const void *mipmap) {
  return qn_handle_find(QN_HANDLE_MIPMAP, mipmap) ? CUDA_SUCCESS
                                                  : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *to,
                                    CUarray array) {
  CU_NEED(to);
  const CUresult error = check_array(array);
  return error == CUDA_SUCCESS ? no_such("the array is not sparse") : error;
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *to,
                                             CUmipmappedArray mipmap) {
  CU_NEED(to);
  const CUresult error = check_mipmap(mipmap);
  return error == CUDA_SUCCESS ? no_such("the array is not sparse") : error;
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *to,
                                      CUarray array, CUdevice ordinal) {
  CU_NEED(to);
  if (!qn_device_at(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  const CUresult error = check_array(array);
  return error == CUDA_SUCCESS
             ? no_such("the array has its memory: it was not made with "
                       "CUDA_ARRAY3D_DEFERRED_MAPPING")
             : error;
}

CUresult
cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *to,
                                      CUmipmappedArray mipmap,
                                      CUdevice ordinal) {
  CU_NEED(to);
  if (!qn_device_at(ordinal))
    return CUDA_ERROR_INVALID_DEVICE;
  const CUresult error = check_mipmap(mipmap);
  return error == CUDA_SUCCESS
             ? no_such("the array has its memory: it was not made with "
                       "CUDA_ARRAY3D_DEFERRED_MAPPING")
             : error;
}

CUresult cuArrayGetPlane(CUarray *to, CUarray array, unsigned int plane) {
  (void)plane;
  CU_NEED(to);
  const CUresult error = check_array(array);
  return error == CUDA_SUCCESS ? no_such("the array's format has no planes")
                               : error;
}

CUresult cuMemMapArrayAsync(CUarrayMapInfo *list, unsigned int count,
                            CUstream stream) {
  return qn_cu_result(hipMemMapArrayAsync((hipArrayMapInfo *)(void *)list,
                                          count, (hipStream_t)stream));
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *to,
                                     CUsurfObject object) {
  return qn_cu_result(
      hipTexObjectGetResourceDesc((HIP_RESOURCE_DESC *)(void *)to, object));
}

// ---- Images of other APIs

CUresult cuExternalMemoryGetMappedMipmappedArray(
    CUmipmappedArray *to, CUexternalMemory memory,
    const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *descriptor) {
  const hipExternalMemoryMipmappedArrayDesc same = {0};
  CU_NEED(descriptor);
  return qn_cu_result(hipExternalMemoryGetMappedMipmappedArray(
      (hipMipmappedArray_t *)to, (hipExternalMemory_t)memory, &same));
}

CUresult cuGraphicsResourceGetMappedMipmappedArray(CUmipmappedArray *to,
                                                   CUgraphicsResource of) {
  hipArray_t first;
  CU_NEED(to);
  const hipError_t error = hipGraphicsSubResourceGetMappedArray(
      &first, (hipGraphicsResource_t)of, 0, 0);
  if (error != hipSuccess)
    return qn_cu_result(error);
  return qn_cu_result(qn_hip(qn_refuse(
      QN_R_NOT_SUPPORTED, "only the first level of an image is mapped: use "
                          "cuGraphicsSubResourceGetMappedArray")));
}

CUresult cuGraphicsResourceSetMapFlags_v2(CUgraphicsResource resource,
                                          unsigned int flags) {
  return qn_cu_result(qn_hip(qn_hip_graphics_set_flags(resource, flags)));
}

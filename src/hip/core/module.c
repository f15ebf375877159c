// SPDX-License-Identifier: Apache-2.0
// Modules, their functions and variables.
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "formats/core/format.h"
#include "hip/core/api.h"
#include "runtime/core/handles.h"

// ---- Images known by their address only

qn_status qn_hip_image(const void *image, qn_span *out_image, qn_diag *diag) {
  const uint64_t size_max = UINT64_C(64) << 30; // bytes; no image is larger
  return qn_format_measure(image, size_max, out_image, diag);
}

// ---- Modules

qn_result qn_hip_load(qn_span file, qn_device *device, qn_module **out) {
  qn_diag diag = {0};
  if (!qn_failed(qn_module_open(file, device, out, &diag)))
    return QN_R_OK;
  const qn_result result = qn_refuse_diag(&diag, "loading a module");
  return result == QN_R_NOT_FOUND ? QN_R_NO_BINARY : result;
}

qn_result qn_hip_make_module(qn_span file, hipModule_t *to) {
  qn_device *device;
  QN_CHECK(qn_device_current(&device));
  qn_hip_module *m = qn_alloc_array(1, sizeof(*m));
  if (!m)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  qn_result result = qn_hip_load(file, device, &m->module);
  if (result == QN_R_OK) {
    m->handle = qn_handle_make(QN_HANDLE_MODULE, m);
    result = m->handle ? QN_R_OK : QN_R_OUT_OF_MEMORY;
  }
  if (result != QN_R_OK) {
    qn_module_close(&m->module);
    qn_free(m);
    return result;
  }
  *to = m->handle;
  return QN_R_OK;
}

hipError_t hipModuleLoad(hipModule_t *to, const char *path) {
  qn_diag diag = {0};
  qn_file file;
  QN_HIP_NEED(to);
  QN_HIP_NEED(path);
  if (qn_failed(qn_file_open(path, 0, &file, &diag))) {
    (void)qn_refuse_diag(&diag, "loading a module");
    return qn_hip(QN_R_FILE_NOT_FOUND);
  }
  const qn_result result = qn_hip_make_module(file.bytes, to);
  qn_file_close(&file);
  return qn_hip(result);
}

hipError_t hipModuleLoadData(hipModule_t *to, const void *image) {
  QN_HIP_NEED(to);
  QN_HIP_NEED(image);
  qn_diag diag = {0};
  qn_span file;
  if (qn_failed(qn_hip_image(image, &file, &diag))) {
    (void)qn_refuse_diag(&diag, "finding the end of an image");
    return qn_hip(QN_R_INVALID_IMAGE);
  }
  return qn_hip(qn_hip_make_module(file, to));
}

hipError_t hipModuleLoadDataEx(hipModule_t *to, const void *image,
                               unsigned int option_count, hipJitOption *options,
                               void **option_values) {
  (void)options; // for the driver's run-time compiler, which we do not have
  (void)option_values;
  (void)option_count;
  return hipModuleLoadData(to, image);
}

hipError_t hipModuleUnload(hipModule_t module) {
  qn_hip_module *m = qn_handle_remove(QN_HANDLE_MODULE, module);
  if (!m)
    return qn_hip(qn_refuse(QN_R_INVALID_HANDLE,
                            "%p is no module, or was unloaded",
                            (void *)module));
  (void)qn_device_synchronize(qn_module_device(m->module));
  qn_module_close(&m->module);
  qn_free(m);
  return hipSuccess;
}

typedef struct search {
  const qn_module *module;
  void *found;
} search;

static bool is_of_module(void *user, void *handle, void *object) {
  search *s = user;
  const qn_hip_module *m = object;
  if (m->module == s->module)
    s->found = handle;
  return !s->found;
}

void *qn_hip_module_handle(const qn_module *module) {
  search s = {.module = module};
  qn_handle_each(QN_HANDLE_MODULE, is_of_module, &s);
  return s.found;
}

static qn_result find_module(hipModule_t module, qn_hip_module **out) {
  *out = qn_handle_find(QN_HANDLE_MODULE, module);
  return *out ? QN_R_OK
              : qn_refuse(QN_R_INVALID_HANDLE,
                          "%p is no module, or was unloaded", (void *)module);
}

static qn_result function_handle(qn_function *f, hipFunction_t *to) {
  if (!f->handle)
    f->handle = qn_handle_make(QN_HANDLE_FUNCTION, f);
  *to = f->handle;
  return *to ? QN_R_OK
             : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
}

hipError_t hipModuleGetFunction(hipFunction_t *to, hipModule_t module,
                                const char *name) {
  qn_hip_module *m;
  const qn_kernel *kernel;
  qn_function *f;
  qn_diag diag = {0};
  QN_HIP_NEED(to);
  QN_HIP_NEED(name);
  QN_HIP_CHECK(find_module(module, &m));
  if (qn_failed(qn_module_find(m->module, qn_str_from(name), &kernel, &diag))) {
    (void)qn_refuse_diag(&diag, "looking a kernel up");
    return qn_hip(QN_R_NOT_FOUND);
  }
  QN_HIP_CHECK(qn_module_function(m->module, kernel, &f));
  return qn_hip(function_handle(f, to));
}

hipError_t hipModuleGetGlobal(hipDeviceptr_t *to, size_t *size,
                              hipModule_t module, const char *name) {
  qn_hip_module *m;
  const qn_variable *variable;
  qn_diag diag = {0};
  QN_HIP_NEED(name);
  QN_HIP_CHECK(find_module(module, &m));
  if (qn_failed(
          qn_module_variable(m->module, qn_str_from(name), &variable, &diag))) {
    (void)qn_refuse_diag(&diag, "looking a variable up");
    return qn_hip(QN_R_NOT_FOUND);
  }
  if (to)
    *to = variable->address;
  if (size)
    *size = variable->size;
  return hipSuccess;
}

// ---- Functions

qn_result qn_hip_any_function(const void *function, qn_device *device,
                              qn_function **out) {
  *out = qn_handle_find(QN_HANDLE_FUNCTION, function);
  if (*out)
    return QN_R_OK;
  if (qn_hip_kernel_name(function))
    return qn_hip_function(function, device, out);
  return qn_refuse(QN_R_INVALID_HANDLE,
                   "%p is no function, or of a module that was unloaded",
                   function);
}

hipError_t hipGetFuncBySymbol(hipFunction_t *to, const void *symbol) {
  qn_device *device;
  qn_function *f;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(qn_hip_function(symbol, device, &f));
  return qn_hip(function_handle(f, to));
}

// As qn_hip_any_function, with the error that hipFunc... functions give.
static qn_result find_kernel(const void *function, qn_device *device,
                             qn_function **out) {
  const qn_result result = qn_hip_any_function(function, device, out);
  return result == QN_R_INVALID_HANDLE ? QN_R_INVALID_FUNCTION : result;
}

hipError_t hipFuncGetAttributes(hipFuncAttributes *to, const void *function) {
  qn_device *device;
  qn_function *f;
  QN_HIP_NEED(to);
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(find_kernel(function, device, &f));
  *to = (hipFuncAttributes){
      .binaryVersion = (int)f->info.binary_version,
      .constSizeBytes = f->info.constant_size,
      .localSizeBytes = f->info.local_size,
      .maxDynamicSharedSizeBytes = (int)f->shared_allowed,
      .maxThreadsPerBlock = (int)f->info.max_threads,
      .numRegs = (int)f->info.registers,
      .preferredShmemCarveout = f->carveout,
      .ptxVersion = (int)f->info.ptx_version,
      .sharedSizeBytes = f->info.shared_static,
  };
  return hipSuccess;
}

hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attribute,
                               hipFunction_t function) {
  hipFuncAttributes all = {0};
  QN_HIP_NEED(value);
  const hipError_t error = hipFuncGetAttributes(&all, function);
  if (error != hipSuccess)
    return error;
  const int values[HIP_FUNC_ATTRIBUTE_MAX] = {
      [HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = all.maxThreadsPerBlock,
      [HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES] = (int)all.sharedSizeBytes,
      [HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES] = (int)all.constSizeBytes,
      [HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES] = (int)all.localSizeBytes,
      [HIP_FUNC_ATTRIBUTE_NUM_REGS] = all.numRegs,
      [HIP_FUNC_ATTRIBUTE_PTX_VERSION] = all.ptxVersion,
      [HIP_FUNC_ATTRIBUTE_BINARY_VERSION] = all.binaryVersion,
      [HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA] = all.cacheModeCA,
      [HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES] =
          all.maxDynamicSharedSizeBytes,
      [HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT] =
          all.preferredShmemCarveout,
  };
  if ((unsigned)attribute >= HIP_FUNC_ATTRIBUTE_MAX)
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "%d is no attribute of functions", (int)attribute));
  *value = values[attribute];
  return hipSuccess;
}

hipError_t hipFuncSetAttribute(const void *function, hipFuncAttribute attribute,
                               int value) {
  qn_device *device;
  qn_function *f;
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(find_kernel(function, device, &f));
  switch (attribute) {
  case hipFuncAttributeMaxDynamicSharedMemorySize:
    return qn_hip(qn_function_configure(f, QN_FUNCTION_SHARED_MAX, value));
  case hipFuncAttributePreferredSharedMemoryCarveout:
    return qn_hip(qn_function_configure(f, QN_FUNCTION_CARVEOUT, value));
  default:
    return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                            "attribute %d of functions cannot be set",
                            (int)attribute));
  }
}

hipError_t hipFuncSetCacheConfig(const void *function, hipFuncCache_t config) {
  qn_device *device;
  qn_function *f;
  QN_HIP_CHECK(qn_device_current(&device));
  QN_HIP_CHECK(find_kernel(function, device, &f));
  return qn_hip(qn_function_configure(f, QN_FUNCTION_CACHE, (int)config));
}

hipError_t hipFuncSetSharedMemConfig(const void *function,
                                     hipSharedMemConfig config) {
  qn_device *device;
  qn_function *f;
  (void)config; // current devices have no choice of bank sizes
  QN_HIP_CHECK(qn_device_current(&device));
  return qn_hip(qn_hip_any_function(function, device, &f));
}

// ---- Occupancy

static qn_result blocks_of(int *blocks, const void *function, int block_size,
                           size_t shared) {
  qn_device *device;
  qn_function *f;
  if (!blocks || block_size < 1)
    return qn_refuse(QN_R_INVALID_VALUE, "no occupancy of blocks of %d threads",
                     block_size);
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_any_function(function, device, &f));
  *blocks = 0;
  if ((uint32_t)block_size > f->info.max_threads)
    return QN_R_OK;
  return device->backend->occupancy(atomic_load(&device->native), f->native,
                                    (uint32_t)block_size, shared, blocks);
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                        const void *function,
                                                        int block_size,
                                                        size_t shared) {
  return qn_hip(blocks_of(blocks, function, block_size, shared));
}

hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, const void *function, int block_size, size_t shared,
    unsigned int flags) {
  (void)flags;
  return qn_hip(blocks_of(blocks, function, block_size, shared));
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
    int *blocks, hipFunction_t function, int block_size, size_t shared) {
  return qn_hip(blocks_of(blocks, function, block_size, shared));
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, hipFunction_t function, int block_size, size_t shared,
    unsigned int flags) {
  (void)flags;
  return qn_hip(blocks_of(blocks, function, block_size, shared));
}

// The block size with the most work-items per multiprocessor; of equal ones
// the largest.
static qn_result best_block(int *grid, int *block, const void *function,
                            size_t shared, int limit) {
  qn_device *device;
  qn_function *f;
  if (!grid || !block)
    return qn_refuse(QN_R_INVALID_VALUE, "no place for the block size");
  QN_CHECK(qn_device_current(&device));
  QN_CHECK(qn_hip_any_function(function, device, &f));
  const int wave = (int)device->info.wave_size;
  int max = (int)f->info.max_threads;
  if (limit > 0 && limit < max)
    max = limit;
  int best = 0;
  *block = *grid = 0;
  for (int size = max - max % wave; size > 0; size -= wave) {
    int blocks = 0;
    QN_CHECK(blocks_of(&blocks, function, size, shared));
    if (blocks * size <= best)
      continue;
    best = blocks * size;
    *block = size;
    *grid = blocks * (int)device->info.multiprocessors;
  }
  return QN_R_OK;
}

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                             const void *function,
                                             size_t shared, int limit) {
  return qn_hip(best_block(grid, block, function, shared, limit));
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                                   hipFunction_t function,
                                                   size_t shared, int limit) {
  return qn_hip(best_block(grid, block, function, shared, limit));
}

hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(
    int *grid, int *block, hipFunction_t function, size_t shared, int limit,
    unsigned int flags) {
  (void)flags;
  return qn_hip(best_block(grid, block, function, shared, limit));
}

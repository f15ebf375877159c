// SPDX-License-Identifier: Apache-2.0
// Cubins and PTX on NVIDIA GPUs: fitness, modules, functions, variables.
#include "runtime/backends/cuda/cuda.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/system/log.h"

// ---- Fitness

// A cubin runs on devices of its major version from its minor version on, PTX
// on all devices that are not older. Code for an 'a' target runs on that chip
// only; code for an 'f' target on its family: the same major version, from its
// minor version on.
unsigned qn_cuda_fitness(void *user, const qn_target *target) {
  enum { CUBIN = 0x10000, STEP = 4, SPECIFIC = 3, FAMILY = 2 };
  const qn_device_info *info = &((const qn_cuda_device *)user)->info;
  if (target->row->family != QN_FAMILY_NVIDIA)
    return 0;
  const unsigned major = target->row->mach / 100;
  const unsigned minor = target->row->mach / 10 % 10;
  const char *name = target->row->name;
  const char last = name[0] ? name[strlen(name) - 1] : '\0';
  const bool same = major == info->compute_major;
  const bool later = same && minor <= info->compute_minor;
  bool fits = target->ptx_only ? major < info->compute_major || later : later;
  if (last == 'a')
    fits = same && minor == info->compute_minor;
  else if (last == 'f')
    fits = later;
  if (!fits)
    return 0;
  return (target->ptx_only ? 0 : CUBIN) + (major * 10 + minor) * STEP +
         (last == 'a'   ? SPECIFIC
          : last == 'f' ? FAMILY
                        : 1);
}

// ---- Modules

enum { // options of the driver's compiler
  JIT_ERROR_LOG = 5,
  JIT_ERROR_LOG_SIZE = 6,
};
enum { LOG_SIZE = 4096, REASON_SIZE = 320 };

static bool is_elf(qn_span image) {
  return image.size >= 4 && memcmp(image.data, "\177ELF", 4) == 0;
}

// Joins the compiler's lines, so that they can be a reason.
static void join_lines(char *log) {
  size_t size = strlen(log);
  while (size && (log[size - 1] == '\n' || log[size - 1] == ' '))
    log[--size] = '\0';
  for (size_t i = 0; i < size; ++i)
    if (log[i] == '\n' || log[i] == '\t')
      log[i] = ' ';
}

static qn_result refuse_image(int error, char *log) {
  const qn_result result = qn_cuda_result(error, "cuModuleLoadDataEx");
  char reason[REASON_SIZE];
  join_lines(log);
  if (!log[0])
    return result;
  QN_DEBUG("cuda", "%s", log);
  snprintf(reason, sizeof(reason), "%s", qn_reason());
  return qn_refuse(result, "%s: %.180s", reason, log);
}

static qn_result load_module(const void *bytes, cu_module **out_module) {
  static const int options[] = {JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE};
  char log[LOG_SIZE] = "";
  void *values[] = {log, (void *)(uintptr_t)sizeof(log)};
  const int error =
      qn_cuda.cuModuleLoadDataEx(out_module, bytes, 2, options, values);
  log[sizeof(log) - 1] = '\0';
  return error ? refuse_image(error, log) : QN_R_OK;
}

qn_result qn_cuda_load(void *user, qn_span image, void **out_code) {
  qn_cuda_device *device = user;
  char *text = NULL; // a copy of PTX that ends with a NUL
  QN_CHECK(qn_cuda_enter(device));
  qn_cuda_code *code = qn_alloc_array(1, sizeof(*code));
  if (code && !is_elf(image)) {
    text = qn_alloc(image.size + 1);
    if (text) {
      memcpy(text, image.data, image.size);
      text[image.size] = '\0';
    }
  }
  if (!code || (!is_elf(image) && !text)) {
    qn_free(code);
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  }
  code->device = device;
  const qn_result result =
      load_module(text ? (const void *)text : image.data, &code->module);
  qn_free(text);
  if (result == QN_R_OK)
    *out_code = code;
  else
    qn_free(code);
  return result;
}

void qn_cuda_unload(void *user, void **where) {
  const qn_cuda_device *device = user;
  qn_cuda_code *code = *where;
  if (!code)
    return;
  *where = NULL;
  // After the driver has shut down this fails, and nothing is left to unload.
  if (qn_cuda.cuCtxSetCurrent(device->context) == 0) {
    qn_cuda_current = device->context;
    (void)qn_cuda.cuModuleUnload(code->module);
  }
  qn_free(code);
}

// ---- Functions and variables

static qn_result find_function(const qn_cuda_code *code, qn_str symbol,
                               cu_function **out_function) {
  enum { SHORT = 256 };
  char small[SHORT];
  char *name = symbol.size < SHORT ? small : qn_alloc(symbol.size + 1);
  if (!name)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's name");
  memcpy(name, symbol.data, symbol.size);
  name[symbol.size] = '\0';
  const int error =
      qn_cuda.cuModuleGetFunction(out_function, code->module, name);
  if (name != small)
    qn_free(name);
  return qn_cuda_result(error, "cuModuleGetFunction");
}

qn_result qn_cuda_function(void *user, const qn_kernel *kernel,
                           void **out_function, qn_function_info *out_info) {
  const qn_cuda_code *code = user;
  cu_function *function = NULL;
  const qn_str symbol = kernel->symbol.size ? kernel->symbol : kernel->name;
  QN_CHECK(qn_cuda_enter(code->device));
  QN_CHECK(find_function(code, symbol, &function));
  // In the driver's order of attributes, from 0.
  uint32_t *const fields[] = {
      &out_info->max_threads,   &out_info->shared_static,
      &out_info->constant_size, &out_info->local_size,
      &out_info->registers,     &out_info->ptx_version,
      &out_info->binary_version};
  *out_info = (qn_function_info){0};
  for (int i = 0; i < (int)(sizeof(fields) / sizeof(fields[0])); ++i) {
    int value = 0;
    QN_CUDA(cuFuncGetAttribute, &value, i, function);
    *fields[i] = (uint32_t)value;
  }
  *out_function = function;
  return QN_R_OK;
}

qn_result qn_cuda_variable(void *user, const char *symbol, void **out_address,
                           size_t *out_size) {
  const qn_cuda_code *code = user;
  cu_address address = 0;
  QN_CHECK(qn_cuda_enter(code->device));
  QN_CUDA(cuModuleGetGlobal, &address, out_size, code->module, symbol);
  *out_address = qn_cuda_pointer(address);
  return QN_R_OK;
}

qn_result qn_cuda_configure(void *function, qn_function_attribute attribute,
                            int value) {
  enum { MAX_DYNAMIC_SHARED = 8, PREFERRED_CARVEOUT = 9 };
  switch (attribute) {
  case QN_FUNCTION_SHARED_MAX:
    QN_CUDA(cuFuncSetAttribute, function, MAX_DYNAMIC_SHARED, value);
    return QN_R_OK;
  case QN_FUNCTION_CARVEOUT:
    QN_CUDA(cuFuncSetAttribute, function, PREFERRED_CARVEOUT, value);
    return QN_R_OK;
  case QN_FUNCTION_CACHE:
    QN_CUDA(cuFuncSetCacheConfig, function, value);
    return QN_R_OK;
  }
  return qn_refuse(QN_R_INVALID_VALUE, "kernels have no attribute %d",
                   (int)attribute);
}

qn_result qn_cuda_occupancy(void *user, void *function, uint32_t threads,
                            size_t shared_size, int *out_blocks) {
  QN_CHECK(qn_cuda_enter(user));
  QN_CUDA(cuOccupancyMaxActiveBlocksPerMultiprocessor, out_blocks, function,
          (int)threads, shared_size);
  return QN_R_OK;
}

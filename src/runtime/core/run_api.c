// SPDX-License-Identifier: Apache-2.0
// The public API for devices, modules and launches, include/quern/run.h.
#include "quern/run.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/api.h"
#include "base/system/file.h"
#include "base/text.h"
#include "runtime/core/loader.h"
#include "runtime/core/memory.h"

#define DEVICE_INFO QN_API_STRUCT(quern_device_info, ordinal)
#define LAUNCH QN_API_STRUCT(quern_launch, flags)

// Public objects wrap the runtime's own, so that its structs may change.
struct quern_device {
  qn_device *device;
  bool is_own; // opened for this object alone
};

struct quern_kernel {
  qn_module *module;
  const qn_kernel *kernel;
};

struct quern_module {
  qn_module *module;
  quern_kernel *kernels; // of its image, in that order
};

// ---- Devices

size_t quern_device_count(void) { return qn_device_count(); }

// Finds a device by HIP's number in `name`; NULL is the current device.
static qn_status find_numbered(const char *name, qn_device **out,
                               qn_diag *diag) {
  uint64_t number = 0;
  if (!name)
    return qn_result_status(qn_device_current(out), diag);
  if (!qn_text_uint(qn_str_from(name), &number) || number > INT32_MAX)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE, "'%s' is no device", name);
  const unsigned count = qn_device_count();
  if (number >= count)
    return qn_fail(diag, QN_E_NOT_FOUND, QN_NOWHERE,
                   "no device %s: there %s %u", name, count == 1 ? "is" : "are",
                   count);
  return qn_result_status(qn_device_get((int)number, out), diag);
}

static qn_status find_device(const char *name, quern_device *to,
                             qn_diag *diag) {
  if (!name || (name[0] >= '0' && name[0] <= '9'))
    return find_numbered(name, &to->device, diag);
  QN_TRY(qn_device_find(name, &to->device, diag));
  if (to->device)
    return qn_ok();
  to->is_own = true;
  return qn_device_open(name, NULL, &to->device, diag);
}

quern_status quern_device_open(const char *name, quern_device **out_device,
                               quern_error *error) {
  qn_diag diag = {0};
  if (!out_device)
    return qn_api_refuse(error, "'out_device' is NULL");
  quern_device *device = qn_alloc_array(1, sizeof(*device));
  const qn_status status = device ? find_device(name, device, &diag)
                                  : qn_fail_memory(&diag, "a device");
  if (qn_failed(status))
    qn_free(device);
  else
    *out_device = device;
  return qn_api_answer(status, &diag, error);
}

void quern_device_close(quern_device *device) {
  if (device && device->is_own)
    qn_device_close(&device->device);
  qn_free(device);
}

quern_status quern_device_describe(const quern_device *device,
                                   quern_device_info *out_info,
                                   quern_error *error) {
  qn_diag diag = {0};
  if (!device)
    return qn_api_refuse(error, "'device' is NULL");
  const qn_status status = qn_api_check_out(out_info, DEVICE_INFO, &diag);
  if (qn_failed(status))
    return qn_api_answer(status, &diag, error);
  const qn_device *d = device->device;
  quern_device_info own = {
      .memory_size = d->info.memory_size,
      .warp_size = d->info.wave_size,
      .multiprocessors = d->info.multiprocessors,
      .max_threads = d->info.max_threads,
      .shared_size = d->info.shared_size,
      .host_memory = d->info.pageable,
      .ordinal = d->ordinal,
  };
  snprintf(own.name, sizeof(own.name), "%s:%u", d->backend->name,
           d->backend_ordinal);
  snprintf(own.description, sizeof(own.description), "%s", d->info.name);
  snprintf(own.target, sizeof(own.target), "%s", d->info.target);
  qn_api_give(&own, DEVICE_INFO, out_info);
  return QUERN_OK;
}

// ---- Memory

static quern_status answer_result(qn_result result, quern_error *error) {
  qn_diag diag = {0};
  return qn_api_answer(qn_result_status(result, &diag), &diag, error);
}

quern_status quern_memory_allocate(quern_device *device, size_t size,
                                   void **out_address, quern_error *error) {
  if (!device || !out_address)
    return qn_api_refuse(error, "%s is NULL",
                         device ? "'out_address'" : "'device'");
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = size};
  void *address = NULL;
  const qn_result result =
      qn_memory_allocate(device->device, &request, &address);
  if (result == QN_R_OK)
    *out_address = address;
  return answer_result(result, error);
}

quern_status quern_memory_free(void *address, quern_error *error) {
  return answer_result(
      qn_memory_free(address, 1u << QN_MEMORY_DEVICE, "quern_memory_free"),
      error);
}

quern_status quern_memory_copy(quern_device *device, void *to, const void *from,
                               size_t size, quern_error *error) {
  qn_op op;
  if (!device || ((!to || !from) && size))
    return qn_api_refuse(error, "%s is NULL",
                         !device ? "'device'"
                         : !to   ? "'to'"
                                 : "'from'");
  qn_result result = QN_R_OK;
  if (size)
    result = qn_copy_plain(to, from, size, QN_COPY_DEFAULT, &op);
  if (size && result == QN_R_OK)
    result =
        qn_copy_submit(qn_stream_null(device->device), &op, QN_WAIT_ALWAYS);
  return answer_result(result, error);
}

// ---- Modules

static qn_status make_kernels(quern_module *module, qn_diag *diag) {
  const qn_image *image = qn_module_image(module->module);
  module->kernels =
      qn_alloc_array(image->kernel_count + 1, sizeof(*module->kernels));
  if (!module->kernels)
    return qn_fail_memory(diag, "a module's kernels");
  for (size_t i = 0; i < image->kernel_count; ++i)
    module->kernels[i] = (quern_kernel){module->module, &image->kernels[i]};
  return qn_ok();
}

static qn_status open_module(const quern_device *device, qn_span bytes,
                             quern_module **out_module, qn_diag *diag) {
  qn_device *chosen = device ? device->device : NULL;
  if (!chosen)
    QN_TRY(qn_result_status(qn_device_current(&chosen), diag));
  quern_module *module = qn_alloc_array(1, sizeof(*module));
  if (!module)
    return qn_fail_memory(diag, "a module");
  qn_status status = qn_module_open(bytes, chosen, &module->module, diag);
  if (!qn_failed(status))
    status = make_kernels(module, diag);
  if (qn_failed(status))
    quern_module_close(module);
  else
    *out_module = module;
  return status;
}

quern_status quern_module_open(quern_device *device, const void *bytes,
                               size_t size, quern_module **out_module,
                               quern_error *error) {
  qn_diag diag = {0};
  if (!bytes || !out_module)
    return qn_api_refuse(error, "%s is NULL",
                         bytes ? "'out_module'" : "'bytes'");
  const qn_status status =
      open_module(device, (qn_span){bytes, size}, out_module, &diag);
  return qn_api_answer(status, &diag, error);
}

quern_status quern_module_open_file(quern_device *device, const char *path,
                                    quern_module **out_module,
                                    quern_error *error) {
  qn_diag diag = {0};
  qn_file file;
  if (!path || !out_module)
    return qn_api_refuse(error, "%s is NULL", path ? "'out_module'" : "'path'");
  qn_status status = qn_file_open(path, 0, &file, &diag);
  if (!qn_failed(status)) {
    status = open_module(device, file.bytes, out_module, &diag);
    qn_diag_context(&diag, "loading '%s'", path);
    qn_file_close(&file);
  }
  return qn_api_answer(status, &diag, error);
}

void quern_module_close(quern_module *module) {
  if (!module)
    return;
  qn_module_close(&module->module);
  qn_free(module->kernels);
  qn_free(module);
}

// The name of the first argument that is NULL, or NULL.
static const char *missing(const void *module, const void *name,
                           const void *out) {
  return !module ? "'module'" : !name ? "'name'" : !out ? "the result" : NULL;
}

quern_status quern_module_find_kernel(const quern_module *module,
                                      const char *name,
                                      const quern_kernel **out_kernel,
                                      quern_error *error) {
  qn_diag diag = {0};
  const qn_kernel *kernel;
  const char *what = missing(module, name, out_kernel);
  if (what)
    return qn_api_refuse(error, "%s is NULL", what);
  const qn_status status =
      qn_module_find(module->module, qn_str_from(name), &kernel, &diag);
  if (!qn_failed(status))
    *out_kernel =
        &module->kernels[kernel - qn_module_image(module->module)->kernels];
  return qn_api_answer(status, &diag, error);
}

quern_status quern_module_find_variable(const quern_module *module,
                                        const char *name, void **out_address,
                                        size_t *out_size, quern_error *error) {
  qn_diag diag = {0};
  const qn_variable *variable;
  const char *what = missing(module, name, out_address);
  if (what)
    return qn_api_refuse(error, "%s is NULL", what);
  const qn_status status =
      qn_module_variable(module->module, qn_str_from(name), &variable, &diag);
  if (!qn_failed(status)) {
    *out_address = variable->address;
    if (out_size)
      *out_size = variable->size;
  }
  return qn_api_answer(status, &diag, error);
}

// ---- Kernels

size_t quern_kernel_arg_count(const quern_kernel *kernel) {
  return kernel ? kernel->kernel->argument_count : 0;
}

size_t quern_kernel_arg_size(const quern_kernel *kernel, size_t index) {
  return index < quern_kernel_arg_count(kernel)
             ? (size_t)kernel->kernel->arguments[index].size
             : 0;
}

static qn_status make_values(const qn_kernel *kernel,
                             const quern_launch *launch, qn_value **out_values,
                             qn_diag *diag) {
  if (launch->arg_count && !launch->args)
    return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                   "the launch's list of arguments is NULL");
  for (size_t i = 0; i < launch->arg_count; ++i)
    if (!launch->args[i])
      return qn_fail(diag, QN_E_ARGUMENT, QN_NOWHERE,
                     "the address of argument %zu is NULL", i);
  qn_value *values = qn_alloc_array(launch->arg_count + 1, sizeof(*values));
  if (!values)
    return qn_fail_memory(diag, "the arguments");
  for (size_t i = 0; i < launch->arg_count; ++i) {
    const qn_argument *argument =
        i < kernel->argument_count ? &kernel->arguments[i] : NULL;
    values[i] = (qn_value){
        .kind = argument && argument->kind == QN_ARGUMENT_POINTER
                    ? QN_VALUE_POINTER
                    : QN_VALUE_BYTES,
        .bytes = launch->args[i],
        .size = launch->arg_sizes ? launch->arg_sizes[i]
                : argument        ? (size_t)argument->size
                                  : 0,
        .shown = "a value",
    };
  }
  *out_values = values;
  return qn_ok();
}

static qn_status launch_kernel(const quern_kernel *kernel,
                               const quern_launch *launch, qn_diag *diag) {
  qn_value *values = NULL;
  if (launch->flags)
    return qn_fail(diag, QN_E_UNSUPPORTED, QN_NOWHERE,
                   "a launch has no flag 0x%x", launch->flags);
  QN_TRY(make_values(kernel->kernel, launch, &values, diag));
  qn_launch own = {.shared_size = launch->shared_size,
                   .arguments = values,
                   .argument_count = launch->arg_count};
  memcpy(own.grid, launch->grid, sizeof(own.grid));
  memcpy(own.block, launch->block, sizeof(own.block));
  const qn_status status =
      qn_module_launch(kernel->module, kernel->kernel, &own, diag);
  qn_free(values);
  return status;
}

quern_status quern_kernel_launch(const quern_kernel *kernel,
                                 const quern_launch *launch,
                                 quern_error *error) {
  qn_diag diag = {0};
  quern_launch own;
  if (!kernel)
    return qn_api_refuse(error, "'kernel' is NULL");
  qn_status status = qn_api_take(launch, LAUNCH, &own, &diag);
  if (!qn_failed(status))
    status = launch_kernel(kernel, &own, &diag);
  return qn_api_answer(status, &diag, error);
}

const char *quern_reason(void) { return qn_reason(); }

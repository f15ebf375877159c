// SPDX-License-Identifier: Apache-2.0
#include "quern/run.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/system/file.h"
#include "runtime/core/loader.h"

// Public objects wrap the runtime's own, so that its structs may change.
struct quern_module {
  qn_module *module;
};

// ---- Errors

static void set_error(quern_error *error, const qn_diag *diag) {
  if (!error)
    return;
  snprintf(error->message, sizeof(error->message), "%s", diag->message);
  snprintf(error->hint, sizeof(error->hint), "%s", diag->hint);
}

static const qn_kernel *kernel_of(const quern_kernel *kernel) {
  return (const qn_kernel *)(const void *)kernel;
}

// ---- Modules

static quern_module *open_module(qn_span bytes, qn_diag *diag) {
  quern_module *module = qn_alloc_array(1, sizeof(*module));
  if (!module) {
    (void)qn_fail_memory(diag, "a module");
    return NULL;
  }
  qn_device *device;
  if (qn_failed(qn_result_status(qn_device_current(&device), diag)) ||
      qn_failed(qn_module_open(bytes, device, &module->module, diag))) {
    qn_free(module);
    return NULL;
  }
  return module;
}

quern_module *quern_module_load(const char *path, quern_error *error) {
  qn_diag diag = {0};
  qn_file file;
  quern_module *module = NULL;
  if (!qn_failed(qn_file_open(path, 0, &file, &diag))) {
    module = open_module(file.bytes, &diag);
    qn_file_close(&file);
  }
  if (!module)
    set_error(error, &diag);
  return module;
}

quern_module *quern_module_load_memory(const void *bytes, size_t size,
                                       quern_error *error) {
  qn_diag diag = {0};
  quern_module *module = open_module((qn_span){bytes, size}, &diag);
  if (!module)
    set_error(error, &diag);
  return module;
}

void quern_module_free(quern_module *module) {
  if (!module)
    return;
  qn_module_close(&module->module);
  qn_free(module);
}

const quern_kernel *quern_module_kernel(const quern_module *module,
                                        const char *name, quern_error *error) {
  qn_diag diag = {0};
  const qn_kernel *kernel;
  if (!qn_failed(
          qn_module_find(module->module, qn_str_from(name), &kernel, &diag)))
    return (const quern_kernel *)(const void *)kernel;
  set_error(error, &diag);
  return NULL;
}

void *quern_module_variable(const quern_module *module, const char *name,
                            size_t *out_size, quern_error *error) {
  qn_diag diag = {0};
  const qn_variable *variable;
  if (qn_failed(qn_module_variable(module->module, qn_str_from(name), &variable,
                                   &diag))) {
    set_error(error, &diag);
    return NULL;
  }
  if (out_size)
    *out_size = variable->size;
  return variable->address;
}

size_t quern_kernel_arg_count(const quern_kernel *kernel) {
  return kernel_of(kernel)->argument_count;
}

size_t quern_kernel_arg_size(const quern_kernel *kernel, size_t index) {
  const qn_kernel *k = kernel_of(kernel);
  return index < k->argument_count ? (size_t)k->arguments[index].size : 0;
}

// ---- Launches

static qn_value *make_values(const qn_kernel *kernel,
                             const quern_launch *launch) {
  qn_value *values = qn_alloc_array(launch->arg_count + 1, sizeof(*values));
  for (size_t i = 0; values && i < launch->arg_count; ++i) {
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
  return values;
}

int quern_kernel_launch(quern_module *module, const quern_kernel *kernel,
                        const quern_launch *launch, quern_error *error) {
  qn_diag diag = {0};
  const qn_kernel *k = kernel_of(kernel);
  qn_value *values = make_values(k, launch);
  if (!values) {
    (void)qn_fail_memory(&diag, "the arguments");
    set_error(error, &diag);
    return -1;
  }
  qn_launch own = {.shared_size = launch->shared_size,
                   .arguments = values,
                   .argument_count = launch->arg_count};
  for (int i = 0; i < 3; ++i) {
    own.grid[i] = launch->grid[i];
    own.block[i] = launch->block[i];
  }
  const qn_status status = qn_module_launch(module->module, k, &own, &diag);
  qn_free(values);
  if (!qn_failed(status))
    return 0;
  set_error(error, &diag);
  return -1;
}

const char *quern_reason(void) { return qn_reason(); }

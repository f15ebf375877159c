// SPDX-License-Identifier: Apache-2.0
// Modules and their functions, from loading to the last use.
#include "base/alloc.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/spirv/spirv.h"

// ---- Modules

qn_result qn_spirv_load(void *device, qn_span image, void **out_code) {
  qn_spirv_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->device = device;
  qn_mutex_init(&code->functions_mutex);
  qn_result result = qn_spirv_programs_make(code, image);
  if (result == QN_R_OK)
    result = qn_spirv_code_start(code, image);
  void *made = code;
  if (result == QN_R_OK)
    *out_code = code;
  else
    qn_spirv_unload(device, &made);
  return result;
}

static void drop_function(qn_spirv_function *f) {
  if (f->initial)
    drop_function(f->initial);
  f->code->device->ops->drop_kernel(f);
  qn_mutex_finish(&f->mutex);
  qn_free(f->kept);
  qn_free(f);
}

void qn_spirv_unload(void *device, void **where) {
  qn_spirv_code *code = *where;
  (void)device;
  if (!code)
    return;
  *where = NULL;
  qn_spirv_code_finish(code);
  for (qn_spirv_function *f = code->functions, *next; f; f = next) {
    next = f->next;
    drop_function(f);
  }
  qn_spirv_programs_finish(code);
  qn_mutex_finish(&code->functions_mutex);
  qn_free(code);
}

// ---- Functions

static qn_result create_by_record(qn_spirv_function *f, const char *prefix) {
  unsigned count = 0;
  char *name = qn_spirv_entry_name(f->entry.record, prefix);
  if (!name)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's name");
  const qn_result result = f->code->device->ops->create_kernel(f, name, &count);
  qn_free(name);
  QN_CHECK(result);
  return qn_spirv_check_count(&f->entry, count);
}

// NULL: no memory.
static qn_spirv_function *new_function(qn_spirv_code *code,
                                       const qn_kernel *kernel) {
  qn_spirv_function *f = qn_alloc_array(1, code->device->ops->function_size);
  if (!f)
    return NULL;
  f->code = code;
  // Without it all are set again.
  f->kept = qn_alloc(qn_spirv_arguments_size(kernel));
  qn_mutex_init(&f->mutex);
  return f;
}

// Without it the kernel that always holds is launched.
static void add_initial(qn_spirv_function *f) {
  if (!f->code->has_initial)
    return;
  qn_spirv_function *initial = new_function(f->code, f->entry.record);
  if (!initial)
    return;
  initial->entry = f->entry;
  if (create_by_record(initial, QN_SPIRV_INITIAL) == QN_R_OK)
    f->initial = initial;
  else
    drop_function(initial);
}

static qn_result make_function(qn_spirv_function *f, const qn_kernel *kernel,
                               qn_function_info *out_info) {
  const qn_spirv_device *d = f->code->device;
  QN_CHECK(qn_spirv_read_entry(d, kernel, &f->entry));
  QN_CHECK(create_by_record(f, ""));
  add_initial(f);
  *out_info = (qn_function_info){0};
  QN_CHECK(d->ops->describe_kernel(f, out_info));
  qn_spirv_tell_versions(d, out_info);
  return QN_R_OK;
}

qn_result qn_spirv_function_get(void *user, const qn_kernel *kernel,
                                void **out_function,
                                qn_function_info *out_info) {
  qn_spirv_code *code = user;
  qn_spirv_function *f = new_function(code, kernel);
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  const qn_result result = make_function(f, kernel, out_info);
  if (result != QN_R_OK) {
    drop_function(f);
    return result;
  }
  qn_mutex_lock(&code->functions_mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->functions_mutex);
  *out_function = f;
  return QN_R_OK;
}

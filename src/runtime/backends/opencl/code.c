// SPDX-License-Identifier: Apache-2.0
// Programs, kernels and variables of OpenCL devices.
#include <stdio.h>

#include "base/alloc.h"
#include "base/system/log.h"
#include "runtime/backends/opencl/opencl.h"

enum { WARP = 32 };

// ---- Modules

qn_result qn_opencl_load(void *user, qn_span image, void **out_code) {
  qn_opencl_device *d = user;
  qn_opencl_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->device = d;
  qn_mutex_init(&code->mutex);
  qn_result result = qn_opencl_build(d, image, &code->program);
  if (result == QN_R_OK)
    result = qn_opencl_start(code, image);
  void *made = code;
  if (result == QN_R_OK)
    *out_code = code;
  else
    qn_opencl_unload(d, &made);
  return result;
}

static void drop_function(qn_opencl_function *f) {
  if (f->kernel)
    (void)qn_opencl.clReleaseKernel(f->kernel);
  qn_mutex_finish(&f->mutex);
  qn_free(f->kept);
  qn_free(f);
}

void qn_opencl_unload(void *user, void **where) {
  qn_opencl_code *code = *where;
  (void)user;
  if (!code)
    return;
  *where = NULL;
  qn_opencl_mailbox_finish(code);
  for (qn_opencl_function *f = code->functions, *next; f; f = next) {
    next = f->next;
    drop_function(f);
  }
  for (size_t i = 0; i < code->variable_count; ++i)
    qn_free(code->variables[i].name);
  qn_free(code->variables);
  if (code->program)
    (void)qn_opencl.clReleaseProgram(code->program);
  qn_mutex_finish(&code->mutex);
  qn_free(code);
}

// ---- Functions

// Pointers lie in memory and in structs, too.
qn_result qn_opencl_allow_indirect(const qn_opencl_device *d,
                                   cl_kernel *kernel) {
  static const unsigned kinds[] = {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_INTEL,
                                   CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_INTEL};
  const unsigned yes = 1;
  if (d->memory == QN_OPENCL_USM)
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); ++i)
      QN_CL(clSetKernelExecInfo, kernel, kinds[i], sizeof(yes), &yes);
  else if (d->has_system)
    QN_CL(clSetKernelExecInfo, kernel, CL_KERNEL_EXEC_INFO_SVM_SYSTEM,
          sizeof(yes), &yes);
  return QN_R_OK;
}

static qn_result create_kernel(qn_opencl_function *f) {
  const qn_str name =
      f->record->symbol.size ? f->record->symbol : f->record->name;
  int error = 0;
  char *text = qn_alloc(name.size + 1);
  if (!text)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's name");
  memcpy(text, name.data, name.size);
  text[name.size] = '\0';
  f->kernel = qn_opencl.clCreateKernel(f->code->program, text, &error);
  qn_free(text);
  if (!f->kernel)
    return qn_opencl_result(error, "clCreateKernel");
  return qn_opencl_allow_indirect(f->code->device, f->kernel);
}

static qn_result refuse_hidden(const qn_kernel *kernel, qn_str name) {
  return qn_refuse(QN_R_NOT_SUPPORTED,
                   "'%.*s' has the hidden argument '%.*s', which this version "
                   "does not fill in",
                   kernel->name.size < 200 ? (int)kernel->name.size : 200,
                   kernel->name.data, QN_STR_ARG(name));
}

static qn_result find_hidden(qn_opencl_function *f) {
  static const struct {
    const char *name;
    qn_hidden_kind kind;
  } known[] = {
      {"hidden_group_size_x", QN_HIDDEN_BLOCK_X},
      {"hidden_group_size_y", QN_HIDDEN_BLOCK_Y},
      {"hidden_group_size_z", QN_HIDDEN_BLOCK_Z},
      {"hidden_dynamic_lds_size", QN_HIDDEN_SHARED_SIZE},
  };
  const qn_kernel *k = f->record;
  for (size_t i = 0; i < k->hidden_count; ++i) {
    const qn_argument *a = &k->hidden[i];
    qn_opencl_hidden made = {QN_HIDDEN_SHARED, a->index};
    bool found = a->kind == QN_ARGUMENT_SHARED;
    for (size_t j = 0; !found && j < sizeof(known) / sizeof(known[0]); ++j)
      if (qn_str_equal(a->hidden, qn_str_from(known[j].name))) {
        made.kind = known[j].kind;
        found = true;
      }
    if (!found || f->hidden_count == QN_OPENCL_HIDDEN_MAX)
      return refuse_hidden(k, a->hidden);
    f->hidden[f->hidden_count++] = made;
    f->flat |= made.kind == QN_HIDDEN_BLOCK_X;
  }
  return QN_R_OK;
}

// What the program passes must be what the compiled kernel takes.
static qn_result check_arguments(const qn_opencl_function *f) {
  const qn_kernel *k = f->record;
  unsigned count = 0;
  const int shown = k->name.size < 200 ? (int)k->name.size : 200;
  if (!k->arguments_known)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the arguments of '%.*s' are not described in its image",
                     shown, k->name.data);
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].kind == QN_ARGUMENT_IMAGE ||
        k->arguments[i].kind == QN_ARGUMENT_SAMPLER)
      return qn_refuse(QN_R_NOT_SUPPORTED,
                       "argument %zu of '%.*s' is an image or a sampler, which "
                       "the back end 'opencl' does not pass",
                       i, shown, k->name.data);
  QN_CL(clGetKernelInfo, f->kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count,
        NULL);
  if (count == k->argument_count + f->hidden_count)
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_IMAGE,
                   "'%.*s' takes %u arguments; its record has %zu", shown,
                   k->name.data, count, k->argument_count + f->hidden_count);
}

// A warp is 32 work-items, whatever the device prefers.
static qn_result check_warp(const qn_opencl_function *f) {
  const qn_kernel *k = f->record;
  const qn_opencl_device *d = f->code->device;
  char sizes[64] = "";
  size_t used = 0;
  if (!k->flags_known || !(k->flags & QN_KERNEL_WARP_OPS))
    return QN_R_OK;
  for (size_t i = 0; i < 8 && d->sub_groups[i]; ++i) {
    if (d->sub_groups[i] == WARP)
      return QN_R_OK;
    used += (size_t)snprintf(sizes + used, sizeof(sizes) - used, "%s%u",
                             used ? ", " : "", d->sub_groups[i]);
  }
  return qn_refuse(QN_R_NOT_SUPPORTED,
                   "'%.*s' has warp operations, and '%s' has no sub-groups of "
                   "32%s%s",
                   k->name.size < 200 ? (int)k->name.size : 200, k->name.data,
                   d->info.name, used ? ", only of " : "", sizes);
}

static qn_result read_info(const qn_opencl_function *f,
                           qn_function_info *out_info) {
  const qn_opencl_device *d = f->code->device;
  size_t threads = 0;
  uint64_t shared = 0;
  uint64_t local = 0;
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_WORK_GROUP_SIZE, sizeof(threads), &threads, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_LOCAL_MEM_SIZE, sizeof(shared), &shared, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(local), &local, NULL);
  const uint64_t most =
      qn_figure_or(f->record->resources.max_threads, d->info.max_threads);
  *out_info = (qn_function_info){
      .max_threads = (uint32_t)(most < threads ? most : threads),
      .shared_static =
          (uint32_t)qn_figure_or(f->record->resources.shared_static, shared),
      .local_size = (uint32_t)local,
  };
  return QN_R_OK;
}

static size_t arguments_end(const qn_kernel *k) {
  size_t end = 1;
  for (size_t i = 0; i < k->argument_count; ++i)
    if (k->arguments[i].offset + k->arguments[i].size > end)
      end = (size_t)(k->arguments[i].offset + k->arguments[i].size);
  return end;
}

qn_result qn_opencl_function_get(void *user, const qn_kernel *kernel,
                                 void **out_function,
                                 qn_function_info *out_info) {
  qn_opencl_code *code = user;
  qn_opencl_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  f->code = code;
  f->record = kernel;
  f->blocks_version = UINT64_MAX;
  f->kept = qn_alloc(arguments_end(kernel)); // without it all are set again
  qn_mutex_init(&f->mutex);
  qn_result result = check_warp(f);
  if (result == QN_R_OK)
    result = find_hidden(f);
  if (result == QN_R_OK)
    result = create_kernel(f);
  if (result == QN_R_OK)
    result = check_arguments(f);
  if (result == QN_R_OK)
    result = read_info(f, out_info);
  if (result != QN_R_OK) {
    drop_function(f);
    return result;
  }
  qn_mutex_lock(&code->mutex);
  f->next = code->functions;
  code->functions = f;
  qn_mutex_unlock(&code->mutex);
  *out_function = f;
  return QN_R_OK;
}

qn_result qn_opencl_variable_get(void *user, const char *symbol,
                                 void **out_address, size_t *out_size) {
  const qn_opencl_code *code = user;
  for (size_t i = 0; i < code->variable_count; ++i) {
    const qn_opencl_variable *v = &code->variables[i];
    if (strcmp(v->name, symbol) != 0 || !v->address)
      continue;
    *out_address = (void *)(uintptr_t)v->address;
    *out_size = (size_t)v->size;
    return QN_R_OK;
  }
  return qn_refuse(QN_R_NOT_FOUND, "the image has no variable '%s'", symbol);
}

// ---- Occupancy

// How many groups run at a time is known where launches can demand it; else
// what GPUs commonly hold.
static qn_result count_groups(const qn_opencl_function *f, uint32_t threads,
                              uint64_t *out_count) {
  const qn_opencl_device *d = f->code->device;
  const qn_opencl_stream *null = atomic_load(&d->null);
  const size_t local[3] = {threads, 1, 1};
  size_t count = 0;
  *out_count = 0;
  if (!d->info.cooperative || !null)
    return QN_R_OK;
  QN_CL_EXTENSION(d, clGetKernelMaxConcurrentWorkGroupCountINTEL, null->queue,
                  f->kernel, 3, NULL, local, &count);
  *out_count = count;
  return QN_R_OK;
}

qn_result qn_opencl_occupancy(void *user, void *function, uint32_t threads,
                              size_t shared_size, int *out_blocks) {
  const qn_opencl_device *d = user;
  const qn_device_info *info = &d->info;
  const qn_opencl_function *f = function;
  uint64_t groups;
  if (!threads || threads > info->max_threads ||
      shared_size > info->shared_size_optin) {
    *out_blocks = 0;
    return QN_R_OK;
  }
  QN_CHECK(count_groups(f, threads, &groups));
  uint64_t blocks =
      groups ? groups / info->multiprocessors : info->max_threads_mp / threads;
  if (!groups && shared_size && blocks > info->shared_size_mp / shared_size)
    blocks = info->shared_size_mp / shared_size;
  if (blocks > info->max_blocks_mp)
    blocks = info->max_blocks_mp;
  *out_blocks = blocks ? (int)blocks : 1;
  return QN_R_OK;
}

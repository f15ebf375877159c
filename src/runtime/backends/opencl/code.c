// SPDX-License-Identifier: Apache-2.0
// Programs, kernels and variables of OpenCL devices.
#include "base/alloc.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/opencl/opencl.h"

// ---- Modules

qn_result qn_opencl_load(void *user, qn_span image, void **out_code) {
  qn_opencl_device *d = user;
  qn_opencl_code *code = qn_alloc_array(1, sizeof(*code));
  if (!code)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a module");
  code->base.device = &d->base;
  qn_mutex_init(&code->mutex);
  qn_result result = qn_spirv_programs_make(&code->base, image);
  if (result == QN_R_OK)
    result = qn_spirv_code_start(&code->base, image);
  void *made = code;
  if (result == QN_R_OK)
    *out_code = code;
  else
    qn_opencl_unload(d, &made);
  return result;
}

static void drop_function(qn_opencl_function *f) {
  if (f->initial)
    drop_function(f->initial);
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
  qn_spirv_code_finish(&code->base);
  for (qn_opencl_function *f = code->functions, *next; f; f = next) {
    next = f->next;
    drop_function(f);
  }
  qn_spirv_programs_finish(&code->base);
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

static qn_result create_kernel(qn_opencl_function *f, qn_opencl_code *code,
                               const char *name) {
  int error = 0;
  void *made = NULL;
  QN_CHECK(qn_spirv_program_of(&code->base, name, &made));
  const qn_opencl_program *p = made;
  if (f->entry.record)
    QN_CHECK(qn_spirv_check_vectors(code->base.device, f->entry.record, name,
                                    qn_buffer_str(&p->scalar)));
  f->kernel = qn_opencl.clCreateKernel(p->program, name, &error);
  if (!f->kernel)
    return qn_opencl_result(error, "clCreateKernel");
  return qn_opencl_allow_indirect(f->device, f->kernel);
}

static qn_result create_by_record(qn_opencl_function *f, qn_opencl_code *code,
                                  const char *prefix) {
  unsigned count = 0;
  char *name = qn_spirv_entry_name(f->entry.record, prefix);
  if (!name)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a kernel's name");
  const qn_result result = create_kernel(f, code, name);
  qn_free(name);
  QN_CHECK(result);
  QN_CL(clGetKernelInfo, f->kernel, CL_KERNEL_NUM_ARGS, sizeof(count), &count,
        NULL);
  return qn_spirv_check_count(&f->entry, count);
}

// Intel's runtime for CPUs counts the threads of a group whose own memory fits
// the stacks that its threads begin with, 8 MB, and makes larger ones where a
// launch needs them: 245 MB for a group were right, 532 ended the process.
static uint64_t threads_of(const qn_opencl_device *d, uint64_t counted,
                           uint64_t local) {
  enum { STACK_MAX = 240 * 1024 * 1024, WARP = 32 };
  const uint64_t most = local ? STACK_MAX / local / WARP * WARP : 0;
  return d->is_cpu && most > counted ? most : counted;
}

static qn_result read_info(const qn_opencl_function *f,
                           qn_function_info *out_info) {
  const qn_opencl_device *d = f->device;
  size_t threads = 0;
  uint64_t shared = 0;
  uint64_t local = 0;
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_WORK_GROUP_SIZE, sizeof(threads), &threads, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_LOCAL_MEM_SIZE, sizeof(shared), &shared, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(local), &local, NULL);
  const uint64_t most = qn_figure_or(f->entry.record->resources.max_threads,
                                     d->base.info.max_threads);
  const uint64_t fit = threads_of(d, threads, local);
  *out_info = (qn_function_info){
      .max_threads = (uint32_t)(most < fit ? most : fit),
      .shared_static = (uint32_t)qn_figure_or(
          f->entry.record->resources.shared_static, shared),
      .local_size = (uint32_t)local,
  };
  qn_spirv_tell_versions(&d->base, out_info);
  return QN_R_OK;
}

// NULL: no memory.
static qn_opencl_function *new_function(const qn_opencl_code *code,
                                        const qn_kernel *kernel) {
  qn_opencl_function *f = qn_alloc_array(1, sizeof(*f));
  if (!f)
    return NULL;
  f->device = (qn_opencl_device *)code->base.device;
  f->code = &code->base;
  f->blocks_version = UINT64_MAX;
  // Without it all are set again.
  f->kept = qn_alloc(qn_spirv_arguments_size(kernel));
  qn_mutex_init(&f->mutex);
  return f;
}

// Without it the kernel that always holds is launched.
static void add_initial(qn_opencl_function *f, qn_opencl_code *code) {
  if (!code->base.has_initial)
    return;
  qn_opencl_function *initial = new_function(code, f->entry.record);
  if (!initial)
    return;
  initial->entry = f->entry;
  if (create_by_record(initial, code, QN_SPIRV_INITIAL) == QN_R_OK)
    f->initial = initial;
  else
    drop_function(initial);
}

static qn_result make_function(qn_opencl_function *f, qn_opencl_code *code,
                               const qn_kernel *kernel,
                               qn_function_info *out_info) {
  const qn_opencl_device *d = f->device;
  QN_CHECK(qn_spirv_read_entry(&d->base, kernel, d->sub_groups, 8, &f->entry));
  QN_CHECK(create_by_record(f, code, ""));
  add_initial(f, code);
  return read_info(f, out_info);
}

qn_result qn_opencl_function_get(void *user, const qn_kernel *kernel,
                                 void **out_function,
                                 qn_function_info *out_info) {
  qn_opencl_code *code = user;
  qn_opencl_function *f = new_function(code, kernel);
  if (!f)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a function");
  const qn_result result = make_function(f, code, kernel, out_info);
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

// ---- The module's start

static qn_result launch_start(qn_opencl_function *f, void *addresses,
                              uint64_t host) {
  qn_argument arguments[] = {
      {.index = 0, .kind = QN_ARGUMENT_POINTER, .size = sizeof(void *)},
      {.index = 1, .kind = QN_ARGUMENT_VALUE, .size = sizeof(uint64_t)}};
  const qn_kernel record = {.name = QN_STR(QN_SPIRV_START),
                            .arguments_known = true,
                            .arguments = arguments,
                            .argument_count = 2};
  void *values[] = {&addresses, &host};
  const qn_op_kernel op = {.function = f,
                           .kernel = &record,
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .args = values};
  qn_opencl_stream *null = qn_opencl_null(f->device);
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  f->entry.record = &record;
  QN_CHECK(qn_opencl_launch(null, &op));
  QN_CL(clFinish, null->queue);
  return QN_R_OK;
}

qn_result qn_opencl_run_start(qn_spirv_code *base, void *addresses,
                              uint64_t host) {
  qn_opencl_code *code = (qn_opencl_code *)base;
  qn_opencl_function f = {.device = (qn_opencl_device *)base->device,
                          .blocks_version = UINT64_MAX};
  qn_mutex_init(&f.mutex);
  qn_result result = create_kernel(&f, code, QN_SPIRV_START);
  if (result == QN_R_OK)
    result = launch_start(&f, addresses, host);
  if (f.kernel)
    (void)qn_opencl.clReleaseKernel(f.kernel);
  qn_mutex_finish(&f.mutex);
  return result;
}

// ---- Occupancy

// How many groups run at a time is known where launches can demand it; else
// what GPUs commonly hold. CPUs run one for each thread, which is told of
// kernels alone that need them all.
static qn_result count_groups(const qn_opencl_function *f, uint32_t threads,
                              uint64_t *out_count) {
  const qn_opencl_device *d = f->device;
  const qn_opencl_stream *null = qn_opencl_null(d);
  const size_t local[3] = {threads, 1, 1};
  size_t count = 0;
  *out_count = 0;
  if (!d->base.info.cooperative || !null)
    return QN_R_OK;
  if (d->is_cpu) {
    *out_count = f->entry.record->flags & QN_KERNEL_COOPERATIVE
                     ? d->base.info.multiprocessors
                     : 0;
    return QN_R_OK;
  }
  QN_CL_EXTENSION(d, clGetKernelMaxConcurrentWorkGroupCountINTEL, null->queue,
                  f->kernel, 3, NULL, local, &count);
  *out_count = count;
  return QN_R_OK;
}

qn_result qn_opencl_occupancy(void *user, void *function, uint32_t threads,
                              size_t shared_size, int *out_blocks) {
  const qn_opencl_device *d = user;
  const qn_opencl_function *f = function;
  uint64_t groups;
  const int common = qn_spirv_common_blocks(&d->base, threads, shared_size);
  *out_blocks = common;
  if (!common)
    return QN_R_OK;
  QN_CHECK(count_groups(f, threads, &groups));
  if (!groups)
    return QN_R_OK;
  *out_blocks = qn_spirv_blocks_of(&d->base, groups);
  return QN_R_OK;
}

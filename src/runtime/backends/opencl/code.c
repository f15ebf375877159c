// SPDX-License-Identifier: Apache-2.0
// Programs, kernels and variables of OpenCL devices.
#include "base/alloc.h"
#include "metadata/record/spirv.h"
#include "runtime/backends/opencl/opencl.h"

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
  else if (d->base.has_system)
    QN_CL(clSetKernelExecInfo, kernel, CL_KERNEL_EXEC_INFO_SVM_SYSTEM,
          sizeof(yes), &yes);
  return QN_R_OK;
}

qn_result qn_opencl_create_kernel(qn_spirv_function *base, const char *name,
                                  unsigned *out_arguments) {
  qn_opencl_function *f = (qn_opencl_function *)base;
  int error = 0;
  void *made = NULL;
  QN_CHECK(qn_spirv_program_of(base->code, name, &made));
  const qn_opencl_program *p = made;
  if (base->entry.record)
    QN_CHECK(qn_spirv_check_vectors(base->code->device, base->entry.record,
                                    name, qn_buffer_str(&p->scalar)));
  f->blocks_version = UINT64_MAX;
  f->kernel = qn_opencl.clCreateKernel(p->program, name, &error);
  if (!f->kernel)
    return qn_opencl_result(error, "clCreateKernel");
  QN_CL(clGetKernelInfo, f->kernel, CL_KERNEL_NUM_ARGS, sizeof(*out_arguments),
        out_arguments, NULL);
  return qn_opencl_allow_indirect(qn_opencl_device_of(f), f->kernel);
}

void qn_opencl_drop_kernel(qn_spirv_function *base) {
  qn_opencl_function *f = (qn_opencl_function *)base;
  if (f->kernel)
    (void)qn_opencl.clReleaseKernel(f->kernel);
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

qn_result qn_opencl_describe_kernel(const qn_spirv_function *base,
                                    qn_function_info *out_info) {
  const qn_opencl_function *f = (const qn_opencl_function *)base;
  const qn_opencl_device *d = qn_opencl_device_of(f);
  const qn_resources *r = &base->entry.record->resources;
  size_t threads = 0;
  uint64_t shared = 0;
  uint64_t local = 0;
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_WORK_GROUP_SIZE, sizeof(threads), &threads, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_LOCAL_MEM_SIZE, sizeof(shared), &shared, NULL);
  QN_CL(clGetKernelWorkGroupInfo, f->kernel, d->device,
        CL_KERNEL_PRIVATE_MEM_SIZE, sizeof(local), &local, NULL);
  const uint64_t most = qn_figure_or(r->max_threads, d->base.info.max_threads);
  const uint64_t fit = threads_of(d, threads, local);
  out_info->max_threads = (uint32_t)(most < fit ? most : fit);
  out_info->shared_static = (uint32_t)qn_figure_or(r->shared_static, shared);
  out_info->local_size = (uint32_t)local;
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
  qn_opencl_stream *null = qn_opencl_null(qn_opencl_device_of(f));
  if (!null)
    return qn_refuse(QN_R_NOT_INITIALIZED, "the device has no stream yet");
  f->base.entry.record = &record;
  QN_CHECK(qn_opencl_launch(null, &op));
  QN_CL(clFinish, null->queue);
  return QN_R_OK;
}

qn_result qn_opencl_run_start(qn_spirv_code *code, void *addresses,
                              uint64_t host) {
  qn_opencl_function f = {.base.code = code};
  unsigned count;
  qn_mutex_init(&f.base.mutex);
  qn_result result = qn_opencl_create_kernel(&f.base, QN_SPIRV_START, &count);
  if (result == QN_R_OK)
    result = launch_start(&f, addresses, host);
  qn_opencl_drop_kernel(&f.base);
  qn_mutex_finish(&f.base.mutex);
  return result;
}

// ---- Occupancy

// How many groups run at a time is known where launches can demand it; else
// what GPUs commonly hold. CPUs run one for each thread, which is told of
// kernels alone that need them all.
static qn_result count_groups(const qn_opencl_function *f, uint32_t threads,
                              uint64_t *out_count) {
  const qn_opencl_device *d = qn_opencl_device_of(f);
  const qn_opencl_stream *null = qn_opencl_null(d);
  const size_t local[3] = {threads, 1, 1};
  size_t count = 0;
  *out_count = 0;
  if (!d->base.info.cooperative || !null)
    return QN_R_OK;
  if (d->is_cpu) {
    *out_count = f->base.entry.record->flags & QN_KERNEL_COOPERATIVE
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

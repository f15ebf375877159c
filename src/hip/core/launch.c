// SPDX-License-Identifier: Apache-2.0
#include "hip/core/registered.h"

#include "base/alloc.h"

// ---- `<<<>>>`

enum { NESTED_MAX = 16 }; // configurations pushed and not yet popped

typedef struct configuration {
  dim3 grid, block;
  size_t shared;
  void *stream;
} configuration;

// The innermost configuration is `pushed`. Launches can occur within the
// arguments of another launch; the outer configurations are then in `deeper`.
static _Thread_local configuration pushed QN_HOT_TLS;
static _Thread_local unsigned pushed_count QN_HOT_TLS;
static qn_thread_memory deeper =
    QN_THREAD_MEMORY(NESTED_MAX * sizeof(configuration), NULL);

static __attribute__((noinline)) hipError_t
push_deeper(const configuration *c) {
  configuration *stack =
      pushed_count < NESTED_MAX ? qn_thread_memory_get(&deeper) : NULL;
  if (!stack)
    return qn_hip(qn_refuse(
        QN_R_INVALID_CONFIGURATION,
        "more than %d launches within each other's arguments", NESTED_MAX));
  stack[pushed_count++] = pushed;
  pushed = *c;
  return hipSuccess;
}

// Refills `pushed` after it was popped.
static __attribute__((noinline)) void pop_deeper(void) {
  const configuration *stack = qn_thread_memory_get(&deeper);
  pushed = stack[pushed_count];
}

unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                    void *stream);
QN_HOT unsigned __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared,
                                           void *stream) {
  if (pushed_count)
    return (unsigned)push_deeper(&(configuration){grid, block, shared, stream});
  pushed_count = 1;
  pushed = (configuration){grid, block, shared, stream};
  return 0;
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared,
                                     void *stream);
QN_HOT hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block,
                                            size_t *shared, void *stream) {
  if (!pushed_count)
    return qn_hip(qn_refuse(QN_R_MISSING_CONFIGURATION,
                            "a kernel was called without <<<>>>"));
  *grid = pushed.grid;
  *block = pushed.block;
  *shared = pushed.shared;
  *(void **)stream = pushed.stream;
  if (--pushed_count)
    pop_deeper();
  return hipSuccess;
}

// ---- Launches

QN_HOT_INLINE qn_result launch(const void *host, qn_op *op,
                               hipStream_t handle) {
  qn_stream *stream;
  qn_function *function;
  qn_op_kernel *k = &op->kernel;
  k->source = host;
  QN_CHECK(qn_stream_find(handle, &stream));
  QN_CHECK(qn_hip_find_function(host, stream->device, &function));
  if (!k->args && !k->packed && function->kernel->argument_count)
    return qn_refuse(QN_R_INVALID_VALUE, "'%.*s' takes arguments; got none",
                     QN_STR_ARG(function->kernel->name));
  return qn_function_launch(function, stream, op);
}

QN_COLD static hipError_t refuse_shared(size_t size) {
  return qn_hip(qn_refuse(QN_R_INVALID_VALUE,
                          "%zu bytes of dynamic shared memory are too many",
                          size));
}

QN_HOT_INLINE hipError_t launch_plain(const void *kernel, dim3 grid, dim3 block,
                                      void **arguments, size_t shared,
                                      hipStream_t stream) {
  qn_op op; // only the kernel member is read
  if (shared > UINT32_MAX)
    return refuse_shared(shared);
  op.kernel =
      (qn_op_kernel){.shared_size = (uint32_t)shared, .args = arguments};
  qn_hip_dim(op.kernel.grid, grid);
  qn_hip_dim(op.kernel.block, block);
  return qn_hip(launch(kernel, &op, stream));
}

enum { NUMBER_OF_LAUNCH = 211 }; // CUPTI's, of cudaLaunchKernel

// Stubs of kernels call hipLaunchKernel in CUDA programs, too, where who
// watches expects cudaLaunchKernel.
QN_COLD static __attribute__((noinline)) hipError_t
launch_observed(const void *kernel, dim3 grid, dim3 block, void **arguments,
                size_t shared, hipStream_t stream) {
  const struct { // CUPTI's cudaLaunchKernel_v7000_params
    const void *kernel;
    dim3 grid, block;
    void **arguments;
    size_t shared;
    hipStream_t stream;
  } params = {kernel, grid, block, arguments, shared, stream};
  const qn_observer *observer =
      atomic_load_explicit(&qn_observing, memory_order_acquire);
  qn_observed_call call = {QN_OBSERVED_RUNTIME, NUMBER_OF_LAUNCH,
                           "cudaLaunchKernel", &params};
  if (!observer)
    return launch_plain(kernel, grid, block, arguments, shared, stream);
  observer->enter(&call);
  hipError_t error =
      launch_plain(kernel, grid, block, arguments, shared, stream);
  int status = (int)error; // below 100 both APIs have the same numbers
  call.result = &status;
  observer->leave(&call);
  return error;
}

QN_HOT hipError_t hipLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                                  void **arguments, size_t shared,
                                  hipStream_t stream) {
  if (__builtin_expect(
          atomic_load_explicit(&qn_observing, memory_order_relaxed) != NULL, 0))
    return launch_observed(kernel, grid, block, arguments, shared, stream);
  return launch_plain(kernel, grid, block, arguments, shared, stream);
}

hipError_t hipLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block,
                                      void **arguments, unsigned int shared,
                                      hipStream_t stream) {
  qn_op op = {.kernel = {.grid = {grid.x, grid.y, grid.z},
                         .block = {block.x, block.y, block.z},
                         .shared_size = shared,
                         .cooperative = true,
                         .args = arguments}};
  return qn_hip(launch(kernel, &op, stream));
}

static qn_result record(hipEvent_t handle, hipStream_t stream_handle) {
  qn_event *event;
  qn_stream *stream;
  if (!handle)
    return QN_R_OK;
  QN_CHECK(qn_event_find(handle, &event));
  QN_CHECK(qn_stream_find(stream_handle, &stream));
  return qn_event_record(event, stream);
}

hipError_t hipExtLaunchKernel(const void *kernel, dim3 grid, dim3 block,
                              void **arguments, size_t shared,
                              hipStream_t stream, hipEvent_t start,
                              hipEvent_t stop, int flags) {
  (void)flags; // order within a stream is always kept
  QN_HIP_CHECK(record(start, stream));
  const hipError_t error =
      hipLaunchKernel(kernel, grid, block, arguments, shared, stream);
  if (error != hipSuccess)
    return error;
  return qn_hip(record(stop, stream));
}

// ---- Functions of modules

qn_result qn_hip_arguments(qn_op_kernel *launch, void **args, void **extra) {
  launch->args = args;
  if (args || !extra)
    return QN_R_OK;
  for (size_t i = 0; extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
    if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
      launch->packed = extra[i + 1];
    else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE)
      launch->packed_size = *(const size_t *)extra[i + 1];
    else
      return qn_refuse(QN_R_INVALID_VALUE,
                       "'extra' has %p, which is no HIP_LAUNCH_PARAM",
                       extra[i]);
  }
  if (!launch->packed || !launch->packed_size)
    launch->packed = NULL;
  return QN_R_OK;
}

// With `of_host` a packed block is in the host's layout, else in the device's.
static qn_result check_packed(const qn_kernel *k, const qn_op_kernel *launch,
                              bool of_host) {
  if (!k->argument_count || launch->args)
    return QN_R_OK;
  const qn_argument *last = &k->arguments[k->argument_count - 1];
  const size_t size = of_host && qn_kernel_is_narrow(k)
                          ? qn_kernel_host_block(k, NULL, NULL)
                          : (size_t)(last->offset + last->size);
  if (launch->packed && launch->packed_size >= size)
    return QN_R_OK;
  return qn_refuse(QN_R_INVALID_VALUE,
                   "the arguments of '%.*s' take %zu bytes; got %zu",
                   QN_STR_ARG(k->name), size, launch->packed_size);
}

qn_result qn_hip_unpack(const qn_kernel *kernel, qn_op_kernel *launch,
                        void ***out_values) {
  *out_values = NULL;
  QN_CHECK(check_packed(kernel, launch, true));
  if (launch->args || !launch->packed || !qn_kernel_is_narrow(kernel))
    return QN_R_OK;
  void **values = qn_alloc_array(kernel->argument_count, sizeof(*values));
  if (!values)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for arguments");
  (void)qn_kernel_host_block(kernel, launch->packed, values);
  launch->args = values;
  launch->packed = NULL;
  launch->packed_size = 0;
  *out_values = values;
  return QN_R_OK;
}

static qn_result launch_module(hipFunction_t function, qn_op *op,
                               hipStream_t stream_handle, bool of_host) {
  qn_stream *stream;
  qn_function *f;
  void **values = NULL;
  QN_CHECK(qn_stream_find(stream_handle, &stream));
  QN_CHECK(qn_hip_any_function(function, stream->device, &f));
  if (qn_module_device(f->module) != stream->device)
    return qn_refuse(QN_R_INVALID_HANDLE,
                     "'%.*s' was loaded on device %d; the stream is of %d",
                     QN_STR_ARG(f->kernel->name),
                     qn_module_device(f->module)->ordinal,
                     stream->device->ordinal);
  if (of_host)
    QN_CHECK(qn_hip_unpack(f->kernel, &op->kernel, &values));
  else
    QN_CHECK(check_packed(f->kernel, &op->kernel, false));
  op->kernel.source = function;
  const qn_result result = qn_function_launch(f, stream, op);
  qn_free(values);
  return result;
}

qn_result qn_hip_launch_packed(hipFunction_t function, qn_op *op,
                               hipStream_t stream) {
  return launch_module(function, op, stream, false);
}

hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned int grid_x,
                                 unsigned int grid_y, unsigned int grid_z,
                                 unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared,
                                 hipStream_t stream, void **arguments,
                                 void **extra) {
  qn_op op;
  op.kernel = (qn_op_kernel){.grid = {grid_x, grid_y, grid_z},
                             .block = {block_x, block_y, block_z},
                             .shared_size = shared};
  QN_HIP_CHECK(qn_hip_arguments(&op.kernel, arguments, extra));
  return qn_hip(launch_module(function, &op, stream, true));
}

hipError_t
hipModuleLaunchCooperativeKernel(hipFunction_t function, unsigned int grid_x,
                                 unsigned int grid_y, unsigned int grid_z,
                                 unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared,
                                 hipStream_t stream, void **arguments) {
  qn_op op = {.kernel = {.grid = {grid_x, grid_y, grid_z},
                         .block = {block_x, block_y, block_z},
                         .shared_size = shared,
                         .cooperative = true,
                         .args = arguments}};
  return qn_hip(launch_module(function, &op, stream, true));
}

// ---- Launches by a configuration

// No device launches clusters of blocks in HIP.
static qn_result check_clusters(const hipLaunchAttribute *attributes,
                                unsigned int count) {
  for (unsigned int i = 0; i < count; ++i) {
    const hipLaunchAttributeValue *v = &attributes[i].val;
    if (attributes[i].id == hipLaunchAttributeClusterDimension &&
        (v->clusterDim.x != 1 || v->clusterDim.y != 1 || v->clusterDim.z != 1))
      return qn_refuse(QN_R_CLUSTER_SIZE,
                       "clusters of %u x %u x %u blocks are not there",
                       v->clusterDim.x, v->clusterDim.y, v->clusterDim.z);
  }
  return QN_R_OK;
}

static bool is_cooperative(const hipLaunchAttribute *attributes,
                           unsigned int count) {
  bool cooperative = false;
  for (unsigned int i = 0; i < count; ++i)
    if (attributes[i].id == hipLaunchAttributeCooperative)
      cooperative = attributes[i].val.cooperative != 0;
  return cooperative;
}

hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *config, const void *host,
                              void **arguments) {
  QN_HIP_NEED(config);
  QN_HIP_CHECK(check_clusters(config->attrs, config->numAttrs));
  if (is_cooperative(config->attrs, config->numAttrs))
    return hipLaunchCooperativeKernel(
        host, config->gridDim, config->blockDim, arguments,
        (unsigned)config->dynamicSmemBytes, config->stream);
  return hipLaunchKernel(host, config->gridDim, config->blockDim, arguments,
                         config->dynamicSmemBytes, config->stream);
}

hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *config,
                                hipFunction_t function, void **arguments,
                                void **extra) {
  QN_HIP_NEED(config);
  QN_HIP_CHECK(check_clusters(config->attrs, config->numAttrs));
  qn_op op = {
      .kernel = {
          .grid = {config->gridDimX, config->gridDimY, config->gridDimZ},
          .block = {config->blockDimX, config->blockDimY, config->blockDimZ},
          .shared_size = config->sharedMemBytes,
          .cooperative = is_cooperative(config->attrs, config->numAttrs)}};
  QN_HIP_CHECK(qn_hip_arguments(&op.kernel, arguments, extra));
  return qn_hip(launch_module(function, &op, config->hStream, true));
}

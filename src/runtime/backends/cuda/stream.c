// SPDX-License-Identifier: Apache-2.0
// Streams and events of NVIDIA GPUs, and the operations that run on them.
#include "runtime/backends/cuda/cuda.h"

#include "base/alloc.h"

// ---- Kernels

// The driver's `extra` list for a packed block: the block and its size.
#define EXTRA_LIST(op, size)                                                   \
  {CU_ARGS_BLOCK, (void *)(uintptr_t)(op)->packed, CU_ARGS_SIZE, &(size),      \
   CU_ARGS_END}

static qn_result launch_packed_together(const qn_cuda_stream *stream,
                                        const qn_op_kernel *op) {
  size_t size = op->packed_size;
  void *extra[] = EXTRA_LIST(op, size);
  cu_attribute attribute = {.id = CU_LAUNCH_COOPERATIVE, .cooperative = 1};
  const cu_launch launch = {
      .grid = {op->grid[0], op->grid[1], op->grid[2]},
      .block = {op->block[0], op->block[1], op->block[2]},
      .shared_size = op->shared_size,
      .stream = stream->native,
      .attributes = &attribute,
      .attribute_count = 1,
  };
  if (!qn_cuda.cuLaunchKernelEx)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the driver is too old for a cooperative launch with a "
                     "block of arguments");
  QN_CUDA(cuLaunchKernelEx, &launch, op->function, NULL, extra);
  return QN_R_OK;
}

static inline int launch_values(const qn_cuda_stream *stream,
                                const qn_op_kernel *op, void **args,
                                void **extra) {
  const uint32_t *grid = op->grid;
  const uint32_t *block = op->block;
  return qn_cuda.cuLaunchKernel(op->function, grid[0], grid[1], grid[2],
                                block[0], block[1], block[2], op->shared_size,
                                stream->native, args, extra);
}

static __attribute__((noinline)) int launch_packed(const qn_cuda_stream *stream,
                                                   const qn_op_kernel *op) {
  size_t size = op->packed_size;
  void *extra[] = EXTRA_LIST(op, size);
  return launch_values(stream, op, NULL, size ? extra : NULL);
}

static inline int launch(const qn_cuda_stream *stream, const qn_op_kernel *op) {
  // The driver does not write to the arguments.
  void **args = (void **)(uintptr_t)op->args;
  return args ? launch_values(stream, op, args, NULL)
              : launch_packed(stream, op);
}

static __attribute__((noinline)) qn_result
launch_together(const qn_cuda_stream *stream, const qn_op_kernel *op) {
  if (!op->args && op->packed_size)
    return launch_packed_together(stream, op);
  QN_CUDA(cuLaunchCooperativeKernel, op->function, op->grid[0], op->grid[1],
          op->grid[2], op->block[0], op->block[1], op->block[2],
          op->shared_size, stream->native, (void **)(uintptr_t)op->args);
  return QN_R_OK;
}

// Retries a launch that failed because somebody else changed the thread's
// current context.
static __attribute__((noinline)) qn_result
relaunch(const qn_cuda_stream *stream, const qn_op_kernel *op, int error) {
  if (error == CU_INVALID_CONTEXT || error == CU_INVALID_HANDLE) {
    QN_CHECK(qn_cuda_enter(stream->device));
    error = launch(stream, op);
  }
  return qn_cuda_result(error, "cuLaunchKernel");
}

static inline qn_result submit_kernel(const qn_cuda_stream *stream,
                                      const qn_op_kernel *op) {
  if (op->cooperative)
    return launch_together(stream, op);
  const int error = launch(stream, op);
  return error ? relaunch(stream, op, error) : QN_R_OK;
}

// ---- Copies and fills

// Converts a side for the driver. An array knows its rows and slices; memory
// without a pitch is one row.
static void put_side(const qn_copy_side *side, const qn_op_copy *op,
                     cu_side_3d *out) {
  *out = (cu_side_3d){0};
  if (side->array) {
    out->memory = CU_MEMORY_ARRAY;
    out->array = side->array->native;
    out->x = side->x;
    out->y = side->y;
    out->z = side->z;
    return;
  }
  if (side->device) {
    out->memory = CU_MEMORY_UNIFIED;
    out->device = qn_cuda_address(side->address);
  } else {
    out->memory = CU_MEMORY_HOST;
    out->host = side->address;
  }
  out->pitch = side->pitch > op->width ? side->pitch : op->width;
  out->rows = side->slice && out->pitch ? side->slice / out->pitch : op->height;
  if (out->rows < op->height)
    out->rows = op->height;
}

static bool is_dense(const qn_copy_side *side, const qn_op_copy *op) {
  return !side->array &&
         (op->height == 1 || side->pitch == op->width || side->pitch == 0) &&
         (op->depth == 1 || side->slice == op->width * op->height ||
          side->slice == 0);
}

// Whether the driver can step over the slices, whose size it takes in rows.
static bool has_whole_rows(const qn_copy_side *side, const cu_side_3d *put) {
  return side->array || !side->slice || side->slice == put->pitch * put->rows;
}

void qn_cuda_copy_plan(const qn_op_copy *op, qn_cuda_copy *out_copy) {
  qn_cuda_copy *copy = out_copy;
  *copy = (qn_cuda_copy){.count = 1};
  if (is_dense(&op->to, op) && is_dense(&op->from, op)) {
    copy->plain = true;
    copy->to = qn_cuda_address(op->to.address);
    copy->from = qn_cuda_address(op->from.address);
    copy->size = op->width * op->height * op->depth;
    return;
  }
  put_side(&op->to, op, &copy->block.to);
  put_side(&op->from, op, &copy->block.from);
  copy->block.width = op->width;
  copy->block.height = op->height;
  copy->block.depth = op->depth;
  if (op->depth == 1 || (has_whole_rows(&op->to, &copy->block.to) &&
                         has_whole_rows(&op->from, &copy->block.from)))
    return;
  copy->block.depth = 1;
  copy->count = op->depth;
  copy->to_step = op->to.slice ? op->to.slice : op->width * op->height;
  copy->from_step = op->from.slice ? op->from.slice : op->width * op->height;
}

static void step_side(cu_side_3d *side, size_t step) {
  if (side->memory == CU_MEMORY_ARRAY)
    ++side->z;
  else if (side->memory == CU_MEMORY_HOST)
    side->host = (char *)side->host + step;
  else
    side->device += step;
}

void qn_cuda_copy_next(qn_cuda_copy *copy) {
  step_side(&copy->block.to, copy->to_step);
  step_side(&copy->block.from, copy->from_step);
}

static cu_side_2d flatten(const cu_side_3d *side) {
  return (cu_side_2d){.x = side->x,
                      .y = side->y,
                      .memory = side->memory,
                      .host = side->host,
                      .device = side->device,
                      .array = side->array,
                      .pitch = side->pitch};
}

static qn_result submit_block(const qn_cuda_stream *stream,
                              const cu_copy_3d *block) {
  if (block->depth > 1 || block->to.z || block->from.z) {
    QN_CUDA(cuMemcpy3DAsync, block, stream->native);
    return QN_R_OK;
  }
  const cu_copy_2d flat = {
      .from = flatten(&block->from),
      .to = flatten(&block->to),
      .width = block->width,
      .height = block->height,
  };
  QN_CUDA(cuMemcpy2DAsync, &flat, stream->native);
  return QN_R_OK;
}

static qn_result submit_copy(const qn_cuda_stream *stream,
                             const qn_op_copy *op) {
  qn_cuda_copy copy;
  if (op->height == 1 && op->depth == 1 && !op->to.array && !op->from.array) {
    QN_CUDA(cuMemcpyAsync, qn_cuda_address(op->to.address),
            qn_cuda_address(op->from.address), op->width, stream->native);
    return QN_R_OK;
  }
  qn_cuda_copy_plan(op, &copy);
  if (copy.plain) {
    QN_CUDA(cuMemcpyAsync, copy.to, copy.from, copy.size, stream->native);
    return QN_R_OK;
  }
  for (size_t i = 0; i < copy.count; ++i, qn_cuda_copy_next(&copy))
    QN_CHECK(submit_block(stream, &copy.block));
  return QN_R_OK;
}

static qn_result fill_row(const qn_cuda_stream *stream, const qn_op_fill *op) {
  const cu_address to = qn_cuda_address(op->address);
  if (op->value_size == 1)
    QN_CUDA(cuMemsetD8Async, to, (unsigned char)op->value, op->width,
            stream->native);
  else if (op->value_size == 2)
    QN_CUDA(cuMemsetD16Async, to, (unsigned short)op->value, op->width,
            stream->native);
  else
    QN_CUDA(cuMemsetD32Async, to, op->value, op->width, stream->native);
  return QN_R_OK;
}

static qn_result fill_rows(const qn_cuda_stream *stream, const qn_op_fill *op,
                           size_t slice) {
  const cu_address to = qn_cuda_address(op->address) + slice * op->slice;
  if (op->value_size == 1)
    QN_CUDA(cuMemsetD2D8Async, to, op->pitch, (unsigned char)op->value,
            op->width, op->height, stream->native);
  else if (op->value_size == 2)
    QN_CUDA(cuMemsetD2D16Async, to, op->pitch, (unsigned short)op->value,
            op->width, op->height, stream->native);
  else
    QN_CUDA(cuMemsetD2D32Async, to, op->pitch, op->value, op->width, op->height,
            stream->native);
  return QN_R_OK;
}

static qn_result submit_fill(const qn_cuda_stream *stream,
                             const qn_op_fill *op) {
  if (op->height == 1 && op->depth == 1)
    return fill_row(stream, op);
  for (size_t z = 0; z < op->depth; ++z)
    QN_CHECK(fill_rows(stream, op, z));
  return QN_R_OK;
}

// ---- Values in memory

enum { POLL_AND = 2 };
enum { // operations of a batch
  MEMORY_WAIT_32 = 1,
  MEMORY_WRITE_32 = 2,
  MEMORY_WAIT_64 = 4,
  MEMORY_WRITE_64 = 5,
};

qn_result qn_cuda_memory_op(const qn_op *op, cu_memory_op *out_op) {
  const bool poll = op->kind == QN_OP_POLL;
  const bool wide = op->value.size == 8;
  const uint64_t all = wide ? UINT64_MAX : UINT32_MAX;
  uint64_t value = op->value.value;
  if (poll && op->value.how == POLL_AND)
    value &= op->value.mask; // (m & mask) & v is m & (mask & v)
  else if (poll && (op->value.mask & all) != all)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "NVIDIA's driver waits for whole values: the mask must be "
                     "all ones, not 0x%llx",
                     (unsigned long long)op->value.mask);
  *out_op = (cu_memory_op){
      .operation = poll ? (wide ? MEMORY_WAIT_64 : MEMORY_WAIT_32)
                        : (wide ? MEMORY_WRITE_64 : MEMORY_WRITE_32),
      .address = qn_cuda_address(op->value.address),
      .value = value & all,
      .flags = poll ? op->value.how : 0,
  };
  return QN_R_OK;
}

static qn_result submit_value(const qn_cuda_stream *stream, const qn_op *op) {
  cu_memory_op memory = {0};
  if (!qn_cuda.cuStreamWriteValue32 || !qn_cuda.cuStreamWriteValue64 ||
      !qn_cuda.cuStreamWaitValue32 || !qn_cuda.cuStreamWaitValue64)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the driver is too old to write or await values in a "
                     "stream");
  QN_CHECK(qn_cuda_memory_op(op, &memory));
  const uint32_t low = (uint32_t)memory.value;
  switch (memory.operation) {
  case MEMORY_WAIT_32:
    QN_CUDA(cuStreamWaitValue32, stream->native, memory.address, low,
            memory.flags);
    break;
  case MEMORY_WAIT_64:
    QN_CUDA(cuStreamWaitValue64, stream->native, memory.address, memory.value,
            memory.flags);
    break;
  case MEMORY_WRITE_32:
    QN_CUDA(cuStreamWriteValue32, stream->native, memory.address, low, 0);
    break;
  default:
    QN_CUDA(cuStreamWriteValue64, stream->native, memory.address, memory.value,
            0);
  }
  return QN_R_OK;
}

static qn_result submit_prefetch(const qn_cuda_stream *stream,
                                 const qn_op *op) {
  enum { THE_HOST = -1 };
  // Without page migration on demand there is nothing to prefetch.
  if (!stream->device->info.concurrent_managed)
    return QN_R_OK;
  QN_CUDA(cuMemPrefetchAsync, qn_cuda_address(op->prefetch.address),
          op->prefetch.size,
          op->prefetch.to_host ? THE_HOST : stream->device->device,
          stream->native);
  return QN_R_OK;
}

// ---- Streams

static __attribute__((noinline)) qn_result submit_other(qn_cuda_stream *stream,
                                                        const qn_op *op) {
  switch (op->kind) {
  case QN_OP_COPY:
    return submit_copy(stream, &op->copy);
  case QN_OP_FILL:
    return submit_fill(stream, &op->fill);
  case QN_OP_HOST:
    QN_CUDA(cuLaunchHostFunc, stream->native, op->host.fn, op->host.user);
    return QN_R_OK;
  case QN_OP_RECORD:
    QN_CUDA(cuEventRecord, op->event.event, stream->native);
    return QN_R_OK;
  case QN_OP_WAIT:
    QN_CUDA(cuStreamWaitEvent, stream->native, op->event.event, 0);
    return QN_R_OK;
  case QN_OP_PREFETCH:
    return submit_prefetch(stream, op);
  case QN_OP_WRITE:
  case QN_OP_POLL:
    return submit_value(stream, op);
  case QN_OP_BATCH:
    return qn_cuda_submit_batch(stream, op->batch);
  case QN_OP_NATIVE:
    return op->native.fn(op->native.user, stream->native);
  case QN_OP_KERNEL:
  case QN_OP_KIND_COUNT:
    break;
  }
  return qn_refuse(QN_R_INVALID_VALUE, "there is no operation %d",
                   (int)op->kind);
}

// Kernels have a function of their own, as each cache line that a launch
// touches takes time.
QN_HOT qn_result qn_cuda_submit(void *user, const qn_op *op) {
  qn_cuda_stream *stream = user;
  QN_CHECK(qn_cuda_enter_fast(stream->device));
  return op->kind == QN_OP_KERNEL ? submit_kernel(stream, &op->kernel)
                                  : submit_other(stream, op);
}

qn_result qn_cuda_stream_create(void *user, bool null, bool non_blocking,
                                int priority, void **out_stream) {
  qn_cuda_device *device = user;
  cu_stream *native = CU_LEGACY_STREAM;
  QN_CHECK(qn_cuda_enter(device));
  qn_cuda_stream *stream = qn_alloc_array(1, sizeof(*stream));
  if (!stream)
    return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a stream");
  const int error =
      null
          ? 0
          : qn_cuda.cuStreamCreateWithPriority(&native, non_blocking, priority);
  if (error) {
    qn_free(stream);
    return qn_cuda_result(error, "cuStreamCreateWithPriority");
  }
  *stream = (qn_cuda_stream){native, device};
  *out_stream = stream;
  return QN_R_OK;
}

void qn_cuda_stream_destroy(void **where) {
  qn_cuda_stream *stream = *where;
  if (!stream)
    return;
  *where = NULL;
  if (stream->native != CU_LEGACY_STREAM &&
      qn_cuda.cuCtxSetCurrent(stream->device->context) == 0) {
    qn_cuda_current = stream->device->context;
    (void)qn_cuda.cuStreamDestroy(stream->native);
  }
  qn_free(stream);
}

qn_result qn_cuda_stream_wait(void *user, bool block) {
  const qn_cuda_stream *stream = user;
  QN_CHECK(qn_cuda_enter_fast(stream->device));
  if (block)
    QN_CUDA(cuStreamSynchronize, stream->native);
  else
    QN_CUDA(cuStreamQuery, stream->native);
  return QN_R_OK;
}

// ---- Events

qn_result qn_cuda_event_create(void *device, bool timing, bool blocking,
                               void **out_event) {
  enum { SLEEPS = 1, NO_TIME = 2 };
  cu_event *event = NULL;
  QN_CHECK(qn_cuda_enter(device));
  QN_CUDA(cuEventCreate, &event,
          (blocking ? SLEEPS : 0u) | (timing ? 0u : NO_TIME));
  *out_event = event;
  return QN_R_OK;
}

void qn_cuda_event_destroy(void **event) {
  if (*event)
    (void)qn_cuda.cuEventDestroy(*event);
  *event = NULL;
}

qn_result qn_cuda_event_wait(void *event, bool block) {
  if (block)
    QN_CUDA(cuEventSynchronize, event);
  else
    QN_CUDA(cuEventQuery, event);
  return QN_R_OK;
}

qn_result qn_cuda_event_elapsed(void *from, void *to, double *out_ns) {
  float ms = 0;
  QN_CUDA(cuEventElapsedTime, &ms, from, to);
  *out_ns = (double)ms * 1e6;
  return QN_R_OK;
}

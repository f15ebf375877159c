// SPDX-License-Identifier: Apache-2.0
// Batches of operations as graphs of the driver: instantiated at the first
// launch, then launched as a whole.
#include "runtime/backends/cuda/cuda.h"

#include "base/alloc.h"

typedef struct prepared {
  qn_cuda_device *device;
  cu_graph_exec *exec;
  // For batches with functions of the host, and what libraries do: recorded
  // after every launch, as their arguments and workspaces are freed with the
  // batch, which must wait for the last launch. The driver itself keeps
  // everything else that a launch needs.
  cu_event *done;
} prepared;

typedef struct builder {
  qn_cuda_device *device;
  cu_graph *graph;
  cu_node **last;  // for each operation: its last node
  cu_node **after; // what the node being added waits for
  size_t after_count;
} builder;

static qn_result build(qn_cuda_device *device, const qn_batch *batch,
                       cu_graph **out_graph);

// ---- One operation

// The next node waits for `node` alone.
static void chain(builder *b, cu_node *node) {
  b->after[0] = node;
  b->after_count = 1;
}

// The addresses of the arguments in a packed block, which the caller frees;
// NULL when the kernel's record does not have their layout.
static void **spread(const qn_op_kernel *op) {
  const qn_kernel *kernel = op->kernel;
  if (!kernel || !kernel->argument_count)
    return NULL;
  void **args = qn_alloc_array(kernel->argument_count, sizeof(*args));
  for (size_t i = 0; args && i < kernel->argument_count; ++i) {
    const qn_argument *argument = &kernel->arguments[i];
    if (argument->offset > op->packed_size ||
        argument->size > op->packed_size - argument->offset) {
      qn_free(args);
      return NULL;
    }
    args[i] = (char *)(uintptr_t)op->packed + argument->offset;
  }
  return args;
}

static qn_result add_kernel(builder *b, const qn_op_kernel *op,
                            cu_node **out_node) {
  size_t size = op->packed_size;
  void *extra[] = {CU_ARGS_BLOCK, (void *)(uintptr_t)op->packed, CU_ARGS_SIZE,
                   &size, CU_ARGS_END};
  // The driver refuses cooperative nodes with a packed block.
  void **own = op->cooperative && !op->args && size ? spread(op) : NULL;
  const cu_kernel_node node = {
      .function = op->function,
      .grid = {op->grid[0], op->grid[1], op->grid[2]},
      .block = {op->block[0], op->block[1], op->block[2]},
      .shared_size = op->shared_size,
      .args = own ? own : (void **)(uintptr_t)op->args,
      .extra = own || op->args || !size ? NULL : extra,
  };
  const cu_attribute attribute = {.cooperative = 1};
  const int error = qn_cuda.cuGraphAddKernelNode(out_node, b->graph, b->after,
                                                 b->after_count, &node);
  qn_free(own);
  if (error)
    return qn_cuda_result(error, "cuGraphAddKernelNode");
  if (op->cooperative)
    QN_CUDA(cuGraphKernelNodeSetAttribute, *out_node, CU_LAUNCH_COOPERATIVE,
            &attribute.cooperative);
  return QN_R_OK;
}

static cu_copy_3d plain_block(const qn_cuda_copy *copy, const qn_op_copy *op) {
  cu_copy_3d block = {.width = copy->size, .height = 1, .depth = 1};
  const qn_copy_side *const from[] = {&op->from, &op->to};
  cu_side_3d *const to[] = {&block.from, &block.to};
  for (int i = 0; i < 2; ++i) {
    to[i]->memory = from[i]->device ? CU_MEMORY_UNIFIED : CU_MEMORY_HOST;
    if (from[i]->device)
      to[i]->device = qn_cuda_address(from[i]->address);
    else
      to[i]->host = from[i]->address;
    to[i]->pitch = copy->size;
    to[i]->rows = 1;
  }
  return block;
}

static qn_result add_copy(builder *b, const qn_op_copy *op,
                          cu_node **out_node) {
  qn_cuda_copy copy;
  qn_cuda_copy_plan(op, &copy);
  if (copy.plain)
    copy.block = plain_block(&copy, op);
  for (size_t i = 0; i < copy.count; ++i, qn_cuda_copy_next(&copy)) {
    QN_CUDA(cuGraphAddMemcpyNode, out_node, b->graph, b->after, b->after_count,
            &copy.block, b->device->context);
    chain(b, *out_node);
  }
  return QN_R_OK;
}

static qn_result add_fill(builder *b, const qn_op_fill *op,
                          cu_node **out_node) {
  for (size_t z = 0; z < op->depth; ++z) {
    const cu_memset_node node = {
        .to = qn_cuda_address(op->address) + z * op->slice,
        .pitch = op->height > 1 ? op->pitch : 0,
        .value = op->value,
        .value_size = op->value_size,
        .width = op->width,
        .height = op->height,
    };
    QN_CUDA(cuGraphAddMemsetNode, out_node, b->graph, b->after, b->after_count,
            &node, b->device->context);
    chain(b, *out_node);
  }
  return QN_R_OK;
}

static qn_result add_value(builder *b, const qn_op *op, cu_node **out_node) {
  cu_memory_op memory;
  if (!qn_cuda.cuGraphAddBatchMemOpNode)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the driver is too old to write or await values in a "
                     "graph");
  QN_CHECK(qn_cuda_memory_op(op, &memory));
  const cu_memory_node node = {
      .context = b->device->context, .count = 1, .ops = &memory};
  QN_CUDA(cuGraphAddBatchMemOpNode, out_node, b->graph, b->after,
          b->after_count, &node);
  return QN_R_OK;
}

static qn_result add_child(builder *b, const qn_batch *batch,
                           cu_node **out_node) {
  cu_graph *child = NULL;
  QN_CHECK(build(b->device, batch, &child));
  const int error = qn_cuda.cuGraphAddChildGraphNode(
      out_node, b->graph, b->after, b->after_count, child);
  (void)qn_cuda.cuGraphDestroy(child); // the node has a copy
  return qn_cuda_result(error, "cuGraphAddChildGraphNode");
}

// What the function submits to a stream of its own that captures: straight into
// the graph, as a child may have no nodes that allocate memory; with drivers
// before CUDA 12.3 it is a child all the same.
static bool can_capture_here(void) {
  return qn_cuda.cuStreamBeginCaptureToGraph && qn_cuda.cuStreamGetCaptureInfo;
}

enum { THIS_THREAD_MAY_WAIT = 2 }; // a mode of captures
static qn_result begin_capture(const builder *b, cu_stream *stream) {
  if (can_capture_here())
    QN_CUDA(cuStreamBeginCaptureToGraph, stream, b->graph, b->after, NULL,
            b->after_count, THIS_THREAD_MAY_WAIT);
  else
    QN_CUDA(cuStreamBeginCapture, stream, THIS_THREAD_MAY_WAIT);
  return QN_R_OK;
}

// A node behind all that the stream captured.
static qn_result join_captured(const builder *b, cu_stream *stream,
                               cu_node **out_node) {
  enum { CAPTURES = 1 };
  int status;
  uint64_t id;
  cu_graph *graph;
  cu_node *const *last;
  const void *edges;
  size_t count;
  QN_CUDA(cuStreamGetCaptureInfo, stream, &status, &id, &graph, &last, &edges,
          &count);
  if (status != CAPTURES)
    return QN_R_OK; // the end of the capture says why
  QN_CUDA(cuGraphAddEmptyNode, out_node, b->graph, last, count);
  return QN_R_OK;
}

static qn_result add_captured(const builder *b, cu_graph *child,
                              cu_node **out_node) {
  const int error = qn_cuda.cuGraphAddChildGraphNode(
      out_node, b->graph, b->after, b->after_count, child);
  (void)qn_cuda.cuGraphDestroy(child); // the node has a copy
  return qn_cuda_result(error, "cuGraphAddChildGraphNode");
}

static qn_result capture(builder *b, const qn_op *op, cu_stream *stream,
                         cu_node **out_node) {
  const bool here = can_capture_here();
  cu_graph *graph = NULL;
  QN_CHECK(begin_capture(b, stream));
  qn_result result = op->native.fn(op->native.user, stream);
  if (result == QN_R_OK && here)
    result = join_captured(b, stream, out_node);
  const int error = qn_cuda.cuStreamEndCapture(stream, &graph);
  if (result == QN_R_OK)
    result = qn_cuda_result(error, "cuStreamEndCapture");
  if (here || !graph)
    return result;
  if (result == QN_R_OK)
    return add_captured(b, graph, out_node);
  (void)qn_cuda.cuGraphDestroy(graph);
  return result;
}

static qn_result add_native(builder *b, const qn_op *op, cu_node **out_node) {
  enum { NON_BLOCKING = 1 };
  cu_stream *stream = NULL;
  if (!qn_cuda.cuStreamBeginCapture || !qn_cuda.cuStreamEndCapture)
    return qn_refuse(QN_R_NOT_SUPPORTED,
                     "the driver is too old to capture what a library does");
  QN_CUDA(cuStreamCreateWithPriority, &stream, NON_BLOCKING, 0);
  const qn_result result = capture(b, op, stream, out_node);
  (void)qn_cuda.cuStreamDestroy(stream);
  return result;
}

static qn_result add_op(builder *b, const qn_op *op, cu_node **out_node) {
  switch (op->kind) {
  case QN_OP_KERNEL:
    return add_kernel(b, &op->kernel, out_node);
  case QN_OP_COPY:
    return add_copy(b, &op->copy, out_node);
  case QN_OP_FILL:
    return add_fill(b, &op->fill, out_node);
  case QN_OP_HOST: {
    const cu_host_node node = {op->host.fn, op->host.user};
    QN_CUDA(cuGraphAddHostNode, out_node, b->graph, b->after, b->after_count,
            &node);
    return QN_R_OK;
  }
  case QN_OP_RECORD:
    QN_CUDA(cuGraphAddEventRecordNode, out_node, b->graph, b->after,
            b->after_count, op->event.event);
    return QN_R_OK;
  case QN_OP_WAIT:
    QN_CUDA(cuGraphAddEventWaitNode, out_node, b->graph, b->after,
            b->after_count, op->event.event);
    return QN_R_OK;
  case QN_OP_WRITE:
  case QN_OP_POLL:
    return add_value(b, op, out_node);
  case QN_OP_BATCH:
    return add_child(b, op->batch, out_node);
  case QN_OP_NATIVE:
    return add_native(b, op, out_node);
  case QN_OP_PREFETCH: // a hint; graphs of the driver have no node for it
  case QN_OP_KIND_COUNT:
    break;
  }
  QN_CUDA(cuGraphAddEmptyNode, out_node, b->graph, b->after, b->after_count);
  return QN_R_OK;
}

// ---- The graph

static qn_result add_all(builder *b, const qn_batch *batch) {
  for (size_t i = 0; i < batch->count; ++i) {
    b->after_count = batch->after_count[i];
    for (size_t k = 0; k < b->after_count; ++k)
      b->after[k] = b->last[batch->after[i][k]];
    QN_CHECK(add_op(b, &batch->ops[i], &b->last[i]));
  }
  return QN_R_OK;
}

static qn_result build(qn_cuda_device *device, const qn_batch *batch,
                       cu_graph **out_graph) {
  builder b = {.device = device};
  QN_CUDA(cuGraphCreate, &b.graph, 0);
  b.last = qn_alloc_array(batch->count + 1, sizeof(cu_node *));
  b.after = qn_alloc_array(batch->count + 1, sizeof(cu_node *));
  const qn_result result =
      b.last && b.after
          ? add_all(&b, batch)
          : qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a graph");
  qn_free(b.last);
  qn_free(b.after);
  if (result == QN_R_OK)
    *out_graph = b.graph;
  else
    (void)qn_cuda.cuGraphDestroy(b.graph);
  return result;
}

static void drop(void *user) {
  prepared *p = user;
  if (!p)
    return;
  if (p->done) {
    (void)qn_cuda.cuEventSynchronize(p->done);
    (void)qn_cuda.cuEventDestroy(p->done);
  }
  if (p->exec)
    (void)qn_cuda.cuGraphExecDestroy(p->exec);
  qn_free(p);
}

static bool has_others(const qn_batch *batch) {
  for (size_t i = 0; i < batch->count; ++i) {
    const qn_op *op = &batch->ops[i];
    if (op->kind == QN_OP_HOST || op->kind == QN_OP_NATIVE ||
        (op->kind == QN_OP_BATCH && has_others(op->batch)))
      return true;
  }
  return false;
}

static qn_result prepare(qn_cuda_device *device, const qn_batch *batch,
                         prepared *p) {
  enum { NO_TIME = 2 };
  cu_graph *graph = NULL;
  QN_CHECK(build(device, batch, &graph));
  const int error = qn_cuda.cuGraphInstantiateWithFlags(&p->exec, graph, 0);
  (void)qn_cuda.cuGraphDestroy(graph);
  p->device = device;
  if (error)
    return qn_cuda_result(error, "cuGraphInstantiateWithFlags");
  if (has_others(batch))
    QN_CUDA(cuEventCreate, &p->done, NO_TIME);
  return QN_R_OK;
}

qn_result qn_cuda_submit_batch(qn_cuda_stream *stream, qn_batch *batch) {
  prepared *p = batch->prepared;
  if (p && p->device != stream->device) {
    batch->prepared = NULL;
    drop(p);
    p = NULL;
  }
  if (!p) {
    p = qn_alloc_array(1, sizeof(*p));
    if (!p)
      return qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for a graph");
    const qn_result result = prepare(stream->device, batch, p);
    if (result != QN_R_OK) {
      drop(p);
      return result;
    }
    batch->prepared = p;
    batch->drop = drop;
  }
  QN_CUDA(cuGraphLaunch, p->exec, stream->native);
  if (p->done)
    QN_CUDA(cuEventRecord, p->done, stream->native);
  return QN_R_OK;
}

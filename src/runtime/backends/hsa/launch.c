// SPDX-License-Identifier: Apache-2.0
// A kernel's arguments, hidden ones included, and its packet.
#include "runtime/backends/hsa/hostcall.h"

enum {
  KERNARG_SIZE = 1 << 20, // bytes of a stream's arguments
  KERNARG_ALIGNMENT = 64,
  PRINT_SIZE = 4 << 20,
};

static qn_result wait_for_kernels(qn_hsa_stream *s) {
  const uint64_t all = atomic_load(&s->kernels);
  (void)qn_hsa_stream_reached(s, 0, all, true);
  return qn_hsa_failure(s->device);
}

// Room for arguments; NULL, and a reason, when there is none.
static uint8_t *take_kernarg(qn_hsa_stream *s, size_t size) {
  qn_hsa_device *d = s->device;
  const size_t rounded =
      (size + KERNARG_ALIGNMENT - 1) & ~(size_t)(KERNARG_ALIGNMENT - 1);
  if (!s->kernarg) {
    void *memory = NULL;
    const qn_hsa_api *api = &d->driver->api;
    if (api->hsa_amd_memory_pool_allocate(d->driver->kernarg, KERNARG_SIZE, 0,
                                          &memory) ||
        api->hsa_amd_agents_allow_access(1, &d->agent, NULL, memory)) {
      (void)qn_refuse(QN_R_OUT_OF_MEMORY, "no memory for arguments");
      return NULL;
    }
    s->kernarg = memory;
  }
  if (rounded > KERNARG_SIZE - s->kernarg_at) {
    if (wait_for_kernels(s) != QN_R_OK)
      return NULL;
    s->kernarg_at = 0;
  }
  uint8_t *at = s->kernarg + s->kernarg_at;
  s->kernarg_at += rounded;
  return at;
}

static qn_result prepare_print(qn_hsa_stream *s, const qn_hsa_function *f) {
  if (!f->prints)
    return QN_R_OK;
  if (!s->prints) {
    s->prints = qn_hsa_host_memory(s->device, PRINT_SIZE + 8);
    if (!s->prints)
      return QN_R_OUT_OF_MEMORY;
    s->prints[0] = 0;
    s->prints[1] = PRINT_SIZE;
  }
  if (s->printing && s->printing != f->code) { // whose formats are others
    QN_CHECK(wait_for_kernels(s));
    (void)qn_hsa_print_out(s);
  }
  s->printing = f->code;
  return QN_R_OK;
}

static uint64_t hidden_value(const qn_hsa_stream *s, const qn_op_kernel *op,
                             qn_hsa_hidden what) {
  switch (what) {
  case QN_HSA_BLOCK_COUNT_X:
  case QN_HSA_BLOCK_COUNT_Y:
  case QN_HSA_BLOCK_COUNT_Z:
    return op->grid[what - QN_HSA_BLOCK_COUNT_X];
  case QN_HSA_GROUP_SIZE_X:
  case QN_HSA_GROUP_SIZE_Y:
  case QN_HSA_GROUP_SIZE_Z:
    return op->block[what - QN_HSA_GROUP_SIZE_X];
  case QN_HSA_GRID_DIMS:
    return op->grid[2] * op->block[2] > 1   ? 3
           : op->grid[1] * op->block[1] > 1 ? 2
                                            : 1;
  case QN_HSA_PRINTF_BUFFER:
    return (uintptr_t)s->prints;
  case QN_HSA_HOSTCALL_BUFFER:
    return (uintptr_t)s->calls->head;
  case QN_HSA_HEAP:
    return (uintptr_t)s->device->rocm_heap.address;
  case QN_HSA_DYNAMIC_LDS_SIZE:
    return op->shared_size;
  case QN_HSA_QUEUE:
    return (uintptr_t)s->queue;
  default: // grids are whole groups from 0 on
    return 0;
  }
}

static void write_arguments(const qn_hsa_stream *s, const qn_op_kernel *op,
                            const void *block, uint8_t *to) {
  const qn_hsa_function *f = op->function;
  const uint32_t own = f->explicit_size;
  if (block) {
    memcpy(to, block, own);
  } else if (op->packed) {
    memcpy(to, op->packed, op->packed_size < own ? op->packed_size : own);
  } else {
    qn_kernel_pack(op->kernel, op->args, to);
  }
  memset(to + own, 0, f->kernarg_size - own);
  for (uint32_t k = 0; k < f->hidden_count; ++k) {
    const uint64_t v = hidden_value(s, op, (qn_hsa_hidden)f->hidden[k].what);
    memcpy(to + f->hidden[k].offset, &v, f->hidden[k].size);
  }
}

static qn_result check(const qn_hsa_device *d, const qn_op_kernel *op) {
  const qn_hsa_function *f = op->function;
  uint64_t items = 1;
  for (unsigned k = 0; k < 3; ++k) {
    items *= op->block[k];
    if ((uint64_t)op->grid[k] * op->block[k] > UINT32_MAX)
      return qn_refuse(QN_R_INVALID_CONFIGURATION,
                       "AMD's GPUs count 2^32 work-items of a dimension at "
                       "most");
  }
  if (items > d->info.max_threads)
    return qn_refuse(QN_R_INVALID_CONFIGURATION,
                     "a group has at most %u work-items", d->info.max_threads);
  if ((uint64_t)f->group_size + op->shared_size > d->info.shared_size)
    return qn_refuse(QN_R_OUT_OF_RESOURCES,
                     "the kernel needs %llu bytes of shared memory, a group "
                     "has %u",
                     (unsigned long long)f->group_size + op->shared_size,
                     d->info.shared_size);
  return QN_R_OK;
}

// Waits until the queue has room for the packet `index`. Packets that are no
// kernels take no time of their own.
static void wait_for_room(qn_hsa_stream *s, uint64_t index) {
  const qn_hsa_api *api = &s->device->driver->api;
  const uint64_t kernels = atomic_load(&s->kernels);
  uint64_t read = api->hsa_queue_load_read_index_scacquire(s->queue);
  while (index - read >= s->queue->size && !atomic_load(&s->device->failure)) {
    const uint64_t before = index + 1 - s->queue->size;
    (void)qn_hsa_stream_reached(s, 0, before < kernels ? before : kernels,
                                true);
    read = api->hsa_queue_load_read_index_scacquire(s->queue);
  }
  s->read = read;
}

// The place of the stream's next packet.
static inline void *take_slot(qn_hsa_stream *s, uint64_t *out_index) {
  hsa_queue *queue = s->queue;
  const uint64_t index =
      s->device->driver->api.hsa_queue_add_write_index_relaxed(queue, 1);
  if (index - s->read >= queue->size)
    wait_for_room(s, index);
  *out_index = index;
  return (hsa_packet_kernel *)queue->base + (index & (queue->size - 1));
}

// A packet's header is written last: it makes it valid.
static void ring(const qn_hsa_stream *s, uint16_t *header, unsigned kind,
                 uint64_t index) {
  __atomic_store_n(header,
                   (uint16_t)(kind | HSA_HEADER_BARRIER |
                              HSA_HEADER_ACQUIRE_SYSTEM |
                              HSA_HEADER_RELEASE_SYSTEM),
                   __ATOMIC_RELEASE);
  s->device->driver->api.hsa_signal_store_screlease(s->queue->doorbell,
                                                    (int64_t)index);
}

static void put_packet(qn_hsa_stream *s, const qn_op_kernel *op,
                       const uint8_t *arguments) {
  const qn_hsa_function *f = op->function;
  uint64_t index;
  hsa_packet_kernel *p = take_slot(s, &index);
  p->setup = 3;
  p->group_x = (uint16_t)op->block[0];
  p->group_y = (uint16_t)op->block[1];
  p->group_z = (uint16_t)op->block[2];
  p->reserved0 = 0;
  p->grid_x = op->grid[0] * op->block[0];
  p->grid_y = op->grid[1] * op->block[1];
  p->grid_z = op->grid[2] * op->block[2];
  p->private_size = f->private_size;
  p->group_size = f->group_size + op->shared_size;
  p->kernel = f->object;
  p->kernarg = (uintptr_t)arguments;
  p->reserved2 = 0;
  p->completion = s->done;
  atomic_fetch_add(&s->kernels, 1);
  ring(s, &p->header, HSA_PACKET_KERNEL, index);
}

void qn_hsa_put_barrier(qn_hsa_stream *s, hsa_signal completion) {
  uint64_t index;
  hsa_packet_barrier *p = take_slot(s, &index);
  memset(&p->reserved0, 0, sizeof(*p) - sizeof(p->header));
  p->completion = completion;
  ring(s, &p->header, HSA_PACKET_BARRIER_AND, index);
}

qn_result qn_hsa_launch(qn_hsa_stream *s, const qn_op_kernel *op,
                        const void *block) {
  const qn_hsa_function *f = op->function;
  QN_CHECK(check(s->device, op));
  QN_CHECK(prepare_print(s, f));
  if (f->calls && !s->calls)
    QN_CHECK(qn_hsa_calls_create(s));
  if (f->allocates)
    QN_CHECK(qn_hsa_make_rocm_heap(s->device));
  uint8_t *arguments = take_kernarg(s, f->kernarg_size + 1);
  if (!arguments)
    return QN_R_OUT_OF_MEMORY;
  write_arguments(s, op, block, arguments);
  put_packet(s, op, arguments);
  return QN_R_OK;
}

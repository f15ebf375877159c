// SPDX-License-Identifier: Apache-2.0
// Queues: a thread each, which carries out packets in order.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "amdsim/core/memory.h"
#include "amdsim/hsa/hsa_sim.h"
#include "base/alloc.h"
#include "base/system/log.h"

typedef struct sim_queue {
  hsa_queue queue; // first: the program's handle
  hsa_agent agent;
  hsa_queue_error_fn *failed;
  void *user;
  atomic_uint_fast64_t read, write;
  atomic_bool ending;
  qn_thread thread;
  char message[QN_AMD_MESSAGE_SIZE];
} sim_queue;

static atomic_uint_fast64_t executed, next_id;

uint64_t quern_amdsim_executed(void) { return atomic_load(&executed); }

const char *quern_amdsim_message(const hsa_queue *queue) {
  return ((const sim_queue *)(const void *)queue)->message;
}

static uint64_t instruction_limit(void) {
  const char *text = getenv("QUERN_AMDSIM_LIMIT");
  return text ? strtoull(text, NULL, 0) : 0;
}

// ---- Packets

static const char *find_fault(const hsa_packet_kernel *p,
                              const qn_amd_kernel *k, const qn_amd_chip *chip) {
  const uint64_t items = (uint64_t)p->group_x * p->group_y * p->group_z;
  if (!items || items > 1024)
    return "a group has no work-items, or more than 1024";
  if (!p->grid_x || !p->grid_y || !p->grid_z)
    return "the grid is empty";
  if (p->group_size < k->group_size || p->group_size > chip->shared_size)
    return "the size of shared memory does not fit the kernel or the chip";
  if (p->private_size < k->private_size)
    return "there is less private memory than the kernel needs";
  if (k->kernarg_size && !p->kernarg)
    return "there are no arguments";
  return NULL;
}

// Of all threads together.
static uint64_t processor_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

static hsa_status run_kernel(sim_queue *q, const hsa_packet_kernel *p,
                             uint64_t index) {
  qn_amd_dispatch d = {
      .grid = {p->grid_x, p->grid_y, p->grid_z},
      .block = {p->group_x, p->group_y, p->group_z},
      .private_size = p->private_size,
      .group_size = p->group_size,
      .kernarg = p->kernarg,
      .packet = (uintptr_t)p,
      .queue = (uintptr_t)&q->queue,
      .agent = sim_agent_bit(q->agent),
      .id = index,
      .limit = instruction_limit(),
  };
  if (!qn_amd_kernel_hold(p->kernel, &d.kernel)) {
    snprintf(q->message, sizeof(q->message), "0x%llx is no kernel",
             (unsigned long long)p->kernel);
    return HSA_INVALID_PACKET_FORMAT;
  }
  const char *fault = find_fault(p, &d.kernel, sim_chip(q->agent));
  if (fault) {
    qn_amd_code_unload(&d.kernel.code);
    snprintf(q->message, sizeof(q->message), "%s", fault);
    return HSA_INVALID_PACKET_FORMAT;
  }
  const uint64_t begin = processor_ns();
  qn_amd_dispatch_run(&d);
  const uint64_t took = processor_ns() - begin;
  QN_DEBUG("amdsim",
           "%llu wave instructions in %llu us of the process, %.1f a us",
           (unsigned long long)d.executed, (unsigned long long)took / 1000,
           (double)d.executed * 1000 / (double)(took ? took : 1));
  atomic_fetch_add(&executed, d.executed);
  qn_amd_code_unload(&d.kernel.code);
  const int status = atomic_load(&d.status);
  if (!status)
    return HSA_SUCCESS;
  snprintf(q->message, sizeof(q->message), "%s", d.message);
  return status == 1   ? HSA_MEMORY_FAULT
         : status == 2 ? HSA_ILLEGAL_INSTRUCTION
                       : HSA_EXCEPTION;
}

static void run_barrier(const sim_queue *q, const hsa_packet_barrier *p,
                        bool any) {
  enum { POLL_NS = 1000000 };
  for (;;) {
    bool all = true, one = false, none = true;
    hsa_signal last = {0};
    for (unsigned k = 0; k < 5; ++k) {
      if (!p->after[k].handle)
        continue;
      none = false;
      const bool done = hsa_signal_load_scacquire(p->after[k]) == 0;
      one |= done;
      all &= done;
      if (!done)
        last = p->after[k];
    }
    if (none || (any ? one : all) || atomic_load(&q->ending))
      return;
    (void)hsa_signal_wait_scacquire(last, HSA_EQUAL, 0, POLL_NS, HSA_BLOCKED);
  }
}

static hsa_status run_packet(sim_queue *q, void *packet, unsigned kind,
                             uint64_t index) {
  hsa_packet_kernel *p = packet; // the signal is where it is in all packets
  hsa_status status = HSA_SUCCESS;
  const uint64_t begin = qn_clock_ns();
  if (kind == HSA_PACKET_KERNEL) {
    status = run_kernel(q, p, index);
  } else if (kind == HSA_PACKET_BARRIER_AND || kind == HSA_PACKET_BARRIER_OR) {
    run_barrier(q, packet, kind == HSA_PACKET_BARRIER_OR);
  } else {
    snprintf(q->message, sizeof(q->message), "packets of kind %u are not known",
             kind);
    status = HSA_INVALID_PACKET_FORMAT;
  }
  if (status == HSA_SUCCESS && p->completion.handle) {
    sim_signal *s = (sim_signal *)(uintptr_t)p->completion.handle;
    s->time = (hsa_time){begin, qn_clock_ns()};
    sim_signal_add(p->completion, -1);
  }
  return status;
}

static void *serve(void *user) {
  sim_queue *q = user;
  uint8_t *packets = q->queue.base;
  for (uint64_t index = 0; !atomic_load(&q->ending);) {
    void *packet = packets + 64 * (index & (q->queue.size - 1));
    const uint16_t header =
        __atomic_load_n((uint16_t *)packet, __ATOMIC_ACQUIRE);
    const unsigned kind = header & 0xff;
    if (kind == HSA_PACKET_INVALID) {
      (void)hsa_signal_wait_scacquire(q->queue.doorbell, HSA_GREATER_EQUAL,
                                      (int64_t)index, UINT64_MAX, HSA_BLOCKED);
      continue;
    }
    const hsa_status status = run_packet(q, packet, kind, index);
    __atomic_store_n((uint16_t *)packet, HSA_PACKET_INVALID, __ATOMIC_RELEASE);
    atomic_store(&q->read, ++index);
    if (status == HSA_SUCCESS)
      continue;
    // The queue carries out nothing more.
    if (q->failed)
      q->failed(status, &q->queue, q->user);
    return NULL;
  }
  return NULL;
}

// ---- Creating

hsa_status hsa_queue_create(hsa_agent agent, uint32_t size, uint32_t type,
                            hsa_queue_error_fn *failed, void *user,
                            uint32_t private_size, uint32_t group_size,
                            hsa_queue **out_queue) {
  (void)private_size;
  (void)group_size;
  if (!sim_chip(agent) || !size || (size & (size - 1)))
    return HSA_INVALID_ARGUMENT;
  sim_queue *q = qn_alloc_array(1, sizeof(*q));
  uint8_t *packets = qn_alloc_aligned(64, 64 * (size_t)size);
  if (!q || !packets ||
      hsa_signal_create(-1, 0, NULL, &q->queue.doorbell) != HSA_SUCCESS) {
    qn_free(q);
    qn_free_aligned(packets);
    return HSA_OUT_OF_RESOURCES;
  }
  memset(packets, 0, 64 * (size_t)size);
  for (uint32_t k = 0; k < size; ++k)
    packets[64 * (size_t)k] = HSA_PACKET_INVALID;
  q->queue.type = type;
  q->queue.base = packets;
  q->queue.size = size;
  q->queue.id = atomic_fetch_add(&next_id, 1);
  q->agent = agent;
  q->failed = failed;
  q->user = user;
  // Kernels may read packets.
  (void)qn_amd_memory_add((uintptr_t)packets, 64 * (uint64_t)size, false, NULL);
  (void)qn_amd_memory_add((uintptr_t)q, sizeof(q->queue), false, NULL);
  if (qn_failed(qn_thread_start(&q->thread, "quern-aql", serve, q, NULL)))
    return HSA_OUT_OF_RESOURCES;
  *out_queue = &q->queue;
  return HSA_SUCCESS;
}

hsa_status hsa_queue_destroy(hsa_queue *queue) {
  sim_queue *q = (sim_queue *)(void *)queue;
  atomic_store(&q->ending, true);
  hsa_signal_store_screlease(q->queue.doorbell, INT64_MAX);
  qn_thread_join(q->thread);
  (void)qn_amd_memory_remove((uintptr_t)q->queue.base);
  (void)qn_amd_memory_remove((uintptr_t)q);
  (void)hsa_signal_destroy(q->queue.doorbell);
  qn_free_aligned(q->queue.base);
  qn_free(q);
  return HSA_SUCCESS;
}

uint64_t hsa_queue_load_read_index_scacquire(const hsa_queue *queue) {
  return atomic_load(&((sim_queue *)(uintptr_t)queue)->read);
}

uint64_t hsa_queue_add_write_index_relaxed(const hsa_queue *queue,
                                           uint64_t count) {
  return atomic_fetch_add(&((sim_queue *)(uintptr_t)queue)->write, count);
}

hsa_status hsa_amd_profiling_set_profiler_enabled(hsa_queue *queue,
                                                  int enable) {
  (void)queue;
  (void)enable;
  return HSA_SUCCESS;
}

hsa_status hsa_amd_profiling_get_dispatch_time(hsa_agent agent,
                                               hsa_signal signal,
                                               hsa_time *out_time) {
  (void)agent;
  *out_time = ((sim_signal *)(uintptr_t)signal.handle)->time;
  return HSA_SUCCESS;
}

// SPDX-License-Identifier: Apache-2.0
// What the files of the CPU back end share. cpu.c: the device and its memory;
// code.c: images; run.c: one launch; copy.c: copies and fills; stream.c:
// streams, the threads that drive them, events; texture.c: textures.
#ifndef QN_RUNTIME_BACKENDS_CPU_CPU_H
#define QN_RUNTIME_BACKENDS_CPU_CPU_H

#include <stdatomic.h>

#include "base/system/thread.h"
#include "quern/cpu_abi.h"
#include "runtime/contract/backend.h"
#include "runtime/backends/cpu/pool.h"

typedef struct cpu_stream cpu_stream;
typedef struct cpu_runners cpu_runners;

typedef struct cpu_device {
  unsigned ordinal;
  qn_pool *pool;
  qn_backend_options options;
  uint64_t cache_items; // work-items that fill half the last cache, at 4 bytes
  bool takes_turns;     // launches that stream do (QN_CPU_TURNS)
  uint64_t untouched;   // bytes without contents when the device was opened
  qn_mutex slots_mutex;
  struct cpu_slot *free_slots;
  qn_mutex print_mutex;

  // The first failure of a kernel; it stays until the device is closed.
  atomic_int failure; // qn_result
  qn_mutex failure_mutex;
  char failure_text[640]; // of run_one's text in whole

  qn_mutex exports_mutex;
  struct cpu_export *exports; // blocks shared with other processes

  // Streams that the null stream has to keep in order with.
  qn_mutex streams_mutex;
  cpu_stream **streams;       // blocking ones, borrowed
  atomic_size_t stream_count; // changed with the mutex held
  size_t stream_capacity;
  _Atomic(cpu_stream *) null;
  cpu_runners *runners;
} cpu_device;

// ---- Code

// The number of groups of a grid, or of work-items of a group.
static inline uint64_t qn_cpu_volume(const uint32_t dimensions[3]) {
  return (uint64_t)dimensions[0] * dimensions[1] * dimensions[2];
}

// Launches of so many work-items or more are always timed.
enum { QN_CPU_MANY_ITEMS = 16384 };

typedef struct cpu_function {
  const qn_kernel *kernel; // the module's; lives as long
  qn_cpu_entry **entries;  // one for each of the kernel's, or one; NULL where
  // this machine cannot run it
  size_t entry_count;
  bool one_for_all; // there is one entry, for blocks of any size
  // By a block's size in x: the number of its entry, from 1 on; 0: not known.
  _Atomic uint8_t *chosen;
  atomic_bool left_out;      // it was reported that some go around its barriers
  _Atomic uint32_t group_ns; // time of a group at the last run; 0: not known
  struct cpu_function *next; // of the same image
  struct cpu_code *code;
  bool owns_kernel; // a record made for a launch from a kernel
} cpu_function;

qn_result qn_cpu_load(void *device, qn_span image, void **out_code);
void qn_cpu_unload(void *device, void **code);
qn_result qn_cpu_function(void *code, const qn_kernel *kernel,
                          void **out_function, qn_function_info *out_info);
// Where the image of `function` is in memory, and the file that it is of.
void qn_cpu_image(const cpu_function *function, int *out_fd,
                  uintptr_t *out_base);
// What that image was compiled to check (QN_CPU_CHECK_...); 0 in a process
// without checks.
unsigned qn_cpu_image_checks(const cpu_function *function);
// The kernel of that symbol in the image of `function`; NULL: none.
cpu_function *qn_cpu_sibling(cpu_function *function, const char *symbol);
qn_result qn_cpu_variable(void *code, const char *symbol, void **out_address,
                          size_t *out_size);
// The entry for blocks with so many work-items in x, by the rule of
// metadata/model/variant.h; the choice is cached.
qn_result qn_cpu_choose(cpu_function *function, uint32_t local_x,
                        qn_cpu_entry **out_entry);

// ---- Running

// A graph that runs.
typedef struct cpu_graph {
  const qn_batch *batch;
  const struct cpu_graph *by; // whose kernel launched it; NULL: the host
  // Launches of graphs that follow when it has ended; run.c's.
  struct cpu_child *first_after, *last_after;
} cpu_graph;

// One launch with its arguments packed, aligned to 64 bytes.
typedef struct cpu_launch {
  cpu_function *function;
  qn_cpu_entry *entry;
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t shared_size;
  bool cooperative;
  bool plain; // as in qn_op_kernel
  const void *args;
  cpu_graph *graph; // that it is of; NULL: none
} cpu_launch;

// Runs it to its end. A failure is recorded as the device's.
void qn_cpu_run(cpu_device *device, const cpu_launch *launch);
// Runs a graph, and those that its kernels launch, to their ends. `by` may be
// NULL.
void qn_cpu_run_graph(cpu_device *device, const qn_batch *batch,
                      const cpu_graph *by);
// The operations of it alone.
void qn_cpu_run_batch(cpu_device *device, cpu_graph *graph);
// Records a failure of the device, unless there is one already.
void qn_cpu_fail(cpu_device *device, qn_result result, const char *text);
// The failure so far, with its text as this thread's reason.
qn_result qn_cpu_failure(cpu_device *device);
void qn_cpu_free_slots(cpu_device *device);

void qn_cpu_copy(const qn_op_copy *copy);
void qn_cpu_fill(const qn_op_fill *fill);

// ---- Streams

qn_result qn_cpu_stream_create(void *device, bool null, bool non_blocking,
                               int priority, void **out_stream);
void qn_cpu_stream_destroy(void **stream);
qn_result qn_cpu_submit(void *stream, const qn_op *op);
qn_result qn_cpu_stream_wait(void *stream, bool block);
qn_result qn_cpu_event_create(void *device, bool timing, bool blocking,
                              void **out_event);
void qn_cpu_event_destroy(void **event);
qn_result qn_cpu_event_wait(void *event, bool block);
qn_result qn_cpu_event_elapsed(void *from, void *to, double *out_ns);

qn_result qn_cpu_runners_create(cpu_device *device);
// Waits for the threads; queued work is dropped.
void qn_cpu_runners_destroy(cpu_device *device);

// ---- Textures

qn_result qn_cpu_texture(void *device, const qn_texture_request *request,
                         uint64_t *value);

#endif // QN_RUNTIME_BACKENDS_CPU_CPU_H

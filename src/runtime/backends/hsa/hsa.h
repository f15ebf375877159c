// SPDX-License-Identifier: Apache-2.0
// AMD's GPUs through HSA's runtime, and the same through the simulator's
// library, which offers HSA's interface.
//
// A stream is an HSA queue whose packets all wait for those before, and a list
// of what is not a kernel (copies, functions of the host, waits), which a
// thread carries out. While the list is empty, kernels go straight into the
// queue.
#ifndef QN_RUNTIME_BACKENDS_HSA_HSA_H
#define QN_RUNTIME_BACKENDS_HSA_HSA_H

#include "base/map.h"
#include "base/system/dl.h"
#include "base/system/thread.h"
#include "runtime/contract/array.h"
#include "targets/hsa.h"

typedef struct qn_hsa_api {
  HSA_FUNCTIONS(QN_DL_POINTER)
} qn_hsa_api;

enum { QN_HSA_AGENTS_MAX = 64 };

// A library, opened once, and the GPUs that it has.
typedef struct qn_hsa_driver {
  qn_hsa_api api;
  hsa_agent gpus[QN_HSA_AGENTS_MAX];
  unsigned gpu_count;
  hsa_agent host;
  hsa_pool fine, kernarg; // of the host
  bool has_host, has_fine, has_kernarg;
  double tick_ns; // of the devices' times
  bool simulated;
  char unavailable[256];
} qn_hsa_driver;

typedef struct qn_hsa_mapping qn_hsa_mapping; // of virtual memory

typedef struct qn_hsa_device {
  const qn_hsa_driver *driver;
  hsa_agent agent;
  hsa_pool coarse, shared;
  bool has_coarse;
  qn_device_info info;
  char isa[64];       // "gfx90a:sramecc+:xnack-"
  unsigned max_waves; // of a compute unit
  void (*print)(void *user, const char *bytes, size_t size);
  void *print_user;
  const size_t *heap_size;
  qn_mutex heap_mutex;
  qn_memory heap;                 // of malloc in kernels, once one needs it
  qn_memory rocm_heap;            // of ROCm's malloc, once a kernel may need it
  struct qn_hsa_service *service; // once a kernel may call the host
  atomic_bool asserted; // a kernel said over a call that an assertion failed
  atomic_int failure;   // qn_result
  qn_mutex failure_mutex;
  char failure_text[640];
  qn_mutex print_mutex;
  qn_mutex streams_mutex;
  struct qn_hsa_stream *streams; // all but the null stream
  struct qn_hsa_stream *null;
  atomic_size_t used; // bytes allocated
  qn_mutex peers_mutex;
  qn_map allocations;                    // addresses of its own memory
  hsa_agent reachers[QN_HSA_AGENTS_MAX]; // other GPUs that may use all of it
  unsigned reacher_count;
  qn_mutex stamps_mutex;
  hsa_signal *stamps; // of no event; packets may still name them
  size_t stamp_count, stamp_capacity;
  qn_hsa_mapping *mappings;
} qn_hsa_device;

// ---- Code

typedef struct qn_hsa_code {
  qn_hsa_device *device;
  hsa_executable executable;
  hsa_reader reader;
  uint8_t *image; // a copy
  size_t image_size;
  qn_mutex mutex;
  struct qn_hsa_function *functions;
  struct qn_hsa_format *formats; // of printf
} qn_hsa_code;

// A format by the number that records name it with.
typedef struct qn_hsa_format {
  struct qn_hsa_format *next;
  uint64_t number;
  qn_str text; // in the image
} qn_hsa_format;

// What the runtime fills in behind a kernel's own arguments; rows of
// hidden.def.
typedef enum qn_hsa_hidden {
#define QN_HIDDEN(id, name) QN_HSA_##id,
#include "runtime/backends/hsa/hidden.def"
#undef QN_HIDDEN
} qn_hsa_hidden;

enum { QN_HSA_HIDDEN_MAX = 40 };

typedef struct qn_hsa_function {
  struct qn_hsa_function *next;
  qn_hsa_code *code;
  uint64_t object; // the kernel's descriptor
  uint32_t kernarg_size, group_size, private_size;
  uint32_t explicit_size; // bytes of its own arguments
  uint32_t hidden_count;
  struct {
    uint16_t offset, size;
    uint8_t what; // qn_hsa_hidden
  } hidden[QN_HSA_HIDDEN_MAX];
  bool prints, calls, allocates; // by ROCm's device libraries: the last two
} qn_hsa_function;

// ---- Streams

typedef struct qn_hsa_task {
  struct qn_hsa_task *next;
  qn_op op;
  void *block;                 // of the arguments, or what a copy reads
  struct qn_hsa_stream *after; // waits for another stream, held
  uint64_t tasks, kernels;     // so many of them there
  bool waits;
  struct qn_hsa_event *stamp; // held: to be stamped, or waited for, too
  uint64_t records;           // its, of the one that is waited for
} qn_hsa_task;

typedef struct qn_hsa_stream {
  qn_hsa_device *device;
  atomic_uint refs;
  bool null, non_blocking;
  struct qn_hsa_stream *next;
  hsa_queue *queue;
  hsa_signal done;              // less by one with each kernel
  atomic_uint_fast64_t kernels; // put into the queue
  uint64_t read;                // packets that the queue is known to have read
  qn_mutex mutex;
  qn_cond wake, changed;
  qn_hsa_task *first, **last;
  uint64_t tasks, tasks_done; // submitted, and carried out
  uint64_t kernels_submitted; // to the queue, or in tasks
  bool running, ending, has_thread;
  qn_thread thread;
  // Arguments of kernels lie one behind the other, from the start again when
  // all that lie there are done.
  uint8_t *kernarg;
  size_t kernarg_at;
  qn_hsa_code *printing;      // whose kernels may have printed
  uint32_t *prints;           // the buffer of printf: used, size, records
  struct qn_hsa_calls *calls; // packets of kernels that call the host
} qn_hsa_stream;

typedef struct qn_hsa_event {
  qn_hsa_device *device;
  qn_mutex mutex;
  qn_hsa_stream *stream; // held; NULL: never recorded
  uint64_t tasks, kernels;
  uint64_t records; // how often it was recorded
  bool timing;
  hsa_signal stamp; // of a packet, whose time is the event's
  atomic_uint refs;
} qn_hsa_event;

// ---- Between the files

qn_result qn_hsa_result(const qn_hsa_device *d, hsa_status status,
                        const char *what);
// The failure of the device, which stays.
void qn_hsa_fail(qn_hsa_device *d, qn_result result, const char *text);
qn_result qn_hsa_failure(qn_hsa_device *d);

const qn_hsa_driver *qn_hsa_driver_get(bool simulated);

qn_result qn_hsa_open_on(const qn_hsa_driver *driver, unsigned ordinal,
                         const qn_backend_options *options, void **out_device);
void qn_hsa_close(void **device);
void qn_hsa_describe(void *device, qn_device_info *out_info);
unsigned qn_hsa_fitness(void *device, const qn_target *target);

qn_result qn_hsa_allocate(void *device, const qn_memory_request *request,
                          qn_memory *out_memory);
qn_result qn_hsa_release(void *device, qn_memory_kind kind, qn_memory *memory);
bool qn_hsa_has_virtual(const qn_hsa_api *api);
qn_result qn_hsa_reserve(qn_hsa_device *d, const qn_memory_request *request,
                         qn_memory *out);
// Memory that other processes have, too.
qn_result qn_hsa_export(const qn_hsa_device *d,
                        const qn_memory_request *request);
qn_result qn_hsa_import(const qn_hsa_device *d,
                        const qn_memory_request *request, qn_memory *out);
qn_result qn_hsa_export_physical(const qn_hsa_device *d,
                                 const qn_memory_request *request);
qn_result qn_hsa_create_physical(qn_hsa_device *d,
                                 const qn_memory_request *request,
                                 qn_memory *out);
qn_result qn_hsa_release_virtual(qn_hsa_device *d, qn_memory_kind kind,
                                 const qn_memory *memory);
qn_result qn_hsa_map(void *device, const qn_map_request *request);
qn_result qn_hsa_texture(void *device, const qn_texture_request *request,
                         uint64_t *value);
// Gives the device, and the GPUs that may reach its memory, access to an
// allocation, from then to disown.
qn_result qn_hsa_own(qn_hsa_device *d, void *memory);
void qn_hsa_disown(qn_hsa_device *d, const void *memory);
bool qn_hsa_reaches(void *device, void *peer);
qn_result qn_hsa_peer(void *device, void *peer, bool enable);
// Memory of the host that kernels reach, too.
void *qn_hsa_host_memory(qn_hsa_device *d, size_t size);
void qn_hsa_free_memory(const qn_hsa_device *d, void *memory);
qn_result qn_hsa_copy(qn_hsa_device *d, const qn_op_copy *op);
qn_result qn_hsa_fill(qn_hsa_device *d, const qn_op_fill *op);
// Which sides are the device's memory.
typedef enum qn_hsa_way {
  QN_HSA_ON_HOST = 0,
  QN_HSA_TO_DEVICE = 1,
  QN_HSA_FROM_DEVICE = 2,
  QN_HSA_ON_DEVICE = 3,
} qn_hsa_way;
qn_result qn_hsa_move(qn_hsa_device *d, qn_hsa_way way, void *to,
                      const void *from, size_t size);

qn_result qn_hsa_load(void *device, qn_span image, void **out_code);
void qn_hsa_unload(void *device, void **code);
qn_result qn_hsa_function_get(void *code, const qn_kernel *kernel,
                              void **out_function, qn_function_info *out_info);
qn_result qn_hsa_variable(void *code, const char *symbol, void **out_address,
                          size_t *out_size);
// Makes the memory that ROCm's malloc expects at hidden_heap_v1.
qn_result qn_hsa_make_rocm_heap(qn_hsa_device *d);
// Tells code whose kernels allocate where the heap is, which it makes first.
qn_result qn_hsa_give_heap(qn_hsa_code *code);
qn_result qn_hsa_occupancy(void *device, void *function, uint32_t threads,
                           size_t shared_size, int *out_blocks);

qn_result qn_hsa_stream_create(void *device, bool null, bool non_blocking,
                               int priority, void **out_stream);
void qn_hsa_stream_destroy(void **stream);
void qn_hsa_stream_drop(qn_hsa_stream *s);
qn_result qn_hsa_submit(void *stream, const qn_op *op);
qn_result qn_hsa_stream_wait(void *stream, bool block);
// Until so many tasks and kernels are done; false: not yet.
bool qn_hsa_stream_reached(qn_hsa_stream *s, uint64_t tasks, uint64_t kernels,
                           bool block);
qn_result qn_hsa_run_op(qn_hsa_stream *s, const qn_op *op, void *block);

qn_result qn_hsa_event_create(void *device, bool timing, bool blocking,
                              void **out_event);
void qn_hsa_event_destroy(void **event);
// Waits for the packet that has the time of its record of that number, unless
// it was recorded again. False: the device failed.
bool qn_hsa_event_passed(qn_hsa_event *e, uint64_t records);
void qn_hsa_event_drop(qn_hsa_event *e);
// Puts a packet into the queue whose time is the event's, with the stream's
// mutex held.
qn_result qn_hsa_event_stamp(qn_hsa_stream *s, qn_hsa_event *e);
// Of the device, whose queues are gone.
void qn_hsa_drop_stamps(qn_hsa_device *d);
qn_result qn_hsa_event_wait(void *event, bool block);
qn_result qn_hsa_event_elapsed(void *from, void *to, double *out_ns);

// With the stream's mutex held. `block` is the packed block of the kernel's own
// arguments; NULL: op->args or op->packed are.
qn_result qn_hsa_launch(qn_hsa_stream *s, const qn_op_kernel *op,
                        const void *block);
// A packet that does nothing, behind all that are in the queue. With the
// stream's mutex held.
void qn_hsa_put_barrier(qn_hsa_stream *s, hsa_signal completion);
// Writes out what kernels printed; they are done, and the mutex is held.
// Whether there was a failed assertion.
bool qn_hsa_print_out(qn_hsa_stream *s);
// Writes out one message of printf: a word whose lowest bit says standard
// error, the format and its arguments. Returns how many bytes were written.
uint64_t qn_hsa_print_message(qn_hsa_device *d, qn_span message);
void qn_hsa_read_formats(qn_hsa_code *code);

#endif // QN_RUNTIME_BACKENDS_HSA_HSA_H

// SPDX-License-Identifier: Apache-2.0
// Level Zero devices: what the files of this back end share.
//
// Level Zero's types and constants are declared here with names of our own,
// only those that are used; its loader is opened at run time. A stream is an
// immediate command list, in which a barrier follows every operation: such
// lists keep no order by themselves. Each device has a context of its own.
#ifndef QN_RUNTIME_BACKENDS_LEVELZERO_LEVELZERO_H
#define QN_RUNTIME_BACKENDS_LEVELZERO_LEVELZERO_H

#include "base/system/dl.h"
#include "runtime/backends/spirv/spirv.h"

// ---- Level Zero's types and numbers

typedef struct ze_driver ze_driver;
typedef struct ze_device ze_device;
typedef struct ze_context ze_context;
typedef struct ze_list ze_list;
typedef struct ze_pool ze_pool;
typedef struct ze_event ze_event;
typedef struct ze_module ze_module;
typedef struct ze_log ze_log;
typedef struct ze_kernel ze_kernel;

enum { // results that are not failures everywhere
  ZE_NOT_READY = 1,
  ZE_ERROR_DEVICE_LOST = 0x70000001,
  ZE_ERROR_OUT_OF_HOST_MEMORY = 0x70000002,
  ZE_ERROR_OUT_OF_DEVICE_MEMORY = 0x70000003,
  ZE_ERROR_MODULE_BUILD_FAILURE = 0x70000004,
};

enum { // what a struct is
  ZE_DRIVER_PROPERTIES = 0x1,
  ZE_DEVICE_COMPUTE_PROPERTIES = 0x4,
  ZE_DEVICE_MODULE_PROPERTIES = 0x5,
  ZE_QUEUE_GROUP_PROPERTIES = 0x6,
  ZE_DEVICE_MEMORY_PROPERTIES = 0x7,
  ZE_DEVICE_ACCESS_PROPERTIES = 0x8,
  ZE_DEVICE_CACHE_PROPERTIES = 0x9,
  ZE_CONTEXT_DESC = 0xd,
  ZE_QUEUE_DESC = 0xe,
  ZE_EVENT_POOL_DESC = 0x10,
  ZE_EVENT_DESC = 0x11,
  ZE_DEVICE_ALLOC_DESC = 0x15,
  ZE_HOST_ALLOC_DESC = 0x16,
  ZE_ALLOCATION_PROPERTIES = 0x17,
  ZE_MODULE_DESC = 0x1b,
  ZE_KERNEL_DESC = 0x1d,
  ZE_KERNEL_PROPERTIES = 0x1e,
  ZE_FLOAT_ATOMIC_PROPERTIES = 0x10003,
  ZE_PCI_PROPERTIES = 0x10008,
  ZE_IP_VERSION = 0x1000f,
  ZE_DEVICE_PROPERTIES_1_2 = 0x20006, // the timer's rate is in Hz
};

enum { // flags and kinds
  ZE_DEVICE_IS_INTEGRATED = 1 << 0,
  ZE_DEVICE_HAS_ECC = 1 << 2,
  ZE_MODULE_HAS_FP16 = 1 << 0,
  ZE_MODULE_HAS_FP64 = 1 << 1,
  ZE_MODULE_HAS_INT64_ATOMICS = 1 << 2,
  ZE_FLOAT_ATOMIC_ADD = 1 << 1 | 1 << 17, // in global and in shared memory
  ZE_FLOAT_ATOMIC_MIN_MAX = 1 << 2 | 1 << 18,
  ZE_QUEUE_COMPUTES = 1 << 0,
  ZE_QUEUE_COOPERATES = 1 << 2,
  ZE_ACCESS_RW = 1 << 0,
  ZE_ACCESS_CONCURRENT = 1 << 2,
  ZE_MODE_ASYNCHRONOUS = 2,
  ZE_PRIORITY_NORMAL = 0,
  ZE_PRIORITY_LOW = 1,
  ZE_PRIORITY_HIGH = 2,
  ZE_POOL_HOST_VISIBLE = 1 << 0,
  ZE_SCOPE_HOST = 1 << 2,
  ZE_FORMAT_SPIRV = 0,
  ZE_FORMAT_NATIVE = 1,
  ZE_INDIRECT_ALL = 7, // host, device and shared memory
  ZE_MEMORY_UNKNOWN = 0,
  ZE_MEMORY_HOST = 1,
  ZE_MEMORY_SHARED = 3,
};

typedef struct ze_device_properties {
  uint32_t stype;
  void *next;
  uint32_t type, vendor, device, flags, subdevice, clock_mhz;
  uint64_t alloc_max;
  uint32_t contexts_max, priority_max, threads_per_eu, simd_width;
  uint32_t eus_per_subslice, subslices_per_slice, slices;
  uint64_t timer_hz;
  uint32_t timer_bits, kernel_timer_bits;
  uint8_t uuid[16];
  char name[256];
} ze_device_properties;

typedef struct ze_compute_properties {
  uint32_t stype;
  void *next;
  uint32_t group_max, group_max_by[3], groups_max[3], shared_max;
  uint32_t sub_group_count, sub_groups[8];
} ze_compute_properties;

typedef struct ze_module_properties {
  uint32_t stype;
  void *next;
  uint32_t spirv_version; // major << 16 | minor; 0: none
  uint32_t flags, fp16, fp32, fp64, arguments_max, printf_size;
  uint8_t native_uuid[16];
} ze_module_properties;

typedef struct ze_float_atomics {
  uint32_t stype;
  void *next;
  uint32_t fp16, fp32, fp64;
} ze_float_atomics;

// Which of Intel's GPUs it is; drivers that do not know it leave 0.
typedef struct ze_ip_version {
  uint32_t stype;
  void *next;
  uint32_t version;
} ze_ip_version;

typedef struct ze_queue_group {
  uint32_t stype;
  void *next;
  uint32_t flags;
  size_t pattern_max;
  uint32_t queues;
} ze_queue_group;

typedef struct ze_memory_properties {
  uint32_t stype;
  void *next;
  uint32_t flags, clock_mhz, bus_bits;
  uint64_t size;
  char name[256];
} ze_memory_properties;

typedef struct ze_access_properties {
  uint32_t stype;
  void *next;
  uint32_t host, device, shared, shared_cross, system;
} ze_access_properties;

typedef struct ze_cache_properties {
  uint32_t stype;
  void *next;
  uint32_t flags;
  size_t size;
} ze_cache_properties;

typedef struct ze_driver_properties {
  uint32_t stype;
  void *next;
  uint8_t uuid[16];
  uint32_t version;
} ze_driver_properties;

typedef struct ze_pci_properties {
  uint32_t stype;
  void *next;
  uint32_t domain, bus, device, function;
  int32_t generation, width;
  int64_t bandwidth;
} ze_pci_properties;

typedef struct ze_allocation_properties {
  uint32_t stype;
  void *next;
  uint32_t type;
  uint64_t id, page_size;
} ze_allocation_properties;

typedef struct ze_kernel_properties {
  uint32_t stype;
  void *next;
  uint32_t argument_count, group[3], sub_groups, sub_group_size;
  uint32_t sub_group_max, sub_groups_max, shared_size, private_size, spill_size;
  uint8_t uuid[32];
} ze_kernel_properties;

typedef struct ze_context_desc {
  uint32_t stype;
  const void *next;
  uint32_t flags;
} ze_context_desc;

typedef struct ze_queue_desc {
  uint32_t stype;
  const void *next;
  uint32_t ordinal, index, flags, mode, priority;
} ze_queue_desc;

typedef struct ze_pool_desc {
  uint32_t stype;
  const void *next;
  uint32_t flags, count;
} ze_pool_desc;

typedef struct ze_event_desc {
  uint32_t stype;
  const void *next;
  uint32_t index, signal, wait;
} ze_event_desc;

typedef struct ze_device_alloc_desc {
  uint32_t stype;
  const void *next;
  uint32_t flags, ordinal;
} ze_device_alloc_desc;

typedef struct ze_host_alloc_desc {
  uint32_t stype;
  const void *next;
  uint32_t flags;
} ze_host_alloc_desc;

typedef struct ze_module_desc {
  uint32_t stype;
  const void *next;
  uint32_t format;
  size_t size;
  const uint8_t *bytes;
  const char *options;
  const void *constants;
} ze_module_desc;

typedef struct ze_kernel_desc {
  uint32_t stype;
  const void *next;
  uint32_t flags;
  const char *name;
} ze_kernel_desc;

typedef struct ze_groups {
  uint32_t x, y, z;
} ze_groups;

typedef struct ze_region {
  uint32_t x, y, z, width, height, depth;
} ze_region;

// ---- The library

typedef struct qn_ze_api {
#define QN_SYMBOL QN_DL_POINTER
#include "runtime/backends/levelzero/symbols.def"
#undef QN_SYMBOL
} qn_ze_api;

// Filled by the first probe; its functions are there from then on.
extern qn_ze_api qn_ze;

typedef struct qn_ze_found {
  ze_driver *driver;
  ze_device *device;
  uint32_t spirv_version; // as a module's header has it: 0x10400 is 1.4
  uint32_t ordinal;       // of the queues that compute
  size_t pattern_max;     // bytes of a fill's value there
  bool cooperates;        // launches whose groups all run at a time
} qn_ze_found;

unsigned qn_ze_probe(char *reason, size_t capacity);
// `ordinal` is less than what `probe` gave.
const qn_ze_found *qn_ze_at(unsigned ordinal);

// ---- Failures

// Level Zero's code as ours, with its name and meaning as the reason: `call` is
// the function's name.
qn_result qn_ze_result(int error, const char *call);

// Calls a function of the library and returns from the enclosing one when it
// fails.
#define QN_ZE(name, ...)                                                       \
  do {                                                                         \
    const int ze_error_ = qn_ze.name(__VA_ARGS__);                             \
    if (ze_error_)                                                             \
      return qn_ze_result(ze_error_, #name);                                   \
  } while (0)

// ---- Devices (device.c)

typedef struct qn_ze_device {
  qn_spirv_device base; // first
  qn_ze_found found;
  ze_context *context;
  ze_module_properties module;
  ze_float_atomics float_atomics;
  uint64_t alloc_max; // bytes of one allocation
  uint64_t timer_hz;
  uint64_t timer_mask; // the bits that its values have
  uint32_t driver_version;
  uint32_t ip_version; // 0: not known

  qn_mutex markers_mutex; // of the rest
  struct qn_ze_markers *markers;
  struct qn_ze_marker *free_markers;
} qn_ze_device;

qn_result qn_ze_open(unsigned ordinal, const qn_backend_options *options,
                     void **out_device);
void qn_ze_close(void **device);
void qn_ze_describe(void *device, qn_device_info *out_info);
unsigned qn_ze_fitness(void *device, const qn_target *target);

// ---- Memory (memory.c)

// For qn_spirv_ops.
qn_result qn_ze_allocate(qn_spirv_device *device, qn_memory_kind kind,
                         size_t size, void **out_address);
void qn_ze_release(qn_spirv_device *device, void *address);
// Whether the host reads memory where it is: what Level Zero allocated only for
// the device it does not.
bool qn_ze_is_host_memory(const qn_ze_device *device, const void *address);

// ---- Code (code.c)

typedef struct qn_ze_function {
  qn_spirv_function base; // first
  ze_kernel *kernel;
} qn_ze_function;

static inline qn_ze_device *qn_ze_device_of(const qn_ze_function *f) {
  return (qn_ze_device *)f->base.code->device;
}

// For qn_spirv_ops.
qn_result qn_ze_create_kernel(qn_spirv_function *function, const char *name,
                              unsigned *out_arguments);
void qn_ze_drop_kernel(qn_spirv_function *function);
qn_result qn_ze_describe_kernel(const qn_spirv_function *function,
                                qn_function_info *out_info);
qn_result qn_ze_check(const qn_spirv_device *device, qn_span image);
qn_result qn_ze_build(qn_spirv_device *device, qn_span image,
                      void **out_module);
void qn_ze_drop_module(void *module);
qn_result qn_ze_occupancy(void *device, void *function, uint32_t threads,
                          size_t shared_size, int *out_blocks);
qn_result qn_ze_run_start(qn_spirv_code *code, void *addresses, uint64_t host);

// ---- Markers and events (event.c)

// A place in a stream: an event of Level Zero's, which is used again when
// nothing refers to it any more.
typedef struct qn_ze_marker {
  ze_event *event;
  uint64_t *time; // in memory of the host, written by a timed record
  qn_ze_device *device;
  atomic_uint refs;
  bool timed;
  struct qn_ze_marker *next; // of those that are free
} qn_ze_marker;

// One that is not signaled, with a reference.
qn_result qn_ze_marker_take(qn_ze_device *device, qn_ze_marker **out_marker);
static inline qn_ze_marker *qn_ze_marker_hold(qn_ze_marker *marker) {
  atomic_fetch_add_explicit(&marker->refs, 1, memory_order_relaxed);
  return marker;
}
// Accepts NULL.
void qn_ze_marker_drop(qn_ze_marker *marker);
// QN_R_NOT_READY without `block`; a failure is the device's.
qn_result qn_ze_marker_wait(qn_ze_marker *marker, bool block);
void qn_ze_markers_finish(qn_ze_device *device);

qn_result qn_ze_event_create(void *device, bool timing, bool blocking,
                             void **out_event);
void qn_ze_event_destroy(void **event);
qn_result qn_ze_event_wait(void *event, bool block);
qn_result qn_ze_event_elapsed(void *from, void *to, double *out_ns);

// ---- Streams (stream.c, copy.c, launch.c)

// Something that has to stay until the stream is done with an operation.
typedef struct qn_ze_kept {
  uint64_t number; // of the operation
  void (*drop)(void *user);
  void *user;
} qn_ze_kept;

typedef struct qn_ze_stream {
  qn_spirv_stream base; // first
  qn_ze_device *device;
  qn_mutex list_mutex; // of the rest, and of appending
  ze_list *list;
  qn_ze_kept *kept; // by number
  size_t kept_count, kept_capacity;
  qn_ze_marker *marker; // behind operation `marked`; NULL: none
  uint64_t marked;
  qn_spirv_task ending; // when it was destroyed with work to do
} qn_ze_stream;

qn_result qn_ze_stream_create(void *device, bool null, bool non_blocking,
                              int priority, void **out_stream);
qn_result qn_ze_submit(void *stream, const qn_op *op);
// For qn_spirv_ops.
qn_result qn_ze_await(qn_spirv_stream *stream, qn_spirv_stream *on);
void qn_ze_finish(qn_spirv_stream *stream);
qn_result qn_ze_query(qn_spirv_stream *stream);
void qn_ze_drop_stream(qn_spirv_stream *stream);
qn_result qn_ze_write(void *device, void *to, const void *from, size_t size);

// All with the stream's list locked.

// Everything behind it comes after everything before.
qn_result qn_ze_barrier(qn_ze_stream *stream);
// Signals the marker behind all that was appended.
qn_result qn_ze_mark(qn_ze_stream *stream, qn_ze_marker *marker);
// What is appended from now on comes behind the marker.
qn_result qn_ze_stay_behind(qn_ze_stream *stream, qn_ze_marker *marker);
// Calls `drop` when the operation at hand is done, or at once when there is no
// memory, after waiting.
qn_result qn_ze_keep(qn_ze_stream *stream, void (*drop)(void *user),
                     void *user);

// `lasting`: the host's memory stays as it is until the copy has run.
// `*out_wait`: the caller has to wait for it.
qn_result qn_ze_copy(qn_ze_stream *stream, const qn_op_copy *op, bool lasting,
                     bool *out_wait);
qn_result qn_ze_fill(qn_ze_stream *stream, const qn_op_fill *op);
qn_result qn_ze_launch(qn_ze_stream *stream, const qn_op_kernel *op);
// Without a barrier behind it.
qn_result qn_ze_event_record(qn_ze_stream *stream, void *event);
qn_result qn_ze_event_await(qn_ze_stream *stream, void *event);
// Runs a function of the host in order with the stream's work.
qn_result qn_ze_submit_host(qn_ze_stream *stream, void (*fn)(void *user),
                            void *user);
qn_result qn_ze_submit_poll(qn_ze_stream *stream, const qn_op *op);

#endif // QN_RUNTIME_BACKENDS_LEVELZERO_LEVELZERO_H

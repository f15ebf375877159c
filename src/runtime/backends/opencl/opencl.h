// SPDX-License-Identifier: Apache-2.0
// OpenCL devices that take SPIR-V: what the files of this back end share.
//
// OpenCL's types and constants are declared here with names of our own, only
// those that are used; libOpenCL is opened at run time, and extensions'
// functions are asked of each platform. A stream is an in-order queue. Each
// device has a context of its own.
#ifndef QN_RUNTIME_BACKENDS_OPENCL_OPENCL_H
#define QN_RUNTIME_BACKENDS_OPENCL_OPENCL_H

#include "base/system/dl.h"
#include "runtime/backends/spirv/spirv.h"

// ---- OpenCL's types and numbers

typedef struct cl_platform cl_platform;
typedef struct cl_device cl_device;
typedef struct cl_context cl_context;
typedef struct cl_queue cl_queue;
typedef struct cl_event cl_event;
typedef struct cl_program cl_program;
typedef struct cl_kernel cl_kernel;
typedef struct cl_command_buffer cl_command_buffer;
typedef void cl_notify(const char *text, const void *bytes, size_t size,
                       void *user);

enum { // results that are not failures everywhere
  CL_DEVICE_NOT_FOUND = -1,
  CL_DEVICE_NOT_AVAILABLE = -2,
  CL_OUT_OF_RESOURCES = -5,
  CL_OUT_OF_HOST_MEMORY = -6,
  CL_BUILD_PROGRAM_FAILURE = -11,
  CL_EXEC_STATUS_ERROR = -14,
};

enum { // what is asked of a device
  CL_DEVICE_TYPE = 0x1000,
  CL_DEVICE_MAX_COMPUTE_UNITS = 0x1002,
  CL_DEVICE_MAX_WORK_GROUP_SIZE = 0x1004,
  CL_DEVICE_MAX_WORK_ITEM_SIZES = 0x1005,
  CL_DEVICE_MAX_CLOCK_FREQUENCY = 0x100c,
  CL_DEVICE_ADDRESS_BITS = 0x100d,
  CL_DEVICE_MAX_MEM_ALLOC_SIZE = 0x1010,
  CL_DEVICE_GLOBAL_MEM_CACHE_SIZE = 0x101e,
  CL_DEVICE_GLOBAL_MEM_SIZE = 0x101f,
  CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE = 0x1020,
  CL_DEVICE_LOCAL_MEM_SIZE = 0x1023,
  CL_DEVICE_ERROR_CORRECTION_SUPPORT = 0x1024,
  CL_DEVICE_AVAILABLE = 0x1027,
  CL_DEVICE_COMPILER_AVAILABLE = 0x1028,
  CL_DEVICE_EXECUTION_CAPABILITIES = 0x1029,
  CL_DEVICE_NAME = 0x102b,
  CL_DRIVER_VERSION = 0x102d,
  CL_DEVICE_VERSION = 0x102f,
  CL_DEVICE_EXTENSIONS = 0x1030,
  CL_DEVICE_SVM_CAPABILITIES = 0x1053,
  CL_DEVICE_IL_VERSION = 0x105b,
  CL_DEVICE_UUID_KHR = 0x106a,
  CL_DEVICE_SUB_GROUP_SIZES_INTEL = 0x4108,
  CL_DEVICE_IP_VERSION_INTEL = 0x4250,
  CL_DEVICE_PCI_BUS_INFO_KHR = 0x410f,
  CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL = 0x4190,
  CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL = 0x4191,
  CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL = 0x4192,
  CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL = 0x4194,
};

enum { // of a device's type
  CL_DEVICE_TYPE_CPU = 1 << 1,
};

enum { // of what it executes
  CL_EXEC_NATIVE_KERNEL = 1 << 1,
};

enum { // of the memory capabilities
  CL_USM_ACCESS = 1 << 0,
  CL_USM_CONCURRENT = 1 << 2,
  CL_SVM_COARSE = 1 << 0,
  CL_SVM_FINE = 1 << 1,
  CL_SVM_SYSTEM = 1 << 2,
  CL_SVM_ATOMICS = 1 << 3,
};

enum { // other questions
  CL_PLATFORM_NAME = 0x902,
  CL_EVENT_COMMAND_EXECUTION_STATUS = 0x11d3,
  CL_PROFILING_COMMAND_END = 0x1283,
  CL_PROGRAM_BINARY_SIZES = 0x1165,
  CL_PROGRAM_BINARIES = 0x1166,
  CL_PROGRAM_BUILD_LOG = 0x1183,
  CL_KERNEL_NUM_ARGS = 0x1191,
  CL_KERNEL_WORK_GROUP_SIZE = 0x11b0,
  CL_KERNEL_LOCAL_MEM_SIZE = 0x11b2,
  CL_KERNEL_PRIVATE_MEM_SIZE = 0x11b4,
};

enum { // properties and flags
  CL_CONTEXT_PLATFORM = 0x1084,
  CL_QUEUE_PROPERTIES = 0x1093,
  CL_QUEUE_PRIORITY_KHR = 0x1096,
  CL_QUEUE_PROFILING_ENABLE = 1 << 1,
  CL_QUEUE_PRIORITY_HIGH = 1,
  CL_QUEUE_PRIORITY_LOW = 4,
  CL_COMPLETE = 0,
  CL_MAP_READ_WRITE = 3,
  CL_MEM_READ_WRITE = 1,
  CL_MEM_SVM_FINE_GRAIN_BUFFER = 1 << 10,
  CL_MEM_SVM_ATOMICS = 1 << 11,
  CL_MIGRATE_TO_HOST = 1,
  CL_KERNEL_EXEC_INFO_SVM_PTRS = 0x11b6,
  CL_KERNEL_EXEC_INFO_SVM_SYSTEM = 0x11b7,
  CL_KERNEL_EXEC_INFO_INDIRECT_HOST_INTEL = 0x4200,
  CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_INTEL = 0x4201,
  CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_INTEL = 0x4202,
  CL_KERNEL_EXEC_INFO_DISPATCH_TYPE_INTEL = 0x4257,
  CL_COMMAND_BUFFER_FLAGS_KHR = 0x1293,
  CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR = 1 << 0,
  CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR = 0x12a9,
  CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR = 1 << 2,
};

// ---- The library

typedef struct qn_opencl_api {
#define QN_SYMBOL QN_DL_POINTER
#include "runtime/backends/opencl/symbols.def"
#undef QN_SYMBOL
} qn_opencl_api;

// Filled by the first probe; its functions are there from then on.
extern qn_opencl_api qn_opencl;

typedef struct qn_opencl_extensions {
#define QN_EXTENSION(extension, result, name, parameters)                      \
  result(*name) parameters;
#include "runtime/backends/opencl/extensions.def"
#undef QN_EXTENSION
} qn_opencl_extensions;

// What a device's memory is made of, the best first.
typedef enum qn_opencl_memory {
  QN_OPENCL_USM,    // unified shared memory
  QN_OPENCL_FINE,   // fine-grained shared virtual memory
  QN_OPENCL_COARSE, // coarse-grained: the host's while no kernel runs
} qn_opencl_memory;
// How allocations are aligned, bytes. The second is the size of the largest
// type, which every device takes.
enum { QN_OPENCL_USM_ALIGNMENT = 256, QN_OPENCL_SVM_ALIGNMENT = 128 };

// A device that was found, and what is needed of it before it is opened.
typedef struct qn_opencl_found {
  cl_platform *platform;
  cl_device *device;
  qn_opencl_memory memory;
  uint32_t il_version; // the newest SPIR-V it takes: 0x10400 is 1.4
} qn_opencl_found;

unsigned qn_opencl_probe(char *reason, size_t capacity);
// `ordinal` is less than what `probe` gave.
const qn_opencl_found *qn_opencl_at(unsigned ordinal);

// ---- Failures

// OpenCL's code as ours, with its name and meaning as the reason: `call` is the
// function's name.
qn_result qn_opencl_result(int error, const char *call);
// The name of a code, "CL_..."; "unknown".
const char *qn_opencl_error_name(int error);

// Calls a function of the library and returns from the enclosing one when it
// fails.
#define QN_CL(name, ...)                                                       \
  do {                                                                         \
    const int cl_error_ = qn_opencl.name(__VA_ARGS__);                         \
    if (cl_error_)                                                             \
      return qn_opencl_result(cl_error_, #name);                               \
  } while (0)
// The same for a function of an extension, which the device has.
#define QN_CL_EXTENSION(device, name, ...)                                     \
  do {                                                                         \
    const int cl_error_ = (device)->extensions.name(__VA_ARGS__);              \
    if (cl_error_)                                                             \
      return qn_opencl_result(cl_error_, #name);                               \
  } while (0)

// ---- Devices

// Memory that the host may touch, where it must be mapped (QN_OPENCL_COARSE),
// or that kernels must be told of (not QN_OPENCL_USM).
typedef struct qn_opencl_block {
  void *address;
  size_t size;
  bool mapped; // for the host, while no kernel runs
} qn_opencl_block;

typedef struct qn_opencl_device {
  qn_spirv_device base; // first
  cl_platform *platform;
  cl_device *device;
  cl_context *context;
  qn_opencl_memory memory;
  uint32_t il_version;
  uint32_t ip_version; // of Intel's GPUs; else 0
  uint64_t alloc_max;  // bytes of one allocation
  bool is_cpu;         // the host reaches all of its memory
  bool has_native;     // is_cpu, and its threads run functions of ours
  char driver[128];    // its version
  qn_opencl_extensions extensions;
  // Another one whenever an address may have got another meaning.
  atomic_uint_fast64_t memory_version;

  qn_mutex together_mutex;
  cl_queue *together; // of groups that wait for one another; NULL: not yet

  qn_mutex blocks_mutex; // of the rest
  qn_opencl_block *blocks;
  size_t block_count, block_capacity;
  uint64_t blocks_version; // another one whenever they change
} qn_opencl_device;

qn_result qn_opencl_open(unsigned ordinal, const qn_backend_options *options,
                         void **out_device);
void qn_opencl_close(void **device);
void qn_opencl_describe(void *device, qn_device_info *out_info);
unsigned qn_opencl_fitness(void *device, const qn_target *target);
// A number of 32 or 64 bits, or 0 when the device does not answer.
uint64_t qn_opencl_number(cl_device *device, unsigned what);
// A text, cut to `size`; "" when the device does not answer.
void qn_opencl_text(cl_device *device, unsigned what, char *out, size_t size);
// Whether a list of words separated by blanks has `word`.
bool qn_opencl_has_word(const char *list, const char *word);
// Whether the device has an extension.
bool qn_opencl_has(cl_device *device, const char *extension);

// ---- Memory (memory.c)

// For qn_spirv_ops.
qn_result qn_opencl_allocate(qn_spirv_device *device, qn_memory_kind kind,
                             size_t size, void **out_address);
void qn_opencl_release(qn_spirv_device *device, void *address);

// ---- Code (code.c, build.c)

typedef struct qn_opencl_function {
  qn_spirv_function base; // first
  cl_kernel *kernel;
  uint64_t memory_version; // the device's when its addresses were set
  uint64_t blocks_version;
  bool is_concurrent; // all groups of its launches run at a time
} qn_opencl_function;

static inline qn_opencl_device *
qn_opencl_device_of(const qn_opencl_function *f) {
  return (qn_opencl_device *)f->base.code->device;
}

typedef struct qn_opencl_program {
  cl_program *program;
  qn_buffer scalar; // names of its kernels without vectors, a line each
} qn_opencl_program;

// For qn_spirv_ops; programs are qn_opencl_program.
qn_result qn_opencl_check(const qn_spirv_device *device, qn_span image);
qn_result qn_opencl_build(qn_spirv_device *device, qn_span image,
                          void **out_program);
void qn_opencl_drop_program(void *program);
qn_result qn_opencl_create_kernel(qn_spirv_function *function, const char *name,
                                  unsigned *out_arguments);
void qn_opencl_drop_kernel(qn_spirv_function *function);
qn_result qn_opencl_describe_kernel(const qn_spirv_function *function,
                                    qn_function_info *out_info);
qn_result qn_opencl_occupancy(void *device, void *function, uint32_t threads,
                              size_t shared_size, int *out_blocks);
// Lets a new kernel reach memory that is not among its arguments.
qn_result qn_opencl_allow_indirect(const qn_opencl_device *device,
                                   cl_kernel *kernel);

// For qn_spirv_ops.
qn_result qn_opencl_run_start(qn_spirv_code *code, void *addresses,
                              uint64_t host);

// ---- Streams (stream.c, event.c, copy.c, launch.c, host.c)

// A queue whose commands have times costs more per command, so a stream has one
// only from the first event on that asks for its time.
typedef struct qn_opencl_stream {
  qn_spirv_stream base; // first
  _Atomic(cl_queue *) queue;
  cl_queue *untimed; // the queue before that one; NULL: there is none
  atomic_bool timed;
  atomic_bool changing; // the queue is being replaced
  qn_mutex queue_mutex; // of that
  int priority;
  qn_opencl_device *device;
  atomic_uint_fast64_t entered; // operations that were begun
  // Under the base's mutex.
  cl_event *marker; // behind operation `marked`; NULL: none
  uint64_t marked;
} qn_opencl_stream;

static inline qn_opencl_stream *qn_opencl_null(const qn_opencl_device *device) {
  return (qn_opencl_stream *)atomic_load_explicit(&device->base.null,
                                                  memory_order_acquire);
}

qn_result qn_opencl_stream_create(void *device, bool null, bool non_blocking,
                                  int priority, void **out_stream);
qn_result qn_opencl_submit(void *stream, const qn_op *op);
// For qn_spirv_ops.
qn_result qn_opencl_await(qn_spirv_stream *stream, qn_spirv_stream *on);
void qn_opencl_finish(qn_spirv_stream *stream);
qn_result qn_opencl_query(qn_spirv_stream *stream);
void qn_opencl_drop_stream(qn_spirv_stream *stream);

// Waits until `ask` has another answer than QN_R_NOT_READY, or some time.
void qn_opencl_let_begin(qn_result (*ask)(void *user), void *user);

qn_result qn_opencl_event_create(void *device, bool timing, bool blocking,
                                 void **out_event);
void qn_opencl_event_destroy(void **event);
qn_result qn_opencl_event_wait(void *event, bool block);
qn_result qn_opencl_event_elapsed(void *from, void *to, double *out_ns);
qn_result qn_opencl_event_record(qn_opencl_stream *stream, void *event);
bool qn_opencl_event_has_time(const void *event);
// Makes the stream wait for the event's last record.
qn_result qn_opencl_event_await(qn_opencl_stream *stream, void *event);

qn_result qn_opencl_launch(qn_opencl_stream *stream, const qn_op_kernel *op);
// Launches groups that wait for one another on a CPU; more than run at a time
// are refused.
qn_result qn_opencl_launch_together(qn_opencl_stream *stream,
                                    const qn_opencl_function *function,
                                    const qn_op_kernel *op,
                                    const size_t global[3],
                                    const size_t local[3]);
// What stands for launches in a command buffer: of those that one waits for,
// and where its own goes.
typedef struct qn_opencl_points {
  const uint32_t *waits;
  unsigned wait_count;
  uint32_t *own;
} qn_opencl_points;
// Records a launch that is not cooperative.
qn_result qn_opencl_launch_recorded(const qn_op_kernel *op,
                                    cl_command_buffer *buffer,
                                    qn_opencl_points points);
// Submits the kernels of a batch from operation `first` on as they were
// recorded at the first launch: how many; 0: none, so that one is submitted by
// itself.
size_t qn_opencl_submit_recorded(qn_opencl_stream *stream, qn_batch *batch,
                                 size_t first);

// For qn_spirv_ops.
qn_result qn_opencl_write(void *device, void *to, const void *from,
                          size_t size);
// `lasting`: the host's memory stays as it is until the copy has run.
qn_result qn_opencl_copy(qn_opencl_stream *stream, const qn_op_copy *op,
                         bool lasting);
qn_result qn_opencl_fill(qn_opencl_stream *stream, const qn_op_fill *op);
qn_result qn_opencl_prefetch(qn_opencl_stream *stream, const qn_op *op);

// native.c: what follows is for devices with `has_native`, all sides by
// address.
bool qn_opencl_is_short_copy(const qn_op_copy *op);
bool qn_opencl_is_short_fill(const qn_op_fill *op);
qn_result qn_opencl_native_copy(const qn_opencl_stream *stream,
                                const qn_op_copy *op);
// Frees `stage` behind it, unless it fails.
qn_result qn_opencl_native_staged(const qn_opencl_stream *stream,
                                  const qn_op_copy *op, void *stage);
qn_result qn_opencl_native_fill(const qn_opencl_stream *stream,
                                const qn_op_fill *op);
qn_result qn_opencl_native_write(const qn_opencl_stream *stream,
                                 const qn_op *op);
// Does on the calling thread what takes less than the driver does to be asked,
// where nothing has to come before; false: it is to be submitted.
bool qn_opencl_at_once(qn_opencl_stream *stream, const qn_op *op);

// Runs a function of the host in order with the stream's work, on a thread of
// the device's own: what OpenCL calls back must not block.
qn_result qn_opencl_submit_host(qn_opencl_stream *stream,
                                void (*fn)(void *user), void *user);
// Runs it when `event` is done, without anything waiting for it.
qn_result qn_opencl_when_done(qn_opencl_device *device, cl_event *event,
                              void (*fn)(void *user), void *user);
qn_result qn_opencl_submit_poll(qn_opencl_stream *stream, const qn_op *op);
qn_result qn_opencl_submit_write(qn_opencl_stream *stream, const qn_op *op);

#endif // QN_RUNTIME_BACKENDS_OPENCL_OPENCL_H

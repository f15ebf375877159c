// SPDX-License-Identifier: Apache-2.0
// What back ends of devices that take SPIR-V have in common: the order of
// streams, what kernels say to the host, the heap of malloc in kernels, what an
// image asks of a device, and the cache of what drivers compiled.
//
// A back end's device, stream and function each begin with the struct of that
// kind here; modules have no more than it.
#ifndef QN_RUNTIME_BACKENDS_SPIRV_SPIRV_H
#define QN_RUNTIME_BACKENDS_SPIRV_SPIRV_H

#include "base/system/thread.h"
#include "package/cache/cache.h"
#include "runtime/contract/array.h"

typedef struct qn_spirv_device qn_spirv_device;
typedef struct qn_spirv_stream qn_spirv_stream;
typedef struct qn_spirv_code qn_spirv_code;
typedef struct qn_spirv_function qn_spirv_function;

// What differs.
typedef struct qn_spirv_ops {
  const char *area;     // of the log, and of its page in docs/
  const char *api;      // its name for people
  size_t function_size; // bytes of a function of its own
  // Makes `s` wait for all that `on` has so far.
  qn_result (*await)(qn_spirv_stream *s, qn_spirv_stream *on);
  // Waits for what is submitted; what fails then is the device's failure.
  void (*finish)(qn_spirv_stream *s);
  // QN_R_NOT_READY while there is work; notes what is done.
  qn_result (*query)(qn_spirv_stream *s);
  // The last reference is gone.
  void (*drop_stream)(qn_spirv_stream *s);
  // Memory of the device, of the host, or of both. A size that the device does
  // not allow is refused.
  qn_result (*allocate)(qn_spirv_device *d, qn_memory_kind kind, size_t size,
                        void **out_address);
  void (*release)(qn_spirv_device *d, void *address);
  qn_array_ops memory;
  // Makes a function's kernel of a name in its module's program, and counts its
  // arguments. The module's start has no record.
  qn_result (*create_kernel)(qn_spirv_function *f, const char *name,
                             unsigned *out_arguments);
  void (*drop_kernel)(qn_spirv_function *f); // if there is one
  // Tells the threads of a block and the memory that it takes.
  qn_result (*describe_kernel)(const qn_spirv_function *f,
                               qn_function_info *out_info);
  // Runs a module's QN_SPIRV_START on one work-item, and waits: its arguments
  // are a pointer and a u64.
  qn_result (*run_start)(qn_spirv_code *code, void *addresses, uint64_t host);
  // Refuses an image that needs what the device lacks.
  qn_result (*check)(const qn_spirv_device *device, qn_span image);
  // Compiles an image or a part of one, or takes what an earlier process
  // compiled.
  qn_result (*build)(qn_spirv_device *device, qn_span module,
                     void **out_program);
  void (*drop_program)(void *program);
} qn_spirv_ops;

// ---- Devices (device.c)

enum { QN_SPIRV_SUB_GROUPS = 8 };

struct qn_spirv_device {
  const qn_spirv_ops *ops;
  qn_backend_options options;
  qn_device_info info;                      // but for memory_free
  uint32_t sub_groups[QN_SPIRV_SUB_GROUPS]; // sizes of kernels'; 0 ends
  bool has_system;           // kernels reach all of the host's memory
  atomic_uint_fast64_t used; // bytes of the device's own memory

  qn_mutex failure_mutex; // of the text
  atomic_int failure;     // qn_result; 0: none
  char failure_text[480];

  qn_mutex streams_mutex;    // of the list
  qn_spirv_stream **streams; // all but the null stream
  size_t stream_count, stream_capacity;
  _Atomic(qn_spirv_stream *) null;

  qn_mutex codes_mutex;
  qn_spirv_code *codes; // those whose kernels speak to the host
  qn_memory heap;       // of malloc in kernels, once one needs it

  struct qn_spirv_runners *runners; // threads for functions of the host
  qn_spirv_device *next;            // of those that are open
};

void qn_spirv_device_init(qn_spirv_device *device, const qn_spirv_ops *ops,
                          const qn_backend_options *options);
void qn_spirv_device_finish(qn_spirv_device *device);

// Of ending.c, for device.c: the devices that are open.
void qn_spirv_add_device(qn_spirv_device *device);
void qn_spirv_remove_device(const qn_spirv_device *device);

// From the first failure of running work on, all work is refused with it.
void qn_spirv_fail(qn_spirv_device *device, qn_result result, const char *text);
qn_result qn_spirv_failure(qn_spirv_device *device);

// For devices of which kernels cannot have all that "spirv64" needs.
#define QN_SPIRV_OLD_TARGET "spirv64v1.0"

// Whether warps can be sub-groups, of `count` sizes (0 ends), on a device that
// takes SPIR-V up to `newest`.
bool qn_spirv_has_warps(const uint32_t *sub_groups, size_t count,
                        uint32_t newest);
// For qn_backend.fitness. `ip_version` is what the drivers of Intel's GPUs call
// so (targets.csv's mach); 0: not known, or none of these.
unsigned qn_spirv_fitness(const qn_target *target, bool has_warps,
                          uint32_t ip_version);
// Whether an image is machine code, which the driver only loads.
bool qn_spirv_is_native(qn_span image);
// That the driver does not take machine code: another image may do.
qn_result qn_spirv_refuse_native(const qn_spirv_device *d, const char *reason);

// ---- Streams (stream.c)
//
// The null stream waits for the blocking streams, and they for it, only where
// the other side has work that this one has not waited for yet.

struct qn_spirv_stream {
  qn_spirv_device *device;
  bool null, non_blocking;
  atomic_uint refs;
  atomic_uint_fast64_t submitted; // operations with the driver
  atomic_uint_fast64_t done;      // of these, known to be done
  qn_mutex mutex;                 // of the rest, and of the back end's own
  uint64_t seen_null;    // operations of the null stream that it waits for
  uint64_t seen_by_null; // of its own, that the null stream waits for
};

void qn_spirv_stream_init(qn_spirv_stream *stream, qn_spirv_device *device,
                          bool null, bool non_blocking);
void qn_spirv_stream_finish(qn_spirv_stream *stream);
// Makes it one of the device's, when nothing can fail any more but this.
qn_result qn_spirv_stream_list(qn_spirv_stream *stream);
// For qn_backend.stream_destroy.
void qn_spirv_stream_destroy(void **stream);
// For qn_backend.stream_wait.
qn_result qn_spirv_stream_wait(void *stream, bool block);

// Makes the stream wait for what its next operation has to come after.
qn_result qn_spirv_order(qn_spirv_stream *stream);
// Whether all of that is known to be done, and all of the stream's own work.
bool qn_spirv_is_next_free(qn_spirv_stream *stream);
// The first `number` operations are done.
void qn_spirv_note_done(qn_spirv_stream *stream, uint64_t number);
static inline bool qn_spirv_is_idle(const qn_spirv_stream *stream) {
  return atomic_load(&stream->submitted) == atomic_load(&stream->done);
}
// Whether other streams than `but` (NULL: any) have work.
bool qn_spirv_others_busy(qn_spirv_device *device, const qn_spirv_stream *but);

// ---- Functions of the host (runners.c)

typedef struct qn_spirv_task {
  struct qn_spirv_task *next; // private
  void (*fn)(void *user);     // may wait for anything, and free the task
  void *user;
} qn_spirv_task;

// Announces a task, so that the device does not end before it has run. From
// then on nothing keeps it from running.
qn_result qn_spirv_expect(qn_spirv_device *device);
// Hands an announced task to a thread of the device's own.
void qn_spirv_run(qn_spirv_device *device, qn_spirv_task *task);
// It will not be run after all.
void qn_spirv_forget(qn_spirv_device *device);
// Whether there are tasks that were announced and have not run to their end.
bool qn_spirv_has_tasks(const qn_spirv_device *device);
// Whether the calling thread is one of the device's own.
bool qn_spirv_is_runner(const qn_spirv_device *device);
// Ends what waits for values in memory, and the threads; false: some still
// work, so they stay, and so has the device.
bool qn_spirv_runners_finish(qn_spirv_device *device);

// Reads the value of QN_OP_POLL where the host does not reach it; false: the
// wait ends.
typedef bool qn_spirv_read(void *user, uint64_t *out_value);
// Waits until memory compares with a value (QN_OP_POLL), or the device ends.
// `read` NULL: the host reads it where it is.
void qn_spirv_poll(const qn_spirv_device *device, const qn_op *op,
                   qn_spirv_read *read, void *user);

// ---- Modules (code.c)

typedef struct qn_spirv_variable {
  char *name;
  uint64_t address;
  uint64_t size;
} qn_spirv_variable;

struct qn_spirv_code {
  qn_spirv_device *device;
  struct qn_spirv_parts *parts; // NULL: one program has all kernels
  qn_mutex programs_mutex;      // of these two
  void **programs;              // by part; NULL: not built yet
  qn_spirv_variable *variables;
  size_t variable_count;
  bool has_initial;                 // some of its kernels rely on constants
  atomic_bool constants_asked;      // the host may have written these
  struct qn_spirv_mailbox *mailbox; // NULL: its kernels do not use one
  qn_spirv_code *next;              // of those with a mailbox
  qn_mutex functions_mutex;         // of the list
  qn_spirv_function *functions;
};

// Builds a module's program, or finds its parts (parts.h), which are built when
// they are asked for. `finish` has to be called in any case.
qn_result qn_spirv_programs_make(qn_spirv_code *code, qn_span image);
// The program that has a kernel.
qn_result qn_spirv_program_of(qn_spirv_code *code, const char *kernel,
                              void **out_program);
void qn_spirv_programs_finish(qn_spirv_code *code);

// Notes what there is beside the record's kernels, and runs the module's
// hidden kernel, if it has one: finds the addresses of its
// variables and hands it its mailbox.
qn_result qn_spirv_code_start(qn_spirv_code *code, qn_span image);
void qn_spirv_code_finish(qn_spirv_code *code);
// For qn_backend.variable.
qn_result qn_spirv_variable_get(void *code, const char *symbol,
                                void **out_address, size_t *out_size);

// For qn_backend.constants_asked.
void qn_spirv_constants_asked(void *code);
// Whether a module's kernels may be those for constants as they were at first.
static inline bool qn_spirv_is_initial(const qn_spirv_code *code) {
  return !atomic_load_explicit(&code->constants_asked, memory_order_relaxed);
}

typedef enum qn_hidden_kind {
  QN_HIDDEN_SHARED,      // dynamic shared memory
  QN_HIDDEN_SHARED_SIZE, // its bytes, u32
  QN_HIDDEN_BLOCK_X,     // the block's dimensions, u32
  QN_HIDDEN_BLOCK_Y,
  QN_HIDDEN_BLOCK_Z,
} qn_hidden_kind;

typedef struct qn_spirv_hidden {
  qn_hidden_kind kind;
  uint32_t index;
} qn_spirv_hidden;

enum { QN_SPIRV_HIDDEN_MAX = 16, QN_SPIRV_WARP = 32 };

// How a kernel is launched, by its record.
typedef struct qn_spirv_entry {
  const qn_kernel *record;
  // Arguments that the program does not pass.
  qn_spirv_hidden hidden[QN_SPIRV_HIDDEN_MAX];
  size_t hidden_count;
  bool flat; // all work-items of a block are launched in x
} qn_spirv_entry;

// Refuses hidden arguments that are not known, and warp operations on a device
// without sub-groups of 32.
qn_result qn_spirv_read_entry(const qn_spirv_device *device,
                              const qn_kernel *record,
                              qn_spirv_entry *out_entry);
// The kernel's name in the image behind `prefix`, which the caller frees; NULL:
// no memory.
char *qn_spirv_entry_name(const qn_kernel *record, const char *prefix);
// Bytes of the arguments that the program passes, at least 1.
size_t qn_spirv_arguments_size(const qn_kernel *record);
// Refuses a compiled kernel that takes another number of arguments.
qn_result qn_spirv_check_count(const qn_spirv_entry *entry, unsigned count);
// Says what drivers do not: the device's version, which is also __CUDA_ARCH__
// in the code (CUB chooses the sizes of its tiles by it), and registers.
void qn_spirv_tell_versions(const qn_spirv_device *device,
                            qn_function_info *info);

// ---- Functions (functions.c)

// A kernel that is ready to be launched.
struct qn_spirv_function {
  qn_spirv_entry entry;
  qn_spirv_code *code;
  qn_mutex mutex; // a kernel object holds one launch's arguments
  uint8_t *kept;  // the argument block of the last launch; NULL: none
  bool is_kept;   // all of its values are set
  // As it is until the host may have written constants; NULL: the same.
  qn_spirv_function *initial;
  qn_spirv_function *next; // of the module's
};

// For qn_backend.load, .unload and .function.
qn_result qn_spirv_load(void *device, qn_span image, void **out_code);
void qn_spirv_unload(void *device, void **code);
qn_result qn_spirv_function_get(void *code, const qn_kernel *kernel,
                                void **out_function,
                                qn_function_info *out_info);

// ---- Memory (memory.c)

// For qn_backend.allocate and .release.
qn_result qn_spirv_allocate(void *device, const qn_memory_request *request,
                            qn_memory *out_memory);
qn_result qn_spirv_release(void *device, qn_memory_kind kind,
                           qn_memory *memory);

// How many blocks GPUs commonly hold, where the driver does not say; 0 of those
// that cannot run.
int qn_spirv_common_blocks(const qn_spirv_device *device, uint32_t threads,
                           size_t shared_size);

// Of so many groups that run at a time, those of one multiprocessor: at least
// one.
int qn_spirv_blocks_of(const qn_spirv_device *device, uint64_t groups);

// Work-items per group of a launch.
void qn_spirv_items(const qn_spirv_entry *entry, const qn_op_kernel *op,
                    uint32_t out_items[3]);
// The bytes of an argument.
const void *qn_spirv_value(const qn_op_kernel *op, size_t argument);
// Of a hidden one; not of QN_HIDDEN_SHARED.
const uint32_t *qn_spirv_hidden_value(const qn_spirv_hidden *hidden,
                                      const qn_op_kernel *op);
// Refuses with the reason of the last refusal, and which argument it is about.
qn_result qn_spirv_refuse_argument(const qn_kernel *kernel, uint32_t index,
                                   qn_result result);

// ---- Images (image.c)

// NULL: the device has the capability of that number; else what it lacks, such
// as an extension's name.
typedef const char *qn_spirv_lack(const qn_spirv_device *device,
                                  uint32_t capability);

// Refuses an image that is newer than `version` (0x10400 is 1.4), or needs what
// the device lacks.
qn_result qn_spirv_check_image(const qn_spirv_device *device, qn_span image,
                               uint32_t version, qn_spirv_lack *lack);
// The name of OpenCL's extension without which a device lacks a capability, or
// NULL.
const char *qn_spirv_extension_of(uint32_t capability);

// Refuses with `result`, the reason of the last refusal and what a compiler's
// log says is wrong; NULL or "": nothing.
qn_result qn_spirv_refuse_build(const qn_spirv_device *device, qn_result result,
                                const char *log);

// A driver's compiler, and what it made.
typedef struct qn_spirv_builder {
  const char *area;
  void *user;
  // Names everything that a binary depends on but for the image.
  void (*describe)(void *user, qn_buffer *out);
  qn_result (*build)(void *user, qn_span image, void **out_program);
  // `notes` are what `save` noted. NULL: the driver does not take it.
  void *(*load)(void *user, qn_span binary, qn_str notes);
  // `out_notes`: what a process has to know that does not compile it.
  bool (*save)(void *user, void *program, qn_buffer *out, qn_buffer *out_notes);
} qn_spirv_builder;

// Appends the names of the kernels that a log of Intel's compiler for CPUs says
// have no vectors, each followed by a newline.
void qn_spirv_note_scalar(const char *log, qn_buffer *out);
// Refuses a kernel that is among these names and has warp operations, at which
// that driver would end the process.
qn_result qn_spirv_check_vectors(const qn_spirv_device *device,
                                 const qn_kernel *kernel, const char *name,
                                 qn_str scalar);

// Compiles an image, or takes what an earlier process compiled.
qn_result qn_spirv_build(const qn_spirv_builder *builder, qn_span image,
                         void **out_program);

// ---- What kernels say to the host (mailbox.c, heap.c)

// Prints what kernels printed, and finds out whether one failed. Called when
// the host has waited.
void qn_spirv_collect(qn_spirv_device *device);

// Makes `variable`, at an address of the device, point to the heap of malloc in
// kernels.
qn_result qn_spirv_give_heap(qn_spirv_device *device, uint64_t variable);
void qn_spirv_heap_finish(qn_spirv_device *device);

// Of mailbox.c, for code.c.
qn_result qn_spirv_mailbox_make(qn_spirv_code *code);
void qn_spirv_mailbox_finish(qn_spirv_code *code);
// Where the module's start is to be told to write (`host`), and what it then
// tells: the address of the heap's variable, or 0.
uint64_t qn_spirv_mailbox_address(const qn_spirv_code *code);
uint64_t qn_spirv_mailbox_heap(const qn_spirv_code *code);

// ---- Memory (copy.c)

// Whether both sides are one run of bytes.
bool qn_spirv_is_dense(const qn_op_copy *op);
// What a kind of memory is called that a back end does not have.
const char *qn_spirv_memory_name(qn_memory_kind kind);

// ---- Textures (texture.c)

// For qn_backend.texture.
qn_result qn_spirv_texture(void *device, const qn_texture_request *request,
                           uint64_t *value);

#endif // QN_RUNTIME_BACKENDS_SPIRV_SPIRV_H

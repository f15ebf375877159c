// SPDX-License-Identifier: Apache-2.0
// What every kind of device provides: one `const qn_backend qn_backend_<name>`
// per folder of backends/, and one line in backends.def.
//
// The core (device.h, stream.h, memory.h, ...) owns handles, checks arguments,
// limits and state, captures graphs, and passes only valid operations to a back
// end, which executes them. All functions may be called from any thread, even
// at the same time on the same stream, event or allocation. Results are QN_R_OK
// or what HIP returns in that case, with a reason set by qn_refuse.
//
// Work is a qn_op, submitted to a stream: operations of one stream run in
// order, of several streams in any. Nothing in `submit` waits for the device,
// except for a copy from pageable memory that is too large to stage.
#ifndef QN_RUNTIME_CONTRACT_BACKEND_H
#define QN_RUNTIME_CONTRACT_BACKEND_H

#include <stdatomic.h>

#include "base/diag.h"
#include "base/span.h"
#include "metadata/model/kernel.h"
#include "runtime/contract/arguments.h"
#include "runtime/contract/result.h"
#include "targets/target.h"

// ---- What a device is

// Properties as in hipDeviceProp_t; 0 where a device has none.
typedef struct qn_device_info {
  char name[256];
  char target[64]; // canonical, such as "sm_90", "x86-64-v3"
  uint8_t uuid[16];
  uint64_t memory_size;     // bytes
  uint64_t memory_free;     // now, bytes
  uint32_t compute_major;   // the CUDA compute capability that code may rely on
  uint32_t compute_minor;   //
  uint32_t multiprocessors; // compute units; CPU: threads of the pool
  uint32_t wave_size;       // lanes per warp
  uint32_t max_threads;     // per block
  uint32_t max_block[3];    //
  uint32_t max_grid[3];     // groups
  uint32_t max_threads_mp;  // per multiprocessor
  uint32_t max_blocks_mp;   //
  uint32_t shared_size;     // per block, bytes
  uint32_t shared_size_optin; // with hipFuncSetAttribute, bytes
  uint32_t shared_size_mp;    // bytes
  uint32_t registers;         // per block, 32 bits each
  uint32_t registers_mp;
  uint32_t constant_size; // bytes
  uint32_t clock_khz;
  uint32_t memory_clock_khz;
  uint32_t memory_bus_bits;
  uint32_t l2_size; // bytes
  uint32_t copy_engines;
  uint32_t pci_domain, pci_bus, pci_device;
  int priority_least, priority_greatest; // of streams
  uint32_t texture_1d, texture_1d_linear;
  uint32_t texture_2d[2], texture_2d_linear[3], texture_3d[3];
  uint32_t texture_alignment, texture_pitch_alignment;
  uint32_t granularity;    // of QN_MEMORY_PHYSICAL, bytes; 0: none
  bool integrated;         // shares the host's memory
  bool managed;            // QN_MEMORY_MANAGED works
  bool concurrent_managed; // host and device may access it at the same time
  bool pageable;           // kernels may read any host memory
  bool live_graphs;        // kernels may change and launch graphs
  bool host_reaches;       // the host may read and write DEVICE memory, too,
                           // while no kernel runs that uses it
  bool cooperative;        // cooperative launches
  bool host_register;      // QN_MEMORY_REGISTERED works
  bool shares;             // QN_MEMORY_EXPORTED of DEVICE memory works
  bool ecc;
} qn_device_info;

// ---- Memory

typedef enum qn_memory_kind {
  QN_MEMORY_DEVICE,
  QN_MEMORY_HOST,       // pinned
  QN_MEMORY_MANAGED,    // one address for host and device, migrated as needed
  QN_MEMORY_REGISTERED, // the program's own, pinned by hipHostRegister
  QN_MEMORY_ARRAY,      // for textures; reached through copies only
  QN_MEMORY_RESERVED,   // addresses without memory
  QN_MEMORY_PHYSICAL,   // memory without an address
  QN_MEMORY_EXPORTED,   // no memory: creates a token for another process
  QN_MEMORY_IMPORTED,   // memory that another process exported
  QN_MEMORY_MAPPED,     // of another API, by a descriptor
  QN_MEMORY_MIPMAP,     // arrays, each half as large as the one before
  QN_MEMORY_LEVEL,      // no memory: array `offset` of the mipmap `host`
} qn_memory_kind;

enum { QN_TOKEN_SIZE = 64 };

typedef enum qn_texel_kind {
  QN_TEXEL_UNSIGNED,
  QN_TEXEL_SIGNED,
  QN_TEXEL_FLOAT,
} qn_texel_kind;

typedef struct qn_array_shape {
  size_t width, height, depth; // elements; 0 of height: 1D, of depth: 2D
  uint32_t channels;           // 1, 2 or 4
  uint32_t channel_bits;       // 8, 16 or 32
  qn_texel_kind kind;
  bool layered;    // depth counts layers
  bool surface;    // kernels may write to it
  bool cubemap;    // depth counts faces, six of each layer
  uint32_t levels; // MIPMAP
} qn_array_shape;

// The shape of a mipmap's level behind one of that shape.
static inline qn_array_shape qn_array_next_level(const qn_array_shape *shape) {
  qn_array_shape next = *shape;
  next.width = shape->width > 1 ? shape->width / 2 : shape->width;
  next.height = shape->height > 1 ? shape->height / 2 : shape->height;
  if (shape->depth > 1 && !shape->layered && !shape->cubemap)
    next.depth = shape->depth / 2;
  return next;
}

typedef struct qn_memory_request {
  qn_memory_kind kind;
  size_t size;                 // bytes; of arrays 0
  unsigned flags;              // HIP's, of the call
  void *host;                  // REGISTERED: address; RESERVED: preferred one
  size_t alignment;            // RESERVED; 0: any
  const qn_array_shape *shape; // ARRAY, LEVEL; MIPMAP: of its first level
  // QN_TOKEN_SIZE bytes. EXPORTED: receives the token of `size` bytes of DEVICE
  // memory at `host`; IMPORTED: is read, and the size is returned in
  // qn_memory.pitch.
  uint8_t *token;
  // A file descriptor instead of a token. EXPORTED: receives a descriptor of
  // the physical memory `host`, which the caller owns. PHYSICAL, MAPPED: of a
  // file that holds the memory from `offset` bytes on; still the caller's.
  int *fd;
  size_t offset;
  bool exportable; // PHYSICAL: may be EXPORTED to a descriptor
} qn_memory_request;

typedef struct qn_memory {
  void
      *native; // the back end's handle, to free it; PHYSICAL, ARRAY: the object
  void *address; // what kernels use; NULL for ARRAY and PHYSICAL
  void *host;    // what the host may read and write; NULL: no access
  // ARRAY in plain memory (CPU): the distance between rows, and between slices.
  size_t pitch, slice; // bytes
} qn_memory;

typedef struct qn_map_request {
  void *address; // inside a reservation
  size_t size, offset;
  void *physical; // qn_memory.native; NULL: unmap
  // Mapping again what is already mapped changes only these.
  bool read, write;
} qn_map_request;

typedef enum qn_advice {
  QN_ADVISE_READ_MOSTLY = 1, // HIP's numbers
  QN_ADVISE_UNSET_READ_MOSTLY,
  QN_ADVISE_PREFERRED,
  QN_ADVISE_UNSET_PREFERRED,
  QN_ADVISE_ACCESSED_BY,
  QN_ADVISE_UNSET_ACCESSED_BY,
} qn_advice;

// A part of an array's levels and layers, seen in another format.
typedef struct qn_texture_view {
  uint32_t format; // cudaResourceViewFormat; 0: there is no view
  size_t width, height, depth;
  uint32_t first_level, last_level, first_layer, last_layer;
} qn_texture_view;

typedef struct qn_texture_request {
  // Source: an array, or linear or pitched memory.
  const qn_memory *array;
  void *address;
  size_t pitch; // bytes; 0: linear
  qn_array_shape shape;
  bool surface; // loads and stores by bytes; ignores everything below
  uint32_t address_mode[3]; // 0 wrap, 1 clamp, 2 mirror, 3 border
  bool linear;              // filter
  bool normalized_coords;
  bool normalized_read; // integers are read as 0..1 or -1..1
  bool srgb;
  float border[4];
  // `array` is a mipmap of so many levels; 0: it is not.
  uint32_t levels;
  bool levels_linear; // filter between levels
  float level_bias, level_min, level_max;
  uint32_t anisotropy;
  bool seamless; // a cubemap is filtered across its edges
  qn_texture_view view;
} qn_texture_request;

// ---- Code

// Static properties of a kernel on the device.
typedef struct qn_function_info {
  uint32_t max_threads;
  uint32_t shared_static;               // bytes
  uint32_t local_size;                  // bytes per work-item
  uint32_t constant_size;               // bytes
  uint32_t registers;                   // per work-item
  uint32_t ptx_version, binary_version; // 80 is 8.0
} qn_function_info;

typedef enum qn_function_attribute {
  QN_FUNCTION_SHARED_MAX, // dynamic shared memory, bytes
  QN_FUNCTION_CARVEOUT,   // shared memory, percent
  QN_FUNCTION_CACHE,      // hipFuncCache_t
} qn_function_attribute;

// ---- Operations

typedef enum qn_op_kind {
  QN_OP_KERNEL,
  QN_OP_COPY,
  QN_OP_FILL,
  QN_OP_HOST,     // a function of the host, in order with the others
  QN_OP_RECORD,   // an event
  QN_OP_WAIT,     // until an event of the same back end was recorded
  QN_OP_PREFETCH, // managed memory to a device, or to the host
  QN_OP_WRITE,    // writes a value to memory
  QN_OP_POLL,     // until memory compares with a value
  QN_OP_BATCH,    // a graph, launched
  QN_OP_NATIVE,   // what others submit to the back end's own stream
  QN_OP_KIND_COUNT,
} qn_op_kind;
const char *qn_op_name(qn_op_kind kind); // "kernel", "copy", ...

// Of a graph's kernel what other kernels may change, by the functions of
// cuda_device_runtime_api.h, which has the same struct. In memory that both the
// host and kernels write.
typedef struct qn_kernel_live {
  uint64_t mark; // QN_KERNEL_LIVE_MARK
  uint32_t enabled;
  uint32_t grid[3];
  uint64_t size; // bytes of arguments
  uint8_t *args; // the block, aligned to 64 bytes
} qn_kernel_live;
#define QN_KERNEL_LIVE_MARK UINT64_C(0x65766c5f6e726571)

typedef struct qn_op_kernel {
  void *function;          // from qn_backend.function
  const qn_kernel *kernel; // its record: layout of the arguments
  const void *source;      // the program's handle or address of it, for graphs
  uint32_t grid[3];        // groups
  uint32_t block[3];
  uint32_t shared_size; // dynamic, bytes
  bool cooperative;     // all groups resident at once
  bool plain; // so because the kernel needs it: it was launched as any other
  // Either the addresses of the values, in order, or the argument block. Both
  // are borrowed until `submit` returns.
  void *const *args;
  const void *packed;
  size_t packed_size; // bytes
  // In batches of devices with `live_graphs`, where it counts instead of `grid`
  // and `packed`; NULL: none.
  const qn_kernel_live *live;
} qn_op_kernel;

// Up to three dimensions; `width` in bytes. A side that is an array is given by
// the array and a start in bytes, rows and slices, any other by its address.
typedef struct qn_copy_side {
  const qn_memory *array; // NULL: memory
  size_t x, y, z;         // array: bytes, row, slice
  void *address;          // memory; the source is not written to
  size_t pitch, slice;    // memory, bytes
  bool device;            // device memory, else the host's
  // Host memory that is not pinned. `submit` has read a pageable source when it
  // returns; in batches it is read when they run.
  bool pageable;
} qn_copy_side;

typedef struct qn_op_copy {
  qn_copy_side to, from;
  size_t width, height, depth; // bytes, rows, slices; height and depth >= 1
} qn_op_copy;

typedef struct qn_op_fill {
  void *address;
  uint32_t value;
  uint32_t value_size;  // 1, 2 or 4 bytes
  size_t width;         // values
  size_t height, depth; // rows, slices; >= 1
  size_t pitch, slice;  // bytes
} qn_op_fill;

// What a WRITE does with what is there, in one step.
typedef enum qn_reduction {
  QN_REDUCE_ADD = 1,
  QN_REDUCE_AND,
  QN_REDUCE_OR,
} qn_reduction;

typedef struct qn_op {
  qn_op_kind kind;
  union {
    qn_op_kernel kernel;
    qn_op_copy copy;
    qn_op_fill fill;
    struct {
      void (*fn)(void *user); // must not call back into the runtime's streams
      void *user;
    } host;
    struct {
      void *event; // native
    } event;
    struct {
      void *address;
      size_t size;
      bool to_host;
    } prefetch;
    struct {
      void *address;
      uint64_t value, mask;
      uint32_t size; // 4 or 8 bytes
      // POLL: 0 (memory & mask) >= value, 1 ==, 2 &, 3 nor; HIP's numbers.
      // WRITE: 0; on back ends of the host also a qn_reduction.
      uint32_t how;
    } value;
    struct qn_batch *batch;
    struct {
      // Submits to `stream`, the driver's. In a batch it is called when the
      // batch is prepared, on a stream of the driver's that captures, from
      // the thread that launches; it must not wait then.
      qn_result (*fn)(void *user, void *stream);
      void *user;
    } native;
  };
} qn_op;

// The operations of a graph, in an order in which a single stream can run them.
// Reference counted: a back end that runs it after `submit` has returned holds
// a reference. Whatever the operations point to lives as long as the batch.
typedef struct qn_batch {
  atomic_uint refs;
  void (*free)(struct qn_batch *batch); // when the last reference is dropped
  qn_op *ops;
  size_t count;
  // For operation i, the earlier operations that it waits for.
  const uint32_t *const *after;
  const uint32_t *after_count;
  // What a back end builds from it at the first launch; the core calls `drop`
  // when operations change and at the end. Guarded by the core, which submits
  // a batch once at a time.
  void *prepared;
  void (*drop)(void *prepared);
  // Devices with `live_graphs`: the program's handle of the graph, and, if its
  // kernels may launch graphs, what finds the batch of one by its handle: held,
  // or NULL when kernels must not launch it.
  const void *handle;
  struct qn_batch *(*find)(const void *handle);
} qn_batch;

static inline qn_batch *qn_batch_hold(qn_batch *batch) {
  atomic_fetch_add_explicit(&batch->refs, 1, memory_order_relaxed);
  return batch;
}
static inline void qn_batch_drop(qn_batch *batch) {
  if (atomic_fetch_sub_explicit(&batch->refs, 1, memory_order_acq_rel) == 1)
    batch->free(batch);
}

// ---- The table

typedef struct qn_backend_options {
  unsigned threads; // CPU: how many host threads to use; 0 for all
  bool scalar;      // CPU: scalar, one work-item after another, for debuggers
  // Output of kernels' printf; NULL: standard output. Called from any thread,
  // one call at a time.
  void (*print)(void *user, const char *bytes, size_t size);
  void *user;
  // Bytes of the heap of malloc in kernels, which may change until the first
  // kernel that needs it is loaded; 0 there, or NULL: as the back end likes.
  const size_t *heap_size;
} qn_backend_options;

typedef struct qn_backend {
  const char *name;    // stable: QUERN_DEVICE, --device, JSON
  const char *summary; // one line
  // Used only when QUERN_DEVICE names it.
  bool on_request;
  // The driver has already applied CUDA_VISIBLE_DEVICES to what `probe` counts.
  bool hides_devices;
  // QN_OP_NATIVE works: vendors' libraries take its streams and addresses.
  bool has_native;
  // Kernels run on this machine's processor: code for qn_target_native fits,
  // and the option `scalar` applies.
  bool on_host;
  // The number of devices; `reason` (of `capacity` bytes) says why there is
  // none, or what keeps others from being used.
  unsigned (*probe)(char *reason, size_t capacity);
  // The number of the first device of that name, as in "amdsim:gfx1100"; -1:
  // there is none. NULL: devices have no names.
  long (*find)(qn_str name);
  qn_result (*open)(unsigned ordinal, const qn_backend_options *options,
                    void **out_device);
  // Ends running work and destroys everything the device created. Accepts NULL
  // contents.
  void (*close)(void **device);
  void (*describe)(void *device, qn_device_info *out_info);
  // How well an image fits: 0 not at all, more is better. PTX fits less than
  // code made for the device.
  unsigned (*fitness)(void *device, const qn_target *target);

  qn_result (*allocate)(void *device, const qn_memory_request *request,
                        qn_memory *out_memory);
  // The core has waited for all work that may use the memory.
  qn_result (*release)(void *device, qn_memory_kind kind, qn_memory *memory);
  // NULL: virtual memory functions are not supported.
  qn_result (*map)(void *device, const qn_map_request *request);
  // NULL: advice is ignored.
  qn_result (*advise)(void *device, void *address, size_t size,
                      qn_advice advice);
  // Creates a texture or surface object, which kernels receive as *value, or,
  // with NULL, destroys it (textures and surfaces never share a number). NULL:
  // not supported.
  qn_result (*texture)(void *device, const qn_texture_request *request,
                       uint64_t *value);
  // Lets kernels of `device` access memory of `peer`, of the same back end, or
  // revokes that. NULL: not supported.
  qn_result (*peer)(void *device, void *peer, bool enable);
  // Whether they can; asked before `peer`. NULL: yes, where that is.
  bool (*reaches)(void *device, void *peer);

  // Loads an image. Images are code, so load only trusted ones. The bytes are
  // copied.
  qn_result (*load)(void *device, qn_span image, void **out_code);
  // Called when none of its kernels is running.
  void (*unload)(void *device, void **code);
  qn_result (*function)(void *code, const qn_kernel *kernel,
                        void **out_function, qn_function_info *out_info);
  qn_result (*variable)(void *code, const char *symbol, void **out_address,
                        size_t *out_size);
  // From now on the host may write the image's `__constant__` variables: the
  // program asks for the address of one. Called by any thread, at any time.
  // NULL: no kernel relies on what they hold at first.
  void (*constants_asked)(void *code);
  // NULL: every value is accepted and ignored.
  qn_result (*configure)(void *function, qn_function_attribute attribute,
                         int value);
  // How many blocks of that many threads fit on a multiprocessor.
  qn_result (*occupancy)(void *device, void *function, uint32_t threads,
                         size_t shared_size, int *out_blocks);

  // `null`: the device's legacy default stream, which waits for the streams
  // that are not `non_blocking`, and they for it.
  qn_result (*stream_create)(void *device, bool null, bool non_blocking,
                             int priority, void **out_stream);
  // Work that is already submitted still runs.
  void (*stream_destroy)(void **stream);
  qn_result (*submit)(void *stream, const qn_op *op);
  // Waits for work submitted before the call; its failure is returned here and
  // from then on. Without `block`, QN_R_NOT_READY when it is not done.
  qn_result (*stream_wait)(void *stream, bool block);
  // `timing`: event_elapsed works.
  qn_result (*event_create)(void *device, bool timing, bool blocking,
                            void **out_event);
  void (*event_destroy)(void **event);
  // As stream_wait; an event that was never recorded is done.
  qn_result (*event_wait)(void *event, bool block);
  // Nanoseconds between two recorded events.
  qn_result (*event_elapsed)(void *from, void *to, double *out_ns);

  // A function of the vendor's own driver, for calls that only pass on what the
  // program gave; makes the device the thread's own there. NULL, the slot or
  // what it returns: there is none.
  void *(*vendor)(void *device, const char *name);
} qn_backend;

// The CPU's, which is always there.
extern const qn_backend qn_backend_cpu;
// The registered back ends, NULL-terminated, preferred ones first.
const qn_backend *const *qn_backends(void);
// By name; QN_E_NOT_FOUND with similar names.
qn_status qn_backend_find(qn_str name, const qn_backend **out_backend,
                          qn_diag *diag);

#endif // QN_RUNTIME_CONTRACT_BACKEND_H

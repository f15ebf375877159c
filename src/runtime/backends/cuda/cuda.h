// SPDX-License-Identifier: Apache-2.0
// NVIDIA GPUs through the driver: what the files of this back end share.
//
// libcuda is opened at run time; the driver's types that are used are declared
// here with names of our own. Pointers to the driver's objects are opaque. The
// runtime's events, functions and texture objects are the driver's; a stream is
// a struct that begins with the driver's, because submitting also needs the
// device's context.
#ifndef QN_RUNTIME_BACKENDS_CUDA_CUDA_H
#define QN_RUNTIME_BACKENDS_CUDA_CUDA_H

#include "base/system/dl.h"
#include "base/map.h"
#include "base/system/thread.h"
#include "runtime/contract/backend.h"

// ---- The driver's types

typedef uint64_t cu_address;
typedef struct cu_context cu_context;
typedef struct cu_module cu_module;
typedef struct cu_function cu_function;
typedef struct cu_stream cu_stream;
typedef struct cu_event cu_event;
typedef struct cu_array cu_array;
typedef struct cu_mipmap cu_mipmap;
typedef struct cu_graph cu_graph;
typedef struct cu_graph_exec cu_graph_exec;
typedef struct cu_node cu_node;

#define CU_LEGACY_STREAM ((cu_stream *)1)

enum { // results that are not failures everywhere
  CU_DEINITIALIZED = 4,
  CU_INVALID_CONTEXT = 201,
  CU_INVALID_HANDLE = 400,
  CU_NOT_READY = 600,
};

enum { CU_MEMORY_HOST = 1, CU_MEMORY_ARRAY = 3, CU_MEMORY_UNIFIED = 4 };

typedef struct cu_side_2d {
  size_t x, y; // bytes, row
  int memory;  // CU_MEMORY_*
  void *host;
  cu_address device;
  cu_array *array;
  size_t pitch;
} cu_side_2d;

typedef struct cu_copy_2d {
  cu_side_2d from, to;
  size_t width, height;
} cu_copy_2d;

typedef struct cu_side_3d {
  size_t x, y, z, level;
  int memory;
  void *host;
  cu_address device;
  cu_array *array;
  void *reserved;
  size_t pitch, rows; // bytes of a row, rows of a slice
} cu_side_3d;

typedef struct cu_copy_3d {
  cu_side_3d from, to;
  size_t width, height, depth;
} cu_copy_3d;

enum { // element formats
  CU_FORMAT_U8 = 1,
  CU_FORMAT_U16,
  CU_FORMAT_U32,
  CU_FORMAT_S8 = 8,
  CU_FORMAT_S16,
  CU_FORMAT_S32,
  CU_FORMAT_F16 = 16,
  CU_FORMAT_F32 = 32,
};

typedef struct cu_array_desc {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
} cu_array_desc;

typedef struct cu_token { // of memory shared with another process
  uint8_t bytes[QN_TOKEN_SIZE];
} cu_token;

typedef struct cu_location {
  int type, id;
} cu_location;

typedef struct cu_physical {
  int type, handle_types;
  cu_location location;
  void *os_handle;
  struct {
    unsigned char compression, rdma;
    unsigned short usage;
    unsigned char reserved[4];
  } flags;
} cu_physical;

typedef struct cu_access {
  cu_location location;
  int flags;
} cu_access;

typedef struct cu_resource {
  int type; // CU_RESOURCE_*
  union {
    cu_array *array;
    struct {
      cu_address address;
      int format;
      unsigned channels;
      size_t size;
    } linear;
    struct {
      cu_address address;
      int format;
      unsigned channels;
      size_t width, height, pitch;
    } pitched;
    int reserved[32];
  };
  unsigned flags;
} cu_resource;

typedef struct cu_texture {
  int address_mode[3];
  int filter;
  unsigned flags, anisotropy;
  int mipmap_filter;
  float mipmap_bias, mipmap_min, mipmap_max;
  float border[4];
  int reserved[12];
} cu_texture;

typedef struct cu_view {
  uint32_t format;
  size_t width, height, depth;
  uint32_t first_level, last_level, first_layer, last_layer;
  uint32_t reserved[16];
} cu_view;

typedef struct cu_attribute {
  int id;
  int pad;
  union {
    int cooperative;
    char reserved[64];
  };
} cu_attribute;

typedef struct cu_launch {
  unsigned grid[3], block[3], shared_size;
  cu_stream *stream;
  cu_attribute *attributes;
  unsigned attribute_count;
} cu_launch;

typedef struct cu_kernel_node {
  cu_function *function;
  unsigned grid[3], block[3], shared_size;
  void **args, **extra;
} cu_kernel_node;

typedef struct cu_memset_node {
  cu_address to;
  size_t pitch;
  unsigned value, value_size;
  size_t width, height;
} cu_memset_node;

typedef struct cu_host_node {
  void (*fn)(void *user);
  void *user;
} cu_host_node;

typedef union cu_memory_op {
  struct {
    int operation;
    cu_address address;
    uint64_t value;
    unsigned flags;
    cu_address alias;
  };
  uint64_t pad[6];
} cu_memory_op;

typedef struct cu_memory_node {
  cu_context *context;
  unsigned count;
  cu_memory_op *ops;
  unsigned flags;
} cu_memory_node;

enum { CU_LAUNCH_COOPERATIVE = 2 }; // launch attribute
// Keys in the `extra` list of a launch.
#define CU_ARGS_END ((void *)0)
#define CU_ARGS_BLOCK ((void *)1)
#define CU_ARGS_SIZE ((void *)2)

// ---- The driver

typedef struct qn_cuda_api {
#define QN_SYMBOL QN_DL_POINTER
#define QN_SYMBOL_AS QN_DL_POINTER_AS
#include "runtime/backends/cuda/symbols.def"
#undef QN_SYMBOL
#undef QN_SYMBOL_AS
} qn_cuda_api;

// Filled in by the first probe.
extern qn_cuda_api qn_cuda;

// Converts the driver's result, with its message as the reason; `call` is the
// function's name. CU_NOT_READY sets no reason, as it is not a failure.
qn_result qn_cuda_result(int error, const char *call);

// Calls a function of the driver and returns from the enclosing one when it
// fails.
#define QN_CUDA(name, ...)                                                     \
  do {                                                                         \
    const int cuda_error_ = qn_cuda.name(__VA_ARGS__);                         \
    if (cuda_error_)                                                           \
      return qn_cuda_result(cuda_error_, #name);                               \
  } while (0)

// An address in the driver's type.
static inline cu_address qn_cuda_address(const void *address) {
  return (cu_address)(uintptr_t)address;
}
static inline void *qn_cuda_pointer(cu_address address) {
  return (void *)(uintptr_t)address;
}

// ---- Devices

typedef struct qn_cuda_device {
  cu_context *context; // the primary one
  int device;          // the driver's CUdevice
  bool pageable;       // see qn_device_info
  qn_device_info info; // except memory_free
  qn_mutex mutex;      // of the rest
  qn_map mapped;       // address to size, of qn_map_request
  qn_map surfaces;     // objects that are surfaces
} qn_cuda_device;

typedef struct qn_cuda_stream {
  cu_stream *native; // has to be the first member
  qn_cuda_device *device;
} qn_cuda_stream;

typedef struct qn_cuda_code {
  cu_module *module;
  qn_cuda_device *device;
} qn_cuda_code;

// The context that we set last on this thread; NULL: none.
extern _Thread_local cu_context *qn_cuda_current QN_HOT_TLS;

// Makes the device's context current on this thread.
qn_result qn_cuda_enter(const qn_cuda_device *device);
// The same, faster: assumes that nobody else changed the current context.
static inline qn_result qn_cuda_enter_fast(const qn_cuda_device *device) {
  return qn_cuda_current == device->context ? QN_R_OK : qn_cuda_enter(device);
}

// memory.c
qn_result qn_cuda_allocate(void *device, const qn_memory_request *request,
                           qn_memory *out_memory);
qn_result qn_cuda_release(void *device, qn_memory_kind kind, qn_memory *memory);
qn_result qn_cuda_map(void *device, const qn_map_request *request);
qn_result qn_cuda_advise(void *device, void *address, size_t size,
                         qn_advice advice);
qn_result qn_cuda_texture(void *device, const qn_texture_request *request,
                          uint64_t *value);
qn_result qn_cuda_peer(void *device, void *peer, bool enable);
bool qn_cuda_reaches(void *device, void *peer);
// The smallest size of physical memory, of which its sizes are multiples; 0:
// not supported.
uint32_t qn_cuda_granularity(int device);

// code.c
unsigned qn_cuda_fitness(void *device, const qn_target *target);
qn_result qn_cuda_load(void *device, qn_span image, void **out_code);
void qn_cuda_unload(void *device, void **code);
qn_result qn_cuda_function(void *code, const qn_kernel *kernel,
                           void **out_function, qn_function_info *out_info);
qn_result qn_cuda_variable(void *code, const char *symbol, void **out_address,
                           size_t *out_size);
qn_result qn_cuda_configure(void *function, qn_function_attribute attribute,
                            int value);
qn_result qn_cuda_occupancy(void *device, void *function, uint32_t threads,
                            size_t shared_size, int *out_blocks);

// stream.c
qn_result qn_cuda_stream_create(void *device, bool null, bool non_blocking,
                                int priority, void **out_stream);
void qn_cuda_stream_destroy(void **stream);
qn_result qn_cuda_submit(void *stream, const qn_op *op);
qn_result qn_cuda_stream_wait(void *stream, bool block);
qn_result qn_cuda_event_create(void *device, bool timing, bool blocking,
                               void **out_event);
void qn_cuda_event_destroy(void **event);
qn_result qn_cuda_event_wait(void *event, bool block);
qn_result qn_cuda_event_elapsed(void *from, void *to, double *out_ns);

// A copy as it is passed to the driver: one run of bytes, or blocks of rows.
typedef struct qn_cuda_copy {
  bool plain; // `size` bytes from `from` to `to`
  cu_address to, from;
  size_t size;
  cu_copy_3d block; // else: this, `count` times,
  size_t count;     // with the next slice each time
  size_t to_step, from_step;
} qn_cuda_copy;

void qn_cuda_copy_plan(const qn_op_copy *op, qn_cuda_copy *out_copy);
// Moves on to the next of the `count` copies.
void qn_cuda_copy_next(qn_cuda_copy *copy);
// Converts a WRITE or POLL for the driver's batches of memory operations.
// QN_R_NOT_SUPPORTED for conditions that the driver has not.
qn_result qn_cuda_memory_op(const qn_op *op, cu_memory_op *out_op);

// graph.c
qn_result qn_cuda_submit_batch(qn_cuda_stream *stream, qn_batch *batch);

#endif // QN_RUNTIME_BACKENDS_CUDA_CUDA_H

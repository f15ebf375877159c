// SPDX-License-Identifier: Apache-2.0
// A driver without a GPU, for tests of the back end 'cuda': two devices in the
// memory of the host. It does copies, fills and functions of the host at once,
// writes down what it is asked for (fake_log), checks contexts as the driver
// does, and fails on demand. Kernels are only written down.
#include "runtime/backends/cuda/cuda.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define QN_SYMBOL(required, result, name, parameters) result name parameters;
#define QN_SYMBOL_AS(required, result, name, symbol, parameters)               \
  result name parameters __asm__(symbol);
#include "runtime/backends/cuda/symbols.def"
#undef QN_SYMBOL
#undef QN_SYMBOL_AS

void fake_clear(void);
const char *fake_log(void);
void fake_fail(const char *name, int error);
void fake_shut_down(bool down);
int fake_live(void);

enum { DEVICES = 2, LOG_SIZE = 1 << 20, SM = 90 };
enum {
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  DEINITIALIZED = 4,
  INVALID_PTX = 218,
  INVALID_CONTEXT = 201,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
};

struct cu_context {
  int device, retained, peer;
};
struct cu_stream {
  cu_context *context;
};
struct cu_event {
  cu_context *context;
  double ms;
};
struct cu_module {
  char *text;
};
struct cu_function {
  char name[64];
};
struct cu_array {
  cu_array_desc desc;
  char *bytes;
  size_t pitch, slice;
};

static struct cu_context contexts[DEVICES];
static _Thread_local cu_context *current;
static char text[LOG_SIZE];
static size_t used;
static char failing[64];
static int failure;
static bool is_down;
static int live; // objects and allocations
static double now;

void fake_clear(void) { text[used = 0] = '\0'; }
const char *fake_log(void) { return text; }
void fake_fail(const char *name, int error) {
  snprintf(failing, sizeof(failing), "%s", name);
  failure = error;
}
int fake_live(void) { return live; }

__attribute__((format(printf, 1, 2))) static void note(const char *format,
                                                       ...) {
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text + used, LOG_SIZE - used, format, args);
  va_end(args);
  if (size > 0 && (size_t)size < LOG_SIZE - used)
    used += (size_t)size;
}

static int enter(const char *name) {
  note("%s\n", name);
  if (is_down)
    return DEINITIALIZED;
  if (strcmp(failing, name) != 0)
    return 0;
  failing[0] = '\0';
  return failure;
}

#define CALL()                                                                 \
  do {                                                                         \
    const int error_ = enter(__func__);                                        \
    if (error_)                                                                \
      return error_;                                                           \
  } while (0)
#define CALL_IN_CONTEXT()                                                      \
  do {                                                                         \
    CALL();                                                                    \
    if (!current)                                                              \
      return INVALID_CONTEXT;                                                  \
  } while (0)
#define CALL_ON(stream)                                                        \
  do {                                                                         \
    CALL_IN_CONTEXT();                                                         \
    if (stream != CU_LEGACY_STREAM && stream->context != current)              \
      return INVALID_HANDLE;                                                   \
  } while (0)

enum { BLOCKS = 256 };
static void *owned[BLOCKS]; // by the driver

static void *make(size_t size) {
  int i = 0;
  while (i < BLOCKS && owned[i])
    ++i;
  if (i == BLOCKS)
    abort();
  ++live;
  return owned[i] = calloc(1, size ? size : 1);
}
static int drop(void *block) {
  for (int i = 0; i < BLOCKS; ++i)
    if (block && owned[i] == block) {
      owned[i] = NULL;
      --live;
      free(block);
      return 0;
    }
  return INVALID_VALUE;
}
static char *at(cu_address address) { return qn_cuda_pointer(address); }

// All that the driver owns goes with it.
void fake_shut_down(bool down) {
  is_down = down;
  for (int i = 0; down && i < BLOCKS; ++i) {
    free(owned[i]);
    owned[i] = NULL;
  }
  live = 0;
}

// ---- Devices

int cuInit(unsigned flags) {
  CALL();
  return flags ? INVALID_VALUE : 0;
}
int cuGetErrorName(int error, const char **out) {
  *out = error == OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY" : NULL;
  return *out ? 0 : INVALID_VALUE;
}
int cuGetErrorString(int error, const char **out) {
  *out = error == OUT_OF_MEMORY ? "out of memory, says the driver" : NULL;
  return *out ? 0 : INVALID_VALUE;
}
int cuDeviceGetCount(int *count) {
  CALL();
  *count = DEVICES;
  return 0;
}
int cuDeviceGet(int *device, int ordinal) {
  CALL();
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char *name, int size, int device) {
  CALL();
  snprintf(name, (size_t)size, "Fake %d", device);
  return 0;
}
int cuDeviceGetUuid(void *uuid, int device) {
  memset(uuid, device + 1, 16);
  return 0;
}
int cuDeviceTotalMem(size_t *size, int device) {
  (void)device;
  *size = (size_t)1 << 33;
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  if (attribute > 106)
    return INVALID_VALUE;
  *value = attribute == 75   ? SM / 10
           : attribute == 76 ? SM % 10
           : attribute == 10 ? 32
                             : attribute;
  return 0;
}
int cuDevicePrimaryCtxRetain(cu_context **context, int device) {
  CALL();
  contexts[device].device = device;
  ++contexts[device].retained;
  *context = &contexts[device];
  ++live;
  return 0;
}
int cuDevicePrimaryCtxRelease(int device) {
  CALL();
  --contexts[device].retained;
  --live;
  return 0;
}
int cuCtxSetCurrent(cu_context *context) {
  CALL();
  current = context;
  return 0;
}
int cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  CALL_IN_CONTEXT();
  *least = 0;
  *greatest = -5;
  return 0;
}
int cuMemGetInfo(size_t *available, size_t *total) {
  CALL_IN_CONTEXT();
  *available = 12345;
  *total = (size_t)1 << 33;
  return 0;
}
int cuDeviceCanAccessPeer(int *can, int device, int peer) {
  CALL();
  *can = device != peer;
  return 0;
}
int cuCtxEnablePeerAccess(cu_context *peer, unsigned flags) {
  CALL_IN_CONTEXT();
  if (peer->peer || flags)
    return 704;
  peer->peer = 1;
  return 0;
}
int cuCtxDisablePeerAccess(cu_context *peer) {
  CALL_IN_CONTEXT();
  if (!peer->peer)
    return 705;
  peer->peer = 0;
  return 0;
}

// ---- Memory

int cuMemAlloc(cu_address *address, size_t size) {
  CALL_IN_CONTEXT();
  if (size > (size_t)1 << 33)
    return OUT_OF_MEMORY;
  *address = qn_cuda_address(make(size));
  return 0;
}
int cuMemFree(cu_address address) {
  CALL_IN_CONTEXT();
  return drop(at(address));
}
int cuMemHostAlloc(void **host, size_t size, unsigned flags) {
  CALL_IN_CONTEXT();
  note("  flags %u\n", flags);
  *host = make(size);
  return 0;
}
int cuMemFreeHost(void *host) {
  CALL_IN_CONTEXT();
  return drop(host);
}
int cuMemHostRegister(void *host, size_t size, unsigned flags) {
  CALL_IN_CONTEXT();
  note("  size %zu flags %u\n", size, flags);
  ++live;
  return host ? 0 : INVALID_VALUE;
}
int cuMemHostUnregister(void *host) {
  CALL_IN_CONTEXT();
  --live;
  return host ? 0 : INVALID_VALUE;
}
int cuMemHostGetDevicePointer(cu_address *address, void *host, unsigned flags) {
  CALL_IN_CONTEXT();
  *address = qn_cuda_address(host);
  return (int)flags;
}
int cuMemAllocManaged(cu_address *address, size_t size, unsigned flags) {
  CALL_IN_CONTEXT();
  note("  flags %u\n", flags);
  *address = qn_cuda_address(make(size));
  return 0;
}
int cuArray3DCreate(cu_array **array, const cu_array_desc *desc) {
  CALL_IN_CONTEXT();
  const size_t texel = desc->format == CU_FORMAT_U8 ? 1 : 4;
  cu_array *a = make(sizeof(*a));
  a->desc = *desc;
  a->pitch = desc->width * desc->channels * texel;
  a->slice = a->pitch * (desc->height ? desc->height : 1);
  a->bytes = make(a->slice * (desc->depth ? desc->depth : 1));
  note("  %zux%zux%zu format %d channels %u flags %u\n", desc->width,
       desc->height, desc->depth, desc->format, desc->channels, desc->flags);
  *array = a;
  return 0;
}
int cuArrayDestroy(cu_array *array) {
  CALL_IN_CONTEXT();
  return drop(array->bytes) + drop(array);
}
int cuMemGetAddressRange(cu_address *begin, size_t *size, cu_address address) {
  CALL_IN_CONTEXT();
  *begin = address;
  *size = 100;
  return 0;
}
// A token is the address.
int cuIpcGetMemHandle(cu_token *token, cu_address address) {
  CALL_IN_CONTEXT();
  memset(token, 0, sizeof(*token));
  memcpy(token, &address, sizeof(address));
  return 0;
}
int cuIpcOpenMemHandle(cu_address *address, cu_token token, unsigned flags) {
  CALL_IN_CONTEXT();
  memcpy(address, &token, sizeof(*address));
  if (!*address)
    return INVALID_VALUE;
  ++live;
  return flags == 1 ? 0 : INVALID_VALUE;
}
int cuIpcCloseMemHandle(cu_address address) {
  CALL_IN_CONTEXT();
  --live;
  return address ? 0 : INVALID_VALUE;
}
int cuMemAdvise(cu_address address, size_t size, int advice, int device) {
  CALL_IN_CONTEXT();
  note("  size %zu advice %d device %d\n", size, advice, device);
  return address ? 0 : INVALID_VALUE;
}
int cuMemPrefetchAsync(cu_address address, size_t size, int device,
                       cu_stream *stream) {
  CALL_ON(stream);
  note("  size %zu device %d\n", size, device);
  return address ? 0 : INVALID_VALUE;
}
int cuMemAddressReserve(cu_address *address, size_t size, size_t alignment,
                        cu_address hint, unsigned long long flags) {
  CALL();
  note("  size %zu alignment %zu hint %d\n", size, alignment, hint != 0);
  *address = qn_cuda_address(make(size));
  return (int)flags;
}
int cuMemAddressFree(cu_address address, size_t size) {
  CALL();
  note("  size %zu\n", size);
  return drop(at(address));
}
int cuMemCreate(unsigned long long *handle, size_t size,
                const cu_physical *physical, unsigned long long flags) {
  CALL();
  note("  size %zu device %d\n", size, physical->location.id);
  *handle = qn_cuda_address(make(1));
  return (int)flags;
}
int cuMemRelease(unsigned long long handle) {
  CALL();
  return drop(at(handle));
}
int cuMemMap(cu_address address, size_t size, size_t offset,
             unsigned long long handle, unsigned long long flags) {
  CALL();
  note("  size %zu offset %zu\n", size, offset);
  return address && handle && !flags ? 0 : INVALID_VALUE;
}
int cuMemUnmap(cu_address address, size_t size) {
  CALL();
  note("  size %zu\n", size);
  return address ? 0 : INVALID_VALUE;
}
int cuMemSetAccess(cu_address address, size_t size, const cu_access *access,
                   size_t count) {
  CALL();
  note("  size %zu flags %d count %zu\n", size, access->flags, count);
  return address ? 0 : INVALID_VALUE;
}
int cuMemGetAllocationGranularity(size_t *granularity,
                                  const cu_physical *physical, int option) {
  *granularity = 2u << 20;
  return physical && !option ? 0 : INVALID_VALUE;
}

// ---- Textures

int cuTexObjectCreate(unsigned long long *object, const cu_resource *resource,
                      const cu_texture *texture, const cu_view *view) {
  CALL_IN_CONTEXT();
  note("  resource %d flags %u filter %d modes %d %d %d\n", resource->type,
       texture->flags, texture->filter, texture->address_mode[0],
       texture->address_mode[1], texture->address_mode[2]);
  if (resource->type == 2)
    note("  size %zu\n", resource->linear.size);
  *object = 7;
  ++live;
  return view ? INVALID_VALUE : 0;
}
int cuTexObjectDestroy(unsigned long long object) {
  CALL_IN_CONTEXT();
  --live;
  return object == 7 ? 0 : INVALID_VALUE;
}
int cuSurfObjectCreate(unsigned long long *object,
                       const cu_resource *resource) {
  CALL_IN_CONTEXT();
  *object = 8;
  ++live;
  return resource->type == 0 ? 0 : INVALID_VALUE;
}
int cuSurfObjectDestroy(unsigned long long object) {
  CALL_IN_CONTEXT();
  --live;
  return object == 8 ? 0 : INVALID_VALUE;
}

// ---- Code

// Images that hold "broken" do not compile; the others have every kernel and
// variable that the image's text names.
int cuModuleLoadDataEx(cu_module **module, const void *image, unsigned count,
                       const int *options, void **values) {
  CALL_IN_CONTEXT();
  if (strstr(image, "broken")) {
    char *log = values[0];
    const size_t size = (size_t)(uintptr_t)values[1];
    if (count == 2 && options[0] == 5 && options[1] == 6)
      snprintf(log, size, "ptxas fatal: line 3;\n\tunknown word\n\n");
    return INVALID_PTX;
  }
  cu_module *m = make(sizeof(*m));
  m->text = make(strlen(image) + 1);
  memcpy(m->text, image, strlen(image));
  *module = m;
  return 0;
}
int cuModuleUnload(cu_module *module) {
  CALL_IN_CONTEXT();
  return drop(module->text) + drop(module);
}
int cuModuleGetFunction(cu_function **function, cu_module *module,
                        const char *name) {
  static cu_function functions[16];
  static int count;
  CALL_IN_CONTEXT();
  if (!strstr(module->text, name))
    return NOT_FOUND;
  cu_function *f = &functions[count++ % 16];
  snprintf(f->name, sizeof(f->name), "%s", name);
  *function = f;
  return 0;
}
int cuModuleGetGlobal(cu_address *address, size_t *size, cu_module *module,
                      const char *name) {
  CALL_IN_CONTEXT();
  char *found = strstr(module->text, name);
  *address = qn_cuda_address(found);
  *size = strlen(name);
  return found ? 0 : NOT_FOUND;
}
int cuFuncGetAttribute(int *value, int attribute, cu_function *function) {
  CALL_IN_CONTEXT();
  *value = 100 + attribute;
  return function ? 0 : INVALID_HANDLE;
}
int cuFuncSetAttribute(cu_function *function, int attribute, int value) {
  CALL();
  note("  %s attribute %d is %d\n", function->name, attribute, value);
  return 0;
}
int cuFuncSetCacheConfig(cu_function *function, int config) {
  CALL();
  note("  %s config %d\n", function->name, config);
  return 0;
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                cu_function *function,
                                                int threads, size_t shared) {
  CALL_IN_CONTEXT();
  *blocks = 2048 / threads - (shared > 0);
  return function ? 0 : INVALID_HANDLE;
}

// ---- Streams

int cuStreamCreateWithPriority(cu_stream **stream, unsigned flags,
                               int priority) {
  CALL_IN_CONTEXT();
  note("  flags %u priority %d\n", flags, priority);
  *stream = make(sizeof(**stream));
  (*stream)->context = current;
  return 0;
}
int cuStreamDestroy(cu_stream *stream) {
  CALL_IN_CONTEXT();
  return drop(stream);
}
int cuStreamSynchronize(cu_stream *stream) {
  CALL_ON(stream);
  return 0;
}
int cuStreamQuery(cu_stream *stream) {
  CALL_ON(stream);
  return 0;
}
int cuStreamWaitEvent(cu_stream *stream, cu_event *event, unsigned flags) {
  CALL_ON(stream);
  return event && !flags ? 0 : INVALID_VALUE;
}
int cuStreamWriteValue32(cu_stream *stream, cu_address address, uint32_t value,
                         unsigned flags) {
  CALL_ON(stream);
  memcpy(at(address), &value, sizeof(value));
  return (int)flags;
}
int cuStreamWriteValue64(cu_stream *stream, cu_address address, uint64_t value,
                         unsigned flags) {
  CALL_ON(stream);
  memcpy(at(address), &value, sizeof(value));
  return (int)flags;
}
int cuStreamWaitValue32(cu_stream *stream, cu_address address, uint32_t value,
                        unsigned flags) {
  CALL_ON(stream);
  note("  value %u how %u\n", value, flags);
  return address ? 0 : INVALID_VALUE;
}
int cuStreamWaitValue64(cu_stream *stream, cu_address address, uint64_t value,
                        unsigned flags) {
  CALL_ON(stream);
  note("  value %llu how %u\n", (unsigned long long)value, flags);
  return address ? 0 : INVALID_VALUE;
}

// The first argument's first four bytes tell whether arguments arrived.
static void note_kernel(const cu_kernel_node *k) {
  int value = -1;
  if (k->args)
    memcpy(&value, k->args[0], sizeof(value));
  note("  %s grid %u,%u,%u block %u,%u,%u shared %u", k->function->name,
       k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1],
       k->block[2], k->shared_size);
  if (k->extra && k->extra[0] == CU_ARGS_BLOCK && k->extra[2] == CU_ARGS_SIZE) {
    memcpy(&value, k->extra[1], sizeof(value));
    note(" packed %zu", *(const size_t *)k->extra[3]);
  }
  note(" first %d\n", value);
}

int cuLaunchKernel(cu_function *function, unsigned grid_x, unsigned grid_y,
                   unsigned grid_z, unsigned block_x, unsigned block_y,
                   unsigned block_z, unsigned shared_size, cu_stream *stream,
                   void **args, void **extra) {
  CALL_ON(stream);
  note_kernel(&(cu_kernel_node){function,
                                {grid_x, grid_y, grid_z},
                                {block_x, block_y, block_z},
                                shared_size,
                                args,
                                extra});
  return 0;
}
int cuLaunchCooperativeKernel(cu_function *function, unsigned grid_x,
                              unsigned grid_y, unsigned grid_z,
                              unsigned block_x, unsigned block_y,
                              unsigned block_z, unsigned shared_size,
                              cu_stream *stream, void **args) {
  CALL_ON(stream);
  note_kernel(&(cu_kernel_node){function,
                                {grid_x, grid_y, grid_z},
                                {block_x, block_y, block_z},
                                shared_size,
                                args,
                                NULL});
  return 0;
}
int cuLaunchKernelEx(const cu_launch *launch, cu_function *function,
                     void **args, void **extra) {
  cu_kernel_node node = {.function = function,
                         .shared_size = launch->shared_size,
                         .args = args,
                         .extra = extra};
  CALL_ON(launch->stream);
  memcpy(node.grid, launch->grid, sizeof(node.grid));
  memcpy(node.block, launch->block, sizeof(node.block));
  note("  attributes %u: %d is %d\n", launch->attribute_count,
       launch->attributes[0].id, launch->attributes[0].cooperative);
  note_kernel(&node);
  return 0;
}
int cuLaunchHostFunc(cu_stream *stream, void (*fn)(void *user), void *user) {
  CALL_ON(stream);
  fn(user);
  return 0;
}

// A graph of what was submitted, which is nothing that this driver sees.
static cu_graph *make_graph(void);

int cuStreamBeginCapture(cu_stream *stream, int mode) {
  CALL_ON(stream);
  note("  stream %p mode %d\n", (void *)stream, mode);
  return stream == CU_LEGACY_STREAM ? INVALID_VALUE : 0;
}
// The graph that the stream captures into, behind what it was told; one stream.
static struct {
  cu_stream *stream;
  cu_graph *graph;
  cu_node *last[8];
  size_t count;
} into;
int cuStreamBeginCaptureToGraph(cu_stream *stream, cu_graph *graph,
                                cu_node *const *after, const void *edges,
                                size_t count, int mode) {
  CALL_ON(stream);
  if (edges || count > 8)
    return INVALID_VALUE;
  note("  stream %p mode %d behind %zu\n", (void *)stream, mode, count);
  into.stream = stream;
  into.graph = graph;
  into.count = count;
  memcpy(into.last, after, count * sizeof(*after));
  return 0;
}
int cuStreamGetCaptureInfo(cu_stream *stream, int *status, uint64_t *id,
                           cu_graph **graph, cu_node *const **last,
                           const void **edges, size_t *count) {
  CALL_ON(stream);
  if (stream != into.stream)
    return INVALID_VALUE;
  *status = 1;
  *id = 1;
  *graph = into.graph;
  *last = into.last;
  *edges = NULL;
  *count = into.count;
  return 0;
}
int cuStreamEndCapture(cu_stream *stream, cu_graph **graph) {
  CALL_ON(stream);
  *graph = into.stream == stream ? into.graph : make_graph();
  into.stream = NULL;
  return 0;
}

// ---- Copies

static char *row_of(const cu_side_3d *side, size_t z, size_t y) {
  if (side->memory == CU_MEMORY_ARRAY)
    return side->array->bytes + (side->z + z) * side->array->slice +
           (side->y + y) * side->array->pitch + side->x;
  char *base = side->memory == CU_MEMORY_HOST ? side->host : at(side->device);
  return base + (z * side->rows + y) * side->pitch;
}

static int copy_block(const cu_copy_3d *copy) {
  const cu_side_3d *sides[] = {&copy->to, &copy->from};
  for (int i = 0; i < 2; ++i)
    if (sides[i]->memory != CU_MEMORY_ARRAY &&
        (sides[i]->pitch < copy->width ||
         (copy->depth > 1 && sides[i]->rows < copy->height)))
      return INVALID_VALUE;
  for (size_t z = 0; z < copy->depth; ++z)
    for (size_t y = 0; y < copy->height; ++y)
      memcpy(row_of(&copy->to, z, y), row_of(&copy->from, z, y), copy->width);
  return 0;
}

static cu_side_3d raise(const cu_side_2d *side) {
  return (cu_side_3d){.x = side->x,
                      .y = side->y,
                      .memory = side->memory,
                      .host = side->host,
                      .device = side->device,
                      .array = side->array,
                      .pitch = side->pitch};
}

int cuMemcpyAsync(cu_address to, cu_address from, size_t size,
                  cu_stream *stream) {
  CALL_ON(stream);
  note("  size %zu\n", size);
  memcpy(at(to), at(from), size);
  return 0;
}
int cuMemcpy2DAsync(const cu_copy_2d *copy, cu_stream *stream) {
  CALL_ON(stream);
  return copy_block(&(cu_copy_3d){.from = raise(&copy->from),
                                  .to = raise(&copy->to),
                                  .width = copy->width,
                                  .height = copy->height,
                                  .depth = 1});
}
int cuMemcpy3DAsync(const cu_copy_3d *copy, cu_stream *stream) {
  CALL_ON(stream);
  return copy_block(copy);
}

static int fill_block(const cu_memset_node *fill) {
  for (size_t y = 0; y < fill->height; ++y)
    for (size_t x = 0; x < fill->width; ++x)
      memcpy(at(fill->to) + y * fill->pitch + x * fill->value_size,
             &fill->value, fill->value_size);
  return 0;
}
int cuMemsetD8Async(cu_address to, unsigned char value, size_t count,
                    cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, 0, value, 1, count, 1});
}
int cuMemsetD16Async(cu_address to, unsigned short value, size_t count,
                     cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, 0, value, 2, count, 1});
}
int cuMemsetD32Async(cu_address to, unsigned value, size_t count,
                     cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, 0, value, 4, count, 1});
}
int cuMemsetD2D8Async(cu_address to, size_t pitch, unsigned char value,
                      size_t width, size_t height, cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, pitch, value, 1, width, height});
}
int cuMemsetD2D16Async(cu_address to, size_t pitch, unsigned short value,
                       size_t width, size_t height, cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, pitch, value, 2, width, height});
}
int cuMemsetD2D32Async(cu_address to, size_t pitch, unsigned value,
                       size_t width, size_t height, cu_stream *stream) {
  CALL_ON(stream);
  return fill_block(&(cu_memset_node){to, pitch, value, 4, width, height});
}

// ---- Events

int cuEventCreate(cu_event **event, unsigned flags) {
  CALL_IN_CONTEXT();
  note("  flags %u\n", flags);
  *event = make(sizeof(**event));
  (*event)->context = current;
  return 0;
}
int cuEventDestroy(cu_event *event) {
  CALL();
  return drop(event);
}
int cuEventRecord(cu_event *event, cu_stream *stream) {
  CALL_ON(stream);
  event->ms = now += 0.5;
  return 0;
}
int cuEventQuery(cu_event *event) {
  CALL();
  return event ? 0 : INVALID_HANDLE;
}
int cuEventSynchronize(cu_event *event) {
  CALL();
  return event ? 0 : INVALID_HANDLE;
}
int cuEventElapsedTime(float *ms, cu_event *from, cu_event *to) {
  CALL();
  *ms = (float)(to->ms - from->ms);
  return 0;
}

// ---- Graphs: nodes run in the order in which they were added

enum { NODES = 64 };
typedef enum node_kind {
  KERNEL,
  COPY,
  FILL,
  HOST,
  EMPTY,
  CHILD,
  RECORD,
  WAIT,
  VALUE,
} node_kind;

struct cu_node {
  node_kind kind;
  cu_kernel_node kernel;
  cu_copy_3d copy;
  cu_memset_node fill;
  cu_host_node host;
  cu_graph *child;
  cu_event *event;
  cu_memory_op value;
  bool cooperative;
  bool has_block; // of arguments
};
struct cu_graph {
  cu_node nodes[NODES];
  int count;
};
struct cu_graph_exec {
  cu_graph graph;
};

static cu_node *add(cu_graph *graph, node_kind kind, cu_node *const *after,
                    size_t count) {
  cu_node *node = &graph->nodes[graph->count++];
  node->kind = kind;
  note("  node %d after", graph->count - 1);
  for (size_t i = 0; i < count; ++i)
    note(" %d", (int)(after[i] - graph->nodes));
  note("\n");
  return node;
}

static cu_graph *make_graph(void) { return make(sizeof(cu_graph)); }

int cuGraphCreate(cu_graph **graph, unsigned flags) {
  CALL_IN_CONTEXT();
  *graph = make(sizeof(**graph));
  return (int)flags;
}
int cuGraphDestroy(cu_graph *graph) {
  CALL();
  return drop(graph);
}
int cuGraphAddKernelNode(cu_node **node, cu_graph *graph, cu_node *const *after,
                         size_t count, const cu_kernel_node *params) {
  CALL_IN_CONTEXT();
  *node = add(graph, KERNEL, after, count);
  note_kernel(params);
  (*node)->kernel = *params;
  (*node)->has_block = params->extra != NULL;
  (*node)->kernel.args = (*node)->kernel.extra = NULL;
  return 0;
}
int cuGraphAddMemcpyNode(cu_node **node, cu_graph *graph, cu_node *const *after,
                         size_t count, const cu_copy_3d *params,
                         cu_context *context) {
  CALL();
  *node = add(graph, COPY, after, count);
  (*node)->copy = *params;
  return context ? 0 : INVALID_CONTEXT;
}
int cuGraphAddMemsetNode(cu_node **node, cu_graph *graph, cu_node *const *after,
                         size_t count, const cu_memset_node *params,
                         cu_context *context) {
  CALL();
  *node = add(graph, FILL, after, count);
  (*node)->fill = *params;
  return context ? 0 : INVALID_CONTEXT;
}
int cuGraphAddHostNode(cu_node **node, cu_graph *graph, cu_node *const *after,
                       size_t count, const cu_host_node *params) {
  CALL();
  *node = add(graph, HOST, after, count);
  (*node)->host = *params;
  return 0;
}
int cuGraphAddEmptyNode(cu_node **node, cu_graph *graph, cu_node *const *after,
                        size_t count) {
  CALL();
  *node = add(graph, EMPTY, after, count);
  return 0;
}
int cuGraphAddChildGraphNode(cu_node **node, cu_graph *graph,
                             cu_node *const *after, size_t count,
                             cu_graph *child) {
  CALL();
  *node = add(graph, CHILD, after, count);
  // Copies live as long as the process.
  static cu_graph *children[NODES];
  static int child_count;
  if (child_count == NODES)
    return OUT_OF_MEMORY;
  (*node)->child = children[child_count++] = malloc(sizeof(*child));
  *(*node)->child = *child;
  return 0;
}
int cuGraphAddEventRecordNode(cu_node **node, cu_graph *graph,
                              cu_node *const *after, size_t count,
                              cu_event *event) {
  CALL();
  *node = add(graph, RECORD, after, count);
  (*node)->event = event;
  return 0;
}
int cuGraphAddEventWaitNode(cu_node **node, cu_graph *graph,
                            cu_node *const *after, size_t count,
                            cu_event *event) {
  CALL();
  *node = add(graph, WAIT, after, count);
  (*node)->event = event;
  return 0;
}
int cuGraphAddBatchMemOpNode(cu_node **node, cu_graph *graph,
                             cu_node *const *after, size_t count,
                             const cu_memory_node *params) {
  CALL();
  *node = add(graph, VALUE, after, count);
  (*node)->value = params->ops[0];
  return params->count == 1 ? 0 : INVALID_VALUE;
}
int cuGraphKernelNodeSetAttribute(cu_node *node, int attribute,
                                  const void *value) {
  CALL();
  node->cooperative =
      attribute == CU_LAUNCH_COOPERATIVE && *(const int *)value == 1;
  // As driver 12.8 does.
  return node->cooperative && !node->has_block ? 0 : INVALID_VALUE;
}
int cuGraphInstantiateWithFlags(cu_graph_exec **exec, cu_graph *graph,
                                unsigned long long flags) {
  CALL();
  *exec = make(sizeof(**exec));
  (*exec)->graph = *graph;
  return (int)flags;
}

static void run_graph(const cu_graph *graph) {
  for (int i = 0; i < graph->count; ++i) {
    const cu_node *node = &graph->nodes[i];
    if (node->kind == KERNEL)
      note("  runs %s%s\n", node->kernel.function->name,
           node->cooperative ? " together" : "");
    else if (node->kind == COPY)
      copy_block(&node->copy);
    else if (node->kind == FILL)
      fill_block(&node->fill);
    else if (node->kind == HOST)
      node->host.fn(node->host.user);
    else if (node->kind == CHILD)
      run_graph(node->child);
    else if (node->kind == RECORD)
      node->event->ms = now += 0.5;
    else if (node->kind == VALUE && node->value.operation == 2)
      memcpy(at(node->value.address), &node->value.value, 4);
  }
}

int cuGraphLaunch(cu_graph_exec *exec, cu_stream *stream) {
  CALL_ON(stream);
  run_graph(&exec->graph);
  return 0;
}
int cuGraphExecDestroy(cu_graph_exec *exec) {
  CALL();
  return drop(exec);
}

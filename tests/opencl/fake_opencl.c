// SPDX-License-Identifier: Apache-2.0
// OpenCL without a device, for tests of the back end 'opencl': a platform with
// one device that has everything, one that is a CPU whose sub-groups are 8 and
// 16, and two that cannot be used. It does copies and fills at once, writes
// down what it is asked for (fake_log), and fails on demand. Kernels are only
// written down.
#include "runtime/backends/opencl/opencl.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define QN_SYMBOL(required, result, name, parameters) result name parameters;
#include "runtime/backends/opencl/symbols.def"
#undef QN_SYMBOL
#define QN_EXTENSION(extension, result, name, parameters)                      \
  result name parameters;
#include "runtime/backends/opencl/extensions.def"
#undef QN_EXTENSION

void fake_clear(void);
const char *fake_log(void);
void fake_fail(const char *name, int error, const char *build_log);
int fake_live(void);

enum { LOG_SIZE = 1 << 20, IMAGE_MAX = 64, USM_SIZE_MAX = 1 << 24 };
enum { DEVICE_GOOD, DEVICE_NARROW, DEVICE_NO_IL, DEVICE_NO_MEMORY, DEVICES };

struct cl_platform {
  int unused;
};
struct cl_device {
  const char *name, *il, *extensions;
  uint64_t usm, svm;
  size_t sub_groups[3];
};
struct cl_context {
  int unused;
};
struct cl_queue {
  int unused;
};
struct cl_event {
  int refs, status;
};
struct cl_program {
  bool built;
};
struct cl_kernel {
  char name[64];
};
struct cl_command_buffer {
  uint32_t commands;
};

#define ALL                                                                    \
  "cl_khr_il_program cl_intel_unified_shared_memory "                          \
  "cl_intel_concurrent_dispatch cl_khr_command_buffer "                        \
  "cl_khr_subgroup_ballot cl_khr_subgroup_shuffle"
static struct cl_platform platform;
static struct cl_device devices[DEVICES] = {
    {"good", "SPIR-V_1.0 SPIR-V_1.4", ALL, 1, 0, {8, 32}},
    {"narrow", "SPIR-V_1.2", ALL, 1, 0, {8, 16}},
    {"old", "", "", 0, 3, {0}},
    {"bare", "SPIR-V_1.0", "cl_khr_il_program", 0, 0, {0}},
};
static char text[LOG_SIZE];
static size_t used;
static char failing[64];
static int failure;
static char failing_log[4096];
static atomic_int live; // objects and allocations

void fake_clear(void) { text[used = 0] = '\0'; }
const char *fake_log(void) { return text; }
int fake_live(void) { return live; }
void fake_fail(const char *name, int error, const char *build_log) {
  snprintf(failing, sizeof(failing), "%s", name);
  snprintf(failing_log, sizeof(failing_log), "%s", build_log ? build_log : "");
  failure = error;
}

__attribute__((format(printf, 1, 2))) static void note(const char *format,
                                                       ...) {
  va_list args;
  va_start(args, format);
  const int size = vsnprintf(text + used, LOG_SIZE - used, format, args);
  va_end(args);
  if (size > 0 && used + (size_t)size + 2 < LOG_SIZE)
    used += (size_t)size;
  text[used++] = '\n';
  text[used] = '\0';
}

static int fails(const char *name) {
  if (!failing[0] || strcmp(name, failing) != 0)
    return 0;
  failing[0] = '\0';
  return failure;
}

static int answer(const void *value, size_t value_size, size_t size, void *out,
                  size_t *out_size) {
  if (out_size)
    *out_size = value_size;
  if (out && size < value_size)
    return -30;
  if (out)
    memcpy(out, value, value_size);
  return 0;
}

static void *object(size_t size, const char *call, int *error) {
  *error = fails(call);
  if (*error)
    return NULL;
  ++live;
  return calloc(1, size);
}

// ---- Platforms and devices

int clGetPlatformIDs(unsigned capacity, cl_platform **platforms,
                     unsigned *count) {
  if (platforms && capacity)
    platforms[0] = &platform;
  *count = 1;
  return fails("clGetPlatformIDs");
}

int clGetPlatformInfo(cl_platform *p, unsigned what, size_t size, void *value,
                      size_t *value_size) {
  (void)p;
  (void)what;
  return answer("fake", 5, size, value, value_size);
}

int clGetDeviceIDs(cl_platform *p, uint64_t type, unsigned capacity,
                   cl_device **out, unsigned *count) {
  (void)p;
  (void)type;
  for (unsigned i = 0; i < DEVICES && i < capacity; ++i)
    out[i] = &devices[i];
  *count = DEVICES;
  return 0;
}

static uint64_t number_of(const cl_device *d, unsigned what) {
  const bool is_cpu = d == &devices[DEVICE_NARROW];
  switch (what) {
  case CL_DEVICE_TYPE:
    return is_cpu ? CL_DEVICE_TYPE_CPU : 0;
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return is_cpu ? CL_EXEC_NATIVE_KERNEL : 0;
  case CL_DEVICE_ADDRESS_BITS:
    return 64;
  case CL_DEVICE_COMPILER_AVAILABLE:
    return 1;
  case CL_DEVICE_SVM_CAPABILITIES:
    return d->svm;
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
    return d->usm;
  case CL_DEVICE_MAX_WORK_GROUP_SIZE:
    return 4096;
  case CL_DEVICE_MAX_COMPUTE_UNITS:
    return 4;
  case CL_DEVICE_GLOBAL_MEM_SIZE:
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    return USM_SIZE_MAX;
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR;
  case CL_DEVICE_LOCAL_MEM_SIZE:
    return 64 * 1024;
  default:
    return 0;
  }
}

int clGetDeviceInfo(cl_device *d, unsigned what, size_t size, void *value,
                    size_t *value_size) {
  const size_t items[3] = {1024, 1024, 64};
  switch (what) {
  case CL_DEVICE_NAME:
    return answer(d->name, strlen(d->name) + 1, size, value, value_size);
  case CL_DEVICE_IL_VERSION:
    return answer(d->il, strlen(d->il) + 1, size, value, value_size);
  case CL_DEVICE_EXTENSIONS:
    return answer(d->extensions, strlen(d->extensions) + 1, size, value,
                  value_size);
  case CL_DRIVER_VERSION:
  case CL_DEVICE_VERSION:
    return answer("1.0", 4, size, value, value_size);
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return answer(items, sizeof(items), size, value, value_size);
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    return answer(d->sub_groups, 2 * sizeof(size_t), size, value, value_size);
  default: {
    const uint64_t number = number_of(d, what);
    return answer(&number, sizeof(number), size, value, value_size);
  }
  }
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform *p,
                                               const char *name) {
  void *found = NULL;
  (void)p;
#define QN_EXTENSION(extension, result, function, parameters)                  \
  if (strcmp(name, #function) == 0) {                                          \
    result(*pointer) parameters = function;                                    \
    memcpy(&found, &pointer, sizeof(found));                                   \
  }
#include "runtime/backends/opencl/extensions.def"
#undef QN_EXTENSION
  return fails(name) ? NULL : found;
}

cl_context *clCreateContext(const intptr_t *properties, unsigned count,
                            cl_device *const *list, cl_notify *notify,
                            void *user, int *error) {
  (void)properties;
  (void)count;
  (void)list;
  (void)notify;
  (void)user;
  return object(sizeof(cl_context), "clCreateContext", error);
}

static int drop(void *thing) {
  free(thing);
  --live;
  return 0;
}

int clReleaseContext(cl_context *context) { return drop(context); }

// ---- Queues and events

cl_queue *clCreateCommandQueueWithProperties(cl_context *context,
                                             cl_device *device,
                                             const uint64_t *properties,
                                             int *error) {
  (void)context;
  (void)device;
  (void)properties;
  return object(sizeof(cl_queue), "clCreateCommandQueueWithProperties", error);
}

int clReleaseCommandQueue(cl_queue *queue) { return drop(queue); }
int clFlush(cl_queue *queue) {
  (void)queue;
  return fails("clFlush");
}
int clFinish(cl_queue *queue) {
  (void)queue;
  note("clFinish");
  return fails("clFinish");
}

static int done(cl_event **event, const char *call) {
  int error = fails(call);
  if (!error && event) {
    *event = object(sizeof(cl_event), "", &error);
    (*event)->refs = 1;
  }
  return error;
}

int clEnqueueMarkerWithWaitList(cl_queue *queue, unsigned count,
                                cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)count;
  (void)events;
  note("marker");
  return done(event, "clEnqueueMarkerWithWaitList");
}

int clEnqueueBarrierWithWaitList(cl_queue *queue, unsigned count,
                                 cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)events;
  note("barrier %u", count);
  return done(event, "clEnqueueBarrierWithWaitList");
}

int clEnqueueNDRangeKernel(cl_queue *queue, cl_kernel *kernel,
                           unsigned dimensions, const size_t *offset,
                           const size_t *global, const size_t *local,
                           unsigned count, cl_event *const *events,
                           cl_event **event) {
  (void)queue;
  (void)dimensions;
  (void)offset;
  (void)events;
  (void)count;
  note("launch %s %zux%zux%zu by %zux%zux%zu", kernel->name, global[0],
       global[1], global[2], local[0], local[1], local[2]);
  return done(event, "clEnqueueNDRangeKernel");
}

// From a copy of the bytes that is not aligned.
int clEnqueueNativeKernel(cl_queue *queue, void (*fn)(void *bytes), void *bytes,
                          size_t size, unsigned memory_count,
                          const void *memory, const void **places,
                          unsigned count, cl_event *const *events,
                          cl_event **event) {
  char kept[512];
  (void)queue;
  (void)memory_count;
  (void)memory;
  (void)places;
  (void)count;
  (void)events;
  note("native");
  const int error = done(event, "clEnqueueNativeKernel");
  if (error || size >= sizeof(kept))
    return error ? error : -30;
  memcpy(kept + 1, bytes, size);
  fn(kept + 1);
  return 0;
}

int clEnqueueNDCountKernelINTEL(cl_queue *queue, cl_kernel *kernel,
                                unsigned dimensions, const size_t *offset,
                                const size_t *groups, const size_t *local,
                                unsigned count, cl_event *const *events,
                                cl_event **event) {
  return clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, groups,
                                local, count, events, event);
}

int clGetKernelMaxConcurrentWorkGroupCountINTEL(
    cl_queue *queue, cl_kernel *kernel, unsigned dimensions,
    const size_t *offset, const size_t *local, size_t *count) {
  (void)queue;
  (void)kernel;
  (void)dimensions;
  (void)offset;
  (void)local;
  *count = 24;
  return 0;
}

cl_command_buffer *clCreateCommandBufferKHR(unsigned count,
                                            cl_queue *const *queues,
                                            const uint64_t *properties,
                                            int *error) {
  (void)count;
  (void)queues;
  (void)properties;
  return object(sizeof(cl_command_buffer), "clCreateCommandBufferKHR", error);
}
int clFinalizeCommandBufferKHR(cl_command_buffer *buffer) {
  note("finalize %u", buffer->commands);
  return fails("clFinalizeCommandBufferKHR");
}
int clReleaseCommandBufferKHR(cl_command_buffer *buffer) {
  free(buffer);
  --live;
  return 0;
}
int clEnqueueCommandBufferKHR(unsigned queue_count, cl_queue **queues,
                              cl_command_buffer *buffer, unsigned count,
                              cl_event *const *events, cl_event **event) {
  (void)queue_count;
  (void)queues;
  (void)count;
  (void)events;
  const int error = fails("clEnqueueCommandBufferKHR");
  if (!error)
    note("command buffer of %u", buffer->commands);
  return error ? error : done(event, "clEnqueueCommandBufferKHR");
}
int clCommandNDRangeKernelKHR(cl_command_buffer *buffer, cl_queue *queue,
                              const uint64_t *properties, cl_kernel *kernel,
                              unsigned dimensions, const size_t *offset,
                              const size_t *global, const size_t *local,
                              unsigned count, const uint32_t *points,
                              uint32_t *point, void **handle) {
  (void)queue;
  (void)properties;
  (void)dimensions;
  (void)offset;
  (void)local;
  (void)handle;
  note("record %s of %zu behind %u, the last %u", kernel->name, global[0],
       count, count ? points[count - 1] : 0);
  *point = 100 + buffer->commands++;
  return fails("clCommandNDRangeKernelKHR");
}

cl_event *clCreateUserEvent(cl_context *context, int *error) {
  (void)context;
  cl_event *event = object(sizeof(*event), "clCreateUserEvent", error);
  if (event)
    *event = (cl_event){.refs = 1, .status = 2};
  return event;
}

int clSetUserEventStatus(cl_event *event, int status) {
  event->status = status;
  return 0;
}

int clSetEventCallback(cl_event *event, int status,
                       void (*fn)(cl_event *event, int status, void *user),
                       void *user) {
  (void)status;
  const int error = fails("clSetEventCallback");
  if (!error)
    fn(event, event->status, user);
  return error;
}

int clWaitForEvents(unsigned count, cl_event *const *events) {
  (void)count;
  (void)events;
  return fails("clWaitForEvents");
}

int clGetEventInfo(cl_event *event, unsigned what, size_t size, void *value,
                   size_t *value_size) {
  (void)what;
  const int failed = fails("event status");
  const int status = failed ? failed : event->status;
  return answer(&status, sizeof(status), size, value, value_size);
}

int clGetEventProfilingInfo(cl_event *event, unsigned what, size_t size,
                            void *value, size_t *value_size) {
  static uint64_t now;
  (void)event;
  (void)what;
  now += 1000;
  return answer(&now, sizeof(now), size, value, value_size);
}

int clRetainEvent(cl_event *event) {
  ++event->refs;
  return 0;
}
int clReleaseEvent(cl_event *event) { return --event->refs ? 0 : drop(event); }

// ---- Memory

static void *allocate(size_t size, const char *call, int *error) {
  if (size > USM_SIZE_MAX) {
    *error = -61;
    return NULL;
  }
  return object(size, call, error);
}

void *clHostMemAllocINTEL(cl_context *context, const uint64_t *properties,
                          size_t size, unsigned alignment, int *error) {
  (void)context;
  (void)properties;
  (void)alignment;
  return allocate(size, "clHostMemAllocINTEL", error);
}
void *clDeviceMemAllocINTEL(cl_context *context, cl_device *device,
                            const uint64_t *properties, size_t size,
                            unsigned alignment, int *error) {
  (void)context;
  (void)device;
  (void)properties;
  (void)alignment;
  return allocate(size, "clDeviceMemAllocINTEL", error);
}
void *clSharedMemAllocINTEL(cl_context *context, cl_device *device,
                            const uint64_t *properties, size_t size,
                            unsigned alignment, int *error) {
  return clDeviceMemAllocINTEL(context, device, properties, size, alignment,
                               error);
}
int clMemFreeINTEL(cl_context *context, void *address) {
  (void)context;
  return drop(address);
}

int clEnqueueMemcpyINTEL(cl_queue *queue, unsigned blocking, void *to,
                         const void *from, size_t size, unsigned count,
                         cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)blocking;
  (void)count;
  (void)events;
  note("copy %zu", size);
  memmove(to, from, size);
  return done(event, "clEnqueueMemcpyINTEL");
}

int clEnqueueMemFillINTEL(cl_queue *queue, void *to, const void *pattern,
                          size_t pattern_size, size_t size, unsigned count,
                          cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)count;
  (void)events;
  note("fill %zu by %zu", size, pattern_size);
  for (size_t i = 0; i < size; i += pattern_size)
    memcpy((char *)to + i, pattern, pattern_size);
  return done(event, "clEnqueueMemFillINTEL");
}

int clEnqueueMigrateMemINTEL(cl_queue *queue, const void *address, size_t size,
                             uint64_t flags, unsigned count,
                             cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)address;
  (void)count;
  (void)events;
  note("migrate %zu flags %u", size, (unsigned)flags);
  return done(event, "clEnqueueMigrateMemINTEL");
}

// The back end uses these only where there is no unified shared memory.
void *clSVMAlloc(cl_context *context, uint64_t flags, size_t size,
                 unsigned alignment) {
  (void)context;
  (void)flags;
  (void)size;
  (void)alignment;
  return NULL;
}
void clSVMFree(cl_context *context, void *address) {
  (void)context;
  (void)address;
}
int clEnqueueSVMMemcpy(cl_queue *queue, unsigned blocking, void *to,
                       const void *from, size_t size, unsigned count,
                       cl_event *const *events, cl_event **event) {
  return clEnqueueMemcpyINTEL(queue, blocking, to, from, size, count, events,
                              event);
}
int clEnqueueSVMMemFill(cl_queue *queue, void *to, const void *pattern,
                        size_t pattern_size, size_t size, unsigned count,
                        cl_event *const *events, cl_event **event) {
  return clEnqueueMemFillINTEL(queue, to, pattern, pattern_size, size, count,
                               events, event);
}
int clEnqueueSVMMap(cl_queue *queue, unsigned blocking, uint64_t flags,
                    void *address, size_t size, unsigned count,
                    cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)blocking;
  (void)flags;
  (void)address;
  (void)size;
  (void)count;
  (void)events;
  return done(event, "clEnqueueSVMMap");
}
int clEnqueueSVMUnmap(cl_queue *queue, void *address, unsigned count,
                      cl_event *const *events, cl_event **event) {
  (void)queue;
  (void)address;
  (void)count;
  (void)events;
  return done(event, "clEnqueueSVMUnmap");
}
int clSetKernelArgSVMPointer(cl_kernel *kernel, unsigned index,
                             const void *address) {
  (void)kernel;
  (void)index;
  (void)address;
  return 0;
}

// ---- Code

cl_program *clCreateProgramWithIL(cl_context *context, const void *image,
                                  size_t size, int *error) {
  (void)context;
  (void)image;
  note("program of %zu", size);
  return object(sizeof(cl_program), "clCreateProgramWithIL", error);
}
cl_program *clCreateProgramWithILKHR(cl_context *context, const void *image,
                                     size_t size, int *error) {
  return clCreateProgramWithIL(context, image, size, error);
}

cl_program *clCreateProgramWithBinary(cl_context *context, unsigned count,
                                      cl_device *const *list,
                                      const size_t *sizes,
                                      const unsigned char **images, int *status,
                                      int *error) {
  (void)context;
  (void)count;
  (void)list;
  note("binary of %zu", sizes[0]);
  *status = sizes[0] == 6 && memcmp(images[0], "binary", 6) == 0 ? 0 : -42;
  return object(sizeof(cl_program), "clCreateProgramWithBinary", error);
}

int clBuildProgram(cl_program *program, unsigned count, cl_device *const *list,
                   const char *options,
                   void (*fn)(cl_program *program, void *user), void *user) {
  (void)count;
  (void)list;
  (void)fn;
  (void)user;
  note("build '%s'", options);
  const int error = fails("clBuildProgram");
  program->built = !error;
  return error;
}

int clGetProgramInfo(cl_program *program, unsigned what, size_t size,
                     void *value, size_t *value_size) {
  const size_t binary_size = 6;
  (void)program;
  if (what == CL_PROGRAM_BINARY_SIZES)
    return answer(&binary_size, sizeof(binary_size), size, value, value_size);
  memcpy(*(unsigned char **)value, "binary", binary_size);
  return 0;
}

int clGetProgramBuildInfo(cl_program *program, cl_device *device, unsigned what,
                          size_t size, void *value, size_t *value_size) {
  (void)program;
  (void)device;
  (void)what;
  return answer(failing_log, strlen(failing_log) + 1, size, value, value_size);
}

int clReleaseProgram(cl_program *program) { return drop(program); }

cl_kernel *clCreateKernel(cl_program *program, const char *name, int *error) {
  (void)program;
  if (strcmp(name, "missing") == 0) {
    *error = -46;
    return NULL;
  }
  cl_kernel *kernel = object(sizeof(*kernel), "clCreateKernel", error);
  if (kernel)
    snprintf(kernel->name, sizeof(kernel->name), "%s", name);
  return kernel;
}
cl_kernel *clCloneKernel(cl_kernel *kernel, int *error) {
  cl_kernel *made = object(sizeof(cl_kernel), "clCloneKernel", error);
  if (made)
    *made = *kernel;
  return made;
}
int clReleaseKernel(cl_kernel *kernel) { return drop(kernel); }

int clSetKernelArg(cl_kernel *kernel, unsigned index, size_t size,
                   const void *value) {
  uint64_t shown = 0;
  (void)kernel;
  memcpy(&shown, value ? value : &shown, size < 8 ? size : 8);
  if (value)
    note("argument %u is %zu bytes: %llu", index, size,
         (unsigned long long)shown);
  else
    note("argument %u is %zu bytes of local memory", index, size);
  return fails("clSetKernelArg");
}
int clSetKernelArgMemPointerINTEL(cl_kernel *kernel, unsigned index,
                                  const void *address) {
  (void)kernel;
  note("argument %u is a pointer%s", index, address ? "" : ": NULL");
  return fails("clSetKernelArgMemPointerINTEL");
}
int clSetKernelExecInfo(cl_kernel *kernel, unsigned what, size_t size,
                        const void *value) {
  (void)kernel;
  (void)size;
  (void)value;
  note("reach %x", what);
  return 0;
}
int clGetKernelInfo(cl_kernel *kernel, unsigned what, size_t size, void *value,
                    size_t *value_size) {
  const unsigned count =
      (unsigned)(kernel->name[strlen(kernel->name) - 1] - '0');
  (void)what;
  return answer(&count, sizeof(count), size, value, value_size);
}
int clGetKernelWorkGroupInfo(cl_kernel *kernel, cl_device *device,
                             unsigned what, size_t size, void *value,
                             size_t *value_size) {
  const uint64_t number = what == CL_KERNEL_WORK_GROUP_SIZE      ? 512
                          : what == CL_KERNEL_PRIVATE_MEM_SIZE ? 300 << 10
                                                               : 0;
  (void)kernel;
  (void)device;
  return answer(&number, sizeof(number), size, value, value_size);
}

// SPDX-License-Identifier: Apache-2.0
// A Level Zero driver for tests: carries out over an OpenCL device what it is
// asked, and ends the process where it is asked something that Level Zero does
// not allow. What the files of it share.
//
// Lists are queues out of order, events are signaled by the threads that call
// back, the first group of queues only copies, and the timer begins again every
// 69 seconds: nothing that the interface leaves open is done kindly.
#ifndef QN_TESTS_LEVELZERO_DRIVER_H
#define QN_TESTS_LEVELZERO_DRIVER_H

#include "runtime/backends/levelzero/levelzero.h"
#include "runtime/backends/opencl/opencl.h"

// ---- OpenCL

typedef struct cl_functions {
#define QN_SYMBOL(required, result, name, parameters) result(*name) parameters;
#include "runtime/backends/opencl/symbols.def"
#undef QN_SYMBOL
#define QN_EXTENSION(extension, result, name, parameters)                      \
  result(*name) parameters;
#include "runtime/backends/opencl/extensions.def"
#undef QN_EXTENSION
} cl_functions;

extern cl_functions cl;
extern cl_platform *the_platform;
extern cl_device *the_cl_device;

// What OpenCL refused, as Level Zero says it.
int as_ze(int cl_error);

uint32_t cooperative_groups(void);

// A number in the environment, 0 without it: what a test has it pose as.
uint32_t posed_number(const char *variable);

// Machine code of Intel's GPUs (zebin.c): a program of what it was made of, or
// NULL where it is for another GPU than QUERN_TEST_ZE_PRODUCT.
bool is_zebin(const ze_module_desc *desc);
cl_program *load_zebin(const ze_context *c, const ze_module_desc *desc,
                       int *error);


// ---- Objects

typedef enum kind {
  KIND_GONE, // nothing takes it for an object any more
  KIND_DRIVER = 0x7a650001,
  KIND_DEVICE,
  KIND_CONTEXT,
  KIND_LIST,
  KIND_POOL,
  KIND_EVENT,
  KIND_MODULE,
  KIND_LOG,
  KIND_KERNEL,
} kind;

struct ze_driver {
  kind kind;
};
struct ze_device {
  kind kind;
};
struct ze_context {
  kind kind;
  cl_context *context;
  atomic_int users; // objects and allocations
};
struct ze_list {
  kind kind;
  ze_context *context;
  cl_queue *queue;
  cl_event *barrier; // the last one; NULL: none
  atomic_flag busy;  // a thread appends to it
};
struct ze_pool {
  kind kind;
  ze_context *context;
  uint32_t count;
  atomic_int events;
};
struct ze_event {
  kind kind;
  ze_pool *pool;
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  bool signaled;
  cl_event *gate; // what OpenCL waits for; NULL: nothing has waited yet
  int pending;    // commands that are to signal it, or wait for it
};
struct ze_module {
  kind kind;
  ze_context *context;
  cl_program *program;
  atomic_int kernels;
};
struct ze_log {
  kind kind;
  char *text;
};
struct ze_kernel {
  kind kind;
  ze_module *module;
  cl_kernel *kernel;
  unsigned argument_count;
  uint64_t set; // arguments that have a value
  size_t group[3];
};

// ---- Checks

// Says what is wrong, and ends the process.
__attribute__((noreturn, format(printf, 1, 2))) void wrong(const char *format,
                                                           ...);
#define REQUIRE(condition, ...)                                                \
  do {                                                                         \
    if (!(condition))                                                          \
      wrong(__VA_ARGS__);                                                      \
  } while (0)
// A handle of that kind, which is alive.
#define REQUIRE_KIND(object, wanted)                                           \
  REQUIRE((object) && (object)->kind == (wanted),                              \
          "%s: '%s' is no live handle of its kind", __func__, #object)
// A struct of that type, with nothing behind it.
#define REQUIRE_DESC(desc, wanted)                                             \
  REQUIRE((desc) && (desc)->stype == (wanted) && !(desc)->next,                \
          "%s: '%s' is no such struct", __func__, #desc)

// What QUERN_TEST_ZE_FAIL asks for, once: "function:result", with a number;
// 0: nothing.
int fails(const char *function);

void *new_object(size_t size, kind of);
#define drop_object(object) ((object)->kind = KIND_GONE, free(object))

// ---- Memory

// Ends the process when a range begins in an allocation and ends beyond it.
void check_range(const char *function, const void *address, size_t size);

// ---- Events

// With what OpenCL can wait for until the event is signaled.
cl_event *gate_of(ze_event *event);
void begin_pending(ze_event *event);
void end_pending(ze_event *event);
void signal_event(ze_event *event);
// A command failed: from then on the device is lost.
extern atomic_bool is_lost;

#endif // QN_TESTS_LEVELZERO_DRIVER_H

// SPDX-License-Identifier: Apache-2.0
// The test driver's entry: OpenCL, its device, contexts, memory, and the tables
// that the loader asks for.
#include "commands.h"
#include "driver.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define API __attribute__((visibility("default")))
enum {
  API_1_4 = 1 << 16 | 4,
  ORDINAL_COMPUTES = 1,
  ALLOCATIONS_MAX = 1 << 16,
  TIMER_BITS = 36,
};

cl_functions cl;
cl_platform *the_platform;
cl_device *the_cl_device;
atomic_bool is_lost;
static ze_driver the_driver = {KIND_DRIVER};
static ze_device the_device = {KIND_DEVICE};

// ---- Checks

void wrong(const char *format, ...) {
  va_list args;
  fprintf(stderr, "the test driver of Level Zero: ");
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, "\n");
  abort();
}

int fails(const char *function) {
  static atomic_bool done;
  const char *asked = getenv("QUERN_TEST_ZE_FAIL");
  const size_t size = strlen(function);
  if (!asked || strncmp(asked, function, size) != 0 || asked[size] != ':' ||
      atomic_exchange(&done, true))
    return 0;
  return (int)strtoul(asked + size + 1, NULL, 0);
}

void *new_object(size_t size, kind of) {
  void *made = calloc(1, size);
  REQUIRE(made, "no memory");
  memcpy(made, &of, sizeof(of));
  return made;
}

int as_ze(int error) {
  switch (error) {
  case 0:
    return 0;
  case -11:
    return ZE_ERROR_MODULE_BUILD_FAILURE;
  case -4:
  case -5:
  case -61:
    return ZE_ERROR_OUT_OF_DEVICE_MEMORY;
  case -6:
    return ZE_ERROR_OUT_OF_HOST_MEMORY;
  case -46:
    return 0x78000011; // no such kernel
  case -42:
    return 0x7800000f; // no native binary
  case -49:
    return 0x78000015;
  case -51:
    return 0x78000016;
  case -54:
  case -55:
    return 0x78000013;
  default:
    fprintf(stderr, "the test driver of Level Zero: OpenCL's error %d\n",
            error);
    return 0x7ffffffe;
  }
}

// ---- OpenCL

static void load_functions(void *library) {
#define QN_SYMBOL(required, result, name, parameters)                          \
  {                                                                            \
    void *found = dlsym(library, #name);                                       \
    memcpy(&cl.name, &found, sizeof(found));                                   \
  }
#include "runtime/backends/opencl/symbols.def"
#undef QN_SYMBOL
}

static void load_extensions(void) {
#define QN_EXTENSION(extension, result, name, parameters)                      \
  {                                                                            \
    void *found =                                                              \
        cl.clGetExtensionFunctionAddressForPlatform(the_platform, #name);      \
    memcpy(&cl.name, &found, sizeof(found));                                   \
  }
#include "runtime/backends/opencl/extensions.def"
#undef QN_EXTENSION
}

static bool cl_says(unsigned what, const char *word) {
  char text[8192] = "";
  if (cl.clGetDeviceInfo(the_cl_device, what, sizeof(text) - 1, text, NULL))
    return false;
  return strstr(text, word) != NULL;
}

static uint64_t cl_number(unsigned what) {
  uint64_t value = 0;
  return cl.clGetDeviceInfo(the_cl_device, what, sizeof(value), &value, NULL)
             ? 0
             : value;
}

static bool find_device(void) {
  cl_platform *platforms[16];
  cl_device *devices[16];
  unsigned platform_count = 0;
  if (cl.clGetPlatformIDs(16, platforms, &platform_count))
    return false;
  for (unsigned i = 0; i < platform_count && i < 16; ++i) {
    unsigned count = 0;
    if (cl.clGetDeviceIDs(platforms[i], 0xffffffff, 16, devices, &count))
      continue;
    for (unsigned k = 0; k < count && k < 16; ++k) {
      the_platform = platforms[i];
      the_cl_device = devices[k];
      if (cl_says(CL_DEVICE_IL_VERSION, "SPIR-V_1.") &&
          cl_says(CL_DEVICE_EXTENSIONS, "cl_intel_unified_shared_memory"))
        return true;
    }
  }
  return false;
}

static bool found;

static void open_opencl(void) {
  void *library = dlopen("libOpenCL.so.1", RTLD_NOW);
  if (!library)
    return;
  load_functions(library);
  found = find_device();
  if (found)
    load_extensions();
}

// ---- The driver and its device

static int ze_init(uint32_t flags) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  REQUIRE(!flags, "zeInit: flags 0x%x", flags);
  (void)pthread_once(&once, open_opencl);
  return found ? fails("zeInit") : 0x78000001;
}

// Answers how many there are, or fills in as many as asked for.
static bool count_of(uint32_t *count, uint32_t there) {
  const bool wants = *count != 0;
  if (!wants || *count > there)
    *count = there;
  return wants;
}

static int driver_get(uint32_t *count, ze_driver **drivers) {
  if (count_of(count, 1) && drivers)
    drivers[0] = &the_driver;
  return 0;
}

static int driver_version(ze_driver *driver, uint32_t *version) {
  REQUIRE_KIND(driver, KIND_DRIVER);
  *version = API_1_4;
  return 0;
}

static int driver_properties(ze_driver *driver, ze_driver_properties *out) {
  REQUIRE_KIND(driver, KIND_DRIVER);
  REQUIRE_DESC(out, ZE_DRIVER_PROPERTIES);
  out->version = 21;
  return 0;
}

static int driver_extensions(ze_driver *driver, uint32_t *count, void *out) {
  (void)out;
  REQUIRE_KIND(driver, KIND_DRIVER);
  *count = 0;
  return 0;
}

static int device_get(ze_driver *driver, uint32_t *count, ze_device **devices) {
  REQUIRE_KIND(driver, KIND_DRIVER);
  if (count_of(count, 1) && devices)
    devices[0] = &the_device;
  return 0;
}

// What a test has it pose as: one of Intel's GPUs.
uint32_t posed_number(const char *variable) {
  const char *asked = getenv(variable);
  return asked ? (uint32_t)strtoul(asked, NULL, 0) : 0;
}

static int device_properties(ze_device *device, ze_device_properties *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE(out && out->stype == ZE_DEVICE_PROPERTIES_1_2,
          "zeDeviceGetProperties: no such struct");
  ze_ip_version *ip = out->next;
  if (ip) {
    REQUIRE_DESC(ip, ZE_IP_VERSION);
    ip->version = posed_number("QUERN_TEST_ZE_IP");
  }
  out->type = 2;
  out->clock_mhz = (uint32_t)cl_number(CL_DEVICE_MAX_CLOCK_FREQUENCY);
  out->alloc_max = cl_number(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  out->priority_max = 1;
  out->slices = 1;
  out->subslices_per_slice = (uint32_t)cl_number(CL_DEVICE_MAX_COMPUTE_UNITS);
  out->timer_hz = 1000 * 1000 * 1000;
  out->timer_bits = TIMER_BITS;
  out->flags = getenv("QUERN_TEST_ZE_DISCRETE") ? 0 : ZE_DEVICE_IS_INTEGRATED;
  memcpy(out->uuid, "test driver of z", sizeof(out->uuid));
  snprintf(out->name, sizeof(out->name), "Level Zero over OpenCL");
  return 0;
}

static int device_compute(ze_device *device, ze_compute_properties *out) {
  size_t sizes[3] = {1, 1, 1};
  size_t sub_groups[8] = {0};
  size_t size = 0;
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(out, ZE_DEVICE_COMPUTE_PROPERTIES);
  out->group_max = (uint32_t)cl_number(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  (void)cl.clGetDeviceInfo(the_cl_device, CL_DEVICE_MAX_WORK_ITEM_SIZES,
                           sizeof(sizes), sizes, NULL);
  for (size_t i = 0; i < 3; ++i) {
    out->group_max_by[i] = (uint32_t)sizes[i];
    out->groups_max[i] = UINT32_MAX;
  }
  out->shared_max = (uint32_t)cl_number(CL_DEVICE_LOCAL_MEM_SIZE);
  (void)cl.clGetDeviceInfo(the_cl_device, CL_DEVICE_SUB_GROUP_SIZES_INTEL,
                           sizeof(sub_groups), sub_groups, &size);
  out->sub_group_count = (uint32_t)(size / sizeof(sub_groups[0]));
  for (size_t i = 0; i < out->sub_group_count && i < 8; ++i)
    out->sub_groups[i] = (uint32_t)sub_groups[i];
  return 0;
}

static int device_module(ze_device *device, ze_module_properties *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE(out && out->stype == ZE_DEVICE_MODULE_PROPERTIES,
          "zeDeviceGetModuleProperties: no such struct");
  out->spirv_version = 1 << 16 | 4;
  out->flags =
      (cl_says(CL_DEVICE_EXTENSIONS, "cl_khr_fp16") ? ZE_MODULE_HAS_FP16 : 0) |
      (cl_says(CL_DEVICE_EXTENSIONS, "cl_khr_fp64") ? ZE_MODULE_HAS_FP64 : 0) |
      (cl_says(CL_DEVICE_EXTENSIONS, "cl_khr_int64_base_atomics")
           ? ZE_MODULE_HAS_INT64_ATOMICS
           : 0);
  ze_float_atomics *atomics = out->next;
  if (atomics) {
    REQUIRE_DESC(atomics, ZE_FLOAT_ATOMIC_PROPERTIES);
    const bool has = cl_says(CL_DEVICE_EXTENSIONS, "cl_ext_float_atomics");
    atomics->fp32 = atomics->fp64 =
        has ? ZE_FLOAT_ATOMIC_ADD | ZE_FLOAT_ATOMIC_MIN_MAX : 0;
  }
  return 0;
}

// How many groups of a cooperative launch it says to run at a time, where a test
// asks for some; the OpenCL device below lets none wait for another.
uint32_t cooperative_groups(void) {
  return posed_number("QUERN_TEST_ZE_GROUPS");
}

static int device_queues(ze_device *device, uint32_t *count,
                         ze_queue_group *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  if (!count_of(count, 2) || !out)
    return 0;
  for (uint32_t i = 0; i < *count; ++i) {
    REQUIRE_DESC(&out[i], ZE_QUEUE_GROUP_PROPERTIES);
    // Copies; computes and cooperates, too.
    out[i].flags = i != ORDINAL_COMPUTES ? 2 : cooperative_groups() ? 7 : 3;
    out[i].pattern_max = 16;
    out[i].queues = 1;
  }
  return 0;
}

static int device_memory(ze_device *device, uint32_t *count,
                         ze_memory_properties *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  if (!count_of(count, 1) || !out)
    return 0;
  REQUIRE_DESC(out, ZE_DEVICE_MEMORY_PROPERTIES);
  out->size = cl_number(CL_DEVICE_GLOBAL_MEM_SIZE);
  return 0;
}

static int device_access(ze_device *device, ze_access_properties *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(out, ZE_DEVICE_ACCESS_PROPERTIES);
  out->host = out->device = ZE_ACCESS_RW | ZE_ACCESS_CONCURRENT;
  // The bits are OpenCL's.
  out->shared = (uint32_t)cl_number(
      CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL);
  out->system =
      (uint32_t)cl_number(CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL);
  return 0;
}

static int device_cache(ze_device *device, uint32_t *count,
                        ze_cache_properties *out) {
  REQUIRE_KIND(device, KIND_DEVICE);
  if (!count_of(count, 1) || !out)
    return 0;
  REQUIRE_DESC(out, ZE_DEVICE_CACHE_PROPERTIES);
  out->size = cl_number(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  return 0;
}

// ---- Contexts

static int context_create(ze_driver *driver, const ze_context_desc *desc,
                          ze_context **out) {
  const intptr_t properties[] = {CL_CONTEXT_PLATFORM, (intptr_t)the_platform,
                                 0};
  int error = 0;
  const int failure = fails("zeContextCreate");
  REQUIRE_KIND(driver, KIND_DRIVER);
  REQUIRE_DESC(desc, ZE_CONTEXT_DESC);
  if (failure)
    return failure;
  ze_context *c = new_object(sizeof(*c), KIND_CONTEXT);
  c->context =
      cl.clCreateContext(properties, 1, &the_cl_device, NULL, NULL, &error);
  REQUIRE(c->context, "clCreateContext: %d", error);
  *out = c;
  return 0;
}

static int context_destroy(ze_context *c) {
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE(!c->users, "zeContextDestroy: %d objects of it are left", c->users);
  (void)cl.clReleaseContext(c->context);
  drop_object(c);
  return 0;
}

// ---- Memory

typedef struct allocation {
  char *address;
  size_t size;
  uint32_t type;
} allocation;

static pthread_mutex_t allocations_mutex = PTHREAD_MUTEX_INITIALIZER;
static allocation allocations[ALLOCATIONS_MAX];
static size_t allocation_count;

// With the mutex held.
static allocation *find_allocation(const void *address) {
  for (size_t i = 0; i < allocation_count; ++i)
    if ((const char *)address >= allocations[i].address &&
        (const char *)address < allocations[i].address + allocations[i].size)
      return &allocations[i];
  return NULL;
}

void check_range(const char *function, const void *address, size_t size) {
  REQUIRE(address && size, "%s: %zu bytes at %p", function, size, address);
  pthread_mutex_lock(&allocations_mutex);
  const allocation *a = find_allocation(address);
  const size_t left =
      a ? (size_t)(a->address + a->size - (const char *)address) : size;
  pthread_mutex_unlock(&allocations_mutex);
  REQUIRE(size <= left, "%s: %zu bytes at %p, of whose allocation %zu remain",
          function, size, address, left);
}

static int add_allocation(ze_context *c, void *address, size_t size,
                          uint32_t type) {
  pthread_mutex_lock(&allocations_mutex);
  REQUIRE(allocation_count < ALLOCATIONS_MAX, "too many allocations");
  allocations[allocation_count++] = (allocation){address, size, type};
  pthread_mutex_unlock(&allocations_mutex);
  ++c->users;
  return 0;
}

static bool is_too_large(size_t size) {
  return size > cl_number(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
}

// OpenCL's functions align no more than the size.
static size_t room_of(size_t size, size_t alignment) {
  return size > alignment ? size : alignment;
}

static int mem_alloc_device(ze_context *c, const ze_device_alloc_desc *desc,
                            size_t size, size_t alignment, ze_device *device,
                            void **out) {
  int error = fails("zeMemAllocDevice");
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(desc, ZE_DEVICE_ALLOC_DESC);
  REQUIRE(!(alignment & (alignment - 1)), "alignment %zu", alignment);
  if (error)
    return error;
  if (is_too_large(size))
    return 0x78000009;
  *out = cl.clDeviceMemAllocINTEL(c->context, the_cl_device, NULL, room_of(size, alignment),
                                  (unsigned)alignment,
                                  &error);
  return *out ? add_allocation(c, *out, size, 2) : as_ze(error);
}

static int mem_alloc_host(ze_context *c, const ze_host_alloc_desc *desc,
                          size_t size, size_t alignment, void **out) {
  int error = fails("zeMemAllocHost");
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_DESC(desc, ZE_HOST_ALLOC_DESC);
  REQUIRE(!(alignment & (alignment - 1)), "alignment %zu", alignment);
  if (error)
    return error;
  if (is_too_large(size))
    return 0x78000009;
  *out = cl.clHostMemAllocINTEL(c->context, NULL, room_of(size, alignment),
                                (unsigned)alignment,
                                &error);
  return *out ? add_allocation(c, *out, size, ZE_MEMORY_HOST) : as_ze(error);
}

static int mem_alloc_shared(ze_context *c, const ze_device_alloc_desc *desc,
                            const ze_host_alloc_desc *host, size_t size,
                            size_t alignment, ze_device *device, void **out) {
  int error = fails("zeMemAllocShared");
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_KIND(device, KIND_DEVICE);
  REQUIRE_DESC(desc, ZE_DEVICE_ALLOC_DESC);
  REQUIRE_DESC(host, ZE_HOST_ALLOC_DESC);
  if (error)
    return error;
  if (is_too_large(size))
    return 0x78000009;
  *out = cl.clSharedMemAllocINTEL(c->context, the_cl_device, NULL, room_of(size, alignment),
                                  (unsigned)alignment,
                                  &error);
  return *out ? add_allocation(c, *out, size, ZE_MEMORY_SHARED) : as_ze(error);
}

static int mem_free(ze_context *c, void *address) {
  REQUIRE_KIND(c, KIND_CONTEXT);
  pthread_mutex_lock(&allocations_mutex);
  allocation *a = find_allocation(address);
  REQUIRE(a && a->address == address, "zeMemFree: nothing begins at %p",
          address);
  *a = allocations[--allocation_count];
  pthread_mutex_unlock(&allocations_mutex);
  (void)cl.clMemFreeINTEL(c->context, address);
  --c->users;
  return 0;
}

static int mem_properties(ze_context *c, const void *address,
                          ze_allocation_properties *out, ze_device **device) {
  REQUIRE_KIND(c, KIND_CONTEXT);
  REQUIRE_DESC(out, ZE_ALLOCATION_PROPERTIES);
  pthread_mutex_lock(&allocations_mutex);
  const allocation *a = find_allocation(address);
  out->type = a ? a->type : ZE_MEMORY_UNKNOWN;
  pthread_mutex_unlock(&allocations_mutex);
  if (device)
    *device = a ? &the_device : NULL;
  return 0;
}

// ---- Tables
//
// Each is an array of functions in an order that version 1.4 of the interface
// fixes; what is not here the loader refuses by itself.

#define TABLE(prefix, name, ...)                                               \
  API int prefix##Get##name##ProcAddrTable(uint32_t version, void **table);    \
  API int prefix##Get##name##ProcAddrTable(uint32_t version, void **table) {   \
    void *const functions[] = {__VA_ARGS__};                                   \
    REQUIRE(version >> 16 == 1, "version 0x%x of the loader", version);        \
    for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); ++i)      \
      if (functions[i])                                                        \
        table[i] = functions[i];                                               \
    return 0;                                                                  \
  }
#define F(function) (void *)(uintptr_t)(function)
#include "tables.def"

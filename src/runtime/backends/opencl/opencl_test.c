// SPDX-License-Identifier: Apache-2.0
// The back end 'opencl' against a library without devices:
// tests/opencl/fake_opencl.c, which the build puts beside this program.
#include "runtime/backends/opencl/opencl.h"

#include <dlfcn.h>
#include <unistd.h>

#include "support/test.h"

extern const qn_backend qn_backend_opencl;
static const qn_backend *const b = &qn_backend_opencl;

static void (*fake_clear)(void);
static const char *(*fake_log)(void);
static void (*fake_fail)(const char *name, int error, const char *build_log);
static int (*fake_live)(void);

#define CHECK_RESULT(call, expected)                                           \
  do {                                                                         \
    const qn_result got_ = (call);                                             \
    if (got_ != (expected)) {                                                  \
      fprintf(stderr, "%s:%d: %s is %d, expected %d (%s)\n%s", __FILE__,       \
              __LINE__, #call, (int)got_, (int)(expected), qn_reason(),        \
              fake_log());                                                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define OK(call) CHECK_RESULT(call, QN_R_OK)

static void find(void *handle, const char *name, void *out_pointer) {
  void *address = dlsym(handle, name);
  CHECK(address);
  memcpy(out_pointer, &address, sizeof(address));
}

static void open_fake(void) {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 32);
  CHECK(size > 0);
  path[size] = '\0';
  snprintf(strrchr(path, '/'), 32, "/libfake_opencl.so");
  void *handle = dlopen(path, RTLD_NOW);
  if (!handle)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(handle);
  find(handle, "fake_clear", &fake_clear);
  find(handle, "fake_log", &fake_log);
  find(handle, "fake_fail", &fake_fail);
  find(handle, "fake_live", &fake_live);
  CHECK(setenv("QUERN_LIBOPENCL", path, 1) == 0);
}

static bool logged(const char *line) { return strstr(fake_log(), line); }
static bool said(const char *text) { return strstr(qn_reason(), text); }

typedef struct fixture {
  void *device, *null;
} fixture;

static fixture open_device(unsigned ordinal) {
  fixture f = {0};
  OK(b->open(ordinal, &(qn_backend_options){0}, &f.device));
  OK(b->stream_create(f.device, true, false, 0, &f.null));
  return f;
}

static void close_device(fixture *f) {
  b->stream_destroy(&f->null);
  b->close(&f->device);
}

// ---- Devices

static void test_devices(void) {
  char reason[256] = "";
  qn_device_info info;
  // Two of the four cannot be used.
  CHECK_INT(b->probe(reason, sizeof(reason)), 2);
  CHECK(strstr(reason, "'old' takes no SPIR-V"));
  CHECK(strstr(reason, "'bare' has neither unified shared memory"));
  fixture f = open_device(0);
  b->describe(f.device, &info);
  CHECK_TEXT(info.name, "good");
  CHECK_TEXT(info.target, "spirv64");
  CHECK_INT(info.wave_size, 32);
  CHECK_INT(info.max_threads, 1024);
  CHECK_INT(info.max_block[2], 64);
  CHECK(info.managed && !info.pageable && !info.integrated);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

static unsigned fitness(const fixture *f, const char *name) {
  qn_target target;
  CHECK(!qn_failed(qn_target_parse(qn_str_from(name), &target, NULL)));
  return b->fitness(f->device, &target);
}

// Devices without sub-groups of 32, or for which the environment leaves none,
// rather take images whose warps need none.
static void test_fitness(void) {
  static const char old[] = "spirv64v1.0";
  qn_device_info info;
  fixture good = open_device(0);
  fixture narrow = open_device(1);
  CHECK(fitness(&good, "spirv64") > fitness(&good, old));
  CHECK(fitness(&narrow, "spirv64") < fitness(&narrow, old));
  CHECK(fitness(&good, old) && fitness(&narrow, "spirv64"));
  CHECK_INT(fitness(&good, "sm_80"), 0);
  b->describe(narrow.device, &info);
  CHECK_TEXT(info.target, old);
  close_device(&good);
  close_device(&narrow);
  CHECK_INT(setenv("QUERN_OPENCL_LANES", "8,16", 1), 0);
  good = open_device(0);
  CHECK(fitness(&good, "spirv64") < fitness(&good, old));
  close_device(&good);
  CHECK_INT(setenv("QUERN_OPENCL_LANES", "64,32", 1), 0);
  good = open_device(0);
  CHECK(fitness(&good, "spirv64") > fitness(&good, old));
  close_device(&good);
  CHECK_INT(unsetenv("QUERN_OPENCL_LANES"), 0);
}

static void test_open_fails(void) {
  void *device = NULL;
  const qn_backend_options options = {0};
  fake_fail("clCreateContext", CL_DEVICE_NOT_AVAILABLE, NULL);
  CHECK_RESULT(b->open(0, &options, &device), QN_R_LAUNCH_FAILURE);
  CHECK(said("CL_DEVICE_NOT_AVAILABLE") && said("clCreateContext"));
  fake_fail("clDeviceMemAllocINTEL", 1, NULL);
  CHECK_RESULT(b->open(0, &options, &device), QN_R_INSUFFICIENT_DRIVER);
  CHECK(said("lacks functions"));
  CHECK_INT(fake_live(), 0);
}

// ---- Memory

static void test_memory(void) {
  fixture f = open_device(0);
  qn_memory memory;
  qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = 64};
  OK(b->allocate(f.device, &request, &memory));
  CHECK(memory.address && !memory.host);
  OK(b->release(f.device, request.kind, &memory));
  request.kind = QN_MEMORY_HOST;
  OK(b->allocate(f.device, &request, &memory));
  CHECK(memory.address && memory.host == memory.address);
  OK(b->release(f.device, request.kind, &memory));
  // Out of memory: how much was wanted, and what the driver said.
  fake_fail("clHostMemAllocINTEL", -4, NULL);
  CHECK_RESULT(b->allocate(f.device, &request, &memory), QN_R_OUT_OF_MEMORY);
  CHECK(said("64 bytes") && said("CL_MEM_OBJECT_ALLOCATION_FAILURE"));
  fake_fail("clHostMemAllocINTEL", CL_OUT_OF_HOST_MEMORY, NULL);
  CHECK_RESULT(b->allocate(f.device, &request, &memory), QN_R_OUT_OF_MEMORY);
  request.size = (size_t)1 << 40;
  CHECK_RESULT(b->allocate(f.device, &request, &memory), QN_R_OUT_OF_MEMORY);
  CHECK(said("allows 16777216 in one allocation"));
  request.kind = QN_MEMORY_REGISTERED;
  CHECK_RESULT(b->allocate(f.device, &request, &memory), QN_R_NOT_SUPPORTED);
  request.kind = QN_MEMORY_PHYSICAL;
  CHECK_RESULT(b->allocate(f.device, &request, &memory), QN_R_NOT_SUPPORTED);
  CHECK(said("virtual memory functions"));
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// ---- Code

// As much of a module as is looked at: the magic number and the version.
static const uint32_t image_1_2[16] = {0x07230203, 0x10200};
static const uint32_t image_1_4[16] = {0x07230203, 0x10400};
static const uint32_t image_1_6[16] = {0x07230203, 0x10600};
static qn_span span_of(const uint32_t *words) {
  return (qn_span){(const uint8_t *)words, sizeof(image_1_2)};
}

static const uint32_t image_clock[16] = {
    0x07230203, 0x10200, 0, 9, 0, 2 << 16 | 17, 6, 2 << 16 | 17, 5055};

static void test_build(void) {
  fixture f = open_device(0);
  void *code = NULL;
  CHECK_RESULT(b->load(f.device, span_of(image_clock), &code), QN_R_NO_BINARY);
  CHECK(said("ShaderClockKHR") && said("cl_khr_kernel_clock"));
  CHECK_RESULT(b->load(f.device, span_of(image_1_6), &code), QN_R_NO_BINARY);
  CHECK(said("SPIR-V 1.6; 'good' takes up to 1.4"));
  fake_fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE,
            "Compilation started\nremark: error or not\n"
            "line 3: error: no such thing\n\n  and so on\n");
  CHECK_RESULT(b->load(f.device, span_of(image_1_4), &code),
               QN_R_INVALID_IMAGE);
  CHECK(said("CL_BUILD_PROGRAM_FAILURE"));
  CHECK(
      said("(CL_BUILD_PROGRAM_FAILURE, -11): line 3: error: no such thing and "
           "so on"));
  fake_fail("clBuildProgram", CL_OUT_OF_HOST_MEMORY, "");
  CHECK_RESULT(b->load(f.device, span_of(image_1_4), &code),
               QN_R_OUT_OF_MEMORY);
  fake_fail("clCreateProgramWithIL", -30, NULL);
  CHECK_RESULT(b->load(f.device, span_of(image_1_4), &code),
               QN_R_INVALID_VALUE);
  OK(b->load(f.device, span_of(image_1_4), &code));
  b->unload(f.device, &code);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// A log that is too long is shown by its end, which has the reason.
static void test_long_log(void) {
  fixture f = open_device(0);
  void *code = NULL;
  char log[2048];
  memset(log, 'x', sizeof(log));
  snprintf(log + 2000, 48, " the reason");
  fake_fail("clBuildProgram", CL_BUILD_PROGRAM_FAILURE, log);
  CHECK_RESULT(b->load(f.device, span_of(image_1_4), &code),
               QN_R_INVALID_IMAGE);
  CHECK(said("the reason") && said("..."));
  close_device(&f);
}

static void test_cache(void) {
  char folder[] = "/tmp/quern-opencl-XXXXXX";
  void *code = NULL;
  CHECK(mkdtemp(folder));
  CHECK(setenv("QUERN_CACHE", folder, 1) == 0);
  fixture f = open_device(0);
  fake_clear();
  OK(b->load(f.device, span_of(image_1_4), &code));
  CHECK(logged("program of") && !logged("binary of"));
  b->unload(f.device, &code);
  fake_clear();
  OK(b->load(f.device, span_of(image_1_4), &code));
  CHECK(logged("binary of 6") && !logged("program of"));
  b->unload(f.device, &code);
  // Another image is another entry, and another device is, too.
  fake_clear();
  OK(b->load(f.device, span_of(image_1_2), &code));
  CHECK(logged("program of"));
  b->unload(f.device, &code);
  fixture narrow = open_device(1);
  fake_clear();
  OK(b->load(narrow.device, span_of(image_1_2), &code));
  CHECK(logged("program of"));
  b->unload(narrow.device, &code);
  // A driver that does not take its binary again compiles anew.
  fake_clear();
  fake_fail("clCreateProgramWithBinary", -42, NULL);
  OK(b->load(f.device, span_of(image_1_4), &code));
  CHECK(logged("binary of") && logged("program of"));
  b->unload(f.device, &code);
  close_device(&narrow);
  close_device(&f);
  CHECK(setenv("QUERN_CACHE", "off", 1) == 0);
  CHECK_INT(fake_live(), 0);
}

static qn_argument arguments[] = {
    {.kind = QN_ARGUMENT_POINTER, .offset = 0, .size = 8},
    {.kind = QN_ARGUMENT_VALUE, .offset = 8, .size = 4},
};
static qn_argument hidden[] = {
    {.index = 2, .kind = QN_ARGUMENT_SHARED},
    {.index = 3,
     .kind = QN_ARGUMENT_HIDDEN,
     .hidden = QN_STR("hidden_group_size_x")},
    {.index = 4,
     .kind = QN_ARGUMENT_HIDDEN,
     .hidden = QN_STR("hidden_group_size_y")},
    {.index = 5,
     .kind = QN_ARGUMENT_HIDDEN,
     .hidden = QN_STR("hidden_group_size_z")},
};

static qn_kernel kernel_of(const char *name, size_t hidden_count) {
  return (qn_kernel){.name = qn_str_from(name),
                     .arguments_known = true,
                     .arguments = arguments,
                     .argument_count = 2,
                     .hidden = hidden,
                     .hidden_count = hidden_count,
                     .flags_known = true};
}

static void test_functions(void) {
  fixture f = open_device(0);
  fixture narrow = open_device(1);
  void *code = NULL;
  void *function = NULL;
  qn_function_info info;
  OK(b->load(f.device, span_of(image_1_2), &code));
  qn_kernel kernel = kernel_of("add2", 0);
  OK(b->function(code, &kernel, &function, &info));
  CHECK_INT(info.max_threads, 512);
  CHECK(logged("reach 4200") && logged("reach 4201") && logged("reach 4202"));
  // The compiled kernel has more arguments than its record.
  kernel = kernel_of("add7", 0);
  CHECK_RESULT(b->function(code, &kernel, &function, &info),
               QN_R_INVALID_IMAGE);
  kernel = kernel_of("missing", 0);
  CHECK_RESULT(b->function(code, &kernel, &function, &info),
               QN_R_INVALID_FUNCTION);
  kernel = kernel_of("add2", 0);
  kernel.arguments[0].kind = QN_ARGUMENT_IMAGE;
  CHECK_RESULT(b->function(code, &kernel, &function, &info),
               QN_R_NOT_SUPPORTED);
  kernel.arguments[0].kind = QN_ARGUMENT_POINTER;
  b->unload(f.device, &code);
  // A warp has 32 lanes, or the kernel does not run. On a CPU what threads have
  // of their own may take more than the driver counts on.
  OK(b->load(narrow.device, span_of(image_1_2), &code));
  OK(b->function(code, &kernel, &function, &info));
  CHECK_INT(info.local_size, 300 << 10);
  CHECK_INT(info.max_threads, 800);
  kernel.flags = QN_KERNEL_WARP_OPS;
  CHECK_RESULT(b->function(code, &kernel, &function, &info),
               QN_R_NOT_SUPPORTED);
  CHECK(said("no sub-groups of 32, only of 8, 16"));
  b->unload(narrow.device, &code);
  close_device(&narrow);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// A driver that says that it made no vectors of a kernel would end the process
// at its warp operations, also when its program is from the cache.
static void test_scalar(void) {
  char folder[] = "/tmp/quern-opencl-XXXXXX";
  qn_function_info info;
  CHECK(mkdtemp(folder));
  CHECK(setenv("QUERN_CACHE", folder, 1) == 0);
  for (int round = 0; round < 2; ++round) {
    fixture f = open_device(0);
    void *code = NULL;
    void *function = NULL;
    fake_clear();
    fake_fail("nothing", 0,
              round ? ""
                    : "Kernel \"add2\" was not vectorized\n"
                      "Kernel \"other2\" was successfully vectorized (32)\n");
    OK(b->load(f.device, span_of(image_1_2), &code));
    CHECK(logged(round ? "binary of" : "program of"));
    qn_kernel kernel = kernel_of("add2", 0);
    OK(b->function(code, &kernel, &function, &info));
    kernel.flags = QN_KERNEL_WARP_OPS;
    CHECK_RESULT(b->function(code, &kernel, &function, &info),
                 QN_R_NOT_SUPPORTED);
    CHECK(said("'add2' has warp operations") && said("no vectors"));
    kernel = kernel_of("other2", 0);
    kernel.flags = QN_KERNEL_WARP_OPS;
    OK(b->function(code, &kernel, &function, &info));
    b->unload(f.device, &code);
    close_device(&f);
  }
  fake_fail("nothing", 0, "");
  CHECK(setenv("QUERN_CACHE", "off", 1) == 0);
  CHECK_INT(fake_live(), 0);
}

// ---- Launches

static qn_op launch_of(void *function, const qn_kernel *kernel,
                       void *const *args) {
  return (qn_op){.kind = QN_OP_KERNEL,
                 .kernel = {.function = function,
                            .kernel = kernel,
                            .grid = {2, 3, 4},
                            .block = {8, 4, 2},
                            .shared_size = 100,
                            .args = args}};
}

// An address is set again when memory came or went, once.
static void check_addresses(fixture *f, const qn_op *op) {
  const qn_memory_request request = {.kind = QN_MEMORY_DEVICE, .size = 64};
  qn_memory memory = {0};
  OK(b->allocate(f->device, &request, &memory));
  fake_clear();
  OK(b->submit(f->null, op));
  CHECK(logged("argument 0") && !logged("argument 1"));
  OK(b->release(f->device, QN_MEMORY_DEVICE, &memory));
  fake_clear();
  OK(b->submit(f->null, op));
  CHECK(logged("argument 0") && !logged("argument 1"));
  fake_clear();
  OK(b->submit(f->null, op));
  CHECK(!logged("argument 0"));
}

static void test_launch(void) {
  fixture f = open_device(0);
  void *code = NULL;
  void *function = NULL;
  void *pointer = NULL;
  uint32_t value = 42;
  void *const args[] = {&pointer, &value};
  qn_function_info info;
  OK(b->load(f.device, span_of(image_1_2), &code));
  qn_kernel plain = kernel_of("add2", 0);
  OK(b->function(code, &plain, &function, &info));
  qn_op op = launch_of(function, &plain, args);
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(logged("argument 0 is a pointer: NULL"));
  CHECK(logged("argument 1 is 4 bytes: 42"));
  CHECK(logged("launch add2 16x12x8 by 8x4x2"));
  // A value that is as before is not set again, unless setting failed.
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(!logged("argument 0") && !logged("argument 1"));
  check_addresses(&f, &op);
  value = 43;
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(logged("argument 1 is 4 bytes: 43"));
  value = 44;
  fake_fail("clSetKernelArg", -51, NULL);
  CHECK_RESULT(b->submit(f.null, &op), QN_R_INVALID_VALUE);
  value = 43;
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(logged("argument 1 is 4 bytes: 43"));
  // Where warps count, the block is a row, and the kernel knows its shape.
  qn_kernel flat = kernel_of("add6", 4);
  OK(b->function(code, &flat, &function, &info));
  op = launch_of(function, &flat, args);
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(logged("argument 2 is 100 bytes of local memory"));
  CHECK(logged("argument 3 is 4 bytes: 8"));
  CHECK(logged("argument 5 is 4 bytes: 2"));
  CHECK(logged("launch add6 128x3x4 by 64x1x1"));
  // A refused launch is the caller's, and not the device's end.
  value = 42;
  fake_fail("clSetKernelArg", -51, NULL);
  CHECK_RESULT(b->submit(f.null, &op), QN_R_INVALID_VALUE);
  CHECK(said("argument 1 of 'add6'") && said("CL_INVALID_ARG_SIZE"));
  fake_fail("clEnqueueNDRangeKernel", -54, NULL);
  CHECK_RESULT(b->submit(f.null, &op), QN_R_INVALID_CONFIGURATION);
  OK(b->submit(f.null, &op));
  OK(b->stream_wait(f.null, true));
  b->unload(f.device, &code);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// All groups at a time: by a property that the kernel keeps, or the function of
// older drivers.
static void test_cooperative(bool has_function) {
  void *code = NULL;
  void *function = NULL;
  void *pointer = NULL;
  uint32_t value = 42;
  void *const args[] = {&pointer, &value};
  qn_function_info info;
  qn_device_info device;
  if (!has_function)
    fake_fail("clEnqueueNDCountKernelINTEL", 1, NULL);
  fixture f = open_device(0);
  b->describe(f.device, &device);
  CHECK(device.cooperative);
  OK(b->load(f.device, span_of(image_1_2), &code));
  qn_kernel kernel = kernel_of("add2", 0);
  OK(b->function(code, &kernel, &function, &info));
  qn_op op = launch_of(function, &kernel, args);
  op.kernel.cooperative = true;
  for (int i = 0; i < 2; ++i) { // set once
    fake_clear();
    OK(b->submit(f.null, &op));
    CHECK(logged("reach 4257") == (!has_function && i == 0));
    CHECK(logged(has_function ? "launch add2 2x3x4 by 8x4x2"
                              : "launch add2 16x12x8 by 8x4x2"));
  }
  op.kernel.grid[0] = 3; // of 36 groups 24 at a time
  CHECK_RESULT(b->submit(f.null, &op), QN_R_COOPERATIVE_TOO_LARGE);
  CHECK(said("36 blocks") && said("24 at a time"));
  op.kernel.cooperative = false;
  fake_clear();
  OK(b->submit(f.null, &op));
  CHECK(logged("reach 4257") == !has_function);
  CHECK(logged("launch add2 24x12x8 by 8x4x2"));
  b->unload(f.device, &code);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// On CPUs as many as there are threads, launched by a thread of the device's.
static void test_together(void) {
  void *code = NULL;
  void *function = NULL;
  void *pointer = NULL;
  uint32_t value = 42;
  void *const args[] = {&pointer, &value};
  qn_function_info info;
  int blocks = 0;
  fixture f = open_device(1);
  OK(b->load(f.device, span_of(image_1_2), &code));
  qn_kernel kernel = kernel_of("add2", 0);
  OK(b->function(code, &kernel, &function, &info));
  qn_op op = launch_of(function, &kernel, args);
  op.kernel.cooperative = true;
  const uint32_t grid[3] = {2, 2, 1};
  memcpy(op.kernel.grid, grid, sizeof(grid));
  fake_clear();
  OK(b->submit(f.null, &op));
  for (int i = 0; i < 1000 && !logged("launch add2"); ++i)
    usleep(1000);
  CHECK(logged("launch add2 16x8x2 by 8x4x2"));
  fake_fail("clCloneKernel", CL_OUT_OF_RESOURCES, NULL);
  CHECK_RESULT(b->submit(f.null, &op), QN_R_OUT_OF_RESOURCES);
  op.kernel.grid[2] = 2;
  CHECK_RESULT(b->submit(f.null, &op), QN_R_COOPERATIVE_TOO_LARGE);
  CHECK(said("8 blocks") && said("threads for 4 at a time"));
  OK(b->occupancy(f.device, function, 64, 0, &blocks));
  CHECK(blocks > 1);
  kernel.flags |= QN_KERNEL_COOPERATIVE;
  OK(b->occupancy(f.device, function, 64, 0, &blocks));
  CHECK_INT(blocks, 1);
  b->unload(f.device, &code);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// ---- Graphs

static void free_nothing(qn_batch *batch) { (void)batch; }

// Four kernels that are recorded, a fill, and one that is not; the fourth waits
// for the first and the third.
static void test_graph(const char *fails_in) {
  enum { OPS = 6 };
  void *code = NULL;
  void *function = NULL;
  void *pointer = NULL;
  uint32_t value = 42;
  uint8_t bytes[8];
  void *const args[] = {&pointer, &value};
  const uint32_t lists[OPS][2] = {{0}, {0}, {1}, {0, 2}, {3}, {4}};
  const uint32_t *const after[OPS] = {lists[0], lists[1], lists[2],
                                      lists[3], lists[4], lists[5]};
  const uint32_t after_count[OPS] = {0, 1, 1, 2, 1, 1};
  qn_function_info info;
  fixture f = open_device(0);
  OK(b->load(f.device, span_of(image_1_2), &code));
  qn_kernel kernel = kernel_of("add2", 0);
  OK(b->function(code, &kernel, &function, &info));
  qn_op ops[OPS];
  for (int i = 0; i < OPS; ++i)
    ops[i] = launch_of(function, &kernel, args);
  ops[4] = (qn_op){.kind = QN_OP_FILL,
                   .fill = {.address = bytes,
                            .value_size = 1,
                            .width = sizeof(bytes),
                            .height = 1,
                            .depth = 1}};
  qn_batch batch = {.free = free_nothing,
                    .ops = ops,
                    .count = OPS,
                    .after = after,
                    .after_count = after_count};
  const qn_op op = {.kind = QN_OP_BATCH, .batch = &batch};
  const bool recorded = !fails_in;
  for (int i = 0; i < 2; ++i) {
    fake_clear();
    if (fails_in)
      fake_fail(fails_in, -59, NULL);
    OK(b->submit(f.null, &op));
    CHECK(logged("command buffer of 4") == recorded);
    if (recorded) // once
      CHECK(logged("record add2 of 16 behind 2, the last 102") == (i == 0));
    CHECK(logged("launch add2")); // the last one
  }
  fake_fail("nothing", 0, NULL);
  CHECK(batch.prepared && batch.drop);
  batch.drop(batch.prepared);
  OK(b->stream_wait(f.null, true));
  b->unload(f.device, &code);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// ---- Streams

static void copy_row(const fixture *f, void *to, const void *from) {
  const qn_op op = {
      .kind = QN_OP_COPY,
      .copy = {.to = {.address = to, .device = true},
               .from = {.address = (void *)(uintptr_t)from, .pageable = true},
               .width = 8,
               .height = 1,
               .depth = 1}};
  OK(b->submit(f->null, &op));
}

static atomic_int calls;
static void count_call(void *user) {
  (void)user;
  ++calls;
}

static void test_streams(void) {
  fixture f = open_device(0);
  void *other = NULL;
  char bytes[8] = "";
  OK(b->stream_create(f.device, false, false, 0, &other));
  fake_clear();
  copy_row(&f, bytes, "1234567");
  CHECK_TEXT(bytes, "1234567");
  CHECK(!logged("barrier")); // the other one has no work
  const qn_op fill = {.kind = QN_OP_FILL,
                      .fill = {.address = bytes,
                               .value = 0x4141,
                               .value_size = 2,
                               .width = 2,
                               .height = 1,
                               .depth = 1}};
  fake_clear();
  OK(b->submit(other, &fill));
  CHECK_TEXT(bytes, "AAAA567");
  CHECK(logged("barrier 1")); // for the null stream's copy
  fake_clear();
  OK(b->submit(other, &fill));
  CHECK(!logged("barrier")); // it was waited for already
  copy_row(&f, bytes, "7654321");
  CHECK(logged("barrier 1"));
  OK(b->stream_wait(f.null, false));
  const qn_op call = {.kind = QN_OP_HOST, .host = {count_call, NULL}};
  OK(b->submit(other, &call));
  for (int i = 0; i < 1000 && !calls; ++i)
    usleep(1000);
  CHECK_INT(calls, 1);
  b->stream_destroy(&other);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// An operation on a CPU, at once or behind others' work: which command it was.
static void submit_native(void *stream, const qn_op *op, const char *command) {
  fake_clear();
  OK(b->submit(stream, op));
  CHECK(!command || logged(command));
  CHECK(command || !fake_log()[0]);
}

// Rows of 3 of 4 bytes: what lies between them stays.
static void test_native(void) {
  fixture f = open_device(1);
  char bytes[16] = "";
  uint64_t word = 0;
  const qn_op call = {.kind = QN_OP_HOST, .host = {count_call, NULL}};
  const qn_op write = {.kind = QN_OP_WRITE,
                       .value = {.address = &word, .value = 7, .size = 8}};
  qn_op copy = {.kind = QN_OP_COPY,
                .copy = {.to = {.address = bytes, .pitch = 4},
                         .from = {.address = (char[]){"abcdefgh"}, .pitch = 3},
                         .width = 3,
                         .height = 2,
                         .depth = 1}};
  const qn_op fill = {.kind = QN_OP_FILL,
                      .fill = {.address = bytes + 1,
                               .value = 0x5958,
                               .value_size = 2,
                               .width = 3,
                               .height = 2,
                               .depth = 1,
                               .pitch = 7}};
  submit_native(f.null, &copy, NULL);
  CHECK_TEXT(bytes, "abc");
  CHECK_TEXT(bytes + 4, "def");
  submit_native(f.null, &fill, NULL);
  CHECK_TEXT(bytes, "aXYXYXY");
  CHECK_TEXT(bytes + 8, "XYXYXY");
  submit_native(f.null, &call, "marker");
  copy.copy.from = (qn_copy_side){.address = (char[]){"12345"}, .pitch = 3};
  copy.copy.from.pageable = true;
  submit_native(f.null, &copy, "native");
  CHECK_TEXT(bytes, "123X45");
  submit_native(f.null, &write, "native");
  CHECK_INT(word, 7);
  fake_fail("clEnqueueNativeKernel", CL_OUT_OF_RESOURCES, NULL);
  CHECK_RESULT(b->submit(f.null, &copy), QN_R_OUT_OF_RESOURCES);
  OK(b->stream_wait(f.null, true));
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

static void test_events(void) {
  fixture f = open_device(0);
  void *from = NULL;
  void *to = NULL;
  double ns = 0;
  OK(b->event_create(f.device, true, false, &from));
  OK(b->event_create(f.device, true, false, &to));
  OK(b->event_wait(from, true)); // never recorded
  CHECK_RESULT(b->event_elapsed(from, to, &ns), QN_R_INVALID_HANDLE);
  const qn_op records[] = {{.kind = QN_OP_RECORD, .event = {from}},
                           {.kind = QN_OP_RECORD, .event = {to}}};
  OK(b->submit(f.null, &records[0]));
  OK(b->submit(f.null, &records[1]));
  OK(b->event_elapsed(from, to, &ns));
  CHECK(ns == 1000);
  const qn_op wait = {.kind = QN_OP_WAIT, .event = {from}};
  fake_clear();
  OK(b->submit(f.null, &wait));
  CHECK(logged("barrier 1"));
  b->event_destroy(&from);
  b->event_destroy(&to);
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

// A device that is lost while it works: the wait says so, and so does
// everything after it; nothing hangs.
static void test_lost(void) {
  fixture f = open_device(0);
  char bytes[8] = "";
  copy_row(&f, bytes, "1234567");
  fake_fail("clFinish", CL_DEVICE_NOT_AVAILABLE, NULL);
  CHECK_RESULT(b->stream_wait(f.null, true), QN_R_LAUNCH_FAILURE);
  CHECK(said("the device is lost") && said("clFinish"));
  const qn_op call = {.kind = QN_OP_HOST, .host = {count_call, NULL}};
  CHECK_RESULT(b->submit(f.null, &call), QN_R_LAUNCH_FAILURE);
  CHECK(said("the device is lost"));
  CHECK_RESULT(b->stream_wait(f.null, false), QN_R_LAUNCH_FAILURE);
  close_device(&f);
  // Work that failed is found by asking, too.
  f = open_device(0);
  copy_row(&f, bytes, "1234567");
  fake_fail("event status", CL_EXEC_STATUS_ERROR, NULL);
  CHECK_RESULT(b->stream_wait(f.null, false), QN_R_LAUNCH_FAILURE);
  CHECK(said("CL_EXEC_STATUS_ERROR"));
  close_device(&f);
  CHECK_INT(fake_live(), 0);
}

int main(void) {
  CHECK(setenv("QUERN_CACHE", "off", 1) == 0);
  open_fake();
  test_devices();
  test_fitness();
  test_open_fails();
  test_memory();
  test_build();
  test_long_log();
  test_cache();
  test_functions();
  test_scalar();
  test_launch();
  test_cooperative(true);
  test_cooperative(false);
  test_together();
  test_graph(NULL);
  test_graph("clCreateCommandBufferKHR");
  test_graph("clFinalizeCommandBufferKHR");
  test_graph("clEnqueueCommandBufferKHR");
  test_streams();
  test_native();
  test_events();
  test_lost();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// The back end 'cuda' on a fake driver, tests/gpu/fake_cuda.c, which the build
// puts beside this program.
#include "runtime/backends/cuda/cuda.h"

#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/test.h"

extern const qn_backend qn_backend_cuda;
static const qn_backend *const b = &qn_backend_cuda;

static void (*fake_clear)(void);
static const char *(*fake_log)(void);
static void (*fake_fail)(const char *name, int error);
static void (*fake_shut_down)(bool down);
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
  snprintf(strrchr(path, '/'), 32, "/libfake_cuda.so");
  void *handle = dlopen(path, RTLD_NOW);
  if (!handle)
    fprintf(stderr, "%s\n", dlerror());
  CHECK(handle);
  find(handle, "fake_clear", &fake_clear);
  find(handle, "fake_log", &fake_log);
  find(handle, "fake_fail", &fake_fail);
  find(handle, "fake_shut_down", &fake_shut_down);
  find(handle, "fake_live", &fake_live);
  CHECK(setenv("QUERN_LIBCUDA", path, 1) == 0);
}

static bool logged(const char *line) { return strstr(fake_log(), line); }

static unsigned times(const char *line) {
  unsigned count = 0;
  for (const char *at = fake_log(); (at = strstr(at, line)); ++at)
    ++count;
  return count;
}

// ---- Devices

static void *open_device(unsigned ordinal) {
  void *device = NULL;
  OK(b->open(ordinal, &(qn_backend_options){0}, &device));
  return device;
}

static void test_device(void) {
  char reason[64] = "";
  qn_device_info info;
  CHECK_INT(b->probe(reason, sizeof(reason)), 2);
  CHECK_TEXT(reason, "");
  void *device = open_device(1);
  b->describe(device, &info);
  CHECK_TEXT(info.name, "Fake 1");
  CHECK_TEXT(info.target, "sm_90");
  CHECK_INT(info.uuid[15], 2);
  CHECK_INT(info.memory_size, (intmax_t)1 << 33);
  CHECK_INT(info.memory_free, 12345);
  CHECK_INT(info.max_threads, 1);
  CHECK_INT(info.max_grid[2], 7);
  CHECK_INT(info.texture_2d_linear[2], 72);
  CHECK_INT(info.max_blocks_mp, 106);
  CHECK_INT(info.wave_size, 32);
  CHECK_INT(info.priority_greatest, -5);
  CHECK_INT(info.granularity, 2 << 20);
  CHECK(info.managed && info.cooperative && info.host_register);
  b->close(&device);
  CHECK(!device);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
}

static void test_open_fails(void) {
  static const char *const steps[] = {"cuDevicePrimaryCtxRetain",
                                      "cuCtxSetCurrent", "cuDeviceGetName",
                                      "cuCtxGetStreamPriorityRange"};
  for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); ++i) {
    void *device = NULL;
    fake_fail(steps[i], 2);
    CHECK_RESULT(b->open(0, NULL, &device), QN_R_OUT_OF_MEMORY);
    CHECK(!device);
    CHECK(strstr(qn_reason(), steps[i]));
    CHECK(strstr(qn_reason(), ": out of memory, says the driver "
                              "(CUDA_ERROR_OUT_OF_MEMORY, 2)"));
    CHECK_INT(fake_live(), 0);
  }
}

static void test_errors(void) {
  static const struct {
    int error;
    qn_result result;
  } rows[] = {
      {1, QN_R_INVALID_VALUE},         {201, QN_R_INVALID_CONTEXT},
      {209, QN_R_NO_BINARY},           {222, QN_R_NO_BINARY},
      {400, QN_R_INVALID_HANDLE},      {700, QN_R_ILLEGAL_ADDRESS},
      {716, QN_R_ILLEGAL_ADDRESS},     {715, QN_R_LAUNCH_FAILURE},
      {719, QN_R_LAUNCH_FAILURE},      {720, QN_R_COOPERATIVE_TOO_LARGE},
      {801, QN_R_NOT_SUPPORTED},       {600, QN_R_NOT_READY},
      {100000, QN_R_UNKNOWN},          {0, QN_R_OK},
      {803, QN_R_INSUFFICIENT_DRIVER},
  };
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i)
    CHECK_INT(qn_cuda_result(rows[i].error, "cuX"), rows[i].result);
  CHECK_INT(qn_cuda_result(100000, "cuX"), QN_R_UNKNOWN);
  CHECK_TEXT(qn_reason(), "cuX: the driver has no text for it (unknown error, "
                          "100000)");
}

static unsigned fitness(void *device, const char *name) {
  qn_target target;
  qn_diag diag = {0};
  CHECK_OK(qn_target_parse(qn_str_from(name), &target, &diag), &diag);
  return b->fitness(device, &target);
}

static void test_fitness(void) {
  void *device = open_device(0); // 9.0
  CHECK(fitness(device, "sm_90a") > fitness(device, "sm_90"));
  CHECK(fitness(device, "sm_90") > fitness(device, "ptx90"));
  CHECK(fitness(device, "ptx90") > fitness(device, "ptx80"));
  CHECK(fitness(device, "ptx80") > 0);
  static const char *const none[] = {"sm_80",     "sm_89",   "sm_100",
                                     "sm_100a",   "sm_100f", "ptx100",
                                     "x86-64-v3", "gfx90a"};
  for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); ++i)
    CHECK_INT(fitness(device, none[i]), 0);
  // The same rules on other chips.
  qn_cuda_device *d = device;
  d->info.compute_major = 8;
  d->info.compute_minor = 9;
  CHECK(fitness(device, "sm_89") > fitness(device, "sm_86"));
  CHECK(fitness(device, "sm_86") > fitness(device, "sm_80"));
  CHECK(fitness(device, "sm_80") > fitness(device, "ptx89"));
  CHECK_INT(fitness(device, "sm_90"), 0);
  CHECK_INT(fitness(device, "ptx90"), 0);
  d->info.compute_major = 10;
  d->info.compute_minor = 3;
  CHECK_INT(fitness(device, "sm_100a"), 0);
  CHECK(fitness(device, "sm_100f") > fitness(device, "sm_100"));
  CHECK_INT(fitness(device, "sm_90a"), 0);
  CHECK(fitness(device, "ptx90"));
  b->close(&device);
}

// ---- Memory

static void test_memory(void) {
  void *device = open_device(0);
  char own[64];
  const qn_array_shape shape = {.width = 8,
                                .height = 4,
                                .depth = 3,
                                .channels = 2,
                                .channel_bits = 32,
                                .kind = QN_TEXEL_FLOAT,
                                .layered = true,
                                .surface = true};
  const qn_memory_request requests[] = {
      {.kind = QN_MEMORY_DEVICE, .size = 100},
      {.kind = QN_MEMORY_HOST, .size = 100, .flags = 0x40000004},
      {.kind = QN_MEMORY_MANAGED, .size = 100, .flags = 2},
      {.kind = QN_MEMORY_REGISTERED, .size = sizeof(own), .host = own},
      {.kind = QN_MEMORY_ARRAY, .shape = &shape},
      {.kind = QN_MEMORY_RESERVED, .size = 4 << 20, .alignment = 4096},
      {.kind = QN_MEMORY_PHYSICAL, .size = 4 << 20},
  };
  enum { COUNT = sizeof(requests) / sizeof(requests[0]) };
  static const char *const releases[] = {
      "cuMemFree\n",           "cuMemFreeHost\n",  "cuMemFree\n",
      "cuMemHostUnregister\n", "cuArrayDestroy\n", "cuMemAddressFree\n",
      "cuMemRelease\n"};
  qn_memory memory[COUNT];
  const int before = fake_live();
  fake_clear();
  for (size_t i = 0; i < COUNT; ++i)
    OK(b->allocate(device, &requests[i], &memory[i]));
  CHECK(memory[0].address && !memory[0].host);
  CHECK(memory[1].address && memory[1].host == memory[1].address);
  CHECK(memory[2].host == memory[2].address);
  CHECK(memory[3].host == own);
  CHECK(!memory[4].address && memory[4].native && !memory[6].address);
  CHECK(logged("cuMemHostAlloc\n  flags 7\n"));
  CHECK(logged("cuMemAllocManaged\n  flags 2\n"));
  CHECK(logged("cuMemHostRegister\n  size 64 flags 3\n"));
  CHECK(logged("  8x4x3 format 32 channels 2 flags 3\n"));
  CHECK(logged("  size 4194304 alignment 4096 hint 0\n"));

  // Maps without access, grants access, unmaps.
  qn_map_request map = {.address = memory[5].address,
                        .size = 2 << 20,
                        .physical = memory[6].native};
  OK(b->map(device, &map));
  CHECK(logged("cuMemMap\n  size 2097152 offset 0\n"));
  CHECK(!logged("cuMemSetAccess\n"));
  map.read = map.write = true;
  fake_clear();
  OK(b->map(device, &map));
  CHECK(!logged("cuMemMap\n") && logged("flags 3"));
  map.physical = NULL;
  OK(b->map(device, &map));
  CHECK(logged("cuMemUnmap\n  size 2097152\n"));
  map.physical = memory[6].native;
  fake_fail("cuMemMap", 1);
  CHECK_RESULT(b->map(device, &map), QN_R_INVALID_VALUE);
  OK(b->map(device, &map));
  CHECK_INT(times("cuMemMap\n"), 2);

  for (size_t i = 0; i < COUNT; ++i) {
    fake_clear();
    OK(b->release(device, requests[i].kind, &memory[i]));
    CHECK(logged(releases[i]));
    CHECK(!memory[i].native);
    if (requests[i].kind == QN_MEMORY_RESERVED)
      CHECK(logged("  size 4194304\n"));
  }
  CHECK_INT(fake_live(), before);

  // A failure leaves nothing behind.
  qn_memory none;
  fake_fail("cuMemHostGetDevicePointer", 2);
  CHECK_RESULT(b->allocate(device, &requests[1], &none), QN_R_OUT_OF_MEMORY);
  fake_fail("cuMemHostGetDevicePointer", 2);
  CHECK_RESULT(b->allocate(device, &requests[3], &none), QN_R_OUT_OF_MEMORY);
  CHECK_RESULT(b->allocate(device,
                           &(qn_memory_request){.kind = QN_MEMORY_DEVICE,
                                                .size = (size_t)1 << 40},
                           &none),
               QN_R_OUT_OF_MEMORY);
  qn_array_shape odd = shape;
  odd.channel_bits = 8;
  CHECK_RESULT(
      b->allocate(device,
                  &(qn_memory_request){.kind = QN_MEMORY_ARRAY, .shape = &odd},
                  &none),
      QN_R_INVALID_CHANNEL);
  CHECK_TEXT(qn_reason(), "an NVIDIA GPU has no float elements of 8 bits");
  CHECK_INT(fake_live(), before);
  OK(b->advise(device, own, 64, QN_ADVISE_PREFERRED));
  CHECK(logged("  size 64 advice 3 device 0\n"));
  b->close(&device);
}

static void test_tokens(void) {
  void *device = open_device(0);
  uint8_t token[QN_TOKEN_SIZE];
  qn_memory none;
  qn_memory memory;
  qn_memory imported;
  const qn_memory_request import = {.kind = QN_MEMORY_IMPORTED, .token = token};
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 100},
                 &memory));
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_EXPORTED,
                                      .size = 100,
                                      .host = memory.address,
                                      .token = token},
                 &none));
  const int before = fake_live();
  OK(b->allocate(device, &import, &imported));
  CHECK(imported.address == memory.address);
  CHECK_INT(imported.pitch, 100);
  fake_clear();
  OK(b->release(device, QN_MEMORY_IMPORTED, &imported));
  CHECK(logged("cuIpcCloseMemHandle\n") && !logged("cuMemFree\n"));
  fake_fail("cuMemGetAddressRange", 1);
  CHECK_RESULT(b->allocate(device, &import, &imported), QN_R_INVALID_VALUE);
  CHECK_INT(fake_live(), before);
  memset(token, 0, sizeof(token));
  CHECK_RESULT(b->allocate(device, &import, &imported), QN_R_INVALID_VALUE);
  OK(b->release(device, QN_MEMORY_DEVICE, &memory));
  b->close(&device);
}

static void test_textures_and_peers(void) {
  void *device = open_device(0);
  void *peer = open_device(1);
  qn_memory array;
  uint64_t texture = 0;
  uint64_t surface = 0;
  qn_texture_request request = {
      .address = device,
      .shape = {.width = 16, .channels = 4, .channel_bits = 8},
      .address_mode = {1, 2, 3},
      .linear = true,
      .normalized_coords = true,
      .srgb = true,
  };
  const int before = fake_live();
  fake_clear();
  OK(b->texture(device, &request, &texture));
  CHECK(logged("  resource 2 flags 19 filter 1 modes 1 1 1\n  size 64\n"));
  OK(b->texture(device, NULL, &texture));
  CHECK(logged("cuTexObjectDestroy\n"));
  request.pitch = 256;
  request.shape.height = 2;
  request.normalized_read = true;
  OK(b->texture(device, &request, &texture));
  CHECK(logged("  resource 3 flags 18"));
  request.surface = true;
  CHECK_RESULT(b->texture(device, &request, &surface), QN_R_INVALID_VALUE);
  OK(b->allocate(
      device,
      &(qn_memory_request){.kind = QN_MEMORY_ARRAY, .shape = &request.shape},
      &array));
  request.array = &array;
  OK(b->texture(device, &request, &surface));
  fake_clear();
  OK(b->texture(device, NULL, &texture));
  CHECK(logged("cuTexObjectDestroy\n") && !logged("cuSurfObjectDestroy\n"));
  OK(b->texture(device, NULL, &surface));
  CHECK(logged("cuSurfObjectDestroy\n"));
  OK(b->release(device, QN_MEMORY_ARRAY, &array));
  CHECK_INT(fake_live(), before);

  OK(b->peer(device, peer, true));
  CHECK_RESULT(b->peer(device, peer, true), QN_R_PEER_ENABLED);
  OK(b->peer(device, peer, false));
  CHECK_RESULT(b->peer(device, peer, false), QN_R_PEER_NOT_ENABLED);
  CHECK_RESULT(b->peer(device, device, true), QN_R_PEER_UNSUPPORTED);
  CHECK_TEXT(qn_reason(), "device 0 cannot reach the memory of device 0");
  b->close(&peer);
  b->close(&device);
}

// ---- Code

static const qn_kernel kernel = {.name = {"axpy", 4}, .symbol = {"axpy", 4}};

static void *load(void *device, const char *text) {
  void *code = NULL;
  // Not NUL-terminated: the back end has to add the NUL.
  const size_t size = strlen(text);
  char *bytes = malloc(size);
  memcpy(bytes, text, size);
  OK(b->load(device, (qn_span){(const uint8_t *)bytes, size}, &code));
  free(bytes);
  return code;
}

static void test_code(void) {
  void *device = open_device(0);
  void *code = load(device, ".version 8.0 axpy table");
  void *function = NULL;
  void *address = NULL;
  size_t size = 0;
  int blocks = 0;
  qn_function_info info;
  OK(b->function(code, &kernel, &function, &info));
  CHECK_INT(info.max_threads, 100);
  CHECK_INT(info.shared_static, 101);
  CHECK_INT(info.constant_size, 102);
  CHECK_INT(info.local_size, 103);
  CHECK_INT(info.registers, 104);
  CHECK_INT(info.ptx_version, 105);
  CHECK_INT(info.binary_version, 106);
  const qn_kernel absent = {.name = {"absent", 6}};
  CHECK_RESULT(b->function(code, &absent, &function, &info), QN_R_NOT_FOUND);
  char *long_name = malloc(1000);
  memset(long_name, 'x', 1000);
  const qn_kernel longer = {.name = {long_name, 1000}};
  CHECK_RESULT(b->function(code, &longer, &function, &info), QN_R_NOT_FOUND);
  free(long_name);
  OK(b->variable(code, "table", &address, &size));
  CHECK_INT(size, 5);
  CHECK(memcmp(address, "table", 5) == 0);
  CHECK_RESULT(b->variable(code, "chair", &address, &size), QN_R_NOT_FOUND);
  OK(b->occupancy(device, function, 128, 0, &blocks));
  CHECK_INT(blocks, 16);
  fake_clear();
  OK(b->configure(function, QN_FUNCTION_SHARED_MAX, 70000));
  OK(b->configure(function, QN_FUNCTION_CARVEOUT, 50));
  OK(b->configure(function, QN_FUNCTION_CACHE, 2));
  CHECK(logged("axpy attribute 8 is 70000\n"));
  CHECK(logged("axpy attribute 9 is 50\n"));
  CHECK(logged("axpy config 2\n"));
  b->unload(device, &code);
  CHECK(!code);
  b->unload(device, &code);

  // The compiler's message becomes the reason.
  const qn_span broken = qn_str_span(QN_STR("broken"));
  CHECK_RESULT(b->load(device, broken, &code), QN_R_INVALID_KERNEL_FILE);
  CHECK(strstr(qn_reason(), "cuModuleLoadDataEx: "));
  CHECK(strstr(qn_reason(), ": ptxas fatal: line 3;  unknown word"));
  CHECK(!code);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
}

// ---- Streams

static void count_call(void *user) { ++*(int *)user; }

static void test_launches(void) {
  void *device = open_device(0);
  void *code = load(device, "axpy");
  void *null = NULL;
  void *stream = NULL;
  void *function;
  qn_function_info info;
  int first = 42;
  void *args[] = {&first};
  OK(b->function(code, &kernel, &function, &info));
  fake_clear();
  OK(b->stream_create(device, true, false, 0, &null));
  CHECK(!logged("cuStreamCreate"));
  CHECK(*(cu_stream **)null == CU_LEGACY_STREAM);
  OK(b->stream_create(device, false, true, -3, &stream));
  CHECK(logged("  flags 1 priority -3\n"));

  qn_op op = {.kind = QN_OP_KERNEL,
              .kernel = {.function = function,
                         .kernel = &kernel,
                         .grid = {1, 2, 3},
                         .block = {4, 5, 6},
                         .shared_size = 7,
                         .args = args}};
  OK(b->submit(null, &op));
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK_TEXT(fake_log(), "cuLaunchKernel\n  axpy grid 1,2,3 block 4,5,6 "
                         "shared 7 first 42\n");
  op.kernel.cooperative = true;
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK_TEXT(fake_log(), "cuLaunchCooperativeKernel\n  axpy grid 1,2,3 block "
                         "4,5,6 shared 7 first 42\n");
  // A packed block of arguments.
  op.kernel.args = NULL;
  op.kernel.packed = &first;
  op.kernel.packed_size = sizeof(first);
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK(logged("cuLaunchKernelEx\n  attributes 1: 2 is 1\n"));
  CHECK(logged("packed 4 first 42\n"));
  op.kernel.cooperative = false;
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK(logged("cuLaunchKernel\n") && logged("packed 4 first 42\n"));

  // Another context was made current behind our back.
  void *other = open_device(1);
  int (*set)(cu_context *context);
  void *handle = dlopen(getenv("QUERN_LIBCUDA"), RTLD_NOW);
  find(handle, "cuCtxSetCurrent", &set);
  OK(b->submit(stream, &op));
  CHECK_INT(set(((qn_cuda_device *)other)->context), 0);
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK_INT(times("cuLaunchKernel\n"), 2);
  CHECK_INT(times("cuCtxSetCurrent\n"), 1);
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK_INT(times("cuLaunchKernel\n"), 1);
  CHECK_INT(times("cuCtxSetCurrent\n"), 0);
  fake_fail("cuLaunchKernel", 719);
  CHECK_RESULT(b->submit(stream, &op), QN_R_LAUNCH_FAILURE);

  int calls = 0;
  OK(b->submit(stream,
               &(qn_op){.kind = QN_OP_HOST, .host = {count_call, &calls}}));
  CHECK_INT(calls, 1);
  fake_fail("cuStreamQuery", 600);
  CHECK_RESULT(b->stream_wait(stream, false), QN_R_NOT_READY);
  OK(b->stream_wait(stream, false));
  fake_fail("cuStreamSynchronize", 700);
  CHECK_RESULT(b->stream_wait(stream, true), QN_R_ILLEGAL_ADDRESS);
  OK(b->stream_wait(null, true));
  b->stream_destroy(&stream);
  b->stream_destroy(&stream);
  b->stream_destroy(&null);
  b->unload(device, &code);
  b->close(&other);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
  dlclose(handle);
}

static void test_events(void) {
  void *device = open_device(0);
  void *stream = NULL;
  void *from = NULL;
  void *to = NULL;
  double ns = 0;
  OK(b->stream_create(device, false, false, 0, &stream));
  fake_clear();
  OK(b->event_create(device, true, false, &from));
  OK(b->event_create(device, true, true, &to));
  CHECK(logged("  flags 0\n") && logged("  flags 1\n"));
  qn_op op = {.kind = QN_OP_RECORD, .event = {from}};
  OK(b->submit(stream, &op));
  op.event.event = to;
  OK(b->submit(stream, &op));
  op.kind = QN_OP_WAIT;
  OK(b->submit(stream, &op));
  OK(b->event_wait(to, true));
  OK(b->event_wait(to, false));
  OK(b->event_elapsed(from, to, &ns));
  CHECK(ns == 500000);
  b->event_destroy(&from);
  b->event_destroy(&from);
  OK(b->event_create(device, false, false, &from));
  CHECK(logged("  flags 2\n"));
  b->event_destroy(&from);
  b->event_destroy(&to);
  b->stream_destroy(&stream);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
}

// ---- Copies: each against a reference loop

typedef struct shape {
  size_t width, height, depth;
  size_t to_pitch, to_slice, from_pitch, from_slice;
  const char *call;
} shape;

static void check_copy(void *stream, const shape *s, bool to_device) {
  enum { SIZE = 4096 };
  static unsigned char from[SIZE];
  static unsigned char to[SIZE];
  static unsigned char expected[SIZE];
  for (size_t i = 0; i < SIZE; ++i)
    from[i] = (unsigned char)(i * 7 + i / 256);
  memset(to, 0xee, SIZE);
  memset(expected, 0xee, SIZE);
  for (size_t z = 0; z < s->depth; ++z)
    for (size_t y = 0; y < s->height; ++y)
      memcpy(expected + z * s->to_slice + y * s->to_pitch,
             from + z * s->from_slice + y * s->from_pitch, s->width);
  fake_clear();
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_COPY,
                                .copy = {.to = {.address = to,
                                                .pitch = s->to_pitch,
                                                .slice = s->to_slice,
                                                .device = to_device},
                                         .from = {.address = from,
                                                  .pitch = s->from_pitch,
                                                  .slice = s->from_slice,
                                                  .device = !to_device},
                                         .width = s->width,
                                         .height = s->height,
                                         .depth = s->depth}}));
  CHECK(memcmp(to, expected, SIZE) == 0);
  CHECK(logged(s->call));
}

static void test_copies(void) {
  static const shape shapes[] = {
      {100, 1, 1, 0, 0, 0, 0, "cuMemcpyAsync\n  size 100\n"},
      {16, 8, 1, 16, 0, 16, 0, "cuMemcpyAsync\n  size 128\n"},
      {16, 8, 2, 16, 128, 16, 128, "cuMemcpyAsync\n  size 256\n"},
      {16, 8, 1, 32, 0, 16, 0, "cuMemcpy2DAsync\n"},
      {10, 3, 1, 10, 0, 48, 0, "cuMemcpy2DAsync\n"},
      {10, 3, 4, 16, 64, 20, 80, "cuMemcpy3DAsync\n"},
      {10, 3, 4, 16, 48, 10, 30, "cuMemcpy3DAsync\n"},
      {10, 3, 4, 16, 70, 20, 80, "cuMemcpy2DAsync\n"}, // no whole rows
      {10, 1, 4, 16, 17, 10, 10, "cuMemcpy2DAsync\n"},
  };
  void *device = open_device(0);
  void *stream = NULL;
  OK(b->stream_create(device, false, false, 0, &stream));
  for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); ++i) {
    check_copy(stream, &shapes[i], true);
    check_copy(stream, &shapes[i], false);
  }

  // Into an array and out of it.
  qn_memory array;
  const qn_array_shape layers = {
      .width = 8, .height = 4, .depth = 3, .channels = 1, .channel_bits = 8};
  unsigned char in[8 * 4 * 3];
  unsigned char out[8 * 4 * 3] = {0};
  for (size_t i = 0; i < sizeof(in); ++i)
    in[i] = (unsigned char)(i + 1);
  OK(b->allocate(
      device, &(qn_memory_request){.kind = QN_MEMORY_ARRAY, .shape = &layers},
      &array));
  OK(b->submit(
      stream,
      &(qn_op){.kind = QN_OP_COPY,
               .copy = {.to = {.array = &array},
                        .from = {.address = in, .pitch = 8, .slice = 32},
                        .width = 8,
                        .height = 4,
                        .depth = 3}}));
  fake_clear();
  OK(b->submit(
      stream,
      &(qn_op){.kind = QN_OP_COPY,
               .copy = {.to = {.address = out, .pitch = 3},
                        .from = {.array = &array, .x = 2, .y = 1, .z = 2},
                        .width = 3,
                        .height = 2,
                        .depth = 1}}));
  CHECK(logged("cuMemcpy3DAsync\n")); // a slice that is not the first
  for (size_t y = 0; y < 2; ++y)
    CHECK(memcmp(out + 3 * y, in + 64 + 8 * (1 + y) + 2, 3) == 0);
  OK(b->release(device, QN_MEMORY_ARRAY, &array));
  b->stream_destroy(&stream);
  b->close(&device);
}

static void test_fills(void) {
  enum { SIZE = 2048 };
  static unsigned char to[SIZE];
  static unsigned char expected[SIZE];
  static const size_t shapes[][3] = {{10, 1, 1}, {5, 4, 1}, {5, 3, 3}};
  const uint32_t value = 0x11223344;
  void *device = open_device(0);
  void *stream = NULL;
  OK(b->stream_create(device, false, false, 0, &stream));
  for (uint32_t size = 1; size <= 4; size *= 2)
    for (size_t i = 0; i < 3; ++i) {
      const size_t *s = shapes[i];
      memset(to, 0xee, SIZE);
      memset(expected, 0xee, SIZE);
      for (size_t z = 0; z < s[2]; ++z)
        for (size_t y = 0; y < s[1]; ++y)
          for (size_t x = 0; x < s[0]; ++x)
            memcpy(expected + z * 200 + y * 48 + x * size, &value, size);
      OK(b->submit(stream, &(qn_op){.kind = QN_OP_FILL,
                                    .fill = {.address = to,
                                             .value = value,
                                             .value_size = size,
                                             .width = s[0],
                                             .height = s[1],
                                             .depth = s[2],
                                             .pitch = 48,
                                             .slice = 200}}));
      CHECK(memcmp(to, expected, SIZE) == 0);
    }
  b->stream_destroy(&stream);
  b->close(&device);
}

static void test_values(void) {
  void *device = open_device(0);
  void *stream = NULL;
  uint64_t word = 0;
  OK(b->stream_create(device, false, false, 0, &stream));
  qn_op op = {.kind = QN_OP_WRITE,
              .value = {.address = &word,
                        .value = 0x1122334455667788,
                        .mask = UINT64_MAX,
                        .size = 8}};
  OK(b->submit(stream, &op));
  CHECK(word == 0x1122334455667788);
  op.value.size = 4;
  op.value.value = 5;
  OK(b->submit(stream, &op));
  CHECK(word == 0x1122334400000005);
  op.kind = QN_OP_POLL;
  op.value.how = 1;
  fake_clear();
  OK(b->submit(stream, &op));
  CHECK(logged("cuStreamWaitValue32\n  value 5 how 1\n"));
  op.value.mask = 4;
  CHECK_RESULT(b->submit(stream, &op), QN_R_NOT_SUPPORTED);
  CHECK(strstr(qn_reason(), "must be all ones, not 0x4"));
  op.value.how = 2;
  OK(b->submit(stream, &op));
  CHECK(logged("cuStreamWaitValue32\n  value 4 how 2\n"));
  op.value.size = 8;
  OK(b->submit(stream, &op));
  CHECK(logged("cuStreamWaitValue64\n  value 4 how 2\n"));
  fake_clear();
  OK(b->submit(stream,
               &(qn_op){.kind = QN_OP_PREFETCH, .prefetch = {&word, 8, true}}));
  OK(b->submit(
      stream, &(qn_op){.kind = QN_OP_PREFETCH, .prefetch = {&word, 8, false}}));
  CHECK(logged("  size 8 device -1\n") && logged("  size 8 device 0\n"));
  b->stream_destroy(&stream);
  b->close(&device);
}

// ---- Graphs

static void test_batch(void) {
  void *device = open_device(0);
  void *code = load(device, "axpy");
  void *stream = NULL;
  void *event = NULL;
  void *function;
  qn_function_info info;
  int first = 9;
  int calls = 0;
  qn_argument argument = {.size = sizeof(first)};
  qn_kernel described = kernel;
  described.arguments = &argument;
  described.argument_count = 1;
  char from[64] = "what a graph copies";
  char to[64] = "";
  uint32_t cells[8] = {0};
  uint32_t word = 0;
  OK(b->function(code, &kernel, &function, &info));
  OK(b->stream_create(device, false, false, 0, &stream));
  OK(b->event_create(device, true, false, &event));
  qn_op inner_ops[] = {{.kind = QN_OP_HOST, .host = {count_call, &calls}}};
  const uint32_t *inner_after[] = {NULL};
  const uint32_t inner_counts[] = {0};
  qn_batch inner = {.ops = inner_ops,
                    .count = 1,
                    .after = inner_after,
                    .after_count = inner_counts};
  qn_op ops[] = {
      {.kind = QN_OP_COPY,
       .copy = {.to = {.address = to, .device = true},
                .from = {.address = from},
                .width = 64,
                .height = 1,
                .depth = 1}},
      {.kind = QN_OP_FILL,
       .fill = {cells, 7, 4, .width = 1, .height = 2, .depth = 2, .pitch = 8,
                .slice = 16}},
      {.kind = QN_OP_KERNEL,
       .kernel = {.function = function,
                  .grid = {1, 1, 1},
                  .block = {32, 1, 1},
                  .kernel = &described,
                  .packed = &first,
                  .packed_size = sizeof(first),
                  .cooperative = true}},
      {.kind = QN_OP_HOST, .host = {count_call, &calls}},
      {.kind = QN_OP_RECORD, .event = {event}},
      {.kind = QN_OP_WAIT, .event = {event}},
      {.kind = QN_OP_PREFETCH, .prefetch = {cells, 4, false}},
      {.kind = QN_OP_WRITE, .value = {.address = &word, .value = 3, .size = 4}},
      {.kind = QN_OP_BATCH, .batch = &inner},
  };
  static const uint32_t both[] = {0, 1};
  static const uint32_t two[] = {2};
  const uint32_t *after[] = {NULL, NULL, both, two, two, two, two, two, two};
  const uint32_t counts[] = {0, 0, 2, 1, 1, 1, 1, 1, 1};
  qn_batch batch = {
      .ops = ops, .count = 9, .after = after, .after_count = counts};
  const int before = fake_live();
  fake_clear();
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}));
  CHECK(batch.prepared && batch.drop);
  CHECK_TEXT(to, from);
  CHECK(cells[0] == 7 && cells[1] == 0 && cells[2] == 7 && cells[4] == 7 &&
        cells[6] == 7);
  CHECK_INT(calls, 2);
  CHECK_INT(word, 3);
  // The two slices of the fill are nodes 1 and 2; the kernel waits for the
  // copy and for the last of them.
  CHECK(logged("cuGraphAddKernelNode\n  node 3 after 0 2\n"));
  CHECK(logged("cuGraphAddMemsetNode\n  node 1 after\n"));
  CHECK(logged("cuGraphAddMemsetNode\n  node 2 after 1\n"));
  CHECK(logged("cuGraphAddHostNode\n  node 4 after 3\n"));
  CHECK(logged("cuGraphAddEmptyNode\n  node 7 after 3\n"));
  CHECK(logged("first 9\n") && logged("  runs axpy together\n"));
  fake_clear();
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}));
  CHECK_TEXT(fake_log(),
             "cuGraphLaunch\n  runs axpy together\ncuEventRecord\n");
  CHECK_INT(calls, 4);
  fake_clear();
  batch.drop(batch.prepared);
  CHECK_TEXT(fake_log(), "cuEventSynchronize\ncuEventDestroy\n"
                         "cuGraphExecDestroy\n");
  batch.prepared = NULL;
  CHECK_INT(fake_live(), before);

  // A failure at any node leaves nothing behind.
  static const char *const nodes[] = {"cuGraphCreate",
                                      "cuGraphAddMemcpyNode",
                                      "cuGraphAddMemsetNode",
                                      "cuGraphAddKernelNode",
                                      "cuGraphAddHostNode",
                                      "cuGraphAddEventRecordNode",
                                      "cuGraphAddEventWaitNode",
                                      "cuGraphAddEmptyNode",
                                      "cuGraphAddBatchMemOpNode",
                                      "cuGraphAddChildGraphNode",
                                      "cuGraphInstantiateWithFlags",
                                      "cuEventCreate"};
  for (size_t i = 0; i < sizeof(nodes) / sizeof(nodes[0]); ++i) {
    fake_fail(nodes[i], 2);
    CHECK_RESULT(
        b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}),
        QN_R_OUT_OF_MEMORY);
    CHECK(strstr(qn_reason(), nodes[i]));
    CHECK(!batch.prepared);
    CHECK_INT(fake_live(), before);
  }
  b->event_destroy(&event);
  b->stream_destroy(&stream);
  b->unload(device, &code);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
}

// ---- What libraries submit

typedef struct library {
  int calls;
  void *stream; // the last call's
  qn_result result;
} library;

static qn_result call_library(void *user, void *stream) {
  library *l = user;
  ++l->calls;
  l->stream = stream;
  return l->result;
}

typedef struct native_case {
  void *stream;
  library l;
  qn_op op; // l's
  qn_batch batch;
} native_case;

static qn_result submit_batch(native_case *n) {
  return b->submit(n->stream,
                   &(qn_op){.kind = QN_OP_BATCH, .batch = &n->batch});
}

// A graph has what two calls did on a stream that captured, once.
static void check_captured(native_case *n, const char *log) {
  const int before = fake_live(), calls = n->l.calls;
  fake_clear();
  OK(submit_batch(n));
  OK(submit_batch(n));
  CHECK_INT(n->l.calls, calls + 2);
  CHECK(n->l.stream && n->l.stream != ((qn_cuda_stream *)n->stream)->native);
  CHECK(logged(log));
  CHECK_INT(times("cuStreamEndCapture\n"), 2);
  n->batch.drop(n->batch.prepared);
  n->batch.prepared = NULL;
  CHECK_INT(fake_live(), before);
}

// Failures leave nothing behind, whoever fails.
static void check_failures(native_case *n, const char *const *steps) {
  const int before = fake_live();
  for (; *steps; ++steps) {
    fake_fail(*steps, 2);
    CHECK_RESULT(submit_batch(n), QN_R_OUT_OF_MEMORY);
    CHECK(strstr(qn_reason(), *steps));
    CHECK_INT(fake_live(), before);
  }
  n->l.result = QN_R_NOT_SUPPORTED;
  CHECK_RESULT(submit_batch(n), QN_R_NOT_SUPPORTED);
  CHECK_RESULT(b->submit(n->stream, &n->op), QN_R_NOT_SUPPORTED);
  CHECK(!n->batch.prepared);
  CHECK_INT(fake_live(), before);
  n->l.result = QN_R_OK;
}

static void test_native(void) {
  static const char *const straight[] = {
      "cuStreamCreateWithPriority", "cuStreamBeginCaptureToGraph",
      "cuStreamGetCaptureInfo",     "cuGraphAddEmptyNode",
      "cuStreamEndCapture",         NULL};
  static const char *const as_child[] = {
      "cuStreamCreateWithPriority", "cuStreamBeginCapture",
      "cuStreamEndCapture", "cuGraphAddChildGraphNode", NULL};
  void *device = open_device(0);
  native_case n = {.op.kind = QN_OP_NATIVE};
  n.op.native.fn = call_library;
  n.op.native.user = &n.l;
  qn_op ops[] = {n.op, n.op};
  const uint32_t *after[] = {NULL, (const uint32_t[]){0}};
  const uint32_t counts[] = {0, 1};
  n.batch =
      (qn_batch){.ops = ops, .count = 2, .after = after, .after_count = counts};
  OK(b->stream_create(device, false, false, 0, &n.stream));
  CHECK(b->has_native);
  OK(b->submit(n.stream, &n.op));
  CHECK_INT(n.l.calls, 1);
  CHECK(n.l.stream == ((qn_cuda_stream *)n.stream)->native);
  check_captured(&n, "cuStreamGetCaptureInfo\ncuGraphAddEmptyNode\n"
                     "  node 1 after 0\ncuStreamEndCapture\ncuStreamDestroy\n");
  check_failures(&n, straight);
  // Drivers before CUDA 12.3.
  const qn_cuda_api newest = qn_cuda;
  qn_cuda.cuStreamBeginCaptureToGraph = NULL;
  check_captured(&n, "cuStreamEndCapture\ncuGraphAddChildGraphNode\n");
  check_failures(&n, as_child);
  qn_cuda = newest;
  b->stream_destroy(&n.stream);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
}

// ---- The end

// The driver has shut down first, as it does when the process exits.
static void test_late_end(void) {
  void *device = open_device(0);
  void *code = load(device, "axpy");
  void *stream = NULL;
  void *event = NULL;
  uint64_t texture = 7;
  qn_memory memory;
  OK(b->stream_create(device, false, false, 0, &stream));
  OK(b->event_create(device, false, false, &event));
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 8},
                 &memory));
  fake_shut_down(true);
  CHECK_RESULT(b->stream_wait(stream, true), QN_R_DEINITIALIZED);
  OK(b->release(device, QN_MEMORY_DEVICE, &memory));
  (void)b->texture(device, NULL, &texture);
  b->event_destroy(&event);
  b->stream_destroy(&stream);
  b->unload(device, &code);
  b->close(&device);
  CHECK(!event && !stream && !code && !device);
  fake_shut_down(false);
}

static bool allocate_once(void) {
  void *device = NULL;
  const qn_result result = b->open(0, NULL, &device);
  if (result != QN_R_OK) {
    CHECK_INT(result, QN_R_OUT_OF_MEMORY);
    CHECK(!device);
    return false;
  }
  void *stream = NULL;
  void *code = NULL;
  bool done = b->stream_create(device, false, false, 0, &stream) == QN_R_OK;
  done = b->load(device, qn_str_span(QN_STR("axpy")), &code) == QN_R_OK && done;
  b->unload(device, &code);
  b->stream_destroy(&stream);
  b->close(&device);
  CHECK_INT(fake_live(), 0);
  return done;
}

// In a separate process: the library is looked up once.
static void test_no_driver(void) {
  const pid_t child = fork();
  int status = 0;
  CHECK(child >= 0);
  if (child == 0) {
    char reason[128] = "";
    (void)setenv("QUERN_LIBCUDA", "libquern-no-such.so.1", 1);
    const bool good =
        b->probe(reason, sizeof(reason)) == 0 &&
        strcmp(reason, "could not load 'libquern-no-such.so.1'") == 0;
    _exit(good ? 0 : 1);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
}

int main(void) {
  test_no_driver();
  open_fake();
  test_device();
  test_open_fails();
  test_errors();
  test_fitness();
  test_memory();
  test_tokens();
  test_textures_and_peers();
  test_code();
  test_launches();
  test_events();
  test_copies();
  test_fills();
  test_values();
  test_batch();
  test_native();
  CHECK(test_fail_allocations(allocate_once) >= 4);
  test_late_end();
  return 0;
}

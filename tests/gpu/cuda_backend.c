// SPDX-License-Identifier: Apache-2.0
// The back end 'cuda' on a real GPU: every operation, with results that are
// checked. Exits with 77 where there is no driver or GPU.
//
//   cuda_backend [--validate] [--trace FILE] IMAGE...
//                              each a cubin or PTX of kernels.ptx
//   cuda_backend --bench IMAGE launches and copies, next to the bare driver's
//   cuda_backend --import TOKEN IMAGE  as another process (called by itself)
//   cuda_backend --end HOW IMAGE  ends with work in flight (called by itself)
#include "runtime/backends/cuda/cuda.h"

#include <math.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/file.h"
#include "runtime/backends/wrap/trace.h"
#include "runtime/backends/wrap/validate.h"
#include "support/test.h"

extern const qn_backend qn_backend_cuda;
extern char **environ;
static const qn_backend *b = &qn_backend_cuda;

#define CHECK_RESULT(call, expected)                                           \
  do {                                                                         \
    const qn_result got_ = (call);                                             \
    if (got_ != (expected)) {                                                  \
      fprintf(stderr, "%s:%d: %s is %d, expected %d (%s)\n", __FILE__,         \
              __LINE__, #call, (int)got_, (int)(expected), qn_reason());       \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
#define OK(call) CHECK_RESULT(call, QN_R_OK)

static void *device;
static void *code;
static void *null; // the legacy stream
static void *stream;

// ---- Shorthands

static qn_memory allocate(qn_memory_kind kind, size_t size) {
  qn_memory memory;
  OK(b->allocate(device, &(qn_memory_request){.kind = kind, .size = size},
                 &memory));
  return memory;
}

static void release(qn_memory_kind kind, qn_memory *memory) {
  OK(b->release(device, kind, memory));
}

static void *function(const char *name) {
  const qn_str text = qn_str_from(name);
  const qn_kernel kernel = {.name = text, .symbol = text};
  qn_function_info info;
  void *found = NULL;
  OK(b->function(code, &kernel, &found, &info));
  CHECK(info.max_threads >= 32 && info.binary_version >= 70);
  return found;
}

static qn_op launch(void *kernel, uint32_t groups, uint32_t threads,
                    void *const *args) {
  return (qn_op){.kind = QN_OP_KERNEL,
                 .kernel = {.function = kernel,
                            .grid = {groups, 1, 1},
                            .block = {threads, 1, 1},
                            .args = args}};
}

static qn_op copy(void *to, bool to_device, void *from, bool from_device,
                  size_t size) {
  return (qn_op){.kind = QN_OP_COPY,
                 .copy = {.to = {.address = to, .device = to_device},
                          .from = {.address = from, .device = from_device},
                          .width = size,
                          .height = 1,
                          .depth = 1}};
}

static void submit(void *on, qn_op op) { OK(b->submit(on, &op)); }
static void finish(void *on) { OK(b->stream_wait(on, true)); }

static void upload(void *to, const void *from, size_t size) {
  submit(stream, copy(to, true, (void *)(uintptr_t)from, false, size));
  finish(stream);
}
static void download(void *to, void *from, size_t size) {
  submit(stream, copy(to, false, from, true, size));
  finish(stream);
}

static void spin(void *on, uint64_t ns) {
  void *args[] = {&ns};
  submit(on, launch(function("spin"), 1, 1, args));
}

// ---- Kernels

enum { COUNT = 1000 };

static void test_axpy(void) {
  static float x[COUNT];
  static float y[COUNT];
  struct {
    void *x, *y;
    float a;
    uint32_t n;
  } block = {.a = 2, .n = COUNT};
  qn_memory mx = allocate(QN_MEMORY_DEVICE, sizeof(x));
  qn_memory my = allocate(QN_MEMORY_DEVICE, sizeof(y));
  void *axpy = function("axpy");
  for (int i = 0; i < COUNT; ++i) {
    x[i] = (float)i;
    y[i] = 1;
  }
  upload(mx.address, x, sizeof(x));
  upload(my.address, y, sizeof(y));
  block.x = mx.address;
  block.y = my.address;
  void *args[] = {&block.x, &block.y, &block.a, &block.n};
  submit(stream, launch(axpy, 8, 128, args));
  qn_op op = launch(axpy, 8, 128, NULL);
  op.kernel.packed = &block;
  op.kernel.packed_size = sizeof(block);
  submit(stream, op);
  op.kernel.cooperative = true;
  submit(stream, op);
  download(y, my.address, sizeof(y));
  for (int i = 0; i < COUNT; ++i)
    CHECK(y[i] == 6.0f * (float)i + 1);
  release(QN_MEMORY_DEVICE, &mx);
  release(QN_MEMORY_DEVICE, &my);
}

static void test_cooperative(void) {
  qn_device_info info;
  qn_memory counter = allocate(QN_MEMORY_DEVICE, 4);
  int blocks = 0;
  void *meet = function("meet");
  b->describe(device, &info);
  OK(b->occupancy(device, meet, 1, 0, &blocks));
  CHECK(blocks > 0);
  uint32_t groups = info.multiprocessors * (uint32_t)blocks;
  const uint32_t zero = 0;
  upload(counter.address, &zero, 4);
  void *args[] = {&counter.address, &groups};
  qn_op op = launch(meet, groups, 1, args);
  op.kernel.cooperative = true;
  submit(stream, op);
  finish(stream);
  op.kernel.grid[0] = groups + 1;
  CHECK_RESULT(b->submit(stream, &op), QN_R_COOPERATIVE_TOO_LARGE);
  release(QN_MEMORY_DEVICE, &counter);
}

static void test_shared(void) {
  enum { LARGE = 200 * 1024 };
  qn_memory out = allocate(QN_MEMORY_DEVICE, 4);
  uint32_t size = LARGE;
  uint32_t value = 0;
  void *share = function("share");
  void *args[] = {&out.address, &size};
  qn_op op = launch(share, 1, 1, args);
  op.kernel.shared_size = LARGE;
  CHECK_RESULT(b->submit(stream, &op), QN_R_INVALID_VALUE);
  OK(b->configure(share, QN_FUNCTION_SHARED_MAX, LARGE));
  submit(stream, op);
  download(&value, out.address, 4);
  CHECK_INT(value, 77);
  OK(b->configure(share, QN_FUNCTION_CARVEOUT, 100));
  OK(b->configure(share, QN_FUNCTION_CACHE, 1));
  release(QN_MEMORY_DEVICE, &out);
}

static void test_variable(void) {
  qn_memory out = allocate(QN_MEMORY_DEVICE, 4);
  const uint32_t values[4] = {10, 20, 30, 40};
  uint32_t sum = 0;
  void *table = NULL;
  size_t size = 0;
  void *args[] = {&out.address};
  OK(b->variable(code, "table", &table, &size));
  CHECK_INT(size, 16);
  submit(stream, launch(function("sum_table"), 1, 1, args));
  download(&sum, out.address, 4);
  CHECK_INT(sum, 10);
  upload(table, values, sizeof(values));
  submit(stream, launch(function("sum_table"), 1, 1, args));
  download(&sum, out.address, 4);
  CHECK_INT(sum, 100);
  CHECK_RESULT(b->variable(code, "absent", &table, &size), QN_R_NOT_FOUND);
  release(QN_MEMORY_DEVICE, &out);
}

// ---- Streams

static void note_value(void *user) { *(int *)user = 5; }

static void test_order(void) {
  enum { LONG = 20000000 }; // ns
  void *other = NULL;
  void *from = NULL;
  void *to = NULL;
  double ns = 0;
  int seen = 0;
  OK(b->stream_create(device, false, true, 0, &other));
  OK(b->event_create(device, true, false, &from));
  OK(b->event_create(device, true, true, &to));
  spin(stream, 1000); // whatever is done at first use
  finish(stream);
  CHECK_RESULT(b->event_wait(from, false), QN_R_OK); // never recorded

  const uint64_t begin = qn_clock_ns();
  submit(stream, (qn_op){.kind = QN_OP_RECORD, .event = {from}});
  spin(stream, LONG);
  submit(stream, (qn_op){.kind = QN_OP_RECORD, .event = {to}});
  submit(other, (qn_op){.kind = QN_OP_WAIT, .event = {to}});
  submit(other, (qn_op){.kind = QN_OP_HOST, .host = {note_value, &seen}});
  CHECK(qn_clock_ns() - begin < LONG / 2);
  CHECK_RESULT(b->stream_wait(stream, false), QN_R_NOT_READY);
  CHECK_RESULT(b->stream_wait(other, false), QN_R_NOT_READY);
  CHECK_RESULT(b->event_wait(to, false), QN_R_NOT_READY);
  CHECK_INT(seen, 0);
  finish(other);
  CHECK_INT(seen, 5);
  OK(b->event_wait(to, true));
  OK(b->event_elapsed(from, to, &ns));
  CHECK(ns > LONG * 0.99 && ns < LONG * 1.5);

  // The legacy stream waits for the blocking one, not for the other.
  spin(stream, LONG);
  spin(null, 1000);
  CHECK_RESULT(b->stream_wait(null, false), QN_R_NOT_READY);
  finish(null);
  CHECK_RESULT(b->stream_wait(stream, false), QN_R_OK);
  spin(other, LONG);
  spin(null, 1000);
  finish(null);
  CHECK_RESULT(b->stream_wait(other, false), QN_R_NOT_READY);
  finish(other);

  // Two streams at a time.
  const uint64_t both = qn_clock_ns();
  spin(stream, LONG);
  spin(other, LONG);
  finish(stream);
  finish(other);
  CHECK(qn_clock_ns() - both < LONG * 3 / 2);
  b->event_destroy(&from);
  b->event_destroy(&to);
  b->stream_destroy(&other);
}

static void test_values(void) {
  qn_memory cell = allocate(QN_MEMORY_DEVICE, 8);
  uint64_t value = 0;
  qn_op op = {.kind = QN_OP_WRITE,
              .value = {.address = cell.address,
                        .value = 0x100000007,
                        .mask = UINT64_MAX,
                        .size = 8}};
  submit(stream, op);
  op.kind = QN_OP_POLL;
  op.value.how = 0;
  submit(stream, op);
  op.value.size = 4;
  op.value.how = 2;
  op.value.mask = 4;
  submit(stream, op);
  download(&value, cell.address, 8);
  CHECK(value == 0x100000007);
  release(QN_MEMORY_DEVICE, &cell);
}

// ---- Memory

static void test_copies(void) {
  enum { SIZE = 4096, PITCH = 80, SLICE = 500, ROWS = 5, SLICES = 4, W = 60 };
  static unsigned char in[SIZE];
  static unsigned char out[SIZE];
  qn_memory memory = allocate(QN_MEMORY_DEVICE, SIZE);
  qn_memory pinned = allocate(QN_MEMORY_HOST, SIZE);
  CHECK(pinned.host && pinned.address);
  for (int i = 0; i < SIZE; ++i)
    in[i] = (unsigned char)(i * 31 + i / 256);
  static const size_t slices[] = {PITCH * 6, SLICE};
  for (int i = 0; i < 2; ++i) {
    const size_t slice = slices[i];
    submit(stream, (qn_op){.kind = QN_OP_FILL,
                           .fill = {memory.address, 0xee, 1, .width = SIZE,
                                    .height = 1, .depth = 1}});
    submit(
        stream,
        (qn_op){.kind = QN_OP_COPY,
                .copy = {.to = {.address = memory.address,
                                .pitch = PITCH,
                                .slice = slice,
                                .device = true},
                         .from = {.address = in, .pitch = W, .slice = W * ROWS},
                         .width = W,
                         .height = ROWS,
                         .depth = SLICES}});
    memset(pinned.host, 0, SIZE);
    submit(stream, copy(pinned.host, false, memory.address, true, SIZE));
    finish(stream);
    memcpy(out, pinned.host, SIZE);
    for (size_t at = 0; at < SIZE; ++at) {
      const size_t z = at / slice;
      const size_t y = at % slice / PITCH;
      const size_t x = at % slice % PITCH;
      const bool inside = z < SLICES && y < ROWS && x < W;
      CHECK_INT(out[at], inside ? in[(z * ROWS + y) * W + x] : 0xee);
    }
  }
  release(QN_MEMORY_HOST, &pinned);
  release(QN_MEMORY_DEVICE, &memory);
}

static void test_fills(void) {
  enum { SIZE = 4096 };
  static unsigned char out[SIZE];
  static unsigned char expected[SIZE];
  qn_memory memory = allocate(QN_MEMORY_DEVICE, SIZE);
  const uint32_t value = 0x01020304;
  for (uint32_t size = 1; size <= 4; size *= 2) {
    memset(expected, 0, SIZE);
    upload(memory.address, expected, SIZE);
    for (size_t z = 0; z < 3; ++z)
      for (size_t y = 0; y < 4; ++y)
        for (size_t x = 0; x < 10; ++x)
          memcpy(expected + z * 1000 + y * 64 + x * size, &value, size);
    submit(stream, (qn_op){.kind = QN_OP_FILL,
                           .fill = {memory.address, value, size, .width = 10,
                                    .height = 4, .depth = 3, .pitch = 64,
                                    .slice = 1000}});
    download(out, memory.address, SIZE);
    CHECK(memcmp(out, expected, SIZE) == 0);
  }
  release(QN_MEMORY_DEVICE, &memory);
}

static void test_kinds(void) {
  static float own[4096];
  qn_device_info info;
  float a = 1;
  uint32_t n = 1024;
  b->describe(device, &info);
  qn_memory managed = allocate(QN_MEMORY_MANAGED, 4096);
  qn_memory registered;
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_REGISTERED,
                                      .size = sizeof(own),
                                      .host = own},
                 &registered));
  float *m = managed.host;
  for (uint32_t i = 0; i < n; ++i) {
    m[i] = 1;
    own[i] = (float)i;
  }
  OK(b->advise(device, managed.address, 4096, QN_ADVISE_PREFERRED));
  submit(stream, (qn_op){.kind = QN_OP_PREFETCH,
                         .prefetch = {managed.address, 4096, false}});
  void *args[] = {&registered.address, &managed.address, &a, &n};
  submit(stream, launch(function("axpy"), 8, 128, args));
  submit(stream, (qn_op){.kind = QN_OP_PREFETCH,
                         .prefetch = {managed.address, 4096, true}});
  finish(stream);
  for (uint32_t i = 0; i < n; ++i)
    CHECK(m[i] == (float)i + 1);
  release(QN_MEMORY_REGISTERED, &registered);
  release(QN_MEMORY_MANAGED, &managed);
}

static void test_ranges(void) {
  qn_device_info info;
  uint32_t word = 1234;
  b->describe(device, &info);
  CHECK(info.granularity);
  const size_t size = info.granularity;
  qn_memory range = allocate(QN_MEMORY_RESERVED, 2 * size);
  qn_memory physical = allocate(QN_MEMORY_PHYSICAL, size);
  qn_map_request map = {.address = (char *)range.address + size,
                        .size = size,
                        .physical = physical.native};
  OK(b->map(device, &map));
  map.read = map.write = true;
  OK(b->map(device, &map));
  upload(map.address, &word, 4);
  word = 0;
  download(&word, map.address, 4);
  CHECK_INT(word, 1234);
  map.write = false;
  if (b->map(device, &map) != QN_R_OK) // read-only is not for every driver
    printf("read-only mapping: %s\n", qn_reason());
  map.physical = NULL;
  OK(b->map(device, &map));
  release(QN_MEMORY_PHYSICAL, &physical);
  release(QN_MEMORY_RESERVED, &range);
}

// ---- Textures

static void test_textures(void) {
  enum { W = 4, H = 3 };
  const qn_array_shape shape = {.width = W,
                                .height = H,
                                .channels = 1,
                                .channel_bits = 32,
                                .kind = QN_TEXEL_FLOAT,
                                .surface = true};
  float out[16];
  uint64_t texture = 0;
  uint64_t surface = 0;
  qn_memory array;
  qn_memory result = allocate(QN_MEMORY_DEVICE, sizeof(out));
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_ARRAY, .shape = &shape},
                 &array));
  OK(b->texture(
      device,
      &(qn_texture_request){.array = &array, .shape = shape, .surface = true},
      &surface));
  void *paint[] = {&surface};
  qn_op op = launch(function("paint"), 1, W, paint);
  op.kernel.block[1] = H;
  submit(stream, op);
  float back[W * H];
  submit(stream, (qn_op){.kind = QN_OP_COPY,
                         .copy = {.to = {.address = back, .pitch = W * 4},
                                  .from = {.array = &array},
                                  .width = W * 4,
                                  .height = H,
                                  .depth = 1}});
  finish(stream);
  for (int i = 0; i < W * H; ++i)
    CHECK(back[i] == (float)(100 * (i / W) + i % W));

  OK(b->texture(device,
                &(qn_texture_request){.array = &array,
                                      .shape = shape,
                                      .address_mode = {3, 3, 3},
                                      .linear = true,
                                      .border = {0}},
                &texture));
  printf("texture object %llu, surface object %llu\n",
         (unsigned long long)texture, (unsigned long long)surface);
  float u = 0.5f;
  float v = 1.5f;
  void *args[] = {&texture, &result.address, &u, &v};
  submit(stream, launch(function("sample"), 1, 16, args));
  download(out, result.address, sizeof(out));
  for (int i = 0; i < 16; ++i) {
    // Linear between texels of row 1, whose centres are at 0.5, 1.5, ...;
    // zero beyond the border.
    const float at = 0.5f * (float)i - 0.5f;
    const float low = floorf(at);
    const float first = low >= 0 && low < W ? 100 + low : 0;
    const float second = low + 1 < W ? 101 + low : 0;
    CHECK(fabsf(out[i] - (first + (at - low) * (second - first))) < 0.5f);
  }
  OK(b->texture(device, NULL, &texture));
  OK(b->texture(device, NULL, &surface));
  OK(b->release(device, QN_MEMORY_ARRAY, &array));
  release(QN_MEMORY_DEVICE, &result);
}

// ---- Graphs

static void add_one(void *user) { ++*(int *)user; }

static void test_batch(void) {
  static float x[COUNT];
  static float y[COUNT];
  static float out[COUNT];
  float a = 3;
  uint32_t n = COUNT;
  int calls = 0;
  qn_memory mx = allocate(QN_MEMORY_DEVICE, sizeof(x));
  qn_memory my = allocate(QN_MEMORY_DEVICE, sizeof(y));
  qn_memory cell = allocate(QN_MEMORY_DEVICE, 4);
  void *event = NULL;
  OK(b->event_create(device, true, false, &event));
  for (int i = 0; i < COUNT; ++i)
    x[i] = (float)i;
  void *args[] = {&mx.address, &my.address, &a, &n};
  qn_op inner_ops[] = {{.kind = QN_OP_HOST, .host = {add_one, &calls}}};
  const uint32_t *inner_after[] = {NULL};
  const uint32_t inner_counts[] = {0};
  qn_batch inner = {.ops = inner_ops,
                    .count = 1,
                    .after = inner_after,
                    .after_count = inner_counts};
  qn_op ops[] = {
      copy(mx.address, true, x, false, sizeof(x)),
      {.kind = QN_OP_FILL,
       .fill = {my.address, 0, 4, .width = COUNT / 2, .height = 2, .depth = 1,
                .pitch = COUNT / 2 * 4}},
      launch(function("axpy"), 8, 128, args),
      copy(out, false, my.address, true, sizeof(out)),
      {.kind = QN_OP_RECORD, .event = {event}},
      {.kind = QN_OP_WRITE,
       .value = {.address = cell.address, .value = 6, .size = 4}},
      {.kind = QN_OP_BATCH, .batch = &inner},
      {.kind = QN_OP_PREFETCH, .prefetch = {my.address, 4, false}},
  };
  ops[2].kernel.cooperative = true;
  static const uint32_t both[] = {0, 1};
  static const uint32_t two[] = {2};
  static const uint32_t three[] = {3};
  const uint32_t *after[] = {NULL, NULL, both, two, three, three, three, three};
  const uint32_t counts[] = {0, 0, 2, 1, 1, 1, 1, 1};
  qn_batch batch = {
      .ops = ops, .count = 8, .after = after, .after_count = counts};
  for (int round = 1; round <= 3; ++round) {
    memset(out, 0, sizeof(out));
    submit(stream, (qn_op){.kind = QN_OP_BATCH, .batch = &batch});
    finish(stream);
    for (int i = 0; i < COUNT; ++i)
      CHECK(out[i] == 3 * (float)i);
    CHECK_INT(calls, round);
  }
  OK(b->event_wait(event, false));
  uint32_t value = 0;
  download(&value, cell.address, 4);
  CHECK_INT(value, 6);
  batch.drop(batch.prepared);
  b->event_destroy(&event);
  release(QN_MEMORY_DEVICE, &cell);
  release(QN_MEMORY_DEVICE, &mx);
  release(QN_MEMORY_DEVICE, &my);
}

// A batch may go while its last launch runs.
static void test_batch_drop(void) {
  uint64_t ns = 50000000;
  int calls = 0;
  void *args[] = {&ns};
  qn_op ops[] = {launch(function("spin"), 1, 1, args),
                 {.kind = QN_OP_HOST, .host = {add_one, &calls}}};
  static const uint32_t zero[] = {0};
  const uint32_t *after[] = {NULL, zero};
  const uint32_t counts[] = {0, 1};
  for (size_t count = 1; count <= 2; ++count) {
    qn_batch batch = {
        .ops = ops, .count = count, .after = after, .after_count = counts};
    const uint64_t begin = qn_clock_ns();
    submit(stream, (qn_op){.kind = QN_OP_BATCH, .batch = &batch});
    batch.drop(batch.prepared);
    CHECK_INT(calls, count == 2);
    finish(stream);
    CHECK(qn_clock_ns() - begin >= ns);
  }
}

// ---- Two devices

// From device 0 to device 1, in rows, by a stream of device 0.
static void check_peer_copies(const qn_memory *here, const qn_memory *there,
                              void *far_stream) {
  enum { SIZE = 4096, PITCH = 128 };
  static unsigned char in[SIZE];
  static unsigned char out[SIZE];
  for (int i = 0; i < SIZE; ++i)
    in[i] = (unsigned char)(i * 13);
  upload(here->address, in, SIZE);
  submit(stream, copy(there->address, true, here->address, true, SIZE));
  finish(stream);
  submit(far_stream, copy(out, false, there->address, true, SIZE));
  finish(far_stream);
  CHECK(memcmp(in, out, SIZE) == 0);
  submit(stream, (qn_op){.kind = QN_OP_COPY,
                         .copy = {.to = {.address = there->address,
                                         .pitch = PITCH,
                                         .device = true},
                                  .from = {.address = (char *)here->address + 8,
                                           .pitch = PITCH,
                                           .device = true},
                                  .width = 100,
                                  .height = 3,
                                  .depth = 1}});
  finish(stream);
  submit(far_stream, copy(out, false, there->address, true, SIZE));
  finish(far_stream);
  for (size_t y = 0; y < 3; ++y) {
    CHECK(memcmp(out + y * PITCH, in + y * PITCH + 8, 100) == 0);
    CHECK(memcmp(out + y * PITCH + 100, in + y * PITCH + 100, 28) == 0);
  }
}

static void test_peers(void) {
  enum { LONG = 20000000, N = 1024 };
  static float ones[N];
  static float out[N];
  char reason[8];
  void *far = NULL;
  void *far_null = NULL;
  void *far_stream = NULL;
  void *event = NULL;
  float a = 2;
  uint32_t n = N;
  if (b->probe(reason, sizeof(reason)) < 2) {
    printf("one device: no peers\n");
    return;
  }
  OK(b->open(1, &(qn_backend_options){0}, &far));
  OK(b->stream_create(far, true, false, 0, &far_null));
  OK(b->stream_create(far, false, false, 0, &far_stream));
  OK(b->event_create(device, false, false, &event));
  qn_memory here = allocate(QN_MEMORY_DEVICE, 4 * N);
  qn_memory there;
  OK(b->allocate(far,
                 &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 4 * N},
                 &there));
  check_peer_copies(&here, &there, far_stream);

  // Default streams of two devices have nothing to do with each other.
  spin(null, LONG);
  submit(far_null, copy(out, false, there.address, true, 4 * N));
  finish(far_null);
  CHECK_RESULT(b->stream_wait(null, false), QN_R_NOT_READY);
  finish(null);

  // A stream waits for an event of the other device.
  spin(stream, LONG);
  submit(stream, (qn_op){.kind = QN_OP_RECORD, .event = {event}});
  submit(far_stream, (qn_op){.kind = QN_OP_WAIT, .event = {event}});
  CHECK_RESULT(b->stream_wait(far_stream, false), QN_R_NOT_READY);
  finish(far_stream);
  OK(b->stream_wait(stream, false));

  const qn_result enabled = b->peer(device, far, true);
  if (enabled == QN_R_OK) {
    CHECK_RESULT(b->peer(device, far, true), QN_R_PEER_ENABLED);
    for (int i = 0; i < N; ++i)
      ones[i] = 1;
    submit(far_stream, copy(there.address, true, ones, false, 4 * N));
    finish(far_stream);
    submit(stream, (qn_op){.kind = QN_OP_FILL,
                           .fill = {here.address, 0, 4, .width = N, .height = 1,
                                    .depth = 1}});
    void *args[] = {&there.address, &here.address, &a, &n};
    submit(stream, launch(function("axpy"), 8, 128, args));
    download(out, here.address, 4 * N);
    for (int i = 0; i < N; ++i)
      CHECK(out[i] == 2);
    OK(b->peer(device, far, false));
    CHECK_RESULT(b->peer(device, far, false), QN_R_PEER_NOT_ENABLED);
  }
  printf("peers: %s\n", enabled == QN_R_OK ? "reached" : qn_reason());
  OK(b->release(far, QN_MEMORY_DEVICE, &there));
  release(QN_MEMORY_DEVICE, &here);
  b->event_destroy(&event);
  b->stream_destroy(&far_stream);
  b->stream_destroy(&far_null);
  b->close(&far);
}

static void test_refusals(void) {
  void *none = NULL;
  qn_memory memory;
  const qn_span broken =
      qn_str_span(QN_STR(".version 7.0\n.target sm_70\nthis is no PTX"));
  CHECK_RESULT(b->load(device, broken, &none), QN_R_INVALID_KERNEL_FILE);
  CHECK(strstr(qn_reason(), "line 3"));
  printf("%s\n", qn_reason());
  const qn_span newer = qn_str_span(
      QN_STR(".version 7.8\n.target sm_120\n.visible .entry k() {ret;}"));
  CHECK(b->load(device, newer, &none) != QN_R_OK && !none);
  printf("%s\n", qn_reason());
  CHECK_RESULT(b->allocate(device,
                           &(qn_memory_request){.kind = QN_MEMORY_DEVICE,
                                                .size = (size_t)1 << 50},
                           &memory),
               QN_R_OUT_OF_MEMORY);
  qn_op op = launch(function("empty"), 1, 2048, NULL);
  CHECK_RESULT(b->submit(stream, &op), QN_R_INVALID_VALUE);
}

// ---- The end of a process

static qn_file image_file;

static void open_all(const char *path) {
  qn_diag diag = {0};
  char reason[256] = "";
  if (!b->probe(reason, sizeof(reason)))
    SKIP(reason);
  OK(b->open(0, &(qn_backend_options){0}, &device));
  CHECK_OK(qn_file_open(path, 0, &image_file, &diag), &diag);
  OK(b->load(device, image_file.bytes, &code));
  OK(b->stream_create(device, true, false, 0, &null));
  OK(b->stream_create(device, false, false, 0, &stream));
}

static void close_all(void) {
  b->stream_destroy(&stream);
  b->stream_destroy(&null);
  b->unload(device, &code);
  b->close(&device);
  qn_file_close(&image_file);
}

static void *end_thread(void *user) {
  (void)user;
  exit(0);
}

static void end_callback(void *user) {
  (void)user;
  exit(0);
}

static void end(const char *how) {
  enum { LONG = 200000000 };
  const bool fault = strcmp(how, "fault") == 0;
  (void)alarm(30); // a hang is a failure
  pthread_t thread;
  if (fault)
    submit(stream, launch(function("fault"), 1, 1, NULL));
  else
    spin(stream, LONG);
  if (fault) {
    CHECK_RESULT(b->stream_wait(stream, true), QN_R_ILLEGAL_ADDRESS);
    CHECK_RESULT(b->stream_wait(stream, true), QN_R_ILLEGAL_ADDRESS);
  }
  if (strcmp(how, "close") == 0 || fault) {
    close_all();
  } else if (strcmp(how, "atexit") == 0) {
    CHECK(atexit(close_all) == 0);
  } else if (strcmp(how, "thread") == 0) {
    CHECK(pthread_create(&thread, NULL, end_thread, NULL) == 0);
    pthread_join(thread, NULL);
  } else if (strcmp(how, "callback") == 0) {
    submit(stream, (qn_op){.kind = QN_OP_HOST, .host = {end_callback, NULL}});
    pause();
  }
  exit(0);
}

static void test_ends(const char *self, const char *path) {
  static const char *const ways[] = {"main",   "close",    "atexit",
                                     "thread", "callback", "fault"};
  for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); ++i) {
    pid_t child = 0;
    int status = 0;
    char *const args[] = {(char *)(uintptr_t)self, "--end",
                          (char *)(uintptr_t)ways[i], (char *)(uintptr_t)path,
                          NULL};
    const uint64_t begin = qn_clock_ns();
    CHECK(posix_spawn(&child, self, NULL, NULL, args, environ) == 0);
    CHECK(waitpid(child, &status, 0) == child);
    if (status)
      fprintf(stderr, "the end by '%s'\n", ways[i]);
    CHECK_INT(status, 0);
    printf("ended by '%s' after %.2f s\n", ways[i],
           (double)(qn_clock_ns() - begin) / 1e9);
  }
}

// ---- Memory of two processes

enum { SHARED_SIZE = 4096 };

static void import_token(const char *text) {
  uint8_t token[QN_TOKEN_SIZE];
  uint32_t words[SHARED_SIZE / 4];
  qn_memory memory;
  for (size_t i = 0; i < sizeof(token); ++i) {
    unsigned byte;
    CHECK(sscanf(text + 2 * i, "%2x", &byte) == 1);
    token[i] = (uint8_t)byte;
  }
  OK(b->allocate(
      device, &(qn_memory_request){.kind = QN_MEMORY_IMPORTED, .token = token},
      &memory));
  CHECK(memory.pitch >= SHARED_SIZE);
  download(words, memory.address, sizeof(words));
  for (uint32_t i = 0; i < SHARED_SIZE / 4; ++i)
    CHECK_INT(words[i], i);
  submit(stream, (qn_op){.kind = QN_OP_FILL,
                         .fill = {memory.address, 77, 4, .width = 3,
                                  .height = 1, .depth = 1}});
  finish(stream);
  release(QN_MEMORY_IMPORTED, &memory);
}

static void test_import(const char *self, const char *path) {
  uint8_t token[QN_TOKEN_SIZE];
  char text[2 * QN_TOKEN_SIZE + 1];
  uint32_t words[SHARED_SIZE / 4];
  pid_t child = 0;
  int status = 0;
  open_all(path);
  qn_memory memory = allocate(QN_MEMORY_DEVICE, SHARED_SIZE);
  qn_memory none;
  for (uint32_t i = 0; i < SHARED_SIZE / 4; ++i)
    words[i] = i;
  upload(memory.address, words, sizeof(words));
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_EXPORTED,
                                      .size = SHARED_SIZE,
                                      .host = memory.address,
                                      .token = token},
                 &none));
  for (size_t i = 0; i < sizeof(token); ++i)
    snprintf(text + 2 * i, 3, "%02x", token[i]);
  char *const args[] = {(char *)(uintptr_t)self, "--import", text,
                        (char *)(uintptr_t)path, NULL};
  CHECK(posix_spawn(&child, self, NULL, NULL, args, environ) == 0);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK_INT(status, 0);
  download(words, memory.address, sizeof(words));
  CHECK(words[0] == 77 && words[2] == 77 && words[3] == 3);
  release(QN_MEMORY_DEVICE, &memory);
  close_all();
  printf("another process had the memory\n");
}

// ---- Figures

static int by_value(const void *x, const void *y) {
  const double a = *(const double *)x;
  const double c = *(const double *)y;
  return (a > c) - (a < c);
}

static double median(double *values, int count) {
  qsort(values, (size_t)count, sizeof(*values), by_value);
  return values[count / 2];
}

static void bench_launch(void) {
  enum { ROUNDS = 41, LAUNCHES = 2000 };
  double bare[ROUNDS];
  double ours[ROUNDS];
  uint64_t ns = 0;
  void *args[] = {&ns};
  void *kernel = function("spin");
  cu_stream *native = *(cu_stream **)stream;
  const qn_op op = launch(kernel, 1, 1, args);
  for (int round = 0; round < ROUNDS; ++round) {
    uint64_t begin = qn_clock_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      (void)qn_cuda.cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, native, args,
                                   NULL);
    bare[round] = (double)(qn_clock_ns() - begin) / LAUNCHES;
    finish(stream);
    begin = qn_clock_ns();
    for (int i = 0; i < LAUNCHES; ++i)
      (void)b->submit(stream, &op);
    ours[round] = (double)(qn_clock_ns() - begin) / LAUNCHES;
    finish(stream);
  }
  const double x = median(bare, ROUNDS);
  const double y = median(ours, ROUNDS);
  printf("launch: bare %.1f ns, ours %.1f ns (%+.2f %%); least %.1f, %.1f\n", x,
         y, (y / x - 1) * 100, bare[0], ours[0]);
}

static void bench_copy(bool down, size_t size) {
  enum { ROUNDS = 15 };
  double bare[ROUNDS];
  double ours[ROUNDS];
  qn_memory memory = allocate(QN_MEMORY_DEVICE, size);
  qn_memory pinned = allocate(QN_MEMORY_HOST, size);
  void *to = down ? pinned.address : memory.address;
  void *from = down ? memory.address : pinned.address;
  cu_stream *native = *(cu_stream **)stream;
  memset(pinned.host, 1, size);
  for (int round = 0; round < ROUNDS; ++round) {
    uint64_t begin = qn_clock_ns();
    (void)qn_cuda.cuMemcpyAsync(qn_cuda_address(to), qn_cuda_address(from),
                                size, native);
    finish(stream);
    bare[round] = (double)(qn_clock_ns() - begin);
    begin = qn_clock_ns();
    submit(stream, copy(to, !down, from, down, size));
    finish(stream);
    ours[round] = (double)(qn_clock_ns() - begin);
  }
  const double x = median(bare, ROUNDS);
  const double y = median(ours, ROUNDS);
  printf("copy %s %zu bytes: bare %.0f ns, ours %.0f ns (%+.2f %%), %.1f "
         "GB/s\n",
         down ? "down" : "up", size, x, y, (y / x - 1) * 100, (double)size / y);
  release(QN_MEMORY_HOST, &pinned);
  release(QN_MEMORY_DEVICE, &memory);
}

static void bench_graph(void) {
  enum { KERNELS = 100, ROUNDS = 41 };
  double single[ROUNDS];
  double whole[ROUNDS];
  static qn_op ops[KERNELS];
  static uint32_t before[KERNELS];
  static const uint32_t *after[KERNELS];
  static uint32_t counts[KERNELS];
  uint64_t ns = 0;
  void *args[] = {&ns};
  for (uint32_t i = 0; i < KERNELS; ++i) {
    ops[i] = launch(function("spin"), 1, 1, args);
    before[i] = i - 1;
    after[i] = &before[i];
    counts[i] = i ? 1 : 0;
  }
  qn_batch batch = {
      .ops = ops, .count = KERNELS, .after = after, .after_count = counts};
  for (int round = 0; round < ROUNDS; ++round) {
    uint64_t begin = qn_clock_ns();
    for (int i = 0; i < KERNELS; ++i)
      submit(stream, ops[i]);
    finish(stream);
    single[round] = (double)(qn_clock_ns() - begin);
    begin = qn_clock_ns();
    submit(stream, (qn_op){.kind = QN_OP_BATCH, .batch = &batch});
    finish(stream);
    whole[round] = (double)(qn_clock_ns() - begin);
  }
  printf("%d kernels: one by one %.1f us, as a graph %.1f us\n", KERNELS,
         median(single, ROUNDS) / 1e3, median(whole, ROUNDS) / 1e3);
  batch.drop(batch.prepared);
}

static void bench(const char *path) {
  open_all(path);
  bench_launch();
  for (size_t size = 4096; size <= (size_t)256 << 20; size <<= 8) {
    bench_copy(false, size);
    bench_copy(true, size);
  }
  bench_graph();
  close_all();
}

static void show_device(void) {
  qn_device_info info;
  b->describe(device, &info);
  printf("%s %s: %u multiprocessors, %.1f of %.1f GiB free, shared %u (%u), "
         "priorities %d to %d\n",
         info.name, info.target, info.multiprocessors,
         (double)info.memory_free / 1073741824.0,
         (double)info.memory_size / 1073741824.0, info.shared_size,
         info.shared_size_optin, info.priority_least, info.priority_greatest);
  CHECK(info.memory_free && info.memory_free <= info.memory_size);
  CHECK(info.wave_size == 32 && info.max_threads == 1024);
}

int main(int argc, char **argv) {
  if (argc >= 4 && strcmp(argv[1], "--end") == 0) {
    open_all(argv[3]);
    end(argv[2]);
  }
  if (argc >= 4 && strcmp(argv[1], "--import") == 0) {
    open_all(argv[3]);
    import_token(argv[2]);
    close_all();
    return 0;
  }
  if (argc >= 3 && strcmp(argv[1], "--bench") == 0) {
    bench(argv[2]);
    return 0;
  }
  bool plain = true;
  while (argc > 1 && argv[1][0] == '-') {
    plain = false;
    if (strcmp(argv[1], "--validate") == 0)
      b = qn_backend_validate(b, NULL);
    else if (argc > 2 && strcmp(argv[1], "--trace") == 0)
      b = qn_backend_trace(b, argv[2]);
    const int used = strcmp(argv[1], "--trace") == 0 ? 2 : 1;
    argv[used] = argv[0];
    argv += used;
    argc -= used;
    CHECK(b);
  }
  if (argc < 2)
    return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  static void (*const tests[])(void) = {
      show_device,     test_axpy,     test_cooperative, test_shared,
      test_order,      test_values,   test_copies,      test_fills,
      test_kinds,      test_ranges,   test_textures,    test_batch,
      test_batch_drop, test_variable, test_peers,       test_refusals};
  for (int i = 1; i < argc; ++i) {
    open_all(argv[i]);
    for (size_t k = 0; k < sizeof(tests) / sizeof(tests[0]); ++k)
      tests[k]();
    close_all();
    printf("%s: passed\n", argv[i]);
  }
  if (plain) {
    test_import(argv[0], argv[1]);
    test_ends(argv[0], argv[1]);
  }
  qn_validate_counts counts;
  qn_validate_counts_read(&counts);
  CHECK(!counts.errors && !counts.leaks);
  return 0;
}

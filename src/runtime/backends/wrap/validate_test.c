// SPDX-License-Identifier: Apache-2.0
// The checks around the device 'null': kernels are functions in this file.
#include "runtime/backends/wrap/validate.h"

#include <pthread.h>

#include "runtime/backends/null/null.h"
#include "support/test.h"

enum { LINES = 64 };
static char lines[LINES][512];
static size_t line_count;

static void on_report(void *user, qn_severity severity, const char *line) {
  static const char marks[] = {'n', 'w', 'e'};
  (void)user;
  CHECK(line_count < LINES);
  snprintf(lines[line_count++], sizeof(lines[0]), "%c: %s", marks[severity],
           line);
}

// Checks that the report since the last call, without its addresses, is
// `expected`; NULL: none.
static void check_reports(int line, const char *expected) {
  char plain[512] = "";
  size_t size = 0;
  if (line_count > 1 || (line_count == 1) != (expected != NULL)) {
    fprintf(stderr, "line %d: reported %zu lines\n", line, line_count);
    for (size_t i = 0; i < line_count; ++i)
      fprintf(stderr, "  %s\n", lines[i]);
    exit(1);
  }
  line_count = 0;
  if (!expected)
    return;
  for (const char *c = lines[0]; *c; ++c) {
    plain[size++] = *c;
    if (c[0] == '0' && c[1] == 'x')
      for (++c, plain[size++] = 'x'; strchr("0123456789abcdef", c[1]) && c[1];)
        ++c;
  }
  plain[size] = '\0';
  if (strcmp(plain, expected) != 0)
    fprintf(stderr, "line %d: reported\n  %s\nexpected\n  %s\n", line, plain,
            expected);
  CHECK(strcmp(plain, expected) == 0);
}
#define REPORTED(expected) check_reports(__LINE__, expected)

#define OK(call) CHECK_INT(call, QN_R_OK)

static const qn_backend *b;
static void *device;
static void *stream;
static void *code;
static void *function;

// ---- A kernel: k(char *out, size_t offset, int value), writes one byte

static qn_argument arguments[] = {
    {.index = 0,
     .kind = QN_ARGUMENT_POINTER,
     .name = {"out", 3},
     .type = {"char *", 6},
     .offset = 0,
     .size = 8},
    {.index = 1, .kind = QN_ARGUMENT_VALUE, .offset = 8, .size = 8},
    {.index = 2, .kind = QN_ARGUMENT_VALUE, .offset = 16, .size = 4},
};
static const qn_kernel kernel = {
    .name = {"_Z1kPcmi", 8},
    .demangled = {"k(char*, unsigned long, int)", 28},
    .arguments_known = true,
    .arguments = arguments,
    .argument_count = 3};

typedef struct values {
  char *out;
  int64_t offset;
  int value;
} values;

static void on_kernel(void *user, const qn_op_kernel *op) {
  values v;
  (void)user;
  if (op->args) {
    memcpy(&v.out, op->args[0], 8);
    memcpy(&v.offset, op->args[1], 8);
    memcpy(&v.value, op->args[2], 4);
  } else {
    memcpy(&v, op->packed, sizeof(v));
  }
  if (v.out && v.value)
    v.out[v.offset] = (char)v.value;
}

static qn_result launch(char *out, int64_t offset, int value) {
  void *const args[] = {&out, &offset, &value};
  return b->submit(stream, &(qn_op){.kind = QN_OP_KERNEL,
                                    .kernel = {.function = function,
                                               .kernel = &kernel,
                                               .grid = {1, 1, 1},
                                               .block = {1, 1, 1},
                                               .args = args}});
}

static qn_memory allocate(qn_memory_kind kind, size_t size) {
  qn_memory memory;
  OK(b->allocate(device, &(qn_memory_request){.kind = kind, .size = size},
                 &memory));
  return memory;
}

static qn_result copy(void *to, const void *from, size_t size, bool up) {
  return b->submit(
      stream, &(qn_op){.kind = QN_OP_COPY,
                       .copy = {.to = {.address = to, .device = up},
                                .from = {.address = (void *)(uintptr_t)from,
                                         .device = !up},
                                .width = size,
                                .height = 1,
                                .depth = 1}});
}

static void begin(bool every_kernel) {
  const qn_validate_options options = {.every_kernel = every_kernel,
                                       .report = on_report};
  b = qn_backend_validate(&qn_backend_null, &options);
  CHECK(b && b == qn_backend_validate(&qn_backend_null, NULL));
  qn_null_configure(&(qn_null_options){.moves = true, .on_kernel = on_kernel});
  qn_function_info info;
  OK(b->open(0, NULL, &device));
  OK(b->stream_create(device, false, false, 0, &stream));
  OK(b->load(device, qn_str_span(QN_STR("image")), &code));
  OK(b->function(code, &kernel, &function, &info));
}

static void end(void) {
  b->stream_destroy(&stream);
  b->unload(device, &code);
  b->close(&device);
  CHECK(!device && !code && !stream);
  qn_null_counts counts;
  qn_null_counts_read(&counts);
  CHECK_INT(counts.live_size, 0);
}

// ---- Cases; allocations are numbered across the process

static void test_overrun(void) {
  begin(false);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 100); // 1
  qn_memory c = allocate(QN_MEMORY_HOST, 10);    // 2
  CHECK((uintptr_t)a.address % 256 == 0 && (uintptr_t)c.address % 256 == 0);
  OK(launch(a.address, 99, 1));
  OK(b->stream_wait(stream, true));
  REPORTED(NULL);
  OK(launch(a.address, 100, 1));
  REPORTED(NULL);
  OK(b->stream_wait(stream, true));
  REPORTED("e: 'k' wrote 1 bytes past the end of allocation 1 (100 bytes of "
           "device memory at 0x): up to 1 bytes past it");
  OK(b->stream_wait(stream, true)); // reported once
  REPORTED(NULL);
  OK(launch(a.address, 103, 1));
  OK(launch(a.address, 100, 1));
  OK(b->stream_wait(stream, true));
  REPORTED("e: 'k' wrote 2 bytes past the end of allocation 1 (100 bytes of "
           "device memory at 0x): up to 4 bytes past it");
  OK(launch(c.address, -8, 1));
  OK(b->stream_wait(stream, true));
  REPORTED("e: 'k' wrote 1 bytes before the start of allocation 2 (10 bytes of "
           "pinned memory at 0x): up to 8 bytes before it");
  // The host's own overrun is found when the memory is freed.
  ((char *)c.host)[11] = 5;
  OK(b->release(device, QN_MEMORY_HOST, &c));
  REPORTED(
      "e: something wrote 1 bytes past the end of allocation 2 (10 bytes of "
      "pinned memory at 0x): up to 2 bytes past it");
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  end();
  REPORTED(NULL);
}

static void test_every_kernel(void) {
  begin(true);
  qn_memory a = allocate(QN_MEMORY_MANAGED, 8); // 3
  OK(launch(a.address, 8, 1));
  REPORTED("e: 'k' wrote 1 bytes past the end of allocation 3 (8 bytes of "
           "managed memory at 0x): up to 1 bytes past it");
  OK(b->release(device, QN_MEMORY_MANAGED, &a));
  end();
  REPORTED(NULL);
}

static void test_pointers(void) {
  char own[16];
  begin(false);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 64); // 4
  char *const address = a.address;
  OK(launch(NULL, 0, 0));
  OK(launch(address + 64, 0, 0)); // a pointer one past the end is allowed
  REPORTED(NULL);
  OK(launch(address + 70, 0, 0));
  REPORTED(
      "e: argument 0 'out' of 'k' points 6 bytes past the end of allocation "
      "4 (64 bytes of device memory at 0x)");
  OK(launch(address - 1, 0, 0));
  REPORTED("e: argument 0 'out' of 'k' points 1 bytes before the start of "
           "allocation 4 (64 bytes of device memory at 0x)");
  OK(launch(own, 0, 0));
  REPORTED("w: argument 0 'out' of 'k' is 0x, memory of the host that was not "
           "allocated through the API: a GPU could not reach it");
  OK(launch(own, 0, 0)); // warned about once
  REPORTED(NULL);
  qn_memory known;
  OK(b->allocate(device,
                 &(qn_memory_request){.kind = QN_MEMORY_REGISTERED,
                                      .size = sizeof(own),
                                      .host = own},
                 &known));
  CHECK(known.address == own);
  OK(launch(own, 0, 0));
  OK(b->release(device, QN_MEMORY_REGISTERED, &known));
  CHECK_INT(b->allocate(device,
                        &(qn_memory_request){.kind = QN_MEMORY_EXPORTED,
                                             .size = 64,
                                             .host = address},
                        &known),
            QN_R_NOT_SUPPORTED);
  CHECK(strstr(qn_reason(), "run without QUERN_VALIDATE"));
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  OK(launch(address + 3, 0, 0));
  REPORTED("e: argument 0 'out' of 'k' points into allocation 4 (64 bytes of "
           "device memory at 0x), which was freed");

  // Arguments that do not exist.
  void *const args[] = {NULL, NULL, NULL};
  qn_op op = {
      .kind = QN_OP_KERNEL,
      .kernel = {.function = function, .kernel = &kernel, .args = args}};
  CHECK_INT(b->submit(stream, &op), QN_R_INVALID_VALUE);
  REPORTED("e: argument 0 'out' of 'k' is missing: its address is NULL");
  const values v = {0};
  op.kernel.args = NULL;
  op.kernel.packed = &v;
  op.kernel.packed_size = 18;
  CHECK_INT(b->submit(stream, &op), QN_R_INVALID_VALUE);
  REPORTED("e: argument 2 of 'k' lies outside the block of 18 bytes");
  op.kernel.packed_size = sizeof(v);
  OK(b->submit(stream, &op));
  end();
  REPORTED(NULL);
}

static void test_freed(void) {
  begin(false);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 64); // 5
  qn_memory again = a;
  qn_memory wrong = a;
  CHECK_INT(b->release(device, QN_MEMORY_HOST, &wrong), QN_R_INVALID_VALUE);
  REPORTED(
      "e: allocation 5 (64 bytes of device memory at 0x) is freed as pinned "
      "memory");
  wrong.address = (char *)wrong.address + 8;
  CHECK_INT(b->release(device, QN_MEMORY_DEVICE, &wrong), QN_R_INVALID_VALUE);
  REPORTED("e: 0x is freed, where nothing begins");
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  CHECK(!a.address);
  CHECK_INT(b->release(device, QN_MEMORY_DEVICE, &again), QN_R_INVALID_VALUE);
  REPORTED("e: allocation 5 (64 bytes of device memory at 0x) is freed twice");
  CHECK_INT(copy(again.address, &again, 8, true), QN_R_INVALID_VALUE);
  REPORTED(
      "e: a copy writes to allocation 5 (64 bytes of device memory at 0x), "
      "which was freed");
  // A kernel that keeps a pointer.
  ((char *)again.address)[17] = 1;
  end();
  REPORTED("e: 1 bytes of allocation 5 (64 bytes of device memory at 0x) were "
           "written after it was freed, the first at offset 17");
}

static void test_ranges(void) {
  char own[128] = {0};
  begin(false);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 64); // 6
  char *const address = a.address;
  OK(copy(own, address, 64, false));
  REPORTED(
      "w: a copy reads allocation 6 (64 bytes of device memory at 0x), which "
      "nothing has written yet");
  CHECK((unsigned char)own[0] == 0xff && (unsigned char)own[63] == 0xff);
  OK(copy(own, address, 64, false)); // reported once
  OK(copy(address, own, 64, true));
  OK(copy(address + 60, own, 4, true));
  REPORTED(NULL);
  CHECK_INT(copy(address + 60, own, 5, true), QN_R_INVALID_VALUE);
  REPORTED(
      "e: a copy writes to 5 bytes at offset 60 of allocation 6 (64 bytes of "
      "device memory at 0x): 1 bytes too many");
  CHECK_INT(copy(own, address - 2, 4, false), QN_R_INVALID_VALUE);
  REPORTED(
      "e: a copy reads 2 bytes before the start of allocation 6 (64 bytes of "
      "device memory at 0x)");
  // Rows: the last one reaches to 2 * 24 + 16.
  qn_op op = {.kind = QN_OP_COPY,
              .copy = {.to = {.address = address, .pitch = 24, .device = true},
                       .from = {.address = own, .pitch = 16},
                       .width = 16,
                       .height = 3,
                       .depth = 1}};
  OK(b->submit(stream, &op));
  op.copy.to.pitch = 25;
  CHECK_INT(b->submit(stream, &op), QN_R_INVALID_VALUE);
  REPORTED(
      "e: a copy writes to 66 bytes at offset 0 of allocation 6 (64 bytes of "
      "device memory at 0x): 2 bytes too many");
  qn_op fill = {.kind = QN_OP_FILL,
                .fill = {address, 0, 4, .width = 16, .height = 1, .depth = 1}};
  OK(b->submit(stream, &fill));
  fill.fill.width = 17;
  CHECK_INT(b->submit(stream, &fill), QN_R_INVALID_VALUE);
  REPORTED(
      "e: a fill writes to 68 bytes at offset 0 of allocation 6 (64 bytes of "
      "device memory at 0x): 4 bytes too many");
  // The same inside a graph.
  const uint32_t *after[] = {NULL};
  const uint32_t counts[] = {0};
  qn_batch batch = {
      .ops = &fill, .count = 1, .after = after, .after_count = counts};
  CHECK_INT(b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}),
            QN_R_INVALID_VALUE);
  REPORTED(
      "e: a fill writes to 68 bytes at offset 0 of allocation 6 (64 bytes of "
      "device memory at 0x): 4 bytes too many");
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  // A kernel's write counts as one.
  qn_memory w = allocate(QN_MEMORY_DEVICE, 16); // 7
  OK(launch(w.address, 0, 1));
  OK(copy(own, w.address, 16, false));
  REPORTED(NULL);
  CHECK(own[0] == 1);
  OK(b->release(device, QN_MEMORY_DEVICE, &w));
  end();
  REPORTED(NULL);
}

static void test_leaks(void) {
  qn_validate_counts before;
  qn_validate_counts after;
  begin(false);
  qn_validate_counts_read(&before);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 1000); // 8
  qn_memory freed = allocate(QN_MEMORY_DEVICE, 10);
  OK(b->release(device, QN_MEMORY_DEVICE, &freed));
  (void)a;
  end();
  REPORTED(
      "n: leak: allocation 8 (1000 bytes of device memory at 0x) was never "
      "freed");
  qn_validate_counts_read(&after);
  CHECK_INT(after.leaks - before.leaks, 1);
  CHECK_INT(after.leaked_size - before.leaked_size, 1000);
  CHECK_INT(after.errors, before.errors);
  CHECK(after.errors >= 15 && after.warnings == 2);
}

// The core frees what a program left, after the streams of the device.
static void test_left(void) {
  begin(false);
  qn_memory a = allocate(QN_MEMORY_DEVICE, 7); // 10
  b->stream_destroy(&stream);
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  end();
  REPORTED("n: leak: allocation 10 (7 bytes of device memory at 0x) was never "
           "freed");
}

// Freed memory is kept within bounds, and given back when memory runs out.
static void test_kept(void) {
  begin(false);
  for (int i = 0; i < 600; ++i) {
    qn_memory a = allocate(QN_MEMORY_DEVICE, (size_t)1 << (i % 20));
    OK(b->release(device, QN_MEMORY_DEVICE, &a));
    qn_null_counts counts;
    qn_null_counts_read(&counts);
    CHECK(counts.live_size <= (64u << 20) + (2u << 20));
  }
  qn_memory many[300];
  for (size_t i = 0; i < 300; ++i)
    many[i] = allocate(QN_MEMORY_DEVICE, 8);
  for (size_t i = 0; i < 300; ++i) // in another order than by address
    OK(b->release(device, QN_MEMORY_DEVICE, &many[(i * 7) % 300]));
  end();
  REPORTED(NULL);
}

// Threads with memory and streams of their own, all watched by one table.
static void *work_thread(void *user) {
  char bytes[256];
  void *own = NULL;
  OK(b->stream_create(device, false, false, 0, &own));
  for (int i = 0; i < 100; ++i) {
    qn_memory a = allocate(QN_MEMORY_DEVICE, sizeof(bytes));
    const values v = {.out = a.address, .offset = i, .value = 1};
    OK(b->submit(own, &(qn_op){.kind = QN_OP_KERNEL,
                               .kernel = {.function = function,
                                          .kernel = &kernel,
                                          .packed = &v,
                                          .packed_size = sizeof(v)}}));
    OK(b->submit(
        own, &(qn_op){.kind = QN_OP_COPY,
                      .copy = {.to = {.address = bytes},
                               .from = {.address = a.address, .device = true},
                               .width = sizeof(bytes),
                               .height = 1,
                               .depth = 1}}));
    OK(b->stream_wait(own, true));
    CHECK_INT(bytes[i], 1);
    OK(b->release(device, QN_MEMORY_DEVICE, &a));
  }
  b->stream_destroy(&own);
  return user;
}

static void test_threads(void) {
  enum { COUNT = 8 };
  pthread_t threads[COUNT];
  begin(false);
  for (int i = 0; i < COUNT; ++i)
    CHECK(pthread_create(&threads[i], NULL, work_thread, NULL) == 0);
  for (int i = 0; i < COUNT; ++i)
    pthread_join(threads[i], NULL);
  end();
  REPORTED(NULL);
}

static bool run_once(void) {
  void *d = NULL;
  void *s = NULL;
  qn_memory memory = {0};
  if (b->open(0, NULL, &d) != QN_R_OK) {
    CHECK(!d);
    return false;
  }
  bool done = b->stream_create(d, false, false, 0, &s) == QN_R_OK;
  if (done &&
      b->allocate(d, &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 8},
                  &memory) == QN_R_OK)
    OK(b->release(d, QN_MEMORY_DEVICE, &memory));
  else
    done = false;
  b->stream_destroy(&s);
  b->close(&d);
  qn_null_counts counts;
  qn_null_counts_read(&counts);
  CHECK_INT(counts.live_size, 0);
  return done;
}

int main(void) {
  test_overrun();
  test_every_kernel();
  test_pointers();
  test_freed();
  test_ranges();
  test_leaks();
  test_left();
  test_kept();
  test_threads();
  CHECK(test_fail_allocations(run_once) >= 5);
  return 0;
}

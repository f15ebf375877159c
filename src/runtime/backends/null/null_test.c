// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/null/null.h"

#include "base/system/file.h"
#include "support/test.h"

#define OK(call) CHECK_INT(call, QN_R_OK)

// A variable of an image: this program.
extern uint32_t null_test_table[5];
uint32_t null_test_table[5];

static const qn_backend *const b = &qn_backend_null;
static void *device;
static void *stream;

static qn_null_counts counts(void) {
  qn_null_counts now;
  qn_null_counts_read(&now);
  return now;
}

static qn_memory allocate(const qn_memory_request *request) {
  qn_memory memory;
  OK(b->allocate(device, request, &memory));
  return memory;
}

static void on_kernel(void *user, const qn_op_kernel *op) {
  *(uint32_t *)user += op->grid[0];
}

static void add_one(void *user) { ++*(int *)user; }

static void test_counts(void) {
  int calls = 0;
  uint32_t groups = 0;
  void *event = NULL;
  qn_op ops[] = {
      {.kind = QN_OP_KERNEL, .kernel = {.grid = {3, 1, 1}}},
      {.kind = QN_OP_HOST, .host = {add_one, &calls}},
  };
  qn_batch batch = {.ops = ops, .count = 2};
  qn_null_counts_reset();
  OK(b->event_create(device, true, false, &event));
  OK(b->submit(stream, &ops[0]));
  qn_null_configure(
      &(qn_null_options){.on_kernel = on_kernel, .user = &groups});
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_BATCH, .batch = &batch}));
  OK(b->submit(stream, &(qn_op){.kind = QN_OP_RECORD, .event = {event}}));
  OK(b->stream_wait(stream, false));
  OK(b->event_wait(event, true));
  b->event_destroy(&event);
  b->event_destroy(&event);
  qn_null_configure(NULL);
  OK(b->submit(stream, &ops[0]));
  CHECK_INT(groups, 3);
  CHECK_INT(calls, 1);
  const qn_null_counts now = counts();
  CHECK_INT(now.ops[QN_OP_KERNEL], 3);
  CHECK_INT(now.ops[QN_OP_HOST], 1);
  CHECK_INT(now.ops[QN_OP_BATCH], 1);
  CHECK_INT(now.ops[QN_OP_RECORD], 1);
  CHECK_INT(now.ops[QN_OP_COPY], 0);
  CHECK_INT(now.calls[QN_NULL_EVENT_CREATE], 1);
  CHECK_INT(now.calls[QN_NULL_EVENT_DESTROY], 1);
  CHECK_INT(now.calls[QN_NULL_STREAM_WAIT], 1);
  CHECK_INT(now.calls[QN_NULL_EVENT_WAIT], 1);
}

static void test_memory(void) {
  const qn_array_shape shape = {
      .width = 10, .height = 4, .depth = 2, .channels = 1, .channel_bits = 32};
  uint32_t in[80];
  uint32_t out[80];
  uint64_t texture = 0;
  const uint64_t before = counts().live_size;
  qn_memory a =
      allocate(&(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 1000});
  qn_memory array =
      allocate(&(qn_memory_request){.kind = QN_MEMORY_ARRAY, .shape = &shape});
  CHECK(a.address == a.host && (uintptr_t)a.address % 4096 == 0);
  CHECK(!array.address && array.pitch == 64 && array.slice == 256);
  CHECK_INT(counts().live_size - before, 1000 + 512);
  for (uint32_t i = 0; i < 80; ++i) {
    in[i] = i;
    out[i] = 0;
  }
  qn_op up = {.kind = QN_OP_COPY,
              .copy = {.to = {.array = &array},
                       .from = {.address = in, .pitch = 40, .slice = 160},
                       .width = 40,
                       .height = 4,
                       .depth = 2}};
  qn_op down = {.kind = QN_OP_COPY,
                .copy = {.to = {.address = out, .pitch = 4, .slice = 8},
                         .from = {.array = &array, .x = 8, .y = 2, .z = 1},
                         .width = 4,
                         .height = 2,
                         .depth = 1}};
  OK(b->submit(stream, &up));
  OK(b->submit(stream, &down));
  CHECK_INT(out[0], 0); // copies are not executed
  qn_null_configure(&(qn_null_options){.moves = true});
  OK(b->submit(stream, &up));
  OK(b->submit(stream, &down));
  CHECK_INT(out[0], 40 + 2 * 10 + 2);
  CHECK_INT(out[1], 40 + 3 * 10 + 2);
  OK(b->submit(stream,
               &(qn_op){.kind = QN_OP_FILL,
                        .fill = {out, 0x01020304, 2, .width = 3, .height = 2,
                                 .depth = 1, .pitch = 8}}));
  CHECK(out[0] == 0x03040304 && out[1] == 0x0304);
  CHECK_INT(out[2], 0x03040304);
  qn_null_configure(NULL);
  OK(b->texture(device, &(qn_texture_request){.array = &array}, &texture));
  CHECK(texture);
  OK(b->texture(device, NULL, &texture));
  OK(b->release(device, QN_MEMORY_ARRAY, &array));
  OK(b->release(device, QN_MEMORY_DEVICE, &a));
  CHECK_INT(counts().live_size, before);
  qn_memory none;
  CHECK_INT(b->allocate(
                device,
                &(qn_memory_request){.kind = QN_MEMORY_RESERVED, .size = 4096},
                &none),
            QN_R_NOT_SUPPORTED);
  CHECK_TEXT(qn_reason(), "the device 'null' has no virtual memory functions");
}

static void test_code(void) {
  const qn_kernel kernel = {.resources = {.max_threads = {true, 64}}};
  void *code = NULL;
  void *function = NULL;
  void *address = NULL;
  void *again = NULL;
  size_t size = 0;
  qn_function_info info;
  qn_file file;
  qn_diag diag = {0};
  CHECK_OK(qn_file_open("/proc/self/exe", 0, &file, &diag), &diag);
  OK(b->load(device, file.bytes, &code));
  qn_file_close(&file);
  OK(b->function(code, &kernel, &function, &info));
  CHECK(function && info.max_threads == 64);
  OK(b->variable(code, "null_test_table", &address, &size));
  CHECK_INT(size, sizeof(null_test_table));
  OK(b->variable(code, "null_test_table", &again, &size));
  CHECK(again == address && address != null_test_table);
  CHECK_INT(b->variable(code, "main", &address, &size), QN_R_NOT_FOUND);
  CHECK_TEXT(qn_reason(), "the image has no variable 'main'");
  b->unload(device, &code);
  b->unload(device, &code);
  OK(b->load(device, qn_str_span(QN_STR(".version 7.0")), &code));
  CHECK_INT(b->variable(code, "x", &address, &size), QN_R_NOT_SUPPORTED);
  b->unload(device, &code);
}

static void test_device(void) {
  qn_device_info info;
  qn_target target;
  char reason[8] = "";
  qn_diag diag = {0};
  CHECK_INT(b->probe(reason, sizeof(reason)), 1);
  CHECK(b->on_request);
  b->describe(device, &info);
  CHECK_TEXT(info.target, qn_target_native()->name);
  CHECK(info.memory_free == info.memory_size);
  CHECK_OK(qn_target_parse(QN_STR("sm_90"), &target, &diag), &diag);
  CHECK_INT(b->fitness(device, &target), 1);
  CHECK_OK(qn_target_parse(QN_STR("native"), &target, &diag), &diag);
  CHECK_INT(b->fitness(device, &target), 2);
}

static bool allocate_once(void) {
  qn_memory memory;
  void *event = NULL;
  bool done = b->event_create(device, false, false, &event) == QN_R_OK;
  b->event_destroy(&event);
  if (b->allocate(device,
                  &(qn_memory_request){.kind = QN_MEMORY_DEVICE, .size = 1},
                  &memory) != QN_R_OK)
    return false;
  OK(b->release(device, QN_MEMORY_DEVICE, &memory));
  return done;
}

int main(void) {
  OK(b->open(0, NULL, &device));
  OK(b->stream_create(device, false, false, 0, &stream));
  test_device();
  test_counts();
  test_memory();
  test_code();
  CHECK_INT(test_fail_allocations(allocate_once), 2);
  b->stream_destroy(&stream);
  b->close(&device);
  b->close(&device);
  CHECK_INT(counts().live_size, 0);
  CHECK_INT(counts().calls[QN_NULL_CLOSE], 1);
  return 0;
}

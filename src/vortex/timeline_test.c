// SPDX-License-Identifier: Apache-2.0
// Version 3 of libvortex's interface: events that hosts signal, what waits for
// them, mapped buffers, fills, rows, references, times.
#include <string.h>

#include "base/system/thread.h"
#include "support/test.h"
#include "vortex/interface.h"

int quern_vortex_configure(const char *text);
#define DECLARE(result, name, parameters) result name parameters;
VX_FUNCTIONS_2(DECLARE)
VX_FUNCTIONS_3(DECLARE)
VX_FUNCTIONS_3_MORE(DECLARE)
#undef DECLARE

enum { SIZE = 4096, NO_WAITS = 0, MOMENT_NS = 1000000 };
#define WAIT_FOR(event)                                                        \
  1, (const vx_event_h[]) { event }

static vx_device_h device;
static vx_queue_h queue;

static vx_queue_h make_queue(uint32_t flags) {
  vx_queue_h made = NULL;
  const vx_queue_info_t info = {sizeof(info), NULL, 1, flags};
  CHECK(!vx_queue_create(device, &info, &made));
  return made;
}
static vx_buffer_h make_buffer(void) {
  static const uint8_t zeros[SIZE];
  vx_buffer_h made = NULL;
  CHECK(!vx_buffer_create(device, SIZE, VX_MEM_READ_WRITE, &made));
  CHECK(!vx_copy_to_dev(made, zeros, 0, SIZE));
  return made;
}
static vx_event_h make_event(void) {
  vx_event_h made = NULL;
  CHECK(!vx_event_create(device, &made));
  return made;
}
static uint64_t value_of(vx_event_h event) {
  uint64_t value = UINT64_MAX;
  CHECK(!vx_event_get_value(event, &value));
  return value;
}
static uint8_t byte_at(vx_buffer_h b, uint64_t offset) {
  uint8_t byte = 0xee;
  CHECK(!vx_copy_from_dev(&byte, b, offset, 1));
  return byte;
}

// ---- Events

static void test_counts(void) {
  vx_event_h e = make_event();
  CHECK(value_of(e) == 0);
  CHECK(!vx_event_signal(e, 5) && value_of(e) == 5);
  CHECK(!vx_event_signal(e, 3) && value_of(e) == 5);
  CHECK(!vx_event_wait_value(e, 5, VX_TIMEOUT_INFINITE));
  CHECK(vx_event_wait_value(e, 6, 0) == VX_ERR_TIMEOUT);
  CHECK(vx_event_wait_value(e, 6, MOMENT_NS) == VX_ERR_TIMEOUT);
  vx_event_h both[] = {e, make_event()};
  CHECK(vx_event_wait_values(2, both, (const uint64_t[]){1, 1}, MOMENT_NS) ==
        VX_ERR_TIMEOUT);
  CHECK(!vx_event_signal(both[1], 1));
  CHECK(!vx_event_wait_values(2, both, (const uint64_t[]){1, 1}, 0));
  CHECK(!vx_event_release(both[1]));
  CHECK(!vx_event_retain(e) && !vx_event_release(e) && value_of(e) == 5);
  CHECK(!vx_event_release(e));
  CHECK(vx_event_signal(NULL, 1) == VX_ERR_INVALID_HANDLE);
}

// A command that waits, and those behind it, are done by who signals.
static void test_host_signals(void) {
  vx_event_h gate = make_event(), first, second;
  vx_buffer_h b = make_buffer();
  uint8_t bytes[] = {1, 2, 3, 4}, back[4] = {0};
  CHECK(!vx_enqueue_write(queue, b, 8, bytes, 4, WAIT_FOR(gate), &first));
  CHECK(!vx_enqueue_read(queue, back, b, 8, 4, NO_WAITS, NULL, &second));
  CHECK(value_of(first) == 0 && value_of(second) == 0 && byte_at(b, 8) == 0);
  CHECK(vx_queue_finish(queue, MOMENT_NS) == VX_ERR_TIMEOUT);
  bytes[0] = 9; // is read when it is its turn
  CHECK(!vx_event_signal(gate, 1));
  CHECK(value_of(first) == 1 && value_of(second) == 1);
  CHECK(back[0] == 9 && back[3] == 4);
  CHECK(!vx_queue_finish(queue, 0));
  CHECK(!vx_event_release(gate) && !vx_event_release(first));
  CHECK(!vx_event_release(second) && !vx_buffer_release(b));
}

// Queues wait for each other's commands; one that waits holds no other up.
static void test_queues(void) {
  vx_queue_h other = make_queue(0);
  vx_event_h gate = make_event(), line = make_event(), done;
  vx_buffer_h b = make_buffer();
  const uint8_t seven = 7, eight = 8;
  CHECK(!vx_enqueue_wait_value(queue, line, 3, NO_WAITS, NULL, NULL));
  CHECK(!vx_enqueue_write(queue, b, 0, &seven, 1, NO_WAITS, NULL, &done));
  CHECK(!vx_enqueue_write(other, b, 1, &eight, 1, NO_WAITS, NULL, NULL));
  CHECK(byte_at(b, 0) == 0 && byte_at(b, 1) == 8);
  CHECK(!vx_enqueue_signal(other, line, 2, NO_WAITS, NULL, NULL));
  CHECK(value_of(line) == 2 && byte_at(b, 0) == 0);
  CHECK(!vx_enqueue_barrier(other, WAIT_FOR(gate), NULL));
  CHECK(!vx_enqueue_signal(other, line, 3, NO_WAITS, NULL, NULL));
  CHECK(byte_at(b, 0) == 0);
  CHECK(!vx_event_signal(gate, 1));
  CHECK(byte_at(b, 0) == 7 && value_of(done) == 1 && value_of(line) == 3);
  CHECK(!vx_queue_release(other) && !vx_event_release(gate));
  CHECK(!vx_event_release(line) && !vx_event_release(done));
  CHECK(!vx_buffer_release(b));
}

static void *signal_later(void *event) {
  (void)vx_event_signal(event, 1);
  return NULL;
}
static void test_threads(void) {
  vx_event_h gate = make_event();
  vx_buffer_h b = make_buffer();
  const uint8_t seven = 7;
  qn_thread thread;
  CHECK(!vx_enqueue_write(queue, b, 0, &seven, 1, WAIT_FOR(gate), NULL));
  CHECK(
      !qn_failed(qn_thread_start(&thread, "signal", signal_later, gate, NULL)));
  CHECK(!vx_queue_finish(queue, VX_TIMEOUT_INFINITE) && byte_at(b, 0) == 7);
  qn_thread_join(thread);
  CHECK(!vx_event_release(gate) && !vx_buffer_release(b));
}

// What is named lives until it is needed no more.
static void test_references(void) {
  vx_queue_h other = make_queue(0);
  vx_event_h gate = make_event(), done;
  vx_buffer_h b = make_buffer();
  uint64_t before, held, after;
  const uint8_t seven = 7;
  uint8_t back = 0;
  CHECK(!vx_device_memory_info(device, NULL, &before));
  CHECK(!vx_enqueue_write(other, b, 0, &seven, 1, WAIT_FOR(gate), NULL));
  CHECK(!vx_enqueue_read(other, &back, b, 0, 1, NO_WAITS, NULL, &done));
  CHECK(!vx_buffer_release(b) && !vx_queue_release(other));
  CHECK(!vx_device_memory_info(device, NULL, &held) && held == before);
  CHECK(!vx_event_signal(gate, 1) && value_of(done) == 1 && back == 7);
  CHECK(!vx_device_memory_info(device, NULL, &after) && after < before);
  CHECK(!vx_event_release(gate) && !vx_event_release(done));
  CHECK(!vx_queue_retain(queue) && !vx_queue_release(queue));
  CHECK(!vx_device_retain(device) && !vx_device_release(device));
}

// ---- Buffers

static void test_maps(void) {
  vx_buffer_h b = make_buffer();
  const uint8_t bytes[] = {1, 2, 3, 4};
  void *host = NULL, *read_only = NULL, *later = NULL;
  CHECK(!vx_copy_to_dev(b, bytes, 16, 4));
  CHECK(!vx_buffer_map(b, 16, 4, VX_MEM_READ_WRITE, &host));
  CHECK(memcmp(host, bytes, 4) == 0);
  ((uint8_t *)host)[2] = 9;
  CHECK(byte_at(b, 18) == 3);
  CHECK(!vx_buffer_unmap(b, host) && byte_at(b, 18) == 9 &&
        byte_at(b, 19) == 4);
  CHECK(vx_buffer_unmap(b, host) == VX_ERR_INVALID_VALUE);
  CHECK(!vx_buffer_map(b, 16, 4, VX_MEM_READ, &read_only));
  ((uint8_t *)read_only)[0] = 77;
  CHECK(!vx_buffer_unmap(b, read_only) && byte_at(b, 16) == 1);
  CHECK(vx_buffer_map(b, SIZE, 1, VX_MEM_READ, &host) == VX_ERR_INVALID_VALUE);
  // In a queue: it has its bytes when it is its turn.
  vx_event_h gate = make_event(), mapped;
  CHECK(!vx_enqueue_map(queue, b, 16, 2, VX_MEM_WRITE, WAIT_FOR(gate), &mapped,
                        &later));
  CHECK(later && value_of(mapped) == 0 && ((uint8_t *)later)[0] == 0);
  CHECK(!vx_event_signal(gate, 1) && ((uint8_t *)later)[0] == 1);
  ((uint8_t *)later)[1] = 55;
  CHECK(!vx_enqueue_unmap(queue, b, later, NO_WAITS, NULL, NULL));
  CHECK(byte_at(b, 16) == 1 && byte_at(b, 17) == 55);
  CHECK(!vx_event_release(gate) && !vx_event_release(mapped));
  CHECK(!vx_buffer_release(b));
}

static void test_fills(void) {
  vx_buffer_h b = make_buffer();
  const uint8_t pattern[] = {1, 2, 3};
  CHECK(!vx_enqueue_fill_buffer(queue, b, 5, 9, pattern, 3, NO_WAITS, NULL,
                                NULL));
  for (uint64_t i = 0; i < 20; ++i)
    CHECK(byte_at(b, i) == (i < 5 || i >= 14 ? 0 : (i - 5) % 3 + 1));
  CHECK(vx_enqueue_fill_buffer(queue, b, 0, 8, pattern, 3, NO_WAITS, NULL,
                               NULL) == VX_ERR_INVALID_VALUE);
  CHECK(vx_enqueue_fill_buffer(queue, b, SIZE, 3, pattern, 3, NO_WAITS, NULL,
                               NULL) == VX_ERR_INVALID_VALUE);
  CHECK(!vx_buffer_release(b));
}

static void test_rows(void) {
  vx_buffer_h a = make_buffer(), b = make_buffer();
  uint8_t host[4 * 8 * 2], back[sizeof(host)] = {0};
  for (size_t i = 0; i < sizeof(host); ++i)
    host[i] = (uint8_t)(i + 1);
  // 3 bytes of 4 rows of 8 in 2 layers, from byte 2 of row 1 in the buffer.
  vx_rect_info_t r = {.struct_size = sizeof(r),
                      .buffer_origin = {2, 1, 0},
                      .host_origin = {1, 0, 0},
                      .region = {3, 4, 2},
                      .buffer_row_pitch = 16,
                      .buffer_slice_pitch = 128,
                      .host_row_pitch = 8};
  CHECK(!vx_enqueue_write_rect(queue, a, host, &r, NO_WAITS, NULL, NULL));
  CHECK(byte_at(a, 18) == 2 && byte_at(a, 20) == 4 && byte_at(a, 21) == 0);
  CHECK(byte_at(a, 18 + 16) == 10 && byte_at(a, 18 + 128) == 34);
  CHECK(byte_at(a, 18 + 128 + 3 * 16) == 58 && byte_at(a, 18 + 4 * 16) == 0);
  CHECK(!vx_enqueue_read_rect(queue, back, a, &r, NO_WAITS, NULL, NULL));
  for (size_t i = 0; i < sizeof(host); ++i)
    CHECK(back[i] == (i % 8 >= 1 && i % 8 < 4 ? host[i] : 0));
  const vx_rect_info_t close = {.struct_size = sizeof(close),
                                .host_origin = {2, 1, 0},
                                .region = {3, 4, 2},
                                .host_row_pitch = 16,
                                .host_slice_pitch = 128};
  CHECK(!vx_enqueue_copy_rect(queue, b, a, &close, NO_WAITS, NULL, NULL));
  CHECK(byte_at(b, 0) == 2 && byte_at(b, 3) == 10 && byte_at(b, 12) == 34);
  CHECK(byte_at(b, 23) == 60 && byte_at(b, 24) == 0);
  r.buffer_origin[2] = SIZE / 128;
  CHECK(vx_enqueue_write_rect(queue, a, host, &r, NO_WAITS, NULL, NULL) ==
        VX_ERR_INVALID_VALUE);
  r.buffer_origin[2] = SIZE_MAX / 128;
  CHECK(vx_enqueue_read_rect(queue, back, a, &r, NO_WAITS, NULL, NULL) ==
        VX_ERR_INVALID_VALUE);
  r.struct_size = 8;
  CHECK(vx_enqueue_read_rect(queue, back, a, &r, NO_WAITS, NULL, NULL) ==
        VX_ERR_INVALID_INFO);
  CHECK(!vx_buffer_release(a) && !vx_buffer_release(b));
}

static void test_registers(void) {
  uint32_t value = 0;
  CHECK(!vx_enqueue_dcr_write(queue, 5, 77, NO_WAITS, NULL, NULL));
  CHECK(!vx_enqueue_dcr_read(queue, 5, &value, NO_WAITS, NULL, NULL));
  CHECK(value == 77);
}

// ---- Kernels

// An image of one instruction.
static vx_kernel_h load(uint32_t instruction) {
  struct {
    uint64_t first, end;
    uint32_t code;
  } image = {0x80000000u, 0x80001000u, instruction};
  vx_module_h module = NULL;
  vx_kernel_h kernel = NULL;
  CHECK(!vx_module_load_bytes(device, &image, 20, &module));
  CHECK(!vx_module_get_kernel(module, "main", &kernel));
  CHECK(!vx_module_release(module)); // which the kernel holds
  return kernel;
}

static void test_launches(void) {
  enum { END = 0x0000000b, NONE = 0 };
  vx_queue_h timed = make_queue(VX_QUEUE_PROFILING_ENABLE);
  vx_kernel_h kernel = load(END);
  vx_launch_info_t info = {.struct_size = sizeof(info),
                           .kernel = kernel,
                           .ndim = 1,
                           .grid_dim = {2},
                           .block_dim = {1}};
  vx_event_h gate = make_event(), done, failed, later;
  vx_profile_info_t times;
  uint32_t x, y, z, one = 100, grid;
  CHECK(!vx_kernel_get_max_block_size(kernel, &x, &y, &z));
  CHECK(x == 1 && y == 2 && z == 1);
  CHECK(!vx_device_max_occupancy_grid(device, 1, &one, &grid, &x));
  CHECK(grid == 100 && x == 1);
  CHECK(!vx_enqueue_launch(timed, &info, WAIT_FOR(gate), &done));
  CHECK(!vx_kernel_release(kernel) && value_of(done) == 0);
  CHECK(vx_event_get_profiling(done, &times) == VX_ERR_NOT_SUPPORTED);
  CHECK(!vx_event_signal(gate, 1) && value_of(done) == 1);
  CHECK(!vx_event_get_profiling(done, &times));
  CHECK(times.queued_ns <= times.submit_ns &&
        times.submit_ns <= times.start_ns && times.start_ns <= times.end_ns);
  // One that fails, and what waits for it.
  kernel = info.kernel = load(NONE);
  CHECK(!vx_enqueue_launch(timed, &info, NO_WAITS, NULL, &failed));
  CHECK(vx_event_wait_value(failed, 1, VX_TIMEOUT_INFINITE) ==
        VX_ERR_EVENT_FAILED);
  CHECK(!vx_enqueue_barrier(queue, WAIT_FOR(failed), &later));
  CHECK(vx_event_wait_value(later, 1, 0) == VX_ERR_EVENT_FAILED);
  CHECK(vx_queue_finish(timed, 0) == VX_ERR_DEVICE_LOST);
  CHECK(!vx_kernel_release(kernel) && !vx_queue_release(timed));
  CHECK(!vx_event_release(gate) && !vx_event_release(done));
  CHECK(!vx_event_release(failed) && !vx_event_release(later));
}

// A device that is closed forgets what still waits.
static void test_close(void) {
  vx_event_h gate = make_event();
  vx_buffer_h b = make_buffer();
  const uint8_t seven = 7;
  CHECK(!vx_enqueue_write(queue, b, 0, &seven, 1, WAIT_FOR(gate), NULL));
  CHECK(!vx_event_release(gate) && !vx_queue_release(queue));
  CHECK(!vx_device_release(device));
}

int main(void) {
  CHECK(!quern_vortex_configure("rv32,v3,cores=1,warps=2,threads=1"));
  CHECK(!vx_device_open(0, &device));
  queue = make_queue(0);
  test_counts();
  test_host_signals();
  test_queues();
  test_threads();
  test_references();
  test_maps();
  test_fills();
  test_rows();
  test_registers();
  test_launches();
  test_close();
  return 0;
}

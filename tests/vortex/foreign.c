// SPDX-License-Identifier: Apache-2.0
// A host program that knows nothing of Quern: it links libvortex, whose place
// the simulator's library takes, and declares what it calls itself. VERSION and
// XLEN are the machine's; the kernel is vectorAdd of stub.py.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);  \
      return 1;                                                                \
    }                                                                          \
  } while (0)

enum { N = 1000, BLOCK = 16, BYTES = N * sizeof(float), GRID = 63 };

#if XLEN == 64
typedef uint64_t address_t;
#else
typedef uint32_t address_t;
#endif
typedef struct arguments {
  address_t a, b, c;
  int32_t n;
} arguments;

static float a[N], b[N], c[N];

static int is_right(void) {
  for (int i = 0; i < N; ++i)
    if (c[i] != (float)(3 * i + 1))
      return 0;
  return 1;
}

typedef void *handle;

#if VERSION == 2
int vx_dev_open(handle *device);
int vx_dev_close(handle device);
int vx_dev_caps(handle device, uint32_t id, uint64_t *value);
int vx_mem_alloc(handle device, uint64_t size, int flags, handle *buffer);
int vx_mem_free(handle buffer);
int vx_mem_address(handle buffer, uint64_t *address);
int vx_mem_info(handle device, uint64_t *free, uint64_t *used);
int vx_copy_to_dev(handle to, const void *from, uint64_t offset, uint64_t size);
int vx_copy_from_dev(void *to, handle from, uint64_t offset, uint64_t size);
int vx_upload_bytes(handle device, const void *bytes, uint64_t size,
                    handle *buffer);
int vx_upload_kernel_file(handle device, const char *path, handle *buffer);
int vx_start(handle device, handle kernel, handle arguments);
int vx_ready_wait(handle device, uint64_t milliseconds);
int vx_dcr_write(handle device, uint32_t address, uint32_t value);
int vx_dcr_read(handle device, uint32_t address, uint32_t *value);
int vx_mpm_query(handle device, uint32_t address, uint32_t core,
                 uint64_t *value);
int vx_dump_perf(handle device, FILE *stream);

typedef struct launch {
  uint32_t grid[3], block[3];
  uint64_t shared;
  arguments args;
} launch;

int main(int argc, char **argv) {
  enum { READ_WRITE = 3, MINSTRET = 0xb02, MISSES = 0xb05 };
  handle device, buffers[3], kernel, block;
  uint64_t at[3], count = 0, value = 0, used = 0;
  uint32_t setting = 0;
  CHECK(argc == 2 && !vx_dev_open(&device));
  CHECK(!vx_dev_caps(device, 1, &value) && value == 4);
  for (int i = 0; i < 3; ++i)
    CHECK(!vx_mem_alloc(device, BYTES, READ_WRITE, &buffers[i]) &&
          !vx_mem_address(buffers[i], &at[i]));
  for (int i = 0; i < N; ++i) {
    a[i] = (float)i;
    b[i] = (float)(2 * i + 1);
  }
  CHECK(!vx_copy_to_dev(buffers[0], a, 0, BYTES));
  CHECK(!vx_copy_to_dev(buffers[1], b, 0, BYTES));
  const launch l = {{GRID, 1, 1},
                    {BLOCK, 1, 1},
                    0,
                    {(address_t)at[0], (address_t)at[1], (address_t)at[2], N}};
  CHECK(!vx_upload_kernel_file(device, argv[1], &kernel));
  CHECK(vx_upload_kernel_file(device, "nothing", &block));
  CHECK(!vx_upload_bytes(device, &l, sizeof(l), &block));
  CHECK(!vx_start(device, kernel, block) && !vx_ready_wait(device, 100000));
  CHECK(!vx_copy_from_dev(c, buffers[2], 0, BYTES) && is_right());
  CHECK(!vx_mpm_query(device, MINSTRET, 0, &count) && count > N);
  CHECK(vx_mpm_query(device, MINSTRET, 1000, &count));
  CHECK(vx_mpm_query(device, MISSES, 0, &count));
  CHECK(!vx_dcr_write(device, 5, 77) && !vx_dcr_read(device, 5, &setting) &&
        setting == 77);
  CHECK(!vx_dump_perf(device, stdout));
  CHECK(!vx_mem_free(block) && !vx_mem_free(kernel));
  for (int i = 0; i < 3; ++i)
    CHECK(!vx_mem_free(buffers[i]));
  CHECK(!vx_mem_info(device, &value, &used) && used == 0);
  CHECK(!vx_dev_close(device));
  puts("right");
  return 0;
}
#else
typedef struct queue_info {
  size_t struct_size;
  const void *next;
  uint32_t priority, flags;
} queue_info;
typedef struct launch_info {
  size_t struct_size;
  const void *next;
  handle kernel;
  const void *args_host;
  size_t args_size;
  uint32_t ndim, grid_dim[3], block_dim[3], lmem_size, cluster_dim[3];
} launch_info;
#define WAITS uint32_t count, const handle *waits, handle *event

int vx_device_open(uint32_t index, handle *device);
int vx_device_release(handle device);
int vx_queue_create(handle device, const queue_info *info, handle *queue);
int vx_queue_release(handle queue);
int vx_queue_flush(handle queue);
int vx_queue_finish(handle queue, uint64_t timeout_ns);
int vx_buffer_create(handle device, uint64_t size, uint32_t flags,
                     handle *buffer);
int vx_buffer_release(handle buffer);
int vx_buffer_address(handle buffer, uint64_t *address);
int vx_enqueue_write(handle queue, handle to, uint64_t offset, const void *from,
                     uint64_t size, WAITS);
int vx_enqueue_read(handle queue, void *to, handle from, uint64_t offset,
                    uint64_t size, WAITS);
int vx_enqueue_copy(handle queue, handle to, uint64_t to_offset, handle from,
                    uint64_t from_offset, uint64_t size, WAITS);
int vx_enqueue_launch(handle queue, const launch_info *info, WAITS);
int vx_event_wait_value(handle event, uint64_t value, uint64_t timeout_ns);
int vx_event_release(handle event);
int vx_module_load_file(handle device, const char *path, handle *module);
int vx_module_release(handle module);
int vx_module_get_kernel(handle module, const char *name, handle *kernel);
int vx_kernel_release(handle kernel);
int vx_mpm_query(handle device, uint32_t kind, uint32_t address, uint32_t core,
                 uint64_t *value);

int main(int argc, char **argv) {
  enum { READ_WRITE = 3, MINSTRET = 0xb02 };
  handle device, queue, buffers[4], module, kernel, none, written, done;
  uint64_t at[4], count = 0;
  CHECK(argc == 2 && !vx_device_open(0, &device));
  const queue_info how = {sizeof(how), NULL, 1, 0};
  CHECK(!vx_queue_create(device, &how, &queue));
  for (int i = 0; i < 4; ++i)
    CHECK(!vx_buffer_create(device, BYTES, READ_WRITE, &buffers[i]) &&
          !vx_buffer_address(buffers[i], &at[i]));
  for (int i = 0; i < N; ++i) {
    a[i] = (float)i;
    b[i] = (float)(2 * i + 1);
  }
  CHECK(!vx_enqueue_write(queue, buffers[0], 0, a, BYTES, 0, NULL, NULL));
  CHECK(!vx_enqueue_write(queue, buffers[3], 0, b, BYTES, 0, NULL, &written));
  CHECK(!vx_enqueue_copy(queue, buffers[1], 0, buffers[3], 0, BYTES, 1, &written,
                         NULL));
  CHECK(vx_enqueue_copy(queue, buffers[1], 0, buffers[3], 1 << 20, BYTES, 0,
                        NULL, NULL));
  CHECK(!vx_module_load_file(device, argv[1], &module));
  CHECK(vx_module_load_file(device, "nothing", &none));
  CHECK(vx_module_get_kernel(module, "nothing", &none));
  CHECK(!vx_module_get_kernel(module, "vectorAdd", &kernel));
  const arguments args = {(address_t)at[0], (address_t)at[1], (address_t)at[2],
                          N};
  const launch_info l = {.struct_size = sizeof(l),
                         .kernel = kernel,
                         .args_host = &args,
                         .args_size = sizeof(args),
                         .ndim = 1,
                         .grid_dim = {GRID},
                         .block_dim = {BLOCK}};
  CHECK(!vx_enqueue_launch(queue, &l, 0, NULL, &done));
  CHECK(!vx_enqueue_read(queue, c, buffers[2], 0, BYTES, 1, &done, NULL));
  CHECK(!vx_queue_flush(queue) && !vx_queue_finish(queue, UINT64_MAX));
  CHECK(!vx_event_wait_value(done, 1, UINT64_MAX) && is_right());
  CHECK(!vx_mpm_query(device, 0, MINSTRET, 0, &count) && count > N);
  CHECK(!vx_event_release(done) && !vx_event_release(written));
  CHECK(!vx_kernel_release(kernel) && !vx_module_release(module));
  for (int i = 0; i < 4; ++i)
    CHECK(!vx_buffer_release(buffers[i]));
  CHECK(!vx_queue_release(queue) && !vx_device_release(device));
  puts("right");
  return 0;
}
#endif

// SPDX-License-Identifier: Apache-2.0
// libvortex's C interface, versions 2 and 3: what the simulator's library
// provides, and what the back end asks of a library, its own or foreign. Facts
// of an interface, in our words; every structure begins with its size, as
// versions drift.
#ifndef QN_VORTEX_INTERFACE_H
#define QN_VORTEX_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

typedef void *vx_device_h;
typedef void *vx_buffer_h;
typedef void *vx_queue_h;
typedef void *vx_event_h;
typedef void *vx_module_h;
typedef void *vx_kernel_h;

// Of vx_dev_caps. Other numbers end the process of a real library.
enum {
  VX_CAPS_VERSION = 0,
  VX_CAPS_NUM_THREADS = 1,
  VX_CAPS_NUM_WARPS = 2,
  VX_CAPS_NUM_CORES = 3,
  VX_CAPS_CACHE_LINE_SIZE = 4,
  VX_CAPS_GLOBAL_MEM_SIZE = 5,
  VX_CAPS_LOCAL_MEM_SIZE = 6,
  VX_CAPS_ISA_FLAGS = 7, // the register misa as of 32 bits, and more above
  VX_CAPS_NUM_MEM_BANKS = 8,
  VX_CAPS_MEM_BANK_SIZE = 9,
};

enum { VX_MEM_READ = 1, VX_MEM_WRITE = 2, VX_MEM_READ_WRITE = 3 };

enum {
  VX_SUCCESS = 0,
  VX_ERR_INVALID_HANDLE = 1,
  VX_ERR_INVALID_INFO = 2,
  VX_ERR_INVALID_VALUE = 3,
  VX_ERR_OUT_OF_HOST_MEMORY = 4,
  VX_ERR_OUT_OF_DEVICE_MEMORY = 5,
  VX_ERR_DEVICE_LOST = 6,
  VX_ERR_TIMEOUT = 7,
  VX_ERR_EVENT_FAILED = 8,
  VX_ERR_NOT_SUPPORTED = 9,
};

#define VX_TIMEOUT_INFINITE UINT64_MAX

typedef struct vx_queue_info_t {
  size_t struct_size;
  const void *next;
  uint32_t priority; // 1: normal
  uint32_t flags;
} vx_queue_info_t;

typedef struct vx_launch_info_t {
  size_t struct_size;
  const void *next;
  vx_kernel_h kernel;
  const void *args_host;
  size_t args_size;
  uint32_t ndim;
  uint32_t grid_dim[3];
  uint32_t block_dim[3];
  uint32_t lmem_size;
  uint32_t cluster_dim[3];
} vx_launch_info_t;

// Rows of bytes in layers of rows: where they begin (in bytes, rows, layers),
// how many there are, and bytes from one to the next, 0 for what lies close. In
// copies between buffers the host's part is the source's.
typedef struct vx_rect_info_t {
  size_t struct_size;
  const void *next;
  size_t buffer_origin[3];
  size_t host_origin[3];
  size_t region[3];
  size_t buffer_row_pitch;
  size_t buffer_slice_pitch;
  size_t host_row_pitch;
  size_t host_slice_pitch;
} vx_rect_info_t;

enum { VX_QUEUE_PROFILING_ENABLE = 1 };

typedef struct vx_profile_info_t {
  uint64_t queued_ns, submit_ns, start_ns, end_ns;
} vx_profile_info_t;

// VX_FUNCTION(result, name, parameters): those that both sides know.
// clang-format off
#define VX_FUNCTIONS_2(F)                                                      \
  F(int, vx_dev_open, (vx_device_h *device))                                   \
  F(int, vx_dev_close, (vx_device_h device))                                   \
  F(int, vx_dev_caps, (vx_device_h device, uint32_t id, uint64_t *value))      \
  F(int, vx_mem_alloc, (vx_device_h device, uint64_t size, int flags, vx_buffer_h *buffer)) \
  F(int, vx_mem_reserve, (vx_device_h device, uint64_t address, uint64_t size, int flags, vx_buffer_h *buffer)) \
  F(int, vx_mem_free, (vx_buffer_h buffer))                                    \
  F(int, vx_mem_access, (vx_buffer_h buffer, uint64_t offset, uint64_t size, int flags)) \
  F(int, vx_mem_address, (vx_buffer_h buffer, uint64_t *address))              \
  F(int, vx_mem_info, (vx_device_h device, uint64_t *free, uint64_t *used))    \
  F(int, vx_copy_to_dev, (vx_buffer_h buffer, const void *host, uint64_t offset, uint64_t size)) \
  F(int, vx_copy_from_dev, (void *host, vx_buffer_h buffer, uint64_t offset, uint64_t size)) \
  F(int, vx_start, (vx_device_h device, vx_buffer_h kernel, vx_buffer_h arguments)) \
  F(int, vx_ready_wait, (vx_device_h device, uint64_t milliseconds))
#define VX_FUNCTIONS_3(F)                                                      \
  F(int, vx_queue_create, (vx_device_h device, const vx_queue_info_t *info, vx_queue_h *queue)) \
  F(int, vx_queue_release, (vx_queue_h queue))                                 \
  F(int, vx_queue_finish, (vx_queue_h queue, uint64_t timeout_ns))             \
  F(int, vx_module_load_bytes, (vx_device_h device, const void *bytes, size_t size, vx_module_h *module)) \
  F(int, vx_module_release, (vx_module_h module))                              \
  F(int, vx_module_get_kernel, (vx_module_h module, const char *name, vx_kernel_h *kernel)) \
  F(int, vx_kernel_release, (vx_kernel_h kernel))                              \
  F(int, vx_enqueue_launch, (vx_queue_h queue, const vx_launch_info_t *info, uint32_t wait_count, const vx_event_h *waits, vx_event_h *event))
// What the simulator's library has of version 3 beside these: `WAITS` are the
// events that a command waits for, and where its own is left.
#define VX_WAITS uint32_t wait_count, const vx_event_h *waits, vx_event_h *event
#define VX_FUNCTIONS_3_MORE(F)                                                 \
  F(int, vx_device_count, (uint32_t *count))                                   \
  F(int, vx_device_open, (uint32_t index, vx_device_h *device))                \
  F(int, vx_device_retain, (vx_device_h device))                               \
  F(int, vx_device_release, (vx_device_h device))                              \
  F(int, vx_device_query, (vx_device_h device, uint32_t id, uint64_t *value))  \
  F(int, vx_device_memory_info, (vx_device_h device, uint64_t *free, uint64_t *used)) \
  F(int, vx_device_max_occupancy_grid, (vx_device_h device, uint32_t ndim, const uint32_t *global_dim, uint32_t *grid, uint32_t *block)) \
  F(int, vx_buffer_create, (vx_device_h device, uint64_t size, uint32_t flags, vx_buffer_h *buffer)) \
  F(int, vx_buffer_reserve, (vx_device_h device, uint64_t address, uint64_t size, uint32_t flags, vx_buffer_h *buffer)) \
  F(int, vx_buffer_retain, (vx_buffer_h buffer))                               \
  F(int, vx_buffer_release, (vx_buffer_h buffer))                              \
  F(int, vx_buffer_address, (vx_buffer_h buffer, uint64_t *address))           \
  F(int, vx_buffer_access, (vx_buffer_h buffer, uint64_t offset, uint64_t size, uint32_t flags)) \
  F(int, vx_buffer_map, (vx_buffer_h buffer, uint64_t offset, uint64_t size, uint32_t flags, void **host)) \
  F(int, vx_buffer_unmap, (vx_buffer_h buffer, void *host))                    \
  F(int, vx_module_load_file, (vx_device_h device, const char *path, vx_module_h *module)) \
  F(int, vx_module_retain, (vx_module_h module))                               \
  F(int, vx_kernel_retain, (vx_kernel_h kernel))                               \
  F(int, vx_kernel_get_max_block_size, (vx_kernel_h kernel, uint32_t *x, uint32_t *y, uint32_t *z)) \
  F(int, vx_queue_retain, (vx_queue_h queue))                                  \
  F(int, vx_queue_flush, (vx_queue_h queue))                                   \
  F(int, vx_enqueue_write, (vx_queue_h queue, vx_buffer_h to, uint64_t offset, const void *host, uint64_t size, VX_WAITS)) \
  F(int, vx_enqueue_read, (vx_queue_h queue, void *host, vx_buffer_h from, uint64_t offset, uint64_t size, VX_WAITS)) \
  F(int, vx_enqueue_copy, (vx_queue_h queue, vx_buffer_h to, uint64_t to_offset, vx_buffer_h from, uint64_t from_offset, uint64_t size, VX_WAITS)) \
  F(int, vx_enqueue_write_rect, (vx_queue_h queue, vx_buffer_h to, const void *host, const vx_rect_info_t *info, VX_WAITS)) \
  F(int, vx_enqueue_read_rect, (vx_queue_h queue, void *host, vx_buffer_h from, const vx_rect_info_t *info, VX_WAITS)) \
  F(int, vx_enqueue_copy_rect, (vx_queue_h queue, vx_buffer_h to, vx_buffer_h from, const vx_rect_info_t *info, VX_WAITS)) \
  F(int, vx_enqueue_fill_buffer, (vx_queue_h queue, vx_buffer_h to, uint64_t offset, uint64_t size, const void *pattern, size_t pattern_size, VX_WAITS)) \
  F(int, vx_enqueue_map, (vx_queue_h queue, vx_buffer_h buffer, uint64_t offset, uint64_t size, uint32_t flags, VX_WAITS, void **host)) \
  F(int, vx_enqueue_unmap, (vx_queue_h queue, vx_buffer_h buffer, void *host, VX_WAITS)) \
  F(int, vx_enqueue_barrier, (vx_queue_h queue, VX_WAITS))                     \
  F(int, vx_enqueue_dcr_write, (vx_queue_h queue, uint32_t address, uint32_t value, VX_WAITS)) \
  F(int, vx_enqueue_dcr_read, (vx_queue_h queue, uint32_t address, uint32_t *host, VX_WAITS)) \
  F(int, vx_enqueue_signal, (vx_queue_h queue, vx_event_h other, uint64_t value, VX_WAITS)) \
  F(int, vx_enqueue_wait_value, (vx_queue_h queue, vx_event_h other, uint64_t value, VX_WAITS)) \
  F(int, vx_event_create, (vx_device_h device, vx_event_h *event))             \
  F(int, vx_event_signal, (vx_event_h event, uint64_t value))                  \
  F(int, vx_event_get_value, (vx_event_h event, uint64_t *value))              \
  F(int, vx_event_wait_value, (vx_event_h event, uint64_t value, uint64_t timeout_ns)) \
  F(int, vx_event_wait_values, (uint32_t count, const vx_event_h *events, const uint64_t *values, uint64_t timeout_ns)) \
  F(int, vx_event_retain, (vx_event_h event))                                  \
  F(int, vx_event_release, (vx_event_h event))                                 \
  F(int, vx_event_get_profiling, (vx_event_h event, vx_profile_info_t *times))
// clang-format on

// The simulator's library only: chooses what the next vx_dev_open opens
// (vortex/sim.h), and says why the last launch failed. 0: done.
typedef int qn_vx_configure_fn(const char *text);
typedef struct qn_vx_failing {
  char text[320];
  uint64_t pc;
  uint64_t warp;    // its number among all of the machine's, or in version 3 of
                    // the launch's blocks
  uint64_t address; // of the access that may not be, or 0
} qn_vx_failing;
typedef int qn_vx_failure_fn(vx_device_h device, qn_vx_failing *out);
// Whether its addresses are the host's, too.
typedef int qn_vx_is_host_fn(vx_device_h device);
#define QN_VX_IS_HOST "quern_vortex_is_host"
#define QN_VX_CONFIGURE "quern_vortex_configure"
#define QN_VX_FAILURE "quern_vortex_failure"

#endif // QN_VORTEX_INTERFACE_H

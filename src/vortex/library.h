// SPDX-License-Identifier: Apache-2.0
// The simulator's library: a device, its memory and what it last did.
#ifndef QN_VORTEX_LIBRARY_H
#define QN_VORTEX_LIBRARY_H

#include "base/system/thread.h"
#include "vortex/interface.h"
#include "vortex/sim.h"

// Functions of the interface, which the library exports.
#define VX_EXPORT __attribute__((visibility("default")))

typedef struct vx_buffer {
  struct vx_device *device;
  struct vx_buffer *next; // by address
  uint64_t address, size; // whole pages
  uint32_t references;
} vx_buffer;

// A register of the device's that programs set.
typedef struct vx_setting {
  uint32_t address, value;
} vx_setting;
enum { VX_SETTINGS_MAX = 64 };

typedef struct vx_device {
  qn_vx_sim *sim;
  qn_mutex mutex;
  vx_buffer *buffers;
  uint64_t used;
  bool is_quiet;   // whoever opened it asks why a launch failed
  bool has_failed; // the last launch
  qn_vx_failing failure;
  vx_setting settings[VX_SETTINGS_MAX];
  uint32_t setting_count;
  // Of version 3 (timeline.h); `order` protects what hangs on these.
  uint32_t references;
  qn_mutex order;
  qn_cond changed; // an event, or a queue
  struct vx_queue *queues;
  struct vx_mapping *mappings; // by `mutex`
} vx_device;

// Of the type of vx_upload_bytes, with the bytes of a file.
typedef int qn_vx_use_file_fn(void *to, const void *bytes, uint64_t size,
                              void **out);
int qn_vx_library_file(vx_device_h device, const char *path,
                       qn_vx_use_file_fn *use, void **out);
// Runs, and keeps why it failed; the device's mutex is held.
bool qn_vx_library_run(vx_device *d, const qn_vx_start *start);
// The lowest free place, or `at`, which must be free. NULL: there is none.
vx_buffer *qn_vx_library_take(vx_device *d, uint64_t at, uint64_t size,
                              int flags);

// Whether the buffer has [offset, offset + size).
bool qn_vx_library_has(const vx_buffer *b, uint64_t offset, uint64_t size);

#endif // QN_VORTEX_LIBRARY_H

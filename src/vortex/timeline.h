// SPDX-License-Identifier: Apache-2.0
// Queues, commands and events of libvortex's version 3, over the simulator.
//
// There are no threads: a command that waits for nothing is done while it is
// enqueued, one that waits for an event by whoever brings the event about. A
// queue's commands are done in their order. Events count: a command's own comes
// to 1 when it is done; others are what hosts and commands signal.
#ifndef QN_VORTEX_TIMELINE_H
#define QN_VORTEX_TIMELINE_H

#include "vortex/library.h"

typedef struct vx_event {
  vx_device *device;
  uint32_t references;
  uint64_t value;
  bool has_failed; // what should have brought it about
  bool has_times;
  vx_profile_info_t times;
} vx_event;

typedef struct vx_module vx_module;
typedef struct vx_kernel {
  vx_module *module;
  uint64_t start, entry;
  uint32_t references;
} vx_kernel;

typedef struct vx_command vx_command;
// Does it, without any lock held; VX_SUCCESS or an error.
typedef int vx_command_fn(vx_command *c);

struct vx_command {
  vx_command_fn *run;
  vx_command *next;
  struct vx_queue *queue;
  vx_event *done; // its own; NULL: nobody asked for it
  uint32_t wait_count;
  vx_event **waits;
  // One that it signals, or waits for until it has `value`.
  vx_event *other;
  bool waits_for_other;
  uint64_t value;
  vx_kernel *kernel;
  vx_buffer *to, *from;
  void *host;
  uint64_t to_offset, from_offset, size;
  void *bytes; // a copy of what the caller gave, freed with it
  size_t bytes_size;
  vx_launch_info_t launch;
  vx_rect_info_t rect;
  vx_profile_info_t times;
};

typedef struct vx_queue {
  vx_device *device;
  struct vx_queue *next; // of the device's
  uint32_t references;
  uint32_t flags;
  vx_command *first, **last;
  bool is_busy; // somebody does its first command
} vx_queue;

// Enqueues a copy of `command`, which may be done with the call, and takes its
// `bytes`, also when it fails. What the command names is retained.
int qn_vx_submit(vx_queue_h queue, const vx_command *command, VX_WAITS);

// Gives a reference back; the device's `order` is held.
void qn_vx_kernel_drop(vx_kernel *kernel);
// Of a device that is closed: forgets queues, and commands that were not done.
void qn_vx_timeline_finish(vx_device *d);

// Bytes of a buffer that the host has a copy of. An unmapped one that was
// mapped for writing goes back.
typedef struct vx_mapping {
  struct vx_mapping *next; // of the device's
  vx_buffer *buffer;
  uint64_t offset, size;
  uint32_t flags;
  void *host;
} vx_mapping;
// Makes one, without bytes in it; NULL: no memory.
vx_mapping *qn_vx_mapping_make(vx_buffer *b, uint64_t offset, uint64_t size,
                               uint32_t flags);
// Takes the one at `host` from the device's; NULL: there is none.
vx_mapping *qn_vx_mapping_take(vx_buffer *b, const void *host);
// Writes back what is to be, and frees it; VX_SUCCESS or an error.
int qn_vx_mapping_end(vx_mapping *m);

#endif // QN_VORTEX_TIMELINE_H

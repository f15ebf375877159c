// SPDX-License-Identifier: Apache-2.0
// Work of this machine's processor for a device whose memory it does not reach:
// what the work uses is copied to the host's memory, and what it writes copied
// back, all in the stream's order, so that nobody waits and graphs can have it.
#ifndef QN_LIBS_CORE_MIRROR_H
#define QN_LIBS_CORE_MIRROR_H

#include "libs/core/work.h"

// Rows of a matrix, or elements of a vector, in several members of a batch. The
// copy in the host's memory has the same distances.
typedef struct qn_libs_region {
  void *address; // of the device
  size_t width;  // bytes of a row
  size_t rows;
  size_t pitch;   // bytes between rows
  size_t members; // 1, or of a batch
  int64_t step;   // bytes between members
  bool is_written;
  bool is_unread; // all of it is written, and nothing read before
  // Of a triangle, bytes of an element; column j has its elements from the
  // diagonal on (lower) or up to it, and no others are written back.
  size_t triangle;
  bool is_lower;
  // Set by qn_libs_submit_mirrored: of the first member.
  void *host;
  void *block; // mirror.c's
} qn_libs_region;

enum { QN_LIBS_REGIONS_MAX = 20 };

// As qn_libs_submit, on copies: `regions` lie in `data`, and `run` finds what
// they mean at their `host`. Regions must not overlap.
typedef struct qn_libs_task {
  void (*run)(void *data);
  void (*free)(void *data);
  void *data;
} qn_libs_task;
hipError_t qn_libs_submit_mirrored(hipStream_t stream, const qn_libs_task *task,
                                   qn_libs_region *regions, size_t count);

// One region of `size` bytes.
static inline qn_libs_region qn_libs_bytes(const void *address, size_t size,
                                           bool is_written) {
  return (qn_libs_region){.address = (void *)(uintptr_t)address,
                          .width = size,
                          .rows = 1,
                          .pitch = size,
                          .members = 1,
                          .is_written = is_written};
}

// The regions of a call, and where in its `data` the address of each is.
typedef struct qn_libs_copies {
  qn_libs_region regions[QN_LIBS_REGIONS_MAX];
  const void **slots[QN_LIBS_REGIONS_MAX];
  size_t count;
} qn_libs_copies;

static inline void qn_libs_copies_add(qn_libs_copies *c, qn_libs_region region,
                                      const void **slot) {
  c->slots[c->count] = slot;
  c->regions[c->count++] = region;
}

// For `run`: puts the addresses of the copies into their places.
static inline void qn_libs_copies_take(const qn_libs_copies *c) {
  for (size_t i = 0; i < c->count; ++i)
    *c->slots[i] = c->regions[i].host;
}

// Says once, with QUERN_LOG=info, that calls like that one work on copies.
void qn_libs_say_mirrored(const char *call);

#endif // QN_LIBS_CORE_MIRROR_H

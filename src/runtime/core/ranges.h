// SPDX-License-Identifier: Apache-2.0
// Which allocation an address belongs to: ordered ranges, found in O(log n).
//
// Addresses are divided among stripes with a lock each, so threads that work on
// different memory do not contend.
#ifndef QN_RUNTIME_CORE_RANGES_H
#define QN_RUNTIME_CORE_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What is known about an allocation; results are copies, which stay valid when
// the allocation is freed.
typedef struct qn_range {
  uintptr_t start;
  size_t size; // bytes, at least 1
  struct qn_device *device;
  uint32_t kind;  // qn_memory_kind
  uint32_t flags; // HIP's, of the call that made it
  uint64_t id;    // of the allocation, never used again
  void *native;   // qn_memory.native
  void *host;     // the host's address of `start`, or NULL
  void *owner;    // what added it: a block of a pool, a module
  bool pooled;    // `owner` is a block of a memory pool
} qn_range;

// Adds a range. False when out of memory, or when it overlaps an existing one.
bool qn_ranges_add(const qn_range *range);
// The range that holds `address`.
bool qn_ranges_find(const void *address, qn_range *out_range);
// Removes the range that starts at `address`; of several threads one succeeds.
bool qn_ranges_remove(const void *address, qn_range *out_range);
// The same if its kind's bit is set in `kinds` and it has no owner. Else false,
// with the range that holds `address`, or one of size 0.
bool qn_ranges_take(const void *address, unsigned kinds, qn_range *out_range);
// Calls `visit` for each range of `device`, or of all with NULL, in no order.
// It must not add or remove ranges.
void qn_ranges_each(const struct qn_device *device,
                    void (*visit)(void *user, const qn_range *range),
                    void *user);
// A fresh number for qn_range.id.
uint64_t qn_ranges_id(void);

#endif // QN_RUNTIME_CORE_RANGES_H

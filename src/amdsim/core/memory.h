// SPDX-License-Identifier: Apache-2.0
// The memory that kernels may reach: ranges of the process's own addresses, as
// whoever allocates them says. Thread-safe.
#ifndef QN_AMDSIM_CORE_MEMORY_H
#define QN_AMDSIM_CORE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

// What a wave found last; zeroed at first.
typedef struct qn_amd_view {
  uint64_t begin, end;
  uint32_t agents; // that may reach it, a bit each
  bool writable;
} qn_amd_view;
enum { QN_AMD_VIEWS = 4 };
typedef struct qn_amd_views {
  uint64_t generation;
  uint32_t agent; // whose wave it is, a bit; 0: whatever is there
  unsigned next;
  qn_amd_view view[QN_AMD_VIEWS];
} qn_amd_views;

qn_status qn_amd_memory_add(uint64_t address, uint64_t size, bool writable,
                            qn_diag *diag);
// False when no range begins there.
bool qn_amd_memory_remove(uint64_t address);
// Which agents may reach a range; all at first.
bool qn_amd_memory_allow(uint64_t address, uint32_t agents);
// The range around an address, or the nearest one below it.
bool qn_amd_memory_near(uint64_t address, qn_amd_view *out_view);

bool qn_amd_memory_check_slow(qn_amd_views *views, uint64_t address,
                              uint64_t size, bool write);
extern _Atomic uint64_t qn_amd_memory_generation;

// Whether all of it lies in one range that may be read (or written).
static inline bool qn_amd_memory_check(qn_amd_views *views, uint64_t address,
                                       uint64_t size, bool write) {
  const qn_amd_view *v = &views->view[0];
  if (address >= v->begin && address + size <= v->end &&
      (!write || v->writable) &&
      views->generation ==
          __atomic_load_n((uint64_t *)&qn_amd_memory_generation,
                          __ATOMIC_RELAXED))
    return true;
  return qn_amd_memory_check_slow(views, address, size, write);
}

#endif // QN_AMDSIM_CORE_MEMORY_H

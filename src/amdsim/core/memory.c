// SPDX-License-Identifier: Apache-2.0
#include "amdsim/core/memory.h"

#include "base/alloc.h"
#include "base/system/thread.h"

_Atomic uint64_t qn_amd_memory_generation = 1;

static qn_mutex mutex = QN_MUTEX_INIT;
static qn_amd_view *ranges; // by address
static size_t count, capacity;

// The first range that begins behind `address`.
static size_t behind(uint64_t address) {
  size_t low = 0, high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    if (ranges[middle].begin <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool grow(void) {
  if (count < capacity)
    return true;
  const size_t larger = capacity ? 2 * capacity : 64;
  qn_amd_view *moved = qn_realloc(ranges, larger * sizeof(*ranges));
  if (!moved)
    return false;
  ranges = moved;
  capacity = larger;
  return true;
}

qn_status qn_amd_memory_add(uint64_t address, uint64_t size, bool writable,
                            qn_diag *diag) {
  qn_mutex_lock(&mutex);
  const bool done = grow();
  if (done) {
    const size_t at = behind(address);
    memmove(&ranges[at + 1], &ranges[at], (count - at) * sizeof(*ranges));
    ranges[at] = (qn_amd_view){address, address + size, UINT32_MAX, writable};
    ++count;
    atomic_fetch_add(&qn_amd_memory_generation, 1);
  }
  qn_mutex_unlock(&mutex);
  return done ? qn_ok() : qn_fail_memory(diag, "a range of memory");
}

bool qn_amd_memory_remove(uint64_t address) {
  qn_mutex_lock(&mutex);
  const size_t at = behind(address);
  const bool found = at && ranges[at - 1].begin == address;
  if (found) {
    memmove(&ranges[at - 1], &ranges[at], (count - at) * sizeof(*ranges));
    --count;
    atomic_fetch_add(&qn_amd_memory_generation, 1);
  }
  qn_mutex_unlock(&mutex);
  return found;
}

bool qn_amd_memory_allow(uint64_t address, uint32_t agents) {
  qn_mutex_lock(&mutex);
  const size_t at = behind(address);
  const bool found = at && ranges[at - 1].begin == address;
  if (found) {
    ranges[at - 1].agents = agents;
    atomic_fetch_add(&qn_amd_memory_generation, 1);
  }
  qn_mutex_unlock(&mutex);
  return found;
}

bool qn_amd_memory_near(uint64_t address, qn_amd_view *out_view) {
  qn_mutex_lock(&mutex);
  const size_t at = behind(address);
  if (at)
    *out_view = ranges[at - 1];
  qn_mutex_unlock(&mutex);
  return at != 0;
}

bool qn_amd_memory_check_slow(qn_amd_views *views, uint64_t address,
                              uint64_t size, bool write) {
  const uint64_t now = atomic_load(&qn_amd_memory_generation);
  if (views->generation != now)
    *views = (qn_amd_views){.generation = now, .agent = views->agent};
  for (unsigned k = 1; k < QN_AMD_VIEWS; ++k) {
    const qn_amd_view v = views->view[k];
    if (address < v.begin || address + size > v.end || (write && !v.writable))
      continue;
    views->view[k] = views->view[0];
    views->view[0] = v;
    return true;
  }
  qn_amd_view found = {0};
  if (!qn_amd_memory_near(address, &found) || address + size > found.end ||
      address + size < address || (write && !found.writable) ||
      (views->agent && !(found.agents & views->agent)))
    return false;
  views->next = views->next % (QN_AMD_VIEWS - 1) + 1;
  views->view[views->next] = views->view[0];
  views->view[0] = found;
  return true;
}

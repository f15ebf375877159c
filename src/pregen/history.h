// SPDX-License-Identifier: Apache-2.0
// How long kernels took to generate and how much memory, kept beside the cache:
// so that the longest come first, and only as many at a time as fit in memory.
#ifndef QN_PREGEN_HISTORY_H
#define QN_PREGEN_HISTORY_H

#include "base/map.h"
#include "package/cache/cache.h"

typedef struct qn_history {
  qn_map known;   // id of a job: milliseconds << 24 | megabytes
  qn_map learned; // the same, of this run
} qn_history;

typedef struct qn_history_cost {
  double seconds;
  uint64_t bytes;
} qn_history_cost;

// Reads the file; a missing one is not a failure.
void qn_history_open(qn_history *out_history, const qn_cache *cache);
// Adds what was learned to the file, even if other processes changed it
// meanwhile.
void qn_history_close(qn_history *history, const qn_cache *cache);

// False when nothing is known.
bool qn_history_find(const qn_history *history, const char *arch,
                     const char *name, qn_history_cost *out_cost);
void qn_history_learn(qn_history *history, const char *arch, const char *name,
                      qn_history_cost cost);

#endif // QN_PREGEN_HISTORY_H

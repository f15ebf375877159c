// SPDX-License-Identifier: Apache-2.0
// Distributes many equal items of work over threads: large shares first, then
// smaller and smaller ones, so that threads of unequal speed end together
// (factoring: Hummel, Schonberg, Flynn, "Factoring: a method for scheduling
// parallel loops", 1992).
#ifndef QN_RUNTIME_BACKENDS_CPU_SHARE_H
#define QN_RUNTIME_BACKENDS_CPU_SHARE_H

#include <stdint.h>

typedef struct qn_sharing {
  uint64_t items;
  uint64_t width;     // threads, at least 1
  uint64_t min_items; // items of a share, at least 1: of all but the last
} qn_sharing;

// Items `first` to before `last`.
typedef struct qn_share {
  uint64_t first, last;
} qn_share;

// The number of shares, at least 1: no items make one empty share.
uint64_t qn_share_count(const qn_sharing *sharing);

// Share `index`, which is below their count. The shares cover all items, in
// order, each once.
qn_share qn_share_at(const qn_sharing *sharing, uint64_t index);

#endif // QN_RUNTIME_BACKENDS_CPU_SHARE_H

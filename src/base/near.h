// SPDX-License-Identifier: Apache-2.0
// Did you mean: the known names nearest to one that is not known.
#ifndef QN_BASE_NEAR_H
#define QN_BASE_NEAR_H

#include "base/diag.h"
#include "base/span.h"

enum { QN_NEAR_MAX = 3 };

// Collects the best three of all names offered; ties keep the order of offers.
typedef struct qn_near {
  qn_str asked; // borrowed
  unsigned count;
  qn_str names[QN_NEAR_MAX]; // borrowed from the offers; nearest first
  unsigned distances[QN_NEAR_MAX];
} qn_near;

// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`; anything
// above `limit`, and any name over 64 bytes, gives limit + 1.
unsigned qn_near_distance(qn_str a, qn_str b, unsigned limit);

void qn_near_init(qn_near *near, qn_str asked);
// Keeps `name` when it is within two edits (one for names of up to 3 bytes).
void qn_near_offer(qn_near *near, qn_str name);
// Sets the diag's hint to "Did you mean 'a', 'b' or 'c'?" when there is one.
void qn_near_hint(const qn_near *near, qn_diag *diag);

#endif // QN_BASE_NEAR_H

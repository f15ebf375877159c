// SPDX-License-Identifier: Apache-2.0
// Did you mean: the known names nearest to one that is not known.
#ifndef QN_BASE_SUGGESTION_H
#define QN_BASE_SUGGESTION_H

#include "base/diag.h"
#include "base/span.h"

enum { QN_SUGGESTION_MAX = 3 };

// Collects the best three of all names offered; ties keep the order of offers.
typedef struct qn_suggestion {
  qn_str asked; // borrowed
  unsigned count;
  qn_str names[QN_SUGGESTION_MAX]; // borrowed from the offers; nearest first
  unsigned distances[QN_SUGGESTION_MAX];
} qn_suggestion;

// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`; anything
// above `limit`, and any name over 64 bytes, gives limit + 1.
unsigned qn_suggestion_distance(qn_str a, qn_str b, unsigned limit);

void qn_suggestion_init(qn_suggestion *suggestion, qn_str asked);
// Keeps `name` when it is within two edits (one for names of up to 3 bytes).
void qn_suggestion_offer(qn_suggestion *suggestion, qn_str name);
// Sets the diag's hint to "Did you mean 'a', 'b' or 'c'?" when there is one.
void qn_suggestion_hint(const qn_suggestion *suggestion, qn_diag *diag);

#endif // QN_BASE_SUGGESTION_H

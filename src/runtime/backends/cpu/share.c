// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/share.h"

// Each round hands out half of the remaining items, equally to all threads.
typedef struct round {
  uint64_t first; // item
  uint64_t left;  // items from it on
  uint64_t size;  // of its shares
} round;

static round round_at(const qn_sharing *s, uint64_t first) {
  const uint64_t left = s->items - first;
  const uint64_t half = left / 2 / s->width;
  return (round){first, left, half > s->min_items ? half : s->min_items};
}

// The number of shares of a round: at least one, which is empty when no items
// are left.
static uint64_t shares_of(const qn_sharing *s, const round *r) {
  const uint64_t shares = r->left ? (r->left - 1) / r->size + 1 : 1;
  // With the smallest shares, one round hands out all that is left.
  return r->size > s->min_items && shares > s->width ? s->width : shares;
}

uint64_t qn_share_count(const qn_sharing *s) {
  uint64_t count = 0, first = 0;
  do {
    const round r = round_at(s, first);
    const uint64_t shares = shares_of(s, &r);
    count += shares;
    first += shares * r.size;
  } while (first < s->items);
  return count;
}

qn_share qn_share_at(const qn_sharing *s, uint64_t index) {
  round r = round_at(s, 0);
  for (uint64_t shares; index >= (shares = shares_of(s, &r));) {
    index -= shares;
    r = round_at(s, r.first + shares * r.size);
  }
  const uint64_t first = r.first + index * r.size;
  const uint64_t end = first + r.size;
  return (qn_share){first, end < s->items ? end : s->items};
}

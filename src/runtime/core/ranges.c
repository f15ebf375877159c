// SPDX-License-Identifier: Apache-2.0
// A range is stored in every shard whose stripes it touches. A shard keeps its
// ranges sorted in leaves of at most LEAF_SIZE; a lookup is a binary search for
// the leaf, then within it.
#include "runtime/core/ranges.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/system/thread.h"

enum {
  STRIPE_BITS = 22, // 4 MiB
  SHARD_COUNT = 64,
  LEAF_SIZE = 64,
};

typedef struct leaf {
  unsigned count;
  qn_range ranges[LEAF_SIZE]; // sorted, none overlaps
} leaf;

typedef struct shard {
  _Alignas(64) qn_mutex mutex;
  leaf **leaves; // sorted, none empty
  size_t count, capacity;
  leaf *spare; // an empty one, or NULL: saves allocating when few ranges change
} shard;

static shard shards[SHARD_COUNT] = {
#define SHARD {.mutex = QN_MUTEX_INIT}
#define SHARDS_8 SHARD, SHARD, SHARD, SHARD, SHARD, SHARD, SHARD, SHARD
    SHARDS_8, SHARDS_8, SHARDS_8, SHARDS_8,
    SHARDS_8, SHARDS_8, SHARDS_8, SHARDS_8,
#undef SHARDS_8
#undef SHARD
};

static unsigned shard_of(uintptr_t address) {
  return (unsigned)(address >> STRIPE_BITS) % SHARD_COUNT;
}

// The number of consecutive shards that a range touches.
static unsigned shards_touched(const qn_range *range) {
  const uintptr_t first = range->start >> STRIPE_BITS;
  const uintptr_t last = (range->start + range->size - 1) >> STRIPE_BITS;
  return last - first >= SHARD_COUNT ? SHARD_COUNT
                                     : (unsigned)(last - first + 1);
}

// The following functions are called with the shard's mutex held.

// The last leaf that starts at or below `address`, or 0.
static size_t leaf_at(const shard *s, uintptr_t address) {
  size_t low = 0;
  size_t high = s->count;
  while (low + 1 < high) {
    const size_t middle = (low + high) / 2;
    if (s->leaves[middle]->ranges[0].start <= address)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// The number of ranges of a leaf that start at or below `address`.
static unsigned below(const leaf *l, uintptr_t address) {
  unsigned low = 0;
  unsigned high = l->count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (l->ranges[middle].start <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static qn_range *find_in(const shard *s, uintptr_t address) {
  if (!s->count)
    return NULL;
  leaf *l = s->leaves[leaf_at(s, address)];
  const unsigned at = below(l, address);
  if (!at || address - l->ranges[at - 1].start >= l->ranges[at - 1].size)
    return NULL;
  return &l->ranges[at - 1];
}

static bool insert_leaf(shard *s, size_t at, leaf *l) {
  if (s->count == s->capacity) {
    const size_t capacity = s->capacity * 2 + 8;
    leaf **grown = qn_realloc(s->leaves, capacity * sizeof(*grown));
    if (!grown)
      return false;
    s->leaves = grown;
    s->capacity = capacity;
  }
  memmove(&s->leaves[at + 1], &s->leaves[at],
          (s->count - at) * sizeof(*s->leaves));
  s->leaves[at] = l;
  ++s->count;
  return true;
}

// Inserts a leaf at index `at`; NULL when out of memory.
static leaf *add_leaf(shard *s, size_t at) {
  leaf *made = s->spare ? s->spare : qn_alloc(sizeof(*made));
  s->spare = NULL;
  if (made && !insert_leaf(s, at, made)) {
    qn_free(made);
    made = NULL;
  }
  return made;
}

static void remove_leaf(shard *s, size_t at) {
  if (s->spare)
    qn_free(s->leaves[at]);
  else
    s->spare = s->leaves[at];
  --s->count;
  memmove(&s->leaves[at], &s->leaves[at + 1],
          (s->count - at) * sizeof(*s->leaves));
}

static bool split(shard *s, size_t at) {
  leaf *upper = add_leaf(s, at + 1);
  if (!upper)
    return false;
  leaf *full = s->leaves[at];
  // Addresses of allocations tend to rise: splitting the last leaf unevenly
  // then leaves nearly full leaves.
  const unsigned keep =
      at + 2 == s->count ? LEAF_SIZE - LEAF_SIZE / 8 : LEAF_SIZE / 2;
  upper->count = LEAF_SIZE - keep;
  memcpy(upper->ranges, &full->ranges[keep],
         upper->count * sizeof(*upper->ranges));
  full->count = keep;
  return true;
}

static bool insert(shard *s, const qn_range *range) {
  if (!s->count) {
    leaf *first = add_leaf(s, 0);
    if (!first)
      return false;
    first->count = 1;
    first->ranges[0] = *range;
    return true;
  }
  size_t at = leaf_at(s, range->start);
  if (s->leaves[at]->count == LEAF_SIZE) {
    if (!split(s, at))
      return false;
    at = leaf_at(s, range->start);
  }
  leaf *l = s->leaves[at];
  const unsigned place = below(l, range->start);
  memmove(&l->ranges[place + 1], &l->ranges[place],
          (l->count - place) * sizeof(*l->ranges));
  l->ranges[place] = *range;
  ++l->count;
  return true;
}

static bool overlaps(const shard *s, const qn_range *range) {
  if (find_in(s, range->start) || find_in(s, range->start + range->size - 1))
    return true;
  // A range inside the new one starts after its start and before its end.
  for (size_t i = s->count ? leaf_at(s, range->start) : 0;
       i < s->count && i < leaf_at(s, range->start) + 2; ++i) {
    const leaf *l = s->leaves[i];
    const unsigned at = below(l, range->start);
    if (at < l->count)
      return l->ranges[at].start - range->start < range->size;
  }
  return false;
}

static void erase(shard *s, uintptr_t start) {
  const size_t at = leaf_at(s, start);
  leaf *l = s->leaves[at];
  const unsigned place = below(l, start) - 1;
  --l->count;
  memmove(&l->ranges[place], &l->ranges[place + 1],
          (l->count - place) * sizeof(*l->ranges));
  if (!l->count)
    remove_leaf(s, at);
}

// Erases a range from shards `begin` to before `end` of those that it touches.
static void erase_from(const qn_range *range, unsigned begin, unsigned end) {
  const unsigned first = shard_of(range->start);
  for (unsigned i = begin; i < end; ++i) {
    shard *s = &shards[(first + i) % SHARD_COUNT];
    qn_mutex_lock(&s->mutex);
    erase(s, range->start);
    qn_mutex_unlock(&s->mutex);
  }
}

bool qn_ranges_add(const qn_range *range) {
  const unsigned first = shard_of(range->start);
  const unsigned count = shards_touched(range);
  for (unsigned i = 0; i < count; ++i) {
    shard *s = &shards[(first + i) % SHARD_COUNT];
    qn_mutex_lock(&s->mutex);
    const bool good = !overlaps(s, range) && insert(s, range);
    qn_mutex_unlock(&s->mutex);
    if (!good) {
      erase_from(range, 0, i);
      return false;
    }
  }
  return true;
}

bool qn_ranges_find(const void *address, qn_range *out_range) {
  shard *s = &shards[shard_of((uintptr_t)address)];
  qn_mutex_lock(&s->mutex);
  const qn_range *found = find_in(s, (uintptr_t)address);
  if (found)
    *out_range = *found;
  qn_mutex_unlock(&s->mutex);
  return found != NULL;
}

// Of several threads, the one that erases it from its first shard succeeds.
static bool take(const void *address, unsigned kinds, bool owned,
                 qn_range *out_range) {
  const uintptr_t start = (uintptr_t)address;
  shard *s = &shards[shard_of(start)];
  qn_mutex_lock(&s->mutex);
  const qn_range *found = find_in(s, start);
  *out_range = found ? *found : (qn_range){0};
  const bool good = found && found->start == start &&
                    (owned || !found->owner) && (kinds >> found->kind & 1);
  if (good)
    erase(s, start);
  qn_mutex_unlock(&s->mutex);
  if (good)
    erase_from(out_range, 1, shards_touched(out_range));
  return good;
}

bool qn_ranges_remove(const void *address, qn_range *out_range) {
  return take(address, ~0u, true, out_range);
}

bool qn_ranges_take(const void *address, unsigned kinds, qn_range *out_range) {
  return take(address, kinds, false, out_range);
}

void qn_ranges_each(const struct qn_device *device,
                    void (*visit)(void *user, const qn_range *range),
                    void *user) {
  for (unsigned i = 0; i < SHARD_COUNT; ++i) {
    shard *s = &shards[i];
    qn_mutex_lock(&s->mutex);
    for (size_t j = 0; j < s->count; ++j)
      for (unsigned k = 0; k < s->leaves[j]->count; ++k) {
        const qn_range *range = &s->leaves[j]->ranges[k];
        // Visited once, in the shard of its start.
        if (shard_of(range->start) == i && (!device || range->device == device))
          visit(user, range);
      }
    qn_mutex_unlock(&s->mutex);
  }
}

uint64_t qn_ranges_id(void) {
  static atomic_uint_fast64_t last;
  return atomic_fetch_add(&last, 1) + 1;
}

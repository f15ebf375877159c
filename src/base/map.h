// SPDX-License-Identifier: Apache-2.0
// Hash maps from u64 or from text to u64, iterated in the order of insertion,
// so that no output depends on a hash. The hash is seeded per process: hostile
// keys cannot be made to collide.
//
// One map holds one kind of key. Text keys are borrowed. Not thread-safe.
#ifndef QN_BASE_MAP_H
#define QN_BASE_MAP_H

#include "base/diag.h"
#include "base/span.h"

typedef struct qn_map_entry {
  const char *text; // NULL: a u64 key
  uint64_t key;     // the u64, or the size of `text`
  uint64_t value;
  uint64_t hash; // private
} qn_map_entry;

typedef struct qn_map {
  qn_map_entry *entries; // `count` of them, in order of insertion
  size_t count;
  size_t capacity;   // private
  uint32_t *slots;   // private: index + 1 into entries; 0 is free
  size_t slot_count; // private: a power of two
} qn_map;

// A zeroed qn_map is empty and ready to use; `finish` makes it so again.
void qn_map_finish(qn_map *map);

// The value of `key`, which the caller may change until the next put or remove;
// NULL when absent.
uint64_t *qn_map_find(const qn_map *map, uint64_t key);
uint64_t *qn_map_find_str(const qn_map *map, qn_str key);

// Adds or replaces. When out of memory (QN_E_MEMORY) the map is unchanged.
qn_status qn_map_put(qn_map *map, uint64_t key, uint64_t value, qn_diag *diag);
qn_status qn_map_put_str(qn_map *map, qn_str key, uint64_t value,
                         qn_diag *diag);

// False when absent. The last entry takes the place of the removed one.
bool qn_map_remove(qn_map *map, uint64_t key);
bool qn_map_remove_str(qn_map *map, qn_str key);

static inline qn_str qn_map_entry_str(const qn_map_entry *entry) {
  return (qn_str){entry->text, (size_t)entry->key};
}

#endif // QN_BASE_MAP_H

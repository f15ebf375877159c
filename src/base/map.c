// SPDX-License-Identifier: Apache-2.0
#include "base/map.h"

#include <stdatomic.h>
#include <sys/random.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/alloc.h"

static uint64_t seed(void) {
  static _Atomic uint64_t shared;
  uint64_t value = atomic_load(&shared);
  if (value)
    return value;
  uint64_t fresh = 0;
  if (getrandom(&fresh, sizeof(fresh), GRND_NONBLOCK) != sizeof(fresh))
    fresh = (uintptr_t)&fresh;
  fresh |= 1; // 0 means not made yet
  // Another thread may have been first; its seed then counts.
  return atomic_compare_exchange_strong(&shared, &value, fresh) ? fresh : value;
}

static uint64_t hash_of(const char *text, uint64_t key) {
  return text ? XXH3_64bits_withSeed(text, (size_t)key, seed())
              : XXH3_64bits_withSeed(&key, sizeof(key), seed());
}

void qn_map_finish(qn_map *map) {
  qn_free(map->entries);
  qn_free(map->slots);
  *map = (qn_map){0};
}

// The index in map->slots of the entry, or of the free slot for it.
static size_t slot_of(const qn_map *map, const char *text, uint64_t key,
                      uint64_t hash) {
  size_t slot = (size_t)hash & (map->slot_count - 1);
  for (; map->slots[slot]; slot = (slot + 1) & (map->slot_count - 1)) {
    const qn_map_entry *e = &map->entries[map->slots[slot] - 1];
    if (e->hash == hash && e->key == key && !e->text == !text &&
        (!text || memcmp(e->text, text, (size_t)key) == 0))
      break;
  }
  return slot;
}

static uint64_t *find(const qn_map *map, const char *text, uint64_t key) {
  if (!map->count)
    return NULL;
  const uint32_t index =
      map->slots[slot_of(map, text, key, hash_of(text, key))];
  return index ? &map->entries[index - 1].value : NULL;
}

// Makes room for one more entry at a load of at most one half.
static bool reserve(qn_map *map) {
  if (map->count == map->capacity) {
    const size_t capacity = map->capacity ? 2 * map->capacity : 8;
    size_t bytes;
    if (capacity > UINT32_MAX / 4 ||
        !qn_mul_size(capacity, sizeof(qn_map_entry), &bytes))
      return false;
    qn_map_entry *entries = qn_realloc(map->entries, bytes);
    if (!entries)
      return false;
    map->entries = entries;
    map->capacity = capacity;
  }
  if (2 * (map->count + 1) <= map->slot_count)
    return true;
  const size_t slot_count = map->slot_count ? 2 * map->slot_count : 16;
  uint32_t *slots = qn_alloc_array(slot_count, sizeof(*slots));
  if (!slots)
    return false;
  qn_free(map->slots);
  map->slots = slots;
  map->slot_count = slot_count;
  for (size_t i = 0; i < map->count; ++i) {
    const qn_map_entry *e = &map->entries[i];
    slots[slot_of(map, e->text, e->key, e->hash)] = (uint32_t)i + 1;
  }
  return true;
}

static qn_status put(qn_map *map, const char *text, uint64_t key,
                     uint64_t value, qn_diag *diag) {
  uint64_t *old = find(map, text, key);
  if (old) {
    *old = value;
    return qn_ok();
  }
  if (!reserve(map))
    return qn_fail_memory(diag, "a table");
  const uint64_t hash = hash_of(text, key);
  map->slots[slot_of(map, text, key, hash)] = (uint32_t)map->count + 1;
  map->entries[map->count++] = (qn_map_entry){text, key, value, hash};
  return qn_ok();
}

// Frees `slot` and moves later entries of its probe sequence back, so that no
// search stops early.
static void free_slot(qn_map *map, size_t slot) {
  const size_t mask = map->slot_count - 1;
  map->slots[slot] = 0;
  for (size_t i = (slot + 1) & mask; map->slots[i]; i = (i + 1) & mask) {
    const size_t home = (size_t)map->entries[map->slots[i] - 1].hash & mask;
    if (((i - home) & mask) < ((i - slot) & mask))
      continue;
    map->slots[slot] = map->slots[i];
    map->slots[i] = 0;
    slot = i;
  }
}

static bool take_out(qn_map *map, const char *text, uint64_t key) {
  if (!map->count)
    return false;
  const size_t slot = slot_of(map, text, key, hash_of(text, key));
  const uint32_t index = map->slots[slot];
  if (!index)
    return false;
  const qn_map_entry last = map->entries[map->count - 1];
  if (index != map->count) {
    map->slots[slot_of(map, last.text, last.key, last.hash)] = index;
    // `slot` must still refer to the removed entry during the repair.
    map->entries[map->count - 1] = map->entries[index - 1];
    map->slots[slot] = (uint32_t)map->count;
    map->entries[index - 1] = last;
  }
  free_slot(map, slot);
  --map->count;
  return true;
}

// An empty text has a size of 0, not a NULL pointer: that marks a u64 key.
static const char *text_of(qn_str key) { return key.data ? key.data : ""; }

uint64_t *qn_map_find(const qn_map *map, uint64_t key) {
  return find(map, NULL, key);
}

uint64_t *qn_map_find_str(const qn_map *map, qn_str key) {
  return find(map, text_of(key), key.size);
}

qn_status qn_map_put(qn_map *map, uint64_t key, uint64_t value, qn_diag *diag) {
  return put(map, NULL, key, value, diag);
}

qn_status qn_map_put_str(qn_map *map, qn_str key, uint64_t value,
                         qn_diag *diag) {
  return put(map, text_of(key), key.size, value, diag);
}

bool qn_map_remove(qn_map *map, uint64_t key) {
  return take_out(map, NULL, key);
}

bool qn_map_remove_str(qn_map *map, qn_str key) {
  return take_out(map, text_of(key), key.size);
}

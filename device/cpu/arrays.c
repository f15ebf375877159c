// SPDX-License-Identifier: Apache-2.0
// Red zones around local arrays whose addresses go elsewhere, to functions say:
// there an access does not tell what array it is meant for.
//
// A zone is four words on the work-item's stack, of which every second one is a
// mark: a number made of its address, the work-item and the launch, which
// nothing else has there. So an access asks one or two words whether it is in a
// zone.
#include "check.h"

typedef struct zone {
  uint64_t mark; // with the lowest bit: behind the array
  uint64_t size; // of the array, bytes
  uint64_t again;
  uint64_t name; // the address of a text
} zone;

enum { WORD = sizeof(uint64_t), ZONE = sizeof(zone) };
_Static_assert(ZONE == QN_CHECK_ZONE, "contract");

static uint64_t mark_at(const qn_item *item, const uint64_t *word) {
  const qn_cpu_services *services = item->launch->services;
  const qn_cpu_check_run *run = services->checks_user;
  const uint64_t who = (uint64_t)item->number << 32 ^ item->linear;
  const uint64_t where = (uint64_t)(uintptr_t)word / WORD;
  return (where * UINT64_C(0x9e3779b97f4a7c15) ^
          who * UINT64_C(0xc2b2ae3d27d4eb4f) ^ run->op) &
         ~UINT64_C(1);
}

static int is_mark(const qn_item *item, const uint64_t *word) {
  return (*word ^ mark_at(item, word)) <= 1;
}

static int has_checks(const qn_item *item) {
  const qn_cpu_services *services = item->launch->services;
  return services->version >= 5 && services->checks && services->checks_user;
}

static uint64_t rounded(uint64_t size) {
  return (size + WORD - 1) / WORD * WORD;
}

static void put(const qn_item *item, char *at, uint64_t size, const char *name,
                uint64_t behind) {
  zone *z = (zone *)at;
  *z = (zone){.mark = mark_at(item, &z->mark) | behind,
              .size = size,
              .again = mark_at(item, &z->again) | behind,
              .name = (uint64_t)(uintptr_t)name};
}

QN_DEVICE void qn_cpu_check_array(qn_item *item, void *array, uint64_t size,
                                  const char *name) {
  if (!has_checks(item))
    return;
  put(item, (char *)array - ZONE, size, name, 0);
  put(item, (char *)array + rounded(size), size, name, 1);
}

// The stack is then other functions'.
QN_DEVICE void qn_cpu_check_array_end(qn_item *item, void *array,
                                      uint64_t size) {
  (void)item;
  zone *low = (zone *)((char *)array - ZONE);
  zone *high = (zone *)((char *)array + rounded(size));
  low->mark = low->again = high->mark = high->again = 0;
}

// The zone that a word is of; NULL: none.
static const zone *zone_at(const qn_item *item, const uint64_t *word) {
  const uint64_t *mark = is_mark(item, word)       ? word
                         : is_mark(item, word - 1) ? word - 1
                                                   : NULL;
  if (!mark)
    return NULL;
  if (is_mark(item, mark + 2))
    return (const zone *)mark;
  return is_mark(item, mark - 2) ? (const zone *)(mark - 2) : NULL;
}

static const char *array_of(const zone *z) {
  return z->mark & 1 ? (const char *)z - rounded(z->size)
                     : (const char *)z + ZONE;
}

// The zone behind an array whose last word has bytes beyond it, up to `end`.
static const zone *zone_behind(const qn_item *item, const uint64_t *word,
                               const char *end) {
  const zone *z = (const zone *)(word + 1);
  return is_mark(item, &z->mark) && is_mark(item, &z->again) && z->mark & 1 &&
                 end > array_of(z) + z->size
             ? z
             : NULL;
}

int qn_cpu_is_beside_array(qn_item *item, qn_cpu_finding *access) {
  const char *end = (const char *)access->address + access->size;
  const uintptr_t first = access->address / WORD * WORD;
  const uintptr_t last = (access->address + access->size - 1) / WORD * WORD;
  const zone *z = NULL;
  if (!has_checks(item))
    return 0;
  for (uintptr_t at = first; at <= last && !z; at += ZONE)
    z = zone_at(item, (const uint64_t *)at);
  if (!z)
    z = zone_at(item, (const uint64_t *)last);
  if (!z)
    z = zone_behind(item, (const uint64_t *)last, end);
  if (!z)
    return 0;
  access->object = (const char *)(uintptr_t)z->name;
  access->object_size = z->size;
  access->offset = (int64_t)(access->address - (uintptr_t)array_of(z));
  qn_cpu_report(item, access);
  return 1;
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/ranges.h"

#include <stdlib.h>

#include "support/test.h"

// A model: the ranges that were added, by slot.
enum { SLOTS = 6000, ROUNDS = 60000, UNIT = 256 };
static struct {
  uintptr_t start;
  size_t size;
} model[SLOTS];

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static uintptr_t slot_start(unsigned slot) {
  // Far enough apart for the largest range, across many stripes.
  return 0x100000000u + (uintptr_t)slot * (4u << 20);
}

static void toggle(unsigned slot) {
  qn_range found;
  if (model[slot].size) {
    CHECK(qn_ranges_remove((void *)model[slot].start, &found));
    CHECK_INT(found.start, model[slot].start);
    CHECK_INT(found.size, model[slot].size);
    CHECK(!qn_ranges_remove((void *)model[slot].start, &found));
    model[slot].size = 0;
    return;
  }
  const size_t size =
      next() % 16 ? 1 + next() % (64 * UNIT) : 1 + next() % ((4u << 20) - UNIT);
  const qn_range range = {
      .start = slot_start(slot) + next() % UNIT, .size = size, .id = slot};
  CHECK(qn_ranges_add(&range));
  CHECK(!qn_ranges_add(&range));
  model[slot].start = range.start;
  model[slot].size = size;
}

static void check(unsigned slot) {
  qn_range found;
  const uintptr_t start = model[slot].start;
  if (!model[slot].size) {
    CHECK(!qn_ranges_find((void *)(slot_start(slot) + 2 * UNIT), &found));
    return;
  }
  const uintptr_t inside = start + next() % model[slot].size;
  CHECK(qn_ranges_find((void *)inside, &found));
  CHECK_INT(found.id, slot);
  CHECK(qn_ranges_find((void *)(start + model[slot].size - 1), &found));
  CHECK(!qn_ranges_find((void *)(start + model[slot].size), &found));
  CHECK(!qn_ranges_find((void *)(start - 1), &found));
}

static void count(void *user, const qn_range *range) {
  CHECK_INT(range->size, model[range->id].size);
  ++*(unsigned *)user;
}

static void test_against_model(void) {
  unsigned wanted = 0;
  unsigned seen = 0;
  for (int i = 0; i < ROUNDS; ++i) {
    toggle((unsigned)(next() % SLOTS));
    check((unsigned)(next() % SLOTS));
  }
  for (unsigned i = 0; i < SLOTS; ++i)
    wanted += model[i].size != 0;
  qn_ranges_each(NULL, count, &seen);
  CHECK_INT(seen, wanted);
  for (unsigned i = 0; i < SLOTS; ++i)
    if (model[i].size)
      toggle(i);
  seen = 0;
  qn_ranges_each(NULL, count, &seen);
  CHECK_INT(seen, 0);
}

static void test_large_and_overlapping(void) {
  qn_range found;
  const qn_range all = {.start = 1u << 30, .size = (size_t)8 << 30, .id = 1};
  const qn_range inside = {.start = 3u << 30, .size = 64, .id = 2};
  const qn_range across = {.start = (1u << 30) - 8, .size = 16, .id = 3};
  CHECK(qn_ranges_add(&inside));
  CHECK(!qn_ranges_add(&all)); // it contains the other
  CHECK(qn_ranges_remove((void *)inside.start, &found));
  CHECK(qn_ranges_add(&all));
  CHECK(!qn_ranges_add(&inside));
  CHECK(!qn_ranges_add(&across));
  CHECK(qn_ranges_find((void *)((uintptr_t)7 << 30), &found));
  CHECK_INT(found.id, 1);
  CHECK(!qn_ranges_remove((void *)((uintptr_t)7 << 30), &found));
  CHECK(qn_ranges_remove((void *)all.start, &found));
  CHECK(!qn_ranges_find((void *)((uintptr_t)7 << 30), &found));
}

static void test_take(void) {
  enum { KIND = 3 };
  int owner;
  qn_range found;
  // Large enough for several shards.
  qn_range range = {
      .start = 1u << 30, .size = 16u << 20, .kind = KIND, .id = 1};
  CHECK(!qn_ranges_take((void *)range.start, ~0u, &found));
  CHECK_INT(found.size, 0);
  CHECK(qn_ranges_add(&range));
  CHECK(!qn_ranges_take((void *)(range.start + 8), ~0u, &found));
  CHECK_INT(found.start, range.start);
  CHECK(!qn_ranges_take((void *)range.start, ~(1u << KIND), &found));
  CHECK_INT(found.kind, KIND);
  CHECK(qn_ranges_take((void *)range.start, 1u << KIND, &found));
  CHECK_INT(found.id, 1);
  CHECK(!qn_ranges_find((void *)(range.start + range.size - 1), &found));
  range.owner = &owner;
  CHECK(qn_ranges_add(&range));
  CHECK(!qn_ranges_take((void *)range.start, ~0u, &found));
  CHECK(found.owner == &owner);
  CHECK(qn_ranges_remove((void *)range.start, &found));
}

int main(void) {
  test_take();
  test_against_model();
  test_large_and_overlapping();
  return 0;
}

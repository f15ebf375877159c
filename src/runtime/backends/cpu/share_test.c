// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/share.h"

#include "support/test.h"

// The shares cover all items, in order, each once; they do not grow, and only
// the last may be smaller than the minimum.
static void check(qn_sharing s) {
  const uint64_t count = qn_share_count(&s);
  uint64_t next = 0, size = UINT64_MAX;
  for (uint64_t i = 0; i < count; ++i) {
    const qn_share share = qn_share_at(&s, i);
    CHECK_INT(share.first, next);
    CHECK(share.last > share.first);
    CHECK(share.last - share.first <= size);
    if (i + 1 < count)
      CHECK(share.last - share.first >= s.min_items);
    size = share.last - share.first;
    next = share.last;
  }
  CHECK_INT(next, s.items);
}

static void test_all_items_once(void) {
  for (uint64_t items = 1; items < 400; items += 1 + items / 40)
    for (uint64_t width = 1; width < 20; ++width)
      for (uint64_t min_items = 1; min_items < 70;
           min_items += 1 + min_items / 4)
        check((qn_sharing){items, width, min_items});
  check((qn_sharing){UINT64_C(1) << 40, 1024, UINT64_C(1) << 25});
  check((qn_sharing){UINT64_MAX / 2, 3, UINT64_MAX / 500});
}

// If a thread stops when half is done, the others can still share the rest; at
// the end threads wait for one smallest share at most.
static void test_sizes(void) {
  const qn_sharing s = {256, 2, 4};
  const uint64_t sizes[] = {64, 64, 32, 32, 16, 16, 8, 8, 4, 4, 4, 4};
  const uint64_t count = sizeof(sizes) / sizeof(sizes[0]);
  CHECK_INT(qn_share_count(&s), count);
  for (uint64_t i = 0; i < count; ++i) {
    const qn_share share = qn_share_at(&s, i);
    CHECK_INT(share.last - share.first, sizes[i]);
  }
}

static void test_equal(void) {
  const qn_sharing s = {10, 4, 3};
  CHECK_INT(qn_share_count(&s), 4);
  CHECK_INT(qn_share_at(&s, 3).first, 9);
  const qn_sharing one = {10, 1, 10};
  CHECK_INT(qn_share_count(&one), 1);
  CHECK_INT(qn_share_at(&one, 0).last, 10);
  const qn_sharing none = {0, 4, 1};
  CHECK_INT(qn_share_count(&none), 1);
  CHECK_INT(qn_share_at(&none, 0).last, 0);
}

int main(void) {
  test_all_items_once();
  test_sizes();
  test_equal();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/check/check.h"

#include "support/test.h"

static void test_bounds(void) {
  char *block = qn_check_allocate(QN_MEMORY_DEVICE, 100, 0);
  const uintptr_t at = (uintptr_t)block;
  CHECK(block && qn_check_in_heap(at) && at % 256 == 0);
  CHECK(qn_check_is_good(at, 100) && qn_check_is_good(at + 99, 1));
  CHECK(!qn_check_is_good(at, 101) && !qn_check_is_good(at + 100, 1));
  CHECK(!qn_check_is_good(at - 1, 1) && !qn_check_is_good(at - 1, 2));
  CHECK(qn_check_is_marked(at + 8, 8) && !qn_check_is_marked(at + 96, 8));
  block[99] = 1;
  CHECK(!qn_check_release(block + 1));
  CHECK(qn_check_release(block) && !qn_check_release(block));
  CHECK(!qn_check_is_good(at, 1));
}

// Blocks of a page and more begin with one, as without checks.
static void test_pages(void) {
  for (size_t size = 4096; size < 20000; size += 5000) {
    char *block = qn_check_allocate(QN_MEMORY_DEVICE, size, 0);
    CHECK((uintptr_t)block % 4096 == 0);
    CHECK(qn_check_is_good((uintptr_t)block, size));
    CHECK(!qn_check_is_good((uintptr_t)block + size, 1));
    CHECK(!qn_check_is_good((uintptr_t)block - 1, 1));
    CHECK(qn_check_release(block));
  }
}

// Of what is left, blocks take their part, and larger ones are refused.
static void test_largest(void) {
  enum { SIZE = 1 << 20 };
  const uint64_t before = qn_check_largest();
  void *block = qn_check_allocate(QN_MEMORY_DEVICE, SIZE, 0);
  CHECK(block && qn_check_largest() + SIZE <= before);
  CHECK(!qn_check_allocate(QN_MEMORY_DEVICE, (size_t)before + 65536, 0));
  CHECK(qn_check_release(block));
}

// Blocks that were freed one behind another are one room, also with what nobody
// had behind them.
static void test_joined(void) {
  enum { ALL = 1 << 22 };
  const uint64_t limit = qn_check_heap_limit;
  // Behind what was freed before: it is no part of the room.
  char *kept = qn_check_allocate(QN_MEMORY_DEVICE, 64, 0);
  qn_check_heap_limit -= qn_check_largest() - ALL;
  for (int round = 0; round < 3; ++round) {
    void *half = qn_check_allocate(QN_MEMORY_DEVICE, ALL / 2, 0);
    void *quarter = qn_check_allocate(QN_MEMORY_DEVICE, ALL / 4, 0);
    CHECK(half && quarter && qn_check_largest() < ALL / 2);
    CHECK(!qn_check_allocate(QN_MEMORY_DEVICE, ALL / 2, 0));
    CHECK(qn_check_release(half) && qn_check_release(quarter));
    CHECK(qn_check_largest() > ALL / 16 * 15);
    void *most = qn_check_allocate(QN_MEMORY_DEVICE, ALL / 8 * 7, 0);
    CHECK(most && qn_check_is_good((uintptr_t)most + ALL / 8 * 7 - 1, 1));
    CHECK(qn_check_release(most));
  }
  CHECK(qn_check_is_good((uintptr_t)kept, 64) && qn_check_release(kept));
  qn_check_heap_limit = limit;
}

// A slot has all of a block, and nothing of another.
static void test_slots(void) {
  uintptr_t begin, other;
  uint64_t size, other_size;
  char *a = qn_check_allocate(QN_MEMORY_DEVICE, 5000, 0);
  char *b = qn_check_allocate(QN_MEMORY_DEVICE, 8, 0);
  qn_check_slot((uintptr_t)a + 4999, &begin, &size);
  qn_check_slot((uintptr_t)b, &other, &other_size);
  CHECK(begin <= (uintptr_t)a && (uintptr_t)a + 5000 <= begin + size);
  CHECK(other <= (uintptr_t)b && (uintptr_t)b + 8 <= other + other_size);
  CHECK(begin + size <= other || other + other_size <= begin);
  CHECK(qn_check_release(a));
  qn_check_slot((uintptr_t)a, &other, &other_size);
  CHECK(other == begin && other_size == size);
  qn_check_slot((uintptr_t)&begin, &other, &other_size);
  CHECK(!other_size);
  CHECK(qn_check_release(b));
}

// Addresses are not used again, so what is freed stays known.
static void test_freed(void) {
  qn_check_block found;
  void *a = qn_check_allocate(QN_MEMORY_DEVICE, 64, 3);
  CHECK(qn_check_release(a));
  void *b = qn_check_allocate(QN_MEMORY_DEVICE, 64, 0);
  CHECK(a != b);
  CHECK(qn_check_find((uintptr_t)a + 10, &found));
  CHECK(!found.live && found.size == 64 && found.device == 3);
  // Behind its end, and nearer to it than to the next.
  CHECK(qn_check_find((uintptr_t)a + 70, &found));
  CHECK(found.begin == (uintptr_t)a);
  CHECK(qn_check_find((uintptr_t)b - 8, &found));
  CHECK(found.begin == (uintptr_t)b);
  CHECK(!qn_check_find(4096, &found));
  CHECK(qn_check_release(b));
}

static void test_written(void) {
  const uintptr_t at = (uintptr_t)qn_check_allocate(QN_MEMORY_DEVICE, 1000, 0);
  CHECK_INT(qn_check_missing(at, 1000), 1000);
  qn_check_written(at + 3, 200, true);
  CHECK_INT(qn_check_missing(at, 1000), 800);
  CHECK(qn_check_is_written(at + 8, 8) && !qn_check_is_written(at, 4));
  CHECK_INT(qn_check_missing(at + 3, 200), 0);
  qn_check_written(at + 10, 5, false);
  CHECK_INT(qn_check_missing(at + 3, 200), 5);
  // Pinned memory is the host's to write.
  const uintptr_t pinned = (uintptr_t)qn_check_allocate(QN_MEMORY_HOST, 16, 0);
  CHECK_INT(qn_check_missing(pinned, 16), 0);
}

static void test_elsewhere(void) {
  char other[64];
  CHECK(!qn_check_is_known((uintptr_t)other, 1));
  qn_check_know(other, sizeof(other), QN_CHECK_MAPPED);
  CHECK(qn_check_is_known((uintptr_t)other, 64));
  CHECK(!qn_check_is_known((uintptr_t)other + 1, 64));
  qn_check_forget(other);
  CHECK(!qn_check_is_known((uintptr_t)other, 1));
}

int main(void) {
  qn_check_kinds = QN_CPU_CHECK_ALL;
  test_bounds();
  test_pages();
  test_largest();
  test_joined();
  test_slots();
  test_freed();
  test_written();
  test_elsewhere();
  return 0;
}

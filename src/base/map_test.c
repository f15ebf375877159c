// SPDX-License-Identifier: Apache-2.0
#include "base/map.h"

#include "support/test.h"

enum { KEYS = 2000 };

// Compares with a plain array: put, replace, find and remove.
static void test_numbers(void) {
  static bool present[KEYS];
  qn_map map = {0};
  qn_diag diag = {0};
  uint64_t state = 1;
  size_t count = 0;
  CHECK(!qn_map_find(&map, 3) && !qn_map_remove(&map, 3));
  for (int step = 0; step < 20 * KEYS; ++step) {
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    const uint64_t key = (state >> 33) % KEYS;
    if (state >> 63) {
      CHECK_OK(qn_map_put(&map, key, ~key, &diag), &diag);
      count += !present[key];
      present[key] = true;
    } else {
      CHECK(qn_map_remove(&map, key) == present[key]);
      count -= present[key];
      present[key] = false;
    }
    CHECK(map.count == count);
  }
  for (uint64_t key = 0; key < KEYS; ++key) {
    const uint64_t *value = qn_map_find(&map, key);
    CHECK(!value == !present[key] && (!value || *value == ~key));
  }
  qn_map_finish(&map);
  qn_map_finish(&map);
}

static void test_texts(void) {
  qn_map map = {0};
  qn_diag diag = {0};
  static const char *const names[] = {"saxpy", "gelu", "", "softmax"};
  for (uint64_t i = 0; i < 4; ++i)
    CHECK_OK(qn_map_put_str(&map, qn_str_from(names[i]), i, &diag), &diag);
  CHECK_OK(qn_map_put_str(&map, QN_STR("gelu"), 7, &diag), &diag);
  CHECK_INT(map.count, 4);
  CHECK_INT(*qn_map_find_str(&map, QN_STR("gelu")), 7);
  CHECK_INT(*qn_map_find_str(&map, (qn_str){0}), 2);
  CHECK(!qn_map_find_str(&map, QN_STR("gel")));
  for (size_t i = 0; i < 4; ++i) // in the order of insertion
    CHECK(
        qn_str_equal(qn_map_entry_str(&map.entries[i]), qn_str_from(names[i])));
  CHECK(qn_map_remove_str(&map, QN_STR("saxpy")) && map.count == 3);
  CHECK(!qn_map_find_str(&map, QN_STR("saxpy")));
  qn_map_finish(&map);
}

// A failed put leaves the map as it was.
static bool put_many(void) {
  qn_map map = {0};
  bool done = true;
  for (uint64_t key = 0; key < 100 && done; ++key) {
    qn_diag diag = {0};
    const qn_status status = qn_map_put(&map, key, key, &diag);
    if (qn_failed(status)) {
      CHECK(status.code == QN_E_MEMORY && diag.message[0]);
      CHECK(map.count == key && !qn_map_find(&map, key));
      for (uint64_t old = 0; old < key; ++old)
        CHECK(*qn_map_find(&map, old) == old);
      done = false;
    }
  }
  qn_map_finish(&map);
  return done;
}

int main(void) {
  test_numbers();
  test_texts();
  CHECK(test_fail_allocations(put_many) > 4);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "pregen/history.h"

#include "base/system/file.h"
#include "support/test.h"

static qn_temp temp;
static qn_cache cache; // only its folder is used

static void learn(const char *name, double seconds, uint64_t bytes) {
  qn_history history;
  qn_history_open(&history, &cache);
  qn_history_learn(&history, "gfx942", name, (qn_history_cost){seconds, bytes});
  qn_history_close(&history, &cache);
}

static bool find(const char *arch, const char *name, qn_history_cost *out) {
  qn_history history;
  qn_history_open(&history, &cache);
  const bool found = qn_history_find(&history, arch, name, out);
  qn_history_close(&history, &cache);
  return found;
}

static void write_times(const char *text) {
  char path[300];
  qn_diag diag = {0};
  snprintf(path, sizeof(path), "%s/times", temp.path);
  CHECK_OK(qn_file_write(path, qn_str_span(qn_str_from(text)), &diag), &diag);
}

static void test_learning(void) {
  qn_history_cost cost = {-1, 7};
  CHECK(!find("gfx942", "add", &cost));
  CHECK(cost.seconds == -1 && cost.bytes == 7);
  learn("add", 1.5, 3 << 20);
  CHECK(find("gfx942", "add", &cost));
  // Rounded up, so that the cost is never zero.
  CHECK(cost.seconds == 1.501 && cost.bytes == 4 << 20);
  CHECK(!find("sm_90", "add", &cost) && !find("gfx942", "ad", &cost));
  learn("mul", 0, 0);
  CHECK(find("gfx942", "mul", &cost));
  CHECK(cost.seconds == 0.001 && cost.bytes == 1 << 20);
  learn("add", 2, 0); // the later value replaces, the other one stays
  CHECK(find("gfx942", "add", &cost) && cost.seconds == 2.001);
  CHECK(find("gfx942", "mul", &cost) && cost.seconds == 0.001);
  learn("add", 1, UINT64_MAX); // the maximum that the file can hold
  CHECK(find("gfx942", "add", &cost));
  CHECK(cost.seconds == 1.001 && cost.bytes == ((UINT64_C(1) << 24) - 1) << 20);
}

// Two simultaneous runs do not lose what the other learned.
static void test_together(void) {
  qn_history a, b;
  qn_history_cost cost;
  qn_history_open(&a, &cache);
  qn_history_open(&b, &cache);
  qn_history_learn(&a, "sm_90", "a", (qn_history_cost){1, 0});
  qn_history_learn(&b, "sm_90", "b", (qn_history_cost){2, 0});
  CHECK(!qn_history_find(&a, "sm_90", "a", &cost)); // only from earlier runs
  qn_history_close(&a, &cache);
  qn_history_close(&b, &cache);
  CHECK(find("sm_90", "a", &cost) && find("sm_90", "b", &cost));
}

static void test_damaged(void) {
  static const char *const damaged[] = {
      "",
      "\n\n\n",
      "nonsense\n",
      "0123\n",
      "zzzz 12\n",
      "00000000000000000000000000000000000000000000000000000000000000001 2\n",
      "\xff\xfe\n1 2"};
  qn_history_cost cost;
  for (size_t i = 0; i < sizeof(damaged) / sizeof(damaged[0]); ++i) {
    write_times(damaged[i]);
    CHECK(!find("gfx942", "add", &cost));
    learn("add", 1, 0);
    CHECK(find("gfx942", "add", &cost));
  }
}

static void test_no_folder(void) {
  const qn_cache off = {0}, missing = {.folder = "/no/such/folder"};
  const qn_cache *const folders[] = {&off, &missing};
  for (size_t i = 0; i < 2; ++i) {
    qn_history history;
    qn_history_cost cost;
    qn_history_open(&history, folders[i]);
    qn_history_learn(&history, "x", "y", (qn_history_cost){1, 1});
    qn_history_close(&history, folders[i]);
    qn_history_open(&history, folders[i]);
    CHECK(!qn_history_find(&history, "x", "y", &cost));
    qn_history_close(&history, folders[i]);
  }
}

int main(void) {
  qn_diag diag = {0};
  CHECK_OK(qn_temp_create(&temp, &diag), &diag);
  snprintf(cache.folder, sizeof(cache.folder), "%s", temp.path);
  test_learning();
  test_together();
  test_damaged();
  test_no_folder();
  qn_temp_finish(&temp);
  return 0;
}

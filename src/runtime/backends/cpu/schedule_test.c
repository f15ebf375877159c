// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/schedule.h"

#include <stdbool.h>
#include <string.h>

#include "../../../../device/cpu/schedule.h"
#include "support/test.h"

enum { MAX = 300 };

// Each group, and each work-item, runs once.
static void test_permutes(uint32_t flags, uint64_t seed) {
  const qn_schedule s = {flags, seed};
  for (uint32_t count = 1; count < MAX; ++count) {
    bool groups[MAX] = {0}, items[MAX] = {0};
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t g = qn_schedule_group(&s, i, count);
      const uint32_t item = qn_cpu_in_order(flags, seed, i, count);
      CHECK(g < count && !groups[g]);
      CHECK(item < count && !items[item]);
      groups[g] = items[item] = true;
    }
  }
}

static void test_seeds_differ(void) {
  int same = 0;
  for (uint32_t i = 0; i < 64; ++i)
    same += qn_cpu_in_order(QN_CPU_RANDOM, 1, i, 64) ==
            qn_cpu_in_order(QN_CPU_RANDOM, 2, i, 64);
  CHECK(same < 32);
}

int main(void) {
  test_permutes(QN_CPU_REVERSE, 0);
  test_permutes(QN_CPU_INTERLEAVE, 0);
  for (uint64_t seed = 0; seed < 20; ++seed)
    test_permutes(QN_CPU_RANDOM, seed);
  test_seeds_differ();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/schedule.h"

#include <stdbool.h>
#include <string.h>

#include "quern/cpu_abi.h"
#include "support/test.h"

enum { MAX = 300 };

// Each group runs once.
static void test_permutes(uint32_t flags, uint64_t seed) {
  const qn_schedule s = {flags, seed};
  for (uint32_t count = 1; count < MAX; ++count) {
    bool groups[MAX] = {0};
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t g = qn_schedule_group(&s, i, count);
      CHECK(g < count && !groups[g]);
      groups[g] = true;
    }
  }
}

static void test_seeds_differ(void) {
  const qn_schedule a = {QN_CPU_RANDOM, 1}, b = {QN_CPU_RANDOM, 2};
  int same = 0;
  for (uint32_t i = 0; i < 64; ++i)
    same += qn_schedule_group(&a, i, 64) == qn_schedule_group(&b, i, 64);
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

// SPDX-License-Identifier: Apache-2.0
#include "runtime/backends/cpu/schedule.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quern/cpu_abi.h"

static qn_schedule schedule;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_schedule(void) {
  static const char random[] = "random:";
  const char *text = getenv("QUERN_SCHEDULE");
  char *end = NULL;
  if (!text || !text[0])
    return;
  if (strcmp(text, "reverse") == 0) {
    schedule.flags = QN_CPU_REVERSE;
  } else if (strcmp(text, "interleave") == 0) {
    schedule.flags = QN_CPU_INTERLEAVE;
  } else if (strncmp(text, random, sizeof(random) - 1) == 0) {
    schedule.seed = strtoull(text + sizeof(random) - 1, &end, 10);
    if (end != text + sizeof(random) - 1 && !*end)
      schedule.flags = QN_CPU_RANDOM;
  }
  if (!schedule.flags)
    fprintf(stderr,
            "quern: QUERN_SCHEDULE is '%s': expected reverse, interleave or "
            "random:SEED; the usual order is taken\n",
            text);
}

const qn_schedule *qn_cpu_schedule(void) {
  (void)pthread_once(&once, read_schedule);
  return &schedule;
}

static uint64_t mix(uint64_t state) {
  state ^= state >> 30;
  state *= UINT64_C(0xbf58476d1ce4e5b9);
  state ^= state >> 27;
  state *= UINT64_C(0x94d049bb133111eb);
  return state ^ state >> 31;
}

// A permutation of the next power of two, until it falls inside.
static uint64_t random_group(uint64_t seed, uint64_t i, uint64_t count) {
  uint64_t mask = 1;
  while (mask < count)
    mask *= 2;
  --mask;
  const uint64_t add = mix(seed), factor = mix(seed + 1) | 1;
  uint64_t at = i;
  do {
    at = (at * factor + add) & mask;
    at ^= at >> 3;
    at = (at * 5 + 3) & mask;
  } while (at >= count);
  return at;
}

uint64_t qn_schedule_group(const qn_schedule *s, uint64_t i, uint64_t count) {
  if (s->flags & QN_CPU_REVERSE)
    return count - 1 - i;
  if (s->flags & QN_CPU_RANDOM)
    return random_group(s->seed, i, count);
  // The even ones, then the odd ones.
  const uint64_t even = (count + 1) / 2;
  return i < even ? 2 * i : 2 * (i - even) + 1;
}

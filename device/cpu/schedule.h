// SPDX-License-Identifier: Apache-2.0
// Orders in which the work-items of a group run (QN_CPU_ORDERS).
#ifndef QN_DEVICE_CPU_SCHEDULE_H
#define QN_DEVICE_CPU_SCHEDULE_H

#include "quern/cpu_abi.h"

static inline uint64_t qn_cpu_random(uint64_t state) {
  state ^= state >> 30;
  state *= UINT64_C(0xbf58476d1ce4e5b9);
  state ^= state >> 27;
  state *= UINT64_C(0x94d049bb133111eb);
  return state ^ state >> 31;
}

// A number from 0 to `count` - 1 in the place of `i`, another for each: a
// permutation of the next power of two, until it falls inside.
static inline uint32_t qn_cpu_shuffle_number(uint64_t seed, uint32_t i,
                                             uint32_t count) {
  uint32_t mask = 1;
  while (mask < count)
    mask *= 2;
  --mask;
  const uint32_t add = (uint32_t)qn_cpu_random(seed);
  const uint32_t factor = (uint32_t)(qn_cpu_random(seed + 1)) | 1;
  uint32_t at = i;
  do {
    at = (at * factor + add) & mask;
    at ^= at >> 3 & mask;
    at = (at * 5 + 3) & mask;
  } while (at >= count);
  return at;
}

// The work-item that runs as number `i` of `count`.
static inline uint32_t qn_cpu_in_order(uint32_t flags, uint64_t seed,
                                       uint32_t i, uint32_t count) {
  if (flags & QN_CPU_REVERSE)
    return count - 1 - i;
  if (flags & QN_CPU_INTERLEAVE) {
    const uint32_t warps = (count + QN_CPU_WARP_SIZE - 1) / QN_CPU_WARP_SIZE;
    const uint32_t last = count - (warps - 1) * QN_CPU_WARP_SIZE;
    // Lanes that the last warp has, and those that it lacks.
    if (i < last * warps)
      return i % warps * QN_CPU_WARP_SIZE + i / warps;
    i -= last * warps;
    return i % (warps - 1) * QN_CPU_WARP_SIZE + last + i / (warps - 1);
  }
  if (!(flags & QN_CPU_RANDOM))
    return i;
  // Half of the times whole warps, one after another.
  if (qn_cpu_random(seed + 2) & 1 && count % QN_CPU_WARP_SIZE == 0)
    return qn_cpu_shuffle_number(seed, i / QN_CPU_WARP_SIZE,
                                 count / QN_CPU_WARP_SIZE) *
               QN_CPU_WARP_SIZE +
           i % QN_CPU_WARP_SIZE;
  return qn_cpu_shuffle_number(seed, i, count);
}

#endif // QN_DEVICE_CPU_SCHEDULE_H

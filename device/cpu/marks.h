// SPDX-License-Identifier: Apache-2.0
// The marks of device memory in a process that is checked (quern/cpu_abi.h).
#ifndef QN_DEVICE_CPU_MARKS_H
#define QN_DEVICE_CPU_MARKS_H

#include "quern/cpu_abi.h"

// A quick answer for aligned accesses of 1, 2, 4 and 8 bytes that are not at
// the end of an allocation; 0: it is not known.
static inline int qn_cpu_is_plainly_marked(uintptr_t address, uint64_t size) {
  const int shift = size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
  const uint64_t at = (uint64_t)address - QN_CPU_CHECK_HEAP;
  // Bits that are not 0 in aligned addresses become the highest.
  const uint64_t turned = shift ? at >> shift | at << (64 - shift) : at;
  return sizeof(void *) == 8 && size == (uint64_t)1 << shift &&
         turned < QN_CPU_CHECK_HEAP_SIZE >> shift &&
         *(const uint8_t *)(uintptr_t)(QN_CPU_CHECK_MARKS +
                                       (turned >> (3 - shift))) == 8;
}

// Whether an address is a multiple of what the access needs.
static inline int qn_cpu_is_aligned(uintptr_t address, uint32_t how) {
  const uint32_t log = how >> QN_CPU_ACCESS_ALIGN_SHIFT & 0xff;
  return !(address & (((uintptr_t)1 << log) - 1));
}

// Whether all of an access may be done; what is not of that heap may not.
static inline int qn_cpu_is_marked(uintptr_t address, uint64_t size) {
  const uint64_t at = (uint64_t)address - QN_CPU_CHECK_HEAP;
  if (sizeof(void *) != 8 || size > 8 || at >= QN_CPU_CHECK_HEAP_SIZE - 16)
    return 0;
  const uint8_t *marks =
      (const uint8_t *)(uintptr_t)(QN_CPU_CHECK_MARKS + (at >> 3));
  const uint64_t end = (at & 7) + size;
  return end <= 8 ? marks[0] <= 8 && end <= marks[0]
                  : marks[0] == 8 && marks[1] <= 8 && end - 8 <= marks[1];
}

// Whether all of an access of that heap was written before.
static inline int qn_cpu_is_written(uintptr_t address, uint64_t size) {
  const uint64_t at = (uint64_t)address - QN_CPU_CHECK_HEAP;
  const uint64_t end = (at & 7) + size;
  if (end > 8)
    return 0;
  const uint8_t bits =
      *(const uint8_t *)(uintptr_t)(QN_CPU_CHECK_WRITTEN + (at >> 3));
  const uint32_t mask = (1u << end) - (1u << (at & 7));
  return (bits & mask) == mask;
}

#endif // QN_DEVICE_CPU_MARKS_H

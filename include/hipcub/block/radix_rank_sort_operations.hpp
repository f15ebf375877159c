// SPDX-License-Identifier: Apache-2.0
//
// Digits of keys, for BlockRadixRank.
#ifndef QUERN_HIPCUB_BLOCK_RADIX_RANK_SORT_OPERATIONS_HPP
#define QUERN_HIPCUB_BLOCK_RADIX_RANK_SORT_OPERATIONS_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/radix_rank_sort_operations.cuh>
#else

#include "../util_ptx.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class Key> struct BaseDigitExtractor {
  using UnsignedBits = typename Traits<Key>::UnsignedBits;
};

template <class Key> struct BFEDigitExtractor : BaseDigitExtractor<Key> {
  using typename BaseDigitExtractor<Key>::UnsignedBits;
  uint32_t bit_start, num_bits;

  HIPCUB_DEVICE explicit BFEDigitExtractor(uint32_t start = 0,
                                           uint32_t count = 0)
      : bit_start(start), num_bits(count) {}
  HIPCUB_DEVICE uint32_t Digit(UnsignedBits key) const {
    return BFE(key, bit_start, num_bits);
  }
};

template <class Key> struct ShiftDigitExtractor : BaseDigitExtractor<Key> {
  using typename BaseDigitExtractor<Key>::UnsignedBits;
  uint32_t bit_start, mask;

  HIPCUB_DEVICE explicit ShiftDigitExtractor(uint32_t start = 0,
                                             uint32_t count = 0)
      : bit_start(start), mask((uint32_t)((1ull << count) - 1)) {}
  HIPCUB_DEVICE uint32_t Digit(UnsignedBits key) const {
    return (uint32_t)(key >> bit_start) & mask;
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

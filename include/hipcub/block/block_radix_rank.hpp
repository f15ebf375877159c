// SPDX-License-Identifier: Apache-2.0
//
// BlockRadixRank: the place of each key by a digit of it.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_RADIX_RANK_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_RADIX_RANK_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_radix_rank.cuh>
#else

#include "block_scan.hpp"
#include "radix_rank_sort_operations.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <int N, class Scan> struct ranks_storage {
  typename Scan::TempStorage scan;
  unsigned counters[N];
};

} // namespace detail

template <int BLOCK_DIM_X, int RADIX_BITS, bool IS_DESCENDING,
          bool MEMOIZE_OUTER_SCAN = false,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          hipSharedMemConfig SMEM_CONFIG = hipSharedMemBankSizeFourByte,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockRadixRank
    : detail::in_shared<
          BlockRadixRank<BLOCK_DIM_X, RADIX_BITS, IS_DESCENDING,
                         MEMOIZE_OUTER_SCAN, INNER_SCAN_ALGORITHM, SMEM_CONFIG,
                         BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          detail::ranks_storage<
              (BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z << RADIX_BITS),
              BlockScan<unsigned, BLOCK_DIM_X, INNER_SCAN_ALGORITHM,
                        BLOCK_DIM_Y, BLOCK_DIM_Z>>> {
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  static const int DIGITS = 1 << RADIX_BITS;
  using scan = BlockScan<unsigned, BLOCK_DIM_X, INNER_SCAN_ALGORITHM,
                         BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<BlockRadixRank,
                                 detail::ranks_storage<THREADS * DIGITS, scan>>;

public:
  enum { BINS_TRACKED_PER_THREAD = HIPCUB_QUOTIENT_CEILING(DIGITS, THREADS) };
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Bits, int KEYS, class DigitExtractor>
  HIPCUB_DEVICE void RankKeys(Bits (&keys)[KEYS], int (&ranks)[KEYS],
                              DigitExtractor digit_extractor) {
    const int thread = (int)detail::thread_in_block();
    unsigned *counters = this->shared().counters;
    for (int digit = 0; digit < DIGITS; ++digit)
      counters[digit * THREADS + thread] = 0;
    for (int i = 0; i < KEYS; ++i)
      ranks[i] = (int)counters[slot(keys[i], digit_extractor)]++;
    __syncthreads();
    sum_up(counters + thread * DIGITS);
    __syncthreads();
    for (int i = 0; i < KEYS; ++i)
      ranks[i] += (int)counters[slot(keys[i], digit_extractor)];
  }
  // Also how many keys come before each of the digits that a thread tracks.
  template <class Bits, int KEYS, class DigitExtractor>
  HIPCUB_DEVICE void
  RankKeys(Bits (&keys)[KEYS], int (&ranks)[KEYS],
           DigitExtractor digit_extractor,
           int (&exclusive_digit_prefix)[BINS_TRACKED_PER_THREAD]) {
    RankKeys(keys, ranks, digit_extractor);
    for (int i = 0; i < BINS_TRACKED_PER_THREAD; ++i) {
      const int digit =
          (int)detail::thread_in_block() * BINS_TRACKED_PER_THREAD + i;
      if (digit < DIGITS)
        exclusive_digit_prefix[i] =
            (int)this->shared().counters[row(digit) * THREADS];
    }
  }

private:
  static HIPCUB_DEVICE int row(int digit) {
    return IS_DESCENDING ? DIGITS - 1 - digit : digit;
  }
  // A thread's counter of a key's digit.
  template <class Bits, class DigitExtractor>
  static HIPCUB_DEVICE int slot(Bits key, DigitExtractor digit_extractor) {
    return row((int)digit_extractor.Digit(key)) * THREADS +
           (int)detail::thread_in_block();
  }
  // DIGITS of all counters become the sums of those before.
  HIPCUB_DEVICE void sum_up(unsigned *mine) {
    unsigned total = 0, before;
    for (int i = 0; i < DIGITS; ++i)
      total += mine[i];
    scan(this->shared().scan).ExclusiveSum(total, before);
    for (int i = 0; i < DIGITS; ++i) {
      const unsigned count = mine[i];
      mine[i] = before;
      before += count;
    }
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

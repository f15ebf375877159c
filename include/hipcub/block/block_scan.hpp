// SPDX-License-Identifier: Apache-2.0
//
// BlockScan: scans over the threads of a block, of one item or several each.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_SCAN_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_SCAN_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_scan.cuh>
#else

#include "../detail/block.hpp"
#include "../thread/thread_operators.hpp"
#include "../thread/thread_scan.hpp"

BEGIN_HIPCUB_NAMESPACE

enum BlockScanAlgorithm {
  BLOCK_SCAN_RAKING,
  BLOCK_SCAN_RAKING_MEMOIZE,
  BLOCK_SCAN_WARP_SCANS
};

namespace detail {

template <class T, int X, BlockScanAlgorithm ALGORITHM, int Y, int Z>
using block_scan = ::rocprim::block_scan<
    T, X,
    ALGORITHM == BLOCK_SCAN_WARP_SCANS
        ? ::rocprim::block_scan_algorithm::using_warp_scan
        : ::rocprim::block_scan_algorithm::reduce_then_scan,
    Y, Z>;

template <class T, int THREADS, class Work> union block_scan_storage {
  typename Work::storage_type work;
  Uninitialized<T[THREADS]> inclusive;
};

} // namespace detail

// A total never has an initial value or a prefix in it. Without an initial
// value, the first thread's first exclusive result is undefined.
template <class T, int BLOCK_DIM_X,
          BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockScan
    : detail::in_shared<
          BlockScan<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          detail::block_scan_storage<
              T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
              detail::block_scan<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y,
                                 BLOCK_DIM_Z>>> {
  using work =
      detail::block_scan<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base =
      detail::in_shared<BlockScan,
                        detail::block_scan_storage<
                            T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, work>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  // Sums.
  template <class Item, class... Rest>
  HIPCUB_DEVICE void InclusiveSum(Item &&input, T &output, Rest &...rest) {
    InclusiveScan(input, output, ::hipcub::Sum(), rest...);
  }
  template <int ITEMS, class... Rest>
  HIPCUB_DEVICE void InclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                  Rest &...rest) {
    InclusiveScan(input, output, ::hipcub::Sum(), rest...);
  }
  HIPCUB_DEVICE void ExclusiveSum(T input, T &output) {
    ExclusiveScan(input, output, T(), ::hipcub::Sum());
  }
  HIPCUB_DEVICE void ExclusiveSum(T input, T &output, T &block_aggregate) {
    ExclusiveScan(input, output, T(), ::hipcub::Sum(), block_aggregate);
  }
  template <class PrefixOp>
  HIPCUB_DEVICE void ExclusiveSum(T input, T &output, PrefixOp &prefix_op) {
    ExclusiveScan(input, output, ::hipcub::Sum(), prefix_op);
  }
  template <int ITEMS>
  HIPCUB_DEVICE void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS]) {
    ExclusiveScan(input, output, T(), ::hipcub::Sum());
  }
  template <int ITEMS>
  HIPCUB_DEVICE void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                  T &block_aggregate) {
    ExclusiveScan(input, output, T(), ::hipcub::Sum(), block_aggregate);
  }
  template <int ITEMS, class PrefixOp>
  HIPCUB_DEVICE void ExclusiveSum(T (&input)[ITEMS], T (&output)[ITEMS],
                                  PrefixOp &prefix_op) {
    ExclusiveScan(input, output, ::hipcub::Sum(), prefix_op);
  }

  // Inclusive scans.
  template <class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T input, T &output, ScanOp scan_op) {
    work().inclusive_scan(input, output, this->shared().work, scan_op);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T input, T &output, ScanOp scan_op,
                                   T &block_aggregate) {
    work().inclusive_scan(input, output, block_aggregate, this->shared().work,
                          scan_op);
  }
  template <class ScanOp, class PrefixOp>
  HIPCUB_DEVICE void InclusiveScan(T input, T &output, ScanOp scan_op,
                                   PrefixOp &prefix_op) {
    work().inclusive_scan(input, output, this->shared().work, prefix_op,
                          scan_op);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op) {
    work().inclusive_scan(input, output, this->shared().work, scan_op);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op, T &block_aggregate) {
    work().inclusive_scan(input, output, block_aggregate, this->shared().work,
                          scan_op);
  }
  template <int ITEMS, class ScanOp, class PrefixOp>
  HIPCUB_DEVICE void InclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op, PrefixOp &prefix_op) {
    work().inclusive_scan(input, output, this->shared().work, prefix_op,
                          scan_op);
  }

  // Exclusive scans with an initial value or a prefix.
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &output, T initial_value,
                                   ScanOp scan_op) {
    work().exclusive_scan(input, output, initial_value, this->shared().work,
                          scan_op);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &output, T initial_value,
                                   ScanOp scan_op, T &block_aggregate) {
    work().exclusive_scan(input, output, initial_value, block_aggregate,
                          this->shared().work, scan_op);
  }
  template <class ScanOp, class PrefixOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &output, ScanOp scan_op,
                                   PrefixOp &prefix_op) {
    work().exclusive_scan(input, output, this->shared().work, prefix_op,
                          scan_op);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   T initial_value, ScanOp scan_op) {
    work().exclusive_scan(input, output, initial_value, this->shared().work,
                          scan_op);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   T initial_value, ScanOp scan_op,
                                   T &block_aggregate) {
    work().exclusive_scan(input, output, initial_value, block_aggregate,
                          this->shared().work, scan_op);
  }
  template <int ITEMS, class ScanOp, class PrefixOp>
  HIPCUB_DEVICE void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op, PrefixOp &prefix_op) {
    work().exclusive_scan(input, output, this->shared().work, prefix_op,
                          scan_op);
  }

  // Exclusive scans without one.
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &output, ScanOp scan_op) {
    T block_aggregate;
    ExclusiveScan(input, output, scan_op, block_aggregate);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &output, ScanOp scan_op,
                                   T &block_aggregate) {
    T inclusive;
    InclusiveScan(input, inclusive, scan_op, block_aggregate);
    output = before(inclusive);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op) {
    T block_aggregate;
    ExclusiveScan(input, output, scan_op, block_aggregate);
  }
  template <int ITEMS, class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T (&input)[ITEMS], T (&output)[ITEMS],
                                   ScanOp scan_op, T &block_aggregate) {
    T sums[ITEMS], prefix;
    const T mine = ThreadScanInclusive(input, sums, scan_op);
    ExclusiveScan(mine, prefix, scan_op, block_aggregate);
    ThreadScanExclusive(input, output, scan_op, prefix,
                        detail::thread_in_block() != 0);
  }

private:
  // The inclusive result of the thread before; the first thread's own.
  HIPCUB_DEVICE T before(const T &inclusive) {
    const unsigned thread = detail::thread_in_block();
    auto &all = this->shared().inclusive.Alias();
    __syncthreads();
    all[thread] = inclusive;
    __syncthreads();
    return all[thread == 0 ? 0 : thread - 1];
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

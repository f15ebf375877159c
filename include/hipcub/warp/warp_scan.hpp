// SPDX-License-Identifier: Apache-2.0
//
// WarpScan: scans over the lanes of a logical warp.
#ifndef QUERN_HIPCUB_WARP_WARP_SCAN_HPP
#define QUERN_HIPCUB_WARP_WARP_SCAN_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_scan.cuh>
#else

#include "../detail/block.hpp"
#include "../thread/thread_operators.hpp"

BEGIN_HIPCUB_NAMESPACE

// A total never has an initial value in it. Without one, the first lane's
// exclusive result is undefined.
template <class T, int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          int ARCH = HIPCUB_ARCH>
class WarpScan : detail::in_shared<WarpScan<T, LOGICAL_WARP_THREADS, ARCH>,
                                   typename ::rocprim::warp_scan<
                                       T, LOGICAL_WARP_THREADS>::storage_type> {
  using work = ::rocprim::warp_scan<T, LOGICAL_WARP_THREADS>;
  using base = detail::in_shared<WarpScan, typename work::storage_type>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  HIPCUB_DEVICE void InclusiveSum(T input, T &inclusive_output) {
    InclusiveScan(input, inclusive_output, ::hipcub::Sum());
  }
  HIPCUB_DEVICE void InclusiveSum(T input, T &inclusive_output,
                                  T &warp_aggregate) {
    InclusiveScan(input, inclusive_output, ::hipcub::Sum(), warp_aggregate);
  }
  HIPCUB_DEVICE void ExclusiveSum(T input, T &exclusive_output) {
    ExclusiveScan(input, exclusive_output, T(), ::hipcub::Sum());
  }
  HIPCUB_DEVICE void ExclusiveSum(T input, T &exclusive_output,
                                  T &warp_aggregate) {
    ExclusiveScan(input, exclusive_output, T(), ::hipcub::Sum(),
                  warp_aggregate);
  }

  template <class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T input, T &inclusive_output,
                                   ScanOp scan_op) {
    work().inclusive_scan(input, inclusive_output, this->shared(), scan_op);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void InclusiveScan(T input, T &inclusive_output, ScanOp scan_op,
                                   T &warp_aggregate) {
    work().inclusive_scan(input, inclusive_output, warp_aggregate,
                          this->shared(), scan_op);
  }

  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &exclusive_output,
                                   ScanOp scan_op) {
    T inclusive;
    Scan(input, inclusive, exclusive_output, scan_op);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &exclusive_output,
                                   T initial_value, ScanOp scan_op) {
    work().exclusive_scan(input, exclusive_output, initial_value,
                          this->shared(), scan_op);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &exclusive_output, ScanOp scan_op,
                                   T &warp_aggregate) {
    T inclusive;
    InclusiveScan(input, inclusive, scan_op, warp_aggregate);
    exclusive_output = before(inclusive);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void ExclusiveScan(T input, T &exclusive_output,
                                   T initial_value, ScanOp scan_op,
                                   T &warp_aggregate) {
    work().exclusive_scan(input, exclusive_output, initial_value,
                          warp_aggregate, this->shared(), scan_op);
  }

  template <class ScanOp>
  HIPCUB_DEVICE void Scan(T input, T &inclusive_output, T &exclusive_output,
                          ScanOp scan_op) {
    InclusiveScan(input, inclusive_output, scan_op);
    exclusive_output = before(inclusive_output);
  }
  template <class ScanOp>
  HIPCUB_DEVICE void Scan(T input, T &inclusive_output, T &exclusive_output,
                          T initial_value, ScanOp scan_op) {
    work().scan(input, inclusive_output, exclusive_output, initial_value,
                this->shared(), scan_op);
  }

  HIPCUB_DEVICE T Broadcast(T input, unsigned src_lane) {
    return ::rocprim::warp_shuffle(
        input, (int)(::rocprim::lane_id() -
                     detail::lane_of<LOGICAL_WARP_THREADS>() + src_lane));
  }

private:
  static HIPCUB_DEVICE T before(const T &inclusive) {
    return ::rocprim::warp_shuffle_up(inclusive, 1u);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

// SPDX-License-Identifier: Apache-2.0
//
// WarpReduce: the first lane of a logical warp gets the result.
#ifndef QUERN_HIPCUB_WARP_WARP_REDUCE_HPP
#define QUERN_HIPCUB_WARP_WARP_REDUCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_reduce.cuh>
#else

#include "../detail/block.hpp"
#include "../thread/thread_operators.hpp"
#include "../thread/thread_reduce.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class T, int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          int ARCH = HIPCUB_ARCH>
class WarpReduce
    : detail::in_shared<WarpReduce<T, LOGICAL_WARP_THREADS, ARCH>,
                        typename ::rocprim::warp_reduce<
                            T, LOGICAL_WARP_THREADS>::storage_type> {
  using work = ::rocprim::warp_reduce<T, LOGICAL_WARP_THREADS>;
  using base = detail::in_shared<WarpReduce, typename work::storage_type>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  HIPCUB_DEVICE T Sum(T input) { return Reduce(input, ::hipcub::Sum()); }
  HIPCUB_DEVICE T Sum(T input, int valid_items) {
    return Reduce(input, ::hipcub::Sum(), valid_items);
  }
  template <class Flag> HIPCUB_DEVICE T HeadSegmentedSum(T input, Flag head) {
    return HeadSegmentedReduce(input, head, ::hipcub::Sum());
  }
  template <class Flag> HIPCUB_DEVICE T TailSegmentedSum(T input, Flag tail) {
    return TailSegmentedReduce(input, tail, ::hipcub::Sum());
  }

  template <class ReductionOp>
  HIPCUB_DEVICE T Reduce(T input, ReductionOp reduction_op) {
    T output = input;
    work().reduce(input, output, this->shared(), reduction_op);
    return output;
  }
  template <class ReductionOp>
  HIPCUB_DEVICE T Reduce(T input, ReductionOp reduction_op, int valid_items) {
    T output = input;
    work().reduce(input, output, valid_items, this->shared(), reduction_op);
    return output;
  }
  template <class ReductionOp, class Flag>
  HIPCUB_DEVICE T HeadSegmentedReduce(T input, Flag head,
                                      ReductionOp reduction_op) {
    T output = input;
    work().head_segmented_reduce(input, output, head, this->shared(),
                                 reduction_op);
    return output;
  }
  template <class ReductionOp, class Flag>
  HIPCUB_DEVICE T TailSegmentedReduce(T input, Flag tail,
                                      ReductionOp reduction_op) {
    T output = input;
    work().tail_segmented_reduce(input, output, tail, this->shared(),
                                 reduction_op);
    return output;
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

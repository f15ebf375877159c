// SPDX-License-Identifier: Apache-2.0
//
// BlockReduce: the first thread of a block gets the result.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_REDUCE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_REDUCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_reduce.cuh>
#else

#include "../detail/block.hpp"
#include "../thread/thread_operators.hpp"
#include "../thread/thread_reduce.hpp"

BEGIN_HIPCUB_NAMESPACE

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};

namespace detail {

template <class T, int X, BlockReduceAlgorithm ALGORITHM, int Y, int Z>
using block_reduce = ::rocprim::block_reduce<
    T, X,
    ALGORITHM == BLOCK_REDUCE_WARP_REDUCTIONS
        ? ::rocprim::block_reduce_algorithm::using_warp_reduce
    : ALGORITHM == BLOCK_REDUCE_RAKING
        ? ::rocprim::block_reduce_algorithm::raking_reduce
        : ::rocprim::block_reduce_algorithm::raking_reduce_commutative_only,
    Y, Z>;

} // namespace detail

template <class T, int BLOCK_DIM_X,
          BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockReduce
    : detail::in_shared<
          BlockReduce<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z,
                      ARCH>,
          typename detail::block_reduce<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y,
                                        BLOCK_DIM_Z>::storage_type> {
  using work =
      detail::block_reduce<T, BLOCK_DIM_X, ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<BlockReduce, typename work::storage_type>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class ReductionOp>
  HIPCUB_DEVICE T Reduce(T input, ReductionOp reduction_op) {
    T output = input;
    work().reduce(input, output, this->shared(), reduction_op);
    return output;
  }
  template <int ITEMS, class ReductionOp>
  HIPCUB_DEVICE T Reduce(T (&inputs)[ITEMS], ReductionOp reduction_op) {
    return Reduce(ThreadReduce(inputs, reduction_op), reduction_op);
  }
  template <class ReductionOp>
  HIPCUB_DEVICE T Reduce(T input, ReductionOp reduction_op, int num_valid) {
    T output = input;
    work().reduce(input, output, (unsigned)num_valid, this->shared(),
                  reduction_op);
    return output;
  }
  HIPCUB_DEVICE T Sum(T input) { return Reduce(input, ::hipcub::Sum()); }
  template <int ITEMS> HIPCUB_DEVICE T Sum(T (&inputs)[ITEMS]) {
    return Reduce(inputs, ::hipcub::Sum());
  }
  HIPCUB_DEVICE T Sum(T input, int num_valid) {
    return Reduce(input, ::hipcub::Sum(), num_valid);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

// SPDX-License-Identifier: Apache-2.0
//
// BlockAdjacentDifference: each item with the one before or behind.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_ADJACENT_DIFFERENCE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_adjacent_difference.cuh>
#else

#include "../detail/move.hpp"

BEGIN_HIPCUB_NAMESPACE

// Items without that neighbour, and those that are not valid, stay.
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int ARCH = HIPCUB_ARCH>
class BlockAdjacentDifference
    : detail::in_shared<
          BlockAdjacentDifference<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z,
                                  ARCH>,
          detail::places<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base =
      detail::in_shared<BlockAdjacentDifference, detail::places<T, THREADS>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractLeft(T (&input)[ITEMS], Out (&output)[ITEMS],
                                  DifferenceOp op) {
    left(input, output, op, THREADS * ITEMS, nullptr);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractLeft(T (&input)[ITEMS], Out (&output)[ITEMS],
                                  DifferenceOp op, T tile_predecessor) {
    left(input, output, op, THREADS * ITEMS, &tile_predecessor);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractLeftPartialTile(T (&input)[ITEMS],
                                             Out (&output)[ITEMS],
                                             DifferenceOp op, int valid_items) {
    left(input, output, op, valid_items, nullptr);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractLeftPartialTile(T (&input)[ITEMS],
                                             Out (&output)[ITEMS],
                                             DifferenceOp op, int valid_items,
                                             T tile_predecessor) {
    left(input, output, op, valid_items, &tile_predecessor);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractRight(T (&input)[ITEMS], Out (&output)[ITEMS],
                                   DifferenceOp op) {
    right(input, output, op, THREADS * ITEMS, nullptr);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void SubtractRight(T (&input)[ITEMS], Out (&output)[ITEMS],
                                   DifferenceOp op, T tile_successor) {
    right(input, output, op, THREADS * ITEMS, &tile_successor);
  }
  template <int ITEMS, class Out, class DifferenceOp>
  HIPCUB_DEVICE void
  SubtractRightPartialTile(T (&input)[ITEMS], Out (&output)[ITEMS],
                           DifferenceOp op, int valid_items) {
    right(input, output, op, valid_items, nullptr);
  }

private:
  template <int ITEMS, class Out, class Op>
  HIPCUB_DEVICE void left(T (&input)[ITEMS], Out (&output)[ITEMS], Op op,
                          int valid, const T *before) {
    const int t = (int)detail::thread_in_block(), first = t * ITEMS;
    this->shared().at[t] = input[ITEMS - 1];
    __syncthreads();
    for (int i = ITEMS - 1; i > 0; --i)
      output[i] =
          first + i < valid ? (Out)op(input[i], input[i - 1]) : (Out)input[i];
    const T *one = t > 0 ? &this->shared().at[t - 1] : before;
    output[0] = one && first < valid ? (Out)op(input[0], *one) : (Out)input[0];
  }

  template <int ITEMS, class Out, class Op>
  HIPCUB_DEVICE void right(T (&input)[ITEMS], Out (&output)[ITEMS], Op op,
                           int valid, const T *behind) {
    const int t = (int)detail::thread_in_block(), first = t * ITEMS;
    this->shared().at[t] = input[0];
    __syncthreads();
    for (int i = 0; i < ITEMS - 1; ++i)
      output[i] = first + i + 1 < valid ? (Out)op(input[i], input[i + 1])
                                        : (Out)input[i];
    const bool has =
        t < THREADS - 1 ? first + ITEMS < valid : behind != nullptr;
    const T *one = t < THREADS - 1 ? &this->shared().at[t + 1] : behind;
    const T last = input[ITEMS - 1];
    output[ITEMS - 1] = has ? (Out)op(last, *one) : (Out)last;
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

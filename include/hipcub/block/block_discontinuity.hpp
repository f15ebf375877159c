// SPDX-License-Identifier: Apache-2.0
//
// BlockDiscontinuity: flags where an item differs from the one before or
// behind.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_DISCONTINUITY_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_DISCONTINUITY_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_discontinuity.cuh>
#else

#include "../detail/move.hpp"

BEGIN_HIPCUB_NAMESPACE

// A flag's operation is op(one, next), or op(one, next, index of next). At the
// ends of a tile without a neighbour, the flag is 1.
template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int ARCH = HIPCUB_ARCH>
class BlockDiscontinuity
    : detail::in_shared<
          BlockDiscontinuity<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          detail::places<T, 2 * BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base =
      detail::in_shared<BlockDiscontinuity, detail::places<T, 2 * THREADS>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeads(Flag (&heads)[ITEMS], T (&input)[ITEMS],
                               FlagOp op) {
    flag_heads(heads, input, op, (const T *)nullptr, true);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeads(Flag (&heads)[ITEMS], T (&input)[ITEMS],
                               FlagOp op, T tile_predecessor) {
    flag_heads(heads, input, op, &tile_predecessor, true);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagTails(Flag (&tails)[ITEMS], T (&input)[ITEMS],
                               FlagOp op) {
    flag_tails(tails, input, op, (const T *)nullptr, true);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagTails(Flag (&tails)[ITEMS], T (&input)[ITEMS],
                               FlagOp op, T tile_successor) {
    flag_tails(tails, input, op, &tile_successor, true);
  }

  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeadsAndTails(Flag (&heads)[ITEMS],
                                       Flag (&tails)[ITEMS], T (&input)[ITEMS],
                                       FlagOp op) {
    flag_both(heads, nullptr, tails, nullptr, input, op);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeadsAndTails(Flag (&heads)[ITEMS],
                                       Flag (&tails)[ITEMS], T tile_successor,
                                       T (&input)[ITEMS], FlagOp op) {
    flag_both(heads, nullptr, tails, &tile_successor, input, op);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeadsAndTails(Flag (&heads)[ITEMS], T tile_predecessor,
                                       Flag (&tails)[ITEMS], T (&input)[ITEMS],
                                       FlagOp op) {
    flag_both(heads, &tile_predecessor, tails, nullptr, input, op);
  }
  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void FlagHeadsAndTails(Flag (&heads)[ITEMS], T tile_predecessor,
                                       Flag (&tails)[ITEMS], T tile_successor,
                                       T (&input)[ITEMS], FlagOp op) {
    flag_both(heads, &tile_predecessor, tails, &tile_successor, input, op);
  }

private:
  template <class FlagOp>
  static HIPCUB_DEVICE bool differ(FlagOp op, const T &a, const T &b, int at) {
    if constexpr (BinaryOpHasIdxParam<T, FlagOp>::HAS_PARAM)
      return op(a, b, at);
    else
      return op(a, b);
  }

  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void flag_both(Flag (&heads)[ITEMS], const T *before,
                               Flag (&tails)[ITEMS], const T *behind,
                               T (&input)[ITEMS], FlagOp op) {
    const unsigned t = detail::thread_in_block();
    this->shared().at[t] = input[ITEMS - 1];
    this->shared().at[THREADS + t] = input[0];
    flag_heads(heads, input, op, before, false);
    flag_tails(tails, input, op, behind, false);
  }

  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void flag_heads(Flag (&heads)[ITEMS], T (&input)[ITEMS],
                                FlagOp op, const T *before, bool writes) {
    const int t = (int)detail::thread_in_block();
    if (writes)
      this->shared().at[t] = input[ITEMS - 1];
    __syncthreads();
    for (int i = 1; i < ITEMS; ++i)
      heads[i] = (Flag)differ(op, input[i - 1], input[i], t * ITEMS + i);
    heads[0] =
        t > 0 ? (Flag)differ(op, this->shared().at[t - 1], input[0], t * ITEMS)
        : before ? (Flag)differ(op, *before, input[0], 0)
                 : (Flag)1;
  }

  template <int ITEMS, class Flag, class FlagOp>
  HIPCUB_DEVICE void flag_tails(Flag (&tails)[ITEMS], T (&input)[ITEMS],
                                FlagOp op, const T *behind, bool writes) {
    const int t = (int)detail::thread_in_block(), next = (t + 1) * ITEMS;
    if (writes)
      this->shared().at[THREADS + t] = input[0];
    __syncthreads();
    for (int i = 0; i < ITEMS - 1; ++i)
      tails[i] = (Flag)differ(op, input[i], input[i + 1], t * ITEMS + i + 1);
    const T &last = input[ITEMS - 1];
    tails[ITEMS - 1] =
        t < THREADS - 1
            ? (Flag)differ(op, last, this->shared().at[THREADS + t + 1], next)
        : behind ? (Flag)differ(op, last, *behind, next)
                 : (Flag)1;
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

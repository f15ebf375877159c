// SPDX-License-Identifier: Apache-2.0
//
// BlockShuffle: items of other threads of a block.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_SHUFFLE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_SHUFFLE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_shuffle.cuh>
#else

#include "../detail/move.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class T, int BLOCK_DIM_X, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1,
          int ARCH = HIPCUB_ARCH>
class BlockShuffle
    : detail::in_shared<
          BlockShuffle<T, BLOCK_DIM_X, BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          detail::places<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z>> {
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base = detail::in_shared<BlockShuffle, detail::places<T, THREADS>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  // Of the thread `distance` behind, where there is one.
  HIPCUB_DEVICE void Offset(T input, T &output, int distance = 1) {
    share(input);
    const int other = thread() + distance;
    if (other >= 0 && other < THREADS)
      output = this->shared().at[other];
  }
  HIPCUB_DEVICE void Rotate(T input, T &output, unsigned distance = 1) {
    share(input);
    output = this->shared().at[(thread() + distance) % THREADS];
  }

  // Each item one place on: the first of all keeps what it is.
  template <int ITEMS>
  HIPCUB_DEVICE void Up(T (&input)[ITEMS], T (&prev)[ITEMS]) {
    share(input[ITEMS - 1]);
    for (int i = ITEMS - 1; i > 0; --i)
      prev[i] = input[i - 1];
    if (thread() > 0)
      prev[0] = this->shared().at[thread() - 1];
  }
  template <int ITEMS>
  HIPCUB_DEVICE void Up(T (&input)[ITEMS], T (&prev)[ITEMS], T &block_suffix) {
    Up(input, prev);
    block_suffix = this->shared().at[THREADS - 1];
  }
  // Each item one place back: the last of all keeps what it is.
  template <int ITEMS>
  HIPCUB_DEVICE void Down(T (&input)[ITEMS], T (&next)[ITEMS]) {
    share(input[0]);
    for (int i = 0; i < ITEMS - 1; ++i)
      next[i] = input[i + 1];
    if (thread() < THREADS - 1)
      next[ITEMS - 1] = this->shared().at[thread() + 1];
  }
  template <int ITEMS>
  HIPCUB_DEVICE void Down(T (&input)[ITEMS], T (&next)[ITEMS],
                          T &block_prefix) {
    Down(input, next);
    block_prefix = this->shared().at[0];
  }

private:
  static HIPCUB_DEVICE int thread() { return (int)detail::thread_in_block(); }
  HIPCUB_DEVICE void share(const T &item) {
    this->shared().at[thread()] = item;
    __syncthreads();
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

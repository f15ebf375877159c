// SPDX-License-Identifier: Apache-2.0
//
// BlockLoad, and functions that load a thread's part of a tile.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_LOAD_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_LOAD_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_load.cuh>
#else

#include "block_exchange.hpp"

BEGIN_HIPCUB_NAMESPACE

// Each takes the valid items and a default, too.
template <class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void LoadDirectBlocked(int linear_tid, Iterator from,
                                            T (&items)[ITEMS], Rest... rest) {
  detail::load_items(from, items, detail::blocked<ITEMS>(linear_tid), rest...);
}
template <class T, int ITEMS>
HIPCUB_DEVICE inline void
LoadDirectBlockedVectorized(int linear_tid, const T *from, T (&items)[ITEMS]) {
  LoadDirectBlocked(linear_tid, from, items);
}
template <int BLOCK_THREADS, class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void LoadDirectStriped(int linear_tid, Iterator from,
                                            T (&items)[ITEMS], Rest... rest) {
  detail::load_items(from, items, detail::striped<BLOCK_THREADS>(linear_tid),
                     rest...);
}
template <class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void LoadDirectWarpStriped(int linear_tid, Iterator from,
                                                T (&items)[ITEMS],
                                                Rest... rest) {
  const int warp = detail::threads_in_warp();
  detail::load_items(from, items, detail::warp_striped<warp, ITEMS>(linear_tid),
                     rest...);
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockLoadAlgorithm ALGORITHM = BLOCK_LOAD_DIRECT, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockLoad
    : detail::in_shared<BlockLoad<T, BLOCK_DIM_X, ITEMS_PER_THREAD, ALGORITHM,
                                  BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
                        detail::transposed<(ALGORITHM >= BLOCK_LOAD_TRANSPOSE),
                                           T, BLOCK_DIM_X, ITEMS_PER_THREAD,
                                           BLOCK_DIM_Y, BLOCK_DIM_Z>> {
  static const int ITEMS = ITEMS_PER_THREAD;
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using exchange =
      BlockExchange<T, BLOCK_DIM_X, ITEMS, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<
      BlockLoad,
      detail::transposed<(ALGORITHM >= BLOCK_LOAD_TRANSPOSE), T, BLOCK_DIM_X,
                         ITEMS_PER_THREAD, BLOCK_DIM_Y, BLOCK_DIM_Z>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Iterator, class... Rest>
  HIPCUB_DEVICE void Load(Iterator from, T (&items)[ITEMS], Rest... rest) {
    static_assert(sizeof...(Rest) <= 2, "the valid items and the default");
    const int thread = (int)detail::thread_in_block();
    if constexpr (ALGORITHM == BLOCK_LOAD_DIRECT ||
                  ALGORITHM == BLOCK_LOAD_VECTORIZE) {
      LoadDirectBlocked(thread, from, items, rest...);
    } else if constexpr (ALGORITHM == BLOCK_LOAD_STRIPED) {
      LoadDirectStriped<THREADS>(thread, from, items, rest...);
    } else if constexpr (ALGORITHM == BLOCK_LOAD_TRANSPOSE) {
      LoadDirectStriped<THREADS>(thread, from, items, rest...);
      exchange(this->shared()).StripedToBlocked(items);
    } else {
      detail::load_items(from, items,
                         detail::warp_striped<THREADS, ITEMS>(thread), rest...);
      exchange(this->shared()).WarpStripedToBlocked(items);
    }
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

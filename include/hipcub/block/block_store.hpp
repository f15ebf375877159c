// SPDX-License-Identifier: Apache-2.0
//
// BlockStore, and functions that store a thread's part of a tile.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_STORE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_STORE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_store.cuh>
#else

#include "block_exchange.hpp"

BEGIN_HIPCUB_NAMESPACE

// Each takes the number of valid items, too.
template <class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void StoreDirectBlocked(int linear_tid, Iterator to,
                                             T (&items)[ITEMS], Rest... rest) {
  detail::store_items(to, items, detail::blocked<ITEMS>(linear_tid), rest...);
}
template <class T, int ITEMS>
HIPCUB_DEVICE inline void StoreDirectBlockedVectorized(int linear_tid, T *to,
                                                       T (&items)[ITEMS]) {
  StoreDirectBlocked(linear_tid, to, items);
}
template <int BLOCK_THREADS, class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void StoreDirectStriped(int linear_tid, Iterator to,
                                             T (&items)[ITEMS], Rest... rest) {
  detail::store_items(to, items, detail::striped<BLOCK_THREADS>(linear_tid),
                      rest...);
}
template <class T, int ITEMS, class Iterator, class... Rest>
HIPCUB_DEVICE inline void StoreDirectWarpStriped(int linear_tid, Iterator to,
                                                 T (&items)[ITEMS],
                                                 Rest... rest) {
  const int warp = detail::threads_in_warp();
  detail::store_items(to, items, detail::warp_striped<warp, ITEMS>(linear_tid),
                      rest...);
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          BlockStoreAlgorithm ALGORITHM = BLOCK_STORE_DIRECT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockStore
    : detail::in_shared<BlockStore<T, BLOCK_DIM_X, ITEMS_PER_THREAD, ALGORITHM,
                                   BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
                        detail::transposed<(ALGORITHM >= BLOCK_STORE_TRANSPOSE),
                                           T, BLOCK_DIM_X, ITEMS_PER_THREAD,
                                           BLOCK_DIM_Y, BLOCK_DIM_Z>> {
  static const int ITEMS = ITEMS_PER_THREAD;
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using exchange =
      BlockExchange<T, BLOCK_DIM_X, ITEMS, false, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<
      BlockStore,
      detail::transposed<(ALGORITHM >= BLOCK_STORE_TRANSPOSE), T, BLOCK_DIM_X,
                         ITEMS_PER_THREAD, BLOCK_DIM_Y, BLOCK_DIM_Z>>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Iterator, class... Rest>
  HIPCUB_DEVICE void Store(Iterator to, T (&items)[ITEMS], Rest... rest) {
    static_assert(sizeof...(Rest) <= 1, "the valid items");
    const int thread = (int)detail::thread_in_block();
    if constexpr (ALGORITHM == BLOCK_STORE_DIRECT ||
                  ALGORITHM == BLOCK_STORE_VECTORIZE) {
      StoreDirectBlocked(thread, to, items, rest...);
    } else if constexpr (ALGORITHM == BLOCK_STORE_STRIPED) {
      StoreDirectStriped<THREADS>(thread, to, items, rest...);
    } else if constexpr (ALGORITHM == BLOCK_STORE_TRANSPOSE) {
      exchange(this->shared()).BlockedToStriped(items);
      StoreDirectStriped<THREADS>(thread, to, items, rest...);
    } else {
      exchange(this->shared()).BlockedToWarpStriped(items);
      detail::store_items(
          to, items, detail::warp_striped<THREADS, ITEMS>(thread), rest...);
    }
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

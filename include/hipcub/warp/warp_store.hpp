// SPDX-License-Identifier: Apache-2.0
//
// WarpStore: what a logical warp stores, blocked or striped.
#ifndef QUERN_HIPCUB_WARP_WARP_STORE_HPP
#define QUERN_HIPCUB_WARP_WARP_STORE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_store.cuh>
#else

#include "warp_exchange.hpp"

BEGIN_HIPCUB_NAMESPACE

enum WarpStoreAlgorithm {
  WARP_STORE_DIRECT,
  WARP_STORE_STRIPED,
  WARP_STORE_VECTORIZE,
  WARP_STORE_TRANSPOSE
};

template <class T, int ITEMS_PER_THREAD,
          WarpStoreAlgorithm ALGORITHM = WARP_STORE_DIRECT,
          int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          int ARCH = HIPCUB_ARCH>
class WarpStore
    : detail::in_shared<
          WarpStore<T, ITEMS_PER_THREAD, ALGORITHM, LOGICAL_WARP_THREADS, ARCH>,
          typename WarpExchange<T, ITEMS_PER_THREAD,
                                LOGICAL_WARP_THREADS>::TempStorage> {
  static const int ITEMS = ITEMS_PER_THREAD, LANES = LOGICAL_WARP_THREADS;
  using exchange = WarpExchange<T, ITEMS, LANES>;
  using base = detail::in_shared<WarpStore, typename exchange::TempStorage>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Iterator, class... Rest>
  HIPCUB_DEVICE void Store(Iterator to, T (&items)[ITEMS], Rest... rest) {
    static_assert(sizeof...(Rest) <= 1, "the valid items");
    const int lane = (int)detail::lane_of<LANES>();
    if (ALGORITHM == WARP_STORE_TRANSPOSE)
      exchange(this->shared()).BlockedToStriped(items, items);
    if (ALGORITHM == WARP_STORE_DIRECT || ALGORITHM == WARP_STORE_VECTORIZE)
      detail::store_items(to, items, detail::blocked<ITEMS>(lane), rest...);
    else
      detail::store_items(to, items, detail::striped<LANES>(lane), rest...);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

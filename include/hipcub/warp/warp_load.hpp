// SPDX-License-Identifier: Apache-2.0
//
// WarpLoad: what a logical warp loads, blocked or striped.
#ifndef QUERN_HIPCUB_WARP_WARP_LOAD_HPP
#define QUERN_HIPCUB_WARP_WARP_LOAD_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_load.cuh>
#else

#include "warp_exchange.hpp"

BEGIN_HIPCUB_NAMESPACE

enum WarpLoadAlgorithm {
  WARP_LOAD_DIRECT,
  WARP_LOAD_STRIPED,
  WARP_LOAD_VECTORIZE,
  WARP_LOAD_TRANSPOSE
};

template <class T, int ITEMS_PER_THREAD,
          WarpLoadAlgorithm ALGORITHM = WARP_LOAD_DIRECT,
          int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          int ARCH = HIPCUB_ARCH>
class WarpLoad
    : detail::in_shared<
          WarpLoad<T, ITEMS_PER_THREAD, ALGORITHM, LOGICAL_WARP_THREADS, ARCH>,
          typename WarpExchange<T, ITEMS_PER_THREAD,
                                LOGICAL_WARP_THREADS>::TempStorage> {
  static const int ITEMS = ITEMS_PER_THREAD, LANES = LOGICAL_WARP_THREADS;
  using exchange = WarpExchange<T, ITEMS, LANES>;
  using base = detail::in_shared<WarpLoad, typename exchange::TempStorage>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Iterator, class... Rest>
  HIPCUB_DEVICE void Load(Iterator from, T (&items)[ITEMS], Rest... rest) {
    static_assert(sizeof...(Rest) <= 2, "the valid items and the default");
    const int lane = (int)detail::lane_of<LANES>();
    if (ALGORITHM == WARP_LOAD_DIRECT || ALGORITHM == WARP_LOAD_VECTORIZE)
      detail::load_items(from, items, detail::blocked<ITEMS>(lane), rest...);
    else
      detail::load_items(from, items, detail::striped<LANES>(lane), rest...);
    if (ALGORITHM == WARP_LOAD_TRANSPOSE)
      exchange(this->shared()).StripedToBlocked(items, items);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

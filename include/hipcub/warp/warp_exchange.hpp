// SPDX-License-Identifier: Apache-2.0
//
// WarpExchange: the items of a logical warp in another order.
#ifndef QUERN_HIPCUB_WARP_WARP_EXCHANGE_HPP
#define QUERN_HIPCUB_WARP_WARP_EXCHANGE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_exchange.cuh>
#else

#include "../detail/move.hpp"

BEGIN_HIPCUB_NAMESPACE

enum WarpExchangeAlgorithm { WARP_EXCHANGE_SMEM, WARP_EXCHANGE_SHUFFLE };

template <class T, int ITEMS_PER_THREAD,
          int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          int ARCH = HIPCUB_ARCH,
          WarpExchangeAlgorithm ALGORITHM = WARP_EXCHANGE_SMEM>
class WarpExchange
    : detail::in_shared<
          WarpExchange<T, ITEMS_PER_THREAD, LOGICAL_WARP_THREADS, ARCH,
                       ALGORITHM>,
          detail::places<T, LOGICAL_WARP_THREADS * ITEMS_PER_THREAD>> {
  static const int ITEMS = ITEMS_PER_THREAD, LANES = LOGICAL_WARP_THREADS;
  using base =
      detail::in_shared<WarpExchange, detail::places<T, LANES * ITEMS>>;
  using blocked = detail::blocked<ITEMS>;
  using striped = detail::striped<LANES>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Out>
  HIPCUB_DEVICE void BlockedToStriped(const T (&input)[ITEMS],
                                      Out (&output)[ITEMS]) {
    move(input, output, blocked(lane()), striped(lane()));
  }
  template <class Out>
  HIPCUB_DEVICE void StripedToBlocked(const T (&input)[ITEMS],
                                      Out (&output)[ITEMS]) {
    move(input, output, striped(lane()), blocked(lane()));
  }
  template <class Offset>
  HIPCUB_DEVICE void ScatterToStriped(T (&items)[ITEMS],
                                      Offset (&ranks)[ITEMS]) {
    ScatterToStriped(items, items, ranks);
  }
  template <class Out, class Offset>
  HIPCUB_DEVICE void ScatterToStriped(const T (&input)[ITEMS],
                                      Out (&output)[ITEMS],
                                      const Offset (&ranks)[ITEMS]) {
    move(input, output, detail::ranked<ITEMS, Offset>{ranks}, striped(lane()));
  }

private:
  static HIPCUB_DEVICE int lane() { return (int)detail::lane_of<LANES>(); }
  template <class Out, class To, class From>
  HIPCUB_DEVICE void move(const T (&input)[ITEMS], Out (&output)[ITEMS], To to,
                          From from) {
    detail::move_items(this->shared().at, input, output, to, from,
                       detail::warp_barrier());
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

// SPDX-License-Identifier: Apache-2.0
//
// BlockExchange: the items of a block in another order.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_EXCHANGE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_EXCHANGE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_exchange.cuh>
#else

#include "../detail/move.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          bool WARP_TIME_SLICING = false, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockExchange
    : detail::in_shared<
          BlockExchange<T, BLOCK_DIM_X, ITEMS_PER_THREAD, WARP_TIME_SLICING,
                        BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          detail::places<T, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z *
                                ITEMS_PER_THREAD>> {
  static const int ITEMS = ITEMS_PER_THREAD;
  static const int THREADS = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
  using base =
      detail::in_shared<BlockExchange, detail::places<T, THREADS * ITEMS>>;
  using blocked = detail::blocked<ITEMS>;
  using striped = detail::striped<THREADS>;
  using warp_striped = detail::warp_striped<THREADS, ITEMS>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

#define HIPCUB_EXCHANGE(Name, to, from)                                        \
  template <class In, class Out>                                               \
  HIPCUB_DEVICE void Name(In(&input)[ITEMS], Out(&output)[ITEMS]) {            \
    move(input, output, to(thread()), from(thread()));                         \
  }                                                                            \
  HIPCUB_DEVICE void Name(T(&items)[ITEMS]) { Name(items, items); }
  HIPCUB_EXCHANGE(BlockedToStriped, blocked, striped)
  HIPCUB_EXCHANGE(StripedToBlocked, striped, blocked)
  HIPCUB_EXCHANGE(BlockedToWarpStriped, blocked, warp_striped)
  HIPCUB_EXCHANGE(WarpStripedToBlocked, warp_striped, blocked)
#undef HIPCUB_EXCHANGE

#define HIPCUB_SCATTER(Name, from)                                             \
  template <class In, class Out, class Offset>                                 \
  HIPCUB_DEVICE void Name(In(&input)[ITEMS], Out(&output)[ITEMS],              \
                          Offset(&ranks)[ITEMS]) {                             \
    move(input, output, detail::ranked<ITEMS, Offset>{ranks}, from(thread())); \
  }                                                                            \
  template <class Offset>                                                      \
  HIPCUB_DEVICE void Name(T(&items)[ITEMS], Offset(&ranks)[ITEMS]) {           \
    Name(items, items, ranks);                                                 \
  }
  HIPCUB_SCATTER(ScatterToBlocked, blocked)
  HIPCUB_SCATTER(ScatterToStriped, striped)
  // Items of negative rank go nowhere.
  HIPCUB_SCATTER(ScatterToStripedGuarded, striped)
#undef HIPCUB_SCATTER

  template <class In, class Out, class Offset, class Flag>
  HIPCUB_DEVICE void
  ScatterToStripedFlagged(In (&input)[ITEMS], Out (&output)[ITEMS],
                          Offset (&ranks)[ITEMS], Flag (&is_valid)[ITEMS]) {
    const auto to = [&](int i) { return is_valid[i] ? (int)ranks[i] : -1; };
    move(input, output, to, striped(thread()));
  }
  template <class Offset, class Flag>
  HIPCUB_DEVICE void ScatterToStripedFlagged(T (&items)[ITEMS],
                                             Offset (&ranks)[ITEMS],
                                             Flag (&is_valid)[ITEMS]) {
    ScatterToStripedFlagged(items, items, ranks, is_valid);
  }

private:
  static HIPCUB_DEVICE int thread() { return (int)detail::thread_in_block(); }
  template <class In, class Out, class To, class From>
  HIPCUB_DEVICE void move(In (&input)[ITEMS], Out (&output)[ITEMS], To to,
                          From from) {
    detail::move_items(this->shared().at, input, output, to, from,
                       detail::block_barrier());
  }
};

namespace detail {

// What loads and stores need that transpose.
template <bool TRANSPOSES, class T, int X, int ITEMS, int Y, int Z>
using transposed = typename std::conditional<
    TRANSPOSES, typename BlockExchange<T, X, ITEMS, false, Y, Z>::TempStorage,
    NullType>::type;

} // namespace detail
END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

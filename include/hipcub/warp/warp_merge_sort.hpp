// SPDX-License-Identifier: Apache-2.0
//
// WarpMergeSort: by a comparison, the items of a logical warp.
#ifndef QUERN_HIPCUB_WARP_WARP_MERGE_SORT_HPP
#define QUERN_HIPCUB_WARP_WARP_MERGE_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/warp/warp_merge_sort.cuh>
#else

#include "../detail/merge_sort.hpp"

BEGIN_HIPCUB_NAMESPACE

// All sorts are stable. Of a tile that is not full, the items behind the valid
// ones come out as oob_default.
template <class KeyT, int ITEMS_PER_THREAD,
          int LOGICAL_WARP_THREADS = detail::threads_in_warp(),
          class ValueT = NullType, int ARCH = HIPCUB_ARCH>
class WarpMergeSort
    : detail::in_shared<WarpMergeSort<KeyT, ITEMS_PER_THREAD,
                                      LOGICAL_WARP_THREADS, ValueT, ARCH>,
                        typename detail::merge_sorter<
                            KeyT, ValueT, LOGICAL_WARP_THREADS,
                            ITEMS_PER_THREAD, detail::warp_barrier>::storage> {
  static const int ITEMS = ITEMS_PER_THREAD;
  using work = detail::merge_sorter<KeyT, ValueT, LOGICAL_WARP_THREADS, ITEMS,
                                    detail::warp_barrier>;
  using base = detail::in_shared<WarpMergeSort, typename work::storage>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class CompareOp>
  HIPCUB_DEVICE void Sort(KeyT (&keys)[ITEMS], CompareOp compare) {
    NullType none[ITEMS];
    sort(keys, none, compare);
  }
  template <class CompareOp>
  HIPCUB_DEVICE void Sort(KeyT (&keys)[ITEMS], CompareOp compare,
                          int valid_items, KeyT oob_default) {
    NullType none[ITEMS];
    fill(keys, valid_items, oob_default);
    sort(keys, none, compare);
  }
  template <class CompareOp>
  HIPCUB_DEVICE void Sort(KeyT (&keys)[ITEMS], ValueT (&items)[ITEMS],
                          CompareOp compare) {
    sort(keys, items, compare);
  }
  template <class CompareOp>
  HIPCUB_DEVICE void Sort(KeyT (&keys)[ITEMS], ValueT (&items)[ITEMS],
                          CompareOp compare, int valid_items,
                          KeyT oob_default) {
    fill(keys, valid_items, oob_default);
    sort(keys, items, compare);
  }
  template <class... Rest>
  HIPCUB_DEVICE void StableSort(KeyT (&keys)[ITEMS], Rest &&...rest) {
    Sort(keys, (Rest &&)rest...);
  }

private:
  static HIPCUB_DEVICE int thread() {
    return (int)detail::lane_of<LOGICAL_WARP_THREADS>();
  }
  static HIPCUB_DEVICE void fill(KeyT (&keys)[ITEMS], int valid, KeyT with) {
    for (int i = 0; i < ITEMS; ++i)
      if (thread() * ITEMS + i >= valid)
        keys[i] = with;
  }
  template <class V, class CompareOp>
  HIPCUB_DEVICE void sort(KeyT (&keys)[ITEMS], V (&values)[ITEMS],
                          CompareOp compare) {
    detail::merge_sorter<KeyT, V, LOGICAL_WARP_THREADS, ITEMS,
                         detail::warp_barrier>::
        sort(reinterpret_cast<typename detail::merge_sorter<
                 KeyT, V, LOGICAL_WARP_THREADS, ITEMS,
                 detail::warp_barrier>::storage &>(this->shared()),
             thread(), keys, values, compare);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

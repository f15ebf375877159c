// SPDX-License-Identifier: Apache-2.0
//
// BlockMergeSort: by a comparison, the items of a block.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_MERGE_SORT_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_MERGE_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_merge_sort.cuh>
#else

#include "../detail/merge_sort.hpp"

BEGIN_HIPCUB_NAMESPACE

// All sorts are stable. Of a tile that is not full, the items behind the valid
// ones come out as oob_default.
template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          class ValueT = NullType, int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockMergeSort
    : detail::in_shared<
          BlockMergeSort<KeyT, BLOCK_DIM_X, ITEMS_PER_THREAD, ValueT,
                         BLOCK_DIM_Y, BLOCK_DIM_Z>,
          typename detail::merge_sorter<
              KeyT, ValueT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
              ITEMS_PER_THREAD, detail::block_barrier>::storage> {
  static const int ITEMS = ITEMS_PER_THREAD;
  using work = detail::merge_sorter<KeyT, ValueT,
                                    BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
                                    ITEMS, detail::block_barrier>;
  using base = detail::in_shared<BlockMergeSort, typename work::storage>;

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
  static HIPCUB_DEVICE int thread() { return (int)detail::thread_in_block(); }
  static HIPCUB_DEVICE void fill(KeyT (&keys)[ITEMS], int valid, KeyT with) {
    for (int i = 0; i < ITEMS; ++i)
      if (thread() * ITEMS + i >= valid)
        keys[i] = with;
  }
  template <class V, class CompareOp>
  HIPCUB_DEVICE void sort(KeyT (&keys)[ITEMS], V (&values)[ITEMS],
                          CompareOp compare) {
    detail::merge_sorter<KeyT, V, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z,
                         ITEMS, detail::block_barrier>::
        sort(reinterpret_cast<typename detail::merge_sorter<
                 KeyT, V, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z, ITEMS,
                 detail::block_barrier>::storage &>(this->shared()),
             thread(), keys, values, compare);
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

// SPDX-License-Identifier: Apache-2.0
//
// Sorts by merging, over the threads of a block or the lanes of a warp.
#ifndef QUERN_HIPCUB_DETAIL_MERGE_SORT_HPP
#define QUERN_HIPCUB_DETAIL_MERGE_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "move.hpp"
#include "../thread/thread_sort.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class Key, class Value, int THREADS, int ITEMS, class Sync>
struct merge_sorter {
  static const int N = THREADS * ITEMS;
  union storage {
    Uninitialized<Key[N]> keys;
    Uninitialized<Value[N]> values;
  };

  // Stable; the items are blocked before and behind.
  template <class CompareOp>
  static HIPCUB_DEVICE void sort(storage &room, int thread, Key (&keys)[ITEMS],
                                 Value (&values)[ITEMS], CompareOp compare) {
    StableOddEvenSort(keys, values, compare);
    for (int width = 1; width < THREADS; width *= 2)
      merge(room, thread, width, keys, values, compare);
  }

private:
  // Lists of `width` threads' items, two by two.
  template <class CompareOp>
  static HIPCUB_DEVICE void merge(storage &room, int thread, int width,
                                  Key (&keys)[ITEMS], Value (&values)[ITEMS],
                                  CompareOp compare) {
    Sync sync;
    Key(&all)[N] = room.keys.Alias();
    for (int i = 0; i < ITEMS; ++i)
      all[thread * ITEMS + i] = keys[i];
    sync();
    const int first = thread / (2 * width) * 2 * width;
    const int a = first * ITEMS, b = HIPCUB_MIN(a + width * ITEMS, N);
    const int end = HIPCUB_MIN(b + width * ITEMS, N);
    const int diagonal = (thread - first) * ITEMS;
    int x = a + cut(all, a, b, end, diagonal, compare),
        y = b + a + diagonal - x;
    int from[ITEMS];
    for (int i = 0; i < ITEMS; ++i) {
      const bool second = x == b || (y < end && compare(all[y], all[x]));
      from[i] = second ? y++ : x++;
      keys[i] = all[from[i]];
    }
    sync();
    move_values(room, thread, values, from);
  }

  // How many of the first list lie before the diagonal.
  template <class CompareOp>
  static HIPCUB_DEVICE int cut(Key (&all)[N], int a, int b, int end,
                               int diagonal, CompareOp compare) {
    int low = HIPCUB_MAX(0, diagonal - (end - b));
    int high = HIPCUB_MIN(diagonal, b - a);
    while (low < high) {
      const int middle = (low + high) / 2;
      if (compare(all[b + diagonal - 1 - middle], all[a + middle]))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  template <class V>
  static HIPCUB_DEVICE void move_values(storage &room, int thread,
                                        V (&values)[ITEMS],
                                        const int (&from)[ITEMS]) {
    Sync sync;
    move_items((V *)room.values.room, values, values, blocked<ITEMS>(thread),
               ranked<ITEMS, int>{from}, sync);
    sync();
  }
  static HIPCUB_DEVICE void move_values(storage &, int, NullType (&)[ITEMS],
                                        const int (&)[ITEMS]) {}
};

} // namespace detail
END_HIPCUB_NAMESPACE

#endif

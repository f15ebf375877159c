// SPDX-License-Identifier: Apache-2.0
//
// BlockRunLengthDecode: the items of runs, window by window.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_RUN_LENGTH_DECODE_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_run_length_decode.cuh>
#else

#include "block_scan.hpp"

BEGIN_HIPCUB_NAMESPACE
namespace detail {

template <class Item, int RUNS, class Offset, class Scan> struct runs_storage {
  typename Scan::TempStorage scan;
  Uninitialized<Item[RUNS]> items;
  Offset begins[RUNS];
};

} // namespace detail

template <class ItemT, int BLOCK_DIM_X, int RUNS_PER_THREAD,
          int DECODED_ITEMS_PER_THREAD, class DecodedOffsetT = uint32_t,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockRunLengthDecode
    : detail::in_shared<
          BlockRunLengthDecode<ItemT, BLOCK_DIM_X, RUNS_PER_THREAD,
                               DECODED_ITEMS_PER_THREAD, DecodedOffsetT,
                               BLOCK_DIM_Y, BLOCK_DIM_Z>,
          detail::runs_storage<
              ItemT, BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z * RUNS_PER_THREAD,
              DecodedOffsetT,
              BlockScan<DecodedOffsetT, BLOCK_DIM_X, BLOCK_SCAN_RAKING_MEMOIZE,
                        BLOCK_DIM_Y, BLOCK_DIM_Z>>> {
  static const int RUNS =
      BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z * RUNS_PER_THREAD;
  using scan = BlockScan<DecodedOffsetT, BLOCK_DIM_X, BLOCK_SCAN_RAKING_MEMOIZE,
                         BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<
      BlockRunLengthDecode,
      detail::runs_storage<ItemT, RUNS, DecodedOffsetT, scan>>;

public:
  using TempStorage = typename base::TempStorage;

  template <class RunLength, class Total>
  HIPCUB_DEVICE BlockRunLengthDecode(TempStorage &storage,
                                     ItemT (&items)[RUNS_PER_THREAD],
                                     RunLength (&lengths)[RUNS_PER_THREAD],
                                     Total &total_decoded_size)
      : base(storage) {
    total_decoded_size = (Total)by_lengths(items, lengths);
  }
  template <class RunLength, class Total>
  HIPCUB_DEVICE BlockRunLengthDecode(ItemT (&items)[RUNS_PER_THREAD],
                                     RunLength (&lengths)[RUNS_PER_THREAD],
                                     Total &total_decoded_size) {
    total_decoded_size = (Total)by_lengths(items, lengths);
  }
  template <class UserOffset>
  HIPCUB_DEVICE BlockRunLengthDecode(TempStorage &storage,
                                     ItemT (&items)[RUNS_PER_THREAD],
                                     UserOffset (&offsets)[RUNS_PER_THREAD])
      : base(storage) {
    by_offsets(items, offsets);
  }
  template <class UserOffset>
  HIPCUB_DEVICE BlockRunLengthDecode(ItemT (&items)[RUNS_PER_THREAD],
                                     UserOffset (&offsets)[RUNS_PER_THREAD]) {
    by_offsets(items, offsets);
  }

  // The items from `from` on, and where in its run each lies.
  template <class Relative>
  HIPCUB_DEVICE void
  RunLengthDecode(ItemT (&decoded)[DECODED_ITEMS_PER_THREAD],
                  Relative (&offsets)[DECODED_ITEMS_PER_THREAD],
                  DecodedOffsetT from = 0) {
    auto &all = this->shared();
    const DecodedOffsetT first =
        from + detail::thread_in_block() * DECODED_ITEMS_PER_THREAD;
    int run = run_of(first);
    for (int i = 0; i < DECODED_ITEMS_PER_THREAD; ++i) {
      const DecodedOffsetT at = first + i;
      while (run + 1 < RUNS && all.begins[run + 1] <= at)
        ++run;
      decoded[i] = all.items.Alias()[run];
      offsets[i] = (Relative)(at - all.begins[run]);
    }
  }
  HIPCUB_DEVICE void RunLengthDecode(ItemT (&decoded)[DECODED_ITEMS_PER_THREAD],
                                     DecodedOffsetT from = 0) {
    DecodedOffsetT offsets[DECODED_ITEMS_PER_THREAD];
    RunLengthDecode(decoded, offsets, from);
  }

private:
  template <class RunLength>
  HIPCUB_DEVICE DecodedOffsetT by_lengths(
      ItemT (&items)[RUNS_PER_THREAD], RunLength (&lengths)[RUNS_PER_THREAD]) {
    DecodedOffsetT begins[RUNS_PER_THREAD], total;
    for (int i = 0; i < RUNS_PER_THREAD; ++i)
      begins[i] = (DecodedOffsetT)lengths[i];
    scan(this->shared().scan).ExclusiveSum(begins, begins, total);
    by_offsets(items, begins);
    return total;
  }
  template <class UserOffset>
  HIPCUB_DEVICE void by_offsets(ItemT (&items)[RUNS_PER_THREAD],
                                UserOffset (&offsets)[RUNS_PER_THREAD]) {
    const unsigned first = detail::thread_in_block() * RUNS_PER_THREAD;
    for (int i = 0; i < RUNS_PER_THREAD; ++i) {
      this->shared().items.Alias()[first + i] = items[i];
      this->shared().begins[first + i] = (DecodedOffsetT)offsets[i];
    }
    __syncthreads();
  }
  // The last run that begins at `at` or before.
  HIPCUB_DEVICE int run_of(DecodedOffsetT at) {
    int low = 0, high = RUNS;
    while (low + 1 < high) {
      const int middle = (low + high) / 2;
      if (this->shared().begins[middle] <= at)
        low = middle;
      else
        high = middle;
    }
    return low;
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

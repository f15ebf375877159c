// SPDX-License-Identifier: Apache-2.0
//
// BlockRadixSort: keys, or pairs, of a block by their bits.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_RADIX_SORT_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_RADIX_SORT_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_radix_sort.cuh>
#else

#include "../detail/block.hpp"
#include "block_scan.hpp"

BEGIN_HIPCUB_NAMESPACE

template <class KeyT, int BLOCK_DIM_X, int ITEMS_PER_THREAD,
          class ValueT = NullType, int RADIX_BITS = 4,
          bool MEMOIZE_OUTER_SCAN = true,
          BlockScanAlgorithm INNER_SCAN_ALGORITHM = BLOCK_SCAN_WARP_SCANS,
          hipSharedMemConfig SMEM_CONFIG = hipSharedMemBankSizeFourByte,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockRadixSort
    : detail::in_shared<
          BlockRadixSort<KeyT, BLOCK_DIM_X, ITEMS_PER_THREAD, ValueT,
                         RADIX_BITS, MEMOIZE_OUTER_SCAN, INNER_SCAN_ALGORITHM,
                         SMEM_CONFIG, BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          typename ::rocprim::block_radix_sort<
              KeyT, BLOCK_DIM_X, ITEMS_PER_THREAD, ValueT, BLOCK_DIM_Y,
              BLOCK_DIM_Z>::storage_type> {
  static const int ITEMS = ITEMS_PER_THREAD;
  static const int BITS = 8 * sizeof(KeyT);
  using work = ::rocprim::block_radix_sort<KeyT, BLOCK_DIM_X, ITEMS, ValueT,
                                           BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<BlockRadixSort, typename work::storage_type>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

#define HIPCUB_SORT(Name, name)                                                \
  HIPCUB_DEVICE void Name(KeyT(&keys)[ITEMS], int begin_bit = 0,               \
                          int end_bit = BITS) {                                \
    work().name(keys, this->shared(), (unsigned)begin_bit, (unsigned)end_bit); \
  }                                                                            \
  HIPCUB_DEVICE void Name(KeyT(&keys)[ITEMS], ValueT(&values)[ITEMS],          \
                          int begin_bit = 0, int end_bit = BITS) {             \
    work().name(keys, values, this->shared(), (unsigned)begin_bit,             \
                (unsigned)end_bit);                                            \
  }
  HIPCUB_SORT(Sort, sort)
  HIPCUB_SORT(SortDescending, sort_desc)
  HIPCUB_SORT(SortBlockedToStriped, sort_to_striped)
  HIPCUB_SORT(SortDescendingBlockedToStriped, sort_desc_to_striped)
#undef HIPCUB_SORT
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

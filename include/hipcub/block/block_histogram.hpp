// SPDX-License-Identifier: Apache-2.0
//
// BlockHistogram: how many items of a block are in each bin.
#ifndef QUERN_HIPCUB_BLOCK_BLOCK_HISTOGRAM_HPP
#define QUERN_HIPCUB_BLOCK_BLOCK_HISTOGRAM_HPP
#ifdef __clang__
#pragma clang system_header
#elif defined(__GNUC__)
#pragma GCC system_header
#endif

#include "../config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/block/block_histogram.cuh>
#else

#include "../detail/block.hpp"

BEGIN_HIPCUB_NAMESPACE

enum BlockHistogramAlgorithm { BLOCK_HISTO_SORT, BLOCK_HISTO_ATOMIC };

namespace detail {

template <class T, int X, int ITEMS, int BINS,
          BlockHistogramAlgorithm ALGORITHM, int Y, int Z>
using block_histogram = ::rocprim::block_histogram<
    T, X, ITEMS, BINS,
    ALGORITHM == BLOCK_HISTO_ATOMIC
        ? ::rocprim::block_histogram_algorithm::using_atomic
        : ::rocprim::block_histogram_algorithm::using_sort,
    Y, Z>;

} // namespace detail

template <class T, int BLOCK_DIM_X, int ITEMS_PER_THREAD, int BINS,
          BlockHistogramAlgorithm ALGORITHM = BLOCK_HISTO_SORT,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1, int ARCH = HIPCUB_ARCH>
class BlockHistogram
    : detail::in_shared<
          BlockHistogram<T, BLOCK_DIM_X, ITEMS_PER_THREAD, BINS, ALGORITHM,
                         BLOCK_DIM_Y, BLOCK_DIM_Z, ARCH>,
          typename detail::block_histogram<T, BLOCK_DIM_X, ITEMS_PER_THREAD,
                                           BINS, ALGORITHM, BLOCK_DIM_Y,
                                           BLOCK_DIM_Z>::storage_type> {
  using work = detail::block_histogram<T, BLOCK_DIM_X, ITEMS_PER_THREAD, BINS,
                                       ALGORITHM, BLOCK_DIM_Y, BLOCK_DIM_Z>;
  using base = detail::in_shared<BlockHistogram, typename work::storage_type>;

public:
  using TempStorage = typename base::TempStorage;
  using base::base;

  template <class Counter>
  HIPCUB_DEVICE void InitHistogram(Counter histogram[BINS]) {
    work().init_histogram(histogram);
  }
  // The items change their order.
  template <class Counter>
  HIPCUB_DEVICE void Histogram(T (&items)[ITEMS_PER_THREAD],
                               Counter histogram[BINS]) {
    InitHistogram(histogram);
    __syncthreads();
    Composite(items, histogram);
  }
  template <class Counter>
  HIPCUB_DEVICE void Composite(T (&items)[ITEMS_PER_THREAD],
                               Counter histogram[BINS]) {
    work().composite(items, histogram, this->shared());
  }
};

END_HIPCUB_NAMESPACE

#endif // HIPCUB_CUB_API

#endif

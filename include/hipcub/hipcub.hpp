// SPDX-License-Identifier: Apache-2.0
//
// hipCUB: parallel algorithms for warps, blocks and devices. Quern's own, over
// rocPRIM; docs/libraries.md says what there is.
#ifndef QUERN_HIPCUB_HIPCUB_HPP
#define QUERN_HIPCUB_HIPCUB_HPP

#include "config.hpp"

#ifdef HIPCUB_CUB_API
#include <cub/cub.cuh>
#else

#include "block/block_adjacent_difference.hpp"
#include "block/block_discontinuity.hpp"
#include "block/block_exchange.hpp"
#include "block/block_histogram.hpp"
#include "block/block_load.hpp"
#include "block/block_merge_sort.hpp"
#include "block/block_radix_rank.hpp"
#include "block/block_radix_sort.hpp"
#include "block/block_reduce.hpp"
#include "block/block_run_length_decode.hpp"
#include "block/block_scan.hpp"
#include "block/block_shuffle.hpp"
#include "block/block_store.hpp"
#include "block/radix_rank_sort_operations.hpp"
#include "device/device_adjacent_difference.hpp"
#include "device/device_copy.hpp"
#include "device/device_for.hpp"
#include "device/device_histogram.hpp"
#include "device/device_memcpy.hpp"
#include "device/device_merge.hpp"
#include "device/device_merge_sort.hpp"
#include "device/device_partition.hpp"
#include "device/device_radix_sort.hpp"
#include "device/device_reduce.hpp"
#include "device/device_run_length_encode.hpp"
#include "device/device_scan.hpp"
#include "device/device_segmented_radix_sort.hpp"
#include "device/device_segmented_reduce.hpp"
#include "device/device_segmented_sort.hpp"
#include "device/device_select.hpp"
#include "device/device_spmv.hpp"
#include "device/device_transform.hpp"
#include "iterator/arg_index_input_iterator.hpp"
#include "iterator/cache_modified_input_iterator.hpp"
#include "iterator/cache_modified_output_iterator.hpp"
#include "iterator/constant_input_iterator.hpp"
#include "iterator/counting_input_iterator.hpp"
#include "iterator/discard_output_iterator.hpp"
#include "iterator/tex_obj_input_iterator.hpp"
#include "iterator/transform_input_iterator.hpp"
#include "thread/thread_load.hpp"
#include "thread/thread_operators.hpp"
#include "thread/thread_reduce.hpp"
#include "thread/thread_scan.hpp"
#include "thread/thread_search.hpp"
#include "thread/thread_sort.hpp"
#include "thread/thread_store.hpp"
#include "util_allocator.hpp"
#include "util_device.hpp"
#include "util_ptx.hpp"
#include "util_type.hpp"
#include "warp/warp_exchange.hpp"
#include "warp/warp_load.hpp"
#include "warp/warp_merge_sort.hpp"
#include "warp/warp_reduce.hpp"
#include "warp/warp_scan.hpp"
#include "warp/warp_store.hpp"

#endif // HIPCUB_CUB_API

#endif
